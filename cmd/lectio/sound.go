package main

import (
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
)

// One broken file does not stop work on the others. What a command was asked for is
// done if it can be read; errors in other files are noted, said on standard error
// or beside the result in JSON, and the exit status is that of input which could
// not be used. What is made of the whole corpus, as an export is, is not made of a
// part of it.

// note says what is wrong in files that the command goes on without, once.
func (a *app) note(errs diag.Errors) {
	if a.noted == nil {
		a.noted = map[string]bool{}
	}
	for _, e := range errs {
		text := e.Error()
		if a.noted[text] || toldBy(a.errs, e) {
			continue
		}
		a.noted[text] = true
		a.errs = append(a.errs, e)
		if !a.json {
			a.sayError(e)
		}
	}
}

// toldBy reports whether errors that are printed say all that another one says.
func toldBy(said diag.Errors, e diag.Error) bool {
	return e.Because != "" && slices.ContainsFunc(said, func(x diag.Error) bool { return x.File == e.Because })
}

// nothingRead is the error that a folder of the corpus has nothing for a command to
// work on; what says of which kind, as "ruleset" does. Where what is in the folder has
// errors, these were said, and say it.
func (a *app) nothingRead(what string, folder ...string) error {
	at := path.Join(a.corpus, path.Join(folder...))
	if slices.ContainsFunc(a.errs, func(e diag.Error) bool { return e.File == at || strings.HasPrefix(e.File, at+"/") }) {
		return errLeftOut
	}
	return diag.Error{Pos: diag.Pos{File: at}, Expected: "a file that ends in .yaml", Message: "no " + what + " was read: there is none here"}
}
