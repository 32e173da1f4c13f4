package lang

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/board/place"
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
	Kind // of men
	MoveAct
	Bad // an error has been reported
)

func (t Type) String() string {
	return [...]string{"a truth value", "a number", "points", "a place", "a set of places", "a set of lines",
		"a count of men by place", "a player", "a stage", "a part", "a kind of men", "an act", "an error"}[t]
}

// Scope says what an expression can refer to beyond the state.
type Scope int

const (
	InMove    Scope = 1 << iota // from, to, part
	InLeap                      // over
	InScore                     // scored
	InChoice                    // a move that has not been made: what would follow it can be asked
	InAfter                     // a position that a move leads to, and not the present one
	InFirst                     // the first value of a variable: nothing is thrown yet, and nothing left to play
	InSown                      // what answers a sowing: the men are laid, and where they were to be laid can no longer be asked
	InPlay                      // what answers a throw or a move: what can be played next can be asked
	InMeasure                   // a measure: what has come about in the game can be asked
	InOffer                     // … of a decision, or of the move chosen in it: what there was to choose from can be asked
	InResult                    // … of a whole game: how it ended can be asked
)

// Typed is an expression with its type and its resolved form.
type Typed struct {
	Type Type
	Node *engine.Node
	// counts: whose men
	whose engine.Whose
	// the kind of a man: whether it is each; nil where it is one that is named
	is func(kind int) *engine.Node
}

// Checker gives types to one expression.
type Checker struct {
	Names *Names
	At    *Text // where it stands; nil: nowhere
	Scope Scope
	Using []string // definitions being expanded, to find circles
	// asked is the place that the definition being expanded is asked about, by the name that it gives it.
	asked map[string]Typed
	// done keeps what has been typed: an operand is looked at more than once,
	// and typing it anew each time would take exponential time.
	done map[*Expr]Typed
}

// About lets the expression call some place by a name.
func (k *Checker) About(name string) {
	k.asked = map[string]Typed{name: {Type: Place, Node: Lit(0)}}
}

func (k *Checker) errorf(e *Expr, found, expected, format string, args ...any) Typed {
	k.Names.Errs.Add(k.At.place(e.off), found, expected, format, args...)
	return Typed{Type: Bad, Node: &engine.Node{Op: engine.BLit}}
}

// Node is an operation on what other nodes come to.
func Node(op engine.Op, kids ...*engine.Node) *engine.Node { return &engine.Node{Op: op, Kids: kids} }

// Lit is a number.
func Lit(n int) *engine.Node { return &engine.Node{Op: engine.NLit, N: n} }

func litSet(s place.Set) *engine.Node { return &engine.Node{Op: engine.SLit, Lit: s} }

// Want compiles e and converts it to type t.
func (k *Checker) Want(e *Expr, t Type, what string) *engine.Node {
	v := k.Resolve(e)
	n, ok := k.convert(v, t)
	if !ok {
		hint := ""
		switch {
		case v.Type == Counts && t != Bad:
			hint = ": compare it with a number, as in enemy >= 2, or ask for one place, as in enemy(to)"
		case v.Type == Places && t == Place:
			hint = ": one_of(…) is one place of a set; a variable that may hold no place at all is of the kind set"
		case t == Place:
			hint = k.places()
		}
		k.errorf(e, v.Type.String(), t.String(), "%s must be %s%s", what, t, hint)
		return &engine.Node{Op: engine.NLit}
	}
	return n
}

// places names the words that are a place where the checker stands.
func (k *Checker) places() string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if w := named[name]; w.Type == Place && k.Scope&w.in.scope == w.in.scope && (w.needs == nil || w.needs.has(k.Names)) {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return ", such as " + strings.Join(list[:min(len(list), 3)], " or ")
}

