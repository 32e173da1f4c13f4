package playability

import (
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// forever searches over positions. Other checks draw their conclusions from what it finds.
var forever = group.Add(&verify.Check{
	ID:    "PB006",
	Title: "play that can go on for ever",
	Explanation: `All positions of a game are looked at, or as many as the budget allows, together with what can follow upon them. Four cases are told
apart. No position can come back: then every game ends. Positions can come back, but from every one an end can be reached and the throws
leave nobody the choice to put it off: then play ends with probability one. The players together, or one alone, can put off the end for
ever whatever is thrown: a shuttle, which some rule should end and which the text may be silent about. From some position no end can be
reached at all: a trap. Repetition is no part of a position: where a rule on it ends play that goes in a circle, the finding is a note
that says so.`,
	Bad:      "merels without a rule on repetition: two players shuttle a man each for ever",
	Good:     "- id: repetition\n  end: the position has occurred three times\n  at: start\n  when: occurrences >= 3\n  winner: none",
	Limits:   "the full game is mostly too large: declare scales: that keep its rules on a smaller board or with fewer men. A counter that grows without end makes every position new; let it stop where it stops to matter",
	Least:    verify.Least{N: measure.LeastPositions, Of: "positions"},
	Severity: verify.Warning,
	Needs:    verify.Graph,
	Brief:    verify.TellsWorst,
	Tasks:    func(t *verify.Target, o verify.Options) []verify.Task { return explorations(t, o) },
	After:    reportSearched(verify.WithoutEnd),
})
