package engine

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
)

// A counter of a player's men that have left where they are set up is at least the number of
// those who stand elsewhere, as long as they left by themselves. Others may send men away from
// there, who come in again and have not been counted. How few the counter can be then follows
// from what must be so before that happens first.

// Uncounted is how few variable v of player q can be once others have sent men of his away
// from where they are set up: as many as must stand elsewhere when they do so first. It
// reports false where nobody can, or the least value of the variable does not count them.
func (in *Interpreter) Uncounted(v, q int) (few int, ok bool) {
	p := in.p
	if d := p.Vars[v]; d.Kind != NumberVar || d.Common || d.Least == nil {
		return 0, false
	}
	entering := map[int]bool{}
	for i := range p.Allows {
		for _, st := range p.Allows[i].Stores {
			entering[st] = true
		}
	}
	homes := place.Set{}
	for st := range p.Stores {
		for _, it := range p.Setup {
			if it.Player == q && it.Place < p.Places && entering[st] && in.countsSent(v, it, st) {
				homes.Add(it.Place)
			}
		}
	}
	if homes == (place.Set{}) {
		return 0, false
	}
	if in.offered()&OnAct(Remove) != 0 && entering[p.StoreIndex(OutStore)] {
		return 0, true
	}
	few = p.Men(q) + 1
	for _, c := range p.Changes {
		for _, e := range c.Effects {
			if e.Kind != Send || !entering[e.Store] {
				continue
			}
			if e.Whose != Enemy || e.Many || e.A.Op != NTo {
				return 0, true
			}
			if c.On&^(OnAct(Enter)|OnAct(Place)) != 0 || in.enteredOn(q, homes) {
				few = min(few, in.elsewhere(c.When, p.Men(q)))
			}
		}
	}
	return few, few <= p.Men(q)
}

// countsSent reports whether the least value of a variable counts a man of the set-up who has
// been sent away to a store.
func (in *Interpreter) countsSent(v int, it SetupItem, st int) bool {
	s := in.p.NewState()
	NewInterpreter(in.p).Start(s)
	before, _ := in.Initial(s, v, it.Player, true)
	s.addMen(in.p, it.Player, it.Class, it.Place, -1)
	s.addStore(in.p, it.Player, st, 1)
	after, _ := in.Initial(s, v, it.Player, true)
	return after > before
}

// enteredOn reports whether others may enter where some places of player q are, as far as a
// rule names where they do by the part that is played; elsewhere they may.
func (in *Interpreter) enteredOn(q int, places place.Set) bool {
	p := in.p
	s := p.NewState()
	for i := range p.Allows {
		a := &p.Allows[i]
		if a.Act != Enter && a.Act != Place {
			continue
		}
		told := a.To != nil && !a.To.Any(func(n *Node) bool {
			return !slices.Contains([]Op{NLit, NPart, SLit, SByPlayer, SNumber, SRange, SAnd, SOr}, n.Op)
		})
		for r := range p.Players {
			for part, may := range a.Parts {
				if p.Team[r] == p.Team[q] || !may {
					continue
				}
				if !told {
					return true
				}
				in.View(s, r)
				in.move.Part = uint8(part)
				to := in.Set(a.To)
				for f := to.First(); f >= 0; f = to.From(f + 1) {
					if slices.ContainsFunc(p.Across(r, q, f), func(g int16) bool { return places.Has(int(g)) }) {
						return true
					}
				}
			}
		}
	}
	return false
}

// elsewhere is how many of a player's men, of so many, must stand elsewhere where a condition
// holds under which he who moves sends away those on the place moved to.
func (in *Interpreter) elsewhere(when *Node, men int) int {
	if when == nil {
		return 0
	}
	switch kids := when.Kids; when.Op {
	case BAnd, BOr:
		few := in.elsewhere(kids[0], men)
		for _, k := range kids[1:] {
			if n := in.elsewhere(k, men); (n > few) == (when.Op == BAnd) {
				few = n
			}
		}
		return few
	case BCompare: // so many men on that place
		at, n := kids[0], kids[1]
		if at.Op != NCountAt || Whose(at.N) != Enemy || at.Kids[0].Op != NTo || n.Op != NLit {
			return 0
		}
		few := 0
		for few < men && !when.Cmp.Holds(men-few, n.N) {
			few++
		}
		return few
	case BIn: // it is in a row of his
		if kids[0].Op != NTo || kids[1].Op != STheir || kids[1].Kids[0].Op != SRun || len(in.p.Players) != 2 {
			return 0
		}
		row := kids[1].Kids[0]
		on, length := row.Kids[0], row.Kids[1]
		if on.Op != SCompare || Whose(on.N) != Own || on.Kids[0].Op != NLit || length.Op != NLit {
			return 0
		}
		each := 0
		for each < men && !on.Cmp.Holds(each, on.Kids[0].N) {
			each++
		}
		return min(men, each*max(0, length.N-1))
	}
	return 0
}
