package verify

import "github.com/lectio/lectio/rulesets"

// Proved is what a reading does to what a game is worth when both sides play as well as can be, on each version of the game of which every
// position was gone through. It is proved, of that version and no other.
type Proved struct {
	Ruleset  string
	Question *rulesets.Question
	Reading  *rulesets.Reading
	Under    string // readings of other questions that it needs; "" where it needs none
	On       []OnVersion
	// Over says what can be told when all versions are taken together; only what shows the same on two or more is told as an effect.
	Over string
	Cut  bool
}

// OnVersion is what a reading does on one version of the game.
type OnVersion struct {
	Version   string // a scale of the ruleset, or "full game"
	Default   string // what the version is worth by default
	Words     string // what the reading does to that
	Positions int    // of the version under the reading; 0 where its positions were not gone through
	Why       string // why it is not known; "" where it is
}
