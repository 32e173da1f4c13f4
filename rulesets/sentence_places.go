package rulesets

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sentences, continued: places, sets of places and lines, as nouns and verbs.

// ownNumbers reports whether the numbers of places are each player's own, so that
// another's, or the board's, would be other places.
func (sp *speaker) ownNumbers() bool {
	p := sp.g.Program
	for q := range p.Players {
		for f, cell := range p.CellOf[q] {
			if sp.c.num && (cell != p.CellOf[0][f] || p.Names[q][f] != sp.g.Board.Cells[cell].Name) {
				return true
			}
		}
	}
	return false
}

// differ reports whether players see different places under one name.
func (sp *speaker) differ() bool {
	p := sp.g.Program
	for q := range p.Players {
		if !slices.Equal(p.CellOf[q], p.CellOf[0]) {
			return true
		}
	}
	return false
}

// cells are, by player, the cells of a set that depends on nothing but the board;
// nil for another set.
func (sp *speaker) cells(e *expr) [][]int {
	k := &checker{c: sp.c, at: &yamlpos.Node{}, scope: inMove | inLeap | inScore | inChoice}
	n := k.want(e, tSet, "a set")
	bad := len(sp.c.errs) > 0
	sp.c.errs, sp.c.expansions = nil, 0
	if bad {
		return nil
	}
	p := sp.g.Program
	var out [][]int
	for q := range p.Players {
		set, ok := constSet(n, p.Places, q)
		if !ok {
			return nil
		}
		var cells []int
		for _, f := range set.Places() {
			cells = append(cells, p.CellOf[q][f])
		}
		out = append(out, cells)
	}
	return out
}

// varies reports whether a name of the board, or of a leg, means other cells for one
// player than for another.
func (sp *speaker) varies(e *expr) bool {
	cells := sp.cells(e)
	for q := range cells {
		slices.Sort(cells[q])
		if !slices.Equal(cells[q], cells[0]) {
			return true
		}
	}
	return cells == nil && sp.differ()
}

// owned is the name of places of the board, with whose they are where that matters.
func (sp *speaker) owned(np string, e *expr, v view) string {
	if !sp.varies(e) {
		return np
	}
	return sp.owner(v) + " " + strings.TrimPrefix(np, "the ")
}

// place is a place as a noun.
func (sp *speaker) place(e *expr, v view) string {
	e, v = sp.turnedSet(e, v)
	if n, ok := literal(e); ok {
		return sp.pointNamed(strconv.Itoa(n), v)
	}
	switch e.op {
	case "name":
		if text := sp.placeWord(e.text); text != "" {
			return text
		}
		if i, ok := sp.c.vars[e.text]; ok {
			if sp.g.Program.Vars[i].Kind == engine.NumberVar {
				return "the " + sp.noun + " whose number is " + sp.num(e, v, true)
			}
			return sp.variable(i, v)
		}
		if d := sp.c.defines[e.text]; d != nil {
			if called(d) == "" && sp.typ(e) == tNum {
				return "the " + sp.noun + " whose number is " + sp.defined(d, v, "the number ")
			}
			return sp.defined(d, v, "the "+sp.noun+" ")
		}
		if sp.g.Board.Find(e.text) >= 0 {
			return sp.pointNamed(e.text, v)
		}
		if np := sp.boardSet(e.text); np != nil {
			return sp.owned(np.np, e, v)
		}
	case "call":
		if e.text == "first" || e.text == "last" {
			return sp.extreme(e, v)
		}
	case "if":
		return sp.place(e.kids[1], v) + " if " + sp.clause(e.kids[0], v, false) + ", and otherwise " + sp.place(e.kids[2], v)
	}
	return "the " + sp.noun + " whose number is " + sp.num(e, v, true)
}

