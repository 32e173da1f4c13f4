package main

import (
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify/sweep"
)

// readPlan reads a plan.
func (a *app) readPlan(file string) (*sweep.Plan, error) {
	data, err := a.readFile(file, "a plan, as lectio sweep plan writes it", yamlpos.MaxOwn)
	if err != nil {
		return nil, err
	}
	p, errs := sweep.Read(file, data)
	return p, errs.Err()
}

// planned reads the corpus of a plan, and refuses a plan that this program did not make:
// it might play otherwise.
func (a *app) planned(file string) (*sweep.Plan, *dimension.Corpus, error) {
	p, err := a.readPlan(file)
	if err != nil {
		return nil, nil, err
	}
	if a.corpus != "" {
		return nil, nil, wrong("--corpus "+a.corpus, "no --corpus", "a plan brings its corpus along")
	}
	if p.Program != version() {
		e := wrong(version(), p.Program, "%s was made by another version of lectio", file)
		e.hint = "use the same binary on every machine, or make the plan anew"
		return nil, nil, e
	}
	if len(p.Files) > 0 {
		if a.packed, err = sweep.Unpack(p.Files); err != nil {
			return nil, nil, err
		}
		a.packedIn = file
	}
	corpus, err := a.wholeRulesets()
	if err != nil {
		return nil, nil, err
	}
	if _, sum, err := a.corpusText(); err != nil {
		return nil, nil, err
	} else if sum != p.Corpus {
		e := wrong(sum, p.Corpus, "%s is of another corpus than the one that would be played", file)
		e.hint = "use the same binary on every machine, or make the plan anew"
		return nil, nil, e
	}
	return p, corpus, nil
}

// resultsOf is the folder in which the results of a plan are looked for.
func resultsOf(plan string) string { return strings.TrimSuffix(plan, ".sweep") + ".results" }
