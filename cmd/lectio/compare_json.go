package main

import (
	"math"
	"slices"

	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/compare"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"

	"github.com/lectio/lectio/verify/report"
)

// comparedJSON is a comparison as other programs see it. Columns are named by their
// labels.
type comparedJSON struct {
	Columns     []columnJSON        `json:"columns"`
	Dimensions  []contrastJSON      `json:"dimensions"`
	Statements  []differingJSON     `json:"statements"`
	Pairs       []pairJSON          `json:"pairs"`
	Groups      []groupJSON         `json:"groups"`
	Newick      *string             `json:"newick"` // null where there are no groups to be made
	Grouped     string              `json:"grouped,omitempty"`
	Testimony   []testimonyJSON     `json:"testimony"`
	Shared      []sharedJSON        `json:"shared_clauses"`
	Questions   []sideBySideJSON    `json:"questions"`
	Metrics     []measureJSON       `json:"metrics"`
	Tests       []testJSON          `json:"tests"`
	Programs    []*verify.Learning  `json:"programs,omitempty"` // that learned the rulesets
	Repeat      string              `json:"repeat"`
	Made        string              `json:"made"`            // by which program, of which corpus
	Sweep       *measure.Resting    `json:"sweep,omitempty"` // what rests on --from
	Interrupted bool                `json:"interrupted,omitempty"`
	NotDone     []notDoneColumnJSON `json:"not_done,omitempty"`
}

type columnJSON struct {
	Label          string         `json:"label"`
	Ruleset        string         `json:"ruleset"`
	Version        string         `json:"version"`
	Interpretation string         `json:"interpretation"`
	Picked         []string       `json:"picked"`
	Records        []string       `json:"records"`
	Left           int            `json:"questions_left"`
	ByWeight       map[int]int    `json:"left_by_weight"`
	ByKind         map[string]int `json:"left_by_kind"`
	Shared         int            `json:"left_shared"`
	Pinned         int            `json:"questions_picked"`
	Moot           int            `json:"questions_moot"`
	Failure        *string        `json:"failure"`
	Unlearned      string         `json:"unlearned,omitempty"` // why there are no games between learned programs though there are such programs
	Nearest        []string       `json:"nearest"`
}

type contrastJSON struct {
	Dimension string     `json:"dimension"`
	Sign      string     `json:"sign"`
	Cells     []cellJSON `json:"columns"`
}

type cellJSON struct {
	Column string `json:"column"`
	Sign   string `json:"sign"` // to the first column that has an answer
	*dimension.Settlement
	Sentences   []string `json:"sentences"`
	Definitions []string `json:"definitions"`
	Own         []string `json:"own"` // of these, what another column does not say
}

type differingJSON struct {
	Ruleset   string                       `json:"ruleset"`
	Statement string                       `json:"statement"`
	Sentences map[string]map[string]string `json:"columns"`
}

type pairJSON struct {
	A            string      `json:"a"`
	B            string      `json:"b"`
	Distance     *float64    `json:"distance"`
	Differ       int         `json:"differ"`
	Compared     int         `json:"compared"`
	Otherwise    int         `json:"otherwise"`
	NotSettled   int         `json:"not_settled"`
	NoIssue      int         `json:"no_issue"`
	OtherTerms   int         `json:"other_terms"`
	OneOnly      int         `json:"of_one_only"`
	Statements   *int        `json:"statements_that_differ"` // null for two rulesets
	OneTestimony bool        `json:"one_testimony"`
	Differing    []string    `json:"differing"`
	SaidByOne    [2][]string `json:"said_by_one"` // where no dimension differs: the statements of each that the other does not say
	Reordered    [2][]string `json:"reordered"`   // … and those that both say, in another order that matters
}

type groupJSON struct {
	Columns  []string `json:"columns"`
	Distance float64  `json:"distance"`
	Stands   *int     `json:"stands"` // null where nothing was drawn
	Drawn    int      `json:"drawn"`
}

type testimonyJSON struct {
	Records   [2]string `json:"records"`
	Rulesets  []string  `json:"rulesets"`
	Passage   bool      `json:"one_passage"`
	Source    bool      `json:"one_source"`
	Shared    int       `json:"clauses_shared"`
	Relations []string  `json:"relations"`
}

type sharedJSON struct {
	Text    string   `json:"text"`
	Clauses []string `json:"clauses"`
}

type sideBySideJSON struct {
	ID     string             `json:"id"`
	Asks   string             `json:"asks"`
	Differ bool               `json:"differ"`
	Cells  []questionCellJSON `json:"columns"`
}

