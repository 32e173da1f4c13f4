package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
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

// readTrack reads the track of a statement: a run of cells, or legs that branch.
func (c *compiler) readTrack(s *ast.Statement) {
	n := s.Arg()
	c.read(func(r *yamlpos.Reader) {
		if r.Map(n, "a track", "run", "but", "ring", "legs", "order", "off", "places") == nil {
			return
		}
		off := true
		if v := n.Get("off"); v != nil {
			off = r.Bool(v, "off")
		}
		switch {
		case n.Get("run") != nil:
			c.readRun(r, n, off)
		case n.Get("legs") != nil:
			c.readLegs(r, n, off)
		default:
			r.Errorf(n.Pos, "keys "+strings.Join(n.KeyTexts(), ", "), "run or legs", "a track is a run of cells, or legs with their order")
		}
	})
}

// readRun reads a track that every player runs along from its first cell to its last,
// or round and round.
func (c *compiler) readRun(r *yamlpos.Reader, n *yamlpos.Node, off bool) {
	p := c.Rules
	c.Numbered = true
	if v := n.Get("places"); v != nil {
		c.Numbered = r.OneOf(v, "how places are named", "numbers", "cells") == "numbers"
	}
	tracks := c.runs(r, n)
	twice := func(track []int) bool { return c.passesTwice(r, n, track) }
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
	ring := n.Get("ring") != nil && r.Bool(n.Get("ring"), "ring")
	p.Row = !ring && length == p.Places
	p.Next = make([][]int, p.Places)
	for f := range length {
		switch {
		case f+1 < length:
			p.Next[f] = []int{f + 1}
		case ring:
			p.Next[f] = []int{0}
		}
		if off && !ring {
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

// run reads a list of cells and rows of cells.
func (c *compiler) run(list []*yamlpos.Node) (cells []int) {
	for _, x := range list {
		cells = append(cells, c.cellsOf(c.Board, x)...)
	}
	return cells
}

// runs reads the run of each player: the one of all, but for those who have another;
// nil where they differ in length.
func (c *compiler) runs(r *yamlpos.Reader, n *yamlpos.Node) [][]int {
	tracks := make([][]int, len(c.Rules.Players))
	for q := range tracks {
		tracks[q] = c.run(r.Items(n.Get("run")))
	}
	b := n.Get("but")
	if b == nil || b.Kind != yamlpos.Map {
		return tracks
	}
	for i, k := range b.Keys {
		q := c.player(ast.Word{Text: k.Text, Pos: k.Pos})
		if q < 0 {
			continue
		}
		tracks[q] = c.run(r.Items(b.Values[i]))
		if len(tracks[q]) != len(tracks[0]) {
			r.Errorf(k.Pos, fmt.Sprintf("%d cells", len(tracks[q])), fmt.Sprintf("%d cells", len(tracks[0])), "the tracks of the players differ in length")
			return nil
		}
	}
	return tracks
}

// passesTwice complains of a track that passes a cell twice: it then names two places.
func (c *compiler) passesTwice(r *yamlpos.Reader, n *yamlpos.Node, track []int) bool {
	seen := map[int]bool{}
	for _, x := range track {
		if seen[x] {
			r.Errorf(n.Pos, c.Board.Cells[x].Name, "places: numbers", "the track passes this cell twice, so its places must be numbered")
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
func (c *compiler) readLegs(r *yamlpos.Reader, n *yamlpos.Node, off bool) {
	written := n.Get("legs")
	if written.Kind != yamlpos.Map {
		r.Errorf(written.Pos, written.Kind.String(), "a map of names to runs of cells", "the legs cannot be read")
		return
	}
	l := &legs{runs: map[string][]int{}, then: map[string][]string{}}
	for i, k := range written.Keys {
		if run := c.run(r.Items(written.Values[i])); len(run) > 0 {
			l.names, l.runs[k.Text] = append(l.names, k.Text), run
		}
	}
	l.join(r, n)
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
	if off {
		var ends []int
		for _, name := range l.ends {
			ends = append(ends, last(name))
		}
		c.distances(ends)
	}
}

// join reads which leg follows which, and from which men leave the board.
func (l *legs) join(r *yamlpos.Reader, n *yamlpos.Node) {
	for _, x := range r.Items(r.Need(n, "order", "a track of legs")) {
		chain := strings.Split(r.String(x, "an order of legs"), ">")
		for j := 0; j+1 < len(chain); j++ {
			a, b := strings.TrimSpace(chain[j]), strings.TrimSpace(chain[j+1])
			switch {
			case l.runs[a] != nil && b == "off":
				l.ends = append(l.ends, a)
			case l.runs[a] == nil || l.runs[b] == nil:
				r.Errorf(x.Pos, yamlpos.Quote(x.Text), "legs joined by >, as in home > second", "this names a leg that is not there")
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
