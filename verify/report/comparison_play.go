package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Figures writes an estimate and its interval, with as many decimals as tell
// something; the value is "–" where there is nothing, the interval "" where there
// is none.
func Figures(e playout.Estimate, share bool) (value, interval string) {
	if math.IsNaN(e.Value) || e.N == 0 {
		return "–", ""
	}
	decimals := 3
	if !share {
		switch a := math.Abs(e.Value); {
		case a >= 100:
			decimals = 1
		case a >= 10:
			decimals = 2
		}
	}
	value = fmt.Sprintf("%.*f", decimals, e.Value)
	if math.IsNaN(e.Low) || math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) {
		return value, ""
	}
	return value, fmt.Sprintf("[%.*f, %.*f]", decimals, e.Low, decimals, e.High)
}

// Signed writes a measure with the sign of its test behind the value, and the
// interval behind the divider.
func Signed(m *compare.Measure, divider string) string {
	if m == nil {
		return "–"
	}
	value, interval := Figures(m.Estimate, m.Share)
	if m.Sign != measure.TooFew {
		value += " " + string(m.Sign)
	}
	if interval != "" && m.Whose == measure.Learned {
		interval = "range " + interval
	}
	if interval != "" {
		value += divider + interval
	}
	if m.Cut {
		value += divider + "cut short"
	}
	return value
}

// playTitle is the sheet and the title of play by whose it is: games at random are told behind those between programs that
// learned, for comparison.
func (v *comparison) playTitle(p measure.Play) (name, title string) {
	switch {
	case p == measure.Learned:
		return tPlayLearned, "Play " + string(p)
	case v.Of(measure.Learned) != nil:
		return tPlay, "Play " + string(p) + ", for comparison"
	}
	return tPlay, "Play"
}

// playAbout says whose games a table or chart has, and what its intervals are.
func (v *comparison) playAbout(p measure.Play) string {
	if p == measure.Learned {
		return fmt.Sprintf("Games between learned programs, which look one move ahead: %s", v.ranged())
	}
	return "Games at random"
}

// ranged says what stands beside a figure of games between programs that learned.
func (v *comparison) ranged() string {
	return fmt.Sprintf("beside each figure is its range over %d trainings, from the least to the most, which is no interval", v.Options.Trainings)
}

func (v *comparison) play() []*Table {
	var out []*Table
	for _, x := range v.Play {
		about := "Games at random: value, interval at 95 %, and the sign of the test against column A. Timeouts are counted apart from draws; balance is to be read beside completion. How people play is another matter."
		if x.Whose == measure.Learned {
			about = v.playAbout(x.Whose) + "; and the sign of the test against column A. Timeouts are counted apart from draws; balance is to be read beside completion. " + strings.Join(v.Programs(), " ")
		} else if told := v.Programs(); len(told) > 0 && v.Of(measure.Learned) == nil {
			about += " " + strings.Join(told, " ")
		}
		name, title := v.playTitle(x.Whose)
		for _, g := range v.groups() {
			t := &Table{Name: name + g.suffix, Title: title + g.suffix, Printed: Whole, About: about,
				Columns: append([]Column{{Key: "metric", Title: "Metric", MaxWidth: 22, About: x.How()}}, v.columns(g, 62)...)}
			t.Columns = append(t.Columns, Column{Key: "agent", Title: "Agent", Cited: true}, Column{Key: "games", Title: "Games", MaxWidth: 12, Cited: true, About: "of each column, where they differ"}, Column{Key: "seed", Title: "Seed", Kind: KindInteger, Cited: true}, Column{Key: "cap", Title: "Cap", Kind: KindInteger, Cited: true, About: "single moves after which a game is given up"})
			for _, name := range x.MetricNames() {
				cells := []Cell{Text(name)}
				var games []string
				cut, played, limit := false, map[int]bool{}, v.Options.Cap
				for _, k := range g.columns {
					m := x.Measure(k, name)
					cells = append(cells, Text(Signed(m, "\n")))
					if m == nil {
						continue
					}
					cut, played[m.Stats.Played], limit = cut || x.Short(k), true, m.Stats.Cap
					games = append(games, fmt.Sprintf("%s %d", v.Columns[k].Label, m.Stats.Played))
				}
				if len(games) == 0 {
					continue
				}
				if len(played) == 1 {
					games = []string{strings.Fields(games[0])[1]}
				}
				t.Rows = append(t.Rows, Row{Cut: cut, Key: name, Cells: append(cells, Text(x.Whose.Agent()), Text(strings.Join(games, ", ")), Integer(int(v.Options.Seed)), Integer(limit))})
			}
			out = append(out, t)
		}
	}
	return out
}

