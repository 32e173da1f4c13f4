package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// problem is an error with advice for the person at the keyboard.
type problem struct {
	what diag.Error
	hint string
}

// Error is the text behind "error: ".
func (p *problem) Error() string { return p.what.Error() }

// wrong makes a problem of something that was typed, not read from a file.
// Found and expected may be empty.
func wrong(found, expected, format string, args ...any) *problem {
	return &problem{what: diag.Error{Found: found, Expected: expected, Message: fmt.Sprintf(format, args...)}}
}

// problems takes err apart into the single errors it holds, in their order,
// and the first hint among them.
func problems(err error) (all []diag.Error, hint string) {
	switch e := err.(type) {
	case nil:
		return nil, ""
	case *problem:
		return []diag.Error{e.what}, e.hint
	case diag.Error:
		return []diag.Error{e}, ""
	case diag.Errors:
		return e, ""
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			more, advice := problems(inner)
			all = append(all, more...)
			if hint == "" {
				hint = advice
			}
		}
		return all, hint
	}
	// A wrapped error keeps the text of its wrapping, unless a place lies
	// within: the place says more.
	all, hint = problems(errors.Unwrap(err))
	if len(all) > 1 || len(all) == 1 && !all[0].IsZero() {
		return all, hint
	}
	return []diag.Error{{Message: err.Error()}}, hint
}

// oneLine keeps a message on its line.
func oneLine(s string) string {
	return yamlpos.Visible(strings.NewReplacer("\n", " ", "\r", " ", "\t", " ", "\u0085", " ").Replace(strings.TrimSpace(s)))
}

// hinted is an error with a line that says what helps.
func hinted(hint, found, expected, format string, args ...any) error {
	e := wrong(found, expected, format, args...)
	e.hint = hint
	return e
}
