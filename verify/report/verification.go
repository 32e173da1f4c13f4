package report

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// Names of the sheets of a verification report; cells link to each other by them.
const (
	tNotDone      = "Not done"
	tFindings     = "Findings"
	tRecords      = "Records"
	tClauses      = "Clauses"
	tStatements   = "Statements"
	tQuestions    = "Questions"
	tReadings     = "Readings"
	tPartings     = "Where readings part"
	tThrows       = "Throws"
	tExamples     = "Examples"
	tMetrics      = "Metrics"
	tVerdicts     = "Verdicts"
	tEdges        = "Edge cases"
	tSearches     = "Searches"
	tRanking      = "Consequence"
	tTouched      = "Touched"
	tChanges      = "Changes"
	tCombinations = "Combinations"
	tUses         = "Statements in play"
	tScores       = "Scores"
	tMethod       = "Method"
	tChecks       = "Checks"
)

// Verification makes the report of a run of the verifier: everything that was
// found, beside the evidence, the statements and the questions it is about.
// version is that of the program.
func Verification(res *verify.Result, version string) (*Report, error) {
	o := res.Options
	v := &verification{res: res, drawn: map[string][]byte{}}
	if err := v.draw(v.drawings()); err != nil {
		return nil, err
	}
	var names, titles []string
	for _, t := range res.Targets {
		names = append(names, t.Definition.ID)
		titles = append(titles, t.Definition.Title)
	}
	r := &Report{
		Title:    "Verification of " + strings.Join(titles, ", "),
		Subtitle: "What the evidence says, what the ruleset makes of it, and what the doubts do",
		About: []string{
			"Each ruleset is an executable description of a game, made from the evidence clause by clause. Where the text is ambiguous, silent, contradictory or corrupt there is a question with several readings. The default interpretation takes one reading of each; every other reading was played against it.",
			"Begin with Findings. From a finding go to the clause it is about, from the clause to the statements that enforce it and the questions it raises. The sentence beside a statement is made from the rule that is played, not written by hand: if it does not say what the clause says, the ruleset is wrong.",
			"Whatever is said about play comes with its sample. “None seen” means that a sample showed nothing; “none” that everything was searched.",
		},
		Facts: [][2]string{
			{"Lectio", version},
			{"Rulesets", strings.Join(names, ", ")},
			{"Seed", fmt.Sprint(o.Seed)},
			{"Agent", "uniformly random among the legal single moves"},
			{"Games of the default interpretation", fmt.Sprint(o.Games)},
			{"Games of each alternative", fmt.Sprint(o.AltGames)},
			{"Cap", fmt.Sprintf("%d single moves a game", o.Cap)},
			{"Games in step for each pair of readings", fmt.Sprintf("at most %d games and %d moves", o.PairGames, o.PairPlies)},
		},
	}
	if len(o.Only) > 0 {
		r.Facts = append(r.Facts, [2]string{"Checks", strings.Join(o.Only, ", ") + ", and no others"})
	}
	for _, e := range res.LeftOut {
		r.Facts = append(r.Facts, [2]string{"Left out, for an error", e.Error()})
	}
	if res.Interrupted {
		r.Facts = append(r.Facts, [2]string{"Interrupted", v.interrupted()})
	}
	tables := []*Table{v.notDone(), v.findings(), v.records(), v.clauses(), v.statements(), v.questions(), v.readings()}
	edges, err := v.edges()
	if err != nil {
		return nil, err
	}
	tables = append(tables, v.ranking(), v.partings(), v.touched(), v.changes(), v.combinations(), v.throws(), edges, v.searches(), v.metrics(), v.scores(), v.uses(), v.examples(), v.verdicts(), v.checks(), v.method(version))
	rows := map[string]map[string]bool{}
	for _, t := range tables {
		rows[t.Name] = map[string]bool{}
		for _, row := range t.Rows {
			rows[t.Name][row.Key] = true
		}
	}
	for _, t := range tables {
		if len(t.Rows) == 0 {
			continue
		}
		dropDead(t, rows)
		t.markCut()
		t.DropEmpty()
		r.Tables = append(r.Tables, t)
	}
	r.AddCharts(v.charts()...)
	return r, nil
}

