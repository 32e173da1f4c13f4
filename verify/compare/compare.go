package compare

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/edition"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/players/training"
	"github.com/lectio/lectio/verify/playout"
)

// Options say how a comparison is made. All of it is counted, so that it
// can be repeated.
type Options struct {
	Games int // of each interpretation; 0: nothing is played
	Seed  uint64
	Cap   int // single moves after which a game is given up
	Jobs  int // workers; the result does not depend on it
	// First tests every interpretation against the first only; otherwise every
	// two are tested.
	First bool
	// Trainings is how many programs learn each ruleset, from different seeds; their games stand beside those
	// at random, as many under each program. 0: no program learns.
	Trainings int
	// Programs keeps programs that have been made; nil: they are made anew.
	Programs *training.Cache
	// Earlier are games that stand in place of those that would be played; nil: none.
	Earlier *playout.Earlier
	// Draws is how many combinations of readings are drawn to see which groups of a
	// tree stand under other readings; 0: none.
	Draws int
	// Progress is told how many games are done, Drawing how many drawn interpretations
	// have been asked; they may be called from any worker.
	Progress func(done, total int, what string)
	Drawing  func(done, total int)
}

// Defaults are the options of an ordinary comparison.
func Defaults() Options {
	return Options{Games: 1000, Seed: 1, Cap: 20000, Jobs: runtime.NumCPU()}
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
	Corpus  *dimension.Corpus `json:"-"`
	Options Options           `json:"-"`
	Columns Columns           `json:"columns"`
	// Dimensions are those that any of the columns must settle: differences first.
	Dimensions []Contrast `json:"dimensions"`
	// Statements are those that differ between columns of one ruleset.
	Statements []StatementContrast `json:"statements"`
	Pairs      []Pairing           `json:"pairs"` // every two columns
	Likeness   Likeness            `json:"-"`
	Testimony  []Testimony         `json:"testimony"`
	Clauses    []SharedClause      `json:"shared_clauses"`
	Questions  []QuestionContrast  `json:"questions"`
	// Play is what games are like, of programs that learned before those at random. Figures of the two are
	// never put together.
	Play []*Play `json:"-"`
	Made string  `json:"made"` // by which program, of which corpus; whoever asked for the comparison sets it

	Interrupted bool `json:"interrupted,omitempty"`
	Unsettled   bool `json:"-"` // interrupted before it was found out how the columns settle dimensions
	Done, Total int  `json:"-"` // games
	undrawn     bool // interrupted before the combinations of readings were

	named map[string][]*evidence.Record // by id, records that say different things
}

// MarshalJSON writes the comparison.
func (c *Comparison) MarshalJSON() ([]byte, error) {
	type plain Comparison
	return json.Marshal(struct {
		Groups   []Cluster          `json:"groups"`
		Newick   *string            `json:"newick"`
		Grouped  string             `json:"grouped,omitempty"`
		Metrics  []*Measure         `json:"metrics"`
		Tests    []*Test            `json:"tests"`
		Programs []*verify.Learning `json:"programs,omitempty"`
		Repeat   string             `json:"repeat"`
		Sweep    *measure.Resting   `json:"sweep,omitempty"`
		*plain
		NotDone []unplayed `json:"not_done,omitempty"`
	}{
		append([]Cluster{}, c.Likeness.Groups...), rulesets.OrNull(c.Newick()), c.Grouped(),
		append([]*Measure{}, c.Metrics()...), append([]*Test{}, c.Tests()...), c.Learnings(), c.Again(), c.Resting(), (*plain)(c), c.NotDone(),
	})
}

// Columns are those of a comparison, in which a column by itself stands for its label.
type Columns []*Column

// MarshalJSON writes all that is told of each column.
func (list Columns) MarshalJSON() ([]byte, error) {
	type column Column
	type whole struct {
		*column
		Ruleset        string   `json:"ruleset"`
		Version        string   `json:"version"`
		Interpretation string   `json:"interpretation"`
		Picked         []string `json:"picked"`
		Records        []string `json:"records"`
		Failure        *string  `json:"failure"`
	}
	out := make([]whole, len(list))
	for i, c := range list {
		d := c.Interpretation.Definition
		out[i] = whole{(*column)(c), d.ID, d.Version, c.Name(), append([]string{}, c.Picks()...), d.Records, rulesets.OrNull(c.Failure)}
	}
	return json.Marshal(out)
}

