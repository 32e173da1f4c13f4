package wasm

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// gen is a module being generated from a program.
type gen struct {
	*plan
	m *module

	rule string // the statement being lowered, for messages

	few    bool // a player has so few men that they are gone through one by one
	mayMix bool

	lower      *ir.Lowering
	candidates *ir.Candidates
	class      *ir.Class // of the parts whose code is being written
	rowsAt     int       // further words of a set that a function returns

	fGen, fPick, fList, fApply, fSettle, fBegin, fThrow, fStart, fReach, fRun, fGames, fNext, fMoves, fUneven, fRedraw, fRefuse *fn
}

// generate lowers a sealed program to a module, and says what lies where in its memory. Its error
// is an [ir.Unsupported] where the program uses a word that the generator lacks.
func generate(p *engine.Program, opt options) (module []byte, mem *plan, err error) {
	g := &gen{m: newModule(belowTables()), lower: ir.NewLowering(p)}
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
	g.rowsAt = g.m.table(make([]byte, 8*(g.w-1)))
	g.candidates = ir.CandidatesOf(g.lower, g.Facts, !opt.States && !opt.Expand)
	g.fit(g.candidates)
	g.m.reachTo(tableRoom + g.stateEnd - 1)
	g.declare()
	g.write()
	return g.place()
}

// declare declares the functions that call each other.
func (g *gen) declare() {
	v := []valtype{i32}
	g.fGen = g.m.declare("", v, v)
	g.fList = g.m.declare("", v, v)
	g.fApply = g.m.declare("", []valtype{i32, i64}, nil)
	g.fSettle = g.m.declare("", v, nil)
	g.fBegin = g.m.declare("", []valtype{i32, i32}, nil)
	g.fThrow = g.m.declare("", []valtype{i32, i32}, nil)
	g.fStart = g.m.declare("", v, nil)
	g.fReach = g.m.declare("", []valtype{i32, i32}, v)
	if g.opt.games() {
		g.fRun = g.m.declare("run", []valtype{i32}, nil)
		g.fGames = g.m.declare("", []valtype{i32, i32, i32}, nil)
		g.fUneven = g.m.declare("", []valtype{i32, i32, i64}, []valtype{i64})
		g.fRedraw = g.m.declare("", []valtype{i32, i32, i32}, v)
		g.fPick = g.m.declare("", []valtype{i32, i32}, []valtype{i64})
	}
	if g.opt.States || g.opt.Expand {
		g.fMoves = g.m.declare("", v, v)
	}
	if g.opt.Explain {
		g.fRefuse = g.m.declare("", []valtype{i64, i32}, nil)
	}
	if g.p.Match > 0 {
		g.fNext = g.m.declare("", v, nil)
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
	if g.opt.games() {
		g.picked()
		g.run()
		g.uneven()
		g.redrawn()
	}
	if g.opt.States || g.opt.Expand {
		g.listMoves()
		g.states()
	}
	if g.opt.Expand {
		g.expand()
	}
	if g.opt.Explain {
		g.explain()
		g.refuseMove()
	}
	g.m.writeShared()
	if g.p.Match > 0 {
		g.nextGame()
	}
}

// orElse writes a function, or where something is missing for that, what stands for it.
func (g *gen) orElse(f *fn, write func(c *ctx), instead func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(ir.Unsupported); !ok {
				panic(r)
			}
			f.scrap()
			instead()
		}
	}()
	write(g.begin(f))
}

// begin starts the code of a function whose first parameter is a frame.
func (g *gen) begin(f *fn) *ctx {
	return &ctx{stateFn: g.plan.begin(f), g: g}
}

// accept looks at the program as a whole.
func (g *gen) accept(p *engine.Program, opt options) {
	if lacks := tooMuch(p, opt); lacks != "" {
		panic(ir.Unsupported{Word: lacks})
	}
	for i := range p.Ends {
		if p.Match > 0 && p.Ends[i].At == engine.AtStart {
			panic(ir.Unsupported{Statement: p.Ends[i].ID, Word: "a game of a match that ends where a turn begins"})
		}
	}
	facts := ir.FactsOf(g.lower)
	if p.Tries() { // what can be done is made in memory, and again where a move drawn does not stand
		facts.Agenda.Slots = 0
	}
	g.plan = newPlan(p, opt, facts)
	men := 0
	for q := range p.Players {
		men += p.Men(q)
	}
	if men > 120 && !g.Board.OneManEach { // the byte of a cell holds no more
		panic(ir.Unsupported{Word: "more than 120 men, several of whom may share a place"})
	}
	g.few = g.Board.MostMen <= 6
}

// tooMuch is what the program has more of than a module has room for, or "".
func tooMuch(p *engine.Program, opt options) string {
	switch n := len(p.Players); {
	case opt.Expand && len(p.Throws) > 255:
		return "more than 255 throws, in a search"
	case len(p.Parts) > 60:
		return "more than sixty kinds of parts"
	case n > 8 || len(p.Stages) > 30:
		return "more than thirty stages"
	case !sitAlike(p):
		return "partners who do not sit alike"
	case p.Places > mostPlaces:
		return fmt.Sprintf("a board of more than %d places", mostPlaces)
	case linesOf(p) > mostPlaces:
		return fmt.Sprintf("a board of more than %d lines", mostPlaces)
	case p.Places+len(p.Stores) > bytePlaces:
		return fmt.Sprintf("more than %d places and stores", bytePlaces)
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
func (g *gen) place() ([]byte, *plan, error) {
	if g.m.size() > tableRoom {
		return nil, nil, ir.Unsupported{Word: "tables of more than a mebibyte"}
	}
	g.pages = (max(g.ends, 2*tableRoom+g.stateEnd) + 65535) / 65536 // see tabled
	return g.m.binary(g.pages), g.plan, nil
}
