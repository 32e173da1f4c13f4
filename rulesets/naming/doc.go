// Package naming reads how a ruleset and its readings are named, and finds what is meant in a corpus:
//
//	name, err := naming.Read(naming.Argument("RULESET", "piprjall{PIP-A07=descend-like-others, scale small}"))
//	game, err := name.Game(corpus)
//
// Every mistake is told with its place in what was typed, whether that is an argument, a line of a file or a
// request of another program, and with what may have been meant.
package naming
