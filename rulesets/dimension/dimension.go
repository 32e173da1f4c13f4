package dimension

import (
	"cmp"
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
)

// Dimension is something that every game of a kind must settle, so that silence
// can be noticed and games can be compared. How a game settles it is found out by
// asking the compiled rules: their tables, what they permit and refuse at the
// decisions of random games, and what happens in these. Statements are looked at
// only to find what is behind an answer.
type Dimension struct {
	ID      string
	Family  string // the family of games it is asked of; rulesets.AllGames for every game
	Shared  bool   // it is one of another family, asked of this one, too
	Asks    string
	Pos     diag.Pos
	Arises  *Signs               // where these are not met, the question does not arise; nil: it always does
	About   []*Moves             // moves that have to do with it, besides those of the answers
	Value   string               // the fact that is the answer, a number for instance; "" where there are answers
	value   *fact                // that fact
	Says    map[string]string    // values that are words, as an answer to what is asked
	Answers []*Answer            // the first that is met is the answer
	Given   []*Answer            // values that texts are known to give, where the answer is one
	Acting  []yamlpos.ActingText // as those of a definition

	faulty bool // something is wrong with what has been read of it
}

// MarshalText writes the id of the dimension.
func (d *Dimension) MarshalText() ([]byte, error) { return []byte(d.ID), nil }

// Answer is one way to settle a dimension.
type Answer struct {
	ID        string
	Means     string               // the answer in words
	Parallels []rulesets.ClauseRef // clauses that give it
	Told      []string             // games of which a work tells it that has no record, with the work in brackets
	Known     []string             // games of which it is known, without a text that says so
	Pos       diag.Pos
	Signs     Signs
	// Detail is set on an answer such as "as stated": two games that give it agree
	// only if the statements behind it do.
	Detail bool
}

// MarshalText writes the id of the answer.
func (a *Answer) MarshalText() ([]byte, error) { return []byte(a.ID), nil }

// Signs say by what an answer is recognised; all that is given must be met.
type Signs struct {
	Permitted []*Moves // some move of one of these kinds is permitted
	Refused   []*Moves // some is refused
	Never     []*Moves // some is refused, and none of these kinds is ever permitted
	Barred    []*Moves // a rule refuses some of these, and nothing else
	Facts     []FactSign
}

// FactSign is a fact with the values that are looked for.
type FactSign struct {
	fact   *fact
	how    string // "is", "not", "has" or "least", as in the file
	values []string
}

// asked lists the moves that signs ask about.
func (s *Signs) asked() []*Moves {
	if s == nil {
		return nil
	}
	return slices.Concat(s.Permitted, s.Refused, s.Never, s.Barred)
}

// asked lists the moves that a dimension asks about.
func (d *Dimension) asked() []*Moves {
	list := slices.Concat(d.Arises.asked(), d.About)
	for _, a := range d.Answers {
		list = append(list, a.Signs.asked()...)
	}
	for _, f := range d.facts(true) {
		list = append(list, f.moves...)
		for _, o := range f.with {
			list = append(list, o.moves...)
		}
	}
	return list
}

// facts lists the facts by which a dimension is answered, and those by which it arises.
func (d *Dimension) facts(arises bool) []*fact {
	var out []*fact
	var signs []*Signs
	if arises {
		signs = append(signs, d.Arises)
	}
	for _, a := range d.Answers {
		signs = append(signs, &a.Signs)
	}
	for _, s := range signs {
		if s == nil {
			continue
		}
		for i := range s.Facts {
			if f := s.Facts[i].fact; !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	if d.value != nil && !slices.Contains(out, d.value) {
		out = append(out, d.value)
	}
	return out
}

// closely reports whether some fact that it asks for takes looking closer at decisions.
func (d *Dimension) closely() bool {
	return slices.ContainsFunc(d.facts(true), func(f *fact) bool { return f.closely })
}

// ofGames reports whether it rests on games, and told whether on what happens along them.
func (d *Dimension) ofGames() bool { return slices.ContainsFunc(d.facts(true), (*fact).ofGames) }

func (d *Dimension) told() bool {
	return slices.ContainsFunc(d.facts(true), func(f *fact) bool {
		return f.told() || slices.ContainsFunc(f.with, (*fact).told)
	})
}

// saidOfMoves lists the events of dimensions that are said of the moves of decisions, with those
// of facts that they draw on, each once.
func saidOfMoves(dims []*Dimension) []*event {
	var out []*event
	add := func(f *fact) {
		if e := f.own; e != nil && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	for _, d := range dims {
		for _, f := range d.facts(true) {
			add(f)
			for _, o := range f.with {
				add(o)
			}
		}
	}
	return out
}

// askedOf lists the moves that dimensions ask about, each once.
func askedOf(dims []*Dimension) (out []*Moves) {
	for _, d := range dims {
		for _, m := range d.asked() {
			for ; m != nil && !slices.Contains(out, m); m = m.beside {
				out = append(out, m)
			}
		}
	}
	return out
}

// Answer returns the answer of that id, or nil. Of a dimension whose answer is a
// value any text is one, save the claim that it does not arise.
func (d *Dimension) Answer(id string) *Answer {
	for _, a := range d.Answers {
		if a.ID == id {
			return a
		}
	}
	if d.Value != "" && id != "" && id != doesNotArise.ID {
		return d.answer(id)
	}
	return nil
}

// answer is the answer that is a value.
func (d *Dimension) answer(v string) *Answer {
	words := d.Says[v]
	if say := inWords[d.Value]; say != nil && words == "" {
		words = say(v)
	}
	return &Answer{ID: v, Means: cmp.Or(words, v), Pos: d.Pos}
}

// doesNotArise is the claim that what a dimension asks never comes about: it has no answer
// then, and one that is seen refutes it.
var doesNotArise = &Answer{ID: "no_issue", Means: "It does not arise."}
