package edition

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: turns, definitions and moments.

// --- turns -----------------------------------------------------------------

func (sp *speaker) stageStatement(s *rulesets.Statement, b *ast.Stage) string {
	begins := ""
	if b.Throws.Said() {
		begins = "begins with " + sp.device(b.Throws.Text)
	} else if sp.throwsAnything() {
		begins = "begins without a throw"
	}
	w := b.When
	if len(sp.g.Program.Stages) == 1 {
		switch {
		case w != nil:
			yes, no := sp.split(w.Expr, false)
			if len(yes) == 0 {
				return "a player is passed over if " + no + prefixed("; every other turn ", begins, "")
			}
			return "a player has a turn" + prefixed(", which ", begins, ",") + " only if " + sp.clause(w.Expr, view{}, false) +
				"; otherwise he is passed over"
		case begins != "":
			return "every turn " + begins
		}
		return "all turns are alike"
	}
	if isNever(w) {
		return "a turn belongs to " + sp.stageName(s.ID) + " only where another rule says so" + prefixed(", and ", begins, "")
	}
	earlier := sp.earlierStages(s)
	turn := "his turn belongs to " + sp.stageName(s.ID) + prefixed(" and ", begins, "")
	cond := sp.ifs(w.Tree(), false)
	if len(earlier) > 0 {
		if cond = strings.TrimPrefix(cond, " "); strings.HasPrefix(cond, "unless ") {
			cond = ", " + cond
		} else if cond != "" {
			cond = " and " + strings.TrimPrefix(cond, "if ")
		}
		cond = "if his turn does not belong to " + orList(earlier) + cond
		turn = strings.Replace(turn, "his turn", "it", 1)
	}
	if cond != "" {
		turn = strings.TrimPrefix(cond, " ") + ", " + turn
	}
	if w != nil && sp.lastStage(s) {
		turn += "; a player whose turn belongs to no stage is passed over"
	}
	return turn
}

// throwsAnything reports whether anything is thrown in this game but lots.
func (sp *speaker) throwsAnything() bool {
	for i := range sp.g.Program.Devices {
		if !thrownBy(sp.g, i).Drawn() {
			return true
		}
	}
	return false
}

// prefixed puts something before and behind a text, if there is one.
func prefixed(before, text, behind string) string {
	if text == "" {
		return ""
	}
	return before + text + behind
}

// earlierStages are those that go before a stage.
func (sp *speaker) earlierStages(s *rulesets.Statement) []string {
	var out []string
	for _, st := range sp.g.Program.Stages {
		if st.ID == s.ID {
			break
		}
		name := sp.stageName(st.ID)
		if len(out) > 0 && strings.HasPrefix(out[len(out)-1], "the stage “") {
			name = strings.TrimPrefix(name, "the stage ")
		}
		out = append(out, name)
	}
	return out
}

// lastStage reports whether a turn that fits this stage no more fits none.
func (sp *speaker) lastStage(s *rulesets.Statement) bool {
	for i := len(sp.g.Program.Stages) - 1; i >= 0; i-- {
		id := sp.g.Program.Stages[i].ID
		if !isNever(sp.g.Statement(id).When()) {
			return id == s.ID
		}
	}
	return false
}

// isNever reports whether a condition is that of a stage which only another rule brings.
func isNever(when *lang.Text) bool {
	return when != nil && (when.Written == "no" || when.Written == "false")
}

// throws says which throws a statement is about.
func (sp *speaker) throws(on []ast.Word, none string) string {
	if on == nil {
		return none
	}
	var named, classes []string
	for _, x := range on {
		switch x.Text {
		case "any":
			if sp.lots() != nil {
				classes = append(classes, "any lot")
				continue
			}
			classes = append(classes, "any throw")
		case "doublet":
			classes = append(classes, "a doublet")
		case "other":
			classes = append(classes, "a throw that is no doublet")
		default:
			if unicode.IsDigit([]rune(x.Text + "?")[0]) || strings.Contains(x.Text, "-") { // of dice
				named = append(named, x.Text)
			} else {
				named = append(named, quoted(x.Text))
			}
		}
	}
	if len(named) > 0 {
		of := "a throw of "
		if strings.HasPrefix(named[0], "“") && len(sp.lots()) > 0 {
			of = "the lot "
		}
		classes = append([]string{of + enumerate(named, "or")}, classes...)
	}
	return enumerate(classes, "or")
}

// partWord is a part that is no number, as a noun.
func (sp *speaker) partWord(name string) string {
	if a := sp.act(name); name == "throw" || a.Can != "" {
		return a.Move
	}
	return "the part " + quoted(name)
}

