package verify

// pb008 is reported by the searches of pb006.
var pb008 = &Check{
	ID:    "PB008",
	Title: "men that can never move again",
	Explanation: `For each player and each place or store from which men go elsewhere in some game (a point, the hand, the bar): is there a position of a
game that goes on, with a man there, from which no continuation ever moves or takes a man from there? On the bar that is a man who can never
come back. Men that were borne off or taken for good are not meant.`,
	Bad:      "a man on the bar enters only on his own starting point, and the opponent can hold that point until the end",
	Good:     "every man that is sent back can enter in some continuation",
	Limits:   "it is about what is possible, not about what is likely; positions from which the player has fewer than three single moves before him are left out",
	Least:    Least{leastPositions, "positions"},
	Severity: Note,
	Needs:    Graph,
	With:     []string{"PB006"},
	Tasks:    func(*Target, Options) []Task { return nil },
}
