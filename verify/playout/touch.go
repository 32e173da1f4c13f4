package playout

import (
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

// Against plays games of b, and a in step with each of them as long as the two
// do not part: the games are those that Sample plays of b. It returns their
// statistics, in how many a and b parted before the end, and where they did on the
// shortest line, nil when there is none.
func Against(ctx context.Context, a, b *rulesets.Game, o Options) (s *Stats, touched int, first *Sighting) {
	s = newStats(b, o)
	g := &against{pair: newPair(b, a), o: o, r: random.New(0, 0)} // the first of the pair is the one whose games these are
	defer g.close()
	g.a.Expect(o.Games)
	g.b.Expect(o.Games)
	openers := play.NewOpeners(b.Program)
	for i := 0; i < o.Games && ctx.Err() == nil && s.begins(); i++ {
		g.number = o.First + i
		g.r.Reset(o.Seed, uint64(g.number))
		s.InStep += g.game()
		s.count(b.Program, g.a.State, g.t, openers.Of(o.Seed, uint64(g.number)))
		s.Tied += g.a.Unclear()
	}
	s.ask(ctx, b)
	if g.seen != nil {
		first = &Sighting{Plies: g.seen.plies, first: b, second: a, seen: g.seen}
	}
	return s, g.touched, first
}

// against are games of one interpretation, with another in step.
type against struct {
	*pair
	o       Options
	r       *random.Source
	number  int          // of the game
	t       engine.Tally // of the game
	owner   int          // of the last throw counted; -1
	touched int
	seen    *sighting
}

// parts notes that the two have parted.
func (g *against) parts(how string) {
	g.touched++
	if g.seen == nil || plies(g.steps) < g.seen.plies {
		g.seen = g.sight(how, g.o.Seed, g.number)
	}
}

// game plays a game to its end, and returns how many moves of it were made in step.
func (g *against) game() int {
	g.start()
	g.t, g.owner = engine.Tally{}, -1
	how := g.differ()
	if how == "" {
		_, g.t.OverCap = play.Run(g.a.State, g.o.Cap, play.Hands{
			Throw: func() bool {
				how = g.throws()
				return how == ""
			},
			Move: func() bool {
				how = g.moves()
				return how == ""
			},
		})
	}
	if how != "" && how != "moves" {
		g.parts(how)
	}
	inStep := g.t.Plies
	if how != "" {
		t := &g.t
		rest := g.a.Random(g.r, g.o.Cap-t.Plies, g.owner)
		t.Moves, t.Passes, t.Turns, t.Plies = t.Moves+rest.Moves, t.Passes+rest.Passes, t.Turns+rest.Turns, t.Plies+rest.Plies
		t.Branch, t.Chosen, t.OverCap = t.Branch+rest.Branch, t.Chosen+rest.Chosen, rest.OverCap
	}
	return inStep
}

// throws makes a throw in both.
func (g *against) throws() (how string) {
	before, p, q := *g.r, g.ga.Program, g.a.State.Owner()
	begins := q != g.owner || g.a.State.LastThrow() < 0
	if how = g.makeThrow(p.Draw(g.r, g.a.State.Device(p))); how == "throw" {
		*g.r = before // it has not been made
	} else if begins {
		g.owner = q
		g.t.Turns++
	}
	return how
}

// moves makes a move in both, or in the first alone where the moves differ.
func (g *against) moves() (how string) {
	alike := g.choose()
	if !alike {
		g.parts("moves")
	}
	k := g.a.Pick(g.r)
	if n := len(g.a.Moves); n > 1 {
		g.t.Branch += n
		g.t.Chosen++
	}
	g.t.Plies++
	if act := g.a.Moves[k].Act; act == engine.Pass || act == engine.Stop {
		g.t.Passes++
	} else {
		g.t.Moves++
	}
	if g.a.State.Fresh() {
		g.t.Turns++
	}
	if !alike { // the moves have been listed; this one is the first's alone
		g.a.Make(k)
		return "moves"
	}
	return g.play(k)
}

// Sighting is where games that were played in step parted, not yet described:
// that takes longer than to play, and not every one is shown.
type Sighting struct {
	Plies         int            // single moves before the parting
	first, second *rulesets.Game // as seen has them
	seen          *sighting
}

// Parting plays up to the parting again and describes it, the interpretation that
// was played against first.
func (s *Sighting) Parting() *Parting {
	p := newPair(s.first, s.second)
	defer p.close()
	return p.show(s.seen).Turned()
}

// Turned returns the parting with first and second exchanged.
func (p *Parting) Turned() *Parting {
	q := *p
	p = &q
	p.A, p.B = p.B, p.A
	p.LegalA, p.LegalB = p.LegalB, p.LegalA
	p.StateA, p.StateB = p.StateB, p.StateA
	p.GameA, p.GameB = p.GameB, p.GameA
	p.EndA, p.EndB = p.EndB, p.EndA
	p.BehindA, p.BehindB = p.BehindB, p.BehindA
	return p
}

// Situation is a decision of a game: the state in which its turn began, and what
// was thrown and played from there up to the decision, and then.
type Situation struct {
	Game, Ply int
	Start     *engine.State
	Past      []*engine.State // positions at which turns began since the last move that cannot be undone
	Steps     []Step          // the last is the move decided on
}

// Situations picks a decision at random from each of a number of games, each
// decision of a game (forced moves and passes too) being as likely. They are
// independent of each other. With past they remember the positions before them.
func Situations(ctx context.Context, g *rulesets.Game, o Options, past bool) []Situation {
	p := g.Program
	x := play.Of(g).Stepper()
	defer x.Close()
	if past {
		x.Keep()
	}
	s, start := x.State, p.NewState()
	r, pick := random.New(0, 0), random.New(0, 0)
	var out []Situation
	// Which decision is picked hangs on how many there are. Generated code counts
	// them fast, and then a game need not be played beyond the one picked.
	plan := make([]int, o.Games)
	if by := play.Of(g); by.Interpreted() == nil {
		err := by.Play(ctx, play.Series{Seed: o.Seed, First: o.First, Count: o.Games, Cap: o.Cap}, func(x *play.Played) {
			pick.Reset(^o.Seed, uint64(x.Number))
			for k := 1; k <= x.Plies; k++ {
				if pick.Below(k) == 0 {
					plan[x.Number-o.First] = k
				}
			}
		})
		if err != nil && ctx.Err() == nil {
			panic(err)
		}
	}
	for i := 0; i < o.Games && ctx.Err() == nil; i++ {
		r.Reset(o.Seed, uint64(o.First+i))
		pick.Reset(^o.Seed, uint64(o.First+i))
		x.Start()
		start.CopyFrom(s)
		var steps []Step
		var best Situation
		began, plies := true, 0
		play.Run(s, o.Cap, play.Hands{
			Look: func(made int) bool {
				if s.Fresh() && !began {
					start.CopyFrom(s)
					steps = steps[:0]
				}
				began, plies = false, made
				return plies < o.Cap
			},
			Throw: func() bool {
				t := p.Draw(r, s.Device(p))
				steps = append(steps, Step{Throw: t})
				x.Throw(t)
				return true
			},
			Move: func() bool {
				x.List()
				k := x.Pick(r)
				plies++
				steps = append(steps, Step{Throw: -1, Move: x.Moves[k]})
				if plan[i] == plies || plan[i] == 0 && pick.Below(plies) == 0 {
					best = Situation{Game: o.First + i, Ply: plies, Start: start.Clone(), Steps: append([]Step(nil), steps...)}
					if past {
						best.Past = rulesets.Past(g.Program, x.Past())
					}
					if plan[i] == plies {
						return false
					}
				}
				x.Make(k)
				return true
			},
		})
		if best.Start != nil {
			out = append(out, best)
		}
	}
	return out
}

// Toucher asks of decisions of one interpretation whether another would change
// them. It is to be closed.
type Toucher struct {
	*rulesets.Carrier
	pair         *pair
	pastA, pastB *history.History
}

// NewToucher prepares to ask. It is an error when the two are not played on the
// same places by the same players; then every decision is another.
func NewToucher(a, b *rulesets.Game) (*Toucher, error) {
	c, err := rulesets.NewCarrier(a, b)
	if err != nil {
		return nil, err
	}
	return &Toucher{c, newPair(a, b), history.New(), history.New()}, nil
}

// Close gives back what the two are played by.
func (t *Toucher) Close() { t.pair.close() }

// Touches carries the state in which the turn of a decision began over into the
// other interpretation and plays the turn in step. It reports whether the two
// have parted by the decision, differ in its legal moves, or in the position
// after the move decided on. An error says what cannot be carried over.
func (t *Toucher) Touches(x *Situation) (bool, error) {
	s, err := t.Carry(x.Start, x.Past, t.pastB)
	if err != nil {
		return false, err
	}
	t.pastA.Reset()
	for _, b := range x.Past {
		t.From.Remember(t.pastA, b)
	}
	p := t.pair
	p.a.Set(x.Start, t.pastA)
	p.b.Set(s, t.pastB)
	p.steps, p.stepsB = p.steps[:0], p.stepsB[:0]
	if p.differ() != "" {
		return true, nil
	}
	for i := range x.Steps {
		st := &x.Steps[i]
		if st.Throw >= 0 {
			if p.makeThrow(st.Throw) != "" {
				return true, nil
			}
			continue
		}
		if p.a.State.Status() != engine.Decision || !p.choose() {
			return true, nil
		}
		k := slices.IndexFunc(p.a.Moves, func(m engine.Move) bool { return m.Same(&st.Move) })
		if k < 0 || p.play(k) != "" {
			return true, nil
		}
	}
	return false, nil
}
