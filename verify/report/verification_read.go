package report

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/lectio/lectio/verify/measure"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/scene"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/playout"
)

// The tables that people read. They say what matters and lead to each other; whatever
// else a run has found out stands in the tables for programs.

// Columns of more than one table.
var (
	rulesetColumn  = Column{Key: rulesetKey, Title: "Ruleset", MaxWidth: 12}
	questionColumn = Column{Key: "question", Title: "Question", MaxWidth: 14}
	readingColumn  = Column{Key: "reading", Title: "Reading", MaxWidth: 17}
	clausesColumn  = Column{Key: "clauses", Title: "Clauses", MaxWidth: 9}
	playedColumn   = Column{Key: "line", Title: lineColumn.Title, About: lineColumn.About, MaxWidth: 80, Lines: 4, Copied: true}
)

// questionRow is the row of a question: that of its default reading.
func (v *verification) questionRow(ruleset, question string) string {
	if tg := v.target(ruleset); tg != nil {
		for _, q := range tg.Definition.Questions {
			if q.Name() == question {
				return ruleset + "/" + question + "=" + q.Default
			}
		}
	}
	return ""
}

// question is a cell that leads to a question.
func (v *verification) question(ruleset, question string) Cell {
	c := Text(question)
	if row := v.questionRow(ruleset, question); row != "" {
		c = c.To(tQuestions, row)
	}
	return c
}

// ranked lists the questions of all rulesets, those of the greatest consequence first.
func (v *verification) ranked() []*verify.Ranking {
	var out []*verify.Ranking
	for i := range v.res.Rankings {
		out = append(out, &v.res.Rankings[i])
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].Rank < out[b].Rank })
	for _, tg := range v.res.Targets {
		for _, q := range tg.Definition.Questions {
			if !slices.ContainsFunc(out, func(r *verify.Ranking) bool { return r.Ruleset == tg.Definition.ID && r.Question == q }) {
				out = append(out, &verify.Ranking{Ruleset: tg.Definition.ID, Question: q}) // not ranked in this run
			}
		}
	}
	return out
}

// wordingOfReading is what a reader remarks upon who remarks upon a reading.
func wordingOfReading(q *rulesets.Question, r *rulesets.Reading) string {
	return q.Asks + "\n" + r.Because
}

func (v *verification) questions() *Table {
	t := &Table{Name: tQuestions, Keys: 3, Noted: true,
		About: "What the text leaves open, those questions first that change most; under each its readings, the default first, " +
			"with what it states and what that does in play.",
		Columns: []Column{rulesetColumn, questionColumn, readingColumn, {Key: "asks", Title: "What it asks", MaxWidth: 30},
			clausesColumn, {Key: "says", Title: "What the reading says", MaxWidth: 100,
				About: "why it is thought of, and the sentences made from its statements; those of a default stand beside the clauses"},
			{Key: "does", Title: "What it does", MaxWidth: 40, About: "against the default reading, all else alike"}}}
	for _, r := range v.ranked() {
		tg, q := v.target(r.Ruleset), r.Question
		if tg == nil {
			continue
		}
		readings := slices.Clone(q.Readings)
		sort.SliceStable(readings, func(a, b int) bool { return readings[a].ID == q.Default && readings[b].ID != q.Default })
		for _, reading := range readings {
			says := reading.Because
			if reading.ID != q.Default {
				says = strings.Join(append([]string{says}, v.says(tg, q, reading)...), "\n")
			}
			does, cut := v.does(r.Ruleset, q, reading)
			t.Rows = append(t.Rows, Row{Key: readingKeyOf(r.Ruleset, q, reading), Cut: cut || r.Cut,
				Wording: wordingOfReading(q, reading),
				Cells: []Cell{Text(r.Ruleset), Text(q.Name()), Text(reading.ID), Text(q.Asks), clausesOf(tg, refNames(q.About)),
					Text(says), Text(does)}})
		}
	}
	return t
}

