package main

import (
	"maps"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
)

// saying is what is asked of the words of an interpretation.
type saying struct {
	Changes bool `json:"changes,omitempty"` // in what sentences it differs from the default
	Text    bool `json:"text,omitempty"`    // the rules as running text
}

// spoken is what an interpretation says.
type spoken struct {
	interpretation
	Changes []changeTold `json:"changes,omitempty"`
	Text    []chapter    `json:"text,omitempty"`
}

// interpretation is a choice of readings.
type interpretation struct {
	Name     string            `json:"name"`
	Readings map[string]string `json:"readings"`       // that are no defaults, by the ids of their questions
	Also     []string          `json:"also,omitempty"` // of these, those that had to be taken besides what was asked for
	Moot     []string          `json:"moot,omitempty"` // questions that do not arise
}

// changeTold is a sentence that is not as it is by default.
type changeTold struct {
	Was     string         `json:"was,omitempty"`     // the id of the statement by default, "" for one that is new
	Now     *statementTold `json:"now,omitempty"`     // none for one that is gone
	Reading string         `json:"reading,omitempty"` // QUESTION=READING that brings it, where one does
}

// chapter is a part of the rules as running text; a paragraph that is not so by default is marked.
type chapter struct {
	Title      string      `json:"title"`
	Paragraphs []paragraph `json:"paragraphs"`
}

type paragraph struct {
	Label     string `json:"label,omitempty"`
	Text      string `json:"text"`
	Otherwise bool   `json:"otherwise,omitempty"`
}

// choice is what the readings asked for are played under: those under which their questions arise are taken besides.
func choice(d *rulesets.Definition, asked rulesets.Choice) (whole rulesets.Choice, also []string) {
	whole = rulesets.Choice{}
	own := map[string]string{}
	for name, id := range asked {
		q := d.Question(name)
		if q == nil || q.Reading(id) == nil || id == q.Default {
			continue // what is not there is said where it is compiled
		}
		own[q.ID] = id
	}
	for _, q := range d.Questions {
		if id, ok := own[q.ID]; ok {
			maps.Copy(whole, d.Under(q, q.Reading(id)))
		}
	}
	for name, id := range asked {
		if q := d.Question(name); q != nil {
			name = q.ID
		}
		whole[name] = id
	}
	for _, q := range d.Questions {
		if id := whole[q.ID]; id != "" && id != q.Default && own[q.ID] == "" {
			if r := q.Reading(id); r != nil {
				also = append(also, q.Called()+": "+r.Called())
			}
		}
	}
	return whole, also
}

// interpretationOf tells an interpretation.
func interpretationOf(g *rulesets.Game, also []string) interpretation {
	x := interpretation{Name: g.Name(), Also: also, Readings: map[string]string{}}
	for _, q := range g.Definition.Questions {
		switch reading := g.Readings[q.ID]; {
		case reading == nil:
			x.Moot = append(x.Moot, q.ID)
		case reading.ID != q.Default:
			x.Readings[q.ID] = reading.ID
		}
	}
	return x
}

// of says what is asked of an interpretation.
func (x *saying) of(g *rulesets.Game, taken interpretation) *spoken {
	out := &spoken{interpretation: taken}
	byDefault, errs := g.Definition.Game(nil)
	if x.Changes && len(errs) == 0 {
		for _, d := range edition.Differences(byDefault, g) {
			c := changeTold{}
			if d.Before != nil {
				c.Was = d.Before.ID
			}
			if s := d.After; s != nil {
				told := statement(g, s)
				if c.Now = &told; s.Question != nil {
					c.Reading = s.Question.ID + "=" + s.Reading.ID
				}
			}
			out.Changes = append(out.Changes, c)
		}
	}
	if x.Text {
		usual := map[string]bool{}
		if len(errs) == 0 {
			for _, c := range edition.RunningText(byDefault, nil) {
				for _, p := range c.Paragraphs {
					usual[p.Label+p.Text] = true
				}
			}
		}
		for _, c := range edition.RunningText(g, nil) {
			told := chapter{Title: c.Title, Paragraphs: []paragraph{}}
			for _, p := range c.Paragraphs {
				told.Paragraphs = append(told.Paragraphs, paragraph{p.Label, p.Text, !usual[p.Label+p.Text]})
			}
			out.Text = append(out.Text, told)
		}
	}
	return out
}
