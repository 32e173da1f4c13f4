package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve/readings"
)

// mostInteractions are told of on the page; --json has them all.
const mostInteractions = 12

// tellShares says what comes from which question.
func tellShares(b *solvedScreen, p *readings.Product) {
	of := p.Definition.ID
	if p.Scale != nil {
		of += ", scaled down to " + p.Scale.ID + " (what holds of it need not hold of the game)"
	}
	low := slices.MinFunc(p.Values, func(v, w readings.Valued) int { return cmp.Compare(v.Low, w.Low) })
	high := slices.MaxFunc(p.Values, func(v, w readings.Valued) int { return cmp.Compare(v.High, w.High) })
	b.prose(fmt.Sprintf("%s: what it is worth to %s when both sides play as well as can be, under every combination of readings of %s.",
		of, p.Of, measure.Plural(len(p.Factors), "question")))
	fmt.Fprintln(b)
	mean, _ := p.Shares.Mean.Float64()
	variance, _ := p.Shares.Variance.Float64()
	b.prose(fmt.Sprintf("%s, solved each, none of them sampled: %s of rules once compiled, %s of play. The least is worth %s, the greatest %s; "+
		"the mean, every reading of a question as likely as another, is %.4f %%, the standard deviation %.4f.",
		measure.Plural(len(p.Values), "combination"), measure.Plural(p.Counts.Compiled, "set"), measure.Plural(p.Counts.Valued, "course"), low.Percent(), high.Percent(), 100*mean, 100*math.Sqrt(variance)))
	if p.Moot > 0 {
		b.prose(fmt.Sprintf("In %s some question does not arise, and its readings come to one.", measure.Plural(p.Moot, "combination")))
	}
	parts := p.Parts()
	if parts == nil {
		b.prose("All are worth the same: there is nothing to share out.")
		return
	}
	b.prose(fmt.Sprintf("Shares are of the variance. Alone: what a question changes on the average over the others. In all: with its part of every interaction "+
		"(Shapley effects); these make one hundred. They are exact for the middle of the proved bounds, and within %.2g of a hundredth for the true values.", 100*p.Within()))
	var alone, together []readings.Part
	bySize := make([]float64, len(p.Factors)+1)
	for _, x := range parts {
		bySize[len(x.Questions)] += x.Alone
		if x.All != nil {
			alone = append(alone, x)
		} else if x.Alone > 0 {
			together = append(together, x)
		}
	}
	tellAlone(b, p, alone)
	var sizes []string
	for n, share := range bySize {
		if share > 0 {
			sizes = append(sizes, fmt.Sprintf("%s %.2f %%", []string{"questions alone", "two together", "three together", fmt.Sprintf("%d together", n)}[min(n-1, 3)], 100*share))
		}
	}
	b.prose(measure.Sentence(strings.Join(sizes, ", ")))
	if len(together) == 0 {
		return
	}
	slices.SortStableFunc(together, func(x, y readings.Part) int { return cmp.Compare(y.Alone, x.Alone) })
	fmt.Fprintf(b, "\nThe largest of %s (--json has them all)\n\n", measure.Plural(len(together), "interaction"))
	rows := [][]string{{"share", "questions"}}
	for _, x := range together[:min(len(together), mostInteractions)] {
		rows = append(rows, []string{percent(x.Alone), strings.Join(x.Questions, ", ")})
	}
	b.columns(rows)
}

// tellAlone lists the questions, what weighs most in all first.
func tellAlone(b *solvedScreen, p *readings.Product, alone []readings.Part) {
	order := make([]int, len(alone))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(*alone[j].All, *alone[i].All) })
	rows := [][]string{{"question", "readings", "alone", "in all"}}
	for _, i := range order {
		x := &alone[i]
		var ids []string
		for _, r := range p.Factors[i].Readings {
			ids = append(ids, r.ID)
		}
		rows = append(rows, []string{x.Questions[0], strings.Join(ids, ", "), percent(x.Alone), percent(*x.All)})
	}
	fmt.Fprintln(b)
	b.columns(rows)
	fmt.Fprintln(b)
}

func percent(share float64) string { return fmt.Sprintf("%.3f %%", 100*share) }
