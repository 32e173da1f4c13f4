package lang

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
)

// Words for men: where they stand, and how many.
var menWords = []*Word{
	counted("own", engine.Own, "|{his} men", Else{"each": "man of one opponent|men of one and the same opponent"}, "the player's men at that place of his track, place by place"),
	counted("enemy", engine.Enemy, "opposing man|opposing men", Else{"named": "|the men of his opponent {name}", "one": "|this opponent's men", "their": "|his men",
		"their, of several": "man opposed to {whom}|men opposed to {whom}"}, "the opponents' men on the cell of the place, place by place"),
	counted("own_any_lap", engine.OwnAnyLap, "|{his} men", Else{"each": "man of one opponent|men of one and the same opponent"}, "the player's men on the cell of the place, on whichever lap, place by place: the same as `own` where no track passes a cell twice"),
	counted("allied", engine.Allied, "|his partners' men", Else{"their": "|the men of {his} partners"}, "the partners' men on the cell of the place, place by place"),
	counted("anyone", engine.Anyone, "man of whatever side|men of whatever side", nil, "everybody's men on the cell of the place, place by place"),
	counted("nobody", engine.Nobodys, "man of nobody's|men of nobody's", Else{"alone": "man|men"}, "the men of nobody on the cell of the place, place by place; beside a player, no player: `winner = nobody`"),
	countedAt("own", engine.Own, "the player's men at that place of his track"),
	countedAt("enemy", engine.Enemy, "the opponents' men on the cell of the place"),
	countedAt("own_any_lap", engine.OwnAnyLap, "the player's men on the cell of the place, on whichever lap"),
	countedAt("allied", engine.Allied, "the partners' men on the cell of the place"),
	countedAt("anyone", engine.Anyone, "everybody's men on the cell of the place"),
	countedAt("nobody", engine.Nobodys, "the men of nobody on the cell of the place"),
	countedOf("own", engine.Own, "the places where the player has a man of the kind"),
	countedOf("enemy", engine.Enemy, "the places where an opponent has a man of the kind"),
	countedOf("own_any_lap", engine.OwnAnyLap, "the places on whose cell the player has a man of the kind, on whichever lap"),
	countedOf("allied", engine.Allied, "the places where a partner has a man of the kind"),
	countedOf("anyone", engine.Anyone, "the places where anybody has a man of the kind"),
	countedOf("nobody", engine.Nobodys, "the places where a man of the kind stands who is nobody's"),
	{Name: "kind", Args: []Arg{{Name: "place", Type: Place}}, Type: Kind, resolve: kindAt, Says: "a man on {1}", Else: Else{"moves": "{man}"},
		Guide: "the kind of the man who stands there; of `from`, of the man who moves", Example: "kind(from) = pawn"},
	{Name: "empty", Type: Places, resolve: func(*Checker, *Expr) Typed {
		return Typed{Type: Places, Node: &engine.Node{Op: engine.SCompare, N: int(engine.Anyone), Cmp: engine.Equal, Kids: []*engine.Node{Lit(0)}}}
	}, Says: "are empty", Guide: "the places where nobody stands", Example: "to in empty"},
	inStore(engine.HandStore, "in hand", Else{"sent": "sent back into the hand"}, "how many men the player has in hand"),
	inStore(engine.BarStore, "on the bar", Else{"sent": "sent to the bar"}, "how many men of the player wait on the bar"),
	inStore(engine.OffStore, "borne off", Else{"sent": "borne off", "of nobody": "set aside", "of nobody, sent": "taken and set aside for {whom}"}, "how many men of the player have been borne off"),
	inStore(engine.OutStore, "taken for good", Else{"sent": "taken for good"}, "how many men of the player are out of the game"),
	{Name: "board", Type: Number, Op: engine.NBoard, Says: "on the board", Guide: "how many men the player has on the board", Example: "board + hand <= 2"},
	{Name: "men_in_all", Type: Number, Op: engine.NMen, Says: "in all", Guide: "how many men the player has altogether", Example: "off = men_in_all"},
	{Name: "marked", Args: []Arg{{Name: "mark"}}, Type: Places, resolve: marks(Places, engine.SMarked),
		Says: "hold at least one {own man} with the mark {name 1}", Denied: "hold {no own man} with the mark {name 1}",
		Guide: "the places where the player has a man with the mark", Example: "to in marked(moved)"},
	{Name: "unmarked", Args: []Arg{{Name: "mark"}}, Type: Places, resolve: marks(Places, engine.SUnmarked),
		Says: "hold at least one {own man} without the mark {name 1}", Denied: "hold {no own man} without the mark {name 1}",
		Guide: "the places where the player has a man without the mark", Example: "count(unmarked(moved)) = 0"},
}

