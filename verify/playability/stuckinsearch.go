package playability

import (
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check looks for positions without a move in the searches.
var _ = group.Add(&verify.Check{
	ID:    "PB005",
	Title: "a position without a move that nothing provides for, by search",
	Explanation: `The positions of the full game, as far as the budget goes, and of every scaled-down version are searched for one in which the player to
move can do nothing and no rule says what happens then. Where a search is complete and finds none, there is none; a line that it finds is a
shortest one. PB002 looks for the same in seeded games, which go further from the opening and may miss it.`,
	Bad:      "all men of the player to move are blocked, and the text says only how one wins by taking",
	Good:     "- id: blocked\n  end: the player to move has no move\n  at: no_move\n  winner: them",
	Limits:   "what holds of a scaled-down version need not hold of the full game; that it holds there is said with the name of the scale",
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Error,
	Needs:    verify.Graph,
	Brief:    verify.TellsWorst,
	With:     []*verify.Check{forever},
	After:    reportSearched(verify.NothingProvided),
})
