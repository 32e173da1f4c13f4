package lang

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// What words of places need of the board.
var (
	needsRow = &need{func(n *Names) bool { return n.Rules.Row },
		"a board with a track that neither branches nor goes round, and passes every place", "there are no rows along a track here"}
	needsOrder = &need{func(n *Names) bool { return n.Rules.Next != nil }, "a board with a track; one_of(set) is a place of a set on any board",
		"there is no track, and no place comes before another"}
	needsTrack = &need{func(n *Names) bool { return n.Rules.Next != nil }, "a board with a track", "there is no track to go along"}
)

// Words for places, sets of them, and distances. Besides, every cell, every set that the
// board names and every leg of the track is a word.
var placeWords = []*Word{
	{Name: "anywhere", Type: Places, resolve: func(k *Checker, _ *Expr) Typed {
		return Typed{Type: Places, Node: litSet(place.FirstN(k.Names.Rules.Places))}
	}, Says: "lie on the board", Guide: "all places", Example: "count(anywhere and own) = 1"},
	{Name: "nowhere", Type: Places, resolve: func(*Checker, *Expr) Typed { return Typed{Type: Places, Node: litSet(place.Set{})} },
		Says: "are no {cell} at all", Denied: "lie on the board",
		Guide: "no place at all", Example: "remembered = nowhere"},
	{Name: "count", Args: []Arg{{Name: "set", Type: Places}}, Type: Number, resolve: countOf,
		Says: "the number of {counted 1}", Guide: "how many places, or lines, there are in a set", Example: "count(own >= 2) >= 6"},
	{Name: "sum", Args: []Arg{{Name: "set", Type: Places}}, Type: Number, Op: engine.NSum,
		Says: "the number of men on {the 1}", Else: Else{"everywhere": "the number of men on the board"},
		Guide: "how many men, of whomever, stand on the places of a set", Example: "sum(row_1) = 0"},
	{Name: "first", Args: []Arg{{Name: "set", Type: Places}}, Type: Place, Op: engine.NFirst, needs: needsOrder, Says: "the first {among 1}", Guide: "the first place of a set along the track", Example: "first(own) > 6"},
	{Name: "last", Args: []Arg{{Name: "set", Type: Places}}, Type: Place, Op: engine.NLast, needs: needsOrder, Says: "the last {among 1}", Guide: "the last place of a set along the track", Example: "to > last(enemy)"},
	{Name: "one_of", Args: []Arg{{Name: "set", Type: Places}}, Type: Place, Op: engine.NFirst,
		Says: "one of {the 1}", Else: Else{"the one": "{the 1}"}, Guide: "the place in a set of one; of several, one that the board's order settles", Example: "count(ray(one_of(own(king)), empty)) > 0"},
	{Name: "distance", Args: []Arg{{Name: "place", Type: Place}}, Type: Number, Op: engine.NDistance, Says: "the number of steps that it takes to leave the board from {1}{order}",
		Else:  Else{"not everywhere": "the number of steps that it takes to leave the board from {1}{order} (0 where the way never leaves it)"},
		Guide: "steps that it takes to leave the track", Example: "distance(from) <= part"},
	{Name: "number", Args: []Arg{{Name: "place", Type: Place}}, Type: Number, Op: engine.NNumber, Says: "the number of {1}{order}", Guide: "the number that the place has on the track", Example: "number(to) = part"},
	{Name: "ahead", Args: []Arg{{Name: "place", Type: Place}, {Name: "steps", Type: Number}}, Type: Places, resolve: alongTrack(engine.SAhead), needs: needsTrack,
		Says: "lie exactly {steps 2} ahead of {1}{order}", Else: Else{"not known": "lie exactly as many {cells} ahead of {1}{order} as {2}"},
		Guide: "where so many steps on lead: up to 255, and where the number is worked out, as many as anybody has men, or 12", Example: "to in ahead(from, 3)"},
	{Name: "behind", Args: []Arg{{Name: "place", Type: Place}, {Name: "steps", Type: Number}}, Type: Places, resolve: alongTrack(engine.SBehind), needs: needsTrack,
		Says: "lie exactly {steps 2} behind {1}{order}", Else: Else{"not known": "lie exactly as many {cells} behind {1}{order} as {2}"},
		Guide: "the places from which so many steps lead there", Example: "count(behind(to, 1) and enemy) > 0"},
	{Name: "near", Args: []Arg{{Name: "place", Type: Place}}, Type: Places, resolve: nearOf,
		Says: "are next to {begin 1}", Guide: "the neighbours of a place, or of the places of a set", Example: "to in near(from)"},
	{Name: "run", Args: []Arg{{Name: "set", Type: Places}, {Name: "length", Type: Number}}, Type: Places, Op: engine.SRun, needs: needsRow,
		Says: "lie in an unbroken row of {at least 2}{way}, {each 1}", Guide: "places of the set in an unbroken row of at least so many places", Example: "to in run(enemy >= 2, 6)"},
	{Name: "crowd", Args: []Arg{{Name: "set", Type: Places}, {Name: "men", Type: Number}}, Type: Places, Op: engine.SCrowd, needs: needsRow,
		Says:  "lie in an unbroken row of one or more {cells}{way}, {each 1}, on which there are in all {men 2}",
		Guide: "places of the set in an unbroken row that holds at least so many men in all", Example: "to in crowd(own, 8)"},
	{Name: "edge", Args: []Arg{{Name: "set", Type: Places}}, Type: Places, Op: engine.SEdge, needs: needsRow, Says: "are the first or the last {cell} of an unbroken row of one or more {cells}{way}, {each 1}",
		Guide: "the ends of unbroken rows of the set", Example: "from in edge(own >= 2)"},
	{Name: "landings", Args: []Arg{{Name: "place", Type: Place}, {Name: "over", Type: Places}, {Name: "to", Type: Places}}, Type: Places, Op: engine.SLandings,
		Says: "are where a leap from {1}, over {a 2}, can land on {a 3}", Else: Else{"beyond": "lie next beyond {a 2}, seen from {1}"}, Guide: "where a leap can land", Example: "count(landings(to, enemy, empty)) > 0"},
}

func countOf(k *Checker, e *Expr) Typed {
	if v := k.Resolve(e.Kids[0]); v.Type == Lines {
		return Typed{Type: Number, Node: Node(engine.NCount, v.Node)}
	}
	return Typed{Type: Number, Node: Node(engine.NCount, k.arg(e, 0, Places))}
}

// alongTrack makes the places so many steps away, and refuses more than are counted: nobody would ever be seen there.
func alongTrack(op engine.Op) func(k *Checker, e *Expr) Typed {
	return func(k *Checker, e *Expr) Typed {
		n := Node(op, k.arg(e, 0, Place), k.arg(e, 1, Number))
		if steps := n.Kids[1]; steps.Op == engine.NLit && steps.N > engine.MostOnPlace {
			return k.errorf(e.Kids[1], fmt.Sprintf("%d steps", steps.N), fmt.Sprintf("up to %d steps", engine.MostOnPlace), "so many steps along the track are not counted")
		}
		return Typed{Type: Places, Node: n}
	}
}

func nearOf(k *Checker, e *Expr) Typed {
	if v := k.Resolve(e.Kids[0]); v.Type == Places || v.Type == Counts {
		n, _ := k.convert(v, Places)
		return Typed{Type: Places, Node: Node(engine.SNearSet, n)}
	}
	return Typed{Type: Places, Node: Node(engine.SNear, k.arg(e, 0, Place))}
}
