package service

import (
	"fmt"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
)

// Diagnosis is what is wrong in a file.
type Diagnosis struct {
	Range    Range   `json:"range"`
	Severity string  `json:"severity"` // error
	Message  string  `json:"message"`
	Found    string  `json:"found,omitempty"`
	Expected string  `json:"expected,omitempty"` // how it is written
	Instead  string  `json:"instead,omitempty"`  // what to put in the place of the range
	Related  []Place `json:"related,omitempty"`
}

// Diagnoses are those of a file. Of a ruleset without errors in its text Readings says how many of its other readings have been
// compiled, and Left how many have not: there was no time.
type Diagnoses struct {
	List     []Diagnosis `json:"list"`
	Readings int         `json:"readings,omitempty"`
	Left     int         `json:"left,omitempty"`
}

// readings is what came of compiling the other readings of a definition, as far as they have been.
type readings struct {
	of      *rulesets.Definition
	meaning string
	errs    diag.Errors
	next    int
}

// Diagnose says what is wrong in a file: what reading the corpus says of it and, of a ruleset that can be read, what compiling it
// says, its other readings as long as there is time. Asked again, it goes on with those that are left.
func (w *Workspace) Diagnose(path string, most time.Duration) Diagnoses {
	begun := time.Now()
	var errs diag.Errors
	for _, e := range w.Errors() {
		if e.File == path {
			errs = append(errs, e)
		}
	}
	out := Diagnoses{List: []Diagnosis{}}
	if d := w.sound(path, errs); d != nil {
		k := w.kept[path]
		if k.play(); len(k.errs) > 0 {
			errs = append(errs, k.errs...)
		} else {
			k.readings.begin(d)
			more, next := d.CheckAlternatives(k.readings.next, func() bool { return time.Since(begun) < most }, func(*rulesets.Game) {})
			k.readings.errs, k.readings.next = append(k.readings.errs, more...), next
			errs = append(errs, k.readings.errs...)
			out.Readings, out.Left = next, len(d.Alternatives())-next
		}
	}
	errs.Sort()
	for _, e := range errs {
		out.List = append(out.List, w.diagnosis(e))
	}
	return out
}

// begin takes a definition for the one whose readings are compiled. What was found of one that means the same holds of it.
func (r *readings) begin(d *rulesets.Definition) {
	if r.of == d {
		return
	}
	var b strings.Builder
	for _, s := range d.EveryStatement() {
		fmt.Fprintf(&b, "%s %s %s %s %s %s\n", s.ID, s.Replaces, s.Before, s.After, s.Called, s.Likeness())
	}
	for _, q := range d.Questions {
		fmt.Fprintf(&b, "%s %s %s %v\n", q.ID, q.See, q.Default, q.AskedWhen)
		for _, x := range q.Readings {
			fmt.Fprintf(&b, "%s %v %v %v %d\n", x.ID, x.Without, x.Excludes, x.Playable(), len(x.Statements))
		}
	}
	meaning := b.String()
	if len(r.errs) > 0 || r.meaning != meaning { // places may be others
		*r = readings{meaning: meaning}
	}
	r.of = d
}

// sound is the definition in a file that has no errors; nil where there is none.
func (w *Workspace) sound(path string, errs diag.Errors) *rulesets.Definition {
	if len(errs) > 0 {
		return nil
	}
	return w.definition(path)
}

// definition is the definition in a file as it now stands; nil where it could not be read.
func (w *Workspace) definition(path string) *rulesets.Definition {
	for _, d := range w.Corpus.Definitions {
		if d.File == path {
			return d
		}
	}
	return nil
}

func (w *Workspace) diagnosis(e diag.Error) Diagnosis {
	d := Diagnosis{Severity: "error", Message: e.Message, Found: e.Found, Expected: e.Expected, Instead: e.Instead}
	if e.Line > 0 {
		d.Range = tokenAt(w.text(e.File), e.Pos)
	}
	for _, p := range e.Related {
		d.Related = append(d.Related, w.place(p))
	}
	return d
}

// place is a place of a message as editors count.
func (w *Workspace) place(p diag.Pos) Place {
	if p.Line == 0 {
		return Place{Path: p.File}
	}
	return Place{p.File, tokenAt(w.text(p.File), p)}
}