// interrupted says how far a run came that was stopped.
func (v *verification) interrupted() string {
	if len(v.res.NotDone) == 0 {
		return "a larger run was stopped before it was done; this one was done before, and is whole"
	}
	return fmt.Sprintf("after %d of %d tasks; %s lists what was not done, and what rests on it is marked as cut short",
		v.res.Done, v.res.Tasks, tNotDone)
}

// notDone lists what was not done in a run that was stopped.
func (v *verification) notDone() *Table {
	t := &Table{Name: tNotDone, Title: "Not done",
		About: "What the run was stopped before. Whatever rests on it is marked as cut short where it stands.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "check", Title: "Check"},
			{Key: "title", Title: "Finds", MaxWidth: 60}, {Key: "tasks", Title: "Tasks", Kind: KindInteger},
			{Key: "begun", Title: "Not begun", Kind: KindInteger}, {Key: "short", Title: "Cut short", Kind: KindInteger}}}
	for _, u := range v.res.NotDone {
		t.Rows = append(t.Rows, Row{Key: u.Ruleset + "/" + u.Check, Cells: []Cell{Text(u.Ruleset),
			Text(u.Check).To(tChecks, u.Check), Text(verify.Find(u.Check).Title),
			Integer(u.Tasks), Integer(u.NotBegun), Integer(u.CutShort)}})
	}
	return t
}

// dropDead takes out links to tables that have no such row, as happens when a
// run was interrupted before it was filled.
func dropDead(t *Table, rows map[string]map[string]bool) {
	for i := range t.Rows {
		for j := range t.Rows[i].Cells {
			c := &t.Rows[i].Cells[j]
			var kept []Link
			for _, l := range c.Links {
				if l.URL != "" || rows[l.Table][l.Row] {
					kept = append(kept, l)
				}
			}
			c.Links = kept
		}
	}
}

type verification struct {
	res   *verify.Result
	drawn map[string][]byte // pictures of positions, as PNG
}

// clauseCell lists clauses, each leading to its row.
func clauseCell(names []string) Cell {
	c := Text(strings.Join(names, ", "))
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

// asked reports whether the run was to have a check.
func (v *verification) asked(check string) bool {
	only := v.res.Options.Only
	return len(only) == 0 || slices.ContainsFunc(only, func(id string) bool { return strings.EqualFold(id, check) })
}

func (v *verification) target(id string) *verify.Target {
	for _, t := range v.res.Targets {
		if t.Definition.ID == id {
			return t
		}
	}
	return nil
}

func (v *verification) findings() *Table {
	t := &Table{Name: tFindings, Title: "Findings", About: "What the checks found, the gravest first. An error breaks a promise of the method; a warning deserves a look; a note is for the record.",
		Columns: []Column{
			{Key: "severity", Title: "Severity", Kind: KindSeverity}, {Key: "check", Title: "Check", About: "id of the check; its row says what it asks"},
			{Key: "ruleset", Title: "Ruleset"}, {Key: "question", Title: "Question"}, {Key: "clauses", Title: "Clauses", MaxWidth: 28}, {Key: "statement", Title: "Statement"},
			{Key: "message", Title: "Finding", MaxWidth: 80}, {Key: "line", Title: "Line of play", About: "from the start; a colon stands behind the player and the throw", MaxWidth: 60},
			{Key: "place", Title: "Place", About: "file, line and column", MaxWidth: 40},
		}}
	for i, f := range v.res.Findings {
		st := Text(f.Statement)
		if tg := v.target(f.Ruleset); tg != nil && f.Statement != "" {
			st = st.To(tStatements, v.statementRow(tg, f))
		}
		q := Text(f.Question)
		if f.Question != "" {
			q = q.To(tQuestions, f.Ruleset+"/"+f.Question)
		}
		line := Cell{}
		if f.Line != nil {
			line = Text(short(f.Line.Text(), 2000))
		}
		t.Rows = append(t.Rows, Row{Cut: f.Cut, Key: fmt.Sprintf("finding %d", i+1), Cells: []Cell{
			Text(f.Severity.String()), Text(f.ID).To(tChecks, f.ID), Text(f.Ruleset), q, clauseCell(f.Clauses), st, Text(f.Message), line, Text(f.Pos.String())}})
	}
	return t
}

func short(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n]) + fmt.Sprintf(" … (%d characters more)", len(r)-n)
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
			var date, of, place, source string
			if r.Date != nil {
				date, of = r.Date.EDTF.String(), r.Date.Of
			}
			if r.Location != nil {
				place = r.Location.Name
			}
			if s := tg.Corpus.Evidence.Source(r.Source.Key); s != nil {
				source = s.Cite()
			}
			t.Rows = append(t.Rows, Row{Key: r.ID, Cells: []Cell{Text(r.ID), Text(r.Game), Text(tg.Definition.ID), Text(r.Type), Text(date), Text(of), Text(place), Text(source), Text(r.Source.Locator),
				Text(strings.Join(r.Uncertainty, ", ")), Integer(len(r.Clauses)), Text(r.Note)}})
		}
	}
	return t
}

