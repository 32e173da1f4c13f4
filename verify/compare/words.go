package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/dimension"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Of is the play of one kind; nil where there is none.
func (c *Comparison) Of(p measure.Play) *Play {
	if i := slices.IndexFunc(c.Play, func(x *Play) bool { return x.Whose == p }); i >= 0 {
		return c.Play[i]
	}
	return nil
}

// OneRuleset reports whether all columns are interpretations of one ruleset.
func (c *Comparison) OneRuleset() bool {
	return !slices.ContainsFunc(c.Columns, func(col *Column) bool {
		return col.Interpretation.Definition != c.Columns[0].Interpretation.Definition
	})
}

// Heading is what a column is called: its letter, its ruleset, and the readings
// that were picked or are no defaults. The ruleset is left out where it is the
// same everywhere.
func (c *Comparison) Heading(i int) string {
	col := c.Columns[i]
	one, own := c.OneRuleset(), 0
	for _, other := range c.Columns {
		if other.Interpretation.Definition == col.Interpretation.Definition {
			own++
		}
	}
	picks := strings.Join(col.Picks(), ", ")
	switch id := col.Interpretation.Definition.ID; {
	case one && picks == "":
		return col.Label + " default"
	case one:
		return col.Label + " " + picks
	case picks == "" && own > 1:
		return col.Label + " " + id + ", default"
	case picks == "":
		return col.Label + " " + id
	default:
		return col.Label + " " + id + ", " + picks
	}
}

// Picks lists the readings that were picked or are no defaults, as
// QUESTION=READING, in the order of the questions.
func (c *Column) Picks() []string {
	var out []string
	for _, q := range c.Interpretation.Definition.Questions {
		if r := c.Interpretation.Readings[q.ID]; r != nil && (c.Pinned[q.ID] || r.ID != q.Default) {
			out = append(out, q.Name()+"="+r.ID)
		}
	}
	return out
}

// Asked names the column as it can be asked for again.
func (c *Column) Asked() string {
	if picks := c.Picks(); len(picks) > 0 {
		return c.Interpretation.Definition.ID + "{" + strings.Join(picks, ",") + "}"
	}
	return c.Interpretation.Definition.ID
}

// RecordName is how a column's clauses are called where the column stands over
// them: not at all when it rests on one record, #6, otherwise by the ruleset's own
// short name, p#6.
func (c *Column) RecordName(record string) string {
	if d := c.Interpretation.Definition; len(d.Records) != 1 || d.Records[0] != record {
		return d.RecordName(record)
	}
	return ""
}

// Measure returns what column i has in a metric, nil when it has none.
func (x *Play) Measure(i int, metric string) *Measure {
	for k := range x.Metrics {
		if m := &x.Metrics[k]; m.Column == i && m.Metric == metric {
			return m
		}
	}
	return nil
}

// MetricNames lists the metrics in which any column has a value, each once, in
// their order: points, which not every game has, come last.
func (x *Play) MetricNames() []string {
	var out []string
	has := map[string]bool{}
	for _, m := range x.Metrics {
		if !slices.Contains(out, m.Metric) {
			out = append(out, m.Metric)
		}
		has[m.Metric] = has[m.Metric] || m.Estimate.N > 0
	}
	return slices.DeleteFunc(out, func(name string) bool { return !has[name] })
}

// Named are the questions that Brief names.
func Named(s *dimension.Settlement) []*rulesets.Question {
	if len(s.Questions) > 3 {
		return s.Questions[:2]
	}
	return s.Questions
}

// Brief says as briefly as can be what settles a dimension in the column: some of
// the questions and how many more, and clauses; or else how it stands.
func (c *Column) Brief(s *dimension.Settlement) string {
	if s.Standing == dimension.Assumed || s.Standing == dimension.Open {
		return string(s.Standing)
	}
	var parts []string
	for _, q := range Named(s) {
		parts = append(parts, q.Name())
	}
	if more := len(s.Questions) - len(parts); more > 0 {
		parts = append(parts, fmt.Sprintf("+%d", more))
	}
	if by := rulesets.ClauseRanges(s.Clauses, c.RecordName); by != "" {
		parts = append(parts, by)
	}
	if len(parts) == 0 {
		return string(s.Standing)
	}
	return strings.Join(parts, ", ")
}

