package lang

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// Type is the type of an expression.
type Type int

const (
	Truth Type = iota
	Number
	Points // a number counted in points, possibly fractional
	Place
	Places
	Lines
	Counts // men by place, before it is compared
	Player
	Stage
	Part // a part that is no number
	Bad  // an error has been reported
)

func (t Type) String() string {
	return [...]string{"a truth value", "a number", "points", "a place", "a set of places", "a set of lines",
		"a count of men by place", "a player", "a stage", "a part", "an error"}[t]
}

// Scope says what an expression can refer to beyond the state.
type Scope int

const (
	InMove   Scope = 1 << iota // from, to, part
	InLeap                     // over
	InScore                    // scored
	InChoice                   // a move that has not been made: what would follow it can be asked
	InFirst                    // the first value of a variable: nothing is thrown yet, and nothing left to play
)

// Typed is an expression with its type and its resolved form.
type Typed struct {
	Type Type
	Node *engine.Node
	// counts: whose men
	whose engine.Whose
}

// Checker gives types to one expression.
type Checker struct {
	Names *Names
	At    *yamlpos.Node // the scalar that holds it
	Scope Scope
	Using []string // definitions being expanded, to find circles
	// done keeps what has been typed: an operand is looked at more than once,
	// and typing it anew each time would take exponential time.
	done map[*Expr]Typed
}

func (k *Checker) errorf(e *Expr, found, expected, format string, args ...any) Typed {
	k.Names.Errs.Add(k.At.PosAt(e.off), found, expected, format, args...)
	return Typed{Type: Bad, Node: &engine.Node{Op: engine.BLit}}
}

func Node(op engine.Op, kids ...*engine.Node) *engine.Node { return &engine.Node{Op: op, Kids: kids} }
func Lit(n int) *engine.Node                               { return &engine.Node{Op: engine.NLit, N: n} }
func litSet(s engine.Set) *engine.Node                     { return &engine.Node{Op: engine.SLit, Lit: s} }

// Want compiles e and converts it to type t.
func (k *Checker) Want(e *Expr, t Type, what string) *engine.Node {
	v := k.Resolve(e)
	n, ok := k.convert(v, t)
	if !ok {
		hint := ""
		if v.Type == Counts && t != Bad {
			hint = ": compare it with a number, as in enemy >= 2, or ask for one place, as in enemy(to)"
		}
		k.errorf(e, v.Type.String(), t.String(), "%s must be %s%s", what, t, hint)
		return &engine.Node{Op: engine.NLit}
	}
	return n
}

// convert gives v as type t where that is possible without loss.
func (k *Checker) convert(v Typed, t Type) (*engine.Node, bool) {
	if v.Type == Bad || v.Type == t {
		if v.Type == Bad {
			switch t {
			case Places, Lines:
				return litSet(engine.Set{}), true
			}
			return Lit(0), true
		}
		return v.Node, true
	}
	switch {
	case v.Type == Number && t == Points:
		return Node(engine.NMul, v.Node, Lit(k.Names.PointParts)), true
	case v.Type == Place && t == Number && k.Names.Numbered:
		return Node(engine.NNumber, v.Node), true
	case v.Type == Number && t == Place && k.Names.Numbered:
		return Node(engine.NSub, v.Node, Lit(1)), true
	case v.Type == Counts && t == Places: // where there are such men
		return &engine.Node{Op: engine.SCompare, N: int(v.whose), Cmp: engine.GreaterEqual, Kids: []*engine.Node{Lit(1)}}, true
	case v.Type == Place && t == Places:
		return Node(engine.SPlace, v.Node), true
	case v.Type == Number && t == Places && k.Names.Numbered:
		return Node(engine.SNumber, v.Node), true
	}
	return nil, false
}

// maxExpansions bounds how often definitions are put in the place of their
// names in one interpretation: definitions that double each other would grow
// beyond all bounds.
const maxExpansions = 50000

func (k *Checker) Resolve(e *Expr) Typed {
	if v, ok := k.done[e]; ok {
		return v
	}
	v := k.exprAnew(e)
	if k.done == nil {
		k.done = map[*Expr]Typed{}
	}
	k.done[e] = v
	return v
}

