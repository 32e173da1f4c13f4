package examples

import (
	"github.com/lectio/lectio/verify"
)

var group = verify.Group{ID: "EX", OfRules: true}

// Checks lists the checks of this folder.
func Checks() verify.Set { return group.Checks() }
