package solve

import "github.com/lectio/lectio/rulesets/engine"

// Empty is a graph without positions.
func Empty(p *engine.Program) *Graph { return empty(p) }

// Kept is a state as the positions of a graph are kept. It lasts until the next.
func (g *Graph) Kept(s *engine.State) []byte { return g.canonical(s) }
