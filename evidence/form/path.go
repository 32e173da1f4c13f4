package form

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Path names a field of a record: keys, and indexes of lists from 0.
type Path []any

// UnmarshalJSON reads a list of texts and whole numbers.
func (p *Path) UnmarshalJSON(data []byte) error {
	var steps []json.RawMessage
	if err := json.Unmarshal(data, &steps); err != nil {
		return fmt.Errorf("a path is a list of keys and numbers: %w", err)
	}
	*p = Path{}
	for _, s := range steps {
		var key string
		var index int
		switch {
		case json.Unmarshal(s, &key) == nil:
			*p = append(*p, key)
		case json.Unmarshal(s, &index) == nil && index >= 0:
			*p = append(*p, index)
		default:
			return fmt.Errorf("%s is no step of a path; expected a key or a whole number from 0", s)
		}
	}
	return nil
}

// String writes the path as 'lectio evidence set' has it: clauses.3.note, with the index of an item.
func (p Path) String() string {
	steps := make([]string, len(p))
	for i, s := range p {
		steps[i] = fmt.Sprint(s)
	}
	return strings.Join(steps, ".")
}

// PathOf is the path that an error of this package has for its file, as [Path.String] writes it.
func PathOf(text string) Path {
	p := Path{}
	for step := range strings.SplitSeq(text, ".") {
		if n, err := strconv.Atoi(step); err == nil && len(p) > 0 {
			p = p.with(n)
		} else if step != "" {
			p = p.with(step)
		}
	}
	return p
}

// with is the path with further steps; the path itself stays as it is.
func (p Path) with(steps ...any) Path { return append(slices.Clone(p), steps...) }

// fieldAt is the field of the form that a path names; an item of a list is a field that there is one of.
func fieldAt(p Path) (f evidence.FormField, ok bool) {
	at := evidence.FormField{Kind: "part", Fields: evidence.FormFields()}
	for _, step := range p {
		switch step := step.(type) {
		case string:
			i := slices.IndexFunc(at.Fields, func(f evidence.FormField) bool { return f.Key == step })
			switch {
			case at.Many:
				return at, false
			case at.Kind == "named":
				at = evidence.FormField{Key: step, Title: step, Kind: "line"}
			case i < 0:
				return at, false
			default:
				at = at.Fields[i]
			}
		case int:
			if !at.Many {
				return at, false
			}
			at.Many = false
		}
	}
	return at, true
}

// order are the keys of the part that a path names, in the order of the file.
func order(p Path) (keys []string) {
	fields := evidence.FormFields()
	if len(p) > 0 {
		f, _ := fieldAt(p)
		fields = f.Fields
	}
	for _, f := range fields {
		keys = append(keys, f.Key)
	}
	return keys
}

// found is where a path of the form leads in the file.
type found struct {
	node *yamlpos.Node // the last that is there
	path Path          // of it in the file
	rest Path          // what is not there
	at   Path          // of the node in the form
}

// find follows a path as far as the file has it.
func find(root *yamlpos.Node, p Path) found {
	x := found{node: root}
	for i, step := range p {
		next, within := x.node, true
		switch step := step.(type) {
		case string:
			switch {
			case x.node.Kind == yamlpos.Map:
				next = x.node.Get(step)
			case !x.short(step):
				next = nil
			default:
				within = false
			}
		case int:
			switch {
			case x.node.Kind == yamlpos.List && step < len(x.node.Values):
				next = x.node.Values[step]
			case x.node.Kind == yamlpos.List || step != 0 || x.node.Null:
				next = nil
			default: // one, in place of a list
				within = false
			}
		}
		if next == nil {
			x.rest = p[i:]
			return x
		}
		x.node, x.at = next, p[:i+1]
		if within {
			x.path = x.path.with(step)
		}
	}
	return x
}

// short reports whether the node is a part in its short form, the value of its first field, which the key names.
func (x found) short(key string) bool {
	f, ok := fieldAt(x.at)
	return ok && x.node.Kind == yamlpos.Scalar && !x.node.Null && f.Kind == "part" && len(f.Fields) > 0 && f.Fields[0].Key == key
}

// Place is the field that stands at a place of the file, or the field that an error there misses.
func Place(root *yamlpos.Node, e diag.Error) Path {
	if root == nil || e.Line == 0 {
		return Path{}
	}
	p := placeOf(root, evidence.FormField{Kind: "part", Fields: evidence.FormFields()}, Path{}, e.Pos)
	if key, missed := strings.CutPrefix(e.Expected, "the key "); missed {
		if key, err := strconv.Unquote(key); err == nil {
			p = p.with(key)
		}
	} else if key, err := strconv.Unquote(e.Expected); err == nil && slices.Contains(order(p), key) {
		p = p.with(key)
	}
	return p
}

// placeOf finds the deepest field at a place among those of a node.
func placeOf(n *yamlpos.Node, f evidence.FormField, p Path, at diag.Pos) Path {
	if n.Kind != yamlpos.Scalar && at.Compare(n.Pos) == 0 && !f.Many {
		return p
	}
	if f.Many {
		f.Many = false
		if n.Kind != yamlpos.List {
			return placeOf(n, f, p.with(0), at)
		}
	}
	best := p
	for i, v := range n.Values {
		first := v.Pos
		var step any = i
		below := f
		if n.Kind == yamlpos.Map {
			first, step, below = n.Keys[i].Pos, n.Keys[i].Text, evidence.FormField{}
			if k := slices.IndexFunc(f.Fields, func(g evidence.FormField) bool { return g.Key == n.Keys[i].Text }); k >= 0 {
				below = f.Fields[k]
			} else if f.Kind != "named" {
				below.Kind = "other"
			}
		} else if f.Kind == "coordinates" || f.Kind == "other" {
			return p
		}
		if first.Compare(at) > 0 {
			break
		}
		best = p.with(step)
		if v.Pos.Compare(at) <= 0 {
			best = placeOf(v, below, p.with(step), at)
		}
	}
	return best
}
