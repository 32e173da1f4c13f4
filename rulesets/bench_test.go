package rulesets_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
)

// crowdedStates collects decisions from the middle of random games.
func crowdedStates(g *rulesets.Game, n int) []*engine.State {
	p := g.Program
	in := engine.NewInterpreter(p)
	s := p.NewState()
	r := random.New(3, 0)
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
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		in := engine.NewInterpreter(g.Program)
		states := crowdedStates(g, 50)
		s := g.Program.NewState()
		r := random.New(4, 0)
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

// A moment is a state in a random game, and what came next.
type moment struct {
	state *engine.State
	throw int
	move  engine.Move
}

// moments are 64 of each kind, from all phases of many games.
type moments struct {
	throws  []moment // before a throw
	moves   []moment // before a move that did not end the game
	endings []moment // before the move that did
}

func momentsOf(p *engine.Program) (out moments) {
	const some = 64
	in := engine.NewInterpreter(p)
	in.History = history.New()
	s, r := p.NewState(), random.New(3, 0)
	var buf []engine.Move
	for game := uint64(0); game < 20*some && len(out.endings) < some; game++ {
		r.Reset(3, game)
		in.Start(s)
		// One throw and one move of each game, at a place drawn among the first two hundred.
		throwAt, moveAt := r.Below(200), r.Below(200)
		for ply := 0; s.Status() != engine.Over && ply < 20000; ply++ {
			if s.Status() == engine.AwaitsThrow {
				t := p.Draw(r, s.Device(p))
				if ply >= throwAt && len(out.throws) <= len(out.endings) && len(out.throws) < some {
					out.throws = append(out.throws, moment{state: s.Clone(), throw: t})
				}
				in.Throw(s, t)
				continue
			}
			var k int
			k, buf = in.Choose(s, r, buf[:0])
			m := moment{state: s.Clone(), move: buf[k]}
			in.Play(s, m.move)
			switch {
			case s.Status() == engine.Over:
				out.endings = append(out.endings, m)
			case ply >= moveAt && len(out.moves) <= len(out.endings) && len(out.moves) < some:
				out.moves = append(out.moves, m)
			}
		}
	}
	return out
}

// stage is a benchmark of one stage of play of every default interpretation in the
// interpreter, over moments of one kind.
func stage(b *testing.B, kind func(m *moments) []moment, do func(in *engine.Interpreter, s *engine.State, m *moment)) {
	for _, d := range bundled.Corpus(b).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			b.Fatal(errs)
		}
		b.Run(d.ID, func(b *testing.B) {
			all := momentsOf(g.Program)
			of := kind(&all)
			if len(of) == 0 {
				b.Skip("the game has no such moment")
			}
			in := engine.NewInterpreter(g.Program)
			s := g.Program.NewState()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				m := &of[i%len(of)]
				s.CopyFrom(m.state)
				do(in, s, m)
			}
		})
	}
}

// BenchmarkThrow makes a throw: what it gives to play is put up.
func BenchmarkThrow(b *testing.B) {
	stage(b, func(m *moments) []moment { return m.throws }, func(in *engine.Interpreter, s *engine.State, m *moment) { in.Throw(s, m.throw) })
}

// BenchmarkGenerate lists the legal moves of a decision.
func BenchmarkGenerate(b *testing.B) {
	var buf []engine.Move
	stage(b, func(m *moments) []moment { return m.moves }, func(in *engine.Interpreter, s *engine.State, _ *moment) { buf = in.Moves(s, buf[:0]) })
}

// BenchmarkApply makes a move after which the game goes on, with all that follows
// from it: changes, ends that are looked for, the next turn, throws that cannot be played.
func BenchmarkApply(b *testing.B) {
	stage(b, func(m *moments) []moment { return m.moves }, func(in *engine.Interpreter, s *engine.State, m *moment) { in.Play(s, m.move) })
}

// BenchmarkEnd makes the move that ends a game, with the ends and the scores that follow from it.
func BenchmarkEnd(b *testing.B) {
	stage(b, func(m *moments) []moment { return m.endings }, func(in *engine.Interpreter, s *engine.State, m *moment) { in.Play(s, m.move) })
}

// BenchmarkGame plays whole games of random moves; ns/move is of single moves, passes
// and stops included.
func BenchmarkGame(b *testing.B) {
	for _, d := range bundled.Corpus(b).Definitions {
		b.Run(d.ID, func(b *testing.B) {
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				b.Fatal(errs)
			}
			in := engine.NewInterpreter(g.Program)
			in.History = history.New()
			s := g.Program.NewState()
			r := random.New(1, 0)
			var buf []engine.Move
			plies := 0
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				r.Reset(1, uint64(i))
				in.Start(s)
				var t engine.Tally
				t, buf = play.Random(in, s, r, 20000, buf)
				plies += t.Plies
			}
			b.ReportMetric(float64(plies)/float64(b.N), "moves/game")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/move")
		})
	}
}