// placeWord is a place of the move considered, as the acts name it that the
// statement is about.
func (sp *speaker) placeWord(word string) string {
	the := "the " + sp.noun
	switch word {
	case "from":
		switch {
		case sp.about("remove") && sp.after:
			return the + " of the man removed"
		case sp.about("remove"):
			return the + " of the man to be removed"
		case contains(sp.acts, "remove") && sp.after:
			return the + " where the man stood"
		case contains(sp.acts, "remove"):
			return the + " where the man stands"
		}
		return the + " moved from"
	case "to":
		switch {
		case sp.about("place"):
			return the + " where the man is placed"
		case sp.about("enter"):
			return the + " entered on"
		case contains(sp.acts, "place"):
			return the + " to which the man comes"
		}
		return the + " moved to"
	case "over":
		return the + " leapt over"
	case "part":
		return the + " whose number is played"
	}
	return ""
}

// extreme is the first or the last place of a set.
func (sp *speaker) extreme(e *expr, v view) string {
	order := " in the order of the board"
	if sp.c.num {
		order = " on " + sp.his(v) + " way"
	}
	set, sv := sp.turnedSet(e.kids[0], v)
	if g, _ := sp.headed(set, sv); g == nil && sp.union(set, sv) == nil && sv == v && !sp.single(set) {
		return "the " + e.text + " " + strings.Replace(sp.setPhrase(set, sv, false), sp.noun, sp.noun+order, 1)
	}
	return "the " + e.text + order + " of " + sp.setThe(e.kids[0], v)
}

func (sp *speaker) pointNamed(name string, v view) string {
	if name == "centre" {
		return "the centre"
	}
	if _, err := strconv.Atoi(name); err == nil && !sp.ownNumbers() || err != nil && !sp.varies(&expr{op: "name", text: name}) {
		return sp.noun + " " + name
	}
	return sp.owner(v) + " " + sp.noun + " " + name
}

// group is a set of places that has a name: in the plural ("the entry points")
// or as a region ("the far side").
type group struct {
	np     string
	region bool
	own    string // the name without its owner: "the entry points"
	owner  string // whose it is, where it is not the player's
}

// seen is the view in which more is said of a group that has been named.
func (g *group) seen(v view) view {
	v.said = v.each
	return v
}

func (g *group) things(sp *speaker) things {
	if g.region {
		return things{sing: sp.noun + " of " + g.np, plur: plural(sp.noun) + " of " + g.np}
	}
	return things{of: true, plur: g.np}
}

func (g *group) the(sp *speaker) string {
	if g.region {
		return "the " + plural(sp.noun) + " of " + g.np
	}
	return g.np
}

func (g *group) bare(sp *speaker) string {
	if g.region {
		return plural(sp.noun) + " of " + g.np
	}
	if g.own != "" {
		return strings.TrimPrefix(g.own, "the ") + " of " + g.owner
	}
	if rest, ok := strings.CutPrefix(g.np, "the "); ok {
		return rest
	}
	return plural(sp.noun) + " among " + g.np
}

func (g *group) one(sp *speaker) string {
	if g.region {
		return article(sp.noun) + " of " + g.np
	}
	return "one of " + g.np
}

func (g *group) any(sp *speaker) string {
	if g.region {
		return "any " + sp.noun + " of " + g.np
	}
	return "any of " + g.np
}

func (g *group) each(sp *speaker) string {
	if g.region {
		return "each " + sp.noun + " of " + g.np
	}
	return "each of " + g.np
}

var pluralPlaces = regexp.MustCompile(`\b(points|squares|holes|places|cells|fields|corners|middles)\b`)

// named gives the noun of a set that has a name, or nil.
func (sp *speaker) named(e *expr, v view) *group {
	e, v = sp.turnedSet(e, v)
	listed := func(places string) *group {
		np := "the " + plural(sp.noun) + " " + places
		_, number := literal(e.kids[0])
		if number && sp.ownNumbers() || !number && sp.varies(e) {
			np = sp.owner(v) + " " + plural(sp.noun) + " " + places
		}
		return &group{np: np}
	}
	switch e.op {
	case "..":
		lo, hi := e.kids[0], e.kids[1]
		x, ok1 := rangeEnd(lo)
		y, ok2 := rangeEnd(hi)
		if ok1 && ok2 {
			return listed(x + " to " + y)
		}
		return listed("from " + sp.num(lo, v, true) + " to " + sp.num(hi, v, true))
	case "list":
		if len(e.kids) < 2 || !sp.allPlaces(e.kids) {
			return nil
		}
		var parts []string
		for _, k := range e.kids {
			x, ok := rangeEnd(k)
			if !ok {
				return nil
			}
			parts = append(parts, x)
		}
		return listed(enumerate(parts, "and"))
	case "name":
		return sp.setNamed(e, v)
	}
	return nil
}

