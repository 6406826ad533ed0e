// Command oatools compiles, curates, runs and serves API tools.
package main

func main() {}
