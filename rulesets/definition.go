package rulesets

import (
	"cmp"
	"fmt"
	"sort"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/compile"
)

// ClauseRef names a clause of a record, or an observation, which has a number among those of the clauses.
type ClauseRef struct {
	Record string // record id, "DLP.Evidence.1706"
	N      int
	Pos    diag.Pos
}

func (c ClauseRef) String() string { return fmt.Sprintf("%s#%d", c.Record, c.N) }

// Statement is anything in a ruleset that a text can settle.
type Statement struct {
	ast.Statement
	Warrant  []ClauseRef
	Assumed  string
	Note     string
	Checked  []*evidence.Check // who compared its sentence with the clauses
	Replaces string            // statement whose place it takes (in readings only)
	Before   string            // statement it is declared before, or after
	After    string
	Question *Question // the question whose reading contributes it; nil for the ruleset's own
	Reading  *Reading

	// Settled is what a statement settles, once it has been looked up: the question of
	// the dimension, and the answer that the statement gives.
	Settled [2]string
}

// Reading is one answer to a question.
type Reading struct {
	ID          string              `json:"id"`
	Title       string              `json:"title,omitempty"`         // what readers call it, "" for its id as words
	NotPlayable string              `json:"-"`                       // the reason; "" when it can be played
	Borrowed    []ClauseRef         `json:"borrowed-from,omitempty"` // of other texts, on which a borrowed reading rests
	Pos         diag.Pos            `json:"-"`
	Basis       string              `json:"-"`
	Because     string              `json:"-"`
	HeldBy      []string            `json:"-"`
	Statements  []*Statement        `json:"-"`
	Without     []string            `json:"-"`
	WithoutPos  []diag.Pos          `json:"-"`
	Excludes    map[string][]string `json:"-"`
	Checked     []*evidence.Check   `json:"-"` // who weighed it
}

// Called is what readers call the reading: its title, or its id as words.
func (r *Reading) Called() string { return cmp.Or(r.Title, spaced(r.ID)) }

// Titled is the title of the reading with, in brackets, the id that commands take; the id alone
// where it has no title.
func (r *Reading) Titled() string { return titled(r.Title, r.ID) }

// spaced is an id as words.
func spaced(id string) string { return strings.NewReplacer("-", " ", "_", " ").Replace(id) }

// titled is a title with, in brackets, the name that commands take, or else the name alone.
func titled(title, name string) string {
	if title == "" {
		return name
	}
	return title + " (" + name + ")"
}

// Playable reports whether the reading can be played.
func (r *Reading) Playable() bool { return r.NotPlayable == "" }

// Named is a name with the place where it is written.
type Named struct {
	Name string
	Pos  diag.Pos
}

// Question is a place where the evidence is ambiguous, silent, contradictory
// or corrupt.
type Question struct {
	ID         string              `json:"id"`
	See        string              `json:"-"`               // number in an analysis
	Title      string              `json:"title,omitempty"` // what readers call it, "" for its number or its id as words
	Weight     int                 `json:"weight"`
	Default    string              `json:"default"`
	Readings   Readings            `json:"readings"`
	AskedWhen  map[string][]string `json:"asked-when"`         // question → readings under which this one arises; nil where it always does
	BearsOn    []Named             `json:"bears-on,omitempty"` // dimensions that ask the same
	Asks       string              `json:"-"`
	Kind       string              `json:"-"`
	About      []ClauseRef         `json:"-"`
	DefaultWhy string              `json:"-"`
	Pos        diag.Pos            `json:"-"`
	AskedPos   diag.Pos            `json:"-"`
	Note       string              `json:"-"`
	Checked    []*evidence.Check   `json:"-"` // who looked whether the default is the likeliest reading
}