func (v *verification) clauses() *Table {
	t := &Table{Name: tClauses, Title: "Clauses", About: "Every clause of every record, once, with what became of it: enforced (an example names it and fails without what it warrants), questioned, or not a rule.",
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
						sentences = append(sentences, tg.Game.Sentence(s))
					}
				}
			}
			st.Text = strings.Join(ids, ", ")
			for _, x := range c.Questions {
				qs = append(qs, x.Name())
				q.Links = append(q.Links, Link{Table: tQuestions, Row: tg.Definition.ID + "/" + x.Name(), Text: x.Name()})
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
		games := map[string]*rulesets.Game{}
		for _, s := range d.EveryStatement() {
			q, rd, def := Cell{}, Cell{}, "yes"
			g := tg.Game
			if s.Question != nil {
				q = Text(s.Question.Name()).To(tQuestions, d.ID+"/"+s.Question.Name())
				rd = Text(s.Reading.ID).To(tReadings, readingKey(d, s.Question, s.Reading))
				if s.Reading.ID != s.Question.Default {
					def = "no"
					key := readingKey(d, s.Question, s.Reading)
					if games[key] == nil {
						for _, a := range d.Alternatives() {
							if a.Question == s.Question && a.Reading == s.Reading {
								games[key], _ = d.Game(a.Choice)
							}
						}
					}
					if games[key] != nil {
						g = games[key]
					}
				}
			}
			sentence := ""
			if g != nil {
				sentence = g.Sentence(s)
			}
			t.Rows = append(t.Rows, Row{Key: statementKey(d, s), Cells: []Cell{Text(d.ID), Text(s.ID), Text(s.Kind), Text(sentence), clauseCell(refNames(s.Warrant)), Text(s.Assumed), q, rd, Text(def), Text(s.Pos.String())}})
		}
	}
	return t
}

func readingKey(d *rulesets.Definition, q *rulesets.Question, r *rulesets.Reading) string {
	return fmt.Sprintf("%s/%s=%s", d.ID, q.Name(), r.ID)
}