// setNamed is named for a set that is a name: a variable, a definition, part of the
// board or a leg.
func (sp *speaker) setNamed(e *expr, v view) *group {
	if i, ok := sp.c.vars[e.text]; ok {
		if sp.g.Program.Vars[i].Kind != engine.SetVar {
			return nil
		}
		np := sp.variable(i, v)
		return &group{np: np, region: !pluralPlaces.MatchString(np)}
	}
	if d := sp.c.defines[e.text]; d != nil {
		if t := sp.typ(e); t != tSet && t != tCounts {
			return nil
		}
		np := called(d)
		if np == "" && pluralPlaces.MatchString(spaces(d.ID)) {
			np = "the " + spaces(d.ID)
		}
		if np == "" {
			return &group{np: sp.theirs(quoted(d.ID), v), region: true}
		}
		g := &group{np: sp.theirs(np, v), region: !pluralPlaces.MatchString(np)}
		if v.their && strings.HasPrefix(np, "the ") {
			g.own, g.owner = np, sp.owner(v)
		}
		return g
	}
	if g := sp.boardSet(e.text); g != nil {
		return &group{np: sp.owned(g.np, e, v), region: g.region}
	}
	if _, ok := sp.c.legs[e.text]; ok {
		return &group{np: sp.owned("the leg "+quoted(e.text), e, v), region: true}
	}
	return nil
}

func rangeEnd(e *expr) (string, bool) {
	if e.op == "num" {
		return e.text, true
	}
	if e.op == "name" && !contains(builtinNames, e.text) {
		return spaces(e.text), true
	}
	return "", false
}

var ordinals = []string{"", "first", "second", "third", "fourth", "fifth", "sixth"}

// boardSet is a set that the board itself names.
func (sp *speaker) boardSet(name string) *group {
	if _, ok := sp.g.Board.Sets[name]; !ok {
		return nil
	}
	switch name {
	case "far", "near":
		return &group{np: "the " + name + " side", region: true}
	case "corners":
		return &group{np: "the corners", region: false}
	case "marked":
		return &group{np: "the marked " + plural(sp.noun), region: false}
	case "mids":
		return &group{np: "the middles of the sides", region: false}
	case "centre":
		return &group{np: "the centre", region: true}
	}
	kind, which, _ := strings.Cut(name, "_")
	n, _ := strconv.Atoi(which)
	arm := map[string]string{"s": "south", "e": "east", "n": "north", "w": "west"}[which]
	switch kind {
	case "quarter":
		return &group{np: "the " + ordinals[n] + " quarter", region: true}
	case "ring":
		return &group{np: "the " + ordinals[n] + " ring from outside", region: true}
	case "row":
		return &group{np: "row " + which, region: true}
	case "column":
		return &group{np: "column " + which, region: true}
	case "arm":
		return &group{np: "the " + arm + " arm", region: true}
	case "middle":
		return &group{np: "the middle column of the " + arm + " arm", region: true}
	}
	return &group{np: spaces(name), region: true}
}

// headed finds a name among the sets that are joined by and; the others become verbs.
func (sp *speaker) headed(e *expr, v view) (*group, []term) {
	if g := sp.named(e, v); g != nil {
		return g, nil
	}
	op, kids := sp.flat(term{e, false}, true)
	if op != "and" {
		return nil, nil
	}
	for i, k := range kids {
		if k.neg {
			continue
		}
		if g := sp.named(k.e, v); g != nil {
			return g, append(append([]term{}, kids[:i]...), kids[i+1:]...)
		}
	}
	return nil, nil
}

// verbs joins what is said of places by and.
func (sp *speaker) verbs(kids []term, v view, pl bool) string {
	var parts []string
	for _, k := range kids {
		parts = append(parts, sp.verbIn(k.e, v, pl, k.neg, len(kids) > 1))
	}
	return enumerate(parts, "and")
}