// Column is one column of a comparison.
type Column struct {
	Label         string `json:"label"` // A, B, …
	QuestionCount        // what it leaves open
	Failure       string `json:"-"` // what the engine failed with, if it did
	// Unlearned says why there are no games between programs that learned the ruleset, though there are such programs.
	Unlearned      string                   `json:"unlearned,omitempty"`
	Nearest        []string                 `json:"nearest"` // the labels of those that are nearest to it
	Interpretation *rulesets.Interpretation `json:"-"`
	Game           *rulesets.Game           `json:"-"`
	Pinned         map[string]bool          `json:"-"` // by question id
	Stats          *playout.Stats           `json:"-"` // of games at random; nil when nothing was played
	// Learned are the games between programs that learned the ruleset's default, by training; nil where
	// there are none, because of Unlearned, or of what became of Learning.
	Learned  []*playout.Stats `json:"-"`
	Learning *verify.Learning `json:"-"` // nil where no program was to learn

	settled map[*dimension.Dimension]*dimension.Settlement
	by      []*weigh.Players // who learned, as they play the interpretation
}

// of are the games of a play: those under each training, or at random.
func (c *Column) of(p measure.Play) []*playout.Stats {
	switch {
	case p == measure.Learned:
		return c.Learned
	case c.Stats != nil:
		return []*playout.Stats{c.Stats}
	}
	return nil
}

// Played is how many games were played, whoever played them.
func (c *Column) Played() int {
	n := 0
	for _, p := range []measure.Play{measure.AtRandom, measure.Learned} {
		for _, s := range c.of(p) {
			n += s.Played
		}
	}
	return n
}

// planned is how many games of a column were to be played, as far as is known.
func (c *Comparison) planned(column int) int {
	n := c.Options.Games
	if l := c.Columns[column].Learning; l != nil && (l.Cut || c.Columns[column].by != nil) {
		n += c.Options.Games * c.Options.Trainings
	}
	return n
}

// MarshalText writes the label of the column.
func (c *Column) MarshalText() ([]byte, error) { return []byte(c.Label), nil }

// Name is the interpretation's name, as Interpretation.Name writes it.
func (c *Column) Name() string { return c.Interpretation.Name() }

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
	ID string `json:"dimension"`
	// Asked are the dimensions of that id: one, or one for each kind of game that
	// asks it.
	Asked []*dimension.Dimension `json:"-"`
	// Sign is the greatest difference between any two columns.
	Sign  Difference     `json:"sign"`
	Cells []ContrastCell `json:"-"` // one for each column
}

// MarshalJSON writes the dimension with what the columns make of it of which it is asked.
func (x Contrast) MarshalJSON() ([]byte, error) {
	type plain Contrast
	return json.Marshal(struct {
		plain
		Columns []*ContrastCell `json:"columns"`
	}{plain(x), x.AskedOf()})
}

// ContrastCell is what one column makes of a dimension.
type ContrastCell struct {
	Column *Column `json:"column"`
	// Sign is how the answer stands to that of the first column which has one.
	Sign                  Difference `json:"sign"`
	*dimension.Settlement            // nil when it is not asked of such games
	Sentences             []string   `json:"sentences"` // what the statements that show the answer say
	// Definitions say what the words of those sentences mean, as far as the ruleset
	// defines them.
	Definitions []string `json:"definitions"`
	// Own are the sentences, and the definitions behind them, that not every other column with an answer in the
	// same terms says too: what tells it from them.
	Own []string `json:"own"`

	// says are the sentences, and those of the definitions behind them, with players
	// by number: what they are called is no rule.
	says []string
	// by is what each of the sentences and definitions is among these.
	by map[string]string
}

// own lists what tells a column's answer from the others.
func (x *Contrast) own(column int) []string {
	cell, out := &x.Cells[column], []string{}
	for _, text := range slices.Concat(cell.Sentences, cell.Definitions) {
		for i := range x.Cells {
			if other := &x.Cells[i]; i != column && cell.to(other) != Alone && !slices.Contains(other.says, cell.by[text]) {
				out = append(out, text)
				break
			}
		}
	}
	return out
}

// Settles reports whether the column has an answer that is more than silence.
func (c *ContrastCell) Settles() bool {
	s := c.Settlement
	return s != nil && s.Answer != nil && s.Standing != dimension.Open && s.Standing != dimension.Moot
}

