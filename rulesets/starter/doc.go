// Package starter has what a corpus of one's own begins with: an example of each file, with comments, or a ruleset that
// is there already, and the schemas that editors read.
//
//	files, err := starter.Files("my-games")
//	err = starter.Write("my-games", files)
package starter
