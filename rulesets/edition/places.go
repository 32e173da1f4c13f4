package edition

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: places, sets of places and lines, as nouns and verbs.

// ownNumbers reports whether the numbers of places are each player's own, so that
// another's, or the board's, would be other places.
func (sp *speaker) ownNumbers() bool {
	p := sp.g.Program
	for q := range p.Players {
		for f, cell := range p.CellOf[q] {
			if sp.c.Numbered && (cell != p.CellOf[0][f] || p.Names[q][f] != sp.g.Board.Cells[cell].Name) {
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

// resolved is what an expression comes to as a set of places; nil where it is none.
func (sp *speaker) resolved(e *lang.Expr) *engine.Node {
	return sp.c.Set(sp.typed(e))
}

// cells are, by player, the cells of a set that depends on nothing but the board;
// nil for another set.
func (sp *speaker) cells(e *lang.Expr) [][]int {
	n := sp.resolved(e)
	if n == nil {
		return nil
	}
	p := sp.g.Program
	var out [][]int
	for q := range p.Players {
		set, ok := lang.ConstSet(n, p.Places, q)
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
func (sp *speaker) varies(e *lang.Expr) bool {
	if sp.unowned {
		return false
	}
	cells := sp.cells(e)
	for q := range cells {
		slices.Sort(cells[q])
		cells[q] = slices.Compact(cells[q]) // a way may pass a cell twice
		if !slices.Equal(cells[q], cells[0]) {
			return true
		}
	}
	return cells == nil && sp.differ()
}

// owned is the name of places of the board, with whose they are where that matters.
func (sp *speaker) owned(np string, e *lang.Expr, v view) string {
	if !sp.varies(e) {
		return np
	}
	return sp.owner(v) + " " + strings.TrimPrefix(np, "the ")
}

// place is a place as a noun.
func (sp *speaker) place(e *lang.Expr, v view) string {
	e, v = sp.turnedSet(e, v)
	if n, ok := literal(e); ok {
		return sp.pointNamed(strconv.Itoa(n), v)
	}
	switch e.Op {
	case "name":
		if slices.Contains(sp.given, e.Text) {
			return "that " + sp.noun
		}
		if e.Text == "part" {
			return sp.fill(wordOf(e).Else["place"], &saying{e: e, v: v})
		}
		if w := wordOf(e); w != nil && w.Type == lang.Place {
			return sp.entry(e, v, false)
		}
		if i, ok := sp.c.Vars[e.Text]; ok {
			if sp.g.Program.Vars[i].Kind == engine.NumberVar {
				return "the " + sp.noun + " whose number is " + sp.num(e, v, true)
			}
			return sp.variable(i, v)
		}
		if d := sp.defines[e.Text]; d != nil {
			if called(d) == "" && sp.typ(e) == lang.Number {
				return "the " + sp.noun + " whose number is " + sp.defined(d, v, "the number ")
			}
			return sp.defined(d, v, "the "+sp.noun+" ")
		}
		if sp.g.Board.Find(e.Text) >= 0 {
			return sp.pointNamed(e.Text, v)
		}
		if np := sp.boardSet(e.Text); np != nil {
			return sp.owned(np.np, e, v)
		}
	case "call":
		if d := sp.definition(e, v); d != nil {
			return sp.defined(d, v, "the "+sp.noun+" ")
		}
		if w := wordOf(e); w != nil && w.Type == lang.Place {
			return sp.entry(e, v, false)
		}
	case "if":
		return sp.place(e.Kids[1], v) + " if " + sp.clause(e.Kids[0], v, false) + ", and otherwise " + sp.place(e.Kids[2], v)
	}
	return "the " + sp.noun + " whose number is " + sp.num(e, v, true)
}

// firstOf is a set of which the first or the last place is meant.
func (sp *speaker) firstOf(e *lang.Expr, v view) string {
	order := "on " + sp.his(v) + " way"
	set, sv := sp.turnedSet(e, v)
	if g, _ := sp.headed(set, sv); g == nil && sp.union(set, sv) == nil && sv == v && !sp.single(set) {
		return strings.Replace(sp.setPhrase(set, sv, false), sp.noun, sp.noun+" "+order, 1)
	}
	return order + " of " + sp.setThe(e, v)
}

func (sp *speaker) pointNamed(name string, v view) string {
	if name == "centre" {
		return "the centre"
	}
	if store := sp.store(name); store != "" {
		return sp.owned("the "+store, &lang.Expr{Op: "name", Text: name}, v)
	}
	if _, err := strconv.Atoi(name); err == nil && !sp.ownNumbers() || err != nil && !sp.varies(&lang.Expr{Op: "name", Text: name}) {
		return sp.noun + " " + name
	}
	return sp.owner(v) + " " + sp.noun + " " + name
}

// store is what the large hole of that name is called; "" for other cells.
func (sp *speaker) store(name string) string {
	side, ok := strings.CutPrefix(name, "store_")
	if !ok || sp.g.Board.Find(name) < 0 {
		return ""
	}
	return side + " store"
}

// group is a set of places that has a name: in the plural ("the entry points")
// or as a region ("the far side").
type group struct {
	np     string
	region bool
	single bool   // there is but one place: "the hole opposite"
	own    string // the name without its owner: "the entry points"
	owner  string // whose it is, where it is not the player's
}

// seen is the view in which more is said of a group that has been named.
func (g *group) seen(v view) view {
	v.said = v.each
	return v
}

func (g *group) things(sp *speaker) things {
	if g.region && !g.single {
		return things{sing: sp.noun + " of " + g.np, plur: plural(sp.noun) + " of " + g.np}
	}
	return things{of: true, plur: g.np}
}

func (g *group) the(sp *speaker) string {
	if g.single {
		return g.np
	}
	if g.region {
		return "the " + plural(sp.noun) + " of " + g.np
	}
	return g.np
}

func (g *group) bare(sp *speaker) string {
	if g.single {
		return g.np
	}
	if g.region {
		return plural(sp.noun) + " of " + g.np
	}
	if g.own != "" {
		noun, more, _ := strings.Cut(strings.TrimPrefix(g.own, "the "), " that ")
		return noun + " of " + g.owner + prefixed(" that ", more, "")
	}
	if rest, ok := strings.CutPrefix(g.np, "the "); ok {
		return rest
	}
	return plural(sp.noun) + " among " + g.np
}

func (g *group) one(sp *speaker) string {
	if g.single {
		return g.np
	}
	if g.region {
		return article(sp.noun) + " of " + g.np
	}
	return "one of " + g.np
}

func (g *group) any(sp *speaker) string {
	if g.single {
		return g.np
	}
	if g.region {
		return "any " + sp.noun + " of " + g.np
	}
	return "any of " + g.np
}

func (g *group) each(sp *speaker) string {
	if g.single {
		return g.np
	}
	if g.region {
		return "each " + sp.noun + " of " + g.np
	}
	return "each of " + g.np
}

// onePlace finds names of one place: "the hole opposite".
var onePlace = regexp.MustCompile(`^the (?:\w+ )?(?:point|square|hole|pit|place|cell|field)\b`)

var pluralPlaces = regexp.MustCompile(`\b(points|squares|holes|places|cells|fields|corners|middles)\b`)

// named gives the noun of a set that has a name, or nil.
func (sp *speaker) named(e *lang.Expr, v view) *group {
	e, v = sp.turnedSet(e, v)
	listed := func(places string) *group {
		np := "the " + plural(sp.noun) + " " + places
		_, number := literal(e.Kids[0])
		if number && sp.ownNumbers() || !number && sp.varies(e) {
			np = sp.owner(v) + " " + plural(sp.noun) + " " + places
		}
		return &group{np: np}
	}
	switch e.Op {
	case "..":
		lo, hi := e.Kids[0], e.Kids[1]
		x, ok1 := rangeEnd(lo)
		y, ok2 := rangeEnd(hi)
		if ok1 && ok2 {
			return listed(x + " to " + y)
		}
		return listed("from " + sp.num(lo, v, true) + " to " + sp.num(hi, v, true))
	case "list":
		if len(e.Kids) < 2 || !sp.allPlaces(e.Kids) {
			return nil
		}
		var parts []string
		for _, k := range e.Kids {
			x, ok := rangeEnd(k)
			if !ok || sp.store(k.Text) != "" { // each is told by itself
				return nil
			}
			parts = append(parts, x)
		}
		return listed(enumerate(parts, "and"))
	case "name":
		return sp.setNamed(e, v)
	case "call":
		if sp.defines[e.Text] != nil {
			return sp.setNamed(e, v)
		}
	case "those":
		defer sp.give(e.Text)()
		return &group{np: "those of " + sp.setThe(e.Kids[0], v) + " for which " + sp.clause(e.Kids[1], v, false)}
	}
	return nil
}

// setNamed is named for a set that is a name: a variable, a definition, part of the
// board or a leg.
func (sp *speaker) setNamed(e *lang.Expr, v view) *group {
	if i, ok := sp.c.Vars[e.Text]; ok {
		if sp.g.Program.Vars[i].Kind != engine.SetVar {
			return nil
		}
		np := sp.variable(i, v)
		return &group{np: np, region: !pluralPlaces.MatchString(np)}
	}
	if d := sp.definition(e, v); d != nil {
		if t := sp.typ(e); t != lang.Places && t != lang.Counts {
			return nil
		}
		np := called(d)
		if np == "" && pluralPlaces.MatchString(spaces(d.ID)) {
			np = "the " + spaces(d.ID)
		}
		if np == "" {
			return &group{np: sp.theirs(quoted(d.ID), v), region: true}
		}
		g := &group{np: sp.theirs(np, v), region: !pluralPlaces.MatchString(np), single: onePlace.MatchString(np) && !strings.Contains(np, " and ")}
		if v.their && strings.HasPrefix(np, "the ") {
			g.own, g.owner = np, sp.owner(v)
		}
		return g
	}
	if g := sp.boardSet(e.Text); g != nil {
		return &group{np: sp.owned(g.np, e, v), region: g.region}
	}
	if _, ok := sp.c.Legs[e.Text]; ok {
		return &group{np: sp.owned("the leg "+quoted(e.Text), e, v), region: true}
	}
	return nil
}

func rangeEnd(e *lang.Expr) (string, bool) {
	if e.Op == "num" {
		return e.Text, true
	}
	if e.Op == "name" && lang.Name(e.Text) == nil {
		return spaces(e.Text), true
	}
	return "", false
}

var ordinals = []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth"}

// boardSet is a set that the board itself names.
func (sp *speaker) boardSet(name string) *group {
	if _, ok := sp.g.Board.Sets[name]; !ok {
		return nil
	}
	switch name {
	case "far_side", "near_side", "near_right", "near_left", "far_right", "far_left":
		return &group{np: "the " + strings.TrimSuffix(spaces(name), " side") + " side", region: true}
	case "corners":
		return &group{np: "the corners", region: false}
	case "marked":
		if len(sp.g.Board.Sets[name]) == 1 {
			return &group{np: "the marked " + sp.noun, region: false}
		}
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
func (sp *speaker) headed(e *lang.Expr, v view) (*group, []term) {
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
func (sp *speaker) adjective(e *lang.Expr, v view) (before, behind string, ok bool) {
	e, v = sp.turnedSet(e, v)
	switch {
	case e.Op == "name" && e.Text == "empty":
		return strings.TrimPrefix(wordOf(e).Says, "are ") + " ", "", true
	case e.Op == "name" && e.Text == "anywhere":
		return "", "", true
	case e.Op == "name" && isWhose(e.Text):
		q, _ := quant(">=", 1, sp.men(e.Text, v))
		return "", " with " + q, true
	case sp.c.OfKind(e) != nil:
		q, _ := quant(">=", 1, sp.menOfKind(e, v))
		return "", " with " + q, true
	case sp.isCount(e):
		w, wv := sp.turnedSet(e.Kids[0], v)
		if k, lit := literal(e.Kids[1]); lit && k >= 0 && !(w.Text == "anyone" && k == 0) {
			q, _ := quant(e.Op, k, sp.men(w.Text, wv))
			return "", " with " + q, true
		}
	case e.Op == "call" && e.Text == "near", e.Op == "name" && e.Text == "passed" && !sp.about("sow"):
		return "", strings.TrimPrefix(sp.predicate(wordOf(e), e, v, true, false), "are"), true
	}
	return "", "", false
}

func (sp *speaker) isCount(e *lang.Expr) bool {
	switch e.Op {
	case "=", "!=", "<", "<=", ">", ">=":
		return sp.typ(e.Kids[0]) == lang.Counts
	}
	return false
}

// setPhrase puts a set into words around a noun.
func (sp *speaker) setPhrase(e *lang.Expr, v view, pl bool) string {
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

func (sp *speaker) single(e *lang.Expr) bool {
	if e = onlyOne(e); e.Op == "list" {
		return false
	}
	if t := sp.typ(e); t == lang.Place || t == lang.Number {
		return true
	}
	// The centre of a grid is a set of one.
	return e.Op == "name" && sp.defines[e.Text] == nil && len(sp.g.Board.Sets[e.Text]) == 1
}

// onlyOne is the place that a list of one place holds; else what is given.
func onlyOne(e *lang.Expr) *lang.Expr {
	if e.Op == "list" && len(e.Kids) == 1 {
		return e.Kids[0]
	}
	return e
}

// union takes a set apart into sets of which it holds everything.
func (sp *speaker) union(e *lang.Expr, v view) []*lang.Expr {
	if e.Op != "or" && e.Op != "list" || sp.named(e, v) != nil {
		return nil
	}
	_, kids := sp.flat(term{e, false}, true)
	var out []*lang.Expr
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

// form is a way in which a set of places stands in a sentence.
type form struct {
	last string                        // what joins sets that are put together
	of   func(*group, *speaker) string // a set that has a name
	pl   bool                          // places are spoken of in the plural
	lead func(phrase string) string    // what stands before a set that has none
}

func before(word string) func(string) string {
	return func(phrase string) string { return word + phrase }
}

var (
	formThe  = form{"and", (*group).the, true, before("the ")}
	formBare = form{"and", (*group).bare, true, before("")}
	formA    = form{"or", (*group).one, false, article}
	formAny  = form{"or", (*group).any, false, before("any ")}
	formEach = form{"and", (*group).each, false, before("each ")}
	formAll  = form{"and", (*group).any, false, before("any ")} // all men on any point of both
)

// setThe: the empty points; setBare: empty points; setA: an empty point;
// setAny: any empty point; setEach: each empty point.
func (sp *speaker) setThe(e *lang.Expr, v view) string  { return sp.set(e, v, formThe) }
func (sp *speaker) setBare(e *lang.Expr, v view) string { return sp.set(e, v, formBare) }
func (sp *speaker) setA(e *lang.Expr, v view) string    { return sp.set(e, v, formA) }
func (sp *speaker) setAny(e *lang.Expr, v view) string  { return sp.set(e, v, formAny) }
func (sp *speaker) setEach(e *lang.Expr, v view) string { return sp.set(e, v, formEach) }

func (sp *speaker) set(e *lang.Expr, v view, f form) string {
	e, v = sp.turnedSet(e, v)
	if sp.single(e) {
		return sp.place(onlyOne(e), v)
	}
	if u := sp.union(e, v); u != nil {
		var parts []string
		for _, k := range u {
			parts = append(parts, sp.set(k, v, f))
		}
		return enumerate(parts, f.last)
	}
	if e.Op == "if" {
		asked := strings.Replace(sp.clause(e.Kids[0], v, false), sp.setEach(e.Kids[1], v), "each of these", 1)
		text := sp.set(e.Kids[1], v, f) + " (if " + asked + ")"
		if other := e.Kids[2]; other.Op != "name" || other.Text != "nowhere" {
			text += " or " + sp.set(other, v, f) + " (otherwise)"
		}
		return text
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return f.of(g, sp) + " that " + sp.verbs(rest, g.seen(v), f.pl)
		}
		return f.of(g, sp)
	}
	return f.lead(sp.setPhrase(e, v, f.pl))
}
