package edition

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: what a game is played with.

// equipment says what a statement states of players, board, men and throws; "" for
// another statement.
func (sp *speaker) equipment(s *rulesets.Statement) string {
	switch s.Kind {
	case "tables", "merels", "grid", "holes", "cross", "graph":
		return sp.boardStatement(s) + sp.marked(s.Arg().Get("marked"))
	case "track":
		return sp.track(s.Arg())
	case "men":
		return sp.menStatement(s.Arg())
	case "set_up":
		return sp.setUp(s.Arg())
	case "throw":
		return sp.throwStatement(s)
	}
	return ""
}

// seenBy is how the players of a statement see the board: where it does not say, as
// the board is mostly seen.
func (sp *speaker) seenBy(players *ast.Players) board.View {
	if players.Seen.Said() {
		return board.View(players.Seen.Text)
	}
	for _, s := range sp.g.Statements {
		if s.Kind == "merels" || s.Kind == "graph" {
			return board.Same
		}
	}
	return board.Rotated
}

// marks says which marks men can bear.
func marks(b *ast.Marks) string {
	var m []string
	for _, w := range b.Names {
		m = append(m, quoted(w.Text))
	}
	return "it is remembered of each man, as long as it is on the board, whether it bears the mark" +
		map[bool]string{true: "s"}[len(m) > 1] + " " + enumerate(m, "and")
}

