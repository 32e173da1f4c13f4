package verify

import (
	"github.com/lectio/lectio/rulesets"
)

// Course is what games showed of a throw, or of a permission.
type Course struct {
	Turns, Whole int
	Left         int // by a player who could have played on
	Stops        map[Stop]int
	Reasons      map[Stop]map[int]int // refusing statements or NoneRefuses, by how often
	Follows      map[int]int          // changes that answered the move
}

// NoneRefuses stands for a statement where none refuses a move, as none permits one.
const NoneRefuses = -1

// Stop is where a throw stops: at a part, counted from 1.
type Stop struct{ At, Part int }

// Courses are what one ruleset's games showed, by throw, or by permission.
type Courses struct {
	Ruleset string
	Game    *rulesets.Game
	Of      []*Course
	Games   int
}
