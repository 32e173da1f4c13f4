package edition

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: statements as a whole, and what leads conditions in.

// statement writes what a statement says; finish gives it capital and full stop.
func (sp *speaker) statement(s *rulesets.Statement) string {
	if len(s.Errs) > 0 {
		return ""
	}
	sp.look(s)
	switch b := s.Body.(type) {
	case *ast.Do:
		return sp.change(s, b)
	case *ast.Allow:
		return sp.allow(s, b)
	case *ast.Forbid:
		return sp.inStages(s) + sp.forbidden(s, b)
	case *ast.Except:
		return sp.except(s, b)
	case *ast.Require:
		return sp.require(s, b)
	case *ast.Score:
		return sp.score(s, b)
	case *ast.End:
		return sp.end(s, b)
	case *ast.Stage:
		return sp.stageStatement(s, b)
	case *ast.Agenda:
		return sp.agenda(s, b)
	case *ast.Order:
		return sp.orderStatement(s, b)
	case *ast.Blocked:
		return sp.blockedStatement(s, b)
	case *ast.Define:
		return sp.define(s, b)
	case *ast.Variable:
		return sp.variableStatement(s, b)
	case *ast.Claim:
		return sp.inStages(s) + sp.invariant(b)
	case *ast.Players:
		return sp.players(b)
	case *ast.Marks:
		return marks(b)
	case *ast.Parameter:
		return cmp.Or(called(s), "the number "+quoted(s.ID)) + " is " + numeral(b.Value.N)
	case *ast.Moment:
		return "the moment " + title(s) + " comes when " + sp.momentNamed(b.Is.Text)
	case *ast.Begins:
		return sp.begins(s, b.Player.Text)
	case *ast.Settles:
		return settled(s, b)
	case *ast.Match:
		return "games are played one after another until a player has " + pointsOf(strconv.Itoa(b.Points.N)) +
			", and who then has more than every other wins the match; each game is begun by the player after the one whose turn ended the game before"
	case *ast.Winner:
		return "where an end does not say itself who wins, " + sp.wins(b.Who.Text)
	}
	return sp.equipment(s)
}

// answered names the question of which a reading puts another statement in the place of
// this one, so that what stands is a reading as well; "" when there is none.
func (sp *speaker) answered(s *rulesets.Statement) string {
	for _, q := range sp.g.Definition.Questions {
		for _, r := range q.Readings {
			if slices.ContainsFunc(r.Statements, func(x *rulesets.Statement) bool { return x.Replaces == s.ID }) {
				return quoted(cmp.Or(q.Title, q.Asks))
			}
		}
	}
	return ""
}

// settled says what a statement settles, once that has been looked up.
func settled(s *rulesets.Statement, b *ast.Settles) string {
	switch {
	case !b.As.Said():
		return s.Settled[0]
	case s.Settled[0] == "": // nobody asks it of a game of that family
		return quoted(strings.ReplaceAll(b.Dimension.Text, "_", " ")) + " is answered with " + quoted(strings.ReplaceAll(b.As.Text, "_", " "))
	}
	return s.Settled[0] + " " + s.Settled[1]
}

// begins says who begins, and who that is where the statement says so; or who draws the lots
// that settle it.
func (sp *speaker) begins(s *rulesets.Statement, who string) string {
	t := doing(who, "begins", "begin")
	if c := called(s); c != "" {
		t = playerName(who) + ", " + c + ", " + strings.TrimPrefix(t, playerName(who)+" ")
	}
	if sp.drawsFirst() {
		t = doing(who, "draws", "draw") + " the lot that settles who begins"
	}
	if sp.g.Program.Match > 0 {
		t += " the first game"
	}
	if q := sp.answered(s); q != "" {
		t += ", by a reading of " + q
	}
	return t
}

// drawsFirst reports whether a game begins with lots.
func (sp *speaker) drawsFirst() bool {
	p := sp.g.Program
	s := p.NewState()
	engine.NewInterpreter(p).Start(s)
	d := s.Device(p)
	return s.Status() == engine.AwaitsThrow && d >= 0 && thrownBy(sp.g, d).Drawn()
}

