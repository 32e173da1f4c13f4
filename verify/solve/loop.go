package solve

import "context"

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
func (x *Solved) settle(ctx context.Context, part []uint32) error {
	for {
		if err := x.draw(ctx, part); err != nil {
			return err
		}
		if !x.apart(part) || !x.keep(part) {
			return nil
		}
	}
}

// apart reports whether bounds in a component are not near.
func (x *Solved) apart(part []uint32) bool {
	for _, i := range part {
		if x.High[i]-x.Low[i] > Near {
			return true
		}
	}
	return false
}

// keep raises lower bounds, and lowers upper ones, to what a player can keep, and reports whether any moved.
// It begins with all that may be kept, and takes from that what cannot.
func (x *Solved) keep(part []uint32) (moved bool) {
	type bounds struct{ low, high uint64 }
	proved := make([]bounds, len(part))
	for k, i := range part {
		b := bounds{x.Low[i], x.High[i]}
		proved[k] = b
		x.Low[i], x.High[i] = max(b.low, min(One/2, b.high)), min(b.high, max(One/2, b.low))
	}
	for again := true; again; {
		again = false
		for k, i := range part {
			low, high := x.sure(i)
			low, high = max(proved[k].low, min(x.Low[i], low)), min(proved[k].high, max(x.High[i], high))
			again = again || low != x.Low[i] || high != x.High[i]
			x.Low[i], x.High[i] = low, high
		}
	}
	for k, i := range part {
		moved = moved || proved[k] != bounds{x.Low[i], x.High[i]}
	}
	return moved
}

// sure are the bounds of a position that hold after whatever throw.
func (x *Solved) sure(i uint32) (low, high uint64) {
	low = One
	x.throws(i, func(_ uint32, among []uint32) {
		bestLow := uint64(0)
		for _, f := range among {
			l, h := x.worth(f)
			bestLow, high = max(bestLow, l), max(high, h)
		}
		low = min(low, bestLow)
	})
	return low, high
}
