// Package eval runs the evals that travel in a set: deterministic checks of its
// tools, through the real engine and the real wire, against package mock. Nothing
// leaves the process, no secret is read, and time is simulated.
//
// Every eval gets a fresh engine. Its caller passes every audience unless the eval
// says who calls; credentials are dummies; middleware that tools name under with
// lets everything through; remembered values are there. A call with dry_run false
// and without a token is planned first where it has to be: the runner repeats it
// with the token of the plan, unless the eval returns the plan itself.
//
// What is judged is reported on three levels. Contract: the tool takes, refuses
// and sends what it says. Execution: what happens upstream becomes the outcome
// that it should. Task: the model gets the result that it needs.
//
// Start at Run. Coverage says what no eval touches.
package eval
