package ast

import (
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Measure is a number asked of play: at some moment, under a condition, gathered within a game.
type Measure struct {
	ID          Word
	Called      string // what it counts, in a few words
	At          Word   // one of engine.Occasions
	When, Value *lang.Text
	Gather      Word // one of engine.Gatherings
	By          Word // one of engine.Groupings
	Frame       Word // one of Frames
	Says, Asks  string
	Ranks       bool // it is among those whose differences are corrected together
}

// Frames are what a measure can be of. As of all words of measures, the first is what holds where none is said.
var Frames = []string{"game", "role", "order", "player"}

func (m *Measure) keys() []field {
	text := func(key, what string, to *string) field {
		return field{key: key, manner: talk, read: func(r *reader, n *yamlpos.Node) { *to = r.Words(n, what) }}
	}
	return []field{word("measure", "the name of a measure", &m.ID), text("called", "what it counts", &m.Called),
		oneOf("at", "the moment of a measure", &m.At, engine.Occasions...), expression("when", &m.When), expression("value", &m.Value),
		oneOf("gather", "how values are gathered", &m.Gather, engine.Gatherings...), oneOf("by", "what values are told apart by", &m.By, engine.Groupings...),
		oneOf("frame", "what a measure is of", &m.Frame, Frames...), text("says", "what it says", &m.Says), text("asks", "what it asks", &m.Asks),
		yes("ranks", &m.Ranks)}
}

// MeasureKeys are the keys of a measure, in the order of the guide.
func MeasureKeys() []string { return keysOf((&Measure{}).keys()) }

// ReadMeasure reads a measure; nil for what is no map. What its expressions mean is found out for each ruleset.
func ReadMeasure(r *yamlpos.Reader, n *yamlpos.Node) *Measure {
	if r.Map(n, "a measure", MeasureKeys()...) == nil {
		return nil
	}
	m := &Measure{}
	r.Need(n, "measure", "a measure")
	in := &reader{yamlpos.Reader{Renamed: lang.Renamed}}
	for _, f := range m.keys() {
		if v := n.Get(f.key); v != nil {
			f.read(in, v)
		}
	}
	r.Errs.Merge(in.Errs)
	return m.whole(&r.Errs)
}

// AskedMeasure is a measure that somebody asks in so many words: values by the keys of a measure, each with what
// messages call its place.
func AskedMeasure(values map[string]string, place func(key string) string) (*Measure, diag.Errors) {
	m := &Measure{ID: Word{Text: "asked"}}
	in := &reader{yamlpos.Reader{Renamed: lang.Renamed}}
	for _, f := range m.keys() {
		if text, ok := values[f.key]; ok {
			f.read(in, yamlpos.Written(place(f.key), text))
		}
	}
	return m.whole(&in.Errs), in.Errs
}

// whole fills in what holds where nothing is said.
func (m *Measure) whole(errs *diag.Errors) *Measure {
	fill := func(w *Word, words []string) {
		if w.Text == "" {
			w.Text = words[0]
		}
	}
	fill(&m.At, engine.Occasions)
	fill(&m.Gather, engine.Gatherings)
	fill(&m.By, engine.Groupings)
	fill(&m.Frame, Frames)
	if m.Gather.Text == "share" && m.Value != nil {
		errs.Add(m.Value.Pos, "value: with gather: share", "when: alone", "a share is that of the moments at which the condition holds: they have no values")
	}
	if m.Gather.Text == "share" && m.When == nil {
		errs.Add(m.Gather.Pos, "gather: share", "when: with a condition", "it is not said which moments have a share")
	}
	return m
}
