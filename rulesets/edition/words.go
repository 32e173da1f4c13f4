package edition

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: how words of the language are said. What they say stands in their
// entries (lang.Word); here it is found out which of their phrases fits, and what is put into it.

// wordOf is the word of the language that an expression is; nil where it is none.
func wordOf(e *lang.Expr) *lang.Word {
	if e.Op == "call" {
		return lang.Function(e.Text)
	}
	return lang.Name(e.Text)
}

// entry says a number, a place or a condition by the entry of its word; "" where it is no word.
func (sp *speaker) entry(e *lang.Expr, v view, digits bool) string {
	w := wordOf(e)
	if w == nil {
		return ""
	}
	return sp.fill(sp.phrase(w, e, v), &saying{e: e, v: v, digits: digits})
}

// thingsOf are things that are counted, as the entry of a word calls one and several of them.
func (sp *speaker) thingsOf(w *lang.Word, e *lang.Expr, v view) things {
	one, several, _ := strings.Cut(sp.fill(sp.phrase(w, e, v), &saying{e: e, v: v}), "|")
	return things{sing: one, plur: several, of: one == ""}
}

// phrase is the phrase of a word that fits.
func (sp *speaker) phrase(w *lang.Word, e *lang.Expr, v view) string {
	if p := w.Else[sp.circumstance(w, e, v)]; p != "" {
		return p
	}
	return w.Says
}

// predicate says of a place (pl: of places) that it is in the set of a word, or with neg that it
// is not; "" where there is no such word.
func (sp *speaker) predicate(w *lang.Word, e *lang.Expr, v view, pl, neg bool) string {
	if w == nil {
		return ""
	}
	phrase := sp.phrase(w, e, v)
	if neg && w.Denied != "" {
		phrase, neg = w.Denied, false
	}
	verb, rest, _ := strings.Cut(sp.fill(phrase, &saying{e: e, v: v, digits: true, pl: pl}), " ")
	switch {
	case !neg:
		return agree(verb, pl) + " " + rest
	case verb == "are":
		return agree(verb, pl) + " not " + rest
	}
	return agree("do", pl) + " not " + verb + " " + rest
}

// circumstance is that of a word for which its entry has a phrase of its own; "" where the
// ordinary one fits.
func (sp *speaker) circumstance(w *lang.Word, e *lang.Expr, v view) string {
	switch w.Name {
	case "nobody":
		if !slices.ContainsFunc(sp.g.Program.Setup, func(it engine.SetupItem) bool { return it.Player != sp.g.Program.Nobody() }) {
			return "alone"
		}
		return ""
	case "passed":
		if sp.sows() {
			return "sown"
		}
		return ""
	case "from", "to":
		return sp.circumstanceOfMove(w.Name)
	case "thrown", "high", "low", "middle_die":
		return sp.circumstanceOfThrow(w.Name)
	case "player", "own", "own_any_lap", "allied", "enemy":
		return sp.circumstanceOfSide(w.Name, v)
	}
	return sp.circumstanceOfPlaces(w.Name, e, v)
}

// sows reports whether the statement is about sowings: those of its rules, or where no rule asks it those of a game that has
// no other moves.
func (sp *speaker) sows() bool {
	return sp.about("sow") || len(sp.acts) == 0 && !slices.ContainsFunc(sp.g.Program.Allows, func(a engine.Allow) bool { return a.Act != engine.Sow })
}

// circumstanceOfMove is that of a place of the move.
func (sp *speaker) circumstanceOfMove(word string) string {
	if sp.sows() {
		return "sown"
	}
	switch word {
	case "from":
		switch about := sp.about("remove"); {
		case about && sp.after:
			return "removed"
		case about:
			return "to be removed"
		case slices.Contains(sp.acts, "remove") && sp.after:
			return "stood"
		case slices.Contains(sp.acts, "remove"):
			return "stands"
		}
	case "to":
		switch {
		case sp.about("place"):
			return "place"
		case sp.about("enter"):
			return "enter"
		case slices.Contains(sp.acts, "place"):
			return "comes"
		}
	}
	return ""
}