// convert gives v as type t where that is possible without loss.
func (k *Checker) convert(v Typed, t Type) (*engine.Node, bool) {
	if v.Type == Bad || v.Type == t {
		if v.Type == Bad {
			switch t {
			case Places, Lines:
				return litSet(place.Set{}), true
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
	case v.Type == Counts && v.whose == engine.Nobodys && t == Player:
		return Lit(-1), true
	case v.Type == Place && t == Places:
		return Node(engine.SPlace, v.Node), true
	case v.Type == Number && t == Places && k.Names.Numbered:
		return Node(engine.SNumber, v.Node), true
	}
	return nil, false
}

// Resolve types an expression and resolves it to a node, once; of a wrong one the type is Bad, and
// what is wrong is among the errors of the names.
func (k *Checker) Resolve(e *Expr) Typed {
	if v, ok := k.done[e]; ok {
		return v
	}
	v := operators[e.Op](k, e) // the parser knows no other
	if k.done == nil {
		k.done = map[*Expr]Typed{}
	}
	k.done[e] = v
	k.Names.typed[e] = v
	return v
}

// operators say how each operator of an expression is resolved. They are filled by
// init, since an operand is resolved by them in turn.
var operators map[string]func(*Checker, *Expr) Typed

func init() {
	operators = map[string]func(*Checker, *Expr) Typed{
		"num":  func(_ *Checker, e *Expr) Typed { return Typed{Type: Number, Node: Lit(e.Num)} },
		"name": (*Checker).name, "call": (*Checker).call, "list": (*Checker).list, "their": (*Checker).their, "those": (*Checker).those,
		"if": (*Checker).either, "and": (*Checker).join, "or": (*Checker).join, "not": (*Checker).not, "in": (*Checker).within,
		"..": (*Checker).span, "neg": (*Checker).negative,
	}
	for op := range comparisons {
		operators[op] = (*Checker).compare
	}
	for op := range sums {
		operators[op] = (*Checker).arithmetic
	}
}

func (k *Checker) list(e *Expr) Typed {
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
}

func (k *Checker) either(e *Expr) Typed {
	c := k.Want(e.Kids[0], Truth, "the condition of if")
	a, b := k.Resolve(e.Kids[1]), k.Resolve(e.Kids[2])
	for _, t := range []Type{a.Type, Number, Points, Places} {
		if t == Kind {
			break // which kind a man is of is asked of him, and not chosen
		}
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
}

func (k *Checker) join(e *Expr) Typed {
	a, b := k.Resolve(e.Kids[0]), k.Resolve(e.Kids[1])
	for _, t := range []Type{Truth, Lines, Places} {
		x, ok1 := k.convert(a, t)
		y, ok2 := k.convert(b, t)
		if ok1 && ok2 {
			op := map[string][2]engine.Op{"and": {engine.BAnd, engine.SAnd}, "or": {engine.BOr, engine.SOr}}[e.Op]
			if t == Truth {
				if k.Names.asksAhead(x) && !k.Names.asksAhead(y) {
					x, y = y, x // what takes long is asked where the rest does not tell
				}
				return Typed{Type: t, Node: Node(op[0], x, y)}
			}
			return Typed{Type: t, Node: Node(op[1], x, y)}
		}
	}
	return k.errorf(e, a.Type.String()+" and "+b.Type.String(), "two truth values or two sets", "%q joins things of one kind", e.Op)
}

// asksAhead reports whether a condition asks what would follow a move, so that the move
// has to be tried.
func (c *Names) asksAhead(n *engine.Node) bool {
	if ahead, ok := c.ahead[n]; ok {
		return ahead
	}
	ahead := n.Op == engine.BCompletable || n.Op == engine.BFollows || n.Op == engine.BAfter || n.Op == engine.BCan || slices.ContainsFunc(n.Kids, c.asksAhead)
	c.ahead[n] = ahead
	return ahead
}

func (k *Checker) not(e *Expr) Typed {
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
}

func (k *Checker) within(e *Expr) Typed {
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
}

func (k *Checker) negative(e *Expr) Typed {
	v := k.Resolve(e.Kids[0])
	if v.Type == Points {
		return Typed{Type: Points, Node: Node(engine.NNeg, v.Node)}
	}
	return Typed{Type: Number, Node: Node(engine.NNeg, k.Want(e.Kids[0], Number, "what is negated"))}
}

var comparisons = map[string]engine.Comparison{"=": engine.Equal, "!=": engine.NotEqual, "<": engine.Less,
	"<=": engine.LessEqual, ">": engine.Greater, ">=": engine.GreaterEqual}

func (k *Checker) compare(e *Expr) Typed {
	cmp := comparisons[e.Op]
	if v, ok := k.compareAct(e, cmp); ok {
		return v
	}
	a, b := k.Resolve(e.Kids[0]), k.Resolve(e.Kids[1])
	if a.Type == Bad || b.Type == Bad {
		return Typed{Type: Bad, Node: Lit(0)}
	}
	if a.Type == Counts && b.Type != Player {
		n := k.Want(e.Kids[1], Number, "what a count is compared with")
		return Typed{Type: Places, Node: &engine.Node{Op: engine.SCompare, N: int(a.whose), Cmp: cmp, Kids: []*engine.Node{n}}}
	}
	equality := cmp == engine.Equal || cmp == engine.NotEqual
	if a.Type == Kind && b.Type == Kind && equality {
		return k.sameKind(e, a, b, cmp)
	}
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
	if equality {
		if n := k.same(a, b); n != nil {
			if cmp == engine.NotEqual {
				n = Node(engine.BNot, n)
			}
			return Typed{Type: Truth, Node: n}
		}
	}
	return k.errorf(e, a.Type.String()+" and "+b.Type.String(), "two numbers, or two things of one kind", "these cannot be compared")
}

// sameKind is the condition that two men are of one kind, or a man is of a kind.
func (k *Checker) sameKind(e *Expr, a, b Typed, cmp engine.Comparison) Typed {
	if b.is == nil {
		a, b = b, a
	}
	alike := &engine.Node{Op: engine.BLit}
	switch {
	case b.is == nil:
		return k.errorf(e, "two kinds of men", "the kind of a man, as in kind(from) = "+k.Names.Rules.Kinds[0], "one kind is never another")
	case a.is == nil:
		alike = b.is(a.Node.N)
	default:
		for kind := range k.Names.Rules.Kinds {
			if both := Node(engine.BAnd, a.is(kind), b.is(kind)); kind == 0 {
				alike = both
			} else {
				alike = Node(engine.BOr, alike, both)
			}
		}
	}
	if cmp == engine.NotEqual {
		alike = Node(engine.BNot, alike)
	}
	return Typed{Type: Truth, Node: alike}
}

// same is the condition that two truth values, or two sets of one kind, are the same; nil
// for anything else.
func (k *Checker) same(a, b Typed) *engine.Node {
	switch {
	case a.Type == Truth && b.Type == Truth:
		return &engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{a.Node, b.Node}}
	case a.Type == Lines && b.Type == Lines:
		return Node(engine.BSetEqual, a.Node, b.Node)
	}
	x, ok1 := k.convert(a, Places)
	y, ok2 := k.convert(b, Places)
	if !ok1 || !ok2 {
		return nil
	}
	return Node(engine.BSetEqual, x, y)
}

// otherLines are the lines of the board that are not among some.
func otherLines(n *engine.Node) *engine.Node {
	return &engine.Node{Op: engine.SNot, N: engine.OfLines, Kids: []*engine.Node{n}}
}

var sums = map[string]engine.Op{"+": engine.NAdd, "-": engine.NSub, "*": engine.NMul, "/": engine.NDiv}

func (k *Checker) arithmetic(e *Expr) Typed {
	a, b := k.Resolve(e.Kids[0]), k.Resolve(e.Kids[1])
	if e.Op == "-" && a.Type == Lines && b.Type == Lines {
		return Typed{Type: Lines, Node: Node(engine.SAnd, a.Node, otherLines(b.Node))}
	}
	if e.Op == "-" && (a.Type == Places || a.Type == Counts && b.Type != Number) {
		x, _ := k.convert(a, Places)
		if n, ok := k.convert(b, Places); ok {
			return Typed{Type: Places, Node: Node(engine.SAnd, x, Node(engine.SNot, n))}
		}
	}
	if e.Op == "/" && e.Kids[0].Op == "num" && e.Kids[1].Op == "num" && e.Kids[1].Num > 0 && e.Kids[0].Num%e.Kids[1].Num != 0 {
		// A fraction is a number of points: nothing else is counted in parts.
		if k.Names.PointParts%e.Kids[1].Num != 0 {
			return k.errorf(e, fmt.Sprintf("%d/%d", e.Kids[0].Num, e.Kids[1].Num), "a whole number, or points in a score", "nothing here is counted in such fractions")
		}
		return Typed{Type: Points, Node: Lit(e.Kids[0].Num * (k.Names.PointParts / e.Kids[1].Num))}
	}
	op := sums[e.Op]
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
			return k.onCells(e, cells, 1)
		}
	}
	for _, x := range e.Kids {
		if b := k.Names.Board; !k.Names.Numbered && b != nil && x.Op == "name" && b.Find(x.Text) < 0 {
			names := make([]string, len(b.Cells))
			for i := range b.Cells {
				names[i] = b.Cells[i].Name
			}
			return k.errorf(x, diag.Quote(x.Text), "a cell of the board", "there is no such cell%s", diag.Suggest(x.Text, names))
		}
	}
	if !k.Names.Numbered {
		return k.errorf(e, "a span of numbers", "names of cells, as in r1c1..r1c4", "the places of this board have no numbers")
	}
	lo, hi := e.Kids[0], e.Kids[1]
	for _, x := range []*Expr{lo, hi} {
		if x.Op == "num" && (x.Num < 1 || x.Num > k.Names.Rules.Places) {
			k.errorf(x, x.Text, fmt.Sprintf("a place from 1 to %d", k.Names.Rules.Places), "there is no such place on the track")
		}
	}
	return Typed{Type: Places, Node: Node(engine.SRange, k.Want(lo, Number, "the first place"), k.Want(hi, Number, "the last place"))}
}

