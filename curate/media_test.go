package curate_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/curate"
)

// All arguments of a tool are those of the media type that the overlay chooses.
func TestAllOfTheChosenMedia(t *testing.T) {
	const spec = `openapi: 3.0.3
info: {title: Things, version: "1"}
servers: [{url: "https://api.example.test"}]
paths:
  /things:
    post:
      operationId: addThing
      requestBody:
        required: true
        content:
          application/json: {schema: {type: object, properties: {name: {type: string}}}}
          application/x-www-form-urlencoded: {schema: {type: object, properties: {label: {type: string}}}}
          text/plain: {schema: {type: string}}
          image/*: {}
      responses: {"201": {description: added}}
`
	const head = `apiVersion: oatools/v1
kind: Overlay
metadata: {name: things}
sources: {things: {spec: spec.yaml, auth: {open: {none: public}}}}
tools:
  add_thing:
    shape: command
    operation: addThing
    description: Adds a thing.
    params: "*"
    command: {effect: create, idempotency: {none: a second one does no harm}}
`
	for media, want := range map[string]string{
		"":                                  "application/json /name",
		"application/json":                  "application/json /name",
		"application/x-www-form-urlencoded": "application/x-www-form-urlencoded /label",
		"text/plain":                        "text/plain ",
		"image/png":                         "image/png ",
	} {
		dir := t.TempDir()
		overlay := head
		if media != "" {
			overlay += "    body: {media: " + media + "}\n"
		}
		for name, text := range map[string]string{"spec.yaml": spec, "things.yaml": overlay} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		built, err := curate.Build(filepath.Join(dir, "things.yaml"), curate.Options{})
		if err != nil || built.Set == nil {
			t.Fatal(err, built.Diags)
		}
		body := built.Set.Tools[0].Main.Binding.Body
		got := body.Media
		for _, f := range body.Fields {
			got += " " + f.To
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("media %q (-want +got):\n%s", media, diff)
		}
	}
}
