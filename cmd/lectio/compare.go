package main

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
)

// mostCompared is how many columns a comparison can have; beyond it nobody could
// read it, and every two of them are tested.
const mostCompared = 60

// compareFlags are the flags of compare.
type compareFlags struct {
	outFlags
	questions            []string
	games, cap, jobs     int
	seed                 uint64
	noPlay, againstFirst bool
}

func compareCommand(a *app) *cobra.Command {
	f := &compareFlags{}
	o := verify.CompareDefaults()
	cmd := &cobra.Command{
		Use:   "compare A B...",
		Short: "set rulesets, or interpretations of one, side by side",
		Long: `Compare sets rulesets, or interpretations of one, side by side: what each settles
by dimension and on which clause or assumption, the clauses that they share, the
questions that each leaves, and what random play is like, with intervals and a
test for difference.

An interpretation is written as its ruleset with readings, in quotation marks:
'RULESET{QUESTION=READING,QUESTION=READING}'. With * in place of the reading there
is a column for each reading of the question; --questions gives the ruleset as it
is, and a column for each other reading of the questions named that it has.

≠ marks other answers, ≈ the same answer by rules that do not say the same (the
definitions that they use included), and · what kinds of games are asked in other
terms.`,
		Example: `  lectio compare RULESET RULESET
  lectio compare RULESET 'RULESET{QUESTION=READING}' --games 5000
  lectio compare RULESET --questions QUESTION,QUESTION --out readings.xlsx
  lectio compare 'RULESET{QUESTION=*}' --out readings.md --out readings.csv`,
		Args: takes(1, -1, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.compare(cmd, f, args) },
	}
	cmd.Flags().StringArrayVar(&f.files, "out", nil, "write the comparison to `FILE`: .xlsx, .html, .md, .csv or .json; - is standard output; may be repeated")
	f.formatFlag(cmd)
	cmd.Flags().StringSliceVar(&f.questions, "questions", nil, "compare a ruleset as it is with every other reading of these `QUESTIONS`, each against the first column")
	cmd.Flags().IntVar(&f.games, "games", o.Games, "games of each interpretation")
	cmd.Flags().IntVar(&f.cap, "cap", o.Cap, "single moves after which a game is given up")
	cmd.Flags().Uint64Var(&f.seed, "seed", o.Seed, "seed of all random throws and moves")
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "workers; the result does not depend on it (0: one for each processor)")
	cmd.Flags().BoolVar(&f.noPlay, "no-play", false, "compare the rules only")
	cmd.Flags().BoolVar(&f.againstFirst, "against-first", false, "test every interpretation against the first only, not every two")
	return cmd
}

func (a *app) compare(cmd *cobra.Command, f *compareFlags, args []string) error {
	var errs yamlpos.Errors
	complain := func(p *problem) { errs = append(errs, p.what) }
	if f.games < 1 || f.cap < 1 || f.jobs < 0 {
		complain(wrong("", "1 or more", "--games and --cap must be at least 1, --jobs not negative"))
	}
	errs.Merge(f.check(a))
	c, err := a.rulesets()
	if err != nil {
		return errors.Join(errs.Err(), err)
	}
	sides, err := a.sides(c, f, args)
	errs.Merge(yamlpos.AsErrors(err))
	if len(errs) > 0 {
		return errs.Sort()
	}
	if len(sides) < 2 {
		p := wrong(args[0], "two or more interpretations", "there is nothing to compare it with")
		p.hint = "QUESTION=* in braces, or --questions QUESTION, gives every reading of a question: 'lectio compare --help'"
		return p
	}
	o := verify.CompareDefaults()
	o.Games, o.Cap, o.Seed = f.games, f.cap, f.seed
	o.First = f.againstFirst || len(f.questions) > 0
	if f.noPlay {
		o.Games = 0
	}
	if f.jobs > 0 {
		o.Jobs = f.jobs
	}
	a.sayWhoPlays()
	m := a.meter(max(1, o.Games*len(sides)), "playing")
	before := 0
	o.Progress = func(done, _ int, what string) {
		m.doing(what)
		m.advance(done - before)
		before = done
	}
	res, more := verify.Compare(cmd.Context(), c, sides, o)
	m.end()
	if len(more) > 0 {
		return more
	}
	for _, col := range res.Columns {
		if col.Failure != "" {
			fmt.Fprintf(a.stderr, "warning: %s makes the program fail in play: %s\n", col.Name(), oneLine(col.Failure))
		}
	}
	if len(f.files) > 0 {
		errs.Merge(f.write(a, report.Comparison(res, "lectio "+release)))
	}
	if a.json {
		if len(errs) == 0 {
			errs.Merge(yamlpos.AsErrors(a.printJSON(comparisonJSON(res))))
		}
	} else {
		var b bytes.Buffer
		screen := comparisonScreen{w: &b, c: res, width: a.width()}
		screen.write(f.named())
		_, err := f.text(a).Write(b.Bytes())
		errs.Merge(yamlpos.AsErrors(err))
	}
	if res.Interrupted && len(errs) == 0 {
		return errInterrupted
	}
	return errs.Err()
}