// to says how the answer stands to another one.
func (c *ContrastCell) to(d *ContrastCell) Difference {
	switch {
	case !c.Settles() || !d.Settles():
		return Alone
	case !SameTerms(c.Settlement.Dimension, d.Settlement.Dimension):
		return Unlike
	case c.Settlement.Answer.ID != d.Settlement.Answer.ID:
		return Differs
	case !slices.Equal(c.says, d.says):
		return Otherwise
	}
	return Agrees
}

// SameTerms reports whether two dimensions have the same answers to choose from.
func SameTerms(a, b *dimension.Dimension) bool {
	return a == b || slices.EqualFunc(a.Answers, b.Answers, func(x, y *dimension.Answer) bool { return x.ID == y.ID && x.Means == y.Means })
}

// StatementContrast is a statement that columns of one ruleset have differently.
type StatementContrast struct {
	Ruleset string `json:"ruleset"`
	ID      string `json:"statement"`
	// Statements and Sentences are by column; nil and "" where the column is of
	// another ruleset or has no such statement.
	Statements []*rulesets.Statement `json:"-"`
	Sentences  []string              `json:"-"`
}

// MarshalJSON writes the statement of each column that has it, by its label.
func (x StatementContrast) MarshalJSON() ([]byte, error) {
	type plain StatementContrast
	type stated struct {
		Statement *rulesets.Statement `json:"id"`
		Question  *rulesets.Question  `json:"question,omitempty"`
		Reading   *rulesets.Reading   `json:"reading,omitempty"`
		Sentence  string              `json:"sentence"`
	}
	out := map[string]stated{}
	for k, st := range x.Statements {
		if st != nil {
			out[Label(k)] = stated{st, st.Question, st.Reading, x.Sentences[k]}
		}
	}
	return json.Marshal(struct {
		plain
		Columns map[string]stated `json:"columns"`
	}{plain(x), out})
}

// Pairing is how two columns stand to each other.
type Pairing struct {
	A, B int `json:"-"` // columns
	// Compared are the dimensions that both settle in the same terms; of these the
	// answers differ in Differ, and are the same by other rules in Otherwise.
	Differ    int `json:"differ"`
	Compared  int `json:"compared"`
	Otherwise int `json:"otherwise"`
	// Left out of account: not settled by both, no issue in one of them, asked in
	// other terms, asked of the kind of one only.
	NotSettled  int  `json:"not_settled"`
	NoIssue     int  `json:"no_issue"`
	OtherTerms  int  `json:"other_terms"`
	OneOnly     int  `json:"of_one_only"`
	SameRuleset bool `json:"-"`
	Statements  int  `json:"-"` // that differ, where the ruleset is the same
	// OneTestimony is set when everything that both rest on is of one passage: then
	// what they agree in is said once, not twice.
	OneTestimony bool     `json:"one_testimony"`
	Differing    []string `json:"differing"` // ids of the dimensions in which they differ
	// SaidByOne are, of two rulesets that no dimension tells apart, the statements of each
	// that the other does not say.
	SaidByOne [2][]*rulesets.Statement `json:"said_by_one"`
	// Reordered are, of two such rulesets, rules that both have and in whose order they
	// differ, where the order matters; in the order of each.
	Reordered [2][]*rulesets.Statement `json:"reordered"`
}

// MarshalJSON writes the columns by their labels, null for the distance where nothing is compared and for the statements
// of two rulesets.
func (p Pairing) MarshalJSON() ([]byte, error) {
	type plain Pairing
	out := struct {
		A        string         `json:"a"`
		B        string         `json:"b"`
		Distance playout.Number `json:"distance"`
		plain
		Statements *int `json:"statements_that_differ"`
	}{A: p.LabelA(), B: p.LabelB(), Distance: playout.Number(p.Distance()), plain: plain(p)}
	if p.SameRuleset {
		out.Statements = &p.Statements
	}
	for _, pair := range []*[2][]*rulesets.Statement{&out.SaidByOne, &out.Reordered} {
		for k := range pair {
			pair[k] = append([]*rulesets.Statement{}, pair[k]...)
		}
	}
	return json.Marshal(out)
}

// LabelA is the label of the first of the two columns.
func (p *Pairing) LabelA() string { return Label(p.A) }

// LabelB is that of the second.
func (p *Pairing) LabelB() string { return Label(p.B) }

// Distance is the share of the dimensions compared in which the two differ; no number where
// there are none.
func (p *Pairing) Distance() float64 { return float64(p.Differ) / float64(p.Compared) }

// SharedClause is a clause that records of several rulesets have word for word,
// accents, capitals and punctuation apart.
type SharedClause struct {
	Text    string               `json:"text"` // as the first has it
	Clauses []rulesets.ClauseRef `json:"clauses"`
}

