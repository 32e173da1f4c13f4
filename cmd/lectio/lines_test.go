package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/lines"
	"github.com/lectio/lectio/testdata/fuzz"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/playout"
)

// reread plays a printed line again, in the game that it names, and holds that it is
// the one it was printed of.
func reread(t *testing.T, c *dimension.Corpus, name, text string) *lines.Writer {
	t.Helper()
	scripts, errs := lines.Read("line", text)
	if len(errs) > 0 || len(scripts) != 1 {
		t.Fatalf("%d lines are read, %v: %.300s", len(scripts), errs, text)
	}
	g, err := gameOf(c, map[string]*rulesets.Game{}, scripts[0])
	if err != nil {
		t.Fatal(err)
	}
	if g.Name() != name {
		t.Fatalf("the line is of %s, and was printed of %s", g.Name(), name)
	}
	done, errs := scripts[0].Play(t.Context(), g)
	if len(errs) > 0 {
		t.Fatalf("%v: %.600s", errs, text)
	}
	return done
}

// eachInterpretation runs a test for the default of every ruleset of every corpus,
// for every reading, in the short form one in twenty, and for every scaled-down version.
func eachInterpretation(t *testing.T, test func(t *testing.T, c *dimension.Corpus, g *rulesets.Game)) {
	eachRuleset(t, func(t *testing.T, a *app, id string) {
		c, err := a.rulesets()
		if err != nil {
			t.Fatal(err)
		}
		d := c.Find(id)
		choices := []rulesets.Choice{nil}
		for i, alt := range d.Alternatives() {
			if long.Form() || i%20 == 7 {
				choices = append(choices, alt.Choice)
			}
		}
		for _, sc := range append([]*rulesets.Scale{nil}, d.Scales...) {
			for _, choice := range choices {
				in, errs := d.Scaled(sc, choice)
				if len(errs) > 0 {
					continue // a scale may leave out what a reading is about
				}
				if g, errs := in.Compile(); len(errs) == 0 {
					test(t, c, g)
				}
			}
		}
	})
}

// TestPrintedLinesReplay prints lines of play and plays them again as they were
// printed: whole games, their beginnings up to a throw, and turns from the middle of
// a game. They lead to the states that they were printed of.
func TestPrintedLinesReplay(t *testing.T) {
	long.Slow(t)
	eachInterpretation(t, func(t *testing.T, c *dimension.Corpus, g *rulesets.Game) {
		p := g.Program
		in := engine.NewInterpreter(p)
		in.History = history.New()
		for n := range long.Of(1, 2) {
			s := p.NewState()
			in.Start(s)
			r := random.New(9, uint64(n))
			var steps []playout.Step
			var turn []engine.Move
			var from *engine.State
			for len(steps) < 120+80*n && s.Status() != engine.Over {
				if s.Fresh() || from == nil || s.Status() == engine.AwaitsThrow {
					from, turn = nil, nil
				}
				if s.Status() == engine.AwaitsThrow {
					x := p.Draw(r, s.Device(p))
					steps = append(steps, playout.Step{Throw: x})
					in.Throw(s, x)
					continue
				}
				if from == nil {
					from = s.Clone()
				}
				k, moves := in.Choose(s, r, nil)
				steps = append(steps, playout.Step{Throw: -1, Move: moves[k]})
				turn = append(turn, moves[k])
				in.Play(s, moves[k])
				if len(steps)%25 != 0 {
					continue
				}
				back, errs := g.ParseState(engine.NewInterpreter(p), "", g.State(from).String())
				if len(errs) > 0 {
					t.Fatalf("%s: %s: %v", g.Name(), g.State(from), errs)
				}
				again := engine.NewInterpreter(p)
				for _, m := range turn {
					again.Play(back, m)
				}
				if done := reread(t, c, g.Name(), playout.Written(g, from, turn)); !done.State.Equal(back) || done.Moves != len(turn) {
					t.Fatalf("%s: from a position: %s", g.Name(), playout.Written(g, from, turn))
				}
			}
			line := playout.Record(g, n, steps)
			done := reread(t, c, g.Name(), line.Text())
			if !done.State.Equal(s) || done.Moves != len(line.Plies) {
				t.Fatalf("%s: %d moves to %s, not %d to %s: %s", g.Name(), done.Moves, g.State(done.State), len(line.Plies), g.State(s).String(), line.Text())
			}
			if b, err := json.Marshal(line); err != nil || !bytes.Contains(b, []byte(`"text":`)) {
				t.Fatalf("%s: the JSON of a line has no text: %v %.200s", g.Name(), err, b)
			}
		}
	})
}

