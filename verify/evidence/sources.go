package evidence

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/verify/severity"
)

// This check asks whether sources can be found, and are there for something.
var _ = add(Check{
	ID:    "EV008",
	Title: "a source cannot be found by its description, or is written nowhere",
	Explanation: `The description of a source must let somebody else find it: who wrote it, when, and where it is. A source without a year, or without
author and editor, is noted once, when records rest on it. A key that no record, no layer and no reading names is written nowhere: it was
forgotten, or its record never came.`,
	Bad:      `{"id": "jones-1853", "type": "book", "title": "Games"}`,
	Good:     `{"id": "jones-1853", "type": "book", "title": "Games", "author": [{"family": "Jones"}], "issued": {"date-parts": [[1853]]}}`,
	Limits:   "A reading names its holders in plain words; a source counts as named when a word of four letters or more is in its key, author, title or container. Unnamed sources belong to no ruleset; 'lectio evidence check' reports them.",
	Severity: severity.Note,
}, sourcesUnnamed)

func sourcesUnnamed(l *Library) (out []Oddity) {
	used := map[string]bool{}
	for _, r := range l.Records {
		for _, key := range r.SourceKeys() {
			used[key] = true
		}
	}
	// A source is asked about once, however many records rest on it.
	rests := map[string]bool{}
	for _, r := range l.Records {
		rests[r.Source.Key] = true
	}
	out = l.ofSources(func(s *biblio.Source) []Oddity {
		var lacks []string
		if s.Issued == "" {
			lacks = append(lacks, "a year")
		}
		if len(s.Authors)+len(s.Editors) == 0 {
			lacks = append(lacks, "an author or editor")
		}
		if len(lacks) == 0 || !rests[s.Key] {
			return nil
		}
		return []Oddity{{Severity: severity.Note, Pos: s.Pos(), Message: "the source " + s.Key + " has not " + strings.Join(lacks, " and ")}}
	})
	held := map[string]bool{}
	for _, d := range l.Definitions {
		for _, q := range d.Questions {
			for _, r := range q.Readings {
				for _, h := range r.HeldBy {
					for _, w := range fold.Words(h) {
						if len(w.Text) >= 4 {
							held[w.Text] = true
						}
					}
				}
			}
		}
	}
	for _, s := range l.Sources {
		if used[s.Key] {
			continue
		}
		text := s.Key + " " + s.Title + " " + s.Container
		for _, n := range slices.Concat(s.Authors, s.Editors) {
			text += " " + n.String()
		}
		if !slices.ContainsFunc(fold.Words(text), func(w fold.Word) bool { return held[w.Text] }) {
			out = append(out, Oddity{Severity: severity.Note, Pos: s.Pos(), Message: "the source " + s.Key + " is written nowhere: no record, layer or reading names it"})
		}
	}
	return out
}
