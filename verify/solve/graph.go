package solve

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
)

// Graph are the positions of a game, numbered from the opening one on, and what follows from each.
type Graph struct {
	Program *engine.Program
	Tied    bool // the player to move is made the first
	First   int  // who is to move in the opening position, which is the first

	size    int      // bytes of a position
	bytes   []byte   // of all of them
	table   []uint32 // one more than the number of a position, by its hash; 0 for none
	hash    maphash.Seed
	scratch []byte

	// begins says where what follows from each position begins among follows: for every throw, or
	// the turn's decision, a head of its chance and of who chooses among how many positions, and these.
	begins  []uint64
	follows []uint32
	Chance  bool // something is thrown somewhere
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
	Means     play.Means            // find what follows from positions
	Progress  func(done, found int) // unless nil, is told how many positions have been gone through, of how many
}

// Explore finds all positions that can be reached.
func Explore(ctx context.Context, p *engine.Program, o Options) (*Graph, error) {
	if err := Refuses(p); err != nil {
		return nil, err
	}
	if o.Positions == 0 {
		o.Positions = MostPositions
	}
	progress := o.Progress
	by := play.NewSearcher(p, o.Means)
	defer by.Close(context.WithoutCancel(ctx))
	g := empty(p)
	in := engine.NewInterpreter(p)
	s := p.NewState()
	in.Start(s)
	if s.Status() == engine.Over {
		return nil, &Refused{"it is over before anybody has moved"}
	}
	g.find(g.canonical(s))
	g.First = s.Player()
	x := &exploring{Graph: g, by: by, most: min(o.Positions, MostPositions)}
	for i := 0; i < g.Positions(); i++ {
		if i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if progress != nil {
				progress(i, g.Positions())
			}
		}
		if err := x.follow(ctx, i); err != nil {
			return nil, err
		}
	}
	g.begins = append(g.begins, uint64(len(g.follows)))
	return g, nil
}

func empty(p *engine.Program) *Graph {
	return &Graph{Program: p, Tied: canExchange(p), size: p.Layout().Size, hash: maphash.MakeSeed(), table: make([]uint32, 1<<12)}
}

// exploring finds what follows from positions.
type exploring struct {
	*Graph
	by   *play.Searcher
	most int
	at   *engine.State
}

// follow finds what follows from a position.
func (x *exploring) follow(ctx context.Context, i int) error {
	if x.at == nil {
		x.at = x.Program.NewState()
	}
	x.State(i, x.at)
	x.begins = append(x.begins, uint64(len(x.follows)))
	if x.at.Status() == engine.Decision {
		return x.decide(ctx, x.at, 1)
	}
	x.Chance = true
	var err error
	mover := x.at.Player()
	x.by.Throws(ctx, x.at, func(throw int, t *engine.State) {
		ways := x.Program.Throws[throw].Ways
		if err != nil || ways == 0 {
			return
		}
		if t.Status() == engine.Decision && t.Player() == mover {
			err = x.decide(ctx, t, ways)
			return
		}
		x.follows = append(x.follows, head(ways, 1), x.meet(t, mover))
	})
	return err
}

// decide enters what the decision of a player leads to.
func (x *exploring) decide(ctx context.Context, s *engine.State, ways int) error {
	mover, at := s.Player(), len(x.follows)
	x.follows = append(x.follows, 0)
	complete := x.by.Ends(ctx, s, func(t *engine.State) { x.follows = append(x.follows, x.meet(t, mover)) })
	among := x.follows[at+1:]
	slices.Sort(among)
	among = slices.Compact(among)
	x.follows = x.follows[:at+1+len(among)]
	if !complete || len(among) > MostResults {
		return &Refused{fmt.Sprintf("one throw leads to more than %d positions", MostResults)}
	}
	x.follows[at] = head(ways, len(among))
	if x.Positions() > x.most {
		return &TooLarge{x.most}
	}
	return nil
}

