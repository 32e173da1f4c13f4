package wasm

import (
	"encoding/binary"
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// gen is a module being generated from a program.
type gen struct {
	*plan
	opt Options
	m   *module

	rule string // the statement being lowered, for messages

	lines int // lines of the board

	*ir.Facts
	few        bool // a player has so few men that they are gone through one by one
	mirrors    []mirror
	mirrorRow  int        // bytes of a row of the table
	mirrorRows [][]uint64 // by place, or by player and place
	pairs      map[*ir.Space]*pairs
	mayMix     bool

	lower  *ir.Lowering
	tables map[string]int
	maps   map[string]*mapping

	candidates *ir.Candidates
	class      *ir.Class         // of the parts whose code is being written
	blockAt    map[*ir.Group]int // where the words of a group lie within the block of its part
	blockSize  int

	sums   bool // where a man stands, and where several do, is kept beside the counts
	inSums int
	rowsAt int // further words of a set that a function returns

	functions map[any]*fn // those that are asked for while others are written, by what they do
	later     []func()    // … to be written

	fGen, fPick, fList, fApply, fSettle, fBegin, fThrow, fStart, fReach, fRun, fGames, fNext, fMoves, fUneven, fRedraw, fRefuse *fn
}

// Options say what a module is for.
type Options struct {
	Trace  bool // keep a hash of the moves of each game
	States bool // play single moves on states too
	// Expand asks for a module that makes all throws or moves of a state at once, for
	// searches, and single moves. It plays no whole games unless States is set too.
	Expand bool
	// Explain asks for a module that also says of a state which moves are refused, and by
	// which statements. It needs States.
	Explain bool
}

const (
	mostPlaces = 128              // of a board, and lines: two words
	bytePlaces = 250              // places and stores that a byte can number, with room for none
	nowhere    = 255              // no place, in a table of places
	listRoom   = 512              // moves of one decision that are listed
	levels     = 16               // of looking ahead
	deep       = 48               // … where a condition looks ahead, or states are searched
	lookRoom   = engine.MostAhead // positions looked at for one decision, unless the host says fewer
	mostWords  = 960              // of a position: a browser takes no function of more than a thousand parameters
	batchRoom  = 256
	tableRoom  = 1 << 20
)

// Generate lowers a sealed program to a module. Its error is an [Unsupported]
// where the program uses a word that the generator lacks.
func Generate(p *engine.Program, opt Options) (code *Code, err error) {
	g := &gen{plan: &plan{p: p, lay: p.Layout(), levels: levels}, opt: opt, m: &module{},
		lower:  ir.NewLowering(p),
		tables: map[string]int{}, maps: map[string]*mapping{}, pairs: map[*ir.Space]*pairs{}, functions: map[any]*fn{}}
	defer func() {
		if r := recover(); r != nil {
			u, ok := r.(Unsupported)
			if !ok {
				panic(r)
			}
			code, err = nil, u
		}
	}()
	g.m.data = make([]byte, atTable)
	binary.LittleEndian.PutUint32(g.m.data[atLook:], lookRoom)
	g.accept()
	g.rowsAt = g.m.table(make([]byte, 8*(g.w-1)))
	if opt.States || opt.Expand || g.Move.LooksAhead {
		g.levels = deep
	}
	g.candidates = ir.CandidatesOf(g.lower, g.Facts, !opt.States && !opt.Expand)
	g.blocks()
	g.mirrorsOf()
	// Of the words of two planes it is seen as quickly.
	g.sums = g.planes > 2 && p.Classes() == 1 && !g.cells && !opt.Expand
	g.frame()
	g.declare()
	g.write()
	return g.place()
}

// games reports whether the module plays whole games.
func (o Options) games() bool { return o.States || !o.Expand }

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
	for i := 0; i < len(g.later); i++ { // which may ask for more
		g.later[i]()
	}
	if g.p.Match > 0 {
		g.nextGame()
	}
}

// shared gives the function of a key, which is declared and written when it is first asked for.
func (g *gen) shared(key any, params, results []valtype, write func(f *fn)) *fn {
	f := g.functions[key]
	if f == nil {
		f = g.m.declare("", params, results)
		g.functions[key] = f
		g.later = append(g.later, func() { write(f) })
	}
	return f
}

// orElse writes a function, or where something is missing for that, what stands for it.
func (g *gen) orElse(f *fn, write func(c *ctx), instead func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(Unsupported); !ok {
				panic(r)
			}
			f.code, f.locals, f.open = nil, nil, nil
			instead()
		}
	}()
	write(g.begin(f))
}

// begin starts the code of a function whose first parameter is a frame.
func (g *gen) begin(f *fn) *ctx {
	c := &ctx{fn: f, g: g, s: num{l: 0}, zero: lit(0), known: newKnown(), mayBeOver: true}
	c.lookAt(c.s, g.frameSize-1)
	return c
}

