package explore

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
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
	n := len(p.Players)
	next := func(q int) int { return (q + 1) % n }
	s := &Sides{game: g, in: engine.NewInterpreter(p), lines: make([][]int, n)}
	type set struct{ place, class int }
	// What no rule asks for need not lie alike: on a tables board the ends of the
	// rows are neighbours on one side only.
	uses := func(ops ...engine.Op) (found bool) {
		eachRule(g, func(_ int, nodes ...*engine.Node) {
			for _, x := range nodes {
				found = found || has(x, func(x *engine.Node) bool { return slices.Contains(ops, x.Op) })
			}
		})
		return found
	}
	near, leaps := uses(engine.SNear, engine.SNearSet), uses(engine.SLandings)
	for i := range p.Allows {
		near = near || p.Allows[i].Act == engine.Step && p.Allows[i].To == nil
		leaps = leaps || p.Allows[i].Act == engine.Leap
	}
	lines := uses(engine.LMills, engine.LMillsAt, engine.LTheir, engine.SPoints)
	for v := range p.Vars {
		lines = lines || p.Vars[v].Kind == engine.LinesVar
	}
	men := make([]map[set]int, n)
	for _, it := range p.Setup {
		if men[it.Player] == nil {
			men[it.Player] = map[set]int{}
		}
		men[it.Player][set{it.Place, it.Class}] += it.Count
	}
	for q := range p.Players {
		name, other := p.Players[q], p.Players[next(q)]
		if !reflect.DeepEqual(men[q], men[next(q)]) {
			return nil, fmt.Sprintf("%s and %s begin with different men or in different places", name, other)
		}
		for r := range p.Players {
			if (p.Team[q] == p.Team[r]) != (p.Team[next(q)] == p.Team[next(r)]) {
				return nil, "the players are not partners by turns"
			}
			for f := 0; f < p.Places; f++ {
				for k := 0; k < p.Places; k++ {
					if (p.CellOf[q][f] == p.CellOf[r][k]) != (p.CellOf[next(q)][f] == p.CellOf[next(r)][k]) {
						return nil, fmt.Sprintf("the places of %s and %s do not lie alike", name, other)
					}
				}
			}
		}
		for f := 0; f < p.Places; f++ {
			if near && !p.Near[q][f].Equal(p.Near[next(q)][f]) || leaps && !sameLeaps(p.Leaps[q][f], p.Leaps[next(q)][f]) {
				return nil, fmt.Sprintf("the board is not the same for %s and %s", name, other)
			}
		}
		s.lines[q] = make([]int, len(p.Lines[q]))
		for l := range p.Lines[q] {
			at := -1
			for k := range p.Lines[next(q)] {
				if p.Lines[q][l].Equal(p.Lines[next(q)][k]) {
					at = k
				}
			}
			if at < 0 && lines {
				return nil, fmt.Sprintf("the lines of the board are not the same for %s and %s", name, other)
			}
			s.lines[q][l] = at
		}
	}
	for v := range p.Vars {
		if p.Vars[v].Common && p.Vars[v].Kind == engine.LinesVar {
			return nil, fmt.Sprintf("%s holds lines for all players together", p.Vars[v].ID)
		}
	}
	named := -1
	name := func(statement int) {
		if named < 0 {
			named = statement
		}
	}
	eachRule(g, func(statement int, nodes ...*engine.Node) {
		for _, x := range nodes {
			if has(x, func(x *engine.Node) bool {
				if x.Op == engine.SByPlayer {
					for _, b := range x.By {
						if !b.Equal(x.By[0]) {
							return true
						}
					}
				}
				return x.Op == engine.NPlayer
			}) {
				name(statement)
			}
		}
	})
	for i := range p.Changes {
		for _, e := range p.Changes[i].Effects {
			if e.Kind == engine.NextIs || e.Kind == engine.Assign && p.Vars[e.Var].Kind == engine.PlayerVar {
				me := e.A
				if me.Op == engine.NTheir && len(me.Kids) == 1 {
					me = me.Kids[0]
				}
				if me.Op != engine.NPlayer && me.Op != engine.NVar {
					name(p.Changes[i].Statement)
				}
			}
		}
	}
	if named >= 0 {
		return nil, fmt.Sprintf("%s tells the players apart", g.Statements[named].ID)
	}
	return s, ""
}

func sameLeaps(a, b []engine.Leap2) bool {
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
func (x *Sides) Exchange(s *engine.State) *engine.Position {
	p := x.game.Program
	n := len(p.Players)
	a := p.Read(s)
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
	b.Nums, b.Sets = make([][]int, len(p.Vars)), make([][]engine.Set, len(p.Vars))
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
			b.Sets[v] = make([]engine.Set, n)
			for q := range p.Players {
				set := a.Sets[v][q]
				if kind == engine.LinesVar {
					var lines engine.Set
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
	in.Lay(t, there)
	if !reflect.DeepEqual(p.Read(t), there) {
		return "" // a state within a turn that cannot be laid; the next one will do
	}
	u, v := p.NewState(), p.NewState()
	same := func(what string) string {
		if !reflect.DeepEqual(x.Exchange(u), p.Read(v)) {
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
