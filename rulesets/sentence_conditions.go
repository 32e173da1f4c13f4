package rulesets

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sentences, continued: conditions.

// --- expressions -----------------------------------------------------------

// parse reads an expression; nil for a missing one. What cannot be read stands
// for itself, so that the sentence shows it.
func (sp *speaker) parse(n *yamlpos.Node) *expr {
	if n == nil {
		return nil
	}
	raw := &expr{op: "name", text: n.Text}
	if n.Kind != yamlpos.Scalar {
		raw.text = "…"
		return raw
	}
	e, err := parseCondition(n.Text)
	if err != nil {
		return raw
	}
	ok := true
	e.walk(func(x *expr) {
		if spec, known := builtinCalls[x.text]; x.op == "call" && (!known || len(x.kids) < spec.min || len(x.kids) > spec.max) {
			ok = false
		}
	})
	if !ok {
		return raw
	}
	return e
}

// typ is the type that the compiler gives an expression.
func (sp *speaker) typ(e *expr) typ {
	k := &checker{c: sp.c, at: &yamlpos.Node{}, scope: inMove | inLeap | inScore}
	t := k.expr(e).t
	sp.c.errs = nil
	return t
}

// literal is the number that an expression is, if it is one.
func literal(e *expr) (int, bool) {
	switch {
	case e.op == "num":
		return e.num, true
	case e.op == "neg" && e.kids[0].op == "num":
		return -e.kids[0].num, true
	}
	return 0, false
}

// turned takes "their" off an expression and turns the view.
func turned(e *expr, v view) (*expr, view) {
	for e.op == "their" {
		e, v = e.kids[0], v.flip()
	}
	return e, v
}

