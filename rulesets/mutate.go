package rulesets

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Mutant is an interpretation with one thing changed in one statement. A mutant that
// an example, or a check, notices is killed by it: the example pins down what the
// statement says there. The kinds of change are those of mutation testing (A. J.
// Offutt, A. Lee, G. Rothermel, R. H. Untch and C. Zapf, "An experimental determination of
// sufficient mutant operators", ACM TOSEM 5, 1996), as far as the rule language has
// what they change.
type Mutant struct {
	Statement *Statement `json:"statement"`
	diag.Pos             // of what is changed
	Kind      MutantKind `json:"kind"`
	What      string     `json:"change"` // "12 becomes 13 in …", "left out"
	Edit      Edit       `json:"-"`
}

// MutantKind is a kind of change.
type MutantKind string

// The kinds of change.
const (
	DropStatement   MutantKind = "statement" // left out, with what names it
	DropItem        MutantKind = "item"      // one of a list left out
	MoveNumber      MutantKind = "number"    // one more, or one less
	TurnOrder       MutantKind = "order"     // a comparison, or an order, turned round
	NegateCondition MutantKind = "condition" // its contrary
	SwapSides       MutantKind = "side"      // own and enemy, me and them exchanged
	ExchangeAct     MutantKind = "act"       // another act of its kind
	ExchangeStore   MutantKind = "store"     // another store
	ExchangeKind    MutantKind = "kind"      // another kind of men
	LoseArgument    MutantKind = "argument"  // a word loses what it can do without: mills(own) for mills(own, to)
)

// MutantKinds lists the kinds of change in the order in which they are reported.
var MutantKinds = []MutantKind{DropStatement, DropItem, MoveNumber, TurnOrder, NegateCondition, SwapSides, ExchangeAct, ExchangeStore, ExchangeKind, LoseArgument}

// exchanged are the words and signs that are put for one another.
var exchanged = map[MutantKind]map[string]string{
	TurnOrder: exchanges("<", ">", "<=", ">=", "=", "!=", "most", "least", "first", "last", "min", "max", "up", "down",
		"ray", "met", "between", "beyond", "forward", "backward", "left", "right", "forward_left", "backward_left", "forward_right", "backward_right",
		"orthogonal", "diagonal", "front", "end", "fixed", "any", "some", "every", "ahead", "behind", "pips", "parts"),
	SwapSides: with(exchanges("own", "enemy", "me", "them"), "own_any_lap", "enemy", "allied", "enemy"),
}

// likeActs are acts that are asked of the same things, so that a rule for one can be
// read as a rule for another.
var likeActs = [][]string{{"step", "advance", "leap"}, {"place", "enter"}, {"remove", "declare"}}

// exchanges maps each word of a pair to the other.
func exchanges(pairs ...string) map[string]string {
	out := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]], out[pairs[i+1]] = pairs[i+1], pairs[i]
	}
	return out
}

func with(m map[string]string, pairs ...string) map[string]string {
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return m
}

// Mutants lists the mutants of an interpretation, statement by statement. Claims about
// the game (always, never, settles) are no rules of it, and have none.
func (in *Interpretation) Mutants() []Mutant {
	m := &mutator{in: in, acts: map[string]string{}, stores: map[string]string{}, kinds: map[string]string{}}
	m.vocabulary()
	for _, s := range in.Statements {
		switch s.Kind {
		case "always", "never", "settles":
		case "begins": // left out, the first who is named begins, who may be the same
			m.otherBegins(s)
		default:
			m.drop(s)
			m.visit(s)
		}
	}
	return m.out
}

// mutator collects the mutants of an interpretation.
type mutator struct {
	in                  *Interpretation
	out                 []Mutant
	acts, stores, kinds map[string]string // exchanges within this interpretation
}

// vocabulary finds the acts that are allowed, the stores that are spoken of and the kinds
// of men: of each every one is exchanged for the next.
func (m *mutator) vocabulary() {
	used := map[string]bool{}
	for _, s := range m.in.Statements {
		if b, ok := s.Body.(*ast.Allow); ok {
			used[strings.ReplaceAll(b.Act.Text, "-", "_")] = true
		}
		for _, word := range m.words(s) {
			used["store "+word] = true
		}
	}
	ring := func(to map[string]string, prefix string, words []string) {
		words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !used[prefix+w] })
		for i, w := range words {
			if len(words) > 1 {
				to[w] = words[(i+1)%len(words)]
			}
		}
	}
	for _, like := range likeActs {
		ring(m.acts, "", like)
	}
	ring(m.stores, "store ", []string{"hand", "bar", "off", "out"})
	ring(m.kinds, "store ", m.in.kindsOfMen())
}