type questionCellJSON struct {
	Column   string  `json:"column"`
	Question string  `json:"question"`
	Reading  *string `json:"reading"` // null where the question does not arise
	Picked   bool    `json:"picked"`
	Weight   int     `json:"weight"`
	Kind     string  `json:"kind"`
}

type measureJSON struct {
	Column   string           `json:"column"`
	Metric   string           `json:"metric"`
	Estimate playout.Estimate `json:"estimate"`
	LeftOut  int              `json:"left_out"`
	Sign     measure.Sign     `json:"against_first"`
	Agent    string           `json:"agent"`
	Games    int              `json:"games"`
	Seed     uint64           `json:"seed"`
	Cap      int              `json:"cap"`
	Cut      bool             `json:"interrupted,omitempty"`
}

type testJSON struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Metric string `json:"metric"`
	*measure.Compared
	Test        string             `json:"test"`
	Paired      bool               `json:"paired"`
	Level       float64            `json:"level"`
	Comparisons int                `json:"tests"`
	LeftOut     int                `json:"left_out"`
	Trainings   []measure.Compared `json:"trainings,omitempty"` // of learned programs: each
	Agent       string             `json:"agent"`
	Games       [2]int             `json:"games"`
	Seed        uint64             `json:"seed"`
	Cap         int                `json:"cap"`
	Cut         bool               `json:"interrupted,omitempty"`
}

type notDoneColumnJSON struct {
	Interpretation string `json:"interpretation"`
	Played         int    `json:"played"`
	Games          int    `json:"games"`
}

// comparisonJSON makes of a comparison what other programs see.
func comparisonJSON(c *compare.Comparison, made string) comparedJSON {
	v := comparisonView{c}
	out := comparedJSON{Columns: v.columns(), Dimensions: v.dimensions(), Statements: v.statements(), Pairs: v.pairs(),
		Groups: v.groups(), Grouped: report.HowGrouped(c), Testimony: []testimonyJSON{}, Shared: []sharedJSON{},
		Questions: v.questions(), Metrics: v.metrics(), Tests: v.tests(), Repeat: report.Again(c), Made: made, Sweep: c.Resting(), Interrupted: c.Interrupted}
	if c.Likeness.Tree != nil {
		newick := report.Newick(c)
		out.Newick = &newick
	}
	var learnings []*verify.Learning
	for _, col := range c.Columns {
		if col.Learning != nil && !slices.Contains(learnings, col.Learning) {
			learnings = append(learnings, col.Learning)
		}
	}
	out.Programs = learnings
	for _, t := range c.Testimony {
		out.Testimony = append(out.Testimony, testimonyJSON{[2]string{t.A.ID, t.B.ID}, t.Rulesets, t.Passage, t.Source, t.Shared, listed(t.Relations)})
	}
	for _, s := range c.Clauses {
		out.Shared = append(out.Shared, sharedJSON{s.Text, clauses(s.Clauses)})
	}
	for i, col := range c.Columns {
		if c.Short(i) {
			out.NotDone = append(out.NotDone, notDoneColumnJSON{col.Name(), col.Played(), c.Planned(i)})
		}
	}
	return out
}

// listed is a list that is never null.
func listed(list []string) []string { return append([]string{}, list...) }

// comparisonView makes JSON of a comparison.
type comparisonView struct{ c *compare.Comparison }

func (v comparisonView) label(i int) string { return v.c.Columns[i].Label }

func (v comparisonView) labels(columns []int) []string {
	out := []string{}
	for _, k := range columns {
		out = append(out, v.label(k))
	}
	return out
}

func (v comparisonView) columns() []columnJSON {
	out := []columnJSON{}
	for i, col := range v.c.Columns {
		n, d := col.Left, col.Interpretation.Definition
		out = append(out, columnJSON{Label: col.Label, Ruleset: d.ID, Version: d.Version, Interpretation: col.Name(), Picked: listed(col.Picks()), Records: d.Records,
			Left: n.Left, ByWeight: n.ByWeight, ByKind: n.ByKind, Shared: n.Shared, Pinned: n.Pinned, Moot: n.Moot, Failure: orNull(col.Failure), Unlearned: col.Unlearned,
			Nearest: v.labels(v.c.Likeness.Nearest[i])})
	}
	return out
}

