// Package component knows what the references of an operation lead to, directly
// and in turn, and which of them lead nowhere; so it can say when an operation
// has changed.
//
// Each component is read once, however many operations reach it, and circles of
// references end. It knows references and the grammar of objects, not what an
// operation or a schema means, and it tells no problem itself: who walks decides
// what each is worth. Start at Graph.Walk.
package component
