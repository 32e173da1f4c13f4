package readings

import (
	"context"
	"fmt"
	"math/big"
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
	Factors []Factor
	Scale   *rulesets.Scale
	Worth   []Worth // by combination; the reading of the last factor changes fastest
	Moot    int     // combinations in which some of the questions do not arise
	Counts  Counts
	Of      string // whom the values are of
	Shares  *Shares
	// Near is by how much, in parts of solve.One, a value may be wrong: half of the widest bounds.
	Near uint64
}

// Unfit is why a product of readings cannot be asked about.
type Unfit struct{ Why, Expected string }

func (e *Unfit) Error() string { return e.Why }

// Over solves a game under every combination of readings, all else by default, and says what part of the variance of its worth comes from
// which question. There is no sampling in it.
func Over(ctx context.Context, d *rulesets.Definition, sc *rulesets.Scale, most int, factors []Factor, progress func(done, all int)) (*Product, error) {
	p := &Product{Factors: factors, Scale: sc}
	n := 1
	for _, f := range factors {
		if n *= len(f.Readings); n > mostCombinations {
			return nil, &Unfit{fmt.Sprintf("there are more than %d combinations", mostCombinations), "fewer questions, or QUESTION=READING+READING to take some of their readings"}
		}
	}
	s := NewSolver(d, sc, most)
	p.Worth = make([]Worth, n)
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
			p.Worth[i], frames[i] = x.Worth, x.frame()
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
	for i, w := range p.Worth {
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

// Set lists the questions of a set of factors.
func (p *Product) Set(set uint) (names []string) {
	for i, f := range p.Factors {
		if set>>i&1 == 1 {
			names = append(names, f.Question.Name())
		}
	}
	return names
}
