// Package transport decides where connections may go and how they are made.
//
// A Server is a tool set's server with its environment filled in and its origin
// checked; from then on no value of a call can change it. A guarded dialer
// judges every address after name resolution, so that neither a name nor a
// rebinding leads elsewhere. Pools are one per server and credential class.
//
// It knows neither tools nor outcomes. Start at Load and New.
package transport