func (v *verification) questions() *Table {
	t := &Table{Name: tQuestions, Title: "Questions", About: "The places where the evidence leaves a doubt. Weight 3 changes who wins or leaves the game unplayable, 2 often changes what is legal, 1 is rare or cosmetic.",
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
	t := &Table{Name: tReadings, Title: "Readings", About: "The answers to each question, who holds them and on what basis, and what random play does under each, all else as by default.",
		Columns: []Column{{Key: "question", Title: "Question"}, {Key: "reading", Title: "Reading"}, {Key: "default", Title: "Default"}, {Key: "basis", Title: "Basis"}, {Key: "because", Title: "Because", MaxWidth: 60}, {Key: "held", Title: "Held by", MaxWidth: 30},
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
				var says []string
				g := tg.Game
				if r.ID != q.Default {
					for _, a := range d.Alternatives() {
						if a.Question == q && a.Reading == r {
							if h, errs := d.Game(a.Choice); len(errs) == 0 {
								g = h
							}
						}
					}
				}
				for _, s := range r.Statements {
					if g != nil && r.Playable() {
						says = append(says, g.Sentence(s))
					}
				}
				if r.ID == q.Default {
					says = append(says, standing(tg, q)...)
				}
				for _, w := range r.Without {
					says = append(says, "Leaves out: "+strings.ReplaceAll(w, "_", " ")+".")
				}
				row := Row{Key: readingKey(d, q, r), Cells: []Cell{Text(q.Name()).To(tQuestions, d.ID+"/"+q.Name()), Text(r.ID), Text(def), Text(r.Basis), Text(r.Because), Text(strings.Join(r.HeldBy, "; ")), Text(strings.Join(says, "\n")), Text(r.NotPlayable)}}
				var st *playout.Stats
				row.Cut = v.res.Undone(d.ID, "ST001")
				for _, m := range v.res.Metrics {
					if m.Ruleset == d.ID && (m.Question == q.Name() && m.Reading == r.ID || m.Default && r.ID == q.Default) {
						st, row.Cut = m.Stats, m.Cut
					}
				}
				row.Cells = append(row.Cells, statCells(st)...)
				t.Rows = append(t.Rows, row)
			}
		}
	}
	return t
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
			out = append(out, tg.Game.Sentence(s))
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

func statCells(s *playout.Stats) []Cell {
	if s == nil {
		return []Cell{{}, {}, {}}
	}
	return []Cell{num(s.Plies().Value), num(s.FirstPlayer().Value), Integer(s.Played)}
}

// num leaves a cell empty where there is no number.
func num(f float64) Cell {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return Cell{}
	}
	return Number(f)
}

func (v *verification) partings() *Table {
	t := &Table{Name: tPartings, Title: "Where readings part", About: "Every pair of readings of a question, with the shortest line from the start on which they were seen to part: searched in breadth over all throws and moves, and where that found nothing in games played in step with the same throws and moves. The parting is proved the earliest where the search was complete up to it. A line can be played again with lectio play --replay.",
		Columns: []Column{{Key: "question", Title: "Question"}, {Key: "first", Title: "First reading"}, {Key: "second", Title: "Second reading"}, {Key: "verdict", Title: "Verdict"}, {Key: "moves", Title: "After moves", Kind: KindInteger}, {Key: "earliest", Title: "Earliest", About: "proved: no line of fewer moves shows a difference"},
			{Key: "how", Title: "How they part", MaxWidth: 70}, {Key: "clauses", Title: "Clauses behind it", MaxWidth: 28}, {Key: "line", Title: "Line of play", MaxWidth: 60}, {Key: "board", Title: "Position", Kind: KindPicture, MaxWidth: 40},
			{Key: "after", Title: "Position under the second", Kind: KindPicture, MaxWidth: 40, About: "where it is another"}, {Key: "example", Title: "Example that tells them apart"}, {Key: "depth", Title: "Searched to moves", Kind: KindInteger, About: "single moves from the start to which the search in breadth was complete"}, {Key: "positions", Title: "Pairs of positions", Kind: KindInteger}, {Key: "games", Title: "Games in step", Kind: KindInteger}, {Key: "searched", Title: "Moves in step", Kind: KindInteger}}}
	for _, p := range v.res.Partings {
		verdict, moves, line, pic, other, earliest := string(verify.NoneSeen), Cell{}, Cell{}, Cell{}, Cell{}, ""
		if p.Search.Exhausted {
			verdict = string(verify.None)
		}
		if p.Found != nil {
			verdict = string(verify.Found)
			moves = Integer(p.Found.Plies)
			line = Text(short(p.Found.A.Text(), 1200))
			if p.Found.GameA != nil {
				pic = Picture(v.drawn[drawingOf(p.Found.GameA, p.Found.EndA).key], "position where the readings part")
				if p.Found.Kind != "moves" && p.Found.GameB != nil {
					other = Picture(v.drawn[drawingOf(p.Found.GameB, p.Found.EndB).key], "position under the second reading")
				}
			}
			if earliest = "not proved"; p.Search.Proved(p.Found) {
				earliest = "proved"
			}
		}
		ex := Text(p.Example)
		if p.Example != "" {
			ex = ex.To(tExamples, p.Ruleset+"/"+p.Example)
		}
		t.Rows = append(t.Rows, Row{Cut: p.Cut, Key: fmt.Sprintf("%s/%s/%s/%s", p.Ruleset, p.Question.Name(), p.A.ID, p.B.ID), Cells: []Cell{
			Text(p.Question.Name()).To(tQuestions, p.Ruleset+"/"+p.Question.Name()), Text(p.A.ID), Text(p.B.ID), Text(verdict), moves, Text(earliest),
			Text(short(p.Difference(), 1500)), clauseCell(p.Clauses), line, pic, other, ex, Integer(max(p.Search.Depth, 0)), Integer(p.Search.Positions), Integer(p.Search.Games), Integer(p.Search.Plies)}})
	}
	return t
}

