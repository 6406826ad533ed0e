// Package source reads the API descriptions that an overlay names: files,
// patches, servers, credentials, and the operations that selectors mean.
//
// It must not know tools or plans; package curate makes them of what it finds
// here. Start at Load.
package source