// kindsOfMen names the kinds of men that the statement of men names.
func (in *Interpretation) kindsOfMen() (kinds []string) {
	var players []string
	var men []ast.Each
	for _, s := range in.Statements {
		switch b := s.Body.(type) {
		case *ast.Players:
			players = ast.Texts(b.Names)
		case *ast.Men:
			men = b.Each
		}
	}
	var add func(each []ast.Each)
	add = func(each []ast.Each) {
		for _, e := range each {
			switch name := e.Of.Written; {
			case slices.Contains(players, name):
				add(e.Each)
			case !slices.Contains(kinds, name):
				kinds = append(kinds, name)
			}
		}
	}
	add(men)
	return kinds
}

// words lists the words of a statement, but for what is talk about it.
func (m *mutator) words(s *Statement) (out []string) {
	leaves, _ := s.Rule()
	for _, l := range leaves {
		for _, t := range lang.Tokens(l.Text) {
			out = append(out, t.Text)
		}
	}
	return out
}

// nameable are the kinds of statement whose ids stand in others.
var nameable = map[string]bool{"define": true, "variable": true, "parameter": true, "stage": true, "moment": true, "throw": true}

// drop leaves a statement out, together with those that name it, which cannot be read
// without it.
func (m *mutator) drop(s *Statement) {
	gone := map[*Statement]bool{s: true}
	for grown := nameable[s.Kind]; grown; {
		grown = false
		for _, t := range m.in.Statements {
			if !gone[t] && slices.ContainsFunc(m.words(t), func(w string) bool {
				d := m.in.byID[w]
				return d != nil && gone[d] && nameable[d.Kind]
			}) {
				gone[t], grown = true, true
			}
		}
	}
	what := "left out"
	if n := len(gone) - 1; n > 0 {
		var also []string
		for _, t := range m.in.Statements {
			if gone[t] && t != s {
				also = append(also, t.ID)
			}
		}
		what += " with what names it: " + strings.Join(also, ", ")
	}
	m.out = append(m.out, Mutant{s, s.Pos, DropStatement, what, func(t *Statement) *Statement {
		if gone[t] {
			return nil
		}
		return t
	}})
}

// otherBegins lets the player after the one who begins do so.
func (m *mutator) otherBegins(s *Statement) {
	for _, p := range m.in.Statements {
		b, ok := p.Body.(*ast.Players)
		if !ok {
			continue
		}
		leaves, _ := s.Rule()
		for i, n := range b.Names {
			if n.Text == leaves[0].Text {
				other := b.Names[(i+1)%len(b.Names)].Text
				m.replace(s, s.With(leaves[0], other), s.Pos, SwapSides, other+" begins")
			}
		}
	}
}

// replace puts another statement for one.
func (m *mutator) replace(s *Statement, by ast.Statement, pos diag.Pos, kind MutantKind, what string) {
	edited := *s
	edited.Statement = by
	m.out = append(m.out, Mutant{s, pos, kind, what, func(t *Statement) *Statement {
		if t == s {
			return &edited
		}
		return t
	}})
}

// visit changes everything in a statement that can be changed.
func (m *mutator) visit(s *Statement) {
	leaves, items := s.Rule()
	for _, key := range []string{"when", "define", "that"} {
		for _, l := range leaves {
			if l.Key == key && l.Text != key {
				m.text(s, l, 0, len(l.Text), NegateCondition, "not ("+l.Text+")")
			}
		}
	}
	for _, it := range items {
		m.replace(s, s.Without(it), it.Pos, DropItem, fmt.Sprintf("%s is left out of %s", it, it.Key))
	}
	for _, l := range leaves {
		m.tokens(s, l)
	}
}

// tokens changes the words, numbers and signs of a text one by one.
func (m *mutator) tokens(s *Statement, n ast.Leaf) {
	tokens := lang.Tokens(n.Text)
	none := lang.Token{}
	for i, t := range tokens {
		before, after := none, none
		if i > 0 {
			before = tokens[i-1]
		}
		if i+1 < len(tokens) {
			after = tokens[i+1]
		}
		becomes := func(kind MutantKind, other string) {
			if other != "" {
				m.text(s, n, t.Off, t.End(), kind, other)
			}
		}
		if v, err := strconv.Atoi(t.Text); err == nil {
			becomes(MoveNumber, strconv.Itoa(v+1))
			if v > 0 {
				becomes(MoveNumber, strconv.Itoa(v-1))
			}
		}
		becomes(TurnOrder, exchanged[TurnOrder][t.Text])
		becomes(SwapSides, exchanged[SwapSides][t.Text])
		becomes(ExchangeAct, m.acts[t.Text])
		becomes(ExchangeStore, m.stores[t.Text])
		becomes(ExchangeKind, m.kinds[t.Text])
		switch {
		case t.Text == "in" && before.Text == "not":
			m.text(s, n, before.Off, t.End(), TurnOrder, "in")
		case t.Text == "in" && before != none:
			becomes(TurnOrder, "not in")
		case t.Text == "their" && after.Text == ".":
			m.text(s, n, t.Off, after.End(), SwapSides, "")
		}
		if from, to := spared(tokens[i:]); from < to {
			m.text(s, n, from, to, LoseArgument, "")
		}
	}
}

