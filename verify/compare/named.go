package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/naming"
)

// MostSides is how many columns a comparison can have; beyond it nobody could
// read it, and every two of them are tested.
const MostSides = 60

// SidesNamed lists the interpretations that names ask for, each once, and what of them is left out, and why. A question
// with * for its reading stands for all its readings, and each further reading of the questions besides has a side too.
func SidesNamed(c *dimension.Corpus, names, besides []naming.Input) (sides []Side, leftOut []string, err error) {
	var errs diag.Errors
	s := sideList{column: map[string]bool{}}
	defs := make([]*rulesets.Definition, len(names)) // nil where there is no such ruleset
	asked := make([]naming.Name, len(names))
	var found []*rulesets.Definition // also those with mistakes in their readings
	known := true                    // whether all of them are there
	for i, text := range names {
		n, err := naming.Read(text)
		var d *rulesets.Definition
		if n.Ruleset.Text != "" || err == nil {
			var none error
			d, none = naming.Ruleset(c, n.Ruleset)
			errs.Merge(diag.AsErrors(none))
			known = known && d != nil
			found = append(found, d)
		}
		errs.Merge(diag.AsErrors(err))
		if n.Scale.Text != "" {
			errs.Add(n.Scale.Pos, diag.Quote("scale "+n.Scale.Text), "the full game", "scaled-down versions are not compared")
		}
		if err == nil {
			defs[i], asked[i] = d, n
		}
	}
	if known {
		errs.Merge(nowhere(besides, found))
	}
	for i, d := range defs {
		if d == nil {
			continue
		}
		e, err := expand(c, d, asked[i], besides)
		if err != nil {
			errs.Merge(diag.AsErrors(err))
			continue
		}
		errs.Merge(s.take(e, names[i]))
	}
	if len(s.list) > MostSides {
		errs.Add(diag.Pos{File: "RULESET"}, fmt.Sprintf("%d interpretations", len(s.list)), fmt.Sprintf("at most %d", MostSides), "these are more than anybody reads")
	}
	return s.list, s.leftOut, errs.Err()
}

// sideList are the interpretations to be compared, each once.
type sideList struct {
	list    []Side
	column  map[string]bool // by the name of the interpretation
	leftOut []string        // and why
}

// take adds the interpretations of one argument, and says what is left out of them.
func (s *sideList) take(e *expansion, at naming.Input) (errs diag.Errors) {
	d := e.definition
	for _, choice := range e.choices {
		in, more := d.Interpret(choice)
		if len(more) > 0 {
			// Readings that were multiplied may exclude each other; what was typed
			// has been looked at before.
			s.leftOut = append(s.leftOut, fmt.Sprintf("%s{%s}: %s", d.ID, strings.ReplaceAll(choice.String(), " ", ","), more[0].Error()))
			continue
		}
		name := in.Name()
		if s.column[name] {
			if len(e.questions) == 0 {
				errs.Add(at.Pos, diag.Quote(at.Text), "another interpretation", "%s is compared already", name)
			}
			continue
		}
		s.column[name] = true
		side := Side{Interpretation: in}
		for q := range choice {
			side.Pinned = append(side.Pinned, d.Question(q).ID)
		}
		slices.Sort(side.Pinned)
		s.list = append(s.list, side)
	}
	for _, q := range e.questions {
		for _, r := range q.Readings {
			if !r.Playable() {
				s.leftOut = append(s.leftOut, fmt.Sprintf("%s{%s=%s} cannot be played yet: %s", d.ID, q.Name(), r.ID, r.NotPlayable))
			}
		}
	}
	return errs
}

// expansion is what one argument stands for: choices of readings, and the questions of
// which every reading is among them.
type expansion struct {
	definition *rulesets.Definition
	choices    []rulesets.Choice
	questions  []*rulesets.Question
}

