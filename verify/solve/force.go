package solve

import "slices"

// force finds who wins, where nothing is thrown, and in how many turns: from the ends backwards, the positions of one rank after those
// of the one before (retrograde analysis). Who has a move to a position that is lost for the other wins; who has no move but to
// positions that are won for the other loses. The rest is worth one half.
func (b *block) force() {
	n := b.n
	begins := make([]uint32, n+1) // of those from which a position follows
	for i := range uint32(n) {
		for _, f := range b.of(i)[1:] {
			if j := b.inside(f); j != none {
				begins[j+1]++
			}
		}
	}
	for j := range n {
		begins[j+1] += begins[j]
	}
	from := make([]uint32, begins[n]) // twice the position, one more where it is another player's
	at := slices.Clone(begins[:n])
	const lost, won = 0, 1
	byRank := [][]uint32{nil} // twice a position, and one more where it is won; some that are known already
	put := func(i uint32, result uint32, rank uint16) {
		for len(byRank) <= int(rank) {
			byRank = append(byRank, nil)
		}
		byRank[rank] = append(byRank[rank], i<<1|result)
	}
	open := make([]uint32, n) // how many moves are not known to lose
	most := make([]uint16, n) // the highest rank of those that are
	for i := range uint32(n) {
		k := b.from + int(i)
		b.Low[k], b.High[k], b.Rank[k] = One/2, One/2, noRank
		moves := b.of(i)[1:]
		open[i] = uint32(len(moves))
		for _, f := range moves {
			if j := b.inside(f); j != none {
				from[at[j]] = i<<1 | uint32(f&1)
				at[j]++
				continue
			}
			switch low, high := b.worth(f); {
			case low == One:
				put(i, won, above(b.rankOf(f, One)))
			case high == 0:
				most[i] = max(most[i], b.rankOf(f, One))
				open[i]--
			}
		}
		if open[i] == 0 {
			put(i, lost, above(most[i]))
		}
	}
	for rank := 0; rank < min(len(byRank), noRank); rank++ {
		for at := 0; at < len(byRank[rank]); at++ {
			i, result := byRank[rank][at]>>1, byRank[rank][at]&1
			k := b.from + int(i)
			if b.Rank[k] != noRank {
				continue
			}
			b.Low[k], b.High[k], b.Rank[k] = uint64(result)*One, uint64(result)*One, uint16(rank)
			for _, g := range from[begins[i]:begins[i+1]] {
				j := g >> 1
				switch {
				case b.Rank[b.from+int(j)] != noRank:
				case g&1^result == won:
					put(j, won, uint16(rank)+1)
				default:
					most[j] = max(most[j], uint16(rank))
					if open[j]--; open[j] == 0 {
						put(j, lost, above(most[j]))
					}
				}
			}
		}
		byRank[rank] = nil
	}
	for k := b.from; k < b.from+n; k++ {
		if b.Rank[k] == noRank {
			b.Rank[k] = 0
		}
	}
}
