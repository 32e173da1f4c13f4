package verify

import (
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/playout"
)

// Of the games of an interpretation, so many are watched closely: every position
// is held against the invariants, and what takes effect is counted.
const (
	watchedGames    = 10
	watchedAltGames = 8 // so that PB009 has its least sample with the normal effort
)

// InvariantSought is the subject of the verdict on invariants along watched games.
const InvariantSought = "an invariant that is broken, along games"

// Watched are games of an interpretation that have been watched closely: the first ones,
// played by the interpreter.
type Watched struct {
	Game                    *rulesets.Game
	Games, Moves, Positions int
	Counts                  []int // by statement, how often it took effect
	Stages, Thrown          []int // by stage and device, the positions and the throws
	Broken                  []Broken
}

// Broken is the first position of watched games that breaks an invariant.
type Broken struct {
	Invariant, Player int
	Number            int            // of the game
	Steps             []playout.Step // that lead there
}

// Watch watches games of an interpretation, once. It returns nil where the
// interpretation cannot be compiled.
func (t *Target) Watch(ctx context.Context, o Options, i Interpretation) *Watched {
	g, errs := t.GameOf(i.Choice)
	if len(errs) > 0 {
		return nil // RS001 reports it
	}
	games := max(1, o.AltGames/watchedAltGames)
	if i.IsDefault() {
		games = max(1, o.Games/watchedGames)
	}
	type key struct{ choice string }
	return Once(&t.Memo, key{i.Choice.String()}, func() *Watched {
		p := g.Program
		x := &Watched{Game: g, Counts: make([]int, len(g.Statements)), Stages: make([]int, len(p.Stages)), Thrown: make([]int, len(p.Devices))}
		w := &watcher{Watched: x, in: engine.NewInterpreter(p), r: random.New(0, 0), s: p.NewState(), cap: o.Cap}
		w.in.History, w.in.Applied = history.New(), x.Counts
		looker := play.Of(g).Stepper()
		defer looker.Close()
		if len(p.Invariants) > 0 {
			w.broken = func() (invariant, player int) { return looker.Broken(w.in, w.s) }
		}
		for ; x.Games < games && ctx.Err() == nil; x.Games++ {
			w.r.Reset(o.Seed, uint64(x.Games))
			w.play()
		}
		return x
	})
}

// watcher watches one game after the other.
type watcher struct {
	*Watched
	in     *engine.Interpreter
	r      *random.Source
	s      *engine.State
	cap    int // of single moves
	broken func() (invariant, player int)
	steps  []playout.Step
	buf    []engine.Move
}

// play watches one game.
func (w *watcher) play() {
	in, s, p := w.in, w.s, w.Game.Program
	w.steps = w.steps[:0]
	in.Start(s)
	play.Run(s, w.cap, play.Hands{
		Look: func(plies int) bool {
			w.look()
			return plies < w.cap
		},
		Throw: func() bool {
			d := s.Device(p)
			if d < 0 {
				return false
			}
			w.Thrown[d]++
			k := p.Draw(w.r, d)
			w.steps = append(w.steps, playout.Step{Throw: k})
			in.Throw(s, k)
			return true
		},
		Move: func() bool {
			var k int
			k, w.buf = in.Choose(s, w.r, w.buf[:0])
			m := w.buf[k]
			w.steps = append(w.steps, playout.Step{Throw: -1, Move: m})
			in.Play(s, m)
			w.Moves++
			return true
		},
	})
}

// look holds a position against the invariants.
func (w *watcher) look() {
	w.Positions++
	if st := w.s.Stage(); st >= 0 {
		w.Stages[st]++
	}
	if w.broken == nil {
		return
	}
	v, q := w.broken()
	if v < 0 || slices.ContainsFunc(w.Broken, func(b Broken) bool { return b.Invariant == v }) {
		return
	}
	w.Watched.Broken = append(w.Watched.Broken, Broken{v, q, w.Games, slices.Clone(w.steps)})
}