// Reading returns the reading of that id, or nil.
func (q *Question) Reading(id string) *Reading {
	for _, r := range q.Readings {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// SettledWords are the words for what statements settle, by family, dimension and answer: the question of the dimension, and
// the sentence of each answer. They are what rulesets/dimension looks up, for whoever has its answers and not the package.
type SettledWords map[string]map[string]DimensionWords

// DimensionWords are those of a dimension.
type DimensionWords struct {
	Asks    string            `json:"asks"`
	Answers map[string]string `json:"answers"`
}

// Look says of each statement of a ruleset what it settles, where there are words for that.
func (w SettledWords) Look(d *Definition) {
	for _, s := range d.EveryStatement() {
		b, ok := s.Body.(*ast.Settles)
		if !ok {
			continue
		}
		words := w[d.Family][b.Dimension.Text]
		if says := words.Answers[b.As.Text]; says != "" {
			s.Settled = [2]string{words.Asks, says}
		}
	}
}

// Dimensions are the ids of those that ask the same.
func (q *Question) Dimensions() (ids []string) {
	for _, n := range q.BearsOn {
		ids = append(ids, n.Name)
	}
	return ids
}

// Called is what readers call the question: its title, or else its number or its id as words.
func (q *Question) Called() string { return cmp.Or(q.Title, q.See, spaced(q.ID)) }

// Titled is the title of the question with, in brackets, the name that commands take; the name
// alone where it has no title.
func (q *Question) Titled() string { return titled(q.Title, q.Name()) }

// Quoted is Titled within a sentence.
func (q *Question) Quoted() string {
	if q.Title == "" {
		return q.Name()
	}
	return titled("“"+q.Title+"”", q.Name())
}

// Name is what messages call the question: its number where it has one.
func (q *Question) Name() string {
	if q.See != "" {
		return q.See
	}
	return q.ID
}

// Definition is a ruleset as written: statements, questions with readings, and
// worked examples.
type Definition struct {
	ID     string
	Title  string
	Family string
	File   string
	// From is the corpus as --corpus names it; "" for the bundled one. Commands that are
	// printed find the ruleset again by it.
	From    string
	Pos     diag.Pos
	Aliases map[string]string // alias → record id
	Records []string          // record ids in the order of the file
	// Version tells one text of the ruleset from another: the first twelve digits of the
	// SHA-256 of its file, and of the parts it uses behind it. Where there are none,
	// sha256sum FILE begins with them.
	Version    string
	Statements []*Statement
	Questions  Questions
	Examples   []*Example
	Unpinned   []Unpinned
	Scales     []*Scale
	Terms      []Term
	Measures   []*ast.Measure // of its own
	corpus     []Measure      // of its corpus
	Draft      bool
	Parts      []string // ids of parts used
	// Acting are texts for people with characters that are not to be in a text.
	Acting []yamlpos.ActingText
	// Unasked are statements that settle a dimension which a game of this family is not
	// asked, because nobody has described the family.
	Unasked []*Statement

	// Citations are the places that name records and clauses.
	Citations []Citation

	edit   Edit            // of every interpretation; see Edited
	boards *compile.Boards // of every interpretation, and of what is made of the ruleset by edits
}

// Citation is a place in a ruleset that names a record, or a clause of one.
type Citation struct {
	Pos    diag.Pos
	Record string
	// N is the number of the clause, 0 where the record itself is named, and Alias
	// what the record is called before the number.
	N     int
	Alias string
}

// Unpinned says why no example can pin down a statement, or some changes of it.
type Unpinned struct {
	Statement string
	Reading   string   // "question=reading" that contributes it; "": whichever
	Changes   []string // as Mutant.What has them; none: all
	Because   string
	Pos       diag.Pos
}

// Scale is a scaled-down version of a game: fewer men, a smaller board, so that
// every position of it can be looked at. What is found there is found in the
// rules; that nothing is found there says nothing certain of the full game.
type Scale struct {
	ID         string
	Because    string // what it keeps of the game
	Pos        diag.Pos
	Statements []*Statement // each replaces one of the ruleset's, or is added
	Without    []string
	withoutPos []diag.Pos
}

// Scale returns the scaled-down version of that id, or nil.
func (d *Definition) Scale(id string) *Scale {
	for _, s := range d.Scales {
		if s.ID == id {
			return s
		}
	}
	return nil
}

// Question returns the question of that id or number, or nil.
func (d *Definition) Question(name string) *Question {
	for _, q := range d.Questions {
		if q.ID == name || q.See != "" && q.See == name {
			return q
		}
	}
	return nil
}

// EveryStatement lists the ruleset's own statements, then those of all readings.
func (d *Definition) EveryStatement() []*Statement {
	out := append([]*Statement(nil), d.Statements...)
	for _, q := range d.Questions {
		for _, r := range q.Readings {
			out = append(out, r.Statements...)
		}
	}
	return out
}

// FallingThing is what each of the things is called that a throw is made of, where each falls
// with one side up or the other: as its statement says, and otherwise by its kind; "" where it
// is a throw of dice or a drawing of lots.
func (s *Statement) FallingThing() string {
	if b, ok := s.Body.(*ast.Throw); ok && b.Falls() {
		return cmp.Or(s.Called, strings.TrimSuffix(b.Kind.Text, "s"))
	}
	return ""
}

var commonKeys = []string{"id", "warrant", "assumed", "note", "called", "replaces", "before", "after", "checked"}

// CommonKeys are the keys that every statement may have, with what each is for.
var CommonKeys = map[string]string{
	"id": "the name of the statement", "warrant": "the clauses that stand behind it, such as p#6", "assumed": "the reason, where no clause settles it",
	"note": "a remark", "called": "how sentences speak of it", "replaces": "in a reading: the statement whose place it takes",
	"before": "the statement before which it is declared", "after": "the statement behind which it is declared",
	"checked": "who compared its sentence with the clauses",
}

// questionKinds, bases and workedWays are the vocabularies of DESIGN.md, section 4.
var (
	questionKinds = []string{"wording", "silence", "contradiction", "slip", "translation"}
	bases         = []string{"attested", "inferred", "borrowed", "conjectured"}
	workedWays    = []string{"hand", "reference"} // of examples
)

func readingIDs(q *Question) []string {
	var out []string
	for _, r := range q.Readings {
		out = append(out, r.ID)
	}
	return out
}

// Edit changes one statement of an interpretation before it is compiled: it
// returns the statement, another in its place, or nil to take it out.
type Edit func(*Statement) *Statement

// Choice maps questions (id or number) to readings; a question left out takes
// its default.
type Choice map[string]string

// String writes the choice as the command line takes it, sorted.
func (c Choice) String() string {
	var parts []string
	for q, r := range c {
		parts = append(parts, q+"="+r)
	}
	sort.Strings(parts)
	return strings.Join(parts, " ")
}

// Example is a worked example of a ruleset: a position, perhaps a throw, and
// what then must, may or cannot be done.
type Example struct {
	ID       string
	Pos      diag.Pos
	Clauses  []ClauseRef
	Worked   string // hand or reference
	Note     string
	Checked  []*evidence.Check
	At       *yamlpos.Node // nil: the opening position
	Throw    string
	ThrowPos diag.Pos
	Readings Choice
	Every    bool // it holds under every single alternative, not only by default
	Expect   *Expectation
	// Parts is set when readings of a question part here: each expects
	// something else.
	Question string
	Parts    []PartCase
}

// PartCase is what one reading of the question expects of an example.
type PartCase struct {
	Reading string
	Expect  *Expectation
}

// Expectation is what an example expects.
type Expectation struct {
	Pos      diag.Pos
	Node     *yamlpos.Node // as it was read; nil where it was not
	Moves    []string      // exactly these, when HasMoves
	HasMoves bool
	Legal    []string
	Illegal  []string
	Refused  []Refusal
	Results  []*yamlpos.Node // these final positions, when HasList
	Count    int
	HasCount bool
	HasList  bool
	Line     []string
	After    *yamlpos.Node
}

// At is the place of an item of what is expected under a key, from 0 on, or of all of it where there is no such item.
func (x *Expectation) At(key string, item int) diag.Pos {
	n := x.Node.Get(key)
	switch {
	case n == nil:
		return x.Pos
	case n.Kind == yamlpos.Map && item >= 0 && item < len(n.Keys):
		return n.Keys[item].Pos
	case n.Kind == yamlpos.List && item >= 0 && item < len(n.Values):
		return n.Values[item].Pos
	}
	return n.Pos
}

// Refusal is a move that a statement refuses.
type Refusal struct{ Move, Statement string }

// Term is a word that a newcomer may not know: of the ruleset's own questions, or of
// the field.
type Term struct {
	Word    string
	Means   string // a sentence
	Warrant []ClauseRef
	Assumed string // the reason, where no clause has the word or its meaning
	Pos     diag.Pos
}

// Words are what the term means, and what stands behind that.
func (t *Term) Words() string {
	var behind []string
	for _, c := range t.Warrant {
		behind = append(behind, c.String())
	}
	if t.Assumed != "" {
		behind = append(behind, "assumed: "+t.Assumed)
	}
	if len(behind) == 0 {
		return t.Means
	}
	return t.Means + " (" + strings.Join(behind, ", ") + ")"
}

// Questions are those of a ruleset.
type Questions []*Question

// Readings are those of a question.
type Readings []*Reading
