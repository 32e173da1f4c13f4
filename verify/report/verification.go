package report

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Names of the tables that people get, besides tPlay; cells link to each other by them.
const (
	tQuestions  = "Questions"
	tPartings   = "Where readings part"
	tClauses    = "Clauses and statements"
	tEdges      = "Edge cases"
	tComparison = "Comparison"
	tProved     = "Solved scales"
	tFindings   = "Findings"
	tMethod     = "Method"
	tNotDone    = "Not done"
)

// Names of the tables that programs get.
const (
	tAllFindings  = "All findings"
	tRecords      = "Records"
	tAllClauses   = "Clauses"
	tStatements   = "Statements"
	tAllQuestions = "Questions in full"
	tReadings     = "Readings"
	tAllPairs     = "Every pair of readings"
	tThrows       = "Throws"
	tExamples     = "Examples"
	tMetrics      = "Metrics"
	tVerdicts     = "Verdicts"
	tAllEdges     = "Edge cases in full"
	tSearches     = "Searches"
	tRanking      = "Consequence"
	tTouched      = "Touched"
	tChanges      = "Changes"
	tCombinations = "Combinations"
	tUses         = "Statements in play"
	tScores       = "Scores"
	tMeasures     = "Measures"
)

// Verification makes the report of a run of the verifier: everything that was
// found, beside the evidence, the statements and the questions it is about.
// version is that of the program.
func Verification(res *verify.Result, version string) (*Report, error) {
	o := res.Options
	v := &verification{res: res, games: map[string]*rulesets.Game{}}
	var names []string
	for _, t := range res.Targets {
		names = append(names, t.Definition.ID)
	}
	r := &Report{
		Paged:    true,
		Title:    "Verification of " + v.about(),
		Subtitle: "What the evidence says, what the ruleset makes of it, and what the doubts do",
		About: []string{
			"Each ruleset is an executable description of a game, made from the evidence clause by clause. Where the text is ambiguous, silent, contradictory or corrupt there is a question with several readings. The default interpretation takes one reading of each; every other reading was played against it.",
			"The sentence beside a clause is made from the rule that is played, not written by hand: if it does not say what the clause says, the ruleset is wrong.",
			"Whatever is said about play comes with its sample. “None seen” means that a sample showed nothing; “none” that everything was searched.",
		},
		AboutWorkbook: []string{"Questions has columns for what you hold of a reading: verdict, comment, name and date. They are kept when a report is written to the same workbook again."},
		Facts: [][2]string{
			{"Lectio", version},
			{"Rulesets", strings.Join(names, ", ")},
			{"Seed", fmt.Sprint(o.Seed)},
			{"Agent", agents(o.Trainings)},
			{"Games of the default interpretation", fmt.Sprint(o.Games)},
			{"Games of each alternative", fmt.Sprint(o.AltGames)},
			{"Cap", fmt.Sprintf("%d single moves a game", o.Cap)},
			{"Games in step for each pair of readings", fmt.Sprintf("at most %d games at random and %d moves", o.PairGames, o.PairPlies)},
		},
	}
	if len(o.Only) > 0 {
		r.Facts = append(r.Facts, [2]string{"Checks", strings.Join(o.Only, ", ") + ", and no others"})
	}
	for _, e := range res.LeftOut {
		r.Facts = append(r.Facts, [2]string{"Left out, for an error", e.Error()})
	}
	if res.OutOfTime {
		r.Facts = append(r.Facts, [2]string{"Out of time", v.interrupted()})
	} else if res.Interrupted {
		r.Facts = append(r.Facts, [2]string{"Interrupted", v.interrupted()})
	}
	for _, t := range v.tables(version) {
		if len(t.Rows) == 0 {
			continue
		}
		t.markCut()
		t.DropEmpty()
		r.Tables = append(r.Tables, t)
	}
	r.Briefs = v.briefs()
	r.Citation = v.citation(version)
	v.cite(r)
	r.Tables = linked(r.Tables) // what an interrupted run has not filled cannot be led to
	r.AddCharts(v.charts()...)
	return r, nil
}

// cite has the report cite what the clauses of its rulesets say.
func (v *verification) cite(r *Report) {
	for _, t := range v.res.Targets {
		r.cite(t.Corpus.Of(t.Definition).Evidence, t.Definition.Records, asItIs)
	}
}

// BriefReport makes a report of the briefs of a run, and of nothing else. version is that of
// the program.
func BriefReport(res *verify.Result, version string) *Report {
	v := &verification{res: res}
	r := &Report{Title: "Brief of " + v.about(), Subtitle: "How far it is settled, what holds of play, and the doubts that matter most",
		Facts: [][2]string{{"Lectio", version}}, Briefs: v.briefs(), Citation: v.citation(version)}
	v.cite(r)
	for _, b := range r.Briefs { // there are no tables to lead to
		for _, p := range b.Parts {
			for i := range p.Lines {
				p.Lines[i].Link = nil
			}
		}
	}
	return r
}

