package edges

import (
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify"
)

// courseMoves is how many moves are looked at for each game that is explained.
const courseMoves = 800

// follow plays games of the default and looks how far throws are played.
func follow(ctx context.Context, t *verify.Target, o verify.Options) (out verify.Outcome) {
	g := t.Game
	p := g.Program
	w := &follower{p: p, in: engine.NewInterpreter(p), st: p.NewState(), c: &verify.Courses{Ruleset: t.Definition.ID, Game: g}}
	w.in.History = history.New()
	for range max(len(p.Throws), len(p.Allows)) {
		w.c.Of = append(w.c.Of, &verify.Course{Stops: map[verify.Stop]int{}, Reasons: map[verify.Stop]map[int]int{}, Follows: map[int]int{}})
	}
	left := o.ExplainGames * courseMoves
	for n := 0; left > 0 && n < o.Games && ctx.Err() == nil; n++ {
		left -= w.game(random.New(o.Seed, uint64(n)), min(left, o.Cap))
		w.c.Games++
	}
	out.Courses = append(out.Courses, w.c)
	return out
}

// follower plays the games.
type follower struct {
	p     *engine.Program
	in    *engine.Interpreter
	st    *engine.State
	c     *verify.Courses
	throw int // that alone is being played; -1
}

// game plays one game of at most so many moves, and returns how many it had.
func (w *follower) game(r *random.Source, most int) (moves int) {
	w.in.Start(w.st)
	w.throw = -1
	var buf []engine.Move
	moves, _ = play.Run(w.st, most, play.Hands{
		Look: func(made int) bool { return made < most },
		Throw: func() bool {
			w.closes(true)
			throw := w.p.Draw(r, w.st.Device(w.p))
			w.in.Throw(w.st, throw)
			w.opens(throw)
			return true
		},
		Move: func() bool {
			if len(w.p.Devices) == 0 {
				w.step(r)
				return true
			}
			var k int
			k, buf = w.in.Choose(w.st, r, buf[:0])
			if m := buf[k]; w.throw >= 0 && (m.Act == engine.Pass || m.Act == engine.Stop) {
				w.stops(len(buf) > 1)
			}
			w.in.Play(w.st, buf[k])
			return true
		},
	})
	w.closes(false)
	return moves
}

// opens notes a throw, unless something else is left to play besides: then nobody
// could say which of the two stops.
func (w *follower) opens(throw int) {
	if w.st.Status() == engine.Over {
		return
	}
	if turn := position.Read(w.p, w.st).Turn; len(turn.Throws) == 1 && turn.Played == 0 {
		w.throw = throw
		w.c.Of[throw].Turns++
	}
}

// closes ends a throw that did not stop; whole is not set when the game was given up.
func (w *follower) closes(whole bool) {
	if w.throw >= 0 && (whole || w.st.Status() == engine.Over) {
		w.c.Of[w.throw].Whole++
	}
	w.throw = -1
}

// stops notes the part that cannot be played, and why; willed is set where the player
// could have played on.
func (w *follower) stops(willed bool) {
	turn := position.Read(w.p, w.st).Turn
	c := w.c.Of[w.throw]
	w.throw = -1
	if len(turn.Left) == 0 {
		c.Whole++
		return
	}
	if willed {
		c.Left++
		return
	}
	at := verify.Stop{At: turn.Played + 1, Part: turn.Left[0].Part}
	if !turn.Fixed && len(turn.Left) > 1 {
		at.Part = -1 // any of them
	}
	c.Stops[at]++
	if c.Reasons[at] == nil {
		c.Reasons[at] = map[int]int{}
	}
	for _, st := range refusing(w.in.Explain(w.st)) {
		c.Reasons[at][st]++
	}
}

// refusing are the statements that refuse something at a decision, each once, or what stands
// for them. A man who would stay where he stands is not refused his move: there is none.
func refusing(e *engine.Explanation) (list []int) {
	none := verify.NoneRefuses
	for i := range e.Refused {
		if m := &e.Refused[i].Move; m.From == m.To {
			none = verify.MovesNothing
			continue
		}
		for _, st := range e.Refused[i].Statements {
			if !slices.Contains(list, st) {
				list = append(list, st)
			}
		}
	}
	if len(list) == 0 {
		list = []int{none}
	}
	return list
}

// step makes a move of a game without throws, and notes what may be done, what is
// refused, and what follows.
func (w *follower) step(r *random.Source) {
	e := w.in.Explain(w.st)
	index := func(m *engine.Move) int {
		rule := m.Rule(w.p)
		return slices.IndexFunc(w.p.Allows, func(a engine.Allow) bool { return rule != nil && a.Statement == rule.Statement })
	}
	for i := range e.Moves {
		if k := index(&e.Moves[i]); k >= 0 {
			w.c.Of[k].Turns++
		}
	}
	for i := range e.Refused {
		if k := index(&e.Refused[i].Move); k >= 0 {
			c := w.c.Of[k]
			c.Stops[verify.Stop{}]++
			if c.Reasons[verify.Stop{}] == nil {
				c.Reasons[verify.Stop{}] = map[int]int{}
			}
			for _, st := range e.Refused[i].Statements {
				c.Reasons[verify.Stop{}][st]++
			}
		}
	}
	m := e.Moves[w.in.Pick(r, e.Moves)]
	w.in.Applied = make([]int, len(w.c.Game.Statements))
	k := index(&m)
	w.in.Play(w.st, m)
	if k >= 0 {
		w.c.Of[k].Whole++
		for i := range w.p.Changes {
			if st := w.p.Changes[i].Statement; w.in.Applied[st] > 0 {
				w.c.Of[k].Follows[st]++
			}
		}
	}
	w.in.Applied = nil
}
