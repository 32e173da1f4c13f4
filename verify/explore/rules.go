package explore

import (
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// eachRule calls f with every rule of a game: its statement, and its expressions,
// some of which may be nil.
func eachRule(g *rulesets.Game, f func(statement int, nodes ...*engine.Node)) {
	p := g.Program
	named := func(id string) int {
		for i, s := range g.Statements {
			if s.ID == id {
				return i
			}
		}
		return -1
	}
	for i := range p.Stages {
		f(named(p.Stages[i].ID), p.Stages[i].When)
	}
	for i := range p.Vars {
		f(named(p.Vars[i].ID), p.Vars[i].Initial)
	}
	for i := range p.Agendas {
		f(p.Agendas[i].Statement, p.Agendas[i].When)
	}
	for i := range p.Blocked {
		f(p.Blocked[i].Statement, p.Blocked[i].When)
	}
	for i := range p.Allows {
		a := &p.Allows[i]
		f(a.Statement, a.From, a.To, a.Over, a.When, a.Men)
	}
	for i := range p.Forbids {
		f(p.Forbids[i].Statement, p.Forbids[i].When)
		for _, e := range p.Forbids[i].Excepts {
			f(e.Statement, e.When)
		}
	}
	for i := range p.Requires {
		r := &p.Requires[i]
		f(r.Statement, r.When, r.That, r.Best)
	}
	for i := range p.Changes {
		c := &p.Changes[i]
		f(c.Statement, c.When)
		for j := range c.Effects {
			e := &c.Effects[j]
			if e.Kind != engine.NextIs && !(e.Kind == engine.Assign && p.Vars[e.Var].Kind == engine.PlayerVar) {
				f(c.Statement, e.A, e.B)
			}
		}
	}
	for i := range p.Ends {
		f(p.Ends[i].Statement, p.Ends[i].When)
	}
	for i := range p.Scores {
		f(p.Scores[i].Statement, p.Scores[i].When, p.Scores[i].Points)
	}
}

// has reports whether some operation of an expression is of the kind.
func has(n *engine.Node, kind func(*engine.Node) bool) bool {
	return n != nil && n.Any(kind)
}

// OnRepetition tells of every statement of a game whether it asks how often a
// position has stood. A search cannot say whether such a statement takes effect.
func OnRepetition(g *rulesets.Game) []bool {
	out := make([]bool, len(g.Statements))
	eachRule(g, func(statement int, nodes ...*engine.Node) {
		for _, n := range nodes {
			if statement >= 0 && has(n, func(n *engine.Node) bool { return n.Op == engine.NOccurrences }) {
				out[statement] = true
			}
		}
	})
	return out
}

// RepetitionEnds names the ends that a repeated position brings about.
func RepetitionEnds(g *rulesets.Game) []string {
	var out []string
	on := OnRepetition(g)
	for i := range g.Program.Ends {
		if st := g.Program.Ends[i].Statement; on[st] {
			out = append(out, g.Statements[st].ID)
		}
	}
	return out
}