// about names the rulesets, or says how many there are where the briefs name them.
func (v *verification) about() string {
	var titles []string
	for _, t := range v.res.Targets {
		titles = append(titles, t.Definition.Title)
	}
	if len(titles) > 3 {
		return count(len(titles), "ruleset")
	}
	return strings.Join(titles, ", ")
}

// tables are all tables, those for people first.
func (v *verification) tables(version string) []*Table {
	people := []*Table{v.notDone(), v.questions(), v.partings(), v.clauses(), v.checked(), v.edges(), v.play(), v.measures(), v.comparison(), v.proved(),
		v.findings(), v.method(version)}
	raw := []*Table{v.allFindings(), v.records(), v.allClauses(), v.statements(), v.allQuestions(), v.readings(), v.ranking(),
		v.allPairs(), v.touched(), v.changes(), v.combinations(), v.throws(), v.allEdges(), v.searches(), v.metrics(),
		v.scores(), v.uses(), v.examples(), v.verdicts(), v.checks()}
	for _, t := range raw {
		t.Raw = true
	}
	return append(people, raw...)
}

// interrupted says how far a run came that was stopped.
func (v *verification) interrupted() string {
	if len(v.res.NotDone) == 0 {
		return "a larger run was stopped before it was done; this one was done before, and is whole"
	}
	return fmt.Sprintf("after %d of %d tasks; %s lists what was not done and is not known; figures that rest on it are marked as cut short",
		v.res.Run.Done, v.res.Run.Tasks, tNotDone)
}

// notDone lists what was not done in a run that was stopped.
func (v *verification) notDone() *Table {
	t := &Table{Name: tNotDone, Title: "Not done",
		About: "What the run was stopped before. It is not known: there is no finding and no verdict of it. Figures that rest on it are marked as cut short where they stand.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "check", Title: "Check"},
			{Key: "title", Title: "Finds", MaxWidth: 60}, {Key: "tasks", Title: "Tasks", Kind: KindInteger},
			{Key: "begun", Title: "Not begun", Kind: KindInteger}, {Key: "short", Title: "Cut short", Kind: KindInteger}}}
	for _, u := range v.res.NotDone {
		t.Rows = append(t.Rows, Row{Key: u.Ruleset + "/" + u.Check, Cells: []Cell{Text(u.Ruleset),
			Text(u.Check).To(tMethod, u.Check), Text(v.res.Checks.Find(u.Check).Title),
			Integer(u.Tasks), Integer(u.NotBegun), Integer(u.CutShort)}})
	}
	return t
}

type verification struct {
	res   *verify.Result
	games map[string]*rulesets.Game // under single readings
}

// clauseCell lists clauses, each leading to its row.
func clauseCell(names []string) Cell {
	c := Cell{Text: strings.Join(names, ", "), Rests: names}
	for _, n := range names {
		c.Links = append(c.Links, Link{Table: tClauses, Row: n, Text: n})
	}
	return c
}

func refNames(refs []rulesets.ClauseRef) []string {
	var out []string
	for _, r := range refs {
		out = append(out, r.String())
	}
	return out
}

func statementKey(d *rulesets.Definition, s *rulesets.Statement) string {
	if s.Question != nil {
		return fmt.Sprintf("%s/%s=%s/%s", d.ID, s.Question.Name(), s.Reading.ID, s.ID)
	}
	return d.ID + "/" + s.ID
}

// asked reports whether the run was to have the check that contributes such rows.
func (v *verification) asked(rows verify.Rows) bool {
	c := v.res.Contributing(rows)
	return c != nil && v.res.Options.Asked(c.ID)
}

func (v *verification) target(id string) *verify.Target {
	for _, t := range v.res.Targets {
		if t.Definition.ID == id {
			return t
		}
	}
	return nil
}

func (v *verification) allFindings() *Table {
	t := &Table{Name: tAllFindings, Title: "All findings", About: "What the checks found, the gravest first. An error breaks a promise of the method; a warning deserves a look; a note is for the record.",
		Columns: []Column{
			{Key: "severity", Title: "Severity", Kind: KindSeverity}, {Key: "check", Title: "Check", About: "id of the check; its row says what it asks"},
			{Key: "ruleset", Title: "Ruleset"}, {Key: "question", Title: "Question"}, {Key: "clauses", Title: "Clauses", MaxWidth: 28}, {Key: "statement", Title: "Statement"},
			{Key: "message", Title: "Finding", MaxWidth: 80}, lineColumn,
			{Key: "place", Title: "Place", About: "file, line and column", MaxWidth: 40},
		}}
	for i, f := range v.res.Findings {
		st := Text(f.Statement)
		if tg := v.target(f.Ruleset); tg != nil && f.Statement != "" {
			st = st.To(tStatements, v.statementRow(tg, f))
		}
		line := Cell{}
		if f.Line != nil {
			line = LineCell(f.Line)
		}
		t.Rows = append(t.Rows, Row{Key: fmt.Sprintf("finding %d", i+1), Cells: []Cell{
			Text(f.Severity.String()), Text(f.ID).To(tMethod, f.ID), Text(f.Ruleset), v.question(f.Ruleset, f.Question), clauseCell(f.Clauses), st, Text(f.Message), line, Text(f.Pos.String())}})
	}
	return t
}