// played says a part that is no number with the moves by which it is played: “move”
// (a step or a leap).
func (sp *speaker) played(name string) string {
	word := sp.partWord(name)
	if !strings.HasPrefix(word, "the part ") {
		return word
	}
	var by []string
	for _, s := range sp.g.Statements {
		b, ok := s.Body.(*ast.Allow)
		if !ok {
			continue
		}
		for _, x := range b.With {
			if a, ok := engine.ActNamed(actName(b.Act)); ok && x.Text == name && !slices.Contains(by, sp.moveOf(a)) {
				by = append(by, sp.moveOf(a))
			}
		}
	}
	if len(by) == 0 {
		return quoted(name)
	}
	return quoted(name) + " (" + orList(by) + ")"
}

// partSaid says one part of an agenda.
func (sp *speaker) partSaid(p ast.Part, on []ast.Word) string {
	var t string
	switch name := p.Name(); {
	case p.Faces():
		t = sp.facesSaid(on)
	case name == "":
		t = sp.throwSum(p.Expr, on)
	case p.Expr.Op == "num":
		t = name
	default:
		t = sp.played(name)
	}
	if p.MayBeLeft {
		t += mayBeLeft
	}
	return t
}

// facesSaid is each face of a throw as a part of its own.
func (sp *speaker) facesSaid(on []ast.Word) string {
	if len(on) == 1 {
		for i := range sp.g.Program.Throws {
			if t := &sp.g.Program.Throws[i]; t.Is(on[0].Text) && t.Faces != nil {
				return enumerate(t.Faces, "and")
			}
		}
	}
	if _, several, _, _ := sp.dice(); several {
		return "the faces that the dice show, each by itself"
	}
	return "the face that is thrown"
}

const mayBeLeft = " (which may be left)"

// throwSum is a part worked out from the throw: where only one throw is meant, the
// number itself.
func (sp *speaker) throwSum(e *lang.Expr, on []ast.Word) string {
	if n, ok := sp.oneThrow(e, on); ok {
		return strconv.Itoa(n)
	}
	keep := sp.doublet
	defer func() { sp.doublet = keep }()
	sp.doublet = on != nil && !slices.ContainsFunc(on, func(x ast.Word) bool { return x.Text != "doublet" && !doubled(x.Text) })
	return sp.throwNumber(e)
}

// doubled reports whether a throw that is named, as in 4-4, is a doublet.
func doubled(throw string) bool {
	first, rest, dice := strings.Cut(throw, "-")
	return dice && strings.ReplaceAll(rest, "-", "") == strings.Repeat(first, strings.Count(rest, "-")+1)
}

// oneThrow works out a part where an agenda is for one throw alone.
func (sp *speaker) oneThrow(e *lang.Expr, on []ast.Word) (int, bool) {
	if len(on) != 1 {
		return 0, false
	}
	for i := range sp.g.Program.Throws {
		t := &sp.g.Program.Throws[i]
		if t.Is(on[0].Text) {
			return lang.NewNames(&sp.g.Program.Rules).ThrowValue(&lang.Text{Expr: e, Pos: on[0].Pos}, e, t)
		}
	}
	return 0, false
}

func (sp *speaker) throwNumber(e *lang.Expr) string {
	switch e.Op {
	case "num":
		return e.Text
	case "name":
		if e.Text == "thrown" {
			return sp.thrown()
		}
		return sp.die(e.Text)
	case "+", "-", "*":
		if text := sp.underneath(e); text != "" {
			return text
		}
		x, y := sp.throwNumber(e.Kids[0]), sp.throwNumber(e.Kids[1])
		if len(e.Kids[1].Kids) > 0 {
			y = "(" + y + ")"
		}
		if e.Op == "*" && len(e.Kids[0].Kids) > 0 {
			x = "(" + x + ")"
		}
		return x + map[string]string{"+": " plus ", "-": " minus ", "*": " times "}[e.Op] + y
	}
	return e.Text
}

// underneath is the number that lies under a die of six faces, whose opposite faces
// add up to seven.
func (sp *speaker) underneath(e *lang.Expr) string {
	if e.Op != "-" || e.Kids[0].Op != "num" || e.Kids[0].Num != 7 || e.Kids[1].Op != "name" || !slices.Contains([]string{"high", "low"}, e.Kids[1].Text) {
		return ""
	}
	for i := range sp.g.Program.Devices {
		b := thrownBy(sp.g, i)
		if !b.Drawn() && (sp.of == nil || slices.Contains(sp.of, i)) && (b.Falls() || slices.ContainsFunc(b.Dice(), func(f ast.Faces) bool { return f.Numbers() != 6 })) {
			return ""
		}
	}
	return "the number underneath (7 minus " + sp.die(e.Kids[1].Text) + ")"
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
		times := ""
		switch n := j - i; {
		case n == 2:
			times = " twice"
		case n > 2:
			times = " " + numeral(n) + " times"
		}
		if p, opt := strings.CutSuffix(parts[i], mayBeLeft); opt && times != "" {
			out = append(out, p+" at most"+times)
		} else {
			out = append(out, parts[i]+times)
		}
		i = j
	}
	return enumerate(out, "and")
}

