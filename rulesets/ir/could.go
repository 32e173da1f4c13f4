package ir

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Could returns a set of places that holds whatever a value can yield for a man at from
// who plays a part: what its moves could ever be, whatever the position.
func (l *Lowering) Could(v *Value, part, from int) place.Set {
	return once(v, l.could.of(part, from).sets, func() place.Set { return l.couldAnew(v, part, from) })
}

// couldBe is what values that several others are made of could ever be, for a man at a place
// who plays a part.
type couldBe struct {
	part, from int
	sets       map[*Value]place.Set
	numbers    map[*Value][]int
}

// of is what could be for a man and a part; what could be for another one is forgotten.
func (c *couldBe) of(part, from int) *couldBe {
	if c.sets == nil || c.part != part || c.from != from {
		*c = couldBe{part, from, map[*Value]place.Set{}, map[*Value][]int{}}
	}
	return c
}

// once finds something of a value, once where several others are made of it.
func once[T any](v *Value, found map[*Value]T, find func() T) T {
	if !v.shared {
		return find()
	}
	x, ok := found[v]
	if !ok {
		x = find()
		found[v] = x
	}
	return x
}

func (l *Lowering) couldAnew(v *Value, part, from int) place.Set {
	const known = asksFrom | asksPart | asksAct
	if v.asks&^(known|asksPlayer|asksThrow) == 0 {
		var out place.Set
		l.eachCase(v, part, from, func(e *Env) { out = out.Or(e.Set(v)) })
		return out
	}
	switch v.Op {
	case Meet:
		return l.Could(v.Args[0], part, from).And(l.Could(v.Args[1], part, from))
	case Join:
		return l.Could(v.Args[0], part, from).Or(l.Could(v.Args[1], part, from))
	case Less:
		return l.Could(v.Args[0], part, from)
	case Select:
		return l.Could(v.Args[1], part, from).Or(l.Could(v.Args[2], part, from))
	case Ray, Met, Between, Beyond:
		var out place.Set
		for _, f := range l.couldStand(v.Args[0], part, from) {
			for q := range l.p.Players {
				for _, ray := range l.p.RaysFrom(q, f, place.Direction(v.N)) {
					out = out.Or(place.SetOf(ray...))
				}
			}
		}
		if v.Op == Ray {
			out = out.And(l.Could(v.Args[1], part, from))
		}
		return out
	case Reach:
		return l.Could(v.Args[0], part, from)
	case Image:
		var out place.Set
		for _, f := range l.Could(v.Args[0], part, from).Places() {
			for q := range v.Table.Variants() {
				out = out.Or(v.Table.Set(q, f))
			}
		}
		return out
	case Row, One:
		if list := l.couldBe(v.Args[0], part, from); list != nil {
			var out place.Set
			for _, n := range list {
				like := *v
				like.Args = []*Value{l.Number(n)}
				out = out.Or(l.Could(l.simpler(like), part, from))
			}
			return out
		}
	}
	return place.FirstN(l.p.Places)
}

// eachCase calls f for every throw and every player who may sit at seat 0, as far as a
// value depends on them.
func (l *Lowering) eachCase(v *Value, part, from int, f func(e *Env)) {
	throws, players := 1, 1
	if v.asks&asksThrow != 0 {
		throws += len(l.p.Throws)
	}
	if v.asks&asksPlayer != 0 {
		players = len(l.p.Players)
	}
	for throw := range throws {
		for q := range players {
			f(&Env{P: l.p, Player: q, From: from, To: -1, Over: -1, Part: part, Throw: throw})
		}
	}
}

// couldStand lists the places among which is whatever a value, a place or a set, can yield.
func (l *Lowering) couldStand(v *Value, part, from int) []int {
	if v.Type == Places {
		could := l.Could(v, part, from)
		return could.Places()
	}
	if list := l.couldBe(v, part, from); list != nil {
		return list
	}
	all := place.FirstN(l.p.Places)
	return all.Places()
}

