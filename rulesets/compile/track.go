package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/board/place"
)

// track settles the places: along a track each player's own numbers, or, where there is
// none, the cells of the board as he sees it.
func (c *compiler) track(laid, s *ast.Statement) {
	p := c.Rules
	pos := laid.Pos
	if s != nil {
		pos = s.Pos
		c.readTrack(s)
	} else {
		c.places(c.everyCell())
	}
	if p.Places > place.MaxPlaces {
		c.Errorf(pos, fmt.Sprintf("%d places", p.Places), fmt.Sprintf("at most %d places", place.MaxPlaces), "the board is too large to be held")
	}
	lines := len(c.Board.Lines)
	if lines > place.MaxLines {
		c.Errorf(laid.Pos, fmt.Sprintf("%d lines", lines), fmt.Sprintf("at most %d lines", place.MaxLines), "the board has more lines than can be held")
	}
	if p.Places == 0 || p.Places > place.MaxPlaces || lines > place.MaxLines {
		return
	}
	c.placeNames()
	c.neighbours()
}

// everyCell takes the cells of the board for places, for every player.
func (c *compiler) everyCell() [][]int {
	cells := make([]int, len(c.Board.Cells))
	for i := range cells {
		cells[i] = i
	}
	same := make([][]int, len(c.Rules.Players))
	for q := range same {
		same[q] = cells
	}
	return same
}

// places settles on which cell each place lies, given by player as the cell of his view.
func (c *compiler) places(trackCells [][]int) {
	p := c.Rules
	n := len(p.Players)
	p.Places = len(trackCells[0])
	c.PlaceAt = make([][][]int, n)
	for q := range c.PlaceAt {
		c.PlaceAt[q] = make([][]int, len(c.Board.Cells))
		for f, cell := range trackCells[q] {
			c.PlaceAt[q][cell] = append(c.PlaceAt[q][cell], f)
		}
	}
	p.CellOf = make([][]int, n)
	for q := range p.Players {
		p.CellOf[q] = make([]int, p.Places)
		for f, cell := range trackCells[q] {
			p.CellOf[q][f] = c.seen[q][cell]
		}
	}
	p.Cells = len(c.Board.Cells)
	p.Distance = make([]int, p.Places)
}

// placeNames names the places of each player by their numbers or their cells.
func (c *compiler) placeNames() {
	p := c.Rules
	p.Names = make([][]string, len(p.Players))
	for q := range p.Players {
		for f := 0; f < p.Places; f++ {
			name := c.Board.Cells[p.CellOf[q][f]].Name
			if c.Numbered {
				name = strconv.Itoa(f + 1)
			}
			p.Names[q] = append(p.Names[q], name)
		}
	}
}

// neighbours carries neighbours, leaps and lines of the board over into the places of
// each player.
func (c *compiler) neighbours() {
	p := c.Rules
	n := len(p.Players)
	p.Near = make([][]place.Set, n)
	p.Leaps = make([][][]place.Leap, n)
	p.Lines = make([][]place.Set, n)
	p.Rays = make([][][]place.Ray, n)
	rays := make([][]board.Ray, len(c.Board.Cells)) // the same for all players
	for cell := range rays {
		rays[cell] = c.Board.Rays(cell)
	}
	for q := range p.Players {
		at := make([][]int, len(c.Board.Cells))
		for f := 0; f < p.Places; f++ {
			at[p.CellOf[q][f]] = append(at[p.CellOf[q][f]], f)
		}
		p.Near[q] = make([]place.Set, p.Places)
		p.Leaps[q] = make([][]place.Leap, p.Places)
		p.Rays[q] = make([][]place.Ray, p.Places)
		view := make([]int, len(c.Board.Cells)) // where his own view has each cell
		for i, cell := range c.seen[q] {
			view[cell] = i
		}
		for f := 0; f < p.Places; f++ {
			cell := p.CellOf[q][f]
			p.Near[q][f] = placesOf(c.Board.Near[cell], at)
			p.Rays[q][f] = c.raysFrom(cell, rays[cell], at, view)
			for _, l := range c.Board.Leaps[cell] {
				if len(at[l.Over]) > 0 && len(at[l.To]) > 0 {
					p.Leaps[q][f] = append(p.Leaps[q][f], place.Leap{Over: at[l.Over][0], To: at[l.To][0]})
				}
			}
		}
		for _, l := range c.Board.Lines {
			p.Lines[q] = append(p.Lines[q], placesOf(l, at))
		}
	}
}

// compass is every direction by how it goes to the right and forwards.
var compass = map[[2]int]place.Direction{
	{0, 1}: place.Forward, {1, 1}: place.ForwardRight, {1, 0}: place.RightHand, {1, -1}: place.BackwardRight,
	{0, -1}: place.Backward, {-1, -1}: place.BackwardLeft, {-1, 0}: place.LeftHand, {-1, 1}: place.ForwardLeft,
}

