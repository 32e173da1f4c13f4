package edition

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: what follows from what happens.

func (sp *speaker) change(s *rulesets.Statement, b *ast.Do) string {
	sp.acts, sp.after = sp.actsOf(s), true
	t := sp.inStages(s) + sp.whens(sp.happened(b.On), b.When)
	var parts []string
	for _, e := range b.Effects {
		parts = append(parts, sp.effect(e, s)...)
	}
	order := sp.changeOrder(s, b)
	if len(parts) == 1 {
		return t + parts[0] + order
	}
	for _, p := range parts {
		if strings.Contains(p, ",") || strings.Contains(p, " and ") {
			return t + strings.Join(parts[:len(parts)-1], "; ") + "; and " + parts[len(parts)-1] + order
		}
	}
	return t + enumerate(parts, "and") + order
}

// changeOrder says when a change is made, where this shows: after others that
// answer the same and read what it changes, and after it has been settled what a
// throw gives; and before or after what the ruleset names.
func (sp *speaker) changeOrder(s *rulesets.Statement, b *ast.Do) string {
	after, settled := sp.readBefore(s, b)
	before := ""
	for _, key := range []string{"before", "after"} {
		id := map[string]string{"before": s.Before, "after": s.After}[key]
		if o := sp.g.Statement(id); o != nil && o.Kind == "do" && sameOccasion(o, s) {
			if key == "before" {
				before = "before " + title(o)
			} else if !slices.Contains(after, title(o)) {
				after = append(after, title(o))
			}
		}
	}
	var when []string
	if settled {
		when = append(when, "after it has been settled what the throw gives to play")
	}
	if len(after) > 0 {
		when = append(when, "after "+enumerate(after, "and"))
	}
	if before != "" {
		when = append(when, before)
	}
	if len(when) == 0 {
		return ""
	}
	return "; this comes " + strings.Join(when, " and ")
}

// occasions are the acts and events that a change answers.
func occasions(s *rulesets.Statement) []ast.Word {
	if b, ok := s.Body.(*ast.Do); ok {
		return b.On
	}
	return nil
}

// sameOccasion reports whether two changes answer one act or event.
func sameOccasion(a, b *rulesets.Statement) bool {
	for _, x := range occasions(a) {
		for _, y := range occasions(b) {
			if actName(x) == actName(y) {
				return true
			}
		}
	}
	return false
}

// readBefore is what reads a variable, on the same occasion, before a change gives it
// another value: told in another order it would be something else. settled reports whether
// what a throw gives to play depends on it.
func (sp *speaker) readBefore(s *rulesets.Statement, b *ast.Do) (out []string, settled bool) {
	changed := map[string]bool{}
	for _, e := range b.Effects {
		if a, ok := e.(*ast.Assign); ok {
			for _, v := range a.Values {
				id, _ := v.Name()
				changed[id] = true
			}
		}
	}
	reads := func(when *lang.Text) bool {
		found := false
		if e := when.Tree(); e != nil {
			sp.through(e, func(x *lang.Expr) { found = found || x.Op == "name" && changed[x.Text] })
		}
		return found
	}
	for _, x := range b.On {
		for _, o := range sp.g.Statements {
			settled = settled || x.Text == "thrown" && o.Kind == "agenda" && reads(o.When())
		}
	}
	for _, o := range sp.g.Statements {
		if o.ID == s.ID {
			break
		}
		if o.Kind == "do" && sameOccasion(o, s) && reads(o.When()) {
			out = append(out, title(o))
		}
	}
	return out, settled
}

// sentTo says what becomes of men that are sent somewhere.
var sentTo = map[string]string{"bar": "sent to the bar", "hand": "sent back into the hand", "off": "borne off", "out": "taken for good"}

// effect says what happens.
func (sp *speaker) effect(e ast.Effect, s *rulesets.Statement) []string {
	switch e := e.(type) {
	case *ast.Send:
		return []string{sp.send(e, s.When())}
	case *ast.Assign:
		return sp.assigned(e)
	case *ast.Mark:
		return []string{sp.whoChanges(e.Men) + map[bool]string{true: " loses", false: " is given"}[e.Takes] + " the mark " + quoted(e.Mark.Text)}
	case *ast.Become:
		return []string{sp.whoChanges(e.Men) + " becomes " + guarded(article(spaces(e.Kind.Text)))}
	case *ast.Put:
		return []string{sp.put(e, s)}
	case *ast.Drop:
		if e.Rest.Text == "turn" {
			return []string{"the rest of the turn is lost, further throws included"}
		}
		return []string{"what is left of the throw is lost" + sp.butThrows()}
	case *ast.Next:
		return []string{sp.nextTurn(e.Player)}
	case *ast.ToStage:
		return []string{"the next turn belongs to " + sp.stageName(e.Stage.Text)}
	case *ast.GoOn:
		return []string{"only the same man may make the next move of the " + sp.throwOrTurn()}
	case *ast.HandOver:
		return []string{"the next player plays what is left of the throw, with his own men"}
	case *ast.Take:
		return []string{sp.take(e)}
	case *ast.SetDown:
		return []string{sp.setDown(e)}
	}
	return nil
}

