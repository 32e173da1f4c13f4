package engine

import "sort"

// History remembers the positions at which turns began since the last move
// that cannot be undone, so that rules on repetition can be applied. Positions
// are compared whole, not by hash.
type History struct {
	// Keep remembers positions also for a program whose rules never ask for
	// them, so that they can be carried over to one whose rules do.
	Keep bool

	states      [][]byte
	hashes      []uint64 // of the states, so that few of them have to be compared
	used        int
	occurrences int
	position    State // scratch: without what is no part of a position
}

// NewHistory returns an empty history.
func NewHistory() *History { return &History{} }

// Reset forgets everything.
func (h *History) Reset() { h.used, h.occurrences = 0, 0 }

// Occurrences returns how often the position at which the present turn began
// has stood since the last irreversible move, this time included.
func (h *History) Occurrences() int { return h.occurrences }

// States returns copies of what is remembered, oldest first.
func (h *History) States() []*State {
	out := make([]*State, h.used)
	for i, b := range h.states[:h.used] {
		out[i] = &State{b: append([]byte(nil), b...)}
	}
	return out
}

// Remember adds a position at which a turn began.
func (h *History) Remember(p *Program, s *State) { h.push(p, s) }

// CopyFrom makes h remember what t does.
func (h *History) CopyFrom(t *History) {
	h.Keep, h.used = t.Keep, 0
	for i, b := range t.states[:t.used] {
		h.add(b, t.hashes[i])
	}
	h.occurrences = t.occurrences
}

// AppendKey appends what is equal for histories under which a game can only go
// on alike: what is remembered in any order, and how often the present position
// has stood.
func (h *History) AppendKey(key []byte) []byte {
	list := make([]string, h.used)
	for i, b := range h.states[:h.used] {
		list[i] = string(b)
	}
	sort.Strings(list)
	for _, b := range list {
		key = append(key, b...)
	}
	return append(key, byte(h.used), byte(h.used>>8), byte(h.occurrences))
}

func (h *History) push(p *Program, s *State) {
	if !p.RepetitionMatters && !h.Keep {
		h.occurrences = 1
		return
	}
	if h.used > 0 {
		last := &State{b: h.states[h.used-1]}
		for q := range p.Players {
			for st, oneWay := range p.oneWay {
				if oneWay && last.InStore(p, q, st) != s.InStore(p, q, st) {
					h.used = 0
				}
			}
		}
	}
	h.position.b = append(h.position.b[:0], s.b...)
	for v := range p.Vars {
		for q := range len(p.Players) * b2i(p.Vars[v].Aside) {
			at := p.VarAt(v, q)
			clear(h.position.b[at : at+p.width(v)])
		}
	}
	hash := h.position.Hash()
	h.occurrences = 1
	for i, x := range h.hashes[:h.used] {
		if x == hash && string(h.states[i]) == string(h.position.b) {
			h.occurrences++
		}
	}
	h.add(h.position.b, hash)
}

// add remembers one more state.
func (h *History) add(b []byte, hash uint64) {
	if h.used == len(h.states) {
		h.states, h.hashes = append(h.states, make([]byte, len(b))), append(h.hashes, 0)
	}
	copy(h.states[h.used], b)
	h.hashes[h.used] = hash
	h.used++
}
