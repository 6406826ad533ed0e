// Package narrow tightens the schema of an argument and judges whether what an
// overlay asks for does: it takes values away and never adds any.
//
// It knows schemas and the places of an operation, and nothing of plans. Start at
// Check and Merge.
package narrow
