package edition

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: players, what is remembered, numbers and throws.

func (sp *speaker) player(e *lang.Expr, v view) string {
	e, v = sp.turned(e, v)
	switch {
	case e.Op == "if":
		return sp.player(e.Kids[1], v) + " if " + sp.clause(e.Kids[0], v, false) + ", and otherwise " + sp.player(e.Kids[2], v)
	case e.Op == "name" && e.Text == "player":
		return sp.entry(e, v, false)
	}
	if i, ok := sp.c.Vars[e.Text]; ok {
		return sp.variable(i, v)
	}
	if d := sp.defines[e.Text]; d != nil {
		return sp.defined(d, v, "the player ")
	}
	return playerName(e.Text)
}

// stage is a stage as a noun.
func (sp *speaker) stage(e *lang.Expr) string {
	switch {
	case e.Op == "if":
		return sp.stage(e.Kids[1]) + " if " + sp.clause(e.Kids[0], view{}, false) + ", and otherwise " + sp.stage(e.Kids[2])
	case e.Text == "stage":
		return sp.entry(e, view{}, false)
	}
	if d := sp.defines[e.Text]; d != nil {
		return sp.defined(d, view{}, "the stage ")
	}
	return sp.stageName(e.Text)
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

// flag reports whether a variable is only ever 0 or 1: something that is so or is not.
// It is spoken of as a fact, and never as a number; what is so its name says, as in
// “whether the sum has been played”.
func (sp *speaker) flag(i int) bool {
	d := sp.g.Program.Vars[i]
	s := sp.g.Statement(d.ID)
	if d.Kind != engine.NumberVar || s == nil || called(s) != "" && !strings.HasPrefix(called(s), "whether ") {
		return false // a number that counts something stays one
	}
	starts := s.Body.(*ast.Variable).Starts.Tree()
	if starts != nil && !sp.isBit(starts) {
		return false
	}
	set := starts != nil && starts.Op == "if"
	for _, c := range sp.g.Statements {
		for _, e := range effects(c) {
			a, ok := e.(*ast.Assign)
			if !ok {
				continue
			}
			for _, v := range a.Values {
				if id, _ := v.Name(); id != d.ID {
					continue
				}
				if a.Adds || !sp.isBit(v.To.Tree()) {
					return false
				}
				set = true
			}
		}
	}
	return set
}

// effects are those of a change, none of another statement.
func effects(s *rulesets.Statement) []ast.Effect {
	if b, ok := s.Body.(*ast.Do); ok {
		return b.Effects
	}
	return nil
}

// isBit reports whether an expression is 0 or 1 whatever happens.
func (sp *speaker) isBit(e *lang.Expr) bool {
	if e == nil {
		return false
	}
	if e.Op == "if" {
		return sp.isBit(e.Kids[1]) && sp.isBit(e.Kids[2])
	}
	k, lit := literal(e)
	return lit && (k == 0 || k == 1)
}

// flagSaid says of a flag that it is so, or with neg that it is not.
func (sp *speaker) flagSaid(i int, v view, neg bool) string {
	s := sp.g.Statement(sp.g.Program.Vars[i].ID)
	fact, ok := strings.CutPrefix(called(s), "whether ")
	if !ok {
		text := quoted(s.ID) + whether(neg, " is set", " is not set")
		if v.their && !sp.g.Program.Vars[i].Common {
			text += " for " + sp.whom(v)
		}
		return text
	}
	if v.their && !sp.g.Program.Vars[i].Common {
		if turns(fact) {
			fact = sp.swapped(fact, v)
		} else {
			fact = "seen from " + sp.his(v) + " side, " + fact
		}
	}
	return claimed(fact, neg)
}

// claimed says that a fact is so, or with neg that it is not. A fact in few words is
// denied by its verb; of one that could be taken in two ways it is said outright.
func claimed(fact string, neg bool) string {
	if !neg {
		return fact
	}
	m := simpleFact.FindStringSubmatch(fact)
	switch {
	case m == nil || inParts.MatchString(fact) || owns.MatchString(fact):
		return "it is not the case that " + fact
	case m[1] != "":
		return "no " + strings.TrimPrefix(fact, m[1])
	}
	return m[2] + " not" + m[3]
}

var (
	// simpleFact is a thing that is, has been or can do something: its article where it
	// is any thing of a kind, and what stands before and behind the verb.
	simpleFact = regexp.MustCompile(`^(an? )?((?:[\pL’']+ ){1,5}?(?:is|are|was|were|can|could|has|have|had))( .+)$`)
	// owns is "has" as a verb of its own.
	owns = regexp.MustCompile(`\b(?:has|have|had) (?:the|his|her|their|its|an?|two|three|four|five|six|seven|\d+)\b`)
	// inParts are words with which a fact says several things, or how many.
	inParts = regexp.MustCompile(`[,“(]|\b(and|or|nor|not|no|none|if|unless|either|both|all|each|every|some|any|only|least|most|than|exactly|when|that|which|who)\b`)
)

// compareFlag says what a comparison asks of a flag.
func (sp *speaker) compareFlag(op string, x, y *lang.Expr, v view) string {
	m, mv := sp.turned(x, v)
	k, lit := literal(y)
	i, ok := sp.c.Vars[m.Text]
	if m.Op != "name" || !lit || !ok || !sp.flag(i) || sp.many() && mv.their && !mv.bound {
		return ""
	}
	holds := func(a int) bool {
		return map[string]bool{"=": a == k, "!=": a != k, "<": a < k, "<=": a <= k, ">": a > k, ">=": a >= k}[op]
	}
	if holds(0) == holds(1) {
		return ""
	}
	return sp.flagSaid(i, mv, holds(0))
}

var countedThings = regexp.MustCompile(`^the ((?:[\pL-]+ )?(?:m\x03?en|throws|points|parts|moves|turns|mills|games|doublets|steps|squares|holes|cells|places))\b`)

// amountOf makes a number of what is only counted: "the men that …".
func amountOf(c string) string { return countedThings.ReplaceAllString(c, "the number of $1") }

func (sp *speaker) defined(d *rulesets.Statement, v view, kind string) string {
	if c := called(d); c != "" {
		if kind == "the number " {
			c = amountOf(c)
		}
		return sp.theirs(c, v)
	}
	return sp.theirs(kind+quoted(d.ID), v)
}

func (sp *speaker) diceLike(e *lang.Expr) bool {
	dice := false
	e.Walk(func(x *lang.Expr) {
		if x.Op == "name" && (x.Text == "part" || x.Text == "high" || x.Text == "middle_die" || x.Text == "low" || x.Text == "thrown") || x.Op == "call" && x.Text == "number" {
			dice = true
		}
	})
	if dice {
		return true
	}
	return sp.c.Numbered && sp.typ(e) == lang.Place
}

// num is a number as a noun.
func (sp *speaker) num(e *lang.Expr, v view, digits bool) string {
	if n, ok := literal(e); ok {
		if digits {
			return strconv.Itoa(n)
		}
		return numeral(n)
	}
	e, v = sp.turned(e, v)
	digits = digits || sp.diceLike(e)
	switch e.Op {
	case "+", "-", "*", "/", "neg":
		return sp.sum(e, v, digits)
	case "if":
		if v.their && !v.bound && !v.each && !v.deep && v.name == "" && sp.many() { // numbers of several are added up
			return "the sum, over his opponents, of " + sp.num(e, view{their: true, bound: true}, digits)
		}
		if asked := e.Kids[0]; asked.Op == "not" { // what holds otherwise is told by what is so
			return sp.num(e.Kids[1], v, digits) + " unless " + sp.clause(asked.Kids[0], v, false) + ", and then " + sp.num(e.Kids[2], v, digits)
		}
		return sp.num(e.Kids[1], v, digits) + " if " + sp.clause(e.Kids[0], v, false) + ", and otherwise " + sp.num(e.Kids[2], v, digits)
	case "call":
		if d := sp.definition(e, v); d != nil && sp.typ(e) != lang.Place {
			return sp.defined(d, v, "the number ")
		}
		if text := sp.numberSaid(e, v, digits); text != "" {
			return text
		}
	case "name":
		if text := sp.numberNamed(e, v); text != "" {
			return text
		}
	}
	if t := sp.typ(e); t == lang.Place {
		return "the number of " + sp.place(e, v) + sp.order(v)
	}
	return quoted(e.Text)
}

// sum is a sum, a difference and the like.
func (sp *speaker) sum(e *lang.Expr, v view, digits bool) string {
	sub := func(x *lang.Expr) string {
		s := sp.num(x, v, digits)
		if _, lit := literal(x); !lit && (len(x.Kids) > 1 && x.Op != "call" || x.Op == "neg" || x.Op == "call" && (x.Text == "min" || x.Text == "max")) {
			return "(" + s + ")"
		}
		return s
	}
	switch e.Op {
	case "+":
		if in, of, ok := sp.stores(e, v); ok {
			return sp.storesNumber(in, of)
		}
		x, y := e.Kids[0], e.Kids[1]
		if _, lit := literal(x); lit {
			x, y = y, x
		}
		if k, lit := literal(y); lit && k >= 0 {
			return sp.num(y, v, digits) + " more than " + sub(x)
		}
		terms := []string{sub(y)}
		for x.Op == "+" {
			terms = append([]string{sub(x.Kids[1])}, terms...)
			x = x.Kids[0]
		}
		return "the sum of " + enumerate(append([]string{sub(x)}, terms...), "and")
	case "-":
		if k, lit := literal(e.Kids[1]); lit && k >= 0 {
			return sp.num(e.Kids[1], v, digits) + " less than " + sub(e.Kids[0])
		}
		return sub(e.Kids[0]) + " minus " + sub(e.Kids[1])
	case "*":
		x, y := e.Kids[0], e.Kids[1]
		if _, lit := literal(y); lit {
			x, y = y, x
		}
		return sub(x) + " times " + sub(y)
	case "/":
		if x, y := e.Kids[0], e.Kids[1]; x.Op == "num" && y.Op == "num" {
			return x.Text + "/" + y.Text
		}
		return sub(e.Kids[0]) + " divided by " + sub(e.Kids[1]) + " (rounded down)"
	}
	return "minus " + sub(e.Kids[0])
}

// numberNamed is a number that has a name.
func (sp *speaker) numberNamed(e *lang.Expr, v view) string {
	if in, of, ok := sp.stores(e, v); ok {
		return sp.storesNumber(in, of)
	}
	if i, ok := sp.c.Vars[e.Text]; ok {
		switch {
		case sp.flag(i):
			return "1 if " + sp.flagSaid(i, v, false) + ", and otherwise 0"
		case sp.g.Program.Vars[i].Kind == engine.PlaceVar:
			return "the number of " + sp.variable(i, v)
		}
		return sp.variable(i, v)
	}
	if p, ok := sp.c.Params[e.Text]; ok {
		name := called(sp.g.Statement(e.Text))
		if name == "" {
			name = quoted(e.Text)
		}
		return name + " (" + numeral(p) + ")"
	}
	if d := sp.defines[e.Text]; d != nil {
		if sp.typ(e) == lang.Place {
			return "the number of " + sp.defined(d, v, "the "+sp.noun+" ")
		}
		return sp.defined(d, v, "the number ")
	}
	if e.Text == "high" || e.Text == "middle_die" || e.Text == "low" {
		die := sp.die(e.Text)
		if strings.HasSuffix(die, " number") {
			die += " thrown"
		}
		return die
	}
	return sp.numberSaid(e, v, false)
}

// numberSaid is a number that a word of the language stands for; "" for a word for places.
func (sp *speaker) numberSaid(e *lang.Expr, v view, digits bool) string {
	if w := wordOf(e); w != nil && (w.Type == lang.Number || w.Type == lang.Points) {
		return sp.entry(e, v, digits)
	}
	return ""
}

// partsOf is what a throw or a turn gives to play: as a whole, and counted.
func (sp *speaker) partsOf(view) (whole string, some things) {
	noun := sp.partNoun()
	for _, s := range sp.g.Statements {
		for _, n := range puts(s) {
			if n.Expr.Op != "num" && n.Name() != "throw" {
				noun = "part"
			}
		}
	}
	of := " of the " + sp.throwOrTurn()
	return strings.TrimSpace(of), things{sing: noun + of, plur: plural(noun) + of}
}

// partNoun is what one thing is called that a throw gives to play: where throws give
// only numbers, a number.
func (sp *speaker) partNoun() string {
	for _, a := range sp.g.Program.Agendas {
		for _, part := range a.Parts {
			if p := sp.g.Program.Parts[part&0x7f]; !p.IsNumber && p.Name != "throw" {
				return "part"
			}
		}
	}
	return "number"
}

// puts are the parts that a statement puts up to be played, throws among them.
func puts(s *rulesets.Statement) []ast.Part {
	if s.Kind != "do" {
		return nil
	}
	return s.Parts()
}

// someOptional reports whether anything that is put up to be played may be left.
func (sp *speaker) someOptional() bool {
	return sp.anyPart(func(p ast.Part) bool { return p.MayBeLeft })
}

// mayLeave reports whether something that is put up may be left although it can be played.
func (sp *speaker) mayLeave() bool { return sp.someOptional() && !sp.neverStops() }

// letsStop reports whether a rule lets a player stop.
func (sp *speaker) letsStop() bool {
	return !sp.neverStops() && slices.ContainsFunc(sp.g.Statements, func(s *rulesets.Statement) bool { return actNameOf(s) == "stop" })
}

// neverStops reports whether a rule forbids to stop whatever the case.
func (sp *speaker) neverStops() bool {
	return slices.ContainsFunc(sp.g.Statements, func(s *rulesets.Statement) bool {
		b, ok := s.Body.(*ast.Forbid)
		return ok && b.When == nil && b.In == nil && slices.ContainsFunc(b.Acts, func(w ast.Word) bool { return actName(w) == "stop" }) &&
			!slices.ContainsFunc(sp.g.Statements, func(x *rulesets.Statement) bool { return x.Kind == "except" && x.Excepts() == s.ID })
	})
}

// throwsAgain reports whether anything gives a further throw.
func (sp *speaker) throwsAgain() bool {
	return sp.anyPart(func(p ast.Part) bool { return p.Name() == "throw" })
}

// anyPart reports whether something is put up to be played that is so.
func (sp *speaker) anyPart(so func(ast.Part) bool) bool {
	return slices.ContainsFunc(sp.g.Statements, func(s *rulesets.Statement) bool { return slices.ContainsFunc(s.Parts(), so) })
}

// --- throws ----------------------------------------------------------------

// dice says what is thrown: one die, several dice, or sticks and the like.
func (sp *speaker) dice() (one, several, others bool, most int) {
	for _, t := range sp.g.Program.Throws {
		if sp.of != nil && !slices.Contains(sp.of, t.Device) {
			continue
		}
		one = one || len(t.Faces) == 1
		several = several || len(t.Faces) > 1
		others = others || len(t.Faces) == 0
		most = max(most, len(t.Faces))
	}
	return
}

// fallen says what falls with its counted side up, where nothing else is thrown:
// "sticks" and "the white side".
func (sp *speaker) fallen() (what, side string) {
	if one, several, others, _ := sp.dice(); one || several || !others {
		return "", ""
	}
	for i, d := range sp.g.Program.Devices {
		if sp.of != nil && !slices.Contains(sp.of, i) {
			continue
		}
		b := thrownBy(sp.g, i)
		if b.Drawn() {
			continue
		}
		w, n := plural(sp.g.Statement(d.ID).FallingThing()), countedSide(b)
		if what != "" && (w != what || n != side) {
			return "", ""
		}
		what, side = w, n
	}
	return what, side
}

// thrown says what a throw comes to as one number.
func (sp *speaker) thrown() string {
	return sp.entry(&lang.Expr{Op: "name", Text: "thrown"}, view{}, false)
}

// lots are the names of the lots, where nothing else is thrown in the stages
// that are spoken of.
func (sp *speaker) lots() []string {
	var out []string
	for _, t := range sp.g.Program.Throws {
		if sp.of != nil && !slices.Contains(sp.of, t.Device) {
			continue
		}
		if _, err := strconv.Atoi(t.Name); err == nil || len(t.Faces) > 0 {
			return nil
		}
		out = append(out, t.Name)
	}
	return out
}

// die is the highest, the middle or the lowest number of a throw.
func (sp *speaker) die(name string) string {
	if _, several, _, _ := sp.dice(); !several {
		return sp.thrown()
	}
	return sp.entry(&lang.Expr{Op: "name", Text: name}, view{}, false)
}
