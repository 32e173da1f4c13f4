package solve

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
)

// Graph are the positions of a game, numbered from the opening one on, and what follows from each.
type Graph struct {
	Program *engine.Program
	Tied    bool // the player to move is made the first
	First   int  // who is to move in the opening position, which is the first
	Chance  bool // something is thrown somewhere

	mirrors []engine.Symmetry // of positions that these turn into each other one is kept; nil: each

	head  engine.Layout // of images, as far as layout.Left
	pack  *packing
	table *table

	lists  *lists // what follows from each position; nil: it is made again whenever it is asked for
	blocks []int  // where those positions begin that are worked out together, and behind the last: see strata.go

	options Options
	folder  *folder   // nil: nothing is kept
	again   *unfolder // makes again what follows
}

// Next is what a position can lead to: another one, as its number times two, and one more where another player is to
// move in it than before; or one of three ends, by what it is worth to who was to move before.
type Next uint32

const (
	endLost Next = 1<<32 - 1 - iota
	endNone
	endWon
)

// Over reports whether the game is over.
func (n Next) Over() bool { return n >= endWon }

// Worth is what the end of a game is worth to who was to move before: 1 won, -1 lost, 0 where nobody prevails.
func (n Next) Worth() int {
	switch n {
	case endWon:
		return 1
	case endLost:
		return -1
	}
	return 0
}

// Position is the number of the position, of a game that goes on.
func (n Next) Position() int { return int(n >> 1) }

// Turned reports whether another player is to move than before, in a game that goes on.
func (n Next) Turned() bool { return n&1 != 0 }

// Choices are what follows from a position: for every throw, or the turn's one decision, a head, of the ways in which it falls and
// of how many there are among which who is to move chooses, and these, each once.
type Choices []Next

// Head is the head of a throw that falls in so many ways and leads to n positions or ends.
func Head(ways, n int) Next { return Next(ways)<<16 | Next(n) }

// Throws gives the ways of each throw, and what who is to move chooses among then.
func (c Choices) Throws() iter.Seq2[uint64, []Next] {
	return func(yield func(uint64, []Next) bool) {
		for len(c) > 0 {
			n := 1 + c[0]&0xffff
			if !yield(uint64(c[0]>>16), c[1:n]) {
				return
			}
			c = c[n:]
		}
	}
}

// lists keep what follows from positions, one after the other.
type lists struct {
	slabs  [][]Next
	begins []uint64 // by position which slab its list is in, and where there
	words  int
}

// slab is how many words stand side by side at most.
const slab = 1 << 22

// add adds the lists of some positions, each behind a word that says how long it is.
func (l *lists) add(some []Next) {
	k := len(l.slabs) - 1
	if k < 0 || len(l.slabs[k])+len(some) > cap(l.slabs[k]) {
		l.slabs = append(l.slabs, make([]Next, 0, max(len(some), min(slab, l.words))))
		k++
	}
	l.words += len(some)
	for len(some) > 0 {
		n := 1 + some[0]
		l.begins = append(l.begins, uint64(k)<<32|uint64(len(l.slabs[k])))
		l.slabs[k] = append(l.slabs[k], some[:n]...)
		some = some[n:]
	}
}

// of is the list of the i-th position.
func (l *lists) of(i uint32) Choices {
	at := l.begins[i]
	some := l.slabs[at>>32][uint32(at):]
	return Choices(some[1 : 1+some[0]])
}

// size is how many bytes the lists take.
func (l *lists) size() int64 { return int64(4*l.words + 8*len(l.begins)) }

// MostPositions is how many positions a graph has room for.
const MostPositions = 1 << 30

// TooLarge is the error of a game with more positions than were to be looked at.
type TooLarge struct{ Positions int }

func (e *TooLarge) Error() string {
	return fmt.Sprintf("more than %d positions: the game is too large to be solved within that", e.Positions)
}

// Refused is the error of a game that cannot be solved in this way, whatever its size.
type Refused struct {
	Why   string
	Sides bool // it is not of two sides
}

func (e *Refused) Error() string { return "the game cannot be solved: " + e.Why }

// MostResults are the positions to which one throw may lead.
const MostResults = 1<<16 - 1

// Refuses says why a program cannot be solved in this way, or nil.
func Refuses(p *engine.Program) error {
	sides := map[int]bool{}
	for _, t := range p.Team {
		sides[t] = true
	}
	if len(sides) != 2 || len(p.Players) != 2 {
		return &Refused{Why: "more than two play, and what is best for one depends on what the others want", Sides: true}
	}
	for i := range p.Ends {
		e := &p.Ends[i]
		if e.When.Asks(engine.NOccurrences) && !e.Draws() {
			return &Refused{Why: fmt.Sprintf("by %s somebody wins or loses because a position stands again, which hangs on all that was played before", e.ID)}
		}
	}
	for i := range p.Forbids {
		if f := &p.Forbids[i]; f.When.Asks(engine.NOccurrences) {
			return &Refused{Why: fmt.Sprintf("%s forbids a move because a position would stand again, which hangs on all that was played before", f.ID)}
		}
	}
	if p.Match > 0 {
		return &Refused{Why: "a match of several games is no game of so many positions: solve one game of it"}
	}
	for _, t := range p.Throws {
		if t.Ways >= 1<<16 {
			return &Refused{Why: "a throw that can fall in more than 65,535 ways"}
		}
	}
	return nil
}