// Testimony says how two records behind different rulesets hang together: by their
// source, or by what clauses of one say of the other. That clauses of two sources
// have the same words is no sign of it, because the words are those of the corpus.
type Testimony struct {
	A, B *evidence.Record `json:"-"`
	// Rulesets rest on the one or the other.
	Rulesets []string `json:"rulesets"`
	// Passage is set when both are of the same place in the same source, Source
	// when they are at least of the same source.
	Passage   bool     `json:"one_passage"`
	Source    bool     `json:"one_source"`
	Shared    int      `json:"clauses_shared"` // that both have word for word
	Relations []string `json:"relations"`      // what clauses of one say of clauses of the other, as in p#3 contradicts q#4
}

// MarshalJSON writes the ids of the records.
func (t Testimony) MarshalJSON() ([]byte, error) {
	type plain Testimony
	return json.Marshal(struct {
		Records [2]string `json:"records"`
		plain
	}{[2]string{t.A.ID, t.B.ID}, plain(t)})
}

// QuestionContrast is a question with what every column makes of it. A question
// that rulesets ask in the same words stands once.
type QuestionContrast struct {
	ID       string         `json:"id"`
	Asks     string         `json:"asks"`
	Cells    []QuestionCell `json:"-"` // one for each column
	Rulesets int            `json:"-"` // that ask it
}

// MarshalJSON writes the question with what the columns make of it of which it is asked.
func (q *QuestionContrast) MarshalJSON() ([]byte, error) {
	type plain QuestionContrast
	return json.Marshal(struct {
		*plain
		Differ  bool            `json:"differ"`
		Columns []*QuestionCell `json:"columns"`
	}{(*plain)(q), q.Differ(), q.AskedOf()})
}

// QuestionCell is what one column makes of a question.
type QuestionCell struct {
	Column   *Column            `json:"column"`
	Question *rulesets.Question `json:"question"` // nil when the ruleset does not ask it
	Reading  *rulesets.Reading  `json:"reading"`  // nil when the question does not arise
	Pinned   bool               `json:"picked"`   // the reading was picked by whoever asked
	Weight   int                `json:"weight"`   // of the question
	Kind     string             `json:"kind"`
}

// QuestionCount counts what a column leaves open.
type QuestionCount struct {
	Left     int            `json:"questions_left"`   // arise, and the reading is the default for want of a better
	ByWeight map[int]int    `json:"left_by_weight"`   // of those left
	ByKind   map[string]int `json:"left_by_kind"`     // of those left
	Shared   int            `json:"left_shared"`      // of those left: asked by another ruleset of the comparison too
	Picked   int            `json:"questions_picked"` // arise, and the reading was picked
	Moot     int            `json:"questions_moot"`   // do not arise
}

// Play is what the games of one kind of play are like.
type Play struct {
	Whose   measure.Play
	Metrics []Measure
	Tests   []Test

	c *Comparison
}

// Measure is a metric of play of one column.
type Measure struct {
	Column int    `json:"-"`
	Metric string `json:"metric"`
	// Of is the metric; of balance, which is none, completion, beside which that stands.
	Of    measure.Metric `json:"-"`
	Share bool           `json:"-"`
	// Estimate is made of all games of the column; between programs that learned Low and High are the least and
	// the most under one training: a range, and no interval.
	Estimate playout.Estimate `json:"estimate"`
	LeftOut  int              `json:"left_out"` // games in which it has no value
	// Sign is the outcome of the test against the first column, where there is one.
	Sign  measure.Sign   `json:"against_first"`
	Whose measure.Play   `json:"agent"`
	Stats *playout.Stats `json:"-"`
	Cut   bool           `json:"interrupted,omitempty"` // the run was stopped before all games of the column, or the first, were played
}

// MarshalJSON writes the metric with the games that it is of.
func (m *Measure) MarshalJSON() ([]byte, error) {
	type plain Measure
	return json.Marshal(struct {
		Column string `json:"column"`
		*plain
		Games int    `json:"games"`
		Seed  uint64 `json:"seed"`
		Cap   int    `json:"cap"`
	}{Label(m.Column), (*plain)(m), m.Stats.Played, m.Stats.Seed, m.Stats.Cap})
}

