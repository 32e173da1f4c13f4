package rulesets_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// Readings drawn at random for all questions at once compile together, unless
// they are declared to exclude each other, and can be played: no position is
// without a rule, and no two ends that nobody has ranked come at once.
func TestReadingsCombineAtRandom(t *testing.T) {
	n := long.Of(6, 60)
	for _, d := range bundled.Corpus(t).Definitions {
		if len(d.Questions) == 0 {
			continue
		}
		t.Run(d.ID, func(t *testing.T) {
			t.Parallel()
			over, far := 0, 0
			for k := range n {
				r := random.New(5, uint64(k))
				choice := rulesets.Choice{}
				for _, q := range d.Questions {
					reading := q.Readings[r.Below(len(q.Readings))]
					if !reading.Playable() {
						continue
					}
					choice[q.ID] = reading.ID
					_, errs := d.Interpret(choice)
					for _, e := range errs {
						if !strings.Contains(e.Message, "exclude each other") && !strings.Contains(e.Message, "does not arise") {
							t.Error(e)
						}
					}
					if len(errs) > 0 {
						delete(choice, q.ID)
					}
				}
				g, errs := d.Game(choice)
				if len(errs) > 0 {
					t.Errorf("%v: %v", choice, errs)
					continue
				}
				in := engine.NewInterpreter(g.Program)
				in.History = history.New()
				s := g.Program.NewState()
				var buf []engine.Move
				in.Look = &engine.Look{Most: mostLook}
				for game := range uint64(2) {
					in.Start(s)
					near := false
					if buf, near = randomNear(in, s, random.New(13, game), 3000, buf); !near {
						far++
						break // such an interpreter cannot go on
					}
					end, ended := s.End()
					if ended && end < 0 {
						t.Errorf("%s, game %d: a position no rule provides for", g.Name(), game)
					}
					if ended {
						over++
					}
				}
				if in.Undeclared > 0 {
					t.Errorf("%s: two ends at once, %d times", g.Name(), in.Undeclared)
				}
			}
			t.Logf("%d combinations, %d of %d games over within 3000 moves, %d combinations given up", n, over, 2*n, far)
			if far > n/2 {
				t.Errorf("%d of %d combinations look ahead to more than %d positions for one decision", far, n, mostLook)
			}
		})
	}
}

// mostLook is how many positions rules may look ahead to for one decision before a
// combination drawn at random is given up: nobody chose it, and some look so far ahead that
// a game takes minutes.
const mostLook = 20_000

// randomNear plays a game as play.Random does, and reports whether every decision was
// made without looking too far ahead.
func randomNear(in *engine.Interpreter, s *engine.State, r *random.Source, most int, buf []engine.Move) (_ []engine.Move, near bool) {
	defer func() {
		if x := recover(); x != nil {
			if _, far := x.(engine.TooFar); !far {
				panic(x)
			}
		}
	}()
	_, buf = play.Random(in, s, r, most, buf)
	return buf, true
}
