package compile

import "github.com/oatools/oatools/compile/oas"

func guess(op *oas.Operation) []Guess { return nil }
