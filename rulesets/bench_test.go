package rulesets_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// crowdedStates collects decisions from the middle of random games.
func crowdedStates(g *rulesets.Game, n int) []*engine.State {
	p := g.Program
	in := engine.NewInterpreter(p)
	s := p.NewState()
	r := engine.NewRandom(3, 0)
	var out []*engine.State
	var buf []engine.Move
	for game := uint64(0); len(out) < n; game++ {
		r.Reset(3, game)
		in.Start(s)
		for ply := 0; s.Status() != engine.Over && ply < 400; ply++ {
			if s.Status() == engine.AwaitsThrow {
				in.Throw(s, p.Draw(r, s.Device(p)))
				continue
			}
			buf = in.Moves(s, buf[:0])
			if ply > 30 && len(buf) > 5 && len(out) < n {
				out = append(out, s.Clone())
			}
			in.Play(s, buf[r.Below(len(buf))])
		}
	}
	return out
}

// Listing moves, drawing one and playing them allocates nothing once an interpreter is warm.
func TestPlayDoesNotAllocate(t *testing.T) {
	for _, d := range bundled(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		in := engine.NewInterpreter(g.Program)
		states := crowdedStates(g, 50)
		s := g.Program.NewState()
		r := engine.NewRandom(4, 0)
		var buf []engine.Move
		round := func() {
			for _, from := range states {
				s.CopyFrom(from)
				_, buf = in.Choose(s, r, buf[:0])
				in.Play(s, buf[len(buf)/2])
			}
		}
		round()
		if n := testing.AllocsPerRun(20, round); n > 0 {
			t.Errorf("%s: %.1f allocations for %d decisions", d.ID, n, len(states))
		}
	}
}

func BenchmarkMoves(b *testing.B) {
	for _, d := range bundled(b).Definitions {
		b.Run(d.ID, func(b *testing.B) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				b.Fatal(errs)
			}
			in := engine.NewInterpreter(g.Program)
			states := crowdedStates(g, 64)
			var buf []engine.Move
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				buf = in.Moves(states[i&63], buf[:0])
			}
		})
	}
}

func BenchmarkGame(b *testing.B) {
	for _, d := range bundled(b).Definitions {
		b.Run(d.ID, func(b *testing.B) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				b.Fatal(errs)
			}
			in := engine.NewInterpreter(g.Program)
			in.History = engine.NewHistory()
			s := g.Program.NewState()
			r := engine.NewRandom(1, 0)
			var buf []engine.Move
			plies := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r.Reset(1, uint64(i))
				in.Start(s)
				var t engine.Tally
				t, buf = in.Random(s, r, 20000, buf)
				plies += t.Plies
			}
			b.ReportMetric(float64(plies)/float64(b.N), "moves/game")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/move")
		})
	}
}
