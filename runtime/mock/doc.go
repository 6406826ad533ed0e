// Package mock is an upstream that plays a set of tools: it knows every
// operation that the set may send and answers as the API description promises,
// with examples where there are some and values sampled from the schemas where
// there are none. It keeps a record of what was sent.
//
// It can be told what to answer, faults of networks and servers included, and its
// Clock lets no real time pass. It knows nothing of engines, policies or evals;
// package eval puts it under them. The same set, seed and requests give the same
// answers.
//
// Start at New. An Upstream is an http.RoundTripper, to stand in the place of the
// network, and an http.Handler, to be served.
package mock
