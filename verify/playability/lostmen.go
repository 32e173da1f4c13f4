package playability

import (
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check looks in the searches for men that stay where they are.
var _ = group.Add(&verify.Check{
	ID:    "PB008",
	Title: "men that can never move again",
	Explanation: `For each player and each place or store from which men go elsewhere in some game (a point, the hand, the bar): is there a position of a
game that goes on, with a man there, from which no continuation ever moves or takes a man from there? On the bar that is a man who can never
come back. Men that were borne off or taken for good are not meant.`,
	Bad:      "a man on the bar enters only on his own starting point, and the opponent can hold that point until the end",
	Good:     "every man that is sent back can enter in some continuation",
	Limits:   "it is about what is possible, not about what is likely; positions from which the player has fewer than three single moves before him are left out",
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Note,
	Needs:    verify.Graph,
	Brief:    verify.TellsWorst,
	With:     []*verify.Check{forever},
	After:    reportSearched(verify.ManLost),
})
