package edition

import (
	"strings"

	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: lines and mills.

func (sp *speaker) lineNoun() string {
	for _, s := range sp.g.Statements {
		if s.Kind == "merels" {
			return "mill"
		}
	}
	return "line"
}

// millOf says whose men alone a set of lines is made of.
func (sp *speaker) millOf(l *lang.Expr, v view) (view, bool) {
	set, sv := sp.turnedSet(l.Kids[0], v)
	if sp.isCount(set) {
		if k, lit := literal(set.Kids[1]); !lit || set.Op != ">=" || k != 1 {
			return v, false
		}
		set, sv = sp.turnedSet(set.Kids[0], sv)
	}
	if set.Op != "name" || v.bound || sp.many() {
		return v, set.Op == "name" && set.Text == "own" && !sv.their
	}
	switch set.Text {
	case "own", "own_any_lap":
		return sv, true
	case "enemy":
		return sp.flip(v), true
	}
	return v, false
}

func (sp *speaker) lineThings(e *lang.Expr, v view) things {
	e, v = sp.turnedSet(e, v)
	noun := sp.lineNoun()
	switch e.Op {
	case "and", "or", "-":
		x := sp.lineThings(e.Kids[0], v)
		y := sp.linesThe(e.Kids[1], v)
		if sp.manyLines(e.Kids[0]) || strings.Contains(x.plur, " all of whose ") {
			x = things{of: true, plur: "(" + sp.linesThe(e.Kids[0], v) + ")"}
		}
		if sp.manyLines(e.Kids[1]) {
			y = "(" + y + ")"
		}
		tail := map[string]string{"and": " that are also among " + y, "or": " together with " + y, "-": " other than " + y}[e.Op]
		if x.of {
			return things{of: true, plur: x.plur + tail}
		}
		return things{sing: x.sing + strings.Replace(tail, "that are also", "that is also", 1), plur: x.plur + tail}
	case "not":
		tail := " other than " + sp.linesThe(e.Kids[0], v)
		return things{sing: noun + tail, plur: plural(noun) + tail}
	case "if":
		return things{of: true, plur: sp.linesThe(e.Kids[1], v) + " (if " + sp.clause(e.Kids[0], v, false) + ") or " + sp.linesThe(e.Kids[2], v) + " (otherwise)"}
	case "name":
		if i, ok := sp.c.Vars[e.Text]; ok {
			return things{of: true, plur: sp.variable(i, v)}
		}
		if d := sp.defines[e.Text]; d != nil {
			return things{of: true, plur: sp.defined(d, v, "the "+plural(noun)+" ")}
		}
	case "call":
		if d := sp.definition(e, v); d != nil {
			return things{of: true, plur: sp.defined(d, v, "the "+plural(noun)+" ")}
		}
		if e.Text == "mills" {
			return sp.thingsOf(lang.Function("mills"), e, v)
		}
	}
	return things{sing: noun, plur: plural(noun)}
}

// manyLines reports whether a set of lines is put together from others.
func (sp *speaker) manyLines(e *lang.Expr) bool {
	e, _ = sp.turnedSet(e, view{})
	return e.Op == "and" || e.Op == "or" || e.Op == "-" || e.Op == "not"
}

func (sp *speaker) linesThe(e *lang.Expr, v view) string {
	th := sp.lineThings(e, v)
	if th.of {
		return th.plur
	}
	for _, w := range []view{{their: true}, {their: true, bound: true}, {}} {
		if rest, ok := strings.CutPrefix(th.plur, plural(sp.lineNoun())+" "+sp.ofHis(w)); ok {
			return sp.his(w) + " " + plural(sp.lineNoun()) + rest
		}
	}
	return "the " + th.plur
}

// oneOfLines is one of some lines.
func (sp *speaker) oneOfLines(l *lang.Expr, v view) string {
	th := sp.lineThings(l, v)
	if the := sp.linesThe(l, v); th.of || the != "the "+th.plur {
		return "one of " + the
	}
	return article(th.sing)
}
