package rulesets

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sentences. For every statement the program writes a sentence that a
// historian can check against the clause. The sentence is made from what the
// statement says and from nothing else: no condition may be dropped, every
// number is there, and it can be read without knowing the rule language.
//
// Three habits hold throughout:
//   - Everything is told of "the player", the one to move; "his opponent" is
//     the other. A speaker keeps a view, which "their" turns round.
//   - A set of places is spoken of by a verb ("is empty", "holds two or more
//     opposing men"), so that sets joined by and, or and not come out as
//     English, and by a noun only where it has a name.
//   - Numbers up to twenty are words, except the numbers of places and of dice.

// Sentence says in plain English what a statement of this interpretation states.
func (g *Game) Sentence(s *Statement) string {
	t := finish(newSpeaker(g).statement(s))
	if t == "" {
		return "The statement " + quoted(s.ID) + " cannot be put into words."
	}
	return t
}

// Condition says in plain English what a condition, or any other expression,
// means: a clause, or for a number or a set a noun phrase.
func (g *Game) Condition(n *yamlpos.Node) string {
	sp := newSpeaker(g)
	e := sp.parse(n)
	if e == nil {
		return quoted(n.Text)
	}
	switch sp.typ(e) {
	case tBool, tBad:
		return tidy(sp.clause(e, view{}, false))
	case tSet, tCounts:
		return tidy(sp.setThe(e, view{}))
	case tLines:
		return tidy(sp.linesThe(e, view{}))
	case tPlace:
		return tidy(sp.place(e, view{}))
	}
	return tidy(sp.num(e, view{}, false))
}

// view says from whose side something is seen: the mover's, or under "their"
// the opponent's; bound within some(…) and every(…), where one opponent out of
// several is meant.
type view struct{ their, bound bool }

func (v view) flip() view { return view{!v.their, v.bound} }

// speaker writes English about one interpretation.
type speaker struct {
	g     *Game
	c     *compiler // gives expressions their types
	noun  string    // point, square or hole
	act   string    // the one act that the statement is about, or ""
	after bool      // the statement is about a move that has been made
	using []string  // definitions being looked into
	of    []int     // indexes of the devices that an agenda is about; nil for all
}

func newSpeaker(g *Game) *speaker {
	c := &compiler{
		in: g.Interpretation, p: g.Program, board: g.Board, placeAt: make([][]int, len(g.Board.Cells)), num: g.Numbered,
		legs: map[string]engine.Set{}, defines: map[string]*Statement{}, vars: map[string]int{}, params: map[string]int{},
		parts: map[string]int{}, stages: map[string]int{}, devices: map[string]int{}, used: map[string]bool{},
		trees: map[*yamlpos.Node]*expr{}, moments: g.Moments, den: max(1, g.Program.Denominator), bound: true,
	}
	for f, cell := range g.Program.CellOf[0] {
		c.placeAt[cell] = append(c.placeAt[cell], f)
	}
	for i, v := range g.Program.Vars {
		c.vars[v.ID] = i
	}
	for i, p := range g.Program.Parts {
		c.parts[p.Name] = i
	}
	for i, s := range g.Program.Stages {
		c.stages[s.ID] = i
	}
	for i, d := range g.Program.Devices {
		c.devices[d.ID] = i
	}
	for _, s := range g.Statements {
		switch s.Kind {
		case "define":
			c.defines[s.ID] = s
		case "parameter":
			c.params[s.ID], _ = strconv.Atoi(s.arg().Text)
		case "track":
			if legs := s.arg().Get("legs"); legs != nil {
				for i, k := range legs.Keys {
					var cells []int
					for _, x := range items(legs.Values[i]) {
						cells = append(cells, c.cellsOf(g.Board, x)...)
					}
					c.legs[k.Text] = engine.SetOf(cells...)
				}
			}
		}
	}
	sp := &speaker{g: g, c: c, noun: "point"}
	if len(g.Board.Cells) > 0 {
		sp.noun = g.Board.Cells[0].Shape.Noun()
	}
	return sp
}

// --- words -----------------------------------------------------------------

var numberWords = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty")

// numeral writes a number: up to twenty in words.
func numeral(n int) string {
	switch {
	case n < 0:
		return "minus " + numeral(-n)
	case n < len(numberWords):
		return numberWords[n]
	}
	return strconv.Itoa(n)
}

// numeralOf writes a number that stands in the YAML as text.
func numeralOf(n *yamlpos.Node) string {
	if n == nil {
		return ""
	}
	if i, err := strconv.Atoi(n.Text); err == nil {
		return numeral(i)
	}
	return n.Text
}

func spaces(id string) string { return strings.ReplaceAll(id, "_", " ") }

func quoted(s string) string { return "“" + spaces(s) + "”" }

// plural gives the plural of the few nouns that sentences need.
func plural(noun string) string {
	if noun == "man" {
		return "men"
	}
	return noun + "s"
}

func counted(n int, noun string) string {
	if n == 0 {
		return "no " + plural(noun)
	}
	if n == 1 {
		return "one " + noun
	}
	return numeral(n) + " " + plural(noun)
}

func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou8", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// list joins words: a, b and c.
func enumerate(parts []string, last string) string {
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	n := len(parts) - 1
	sep := " " + last + " "
	for _, p := range parts {
		if strings.Contains(p, ",") || strings.Contains(p, " "+last+" ") {
			sep = ", " + last + " "
		}
	}
	return strings.Join(parts[:n], ", ") + sep + parts[n]
}

func wordsOf(nodes []*yamlpos.Node) []string {
	var out []string
	for _, n := range nodes {
		out = append(out, spaces(n.Text))
	}
	return out
}

// textOr is the text of a scalar, or what holds where it is not said.
func textOr(n *yamlpos.Node, def string) string {
	if n == nil {
		return def
	}
	return n.Text
}

func yes(n *yamlpos.Node) bool { return n != nil && (n.Text == "yes" || n.Text == "true") }

var (
	blanks     = regexp.MustCompile(`\s+`)
	pronoun    = regexp.MustCompile(`\b(he|his|him|player)\b`)
	quotations = regexp.MustCompile(`“[^”]*”`)
)

// tidy gives the first pronoun somebody to stand for, and takes out blanks too many.
func tidy(s string) string {
	s = blanks.ReplaceAllString(strings.TrimSpace(s), " ")
	masked := quotations.ReplaceAllStringFunc(s, func(q string) string { return strings.Repeat("\x00", len(q)) })
	if at := pronoun.FindStringIndex(masked); at != nil {
		switch s[at[0]:at[1]] {
		case "he", "him":
			s = s[:at[0]] + "the player" + s[at[1]:]
		case "his":
			s = s[:at[0]] + "the player's" + s[at[1]:]
		}
	}
	return s
}

