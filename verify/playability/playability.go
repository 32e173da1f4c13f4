package playability

import (
	"github.com/lectio/lectio/verify"
)

var group = verify.Group{ID: "PB", Mutants: true}

// Checks lists the checks of this folder.
func Checks() verify.Set { return group.Checks() }
