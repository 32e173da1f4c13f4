package readings

import (
	"math"
	"slices"
	"sort"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// weight is by what questions are ordered: the lesser class, then the lesser aspect first,
// then whoever has more.
type weight struct {
	class, changes verify.Class // of a question of which nothing is guaranteed, and if something is
	aspect         measure.Aspect
	more           [3]float64
}

func (w *weight) before(x *weight) bool {
	switch {
	case w.class != x.class:
		return w.class < x.class
	case w.aspect != x.aspect:
		return w.aspect < x.aspect
	}
	return slices.Compare(w.more[:], x.more[:]) > 0
}

// changed takes a change of a class into the weight, if it is a graver one.
func (w *weight) changed(class verify.Class, a measure.Aspect, guaranteed float64) bool {
	x := weight{class: class, aspect: a, more: [3]float64{guaranteed, w.more[1], w.more[2]}}
	if guaranteed <= 0 || !x.before(w) {
		return false
	}
	w.class, w.aspect, w.more[0] = class, a, guaranteed
	return true
}

// each gives what a change comes to: between programs that learned the game, where there are any, in
// the class of what changes play; at random behind that.
func (w *weight) each(c *verify.Change, give func(class verify.Class, c *verify.Change)) {
	if c.Learned == nil {
		give(w.changes, c)
		return
	}
	give(w.changes, c.Learned)
	give(verify.RandomOnly, c)
}

// unchanged is the weight of a question before any change is taken into it.
func unchanged(t *verify.Target, r *verify.Ranking) *weight {
	w := &weight{class: verify.NoChange, aspect: measure.Aspects, more: [3]float64{1: r.Decisions.Share(false), 2: r.Games.Share(true)}}
	if r.Recount != nil {
		w.class = verify.Counting
	}
	if r.Question.Added(t.Definition) {
		w.changes = verify.Addition
	}
	return w
}

// rank orders the questions by consequence.
func rank(t *verify.Target, all, out *verify.Outcome) {
	rows := touching(t, all)
	row := func(q *rulesets.Question) *verify.Ranking {
		if rows[q] == nil {
			rows[q] = &verify.Ranking{Ruleset: t.Definition.ID, Question: q}
		}
		return rows[q]
	}
	for i := range out.Recounts {
		if c := &out.Recounts[i]; c.Alike && row(c.Question).Recount == nil {
			row(c.Question).Recount = c
		}
	}
	for i := range out.Changes {
		row(out.Changes[i].Question)
	}
	weights := map[*rulesets.Question]*weight{}
	for q, r := range rows {
		weights[q] = unchanged(t, r)
	}
	for i := range out.Changes {
		c := &out.Changes[i]
		w := weights[c.Question]
		w.each(c, func(class verify.Class, under *verify.Change) {
			if r := rows[c.Question]; w.changed(class, under.Aspect, under.Guaranteed) {
				r.Guaranteed, r.Change = under.Guaranteed, c
			}
		})
	}
	var list []*verify.Ranking
	for _, q := range t.Definition.Questions {
		if rows[q] != nil {
			list = append(list, rows[q])
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return weights[list[i].Question].before(weights[list[j].Question]) })
	for i, r := range list {
		r.Rank, r.Class = i+1, weights[r.Question].class
		if i > 0 && *weights[r.Question] == *weights[list[i-1].Question] {
			r.Rank = list[i-1].Rank
		}
	}
	redraw(t, list, out.Changes)
	for _, r := range list {
		out.Rankings = append(out.Rankings, *r)
	}
}

// touching makes a row for every question of which a reading was played, with the
// readings that touch most of play.
func touching(t *verify.Target, all *verify.Outcome) map[*rulesets.Question]*verify.Ranking {
	rows := map[*rulesets.Question]*verify.Ranking{}
	for i := range all.Touched {
		x := &all.Touched[i]
		r := rows[x.Question]
		if r == nil {
			r = &verify.Ranking{Ruleset: t.Definition.ID, Question: x.Question}
			rows[x.Question] = r
		}
		if r.Decisions == nil || x.Share(false) > r.Decisions.Share(false) {
			r.Decisions = x
		}
		if r.Games == nil || x.Share(true) > r.Games.Share(true) {
			r.Games = x
		}
	}
	return rows
}

// redraw says how firm the places are: games are drawn from those played, with
// replacement (Efron, "Bootstrap methods: another look at the jackknife", Annals of
// Statistics 7, 1979), games of one number together for all readings.
func redraw(t *verify.Target, list []*verify.Ranking, changes []verify.Change) {
	n := 0 // questions that have a place by a change
	for n < len(list) && list[n].Change != nil {
		n++
	}
	if n == 0 {
		return
	}
	var tested []*retested
	longest := 0
	for i := range changes {
		if x := newRetested(&changes[i], &longest); len(x.of) > 0 {
			tested = append(tested, x)
		}
	}
	source := random.New(1, 0)
	swapped := make([][]int, n) // in how many drawings the later comes before the earlier
	for i := range swapped {
		swapped[i] = make([]int, len(list))
	}
	draws := make([]float64, longest)
	for range verify.Drawings {
		for i := range draws {
			draws[i] = float64(source.Below(1<<30)) / (1 << 30)
		}
		for _, x := range tested {
			x.each(func(r *redrawn) {
				if r.sample.Sums != nil {
					r.drawn = (float64(source.Below(1<<30)) + 0.5) / (1 << 30)
				}
			})
		}
		at := drawnPlaces(t, list, tested, draws)
		for i := range n {
			if at[i] == i+1 {
				list[i].Same++
			}
			for j := i + 1; j < len(list); j++ {
				if at[i] > at[j] {
					swapped[i][j]++
				}
			}
		}
	}
	for i := range n {
		for j := i + 1; j < len(list); j++ {
			// Where the two are equal in all that counts, nothing says which is first.
			if swapped[i][j]*20 > verify.Drawings || list[i].Rank == list[j].Rank {
				list[i].Shared = append(list[i].Shared, list[j].Question)
				list[j].Shared = append(list[j].Shared, list[i].Question)
			}
		}
	}
}

// drawnPlaces are the places of the questions when games are drawn so.
func drawnPlaces(t *verify.Target, list []*verify.Ranking, tested []*retested, draws []float64) []int {
	weights := make([]*weight, len(list))
	index := map[*rulesets.Question]int{}
	for i, r := range list {
		weights[i] = unchanged(t, r)
		index[r.Question] = i
	}
	for _, x := range tested {
		w := weights[index[x.change.Question]]
		w.each(x.change, func(class verify.Class, under *verify.Change) {
			w.changed(class, under.Aspect, x.guaranteed(under, draws))
		})
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return weights[order[i]].before(weights[order[j]]) })
	at := make([]int, len(list))
	for place, i := range order {
		at[i] = place + 1
	}
	return at
}

