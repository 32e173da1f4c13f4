package play

import "github.com/lectio/lectio/rulesets/engine"

// Hands are what plays a game: each of them does its part and says whether the game goes on. They draw, choose, watch
// and write down as they like; [Run] says whose turn it is.
type Hands struct {
	// Look is asked at every state, the last one included, with how many single moves have been made; nil is never asked.
	Look func(plies int) bool
	// Throw makes a throw in a state that awaits one.
	Throw func() bool
	// Move makes a move in a state that awaits a decision.
	Move func() bool
}

// Run plays a game on from where a state stands, until it is over, one of the hands stops it, or a move would be one
// more than most. It returns how many single moves have been made, and whether play came to that bound. Every game that
// is played is played by this loop.
func Run(s *engine.State, most int, h Hands) (plies int, overCap bool) {
	for h.Look == nil || h.Look(plies) {
		switch s.Status() {
		case engine.Over:
			return plies, false
		case engine.AwaitsThrow:
			if !h.Throw() {
				return plies, false
			}
			continue
		}
		if plies >= most {
			return plies, true
		}
		if !h.Move() {
			return plies, false
		}
		plies++
	}
	return plies, false
}
