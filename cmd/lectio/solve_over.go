package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve"
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
		return a.printJSON(overJSON(d, p))
	}
	b := a.page()
	if err := a.tellShares(b, d, p); err != nil {
		return err
	}
	_, err = io.WriteString(a.stdout, b.String())
	return err
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

// part is a share of a variance in percent; the variance is not nought.
func part(x, of *big.Rat) float64 {
	v, _ := new(big.Rat).Quo(x, of).Float64()
	return 100 * v
}

// mostInteractions are told of on the page; --json has them all.
const mostInteractions = 12

// tellShares says what comes from which question.
func (a *app) tellShares(b *page, d *rulesets.Definition, p *readings.Product) error {
	of := d.ID
	if p.Scale != nil {
		of += ", scaled down to " + p.Scale.ID + " (what holds of it need not hold of the game)"
	}
	low, high := 0, 0
	for i, w := range p.Worth {
		if w.Low < p.Worth[low].Low {
			low = i
		}
		if w.High > p.Worth[high].High {
			high = i
		}
	}
	b.prose(fmt.Sprintf("%s: what it is worth to %s when both sides play as well as can be, under every combination of readings of %s.", of, p.Of, measure.Plural(len(p.Factors), "question")))
	fmt.Fprintln(b)
	mean, _ := p.Shares.Mean.Float64()
	variance, _ := p.Shares.Variance.Float64()
	b.prose(fmt.Sprintf("%s, solved each, none of them sampled: %s of rules once compiled, %s of play. The least is worth %s, the greatest %s; the mean, every reading of a question as likely as another, is %.4f %%, the standard deviation %.4f.",
		measure.Plural(len(p.Worth), "combination"), measure.Plural(p.Counts.Compiled, "set"), measure.Plural(p.Counts.Valued, "course"), p.Worth[low].Percent(), p.Worth[high].Percent(), 100*mean, 100*math.Sqrt(variance)))
	if p.Moot > 0 {
		b.prose(fmt.Sprintf("In %s some question does not arise, and its readings come to one.", measure.Plural(p.Moot, "combination")))
	}
	if p.Shares.Variance.Sign() == 0 {
		b.prose("All are worth the same: there is nothing to share out.")
		return nil
	}
	b.prose(fmt.Sprintf("Shares are of the variance. Alone: what a question changes on the average over the others. In all: with its part of every interaction (Shapley effects); these make one hundred. They are exact for the middle of the proved bounds, and within %.2g of a hundredth for the true values.", shareError(p)))
	rows := [][]string{{"question", "readings", "alone", "in all"}}
	order := make([]int, len(p.Factors))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return p.Shares.Shapley[j].Cmp(p.Shares.Shapley[i]) })
	for _, i := range order {
		f := &p.Factors[i]
		var ids []string
		for _, r := range f.Readings {
			ids = append(ids, r.ID)
		}
		rows = append(rows, []string{f.Question.Name(), strings.Join(ids, ", "), fmt.Sprintf("%.3f %%", part(p.Shares.Of[1<<i], p.Shares.Variance)), fmt.Sprintf("%.3f %%", part(p.Shares.Shapley[i], p.Shares.Variance))})
	}
	fmt.Fprintln(b)
	if err := a.columns(b, rows); err != nil {
		return err
	}
	fmt.Fprintln(b)
	bySize := make([]*big.Rat, len(p.Factors)+1)
	for i := range bySize {
		bySize[i] = new(big.Rat)
	}
	var sets []uint
	for set, v := range p.Shares.Of {
		n := bits.OnesCount(uint(set))
		bySize[n].Add(bySize[n], v)
		if n > 1 && v.Sign() > 0 {
			sets = append(sets, uint(set))
		}
	}
	var sizes []string
	for n := 1; n < len(bySize); n++ {
		if bySize[n].Sign() > 0 {
			sizes = append(sizes, fmt.Sprintf("%s %.2f %%", []string{"questions alone", "two together", "three together", fmt.Sprintf("%d together", n)}[min(n-1, 3)], part(bySize[n], p.Shares.Variance)))
		}
	}
	b.prose(measure.Sentence(strings.Join(sizes, ", ")))
	if len(sets) == 0 {
		return nil
	}
	slices.SortStableFunc(sets, func(x, y uint) int { return p.Shares.Of[y].Cmp(p.Shares.Of[x]) })
	fmt.Fprintf(b, "\nThe largest of %s (--json has them all)\n\n", measure.Plural(len(sets), "interaction"))
	rows = [][]string{{"share", "questions"}}
	for _, set := range sets[:min(len(sets), mostInteractions)] {
		rows = append(rows, []string{fmt.Sprintf("%.3f %%", part(p.Shares.Of[set], p.Shares.Variance)), strings.Join(p.Set(set), ", ")})
	}
	return a.columns(b, rows)
}

// shareError bounds, in percent of the variance, how far a share may be from that of the true values: a part of a function that is off by
// at most so much is off by no more in the mean square.
func shareError(p *readings.Product) float64 {
	variance, _ := p.Shares.Variance.Float64()
	off, deviation := float64(p.Near)/float64(solve.One), math.Sqrt(variance)
	return 100 * 2 * (2*deviation*off + off*off) / variance
}

// shareJSON is the share of a question or an interaction in the variance.
type shareJSON struct {
	Questions []string `json:"questions"`
	Alone     float64  `json:"share"` // of the variance, from 0 to 1: what these bring together and fewer of them do not
	Exact     string   `json:"exact"` // the same part of the variance, as a fraction
	All       *float64 `json:"shapley,omitempty"`
}

func overJSON(d *rulesets.Definition, p *readings.Product) any {
	out := struct {
		Ruleset      string          `json:"ruleset"`
		Scale        string          `json:"scale,omitempty"`
		Combinations int             `json:"combinations"`
		Moot         int             `json:"moot"`
		Solved       readings.Counts `json:"solved"`
		Of           string          `json:"worth_to"`
		Mean         string          `json:"mean"`
		Variance     string          `json:"variance"`
		Within       float64         `json:"shares_within"` // of the true values
		Shares       []shareJSON     `json:"shares"`
		Values       []any           `json:"values"`
	}{Ruleset: d.ID, Combinations: len(p.Worth), Moot: p.Moot, Solved: p.Counts, Of: p.Of, Mean: p.Shares.Mean.FloatString(12), Variance: p.Shares.Variance.FloatString(18), Shares: []shareJSON{}}
	if p.Scale != nil {
		out.Scale = p.Scale.ID
	}
	if p.Shares.Variance.Sign() > 0 {
		out.Within = shareError(p) / 100
		for set := 1; set < len(p.Shares.Of); set++ {
			x := shareJSON{Questions: p.Set(uint(set)), Alone: part(p.Shares.Of[set], p.Shares.Variance) / 100, Exact: new(big.Rat).Quo(p.Shares.Of[set], p.Shares.Variance).RatString()}
			if set&(set-1) == 0 {
				all := part(p.Shares.Shapley[bits.TrailingZeros(uint(set))], p.Shares.Variance) / 100
				x.All = &all
			}
			out.Shares = append(out.Shares, x)
		}
	}
	for i, w := range p.Worth {
		out.Values = append(out.Values, map[string]any{"readings": p.Choice(i), "value": [2]string{readings.Decimal(int64(w.Low), false), readings.Decimal(int64(w.High), true)}})
	}
	return out
}