// look settles what a statement is about: the stages that it is for, and through them
// what has been thrown.
func (sp *speaker) look(s *rulesets.Statement) {
	if s.Kind == "define" {
		sp.acts = sp.actsOf(s)
		if sp.asksTo(s) { // a man who is taken off comes to no place
			sp.acts = slices.DeleteFunc(slices.Clone(sp.acts), func(act string) bool { return act == "remove" || act == "bear-off" })
		}
	}
	lots, others := false, false
	for i, st := range sp.g.Program.Stages {
		if !sp.inStage(s, i) {
			continue
		}
		if st.Device >= 0 && !thrownBy(sp.g, st.Device).Drawn() {
			others = true
		} else {
			lots = true
		}
	}
	sp.unthrown = lots && !others
}

// asksTo reports whether a definition asks where a man comes to.
func (sp *speaker) asksTo(s *rulesets.Statement) bool {
	found := false
	if d := sp.defines[s.ID]; d != nil && meaning(d) != nil {
		sp.through(meaning(d), func(x *lang.Expr) { found = found || x.Op == "name" && x.Text == "to" })
	}
	return found
}

// actsOf are the acts of the moves that a statement is about.
func (sp *speaker) actsOf(s *rulesets.Statement) []string {
	var list []string
	switch b := s.Body.(type) {
	case *ast.Allow:
		list = []string{b.Act.Text}
	case *ast.Forbid:
		list = ast.Texts(b.Acts)
	case *ast.Except:
		for _, x := range b.From {
			if o := sp.g.Statement(x.Text); o != nil && o.Kind == "forbid" {
				list = append(list, sp.actsOf(o)...)
			}
		}
	case *ast.Require:
		list = []string{"any"}
	case *ast.Do:
		list = ast.Texts(b.On)
	case *ast.Score:
		list = ast.Texts(b.On)
	case *ast.End:
		list = ast.Texts(b.On)
	case *ast.Define:
		list = actsAsked(sp.g)[s.ID]
	}
	var out []string
	add := func(act string) {
		if !slices.Contains(out, act) {
			out = append(out, act)
		}
	}
	for _, w := range list {
		w = strings.ReplaceAll(strings.ReplaceAll(w, "_", "-"), " ", "-")
		if w == "any" {
			for _, o := range sp.g.Statements {
				if a, ok := engine.ActNamed(actNameOf(o)); ok && a <= engine.BearOff {
					add(a.String())
				}
			}
		} else if _, ok := engine.ActNamed(w); ok && w != "throw" {
			add(w)
		}
	}
	return out
}

// actNameOf is the act that a statement permits; "" for another statement.
func actNameOf(s *rulesets.Statement) string {
	if b, ok := s.Body.(*ast.Allow); ok {
		return actName(b.Act)
	}
	return ""
}

// actsAsked are, by definition, the acts of the moves about which rules ask it.
func actsAsked(g *rulesets.Game) map[string][]string {
	return g.Kept("acts asked", func() any {
		asked := map[string][]string{}
		sp := newSpeaker(g)
		for _, s := range g.Statements {
			acts := []string(nil)
			switch s.Kind {
			case "allow", "forbid", "except", "require", "do", "score", "end":
				acts = sp.actsOf(s)
			}
			for _, id := range sp.names(s) {
				if len(acts) > 0 && sp.defines[id] != nil {
					asked[id] = append(asked[id], acts...)
				}
			}
		}
		return asked
	}).(map[string][]string)
}

// names are the definitions and variables that a statement uses, those that these use
// included, in the order in which it comes to them.
func (sp *speaker) names(s *rulesets.Statement) []string {
	var out []string
	for _, said := range s.Said() {
		sp.through(said.Expr, func(x *lang.Expr) {
			if (x.Op == "name" || x.Op == "call") && !slices.Contains(out, x.Text) && (sp.defines[x.Text] != nil || sp.isNamed(x.Text)) {
				out = append(out, x.Text)
			}
		})
	}
	return out
}

// isNamed reports whether a name is that of a variable, a parameter or a moment.
func (sp *speaker) isNamed(id string) bool {
	_, v := sp.c.Vars[id]
	_, p := sp.c.Params[id]
	s := sp.g.Statement(id)
	return v || p || s != nil && s.Kind == "moment"
}

// --- conditions led in -----------------------------------------------------

// ifs gives a condition with the word that leads it in: " if …", " unless …". With
// excepts, as in what is permitted or forbidden, what it denies becomes what it excepts.
func (sp *speaker) ifs(e *lang.Expr, excepts bool) string {
	if e == nil {
		return ""
	}
	yes, no := sp.split(e, excepts)
	switch {
	case no == "":
		return " if " + sp.clause(e, view{}, false)
	case len(yes) == 0:
		return " unless " + no
	}
	return " if " + sp.clause(conjunction(yes), view{}, false) + ", unless " + no
}

