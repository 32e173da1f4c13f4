package playout

import (
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// Conserved checks that every player has the men he began with.
func Conserved(g *rulesets.Game, s *engine.State) string {
	p := g.Program
	for q := range p.Players {
		n := 0
		for f := 0; f < p.Places; f++ {
			n += s.MenAt(p, q, f)
		}
		for st := range p.Stores {
			n += s.InStore(p, q, st)
		}
		if n != p.Men(q) {
			return fmt.Sprintf("%s has %d men, not the %d he began with", p.Players[q], n, p.Men(q))
		}
	}
	return ""
}