// those are the places of a set of which a condition holds, in which each has a name.
func (k *Checker) those(e *Expr) Typed {
	set := k.Want(e.Kids[0], Places, "what those places are among")
	keep := k.asked
	defer func() { k.asked = keep }()
	if _, twice := keep[e.Text]; twice || k.Names.meansAnything(e.Text) {
		return k.errorf(e, diag.Quote(e.Text), "another name", "this name has a meaning of its own")
	}
	k.Names.those++
	each := &engine.Node{Op: engine.NThat, N: k.Names.those - 1}
	k.asked = maps.Clone(keep)
	if k.asked == nil {
		k.asked = map[string]Typed{}
	}
	k.asked[e.Text] = Typed{Type: Place, Node: each}
	cond := k.Want(e.Kids[1], Truth, "what holds of those places")
	return Typed{Type: Places, Node: &engine.Node{Op: engine.SThose, N: each.N, Kids: []*engine.Node{set, cond}}}
}

func (k *Checker) their(e *Expr) Typed {
	keep := k.Scope
	k.Scope &^= InPlay // what can be played is asked of who is to play
	v := k.Resolve(e.Kids[0])
	k.Scope = keep
	if k.Names.those > 0 && v.Node != nil && v.Node.AsksThat() {
		return k.errorf(e, "a place that those … where gives", "their… of other places, beside it", "opponents call their places otherwise than the player calls those")
	}
	many := len(k.Names.Rules.Players) > 2
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

// use is where a definition stands, as far as it makes a difference to what it comes to.
type use struct {
	definition *Definition
	scope      Scope
	bound      bool
	about      *engine.Node // the place that it is asked about; nil for none
}

// expand puts a definition in the place of its name. What it comes to is worked out once and
// shared by all that use it alike: a chain in which each uses the one before twice would
// otherwise double with every link.
func (k *Checker) expand(e *Expr, definition *Definition) Typed {
	if slices.Contains(k.Using, e.Text) {
		return k.errorf(e, strings.Join(append(k.Using, e.Text), " → "), "a definition that does not lead back to itself", "the definition of %s goes in a circle", e.Text)
	}
	here := use{definition: definition, scope: k.Scope, bound: k.Names.Bound}
	var asked map[string]Typed
	if definition.Of != "" {
		if e.Op != "call" || len(e.Kids) != 1 {
			return k.errorf(e, diag.Quote(e.Text), e.Text+"("+definition.Of+")", "%s is asked about a place", e.Text)
		}
		here.about = k.arg(e, 0, Place)
		asked = map[string]Typed{definition.Of: {Type: Place, Node: here.about}}
	}
	if v, ok := k.Names.meant[here]; ok {
		return v
	}
	v := Typed{Type: Bad, Node: Lit(0)}
	if body := definition.Expr; body != nil {
		inner := &Checker{Names: k.Names, At: definition.Text, Scope: k.Scope, Using: append(slices.Clone(k.Using), e.Text), asked: asked}
		v = inner.Resolve(body)
		k.Names.Used[e.Text] = true
	}
	k.Names.meant[here] = v
	return v
}
