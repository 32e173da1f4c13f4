package rulesets

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// typ is the type of an expression.
type typ int

const (
	tBool typ = iota
	tNum
	tPoints // a number counted in points, possibly fractional
	tPlace
	tSet
	tLines
	tCounts // men by place, before it is compared
	tPlayer
	tStage
	tPart // a part that is no number
	tBad  // an error has been reported
)

func (t typ) String() string {
	return [...]string{"a truth value", "a number", "points", "a place", "a set of places", "a set of lines",
		"a count of men by place", "a player", "a stage", "a part", "an error"}[t]
}

// scope says what an expression can refer to beyond the state.
type scope int

const (
	inMove   scope = 1 << iota // from, to, part
	inLeap                     // over
	inScore                    // scored
	inChoice                   // a move that has not been made: what would follow it can be asked
)

// typed is an expression with its type and its resolved form.
type typed struct {
	t    typ
	node *engine.Node
	// counts: whose men
	whose engine.Whose
}

// checker gives types to one expression.
type checker struct {
	c     *compiler
	at    *yamlpos.Node // the scalar that holds it
	scope scope
	using []string // definitions being expanded, to find circles
	// done keeps what has been typed: an operand is looked at more than once,
	// and typing it anew each time would take exponential time.
	done map[*expr]typed
}

func (k *checker) errorf(e *expr, found, expected, format string, args ...any) typed {
	k.c.errs.Add(k.at.PosAt(e.off), found, expected, format, args...)
	return typed{t: tBad, node: &engine.Node{Op: engine.BLit}}
}

func node(op engine.Op, kids ...*engine.Node) *engine.Node { return &engine.Node{Op: op, Kids: kids} }
func lit(n int) *engine.Node                               { return &engine.Node{Op: engine.NLit, N: n} }
func litSet(s engine.Set) *engine.Node                     { return &engine.Node{Op: engine.SLit, Lit: s} }

// want compiles e and converts it to type t.
func (k *checker) want(e *expr, t typ, what string) *engine.Node {
	v := k.expr(e)
	n, ok := k.convert(v, t)
	if !ok {
		hint := ""
		if v.t == tCounts && t != tBad {
			hint = ": compare it with a number, as in enemy >= 2, or ask for one place, as in enemy(to)"
		}
		k.errorf(e, v.t.String(), t.String(), "%s must be %s%s", what, t, hint)
		return &engine.Node{Op: engine.NLit}
	}
	return n
}

// convert gives v as type t where that is possible without loss.
func (k *checker) convert(v typed, t typ) (*engine.Node, bool) {
	if v.t == tBad || v.t == t {
		if v.t == tBad {
			switch t {
			case tSet, tLines:
				return litSet(engine.Set{}), true
			}
			return lit(0), true
		}
		return v.node, true
	}
	switch {
	case v.t == tNum && t == tPoints:
		return node(engine.NMul, v.node, lit(k.c.den)), true
	case v.t == tPlace && t == tNum && k.c.numbered():
		return node(engine.NNumber, v.node), true
	case v.t == tNum && t == tPlace && k.c.numbered():
		return node(engine.NSub, v.node, lit(1)), true
	case v.t == tCounts && t == tSet: // where there are such men
		return &engine.Node{Op: engine.SCompare, N: int(v.whose), Cmp: engine.GreaterEqual, Kids: []*engine.Node{lit(1)}}, true
	case v.t == tPlace && t == tSet:
		return node(engine.SPlace, v.node), true
	case v.t == tNum && t == tSet && k.c.numbered():
		return node(engine.SNumber, v.node), true
	}
	return nil, false
}

// maxExpansions bounds how often definitions are put in the place of their
// names in one interpretation: definitions that double each other would grow
// beyond all bounds.
const maxExpansions = 50000

func (k *checker) expr(e *expr) typed {
	if v, ok := k.done[e]; ok {
		return v
	}
	v := k.exprAnew(e)
	if k.done == nil {
		k.done = map[*expr]typed{}
	}
	k.done[e] = v
	return v
}