func (v comparisonView) dimensions() []contrastJSON {
	out := []contrastJSON{}
	for i := range v.c.Dimensions {
		row := &v.c.Dimensions[i]
		j := contrastJSON{row.ID, string(row.Sign), []cellJSON{}}
		for k := range row.Cells {
			if x := &row.Cells[k]; x.Settlement != nil {
				j.Cells = append(j.Cells, cellJSON{v.label(k), string(x.Sign), x.Settlement, listed(x.Sentences), listed(x.Definitions), listed(row.Own(k))})
			}
		}
		out = append(out, j)
	}
	return out
}

func (v comparisonView) statements() []differingJSON {
	out := []differingJSON{}
	for _, s := range v.c.Statements {
		j := differingJSON{s.Ruleset, s.ID, map[string]map[string]string{}}
		for k, st := range s.Statements {
			if st == nil {
				continue
			}
			said := map[string]string{"id": st.ID, "sentence": s.Sentences[k]}
			if st.Question != nil {
				said["question"], said["reading"] = st.Question.Name(), st.Reading.ID
			}
			j.Sentences[v.label(k)] = said
		}
		out = append(out, j)
	}
	return out
}

func (v comparisonView) pairs() []pairJSON {
	out := []pairJSON{}
	for i := range v.c.Pairs {
		p := &v.c.Pairs[i]
		j := pairJSON{A: v.label(p.A), B: v.label(p.B), Differ: p.Differ, Compared: p.Compared, Otherwise: p.Otherwise, NotSettled: p.NotSettled, NoIssue: p.NoIssue,
			OtherTerms: p.OtherTerms, OneOnly: p.OneOnly, OneTestimony: p.OneTestimony, Differing: listed(p.Differing),
			SaidByOne: [2][]string{idsOf(p.SaidByOne[0]), idsOf(p.SaidByOne[1])},
			Reordered: [2][]string{idsOf(p.Reordered[0]), idsOf(p.Reordered[1])}}
		if d, ok := p.Distance(); ok {
			j.Distance = &d
		}
		if p.SameRuleset {
			j.Statements = &p.Statements
		}
		out = append(out, j)
	}
	return out
}

func (v comparisonView) groups() []groupJSON {
	out := []groupJSON{}
	for i := range v.c.Likeness.Groups {
		g := &v.c.Likeness.Groups[i]
		j := groupJSON{Columns: v.labels(g.Columns), Distance: math.Round(g.Distance*1e9) / 1e9, Drawn: v.c.Likeness.Drawn}
		if j.Drawn > 0 {
			j.Stands = &g.Stands
		}
		out = append(out, j)
	}
	return out
}

func (v comparisonView) questions() []sideBySideJSON {
	out := []sideBySideJSON{}
	for i := range v.c.Questions {
		q := &v.c.Questions[i]
		j := sideBySideJSON{q.ID, q.Asks, q.Differ(), []questionCellJSON{}}
		for k, x := range q.Cells {
			if x.Question == nil {
				continue
			}
			cell := questionCellJSON{Column: v.label(k), Question: x.Question.Name(), Picked: x.Pinned, Weight: x.Question.Weight, Kind: x.Question.Kind}
			if x.Reading != nil {
				cell.Reading = &x.Reading.ID
			}
			j.Cells = append(j.Cells, cell)
		}
		out = append(out, j)
	}
	return out
}

func (v comparisonView) metrics() []measureJSON {
	out := []measureJSON{}
	for _, play := range v.c.Play {
		for _, m := range play.Metrics {
			out = append(out, measureJSON{v.label(m.Column), m.Metric, m.Estimate, m.LeftOut, m.Sign, m.Whose.Agent(), m.Stats.Played, m.Stats.Seed, m.Stats.Cap, m.Cut})
		}
	}
	return out
}

func (v comparisonView) tests() []testJSON {
	out := []testJSON{}
	for _, play := range v.c.Play {
		for i := range play.Tests {
			t := &play.Tests[i]
			a, b := play.Measure(t.A, t.Metric).Stats, play.Measure(t.B, t.Metric).Stats
			out = append(out, testJSON{A: v.label(t.A), B: v.label(t.B), Metric: t.Metric, Compared: &t.Compared, Test: t.Name, Paired: t.Paired, Level: measure.Level,
				Comparisons: t.Comparisons, LeftOut: t.LeftOut, Trainings: t.Trainings, Agent: play.Whose.Agent(), Games: [2]int{a.Played, b.Played},
				Seed: v.c.Options.Seed, Cap: a.Cap, Cut: t.Cut})
		}
	}
	return out
}
