package dimension

import (
	"slices"
	"strconv"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

// Sights of men that step and leap.

// observePlacing notes where men may be placed, and who moves first when all are.
func (w *watcher) observePlacing(e *engine.Explanation) {
	q, mem := w.st.Player(), w.mem
	if has(e, engine.Place) {
		var to, free place.Set
		var by []int
		for i := range e.Moves {
			if m := &e.Moves[i]; m.Act == engine.Place {
				to = to.With(int(m.To))
				by = w.ruleOf(m)
			}
		}
		for f := range w.p.Places {
			if w.empty(q, f) {
				free = free.With(f)
			}
		}
		for i := range e.Refused {
			if r := &e.Refused[i]; r.Move.Act == engine.Place {
				by = r.Statements
			}
		}
		w.saw("place_anywhere", by, trial.YesNo(free.In(to)))
	}
	allPlaced := mem.placer >= 0 && !mem.moving && w.inHand(w.st) == 0
	if allPlaced && len(mem.turn) == 0 && has(e, engine.Step, engine.Leap, engine.Advance) {
		who := "other"
		switch n := len(w.p.Players); q {
		case mem.placer:
			who = "last"
		case (mem.placer + 1) % n:
			who = "next"
		}
		w.saw("first_to_move", nil, who)
		mem.moving = true
	}
}

// observeSteps notes how far and which way men step.
func (w *watcher) observeSteps(e *engine.Explanation) {
	p, q, mem := w.p, w.st.Player(), w.mem
	begins := len(mem.turn) == 0
	far, near, widest := false, false, 0
	reach := map[int16]place.Set{}
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Act != engine.Step {
			continue
		}
		from, to := int(m.From), int(m.To)
		by := w.ruleOf(m)
		beside, plain := p.Near[q][from].Has(to), w.plain(q, from, int(m.Class))
		far, near = far || !beside, near || beside
		w.saw("step", by, either(beside, "near", "far"), plainWord(plain))
		reach[m.From] = reach[m.From].With(to)
		widest = max(widest, reach[m.From].Count())
		if beside {
			w.way("step", q, from, to, plain, by)
		}
		if begins {
			w.usual[[4]int{q, bit(plain), from, to}] = true
		}
		if begins && from == mem.last[q].to && to == mem.last[q].from && len(e.Moves) > 1 {
			w.saw("returns", nil, plainWord(plain))
		}
	}
	if !near && !far {
		return
	}
	if !begins {
		return
	}
	if w.inHand(w.st) == 0 {
		w.flies(q, far, widest)
	}
	w.stepsRefused(e, near)
	if w.lie.Facing(q) {
		w.own(func(f int) {
			for _, t := range p.Near[q][f].Places() {
				if w.empty(q, t) && w.plainAt(q, f) && w.lie.Along(q, f, t) < 0 {
					w.saw("could_step_back", nil, strconv.Itoa(q))
				}
			}
		})
	}
}

// flies notes how far the men of a player step who has none in hand: to what is
// beside them, anywhere, or farther than beside them and not anywhere. widest is the
// greatest number of places that one of them can step to.
func (w *watcher) flies(q int, far bool, widest int) {
	free := 0
	for f := range w.p.Places {
		free += bit(w.empty(q, f))
	}
	n := w.board(w.st, q)
	switch {
	case !far:
		w.saw("flies", nil, strconv.Itoa(n), "beside")
	case widest >= free:
		w.saw("flies", nil, strconv.Itoa(n), "anywhere")
	default:
		w.saw("flies", nil, strconv.Itoa(n), "farther")
	}
}

// stepsRefused notes which steps are refused at the beginning of a turn: along which
// lines where men step along lines, back, and back to where the man came from.
func (w *watcher) stepsRefused(e *engine.Explanation, near bool) {
	p, q, mem := w.p, w.st.Player(), w.mem
	for i := range e.Refused {
		m := &e.Refused[i].Move
		if m.Act != engine.Step {
			continue
		}
		from, to := int(m.From), int(m.To)
		if w.lie != nil && near {
			w.saw("step_line_refused", e.Refused[i].Statements, lineWord(w.lie.Slants(p.CellOf[q][from], p.CellOf[q][to])))
		}
		if w.plain(q, from, int(m.Class)) && w.lie.Along(q, from, to) < 0 {
			w.saw("step_back_refused", e.Refused[i].Statements, strconv.Itoa(q))
		}
		if from == mem.last[q].to && to == mem.last[q].from {
			w.saw("return_refused", e.Refused[i].Statements, plainWord(w.plain(q, from, int(m.Class))))
		}
	}
}