func (k *checker) exprAnew(e *expr) typed {
	switch e.op {
	case "num":
		return typed{t: tNum, node: lit(e.num)}
	case "name":
		return k.name(e)
	case "call":
		return k.call(e)
	case "list":
		out := engine.Node{Op: engine.SLit}
		n := &out
		for i, a := range e.kids {
			s := k.want(a, tSet, "an item of the list")
			if i == 0 {
				n = s
			} else {
				n = node(engine.SOr, n, s)
			}
		}
		return typed{t: tSet, node: n}
	case "their":
		return k.their(e)
	case "if":
		c := k.want(e.kids[0], tBool, "the condition of if")
		a, b := k.expr(e.kids[1]), k.expr(e.kids[2])
		for _, t := range []typ{a.t, tNum, tPoints, tSet} {
			x, ok1 := k.convert(a, t)
			y, ok2 := k.convert(b, t)
			if ok1 && ok2 {
				op := engine.NIf
				if t == tSet || t == tLines {
					op = engine.SIf
				}
				return typed{t: t, node: node(op, c, x, y)}
			}
		}
		return k.errorf(e, a.t.String()+" and "+b.t.String(), "two values of one kind", "the two branches of if do not agree")
	case "and", "or":
		a, b := k.expr(e.kids[0]), k.expr(e.kids[1])
		for _, t := range []typ{tBool, tLines, tSet} {
			x, ok1 := k.convert(a, t)
			y, ok2 := k.convert(b, t)
			if ok1 && ok2 {
				op := map[string][2]engine.Op{"and": {engine.BAnd, engine.SAnd}, "or": {engine.BOr, engine.SOr}}[e.op]
				if t == tBool {
					return typed{t: t, node: node(op[0], x, y)}
				}
				return typed{t: t, node: node(op[1], x, y)}
			}
		}
		return k.errorf(e, a.t.String()+" and "+b.t.String(), "two truth values or two sets", "%q joins things of one kind", e.op)
	case "not":
		v := k.expr(e.kids[0])
		switch v.t {
		case tBool, tBad:
			return typed{t: tBool, node: node(engine.BNot, v.node)}
		case tLines:
			return typed{t: tLines, node: otherLines(v.node)}
		}
		if n, ok := k.convert(v, tSet); ok {
			return typed{t: tSet, node: node(engine.SNot, n)}
		}
		return k.errorf(e, v.t.String(), "a truth value or a set", "not cannot turn this round")
	case "in":
		a, b := k.expr(e.kids[0]), k.expr(e.kids[1])
		if a.t == tLines && b.t == tLines {
			return typed{t: tBool, node: node(engine.BSub, a.node, b.node)}
		}
		set, ok := k.convert(b, tSet)
		if !ok {
			return k.errorf(e.kids[1], b.t.String(), "a set of places", "in looks for something in a set")
		}
		if a.t == tNum && !k.c.numbered() {
			return k.errorf(e.kids[0], "a number", "a place or a set of places", "the places of this board have no numbers")
		}
		if n, ok := k.convert(a, tPlace); ok {
			return typed{t: tBool, node: node(engine.BIn, n, set)}
		}
		if n, ok := k.convert(a, tSet); ok {
			return typed{t: tBool, node: node(engine.BSub, n, set)}
		}
		return k.errorf(e.kids[0], a.t.String(), "a place or a set of places", "this cannot be in a set")
	case "..":
		return k.span(e)
	case "=", "!=", "<", "<=", ">", ">=":
		return k.compare(e)
	case "+", "-", "*", "/":
		return k.arithmetic(e)
	case "neg":
		v := k.expr(e.kids[0])
		if v.t == tPoints {
			return typed{t: tPoints, node: node(engine.NNeg, v.node)}
		}
		return typed{t: tNum, node: node(engine.NNeg, k.want(e.kids[0], tNum, "what is negated"))}
	}
	return k.errorf(e, e.op, "", "this operator has no meaning") // unreachable: the parser knows no other
}

