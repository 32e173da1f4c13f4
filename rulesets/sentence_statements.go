package rulesets

import (
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Sentences, continued: statements as a whole, and equipment.

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
	case "begins":
		return s.arg().Text + " begins"
	case "settles":
		if s.Node.Get("as") == nil {
			return s.settles[0]
		}
		if s.settles[0] == "" { // nobody asks it of a game of that family
			return "as to " + strings.ReplaceAll(s.arg().Text, "_", " ") + ": " + strings.ReplaceAll(s.Node.Get("as").Text, "_", " ")
		}
		return s.settles[0] + " " + s.settles[1]
	case "always":
		sp.context(nil, false)
		return sp.inStages(s) + "it is always so that " + sp.clause(sp.parse(s.arg()), view{}, false)
	case "never":
		sp.context(nil, false)
		return sp.inStages(s) + "it never happens that " + sp.clause(sp.parse(s.arg()), view{}, false)
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
	case "winner":
		return "where an end names no winner of its own, " + sp.wins(s.arg().Text)
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

// inStages is "in the stage “placing”, " when a statement names stages and there
// is more than one. Unless something else is spoken of already, what is thrown in
// them is what the rest of the sentence is about.
func (sp *speaker) inStages(s *Statement) string {
	n := s.Node.Get("in")
	if n == nil || len(sp.g.Program.Stages) < 2 {
		return ""
	}
	if len(sp.of) == 0 {
		for i, st := range sp.g.Program.Stages {
			if sp.inStage(s, i) && st.Device >= 0 {
				sp.of = append(sp.of, st.Device)
			}
		}
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
		t := "the board is a tables board with " + strconv.Itoa(k) + " points in two facing rows of " + numeral(k/2)
		if p := sp.g.Program.Players; len(p) > 0 {
			t += "; as " + spaces(p[0]) + " sees it, point 1 is at the far right, " + strconv.Itoa(k/2) + " at the far left, " + strconv.Itoa(k/2+1) +
				" at the near left and " + strconv.Itoa(k) + " at the near right"
		}
		return t
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
			t += "; a player has a mill when his men stand on all points of a row, and the only rows that count as mills are " + sp.fields(items(l))
		} else {
			rows := "a side of a square"
			switch diagonals := yes(n.Get("diagonals")); {
			case size("rings") > 2 && diagonals:
				rows += ", or three that follow one another on a line that joins the squares, at the middles of the sides or at the corners"
			case size("rings") > 2:
				rows += ", or three that follow one another on a line that joins the squares"
			}
			t += "; a player has a mill when his men stand on the three points of " + rows
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

// seenAlike reports whether all players see the board in the same way.
func (sp *speaker) seenAlike() bool {
	for _, s := range sp.g.Statements {
		if s.Kind == "players" {
			return textOr(s.Node.Get("seen"), "") == "same"
		}
	}
	return false
}

func (sp *speaker) track(n *yamlpos.Node) string {
	t, seen := "", ", as he sees the board"
	if sp.seenAlike() {
		seen = ""
	}
	if r := n.Get("run"); r != nil {
		t = "each player's men go along the " + plural(sp.noun) + " " + sp.runs(r)
		t += seen
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
		t = "each player's men go along legs" + seen + ": " + strings.Join(legs, "; ")
		var ends, order []string
		on := map[string][]string{} // where a man goes on to from the end of a leg
		for _, x := range items(n.Get("order")) {
			chain := strings.Split(x.Text, ">")
			for j := 0; j+1 < len(chain); j++ {
				a, b := strings.TrimSpace(chain[j]), strings.TrimSpace(chain[j+1])
				if !contains(ends, a) {
					ends = append(ends, a)
				}
				if b == "off" {
					on[a] = append(on[a], "off the board")
				} else {
					on[a] = append(on[a], "to the first of "+quoted(b))
				}
			}
		}
		for _, a := range ends {
			order = append(order, "from the last "+sp.noun+" of "+quoted(a)+" a man goes "+orList(on[a]))
		}
		t += "; " + strings.Join(order, "; ")
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
		t = counted(d, noun) + " are thrown and those that fall with " + sp.counts(s) + " up are counted"
		if d == 1 {
			t = "one " + noun + " is thrown, and it is seen whether it falls with " + sp.counts(s) + " up"
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

// counts is the side by which sticks or cowries are counted.
func (sp *speaker) counts(s *Statement) string {
	return textOr(s.arg().Get("counts"), "the counted side")
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
