package evidence

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
)

// VerdictHeadings are the columns in which a reader writes what came of a comparison, in
// the workbook of records and in that of a verification.
var VerdictHeadings = []string{"Verdict", "Comment", "Name", "Date"}

// WrittenVerdict is what a reader wrote under VerdictHeadings.
type WrittenVerdict struct {
	Verdict, Comment, Name, Date string
	// At is the place of the cell under a heading.
	At func(heading string) diag.Pos
}

// Written reports whether anything was written at all.
func (w *WrittenVerdict) Written() bool {
	return strings.TrimSpace(w.Verdict+w.Comment+w.Name+w.Date) != ""
}

// Check makes a check of what was written. The errors say what is missing or cannot be
// read, each at its cell; nothing is guessed: a comment is a doubt only beside a verdict
// that doubts.
func (w *WrittenVerdict) Check() (*Check, diag.Errors) {
	var errs diag.Errors
	c := &Check{By: Said(fold.OneLine(w.Name)), Verdict: Verdict(strings.ToLower(fold.OneLine(w.Verdict)))}
	comment := strings.TrimSpace(w.Comment)
	words := strings.Join(Verdicts, ", ")
	switch {
	case c.Verdict == "":
		errs.Add(w.At("Verdict"), "nothing", "one of: "+words, "the row has no verdict")
	case !slices.Contains(Verdicts, string(c.Verdict)):
		errs.Add(w.At("Verdict"), diag.Quote(w.Verdict), "one of: "+words, "this is no verdict%s", errs.Hint(string(c.Verdict), func() []string { return Verdicts }))
	case c.Verdict == Holds:
		c.Note = comment
	case comment == "":
		errs.Add(w.At("Comment"), "nothing", "what is doubted", "who finds a thing %s says what is doubted", c.Verdict)
	default:
		c.Doubt = comment
	}
	if c.By == "" {
		errs.Add(w.At("Name"), "nothing", "the name of the reader", "nobody is named who says so")
	}
	if day := fold.OneLine(w.Date); day != "" {
		on, err := date.Read(day)
		switch {
		case err != nil:
			errs.Add(w.At("Date"), diag.Quote(day), "a day such as 2026-11-23, or nothing", "%s", strings.TrimSuffix(err.Error(), "; expected "))
		case on.Doubt != "":
			errs.Add(w.At("Date"), diag.Quote(day), "a day such as 2026-11-23", "the date could also mean %s", on.Doubt)
		default:
			c.On = &Dated{on.EDTF}
		}
	}
	return c, errs
}
