package verify

import (
	"context"

	"github.com/lectio/lectio/rulesets/engine"
)

// target is a score or an end that games can be steered to.
type target struct {
	statement int
	when      *engine.Node
	noMove    bool
	theirs    bool
}

// steerAll steers a few games to every score and end, the more where none was seen.
func (w *edgeWalk) steerAll(ctx context.Context) {
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
func (w *edgeWalk) seen(statement int) bool {
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
func (w *edgeWalk) steer(x target, q int) int {
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
func (w *edgeWalk) far(s *engine.State, m engine.Move, x target, q int) int {
	w.after.CopyFrom(s)
	clear(w.probe.Applied)
	w.probe.Play(w.after, m)
	switch {
	case w.probe.Applied[x.statement] > 0:
		return -1
	case w.after.Status() == engine.Over:
		return 1 << 24
	}
	d := w.probe.Distance(w.after, q, x.when)
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

// draw makes a throw for a steered game: of a few the one after which a single
// move can come nearest.
func (w *edgeWalk) draw(x target, q int) int {
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
