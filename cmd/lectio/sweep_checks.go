package main

import (
	"context"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/sweep"
)

// sweepChecks are the checks that a sweep can ask of any interpretation.
func sweepChecks() []string {
	var out []string
	for _, c := range checks.All() {
		if c.Each {
			out = append(out, c.ID)
		}
	}
	return out
}

// checking reads the flags that say what is checked.
func (f *sweepPlanFlags) checking() (c sweep.Checking, errs diag.Errors) {
	able := sweepChecks()
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

// asking asks checks as lectio verify does, with one interpretation in place of the
// default and all readings.
func asking(corpus *dimension.Corpus) sweep.Ask {
	return func(ctx context.Context, ruleset string, readings rulesets.Choice, c sweep.Checking, seed uint64, cap int) []sweep.Checked {
		o := verify.Budget(c.CheckGames, verify.Defaults().Positions)
		o.Seed, o.Cap, o.Jobs, o.Only, o.Single = seed, cap, 1, c.Checks, &readings
		res := verify.Run(ctx, checks.All(), corpus, []*rulesets.Definition{corpus.Find(ruleset)}, o)
		var out []sweep.Checked
		for _, id := range c.Checks {
			out = append(out, checkedOf(res, id))
		}
		return out
	}
}

// checkedOf is what a run says of one check.
func checkedOf(res *verify.Result, id string) sweep.Checked {
	out := sweep.Checked{Check: id}
	for _, v := range res.Verdicts {
		if v.Check == id && (out.Verdict == "" || v.Verdict == verify.Found) {
			out.Verdict = string(v.Verdict)
		}
	}
	for _, x := range res.Findings { // the gravest first
		if x.ID != id {
			continue
		}
		if out.Findings++; out.Findings == 1 {
			out.Severity, out.Message = x.Severity.String(), x.Message
			if x.Line != nil {
				out.Line = x.Line.Text()
			}
		}
	}
	return out
}
