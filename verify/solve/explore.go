package solve

import (
	"context"
	"errors"
	"time"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
)

// Positions are gone through round by round: of those found and not yet gone through, workers take a few at a time
// and look up what follows from them; then, one after the other, what was not found is entered. So the numbers of positions do
// not hang on how many work, or how fast.

// worthCode is how long the interpreter goes through positions before code is generated.
const worthCode = 15 * time.Millisecond

// keepEvery is how long positions found are not kept.
var keepEvery = time.Minute

// Explore finds all positions that can be reached from the first.
func Explore(ctx context.Context, p *engine.Program, o Options) (*Graph, error) {
	if err := Refuses(p); err != nil {
		return nil, err
	}
	begun := time.Now()
	g := empty(p, o.From)
	g.options = o.filled()
	s := p.NewState()
	if g.State(0, s); s.Status() == engine.Over {
		return nil, &Refused{Why: "it is over before anybody has moved"}
	}
	x := &exploring{team: team{Graph: g}, keep: new(lists), round: 1}
	defer x.close(ctx)
	if o.Means == play.Generated || o.Folder != "" {
		x.generate(ctx)
	}
	all, err := false, error(nil)
	if o.Folder != "" {
		if all, err = x.open(); err != nil {
			return nil, err
		}
	}
	if !all {
		if err := x.all(ctx); err != nil {
			return nil, err
		}
		if x.keep != nil {
			g.lists, g.blocks, g.folder = x.keep, []int{0, g.Positions()}, nil // it is no long work
			return g, nil
		}
		if err := x.stratify(ctx); err != nil {
			return nil, err
		}
		if err := x.keepPositions(true); err != nil {
			return nil, err
		}
	}
	return g, x.plan(ctx, time.Since(begun))
}

// exploring goes through positions.
type exploring struct {
	team
	done  int
	round int    // so many positions are gone through before what was found is entered
	keep  *lists // what follows, as long as there is room for it

	looked bool // for symmetries
}

// metInRound is about how many positions are met in a round: one throw of some games leads to hundreds, and all
// of a round wait to be entered.
const metInRound = 1 << 20

// all goes through all positions.
func (x *exploring) all(ctx context.Context) error {
	begun := time.Now()
	for x.done < x.Positions() {
		if err := ctx.Err(); err != nil {
			return errors.Join(err, x.keepPositions(true))
		}
		x.options.Progress(x.done, x.Positions())
		if x.module == nil && x.options.Means == play.Whichever && time.Since(begun) > worthCode {
			x.generate(ctx)
		}
		to := min(x.Positions(), x.done+x.round)
		parts, err := x.work(ctx, x.done, to)
		switch missing := x.missing(); {
		case errors.Is(err, wasm.ErrBeyond) && x.folder != nil:
			return &Refused{Why: "some position is not for generated code, and what the interpreter finds is not kept in a folder"}
		case errors.Is(err, wasm.ErrBeyond):
			x.interpret(ctx)
		case err != nil && ctx.Err() != nil: // the round is begun again, unless nobody waits for it
		case err != nil:
			return err
		case missing != nil:
			x.repack(x.pack.wider(missing))
		default:
			x.done, x.round = to, nextRound(to-x.done, parts)
			if err := x.enter(parts); err != nil {
				return err
			}
			if err := x.keepPositions(false); err != nil {
				return err
			}
		}
	}
	return nil
}

// nextRound is how many positions the next round is of, after one of so many.
func nextRound(last int, parts []*unfolded) int {
	met := 1
	for _, part := range parts {
		met += len(part.nums)
	}
	return max(1, min(many, last*metInRound/met))
}

// enter enters what was found of positions.
func (x *exploring) enter(parts []*unfolded) error {
	t := x.table
	for _, part := range parts {
		for k, i := range part.nums {
			if i == none {
				part.nums[k] = t.add(part.keys[k*t.words : (k+1)*t.words])
			}
		}
		x.Chance = x.Chance || part.chance
		if x.keep != nil {
			part.done = part.settled(part.done[:0])
			x.keep.add(part.done)
		}
	}
	if t.len() > mirrorBeyond && x.mirror() {
		return nil
	}
	if t.len() > x.options.Positions {
		return &TooLarge{x.options.Positions}
	}
	if size := t.size() + int64(ofPosition*t.len()); size > x.options.Memory {
		return &TooMuch{Plan: Plan{Positions: t.len(), Memory: size}, Allowed: x.options.Memory, finding: true}
	}
	if x.keep != nil && x.keep.size() > x.options.Memory/keptShare {
		x.keep = nil
	}
	return nil
}

// mirrorBeyond is how many positions are found before of those that mirror each other one alone is kept.
var mirrorBeyond = 1 << 20

// mirror begins anew if there are positions that mirror each other, to keep one of them; false where there are none, or they have to be
// kept apart.
func (x *exploring) mirror() bool {
	if x.looked || x.options.Apart {
		return false
	}
	x.looked = true
	if x.mirrors = x.mirrored(); x.mirrors == nil {
		return false
	}
	x.pack = newPacking(x.pack.image, x.pack.first)
	x.table = newTable(x.pack.words, 0)
	key, _ := x.pack.pack(nil, x.pack.first, nil)
	x.table.add(key)
	x.done, x.round = 0, 1
	if x.folder == nil {
		x.keep = new(lists)
	}
	return true
}

// keptShare is the part of the memory that what follows may take while positions are being found.
var keptShare int64 = 4
