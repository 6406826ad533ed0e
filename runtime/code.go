package runtime

// Code says what went wrong.
type Code string
