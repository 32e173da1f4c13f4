package rulesets

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/natural"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/lang"
)

// State writes a state as INTERFACE.md says.
func (g *Game) State(s *engine.State) State {
	p := g.Program
	pos := position.Read(p, s)
	var out []field
	add := func(k string, v any) { out = append(out, field{k, v}) }
	add("to-move", p.Players[pos.ToMove])
	for q, name := range p.Players {
		add(name, State{g.menFields(pos, q)})
	}
	if p.Nobodys {
		add(engine.NobodysName, State{g.menFields(pos, p.Nobody())})
	}
	if c := g.counterFields(pos); len(c) > 0 {
		add("counters", State{c})
	}
	var score []field
	for q, name := range p.Players {
		score = append(score, field{name, lang.Fraction(pos.Score[q], p.Denominator)})
	}
	add("score", State{score})
	if s.Stage() >= 0 {
		add("turn", State{g.turnFields(pos)})
	}
	if pos.Over != nil {
		by, reason := any(nil), "no rule provides for a position without a move"
		if pos.Over.End >= 0 {
			by, reason = p.Ends[pos.Over.End].ID, p.Ends[pos.Over.End].Reason
		}
		var winner any
		if pos.Over.Winner >= 0 {
			winner = p.Players[pos.Over.Winner]
		}
		add("over", State{[]field{{"by", by}, {"reason", reason}, {"winner", winner}, {"score", State{score}}}})
	}
	return State{out}
}

func (g *Game) menFields(pos *position.Position, q int) []field {
	p := g.Program
	var out []field
	for c := range pos.Men[q] {
		for f, n := range pos.Men[q][c] {
			if n > 0 {
				out = append(out, field{p.PlaceName(q, f) + p.ClassName(c), n})
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return natural.Compare(out[i].key, out[j].key) < 0 })
	if q == p.Nobody() {
		return out
	}
	for st, n := range pos.Stores[q] {
		if n > 0 {
			out = append(out, field{p.Stores[st], n})
		}
	}
	return out
}

// counterFields writes the variables: numbers that last for the game always,
// everything else where it differs from what is read where nothing is written.
func (g *Game) counterFields(pos *position.Position) []field {
	p := g.Program
	in := g.interpreter()
	defer g.giveBack(in)
	first := *pos
	position.Initial(in, &first, true)
	byPlayer := make([][]field, len(p.Players)+1)
	for v := range p.Vars {
		d := &p.Vars[v]
		if d.Common {
			if value, told := g.counterField(pos, &first, v, 0); told {
				byPlayer[len(p.Players)] = append(byPlayer[len(p.Players)], field{d.ID, value})
			}
			continue
		}
		for q := range p.Players {
			if value, told := g.counterField(pos, &first, v, q); told {
				byPlayer[q] = append(byPlayer[q], field{d.ID, value})
			}
		}
	}
	var out []field
	for q, list := range byPlayer {
		if len(list) == 0 {
			continue
		}
		name := "common"
		if q < len(p.Players) {
			name = p.Players[q]
		}
		out = append(out, field{name, State{list}})
	}
	return out
}

// counterField is the value of a player's variable as it is written; first holds the
// values that are read where nothing is written.
func (g *Game) counterField(pos, first *position.Position, v, q int) (value any, told bool) {
	p := g.Program
	d := &p.Vars[v]
	if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
		names := []string{}
		for _, f := range pos.Sets[v][q].Places() {
			if d.Kind == engine.LinesVar {
				names = append(names, g.lineName(f))
			} else {
				names = append(names, p.Names[q][f])
			}
		}
		return names, pos.Sets[v][q] != first.Sets[v][q]
	}
	x := pos.Nums[v][q]
	told = x != first.Nums[v][q] || d.Kind == engine.NumberVar && d.Per != engine.PerTurn && d.Per != engine.PerThrow
	switch {
	case d.Kind == engine.NumberVar:
		return x, told
	case x < 0:
		return nil, told
	case d.Kind == engine.PlaceVar:
		return p.Names[q][x], told
	}
	return p.Players[x], told
}

func (g *Game) turnFields(pos *position.Position) []field {
	p := g.Program
	t := pos.Turn
	out := []field{{"stage", p.Stages[t.Stage].ID}}
	var throws []string
	for _, th := range t.Throws {
		throws = append(throws, p.Throws[th].Name)
	}
	var throw any
	if len(throws) > 0 {
		throw = strings.Join(throws, ",")
	}
	left := []string{}
	for _, l := range t.Left {
		name := p.Parts[l.Part].Name
		if l.Optional {
			name += "?"
		}
		left = append(left, name)
	}
	order := "any"
	if t.Fixed {
		order = "fixed"
	}
	var active any
	if t.Active >= 0 {
		active = p.Names[pos.ToMove][t.Active]
	}
	out = append(out, field{"throw", throw}, field{"left", left}, field{"order", order}, field{"active", active})
	in := g.interpreter()
	if pos.Over == nil && t.Played != g.played(in, pos) {
		out = append(out, field{"played", t.Played})
	}
	g.giveBack(in)
	if t.Owner != pos.ToMove {
		out = append(out, field{"owner", p.Players[t.Owner]})
	}
	if t.Next >= 0 {
		out = append(out, field{"next", p.Players[t.Next]})
	}
	if t.NextStage >= 0 {
		out = append(out, field{"next-stage", p.Stages[t.NextStage].ID})
	}
	return out
}

// MenDiffer says how a player's men differ from written ones, which are read as those of a
// position are; "" when they agree.
func (g *Game) MenDiffer(s *engine.State, q int, want *yamlpos.Node) string {
	r := &stateReader{g: g, p: g.Program}
	r.blank()
	if r.men(q, want); len(r.Errs) > 0 {
		return "is not written as men: " + r.Errs[0].Message
	}
	got := position.Read(g.Program, s)
	if (q == g.Program.Nobody() || slices.Equal(got.Stores[q], r.pos.Stores[q])) && slices.EqualFunc(got.Men[q], r.pos.Men[q], slices.Equal) {
		return ""
	}
	has, _ := object(g.menFields(got, q))
	not, _ := object(g.menFields(r.pos, q))
	return fmt.Sprintf("has %s, not %s", has, not)
}
