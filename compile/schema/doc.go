// Package schema rewrites schemas.
package schema