// retested is a change that is estimated again from games drawn anew: by those whose games it is of, at random or
// between programs that learned, under each training.
type retested struct {
	change *verify.Change
	of     map[*verify.Change][]*redrawn
}

func newRetested(c *verify.Change, longest *int) *retested {
	x := &retested{c, map[*verify.Change][]*redrawn{}}
	enter := func(under *verify.Change, list []measure.Compared) {
		var of []*redrawn
		for i := range list {
			r := newRedrawn(under, &list[i])
			if r == nil {
				return
			}
			*longest = max(*longest, len(r.values))
			of = append(of, r)
		}
		x.of[under] = of
	}
	enter(c, []measure.Compared{c.Compared})
	if c.Learned != nil {
		enter(c.Learned, c.Learned.Trainings)
	}
	return x
}

// each gives all that is estimated again, in one order.
func (x *retested) each(give func(r *redrawn)) {
	for _, under := range []*verify.Change{x.change, x.change.Learned} {
		for _, r := range x.of[under] {
			give(r)
		}
	}
}

// guaranteed is how far the corrected intervals keep from no change under every training, to one side.
func (x *retested) guaranteed(under *verify.Change, draws []float64) float64 {
	least := math.Inf(1)
	side := 0.0
	for _, r := range x.of[under] {
		g := r.guaranteed(draws)
		if g*side < 0 {
			return 0
		}
		side = g
		least = min(least, math.Abs(g))
	}
	if len(x.of[under]) == 0 {
		return 0
	}
	return least
}

// redrawn is a difference that is estimated again from games drawn anew.
type redrawn struct {
	difference playout.Difference
	low, high  float64
	sample     *measure.Contest
	share      bool
	spread     float64
	alpha      float64

	values []float64 // differences of pairs, or the games of the reading
	drawn  float64   // where only sums are kept: the share of drawings that come out less
	point  float64   // of the distribution
}

// newRedrawn takes a difference if games drawn anew could make something of it, nil if
// not: those that are nowhere near one are left out, for time.
func newRedrawn(c *verify.Change, x *measure.Compared) *redrawn {
	r := &redrawn{difference: x.Difference, low: float64(x.Low), high: float64(x.High), sample: &x.Sample, share: c.Share, spread: c.Spread, alpha: c.Alpha()}
	if x.Difference.Same || !(x.Difference.P < 0.3) || x.Difference.N < x.Sample.Least() {
		return nil
	}
	switch {
	case x.Sample.Sums != nil:
		return r
	case !x.Sample.Paired:
		r.values = x.Sample.B
		return r
	}
	r.values = x.Sample.Pairs
	if p := 1 - r.alpha/2; r.share {
		r.point = playout.NormalQuantile(p)
	} else {
		r.point = playout.StudentQuantile(p, float64(len(r.values)-1))
	}
	return r
}

// guaranteed is how far the corrected interval keeps from no change, in units of the
// spread: above 0 where the reading has more, below it where it has less.
func (r *redrawn) guaranteed(draws []float64) float64 {
	signed := func(low, high float64) float64 {
		switch {
		case low > 0:
			return low / r.spread
		case high < 0:
			return high / r.spread
		}
		return 0
	}
	if r.sample.Sums != nil {
		// As many games drawn anew have a mean that is nearly normal about the one seen.
		half := (r.difference.High - r.difference.Low) / 2
		middle := r.difference.Value + half/playout.NormalQuantile(1-measure.Level/2)*playout.NormalQuantile(r.drawn)
		wide := (r.high - r.low) / 2
		return signed(middle-wide, middle+wide)
	}
	n := len(r.values)
	sum, squares, more, fewer := 0.0, 0.0, 0, 0
	for _, u := range draws[:n] {
		d := r.values[int(u*float64(len(r.values)))]
		sum, squares = sum+d, squares+d*d
		if d > 0 {
			more++
		} else if d < 0 {
			fewer++
		}
	}
	var low, high float64
	switch {
	case !r.sample.Paired:
		base := r.sample.A
		k := 0
		for _, x := range base {
			if x > 0 {
				k++
			}
		}
		d := playout.TwoShares(k, len(base), more, n, r.alpha)
		low, high = d.Low, d.High
		if d.P > r.alpha {
			return 0
		}
	case r.share:
		low, high = playout.SharesInterval(more, fewer, n, r.point)
		if max(low, -high) > 0 && playout.SignTest(more, fewer) > r.alpha {
			return 0 // as in the test of so few pairs
		}
	default:
		low, high = playout.MeanInterval(sum, squares, n, r.point)
	}
	return signed(low, high)
}
