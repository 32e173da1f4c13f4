package dimension

import (
	"slices"
	"strconv"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/engine/random"
)

// Sights of rows that are closed, and of men taken by an act of its own.

// observeRows notes what becomes of moves that close rows.
func (w *watcher) observeRows(e *engine.Explanation) {
	p, q, mem := w.p, w.st.Player(), w.mem
	most, ready := 1, 1
	defer func() { w.double = most > 1 }()
	for i := range e.Moves {
		m := &e.Moves[i]
		switch m.Act {
		case engine.Place, engine.Enter, engine.Step, engine.Leap, engine.Advance:
		default:
			continue
		}
		rows, builds := w.rows(w.st, q, m)
		if builds > ready {
			ready, w.builds = builds, w.builds[:0]
		}
		if builds == ready {
			w.builds = append(w.builds, *m)
		}
		if len(rows) == 0 || w.taking(m) {
			continue
		}
		if len(rows) > most {
			most, w.eager = len(rows), w.eager[:0]
		}
		if len(rows) == most {
			w.eager = append(w.eager, *m)
		}
		w.after.CopyFrom(w.st)
		w.other.PlayOnly(w.after, *m)
		men := w.removals(w.after)
		w.next.CopyFrom(w.st)
		w.other.Play(w.next, *m)
		var by []int
		game := false
		if end, over := w.next.End(); over && end >= 0 && w.next.Winner() == q && p.Ends[end].At != engine.AtNoMove {
			game, by = true, append(by, p.Ends[end].Statement)
		}
		points := max(w.after.Score(p, q), w.next.Score(p, q)) > w.st.Score(p, q)
		byPlacing := m.Act == engine.Place
		how := either(byPlacing, "placed", "moved")
		w.saw("row_gives", by, how, either(men > 0, "man", "no_man"), either(game, "game", "no_game"), either(points, "points", "no_points"))
		if len(rows) == 1 {
			w.saw("row_counts", nil, strconv.Itoa(rows[0]), how, trial.YesNo(men > 0 || game || points))
			if mem.closed[q].Has(rows[0]) {
				w.saw("row_again", nil, trial.YesNo(men > 0))
			}
		}
		if !game && !slices.ContainsFunc(rows, mem.closed[q].Has) {
			w.saw("men_for_rows", nil, strconv.Itoa(min(len(rows), 2)), strconv.Itoa(men))
		}
		if men > 0 {
			w.observeVictims(w.after, q, w.other.Explain(w.after), byPlacing)
		}
	}
}

// draw notes what a move gives that closes two rows at once, in a position drawn for it
// from the one looked at: random games hardly ever come to one. The men of the player
// are moved to where two rows cross, those of others out of the way.
func (w *watcher) draw(r *random.Source, e *engine.Explanation) {
	p, q := w.p, w.st.Player()
	if len(p.Lines) == 0 || len(p.Lines[q]) < 2 || !has(e, engine.Place, engine.Step) {
		return
	}
	if len(w.mem.turn) > 0 || !w.mem.closed[q].Empty() {
		return // in the middle of a turn, or when a row has been closed that may count only once
	}
	n := len(p.Lines[q])
	a, at := p.Lines[q][r.Below(n)], r.Below(n)
	var b, cross place.Set
	for i := 0; i < n && cross.Count() != 1; i++ {
		b = p.Lines[q][(at+i)%n]
		cross = a.And(b)
	}
	if cross.Count() != 1 {
		return
	}
	to := cross.First()
	need := a.Or(b).Minus(cross).Places()
	if !has(e, engine.Place) {
		beside := p.Near[q][to].Minus(a.Or(b)).Places()
		if len(beside) == 0 {
			return
		}
		need = append(need, beside[r.Below(len(beside))])
	}
	pos := position.Read(p, w.st)
	if !rearrange(w, pos, q, need, to) {
		return
	}
	position.Lay(w.other, w.next, pos)
	if w.next.Status() != engine.Decision {
		return
	}
	for _, m := range w.other.Explain(w.next).Moves {
		if int(m.To) != to || m.Act != engine.Place && m.Act != engine.Step {
			continue
		}
		if rows, _ := w.rows(w.next, q, &m); len(rows) == 2 {
			w.after.CopyFrom(w.next)
			w.other.PlayOnly(w.after, m)
			if _, over := w.after.End(); !over {
				w.saw("men_for_rows", nil, "2", strconv.Itoa(w.removals(w.after)))
			}
		}
	}
}

// rearrange puts the men that player q has on the board on the places needed, and
// elsewhere what is left of them. Whoever else stands on these places, or on the one that
// is to be free, makes room. It reports whether that can be done.
func rearrange(w *watcher, pos *position.Position, q int, need []int, free int) bool {
	p := w.p
	keep := place.SetOf(append(slices.Clone(need), free)...)
	var moved []int // the players whose men make room
	var spare []int // places for these, and for the rest of the player's own
	for f := range p.Places {
		others := 0
		for r := range p.Players {
			for _, g := range p.Across(q, r, f) {
				n := w.st.MenAt(p, r, int(g))
				if n > 1 || n > w.st.MenOfClass(p, r, 0, int(g)) {
					return false // several on one place, or marked men
				}
				if r == q || n == 0 {
					continue
				}
				if others += n; keep.Has(f) {
					moved = append(moved, r)
					pos.Men[r][0][g] = 0
				}
			}
		}
		if others == 0 && !keep.Has(f) {
			spare = append(spare, f)
		}
	}
	rest := w.board(w.st, q) - len(need)
	if rest < 0 || len(spare) < rest+len(moved) {
		return false
	}
	clear(pos.Men[q][0])
	for _, f := range need {
		pos.Men[q][0][f] = 1
	}
	for _, r := range moved {
		pos.Men[r][0][p.Across(q, r, spare[0])[0]] = 1
		spare = spare[1:]
	}
	for _, f := range spare[len(spare)-rest:] {
		pos.Men[q][0][f] = 1
	}
	return true
}

