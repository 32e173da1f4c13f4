package rulesets

import (
	"slices"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/lang"
)

// Uses lists the definitions, variables and parameters that statements refer to,
// and those that these refer to, each once, in the order of the statements; the
// statements given are not among them.
func (in *Interpretation) Uses(list []*Statement) []*Statement {
	byID := map[string]*Statement{}
	for _, s := range in.Statements {
		byID[s.ID] = s
	}
	used := map[*Statement]bool{}
	var follow func(s *Statement)
	follow = func(s *Statement) {
		for _, e := range s.Expressions() {
			e.Walk(func(k *lang.Expr) {
				if k.Op != "name" && k.Op != "call" {
					return
				}
				t := byID[k.Text]
				if t != nil && !used[t] && (t.Kind == "define" || t.Kind == "variable" || t.Kind == "parameter") {
					used[t] = true
					follow(t)
				}
			})
		}
	}
	for _, s := range list {
		follow(s)
	}
	var out []*Statement
	for _, s := range in.Statements {
		if used[s] && !slices.Contains(list, s) {
			out = append(out, s)
		}
	}
	return out
}

// Excepts is the prohibition from which a statement excepts, where it is a single one.
func (s *Statement) Excepts() string {
	if b, ok := s.Body.(*ast.Except); ok && len(b.From) == 1 {
		return b.From[0].Text
	}
	return ""
}

// SameOrder reports whether two statements come before and after the same others.
func SameOrder(a, b *Statement) bool { return a.Before == b.Before && a.After == b.After }
