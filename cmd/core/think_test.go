package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/solve"
)

// someWeights are weights drawn at random for the default of a ruleset.
func someWeights(t *testing.T, d *rulesets.Definition) (weights []int16, bytes []byte) {
	t.Helper()
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r := random.New(5, 0)
	for range weigh.FormOf(g.Program, false).Weights() {
		w := int16(100 * (r.Below(7) - 3))
		weights, bytes = append(weights, w), binary.LittleEndian.AppendUint16(bytes, uint16(w))
	}
	return weights, bytes
}

// played asks for the moves of a game that a program plays on all sides, and gives each request to f with what was chosen.
func played(t *testing.T, d *rulesets.Definition, choice rulesets.Choice, program string, most int, f func(r request, g *rulesets.Game, x *thought)) {
	t.Helper()
	g, errs := d.Game(choice)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	in, s, rnd := engine.NewInterpreter(g.Program), g.Program.NewState(), random.New(3, 1)
	in.History = history.New()
	in.Start(s)
	_, weights := someWeights(t, d)
	if !strings.HasPrefix(program, "learned") && !strings.HasPrefix(program, "searching") {
		weights = nil
	}
	for n := uint64(0); n < uint64(most) && s.Status() != engine.Over; n++ {
		if s.Status() == engine.AwaitsThrow {
			in.Throw(s, g.Program.Draw(rnd, s.Device(g.Program)))
			continue
		}
		at, err := json.Marshal(g.State(s))
		if err != nil {
			t.Fatal(err)
		}
		r := request{Ruleset: d.ID, Readings: choice, Play: &sitting{At: string(at), Board: "none"}, Think: &thinking{Program: program, Seed: 3, Number: n, Weights: weights}}
		x, errs := think(g, in, s, r.Think)
		if len(errs) > 0 {
			t.Fatalf("%s, %s: %v", d.ID, program, errs)
		}
		f(r, g, x)
		m, ok := g.FindMove(in, s, x.Move)
		if !ok {
			t.Fatalf("%s, %s: there is no move %q among %v", d.ID, program, x.Move, g.MoveTexts(in, s))
		}
		in.Play(s, m)
	}
}

// What is thought is what the program plays that is made by itself, and each move has what it is worth to a program that reckons.
func TestThinkIsWhatIsPlayed(t *testing.T) {
	for _, id := range []string{"mylna", "piprjall", "natt-klab-ash-shawk"} {
		d := bundled.Corpus(t).Find(id)
		weights, _ := someWeights(t, d)
		for _, program := range []string{"random", "learned", "searching:20", "playouts:10"} {
			n, _ := players.ParseName(program)
			chosen := 0
			played(t, d, nil, program, 25, func(r request, g *rulesets.Game, x *thought) {
				m := players.Maker{Rules: g.Program, By: play.Of(g), Weights: func(context.Context, players.Name) ([]int16, error) { return weights, nil }}
				p, err := m.Make(t.Context(), n)
				if err != nil {
					t.Fatal(err)
				}
				defer p.Close()
				in := engine.NewInterpreter(g.Program)
				s, errs := g.ParseState(in, "at", string(r.Play.At))
				if len(errs) > 0 {
					t.Fatal(errs)
				}
				moves, rnd := in.Moves(s, nil), random.New(r.Think.Seed, r.Think.Number)
				k := players.Choose(t.Context(), p, &players.Decision{State: s, Moves: moves, Random: rnd, Pick: func() int { return in.Pick(rnd, moves) }}, 0)
				if want := g.MoveText(in, s, moves[k]); x.Move != want {
					t.Errorf("%s, %s: %s, not %s", id, program, x.Move, want)
				}
				if len(moves) == 1 {
					return
				}
				chosen++
				for _, y := range x.Moves {
					if (y.Chance != nil) != (program != "random") || (y.Lines != nil) != (n.Iterations > 0) {
						t.Fatalf("%s, %s: %+v", id, program, y)
					}
				}
			})
			if chosen == 0 {
				t.Errorf("%s, %s: there was nothing to choose", id, program)
			}
		}
	}
}

// What was learned of the default plays another reading under a name that says so; without weights, with others and with no program
// that there is, it is said what is wrong.
func TestThinkUnderReadings(t *testing.T) {
	d := bundled.Corpus(t).Find("mylna")
	for _, a := range d.Alternatives()[:3] {
		choice := rulesets.Choice{a.Question.ID: a.Reading.ID}
		if _, errs := d.Game(choice); len(errs) > 0 {
			continue
		}
		played(t, d, choice, "searching:5", 4, func(_ request, _ *rulesets.Game, x *thought) {
			if got := x.Player.String(); got != "searching:5:default" {
				t.Errorf("%s: played by %s", a.Reading.ID, got)
			}
		})
	}
	desk := &desk{}
	asked(t, desk.line, request{Files: corpusFiles(t)})
	for program, want := range map[string]string{"learned": "these are no weights of a program that learned mylna", "clever": "there is no such program"} {
		a := asked(t, desk.line, request{Ruleset: "mylna", Play: &sitting{}, Think: &thinking{Program: program}})
		if len(a.Errors) != 1 || !strings.Contains(a.Errors.Error(), want) {
			t.Errorf("%s: %v", program, a.Errors)
		}
	}
}

// A game that can be solved has what each move is worth, proved, and one of the best is made; one that is too large says so.
func TestThinkPerfect(t *testing.T) {
	d := bundled.Corpus(t).Find("lange-puff")
	small, errs := d.Scaled(d.Scale("two-men"), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := small.Compile()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	in, s, rnd := engine.NewInterpreter(g.Program), g.Program.NewState(), random.New(2, 1)
	in.History = history.New()
	in.Start(s)
	chosen, solved := 0, map[*solve.Solved]bool{}
	for s.Status() != engine.Over {
		if s.Status() == engine.AwaitsThrow {
			in.Throw(s, g.Program.Draw(rnd, s.Device(g.Program)))
			continue
		}
		x, errs := think(g, in, s, &thinking{Program: "perfect", Seconds: math.MaxInt32})
		if len(errs) > 0 || x.Unsolved != "" {
			t.Fatal(errs, x.Unsolved)
		}
		if len(x.Moves) > 1 {
			chosen++
			solved[mindOf(g).Solved] = true
			best := slices.MaxFunc(x.Moves, func(a, b players.Reckoned) int { return a.Value.Low.Cmp(b.Value.Low) })
			k := slices.IndexFunc(x.Moves, func(y players.Reckoned) bool { return y.Move == x.Move })
			if x.Moves[k].Value.Low.Cmp(best.Value.Low) != 0 {
				t.Errorf("%s is made, worth %s, and %s is worth %s", x.Move, x.Moves[k].Value, best.Move, best.Value)
			}
		}
		m, _ := g.FindMove(in, s, x.Move)
		in.Play(s, m)
	}
	if chosen < 2 || len(solved) != 1 {
		t.Errorf("%d decisions, solved %d times", chosen, len(solved))
	}
	whole, errs := bundled.Corpus(t).Find("mylna").Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	in, s = engine.NewInterpreter(whole.Program), whole.Program.NewState()
	in.Start(s)
	for how, r := range map[string]*thinking{"too large to be solved": {Positions: 1000}, "was not solved from here within": {Seconds: 1e-6}} {
		r.Program = "perfect"
		x, errs := think(whole, in, s, r)
		if len(errs) > 0 || !strings.Contains(x.Unsolved, how) || x.Move != "" {
			t.Errorf("%v, %q, %s", errs, x.Unsolved, x.Move)
		}
	}
}
