package site

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
)

// What an author says of one question has the titles of others in it, and not their numbers, but
// before a reading, which is looked for by both.
func TestQuestionsAreNamedByTheirTitles(t *testing.T) {
	first := &rulesets.Question{ID: "order", See: "X-A1", Title: "The order of play"}
	g := &game{Target: &verify.Target{Definition: &rulesets.Definition{Questions: []*rulesets.Question{
		first, {ID: "end", See: "X-A11", Title: "The end"}, {ID: "odd", See: "X-A2"},
	}}}}
	for text, want := range map[string]string{
		"It is concluded (X-A11).":              "It is concluded (“The end”).",
		"See X-A1, X-A2, X-A11":                 "See “The order of play”, X-A2, “The end”",
		"as under X-A11=draw and X-A11 “drawn”": "as under X-A11=draw and X-A11 “drawn”",
	} {
		if have := g.prose(nil, text); have != want {
			t.Errorf("%q is told as %q", text, have)
		}
	}
	if have := g.prose(first, "X-A1 and X-A11"); have != "X-A1 and “The end”" {
		t.Errorf("of itself a question says %q", have)
	}
}
