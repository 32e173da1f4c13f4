package rulesets

import (
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sentences, continued: rules.

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
		sp.through(to, func(x *expr) { number = number || x.op == "name" && x.text == "part" })
		if !number {
			with = "with any number, "
		}
	}
	t := ""
	reach := false // whether the number played must reach
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
		if to != nil && to.op == "call" && to.text == "ahead" && to.kids[0].op == "name" && to.kids[0].text == "from" {
			by := "as many " + plural(sp.noun) + " as " + sp.num(to.kids[1], v, true)
			if k, ok := literal(to.kids[1]); ok {
				by = counted(k, sp.noun)
			}
			t = "advance " + man + origin + " along the track by " + by
		} else if to != nil {
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
		t = "bear off " + man + origin
		reach = !onlyWords(s.Node.Get("with"))
		if reach {
			t += " if the number played is enough to take it beyond the end of the track"
		}
	case "claim":
		t = "make a claim"
	case "stop":
		t = "stop and leave the rest of the " + sp.throwOrTurn()
	case "pass":
		t = "pass"
	}
	if yes(s.Node.Get("sparing")) {
		t += " (and where men would be taken may also make the move without taking them)"
	}
	cond := sp.ifs(s.Node.Get("when"))
	switch {
	case cond != "" && reach:
		cond = strings.Replace(" and"+cond, " and if ", " and ", 1)
		cond = strings.Replace(cond, " and unless ", ", unless ", 1)
	case cond != "" && (strings.Contains(t, ", ") || strings.Contains(t, " that ")):
		cond = "," + cond
	}
	return sp.inStages(s) + with + "the player may " + t + cond
}

// onlyWords reports whether a rule goes with parts that are no numbers.
func onlyWords(with *yamlpos.Node) bool {
	for _, x := range items(with) {
		if _, err := strconv.Atoi(x.Text); err == nil || x.Text == "number" {
			return false
		}
	}
	return with != nil
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
		const ending = ", unless a move ends the game or drops what is left" // which no player need put off
		if textOr(n.Get("most"), "") == "pips" {
			return in + cond + "the throw must be played so that the sum of the numbers played is as great as possible" + ending
		}
		return in + cond + "the throw must be played so that as many of its parts as possible are played" + ending
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
		that := cond + sp.clause(e, v, false)
		return in + strings.Replace(that, "a move for which the move is ", "a move that is ", 1) + ", such a move must be made"
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
		parts = append(parts, sp.effect(n, s)...)
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
func (sp *speaker) effect(n *yamlpos.Node, s *Statement) []string {
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
		return []string{sp.put(n, s)}
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
func (sp *speaker) put(n *yamlpos.Node, s *Statement) string {
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
	if sp.free(s) {
		// Where the order is free, what comes to the front need not be played first.
		order := ""
		for _, x := range items(s.Node.Get("on")) {
			if x.Text == "thrown" {
				order = ", before or after the rest of the throw"
			}
		}
		return "the player has also to play " + partsSaid(parts) + times + order
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
	return sp.scored(s) + sp.reckoned(s)
}

// reckoned says before or after which other score a score is worked out, where
// one of the two changes what has been scored already.
func (sp *speaker) reckoned(s *Statement) string {
	for _, key := range []string{"before", "after"} {
		n := s.Node.Get(key)
		if n == nil {
			continue
		}
		if o := sp.g.Statement(n.Text); o != nil && o.Kind == "score" && (o.arg().Kind == yamlpos.Map || s.arg().Kind == yamlpos.Map) {
			return "; this is reckoned " + key + " " + title(o)
		}
	}
	return ""
}

func (sp *speaker) scored(s *Statement) string {
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
			return t + "what " + his + " has scored so far at this moment is multiplied by " + fractionWord(x.Text)
		}
		return t + "what " + his + " has scored so far at this moment is rounded " + textOr(n.Get("round"), "up") + " to whole points"
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
	t := sp.inStages(s) + sp.whens(sp.occasion(s), s.Node.Get("when")) + "the game is over (" + verbatim(s.arg().Text) + ")"
	if w := s.Node.Get("winner"); w != nil {
		t += " and " + sp.wins(w.Text)
	} else {
		t += "; this end names no winner" // a statement for all ends may
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

// wins says whom an end names.
func (sp *speaker) wins(who string) string {
	switch who {
	case "me":
		return "the player wins"
	case "them":
		return sp.he(view{their: true}) + " wins"
	case "none":
		return "nobody wins"
	case "higher_score":
		return "whoever has the higher score wins, and nobody if it is equal"
	}
	if i, ok := sp.c.vars[who]; ok {
		if c := called(sp.g.Statement(sp.g.Program.Vars[i].ID)); c != "" {
			return c + " is the winner"
		}
		return sp.variable(i, view{}) + " wins"
	}
	return quoted(who) + " wins"
}

// through walks an expression and the definitions that it uses.
func (sp *speaker) through(e *expr, f func(*expr)) {
	seen := map[string]bool{}
	var visit func(*expr)
	visit = func(x *expr) {
		f(x)
		if d := sp.c.defines[x.text]; x.op == "name" && d != nil && !seen[x.text] {
			seen[x.text] = true
			if e := sp.parse(d.arg()); e != nil {
				e.walk(visit)
			}
		}
	}
	e.walk(visit)
}
