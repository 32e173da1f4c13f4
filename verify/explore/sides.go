package explore

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// Sides exchanges the sides of a game: every player gets what the player before
// him has. Where the players are alike, play must be the same on both sides.
type Sides struct {
	game  *rulesets.Game
	in    *engine.Interpreter
	lines [][]int // by player: a line of the board, and the same line as the next player has it
}

// NewSides returns what is needed to exchange the sides, or why the players are
// not alike: other men, another way to go, a rule that names a player.
func NewSides(g *rulesets.Game) (*Sides, string) {
	p := g.Program
	s := &Sides{game: g, in: engine.NewInterpreter(p), lines: make([][]int, len(p.Players))}
	need := boardNeeds(g)
	men := menSetUp(p)
	for q := range p.Players {
		next := s.next(q)
		if !reflect.DeepEqual(men[q], men[next]) {
			return nil, fmt.Sprintf("%s and %s begin with different men or in different places", p.Players[q], p.Players[next])
		}
		if why := s.unlike(q, need); why != "" {
			return nil, why
		}
		if !s.matchLines(q) && need.lines {
			return nil, fmt.Sprintf("the lines of the board are not the same for %s and %s", p.Players[q], p.Players[next])
		}
	}
	for v := range p.Vars {
		if p.Vars[v].Common && p.Vars[v].Kind == engine.LinesVar {
			return nil, fmt.Sprintf("%s holds lines for all players together", p.Vars[v].ID)
		}
	}
	if named := namesPlayer(g); named >= 0 {
		return nil, fmt.Sprintf("%s tells the players apart", g.Statements[named].ID)
	}
	return s, ""
}

// next is the player whose part a player takes.
func (s *Sides) next(q int) int { return (q + 1) % len(s.game.Program.Players) }

// needs says what the rules ask of the board. What no rule asks for need not lie alike: on
// a tables board the ends of the rows are neighbours on one side only.
type needs struct{ near, leaps, rays, lines bool }

func boardNeeds(g *rulesets.Game) (n needs) {
	p := g.Program
	uses := func(ops ...engine.Op) (found bool) {
		eachRule(g, func(_ int, nodes ...*engine.Node) {
			for _, x := range nodes {
				found = found || has(x, func(x *engine.Node) bool { return slices.Contains(ops, x.Op) })
			}
		})
		return found
	}
	n.near, n.leaps = uses(engine.SNear, engine.SNearSet, engine.SReach), uses(engine.SLandings)
	n.rays = uses(engine.SRay, engine.SMet, engine.SBetween, engine.SBeyond, engine.SShift)
	for i := range p.Allows {
		n.near = n.near || p.Allows[i].Act == engine.Step && p.Allows[i].To == nil
		n.leaps = n.leaps || p.Allows[i].Act == engine.Leap
	}
	n.lines = uses(engine.LMills, engine.LMillsAt, engine.LTheir, engine.SPoints)
	for v := range p.Vars {
		n.lines = n.lines || p.Vars[v].Kind == engine.LinesVar
	}
	return n
}

// placed is a place with the marks of the men on it.
type placed struct{ place, class int }

// menSetUp counts, by player, the men that he begins with, nil for a player who has none.
func menSetUp(p *engine.Program) []map[placed]int {
	men := make([]map[placed]int, p.Owners())
	for _, it := range p.Setup {
		if it.Player == p.Nobody() {
			continue
		}
		if men[it.Player] == nil {
			men[it.Player] = map[placed]int{}
		}
		men[it.Player][placed{it.Place, it.Class}] += it.Count
	}
	return men
}

// unlike says what of partners and places is otherwise for a player and the next, "" when
// nothing is.
func (s *Sides) unlike(q int, need needs) string {
	p, next := s.game.Program, s.next(q)
	for r := range p.Players {
		if (p.Team[q] == p.Team[r]) != (p.Team[next] == p.Team[s.next(r)]) {
			return "the players are not partners by turns"
		}
		for f := 0; f < p.Places; f++ {
			for k := 0; k < p.Places; k++ {
				if (p.CellOf[q][f] == p.CellOf[r][k]) != (p.CellOf[next][f] == p.CellOf[s.next(r)][k]) {
					return fmt.Sprintf("the places of %s and %s do not lie alike", p.Players[q], p.Players[next])
				}
			}
		}
	}
	for f := 0; f < p.Places; f++ {
		if need.near && p.Near[q][f] != p.Near[next][f] || need.leaps && !sameLeaps(p.Leaps[q][f], p.Leaps[next][f]) ||
			need.rays && !reflect.DeepEqual(p.Rays[q][f], p.Rays[next][f]) {
			return fmt.Sprintf("the board is not the same for %s and %s", p.Players[q], p.Players[next])
		}
	}
	return ""
}

// matchLines finds the lines of a player among those of the next, and reports whether all
// of them are there.
func (s *Sides) matchLines(q int) bool {
	p, all := s.game.Program, true
	s.lines[q] = make([]int, len(p.Lines[q]))
	for l := range p.Lines[q] {
		at := -1
		for k := range p.Lines[s.next(q)] {
			if p.Lines[q][l] == p.Lines[s.next(q)][k] {
				at = k
			}
		}
		s.lines[q][l] = at
		all = all && at >= 0
	}
	return all
}