// split takes those negations off a condition that are said by unless.
func (sp *speaker) split(e *lang.Expr, excepts bool) (yes []term, unless string) {
	if text := sp.unless(e); text != "" {
		return nil, text
	}
	op, kids := sp.flat(term{e, false}, false)
	if op == "or" {
		return kids, ""
	}
	if op == "" {
		if inv := sp.inverse(kids[0], true); excepts && inv != nil {
			return nil, sp.clause(inv, view{}, false)
		}
		return kids, ""
	}
	defer sp.among(op, kids)()
	var no []*lang.Expr
	for _, k := range kids {
		switch inv := sp.inverse(k, false); {
		case inv != nil && (excepts || k.neg && sp.unless(&lang.Expr{Op: "not", Kids: []*lang.Expr{k.e}}) != ""):
			no = append(no, inv)
		default:
			yes = append(yes, k)
		}
	}
	if len(no) == 0 {
		return yes, ""
	}
	any := no[0]
	for _, x := range no[1:] {
		any = &lang.Expr{Op: "or", Kids: []*lang.Expr{any, x}}
	}
	return yes, sp.clause(any, view{}, false)
}

// inverse is what a term denies, where that is better said by itself; nil where the
// term is best said as it stands. A term that stands alone may also deny that there
// is anything of a kind.
func (sp *speaker) inverse(t term, alone bool) *lang.Expr {
	e := t.e
	if !t.neg {
		if e.Op == "!=" && !isNothing(e.Kids[0]) && !isNothing(e.Kids[1]) {
			return &lang.Expr{Op: "=", Kids: e.Kids}
		}
		if e.Op == "=" && sp.flagged(e) && e.Kids[1].Num == 0 {
			return &lang.Expr{Op: "=", Kids: []*lang.Expr{e.Kids[0], {Op: "num", Text: "1", Num: 1}}}
		}
		if k, lit := 0, false; alone && e.Op == "=" && e.Kids[0].Op == "call" && (e.Kids[0].Text == "count" || isWhose(e.Kids[0].Text)) {
			if k, lit = literal(e.Kids[1]); lit && k == 0 {
				return &lang.Expr{Op: ">=", Kids: []*lang.Expr{e.Kids[0], {Op: "num", Text: "1", Num: 1}}}
			}
		}
		return nil
	}
	switch e.Op {
	case "and", "or", "if", "in", "=":
		return e
	case "call":
		return e
	case "name":
		if sp.defines[e.Text] != nil || e.Text == "spares" || e.Text == "completable" {
			return e
		}
	case "their":
		if in := sp.inverse(term{e.Kids[0], true}, alone); in != nil {
			return e
		}
	}
	return nil
}

// isNothing reports whether an expression is none of what is counted.
func isNothing(e *lang.Expr) bool {
	return e.Op == "num" && e.Num == 0 || e.Op == "name" && e.Text == "nowhere"
}

// flagged reports whether a comparison asks about a flag.
func (sp *speaker) flagged(e *lang.Expr) bool {
	x, _ := sp.turned(e.Kids[0], view{})
	i, ok := sp.c.Vars[x.Text]
	return ok && x.Op == "name" && e.Kids[1].Op == "num" && sp.flag(i)
}

// unless says a negation that would be clumsy otherwise as an unless.
func (sp *speaker) unless(e *lang.Expr) string {
	if e.Op != "not" {
		return ""
	}
	switch k, _ := sp.turned(e.Kids[0], view{}); k.Op {
	case "and", "or", "if":
		return sp.clause(e.Kids[0], view{}, false)
	case "call":
		if k.Text == "some" || k.Text == "every" {
			return sp.clause(e.Kids[0], view{}, false)
		}
	case "name":
		if sp.defines[k.Text] != nil || k.Text == "spares" {
			return sp.clause(e.Kids[0], view{}, false)
		}
	}
	return ""
}

// whens joins an occasion and a condition: "when A and B, ".
func (sp *speaker) whens(occasion string, when *lang.Text) string {
	e := when.Tree()
	if e == nil {
		return "when " + occasion + ", "
	}
	op, kids := sp.flat(term{e, false}, false)
	sp.among(map[bool]string{true: "or", false: "and"}[op == "or"], kids) // for what follows as well
	yes, no := sp.split(e, false)
	if op != "and" && no == "" {
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
		t = "when " + occasion + ", and all of this holds (" + strings.Join(unbracketed(parts[1:]), "; ") + ")"
	}
	if no != "" {
		t += ", then, unless " + no
	}
	return t + ", "
}