// raysFrom carries the straight ways from a cell over into places of a player, who sees
// their directions from his side, in the order of these. A way ends where he has no place.
func (c *compiler) raysFrom(cell int, rays []board.Ray, at [][]int, view []int) []place.Ray {
	out := make([]place.Ray, 0, len(rays))
	for _, r := range rays {
		ray := place.Ray{Drawn: r.Drawn, Direction: compass[c.turned(cell, r, view)], Places: make([]int, 0, len(r.Cells))}
		for _, x := range r.Cells {
			if len(at[x]) == 0 {
				break
			}
			ray.Places = append(ray.Places, at[x][0])
		}
		if len(ray.Places) > 0 {
			out = append(out, ray)
		}
	}
	if len(out) == 0 {
		return nil
	}
	slices.SortStableFunc(out, func(a, b place.Ray) int { return cmp.Compare(a.Direction, b.Direction) })
	return out
}

// turned is the direction of a straight way from a cell as a player sees it: where his own
// view has the cell and the next.
func (c *compiler) turned(cell int, r board.Ray, view []int) [2]int {
	if r.X == 0 && r.Y == 0 {
		return [2]int{}
	}
	a, b := c.Board.Cells[view[cell]], c.Board.Cells[view[r.Cells[0]]]
	return [2]int{cmp.Compare(b.X, a.X), cmp.Compare(b.Y, a.Y)}
}

// placesOf is the set of all places that lie on some cells.
func placesOf(cells []int, at [][]int) (set place.Set) {
	for _, x := range cells {
		for _, f := range at[x] {
			set = set.With(f)
		}
	}
	return set
}

// readTrack settles the places along a track: a run of cells, or legs that branch.
func (c *compiler) readTrack(s *ast.Statement) {
	t := s.Body.(*ast.Track)
	switch {
	case len(s.Errs) > 0: // which have been said
	case t.Legs != nil && t.Run == nil:
		c.readLegs(t)
	default:
		c.readRun(s, t)
	}
}

// readRun reads a track that every player runs along from its first cell to its last,
// or round and round.
func (c *compiler) readRun(s *ast.Statement, t *ast.Track) {
	p := c.Rules
	c.Numbered = t.Places.Or("numbers") == "numbers"
	tracks := c.runs(t)
	twice := func(track []int) bool { return c.passesTwice(s, track) }
	if tracks == nil || len(tracks[0]) == 0 || !c.Numbered && slices.ContainsFunc(tracks, twice) {
		return
	}
	length := len(tracks[0])
	if !c.Numbered {
		for q := range tracks {
			tracks[q] = c.withRest(tracks[q])
		}
	}
	c.places(tracks)
	p.Row = !t.Ring.Yes && length == p.Places
	p.Next = make([][]int, p.Places)
	for f := range length {
		switch {
		case f+1 < length:
			p.Next[f] = []int{f + 1}
		case t.Ring.Yes:
			p.Next[f] = []int{0}
		}
		if !t.Off.No() && !t.Ring.Yes {
			p.Distance[f] = length - f
		}
	}
}

// withRest are the cells of a track, and behind them those of the board that it does not
// pass: where places go by the names of cells, these are places too.
func (c *compiler) withRest(track []int) []int {
	on := make([]bool, len(c.Board.Cells))
	for _, x := range track {
		on[x] = true
	}
	for x := range on {
		if !on[x] {
			track = append(track, x)
		}
	}
	return track
}

// run are the cells of a run.
func (c *compiler) run(run []ast.Word) (cells []int) {
	for _, x := range run {
		cells = append(cells, c.cellsNamed(c.Board, x)...)
	}
	return cells
}

// runs are the runs of the players: the one of all, but for those who have another;
// nil where they differ in length.
func (c *compiler) runs(t *ast.Track) [][]int {
	tracks := make([][]int, len(c.Rules.Players))
	for q := range tracks {
		tracks[q] = c.run(t.Run)
	}
	for _, own := range t.But {
		q := c.player(own.Name)
		if q < 0 {
			continue
		}
		tracks[q] = c.run(own.Run)
		if len(tracks[q]) != len(tracks[0]) {
			c.Errorf(own.Name.Pos, fmt.Sprintf("%d cells", len(tracks[q])), fmt.Sprintf("%d cells", len(tracks[0])), "the tracks of the players differ in length")
			return nil
		}
	}
	return tracks
}