var comparisons = map[string]engine.Comparison{"=": engine.Equal, "!=": engine.NotEqual, "<": engine.Less,
	"<=": engine.LessEqual, ">": engine.Greater, ">=": engine.GreaterEqual}

func (k *checker) compare(e *expr) typed {
	cmp := comparisons[e.op]
	a, b := k.expr(e.kids[0]), k.expr(e.kids[1])
	if a.t == tBad || b.t == tBad {
		return typed{t: tBad, node: lit(0)}
	}
	if a.t == tCounts {
		n := k.want(e.kids[1], tNum, "what a count is compared with")
		return typed{t: tSet, node: &engine.Node{Op: engine.SCompare, N: int(a.whose), Cmp: cmp, Kids: []*engine.Node{n}}}
	}
	equality := cmp == engine.Equal || cmp == engine.NotEqual
	for _, t := range []typ{tPlace, tNum, tPoints, tPlayer, tStage, tPart} {
		if a.t != t && b.t != t {
			continue
		}
		if t == tPlace && (!equality || a.t != b.t) {
			if k.c.numbered() {
				continue // compared as numbers
			}
			if !equality && a.t == b.t {
				return k.errorf(e, "a comparison of places", "= or !=", "the places of this board have no numbers")
			}
		}
		x, ok1 := k.convert(a, t)
		y, ok2 := k.convert(b, t)
		if ok1 && ok2 && (equality || t == tNum || t == tPoints) {
			return typed{t: tBool, node: &engine.Node{Op: engine.BCompare, Cmp: cmp, Kids: []*engine.Node{x, y}}}
		}
	}
	if k.c.numbered() {
		x, ok1 := k.convert(a, tNum)
		y, ok2 := k.convert(b, tNum)
		if ok1 && ok2 {
			return typed{t: tBool, node: &engine.Node{Op: engine.BCompare, Cmp: cmp, Kids: []*engine.Node{x, y}}}
		}
	}
	if a.t == tBool && b.t == tBool && equality {
		return typed{t: tBool, node: &engine.Node{Op: engine.BCompare, Cmp: cmp, Kids: []*engine.Node{a.node, b.node}}}
	}
	if equality {
		x, ok1 := k.convert(a, tSet)
		y, ok2 := k.convert(b, tSet)
		if a.t == tLines && b.t == tLines {
			x, y, ok1, ok2 = a.node, b.node, true, true
		}
		if ok1 && ok2 {
			n := node(engine.BSetEqual, x, y)
			if cmp == engine.NotEqual {
				n = node(engine.BNot, n)
			}
			return typed{t: tBool, node: n}
		}
	}
	return k.errorf(e, a.t.String()+" and "+b.t.String(), "two numbers, or two things of one kind", "these cannot be compared")
}

// otherLines are the lines of the board that are not among some.
func otherLines(n *engine.Node) *engine.Node {
	return &engine.Node{Op: engine.SNot, N: engine.OfLines, Kids: []*engine.Node{n}}
}