// whoChanges says which men an effect on men is about.
func (sp *speaker) whoChanges(men *lang.Text) string {
	if men == nil {
		return "the man that moved"
	}
	return "each of his men on " + sp.setAny(men.Expr, view{})
}

// butThrows reminds of what is not lost with the rest of a throw. It is said in every
// game with throws, whether or not another rule gives further ones, so that the
// sentence changes only where the statement does.
func (sp *speaker) butThrows() string {
	if sp.throwOrTurn() == "throw" {
		return ", but not a further throw if one is due"
	}
	return ""
}

func (sp *speaker) nextTurn(who *lang.Text) string {
	switch who.Written {
	case "me":
		return "the player has the next turn as well"
	case "them":
		return sp.whom(view{their: true}) + " " + sp.has(view{their: true}) + " the next turn"
	}
	return sp.player(who.Expr, view{}) + " has the next turn"
}

// send says which men go from a place to a store.
func (sp *speaker) send(s *ast.Send, when *lang.Text) string {
	v := view{}
	e, to := s.Men.Expr, sentTo[s.To.Text]
	if e.Op != "call" {
		return quoted(s.Men.Written) + " are " + to
	}
	th := sp.men(e.Text, v)
	where := " on "
	switch sp.typ(e.Kids[0]) {
	case lang.Places, lang.Counts:
		where += sp.setAny(sp.whoseSaid(e.Kids[0], (&lang.Expr{Op: "name", Text: e.Text}).String()), v)
	default:
		where += sp.place(e.Kids[0], v)
	}
	all := "all " + th.plur + where
	some := "of the " + th.plur + where
	if th.of {
		some = "of " + th.plur + where
	}
	if x := s.AtMost.Tree(); x != nil {
		switch k, ok := literal(x); {
		case ok && k == 1:
			return "one " + some + " is " + to + " and any others stay"
		case ok:
			return "at most " + numeral(k) + " " + some + " are " + to
		}
		return some + ", at most as many as " + sp.amount(x, v) + " are " + to
	}
	if sp.asksForOne(when.Tree(), s.Men.Written) {
		return "that man is " + to
	}
	return all + " are " + to
}

// asksForOne reports whether a condition holds only where there is exactly one man
// of those that an expression counts.
func (sp *speaker) asksForOne(e *lang.Expr, men string) bool {
	if e == nil {
		return false
	}
	op, kids := sp.flat(term{e, false}, false)
	for _, k := range kids {
		if op != "or" && !k.neg && k.e.Op == "=" && k.e.Kids[1].Op == "num" && k.e.Kids[1].Num == 1 && k.e.Kids[0].Op == "call" &&
			k.e.Kids[0].Text+"("+k.e.Kids[0].Kids[0].Text+")" == men {
			return true
		}
	}
	return false
}

// setDown says where men are put on the board.
func (sp *speaker) setDown(s *ast.SetDown) string {
	one := "one of " + sp.men("own", view{their: s.Of.Text == "them"}).plur + " " + storeWords[s.From.Text] + " is put on "
	if e := s.On.Expr; sp.typ(e) == lang.Place {
		return one + sp.place(e, view{}) + ", if nobody stands there"
	}
	return one + sp.setEach(s.On.Expr, view{}) + " where nobody stands, as long as there are any"
}

// take says how many men go from store to store.
func (sp *speaker) take(t *ast.Take) string {
	e := t.Men.Expr
	who := sp.men("own", view{their: t.Of.Text == "them"})
	from, to := storeWords[t.From.Text], sentTo[t.To.Text]
	if k, ok := literal(e); ok {
		return numeral(k) + " of " + who.plur + " " + from + " " + agree("are", k != 1) + " " + to
	}
	return "as many of " + who.plur + " " + from + " as " + sp.amount(e, view{}) + " are " + to
}