// shortened returns a cell of which people get the beginning, and programs the whole.
func shortened(s string, n int) Cell {
	c := Text(s)
	if r := []rune(s); len(r) > n {
		c.Short = string(r[:n]) + fmt.Sprintf(" … (%d characters more)", len(r)-n)
	}
	return c
}

func (v *verification) statementRow(t *verify.Target, f verify.Finding) string {
	for _, s := range t.Definition.EveryStatement() {
		if s.ID == f.Statement && (s.Pos.Line <= f.Pos.Line && f.Pos.File == s.Pos.File || s.Question == nil) {
			key := statementKey(t.Definition, s)
			if s.Question == nil || f.Question == s.Question.Name() {
				return key
			}
		}
	}
	for _, s := range t.Definition.EveryStatement() {
		if s.ID == f.Statement {
			return statementKey(t.Definition, s)
		}
	}
	return ""
}

func (v *verification) records() *Table {
	t := &Table{Name: tRecords, Title: "Records", About: "The pieces of evidence behind the rulesets.",
		Columns: []Column{{Key: "id", Title: "Record"}, {Key: "game", Title: "Game"}, {Key: "ruleset", Title: "Ruleset"}, {Key: "type", Title: "Type"}, {Key: "date", Title: "Date (EDTF)"}, {Key: "of", Title: "Date of"},
			{Key: "place", Title: "Place"}, {Key: "source", Title: "Source", MaxWidth: 60}, {Key: "locator", Title: "Locator"}, {Key: "uncertainty", Title: "Uncertainty", MaxWidth: 40},
			{Key: "clauses", Title: "Clauses", Kind: KindInteger}, {Key: "note", Title: "Note", MaxWidth: 60}}}
	seen := map[string]bool{}
	for _, tg := range v.res.Targets {
		for _, r := range tg.Evidence() {
			if seen[r.ID] {
				continue
			}
			seen[r.ID] = true
			var date, of, source string
			if r.Date != nil {
				date, of = r.Date.EDTF.String(), r.Date.Of
			}
			if s := tg.Corpus.Of(tg.Definition).Evidence.Source(r.Source.Key); s != nil {
				source = s.Cite()
			}
			t.Rows = append(t.Rows, Row{Key: r.ID, Cells: []Cell{Text(r.ID), Text(r.Game), Text(tg.Definition.ID), Text(r.Type), Text(date), Text(of), Text(r.Location.Called()), Text(source), Text(r.Source.Locator),
				Text(strings.Join(r.Reasons(), ", ")), Integer(len(r.Clauses)), Text(r.Note)}})
		}
	}
	return t
}

func (v *verification) allClauses() *Table {
	t := &Table{Name: tAllClauses, Title: "Clauses", About: "Every clause of every record, once, with what became of it: enforced (an example names it and fails without what it warrants), questioned, or not a rule.",
		Columns: []Column{{Key: "clause", Title: "Clause"}, {Key: "layer", Title: "Layer"}, {Key: "text", Title: "What it says (our words)", MaxWidth: 70}, {Key: "wording", Title: "Wording in doubt", MaxWidth: 30},
			{Key: "standing", Title: "Standing"}, {Key: "statements", Title: "Statements that rest on it", MaxWidth: 30}, {Key: "sentences", Title: "What they say (generated)", MaxWidth: 70},
			{Key: "questions", Title: "Questions", MaxWidth: 24}, {Key: "examples", Title: "Examples", MaxWidth: 30}, {Key: "why", Title: "Why it is no rule", MaxWidth: 40}, {Key: "relations", Title: "Relations", MaxWidth: 30}}}
	seen := map[string]bool{}
	for _, tg := range v.res.Targets {
		for _, c := range tg.Clauses {
			if seen[c.Name()] {
				continue
			}
			seen[c.Name()] = true
			var ids, sentences, qs []string
			st, q, ex := Cell{}, Cell{}, Cell{}
			said := map[string]bool{}
			for _, s := range c.Statements {
				key := statementKey(tg.Definition, s)
				if !said[s.ID] {
					ids = append(ids, s.ID)
				}
				said[s.ID] = true
				st.Links = append(st.Links, Link{Table: tStatements, Row: key, Text: key})
				if s.Question == nil || s.Reading.ID == s.Question.Default {
					if tg.Game != nil {
						sentences = append(sentences, edition.Sentence(tg.Game, s))
					}
				}
			}
			st.Text = strings.Join(ids, ", ")
			for _, x := range c.Questions {
				qs = append(qs, x.Name())
				q.Links = append(q.Links, Link{Table: tQuestions, Row: v.questionRow(tg.Definition.ID, x.Name()), Text: x.Name()})
			}
			q.Text = strings.Join(qs, ", ")
			for _, x := range c.Examples {
				ex.Links = append(ex.Links, Link{Table: tExamples, Row: tg.Definition.ID + "/" + x, Text: x})
			}
			ex.Text = strings.Join(c.Examples, ", ")
			var rel []string
			for _, k := range []struct {
				word string
				to   int
			}{{"supports", len(c.Clause.Supports)}, {"adds to", len(c.Clause.Adds)}, {"contradicts", len(c.Clause.Contradicts)}, {"lacks", len(c.Clause.Lacks)}} {
				if k.to == 0 {
					continue
				}
				refs := c.Clause.Supports
				switch k.word {
				case "adds to":
					refs = c.Clause.Adds
				case "contradicts":
					refs = c.Clause.Contradicts
				case "lacks":
					refs = c.Clause.Lacks
				}
				var names []string
				for _, x := range refs {
					names = append(names, x.String())
				}
				rel = append(rel, k.word+" "+strings.Join(names, ", "))
			}
			t.Rows = append(t.Rows, Row{Key: c.Name(), Cells: []Cell{Text(c.Name()).To(tRecords, c.Record.ID), Text(c.Clause.In), Text(c.Clause.Text), Text(strings.Join(c.Clause.Wording, "; ")),
				Text(c.Standing()), st, Text(strings.Join(sentences, "\n")), q, ex, Text(c.Clause.Why), Text(strings.Join(rel, "; "))}})
		}
		for _, r := range tg.Evidence() {
			for _, o := range r.Observations {
				if name := r.Ref(int(o.N)).String(); !seen[name] {
					seen[name] = true
					t.Rows = append(t.Rows, v.observation(tg, r, o))
				}
			}
		}
	}
	return t
}

