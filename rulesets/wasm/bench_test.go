package wasm_test

import (
	"context"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets/wasm"
)

// BenchmarkGenerated plays batches of random games of every default
// interpretation; ns/move is of single moves, passes included.
func BenchmarkGenerated(b *testing.B) {
	for _, d := range bundled(b).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			b.Fatal(errs)
		}
		b.Run(d.ID, func(b *testing.B) {
			code, err := wasm.Generate(g.Program, wasm.Options{})
			if err != nil {
				b.Skip(err)
			}
			ctx := context.Background()
			p, err := code.Load(ctx)
			if err != nil {
				b.Fatal(err)
			}
			defer p.Close(ctx)
			moves, next := 0, uint64(0)
			least := 1e9
			b.ResetTimer()
			for i := 0; i < b.N; i++ {
				begun, before := time.Now(), moves
				err = p.Play(ctx, 1, next, 20, 20000, func(_ uint64, r *wasm.Record) { moves += r.Plies })
				least = min(least, float64(time.Since(begun).Nanoseconds())/float64(moves-before))
				next += 20
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
			b.ReportMetric(least, "ns/move-least")
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}