func (sp *speaker) players(b *ast.Players) string {
	var who []string
	for _, n := range b.Names {
		who = append(who, playerName(n.Text))
	}
	t := "there are " + counted(len(who), "player") + ", " + enumerate(who, "and") + ", who take turns"
	told := b.Begins.Said() || slices.ContainsFunc(sp.g.Statements, func(s *rulesets.Statement) bool { return s.Kind == "begins" })
	if len(who) > 2 || !told { // of two it says no more than who begins
		t += " in this order"
	}
	if b.Begins.Said() {
		t += "; " + doing(b.Begins.Text, "begins", "begin")
	}
	if len(b.Partners) > 0 {
		var teams []string
		for _, partners := range b.Partners {
			var names []string
			for _, n := range partners {
				names = append(names, playerName(n.Text))
			}
			teams = append(teams, enumerate(names, "and")+" are partners")
		}
		t += "; " + enumerate(teams, "and")
	}
	switch v := sp.seenBy(b); {
	case v == board.Mirrored:
		t += "; the second sees the board with near and far exchanged, and left and right as the first"
	case v == board.Rotated && len(who) == 2:
		t += "; they sit opposite each other, and each sees the board from his own side"
	case v == board.Rotated && len(who) == 4:
		t += "; they sit round the board, each at the right hand of the one before, and each sees it from his own side"
	case v == board.Rotated:
		t += "; they sit round the board, and each sees it from his own side"
	case sp.ownNumbers(): // the board is not turned, yet each numbers it along his own way
		t += "; " + map[bool]string{true: "both", false: "all"}[len(who) == 2] + " look at the board from the same side"
	case len(who) == 2:
		t += "; both call the " + plural(sp.noun) + " by the same names"
	default:
		t += "; all call the " + plural(sp.noun) + " by the same names"
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
	for _, x := range n.Items() {
		out = append(out, sp.run(x.Text))
	}
	if len(out) == 1 && !strings.Contains(out[0], " to ") {
		return "; the " + sp.noun + " " + out[0] + " is marked"
	}
	return "; the " + plural(sp.noun) + " " + enumerate(out, "and") + " are marked"
}

// first is the player who names the places.
func (sp *speaker) first() string { return playerName(sp.g.Program.Players[0]) }

func (sp *speaker) firstSees() string { return doing(sp.g.Program.Players[0], "sees", "see") }

func (sp *speaker) boardStatement(s *rulesets.Statement) string {
	n := s.Arg()
	size := func(key string) int { i, _ := strconv.Atoi(textOr(n.Get(key), "0")); return i }
	switch s.Kind {
	case "tables":
		k := size("points")
		return "the board is a tables board with " + strconv.Itoa(k) + " points in two facing rows of " + numeral(k/2) + ", each in two quarters of " + numeral(k/4) +
			"; they are numbered here as " + sp.firstSees() + " them, from 1 at the far right to " + strconv.Itoa(k/2) + " at the far left and from " +
			strconv.Itoa(k/2+1) + " at the near left to " + strconv.Itoa(k) + " at the near right"
	case "merels":
		return sp.merels(n, size("rings"))
	case "grid", "holes":
		return sp.grid(s, size("rows"), size("columns"), size("line"))
	case "cross":
		return sp.cross(n, size("length"))
	}
	return sp.graph(n)
}

// cross says what a cross is like, and how its squares are named.
func (sp *speaker) cross(n *yamlpos.Node, length int) string {
	columns := 3
	if c := n.Get("columns"); c != nil {
		columns, _ = strconv.Atoi(c.Text)
	}
	t := "the board is a cross of four arms, each of " + numeral(columns) + " columns and " + counted(length, "square") + " long"
	if c := n.Get("centre"); c != nil {
		t += map[bool]string{true: ", with a square in the centre", false: ", with no square in the centre"}[yes(c)]
	}
	letters, words, example := "l, m or r", "the left, middle or right one", "sm1 is the innermost square in the middle of "
	switch columns {
	case 2:
		letters, words, example = "l or r", "the left or right one", "sr1 is the innermost square at the right of "
	case 4:
		letters, words, example = "l, m, n or r", "the first, second, third or fourth from the left", "sr1 is the innermost square at the right of "
	}
	return t + "; a square is named by its arm (s, e, n or w, of which s is " + sp.first() + "'s), by its column (" + letters + ", " + words +
		" for who sits at that arm) and by its place in the column, counted from the centre: " + example + sp.first() + "'s arm"
}

func (sp *speaker) merels(n *yamlpos.Node, rings int) string {
	t := "the board has " + counted(rings, "square") + " set one within another; men stand on the corners and on the middles of the sides"
	if rings == 1 {
		t = "the board has one square, and men stand on its corners and on the middles of its sides"
	}
	t += ", " + strconv.Itoa(8*rings) + " points in all; the sides are lines along which men go"
	d := n.Get("diagonals")
	if rings > 1 {
		t += ", and lines join the middles of each square to those of the next"
		if yes(d) {
			t += ", and its corners to the corners of the next"
		}
	}
	if d != nil && !yes(d) {
		t += "; no lines join the corners of one square to those of another"
	}
	t += "; two points are next to each other when they follow one another on a line"
	if l := n.Get("names"); l != nil {
		t += "; the points are called, clockwise from the upper left corner and from the outermost square inwards, " + sp.fields(l.Items())
	}
	if l := n.Get("lines"); l != nil {
		return t + "; a player has a mill when his men stand on all points of a row, and the only rows that count as mills are " + sp.fields(l.Items())
	}
	rows := "a side of a square"
	switch {
	case rings > 2 && yes(d):
		rows += ", or three that follow one another on a line that joins the squares, at the middles of the sides or at the corners"
	case rings > 2:
		rows += ", or three that follow one another on a line that joins the squares"
	}
	return t + "; a player has a mill when his men stand on the three points of " + rows
}

func (sp *speaker) grid(s *rulesets.Statement, rows, columns, line int) string {
	n := s.Arg()
	t := "the board has " + counted(rows, "row") + " of " + counted(columns, sp.noun)
	if rows > 1 {
		t += " each"
	}
	t += "; " + plural(sp.noun) + " are next to each other along rows and columns"
	switch d := textOr(n.Get("diagonals"), ""); d {
	case "none":
		t += ", and not slantwise"
	case "all":
		t += ", and slantwise too"
	case "rising":
		t += ", and slantwise too from the lower left to the upper right"
	case "falling":
		t += ", and slantwise too from the lower right to the upper left"
	case "alternate":
		t += ", and slantwise too along the diagonal lines that run through every other " + sp.noun + ", " + sp.g.Board.Cells[0].Name + " among them"
	}
	if textOr(n.Get("cells"), "") == "chequered" {
		t += "; they are dark and light by turns, " + sp.g.Board.Cells[0].Name + " is dark"
	}
	near := "as " + sp.firstSees() + " them"
	names, said := textOr(n.Get("names"), map[string]string{"grid": "letters", "holes": "numbers"}[s.Kind]), ""
	if names == "numbers" {
		said = "by its row, counted from the near side, and its place in the row, counted from the left, " + near + ": r1c1 to r" + strconv.Itoa(rows) + "c" + strconv.Itoa(columns)
	} else {
		said = "by a letter for its column, from the left, and a number for its row, from the near side, " + near + ": a1 to " + string(rune('a'+max(columns, 1)-1)) + strconv.Itoa(rows)
	}
	t += "; a " + sp.noun + " is named " + said
	if v := n.Get("numbered"); v != nil {
		t += "; in books these " + plural(sp.noun) + " have numbers, from 1 in this order: " + sp.fields(v.Items())
	}
	if line > 0 {
		t += "; " + numeral(line) + " " + plural(sp.noun) + " in a straight row count as a line"
		if textOr(n.Get("slanting"), "no") != "no" {
			t += ", slantwise too"
		}
		t += "; " + sp.hasLine()
	}
	return t
}

// hasLine says when a player has a line.
func (sp *speaker) hasLine() string {
	return "a player has a line when his men stand on all of its " + plural(sp.noun)
}

func (sp *speaker) graph(n *yamlpos.Node) string {
	var pts []string
	for _, x := range n.Get("points").Items() {
		pts = append(pts, strings.Fields(x.Text)...)
	}
	t := "the board has " + counted(len(pts), sp.noun) + ": " + strings.Join(pts, ", ")
	if x := n.Get("near"); x != nil {
		t += "; lines join, each to the next: " + sp.fields(x.Items())
	}
	if x := n.Get("lines"); x != nil {
		t += "; these rows count as lines: " + sp.fields(x.Items()) + "; " + sp.hasLine()
	}
	if x := n.Get("at"); x != nil && x.Kind == yamlpos.Map {
		var at []string
		for i, k := range x.Keys {
			at = append(at, k.Text+" at "+strings.Join(wordsOf(x.Values[i].Items()), ", "))
		}
		t += "; in drawings (across, up) " + strings.Join(at, "; ")
	}
	return t
}

// --- the way ---------------------------------------------------------------

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
	for _, x := range n.Items() {
		out = append(out, sp.run(x.Text))
	}
	if len(out) > 3 {
		return strings.Join(out, ", ")
	}
	return strings.Join(out, ", then ")
}

