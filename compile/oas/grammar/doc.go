// Package grammar knows the objects of OpenAPI 3.0 to 3.2: which keys each has,
// what stands there, and so where references may stand; and how media types,
// which are keys, are written.
//
// It is data and one walk over it; it follows nothing and repairs nothing. Start
// at Fields and Sites.
package grammar
