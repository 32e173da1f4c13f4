package verify

import (
	"github.com/lectio/lectio/rulesets"
)

// Exploration is what a search over the positions of one interpretation came to.
// Repetition is no part of a position: rules on it do not act in the search.
type Exploration struct {
	Ruleset        string
	Interpretation string // as Interpretation.Name writes it
	Question       string // the question whose reading is played; "" for the default
	Reading        string
	Scale          string // the scaled-down version; "" for the full game
	Because        string // what the scaled-down version keeps of the game
	Limit          int    // positions after which the search was to stop
	Positions      int    // found
	Looked         int    // of which the continuations are known
	Edges          int    // throws and moves made
	Depth          int    // single moves within which every position was looked at
	Complete       bool
	Ends           []EndCount // by end, as declared; of finished games
	Stuck          int        // positions that nothing provides for
	Wins           []WinCount // by player
	ByScore        bool       // no end names a winner: the higher score counts as one
	Undecided      int        // finished games without a winner
	Cyclic         int        // positions to which play can come back
	Avoidable      int        // positions from which the players can put off the end for ever
	Traps          int        // positions from which no end can be reached
	Repetition     []string   // ends by repetition, which do not act in the search
	Play           string     // how play ends, in words
	Verdicts       []string   // what the search says, a sentence each
	Worth          string     // what it is worth when both sides play as well as can be, proved; "" where that is not known
	Cut            bool       // the run was stopped before all that this rests on was done

	Candidates []Candidate
	Concluded  []Concluded
	Took       Effects
}

// Trouble is what a search can find.
type Trouble int

const (
	BrokenInvariant Trouble = iota
	NothingProvided         // a position without a move
	WithoutEnd              // play that can go on for ever
	CannotWin
	ManLost // that can never move again
)

// Concluded is a verdict of a search.
type Concluded struct {
	About Trouble
	Verdict
}

// EndCount is in how many positions the game is over by an end.
type EndCount struct {
	ID, Reason string
	Positions  int
	Plies      int // of a shortest line to one of them; -1 for none
}

// WinCount is what a player can still win, by positions.
type WinCount struct {
	Player   string
	Wins     int // finished games that he wins
	Hopeless int // positions of a game that goes on and that he can no longer win
	Alone    int // positions from which he alone can put off the end for ever
}

// Candidate is a finding that is reported of an alternative only where the default
// interpretation does not have one of the same key and severity.
type Candidate struct {
	About Trouble
	Key   string
	Finding
}

// Effects counts what took effect in one interpretation; a search tells of most
// statements only whether they did.
type Effects struct {
	Game     *rulesets.Game
	Counts   []int // by statement
	Complete bool  // an exhaustive search
	Games    int   // sampled; 0 in a search
}