// cellRuns names cells of the board one after the other, rows of them by their ends.
func (sp *speaker) cellRuns(cells []int) string {
	b := sp.g.Board
	var out []string
	for i := 0; i < len(cells); {
		j := i
		for j+1 < len(cells) && slices.Equal(b.Span(cells[i], cells[j+1]), cells[i:j+2]) {
			j++
		}
		switch name := func(k int) string { return b.Cells[cells[k]].Name }; {
		case j == i:
			out = append(out, name(i))
		case j == i+1:
			out = append(out, name(i), name(j))
		default:
			out = append(out, name(i)+" to "+name(j))
		}
		i = j + 1
	}
	return enumerate(out, "and")
}

// onBoard says which places of the board the names of a definition are for each
// player, where this is not the same.
func (sp *speaker) onBoard(e *lang.Expr) string {
	cells := sp.cells(e)
	if cells == nil || sp.many() || !sp.ownNumbers() && !sp.varies(e) {
		return ""
	}
	var out []string
	for q, name := range sp.g.Program.Players {
		if len(cells[q]) == 0 {
			return ""
		}
		out = append(out, sp.cellRuns(cells[q])+" for "+playerName(name))
	}
	return " (on the board " + enumerate(out, "and") + ")"
}

func (sp *speaker) track(n *yamlpos.Node) string {
	t := ""
	if n.Get("run") != nil {
		t = sp.trackRun(n)
	} else if l := n.Get("legs"); l != nil && l.Kind == yamlpos.Map {
		t = sp.trackLegs(n, l)
	}
	off := n.Get("off")
	switch {
	case off != nil && !yes(off):
		t += "; no man is borne off at its end"
	case yes(n.Get("ring")):
	case off != nil || n.Get("run") != nil:
		t += "; at the end of the way men leave the board"
	}
	return t
}