// clausesOf lists clauses by their numbers, which are enough where a ruleset has one
// record; otherwise the end of the record's name stands before them.
func clausesOf(tg *verify.Target, names []string) Cell {
	c := Cell{Rests: names}
	var texts []string
	for _, name := range names {
		record, n, _ := strings.Cut(name, "#")
		text := "#" + n
		if len(tg.Definition.Records) > 1 {
			text = record[strings.LastIndexByte(record, '.')+1:] + text
		}
		texts = append(texts, text)
		c.Links = append(c.Links, Link{Table: tClauses, Row: name, Text: text})
	}
	c.Text = strings.Join(texts, ", ")
	return c
}

// clauseNumbers is clausesOf a ruleset that is named.
func (v *verification) clauseNumbers(ruleset string, names []string) Cell {
	if tg := v.target(ruleset); tg != nil {
		return clausesOf(tg, names)
	}
	return clauseCell(names)
}

// does says in words what a reading changes, the greatest first.
func (v *verification) does(ruleset string, q *rulesets.Question, r *rulesets.Reading) (text string, cut bool) {
	switch {
	case r.ID == q.Default:
		return "The default.", false
	case !r.Playable():
		return "Cannot be played: " + r.NotPlayable, false
	}
	changes, cut := v.changesBy(ruleset, r)
	var lines []string
	for _, c := range changes[:min(len(changes), 2)] {
		lines = append(lines, changed(c))
	}
	for i := range v.res.Touched {
		if x := &v.res.Touched[i]; x.Ruleset == ruleset && x.Question == q && x.Reading == r && x.Decisions.N > 0 {
			lines = append(lines, fmt.Sprintf("Touches %d of %d decisions of games at random, and %d of %s.",
				x.DecisionsTouched, x.Decisions.N, x.GamesTouched, measure.AtRandom.Games(x.Games.N)))
		}
	}
	for i := range v.res.Partings {
		if p := &v.res.Partings[i]; p.Ruleset == ruleset && p.Question == q && p.Other() == r {
			cut = cut || p.Cut
			lines = append(lines, partsFromDefault(p, len(changes) > 0))
		}
	}
	return strings.Join(lines, "\n"), cut
}

// changesBy lists what a reading changes for certain, the greatest first.
func (v *verification) changesBy(ruleset string, r *rulesets.Reading) (changes []*verify.Change, cut bool) {
	for i := range v.res.Changes {
		c := &v.res.Changes[i]
		if c.Ruleset != ruleset || c.Reading != r {
			continue
		}
		cut = cut || c.Cut
		changes = append(changes, shown(c)...)
	}
	return learnedFirst(changes), cut
}

// shown are the changes that show of one, between learned programs and at random.
func shown(c *verify.Change) (list []*verify.Change) {
	for _, x := range []*verify.Change{c.Learned, c} {
		if x != nil && x.Shows() && x.Guaranteed > 0 {
			list = append(list, x)
		}
	}
	return list
}

// learnedFirst puts changes between learned programs before those at random, and of each the greatest first.
func learnedFirst(list []*verify.Change) []*verify.Change {
	slices.SortStableFunc(list, func(a, b *verify.Change) int {
		if a.Play != b.Play {
			if a.Play == measure.AtRandom {
				return 1
			}
			return -1
		}
		return cmp.Compare(b.Guaranteed, a.Guaranteed)
	})
	return list
}

// partsFromDefault says how far a reading is played before it parts from the default.
func partsFromDefault(p *verify.Parting, changes bool) string {
	switch {
	case p.Found == nil && p.Search.Exhausted:
		return "Never parts from the default, which is proved."
	case p.Found == nil:
		return "Not seen to part from the default."
	case !changes:
		return fmt.Sprintf("Parts after %s; nothing else that chance could not do.", count(p.Found.Plies, "move"))
	}
	return fmt.Sprintf("Parts after %s.", count(p.Found.Plies, "move"))
}

