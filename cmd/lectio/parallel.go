package main

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel does work on every item, as many at a time as there are processors, and
// returns what came of them, in their order. When ctx is done it begins nothing more,
// and who called it has to ask.
func inParallel[T, R any](ctx context.Context, items []T, work func(i int, item T) R) []R {
	out := make([]R, len(items))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(items)) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(items) {
					return
				}
				out[i] = work(i, items[i])
			}
		})
	}
	workers.Wait()
	return out
}