// spared finds the last argument of the word that comes first, with its comma or
// in its brackets, where the word means something without it.
func spared(tokens []lang.Token) (from, to int) {
	f := lang.Function(tokens[0].Text)
	if f == nil || len(tokens) < 2 || tokens[1].Text != "(" {
		return 0, 0
	}
	args, depth := 1, 0
	for _, t := range tokens[1:] {
		switch {
		case t.Text == "(":
			depth++
		case t.Text == "," && depth == 1:
			args, from = args+1, t.Off
		case t.Text == ")" && depth > 1:
			depth--
		case t.Text == ")" && args > 1 && f.Takes(args-1):
			return from, t.Off
		case t.Text == ")" && args == 1 && lang.Name(tokens[0].Text) != nil:
			return tokens[0].End(), t.End()
		case t.Text == ")":
			return 0, 0
		}
	}
	return 0, 0
}

// text puts another word for a piece of a text.
func (m *mutator) text(s *Statement, n ast.Leaf, from, to int, kind MutantKind, word string) {
	what := fmt.Sprintf("%s becomes %s in %s", n.Text[from:to], word, around(n.Text, from, to))
	switch {
	case kind == NegateCondition:
		what = "the contrary of " + diag.Quote(n.Text)
	case word == "":
		what = fmt.Sprintf("%s is dropped in %s", strings.TrimLeft(n.Text[from:to], ", "), around(n.Text, from, to))
	}
	m.replace(s, s.With(n, n.Text[:from]+word+n.Text[to:]), n.At(from), kind, what)
}

// around quotes what stands around a piece of a text, so much that it is told from
// its like.
func around(text string, from, to int) string {
	const most = 24
	before, after := "", ""
	if from > most {
		before, from = "…", from-most
	} else {
		from = 0
	}
	if len(text)-to > most {
		after, to = "…", to+most
	} else {
		to = len(text)
	}
	return diag.Quote(before + strings.ToValidUTF8(text[from:to], "") + after)
}

// Alike reports whether two programs are the same rules: everything about them agrees
// but for which statement each rule comes from, what is claimed, and what is asked. It
// is for programs whose rules stand in the same order: others may play alike, and are not
// called so here.
func Alike(p, q *engine.Program) bool {
	a, b := p.Rules, q.Rules
	a.Invariants, b.Invariants, a.Probes, b.Probes = nil, nil, nil, nil
	a.Statements, b.Statements = 0, 0 // some of which may say nothing that is played
	return comparison{}.same(reflect.ValueOf(a), reflect.ValueOf(b))
}

// comparison is reflect.DeepEqual but for the statements. It holds the pairs that have been
// compared: what one expression shares with another is compared once.
type comparison map[[2]any]bool

func (c comparison) same(a, b reflect.Value) bool {
	switch {
	case a.Type() == reflect.TypeFor[engine.RuleRef]():
		return true
	case a.Kind() == reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		pair := [2]any{a.Interface(), b.Interface()}
		if c[pair] {
			return true // or the whole is found to differ
		}
		c[pair] = true
		return c.same(a.Elem(), b.Elem())
	case a.Kind() == reflect.Slice:
		for i := range min(a.Len(), b.Len()) {
			if !c.same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return a.Len() == b.Len()
	case a.Kind() == reflect.Struct && a.Type() != reflect.TypeFor[place.Set]():
		for i := range a.NumField() {
			if a.Type().Field(i).IsExported() && !c.same(a.Field(i), b.Field(i)) { // the rest follows from it
				return false
			}
		}
		return true
	}
	return a.Interface() == b.Interface()
}

// Covers reports whether the entry speaks of a mutant.
func (u *Unpinned) Covers(m *Mutant) bool {
	s := m.Statement
	return u.Statement == s.ID && (u.Reading == "" || s.Reading != nil && u.Reading == s.Question.Name()+"="+s.Reading.ID) &&
		(len(u.Changes) == 0 || slices.Contains(u.Changes, m.What))
}