func (v *comparison) statistics() *Table {
	t := &Table{Name: tStatistics, Title: "Statistics of play", About: "One row for every interpretation and metric, for other programs; Play has the same side by side.",
		Columns: []Column{{Key: "column", Title: "Column"}, {Key: "interpretation", Title: "Interpretation", MaxWidth: 50}, {Key: "metric", Title: "Metric"}, {Key: "value", Title: "Value", Kind: KindNumber}, {Key: "low", Title: "From", Kind: KindNumber, About: "lower end of the interval at 95 %"}, {Key: "high", Title: "To", Kind: KindNumber},
			{Key: "interval", Title: "Interval", About: "Wilson's for shares, Student's t for means, Agresti and Min's for balance; of learned programs the range over trainings, which is none"}, {Key: "n", Title: "N", Kind: KindInteger, About: "games in which the metric has a value"}, {Key: "left_out", Title: "Left out", Kind: KindInteger, About: "games in which it has none"}, {Key: "sign", Title: "Against A"},
			{Key: "agent", Title: "Agent"}, {Key: "games", Title: "Games", Kind: KindInteger}, {Key: "seed", Title: "Seed", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger}}}
	for _, m := range v.Metrics() {
		e := m.Estimate
		low, high, how := num(e.Low), num(e.High), e.How
		value := num(e.Value)
		if e.N == 0 {
			value, low, high, how = Text("–"), Cell{}, Cell{}, ""
		}
		col := v.Columns[m.Column]
		t.Rows = append(t.Rows, Row{Cut: m.Cut, Key: keyed(m.Whose, col.Label+"/"+m.Metric), Cells: []Cell{Text(col.Label), Text(col.Name()), Text(m.Metric), value, low, high, Text(how), Integer(e.N), Integer(m.LeftOut), Text(string(m.Sign)),
			Text(m.Whose.Agent()), Integer(m.Stats.Played), Integer(int(m.Stats.Seed)), Integer(m.Stats.Cap)}})
	}
	return t
}

func (v *comparison) tests() *Table {
	t := &Table{Name: tTests, Title: "Tests of difference", About: v.hows(),
		Columns: []Column{{Key: "pair", Title: "Pair"}, {Key: "first", Title: "First", MaxWidth: 26}, {Key: "second", Title: "Second", MaxWidth: 26}, {Key: "metric", Title: "Metric"}, {Key: "sign", Title: "Sign", About: "+ the second is greater, - less, ~ no evidence of a difference, = every game alike"},
			{Key: "from", Title: "In the first", Kind: KindNumber, About: "over the games that the test has"}, {Key: "to", Title: "In the second", Kind: KindNumber}, {Key: "difference", Title: "Difference", Kind: KindNumber, About: "the second less the first"},
			{Key: "low", Title: "From", Kind: KindNumber, About: "lower end of the interval at 95 %"}, {Key: "high", Title: "To", Kind: KindNumber}, {Key: "clow", Title: "Corrected from", Kind: KindNumber, About: "lower end of the interval that holds for all tests at once (Bonferroni); of learned programs the least of those of the trainings"}, {Key: "chigh", Title: "Corrected to", Kind: KindNumber},
			{Key: "p", Title: "P", Kind: KindNumber, Decimals: 4, About: "the chance of so great a difference if there were none, not corrected"}, {Key: "holm", Title: "P corrected", Kind: KindNumber, Decimals: 4, About: "by Holm's method, for all tests"}, {Key: "test", Title: "Test"}, {Key: "level", Title: "Level", Kind: KindNumber, Decimals: 2}, {Key: "tests", Title: "Tests", Kind: KindInteger},
			{Key: "n1", Title: "N first", Kind: KindInteger}, {Key: "n2", Title: "N second", Kind: KindInteger}, {Key: "left_out", Title: "Left out", Kind: KindInteger, About: "pairs, or games of both, in which the metric has no value"},
			{Key: "trainings", Title: "By training", MaxWidth: 40, About: "the difference under each of the learned programs, with its corrected interval"}, {Key: "agent", Title: "Agent"}, {Key: "games", Title: "Games"}, {Key: "seed", Title: "Seed", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger}}}
	for _, x := range v.Tests() {
		a, b, d := v.Columns[x.A], v.Columns[x.B], x.Difference
		t.Rows = append(t.Rows, Row{Cut: x.Cut, Key: keyed(x.Play, a.Label+"–"+b.Label+"/"+x.Metric), Cells: []Cell{Text(a.Label + "–" + b.Label), Text(v.Heading(x.A)), Text(v.Heading(x.B)), Text(x.Metric), Text(string(x.Sign)),
			num(x.From.Value), num(x.To.Value), num(d.Value), num(d.Low), num(d.High), num(x.Low), num(x.High), num(x.P), num(x.Holm), Text(x.Name), Number(x.Level), Integer(x.Comparisons), Integer(x.From.N), Integer(x.To.N), Integer(x.LeftOut),
			Text(byTraining(x.Trainings)), Text(x.Play.Agent()), Text(fmt.Sprintf("%d and %d", x.Games[0], x.Games[1])), Integer(int(x.Seed)), Integer(x.Cap)}})
	}
	return t
}

