package rulesets

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/rulesets/play"
)

// Game is an interpretation resolved for play.
type Game struct {
	*Interpretation
	Program *engine.Program
	Board   *board.Board
	// Moments names the moments that statements have declared.
	Moments map[string]engine.Moment
	// Numbered is true when places are numbered along each player's own track.
	Numbered bool
	// Used holds the ids of definitions that some rule refers to.
	Used map[string]bool
	// Names are what the names in its expressions stand for.
	Names        *lang.Names
	kept         sync.Map
	interpreters spare // for reading and printing states
	executor     *play.Executor
	executorOnce sync.Once
}

// spare keeps interpreters of one game for use again. A sync.Pool would keep the
// game as well, through two collections: of games that are compiled by the hundred
// and soon forgotten, those would be most of the memory.
type spare struct {
	mu   sync.Mutex
	list []*engine.Interpreter
}

// Kept returns what make made when it was first called with the key, and is kept as
// long as the game: for what other packages work out of the whole game.
func (g *Game) Kept(key string, make func() any) any {
	if v, ok := g.kept.Load(key); ok {
		return v
	}
	v, _ := g.kept.LoadOrStore(key, make())
	return v
}

func (g *Game) interpreter() *engine.Interpreter {
	s := &g.interpreters
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.list); n > 0 {
		in := s.list[n-1]
		s.list = s.list[:n-1]
		return in
	}
	return engine.NewInterpreter(g.Program)
}

func (g *Game) giveBack(in *engine.Interpreter) {
	s := &g.interpreters
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, in)
}

// compiler turns the statements of an interpretation into a program.
type compiler struct {
	in *Interpretation
	*lang.Names
	elsewhere map[string]bool // parts that other readings put up
	moments   map[string]engine.Moment
	stages    map[string]int
	devices   map[string]int
	seen      [][]int
}

// reader hands the compiler's errors to a yamlpos.Reader for the time of f.
func (c *compiler) read(f func(r *yamlpos.Reader)) {
	r := &yamlpos.Reader{}
	f(r)
	c.Errs.Merge(r.Errs)
}

func (c *compiler) when(s *Statement, sc lang.Scope) *engine.Node {
	return c.Want(s.Node.Get("when"), lang.Truth, "when", sc)
}

// Compile resolves an interpretation for play. Every error of every statement
// is returned.
func (in *Interpretation) Compile() (*Game, yamlpos.Errors) { return in.compile(nil) }

// compile is Compile; more is called when all statements have been read.
func (in *Interpretation) compile(more func(*compiler)) (*Game, yamlpos.Errors) {
	c := &compiler{
		in: in, Names: lang.NewNames(&engine.Rules{}), stages: map[string]int{}, devices: map[string]int{},
		moments: map[string]engine.Moment{}, elsewhere: map[string]bool{},
	}
	for k, m := range momentWords {
		c.moments[k] = m
	}
	c.Program.Stores = []string{engine.HandStore, engine.BarStore, engine.OffStore, engine.OutStore}
	c.part("throw")
	c.equipment()
	if len(c.Errs) == 0 {
		c.readNames()
		c.setup()
		c.rules()
		if more != nil {
			more(c)
		}
	}
	var sealed *engine.Program
	if len(c.Errs) == 0 {
		var err error
		c.Program.Statements = len(in.Statements)
		if sealed, err = c.Program.Seal(); err != nil {
			c.Errorf(in.Definition.Pos, "", "", "the ruleset cannot be played: %v", err)
		}
	}
	c.Errs.Sort()
	if len(c.Errs) > 0 {
		return nil, c.Errs
	}
	c.Trees = nil // nobody reads them again
	g := &Game{Interpretation: in, Program: sealed, Board: c.Board, Moments: c.moments, Numbered: c.Numbered, Used: c.Used, Names: c.Names}
	return g, nil
}

// AskedMoves are moves that are asked about: of some acts, nil for every act that
// moves a man, and such that a condition holds, nil for any.
type AskedMoves struct{ Acts, When *yamlpos.Node }