// circumstanceOfThrow is that of what has been thrown.
func (sp *speaker) circumstanceOfThrow(word string) string {
	one, several, others, most := sp.dice()
	if word != "thrown" {
		switch {
		case sp.doublet && most == 2:
			return "two alike"
		case sp.doublet:
			return "alike"
		case most == 2:
			return "two"
		}
		return ""
	}
	switch only := others && !one && !several; {
	case several && !one && !others:
		return "dice"
	case only && sp.lots() != nil:
		return "lots"
	case only:
		return "falls"
	}
	return ""
}

// circumstanceOfSide is that of a player or his men.
func (sp *speaker) circumstanceOfSide(word string, v view) string {
	switch word {
	case "own", "own_any_lap":
		if v.each && !v.said && !v.deep {
			return "each"
		}
	case "player", "allied":
		if v.their {
			return "their"
		}
	case "enemy":
		switch {
		case v.their && sp.many():
			return "their, of several"
		case v.their:
			return "their"
		case v.name != "":
			return "named"
		case v.bound:
			return "one"
		}
	}
	return ""
}

// circumstanceOfPlaces is that of places, and of numbers of them.
func (sp *speaker) circumstanceOfPlaces(word string, e *lang.Expr, v view) string {
	is := func(e *lang.Expr, name string) bool { return e.Op == "name" && e.Text == name }
	switch word {
	case "distance":
		if !sp.alwaysLeaves() {
			return "not everywhere"
		}
	case "ahead", "behind":
		if _, known := literal(e.Kids[1]); !known {
			return "not known"
		}
	case "ray":
		switch {
		case is(e.Kids[1], "anywhere"):
			return "anywhere"
		case directionsSaid(e.Kids[2:]) == "":
			return "along lines"
		}
	case "landings":
		if sp.single(e.Kids[1]) && is(e.Kids[2], "anywhere") {
			return "beyond"
		}
	case "shift":
		if along := directionsSaid(e.Kids[1:2]); along == "to the left" || along == "to the right" {
			return "beside"
		}
	case "reach":
		if strings.Contains(sp.setBare(e.Kids[0], v), " that ") {
			return "said"
		}
	case "mills":
		if _, whose := sp.millOf(e, v); !whose && is(e.Kids[0], "anywhere") {
			return "anywhere"
		} else if !whose {
			return "of others"
		}
	case "sum":
		if is(e.Kids[0], "anywhere") {
			return "everywhere"
		}
	case "one_of":
		set, _ := sp.turnedSet(e.Kids[0], v)
		if i, ok := sp.c.Vars[set.Text]; ok && set.Op == "name" && sp.g.Program.Vars[i].Kind == engine.PlaceVar {
			return "the one"
		}
	case "kind":
		if is(e.Kids[0], "from") {
			return "moves"
		}
	}
	return ""
}

// saying is an expression that is being said.
type saying struct {
	e          *lang.Expr
	v          view
	digits, pl bool
}

// fill puts into a phrase what stands in braces: words for what depends on the game and on of
// whom something is said, or a form and the number of an argument.
func (sp *speaker) fill(phrase string, x *saying) string {
	said := ""
	for {
		before, rest, found := strings.Cut(phrase, "{")
		if said += before; !found {
			return said
		}
		slot, behind, _ := strings.Cut(rest, "}")
		phrase = behind
		last := len(slot) - 1
		switch i := int(slot[last] - '1'); {
		case i < 0 || i > 8:
			said += sp.around(slot, x)
		case i < len(x.e.Kids):
			said += sp.argument(strings.TrimSpace(slot[:last]), x.e.Kids[i], i, x)
		case strings.HasPrefix(slot, "far"):
			said += counted(1, sp.noun)
		}
	}
}

