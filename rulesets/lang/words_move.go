package lang

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/engine"
)

// Where words of a move may stand.
var (
	withMove  = standing{InMove, "something that can be asked without a move", "has no meaning here: no move is under consideration"}
	aboutMove = standing{InMove, "a rule about a move", withMove.message}
	withLeap  = standing{InLeap, "from or to", "has a meaning in leaps only"}
	toCome    = standing{InPlay, "a change (do) that answers a throw (on: thrown) or acts", "asks what can be played now, which rules about it cannot depend on"}
	ahead     = standing{InMove | InChoice, "a rule that allows, forbids, excepts or requires", "looks ahead from a move that has not been made yet"}
)

// Words for the move considered.
var moveWords = []*Word{
	{Name: "from", Type: Place, Op: engine.NFrom, in: withMove, Says: "the {cell} moved from",
		Else: Else{"removed": "the {cell} of the man removed", "to be removed": "the {cell} of the man to be removed", "stood": "the {cell} where the man stood", "stands": "the {cell} where the man stands",
			"sown": "the {cell} from which the men come"},
		Guide: "the place that the man leaves", Example: "from in quarter_4"},
	{Name: "to", Type: Place, Op: engine.NTo, in: withMove, Says: "the {cell} moved to", Else: Else{"place": "the {cell} where the man is placed", "enter": "the {cell} entered on", "comes": "the {cell} to which the man comes",
		"sown": "the {cell} where the last man falls", "sown, is": "the last man falls into", "sown, is not": "the last man does not fall into"},
		Guide: "the place to which the man comes", Example: "enemy(to) >= 2"},
	{Name: "over", Type: Place, Op: engine.NOver, in: withLeap, Says: "the {cell} leapt over", Guide: "the place leapt over", Example: "enemy(over) = 1"},
	{Name: "part", Type: Number, Op: engine.NPart, in: withMove, Says: "the number played", Else: Else{"place": "the {cell} whose number is played"}, Guide: "the number of the part that is played", Example: "part >= distance(from)"},
	{Name: "passed", Type: Places, in: withMove, resolve: passed, Says: "are passed over by the move", Else: Else{"sown": "get a man"},
		Guide: "the places passed over by the move; of a sowing, until it is made, all on which a man will be laid", Example: "count(passed and enemy) > 0"},
	{Name: "spares", Type: Truth, Op: engine.BSparing, in: withMove, Says: "the move takes nothing where it could",
		Denied: "the move does not spare what it could take", Guide: "whether the move spares what it could take", Example: "not spares"},
	{Name: "has", Args: []Arg{{Name: "mark"}}, Type: Truth, in: standing{InMove, "marked(…) or unmarked(…)", "asks about the man that moves, and no move is under consideration"},
		resolve: marks(Truth, engine.BMark), Says: "{man} bears the mark {name 1}", Denied: "{man} does not bear the mark {name 1}", Guide: "whether the man bears the mark", Example: "not has(moved)"},
	{Name: "part_is", Args: []Arg{{Name: "word"}}, Type: Truth, in: aboutMove, resolve: partIs, Says: "the part played is {part 1}", Denied: "the part played is not {part 1}",
		Guide: "whether the part is that word", Example: "part_is(grace)"},
	{Name: "act_is", Args: []Arg{{Name: "act"}}, Type: Truth, in: aboutMove, resolve: actIs, Says: "the move is {act 1}", Denied: "the move is not {act 1}",
		Guide: "whether the move is of that act", Example: "act_is(bear_off)"},
	{Name: "completable", Type: Truth, Op: engine.BCompletable, in: ahead, Says: "after this move all that must be played of the {throw} can still be played",
		Denied: "after this move all that must be played of the {throw} cannot be played any more", Guide: "whether after this move all the rest can be played", Example: "completable"},
	{Name: "follows", Args: []Arg{{Name: "number", Type: Number}}, Type: Truth, Op: engine.BFollows, in: ahead,
		Says: "after this move {number 1} can be played directly", Denied: "after this move {number 1} cannot be played directly",
		Guide: "whether after this move that number can be played directly", Example: "follows(3)"},
	{Name: "after", Args: []Arg{{Name: "condition", Type: Truth}}, Type: Truth, in: ahead, resolve: after,
		Says: "after the move {holds 1}", Denied: "after the move {fails 1}",
		Guide: "whether it holds of the position that the move leads to, once what answers it (`do`) has happened and before any end is tested; in a measure, also what a number is there", Example: "after(count(own) = 1)"},
	{Name: "can", Args: []Arg{{Name: "condition", Type: Truth}}, Type: Truth, in: toCome, resolve: can,
		Says: "{he} can make a move such that {holds 1}", Denied: "{he} cannot make any move such that {holds 1}",
		Guide: "whether it holds of some move that can be made next, other than to stop; it may stand in `do` that answers a throw (`on: thrown`) or acts", Example: "can(part = low)"},
}

