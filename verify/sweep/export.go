package sweep

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Estimate is a metric of an interpretation.
type Estimate struct {
	playout.Moments
	Value    *float64 `json:"value"` // null where there is none
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
	Interval string   `json:"interval"` // how it was made
	LeftOut  int      `json:"left_out"` // games in which the metric has no value
}

// Estimates are the metrics of an interpretation, with balance behind them.
func (r *Row) Estimates() []Estimate {
	var out []Estimate
	for _, m := range r.Metrics {
		out = append(out, r.estimate(m, m.Estimate()))
	}
	if r.Games > 0 {
		out = append(out, r.estimate(playout.Moments{Metric: measure.MetricBalance, Share: true, Grain: 1, N: int64(r.Games)}, r.stats(playout.Options{}).Balance()))
	}
	return out
}

func (r *Row) estimate(m playout.Moments, e playout.Estimate) Estimate {
	x := Estimate{Moments: m, Interval: e.How, LeftOut: r.Games - int(m.N)}
	if m.N > 0 {
		x.Value, x.Low, x.High = finite(e.Value), finite(e.Low), finite(e.High)
	}
	return x
}

// finite is a number, or nil where there is none.
func finite(f float64) *float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return &f
}

// About says what a merged sweep is of. Nothing in it depends on how the games were
// divided into units.
type About struct {
	Sweep    int         `json:"lectio_sweep"`
	Program  string      `json:"program"`
	Corpus   string      `json:"corpus"`
	Agent    string      `json:"agent"` // the program that has all sides
	Games    int         `json:"games"` // asked for, of each interpretation and seed
	Seeds    []uint64    `json:"seeds"`
	Cap      int         `json:"cap"`
	Choices  int         `json:"choices"` // games of each seed in which choices are counted
	Rulesets []aboutPart `json:"rulesets"`
	Checking
	Interpretations int  `json:"interpretations"`
	Counted         int  `json:"games_counted"`
	Complete        bool `json:"complete"`
	// Where it is not: the units that are missing, and the files that were cut off.
	Missing string   `json:"missing_units,omitempty"`
	CutOff  []string `json:"cut_off,omitempty"`
}

// aboutPart says what was chosen of a ruleset.
type aboutPart struct {
	Ruleset         string   `json:"ruleset"`
	Title           string   `json:"title"`
	Design          string   `json:"design"`
	DesignSeed      uint64   `json:"design_seed"`
	Questions       []string `json:"questions,omitempty"`
	Interpretations int      `json:"interpretations"`
	Measures        []Meant  `json:"measures"`
}

// About says what was merged.
func (m *Merged) About() About {
	p := m.Plan
	x := About{Sweep: Format, Program: p.Program, Corpus: p.Corpus, Agent: p.Player, Games: p.Games, Seeds: p.Seeds, Cap: p.Cap, Choices: p.Choices, Checking: p.Checking,
		Interpretations: p.Lines, Counted: m.Games(), Complete: len(m.Missing) == 0, Missing: Ranges(m.Missing), CutOff: m.CutOff}
	for _, part := range p.Parts {
		x.Rulesets = append(x.Rulesets, aboutPart{part.Ruleset, part.Title, part.Design, part.DrawSeed, part.Vary, part.Played, part.Measures})
	}
	return x
}

// mergedRow is an interpretation as a merged sweep is written and read.
type mergedRow struct {
	*Interpretation
	Asked int `json:"asked"` // games
	*Tally
	Estimates []Estimate `json:"metrics"` // in place of the moments of the tally
}

// WriteJSON writes everything, an interpretation a line.
func (m *Merged) WriteJSON(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	put := func(before string, v any) error {
		if _, err := b.WriteString(before); err != nil {
			return err
		}
		return enc.Encode(v)
	}
	if err := put("{\"sweep\":", m.About()); err != nil {
		return err
	}
	before := ",\"interpretations\":["
	for _, r := range m.Rows {
		if err := put(before, mergedRow{r.Interpretation, r.Asked, &r.Tally, r.Estimates()}); err != nil {
			return err
		}
		before = ","
	}
	before = "],\"variance\":["
	for _, v := range m.Variances() {
		if err := put(before, v); err != nil {
			return err
		}
		before = ","
	}
	if strings.HasPrefix(before, "]") {
		if _, err := b.WriteString(before); err != nil {
			return err
		}
	}
	if _, err := b.WriteString("]}\n"); err != nil {
		return err
	}
	return b.Flush()
}

// Column is a column of the data, as its dictionary describes it.
type Column struct {
	Name  string `json:"column"`
	Type  string `json:"type"`
	Unit  string `json:"unit"`
	Means string `json:"means"`
}

