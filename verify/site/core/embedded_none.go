//go:build !core

package core

// inside is the script where the program was built with it.
var inside []byte