func (k *checker) arithmetic(e *expr) typed {
	a, b := k.expr(e.kids[0]), k.expr(e.kids[1])
	if e.op == "-" && a.t == tLines && b.t == tLines {
		return typed{t: tLines, node: node(engine.SAnd, a.node, otherLines(b.node))}
	}
	if e.op == "-" && a.t == tSet {
		if n, ok := k.convert(b, tSet); ok {
			return typed{t: tSet, node: node(engine.SAnd, a.node, node(engine.SNot, n))}
		}
	}
	if e.op == "/" && e.kids[0].op == "num" && e.kids[1].op == "num" && e.kids[1].num > 0 && e.kids[0].num%e.kids[1].num != 0 {
		// A fraction is a number of points: nothing else is counted in parts.
		if k.c.den%e.kids[1].num != 0 {
			return k.errorf(e, fmt.Sprintf("%d/%d", e.kids[0].num, e.kids[1].num), "a whole number, or points in a score", "nothing here is counted in such fractions")
		}
		return typed{t: tPoints, node: lit(e.kids[0].num * (k.c.den / e.kids[1].num))}
	}
	op := map[string]engine.Op{"+": engine.NAdd, "-": engine.NSub, "*": engine.NMul, "/": engine.NDiv}[e.op]
	if a.t == tPoints || b.t == tPoints {
		switch e.op {
		case "+", "-":
			return typed{t: tPoints, node: node(op, k.want(e.kids[0], tPoints, "a sum of points"), k.want(e.kids[1], tPoints, "a sum of points"))}
		case "*":
			if a.t == tPoints {
				return typed{t: tPoints, node: node(op, a.node, k.want(e.kids[1], tNum, "a factor"))}
			}
			return typed{t: tPoints, node: node(op, k.want(e.kids[0], tNum, "a factor"), b.node)}
		}
		return k.errorf(e, "a division of points", "times: 1/2 in a score", "points are not divided in expressions")
	}
	return typed{t: tNum, node: node(op, k.want(e.kids[0], tNum, "the left side of "+e.op), k.want(e.kids[1], tNum, "the right side of "+e.op))}
}

func (k *checker) span(e *expr) typed {
	if e.kids[0].op == "name" && e.kids[1].op == "name" && k.c.board != nil {
		a, b := k.c.board.Find(e.kids[0].text), k.c.board.Find(e.kids[1].text)
		if a >= 0 && b >= 0 {
			cells := k.c.board.Span(a, b)
			if cells == nil {
				return k.errorf(e, e.kids[0].text+".."+e.kids[1].text, "two cells in one straight row", "there is no row from one to the other")
			}
			return typed{t: tSet, node: k.c.placesOf(cells)}
		}
	}
	if !k.c.numbered() {
		return k.errorf(e, "a span of numbers", "names of cells, as in r1c1..r1c4", "the places of this board have no numbers")
	}
	lo, hi := e.kids[0], e.kids[1]
	for _, x := range []*expr{lo, hi} {
		if x.op == "num" && (x.num < 1 || x.num > k.c.p.Places) {
			k.errorf(x, x.text, fmt.Sprintf("a place from 1 to %d", k.c.p.Places), "there is no such place on the track")
		}
	}
	return typed{t: tSet, node: node(engine.SRange, k.want(lo, tNum, "the first place"), k.want(hi, tNum, "the last place"))}
}

func (k *checker) their(e *expr) typed {
	v := k.expr(e.kids[0])
	many := len(k.c.p.Players) > 2
	switch v.t {
	case tNum:
		return typed{t: tNum, node: node(engine.NTheir, v.node)}
	case tPoints:
		return typed{t: tPoints, node: node(engine.NTheir, v.node)}
	case tBool:
		if many && !k.c.bound {
			return k.errorf(e, "a truth value about several opponents", "some(…) or every(…)", "say of which opponents this must hold")
		}
		return typed{t: tBool, node: node(engine.NTheir, v.node)}
	case tSet:
		return typed{t: tSet, node: node(engine.STheir, v.node)}
	case tPlayer:
		if many && !k.c.bound {
			return k.errorf(e, "a player among several opponents", "some(…) or every(…)", "say which opponent")
		}
		return typed{t: tPlayer, node: node(engine.NTheir, v.node)}
	case tLines:
		return typed{t: tLines, node: node(engine.LTheir, v.node)}
	case tPlace:
		return typed{t: tSet, node: node(engine.STheir, node(engine.SPlace, v.node))}
	case tBad:
		return v
	case tCounts:
		if n, ok := k.convert(v, tSet); ok {
			return typed{t: tSet, node: node(engine.STheir, n)}
		}
	}
	return k.errorf(e, v.t.String(), "a number, a truth value or a set", "their cannot be asked for this; put the whole comparison in brackets, as in their.(own >= 2)")
}

