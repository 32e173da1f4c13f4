package wasm

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// gen is a module being generated from a program.
type gen struct {
	p   *engine.Program
	opt Options
	lay engine.Layout
	m   *module

	rule string // the statement being lowered, for messages

	w      int // words of a set of places, or of lines: one or two
	planes int // bits of the count of men at a place
	lines  int // lines of the board

	alias       bool // all players name the places alike: counts need no second view
	injective   bool // no two places of a player share a cell
	total       bool // every place of a player has a name in every other's view
	cells       bool // men are also counted by cell
	few         bool // a player has so few men that they are gone through one by one
	mirrors     []mirror
	mirrorRow   int        // bytes of a row of the table
	mirrorRows  [][]uint64 // by place, or by player and place
	pairs       map[*space]*pairs
	stays       bool // a man may move to where he stands
	mostAcross  int  // places of another player on one cell, at most
	nearAlike   bool
	monotone    bool // places are ordered as they are numbered, or the other way round, for all players
	ranksAlike  bool
	reversed    []bool // by player: places are ordered against their numbers
	usesPassed  bool
	looksAhead  bool // a condition asks what could be played after a move
	named       bool // men advance to places that a rule names
	usesMen     bool // several men are moved at once
	usesSparing bool // moves can be made without taking
	hasActive   bool
	hasStop     bool
	mayMix      bool

	lower  *ir.Lowering
	tables map[string]int
	maps   map[string]*mapping
	spaces map[string]*space

	partClasses []*partClass
	playable    []int // classes whose parts are played
	classOf     []int // by part
	class       *partClass
	blockSize   int

	// The frame: a state, and behind it what is worked out about it.
	offPlayers, playerSize            int
	inMen, inTotal, inScore, inStores int // within the block of a player
	inVars, offCommon                 []int
	offCells, offAgenda               int
	stateEnd                          int
	offCount, offRanks, offStop       int
	offMixed, offQuiet, offOccur,
	offIdle, offUnclear int
	offList, offListN, offAll, offAllN int
	offRandom, offBranch, offHash, offPlies, offPasses, offTurns, offChosen, offOverCap,
	offTurnOf, offWatch, offMost, offCounting, offKept, offGames, offThrows int
	offPushed, offSince, offOneWay int // of the positions remembered: see history.go
	offWorth, offStep, offNode     int
	offBlocks                      int
	offNotes                       int // see expand.go
	notesAt, mayAt, followAt       int
	countAt, followSize            int
	frameSize, frameAt, image      int
	positionsAt, positionSize      int
	recAt, recSize, ends           int

	sums   bool // where a man stands, and where several do, is kept beside the counts
	inSums int
	rowsAt int // further words of a set that a function returns

	fRows map[bool]*fn // unbroken rows by places, and by men
	later []func()     // functions that were asked for while others were written

	levels int // frames, one for each move looked ahead

	fGen, fPick, fList, fApply, fSettle, fBegin, fStage, fThrow, fStart, fReach, fRun, fGames, fNext, fMoves, fUneven, fRedraw, fAgain *fn
}

// Options say what a module is for.
type Options struct {
	Trace  bool // keep a hash of the moves of each game
	States bool // play single moves on states too, and search what a turn leads to
	// Expand asks for a module that makes all throws or moves of a state at once, for
	// searches. It plays no whole games unless States is set too.
	Expand bool
}

const (
	mostPlaces    = 128     // of a board, and lines: two words
	bytePlaces    = 250     // places and stores that a byte can number, with room for none
	nowhere       = 255     // no place, in a table of places
	listRoom      = 512     // moves of one decision that are listed
	levels        = 16      // of looking ahead
	deep          = 48      // … where a condition looks ahead, or a turn is searched
	lookRoom      = 1 << 17 // positions looked at for one decision
	mostPositions = 8192    // twice as many as are remembered
	positionsRoom = 4 << 20 // bytes that they take at most
	mostWords     = 960     // of a position: a browser takes no function of more than a thousand parameters
	batchRoom     = 256
	tableRoom     = 1 << 20
)

