package compile

import (
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Measure resolves a measure for a ruleset that has been compiled. Where it means nothing there, the errors say why.
func (c *Compiled) Measure(m *ast.Measure) (x engine.Measure, points bool, errs diag.Errors) {
	n := c.Names.Aside()
	scope := measureScopes[m.At.Text]
	x.When = n.Want(m.When, lang.Truth, "when", scope)
	x.Value, points = n.Amount(m.Value, "value", scope)
	c.groups(n, m)
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
	points := func(n *engine.Node) bool { return n.Op == engine.NScore }
	winner := func(n *engine.Node) bool { return n.Op == engine.NCourse && n.N == engine.WinnerIs }
	each := func(text *lang.Text, node *engine.Node) {
		if len(c.Program.Scores) == 0 {
			asks(text, node, points, "score", "no points are counted in this game")
		}
		if !c.Program.NamesWinner() {
			asks(text, node, winner, "winner", "the rules of this game name no winner")
		}
	}
	each(m.When, x.When)
	each(m.Value, x.Value)
}

// measureScopes say what can be asked at the moments of measures.
var measureScopes = map[string]lang.Scope{
	"decision": lang.InMeasure | lang.InOffer | lang.InPlay,
	"move":     lang.InMeasure | lang.InOffer | lang.InMove | lang.InLeap | lang.InChoice,
	"throw":    lang.InMeasure | lang.InPlay,
	"turn":     lang.InMeasure,
	"game":     lang.InMeasure | lang.InResult,
}

// groups says so where the ruleset, or the moment, has nothing of what a measure tells values apart by.
func (c *Compiled) groups(n *lang.Names, m *ast.Measure) {
	p := c.Program
	refuse := func(expected, why string) { n.Errorf(m.By.Pos, "by: "+m.By.Text, expected, "%s", why) }
	switch m.By.Text {
	case "place", "line", "kind", "statement":
		if m.At.Text != "move" {
			refuse("at: move", "only a move has one "+m.By.Text)
		}
	case "throw":
		if m.At.Text == "turn" || m.At.Text == "game" {
			refuse("at: throw, decision or move", "a turn or a game may have several throws")
		}
		if len(p.Throws) == 0 {
			refuse("another grouping", "nothing is thrown in this game")
		}
	}
	if m.By.Text == "kind" && len(p.Kinds) == 0 {
		refuse("another grouping", "men are of one kind in this game")
	}
	if m.At.Text == "throw" && len(p.Throws) == 0 {
		n.Errorf(m.At.Pos, "at: throw", "another moment", "nothing is thrown in this game")
	}
}
