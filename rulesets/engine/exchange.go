package engine

import "slices"

// Exchangeable reports whether the rules are the same for all players, each of whom sees the
// board by his own numbers of places: the same men set out, the same ways and lines, the same
// words said of each. It is a proof and no resemblance, unlike [Program.Sides]: what is known of
// a position from one player's view then holds of the exchanged position from the other's. Who
// begins may have one man more in store to set down, as in games of placing in turn, where no rule asks
// how many men a player has in all.
func (p *Program) Exchangeable() bool {
	if p.Nobodys {
		return false // men of nobody stay where they are
	}
	var first uint64
	for q := range p.Players {
		if x := p.seenBy(q); q == 0 {
			first = x
		} else if x != first {
			return false
		}
	}
	return true
}

// seenBy is a number for all that a player sees of the rules by his own numbers of places.
func (p *Program) seenBy(q int) uint64 {
	n := len(p.Players)
	s := side{p: p, q: q, colours: make([]uint64, p.Places)}
	for f := range s.colours {
		s.colours[f] = mixed(uint64(f), 1)
	}
	counted := false // whether the rules ask how many men a player has in all
	p.EachExpression(func(n *Node) { counted = counted || n.asks(NMen) })
	var men []uint64
	for _, it := range p.Setup {
		count := it.Count
		if !counted && it.Player == p.First && it.Place >= p.Places && p.oneMore(it) {
			count--
		}
		men = append(men, mixed(uint64((it.Player-q+n)%n), uint64(it.Place), uint64(it.Class), uint64(count)))
	}
	slices.Sort(men)
	rules := unordered(s.rules())
	list := append([]uint64{mixed(men...), rules}, s.refined(s.ways)...)
	for d := range n { // who sits how, and where the others' places lie to one's own
		r := (q + d) % n
		list = append(list, flag(p.Team[r] == p.Team[q]))
		for f := range p.Places {
			for _, a := range p.Across(q, r, f) {
				list = append(list, mixed(uint64(f), uint64(a)))
			}
		}
	}
	return mixed(list...)
}
