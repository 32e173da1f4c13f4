package compile

import (
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
)

// Source is what is compiled.
type Source struct {
	Pos        diag.Pos         // of the ruleset, for what it lacks
	Statements []*ast.Statement // in declared order
	Every      []*ast.Statement // those, and what readings that were not chosen would contribute
	Dropped    map[string]bool  // ids of statements that a reading leaves out
	Boards     *Boards          // shared with other compilations
}

// find returns the statement of that id.
func (s *Source) find(id string) *ast.Statement {
	i := slices.IndexFunc(s.Statements, func(s *ast.Statement) bool { return s.ID == id })
	return s.Statements[i]
}
