package wasm

import (
	"encoding/binary"
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// options say what a module is for.
type options struct {
	Trace  bool // keep a hash of the moves of each game
	States bool // play single moves on states too
	// Expand asks for a module that makes all throws or moves of a state at once, for
	// searches, and single moves. It plays no whole games unless States is set too.
	Expand bool
	// Explain asks for a module that also says of a state which moves are refused, and by
	// which statements. It needs States.
	Explain bool
}

// games reports whether the module plays whole games.
func (o options) games() bool { return o.States || !o.Expand }

// plan says where everything lies in the memory of a module, for who writes its code and for
// who runs it. An offset (off…) counts from a frame, or within the block of a player (in…); an
// address (…At) is that of a byte.
type plan struct {
	p   *engine.Program
	lay engine.Layout
	opt options
	*ir.Facts

	w      int  // words of a set of places, or of lines: one or two
	planes int  // bits of the count of men at a place
	lines  int  // lines of the board
	cells  bool // men are also counted by cell
	sums   bool // where a man stands, and where several do, is kept beside the counts

	mirrors    []mirror
	mirrorRow  int        // bytes of a row of the table
	mirrorRows [][]uint64 // by place, or by player and place
	pairs      map[*ir.Space]*pairs

	levels                 int // frames, one for each move looked ahead
	frameAt, frameSize     int
	numbersAt, positionsAt int // see history.go
	remembered             int // positions of a game
	recAt, recSize         int // records of games, each the beginning of a frame
	notesAt, mayAt         int // see expand.go
	followAt, followSize   int
	refusedAt              int // see explain.go
	image                  int // of the position in which a game begins
	ends                   int
	pages                  int // of 64 kibibytes: all of the memory

	// The frame: a state, and behind it what is worked out about it.
	offPlayers, playerSize                    int
	inMen, inTotal, inSums, inScore, inStores int // within the block of a player
	inVars, offCommon                         []int
	offCells, offAgenda, offRest              int
	stateEnd                                  int
	offCount, offRanks, offStop               int
	offMixed, offQuiet, offDrawing, offOccur,
	offIdle, offUnclear int
	offList, offListN, offAll, offAllN int
	offRandom, offBranch, offHash, offPlies, offPasses, offTurns, offChosen, offOverCap, offFault,
	offTurnOf, offWatch, offMost, offCounting, offKept, offGames, offThrows int
	offPushed, offSince int // numbers of the last position, and of the last one of an earlier game
	offWorth            int
	offBlocks           int
	blockAt             map[*ir.Group]int // where the words of a group lie within the block of its part
	blockSize           int
	offNotes            int

	still [][]int // men in a store, by player, where that never changes; else -1
}

// Where the host and the module exchange numbers, and what lies below the tables.
const (
	atSeed    = 0  // seed of the games
	atGame    = 8  // number of the first game to be played; the next one afterwards
	atCap     = 16 // single moves after which a game is broken off
	atBranch  = 20 // whether the legal moves of every decision are counted
	atDone    = 24 // games played by the last call of run
	atMoves   = 28 // single moves after which run returns, the game begun finished
	atFault   = 72 // what the module could not do in the present game: 0 nothing
	atSeen    = 76 // positions looked at for the present decision
	atLook    = 80 // … and how many may be
	atAsking  = 84 // whether it is noted what may take effect when moves are listed
	atRefused = 88 // one more than the refusals written down; 0: none are asked for
	atTable   = 96 // tables begin here
)

// belowTables is what lies in memory below the tables when a module is loaded.
func belowTables() []byte {
	b := make([]byte, atTable)
	binary.LittleEndian.PutUint32(b[atLook:], lookRoom)
	return b
}

// How much there is room for.
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

// A move crosses between functions, and to the host, as one 64-bit word: a byte
// each for act, part, from, to, over, marks, and how a stop came about. Places
// are one more than their number; 0 is none.
const (
	mvPart  = 8
	mvFrom  = 16
	mvTo    = 24
	mvOver  = 32
	mvClass = 40
	mvStop  = 48 // of a stop; of another move, one less than the men that make it
	mvMen   = 48
	mvSpar  = 56 // the move is made without taking
)

// expandTail is what stands behind each state that follows: a word that is not 0
// where an invariant may be broken.
const expandTail = 16

// refusalRoom is how many refusals of one decision there is room for.
const refusalRoom = 4096

// Functions that a module exports beside run: what they do is said where they are written.
const (
	fnBegin = iota
	fnLoad
	fnMoves
	fnPlay
	fnThrow
	fnExpand
	fnExplain
	fnMake
	fnDoubt
	functionCount
)

var stateFunctions = [functionCount]string{"begin", "load", "moves", "play", "throw", "expand", "explain", "make", "doubt"}

// Faults of a game: the interpreter has to play it.
const (
	faultNone = iota
	faultAgenda
	faultList
	faultLook
	faultHistory
	faultDraw
)

// newPlan decides how sets and men are kept.
func newPlan(p *engine.Program, opt options, facts *ir.Facts) *plan {
	mem := &plan{p: p, lay: p.Layout(), opt: opt, Facts: facts, levels: levels, lines: linesOf(p), pairs: map[*ir.Space]*pairs{}}
	if opt.States || opt.Expand || facts.Move.LooksAhead {
		mem.levels = deep
	}
	mem.w = wordsFor(max(p.Places, mem.lines))
	mem.cells = !facts.Board.Alike && (len(p.Players) > 2 || !facts.Board.Injective)
	for mem.planes = 1; 1<<mem.planes <= facts.Board.MostMen; mem.planes++ {
	}
	if facts.Board.OneManEach {
		mem.planes = 1
	}
	for q := range p.Players {
		still := make([]int, len(p.Stores))
		for st := range still {
			if still[st] = -1; !facts.Board.Moved[st] {
				still[st] = mem.atFirst(q, st)
			}
		}
		mem.still = append(mem.still, still)
	}
	return mem
}

// linesOf is how many lines a board has.
func linesOf(p *engine.Program) int {
	if len(p.Lines) == 0 {
		return 0
	}
	return len(p.Lines[0])
}

// fit decides what is kept beside the men, now that the candidates of decisions are known, and
// where all of it lies.
func (mem *plan) fit(candidates *ir.Candidates) {
	mem.blocks(candidates)
	mem.mirrorsOf(candidates)
	// Of the words of two planes it is seen as quickly.
	mem.sums = mem.planes > 2 && mem.p.Classes() == 1 && !mem.cells && !mem.opt.Expand
	mem.frame()
}

// frame lays out what is kept in memory of a game.
func (mem *plan) frame() {
	up := func(v int) int { return (v + 15) / 16 * 16 }
	at := mem.layBlocks(mem.lay.Left + 16)
	mem.offCells = at
	if mem.cells {
		at += up(mem.p.Cells * mem.cellStep())
	}
	mem.stateEnd = up(at)
	at = mem.stateEnd
	word := func() int { at += 8; return at - 8 }
	mem.offCount, mem.offRanks, mem.offStop, mem.offMixed, mem.offQuiet, mem.offDrawing = word(), word(), word(), word(), word(), word()
	mem.offOccur, mem.offIdle, mem.offUnclear = word(), word(), word()
	mem.offListN, mem.offAllN = word(), word()
	mem.offBranch, mem.offHash, mem.offPlies, mem.offPasses, mem.offTurns = word(), word(), word(), word(), word()
	mem.offChosen, mem.offOverCap, mem.offFault, mem.offTurnOf, mem.offWatch = word(), word(), word(), word(), word()
	mem.offMost, mem.offCounting, mem.offGames, mem.offThrows = word(), word(), word(), word()
	mem.offPushed, mem.offSince = word(), word()
	mem.offRandom = at
	at += 32
	mem.offKept = at
	at += 32
	at = up(at)
	mem.offBlocks = at
	at += len(mem.p.Parts) * mem.blockSize
	mem.offList = at
	at += 8 * listRoom
	mem.offAll = at
	at += 8 * listRoom
	mem.offWorth = at
	at += 4 * listRoom
	at = up(at)
	if mem.opt.Expand {
		mem.offNotes = at
		at = up(at + mem.notes())
	}
	mem.frameSize = up(at)

	mem.frameAt = tableRoom
	at = mem.frameAt + mem.levels*mem.frameSize
	at = up(mem.layPositions(at))
	mem.recSize = mem.offBlocks
	mem.recAt = up(at)
	mem.ends = mem.recAt + batchRoom*mem.recSize
	if mem.opt.Expand {
		mem.layExpand()
	}
	if mem.opt.Explain {
		mem.layExplain()
	}
}

// layBlocks lays the blocks of the players out from offset at, and returns where
// they end.
func (mem *plan) layBlocks(at int) int {
	p := mem.p
	n := len(p.Players)
	up := func(v int) int { return (v + 15) / 16 * 16 }
	at = up(at)
	if mem.offAgenda = mem.lay.Left; mem.packed() {
		mem.offAgenda = at
		at += 16
	}
	mem.offRest = at
	mem.inVars, mem.offCommon = make([]int, len(p.Vars)), make([]int, len(p.Vars))
	size := 0
	room := func(bytes int) int { size += bytes; return size - bytes }
	mem.inMen = room(mem.setsOfMen() * mem.w * 8)
	if p.Classes() > 1 && mem.planes > 1 {
		mem.inTotal = room(mem.planes * mem.w * 8)
	}
	for v := range p.Vars {
		bytes := 8
		if k := p.Vars[v].Kind; k == engine.SetVar || k == engine.LinesVar {
			bytes = 8 * mem.w
		}
		if p.Vars[v].Common {
			mem.offCommon[v] = at
			at += bytes
			continue
		}
		mem.inVars[v] = room(bytes)
	}
	for i, m := range mem.mirrors {
		mem.mirrors[i].at = room(8 * m.sp.Words())
	}
	mem.inSums = room(2 * 8 * mem.w * b2i(mem.sums))
	mem.inScore = room(8)
	mem.inStores = room((len(p.Stores) + 7) / 8 * 8)
	at = up(at)
	mem.offPlayers, mem.playerSize = at, up(size)
	return at + n*mem.playerSize
}

// sliced reports whether no two men of a player share a place though they differ in
// marks: then it is kept where he has men, and where they have each mark.
func (mem *plan) sliced() bool { return mem.planes == 1 && mem.p.Classes() > 1 }

func (mem *plan) markCount() int { return bits.Len(uint(mem.p.Classes() - 1)) }

// setsOfMen is how many sets tell where a player's men stand.
func (mem *plan) setsOfMen() int {
	if mem.sliced() {
		return 1 + mem.markCount()
	}
	return mem.p.Classes() * mem.planes
}

// notes are the bytes in which it is noted what took effect, by statement; the
// one behind the last of them is for moves looked for in vain, and the one behind
// that for nothing.
func (mem *plan) notes() int { return (mem.p.Statements + 2 + 15) / 16 * 16 }

// layExpand lays out what a search needs: notes in every frame, for looking ahead
// has effects of its own, and behind all else the states that follow from one.
func (mem *plan) layExpand() {
	mem.followSize = mem.stateEnd + expandTail
	mem.notesAt = (mem.ends + 15) / 16 * 16
	mem.mayAt = mem.notesAt + mem.notes()
	mem.followAt = mem.mayAt + mem.notes()
	mem.ends = mem.followAt + max(listRoom+1, len(mem.p.Throws))*mem.followSize
}

// refusalSize is the bytes of a refusal.
func (mem *plan) refusalSize() int { return 8 + 8*((mem.p.Statements+63)/64) }

// layExplain lays out what is written down behind all else.
func (mem *plan) layExplain() {
	mem.refusedAt = (mem.ends + 15) / 16 * 16
	mem.ends = mem.refusedAt + refusalRoom*mem.refusalSize()
}

// blocks lays out what is kept in memory of the candidates of a part.
func (mem *plan) blocks(candidates *ir.Candidates) {
	mem.blockAt, mem.blockSize = map[*ir.Group]int{}, 16
	for _, cl := range candidates.All() {
		at := blkUnion
		if cl.Front != nil {
			at += 8 * cl.Front.Words()
		}
		for _, x := range cl.Groups {
			mem.blockAt[x] = at
			at += 8 * x.Space.Words()
			if x.Space.Wide {
				at += mem.rowsSize()
			}
		}
		mem.blockSize = max(mem.blockSize, (at+15)/16*16)
	}
}

// A block holds what can be done with one part.
const (
	blkCount = 0 // moves
	blkFront = 4 // of them, of men on the board
	blkUnion = 8 // set of those
)

// rowsSize is how many bytes they take.
func (mem *plan) rowsSize() int { return (8*mem.w*(1+mem.p.Places) + 15) / 16 * 16 }
