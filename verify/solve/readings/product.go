package readings

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve"
)

// Factor is a question with those of its readings over which it ranges, each as likely as another.
type Factor struct {
	Question *rulesets.Question
	Readings []*rulesets.Reading
}

// Product is what a game is worth under every combination of readings of several questions.
type Product struct {
	Definition *rulesets.Definition `json:"ruleset"`
	Scale      *rulesets.Scale      `json:"scale,omitempty"`
	Moot       int                  `json:"moot"` // combinations in which some of the questions do not arise
	Counts     Counts               `json:"solved"`
	Of         string               `json:"worth_to"` // whom the values are of
	Shares     *Shares              `json:"-"`
	Values     []Valued             `json:"values"` // by combination; the reading of the last factor changes fastest
	Factors    []Factor             `json:"-"`
	// Near is by how much, in parts of solve.One, a value may be wrong: half of the widest bounds.
	Near uint64 `json:"-"`
}

// MarshalJSON writes the values with their mean and their variance, and how this is shared out.
func (p *Product) MarshalJSON() ([]byte, error) {
	type plain Product
	return json.Marshal(struct {
		*plain
		Combinations int     `json:"combinations"`
		Mean         string  `json:"mean"`
		Variance     string  `json:"variance"`
		Within       float64 `json:"shares_within"`
		Parts        []Part  `json:"shares"`
	}{(*plain)(p), len(p.Values), p.Shares.Mean.FloatString(12), p.Shares.Variance.FloatString(18), p.Within(), append([]Part{}, p.Parts()...)})
}

// Valued is what a game is worth under a combination of readings.
type Valued struct {
	Readings rulesets.Choice
	Worth
}

// MarshalJSON writes the bounds of the value.
func (v Valued) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Readings rulesets.Choice `json:"readings"`
		Value    solve.Bounds    `json:"value"`
	}{v.Readings, v.Bounds()})
}

// Part is the share of a question, or of an interaction of several, in the variance.
type Part struct {
	Questions []string `json:"questions"`
	Alone     float64  `json:"share"`             // of the variance, from 0 to 1: what these bring together and fewer of them do not
	Exact     string   `json:"exact"`             // the same part of the variance, as a fraction
	All       *float64 `json:"shapley,omitempty"` // of one question: with its part of every interaction
}

// Parts share the variance out among questions and interactions; there are none where all is worth the same.
func (p *Product) Parts() (out []Part) {
	if p.Shares.Variance.Sign() == 0 {
		return nil
	}
	of := func(x *big.Rat) (exact *big.Rat, near float64) {
		exact = new(big.Rat).Quo(x, p.Shares.Variance)
		near, _ = exact.Float64()
		return exact, near
	}
	for set := uint(1); set < uint(len(p.Shares.Of)); set++ {
		exact, alone := of(p.Shares.Of[set])
		x := Part{Questions: p.set(set), Alone: alone, Exact: exact.RatString()}
		if len(x.Questions) == 1 {
			_, all := of(p.Shares.Shapley[bits.TrailingZeros(set)])
			x.All = &all
		}
		out = append(out, x)
	}
	return out
}

// Within bounds how far a share may be from that of the true values: a part of a function that is off by
// at most so much is off by no more in the mean square.
func (p *Product) Within() float64 {
	variance, _ := p.Shares.Variance.Float64()
	if variance == 0 {
		return 0
	}
	off, deviation := float64(p.Near)/float64(solve.One), math.Sqrt(variance)
	return 2 * (2*deviation*off + off*off) / variance
}

// Unfit is why a product of readings cannot be asked about.
type Unfit struct{ Why, Expected string }

func (e *Unfit) Error() string { return e.Why }