// around is what depends on the game and on of whom something is said.
func (sp *speaker) around(slot string, x *saying) string {
	v := x.v
	switch slot {
	case "cell":
		return sp.noun
	case "cells":
		return plural(sp.noun)
	case "he":
		return sp.he(v)
	case "his":
		return sp.his(v)
	case "whom":
		return sp.whom(v)
	case "name":
		return v.name
	case "has":
		return sp.has(v)
	case "order":
		return sp.order(v)
	case "way":
		return sp.onWay(v)
	case "throw":
		return sp.throwOrTurn()
	case "parts":
		_, some := sp.partsOf(v)
		return some.plur
	case "man":
		return sp.theMan()
	case "men":
		return sp.men(x.e.Text, v).plur
	case "side":
		if _, side := sp.fallen(); side != "" {
			return side
		}
		return "the counted side"
	case "mill":
		return sp.lineNoun()
	case "mills":
		return plural(sp.lineNoun())
	case "of his":
		who, _ := sp.millOf(x.e, v)
		return sp.ofHis(who)
	case "own man", "no own man":
		th := sp.men("own", v)
		switch no := slot == "no own man"; {
		case th.of && no:
			return "none of " + th.plur
		case th.of:
			return "of " + th.plur
		case no:
			return "no " + th.sing
		}
		return th.sing
	}
	panic("no such place in a phrase: " + slot)
}

// argument is an argument in a form in which it can stand in a phrase.
func (sp *speaker) argument(form string, k *lang.Expr, i int, x *saying) string {
	v := x.v
	switch form {
	case "":
		return sp.asNoun(k, i, x)
	case "1 and":
		return enumerate([]string{sp.num(x.e.Kids[0], v, x.digits), sp.num(k, v, x.digits)}, "and")
	case "a":
		return sp.setA(k, v)
	case "the":
		return sp.setThe(k, v)
	case "bare":
		return sp.setBare(k, v)
	case "each":
		return sp.each(k, v)
	case "begin":
		return sp.begin(k, v)
	case "outside":
		return sp.verb(k, v, false, true)
	case "are":
		return sp.verb(k, v, true, false)
	case "over":
		return sp.rowOf(k, v)
	case "along":
		return prefixed(" ", directionsSaid([]*lang.Expr{k}), "")
	case "far":
		return sp.steps(x.e)
	case "steps":
		n, _ := literal(k)
		return counted(n, sp.noun)
	case "at least":
		return sp.atLeast(k, v, sp.noun)
	case "men":
		n, _ := sp.compared(">=", k, things{sing: "man of whatever side", plur: "men of whatever side"}, v)
		return n
	case "some", "no":
		q, _ := quant(map[bool]string{true: ">=", false: "="}[form == "some"], b2i(form == "some"), sp.menOfKind(x.e, v))
		return q
	case "counted":
		switch {
		case sp.typ(k) == lang.Lines:
			return sp.lineThings(k, v).plur
		case sp.single(k): // whose number is something else
			return plural(sp.noun) + " that are " + sp.place(k, v)
		}
		return sp.setBare(k, v)
	case "among":
		return sp.firstOf(k, v)
	case "one of":
		return sp.oneOfLines(k, v)
	case "through":
		return " through " + sp.place(k, v)
	case "name":
		return quoted(k.Text)
	case "part":
		return strings.TrimPrefix(sp.partWord(k.Text), "the part ")
	case "act":
		if a, ok := engine.ActNamed(strings.ReplaceAll(k.Text, "_", "-")); ok {
			return sp.moveOf(a)
		}
		return quoted(k.Text)
	case "number":
		return sp.partNumber(k, v)
	case "holds", "fails":
		return strings.TrimPrefix(sp.clauseIn(k, v, form == "fails", true), "after the move ")
	}
	panic("no such form of an argument: " + form)
}

// asNoun is an argument as a noun of its type, a condition as a clause.
func (sp *speaker) asNoun(k *lang.Expr, i int, x *saying) string {
	switch wordOf(x.e).Args[i].Type {
	case lang.Place:
		return sp.place(k, x.v)
	case lang.Places:
		return sp.setA(k, x.v)
	case lang.Truth:
		return sp.clause(k, x.v, false)
	}
	return sp.num(k, x.v, x.digits)
}