func (k *Checker) exprAnew(e *Expr) Typed {
	switch e.Op {
	case "num":
		return Typed{Type: Number, Node: Lit(e.Num)}
	case "name":
		return k.name(e)
	case "call":
		return k.call(e)
	case "list":
		out := engine.Node{Op: engine.SLit}
		n := &out
		for i, a := range e.Kids {
			s := k.Want(a, Places, "an item of the list")
			if i == 0 {
				n = s
			} else {
				n = Node(engine.SOr, n, s)
			}
		}
		return Typed{Type: Places, Node: n}
	case "their":
		return k.their(e)
	case "if":
		c := k.Want(e.Kids[0], Truth, "the condition of if")
		a, b := k.Resolve(e.Kids[1]), k.Resolve(e.Kids[2])
		for _, t := range []Type{a.Type, Number, Points, Places} {
			x, ok1 := k.convert(a, t)
			y, ok2 := k.convert(b, t)
			if ok1 && ok2 {
				op := engine.NIf
				if t == Places || t == Lines {
					op = engine.SIf
				}
				return Typed{Type: t, Node: Node(op, c, x, y)}
			}
		}
		return k.errorf(e, a.Type.String()+" and "+b.Type.String(), "two values of one kind", "the two branches of if do not agree")
	case "and", "or":
		a, b := k.Resolve(e.Kids[0]), k.Resolve(e.Kids[1])
		for _, t := range []Type{Truth, Lines, Places} {
			x, ok1 := k.convert(a, t)
			y, ok2 := k.convert(b, t)
			if ok1 && ok2 {
				op := map[string][2]engine.Op{"and": {engine.BAnd, engine.SAnd}, "or": {engine.BOr, engine.SOr}}[e.Op]
				if t == Truth {
					return Typed{Type: t, Node: Node(op[0], x, y)}
				}
				return Typed{Type: t, Node: Node(op[1], x, y)}
			}
		}
		return k.errorf(e, a.Type.String()+" and "+b.Type.String(), "two truth values or two sets", "%q joins things of one kind", e.Op)
	case "not":
		v := k.Resolve(e.Kids[0])
		switch v.Type {
		case Truth, Bad:
			return Typed{Type: Truth, Node: Node(engine.BNot, v.Node)}
		case Lines:
			return Typed{Type: Lines, Node: otherLines(v.Node)}
		}
		if n, ok := k.convert(v, Places); ok {
			return Typed{Type: Places, Node: Node(engine.SNot, n)}
		}
		return k.errorf(e, v.Type.String(), "a truth value or a set", "not cannot turn this round")
	case "in":
		a, b := k.Resolve(e.Kids[0]), k.Resolve(e.Kids[1])
		if a.Type == Lines && b.Type == Lines {
			return Typed{Type: Truth, Node: Node(engine.BSub, a.Node, b.Node)}
		}
		set, ok := k.convert(b, Places)
		if !ok {
			return k.errorf(e.Kids[1], b.Type.String(), "a set of places", "in looks for something in a set")
		}
		if a.Type == Number && !k.Names.Numbered {
			return k.errorf(e.Kids[0], "a number", "a place or a set of places", "the places of this board have no numbers")
		}
		if n, ok := k.convert(a, Place); ok {
			return Typed{Type: Truth, Node: Node(engine.BIn, n, set)}
		}
		if n, ok := k.convert(a, Places); ok {
			return Typed{Type: Truth, Node: Node(engine.BSub, n, set)}
		}
		return k.errorf(e.Kids[0], a.Type.String(), "a place or a set of places", "this cannot be in a set")
	case "..":
		return k.span(e)
	case "=", "!=", "<", "<=", ">", ">=":
		return k.compare(e)
	case "+", "-", "*", "/":
		return k.arithmetic(e)
	case "neg":
		v := k.Resolve(e.Kids[0])
		if v.Type == Points {
			return Typed{Type: Points, Node: Node(engine.NNeg, v.Node)}
		}
		return Typed{Type: Number, Node: Node(engine.NNeg, k.Want(e.Kids[0], Number, "what is negated"))}
	}
	return k.errorf(e, e.Op, "", "this operator has no meaning") // unreachable: the parser knows no other
}

var comparisons = map[string]engine.Comparison{"=": engine.Equal, "!=": engine.NotEqual, "<": engine.Less,
	"<=": engine.LessEqual, ">": engine.Greater, ">=": engine.GreaterEqual}

