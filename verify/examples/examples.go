package examples

import (
	"github.com/lectio/lectio/verify"
)

var group = verify.Group{ID: "EX", About: "do the worked examples hold, and what would none of them notice"}

// Checks lists the checks of this folder.
func Checks() verify.Set { return group.Checks() }
