package engine

import "math/bits"

// Which move a random game makes depends on how many there are, and hardly ever on what
// they are. Where nothing is asked of each, they are kept as fans and counted, and only
// the one that is drawn is written out.

// fan is moves by one rule that differ only in where they lead; there is one at least.
type fan struct {
	rule      *Allow
	from, men int
	to        Set
	count     int
}

// mayFan reports whether the moves of a decision with so many parts may be kept as fans:
// one part is to be played and may not be left, no requirement chooses among them, and they
// come in the defined order.
func (in *Interpreter) mayFan(s *State, parts int) bool {
	p := in.p
	return in.playing && parts == 1 && s.b[hLeft]&optional == 0 &&
		p.ranked && p.classes == 1 && len(p.Requires) == 0 && len(p.rulesOf(s).stops) == 0
}

// fanSteps keeps the steps of the men on the places of origin as fans.
func (in *Interpreter) fanSteps(a *Allow, origin Set) {
	near, places := in.p.Near[in.me], in.p.listed[in.me]
	for i := origin.First(); i >= 0; i = origin.from(i + 1) {
		f := places[i]
		to := in.room.And(near[f])
		if n := to.Count(); n > 0 {
			in.fans = append(in.fans, fan{a, f, 1, to, n})
			in.fanned += n
		}
	}
}

// spread appends the candidates that lead to the places of to, or keeps them as a fan.
func (in *Interpreter) spread(a *Allow, to Set, buf []Move) []Move {
	if in.fanning && in.unasked(a) {
		if n := to.Count(); n > 0 {
			in.fans = append(in.fans, fan{a, in.from, in.men, to, n})
			in.fanned += n
		}
		return buf
	}
	places := in.p.listed[in.me]
	to = in.p.inOrder(in.me, to)
	for i := to.First(); i >= 0; i = to.from(i + 1) {
		in.to = places[i]
		buf = in.consider(a, buf)
	}
	return buf
}

// unfold appends the moves that have been kept as fans, unless these are all there are
// and of one rule: only then are the fans in the defined order.
func (in *Interpreter) unfold(buf []Move, others bool) []Move {
	for i := range in.fans {
		others = others || in.fans[i].rule != in.fans[0].rule || len(in.fans[i].rule.Stores) > 1
	}
	if !others {
		return buf
	}
	in.fanning, in.fanned = false, 0
	in.over, in.class, in.way = -1, 0, 0
	in.watched, in.closed = in.watched[:0], Set{} // nothing is asked of what was kept
	for _, f := range in.fans {
		in.from, in.men = f.from, f.men
		buf = in.spread(f.rule, f.to, buf)
	}
	return buf
}

// nth writes out move k of the fans.
func (in *Interpreter) nth(s *State, k int) Move {
	f := in.fans
	for ; k >= f[0].count; f = f[1:] {
		k -= f[0].count
	}
	q := int(s.b[hTo])
	to := in.p.inOrder(q, f[0].to)
	i := to.First()
	for ; k > 0; k-- {
		i = to.from(i + 1)
	}
	m := f[0].rule.move
	m.Part, m.From, m.To, m.Men = s.b[hLeft], int16(f[0].from), int16(in.p.listed[q][i]), uint8(f[0].men)
	return m
}

// inOrder gives places of player q as they stand in the defined order: i for
// p.listed[q][i].
func (p *Program) inOrder(q int, t Set) Set {
	if p.listing[q] == nil {
		return t
	}
	return Set{lo: permute(t.lo, p.listing[q])}
}

// permute moves each bit i to where[i].
func permute(x uint64, where []uint8) (y uint64) {
	for ; x != 0; x &= x - 1 {
		y |= 1 << where[bits.TrailingZeros64(x)]
	}
	return y
}
