package rulesets

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Mutant is an interpretation with one thing changed: a number of a statement
// moved by one, or a statement taken out. An example that fails under it pins
// that number or statement down.
type Mutant struct {
	Statement *Statement
	Pos       yamlpos.Pos // of the number, or of the statement
	What      string      // "12 becomes 13", "left out"
	Edit      Edit
}

// number finds numbers in a text that are not part of a name.
var number = regexp.MustCompile(`[\p{L}\d_]+`)

// prose are the keys of a statement that are talk about it, not the statement.
var prose = map[string]bool{"id": true, "warrant": true, "assumed": true, "note": true, "called": true, "replaces": true, "before": true, "after": true, "end": true, "names": true}

// Mutants lists the mutants of an interpretation: every statement left out,
// every number in it one more and one less.
func (in *Interpretation) Mutants() []Mutant {
	var out []Mutant
	for _, s := range in.Statements {
		s := s
		if s.Kind == "always" || s.Kind == "never" || s.Kind == "settles" {
			continue // a claim about the game, not a rule of it
		}
		if s.Kind == "begins" {
			in.otherBegins(s, &out)
			continue // left out, the first who is named begins, who may be the same
		}
		out = append(out, Mutant{s, s.Pos, "left out", func(t *Statement) *Statement {
			if t == s {
				return nil
			}
			return t
		}})
		in.numbers(s, s.Node, &out)
	}
	return out
}

// otherBegins lets the player after the one who begins do so.
func (in *Interpretation) otherBegins(s *Statement, out *[]Mutant) {
	for _, p := range in.Statements {
		if p.Kind != "players" {
			continue
		}
		list := items(p.arg())
		for i, n := range list {
			if n.Text != s.arg().Text {
				continue
			}
			edited := *s
			edited.Node = swap(s.Node, s.arg(), list[(i+1)%len(list)])
			*out = append(*out, Mutant{s, s.Pos, list[(i+1)%len(list)].Text + " begins", func(t *Statement) *Statement {
				if t == s {
					return &edited
				}
				return t
			}})
		}
	}
}

func (in *Interpretation) numbers(s *Statement, n *yamlpos.Node, out *[]Mutant) {
	switch n.Kind {
	case yamlpos.Map:
		for i, k := range n.Keys {
			if prose[k.Text] && (n == s.Node || k.Text == "names") {
				continue
			}
			if n != s.Node {
				in.numbersIn(s, k, out)
			}
			in.numbers(s, n.Values[i], out)
		}
	case yamlpos.List:
		for _, v := range n.Values {
			in.numbers(s, v, out)
		}
	default:
		in.numbersIn(s, n, out)
	}
}

func (in *Interpretation) numbersIn(s *Statement, n *yamlpos.Node, out *[]Mutant) {
	for _, at := range number.FindAllStringIndex(n.Text, -1) {
		v, err := strconv.Atoi(n.Text[at[0]:at[1]])
		if err != nil {
			continue // a name
		}
		for _, d := range []int{1, -1} {
			if v+d < 0 {
				continue
			}
			changed := *n
			changed.Text = n.Text[:at[0]] + strconv.Itoa(v+d) + n.Text[at[1]:]
			edited := *s
			edited.Node = swap(s.Node, n, &changed)
			*out = append(*out, Mutant{s, n.PosAt(at[0]), fmt.Sprintf("%d becomes %d in %s", v, v+d, yamlpos.Quote(n.Text)), func(t *Statement) *Statement {
				if t == s {
					return &edited
				}
				return t
			}})
		}
	}
}

// swap returns root with the node old replaced by new; what is above it is copied.
func swap(root, old, new *yamlpos.Node) *yamlpos.Node {
	if root == old {
		return new
	}
	if root.Kind == yamlpos.Scalar {
		return root
	}
	out := *root
	out.Keys = append([]*yamlpos.Node(nil), root.Keys...)
	out.Values = append([]*yamlpos.Node(nil), root.Values...)
	for i := range out.Keys {
		out.Keys[i] = swap(out.Keys[i], old, new)
	}
	for i := range out.Values {
		out.Values[i] = swap(out.Values[i], old, new)
	}
	return &out
}
