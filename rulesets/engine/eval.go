package engine

import (
	"encoding/binary"
	"math/bits"

	"github.com/lectio/lectio/rulesets/board/place"
)

// Conditions and expressions are evaluated as they stand, seen by the player in view
// and for the move under consideration: Holds for truth values, Number for numbers and
// places, Set for sets of places and of lines.

// View turns to the state, seen by player q, with no move under consideration.
func (in *Interpreter) View(s *State, q int) {
	in.s, in.me, in.mover, in.opp, in.move = s, q, q, -1, noMove
	in.views++
}

// is reports whether a condition holds; none always does.
func (in *Interpreter) is(n *Node) bool { return n == nil || in.Holds(n) }

// known is what is kept of a node, and whether it still stands. The first time, for each
// player in view and opponent bound, it makes room.
func (in *Interpreter) known(n *Node) (k *kept, stands bool) {
	of := &in.kept[in.me*(len(in.p.Players)+1)+in.opp+1]
	if *of == nil {
		*of = make([]kept, in.p.keeps)
	}
	k = &(*of)[n.kept]
	return k, k.views == in.views && (!n.ofMove || k.move == in.move)
}

// Holds evaluates a node that yields a truth value.
func (in *Interpreter) Holds(n *Node) bool {
	if n.bare != nil {
		return in.Number(n) != 0
	}
	switch n.Op {
	case BLit:
		return n.N != 0
	case BAnd:
		return in.Holds(n.Kids[0]) && in.Holds(n.Kids[1])
	case BOr:
		return in.Holds(n.Kids[0]) || in.Holds(n.Kids[1])
	case BNot:
		return !in.Holds(n.Kids[0])
	case BCompare:
		return n.Cmp.Holds(in.Number(n.Kids[0]), in.Number(n.Kids[1]))
	case BIn:
		f := in.Number(n.Kids[0])
		return f >= 0 && f < in.p.Places && in.has(n.Kids[1], f)
	case BSub:
		return in.Set(n.Kids[0]).In(in.Set(n.Kids[1]))
	case BSetEqual:
		return in.Set(n.Kids[0]) == in.Set(n.Kids[1])
	case BDouble:
		t := in.s.LastThrow()
		return t >= 0 && in.p.Throws[t].Double
	case BMark:
		return in.p.Bears(int(in.move.Class), n.N)
	case BSome, BEvery:
		return in.quantify(n)
	case BCompletable:
		return in.completable()
	case BFollows:
		return in.follows(in.Number(n.Kids[0]))
	case BSparing:
		return in.move.Sparing
	case BAfter:
		return in.afterwards(n.Kids[0]) != 0
	case BCan:
		return in.can(n.Kids[0])
	}
	return in.Number(n) != 0 // if … then … else of truth values
}

// quantify evaluates some and every: the kid with each opponent in view in turn.
func (in *Interpreter) quantify(n *Node) bool {
	some := n.Op == BSome
	settled := false
	in.AgainstEach(func() bool {
		settled = in.Holds(n.Kids[0]) == some
		return !settled
	})
	return settled == some
}

