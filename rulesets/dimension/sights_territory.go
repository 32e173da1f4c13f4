package dimension

import (
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sights of men that are laid down to enclose others: in a row between two, or all round.

// retaking is a man that has taken one and could be taken by a man laid where that stood.
type retaking struct {
	cell int // where the one stood that was taken; -1 for none
	by   int // the player who has laid it
}

// group is all places that are joined to one from neighbour to neighbour and for which in holds, and the
// empty ones beside them, as player q sees them.
func (w *watcher) group(s *engine.State, q, from int, in func(f int) bool) (men, free place.Set) {
	men = place.SetOf(from)
	for list := []int{from}; len(list) > 0; list = list[1:] {
		for _, f := range w.p.Near[q][list[0]].Places() {
			switch {
			case men.Has(f):
			case in(f):
				men = men.With(f)
				list = append(list, f)
			case w.vacant(s, q, f):
				free = free.With(f)
			}
		}
	}
	return men, free
}

// vacant reports whether nobody stands on the cell of a place of player q.
func (w *watcher) vacant(s *engine.State, q, f int) bool {
	_, _, n := trial.MenOn(w.p, s, q, f)
	return n == 0
}

// observeShutIn notes, at a decision, of places at which a man would be shut in with all that he joins, and
// that would take nobody, whether one may be laid there, and whether who has just taken one can be retaken.
func (w *watcher) observeShutIn(e *engine.Explanation) {
	q, s := w.st.Player(), w.st
	may, by := map[int]bool{}, map[int][]int{}
	for i := range e.Moves {
		if m := &e.Moves[i]; m.Act == engine.Place {
			may[int(m.To)], by[int(m.To)] = true, w.ruleOf(m)
		}
	}
	for i := range e.Refused {
		if m := &e.Refused[i].Move; m.Act == engine.Place && !may[int(m.To)] {
			by[int(m.To)] = e.Refused[i].Statements
		}
	}
	for f := range w.p.Places {
		if len(by) == 0 || !w.vacant(s, q, f) || w.p.CellOf[q][f] == w.retake.cell || slices.ContainsFunc(w.p.Near[q][f].Places(), func(g int) bool { return w.vacant(s, q, g) }) {
			continue
		}
		_, free := w.group(s, q, f, func(g int) bool { return s.MenAt(w.p, q, g) > 0 })
		takes := false
		for _, g := range w.p.Near[q][f].Places() {
			if w.foes(s, q, g) > 0 {
				_, left := w.group(s, q, g, func(x int) bool { return w.foes(s, q, x) > 0 })
				takes = takes || left == place.SetOf(f)
			}
		}
		if free.Minus(place.SetOf(f)).Empty() && !takes {
			w.saw("shuts_himself_in", by[f], trial.YesNo(may[f]))
		}
	}
	if w.retake.cell >= 0 && w.retake.by != q {
		if f := slices.Index(w.p.CellOf[q], w.retake.cell); f >= 0 {
			w.saw("retakes", by[f], trial.YesNo(may[f]))
		}
	}
	w.retake.cell = -1
}

// laidDown notes what becomes of the opponents whom a man that was laid down encloses: in a row, or all round.
func (w *watcher) laidDown(m *engine.Move, before *engine.State) {
	q, to := before.Player(), int(m.To)
	foes := func(f int) bool { return w.foes(before, q, f) > 0 }
	became := func(men []int) string {
		stays, turned := 0, 0
		for _, f := range men {
			stays, turned = stays+bit(w.foes(w.after, q, f) > 0), turned+bit(w.after.MenAt(w.p, q, f) > 0)
		}
		return either(stays > 0, "stays", either(turned > 0, "turned", "taken"))
	}
	by := w.s.Changing(engine.OnAct(engine.Place), trial.OfKind(engine.Send, engine.SetDown))
	round := place.Set{} // those shut in of whom it is told already
	for _, f := range w.p.Near[q][to].Places() {
		if !foes(f) {
			continue
		}
		men, free := w.group(before, q, f, foes)
		if shutIn := free == place.SetOf(to); shutIn {
			if !round.Has(f) {
				w.saw("surrounded", by, became(men.Places()))
			}
			round = round.Or(men)
			continue // what becomes of a row is no matter of the row then
		}
		row := append([]int{f}, w.rowBeyond(before, q, to, f)...)
		a, b := to, f
		if n := len(row); n > 1 {
			a, b = row[n-2], row[n-1]
		}
		if i := slices.IndexFunc(w.p.Leaps[q][a], func(l place.Leap) bool { return l.Over == b }); i >= 0 && before.MenAt(w.p, q, w.p.Leaps[q][a][i].To) > 0 {
			w.saw("encloses_row", by, became(row))
		}
	}
	gone, at := 0, -1
	for f := range w.p.Places {
		if foes(f) && w.vacant(w.after, q, f) {
			gone, at = gone+1, f
		}
	}
	own, free := w.group(w.after, q, to, func(f int) bool { return w.after.MenAt(w.p, q, f) > 0 })
	if gone == 1 && own.Count() == 1 && free == place.SetOf(at) {
		w.retake = retaking{w.p.CellOf[q][at], q}
	}
}

// countedAtEnd notes, when a game is over in which points were scored, whether they are the men on the board, or these
// with the empty places that only their player reaches.
func (w *watcher) countedAtEnd() {
	if end, over := w.st.End(); !over || end < 0 || len(w.p.Scores) == 0 {
		return
	}
	men, area := true, true
	for q := range w.p.Players {
		n, only := 0, place.Set{}
		for f := range w.p.Places {
			n += bit(w.st.MenAt(w.p, q, f) > 0)
			if w.vacant(w.st, q, f) && !only.Has(f) {
				in, _ := w.group(w.st, q, f, func(g int) bool { return w.vacant(w.st, q, g) })
				reached := slices.ContainsFunc(in.Places(), func(g int) bool {
					return slices.ContainsFunc(w.p.Near[q][g].Places(), func(x int) bool { return w.foes(w.st, q, x) > 0 })
				})
				if !reached {
					only = only.Or(in)
				}
			}
		}
		points := w.st.Score(w.p, q)
		men, area = men && points == n*w.p.Denominator, area && points == (n+only.Count())*w.p.Denominator
	}
	w.saw("counted_at_end", w.s.Scoring(), "men", trial.YesNo(men))
	w.saw("counted_at_end", w.s.Scoring(), "area", trial.YesNo(area))
}
