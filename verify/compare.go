package verify

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify/playout"
)

// CompareOptions say how a comparison is made. All of it is counted, so that it
// can be repeated.
type CompareOptions struct {
	Games int // of each interpretation; 0: nothing is played
	Seed  uint64
	Cap   int // single moves after which a game is given up
	Jobs  int // workers; the result does not depend on it
	// First tests every interpretation against the first only; otherwise every
	// two are tested.
	First bool
	// Progress is told how many games are done; it may be called from any worker.
	Progress func(done, total int, what string) `json:"-"`
}

// CompareDefaults are the options of an ordinary comparison.
func CompareDefaults() CompareOptions {
	return CompareOptions{Games: 1000, Seed: 1, Cap: 20000, Jobs: runtime.NumCPU()}
}

// Side is an interpretation that is to be compared, with the ids of the questions
// whose reading was picked by whoever asked.
type Side struct {
	Interpretation *rulesets.Interpretation
	Pinned         []string
}

// Comparison sets rulesets, or interpretations of one, side by side: what each
// settles and by what, what rests on the same testimony, which questions each
// leaves, and what play is like.
type Comparison struct {
	Corpus  *rulesets.Corpus
	Options CompareOptions
	Columns []*Compared
	// Dimensions are those that any of the columns must settle: of all games and
	// of several kinds first where there are several kinds.
	Dimensions []Contrast
	// Statements are those that differ between columns of one ruleset.
	Statements []StatementContrast
	Pairs      []Pairing // every two columns
	Clauses    []SharedClause
	Testimony  []Testimony
	Questions  []QuestionContrast
	Metrics    []Measure
	Tests      []Test

	Interrupted bool
	Unsettled   bool // interrupted before it was found out how the columns settle dimensions
	Done, Total int  // games
}

// Compared is one column of a comparison.
type Compared struct {
	Label          string // A, B, …
	Interpretation *rulesets.Interpretation
	Game           *rulesets.Game
	Pinned         map[string]bool // by question id
	Stats          *playout.Stats  // nil when nothing was played
	Failure        string          // what the engine failed with, if it did
	Left           QuestionCount

	settled map[*rulesets.Dimension]*rulesets.Settlement
}

// Played is how many games were played.
func (c *Compared) Played() int {
	if c.Stats == nil {
		return 0
	}
	return c.Stats.Played
}

// Short reports whether the comparison was stopped before all games of a column
// were played.
func (c *Comparison) Short(column int) bool {
	return c.Interrupted && c.Columns[column].Played() < c.Options.Games
}

// Name is the interpretation's name, as Interpretation.Name writes it.
func (c *Compared) Name() string { return c.Interpretation.Name() }

// Difference says how answers, or the rules behind them, stand to each other.
type Difference string

// The signs of a comparison of dimensions.
const (
	Differs   Difference = "≠" // the answers differ
	Otherwise Difference = "≈" // the answer is the same, the rules behind it say different things
	Agrees    Difference = "=" // the answer is the same, and so is what the rules behind it say and mean
	Unlike    Difference = "·" // asked in other terms, by kinds of games with other answers to choose from
	Alone     Difference = ""  // fewer than two settle it
)

// Contrast is a dimension with what every column makes of it.
type Contrast struct {
	ID string
	// Asked are the dimensions of that id: one, or one for each kind of game that
	// asks it.
	Asked []*rulesets.Dimension
	Cells []ContrastCell // one for each column
	// Sign is the greatest difference between any two columns.
	Sign Difference
}

// ContrastCell is what one column makes of a dimension.
type ContrastCell struct {
	Settlement *rulesets.Settlement // nil when it is not asked of such games
	Sentences  []string             // what the statements that show the answer say
	// Definitions say what the words of those sentences mean, as far as the ruleset
	// defines them.
	Definitions []string
	// Sign is how the answer stands to that of the first column which has one.
	Sign Difference

	// says are the sentences, and those of the definitions behind them, with players
	// by number: what they are called is no rule.
	says []string
}