func picture(g *rulesets.Game, s *engine.State) ([]byte, error) {
	pic := Board(g, s, s.Player())
	if g.Numbered {
		pic.Caption = "numbered as " + g.Program.Players[s.Player()] + ", to move, counts them"
	} else {
		pic.Caption = g.Program.Players[s.Player()] + " to move"
	}
	return draw.PNG(pic, 700)
}

// drawing is a position that is to be drawn.
type drawing struct {
	g   *rulesets.Game
	s   *engine.State
	key string
}

// draw draws positions on all processors; drawings are most of the work of a
// report.
func (v *verification) draw(list []drawing) error {
	todo := map[string]drawing{}
	var keys []string
	for _, d := range list {
		if _, twice := todo[d.key]; !twice && v.drawn[d.key] == nil {
			todo[d.key] = d
			keys = append(keys, d.key)
		}
	}
	done, errs := make([][]byte, len(keys)), make([]error, len(keys))
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				d := todo[keys[i]]
				done[i], errs[i] = picture(d.g, d.s)
			}
		}()
	}
	for i := range keys {
		next <- i
	}
	close(next)
	wg.Wait()
	for i, k := range keys {
		v.drawn[k] = done[i]
	}
	return errors.Join(errs...)
}

// drawingOf names a position of a game, so that it is drawn once.
func drawingOf(g *rulesets.Game, s *engine.State) drawing {
	return drawing{g, s, g.Name() + "\x00" + s.Key()}
}

// drawings lists what the sheets will show.
func (v *verification) drawings() []drawing {
	var list []drawing
	for _, p := range v.res.Partings {
		if p.Found == nil || p.Found.GameA == nil {
			continue
		}
		list = append(list, drawingOf(p.Found.GameA, p.Found.EndA))
		if p.Found.Kind != "moves" && p.Found.GameB != nil {
			list = append(list, drawingOf(p.Found.GameB, p.Found.EndB))
		}
	}
	for i := range v.res.EdgeCases {
		list = append(list, drawingOf(v.res.EdgeCases[i].Game, v.res.EdgeCases[i].State))
	}
	return list
}

