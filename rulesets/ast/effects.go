package ast

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/lang"
)

// Do says what happens in answer to acts and events.
type Do struct {
	On      []Word
	Effects []Effect
	Where
	Condition
}

func (d *Do) keys() []field {
	effects := func(r *reader, n *yamlpos.Node) {
		for _, x := range n.Items() {
			if e := r.effect(x); e != nil {
				d.Effects = append(d.Effects, e)
			}
		}
	}
	says := func(say sayer) {
		for _, e := range d.Effects {
			for _, f := range e.keys() {
				if f.says != nil {
					f.says(say)
				}
			}
		}
	}
	return []field{{key: "do", what: "an effect, or several", form: OfMap, read: effects, says: says}, words("on", "an act", &d.On), d.in(), d.when()}
}

// whole says so where it is not said what a change answers.
func (d *Do) whole(r *reader, n *yamlpos.Node) {
	if n.Get("on") == nil {
		r.Errorf(n.Pos, "no on:", "on: and an act or event", "it is not said when this happens")
	}
}

// Effect is one thing that a change does: a pointer to the struct of its word.
type Effect interface {
	Body
	Place() diag.Pos
}

// At is where an effect stands.
type At struct{ Pos diag.Pos }

// Place is where the effect stands.
func (a *At) Place() diag.Pos { return a.Pos }

func (a *At) stands(pos diag.Pos) { a.Pos = pos }

// Effects lists the effects with how they are said; where the words of two stand in one map the
// first is the effect, and the other a key that it does not know. In braces stands what
// rulesets/edition puts in.
var Effects = []struct {
	Word string
	make func() Effect
	Says string
	Else lang.Else // in other circumstances
}{
	{"send", func() Effect { return &Send{} }, "all {men} {where} are {sent}", lang.Else{"one there": "that man is {sent}", "one": "one of {men} {where} is {sent} and any others stay",
		"at most": "at most {number} of {men} {where} are {sent}", "as many": "of {men} {where}, at most as many as {number} are {sent}"}},
	{"set", func() Effect { return &Assign{} }, "{what} becomes {value}", lang.Else{"one": "{value} is remembered as {what}", "several": "{value} are remembered as {what}",
		"one more": "{value} is added to {what}", "several more": "{value} are added to {what}", "none": "{what} are none any more",
		"so": "it is remembered that {fact}", "not so": "it is no longer remembered that {fact}", "so if": "it is remembered that {fact} if {condition}, and otherwise no longer"}},
	{"add", func() Effect { return &Assign{Adds: true} }, "{what} grows by {number}", lang.Else{"less": "{what} falls by {number}"}},
	{"mark", func() Effect { return &Mark{} }, "{who} is given the mark {mark}", nil},
	{"unmark", func() Effect { return &Mark{Takes: true} }, "{who} loses the mark {mark}", nil},
	{"become", func() Effect { return &Become{} }, "{who} becomes {kind}", nil},
	{"put", func() Effect { return &Put{} }, "the player {must}{when} {do}{times}{order}", lang.Else{"throw": "the player {must} throw again at once, before anything more is played{times}",
		"throw at last": "the player {must} throw again{times} after all else"}},
	{"drop", func() Effect { return &Drop{} }, "what is left of the {throw} is lost{but}", lang.Else{"turn": "the rest of the turn is lost{further}"}},
	{"next", func() Effect { return &Next{} }, "{who} {has} the next turn", lang.Else{"me": "the player has the next turn as well"}},
	{"stage", func() Effect { return &ToStage{} }, "the next turn belongs to {stage}", nil},
	{"go_on", func() Effect { return &GoOn{} }, "only the same man may make the next move of the {throw}", nil},
	{"hand_over", func() Effect { return &HandOver{} }, "the next player plays what is left of the throw, with his own men", nil},
	{"take", func() Effect { return &Take{} }, "{number} of {men} {from} {are} {sent}", lang.Else{"as many": "as many of {men} {from} as {number} are {sent}"}},
	{"sow", func() Effect { return &Sow{} }, "all men {where} are taken up{left} and laid one by one {after}; the last of these is the last man from then on, and what answers a sowing answers this one as well", nil},
	{"set_down", func() Effect { return &SetDown{} }, "one of {men} {from} is put on {where}, if nobody stands there",
		lang.Else{"several": "one of {men} {from} is put on {where} where nobody stands, as long as there are any"}},
}

// Phrase is how an effect is said in a circumstance, "" for the ordinary one.
func Phrase(e Effect, circumstance string) string {
	word := e.keys()[0].key
	for i := range Effects {
		if x := &Effects[i]; x.Word == word {
			return cmp.Or(x.Else[circumstance], x.Says)
		}
	}
	return ""
}

// EffectWords are the words of the effects.
func EffectWords() (words []string) {
	for _, e := range Effects {
		words = append(words, e.Word)
	}
	return words
}

// effect reads one effect; nil where it cannot be told which it is.
func (r *reader) effect(n *yamlpos.Node) Effect {
	words := EffectWords()
	if n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "a map with one of: "+strings.Join(words, ", "), "this is no effect")
		return nil
	}
	i := slices.IndexFunc(words, func(w string) bool { return n.Get(w) != nil })
	if i < 0 {
		if slices.ContainsFunc(n.Keys, func(k *yamlpos.Node) bool { return r.Renamed.Refuse(&r.Errs, k.Pos, k.Text, lang.AsEffect) }) {
			return nil
		}
		hint := ""
		for _, k := range n.KeyTexts() {
			if d := diag.DidYouMean(k, words); d != "" && hint == "" {
				hint = "; " + d
			}
		}
		r.Errorf(n.Pos, "keys "+strings.Join(n.KeyTexts(), ", "), "one of: "+strings.Join(words, ", "), "it is not said what happens%s", hint)
		return nil
	}
	e := Effects[i].make()
	e.(interface{ stands(diag.Pos) }).stands(n.Pos)
	before := len(r.Errs)
	inner(words[i], "the effect "+words[i], nil, e.keys()...).read(r, n)
	if len(r.Errs) > before {
		return nil
	}
	return e
}