// Settles reports whether the column has an answer that is more than silence.
func (c *ContrastCell) Settles() bool {
	s := c.Settlement
	return s != nil && s.Answer != nil && s.Standing != rulesets.Open && s.Standing != rulesets.Moot
}

// to says how the answer stands to another one.
func (c *ContrastCell) to(d *ContrastCell) Difference {
	switch {
	case !c.Settles() || !d.Settles():
		return Alone
	case !sameTerms(c.Settlement.Dimension, d.Settlement.Dimension):
		return Unlike
	case c.Settlement.Answer.ID != d.Settlement.Answer.ID:
		return Differs
	case !slices.Equal(c.says, d.says):
		return Otherwise
	}
	return Agrees
}

// sameTerms reports whether two dimensions have the same answers to choose from.
func sameTerms(a, b *rulesets.Dimension) bool {
	return a == b || slices.EqualFunc(a.Answers, b.Answers, func(x, y *rulesets.Answer) bool { return x.ID == y.ID && x.Means == y.Means })
}

// StatementContrast is a statement that columns of one ruleset have differently.
type StatementContrast struct {
	Ruleset string
	ID      string
	// Statements and Sentences are by column; nil and "" where the column is of
	// another ruleset or has no such statement.
	Statements []*rulesets.Statement
	Sentences  []string
}

// Pairing is how two columns stand to each other.
type Pairing struct {
	A, B int // columns
	// Compared are the dimensions that both settle in the same terms; of these the
	// answers differ in Differ, and are the same by other rules in Otherwise.
	Compared, Differ, Otherwise int
	Differing                   []string // ids of the dimensions in which they differ
	// Left out of account: not settled by both, no issue in one of them, asked in
	// other terms, asked of the kind of one only.
	NotSettled, NoIssue, OtherTerms, OneOnly int
	SameRuleset                              bool
	Statements                               int // that differ, where the ruleset is the same
	// SaidByOne are, of two rulesets that no dimension tells apart, the statements of each
	// that the other does not say.
	SaidByOne [2][]*rulesets.Statement
	// Reordered are, of two such rulesets, rules that both have and in whose order they
	// differ, where the order matters; in the order of each.
	Reordered [2][]*rulesets.Statement
	// OneTestimony is set when everything that both rest on is of one passage: then
	// what they agree in is said once, not twice.
	OneTestimony bool
}

// Distance is the share of the dimensions compared in which the two differ, and
// whether there are any.
func (p *Pairing) Distance() (float64, bool) {
	if p.Compared == 0 {
		return 0, false
	}
	return float64(p.Differ) / float64(p.Compared), true
}

// SharedClause is a clause that records of several rulesets have word for word,
// accents, capitals and punctuation apart.
type SharedClause struct {
	Text    string // as the first has it
	Clauses []rulesets.ClauseRef
}

// Testimony says how two records behind different rulesets hang together: by their
// source, or by what clauses of one say of the other. That clauses of two sources
// have the same words is no sign of it, because the words are those of the corpus.
type Testimony struct {
	A, B *evidence.Record
	// Rulesets rest on the one or the other.
	Rulesets []string
	// Passage is set when both are of the same place in the same source, Source
	// when they are at least of the same source.
	Passage, Source bool
	Shared          int      // clauses that both have word for word
	Relations       []string // what clauses of one say of clauses of the other, as in p#3 contradicts q#4
}

// QuestionContrast is a question with what every column makes of it. A question
// that rulesets ask in the same words stands once.
type QuestionContrast struct {
	ID, Asks string
	Cells    []QuestionCell // one for each column
	Rulesets int            // that ask it
}

// QuestionCell is what one column makes of a question.
type QuestionCell struct {
	Question *rulesets.Question // nil when the ruleset does not ask it
	Reading  *rulesets.Reading  // nil when the question does not arise
	Pinned   bool               // the reading was picked by whoever asked
}

