package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/engine"
	"github.com/oatools/oatools/runtime/wire"
)

// A program that serves tools needs the artifact and the runtime, and neither an
// OpenAPI parser nor a YAML parser. The artifact here has one tool; a server of
// the test stands in for the API.
func ExampleEngine() {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println("the API is asked for", r.URL.RequestURI())
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"station": "EDDB", "days": [{"date": "2026-12-01", "high": 4.5, "sky": "rain", "model_run": "00Z"}]}`)
	}))
	defer api.Close()

	artifact, err := os.ReadFile("testdata/weather.tools.json")
	if err != nil {
		log.Fatal(err)
	}
	set, err := tool.Decode(artifact)
	if err != nil {
		log.Fatal(err)
	}
	env := map[string]string{"WEATHER_URL": api.URL}
	client, err := wire.NewClient(set, wire.Config{
		Env: func(name string) (string, bool) { value, ok := env[name]; return value, ok },
	})
	if err != nil {
		log.Fatal(err)
	}
	eng, err := engine.New(set, engine.Options{Upstream: client})
	if err != nil {
		log.Fatal(err)
	}

	ada := runtime.Principal{ID: "ada", Tenant: "acme"}
	for _, t := range eng.Tools(ada) {
		fmt.Println("ada may call", t.Name)
	}
	for _, args := range []string{`{"city": "Berlin"}`, `{"town": "Berlin"}`} {
		result, err := eng.Handler()(context.Background(), &runtime.Call{ID: "call_1", Tool: "forecast", Args: json.RawMessage(args), Principal: ada})
		if err != nil {
			log.Fatal(err)
		}
		if result.Error != nil {
			fmt.Println(result.Error.Code, result.Error.Fields[0].Arg)
			continue
		}
		data, err := json.Marshal(result.Data)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(result.Status, string(data))
	}

	// Output:
	// ada may call forecast
	// ada may call read_result
	// the API is asked for /forecasts?city=Berlin&units=metric
	// ok [{"date":"2026-12-01","high":4.5,"sky":"rain"}]
	// invalid_input /city
}