// changed says what a change is.
func changed(c *verify.Change) string {
	from, _ := Figures(c.From, true)
	to, _ := Figures(c.To, true)
	if math.Abs(c.From.Value) >= 10 || math.Abs(c.To.Value) >= 10 {
		from, to = fmt.Sprintf("%.1f", c.From.Value), fmt.Sprintf("%.1f", c.To.Value)
	}
	return fmt.Sprintf("%s: %s, otherwise %s (%s)", c.Metric, to, from, c.Play.All())
}

func (v *verification) partings() *Table {
	t := &Table{Name: tPartings, Keys: 3,
		About: "Where each reading first parts from the default: the shortest line from the start on which it was seen, and the " +
			"position at its end. It was searched for in breadth over all throws and moves, and where that found nothing in games " +
			"played in step with the same throws and moves. “Proved”: no shorter line does.",
		Columns: []Column{rulesetColumn, questionColumn, readingColumn, {Key: "moves", Title: "After moves", Kind: KindInteger, MaxWidth: 8},
			{Key: "how", Title: "How it parts", MaxWidth: 32, About: "the default is called the first reading, or the second, as the ruleset has them"},
			{Key: "board", Title: "Position", Kind: KindPicture, MaxWidth: 16},
			{Key: "after", Title: "Under the other reading", Kind: KindPicture, MaxWidth: 16, About: "where it is another"},
			playedColumn, clausesColumn}}
	for _, rank := range v.ranked() {
		shown := false
		for i := range v.res.Partings {
			p := &v.res.Partings[i]
			r := p.Other()
			if p.Ruleset != rank.Ruleset || p.Question != rank.Question || r == nil {
				continue
			}
			var moves, board, after, line Cell
			how := p.Difference()
			if f := p.Found; f != nil {
				moves, line = Integer(f.Plies), LineCell(f.A)
				if p.Search.Proved(f) && f.Plies > 0 {
					how += "\nProved: no shorter line does."
				}
				if f.GameA != nil {
					board = boardCell(f.GameA, f.EndA, "where "+p.A.ID+" and "+p.B.ID+" part")
				}
				if f.Kind != "moves" && f.GameB != nil {
					after = boardCell(f.GameB, f.EndB, "the same under "+p.B.ID)
				}
			}
			minor := shown || p.Found != nil && p.Found.Plies == 0 // everybody knows how the men stand at the start
			shown = shown || board.Picture != nil && !minor
			t.Rows = append(t.Rows, Row{Cut: p.Cut, Minor: minor, Key: readingKeyOf(p.Ruleset, p.Question, r), Cells: []Cell{Text(p.Ruleset),
				v.question(p.Ruleset, p.Question.Name()), Text(r.ID).To(tQuestions, readingKeyOf(p.Ruleset, p.Question, r)), moves,
				Text(how), board, after, line, v.clauseNumbers(p.Ruleset, p.Clauses)}})
		}
	}
	// What was not seen to part has nothing to show.
	sort.SliceStable(t.Rows, func(a, b int) bool { return t.Rows[a].Cells[3].HasNumber && !t.Rows[b].Cells[3].HasNumber })
	return t
}

// boardCell draws a position.
func boardCell(g *rulesets.Game, s *engine.State, about string) Cell {
	pic := scene.Board(g, s, s.Player())
	pic.Caption = g.Program.Players[s.Player()] + " to move"
	if g.Numbered {
		pic.Caption = "numbered as " + g.Program.Players[s.Player()] + ", to move, counts them"
	}
	return Picture(pic, about)
}