// QuestionCount counts what a column leaves open.
type QuestionCount struct {
	Left     int            // arise, and the reading is the default for want of a better
	ByWeight map[int]int    // of those left
	ByKind   map[string]int // of those left
	Pinned   int            // arise, and the reading was picked
	Moot     int            // do not arise
	Shared   int            // of those left: asked by another ruleset of the comparison too
}

// Measure is a metric of play of one column.
type Measure struct {
	Column   int
	Metric   string
	Share    bool
	Estimate playout.Estimate
	LeftOut  int            // games in which it has no value
	Stats    *playout.Stats // with games, seed and cap
	// Sign is the outcome of the test against the first column, where there is one.
	Sign Sign
	Cut  bool // the run was stopped before all games of the column, or the first, were played
}

// Test is the comparison of two columns in one metric: Difference is the second
// less the first.
type Test struct {
	A, B       int
	Metric     string
	Share      bool
	From, To   playout.Estimate
	Difference playout.Difference
	// Low and High are the ends of the interval corrected after Bonferroni for all
	// tests of the comparison, Holm the corrected chance.
	Low, High, Holm float64
	Comparisons     int    // so many tests
	Name            string // of the test
	Paired          bool   // games of one number are compared with each other
	LeftOut         int    // pairs, or games of both, in which the metric has no value
	Sign            Sign
	Cut             bool // the run was stopped before all games of the two were played
}

// Level is the chance of calling even one difference that is none, over all tests
// of a comparison or of a ruleset.
const Level = 0.05

// Label names a column by its place, counted from 0: A to Z, AA and so on.
func Label(i int) string {
	s := ""
	for i++; i > 0; i /= 26 {
		i--
		s = string(rune('A'+i%26)) + s
	}
	return s
}

// Compare makes a comparison. It stops playing when ctx is done and returns what
// it has. Interpretations that cannot be compiled are errors.
func Compare(ctx context.Context, corpus *rulesets.Corpus, sides []Side, o CompareOptions) (*Comparison, yamlpos.Errors) {
	c := &Comparison{Corpus: corpus, Options: o}
	var errs yamlpos.Errors
	for i, s := range sides {
		g, more := s.Interpretation.Compile()
		errs.Merge(more)
		col := &Compared{Label: Label(i), Interpretation: s.Interpretation, Game: g, Pinned: map[string]bool{}, settled: map[*rulesets.Dimension]*rulesets.Settlement{}}
		for _, q := range s.Pinned {
			col.Pinned[q] = true
		}
		c.Columns = append(c.Columns, col)
	}
	if len(errs) > 0 {
		return nil, errs.Sort()
	}
	c.settle(ctx)
	c.contrast()
	c.contrastStatements()
	c.testify()
	c.pair()
	c.ask()
	c.play(ctx)
	c.test()
	return c, nil
}

// settle asks every column how it settles the dimensions of its kind.
func (c *Comparison) settle(ctx context.Context) {
	var wg sync.WaitGroup
	for _, col := range c.Columns {
		wg.Go(func() {
			list := col.Interpretation.Settlements(ctx, c.Corpus.DimensionsOf(col.Interpretation.Definition.Family))
			for i := range list {
				col.settled[list[i].Dimension] = &list[i]
			}
		})
	}
	wg.Wait()
	if ctx.Err() == nil {
		return
	}
	c.Unsettled = true
	for _, col := range c.Columns {
		clear(col.settled) // looked less far, it might say otherwise
	}
}

