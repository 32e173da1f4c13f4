package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/board/place"
)

// track settles the places: along a track each player's own numbers, or the
// cells of the board as he sees it.
func (c *compiler) track(laid *Statement) {
	p := c.Rules
	s := c.only("track", false)
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
			p.Rays[q][f] = c.raysFrom(cell, at, view)
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
func (c *compiler) raysFrom(cell int, at [][]int, view []int) (out []place.Ray) {
	for _, r := range c.Board.Rays(cell) {
		ray := place.Ray{Drawn: r.Drawn, Direction: compass[c.turned(cell, r, view)]}
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
func (c *compiler) readTrack(s *Statement) {
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
			c.places(c.everyCell())
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
	if tracks == nil || len(tracks[0]) == 0 || !c.Numbered && c.passesTwice(r, n, tracks[0]) {
		return
	}
	c.places(tracks)
	ring := n.Get("ring") != nil && r.Bool(n.Get("ring"), "ring")
	p.Row = !ring
	p.Next = make([][]int, p.Places)
	for f := 0; f < p.Places; f++ {
		switch {
		case f+1 < p.Places:
			p.Next[f] = []int{f + 1}
		case ring:
			p.Next[f] = []int{0}
		}
		if off && !ring {
			p.Distance[f] = p.Places - f
		}
	}
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
		q := c.player(k)
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

// readLegs reads a track that branches: named legs, and which leg follows which.
func (c *compiler) readLegs(r *yamlpos.Reader, n *yamlpos.Node, off bool) {
	p := c.Rules
	legs := n.Get("legs")
	if legs.Kind != yamlpos.Map {
		r.Errorf(legs.Pos, legs.Kind.String(), "a map of names to runs of cells", "the legs cannot be read")
		return
	}
	p.Next = make([][]int, p.Places)
	cells := map[string][]int{}
	for i, k := range legs.Keys {
		run := c.run(r.Items(legs.Values[i]))
		if len(run) == 0 {
			continue
		}
		cells[k.Text] = run
		c.Legs[k.Text] = place.SetOf(run...)
		for j := 0; j+1 < len(run); j++ {
			p.Next[run[j]] = addOnce(p.Next[run[j]], run[j+1])
		}
	}
	ends := c.joinLegs(r, n, cells)
	if off {
		c.distances(ends)
	}
}

// joinLegs reads which leg follows which, and returns the places from which men leave
// the board.
func (c *compiler) joinLegs(r *yamlpos.Reader, n *yamlpos.Node, cells map[string][]int) (ends []int) {
	p := c.Rules
	for _, x := range r.Items(r.Need(n, "order", "a track of legs")) {
		chain := strings.Split(r.String(x, "an order of legs"), ">")
		for j := 0; j+1 < len(chain); j++ {
			a, b := cells[strings.TrimSpace(chain[j])], cells[strings.TrimSpace(chain[j+1])]
			if strings.TrimSpace(chain[j+1]) == "off" && a != nil {
				ends = append(ends, a[len(a)-1])
				continue
			}
			if a == nil || b == nil {
				r.Errorf(x.Pos, yamlpos.Quote(x.Text), "legs joined by >, as in home > second", "this names a leg that is not there")
				continue
			}
			p.Next[a[len(a)-1]] = addOnce(p.Next[a[len(a)-1]], b[0])
		}
	}
	return ends
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