// namesPlayer returns a statement that names a player, -1 when none does.
func namesPlayer(g *rulesets.Game) int {
	p, named := g.Program, -1
	eachRule(g, func(statement int, nodes ...*engine.Node) {
		for _, x := range nodes {
			if named < 0 && has(x, tellsApart) {
				named = statement
			}
		}
	})
	for i := range p.Changes {
		for _, e := range p.Changes[i].Effects {
			if named < 0 && setsPlayer(p, &e) {
				named = p.Changes[i].Statement
			}
		}
	}
	return named
}

// tellsApart reports whether a part of a condition is of one player, or another for each.
func tellsApart(x *engine.Node) bool {
	if x.Op != engine.SByPlayer {
		return x.Op == engine.NPlayer
	}
	return slices.ContainsFunc(x.By, func(b place.Set) bool { return b != x.By[0] })
}

// setsPlayer reports whether an effect gives something to a player by name.
func setsPlayer(p *engine.Program, e *engine.Effect) bool {
	if e.Kind != engine.NextIs && (e.Kind != engine.Assign || p.Vars[e.Var].Kind != engine.PlayerVar) {
		return false
	}
	me := e.A
	if me.Op == engine.NTheir && len(me.Kids) == 1 {
		me = me.Kids[0]
	}
	return me.Op != engine.NPlayer && me.Op != engine.NVar
}

func sameLeaps(a, b []place.Leap) bool {
	if len(a) != len(b) {
		return false
	}
	for _, x := range a {
		found := false
		for _, y := range b {
			found = found || x == y
		}
		if !found {
			return false
		}
	}
	return true
}

// Exchange returns the position with the sides exchanged.
func (x *Sides) Exchange(s *engine.State) *position.Position {
	p := x.game.Program
	n := len(p.Players)
	a := position.Read(p, s)
	b := *a
	to := func(q int) int {
		if q < 0 {
			return q
		}
		return (q + 1) % n
	}
	b.ToMove = to(a.ToMove)
	b.Men, b.Stores, b.Score = make([][][]int, n), make([][]int, n), make([]int, n)
	for q := range p.Players {
		b.Men[to(q)], b.Stores[to(q)], b.Score[to(q)] = a.Men[q], a.Stores[q], a.Score[q]
	}
	b.Nums, b.Sets = make([][]int, len(p.Vars)), make([][]place.Set, len(p.Vars))
	for v := range p.Vars {
		kind := p.Vars[v].Kind
		value := func(k int) int {
			if kind == engine.PlayerVar {
				return to(k)
			}
			return k
		}
		if p.Vars[v].Common {
			b.Sets[v] = a.Sets[v]
			for _, k := range a.Nums[v] {
				b.Nums[v] = append(b.Nums[v], value(k))
			}
			continue
		}
		if kind == engine.SetVar || kind == engine.LinesVar {
			b.Sets[v] = make([]place.Set, n)
			for q := range p.Players {
				set := a.Sets[v][q]
				if kind == engine.LinesVar {
					var lines place.Set
					for _, l := range set.Places() {
						lines = lines.With(x.lines[q][l])
					}
					set = lines
				}
				b.Sets[v][to(q)] = set
			}
			continue
		}
		b.Nums[v] = make([]int, n)
		for q := range p.Players {
			b.Nums[v][to(q)] = value(a.Nums[v][q])
		}
	}
	if a.Over != nil {
		o := *a.Over
		o.Winner = to(o.Winner)
		b.Over = &o
	}
	if a.Turn != nil {
		t := *a.Turn
		t.Owner, t.Next = to(t.Owner), to(t.Next)
		b.Turn = &t
	}
	return &b
}

// Differ lays a position with the sides exchanged and says how play from there
// differs; "" when it does not. It looks at the legal moves, or throws, and at
// what each of them leads to.
func (x *Sides) Differ(s *engine.State) string {
	g, in := x.game, x.in
	p := g.Program
	in.History = nil
	t := p.NewState()
	there := x.Exchange(s)
	position.Lay(in, t, there)
	if !reflect.DeepEqual(position.Read(p, t), there) {
		return "" // a state within a turn that cannot be laid; the next one will do
	}
	u, v := p.NewState(), p.NewState()
	same := func(what string) string {
		if !reflect.DeepEqual(x.Exchange(u), position.Read(p, v)) {
			return fmt.Sprintf("%s leads to another position for %s than for %s", what, p.Players[t.Player()], p.Players[s.Player()])
		}
		return ""
	}
	switch s.Status() {
	case engine.Over:
		return ""
	case engine.AwaitsThrow:
		if s.Device(p) < 0 {
			return ""
		}
		d := &p.Devices[s.Device(p)]
		for k := d.First; k < d.First+d.Count; k++ {
			u.CopyFrom(s)
			in.Throw(u, k)
			v.CopyFrom(t)
			in.Throw(v, k)
			if msg := same("the throw " + p.Throws[k].Name); msg != "" {
				return msg
			}
		}
		return ""
	}
	ours, theirs := in.Moves(s, nil), in.Moves(t, nil)
	for i := range ours {
		k := -1
		for j := range theirs {
			if sameMove(&ours[i], &theirs[j]) {
				k = j
			}
		}
		if k < 0 || len(ours) != len(theirs) {
			return fmt.Sprintf("%s may play %v, but %s in his place %v", p.Players[s.Player()], g.MoveTexts(in, s), p.Players[t.Player()], g.MoveTexts(in, t))
		}
		u.CopyFrom(s)
		in.Play(u, ours[i])
		v.CopyFrom(t)
		in.Play(v, theirs[k])
		if msg := same("the move " + g.MoveText(in, s, ours[i])); msg != "" {
			return msg
		}
	}
	return ""
}