func (v *verification) clauses() *Table {
	t := &Table{Name: tClauses, Keys: 2,
		About: "What each record says, clause by clause, beside the sentences made from the statements that rest on it: enforced " +
			"(an example names it and fails without them), questioned, or not a rule. Behind the clauses of a ruleset stands what it assumes.",
		Columns: []Column{rulesetColumn, {Key: "clause", Title: "Clause", MaxWidth: 20}, {Key: "text", Title: "What it says", MaxWidth: 50,
			About: "in our words; of a record, where it stands; of an assumption, why"}, {Key: "standing", Title: "Standing", MaxWidth: 14},
			{Key: "statements", Title: "Statements", MaxWidth: 20}, {Key: "sentences", Title: "What they say (generated)", MaxWidth: 100},
			{Key: "questions", Title: "Questions", MaxWidth: 16}}}
	seen := map[string]bool{}
	for _, tg := range v.res.Targets {
		id := tg.Definition.ID
		for _, r := range tg.Evidence() {
			if seen[r.ID] {
				continue
			}
			seen[r.ID] = true
			t.Rows = append(t.Rows, Row{Key: r.ID, Cells: []Cell{Text(id), Text(r.ID), Text(cite(tg, r)), Text("record"), {}, {}, {}}})
			for i := range tg.Clauses {
				if c := &tg.Clauses[i]; c.Record.ID == r.ID {
					t.Rows = append(t.Rows, v.clause(tg, c))
				}
			}
		}
		for _, s := range tg.Definition.EveryStatement() {
			if s.Assumed == "" || s.Question != nil || tg.Game == nil {
				continue
			}
			t.Rows = append(t.Rows, Row{Key: statementKey(tg.Definition, s), Cells: []Cell{Text(id), Text("assumed"), Text(s.Assumed),
				Text("assumed"), Text(s.ID), Text(edition.Sentence(tg.Game, s)), {}}})
		}
	}
	return t
}

// cite says where a record comes from.
func cite(tg *verify.Target, r *evidence.Record) string {
	parts := []string{r.Game + ", " + cmp.Or(r.Type, "record")}
	if s := tg.Corpus.Of(tg.Definition).Evidence.Source(r.Source.Key); s != nil {
		parts = append(parts, strings.TrimSpace(s.Cite()+" "+r.Source.Locator))
	}
	if place := r.Location.Called(); place != "" {
		parts = append(parts, place)
	}
	if r.Date != nil {
		parts = append(parts, strings.TrimSpace(r.Date.EDTF.String()+" "+r.Date.Of))
	}
	if len(r.Reasons()) > 0 {
		parts = append(parts, "uncertain: "+strings.Join(r.Reasons(), ", "))
	}
	return strings.Join(parts, "; ")
}

// idle reports whether a statement did nothing in any game of the sample.
func (v *verification) idle(ruleset string, s *rulesets.Statement) bool {
	for i := range v.res.Uses {
		if u := &v.res.Uses[i]; u.Ruleset == ruleset && u.Statement == s && u.Games > 0 {
			return !u.Bit()
		}
	}
	return false
}

func (v *verification) clause(tg *verify.Target, c *verify.ClauseStatus) Row {
	var ids, sentences []string
	for _, s := range c.Statements {
		if s.Question != nil && s.Reading.ID != s.Question.Default || tg.Game == nil {
			continue // it stands beside its reading
		}
		id := s.ID
		if v.idle(tg.Definition.ID, s) {
			id += " (not seen to act)"
		}
		ids = append(ids, id)
		sentences = append(sentences, edition.Sentence(tg.Game, s))
	}
	q := Cell{}
	for _, x := range c.Questions {
		q.Links = append(q.Links, Link{Table: tQuestions, Row: v.questionRow(tg.Definition.ID, x.Name()), Text: x.Name()})
	}
	standing := c.Standing()
	if c.Clause.Why != "" {
		standing += ": " + c.Clause.Why
	}
	text := c.Clause.Text
	if len(c.Clause.Wording) > 0 {
		text += "\nIn doubt: " + strings.Join(c.Clause.Wording, "; ")
	}
	return Row{Key: c.Name(), Cells: []Cell{Text(tg.Definition.ID), Text(c.Name()), Text(text), Text(standing),
		Text(strings.Join(ids, ", ")), Text(strings.Join(sentences, "\n")), q}}
}

// likeCases is how many cases of one kind people are shown of a ruleset.
const likeCases = 1

