package edition

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: straight ways over the board, and what hangs together.

// onRay says of a place that it is in a set of a word of rays; "" for other words.
func (sp *speaker) onRay(e *lang.Expr, v view, pl, neg bool) string {
	be, lie := beAndLie(pl, neg)
	seen := func() string {
		along := sp.directions(e.Kids[2:], " ")
		if t := sp.typ(e.Kids[0]); t == lang.Places || t == lang.Counts {
			return sp.setA(e.Kids[0], v) + along
		}
		return sp.place(e.Kids[0], v) + along
	}
	switch e.Text {
	case "ray":
		return lie + " on an unbroken straight row of " + sp.setBare(e.Kids[1], v) + " that begins next to " + seen()
	case "met":
		return be + " the first " + sp.noun + " straight on from " + seen() + " that " + sp.verb(e.Kids[1], v, false, true)
	case "between":
		if x := e.Kids[1]; x.Op == "call" && x.Text == "landings" && x.Kids[0].String() == e.Kids[0].String() {
			return sp.verb(x.Kids[1], v, pl, neg) + map[bool]string{true: " or ", false: " and "}[neg] + lie + " straight between " + sp.place(e.Kids[0], v) +
				" and, next beyond, " + sp.setA(x.Kids[2], v)
		}
		return lie + " straight between " + sp.place(e.Kids[0], v) + " and " + sp.setA(e.Kids[1], v)
	case "beyond":
		return lie + " straight beyond " + sp.setA(e.Kids[1], v) + ", seen from " + sp.place(e.Kids[0], v)
	case "shift":
		steps := 1
		if len(e.Kids) == 3 {
			steps, _ = literal(e.Kids[2])
		}
		return lie + " exactly " + counted(steps, sp.noun) + sp.directions(e.Kids[1:2], " ") + " from " + sp.setA(e.Kids[0], v)
	case "reach":
		return be + " among the " + sp.setBare(e.Kids[0], v) + " that hang together with " + sp.setA(e.Kids[1], v)
	}
	return ""
}

// inDirection are directions as an adverb says them.
var inDirection = map[string]string{
	"orthogonal": "along a row or column", "diagonal": "slantwise", "sideways": "sideways", "forward": "forwards", "backward": "backwards",
	"left": "to the left", "right": "to the right", "forward_left": "slantwise forwards to the left", "forward_right": "slantwise forwards to the right",
	"backward_left": "slantwise backwards to the left", "backward_right": "slantwise backwards to the right",
}

// directions says directions behind something; "" where none are given.
func (sp *speaker) directions(list []*lang.Expr, before string) string {
	var parts []string
	var say func(e *lang.Expr)
	say = func(e *lang.Expr) {
		if e.Op == "or" || e.Op == "list" {
			for _, k := range e.Kids {
				say(k)
			}
			return
		}
		if word := inDirection[e.Text]; !slices.Contains(parts, word) {
			parts = append(parts, word)
		}
	}
	for _, e := range list {
		say(e)
	}
	if len(parts) == 0 {
		return ""
	}
	return before + enumerate(parts, "or")
}

// sliding says where a man goes who moves along a ray from where he stands, through
// places of one set only, and perhaps on to the first that is met; "" where he does not.
func (sp *speaker) sliding(s *rulesets.Statement, to *lang.Expr) string {
	if to.Op != "call" || to.Text != "ray" || to.Kids[0].Op != "name" || to.Kids[0].Text != "from" {
		return ""
	}
	along := sp.directions(to.Kids[2:], " ")
	if along == "" {
		along = sp.alongLines(s)
	}
	return strings.TrimSuffix(" straight on"+along, " along a line") + " by any number of " + plural(sp.noun) + ", over " + sp.setBare(to.Kids[1], view{}) + " only"
}
