package lang

import (
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
)

// Names are what the names in the expressions of one interpretation stand for, as
// far as its statements have been read.
type Names struct {
	Rules      *engine.Rules
	Board      *board.Board
	Numbered   bool      // places are numbered along each player's own track
	PlaceAt    [][][]int // by player and cell of his view: the places on it
	Legs       map[string]place.Set
	Defines    map[string]*Definition
	Vars       map[string]int
	Params     map[string]int
	Parts      map[string]int
	PointParts int             // a point is so many parts
	Used       map[string]bool // definitions that some expression has used
	Errs       diag.Errors     // of the expressions that have been read

	those int                   // places that have been given a name, each its number
	Bound bool                  // within some or every
	meant map[use]Typed         // what definitions have come to
	typed map[*Expr]Typed       // what each expression is; of one that was read twice, the last time
	ahead map[*engine.Node]bool // whether a condition asks what would follow a move
}

// Definition is what stands for a name. It may be about a place, which its text calls by another name.
type Definition struct {
	*Text
	Of string // what it calls the place; "" where it is about none
}

// NewNames returns names that stand for nothing yet, of a program being made.
func NewNames(p *engine.Rules) *Names {
	return &Names{Rules: p, Legs: map[string]place.Set{}, Defines: map[string]*Definition{}, Vars: map[string]int{},
		Params: map[string]int{}, Parts: map[string]int{}, PointParts: 1, Used: map[string]bool{},
		meant: map[use]Typed{}, typed: map[*Expr]Typed{}, ahead: map[*engine.Node]bool{}}
}

// Release lets go of what definitions have come to, once the last expression has been read.
func (c *Names) Release() { c.meant, c.ahead = nil, nil }

// Typed is what an expression came to when it was compiled; false for one that nothing was compiled from.
func (c *Names) Typed(e *Expr) (Typed, bool) {
	v, ok := c.typed[e]
	return v, ok
}

// Named is what a name means by itself, wherever a move is spoken of; Bad for one that means nothing.
func (c *Names) Named(name string) Typed {
	k := &Checker{Names: c.Aside(), Scope: InMove | InLeap | InScore | InChoice | InPlay}
	k.Names.Bound = true
	return k.Resolve(&Expr{Op: "name", Text: name})
}

// meansAnything reports whether a name means something by itself.
func (c *Names) meansAnything(name string) bool {
	k := &Checker{Names: c.Aside(), Scope: InMove | InLeap | InScore | InChoice | InPlay}
	k.Names.Bound = true
	_, stated := k.stated(&Expr{Op: "name", Text: name})
	_, ofGame := k.ofTheGame(&Expr{Op: "name", Text: name})
	return stated || ofGame || IsWord(name)
}

// Afresh are the same names, with errors and uses of their own.
func (c *Names) Afresh() *Names {
	n := *c
	n.Errs, n.Used = nil, map[string]bool{}
	n.meant, n.ahead = map[use]Typed{}, map[*engine.Node]bool{}
	return &n
}

// Aside is Afresh for what is no part of the interpretation: what is read is not kept with it, which others may be
// reading.
func (c *Names) Aside() *Names {
	n := c.Afresh()
	n.typed = map[*Expr]Typed{}
	return n
}

// Set is what has come to v as a set of places; nil where that is none.
func (c *Names) Set(v Typed) *engine.Node {
	if n, ok := (&Checker{Names: c}).convert(v, Places); ok && v.Type != Bad {
		return n
	}
	return nil
}

// Unsay takes back the errors from the nth on, with what definitions have come to: one
// that is wrong is wrong again where it is read anew.
func (c *Names) Unsay(n int) {
	c.Errs = c.Errs[:n]
	clear(c.meant)
}

// offTrack are those of the given cells, of the player's view, on which no player has a place.
func (c *Names) offTrack(cells []int) (off []int) {
	for _, cell := range cells {
		if !slices.ContainsFunc(c.PlaceAt, func(at [][]int) bool { return len(at[cell]) > 0 }) {
			off = append(off, cell)
		}
	}
	return off
}

// PlacesOn gives the places that lie on the given cells of a player's view.
// Where players go different ways, they are different places for each.
func (c *Names) PlacesOn(cells []int) *engine.Node {
	by := make([]place.Set, len(c.PlaceAt))
	alike := true
	for q, at := range c.PlaceAt {
		for _, cell := range cells {
			for _, f := range at[cell] {
				by[q] = by[q].With(f)
			}
		}
		alike = alike && by[q] == by[0]
	}
	if alike {
		return litSet(by[0])
	}
	return &engine.Node{Op: engine.SByPlayer, By: by}
}

