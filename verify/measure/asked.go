package measure

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/playout"
)

// Asked is a measure that is asked of the play of a game.
type Asked struct {
	*ast.Measure
	Game *rulesets.Game
	// Groups are what values are told apart by, in the order of rows; one without a name where they are not.
	Groups []string

	Rule   engine.Measure
	Points bool // its values are points, in units of 1/Denominator
}

// Of resolves a measure for a game. Where it means nothing there, the error says why.
func Of(g *rulesets.Game, m *ast.Measure) (*Asked, diag.Errors) {
	rule, points, errs := g.Compiled.Measure(m)
	if len(errs) > 0 {
		return nil, errs
	}
	return &Asked{Measure: m, Game: g, Groups: groupsOf(g, rule.By), Rule: rule, Points: points && rule.Gather != engine.Share}, nil
}

// Amount is what parts of a game, or of several, come to; NaN where there is none.
func (a *Asked) Amount(parts playout.Quotient) float64 {
	v := float64(parts[0]) / a.unit()
	if parts[1] == 0 {
		return math.NaN()
	}
	return v / float64(parts[1])
}

// unit is how many a value is counted in.
func (a *Asked) unit() float64 {
	if a.Points {
		return float64(a.Game.Program.Denominator)
	}
	return 1
}

// ofGames reports whether the measure is a share of games: each has it, or has it not.
func (a *Asked) ofGames() bool { return a.Rule.At == engine.OfGame && a.Rule.Gather == engine.Share }

// whole reports whether the values of games are whole numbers, in units of 1/Denominator where they are points.
func (a *Asked) whole() bool {
	return a.Rule.At == engine.OfGame || a.Rule.Gather != engine.Mean && a.Rule.Gather != engine.Share
}

// Called is what metrics of a measure are called, with {who} in it where their names say whose each is.
func Called(m *ast.Measure) string {
	name := cmp.Or(m.Called, strings.ReplaceAll(m.ID.Text, "_", " "))
	if m.By.Text != engine.Groupings[engine.ByNothing] && !strings.Contains(name, whose) {
		name += " (" + whose + ")"
	}
	return name
}

// UnitOf is the unit of the values of a measure, "" where none is said.
func UnitOf(m *ast.Measure) string {
	if m.Gather.Text == engine.Share.String() {
		return "share"
	}
	return m.Unit
}

// Meaning says what a figure of a measure is, with {who} in it; what is not said is what it asks.
func Meaning(m *ast.Measure) string { return cmp.Or(m.Means, m.Asks, m.ID.Text) }

// name is what a figure of a group is called.
func (a *Asked) name(group int) string {
	return strings.ReplaceAll(Called(a.Measure), whose, a.Groups[group])
}

// whose stands in the words of a measure for whose a figure is.
const whose = "{who}"

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