// sides lists the interpretations that the arguments ask for.
func (a *app) sides(c *rulesets.Corpus, f *compareFlags, args []string) ([]verify.Side, error) {
	var errs yamlpos.Errors
	var out []verify.Side
	column := map[string]bool{}
	add := func(in *rulesets.Interpretation, choice rulesets.Choice, at typed, typedTwice bool) {
		name := in.Name()
		if column[name] {
			if typedTwice {
				errs.Add(at.pos, yamlpos.Quote(at.text), "another interpretation", "%s is compared already", name)
			}
			return
		}
		column[name] = true
		s := verify.Side{Interpretation: in}
		for q := range choice {
			s.Pinned = append(s.Pinned, in.Definition.Question(q).ID)
		}
		slices.Sort(s.Pinned)
		out = append(out, s)
	}
	named := make([]*rulesets.Definition, len(args)) // nil where there is no such ruleset
	wants := make([]wanted, len(args))
	var found []*rulesets.Definition // also those with mistakes in their readings
	known := true                    // whether all of them are there
	for i := range args {
		w, err := want(oneOf(args, i))
		var d *rulesets.Definition
		if w.ruleset.text != "" || err == nil {
			var none error
			d, none = find(c, w.ruleset)
			errs.Merge(yamlpos.AsErrors(none))
			known = known && d != nil
			found = append(found, d)
		}
		errs.Merge(yamlpos.AsErrors(err))
		if w.scale.text != "" {
			errs.Add(w.scale.pos, yamlpos.Quote("scale "+w.scale.text), "the full game", "scaled-down versions are not compared")
		}
		if err == nil {
			named[i], wants[i] = d, w
		}
	}
	if known {
		errs.Merge(nowhere(f.questions, found))
	}
	for i, d := range named {
		if d == nil {
			continue
		}
		t, w := oneOf(args, i), wants[i]
		var stars []*rulesets.Question
		fixed := wanted{ruleset: w.ruleset}
		for _, p := range w.picks {
			if q := d.Question(p.question.text); q != nil && p.reading.text == "*" {
				stars = append(stars, q)
			} else {
				fixed.picks = append(fixed.picks, p)
			}
		}
		if _, err := fixed.interpret(c); err != nil {
			errs.Merge(yamlpos.AsErrors(err))
			continue
		}
		base := rulesets.Choice{}
		for _, p := range fixed.picks {
			base[d.Question(p.question.text).ID] = p.reading.text
		}
		choices := []rulesets.Choice{base}
		for _, q := range stars {
			var next []rulesets.Choice
			for _, choice := range choices {
				for _, r := range q.Readings {
					next = append(next, together(d, choice, q, r))
				}
			}
			choices = slices.DeleteFunc(next, func(x rulesets.Choice) bool { return x == nil })
			if len(choices) > mostCompared {
				break
			}
		}
		var alternatives []*rulesets.Question
		for _, name := range f.questions {
			if q := d.Question(strings.TrimSpace(name)); q != nil { // or it is one of another ruleset
				alternatives = append(alternatives, q)
			}
		}
		for _, choice := range slices.Clone(choices) {
			for _, q := range alternatives {
				for _, r := range q.Readings {
					if r.ID != readingIn(d, choice, q) {
						if x := together(d, choice, q, r); x != nil {
							choices = append(choices, x)
						}
					}
				}
			}
		}
		several := len(stars)+len(alternatives) > 0
		for _, choice := range choices {
			in, more := d.Interpret(choice)
			if len(more) > 0 {
				// Readings that were multiplied may exclude each other; what was typed
				// has been looked at above.
				fmt.Fprintf(a.stderr, "note: left out: %s{%s}: %s\n", d.ID, strings.ReplaceAll(choice.String(), " ", ","), oneLine(more[0].Error()))
				continue
			}
			add(in, choice, t, !several)
		}
		for _, q := range append(stars, alternatives...) {
			for _, r := range q.Readings {
				if !r.Playable() {
					fmt.Fprintf(a.stderr, "note: left out: %s{%s=%s} cannot be played yet: %s\n", d.ID, q.Name(), r.ID, oneLine(r.NotPlayable))
				}
			}
		}
	}
	if len(out) > mostCompared {
		errs.Add(yamlpos.Pos{File: "RULESET"}, fmt.Sprintf("%d interpretations", len(out)), fmt.Sprintf("at most %d", mostCompared), "these are more than anybody reads")
	}
	return out, errs.Err()
}