// assigned says that something is remembered, or by how much numbers grow.
func (sp *speaker) assigned(a *ast.Assign) []string {
	var out []string
	for _, value := range a.Values {
		id, their := value.Name()
		i, ok := sp.c.Vars[id]
		if a.Adds {
			out = append(out, sp.grows(value))
			continue
		}
		x := value.To.Expr
		if !ok {
			out = append(out, quoted(id)+" becomes "+quoted(value.To.Written))
			continue
		}
		v := view{}
		if their {
			v = sp.flip(v)
		}
		out = append(out, sp.remembered(i, v, x))
	}
	return out
}

// remembered says what value a variable is given.
func (sp *speaker) remembered(i int, v view, x *lang.Expr) string {
	who := sp.variable(i, v)
	if then, cond := sp.onlyIf(i, v, x); then != nil {
		return strings.TrimPrefix(sp.ifs(cond, false), " ") + ", " + sp.remembered(i, v, then)
	}
	switch kind := sp.g.Program.Vars[i].Kind; kind {
	case engine.PlaceVar:
		return sp.place(x, view{}) + " is remembered as " + who
	case engine.PlayerVar:
		return sp.player(x, view{}) + " is remembered as " + who
	case engine.SetVar, engine.LinesVar:
		are := func(x *lang.Expr) string {
			if sp.single(x) {
				return sp.wholeOf(x, kind) + " is "
			}
			return sp.wholeOf(x, kind) + " are "
		}
		if added := sp.addedTo(i, v, x); added != nil {
			return are(added) + "added to " + who
		}
		if x.Op == "name" && x.Text == "nowhere" {
			return who + " are none any more"
		}
		return are(x) + "remembered as " + who
	}
	if !sp.flag(i) {
		return who + " becomes " + sp.num(x, view{}, sp.diceLike(x))
	}
	fact := "that " + sp.flagSaid(i, v, false)
	switch k, lit := literal(x); {
	case lit && k == 1:
		return "it is remembered " + fact
	case lit:
		return "it is no longer remembered " + fact
	}
	return "it is remembered " + fact + " if " + sp.bit(x) + ", and otherwise no longer"
}

// onlyIf takes apart what gives a variable a value under a condition and otherwise leaves it
// as it is; nil for another expression.
func (sp *speaker) onlyIf(i int, v view, x *lang.Expr) (then, cond *lang.Expr) {
	same := func(e *lang.Expr) bool { return e.Op == "name" && e.Text == sp.g.Program.Vars[i].ID && !v.their }
	switch {
	case x.Op != "if":
	case same(x.Kids[2]):
		return x.Kids[1], x.Kids[0]
	case same(x.Kids[1]):
		return x.Kids[2], &lang.Expr{Op: "not", Kids: []*lang.Expr{x.Kids[0]}}
	}
	return nil, nil
}

// bit is the condition under which an expression that is 0 or 1 is 1.
func (sp *speaker) bit(x *lang.Expr) string {
	return sp.clause(sp.bitCondition(x), view{}, false)
}

func (sp *speaker) bitCondition(x *lang.Expr) *lang.Expr {
	if k, lit := literal(x); lit {
		return &lang.Expr{Op: "name", Text: map[bool]string{true: "yes", false: "no"}[k == 1]}
	}
	if x.Op != "if" {
		return x
	}
	c := x.Kids[0]
	a, aLit := literal(x.Kids[1])
	b, bLit := literal(x.Kids[2])
	switch {
	case aLit && bLit && a == 1 && b == 0:
		return c
	case aLit && bLit && a == 0 && b == 1:
		return &lang.Expr{Op: "not", Kids: []*lang.Expr{c}}
	}
	return &lang.Expr{Op: "if", Kids: []*lang.Expr{c, sp.bitCondition(x.Kids[1]), sp.bitCondition(x.Kids[2])}}
}

// addedTo is what is added to a variable that is set to itself and more; else nil.
func (sp *speaker) addedTo(i int, v view, x *lang.Expr) *lang.Expr {
	if x.Op != "or" || v.their {
		return nil
	}
	_, kids := sp.flat(term{x, false}, true)
	id := sp.g.Program.Vars[i].ID
	var rest []term
	for _, k := range kids {
		if k.e.Op == "name" && k.e.Text == id && !k.neg {
			continue
		}
		rest = append(rest, k)
	}
	if len(rest) == len(kids) || len(rest) == 0 {
		return nil
	}
	var e *lang.Expr
	for _, k := range rest {
		y := k.e
		if k.neg {
			y = &lang.Expr{Op: "not", Kids: []*lang.Expr{y}}
		}
		if e == nil {
			e = y
		} else {
			e = &lang.Expr{Op: "or", Kids: []*lang.Expr{e, y}}
		}
	}
	return e
}

