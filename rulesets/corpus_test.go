package rulesets_test

import (
	"os"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// bundled loads the corpus inside the binary; it must be free of errors.
func bundled(t testing.TB) *rulesets.Corpus {
	t.Helper()
	ev, errs := evidence.Load(evidence.Bundled, "")
	for _, e := range errs {
		t.Error(e)
	}
	c, errs := rulesets.Load(rulesets.Bundled, "", ev)
	for _, e := range errs {
		t.Error(e)
	}
	return c
}

// corpora are the bundled corpus, and
// the games made up for the tests: what the language must be able to say.
func corpora(t testing.TB) map[string]*rulesets.Corpus {
	out := map[string]*rulesets.Corpus{"bundled": bundled(t)}
	for _, dir := range []string{"../testdata/own"} {
		ev, errs := evidence.Load(os.DirFS(dir), dir)
		c, more := rulesets.Load(os.DirFS(dir), dir, ev)
		errs.Merge(more)
		for _, e := range errs {
			t.Error(e)
		}
		if len(c.Definitions) == 0 {
			t.Errorf("no rulesets in %s", dir)
		}
		out[dir] = c
	}
	return out
}

// Every ruleset compiles by default and under every alternative reading.
func TestRulesetsCompile(t *testing.T) {
	for _, c := range corpora(t) {
		for _, d := range c.Definitions {
			for _, e := range d.Check() {
				t.Error(e)
			}
		}
	}
}

// Every worked example holds.
func TestExamplesHold(t *testing.T) {
	for _, c := range corpora(t) {
		for _, d := range c.Definitions {
			w := &rulesets.Workshop{Definition: d}
			for _, e := range d.Examples {
				for _, f := range w.Run(e) {
					t.Errorf("%s: %s %s [%s]: %s", f.Pos, d.ID, e.ID, f.Choice, f.Message)
				}
			}
		}
	}
}

// Random games end under every reading, no position is without a rule, and
// every state on the way prints and reads back as itself.
func TestGamesEnd(t *testing.T) {
	for _, c := range corpora(t) {
		for _, d := range c.Definitions {
			choices := []rulesets.Choice{nil}
			for _, a := range d.Alternatives() {
				choices = append(choices, a.Choice)
			}
			for _, choice := range choices {
				g, errs := d.Game(choice)
				if len(errs) > 0 {
					t.Error(errs)
					continue
				}
				in := engine.NewInterpreter(g.Program)
				in.History = engine.NewHistory()
				s := g.Program.NewState()
				var buf []engine.Move
				for game := range uint64(4) {
					in.Start(s)
					_, buf = in.Random(s, engine.NewRandom(11, game), 20000, buf)
					if end, over := s.End(); over && end < 0 {
						t.Errorf("%s, game %d: a position no rule provides for", g.Name(), game)
					} else if !over && choice == nil {
						t.Errorf("%s, game %d does not end", g.Name(), game)
					}
				}
			}
		}
	}
}
