package playout

import (
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lines"
)

// longestTold is how many moves of a random game are written out; a longer one is
// told by its number, because nobody follows so many random moves on a board.
const longestTold = 1000

// Written writes moves that are played from a state, as a line that can be played
// again.
func Written(g *rulesets.Game, from *engine.State, moves []engine.Move) string {
	w := lines.NewWriter(g)
	w.Resume(from)
	for _, m := range moves {
		w.Play(m)
	}
	return w.Line()
}

// Before is what stands before the moves of the player to move in a line that begins
// from a state.
func Before(g *rulesets.Game, from *engine.State) string {
	return fmt.Sprintf("%s at %s: %s:", g.Name(), g.State(from), lines.Quoted(g.Program.Players[from.Player()], ":"))
}
