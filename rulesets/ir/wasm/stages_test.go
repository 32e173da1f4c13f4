package wasm_test

import (
	"context"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/testdata/bundled"
)

// moments are up to 64 of each kind, from all phases of random games.
type moments struct {
	throws  []wasm.Moment // before a throw
	moves   []wasm.Moment // before a move that does not end the game
	endings []wasm.Moment // before the move that does
	over    []wasm.Moment // after it
}

func momentsOf(tb testing.TB, g *rulesets.Game, pl *wasm.Player) (out moments) {
	const some = 64
	ctx := context.Background()
	p := g.Program
	in := engine.NewInterpreter(p)
	in.History = history.New()
	s, before, r := p.NewState(), p.NewState(), random.New(3, 0)
	var buf []engine.Move
	keep := func(list []wasm.Moment, s *engine.State, k int) []wasm.Moment {
		if len(list) == some {
			return list
		}
		m, err := pl.Moment(ctx, s, k)
		if err != nil {
			tb.Fatal(err)
		}
		return append(list, m)
	}
	for game := uint64(0); game < 20*some && len(out.over) < some; game++ {
		r.Reset(3, game)
		in.Start(s)
		// One throw and one move of each game, at a place drawn among the first two hundred.
		throwAt, moveAt := r.Below(200), r.Below(200)
		for ply := 0; s.Status() != engine.Over && ply < 20000; ply++ {
			before.CopyFrom(s)
			if s.Status() == engine.AwaitsThrow {
				t := p.Draw(r, s.Device(p))
				if ply >= throwAt && len(out.throws) <= len(out.over) {
					out.throws = keep(out.throws, before, t)
				}
				in.Throw(s, t)
				continue
			}
			var k int
			k, buf = in.Choose(s, r, buf[:0])
			in.Play(s, buf[k])
			end, _ := s.End()
			switch {
			case s.Status() == engine.Over && end >= 0 && !repeats(p, end):
				out.endings = keep(out.endings, before, k)
				out.over = keep(out.over, s, 0)
			case s.Status() != engine.Over && ply >= moveAt && len(out.moves) <= len(out.over):
				out.moves = keep(out.moves, before, k)
			}
		}
	}
	return out
}

// repeats reports whether an end asks what stood before, which a state by itself does not have.
func repeats(p *engine.Program, end int) bool {
	var asks func(n *engine.Node) bool
	asks = func(n *engine.Node) bool {
		if n == nil {
			return false
		}
		for _, k := range n.Kids {
			if asks(k) {
				return true
			}
		}
		return n.Op == engine.NOccurrences
	}
	return asks(p.Ends[end].When)
}

// BenchmarkStages times the stages of play in the module of every default
// interpretation, over 64 moments of each kind: making a throw, counting the legal
// moves, listing them, making a move after which the game goes on, and making the
// move that ends it. Each is one call from outside, of which, by turns, the same is
// done with a game that is over, where there is nothing to do: ns/stage is the
// difference. Whole games are timed as they are.
func BenchmarkStages(top *testing.B) {
	ctx := context.Background()
	for _, d := range bundled.Corpus(top).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			top.Fatal(errs)
		}
		var pl *wasm.Player
		var all moments
		prepare := func(b *testing.B) {
			if pl != nil {
				return
			}
			code, err := wasm.Generate(g.Program, wasm.Options{States: true})
			if err != nil {
				b.Fatal(err)
			}
			if pl, err = code.Load(ctx); err != nil {
				b.Fatal(err)
			}
			all = momentsOf(b, g, pl)
			s := g.Program.NewState()
			for i := range all.endings {
				if err := pl.PlayAt(ctx, &all.endings[i]); err != nil {
					b.Fatal(err)
				}
				if pl.State(s); s.Status() != engine.Over {
					b.Fatal("a move that ends the game does not end it in the module")
				}
			}
		}
		for _, stage := range []struct {
			name  string
			of    func() []wasm.Moment
			do    func(context.Context, *wasm.Moment) error
			calls int
		}{
			{"throw", func() []wasm.Moment { return all.throws }, func(ctx context.Context, m *wasm.Moment) error { return pl.ThrowAt(ctx, m) }, 1},
			{"count", func() []wasm.Moment { return all.moves }, func(ctx context.Context, m *wasm.Moment) error { return pl.CountAt(ctx, m) }, 1},
			{"list", func() []wasm.Moment { return all.moves }, func(ctx context.Context, m *wasm.Moment) error { return pl.ListAt(ctx, m) }, 2},
			{"make", func() []wasm.Moment { return all.moves }, func(ctx context.Context, m *wasm.Moment) error { return pl.PlayAt(ctx, m) }, 1},
			{"end", func() []wasm.Moment { return all.endings }, func(ctx context.Context, m *wasm.Moment) error { return pl.PlayAt(ctx, m) }, 1},
		} {
			top.Run(d.ID+"/"+stage.name, func(b *testing.B) {
				prepare(b)
				of := stage.of()
				if len(of) == 0 || len(all.over) == 0 {
					b.Skip("the game has no such moment")
				}
				round := func(of []wasm.Moment, do func(context.Context, *wasm.Moment) error) time.Duration {
					begun := time.Now()
					for i := range 64 {
						if err := do(ctx, &of[i%len(of)]); err != nil {
							b.Fatal(err)
						}
					}
					return time.Since(begun)
				}
				var stages, nothing []float64
				for b.Loop() {
					stages = append(stages, float64(round(of, stage.do))/64)
					nothing = append(nothing, float64(stage.calls)*float64(round(all.over, pl.Nothing))/64)
				}
				b.ReportMetric(median(stages)-median(nothing), "ns/stage")
				b.ReportMetric(median(nothing), "ns/nothing")
				b.ReportMetric(0, "ns/op") // of a round of both: says nothing
			})
		}
		top.Run(d.ID+"/game", func(b *testing.B) {
			prepare(b)
			moves, games := 0, uint64(0)
			var each []float64 // ns for a move, of some games
			for b.Loop() {
				before, begun := moves, time.Now()
				if err := pl.Play(ctx, 1, games, 16, 20000, func(_ uint64, r *wasm.Record) { moves += r.Plies }); err != nil {
					b.Fatal(err)
				}
				each = append(each, float64(time.Since(begun))/float64(moves-before))
				games += 16
			}
			b.ReportMetric(float64(moves)/float64(games), "moves/game")
			b.ReportMetric(median(each), "ns/move")
			b.ReportMetric(0, "ns/op")
		})
		if pl != nil {
			pl.Close(ctx)
		}
	}
}