// Generate lowers a sealed program to a module. Its error is an [Unsupported]
// where the program uses a word that the generator lacks.
func Generate(p *engine.Program, opt Options) (code *Code, err error) {
	g := &gen{p: p, opt: opt, lay: p.Layout(), m: &module{},
		lower:  ir.NewLowering(p),
		tables: map[string]int{}, maps: map[string]*mapping{}, spaces: map[string]*space{}, pairs: map[*space]*pairs{}, fRows: map[bool]*fn{}}
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
	g.accept()
	g.rowsAt = g.m.table(make([]byte, 8*(g.w-1)))
	g.levels = levels
	if opt.States || opt.Expand || g.looksAhead {
		g.levels = deep
	}
	g.classes()
	g.mirrorsOf()
	// Of the words of two planes it is seen as quickly.
	g.sums = g.planes > 2 && p.Classes() == 1 && !g.cells && !opt.Expand
	g.frame()
	v := []valtype{i32}
	g.fGen = g.m.declare("", v, v)
	g.fList = g.m.declare("", v, v)
	g.fApply = g.m.declare("", []valtype{i32, i64}, nil)
	g.fSettle = g.m.declare("", v, nil)
	g.fBegin = g.m.declare("", []valtype{i32, i32}, nil)
	g.fStage = g.m.declare("", []valtype{i32, i32}, v)
	g.fThrow = g.m.declare("", []valtype{i32, i32}, nil)
	g.fStart = g.m.declare("", v, nil)
	g.fReach = g.m.declare("", []valtype{i32, i32}, v)
	games := opt.States || !opt.Expand
	if games {
		g.fRun = g.m.declare("run", []valtype{i32}, nil)
		g.fGames = g.m.declare("", []valtype{i32, i32, i32}, nil)
		g.fUneven = g.m.declare("", []valtype{i32, i32, i64}, []valtype{i64})
		g.fRedraw = g.m.declare("", []valtype{i32, i32, i32}, v)
		g.fPick = g.m.declare("", []valtype{i32, i32}, []valtype{i64})
	}
	if opt.States || opt.Expand {
		g.fMoves = g.m.declare("", v, v)
	}
	if opt.States {
		g.m.grows = searchPages
	}
	if p.Match > 0 {
		g.fNext = g.m.declare("", v, nil)
	}
	g.generate()
	g.list()
	g.applyMove()
	g.settle()
	g.beginTurn()
	g.stageOf()
	g.throwMade()
	g.start()
	g.reach()
	if games {
		g.pick()
		g.run()
		g.uneven()
		g.redrawn()
	}
	if opt.States || opt.Expand {
		g.listMoves()
	}
	if opt.States {
		g.states()
	}
	if opt.Expand {
		g.expand()
	}
	for i := 0; i < len(g.later); i++ { // which may ask for more
		g.later[i]()
	}
	if p.Match > 0 {
		g.nextGame()
	}
	return g.place()
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
	n := len(p.Players)
	for i := range p.Ends {
		if p.Match > 0 && p.Ends[i].At == engine.AtStart {
			panic(Unsupported{p.Ends[i].ID, "a game of a match that ends where a turn begins"})
		}
	}
	if g.opt.Expand && len(p.Throws) > 255 {
		panic(Unsupported{"", "more than 255 throws, in a search"})
	}
	if len(p.Parts) > 60 {
		panic(Unsupported{"", "more than sixty kinds of parts"})
	}
	if n > 8 || len(p.Stages) > 30 {
		panic(Unsupported{"", "more than thirty stages"})
	}
	for q := range p.Players {
		men := 0
		for r := range p.Players {
			men += p.Men(r)
		}
		if men > 120 {
			panic(Unsupported{"", "more than 120 men"})
		}
		for r := range p.Players {
			if (p.Team[q] == p.Team[r]) != (p.Team[0] == p.Team[(r-q+n)%n]) {
				panic(Unsupported{"", "partners who do not sit alike"})
			}
		}
	}
	if len(p.Lines) > 0 {
		g.lines = len(p.Lines[0])
	}
	if p.Places > mostPlaces {
		panic(Unsupported{"", fmt.Sprintf("a board of more than %d places", mostPlaces)})
	}
	if g.lines > mostPlaces {
		panic(Unsupported{"", fmt.Sprintf("a board of more than %d lines", mostPlaces)})
	}
	if p.Places+len(p.Stores) > bytePlaces {
		panic(Unsupported{"", fmt.Sprintf("more than %d places and stores", bytePlaces)})
	}
	g.w = wordsFor(max(p.Places, g.lines))
	g.alias, g.injective, g.total, g.monotone, g.ranksAlike, g.nearAlike = true, true, true, true, true, true
	g.mostAcross = 1
	for q := 0; q < n; q++ {
		up, down := false, false
		for f := 0; f < p.Places; f++ {
			for r := 0; r < n; r++ {
				a := p.Across(q, r, f)
				g.mostAcross = max(g.mostAcross, len(a))
				g.alias = g.alias && len(a) == 1 && int(a[0]) == f
				if q == r {
					g.injective = g.injective && len(a) == 1
				} else {
					g.total = g.total && len(a) > 0
				}
			}
			up = up || f > 0 && p.PlaceRank(q, f-1) < p.PlaceRank(q, f)
			down = down || f > 0 && p.PlaceRank(q, f-1) > p.PlaceRank(q, f)
			for k := 0; k < p.Places; k++ { // the order of places, stores between them left aside
				g.ranksAlike = g.ranksAlike && (p.PlaceRank(q, f) < p.PlaceRank(q, k)) == (p.PlaceRank(0, f) < p.PlaceRank(0, k))
			}
			if p.Near != nil {
				g.nearAlike = g.nearAlike && p.Near[q][f].Equal(p.Near[0][f])
			}
		}
		g.monotone = g.monotone && !(up && down)
		g.reversed = append(g.reversed, down)
	}
	g.alias = g.alias && g.injective
	most := 0
	for q := range p.Players {
		most = max(most, p.Men(q))
	}
	g.few = most <= 6
	g.cells = !g.alias && (n > 2 || !g.injective)
	for g.planes = 1; 1<<g.planes <= most; g.planes++ {
	}
	if g.oneManAPlace() {
		g.planes = 1
	}
	p.EachExpression(func(n *engine.Node) {
		v := g.of(n)
		g.usesPassed = g.usesPassed || v.Uses(ir.Passed)
		g.looksAhead = g.looksAhead || v.LooksAhead()
	})
	for i := range p.Allows {
		a := &p.Allows[i]
		g.named = g.named || a.Act == engine.Advance && a.To != nil
		g.usesMen = g.usesMen || together(a) != nil
		g.usesSparing = g.usesSparing || a.Sparing
	}
	for i := range p.Changes {
		for _, e := range p.Changes[i].Effects {
			g.hasActive = g.hasActive || e.Kind == engine.GoOn
		}
	}
	for i := range p.Allows {
		g.hasStop = g.hasStop || p.Allows[i].Act == engine.Stop
	}
}

