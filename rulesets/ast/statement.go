package ast

import (
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/lang"
)

// Statement is anything in a ruleset that a text can settle, as far as it decides how the
// game is played.
type Statement struct {
	ID     string
	Kind   string // the word that says what it states: "allow", "define", "tables", …
	Pos    diag.Pos
	Called string        // what sentences call it; "" where that is not said
	Body   Body          // what it states
	Errs   diag.Errors   // what is wrong with what it states
	Node   *yamlpos.Node // the whole statement, as it was read
}

// Body is what a statement states: a pointer to the struct of its kind.
type Body interface {
	keys() []field // in the order of the guide, its own word first
}

// Kind is a kind of statement.
type Kind struct {
	Word string   // the key that makes a statement one
	Keys []string // further keys it may have, besides those that every statement may have
	// Inner are the keys of the maps that can stand behind its own, by these.
	Inner map[string][]string
	body  func() Body
}

// kind is the kind of statement that a struct is of, which says what keys it has.
func kind(body func() Body) Kind {
	k := Kind{body: body, Inner: map[string][]string{}}
	for i, f := range body().keys() {
		if f.key == "do" {
			for _, e := range Effects {
				k.Inner[f.key] = append(k.Inner[f.key], keysOf(e.make().keys())...)
			}
		} else if f.fields != nil {
			k.Inner[f.key] = keysOf(f.fields)
		}
		if i == 0 {
			k.Word = f.key
		} else {
			k.Keys = append(k.Keys, f.key)
		}
	}
	return k
}

func keysOf(fields []field) (keys []string) {
	for _, f := range fields {
		keys = append(keys, f.key)
	}
	return keys
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

// Read reads what a map of the kind states. What it is called is left to the caller.
func (k *Kind) Read(n *yamlpos.Node) Statement {
	s := Statement{Kind: k.Word, Pos: n.Pos, Node: n}
	if c := n.Get("called"); c != nil {
		s.Called = c.Text
	}
	s.Body = k.body()
	r := &reader{yamlpos.Reader{Renamed: lang.Renamed}}
	for _, f := range s.Body.keys() {
		if v := n.Get(f.key); v != nil {
			f.read(r, v)
		}
	}
	if b, ok := s.Body.(interface {
		whole(r *reader, n *yamlpos.Node)
	}); ok {
		b.whole(r, n)
	}
	s.Errs = r.Errs
	return s
}

// Again is the statement as it would be read from another node.
func (s Statement) Again(n *yamlpos.Node) Statement {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Word == s.Kind })
	again := Kinds[i].Read(n)
	again.ID, again.Pos = s.ID, s.Pos
	return again
}

// In are the stages that the statement is for, none where it names none.
func (s *Statement) In() []Word {
	if b, ok := s.Body.(interface{ stages() []Word }); ok {
		return b.stages()
	}
	return nil
}

// When is the condition under which the statement holds, nil where it has none.
func (s *Statement) When() *lang.Text {
	if b, ok := s.Body.(interface{ condition() *lang.Text }); ok {
		return b.condition()
	}
	return nil
}

// Parts are the parts that an agenda puts up, or the effects of a change.
func (s *Statement) Parts() (parts []Part) {
	switch b := s.Body.(type) {
	case *Agenda:
		parts = b.Play
	case *Do:
		for _, e := range b.Effects {
			if p, ok := e.(*Put); ok {
				parts = append(parts, p.Parts...)
			}
		}
	}
	return parts
}