func (v *verification) statements() *Table {
	t := &Table{Name: tStatements, Title: "Statements", About: "Everything the rulesets state, with the sentence made from it and what warrants it. A statement with a question belongs to one of its readings.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "id", Title: "Statement"}, {Key: "kind", Title: "Kind"}, {Key: "sentence", Title: "What it says (generated)", MaxWidth: 80},
			{Key: "warrant", Title: "Warrant", MaxWidth: 34}, {Key: "assumed", Title: "Assumed because", MaxWidth: 50}, {Key: "question", Title: "Question"}, {Key: "reading", Title: "Reading"},
			{Key: "default", Title: "By default"}, {Key: "place", Title: "Place", MaxWidth: 40}}}
	for _, tg := range v.res.Targets {
		d := tg.Definition
		for _, s := range d.EveryStatement() {
			q, rd, def := Cell{}, Cell{}, "yes"
			g := tg.Game
			if s.Question != nil {
				q = Text(s.Question.Name()).To(tQuestions, v.questionRow(d.ID, s.Question.Name()))
				rd = Text(s.Reading.ID).To(tReadings, readingKey(d, s.Question, s.Reading))
				if s.Reading.ID != s.Question.Default {
					def = "no"
					if h := v.gameOf(tg, s.Question, s.Reading); h != nil {
						g = h
					}
				}
			}
			sentence := ""
			if g != nil {
				sentence = edition.Sentence(g, s)
			}
			t.Rows = append(t.Rows, Row{Key: statementKey(d, s), Cells: []Cell{Text(d.ID), Text(s.ID), Text(s.Kind), Text(sentence), clauseCell(refNames(s.Warrant)), Text(s.Assumed), q, rd, Text(def), Text(s.Pos.String())}})
		}
	}
	return t
}

func readingKey(d *rulesets.Definition, q *rulesets.Question, r *rulesets.Reading) string {
	return fmt.Sprintf("%s/%s=%s", d.ID, q.Name(), r.ID)
}

func (v *verification) allQuestions() *Table {
	t := &Table{Name: tAllQuestions, Title: "Questions", About: "The places where the evidence leaves a doubt. Weight 3 changes who wins or leaves the game unplayable, 2 often changes what is legal, 1 is rare or cosmetic.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "question", Title: "Question"}, {Key: "asks", Title: "What it asks", MaxWidth: 60}, {Key: "kind", Title: "Kind"}, {Key: "weight", Title: "Weight", Kind: KindInteger},
			{Key: "about", Title: "About", MaxWidth: 34}, {Key: "default", Title: "Default"}, {Key: "because", Title: "Why this is the default", MaxWidth: 60}, {Key: "readings", Title: "Readings", Kind: KindInteger}, {Key: "arises", Title: "Arises only under", MaxWidth: 30}}}
	for _, tg := range v.res.Targets {
		d := tg.Definition
		for _, q := range d.Questions {
			def := Text(q.Default).To(tReadings, d.ID+"/"+q.Name()+"="+q.Default)
			t.Rows = append(t.Rows, Row{Key: d.ID + "/" + q.Name(), Cells: []Cell{Text(d.ID), Text(q.Name()), Text(q.Asks), Text(q.Kind), Integer(q.Weight), clauseCell(refNames(q.About)), def, Text(q.DefaultWhy), Integer(len(q.Readings)), Text(askedWhen(q))}})
		}
	}
	return t
}

