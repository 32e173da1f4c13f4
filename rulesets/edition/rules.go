package edition

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: rules.

// --- what may be done ------------------------------------------------------

// with says with which parts a move goes: "with a 6, ", "for “grace”, ".
func (sp *speaker) with(parts []ast.Word) string {
	var numbers, words []string
	for _, x := range parts {
		_, err := strconv.Atoi(x.Text)
		switch {
		case x.Text == "number":
			numbers = append(numbers, "any number")
		case err == nil:
			numbers = append(numbers, article(x.Text))
		default:
			words = append(words, quoted(x.Text))
		}
	}
	var said []string
	if len(numbers) > 0 {
		said = append(said, "with "+orList(numbers))
	}
	if len(words) > 0 {
		said = append(said, "for "+orList(words))
	}
	return prefixed("", strings.Join(said, " or "), ", ")
}

// goesWith says with which parts a permission goes, and what its condition asks
// besides: a number that is asked for is the number that it goes with.
func (sp *speaker) goesWith(b *ast.Allow) (string, *lang.Expr) {
	act, to, when := actName(b.Act), b.To.Tree(), b.When.Tree()
	if len(b.With) > 0 {
		return sp.with(b.With), when
	}
	switch act {
	case "advance", "enter", "bear-off":
		if with, rest := sp.numberPlayed(when); with != "" {
			return "with " + with + ", ", rest
		}
		number := to == nil
		if to != nil {
			sp.through(to, func(x *lang.Expr) { number = number || x.Op == "name" && x.Text == "part" })
		}
		if !number {
			return "with any number, ", when
		}
	case "stop", "pass":
	default:
		if !sp.onAgenda(act) {
			return "where " + sp.partWord(act) + " is due, ", when
		}
	}
	return "", when
}

// numberPlayed takes the number to be played out of a condition: "the lower number",
// "a 10 or a 25". It is empty where the condition asks for none.
func (sp *speaker) numberPlayed(when *lang.Expr) (string, *lang.Expr) {
	if when == nil {
		return "", nil
	}
	op, kids := sp.flat(term{when, false}, false)
	if op == "or" {
		if with := sp.oneOfNumbers(kids); with != "" {
			return with, nil
		}
		return "", when
	}
	defer sp.among("and", kids)()
	for i, k := range kids {
		with := ""
		if o, alt := sp.flat(k, false); o == "or" {
			with = sp.oneOfNumbers(alt)
		} else {
			with = sp.numberIs(k)
		}
		if with != "" {
			return with, conjunction(append(append([]term{}, kids[:i]...), kids[i+1:]...))
		}
	}
	return "", when
}

// numberIs is the number that a term asks to be played: "a 6", "the lower number".
func (sp *speaker) numberIs(t term) string {
	if t.neg || t.e.Op != "=" {
		return ""
	}
	x, y := t.e.Kids[0], t.e.Kids[1]
	if x.Text != "part" {
		x, y = y, x
	}
	if x.Op != "name" || x.Text != "part" || y.Op == "call" && y.Text == "distance" {
		return ""
	}
	if k, ok := literal(y); ok {
		return article(strconv.Itoa(k))
	}
	said := sp.num(y, view{}, true)
	if y.Op == "+" || y.Op == "-" || y.Op == "*" {
		return "a number that is " + said // which alone would be no noun: "play 7 minus the number"
	}
	return said
}

func (sp *speaker) oneOfNumbers(alt []term) string {
	var out []string
	for _, t := range alt {
		n := sp.numberIs(t)
		if n == "" {
			return ""
		}
		out = append(out, n)
	}
	return orList(out)
}

// conjunction joins terms by and; nil for none.
func conjunction(kids []term) *lang.Expr {
	var e *lang.Expr
	for _, k := range kids {
		x := k.e
		if k.neg {
			x = &lang.Expr{Op: "not", Kids: []*lang.Expr{x}}
		}
		if e == nil {
			e = x
		} else {
			e = &lang.Expr{Op: "and", Kids: []*lang.Expr{e, x}}
		}
	}
	return e
}

// onAgenda reports whether an agenda puts a part of this name up; else only rules do.
func (sp *speaker) onAgenda(part string) bool {
	for _, a := range sp.g.Program.Agendas {
		for _, p := range a.Parts {
			if strings.ReplaceAll(sp.g.Program.Parts[p&0x7f].Name, "_", "-") == part {
				return true
			}
		}
	}
	return false
}