// finish makes a sentence: a capital, a full stop.
func finish(s string) string {
	s = tidy(s)
	for i, r := range s {
		if unicode.IsLetter(r) {
			s = s[:i] + string(unicode.ToUpper(r)) + s[i+len(string(r)):]
			break
		}
		if unicode.IsDigit(r) {
			break
		}
	}
	if s != "" && !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// title is what other sentences call a statement.
func title(s *Statement) string {
	if c := s.Node.Get("called"); c != nil {
		return "“" + c.Text + "”"
	}
	return quoted(s.ID)
}

func called(s *Statement) string {
	if s == nil {
		return ""
	}
	if c := s.Node.Get("called"); c != nil {
		return c.Text
	}
	return ""
}

// --- who -------------------------------------------------------------------

func (sp *speaker) many() bool { return len(sp.g.Program.Players) > 2 }

func (sp *speaker) he(v view) string {
	switch {
	case !v.their:
		return "he"
	case v.bound:
		return "this opponent"
	case sp.many():
		return "his opponents together"
	}
	return "his opponent"
}

func (sp *speaker) his(v view) string {
	switch {
	case !v.their:
		return "his"
	case v.bound:
		return "this opponent's"
	case sp.many():
		return "his opponents'"
	}
	return "his opponent's"
}

// ofHis ends "a mill of …".
func (sp *speaker) ofHis(v view) string {
	if !v.their {
		return "of his"
	}
	return "of " + sp.his(v)
}

func (sp *speaker) has(v view) string {
	if v.their && !v.bound && sp.many() {
		return "have"
	}
	return "has"
}

// theirs gives something that has a name to the opponent.
func (sp *speaker) theirs(np string, v view) string {
	if !v.their {
		return np
	}
	if rest, ok := strings.CutPrefix(np, "the "); ok && !pronoun.MatchString(rest) {
		return sp.his(v) + " " + rest
	}
	if rest, ok := strings.CutPrefix(np, "his "); ok && !pronoun.MatchString(rest) {
		return sp.his(v) + " " + rest
	}
	if !strings.Contains(np, "opponent") {
		return sp.swapped(np, v)
	}
	return np + " (as it is for " + strings.TrimSuffix(sp.he(v), " together") + ")"
}

// swapped tells of the opponent what is called so of the player.
func (sp *speaker) swapped(text string, v view) string {
	return pronoun.ReplaceAllStringFunc(text, func(w string) string {
		switch w {
		case "his":
			return sp.his(v)
		case "he", "him":
			return strings.TrimSuffix(sp.he(v), " together")
		}
		return w
	})
}

// order says along whose track something is counted.
func (sp *speaker) order(v view) string {
	if !v.their {
		return ""
	}
	return " in " + sp.his(v) + " order of " + plural(sp.noun)
}

// things are what is counted: "opposing man", "opposing men", or with of "his men".
type things struct {
	sing, plur string
	of         bool
}

func (sp *speaker) men(whose string, v view) things {
	switch whose {
	case "own", "mine":
		lap := ""
		if whose == "mine" {
			for _, f := range sp.c.placeAt {
				if len(f) > 1 {
					lap = ", on whichever lap,"
				}
			}
		}
		switch {
		case !v.their:
			return things{of: true, plur: "his men" + lap}
		case v.bound:
			return things{of: true, plur: "this opponent's men" + lap}
		}
		return things{sing: "opposing man" + lap, plur: "opposing men" + lap}
	case "enemy":
		switch {
		case !v.their && v.bound:
			return things{of: true, plur: "this opponent's men"}
		case !v.their:
			return things{sing: "opposing man", plur: "opposing men"}
		case !sp.many():
			return things{of: true, plur: "his men"}
		}
		return things{sing: "man opposed to " + strings.TrimSuffix(sp.he(v), " together"), plur: "men opposed to " + strings.TrimSuffix(sp.he(v), " together")}
	case "allied":
		if v.their {
			return things{of: true, plur: "the men of " + sp.his(v) + " partners"}
		}
		return things{of: true, plur: "his partners' men"}
	}
	return things{sing: "man of whatever side", plur: "men of whatever side"}
}

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
	return sp.joined(term{e, neg}, false, nested, func(t term, nested bool) string { return sp.simple(t.e, v, t.neg, nested) })
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
		case "follows":
			return "after this move " + sp.partNumber(e.kids[0], v) + is(" can", " cannot") + " be played directly"
		case "thrown_was":
			return sp.compare(&expr{op: "=", kids: []*expr{{op: "name", text: "thrown"}, e.kids[0]}}, v, neg)
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
				if strings.Contains(c, "opponent") || !pronoun.MatchString(c) {
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
		}
		q, _ := sp.compared(op, y, th, v)
		if _, lit := literal(y); !lit {
			// "more men on the bar than there are …"
			if cut := strings.Index(q, " men "); cut >= 0 {
				return he + " " + sp.has(of) + " " + q[:cut+4] + " " + sp.together(in) + " " + q[cut+5:]
			}
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
			return "this position has stood " + times(k) + " or more"
		case ">":
			return "this position has stood more than " + times(k)
		case "<":
			return "this position has stood fewer than " + numeral(k) + " " + agree("time", k == 1)
		case "<=":
			return "this position has stood " + times(k) + " at most"
		case "=":
			return "this position has stood exactly " + times(k)
		}
		return "this position has not stood exactly " + times(k)
	case m.op == "name" && m.text == "thrown" && lit && k >= 1 && k <= len(sp.lots()) && (op == "=" || op == "!="):
		return "the lot drawn " + is + quoted(sp.lots()[k-1])
	case m.op == "name" && m.text == "parts_played" && lit && k >= 0:
		q, pl := quant(op, k, things{sing: "part of the throw", plur: "parts of the throw"})
		return q + " " + agree("have", pl) + " been played"
	case m.op == "name" && m.text == "parts_left" && lit && k >= 0:
		q, pl := quant(op, k, things{sing: "part of the throw", plur: "parts of the throw"})
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
		return "the number that fell with the counted side up"
	}
	return "the number thrown"
}

// lots are the names of the lots, where nothing else is thrown.
func (sp *speaker) lots() []string {
	var out []string
	for _, t := range sp.g.Program.Throws {
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

// place is a place as a noun.
func (sp *speaker) place(e *expr, v view) string {
	e, v = turned(e, v)
	if n, ok := literal(e); ok {
		return sp.pointNamed(strconv.Itoa(n), v)
	}
	switch e.op {
	case "name":
		switch e.text {
		case "from":
			if sp.act == "remove" {
				if sp.after {
					return "the " + sp.noun + " of the man removed"
				}
				return "the " + sp.noun + " of the man to be removed"
			}
			return "the " + sp.noun + " moved from"
		case "to":
			switch sp.act {
			case "place":
				return "the " + sp.noun + " where the man is placed"
			case "enter":
				return "the " + sp.noun + " entered on"
			}
			return "the " + sp.noun + " moved to"
		case "over":
			return "the " + sp.noun + " leapt over"
		case "part":
			return "the " + sp.noun + " whose number is played"
		}
		if i, ok := sp.c.vars[e.text]; ok {
			if sp.g.Program.Vars[i].Kind == engine.NumberVar {
				return "the " + sp.noun + " whose number is " + sp.variable(i, v)
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
			return sp.theirs(np.np, v)
		}
	case "call":
		switch e.text {
		case "first", "last":
			set, sv := turned(e.kids[0], v)
			if g, _ := sp.headed(set, sv); g == nil && sp.union(set, sv) == nil && sv == v && !sp.single(set) {
				along := sp.noun + " along the track"
				if v.their {
					along = sp.noun + " along " + sp.his(v) + " track"
				}
				return "the " + e.text + " " + strings.Replace(sp.setPhrase(set, sv, false), sp.noun, along, 1)
			}
			return "the " + e.text + " of " + sp.setThe(e.kids[0], v) + sp.order(v)
		}
	case "if":
		return sp.place(e.kids[1], v) + " if " + sp.clause(e.kids[0], v, false) + ", and otherwise " + sp.place(e.kids[2], v)
	}
	return "the " + sp.noun + " whose number is " + sp.num(e, v, true)
}

func (sp *speaker) pointNamed(name string, v view) string {
	if name == "centre" {
		return "the centre"
	}
	if v.their {
		return sp.his(v) + " " + sp.noun + " " + name
	}
	return sp.noun + " " + name
}

// group is a set of places that has a name: in the plural ("the entry points")
// or as a region ("the far side").
type group struct {
	np     string
	region bool
	own    string // the name without its owner: "the entry points"
	owner  string // whose it is, where it is not the player's
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
	return strings.TrimPrefix(g.np, "the ")
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
	e, v = turned(e, v)
	mk := func(np string) *group {
		g := &group{np: sp.theirs(np, v), region: !pluralPlaces.MatchString(np)}
		if v.their && strings.HasPrefix(np, "the ") {
			g.own, g.owner = np, sp.his(v)
		}
		return g
	}
	switch e.op {
	case "..":
		lo, hi := e.kids[0], e.kids[1]
		x, ok1 := rangeEnd(lo)
		y, ok2 := rangeEnd(hi)
		if ok1 && ok2 {
			return mk("the " + plural(sp.noun) + " " + x + " to " + y)
		}
		return mk("the " + plural(sp.noun) + " from " + sp.num(lo, v, true) + " to " + sp.num(hi, v, true))
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
		return mk("the " + plural(sp.noun) + " " + enumerate(parts, "and"))
	case "name":
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
			c := called(d)
			switch {
			case c != "":
				return mk(c)
			case pluralPlaces.MatchString(spaces(d.ID)):
				return mk("the " + spaces(d.ID))
			}
			return &group{np: sp.theirs(quoted(d.ID), v), region: true}
		}
		if g := sp.boardSet(e.text); g != nil {
			return &group{np: sp.theirs(g.np, v), region: g.region}
		}
		if _, ok := sp.c.legs[e.text]; ok {
			return &group{np: sp.theirs("the leg "+quoted(e.text), v), region: true}
		}
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
	e, v = turned(e, v)
	switch {
	case e.op == "name" && e.text == "empty":
		return "empty ", "", true
	case e.op == "name" && e.text == "anywhere":
		return "", "", true
	case e.op == "name" && isWhose(e.text):
		q, _ := quant(">=", 1, sp.men(e.text, v))
		return "", " with " + q, true
	case sp.isCount(e):
		w, wv := turned(e.kids[0], v)
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
	e, v = turned(e, v)
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
	e, v = turned(e, v)
	if sp.single(e) {
		return sp.place(e, v)
	}
	if u := sp.union(e, v); u != nil {
		return sp.onebyone(u, v, "and", sp.setThe)
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return g.the(sp) + " that " + sp.verbs(rest, v, true)
		}
		return g.the(sp)
	}
	return "the " + sp.setPhrase(e, v, true)
}

func (sp *speaker) setBare(e *expr, v view) string {
	e, v = turned(e, v)
	if sp.single(e) {
		return sp.place(e, v)
	}
	if u := sp.union(e, v); u != nil {
		return sp.onebyone(u, v, "and", sp.setBare)
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return g.bare(sp) + " that " + sp.verbs(rest, v, true)
		}
		return g.bare(sp)
	}
	return sp.setPhrase(e, v, true)
}

func (sp *speaker) setA(e *expr, v view) string {
	e, v = turned(e, v)
	if sp.single(e) {
		return sp.place(e, v)
	}
	if u := sp.union(e, v); u != nil {
		return sp.onebyone(u, v, "or", sp.setA)
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return g.one(sp) + " that " + sp.verbs(rest, v, false)
		}
		return g.one(sp)
	}
	return article(sp.setPhrase(e, v, false))
}

func (sp *speaker) setAny(e *expr, v view) string {
	e, v = turned(e, v)
	if sp.single(e) {
		return sp.place(e, v)
	}
	if u := sp.union(e, v); u != nil {
		return sp.onebyone(u, v, "or", sp.setAny)
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return g.any(sp) + " that " + sp.verbs(rest, v, false)
		}
		return g.any(sp)
	}
	return "any " + sp.setPhrase(e, v, false)
}