// Columns is the data dictionary of the rows: an interpretation and a metric each.
var Columns = []Column{
	{"ruleset", "text", "", "id of the ruleset"},
	{"interpretation", "text", "", "the ruleset with the readings that are not defaults, as lectio takes it"},
	{"readings", "text", "", "the same readings alone, QUESTION=READING, with a space between; empty for the default"},
	{"metric", "text", "", "what is measured; words that Ludii's metrics have mean the same here"},
	{"share", "boolean", "", "whether the metric is a share of games, and not a mean"},
	{"value", "number", "as the metric has it", "the share, or the mean; empty where no game has a value"},
	{"low", "number", "as the metric has it", "lower end of the interval at 95 %"},
	{"high", "number", "as the metric has it", "upper end of the interval at 95 %"},
	{"interval", "text", "", "how the interval was made: wilson, t, agresti-min; none where there is none"},
	{"n", "integer", "games", "games in which the metric has a value"},
	{"left_out", "integer", "games", "games counted in which it has none: the length of a game given up, choices where they were not counted"},
	{"games", "integer", "games", "games counted of the interpretation"},
	{"asked", "integer", "games", "games that the plan has of it; more than games where results are missing"},
	{"failed", "text", "", "what the program failed with, where the interpretation cannot be played; then nothing was counted"},
}

// Meant is a measure, as the data dictionary describes its metrics.
type Meant struct {
	Measure string `json:"measure"`
	Called  string `json:"called"` // the name of its metrics, with {who} for whose each is
	Unit    string `json:"unit"`
	Means   string `json:"means"`
	Own     bool   `json:"own"` // somebody has written it; it does not come with the program
}

// meant are the measures of which games of a ruleset have metrics, as far as they mean something there.
func meant(d *rulesets.Definition) (list []Meant) {
	add := func(m *ast.Measure, own bool) {
		list = append(list, Meant{m.ID.Text, measure.Called(m), measure.UnitOf(m), measure.Meaning(m), own})
	}
	for _, m := range d.Metrics() {
		add(m, false)
	}
	for _, m := range d.OwnMetrics() {
		add(m, true)
	}
	return list
}

// measureColumns are those of the table of measures.
var measureColumns = []Column{
	{"measure", "text", "", "id of the measure"},
	{"called", "text", "", "how its metrics are called, with {who} for whose each is"},
	{"unit", "text", "", "the unit of value, low and high; share: a number from 0 to 1"},
	{"own", "boolean", "", "whether somebody has written the measure, and it does not come with the program"},
}

// dataRow is a row: what Columns describe, in this order.
type dataRow struct {
	Ruleset        string   `parquet:"ruleset,dict"`
	Interpretation string   `parquet:"interpretation,dict"`
	Readings       string   `parquet:"readings,dict"`
	Metric         string   `parquet:"metric,dict"`
	Share          bool     `parquet:"share"`
	Value          *float64 `parquet:"value,optional"`
	Low            *float64 `parquet:"low,optional"`
	High           *float64 `parquet:"high,optional"`
	Interval       string   `parquet:"interval,dict"`
	N              int64    `parquet:"n"`
	LeftOut        int64    `parquet:"left_out"`
	Games          int64    `parquet:"games"`
	Asked          int64    `parquet:"asked"`
	Failed         string   `parquet:"failed,dict"`
}

// data are the rows of an interpretation; one without a metric where none was played.
func (r *Row) data(out []dataRow) []dataRow {
	base := dataRow{Ruleset: r.Ruleset, Interpretation: r.Name, Readings: r.Readings.String(), Games: int64(r.Games), Asked: int64(r.Asked), Failed: r.Failed}
	list := r.Estimates()
	if len(list) == 0 {
		return append(out, base)
	}
	for i := range list {
		e, x := &list[i], base
		x.Metric, x.Share, x.Value, x.Low, x.High, x.Interval = e.Metric, e.Share, e.Value, e.Low, e.High, e.Interval
		x.N, x.LeftOut = e.N, int64(e.LeftOut)
		out = append(out, x)
	}
	return out
}

// facts are what the data are of, by name.
func (m *Merged) facts() [][2]string {
	a := m.About()
	var designs []string
	for _, p := range a.Rulesets {
		designs = append(designs, fmt.Sprintf("%s %s (seed %d)", p.Ruleset, p.Design, p.DesignSeed))
	}
	out := [][2]string{{"program", a.Program}, {"corpus", a.Corpus}, {"agent", a.Agent}, {"games of each interpretation and seed", fmt.Sprint(a.Games)},
		{"seeds", strings.Trim(fmt.Sprint(a.Seeds), "[]")}, {"cap", fmt.Sprint(a.Cap)}, {"games of each seed in which choices are counted", fmt.Sprint(a.Choices)}, {"interpretations", strings.Join(designs, "; ")}, {"games counted", fmt.Sprint(a.Counted)}}
	if !a.Complete {
		out = append(out, [2]string{"missing units", a.Missing})
	}
	return out
}
