// Package diag says what is wrong, and where: places in files, mistakes with what was found, what was expected and how
// to write it, and the names that somebody may have meant. It knows no format: what reads one points to places in it.
//
//	var errs diag.Errors
//	errs.Add(diag.Pos{File: "x.yaml", Line: 3, Col: 5}, diag.Quote(word), diag.Either(words), "there is no such act%s", diag.Suggest(word, words))
//	return errs.Sort()
//
// Files: errors.go, places and mistakes; near.go, what may have been meant; number.go, how a number is written.
package diag
