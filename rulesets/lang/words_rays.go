package lang

import (
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// What words of straight ways need of the board.
var needsRays = &need{func(n *Names) bool { return anyRay(n, func(*place.Ray) bool { return true }) },
	"a grid, merels, a cross, or a graph with rows of neighbours", "no straight ways lead over this board"}

var (
	placeArg     = Arg{Name: "place", Type: Place}
	setArg       = Arg{Name: "set", Type: Places}
	directionArg = Arg{Name: "direction", Optional: true}
)

// Words for straight ways over the board, and for what hangs together. Without a direction a
// way goes along lines of the board.
var rayWords = []*Word{
	{Name: "ray", Args: []Arg{placeArg, setArg, directionArg}, Type: Places, needs: needsRays, resolve: onRays(engine.SRay),
		Says:  "lie on an unbroken straight row of {over 2} that leads{along 3} from {begin 1}",
		Else:  Else{"anywhere": "lie straight on{along 3} from {begin 1}", "along lines": "lie on an unbroken straight row of {over 2} that begins next to {begin 1}"},
		Guide: "places of the set on straight ways from the place, or from the places of another set, as far as these lead through the set", Example: "to in ray(from, empty, orthogonal)"},
	{Name: "met", Args: []Arg{placeArg, setArg, directionArg}, Type: Places, needs: needsRays, resolve: onRays(engine.SMet),
		Says:  "are the first {cell} straight on{along 3} from {begin 1} that {outside 2}",
		Guide: "the first place on each straight way, from the place or from the places of another set, that is not in the set", Example: "to in met(from, empty) and enemy"},
	{Name: "between", Args: []Arg{placeArg, setArg}, Type: Places, needs: needsRays, resolve: onRays(engine.SBetween),
		Says: "lie straight between {1} and {a 2}", Else: Else{"leap": "lie straight, and without a gap, between {1} and {a 2}"},
		Guide: "the places straight between a place and a place, or places of a set, in whatever direction", Example: "count(between(from, to) and enemy) = 1"},
	{Name: "beyond", Args: []Arg{placeArg, setArg}, Type: Places, needs: needsRays, resolve: onRays(engine.SBeyond),
		Says:  "lie straight beyond {a 2}, seen from {1}",
		Guide: "the places straight beyond a place, or places of a set, seen from the place that is named first", Example: "count(beyond(from, to) and enemy) > 0"},
	{Name: "shift", Args: []Arg{setArg, {Name: "direction"}, {Name: "steps", Optional: true}}, Type: Places, needs: needsRays, resolve: shifted,
		Says: "lie {far 3}{along 2} from {a 1}", Else: Else{"beside": "lie {far 3}{along 2} of {a 1}"},
		Guide: "where one step, or so many, in a direction lead from a place, or the places of a set", Example: "to in shift(from, forward)"},
	{Name: "reach", Args: []Arg{setArg, {Name: "from", Type: Places}}, Type: Places, Op: engine.SReach,
		Says: "are among the {bare 1} that hang together with {a 2}", Else: Else{"said": "are among the {bare 1} and hang together with {a 2}"},
		Guide: "places of the set that are joined, from neighbour to neighbour within it, with its places in the other", Example: "count(reach(own, row_1) and row_5) > 0"},
}

// Direction is a word for directions, as each player sees them, with what the guide says of it.
type Direction struct {
	Name  string
	of    place.Direction
	Guide string
}

// Directions are the words for directions, in the order in which the guide has them.
var Directions = []Direction{
	{"forward", place.Forward, "away from the player"},
	{"backward", place.Backward, "towards the player"},
	{"left", place.LeftHand, "to the left"},
	{"right", place.RightHand, "to the right"},
	{"forward_left", place.ForwardLeft, "slantwise away from the player, to the left"},
	{"forward_right", place.ForwardRight, "slantwise away from the player, to the right"},
	{"backward_left", place.BackwardLeft, "slantwise towards the player, to the left"},
	{"backward_right", place.BackwardRight, "slantwise towards the player, to the right"},
	{"sideways", place.LeftHand | place.RightHand, "to the left or to the right"},
	{"orthogonal", place.Orthogonal, "along rows and columns: forward, backward, left or right"},
	{"diagonal", place.Diagonal, "slantwise in all four directions: forward_left, forward_right, backward_left or backward_right"},
}

// directionNamed finds the directions that a word stands for; none where it is not one of these words.
func directionNamed(word string) place.Direction {
	for _, d := range Directions {
		if d.Name == word {
			return d.of
		}
	}
	return 0
}

// anyRay reports whether a ray of the board is such a one.
func anyRay(n *Names, is func(*place.Ray) bool) bool {
	for _, by := range n.Rules.Rays {
		for _, rays := range by {
			for i := range rays {
				if is(&rays[i]) {
					return true
				}
			}
		}
	}
	return false
}

// direction reads a direction, or several joined by or, which the board must have.
func (k *Checker) direction(e *Expr) place.Direction {
	if e.Op == "or" || e.Op == "list" {
		var d place.Direction
		for _, x := range e.Kids {
			d |= k.direction(x)
		}
		return d
	}
	d, names := directionNamed(e.Text), make([]string, len(Directions))
	for i := range Directions {
		names[i] = Directions[i].Name
	}
	switch {
	case e.Op != "name" || d == 0:
		k.errorf(e, diag.Quote(e.Text), "a direction: "+strings.Join(names, ", "), "there is no such direction%s", diag.Suggest(e.Text, names))
	case !anyRay(k.Names, func(r *place.Ray) bool { return r.Direction&d != 0 }):
		k.errorf(e, diag.Quote(e.Text), "a direction that the lines of the board have", "nothing lies in this direction on this board")
	}
	return d
}

// onRays resolves what lies on straight ways from a place, or from the places of a set.
func onRays(op engine.Op) func(*Checker, *Expr) Typed {
	return func(k *Checker, e *Expr) Typed {
		n := Node(op, k.placeOrSet(e, op), k.arg(e, 1, Places))
		switch {
		case len(e.Kids) == 3:
			n.N = int(k.direction(e.Kids[2]))
		case op == engine.SBetween || op == engine.SBeyond: // in whatever direction there is
			if anyRay(k.Names, func(r *place.Ray) bool { return r.Direction != 0 }) {
				n.N = int(place.Orthogonal | place.Diagonal)
			}
		}
		return Typed{Type: Places, Node: n}
	}
}

// placeOrSet resolves where such ways begin.
func (k *Checker) placeOrSet(e *Expr, op engine.Op) *engine.Node {
	if op == engine.SBetween || op == engine.SBeyond { // seen from one place
		return k.arg(e, 0, Place)
	}
	if v := k.Resolve(e.Kids[0]); v.Type == Places || v.Type == Counts {
		return k.arg(e, 0, Places)
	}
	return Node(engine.SPlace, k.arg(e, 0, Place))
}

// mostSteps is how many steps a set is shifted at most: as many as a board is wide.
const mostSteps = 63

func shifted(k *Checker, e *Expr) Typed {
	n := Node(engine.SShift, k.arg(e, 0, Places))
	n.N, n.Steps = int(k.direction(e.Kids[1])), 1
	if len(e.Kids) == 3 {
		steps := k.arg(e, 2, Number)
		if n.Steps = steps.N; steps.Op != engine.NLit || steps.N < 1 || steps.N > mostSteps {
			return k.errorf(e.Kids[2], diag.Quote(e.Kids[2].String()), "a number from 1 to 63", "how far a set is shifted must be written down")
		}
	}
	return Typed{Type: Places, Node: n}
}

// DirectionOf is the direction that an expression names, or several joined by or; none
// where it names no direction.
func DirectionOf(e *Expr) (d place.Direction) {
	if e.Op == "or" || e.Op == "list" {
		for _, x := range e.Kids {
			d |= DirectionOf(x)
		}
		return d
	}
	return directionNamed(e.Text)
}
