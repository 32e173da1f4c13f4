package ir

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
)

// Facts are the properties of a whole program that decide how it is lowered and kept. Each
// is computed once, from the rules alone; none asks how a decision is emitted.
type Facts struct {
	Board  BoardFacts
	Agenda AgendaFacts
	Turn   TurnFacts
	Move   MoveFacts
}

// FactsOf finds the facts of a program.
func FactsOf(l *Lowering) *Facts {
	f := &finder{Lowering: l, Facts: &Facts{}}
	f.board()
	f.moves()
	f.agenda()
	f.turns()
	return f.Facts
}

// BoardFacts say how the places of players lie to each other.
type BoardFacts struct {
	Alike      bool   // every place lies on the place of that number of every other player, and on no other
	Injective  bool   // no two places of a player lie on one cell
	Total      bool   // every place of a player lies on a place of every other
	MostAcross int    // the greatest number of places of another player on one cell
	NearAlike  bool   // the neighbours of a place have the same numbers for all players
	Monotone   bool   // the names of places are ordered as they are numbered, or the other way round, for each player
	Reversed   []bool // by player: the other way round
	RanksAlike bool   // the names of places are ordered alike for all players
	OneManEach bool   // the rules let no player ever have two men on one place
	Doubling   string // where they may: the statement that lets a man come where another of his player stands
	Apart      bool   // the rules let no two players ever have men on one cell
	MostMen    int    // the men of the player who has most
	UsesPassed bool   // some rule asks over what a man passes
	NamedAhead bool   // men advance to places that a rule names
	Moved      []bool // by store: men can come to it or leave it
}

func (f *finder) board() {
	b, p := &f.Board, f.p
	b.Alike, b.Injective, b.Total, b.NearAlike = true, true, true, true
	b.MostAcross = 1
	for q := range p.Players {
		b.MostMen = max(b.MostMen, p.Men(q))
		for place := range p.Places {
			f.lies(q, place)
			if p.Near != nil {
				b.NearAlike = b.NearAlike && p.Near[q][place] == p.Near[0][place]
			}
		}
	}
	if p.Nobodys {
		b.MostMen = max(b.MostMen, p.Men(p.Nobody()))
	}
	b.Alike = b.Alike && b.Injective
	f.ranks()
	if b.OneManEach = b.MostMen <= 1; !b.OneManEach {
		b.OneManEach, b.Doubling = f.oneManEach()
	}
	b.Apart = f.apart()
	for st := range p.Stores {
		b.Moved = append(b.Moved, f.moved(st))
	}
}

// lies notes how the place of a player lies to those of all.
func (f *finder) lies(q, place int) {
	b, p := &f.Board, f.p
	for r := range p.Players {
		on := p.Across(q, r, place)
		b.MostAcross = max(b.MostAcross, len(on))
		b.Alike = b.Alike && len(on) == 1 && int(on[0]) == place
		if q == r {
			b.Injective = b.Injective && len(on) == 1
		} else {
			b.Total = b.Total && len(on) > 0
		}
	}
}

// ranks finds how the names of places are ordered; stores between them are left aside.
func (f *finder) ranks() {
	b, p := &f.Board, f.p
	b.Monotone, b.RanksAlike = true, true
	for q := range p.Players {
		up, down := false, false
		for i := range p.Places {
			up = up || i > 0 && p.PlaceRank(q, i-1) < p.PlaceRank(q, i)
			down = down || i > 0 && p.PlaceRank(q, i-1) > p.PlaceRank(q, i)
			for k := range p.Places {
				b.RanksAlike = b.RanksAlike && (p.PlaceRank(q, i) < p.PlaceRank(q, k)) == (p.PlaceRank(0, i) < p.PlaceRank(0, k))
			}
		}
		b.Monotone = b.Monotone && !(up && down)
		b.Reversed = append(b.Reversed, down)
	}
}

// oneManEach reports whether every rule that puts a man down chooses places where the
// player has none, asks for that, or falls under a prohibition without exception that says so;
// if not, it names the first that does not.
func (f *finder) oneManEach() (each bool, doubling string) {
	p := f.p
	if p.Nobodys {
		return false, ""
	}
	for i, it := range p.Setup {
		if it.Place >= p.Places {
			continue
		}
		if it.Count > 1 || slices.ContainsFunc(p.Setup[:i], func(o engine.SetupItem) bool { return o.Place == it.Place && o.Player == it.Player }) {
			return false, ""
		}
	}
	for i := range p.Allows {
		a := &p.Allows[i]
		switch a.Act {
		case engine.Place, engine.Enter, engine.Step, engine.Leap:
			if a.To == nil {
				continue // by itself it goes to empty places
			}
		case engine.Advance:
		default:
			continue
		}
		forbids := func(x engine.Forbid) bool { return f.forbidsOwn(a, &x) }
		if a.To != nil && f.free(f.of(a.To), false) || f.asksFree(f.of(a.When), true) || slices.ContainsFunc(p.Forbids, forbids) {
			continue
		}
		return false, a.ID
	}
	return true, ""
}

