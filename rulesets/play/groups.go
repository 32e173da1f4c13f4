package play

import (
	"github.com/lectio/lectio/rulesets/engine"
)

// grouping calls f with the number of each group that a moment belongs to, if it belongs to any.
type grouping func(m *moment, f func(group int))

// moment is a moment of a game at which measures are asked: as player q sees it, with a throw, or a move of the player to
// move that is about to be made.
type moment struct {
	s     *engine.State
	q     int
	move  *engine.Move // nil: none is considered
	throw int          // -1: nothing has been thrown
	first int          // the player who began
}

// groupings say how values are told apart, by what.
var groupings = [...]func(p *engine.Program) grouping{
	engine.ByNothing: func(*engine.Program) grouping { return func(_ *moment, f func(int)) { f(0) } },
	engine.ByPlayer: func(p *engine.Program) grouping {
		return func(m *moment, f func(int)) { f(m.q) }
	},
	engine.ByRole: func(p *engine.Program) grouping {
		n := len(p.Players)
		return func(m *moment, f func(int)) { f((m.q - m.first + n) % n) }
	},
	engine.ByPlace:     byPlace,
	engine.ByLine:      byLine,
	engine.ByKind:      byKind,
	engine.ByThrow:     byThrow,
	engine.ByStatement: byStatement,
}

// byPlace tells moves apart by the cell of the board to which they lead; a man who leaves it, or is removed, is counted where he stood.
func byPlace(p *engine.Program) grouping {
	return func(m *moment, f func(int)) {
		at := m.move.To
		if !onBoard(p, at) {
			at = m.move.From
		}
		if onBoard(p, at) {
			f(p.CellOf[m.q][at])
		}
	}
}

func onBoard(p *engine.Program, at int16) bool { return at >= 0 && int(at) < p.Places }

// byLine tells moves apart by the lines along which they run.
func byLine(p *engine.Program) grouping {
	number := map[[2]int]int{}
	for i, line := range p.BoardLines() {
		number[line] = i
	}
	return func(m *moment, f func(int)) {
		way := p.WayOf(m.q, m.move)
		for i := 1; i < len(way); i++ {
			a, b := p.CellOf[m.q][way[i-1]], p.CellOf[m.q][way[i]]
			if k, ok := number[[2]int{min(a, b), max(a, b)}]; ok {
				f(k)
			}
		}
	}
}

// byKind tells moves apart by the kind of the man who moves.
func byKind(p *engine.Program) grouping {
	return func(m *moment, f func(int)) {
		if k := p.KindOf(m.move.Man()); k >= 0 && onBoard(p, m.move.From) {
			f(k)
		}
	}
}

// byThrow tells moments apart by what was thrown last.
func byThrow(p *engine.Program) grouping {
	return func(m *moment, f func(int)) {
		if m.throw >= 0 {
			f(m.throw)
		}
	}
}

// byStatement tells moves apart by the statement that allows them.
func byStatement(p *engine.Program) grouping {
	number := map[int]int{}
	for i, rule := range p.Allowing() {
		number[rule.Statement] = i
	}
	return func(m *moment, f func(int)) {
		if rule := m.move.Rule(p); rule != nil { // nothing allows to pass
			f(number[rule.Statement])
		}
	}
}
