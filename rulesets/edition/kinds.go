package edition

import (
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Men of a kind are spoken of by its name, as men are by "man": a pawn, his pawns,
// opposing pawns.

// ofKind puts the name of a kind for the word man.
func ofKind(text, kind string) string {
	return manOrMen.ReplaceAllStringFunc(text, func(w string) string {
		if w == "men" {
			return guarded(plural(spaces(kind)))
		}
		return guarded(spaces(kind))
	})
}

// menOfKind says whose men of a kind are counted.
func (sp *speaker) menOfKind(e *lang.Expr, v view) things {
	th, kind := sp.men(e.Text, v), e.Kids[0].Text
	th.plur = ofKind(th.plur, kind)
	th.sing = ofKind(th.sing, kind)
	return th
}

// compareKindsOfMen says of which kind a man is.
func (sp *speaker) compareKindsOfMen(op string, x, y *lang.Expr, v view) string {
	if x.Op != "call" {
		x, y = y, x
	}
	moves := func(e *lang.Expr) bool { return e.Op == "call" && e.Kids[0].Op == "name" && e.Kids[0].Text == "from" }
	if !moves(x) && moves(y) {
		x, y = y, x
	}
	neg := op == "!="
	switch {
	case y.Op != "call" && moves(x):
		return sp.entry(x, v, false) + whether(neg, " is ", " is not ") + guarded(article(spaces(y.Text)))
	case y.Op != "call":
		th := things{sing: ofKind("man of whatever side", y.Text)}
		q, _ := quant(map[bool]string{false: ">=", true: "="}[neg], 1-b2i(neg), th)
		return q + " stands on " + sp.place(x.Kids[0], v)
	}
	return sp.entry(x, v, false) + whether(neg, " is of the same kind as a man on ", " is not of the same kind as any man on ") + sp.place(y.Kids[0], v)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// whichMan is the man that a permission is for: "a king or a pawn".
func whichMan(of []ast.Word) string {
	var kinds []string
	nobodys := ""
	for _, n := range of {
		if n.Text == engine.NobodysName {
			nobodys = " of nobody's"
			continue
		}
		kinds = append(kinds, guarded(article(spaces(n.Text))))
	}
	if len(kinds) == 0 {
		return "a man" + nobodys
	}
	return enumerate(kinds, "or") + nobodys
}

// countedMen says how many men somebody has: a number, or so many of each kind.
func countedMen(n *ast.Count) string {
	if n.Each == nil {
		return counted(n.N, "man")
	}
	total := 0
	for _, e := range n.Each {
		total += e.N
	}
	return counted(total, "man") + " (" + enumerate(countedKinds(n.Each), "and") + ")"
}

func countedKinds(each []ast.Each) (parts []string) {
	for _, e := range each {
		parts = append(parts, guarded(counted(e.N, spaces(e.Of.Written))))
	}
	return parts
}

// menThere says which men begin at a place: how many, or of which kinds.
func menThere(n *ast.Count) string {
	switch {
	case n.Each != nil:
		return enumerate(countedKinds(n.Each), "and")
	case n.Kinds == nil:
		return counted(n.N, "man")
	}
	var parts []string
	for _, k := range n.Kinds {
		parts = append(parts, guarded(article(spaces(k.Text))))
	}
	return enumerate(parts, "and")
}

// lettersOf says which letters stand for kinds of men.
func lettersOf(g *rulesets.Game) string {
	var parts []string
	for i, kind := range g.Program.Kinds {
		parts = append(parts, g.Program.Letters[i]+" "+guarded(article(spaces(kind))))
	}
	return enumerate(parts, "and")
}