// Over solves a game under every combination of readings, all else by default, and says what part of the variance of its worth comes from
// which question. There is no sampling in it.
func Over(ctx context.Context, d *rulesets.Definition, sc *rulesets.Scale, most int, factors []Factor, progress func(done, all int)) (*Product, error) {
	p := &Product{Definition: d, Factors: factors, Scale: sc}
	n := 1
	for _, f := range factors {
		if n *= len(f.Readings); n > mostCombinations {
			return nil, &Unfit{fmt.Sprintf("there are more than %d combinations", mostCombinations), "fewer questions, or QUESTION=READING+READING to take some of their readings"}
		}
	}
	s := NewSolver(d, sc, most)
	p.Values = make([]Valued, n)
	moot, frames := make([]bool, n), make([]measure.Frame, n)
	tasks := make([]func() error, n)
	for i := range n {
		tasks[i] = func() error {
			choice := p.Choice(i)
			all := len(choice)
			drop(d, sc, choice)
			moot[i] = len(choice) < all
			x, err := s.Solve(ctx, choice)
			if err != nil {
				return err
			}
			if x.Why != "" {
				return &Unfit{fmt.Sprintf("%s has no value: %s", p.Name(i), x.Why), "questions and readings all combinations of which can be solved"}
			}
			p.Values[i], frames[i] = Valued{p.Choice(i), x.Worth}, x.frame()
			if i == 0 {
				p.Of = x.Of()
			}
			return nil
		}
	}
	if err := inParallel(ctx, 0, tasks, progress); err != nil {
		return nil, err
	}
	p.Counts = s.Counts()
	values, levels := make([]int64, n), []int{}
	for i, w := range p.Values {
		values[i] = int64(w.Low + w.High)
		p.Near = max(p.Near, (w.High-w.Low+1)/2)
		if moot[i] {
			p.Moot++
		}
		if a, b := &frames[0], &frames[i]; (a.Opener < 0) != (b.Opener < 0) || a.Winners != b.Winners {
			return nil, &Unfit{fmt.Sprintf("%s and %s are not worth something to the same side, or not by the same measure", p.Name(0), p.Name(i)), "readings that do not change who begins by lot, nor whether a winner is named"}
		}
	}
	for _, f := range factors {
		levels = append(levels, len(f.Readings))
	}
	p.Shares = Decompose(levels, values).scaled()
	return p, nil
}

// drop takes from a choice the readings of questions that do not arise under the rest of it.
func drop(d *rulesets.Definition, sc *rulesets.Scale, choice rulesets.Choice) {
	_, errs := d.Scaled(sc, choice)
	for _, q := range d.Questions {
		r, chosen := choice[q.ID]
		if len(errs) == 0 || !chosen || len(q.AskedWhen) == 0 {
			continue
		}
		delete(choice, q.ID)
		if _, fewer := d.Scaled(sc, choice); len(fewer) < len(errs) {
			errs = fewer
		} else {
			choice[q.ID] = r
		}
	}
}

// scaled turns sums of two bounds in parts of solve.One into values from 0 to 1.
func (x *Shares) scaled() *Shares {
	unit := big.NewRat(1, 2*int64(solve.One))
	x.Mean.Mul(x.Mean, unit)
	unit.Mul(unit, unit)
	for _, list := range [][]*big.Rat{{x.Variance}, x.Of, x.Shapley} {
		for _, v := range list {
			v.Mul(v, unit)
		}
	}
	return x
}

// Choice is the i-th combination.
func (p *Product) Choice(i int) rulesets.Choice {
	c := rulesets.Choice{}
	for k := len(p.Factors) - 1; k >= 0; k-- {
		f := &p.Factors[k]
		c[f.Question.ID] = f.Readings[i%len(f.Readings)].ID
		i /= len(f.Readings)
	}
	return c
}

// Name names the i-th combination.
func (p *Product) Name(i int) string {
	c := p.Choice(i)
	var parts []string
	for _, f := range p.Factors {
		parts = append(parts, f.Question.Name()+"="+c[f.Question.ID])
	}
	return strings.Join(parts, ",")
}

// set lists the questions of a set of factors.
func (p *Product) set(set uint) (names []string) {
	for i, f := range p.Factors {
		if set>>i&1 == 1 {
			names = append(names, f.Question.Name())
		}
	}
	return names
}
