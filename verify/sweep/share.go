package sweep

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/lectio/lectio/verify/playout"
)

// Variance says how a metric varies between the interpretations of a ruleset, and
// which questions that comes from.
type Variance struct {
	Ruleset string `json:"ruleset"`
	Metric  string `json:"metric"`
	// Interpretations are those in which the metric has a value.
	Interpretations int `json:"interpretations"`
	// Between is the variance between interpretations that is more than games of one
	// interpretation vary by chance; Chance is what these add to what is seen.
	Between float64 `json:"between"`
	Chance  float64 `json:"chance"`
	// How says how the shares were made, Interval how their intervals at 95 % were.
	How      string   `json:"how"`
	Interval string   `json:"interval"`
	Shares   []*Share `json:"shares"` // the greatest first
}

// Share is the share that a question has in the variance of a metric, or that two
// have together beyond what each has alone.
type Share struct {
	Questions []string `json:"questions"`
	Share     float64  `json:"share"`
	Low       float64  `json:"low"`
	High      float64  `json:"high"`
}

// How shares are made, and their intervals.
const (
	howGroups = "analysis of variance: what the means of the readings differ by, less what chance would make them differ by"
	howEach   = "each reading against the default, added up as if no two questions acted together: of pairs this design tells nothing"

	intervalGroups = "jackknife over groups of interpretations"
	intervalEach   = "drawn again within what games of one interpretation vary by"
)

// Variances says of every ruleset and metric where the variance comes from. Where
// there is none beyond chance there are no shares.
func (m *Merged) Variances() []*Variance {
	var out []*Variance
	for _, part := range m.Plan.Parts {
		var rows []*Row
		for _, r := range m.Rows {
			if r.Part == part && r.Games > 0 {
				rows = append(rows, r)
			}
		}
		if len(rows) < 2 {
			continue
		}
		var list []*Variance
		for k := range rows[0].Metrics {
			list = append(list, &Variance{Ruleset: part.Ruleset, Metric: rows[0].Metrics[k].Metric, Shares: []*Share{}})
		}
		f := newFactors(rows)
		var wg sync.WaitGroup
		for _, v := range list {
			wg.Go(func() {
				if part.Design == string(Each) {
					v.each(rows)
				} else {
					v.groups(f, rows)
				}
				slices.SortStableFunc(v.Shares, func(a, b *Share) int {
					switch {
					case a.Share > b.Share:
						return -1
					case a.Share < b.Share:
						return 1
					}
					return 0
				})
			})
		}
		wg.Wait()
		out = append(out, list...)
	}
	return out
}

// value is the mean of a metric with the variance of that mean; ok is false where
// there are too few games to tell.
func value(r *Row, metric string) (y, chance float64, ok bool) {
	for i := range r.Metrics {
		m := &r.Metrics[i]
		if m.Metric != metric || m.N < 2 {
			continue
		}
		y, spread := m.MeanAndVariance()
		return y, spread / float64(m.N), true
	}
	return 0, 0, false
}

// factors are the questions that vary among rows, and the readings that each row has.
type factors struct {
	names  []string
	levels [][]uint8 // by question, by row: the reading; 0 is the default
	sizes  []int     // readings of each question
	group  []int     // of each row, for the jackknife
	groups int
}

// mostGroups are left out in turn for intervals.
const mostGroups = 20

func newFactors(rows []*Row) *factors {
	f := &factors{}
	seen := map[string]map[string]bool{}
	for _, r := range rows {
		for q, reading := range r.Readings {
			if seen[q] == nil {
				seen[q] = map[string]bool{}
			}
			seen[q][reading] = true
		}
	}
	f.names = slices.Sorted(maps.Keys(seen))
	for _, q := range f.names {
		number := map[string]uint8{"": 0}
		for _, reading := range slices.Sorted(maps.Keys(seen[q])) {
			number[reading] = uint8(len(number))
		}
		list := make([]uint8, len(rows))
		for i, r := range rows {
			list[i] = number[r.Readings[q]]
		}
		f.levels, f.sizes = append(f.levels, list), append(f.sizes, len(number))
	}
	f.groups = min(mostGroups, len(rows))
	f.group = make([]int, len(rows))
	for i, k := range rand.New(rand.NewPCG(1, 1)).Perm(len(rows)) {
		f.group[k] = i % f.groups
	}
	return f
}

