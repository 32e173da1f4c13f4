package edition

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Possible knows which positions of a game cannot occur: those that break an invariant of
// its ruleset, and those that no rule can bring about.
type Possible struct {
	g       *rulesets.Game
	facts   *ir.Facts
	reached place.Set
}

// NewPossible finds out of a game what cannot occur in it.
func NewPossible(g *rulesets.Game) *Possible {
	l := ir.NewLowering(g.Program)
	facts := ir.FactsOf(l)
	return &Possible{g, facts, l.Reached(facts)}
}

// Impossible says why a position cannot occur in the game, in all ways that are known; ""
// where none is, which does not mean that it can occur.
func (x *Possible) Impossible(in *engine.Interpreter, s *engine.State) string {
	if st, player := x.g.Broken(in, s); st != nil {
		return "it breaks " + st.ID + " for " + player + ": " + strings.TrimSuffix(Sentence(x.g, st), ".")
	}
	p := x.g.Program
	var why []string
	say := func(format string, args ...any) { why = append(why, fmt.Sprintf(format, args...)) }
	on := map[int]int{} // by cell: 1 + who has men there
	for q, player := range p.Players {
		for f := range p.Places {
			n, cell := s.MenAt(p, q, f), p.CellOf[q][f]
			if n == 0 {
				continue
			}
			name := x.g.Board.Cells[cell].Name
			if x.facts.Board.OneManEach && n > 1 {
				say("%s has %d men on %s, where no rule lets more than one stand", player, n, p.Names[q][f])
			}
			if other := on[cell] - 1; x.facts.Board.Apart && other >= 0 && other != q {
				say("%s and %s both have men on %s, which no rule lets happen", p.Players[other], player, name)
			}
			on[cell] = 1 + q
			if !x.reached.Has(f) {
				say("%s has a man on %s, where none can come", player, p.Names[q][f])
			}
		}
	}
	return strings.Join(why, "; ")
}
