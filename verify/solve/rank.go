package solve

import "math"

// That bounds satisfy what follows from them proves nothing of a game that need not end: who goes in
// circles might promise for ever what he never gets. A rank proves that play ends. With chance, from every position
// some throw leads downward whatever is chosen: then play ends, whoever chooses what. Without chance one half is
// what endless play is worth, so that only more than it needs a rank to whom it is promised: by some
// move downward for who is to move and has more, by every move where he has less.

// noRank is the rank of a position that has none yet.
const noRank = math.MaxUint16

// rank ranks all positions; where some have none Rank is nil.
func (x *Solved) rank() {
	x.Rank = make([]uint16, x.Positions())
	for i := range x.Rank {
		x.Rank[i] = noRank
	}
	of := x.falling
	if !x.Chance {
		of = x.forced
	}
	for k := range len(x.parts) - 1 {
		part := x.order[x.parts[k]:x.parts[k+1]]
		for moved := true; moved; {
			moved = false
			for _, i := range part {
				if r := of(i); r < x.Rank[i] {
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

// falling is one more than the rank below which some throw leads whatever is chosen.
func (x *Solved) falling(i uint32) uint16 {
	least := uint16(noRank)
	x.throws(i, func(_ uint32, among []uint32) {
		most := uint16(0)
		for _, f := range among {
			most = max(most, x.rankOf(f))
		}
		least = min(least, most)
	})
	return above(least)
}

// forced is one more than the rank to which who has more than half can lead, or must lead who has less; 0 for
// a position worth one half.
func (x *Solved) forced(i uint32) uint16 {
	v := x.Low[i]
	if v == One/2 {
		return 0
	}
	least, most := uint16(noRank), uint16(0)
	x.throws(i, func(_ uint32, among []uint32) {
		for _, f := range among {
			r := x.rankOf(f)
			most = max(most, r)
			if low, _ := x.worth(f); low >= v {
				least = min(least, r)
			}
		}
	})
	if v > One/2 {
		return above(least)
	}
	return above(most)
}

func (x *Solved) rankOf(f uint32) uint16 {
	if f >= endWon {
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