// adjective gives what can stand before or behind the noun alone.
func (sp *speaker) adjective(e *expr, v view) (before, behind string, ok bool) {
	e, v = sp.turnedSet(e, v)
	switch {
	case e.op == "name" && e.text == "empty":
		return "empty ", "", true
	case e.op == "name" && e.text == "anywhere":
		return "", "", true
	case e.op == "name" && isWhose(e.text):
		q, _ := quant(">=", 1, sp.men(e.text, v))
		return "", " with " + q, true
	case sp.isCount(e):
		w, wv := sp.turnedSet(e.kids[0], v)
		if k, lit := literal(e.kids[1]); lit && k >= 0 && !(w.text == "anyone" && k == 0) {
			q, _ := quant(e.op, k, sp.men(w.text, wv))
			return "", " with " + q, true
		}
	case e.op == "call" && e.text == "near":
		return "", " " + sp.nextTo(e, v), true
	case e.op == "name" && e.text == "passed":
		return "", " passed over by the move", true
	}
	return "", "", false
}

func (sp *speaker) isCount(e *expr) bool {
	switch e.op {
	case "=", "!=", "<", "<=", ">", ">=":
		return sp.typ(e.kids[0]) == tCounts
	}
	return false
}

func (sp *speaker) nextTo(e *expr, v view) string {
	if t := sp.typ(e.kids[0]); t == tSet || t == tCounts {
		if g := sp.named(e.kids[0], v); g != nil {
			return "next to " + g.one(sp)
		}
		return "next to " + sp.setA(e.kids[0], v)
	}
	return "next to " + sp.place(e.kids[0], v)
}

// setPhrase puts a set into words around a noun.
func (sp *speaker) setPhrase(e *expr, v view, pl bool) string {
	e, v = sp.turnedSet(e, v)
	noun := sp.noun
	if pl {
		noun = plural(noun)
	}
	if b, f, ok := sp.adjective(e, v); ok {
		return b + noun + f
	}
	op, kids := sp.flat(term{e, false}, true)
	if op == "and" {
		before, behind := "", ""
		var rest []term
		for _, k := range kids {
			if !k.neg {
				if b, f, ok := sp.adjective(k.e, v); ok && (b != "" && before == "" || f != "" && behind == "") {
					before, behind = before+b, behind+f
					continue
				}
			}
			rest = append(rest, k)
		}
		if len(rest) == 0 {
			return before + noun + behind
		}
		if len(rest) < len(kids) {
			return before + noun + behind + " that " + sp.verbs(rest, v, pl)
		}
	}
	return noun + " that " + sp.verb(e, v, pl, false)
}

func (sp *speaker) single(e *expr) bool {
	if t := sp.typ(e); t == tPlace || t == tNum {
		return true
	}
	// The centre of a grid is a set of one.
	return e.op == "name" && sp.c.defines[e.text] == nil && len(sp.g.Board.Sets[e.text]) == 1
}

// union takes a set apart into sets of which it holds everything.
func (sp *speaker) union(e *expr, v view) []*expr {
	if e.op != "or" && e.op != "list" || sp.named(e, v) != nil {
		return nil
	}
	_, kids := sp.flat(term{e, false}, true)
	var out []*expr
	for _, k := range kids {
		if k.neg {
			return nil
		}
		out = append(out, k.e)
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

func (sp *speaker) onebyone(kids []*expr, v view, last string, say func(*expr, view) string) string {
	var parts []string
	for _, k := range kids {
		parts = append(parts, say(k, v))
	}
	return enumerate(parts, last)
}

// setThe: the empty points; setBare: empty points; setA: an empty point;
// setAny: any empty point; setEach: each empty point.
func (sp *speaker) setThe(e *expr, v view) string {
	e, v = sp.turnedSet(e, v)
	if sp.single(e) {
		return sp.place(e, v)
	}
	if u := sp.union(e, v); u != nil {
		return sp.onebyone(u, v, "and", sp.setThe)
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return g.the(sp) + " that " + sp.verbs(rest, g.seen(v), true)
		}
		return g.the(sp)
	}
	return "the " + sp.setPhrase(e, v, true)
}

func (sp *speaker) setBare(e *expr, v view) string {
	e, v = sp.turnedSet(e, v)
	if sp.single(e) {
		return sp.place(e, v)
	}
	if u := sp.union(e, v); u != nil {
		return sp.onebyone(u, v, "and", sp.setBare)
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return g.bare(sp) + " that " + sp.verbs(rest, g.seen(v), true)
		}
		return g.bare(sp)
	}
	return sp.setPhrase(e, v, true)
}