func (v *verification) edges() *Table {
	t := &Table{Name: tEdges, Keys: 2,
		About: "Positions at the edges of play: what may be played there, what not and by which statement, and which readings " +
			"would change it. One of each kind of edge stands here; with --full, and in CSV and JSON, there are all, and how to type them in.",
		Columns: []Column{rulesetColumn, {Key: "kind", Title: "Kind", MaxWidth: 16}, {Key: "title", Title: "Case", MaxWidth: 24},
			{Key: "board", Title: "Position", Kind: KindPicture, MaxWidth: 22},
			{Key: "throw", Title: "Throw", MaxWidth: 8}, {Key: "legal", Title: "What may be played", MaxWidth: 30, Lines: 6},
			{Key: "refused", Title: "What may not, and by which statement", MaxWidth: 34, Lines: 6},
			{Key: "outcome", Title: "What comes of it", MaxWidth: 20}, clausesColumn,
			{Key: "changes", Title: "Readings that would change it", MaxWidth: 40, Lines: 7}}}
	kinds := map[[2]string]int{}
	for i := range v.res.EdgeCases {
		c := &v.res.EdgeCases[i]
		kind := [2]string{c.Ruleset, c.Kind}
		if kinds[kind]++; kinds[kind] > likeCases {
			continue
		}
		outcome := c.Outcome
		if c.Move != "" {
			outcome = c.Move + ": " + c.Outcome
		}
		t.Rows = append(t.Rows, Row{Cut: c.Cut, Minor: kinds[kind] > 1, Cells: []Cell{Text(c.Ruleset), Text(c.Kind), Text(c.Title),
			boardCell(c.Game, c.State, c.Title), Text(c.Throw), shortened(strings.Join(c.Legal, ", "), 1000),
			shortened(refusals(c), 1500), Text(outcome),
			v.clauseNumbers(c.Ruleset, c.Clauses), edgeChanges(c)}})
	}
	return t
}

func (v *verification) play() *Table {
	t := &Table{Name: tPlay, Keys: 2,
		About: "Games at random by default: first how games end and who wins, then how long they are and how much there is to choose. " +
			"Intervals are at 95 %. Games that were given up at the cap are counted apart and enter no share of wins.",
		Columns: []Column{rulesetColumn, {Key: "what", Title: "What", MaxWidth: 60}, {Key: "value", Title: "Value", Kind: KindNumber},
			{Key: "low", Title: "from", Kind: KindNumber}, {Key: "high", Title: "to", Kind: KindNumber}, {Key: "of", Title: "of", Kind: KindInteger},
			{Key: "name", Title: "Usual name in the field", MaxWidth: 28}}}
	for _, m := range v.res.Metrics {
		tg, s := v.target(m.Ruleset), m.Stats
		if !m.Default || tg == nil || tg.Game == nil {
			continue
		}
		add := func(what, name string, e playout.Estimate) {
			if e.N > 0 && !math.IsNaN(e.Value) {
				t.Rows = append(t.Rows, Row{Cut: m.Cut, Cells: append(append([]Cell{Text(m.Ruleset), Text(what)}, interval(e)...), Text(name))})
			}
		}
		add("games that ended by a rule", "", s.Ended())
		add("games given up after "+strconv.Itoa(s.Cap)+" moves", "timeouts", s.Timeouts())
		ends := make([]string, 0, len(s.Ends))
		for id := range s.Ends {
			ends = append(ends, id)
		}
		sort.Slice(ends, func(a, b int) bool { return cmp.Or(s.Ends[ends[b]]-s.Ends[ends[a]], cmp.Compare(ends[a], ends[b])) < 0 })
		for _, id := range ends {
			add("games that ended by "+strings.ReplaceAll(id, "_", " "), "", playout.Share(s.Ends[id], s.Played))
		}
		for _, k := range m.Frame.Metrics() {
			if k.Aspect == measure.Winner && !k.Own {
				e, _ := k.Of(s)
				add(k.Means(), k.Name, e)
			}
		}
		if m.Frame.Winners {
			add("how evenly wins are shared (1: evenly), where somebody wins", measure.MetricBalance, s.Balance())
		}
		for q, name := range tg.Game.Program.Players {
			if q < len(s.Scores) && s.Scores[q] != 0 && s.Over > 0 {
				t.Rows = append(t.Rows, Row{Cut: m.Cut, Cells: []Cell{Text(m.Ruleset), Text("points of " + name + " a game"),
					num(s.Scores[q] / float64(s.Over)), {}, {}, Integer(s.Over), {}}})
			}
		}
		add("moves a game, passes not counted", "moves", m.Frame.Figure("moves_without_passes", s))
		add("moves a game with passes", "", m.Frame.Figure("moves", s))
		add("turns a game", "turns", m.Frame.Figure("turns", s))
		add("moves at which there was a choice", "decision moves", m.Frame.Figure("decisions", s))
		add("legal moves on the average", "branching", m.Frame.Figure("branching", s))
	}
	return t
}

