package engine

// Broken looks for an invariant that does not hold in s. It returns its index in
// Program.Invariants and the player from whose side it fails, or -1 and -1.
func (in *Interpreter) Broken(s *State) (invariant, player int) {
	over, all := s.b[hOver] != 0, uint64(1)<<uint(len(in.p.Stages))-1
	invariant, player = -1, -1
	first := len(in.p.Invariants)
	for q := range in.p.Players {
		in.View(s, q) // once for all invariants: it costs more than most of them
		for i := range first {
			v := &in.p.Invariants[i]
			if over && v.Stages != all || !over && v.Stages>>uint(s.b[hStage])&1 == 0 {
				continue
			}
			if in.is(v.When) == v.Never {
				invariant, player, first = i, q, i
				break
			}
		}
	}
	return invariant, player
}