func (sp *speaker) setA(e *expr, v view) string {
	e, v = sp.turnedSet(e, v)
	if sp.single(e) {
		return sp.place(e, v)
	}
	if u := sp.union(e, v); u != nil {
		return sp.onebyone(u, v, "or", sp.setA)
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return g.one(sp) + " that " + sp.verbs(rest, g.seen(v), false)
		}
		return g.one(sp)
	}
	return article(sp.setPhrase(e, v, false))
}

func (sp *speaker) setAny(e *expr, v view) string {
	e, v = sp.turnedSet(e, v)
	if sp.single(e) {
		return sp.place(e, v)
	}
	if u := sp.union(e, v); u != nil {
		return sp.onebyone(u, v, "or", sp.setAny)
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return g.any(sp) + " that " + sp.verbs(rest, g.seen(v), false)
		}
		return g.any(sp)
	}
	return "any " + sp.setPhrase(e, v, false)
}

func (sp *speaker) setEach(e *expr, v view) string {
	e, v = sp.turnedSet(e, v)
	if sp.single(e) {
		return sp.place(e, v)
	}
	if u := sp.union(e, v); u != nil {
		return sp.onebyone(u, v, "and", sp.setEach)
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return g.each(sp) + " that " + sp.verbs(rest, g.seen(v), false)
		}
		return g.each(sp)
	}
	return "each " + sp.setPhrase(e, v, false)
}

// verb says of a place (pl: of places) that it is in the set.
func (sp *speaker) verb(e *expr, v view, pl, neg bool) string {
	return sp.verbIn(e, v, pl, neg, false)
}

func (sp *speaker) verbIn(e *expr, v view, pl, neg, nested bool) string {
	return sp.joined(term{e, neg}, true, nested, func(t term, nested bool) string { return sp.simpleVerb(t.e, v, pl, t.neg, nested) })
}

