package engine

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Op is the operation of a Node. The prefix gives the type of what it yields:
// N a number (or a place, which is its index, -1 for none), S a set of places,
// L a set of lines, B a truth value (0 or 1).
type Op uint8

// Operations. Kids are named a, b, c in order; n is the node's number.
const (
	_ Op = iota // no operation: the zero node is a mistake

	// numbers
	NLit         // n
	NVar         // variable n, of the player in view
	NStore       // men of the player in view in store n
	NBoard       // men of the player in view on the board
	NMen         // men the player in view has in all
	NCountAt     // men of kind n at place a
	NCount       // how many places (or lines) set a holds
	NPart        // the number of the part being played
	NPartsLeft   // parts of this throw still to be played
	NPartsPlayed // parts of this throw already played
	NHigh        // the highest die of the throw
	NLow         // the lowest die of the throw
	NValue       // the throw as one number: the sum of the dice, or the sides counted
	NThrow       // the throw's index in Program.Throws
	NDistance    // steps from place a to the end of the track, leaving it included
	NNumber      // the number of place a on its track, from 1
	NAdd         // a + b
	NSub         // a - b
	NMul         // a * b
	NDiv         // a / b, rounded down; 0 when b is 0
	NNeg         // -a
	NMin         // the lesser of a, b
	NMax         // the greater of a, b
	NIf          // a ? b : c
	NOccurrences // how often this position has stood since the last irreversible move
	NScored      // points scored at this moment, in units of 1/Denominator
	NScore       // the player's score, in units of 1/Denominator
	NPlayer      // the player in view
	NStage       // the stage of the turn
	NPartID      // the part being played, as index into Program.Parts
	NAct         // the act of the move considered
	NTheir       // a, seen by the opponent (summed over several)
	NFrom        // place (or store) moved from
	NTo          // place (or store) moved to
	NOver        // place leapt over
	NActive      // place of the man a leap must go on with
	NFirst       // first place of set a along the track
	NLast        // last place of set a along the track
	NTheirPlace  // place a, as the opponent names it

	// sets of places
	SLit      // the literal set
	SByPlayer // the literal set of the player in view
	SAnd      // a and b
	SOr       // a or b
	SNot      // every place not in a; with N = OfLines, every line
	SCompare  // places p where (men of kind n at p) compares with number a
	SRange    // places numbered a to b
	SPlace    // the one place a
	SNumber   // the one place numbered a
	SRun      // places of a in an unbroken row of at least b places
	SCrowd    // places of a in an unbroken row holding at least b men in all
	SEdge     // first and last places of each unbroken row of a
	SNear     // places next to place a
	SNearSet  // places next to any place of a
	SAhead    // places b steps ahead of place a
	SBehind   // places b steps behind place a
	SPassed   // places passed over by the move
	SVar      // variable n
	SPoints   // the places on lines a
	SMarked   // places where the player has a man with mark n
	SUnmarked // places where the player has a man without mark n
	SParts    // places numbered as the parts still to be played
	SLandings // places where a leap from place a over set b into set c lands
	SIf       // a ? b : c
	STheir    // set a as seen by the opponent, given in the player's own places

	// sets of lines
	LMills // lines wholly within set a
	LMillsAt
	LTheir // lines a, seen by the opponent

	// truth values
	BLit
	BAnd
	BOr
	BNot
	BCompare // a compares with b by comparison n
	BIn      // place a is in set b
	BSub     // set a lies within set b
	BSetEqual
	BDouble      // the throw is a doublet
	BMark        // the man that moves bears mark n
	BSome        // a holds for some opponent
	BEvery       // a holds for every opponent
	BCompletable // after this move the rest of the throw can be played to its end
	BFollows     // after this move part a can be played
	BSparing     // the move is made without taking
)

// Comparison is a relation between two numbers.
type Comparison int

// The six comparisons.
const (
	Equal Comparison = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
)

func (c Comparison) holds(a, b int) bool {
	switch c {
	case Equal:
		return a == b
	case NotEqual:
		return a != b
	case Less:
		return a < b
	case LessEqual:
		return a <= b
	case Greater:
		return a > b
	}
	return a >= b
}