func (k *Checker) compare(e *Expr) Typed {
	cmp := comparisons[e.Op]
	a, b := k.Resolve(e.Kids[0]), k.Resolve(e.Kids[1])
	if a.Type == Bad || b.Type == Bad {
		return Typed{Type: Bad, Node: Lit(0)}
	}
	if a.Type == Counts {
		n := k.Want(e.Kids[1], Number, "what a count is compared with")
		return Typed{Type: Places, Node: &engine.Node{Op: engine.SCompare, N: int(a.whose), Cmp: cmp, Kids: []*engine.Node{n}}}
	}
	equality := cmp == engine.Equal || cmp == engine.NotEqual
	for _, t := range []Type{Place, Number, Points, Player, Stage, Part} {
		if a.Type != t && b.Type != t {
			continue
		}
		if t == Place && (!equality || a.Type != b.Type) {
			if k.Names.Numbered {
				continue // compared as numbers
			}
			if !equality && a.Type == b.Type {
				return k.errorf(e, "a comparison of places", "= or !=", "the places of this board have no numbers")
			}
		}
		x, ok1 := k.convert(a, t)
		y, ok2 := k.convert(b, t)
		if ok1 && ok2 && (equality || t == Number || t == Points) {
			return Typed{Type: Truth, Node: &engine.Node{Op: engine.BCompare, Cmp: cmp, Kids: []*engine.Node{x, y}}}
		}
	}
	if k.Names.Numbered {
		x, ok1 := k.convert(a, Number)
		y, ok2 := k.convert(b, Number)
		if ok1 && ok2 {
			return Typed{Type: Truth, Node: &engine.Node{Op: engine.BCompare, Cmp: cmp, Kids: []*engine.Node{x, y}}}
		}
	}
	if a.Type == Truth && b.Type == Truth && equality {
		return Typed{Type: Truth, Node: &engine.Node{Op: engine.BCompare, Cmp: cmp, Kids: []*engine.Node{a.Node, b.Node}}}
	}
	if equality {
		x, ok1 := k.convert(a, Places)
		y, ok2 := k.convert(b, Places)
		if a.Type == Lines && b.Type == Lines {
			x, y, ok1, ok2 = a.Node, b.Node, true, true
		}
		if ok1 && ok2 {
			n := Node(engine.BSetEqual, x, y)
			if cmp == engine.NotEqual {
				n = Node(engine.BNot, n)
			}
			return Typed{Type: Truth, Node: n}
		}
	}
	return k.errorf(e, a.Type.String()+" and "+b.Type.String(), "two numbers, or two things of one kind", "these cannot be compared")
}

// otherLines are the lines of the board that are not among some.
func otherLines(n *engine.Node) *engine.Node {
	return &engine.Node{Op: engine.SNot, N: engine.OfLines, Kids: []*engine.Node{n}}
}

func (k *Checker) arithmetic(e *Expr) Typed {
	a, b := k.Resolve(e.Kids[0]), k.Resolve(e.Kids[1])
	if e.Op == "-" && a.Type == Lines && b.Type == Lines {
		return Typed{Type: Lines, Node: Node(engine.SAnd, a.Node, otherLines(b.Node))}
	}
	if e.Op == "-" && a.Type == Places {
		if n, ok := k.convert(b, Places); ok {
			return Typed{Type: Places, Node: Node(engine.SAnd, a.Node, Node(engine.SNot, n))}
		}
	}
	if e.Op == "/" && e.Kids[0].Op == "num" && e.Kids[1].Op == "num" && e.Kids[1].Num > 0 && e.Kids[0].Num%e.Kids[1].Num != 0 {
		// A fraction is a number of points: nothing else is counted in parts.
		if k.Names.PointParts%e.Kids[1].Num != 0 {
			return k.errorf(e, fmt.Sprintf("%d/%d", e.Kids[0].Num, e.Kids[1].Num), "a whole number, or points in a score", "nothing here is counted in such fractions")
		}
		return Typed{Type: Points, Node: Lit(e.Kids[0].Num * (k.Names.PointParts / e.Kids[1].Num))}
	}
	op := map[string]engine.Op{"+": engine.NAdd, "-": engine.NSub, "*": engine.NMul, "/": engine.NDiv}[e.Op]
	if a.Type == Points || b.Type == Points {
		switch e.Op {
		case "+", "-":
			return Typed{Type: Points, Node: Node(op, k.Want(e.Kids[0], Points, "a sum of points"), k.Want(e.Kids[1], Points, "a sum of points"))}
		case "*":
			if a.Type == Points {
				return Typed{Type: Points, Node: Node(op, a.Node, k.Want(e.Kids[1], Number, "a factor"))}
			}
			return Typed{Type: Points, Node: Node(op, k.Want(e.Kids[0], Number, "a factor"), b.Node)}
		}
		return k.errorf(e, "a division of points", "times: 1/2 in a score", "points are not divided in expressions")
	}
	return Typed{Type: Number, Node: Node(op, k.Want(e.Kids[0], Number, "the left side of "+e.Op), k.Want(e.Kids[1], Number, "the right side of "+e.Op))}
}