// trackRun says which way men go on a track that does not branch, and how its places
// are numbered.
func (sp *speaker) trackRun(n *yamlpos.Node) string {
	p := sp.g.Program
	ways := plural(sp.noun) + " " + sp.runs(n.Get("run"))
	t := "the men of " + map[bool]string{true: "both", false: "all"}[len(p.Players) == 2] + " players go the same way, along the " + ways
	switch b := n.Get("but"); {
	case b != nil:
		var others, rest []string
		for i, k := range b.Keys {
			others = append(others, playerName(k.Text)+"'s along "+sp.runs(b.Values[i]))
		}
		for _, name := range p.Players {
			if b.Get(name) == nil {
				rest = append(rest, playerName(name)+"'s")
			}
		}
		t = prefixed("", enumerate(rest, "and"), " ") + "men go along the " + ways + ", and " + enumerate(others, "and")
		if sp.differSeen() {
			t += ", as each sees the board"
		}
	case sp.differ():
		t = "each player's men go along the " + ways + ", as he sees the board"
	}
	if len(p.Players) == 2 && sp.reversed() {
		t += ", so that they meet"
	}
	switch ring := n.Get("ring"); {
	case yes(ring):
		t += "; after the last comes the first again, without end"
	case ring != nil:
		t += "; after the last does not come the first again"
	}
	t += "; an advance is always forward on this way"
	if !sp.c.Numbered {
		return t + "; the " + plural(sp.noun) + " keep the names they have on the board"
	}
	if sp.ownNumbers() {
		last := len(p.Players) - 1
		t += "; each player numbers the " + plural(sp.noun) + " from 1 along his own way, and by these numbers they are called in all rules: " +
			playerName(p.Players[last]) + "'s " + sp.noun + " 1 is " + sp.g.Board.Cells[p.CellOf[last][0]].Name + " on the board"
	} else {
		t += "; its " + plural(sp.noun) + " are numbered from 1 in this order, as on the board"
	}
	return t + sp.passedTwice()
}

// differSeen reports whether players see the board differently.
func (sp *speaker) differSeen() bool {
	for _, s := range sp.g.Statements {
		if b, ok := s.Body.(*ast.Players); ok {
			return sp.seenBy(b) != board.Same
		}
	}
	return false
}

// reversed reports whether two players go against each other wherever their ways run
// along the same places.
func (sp *speaker) reversed() bool {
	p := sp.g.Program
	if len(p.Players) != 2 {
		return false
	}
	steps := map[[2]int]bool{}
	against := false
	for q, at := range p.CellOf {
		for f, on := range p.Next {
			for _, t := range on {
				a, b := at[f], at[t]
				if q == 0 {
					steps[[2]int{a, b}] = true
				} else if steps[[2]int{a, b}] {
					return false
				}
				against = against || q == 1 && steps[[2]int{b, a}]
			}
		}
	}
	return against
}

// passedTwice says which places the way passes more than once, and how men are told
// apart there.
func (sp *speaker) passedTwice() string {
	if !sp.twice {
		return ""
	}
	var twice []int
	example := ""
	for cell, at := range sp.c.PlaceAt[0] {
		if len(at) < 2 {
			continue
		}
		twice = append(twice, cell)
		if example == "" {
			var numbers []string
			for _, f := range at {
				numbers = append(numbers, strconv.Itoa(f+1))
			}
			example = sp.g.Board.Cells[cell].Name + " is " + enumerate(numbers, "and")
		}
	}
	return "; the way passes " + sp.cellRuns(twice) + " more than once, so that they have several numbers (" + sp.first() + "'s " + example +
		"); where men are counted “by number”, a man counts only under the number by which it has come to its " + sp.noun
}

// trackLegs says which way men go on a track that branches.
func (sp *speaker) trackLegs(n, l *yamlpos.Node) string {
	inOrder := make([]int, len(l.Keys)) // as the way comes to them
	for i := range inOrder {
		inOrder[i] = i
	}
	begins := func(i int) int { leg := sp.c.Legs[l.Keys[i].Text]; return leg.First() }
	slices.SortStableFunc(inOrder, func(i, j int) int { return begins(i) - begins(j) })
	var legs []string
	for _, i := range inOrder {
		legs = append(legs, quoted(l.Keys[i].Text)+", "+sp.runs(l.Values[i]))
	}
	t := "each man's way is made of legs: "
	if sp.differ() {
		t = "each man's way is made of legs, as its player sees the board: "
	}
	t += strings.Join(legs, "; ")
	var ends, order []string
	on := map[string][]string{} // where a man goes on to from the end of a leg
	for _, x := range n.Get("order").Items() {
		chain := strings.Split(x.Text, ">")
		for j := 0; j+1 < len(chain); j++ {
			a, b := strings.TrimSpace(chain[j]), strings.TrimSpace(chain[j+1])
			if !slices.Contains(ends, a) {
				ends = append(ends, a)
			}
			if b == "off" {
				on[a] = append(on[a], "off the board")
			} else {
				on[a] = append(on[a], "to the beginning of "+quoted(b))
			}
		}
	}
	for _, a := range ends {
		order = append(order, "from the end of "+quoted(a)+" a man goes on "+orList(on[a]))
	}
	return t + "; " + strings.Join(order, "; ") + "; an advance is always forward on this way" + sp.sameLegs(l)
}

