// Command yamlfloor is the floor that compiling YAML is measured against: it
// reads files and parses each into a yaml.Node.
package main

import (
	"log"
	"os"

	"gopkg.in/yaml.v3"
)

func main() {
	for _, path := range os.Args[1:] {
		data, err := os.ReadFile(path)
		if err != nil {
			log.Fatal(err)
		}
		var n yaml.Node
		if err := yaml.Unmarshal(data, &n); err != nil {
			log.Fatal(err)
		}
	}
}
