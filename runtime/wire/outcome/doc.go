// Package outcome knows what may have happened to a request, and what may be
// done about it.
//
// A Trace observes how far an attempt came; an Event names what happened; the
// table gives, for every event and every Class of call, whether the request may
// be sent again and what is true when it is not. It is data: policy is changed
// there and nowhere else. It sends nothing and reads no error's words.
//
// Start at Decide.
package outcome