// The position from which a line sets out has stood once, whether or not it says what
// the turn has left.
func TestLinesCountWhereTheySetOut(t *testing.T) {
	long.Slow(t)
	const moves = "south: a1/b1; north: e5/d5; south: b1/a1; north: d5/e5"
	for _, turn := range []string{"", `,"turn":{"stage":"moving","left":["move"]}`} {
		at := `{"to-move":"south","south":{"a1":1,"out":11},"north":{"e5":1,"out":11}` + turn + "}"
		twice := output(t, "natt-klab-ash-shawk at "+at+": "+moves+"; "+moves, "play", "--replay", "-")
		if !strings.Contains(twice, "play leads nowhere") {
			t.Errorf("from %s the position stands for the third time, and play goes on: %s", at, twice)
		}
		trace := filepath.Join(t.TempDir(), "trace")
		output(t, "", "play", "natt-klab-ash-shawk", "--at", at, "--random", "--games", "20", "--trace", trace)
		output(t, "", "play", "natt-klab-ash-shawk", "--at", at, "--replay", trace)
		if once := output(t, "natt-klab-ash-shawk at "+at+": "+moves, "play", "--replay", "-"); strings.Contains(once, "play leads nowhere") {
			t.Errorf("from %s the position stands for the second time only: %s", at, once)
		}
	}
}

// A long game is told by its number, and that is played again too.
func TestLongLinesReplay(t *testing.T) {
	long.Slow(t)
	eachInterpretation(t, func(t *testing.T, c *dimension.Corpus, g *rulesets.Game) {
		if len(g.Readings) > 0 && g.Name() != g.Definition.ID && g.Scale == nil {
			return // the readings are those of TestPrintedLinesReplay
		}
		line := playout.Replay(g, playout.Options{Seed: 4, Cap: 1500}, 17)
		for _, text := range []string{line.Text(), line.Short()} {
			if strings.Contains(text, "too many to be shown") {
				t.Fatalf("%s: a random game is not told by its number: %.200s", g.Name(), text)
			}
			if done := reread(t, c, g.Name(), text); done.Moves != len(line.Plies) {
				t.Fatalf("%s: %d moves, not %d: %.200s", g.Name(), done.Moves, len(line.Plies), text)
			}
			if len(text) > 32767 {
				t.Errorf("%s: %d moves take %d characters", g.Name(), len(line.Plies), len(text))
			}
		}
	})
}

// many is a number of moves or of times that takes long to play.
var many = regexp.MustCompile(`[0-9]{4}`)

// FuzzLines reads whatever somebody might give to play --replay as a line of play:
// it is refused with places in it, or leads to where it led when it was read before.
func FuzzLines(f *testing.F) {
	fuzz.Target(f, "line", func(t *testing.T, data []byte) {
		if many.Match(data) {
			return // it would be played for minutes
		}
		lines := strings.Split(string(data), "\n")
		var first string
		for range 2 {
			var out bytes.Buffer
			a := &app{corpus: "testdata/corpus", stdout: &out, stderr: io.Discard, json: true}
			err := a.replayLines(t.Context(), bytes.NewReader(data), "line", nil, &playFlags{}, false)
			if err != nil {
				fuzz.Errors(t, "line", lines, diag.AsErrors(err))
			}
			said := fmt.Sprint(out.String(), err)
			if first != "" && said != first {
				t.Errorf("read again it is %s, not %s", said, first)
			}
			first = said
		}
	})
}
