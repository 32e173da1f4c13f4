package gather

import (
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// grouping tells values apart. of calls f with the number of each group that a moment belongs to: as player q sees it, with
// a throw, or a move of the player to move that is about to be made.
type grouping struct {
	names []string
	of    func(m *moment, f func(group int))
}

// moment is a moment of a game at which a measure is asked.
type moment struct {
	s     *engine.State
	q     int
	move  *engine.Move // nil: none is considered
	throw int          // -1: nothing has been thrown
	first int          // the player who began
}

// groupings say how values are told apart, by the words of ast.Groupings.
var groupings = map[string]func(g *rulesets.Game) grouping{
	"nothing": func(*rulesets.Game) grouping { return grouping{[]string{""}, func(_ *moment, f func(int)) { f(0) }} },
	"player": func(g *rulesets.Game) grouping {
		return grouping{g.Program.Players, func(m *moment, f func(int)) { f(m.q) }}
	},
	"role":      byRole,
	"place":     byPlace,
	"line":      byLine,
	"kind":      byKind,
	"throw":     byThrow,
	"statement": byStatement,
}

// byRole tells players apart by who began.
func byRole(g *rulesets.Game) grouping {
	n := len(g.Program.Players)
	names := []string{"who begins"}
	for k := 2; k <= n; k++ {
		name := "who follows"
		if n > 2 {
			name = fmt.Sprintf("who is number %d", k)
		}
		names = append(names, name)
	}
	return grouping{names, func(m *moment, f func(int)) { f((m.q - m.first + n) % n) }}
}

// byPlace tells moves apart by the cell of the board to which they lead; a man who leaves it, or is removed, is counted where he stood.
func byPlace(g *rulesets.Game) grouping {
	p := g.Program
	var names []string
	for _, c := range g.Board.Cells {
		names = append(names, c.Name)
	}
	return grouping{names, func(m *moment, f func(int)) {
		at := m.move.To
		if !onBoard(p, at) {
			at = m.move.From
		}
		if onBoard(p, at) {
			f(p.CellOf[m.q][at])
		}
	}}
}

func onBoard(p *engine.Program, at int16) bool { return at >= 0 && int(at) < p.Places }

// byKind tells moves apart by the kind of the man who moves.
func byKind(g *rulesets.Game) grouping {
	p := g.Program
	return grouping{p.Kinds, func(m *moment, f func(int)) {
		if k := p.KindOf(int(m.move.Class)); k >= 0 && onBoard(p, m.move.From) {
			f(k)
		}
	}}
}

// byThrow tells moments apart by what was thrown last.
func byThrow(g *rulesets.Game) grouping {
	var names []string
	for _, t := range g.Program.Throws {
		names = append(names, t.Name)
	}
	return grouping{names, func(m *moment, f func(int)) {
		if m.throw >= 0 {
			f(m.throw)
		}
	}}
}

// byStatement tells moves apart by the statement that allows them.
func byStatement(g *rulesets.Game) grouping {
	p := g.Program
	var names []string
	number := map[int]int{}
	for i := range p.Allows {
		if a := &p.Allows[i]; number[a.Statement] == 0 {
			names = append(names, a.ID)
			number[a.Statement] = len(names)
		}
	}
	return grouping{names, func(m *moment, f func(int)) {
		if rule := m.move.Rule(p); rule != nil { // nothing allows to pass
			f(number[rule.Statement] - 1)
		}
	}}
}