// Whose says whose men a per-place count counts.
type Whose int

// Men are counted by place for Own, and by cell for the others, because two
// places of a track may share a cell.
const (
	Own    Whose = iota // the player's men standing at that place of his track
	Mine                // the player's men on that cell, on whichever lap
	Enemy               // opposing men on that cell
	Allied              // partners' men on that cell
	Anyone              // all men on that cell
)

// Node is one operation of a resolved condition or expression. Names, types
// and perspectives have been settled before it is built: evaluating it looks
// nothing up.
type Node struct {
	Op   Op
	N    int
	Cmp  Comparison
	Lit  Set
	By   []Set // by player, for SByPlayer
	Kids []*Node

	memo    int  // 1 + slot in the interpreter's memo; 0 when the value depends on the move
	where   int  // 1 + slot for the places for which the condition holds; 0 when not kept
	known   *Set // the value of a set, or the places for which a condition holds, when always the same
	count   bool // a number that is never negative
	ofPlace bool // where is asked for it, and it depends on the place
	plain   bool // a number that nothing is kept for
}

// dependsOnMove reports whether the node's value can differ between two moves
// of one decision.
func (n *Node) dependsOnMove() bool {
	switch n.Op {
	case NFrom, NTo, NOver, NPart, NPartID, NAct, SPassed, BMark, BCompletable, BFollows, BSparing, BSome, BEvery, NScored:
		return true
	}
	for _, k := range n.Kids {
		if k.dependsOnMove() {
			return true
		}
	}
	return false
}

// memoiser prepares expressions for play: it notes what is known beforehand, and
// gives every subtree worth keeping a memo slot. Values that are the
// same for all moves of a decision (a row of held points, a count of men) are
// then computed once a decision, and subtrees that say the same share a slot.
// Below some and every the opponent in view changes within one decision, so
// nothing there is kept.
type memoiser struct {
	p     *Program
	slots map[string]int
	key   []byte
	wide  bool // sets take memory of their own: each is made but once
}

func (m *memoiser) visit(n *Node) { m.prepare(n, true) }

func (m *memoiser) prepare(n *Node, keep bool) {
	if n == nil {
		return
	}
	keep = keep && n.Op != BSome && n.Op != BEvery
	for _, k := range n.Kids {
		m.prepare(k, keep)
	}
	switch n.Op {
	case SLit:
		n.known = &n.Lit
	case SRange:
		if a, b := n.Kids[0], n.Kids[1]; a.Op == NLit && b.Op == NLit {
			t := m.p.numbered(a.N, b.N)
			n.known = &t
		}
	case NCount, NCountAt, NStore, NBoard, NMen:
		n.count = true
	case NTheir:
		n.count = n.Kids[0].count
	}
	n.plain = n.isPlain()
	made := n.Op == SVar || n.Op > SByPlayer && n.Op < BLit && len(n.Kids) > 0 && n.known == nil
	if keep && (n.effort() >= worthKeeping || m.wide && made) && !n.dependsOnMove() {
		m.key = n.structure(m.key[:0])
		if m.slots[string(m.key)] == 0 {
			m.slots[string(m.key)] = len(m.slots) + 1
		}
		n.memo = m.slots[string(m.key)]
	}
}

// isPlain reports whether finding the number needs nothing that is kept for a view.
func (n *Node) isPlain() bool {
	switch n.Op {
	case NLit, NVar, NStore, NBoard, NMen, NFrom, NTo, NOver, NScore, NPart:
		return true
	case NCountAt, NNumber, NAdd, NSub:
		return !slices.ContainsFunc(n.Kids, func(k *Node) bool { return !k.plain })
	}
	return false
}

// worthKeeping is the least effort for which a value is kept: finding it takes
// some effort too.
const worthKeeping = 8

