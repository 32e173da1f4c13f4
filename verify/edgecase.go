package verify

import (
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// EdgeCase is a position at an edge of the rules, found by its properties: what
// the rules allow in it, which statements decided, and which readings would
// change it.
type EdgeCase struct {
	Check   string // that asked for it
	Ruleset string
	Kind    string // what kind of edge it is: "opening", "forced pass", …
	Title   string // in a few words, for a heading
	Cut     bool   // the run was stopped before all that this rests on was done

	// Position is the position before the throw, where there is one, and Throw
	// is what is then thrown; both can be given to lectio moves. State is the
	// decision itself, the throw made, of the default interpretation Game.
	Position rulesets.State
	Throw    string
	Game     *rulesets.Game
	State    *engine.State
	Player   string   // to move
	Parts    []string // still to be played, in order
	Order    string   // "fixed" or "any"

	Legal   []string
	Refused []EdgeRefusal
	// Move is the move that the case is about, and Outcome what comes of it;
	// empty where the case is about the whole decision.
	Move, Outcome string

	Deciding []string // statements without which the case would be another, in declared order
	Clauses  []string // behind them
	Question string   // of a deciding statement that a reading contributes

	Results  int // distinct positions that the rest of the throw can lead to
	Complete bool
	Played   int      // most parts that can be played
	Line     []string // one way of playing them
	Written  string   // that way as a line that can be played again

	// Changes are the readings that would change the case, each alone against
	// the default; Asked is how many readings were asked, Refusing how many of
	// them have no such position.
	Changes         []EdgeChange
	Asked, Refusing int
	// ByHistory is set where the case rests on positions that stood before: it
	// cannot be typed in, and readings were not asked.
	ByHistory bool

	// Steps lead to the position from the start; Number is the game's under the
	// seed, and Steered the statement towards which the players steered it, if
	// they did.
	Steps   []playout.Step
	Number  int
	Steered string
	// Constructed is set where no game led to the position: one man of a position
	// that was played has been put elsewhere. It can be typed in all the same.
	Constructed bool
}

// EdgeRefusal is a move that is not allowed, and the statements against it.
type EdgeRefusal struct {
	Move       string
	Statements []string
}

// EdgeChange is a reading under which an edge case is another.
type EdgeChange struct {
	Question, Reading string
	How               string // what differs, in words
}

// Record returns the line of play that leads to the case, nil when it was
// constructed.
func (c *EdgeCase) Record() *playout.Line {
	if c.Constructed {
		return nil
	}
	return playout.Record(c.Game, c.Number, c.Steps)
}

// Source says where the position comes from.
func (c *EdgeCase) Source() string {
	plies := 0
	for _, s := range c.Steps {
		if s.Throw < 0 {
			plies++
		}
	}
	if c.Constructed {
		return fmt.Sprintf("constructed: a position of %s with one man elsewhere", measure.AtRandom.Game(c.Number))
	}
	if plies == 0 {
		return "the start"
	}
	if c.Steered != "" {
		return fmt.Sprintf("game %d steered towards %s, after %d moves", c.Number, c.Steered, plies)
	}
	return fmt.Sprintf("%s, after %d moves", measure.AtRandom.Game(c.Number), plies)
}
