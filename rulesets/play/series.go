package play

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
)

// Series are games to be played: Count of them from number First on, each given
// up after Cap single moves.
type Series struct {
	Seed       uint64
	First      int
	Count, Cap int
	// Branching asks for Tally.Branch and Tally.Chosen, which are 0 otherwise: moves
	// must be listed for them that need not be.
	Branching bool
	// Bound asks for the agent of whole turns (agent.go): a turn that can lead to at
	// most so many distinct states leads to each of them alike. 0: the agent of single
	// moves. Tally.Branch and Tally.Chosen then count what has been chosen from,
	// results or moves.
	Bound int
	// By has players weigh what their moves lead to; nil: all moves are drawn.
	By *weigh.Players
	// From is the state from which games are played on, without a past; nil: from the start.
	From *engine.State
	// Every asks for one position of so many that come to stand in a game in which players
	// weigh, of the first [weigh.MostKept] of such of a game; Sampled is given them before the game is, and the
	// state lasts until the next.
	Every   int
	Sampled func(game int, s *engine.State)
	// Measures are worked out in each game: without From and Bound, unless the last state and the tally tell what they come to.
	Measures []engine.Measure
	// Watch is told what happens in the games, which are then played move by move, with drawn moves from the start: without By,
	// From, Bound and Measures; nil: nobody is.
	Watch *Watch
}

// Played is a game that has been played.
type Played struct {
	Number int
	engine.Tally
	Unclear int           // moments at which two unordered ends held at once
	Whole   int           // turns, or what a throw brought, played as a whole under Series.Bound
	Beyond  int           // … and beyond it, by single moves
	State   *engine.State // the last; it lasts until the next game
	// Cells are what the measures of the series came to, by measure and group; they last until the next game.
	Cells [][]engine.Cell
}

// Watch sees games while they are played. Each of its functions is told of something, and where it is nil, nobody is. The
// state is that of the game, and not to be changed.
type Watch struct {
	Begin func(game int, s *engine.State)                        // a game stands at its first state
	Throw func(s *engine.State, t int)                           // throw t is about to be made
	Move  func(s *engine.State, moves []engine.Move, chosen int) // a move has been chosen, and is about to be made
	Made  func(s *engine.State, plies int)                       // it has been made, the last of so many
}
