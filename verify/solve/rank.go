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

// rankAll ranks the positions of a component: each as soon as some throw leads where it has to.
func (d *drawing) rankAll(from, to int) {
	var left []uint32
	for k := from; k < to; k++ {
		d.rank[k] = 0
		if d.v[2*k] > One/2 || d.v[2*k+1] > One/2 {
			d.rank[k] = noRank
			left = append(left, uint32(k))
		}
	}
	for before := -1; len(left) != before; {
		before = len(left)
		rest := left[:0]
		for _, k := range left {
			if d.v[2*k] > One/2 {
				d.rank[k] = above(d.chosen(k))
			} else {
				d.rank[k] = above(d.suffered(k))
			}
			if d.rank[k] == noRank {
				rest = append(rest, k)
			}
		}
		left = rest
	}
}

// chosen is the least rank to which some throw leads by a choice than which none has a better lower bound.
func (d *drawing) chosen(k uint32) uint16 {
	least := uint16(noRank)
	for _, among := range d.following(k).Throws() {
		best, rank := uint64(0), uint16(noRank)
		for _, f := range among {
			low := d.v[f]
			if low > best {
				best, rank = low, noRank
			}
			switch {
			case low < best:
			case low <= One/2:
				rank = 0
			case int(f>>1) < d.n:
				rank = min(rank, d.rank[f>>1])
			default:
				rank = min(rank, d.behind[int(f>>1)-d.n].chosen)
			}
		}
		least = min(least, rank)
	}
	return least
}

// suffered is the least rank to which some throw leads whatever who is to move chooses.
func (d *drawing) suffered(k uint32) uint16 {
	least := uint16(noRank)
	for _, among := range d.following(k).Throws() {
		most := uint16(0)
		for _, f := range among {
			switch {
			case int(f>>1) >= d.n:
				most = max(most, d.behind[int(f>>1)-d.n].suffered)
			case d.v[f^1] > One/2:
				most = max(most, d.rank[f>>1])
			}
		}
		least = min(least, most)
	}
	return least
}

// rankOf is the rank of what follows, where so much is promised there.
func (x *Solved) rankOf(f Next, promised uint64) uint16 {
	if f.Over() || promised <= One/2 {
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
