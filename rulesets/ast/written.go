package ast

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// A statement as it is written: what it says, to be compared, and its texts and lists, to be
// read again with one of them changed.

// manner says of a key what becomes of its value in play.
type manner uint8

const (
	played manner = iota // what it says is a rule
	drawn                // it says what cells are called and where they are drawn
	talk                 // it is for people
)

// as is the field as a key of another manner.
func (f field) as(m manner) field {
	f.manner = m
	return f
}

// written calls f with the keys of the statement that say what it states, and with their values,
// in the order of the file.
func (s *Statement) written(f func(key *yamlpos.Node, of field, value *yamlpos.Node)) {
	eachField(s.Node, s.Body.keys(), f)
}

func eachField(n *yamlpos.Node, fields []field, f func(key *yamlpos.Node, of field, value *yamlpos.Node)) {
	for i, k := range n.Keys {
		if j := slices.IndexFunc(fields, func(f field) bool { return f.key == k.Text }); j >= 0 {
			f(k, fields[j], n.Values[i])
		} else if fields == nil {
			f(k, field{key: k.Text}, n.Values[i])
		}
	}
}

// Likeness is what the statement says, without what is talk about it.
func (s *Statement) Likeness() string { return s.likeness(drawn) }

// Same reports whether two statements state the same in the same words, and are called alike.
func Same(a, b *Statement) bool { return a.Called == b.Called && a.likeness(talk) == b.likeness(talk) }

// likeness is what is written behind keys whose manner is not further from play than so far.
func (s *Statement) likeness(most manner) string {
	var b strings.Builder
	var write func(of field, n *yamlpos.Node)
	write = func(of field, n *yamlpos.Node) {
		b.WriteString(n.Text)
		if n.Kind == yamlpos.Map {
			eachField(n, of.fields, func(k *yamlpos.Node, of field, v *yamlpos.Node) {
				if of.manner <= most {
					b.WriteString(k.Text + ":")
					write(of, v)
					b.WriteString(";")
				}
			})
			return
		}
		for _, v := range n.Values {
			write(field{}, v)
			b.WriteString(",")
		}
	}
	s.written(func(k *yamlpos.Node, of field, v *yamlpos.Node) {
		if of.manner <= most {
			b.WriteString(k.Text + ":")
			write(of, v)
			b.WriteString(";")
		}
	})
	return b.String()
}

// Leaf is a text of a statement: an expression, a name, a number, or the key of a map.
type Leaf struct {
	Key  string // behind which it stands
	Text string
	At   func(off int) diag.Pos // the place of a byte of it
	node *yamlpos.Node
}

// Item is one of several in a list of a statement.
type Item struct {
	Key  string // behind which the list stands
	Pos  diag.Pos
	list *yamlpos.Node
	i    int
}

// String is the item on one line, as it could stand in a list.
func (it Item) String() string { return inFlow(it.list.Values[it.i]) }

func inFlow(n *yamlpos.Node) string {
	var list []string
	for i, v := range n.Values {
		text := inFlow(v)
		if n.Kind == yamlpos.Map {
			text = n.Keys[i].Text + ": " + text
		}
		list = append(list, text)
	}
	switch n.Kind {
	case yamlpos.List:
		return "[" + strings.Join(list, ", ") + "]"
	case yamlpos.Map:
		return "{" + strings.Join(list, ", ") + "}"
	}
	return n.Text
}

// Rule lists the texts of the statement that its rule consists of, and the items of its lists
// that have several, in the order of the file.
func (s *Statement) Rule() (leaves []Leaf, items []Item) {
	leaf := func(key string, n *yamlpos.Node) { leaves = append(leaves, Leaf{key, n.Text, n.PosAt, n}) }
	var walk func(of field, n *yamlpos.Node)
	walk = func(of field, n *yamlpos.Node) {
		switch n.Kind {
		case yamlpos.Scalar:
			leaf(of.key, n)
		case yamlpos.List:
			for i, v := range n.Values {
				if len(n.Values) > 1 {
					items = append(items, Item{of.key, v.Pos, n, i})
				}
			}
			for _, v := range n.Values {
				walk(field{key: of.key}, v)
			}
		case yamlpos.Map:
			eachField(n, of.fields, func(k *yamlpos.Node, of field, v *yamlpos.Node) {
				if of.manner == played {
					leaf(of.key, k)
					walk(of, v)
				}
			})
		}
	}
	s.written(func(_ *yamlpos.Node, of field, v *yamlpos.Node) {
		if of.manner == played {
			walk(of, v)
		}
	})
	return leaves, items
}

// With is the statement with another text for one of its own.
func (s *Statement) With(l Leaf, text string) Statement {
	changed := *l.node
	changed.Text = text
	return s.Again(swap(s.Node, l.node, &changed))
}

// Without is the statement without an item of a list.
func (s *Statement) Without(it Item) Statement {
	rest := *it.list
	rest.Values = slices.Delete(slices.Clone(it.list.Values), it.i, it.i+1)
	return s.Again(swap(s.Node, it.list, &rest))
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
