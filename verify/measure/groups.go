package measure

import (
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// groupsOf names what a measure tells values apart by, in the order of its groups.
func groupsOf(g *rulesets.Game, by engine.Grouping) (names []string) {
	p := g.Program
	switch by {
	case engine.ByPlayer:
		return p.Players
	case engine.ByRole:
		return roles(len(p.Players))
	case engine.ByPlace:
		for _, c := range g.Board.Cells {
			names = append(names, c.Name)
		}
	case engine.ByLine:
		for _, line := range p.BoardLines() {
			names = append(names, g.Board.Cells[line[0]].Name+"-"+g.Board.Cells[line[1]].Name)
		}
	case engine.ByKind:
		return p.Kinds
	case engine.ByThrow:
		for _, t := range p.Throws {
			names = append(names, t.Name)
		}
	case engine.ByStatement:
		for _, rule := range p.Allowing() {
			names = append(names, rule.ID)
		}
	default:
		return []string{""}
	}
	return names
}

// roles names so many players by who began.
func roles(n int) []string {
	names := []string{"who begins"}
	for k := 2; k <= n; k++ {
		name := "who follows"
		if n > 2 {
			name = fmt.Sprintf("who is number %d", k)
		}
		names = append(names, name)
	}
	return names
}