func askedWhen(q *rulesets.Question) string {
	var parts []string
	for name, readings := range q.AskedWhen {
		parts = append(parts, name+"="+strings.Join(readings, " or "))
	}
	sort.Strings(parts)
	return strings.Join(parts, " and ")
}

func (v *verification) readings() *Table {
	t := &Table{Name: tReadings, Title: "Readings", About: "The answers to each question, who holds them and on what basis, and what games at random come to under each, all else as by default.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "question", Title: "Question"}, {Key: "reading", Title: "Reading"}, {Key: "default", Title: "Default"}, {Key: "basis", Title: "Basis"}, {Key: "because", Title: "Because", MaxWidth: 60}, {Key: "held", Title: "Held by", MaxWidth: 30},
			{Key: "says", Title: "What it states (generated)", MaxWidth: 70}, {Key: "not", Title: "Not playable because", MaxWidth: 40}, {Key: "plies", Title: "Moves a game with passes", Kind: KindNumber, Decimals: 1, About: "mean of the games that ended"},
			{Key: "first", Title: "First player", Kind: KindNumber, Decimals: 3, About: "the share of who begins of the games that had a winner"}, {Key: "games", Title: "Games", Kind: KindInteger}}}
	for _, tg := range v.res.Targets {
		d := tg.Definition
		for _, q := range d.Questions {
			for _, r := range q.Readings {
				def := "no"
				if r.ID == q.Default {
					def = "yes"
				}
				row := Row{Key: readingKey(d, q, r), Cells: []Cell{Text(d.ID), Text(q.Name()).To(tQuestions, v.questionRow(d.ID, q.Name())), Text(r.ID), Text(def), Text(r.Basis), Text(r.Because), Text(strings.Join(r.HeldBy, "; ")), Text(strings.Join(v.says(tg, q, r), "\n")), Text(r.NotPlayable)}}
				var of *verify.Metrics
				row.Cut = v.res.Lacks(d.ID, verify.MetricRows)
				for i := range v.res.Metrics {
					if m := &v.res.Metrics[i]; m.Ruleset == d.ID && (m.Question == q.Name() && m.Reading == r.ID || m.Default && r.ID == q.Default) {
						of, row.Cut = m, m.Cut
					}
				}
				row.Cells = append(row.Cells, statCells(of)...)
				t.Rows = append(t.Rows, row)
			}
		}
	}
	return t
}

// says gives the sentences made from what a reading states.
func (v *verification) says(tg *verify.Target, q *rulesets.Question, r *rulesets.Reading) []string {
	var out []string
	if g := v.gameOf(tg, q, r); g != nil && r.Playable() {
		for _, s := range r.Statements {
			out = append(out, edition.Sentence(g, s))
		}
	}
	if r.ID == q.Default {
		out = append(out, standing(tg, q)...)
	}
	if len(r.Without) > 0 {
		out = append(out, "Leaves out: "+strings.ReplaceAll(strings.Join(r.Without, ", "), "_", " ")+".")
	}
	return out
}

// gameOf is the game under a reading, all else as by default; the default's where it
// cannot be played.
func (v *verification) gameOf(tg *verify.Target, q *rulesets.Question, r *rulesets.Reading) *rulesets.Game {
	if r.ID == q.Default {
		return tg.Game
	}
	key := readingKey(tg.Definition, q, r)
	if g, ok := v.games[key]; ok {
		return g
	}
	g := tg.Game
	for _, a := range tg.Definition.Alternatives() {
		if a.Question == q && a.Reading == r {
			if h, errs := tg.Definition.Game(a.Choice); len(errs) == 0 {
				g = h
			}
		}
	}
	v.games[key] = g
	return g
}

// standing gives the sentences of the ruleset's own statements that hold under
// the default reading of a question, and that its other readings replace or
// leave out.
func standing(tg *verify.Target, q *rulesets.Question) []string {
	var out []string
	seen := map[string]bool{}
	add := func(id string) {
		if seen[id] || tg.Game == nil {
			return
		}
		seen[id] = true
		if s := tg.Game.Statement(id); s != nil && s.Question == nil {
			out = append(out, edition.Sentence(tg.Game, s))
		}
	}
	for _, r := range q.Readings {
		if r.ID == q.Default {
			continue
		}
		for _, s := range r.Statements {
			if s.Replaces != "" {
				add(s.Replaces)
			}
		}
		for _, w := range r.Without {
			add(w)
		}
	}
	return out
}

func statCells(m *verify.Metrics) []Cell {
	if m == nil {
		return []Cell{{}, {}, {}}
	}
	return []Cell{num(m.Frame.Figure("moves", m.Stats).Value), num(m.FirstPlayer().Value), Integer(m.Played)}
}

// num leaves a cell empty where there is no number.
func num[F ~float64](x F) Cell {
	f := float64(x)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Cell{}
	}
	return Number(f)
}

