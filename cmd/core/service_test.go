package main

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/service"
)

// A file is changed, what is wrong with it is said, and it is mended; sentences and completions come with the places that were asked.
func TestDeskServes(t *testing.T) {
	const file = "rulesets/definitions/piprjall.yaml"
	d := &desk{}
	files := corpusFiles(t)
	asked(t, d.line, request{Files: files})
	wrong := strings.Replace(files[file], "forbid: advance", "forbid: advanse", 1)
	a := asked(t, d.line, request{questions: questions{Change: map[string]*string{file: &wrong}, Diagnose: &ofFile{Path: file}}})
	if a.Diagnoses == nil || len(a.Diagnoses.List) != 1 {
		t.Fatalf("%+v", a.Diagnoses)
	}
	at := a.Diagnoses.List[0].Range
	line := strings.Split(wrong, "\n")[at.Start.Line]
	if line[at.Start.Character:at.End.Character] != "advanse" {
		t.Errorf("%v of %q", at, line)
	}
	place := &ofPlace{Path: file, Position: service.Position{Line: at.Start.Line, Character: at.Start.Character + 3}}
	a = asked(t, d.line, request{questions: questions{Complete: place, Explain: place}, Patch: true})
	if len(a.Completion.Items) != 1 || a.Completion.Items[0].Insert != "advance" || !strings.Contains(a.Patch, "+") {
		t.Errorf("%+v %q", a.Completion, a.Patch)
	}
	if s := a.Explanations[0].Statement; s == nil || s.Kind != "forbid" || len(s.Clauses)+len(s.Assumed) == 0 {
		t.Errorf("%+v", s)
	}
	whole := files[file]
	a = asked(t, d.line, request{questions: questions{Change: map[string]*string{file: &whole}, Diagnose: &ofFile{Path: file}, Outline: &ofFile{Path: file}}})
	if len(a.Diagnoses.List) > 0 || a.Diagnoses.Left == 0 || a.Contents.Former || len(a.Contents.Questions) != len(d.corpus.Find("piprjall").Questions) {
		t.Errorf("%+v %v", a.Diagnoses, a.Contents.Former)
	}
	for _, s := range a.Contents.Statements {
		if s.Sentence == "" || s.Range.End.Line < s.Range.Start.Line {
			t.Errorf("%+v", s)
		}
	}
}
