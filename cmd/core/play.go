package main

import (
	"context"
	"math/rand/v2"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
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
	About   bool   `json:"about,omitempty"` // tells what there is to choose from
}

// deed is a throw or a move, by its name or by chance.
type deed struct {
	Throw  string `json:"throw,omitempty"`
	Move   string `json:"move,omitempty"`
	Chance bool   `json:"chance,omitempty"`
}

// table is the game that was played last.
type table struct {
	g *rulesets.Game
	w *lines.Writer
}

// play answers a game that is being played.
func (d *desk) play(g *rulesets.Game, taken interpretation, r *request, a *answer) diag.Errors {
	t := d.tableOf(g)
	out := &tableTold{interpretation: taken}
	var errs diag.Errors
	if out.Stopped, errs = t.seat(r.Play); len(errs) > 0 {
		return errs
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
	if r.Play.About {
		out.About = aboutOf(g)
	}
	a.Play = out
	if r.Think == nil {
		return nil
	}
	a.Think, errs = think(g, t.w.In, t.w.State, r.Think)
	return errs
}

// tableOf is that at which a game is played.
func (d *desk) tableOf(g *rulesets.Game) *table {
	if d.table.g != g {
		d.table = table{g: g}
	}
	return &d.table
}

// seat plays what was played so far, as far as it goes, and says what stopped it.
func (t *table) seat(s *sitting) (stopped string, errs diag.Errors) {
	if t.w != nil && s.Line != "" && t.w.Line() == s.Line {
		return "", nil // it goes on
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
		return "", errs
	}
	w, errs := list[len(list)-1].Play(context.Background(), t.g)
	if w == nil {
		return "", errs
	}
	if t.w = w; len(errs) > 0 {
		stopped = wrong(errs[0])
	}
	return stopped, nil
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
