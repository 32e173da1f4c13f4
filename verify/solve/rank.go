package solve

import "math"

// That bounds satisfy what follows from them proves nothing of a game that need not end: who goes in
// circles might promise for ever what he never gets. Endless play is worth one half, so that only more than
// that needs a rank, and only of the player to whom it is promised: of who is to move where the lower bound is above
// one half, of the other where the upper is below. From a position with a rank some throw leads to a lower one, or to where no more
// than one half is promised, whatever the other chooses, and by a choice that is best by lower bound. However the other plays, play then
// ends with certainty, or comes again and again to where one half is enough.

// noRank is the rank of a position that has none yet.
const noRank = math.MaxUint16

// rank ranks all positions; where some have none Rank is nil.
func (x *Solved) rank() {
	x.Rank = make([]uint16, x.Positions())
	for i := range x.Rank {
		if x.Low[i] > One/2 || x.High[i] < One/2 {
			x.Rank[i] = noRank
		}
	}
	for k := range len(x.parts) - 1 {
		part := x.order[x.parts[k]:x.parts[k+1]]
		for moved := true; moved; {
			moved = false
			for _, i := range part {
				if r := x.rankFrom(i); r < x.Rank[i] {
					x.Rank[i], moved = r, true
				}
			}
		}
	}
	for _, r := range x.Rank {
		if r == noRank {
			x.Rank = nil
			return
		}
	}
}

// rankFrom is one more than the rank to which some throw leads.
func (x *Solved) rankFrom(i uint32) uint16 {
	switch {
	case x.Low[i] > One/2:
		return above(x.chosen(i))
	case x.High[i] < One/2:
		return above(x.suffered(i))
	}
	return 0
}

// chosen is the least rank to which some throw leads by a choice than which none has a better lower bound.
func (x *Solved) chosen(i uint32) uint16 {
	least := uint16(noRank)
	x.throws(i, func(_ uint32, among []uint32) {
		best, rank := uint64(0), uint16(noRank)
		for _, f := range among {
			low, _ := x.worth(f)
			r := x.rankOf(f, low)
			if low > best {
				best, rank = low, noRank
			}
			if low == best {
				rank = min(rank, r)
			}
		}
		least = min(least, rank)
	})
	return least
}

// suffered is the least rank to which some throw leads whatever who is to move chooses.
func (x *Solved) suffered(i uint32) uint16 {
	least := uint16(noRank)
	x.throws(i, func(_ uint32, among []uint32) {
		most := uint16(0)
		for _, f := range among {
			_, high := x.worth(f)
			most = max(most, x.rankOf(f, One-high))
		}
		least = min(least, most)
	})
	return least
}

// rankOf is the rank of what follows, where so much is promised there.
func (x *Solved) rankOf(f uint32, promised uint64) uint16 {
	if f >= endWon || promised <= One/2 {
		return 0
	}
	return x.Rank[f>>1]
}

func above(r uint16) uint16 {
	if r >= noRank-1 {
		return noRank
	}
	return r + 1
}
