package state

import (
	"encoding/binary"
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

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

// Games reports whether the module plays whole games.
func (o Options) Games() bool { return o.States || !o.Expand }

// Memory says where everything lies in the memory of a module, for who writes its code and for
// who runs it. An offset (Off…) counts from a frame, or within the block of a player (in…); an
// address (…At) is that of a byte.
type Memory struct {
	Program *engine.Program
	Layout  engine.Layout
	Options Options
	*ir.Facts

	W      int  // words of a set of places, or of lines: one or two
	Planes int  // bits of the count of men at a place
	Lines  int  // lines of the board
	Cells  bool // men are also counted by cell
	sums   bool // where a man stands, and where several do, is kept beside the counts

	mirrors    []mirror
	mirrorRow  int        // bytes of a row of the table
	mirrorRows [][]uint64 // by place, or by player and place
	pairs      map[*ir.Space]*pairs

	Levels                 int // frames, one for each move looked ahead
	FrameAt, FrameSize     int
	numbersAt, positionsAt int // see history.go
	remembered             int // positions of a game
	RecAt, RecSize         int // records of games, each the beginning of a frame
	NotesAt, MayAt         int // see package emit
	FollowAt, FollowSize   int
	RefusedAt              int // see package emit
	Image                  int // of the position in which a game begins
	Ends                   int
	Pages                  int // of 64 kibibytes: all of the memory

	// The frame: a state, and behind it what is worked out about it.
	offPlayers, PlayerSize                    int
	inMen, inTotal, inSums, inScore, inStores int // within the block of a player
	inVars, offCommon                         []int
	offCells, offAgenda, offRest              int
	StateEnd                                  int
	OffCount, OffRanks, OffStop               int
	OffMixed, OffQuiet, OffDrawing, OffOccur,
	OffIdle, OffUnclear int
	OffList, OffListN, OffAll, OffAllN int
	offRandom, OffBranch, OffHash, OffPlies, OffPasses, OffTurns, OffChosen, OffOverCap, OffFault,
	OffTurnOf, OffWatch, OffMost, OffCounting, OffKept, OffGames, OffThrows int
	OffPushed, offSince int // numbers of the last position, and of the last one of an earlier game
	OffWorth            int
	OffBlocks           int
	BlockAt             map[*ir.Group]int // where the words of a group lie within the block of its part
	BlockSize           int
	OffNotes            int

	still [][]int // men in a store, by player, where that never changes; else -1
}

// Where the host and the module exchange numbers, and what lies below the tables.
const (
	AtSeed    = 0  // seed of the games
	AtGame    = 8  // number of the first game to be played; the next one afterwards
	AtCap     = 16 // single moves after which a game is broken off
	AtBranch  = 20 // whether the legal moves of every decision are counted
	AtDone    = 24 // games played by the last call of run
	AtMoves   = 28 // single moves after which run returns, the game begun finished
	AtFault   = 72 // what the module could not do in the present game: 0 nothing
	AtSeen    = 76 // positions looked at for the present decision
	AtLook    = 80 // … and how many may be
	AtAsking  = 84 // whether it is noted what may take effect when moves are listed
	AtRefused = 88 // one more than the refusals written down; 0: none are asked for
	atTable   = 96 // tables begin here
)

// BelowTables is what lies in memory below the tables when a module is loaded.
func BelowTables() []byte {
	b := make([]byte, atTable)
	binary.LittleEndian.PutUint32(b[AtLook:], LookRoom)
	return b
}

// How much there is room for.
const (
	MostPlaces = 128              // of a board, and lines: two words
	BytePlaces = 250              // places and stores that a byte can number, with room for none
	Nowhere    = 255              // no place, in a table of places
	ListRoom   = 512              // moves of one decision that are listed
	levels     = 16               // of looking ahead
	deep       = 48               // … where a condition looks ahead, or states are searched
	LookRoom   = engine.MostAhead // positions looked at for one decision, unless the host says fewer
	mostWords  = 960              // of a position: a browser takes no function of more than a thousand parameters
	BatchRoom  = 256
	TableRoom  = 1 << 20
)

// A move crosses between functions, and to the host, as one 64-bit word: a byte
// each for act, part, from, to, over, marks, and how a stop came about. Places
// are one more than their number; 0 is none.
const (
	MovePart  = 8
	MoveFrom  = 16
	MoveTo    = 24
	MoveOver  = 32
	MoveClass = 40
	MoveStop  = 48 // of a stop; of another move, one less than the men that make it
	MoveMen   = 48
	MoveSpar  = 56 // the move is made without taking
)

// ExpandTail is what stands behind each state that follows: a word that is not 0
// where an invariant may be broken.
const ExpandTail = 16

// RefusalRoom is how many refusals of one decision there is room for.
const RefusalRoom = 4096

// Functions that a module exports beside run: what they do is said where they are written.
const (
	FnBegin = iota
	FnLoad
	FnMoves
	FnPlay
	FnThrow
	FnExpand
	FnExplain
	FnMake
	FnDoubt
	FunctionCount
)

var Functions = [FunctionCount]string{"begin", "load", "moves", "play", "throw", "expand", "explain", "make", "doubt"}

// Faults of a game: the interpreter has to play it.
const (
	FaultNone = iota
	faultAgenda
	FaultList
	FaultLook
	faultHistory
	FaultDraw
)

// New decides how sets and men are kept.
func New(p *engine.Program, opt Options, facts *ir.Facts) *Memory {
	mem := &Memory{Program: p, Layout: p.Layout(), Options: opt, Facts: facts, Levels: levels, Lines: LinesOf(p), pairs: map[*ir.Space]*pairs{}}
	if opt.States || opt.Expand || facts.Move.LooksAhead {
		mem.Levels = deep
	}
	mem.W = asm.WordsFor(max(p.Places, mem.Lines))
	mem.Cells = !facts.Board.Alike && (len(p.Players) > 2 || !facts.Board.Injective)
	for mem.Planes = 1; 1<<mem.Planes <= facts.Board.MostMen; mem.Planes++ {
	}
	if facts.Board.OneManEach {
		mem.Planes = 1
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

// LinesOf is how many lines a board has.
func LinesOf(p *engine.Program) int {
	if len(p.Lines) == 0 {
		return 0
	}
	return len(p.Lines[0])
}

// Fit decides what is kept beside the men, now that the candidates of decisions are known, and
// where all of it lies.
func (mem *Memory) Fit(candidates *ir.Candidates) {
	mem.blocks(candidates)
	mem.mirrorsOf(candidates)
	// Of the words of two planes it is seen as quickly.
	mem.sums = mem.Planes > 2 && mem.Program.Classes() == 1 && !mem.Cells && !mem.Options.Expand
	mem.frame()
}

// frame lays out what is kept in memory of a game.
func (mem *Memory) frame() {
	up := func(v int) int { return (v + 15) / 16 * 16 }
	at := mem.layBlocks(mem.Layout.Left + 16)
	mem.offCells = at
	if mem.Cells {
		at += up(mem.Program.Cells * mem.cellStep())
	}
	mem.StateEnd = up(at)
	at = mem.StateEnd
	word := func() int { at += 8; return at - 8 }
	mem.OffCount, mem.OffRanks, mem.OffStop, mem.OffMixed, mem.OffQuiet, mem.OffDrawing = word(), word(), word(), word(), word(), word()
	mem.OffOccur, mem.OffIdle, mem.OffUnclear = word(), word(), word()
	mem.OffListN, mem.OffAllN = word(), word()
	mem.OffBranch, mem.OffHash, mem.OffPlies, mem.OffPasses, mem.OffTurns = word(), word(), word(), word(), word()
	mem.OffChosen, mem.OffOverCap, mem.OffFault, mem.OffTurnOf, mem.OffWatch = word(), word(), word(), word(), word()
	mem.OffMost, mem.OffCounting, mem.OffGames, mem.OffThrows = word(), word(), word(), word()
	mem.OffPushed, mem.offSince = word(), word()
	mem.offRandom = at
	at += 32
	mem.OffKept = at
	at += 32
	at = up(at)
	mem.OffBlocks = at
	at += len(mem.Program.Parts) * mem.BlockSize
	mem.OffList = at
	at += 8 * ListRoom
	mem.OffAll = at
	at += 8 * ListRoom
	mem.OffWorth = at
	at += 4 * ListRoom
	at = up(at)
	if mem.Options.Expand {
		mem.OffNotes = at
		at = up(at + mem.Notes())
	}
	mem.FrameSize = up(at)

	mem.FrameAt = TableRoom
	at = mem.FrameAt + mem.Levels*mem.FrameSize
	at = up(mem.layPositions(at))
	mem.RecSize = mem.OffBlocks
	mem.RecAt = up(at)
	mem.Ends = mem.RecAt + BatchRoom*mem.RecSize
	if mem.Options.Expand {
		mem.layExpand()
	}
	if mem.Options.Explain {
		mem.layExplain()
	}
}

// layBlocks lays the blocks of the players out from offset at, and returns where
// they end.
func (mem *Memory) layBlocks(at int) int {
	p := mem.Program
	n := len(p.Players)
	up := func(v int) int { return (v + 15) / 16 * 16 }
	at = up(at)
	if mem.offAgenda = mem.Layout.Left; mem.Packed() {
		mem.offAgenda = at
		at += 16
	}
	mem.offRest = at
	mem.inVars, mem.offCommon = make([]int, len(p.Vars)), make([]int, len(p.Vars))
	size := 0
	room := func(bytes int) int { size += bytes; return size - bytes }
	mem.inMen = room(mem.setsOfMen() * mem.W * 8)
	if p.Classes() > 1 && mem.Planes > 1 {
		mem.inTotal = room(mem.Planes * mem.W * 8)
	}
	for v := range p.Vars {
		bytes := 8
		if k := p.Vars[v].Kind; k == engine.SetVar || k == engine.LinesVar {
			bytes = 8 * mem.W
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
	mem.inSums = room(2 * 8 * mem.W * asm.B2i(mem.sums))
	mem.inScore = room(8)
	mem.inStores = room((len(p.Stores) + 7) / 8 * 8)
	at = up(at)
	mem.offPlayers, mem.PlayerSize = at, up(size)
	return at + n*mem.PlayerSize
}

// Sliced reports whether no two men of a player share a place though they differ in
// marks: then it is kept where he has men, and where they have each mark.
func (mem *Memory) Sliced() bool { return mem.Planes == 1 && mem.Program.Classes() > 1 }

func (mem *Memory) markCount() int { return bits.Len(uint(mem.Program.Classes() - 1)) }

// setsOfMen is how many sets tell where a player's men stand.
func (mem *Memory) setsOfMen() int {
	if mem.Sliced() {
		return 1 + mem.markCount()
	}
	return mem.Program.Classes() * mem.Planes
}

// Notes are the bytes in which it is noted what took effect, by statement; the
// one behind the last of them is for moves looked for in vain, and the one behind
// that for nothing.
func (mem *Memory) Notes() int { return (mem.Program.Statements + 2 + 15) / 16 * 16 }

// layExpand lays out what a search needs: notes in every frame, for looking ahead
// has effects of its own, and behind all else the states that follow from one.
func (mem *Memory) layExpand() {
	mem.FollowSize = mem.StateEnd + ExpandTail
	mem.NotesAt = (mem.Ends + 15) / 16 * 16
	mem.MayAt = mem.NotesAt + mem.Notes()
	mem.FollowAt = mem.MayAt + mem.Notes()
	mem.Ends = mem.FollowAt + max(ListRoom+1, len(mem.Program.Throws))*mem.FollowSize
}

// RefusalSize is the bytes of a refusal.
func (mem *Memory) RefusalSize() int { return 8 + 8*((mem.Program.Statements+63)/64) }

// layExplain lays out what is written down behind all else.
func (mem *Memory) layExplain() {
	mem.RefusedAt = (mem.Ends + 15) / 16 * 16
	mem.Ends = mem.RefusedAt + RefusalRoom*mem.RefusalSize()
}

// blocks lays out what is kept in memory of the candidates of a part.
func (mem *Memory) blocks(candidates *ir.Candidates) {
	mem.BlockAt, mem.BlockSize = map[*ir.Group]int{}, 16
	for _, cl := range candidates.All() {
		at := BlkUnion
		if cl.Front != nil {
			at += 8 * cl.Front.Words()
		}
		for _, x := range cl.Groups {
			mem.BlockAt[x] = at
			at += 8 * x.Space.Words()
			if x.Space.Wide {
				at += mem.RowsSize()
			}
		}
		mem.BlockSize = max(mem.BlockSize, (at+15)/16*16)
	}
}

// A block holds what can be done with one part.
const (
	BlkCount = 0 // moves
	BlkFront = 4 // of them, of men on the board
	BlkUnion = 8 // set of those
)

// RowsSize is how many bytes they take.
func (mem *Memory) RowsSize() int { return (8*mem.W*(1+mem.Program.Places) + 15) / 16 * 16 }