var opposite = map[string]string{"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
var mirrored = map[string]string{"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

// term is an expression that may be negated.
type term struct {
	e   *expr
	neg bool
}

// flat takes a condition apart into what is joined by one and or or; negation
// is carried inwards.
func (sp *speaker) flat(t term, sets bool) (string, []term) {
	for t.e.op == "not" {
		t = term{t.e.kids[0], !t.neg}
	}
	op, kids := t.e.op, t.e.kids
	var parts []term
	switch {
	case op == "and" || op == "or":
		parts = []term{{kids[0], t.neg}, {kids[1], t.neg}}
	case sets && op == "-":
		op, parts = "and", []term{{kids[0], t.neg}, {kids[1], !t.neg}}
	case sets && op == "list" && len(kids) > 1 && !sp.allPlaces(kids):
		op = "or"
		for _, k := range kids {
			parts = append(parts, term{k, t.neg})
		}
	default:
		return "", []term{t}
	}
	if t.neg {
		op = map[string]string{"and": "or", "or": "and"}[op]
	}
	var out []term
	for _, p := range parts {
		if o, k := sp.flat(p, sets); o == op || o == "" {
			out = append(out, k...)
		} else {
			out = append(out, p)
		}
	}
	return op, out
}

func (sp *speaker) allPlaces(kids []*expr) bool {
	for _, k := range kids {
		t := sp.typ(k)
		if t != tNum && t != tPlace {
			return false
		}
	}
	return true
}

// joined speaks the terms one by one and joins them so that nested and and or
// cannot be misread.
func (sp *speaker) joined(t term, sets, nested bool, say func(term, bool) string) string {
	op, kids := sp.flat(t, sets)
	if op == "" {
		return say(kids[0], nested)
	}
	compound, comma := false, len(kids) > 2
	var parts []string
	for _, k := range kids {
		o, _ := sp.flat(k, sets)
		compound = compound || o != ""
		p := sp.joined(k, sets, true, say)
		comma = comma || strings.Contains(p, ",") || strings.Contains(p, " and ") || strings.Contains(p, " or ")
		parts = append(parts, p)
	}
	n := len(parts) - 1
	if !compound && !sets {
		for _, who := range []string{"he has ", "his opponent has ", "this opponent has ", "the throw is ", "the player is "} {
			if common(parts, who) {
				for i := range parts {
					parts[i] = strings.TrimPrefix(parts[i], who)
				}
				if nested {
					who += map[bool]string{true: "either ", false: "both "}[op == "or"]
				}
				if n > 1 {
					who = strings.TrimSuffix(who, "both ")
				}
				return who + strings.Join(parts[:n], ", ") + " " + op + " " + parts[n]
			}
		}
	}
	sep := " " + op + " "
	if !sets && len(strings.Join(parts, "")) > 90 {
		comma = true
	}
	if comma || compound {
		sep = ", " + op + " "
	}
	text := strings.Join(parts[:n], ", ") + sep + parts[n]
	if n > 1 && strings.Contains(strings.Join(parts, ""), ",") {
		text = strings.Join(parts[:n], "; ") + "; " + op + " " + parts[n]
	}
	if nested && n > 1 && (comma || compound) {
		// Without brackets what follows would seem to belong to the last part only.
		return map[string]string{"or": "one of these holds", "and": "all of this holds"}[op] + " (" + text + ")"
	}
	switch {
	case op == "or" && (nested || compound):
		return "either " + text
	case op == "and" && nested && n == 1:
		return "both " + text
	case op == "and" && nested:
		return "(all together) " + text
	}
	return text
}

func common(parts []string, prefix string) bool {
	for _, p := range parts {
		if !strings.HasPrefix(p, prefix) || strings.Contains(p, ",") {
			return false
		}
	}
	return true
}

// clause says that a condition holds, or with neg that it does not.
func (sp *speaker) clause(e *expr, v view, neg bool) string {
	return sp.clauseIn(e, v, neg, false)
}

func (sp *speaker) clauseIn(e *expr, v view, neg, nested bool) string {
	if text := sp.along(term{e, neg}, v); text != "" {
		return text
	}
	return sp.joined(term{e, neg}, false, nested, func(t term, nested bool) string { return sp.simple(t.e, v, t.neg, nested) })
}

// along says once what a condition asks of one place after the other: that one
// of several places in a row on the track is in one set, and the next place on
// the track in another. It is empty where a condition does not ask this.
func (sp *speaker) along(t term, v view) string {
	op, kids := sp.flat(t, false)
	if op != "or" || len(kids) < 2 || v != (view{}) {
		return ""
	}
	var here, next, first, last string
	for i, k := range kids {
		o, pair := sp.flat(k, false)
		if o != "and" || len(pair) != 2 {
			return ""
		}
		var name, said [2]string
		for j, x := range pair {
			if x.e.op != "in" || x.e.kids[0].op != "name" || sp.g.Board.Find(x.e.kids[0].text) < 0 {
				return ""
			}
			name[j], said[j] = x.e.kids[0].text, sp.verb(x.e.kids[1], v, false, x.neg)
		}
		if i == 0 {
			first, here, next = name[0], said[0], said[1]
		}
		if i > 0 && name[0] != last || said != [2]string{here, next} || !sp.follows(name[0], name[1]) {
			return ""
		}
		if last = name[1]; i == len(kids)-1 {
			return "at least one of the " + plural(sp.noun) + " " + first + " to " + name[0] + " " + here + ", and the next " + sp.noun + " on the track " + next
		}
	}
	return ""
}

// follows reports whether the track of the first player has a step from one
// place of the board to another.
func (sp *speaker) follows(from, to string) bool {
	p := sp.g.Program
	for _, f := range sp.c.placeAt[0][sp.g.Board.Find(from)] {
		if f >= len(p.Next) {
			continue
		}
		for _, t := range p.Next[f] {
			if p.CellOf[0][t] == sp.g.Board.Find(to) {
				return true
			}
		}
	}
	return false
}

// simple says a condition that is not joined by and or or.
func (sp *speaker) simple(e *expr, v view, neg, nested bool) string {
	is := func(yes, no string) string {
		if neg {
			return no
		}
		return yes
	}
	switch e.op {
	case "their":
		return sp.clauseIn(e.kids[0], v.flip(), neg, nested)
	case "in":
		return sp.within(e, v, neg)
	case "=", "!=", "<", "<=", ">", ">=":
		return sp.compare(e, v, neg)
	case "if":
		return sp.clauseIn(&expr{op: "or", kids: []*expr{
			{op: "and", kids: []*expr{e.kids[0], e.kids[1]}},
			{op: "and", kids: []*expr{{op: "not", kids: e.kids[:1]}, e.kids[2]}}}}, v, neg, nested)
	case "call":
		switch e.text {
		case "some", "every":
			c := sp.clause(e.kids[0], view{v.their, true}, false)
			who := map[string]string{"some": is("at least one opponent", "no opponent"), "every": is("every opponent", "not every opponent")}[e.text]
			if rest, ok := strings.CutPrefix(c, "this opponent has "); ok && !strings.Contains(rest, "this opponent") {
				if none, ok := strings.CutPrefix(rest, "no man "); ok && who == "every opponent" {
					return "no opponent has any man " + none
				}
				return who + " has " + rest
			}
			if e.text == "every" && neg {
				return "it is not true of every opponent that " + c
			}
			return "it is true of " + who + " that " + c
		case "has":
			return sp.theMan() + is(" bears", " does not bear") + " the mark " + quoted(e.kids[0].text)
		case "part_is":
			return "the part played is " + is("", "not ") + strings.TrimPrefix(sp.partWord(e.kids[0].text), "the part ")
		case "act_is":
			if a, ok := engine.ActNamed(strings.ReplaceAll(e.kids[0].text, "_", "-")); ok {
				return "the move is " + is("", "not ") + actNoun[a]
			}
		case "follows":
			return "after this move " + sp.partNumber(e.kids[0], v) + is(" can", " cannot") + " be played directly"
		}
	case "name":
		if d := sp.c.defines[e.text]; d != nil {
			c := called(d)
			if c == "" {
				c = quoted(d.ID) + is(" holds", " does not hold")
				if v.their {
					c += " for " + strings.TrimSuffix(sp.he(v), " together")
				}
				return c
			}
			if v.their {
				if !turns(c) {
					c = "seen from " + sp.his(v) + " side, " + c
				} else {
					c = sp.swapped(c, v)
				}
			}
			return is("", "it is not the case that ") + c
		}
		switch e.text {
		case "sparing":
			return "the move is " + is("", "not ") + "made without taking"
		case "completable":
			return "after this move the rest of the throw " + is("can", "cannot") + " be played to its end"
		case "doublet":
			return "the throw is " + is("a", "no") + " doublet"
		case "true", "yes":
			return is("this holds in any case", "this holds in no case")
		case "false", "no":
			return is("this holds in no case", "this holds in any case")
		}
	}
	return quoted(e.text) + is(" holds", " does not hold")
}

// partNumber speaks of a part by its number.
func (sp *speaker) partNumber(e *expr, v view) string {
	if n, ok := literal(e); ok {
		return article(strconv.Itoa(n))
	}
	return "a part of " + sp.num(e, v, true)
}

// within says that a place, or every place of a set, is in a set.
func (sp *speaker) within(e *expr, v view, neg bool) string {
	x, set := e.kids[0], e.kids[1]
	switch t := sp.typ(x); {
	case t == tLines:
		if neg {
			return "not all of " + sp.linesThe(x, v) + " are among " + sp.linesThe(set, v)
		}
		return sp.linesThe(x, v) + " are all among " + sp.linesThe(set, v)
	case t == tPlace || t == tNum:
		if p, pv := turned(set, v); p.op == "call" && p.text == "points" && x.op == "name" && (x.text == "from" || x.text == "to") {
			// A man stands in a mill; a point only lies in one.
			if x.text == "from" && sp.act == "remove" && !sp.after {
				return "the man to be removed " + sp.onLines(p.kids[0], pv, "stands", "stand", neg)
			}
			if x.text == "from" {
				return "the " + sp.noun + " moved from " + sp.onLines(p.kids[0], pv, "lies", "lie", neg)
			}
		}
		return sp.place(x, v) + " " + sp.verb(set, v, false, neg)
	}
	if w, xv := turned(x, v); sp.typ(w) == tCounts && w.op == "name" {
		th := sp.men(w.text, xv)
		if s := sp.named(set, v); s != nil {
			if neg {
				return "not all " + th.plur + " that are on the board stand on " + s.the(sp)
			}
			return "all " + th.plur + " that are on the board stand on " + s.the(sp)
		}
		if neg {
			return "not every " + sp.noun + " with " + th.plur + " " + sp.verb(set, v, false, false)
		}
		return "every " + sp.noun + " with " + th.plur + " " + sp.verb(set, v, false, false)
	}
	if neg {
		return "not " + sp.setEach(x, v) + " " + sp.verb(set, v, false, false)
	}
	return sp.setEach(x, v) + " " + sp.verb(set, v, false, false)
}

// quant counts things: "two or more opposing men", and whether a verb that
// follows is in the plural.
func quant(op string, n int, th things) (string, bool) {
	num := numeral(n)
	what := func(n int) string {
		switch {
		case th.of:
			return "of " + th.plur
		case n == 1:
			return th.sing
		}
		return th.plur
	}
	none := func() (string, bool) {
		if th.of {
			return "none of " + th.plur, false
		}
		return "no " + th.sing, false
	}
	switch op {
	case "=":
		if n == 0 {
			return none()
		}
		return "exactly " + num + " " + what(n), n != 1
	case "!=":
		if n == 0 {
			return "at least one " + what(1), false
		}
		return "not exactly " + num + " " + what(n), n != 1
	case "<":
		if n == 1 {
			return none()
		}
		return "fewer than " + num + " " + what(n), true
	case "<=":
		if n == 0 {
			return none()
		}
		return "at most " + num + " " + what(n), n != 1
	case ">":
		if n == 0 {
			return "at least one " + what(1), false
		}
		return "more than " + num + " " + what(n), n != 1
	}
	if n == 1 {
		return "at least one " + what(1), false
	}
	return num + " or more " + what(n), true
}

// than counts things against a number that has to be worked out.
func (sp *speaker) than(op string, n *expr, th things, v view) (string, bool) {
	what := th.plur
	if th.of {
		what = "of " + th.plur
	}
	num := sp.amount(n, v)
	switch op {
	case "=":
		return "exactly as many " + what + " as " + num, true
	case "!=":
		return "not as many " + what + " as " + num, true
	case "<":
		return "fewer " + what + " than " + num, true
	case "<=":
		return "at most as many " + what + " as " + num, true
	case ">":
		return "more " + what + " than " + num, true
	}
	return "at least as many " + what + " as " + num, true
}

// amount is a number behind "more … than".
func (sp *speaker) amount(n *expr, v view) string {
	m, mv := turned(n, v)
	if m.op == "call" && m.text == "count" {
		if t := sp.typ(m.kids[0]); t != tLines {
			return "there are " + sp.setBare(m.kids[0], mv)
		}
		return "there are " + sp.lineThings(m.kids[0], mv).plur
	}
	if st, ok := storeWords[m.text]; ok && m.op == "name" {
		return sp.he(mv) + " " + sp.has(mv) + " " + st
	}
	if m.op == "call" && isWhose(m.text) {
		return "there are " + sp.menOf(m.text, mv) + " on " + sp.place(m.kids[0], mv)
	}
	return sp.num(n, v, false)
}

// menOf is whose men without an article: "men of his", "opposing men".
func (sp *speaker) menOf(whose string, v view) string {
	th := sp.men(whose, v)
	switch {
	case !th.of:
		return th.plur
	case strings.HasPrefix(th.plur, "his men"):
		return "men of his" + strings.TrimPrefix(th.plur, "his men")
	}
	return "of " + th.plur
}

// compared counts things against a number or an expression.
func (sp *speaker) compared(op string, n *expr, th things, v view) (string, bool) {
	if k, ok := literal(n); ok && k >= 0 {
		return quant(op, k, th)
	}
	return sp.than(op, n, th, v)
}

var storeWords = map[string]string{"hand": "in hand", "bar": "on the bar", "off": "borne off", "out": "out of the game", "board": "on the board", "men_in_all": "in all"}

// stores are the stores that a sum adds up, when all belong to one side.
func stores(e *expr, v view) (in []string, of view, ok bool) {
	e, v = turned(e, v)
	if e.op == "+" {
		x, xv, ok1 := stores(e.kids[0], v)
		y, yv, ok2 := stores(e.kids[1], v)
		return append(x, y...), xv, ok1 && ok2 && xv == yv
	}
	if w, is := storeWords[e.text]; is && e.op == "name" {
		return []string{w}, v, true
	}
	return nil, v, false
}

// compare says a comparison.
func (sp *speaker) compare(e *expr, v view, neg bool) string {
	op, x, y := e.op, e.kids[0], e.kids[1]
	if neg {
		op = opposite[op]
	}
	if _, lit := literal(x); lit {
		if _, both := literal(y); !both {
			op, x, y = mirrored[op], y, x
		}
	}
	tx, ty := sp.typ(x), sp.typ(y)
	is := "is "
	if op == "!=" {
		is = "is not "
	}
	switch {
	case tx == tStage || ty == tStage:
		if x.text != "stage" {
			x, y = y, x
		}
		return "the stage " + is + quoted(y.text)
	case tx == tPlayer || ty == tPlayer:
		if yp, _ := turned(y, v); yp.text == "player" && yp == y {
			return sp.player(x, v) + " " + is + "the player himself"
		}
		return sp.player(x, v) + " " + is + sp.player(y, v)
	case tx == tPart || ty == tPart:
		return "the part played " + is + strings.TrimPrefix(sp.partWord(y.text), "the part ")
	case tx == tBool && ty == tBool:
		if op == "!=" {
			return "either " + sp.clauseIn(x, v, false, true) + ", or " + sp.clauseIn(y, v, false, true) + ", but not both"
		}
		return "either both " + sp.clauseIn(x, v, false, true) + " and " + sp.clauseIn(y, v, false, true) + ", or neither"
	case tx == tLines:
		if op == "!=" {
			return sp.linesThe(x, v) + " are not the same as " + sp.linesThe(y, v)
		}
		return sp.linesThe(x, v) + " are the same as " + sp.linesThe(y, v)
	case sp.isSet(x, tx) || sp.isSet(y, ty):
		return sp.compareSets(op, x, y, v)
	}
	m, mv := turned(x, v)
	if in, of, ok := stores(x, v); ok {
		if yn, yof, also := stores(y, v); also && len(in) == 1 && len(yn) == 1 && yn[0] == storeWords["men_in_all"] && yof == of && (op == "=" || op == "!=") {
			return map[string]string{"=": "", "!=": "not "}[op] + "all " + sp.his(of) + " men are " + in[0]
		}
		if yn, yof, also := stores(y, v); also && (op == "=" || op == "!=" || len(in) > 1 || len(yn) > 1) {
			return sp.storesNumber(in, of) + " " + sp.relation(op) + sp.storesNumber(yn, yof)
		}
		th := things{sing: "man", plur: "men"}
		he := sp.he(of)
		if len(in) > 1 {
			he = strings.TrimSuffix(he, " together")
			if k, lit := literal(y); lit && k == 0 && (op == "=" || op == "<=") {
				return he + " has no man " + enumerate(in, "or")
			}
		}
		q, _ := sp.compared(op, y, th, v)
		if _, lit := literal(y); !lit {
			// "more men on the bar than there are …"
			if cut := strings.Index(q, " men "); cut >= 0 {
				return he + " " + sp.has(of) + " " + q[:cut+4] + " " + sp.together(in) + " " + q[cut+5:]
			}
		}
		if strings.HasPrefix(q, "no ") {
			return he + " " + sp.has(of) + " " + q + " " + enumerate(in, "or")
		}
		return he + " " + sp.has(of) + " " + q + " " + sp.together(in)
	}
	k, lit := literal(y)
	if x.op == "+" && lit && k >= 0 {
		in, of, ok := stores(x.kids[0], v)
		also, yof, ok2 := stores(x.kids[1], v)
		if ok && ok2 && of.their != yof.their && slices.Equal(in, also) {
			q, _ := quant(op, k, things{sing: "man", plur: "men"})
			return "he and " + strings.TrimSuffix(sp.he(view{their: true}), " together") + " together have " + q + " " + strings.TrimSuffix(sp.together(in), " together")
		}
	}
	switch {
	case m.op == "call" && isWhose(m.text) && lit && k >= 0:
		q, pl := quant(op, k, sp.men(m.text, mv))
		return q + " " + agree("stand", pl) + " on " + sp.place(m.kids[0], mv)
	case m.op == "call" && isWhose(m.text):
		th := sp.men(m.text, mv)
		q, _ := sp.than(op, y, th, v)
		if cut := strings.Index(q, th.plur); cut >= 0 {
			cut += len(th.plur)
			return q[:cut] + " stand on " + sp.place(m.kids[0], mv) + q[cut:]
		}
	case m.op == "call" && m.text == "count" && sp.typ(m.kids[0]) == tLines:
		return sp.countLines(op, m.kids[0], y, mv, v)
	case m.op == "call" && m.text == "count" && lit && k >= 0:
		return sp.countPlaces(op, m.kids[0], k, mv)
	case m.op == "name" && m.text == "occurrences" && lit && k > 0:
		times := func(n int) string {
			if n == 1 {
				return "once"
			}
			if n == 2 {
				return "twice"
			}
			return numeral(n) + " times"
		}
		switch op {
		case ">=":
			return "this position, with the same player to move, has stood " + times(k) + " or more"
		case ">":
			return "this position, with the same player to move, has stood more than " + times(k)
		case "<":
			return "this position, with the same player to move, has stood fewer than " + numeral(k) + " " + agree("time", k == 1)
		case "<=":
			return "this position, with the same player to move, has stood " + times(k) + " at most"
		case "=":
			return "this position, with the same player to move, has stood exactly " + times(k)
		}
		return "this position, with the same player to move, has not stood exactly " + times(k)
	case m.op == "name" && m.text == "thrown" && lit && k >= 1 && k <= len(sp.lots()) && (op == "=" || op == "!="):
		return "the lot drawn " + is + quoted(sp.lots()[k-1])
	case m.op == "name" && m.text == "parts_played" && lit && k >= 0:
		q, pl := quant(op, k, things{sing: "part of the " + sp.throwOrTurn(), plur: "parts of the " + sp.throwOrTurn()})
		return q + " " + agree("have", pl) + " been played"
	case m.op == "name" && m.text == "parts_left" && lit && k >= 0:
		q, pl := quant(op, k, things{sing: "part of the " + sp.throwOrTurn(), plur: "parts of the " + sp.throwOrTurn()})
		return q + " " + agree("are", pl) + " still to be played"
	}
	placeX, placeY := tx == tPlace || sp.placeName(x), ty == tPlace || sp.placeName(y)
	if placeX || placeY {
		if op == "=" || op == "!=" {
			return sp.place(x, v) + " " + is + sp.place(y, v)
		}
		if (placeX || lit) && (placeY || lit) {
			p, q := sp.place(x, v), sp.place(y, v)
			switch op {
			case "<":
				return p + " lies before " + q + sp.order(v)
			case ">":
				return p + " lies beyond " + q + sp.order(v)
			case "<=":
				return p + " is " + q + " or lies before it" + sp.order(v)
			}
			return p + " is " + q + " or lies beyond it" + sp.order(v)
		}
	}
	digits := sp.diceLike(x) || sp.diceLike(y)
	points := ""
	if tx == tPoints || ty == tPoints {
		if lit {
			if k == 1 || k == -1 {
				points = " point"
			} else {
				points = " points"
			}
		}
	}
	return sp.num(x, v, digits) + " " + sp.relation(op) + sp.num(y, v, digits) + points
}

// placeName reports whether a number is spoken of as a place: a definition
// "the starting point".
func (sp *speaker) placeName(e *expr) bool {
	e, _ = turned(e, view{})
	d := sp.c.defines[e.text]
	return sp.c.num && e.op == "name" && d != nil && sp.typ(e) == tNum && strings.Contains(title(d), sp.noun) && !strings.Contains(title(d), plural(sp.noun))
}

func (sp *speaker) relation(op string) string {
	return map[string]string{"=": "is exactly ", "!=": "is not ", "<": "is less than ", "<=": "is at most ", ">": "is greater than ", ">=": "is at least "}[op]
}

// number puts a verb (or a noun given as its plural verb form) in the singular
// or the plural.
func agree(verb string, pl bool) string {
	if pl {
		return verb
	}
	switch verb {
	case "have":
		return "has"
	case "are":
		return "is"
	case "do":
		return "does"
	case "lie", "stand", "hold", "bear":
		return verb + "s"
	}
	return verb + "s"
}

func (sp *speaker) together(in []string) string {
	if len(in) == 1 {
		return in[0]
	}
	return enumerate(in, "and") + " together"
}

func (sp *speaker) storesNumber(in []string, v view) string {
	return "the number of " + sp.his(v) + " men " + sp.together(in)
}

func isWhose(s string) bool { _, ok := whoseWords[s]; return ok }

func (sp *speaker) isSet(e *expr, t typ) bool { return t == tSet || t == tCounts }

func (sp *speaker) compareSets(op string, x, y *expr, v view) string {
	if x.text == "nowhere" && x.op == "name" {
		x, y = y, x
	}
	if y.text == "nowhere" && y.op == "name" {
		if op == "=" {
			return sp.countPlaces("=", x, 0, v)
		}
		return sp.countPlaces(">=", x, 1, v)
	}
	if sp.single(y) && !sp.single(x) {
		x, y = y, x
	}
	if sp.single(x) {
		is := map[string]string{"=": " is ", "!=": " is not "}[op]
		if sp.single(y) {
			return sp.place(x, v) + is + sp.place(y, v)
		}
		if g, rest := sp.headed(y, v); g != nil {
			only := "the only one of " + g.np
			if g.region {
				only = "the only " + sp.noun + " of " + g.np
			}
			if len(rest) > 0 {
				only += " that " + sp.verbs(rest, v, false)
			}
			return sp.place(x, v) + is + only
		}
		return sp.place(x, v) + is + "the only " + sp.setPhrase(y, v, false)
	}
	if op == "!=" {
		return sp.setThe(x, v) + " are not the same as " + sp.setThe(y, v)
	}
	return sp.setThe(x, v) + " are the same as " + sp.setThe(y, v)
}

// countPlaces says how many places a set holds.
func (sp *speaker) countPlaces(op string, set *expr, k int, v view) string {
	set, v = turned(set, v)
	head, rest := sp.headed(set, v)
	if head != nil && len(rest) > 0 {
		q, pl := quant(op, k, head.things(sp))
		return q + " " + sp.verbs(rest, v, pl)
	}
	if head != nil {
		th := head.things(sp)
		if !head.region {
			th = things{sing: sp.noun + " among " + head.np, plur: plural(sp.noun) + " among " + head.np}
		}
		q, pl := quant(op, k, th)
		return "there " + agree("are", pl) + " " + q
	}
	some, none := op == ">=" && k == 1 || op == ">" && k == 0 || op == "!=" && k == 0, (op == "=" || op == "<=") && k == 0 || op == "<" && k == 1
	if set.op == "call" && (some || none) {
		switch set.text {
		case "run", "crowd":
			row := strings.TrimPrefix(sp.verb(set, v, false, false), "lies in ")
			if none {
				row = "no" + strings.TrimPrefix(row, "an")
			}
			return "there is " + row
		case "landings":
			leap := "leap from " + sp.place(set.kids[0], v) + ", over " + sp.setA(set.kids[1], v) + " to " + sp.setA(set.kids[2], v) + ", can be made"
			return map[bool]string{true: "a ", false: "no "}[some] + leap
		}
	}
	if o, _ := sp.flat(term{set, false}, true); o == "and" {
		q, pl := quant(op, k, things{sing: sp.setPhrase(set, v, false), plur: sp.setPhrase(set, v, true)})
		return "there " + agree("are", pl) + " " + q
	}
	q, pl := quant(op, k, things{sing: sp.noun, plur: plural(sp.noun)})
	return q + " " + sp.verb(set, v, pl, false)
}

func (sp *speaker) countLines(op string, lines, n *expr, v, nv view) string {
	// He has mills; other lines there are.
	l, lv := turned(lines, v)
	if l.op == "call" && l.text == "mills" {
		if who, ok := sp.millOf(l, lv); ok {
			through := ""
			if len(l.kids) == 2 {
				through = " through " + sp.place(l.kids[1], lv)
			}
			q, _ := sp.compared(op, n, things{sing: sp.lineNoun(), plur: plural(sp.lineNoun())}, nv)
			return sp.he(who) + " " + sp.has(who) + " " + q + through
		}
	}
	th := sp.lineThings(lines, v)
	if th.of {
		// "mills that the man moved has closed" out of "the mills that …"
		noun := sp.lineNoun()
		rest, ok := strings.CutPrefix(th.plur, "the "+plural(noun)+" that the ")
		if ok {
			th = things{sing: noun + " that the " + rest, plur: plural(noun) + " that the " + rest}
		} else {
			th = things{sing: noun + " among " + th.plur, plur: plural(noun) + " among " + th.plur}
		}
	}
	q, pl := sp.compared(op, n, th, nv)
	return "there " + agree("are", pl) + " " + q
}

func (sp *speaker) player(e *expr, v view) string {
	e, v = turned(e, v)
	if e.op == "name" && e.text == "player" {
		if v.their {
			return strings.TrimSuffix(sp.he(v), " together")
		}
		return "the player"
	}
	if i, ok := sp.c.vars[e.text]; ok {
		return sp.variable(i, v)
	}
	if d := sp.c.defines[e.text]; d != nil {
		return sp.defined(d, v, "the player ")
	}
	return spaces(e.text)
}

// variable speaks of a variable.
func (sp *speaker) variable(i int, v view) string {
	d := sp.g.Program.Vars[i]
	if s := sp.g.Statement(d.ID); s != nil && called(s) != "" {
		c := called(s)
		if d.Kind == engine.NumberVar {
			c = amountOf(c)
		}
		if d.Common {
			return c
		}
		return sp.theirs(c, v)
	}
	kind := map[engine.VarKind]string{engine.NumberVar: "number", engine.PlaceVar: sp.noun, engine.SetVar: plural(sp.noun),
		engine.LinesVar: plural(sp.lineNoun()), engine.PlayerVar: "player"}[d.Kind]
	if d.Common || d.Kind == engine.PlayerVar && !v.their {
		return "the " + kind + " " + quoted(d.ID)
	}
	return sp.his(v) + " " + kind + " " + quoted(d.ID)
}

var countedThings = regexp.MustCompile(`^the ((?:[\pL-]+ )?(?:men|throws|points|parts|moves|turns|mills|games|doublets|steps|squares|holes|places))\b`)

// amountOf makes a number of what is only counted: "the men that …".
func amountOf(c string) string { return countedThings.ReplaceAllString(c, "the number of $1") }

func (sp *speaker) defined(d *Statement, v view, kind string) string {
	if c := called(d); c != "" {
		if kind == "the number " {
			c = amountOf(c)
		}
		return sp.theirs(c, v)
	}
	return sp.theirs(kind+quoted(d.ID), v)
}

func (sp *speaker) diceLike(e *expr) bool {
	dice := false
	e.walk(func(x *expr) {
		if x.op == "name" && (x.text == "part" || x.text == "high" || x.text == "low" || x.text == "thrown") || x.op == "call" && x.text == "number" {
			dice = true
		}
	})
	if dice {
		return true
	}
	return sp.c.num && sp.typ(e) == tPlace
}

// num is a number as a noun.
func (sp *speaker) num(e *expr, v view, digits bool) string {
	if n, ok := literal(e); ok {
		if digits {
			return strconv.Itoa(n)
		}
		return numeral(n)
	}
	e, v = turned(e, v)
	digits = digits || sp.diceLike(e)
	sub := func(x *expr) string {
		s := sp.num(x, v, digits)
		if _, lit := literal(x); !lit && (len(x.kids) > 1 && x.op != "call" || x.op == "neg" || x.op == "call" && (x.text == "min" || x.text == "max")) {
			return "(" + s + ")"
		}
		return s
	}
	switch e.op {
	case "+":
		if in, of, ok := stores(e, v); ok {
			return sp.storesNumber(in, of)
		}
		x, y := e.kids[0], e.kids[1]
		if _, lit := literal(x); lit {
			x, y = y, x
		}
		if k, lit := literal(y); lit && k >= 0 {
			return sp.num(y, v, digits) + " more than " + sub(x)
		}
		terms := []string{sub(y)}
		for x.op == "+" {
			terms = append([]string{sub(x.kids[1])}, terms...)
			x = x.kids[0]
		}
		return "the sum of " + enumerate(append([]string{sub(x)}, terms...), "and")
	case "-":
		if k, lit := literal(e.kids[1]); lit && k >= 0 {
			return sp.num(e.kids[1], v, digits) + " less than " + sub(e.kids[0])
		}
		return sub(e.kids[0]) + " minus " + sub(e.kids[1])
	case "*":
		x, y := e.kids[0], e.kids[1]
		if _, lit := literal(y); lit {
			x, y = y, x
		}
		return sub(x) + " times " + sub(y)
	case "/":
		if e.kids[0].op == "num" && e.kids[1].op == "num" {
			return e.kids[0].text + "/" + e.kids[1].text
		}
		return sub(e.kids[0]) + " divided by " + sub(e.kids[1]) + " (rounded down)"
	case "neg":
		return "minus " + sub(e.kids[0])
	case "if":
		return sp.num(e.kids[1], v, digits) + " if " + sp.clause(e.kids[0], v, false) + ", and otherwise " + sp.num(e.kids[2], v, digits)
	case "call":
		switch e.text {
		case "count":
			if sp.typ(e.kids[0]) == tLines {
				return "the number of " + sp.lineThings(e.kids[0], v).plur
			}
			return "the number of " + sp.setBare(e.kids[0], v)
		case "distance":
			return "the number of steps that it takes to leave the board from " + sp.place(e.kids[0], v) + sp.order(v)
		case "number":
			return "the number of " + sp.place(e.kids[0], v) + sp.order(v)
		case "min":
			return "the lesser of " + enumerate([]string{sp.num(e.kids[0], v, digits), sp.num(e.kids[1], v, digits)}, "and")
		case "max":
			return "the greater of " + enumerate([]string{sp.num(e.kids[0], v, digits), sp.num(e.kids[1], v, digits)}, "and")
		}
		if isWhose(e.text) {
			return "the number of " + sp.men(e.text, v).plur + " on " + sp.place(e.kids[0], v)
		}
	case "name":
		if in, of, ok := stores(e, v); ok {
			return sp.storesNumber(in, of)
		}
		if i, ok := sp.c.vars[e.text]; ok {
			s := sp.variable(i, v)
			if sp.g.Program.Vars[i].Kind == engine.PlaceVar {
				return "the number of " + s
			}
			return s
		}
		if p, ok := sp.c.params[e.text]; ok {
			s := sp.g.Statement(e.text)
			name := called(s)
			if name == "" {
				name = quoted(e.text)
			}
			return name + " (" + numeral(p) + ")"
		}
		if d := sp.c.defines[e.text]; d != nil {
			if sp.typ(e) == tPlace {
				return "the number of " + sp.defined(d, v, "the "+sp.noun+" ")
			}
			return sp.defined(d, v, "the number ")
		}
		switch e.text {
		case "part":
			return "the number played"
		case "parts_left":
			return "the number of parts of the throw still to be played"
		case "parts_played":
			return "the number of parts of the throw already played"
		case "high", "low":
			if d := sp.die(e.text); !strings.HasSuffix(d, "number") {
				return d
			}
			return sp.die(e.text) + " thrown"
		case "thrown":
			return sp.thrown()
		case "occurrences":
			return "the number of times this position has stood"
		case "scored":
			return "what " + sp.he(v) + " " + sp.has(v) + " scored at this moment"
		case "score":
			return sp.his(v) + " score"
		}
	}
	if t := sp.typ(e); t == tPlace {
		return "the number of " + sp.place(e, v) + sp.order(v)
	}
	return quoted(e.text)
}

// dice says what is thrown: one die, several dice, or sticks and the like.
func (sp *speaker) dice() (one, several, others bool, most int) {
	for _, t := range sp.g.Program.Throws {
		if sp.of != nil && !slices.Contains(sp.of, t.Device) {
			continue
		}
		one = one || len(t.Dice) == 1
		several = several || len(t.Dice) > 1
		others = others || len(t.Dice) == 0
		most = max(most, len(t.Dice))
	}
	return
}

// thrown says what a throw comes to as one number.
func (sp *speaker) thrown() string {
	switch one, several, others, _ := sp.dice(); {
	case several && !one && !others:
		return "the sum of the throw"
	case others && !one && !several && sp.lots() != nil:
		return "the number of the lot drawn"
	case others && !one && !several:
		side := ""
		for i, d := range sp.g.Program.Devices {
			if sp.of != nil && !slices.Contains(sp.of, i) {
				continue
			}
			st := sp.g.Statement(d.ID)
			if st == nil || st.arg().Get("lots") != nil {
				continue
			}
			n := sp.counts(st)
			if side != "" && n != side {
				n = "the counted side"
			}
			side = n
		}
		if side == "" {
			side = "the counted side"
		}
		return "the number that fell with " + side + " up"
	}
	return "the number thrown"
}

// lots are the names of the lots, where nothing else is thrown in the stages
// that are spoken of.
func (sp *speaker) lots() []string {
	var out []string
	for _, t := range sp.g.Program.Throws {
		if sp.of != nil && !slices.Contains(sp.of, t.Device) {
			continue
		}
		if _, err := strconv.Atoi(t.Name); err == nil || len(t.Dice) > 0 {
			return nil
		}
		out = append(out, t.Name)
	}
	return out
}

// die is the highest or the lowest number of a throw.
func (sp *speaker) die(name string) string {
	switch _, several, _, most := sp.dice(); {
	case !several:
		return sp.thrown()
	case most == 2:
		return map[string]string{"high": "the higher number", "low": "the lower number"}[name]
	}
	return map[string]string{"high": "the highest number", "low": "the lowest number"}[name]
}

// actNoun names a move by its act.
var actNoun = map[engine.Act]string{engine.Place: "the placing of a man", engine.Enter: "the entering of a man", engine.Step: "a step", engine.Advance: "an advance along the track",
	engine.Leap: "a leap", engine.Remove: "the removal of a man", engine.BearOff: "the bearing off of a man", engine.Claim: "a claim", engine.Stop: "a stop", engine.Pass: "a pass", engine.ThrowAgain: "a further throw"}
