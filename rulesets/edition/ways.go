package edition

import (
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Sentences, continued: which ways men can go at all. A permission often names squares
// and leaves it to the board which directions lead there, so this is asked of the rules.

// movesEver are, by rule, the moves that it could ever permit to men on the board in games
// that begin with the set-up: perhaps more than there are, and never fewer. It is nil where
// nothing is known.
func movesEver(g *rulesets.Game) map[string][]ir.Candidate {
	return g.Kept("moves ever", func() any { return findMoves(g.Program) }).(map[string][]ir.Candidate)
}

func findMoves(p *engine.Program) (by map[string][]ir.Candidate) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(ir.Unsupported); !ok {
				panic(r)
			}
			by = nil
		}
	}()
	by = map[string][]ir.Candidate{}
	l := ir.NewLowering(p)
	facts := ir.FactsOf(l)
	for i := range p.Allows {
		switch a := &p.Allows[i]; a.Act {
		case engine.Step, engine.Leap, engine.Advance:
			there := map[ir.Candidate]bool{} // parts mostly permit the same
			for _, m := range slices.Concat(l.CouldBe(facts, a)...) {
				if !there[m] {
					there[m] = true
					by[a.ID] = append(by[a.ID], m)
				}
			}
		}
	}
	own := menEver(p, by)
	for i := range p.Allows {
		a := &p.Allows[i]
		by[a.ID] = slices.DeleteFunc(by[a.ID], func(m ir.Candidate) bool {
			// Who is leapt over is an opponent, unless the rule says otherwise.
			return !own.Has(m.From) || a.Act == engine.Leap && a.Over == nil && !othersAt(p, own, m.Over)
		})
	}
	return by
}

// menEver are the places where a player's men can ever come to stand.
func menEver(p *engine.Program, by map[string][]ir.Candidate) (own place.Set) {
	comeIn := func(a engine.Allow) bool { return a.Act == engine.Place || a.Act == engine.Enter }
	put := func(e engine.Effect) bool { return e.Kind > engine.Transfer }
	if slices.ContainsFunc(p.Allows, comeIn) ||
		slices.ContainsFunc(p.Changes, func(c engine.Change) bool { return slices.ContainsFunc(c.Effects, put) }) {
		return place.FirstN(p.Places) // perhaps anywhere
	}
	for _, it := range p.Setup {
		if it.Place < p.Places {
			own.Add(it.Place)
		}
	}
	for before := (place.Set{}); own != before; {
		before = own
		for _, list := range by {
			for _, m := range list {
				if own.Has(m.From) && m.To < p.Places {
					own.Add(m.To)
				}
			}
		}
	}
	return own
}

// othersAt reports whether a man of another player can ever stand where a player sees a place.
func othersAt(p *engine.Program, own place.Set, at int) bool {
	for q := range p.Players {
		for r := range p.Players {
			if q != r && slices.ContainsFunc(p.Across(q, r, at), func(f int16) bool { return own.Has(int(f)) }) {
				return true
			}
		}
	}
	return false
}

// goesAlong reports whether a rule lets men go along rows and columns, and whether slantwise;
// known is false where that has not been found out.
func (sp *speaker) goesAlong(rule string) (straight, slanting, known bool) {
	p := sp.g.Program
	moves := movesEver(sp.g)[rule]
	leads := func(m ir.Candidate, d place.Direction) bool {
		return slices.ContainsFunc(p.RaysFrom(0, m.From, d), func(ray []int) bool { return slices.Contains(ray, m.To) })
	}
	for _, m := range moves {
		a, b := leads(m, place.Orthogonal), leads(m, place.Diagonal)
		if !a && !b {
			return false, false, false // nowhere straight
		}
		straight, slanting = straight || a, slanting || b
	}
	return straight, slanting, len(moves) > 0
}

// stepsFar reports whether any rule lets a man step farther than to a place beside it, so
// that what the rules call a step is none in the sense of the word.
func (sp *speaker) stepsFar() bool {
	return sp.g.Kept("steps far", func() any {
		return slices.ContainsFunc(sp.g.Program.Allows, func(a engine.Allow) bool { return a.Act == engine.Step && sp.farStep(a.ID) })
	}).(bool)
}

// farStep reports whether a rule lets a man step farther than to a place beside it.
func (sp *speaker) farStep(rule string) bool {
	p := sp.g.Program
	if moves := movesEver(sp.g); moves != nil {
		return slices.ContainsFunc(moves[rule], func(m ir.Candidate) bool {
			return !slices.ContainsFunc(p.Near, func(near []place.Set) bool { return near[m.From].Has(m.To) })
		})
	}
	s := sp.g.Statement(rule)
	if s == nil {
		return false
	}
	b, ok := s.Body.(*ast.Allow)
	if !ok || b.To == nil {
		return false
	}
	_, beside := sp.besideIt(b.To.Expr)
	return !beside
}
