package state

import (
	"encoding/binary"
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
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
	// Weigh asks for a module that also plays games in which players look one move ahead and weigh
	// what it leads to, that plays games on from a state, and with Expand says what each state that
	// follows is worth. It needs States.
	Weigh bool
	// Untied weighs players apart who can be exchanged: see [weigh.FormOf].
	Untied bool
	// Measures are gathered in games whose moves are all drawn: see [Memory.Gathered].
	Measures []engine.Measure
}

// Games reports whether the module plays whole games.
func (o Options) Games() bool { return o.States || !o.Expand }

// Memory says where everything lies in the memory of a module, for who writes its code and for
// who runs it. An offset (Off…) counts from a frame, or within the block of a player (in…); an
// address (…At) is that of a byte.
type Memory struct {
	Program *engine.Program
	Layout  engine.Layout // of states as the program exchanges them
	Options Options
	*ir.Facts
	Form *weigh.Form // of the weights, where positions are weighed

	W      int  // words of a set of places
	LinesW int  // words of a set of lines
	Planes int  // bits of the count of men at a place
	Lines  int  // lines of the board
	Cells  bool // men are also counted by cell
	sums   bool // where a man stands, and where several do, is kept beside the counts

	mirrors    []mirror
	mirrorRow  int        // bytes of a row of the table
	mirrorRows [][]uint64 // by place, or by player and place
	pairs      map[*ir.Space]*pairs

	Levels    int // frames, one for each move looked ahead
	FrameAt   int // the first frame: the game being played
	FrameSize int

	numbersAt, positionsAt int // see history.go
	remembered             int // positions of a game

	RecAt, RecSize       int // records of games, each the beginning of a frame
	NotesAt, MayAt       int // what took effect in a search, and what may: a byte for each statement
	FollowAt, FollowSize int // the states that follow from one, each with a tail
	FromAt, WeightsAt    int // a state to play on from; two sets of weights, one behind the other
	SampleAt, SampleSize int // states kept of games, each with the number of its game behind it
	Image                int // address of the position in which a game begins
	Ends                 int // behind all of that
	Pages                int // of 64 kibibytes: all of the memory

	// The frame begins with a state,
	offPlayers, PlayerSize                    int
	inMen, inTotal, inSums, inScore, inStores int // within the block of a player
	inVars, offCommon                         []int
	offCells, offAgenda, offRest              int
	StateEnd                                  int

	// behind which stands what has been worked out about it:
	OffCount   int               // moves of the decision
	OffRanks   int               // by rank, the parts with which there are any
	OffStop    int               // how it can be ended without playing
	OffMixed   int               // whether its moves must be listed
	OffQuiet   int               // whether it is only looked at, ahead of another
	OffDrawing int               // whether a move is being drawn, before what narrows the choice last
	OffOccur   int               // how often the position has stood
	OffIdle    int               // turns without a decision or a throw
	OffUnclear int               // moments at which two unordered ends held
	OffKnown   int               // whether what may be done has been worked out
	OffSome    int               // whether it is enough to know that something may be done
	OffAsked   int               // 1 where that has been asked, 2 where in vain, 3 where both
	OffListN   int               // moves listed
	OffAllN    int               // moves before requirements that look ahead
	OffList    int               // moves, a word each
	OffAll     int               // those before requirements that look ahead
	OffWorth   int               // what each is worth to a requirement, or to who weighs
	OffSums    int               // by player, what the men are worth when he is to move; and whether it is known
	OffBlocks  int               // by rank of the part, the candidates with it: see BlkCount
	BlockAt    map[*ir.Group]int // where the words of a group lie within the block of its part
	BlockSize  int
	OffNotes   int // what took effect: a byte for each statement

	// and about the game:
	offRandom   int // the state of the generator of random numbers
	OffBranch   int // legal moves of all decisions, OffChosen decisions that had several
	OffChosen   int
	OffHash     int // of the moves
	OffPlies    int // single moves, OffPasses those that were none
	OffPasses   int
	OffTurns    int
	OffThrows   int
	OffOverCap  int // whether it was broken off
	OffFault    int // what the module could not do
	OffTurnOf   int // whose turn was counted last
	OffWatch    int // one more than the number of a move that may have to be taken back
	OffKept     int // what is taken back with it
	OffMost     int // single moves after which it is broken off
	OffCounting int // whether legal moves are counted
	OffChoices  int // moves to choose from, OffOpener who began: kept where measures ask for them
	OffOpener   int
	OffGathered int // what measures have come to, MeasureAt where the groups of each begin
	MeasureAt   []int
	GatheredEnd int
	OffWritten  int // what has been written of it since the last move, so that it can be taken back: how many words, and each with its address
	OffPushed   int // number of the last position, offSince of the last one of an earlier game
	offSince    int

	trackOrder []int   // see [Memory.ByEnds]
	trackLines [][]int // by player and place, the line to the next place

	still [][]int // men in a store, by player, where that never changes; else -1
}