// CompileAsking compiles the interpretation together with what is asked about its
// moves. index says which probe of the program asks about each; -1 where a name in
// its condition means nothing in this ruleset, so that there are no such moves.
func (in *Interpretation) CompileAsking(list []AskedMoves) (g *Game, index []int, errs yamlpos.Errors) {
	anyAct := &yamlpos.Node{Kind: yamlpos.Scalar, Text: "any"}
	g, errs = in.compile(func(c *compiler) {
		for _, m := range list {
			known := len(c.Errs)
			p := engine.Probe{Acts: c.acts(anyAct, true)}
			if m.Acts != nil {
				p.Acts = c.acts(m.Acts, true)
			}
			p.When = c.Want(m.When, lang.Truth, "when", lang.InMove|lang.InLeap|lang.InChoice)
			if len(c.Errs) > known {
				c.Errs = c.Errs[:known]
				index = append(index, -1)
				continue
			}
			index = append(index, len(c.Program.Probes))
			c.Program.Probes = append(c.Program.Probes, p)
		}
	})
	return g, index, errs
}

// only returns the one statement of a kind; several, or none where one is
// needed, is an error.
func (c *compiler) only(kind string, needed bool) *Statement {
	var found *Statement
	for _, s := range c.in.Statements {
		if s.Kind != kind {
			continue
		}
		if found != nil {
			c.Errs.AddRelated(s.Pos, []yamlpos.Pos{found.Pos}, s.ID, "one statement of the kind "+kind, "there is another (%s, at %s)", found.ID, found.Pos)
			continue
		}
		found = s
	}
	if found == nil && needed {
		c.Errorf(c.in.Definition.Pos, "no statement of the kind "+kind, "one", "the ruleset does not say: %s", kind)
	}
	return found
}

var BoardKinds = []string{"tables", "merels", "grid", "holes", "cross", "graph"}

// equipment reads players, board, track, marks and what is thrown.
func (c *compiler) equipment() {
	seenBy := board.View("")
	if s := c.only("players", true); s != nil {
		c.read(func(r *yamlpos.Reader) {
			c.Program.Players = r.Strings(s.Arg(), "the players")
			if v := s.Node.Get("seen"); v != nil {
				seenBy = board.View(r.OneOf(v, "how players see the board", string(board.Rotated), string(board.Mirrored), string(board.Same)))
			}
		})
		if len(c.Program.Players) < 2 || len(c.Program.Players) > 8 {
			c.Errorf(s.Pos, fmt.Sprint(len(c.Program.Players)), "2 to 8 players", "so many players cannot play")
			c.Program.Players = c.Program.Players[:min(len(c.Program.Players), 8)]
		}
		c.Program.Team = make([]int, len(c.Program.Players))
		for i := range c.Program.Team {
			c.Program.Team[i] = i
			for j := 0; j < i; j++ {
				if c.Program.Players[i] == c.Program.Players[j] {
					c.Errorf(s.Pos, c.Program.Players[i], "a name for each player", "two players have one name")
				}
			}
		}
		for _, t := range s.Node.Get("partners").Items() {
			first := -1
			for _, n := range t.Items() {
				if q := c.player(n); q >= 0 {
					if first < 0 {
						first = q
					}
					c.Program.Team[q] = first
				}
			}
		}
		b := s.Node.Get("begins")
		if own := c.only("begins", false); own != nil {
			if b != nil {
				c.Errs.AddRelated(own.Pos, []yamlpos.Pos{b.Pos}, "begins: "+own.Arg().Text, "one statement of who begins", "the players' statement says it already (at %s)", b.Pos)
			}
			b = own.Arg()
		}
		if b != nil {
			if q := c.player(b); q >= 0 {
				c.Program.First = q
			}
		}
	}
	var bs *Statement
	for _, kind := range BoardKinds {
		if s := c.only(kind, false); s != nil {
			if bs != nil {
				c.Errs.AddRelated(s.Pos, []yamlpos.Pos{bs.Pos}, kind, "one board", "there is another board (%s, at %s)", bs.ID, bs.Pos)
			}
			bs = s
		}
	}
	if bs == nil {
		c.Errorf(c.in.Definition.Pos, "no board", "one of: "+strings.Join(BoardKinds, ", "), "the ruleset does not say what it is played on")
		return
	}
	c.makeBoard(bs)
	if c.Board == nil || len(c.Program.Players) == 0 {
		return
	}
	if seenBy == "" {
		seenBy = board.Same
		if bs.Kind != "merels" && bs.Kind != "graph" {
			seenBy = board.Rotated
		}
	}
	for q := range c.Program.Players {
		cells, err := c.Board.Seen(seenBy, q, len(c.Program.Players))
		if err != nil {
			c.Errorf(bs.Pos, string(seenBy), "seen: rotated, mirrored or same", "%v", err)
			return
		}
		c.seen = append(c.seen, cells)
	}
	c.track(bs)
	if s := c.only("marks", false); s != nil {
		c.read(func(r *yamlpos.Reader) { c.Program.Marks = r.Strings(s.Arg(), "the marks") })
		if len(c.Program.Marks) > 4 {
			c.Errorf(s.Arg().Pos, fmt.Sprint(len(c.Program.Marks)), "at most 4 marks", "so many marks cannot be kept on a man")
		}
	}
	for _, s := range c.in.Statements {
		if s.Kind == "throw" {
			c.device(s)
		}
	}
}

