package ast

import (
	"slices"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Men says how many men each player has.
type Men struct {
	Count
	Letters, Pictures []Named // by kind
}

// Named is what a name stands beside.
type Named struct{ Name, As Word }

func (m *Men) keys() []field {
	return []field{{key: "men", what: "how many men there are", form: OfCounts, read: func(r *reader, n *yamlpos.Node) { m.Count = r.count(n, false) }}, named("letters", &m.Letters).as(talk), named("pictures", &m.Pictures).as(talk)}
}

// SetUp says where men stand at the beginning.
type SetUp struct{ Count }

func (s *SetUp) keys() []field {
	return []field{{key: "set_up", what: "places, each with the men there", form: OfCounts, read: func(r *reader, n *yamlpos.Node) {
		if n.Kind != yamlpos.Map {
			r.Errorf(n.Pos, n.Kind.String(), "a map of places to numbers of men", "the set-up cannot be read")
			return
		}
		s.Count = r.count(n, true)
	}, says: s.say}}
}

// say tells where men stand.
func (c *Count) say(say sayer) {
	for _, e := range c.Each {
		say(e.Of, true)
		e.say(say)
	}
}

// Count is how many men there are: a number, one of each of some kinds, or so many of each.
type Count struct {
	N     int
	Kinds []Word
	Each  []Each
	Pos   diag.Pos
}

// Each is how many men there are of a player, of a kind, in a store or on each of some places.
type Each struct {
	Of *lang.Text // the name, or the places
	Count
}

// Word is the name of what is counted.
func (e *Each) Word() Word { return Word{e.Of.Written, e.Of.Pos} }

// Names reports whether men are counted for some of several names, such as those of players.
func Names(each []Each, names []string) bool {
	return slices.ContainsFunc(each, func(e Each) bool { return slices.Contains(names, e.Of.Written) })
}

// count reads a count: with places, one whose names may be those of places, and that may
// name the kinds of single men.
func (r *reader) count(n *yamlpos.Node, places bool) Count {
	c := Count{Pos: n.Pos}
	_, number := diag.WholeNumber(n.Text)
	switch {
	case n.Kind == yamlpos.Map:
		for i, k := range n.Keys {
			of := &lang.Text{Written: k.Text, Pos: k.Pos, At: k.PosAt}
			if places {
				of = r.placesOrPlayer(k, n.Values[i])
			}
			c.Each = append(c.Each, Each{of, r.count(n.Values[i], places)})
		}
	case places && !number && n.Text != "" || n.Kind == yamlpos.List:
		c.Kinds = Words(&r.Reader, n, "a kind of men")
	default:
		c.N = r.Int(n, "the number of men", 0, engine.MostMen)
	}
	return c
}

// placesOrPlayer reads a key of a set-up: an expression of places or, where what it stands
// before is a map, perhaps the name of a player, which may have any letters. Such a name has no
// expression.
func (r *reader) placesOrPlayer(k, men *yamlpos.Node) *lang.Text {
	if _, err := lang.Parse(k.Text); err != nil && men.Kind == yamlpos.Map {
		return &lang.Text{Written: k.Text, Pos: k.Pos, At: k.PosAt}
	}
	return Expression(&r.Reader, k)
}

// named is a key with a map of names.
func named(key string, to *[]Named) field {
	return field{key: key, what: "kinds of men, each with its " + key, form: OfCounts, read: func(r *reader, n *yamlpos.Node) {
		if n.Kind != yamlpos.Map {
			r.Errorf(n.Pos, n.Kind.String(), "a map of kinds of men", "%s must be given kind by kind", key)
			return
		}
		for i, k := range n.Keys {
			*to = append(*to, Named{Word{k.Text, k.Pos}, Word{r.Words(n.Values[i], "one of the "+key), n.Values[i].Pos}})
		}
	}}
}