// oneManAPlace is whether the rules let no player ever have two men on one
// place: every rule that puts a man down chooses places where he has none, or
// falls under a prohibition without exception that says so.
func (g *gen) oneManAPlace() bool {
	p := g.p
	for _, it := range p.Setup {
		if it.Place < p.Places && it.Count > 1 {
			return false
		}
	}
	for i := range p.Setup {
		for _, it := range p.Setup[:i] {
			if it.Place < p.Places && it.Place == p.Setup[i].Place && it.Player == p.Setup[i].Player {
				return false
			}
		}
	}
	for i := range p.Allows {
		a := &p.Allows[i]
		switch a.Act {
		case engine.Place, engine.Enter, engine.Step, engine.Leap:
			if a.To == nil || g.impliesEmpty(a.To) {
				continue
			}
		case engine.Advance:
		default:
			continue
		}
		if a.To != nil && g.impliesEmpty(a.To) {
			continue
		}
		forbidden := false
		for j := range p.Forbids {
			f := &p.Forbids[j]
			if f.Acts&engine.OnAct(a.Act) == 0 || a.Stages&^f.Stages != 0 || len(f.Excepts) > 0 || f.When == nil {
				continue
			}
			n := f.When
			forbidden = forbidden || n.Op == engine.BCompare && n.Kids[0].Op == engine.NCountAt && n.Kids[0].Kids[0].Op == engine.NTo &&
				(engine.Whose(n.Kids[0].N) == engine.Own || engine.Whose(n.Kids[0].N) == engine.Mine || engine.Whose(n.Kids[0].N) == engine.Anyone) &&
				n.Kids[1].Op == engine.NLit && (n.Cmp == engine.GreaterEqual && n.Kids[1].N == 1 || n.Cmp == engine.Greater && n.Kids[1].N == 0)
		}
		if !forbidden {
			return false
		}
	}
	return true
}