// accept looks at the program as a whole.
func (g *gen) accept() {
	p := g.p
	if len(p.Lines) > 0 {
		g.lines = len(p.Lines[0])
	}
	if lacks := g.tooMuch(); lacks != "" {
		panic(Unsupported{Word: lacks})
	}
	for i := range p.Ends {
		if p.Match > 0 && p.Ends[i].At == engine.AtStart {
			panic(Unsupported{Statement: p.Ends[i].ID, Word: "a game of a match that ends where a turn begins"})
		}
	}
	g.w = wordsFor(max(p.Places, g.lines))
	g.Facts = ir.FactsOf(g.lower)
	if p.Tries() { // what can be done is made in memory, and again where a move drawn does not stand
		g.Agenda.Slots = 0
	}
	men := 0
	for q := range p.Players {
		men += p.Men(q)
	}
	if men > 120 && !g.Board.OneManEach { // the byte of a cell holds no more
		panic(Unsupported{Word: "more than 120 men, several of whom may share a place"})
	}
	most := g.Board.MostMen
	g.few = most <= 6
	g.cells = !g.Board.Alike && (len(p.Players) > 2 || !g.Board.Injective)
	for g.planes = 1; 1<<g.planes <= most; g.planes++ {
	}
	if g.Board.OneManEach {
		g.planes = 1
	}
}

// tooMuch is what the program has more of than a module has room for, or "".
func (g *gen) tooMuch() string {
	p := g.p
	switch n := len(p.Players); {
	case g.opt.Expand && len(p.Throws) > 255:
		return "more than 255 throws, in a search"
	case len(p.Parts) > 60:
		return "more than sixty kinds of parts"
	case n > 8 || len(p.Stages) > 30:
		return "more than thirty stages"
	case !g.sitAlike():
		return "partners who do not sit alike"
	case p.Places > mostPlaces:
		return fmt.Sprintf("a board of more than %d places", mostPlaces)
	case g.lines > mostPlaces:
		return fmt.Sprintf("a board of more than %d lines", mostPlaces)
	case p.Places+len(p.Stores) > bytePlaces:
		return fmt.Sprintf("more than %d places and stores", bytePlaces)
	}
	return ""
}

// sitAlike reports whether all players have their partners, counted from themselves, in the same seats.
func (g *gen) sitAlike() bool {
	p, n := g.p, len(g.p.Players)
	for q := range p.Players {
		for r := range p.Players {
			if (p.Team[q] == p.Team[r]) != (p.Team[0] == p.Team[(r-q+n)%n]) {
				return false
			}
		}
	}
	return true
}

// frame lays out what is kept in memory of a game.
func (g *gen) frame() {
	up := func(v int) int { return (v + 15) / 16 * 16 }
	at := g.layBlocks(g.lay.Left + 16)
	g.offCells = at
	if g.cells {
		at += up(g.p.Cells * g.cellStep())
	}
	g.stateEnd = up(at)
	at = g.stateEnd
	word := func() int { at += 8; return at - 8 }
	g.offCount, g.offRanks, g.offStop, g.offMixed, g.offQuiet, g.offDrawing = word(), word(), word(), word(), word(), word()
	g.offOccur, g.offIdle, g.offUnclear = word(), word(), word()
	g.offListN, g.offAllN = word(), word()
	g.offBranch, g.offHash, g.offPlies, g.offPasses, g.offTurns = word(), word(), word(), word(), word()
	g.offChosen, g.offOverCap, g.offFault, g.offTurnOf, g.offWatch = word(), word(), word(), word(), word()
	g.offMost, g.offCounting, g.offGames, g.offThrows = word(), word(), word(), word()
	g.offPushed, g.offSince = word(), word()
	g.offRandom = at
	at += 32
	g.offKept = at
	at += 32
	at = up(at)
	g.offBlocks = at
	g.blockSize = max(16, g.blockSize)
	at += len(g.p.Parts) * g.blockSize
	g.offList = at
	at += 8 * listRoom
	g.offAll = at
	at += 8 * listRoom
	g.offWorth = at
	at += 4 * listRoom
	at = up(at)
	if g.opt.Expand {
		g.offNotes = at
		at = up(at + g.notes())
	}
	g.frameSize = up(at)

	g.frameAt = tableRoom
	at = g.frameAt + g.levels*g.frameSize
	at = up(g.layPositions(at))
	g.recSize = g.offBlocks
	g.recAt = up(at)
	g.ends = g.recAt + batchRoom*g.recSize
	if g.opt.Expand {
		g.layExpand()
	}
	if g.opt.Explain {
		g.layExplain()
	}
}

// place decides where in memory everything lies, writes that into the code, and
// encodes the module.
func (g *gen) place() (*Code, error) {
	if len(g.m.data) > tableRoom {
		return nil, Unsupported{Word: "tables of more than a mebibyte"}
	}
	g.m.pages = (max(g.ends, 2*tableRoom+g.stateEnd) + 65535) / 65536 // see tabled
	g.still = make([][]int, len(g.p.Players))
	for q := range g.still {
		for st := range g.p.Stores {
			n := -1
			if !g.Board.Moved[st] {
				n = g.atFirst(q, st)
			}
			g.still[q] = append(g.still[q], n)
		}
	}
	return &Code{Binary: g.m.binary(), plan: g.plan, pages: g.m.pages}, nil
}

// blob tabulates bytes once.
func (g *gen) blob(key string, b []byte) int {
	if at, ok := g.tables[key]; ok {
		return at
	}
	at := g.m.table(b)
	g.tables[key] = at
	return at
}