// Where the host and the module exchange numbers, and what lies below the tables.
const (
	AtSeed    = 0   // seed of the games
	AtGame    = 8   // number of the first game to be played; the next one afterwards
	AtCap     = 16  // single moves after which a game is broken off
	AtBranch  = 20  // whether the legal moves of every decision are counted
	AtDone    = 24  // games played by the last call of run
	AtMoves   = 28  // single moves after which run returns, the game begun finished
	AtFault   = 72  // what the module could not do in the present game: 0 nothing
	AtSeen    = 76  // positions looked at for the present decision
	AtLook    = 80  // … and how many may be
	AtAsking  = 84  // whether it is noted what may take effect when moves are listed
	AtWeigh   = 92  // whether players weigh what a move leads to; else all moves are drawn
	AtWeights = 96  // by player, the address of his weights; 0: his moves are drawn
	AtShare   = 128 // of 256 moves of who weighs, so many are drawn all the same
	AtFrom    = 132 // whether games are played on from the state at FromAt
	AtEvery   = 136 // one position of so many is kept; 0: none
	AtSamples = 140 // positions kept by the last call of run
	atTable   = 144 // tables begin here
)

// BelowTables is what lies in memory below the tables when a module is loaded.
func BelowTables() []byte {
	b := make([]byte, atTable)
	binary.LittleEndian.PutUint32(b[AtLook:], LookRoom)
	return b
}

// How much there is room for.
const (
	ListRoom   = 512              // moves of one decision that are listed
	levels     = 16               // of looking ahead
	deep       = 48               // … where a condition looks ahead, or states are searched
	LookRoom   = engine.MostAhead // positions looked at for one decision, unless the host says fewer
	mostWords  = 960              // of a position: a browser takes no function of more than a thousand parameters
	BatchRoom  = 256
	SampleRoom = 2048 // positions kept by one call
	MostKept   = weigh.MostKept
)

// A move crosses between functions, and to the host, as one 64-bit word, of which some bits tell each
// thing; none lie across its middle. Places are one more than their number; 0 is none.
var (
	MoveAct     = asm.Bits{At: 0, Count: 4}
	MovePart    = asm.Bits{At: 4, Count: 6}
	MoveFrom    = asm.Bits{At: 10, Count: placeBits}
	MoveClass   = asm.Bits{At: 22, Count: 8}
	MoveSpar    = asm.Bits{At: 30, Count: 1} // the move is made without taking
	MoveNobodys = asm.Bits{At: 31, Count: 1} // it moves men of nobody
	MoveTo      = asm.Bits{At: 32, Count: placeBits}
	MoveOver    = asm.Bits{At: 44, Count: placeBits}
	MoveMen     = asm.Bits{At: 56, Count: 8} // one less than the men that make it
	MoveStop    = MoveMen                    // of a stop, how it came about
)

// placeBits are the bits that tell a place of a move; MostPlaces are the places and stores that they can tell.
const (
	placeBits  = 12
	MostPlaces = 1<<placeBits - 2
)

// ExpandTail is what stands behind each state that follows: a word that is not 0
// where an invariant may be broken.
const ExpandTail = 16

// tail is what stands behind each state that follows: whether an invariant may be broken and, where
// positions are weighed, what it is worth, by player.
func (mem *Memory) tail() int {
	if mem.Options.Weigh {
		return ExpandTail + 32
	}
	return ExpandTail
}

// Functions that a module exports beside run: what they do is said where they are written.
const (
	FnBegin = iota
	FnLoad
	FnMoves
	FnPlay
	FnThrow
	FnExpand
	FnDoubt
	FnValue
	FunctionCount
)

var Functions = [FunctionCount]string{"begin", "load", "moves", "play", "throw", "expand", "doubt", "value"}

// Faults of a game: the interpreter has to play it.
const (
	FaultNone = iota
	faultAgenda
	FaultList
	FaultLook
	faultHistory
	FaultDraw
)

// TableRoom is the bytes that there is room for below the frames: more on large boards.
func (mem *Memory) TableRoom() int { return max(1, mem.W/2) << 20 }

// Nowhere is no place, in a table of places: it is behind all places and stores.
func (mem *Memory) Nowhere() int { return mem.Program.Places + len(mem.Program.Stores) }

// Words is how many words sets of places, or of lines, have.
func (mem *Memory) Words(t ir.Type) int {
	if t == ir.Lines {
		return mem.LinesW
	}
	return mem.W
}

// VarWords is how many words a variable has that is a set.
func (mem *Memory) VarWords(v int) int {
	if mem.Program.Vars[v].Kind == engine.LinesVar {
		return mem.LinesW
	}
	return mem.W
}

// LinesOf is how many lines a board has.
func LinesOf(p *engine.Program) int {
	if len(p.Lines) == 0 {
		return 0
	}
	return len(p.Lines[0])
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

// A block holds what can be done with one part.
const (
	BlkCount = 0 // moves
	BlkFront = 4 // of them, of men on the board
	BlkUnion = 8 // set of those
)

// RowsSize is how many bytes they take.
func (mem *Memory) RowsSize() int { return (8*mem.W*(1+mem.Program.Places) + 15) / 16 * 16 }

// Packed reports whether four bits a part are enough: three for its kind and one that
// says that it may be left.
func (mem *Memory) Packed() bool { return len(mem.Program.Parts) <= 8 }

// atFirst is how many men of a player the set-up puts into a store.
func (mem *Memory) atFirst(q, st int) int {
	n := 0
	for _, it := range mem.Program.Setup {
		if it.Player == q && it.Place == mem.Program.Places+st {
			n += it.Count
		}
	}
	return n
}