// Test is the comparison of two columns in one metric: Difference is the second less the first.
type Test struct {
	A, B int `json:"-"`
	measure.Test
	Games [2]int `json:"games"` // of the two columns
	Seed  uint64 `json:"seed"`
	Cap   int    `json:"cap"`
	Cut   bool   `json:"interrupted,omitempty"` // the run was stopped before all games of the two were played
}

// MarshalJSON writes the columns by their labels.
func (t *Test) MarshalJSON() ([]byte, error) {
	type plain Test
	return json.Marshal(struct {
		A string `json:"a"`
		B string `json:"b"`
		*plain
	}{Label(t.A), Label(t.B), (*plain)(t)})
}

// Label names a column by its place, counted from 0: A to Z, AA and so on.
func Label(i int) string {
	s := ""
	for i++; i > 0; i /= 26 {
		i--
		s = string(rune('A'+i%26)) + s
	}
	return s
}

// Sides makes a comparison. It stops playing when ctx is done and returns what
// it has. Interpretations that cannot be compiled are errors.
func Sides(ctx context.Context, corpus *dimension.Corpus, sides []Side, o Options) (*Comparison, diag.Errors) {
	c := &Comparison{
		Corpus: corpus, Options: o, Dimensions: []Contrast{}, Statements: []StatementContrast{}, Pairs: []Pairing{},
		Testimony: []Testimony{}, Clauses: []SharedClause{}, Questions: []QuestionContrast{},
	}
	var errs diag.Errors
	for i, s := range sides {
		g, more := s.Interpretation.Compile()
		errs.Merge(more)
		col := &Column{Label: Label(i), Interpretation: s.Interpretation, Game: g, Pinned: map[string]bool{}, Nearest: []string{}, settled: map[*dimension.Dimension]*dimension.Settlement{}}
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
	c.liken()
	c.redraw(ctx)
	c.ask()
	c.play(ctx)
	c.tell()
	return c, nil
}

// settle asks every column how it settles the dimensions of its kind.
func (c *Comparison) settle(ctx context.Context) {
	var wg sync.WaitGroup
	for _, col := range c.Columns {
		wg.Go(func() {
			list := c.Corpus.Settle(ctx, col.Interpretation)
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
	for _, col := range c.Columns {
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
			cell := ContrastCell{Column: col, Sentences: []string{}, Definitions: []string{}, by: map[string]string{}}
			for _, d := range row.Asked {
				if s := col.settled[d]; s != nil {
					cell.Settlement = s
				}
			}
			if cell.Settles() {
				for _, st := range cell.Settlement.Statements {
					cell.Sentences = append(cell.Sentences, edition.Sentence(col.Game, st))
				}
				for _, st := range col.Interpretation.Uses(cell.Settlement.Statements) {
					cell.Definitions = append(cell.Definitions, edition.Sentence(col.Game, st))
				}
				for _, list := range []*[]string{&cell.Sentences, &cell.Definitions} {
					slices.Sort(*list)
					*list = slices.Compact(*list)
					for _, text := range *list {
						cell.by[text] = numbered(text, col.Game.Program.Players)
						cell.says = append(cell.says, cell.by[text])
					}
				}
				slices.Sort(cell.says)
			}
			row.Cells = append(row.Cells, cell)
		}
		row.compare()
	}
	if slices.ContainsFunc(c.Columns, func(col *Column) bool {
		return col.Interpretation.Definition.Family != c.Columns[0].Interpretation.Definition.Family
	}) {
		slices.SortStableFunc(c.Dimensions, func(a, b Contrast) int { return a.generality() - b.generality() })
	}
	slices.SortStableFunc(c.Dimensions, func(a, b Contrast) int { return order[a.Sign] - order[b.Sign] })
}

// order has differences first.
var order = map[Difference]int{Differs: 0, Otherwise: 1, Unlike: 2, Agrees: 3, Alone: 4}

// generality has first what every game must settle, then what several kinds of games
// must.
func (x *Contrast) generality() int {
	switch {
	case x.Asked[0].Family == rulesets.AllGames:
		return 0
	case len(x.Asked) > 1:
		return 1
	}
	return 2
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
	for i := range x.Cells {
		x.Cells[i].Own = x.own(i)
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
				row.Statements[i], row.Sentences[i] = s, edition.Sentence(c.Columns[i].Game, s)
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

// AskedOf are the columns of which a dimension is asked.
func (x *Contrast) AskedOf() []*ContrastCell {
	out := []*ContrastCell{}
	for i := range x.Cells {
		if x.Cells[i].Settlement != nil {
			out = append(out, &x.Cells[i])
		}
	}
	return out
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