// wholeOf names the places of a set, or its lines, with the article.
func (sp *speaker) wholeOf(x *lang.Expr, kind engine.VarKind) string {
	if kind == engine.LinesVar {
		return sp.linesThe(x, view{})
	}
	switch {
	case x.Op == "name" && x.Text == "nowhere":
		return "no " + plural(sp.noun)
	case x.Op == "name" && x.Text == "anywhere":
		return "all " + plural(sp.noun)
	}
	return sp.setThe(x, view{})
}

// grows says by how much a number grows.
func (sp *speaker) grows(value ast.Value) string {
	id, their := value.Name()
	name := quoted(id)
	if i, ok := sp.c.Vars[id]; ok {
		v := view{}
		if their {
			v = sp.flip(v)
		}
		name = sp.variable(i, v)
	}
	x := value.To.Tree()
	if x == nil {
		return name + " grows by one"
	}
	if c, ok := literal(x); ok && c < 0 {
		return name + " falls by " + numeral(-c)
	}
	return name + " grows by " + sp.num(x, view{}, false)
}

// put says which parts come on the agenda: what may or must be played besides.
func (sp *speaker) put(p *ast.Put, s *rulesets.Statement) string {
	order, free := sp.orderOf(s)
	list := p.Parts
	when := " next"
	switch {
	case p.Where.Text == "end":
		when = " after all else"
		if free && !slices.ContainsFunc(list, func(p ast.Part) bool { return p.Name() == "throw" }) {
			when = map[bool]string{true: " also, last where the order is fixed,", false: " also"}[order == ""]
		}
	case free && len(sp.acts) > 0:
		when = " then"
	case free:
		when = " also"
	}
	// Where the order is free, what comes to the front need not be played first.
	if !free || when == " after all else" {
		order = ""
	}
	opt := !slices.ContainsFunc(list, func(p ast.Part) bool { return !p.MayBeLeft })
	must := map[bool]string{true: "may", false: "must"}[opt]
	if len(list) == 1 && list[0].Name() == "throw" && when != " after all else" {
		return "the player " + must + " throw again at once, before anything more is played" + sp.timesSaid(p.Times.Tree())
	}
	times := sp.timesSaid(p.Times.Tree())
	if len(list) == 1 && list[0].Name() == "throw" {
		return "the player " + must + " throw again" + times + " after all else"
	}
	if opt && sp.neverStops() {
		must, order = "must", order+", if he can"
	}
	if len(list) == 1 {
		name := list[0].Name()
		if w := sp.act(name).doing; w != "" && name != "any" {
			return "the player " + must + when + " " + w + times + order
		}
	}
	var parts []string
	for _, p := range list {
		p.MayBeLeft = p.MayBeLeft && !opt
		parts = append(parts, sp.partSaid(p, nil))
	}
	return "the player " + must + when + " play " + partsSaid(parts) + times + order
}

// timesSaid says how often parts are put up.
func (sp *speaker) timesSaid(e *lang.Expr) string {
	if e == nil {
		return ""
	}
	if k, ok := sp.constant(e); ok {
		switch k {
		case 1:
			return ", once"
		case 2:
			return ", twice"
		}
		return ", " + numeral(k) + " times"
	}
	m, mv := sp.turned(e, view{})
	if m.Op == "call" && m.Text == "count" {
		if sp.typ(m.Kids[0]) == lang.Lines {
			if th := sp.lineThings(m.Kids[0], mv); !th.of {
				return ", once for each " + th.sing
			}
		} else if sp.union(m.Kids[0], mv) == nil {
			return ", once for " + sp.setEach(m.Kids[0], mv)
		}
	}
	return ", as many times as this number says: " + sp.num(e, view{}, false)
}

// orderOf says of the order in which a turn is played in which a change puts up parts,
// and reports whether it is free.
func (sp *speaker) orderOf(s *rulesets.Statement) (string, bool) {
	fixed, free, several := false, false, false
	for _, a := range sp.g.Program.Agendas {
		for i := range sp.g.Program.Stages {
			if a.Stages>>uint(i)&1 == 0 || !sp.inStage(s, i) {
				continue
			}
			fixed, free = fixed || a.Fixed, free || !a.Fixed
			several = several || len(a.Parts) > 1
		}
	}
	for _, x := range occasions(s) {
		if x.Text == "thrown" {
			return map[bool]string{true: ", before or after the rest of the throw"}[!fixed], free
		}
	}
	for _, o := range sp.g.Statements {
		if o.ID == s.ID || o.Kind != "do" || !sameOccasion(o, s) {
			continue
		}
		several = several || PutsParts(o)
	}
	return map[bool]string{true: ", before or after what else is left to be played"}[!fixed && several], free
}
