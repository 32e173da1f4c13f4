package rulesets

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sentences, continued: turns, definitions and moments.

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
			return "the number that both dice show"
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
		case !sp.ordered(on):
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

// ordered reports whether an order statement settles the order of such throws.
func (sp *speaker) ordered(on *yamlpos.Node) bool {
	doublets, others := classes(on)
	for _, s := range sp.g.Statements {
		if s.Kind == "order" {
			d, o := classes(s.Node.Get("on"))
			if d && doublets || o && others {
				return true
			}
		}
	}
	return false
}

// classes reports whether there are doublets among throws, and whether others.
func classes(on *yamlpos.Node) (doublets, others bool) {
	if on == nil {
		return true, true
	}
	for _, x := range items(on) {
		first, rest, dice := strings.Cut(x.Text, "-")
		switch {
		case x.Text == "doublet" || dice && strings.ReplaceAll(rest, "-", "") == strings.Repeat(first, strings.Count(rest, "-")+1):
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
			before[k] = before[k] || !contrary(sp.g.Statement(a.ID).Node.Get("when"), s.Node.Get("when"))
		} else if before[k] {
			return true
		}
	}
	return false
}

// contrary reports whether of two conditions one is the negation of the other, as
// far as a name shows it.
func contrary(x, y *yamlpos.Node) bool {
	return x != nil && y != nil && (x.Text == "not "+y.Text && !strings.Contains(y.Text, " ") || y.Text == "not "+x.Text && !strings.Contains(x.Text, " "))
}

// free reports whether every throw of the stages of a statement may be played
// in any order. Turns without a throw are not asked about.
func (sp *speaker) free(s *Statement) bool {
	found := false
	for _, a := range sp.g.Program.Agendas {
		here := false
		for i := range sp.g.Program.Stages {
			here = here || a.Stages>>uint(i)&1 != 0 && sp.inStage(s, i)
		}
		if here && a.Throw >= 0 {
			if a.Fixed {
				return false
			}
			found = true
		}
	}
	return found
}

func (sp *speaker) blockedStatement(s *Statement) string {
	on := sp.throws(s.Node.Get("on"), "")
	of := ""
	if on != "" {
		of = " of " + on
	}
	// Where the order is free, anything may be played next; where it is fixed,
	// the first part only.
	what := "nothing that may be played next" + of + " can be played"
	t := sp.inStages(s) + "when " + what
	if w := s.Node.Get("when"); w != nil {
		e := sp.parse(w)
		if e != nil {
			t = sp.inStages(s) + strings.TrimSuffix(sp.whens(what, w), ", ")
		}
	}
	return t + ", " + map[string]string{
		"stop":  "the rest of the " + sp.throwOrTurn() + " is dropped",
		"skip":  "what may be played next is dropped, and the turn goes on with what comes after it",
		"leave": "what may be played next waits while later parts are played",
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
	if s := sp.g.Statement(name); s != nil && s.Kind == "moment" {
		// The name shows whom another meaning of it would touch.
		return sp.momentNamed(s.arg().Text) + " (" + title(s) + ")"
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
			if sp.lots() != nil {
				parts = append(parts, "a lot has been drawn")
				continue
			}
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
