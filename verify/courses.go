package verify

import (
	"github.com/lectio/lectio/rulesets"
)

// Course is what games showed of a throw, or of a permission.
type Course struct {
	Turns, Whole int
	Left         int // by a player who could have played on
	Stops        map[Stop]int
	Reasons      map[Stop]map[int]int // refusing statements, NoneRefuses or MovesNothing, by how often
	Follows      map[int]int          // changes that made something other upon the move
}

// What stands for a statement where none refuses a move.
const (
	NoneRefuses  = -1 // none permits one
	MovesNothing = -2 // a man would stay where he stands, as of a number that is nought
)

// Stop is where a throw stops: at a part, counted from 1.
type Stop struct{ At, Part int }

// Courses are what one ruleset's games showed, by throw, or by permission.
type Courses struct {
	Ruleset string
	Game    *rulesets.Game
	Of      []*Course
	Games   int
}