func (c *Names) Errorf(pos diag.Pos, found, expected, format string, args ...any) {
	c.Errs.Add(pos, found, expected, format, args...)
}

// Want compiles an expression to a type; nil for one that is missing or cannot be read.
func (c *Names) Want(t *Text, as Type, what string, s Scope) *engine.Node {
	if t.Tree() == nil {
		return nil
	}
	k := &Checker{Names: c, At: t, Scope: s}
	return k.Want(t.Expr, as, what)
}

// Amount compiles a number, or points, which it says; nil for one that is missing or cannot be read.
func (c *Names) Amount(t *Text, what string, s Scope) (n *engine.Node, points bool) {
	if t.Tree() == nil {
		return nil, false
	}
	k := &Checker{Names: c, At: t, Scope: s}
	if k.Resolve(t.Expr).Type == Points {
		return k.Want(t.Expr, Points, what), true
	}
	return k.Want(t.Expr, Number, what), false
}

// ThrowValue computes a part from the dice: 7 - high, high + low.
func (c *Names) ThrowValue(at *Text, e *Expr, t *engine.Throw) (int, bool) {
	switch e.Op {
	case "num":
		return e.Num, true
	case "name":
		if t == nil {
			c.Errorf(at.place(e.off), diag.Quote(e.Text), "a number or a word", "nothing is thrown in this stage")
			return 0, false
		}
		if !t.Counts() {
			c.Errorf(at.place(e.off), diag.Quote(e.Text), "faces, or a number or a word", "no die of the throw %s shows a number", t.Name)
			return 0, false
		}
		switch e.Text {
		case "high":
			return t.High, true
		case "low":
			return t.Low, true
		case "thrown":
			return t.Value, true
		case "middle_die":
			if len(t.Dice) == 3 {
				return t.Dice[1], true
			}
			c.Errorf(at.place(e.off), `"middle_die"`, "three dice", "only of three dice is there one in the middle")
			return 0, false
		}
	case "+", "-", "*":
		a, ok1 := c.ThrowValue(at, e.Kids[0], t)
		b, ok2 := c.ThrowValue(at, e.Kids[1], t)
		if !ok1 || !ok2 {
			return 0, false
		}
		switch e.Op {
		case "+":
			return a + b, true
		case "-":
			return a - b, true
		}
		return a * b, true
	}
	c.Errorf(at.place(e.off), diag.Quote(at.Written), "a number, high, middle_die, low, thrown, a sum of these, or faces by itself", "a part is computed from the throw alone")
	return 0, false
}

// ConstSet evaluates a set that depends on nothing.
func ConstSet(n *engine.Node, places, player int) (place.Set, bool) {
	type found struct {
		set place.Set
		ok  bool
	}
	done := map[*engine.Node]found{}
	var of func(n *engine.Node) found
	of = func(n *engine.Node) found {
		if x, ok := done[n]; ok {
			return x
		}
		var x found
		switch x.set, x.ok = constLeaf(n, places, player); n.Op {
		case engine.SOr, engine.SAnd:
			a, b := of(n.Kids[0]), of(n.Kids[1])
			if x = (found{a.set.And(b.set), a.ok && b.ok}); n.Op == engine.SOr {
				x.set = a.set.Or(b.set)
			}
		}
		done[n] = x
		return x
	}
	x := of(n)
	return x.set, x.ok
}

// constLeaf is ConstSet of what is not made of other sets.
func constLeaf(n *engine.Node, places, player int) (place.Set, bool) {
	switch n.Op {
	case engine.SByPlayer:
		return n.By[player], true
	case engine.SLit:
		return n.Lit, true
	case engine.SNumber, engine.SPlace:
		if k := n.Kids[0]; k.Op == engine.NLit {
			if n.Op == engine.SNumber {
				return place.SetOf(k.N - 1), k.N >= 1 && k.N <= places
			}
			return place.SetOf(k.N), true
		}
	case engine.SRange:
		if a, b := n.Kids[0], n.Kids[1]; a.Op == engine.NLit && b.Op == engine.NLit {
			return place.FirstN(min(b.N, places)).Minus(place.FirstN(a.N - 1)), true
		}
	}
	return place.Set{}, false
}

// FacesWord is what is played of a throw where each face that dice show is a part.
const FacesWord = "faces"

// ThrowWords are the words for what a part is computed from.
var ThrowWords = []string{"high", "middle_die", "low", "thrown", FacesWord}