// way notes which way a move goes: along which line, and whether ahead or back.
func (w *watcher) way(what string, q, from, to int, plain bool, by []int) {
	if w.lie == nil {
		return
	}
	a, b := w.p.CellOf[q][from], w.p.CellOf[q][to]
	w.saw(what+"_line", by, lineWord(w.lie.Slants(a, b)), strconv.Itoa(min(a, b)), strconv.Itoa(max(a, b)))
	if w.lie.Facing(q) {
		w.saw(what+"_along", by, strconv.Itoa(q), plainWord(plain), alongWords[1+w.lie.Along(q, from, to)])
	}
}

// observeLeaps notes which way men leap, over what, and what becomes of it.
func (w *watcher) observeLeaps(e *engine.Explanation) {
	p, q := w.p, w.st.Player()
	takes := false
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Act != engine.Leap {
			continue
		}
		from, over, to := int(m.From), int(m.Over), int(m.To)
		by := w.ruleOf(m)
		foes := w.foes(w.st, q, over)
		if foes == 0 {
			continue
		}
		takes = true
		w.way("leap", q, from, to, w.plain(q, from, int(m.Class)), by)
		if w.s.Game.Board.Cells[p.CellOf[q][over]].Marked {
			w.saw("leap_over_mark", by)
		}
		w.after.CopyFrom(w.st)
		w.other.PlayOnly(w.after, *m)
		gone := foes - w.foes(w.after, q, over)
		others := w.foesOnBoard(w.st, q) - w.foesOnBoard(w.after, q) - gone
		w.saw("leap_takes", nil, either(gone > 0, "over", "not_over"), either(others > 0, "others", "no_others"))
	}
	if len(w.mem.turn) == 0 {
		w.leapsRefused(e, takes)
		w.couldLeap(takes)
	}
}

// leapsRefused notes which leaps over opposing men are refused at the beginning of a
// turn: along which lines, where others are made, back, and over marked cells.
func (w *watcher) leapsRefused(e *engine.Explanation, takes bool) {
	p, q := w.p, w.st.Player()
	for i := range e.Refused {
		r := &e.Refused[i]
		m := &r.Move
		if m.Act != engine.Leap || w.foes(w.st, q, int(m.Over)) == 0 {
			continue
		}
		if takes && w.lie != nil {
			w.saw("leap_line_refused", r.Statements, lineWord(w.lie.Slants(p.CellOf[q][m.From], p.CellOf[q][m.To])))
		}
		if w.plain(q, int(m.From), int(m.Class)) && w.lie.Along(q, int(m.From), int(m.To)) < 0 {
			w.saw("leap_back_refused", r.Statements, strconv.Itoa(q))
		}
		if w.s.Game.Board.Cells[p.CellOf[q][m.Over]].Marked {
			w.saw("over_mark_refused", r.Statements)
		}
	}
}

// couldLeap notes the leaps for which there is room, whatever the rules say: over own
// men, back over opposing ones, over marked cells.
func (w *watcher) couldLeap(takes bool) {
	p, q := w.p, w.st.Player()
	w.own(func(f int) {
		for _, l := range p.Leaps[q][f] {
			if !w.empty(q, l.To) {
				continue
			}
			foes := w.foes(w.st, q, l.Over) > 0
			switch {
			case !foes && w.st.MenAt(p, q, l.Over) > 0:
				w.saw("could_leap_over_own", nil, either(takes, "taking", "free"))
			case foes && w.plainAt(q, f) && w.lie.Along(q, f, l.To) < 0:
				w.saw("could_leap_back", nil, strconv.Itoa(q))
			}
			if foes && w.s.Game.Board.Cells[p.CellOf[q][l.Over]].Marked {
				w.saw("could_leap_over_mark", nil)
			}
		}
	})
}

// straight reports whether a leap over a cell goes on in the line of the leap before.
func (w *watcher) straight(q int, m *engine.Move, over int) bool {
	return slices.Contains(w.p.Leaps[q][m.Over], place.Leap{Over: int(m.To), To: over})
}

