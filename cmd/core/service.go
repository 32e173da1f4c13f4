package main

import (
	"time"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/service"
)

// questions are those of who writes files of the corpus.
type questions struct {
	Change   map[string]*string `json:"change,omitempty"` // texts in place of those of files; null takes a file away
	Diagnose *ofFile            `json:"diagnose,omitempty"`
	Complete *ofPlace           `json:"complete,omitempty"`
	Explain  *ofPlace           `json:"explain,omitempty"`
	Outline  *ofFile            `json:"outline,omitempty"`
}

// ofFile is a question about a file.
type ofFile struct {
	Path     string `json:"path"`
	Within   int    `json:"within,omitempty"`   // of a diagnosis: how many milliseconds there are to compile other readings
	Readings bool   `json:"readings,omitempty"` // all other readings, however long it takes; of an outline, their sentences
}

// ofPlace is a question about a place in a file or, of an explanation, about a statement by its id.
type ofPlace struct {
	Path string `json:"path"`
	service.Position
	Statement string `json:"statement,omitempty"`
}

// answers are those to questions.
type answers struct {
	Diagnoses    *service.Diagnoses    `json:"diagnose,omitempty"`
	Completion   *service.Completion   `json:"complete,omitempty"`
	Explanations []service.Explanation `json:"explain,omitempty"`
	Contents     *service.Outline      `json:"outline,omitempty"`
}

// serve answers questions.
func (a *answer) serve(w *service.Workspace, q *questions) {
	if q.Diagnose == nil && q.Complete == nil && q.Explain == nil && q.Outline == nil {
		return
	}
	if w == nil {
		a.Errors.Add(diag.Pos{File: "request"}, "", "files, as a map of paths to texts", "no corpus has been brought yet")
		return
	}
	if q.Diagnose != nil {
		within := time.Duration(q.Diagnose.Within) * time.Millisecond
		if q.Diagnose.Readings {
			within = time.Hour
		}
		d := w.Diagnose(q.Diagnose.Path, within)
		a.Diagnoses = &d
	}
	if q.Complete != nil {
		c := w.Complete(q.Complete.Path, q.Complete.Position)
		a.Completion = &c
	}
	switch x := q.Explain; {
	case x == nil:
	case x.Statement != "":
		a.Explanations = w.ExplainStatement(x.Path, x.Statement)
	default:
		a.Explanations = []service.Explanation{w.Explain(x.Path, x.Position)}
	}
	if q.Outline != nil {
		o := w.Outline(q.Outline.Path, q.Outline.Readings)
		a.Contents = &o
	}
}
