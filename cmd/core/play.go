package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/lines"
)

// sitting is a game as it is being played: what was played so far, and what is done now. Nothing of it is kept from one
// request to the next but what spares playing it again.
type sitting struct {
	At      string `json:"at,omitempty"`   // the position that it begins from; "" for the opening, or what the line says
	Line    string `json:"line,omitempty"` // what was played, as lines of play are printed, under whatever readings
	Back    int    `json:"back,omitempty"` // so many throws and moves of it are taken back
	Then    []deed `json:"then,omitempty"` // what is done next
	Board   string `json:"board,omitempty"`
	Refused bool   `json:"refused,omitempty"`
	Rules   bool   `json:"rules,omitempty"`
}

// deed is a throw or a move, by its name or by chance.
type deed struct {
	Throw  string `json:"throw,omitempty"`
	Move   string `json:"move,omitempty"`
	Chance bool   `json:"chance,omitempty"`
}

// table is the game that was played last.
type table struct {
	of string // the ruleset, with the readings that were asked for
	g  *rulesets.Game
	w  *lines.Writer
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

// play answers a game that is being played.
func (d *desk) play(r *request, a *answer) {
	def, errs := d.definition(r.Ruleset)
	if def == nil {
		a.Errors.Merge(errs)
		return
	}
	whole, also := choice(def, r.Readings)
	of := fmt.Sprint(r.Ruleset, whole) // maps are printed in order
	if d.table.g == nil || d.table.of != of {
		g, errs := def.Game(whole)
		if len(errs) > 0 {
			a.Errors.Merge(errs)
			return
		}
		d.table = table{of: of, g: g}
	}
	t := &d.table
	out := &tableTold{Name: t.g.Name(), Also: also, Readings: map[string]string{}}
	for _, q := range def.Questions {
		switch reading := t.g.Readings[q.ID]; {
		case reading == nil:
			out.Moot = append(out.Moot, q.ID)
		case reading.ID != q.Default:
			out.Readings[q.ID] = reading.ID
		}
	}
	if errs := t.seat(r.Play, out); len(errs) > 0 {
		a.Errors.Merge(errs)
		return
	}
	if n := r.Play.Back; n > 0 {
		t.w.Back(n)
	}
	for _, x := range r.Play.Then {
		if out.Stopped != "" {
			break
		}
		out.Stopped = t.do(x)
	}
	t.tell(r.Play, out)
	if r.Play.Rules {
		out.Rules = rulesOf(t.g, def)
	}
	a.Play = out
	if r.Think != nil {
		var errs diag.Errors
		a.Think, errs = think(t.g, t.w.In, t.w.State, r.Think)
		a.Errors.Merge(errs)
	}
}

// seat plays what was played so far, as far as it goes.
func (t *table) seat(s *sitting, out *tableTold) diag.Errors {
	if t.w != nil && s.Line != "" && t.w.Line() == s.Line {
		return nil // it goes on
	}
	text := s.Line
	if text == "" {
		text = t.g.Name()
		if s.At != "" {
			text += " at " + s.At
		}
		text += ": no moves"
	}
	list, errs := lines.Read("the line", text)
	if len(errs) > 0 {
		return errs
	}
	w, errs := list[len(list)-1].Play(context.Background(), t.g)
	if w == nil {
		return errs
	}
	if t.w = w; len(errs) > 0 {
		out.Stopped = wrong(errs[0])
	}
	return nil
}

// wrong says in a sentence what stopped a game.
func wrong(e diag.Error) string {
	text := e.Message
	if e.Found != "" {
		text = strings.Trim(e.Found, `"`) + ": " + text
	}
	return text
}

// do throws or moves, and says what is against it.
func (t *table) do(x deed) (wrong string) {
	g, w := t.g, t.w
	status := w.State.Status()
	switch {
	case status == engine.Over:
		return "the game is over"
	case status == engine.AwaitsThrow && x.Move == "":
		d := w.State.Device(g.Program)
		k := -1
		if x.Throw != "" {
			if k = g.ThrowNamed(d, x.Throw); k < 0 {
				return x.Throw + ": there is no such throw"
			}
		} else {
			k = g.Program.Draw(chance(), d)
		}
		w.Throw(k)
	case status == engine.AwaitsThrow:
		return x.Move + ": a throw is due before the move"
	case x.Throw != "":
		return x.Throw + ": no throw is due here"
	case x.Chance:
		moves := w.In.Moves(w.State, nil)
		w.Play(moves[w.In.Pick(chance(), moves)])
	default:
		m, ok := g.FindMove(w.In, w.State, x.Move)
		if !ok {
			return x.Move + ": this move is not permitted"
		}
		w.Play(m)
	}
	return ""
}

// chance is a source of throws that nobody wants again.
func chance() *random.Source { return random.New(rand.Uint64(), 1) }

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

// rulesOf are the rules of an interpretation, with what is not so by default.
func rulesOf(g *rulesets.Game, def *rulesets.Definition) (out []chapter) {
	usual := map[string]bool{}
	if byDefault, errs := def.Game(nil); len(errs) == 0 {
		for _, c := range edition.RunningText(byDefault, nil) {
			for _, p := range c.Paragraphs {
				usual[p.Label+p.Text] = true
			}
		}
	}
	for _, c := range edition.RunningText(g, nil) {
		x := chapter{Title: c.Title, Paragraphs: []paragraph{}}
		for _, p := range c.Paragraphs {
			x.Paragraphs = append(x.Paragraphs, paragraph{p.Label, p.Text, !usual[p.Label+p.Text]})
		}
		out = append(out, x)
	}
	return out
}
