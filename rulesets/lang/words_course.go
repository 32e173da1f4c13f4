package lang

import (
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/engine"
)

// Where words of measures may stand.
var (
	inMeasure = standing{InMeasure, "something that the position says", "has a meaning in measures only"}
	ofChoice  = standing{InMeasure | InOffer, "a measure at: decision or at: move", "asks what there was to choose from"}
	ofMove    = standing{InMeasure | InMove, "a measure at: move", "asks about a move that is made"}
	ofGame    = standing{InMeasure | InResult, "a measure at: game", "is known when a game is over"}
)

// Words for the course of a game, which measures ask for and no rule can.
var courseWords = []*Word{
	{Name: "act", Type: MoveAct, Op: engine.NAct, in: ofMove, Says: "the act of the move", Guide: "what the move does, one of the acts with _ for -; of measures only, in rules it is `act_is`", Example: "act = bear_off"},
	{Name: "taken", Type: Number, needs: &need{func(n *Names) bool { return !n.Rules.Nobodys }, "after(off) - off, or what else tells of men of nobody", "taken counts men of other players, and men are nobody's in this game"}, in: ofMove, resolve: taken, Says: "the number of men that the move takes off the board",
		Guide: "how many men of other players the move, with what answers it, takes from the board", Example: "taken >= 2"},
	{Name: "choices", Type: Number, Op: engine.NCourse, N: int(engine.Choices), in: ofChoice, Says: "the number of moves to choose from",
		Guide: "how many moves there are to choose from", Example: "choices > 1"},
	{Name: "refused", Type: Number, Op: engine.NCourse, N: int(engine.RefusedMoves), in: ofChoice, Says: "the number of moves that rules refuse",
		Guide: "how many moves that some rule allows are refused by another, those left out that are refused for repetition", Example: "refused > 0"},
	{Name: "moves_made", Type: Number, Op: engine.NCourse, N: int(engine.MovesMade), in: inMeasure, Says: "the number of single moves made in the game",
		Guide: "how many single moves have been made in the game, passes and stops among them", Example: "moves_made > 100"},
	{Name: "passes_made", Type: Number, Op: engine.NCourse, N: int(engine.PassesMade), in: inMeasure, Says: "the number of passes and stops in the game",
		Guide: "how many of the moves made are passes and stops", Example: "moves_made - passes_made"},
	{Name: "lead", Type: Points, Op: engine.NCourse, N: int(engine.Lead), in: inMeasure, Says: "{his} lead",
		Guide: "by how many points the player is ahead of the best of the others; less than 0 where he is behind", Example: "lead > 0"},
	{Name: "turns_begun", Type: Number, Op: engine.NCourse, N: int(engine.TurnsBegun), in: inMeasure, Says: "the number of turns begun in the game",
		Guide: "how many turns have been begun in the game", Example: "turns_begun <= 10"},
	{Name: "moves_of_turn", Type: Number, Op: engine.NCourse, N: int(engine.MovesOfTurn), in: inMeasure, Says: "the number of single moves made in the turn",
		Guide: "how many single moves have been made in the turn, passes and stops among them", Example: "moves_of_turn >= 3"},
	{Name: "opener", Type: Player, Op: engine.NCourse, N: int(engine.Opener), in: inMeasure, Says: "the player who began", Guide: "the player who began", Example: "player = opener"},
	{Name: "winner", Type: Player, Op: engine.NCourse, N: int(engine.WinnerIs), in: ofGame, Says: "the player who has won", Guide: "the player who has won; nobody where the rules name none", Example: "player = winner"},
	{Name: "leader", Type: Player, Op: engine.NCourse, N: int(engine.Leader), in: ofGame, Says: "the player who is ahead",
		Guide: "the player who has won or, of a game that has ended without a winner, has more points than all who are not of his side", Example: "player = leader"},
	{Name: "given_up", Type: Truth, Op: engine.NCourse, N: int(engine.GivenUp), in: ofGame, Says: "the game was given up", Denied: "the game was not given up",
		Guide: "whether the game was given up, as the greatest number of moves was reached", Example: "given_up"},
	{Name: "ended", Type: Truth, Op: engine.NCourse, N: int(engine.Ended), in: ofGame, Says: "the game is over by a rule", Denied: "the game is not over by any rule",
		Guide: "whether the game is over by a rule: it has not been given up", Example: "ended and player = winner"},
	{Name: "ended_by", Args: []Arg{{Name: "end"}}, Type: Truth, in: ofGame, resolve: endedBy, Says: "the game has ended by {name 1}", Denied: "the game has not ended by {name 1}",
		Guide: "whether the game has ended by the statement of that id", Example: "ended_by(blockade)"},
}

// compareAct resolves a comparison of the act of a move with a name, which stands for an act there whatever else it means in
// the game.
func (k *Checker) compareAct(e *Expr, cmp engine.Comparison) (Typed, bool) {
	act, name := e.Kids[0], e.Kids[1]
	if name.Op == "name" && name.Text == "act" {
		act, name = name, act
	}
	_, stated := k.stated(act)
	if k.Scope&InMeasure == 0 || act.Op != "name" || act.Text != "act" || stated {
		return Typed{}, false
	}
	if written, ok := hyphened(name); ok {
		name = &Expr{Op: "name", Text: written, off: name.off}
	}
	a, ok := engine.ActNamed(strings.ReplaceAll(name.Text, "_", "-"))
	switch {
	case !ok || name.Op != "name":
		return k.errorf(name, diag.Quote(name.Text), "an act: "+strings.ReplaceAll(strings.Join(ActWords, ", "), "-", "_"), "there is no such act%s", SuggestAct(name.Text)), true
	case cmp != engine.Equal && cmp != engine.NotEqual:
		return k.errorf(e, e.Op, "= or !=", "acts have no order"), true
	}
	v := k.Resolve(act)
	if v.Type == MoveAct {
		v = Typed{Type: Truth, Node: &engine.Node{Op: engine.BCompare, Cmp: cmp, Kids: []*engine.Node{v.Node, Lit(int(a))}}}
	}
	return v, true
}

// hyphened is a name that is written with hyphens, as acts are elsewhere.
func hyphened(e *Expr) (string, bool) {
	switch {
	case e.Op == "name":
		return e.Text, true
	case e.Op == "-" && e.Kids[1].Op == "name":
		before, ok := hyphened(e.Kids[0])
		return before + "-" + e.Kids[1].Text, ok
	}
	return "", false
}

// taken is by how many men of opponents fewer are on the board once the move has been made.
func taken(*Checker, *Expr) Typed {
	board := &engine.Node{Op: engine.NTheir, Kids: []*engine.Node{Node(engine.NBoard)}}
	then := &engine.Node{Op: engine.NAfter, Kids: []*engine.Node{board}}
	return Typed{Type: Number, Node: &engine.Node{Op: engine.NSub, Kids: []*engine.Node{board, then}}}
}

// endedBy resolves a word that asks by which end a game is over.
func endedBy(k *Checker, e *Expr) Typed {
	var ids []string
	for i, end := range k.Names.Rules.Ends {
		if e.Kids[0].Op == "name" && end.ID == e.Kids[0].Text {
			by := &engine.Node{Op: engine.NCourse, N: int(engine.EndedBy)}
			return Typed{Type: Truth, Node: &engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{by, Lit(i)}}}
		}
		ids = append(ids, end.ID)
	}
	return k.errorf(e.Kids[0], diag.Quote(e.Kids[0].Text), diag.Either(ids), "there is no such end%s", diag.Suggest(e.Kids[0].Text, ids))
}
