package wasm

import "github.com/lectio/lectio/rulesets/engine"

// plan says where everything lies in the memory of a module, for who writes its code and for
// who runs it. An offset (off…) counts from a frame, or within the block of a player (in…); an
// address (…At) is that of a byte.
type plan struct {
	p   *engine.Program
	lay engine.Layout

	w      int  // words of a set of places, or of lines: one or two
	planes int  // bits of the count of men at a place
	cells  bool // men are also counted by cell

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

	// The frame: a state, and behind it what is worked out about it.
	offPlayers, playerSize            int
	inMen, inTotal, inScore, inStores int // within the block of a player
	inVars, offCommon                 []int
	offCells, offAgenda, offRest      int
	stateEnd                          int
	offCount, offRanks, offStop       int
	offMixed, offQuiet, offDrawing, offOccur,
	offIdle, offUnclear int
	offList, offListN, offAll, offAllN int
	offRandom, offBranch, offHash, offPlies, offPasses, offTurns, offChosen, offOverCap, offFault,
	offTurnOf, offWatch, offMost, offCounting, offKept, offGames, offThrows int
	offPushed, offSince int // numbers of the last position, and of the last one of an earlier game
	offWorth            int
	offBlocks           int
	offNotes            int

	still [][]int // men in a store, by player, where that never changes; else -1
}
