package edition

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
)

// Readings tells what the readings of a ruleset change in an interpretation of it. It
// compiles each reading once, and is safe for concurrent use.
type Readings struct {
	g     *rulesets.Game
	games sync.Map // of functions that compile, by their readings
}

// ReadingsOf begins to tell what readings change in a game.
func ReadingsOf(g *rulesets.Game) *Readings {
	return &Readings{g: g}
}

// ChangeKind is how a reading changes a sentence.
type ChangeKind int

// The kinds of change.
const (
	States        ChangeKind = iota // it states something of its own
	InPlace                         // … in place of a statement
	OtherGrounds                    // … as the statement in whose place it stands, but on other grounds
	NoLonger                        // it drops a statement
	NoLongerThere                   // … which only another reading brings in
	ReadsNow                        // a statement is as it was, and a word in it means something else
)

// Change is a sentence that a reading changes.
type Change struct {
	Kind      ChangeKind
	Text      string              // the sentence as it is then, or as it was where it is no longer
	Statement *rulesets.Statement // that the sentence is of
	Of        string              // the id of the statement that is replaced, dropped or reads otherwise
}

// Grounds says on which clauses the statement of a change rests, in brackets.
func (c *Change) Grounds() string {
	var clauses []string
	for _, w := range c.Statement.Warrant {
		clauses = append(clauses, fmt.Sprintf("#%d", w.N))
	}
	if len(clauses) == 0 {
		return ""
	}
	return " (" + strings.Join(clauses, ", ") + ")"
}

// Changes lists what another reading would change: what it states itself, what no
// longer holds, and what then reads otherwise because a word in it means something else.
// Of a question that does not arise here it is what the reading changes where it does.
func (x *Readings) Changes(q *rulesets.Question, r *rulesets.Reading) (out []Change) {
	g := x.Game(q, r)
	if g == nil {
		return nil
	}
	before := x.g
	if x.g.Readings[q.ID] == nil { // what changes is what changes where the question arises
		before = cmp.Or(x.Game(q, q.Reading(q.Default)), x.g)
	}
	base := before
	if g == before { // the default itself stands against what is here
		base = x.g
	}
	for _, s := range r.Statements {
		c := Change{Kind: States, Text: Sentence(g, s), Statement: s, Of: s.Replaces}
		if old := base.Statement(s.Replaces); s.Replaces != "" && old != nil && ast.Same(&old.Statement, &s.Statement) && rulesets.SameOrder(old, s) {
			c.Kind = OtherGrounds // what it rests on is another matter; as another sentence it would seem to be a change
		} else if s.Replaces != "" {
			c.Kind = InPlace
			if what := equipmentWord(s.Kind); what != "" && old != nil && old.Kind == s.Kind {
				c.Text = butFor(what, s.Kind == "graph", Sentence(base, old), c.Text)
			}
		}
		out = append(out, c)
	}
	for _, w := range r.Without {
		if s := base.Statement(w); s != nil {
			out = append(out, Change{NoLonger, Sentence(base, s), s, w})
		} else if s, text := x.elsewhere(w); text != "" {
			out = append(out, Change{NoLongerThere, text, s, w})
		}
	}
	for _, s := range g.Statements {
		if s.Reading == r || before.Statement(s.ID) != s {
			continue
		}
		if text := Sentence(g, s); text != Sentence(before, s) {
			out = append(out, Change{ReadsNow, text, s, s.ID})
		}
	}
	return out
}

// equipmentWord is the word for what is told at length, in parts between semicolons; "" for
// what is not.
func equipmentWord(kind string) string {
	switch {
	case slices.Contains(ast.BoardKinds, kind):
		return "the board"
	case kind == "track":
		return "the way"
	}
	return ""
}

// butFor tells of a long sentence the parts in which it differs from the one in whose
// place it stands, and that all else stays: among what stays a reader would not find them.
// Where parts are gone that are no lines of the board, or hardly anything stays, it is told
// whole.
func butFor(what string, drawn bool, before, now string) string {
	parts := func(s string) []string { return strings.Split(strings.TrimSuffix(s, "."), "; ") }
	missing := func(from, in []string) (out []string, lines bool) {
		lines = drawn // only such a board has its lines told one by one
		for _, x := range from {
			if !slices.Contains(in, x) {
				out, lines = append(out, x), lines && !strings.ContainsAny(x, ",:")
			}
		}
		return out, lines
	}
	was, is := parts(before), parts(now)
	other, linesNew := missing(is, was)
	gone, linesGone := missing(was, is)
	switch {
	case 2*len(other) > len(is):
		return now
	case linesNew && linesGone && len(other)+len(gone) > 0:
		var told []string
		if len(other) > 0 {
			told = append(told, "lines join besides: "+strings.Join(other, "; "))
		}
		if len(gone) > 0 {
			told = append(told, "lines no longer join: "+strings.Join(gone, "; "))
		}
		return "Of " + what + ", " + strings.Join(told, "; ") + "; all else stays as it is."
	case len(other) == 0 || len(is) < len(was):
		return now
	}
	text := strings.Join(other, "; ") + "; all else stays as it is."
	if other[0] == is[0] {
		return text
	}
	return "Of " + what + ", " + text
}

// elsewhere is the sentence of a statement that only other readings bring in.
func (x *Readings) elsewhere(id string) (*rulesets.Statement, string) {
	for _, q := range x.g.Definition.Questions {
		for _, r := range q.Readings {
			for _, s := range r.Statements {
				if s.ID != id {
					continue
				}
				if g := x.Game(q, r); g != nil {
					return s, Sentence(g, s)
				}
			}
		}
	}
	return nil, ""
}

// Game is the game in which a reading is played, all else as it is here, or where the
// two do not go together as far as possible as it is by default; nil where there is none.
func (x *Readings) Game(q *rulesets.Question, r *rulesets.Reading) *rulesets.Game {
	made, _ := x.games.LoadOrStore(r, sync.OnceValue(func() *rulesets.Game { return x.compile(q, r) }))
	return made.(func() *rulesets.Game)()
}

func (x *Readings) compile(q *rulesets.Question, r *rulesets.Reading) *rulesets.Game {
	under := x.g.Definition.Under(q, r)
	choice := maps.Clone(under)
	for _, o := range x.g.Definition.Questions {
		if c := x.g.Readings[o.ID]; c != nil && c.ID != o.Default && choice[o.ID] == "" {
			choice[o.ID] = c.ID
		}
	}
	g, errs := x.g.Definition.Game(choice)
	if len(errs) > 0 {
		g, _ = x.g.Definition.Game(under)
	}
	return g
}