func (c *compiler) player(n *yamlpos.Node) int {
	for q, name := range c.Program.Players {
		if n.Text == name {
			return q
		}
	}
	c.Errorf(n.Pos, yamlpos.Quote(n.Text), "one of the players: "+strings.Join(c.Program.Players, ", "), "there is no such player%s", yamlpos.Suggest(n.Text, c.Program.Players))
	return -1
}

func (c *compiler) explicitLines(r *yamlpos.Reader, b *board.Board, n *yamlpos.Node) {
	b.Lines = nil
	for _, x := range r.Items(n) {
		var line []int
		for _, name := range strings.Fields(r.String(x, "a line")) {
			i := b.Find(name)
			if i < 0 {
				r.Errorf(x.Pos, yamlpos.Quote(name), "a point of the board", "the line leaves the board")
				continue
			}
			line = append(line, i)
		}
		b.Lines = append(b.Lines, line)
	}
}

// cellsOf reads "r1c1..r1c22", "d3", "far" or a number on a tables board.
func (c *compiler) cellsOf(b *board.Board, n *yamlpos.Node) []int {
	if n.Kind != yamlpos.Scalar {
		c.Errorf(n.Pos, n.Kind.String(), "a cell, or a row such as a..b", "this names no cells")
		return nil
	}
	return c.cellsNamed(b, n.Text, n.Pos)
}

func (c *compiler) cellsNamed(b *board.Board, t string, pos yamlpos.Pos) []int {
	if a, z, ok := strings.Cut(t, ".."); ok {
		i, j := b.Find(strings.TrimSpace(a)), b.Find(strings.TrimSpace(z))
		for k, x := range []int{i, j} {
			if x < 0 {
				c.Errorf(pos, yamlpos.Quote(strings.TrimSpace([]string{a, z}[k])), "a cell of the board: "+cellSummary(b), "the track leaves the board: there is no such cell")
				return nil
			}
		}
		cells := b.Span(i, j)
		if cells == nil {
			c.Errorf(pos, yamlpos.Quote(t), "two cells in one straight row", "there is no row from one to the other")
		}
		return cells
	}
	t = strings.TrimSpace(t)
	if cells, ok := b.Sets[t]; ok {
		return cells
	}
	if i := b.Find(t); i >= 0 {
		return []int{i}
	}
	c.Errorf(pos, yamlpos.Quote(t), "a cell of the board: "+cellSummary(b), "there is no such cell")
	return nil
}

func cellSummary(b *board.Board) string {
	n := len(b.Cells)
	if n <= 24 {
		var names []string
		for _, x := range b.Cells {
			names = append(names, x.Name)
		}
		return strings.Join(names, " ")
	}
	return fmt.Sprintf("%s, %s, … %s", b.Cells[0].Name, b.Cells[1].Name, b.Cells[n-1].Name)
}

