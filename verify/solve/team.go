package solve

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
)

// team are those who work side by side on the positions of a graph.
type team struct {
	*Graph
	module  *wasm.Module // what follows is found in; nil: the interpreter finds it
	beyond  bool         // there is none that could do it
	members []*unfolder
	parts   []*unfolded // of the last round
	settle  bool        // all that follows is known, and settled at once
}

// few are the positions that a member takes at a time, many those of a round.
const (
	few  = 128
	many = 256 * few
)

// generate has generated code find what follows from now on, if it can be had.
func (x *team) generate(ctx context.Context) {
	if x.module != nil || x.beyond {
		return
	}
	m, err := play.Followers(ctx, x.Program)
	if err != nil {
		x.beyond = true
		return
	}
	if x.module = m; !x.repack(newPacking(m.Image(), nil)) {
		x.interpret(ctx)
	}
	x.members = nil
}

// interpret has the interpreter find what follows from now on.
func (x *team) interpret(ctx context.Context) {
	x.close(ctx)
	x.beyond = true
	x.repack(newPacking(x.Program.Image(), nil))
}

// close frees the generated code.
func (x *team) close(ctx context.Context) {
	if x.module != nil {
		x.module.Close(context.WithoutCancel(ctx))
	}
	x.module, x.members = nil, nil
}

// work finds what follows from the positions from one number to another, and looks it up. The parts, few positions each, last until
// the next round.
func (x *team) work(ctx context.Context, from, to int) ([]*unfolded, error) {
	n := (to - from + few - 1) / few
	for len(x.parts) < n {
		x.parts = append(x.parts, new(unfolded))
	}
	for len(x.members) < min(n, x.options.Workers) {
		var player *wasm.Player
		if x.module != nil {
			var err error
			if player, err = x.module.Player(context.WithoutCancel(ctx)); err != nil { // there is no memory for it: the interpreter does without
				return nil, fmt.Errorf("%w: %w", wasm.ErrBeyond, err)
			}
		}
		x.members = append(x.members, x.unfolder(player))
	}
	parts := x.parts[:n]
	return parts, together(min(n, x.options.Workers), func(w int, next func() int) error {
		for k := next(); k < n; k = next() {
			if err := ctx.Err(); err != nil {
				return err
			}
			at := from + k*few
			if err := x.members[w].unfold(ctx, at, min(at+few, to), parts[k]); err != nil {
				return err
			}
			if x.settle {
				parts[k].done = parts[k].settled(parts[k].done[:0])
			}
		}
		return nil
	})
}

// missing are the bits that do not fit into keys and have been met in the last round, or nil.
func (x *team) missing() (all []uint64) {
	for _, m := range x.members {
		if !m.narrow {
			continue
		}
		if m.narrow = false; all == nil {
			all = make([]uint64, len(m.missing))
		}
		for w := range all {
			all[w] |= m.missing[w]
		}
	}
	return all
}

// together has so many work side by side, who draw numbers from 0 on, until all are done or one has an error.
func together(workers int, work func(w int, next func() int) error) error {
	var count atomic.Int64
	var stop atomic.Bool
	next := func() int {
		if stop.Load() {
			return 1<<63 - 1
		}
		return int(count.Add(1)) - 1
	}
	if workers <= 1 {
		return work(0, next)
	}
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			if errs[w] = work(w, next); errs[w] != nil {
				stop.Store(true)
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// repack packs all positions anew. It is false, and nothing has changed, where the images have no room for one.
func (g *Graph) repack(k *packing) bool {
	old, n := g.pack, g.Positions()
	s, was, image := g.Program.NewState(), make([]byte, old.image.Size), make([]byte, k.image.Size)
	convert := func(i int) bool {
		if old.unpack(was, g.table.at(i)); len(k.first) > 0 && &k.first[0] == &old.first[0] {
			copy(image, was)
			return true
		}
		old.image.Get(s, was)
		fits := k.image.Put(image, s)
		g.leastOf(&k.image, image, nil)
		return fits
	}
	if k.first == nil {
		if !convert(0) {
			return false
		}
		k.first = append([]byte(nil), image...)
	}
	missing := make([]uint64, k.image.Size/8)
	for {
		t := &table{words: k.words, keys: make([]uint64, 0, n*k.words)}
		whole := true
		for i := range n {
			if !convert(i) {
				return false
			}
			var ok bool
			t.keys, ok = k.pack(t.keys, image, missing)
			whole = whole && ok
		}
		if whole {
			g.pack, g.table = k, t
			t.spread(n)
			return true
		}
		k = k.wider(missing)
	}
}

// processors is how many can work side by side.
func processors() int { return runtime.GOMAXPROCS(0) }
