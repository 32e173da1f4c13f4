package dimension

import (
	"slices"
	"strconv"

	"github.com/lectio/lectio/rulesets/engine"
)

// became is how often it came to this at a meeting.
func (s *Sample) became(m meeting, outcome string) int {
	if t := s.seenOf["meets"][wordsOf(m.men, outcome, strconv.Itoa(m.place))]; t != nil {
		return t.n
	}
	return 0
}

// tried is how often a meeting was tried.
func (s *Sample) tried(m meeting) (n int) {
	for _, outcome := range []string{"refused", "taken", "stays", "moved", "some"} {
		n += s.became(m, outcome)
	}
	return n
}

// meets looks at the moves of a decision that lead onto opposing men.
func (t *story) meets(w *watcher, e *engine.Explanation) {
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Rule(w.p) == nil || m.From < 0 || int(m.To) >= w.p.Places && m.Act != engine.BearOff {
			continue
		}
		if f, ok := t.kind(w, m); ok {
			t.try(w, m, f)
		}
	}
	for i := range e.Refused {
		r := &e.Refused[i]
		if f, ok := t.kind(w, &r.Move); ok && !w.required(r) {
			w.meets(f, "refused", r.Statements)
		}
	}
}

func (w *watcher) meets(m meeting, outcome string, by []int) {
	w.saw("meets", by, m.men, outcome, strconv.Itoa(m.place))
}

// opposing counts the men of a player on the place moved to, and says where on his own
// way they stand; -1 where they stand on several of his places.
func opposing(w *watcher, m *engine.Move, r int) (n, at int) {
	q := w.st.Player()
	at = -1
	if m.To < 0 || int(m.To) >= w.p.Places || w.p.Team[r] == w.p.Team[q] {
		return 0, -1
	}
	cell := w.p.CellOf[q][m.To]
	for f, c := range w.p.CellOf[r] {
		if k := 0; c == cell {
			if k = w.st.MenAt(w.p, r, f); k > 0 && n > 0 {
				at = -1
			} else if k > 0 {
				at = f
			}
			n += k
		}
	}
	return n, at
}

// crowd counts the opposing men on the place moved to.
func (t *story) crowd(w *watcher, m *engine.Move) int {
	if m.To < 0 || int(m.To) >= w.p.Places {
		return 0
	}
	return w.foes(w.st, w.st.Player(), int(m.To))
}

// kind says to which kind of meeting a move leads; it is none where it leads to men of several.
func (t *story) kind(w *watcher, m *engine.Move) (meeting, bool) {
	found, men := meeting{"", -1}, 0
	for r := range w.p.Players {
		n, at := opposing(w, m, r)
		if n == 0 {
			continue
		}
		if men > 0 || at < 0 {
			return meeting{}, false
		}
		found.place, men = at, n
	}
	switch {
	case men == 0, m.Act != engine.Advance && m.Act != engine.Step && m.Act != engine.Leap, m.Men > 1 && men == 1:
		return meeting{}, false
	case m.Men > 1:
		found = meeting{"as_many", 0}
	default:
		found.men = either(men > 1, "several", "one")
	}
	return found, true
}

// try makes a move on another board and notes what becomes of the men it meets.
func (t *story) try(w *watcher, m *engine.Move, f meeting) {
	p := w.p
	w.after.CopyFrom(w.st)
	w.other.Play(w.after, *m)
	took, stays := 0, 0
	total := t.crowd(w, m)
	for r := range p.Players {
		if p.Team[r] == p.Team[w.st.Player()] {
			continue
		}
		for g := range p.Places {
			took += w.st.MenAt(p, r, g) - w.after.MenAt(p, r, g)
			if p.CellOf[r][g] == p.CellOf[w.st.Player()][m.To] {
				stays += w.after.MenAt(p, r, g)
			}
		}
	}
	outcome := "moved"
	switch {
	case took >= total:
		outcome = "taken"
	case took > 0:
		outcome = "some"
	case stays == total:
		outcome = "stays"
	}
	w.meets(f, outcome, nil)
}

// open reports whether single men are taken on a place, and safe whether they are not.
func (s *Sample) open(f int) bool { return s.became(meeting{"one", f}, "taken") > 0 }

func (s *Sample) safe(f int) bool {
	m := meeting{"one", f}
	return s.became(m, "taken")+s.became(m, "some")+s.became(m, "moved") == 0 && (s.became(m, "stays") > 0 || s.became(m, "refused") >= atTimes)
}

// meetsUnmet lets men meet single ones on the places to which opponents come and on which
// they met too seldom in games to say whether one is safe there, as happens on a long way.
func (t *story) meetsUnmet(w *watcher) {
	shared := sharedPlaces(w.p)
	w.s.OntoSingles(func(f int) bool {
		return slices.Contains(shared, f) && !w.s.safe(f) && !w.s.open(f)
	}, func(st *engine.State, m *engine.Move, by []int) {
		w.st.CopyFrom(st)
		f, ok := t.kind(w, m)
		switch {
		case !ok:
		case by == nil:
			t.try(w, m, f)
		default: // that it was refused for this man alone is known, as it is not of games
			for range atTimes {
				w.meets(f, "refused", by)
			}
		}
	})
}

// shared are the places of the first player's way to which men of opponents come too.
func sharedPlaces(p *engine.Program) []int {
	var out []int
	for f, cell := range p.CellOf[0] {
		for r := range p.Players {
			if p.Team[r] != p.Team[0] && slices.Contains(p.CellOf[r], cell) {
				out = append(out, f)
				break
			}
		}
	}
	return out
}
