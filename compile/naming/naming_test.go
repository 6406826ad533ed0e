package naming

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/tool"
)

func TestToolName(t *testing.T) {
	tests := []struct {
		id, method, path, want string
		shortened              bool
	}{
		{"listPets", "GET", "/pets", "list_pets", false},
		{"actions/add-label", "POST", "/x", "actions_add_label", false},
		{"restart node.js:v1", "POST", "/x", "restart_node_js_v1", false},
		{"getURLById", "GET", "/x", "get_url_by_id", false},
		{"listUserIDs", "GET", "/x", "list_user_ids", false},
		{"readCoreV1NamespacedPod", "GET", "/x", "read_core_v1_namespaced_pod", false},
		{"get_v1beta1_status", "GET", "/x", "get_v1beta1_status", false},
		{"2fa", "POST", "/x", "op_2fa", false},
		{"", "GET", "/", "get_root", false},
		{"", "GET", "/pets/{petId}", "get_pets_pet_id", false},
		{"", "POST", "/pets", "post_pets", false},
		{"注文を取得", "GET", "/orders/{id}", "get_orders_id", false},
		{"--", "DELETE", "/{x}", "delete_x", false},
		{"", "", "", "root", false},
		{"createNamespacedDeploymentRollbackForEveryClusterOfTheWholeRegion", "POST", "/a", "create_namespaced_of_the_whole_region_folepf", true},
		{strings.Repeat("x", 90), "GET", "/a", "xxxxxxxxxxxxxxxxxxxxxxxx_xxxxxxxxxxxxxxxx_6mbn7p", true},
	}
	for _, tt := range tests {
		got, shortened := Tool(tt.id, tt.method, tt.path)
		if got != tt.want || shortened != tt.shortened {
			t.Errorf("Tool(%q, %q, %q) = %q, %t, want %q, %t", tt.id, tt.method, tt.path, got, shortened, tt.want, tt.shortened)
		}
	}
}

func TestToolNamesAreUniqueInAnyOrder(t *testing.T) {
	ops := []Key{{"foo/list", "GET", "/foo"}, {"foo.list", "GET", "/foo2"}, {"FooList", "GET", "/foo3"}, {"bar", "GET", "/bar"}}
	names := Tools(ops)
	if names[3] != "bar" {
		t.Errorf("a unique name is %q, want bar", names[3])
	}
	for i := range 3 {
		if !strings.HasPrefix(names[i], "foo_list_") || slices.Contains(names[:i], names[i]) {
			t.Errorf("names = %q, want three different ones with foo_list_", names)
		}
	}
	slices.Reverse(ops)
	back := Tools(ops)
	slices.Reverse(back)
	if !slices.Equal(names, back) {
		t.Errorf("in the other order the names are %q, want %q", back, names)
	}
}

func TestArgName(t *testing.T) {
	tests := []struct{ wire, want string }{
		{"q", "q"}, {"petId", "petId"}, {"filter[name]", "filter_name"}, {"include[]", "include"}, {"$top", "top"},
		{"StartTime<", "StartTime_lt"}, {"StartTime>", "StartTime_gt"}, {"Account Number", "Account_Number"},
		{"filter.state", "filter_state"}, {"X-Tenant", "X_Tenant"}, {"_id", "_id"}, {"__", "arg_tei7ju"}, {"größe", "gr_e"},
		{"3d", "n3d"}, {"価格", "arg_qvpezi"}, {"twilio/text", "twilio_text"}, {"", "arg_4oymiq"},
		{strings.Repeat("a", 70), strings.Repeat("a", 57) + "_npk6ka"},
	}
	for _, tt := range tests {
		if got := Arg(tt.wire); got != tt.want {
			t.Errorf("Arg(%q) = %q, want %q", tt.wire, got, tt.want)
		}
	}
}

func TestNamerPrefixesWhatIsTaken(t *testing.T) {
	n := NewNamer()
	var got []string
	for _, in := range []tool.In{tool.InPath, tool.InQuery, tool.InBody, tool.InBody} {
		got = append(got, n.Take("id", in))
	}
	got = append(got, n.Take("limit", tool.InQuery), n.Take("ID", tool.InHeader))
	want := []string{"id", "query_id", "body_id", "body_id_2", "query_limit", "header_ID"}
	if !slices.Equal(got, want) {
		t.Errorf("names = %q, want %q", got, want)
	}
}

// FuzzNames states that whatever an operation or parameter is called, the name
// for a model is legal; that operations of one document never share one; and that
// a legal name of an argument is kept.
func FuzzNames(f *testing.F) {
	f.Add("actions/add-label", "GET", "/x/{y}")
	f.Add("注文", "", "")
	f.Add(strings.Repeat("aB", 99), "POST", "/")
	toolRE := regexp.MustCompile(`^[a-z][a-z0-9_]{0,47}$`)
	argRE := regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)
	f.Fuzz(func(t *testing.T, id, method, path string) {
		name, _ := Tool(id, method, path)
		if !toolRE.MatchString(name) {
			t.Errorf("Tool(%q, %q, %q) = %q", id, method, path, name)
		}
		names := Tools([]Key{{id, method, path}, {id, method, path + "x"}, {id + "2", method, path}})
		for _, n := range names {
			if !toolRE.MatchString(n) {
				t.Errorf("Tools gave %q", n)
			}
		}
		if names[0] == names[1] {
			t.Errorf("two operations are called %q", names[0])
		}
		arg := Arg(id)
		if !argRE.MatchString(arg) {
			t.Errorf("Arg(%q) = %q", id, arg)
		}
		if again := Arg(arg); again != arg {
			t.Errorf("Arg(%q) = %q, not a fixed point", arg, again)
		}
	})
}

func TestPortable(t *testing.T) {
	for name, want := range map[string]bool{
		"": false, "a": true, "A.b_c-9": true, "9": true, "a b": false, "é": false, "a\n": false, "a[]": false,
		strings.Repeat("a", 64): true, strings.Repeat("a", 65): false,
	} {
		if got := Portable(name); got != want {
			t.Errorf("Portable(%q) = %t, want %t", name, got, want)
		}
	}
}
