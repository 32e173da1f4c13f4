package rulesets_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
)

func TestClauseRanges(t *testing.T) {
	refs := func(record string, list ...int) (out []rulesets.ClauseRef) {
		for _, n := range list {
			out = append(out, rulesets.ClauseRef{Record: record, N: n})
		}
		return out
	}
	for _, c := range []struct {
		refs []rulesets.ClauseRef
		want string
	}{
		{nil, ""},
		{refs("p", 6), "p#6"},
		{refs("p", 1, 2, 3), "p#1–3"},
		{refs("p", 3, 1, 2, 2, 7), "p#1–3, 7"},
		{refs("p", 4, 5, 9, 10, 11, 12), "p#4, 5, 9–12"},
		{append(refs("q", 2), refs("p", 1, 10)...), "q#2; p#1, 10"},
	} {
		if got := rulesets.ClauseRanges(c.refs, nil); got != c.want {
			t.Errorf("%v: %q, want %q", c.refs, got, c.want)
		}
	}
	if got := rulesets.ClauseRanges(refs("p", 1, 2, 3), func(string) string { return "" }); got != "#1–3" {
		t.Errorf("without a name: %q", got)
	}
	d := rulesets.Definition{Aliases: map[string]string{"p": "Rec.1", "o": "Rec.1"}}
	if d.RecordName("Rec.1") != "o" || d.RecordName("Rec.2") != "Rec.2" {
		t.Errorf("%q and %q", d.RecordName("Rec.1"), d.RecordName("Rec.2"))
	}
}