// inStages is "in the stage “placing”, " when a statement names stages and there
// is more than one. Unless something else is spoken of already, what is thrown in
// them is what the rest of the sentence is about.
func (sp *speaker) inStages(s *rulesets.Statement) string {
	in := s.In()
	if in == nil || len(sp.g.Program.Stages) < 2 {
		return ""
	}
	if len(sp.of) == 0 {
		for i, st := range sp.g.Program.Stages {
			if sp.inStage(s, i) && st.Device >= 0 {
				sp.of = append(sp.of, st.Device)
			}
		}
	}
	return "in " + sp.stages(in) + ", "
}

func (sp *speaker) stages(in []ast.Word) string {
	var parts []string
	for _, x := range in {
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
	if s == nil {
		return ""
	}
	b, ok := s.Body.(*ast.Stage)
	switch {
	case !ok:
		return ""
	case b.Called.Said():
		return guarded(b.Called.Text)
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

// --- invariants ------------------------------------------------------------

// invariant is a claim about every position; it is no rule, and says so.
func (sp *speaker) invariant(b *ast.Claim) string {
	sp.acts = nil
	const claim = "as a consequence of the rules, "
	e := b.That.Expr
	if !b.Never {
		if x, ok := sp.noneIn(e); ok {
			return claim + x
		}
		text := sp.clause(e, view{}, false)
		if op, _ := sp.flat(term{e, false}, false); op == "or" && strings.Contains(text, "; ") {
			return claim + "at least one of these always holds: " + text
		}
		return claim + "it is always so that " + text
	}
	// What never happens together is one thing; of several things each never happens.
	op, kids := sp.flat(term{e, false}, false)
	if op != "or" {
		kids = []term{{e, false}}
	}
	var parts []string
	for _, k := range kids {
		text := ""
		if !k.neg {
			text = sp.nowhere(k.e)
		}
		if text == "" {
			text = "it never happens that " + sp.clauseIn(k.e, view{}, k.neg, op == "or")
		}
		parts = append(parts, text)
	}
	return claim + enumerate(parts, "and")
}

// noneIn says of a store that is always empty that no man is ever in it.
func (sp *speaker) noneIn(e *lang.Expr) (string, bool) {
	in, of, ok := []string(nil), view{}, false
	if e.Op == "=" {
		in, of, ok = sp.stores(e.Kids[0], view{})
		k, lit := literal(e.Kids[1])
		ok = ok && lit && k == 0 && !of.their && !slices.Contains(in, storeWords["men_in_all"])
	}
	if !ok {
		return "", false
	}
	if len(in) > 2 {
		return "it is always so that " + sp.clause(e, view{}, false), true
	}
	return "no man of the player is ever " + enumerate(in, "or"), true
}

// others takes out of what is said of places that they are not certain ones, and says it of
// their name: " other than the home".
func (sp *speaker) others(said []term, v view) (rest []term, but string) {
	for _, k := range said {
		are, denied := strings.CutPrefix(sp.verb(k.e, v, false, k.neg), "is not ")
		if are = strings.TrimPrefix(are, "one of "); denied && but == "" && strings.HasPrefix(are, "the ") {
			but = " other than " + are
			continue
		}
		rest = append(rest, k)
	}
	return rest, but
}

// nowhere says of places of which there is never one that no place is ever so.
func (sp *speaker) nowhere(e *lang.Expr) string {
	var set *lang.Expr
	if (e.Op == ">" || e.Op == ">=") && e.Kids[0].Op == "call" && e.Kids[0].Text == "count" && e.Kids[1].Op == "num" && e.Kids[1].Num == map[string]int{">": 0, ">=": 1}[e.Op] {
		set = e.Kids[0].Kids[0]
	}
	if set == nil || sp.typ(set) == lang.Lines {
		return ""
	}
	set, v := sp.turnedSet(set, view{})
	if g, rest := sp.headed(set, v); g != nil {
		if len(rest) == 0 {
			return ""
		}
		q, _ := quant("=", 0, g.things(sp))
		rest, but := sp.others(rest, g.seen(v))
		if len(rest) == 0 {
			return ""
		}
		return q + but + " ever " + sp.verbs(rest, g.seen(v), false)
	}
	if sp.union(set, v) != nil {
		return ""
	}
	return "no " + sp.noun + " ever " + sp.verb(set, v, false, false)
}
