// Command jsonfloor is the floor that compiling is measured against: it reads a
// file and unmarshals it into any.
package main

import (
	"encoding/json"
	"log"
	"os"
)

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		log.Fatal(err)
	}
}
