package gather

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
)

// Asked is a measure that is asked of the play of a game.
type Asked struct {
	*ast.Measure
	Game *rulesets.Game
	// Groups are what values are told apart by, in the order of rows; one without a name where they are not.
	Groups []string

	rule engine.Measure
	unit float64 // a value of so much is one
}

// Of resolves a measure for a game. Where it means nothing there, the error says why.
func Of(g *rulesets.Game, m *ast.Measure) (*Asked, diag.Errors) {
	rule, points, errs := g.Compiled.Measure(m)
	if len(errs) > 0 {
		return nil, errs
	}
	a := &Asked{Measure: m, Game: g, rule: rule, unit: 1}
	if points {
		a.unit = float64(g.Program.Denominator)
	}
	a.Groups = groupsOf(g, rule.By)
	return a, nil
}

// Named is the measure of that name among some, resolved for a game. The error says which there are, or why the one
// means nothing in the game.
func Named(g *rulesets.Game, list []*ast.Measure, name string) (*Asked, error) {
	i := slices.IndexFunc(list, func(m *ast.Measure) bool { return m.ID.Text == name })
	if i < 0 {
		var names []string
		for _, m := range list {
			names = append(names, m.ID.Text)
		}
		return nil, diag.Error{Pos: diag.Pos{File: "MEASURE"}, Found: diag.Quote(name), Expected: "one of: " + strings.Join(names, ", "), Message: "there is no such measure" + diag.Suggest(name, names)}
	}
	a, errs := Of(g, list[i])
	return a, errs.Err()
}