// cells add values up by reading (or by the readings of two questions) and group.
type cells struct{ n, sum []float64 }

func (f *factors) cells(y []float64, use []int, q int, other []uint8, size int) cells {
	c := cells{make([]float64, size*f.groups), make([]float64, size*f.groups)}
	for k, i := range use {
		at := int(f.levels[q][i])
		if other != nil {
			at = at*(size/f.sizes[q]) + int(other[i])
		}
		at = at*f.groups + f.group[i]
		c.n[at]++
		c.sum[at] += y[k]
	}
	return c
}

// between is the sum of squares between cells when a group is left out (none: -1), and
// how many cells have any rows.
func (c cells) between(groups, out int) (squares float64, used int) {
	n, sum := 0.0, 0.0
	for at := 0; at < len(c.n); at += groups {
		cn, cs := 0.0, 0.0
		for g := range groups {
			if g != out {
				cn, cs = cn+c.n[at+g], cs+c.sum[at+g]
			}
		}
		if cn > 0 {
			squares += cs * cs / cn
			used++
		}
		n, sum = n+cn, sum+cs
	}
	if n > 0 {
		squares -= sum * sum / n
	}
	return max(squares, 0), used
}

// groups takes the variance apart by the means of readings.
func (v *Variance) groups(f *factors, rows []*Row) {
	v.How, v.Interval = howGroups, intervalGroups
	var y, chance []float64
	var use []int
	for i, r := range rows {
		if mean, c, ok := value(r, v.Metric); ok {
			y, chance, use = append(y, mean), append(chance, c), append(use, i)
		}
	}
	v.Interpretations = len(use)
	if len(use) < 10 {
		return
	}
	// What is subtracted changes no variance, and keeps sums of squares exact.
	first := y[0]
	for k := range y {
		y[k] -= first
	}
	whole := make([]total, f.groups+1) // by the group left out; the last: none
	for k, i := range use {
		for g := range whole {
			if g != f.group[i] {
				whole[g].add(y[k], chance[k])
			}
		}
	}
	all := whole[f.groups]
	v.Between, v.Chance = all.beyond(), all.chance/all.n
	if v.Between <= 0 {
		v.Between = 0
		return
	}
	single := make([][]part, len(f.names))
	for q, name := range f.names {
		single[q] = f.parts(f.cells(y, use, q, nil, f.sizes[q]))
		v.add(f, whole, single[q], nil, nil, name)
	}
	for q := range f.names {
		for o := q + 1; o < len(f.names); o++ {
			both := f.parts(f.cells(y, use, q, f.levels[o], f.sizes[q]*f.sizes[o]))
			v.add(f, whole, both, single[q], single[o], f.names[q], f.names[o])
		}
	}
}

// total are sums over rows.
type total struct{ n, sum, squares, chance float64 }

func (t *total) add(y, chance float64) {
	t.n++
	t.sum += y
	t.squares += y * y
	t.chance += chance
}

// scatter is the sum of squares about the mean.
func (t *total) scatter() float64 { return max(t.squares-t.sum*t.sum/t.n, 0) }

// beyond is the variance between rows less what chance adds to it.
func (t *total) beyond() float64 {
	v := t.scatter()/(t.n-1) - t.chance/t.n
	if v < 1e-9*t.scatter()/(t.n-1) {
		return 0
	}
	return v
}

// part is a sum of squares between cells, and how many cells there are.
type part struct {
	squares float64
	cells   int
}

// parts are those with each group left out; the last with none.
func (f *factors) parts(c cells) []part {
	out := make([]part, f.groups+1)
	for g := range out {
		out[g].squares, out[g].cells = c.between(f.groups, g)
	}
	return out
}

// add adds the share of a question, or of two beyond that of each. An interval is made
// of the shares with each group left out.
func (v *Variance) add(f *factors, whole []total, p, a, b []part, names ...string) {
	of := func(g int) float64 {
		t := &whole[g]
		squares, free := p[g].squares, p[g].cells-1
		within := t.scatter() - squares
		if left := t.n - float64(p[g].cells); left > 0 {
			within /= left
		}
		if a != nil {
			squares -= a[g].squares + b[g].squares
			free -= a[g].cells + b[g].cells - 2
		}
		if free <= 0 || t.beyond() <= 0 {
			return 0
		}
		return (squares - float64(free)*within) / t.n / t.beyond()
	}
	if f.groups < 3 {
		return
	}
	here, mean, spread := of(f.groups), 0.0, 0.0
	for g := range f.groups {
		mean += of(g) / float64(f.groups)
	}
	for g := range f.groups {
		spread += (of(g) - mean) * (of(g) - mean)
	}
	n := float64(f.groups)
	half := playout.StudentQuantile(0.975, n-1) * math.Sqrt(spread*(n-1)/n)
	v.Shares = append(v.Shares, &Share{names, clamp(here), clamp(here - half), clamp(here + half)})
}