func (k *Checker) span(e *Expr) Typed {
	if e.Kids[0].Op == "name" && e.Kids[1].Op == "name" && k.Names.Board != nil {
		a, b := k.Names.Board.Find(e.Kids[0].Text), k.Names.Board.Find(e.Kids[1].Text)
		if a >= 0 && b >= 0 {
			cells := k.Names.Board.Span(a, b)
			if cells == nil {
				return k.errorf(e, e.Kids[0].Text+".."+e.Kids[1].Text, "two cells in one straight row", "there is no row from one to the other")
			}
			return Typed{Type: Places, Node: k.Names.PlacesOn(cells)}
		}
	}
	if !k.Names.Numbered {
		return k.errorf(e, "a span of numbers", "names of cells, as in r1c1..r1c4", "the places of this board have no numbers")
	}
	lo, hi := e.Kids[0], e.Kids[1]
	for _, x := range []*Expr{lo, hi} {
		if x.Op == "num" && (x.Num < 1 || x.Num > k.Names.Program.Places) {
			k.errorf(x, x.Text, fmt.Sprintf("a place from 1 to %d", k.Names.Program.Places), "there is no such place on the track")
		}
	}
	return Typed{Type: Places, Node: Node(engine.SRange, k.Want(lo, Number, "the first place"), k.Want(hi, Number, "the last place"))}
}

func (k *Checker) their(e *Expr) Typed {
	v := k.Resolve(e.Kids[0])
	many := len(k.Names.Program.Players) > 2
	switch v.Type {
	case Number:
		return Typed{Type: Number, Node: Node(engine.NTheir, v.Node)}
	case Points:
		return Typed{Type: Points, Node: Node(engine.NTheir, v.Node)}
	case Truth:
		if many && !k.Names.Bound {
			return k.errorf(e, "a truth value about several opponents", "some(…) or every(…)", "say of which opponents this must hold")
		}
		return Typed{Type: Truth, Node: Node(engine.NTheir, v.Node)}
	case Places:
		return Typed{Type: Places, Node: Node(engine.STheir, v.Node)}
	case Player:
		if many && !k.Names.Bound {
			return k.errorf(e, "a player among several opponents", "some(…) or every(…)", "say which opponent")
		}
		return Typed{Type: Player, Node: Node(engine.NTheir, v.Node)}
	case Lines:
		return Typed{Type: Lines, Node: Node(engine.LTheir, v.Node)}
	case Place:
		return Typed{Type: Places, Node: Node(engine.STheir, Node(engine.SPlace, v.Node))}
	case Bad:
		return v
	case Counts:
		if n, ok := k.convert(v, Places); ok {
			return Typed{Type: Places, Node: Node(engine.STheir, n)}
		}
	}
	return k.errorf(e, v.Type.String(), "a number, a truth value or a set", "their cannot be asked for this; put the whole comparison in brackets, as in their.(own >= 2)")
}

