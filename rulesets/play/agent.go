package play

import (
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// An agent that is uniform over single moves prefers what many orders of the same
// moves lead to. The agent of whole turns draws the state that a turn, or what a
// throw brings, is to lead to: each of the distinct results is as likely as any
// other. A turn may have more of them than anybody wants to count, so there is a
// bound, and a turn with more is played by uniformly random single moves as far as
// it goes; how many were is counted in every game.
//
// Seed and number of a game settle it. The throw is drawn as
// [engine.Program.Draw] says; of n results, in the order in which they are found,
// that of number r.Below(n); of one there is no draw. In a turn beyond the bound
// each of several single moves is drawn likewise from those that are legal, in the
// defined order.
//
// A search does not count repeated positions, the game does. Where a line that
// was found cannot be played on in the game for that reason, the rest of the turn
// is played by single moves, and the turn is counted as one beyond the bound.

// turnsPlayed plays one game by whole turns.
func (t *table) turnsPlayed(ctx context.Context, number int) {
	p, in, s, r := t.p, t.in, t.s, t.r
	in.Undeclared = 0
	r.Reset(t.seed, uint64(number))
	in.Start(s)
	t.out = Played{Number: number, State: s}
	out := &t.out
	before := p.NewState()
	owner, throws, single := -1, 0, false
	// make makes a single move, and says whether the turn goes on with another.
	make := func(m engine.Move) bool {
		out.Plies++
		if m.Act == engine.Pass || m.Act == engine.Stop {
			out.Passes++
		} else {
			out.Moves++
		}
		if s.LastThrow() < 0 && s.Played() == 0 {
			out.Turns++
		}
		before.CopyFrom(s)
		in.Play(s, m)
		return !TurnPlayed(before, s)
	}
	choose := func(n int) int {
		out.Branch += n
		if n == 1 {
			out.Branch--
			return 0
		}
		out.Chosen++
		return r.Below(n)
	}
	for s.Status() != engine.Over {
		if s.Status() == engine.AwaitsThrow {
			if s.Owner() != owner || s.LastThrow() < 0 {
				owner = s.Owner()
				out.Turns++
			}
			if throws++; throws-out.Plies > engine.MostThrows {
				out.OverCap = true
				break
			}
			in.Throw(s, p.Draw(r, s.Device(p)))
			continue
		}
		if out.Plies >= t.cap {
			out.OverCap = true
			break
		}
		if !single {
			n, complete := t.turns.Find(ctx, s, t.bound)
			if single = !complete || n == 0; !single {
				goesOn := true
				for _, m := range t.turns.Line(choose(n)) {
					if p.RepetitionMatters {
						if t.buf = in.Moves(s, t.buf[:0]); !slices.Contains(t.buf, m) {
							single = true
							break
						}
					}
					if goesOn = make(m); !goesOn {
						break
					}
				}
				single = single && goesOn
			}
			if single {
				out.Beyond++
			} else {
				out.Whole++
			}
			continue
		}
		t.buf = in.Moves(s, t.buf[:0])
		single = make(t.buf[choose(len(t.buf))])
	}
	out.Unclear = in.Undeclared
}
