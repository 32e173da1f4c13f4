package engine

// Bytes returns what the state is made of: a run of bytes of one length for all
// states of a program, laid out as Program.Layout says. It is for reading only,
// and it changes when the state does.
func (s *State) Bytes() []byte { return s.b }

// Refill returns the same for who makes another state of it, before anything else is
// done with this one.
func (s *State) Refill() []byte {
	s.replaced++
	return s.b
}

// SetBytes makes the state the one whose bytes are given; both must belong to
// one program. It does not allocate.
func (s *State) SetBytes(b []byte) { copy(s.Refill(), b) }
