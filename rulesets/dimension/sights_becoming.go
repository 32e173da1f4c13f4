package dimension

import (
	"fmt"
	"strconv"

	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/class"
)

// Sights of men that become men of another kind.

// kindAt is the kind of the man of player q on a place, -1 where he has none there.
func (w *watcher) kindAt(s *engine.State, q, f int) int {
	for class := range w.p.Classes() {
		if s.MenOfClass(w.p, q, class, f) > 0 {
			return w.p.KindOf(class)
		}
	}
	return -1
}

// became notes, of each man of player q, whether he is of another kind after the move m
// than before, and in which row he stands. What happens at the end of a turn does not where
// the game is over.
func (w *watcher) became(q int, m *engine.Move, before *engine.State) {
	if len(w.p.Kinds) < 2 || w.st.Status() == engine.Over {
		return
	}
	for f := range w.p.Places {
		was := f
		if f == int(m.To) {
			was = int(m.From)
		}
		if was < 0 || was >= w.p.Places {
			continue
		}
		old, now := w.kindAt(before, q, was), w.kindAt(w.st, q, f)
		if old < 0 || now < 0 {
			continue
		}
		if old != now {
			w.saw("became", nil, strconv.Itoa(old), strconv.Itoa(now))
		}
		if old != now || f != was {
			w.saw("came_to_row", nil, strconv.Itoa(old), strconv.Itoa(w.lie.FromEnd(q, f)), trial.YesNo(old != now))
		}
	}
}

func becomesAnother(e engine.Effect) bool {
	return e.Kind == engine.AddMark && e.Var >= class.FirstKind
}

// whoBecomes says which men become men of another kind.
func whoBecomes(s *Sample) (string, []int) {
	p := s.Game.Program
	by := s.Changing(trial.AnyTrigger, becomesAnother)
	if len(by) == 0 {
		return "none", nil
	}
	men, most := map[int]int{}, 0
	for _, it := range p.Setup {
		men[p.KindOf(it.Class)] += it.Count
	}
	for _, n := range men {
		most = max(most, n)
	}
	alike := 0 // kinds of which there are so many
	for _, n := range men {
		alike += bit(n == most)
	}
	kinds := map[int]bool{}
	s.cases("became", words{}, func(w words, _ *tally) { kinds[atoi(w[0])] = true })
	for kind := range kinds {
		switch {
		case len(kinds) > 1:
			return "several", by
		case men[kind] == most && alike == 1:
			return "most", by
		}
		return "few", by
	}
	return "", nil
}

// intoWhat says into how many kinds men of one kind turn.
func intoWhat(s *Sample) (string, []int) {
	into, word := map[string]int{}, ""
	s.cases("became", words{}, func(w words, _ *tally) {
		into[w[0]]++
		word = "one"
	})
	for _, n := range into {
		if n > 1 {
			word = "several"
		}
	}
	return word, s.Changing(trial.AnyTrigger, becomesAnother)
}

// becomingRows says in which rows, counted from the side that men face, they become men of
// another kind whenever they come there.
func becomingRows(s *Sample) (string, []int) {
	turns, stays := map[[2]int]bool{}, map[[2]int]bool{} // by kind and row
	kinds := map[int]bool{}
	s.cases("came_to_row", words{}, func(w words, _ *tally) {
		kind := atoi(w[0])
		if w[2] == "yes" {
			turns[[2]int{kind, atoi(w[1])}], kinds[kind] = true, true
		} else {
			stays[[2]int{kind, atoi(w[1])}] = true
		}
	})
	least, most := 0, 0
	for k := range turns {
		if stays[k] || k[1] == 0 || len(kinds) > 1 {
			return "otherwise", s.Changing(trial.AnyTrigger, becomesAnother)
		}
		if least == 0 || k[1] < least {
			least = k[1]
		}
		most = max(most, k[1])
	}
	switch by := s.Changing(trial.AnyTrigger, becomesAnother); {
	case most == 0:
		return "", nil
	case least == most:
		return fmt.Sprint(most), by
	default:
		return fmt.Sprintf("%d to %d", least, most), by
	}
}