// agendaParts takes throws that are owed off the ends of what is to be played.
func agendaParts(play []ast.Part) (before int, rest, after []ast.Part) {
	for len(play) > 0 && play[0].Name() == "throw" && !play[0].MayBeLeft {
		before++
		play = play[1:]
	}
	end := len(play)
	for end > 0 && play[end-1].Name() == "throw" {
		end--
	}
	play, after = play[:end], play[end:]
	return before, play, after
}

func (sp *speaker) agenda(s *rulesets.Statement, b *ast.Agenda) string {
	for i, st := range sp.g.Program.Stages {
		if sp.inStage(s, i) && st.Device >= 0 {
			sp.of = append(sp.of, st.Device)
		}
	}
	before, play, after := agendaParts(b.Play)
	var parts []string
	for _, x := range play {
		parts = append(parts, sp.partSaid(x, b.On))
	}
	again := ""
	for i, x := range after {
		more := "throws again"
		if x.MayBeLeft {
			more = "may throw again if he likes"
		}
		if i == 0 {
			again = "the player then " + more
		} else {
			again += ", and after that " + more
		}
	}
	what := partsSaid(parts)
	order := sp.orderSaid(s, b, parts)
	t := sp.inStages(s) + prefixed("", strings.TrimPrefix(sp.ifs(s.When().Tree(), false), " "), ", ")
	if b.On == nil && len(sp.of) == 0 {
		if what == "" {
			t += "there is nothing to play in a turn"
		} else {
			t += "a turn consists of " + what + order
		}
		return t + prefixed("; ", again, "")
	}
	if before > 0 {
		t += "after " + sp.agendaThrows(s, b) + " the player must throw " + []string{"", "once more", "twice more"}[min(before, 2)] + " before anything is played; "
		if what == "" {
			t += "the first throw itself gives nothing to play"
		} else {
			t += "then of the first " + what + areOf(parts) + " played" + order
		}
	} else {
		t += sp.agendaPlayed(s, b, what, order, parts)
	}
	return t + prefixed(", and ", again, "")
}

// areOf is the verb for parts.
func areOf(parts []string) string {
	return " " + agree("are", len(parts) > 1)
}

// agendaPlayed says what is played of a throw; of sticks and the like, how many fell so.
func (sp *speaker) agendaPlayed(s *rulesets.Statement, b *ast.Agenda, what, order string, parts []string) string {
	fallen, side := sp.fallen()
	var counts []string
	for _, x := range b.On {
		n, err := strconv.Atoi(x.Text)
		if err != nil {
			counts = nil
			break
		}
		counts = append(counts, map[bool]string{true: "none", false: numeral(n)}[n == 0])
	}
	if fallen != "" && len(counts) > 0 && len(sp.lots()) == 0 {
		when := "when " + enumerate(counts, "or") + " of the " + fallen + " " + agree("fall", len(counts) > 1 || counts[0] != "none" && counts[0] != "one") + " with " + side + " up"
		if what == "" {
			return when + ", nothing is played"
		}
		if len(parts) == 1 && what == sp.thrown() {
			what = "that number"
		}
		return when + ", " + what + areOf(parts) + " played" + order
	}
	which := sp.agendaThrows(s, b)
	if what == "" {
		return which + " gives nothing to play"
	}
	return which + " is played as " + what + order
}

// agendaThrows says for which throws an agenda is.
func (sp *speaker) agendaThrows(s *rulesets.Statement, b *ast.Agenda) string {
	which := sp.throws(b.On, "any throw")
	if sp.yields(s, b) {
		if strings.Contains(which, " that ") {
			which += " and"
		}
		which += " for which nothing more particular is said"
	}
	return which
}

