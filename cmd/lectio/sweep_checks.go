package main

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/sweep"
)

// checking reads the flags that say what is checked.
func (f *sweepPlanFlags) checking() (c sweep.Checking, errs diag.Errors) {
	able := checks.OfEach()
	for _, asked := range f.checks {
		id := strings.ToUpper(asked)
		switch {
		case !slices.Contains(able, id):
			errs.Add(diag.Pos{File: "--check"}, diag.Quote(asked), strings.Join(able, ", "), "no check that looks at one interpretation at a time")
		case !slices.Contains(c.Checks, id):
			c.Checks = append(c.Checks, id)
		}
	}
	if len(f.checks) > 0 {
		c.CheckGames = f.checkGames
	}
	if f.checkGames < 1 || f.checkGames > 1<<30 {
		errs.Add(diag.Pos{File: "--check-games"}, "", "1 or more", "checks look at a game at least")
	}
	return c, errs
}
