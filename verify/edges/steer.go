package edges

import (
	"context"
	"encoding/json"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/play"
)

// target is a score or an end that games can be steered to.
type target struct {
	statement int
	when      *engine.Node
	noMove    bool
	theirs    bool
}

// steerAll steers a few games to every score and end, the more where none was seen.
func (w *walk) steerAll(ctx context.Context) {
	var list []target
	for i := range w.p.Scores {
		list = append(list, target{w.p.Scores[i].Statement, w.p.Scores[i].When, w.p.Scores[i].At == engine.AtNoMove, false})
	}
	for i := range w.p.Ends {
		list = append(list, target{w.p.Ends[i].Statement, w.p.Ends[i].When, w.p.Ends[i].At == engine.AtNoMove, false})
	}
	budget := max(600, w.o.Positions/12) // positions for each
	for k, x := range list {
		seen := w.seen(x.statement)
		start := w.es.positions
		limit := budget
		if seen {
			limit = budget / 8
		}
		for n := 0; n < 16 && w.es.positions-start < limit && ctx.Err() == nil; n++ {
			w.number, w.steered = n, w.g.Statements[x.statement].ID
			w.r.Reset(w.o.Seed, uint64(1)<<32|uint64(k)<<16|uint64(n))
			w.es.steered++
			q := n % len(w.p.Players)
			w.game(ctx, limit, func() int { return w.draw(x, q) }, func() int { return w.steer(x, q) })
		}
	}
}

// seen reports whether the statement has taken effect on any move.
func (w *walk) seen(statement int) bool {
	for k, e := range w.es.found {
		if k.kind == kindOutcome {
			for _, st := range e.fired {
				if st == statement {
					return true
				}
			}
		}
	}
	return false
}

// steer picks the move after which the condition is nearest, for player q, whose
// men stay on the board if they can; of equals any.
func (w *walk) steer(x target, q int) int {
	if len(w.buf) == 1 {
		return 0
	}
	best, least, ties := 0, 1<<30, 0
	for i := range w.buf {
		d := w.far(w.s, w.buf[i], x, q)
		if d < least {
			best, least, ties = i, d, 1
		} else if d == least {
			if ties++; w.r.Below(ties) == 0 {
				best = i
			}
		}
	}
	return best
}

// far says how far from the target a move leaves player q.
func (w *walk) far(s *engine.State, m engine.Move, x target, q int) int {
	w.after.CopyFrom(s)
	clear(w.probe.Applied)
	w.probe.Play(w.after, m)
	switch {
	case w.probe.Applied[x.statement] > 0:
		return -1
	case w.after.Status() == engine.Over:
		return 1 << 24
	}
	d := play.Distance(w.probe, w.after, q, x.when)
	if x.noMove && w.after.Status() == engine.Decision && w.after.Player() != q {
		w.other = w.probe.Moves(w.after, w.other[:0])
		d += len(w.other)
	}
	d *= 256
	for r := range w.p.Players {
		if r != q {
			d += gone(w.p, w.after, r)
			continue
		}
		for st := range w.p.Stores {
			d += w.after.InStore(w.p, q, st)
		}
	}
	return d
}

// construct looks for the parts by which no score or end was seen to come about:
// in the positions found it puts the man that completes each on every other free
// place, and tries every throw. Such a position can be typed in; that a game
// comes to it is not claimed.
func (w *walk) construct(ctx context.Context) {
	seen := w.outcomesSeen()
	for _, k := range w.es.of(kindOutcome) {
		e := w.es.found[k]
		if ctx.Err() != nil {
			return
		}
		from := int(e.move.From)
		if !e.moved || e.history || from < 0 || from >= w.p.Places || !w.p.Parts[e.move.Part].IsNumber || !w.lacks(seen, e) {
			continue
		}
		if w.begins(e.before.Player(), from) {
			continue // counts may be kept by how many have left it
		}
		for f := range w.p.Places {
			w.elsewhere(e, f)
		}
	}
}

// byPart is a score or an end, and the part by which it came about.
type byPart struct {
	statement int
	part      string
}