// observeVictims notes which men of the opponents player q may take in a state, and
// whether he may leave it.
func (w *watcher) observeVictims(s *engine.State, q int, e *engine.Explanation, byPlacing bool) {
	p := w.p
	if has(e, engine.Remove) {
		w.saw("leaves_man", nil, trial.YesNo(has(e, engine.Stop)))
	}
	for r := range p.Players {
		if p.Team[r] == p.Team[q] {
			continue
		}
		inRows := w.inRows(s, r)
		all := true
		for f := range p.Places {
			all = all && (s.MenAt(p, r, f) == 0 || inRows.Has(f))
		}
		for f := range p.Places {
			if s.MenAt(p, r, f) > 0 {
				w.observeVictim(s, q, r, f, inRows.Has(f), all, byPlacing, e)
			}
		}
	}
}

func (w *watcher) observeVictim(s *engine.State, q, r, f int, inRow, all, byPlacing bool, e *engine.Explanation) {
	p, across := w.p, w.p.Across(r, q, f)
	if len(across) == 0 {
		return // the player has no such place
	}
	at := int(across[0])
	kind := [5]string{"outside", "spared", "away", "not_last", either(byPlacing, "placed", "moved")}
	switch {
	case all:
		kind[0] = "all_in_rows"
	case inRow:
		kind[0] = "in_row"
	}
	if slices.ContainsFunc(p.Near[q][at].Places(), func(g int) bool { return s.MenAt(p, q, g) > 0 }) {
		kind[2] = "in_reach"
	}
	if last := w.mem.last[r]; last.to == f {
		kind[3] = either(last.act == engine.Place, "last_set", "last_moved")
	}
	isIt := func(m *engine.Move) bool { return m.Act == engine.Remove && int(m.From) == at }
	why := func(list []engine.Refusal) []int {
		for i := range list {
			if isIt(&list[i].Move) {
				return list[i].Statements
			}
		}
		return nil
	}
	if slices.ContainsFunc(e.Moves, func(m engine.Move) bool { return isIt(&m) }) {
		kind[1] = "taken"
		w.saw("victim", why(e.Lifted), kind[:]...)
	} else {
		w.saw("victim", why(e.Refused), kind[:]...)
	}
}

// inRows are the places of a player whose men stand in rows.
func (w *watcher) inRows(s *engine.State, r int) place.Set {
	var in place.Set
	if len(w.p.Lines) == 0 {
		return in
	}
	for _, line := range w.p.Lines[r] {
		if !slices.ContainsFunc(line.Places(), func(f int) bool { return s.MenAt(w.p, r, f) == 0 }) {
			in = in.Or(line)
		}
	}
	return in
}

// observeRemoving notes men taken by an act of its own, what a player may take at the
// beginning of his turn, and how many men he has left who loses by it.
func (w *watcher) observeRemoving(e *engine.Explanation) {
	q, mem := w.st.Player(), w.mem
	if len(mem.turn) == 0 && has(e, engine.Remove) {
		missed := true
		for r := range w.p.Players {
			missed = missed && (w.p.Team[r] == w.p.Team[q] || mem.missed[r])
		}
		w.saw("takes_at_once", nil, trial.YesNo(missed))
		w.observeVictims(w.st, q, e, false)
	}
	if len(w.p.Players) != 2 {
		return
	}
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Act == engine.Remove {
			w.eager = append(w.eager, *m)
		}
		if m.Act == engine.Remove || w.taking(m) {
			w.observeLoss(q, m)
		}
	}
}

// observeLoss notes with how many men, on the board and in hand, the opponent of player q goes on or
// has lost when a move has taken one. That who has no men cannot move is a loss of any side, so that it
// tells nothing where sides differ.
func (w *watcher) observeLoss(q int, m *engine.Move) {
	p, r := w.p, 1-q
	w.next.CopyFrom(w.st)
	w.other.Play(w.next, *m)
	if w.board(w.next, r) >= w.board(w.st, r) {
		return
	}
	end, over := w.next.End()
	switch {
	case over && end >= 0 && w.next.Winner() == q && (p.Ends[end].At != engine.AtNoMove || sameMen(p) && w.board(w.next, r)+w.next.InStore(p, r, p.StoreIndex(engine.HandStore)) == 0):
		w.leaves(w.next, r, []int{p.Ends[end].Statement}, "lost")
	case !over && (w.next.Owner() != q || w.next.Fresh()):
		w.leaves(w.next, r, nil, "on")
	}
}

// leaves notes with how many men, on the board and in hand, a player goes on or has lost.
func (w *watcher) leaves(s *engine.State, r int, by []int, how string) {
	w.saw("left", by, strconv.Itoa(r), strconv.Itoa(w.board(s, r)), strconv.Itoa(s.InStore(w.p, r, w.p.StoreIndex(engine.HandStore))), how)
}