func (v *verification) comparison() *Table {
	t := &Table{Name: tComparison, Keys: 3,
		About: "What readings change in play, the greatest first: only what chance cannot explain, in an interval that holds for " +
			"all comparisons of a ruleset at once; between learned programs first, where these show it under every training (the bounds are " +
			"then the range over trainings), and at random behind them, with the same throws and moves as by default (common random numbers).",
		Columns: []Column{rulesetColumn, questionColumn, readingColumn, {Key: "metric", Title: "What changes", MaxWidth: 30},
			{Key: "from", Title: "By default", Kind: KindNumber}, {Key: "to", Title: "Under the reading", Kind: KindNumber},
			{Key: "change", Title: "Change", Kind: KindNumber}, {Key: "low", Title: "at least", Kind: KindNumber},
			{Key: "high", Title: "at most", Kind: KindNumber}, {Key: "spreads", Title: "In spreads", Kind: KindNumber, Decimals: 2,
				About: "how far the interval keeps from no change, in standard deviations between games (of a share, in halves)"},
			{Key: "pairs", Title: "Games", Kind: KindInteger}, {Key: "play", Title: "Whose play", MaxWidth: 16}}}
	var list []*verify.Change
	all := slices.Concat(v.res.Changes, v.res.Apart)
	for i := range all {
		list = append(list, shown(&all[i])...)
	}
	for _, c := range learnedFirst(list) {
		low, high := c.Bounds()
		if c.Difference.Value < 0 {
			low, high = high, low
		}
		t.Rows = append(t.Rows, Row{Cut: c.Cut, Cells: []Cell{Text(c.Ruleset), v.question(c.Ruleset, c.Question.Name()),
			Text(c.Reading.ID).To(tQuestions, readingKeyOf(c.Ruleset, c.Question, c.Reading)), Text(c.Metric), num(c.From.Value), num(c.To.Value),
			num(c.Difference.Value), num(low), num(high), num(c.Guaranteed), Integer(c.To.N), Text(string(c.Play))}})
	}
	return t
}

// repeated are the rows that a table tells in full, so that notes about them are counted.
var repeated = map[verify.Rows]string{verify.PartingRows: tPartings, verify.TouchedRows: tQuestions, verify.ChangeRows: tQuestions, verify.UseRows: tClauses}

// gravity is the order of the groups of checks among findings of one severity: what
// keeps a game from being played, or makes nonsense of it, before what is to be added.
var gravity = []string{"PB", "RS", "EX", "TX", "RD", "ED", "ST", "EV"}