// orderSaid says in which order what an agenda puts up is played. Where a statement on
// the order is about such throws, it is left to that.
func (sp *speaker) orderSaid(s *rulesets.Statement, b *ast.Agenda, parts []string) string {
	fixed := b.Order.Text == "fixed"
	if fixed && len(parts) == 1 && len(sp.g.Program.Devices) == 0 {
		added := false
		sp.eachPut(s, func(ast.Part) { added = true })
		if added {
			return "; what other rules add is played in the order that they say"
		}
	}
	if slices.ContainsFunc(b.Play, ast.Part.Faces) && !sp.ordered(b.On) {
		if _, several, _, _ := sp.dice(); several && fixed {
			return ", in the order in which the throw is written"
		} else if several {
			return ", in any order"
		}
	}
	if len(parts) < 2 || !slices.ContainsFunc(parts, func(p string) bool { return p != parts[0] }) || sp.ordered(b.On) {
		return ""
	}
	if fixed {
		return ", in that order"
	}
	return ", in any order"
}

// ordered reports whether an order statement settles the order of such throws.
func (sp *speaker) ordered(on []ast.Word) bool {
	doublets, others := classes(on)
	for _, s := range sp.g.Statements {
		if b, ok := s.Body.(*ast.Order); ok {
			d, o := classes(b.Throws)
			if d && doublets || o && others {
				return true
			}
		}
	}
	return false
}

// classes reports whether there are doublets among throws, and whether others.
func classes(on []ast.Word) (doublets, others bool) {
	if on == nil {
		return true, true
	}
	for _, x := range on {
		dice := strings.Contains(x.Text, "-")
		switch {
		case x.Text == "doublet" || doubled(x.Text):
			doublets = true
		case x.Text == "other" || dice:
			others = true
		default:
			return true, true
		}
	}
	return
}

// inStage reports whether a statement is for the stage of that index.
func (sp *speaker) inStage(s *rulesets.Statement, i int) bool {
	in := s.In()
	for _, x := range in {
		if x.Text == sp.g.Program.Stages[i].ID {
			return true
		}
	}
	return in == nil
}

// yields reports whether another agenda goes before this one for some throw. Lots
// are no throw for which one would look under a class of throws of dice.
func (sp *speaker) yields(s *rulesets.Statement, b *ast.Agenda) bool {
	type key struct {
		stages uint64
		throw  int
	}
	dice := false
	for _, x := range b.On {
		dice = dice || x.Text == "doublet" || x.Text == "other"
	}
	before := map[key]bool{}
	for _, a := range sp.g.Program.Agendas {
		if dice && a.Throw >= 0 && len(sp.g.Program.Throws[a.Throw].Faces) == 0 {
			continue
		}
		k := key{a.Stages, a.Throw}
		if a.ID != s.ID {
			before[k] = before[k] || !contrary(sp.g.Statement(a.ID).When(), s.When())
		} else if before[k] {
			return true
		}
	}
	return false
}

// contrary reports whether of two conditions one is the negation of the other, as
// far as a name shows it.
func contrary(x, y *lang.Text) bool {
	negates := func(x, y *lang.Text) bool { return x.Written == "not "+y.Written && !strings.Contains(y.Written, " ") }
	return x != nil && y != nil && (negates(x, y) || negates(y, x))
}

func (sp *speaker) orderStatement(s *rulesets.Statement, b *ast.Order) string {
	t := sp.inStages(s) + "the " + plural(sp.partNoun()) + " of " + sp.throws(b.Throws, "a throw")
	if b.Parts.Text != "fixed" {
		return t + " may be played in any order"
	}
	t += " must be played in the order in which they are stated"
	later, thrown := false, false
	for _, o := range sp.g.Statements {
		if a, ok := o.Body.(*ast.Agenda); ok {
			before, _, _ := agendaParts(a.Play)
			thrown = thrown || before > 0
		}
		for _, e := range effects(o) {
			put, ok := e.(*ast.Put)
			if !ok {
				continue
			}
			for _, p := range put.Parts {
				if p.Name() == "throw" {
					thrown = thrown || put.Where.Text != "end"
				} else {
					later = true
				}
			}
		}
	}
	if later {
		t += "; what another rule adds comes before them, or after them where it says so"
	}
	if thrown {
		t += "; of several throws that are collected, the one made first comes first"
	}
	return t
}

// --- what cannot be played ---------------------------------------------------

// due is what can be left to be played where a statement on blocked parts answers.
type due struct {
	fixed, free bool     // there are throws or turns with several parts in a fixed order, and in a free one
	numbers     bool     // parts that are numbers
	words       []string // … and others
	optional    bool     // parts that may be left
}

