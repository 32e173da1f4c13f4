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

// says says an effect by a phrase of its entry, with pairs of what stands in braces there and
// what is put in.
func says(e ast.Effect, circumstance string, with ...string) string {
	return strings.NewReplacer(with...).Replace(ast.Phrase(e, circumstance))
}

// storeSent is what becomes of men that are sent to a store: nobody's, or those of a player.
func storeSent(store string, nobodys bool) string {
	w := lang.Name(store)
	switch {
	case w == nil:
		return ""
	case nobodys && w.Else["of nobody, sent"] != "":
		return w.Else["of nobody, sent"]
	}
	return w.Else["sent"]
}

// sentTo is what becomes of men that are sent to a store or, of nobody, to a place.
func (sp *speaker) sentTo(to *lang.Text, men *lang.Expr) string {
	if to == nil || sp.g.Program.StoreIndex(to.Written) >= 0 {
		return storeSent(ast.WordOf(to).Text, men.Op == "call" && men.Text == engine.NobodysName)
	}
	return "put on " + sp.place(to.Expr, view{})
}

// effect says what happens.
func (sp *speaker) effect(e ast.Effect, s *rulesets.Statement) []string {
	switch x := e.(type) {
	case *ast.Send:
		return []string{sp.send(x, s.When())}
	case *ast.Assign:
		return sp.assigned(x)
	case *ast.Mark:
		return []string{says(e, "", "{who}", sp.whoChanges(x.Men), "{mark}", quoted(x.Mark.Text))}
	case *ast.Become:
		return []string{says(e, "", "{who}", sp.whoChanges(x.Men), "{kind}", guarded(article(spaces(x.Kind.Text))))}
	case *ast.Put:
		return []string{sp.put(x, s)}
	case *ast.Drop:
		further := ""
		if len(sp.g.Program.Devices) > 0 {
			further = ", further throws included"
		}
		return []string{says(e, x.Rest.Text, "{throw}", sp.throwOrTurn(), "{but}", sp.butThrows(), "{further}", further)}
	case *ast.Next:
		return []string{sp.nextTurn(x)}
	case *ast.ToStage:
		return []string{says(e, "", "{stage}", sp.stageName(x.Stage.Text))}
	case *ast.Take:
		return []string{sp.take(x)}
	case *ast.SetDown:
		return []string{sp.setDown(x)}
	case *ast.Sow:
		return []string{sp.sowOn(x)}
	}
	return []string{says(e, "", "{throw}", sp.throwOrTurn())}
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

func (sp *speaker) nextTurn(x *ast.Next) string {
	who, has := "", "has"
	if them := (view{their: true}); x.Player.Written == "them" {
		who, has = sp.whom(them), sp.has(them)
	} else if x.Player.Written != "me" {
		who = sp.player(x.Player.Expr, view{})
	}
	return says(x, x.Player.Written, "{who}", who, "{has}", has)
}

// send says which men go from a place to a store.
func (sp *speaker) send(s *ast.Send, when *lang.Text) string {
	v := view{}
	e, to := s.Men.Expr, sp.sentTo(s.To, s.Men.Expr)
	whose := "the player"
	if s.Of.Text == "them" {
		if whose = "the opponent"; !strings.Contains(to, "{whom}") {
			to += " for the opponent"
		}
	}
	to = strings.ReplaceAll(to, "{whom}", whose)
	if e.Op != "call" {
		return quoted(s.Men.Written) + " are " + to
	}
	th := sp.men(e.Text, v)
	where := "on "
	switch sp.typ(e.Kids[0]) {
	case lang.Places, lang.Counts:
		where += sp.set(sp.whoseSaid(e.Kids[0], (&lang.Expr{Op: "name", Text: e.Text}).String()), v, formAll)
	default:
		where += sp.place(e.Kids[0], v)
	}
	circumstance, men, number := "", th.plur, ""
	switch x := s.AtMost.Tree(); {
	case x != nil:
		if !th.of {
			men = "the " + men
		}
		k, known := literal(x)
		switch {
		case known && k == 1:
			circumstance = "one"
		case known:
			circumstance, number = "at most", numeral(k)
		default:
			circumstance, number = "as many", sp.amount(x, v)
		}
	case sp.asksForOne(when.Tree(), s.Men.Written):
		circumstance = "one there"
	}
	return says(s, circumstance, "{men}", men, "{where}", where, "{sent}", to, "{number}", number)
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
	circumstance, where := "several", ""
	if e := s.On.Expr; sp.typ(e) == lang.Place {
		circumstance, where = "", sp.place(e, view{})
	} else {
		where = sp.setEach(e, view{})
	}
	return says(s, circumstance, "{men}", sp.men("own", view{their: s.Of.Text == "them"}).plur, "{from}", storeWords[s.From.Text], "{where}", where)
}

// sowOn says that men are taken up and sown by a rule.
func (sp *speaker) sowOn(s *ast.Sow) string {
	e, where := s.From.Expr, ""
	if sp.typ(e) == lang.Place {
		where = "on " + sp.place(e, view{})
	} else {
		where = "on " + sp.setAny(e, view{})
	}
	after := "on the " + plural(sp.noun) + " that follow"
	if s.After != nil {
		after += " after " + sp.place(s.After.Expr, view{})
	}
	left := ""
	if s.Leaves != nil {
		left = ", but as many as this number says: " + sp.num(s.Leaves.Expr, view{}, false) + ";"
	}
	way := sp.sownAlong(&s.Sowing)
	if !s.Back.Said() && s.Skips == nil {
		way = " the same way"
	}
	return says(s, "", "{where}", where, "{left}", left, "{after}", after+way)
}

// take says how many men go from store to store.
func (sp *speaker) take(t *ast.Take) string {
	circumstance, number, are := "as many", "", "are"
	if k, known := literal(t.Men.Expr); known {
		circumstance, number, are = "", numeral(k), agree("are", k != 1)
	} else {
		number = sp.amount(t.Men.Expr, view{})
	}
	who := sp.men("own", view{their: t.Of.Text == "them"})
	return says(t, circumstance, "{number}", number, "{men}", who.plur, "{from}", storeWords[t.From.Text], "{are}", are, "{sent}", storeSent(t.To.Text, false))
}

// assigned says that something is remembered, or by how much numbers grow.
func (sp *speaker) assigned(a *ast.Assign) []string {
	var out []string
	for _, value := range a.Values {
		id, their := value.Name()
		i, ok := sp.c.Vars[id]
		if a.Adds {
			out = append(out, sp.grows(a, value))
			continue
		}
		x := value.To.Expr
		if !ok {
			out = append(out, says(a, "", "{what}", quoted(id), "{value}", quoted(value.To.Written)))
			continue
		}
		v := view{}
		if their {
			v = sp.flip(v)
		}
		out = append(out, sp.remembered(a, i, v, x))
	}
	return out
}

// remembered says what value a variable is given.
func (sp *speaker) remembered(a *ast.Assign, i int, v view, x *lang.Expr) string {
	who := sp.variable(i, v)
	if then, cond := sp.onlyIf(i, v, x); then != nil {
		return strings.TrimPrefix(sp.ifs(cond, false), " ") + ", " + sp.remembered(a, i, v, then)
	}
	circumstance, value, fact, condition := "", "", "", ""
	switch kind := sp.g.Program.Vars[i].Kind; {
	case kind == engine.PlaceVar:
		circumstance, value = "one", sp.place(x, view{})
	case kind == engine.PlayerVar:
		circumstance, value = "one", sp.player(x, view{})
	case (kind == engine.SetVar || kind == engine.LinesVar) && x.Op == "name" && x.Text == "nowhere":
		circumstance = "none"
	case kind == engine.SetVar || kind == engine.LinesVar:
		added := sp.addedTo(i, v, x)
		if added != nil {
			x = added
		}
		circumstance, value = whether(sp.single(x), "several", "one")+whether(added != nil, "", " more"), sp.wholeOf(x, kind)
	case !sp.flag(i):
		value = sp.num(x, view{}, sp.diceLike(x))
	default:
		fact = sp.flagSaid(i, v, false)
		if k, known := literal(x); known {
			circumstance = whether(k == 1, "not so", "so")
		} else {
			circumstance, condition = "so if", sp.bit(x)
		}
	}
	return says(a, circumstance, "{what}", who, "{value}", value, "{fact}", fact, "{condition}", condition)
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
func (sp *speaker) grows(a *ast.Assign, value ast.Value) string {
	id, their := value.Name()
	name := quoted(id)
	if i, ok := sp.c.Vars[id]; ok {
		v := view{}
		if their {
			v = sp.flip(v)
		}
		name = sp.variable(i, v)
	}
	circumstance, by := "", numeral(1)
	if x := value.To.Tree(); x != nil {
		by = sp.num(x, view{}, false)
		if k, known := literal(x); known && k < 0 {
			circumstance, by = "less", numeral(-k)
		}
	}
	return says(a, circumstance, "{what}", name, "{number}", by)
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
		return says(p, "throw", "{must}", must, "{times}", sp.timesSaid(p.Times.Tree()))
	}
	times := sp.timesSaid(p.Times.Tree())
	if len(list) == 1 && list[0].Name() == "throw" {
		return says(p, "throw at last", "{must}", must, "{times}", times)
	}
	if opt && sp.neverStops() {
		must, order = "must", order+", if he can"
	}
	if len(list) == 1 {
		name := list[0].Name()
		if w := sp.act(name).Does; w != "" && name != "any" {
			return says(p, "", "{must}", must, "{when}", when, "{do}", w, "{times}", times, "{order}", order)
		}
	}
	var parts []string
	for _, p := range list {
		p.MayBeLeft = p.MayBeLeft && !opt
		parts = append(parts, sp.partSaid(p, nil))
	}
	return says(p, "", "{must}", must, "{when}", when, "{do}", "play "+partsSaid(parts), "{times}", times, "{order}", order)
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