func (sp *speaker) allow(s *rulesets.Statement, b *ast.Allow) string {
	act := actName(b.Act)
	sp.acts, sp.after = []string{act}, false
	in := sp.inStages(s)
	with, when := sp.goesWith(b)
	t := ""
	switch act {
	case "stop":
		t, when = sp.stopping(when)
	case "declare":
		t = "make a declaration"
	case "pass":
		t = "pass"
	default:
		t = sp.movement(s, b)
	}
	if b.MaySpare {
		t += "; where this would take men, it may also be made without taking them"
	}
	cond := sp.ifs(when, true)
	if cond != "" && (strings.Contains(t, ", ") || strings.Contains(t, " that ") || strings.Contains(t, "; ")) {
		cond = "," + cond
	}
	return in + with + "the player may " + t + cond
}

// stopping says what stopping leaves; at the beginning of a turn it is a pass.
func (sp *speaker) stopping(when *lang.Expr) (string, *lang.Expr) {
	t := "stop and leave the rest of the " + sp.throwOrTurn()
	if when != nil {
		_, kids := sp.flat(term{when, false}, false)
		for i, k := range kids {
			if op, _ := sp.flat(term{when, false}, false); op != "or" && !k.neg && k.e.Op == "=" && k.e.Kids[0].Text == "parts_played" && k.e.Kids[1].Op == "num" && k.e.Kids[1].Num == 0 {
				t = "pass, as long as nothing of the " + sp.throwOrTurn() + " has been played"
				when = conjunction(append(append([]term{}, kids[:i]...), kids[i+1:]...))
				break
			}
		}
	}
	return t + sp.butThrows(), when
}

// movement says what a permission lets a man do.
func (sp *speaker) movement(s *rulesets.Statement, b *ast.Allow) string {
	v := view{}
	act, from, to := actName(b.Act), b.From.Tree(), b.To.Tree()
	man := sp.menMoved(b)
	origin := ""
	if from != nil {
		origin = " from " + sp.setAny(from, v)
	}
	switch act {
	case "place", "enter":
		where := "any empty " + sp.noun
		if to != nil {
			where = sp.setAny(to, v)
		}
		return act + " " + man + " from " + sp.origins(b, act) + " on " + where
	case "step":
		return "move " + man + origin + sp.stepping(s, to)
	case "advance":
		return "advance " + man + origin + sp.advancing(to)
	case "leap":
		return "leap with " + man + origin + sp.leaping(s, b.Over.Tree(), to)
	case "remove":
		if slices.ContainsFunc(b.Of, func(n ast.Word) bool { return n.Text == engine.NobodysName }) {
			return "remove " + man + origin + ", which is from then on among those of his that are taken for good"
		}
		if from == nil || sp.anyOpposing(from) {
			return "remove any opposing man, which is taken for good"
		}
		return "remove " + strings.Replace(man, "a man", "an opposing man", 1) + origin
	}
	if act == "sow" {
		return sp.sowing(b, origin)
	}
	t := "bear off " + man + origin
	if !onlyWords(b.With) {
		t += " that the number played takes off the board"
		if sp.g.Program.Row {
			t += " (from the last " + sp.noun + " of its way it needs a 1 or more, from the one before it a 2 or more, and so on)"
		}
	}
	return t
}

// sowing says how men of nobody are sown: what the player does.
func (sp *speaker) sowing(b *ast.Allow, origin string) string {
	left := " and lay them"
	if b.Leaves != nil {
		left = ", leave as many there as this number says: " + sp.num(b.Leaves.Expr, view{}, false) + "; and lay the others"
	}
	return "take up all men" + origin + left + " one by one on the " + plural(sp.noun) + " that follow" + sp.sownAlong(&b.Sowing)
}

// sownAlong says which way men are sown, and what they pass over.
func (sp *speaker) sownAlong(w *ast.Sowing) string {
	t := " on his way"
	if w.Back.Text == "yes" {
		t = " against his way"
	}
	if w.Skips != nil {
		t += ", passing over " + sp.setThe(w.Skips.Expr, view{})
	}
	return t
}

// anyOpposing reports whether a set is that of all places with opposing men.
func (sp *speaker) anyOpposing(e *lang.Expr) bool {
	if sp.isCount(e) {
		k, lit := literal(e.Kids[1])
		if !lit || !(e.Op == ">=" && k == 1 || e.Op == ">" && k == 0) {
			return false
		}
		e = e.Kids[0]
	}
	return e.Op == "name" && e.Text == "enemy"
}