func (sp *speaker) setEach(e *expr, v view) string {
	e, v = turned(e, v)
	if sp.single(e) {
		return sp.place(e, v)
	}
	if u := sp.union(e, v); u != nil {
		return sp.onebyone(u, v, "and", sp.setEach)
	}
	if g, rest := sp.headed(e, v); g != nil {
		if len(rest) > 0 {
			return g.each(sp) + " that " + sp.verbs(rest, v, false)
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
		return sp.verbIn(e.kids[0], v.flip(), pl, neg, nested)
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
		w, wv := turned(w, v)
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
			return lie + " in an unbroken row of " + sp.atLeast(e.kids[1], v, sp.noun) + ", " + sp.each(e.kids[0], v) + sp.commaOrder(v)
		case "crowd":
			n, _ := sp.compared(">=", e.kids[1], things{sing: sp.men("enemy", v).anyOf(), plur: sp.men("enemy", v).anyOfPlural()}, v)
			return lie + " in an unbroken row of " + plural(sp.noun) + ", " + sp.each(e.kids[0], v) + ", on which there are in all " + n + sp.commaOrder(v)
		case "edge":
			return be + " the first or the last " + sp.noun + " of an unbroken row of " + plural(sp.noun) + ", " + sp.each(e.kids[0], v) + sp.commaOrder(v)
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

func (t things) anyOf() string {
	if t.of {
		return "one of " + t.plur
	}
	return t.sing
}

func (t things) anyOfPlural() string {
	if t.of {
		return "of " + t.plur
	}
	return t.plur
}

func (sp *speaker) whoseThings(w *expr, v view) things {
	if d := sp.c.defines[w.text]; d != nil {
		if b := sp.parse(d.arg()); b != nil && !contains(sp.using, d.ID) {
			sp.using = append(sp.using, d.ID)
			defer func() { sp.using = sp.using[:len(sp.using)-1] }()
			b, bv := turned(b, v)
			return sp.whoseThings(b, bv)
		}
	}
	return sp.men(w.text, v)
}

func (sp *speaker) commaOrder(v view) string {
	if !v.their {
		return ""
	}
	return "," + sp.order(v)
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
	e, v = turned(e, v)
	if sp.isCount(e) {
		w, wv := turned(e.kids[0], v)
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
	set, sv := turned(l.kids[0], v)
	if sp.isCount(set) {
		if k, lit := literal(set.kids[1]); !lit || set.op != ">=" || k != 1 {
			return v, false
		}
		set, sv = turned(set.kids[0], sv)
	}
	if set.op != "name" || v.bound || sp.many() {
		return v, set.op == "name" && set.text == "own" && !sv.their
	}
	switch set.text {
	case "own", "mine":
		return sv, true
	case "enemy":
		return sv.flip(), true
	}
	return v, false
}

func (sp *speaker) lineThings(e *expr, v view) things {
	e, v = turned(e, v)
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
	e, _ = turned(e, view{})
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

// --- statements ------------------------------------------------------------

// statement writes what a statement says; finish gives it capital and full stop.
func (sp *speaker) statement(s *Statement) string {
	if s.arg() == nil {
		return ""
	}
	switch s.Kind {
	case "players":
		return sp.players(s)
	case "tables", "merels", "grid", "holes", "cross", "graph":
		return sp.boardStatement(s)
	case "track":
		return sp.track(s.arg())
	case "men":
		return sp.menStatement(s.arg())
	case "set_up":
		return sp.setUp(s.arg())
	case "marks":
		var m []string
		for _, n := range items(s.arg()) {
			m = append(m, quoted(n.Text))
		}
		if len(m) == 1 {
			return "a man can bear the mark " + m[0] + " as long as it is on the board"
		}
		return "a man can bear the marks " + enumerate(m, "and") + " as long as it is on the board"
	case "throw":
		return sp.throwStatement(s)
	case "stage":
		return sp.stageStatement(s)
	case "agenda":
		return sp.agenda(s)
	case "order":
		if s.arg().Text == "fixed" {
			return sp.inStages(s) + "the parts of " + sp.throws(s.Node.Get("on"), "a throw") + " must be played in the order in which they are stated"
		}
		return sp.inStages(s) + "the parts of " + sp.throws(s.Node.Get("on"), "a throw") + " may be played in any order"
	case "blocked":
		return sp.blockedStatement(s)
	case "define":
		return sp.define(s)
	case "variable":
		return sp.variableStatement(s)
	case "parameter":
		if c := called(s); c != "" {
			return c + " is " + numeralOf(s.arg())
		}
		return "the number " + quoted(s.ID) + " is " + numeralOf(s.arg())
	case "moment":
		return "the moment " + title(s) + " comes when " + sp.momentNamed(s.arg().Text)
	case "match":
		return "games are played one after another until a player has " + pointsOf(s.arg().Text)
	case "allow":
		return sp.allow(s)
	case "forbid":
		return sp.inStages(s) + sp.forbidden(s)
	case "except":
		return sp.except(s)
	case "require":
		return sp.require(s)
	case "change":
		return sp.change(s)
	case "score":
		return sp.score(s)
	case "end":
		return sp.end(s)
	}
	return ""
}

// ifs gives a condition with the word that leads it in: " if …", " unless …".
func (sp *speaker) ifs(n *yamlpos.Node) string {
	if n == nil {
		return ""
	}
	e := sp.parse(n)
	if e == nil {
		return " if " + quoted(n.Text)
	}
	yes, no := sp.split(e)
	switch {
	case no == "":
		return " if " + sp.clause(e, view{}, false)
	case len(yes) == 0:
		return " unless " + no
	}
	return " if " + sp.all(yes) + ", unless " + no
}

// split takes those negations off a condition that are said by unless.
func (sp *speaker) split(e *expr) (yes []term, unless string) {
	op, kids := sp.flat(term{e, false}, false)
	if w, c := sp.unless(e); w != "" {
		return nil, c
	}
	if op != "and" {
		return kids, ""
	}
	var no []string
	for _, k := range kids {
		if k.neg {
			if w, c := sp.unless(&expr{op: "not", kids: []*expr{k.e}}); w != "" {
				no = append(no, c)
				continue
			}
		}
		yes = append(yes, k)
	}
	return yes, strings.Join(no, " or ")
}

// all joins terms by and.
func (sp *speaker) all(kids []term) string {
	e := &expr{}
	for i, k := range kids {
		x := k.e
		if k.neg {
			x = &expr{op: "not", kids: []*expr{x}}
		}
		if i == 0 {
			e = x
		} else {
			e = &expr{op: "and", kids: []*expr{e, x}}
		}
	}
	return sp.clause(e, view{}, false)
}

// unless says a negation that would be clumsy otherwise as an unless.
func (sp *speaker) unless(e *expr) (string, string) {
	if e.op != "not" {
		return "", ""
	}
	switch k, _ := turned(e.kids[0], view{}); k.op {
	case "and", "or", "if":
		return "unless", sp.clause(e.kids[0], view{}, false)
	case "call":
		if k.text == "some" || k.text == "every" {
			return "unless", sp.clause(e.kids[0], view{}, false)
		}
	case "name":
		if sp.c.defines[k.text] != nil {
			return "unless", sp.clause(e.kids[0], view{}, false)
		}
	}
	return "", ""
}

// whens joins an occasion and a condition: "when A and B, ".
func (sp *speaker) whens(occasion string, n *yamlpos.Node) string {
	e := sp.parse(n)
	if e == nil {
		if n != nil {
			return "when " + occasion + " and " + quoted(n.Text) + ", "
		}
		return "when " + occasion + ", "
	}
	yes, no := sp.split(e)
	if op, _ := sp.flat(term{e, false}, false); op != "and" && no == "" {
		yes = []term{{e, false}}
	}
	parts := []string{occasion}
	comma := false
	for _, k := range yes {
		p := sp.clauseIn(k.e, view{}, k.neg, true)
		comma = comma || strings.Contains(p, ",")
		parts = append(parts, p)
	}
	t := "when " + enumerate(parts, "and")
	if len(parts) > 1 && strings.Contains(occasion, " or ") {
		t = "when " + occasion + ", and " + enumerate(parts[1:], "and")
	}
	switch n := len(parts) - 1; {
	case n == 1 && comma:
		t = "when " + occasion + ", and " + parts[1]
	case n > 1 && comma:
		t = "when " + occasion + ", and all of this holds (" + strings.Join(parts[1:], "; ") + ")"
	}
	if no != "" {
		t += ", then, unless " + no
	}
	return t + ", "
}

// inStages is "in the stage “placing”, " when a statement names stages.
func (sp *speaker) inStages(s *Statement) string {
	n := s.Node.Get("in")
	if n == nil {
		return ""
	}
	return "in " + sp.stages(n) + ", "
}

func (sp *speaker) stages(n *yamlpos.Node) string {
	var parts []string
	for _, x := range items(n) {
		switch c := sp.stageCalled(x.Text); {
		case c != "":
			parts = append(parts, c)
		case len(parts) > 0 && strings.HasPrefix(parts[len(parts)-1], "the stage “"):
			parts = append(parts, quoted(x.Text))
		default:
			parts = append(parts, "the stage "+quoted(x.Text))
		}
	}
	return orList(parts)
}

func (sp *speaker) stageCalled(id string) string {
	s := sp.g.Statement(id)
	if s == nil || s.Kind != "stage" {
		return ""
	}
	if c := s.arg().Get("called"); c != nil {
		return c.Text
	}
	return called(s)
}

func (sp *speaker) stageName(id string) string {
	if c := sp.stageCalled(id); c != "" {
		return c
	}
	return "the stage " + quoted(id)
}

func pointsOf(text string) string {
	if n, err := strconv.Atoi(text); err == nil {
		if n == 1 || n == -1 {
			return numeral(n) + " point"
		}
		return numeral(n) + " points"
	}
	return text + " of a point"
}

// --- equipment -------------------------------------------------------------

func (sp *speaker) players(s *Statement) string {
	who := wordsOf(items(s.arg()))
	t := "there are " + counted(len(who), "player") + ", who play in this order: " + strings.Join(who, ", ")
	if b := s.Node.Get("begins"); b != nil {
		t += "; " + spaces(b.Text) + " begins"
	}
	if p := s.Node.Get("partners"); p != nil {
		var teams []string
		for _, x := range items(p) {
			teams = append(teams, enumerate(wordsOf(items(x)), "and")+" are partners")
		}
		t += "; " + enumerate(teams, "and")
	}
	if v := s.Node.Get("seen"); v != nil {
		switch v.Text {
		case "rotated":
			t += "; each sits at another side and sees the board turned round accordingly"
		case "mirrored":
			t += "; the second sees the board as the first does, but in a mirror"
		case "same":
			t += "; all see the board alike"
		}
	}
	return t
}

func (sp *speaker) fields(nodes []*yamlpos.Node) string {
	var out []string
	for _, n := range nodes {
		out = append(out, strings.Join(strings.Fields(n.Text), " "))
	}
	return strings.Join(out, "; ")
}

func (sp *speaker) marked(n *yamlpos.Node) string {
	if n == nil {
		return ""
	}
	var out []string
	for _, x := range items(n) {
		out = append(out, sp.run(x.Text))
	}
	if len(out) == 1 && !strings.Contains(out[0], " to ") {
		return "; the " + sp.noun + " " + out[0] + " is marked"
	}
	return "; the " + plural(sp.noun) + " " + enumerate(out, "and") + " are marked"
}

func (sp *speaker) boardStatement(s *Statement) string {
	n := s.arg()
	size := func(key string) int { i, _ := strconv.Atoi(textOr(n.Get(key), "0")); return i }
	line := func() string {
		switch {
		case n.Get("line") != nil:
			return "; " + numeral(size("line")) + " " + plural(sp.noun) + " in a straight row count as a line"
		}
		return ""
	}
	switch s.Kind {
	case "tables":
		k := size("points")
		return "the board is a tables board with " + strconv.Itoa(k) + " points in two facing rows of " + numeral(k/2)
	case "merels":
		t := "the board has " + counted(size("rings"), "square") + " set one within another, the middles of their sides joined by lines"
		if size("rings") == 1 {
			t = "the board has one square with points at the corners and at the middles of the sides"
		}
		if d := n.Get("diagonals"); d != nil {
			if yes(d) {
				t += "; the corners are joined as well"
			} else {
				t += "; the corners are not joined"
			}
		}
		if l := n.Get("names"); l != nil {
			t += "; the points, clockwise from the upper left corner and from the outermost square inwards, are called " + sp.fields(items(l))
		}
		if l := n.Get("lines"); l != nil {
			t += "; the only rows that count as mills are " + sp.fields(items(l))
		}
		return t
	case "grid", "holes":
		t := "the board has " + counted(size("rows"), "row") + " of " + counted(size("columns"), sp.noun)
		if size("rows") > 1 {
			t += " each"
		}
		if d := n.Get("diagonals"); d != nil {
			t += map[string]string{"none": "; there are no diagonal lines", "all": "; diagonal lines run through every " + sp.noun,
				"alternate": "; diagonal lines run through every other " + sp.noun + ", a1 among them"}[d.Text]
		}
		if d := n.Get("names"); d != nil {
			if d.Text == "numbers" {
				t += "; the " + plural(sp.noun) + " are named by row and column, as in r1c1"
			} else {
				t += "; the " + plural(sp.noun) + " are named by a letter for the column and a number for the row, as in a1"
			}
		}
		return t + line() + sp.marked(n.Get("marked"))
	case "cross":
		t := "the board is a cross of four arms, each of three columns and " + counted(size("length"), "square") + " long"
		if c := n.Get("centre"); c != nil {
			if yes(c) {
				t += ", with a square in the centre"
			} else {
				t += ", with no square in the centre"
			}
		}
		return t + sp.marked(n.Get("marked"))
	}
	var pts []string
	for _, x := range items(n.Get("points")) {
		pts = append(pts, strings.Fields(x.Text)...)
	}
	t := "the board has " + counted(len(pts), sp.noun) + ": " + strings.Join(pts, ", ")
	if x := n.Get("near"); x != nil {
		t += "; lines join, each to the next: " + sp.fields(items(x))
	}
	if x := n.Get("lines"); x != nil {
		t += "; these rows count as lines: " + sp.fields(items(x))
	}
	if x := n.Get("at"); x != nil && x.Kind == yamlpos.Map {
		var at []string
		for i, k := range x.Keys {
			at = append(at, k.Text+" at "+strings.Join(wordsOf(items(x.Values[i])), ", "))
		}
		t += "; in drawings (across, up) " + strings.Join(at, "; ")
	}
	return t + sp.marked(n.Get("marked"))
}

// run is a row of cells: "1", "24 to 2", "the far side".
func (sp *speaker) run(text string) string {
	if x, y, ok := strings.Cut(text, ".."); ok {
		return strings.TrimSpace(x) + " to " + strings.TrimSpace(y)
	}
	if g := sp.boardSet(strings.TrimSpace(text)); g != nil {
		return g.np
	}
	return strings.TrimSpace(text)
}

func (sp *speaker) runs(n *yamlpos.Node) string {
	var out []string
	for _, x := range items(n) {
		out = append(out, sp.run(x.Text))
	}
	return strings.Join(out, ", then ")
}

func (sp *speaker) track(n *yamlpos.Node) string {
	t := ""
	if r := n.Get("run"); r != nil {
		t = "each player's men go along the " + plural(sp.noun) + " " + sp.runs(r) + ", as he sees the board"
		if b := n.Get("but"); b != nil {
			for i, k := range b.Keys {
				t += "; but those of " + spaces(k.Text) + " go along " + sp.runs(b.Values[i])
			}
		}
		switch p := n.Get("places"); {
		case p != nil && p.Text == "cells":
			t += "; the " + plural(sp.noun) + " keep the names they have on the board"
		default:
			t += "; each player numbers the " + plural(sp.noun) + " from 1 in this order"
		}
		switch ring := n.Get("ring"); {
		case yes(ring):
			return t + "; after the last comes the first again, without end"
		case ring != nil:
			t += "; after the last does not come the first again"
		}
	} else if l := n.Get("legs"); l != nil && l.Kind == yamlpos.Map {
		var legs []string
		for i, k := range l.Keys {
			legs = append(legs, quoted(k.Text)+" is "+sp.runs(l.Values[i]))
		}
		t = "each player's men go along legs, as he sees the board: " + strings.Join(legs, "; ")
		var order []string
		for _, x := range items(n.Get("order")) {
			chain := strings.Split(x.Text, ">")
			for j := 0; j+1 < len(chain); j++ {
				a, b := strings.TrimSpace(chain[j]), strings.TrimSpace(chain[j+1])
				if b == "off" {
					order = append(order, "after "+quoted(a)+" men leave the board")
				} else {
					order = append(order, quoted(a)+" leads into "+quoted(b))
				}
			}
		}
		t += "; " + enumerate(order, "and")
	}
	if off := n.Get("off"); off != nil {
		if yes(off) {
			t += "; at the end they leave the board"
		} else {
			t += "; they do not leave the board at the end"
		}
	} else if n.Get("run") != nil {
		t += "; beyond the last of them a man is off the board"
	}
	return t
}

func (sp *speaker) menStatement(n *yamlpos.Node) string {
	if n.Kind != yamlpos.Map {
		i, _ := strconv.Atoi(n.Text)
		return "each player has " + counted(i, "man")
	}
	var parts []string
	for i, k := range n.Keys {
		parts = append(parts, numeralOf(n.Values[i])+" for "+spaces(k.Text))
	}
	return "the numbers of men are " + enumerate(parts, "and")
}

func (sp *speaker) setUp(n *yamlpos.Node) string {
	if n.Kind != yamlpos.Map {
		return ""
	}
	one := func(m *yamlpos.Node) string {
		var parts []string
		if m.Kind != yamlpos.Map {
			return m.Text
		}
		for i, k := range m.Keys {
			c, _ := strconv.Atoi(m.Values[i].Text)
			men := counted(c, "man")
			if w, ok := storeWords[k.Text]; ok {
				parts = append(parts, men+" "+w)
				continue
			}
			e := sp.parse(k)
			switch {
			case e == nil:
				parts = append(parts, men+" on "+k.Text)
			case sp.single(e):
				parts = append(parts, men+" on "+sp.place(e, view{}))
			default:
				parts = append(parts, men+" on "+sp.setEach(e, view{}))
			}
		}
		return enumerate(parts, "and")
	}
	byPlayer := false
	for _, k := range n.Keys {
		byPlayer = byPlayer || contains(sp.g.Program.Players, k.Text)
	}
	if !byPlayer {
		return "at the beginning each player has " + one(n)
	}
	var parts []string
	for i, k := range n.Keys {
		parts = append(parts, spaces(k.Text)+", "+one(n.Values[i]))
	}
	return "at the beginning the men are as follows: " + strings.Join(parts, "; ")
}

func (sp *speaker) throwStatement(s *Statement) string {
	n := s.arg()
	t := ""
	switch {
	case n.Get("dice") != nil:
		faces := "6"
		if f := n.Get("faces"); f != nil {
			faces = f.Text
		}
		d, _ := strconv.Atoi(n.Get("dice").Text)
		t = counted(d, "die")
		if d > 1 {
			t = numeral(d) + " dice"
		}
		t += " with faces from 1 to " + faces + agree(" are", d > 1) + " thrown"
		if d == 1 {
			t = "one die with faces from 1 to " + faces + " is thrown"
		}
	case n.Get("lots") != nil:
		t = "one of these lots is drawn: " + strings.Join(wordsOf(items(n.Get("lots"))), ", ")
	default:
		key, noun := "sticks", "stick"
		if n.Get(key) == nil {
			key, noun = "cowries", "cowrie"
		}
		d, _ := strconv.Atoi(textOr(n.Get(key), "0"))
		t = counted(d, noun) + " are thrown and those that fall with the counted side up are counted"
		if d == 1 {
			t = "one " + noun + " is thrown, and it is seen whether it falls with the counted side up"
		}
		if c := n.Get("chance"); c != nil {
			t += "; the chance of falling so is " + c.Text + " for each"
		} else if s.Node.Get("chances") == nil {
			t += "; the chance of falling so is 1/2 for each"
		}
	}
	if c := s.Node.Get("chances"); c != nil && c.Kind == yamlpos.Map {
		var parts []string
		for i, k := range c.Keys {
			parts = append(parts, c.Values[i].Text+" for "+spaces(k.Text))
		}
		t += "; the chances are " + enumerate(parts, "and")
	}
	return t
}

// device is what a stage throws.
func (sp *speaker) device(id string) string {
	s := sp.g.Statement(id)
	if s == nil || s.arg() == nil {
		return quoted(id)
	}
	which := ""
	if len(sp.g.Program.Devices) > 1 && !contains([]string{"die", "dice", "sticks", "cowries", "lots"}, id) {
		which = " " + quoted(id)
	}
	n := s.arg()
	switch {
	case n.Get("dice") != nil && n.Get("dice").Text == "1":
		return "a throw of the die" + which
	case n.Get("dice") != nil:
		return "a throw of the dice" + which
	case n.Get("sticks") != nil:
		return "a throw of the sticks" + which
	case n.Get("cowries") != nil:
		return "a throw of the cowries" + which
	}
	return "a drawing of lots" + which
}

// --- turns -----------------------------------------------------------------

func (sp *speaker) stageStatement(s *Statement) string {
	throws := s.arg().Get("throws")
	begins := "without a throw"
	if throws != nil {
		begins = "with " + sp.device(throws.Text)
	}
	if len(sp.g.Program.Stages) == 1 {
		if w := s.Node.Get("when"); w != nil {
			return "a player has a turn, which begins " + begins + "," + strings.Replace(sp.ifs(w), " if ", " only if ", 1) + "; otherwise he is passed over"
		}
		return "every turn begins " + begins
	}
	if w := textOr(s.Node.Get("when"), ""); w == "no" || w == "false" {
		return "a turn belongs to " + sp.stageName(s.ID) + " only where another rule says so, and begins " + begins
	}
	cond := strings.TrimPrefix(sp.ifs(s.Node.Get("when")), " ")
	if sp.g.Program.Stages[0].ID != s.ID {
		const earlier = "if no stage stated earlier fits"
		e := sp.parse(s.Node.Get("when"))
		switch {
		case e == nil:
			cond = earlier
		case strings.HasPrefix(cond, "unless "):
			cond = earlier + ", and " + cond
		default:
			cond = earlier + " and " + sp.clauseIn(e, view{}, false, true)
		}
	}
	if cond != "" {
		cond += ", "
	}
	return cond + "his turn belongs to " + sp.stageName(s.ID) + " and begins " + begins
}

// throws says which throws a statement is about.
func (sp *speaker) throws(n *yamlpos.Node, none string) string {
	if n == nil {
		return none
	}
	var named, classes []string
	for _, x := range items(n) {
		switch x.Text {
		case "any":
			classes = append(classes, "any throw")
		case "doublet":
			classes = append(classes, "a doublet")
		case "other":
			classes = append(classes, "a throw that is no doublet")
		default:
			if unicode.IsDigit([]rune(x.Text + "?")[0]) {
				named = append(named, x.Text)
			} else {
				named = append(named, quoted(x.Text))
			}
		}
	}
	if len(named) > 0 {
		classes = append([]string{"a throw of " + enumerate(named, "or")}, classes...)
	}
	return enumerate(classes, "or")
}

// partWord is a part that is no number, as a noun.
func (sp *speaker) partWord(name string) string {
	if name == "throw" {
		return "a further throw"
	}
	if w, ok := partNouns[strings.ReplaceAll(name, "_", "-")]; ok {
		return w
	}
	return "the part " + quoted(name)
}

var partNouns = map[string]string{"place": "the placing of a man", "enter": "the entering of a man", "step": "a step", "advance": "an advance",
	"leap": "a leap", "remove": "the removal of an opposing man", "bear-off": "the bearing off of a man", "claim": "a claim"}

// partSaid says one part of an agenda.
func (sp *speaker) partSaid(n *yamlpos.Node, on *yamlpos.Node) string {
	text, opt := strings.CutSuffix(strings.TrimSpace(n.Text), "?")
	var t string
	e, err := parseCondition(text)
	switch {
	case err != nil:
		t = text
	case e.op == "num":
		t = e.text
	case e.op == "name" && !contains(throwWords, e.text):
		t = sp.partWord(e.text)
	default:
		t = sp.throwSum(e, on)
	}
	if opt {
		t += " (which may be left)"
	}
	return t
}

// throwSum is a part worked out from the throw.
func (sp *speaker) throwSum(e *expr, on *yamlpos.Node) string {
	double := on != nil
	for _, x := range items(on) {
		double = double && x.Text == "doublet"
	}
	switch e.op {
	case "num":
		return e.text
	case "name":
		switch {
		case e.text == "thrown":
			return sp.thrown()
		case double:
			return "the number on each die"
		}
		return sp.die(e.text)
	case "+", "-", "*":
		x, y := sp.throwSum(e.kids[0], on), sp.throwSum(e.kids[1], on)
		if len(e.kids[1].kids) > 0 {
			y = "(" + y + ")"
		}
		if e.op == "*" && len(e.kids[0].kids) > 0 {
			x = "(" + x + ")"
		}
		return x + map[string]string{"+": " plus ", "-": " minus ", "*": " times "}[e.op] + y
	}
	return e.text
}

// partsSaid lists parts, those that repeat with how often.
func partsSaid(parts []string) string {
	numbers := true
	for _, p := range parts {
		if _, err := strconv.Atoi(p); err != nil {
			numbers = false
		}
	}
	if numbers {
		return strings.Join(parts, ", ")
	}
	var out []string
	for i := 0; i < len(parts); {
		j := i
		for j < len(parts) && parts[j] == parts[i] {
			j++
		}
		switch j - i {
		case 1:
			out = append(out, parts[i])
		case 2:
			out = append(out, parts[i]+" (twice)")
		default:
			out = append(out, parts[i]+" ("+numeral(j-i)+" times)")
		}
		i = j
	}
	return enumerate(out, "and")
}

func (sp *speaker) agenda(s *Statement) string {
	n := s.arg()
	on := n.Get("on")
	for i, st := range sp.g.Program.Stages {
		if sp.inStage(s, i) && st.Device >= 0 {
			sp.of = append(sp.of, st.Device)
		}
	}
	var before, after []string
	var parts []string
	play := items(n.Get("play"))
	for len(play) > 0 && play[0].Text == "throw" {
		before = append(before, "throw")
		play = play[1:]
	}
	for len(play) > 0 && strings.TrimSuffix(play[len(play)-1].Text, "?") == "throw" {
		after = append([]string{play[len(play)-1].Text}, after...)
		play = play[:len(play)-1]
	}
	for _, x := range play {
		parts = append(parts, sp.partSaid(x, on))
	}
	same := true
	for _, p := range parts {
		same = same && p == parts[0]
	}
	order := ""
	if len(parts) > 1 && !same {
		switch o := n.Get("order"); {
		case o != nil && o.Text == "fixed":
			order = ", in that order"
		case o != nil:
			order = ", in any order"
		case !sp.ordered():
			order = ", in any order"
		}
	}
	again := ""
	for i, x := range after {
		more := "throws again"
		if strings.HasSuffix(x, "?") {
			more = "may throw again if he likes"
		}
		if i == 0 {
			again = "the player then " + more
		} else {
			again += ", and after that " + more
		}
	}
	what := partsSaid(parts)
	cond := ""
	if w := s.Node.Get("when"); w != nil {
		cond = strings.TrimPrefix(sp.ifs(w), " ") + ", "
	}
	if on == nil && len(sp.of) == 0 {
		t := sp.inStages(s) + cond
		switch {
		case what == "":
			t += "there is nothing to play in a turn"
		case len(parts) == 1:
			t += "a turn consists of " + what
		default:
			t += "a turn consists of " + what + order
		}
		if again != "" {
			t += "; " + again
		}
		return t
	}
	which := sp.throws(on, "any throw")
	if sp.yields(s) {
		if strings.Contains(which, " that ") {
			which += " and"
		}
		which += " for which nothing more particular is said"
	}
	t := sp.inStages(s) + cond
	if len(before) > 0 {
		t += "after " + which + " the player must throw " + []string{"", "once more", "twice more"}[min(len(before), 2)] + " before anything is played; "
		if what == "" {
			t += "the first throw itself gives nothing to play"
		} else {
			t += "then the first is played as " + what + order
		}
	} else if what == "" {
		t += which + " gives nothing to play"
	} else {
		t += which + " is played as " + what + order
	}
	if again != "" {
		t += ", and " + again
	}
	return t
}

// ordered reports whether an order statement settles the order of throws.
func (sp *speaker) ordered() bool {
	for _, s := range sp.g.Statements {
		if s.Kind == "order" {
			return true
		}
	}
	return false
}

// inStage reports whether a statement is for the stage of that index.
func (sp *speaker) inStage(s *Statement, i int) bool {
	in := s.Node.Get("in")
	for _, x := range items(in) {
		if x.Text == sp.g.Program.Stages[i].ID {
			return true
		}
	}
	return in == nil
}

// yields reports whether another agenda goes before this one for some throw.
func (sp *speaker) yields(s *Statement) bool {
	type key struct {
		stages uint64
		throw  int
	}
	before := map[key]bool{}
	for _, a := range sp.g.Program.Agendas {
		k := key{a.Stages, a.Throw}
		if a.ID != s.ID {
			before[k] = true
		} else if before[k] {
			return true
		}
	}
	return false
}

func (sp *speaker) blockedStatement(s *Statement) string {
	on := sp.throws(s.Node.Get("on"), "")
	of := ""
	if on != "" {
		of = " of " + on
	}
	t := sp.inStages(s) + "when what is next to be played" + of + " cannot be played"
	if w := s.Node.Get("when"); w != nil {
		e := sp.parse(w)
		if e != nil {
			t = sp.inStages(s) + strings.TrimSuffix(sp.whens("what is next to be played"+of+" cannot be played", w), ", ")
		}
	}
	return t + ", " + map[string]string{
		"stop":  "the rest of the throw is dropped",
		"skip":  "that part is dropped and the next is tried",
		"leave": "it waits while later parts are played",
		"lose":  "the rest of the turn is lost, further throws included",
		"other": "the next player plays the rest",
	}[s.arg().Text]
}

// --- definitions -----------------------------------------------------------

func (sp *speaker) define(s *Statement) string {
	e := sp.parse(s.arg())
	if e == nil {
		return title(s) + " means " + quoted(s.arg().Text)
	}
	v := view{}
	switch sp.typ(e) {
	case tBool, tBad:
		return title(s) + " means that " + sp.clause(e, v, false)
	case tSet, tCounts:
		return title(s) + " means " + sp.setThe(e, v)
	case tLines:
		return title(s) + " means " + sp.linesThe(e, v)
	case tPlace:
		return title(s) + " means " + sp.place(e, v)
	case tPlayer:
		return title(s) + " means " + sp.player(e, v)
	}
	if n, ok := literal(e); ok {
		if sp.placeName(&expr{op: "name", text: s.ID}) {
			return title(s) + " means " + sp.place(e, v)
		}
		return title(s) + " means " + numeral(n)
	}
	return title(s) + " means " + sp.num(e, v, false)
}

func (sp *speaker) variableStatement(s *Statement) string {
	n := s.arg()
	kind := textOr(n.Get("kind"), "number")
	what := map[string]string{"number": "a number", "place": "a " + sp.noun + " (or none)", "set": "a set of " + plural(sp.noun),
		"lines": "a set of " + plural(sp.lineNoun()), "player": "a player (or none)"}[kind]
	whose := "for each player"
	if yes(n.Get("shared")) {
		whose = "for all players in common"
	}
	t := title(s) + " is " + what + " that is remembered " + whose + ", for the length of " + map[string]string{"game": "a game", "turn": "a turn", "throw": "a throw",
		"match": "a whole match"}[textOr(n.Get("per"), "game")]
	if x := n.Get("starts"); x != nil {
		t += "; it begins " + map[bool]string{true: "at ", false: "as "}[kind == "number"] + sp.value(x, kind)
	}
	if x := n.Get("least"); x != nil {
		t += "; in a position that is set up by hand it is at least " + sp.value(x, kind)
	}
	return t
}

// value says a value of a kind of variable.
func (sp *speaker) value(n *yamlpos.Node, kind string) string {
	e := sp.parse(n)
	if e == nil {
		return quoted(n.Text)
	}
	switch kind {
	case "place":
		return sp.place(e, view{})
	case "set":
		if e.op == "name" && e.text == "nowhere" {
			return "no " + plural(sp.noun)
		}
		if e.op == "name" && e.text == "anywhere" {
			return "all " + plural(sp.noun)
		}
		return sp.setThe(e, view{})
	case "lines":
		return sp.linesThe(e, view{})
	case "player":
		return sp.player(e, view{})
	}
	return sp.num(e, view{}, sp.diceLike(e))
}

// --- moments ---------------------------------------------------------------

// momentNamed is a moment, or a name for one, as a clause.
func (sp *speaker) momentNamed(name string) string {
	m, ok := sp.g.Moments[name]
	if !ok {
		return quoted(name)
	}
	switch m {
	case engine.AtThrown:
		return "a throw has been made (before any of it is played)"
	case engine.AtPlayed:
		return "a throw has been played out"
	case engine.AtTurn:
		return "a turn is over"
	case engine.AtStart:
		return "a turn begins"
	case engine.AtNoMove:
		return "the player to move has no legal move"
	}
	return "a move has been made"
}

func actName(n *yamlpos.Node) string { return strings.ReplaceAll(n.Text, "_", "-") }

// happened says acts and events as clauses: "a man has been placed".
func (sp *speaker) happened(n *yamlpos.Node) string {
	var parts []string
	list := items(n)
	for _, x := range list {
		switch actName(x) {
		case "place":
			parts = append(parts, "a man has been placed")
		case "enter":
			parts = append(parts, "a man has been entered")
		case "step":
			parts = append(parts, "a man has made a step")
		case "advance":
			parts = append(parts, "a man has been advanced")
		case "leap":
			parts = append(parts, "a man has leapt")
		case "remove":
			parts = append(parts, "an opposing man has been removed")
		case "bear-off":
			parts = append(parts, "a man has been borne off")
		case "claim":
			parts = append(parts, "a claim has been made")
		case "stop":
			parts = append(parts, "the player has chosen to stop")
		case "pass":
			parts = append(parts, "the player has had to pass")
		case "throw":
			parts = append(parts, "a throw has been played out")
		case "thrown":
			parts = append(parts, "a throw has been made")
		case "turn":
			parts = append(parts, "a turn is over")
		case "start":
			parts = append(parts, "a turn begins")
		default:
			parts = append(parts, quoted(x.Text))
		}
	}
	// One subject is enough: "a man has been placed or entered".
	for _, sub := range []string{"a man has been ", "a man has ", "the player has ", "a throw has been "} {
		if len(parts) > 1 && common(parts, sub) {
			for i := range parts[1:] {
				parts[i+1] = strings.TrimPrefix(parts[i+1], sub)
			}
		}
	}
	return orList(parts)
}

func orList(parts []string) string {
	if len(parts) == 0 {
		return ""
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " or " + parts[len(parts)-1]
}

// context settles how from and to are spoken of.
func (sp *speaker) context(n *yamlpos.Node, after bool) {
	sp.act, sp.after = "", after
	if l := items(n); len(l) == 1 {
		sp.act = actName(l[0])
	}
}

// theMan is the man that moves.
func (sp *speaker) theMan() string {
	switch sp.act {
	case "remove":
		return "the man removed"
	case "bear-off":
		return "the man borne off"
	}
	return "the man that moves"
}

// --- rules -----------------------------------------------------------------

// with says with which parts a move goes: "with a 6, ", "for the part “grace”, ".
func (sp *speaker) with(n *yamlpos.Node) string {
	var numbers, words []string
	for _, x := range items(n) {
		_, err := strconv.Atoi(x.Text)
		switch {
		case x.Text == "number":
			numbers = append(numbers, "any number")
		case err == nil:
			numbers = append(numbers, article(x.Text))
		default:
			words = append(words, "the part "+quoted(x.Text))
		}
	}
	var parts []string
	if len(numbers) > 0 {
		parts = append(parts, "with "+orList(numbers))
	}
	if len(words) > 0 {
		parts = append(parts, "for "+orList(words))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, " or ") + ", "
}

func (sp *speaker) allow(s *Statement) string {
	n := s.arg()
	act := actName(n)
	sp.context(n, false)
	v := view{}
	from, to, over := sp.parse(s.Node.Get("from")), sp.parse(s.Node.Get("to")), sp.parse(s.Node.Get("over"))
	man := "a man"
	if m := s.Node.Get("men"); m != nil {
		e := sp.parse(m)
		if k, ok := literal(e); ok {
			man = counted(k, "man")
			if k > 1 {
				man += " together"
			}
		} else {
			man = "together, as many men as " + sp.amount(e, v) + ","
			if from == nil {
				man = "together, from one " + sp.noun + ", as many men as " + sp.amount(e, v) + ","
			}
		}
		if from == nil && strings.HasSuffix(man, " together") {
			man += " from one " + sp.noun
		}
	}
	origin := ""
	if from != nil && act != "place" && act != "enter" {
		origin = " from " + sp.setAny(from, v)
		if w, wv := turned(from, v); w.op == "name" && isWhose(w.text) && act == "remove" && w.text == "enemy" && wv == v {
			origin = ""
		}
	}
	dest := func(def string) string {
		if to != nil {
			return sp.setAny(to, v)
		}
		return def
	}
	with := sp.with(s.Node.Get("with"))
	if with == "" && to != nil && (act == "advance" || act == "enter") {
		number := false
		to.walk(func(x *expr) { number = number || x.op == "name" && x.text == "part" })
		if !number {
			with = "with any number, "
		}
	}
	t := ""
	switch act {
	case "place", "enter":
		var st []string
		for _, x := range items(s.Node.Get("from")) {
			st = append(st, map[string]string{"hand": "his hand", "bar": "the bar", "off": "those borne off", "out": "those out of the game"}[x.Text])
		}
		if len(st) == 0 {
			st = []string{map[string]string{"place": "his hand", "enter": "the bar"}[act]}
		}
		t = act + " " + man + " from " + enumerate(st, "or") + " on " + dest("any empty "+sp.noun)
	case "step":
		t = "move " + man + origin + " to " + dest("any empty "+sp.noun+" next to the "+sp.noun+" moved from")
	case "advance":
		if to != nil {
			t = "advance " + man + origin + " to " + dest("")
		} else {
			t = "advance " + man + origin + " along the track by as many " + plural(sp.noun) + " as the number played"
		}
	case "leap":
		what := "an opposing man next to it"
		if over != nil {
			what = sp.setA(over, v) + " next to it"
			if g, _ := sp.headed(over, v); g == nil && sp.isCount(over) {
				what = "an adjacent " + sp.setPhrase(over, v, false)
			} else if g == nil {
				what = "an adjacent " + sp.setPhrase(over, v, false)
			}
		}
		land := "the " + sp.noun + " straight beyond, which must be empty"
		if to != nil {
			land = "the " + sp.noun + " straight beyond, if this " + sp.verb(to, v, false, false)
		}
		t = "leap with " + man + origin + " over " + what + " to " + land
	case "remove":
		t = "remove " + strings.Replace(man, "a man", "an opposing man", 1) + origin
		if origin == "" {
			t = "remove any opposing man"
		}
	case "bear-off":
		t = "bear off " + man + origin + " if the number played is enough to take it beyond the end of the track"
	case "claim":
		t = "make a claim"
	case "stop":
		t = "stop and leave the rest of the throw"
	case "pass":
		t = "pass"
	}
	if yes(s.Node.Get("sparing")) {
		t += " (and where men would be taken may also make the move without taking them)"
	}
	cond := sp.ifs(s.Node.Get("when"))
	switch {
	case cond != "" && act == "bear-off":
		cond = strings.Replace(" and"+cond, " and if ", " and ", 1)
		cond = strings.Replace(cond, " and unless ", ", unless ", 1)
	case cond != "" && (strings.Contains(t, ", ") || strings.Contains(t, " that ")):
		cond = "," + cond
	}
	return sp.inStages(s) + with + "the player may " + t + cond
}

// acting says acts as what somebody does: "advance a man or bear a man off".
func (sp *speaker) acting(n *yamlpos.Node) string {
	words := map[string]string{"place": "place a man", "enter": "enter a man", "step": "move a man a step", "advance": "advance a man",
		"leap": "leap with a man", "remove": "remove an opposing man", "bear-off": "bear off a man", "claim": "make a claim", "stop": "stop", "pass": "pass", "any": "make any move"}
	var parts []string
	for _, x := range items(n) {
		w := words[actName(x)]
		if w == "" {
			w = quoted(x.Text)
		}
		parts = append(parts, w)
	}
	return sameEnd(parts, " a man")
}

// sameEnd says an object once: "advance or enter a man".
func sameEnd(parts []string, end string) string {
	var verbs []string
	for _, p := range parts {
		v, ok := strings.CutSuffix(p, end)
		if !ok || strings.HasSuffix(v, " with") {
			return orList(parts)
		}
		verbs = append(verbs, v)
	}
	return orList(verbs) + end
}

// forbidden is a prohibition without its stages.
func (sp *speaker) forbidden(s *Statement) string {
	sp.context(s.arg(), false)
	return "the player may not " + sp.acting(s.arg()) + sp.ifs(s.Node.Get("when"))
}

func (sp *speaker) except(s *Statement) string {
	var rules []string
	for _, x := range items(s.arg()) {
		o := sp.g.Statement(x.Text)
		if o == nil || o.Kind != "forbid" {
			rules = append(rules, quoted(x.Text))
			continue
		}
		text := sp.inStages(o) + sp.forbidden(o)
		rules = append(rules, title(o)+" ("+text+")")
		sp.context(o.arg(), false)
	}
	if len(rules) > 1 {
		sp.act = ""
	}
	verb := " does"
	if len(rules) > 1 {
		verb = " do"
	}
	return "as an exception, the rule" + map[bool]string{true: "s"}[len(rules) > 1] + " " + enumerate(rules, "and") + verb + " not apply" + sp.ifs(s.Node.Get("when"))
}

func (sp *speaker) require(s *Statement) string {
	n := s.arg()
	v := view{}
	in := sp.inStages(s)
	cond := ""
	if w := s.Node.Get("when"); w != nil {
		cond = strings.TrimPrefix(sp.ifs(w), " ") + ", "
	}
	if textOr(n.Get("scope"), "step") == "throw" {
		if textOr(n.Get("most"), "") == "pips" {
			return in + cond + "the throw must be played so that the sum of the numbers played is as great as possible"
		}
		return in + cond + "the throw must be played so that as many of its parts as possible are played"
	}
	best := func(key, word string) string {
		e := sp.parse(n.Get(key))
		if e == nil {
			return ""
		}
		return in + cond + "of the moves that can be made, only those may be made for which " + sp.num(e, v, false) + " is " + word
	}
	switch {
	case n.Get("that") != nil:
		e := sp.parse(n.Get("that"))
		if e == nil {
			return ""
		}
		if strings.HasPrefix(cond, "if ") {
			cond = strings.TrimSuffix(cond, ", ") + " and there is a move for which "
		} else {
			cond += "if there is a move for which "
		}
		return in + cond + sp.clause(e, v, false) + ", such a move must be made"
	case n.Get("most") != nil:
		return best("most", "greatest")
	}
	return best("least", "least")
}

func (sp *speaker) change(s *Statement) string {
	on := s.Node.Get("on")
	sp.context(on, true)
	t := sp.inStages(s) + sp.whens(sp.happened(on), s.Node.Get("when"))
	var parts []string
	for _, n := range items(s.arg()) {
		parts = append(parts, sp.effect(n)...)
	}
	if len(parts) == 1 {
		return t + parts[0]
	}
	for i, p := range parts {
		if strings.Contains(p, ",") || strings.Contains(p, " and ") {
			return t + strings.Join(parts[:len(parts)-1], "; ") + "; and " + parts[len(parts)-1]
		}
		_ = i
	}
	return t + enumerate(parts, "and")
}

var toStore = map[string]string{"bar": "to the bar", "hand": "back into the hand", "off": "off the board, as borne off", "out": "out of the game"}
var fromStore = map[string]string{"bar": "from the bar", "hand": "from the hand", "off": "from those borne off", "out": "from those out of the game"}

// effect says what happens.
func (sp *speaker) effect(n *yamlpos.Node) []string {
	v := view{}
	get := func(key string) *yamlpos.Node { return n.Get(key) }
	switch {
	case get("send") != nil:
		e := sp.parse(get("send"))
		if e == nil || e.op != "call" {
			return []string{quoted(get("send").Text) + " go " + toStore[textOr(get("to"), "")]}
		}
		th := sp.men(e.text, v)
		where := sp.place(e.kids[0], v)
		go_ := " go "
		who := "the " + th.plur
		if th.of {
			who = th.plur
		}
		if m := get("at_most"); m != nil {
			x := sp.parse(m)
			if k, ok := literal(x); ok && k >= 0 {
				var pl bool
				who, pl = quant("<=", k, th)
				go_ = " " + map[bool]string{true: "go", false: "goes"}[pl] + " "
			} else {
				who, _ = sp.than("<=", x, th, v)
				return []string{"from " + where + " " + who + " go " + toStore[textOr(get("to"), "")]}
			}
		}
		return []string{who + " on " + where + go_ + toStore[textOr(get("to"), "")]}
	case get("set") != nil || get("add") != nil:
		m, set := get("set"), true
		if m == nil {
			m, set = get("add"), false
		}
		if m.Kind != yamlpos.Map {
			who, _, _ := sp.varText(m)
			return []string{who + " grows by one"}
		}
		var out []string
		for i, k := range m.Keys {
			who, kind, pl := sp.varText(k)
			x := sp.parse(m.Values[i])
			if x == nil {
				continue
			}
			if set {
				become := " becomes "
				if pl {
					become = " become "
				}
				out = append(out, who+become+sp.value(m.Values[i], kind))
				continue
			}
			if c, ok := literal(x); ok && c < 0 {
				out = append(out, who+" falls by "+numeral(-c))
				continue
			}
			out = append(out, who+" grows by "+sp.num(x, v, false))
		}
		return out
	case get("mark") != nil:
		return []string{"the man that moved is given the mark " + quoted(get("mark").Text)}
	case get("unmark") != nil:
		return []string{"the man that moved loses the mark " + quoted(get("unmark").Text)}
	case get("put") != nil:
		return []string{sp.put(n)}
	case get("drop") != nil:
		if get("drop").Text == "turn" {
			return []string{"the rest of the turn is lost, further throws included"}
		}
		return []string{"what is left of the throw is dropped"}
	case get("next") != nil:
		switch t := get("next").Text; t {
		case "me":
			return []string{"the player has the next turn as well"}
		case "them":
			return []string{strings.TrimSuffix(sp.he(view{their: true}), " together") + " " + sp.has(view{their: true}) + " the next turn"}
		}
		if e := sp.parse(get("next")); e != nil {
			return []string{sp.player(e, v) + " has the next turn"}
		}
	case get("stage") != nil:
		return []string{"the next turn belongs to " + sp.stageName(get("stage").Text)}
	case get("go_on") != nil:
		return []string{"the same man must make the next move"}
	case get("hand_over") != nil:
		return []string{"the next player plays what is left of the throw"}
	case get("take") != nil:
		e := sp.parse(get("take"))
		if e == nil {
			return nil
		}
		who := sp.men("own", view{their: textOr(get("of"), "me") == "them"})
		where := " go " + fromStore[textOr(get("from"), "")] + " " + toStore[textOr(get("to"), "")]
		if k, ok := literal(e); ok {
			what := who.plur
			switch {
			case who.of:
				what = "of " + who.plur
			case k == 1:
				what = who.sing
			}
			if k == 1 {
				where = strings.Replace(where, " go ", " goes ", 1)
			}
			return []string{numeral(k) + " " + what + where}
		}
		what := who.plur
		if who.of {
			what = "of " + who.plur
		}
		return []string{"as many " + what + " as " + sp.amount(e, v) + where}
	}
	return nil
}

// varText names the variable that an effect changes, with its kind.
func (sp *speaker) varText(n *yamlpos.Node) (name, kind string, pl bool) {
	id, their := strings.CutPrefix(n.Text, "their.")
	i, ok := sp.c.vars[id]
	if !ok {
		return quoted(id), "number", false
	}
	kind = map[engine.VarKind]string{engine.NumberVar: "number", engine.PlaceVar: "place", engine.SetVar: "set", engine.LinesVar: "lines",
		engine.PlayerVar: "player"}[sp.g.Program.Vars[i].Kind]
	name = sp.variable(i, view{their: their})
	return name, kind, kind == "set" || kind == "lines"
}

// put says which parts come on the agenda.
func (sp *speaker) put(n *yamlpos.Node) string {
	acts := map[string]string{"place": "place a man", "enter": "enter a man", "step": "move a man a step", "advance": "advance a man", "leap": "leap with a man",
		"remove": "remove an opposing man", "bear-off": "bear off a man", "claim": "make a claim", "throw": "throw again"}
	when := "next"
	if textOr(n.Get("where"), "front") == "end" {
		when = "after all else"
	}
	list := items(n.Get("put"))
	times := ""
	if t := n.Get("times"); t != nil {
		if e := sp.parse(t); e != nil {
			if k, ok := literal(e); ok {
				times = ", " + map[int]string{1: "once", 2: "twice"}[k]
				if k != 1 && k != 2 {
					times = ", " + numeral(k) + " times"
				}
			} else {
				times = ", as many times as " + sp.amount(e, view{})
			}
		}
	}
	if len(list) == 1 {
		text, opt := strings.CutSuffix(strings.TrimSpace(list[0].Text), "?")
		if w := acts[strings.ReplaceAll(text, "_", "-")]; w != "" {
			must := "must "
			if opt {
				must = "may "
			}
			return "the player " + must + when + " " + w + times
		}
	}
	var parts []string
	for _, x := range list {
		parts = append(parts, sp.partSaid(x, nil))
	}
	return "the player has " + when + " to play " + partsSaid(parts) + times
}

// occasion is when an end or a score is tested.
func (sp *speaker) occasion(s *Statement) string {
	if on := s.Node.Get("on"); on != nil {
		sp.context(on, true)
		return sp.happened(on)
	}
	sp.act, sp.after = "", true
	return sp.momentNamed(textOr(s.Node.Get("at"), "move"))
}

func (sp *speaker) score(s *Statement) string {
	t := sp.inStages(s) + sp.whens(sp.occasion(s), s.Node.Get("when"))
	who, his := "the player", "the player"
	if textOr(s.Node.Get("for"), "me") == "them" {
		who = strings.TrimSuffix(sp.he(view{their: true}), " together")
		his = who
		if sp.many() {
			who = "each of his opponents"
			his = who
		}
	}
	n := s.arg()
	if n.Kind == yamlpos.Map {
		if x := n.Get("times"); x != nil {
			return t + "what " + his + " has scored at this moment is multiplied by " + fractionWord(x.Text)
		}
		return t + "what " + his + " has scored at this moment is rounded " + textOr(n.Get("round"), "up") + " to whole points"
	}
	e := sp.parse(n)
	if e == nil {
		return t + who + " scores " + pointsOf(n.Text)
	}
	if k, ok := literal(e); ok {
		if k < 0 {
			return t + who + " loses " + pointsOf(strconv.Itoa(-k))
		}
		return t + who + " scores " + pointsOf(strconv.Itoa(k))
	}
	if _, _, ok := fraction(n.Text); ok {
		return t + who + " scores " + n.Text + " of a point"
	}
	if p, ok := sp.c.params[e.text]; ok && e.op == "name" {
		name := called(sp.g.Statement(e.text))
		if name == "" {
			name = quoted(e.text)
		}
		return t + who + " scores " + pointsOf(strconv.Itoa(p)) + " (" + name + ")"
	}
	return t + who + " scores " + sp.points(e)
}

// points says how many points are scored.
func (sp *speaker) points(e *expr) string {
	if k, ok := literal(e); ok {
		return pointsOf(strconv.Itoa(k))
	}
	if e.op == "if" {
		return sp.points(e.kids[1]) + " if " + sp.clause(e.kids[0], view{}, false) + ", and otherwise " + sp.points(e.kids[2])
	}
	return "as many points as " + sp.num(e, view{}, false)
}

func fractionWord(s string) string {
	if n, err := strconv.Atoi(s); err == nil {
		return numeral(n)
	}
	return s
}

func (sp *speaker) end(s *Statement) string {
	t := sp.inStages(s) + sp.whens(sp.occasion(s), s.Node.Get("when")) + "the game is over (" + s.arg().Text + ")"
	switch w := textOr(s.Node.Get("winner"), ""); w {
	case "":
		t += "; no winner is named"
	case "me":
		t += " and the player wins"
	case "them":
		t += " and " + sp.he(view{their: true}) + " wins"
	case "none":
		t += " and nobody wins"
	case "higher_score":
		t += " and whoever has the higher score wins"
	default:
		if i, ok := sp.c.vars[w]; ok {
			t += " and " + sp.variable(i, view{}) + " wins"
		} else {
			t += " and " + quoted(w) + " wins"
		}
	}
	if o := s.Node.Get("outranks"); o != nil {
		var ends []string
		for _, x := range items(o) {
			if e := sp.g.Statement(x.Text); e != nil {
				ends = append(ends, title(e))
			} else {
				ends = append(ends, quoted(x.Text))
			}
		}
		t += "; this end goes before " + enumerate(ends, "and") + " where both would apply"
	}
	return t
}
