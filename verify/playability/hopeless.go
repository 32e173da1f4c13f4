package playability

import (
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// This check looks in the searches for who can still win.
var _ = group.Add(&verify.Check{
	ID:    "PB007",
	Title: "a side that can no longer win",
	Explanation: `For each player: is there any line of play, throws and the other side's moves as favourable as can be, by which he wins? And which is
the nearest position from which there is none although the game goes on? The first is a defect of the rules or of how they were understood;
the second is mostly in the nature of the game, and says how early it can be decided. Where no end names a winner, who has the higher score
at the end counts as one.`,
	Bad:      "black goes round the other way and may not bear off from where he ends: he cannot win",
	Good:     "both sides win somewhere; from 36 positions on white can no longer win, the nearest after 6 single moves",
	Limits:   "nothing is said of how likely it is to win; positions from which the player has fewer than three single moves before him are left out",
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Warning,
	Needs:    verify.Graph,
	Brief:    verify.TellsWorst,
	With:     []*verify.Check{forever},
	After:    reportSearched(verify.CannotWin),
})