// free reports whether a set holds only places where the player to move has nobody, or
// with all set, where nobody stands.
func (f *finder) free(v *Value, all bool) bool {
	if !v.shared {
		return f.freeAnew(v, all)
	}
	is, ok := f.freed[freeAsked{v, all}]
	if !ok {
		if is = f.freeAnew(v, all); f.freed == nil {
			f.freed = map[freeAsked]bool{}
		}
		f.freed[freeAsked{v, all}] = is
	}
	return is
}

func (f *finder) freeAnew(v *Value, all bool) bool {
	there := func(v *Value) bool {
		return v.Op == Men && v.Seat == 0 && (v.Who == f.Who(engine.Anyone, Mover) || !all && v.Who.Has(0))
	}
	switch v.Op {
	case Men:
		c := engine.Comparison(v.N)
		if there(v) {
			_, never := ever(c, v.Args[0])
			return never
		}
		k, known := v.Args[0].Known()
		return !all && v.Seat == 0 && v.Who == f.Who(engine.Enemy, Mover) && known && !Holds(c, 0, k) && f.apart()
	case Marked, Image:
		return !all && f.ofOpponent(v) && f.apart()
	case Less:
		return f.covers(v.Args[1]) || f.free(v.Args[0], all)
	case Ray, Reach: // within their set
		return f.free(v.Args[b2i(v.Op == Ray)], all)
	case Meet:
		return f.free(v.Args[0], all) || f.free(v.Args[1], all)
	case Join:
		return f.free(v.Args[0], all) && f.free(v.Args[1], all)
	case Select:
		return f.free(v.Args[1], all) && f.free(v.Args[2], all)
	}
	return false
}

// ofOpponent reports whether a set is of places where an opponent of the player to move has men, as that player names them.
func (f *finder) ofOpponent(v *Value) bool {
	if v.Op == Image {
		return strings.HasPrefix(v.Table.Name, acrossTable) && v.Args[0].Op == Marked && f.ofOpponent(v.Args[0])
	}
	return v.Op == Marked && !f.allied(0, v.Seat)
}

// ofOwn reports whether whose men are counted are the player's to move, or his among others'.
func (f *finder) ofOwn(v *Value) bool { return v.Seat == 0 && v.Who.Has(0) }

// ever reports whether a comparison with a number that is known holds for every number of men from one on; never, whether for none.
func ever(c engine.Comparison, k *Value) (ever, never bool) {
	n, known := k.Known()
	some := func(men int) bool { return Holds(c, men, n) }
	return known && some(1) && some(2) && some(255), known && !some(1) && !some(2) && !some(255)
}

// covers reports whether all places where the player to move has men are among a set.
func (f *finder) covers(v *Value) bool {
	switch v.Op {
	case Men:
		all, _ := ever(engine.Comparison(v.N), v.Args[0])
		return all && f.ofOwn(v)
	case Join:
		return f.covers(v.Args[0]) || f.covers(v.Args[1])
	case Meet:
		return f.covers(v.Args[0]) && f.covers(v.Args[1])
	}
	return false
}

// asksFree reports whether a condition on a move holds only where nobody of the player's own stands where it leads or, with free
// false, holds wherever one does.
func (f *finder) asksFree(v *Value, free bool) bool {
	switch v.Op {
	case And, Or:
		a, b := f.asksFree(v.Args[0], free), f.asksFree(v.Args[1], free)
		if (v.Op == And) == free { // one of them is enough
			return a || b
		}
		return a && b
	case Not:
		return f.asksFree(v.Args[0], !free)
	case Has:
		return v.Args[1].Op == To && (free && f.free(v.Args[0], false) || !free && f.covers(v.Args[0]))
	case Compare:
		at := v.Args[0]
		if at.Op != At || at.Args[0].Op != To || !f.ofOwn(at) {
			return false
		}
		all, none := ever(engine.Comparison(v.N), v.Args[1])
		return free && none || !free && all
	}
	return false
}

// apart reports whether no two players ever have men on one cell: they begin apart, and who
// comes where opponents stand always sends them away.
func (f *finder) apart() bool {
	p := f.p
	for i, it := range p.Setup {
		for _, o := range p.Setup[:i] {
			if it.Player != o.Player && it.Place < p.Places && o.Place < p.Places && it.Player < len(p.Players) && o.Player < len(p.Players) && p.CellOf[it.Player][it.Place] == p.CellOf[o.Player][o.Place] {
				return false
			}
		}
	}
	for q, team := range p.Team {
		if q != team {
			return false // partners are not sent away
		}
	}
	return !slices.ContainsFunc(p.Allows, func(a engine.Allow) bool {
		switch a.Act {
		case engine.Place, engine.Enter, engine.Step, engine.Leap, engine.Advance:
			alone := a.To != nil && f.free(f.of(a.To), true) || a.To == nil && a.Act != engine.Advance
			return !alone && (a.Sparing || !slices.ContainsFunc(p.Changes, func(c engine.Change) bool { return f.clears(&a, &c) }))
		}
		return false
	})
}

