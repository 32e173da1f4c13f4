package rulesets

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
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

// Likeness is what a statement says, without what is talk about it.
func Likeness(n *yamlpos.Node) string {
	var b strings.Builder
	switch n.Kind {
	case yamlpos.Map:
		for i, k := range n.Keys {
			if !prose[k.Text] {
				b.WriteString(k.Text + ":" + Likeness(n.Values[i]) + ";")
			}
		}
	case yamlpos.List:
		for _, v := range n.Values {
			b.WriteString(Likeness(v) + ",")
		}
	default:
		b.WriteString(n.Text)
	}
	return b.String()
}

// Excepts is the prohibition from which a statement excepts, where it is a single one.
func (s *Statement) Excepts() string {
	if b, ok := s.Body.(*ast.Except); ok && len(b.From) == 1 {
		return b.From[0].Text
	}
	return ""
}

// SameBut reports whether two statements state the same, whatever they rest on.
func SameBut(a, b *Statement) bool {
	about := []string{"id", "warrant", "assumed", "note", "replaces", "before", "after"}
	said := func(s *Statement) (keys []string, values []*yamlpos.Node) {
		for i, k := range s.Node.Keys {
			if !slices.Contains(about, k.Text) {
				keys, values = append(keys, k.Text), append(values, s.Node.Values[i])
			}
		}
		return
	}
	k, v := said(a)
	l, w := said(b)
	return slices.Equal(k, l) && slices.EqualFunc(v, w, sameNode)
}

// SameOrder reports whether two statements come before and after the same others.
func SameOrder(a, b *Statement) bool { return a.Before == b.Before && a.After == b.After }

func sameNode(a, b *yamlpos.Node) bool {
	return a.Kind == b.Kind && a.Text == b.Text && slices.EqualFunc(a.Keys, b.Keys, sameNode) && slices.EqualFunc(a.Values, b.Values, sameNode)
}