// effort is about how much there is to do for a value, kids included that are not kept.
func (n *Node) effort() int {
	sum := 1
	switch n.Op {
	case NCountAt, NTheirPlace, SRange, SVar:
		sum = 3
	case NTheir, LTheir, SCompare, SMarked, SUnmarked, SParts, SAhead, SBehind:
		sum = worthKeeping
	case SRun, SCrowd, SEdge, SNearSet, SPoints, SLandings, STheir, LMills, LMillsAt:
		sum = 4 * worthKeeping
	}
	for _, k := range n.Kids {
		if k.memo != 0 {
			sum += 2 // to look it up
		} else {
			sum += k.effort()
		}
	}
	return sum
}

// structure appends a text for a node that is equal for equal trees only.
func (n *Node) structure(b []byte) []byte {
	b = append(b, byte(n.Op))
	b = binary.AppendVarint(b, int64(n.N))
	b = binary.AppendVarint(b, int64(n.Cmp))
	set := func(s Set) {
		for _, w := range s.words() {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
	}
	set(n.Lit)
	b = binary.AppendVarint(b, int64(len(n.By)))
	for _, s := range n.By {
		set(s)
	}
	b = binary.AppendVarint(b, int64(len(n.Kids)))
	for _, k := range n.Kids {
		b = k.structure(b)
	}
	return b
}

type memoEntry struct {
	epoch uint64
	num   int
	set   Set
}

// num evaluates a node that yields a number, a place or a truth value.
func (in *Interpreter) num(n *Node) int {
	if n.memo != 0 {
		m := &in.memo[n.memo-1]
		if m.epoch != in.epoch {
			m.num = in.numAnew(n)
			m.epoch = in.epoch
		}
		return m.num
	}
	switch n.Op { // what conditions are mostly made of, with less ado than there
	case NLit:
		return n.N
	case NFrom:
		if in.me == in.mover {
			return in.from
		}
	case NTo:
		if in.me == in.mover {
			return in.to
		}
	case NPart:
		return in.p.Parts[in.part].Number
	case NCountAt:
		return in.countAt(Whose(n.N), in.place(n.Kids[0]))
	}
	return in.numAnew(n)
}

// place is num for a place; mostly it is where the man goes.
func (in *Interpreter) place(n *Node) int {
	if n.Op == NTo && in.me == in.mover {
		return in.to
	}
	return in.num(n)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// is reports whether a condition holds; none always does.
func (in *Interpreter) is(n *Node) bool { return n == nil || in.holds(n) }

// holds evaluates a node that yields a truth value.
func (in *Interpreter) holds(n *Node) bool {
	if n.memo != 0 {
		m := &in.memo[n.memo-1]
		if m.epoch != in.epoch {
			m.num, m.epoch = b2i(in.holdsAnew(n)), in.epoch
		}
		return m.num != 0
	}
	return in.holdsAnew(n)
}

func (in *Interpreter) holdsAnew(n *Node) bool {
	switch n.Op {
	case BLit:
		return n.N != 0
	case BAnd:
		return in.holds(n.Kids[0]) && in.holds(n.Kids[1])
	case BOr:
		return in.holds(n.Kids[0]) || in.holds(n.Kids[1])
	case BNot:
		return !in.holds(n.Kids[0])
	case BCompare:
		a, b := in.num(n.Kids[0]), n.Kids[1]
		switch {
		case b.Op == NLit:
			return n.Cmp.holds(a, b.N)
		case n.Cmp == Greater && a <= 0 && b.count:
			return false // nothing is more than a count, whatever is counted
		}
		return n.Cmp.holds(a, in.num(b))
	case BIn:
		f := in.place(n.Kids[0])
		if t := n.Kids[1].known; t != nil {
			return t.Has(f)
		}
		return in.set(n.Kids[1]).Has(f)
	case BSub:
		if b := n.Kids[1]; n.Kids[0].known != nil && b.Op == SCompare {
			return in.countsAll(*n.Kids[0].known, b) // the first place mostly settles it
		}
		return in.set(n.Kids[0]).In(in.set(n.Kids[1]))
	case BSetEqual:
		return in.set(n.Kids[0]).Equal(in.set(n.Kids[1]))
	case BDouble:
		t := in.s.lastThrow()
		return t >= 0 && in.p.Throws[t].Double
	case BMark:
		return in.class>>uint(n.N)&1 != 0
	case BSome, BEvery:
		return in.quantify(n)
	case BCompletable:
		return in.completable()
	case BFollows:
		return in.follows(in.num(n.Kids[0]))
	case BSparing:
		return in.sparing
	}
	return in.numAnew(n) != 0 // if … then … else of truth values
}

func (in *Interpreter) numAnew(n *Node) int {
	p, s := in.p, in.s
	switch n.Op {
	case NLit:
		return n.N
	case NVar:
		return s.num(p, n.N, in.me)
	case NStore:
		return s.store(p, in.me, n.N)
	case NBoard:
		c := 0
		for st := range p.Stores {
			c += s.store(p, in.me, st)
		}
		return p.menOf[in.me] - c
	case NMen:
		return p.menOf[in.me]
	case NCountAt:
		return in.countAt(Whose(n.N), in.num(n.Kids[0]))
	case NCount:
		return in.set(n.Kids[0]).Count()
	case NPart:
		return p.Parts[in.part].Number
	case NPartID:
		return in.part
	case NAct:
		return int(in.candidate.Act)
	case NPartsLeft:
		return s.partsLeft()
	case NPartsPlayed:
		return int(s.b[hPlayed])
	case NHigh, NLow, NValue, NThrow:
		t := s.lastThrow()
		if t < 0 {
			return 0
		}
		th := &p.Throws[t]
		switch n.Op {
		case NHigh:
			return th.High
		case NLow:
			return th.Low
		case NThrow:
			return t
		}
		return th.Value
	case NDistance:
		if f := in.num(n.Kids[0]); f >= 0 && f < p.Places {
			return p.Distance[f]
		}
		return 0
	case NNumber:
		f := in.num(n.Kids[0])
		if f >= p.Places {
			return 0 // a store has no number
		}
		return f + 1
	case NAdd:
		return in.num(n.Kids[0]) + in.num(n.Kids[1])
	case NSub:
		return in.num(n.Kids[0]) - in.num(n.Kids[1])
	case NMul:
		return in.num(n.Kids[0]) * in.num(n.Kids[1])
	case NDiv:
		a, b := in.num(n.Kids[0]), in.num(n.Kids[1])
		if b == 0 {
			return 0
		}
		q := a / b
		if a%b != 0 && (a < 0) != (b < 0) {
			q--
		}
		return q
	case NNeg:
		return -in.num(n.Kids[0])
	case NMin:
		return min(in.num(n.Kids[0]), in.num(n.Kids[1]))
	case NMax:
		return max(in.num(n.Kids[0]), in.num(n.Kids[1]))
	case NIf:
		if in.num(n.Kids[0]) != 0 {
			return in.num(n.Kids[1])
		}
		return in.num(n.Kids[2])
	case NOccurrences:
		if in.History == nil {
			return 1
		}
		return in.History.occurrences
	case NScored:
		return in.scored[in.me]
	case NScore:
		return s.score(p, in.me)
	case NPlayer:
		return in.me
	case NStage:
		return int(s.b[hStage])
	case NTheir:
		return in.their(n.Kids[0])
	case NFrom:
		return in.mapPlace(in.from)
	case NTo:
		return in.mapPlace(in.to)
	case NOver:
		return in.mapPlace(in.over)
	case NActive:
		return in.mapPlace(s.active())
	case NFirst:
		return in.set(n.Kids[0]).First()
	case NLast:
		return in.set(n.Kids[0]).Last()
	}
	if n.Op >= BLit {
		return b2i(in.holdsAnew(n))
	}
	panic("engine: a set where a number is due") // a defect of the compiler, not of its input
}

// countsAll reports whether the places of t are all among those where a count
// compares as n, an SCompare, wants it.
func (in *Interpreter) countsAll(t Set, n *Node) bool {
	k := in.num(n.Kids[0])
	for f := t.First(); f >= 0; f = t.from(f + 1) {
		if !n.Cmp.holds(in.countAt(Whose(n.N), f), k) {
			return false
		}
	}
	return true
}

// quantify evaluates some and every: the kid with each opponent in view in turn.
func (in *Interpreter) quantify(n *Node) bool {
	keep := in.opp
	defer func() { in.opp = keep }()
	for q := range in.p.Players {
		if in.p.Team[q] == in.p.Team[in.me] {
			continue
		}
		in.opp = q
		if in.holds(n.Kids[0]) == (n.Op == BSome) {
			return n.Op == BSome
		}
	}
	return n.Op == BEvery
}

// their evaluates a number from the opponent's side of the board: the one in
// view under some and every, else all of them added up.
func (in *Interpreter) their(n *Node) int {
	sum := 0
	if n.plain { // the same as below, with less ado
		me, opp := in.me, in.opp
		for q, team := range in.p.Team {
			if opp < 0 && team != in.p.Team[me] || q == opp {
				in.me, in.opp = q, -1
				sum += in.numAnew(n)
			}
		}
		in.me, in.opp = me, opp
		return sum
	}
	in.eachOpponent(func() { sum += in.numAnew(n) })
	return sum
}

// eachOpponent calls f with the view turned to each opponent (or to the one
// that some or every has bound) and turns it back.
func (in *Interpreter) eachOpponent(f func()) {
	me, opp := in.me, in.opp
	epoch := in.epoch
	for q := range in.p.Players {
		if opp >= 0 && q != opp || in.p.Team[q] == in.p.Team[me] {
			continue
		}
		in.turnView(q)
		f()
	}
	in.me, in.opp = me, opp
	in.epoch = epoch
}

// turnView makes q the player in view. Memo entries belong to a view, so a new
// epoch begins; the old one is taken up again when the view turns back.
func (in *Interpreter) turnView(q int) {
	in.me, in.opp = q, -1
	in.freshEpoch()
}

func (in *Interpreter) freshEpoch() {
	in.lastEpoch++
	in.epoch = in.lastEpoch
}

// mapPlace gives a place of the mover as the player in view names it.
func (in *Interpreter) mapPlace(f int) int {
	if in.me == in.mover || f < 0 || f >= in.p.Places {
		return f
	}
	list := in.p.across[in.mover][in.me][f]
	if len(list) == 0 {
		return -1
	}
	return int(list[0])
}

func (in *Interpreter) countAt(w Whose, f int) int {
	if f < 0 || f >= in.p.Places {
		return 0
	}
	p, s := in.p, in.s
	if w == Own {
		return s.men(p, in.me, f)
	}
	c := 0
	across := p.across[in.me]
	for q := range across {
		if !in.counts(w, q) {
			continue
		}
		for _, g := range across[q][f] {
			c += s.men(p, q, int(g))
		}
	}
	return c
}

// counts reports whether player q's men are of the kind w.
func (in *Interpreter) counts(w Whose, q int) bool {
	same := in.p.Team[q] == in.p.Team[in.me]
	switch w {
	case Mine:
		return q == in.me
	case Enemy:
		return !same && (in.opp < 0 || q == in.opp)
	case Allied:
		return same && q != in.me
	}
	return true
}

// set evaluates a node that yields a set of places or of lines.
func (in *Interpreter) set(n *Node) Set {
	if n.known != nil {
		return *n.known
	}
	if n.memo != 0 {
		m := &in.memo[n.memo-1]
		if m.epoch != in.epoch {
			v := in.setAnew(n)
			m = &in.memo[n.memo-1]
			m.set, m.epoch = v, in.epoch
		}
		return m.set
	}
	return in.setAnew(n)
}

// OfLines is the N of an SNot that is asked of lines: they are counted otherwise than
// places, and there may be more of them.
const OfLines = 1

// Universe is all that an SNot takes its set from.
func (p *Program) Universe(n *Node) Set {
	if n.N == OfLines {
		return FirstN(len(p.Lines[0]))
	}
	return p.all
}

func (in *Interpreter) setAnew(n *Node) Set {
	p := in.p
	switch n.Op { // what is asked for most, in a function that takes little to call
	case SLit:
		return n.Lit
	case SByPlayer:
		return n.By[in.me]
	case SAnd:
		return in.set(n.Kids[0]).And(in.set(n.Kids[1]))
	case SOr:
		return in.set(n.Kids[0]).Or(in.set(n.Kids[1]))
	case SNot:
		return p.Universe(n).Minus(in.set(n.Kids[0]))
	case SCompare:
		return in.compareCounts(Whose(n.N), n.Cmp, in.num(n.Kids[0]))
	case SPassed:
		return in.passed()
	case SVar:
		return in.s.setVar(p, n.N, in.me)
	case SNear:
		if f := in.num(n.Kids[0]); f >= 0 && f < p.Places {
			return p.Near[in.me][f]
		}
		return Set{}
	case SNumber:
		if f := in.num(n.Kids[0]) - 1; f >= 0 && f < p.Places {
			return SetOf(f)
		}
		return Set{}
	case LMillsAt:
		return in.millsAt(in.set(n.Kids[0]), in.place(n.Kids[1]))
	}
	return in.setRare(n)
}

// millsAt returns the lines through place f that lie within t.
func (in *Interpreter) millsAt(t Set, f int) Set {
	p := in.p
	var out Set
	if f < 0 || f >= p.Places || len(p.Lines) == 0 {
		return out
	}
	lines := p.linesAt[in.me][f]
	for l := lines.First(); l >= 0; l = lines.from(l + 1) {
		if p.Lines[in.me][l].In(t) {
			out.add(l)
		}
	}
	return out
}

func (in *Interpreter) setRare(n *Node) Set {
	p, s := in.p, in.s
	switch n.Op {
	case SRange:
		return p.numbered(in.num(n.Kids[0]), in.num(n.Kids[1]))
	case SPlace:
		if f := in.num(n.Kids[0]); f < p.Places {
			return SetOf(f)
		}
		return Set{}
	case SRun:
		t, least := in.set(n.Kids[0]), in.num(n.Kids[1])
		if t.Count() < least {
			return Set{} // too few places for a row
		}
		return rows(p, t, func(a, b int) bool { return b-a+1 >= least })
	case SCrowd:
		least := in.num(n.Kids[1])
		return rows(p, in.set(n.Kids[0]), func(a, b int) bool {
			c := 0
			for f := a; f <= b; f++ {
				c += in.countAt(Anyone, f)
			}
			return c >= least
		})
	case SEdge:
		var out Set
		rows(p, in.set(n.Kids[0]), func(a, b int) bool {
			out.add(a)
			out.add(b)
			return false
		})
		return out
	case SNearSet:
		var out Set
		t := in.set(n.Kids[0])
		for f := t.First(); f >= 0; f = t.from(f + 1) {
			out.addAll(p.Near[in.me][f])
		}
		return out
	case SAhead, SBehind:
		f, k := in.num(n.Kids[0]), in.num(n.Kids[1])
		if f < 0 || f >= p.Places || k < 0 {
			return Set{}
		}
		if n.Op == SBehind {
			return p.walkBack(f, k)
		}
		var out Set
		for _, a := range p.aheadOf(f, k) {
			out.add(a.To)
		}
		return out
	case SPoints:
		var out Set
		t := in.set(n.Kids[0])
		for l := t.First(); l >= 0; l = t.from(l + 1) {
			out.addAll(p.Lines[in.me][l])
		}
		return out
	case SMarked, SUnmarked:
		var out Set
		for c := 0; c < p.classes; c++ {
			if (c>>uint(n.N)&1 != 0) != (n.Op == SMarked) {
				continue
			}
			out.addAll(atLeast(s.ofClass(p, in.me, c), 1))
		}
		return out
	case SParts:
		var out Set
		for i := 0; i < int(s.b[hLeftN]); i++ {
			if pt := &p.Parts[s.b[hLeft+i]&^optional]; pt.IsNumber && pt.Number >= 1 && pt.Number <= p.Places {
				out.add(pt.Number - 1)
			}
		}
		return out
	case SLandings:
		f := in.num(n.Kids[0])
		if f < 0 || f >= p.Places {
			return Set{}
		}
		over, to := in.set(n.Kids[1]), in.set(n.Kids[2])
		var out Set
		for _, l := range p.Leaps[in.me][f] {
			if over.Has(l.Over) && to.Has(l.To) {
				out.add(l.To)
			}
		}
		return out
	case SIf:
		if in.num(n.Kids[0]) != 0 {
			return in.set(n.Kids[1])
		}
		return in.set(n.Kids[2])
	case STheir:
		me := in.me
		var out Set
		in.eachOpponent(func() {
			t := in.setAnew(n.Kids[0])
			for f := t.First(); f >= 0; f = t.from(f + 1) {
				for _, g := range p.across[in.me][me][f] {
					out.add(int(g))
				}
			}
		})
		return out
	case LTheir:
		var out Set
		in.eachOpponent(func() { out.addAll(in.setAnew(n.Kids[0])) })
		return out
	case LMills:
		t := in.set(n.Kids[0])
		var out Set
		for l, line := range p.Lines[in.me] {
			if line.In(t) {
				out.add(l)
			}
		}
		return out
	}
	panic("engine: a number where a set is due") // a defect of the compiler, not of its input
}

// levels holds where there are men of one kind, and where there are two or more, as one
// player names the places. It is kept until one of these men moves: they mostly stand
// still while rules are read, moves listed, throws played and turns passed on.
type levels [2]struct {
	placing, moved uint64 // when it was found
	set            Set
}

func (in *Interpreter) compareCounts(w Whose, c Comparison, k int) Set {
	all := in.p.all
	switch c {
	case GreaterEqual:
		return in.atLeast(w, k)
	case Greater:
		return in.atLeast(w, k+1)
	case Less:
		return all.Minus(in.atLeast(w, k))
	case LessEqual:
		return all.Minus(in.atLeast(w, k+1))
	}
	equal := in.atLeast(w, k).Minus(in.atLeast(w, k+1))
	if c == NotEqual {
		return all.Minus(equal)
	}
	return equal
}

// atLeast returns the places with k or more men of kind w, for the present view.
func (in *Interpreter) atLeast(w Whose, k int) Set {
	switch {
	case k <= 0:
		return in.p.all
	case k > 2 || in.opp >= 0:
		return in.atLeastAnew(w, k)
	}
	l, moved := &in.levels[in.me][w][k-1], in.moved(in.me, w)
	if l.placing != in.placing || l.moved != moved {
		l.placing, l.moved, l.set = in.placing, moved, in.atLeastAnew(w, k)
	}
	return l.set
}

// moved returns what has another value when men of kind w, seen by player q, may stand
// elsewhere in the present state, and sees to it that placing is of this state.
func (in *Interpreter) moved(q int, w Whose) uint64 {
	s := in.s
	if s != in.placed || s.replaced != in.replaced {
		in.placed, in.replaced = s, s.replaced
		in.placing++
	}
	if w == Own || w == Mine {
		return s.moved[q]
	}
	sum := uint64(0)
	for r := range in.p.Players {
		if w == Anyone || r != q {
			sum += s.moved[r]
		}
	}
	return sum
}

// manned returns the places of player q where k or more of his men are; k is positive.
func (in *Interpreter) manned(q, k int) Set {
	if k > 2 {
		return in.s.manned(in.p, q, k)
	}
	l, moved := &in.levels[q][Own][k-1], in.moved(q, Own)
	if l.placing != in.placing || l.moved != moved {
		l.placing, l.moved, l.set = in.placing, moved, in.s.manned(in.p, q, k)
	}
	return l.set
}

func (in *Interpreter) atLeastAnew(w Whose, k int) Set {
	p := in.p
	if w == Own {
		return in.manned(in.me, k)
	}
	// Where the men of several players, or of several places, stand on one cell
	// they have to be added up; else each player's own places are carried over.
	var out Set
	players := 0
	for q := range p.Players {
		if in.counts(w, q) {
			players++
			if k > 1 && (players > 1 || !p.apart[in.me][q]) {
				return in.addedUp(w, k)
			}
			out = out.Or(p.carry(in.manned(q, k), q, in.me))
		}
	}
	return out
}

// addedUp returns the places with k or more men of kind w, one by one.
func (in *Interpreter) addedUp(w Whose, k int) Set {
	var out Set
	for f := range in.p.Places {
		if in.countAt(w, f) >= k {
			out.add(f)
		}
	}
	return out
}

// carry gives a set of player q's places as player r names them.
func (p *Program) carry(t Set, q, r int) Set {
	if p.alike[q][r] {
		return t
	}
	if p.opposite[q][r] {
		return Set{lo: bits.Reverse64(t.lo) >> (64 - p.Places)}
	}
	var out Set
	across := p.across[q][r]
	for g := t.First(); g >= 0; g = t.from(g + 1) {
		for _, f := range across[g] {
			out.add(int(f))
		}
	}
	return out
}

// manned returns the places of player q where k or more of his men are; k is positive.
func (s *State) manned(p *Program, q, k int) Set {
	t := atLeast(s.ofClass(p, q, 0), k)
	if p.classes == 1 {
		return t
	}
	for c := 1; c < p.classes; c++ {
		t = t.Or(atLeast(s.ofClass(p, q, c), k))
	}
	if k > 1 { // men with different marks may be that many together
		for f := range p.Places {
			if s.men(p, q, f) >= k {
				t = t.With(f)
			}
		}
	}
	return t
}

// atLeast returns which of n are k or more, eight at a time: the seven low bits of a
// byte, with the eighth set, less k keep it exactly if they are k or more; a product
// then brings the eight answers side by side. k is positive.
func atLeast(n []uint8, k int) Set {
	const low, high, gather = 0x0101010101010101, 0x8080808080808080, 0x0102040810204080
	if k > 127 || len(n) < 8 || len(n) > narrow { // hardly ever
		return anyAtLeast(n, k)
	}
	eight := func(x uint64) uint64 {
		y := (x&^high | high) - uint64(k)*low
		return ((y | x) & high) >> 7 * gather >> 56
	}
	var lo, hi uint64
	for f := 0; f < len(n); f += 8 {
		var x uint64
		if f+8 <= len(n) {
			x = binary.LittleEndian.Uint64(n[f:])
		} else { // what is left, read with the last of those before it
			x = binary.LittleEndian.Uint64(n[len(n)-8:]) >> (8 * (f + 8 - len(n)))
		}
		if x == 0 {
			continue
		}
		if f < 64 {
			lo |= eight(x) << f
		} else {
			hi |= eight(x) << (f - 64)
		}
	}
	return Set{lo: lo, hi: hi}
}

// anyAtLeast is atLeast of many places or few, or where k is large.
func anyAtLeast(n []uint8, k int) Set {
	var out Set
	if len(n) <= narrow {
		for f := range n {
			if int(n[f]) >= k {
				out.add(f)
			}
		}
		return out
	}
	out = atLeast(n[:narrow], k)
	var m more
	for at := narrow; at < len(n); at += 64 {
		m[(at-narrow)/64] = atLeast(n[at:min(len(n), at+64)], k).lo
	}
	out.more = m.keep()
	return out
}

// numbered returns the places numbered a to b.
func (p *Program) numbered(a, b int) Set {
	a, b = max(a, 1), min(b, p.Places)
	if a > b {
		return Set{}
	}
	return FirstN(b).Minus(FirstN(a - 1))
}

// passed is the set of places that the move considered passes over.
func (in *Interpreter) passed() Set {
	if in.way == 0 {
		return Set{}
	}
	return in.p.aheadOf(in.from, in.p.Parts[in.part].Number)[in.way-1].Passed
}

// rows finds the unbroken rows of t along a track that is a plain row, and
// returns the places of those that keep accepts (first and last place given).
func rows(p *Program, t Set, keep func(first, last int) bool) Set {
	var out Set
	for f := t.First(); f >= 0; {
		e := f
		for e+1 < p.Places && t.Has(e+1) {
			e++
		}
		if keep(f, e) {
			for g := f; g <= e; g++ {
				out.add(g)
			}
		}
		f = t.from(e + 1)
	}
	return out
}
