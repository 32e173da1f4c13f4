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

	// Where to look for a position: those whose hash falls into one slot are chained,
	// the last one first. What a slot or a chain says of positions that are forgotten
	// does no harm: it leads to earlier ones, which are compared like any.
	slots  []int32 // one more than a position; their number is a power of two
	before []int32 // by position: one more than the one before it in its chain
}

// found counts the positions remembered that are b, whose hash is given.
func (h *History) found(b []byte, hash uint64) int {
	n := 0
	if len(h.slots) == 0 {
		return 0
	}
	for i := h.slots[hash&uint64(len(h.slots)-1)]; i > 0 && int(i) <= h.used; i = h.before[i-1] {
		if h.hashes[i-1] == hash && string(h.states[i-1]) == string(b) {
			n++
		}
	}
	return n
}

// chain puts position i, which is the last, into the chain of its hash.
func (h *History) chain(i int, hash uint64) {
	h.hashes[i] = hash
	if i >= len(h.slots) { // more positions than slots: twice as many slots
		h.slots = make([]int32, max(64, 2*len(h.slots)))
		for k, x := range h.hashes[:i] {
			h.link(k, x)
		}
	}
	h.link(i, hash)
}

func (h *History) link(i int, hash uint64) {
	slot := &h.slots[hash&uint64(len(h.slots)-1)]
	h.before[i] = 0
	if int(*slot) <= i {
		h.before[i] = *slot
	}
	*slot = int32(i + 1)
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
	h.Keep, h.occurrences, h.used = t.Keep, t.occurrences, t.used
	for i, b := range t.states[:t.used] {
		if i == len(h.states) {
			h.grow(len(b))
		}
		copy(h.states[i], b)
		h.chain(i, t.hashes[i])
	}
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
		last := h.states[h.used-1]
		for _, o := range p.oneWay {
			if last[o] != s.b[o] {
				h.used = 0
			}
		}
	}
	hash := s.Hash()
	h.occurrences = 1 + h.found(s.b, hash)
	if h.used == len(h.states) {
		h.grow(p.size)
	}
	copy(h.states[h.used], s.b)
	h.chain(h.used, hash)
	h.used++
}

// grow makes room for one more state.
func (h *History) grow(size int) {
	h.states = append(h.states, make([]byte, size))
	h.hashes, h.before = append(h.hashes, 0), append(h.before, 0)
}
