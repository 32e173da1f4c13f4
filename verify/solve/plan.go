package solve

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Plan is what working out the values of positions will take.
type Plan struct {
	Positions int
	Blocks    int           // worked out one after the other
	Memory    int64         // in bytes, about
	Time      time.Duration // about, by how long it took to find the positions; 0 where that is not known
}

// TooMuch is the error of a game that takes more memory than was allowed.
type TooMuch struct {
	Plan
	Allowed int64
	finding bool // the positions are not all found yet
}

func (e *TooMuch) Error() string {
	what := "the values of %d positions take %s"
	if e.finding {
		what = "%d positions, which are not yet all, take %s"
	}
	return fmt.Sprintf(what+", and %s are allowed", e.Positions, Bytes(e.Memory), Bytes(e.Allowed))
}

// Bytes writes a size, as 9.3 GB.
func Bytes(n int64) string {
	const mega = 1 << 20
	if n < 1000*mega {
		return fmt.Sprintf("%d MB", (n+mega-1)/mega)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
}

// What the values of positions take, in bytes.
const (
	ofPosition = 8 + 8 + 2                    // its bounds and its rank
	ofBlock    = 2*8 + 2*4 + 2*8 + 8 + 2 + 32 // while the block is worked out: where what follows begins, its order, bounds and guess, and a little
	ofWord     = 2 * 4                        // of what follows, as it is found and as it is put in order
)

// size is how many bytes positions take while they are being found.
func (t *table) size() int64 { return int64(8*len(t.keys) + 4*len(t.slots)) }

// plan says what it will take to work out values, and refuses what takes more than is allowed.
func (x *team) plan(ctx context.Context, found time.Duration) error {
	n, blocks := x.Positions(), len(x.blocks)-1
	words, looked, largest := make([]int64, blocks), make([]int64, blocks), int64(0)
	err := x.sample(ctx, func(i int, follows Choices) {
		k, _ := slices.BinarySearch(x.blocks[1:], i+1)
		words[k] += int64(1 + len(follows))
		looked[k]++
	})
	if err != nil {
		return err
	}
	for k := range blocks {
		of := int64(ofBlock)
		if looked[k] > 0 {
			of += ofWord * words[k] / looked[k]
		}
		largest = max(largest, of*int64(x.blocks[k+1]-x.blocks[k]))
	}
	p := Plan{Positions: n, Blocks: blocks, Time: valuesTake * found}
	p.Memory = x.table.size() + ofPosition*int64(n) + largest
	if p.Memory > x.options.Memory {
		return &TooMuch{Plan: p, Allowed: x.options.Memory}
	}
	if x.options.Planned != nil {
		x.options.Planned(p)
	}
	return nil
}

// valuesTake is how many times as long values take as finding the positions, about.
const valuesTake = 3
