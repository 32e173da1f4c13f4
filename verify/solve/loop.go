package solve

import (
	"context"
	"slices"
)

// Where both sides can put off the end for ever, bounds that start at 0 and 1 stop short of each other: each is right for some
// worth of endless play, and endless play is worth one half. Then a player may have more than his lower bound says by not
// letting the game end. What he can keep with certainty, throw by throw and whatever the other does, so that play stays for ever among
// positions where he keeps it or leaves them for such as are worth it, he has; but no more than one half of it.
//
// Lower bounds that neither single steps nor keeping raise any more are the value: among the positions where they
// fall short of it by most, take those worth most. There the game is worth one half at most, since it need not end there; by an
// optimal choice and any throw play stays among them; and who leaves them, if it is the other, leads to where the
// bound is higher than he need allow. So keeping would raise the bound. (For payoffs of 0 and 1 the matter is treated by Eisentraut,
// Kelmendi, Křetínský and Weininger, "Value iteration for simple stochastic games: stopping criterion and learning
// algorithm", 2022, who find the sets to be kept as end components.)

// settle draws the bounds of a component together, by steps and, where these leave them apart, by what can be kept.
func (d *drawing) settle(ctx context.Context, from, to int) error {
	for {
		if err := d.draw(ctx, from, to); err != nil {
			return err
		}
		if !d.apart(from, to) || !d.keep(from, to) {
			return nil
		}
	}
}

// apart reports whether bounds in a component are not near.
func (d *drawing) apart(from, to int) bool {
	for k := from; k < to; k++ {
		if One-d.v[2*k+1]-d.v[2*k] > Near {
			return true
		}
	}
	return false
}

// keep raises the bounds to what a player can keep, and reports whether any moved. It begins with all that may be kept, and takes from
// that what cannot.
func (d *drawing) keep(from, to int) (moved bool) {
	v := d.v[2*from : 2*to]
	proved := slices.Clone(v)
	for k, p := range proved {
		v[k] = max(p, min(One/2, One-proved[k^1]))
	}
	for again := true; again; {
		again = false
		for k := from; k < to; k++ {
			low, not := d.sure(uint32(k))
			at := 2 * (k - from)
			low, not = max(proved[at], min(v[at], low)), max(proved[at+1], min(v[at+1], not))
			again = again || low != v[at] || not != v[at+1]
			v[at], v[at+1] = low, not
		}
	}
	return !slices.Equal(proved, v)
}

// sure are the bounds of a position that hold after whatever throw.
func (d *drawing) sure(k uint32) (low, not uint64) {
	low, not = One, One
	for _, among := range d.following(k).Throws() {
		best := uint64(0)
		for _, f := range among {
			best, not = max(best, d.v[f]), min(not, d.v[f^1])
		}
		low = min(low, best)
	}
	return low, not
}