func (v *verification) allPairs() *Table {
	t := &Table{Name: tAllPairs, Title: "Every pair of readings", About: "Every pair of readings of a question, with the shortest line from the start on which they were seen to part: searched in breadth over all throws and moves, and where that found nothing in games played in step with the same throws and moves. The parting is proved the earliest where the search was complete up to it. A line can be played again with lectio play --replay.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "question", Title: "Question"}, {Key: "first", Title: "First reading"}, {Key: "second", Title: "Second reading"}, {Key: "verdict", Title: "Verdict"}, {Key: "moves", Title: "After moves", Kind: KindInteger}, {Key: "earliest", Title: "Earliest", About: "proved: no line of fewer moves shows a difference"},
			{Key: "how", Title: "How they part", MaxWidth: 70}, {Key: "clauses", Title: "Clauses behind it", MaxWidth: 28}, lineColumn, {Key: "example", Title: "Example that tells them apart"}, {Key: "depth", Title: "Searched to moves", Kind: KindInteger, About: "single moves from the start to which the search in breadth was complete"}, {Key: "positions", Title: "Pairs of positions", Kind: KindInteger}, {Key: "games", Title: "Games in step", Kind: KindInteger}, {Key: "searched", Title: "Moves in step", Kind: KindInteger}}}
	for _, p := range v.res.Partings {
		verdict, moves, line, earliest := string(verify.NoneSeen), Cell{}, Cell{}, ""
		if p.Search.Exhausted {
			verdict = string(verify.None)
		}
		if p.Found != nil {
			verdict = string(verify.Found)
			moves = Integer(p.Found.Plies)
			line = LineCell(p.Found.A)
			if earliest = "not proved"; p.Search.Proved(p.Found) {
				earliest = "proved"
			}
		}
		ex := Text(p.Example)
		if p.Example != "" {
			ex = ex.To(tExamples, p.Ruleset+"/"+p.Example)
		}
		t.Rows = append(t.Rows, Row{Cut: p.Cut, Key: fmt.Sprintf("%s/%s/%s/%s", p.Ruleset, p.Question.Name(), p.A.ID, p.B.ID), Cells: []Cell{
			Text(p.Ruleset), v.question(p.Ruleset, p.Question.Name()), Text(p.A.ID), Text(p.B.ID), Text(verdict), moves, Text(earliest),
			Text(p.Difference()), clauseCell(p.Clauses), line, ex, Integer(max(p.Search.Depth, 0)), Integer(p.Search.Positions), Integer(p.Search.Games), Integer(p.Search.Plies)}})
	}
	return t
}

func (v *verification) throws() *Table {
	t := &Table{Name: tThrows, Title: "Throws and sequences", About: "Every throw, what it puts up to be played, and how much of it can be played from the opening, from a crowded position in the middle of a game, with men waiting to enter, where little can be played, and with few men left.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "stage", Title: "Stage"}, {Key: "throw", Title: "Throw"}, {Key: "ways", Title: "Chance", Kind: KindFraction}, {Key: "parts", Title: "Parts", MaxWidth: 40}, {Key: "order", Title: "Order"},
			{Key: "clauses", Title: "Clauses", MaxWidth: 30}, {Key: "sentence", Title: "What is stated (generated)", MaxWidth: 60}, {Key: "from", Title: "From"}, {Key: "results", Title: "Results", About: "distinct final positions; “at least” where counting stopped"},
			{Key: "played", Title: "Parts played at most", Kind: KindInteger}, {Key: "line", Title: "A longest line", MaxWidth: 60}, replayColumn}}
	for _, s := range v.res.Sequences {
		for _, f := range s.From {
			n := fmt.Sprint(f.Results)
			if !f.Complete {
				n = "at least " + n // a turn that goes on for too long may have no more
			}
			t.Rows = append(t.Rows, Row{Cut: s.Cut, Key: s.Ruleset + "/" + s.Stage + "/" + s.Throw + "/" + f.Name, Cells: []Cell{Text(s.Ruleset), Text(s.Stage), Text(s.Throw), Text(s.Ways), Text(strings.Join(s.Parts, " ")), Text(s.Order),
				clauseCell(refNames(s.Statement.Warrant)), Text(s.Sentence), Text(f.Name), Text(n), Integer(f.Played), Text(strings.Join(f.Line, " ")), Text(f.Written)}})
		}
	}
	return t
}