// simple names without arguments
func (k *Checker) name(e *Expr) Typed {
	c := k.Names
	num := func(op engine.Op) Typed { return Typed{Type: Number, Node: Node(op)} }
	needMove := func(t Type, op engine.Op) Typed {
		if k.Scope&InMove == 0 {
			return k.errorf(e, yamlpos.Quote(e.Text), "something that can be asked without a move", "%s has no meaning here: no move is under consideration", e.Text)
		}
		return Typed{Type: t, Node: Node(op)}
	}
	if d, ok := c.Defines[e.Text]; ok {
		return k.expand(e, d)
	}
	if v, ok := c.Vars[e.Text]; ok {
		switch c.Program.Vars[v].Kind {
		case engine.NumberVar:
			return Typed{Type: Number, Node: &engine.Node{Op: engine.NVar, N: v}}
		case engine.PlaceVar:
			return Typed{Type: Place, Node: &engine.Node{Op: engine.NVar, N: v}}
		case engine.SetVar:
			return Typed{Type: Places, Node: &engine.Node{Op: engine.SVar, N: v}}
		case engine.LinesVar:
			return Typed{Type: Lines, Node: &engine.Node{Op: engine.SVar, N: v}}
		}
		return Typed{Type: Player, Node: &engine.Node{Op: engine.NVar, N: v}}
	}
	if n, ok := c.Params[e.Text]; ok {
		return Typed{Type: Number, Node: Lit(n)}
	}
	if k.Scope&InFirst != 0 && slices.Contains(ofTheThrow, e.Text) {
		return k.errorf(e, yamlpos.Quote(e.Text), "what is known before the throw; a change on: thrown can set the variable afterwards",
			"the first value of a variable is set before anything is thrown or put up to be played")
	}
	switch e.Text {
	case "from":
		return needMove(Place, engine.NFrom)
	case "to":
		return needMove(Place, engine.NTo)
	case "over":
		if k.Scope&InLeap == 0 {
			return k.errorf(e, `"over"`, "from or to", "over has a meaning in leaps only")
		}
		return Typed{Type: Place, Node: Node(engine.NOver)}
	case "part":
		return needMove(Number, engine.NPart)
	case "passed":
		return needMove(Places, engine.SPassed)
	case "sparing":
		return needMove(Truth, engine.BSparing)
	case "completable":
		if k.Scope&InChoice == 0 {
			return k.errorf(e, `"completable"`, "a rule that allows, forbids, excepts or requires", "completable looks ahead from a move that has not been made yet")
		}
		return needMove(Truth, engine.BCompletable)
	case "parts_left":
		return num(engine.NPartsLeft)
	case "parts_played":
		return num(engine.NPartsPlayed)
	case "numbers_left":
		if !c.Numbered {
			return k.errorf(e, `"numbers_left"`, "a board whose places have numbers", "the places of this board have no numbers")
		}
		return Typed{Type: Places, Node: Node(engine.SParts)}
	case "high":
		return num(engine.NHigh)
	case "low":
		return num(engine.NLow)
	case "thrown":
		return num(engine.NValue)
	case "doublet":
		return Typed{Type: Truth, Node: Node(engine.BDouble)}
	case "occurrences":
		return num(engine.NOccurrences)
	case "scored":
		if k.Scope&InScore == 0 {
			return k.errorf(e, `"scored"`, "score", "scored has a meaning only where a score or an end is tested")
		}
		return Typed{Type: Points, Node: Node(engine.NScored)}
	case "score":
		return Typed{Type: Points, Node: Node(engine.NScore)}
	case "board":
		return num(engine.NBoard)
	case "men_in_all":
		return num(engine.NMen)
	case "player":
		return Typed{Type: Player, Node: Node(engine.NPlayer)}
	case "stage":
		return Typed{Type: Stage, Node: Node(engine.NStage)}
	case "empty":
		return Typed{Type: Places, Node: &engine.Node{Op: engine.SCompare, N: int(engine.Anyone), Cmp: engine.Equal, Kids: []*engine.Node{Lit(0)}}}
	case "anywhere":
		return Typed{Type: Places, Node: litSet(engine.FirstN(c.Program.Places))}
	case "nowhere":
		return Typed{Type: Places, Node: litSet(engine.Set{})}
	case "true", "yes":
		return Typed{Type: Truth, Node: &engine.Node{Op: engine.BLit, N: 1}}
	case "false", "no":
		return Typed{Type: Truth, Node: &engine.Node{Op: engine.BLit}}
	case "men":
		return k.errorf(e, `"men"`, "own, enemy, mine, allied or anyone", "say whose men")
	}
	if w, ok := WhoseWords[e.Text]; ok {
		return Typed{Type: Counts, whose: w}
	}
	if st := c.Program.StoreIndex(e.Text); st >= 0 {
		return Typed{Type: Number, Node: &engine.Node{Op: engine.NStore, N: st}}
	}
	for i, q := range c.Program.Players {
		if q == e.Text {
			return Typed{Type: Player, Node: Lit(i)}
		}
	}
	for i := range c.Program.Stages {
		if c.Program.Stages[i].ID == e.Text {
			return Typed{Type: Stage, Node: Lit(i)}
		}
	}
	if i, ok := c.Parts[e.Text]; ok && !c.Program.Parts[i].IsNumber {
		return Typed{Type: Part, Node: Lit(i)}
	}
	if c.Board != nil {
		if i := c.Board.Find(e.Text); i >= 0 {
			n := c.PlacesOn([]int{i})
			if n.Op == engine.SLit && n.Lit.Count() == 1 {
				return Typed{Type: Place, Node: Lit(n.Lit.First())}
			}
			return Typed{Type: Places, Node: n}
		}
		if cells, ok := c.Board.Sets[e.Text]; ok {
			return Typed{Type: Places, Node: c.PlacesOn(cells)}
		}
	}
	if s, ok := c.Legs[e.Text]; ok {
		return Typed{Type: Places, Node: litSet(s)}
	}
	if _, ok := BuiltinCalls[e.Text]; ok {
		return k.errorf(e, yamlpos.Quote(e.Text), e.Text+"(…)", "%s asks for something in brackets", e.Text)
	}
	return k.errorf(e, yamlpos.Quote(e.Text), "a definition, a variable, a place or a word of the language",
		"this name stands for nothing here%s", yamlpos.Suggest(e.Text, k.KnownNames()))
}

