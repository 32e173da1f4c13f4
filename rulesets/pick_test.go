package rulesets_test

import (
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// Random moves are drawn as Pick's comment says. What there was to choose from
// before a requirement of throw scope is found with a second program, which has no
// requirements from the first of that scope on.
func TestPick(t *testing.T) {
	long.Slow(t)
	var counts pickCounts
	for _, d := range bundled.Corpus(t).Definitions {
		if d.ID != "piprjall" && d.ID != "lange-puff" {
			continue
		}
		choices, usual := []rulesets.Choice{nil}, 0
		for _, a := range d.Alternatives() {
			choices = append(choices, a.Choice)
		}
		for _, c := range choices {
			g, errs := d.Game(c)
			wide, _ := d.Game(c)
			if len(errs) > 0 {
				continue
			}
			i := slices.IndexFunc(g.Program.Requires, func(r engine.Require) bool { return r.LineOnly })
			if n := len(g.Program.Requires); c == nil {
				usual = n
			} else if n == usual {
				continue // as by default
			}
			if i >= 0 && slices.ContainsFunc(g.Program.Requires[i:], func(r engine.Require) bool { return !r.LineOnly }) {
				continue // another requirement may apply where those of throw scope do not
			}
			if i >= 0 {
				wide.Program.Requires = wide.Program.Requires[:i]
			}
			t.Run(d.ID+" "+c.String(), func(t *testing.T) { picks(t, g, wide, uint64(long.Of(8, 60)), &counts) })
		}
	}
	if counts.alike == 0 || counts.taken == 0 || counts.again == 0 || counts.only == 0 {
		t.Errorf("not every case was met: %+v", counts)
	}
}

// What there was to choose from before prohibitions that ask what a move leads to is found with
// a program that has none. In the second game parts may be left, and nobody may stop.
func TestPickTries(t *testing.T) {
	for _, d := range []*rulesets.Definition{
		bundled.Corpus(t).Find(rulesets.GalleryName + "shatranj"),
		bundled.In(t, further).Find("chess"),
	} {
		g, errs := d.Game(nil)
		wide, more := d.Game(nil)
		if len(errs)+len(more) > 0 || !g.Program.Tries() {
			t.Fatal("no move is tried", errs, more)
		}
		wide.Program.Forbids = nil
		for i, x := range g.Program.Forbids {
			if !g.Program.NarrowsLast(i) {
				wide.Program.Forbids = append(wide.Program.Forbids, x)
			}
		}
		var counts pickCounts
		picks(t, g, wide, 1, &counts)
		if counts.alike == 0 || counts.taken == 0 || counts.again == 0 {
			t.Errorf("%s: not every case was met: %+v", d.ID, counts)
		}
	}
}

// pickCounts says how often each case of drawing a move was met.
type pickCounts struct{ alike, taken, again, only int }

func picks(t *testing.T, g, wide *rulesets.Game, games uint64, counts *pickCounts) {
	p := g.Program
	in, before := engine.NewInterpreter(p), engine.NewInterpreter(wide.Program)
	in.Look = &engine.Look{Most: 10000}
	s := p.NewState()
	var legal, all []engine.Move
	seen := 0 // decisions of which the shares were taken
	for game := range games {
		r := random.New(5, game)
		in.Start(s)
		for range 400 {
			if s.Status() == engine.Over {
				break
			}
			if s.Status() == engine.AwaitsThrow {
				in.Throw(s, p.Draw(r, s.Device(p)))
				continue
			}
			same, err := wide.Program.StateOf([]byte(s.Key()))
			if err != nil {
				t.Fatal(err)
			}
			all = before.Moves(same, all[:0])
			legal = in.Moves(s, legal[:0])
			if ex := in.Explain(s).Moves; !slices.Equal(ex, legal) {
				t.Fatalf("explained %v, listed %v", ex, legal)
			}
			for draw := range uint64(40) {
				if draw > 0 && len(all) == len(legal) {
					break // the first says it
				}
				one := random.New(draw, game)
				two := *one
				want := 0
				if len(all) > 1 {
					want = slices.Index(legal, all[two.Below(len(all))])
					switch {
					case len(all) == len(legal):
						counts.alike++
					case want >= 0:
						counts.taken++
					case len(legal) == 1:
						want = 0
						counts.only++
					default:
						want = two.Below(len(legal))
						counts.again++
					}
				}
				if k := in.Pick(one, legal); k != want || *one != two {
					t.Fatalf("of %d moves, %d of them legal, number %d is drawn, not %d", len(all), len(legal), k, want)
				}
			}
			var k int
			k, legal = in.Choose(s, r, legal[:0])
			if len(legal) > 1 && len(all) > len(legal) && seen < 3 {
				seen++
				evenly(t, in, legal)
			}
			in.Play(s, legal[k])
		}
	}
}

// evenly draws many times from what was listed last.
func evenly(t *testing.T, in *engine.Interpreter, legal []engine.Move) {
	t.Helper()
	const each = 2000
	r := random.New(8, uint64(len(legal)))
	n := make([]float64, len(legal))
	for range each * len(legal) {
		n[in.Pick(r, legal)]++
	}
	sum := 0.0
	for _, x := range n {
		sum += (x - each) * (x - each) / each
	}
	if f := float64(len(legal) - 1); sum > f+8+5*f/2 {
		t.Errorf("chi-square %.1f with %v degrees of freedom: %v", sum, f, n)
	}
}