// AgainstEach calls f with each opponent in view in turn, as some and every do, until it
// returns false.
func (in *Interpreter) AgainstEach(f func() bool) {
	defer func(opp int) { in.opp = opp }(in.opp)
	for q := range in.p.Players {
		if in.opp = q; in.p.Team[q] != in.p.Team[in.me] && !f() {
			return
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Number evaluates a node that yields a number, a place or a truth value.
func (in *Interpreter) Number(n *Node) int {
	if n.bare != nil {
		k, stands := in.known(n)
		if !stands {
			k.n = in.Number(n.bare)
			k.views, k.move = in.views, in.move
		}
		return k.n
	}
	switch n.Op {
	case NLit:
		return n.N
	case NCountAt:
		return in.CountAt(Whose(n.N), in.Number(n.Kids[0]))
	case NCount:
		return in.Set(n.Kids[0]).Count()
	case NSum:
		return in.sum(in.Set(n.Kids[0]))
	case NIf:
		if in.Holds(n.Kids[0]) {
			return in.Number(n.Kids[1])
		}
		return in.Number(n.Kids[2])
	case NTheir:
		sum := 0
		in.eachOpponent(func() { sum += in.Number(n.Kids[0]) })
		return sum
	case NAdd, NSub, NMul, NDiv, NMin, NMax:
		return arithmetic(n.Op, in.Number(n.Kids[0]), in.Number(n.Kids[1]))
	case NNeg:
		return -in.Number(n.Kids[0])
	case NFrom, NTo, NOver, NFirst, NLast, NDistance, NNumber:
		return in.place(n)
	case NHigh, NLow, NValue:
		return in.thrown(n.Op)
	}
	if n.Op >= BLit {
		return b2i(in.Holds(n))
	}
	return in.standing(n)
}

// arithmetic is an operation on two numbers. Division rounds down, and by 0 it gives 0.
func arithmetic(op Op, a, b int) int {
	switch op {
	case NAdd:
		return a + b
	case NSub:
		return a - b
	case NMul:
		return a * b
	case NMin:
		return min(a, b)
	case NMax:
		return max(a, b)
	}
	if b == 0 {
		return 0
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// place evaluates what yields a place, or is asked of one.
func (in *Interpreter) place(n *Node) int {
	p := in.p
	switch n.Op {
	case NFrom:
		return in.mapped(int(in.move.From))
	case NTo:
		return in.mapped(int(in.move.To))
	case NOver:
		return in.mapped(int(in.move.Over))
	case NFirst:
		return in.Set(n.Kids[0]).First()
	case NLast:
		return in.Set(n.Kids[0]).Last()
	}
	f := in.Number(n.Kids[0])
	switch {
	case f >= p.Places:
		return 0 // a store has no number, and nothing leaves the track from it
	case n.Op == NNumber:
		return f + 1
	case f < 0:
		return 0
	}
	return p.Distance[f]
}

// mapped gives a place of the mover as the player in view names it.
func (in *Interpreter) mapped(f int) int {
	if in.me == in.mover || f < 0 || f >= in.p.Places {
		return f
	}
	return in.p.FirstAcross(in.mover, in.me, f)
}

// thrown evaluates what is asked of the throw; before any it is 0.
func (in *Interpreter) thrown(op Op) int {
	t := in.s.LastThrow()
	if t < 0 {
		return 0
	}
	switch th := &in.p.Throws[t]; op {
	case NHigh:
		return th.High
	case NLow:
		return th.Low
	default:
		return th.Value
	}
}

// standing evaluates what is asked of how the game stands and of the turn.
func (in *Interpreter) standing(n *Node) int {
	p, s := in.p, in.s
	switch n.Op {
	case NVar:
		return s.num(p, n.N, in.me)
	case NStore:
		return s.InStore(p, in.me, n.N)
	case NBoard:
		return s.onBoard(p, in.me)
	case NMen:
		return p.men[in.me]
	case NPart:
		return p.Parts[in.move.Part].Number
	case NPartID:
		return int(in.move.Part)
	case NAct:
		return int(in.move.Act)
	case NPartsLeft:
		return s.partsLeft()
	case NPartsPlayed:
		return int(s.b[hPlayed])
	case NOccurrences:
		return in.occurrences()
	case NScored:
		return in.scored[in.me]
	case NScore:
		return s.Score(p, in.me)
	case NPlayer:
		return in.me
	case NStage:
		return int(s.b[hStage])
	case NAfter:
		return in.afterwards(n.Kids[0])
	case NThat:
		return in.those[n.N]
	case NCourse:
		return in.happened(n.N)
	}
	panic("engine: a set where a number is due") // a defect of the compiler, not of its input
}

// eachOpponent calls f with the view turned to each opponent (or to the one
// that some or every has bound) and turns it back.
func (in *Interpreter) eachOpponent(f func()) {
	me, opp := in.me, in.opp
	for q, team := range in.p.Team {
		if opp >= 0 && q != opp || team == in.p.Team[me] {
			continue
		}
		in.me, in.opp = q, -1
		f()
	}
	in.me, in.opp = me, opp
}

// CountAt counts men of kind w at a place of the player in view.
func (in *Interpreter) CountAt(w Whose, f int) int {
	if f < 0 || f >= in.p.Places {
		return 0
	}
	if w == Own {
		return in.s.MenAt(in.p, in.me, f)
	}
	c := 0
	for q := range in.p.Owners() {
		if in.counts(w, q) {
			for _, g := range in.p.Across(in.me, q, f) {
				c += in.s.MenAt(in.p, q, int(g))
			}
		}
	}
	return c
}

// sum is how many men there are on the places of a set.
func (in *Interpreter) sum(set place.Set) (men int) {
	for f := set.First(); f >= 0; f = set.From(f + 1) {
		men += in.CountAt(Anyone, f)
	}
	return men
}

// eachMan calls f with every place, as the player in view names it, where men of some
// classes stand that w counts, and with how many: it can be called twice with one place.
func (in *Interpreter) eachMan(w Whose, of func(class int) bool, f func(place, n int)) {
	p := in.p
	for q := range p.Owners() {
		if !in.counts(w, q) {
			continue
		}
		for class := range p.classes {
			if !of(class) {
				continue
			}
			row := in.s.ofClass(p, q, class)
			for g := held(row, 0); g >= 0; g = held(row, g+1) {
				if w == Own {
					f(g, int(row[g]))
					continue
				}
				for _, at := range p.Across(q, in.me, g) {
					f(int(at), int(row[g]))
				}
			}
		}
	}
}

// held returns the first place from g on where a row of men has one, or -1.
func held(row []uint8, g int) int {
	for ; g+8 <= len(row); g += 8 { // most of a board is empty
		if men := binary.LittleEndian.Uint64(row[g:]); men != 0 {
			return g + bits.TrailingZeros64(men)/8
		}
	}
	for ; g < len(row); g++ {
		if row[g] != 0 {
			return g
		}
	}
	return -1
}

// where returns the places at which the men of kind w compare with k: what CountAt says
// of each, with the men counted once.
func (in *Interpreter) where(w Whose, c Comparison, k int) (out place.Set) {
	men := in.men // nobody is counted anywhere yet
	var manned place.Set
	in.eachMan(w, func(int) bool { return true }, func(at, n int) {
		men[at] += n
		manned.Add(at)
	})
	if c.Holds(0, k) {
		out = in.p.all.Minus(manned)
	}
	for f := manned.First(); f >= 0; f = manned.From(f + 1) {
		if c.Holds(men[f], k) {
			out.Add(f)
		}
		men[f] = 0
	}
	return out
}

// counts reports whether the men of an owner are of the kind w.
func (in *Interpreter) counts(w Whose, q int) bool {
	if w == Nobodys || q == in.p.Nobody() {
		return q == in.p.Nobody() && (w == Nobodys || w == Anyone)
	}
	same := in.p.Team[q] == in.p.Team[in.me]
	switch w {
	case Own, OwnAnyLap:
		return q == in.me
	case Enemy:
		return !same && (in.opp < 0 || q == in.opp)
	case Allied:
		return same && q != in.me
	}
	return true
}

// Set evaluates a node that yields a set of places or of lines. One that is the same for
// all moves is found once, as long as the view stays: it is asked of every move.
func (in *Interpreter) Set(n *Node) place.Set {
	if n.bare != nil {
		k, stands := in.known(n)
		if !stands {
			k.set = in.Set(n.bare)
			k.views, k.move = in.views, in.move
		}
		return k.set
	}
	p := in.p
	switch n.Op {
	case SLit:
		return n.Lit
	case SByPlayer:
		return n.By[in.me]
	case SVar:
		return in.s.setVar(p, n.N, in.me)
	case SAnd:
		return in.Set(n.Kids[0]).And(in.Set(n.Kids[1]))
	case SOr:
		return in.Set(n.Kids[0]).Or(in.Set(n.Kids[1]))
	case SNot:
		return p.Universe(n).Minus(in.Set(n.Kids[0]))
	case SIf:
		if in.Holds(n.Kids[0]) {
			return in.Set(n.Kids[1])
		}
		return in.Set(n.Kids[2])
	case SCompare:
		return in.where(Whose(n.N), n.Cmp, in.Number(n.Kids[0]))
	case SMarked, SUnmarked, SKind, SParts, SPassed, STheir:
		return in.found(n)
	case SRange, SPlace, SNumber, SNear, SAhead, SBehind, SLandings:
		return in.around(n)
	case SRun, SCrowd, SEdge:
		return in.rows(n)
	case SRay, SMet, SBetween, SBeyond:
		return in.rays(n)
	case SShift:
		return p.Shifted(in.me, in.Set(n.Kids[0]), n.Steps, place.Direction(n.N))
	case SReach:
		return p.Joined(in.me, in.Set(n.Kids[0]), in.Set(n.Kids[1]))
	case SThose:
		return in.thoseWhere(n)
	case SNearSet:
		return p.Beside(in.me, in.Set(n.Kids[0]))
	}
	return in.lines(n)
}

// thoseWhere are the places of a set of which a condition holds.
func (in *Interpreter) thoseWhere(n *Node) (out place.Set) {
	for len(in.those) <= n.N {
		in.those = append(in.those, -1)
	}
	for _, f := range in.Set(n.Kids[0]).Places() {
		if in.those[n.N] = f; in.Holds(n.Kids[1]) {
			out.Add(f)
		}
	}
	return out
}

// has reports whether a set of places holds one of the board, and works out no more of the
// set than that asks for.
func (in *Interpreter) has(n *Node, f int) bool {
	if n.bare != nil {
		if k, stands := in.known(n); stands {
			return k.set.Has(f)
		}
	}
	switch n.Op {
	case SAnd:
		return in.has(n.Kids[0], f) && in.has(n.Kids[1], f)
	case SOr:
		return in.has(n.Kids[0], f) || in.has(n.Kids[1], f)
	case SNot:
		return !in.has(n.Kids[0], f)
	case SIf:
		if in.Holds(n.Kids[0]) {
			return in.has(n.Kids[1], f)
		}
		return in.has(n.Kids[2], f)
	}
	s := in.Set(n)
	return s.Has(f)
}

// found evaluates sets that have to be looked for: where men stand, what is to be
// played, what the move passes over, what others see.
func (in *Interpreter) found(n *Node) (out place.Set) {
	p, s := in.p, in.s
	switch n.Op {
	case SMarked, SUnmarked:
		in.eachMan(Own, func(class int) bool { return p.Bears(class, n.N) == (n.Op == SMarked) }, func(f, _ int) { out.Add(f) })
	case SKind:
		kind := in.Number(n.Kids[0])
		in.eachMan(Whose(n.N), func(class int) bool { return p.KindOf(class) == kind }, func(f, _ int) { out.Add(f) })
	case SParts:
		for _, part := range s.left() {
			if pt := &p.Parts[part&^OptionalPart]; pt.IsNumber && pt.Number >= 1 && pt.Number <= p.Places {
				out.Add(pt.Number - 1)
			}
		}
	case SPassed:
		if in.move.Act == Sow {
			in.sow(&in.move, func(f int) { out.Add(f) })
			return out
		}
		if w := in.move.Way; w > 0 {
			return p.Ahead(int(in.move.From), p.Parts[in.move.Part].Number)[w-1].Passed
		}
	case STheir:
		me := in.me
		in.eachOpponent(func() { out = out.Or(p.Seen(in.me, me, in.Set(n.Kids[0]))) })
	}
	return out
}

// around evaluates the places that a number or a place leads to.
func (in *Interpreter) around(n *Node) (out place.Set) {
	p, f := in.p, in.Number(n.Kids[0])
	switch n.Op {
	case SRange:
		for g, last := max(f, 1), min(in.Number(n.Kids[1]), p.Places); g <= last; g++ {
			out.Add(g - 1)
		}
		return out
	case SNumber:
		f--
	}
	if f < 0 || f >= p.Places {
		return out
	}
	switch n.Op {
	case SPlace, SNumber:
		out.Add(f)
	case SNear:
		return p.Near[in.me][f]
	case SBehind:
		return p.Behind(f, in.Number(n.Kids[1]))
	case SAhead:
		return p.InFront(f, in.Number(n.Kids[1]))
	case SLandings:
		return p.Landings(in.me, f, in.Set(n.Kids[1]), in.Set(n.Kids[2]))
	}
	return out
}

// rows finds the unbroken rows of a set, along a track that is a plain row, and
// returns those that are long or crowded enough, or the edges of all.
func (in *Interpreter) rows(n *Node) (out place.Set) {
	t, least := in.Set(n.Kids[0]), 0
	if n.Op != SEdge {
		least = in.Number(n.Kids[1])
	}
	for first := t.First(); first >= 0; {
		last, men := t.RowFrom(first), 0
		for f := first; f <= last && n.Op == SCrowd; f++ {
			men += in.CountAt(Anyone, f)
		}
		switch {
		case n.Op == SEdge:
			out.Add(first)
			out.Add(last)
		case n.Op == SRun && last-first+1 >= least, n.Op == SCrowd && men >= least:
			for f := first; f <= last; f++ {
				out.Add(f)
			}
		}
		first = t.From(last + 1)
	}
	return out
}

// onRay says what of a ray the operations on rays take.
var onRay = map[Op]func(ray []int, set place.Set) []int{
	SRay: place.Reached, SMet: place.Met, SBetween: place.Before, SBeyond: place.Beyond,
}

// rays evaluates what lies on the straight ways from a place, or from any place of a set.
func (in *Interpreter) rays(n *Node) (out place.Set) {
	var begin place.Set
	if n.Op == SRay || n.Op == SMet {
		begin = in.Set(n.Kids[0])
	} else if f := in.Number(n.Kids[0]); f >= 0 && f < in.p.Places {
		begin = place.SetOf(f)
	}
	set, of := in.Set(n.Kids[1]), onRay[n.Op]
	for f := begin.First(); f >= 0; f = begin.From(f + 1) {
		for _, ray := range in.p.RaysFrom(in.me, f, place.Direction(n.N)) {
			for _, g := range of(ray, set) {
				out.Add(g)
			}
		}
	}
	return out
}

// lines evaluates sets of lines, and the places that lie on lines.
func (in *Interpreter) lines(n *Node) (out place.Set) {
	switch n.Op {
	case LTheir:
		in.eachOpponent(func() { out = out.Or(in.Set(n.Kids[0])) })
		return out
	case SPoints:
		return in.p.OnLines(in.me, in.Set(n.Kids[0]))
	case LMills:
		return in.p.Mills(in.me, -1, in.Set(n.Kids[0]))
	case LMillsAt:
		within, f := in.Set(n.Kids[0]), in.Number(n.Kids[1])
		if f < 0 || f >= in.p.Places {
			return out
		}
		return in.p.Mills(in.me, f, within)
	}
	panic("engine: a number where a set is due") // a defect of the compiler, not of its input
}
