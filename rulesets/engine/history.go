package engine

// History remembers the positions at which turns began since the last move
// that cannot be undone, so that rules on repetition can be applied. Positions
// are compared whole, not by hash.
type History struct {
	states      [][]byte
	used        int
	occurrences int
}

// NewHistory returns an empty history.
func NewHistory() *History { return &History{} }

// Reset forgets everything.
func (h *History) Reset() { h.used, h.occurrences = 0, 0 }

// Occurrences returns how often the position at which the present turn began
// has stood since the last irreversible move, this time included.
func (h *History) Occurrences() int { return h.occurrences }

func (h *History) push(p *Program, s *State) {
	if !p.RepetitionMatters {
		h.occurrences = 1
		return
	}
	if h.used > 0 {
		last := h.states[h.used-1]
		for q := range p.Players {
			for st := range p.Stores {
				o := p.offStore + q*len(p.Stores) + st
				if p.oneWay[st] && last[o] != s.b[o] {
					h.used = 0
				}
			}
		}
	}
	h.occurrences = 1
	for _, t := range h.states[:h.used] {
		if string(t) == string(s.b) {
			h.occurrences++
		}
	}
	if h.used == len(h.states) {
		h.states = append(h.states, make([]byte, p.size))
	}
	copy(h.states[h.used], s.b)
	h.used++
}
