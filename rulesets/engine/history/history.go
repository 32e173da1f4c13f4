// Package history remembers the positions of a game, so that rules can ask how often the
// present one has stood. What a position is made of, and when no earlier one can come
// again, is for package engine to say: here it is a run of bytes.
//
//	h := history.New()
//	h.Add(position)
//	h.Count()
//	h.Occurrences // 1, and one more each time that the same is added again
package history

import (
	"bytes"
	"slices"
)

// History remembers the positions at which turns began since the last move
// that cannot be undone, so that rules on repetition can be applied. Positions
// are compared whole, not by hash.
type History struct {
	// Keep remembers positions also for a program whose rules never ask for
	// them, so that they can be carried over to one whose rules do.
	Keep bool
	// Occurrences is how often the position has stood that was added last.
	Occurrences int

	positions [][]byte
	used      int // how many of them are remembered; the others are room for more
}

// New returns an empty history.
func New() *History { return &History{} }

// Reset forgets everything.
func (h *History) Reset() { h.used, h.Occurrences = 0, 0 }

// Positions lists what is remembered, oldest first. It is the history's own.
func (h *History) Positions() [][]byte { return h.positions[:h.used] }

// CopyFrom makes h remember what t does.
func (h *History) CopyFrom(t *History) {
	h.Keep, h.used, h.Occurrences = t.Keep, 0, t.Occurrences
	for _, b := range t.Positions() {
		h.Add(b)
	}
}

// AppendKey appends what is equal for histories under which a game can only go
// on alike: what is remembered in any order, and how often the present position
// has stood.
func (h *History) AppendKey(key []byte) []byte {
	list := slices.SortedFunc(slices.Values(h.Positions()), bytes.Compare)
	for _, b := range list {
		key = append(key, b...)
	}
	return append(key, byte(len(list)), byte(len(list)>>8), byte(h.Occurrences))
}

// Add copies one more position in, and returns the copy: what is no part of a position can
// be taken out of it before Count.
func (h *History) Add(position []byte) []byte {
	if h.used == len(h.positions) {
		h.positions = append(h.positions, nil)
	}
	h.positions[h.used] = append(h.positions[h.used][:0], position...)
	h.used++
	return h.positions[h.used-1]
}

// Count finds how often the position has stood that was added last.
func (h *History) Count() { h.Occurrences = h.Times(h.positions[h.used-1]) }

// Times is how often a position is remembered.
func (h *History) Times(position []byte) (n int) {
	for _, b := range h.Positions() {
		if bytes.Equal(b, position) {
			n++
		}
	}
	return n
}
