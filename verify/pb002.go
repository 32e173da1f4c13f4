package verify

// pb002 and pb003 are reported by the games that st001 plays.
var pb002 = &Check{
	ID:    "PB002",
	Title: "a position without a move that no rule provides for",
	Explanation: `When the player to move can do nothing, some rule must say what happens: the parts are dropped, the turn passes, the game is over. A position
that nothing provides for is a silence of the ruleset, and perhaps of the text. It is looked for in seeded games of the default and of every
alternative reading; the line that leads there is given.`,
	Bad:      "all men of the player to move are blocked, and the text says only how one wins by taking",
	Good:     "- id: blocked\n  end: the player to move has no move\n  at: no_move\n  winner: them",
	Limits:   `Random games of a sample. That none was seen does not mean that there is none; ED007 looks at every move of a sample, and searches of scaled-down versions at every position.`,
	Least:    Least{leastGames, "games"},
	Severity: Error,
	Needs:    Playouts,
	With:     []string{"ST001"},
	Tasks:    func(*Target, Options) []Task { return nil },
}

var pb003 = &Check{
	ID:    "PB003",
	Title: "games that do not end",
	Explanation: `Seeded games of the default and of every alternative reading are given up after a number of single moves (the cap). Random play
that reaches the cap may go on for ever, or only very long: the finding says how many games of how many. For the default interpretation
it is an error, for a reading it may be what the reading means.`,
	Bad:      "merels without a rule on repetition: two players shuttle a man each for ever",
	Good:     "- id: repetition\n  end: the position has occurred three times\n  at: start\n  when: occurrences >= 3\n  winner: none",
	Limits:   `Random players may go on long after people would have stopped, or never find the end that people would: reaching the cap is a reason to look, not a proof.`,
	Least:    Least{leastGames, "games"},
	Severity: Warning,
	Needs:    Playouts,
	With:     []string{"ST001"},
	Tasks:    func(*Target, Options) []Task { return nil },
}