func (v *verification) examples() *Table {
	t := &Table{Name: tExamples, Title: "Worked examples", About: "Positions worked by hand or by a reference that is not the engine, and what the ruleset must give for them.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "id", Title: "Example"}, {Key: "clauses", Title: "Clauses", MaxWidth: 34}, {Key: "worked", Title: "Worked by"}, {Key: "at", Title: "Position", MaxWidth: 50}, {Key: "throw", Title: "Throw"},
			{Key: "readings", Title: "Readings", MaxWidth: 30}, {Key: "question", Title: "Readings part over"}, {Key: "expects", Title: "Expected", MaxWidth: 70}, {Key: "holds", Title: "Holds"}, {Key: "note", Title: "Note", MaxWidth: 50}}}
	for _, tg := range v.res.Targets {
		d := tg.Definition
		failed := map[string]bool{}
		for _, f := range v.res.Findings {
			if f.Example != "" && f.Ruleset == d.ID {
				failed[f.Example] = true
			}
		}
		for _, e := range d.Examples {
			q := Text(e.Question)
			if e.Question != "" {
				q = v.question(d.ID, d.Question(e.Question).Name())
			}
			holds, cut := "yes", v.res.Lacks(d.ID, verify.ExampleRows)
			switch {
			case failed[e.ID]:
				holds = "no"
			case cut, !v.asked(verify.ExampleRows):
				holds = "not looked at"
			}
			readings := e.Readings.String()
			if e.Every {
				readings = "every one"
			}
			t.Rows = append(t.Rows, Row{Cut: cut, Key: d.ID + "/" + e.ID, Cells: []Cell{Text(d.ID), Text(e.ID), clauseCell(refNames(e.Clauses)), Text(e.Worked), Text(e.Position()), Text(e.Throw), Text(readings), q, Text(e.Expects()), Text(holds), Text(e.Note)}})
		}
	}
	return t
}

func (v *verification) metrics() *Table {
	t := &Table{Name: tMetrics, Title: "Metrics", About: "Games under the default interpretation and under every alternative reading, with one seed for all: at random, and between learned programs in a row for each training. Intervals are at 95 %: Wilson's for shares, Student's for means. Games given up at the cap are counted apart and enter no share of wins.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "interpretation", Title: "Interpretation", MaxWidth: 50}, {Key: "base", Title: "Compared with", MaxWidth: 30}, {Key: "agent", Title: "Agent"}, {Key: "games", Title: "Games", Kind: KindInteger}, {Key: "seed", Title: "Seed", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger},
			{Key: "completion", Title: "Completion", Kind: KindNumber, About: "share of all games with a winner"}, {Key: "clo", Title: "completion from", Kind: KindNumber}, {Key: "chi", Title: "completion to", Kind: KindNumber}, {Key: "ended", Title: "Ended by a rule", Kind: KindNumber}, {Key: "timeouts", Title: "Timeouts", Kind: KindInteger}, {Key: "moves", Title: "Moves a game without passes", Kind: KindNumber, Decimals: 1}, {Key: "plies", Title: "Moves a game with passes", Kind: KindNumber, Decimals: 1}, {Key: "plo", Title: "from", Kind: KindNumber, Decimals: 1}, {Key: "phi", Title: "to", Kind: KindNumber, Decimals: 1}, {Key: "longest", Title: "Longest", Kind: KindInteger},
			{Key: "turns", Title: "Turns a game", Kind: KindNumber, Decimals: 1}, {Key: "tlo", Title: "turns from", Kind: KindNumber, Decimals: 1}, {Key: "thi", Title: "turns to", Kind: KindNumber, Decimals: 1}, {Key: "decisions", Title: "Decision moves", Kind: KindNumber, About: "share of the moves of a game at which there was a choice"}, {Key: "dlo", Title: "decision moves from", Kind: KindNumber}, {Key: "dhi", Title: "decision moves to", Kind: KindNumber},
			{Key: "factor", Title: "Branching factor", Kind: KindNumber, Decimals: 2, About: "mean number of legal moves, forced ones included"}, {Key: "blo", Title: "branching from", Kind: KindNumber, Decimals: 2}, {Key: "bhi", Title: "branching to", Kind: KindNumber, Decimals: 2}, {Key: "branching", Title: "Decision factor", Kind: KindNumber, Decimals: 2, About: "mean number of legal moves where there was a choice"}, {Key: "decided", Title: "Games with a winner", Kind: KindInteger},
			{Key: "first", Title: "First player", Kind: KindNumber, About: "the share of who begins of the games that had a winner"}, {Key: "flo", Title: "first from", Kind: KindNumber}, {Key: "fhi", Title: "first to", Kind: KindNumber}, {Key: "balance", Title: "Balance", Kind: KindNumber, About: "1 when the players win equally often, 0 when one always does; to be read beside completion"}, {Key: "balo", Title: "balance from", Kind: KindNumber}, {Key: "bahi", Title: "balance to", Kind: KindNumber},
			{Key: "draws", Title: "Drawishness", Kind: KindNumber, About: "share of all games that ended without a winner"}, {Key: "drlo", Title: "drawishness from", Kind: KindNumber}, {Key: "drhi", Title: "drawishness to", Kind: KindNumber},
			{Key: "scores", Title: "Mean points", MaxWidth: 30}, {Key: "ends", Title: "How games ended", MaxWidth: 60}, {Key: "unlearned", Title: "Why no learned programs", MaxWidth: 40}}}
	for _, m := range v.res.Metrics {
		t.Rows = append(t.Rows, v.metricsRow(&m, m.Stats, measure.AtRandom.Agent()))
		for k, s := range m.Learned {
			t.Rows = append(t.Rows, v.metricsRow(&m, s, fmt.Sprintf("%s, training %d", measure.Learned.Agent(), k+1)))
		}
	}
	return t
}

