package wording

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/testdata/fuzz"
)

// FuzzSplit: no word of a text is lost or moved.
func FuzzSplit(f *testing.F) {
	fuzz.Target(f, "split", func(t *testing.T, data []byte) {
		text := string(data)
		if !utf8.ValidString(text) { // Decode lets nothing else through
			return
		}
		var all []string
		for _, p := range Split(text) {
			all = append(all, strings.Fields(p.Text)...)
		}
		if got, want := strings.Join(all, ""), strings.Join(strings.Fields(text), ""); got != want {
			t.Errorf("%q became %q", want, got)
		}
	})
}

// FuzzWordings: what is found lies within the text, in its order, and is cut
// between characters.
func FuzzWordings(f *testing.F) {
	fuzz.Target(f, "wordings", func(t *testing.T, data []byte) {
		text := string(data)
		if !utf8.ValidString(text) {
			return
		}
		for _, k := range Kinds() {
			end := 0
			for _, e := range k.Extents(text) {
				if e.Start < end || e.End <= e.Start || e.End > len(text) {
					t.Fatalf("%s: %v after %d in %q", k.ID, e, end, text)
				}
				if !utf8.ValidString(text[e.Start:e.End]) {
					t.Errorf("%s cuts a character: %q", k.ID, text[e.Start:e.End])
				}
				end = e.End
			}
		}
		c := &evidence.Clause{N: 1, Text: text, Rule: true, Wording: []string{text}}
		r := &evidence.Record{ID: "R", Clauses: []*evidence.Clause{c}, Texts: []*evidence.Layer{{ID: "l", Text: text}}}
		seen := map[string]bool{}
		for _, h := range Hints(r, 15) {
			key := h.Kind.ID
			if h.Clause == nil {
				key += " layer"
			}
			if seen[key] || len(h.Words) == 0 {
				t.Errorf("%s twice, or without words", key)
			}
			seen[key] = true
		}
	})
}
