// Package repair reads the values of keywords: what is written in another spelling
// or shape than JSON Schema 2020-12 wants is mended, what means nothing is left
// out, and either is told.
//
// It looks at one value at a time and knows neither the schema around it nor
// which version of OpenAPI it is of. A nil node stands for a keyword that is left
// out.
package repair
