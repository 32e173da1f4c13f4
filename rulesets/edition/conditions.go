package edition

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: conditions.

// --- expressions -----------------------------------------------------------

// typ is the type that the compiler gave an expression.
func (sp *speaker) typ(e *lang.Expr) lang.Type { return sp.typed(e).Type }

// typed is what an expression came to when it was compiled. One that is put together here of such expressions,
// so that they are said together, is what these make it.
func (sp *speaker) typed(e *lang.Expr) lang.Typed {
	if v, ok := sp.c.Typed(e); ok {
		return v
	}
	switch e.Op {
	case "num":
		return lang.Typed{Type: lang.Number, Node: lang.Lit(e.Num)}
	case "name":
		return sp.c.Named(e.Text)
	case "call": // of a way over the board
		return lang.Typed{Type: lang.Places}
	case "not", "if", "=", ">=":
		return lang.Typed{Type: lang.Truth}
	case "and", "or":
		if a, b := sp.resolved(e.Kids[0]), sp.resolved(e.Kids[1]); a != nil && b != nil {
			op := map[string]engine.Op{"and": engine.SAnd, "or": engine.SOr}[e.Op]
			return lang.Typed{Type: lang.Places, Node: lang.Node(op, a, b)}
		}
		return lang.Typed{Type: lang.Truth}
	}
	sp.untyped = append(sp.untyped, e.String())
	return lang.Typed{Type: lang.Bad}
}

// literal is the number that an expression is, if it is one.
func literal(e *lang.Expr) (int, bool) {
	switch {
	case e.Op == "num":
		return e.Num, true
	case e.Op == "neg" && e.Kids[0].Op == "num":
		return -e.Kids[0].Num, true
	}
	return 0, false
}

// constant is literal for an expression that may be a definition of a number.
func (sp *speaker) constant(e *lang.Expr) (int, bool) {
	for range sp.defines {
		d := sp.defines[e.Text]
		if e.Op != "name" || d == nil {
			break
		}
		e = meaning(d)
	}
	return literal(e)
}

// turned takes "their" off an expression and turns the view.
func (sp *speaker) turned(e *lang.Expr, v view) (*lang.Expr, view) {
	for e.Op == "their" {
		e, v = e.Kids[0], sp.flip(v)
	}
	return e, v
}

// turnedSet is turned for places, which are those of each of several opponents.
func (sp *speaker) turnedSet(e *lang.Expr, v view) (*lang.Expr, view) {
	t, w := sp.turned(e, v)
	if t != e {
		w.each = w.their && !w.bound && sp.many()
	}
	return t, w
}