// track settles the places: along a track each player's own numbers, or the
// cells of the board as he sees it.
func (c *compiler) track(board *Statement) {
	p := c.Program
	s := c.only("track", false)
	pos := board.Pos
	if s != nil {
		pos = s.Pos
	}
	n := len(p.Players)
	places := func(trackCells [][]int) { // by player: the view's cell of each place
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
	id := make([]int, len(c.Board.Cells))
	for i := range id {
		id[i] = i
	}
	same := make([][]int, n)
	for q := range same {
		same[q] = id
	}
	if s == nil {
		places(same)
	} else {
		c.readTrack(s, same, places)
	}
	if p.Places == 0 || p.Places > engine.MaxPlaces || len(c.Board.Lines) > engine.MaxLines {
		if p.Places > engine.MaxPlaces {
			c.Errorf(pos, fmt.Sprintf("%d places", p.Places), fmt.Sprintf("at most %d places", engine.MaxPlaces), "the board is too large to be held")
		}
		if n := len(c.Board.Lines); n > engine.MaxLines {
			c.Errorf(board.Pos, fmt.Sprintf("%d lines", n), fmt.Sprintf("at most %d lines", engine.MaxLines), "the board has more lines than can be held")
		}
		return
	}
	// names
	p.Names = make([][]string, n)
	for q := range p.Players {
		for f := 0; f < p.Places; f++ {
			name := c.Board.Cells[p.CellOf[q][f]].Name
			if c.Numbered {
				name = strconv.Itoa(f + 1)
			}
			p.Names[q] = append(p.Names[q], name)
		}
	}
	// adjacency, leaps and lines in each player's places
	p.Near = make([][]engine.Set, n)
	p.Leaps = make([][][]engine.Leap2, n)
	p.Lines = make([][]engine.Set, n)
	for q := range p.Players {
		at := make([][]int, len(c.Board.Cells))
		for f := 0; f < p.Places; f++ {
			at[p.CellOf[q][f]] = append(at[p.CellOf[q][f]], f)
		}
		p.Near[q] = make([]engine.Set, p.Places)
		p.Leaps[q] = make([][]engine.Leap2, p.Places)
		for f := 0; f < p.Places; f++ {
			cell := p.CellOf[q][f]
			for _, x := range c.Board.Near[cell] {
				for _, g := range at[x] {
					p.Near[q][f] = p.Near[q][f].With(g)
				}
			}
			for _, l := range c.Board.Leaps[cell] {
				if len(at[l.Over]) > 0 && len(at[l.To]) > 0 {
					p.Leaps[q][f] = append(p.Leaps[q][f], engine.Leap2{Over: at[l.Over][0], To: at[l.To][0]})
				}
			}
		}
		for _, l := range c.Board.Lines {
			var set engine.Set
			for _, x := range l {
				for _, f := range at[x] {
					set = set.With(f)
				}
			}
			p.Lines[q] = append(p.Lines[q], set)
		}
	}
}

func (c *compiler) readTrack(s *Statement, same [][]int, places func([][]int)) {
	p := c.Program
	n := s.Arg()
	c.read(func(r *yamlpos.Reader) {
		if r.Map(n, "a track", "run", "but", "ring", "legs", "order", "off", "places") == nil {
			return
		}
		off := true
		if v := n.Get("off"); v != nil {
			off = r.Bool(v, "off")
		}
		run := func(list []*yamlpos.Node) []int {
			var cells []int
			for _, x := range list {
				cells = append(cells, c.cellsOf(c.Board, x)...)
			}
			return cells
		}
		switch {
		case n.Get("run") != nil:
			c.Numbered = true
			if v := n.Get("places"); v != nil {
				c.Numbered = r.OneOf(v, "how places are named", "numbers", "cells") == "numbers"
			}
			tracks := make([][]int, len(same))
			for q := range tracks {
				tracks[q] = run(r.Items(n.Get("run")))
			}
			if b := n.Get("but"); b != nil && b.Kind == yamlpos.Map {
				for i, k := range b.Keys {
					if q := c.player(k); q >= 0 {
						tracks[q] = run(r.Items(b.Values[i]))
						if len(tracks[q]) != len(tracks[0]) {
							r.Errorf(k.Pos, fmt.Sprintf("%d cells", len(tracks[q])), fmt.Sprintf("%d cells", len(tracks[0])), "the tracks of the players differ in length")
							return
						}
					}
				}
			}
			if len(tracks[0]) == 0 {
				return
			}
			if !c.Numbered {
				seen := map[int]bool{}
				for _, x := range tracks[0] {
					if seen[x] {
						r.Errorf(n.Pos, c.Board.Cells[x].Name, "places: numbers", "the track passes this cell twice, so its places must be numbered")
						return
					}
					seen[x] = true
				}
			}
			places(tracks)
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
		case n.Get("legs") != nil:
			places(same)
			c.readLegs(r, n, off)
		default:
			r.Errorf(n.Pos, "keys "+strings.Join(n.KeyTexts(), ", "), "run or legs", "a track is a run of cells, or legs with their order")
		}
	})
}

// readLegs reads a track that branches: named legs, and which leg follows which.
func (c *compiler) readLegs(r *yamlpos.Reader, n *yamlpos.Node, off bool) {
	p := c.Program
	legs := n.Get("legs")
	if legs.Kind != yamlpos.Map {
		r.Errorf(legs.Pos, legs.Kind.String(), "a map of names to runs of cells", "the legs cannot be read")
		return
	}
	p.Next = make([][]int, p.Places)
	cells := map[string][]int{}
	for i, k := range legs.Keys {
		var run []int
		for _, x := range r.Items(legs.Values[i]) {
			run = append(run, c.cellsOf(c.Board, x)...)
		}
		if len(run) == 0 {
			continue
		}
		cells[k.Text] = run
		c.Legs[k.Text] = engine.SetOf(run...)
		for j := 0; j+1 < len(run); j++ {
			p.Next[run[j]] = addOnce(p.Next[run[j]], run[j+1])
		}
	}
	ends := map[int]bool{}
	for _, x := range r.Items(r.Need(n, "order", "a track of legs")) {
		chain := strings.Split(r.String(x, "an order of legs"), ">")
		for j := 0; j+1 < len(chain); j++ {
			a, b := cells[strings.TrimSpace(chain[j])], cells[strings.TrimSpace(chain[j+1])]
			if strings.TrimSpace(chain[j+1]) == "off" && a != nil {
				ends[a[len(a)-1]] = true
				continue
			}
			if a == nil || b == nil {
				r.Errorf(x.Pos, yamlpos.Quote(x.Text), "legs joined by >, as in home > second", "this names a leg that is not there")
				continue
			}
			p.Next[a[len(a)-1]] = addOnce(p.Next[a[len(a)-1]], b[0])
		}
	}
	if off {
		// Steps to leave the board: the shortest way to a leg that ends in off.
		const far = 1 << 20
		d := make([]int, p.Places)
		for f := range d {
			d[f] = far
			if ends[f] {
				d[f] = 1
			}
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
}

func addOnce(list []int, x int) []int {
	for _, y := range list {
		if x == y {
			return list
		}
	}
	return append(list, x)
}

// device reads what is thrown and lists its distinct outcomes.
func (c *compiler) device(s *Statement) {
	n := s.Arg()
	p := c.Program
	d := engine.Device{ID: s.ID, First: len(p.Throws)}
	index := len(p.Devices)
	c.read(func(r *yamlpos.Reader) {
		if r.Map(n, "a throw", "dice", "faces", "sticks", "cowries", "lots", "chance", "counts") == nil {
			return
		}
		if v := n.Get("counts"); v != nil {
			r.String(v, "the side that counts")
			if n.Get("sticks") == nil && n.Get("cowries") == nil {
				r.Errorf(v.Pos, "counts", "counts: beside sticks: or cowries:", "only sticks and cowries have a side that counts")
			}
		}
		switch {
		case n.Get("dice") != nil:
			count := r.Int(n.Get("dice"), "the number of dice", 1, 5)
			faces := 6
			if v := n.Get("faces"); v != nil {
				faces = r.Int(v, "the number of faces", 2, 20)
			}
			dice := make([]int, count)
			var roll func(i, top int)
			roll = func(i, top int) {
				if i == count {
					p.Throws = append(p.Throws, diceThrow(index, dice))
					return
				}
				for f := 1; f <= top; f++ {
					dice[i] = f
					roll(i+1, f)
				}
			}
			roll(0, faces)
		case n.Get("sticks") != nil || n.Get("cowries") != nil:
			key := "sticks"
			if n.Get(key) == nil {
				key = "cowries"
			}
			count := r.Int(n.Get(key), "the number of "+key, 1, 12)
			up, all := 1, 2
			if v := n.Get("chance"); v != nil {
				a, b, ok := ParseFraction(v.Text)
				if !ok || a <= 0 || b <= a || b > 20 {
					r.Errorf(v.Pos, yamlpos.Quote(v.Text), "a chance such as 1/2", "this is no chance of falling with the counted side up")
				} else {
					up, all = a, b
				}
			}
			for k := 0; k <= count; k++ {
				ways := binomial(count, k) * pow(up, k) * pow(all-up, count-k)
				p.Throws = append(p.Throws, engine.Throw{Name: strconv.Itoa(k), Device: index, Ways: ways, High: k, Low: k, Value: k})
			}
		case n.Get("lots") != nil:
			for i, name := range r.Strings(n.Get("lots"), "the lots") {
				p.Throws = append(p.Throws, engine.Throw{Name: name, Device: index, Ways: 1, High: i + 1, Low: i + 1, Value: i + 1})
			}
		default:
			r.Errorf(n.Pos, "keys "+strings.Join(n.KeyTexts(), ", "), "dice, sticks, cowries or lots", "it is not said what is thrown")
		}
		if ch := s.Node.Get("chances"); ch != nil {
			c.chances(r, ch, p.Throws[d.First:])
		}
	})
	d.Count = len(p.Throws) - d.First
	if n := len(p.Throws); n > engine.MaxThrows && d.First <= engine.MaxThrows {
		c.Errorf(s.Pos, fmt.Sprintf("%d throws", n), fmt.Sprintf("at most %d distinct throws of all that is thrown", engine.MaxThrows), "so many throws cannot be told apart")
	}
	for _, t := range p.Throws[d.First:] {
		d.Ways += t.Ways
	}
	c.devices[s.ID] = index
	p.Devices = append(p.Devices, d)
}

// chances replaces the chance of every outcome by the one stated.
func (c *compiler) chances(r *yamlpos.Reader, n *yamlpos.Node, throws []engine.Throw) {
	if n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "a map of throws to chances", "the chances cannot be read")
		return
	}
	den := 1
	type frac struct{ a, b int }
	got := map[string]frac{}
	for i, k := range n.Keys {
		a, b, ok := ParseFraction(n.Values[i].Text)
		if !ok || b <= 0 || a < 0 || b > 1<<16 {
			r.Errorf(n.Values[i].Pos, yamlpos.Quote(n.Values[i].Text), "a fraction such as 1/16", "this is no chance")
			return
		}
		got[k.Text] = frac{a, b}
		den = lcm(den, b)
	}
	sum := 0
	for i := range throws {
		f, ok := got[throws[i].Name]
		if !ok {
			r.Errorf(n.Pos, "no chance for "+throws[i].Name, "a chance for every throw", "the chances leave out a throw")
			return
		}
		delete(got, throws[i].Name)
		throws[i].Ways = f.a * (den / f.b)
		sum += throws[i].Ways
	}
	for k := range got {
		r.Errorf(n.Key(k).Pos, yamlpos.Quote(k), "a throw that can be made", "the dice or sticks cannot give this throw")
	}
	if sum != den {
		r.Errorf(n.Pos, fmt.Sprintf("%d/%d in all", sum, den), "chances that add up to 1", "the chances do not add up")
	}
}

func diceThrow(device int, dice []int) engine.Throw {
	t := engine.Throw{Device: device, Dice: append([]int(nil), dice...), High: dice[0], Low: dice[len(dice)-1], Double: len(dice) > 1}
	ways, run := 1, 0
	var names []string
	for i, d := range dice { // dice come in descending order
		names = append(names, strconv.Itoa(d))
		t.Value += d
		run++
		if i > 0 && d != dice[i-1] {
			t.Double, run = false, 1
		}
		ways = ways * (i + 1) / run
	}
	t.Name, t.Ways = strings.Join(names, "-"), ways
	return t
}

// fraction reads "a/b" or a whole number.
// ParseFraction reads a fraction such as 1/2, or a whole number.
func ParseFraction(s string) (a, b int, ok bool) {
	num, den, cut := strings.Cut(s, "/")
	if a, ok = yamlpos.WholeNumber(strings.TrimSpace(num)); !ok || !cut {
		return a, 1, ok
	}
	b, ok = yamlpos.WholeNumber(strings.TrimSpace(den))
	return a, b, ok && b > 0
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

func lcm(a, b int) int { return a / gcd(a, b) * b }

func binomial(n, k int) int {
	r := 1
	for i := 1; i <= k; i++ {
		r = r * (n - k + i) / i
	}
	return r
}

func pow(a, n int) int {
	r := 1
	for ; n > 0; n-- {
		r *= a
	}
	return r
}

// part returns the index of a part of agendas, adding it when it is new.
func (c *compiler) part(name string) int {
	if i, ok := c.Parts[name]; ok {
		return i
	}
	i := len(c.Program.Parts)
	pt := engine.Part{Name: name}
	if n, err := strconv.Atoi(name); err == nil {
		pt.Number, pt.IsNumber = n, true
	}
	c.Program.Parts = append(c.Program.Parts, pt)
	c.Parts[name] = i
	return i
}

// readNames registers what expressions can refer to, and collects the parts of all
// agendas, before any expression is compiled.
func (c *compiler) readNames() {
	taken := map[string]*Statement{}
	for _, s := range c.in.Statements {
		switch s.Kind {
		case "define", "variable", "parameter", "moment", "stage":
			if lang.IsWord(s.ID) {
				c.Errorf(s.Pos, yamlpos.Quote(s.ID), "another name", "this name is a word of the language")
			}
			taken[s.ID] = s
		}
		switch s.Kind {
		case "define":
			c.Defines[s.ID] = s.Arg()
		case "parameter":
			c.read(func(r *yamlpos.Reader) { c.Params[s.ID] = r.Int(s.Arg(), "a parameter", -32767, 32767) })
		case "moment":
			c.read(func(r *yamlpos.Reader) {
				if w := r.OneOf(s.Arg(), "a moment", momentNames...); w != "" {
					c.moments[s.ID] = momentWords[w]
				}
			})
		case "variable":
			c.variable(s)
		case "stage":
			c.stages[s.ID] = len(c.Program.Stages)
			st := engine.Stage{ID: s.ID, Device: -1}
			c.read(func(r *yamlpos.Reader) {
				if n := s.Arg(); n.Kind == yamlpos.Map {
					r.Map(n, "a stage", "throws", "called")
					if t := n.Get("throws"); t != nil {
						d, ok := c.devices[t.Text]
						if !ok {
							var ids []string
							for id := range c.devices {
								ids = append(ids, id)
							}
							sort.Strings(ids)
							r.Errorf(t.Pos, yamlpos.Quote(t.Text), "the id of a throw statement: "+strings.Join(ids, ", "), "there is nothing of this name to be thrown")
						} else {
							st.Device = d
						}
					}
				}
			})
			c.Program.Stages = append(c.Program.Stages, st)
		}
	}
	if len(c.Program.Stages) == 0 {
		c.Errorf(c.in.Definition.Pos, "no stage", "at least one statement with stage:", "the ruleset does not say how a turn goes")
	}
	for _, s := range c.in.Definition.EveryStatement() {
		c.otherParts(s)
	}
	for _, s := range c.in.Statements {
		c.collectParts(s)
		if s.Kind == "score" || s.Kind == "define" {
			c.denominator(s)
		}
	}
}

// denominator widens the unit of scores so that every multiplication is exact.
func (c *compiler) denominator(s *Statement) {
	if n := s.Arg(); n.Kind == yamlpos.Map && n.Get("times") != nil {
		if _, b, ok := ParseFraction(n.Get("times").Text); ok && b > 0 && b < 1000 {
			c.PointParts *= b
		}
	} else if n.Kind == yamlpos.Scalar {
		if _, b, ok := ParseFraction(n.Text); ok && b < 1000 {
			c.PointParts = lcm(c.PointParts, b)
		}
	}
}

func (c *compiler) variable(s *Statement) {
	n := s.Arg()
	v := engine.Var{ID: s.ID}
	c.read(func(r *yamlpos.Reader) {
		if r.Map(n, "a variable", "kind", "starts", "least", "per", "shared") == nil {
			return
		}
		kinds := map[string]engine.VarKind{"number": engine.NumberVar, "place": engine.PlaceVar, "set": engine.SetVar, "lines": engine.LinesVar, "player": engine.PlayerVar}
		if k := n.Get("kind"); k != nil {
			v.Kind = kinds[r.OneOf(k, "the kind of a variable", "number", "place", "set", "lines", "player")]
		}
		pers := map[string]engine.Lifetime{"game": engine.PerGame, "turn": engine.PerTurn, "throw": engine.PerThrow, "match": engine.PerMatch}
		if k := n.Get("per"); k != nil {
			v.Per = pers[r.OneOf(k, "how long a variable lasts", "game", "turn", "throw", "match")]
		}
		if k := n.Get("shared"); k != nil {
			v.Common = r.Bool(k, "shared")
		}
	})
	c.Vars[s.ID] = len(c.Program.Vars)
	c.Program.Vars = append(c.Program.Vars, v)
}

// collectParts finds the parts that agendas and effects name, so that rules
// can say with which parts they go.
func (c *compiler) collectParts(s *Statement) {
	switch s.Kind {
	case "agenda":
		for _, n := range s.Arg().Get("play").Items() {
			c.partWord(n.Text)
		}
	case "change":
		for _, e := range s.Arg().Items() {
			for _, n := range e.Get("put").Items() {
				c.partWord(n.Text)
			}
		}
	}
}

// otherParts notes the parts that any statement of the ruleset names: a rule may
// go with a part that only another reading puts up.
func (c *compiler) otherParts(s *Statement) {
	keep, list := c.Parts, c.Program.Parts
	c.Parts = map[string]int{}
	c.collectParts(s)
	for name := range c.Parts {
		c.elsewhere[name] = true
	}
	c.Parts, c.Program.Parts = keep, list
}

func (c *compiler) partWord(t string) {
	t = strings.TrimSuffix(strings.TrimSpace(t), "?")
	if e, err := lang.Parse(t); err == nil {
		if e.Op == "name" && !slices.Contains(lang.ThrowWords, e.Text) {
			c.part(e.Text)
		} else if e.Op == "num" {
			c.part(strconv.Itoa(e.Num))
		}
	}
}

// Executor returns the executor of the game, which uses whichever means takes
// less time.
func (g *Game) Executor() *play.Executor {
	g.executorOnce.Do(func() { g.executor = play.NewExecutor(g.Program, play.Whichever) })
	return g.executor
}

// Words lists the words of the rule language: kinds of statement, acts, effects, and
// what conditions can ask for, each once, in no order that means anything.
func Words() []string {
	out := slices.Concat(effectWords(), eventNames())
	for w := range lang.All() {
		out = append(out, w.Name)
	}
	for _, k := range kinds {
		out = append(out, k.word)
		out = append(out, k.keys...)
	}
	for _, a := range lang.ActWords {
		out = append(out, strings.ReplaceAll(a, "-", "_"))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func eventNames() (out []string) {
	for w := range eventWords {
		out = append(out, w)
	}
	return out
}
