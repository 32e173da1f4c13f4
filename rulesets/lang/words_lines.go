package lang

import "github.com/lectio/lectio/rulesets/engine"

// Words for lines of the board: rows in which men stand together.
var lineWords = []*Word{
	{Name: "mills", Args: []Arg{{Name: "set", Type: Places}, {Name: "place", Type: Place, Optional: true}}, Type: Lines, resolve: millsOf,
		needs: &need{func(n *Names) bool { return len(n.Rules.Lines) > 0 && len(n.Rules.Lines[0]) > 0 }, "a board with lines", "this board has no lines"},
		Says:  "{mill} {of his}{through 2}|{mills} {of his}{through 2}",
		Else:  Else{"anywhere": "line{through 2}|lines{through 2}", "of others": "line{through 2} all of whose {cells} {are 1}|lines{through 2} all of whose {cells} {are 1}"},
		Guide: "the lines that lie wholly in the set, through the place if one is given", Example: "count(mills(own, to)) > 0"},
	{Name: "points", Args: []Arg{{Name: "lines", Type: Lines}}, Type: Places, Op: engine.SPoints, Says: "lie in {one of 1}", Else: Else{"man": "stand in {one of 1}"},
		Guide: "the places on lines", Example: "from in points(mills(enemy))"},
}

func millsOf(k *Checker, e *Expr) Typed {
	if len(e.Kids) == 2 {
		return Typed{Type: Lines, Node: Node(engine.LMillsAt, k.arg(e, 0, Places), k.arg(e, 1, Place))}
	}
	return Typed{Type: Lines, Node: Node(engine.LMills, k.arg(e, 0, Places))}
}
