package rulesets_test

import (
	"flag"
	"maps"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/example"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

var update = flag.Bool("update", false, "rewrite the expected outputs")

// corpora are the bundled corpus, and
// the games made up for the tests: what the language must be able to say.
func corpora(t testing.TB) map[string]*rulesets.Corpus {
	const own = "../testdata/own"
	return map[string]*rulesets.Corpus{"bundled": bundled.Corpus(t).Corpus, own: bundled.In(t, own).Corpus}
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
			w := &example.Workshop{Definition: d}
			for _, e := range d.Examples {
				for _, f := range w.Run(e) {
					t.Errorf("%s: %s %s [%s]: %s", f.Pos, d.ID, e.ID, f.Choice, f.Message)
				}
			}
		}
	}
}

// An item of a line that fits several legal moves is an error, which says which
// they are and how each is written; with its part it is one move again.
func TestLineThatFitsSeveralMoves(t *testing.T) {
	d := bundled.Corpus(t).Find("piprjall")
	w := &example.Workshop{Definition: d}
	for _, e := range d.Examples {
		if e.ID != "not_the_last_man" {
			continue
		}
		tried := *e
		expect := *e.Expect
		tried.Expect = &expect
		expect.Line, expect.After = []string{"24/off"}, nil
		got := w.Run(&tried)
		want := "item 1 of the line, 24/off, fits 2 legal moves, which play different parts: 24/off:1 24/off:2; " +
			"write the one that is meant, with its part behind the colon"
		if len(got) != 1 || got[0].Message != want || got[0].Pos != e.Expect.At("line", 0) {
			t.Errorf("of a line that fits two moves: %v", got)
		}
		for _, one := range []string{"24/off:1", "24/off:2"} {
			expect.Line = []string{one}
			if got := w.Run(&tried); len(got) > 0 {
				t.Errorf("%s: %s", one, got[0].Message)
			}
		}
		return
	}
	t.Fatal("the example is no longer there")
}

// Readings that together once led to a position that no rule provides for: who has
// taken a man off for not leaping may have no man left that can move, and nothing
// says that he may stop there. Games of them end by a rule, or go on.
func TestHuffingLeavesSomethingToDo(t *testing.T) {
	d := bundled.Corpus(t).Find("natt-klab-ash-shawk")
	for _, more := range []rulesets.Choice{{"passing": "may-pass"}, {"passing": "must-move"}, {"passing": "must-move", "no_move_left": "waits"}} {
		choice := rulesets.Choice{"backwards": "not-backwards", "far_row": "leaps-only", "must_take": "huff"}
		maps.Copy(choice, more)
		g, errs := d.Game(choice)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		in := engine.NewInterpreter(g.Program)
		in.History = history.New()
		s := g.Program.NewState()
		var buf []engine.Move
		for game := range uint64(long.Of(40, 400)) {
			in.Start(s)
			_, buf = play.Random(in, s, random.New(1, game), 2000, buf)
			if end, over := s.End(); over && end < 0 {
				t.Errorf("%s, game %d: a position no rule provides for", g.Name(), game)
				break
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
			for i, a := range d.Alternatives() {
				if long.Form() || i%4 == 0 {
					choices = append(choices, a.Choice)
				}
			}
			for _, choice := range choices {
				g, errs := d.Game(choice)
				if len(errs) > 0 {
					t.Error(errs)
					continue
				}
				in := engine.NewInterpreter(g.Program)
				in.History = history.New()
				s := g.Program.NewState()
				var buf []engine.Move
				for game := range uint64(long.Of(1, 4)) {
					in.Start(s)
					_, buf = play.Random(in, s, random.New(11, game), 20000, buf)
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