// byTraining writes a difference as each training shows it.
func byTraining(list []measure.Compared) string {
	var out []string
	for _, x := range list {
		out = append(out, fmt.Sprintf("%s [%s, %s]", measure.Signed(x.Difference.Value), measure.Signed(x.Low), measure.Signed(x.High)))
	}
	return strings.Join(out, "; ")
}

// keyed is the key of a row about the games of a play.
func keyed(p measure.Play, key string) string {
	if p == measure.Learned {
		return p.Agent() + "/" + key
	}
	return key
}

// hows says what the signs mean, of each play.
func (v *comparison) hows() string {
	var out []string
	for _, x := range v.Play {
		if how := x.How(); how != "" && len(v.Play) > 1 {
			out = append(out, "Games "+string(x.Whose)+": "+how+".")
		} else {
			out = append(out, how)
		}
	}
	return strings.Join(out, " ")
}

// equalChances says what the first player's share would be if all chances were
// equal, for each number of players that there is.
func (v *comparison) equalChances() string {
	var numbers []int
	for _, col := range v.Columns {
		if !slices.Contains(numbers, col.Players()) {
			numbers = append(numbers, col.Players())
		}
	}
	slices.Sort(numbers)
	var parts []string
	for _, n := range numbers {
		parts = append(parts, fmt.Sprintf("with %d players of equal chances it would be %.3g", n, 1/float64(n)))
	}
	return strings.Join(parts, ", ")
}

// charts show lengths, the first player's share and completion, where they say
// more than numbers, and what somebody has written measures for.
func (v *comparison) charts() []*Chart {
	var out []*Chart
	for _, play := range v.Play {
		whose, bars, drawn := "", v.playAbout(play.Whose), ""
		if play.Whose == measure.Learned {
			whose, drawn = " "+string(play.Whose), fmt.Sprintf("range over %d trainings", v.Options.Trainings)
		} else {
			bars += ", 95 % intervals"
		}
		draw := func(metric, title, up, about string) {
			c := &Chart{Title: title + whose, Kind: Intervals, Across: "interpretation", Up: up, Bars: drawn, About: bars + about}
			for i := range v.Columns {
				if m := play.Measure(i, metric); m != nil && m.Estimate.N > 0 {
					c.Points = append(c.Points, Point{Name: cutName(v.Heading(i), m.Cut), Value: m.Estimate.Value, Low: m.Estimate.Low, High: m.Estimate.High})
				}
			}
			if slices.ContainsFunc(c.Points, func(p Point) bool { return p.Value != c.Points[0].Value }) {
				out = append(out, c) // what is the same everywhere needs no picture
			}
		}
		draw(measure.MetricMoves, "Moves a game with passes", "mean number of single moves", "; games that ended.")
		draw(measure.MetricFirstShare, "The first player's share", "share of the games with a winner", "; "+v.equalChances()+".")
		draw(measure.MetricCompletion, "Completion", "share of all games with a winner", ".")
		draw("branching factor", "Branching factor", "mean number of legal moves", "; forced moves included.")
		drawnOnce := map[string]bool{}
		for i := range play.Metrics {
			if m := &play.Metrics[i]; m.Of.Own && !drawnOnce[m.Metric] {
				drawnOnce[m.Metric] = true
				draw(m.Metric, edition.Capitalised(m.Metric), cmp.Or(measure.UnitOf(m.Of.Measure), "mean"), "; "+m.Of.Means())
			}
		}
	}
	return out
}