func (v *verification) findings() *Table {
	t := &Table{Name: tFindings, Keys: 3,
		About: "What the checks found, the gravest first across all rulesets. An error breaks a promise of the method; a warning " +
			"deserves a look; a note is for the record. Notes that only repeat another table are counted.",
		Columns: []Column{{Key: "severity", Title: "Severity", Kind: KindSeverity, MaxWidth: 10},
			{Key: "check", Title: "Check", MaxWidth: 9, About: "Method says what it asks"}, rulesetColumn, questionColumn,
			clausesColumn, {Key: "message", Title: "Finding", MaxWidth: 80, Lines: 12},
			playedColumn, {Key: "place", Title: "Place", MaxWidth: 26, About: "file, line and column"}}}
	list := make([]*verify.Finding, 0, len(v.res.Findings))
	repeats := map[[2]string]int{}
	for i := range v.res.Findings {
		f := &v.res.Findings[i]
		if _, ok := repeated[v.res.RowsOf(f)]; ok && f.Severity == verify.Note {
			repeats[[2]string{f.ID, f.Ruleset}]++
			continue
		}
		list = append(list, f)
	}
	sort.SliceStable(list, func(a, b int) bool {
		x, y := list[a], list[b]
		return cmp.Or(int(y.Severity)-int(x.Severity), cmp.Compare(slices.Index(gravity, x.ID[:2]), slices.Index(gravity, y.ID[:2]))) < 0
	})
	used := map[string]bool{}
	for _, f := range list {
		line := Cell{}
		if f.Line != nil {
			line = LineCell(f.Line)
		}
		t.Rows = append(t.Rows, Row{Key: findingKey(f, used), Cells: []Cell{Text(f.Severity.String()), Text(f.ID).To(tMethod, f.ID),
			Text(f.Ruleset), v.question(f.Ruleset, f.Question), v.clauseNumbers(f.Ruleset, f.Clauses), Text(f.Message), line, Text(f.Pos.String())}})
	}
	for _, c := range v.res.Checks {
		table, id := repeated[c.Rows], c.ID
		for _, tg := range v.res.Targets {
			n := repeats[[2]string{id, tg.Definition.ID}]
			if n == 0 {
				continue
			}
			t.Rows = append(t.Rows, Row{Key: id + "-" + tg.Definition.ID, Cut: v.res.Undone(tg.Definition.ID, id),
				Cells: []Cell{Text(verify.Note.String()), Text(id).To(tMethod, id), Text(tg.Definition.ID), {}, {},
					Text(fmt.Sprintf("%s: see %s", count(n, "note"), table)).To(table, ""), {}, {}}})
		}
	}
	return t
}

// findingKey names a finding by what it says, so that another one before it does not
// give it another name.
func findingKey(f *verify.Finding, used map[string]bool) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Ruleset, f.Question, f.Statement, f.Message}, "\x00")))
	key := fmt.Sprintf("%s-%x", f.ID, sum[:3])
	for n := 2; used[key]; n++ {
		key = fmt.Sprintf("%s-%x-%d", f.ID, sum[:3], n)
	}
	used[key] = true
	return key
}

// HowFar are the flags that make another run go as far, with the same programs.
func HowFar(o verify.Options) string {
	text := fmt.Sprintf(" --games %d --positions %d --seed %d", o.Games, o.Positions, o.Seed)
	if o.Trainings == 0 {
		text += " --players random"
	}
	return text
}

// Repeating is the command line that makes a run again.
func Repeating(res *verify.Result) string {
	o := res.Options
	command := "lectio verify"
	corpus, names := "", ""
	whole := true // without names it is all of a corpus, and nothing else
	for _, t := range res.Targets {
		for _, d := range t.Corpus.Definitions {
			corpus = d.From
		}
		names += " " + playout.Quoted(t.Definition.ID)
		whole = whole && len(res.Targets) == len(t.Corpus.Definitions) && t.Corpus.Of(t.Definition) == t.Corpus.Corpus
	}
	if !whole {
		command += names
	}
	command += HowFar(o)
	if len(o.Only) > 0 {
		command += " --check " + strings.Join(o.Only, ",")
	}
	if o.Earlier != nil {
		command += " --from " + playout.Quoted(o.Earlier.Name)
	}
	return command + playout.InCorpus(corpus)
}