// impliesEmpty is whether a set holds only places where nobody stands.
func (g *gen) impliesEmpty(n *engine.Node) bool {
	switch n.Op {
	case engine.SCompare:
		return engine.Whose(n.N) == engine.Anyone && n.Kids[0].Op == engine.NLit &&
			(n.Cmp == engine.Equal && n.Kids[0].N == 0 || n.Cmp == engine.Less && n.Kids[0].N == 1)
	case engine.SAnd:
		return g.impliesEmpty(n.Kids[0]) || g.impliesEmpty(n.Kids[1])
	case engine.SOr:
		return g.impliesEmpty(n.Kids[0]) && g.impliesEmpty(n.Kids[1])
	case engine.SIf:
		return g.impliesEmpty(n.Kids[1]) && g.impliesEmpty(n.Kids[2])
	}
	return false
}

// frame lays out what is kept in memory of a game.
func (g *gen) frame() {
	for i, cl := range g.partClasses {
		if cl.parts[0] != engine.PartThrow && len(cl.groups) > 0 {
			g.playable = append(g.playable, i)
		}
	}
	n := len(g.p.Players)
	up := func(v int) int { return (v + 15) / 16 * 16 }
	at := g.layBlocks(g.lay.Left + 16)
	g.offCells = at
	if g.cells {
		at += up(g.p.Cells * g.cellStep())
	}
	g.stateEnd = up(at)
	at = g.stateEnd
	word := func() int { at += 8; return at - 8 }
	g.offCount, g.offRanks, g.offStop, g.offMixed, g.offQuiet = word(), word(), word(), word(), word()
	g.offOccur, g.offIdle, g.offUnclear = word(), word(), word()
	g.offListN, g.offAllN, g.offStep, g.offNode = word(), word(), word(), word()
	g.offBranch, g.offHash, g.offPlies, g.offPasses, g.offTurns = word(), word(), word(), word(), word()
	g.offChosen, g.offOverCap, g.offTurnOf, g.offWatch, g.offMost, g.offCounting, g.offGames, g.offThrows = word(), word(), word(), word(), word(), word(), word(), word()
	g.offPushed, g.offSince = word(), word()
	g.offOneWay = at
	at += 8 * g.oneWayWords()
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
	words, _, _ := positionWords(g.pieces(num{}))
	if g.p.RepetitionMatters && words > mostWords {
		panic(Unsupported{"", "repetition of positions of so many men, places, marks and players"})
	}
	g.positionSize = 8*words + 8 // and its number
	g.positionsAt = at
	at = up(at + g.positions()*g.positionSize)
	g.recSize = up(recState + g.offPlayers + n*g.playerSize)
	g.recAt = up(at)
	g.ends = g.recAt + batchRoom*g.recSize
	if g.opt.Expand {
		g.layExpand()
	}
}

// place decides where in memory everything lies, writes that into the code, and
// encodes the module.
func (g *gen) place() (*Code, error) {
	if len(g.m.data) > tableRoom {
		return nil, Unsupported{"", "tables of more than a mebibyte"}
	}
	g.m.pages = (max(g.ends, 2*tableRoom+g.stateEnd) + 65535) / 65536 // see tabled
	agenda := 0
	if g.packed() {
		agenda = g.offAgenda
	}
	still := make([][]int, len(g.p.Players))
	for q := range still {
		for st := range g.p.Stores {
			n := -1
			if !g.touched(st) {
				n = g.atFirst(q, st)
			}
			still[q] = append(still[q], n)
		}
	}
	total, cells := -1, -1
	if g.p.Classes() > 1 && g.planes > 1 {
		total = g.inTotal
	}
	if g.cells {
		cells = g.offCells
	}
	hash := g.m.pages << 16
	packing, packedWords := g.packing()
	return &Code{Binary: g.m.binary(), recAt: g.recAt, recSize: g.recSize, pages: g.m.pages + g.m.grows, frame: frameLayout{
		p: g.p, lay: g.lay, planes: g.planes, words: g.w, players: g.offPlayers, size: g.playerSize,
		men: g.inMen, score: g.inScore, stores: g.inStores, vars: g.inVars, common: g.offCommon, agenda: agenda, kinds: byte(g.kinds()),
		marks: g.markCount() * b2i(g.sliced()), total: total, cells: cells, cellStep: g.cellStep(), still: still,
	}, frames: frames{at: g.frameAt, pushed: g.frameAt + g.offPushed, size: g.frameSize, list: g.offList, raw: g.stateEnd,
		hash: hash, nodes: hash + slotsFor(firstRecords)*slotSize,
		record: 8*packedWords + recTail, mostRecords: mostRecords(8*packedWords + recTail), packing: packing,
		notes: g.notesAt, statements: g.statements(), may: g.mayAt, count: g.countAt, follow: g.followAt}}, nil
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
