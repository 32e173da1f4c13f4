package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/lectio/lectio/verify"
)

// severityColours are the colours of severities on a screen.
var severityColours = map[verify.Severity]int{verify.Error: 5, verify.Warning: 1}

// printFinding prints a finding with the places and the line of play that belong to it.
func (a *app) printFinding(w io.Writer, f *verify.Finding) {
	place := f.Pos.String()
	if place != "" {
		place += ": "
	}
	fresh := ""
	if f.New {
		fresh = "new "
	}
	_ = a.say(w, fmt.Sprintf("%s%s%s %s: %s\n", place, fresh, painted(severityColours[f.Severity], f.Severity.String()), f.ID, f.Message))
	for _, r := range f.Related {
		fmt.Fprintf(w, "    see %s\n", r)
	}
	if f.Line != nil {
		fmt.Fprintf(w, "    %s\n", f.Line.Replaying(f.Line.Brief()))
	}
}

// found counts errors that were noted already and findings: "no errors", "2 errors, 1 warning".
func found(errors int, findings []verify.Finding) string {
	counts := map[verify.Severity]int{verify.Error: errors}
	for i := range findings {
		counts[findings[i].Severity]++
	}
	words := "no errors"
	if n := counts[verify.Error]; n > 0 {
		words = plural(n, "error")
	}
	for _, s := range []verify.Severity{verify.Warning, verify.Note} {
		if n := counts[s]; n > 0 {
			words += ", " + plural(n, s.String())
		}
	}
	return words
}

// failing is errFindings where a finding is an error.
func failing(findings []verify.Finding) error {
	if slices.ContainsFunc(findings, func(f verify.Finding) bool { return f.Severity >= verify.Error }) {
		return errFindings
	}
	return nil
}
