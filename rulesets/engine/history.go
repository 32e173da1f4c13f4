package engine

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

	states      []*State // as they stood, without what is no part of a position
	used        int      // how many of them are remembered; the others are room for more
	occurrences int
}

// NewHistory returns an empty history.
func NewHistory() *History { return &History{} }

// Reset forgets everything.
func (h *History) Reset() { h.used, h.occurrences = 0, 0 }

// States returns copies of what is remembered, oldest first.
func (h *History) States() (out []*State) {
	for _, s := range h.states[:h.used] {
		out = append(out, s.Clone())
	}
	return out
}

// CopyFrom makes h remember what t does.
func (h *History) CopyFrom(t *History) {
	h.Keep, h.used, h.occurrences = t.Keep, 0, t.occurrences
	for _, s := range t.states[:t.used] {
		h.add(s)
	}
}

// AppendKey appends what is equal for histories under which a game can only go
// on alike: what is remembered in any order, and how often the present position
// has stood.
func (h *History) AppendKey(key []byte) []byte {
	list := slices.SortedFunc(slices.Values(h.states[:h.used]), func(s, t *State) int { return bytes.Compare(s.b, t.b) })
	for _, s := range list {
		key = append(key, s.b...)
	}
	return append(key, byte(len(list)), byte(len(list)>>8), byte(h.occurrences))
}

// Remember adds a position at which a turn began.
func (h *History) Remember(p *Program, s *State) {
	h.occurrences = 1
	if !p.RepetitionMatters && !h.Keep {
		return
	}
	if h.used > 0 && p.irreversible(h.states[h.used-1], s) {
		h.used = 0
	}
	position := h.add(s)
	for v := range p.Vars {
		if p.Vars[v].Aside {
			clear(position.b[p.VarAt(v, 0):][:p.Holders(v)*p.width(v)])
		}
	}
	for _, t := range h.states[:h.used-1] {
		if t.Equal(position) {
			h.occurrences++
		}
	}
}

// add remembers one more state.
func (h *History) add(s *State) *State {
	if h.used == len(h.states) {
		h.states = append(h.states, s.Clone())
	}
	h.used++
	h.states[h.used-1].CopyFrom(s)
	return h.states[h.used-1]
}

// irreversible reports whether men have passed through a store through which they pass
// in one direction only, so that no earlier position can come again.
func (p *Program) irreversible(from, to *State) bool {
	for q := range p.Players {
		for st, oneWay := range p.oneWay {
			if oneWay && from.InStore(p, q, st) != to.InStore(p, q, st) {
				return true
			}
		}
	}
	return false
}