// sameLegs says which leg of one player is which leg of the other.
func (sp *speaker) sameLegs(l *yamlpos.Node) string {
	if len(sp.g.Program.Players) != 2 || !sp.differ() {
		return ""
	}
	cells := map[string][][]int{}
	for _, k := range l.Keys {
		c := sp.cells(&lang.Expr{Op: "name", Text: k.Text})
		for q := range c {
			slices.Sort(c[q])
		}
		cells[k.Text] = c
	}
	var out []string
	for i, a := range l.Keys {
		for _, b := range l.Keys[i:] {
			if x, y := cells[a.Text], cells[b.Text]; x != nil && y != nil && slices.Equal(x[0], y[1]) {
				out = append(out, quoted(a.Text)+" of the one is "+quoted(b.Text)+" of the other")
			}
		}
	}
	return prefixed("; of the two players' legs, ", enumerate(out, "and"), "")
}

// --- men and set-up ----------------------------------------------------------

func (sp *speaker) menStatement(n *yamlpos.Node) string {
	byPlayer := n.Kind == yamlpos.Map && slices.ContainsFunc(n.Keys, func(k *yamlpos.Node) bool { return slices.Contains(sp.g.Program.Players, k.Text) })
	written := ""
	if letters := lettersOf(sp.g); letters != "" {
		written = "; in writing moves the letter says which man it is: " + letters
	}
	if !byPlayer {
		return "each player has " + countedMen(n) + written
	}
	var parts []string
	for i, k := range n.Keys {
		parts = append(parts, doing(k.Text, "has", "have")+" "+countedMen(n.Values[i]))
	}
	return enumerate(parts, "and") + written
}

func (sp *speaker) setUp(n *yamlpos.Node) string {
	if n.Kind != yamlpos.Map {
		return ""
	}
	byPlayer := false
	for _, k := range n.Keys {
		byPlayer = byPlayer || slices.Contains(sp.g.Program.Players, k.Text)
	}
	if !byPlayer {
		return "at the beginning each player has " + verbatim(sp.standing(n)) + sp.setUpOnBoard(n)
	}
	var parts []string
	for i, k := range n.Keys {
		parts = append(parts, doing(k.Text, "has", "have")+" "+verbatim(sp.standing(n.Values[i])))
	}
	return "at the beginning " + strings.Join(parts, "; ")
}

// standing says where men stand: how many on each place.
func (sp *speaker) standing(m *yamlpos.Node) string {
	var parts []string
	if m.Kind != yamlpos.Map {
		return m.Text
	}
	// Places with the same men are told together, where the first of them is told.
	places, at := map[string][]string{}, map[string]int{}
	for i, k := range m.Keys {
		men := menThere(m.Values[i])
		if w, ok := storeWords[k.Text]; ok {
			parts = append(parts, men+" "+w)
			continue
		}
		e := sp.parse(k)
		switch {
		case e == nil:
			parts = append(parts, men+" on "+k.Text)
		case !sp.single(e):
			parts = append(parts, men+" on "+sp.setEach(e, view{}))
		default:
			whose, name, ok := strings.Cut(sp.place(e, view{}), sp.noun+" ")
			if !ok { // the centre
				parts = append(parts, men+" on "+whose)
				continue
			}
			if places[men] == nil {
				at[men] = len(parts)
				parts = append(parts, men+" on "+whose+sp.noun+" "+name)
			}
			if places[men] = append(places[men], name); len(places[men]) > 1 {
				parts[at[men]] = men + " on each of " + cmp.Or(whose, "the ") + plural(sp.noun) + " " + enumerate(places[men], "and")
			}
		}
	}
	return enumerate(parts, "and")
}

// setUpOnBoard says where on the board a set-up puts the men of the other player.
func (sp *speaker) setUpOnBoard(n *yamlpos.Node) string {
	var list *lang.Expr
	for i, k := range n.Keys {
		if _, store := storeWords[k.Text]; store || n.Values[i].Text == "0" {
			continue
		}
		if e := sp.parse(k); list == nil {
			list = e
		} else {
			list = &lang.Expr{Op: "or", Kids: []*lang.Expr{list, e}}
		}
	}
	if list == nil {
		return ""
	}
	return sp.onBoard(list)
}