// clears reports whether a change sends away all opponents from where a man lands.
func (f *finder) clears(a *engine.Allow, c *engine.Change) bool {
	if c.On&engine.OnAct(a.Act) == 0 || a.Stages&^c.Stages != 0 || c.When != nil && f.of(c.When) != f.Met() {
		return false
	}
	return slices.ContainsFunc(c.Effects, func(e engine.Effect) bool {
		return e.Kind == engine.Send && e.Whose == engine.Enemy && e.A.Op == engine.NTo && e.B == nil
	})
}

// forbidsOwn reports whether a prohibition never lets a man of a rule go where one of his
// own stands.
func (f *finder) forbidsOwn(a *engine.Allow, x *engine.Forbid) bool {
	if x.Acts&engine.OnAct(a.Act) == 0 || a.Stages&^x.Stages != 0 || len(x.Excepts) > 0 || x.When == nil {
		return false
	}
	return f.asksFree(f.of(x.When), false)
}

// moved reports whether men can ever come to a store or leave it.
func (f *finder) moved(st int) bool {
	p := f.p
	for i := range p.Allows {
		a := &p.Allows[i]
		off := a.Act == engine.BearOff && st == p.StoreIndex(engine.OffStore)
		if off || slices.Contains(a.Stores, st) || a.Act == engine.Remove && st == p.StoreIndex(engine.OutStore) {
			return true
		}
	}
	return f.anyEffect(^engine.Trigger(0), func(e *engine.Effect) bool {
		return e.Kind == engine.Send && e.To == nil && e.Store == st || e.Kind == engine.Transfer && (e.Store == st || e.Var == st) ||
			e.Kind == engine.SetDown && e.Var == st
	})
}

// MoveFacts say what moves there are and what is asked of them.
type MoveFacts struct {
	Acts       []engine.Act // that rules permit, stopping left aside; the more frequent first
	Stop       bool         // a rule permits to stop
	GoesOn     bool         // a man may have to make the next move
	LooksAhead bool         // a condition, or a number required, asks what could be played after a move
	Together   bool         // several men are moved at once
	Sparing    bool         // moves can be made without taking
	Forbidden  engine.Trigger
	// Line is the only requirement, if it looks ahead along the throw and a move played on
	// shows what it could ask: then it need not look ahead from every move.
	Line *engine.Require
}

// often are the acts in the order in which they are mostly met.
var often = []engine.Act{engine.Advance, engine.Step, engine.Leap, engine.BearOff, engine.Enter, engine.Place, engine.Remove, engine.Sow, engine.Declare}

func (f *finder) moves() {
	m, p := &f.Move, f.p
	p.EachExpression(func(n *engine.Node) {
		v := f.of(n)
		f.Board.UsesPassed = f.Board.UsesPassed || v.Uses(Passed)
		m.LooksAhead = m.LooksAhead || v.LooksAhead()
	})
	m.LooksAhead = m.LooksAhead || slices.ContainsFunc(p.Requires, func(r engine.Require) bool { return r.AtLast })
	for i := range p.Allows {
		a := &p.Allows[i]
		f.Board.NamedAhead = f.Board.NamedAhead || a.Act == engine.Advance && a.To != nil
		m.Together = m.Together || MenTogether(a) != nil
		m.Sparing = m.Sparing || a.Sparing
		m.Stop = m.Stop || a.Act == engine.Stop
	}
	for _, act := range often {
		if slices.ContainsFunc(p.Allows, func(a engine.Allow) bool { return a.Act == act }) {
			m.Acts = append(m.Acts, act)
		}
	}
	for i := range p.Forbids {
		m.Forbidden |= p.Forbids[i].Acts
	}
	m.GoesOn = f.Effects(engine.GoOn)
	m.Line = f.line()
}

// MenTogether is how many men a rule moves at once; nil for one.
func MenTogether(a *engine.Allow) *engine.Node {
	if a.Men == nil || a.Men.Op == engine.NLit && a.Men.N == 1 {
		return nil
	}
	return a.Men
}

func (f *finder) line() *engine.Require {
	p := f.p
	if len(p.Requires) != 1 || !p.Requires[0].LineOnly {
		return nil
	}
	if f.Move.LooksAhead { // such a condition holds within a look-ahead; played on, it need not
		return nil
	}
	grows := f.anyEffect(engine.OnThrow-1, func(e *engine.Effect) bool { return e.Kind == engine.AddParts || e.Kind == engine.HandOver })
	waits := slices.ContainsFunc(p.Blocked, func(b engine.Blocked) bool {
		return b.Policy == engine.BlockedSkip || b.Policy == engine.BlockedLeave
	})
	if grows || waits {
		return nil
	}
	return &p.Requires[0]
}
