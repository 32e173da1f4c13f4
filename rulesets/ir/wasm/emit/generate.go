package emit

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Generate lowers a sealed program to a module, and says what lies where in its memory. Its error
// is an [ir.Unsupported] where the program uses a word that the generator lacks.
func Generate(p *engine.Program, opt state.Options) (module []byte, mem *state.Memory, err error) {
	g := &gen{m: asm.NewModule(state.BelowTables()), lower: ir.NewLowering(p)}
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(ir.Unsupported)
			if !ok {
				panic(r)
			}
			module, mem, err = nil, nil, u
		}
	}()
	g.accept(p, opt)
	g.rowsAt = g.m.Table(make([]byte, 8*(g.W-1)))
	g.candidates = ir.CandidatesOf(g.lower, g.Facts, !opt.States && !opt.Expand)
	g.Fit(g.candidates)
	g.acceptMeasures()
	g.m.ReachTo(g.TableRoom() + g.StateEnd - 1)
	g.declare()
	g.write()
	return g.place()
}

// declare declares the functions that call each other.
func (g *gen) declare() {
	v := []asm.Type{asm.I32}
	g.fGen = g.m.Declare("", v, v)
	g.fList = g.m.Declare("", v, v)
	g.fApply = g.m.Declare("", []asm.Type{asm.I32, asm.I64}, nil)
	g.fSettle = g.m.Declare("", v, nil)
	g.fBegin = g.m.Declare("", []asm.Type{asm.I32, asm.I32}, nil)
	g.fBegun = g.m.Declare("", []asm.Type{asm.I32}, nil)
	g.fThrow = g.m.Declare("", []asm.Type{asm.I32, asm.I32}, nil)
	g.fStart = g.m.Declare("", v, nil)
	g.fReach = g.m.Declare("", []asm.Type{asm.I32, asm.I32}, v)
	if g.Options.Games() {
		g.fRun = g.m.Declare("run", []asm.Type{asm.I32}, nil)
		g.fGames = g.m.Declare("", []asm.Type{asm.I32, asm.I32, asm.I32}, nil)
		g.fUneven = g.m.Declare("", []asm.Type{asm.I32, asm.I32, asm.I64}, []asm.Type{asm.I64})
		g.fRedraw = g.m.Declare("", []asm.Type{asm.I32, asm.I32, asm.I32}, v)
		g.fPick = g.m.Declare("", []asm.Type{asm.I32, asm.I32}, []asm.Type{asm.I64})
	}
	if g.Options.States || g.Options.Expand {
		g.fMoves = g.m.Declare("", v, v)
	}
	if g.Options.Weigh {
		g.fMen = g.m.Declare("", []asm.Type{asm.I32, asm.I32, asm.I32}, v)
		g.fValue = g.m.Declare("", []asm.Type{asm.I32, asm.I32, asm.I32}, v)
		g.fWeighed = g.m.Declare("", v, nil)
	}
	if g.Program.Match > 0 {
		g.fNext = g.m.Declare("", v, nil)
	}
}

// write writes all functions.
func (g *gen) write() {
	g.generate()
	g.list()
	g.applyMove()
	g.settle()
	g.beginTurn()
	g.throwMade()
	g.start()
	g.reach()
	if g.Options.Games() {
		g.picked()
		g.run()
		g.uneven()
		g.redrawn()
	}
	if g.Options.States || g.Options.Expand {
		g.listMoves()
		g.states()
	}
	if g.Options.Weigh {
		g.weighs()
	}
	if g.Options.Expand {
		g.expand()
	}
	g.m.WriteShared()
	if g.Program.Match > 0 {
		g.nextGame()
	}
}

// acceptMoments refuses what asks, where it is tested, how often a position has stood in which
// no turn has begun.
func (g *gen) acceptMoments(p *engine.Program) {
	asks := func(n *engine.Node) bool { return n != nil && g.of(n).Uses(ir.Occurrences) }
	accept := func(id string, at engine.Moment, conditions ...*engine.Node) {
		if at&engine.AfterMoves != 0 && slices.ContainsFunc(conditions, asks) {
			panic(ir.Unsupported{Statement: id, Word: "how often a position has stood, asked before a turn begins in it"})
		}
	}
	for i := range p.Ends {
		accept(p.Ends[i].ID, p.Ends[i].At, p.Ends[i].When)
	}
	for i := range p.Scores {
		accept(p.Scores[i].ID, p.Scores[i].At, p.Scores[i].When, p.Scores[i].Points)
	}
}

// accept looks at the program as a whole.
func (g *gen) accept(p *engine.Program, opt state.Options) {
	if lacks := tooMuch(p, opt); lacks != "" {
		panic(ir.Unsupported{Word: lacks})
	}
	for i := range p.Ends {
		if p.Match > 0 && p.Ends[i].At == engine.AtStart {
			panic(ir.Unsupported{Statement: p.Ends[i].ID, Word: "a game of a match that ends where a turn begins"})
		}
	}
	g.acceptMoments(p)
	facts := ir.FactsOf(g.lower)
	if p.Tries() { // what can be done is made in memory, and again where a move drawn does not stand
		facts.Agenda.Slots = 0
	}
	g.Memory = state.New(p, opt, facts)
	if men := g.Board.MostMen; men > engine.MostOnPlace && !g.Board.OneManEach {
		panic(ir.Unsupported{Word: "more than 255 men of a player, several of whom may share a place"})
	} else if g.Cells && men*len(p.Players) > engine.MostOnPlace { // the byte of a cell holds no more
		panic(ir.Unsupported{Word: "more than 255 men on places that lie otherwise for each player"})
	}
	g.few = g.Board.MostMen <= 6
}

// tooMuch is what the program has more of than a module has room for, or "".
func tooMuch(p *engine.Program, opt state.Options) string {
	switch n := len(p.Players); {
	case opt.Expand && len(p.Throws) > 255:
		return "more than 255 throws, in a search"
	case len(p.Parts) > 60:
		return "more than sixty kinds of parts"
	case n > 8 || len(p.Stages) > 30:
		return "more than thirty stages"
	case !sitAlike(p):
		return "partners who do not sit alike"
	case p.Places+len(p.Stores) > state.MostPlaces:
		return fmt.Sprintf("more than %d places and stores", state.MostPlaces)
	}
	return ""
}

// sitAlike reports whether all players have their partners, counted from themselves, in the same seats.
func sitAlike(p *engine.Program) bool {
	n := len(p.Players)
	for q := range p.Players {
		for r := range p.Players {
			if (p.Team[q] == p.Team[r]) != (p.Team[0] == p.Team[(r-q+n)%n]) {
				return false
			}
		}
	}
	return true
}

// place writes into the code how much memory there is, and encodes the module.
func (g *gen) place() ([]byte, *state.Memory, error) {
	if g.m.Size() > g.TableRoom() {
		return nil, nil, ir.Unsupported{Word: fmt.Sprintf("tables of more than %d bytes", g.TableRoom())}
	}
	g.Pages = (max(g.Ends, 2*g.TableRoom()+g.StateEnd) + 65535) / 65536 // see Tabled
	return g.m.Binary(g.Pages), g.Memory, nil
}
