package emit

import "github.com/lectio/lectio/rulesets/engine"

// What acts do with men, whatever the rules.

// mover says of an act which man it moves.
type mover uint8

const (
	noMan      mover = iota // nobody
	ownMan                  // a man of the player's, from his place
	storedMan               // one from a store
	enemyMan                // an opponent's
	nobodysMen              // those that lie together, who are nobody's
)

// actOf is what there is to know of the acts of moves.
var actOf = [...]struct {
	man  mover
	into string // the store in which he ends; "": on the board
	over bool   // he leaps
	goes bool   // he passes along the track
}{
	engine.Place: {man: storedMan}, engine.Enter: {man: storedMan},
	engine.Step: {man: ownMan}, engine.Advance: {man: ownMan, goes: true}, engine.Leap: {man: ownMan, over: true},
	engine.Remove: {man: enemyMan, into: engine.OutStore}, engine.BearOff: {man: ownMan, into: engine.OffStore},
	engine.Sow: {man: nobodysMen}, engine.Declare: {}, engine.Stop: {}, engine.Pass: {}, engine.ThrowAgain: {},
}