// can resolves a condition on some move that could be made now: it is considered there,
// whatever move has been made.
func can(k *Checker, e *Expr) Typed {
	then := *k
	then.Scope, then.done = k.Scope&^(InPlay|InLeap|InSown)|InMove, nil
	return Typed{Type: Truth, Node: Node(engine.BCan, then.arg(e, 0, Truth))}
}

// passed resolves the places that the move passes over, which of a sowing are known until it is made.
func passed(k *Checker, e *Expr) Typed {
	if k.Scope&InSown != 0 {
		return k.errorf(e, e.Text, "passed in a rule that allows, forbids, excepts or requires; from and to are known afterwards, too", "the men have been sown, and it is no longer known on which places")
	}
	return Typed{Type: Places, Node: Node(engine.SPassed)}
}

// marks resolves a word that asks about a mark.
func marks(t Type, op engine.Op) func(*Checker, *Expr) Typed {
	return func(k *Checker, e *Expr) Typed {
		m := -1
		if e.Kids[0].Op == "name" {
			m = slices.Index(k.Names.Rules.Marks, e.Kids[0].Text)
		}
		if m < 0 {
			return k.errorf(e.Kids[0], diag.Quote(e.Kids[0].Text), "one of the marks: "+strings.Join(k.Names.Rules.Marks, ", "), "there is no such mark")
		}
		return Typed{Type: t, Node: &engine.Node{Op: op, N: m}}
	}
}

// after resolves a condition on the position that a move leads to. What is asked ahead of
// the move cannot be asked there.
func after(k *Checker, e *Expr) Typed {
	then := *k
	then.Scope, then.done = k.Scope&^InChoice|InAfter, nil
	if k.Scope&InMeasure != 0 {
		if t := then.Resolve(e.Kids[0]).Type; t == Number || t == Points {
			return Typed{Type: t, Node: Node(engine.NAfter, then.arg(e, 0, t))}
		}
	}
	return Typed{Type: Truth, Node: Node(engine.BAfter, then.arg(e, 0, Truth))}
}

func partIs(k *Checker, e *Expr) Typed {
	i, ok := k.Names.Parts[e.Kids[0].Text]
	if !ok || e.Kids[0].Op != "name" {
		return k.errorf(e.Kids[0], diag.Quote(e.Kids[0].Text), "a part that some agenda holds", "no agenda holds this part")
	}
	return Typed{Type: Truth, Node: &engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{Node(engine.NPartID), Lit(i)}}}
}

func actIs(k *Checker, e *Expr) Typed {
	a, ok := engine.ActNamed(strings.ReplaceAll(e.Kids[0].Text, "_", "-"))
	if !ok || e.Kids[0].Op != "name" {
		return k.errorf(e.Kids[0], diag.Quote(e.Kids[0].Text), "an act: "+strings.ReplaceAll(strings.Join(ActWords, ", "), "-", "_"), "there is no such act%s", SuggestAct(e.Kids[0].Text))
	}
	return Typed{Type: Truth, Node: &engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{Node(engine.NAct), Lit(int(a))}}}
}