// leaptOn notes, when a man has leapt, what it could do next if it were let: leap on,
// leap on in another direction, step.
func (w *watcher) leaptOn(m *engine.Move, q int) {
	p, to := w.p, int(m.To)
	if w.foes(w.after, q, int(m.Over)) > 0 {
		w.mem.leapt = append(w.mem.leapt, p.CellOf[q][m.Over])
	}
	free := func(f int) bool {
		return w.after.MenAt(p, q, f) == 0 && w.foes(w.after, q, f) == 0
	}
	on, turns := false, false
	for _, l := range p.Leaps[q][to] {
		if l.Over != int(m.Over) && w.foes(w.after, q, l.Over) > 0 && free(l.To) {
			on = true
			turns = turns || !w.straight(q, m, l.Over)
		}
	}
	if on {
		w.saw("could_leap_on", nil)
	}
	if turns {
		w.saw("could_turn", nil)
	}
}

// observeSeries notes how leaps follow upon leaps in one turn.
func (w *watcher) observeSeries(e *engine.Explanation) {
	last, q := w.mem.leap(), w.st.Player()
	if last == nil || !has(e, engine.Leap) {
		return
	}
	leaves := false
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Act != engine.Leap {
			leaves = true
			continue
		}
		by := w.ruleOf(m)
		w.saw("leaps_on", by, either(m.From == last.To, "same", "other"))
		if m.From == last.To && m.Over != last.Over {
			w.saw("turns", by, trial.YesNo(!w.straight(q, last, int(m.Over))))
		}
	}
	var by []int
	for i := range e.Refused {
		if e.Refused[i].Move.Act == engine.Stop {
			by = e.Refused[i].Statements
		}
	}
	w.saw("leaves_series", by, trial.YesNo(leaves))
}

// observeTaking notes whether players that can take must, and how many.
func (w *watcher) observeTaking(e *engine.Explanation) {
	mem := w.mem
	for _, m := range mem.turn {
		if m.Act != engine.Remove {
			return // the turn has begun
		}
	}
	var takes []engine.Move
	other := false
	for i := range e.Moves {
		switch m := &e.Moves[i]; {
		case w.taking(m):
			takes = append(takes, *m)
			w.eager = append(w.eager, *m)
		case m.Act != engine.Remove:
			other = true
		}
	}
	if len(takes) == 0 {
		return
	}
	mem.could = true
	var by []int
	bound := false
	for i := range e.Refused {
		if r := &e.Refused[i]; r.Move.Act != engine.Remove && !w.taking(&r.Move) {
			by = append(by, r.Statements...)
		}
	}
	q := w.st.Player()
	w.own(func(f int) {
		for _, t := range w.p.Near[q][f].Places() {
			taking := slices.ContainsFunc(takes, func(m engine.Move) bool { return int(m.From) == f && int(m.To) == t })
			bound = bound || !taking && w.empty(q, t) && w.usual[[4]int{q, bit(w.plainAt(q, f)), f, t}]
		}
	})
	slices.Sort(by)
	switch {
	case other:
		w.saw("may_take", nil, "free")
	case bound:
		w.saw("may_take", slices.Compact(by), "bound")
		w.observeMost(e, takes)
	}
}

// taking reports whether a move leaps over an opposing man, or takes one otherwise as
// soon as it is made, once its player has chosen which, or when his turn has been played out.
func (w *watcher) taking(m *engine.Move) bool {
	q := w.st.Player()
	switch m.Act {
	case engine.Leap:
		return m.Over >= 0 && w.foes(w.st, q, int(m.Over)) > 0
	case engine.Step, engine.Place, engine.Advance, engine.Enter:
		if left := 400; w.lifting && w.yield(w.st, *m, 0, &left) > 0 {
			return true
		}
		if !w.sending[m.Act] {
			return false
		}
		w.after.CopyFrom(w.st)
		w.other.PlayOnly(w.after, *m)
		return w.foesOnBoard(w.after, q) < w.foesOnBoard(w.st, q) || w.removals(w.after) > w.removals(w.st)
	}
	return false
}

// observeMost notes, of captures that a player must choose from, whether he may choose
// one that takes fewer men in the end than another.
func (w *watcher) observeMost(e *engine.Explanation, takes []engine.Move) {
	var refused []engine.Move
	var by []int
	for i := range e.Refused {
		if m := &e.Refused[i].Move; m.Act == engine.Leap && w.taking(m) {
			refused = append(refused, *m)
			by = append(by, e.Refused[i].Statements...)
		}
	}
	if len(takes)+len(refused) < 2 {
		return
	}
	most := 0
	yields := make([]int, 0, len(takes)+len(refused))
	for _, m := range slices.Concat(takes, refused) {
		left := 400
		n := w.yield(w.st, m, 0, &left)
		yields = append(yields, n)
		most = max(most, n)
	}
	for i, n := range yields {
		if n < most {
			w.saw("takes_fewer", by, trial.YesNo(i < len(takes)))
		}
	}
}