// simple names without arguments
func (k *checker) name(e *expr) typed {
	c := k.c
	num := func(op engine.Op) typed { return typed{t: tNum, node: node(op)} }
	needMove := func(t typ, op engine.Op) typed {
		if k.scope&inMove == 0 {
			return k.errorf(e, yamlpos.Quote(e.text), "something that can be asked without a move", "%s has no meaning here: no move is under consideration", e.text)
		}
		return typed{t: t, node: node(op)}
	}
	if d, ok := c.defines[e.text]; ok {
		return k.expand(e, d)
	}
	if v, ok := c.vars[e.text]; ok {
		switch c.p.Vars[v].Kind {
		case engine.NumberVar:
			return typed{t: tNum, node: &engine.Node{Op: engine.NVar, N: v}}
		case engine.PlaceVar:
			return typed{t: tPlace, node: &engine.Node{Op: engine.NVar, N: v}}
		case engine.SetVar:
			return typed{t: tSet, node: &engine.Node{Op: engine.SVar, N: v}}
		case engine.LinesVar:
			return typed{t: tLines, node: &engine.Node{Op: engine.SVar, N: v}}
		}
		return typed{t: tPlayer, node: &engine.Node{Op: engine.NVar, N: v}}
	}
	if n, ok := c.params[e.text]; ok {
		return typed{t: tNum, node: lit(n)}
	}
	switch e.text {
	case "from":
		return needMove(tPlace, engine.NFrom)
	case "to":
		return needMove(tPlace, engine.NTo)
	case "over":
		if k.scope&inLeap == 0 {
			return k.errorf(e, `"over"`, "from or to", "over has a meaning in leaps only")
		}
		return typed{t: tPlace, node: node(engine.NOver)}
	case "part":
		return needMove(tNum, engine.NPart)
	case "passed":
		return needMove(tSet, engine.SPassed)
	case "sparing":
		return needMove(tBool, engine.BSparing)
	case "completable":
		if k.scope&inChoice == 0 {
			return k.errorf(e, `"completable"`, "a rule that allows, forbids, excepts or requires", "completable looks ahead from a move that has not been made yet")
		}
		return needMove(tBool, engine.BCompletable)
	case "parts_left":
		return num(engine.NPartsLeft)
	case "parts_played":
		return num(engine.NPartsPlayed)
	case "numbers_left":
		if !c.numbered() {
			return k.errorf(e, `"numbers_left"`, "a board whose places have numbers", "the places of this board have no numbers")
		}
		return typed{t: tSet, node: node(engine.SParts)}
	case "high":
		return num(engine.NHigh)
	case "low":
		return num(engine.NLow)
	case "thrown":
		return num(engine.NValue)
	case "doublet":
		return typed{t: tBool, node: node(engine.BDouble)}
	case "occurrences":
		return num(engine.NOccurrences)
	case "scored":
		if k.scope&inScore == 0 {
			return k.errorf(e, `"scored"`, "score", "scored has a meaning only where a score or an end is tested")
		}
		return typed{t: tPoints, node: node(engine.NScored)}
	case "score":
		return typed{t: tPoints, node: node(engine.NScore)}
	case "board":
		return num(engine.NBoard)
	case "men_in_all":
		return num(engine.NMen)
	case "player":
		return typed{t: tPlayer, node: node(engine.NPlayer)}
	case "stage":
		return typed{t: tStage, node: node(engine.NStage)}
	case "empty":
		return typed{t: tSet, node: &engine.Node{Op: engine.SCompare, N: int(engine.Anyone), Cmp: engine.Equal, Kids: []*engine.Node{lit(0)}}}
	case "anywhere":
		return typed{t: tSet, node: litSet(engine.FirstN(c.p.Places))}
	case "nowhere":
		return typed{t: tSet, node: litSet(engine.Set{})}
	case "true", "yes":
		return typed{t: tBool, node: &engine.Node{Op: engine.BLit, N: 1}}
	case "false", "no":
		return typed{t: tBool, node: &engine.Node{Op: engine.BLit}}
	case "men":
		return k.errorf(e, `"men"`, "own, enemy, mine, allied or anyone", "say whose men")
	}
	if w, ok := whoseWords[e.text]; ok {
		return typed{t: tCounts, whose: w}
	}
	if st := c.p.StoreIndex(e.text); st >= 0 {
		return typed{t: tNum, node: &engine.Node{Op: engine.NStore, N: st}}
	}
	for i, q := range c.p.Players {
		if q == e.text {
			return typed{t: tPlayer, node: lit(i)}
		}
	}
	for i := range c.p.Stages {
		if c.p.Stages[i].ID == e.text {
			return typed{t: tStage, node: lit(i)}
		}
	}
	if i, ok := c.parts[e.text]; ok && !c.p.Parts[i].IsNumber {
		return typed{t: tPart, node: lit(i)}
	}
	if c.board != nil {
		if i := c.board.Find(e.text); i >= 0 {
			n := c.placesOf([]int{i})
			if n.Op == engine.SLit && n.Lit.Count() == 1 {
				return typed{t: tPlace, node: lit(n.Lit.First())}
			}
			return typed{t: tSet, node: n}
		}
		if cells, ok := c.board.Sets[e.text]; ok {
			return typed{t: tSet, node: c.placesOf(cells)}
		}
	}
	if s, ok := c.legs[e.text]; ok {
		return typed{t: tSet, node: litSet(s)}
	}
	if _, ok := builtinCalls[e.text]; ok {
		return k.errorf(e, yamlpos.Quote(e.text), e.text+"(…)", "%s asks for something in brackets", e.text)
	}
	return k.errorf(e, yamlpos.Quote(e.text), "a definition, a variable, a place or a word of the language",
		"this name stands for nothing here%s", suggest(e.text, k.knownNames()))
}