func (sp *speaker) dueAt(s *rulesets.Statement) (d due) {
	p := sp.g.Program
	i := slices.IndexFunc(p.Blocked, func(b engine.Blocked) bool { return b.ID == s.ID })
	if i < 0 {
		return d
	}
	anyFixed, anyFree := false, false // whatever they put up themselves
	note := func(part engine.Part) {
		if part.IsNumber {
			d.numbers = true
		} else if w := sp.played(part.Name); !slices.Contains(d.words, w) {
			d.words = append(d.words, w)
		}
	}
	for _, a := range p.Agendas {
		if a.Stages&p.Blocked[i].Stages == 0 || a.Throw >= 0 && !p.Blocked[i].Throws.Has(a.Throw) {
			continue
		}
		anyFixed, anyFree = anyFixed || a.Fixed, anyFree || !a.Fixed
		n := 0
		for _, part := range a.Parts {
			if part&0x7f == engine.PartThrow {
				continue
			}
			n++
			d.optional = d.optional || part&0x80 != 0
			note(p.Parts[part&0x7f])
		}
		if n > 1 {
			d.fixed, d.free = d.fixed || a.Fixed, d.free || !a.Fixed
		}
	}
	sp.eachPut(s, func(p ast.Part) {
		d.optional = d.optional || p.MayBeLeft
		if !d.fixed && !d.free { // what one agenda puts up alone, a rule adds to
			d.fixed, d.free = anyFixed, anyFree
		}
		note(engine.Part{Name: p.Name(), Number: p.Expr.Num, IsNumber: p.Expr.Op == "num"})
	})
	return d
}

// eachPut calls f with every part but a throw that a rule puts up in the stages of a
// statement.
func (sp *speaker) eachPut(s *rulesets.Statement, f func(ast.Part)) {
	for _, o := range sp.g.Statements {
		here := false
		for i := range sp.g.Program.Stages {
			here = here || sp.inStage(s, i) && sp.inStage(o, i)
		}
		if !here {
			continue
		}
		for _, p := range puts(o) {
			if p.Name() != "throw" {
				f(p)
			}
		}
	}
}

func (sp *speaker) blockedStatement(s *rulesets.Statement, b *ast.Blocked) string {
	d := sp.dueAt(s)
	noun := "part"
	if len(d.words) == 0 {
		noun = "number"
	}
	of := prefixed(" of ", sp.throws(b.Throws, ""), "")
	what, after := "", ""
	cannot := map[bool]string{true: " must be played and cannot be", false: " cannot be played"}[d.optional]
	if d.fixed {
		after = ", with all that would come after it"
	}
	switch {
	case d.fixed && !d.free:
		what = "the " + noun + " whose turn it is" + strings.Replace(of, " of ", " in ", 1) + cannot
	case !d.fixed && !d.free && !d.numbers:
		what = orList(d.words) + " is not possible"
	case !d.fixed && !d.free:
		what = "the " + noun + " to be played" + of + " cannot be played"
	default:
		what = "nothing that is left to be played" + of
		if !d.numbers {
			what += " (" + orList(d.words) + ")"
		}
		what += " can be played"
		if owed := b.Policy.Text == "lose" || b.Policy.Text == "other"; owed && d.optional {
			what += ", and some of it may not be left"
		}
		if d.fixed {
			what += ", or where the order is fixed the " + noun + " whose turn it is" + cannot
		}
	}
	if sp.endsThere(s) {
		what += " and this does not end the game"
	}
	t := sp.inStages(s) + "when " + what
	if b.When != nil {
		t = sp.inStages(s) + strings.TrimSuffix(sp.whens(what, b.When), ", ")
	}
	return t + ", " + sp.blockedSo(b.Policy.Text, d, noun, after)
}

// blockedSo says what becomes of what cannot be played.
func (sp *speaker) blockedSo(policy string, d due, noun, after string) string {
	switch policy {
	case "lose":
		return "the rest of the turn is lost, further throws included"
	case "other":
		return "the next player plays what is left, with his own men; what he cannot play is lost" + sp.butThrows()
	case "skip":
		if d.fixed {
			return "it is lost, and what comes after it is tried" + map[bool]string{true: " where the order is fixed"}[d.free]
		}
	case "leave":
		if d.fixed {
			return "it waits while later " + plural(noun) + " are played" + map[bool]string{true: " where the order is fixed"}[d.free] + ", and is lost if it cannot be played then"
		}
	}
	return "it is lost" + after + sp.butThrows()
}

// endsThere reports whether an end of the game may come first where a player can play nothing.
func (sp *speaker) endsThere(s *rulesets.Statement) bool {
	p := sp.g.Program
	i := slices.IndexFunc(p.Blocked, func(b engine.Blocked) bool { return b.ID == s.ID })
	return i >= 0 && slices.ContainsFunc(p.Ends, func(e engine.End) bool { return e.At == engine.AtNoMove && e.Stages&p.Blocked[i].Stages != 0 })
}
