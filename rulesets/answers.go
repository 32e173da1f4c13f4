package rulesets

import "context"

// Answers says of each dimension how the interpretation settles it, as Settlements
// does, without the questions that have to do with it, which are most of the work:
// so that nothing is known of standings but what does not arise. It is for whoever asks
// many interpretations of one ruleset, of which some go on for ever: so the games that
// are played only to see how they end are given up earlier.
func (in *Interpretation) Answers(ctx context.Context, dims []*Dimension) []Settlement {
	s, errs := in.sample(ctx, dims, usualBounds)
	out := make([]Settlement, len(dims))
	for i, dim := range dims {
		out[i] = Settlement{Dimension: dim, Standing: Open}
		if len(errs) > 0 {
			continue
		}
		if i == 0 {
			s.endings(ctx, samplePlies)
		}
		if out[i] = s.settle(dim); out[i].Standing != Moot {
			out[i].Standing = Open
		}
		out[i].declared(in)
	}
	return out
}

// Drawer draws interpretations of a ruleset at random.
type Drawer struct{ cover *Cover }

// Drawer begins to draw. The same seed gives the same draws.
func (d *Definition) Drawer(seed uint64) *Drawer {
	return &Drawer{d.Cover(seed)}
}

// Draw returns a choice of a reading for every question that arises under it; the
// readings of fixed are among them, in so far as their questions arise. Questions
// are taken in random order, those on which others depend first, and each takes one
// of its playable readings that the readings before it do not exclude, all with the
// same chance. ok is false where no choice has the fixed readings.
func (w *Drawer) Draw(fixed Choice) (choice Choice, ok bool) {
	s := w.cover.solver(w.cover.forbidden)
	for name, id := range fixed {
		if q := w.cover.d.Question(name); q != nil {
			i := w.cover.index[q.ID]
			s.domain[i] = nil
			if x := w.cover.number(i, id); x >= 0 {
				s.domain[i] = []int{x}
			}
		}
	}
	s.even = true
	if !s.solve(0) {
		return nil, false
	}
	return w.cover.choice(s.chosen), true
}

// Forbid says that these readings do not go together: no further draw has all of
// them.
func (w *Drawer) Forbid(part Choice) { w.cover.Forbid(part) }
