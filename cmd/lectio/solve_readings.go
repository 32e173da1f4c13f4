package main

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/report"
	"github.com/lectio/lectio/verify/solve/readings"
)

// mostOfFullGame is how many positions of a game in full are looked at before only its scales are solved for every reading.
const mostOfFullGame = 100_000

// solveReadings says what every reading does to what the game is worth.
func (a *app) solveReadings(ctx context.Context, in *rulesets.Interpretation, f *solveFlags) error {
	d := in.Definition
	w := readings.Wanted{Scales: append(d.Scales[:len(d.Scales):len(d.Scales)], nil), Most: f.positions, MostOfFull: min(f.positions, mostOfFullGame), Lines: f.question != "" || a.json}
	if in.Scale != nil {
		w.Scales = []*rulesets.Scale{in.Scale}
	}
	if f.question != "" {
		if w.Question = d.Question(f.question); w.Question == nil {
			return noSuchQuestion(d, f.question)
		}
	}
	var c *readings.Consequences
	var err error
	a.measured("solving", func(progress func(done, all int, what string)) {
		w.Progress = func(done, all int) { progress(done, all, "pairs of readings of "+d.ID) }
		c, err = readings.Ask(ctx, d, w)
	})
	if err != nil {
		return err
	}
	if f.games > 0 {
		a.measured("playing", func(progress func(done, all int, what string)) {
			err = c.Sample(ctx, f.games, 1, func(done, all int) { progress(done, all, "interpretations at random of "+d.ID) })
		})
		if err != nil {
			return err
		}
	}
	if a.json {
		return a.printJSON(c)
	}
	if w.Question != nil {
		return report.WritePairs(a.stdout, c, f.games, a.page().width)
	}
	return report.WriteConsequences(a.stdout, c, f.games, a.page().width, a.room())
}
