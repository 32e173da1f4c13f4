package verify

// rd002 is reported by the games in step of rd001.
var rd002 = &Check{
	ID:    "RD002",
	Title: "nothing tells two readings apart",
	Explanation: `The readings of a question of weight 3 should change who wins or leave the game unplayable. When neither a line of play nor a worked example
marked parts: shows a difference, the doubt may have no consequence, or the example is still to be found.`,
	Bad:      "two readings that no position distinguishes, and nobody has said why",
	Good:     "parts: {question: PIP-A25, readings: {six-pieces: {legal: [8/14*]}, six-points-doubled: {illegal: [8/14*]}}}",
	Limits:   `Partings are looked for as far as RD001 goes. An example marked parts: is taken at its word here; whether it holds is EX001.`,
	Least:    Least{leastGames, "games"},
	Severity: Warning,
	Needs:    Playouts,
	With:     []string{"RD001"},
	Tasks:    func(*Target, Options) []Task { return nil },
}
