package readings

import (
	"github.com/lectio/lectio/verify"
)

var group = verify.Group{ID: "RD"}

// Checks lists the checks of this folder.
func Checks() verify.Set { return group.Checks() }
