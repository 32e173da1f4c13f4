package engine

// Bytes returns what the state is made of: a run of bytes of one length for all
// states of a program, laid out as Program.Layout says. It changes when the state does;
// who has asked for it may fill it in before he does anything else with the state.
func (s *State) Bytes() []byte {
	s.replaced++
	return s.b
}

// SetBytes makes the state the one whose bytes are given; both must belong to
// one program. It does not allocate.
func (s *State) SetBytes(b []byte) {
	copy(s.b, b)
	s.replaced++
}
