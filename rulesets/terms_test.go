package rulesets

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lectio/lectio/evidence"
)

// A word is explained once, whatever stands around it, and no part of another word is
// taken for it.
func TestGlossary(t *testing.T) {
	d := &Definition{Terms: []Term{{Word: "tâb", Means: "Tâb."}, {Word: "tab", Means: "Tab.", Assumed: "so it is"}}}
	g := d.Glossary(nil)
	for _, x := range []struct{ text, want string }{
		{"a table, tabu, stab", ""},
		{"come-in-by-tab", "Tab. (assumed: so it is)"},
		{"Tab, and tâbs", "Tâb."},
		{"tab and tâb; his doublets", "A doublet is a throw in which all dice show the same number."},
		{"a man in hand, and in his hand", "Men “in hand” have still to come on to the board."},
	} {
		var got []string
		for _, w := range g.Explain(x.text) {
			got = append(got, w.Words())
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("%s: %q, want %q", x.text, got, x.want)
		}
	}
}

// Every word that a ruleset of the corpus explains is one that its questions use.
func TestTermsOfTheCorpusAreUsed(t *testing.T) {
	terms := 0
	for _, d := range bundledOne().Definitions {
		var said []string
		for _, q := range d.Questions {
			said = append(said, q.Asks)
			for _, r := range q.Readings {
				said = append(said, r.ID, r.Because)
			}
		}
		used := d.Glossary(nil).Explain(said...)
		for _, term := range d.Terms {
			terms++
			if !slices.ContainsFunc(used, func(u Term) bool { return u.Word == term.Word }) {
				t.Errorf("%s: nothing uses the word %s", term.Pos, term.Word)
			}
		}
	}
	if terms == 0 {
		t.Error("no ruleset explains a word")
	}
}

func TestTermErrors(t *testing.T) {
	text := "ruleset: x\ntitle: X\nfamily: tables\nstatements: []\nterms:\n" +
		"  - {term: jan, means: A jan.}\n" +
		"  - {term: Jan, means: Another jan., assumed: test}\n" +
		"  - {means: Nothing., assumed: test}\n"
	_, errs := LoadOne("x.yaml", []byte(text), nil)
	var got []string
	for _, e := range errs {
		got = append(got, e.Error())
	}
	all := strings.Join(got, "\n")
	for _, want := range []string{"x.yaml:6:5: nothing stands behind what the word is said to mean", "x.yaml:7:5: the word is explained twice (first at x.yaml:6:5)", "x.yaml:8:5:"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}

// bundledOne is the corpus inside the binary, read once; it must be free of errors.
var bundledOne = sync.OnceValue(func() *Corpus {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := Load(Bundled, "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		panic(errs)
	}
	return c
})