// method says how the run was made, so that anyone can make it again.
func (v *verification) method(version string) *Table {
	o := v.res.Options
	t := &Table{Name: tMethod, Title: "Method", About: "How the figures were made. The same program, corpus, budget and seed give the same report, with any number of workers. Below: what each check looks for; lectio checks ID says more.",
		Columns: []Column{{Key: "what", Title: "What", MaxWidth: 40}, {Key: "how", Title: "How", MaxWidth: 110}}}
	add := func(what, format string, args ...any) {
		t.Rows = append(t.Rows, Row{Cells: []Cell{Text(what), Text(fmt.Sprintf(format, args...))}})
	}
	t.Rows = append(t.Rows, Row{Cells: []Cell{Text("To repeat this run"), {Text: Repeating(v.res), Copied: true}}})
	add("Program", "%s", version)
	if v.res.Interrupted {
		add("Interrupted", "%s", v.interrupted())
	}
	add("Agent", "uniformly random among the legal single moves; seed and number of a game settle its throws and moves (xoshiro256**, seeded by splitmix64)")
	add("Games", "%d of each default interpretation, %d of each alternative reading (or as many as are begun within %d single moves), with the same seed (common random numbers); a game is given up after %d single moves and then counted apart", o.Games, o.AltGames, o.AltMoves, o.Cap)
	if r := v.res.Resting; r != nil {
		add("Games of a sweep", "%s. Only sums are kept of them: they are compared as independent samples, and how lengths and points are distributed is not told. Games in step, decisions and positions were played and looked at as always", r.Words())
	}
	add("Shares", "Wilson's interval at 95 %% (Wilson 1927); games given up at the cap enter no share of wins, and balance is never given without completion")
	add("Means", "interval at 95 %% from the spread of the sample (Student 1908); games that ended only")
	add("Ratios", "shares of moves, and what there is to choose a move: sums over all games, with an interval by the jackknife over games (Jaeckel 1972), which are the unit")
	add("Frames", "two interpretations are compared in what both have: where either names no winner, who comes out ahead; where sides are unlike in men, board or goal, the sides and not who begins; points on one scale only")
	add("Changes", "games of the same number compared in pairs: means by the paired t test, shares by McNemar's; corrected for all comparisons of a ruleset by Holm's method (Holm 1979), intervals by Bonferroni's")
	add("Consequence", "first what the texts leave open, then ends that a ruleset adds of its own, then what is counted only; within these the largest change of a metric that its corrected interval guarantees, in units of the spread between games; then the share of decisions touched; then that of games. A place is firm when it is the same in 95 of %d drawings of the games with replacement", verify.Drawings)
	add("Where readings part", "first in breadth, at most %d pairs of positions a pair of readings: complete to a depth, it proves that there is no earlier parting; then at most %d games at random in step and %d moves", o.PairPositions, o.PairGames, o.PairPlies)
	add("Decisions touched", "%d decisions of the default's games, one of each game at random, carried over into each alternative", o.Decisions)
	add("Covering array", "a covering array of all pairs of readings of different questions (greedy, in the manner of Cohen and others 1997), %d games at random a row, cap %d", o.RowGames, o.RowCap)
	add("Searches over positions", "in breadth from the start, at most %d positions each; repetition is no part of a position", o.Positions)
	add("Edge cases", "at most %d shown for each check; positions from seeded games, or from those with one man elsewhere", o.EdgeCases)
	add("Statements in play", "every decision of %d games at random of the default explained (or of as many as are begun within %d decisions), and of a tenth as many of each alternative", o.ExplainGames, o.ExplainMoves)
	add("Verdicts", "found: with a line of play or a position; none: everything was searched; none seen: a sample, or a search that was cut short")
	var silent []string
	for _, c := range v.res.Checks {
		found := 0
		for _, f := range v.res.Findings {
			if f.ID == c.ID {
				found++
			}
		}
		cut := slices.ContainsFunc(v.res.NotDone, func(u verify.Undone) bool { return u.Check == c.ID })
		if found == 0 && !cut {
			silent = append(silent, c.ID)
			continue
		}
		text := fmt.Sprintf("%s. %s; found: %d.", c.Title, c.Severity, found)
		if c.Least.N > 0 {
			text += fmt.Sprintf(" No verdict on fewer than %d %s.", c.Least.N, c.Least.Of)
		}
		t.Rows = append(t.Rows, Row{Cut: cut, Key: c.ID, Cells: []Cell{Text("Check " + c.ID), Text(text)}})
	}
	if len(silent) > 0 {
		add("Checks that found nothing", "%s", strings.Join(silent, ", "))
	}
	return t
}
