package secret

import "testing"

func TestSecrets(t *testing.T) {
	for name, want := range map[string][2]bool{ // Named, Hinted
		"api_key":        {true, true},
		"Access-Token":   {true, true},
		"webhook_secret": {false, true},
		"newPassword":    {false, true},
		"pin":            {false, true},
		"spinning":       {false, false},
		"name":           {false, false},
		"page":           {false, false},
	} {
		if got := [2]bool{Named(name), Hinted(name)}; got != want {
			t.Errorf("%s: Named, Hinted = %t, want %t", name, got, want)
		}
	}
	for text, want := range map[string][2]bool{ // Text, Random
		"ghp_" + "abc":                                        {true, false},
		"Bearer abcdefghi":                                    {true, false},
		"9f86d081884c7d659a2feaa0c55ad015":                    {false, true},
		"qK7dP2vX9wLm4TzR8bNc":                                {false, true},
		"$response.body#/customerOrderReference2024Number":    {false, false},
		"https://api.acme.example/v2/reports/monthly/2026/11": {false, false},
		"finance_expense_reports_of_2026_11_30":               {false, false},
		"Taxi to the airport":                                 {false, false},
	} {
		if got := [2]bool{Text(text), Random(text)}; got != want {
			t.Errorf("%s: Text, Random = %t, want %t", text, got, want)
		}
	}
}

func FuzzSecrets(f *testing.F) {
	f.Add("api_key")
	f.Add("\xff-----BEGIN ")
	f.Fuzz(func(t *testing.T, s string) {
		Text(s)
		Random(s)
		if Named(s) && !Hinted(s) {
			t.Errorf("Named(%q), and not Hinted", s)
		}
	})
}