// Options say how a game is solved.
type Options struct {
	Positions int                   // are looked at, at most; 0: as many as there is room for
	Memory    int64                 // in bytes, that positions, values and what follows may take; 0: DefaultMemory
	Workers   int                   // at a time; 0: as many as there are processors
	Means     play.Means            // find what follows from positions
	From      *engine.State         // the first position, any without a past; nil: that in which the game begins
	Apart     bool                  // positions that mirror each other are kept apart, however many they are
	Folder    string                // where long work is kept, and taken up again; "": nowhere
	Planned   func(Plan)            // unless nil, is told what a game will take that is worked out by strata, once its positions are found
	Progress  func(done, found int) // unless nil, is told how many positions have been gone through, of how many
}

// DefaultMemory is what a game may take unless it is said.
const DefaultMemory = 4 << 30

// filled are the options, with what is not said.
func (o Options) filled() Options {
	if o.Positions <= 0 {
		o.Positions = MostPositions
	}
	o.Positions = min(o.Positions, MostPositions)
	if o.Memory <= 0 {
		o.Memory = DefaultMemory
	}
	if o.Workers <= 0 {
		o.Workers = processors()
	}
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	return o
}

// canExchange reports whether a position is the same game with its players exchanged.
func canExchange(p *engine.Program) bool {
	for i := range p.Vars {
		if v := &p.Vars[i]; v.Common || v.Kind != engine.NumberVar && v.Kind != engine.SetVar {
			return false // it may name a player, or a place as one of them sees it
		}
	}
	return p.Exchangeable()
}

// mirrored are the symmetries of the board that no rule notices and that leave the first position as it is: so they lead from
// positions that can be reached to others, and all that can be reached can be counted.
func (g *Graph) mirrored() (out []engine.Symmetry) {
	im, first := &g.pack.image, g.pack.first
	turned := make([]byte, im.Size)
	for _, m := range g.Program.Symmetries() {
		if im.Turn(turned, first, &m); bytes.Equal(turned, first) {
			out = append(out, m)
		}
	}
	return out
}

// empty is a graph of the first position alone: that in which the game begins, unless there is another.
func empty(p *engine.Program, from *engine.State) *Graph {
	g := &Graph{Program: p, Tied: canExchange(p), head: p.Layout()}
	s, im := p.NewState(), p.Image()
	if engine.NewInterpreter(p).Start(s); from != nil {
		s.CopyFrom(from)
	}
	g.First = s.Player()
	first := make([]byte, im.Size)
	im.Put(first, s)
	g.pack = &packing{image: im}
	g.canonical(first, nil)
	g.pack = newPacking(im, first)
	g.table = newTable(g.pack.words, 0)
	key, _ := g.pack.pack(nil, first, nil)
	g.table.add(key)
	return g
}

// canonical makes an image what is kept of it: without what no rule reads any more, with the player to move made the
// first, and of those that mirror each other the least. turned is scratch for two images.
func (g *Graph) canonical(image, turned []byte) {
	im := &g.pack.image
	if im.StatusOf(image) == engine.AwaitsThrow {
		im.Forget(image)
	}
	if g.Tied && image[g.head.To] != 0 {
		im.Exchange(image)
	}
	g.leastOf(im, image, turned)
}

// leastOf makes an image the least of those that mirror it.
func (g *Graph) leastOf(im *engine.Image, image, turned []byte) {
	if g.mirrors == nil {
		return
	}
	if turned == nil {
		turned = make([]byte, 2*im.Size)
	}
	least, other := turned[:im.Size], turned[im.Size:2*im.Size]
	copy(least, image)
	for i := range g.mirrors {
		if im.Turn(other, image, &g.mirrors[i]); bytes.Compare(other, least) < 0 {
			least, other = other, least
		}
	}
	copy(image, least)
}

// All is how many positions there are, with those that mirror one that is kept.
func (g *Graph) All() (n int) {
	if g.mirrors == nil {
		return g.Positions()
	}
	im := &g.pack.image
	image, turned, s := make([]byte, im.Size), make([]byte, im.Size), g.Program.NewState()
	for i := range g.Positions() {
		g.imageOf(i, image, s)
		same := 1 // ways of turning it into itself
		for k := range g.mirrors {
			if im.Turn(turned, image, &g.mirrors[k]); bytes.Equal(turned, image) {
				same++
			}
		}
		n += (1 + len(g.mirrors)) / same
	}
	return n
}

// imageOf writes the image of a position; s is scratch.
func (g *Graph) imageOf(i int, image []byte, s *engine.State) {
	g.pack.unpack(image, g.table.at(i))
	if !g.pack.image.Whole {
		g.pack.image.Get(s, image)
		g.pack.image.Put(image, s)
	}
}

// Positions is how many there are.
func (g *Graph) Positions() int { return g.table.len() }

// State makes s the i-th position.
func (g *Graph) State(i int, s *engine.State) {
	image := make([]byte, g.pack.image.Size)
	g.pack.unpack(image, g.table.at(i))
	g.pack.image.Get(s, image)
}

// Number is the number of a state among the positions, -1 for one that was not met.
func (g *Graph) Number(s *engine.State) int {
	image := make([]byte, g.pack.image.Size)
	if !g.pack.image.Put(image, s) {
		return -1
	}
	g.canonical(image, nil)
	key, ok := g.pack.pack(nil, image, nil)
	if !ok {
		return -1
	}
	return int(int32(g.table.find(key)))
}

// Following is what follows from a position. It lasts until the next call; it is not safe for concurrent use where it is made
// again.
func (g *Graph) Following(i int) Choices {
	if g.lists != nil {
		return g.lists.of(uint32(i))
	}
	if g.again == nil {
		g.again = g.unfolder(nil)
	}
	var out unfolded
	if err := g.again.unfold(context.Background(), i, i+1, &out); err != nil {
		panic("solve: " + err.Error()) // it has been made before
	}
	return Choices(out.settled(nil)[1:])
}
