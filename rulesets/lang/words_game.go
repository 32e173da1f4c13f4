package lang

import "github.com/lectio/lectio/rulesets/engine"

// Words for the player, the stage, what counts, and all opponents. Besides, every
// player and every stage is a word.
var gameWords = []*Word{
	{Name: "player", Type: Player, Op: engine.NPlayer, Says: "the player", Else: Else{"their": "{whom}"}, Guide: "the player", Example: "player = white"},
	{Name: "stage", Type: Stage, Op: engine.NStage, Says: "the stage", Guide: "the stage", Example: "stage = placing"},
	{Name: "some", Args: []Arg{{Name: "condition about their …", Type: Truth}}, Type: Truth, resolve: opponents(engine.BSome),
		Says: "it is true of at least one opponent that {1}", Denied: "it is true of no opponent that {1}", Guide: "whether it holds of one of several opponents", Example: "some(their.bar > 0)"},
	{Name: "every", Args: []Arg{{Name: "condition about their …", Type: Truth}}, Type: Truth, resolve: opponents(engine.BEvery),
		Says: "it is true of every opponent that {1}", Denied: "it is not true of every opponent that {1}", Guide: "whether it holds of each of several opponents", Example: "every(their.off = 0)"},
	{Name: "occurrences", Type: Number, Op: engine.NOccurrences, stands: true, Says: "the number of times this position has stood",
		Guide: "how often this position has stood since the last move that cannot be undone: the one in which the turn began or, where an end or a score is tested when nothing is left of the turn, the one in which the next begins", Example: "occurrences >= 3"},
	{Name: "score", Type: Points, Op: engine.NScore, Says: "{his} score", Guide: "the points that the player has", Example: "score >= 21"},
	{Name: "scored", Type: Points, Op: engine.NScored, in: standing{InScore, "score", "has a meaning only where a score or an end is tested"},
		Says: "what {he} {has} scored at this moment", Guide: "what has been scored so far at this moment", Example: "scored > 0"},
	{Name: "min", Args: []Arg{{Name: "a", Type: Number}, {Name: "b", Type: Number}}, Type: Number, resolve: extreme(engine.NMin),
		Says: "the lesser of {1 and 2}", Guide: "the lesser", Example: "min(own(to), 2)"},
	{Name: "max", Args: []Arg{{Name: "a", Type: Number}, {Name: "b", Type: Number}}, Type: Number, resolve: extreme(engine.NMax),
		Says: "the greater of {1 and 2}", Guide: "the greater", Example: "max(high, 4)"},
}

// opponents resolves a word that asks about each opponent in turn: what is theirs
// needs no further word for whom it is asked of.
func opponents(op engine.Op) func(*Checker, *Expr) Typed {
	return func(k *Checker, e *Expr) Typed {
		bound, scope := k.Names.Bound, k.Scope
		k.Names.Bound = true
		k.Scope &^= InPlay
		n := k.arg(e, 0, Truth)
		k.Names.Bound, k.Scope = bound, scope
		return Typed{Type: Truth, Node: Node(op, n)}
	}
}

// extreme resolves the lesser or the greater of two numbers, or of two counts of points.
func extreme(op engine.Op) func(*Checker, *Expr) Typed {
	return func(k *Checker, e *Expr) Typed {
		t := Number
		if k.Resolve(e.Kids[0]).Type == Points || k.Resolve(e.Kids[1]).Type == Points {
			t = Points
		}
		return Typed{Type: t, Node: Node(op, k.arg(e, 0, t), k.arg(e, 1, t))}
	}
}
