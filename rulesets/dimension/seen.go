package dimension

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// words tell cases of an event apart, as near and plain of a step.
type words [6]string

// anyWord stands for every word at its place.
const anyWord = "any"

// like reports whether words are those of a pattern; what the pattern leaves out at the end may be anything.
func (w words) like(pattern words) bool {
	for i, p := range pattern {
		if p == "" {
			return true
		}
		if p != anyWord && p != w[i] {
			return false
		}
	}
	return true
}

// last is the last of the words.
func (w words) last() string {
	for i := len(w) - 1; i >= 0; i-- {
		if w[i] != "" {
			return w[i]
		}
	}
	return ""
}

// tally is how often an event was seen in one case of it, on account of which statements, and of
// which move first, where it is of one.
type tally struct {
	n  int
	by map[int]int
	at *trial.Spot
}

// happened is how often events were seen, by what they are called and their words.
type happened map[string]map[words]*tally

// tally is that of one case of an event, made where it is the first.
func (h happened) tally(event string, w words) *tally {
	if h[event] == nil {
		h[event] = map[words]*tally{}
	}
	t := h[event][w]
	if t == nil {
		t = &tally{}
		h[event][w] = t
	}
	return t
}

// add counts an event once, with the statements that make it so.
func (t *tally) add(statements []int) {
	t.n++
	for _, st := range statements {
		tick(&t.by, st)
	}
}

// wordsOf makes words of a list.
func wordsOf(list ...string) (w words) {
	copy(w[:], list)
	return w
}

// saw notes an event, with the statements that make it so.
func (s *Sample) saw(event string, by []int, list ...string) {
	s.seenOf.tally(event, wordsOf(list...)).add(by)
}

func (w *watcher) saw(event string, by []int, list ...string) { w.s.saw(event, by, list...) }

// cases calls f with every case of an event that was seen and has the words of a pattern.
func (s *Sample) cases(event string, pattern words, f func(w words, t *tally)) {
	for w, t := range s.seenOf[event] {
		if w.like(pattern) {
			f(w, t)
		}
	}
}

// times is how often an event was seen, in the cases of a pattern.
func (s *Sample) times(event string, pattern ...string) (n int) {
	s.cases(event, wordsOf(pattern...), func(_ words, t *tally) { n += t.n })
	return n
}

// behind are the statements on account of which an event was seen; where it was seen first is
// noted for the fact of that name.
func (s *Sample) behind(event string, pattern ...string) (by []int) {
	var first *trial.Spot
	s.cases(event, wordsOf(pattern...), func(_ words, t *tally) {
		for st := range t.by {
			by = append(by, st)
		}
		if t.at != nil && (first == nil || before(t.at, first)) {
			first = t.at
		}
	})
	if f := s.found[event]; first != nil && (f.at == nil || before(first, f.at)) {
		f.at = first
		s.found[event] = f
	}
	slices.Sort(by)
	return slices.Compact(by)
}

// before reports whether a spot comes before another.
func before(a *trial.Spot, b *trial.Spot) bool {
	return a.Game < b.Game || a.Game == b.Game && a.Ply < b.Ply
}

// mostlyBehind are those that were behind at least half of the cases of an event, and all those
// that were behind every one.
func (s *Sample) mostlyBehind(event string, half bool, pattern ...string) (by []int) {
	counts, n := map[int]int{}, 0
	s.cases(event, wordsOf(pattern...), func(_ words, t *tally) {
		n += t.n
		for st, k := range t.by {
			counts[st] += k
		}
	})
	for _, st := range sortedKeys(counts) {
		if counts[st] >= n || half && 2*counts[st] >= n {
			by = append(by, st)
		}
	}
	return by
}

// either is the first word if something holds, and else the second.
func either(holds bool, yes, no string) string {
	if holds {
		return yes
	}
	return no
}

func yesNo(yes bool) string { return either(yes, "yes", "no") }

// plainWord tells men that are as they were at the beginning from those that have become more.
func plainWord(plain bool) string { return either(plain, "plain", "crowned") }

func lineWord(slants bool) string { return either(slants, "slanting", "straight") }

var alongWords = [3]string{"back", "level", "ahead"}

// actWord is an act as it is written in files.
func actWord(a engine.Act) string { return strings.ReplaceAll(a.String(), "-", "_") }

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