// outcomesSeen are the scores and ends that came about, by the parts by which they did.
func (w *walk) outcomesSeen() map[byPart]bool {
	seen := map[byPart]bool{}
	for k, e := range w.es.found {
		for _, st := range e.fired {
			if k.kind == kindOutcome {
				seen[byPart{st, k.detail}] = true
			}
		}
	}
	return seen
}

// lacks reports whether some number was not seen to bring about what a candidate shows.
func (w *walk) lacks(seen map[byPart]bool, e *candidate) bool {
	for _, st := range e.fired {
		for _, part := range w.p.Parts {
			if part.IsNumber && !seen[byPart{st, part.Name}] {
				return true
			}
		}
	}
	return false
}

// elsewhere puts the man that moves in a candidate on another place, if it is free, and
// looks at every throw from there.
func (w *walk) elsewhere(e *candidate, f int) {
	q, from := e.before.Player(), e.move.From
	pos := position.Read(w.p, e.before)
	men := pos.Men[q][e.move.Man()]
	if f == int(from) || men[from] == 0 || !w.vacant(e.before, q, f) {
		return
	}
	men[from]--
	men[f]++
	w.probe.History = nil
	for _, afresh := range []bool{false, true} {
		if afresh { // within a throw only what is left of it can be tried
			if e.before.Status() == engine.AwaitsThrow || e.before.Device(w.p) < 0 {
				return
			}
			pos.Turn = nil
		}
		position.Write(w.probe, w.s, pos)
		if i, _ := w.probe.Broken(w.s); i >= 0 || !w.typed() {
			continue
		}
		w.steps, w.plies, w.number, w.steered = nil, 0, e.number, e.steered
		w.here()
		w.built = true
		w.lookAtThrows()
		w.built = false
	}
}

// vacant reports whether a man of player q may be put on a place: nobody stands
// on its cell, and no game begins with men there.
func (w *walk) vacant(s *engine.State, q, f int) bool {
	for r := range w.p.Players {
		for g := range w.p.Places {
			if w.p.CellOf[r][g] == w.p.CellOf[q][f] && s.MenAt(w.p, r, g) > 0 {
				return false
			}
		}
	}
	return !w.begins(q, f)
}

// begins reports whether player q has men on a place when the game begins.
func (w *walk) begins(q, f int) bool {
	for _, it := range w.p.Setup {
		if it.Player == q && it.Place == f {
			return true
		}
	}
	return false
}

// typed reports whether the position is accepted as it is printed.
func (w *walk) typed() bool {
	text, err := json.Marshal(w.g.State(w.s))
	if err != nil {
		return false
	}
	back, errs := w.g.ParseState(w.probe, "the position", string(text))
	return len(errs) == 0 && back.Equal(w.s) && !broken(w.g, w.probe, back)
}

// lookAtThrows looks at every move of the position, or of every throw that can
// be made in it.
func (w *walk) lookAtThrows() {
	look := func() {
		w.moves = w.probe.Moves(w.s, w.moves[:0])
		for i := range w.moves {
			w.after.CopyFrom(w.s)
			clear(w.probe.Applied)
			w.probe.Play(w.after, w.moves[i])
			w.outcome(w.probe.Applied, &w.moves[i], false, w.by(w.moves[i]))
		}
	}
	if w.s.Status() != engine.AwaitsThrow {
		look()
		return
	}
	at := w.s
	defer func() { w.s, w.throw = at, -1 }()
	w.s = w.ahead
	d := w.p.Devices[w.p.Stages[at.Stage()].Device]
	for t := d.First; t < d.First+d.Count; t++ {
		w.s.CopyFrom(at)
		w.throw = t
		w.probe.Throw(w.s, t)
		look()
	}
}

// draw makes a throw for a steered game: of a few the one after which a single
// move can come nearest.
func (w *walk) draw(x target, q int) int {
	best, least := -1, 1<<30
	for range 8 {
		t := w.p.Draw(w.r, w.s.Device(w.p))
		w.ahead.CopyFrom(w.s)
		w.probe.Throw(w.ahead, t)
		w.moves = w.probe.Moves(w.ahead, w.moves[:0])
		d := 1 << 25
		for i := range w.moves {
			d = min(d, w.far(w.ahead, w.moves[i], x, q))
		}
		if d < least || best < 0 {
			best, least = t, d
		}
	}
	return best
}
