package playability

import (
	"github.com/lectio/lectio/verify"
)

var group = verify.Group{ID: "PB", About: "can every position be played on, does the game end, can each side win", Mutants: true}

// Checks lists the checks of this folder.
func Checks() verify.Set { return group.Checks() }
