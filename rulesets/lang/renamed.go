package lang

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/board"
)

// What words are where they are no longer understood. Of a key it is the map that it stands in.
const (
	AsAct       = "as an act"
	AsEffect    = "as an effect"
	InCondition = "in a condition"
	AsSet       = "as a set of the board"
)

// Renamed are the words of the language that were written otherwise once. They are refused wherever they stand, and
// lectio ruleset migrate rewrites what is refused: it has no list of its own.
var Renamed = diag.Renamed{
	{Old: "near", As: "in a graph", New: "rows", Key: true},                               // it is rows of neighbours, and near(…) are neighbours
	{Old: "near", As: AsSet, New: "near_side"},                                            // near(…) are neighbours
	{Old: "far", As: AsSet, New: "far_side"},                                              // for the side that lies opposite
	{Old: "mine", As: InCondition, New: "own_any_lap"},                                    // it says as little as own how the two differ
	{Old: "place", As: AsEffect, New: "set_down", Key: true},                              // the act of that name has nothing to do with it
	{Old: "claim", As: AsAct, New: "declare"},                                             // a claim is what always holds, or never does
	{Old: "sparing", As: InCondition, New: "spares"},                                      // it is asked of a move
	{Old: "sparing", As: "in a statement of the kind allow", New: "may_spare", Key: true}, // it is said of a permission
}

// formerly reports whether a word meant something in conditions once.
func formerly(word string) bool {
	return slices.ContainsFunc(Renamed, func(r diag.Renaming) bool { return r.Old == word && r.As == InCondition })
}

// Former notes the words in an expression that were written otherwise once. What the board has sets of is not asked
// here: another board may give such a name to something else.
func (t *Text) Former(errs *diag.Errors) { t.former(t.Tree(), errs) }

func (t *Text) former(e *Expr, errs *diag.Errors) {
	if e == nil {
		return
	}
	act := func(e *Expr) {
		if e.Op == "name" {
			Renamed.Refuse(errs, t.place(e.off), e.Text, AsAct)
		}
	}
	switch e.Op {
	case "name", "call":
		Renamed.Refuse(errs, t.place(e.off), e.Text, InCondition)
	case "=", "!=":
		for i, k := range e.Kids {
			if k.Op == "name" && k.Text == "act" {
				act(e.Kids[1-i])
			}
		}
	}
	w := functions[e.Text]
	for i, k := range e.Kids {
		switch {
		case e.Op != "call" || w == nil || i >= len(w.Args) || !w.Args[i].isName():
			t.former(k, errs)
		case w.Args[i].Name == "act":
			act(k)
		}
	}
}

// isName reports whether the argument is no expression, but the name of a mark, a part, an act or an end.
func (a Arg) isName() bool { return a.Type == Truth && !strings.HasPrefix(a.Name, "condition") }

// FormerSet notes that a board calls a set otherwise than it did, and gives what it is called now; "" for no such set.
func (c *Names) FormerSet(b *board.Board, pos diag.Pos, name string) string {
	for _, r := range Renamed {
		if r.Old == name && r.As == AsSet && b != nil && b.Sets[r.New] != nil {
			Renamed.Refuse(&c.Errs, pos, name, AsSet)
			return r.New
		}
	}
	return ""
}