// contrast lines the dimensions up.
func (c *Comparison) contrast() {
	byID := map[string]int{}
	families := map[string]bool{}
	for _, col := range c.Columns {
		families[col.Interpretation.Definition.Family] = true
		for _, d := range c.Corpus.DimensionsOf(col.Interpretation.Definition.Family) {
			at, known := byID[d.ID]
			if !known {
				at = len(c.Dimensions)
				byID[d.ID] = at
				c.Dimensions = append(c.Dimensions, Contrast{ID: d.ID})
			}
			if row := &c.Dimensions[at]; !slices.Contains(row.Asked, d) {
				row.Asked = append(row.Asked, d)
			}
		}
	}
	for i := range c.Dimensions {
		row := &c.Dimensions[i]
		for _, col := range c.Columns {
			var cell ContrastCell
			for _, d := range row.Asked {
				if s := col.settled[d]; s != nil {
					cell.Settlement = s
				}
			}
			if cell.Settles() {
				for _, st := range cell.Settlement.Statements {
					cell.Sentences = append(cell.Sentences, col.Game.Sentence(st))
				}
				for _, st := range col.Interpretation.Uses(cell.Settlement.Statements) {
					cell.Definitions = append(cell.Definitions, col.Game.Sentence(st))
				}
				for _, list := range []*[]string{&cell.Sentences, &cell.Definitions} {
					slices.Sort(*list)
					*list = slices.Compact(*list)
					for _, text := range *list {
						cell.says = append(cell.says, numbered(text, col.Game.Program.Players))
					}
				}
				slices.Sort(cell.says)
			}
			row.Cells = append(row.Cells, cell)
		}
		row.compare()
	}
	if c.OneRuleset() {
		// What readings leave as it is comes last.
		rank := func(x *Contrast) int {
			switch x.Sign {
			case Differs:
				return 0
			case Otherwise:
				return 1
			}
			return 2
		}
		slices.SortStableFunc(c.Dimensions, func(a, b Contrast) int { return rank(&a) - rank(&b) })
	}
	if len(families) > 1 {
		// What every game must settle comes first, then what several kinds must.
		rank := func(x *Contrast) int {
			switch {
			case x.Asked[0].Family == rulesets.AllGames:
				return 0
			case len(x.Asked) > 1:
				return 1
			}
			return 2
		}
		slices.SortStableFunc(c.Dimensions, func(a, b Contrast) int { return rank(&a) - rank(&b) })
	}
}

// numbered calls the players of a sentence by their numbers.
func numbered(sentence string, players []string) string {
	for i, name := range players {
		word := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(name) + `\b`)
		sentence = word.ReplaceAllString(sentence, fmt.Sprintf("player %d", i+1))
	}
	return sentence
}

// compare signs a row and its cells.
func (x *Contrast) compare() {
	weight := map[Difference]int{Alone: 0, Agrees: 1, Unlike: 2, Otherwise: 3, Differs: 4}
	for i := range x.Cells {
		for j := range x.Cells[:i] {
			d := x.Cells[i].to(&x.Cells[j])
			if weight[d] > weight[x.Sign] {
				x.Sign = d
			}
			if x.Cells[i].Sign == Alone {
				x.Cells[i].Sign = d // to the first that has an answer
			}
		}
	}
}

// slot is the statement whose place one of a reading takes.
func slot(s *rulesets.Statement) string {
	if s.Replaces != "" {
		return s.Replaces
	}
	return s.ID
}

// contrastStatements lists what columns of one ruleset state differently.
func (c *Comparison) contrastStatements() {
	groups := map[*rulesets.Definition][]int{}
	var order []*rulesets.Definition
	for i, col := range c.Columns {
		d := col.Interpretation.Definition
		if groups[d] == nil {
			order = append(order, d)
		}
		groups[d] = append(groups[d], i)
	}
	for _, d := range order {
		if len(groups[d]) < 2 {
			continue
		}
		rows := map[string]*StatementContrast{}
		var ids []string
		for _, i := range groups[d] {
			for _, s := range c.Columns[i].Interpretation.Statements {
				id := slot(s)
				row := rows[id]
				if row == nil {
					row = &StatementContrast{Ruleset: d.ID, ID: id, Statements: make([]*rulesets.Statement, len(c.Columns)), Sentences: make([]string, len(c.Columns))}
					rows[id] = row
					ids = append(ids, id)
				}
				row.Statements[i], row.Sentences[i] = s, c.Columns[i].Game.Sentence(s)
			}
		}
		for _, id := range ids {
			row, first := rows[id], groups[d][0]
			for _, i := range groups[d][1:] {
				// One statement may read otherwise because of another, which is the difference.
				if row.Statements[i] != row.Statements[first] && row.Sentences[i] != row.Sentences[first] {
					c.Statements = append(c.Statements, *row)
					break
				}
			}
		}
	}
}