// nowhere says which questions of --questions none of the rulesets has.
func nowhere(names []string, defs []*rulesets.Definition) yamlpos.Errors {
	var errs yamlpos.Errors
	var ids, all []string
	for _, d := range defs {
		if d == nil || slices.Contains(ids, d.ID) {
			continue
		}
		ids = append(ids, d.ID)
		for _, q := range d.Questions {
			if !slices.Contains(all, q.Name()) {
				all = append(all, q.Name())
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	for _, name := range names {
		name = strings.TrimSpace(name)
		if slices.ContainsFunc(defs, func(d *rulesets.Definition) bool { return d != nil && d.Question(name) != nil }) {
			continue
		}
		hint := ""
		if near := yamlpos.DidYouMean(name, all); near != "" {
			hint = "; " + near
		}
		errs.Add(yamlpos.Pos{File: "--questions"}, yamlpos.Quote(name), "a question of "+strings.Join(ids, " or ")+": "+strings.Join(all, ", "), "there is no such question%s", hint)
	}
	return errs
}

// readingIn is the reading that a choice has of a question, the default when it
// has none.
func readingIn(d *rulesets.Definition, choice rulesets.Choice, q *rulesets.Question) string {
	for name, r := range choice {
		if d.Question(name) == q {
			return r
		}
	}
	return q.Default
}

// together adds a reading to a choice, with those that it cannot be without: under
// which its question arises, and which it does not exclude. What was chosen before
// stays. It returns nil for a reading that cannot be played.
func together(d *rulesets.Definition, choice rulesets.Choice, q *rulesets.Question, r *rulesets.Reading) rulesets.Choice {
	if !r.Playable() {
		return nil
	}
	out := rulesets.Choice{}
	for _, alt := range d.Alternatives() {
		if alt.Question == q && (alt.Reading == r || r.ID == q.Default) {
			maps.Copy(out, alt.Choice)
			break
		}
	}
	if r.ID == q.Default {
		// Only what makes the question arise: a default excludes no default.
		for name := range out {
			if q.AskedWhen[name] == nil && q.AskedWhen[d.Question(name).Name()] == nil {
				delete(out, name)
			}
		}
	}
	maps.Copy(out, choice)
	out[q.ID] = r.ID
	return out
}

// comparisonJSON is a comparison as other programs see it.
func comparisonJSON(c *verify.Comparison) any {
	type pick = map[string]string
	type columnJSON struct {
		Label          string         `json:"label"`
		Ruleset        string         `json:"ruleset"`
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
	}
	type cellJSON struct {
		Column string `json:"column"`
		Sign   string `json:"sign"` // to the first column that has an answer
		settlementJSON
		Sentences   []string `json:"sentences"`
		Definitions []string `json:"definitions"`
	}
	type dimensionJSON struct {
		Dimension string     `json:"dimension"`
		Sign      string     `json:"sign"`
		Cells     []cellJSON `json:"columns"`
	}
	type statementJSON struct {
		Ruleset   string          `json:"ruleset"`
		Statement string          `json:"statement"`
		Sentences map[string]pick `json:"columns"`
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
	type questionCellJSON struct {
		Column   string  `json:"column"`
		Question string  `json:"question"`
		Reading  *string `json:"reading"` // null where the question does not arise
		Picked   bool    `json:"picked"`
		Weight   int     `json:"weight"`
		Kind     string  `json:"kind"`
	}
	type questionJSON struct {
		ID     string             `json:"id"`
		Asks   string             `json:"asks"`
		Differ bool               `json:"differ"`
		Cells  []questionCellJSON `json:"columns"`
	}
	type measureJSON struct {
		Column   string       `json:"column"`
		Metric   string       `json:"metric"`
		Estimate estimateJSON `json:"estimate"`
		LeftOut  int          `json:"left_out"`
		Sign     verify.Sign  `json:"against_first"`
		Agent    string       `json:"agent"`
		Games    int          `json:"games"`
		Seed     uint64       `json:"seed"`
		Cap      int          `json:"cap"`
		Cut      bool         `json:"interrupted,omitempty"`
	}
	type testJSON struct {
		A           string       `json:"a"`
		B           string       `json:"b"`
		Metric      string       `json:"metric"`
		From        estimateJSON `json:"from"`
		To          estimateJSON `json:"to"`
		Difference  estimateJSON `json:"difference"`
		Low         *float64     `json:"corrected_low"`
		High        *float64     `json:"corrected_high"`
		P           *float64     `json:"p"`
		Holm        *float64     `json:"p_corrected"`
		Test        string       `json:"test"`
		Paired      bool         `json:"paired"`
		Level       float64      `json:"level"`
		Comparisons int          `json:"tests"`
		LeftOut     int          `json:"left_out"`
		Sign        verify.Sign  `json:"sign"`
		Agent       string       `json:"agent"`
		Games       [2]int       `json:"games"`
		Seed        uint64       `json:"seed"`
		Cap         int          `json:"cap"`
		Cut         bool         `json:"interrupted,omitempty"`
	}
	type notDoneJSON struct {
		Interpretation string `json:"interpretation"`
		Played         int    `json:"played"`
		Games          int    `json:"games"`
	}
	columns, dimensions, statements, pairs := []columnJSON{}, []dimensionJSON{}, []statementJSON{}, []pairJSON{}
	label := func(i int) string { return c.Columns[i].Label }
	for _, col := range c.Columns {
		n := col.Left
		columns = append(columns, columnJSON{col.Label, col.Interpretation.Definition.ID, col.Name(), append([]string{}, col.Picks()...), col.Interpretation.Definition.Records,
			n.Left, n.ByWeight, n.ByKind, n.Shared, n.Pinned, n.Moot, orNull(col.Failure)})
	}
	for i := range c.Dimensions {
		row := &c.Dimensions[i]
		j := dimensionJSON{row.ID, string(row.Sign), []cellJSON{}}
		for k := range row.Cells {
			if x := &row.Cells[k]; x.Settlement != nil {
				j.Cells = append(j.Cells, cellJSON{label(k), string(x.Sign), settlementOf(x.Settlement), append([]string{}, x.Sentences...), append([]string{}, x.Definitions...)})
			}
		}
		dimensions = append(dimensions, j)
	}
	for _, s := range c.Statements {
		j := statementJSON{s.Ruleset, s.ID, map[string]pick{}}
		for k, st := range s.Statements {
			if st == nil {
				continue
			}
			p := pick{"id": st.ID, "sentence": s.Sentences[k]}
			if st.Question != nil {
				p["question"], p["reading"] = st.Question.Name(), st.Reading.ID
			}
			j.Sentences[label(k)] = p
		}
		statements = append(statements, j)
	}
	for i := range c.Pairs {
		p := &c.Pairs[i]
		j := pairJSON{A: label(p.A), B: label(p.B), Differ: p.Differ, Compared: p.Compared, Otherwise: p.Otherwise, NotSettled: p.NotSettled, NoIssue: p.NoIssue,
			OtherTerms: p.OtherTerms, OneOnly: p.OneOnly, OneTestimony: p.OneTestimony, Differing: append([]string{}, p.Differing...),
			SaidByOne: [2][]string{idsOf(p.SaidByOne[0]), idsOf(p.SaidByOne[1])}, Reordered: [2][]string{idsOf(p.Reordered[0]), idsOf(p.Reordered[1])}}
		if d, ok := p.Distance(); ok {
			j.Distance = &d
		}
		if p.SameRuleset {
			j.Statements = &p.Statements
		}
		pairs = append(pairs, j)
	}
	testimony, shared, questions := []testimonyJSON{}, []sharedJSON{}, []questionJSON{}
	for _, t := range c.Testimony {
		testimony = append(testimony, testimonyJSON{[2]string{t.A.ID, t.B.ID}, t.Rulesets, t.Passage, t.Source, t.Shared, append([]string{}, t.Relations...)})
	}
	for _, s := range c.Clauses {
		shared = append(shared, sharedJSON{s.Text, clauses(s.Clauses)})
	}
	for i := range c.Questions {
		q := &c.Questions[i]
		j := questionJSON{q.ID, q.Asks, q.Differ(), []questionCellJSON{}}
		for k, x := range q.Cells {
			if x.Question == nil {
				continue
			}
			cell := questionCellJSON{Column: label(k), Question: x.Question.Name(), Picked: x.Pinned, Weight: x.Question.Weight, Kind: x.Question.Kind}
			if x.Reading != nil {
				cell.Reading = &x.Reading.ID
			}
			j.Cells = append(j.Cells, cell)
		}
		questions = append(questions, j)
	}
	metrics, tests := []measureJSON{}, []testJSON{}
	for _, m := range c.Metrics {
		metrics = append(metrics, measureJSON{label(m.Column), m.Metric, estimate(m.Estimate), m.LeftOut, m.Sign, "random", m.Stats.Played, m.Stats.Seed, m.Stats.Cap, m.Cut})
	}
	for i := range c.Tests {
		t := &c.Tests[i]
		a, b := c.Columns[t.A], c.Columns[t.B]
		tests = append(tests, testJSON{a.Label, b.Label, t.Metric, estimate(t.From), estimate(t.To), estimate(t.Difference.Estimate), finite(t.Low), finite(t.High), finite(t.Difference.P), finite(t.Holm),
			t.Name, t.Paired, verify.Level, t.Comparisons, t.LeftOut, t.Sign, "random", [2]int{a.Stats.Played, b.Stats.Played}, c.Options.Seed, c.Options.Cap, t.Cut})
	}
	var left []notDoneJSON
	for i, col := range c.Columns {
		if c.Short(i) {
			left = append(left, notDoneJSON{col.Name(), col.Played(), c.Options.Games})
		}
	}
	return struct {
		Columns     []columnJSON    `json:"columns"`
		Dimensions  []dimensionJSON `json:"dimensions"`
		Statements  []statementJSON `json:"statements"`
		Pairs       []pairJSON      `json:"pairs"`
		Testimony   []testimonyJSON `json:"testimony"`
		Shared      []sharedJSON    `json:"shared_clauses"`
		Questions   []questionJSON  `json:"questions"`
		Metrics     []measureJSON   `json:"metrics"`
		Tests       []testJSON      `json:"tests"`
		Repeat      string          `json:"repeat"`
		Interrupted bool            `json:"interrupted,omitempty"`
		NotDone     []notDoneJSON   `json:"not_done,omitempty"`
	}{columns, dimensions, statements, pairs, testimony, shared, questions, metrics, tests, report.Again(c), c.Interrupted, left}
}