// menMoved says how many men move together.
func (sp *speaker) menMoved(b *ast.Allow) string {
	switch {
	case b.Men == nil:
		return whichMan(b.Of)
	case len(b.Of) > 0:
		return ofKind(sp.menTogether(b), spaces(strings.Join(ast.Texts(b.Of), " or ")))
	}
	return sp.menTogether(b)
}

// menTogether says how many men move together where a permission says it.
func (sp *speaker) menTogether(b *ast.Allow) string {
	e, from := b.Men.Expr, b.From != nil || len(b.Stores) > 0
	if k, ok := literal(e); ok {
		switch {
		case k == 1:
			return "one man"
		case from:
			return counted(k, "man") + " together"
		}
		return counted(k, "man") + " together from one " + sp.noun
	}
	if e.Op == "call" && (e.Text == "own" || e.Text == "own_any_lap") && e.Kids[0].Text == "from" {
		return "all his men on one " + sp.noun + " together"
	}
	men := "together, as many men as " + sp.amount(e, view{}) + ","
	if !from {
		men = "together, from one " + sp.noun + ", as many men as " + sp.amount(e, view{}) + ","
	}
	return men
}

// origins says from where men come in.
func (sp *speaker) origins(b *ast.Allow, act string) string {
	words := map[string]string{"hand": "his hand", "bar": "the bar", "off": "those borne off", "out": "those taken for good"}
	var out []string
	for _, x := range b.Stores {
		out = append(out, words[x.Text])
	}
	if len(out) == 0 {
		return map[string]string{"place": words["hand"], "enter": words["bar"]}[act]
	}
	return enumerate(out, "or")
}

// alongLines says in which directions the board lets the men go that a rule lets move, as
// far as the rules let them come where these directions lead.
func (sp *speaker) alongLines(rule *rulesets.Statement) string {
	const straight, slanting = " along a row or column", " slantwise"
	along := sp.linesOfBoard()
	if along == "" {
		return ""
	}
	switch a, b, known := sp.goesAlong(rule.ID); {
	case known && a && !b && along != " along a line":
		return straight
	case known && b && !a && along != " along a line":
		return slanting
	}
	return along
}

// linesOfBoard says in which directions lines of the board lead.
func (sp *speaker) linesOfBoard() string {
	for _, s := range sp.g.Statements {
		switch b := s.Body.(type) {
		case *ast.Merels, *ast.Picture, *ast.Graph:
			return " along a line"
		case *ast.Grid:
			switch b.Diagonals.Or("none") {
			case "none":
				return " along a row or column"
			case "all":
				return " along a row or column or slantwise"
			}
			return " along a line"
		case *ast.Cross:
			return " along a row or column"
		}
	}
	return ""
}

// stepping says where a step leads.
func (sp *speaker) stepping(s *rulesets.Statement, to *lang.Expr) string {
	if to == nil {
		return " one step" + sp.alongLines(s) + " to any empty " + sp.noun
	}
	if slides := sp.sliding(s, to); slides != "" {
		return slides
	}
	rest, beside := sp.besideIt(to)
	switch {
	case beside && rest == nil:
		return " one step" + sp.alongLines(s)
	case beside:
		return " one step" + sp.alongLines(s) + " to " + sp.setAny(rest, view{})
	}
	return " to " + sp.setAny(to, view{})
}

// besideIt reports whether a set holds only places next to the one that a man leaves, and
// what it asks of them besides; nil for nothing.
func (sp *speaker) besideIt(to *lang.Expr) (rest *lang.Expr, beside bool) {
	if op, kids := sp.flat(term{to, false}, true); op == "and" || op == "" {
		for i, k := range kids {
			if !k.neg && k.e.Op == "call" && k.e.Text == "near" && k.e.Kids[0].Op == "name" && k.e.Kids[0].Text == "from" {
				return conjunction(append(append([]term{}, kids[:i]...), kids[i+1:]...)), true
			}
		}
	}
	return to, false
}

// advancing says how far an advance leads.
func (sp *speaker) advancing(to *lang.Expr) string {
	switch {
	case to == nil:
		return " along its way by as many " + plural(sp.noun) + " as the number played"
	case to.Op == "call" && to.Text == "ahead" && to.Kids[0].Op == "name" && to.Kids[0].Text == "from":
		if k, ok := literal(to.Kids[1]); ok {
			return " along its way by " + counted(k, sp.noun)
		}
		return " along its way by as many " + plural(sp.noun) + " as " + sp.num(to.Kids[1], view{}, true)
	}
	return " to " + sp.setAny(to, view{})
}

