package engine

// Broken looks for an invariant that does not hold in s. It returns its index in
// Program.Invariants and the player from whose side it fails, or -1 and -1.
func (in *Interpreter) Broken(s *State) (invariant, player int) {
	over, all := s.b[hOver] != 0, uint64(1)<<uint(len(in.p.Stages))-1
	for i := range in.p.Invariants {
		v := &in.p.Invariants[i]
		if over && v.Stages != all || !over && v.Stages>>uint(s.b[hStage])&1 == 0 {
			continue
		}
		for q := range in.p.Players {
			in.view(s, q)
			if in.is(v.When) == v.Never {
				return i, q
			}
		}
	}
	return -1, -1
}
