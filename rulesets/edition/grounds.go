package edition

import (
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Ground is part of a board that rules set apart, whoever comes there: a castle, an edge at
// which somebody wins, cells on which men are safe.
type Ground struct {
	Called string // as sentences call it
	Cells  []int
}

// Grounds are the grounds that the rules of a game name, by a definition or by a word of the
// board, each once and in their order. The same words can mean other cells for each player:
// what is his last row is another's first, and no ground. Nor is more than half of a board.
func Grounds(g *rulesets.Game) []Ground {
	return g.Kept("grounds of the board", func() any {
		f := &groundFinder{sp: newSpeaker(g), in: engine.NewInterpreter(g.Program), state: g.Program.NewState(), seen: map[string]bool{}}
		rules := map[int]bool{}
		rulesets.EachRule(g.Program, func(statement int, _ bool) { rules[statement] = true })
		for i, s := range g.Statements {
			if rules[i] {
				for _, e := range s.Expressions() {
					e.Walk(f.visit)
				}
			}
		}
		return f.found
	}).([]Ground)
}

// groundFinder looks for grounds in expressions.
type groundFinder struct {
	sp    *speaker
	in    *engine.Interpreter
	state *engine.State
	seen  map[string]bool // names
	found []Ground
}

// visit adds the ground that a name stands for; of a definition that is none, those that it
// names itself.
func (f *groundFinder) visit(e *lang.Expr) {
	if e.Op != "name" || f.seen[e.Text] {
		return
	}
	f.seen[e.Text] = true
	d := f.sp.defines[e.Text]
	words := ""
	switch set := f.sp.boardSet(e.Text); {
	case d != nil && f.sp.typ(e) == lang.Places:
		if words = called(d); words == "" {
			words = title(d)
		}
	case d == nil && set != nil:
		words = set.np
	}
	if words != "" {
		if cells, fixed := f.cells(e); fixed {
			f.add(Ground{f.sp.inItsWords(words), cells})
			return
		}
	}
	if d != nil {
		meaning(d).Walk(f.visit)
	}
}

func (f *groundFinder) add(ground Ground) {
	alike := func(g Ground) bool { return slices.Equal(g.Cells, ground.Cells) }
	if len(ground.Cells) > 0 && 2*len(ground.Cells) <= len(f.sp.g.Board.Cells) && !slices.ContainsFunc(f.found, alike) {
		f.found = append(f.found, ground)
	}
}

// cells are those of a set, where it means the same cells whoever has places there, and
// wherever men stand; none where it does not mean the same.
func (f *groundFinder) cells(e *lang.Expr) (cells []int, fixed bool) {
	n := f.sp.resolved(e)
	if n == nil || !n.Fixed() {
		return nil, false
	}
	p := f.sp.g.Program
	in := map[int]bool{}
	for _, within := range []bool{true, false} {
		for q := range p.Players {
			f.in.View(f.state, q)
			set := f.in.Set(n)
			for place := range p.Places {
				switch cell := p.CellOf[q][place]; {
				case within && set.Has(place):
					in[cell] = true
				case !within && in[cell] && !set.Has(place):
					return nil, true
				}
			}
		}
	}
	for cell := range f.sp.g.Board.Cells {
		if in[cell] {
			cells = append(cells, cell)
		}
	}
	return cells, true
}
