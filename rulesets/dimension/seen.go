package dimension

import (
	"sort"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// How often something must have been seen, or not have been, to be told of.
const (
	often   = 20 // as often as this, what has not been seen is not there
	enough  = 12 // must something be refused before it is said that it always is
	some    = 10
	few     = 5
	atTimes = 3 // of what is rare
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

// either is the first word if something holds, and else the second.
func either(holds bool, yes, no string) string {
	if holds {
		return yes
	}
	return no
}

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

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// tick counts something in a map that may not be there yet.
func tick[K comparable](to *map[K]int, what K) {
	if *to == nil {
		*to = map[K]int{}
	}
	(*to)[what]++
}

// note counts something in a map of a map.
func note[K, L comparable](to map[K]map[L]int, k K, l L) {
	if to[k] == nil {
		to[k] = map[L]int{}
	}
	to[k][l]++
}

// sortedKeys are the keys of a count, in their order.
func sortedKeys[V any](m map[int]V) []int {
	var out []int
	for k := range m {
		out = append(out, k)
	}
	sort.Ints(out)
	return out
}

// countOf counts what of a list something holds.
func countOf[T any](list []T, holds func(T) bool) (n int) {
	for _, x := range list {
		n += bit(holds(x))
	}
	return n
}
