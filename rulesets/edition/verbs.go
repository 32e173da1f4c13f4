package edition

import (
	"slices"

	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: what is said of places, by verbs.

// verb says of a place (pl: of places) that it is in the set.
func (sp *speaker) verb(e *lang.Expr, v view, pl, neg bool) string {
	return sp.verbIn(e, v, pl, neg, false)
}

func (sp *speaker) verbIn(e *lang.Expr, v view, pl, neg, nested bool) string {
	if v.each && !v.said && !neg {
		// Of each of several opponents it is first said which places, then what men of his.
		if g, rest := sp.headed(e, v); g != nil && len(rest) > 0 {
			head := agree("are", pl) + " " + map[bool]string{true: "among " + g.np, false: g.one(sp)}[pl]
			return map[bool]string{true: "both "}[nested] + head + " and " + sp.verbs(rest, g.seen(v), pl)
		}
		if op, kids := sp.flat(term{e, false}, true); op == "and" && !kids[0].neg && sp.single(kids[0].e) {
			said := v
			said.said = true
			return map[bool]string{true: "both "}[nested] + agree("are", pl) + " " + sp.place(kids[0].e, v) + " and " + sp.verbs(kids[1:], said, pl)
		}
	}
	return sp.joined(term{e, neg}, true, nested, func(t term, nested bool) string { return sp.simpleVerb(t.e, v, pl, t.neg, nested) })
}

func (sp *speaker) simpleVerb(e *lang.Expr, v view, pl, neg, nested bool) string {
	be := agree("are", pl) + whether(neg, "", " not")
	hold := agree("hold", pl)
	if e.Op == "their" {
		t, w := sp.turnedSet(e, v)
		return sp.verbIn(t, w, pl, neg, nested)
	}
	if sp.single(e) {
		return be + " " + sp.place(onlyOne(e), v)
	}
	if g := sp.named(e, v); g != nil {
		switch {
		case pl && g.region:
			return be + " " + g.bare(sp)
		case pl:
			return be + " among " + g.np
		}
		return be + " " + g.one(sp)
	}
	if sp.isCount(e) || e.Op == "name" && isWhose(e.Text) {
		op, w, n := ">=", e, &lang.Expr{Op: "num", Text: "1", Num: 1}
		if e.Op != "name" {
			op, w, n = e.Op, e.Kids[0], e.Kids[1]
		}
		w, wv := sp.turnedSet(w, v)
		if neg {
			op = opposite[op]
		}
		if k, lit := literal(n); w.Text == "anyone" && lit && k == 0 && (op == "=" || op == "<=") {
			return agree("are", pl) + " empty"
		}
		q, _ := sp.compared(op, n, sp.whoseThings(w, wv), v)
		return hold + " " + q
	}
	text := ""
	switch e.Op {
	case "list":
		return sp.verbOfList(e, v, pl, neg, nested)
	case "if":
		c, x, y := e.Kids[0], e.Kids[1], e.Kids[2]
		return sp.verbIn(x, v, pl, neg, true) + " (if " + sp.clause(c, v, false) + ") or " + sp.verbIn(y, v, pl, neg, true) + " (otherwise)"
	case "name":
		if sp.g.Board.Find(e.Text) >= 0 && lang.Name(e.Text) == nil {
			return be + " " + sp.pointNamed(e.Text, v)
		}
		text = sp.predicate(lang.Name(e.Text), e, v, pl, neg)
	case "call":
		text = sp.verbOfCall(e, v, pl, neg)
	}
	if text == "" {
		return be + " in " + quoted(e.Text)
	}
	return text
}

// verbOfList says of a place that it is one of those that are listed.
func (sp *speaker) verbOfList(e *lang.Expr, v view, pl, neg, nested bool) string {
	be := agree("are", pl) + whether(neg, "", " not")
	if len(e.Kids) == 1 {
		return sp.verbIn(e.Kids[0], v, pl, neg, nested)
	}
	if len(e.Kids) > 1 {
		var parts []string
		for _, k := range e.Kids {
			parts = append(parts, sp.place(k, v))
		}
		if pl {
			return be + " among " + enumerate(parts, "and")
		}
		if neg {
			return agree("are", pl) + " none of these: " + enumerate(parts, "and")
		}
		return be + " " + enumerate(parts, "or")
	}
	return agree("are", pl) + " " + map[bool]string{false: "no " + sp.noun + " at all", true: sp.noun + "s of any kind"}[neg]
}

// verbOfCall says of a place that it is in the set that a function of the language gives.
func (sp *speaker) verbOfCall(e *lang.Expr, v view, pl, neg bool) string {
	if of := sp.c.OfKind(e); of != nil {
		return sp.predicate(of, e, v, pl, neg)
	}
	// Of a leap that ends where it is said already, what is leapt over is said first.
	if over := e.Kids[len(e.Kids)-1]; e.Text == "between" && over.Op == "call" && over.Text == "landings" && over.Kids[0].String() == e.Kids[0].String() {
		ends := &lang.Expr{Op: "call", Text: "between", Kids: []*lang.Expr{e.Kids[0], over.Kids[2]}}
		leap := sp.predicate(&lang.Word{Name: "between", Says: wordOf(e).Else["leap"]}, ends, v, pl, neg)
		if x := over.Kids[1]; x.Op != "name" || x.Text != "anywhere" {
			return sp.verb(x, v, pl, neg) + whether(neg, " and ", " or ") + leap
		}
		return leap
	}
	return sp.predicate(lang.Function(e.Text), e, v, pl, neg)
}

func (sp *speaker) whoseThings(w *lang.Expr, v view) things {
	if d := sp.defines[w.Text]; d != nil {
		if b := meaning(d); b != nil && !slices.Contains(sp.using, d.ID) {
			sp.using = append(sp.using, d.ID)
			defer func() { sp.using = sp.using[:len(sp.using)-1] }()
			b, bv := sp.turnedSet(b, v)
			return sp.whoseThings(b, bv)
		}
	}
	return sp.men(w.Text, v)
}

// onWay says along whose way places lie in a row.
func (sp *speaker) onWay(v view) string {
	if !sp.c.Numbered {
		return ""
	}
	return " of " + sp.his(v) + " way"
}

func (sp *speaker) atLeast(n *lang.Expr, v view, noun string) string {
	if k, ok := literal(n); ok {
		if k == 1 {
			return "one " + noun + " or more"
		}
		return numeral(k) + " or more " + plural(noun)
	}
	return "at least as many " + plural(noun) + " as " + sp.amount(n, v)
}

// each describes the places of a row: "each held by two or more opposing men".
func (sp *speaker) each(e *lang.Expr, v view) string {
	e, v = sp.turnedSet(e, v)
	if sp.isCount(e) {
		w, wv := sp.turnedSet(e.Kids[0], v)
		if k, lit := literal(e.Kids[1]); lit && k > 0 {
			q, _ := quant(e.Op, k, sp.whoseThings(w, wv))
			return "each held by " + q
		}
	}
	if e.Op == "name" && isWhose(e.Text) {
		q, _ := quant(">=", 1, sp.men(e.Text, v))
		return "each held by " + q
	}
	if sp.c.OfKind(e) != nil {
		q, _ := quant(">=", 1, sp.menOfKind(e, v))
		return "each held by " + q
	}
	return "each of which " + sp.verb(e, v, false, false)
}
