package solve

import (
	"context"
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
)

// Graph are the positions of a game, numbered from the opening one on, and what follows from each.
type Graph struct {
	Program *engine.Program
	Tied    bool // the player to move is made the first
	First   int  // who is to move in the opening position, which is the first
	Chance  bool // something is thrown somewhere

	head  engine.Layout // of images, as far as layout.Left
	pack  *packing
	table *table

	// begins says where among follows stands what follows from each position: how many words there are, and for every
	// throw, or the turn's decision, a head of its chance and of who chooses among how many positions, and these. Without
	// begins it is made again whenever it is asked for.
	begins  []uint64
	follows []uint32
	blocks  []int // where those positions begin that are worked out together, and behind the last: see strata.go

	options Options
	folder  *folder   // nil: nothing is kept
	again   *unfolder // makes again what follows
}

// A position that follows is its number times two, and one more where another player is to move in it than
// before; or one of three ends, by what it is worth to who was to move before.
const (
	endLost uint32 = 1<<32 - 1 - iota
	endNone
	endWon
)

// MostPositions is how many positions a graph has room for.
const MostPositions = 1 << 30

// head packs the ways of a throw, and among how many positions who was to move chooses.
func head(ways, n int) uint32 { return uint32(ways)<<16 | uint32(n) }

// TooLarge is the error of a game with more positions than were to be looked at.
type TooLarge struct{ Positions int }

func (e *TooLarge) Error() string {
	return fmt.Sprintf("more than %d positions: the game is too large to be solved within that", e.Positions)
}

// Refused is the error of a game that cannot be solved in this way, whatever its size.
type Refused struct{ Why string }

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
		return &Refused{"more than two play, and what is best for one depends on what the others want"}
	}
	for i := range p.Ends {
		e := &p.Ends[i]
		if e.When.Asks(engine.NOccurrences) && !e.Draws() {
			return &Refused{fmt.Sprintf("by %s somebody wins or loses because a position stands again, which hangs on all that was played before", e.ID)}
		}
	}
	for i := range p.Forbids {
		if f := &p.Forbids[i]; f.When.Asks(engine.NOccurrences) {
			return &Refused{fmt.Sprintf("%s forbids a move because a position would stand again, which hangs on all that was played before", f.ID)}
		}
	}
	if p.Match > 0 {
		return &Refused{"a match of several games is no game of so many positions: solve one game of it"}
	}
	for _, t := range p.Throws {
		if t.Ways >= 1<<16 {
			return &Refused{"a throw that can fall in more than 65,535 ways"}
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
	g.canonical(first)
	g.pack = newPacking(im, first)
	g.table = newTable(g.pack.words, 0)
	key, _ := g.pack.pack(nil, first, nil)
	g.table.add(key)
	return g
}

// canonical makes an image what is kept of it: without what no rule reads any more, and with the player to move made the
// first.
func (g *Graph) canonical(image []byte) {
	im := &g.pack.image
	if im.StatusOf(image) == engine.AwaitsThrow {
		im.Forget(image)
	}
	if g.Tied && image[g.head.To] != 0 {
		im.Exchange(image)
	}
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
	g.canonical(image)
	key, ok := g.pack.pack(nil, image, nil)
	if !ok {
		return -1
	}
	return int(int32(g.table.find(key)))
}

// throws gives what follows from a position: for every throw, or the one decision, its ways and the positions among which
// who is to move chooses. They last until the next call; it is not safe for concurrent use where they are made again.
func (g *Graph) throws(i uint32, give func(ways uint32, among []uint32)) {
	list := g.following(i)
	for len(list) > 0 {
		n := int(list[0] & 0xffff)
		give(list[0]>>16, list[1:1+n])
		list = list[1+n:]
	}
}

// following is what follows from a position as it is kept, or made again.
func (g *Graph) following(i uint32) []uint32 {
	if g.begins != nil {
		return g.follows[g.begins[i]+1:][:g.follows[g.begins[i]]]
	}
	if g.again == nil {
		g.again = g.unfolder(nil)
	}
	var out unfolded
	if err := g.again.unfold(context.Background(), int(i), int(i)+1, &out); err != nil {
		panic("solve: " + err.Error()) // it has been made before
	}
	return out.settled(nil)[1:]
}