func (v *verification) throws() *Table {
	t := &Table{Name: tThrows, Title: "Throws and sequences", About: "Every throw, what it puts up to be played, and how much of it can be played from the opening, from a crowded position in the middle of a game, with men waiting to enter, where little can be played, and with few men left.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "throw", Title: "Throw"}, {Key: "ways", Title: "Chance", Kind: KindFraction}, {Key: "parts", Title: "Parts", MaxWidth: 40}, {Key: "order", Title: "Order"},
			{Key: "clauses", Title: "Clauses", MaxWidth: 30}, {Key: "sentence", Title: "What is stated (generated)", MaxWidth: 60}, {Key: "from", Title: "From"}, {Key: "results", Title: "Results", About: "distinct final positions; “at least” where counting stopped"},
			{Key: "played", Title: "Parts played at most", Kind: KindInteger}, {Key: "line", Title: "A longest line", MaxWidth: 60}}}
	for _, s := range v.res.Sequences {
		for _, f := range s.From {
			n := fmt.Sprint(f.Results)
			if !f.Complete {
				n = "at least " + n // a turn that goes on for too long may have no more
			}
			t.Rows = append(t.Rows, Row{Cut: s.Cut, Key: s.Ruleset + "/" + s.Throw + "/" + f.Name, Cells: []Cell{Text(s.Ruleset), Text(s.Throw), Text(s.Ways), Text(strings.Join(s.Parts, " ")), Text(s.Order),
				clauseCell(refNames(s.Statement.Warrant)), Text(s.Sentence), Text(f.Name), Text(n), Integer(f.Played), Text(strings.Join(f.Line, " "))}})
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
			if f.ID == "EX001" && f.Ruleset == d.ID {
				failed[strings.Fields(strings.TrimPrefix(f.Message, "the example "))[0]] = true
			}
		}
		for _, e := range d.Examples {
			q := Text(e.Question)
			if e.Question != "" {
				q = q.To(tQuestions, d.ID+"/"+d.Question(e.Question).Name())
			}
			holds, cut := "yes", v.res.Undone(d.ID, "EX001")
			switch {
			case failed[e.ID]:
				holds = "no"
			case cut, !v.asked("EX001"):
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
	t := &Table{Name: tMetrics, Title: "Metrics", About: "Random play under the default interpretation and under every alternative reading, with one seed for all. Intervals are at 95 %: Wilson's for shares, Student's for means. Games given up at the cap are counted apart and enter no share of wins.",
		Columns: []Column{{Key: "ruleset", Title: "Ruleset"}, {Key: "interpretation", Title: "Interpretation", MaxWidth: 50}, {Key: "base", Title: "Compared with", MaxWidth: 30}, {Key: "agent", Title: "Agent"}, {Key: "games", Title: "Games", Kind: KindInteger}, {Key: "seed", Title: "Seed", Kind: KindInteger}, {Key: "cap", Title: "Cap", Kind: KindInteger},
			{Key: "completion", Title: "Completion", Kind: KindNumber, About: "share of all games with a winner"}, {Key: "clo", Title: "completion from", Kind: KindNumber}, {Key: "chi", Title: "completion to", Kind: KindNumber}, {Key: "ended", Title: "Ended by a rule", Kind: KindNumber}, {Key: "timeouts", Title: "Timeouts", Kind: KindInteger}, {Key: "moves", Title: "Moves a game without passes", Kind: KindNumber, Decimals: 1}, {Key: "plies", Title: "Moves a game with passes", Kind: KindNumber, Decimals: 1}, {Key: "plo", Title: "from", Kind: KindNumber, Decimals: 1}, {Key: "phi", Title: "to", Kind: KindNumber, Decimals: 1}, {Key: "longest", Title: "Longest", Kind: KindInteger},
			{Key: "turns", Title: "Turns a game", Kind: KindNumber, Decimals: 1}, {Key: "tlo", Title: "turns from", Kind: KindNumber, Decimals: 1}, {Key: "thi", Title: "turns to", Kind: KindNumber, Decimals: 1}, {Key: "decisions", Title: "Decision moves", Kind: KindNumber, About: "share of the moves of a game at which there was a choice"}, {Key: "dlo", Title: "decision moves from", Kind: KindNumber}, {Key: "dhi", Title: "decision moves to", Kind: KindNumber},
			{Key: "factor", Title: "Branching factor", Kind: KindNumber, Decimals: 2, About: "mean number of legal moves, forced ones included"}, {Key: "blo", Title: "branching from", Kind: KindNumber, Decimals: 2}, {Key: "bhi", Title: "branching to", Kind: KindNumber, Decimals: 2}, {Key: "branching", Title: "Decision factor", Kind: KindNumber, Decimals: 2, About: "mean number of legal moves where there was a choice"}, {Key: "decided", Title: "Games with a winner", Kind: KindInteger},
			{Key: "first", Title: "First player", Kind: KindNumber, About: "the share of who begins of the games that had a winner"}, {Key: "flo", Title: "first from", Kind: KindNumber}, {Key: "fhi", Title: "first to", Kind: KindNumber}, {Key: "balance", Title: "Balance", Kind: KindNumber, About: "1 when the players win equally often, 0 when one always does; to be read beside completion"}, {Key: "balo", Title: "balance from", Kind: KindNumber}, {Key: "bahi", Title: "balance to", Kind: KindNumber},
			{Key: "draws", Title: "Drawishness", Kind: KindNumber, About: "share of all games that ended without a winner"}, {Key: "drlo", Title: "drawishness from", Kind: KindNumber}, {Key: "drhi", Title: "drawishness to", Kind: KindNumber},
			{Key: "scores", Title: "Mean points", MaxWidth: 30}, {Key: "ends", Title: "How games ended", MaxWidth: 60}}}
	for _, m := range v.res.Metrics {
		s := m.Stats
		pl, fp, co, tu, de, br, ba, dr := s.Plies(), s.FirstPlayer(), s.Completion(), s.TurnsPerGame(), s.DecisionMoves(), s.BranchingFactor(), s.Balance(), s.Drawishness()
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
		t.Rows = append(t.Rows, Row{Cut: m.Cut, Key: key, Cells: []Cell{Text(m.Ruleset), Text(m.Interpretation), Text(m.Base), Text("random"), Integer(s.Played), Integer(int(s.Seed)), Integer(s.Cap),
			num(co.Value), num(co.Low), num(co.High), num(s.Ended().Value), Integer(s.OverCap), num(s.MovesPerGame().Value), num(pl.Value), num(pl.Low), num(pl.High), Integer(s.Longest), num(tu.Value), num(tu.Low), num(tu.High), num(de.Value), num(de.Low), num(de.High), num(br.Value), num(br.Low), num(br.High), num(s.Branching()), Integer(fp.N),
			num(fp.Value), flo, fhi, num(ba.Value), num(ba.Low), num(ba.High), num(dr.Value), num(dr.Low), num(dr.High), Text(strings.Join(scores, ", ")), Text(strings.Join(ends, ", "))}})
	}
	return t
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
		q := Text(x.Question)
		if x.Question != "" {
			q = q.To(tQuestions, x.Ruleset+"/"+x.Question)
		}
		t.Rows = append(t.Rows, Row{Cut: x.Cut, Key: fmt.Sprintf("verdict %d", i+1), Cells: []Cell{Text(x.Check).To(tChecks, x.Check), Text(x.Ruleset), q, Text(x.Subject), Text(string(x.Verdict)), Text(strings.Join(scope, ", "))}})
	}
	for i, x := range v.res.Withheld {
		q := Text(x.Question)
		if x.Question != "" {
			q = q.To(tQuestions, x.Ruleset+"/"+x.Question)
		}
		why := x.Why
		if why == "" {
			why = fmt.Sprintf("%d of at least %d %s", x.Sample, x.Least.N, x.Least.Of)
		}
		t.Rows = append(t.Rows, Row{Key: fmt.Sprintf("no verdict %d", i+1), Cut: v.res.Undone(x.Ruleset, x.Check),
			Cells: []Cell{Text(x.Check).To(tChecks, x.Check), Text(x.Ruleset), q, Text(x.Subject), Text("no verdict"), Text(why)}})
	}
	return t
}

func (v *verification) checks() *Table {
	t := &Table{Name: tChecks, Title: "Checks", About: "What was asked of every ruleset, and why.",
		Columns: []Column{{Key: "id", Title: "Check"}, {Key: "title", Title: "Finds"}, {Key: "why", Title: "What it means", MaxWidth: 90}, {Key: "severity", Title: "Severity"}, {Key: "least", Title: "Least sample", About: "for a verdict that none was seen, or what is said of all games"}, {Key: "found", Title: "Findings", Kind: KindInteger}}}
	for _, c := range verify.Checks() {
		n := 0
		for _, f := range v.res.Findings {
			if f.ID == c.ID {
				n++
			}
		}
		least := ""
		if c.Least.N > 0 {
			least = fmt.Sprintf("%d %s", c.Least.N, c.Least.Of)
		}
		cut := slices.ContainsFunc(v.res.NotDone, func(u verify.Undone) bool { return u.Check == c.ID })
		t.Rows = append(t.Rows, Row{Cut: cut, Key: c.ID, Cells: []Cell{Text(c.ID), Text(c.Title), Text(strings.ReplaceAll(c.Explanation, "\n", " ")), Text(c.Severity.String()), Text(least), Integer(n)}})
	}
	return t
}