func clamp(x float64) float64 { return min(max(x, 0), 1) }

// redraws is how often values are drawn again for an interval.
const redraws = 400

// each takes the variance apart by readings that were played one at a time.
func (v *Variance) each(rows []*Row) {
	v.How, v.Interval = howEach, intervalEach
	effects, names := v.effects(rows)
	if len(names) == 0 {
		return
	}
	shares := func(noise float64, redraw func(e effect) float64) []float64 {
		out, sum := make([]float64, len(names)), 0.0
		for q, list := range effects {
			mean, chance, k := 0.0, 0.0, float64(len(list))
			values := make([]float64, len(list))
			for i, e := range list {
				values[i] = redraw(e)
				mean += values[i] / k
				chance += e.chance / k
			}
			spread := 0.0
			for _, x := range values {
				spread += (x - mean) * (x - mean) / k
			}
			out[q] = max(spread-noise*chance*(k-1)/k, 0)
			sum += out[q]
		}
		if noise == 1 {
			v.Between = sum
		}
		for q := range out {
			if sum > 0 {
				out[q] /= sum
			}
		}
		return out
	}
	here := shares(1, func(e effect) float64 { return e.value })
	if v.Between <= 0 {
		return
	}
	random := rand.New(rand.NewPCG(1, 2))
	drawn := make([][]float64, len(names))
	between := v.Between
	for range redraws {
		// What is drawn varies by chance twice: once in the games, once here.
		for q, s := range shares(2, func(e effect) float64 { return e.value + random.NormFloat64()*math.Sqrt(e.chance) }) {
			drawn[q] = append(drawn[q], s)
		}
	}
	v.Between = between
	for q, name := range names {
		sort.Float64s(drawn[q])
		low, high := drawn[q][redraws/40], drawn[q][redraws-1-redraws/40]
		v.Shares = append(v.Shares, &Share{[]string{name}, here[q], min(low, here[q]), max(high, here[q])})
	}
}

// effect is what a reading does to a metric, with the variance of what is said so.
type effect struct{ value, chance float64 }

// effects are those of the readings of each question, its default first, which has
// none. A reading is compared with the interpretation that differs in it alone.
func (v *Variance) effects(rows []*Row) (effects [][]effect, names []string) {
	byReadings := map[string]*Row{}
	for _, r := range rows {
		byReadings[r.Readings.String()] = r
	}
	origin, ok := byReadings[""]
	if !ok {
		return nil, nil
	}
	_, chance, ok := value(origin, v.Metric)
	if !ok {
		return nil, nil
	}
	v.Interpretations++
	at := map[string]int{}
	sum := 0.0
	for _, r := range rows {
		y, c, ok := value(r, v.Metric)
		if !ok || r == origin {
			continue
		}
		v.Interpretations++
		sum += c
		for _, q := range slices.Sorted(maps.Keys(r.Readings)) {
			base := maps.Clone(r.Readings)
			delete(base, q)
			from, there := byReadings[base.String()]
			if !there {
				continue
			}
			before, more, ok := value(from, v.Metric)
			if !ok {
				continue
			}
			k, known := at[q]
			if !known {
				k = len(names)
				at[q] = k
				names = append(names, q)
				effects = append(effects, []effect{{0, chance}})
			}
			if from == origin {
				more = 0 // it is counted with the default
			}
			effects[k] = append(effects[k], effect{y - before, c + more})
			break
		}
	}
	v.Chance = sum / max(float64(v.Interpretations-1), 1)
	return effects, names
}

// Told lists the shares of a metric that are told apart from nothing.
func (v *Variance) Told() []*Share {
	var out []*Share
	for _, s := range v.Shares {
		if s.Low > 0 {
			out = append(out, s)
		}
	}
	return out
}

// Words names the questions of a share.
func (s *Share) Words() string { return strings.Join(s.Questions, " with ") }
