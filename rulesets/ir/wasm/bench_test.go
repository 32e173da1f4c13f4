package wasm_test

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
)

// aSlice is about how long each executor plays in its turn, but for games that last
// longer: less than what an operating system gives a process at a time.
const aSlice = time.Millisecond

// BenchmarkRatio plays the default interpretation of every ruleset in the loop
// written by hand, where there is one, in the generated module and in the
// interpreter by turns, in slices so short that what else the machine does falls
// on all alike. For each it reports the median time and the least time of a single
// move (passes and stops included) over the slices, and as ratios the medians of
// what each slice took for a move against the slice that was played just before.
func BenchmarkRatio(b *testing.B) {
	var ids []string
	for _, d := range append(bundled.Corpus(b).Definitions, rulesets.OpenGallery().Definitions...) {
		ids = append(ids, d.ID)
	}
	for _, id := range ids {
		b.Run(id, func(b *testing.B) { ratio(b, id, defaultGame(b, id).Program) })
	}
}

// A racer plays games by their numbers, and says how many single moves there were.
type racer struct {
	name  string
	play  func(first uint64, games int) (moves int)
	games int       // in a slice
	took  []float64 // ns for a single move, in each slice
}

// slice plays the next games.
func (x *racer) slice(first uint64, games int) (moves int, took time.Duration) {
	begun := time.Now()
	moves = x.play(first, games)
	return moves, time.Since(begun)
}

func ratio(b *testing.B, id string, p *engine.Program) {
	ctx := context.Background()
	var racers []*racer
	for _, l := range handLoops {
		if l.id == id {
			var g handGame
			racers = append(racers, &racer{name: "hand", play: func(first uint64, games int) (moves int) {
				for i := range games {
					l.play(1, first+uint64(i), handCap, &g)
					moves += g.plies
				}
				return moves
			}})
		}
	}
	code, err := wasm.Generate(p, wasm.Options{})
	if err != nil {
		b.Logf("no module: %v", err)
	} else {
		pl, err := code.Load(ctx)
		if err != nil {
			b.Fatal(err)
		}
		defer pl.Close(ctx)
		racers = append(racers, &racer{name: "module", play: func(first uint64, games int) (moves int) {
			err := pl.Play(ctx, 1, first, games, handCap, func(_ uint64, r *wasm.Record) { moves += r.Plies })
			if err != nil {
				b.Fatal(err)
			}
			return moves
		}})
	}
	in := engine.NewInterpreter(p)
	in.History = history.New()
	s, r := p.NewState(), new(random.Source)
	var buf []engine.Move
	racers = append(racers, &racer{name: "interpreter", play: func(first uint64, games int) (moves int) {
		for i := range games {
			r.Reset(1, first+uint64(i))
			in.Start(s)
			var ta engine.Tally
			ta, buf = play.Random(in, s, r, handCap, buf)
			moves += ta.Plies
		}
		return moves
	}})
	for _, x := range racers {
		for x.games = 1; ; x.games *= 2 { // as many games as make a slice, whoever may have broken in
			least := time.Hour
			for range 4 {
				_, took := x.slice(0, x.games)
				least = min(least, took)
			}
			if least >= aSlice/2 {
				break
			}
		}
	}
	// While memory is being collected every pointer that is written costs more, and what
	// has one processor to itself may not come to the end of it.
	runtime.GC()
	// Each plays games of its own numbers on and on: the very same games would be
	// learnt by the processor.
	first := uint64(1 << 20)
	for b.Loop() {
		most := 0
		for _, x := range racers {
			moves, took := x.slice(first, x.games)
			x.took = append(x.took, float64(took.Nanoseconds())/float64(moves))
			most = max(most, x.games)
		}
		first += uint64(most)
	}
	for i, x := range racers {
		b.ReportMetric(median(x.took), "ns/move-"+x.name)
		b.ReportMetric(slices.Min(x.took), "ns/move-"+x.name+"-least")
		if i > 0 {
			before := racers[i-1]
			var pairs []float64
			for k := range x.took {
				pairs = append(pairs, x.took[k]/before.took[k])
			}
			b.ReportMetric(median(pairs), x.name+"/"+before.name)
		}
	}
	b.ReportMetric(0, "ns/op") // of a round of slices: says nothing
}

// median is the middle value, or the mean of the two in the middle.
func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	n := len(x)
	return (x[(n-1)/2] + x[n/2]) / 2
}