// Resting says what rests on games that were played earlier; nil where there are none.
func (c *Comparison) Resting() *measure.Resting {
	var names []string
	for _, col := range c.Columns {
		names = append(names, col.Name())
	}
	return measure.RestingOn(c.Options.Earlier, names)
}

// How says what the difference marks of play mean: test, level and correction.
func (x *Play) How() string {
	n, _ := x.Tested()
	paired, unpaired := false, false
	for i := range x.Tests {
		t := &x.Tests[i]
		paired, unpaired = paired || t.Paired, unpaired || !t.Paired
	}
	if len(x.Tests) == 0 {
		return ""
	}
	var tests []string
	if paired {
		tests = append(tests, "games of one ruleset in pairs of one number (paired t for means, McNemar's exact test for shares)")
	}
	if unpaired {
		which := "games of two rulesets"
		if x.c.Options.Earlier != nil && x.Whose == measure.AtRandom {
			which += ", or of a sweep,"
		}
		tests = append(tests, which+" as independent samples (Welch's t for means, Fisher's exact test for shares)")
	}
	than, all, like := "than in A", "over all %d tests of this comparison", "every game alike"
	if x.Whose == measure.Learned {
		than = fmt.Sprintf("than in A under each of %d trainings", x.c.Options.Trainings)
		all, like = "over all %d tests of one training", "every game alike under each"
	}
	how := fmt.Sprintf("+ greater, - less %s, at level %g "+all+" (Holm): %s; ~ no evidence of a difference, which is not that there is none; = %s", than, measure.Level, n, strings.Join(tests, ", "), like)
	if slices.ContainsFunc(x.Tests, func(t Test) bool { return t.Sign == measure.TooFew }) {
		how += fmt.Sprintf("; no sign where fewer than %d games can be compared", measure.LeastGames)
	}
	if left := x.untested(); len(left) > 0 {
		how += "; not tested where it is not of the same thing (another number of players, unlike sides, a winner that is not named, points counted otherwise): " + strings.Join(left, ", ")
	}
	return how
}

// untested names the metrics, other than balance, that some two columns have and that
// cannot be compared between them.
func (x *Play) untested() (out []string) {
	for _, m := range x.Metrics {
		if strings.HasPrefix(m.Metric, measure.WinsOf) { // of two sides one is tested
			continue
		}
		tested := func(j int) bool {
			return slices.ContainsFunc(x.Tests, func(t Test) bool {
				return t.Metric == m.Metric && (t.A == m.Column && t.B == j || t.B == m.Column && t.A == j)
			})
		}
		has := func(j int) bool { return x.Measure(j, m.Metric) != nil }
		for j := range x.c.Columns {
			if j != m.Column && m.Metric != measure.MetricBalance && (!x.c.Options.First || j == 0 || m.Column == 0) && has(j) && !tested(j) && !slices.Contains(out, m.Metric) {
				out = append(out, m.Metric)
			}
		}
	}
	return out
}

// Programs says what programs learned the rulesets, and which columns have no games of theirs; nothing
// where no program was to learn.
func (c *Comparison) Programs() (out []string) {
	said := map[*verify.Learning]bool{}
	for i, col := range c.Columns {
		l := col.Learning
		if l == nil {
			continue
		}
		if !said[l] {
			said[l] = true
			words := l.Words()
			if !c.OneRuleset() {
				words = col.Interpretation.Definition.Title + ": " + words
			}
			out = append(out, measure.Sentence(words))
		}
		switch {
		case col.Unlearned != "":
			out = append(out, measure.Sentence(fmt.Sprintf("%s is not played by them: %s", c.Heading(i), col.Unlearned)))
		case col.by != nil && col.Learned == nil:
			out = append(out, measure.Sentence(fmt.Sprintf("of %s there are no games of theirs: the run was stopped, or they failed", c.Heading(i))))
		}
	}
	return out
}

// Same lists the columns that state the same under other readings, by their
// labels: what one of them plays the others play.
func (c *Comparison) Same() [][]string {
	var out [][]string
	done := map[int]bool{}
	for i := range c.Columns {
		if done[i] {
			continue
		}
		like := []string{c.Columns[i].Label}
		for k := range c.Pairs {
			if p := &c.Pairs[k]; p.A == i && p.SameRuleset && p.Statements == 0 {
				like = append(like, c.Columns[p.B].Label)
				done[p.B] = true
			}
		}
		if len(like) > 1 {
			out = append(out, like)
		}
	}
	return out
}

