package ast

import (
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// Measure is a number asked of play: at some moment, under a condition, gathered within a game.
type Measure struct {
	ID     Word
	Called string // its name in reports, with {who} where it has groups
	Unit   string // of its values
	Aspect Word   // one of Aspects, or none
	At     Word   // one of engine.Occasions
	// Among says of which moments a share is taken, When at which of these it holds.
	Among, When, Value *lang.Text
	Gather             Word // one of engine.Gatherings
	// Pooled takes the moments of all games together, so that a long game counts for more; else each game has a value of its own.
	Pooled bool
	By     Word // one of engine.Groupings
	Frame  Word // one of Frames
	// Suffices says where one player tells of all: one of OneSuffices, or nothing.
	Suffices Word
	// InsteadOf is the measure in whose place this one stands where that means nothing.
	InsteadOf         Word
	Means, Says, Asks string
	Ranks             bool // it is among those whose differences are corrected together
}

// OneSuffices says where one player tells of all: of two, where what one has the other has not, so that one of them is compared;
// or always, so that nothing is told of others than the one who is listed first.
var OneSuffices = []string{"of_two", "always"}

// Aspects are what of play a measure is about, by the order in which they matter.
var Aspects = []string{"ending", "winner", "score", "length", "choice"}

// Frames are what a measure can be of. As of all words of measures, the first is what holds where none is said.
var Frames = []string{"game", "role", "order", "player"}

func (m *Measure) keys() []field {
	text := func(key, what string, to *string) field {
		return field{key: key, what: what, manner: talk, read: func(r *reader, n *yamlpos.Node) { *to = r.Words(n, what) }}
	}
	return []field{word("measure", "the name of a measure", &m.ID), text("called", "its name in reports", &m.Called), text("unit", "the unit of its values", &m.Unit),
		oneOf("about", "what of play it is about", &m.Aspect, Aspects...), oneOf("at", "the moment of a measure", &m.At, engine.Occasions...),
		expression("among", &m.Among), expression("when", &m.When), expression("value", &m.Value),
		oneOf("gather", "how values are gathered", &m.Gather, engine.Gatherings...), yes("pooled", &m.Pooled),
		oneOf("by", "what values are told apart by", &m.By, engine.Groupings...), oneOf("frame", "what a measure is of", &m.Frame, Frames...),
		oneOf("one_suffices", "where one player tells of all", &m.Suffices, OneSuffices...), word("instead_of", "the measure in whose place it stands", &m.InsteadOf), text("means", "what a figure of it is", &m.Means),
		text("says", "what it says", &m.Says), text("asks", "what it asks", &m.Asks), yes("ranks", &m.Ranks)}
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
	m.whole(&in.Errs)
	for key, words := range map[string][]string{"called": {"who"}, "means": {"who"}, "says": {"who", "value", "cap", "games"}} {
		if v := n.Get(key); v != nil && v.Kind == yamlpos.Scalar {
			fillable(v, words, &in.Errs)
		}
	}
	r.Errs.Merge(in.Errs)
	if len(in.Errs) > 0 {
		return nil // what is left of it would be another measure
	}
	return m
}

// braced finds what stands in braces in the words of a measure.
var braced = regexp.MustCompile(`\{([^{}]*)\}`)

// fillable notes braces in which nothing stands that words are filled in for. Behind games it is said which.
func fillable(v *yamlpos.Node, words []string, errs *diag.Errors) {
	for _, m := range braced.FindAllStringSubmatch(v.Text, -1) {
		if first, _, _ := strings.Cut(m[1], " "); !slices.Contains(words, first) || first != "games" && first != m[1] {
			errs.Add(v.Pos, m[0], "{"+strings.Join(words, "}, {")+"}", "nothing is filled in there%s", diag.Suggest(m[1], words))
		}
	}
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
	switch m.By.Text {
	case "player":
		fill(&m.Frame, Frames[3:])
	case "role":
		fill(&m.Frame, Frames[2:])
	}
	fill(&m.Frame, Frames)
	if m.Pooled && m.Gather.Text != "mean" && m.Gather.Text != "share" {
		errs.Add(m.ID.Pos, "pooled: yes with gather: "+m.Gather.Text, "gather: mean or gather: share", "only of a mean or a share are the moments of all games taken together")
	}
	if m.Among != nil && m.Gather.Text != "share" {
		errs.Add(m.Among.Pos, "among: with gather: "+m.Gather.Text, "gather: share", "among says of which moments a share is taken")
	}
	if m.Gather.Text == "share" && m.Value != nil {
		errs.Add(m.Value.Pos, "value: with gather: share", "when: alone", "a share is that of the moments at which the condition holds: they have no values")
	}
	if m.Gather.Text == "share" && m.When == nil {
		errs.Add(m.Gather.Pos, "gather: share", "when: with a condition", "it is not said which moments have a share")
	}
	return m
}