// whoseWords say whose men are meant.
var whoseWords = map[string]engine.Whose{"own": engine.Own, "own_any_lap": engine.OwnAnyLap, "enemy": engine.Enemy, "allied": engine.Allied, "anyone": engine.Anyone, "nobody": engine.Nobodys}

// Whose is whose men a word means.
func Whose(word string) (whose engine.Whose, ok bool) {
	whose, ok = whoseWords[word]
	return whose, ok
}

// counted is a word for men by place, which is compared, or asked about one place. It says one
// man and several, or several alone who are all that somebody has.
func counted(name string, whose engine.Whose, says string, more Else, guide string) *Word {
	return &Word{Name: name, Type: Counts, resolve: func(k *Checker, e *Expr) Typed { return Typed{Type: Counts, whose: whose} }, Says: says, Else: more,
		Guide: guide, Example: name + " >= 2"}
}

// countedAt is the word for such men at one place.
func countedAt(name string, whose engine.Whose, guide string) *Word {
	return &Word{Name: name, Args: []Arg{{Name: "place", Type: Place}}, Type: Number, Op: engine.NCountAt, N: int(whose),
		Says: "the number of {men} on {1}", Guide: guide, Example: name + "(to) >= 1"}
}

// countedOf is the word for the places where such men of a kind stand.
func countedOf(name string, whose engine.Whose, guide string) *Word {
	return &Word{Name: name, Args: []Arg{{Name: "kind", Type: Kind}}, Type: Places, Op: engine.SKind, N: int(whose),
		Says: "hold {some 1}", Denied: "hold {no 1}", Guide: guide, Example: "count(" + name + "(king)) = 0"}
}

// kindAt resolves the kind of the man at a place. Who moves is told by the move, since he
// may have left; who is removed has never moved.
func kindAt(k *Checker, e *Expr) Typed {
	if len(k.Names.Rules.Kinds) == 0 {
		return k.errorf(e, e.Text+"(…)", "men of kinds, as in men: {king: 1, pawn: 8}", "all men of this game are alike")
	}
	at := k.arg(e, 0, Place)
	is := func(kind int) *engine.Node {
		there := Node(engine.BIn, at, &engine.Node{Op: engine.SKind, N: int(engine.Anyone), Kids: []*engine.Node{Lit(kind)}})
		if at.Op != engine.NFrom {
			return there
		}
		removed := &engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{Node(engine.NAct), Lit(int(engine.Remove))}}
		moves := &engine.Node{Op: engine.BMark, N: class.FirstKind + kind}
		return Node(engine.BOr, Node(engine.BAnd, removed, there), Node(engine.BAnd, Node(engine.BNot, removed), moves))
	}
	return Typed{Type: Kind, Node: at, is: is}
}

// inStore is the word for how many men are in a store. It says where they are, and else what becomes
// of men that are sent there; and both of men that were nobody's, where it is another thing.
func inStore(name, says string, more Else, guide string) *Word {
	return &Word{Name: name, Type: Number, resolve: func(k *Checker, e *Expr) Typed {
		v, _ := k.ofTheGame(e)
		return v
	}, Says: says, Else: more, Guide: guide, Example: name + " > 0"}
}