// passesTwice complains of a track that passes a cell twice: it then names two places.
func (c *compiler) passesTwice(s *ast.Statement, track []int) bool {
	seen := map[int]bool{}
	for _, x := range track {
		if seen[x] {
			c.Errorf(s.Pos, c.Board.Cells[x].Name, "places: numbers", "the track passes this cell twice, so its places must be numbered")
			return true
		}
		seen[x] = true
	}
	return false
}

// legs is a track that branches, as it has been read: named runs of cells in the order in
// which they are written, and what follows on each.
type legs struct {
	names []string
	runs  map[string][]int
	then  map[string][]string
	ends  []string // from which men leave the board
}

// readLegs reads a track that branches: named legs, and which leg follows which. Places are
// numbered along it, and behind these come those that it does not pass.
func (c *compiler) readLegs(t *ast.Track) {
	l := &legs{runs: map[string][]int{}, then: map[string][]string{}}
	for _, leg := range t.Legs {
		if run := c.run(leg.Run); len(run) > 0 {
			l.names, l.runs[leg.Name.Text] = append(l.names, leg.Name.Text), run
		}
	}
	l.join(c, t.Order)
	var track []int
	at := map[int]int{} // by cell: its place
	for _, name := range l.inOrder() {
		for _, x := range l.runs[name] {
			if _, again := at[x]; !again {
				at[x] = len(track)
				track = append(track, x)
			}
		}
	}
	track = c.withRest(track)
	p := c.Rules
	tracks := make([][]int, len(p.Players))
	for q := range tracks {
		tracks[q] = track
	}
	c.places(tracks)
	p.Next = make([][]int, p.Places)
	for _, name := range l.names {
		var leg place.Set
		run := l.runs[name]
		for j, x := range run {
			leg.Add(at[x])
			if j+1 < len(run) {
				p.Next[at[x]] = addOnce(p.Next[at[x]], at[run[j+1]])
			}
		}
		c.Legs[name] = leg
	}
	last := func(name string) int { return at[l.runs[name][len(l.runs[name])-1]] }
	for _, name := range l.names {
		for _, then := range l.then[name] {
			p.Next[last(name)] = addOnce(p.Next[last(name)], at[l.runs[then][0]])
		}
	}
	if !t.Off.No() {
		var ends []int
		for _, name := range l.ends {
			ends = append(ends, last(name))
		}
		c.distances(ends)
	}
}

// join settles which leg follows which, and from which men leave the board.
func (l *legs) join(c *compiler, order []ast.Row) {
	for _, chain := range order {
		for j, b := range chain.Names[1:] {
			switch a := chain.Names[j]; {
			case l.runs[a] != nil && b == "off":
				l.ends = append(l.ends, a)
			case l.runs[a] == nil || l.runs[b] == nil:
				c.Errorf(chain.Pos, diag.Quote(strings.Join(chain.Names, " > ")), "legs joined by >, as in home > second", "this names a leg that is not there")
			default:
				l.then[a] = append(l.then[a], b)
			}
		}
	}
}

// inOrder lists the legs in the order in which the way comes to them: each behind all that
// lead to it, but for those to which it leads itself where the way goes round. It begins
// with legs to which none leads, and where nothing else tells, with those written first.
func (l *legs) inOrder() []string {
	seen, led := map[string]bool{}, map[string]bool{}
	for _, name := range l.names {
		for _, then := range l.then[name] {
			led[then] = led[then] || then != name
		}
	}
	var order, behind []string // behind is what has been followed to its end, the last leg first
	var follow func(name string)
	follow = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, then := range slices.Backward(l.names) {
			if slices.Contains(l.then[name], then) {
				follow(then)
			}
		}
		behind = append(behind, name)
	}
	from := func(names ...string) {
		behind = nil
		for _, name := range slices.Backward(names) {
			follow(name)
		}
		slices.Reverse(behind)
		order = append(order, behind...)
	}
	from(slices.DeleteFunc(slices.Clone(l.names), func(name string) bool { return led[name] })...)
	for _, name := range l.names {
		from(name)
	}
	return order
}

// distances counts the steps to leave the board: the shortest way to a place from
// which men leave it; none from where there is no way.
func (c *compiler) distances(ends []int) {
	p := c.Rules
	const far = 1 << 20
	d := make([]int, p.Places)
	for f := range d {
		d[f] = far
	}
	for _, f := range ends {
		d[f] = 1
	}
	for changed := true; changed; {
		changed = false
		for f := range d {
			for _, g := range p.Next[f] {
				if d[g]+1 < d[f] {
					d[f], changed = d[g]+1, true
				}
			}
		}
	}
	for f := range d {
		if d[f] < far {
			p.Distance[f] = d[f]
		}
	}
}

func addOnce(list []int, x int) []int {
	for _, y := range list {
		if x == y {
			return list
		}
	}
	return append(list, x)
}