// expand makes choices of a name: every reading of a question that has * for its
// reading, all combined, and each further reading of the questions besides.
func expand(c *dimension.Corpus, d *rulesets.Definition, w naming.Name, besides []naming.Input) (*expansion, error) {
	e := &expansion{definition: d}
	fixed := naming.Name{Ruleset: w.Ruleset}
	for _, p := range w.Picks {
		if q := d.Question(p.Question.Text); q != nil && p.Reading.Text == "*" {
			e.questions = append(e.questions, q)
		} else {
			fixed.Picks = append(fixed.Picks, p)
		}
	}
	if _, err := fixed.Interpretation(c); err != nil {
		return nil, err
	}
	base := rulesets.Choice{}
	for _, p := range fixed.Picks {
		base[d.Question(p.Question.Text).ID] = p.Reading.Text
	}
	e.choices = []rulesets.Choice{base}
	for _, q := range e.questions {
		if e.multiply(q); len(e.choices) > MostSides {
			break
		}
	}
	var others []*rulesets.Question
	for _, name := range besides {
		if q := d.Question(strings.TrimSpace(name.Text)); q != nil { // or it is one of another ruleset
			others = append(others, q)
		}
	}
	for _, choice := range slices.Clone(e.choices) {
		for _, q := range others {
			for _, r := range q.Readings {
				if r.ID == readingIn(d, choice, q) {
					continue
				}
				if x := together(d, choice, q, r); x != nil {
					e.choices = append(e.choices, x)
				}
			}
		}
	}
	e.questions = append(e.questions, others...)
	return e, nil
}

// multiply has every choice with each playable reading of a question.
func (e *expansion) multiply(q *rulesets.Question) {
	var next []rulesets.Choice
	for _, choice := range e.choices {
		for _, r := range q.Readings {
			if x := together(e.definition, choice, q, r); x != nil {
				next = append(next, x)
			}
		}
	}
	e.choices = next
}

// nowhere says which of some questions none of the rulesets has.
func nowhere(names []naming.Input, defs []*rulesets.Definition) diag.Errors {
	var errs diag.Errors
	var ids, all []string
	for _, d := range defs {
		if d == nil || slices.Contains(ids, d.ID) {
			continue
		}
		ids = append(ids, d.ID)
		for _, q := range d.Questions {
			if !slices.Contains(all, q.Name()) {
				all = append(all, q.Name())
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	for _, asked := range names {
		name := strings.TrimSpace(asked.Text)
		if slices.ContainsFunc(defs, func(d *rulesets.Definition) bool { return d != nil && d.Question(name) != nil }) {
			continue
		}
		hint := ""
		if near := diag.DidYouMean(name, all); near != "" {
			hint = "; " + near
		}
		errs.Add(asked.Pos, diag.Quote(name), "a question of "+strings.Join(ids, " or ")+": "+strings.Join(all, ", "),
			"there is no such question%s", hint)
	}
	return errs
}

// readingIn is the reading that a choice has of a question, the default when it
// has none.
func readingIn(d *rulesets.Definition, choice rulesets.Choice, q *rulesets.Question) string {
	for name, r := range choice {
		if d.Question(name) == q {
			return r
		}
	}
	return q.Default
}

// together adds a reading to a choice, with those that it cannot be without: under
// which its question arises, and which it does not exclude. What was chosen before
// stays. It returns nil for a reading that cannot be played.
func together(d *rulesets.Definition, choice rulesets.Choice, q *rulesets.Question, r *rulesets.Reading) rulesets.Choice {
	if !r.Playable() {
		return nil
	}
	out := rulesets.Choice{}
	for _, alt := range d.Alternatives() {
		if alt.Question == q && (alt.Reading == r || r.ID == q.Default) {
			maps.Copy(out, alt.Choice)
			break
		}
	}
	if r.ID == q.Default {
		// Only what makes the question arise: a default excludes no default.
		for name := range out {
			if q.AskedWhen[name] == nil && q.AskedWhen[d.Question(name).Name()] == nil {
				delete(out, name)
			}
		}
	}
	maps.Copy(out, choice)
	out[q.ID] = r.ID
	return out
}