var WhoseWords = map[string]engine.Whose{"own": engine.Own, "mine": engine.Mine, "enemy": engine.Enemy, "allied": engine.Allied, "anyone": engine.Anyone}

var BuiltinNames = []string{"from", "to", "over", "part", "passed", "sparing", "completable", "parts_left", "parts_played",
	"numbers_left", "high", "low", "thrown", "doublet", "occurrences", "scored", "score", "board", "men_in_all", "player",
	"stage", "empty", "anywhere", "nowhere", "own", "mine", "enemy", "allied", "anyone", "hand", "bar", "off", "out"}

func (k *Checker) KnownNames() []string {
	out := append([]string{}, BuiltinNames...)
	for n := range BuiltinCalls {
		out = append(out, n)
	}
	for n := range k.Names.Defines {
		out = append(out, n)
	}
	for n := range k.Names.Vars {
		out = append(out, n)
	}
	for n := range k.Names.Params {
		out = append(out, n)
	}
	out = append(out, k.Names.Program.Players...)
	if k.Names.Board != nil {
		for n := range k.Names.Board.Sets {
			out = append(out, n)
		}
	}
	for n := range k.Names.Legs {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// ofTheThrow are the names of what was thrown and of what is left of it.
var ofTheThrow = []string{"parts_left", "parts_played", "numbers_left", "high", "low", "thrown", "doublet"}

// expand puts a definition in the place of its name.
func (k *Checker) expand(e *Expr, definition *yamlpos.Node) Typed {
	if slices.Contains(k.Using, e.Text) {
		return k.errorf(e, strings.Join(append(k.Using, e.Text), " → "), "a definition that does not lead back to itself", "the definition of %s goes in a circle", e.Text)
	}
	body, ok := k.Names.Parse(definition)
	if k.Names.Expansions++; k.Names.Expansions > maxExpansions {
		if k.Names.Expansions == maxExpansions+1 {
			k.errorf(e, "more than 50000 uses of definitions", "definitions that use each other less", "the definitions grow beyond all bounds")
		}
		ok = false
	}
	if !ok {
		return Typed{Type: Bad, Node: Lit(0)}
	}
	inner := &Checker{Names: k.Names, At: definition, Scope: k.Scope, Using: append(append([]string{}, k.Using...), e.Text)}
	v := inner.Resolve(body)
	k.Names.Used[e.Text] = true
	return v
}

type callSpec struct {
	Min, Max int
	usage    string
}

var BuiltinCalls = map[string]callSpec{
	"own": {1, 1, "own(place)"}, "mine": {1, 1, "mine(place)"}, "enemy": {1, 1, "enemy(place)"},
	"allied": {1, 1, "allied(place)"}, "anyone": {1, 1, "anyone(place)"},
	"count":    {1, 1, "count(set)"},
	"distance": {1, 1, "distance(place)"},
	"number":   {1, 1, "number(place)"},
	"run":      {2, 2, "run(set, length)"},
	"crowd":    {2, 2, "crowd(set, men)"},
	"edge":     {1, 1, "edge(set)"},
	"near":     {1, 1, "near(place)"},
	"ahead":    {2, 2, "ahead(place, steps)"},
	"behind":   {2, 2, "behind(place, steps)"},
	"first":    {1, 1, "first(set)"},
	"last":     {1, 1, "last(set)"},
	"mills":    {1, 2, "mills(set) or mills(set, place)"},
	"points":   {1, 1, "points(lines)"},
	"landings": {3, 3, "landings(place, over, to)"},
	"marked":   {1, 1, "marked(mark)"},
	"unmarked": {1, 1, "unmarked(mark)"},
	"has":      {1, 1, "has(mark)"},
	"some":     {1, 1, "some(condition about their …)"},
	"every":    {1, 1, "every(condition about their …)"},
	"min":      {2, 2, "min(a, b)"},
	"max":      {2, 2, "max(a, b)"},
	"follows":  {1, 1, "follows(number)"},
	"part_is":  {1, 1, "part_is(word)"},
	"act_is":   {1, 1, "act_is(act)"},
}

func (k *Checker) call(e *Expr) Typed {
	c := k.Names
	spec, ok := BuiltinCalls[e.Text]
	if !ok {
		var names []string
		for n := range BuiltinCalls {
			names = append(names, n)
		}
		sort.Strings(names)
		if d := c.Defines[e.Text]; d != nil || c.Program.StoreIndex(e.Text) >= 0 {
			return k.errorf(e, e.Text+"(…)", e.Text, "%s is asked for without brackets", e.Text)
		}
		return k.errorf(e, yamlpos.Quote(e.Text), "one of: "+strings.Join(names, ", "), "there is no such function%s", yamlpos.Suggest(e.Text, names))
	}
	if len(e.Kids) < spec.Min || len(e.Kids) > spec.Max {
		return k.errorf(e, fmt.Sprintf("%d arguments", len(e.Kids)), spec.usage, "%s is asked for with another number of arguments", e.Text)
	}
	arg := func(i int, t Type) *engine.Node { return k.Want(e.Kids[i], t, "what "+e.Text+" is asked about") }
	if w, ok := WhoseWords[e.Text]; ok {
		return Typed{Type: Number, Node: &engine.Node{Op: engine.NCountAt, N: int(w), Kids: []*engine.Node{arg(0, Place)}}}
	}
	switch e.Text {
	case "count":
		v := k.Resolve(e.Kids[0])
		if v.Type == Lines {
			return Typed{Type: Number, Node: Node(engine.NCount, v.Node)}
		}
		return Typed{Type: Number, Node: Node(engine.NCount, arg(0, Places))}
	case "distance", "number":
		op := engine.NDistance
		if e.Text == "number" {
			op = engine.NNumber
		}
		return Typed{Type: Number, Node: Node(op, arg(0, Place))}
	case "run", "crowd":
		if !c.Program.Row {
			return k.errorf(e, yamlpos.Quote(e.Text), "a board with a track that does not branch", "there are no rows along a track here")
		}
		op := engine.SRun
		if e.Text == "crowd" {
			op = engine.SCrowd
		}
		return Typed{Type: Places, Node: Node(op, arg(0, Places), arg(1, Number))}
	case "edge":
		return Typed{Type: Places, Node: Node(engine.SEdge, arg(0, Places))}
	case "near":
		if v := k.Resolve(e.Kids[0]); v.Type == Places || v.Type == Counts {
			n, _ := k.convert(v, Places)
			return Typed{Type: Places, Node: Node(engine.SNearSet, n)}
		}
		return Typed{Type: Places, Node: Node(engine.SNear, arg(0, Place))}
	case "ahead", "behind":
		if c.Program.Next == nil {
			return k.errorf(e, yamlpos.Quote(e.Text), "a board with a track", "there is no track to go along")
		}
		op := engine.SAhead
		if e.Text == "behind" {
			op = engine.SBehind
		}
		return Typed{Type: Places, Node: Node(op, arg(0, Place), arg(1, Number))}
	case "first":
		return Typed{Type: Place, Node: Node(engine.NFirst, arg(0, Places))}
	case "last":
		return Typed{Type: Place, Node: Node(engine.NLast, arg(0, Places))}
	case "mills":
		if len(c.Program.Lines) == 0 || len(c.Program.Lines[0]) == 0 {
			return k.errorf(e, `"mills"`, "a board with lines", "this board has no lines")
		}
		if len(e.Kids) == 2 {
			return Typed{Type: Lines, Node: Node(engine.LMillsAt, arg(0, Places), arg(1, Place))}
		}
		return Typed{Type: Lines, Node: Node(engine.LMills, arg(0, Places))}
	case "points":
		return Typed{Type: Places, Node: Node(engine.SPoints, arg(0, Lines))}
	case "landings":
		return Typed{Type: Places, Node: Node(engine.SLandings, arg(0, Place), arg(1, Places), arg(2, Places))}
	case "marked", "unmarked", "has":
		m := -1
		for i, name := range c.Program.Marks {
			if e.Kids[0].Op == "name" && e.Kids[0].Text == name {
				m = i
			}
		}
		if m < 0 {
			return k.errorf(e.Kids[0], yamlpos.Quote(e.Kids[0].Text), "one of the marks: "+strings.Join(c.Program.Marks, ", "), "there is no such mark")
		}
		switch e.Text {
		case "marked":
			return Typed{Type: Places, Node: &engine.Node{Op: engine.SMarked, N: m}}
		case "unmarked":
			return Typed{Type: Places, Node: &engine.Node{Op: engine.SUnmarked, N: m}}
		}
		if k.Scope&InMove == 0 {
			return k.errorf(e, `"has"`, "marked(…) or unmarked(…)", "has asks about the man that moves, and no move is under consideration")
		}
		return Typed{Type: Truth, Node: &engine.Node{Op: engine.BMark, N: m}}
	case "some", "every":
		op := engine.BSome
		if e.Text == "every" {
			op = engine.BEvery
		}
		keep := c.Bound
		c.Bound = true
		n := arg(0, Truth)
		c.Bound = keep
		return Typed{Type: Truth, Node: Node(op, n)}
	case "min", "max":
		op := engine.NMin
		if e.Text == "max" {
			op = engine.NMax
		}
		if k.Resolve(e.Kids[0]).Type == Points || k.Resolve(e.Kids[1]).Type == Points {
			return Typed{Type: Points, Node: Node(op, arg(0, Points), arg(1, Points))}
		}
		return Typed{Type: Number, Node: Node(op, arg(0, Number), arg(1, Number))}
	case "follows":
		if k.Scope&InChoice == 0 {
			return k.errorf(e, `"follows"`, "a rule that allows, forbids, excepts or requires", "follows looks ahead from a move that has not been made yet")
		}
		return Typed{Type: Truth, Node: Node(engine.BFollows, arg(0, Number))}
	case "part_is":
		if k.Scope&InMove == 0 {
			return k.errorf(e, `"part_is"`, "a rule about a move", "part_is has no meaning here: no move is under consideration")
		}
		i, ok := c.Parts[e.Kids[0].Text]
		if !ok || e.Kids[0].Op != "name" {
			return k.errorf(e.Kids[0], yamlpos.Quote(e.Kids[0].Text), "a part that some agenda holds", "no agenda holds this part")
		}
		return Typed{Type: Truth, Node: &engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{Node(engine.NPartID), Lit(i)}}}
	case "act_is":
		if k.Scope&InMove == 0 {
			return k.errorf(e, `"act_is"`, "a rule about a move", "act_is has no meaning here: no move is under consideration")
		}
		a, ok := engine.ActNamed(strings.ReplaceAll(e.Kids[0].Text, "_", "-"))
		if !ok || e.Kids[0].Op != "name" {
			return k.errorf(e.Kids[0], yamlpos.Quote(e.Kids[0].Text), "an act: "+strings.ReplaceAll(strings.Join(ActWords, ", "), "-", "_"), "there is no such act")
		}
		return Typed{Type: Truth, Node: &engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{Node(engine.NAct), Lit(int(a))}}}
	}
	return k.errorf(e, e.Text, "", "this function has no meaning")
}