// Send sends men to a store or, of nobody, to a place.
type Send struct {
	At
	Men    *lang.Text // enemy(…), own(…), own_any_lap(…), allied(…), anyone(…) or nobody(…)
	To     *lang.Text
	AtMost *lang.Text
	Of     Word // me or them: whose store men of nobody come to
}

func (s *Send) keys() []field {
	return []field{expression("send", &s.Men), expression("to", &s.To), expression("at_most", &s.AtMost),
		oneOf("of", "whose store", &s.Of, "me", "them")}
}

// Assign gives variables values, or adds to them.
type Assign struct {
	At
	Adds   bool
	Values []Value
}

// Value is what a variable becomes, or what is added to it.
type Value struct {
	Variable Word       // with "their." before it for that of the opponent
	To       *lang.Text // nil: one is added
}

// Name is the name of the variable, and whether that of the opponent is meant.
func (v *Value) Name() (name string, their bool) { return strings.CutPrefix(v.Variable.Text, "their.") }

func (a *Assign) keys() []field {
	key := "set"
	if a.Adds {
		key = "add"
	}
	says := func(say sayer) {
		for _, v := range a.Values {
			say.name(v.Variable, v.To != nil)
			say(v.To, false)
		}
	}
	return []field{{key: key, what: "a variable", form: OfValues, says: says, read: func(r *reader, n *yamlpos.Node) {
		switch {
		case n.Kind == yamlpos.Map:
			for i, k := range n.Keys {
				a.Values = append(a.Values, Value{Word{k.Text, k.Pos}, Expression(&r.Reader, n.Values[i])})
			}
		case n.Kind == yamlpos.Scalar && a.Adds:
			a.Values = []Value{{Variable: Word{n.Text, n.Pos}}}
		default:
			r.Errorf(n.Pos, n.Kind.String(), "a map of variables to values", "%s must say which variable", key)
		}
	}}}
}

// Mark gives men a mark, or takes it from them.
type Mark struct {
	At
	Takes bool
	Mark  Word
	Men   *lang.Text // where they stand; nil: the man that moved
}

func (m *Mark) keys() []field {
	key := "mark"
	if m.Takes {
		key = "unmark"
	}
	return []field{word(key, "a mark", &m.Mark), expression("at", &m.Men)}
}

// Become makes men of another kind.
type Become struct {
	At
	Kind Word
	Men  *lang.Text // where they stand; nil: the man that moved
}

func (b *Become) keys() []field {
	return []field{word("become", "a kind of men", &b.Kind), expression("at", &b.Men)}
}

// Put puts parts on the agenda.
type Put struct {
	At
	Parts []Part
	Times *lang.Text // nil: once
	Where Word       // front or end
}

func (p *Put) keys() []field {
	return []field{parts("put", &p.Parts), expression("times", &p.Times), oneOf("where", "where parts are put", &p.Where, "front", "end")}
}

// Drop drops what is left.
type Drop struct {
	At
	Rest Word // throw or turn
}

func (d *Drop) keys() []field {
	return []field{oneOf("drop", "what is dropped", &d.Rest, "throw", "turn")}
}

// Next says who has the next turn.
type Next struct {
	At
	Player *lang.Text // me, them, or a player
}

func (x *Next) keys() []field { return []field{expression("next", &x.Player)} }

// ToStage says to which stage the next turn belongs.
type ToStage struct {
	At
	Stage Word
}

func (s *ToStage) keys() []field { return []field{word("stage", "a stage", &s.Stage)} }

// GoOn obliges the man that moved to make the next move.
type GoOn struct {
	At
	yes Word
}

func (g *GoOn) keys() []field { return []field{oneOf("go_on", "go_on", &g.yes, "yes")} }

// HandOver lets the next player play the rest.
type HandOver struct {
	At
	yes Word
}

func (h *HandOver) keys() []field { return []field{oneOf("hand_over", "hand_over", &h.yes, "yes")} }

// Take takes men from store to store.
type Take struct {
	At
	Men      *lang.Text // how many
	From, To Word
	Of       Word // me or them
}

func (t *Take) keys() []field {
	return []field{expression("take", &t.Men), word("from", "a store", &t.From), word("to", "a store", &t.To), oneOf("of", "whose men", &t.Of, "me", "them")}
}

// Sow takes up men of nobody and sows them.
type Sow struct {
	At
	From  *lang.Text // a place, or all places of a set
	After *lang.Text // the place after which the first is laid; nil: where they were taken up
	Sowing
}

func (s *Sow) keys() []field {
	return append([]field{expression("sow", &s.From), expression("after", &s.After)}, s.sown()...)
}

// SetDown puts men of a store on the board.
type SetDown struct {
	At
	On   *lang.Text // a place, or each place of a set
	From Word
	Of   Word // me or them
}

func (s *SetDown) keys() []field {
	return []field{expression("set_down", &s.On), word("from", "a store", &s.From), oneOf("of", "whose men", &s.Of, "me", "them")}
}