// records lists the records behind a column.
func (c *Comparison) records(col *Compared) []*evidence.Record {
	var out []*evidence.Record
	for _, id := range col.Interpretation.Definition.Records {
		if r := c.Corpus.Evidence.Record(id); r != nil && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// Records lists the records behind all columns, each once.
func (c *Comparison) Records() []*evidence.Record {
	var out []*evidence.Record
	for _, col := range c.Columns {
		for _, r := range c.records(col) {
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

// samePassage reports whether two records are of one place in one source.
func samePassage(a, b *evidence.Record) bool {
	return a.Source.Key == b.Source.Key && a.Source.Locator != "" && evidence.Fold(a.Source.Locator) == evidence.Fold(b.Source.Locator)
}

// testify looks for testimony that several rulesets share. A record that two of
// them rest on is no news.
func (c *Comparison) testify() {
	records := c.Records()
	by := map[string]int{} // folded text → clause
	for _, r := range records {
		for _, cl := range r.Clauses {
			text := evidence.Fold(cl.Text)
			ref := rulesets.ClauseRef{Record: r.ID, N: cl.N}
			at, known := by[text]
			if !known {
				at = len(c.Clauses)
				by[text] = at
				c.Clauses = append(c.Clauses, SharedClause{Text: cl.Text})
			}
			c.Clauses[at].Clauses = append(c.Clauses[at].Clauses, ref)
		}
	}
	c.Clauses = slices.DeleteFunc(c.Clauses, func(s SharedClause) bool {
		return !slices.ContainsFunc(s.Clauses, func(r rulesets.ClauseRef) bool { return r.Record != s.Clauses[0].Record })
	})
	rulesetsOf := func(r *evidence.Record) []string {
		var out []string
		for _, col := range c.Columns {
			if d := col.Interpretation.Definition; slices.Contains(d.Records, r.ID) && !slices.Contains(out, d.ID) {
				out = append(out, d.ID)
			}
		}
		return out
	}
	for i, a := range records {
		for _, b := range records[i+1:] {
			t := Testimony{A: a, B: b, Source: a.Source.Key == b.Source.Key, Passage: samePassage(a, b)}
			of := append(rulesetsOf(a), rulesetsOf(b)...)
			slices.Sort(of)
			if t.Rulesets = slices.Compact(of); len(t.Rulesets) < 2 {
				continue
			}
			for _, s := range c.Clauses {
				in := func(r *evidence.Record) bool {
					return slices.ContainsFunc(s.Clauses, func(x rulesets.ClauseRef) bool { return x.Record == r.ID })
				}
				if in(a) && in(b) {
					t.Shared++
				}
			}
			t.Relations = append(relations(a, b), relations(b, a)...)
			if t.Source || len(t.Relations) > 0 {
				c.Testimony = append(c.Testimony, t)
			}
		}
	}
}

// relations writes what clauses of a say of clauses of b.
func relations(a, b *evidence.Record) []string {
	var out []string
	for _, cl := range a.Clauses {
		for _, kind := range []struct {
			word string
			refs []evidence.ClauseRef
		}{{"supports", cl.Supports}, {"adds to", cl.Adds}, {"contradicts", cl.Contradicts}, {"lacks", cl.Lacks}} {
			for _, ref := range kind.refs {
				if ref.Record == b.ID {
					out = append(out, a.Ref(cl.N).String()+" "+kind.word+" "+ref.String())
				}
			}
		}
	}
	return out
}

// pair measures how far every two columns are apart.
func (c *Comparison) pair() {
	for i := range c.Columns {
		for j := i + 1; j < len(c.Columns); j++ {
			p := Pairing{A: i, B: j, SameRuleset: c.Columns[i].Interpretation.Definition == c.Columns[j].Interpretation.Definition}
			for k := range c.Dimensions {
				row := &c.Dimensions[k]
				a, b := &row.Cells[i], &row.Cells[j]
				moot := func(x *ContrastCell) bool { return x.Settlement.Standing == rulesets.Moot }
				switch {
				case a.Settlement == nil && b.Settlement == nil:
					continue // asked of neither
				case a.Settlement == nil || b.Settlement == nil:
					p.OneOnly++
					continue
				case !sameTerms(a.Settlement.Dimension, b.Settlement.Dimension):
					p.OtherTerms++
					continue
				case moot(a) || moot(b):
					p.NoIssue++
					continue
				}
				switch a.to(b) {
				case Alone:
					p.NotSettled++
				case Differs:
					p.Compared++
					p.Differ++
					p.Differing = append(p.Differing, row.ID)
				case Otherwise:
					p.Compared++
					p.Otherwise++
				case Agrees:
					p.Compared++
				}
			}
			if p.SameRuleset {
				for _, s := range c.Statements {
					x, y := s.Statements[i], s.Statements[j]
					if (x == nil) != (y == nil) || x != nil && s.Sentences[i] != s.Sentences[j] {
						p.Statements++
					}
				}
			} else if p.Differ == 0 {
				a, b := c.Columns[i], c.Columns[j]
				p.SaidByOne = [2][]*rulesets.Statement{a.saysBeyond(b), b.saysBeyond(a)}
				p.Reordered = reordered(a, b)
			}
			p.OneTestimony = c.oneTestimony(c.Columns[i], c.Columns[j])
			c.Pairs = append(c.Pairs, p)
		}
	}
}

// saysBeyond lists the rules that another interpretation does not have. What only
// settles a dimension is no rule.
func (c *Compared) saysBeyond(other *Compared) []*rulesets.Statement {
	said := map[string]bool{}
	for _, st := range other.Interpretation.Statements {
		said[other.says(st)] = true
	}
	var out []*rulesets.Statement
	for _, st := range c.Interpretation.Statements {
		if st.Kind != "settles" && !said[c.says(st)] {
			out = append(out, st)
		}
	}
	return out
}

// says is the sentence of a statement, whatever the players are called.
func (c *Compared) says(st *rulesets.Statement) string {
	return numbered(c.Game.Sentence(st), c.Game.Program.Players)
}

// reordered compares, of the rules that two interpretations share, those of each kind in
// which the one declared first comes first in play.
func reordered(a, b *Compared) (out [2][]*rulesets.Statement) {
	for _, kind := range []string{"stage", "agenda", "blocked", "require", "do", "score"} {
		x, y := a.shared(b, kind), b.shared(a, kind)
		same := func(i, j int) bool { return a.says(x[i]) == b.says(y[j]) }
		for len(x) > 0 && len(y) > 0 && same(0, 0) {
			x, y = x[1:], y[1:]
		}
		for len(x) > 0 && len(y) > 0 && same(len(x)-1, len(y)-1) {
			x, y = x[:len(x)-1], y[:len(y)-1]
		}
		out[0], out[1] = append(out[0], x...), append(out[1], y...)
	}
	return out
}

// shared are the rules of a kind that another interpretation has too.
func (c *Compared) shared(other *Compared, kind string) []*rulesets.Statement {
	beyond := c.saysBeyond(other)
	var out []*rulesets.Statement
	for _, st := range c.Interpretation.Statements {
		if st.Kind == kind && !slices.Contains(beyond, st) {
			out = append(out, st)
		}
	}
	return out
}

// oneTestimony reports whether two rulesets rest on records of one passage alone.
func (c *Comparison) oneTestimony(a, b *Compared) bool {
	all := append(c.records(a), c.records(b)...)
	if len(all) < 2 || a.Interpretation.Definition == b.Interpretation.Definition {
		return false
	}
	for _, r := range all[1:] {
		if r != all[0] && !samePassage(all[0], r) {
			return false
		}
	}
	return true
}

// ask lines the questions up. Rulesets share a question when it has the same id
// and asks the same, word for word.
func (c *Comparison) ask() {
	rows := map[string]int{}
	for i, col := range c.Columns {
		for _, q := range col.Interpretation.Definition.Questions {
			key := q.ID + "\x00" + evidence.Fold(q.Asks)
			at, known := rows[key]
			if !known {
				at = len(c.Questions)
				rows[key] = at
				c.Questions = append(c.Questions, QuestionContrast{ID: q.ID, Asks: q.Asks, Cells: make([]QuestionCell, len(c.Columns))})
			}
			c.Questions[at].Cells[i] = QuestionCell{Question: q, Reading: col.Interpretation.Readings[q.ID], Pinned: col.Pinned[q.ID]}
		}
	}
	for i := range c.Questions {
		row := &c.Questions[i]
		of := map[*rulesets.Definition]bool{}
		for k, cell := range row.Cells {
			if cell.Question != nil {
				of[c.Columns[k].Interpretation.Definition] = true
			}
		}
		row.Rulesets = len(of)
	}
	for i, col := range c.Columns {
		n := QuestionCount{ByWeight: map[int]int{}, ByKind: map[string]int{}}
		for k := range c.Questions {
			cell := &c.Questions[k].Cells[i]
			switch {
			case cell.Question == nil:
			case cell.Reading == nil:
				n.Moot++
			case cell.Pinned:
				n.Pinned++
			default:
				n.Left++
				n.ByWeight[cell.Question.Weight]++
				n.ByKind[cell.Question.Kind]++
				if c.Questions[k].Rulesets > 1 {
					n.Shared++
				}
			}
		}
		col.Left = n
	}
}

// Differ reports whether the columns that ask the question take different
// readings, or it arises in some of them only.
func (q *QuestionContrast) Differ() bool {
	var first *QuestionCell
	for i := range q.Cells {
		cell := &q.Cells[i]
		if cell.Question == nil {
			continue
		}
		if first == nil {
			first = cell
			continue
		}
		a, b := first.Reading, cell.Reading
		if (a == nil) != (b == nil) || a != nil && a.ID != b.ID {
			return true
		}
	}
	return false
}

// AskedOf counts the columns whose ruleset asks the question.
func (q *QuestionContrast) AskedOf() int {
	n := 0
	for i := range q.Cells {
		if q.Cells[i].Question != nil {
			n++
		}
	}
	return n
}

// Marked counts the rows of each sign.
func (c *Comparison) Marked(sign Difference) int {
	n := 0
	for i := range c.Dimensions {
		if c.Dimensions[i].Sign == sign {
			n++
		}
	}
	return n
}

// AskedOf counts the columns of which a dimension is asked.
func (x *Contrast) AskedOf() int {
	n := 0
	for i := range x.Cells {
		if x.Cells[i].Settlement != nil {
			n++
		}
	}
	return n
}

// Title is what the question of the dimension is, in the words of every kind of
// game that asks it.
func (x *Contrast) Title() string {
	var asks []string
	for _, d := range x.Asked {
		if !slices.Contains(asks, d.Asks) {
			asks = append(asks, d.Asks)
		}
	}
	return strings.Join(asks, " / ")
}

// OneRuleset reports whether all columns are interpretations of one ruleset.
func (c *Comparison) OneRuleset() bool {
	return !slices.ContainsFunc(c.Columns, func(col *Compared) bool {
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
func (c *Compared) Picks() []string {
	var out []string
	for _, q := range c.Interpretation.Definition.Questions {
		if r := c.Interpretation.Readings[q.ID]; r != nil && (c.Pinned[q.ID] || r.ID != q.Default) {
			out = append(out, q.Name()+"="+r.ID)
		}
	}
	return out
}

// Asked names the column as it can be asked for again.
func (c *Compared) Asked() string {
	if picks := c.Picks(); len(picks) > 0 {
		return c.Interpretation.Definition.ID + "{" + strings.Join(picks, ",") + "}"
	}
	return c.Interpretation.Definition.ID
}

// RecordName is how a column's clauses are called where the column stands over
// them: not at all when it rests on one record, #6, otherwise by the ruleset's own
// short name, p#6.
func (c *Compared) RecordName(record string) string {
	if d := c.Interpretation.Definition; len(d.Records) != 1 || d.Records[0] != record {
		return d.RecordName(record)
	}
	return ""
}

// Measure returns what column i has in a metric, nil when it has none.
func (c *Comparison) Measure(i int, metric string) *Measure {
	for k := range c.Metrics {
		if m := &c.Metrics[k]; m.Column == i && m.Metric == metric {
			return m
		}
	}
	return nil
}

// MetricNames lists the metrics in which any column has a value, each once, in
// their order: points, which not every game has, come last.
func (c *Comparison) MetricNames() []string {
	var out []string
	has := map[string]bool{}
	for _, m := range c.Metrics {
		if !slices.Contains(out, m.Metric) {
			out = append(out, m.Metric)
		}
		has[m.Metric] = has[m.Metric] || m.Estimate.N > 0
	}
	return slices.DeleteFunc(out, func(name string) bool { return !has[name] })
}

// Brief says as briefly as can be what settles a dimension in the column: some of
// the questions and how many more, and clauses; or else how it stands.
func (c *Compared) Brief(s *rulesets.Settlement) string {
	if s.Standing == rulesets.Assumed || s.Standing == rulesets.Open {
		return string(s.Standing)
	}
	var parts []string
	for i, q := range s.Questions {
		if i == 2 && len(s.Questions) > 3 {
			parts = append(parts, fmt.Sprintf("+%d", len(s.Questions)-2))
			break
		}
		parts = append(parts, q.Name())
	}
	if by := rulesets.ClauseRanges(s.Clauses(), c.RecordName); by != "" {
		parts = append(parts, by)
	}
	if len(parts) == 0 {
		return string(s.Standing)
	}
	return strings.Join(parts, ", ")
}

// How says what the difference marks of play mean: test, level and correction.
func (c *Comparison) How() string {
	n, _ := c.Tested()
	paired, unpaired := false, false
	for i := range c.Tests {
		t := &c.Tests[i]
		paired, unpaired = paired || t.Paired, unpaired || !t.Paired
	}
	if len(c.Tests) == 0 {
		return ""
	}
	var tests []string
	if paired {
		tests = append(tests, "games of one ruleset in pairs of one number (paired t for means, McNemar's exact test for shares)")
	}
	if unpaired {
		tests = append(tests, "games of two rulesets as independent samples (Welch's t for means, Fisher's exact test for shares)")
	}
	how := fmt.Sprintf("+ greater, - less than in A, at level %g over all %d tests of this comparison (Holm): %s; ~ no evidence of a difference, which is not that there is none; = every game alike", Level, n, strings.Join(tests, ", "))
	if slices.ContainsFunc(c.Tests, func(t Test) bool { return t.Sign == TooFew }) {
		how += fmt.Sprintf("; no sign where fewer than %d games can be compared", leastGames)
	}
	if slices.ContainsFunc(c.Columns, func(col *Compared) bool { return !samePlayers(col, c.Columns[0]) }) {
		how += "; the " + MetricFirstShare + " is not tested between games of unequal numbers of players"
	}
	return how
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
func (c *Comparison) Tested() (made, different int) {
	for i := range c.Tests {
		t := &c.Tests[i]
		made = max(made, t.Comparisons)
		if t.Sign == More || t.Sign == Less {
			different++
		}
	}
	return made, different
}

// OnePassage reports whether all clauses that share the words are of one passage.
func (c *Comparison) OnePassage(s *SharedClause) bool {
	first := c.Corpus.Evidence.Record(s.Clauses[0].Record)
	return !slices.ContainsFunc(s.Clauses[1:], func(r rulesets.ClauseRef) bool {
		other := c.Corpus.Evidence.Record(r.Record)
		return other != first && !samePassage(first, other)
	})
}

// Sample says on one line with what a measure was taken: agent, games, seed, cap.
func (m *Measure) Sample() string {
	return fmt.Sprintf("random, %d games, seed %d, cap %d", m.Stats.Played, m.Stats.Seed, m.Stats.Cap)
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
