package measure

import "fmt"

// Play says whose play a figure is of. Every sentence with a figure of games says it, in the
// words that are made here: that what is so of a program is taken for what is so of people
// is the mistake that a reader makes most easily.
type Play string

// AtRandom is the play of a program that chooses among the legal single moves, each with the
// same chance.
const AtRandom Play = "at random"

// Learned is the play of programs that look one move ahead and weigh what it leads to, by what they learned in
// games of the ruleset alone.
const Learned Play = "between learned programs"

// Searching is the play of programs that follow lines, and weigh where they lead by what they learned.
const Searching Play = "between programs that search"

// Games are so many games of this play: "300 games at random".
func (p Play) Games(n int) string { return Plural(n, "game") + " " + string(p) }

// GamesThat are so many games of this play, of which something is so: "300 games at random that ended". Behind
// programs it is set off, or it would be said of the programs.
func (p Play) GamesThat(n int, that string) string {
	if that != "" && p != AtRandom {
		return p.Games(n) + ", those" + that + ","
	}
	return p.Games(n) + that
}

// Game is one of the games of this play, by its number.
func (p Play) Game(number int) string { return fmt.Sprintf("game %d %s", number, p) }

// Pairs are so many pairs of games of this play.
func (p Play) Pairs(n int) string { return Plural(n, "pair") + " of games " + string(p) }

// All are the games of this play: "in games played at random".
func (p Play) All() string { return "games played " + string(p) }

// MarshalText names the program that plays.
func (p Play) MarshalText() ([]byte, error) { return []byte(p.Agent()), nil }

// Agent is the program that plays, as tables and other programs name it.
func (p Play) Agent() string {
	switch p {
	case Learned:
		return "learned"
	case Searching:
		return "searching"
	}
	return "random"
}