var opposite = map[string]string{"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
var mirrored = map[string]string{"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

// term is an expression that may be negated.
type term struct {
	e   *lang.Expr
	neg bool
}

// flat takes a condition apart into what is joined by one and or or; negation
// is carried inwards.
func (sp *speaker) flat(t term, sets bool) (string, []term) {
	for t.e.Op == "not" {
		t = term{t.e.Kids[0], !t.neg}
	}
	op, kids := t.e.Op, t.e.Kids
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
	for i, k := range out {
		for _, other := range out {
			if sets && op == "and" && !k.neg && !other.neg {
				out[i].e = sp.whoseSaid(out[i].e, other.e.String())
			}
		}
	}
	return op, out
}

func (sp *speaker) allPlaces(kids []*lang.Expr) bool {
	for _, k := range kids {
		t := sp.typ(k)
		if t != lang.Number && t != lang.Place {
			return false
		}
	}
	return true
}

// joined speaks the terms one by one and joins them so that nested and and or
// cannot be misread.
func (sp *speaker) joined(t term, sets, nested bool, say func(term, bool) string) string {
	op, kids := sp.flat(t, sets)
	if op == "or" && sets {
		if kids = sp.shiftsJoined(kids); len(kids) == 1 {
			op = ""
		}
	}
	if op == "" {
		return say(kids[0], nested)
	}
	defer sp.among(op, kids)()
	compound, comma := false, len(kids) > 2
	var parts []string
	for _, k := range kids {
		o, _ := sp.flat(k, sets)
		compound = compound || o != ""
		p := sp.joined(k, sets, true, say)
		comma = comma || strings.Contains(p, ",") || strings.Contains(p, " and ") || strings.Contains(p, " or ")
		parts = append(parts, p)
	}
	if op == "or" && !sets {
		if text := sp.somewhere(kids, parts); text != "" {
			return text
		}
		parts = oneCount(parts)
		if len(parts) == 1 {
			return parts[0]
		}
		comma = comma && len(parts) > 2 || strings.Contains(strings.Join(parts, ""), ",")
	}
	if !compound && !sets {
		if text := oneSubject(op, parts, nested); text != "" {
			return text
		}
	}
	if !sets && len(strings.Join(parts, "")) > 90 {
		comma = true
	}
	return joinParts(op, parts, nested, compound, comma)
}

// unbracketed takes the brackets off parts that stand in them as a whole: where semicolons
// part them they need none.
func unbracketed(parts []string) []string {
	out := slices.Clone(parts)
	for i, p := range out {
		inner, open := strings.CutPrefix(p, "(if ")
		if inner, closed := strings.CutSuffix(inner, ")"); open && closed && !strings.ContainsAny(inner, "()") {
			out[i] = "if " + inner
		}
	}
	return out
}

// joinParts joins parts by and or or. Commas and brackets keep together what belongs
// together: compound says that a part is itself joined of several, comma that a part
// has commas or is long.
func joinParts(op string, parts []string, nested, compound, comma bool) string {
	n := len(parts) - 1
	sep := " " + op + " "
	if comma || compound {
		sep = ", " + op + " "
	}
	text := strings.Join(parts[:n], ", ") + sep + parts[n]
	if n > 1 && strings.Contains(strings.Join(parts, ""), ",") {
		parts = unbracketed(parts)
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

// somewhere says once what is asked of one place after another.
func (sp *speaker) somewhere(kids []term, parts []string) string {
	if len(kids) < 4 {
		return ""
	}
	said := ""
	var all []int
	for i, k := range kids {
		at := sp.placesIn(k.e, nil)
		if len(at) != 1 || slices.Contains(all, sp.g.Board.Find(at[0])) {
			return ""
		}
		all = append(all, sp.g.Board.Find(at[0]))
		text := regexp.MustCompile(`(?:the player's |his )?`+sp.noun+` `+regexp.QuoteMeta(at[0])+`\b`).ReplaceAllString(parts[i], "that "+sp.noun)
		if text = strings.ReplaceAll(text, "the player's ", "his "); said != "" && said != text {
			return ""
		}
		said = text
	}
	whose := "the"
	if sp.differ() {
		whose = sp.owner(view{})
	}
	where := "at least one of " + whose + " " + plural(sp.noun) + " " + sp.cellRuns(all)
	if len(all) == len(sp.g.Board.Cells) {
		where = "some " + sp.noun + " of the board"
	}
	return "this holds for " + where + ": " + said
}

// placesIn are the places of the board that an expression names, each once.
func (sp *speaker) placesIn(e *lang.Expr, at []string) []string {
	if e.Op == "name" && sp.g.Board.Find(e.Text) >= 0 && !slices.Contains(at, e.Text) {
		at = append(at, e.Text)
	}
	for _, k := range e.Kids {
		at = sp.placesIn(k, at)
	}
	return at
}

// oneCount joins the parts of an or that differ in how many alone: "exactly four or none
// of the sticks fell …".
func oneCount(parts []string) (out []string) {
	behind := ""
	var counts []string
	end := func() {
		if len(counts) > 0 {
			out = append(out, enumerate(counts, "or")+behind)
		}
		counts = nil
	}
	for _, p := range parts {
		m := countOf.FindStringSubmatch(p)
		if m == nil || m[2] != behind {
			end()
		}
		if m == nil {
			behind = ""
			out = append(out, p)
			continue
		}
		counts, behind = append(counts, m[1]), m[2]
	}
	end()
	return out
}

var countOf = regexp.MustCompile(`^(none|all|exactly \pL+)( of the [^,]+)$`)

// among tells the speaker what holds beside the terms of an and: of a doublet the
// dice show one number. What it returns takes this back.
func (sp *speaker) among(op string, kids []term) func() {
	keep := sp.doublet
	if op == "and" {
		sp.doublet = keep || slices.ContainsFunc(kids, func(k term) bool { return !k.neg && k.e.Op == "name" && k.e.Text == "doublet" })
	}
	return func() { sp.doublet = keep }
}

// oneSubject says a subject that several clauses share but once: "he has either
// … or …".
func oneSubject(op string, parts []string, nested bool) string {
	n := len(parts) - 1
	for _, who := range []string{"he has ", "his opponent has ", "this opponent has ", "the throw is ", "the player is "} {
		done := 0 // what he has done is not told beside what he has
		for _, p := range parts {
			if participle.MatchString(strings.TrimPrefix(p, who)) {
				done++
			}
		}
		if !common(parts, who) || done > 0 && done < len(parts) || strings.Contains(strings.Join(parts, ""), who+"not ") {
			continue
		}
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
	return ""
}

var participle = regexp.MustCompile(`^(?:been|\pL+(?:ed|en|wn|ne))\b`)

func common(parts []string, prefix string) bool {
	for _, p := range parts {
		if !strings.HasPrefix(p, prefix) || strings.Contains(p, ",") {
			return false
		}
	}
	return true
}

// clause says that a condition holds, or with neg that it does not.
func (sp *speaker) clause(e *lang.Expr, v view, neg bool) string {
	return sp.clauseIn(e, v, neg, false)
}

func (sp *speaker) clauseIn(e *lang.Expr, v view, neg, nested bool) string {
	if text := sp.along(term{e, neg}, v); text != "" {
		return text
	}
	return sp.joined(term{e, neg}, false, nested, func(t term, nested bool) string { return sp.simple(t.e, v, t.neg, nested) })
}

// along says once what a condition asks of one place after the other: that one
// of several places in a row on the way is in one set, and the place after it in
// another. It is empty where a condition does not ask this.
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
			if x.e.Op != "in" || x.e.Kids[0].Op != "name" || sp.g.Board.Find(x.e.Kids[0].Text) < 0 {
				return ""
			}
			name[j], said[j] = x.e.Kids[0].Text, sp.verb(x.e.Kids[1], v, false, x.neg)
		}
		if i == 0 {
			first, here, next = name[0], said[0], said[1]
		}
		if i > 0 && name[0] != last || said != [2]string{here, next} || !sp.follows(name[0], name[1]) {
			return ""
		}
		if last = name[1]; i == len(kids)-1 {
			places := "the " + plural(sp.noun)
			if sp.differ() {
				places = sp.owner(v) + " " + plural(sp.noun)
			}
			return "at least one of " + places + " " + first + " to " + name[0] + " " + here +
				", while the " + sp.noun + " after it on the way " + next
		}
	}
	return ""
}

// follows reports whether the track of the first player has a step from one
// place of the board to another.
func (sp *speaker) follows(from, to string) bool {
	p := sp.g.Program
	for _, f := range sp.c.PlaceAt[0][sp.g.Board.Find(from)] {
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
func (sp *speaker) simple(e *lang.Expr, v view, neg, nested bool) string {
	switch e.Op {
	case "their":
		return sp.clauseIn(e.Kids[0], sp.flip(v), neg, nested)
	case "in":
		return sp.within(e, v, neg)
	case "=", "!=", "<", "<=", ">", ">=":
		return sp.compare(e, v, neg)
	case "if":
		text := "if " + sp.clauseIn(e.Kids[0], v, false, true) + ", then " + sp.clauseIn(e.Kids[1], v, neg, true) +
			", and otherwise " + sp.clauseIn(e.Kids[2], v, neg, true)
		if nested {
			return "(" + text + ")"
		}
		return text
	case "call":
		if d := sp.definition(e, v); d != nil {
			return sp.conditionNamed(d, v, neg)
		}
		if text := sp.asked(e, v, neg, nested); text != "" {
			return text
		}
	case "name":
		if d := sp.definition(e, v); d != nil {
			return sp.conditionNamed(d, v, neg)
		}
		if text := sp.asked(e, v, neg, nested); text != "" {
			return text
		}
	}
	return quoted(e.Text) + whether(neg, " holds", " does not hold")
}

func whether(neg bool, yes, no string) string {
	if neg {
		return no
	}
	return yes
}

// asked says a condition that a word of the language asks; "" where it asks none.
func (sp *speaker) asked(e *lang.Expr, v view, neg, nested bool) string {
	switch e.Text {
	case "some", "every":
		return sp.quantified(e, v, neg, nested)
	case "true", "yes", "false", "no":
		return whether(neg == (e.Text == "true" || e.Text == "yes"), "this holds in any case", "this holds in no case")
	}
	if w := wordOf(e); w != nil && w.Type == lang.Truth {
		return sp.fill(whether(neg, w.Says, w.Denied), &saying{e: e, v: v, digits: true})
	}
	return ""
}

// conditionNamed says a condition by the name that a definition gives it.
func (sp *speaker) conditionNamed(d *rulesets.Statement, v view, neg bool) string {
	c := called(d)
	if c == "" {
		c = quoted(d.ID) + whether(neg, " holds", " does not hold")
		if v.their {
			c += " for " + sp.whom(v)
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
	return claimed(c, neg)
}

// quantified says that something holds of some opponent, or of every one. One who
// is asked for by name is named.
func (sp *speaker) quantified(e *lang.Expr, v view, neg, nested bool) string {
	if !sp.many() {
		return sp.clauseIn(e.Kids[0], v, neg, nested)
	}
	one := view{their: v.their, bound: true}
	if name, rest := sp.opponentNamed(e.Kids[0]); name != "" && e.Text == "some" {
		one.name = playerName(name)
		text := one.name + " is an opponent of his"
		if rest != nil {
			text = sp.clauseIn(rest, one, false, nested || neg)
		}
		return claimed(text, neg)
	}
	w := wordOf(e)
	text := sp.fill(whether(neg, w.Says, w.Denied), &saying{e: e, v: one})
	m := ofOpponents.FindStringSubmatch(text)
	switch {
	case m == nil || strings.Contains(m[3], "this opponent"):
		return text
	case m[2] == "every opponent" && m[1] == "" && strings.HasPrefix(m[3], "no man "):
		return "no opponent has any man " + strings.TrimPrefix(m[3], "no man ")
	}
	return m[1] + m[2] + " has " + m[3]
}

// ofOpponents says of opponents that they have something, which can be said in fewer words.
var ofOpponents = regexp.MustCompile(`^it is (not )?true of (\pL+(?: \pL+)* opponent) that this opponent has (.*)$`)

// opponentNamed finds the player that a condition on some opponent asks for, and
// what else it asks; nil where there is nothing else.
func (sp *speaker) opponentNamed(e *lang.Expr) (name string, rest *lang.Expr) {
	_, kids := sp.flat(term{e, false}, false)
	for _, k := range kids {
		if name == "" && !k.neg && k.e.Op == "=" {
			x, y := k.e.Kids[0], k.e.Kids[1]
			if x.Op != "their" {
				x, y = y, x
			}
			if x.Op == "their" && x.Kids[0].Op == "name" && x.Kids[0].Text == "player" && slices.Contains(sp.g.Program.Players, y.Text) {
				name = y.Text
				continue
			}
		}
		x := k.e
		if k.neg {
			x = &lang.Expr{Op: "not", Kids: []*lang.Expr{x}}
		}
		if rest == nil {
			rest = x
		} else {
			rest = &lang.Expr{Op: "and", Kids: []*lang.Expr{rest, x}}
		}
	}
	if op, _ := sp.flat(term{e, false}, false); op == "or" {
		return "", nil
	}
	return name, rest
}

// partNumber speaks of a part by its number.
func (sp *speaker) partNumber(e *lang.Expr, v view) string {
	if n, ok := literal(e); ok {
		return article(strconv.Itoa(n))
	}
	return sp.num(e, v, true)
}

// within says that a place, or every place of a set, is in a set.
func (sp *speaker) within(e *lang.Expr, v view, neg bool) string {
	x, set := e.Kids[0], e.Kids[1]
	if sp.c.OfKind(x) != nil {
		set = sp.whoseSaid(set, (&lang.Expr{Op: "name", Text: x.Text}).String())
	}
	switch t := sp.typ(x); {
	case t == lang.Lines:
		return sp.linesThe(x, v) + whether(neg, " are all among ", " are not all among ") + sp.linesThe(set, v)
	case t == lang.Place || t == lang.Number:
		// A man stands in a mill; a point only lies in one.
		if p, pv := sp.turnedSet(set, v); p.Op == "call" && p.Text == "points" && x.Op == "name" && x.Text == "from" && sp.about("remove") && !sp.after {
			w := wordOf(p)
			return "the man to be removed " + sp.predicate(&lang.Word{Name: "points of", Says: w.Else["man"]}, p, pv, false, neg)
		}
		return sp.whichIs(x, v, sp.verb(set, v, false, neg))
	}
	if w, xv := sp.turnedSet(x, v); sp.typ(w) == lang.Counts && w.Op == "name" {
		men := strings.TrimSuffix(sp.men(w.Text, xv).plur, byNumber)
		if s := sp.named(set, v); s != nil {
			return whether(neg, "all ", "not all ") + men + " that are on the board stand on " + s.the(sp)
		}
		return whether(neg, "every ", "not every ") + sp.noun + " with " + men + " " + sp.verb(set, v, false, false)
	}
	return whether(neg, "", "not ") + sp.setEach(x, v) + " " + sp.verb(set, v, false, false)
}
