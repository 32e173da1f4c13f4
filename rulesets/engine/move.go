package engine

// Move is a single move: one part of the agenda, one man (or the men that a
// rule moves together). Places are those of the player who moves; a value of
// Program.Places or more is a store.
type Move struct {
	Act      Act
	Part     uint8 // index into Program.Parts; meaningless for stop and pass
	From, To int16 // -1 for none
	Over     int16 // -1 for none
	Class    uint8 // of the man, his kind and marks: see Scheme.ClassOf; of a sowing, the number of its Sowing
	Men      uint8
	Sparing  bool
	Nobodys  bool  // it moves men of nobody
	Way      int16 // 1 + which of the ways ahead a man goes; 0: he passes over nothing
	rule     int16 // 1 + index into Program.Allows; 0 for stop and pass
}

// bare is a move of an act before anything else is known of it.
func bare(a Act) Move { return Move{Act: a, From: -1, To: -1, Over: -1} }

var noMove, pass = bare(Place), bare(Pass)

// Rule returns the rule that allows the move, or nil for stop and pass.
func (m *Move) Rule(p *Program) *Allow {
	if m.rule == 0 {
		return nil
	}
	return &p.Allows[m.rule-1]
}

// Man is the class of the man who moves. Men who are sown are not told apart.
func (m *Move) Man() int {
	if m.Act == Sow {
		return 0
	}
	return int(m.Class)
}

// Same reports whether two moves are the same to whoever makes them, by whichever rule.
func (m *Move) Same(o *Move) bool { return same(*m, *o) }

func same(a, b Move) bool {
	a.rule, a.Way = b.rule, b.Way
	return a == b
}