var whoseWords = map[string]engine.Whose{"own": engine.Own, "mine": engine.Mine, "enemy": engine.Enemy, "allied": engine.Allied, "anyone": engine.Anyone}

var builtinNames = []string{"from", "to", "over", "part", "passed", "sparing", "completable", "parts_left", "parts_played",
	"numbers_left", "high", "low", "thrown", "doublet", "occurrences", "scored", "score", "board", "men_in_all", "player",
	"stage", "empty", "anywhere", "nowhere", "own", "mine", "enemy", "allied", "anyone", "hand", "bar", "off", "out"}

func (k *checker) knownNames() []string {
	out := append([]string{}, builtinNames...)
	for n := range builtinCalls {
		out = append(out, n)
	}
	for n := range k.c.defines {
		out = append(out, n)
	}
	for n := range k.c.vars {
		out = append(out, n)
	}
	for n := range k.c.params {
		out = append(out, n)
	}
	out = append(out, k.c.p.Players...)
	if k.c.board != nil {
		for n := range k.c.board.Sets {
			out = append(out, n)
		}
	}
	for n := range k.c.legs {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// expand puts a definition in the place of its name.
func (k *checker) expand(e *expr, s *Statement) typed {
	if contains(k.using, s.ID) {
		return k.errorf(e, strings.Join(append(k.using, s.ID), " → "), "a definition that does not lead back to itself", "the definition of %s goes in a circle", s.ID)
	}
	body, ok := k.c.parse(s.arg())
	if k.c.expansions++; k.c.expansions > maxExpansions {
		if k.c.expansions == maxExpansions+1 {
			k.errorf(e, "more than 50000 uses of definitions", "definitions that use each other less", "the definitions grow beyond all bounds")
		}
		ok = false
	}
	if !ok {
		return typed{t: tBad, node: lit(0)}
	}
	inner := &checker{c: k.c, at: s.arg(), scope: k.scope, using: append(append([]string{}, k.using...), s.ID)}
	v := inner.expr(body)
	k.c.used[s.ID] = true
	return v
}

type callSpec struct {
	min, max int
	usage    string
}

var builtinCalls = map[string]callSpec{
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

func (k *checker) call(e *expr) typed {
	c := k.c
	spec, ok := builtinCalls[e.text]
	if !ok {
		var names []string
		for n := range builtinCalls {
			names = append(names, n)
		}
		sort.Strings(names)
		if d := c.defines[e.text]; d != nil || c.p.StoreIndex(e.text) >= 0 {
			return k.errorf(e, e.text+"(…)", e.text, "%s is asked for without brackets", e.text)
		}
		return k.errorf(e, yamlpos.Quote(e.text), "one of: "+strings.Join(names, ", "), "there is no such function%s", suggest(e.text, names))
	}
	if len(e.kids) < spec.min || len(e.kids) > spec.max {
		return k.errorf(e, fmt.Sprintf("%d arguments", len(e.kids)), spec.usage, "%s is asked for with another number of arguments", e.text)
	}
	arg := func(i int, t typ) *engine.Node { return k.want(e.kids[i], t, "what "+e.text+" is asked about") }
	if w, ok := whoseWords[e.text]; ok {
		return typed{t: tNum, node: &engine.Node{Op: engine.NCountAt, N: int(w), Kids: []*engine.Node{arg(0, tPlace)}}}
	}
	switch e.text {
	case "count":
		v := k.expr(e.kids[0])
		if v.t == tLines {
			return typed{t: tNum, node: node(engine.NCount, v.node)}
		}
		return typed{t: tNum, node: node(engine.NCount, arg(0, tSet))}
	case "distance", "number":
		op := engine.NDistance
		if e.text == "number" {
			op = engine.NNumber
		}
		return typed{t: tNum, node: node(op, arg(0, tPlace))}
	case "run", "crowd":
		if !c.p.Row {
			return k.errorf(e, yamlpos.Quote(e.text), "a board with a track that does not branch", "there are no rows along a track here")
		}
		op := engine.SRun
		if e.text == "crowd" {
			op = engine.SCrowd
		}
		return typed{t: tSet, node: node(op, arg(0, tSet), arg(1, tNum))}
	case "edge":
		return typed{t: tSet, node: node(engine.SEdge, arg(0, tSet))}
	case "near":
		if v := k.expr(e.kids[0]); v.t == tSet || v.t == tCounts {
			n, _ := k.convert(v, tSet)
			return typed{t: tSet, node: node(engine.SNearSet, n)}
		}
		return typed{t: tSet, node: node(engine.SNear, arg(0, tPlace))}
	case "ahead", "behind":
		if c.p.Next == nil {
			return k.errorf(e, yamlpos.Quote(e.text), "a board with a track", "there is no track to go along")
		}
		op := engine.SAhead
		if e.text == "behind" {
			op = engine.SBehind
		}
		return typed{t: tSet, node: node(op, arg(0, tPlace), arg(1, tNum))}
	case "first":
		return typed{t: tPlace, node: node(engine.NFirst, arg(0, tSet))}
	case "last":
		return typed{t: tPlace, node: node(engine.NLast, arg(0, tSet))}
	case "mills":
		if len(c.p.Lines) == 0 || len(c.p.Lines[0]) == 0 {
			return k.errorf(e, `"mills"`, "a board with lines", "this board has no lines")
		}
		if len(e.kids) == 2 {
			return typed{t: tLines, node: node(engine.LMillsAt, arg(0, tSet), arg(1, tPlace))}
		}
		return typed{t: tLines, node: node(engine.LMills, arg(0, tSet))}
	case "points":
		return typed{t: tSet, node: node(engine.SPoints, arg(0, tLines))}
	case "landings":
		return typed{t: tSet, node: node(engine.SLandings, arg(0, tPlace), arg(1, tSet), arg(2, tSet))}
	case "marked", "unmarked", "has":
		m := -1
		for i, name := range c.p.Marks {
			if e.kids[0].op == "name" && e.kids[0].text == name {
				m = i
			}
		}
		if m < 0 {
			return k.errorf(e.kids[0], yamlpos.Quote(e.kids[0].text), "one of the marks: "+strings.Join(c.p.Marks, ", "), "there is no such mark")
		}
		switch e.text {
		case "marked":
			return typed{t: tSet, node: &engine.Node{Op: engine.SMarked, N: m}}
		case "unmarked":
			return typed{t: tSet, node: &engine.Node{Op: engine.SUnmarked, N: m}}
		}
		if k.scope&inMove == 0 {
			return k.errorf(e, `"has"`, "marked(…) or unmarked(…)", "has asks about the man that moves, and no move is under consideration")
		}
		return typed{t: tBool, node: &engine.Node{Op: engine.BMark, N: m}}
	case "some", "every":
		op := engine.BSome
		if e.text == "every" {
			op = engine.BEvery
		}
		keep := c.bound
		c.bound = true
		n := arg(0, tBool)
		c.bound = keep
		return typed{t: tBool, node: node(op, n)}
	case "min", "max":
		op := engine.NMin
		if e.text == "max" {
			op = engine.NMax
		}
		if k.expr(e.kids[0]).t == tPoints || k.expr(e.kids[1]).t == tPoints {
			return typed{t: tPoints, node: node(op, arg(0, tPoints), arg(1, tPoints))}
		}
		return typed{t: tNum, node: node(op, arg(0, tNum), arg(1, tNum))}
	case "follows":
		if k.scope&inChoice == 0 {
			return k.errorf(e, `"follows"`, "a rule that allows, forbids, excepts or requires", "follows looks ahead from a move that has not been made yet")
		}
		return typed{t: tBool, node: node(engine.BFollows, arg(0, tNum))}
	case "part_is":
		if k.scope&inMove == 0 {
			return k.errorf(e, `"part_is"`, "a rule about a move", "part_is has no meaning here: no move is under consideration")
		}
		i, ok := c.parts[e.kids[0].text]
		if !ok || e.kids[0].op != "name" {
			return k.errorf(e.kids[0], yamlpos.Quote(e.kids[0].text), "a part that some agenda holds", "no agenda holds this part")
		}
		return typed{t: tBool, node: &engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{node(engine.NPartID), lit(i)}}}
	case "act_is":
		if k.scope&inMove == 0 {
			return k.errorf(e, `"act_is"`, "a rule about a move", "act_is has no meaning here: no move is under consideration")
		}
		a, ok := engine.ActNamed(strings.ReplaceAll(e.kids[0].text, "_", "-"))
		if !ok || e.kids[0].op != "name" {
			return k.errorf(e.kids[0], yamlpos.Quote(e.kids[0].text), "an act: "+strings.ReplaceAll(strings.Join(actWords, ", "), "-", "_"), "there is no such act")
		}
		return typed{t: tBool, node: &engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{node(engine.NAct), lit(int(a))}}}
	}
	return k.errorf(e, e.text, "", "this function has no meaning")
}

// Words lists the words of the rule language: kinds of statement, acts, effects, and
// what conditions can ask for, each once, in no order that means anything.
func Words() []string {
	out := slices.Concat(builtinNames, effectWords, eventNames())
	for w := range builtinCalls {
		out = append(out, w)
	}
	for _, k := range kinds {
		out = append(out, k.word)
		out = append(out, k.keys...)
	}
	for _, a := range actWords {
		out = append(out, strings.ReplaceAll(a, "-", "_"))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func eventNames() (out []string) {
	for w := range eventWords {
		out = append(out, w)
	}
	return out
}