// metricsRow are the figures of games of an interpretation that one agent played.
func (v *verification) metricsRow(m *verify.Metrics, s *playout.Stats, agent string) Row {
	of := func(id string) playout.Estimate { return m.Frame.Figure(id, s) }
	pl, fp, tu, de, br := of("moves"), s.FirstPlayer(), of("turns"), of("decisions"), of("branching")
	co, ba, dr := m.Winning(s.Completion()), m.Winning(s.Balance()), m.Winning(s.Drawishness())
	var ends, scores []string
	for id, n := range s.Ends {
		ends = append(ends, fmt.Sprintf("%s %d", id, n))
	}
	sort.Strings(ends)
	tg := v.target(m.Ruleset)
	for q, x := range s.Scores {
		if x != 0 && s.Over > 0 {
			scores = append(scores, fmt.Sprintf("%s %.2f", tg.Game.Program.Players[q], x/float64(s.Over)))
		}
	}
	flo, fhi := Cell{}, Cell{}
	if fp.N > 0 {
		flo, fhi = num(fp.Low), num(fp.High)
	}
	key := m.Interpretation
	if m.Base == "" && !m.Default {
		key += " as a base" // of readings whose question does not arise by default
	}
	if s != m.Stats {
		key += ", " + agent
	}
	return Row{Cut: m.Cut, Key: key, Cells: []Cell{Text(m.Ruleset), Text(m.Interpretation), Text(m.Base), Text(agent), Integer(s.Played), Integer(int(s.Seed)), Integer(s.Cap),
		num(co.Value), num(co.Low), num(co.High), num(s.Ended().Value), Integer(s.OverCap), num(of("moves_without_passes").Value), num(pl.Value), num(pl.Low), num(pl.High), Integer(s.Longest), num(tu.Value), num(tu.Low), num(tu.High), num(de.Value), num(de.Low), num(de.High), num(br.Value), num(br.Low), num(br.High), num(s.Branching()), Integer(fp.N),
		num(fp.Value), flo, fhi, num(ba.Value), num(ba.Low), num(ba.High), num(dr.Value), num(dr.Low), num(dr.High), Text(strings.Join(scores, ", ")), Text(strings.Join(ends, ", ")), Text(m.Unlearned)}}
}

func (v *verification) verdicts() *Table {
	t := &Table{Name: tVerdicts, Title: "Verdicts", About: "What each search came to, and how far it went. Found comes with a line of play; none means an exhaustive search; none-seen a sample. Where a sample is smaller than the check asks for there is no verdict.",
		Columns: []Column{{Key: "check", Title: "Check"}, {Key: "ruleset", Title: "Ruleset"}, {Key: "question", Title: "Question"}, {Key: "subject", Title: "Subject", MaxWidth: 60}, {Key: "verdict", Title: "Verdict"}, {Key: "scope", Title: "Scope", MaxWidth: 70}}}
	for i, x := range v.res.Verdicts {
		var scope []string
		for k, s := range x.Scope {
			scope = append(scope, k+" "+s)
		}
		sort.Strings(scope)
		q := v.question(x.Ruleset, x.Question)
		t.Rows = append(t.Rows, Row{Key: fmt.Sprintf("verdict %d", i+1), Cells: []Cell{Text(x.Check).To(tMethod, x.Check), Text(x.Ruleset), q, Text(x.Subject), Text(string(x.Verdict)), Text(strings.Join(scope, ", "))}})
	}
	for i, x := range v.res.Withheld {
		q := v.question(x.Ruleset, x.Question)
		why := x.Why
		if why == "" {
			why = fmt.Sprintf("%d of at least %d %s", x.Sample, x.Least.N, x.Least.Of)
		}
		t.Rows = append(t.Rows, Row{Key: fmt.Sprintf("no verdict %d", i+1), Cut: v.res.Undone(x.Ruleset, x.Check),
			Cells: []Cell{Text(x.Check).To(tMethod, x.Check), Text(x.Ruleset), q, Text(x.Subject), Text("no verdict"), Text(why)}})
	}
	return t
}

// citation says of what the figures are, and how they were made.
func (v *verification) citation(version string) string {
	var of []string
	for _, t := range v.res.Targets {
		of = append(of, fmt.Sprintf("%s (ruleset %s, version %s, default readings)", t.Definition.Title, t.Definition.ID, t.Definition.Version))
	}
	o := v.res.Options
	text := fmt.Sprintf("%s. Made with %s; %d games at random of the default interpretation and %d of each alternative, seed %d, given up after %d single moves",
		strings.Join(of, "; "), edition.Capitalised(version), o.Games, o.AltGames, o.Seed, o.Cap)
	if o.Trainings > 0 {
		text += fmt.Sprintf("; beside them games between programs that learned the default interpretation in %d trainings, given up after %d", o.Trainings, min(o.Cap, verify.LearnedCap))
	}
	return text
}
