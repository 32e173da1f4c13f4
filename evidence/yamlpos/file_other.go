//go:build !unix

package yamlpos

// withoutWaiting is nothing where pipes have no names among files.
const withoutWaiting = 0
