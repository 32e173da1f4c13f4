package edition

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: comparisons.

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
func (sp *speaker) than(op string, n *lang.Expr, th things, v view) (string, bool) {
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
func (sp *speaker) amount(n *lang.Expr, v view) string {
	m, mv := sp.turned(n, v)
	if m.Op == "call" && m.Text == "count" {
		if t := sp.typ(m.Kids[0]); t != lang.Lines {
			return "there are " + sp.setBare(m.Kids[0], mv)
		}
		return "there are " + sp.lineThings(m.Kids[0], mv).plur
	}
	if st, ok := storeWords[m.Text]; ok && m.Op == "name" {
		return sp.he(mv) + " " + sp.has(mv) + " " + st
	}
	if m.Op == "call" && isWhose(m.Text) {
		return "there are " + sp.menOf(m.Text, mv) + " on " + sp.place(m.Kids[0], mv)
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
func (sp *speaker) compared(op string, n *lang.Expr, th things, v view) (string, bool) {
	if k, ok := literal(n); ok && k >= 0 {
		return quant(op, k, th)
	}
	return sp.than(op, n, th, v)
}

var storeWords = func() map[string]string {
	words := map[string]string{}
	for _, store := range append([]string{"men_in_all"}, whereabouts...) {
		words[store] = lang.Name(store).Says
	}
	return words
}()

// whereabouts are all places where a man can be, in the order in which they are said.
var whereabouts = []string{"hand", "board", "bar", "off", "out"}

// stores are the stores that a sum adds up, when all belong to one side.
func (sp *speaker) stores(e *lang.Expr, v view) (in []string, of view, ok bool) {
	e, v = sp.turned(e, v)
	if e.Op == "+" {
		x, xv, ok1 := sp.stores(e.Kids[0], v)
		y, yv, ok2 := sp.stores(e.Kids[1], v)
		return append(x, y...), xv, ok1 && ok2 && xv == yv
	}
	if w, is := storeWords[e.Text]; is && e.Op == "name" {
		return []string{w}, v, true
	}
	return nil, v, false
}

// compare says a comparison: in the words of what is compared, where it has some,
// and else as numbers.
func (sp *speaker) compare(e *lang.Expr, v view, neg bool) string {
	op, x, y := e.Op, e.Kids[0], e.Kids[1]
	if neg {
		op = opposite[op]
	}
	if _, lit := literal(x); lit {
		if _, both := literal(y); !both {
			op, x, y = mirrored[op], y, x
		}
	}
	for _, say := range []func(op string, x, y *lang.Expr, v view) string{sp.compareKinds, sp.compareFlag, sp.compareStores, sp.compareCounts, sp.compareThrown, sp.comparePlaces} {
		if text := say(op, x, y, v); text != "" {
			return text
		}
	}
	k, lit := literal(y)
	points := ""
	if lit && (sp.typ(x) == lang.Points || sp.typ(y) == lang.Points) {
		points = map[bool]string{true: " point", false: " points"}[k == 1 || k == -1]
	}
	digits := sp.diceLike(x) || sp.diceLike(y)
	return sp.num(x, v, digits) + " " + sp.relation(op) + sp.num(y, v, digits) + points + sp.wordsHaveNone(op, x, y)
}

// compareKinds says a comparison of what is no number: stages, players, parts,
// conditions, lines and sets of places.
func (sp *speaker) compareKinds(op string, x, y *lang.Expr, v view) string {
	tx, ty := sp.typ(x), sp.typ(y)
	is := map[string]string{"=": "is ", "!=": "is not "}[op]
	switch {
	case tx == lang.Stage || ty == lang.Stage:
		if x.Text != "stage" {
			x, y = y, x
		}
		return sp.stage(x) + " " + is + strings.TrimPrefix(sp.stage(y), "the stage ")
	case tx == lang.Player || ty == lang.Player:
		if yp, _ := sp.turned(y, v); yp.Op == "name" && yp.Text == "player" && yp == y && !v.their {
			return sp.player(x, v) + " " + is + "the player himself"
		}
		if slices.Contains(sp.g.Program.Players, y.Text) && areSeveral(y.Text) && x.Text != y.Text { // nobody is Goats
			return sp.player(x, v) + map[string]string{"=": " plays ", "!=": " does not play "}[op] + playerName(y.Text)
		}
		return sp.player(x, v) + " " + is + sp.player(y, v)
	case tx == lang.Kind || ty == lang.Kind:
		return sp.compareKindsOfMen(op, x, y, v)
	case tx == lang.Part || ty == lang.Part:
		return sp.partWord(x.Text) + " " + is + strings.TrimPrefix(sp.partWord(y.Text), "the part ")
	case tx == lang.Truth && ty == lang.Truth:
		if op == "!=" {
			return "either " + sp.clauseIn(x, v, false, true) + ", or " + sp.clauseIn(y, v, false, true) + ", but not both"
		}
		return "either both " + sp.clauseIn(x, v, false, true) + " and " + sp.clauseIn(y, v, false, true) + ", or neither of the two"
	case tx == lang.Lines:
		return sp.linesThe(x, v) + map[string]string{"=": " are the same as ", "!=": " are not the same as "}[op] + sp.linesThe(y, v)
	case sp.isSet(x, tx) || sp.isSet(y, ty):
		return sp.compareSets(op, x, y, v)
	}
	return ""
}

// compareStores says how many men are in a store, or in several together.
func (sp *speaker) compareStores(op string, x, y *lang.Expr, v view) string {
	k, lit := literal(y)
	if lit && k >= 0 {
		if text := sp.bothStores(op, x, k, v); text != "" {
			return text
		}
	}
	in, of, ok := sp.stores(x, v)
	if !ok {
		return ""
	}
	if text := sp.storesAlike(op, in, of, y, v); text != "" {
		return text
	}
	if of.deep && !of.bound && !of.each && of.name == "" {
		return sp.storesNumber(in, of) + " " + sp.relation(op) + sp.num(y, v, false)
	}
	if len(in) == 1 && in[0] == storeWords["out"] {
		return sp.taken(op, y, of, v)
	}
	he := sp.he(of)
	if len(in) > 1 && lit {
		if text := sp.inStores(op, k, in, of); text != "" {
			return text
		}
		he = sp.whom(of)
	}
	q, _ := sp.compared(op, y, things{sing: "man", plur: "men"}, v)
	if !lit {
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

// bothStores says how many men a player and his opponents have together in a store.
func (sp *speaker) bothStores(op string, x *lang.Expr, k int, v view) string {
	if x.Op != "+" {
		return ""
	}
	in, of, ok := sp.stores(x.Kids[0], v)
	also, yof, ok2 := sp.stores(x.Kids[1], v)
	if !ok || !ok2 || of.their == yof.their || !slices.Equal(in, also) {
		return ""
	}
	q, _ := quant(op, k, things{sing: "man", plur: "men"})
	return "he and " + sp.whom(view{their: true}) + " together have " + q + " " + strings.TrimSuffix(sp.together(in), " together")
}

// storesAlike says that as many men are in some stores as in those that y names; ""
// where y names none, or where it is better said otherwise.
func (sp *speaker) storesAlike(op string, in []string, of view, y *lang.Expr, v view) string {
	if yn, yof, also := sp.stores(y, v); also {
		if whole := map[string]string{"=": "all ", ">=": "all ", "!=": "not all ", "<": "not all "}[op]; whole != "" && len(in) == 1 && len(yn) == 1 &&
			yn[0] == storeWords["men_in_all"] && (yof == of || sp.alikeMany()) {
			return whole + sp.his(of) + " men are " + in[0]
		}
		if op == "=" || op == "!=" || len(in) > 1 || len(yn) > 1 {
			return sp.storesNumber(in, of) + " " + sp.relation(op) + sp.storesNumber(yn, yof)
		}
	}
	return ""
}

// taken says how many of somebody's men have been taken for good. That he "has" them
// taken would seem to say that he has taken them.
func (sp *speaker) taken(op string, y *lang.Expr, of, v view) string {
	q, pl := sp.compared(op, y, things{of: true, plur: sp.his(of) + " men"}, v)
	if yn, yof, also := sp.stores(y, v); also && slices.Equal(yn, []string{storeWords["out"]}) {
		return strings.TrimSuffix(q, sp.amount(y, v)) + "of " + sp.his(yof) + " men have been " + storeWords["out"]
	}
	return q + " " + agree("have", pl) + " been " + storeWords["out"]
}

// inStores says that there is no man in several stores, or at least one.
func (sp *speaker) inStores(op string, k int, in []string, of view) string {
	q, _ := quant(op, k, things{sing: "man", plur: "men"})
	switch {
	case q == "at least one man":
		return "at least one of " + sp.his(of) + " men is " + enumerate(in, "or")
	case q != "no man":
	case len(in) > 2:
		// Said of what is left, which the reader knows.
		var rest []string
		for _, st := range whereabouts {
			if !slices.Contains(in, storeWords[st]) {
				rest = append(rest, storeWords[st])
			}
		}
		if len(rest) > 0 && !slices.Contains(in, storeWords["men_in_all"]) {
			return "every man of " + strings.TrimSuffix(sp.his(of), "'s") + map[bool]string{true: "'s"}[of.their] + " is " + enumerate(rest, "or")
		}
	default:
		return sp.whom(of) + " " + sp.has(of) + " no man " + enumerate(in, "or")
	}
	return ""
}

// alikeMany reports whether all players have as many men.
func (sp *speaker) alikeMany() bool {
	for q := range sp.g.Program.Players {
		if sp.g.Program.Men(q) != sp.g.Program.Men(0) {
			return false
		}
	}
	return true
}

// compareCounts says how many men there are on a place, how many places in a set,
// how many lines.
func (sp *speaker) compareCounts(op string, x, y *lang.Expr, v view) string {
	m, mv := sp.turned(x, v)
	k, lit := literal(y)
	lit = lit && k >= 0
	if m.Op != "call" {
		return ""
	}
	switch {
	case isWhose(m.Text) && lit:
		q, pl := quant(op, k, sp.men(m.Text, mv))
		return q + " " + agree("stand", pl) + " on " + sp.place(m.Kids[0], mv)
	case isWhose(m.Text):
		th := sp.men(m.Text, mv)
		q, _ := sp.than(op, y, th, v)
		if cut := strings.Index(q, th.plur); cut >= 0 {
			cut += len(th.plur)
			return q[:cut] + " stand on " + sp.place(m.Kids[0], mv) + q[cut:]
		}
	case m.Text == "count" && sp.typ(m.Kids[0]) == lang.Lines:
		return sp.countLines(op, m.Kids[0], y, mv, v)
	case m.Text == "count" && lit:
		return sp.countPlaces(op, m.Kids[0], k, mv)
	case m.Text == "count" && op == "<" && y.Op == "name" && y.Text == "board" && m.Kids[0].Op == "name" && m.Kids[0].Text == "own" && !mv.their && !v.their && !sp.twice:
		return "two or more of his men stand on one " + sp.noun
	}
	return ""
}

// compareThrown says what is asked of a throw, of its parts and of repetition.
func (sp *speaker) compareThrown(op string, x, y *lang.Expr, v view) string {
	k, lit := literal(y)
	if x.Op == "name" && x.Text == "part" {
		return sp.comparePart(op, y, v)
	}
	if x.Op != "name" || !lit || k < 0 {
		return ""
	}
	switch x.Text {
	case "occurrences":
		return sp.repeated(op, k)
	case "thrown":
		if lots := sp.lots(); k >= 1 && k <= len(lots) && (op == "=" || op == "!=") {
			return "the lot drawn " + map[string]string{"=": "is ", "!=": "is not "}[op] + quoted(lots[k-1])
		}
		if fallen, side := sp.fallen(); fallen != "" {
			q, _ := quant(op, k, things{of: true, plur: "the " + fallen})
			return q + " fell with " + side + " up"
		}
	case "parts_played":
		none, some := sp.partsOf(v)
		switch q, pl := quant(op, k, some); {
		case q == "none of "+some.plur || q == "no "+some.sing:
			return "nothing " + none + " has been played yet"
		default:
			return q + " " + agree("have", pl) + " been played"
		}
	case "parts_left":
		none, some := sp.partsOf(v)
		switch q, pl := quant(op, k, some); {
		case q == "no "+some.sing:
			return "nothing " + none + " is still to be played"
		default:
			return q + " " + agree("are", pl) + " still to be played"
		}
	}
	return ""
}

// comparePart says what number is played against what a man needs.
func (sp *speaker) comparePart(op string, y *lang.Expr, v view) string {
	if y.Op == "call" && y.Text == "distance" && y.Kids[0].Op == "name" && y.Kids[0].Text == "from" && !v.their && sp.alwaysLeaves() {
		return "the number played is " + map[string]string{"=": "just ", "!=": "not just ", "<": "less than ", "<=": "at most ", ">": "greater than ", ">=": "at least "}[op] +
			"what the man needs to leave the board"
	}
	return ""
}

// alwaysLeaves reports whether from every place there is a way off the board.
func (sp *speaker) alwaysLeaves() bool {
	return sp.g.Program.Next != nil && !slices.Contains(sp.g.Program.Distance, 0)
}

// wordsHaveNone says of a comparison of the number played that a part without a
// number counts as 0, where that would not be thought of.
func (sp *speaker) wordsHaveNone(op string, x, y *lang.Expr) string {
	k, lit := literal(y)
	if x.Op != "name" || x.Text != "part" || op != "<" && op != "<=" && !(lit && k == 0) {
		return ""
	}
	for _, s := range sp.g.Statements {
		if b, ok := s.Body.(*ast.Allow); ok && (len(sp.acts) == 0 || slices.Contains(sp.acts, actName(b.Act))) && !numbersOnly(b) {
			return " (what is no number counts as 0)"
		}
	}
	return ""
}

// numbersOnly reports whether a permission goes with parts that are numbers and no others.
func numbersOnly(b *ast.Allow) bool {
	for _, x := range b.With {
		if _, err := strconv.Atoi(x.Text); err != nil && x.Text != "number" {
			return false
		}
	}
	return len(b.With) > 0 || slices.Contains([]string{"advance", "enter", "bear-off"}, actName(b.Act))
}

// repeated says how often a position has stood.
func (sp *speaker) repeated(op string, k int) string {
	const position = "this position, with the same player to move, has "
	times := numeral(k) + " times"
	switch k {
	case 1:
		times = "once"
	case 2:
		times = "twice"
	}
	switch op {
	case ">=":
		return position + "stood " + times + " or more"
	case ">":
		return position + "stood more than " + times
	case "<":
		return position + "stood fewer than " + numeral(k) + " " + agree("time", k == 1)
	case "<=":
		return position + "stood " + times + " at most"
	case "=":
		return position + "stood exactly " + times
	}
	return position + "not stood exactly " + times
}

// comparePlaces says whether one place is another, or before or beyond it.
func (sp *speaker) comparePlaces(op string, x, y *lang.Expr, v view) string {
	_, lit := literal(y)
	if k, one := literal(y); one && k == 1 && (op == "=" || op == "!=") {
		if m, mv := sp.turned(x, v); m.Op == "call" && m.Text == "distance" && sp.g.Program.Row && sp.alwaysLeaves() {
			return sp.place(m.Kids[0], mv) + map[string]string{"=": " is ", "!=": " is not "}[op] +
				sp.pointNamed(strconv.Itoa(sp.g.Program.Places), mv) + " (the last of " + sp.his(mv) + " way)"
		}
	}
	placeX, placeY := sp.typ(x) == lang.Place || sp.placeName(x), sp.typ(y) == lang.Place || sp.placeName(y)
	if !placeX && !placeY {
		return ""
	}
	if op == "=" || op == "!=" {
		return sp.whichIs(x, v, map[string]string{"=": "is ", "!=": "is not "}[op]+sp.place(y, v))
	}
	if !(placeX || lit) || !(placeY || lit) {
		return ""
	}
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

// oneThing finds what something can fall into.
var oneThing = regexp.MustCompile(`^(?:an?|one of|the|his|[a-z]+ [a-z]\w*\d$) ?`)

// anotherVerb finds what is said of it besides.
var anotherVerb = regexp.MustCompile(` (?:and|or) (?:is|holds?|has|lies|does|gets|none)\b|^(?:the|his) .* (?:and|or) (?:the|his) `)

// whichIs says of a place what it is, by a verb: of that where a sowing ends, that the last man falls there.
func (sp *speaker) whichIs(x *lang.Expr, v view, verb string) string {
	if x.Op == "name" && x.Text == "to" && sp.about("sow") {
		how := "sown, is"
		thing, is := strings.CutPrefix(verb, "is ")
		if other, not := strings.CutPrefix(thing, "not "); not {
			how, thing = "sown, is not", other
		}
		if is && oneThing.MatchString(thing) && !anotherVerb.MatchString(thing) {
			return wordOf(x).Else[how] + " " + thing
		}
	}
	return sp.place(x, v) + " " + verb
}

// placeName reports whether a number is spoken of as a place: a definition
// "the starting point".
func (sp *speaker) placeName(e *lang.Expr) bool {
	e, _ = sp.turned(e, view{})
	d := sp.defines[e.Text]
	return sp.c.Numbered && e.Op == "name" && d != nil && sp.typ(e) == lang.Number && strings.Contains(title(d), sp.noun) && !strings.Contains(title(d), plural(sp.noun))
}

func (sp *speaker) relation(op string) string {
	return map[string]string{"=": "is ", "!=": "is not ", "<": "is less than ", "<=": "is at most ", ">": "is greater than ", ">=": "is at least "}[op]
}

// agree puts a verb (or a noun given as its plural verb form) in the singular
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
	if v.deep && !v.bound && !v.each && v.name == "" { // every player is an opponent of several
		return "the sum, over his opponents, of the numbers of men " + sp.together(in) + " of those opposed to each of them"
	}
	return "the number of " + sp.his(v) + " men " + sp.together(in)
}

func isWhose(s string) bool { _, ok := lang.Whose(s); return ok }

func (sp *speaker) isSet(e *lang.Expr, t lang.Type) bool { return t == lang.Places || t == lang.Counts }

func (sp *speaker) compareSets(op string, x, y *lang.Expr, v view) string {
	if x.Text == "nowhere" && x.Op == "name" {
		x, y = y, x
	}
	if y.Text == "nowhere" && y.Op == "name" {
		if op == "=" {
			return sp.countPlaces("=", x, 0, v)
		}
		return sp.countPlaces(">=", x, 1, v)
	}
	if sp.single(y) && !sp.single(x) {
		x, y = y, x
	}
	is := map[string]string{"=": " is ", "!=": " is not "}[op]
	if sp.single(x) {
		if sp.single(y) {
			return sp.place(x, v) + is + sp.place(y, v)
		}
		if g, rest := sp.headed(y, v); g != nil {
			only := "the only one of " + g.np
			if g.region {
				only = "the only " + sp.noun + " of " + g.np
			}
			if len(rest) > 0 {
				only += " that " + sp.verbs(rest, g.seen(v), false)
			}
			return sp.place(x, v) + is + only
		}
		return sp.place(x, v) + is + "the only " + sp.setPhrase(y, v, false)
	}
	return sp.setThe(x, v) + map[string]string{"=": " are the same as ", "!=": " are not the same as "}[op] + sp.setThe(y, v)
}

// countPlaces says how many places a set holds.
func (sp *speaker) countPlaces(op string, set *lang.Expr, k int, v view) string {
	set, v = sp.turnedSet(set, v)
	head, rest := sp.headed(set, v)
	if head != nil && len(rest) > 0 {
		q, pl := quant(op, k, head.things(sp))
		return q + " " + sp.verbs(rest, head.seen(v), pl)
	}
	if head != nil {
		th := head.things(sp)
		if !head.region {
			th = things{sing: sp.noun + " among " + head.np, plur: plural(sp.noun) + " among " + head.np}
		}
		q, pl := quant(op, k, th)
		return "there " + agree("are", pl) + " " + q
	}
	q, pl := quant(op, k, things{sing: sp.noun, plur: plural(sp.noun)})
	some, none := q == "at least one "+sp.noun, q == "no "+sp.noun
	if set.Op == "call" && (some || none) {
		switch set.Text {
		case "run", "crowd":
			row := strings.TrimPrefix(sp.verb(set, v, false, false), "lies in ")
			if none {
				row = "no" + strings.TrimPrefix(row, "an")
			}
			return "there is " + row
		case "landings":
			if !sp.leapAllowed(set) {
				over, to := sp.setA(set.Kids[1], v), sp.setA(set.Kids[2], v)
				from := sp.place(set.Kids[0], v)
				if none {
					return "straight beyond no " + strings.TrimPrefix(strings.TrimPrefix(over, "a "), "one of ") + ", next to " + from + ", lies " + to
				}
				return "straight beyond " + over + ", next to " + from + ", lies " + to
			}
			leap := "leap from " + sp.place(set.Kids[0], v) + ", over " + sp.setA(set.Kids[1], v) + " to " + sp.setA(set.Kids[2], v) + ", can be made"
			return map[bool]string{true: "a ", false: "no "}[some] + leap
		}
	}
	if o, _ := sp.flat(term{set, false}, true); o == "and" {
		q, pl := quant(op, k, things{sing: sp.setPhrase(set, v, false), plur: sp.setPhrase(set, v, true)})
		return "there " + agree("are", pl) + " " + q
	}
	return q + " " + sp.verb(set, v, pl, false)
}

// leapAllowed reports whether what is asked of a leap is what a permission to leap asks.
func (sp *speaker) leapAllowed(landings *lang.Expr) bool {
	standing := func(e *lang.Expr, none string) string {
		if e == nil {
			return none
		}
		if k, lit := 0, false; sp.isCount(e) {
			if k, lit = literal(e.Kids[1]); lit && (e.Op == ">=" && k == 1 || e.Op == ">" && k == 0) {
				e = e.Kids[0]
			}
		}
		return e.String()
	}
	return slices.ContainsFunc(sp.g.Statements, func(s *rulesets.Statement) bool {
		b, ok := s.Body.(*ast.Allow)
		return ok && actName(b.Act) == "leap" && standing(b.Over.Tree(), "name enemy()") == standing(landings.Kids[1], "") &&
			standing(b.To.Tree(), "name empty()") == standing(landings.Kids[2], "")
	})
}

func (sp *speaker) countLines(op string, lines, n *lang.Expr, v, nv view) string {
	// He has mills; other lines there are.
	l, lv := sp.turned(lines, v)
	if l.Op == "call" && l.Text == "mills" {
		if who, ok := sp.millOf(l, lv); ok {
			through := ""
			if len(l.Kids) == 2 {
				through = " through " + sp.place(l.Kids[1], lv)
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
