package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/report"
	"github.com/lectio/lectio/verify/solve/readings"
)

// solveOver says which part of the variance of what a game is worth comes from which question.
func (a *app) solveOver(ctx context.Context, in *rulesets.Interpretation, f *solveFlags) error {
	d := in.Definition
	var factors []readings.Factor
	for _, text := range f.over {
		x, err := factor(d, text)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(factors, func(y readings.Factor) bool { return y.Question == x.Question }) {
			return wrong(text, "each question once", "--over names %s twice", x.Question.Name())
		}
		factors = append(factors, x)
	}
	var p *readings.Product
	var err error
	a.measured("solving", func(progress func(done, all int, what string)) {
		p, err = readings.Over(ctx, d, in.Scale, f.positions, factors, func(done, all int) { progress(done, all, "interpretations of "+d.ID) })
	})
	if unfit := (*readings.Unfit)(nil); errors.As(err, &unfit) {
		return wrong("", unfit.Expected, "%v", unfit)
	}
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(p)
	}
	return report.WriteShares(a.stdout, p, a.page().width, a.room())
}

// factor reads QUESTION, which stands for all its readings, or QUESTION=READING+READING.
func factor(d *rulesets.Definition, text string) (f readings.Factor, err error) {
	name, some, named := strings.Cut(text, "=")
	if f.Question = d.Question(strings.TrimSpace(name)); f.Question == nil {
		return f, noSuchQuestion(d, name)
	}
	if !named {
		for _, r := range f.Question.Readings {
			if r.Playable() {
				f.Readings = append(f.Readings, r)
			}
		}
		return f, nil
	}
	var all []string
	for _, r := range f.Question.Readings {
		all = append(all, r.ID)
	}
	for id := range strings.SplitSeq(some, "+") {
		r := f.Question.Reading(strings.TrimSpace(id))
		switch {
		case r == nil:
			return f, wrong(id, "readings of "+f.Question.Name()+": "+strings.Join(all, ", "), "%s has no such reading%s", f.Question.Name(), diag.Suggest(id, all))
		case !r.Playable():
			return f, wrong(id, "a reading that can be played", "%s=%s cannot be played yet: %s", f.Question.Name(), r.ID, r.NotPlayable)
		case slices.Contains(f.Readings, r):
			return f, wrong(id, "each reading once", "--over names %s=%s twice", f.Question.Name(), r.ID)
		}
		f.Readings = append(f.Readings, r)
	}
	return f, nil
}

// noSuchQuestion is the error of a question that a ruleset does not ask.
func noSuchQuestion(d *rulesets.Definition, name string) error {
	var all []string
	for _, q := range d.Questions {
		all = append(all, q.Name())
	}
	return wrong(name, "a question of "+d.ID+": "+strings.Join(all, ", "), "there is no such question%s", diag.Suggest(name, all))
}