// end is what a game that is over is to a player, as what follows from a position.
func end(prevails, player int) uint32 {
	switch {
	case prevails < 0:
		return endNone
	case prevails == player:
		return endWon
	}
	return endLost
}

// meet is a state as it follows from a position in which a player was to move: it is entered if it is new.
func (g *Graph) meet(s *engine.State, mover int) uint32 {
	if s.Status() == engine.Over {
		return end(weigh.Prevails(g.Program, s), mover)
	}
	follows := g.find(g.canonical(s)) << 1
	if s.Player() != mover {
		follows++
	}
	return follows
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

// canonical is a state as it is kept: without what no rule reads any more, and with the player to move made the
// first. It lasts until the next.
func (g *Graph) canonical(s *engine.State) []byte {
	p := g.Program
	lay := p.Layout()
	b := append(g.scratch[:0], s.Bytes()...)
	g.scratch = b
	if s.Status() == engine.AwaitsThrow {
		b[lay.ThrowN] = 0
		clear(b[lay.Throws:][:lay.MaxThrows])
	}
	if !g.Tied || s.Player() == 0 {
		return b
	}
	for _, at := range []int{lay.To, lay.Owner} {
		b[at] ^= 1
	}
	if b[lay.Next] != 0 { // one more than a player
		b[lay.Next] = 3 - b[lay.Next]
	}
	swap := func(at, n int) {
		for i := range n {
			b[at+i], b[at+n+i] = b[at+n+i], b[at+i]
		}
	}
	swap(lay.Stores, len(p.Stores))
	swap(lay.Scores, 4)
	swap(lay.Men, p.Classes()*p.Places)
	for v := range p.Vars {
		a, c := p.VarAt(v, 0), p.VarAt(v, 1)
		for i := range c - a {
			b[a+i], b[c+i] = b[c+i], b[a+i]
		}
	}
	return b
}

// Positions is how many there are.
func (g *Graph) Positions() int { return len(g.bytes) / g.size }

// State makes s the i-th position.
func (g *Graph) State(i int, s *engine.State) { s.SetBytes(g.bytes[i*g.size : (i+1)*g.size]) }

// find is the number of a position, which is entered if it is new.
func (g *Graph) find(b []byte) uint32 {
	if 2*g.Positions() > len(g.table) {
		g.grow()
	}
	mask := uint32(len(g.table) - 1)
	for at := uint32(maphash.Bytes(g.hash, b)) & mask; ; at = (at + 1) & mask {
		switch i := g.table[at]; {
		case i == 0:
			n := uint32(g.Positions())
			g.bytes = append(g.bytes, b...)
			g.table[at] = n + 1
			return n
		case string(g.bytes[int(i-1)*g.size:][:g.size]) == string(b):
			return i - 1
		}
	}
}

// Number is the number of a state among the positions, -1 for one that was not met.
func (g *Graph) Number(s *engine.State) int {
	b := g.canonical(s)
	mask := uint32(len(g.table) - 1)
	for at := uint32(maphash.Bytes(g.hash, b)) & mask; g.table[at] != 0; at = (at + 1) & mask {
		if i := int(g.table[at] - 1); string(g.bytes[i*g.size:][:g.size]) == string(b) {
			return i
		}
	}
	return -1
}

func (g *Graph) grow() {
	g.table = make([]uint32, 2*len(g.table))
	mask := uint32(len(g.table) - 1)
	for i := range g.Positions() {
		at := uint32(maphash.Bytes(g.hash, g.bytes[i*g.size:(i+1)*g.size])) & mask
		for g.table[at] != 0 {
			at = (at + 1) & mask
		}
		g.table[at] = uint32(i) + 1
	}
}

// throws gives what follows from a position: for every throw, or the one decision, its ways and the positions among which
// who is to move chooses.
func (g *Graph) throws(i uint32, give func(ways uint32, among []uint32)) {
	list := g.follows[g.begins[i]:g.begins[i+1]]
	for len(list) > 0 {
		n := int(list[0] & 0xffff)
		give(list[0]>>16, list[1:1+n])
		list = list[1+n:]
	}
}