func (sp *speaker) simpleVerb(e *expr, v view, pl, neg, nested bool) string {
	be, hold, lie := agree("are", pl), agree("hold", pl), agree("lie", pl)
	if neg {
		be += " not"
		lie = agree("do", pl) + " not lie"
	}
	if e.op == "their" {
		t, w := sp.turnedSet(e, v)
		return sp.verbIn(t, w, pl, neg, nested)
	}
	if sp.single(e) {
		return be + " " + sp.place(e, v)
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
	if sp.isCount(e) || e.op == "name" && isWhose(e.text) {
		op, w, n := ">=", e, &expr{op: "num", text: "1", num: 1}
		if e.op != "name" {
			op, w, n = e.op, e.kids[0], e.kids[1]
		}
		w, wv := sp.turnedSet(w, v)
		if neg {
			op = opposite[op]
		}
		if k, lit := literal(n); w.text == "anyone" && lit && k == 0 && (op == "=" || op == "<=") {
			return agree("are", pl) + " empty"
		}
		q, _ := sp.compared(op, n, sp.whoseThings(w, wv), v)
		return hold + " " + q
	}
	switch e.op {
	case "list":
		if len(e.kids) == 1 {
			return sp.verbIn(e.kids[0], v, pl, neg, nested)
		}
		if len(e.kids) > 1 {
			var parts []string
			for _, k := range e.kids {
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
	case "if":
		c, x, y := e.kids[0], e.kids[1], e.kids[2]
		return sp.verbIn(x, v, pl, neg, true) + " (if " + sp.clause(c, v, false) + ") or " + sp.verbIn(y, v, pl, neg, true) + " (otherwise)"
	case "name":
		switch e.text {
		case "empty":
			return be + " empty"
		case "anywhere":
			return lie + " on the board"
		case "nowhere":
			if neg {
				return agree("lie", pl) + " on the board"
			}
			return agree("are", pl) + " no " + sp.noun + " at all"
		case "passed":
			return be + " passed over by the move"
		case "numbers_left":
			if neg {
				return agree("do", pl) + " not bear the number of any part still to be played"
			}
			return agree("bear", pl) + " the number of a part still to be played"
		}
		if sp.g.Board.Find(e.text) >= 0 {
			return be + " " + sp.pointNamed(e.text, v)
		}
	case "call":
		switch e.text {
		case "run":
			return lie + " in an unbroken row of " + sp.atLeast(e.kids[1], v, sp.noun) + sp.onWay(v) + ", " + sp.each(e.kids[0], v)
		case "crowd":
			n, _ := sp.compared(">=", e.kids[1], things{sing: "man of whatever side", plur: "men of whatever side"}, v)
			return lie + " in an unbroken row of one or more " + plural(sp.noun) + sp.onWay(v) + ", " + sp.each(e.kids[0], v) + ", on which there are in all " + n
		case "edge":
			return be + " the first or the last " + sp.noun + " of an unbroken row of one or more " + plural(sp.noun) + sp.onWay(v) + ", " + sp.each(e.kids[0], v)
		case "near":
			return be + " " + sp.nextTo(e, v)
		case "ahead", "behind":
			where := map[string]string{"ahead": "ahead of ", "behind": "behind "}[e.text] + sp.place(e.kids[0], v) + sp.order(v)
			if k, lit := literal(e.kids[1]); lit {
				return lie + " exactly " + counted(k, sp.noun) + " " + where
			}
			return lie + " exactly as many " + plural(sp.noun) + " " + where + " as " + sp.num(e.kids[1], v, true)
		case "points":
			return sp.onLines(e.kids[0], v, "lies", "lie", neg, pl)
		case "landings":
			return be + " where a leap from " + sp.place(e.kids[0], v) + ", over " + sp.setA(e.kids[1], v) + ", can land on " + sp.setA(e.kids[2], v)
		case "marked", "unmarked":
			mark := "with"
			if e.text == "unmarked" {
				mark = "without"
			}
			th := sp.men("own", v)
			what := th.sing
			if th.of {
				what = "of " + th.plur
			}
			if neg {
				return hold + " " + map[bool]string{true: "none ", false: "no "}[th.of] + what + " " + mark + " the mark " + quoted(e.kids[0].text)
			}
			return hold + " at least one " + what + " " + mark + " the mark " + quoted(e.kids[0].text)
		}
	}
	return be + " in " + quoted(e.text)
}

func (sp *speaker) whoseThings(w *expr, v view) things {
	if d := sp.c.defines[w.text]; d != nil {
		if b := sp.parse(d.arg()); b != nil && !contains(sp.using, d.ID) {
			sp.using = append(sp.using, d.ID)
			defer func() { sp.using = sp.using[:len(sp.using)-1] }()
			b, bv := sp.turnedSet(b, v)
			return sp.whoseThings(b, bv)
		}
	}
	return sp.men(w.text, v)
}

// onWay says along whose way places lie in a row.
func (sp *speaker) onWay(v view) string {
	if !sp.c.num {
		return ""
	}
	return " of " + sp.his(v) + " way"
}

func (sp *speaker) atLeast(n *expr, v view, noun string) string {
	if k, ok := literal(n); ok {
		if k == 1 {
			return "one " + noun + " or more"
		}
		return numeral(k) + " or more " + plural(noun)
	}
	return "at least as many " + plural(noun) + " as " + sp.amount(n, v)
}

// each describes the places of a row: "each held by two or more opposing men".
func (sp *speaker) each(e *expr, v view) string {
	e, v = sp.turnedSet(e, v)
	if sp.isCount(e) {
		w, wv := sp.turnedSet(e.kids[0], v)
		if k, lit := literal(e.kids[1]); lit && k > 0 {
			q, _ := quant(e.op, k, sp.whoseThings(w, wv))
			return "each held by " + q
		}
	}
	if e.op == "name" && isWhose(e.text) {
		q, _ := quant(">=", 1, sp.men(e.text, v))
		return "each held by " + q
	}
	return "each of which " + sp.verb(e, v, false, false)
}

// --- lines -----------------------------------------------------------------

func (sp *speaker) lineNoun() string {
	for _, s := range sp.g.Statements {
		if s.Kind == "merels" {
			return "mill"
		}
	}
	return "line"
}

// millOf says whose men alone a set of lines is made of.
func (sp *speaker) millOf(l *expr, v view) (view, bool) {
	set, sv := sp.turnedSet(l.kids[0], v)
	if sp.isCount(set) {
		if k, lit := literal(set.kids[1]); !lit || set.op != ">=" || k != 1 {
			return v, false
		}
		set, sv = sp.turnedSet(set.kids[0], sv)
	}
	if set.op != "name" || v.bound || sp.many() {
		return v, set.op == "name" && set.text == "own" && !sv.their
	}
	switch set.text {
	case "own", "mine":
		return sv, true
	case "enemy":
		return sp.flip(v), true
	}
	return v, false
}

func (sp *speaker) lineThings(e *expr, v view) things {
	e, v = sp.turnedSet(e, v)
	noun := sp.lineNoun()
	switch e.op {
	case "and", "or", "-":
		x := sp.lineThings(e.kids[0], v)
		y := sp.linesThe(e.kids[1], v)
		if sp.manyLines(e.kids[0]) || strings.Contains(x.plur, " all of whose ") {
			x = things{of: true, plur: "(" + sp.linesThe(e.kids[0], v) + ")"}
		}
		if sp.manyLines(e.kids[1]) {
			y = "(" + y + ")"
		}
		tail := map[string]string{"and": " that are also among " + y, "or": " together with " + y, "-": " other than " + y}[e.op]
		if x.of {
			return things{of: true, plur: x.plur + tail}
		}
		return things{sing: x.sing + strings.Replace(tail, "that are also", "that is also", 1), plur: x.plur + tail}
	case "not":
		tail := " other than " + sp.linesThe(e.kids[0], v)
		return things{sing: noun + tail, plur: plural(noun) + tail}
	case "if":
		return things{of: true, plur: sp.linesThe(e.kids[1], v) + " (if " + sp.clause(e.kids[0], v, false) + ") or " + sp.linesThe(e.kids[2], v) + " (otherwise)"}
	case "name":
		if i, ok := sp.c.vars[e.text]; ok {
			return things{of: true, plur: sp.variable(i, v)}
		}
		if d := sp.c.defines[e.text]; d != nil {
			return things{of: true, plur: sp.defined(d, v, "the "+plural(noun)+" ")}
		}
	case "call":
		if e.text == "mills" {
			through := ""
			if len(e.kids) == 2 {
				through = " through " + sp.place(e.kids[1], v)
			}
			if who, ok := sp.millOf(e, v); ok {
				return things{sing: noun + " " + sp.ofHis(who) + through, plur: plural(noun) + " " + sp.ofHis(who) + through}
			}
			if n := e.kids[0]; n.op == "name" && n.text == "anywhere" {
				return things{sing: "line" + through, plur: "lines" + through}
			}
			tail := through + " all of whose " + plural(sp.noun) + " " + sp.verb(e.kids[0], v, true, false)
			return things{sing: "line" + tail, plur: "lines" + tail}
		}
	}
	return things{sing: noun, plur: plural(noun)}
}

// manyLines reports whether a set of lines is put together from others.
func (sp *speaker) manyLines(e *expr) bool {
	e, _ = sp.turnedSet(e, view{})
	return e.op == "and" || e.op == "or" || e.op == "-" || e.op == "not"
}

func (sp *speaker) linesThe(e *expr, v view) string {
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

// onLines says that something lies on lines.
func (sp *speaker) onLines(l *expr, v view, one, more string, neg bool, pl ...bool) string {
	th := sp.lineThings(l, v)
	what := article(th.sing)
	if the := sp.linesThe(l, v); th.of || the != "the "+th.plur {
		what = "one of " + the
	}
	switch many := len(pl) > 0 && pl[0]; {
	case neg && many:
		return "do not " + more + " in " + what
	case neg:
		return "does not " + more + " in " + what
	case many:
		return more + " in " + what
	}
	return one + " in " + what
}