// few is how many numbers are gone through one by one.
const few = 64

// couldBe lists numbers among which is whatever a value can yield, if they are few.
func (l *Lowering) couldBe(v *Value, part, from int) []int {
	return once(v, l.could.of(part, from).numbers, func() []int { return l.couldBeAnew(v, part, from) })
}

func (l *Lowering) couldBeAnew(v *Value, part, from int) []int {
	var out []int
	add := func(n int) {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	switch {
	case v.asks&^(asksFrom|asksPart|asksAct|asksPlayer|asksThrow) == 0:
		l.eachCase(v, part, from, func(e *Env) { add(e.Number(v)) })
	case v.Op == Select:
		a, b := l.couldBe(v.Args[1], part, from), l.couldBe(v.Args[2], part, from)
		if a == nil || b == nil {
			return nil
		}
		for _, n := range slices.Concat(a, b) {
			add(n)
		}
	case v.Op == Add || v.Op == Sub || v.Op == Mul || v.Op == Min || v.Op == Max:
		b := l.couldBe(v.Args[1], part, from)
		for _, x := range l.couldBe(v.Args[0], part, from) {
			for _, y := range b {
				add(l.Do(v.Op, Number, l.Number(x), l.Number(y)).N)
			}
		}
	}
	if len(out) > few {
		return nil
	}
	return out
}

// CouldBe lists, by part, what a rule for men on the board could ever permit; nil for others.
func (l *Lowering) CouldBe(f *Facts, a *engine.Allow) [][]Candidate {
	switch a.Act {
	case engine.Declare, engine.Place, engine.Enter, engine.Stop:
		return nil
	}
	n := &numbering{Lowering: l, facts: f, Candidates: &Candidates{}, rule: a.ID}
	by, _ := n.couldBe(a)
	return by
}

// couldBe lists, by part, what a rule for men on the board could ever permit, and whether from
// each place that is at most one move (or few, of an advance).
func (n *numbering) couldBe(a *engine.Allow) (by [][]Candidate, single bool) {
	single = a.Act != engine.Step && a.Act != engine.Leap
	few := 1
	if a.Act == engine.Advance && a.To == nil {
		few = 3
	}
	for part := range n.p.Parts {
		if !a.Parts[part] {
			by = append(by, nil)
			continue
		}
		var list []Candidate
		there := map[Candidate]bool{}
		for f := range n.p.Places {
			n.landings(a, part, f, func(to, over int) {
				t := Candidate{Act: a.Act, From: f, To: to, Over: over, Valid: true}
				n.Stay = n.Stay || f == to
				if !there[t] {
					there[t] = true
					list = append(list, t)
				}
			})
		}
		by = append(by, list)
		single = single && mostFrom(list) <= few
	}
	return by, single
}

// landings calls add with every place to which a rule could ever let a man at f move with a
// part, and what he leaps over.
func (n *numbering) landings(a *engine.Allow, part, f int, add func(to, over int)) {
	p, pt := n.p, &n.p.Parts[part]
	named := func() {
		to := n.Value(a.To, Mover)
		away := (&finder{Lowering: n.Lowering, Facts: n.facts}).free(to, false) // where he stands nobody else can go
		for _, t := range n.Could(to, part, f).Places() {
			if t != f || !away {
				add(t, -1)
			}
		}
	}
	switch {
	case a.Act == engine.BearOff:
		if p.Leaves(f, pt) {
			add(p.Places+p.StoreIndex(engine.OffStore), -1)
		}
	case a.Act == engine.Remove:
		add(p.Places+p.StoreIndex(engine.OutStore), -1)
	case a.Act == engine.Sow: // where it ends depends on how many there are
		add(-1, -1)
	case a.Act == engine.Leap:
		to := place.FirstN(p.Places)
		if a.To != nil {
			to = n.Could(n.Value(a.To, Mover), part, f)
		}
		n.leaps(f, func(t, over int) {
			if to.Has(t) {
				add(t, over)
			}
		})
	case a.Act != engine.Advance && a.Act != engine.Step:
		n.lack(a.Act.String())
	case a.To != nil:
		named()
	case a.Act == engine.Step:
		if !n.facts.Board.NearAlike {
			n.lack("players whose places lie differently")
		}
		for _, t := range p.Near[0][f].Places() {
			add(t, -1)
		}
	default:
		seen := map[int]bool{}
		for _, w := range p.Ahead(f, pt.Number) {
			if seen[w.To] && n.facts.Board.UsesPassed {
				n.lack("two ways to one place")
			}
			seen[w.To] = true
			add(w.To, -1)
		}
	}
}

// leaps calls add with the leaps from a place, which must be the same for all players.
func (n *numbering) leaps(f int, add func(to, over int)) {
	for q := range n.p.Leaps {
		for _, l := range n.p.Leaps[q][f] {
			if len(n.p.Leaps[q][f]) != len(n.p.Leaps[0][f]) || !slices.Contains(n.p.Leaps[0][f], l) {
				n.lack("players whose leaps differ")
			}
		}
	}
	for _, l := range n.p.Leaps[0][f] {
		add(l.To, l.Over)
	}
}

// mostFrom is how many candidates there are from one place at most.
func mostFrom(list []Candidate) int {
	most, count := 0, map[int]int{}
	for _, t := range list {
		count[t.From]++
		most = max(most, count[t.From])
	}
	return most
}

// settled finds where men can ever stand in games that begin with the set-up, by the places of
// any player: where the set-up has them, and where they can go from there.
func (n *numbering) settled() {
	p := n.p
	if p.Nobodys {
		return // whoever moves men of nobody has them anywhere
	}
	puts := func(e engine.Effect) bool { return e.Kind > engine.Transfer } // of none known here
	if slices.ContainsFunc(p.Changes, func(c engine.Change) bool { return slices.ContainsFunc(c.Effects, puts) }) {
		return
	}
	var moves []Candidate
	for i := range p.Allows {
		a := &p.Allows[i]
		switch n.rule = a.ID; a.Act {
		case engine.Place, engine.Enter:
			return // perhaps anywhere
		case engine.Step, engine.Leap, engine.Advance:
			by, _ := n.couldBe(a)
			moves = append(moves, slices.Concat(by...)...)
		}
	}
	var own, others place.Set
	for _, it := range p.Setup {
		if it.Place < p.Places {
			own = own.With(it.Place)
		}
	}
	for before := (place.Set{}); own != before; {
		before = own
		for _, t := range moves {
			if own.Has(t.From) && t.To < p.Places {
				own = own.With(t.To)
			}
		}
	}
	for q := range p.Players {
		for r := range p.Players {
			for f := range p.Places {
				if q != r && slices.ContainsFunc(p.Across(q, r, f), func(x int16) bool { return own.Has(int(x)) }) {
					others = others.With(f)
				}
			}
		}
	}
	n.own, n.others = own, others
}

// Reached is where men can ever stand in games that begin with the set-up: every place,
// where that cannot be told.
func (l *Lowering) Reached(f *Facts) (reached place.Set) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case Unsupported:
			reached = place.FirstN(l.p.Places)
		default:
			panic(r)
		}
	}()
	n := &numbering{Lowering: l, facts: f, Candidates: &Candidates{}}
	n.own = place.FirstN(l.p.Places)
	n.settled()
	return n.own
}

// stands reports whether the men of a candidate of a rule can ever stand where it has them.
func (n *numbering) stands(a *engine.Allow, t *Candidate) bool {
	if a.Act == engine.Remove {
		return n.others.Has(t.From)
	}
	return n.own.Has(t.From) && (a.Act != engine.Leap || a.Over != nil || n.others.Has(t.Over))
}

func (n *numbering) lack(word string) { panic(Unsupported{n.rule, word}) }