// leaping says over what a leap goes and where it lands.
func (sp *speaker) leaping(s *rulesets.Statement, over, to *lang.Expr) string {
	what := "an opposing man next to it"
	if over != nil && !sp.anyOpposing(over) {
		g, _ := sp.headed(over, view{})
		switch {
		case over.Op == "name" && (over.Text == "own" || over.Text == "own_any_lap"):
			what = "a man of his own next to it"
		case g != nil:
			what = sp.setA(over, view{}) + " next to it"
		default:
			what = "an adjacent " + sp.setPhrase(over, view{}, false)
		}
	}
	land := "the " + sp.noun + " straight beyond, which must be empty"
	if to != nil {
		land = "the " + sp.noun + " straight beyond, if this " + sp.verb(to, view{}, false, false)
	}
	along := sp.alongLines(s)
	if along != "" {
		along = "," + along + ","
	}
	return along + " over " + what + " to " + land
}

// onlyWords reports whether a rule goes with parts that are no numbers.
func onlyWords(with []ast.Word) bool {
	for _, x := range with {
		if _, err := strconv.Atoi(x.Text); err == nil || x.Text == "number" {
			return false
		}
	}
	return len(with) > 0
}

// --- what may not ----------------------------------------------------------

// acting says acts as what somebody does: "advance a man or bear a man off".
func (sp *speaker) acting(acts []ast.Word) string {
	var parts []string
	for _, x := range acts {
		w := sp.act(actName(x)).Does
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

// forbidden is a prohibition without its stages. A part that its condition asks for
// is what may not be played, or not in this way.
func (sp *speaker) forbidden(s *rulesets.Statement, b *ast.Forbid) string {
	sp.acts, sp.after = sp.actsOf(s), false
	when := b.When.Tree()
	any := len(b.Acts) == 1 && b.Acts[0].Text == "any"
	if when != nil {
		_, kids := sp.flat(term{when, false}, false)
		defer sp.among("and", kids)()
	}
	part, rest := sp.partAsked(when)
	switch {
	case part != "" && any:
		return "the player may not play " + strings.TrimPrefix(part, "with ") + sp.ifs(rest, true)
	case part != "":
		return part + ", the player may not " + sp.acting(b.Acts) + sp.ifs(rest, true)
	}
	return "the player may not " + sp.acting(b.Acts) + sp.ifs(when, true)
}

// partAsked takes the part that is played out of a condition: "with a 6", "for “grace”".
func (sp *speaker) partAsked(when *lang.Expr) (string, *lang.Expr) {
	if with, rest := sp.numberPlayed(when); with != "" {
		return "with " + with, rest
	}
	if when == nil {
		return "", nil
	}
	op, kids := sp.flat(term{when, false}, false)
	if op == "or" {
		return "", when
	}
	for i, k := range kids {
		if !k.neg && k.e.Op == "call" && k.e.Text == "part_is" {
			return "for " + strings.TrimPrefix(sp.partWord(k.e.Kids[0].Text), "the part "), conjunction(append(append([]term{}, kids[:i]...), kids[i+1:]...))
		}
	}
	return "", when
}

// except lifts prohibitions. Where the sentence of the one that it lifts stands just
// before, that need not be said again.
func (sp *speaker) except(s *rulesets.Statement, b *ast.Except) string {
	if o := sp.before; o != nil && s.Excepts() != "" {
		sp.acts, sp.after = sp.actsOf(s), false
		cond := sp.ifs(b.When.Tree(), false)
		switch s.Excepts() {
		case o.ID:
			return "this does not apply" + cond
		case o.Excepts():
			return "nor does that rule apply" + cond
		}
	}
	var rules []string
	for _, x := range b.From {
		o := sp.g.Statement(x.Text)
		if o == nil || o.Kind != "forbid" {
			rules = append(rules, quoted(x.Text))
			continue
		}
		// Who is spoken of in brackets is not who is spoken of after them.
		rules = append(rules, title(o)+" ("+verbatim(tidy(sp.inStages(o)+sp.forbidden(o, o.Body.(*ast.Forbid))))+")")
	}
	sp.acts, sp.after = sp.actsOf(s), false
	several := len(rules) > 1
	return "as an exception, the rule" + map[bool]string{true: "s"}[several] + " " + enumerate(rules, "and") +
		map[bool]string{true: " do", false: " does"}[several] + " not apply" + sp.ifs(b.When.Tree(), false)
}

// --- what must -------------------------------------------------------------

func (sp *speaker) require(s *rulesets.Statement, b *ast.Require) string {
	v := view{}
	sp.acts, sp.after = sp.actsOf(s), false
	in := sp.inStages(s)
	cond := ""
	if b.When != nil {
		cond = strings.TrimPrefix(sp.ifs(b.When.Expr, false), " ") + ", "
	}
	atLast := b.Scope.Text == "throw"
	if atLast && b.Most != nil && (b.Most.Written == "parts" || b.Most.Written == "pips") {
		ending := ", unless a move ends the game" // which no player need put off
		if sp.dropsRest() {
			ending += " or makes what is left be lost"
		}
		if b.Most.Written == "pips" {
			return in + cond + "the throw must be played so that the sum of the numbers played is as great as possible" + ending
		}
		return in + cond + "the throw must be played so that as many of its " + plural(sp.partNoun()) + " as possible are played" + ending
	}
	best := func(e *lang.Expr, word string) string {
		if atLast {
			return in + cond + "of the moves that can be made, only those may be made with which " + sp.num(e, v, false) + " can be " + word + " once the " + sp.throwOrTurn() + " has been played" + sp.mayStop()
		}
		return in + cond + "of the moves that can be made, only those may be made for which " + sp.num(e, v, false) + " is " + word + sp.mayStop()
	}
	switch {
	case b.That != nil:
		return in + sp.mustBe(cond, b.That.Expr) + sp.mayStop()
	case b.Most != nil:
		return best(b.Most.Expr, "greatest")
	}
	return best(b.Least.Expr, "least")
}

// mustBe says of which moves one must be made if there is one. Of a condition that
// denies something it is said which moves may be made only if there is no other.
func (sp *speaker) mustBe(cond string, e *lang.Expr) string {
	if e.Op == "call" && e.Text == "act_is" {
		if c := sp.act(e.Kids[0].Text).Can; c != "" {
			if strings.HasPrefix(cond, "if ") {
				return strings.TrimSuffix(cond, ", ") + " and " + c + ", this must be done"
			}
			return cond + "if " + c + ", this must be done"
		}
	}
	if neg := sp.denial(e); neg != nil {
		if neg.Op == "call" && neg.Text == "act_is" {
			if c := sp.act(neg.Kids[0].Text).Can; c != "" {
				return cond + strings.Replace(c, " can be ", " may be ", 1) + " only if no move of another kind can be made"
			}
		}
		return cond + "a move for which " + sp.clause(neg, view{}, false) + " may be made only if all moves that can be made are such"
	}
	if strings.HasPrefix(cond, "if ") {
		cond = strings.TrimSuffix(cond, ", ") + " and there is a move for which "
	} else {
		cond += "if there is a move for which "
	}
	said := sp.clauseIn(e, view{}, false, e.Op == "or")
	if what, ok := strings.CutPrefix(said, "the move "); ok && !strings.Contains(what, "the move ") && !strings.Contains(what, ",") {
		return strings.TrimSuffix(cond, "for which ") + "that " + what + ", such a move must be made"
	}
	return cond + said + ", such a move must be made"
}

// denial is what a condition denies, where it does nothing else: nil for one that
// asserts something.
func (sp *speaker) denial(e *lang.Expr) *lang.Expr {
	op, kids := sp.flat(term{e, false}, false)
	if op == "and" {
		return nil
	}
	var out []term
	for _, k := range kids {
		inv := sp.inverse(k, false)
		if inv == nil {
			return nil
		}
		out = append(out, term{inv, false})
	}
	return conjunction(out)
}

// mayStop reminds of what no requirement takes away.
func (sp *speaker) mayStop() string {
	if sp.mayLeave() || sp.letsStop() {
		return "; where a player may stop, he may stop all the same"
	}
	return ""
}

// dropsRest reports whether a rule drops what is left of a throw.
func (sp *speaker) dropsRest() bool {
	for _, s := range sp.g.Statements {
		for _, e := range effects(s) {
			if _, ok := e.(*ast.Drop); ok {
				return true
			}
		}
	}
	return false
}
