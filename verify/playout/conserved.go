package playout

import (
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// Conserved checks that every player has the men he began with or, where men are nobody's, who come into the stores of
// players, that there are as many in all.
func Conserved(g *rulesets.Game, s *engine.State) string {
	p := g.Program
	men, all := 0, 0
	for q := range p.Owners() {
		n := 0
		for f := 0; f < p.Places; f++ {
			n += s.MenAt(p, q, f)
		}
		for st := range len(p.Stores) {
			if q != p.Nobody() {
				n += s.InStore(p, q, st)
			}
		}
		if !p.Nobodys && n != p.Men(q) {
			return fmt.Sprintf("%s has %d men, not the %d he began with", p.Players[q], n, p.Men(q))
		}
		men, all = men+n, all+p.Men(q)
	}
	if men != all {
		return fmt.Sprintf("there are %d men, not the %d with which the game began", men, all)
	}
	return ""
}