// Tested counts the tests that could be made, and those that show a difference.
func (x *Play) Tested() (made, different int) {
	for i := range x.Tests {
		t := &x.Tests[i]
		if t.Of.Own {
			continue // they are corrected among themselves
		}
		made = max(made, t.Comparisons)
		if t.Shows() {
			different++
		}
	}
	return made, different
}

// OnePassage reports whether all clauses that share the words are of one passage.
func (c *Comparison) OnePassage(s *SharedClause) bool {
	records := c.Records()
	of := func(ref rulesets.ClauseRef) *evidence.Record {
		return records[slices.IndexFunc(records, func(r *evidence.Record) bool { return r.ID == ref.Record })]
	}
	first := of(s.Clauses[0])
	return !slices.ContainsFunc(s.Clauses[1:], func(r rulesets.ClauseRef) bool {
		other := of(r)
		return other != first && !samePassage(first, other)
	})
}

// Sample says on one line with what a measure was taken: agent, games, seed, cap.
func (m *Measure) Sample() string {
	return fmt.Sprintf("%s, %d games, seed %d, cap %d", m.Whose.Agent(), m.Stats.Played, m.Stats.Seed, m.Stats.Cap)
}

// Follows says what two records are to each other as testimony.
func (t *Testimony) Follows() string {
	switch {
	case t.Passage:
		return "one passage: one testimony, not two"
	case t.Source:
		return "one source, other places in it"
	}
	return "clauses of one speak of clauses of the other"
}

// Again is the command line that repeats a comparison.
func (c *Comparison) Again() string {
	parts, corpus := []string{"lectio compare"}, ""
	for _, d := range c.Corpus.Definitions { // what games must settle is asked of it, whatever is compared
		corpus = d.From
	}
	for _, col := range c.Columns {
		parts = append(parts, playout.Quoted(col.Asked()))
	}
	if c.Options.First {
		parts = append(parts, "--against-first")
	}
	if c.Options.Draws > 0 {
		parts = append(parts, fmt.Sprintf("--draws %d", c.Options.Draws))
	}
	if c.Options.Earlier != nil {
		parts = append(parts, "--from "+playout.Quoted(c.Options.Earlier.Name))
	}
	switch {
	case c.Options.Games > 0:
		parts = append(parts, fmt.Sprintf("--games %d --seed %d --cap %d", c.Options.Games, c.Options.Seed, c.Options.Cap))
		if c.Options.Trainings == 0 {
			parts = append(parts, "--players random")
		}
	case c.Options.Draws > 0:
		parts = append(parts, fmt.Sprintf("--no-play --seed %d", c.Options.Seed))
	default:
		parts = append(parts, "--no-play")
	}
	return strings.Join(parts, " ") + playout.InCorpus(corpus)
}

// Metrics are those of all plays.
func (c *Comparison) Metrics() (out []*Measure) {
	for _, x := range c.Play {
		for i := range x.Metrics {
			out = append(out, &x.Metrics[i])
		}
	}
	return out
}

// Tests are those of all plays.
func (c *Comparison) Tests() (out []*Test) {
	for _, x := range c.Play {
		for i := range x.Tests {
			out = append(out, &x.Tests[i])
		}
	}
	return out
}

// Learnings are what became of the programs that were to learn the rulesets, each once.
func (c *Comparison) Learnings() (out []*verify.Learning) {
	for _, col := range c.Columns {
		if col.Learning != nil && !slices.Contains(out, col.Learning) {
			out = append(out, col.Learning)
		}
	}
	return out
}

// unplayed is a column of which not all games were played.
type unplayed struct {
	Column *Column `json:"-"`
	Name   string  `json:"interpretation"`
	Played int     `json:"played"`
	Games  int     `json:"games"` // that were to be played
}

// NotDone are the columns of which the comparison was stopped before all games were played.
func (c *Comparison) NotDone() (out []unplayed) {
	for i, col := range c.Columns {
		if n := c.planned(i); c.Interrupted && col.Played() < n {
			out = append(out, unplayed{col, col.Name(), col.Played(), n})
		}
	}
	return out
}