// --- throws ----------------------------------------------------------------

func (sp *speaker) throwStatement(s *rulesets.Statement) string {
	n := s.Arg()
	t := ""
	others := func(x *rulesets.Statement) bool { return x != s && x.Kind == "throw" && x.Arg().Get("lots") == nil }
	if n.Get("lots") == nil && !plainDevice(s.ID) && slices.ContainsFunc(sp.g.Statements, others) {
		t = "for " + quoted(s.ID) + ", "
	}
	switch {
	case n.Get("dice") != nil:
		faces := textOr(n.Get("faces"), "6")
		d, _ := strconv.Atoi(n.Get("dice").Text)
		if d == 1 {
			t += "one die with faces from 1 to " + faces + " is thrown"
		} else {
			t += numeral(d) + " dice with faces from 1 to " + faces + " are thrown"
		}
	case n.Get("lots") != nil:
		names := wordsOf(n.Get("lots").Items())
		for i := range names {
			names[i] = quoted(names[i])
		}
		t += "the lots are " + enumerate(names, "and")
		if s.Node.Get("chances") == nil {
			t += ", with equal chances"
		}
	default:
		noun := s.FallingThing()
		_, of := s.Throws()
		d, _ := strconv.Atoi(textOr(of, "0"))
		if d == 1 {
			t += "one " + noun + " is thrown, and it is seen whether it falls with " + countedSide(s) + " up"
		} else {
			t += counted(d, noun) + " are thrown and those that fall with " + countedSide(s) + " up are counted"
		}
		if c := n.Get("chance"); c != nil {
			t += "; the chance of falling so is " + c.Text + " for each"
		} else if s.Node.Get("chances") == nil {
			t += "; the chance of falling so is 1/2 for each"
		}
	}
	if c := s.Node.Get("chances"); c != nil && c.Kind == yamlpos.Map {
		var chances, parts []string
		of := map[string][]string{} // throws, by their chance
		for i, k := range c.Keys {
			x := c.Values[i].Text
			if of[x] == nil {
				chances = append(chances, x)
			}
			of[x] = append(of[x], spaces(k.Text))
		}
		for _, x := range chances {
			each := " for "
			if len(of[x]) > 1 {
				each = " for each of "
			}
			parts = append(parts, x+each+enumerate(of[x], "and"))
		}
		if len(chances) < len(c.Keys) {
			t += "; the chances are " + strings.Join(parts, "; ")
		} else {
			t += "; the chances are " + enumerate(parts, "and")
		}
	}
	return t
}

// countedSide is the side by which what falls with one side up is counted.
func countedSide(s *rulesets.Statement) string {
	return textOr(s.Arg().Get("counts"), "the counted side")
}

// plainDevice reports whether a name says no more than what is thrown.
func plainDevice(id string) bool {
	return id == "die" || slices.Contains(ast.Thrown, id)
}

// Fell says how a throw of a game fell: "6-2", "3 of 4 sticks with the white side up".
func Fell(g *rulesets.Game, throw int) string {
	t := &g.Program.Throws[throw]
	s := g.Statement(g.Program.Devices[t.Device].ID)
	if s == nil || s.FallingThing() == "" {
		return t.Name
	}
	_, of := s.Throws()
	noun := s.FallingThing()
	if of.Text != "1" {
		noun = plural(noun)
	}
	return t.Name + " of " + of.Text + " " + noun + " with " + countedSide(s) + " up"
}

// device is what a stage throws.
func (sp *speaker) device(id string) string {
	s := sp.g.Statement(id)
	if s == nil || s.Arg() == nil {
		return quoted(id)
	}
	which := ""
	if len(sp.g.Program.Devices) > 1 && !plainDevice(id) {
		which = " " + quoted(id)
	}
	n := s.Arg()
	switch {
	case n.Get("dice") != nil && n.Get("dice").Text == "1":
		return "a throw of the die" + which
	case n.Get("dice") != nil:
		return "a throw of the dice" + which
	case s.FallingThing() != "":
		return "a throw of the " + plural(s.FallingThing()) + which
	}
	return "a drawing of lots" + which
}
