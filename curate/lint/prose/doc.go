// Package prose judges texts that models read, by their words alone: whether
// they say anything beyond a name, hide something, give orders, or name bounds.
//
// It knows neither tools nor schemas, and English only. Every function is pure.
// Start at Content.
package prose
