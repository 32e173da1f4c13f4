package playout

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
)

// Ply is one move of a recorded game, as INTERFACE.md writes it: the state
// before it, what was legal, what was played and what came of it. Throw names
// the throws made since the move before.
type Ply struct {
	Game   int                `json:"game"`
	Ply    int                `json:"ply"`
	Player string             `json:"player"`
	Throw  *string            `json:"throw"`
	At     rulesets.StateJSON `json:"at"`
	Legal  []string           `json:"legal"`
	Move   string             `json:"move"`
	After  rulesets.StateJSON `json:"after"`
}

// Line is a line of play that anyone can replay: which interpretation, from
// which position, and the moves.
type Line struct {
	Ruleset  string            `json:"ruleset"`
	Readings map[string]string `json:"readings"`
	// Scale is the scaled-down version that is played; such a line is shown, and
	// cannot be given to a command that plays the full game.
	Scale string `json:"scale,omitempty"`
	Plies []Ply  `json:"plies"`
	// Closing is a throw made after the last move, when the line ends on it.
	Closing string `json:"closing_throw,omitempty"`
}

// Step is one step of a line in the making: a throw, or a move.
type Step struct {
	Throw int // index into Program.Throws; -1 for a move
	Move  engine.Move
}

// Record plays steps from the start and writes the line.
func Record(g *rulesets.Game, number int, steps []Step) *Line {
	in := engine.NewInterpreter(g.Program)
	in.History = engine.NewHistory()
	s := g.Program.NewState()
	in.Start(s)
	l := &Line{Ruleset: g.Definition.ID, Readings: map[string]string{}, Plies: []Ply{}}
	for _, q := range g.Definition.Questions {
		if r := g.Readings[q.ID]; r != nil && r.ID != q.Default {
			l.Readings[q.Name()] = r.ID
		}
	}
	if g.Scale != nil {
		l.Scale = g.Scale.ID
	}
	throw := ""
	var after *rulesets.StateJSON // of the move before, when nothing has happened since: it is shared
	for _, st := range steps {
		if st.Throw >= 0 {
			after = nil
			if throw != "" {
				throw += ","
			}
			throw += g.Program.Throws[st.Throw].Name
			in.Throw(s, st.Throw)
			continue
		}
		p := Ply{Game: number, Ply: len(l.Plies) + 1, Player: g.Program.Players[s.Player()], Legal: g.MoveTexts(in, s), Move: g.MoveText(in, s, st.Move)}
		if after != nil {
			p.At = *after
		} else {
			p.At = g.State(s)
		}
		if throw != "" {
			t := throw
			p.Throw = &t
			throw = ""
		}
		in.Play(s, st.Move)
		p.After = g.State(s)
		after = &p.After
		l.Plies = append(l.Plies, p)
	}
	l.Closing = throw
	return l
}

// Text writes the line in one row: throws with a colon, moves, players' turns
// apart.
func (l *Line) Text() string {
	out := ""
	last := ""
	for _, p := range l.Plies {
		if p.Throw != nil || p.Player != last {
			if out != "" {
				out += "; "
			}
			out += p.Player
			if p.Throw != nil {
				out += " " + *p.Throw
			}
			out += ":"
		}
		last = p.Player
		out += " " + p.Move
	}
	if l.Closing != "" {
		if out != "" {
			out += "; "
		}
		out += l.Closing + " thrown"
	}
	if out == "" {
		return "from the start"
	}
	return out
}

// Replay plays game number of a sample again and records it up to its end, or
// the cap.
func Replay(g *rulesets.Game, o Options, number int) *Line {
	in := engine.NewInterpreter(g.Program)
	in.History = engine.NewHistory()
	s := g.Program.NewState()
	in.Start(s)
	r := engine.NewRandom(o.Seed, uint64(number))
	var steps []Step
	var buf []engine.Move
	for plies := 0; s.Status() != engine.Over && plies < o.Cap; {
		if s.Status() == engine.AwaitsThrow {
			t := g.Program.Draw(r, s.Device(g.Program))
			steps = append(steps, Step{Throw: t})
			in.Throw(s, t)
			continue
		}
		var k int
		k, buf = in.Choose(s, r, buf[:0])
		m := buf[k]
		steps = append(steps, Step{Throw: -1, Move: m})
		in.Play(s, m)
		plies++
	}
	return Record(g, number, steps)
}

// standing is how many passes on end make a standstill: far more than bad luck.
const standing = 1000

// Standstill looks at the first game of a sample that was given up, and says
// whether it has come to a standstill: passes and nothing else up to the cap. It
// returns the line up to the last move that was none, how many single moves that
// are, and the number of the game; nil when there is no such game.
func Standstill(ctx context.Context, g *rulesets.Game, o Options, s *Stats) (line *Line, after, number int) {
	number = -1
	for i := range s.Outcomes {
		if s.Outcomes[i].Close == TimedOut {
			number = o.First + i
			break
		}
	}
	if number < 0 {
		return nil, 0, 0
	}
	in := engine.NewInterpreter(g.Program)
	in.History = engine.NewHistory()
	st := g.Program.NewState()
	in.Start(st)
	r := engine.NewRandom(o.Seed, uint64(number))
	var steps []Step
	var buf []engine.Move
	plies, played := 0, 0 // single moves so far, and up to the last that was no pass
	keep := 0             // steps up to that one
	for st.Status() != engine.Over && plies < o.Cap && ctx.Err() == nil {
		if st.Status() == engine.AwaitsThrow {
			t := g.Program.Draw(r, st.Device(g.Program))
			steps = append(steps, Step{Throw: t})
			in.Throw(st, t)
			continue
		}
		var k int
		k, buf = in.Choose(st, r, buf[:0])
		m := buf[k]
		steps = append(steps, Step{Throw: -1, Move: m})
		plies++
		if m.Act != engine.Pass {
			played, keep = plies, len(steps)
		}
		in.Play(st, m)
	}
	if plies-played < standing {
		return nil, 0, 0
	}
	return Record(g, number, steps[:keep]), played, number
}
