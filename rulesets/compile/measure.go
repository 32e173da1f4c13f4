package compile

import (
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Measure resolves a measure for a ruleset that has been compiled. Where it means nothing there, the errors say why.
func (c *Compiled) Measure(m *ast.Measure) (x engine.Measure, points bool, errs diag.Errors) {
	n := c.Names.Aside()
	word := func(names []string, w ast.Word) int { return max(slices.Index(names, w.Text), 0) }
	x.At, x.Gather = engine.Occasion(word(engine.Occasions, m.At)), engine.Gathering(word(engine.Gatherings, m.Gather))
	x.By = engine.Grouping(word(engine.Groupings, m.By))
	scope := measureScopes[x.At]
	x.Among = n.Want(m.Among, lang.Truth, "among", scope)
	x.When = n.Want(m.When, lang.Truth, "when", scope)
	x.Value, points = n.Amount(m.Value, "value", scope)
	c.groups(n, m, &x)
	c.counted(n, m, &x)
	return x, points, n.Errs
}

// counted says so where a measure asks for points, or for a winner, and the rules have none.
func (c *Compiled) counted(n *lang.Names, m *ast.Measure, x *engine.Measure) {
	asks := func(text *lang.Text, node *engine.Node, such func(*engine.Node) bool, word, why string) {
		if node != nil && node.Any(such) {
			n.Errorf(text.Pos, word, "something that this game has", "%s", why)
		}
	}
	course := func(item int) func(*engine.Node) bool {
		return func(n *engine.Node) bool { return n.Op == engine.NCourse && n.N == item }
	}
	counted, named := len(c.Program.Scores) > 0, c.Program.NamesWinner()
	each := func(text *lang.Text, node *engine.Node) {
		if !counted {
			asks(text, node, func(n *engine.Node) bool { return n.Op == engine.NScore }, "score", "no points are counted in this game")
			asks(text, node, course(engine.Lead), "lead", "no points are counted in this game")
		}
		if !named {
			asks(text, node, course(engine.WinnerIs), "winner", "the rules of this game name no winner")
		}
		if !counted && !named {
			asks(text, node, course(engine.Leader), "leader", "the rules of this game name no winner and count no points")
		}
	}
	each(m.Among, x.Among)
	each(m.When, x.When)
	each(m.Value, x.Value)
}

// measureScopes say what can be asked on the occasions of measures.
var measureScopes = [...]lang.Scope{
	engine.OfDecision: lang.InMeasure | lang.InOffer | lang.InPlay,
	engine.OfMove:     lang.InMeasure | lang.InOffer | lang.InMove | lang.InLeap | lang.InChoice,
	engine.OfThrow:    lang.InMeasure | lang.InPlay,
	engine.OfTurn:     lang.InMeasure,
	engine.OfGame:     lang.InMeasure | lang.InResult,
}

// groups says so where the ruleset, or the occasion, has nothing of what a measure tells values apart by.
func (c *Compiled) groups(n *lang.Names, m *ast.Measure, x *engine.Measure) {
	p := c.Program
	refuse := func(expected, why string) { n.Errorf(m.By.Pos, "by: "+m.By.Text, expected, "%s", why) }
	switch x.By {
	case engine.ByPlace, engine.ByLine, engine.ByKind, engine.ByStatement:
		if x.At != engine.OfMove {
			refuse("at: move", "only a move has one "+m.By.Text)
		}
	case engine.ByThrow:
		if x.At == engine.OfTurn || x.At == engine.OfGame {
			refuse("at: throw, decision or move", "a turn or a game may have several throws")
		}
		if len(p.Throws) == 0 {
			refuse("another grouping", "nothing is thrown in this game")
		}
	}
	if x.By == engine.ByKind && len(p.Kinds) == 0 {
		refuse("another grouping", "men are of one kind in this game")
	}
	if x.At == engine.OfThrow && len(p.Throws) == 0 {
		n.Errorf(m.At.Pos, "at: throw", "another moment", "nothing is thrown in this game")
	}
}
