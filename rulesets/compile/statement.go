package compile

import (
	"slices"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Source is what is compiled.
type Source struct {
	Pos        yamlpos.Pos     // of the ruleset, for what it lacks
	Statements []*Statement    // in declared order
	Every      []*Statement    // those, and what readings that were not chosen would contribute
	Dropped    map[string]bool // ids of statements that a reading leaves out
	Boards     *Boards         // shared with other compilations
}

// find returns the statement of that id.
func (s *Source) find(id string) *Statement {
	i := slices.IndexFunc(s.Statements, func(s *Statement) bool { return s.ID == id })
	return s.Statements[i]
}

// Statement is anything in a ruleset that a text can settle, as far as it decides how the
// game is played.
type Statement struct {
	ID   string
	Kind string // the word that says what it states: "allow", "define", "tables", …
	Pos  yamlpos.Pos
	Node *yamlpos.Node // the whole statement
}

// Arg returns the value of the statement's own word.
func (s *Statement) Arg() *yamlpos.Node { return s.Node.Get(s.Kind) }

// Kind is a kind of statement.
type Kind struct {
	Word string   // the key that makes a statement one
	Keys []string // further keys it may have, besides those that every statement may have
}

// KindOf is the kind of statement that a map is, nil when it has the word of none.
func KindOf(n *yamlpos.Node) *Kind {
	for i := range Kinds {
		if n.Get(Kinds[i].Word) != nil {
			return &Kinds[i]
		}
	}
	return nil
}

// Kinds lists the kinds in the order in which their words are looked for: "men" is a statement
// of its own, but also a word of "allow".
var Kinds = []Kind{
	{"allow", []string{"of", "with", "from", "to", "over", "men", "may_spare", "in", "when"}},
	{"forbid", []string{"in", "when"}},
	{"except", []string{"when"}},
	{"require", []string{"in", "when"}},
	{"end", []string{"at", "on", "in", "when", "winner", "outranks"}},
	{"score", []string{"at", "on", "in", "when", "for"}},
	{"blocked", []string{"on", "in", "when"}},
	{"order", []string{"on", "in"}},
	{"agenda", []string{"in", "when"}},
	{"stage", []string{"when"}},
	{"do", []string{"on", "in", "when"}},
	{"define", nil},
	{"variable", nil},
	{"parameter", nil},
	{"moment", nil},
	{"match", nil},
	{"winner", nil},
	{"settles", []string{"as"}},
	{"always", []string{"in"}},
	{"never", []string{"in"}},
	{"throw", []string{"chances"}},
	{"marks", nil},
	{"set_up", nil},
	{"track", nil},
	{"players", []string{"seen", "partners", "begins"}},
	{"begins", nil},
	{"tables", nil}, {"merels", nil}, {"grid", nil}, {"holes", nil}, {"cross", nil}, {"graph", nil},
	{"men", []string{"letters", "pictures"}},
}
