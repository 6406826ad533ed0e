package compile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
)

const optionalBody = `openapi: 3.0.3
info: {title: Orders, version: "1"}
paths:
  /orders:
    post:
      operationId: add
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [name, address]
              properties:
                name: {type: string}
                n: {type: integer}
                address:
                  type: object
                  required: [city]
                  properties: {city: {type: string}, zip: {type: string}}
                gift:
                  type: object
                  required: [to]
                  properties: {to: {type: string}, text: {type: string}}
      responses: {"200": {description: ok}}
`

func TestRequiredOnceThereIsABody(t *testing.T) {
	path := filepath.Join(t.TempDir(), "orders.yaml")
	if err := os.WriteFile(path, []byte(optionalBody), 0o600); err != nil {
		t.Fatal(err)
	}
	var diags diag.List
	_, ops := load(t, path, &diags)
	op := operation(t, ops, "add")
	type want struct {
		Required          []string            `json:"required"`
		DependentRequired map[string][]string `json:"dependentRequired"`
	}
	tests := []struct {
		name   string
		places []string
		edit   func(*Plan)
		want   want
	}{
		{name: "none demanded", places: []string{"body:/n"}},
		{name: "beside an optional one", places: []string{"body:/name", "body:/n"},
			want: want{DependentRequired: map[string][]string{"n": {"name"}}}},
		{name: "of a required object inside", places: []string{"body:/address/city", "body:/n"},
			want: want{DependentRequired: map[string][]string{"n": {"city"}}}},
		{name: "of an optional object inside", places: []string{"body:/gift/to", "body:/gift/text", "body:/n"},
			want: want{DependentRequired: map[string][]string{"text": {"to"}}}},
		{name: "both ways", places: []string{"body:/name", "body:/address"},
			want: want{DependentRequired: map[string][]string{"name": {"address"}, "address": {"name"}}}},
		{name: "a fixed value makes the body", places: []string{"body:/name", "body:/gift/to", "body:/gift/text"},
			edit: func(p *Plan) {
				p.Fixed = []Fixed{{At: at(t, "body:/n"), Value: tool.Value{Const: json.RawMessage("1")}}}
			},
			want: want{Required: []string{"name"}, DependentRequired: map[string][]string{"text": {"to"}}}},
		{name: "a default makes the body", places: []string{"body:/name", "body:/n"},
			edit: func(p *Plan) { p.Args[1].Default = json.RawMessage("1") },
			want: want{Required: []string{"name"}}},
		{name: "the body as a whole says it itself", places: []string{"body:"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			plan := Default(op, &diags)
			plan.Shape, plan.Args = tool.ShapeQuery, nil
			for _, where := range tt.places {
				l := at(t, where)
				plan.Args = append(plan.Args, arg(t, op, filepath.Base("/"+l.Name), where))
			}
			if tt.places[0] == "body:" {
				plan.Args[0].Name = "body"
			}
			if tt.edit != nil {
				tt.edit(plan)
			}
			var got want
			if err := json.Unmarshal(Assemble(op, plan, Options{Source: "api"}, &diags).Input, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
