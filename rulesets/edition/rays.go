package edition

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: straight ways over the board, and what hangs together.

// rowOf is a row of places of a set, as it leads on.
func (sp *speaker) rowOf(row *lang.Expr, v view) string {
	over := sp.setBare(row, v)
	if each := sp.each(row, v); strings.HasPrefix(each, "each held by ") {
		over = plural(sp.noun) + ", " + each + ","
	} else if strings.Contains(over, " that ") {
		over += " and"
	}
	return over
}

// whoseSaid takes the men who are leapt over out of what is asked of a place between two
// others, where it has been said already that they stand there.
func (sp *speaker) whoseSaid(set *lang.Expr, said string) *lang.Expr {
	if set.Op != "call" || set.Text != "between" || set.Kids[1].Op != "call" || set.Kids[1].Text != "landings" || set.Kids[1].Kids[1].String() != said {
		return set
	}
	l := set.Kids[1]
	landings := &lang.Expr{Op: "call", Text: "landings", Kids: []*lang.Expr{l.Kids[0], {Op: "name", Text: "anywhere"}, l.Kids[2]}}
	return &lang.Expr{Op: "call", Text: "between", Kids: []*lang.Expr{set.Kids[0], landings}}
}

// begin is from where straight ways lead: a place, or one of a set.
func (sp *speaker) begin(e *lang.Expr, v view) string {
	if t := sp.typ(e); t == lang.Places || t == lang.Counts {
		return sp.setA(e, v)
	}
	return sp.place(e, v)
}

// steps says how far a shift leads: "one square", "one or two squares".
func (sp *speaker) steps(shift *lang.Expr) string {
	if len(shift.Kids) < 3 {
		return counted(1, sp.noun)
	}
	if list := shift.Kids[2]; list.Op == "list" {
		var far []string
		for _, n := range list.Kids {
			far = append(far, numeral(n.Num))
		}
		return orList(far) + " " + plural(sp.noun)
	}
	n, _ := literal(shift.Kids[2])
	return counted(n, sp.noun)
}

// shiftsJoined puts shifts together that are joined by or and differ in the direction
// alone, and then those that differ alone in how far they lead.
func (sp *speaker) shiftsJoined(kids []term) []term {
	one := &lang.Expr{Op: "num", Text: "1", Num: 1}
	far := func(e *lang.Expr) *lang.Expr {
		if len(e.Kids) == 3 {
			return e.Kids[2]
		}
		return one
	}
	join := func(kids []term, alike func(x, y *lang.Expr) bool, merged func(x, y *lang.Expr) *lang.Expr) (out []term) {
		for _, k := range kids {
			i := slices.IndexFunc(out, func(o term) bool {
				return isShift(o) && isShift(k) && o.e.Kids[0].String() == k.e.Kids[0].String() && alike(o.e, k.e)
			})
			if i < 0 {
				out = append(out, k)
				continue
			}
			out[i] = term{merged(out[i].e, k.e), false}
		}
		return out
	}
	kids = join(kids, func(x, y *lang.Expr) bool { return far(x).String() == far(y).String() }, func(x, y *lang.Expr) *lang.Expr {
		along := &lang.Expr{Op: "or", Kids: []*lang.Expr{x.Kids[1], y.Kids[1]}}
		return &lang.Expr{Op: "call", Text: "shift", Kids: []*lang.Expr{x.Kids[0], along, far(x)}}
	})
	return join(kids, func(x, y *lang.Expr) bool { return lang.DirectionOf(x.Kids[1]) == lang.DirectionOf(y.Kids[1]) }, func(x, y *lang.Expr) *lang.Expr {
		list := &lang.Expr{Op: "list", Kids: []*lang.Expr{far(x), far(y)}}
		if far(x).Op == "list" {
			list.Kids = append(slices.Clone(far(x).Kids), far(y))
		}
		return &lang.Expr{Op: "call", Text: "shift", Kids: []*lang.Expr{x.Kids[0], x.Kids[1], list}}
	})
}

func isShift(t term) bool { return !t.neg && t.e.Op == "call" && t.e.Text == "shift" }

// directionsSaid says directions: "slantwise forwards", "sideways or backwards"; "" where
// none are given.
func directionsSaid(list []*lang.Expr) string {
	var d place.Direction
	for _, e := range list {
		d |= lang.DirectionOf(e)
	}
	if d == place.Orthogonal|place.Diagonal {
		return "in any direction"
	}
	var parts []string
	for _, w := range directionWords {
		if d&w.of == w.of && w.of != 0 {
			parts, d = append(parts, w.says), d&^w.of
		}
	}
	slanting := false
	for i, p := range parts { // "slantwise forwards to the right or backwards to the left"
		if rest, ok := strings.CutPrefix(p, "slantwise "); ok && slanting {
			parts[i] = rest
		} else if ok {
			slanting = true
		}
	}
	return enumerate(parts, "or")
}

// directionWords are directions as adverbs, several together before each of them.
var directionWords = []struct {
	of   place.Direction
	says string
}{
	{place.Orthogonal, "along a row or column"}, {place.LeftHand | place.RightHand, "sideways"}, {place.Forward, "forwards"}, {place.Backward, "backwards"},
	{place.LeftHand, "to the left"}, {place.RightHand, "to the right"},
	{place.Diagonal, "slantwise"}, {place.ForwardLeft | place.ForwardRight, "slantwise forwards"}, {place.BackwardLeft | place.BackwardRight, "slantwise backwards"},
	{place.ForwardLeft, "slantwise forwards to the left"}, {place.ForwardRight, "slantwise forwards to the right"},
	{place.BackwardLeft, "slantwise backwards to the left"}, {place.BackwardRight, "slantwise backwards to the right"},
}

// sliding says where a man goes who moves along a ray from where he stands, through
// places of one set only, and perhaps on to the first that is met; "" where he does not.
func (sp *speaker) sliding(s *rulesets.Statement, to *lang.Expr) string {
	if to.Op != "call" || to.Text != "ray" || to.Kids[0].Op != "name" || to.Kids[0].Text != "from" {
		return ""
	}
	along := prefixed(" ", directionsSaid(to.Kids[2:]), "")
	if along == "" {
		along = sp.alongLines(s)
	}
	return strings.TrimSuffix(" straight on"+along, " along a line") + " by any number of " + plural(sp.noun) + ", over " + sp.setBare(to.Kids[1], view{}) + " only"
}
