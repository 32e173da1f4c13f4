package edition

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Sentences, continued: what a game is played with.

// equipment says what a statement states of board, men and throws; "" for another statement.
func (sp *speaker) equipment(s *rulesets.Statement) string {
	switch b := s.Body.(type) {
	case ast.Board:
		return sp.boardStatement(b) + sp.marked(b.MarkedCells())
	case *ast.Track:
		return sp.track(b)
	case *ast.Men:
		return sp.menStatement(b)
	case *ast.SetUp:
		return sp.setUp(b)
	case *ast.Throw:
		return sp.throwStatement(s, b)
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
		if slices.Contains(ast.SeenAlike, s.Kind) {
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

// rowsSaid are rows of names as they are written.
func rowsSaid(rows []ast.Row) string {
	var out []string
	for _, r := range rows {
		out = append(out, r.String())
	}
	return strings.Join(out, "; ")
}

func (sp *speaker) marked(cells []ast.Word) string {
	if cells == nil {
		return ""
	}
	var out []string
	for _, x := range cells {
		out = append(out, sp.run(x.Text))
	}
	if store := sp.store(cells[0].Text); len(out) == 1 && store != "" {
		return "; the " + store + " is marked"
	}
	if len(out) == 1 && !strings.Contains(out[0], " to ") {
		return "; the " + sp.noun + " " + out[0] + " is marked"
	}
	return "; the " + plural(sp.noun) + " " + enumerate(out, "and") + " are marked"
}

// first is the player who names the places.
func (sp *speaker) first() string { return playerName(sp.g.Program.Players[0]) }

func (sp *speaker) firstSees() string { return doing(sp.g.Program.Players[0], "sees", "see") }

func (sp *speaker) boardStatement(b ast.Board) string {
	switch b := b.(type) {
	case *ast.Tables:
		k := b.Points.N
		return "the board is a tables board with " + strconv.Itoa(k) + " points in two facing rows of " + numeral(k/2) + ", each in two quarters of " + numeral(k/4) +
			"; they are numbered here as " + sp.firstSees() + " them, from 1 at the far right to " + strconv.Itoa(k/2) + " at the far left and from " +
			strconv.Itoa(k/2+1) + " at the near left to " + strconv.Itoa(k) + " at the near right"
	case *ast.Merels:
		return sp.merels(b)
	case *ast.Grid:
		return sp.grid(b)
	case *ast.Hexagon:
		return sp.hexagon(b)
	case *ast.Cross:
		return sp.cross(b)
	case *ast.Picture:
		return sp.picture(b)
	case *ast.Graph:
		return sp.graph(b)
	}
	return ""
}

// hexagon says what a hexagon is like, and how its cells are named.
func (sp *speaker) hexagon(b *ast.Hexagon) string {
	laid, err := board.Hexagons(ast.Numbers(b.Sides), 0)
	if err != nil {
		return ""
	}
	n := len(laid.Cells)
	t := "the board is a hexagon of " + counted(n, "hexagonal cell") + ", with "
	if len(b.Sides) == 1 {
		t += numeral(b.Sides[0].N) + " along each side"
	} else {
		var long []string
		for k := range 6 {
			long = append(long, numeral(b.Sides[k%len(b.Sides)].N))
		}
		t += enumerate(long, "and") + " along its sides, anticlockwise from the near one"
	}
	t += "; cells are next to each other where they touch; a cell is named by a letter for its row, from the near side, and a number for the row on which it lies that " +
		"leads to the upper left, from the left, as " + sp.firstSees() + " them: " + laid.Cells[0].Name + " to " + laid.Cells[n-1].Name
	if b.Line.N > 0 {
		t += "; " + numeral(b.Line.N) + " cells in a straight row count as a line; " + sp.hasLine()
	}
	return t
}

// picture says which points are drawn, and what lines join.
func (sp *speaker) picture(b *ast.Picture) string {
	laid, wrong := board.Picture(b.Drawn.Text, b.Names(), 0)
	if wrong != nil {
		return ""
	}
	var points, rows, marked []string
	for _, c := range laid.Cells {
		points = append(points, c.Name)
		if c.Marked {
			marked = append(marked, c.Name)
		}
	}
	for _, row := range laid.Rows() {
		var names []string
		for _, i := range row {
			names = append(names, laid.Cells[i].Name)
		}
		rows = append(rows, strings.Join(names, " "))
	}
	t := "the board has " + counted(len(points), sp.noun) + ": " + strings.Join(points, ", ")
	if rows != nil {
		t += "; straight lines join, each to the next: " + strings.Join(rows, "; ")
	}
	switch {
	case len(marked) == 1:
		t += "; the " + sp.noun + " " + marked[0] + " is marked"
	case marked != nil:
		t += "; the " + plural(sp.noun) + " " + enumerate(marked, "and") + " are marked"
	}
	if b.Line.N > 0 {
		t += "; " + numeral(b.Line.N) + " " + plural(sp.noun) + " in a straight row count as a line; " + sp.hasLine()
	}
	return t
}

// cross says what a cross is like, and how its squares are named.
func (sp *speaker) cross(b *ast.Cross) string {
	columns := cmp.Or(b.Columns.N, 3)
	t := "the board is a cross of four arms, each of " + numeral(columns) + " columns and "
	if len(b.Lengths) == 1 {
		t += counted(b.Lengths[0].N, "square") + " long"
	} else {
		var long []string
		for arm := range 4 {
			long = append(long, numeral(b.Lengths[arm%len(b.Lengths)].N))
		}
		t += enumerate(long, "and") + " squares long, anticlockwise from " + sp.first() + "'s"
	}
	if b.Centre.Made {
		t += whether(b.Centre.Yes, ", with no square in the centre", ", with a square in the centre")
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

func (sp *speaker) merels(b *ast.Merels) string {
	rings := b.Rings.N
	t := "the board has " + counted(rings, "square") + " set one within another; men stand on the corners and on the middles of the sides"
	if rings == 1 {
		t = "the board has one square, and men stand on its corners and on the middles of its sides"
	}
	t += ", " + strconv.Itoa(8*rings) + " points in all; the sides are lines along which men go"
	if rings > 1 {
		t += ", and lines join the middles of each square to those of the next"
		if b.Diagonals.Yes {
			t += ", and its corners to the corners of the next"
		}
	}
	if b.Diagonals.No() {
		t += "; no lines join the corners of one square to those of another"
	}
	t += "; two points are next to each other when they follow one another on a line"
	if b.Called != nil {
		t += "; the points are called, clockwise from the upper left corner and from the outermost square inwards, " + rowsSaid(b.Called)
	}
	if b.Lines != nil {
		return t + "; a player has a mill when his men stand on all points of a row, and the only rows that count as mills are " + rowsSaid(b.Lines)
	}
	rows := "a side of a square"
	switch {
	case rings > 2 && b.Diagonals.Yes:
		rows += ", or three that follow one another on a line that joins the squares, at the middles of the sides or at the corners"
	case rings > 2:
		rows += ", or three that follow one another on a line that joins the squares"
	}
	return t + "; a player has a mill when his men stand on the three points of " + rows
}

func (sp *speaker) grid(b *ast.Grid) string {
	rows, columns := b.Rows.N, b.Columns.N
	t := "the board has " + counted(rows, "row") + " of " + counted(columns, sp.noun)
	if rows > 1 {
		t += " each"
	}
	if b.Without != nil {
		var out []string
		for _, w := range b.Without {
			out = append(out, spaces(sp.run(w.Text)))
		}
		t += ", but for these, which are no " + plural(sp.noun) + " of the board: " + enumerate(out, "and")
	}
	t += "; " + plural(sp.noun) + " are next to each other along rows and columns"
	switch b.Diagonals.Text {
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
	switch b.Cells.Text {
	case "chequered":
		t += "; they are dark and light by turns, " + sp.g.Board.Cells[0].Name + " is dark"
	case "open":
		t += "; lines part them, and none runs round the board"
	}
	near := "as " + sp.firstSees() + " them"
	t += "; a " + sp.noun + " is named "
	if b.ByLetters() {
		t += "by a letter for its column, from the left, and a number for its row, from the near side, " + near + ": a1 to " + string(rune('a'+max(columns, 1)-1)) + strconv.Itoa(rows)
	} else {
		t += "by its row, counted from the near side, and its place in the row, counted from the left, " + near + ": r1c1 to r" + strconv.Itoa(rows) + "c" + strconv.Itoa(columns)
	}
	if b.Stores.Made {
		t += "; " + whether(b.Stores.No(), "at either end of the rows lies a large hole, which stands in no row and is next to no other: the left store and the right store, "+near,
			"there are no stores beside the rows")
	}
	if b.Numbered != nil {
		t += "; in books these " + plural(sp.noun) + " have numbers, from 1 in this order: " + rowsSaid(b.Numbered)
	}
	if b.Line.N > 0 {
		t += "; " + numeral(b.Line.N) + " " + plural(sp.noun) + " in a straight row count as a line"
		if b.Slanting {
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

func (sp *speaker) graph(b *ast.Graph) string {
	points := b.Names()
	t := "the board has " + counted(len(points), sp.noun) + ": " + strings.Join(points, ", ")
	if b.Rows != nil {
		t += "; lines join, each to the next: " + rowsSaid(b.Rows)
	}
	if b.Lines != nil {
		t += "; these rows count as lines: " + rowsSaid(b.Lines) + "; " + sp.hasLine()
	}
	if b.At != nil {
		var at []string
		for _, p := range b.At {
			at = append(at, p.Name.Text+" at "+coordinate(p.X)+", "+coordinate(p.Y))
		}
		t += "; in drawings (across, up) " + strings.Join(at, "; ")
	}
	return t
}

func coordinate(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// --- the way ---------------------------------------------------------------

// run is a row of cells: "1", "24 to 2", "the far side".
func (sp *speaker) run(text string) string {
	if x, y, ok := strings.Cut(text, ".."); ok {
		return strings.TrimSpace(x) + " to " + strings.TrimSpace(y)
	}
	if g := sp.boardSet(strings.TrimSpace(text)); g != nil {
		return g.np
	}
	if store := sp.store(strings.TrimSpace(text)); store != "" {
		return "the " + store
	}
	return strings.TrimSpace(text)
}

func (sp *speaker) runs(run []ast.Word) string {
	var out []string
	for _, x := range run {
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

func (sp *speaker) track(b *ast.Track) string {
	t := ""
	if b.Run != nil {
		t = sp.trackRun(b)
	} else {
		t = sp.trackLegs(b)
	}
	switch {
	case b.Off.No():
		t += "; no man is borne off at its end"
	case b.Ring.Yes:
	case b.Off.Made || b.Run != nil:
		t += "; at the end of the way men leave the board"
	}
	return t
}

// trackRun says which way men go on a track that does not branch, and how its places
// are numbered.
func (sp *speaker) trackRun(b *ast.Track) string {
	p := sp.g.Program
	ways := plural(sp.noun) + " " + sp.runs(b.Run)
	t := "the men of " + map[bool]string{true: "both", false: "all"}[len(p.Players) == 2] + " players go the same way, along the " + ways
	switch {
	case b.But != nil:
		var others, rest []string
		for _, own := range b.But {
			others = append(others, playerName(own.Name.Text)+"'s along "+sp.runs(own.Run))
		}
		for _, name := range p.Players {
			if !slices.ContainsFunc(b.But, func(own ast.Leg) bool { return own.Name.Text == name }) {
				rest = append(rest, playerName(name)+"'s")
			}
		}
		t = prefixed("", enumerate(rest, "and"), " ") + "men go along the " + ways + ", and " + enumerate(others, "and")
		if sp.differSeen() {
			t += ", as each sees the board"
		}
	case sp.differ() && sp.sown:
		t = "each player sows along the " + ways + ", as he sees the board"
	case sp.differ():
		t = "each player's men go along the " + ways + ", as he sees the board"
	case sp.sown:
		t = "all players sow along the " + ways
	}
	if len(p.Players) == 2 && sp.reversed() {
		t += ", so that they meet"
	}
	switch {
	case b.Ring.Yes:
		t += "; after the last comes the first again, without end"
	case b.Ring.Made:
		t += "; after the last does not come the first again"
	}
	if !sp.sown {
		t += "; an advance is always forward on this way"
	}
	if b.Places.Text == "cells" {
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
func (sp *speaker) trackLegs(b *ast.Track) string {
	inOrder := slices.Clone(b.Legs) // as the way comes to them
	begins := func(l ast.Leg) int { leg := sp.c.Legs[l.Name.Text]; return leg.First() }
	slices.SortStableFunc(inOrder, func(x, y ast.Leg) int { return begins(x) - begins(y) })
	var legs []string
	for _, l := range inOrder {
		legs = append(legs, quoted(l.Name.Text)+", "+sp.runs(l.Run))
	}
	t := "each man's way is made of legs: "
	if sp.differ() {
		t = "each man's way is made of legs, as its player sees the board: "
	}
	t += strings.Join(legs, "; ")
	var ends, order []string
	on := map[string][]string{} // where a man goes on to from the end of a leg
	for _, chain := range b.Order {
		for j, then := range chain.Names[1:] {
			a := chain.Names[j]
			if !slices.Contains(ends, a) {
				ends = append(ends, a)
			}
			if then == "off" {
				on[a] = append(on[a], "off the board")
			} else {
				on[a] = append(on[a], "to the beginning of "+quoted(then))
			}
		}
	}
	for _, a := range ends {
		order = append(order, "from the end of "+quoted(a)+" a man goes on "+orList(on[a]))
	}
	return t + "; " + strings.Join(order, "; ") + "; an advance is always forward on this way" + sp.sameLegs(b.Legs)
}

// sameLegs says which leg of one player is which leg of the other.
func (sp *speaker) sameLegs(legs []ast.Leg) string {
	if len(sp.g.Program.Players) != 2 || !sp.differ() {
		return ""
	}
	cells := map[string][][]int{}
	for _, l := range legs {
		c := sp.cells(&lang.Expr{Op: "name", Text: l.Name.Text})
		for q := range c {
			slices.Sort(c[q])
		}
		cells[l.Name.Text] = c
	}
	var out []string
	for i, a := range legs {
		for _, b := range legs[i:] {
			if x, y := cells[a.Name.Text], cells[b.Name.Text]; x != nil && y != nil && slices.Equal(x[0], y[1]) {
				out = append(out, quoted(a.Name.Text)+" of the one is "+quoted(b.Name.Text)+" of the other")
			}
		}
	}
	return prefixed("; of the two players' legs, ", enumerate(out, "and"), "")
}

// --- men and set-up ----------------------------------------------------------

func (sp *speaker) menStatement(b *ast.Men) string {
	written := ""
	if letters := lettersOf(sp.g); letters != "" {
		written = "; in writing moves the letter says which man it is: " + letters
	}
	if !ast.Names(b.Each, append(slices.Clone(sp.g.Program.Players), engine.NobodysName)) {
		return "each player has " + countedMen(&b.Count) + written
	}
	var parts []string
	for _, e := range b.Each {
		if e.Of.Written == engine.NobodysName {
			parts = append(parts, "there "+agree("are", e.Count.N != 1)+" "+countedMen(&e.Count)+" that "+agree("belong", e.Count.N != 1)+" to nobody")
			continue
		}
		parts = append(parts, doing(e.Of.Written, "has", "have")+" "+countedMen(&e.Count))
	}
	return enumerate(parts, "and") + written
}

func (sp *speaker) setUp(b *ast.SetUp) string {
	p := sp.g.Program
	if !ast.Names(b.Each, append(slices.Clone(p.Players), engine.NobodysName)) {
		if p.Nobodys {
			return "at the beginning " + sp.thereStand(b.Each)
		}
		return "at the beginning each player has " + verbatim(sp.standing(b.Each)) + sp.setUpOnBoard(b.Each)
	}
	var parts []string
	for _, e := range b.Each {
		if e.Of.Written == engine.NobodysName {
			parts = append(parts, sp.thereStand(e.Each))
			continue
		}
		parts = append(parts, doing(e.Of.Written, "has", "have")+" "+verbatim(sp.standing(e.Each)))
	}
	return "at the beginning " + strings.Join(parts, "; ")
}

// thereStand says where men of nobody stand.
func (sp *speaker) thereStand(each []ast.Each) string {
	// They stand on cells as the first player sees them, whoever else may see these otherwise.
	sp.unowned = true
	defer func() { sp.unowned = false }()
	first := &each[0].Count
	one := first.N == 1 || len(first.Kinds) == 1 || len(first.Each) == 1 && first.Each[0].N == 1
	return "there " + agree("are", !one) + " " + verbatim(sp.standing(each))
}

// standing says where men stand: how many on each place.
func (sp *speaker) standing(each []ast.Each) string {
	var parts []string
	// Places with the same men are told together, where the first of them is told.
	places, at := map[string][]string{}, map[string]int{}
	for _, there := range each {
		men := menThere(&there.Count)
		if w, ok := storeWords[there.Of.Written]; ok {
			parts = append(parts, men+" "+w)
			continue
		}
		if e := there.Of.Expr; !sp.single(e) {
			if i, told := at[men]; told && sp.unowned {
				parts[i] += " and " + sp.setEach(e, view{})
				continue
			}
			at[men] = len(parts)
			parts = append(parts, men+" on "+sp.setEach(e, view{}))
			continue
		}
		whose, name, ok := strings.Cut(sp.place(there.Of.Expr, view{}), sp.noun+" ")
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
	return enumerate(parts, "and")
}

// setUpOnBoard says where on the board a set-up puts the men of the other player.
func (sp *speaker) setUpOnBoard(each []ast.Each) string {
	var list *lang.Expr
	for _, there := range each {
		_, store := storeWords[there.Of.Written]
		switch nobody := there.N == 0 && there.Kinds == nil && there.Each == nil; {
		case store || nobody:
		case list == nil:
			list = there.Of.Expr
		default:
			list = &lang.Expr{Op: "or", Kids: []*lang.Expr{list, there.Of.Expr}}
		}
	}
	if list == nil {
		return ""
	}
	return sp.onBoard(list)
}

// --- throws ----------------------------------------------------------------

// thrownBy is what a device throws.
func thrownBy(g *rulesets.Game, device int) *ast.Throw {
	return g.Statement(g.Program.Devices[device].ID).Body.(*ast.Throw)
}

func (sp *speaker) throwStatement(s *rulesets.Statement, b *ast.Throw) string {
	t := ""
	others := func(x *rulesets.Statement) bool {
		other, ok := x.Body.(*ast.Throw)
		return ok && other != b && !other.Drawn()
	}
	if !b.Drawn() && !plainDevice(s.ID) && slices.ContainsFunc(sp.g.Statements, others) {
		t = "for " + quoted(s.ID) + ", "
	}
	die, dice := "die", "dice"
	if s.Called != "" {
		die, dice = s.Called, plural(s.Called)
	}
	switch n := b.Number.N; {
	case b.Drawn():
		var names []string
		for _, lot := range b.Lots {
			names = append(names, quoted(spaces(lot.Text)))
		}
		t += "the lots are " + enumerate(names, "and")
		if b.Chances == nil {
			t += ", with equal chances"
		}
	case b.Falls():
		noun := s.FallingThing()
		if n == 1 {
			t += "one " + noun + " is thrown, and it is seen whether it falls with " + countedSide(b) + " up"
		} else {
			t += counted(n, noun) + " are thrown and those that fall with " + countedSide(b) + " up are counted"
		}
		if b.Chance.Said() || b.Chances == nil {
			t += "; the chance of falling so is " + cmp.Or(b.Chance.Written, "1/2") + " for each"
		}
	case b.Unlike != nil:
		var each []string
		for i := range b.Unlike {
			each = append(each, "one with "+faces(&b.Unlike[i]))
		}
		t += numeral(n) + " " + dice + " are thrown, " + enumerate(each, "and")
	case n == 1:
		t += "one " + die + " with " + faces(&b.Faces) + " is thrown"
	default:
		t += numeral(n) + " " + dice + " with " + faces(&b.Faces) + " are thrown"
	}
	return t + chancesSaid(b.Chances)
}

// faces says what a die can show, each face with how many sides or which chance it has.
func faces(f *ast.Faces) string {
	if n := f.Numbers(); n > 0 {
		return "faces from 1 to " + strconv.Itoa(n)
	}
	var names []string
	for i, x := range f.Own {
		same := func(y ast.Face) bool { return y.Text == x.Text }
		if slices.ContainsFunc(f.Own[:i], same) {
			continue
		}
		sides := 0
		for _, y := range f.Own[i:] {
			if same(y) {
				sides++
			}
		}
		name := spaces(x.Text)
		switch {
		case x.Chance.Said():
			name += " (chance " + x.Chance.Written + ")"
		case sides > 1:
			name += " (on " + numeral(sides) + " sides)"
		}
		names = append(names, name)
	}
	return "the faces " + enumerate(names, "and")
}

// chancesSaid says which chances throws have, those that are alike together.
func chancesSaid(said []ast.Chance) string {
	var chances, parts []string
	of := map[string][]string{} // throws, by their chance
	for _, c := range said {
		x := c.Of.Written
		if of[x] == nil {
			chances = append(chances, x)
		}
		of[x] = append(of[x], spaces(c.Throw.Text))
	}
	for _, x := range chances {
		each := " for "
		if len(of[x]) > 1 {
			each = " for each of "
		}
		parts = append(parts, x+each+enumerate(of[x], "and"))
	}
	if len(chances) < len(said) {
		return "; the chances are " + strings.Join(parts, "; ")
	}
	return prefixed("; the chances are ", enumerate(parts, "and"), "")
}

// countedSide is the side by which what falls with one side up is counted.
func countedSide(b *ast.Throw) string { return b.Counts.Or("the counted side") }

// plainDevice reports whether a name says no more than what is thrown.
func plainDevice(id string) bool {
	return id == "die" || slices.Contains(ast.Thrown, id)
}

// Fell says how a throw of a game fell: "6-2", "3 of 4 sticks with the white side up".
func Fell(g *rulesets.Game, throw int) string {
	t := &g.Program.Throws[throw]
	b := thrownBy(g, t.Device)
	if !b.Falls() {
		return t.Name
	}
	noun := g.Statement(g.Program.Devices[t.Device].ID).FallingThing()
	if b.Number.N != 1 {
		noun = plural(noun)
	}
	return t.Name + " of " + strconv.Itoa(b.Number.N) + " " + noun + " with " + countedSide(b) + " up"
}

// device is what a stage throws.
func (sp *speaker) device(id string) string {
	s := sp.g.Statement(id)
	if s == nil || s.Kind != "throw" { // the sentence shows what is written
		return quoted(id)
	}
	b, which := s.Body.(*ast.Throw), ""
	if len(sp.g.Program.Devices) > 1 && !plainDevice(id) {
		which = " " + quoted(id)
	}
	switch {
	case b.Drawn():
		return "a drawing of lots" + which
	case b.Falls():
		return "a throw of the " + plural(s.FallingThing()) + which
	case b.Number.N == 1:
		return "a throw of the " + cmp.Or(s.Called, "die") + which
	case s.Called != "":
		return "a throw of the " + plural(s.Called) + which
	}
	return "a throw of the dice" + which
}