// yield is how many men of the opponents a player can take in the rest of his turn if
// he begins with a move. left bounds how many positions are looked at.
func (w *watcher) yield(s *engine.State, m engine.Move, depth int, left *int) int {
	q := s.Player()
	t := s.Clone()
	w.other.Play(t, m)
	taken := w.foesOnBoard(s, q) - w.foesOnBoard(t, q)
	if *left--; *left < 0 || depth > 12 || t.Status() != engine.Decision || t.Player() != q || t.Fresh() {
		return taken
	}
	best := 0
	for _, x := range w.other.Moves(t, nil) {
		best = max(best, w.yield(t, x, depth+1, left))
	}
	return taken + best
}

// dull plays a game that is random at first, and then one in which men are moved to and
// fro as long as that can be done. Random games rarely lead nowhere.
func (w *watcher) dull(n int) {
	r := random.New(w.s.Seed, uint64(1<<20+n))
	w.in.Start(w.st)
	last := make([]deed, len(w.p.Players))
	for q := range last {
		last[q] = deed{engine.Pass, -1, -1}
	}
	open, back := 3*n, 0 // moves at random; moves to and fro since
	ply := -1            // of throws and moves
	play.Run(w.st, open+dullPlies, play.Hands{
		Look: func(int) bool {
			ply++
			return ply < open+dullPlies
		},
		Throw: func() bool {
			w.in.Throw(w.st, w.p.Draw(r, w.st.Device(w.p)))
			return true
		},
		Move: func() bool {
			moves := w.in.Moves(w.st, nil)
			m := moves[w.in.Pick(r, moves)]
			q := w.st.Player()
			if ply >= open {
				back++
				fro := slices.IndexFunc(moves, func(x engine.Move) bool {
					return x.Act == engine.Step && int(x.From) == last[q].to && int(x.To) == last[q].from
				})
				quiet := slices.IndexFunc(moves, func(x engine.Move) bool { return x.Act == engine.Step && !w.taking(&x) })
				switch {
				case fro >= 0:
					m = moves[fro]
				case quiet >= 0:
					m = moves[quiet]
				default:
					back = 0
				}
			}
			if m.Act == engine.Step {
				last[q] = deed{m.Act, int(m.From), int(m.To)}
			}
			foes := w.foesOnBoard(w.st, q)
			w.in.Play(w.st, m)
			if w.foesOnBoard(w.st, q) < foes {
				back = 0
			}
			return true
		},
	})
	w.dullEnds(back)
}

func (w *watcher) dullEnds(back int) {
	end, over := w.st.End()
	switch {
	case back < dullSome || len(w.p.Players) != 2 || over && (end < 0 || w.p.Ends[end].At == engine.AtNoMove):
		return
	case !over:
		if back >= dullPlies/2 {
			w.saw("dull", nil, "goes_on")
		}
		return
	}
	a, b, winner := w.board(w.st, 0), w.board(w.st, 1), w.st.Winner()
	kind := "otherwise"
	switch {
	case winner < 0 && a == b:
		kind = "nobody_even"
	case winner < 0:
		kind = "nobody"
	case winner == 0 && a > b, winner == 1 && b > a:
		kind = "more_men"
	}
	w.saw("dull", []int{w.p.Ends[end].Statement}, kind)
}

// removals is how many parts left are for taking a man by an act of its own.
func (w *watcher) removals(s *engine.State) int {
	n := 0
	for _, part := range s.Left() {
		n += bit(w.removing[part])
	}
	return n
}

// rows are the rows that a move of player q closes, by number; builds is how many it
// makes ready to be closed by one man more.
func (w *watcher) rows(before *engine.State, q int, m *engine.Move) (closed []int, builds int) {
	p := w.p
	if len(p.Lines) == 0 {
		return nil, 0
	}
	for i, line := range p.Lines[q] {
		if !line.Has(int(m.To)) || before.MenAt(p, q, int(m.To)) > 0 {
			continue
		}
		lacks, held := 0, false
		for _, f := range line.Places() {
			if f != int(m.To) && before.MenAt(p, q, f)-bit(f == int(m.From))*int(m.Men) <= 0 {
				lacks++
				held = held || w.foes(before, q, f) > 0
			}
		}
		switch {
		case lacks == 0:
			closed = append(closed, i)
		case lacks == 1 && !held:
			builds++
		}
	}
	return closed, builds
}
