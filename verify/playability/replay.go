package playability

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// This check plays games and looks at every state.
var _ = group.Add(&verify.Check{
	ID:    "PB001",
	Title: "men are lost or made, or a game does not replay",
	Explanation: `In seeded games every state is looked at: each player has the men he began with, on the board or off it; the state written as text and
read back is the same state; and the recorded game, replayed from its moves, goes the same way. A failure is a defect of the ruleset's
effects or of Lectio itself, and nothing else that is said about the game can be trusted until it is mended.`,
	Bad:      "a rule sends a man to the bar who is not on the board",
	Good:     "fifteen men a side after every move of every game",
	Limits:   `The games of a sample, chosen at random, and every state in them.`,
	Least:    verify.Least{N: measure.LeastPositions, Of: "states"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Brief:    verify.TellsWorst,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		games := o.Examined
		return verify.OneTask("states of "+t.Definition.ID, func(ctx context.Context) (out verify.Outcome) {
			states, examined := 0, 0
			more := func(n int) bool { // short games are not enough for a verdict so soon
				return (n < games || states < measure.LeastPositions) && n < o.Games && states < o.Examinations
			}
			for n := 0; more(n) && ctx.Err() == nil && len(out.Findings) == 0; n++ {
				msg, seen := examine(ctx, t.Game, o, n)
				states += seen
				examined++
				if msg != "" {
					f := t.Finding(verify.Error, t.Definition.Pos, "%s under seed %d: %s", measure.AtRandom.Game(n), o.Seed, msg)
					f.Line = playout.Replay(t.Game, playout.Options{Seed: o.Seed, Cap: o.Cap}, n)
					out.Findings = append(out.Findings, f)
				}
			}
			v := verify.NoneSeen
			if len(out.Findings) > 0 {
				v = verify.Found
			}
			out.Verdicts = append(out.Verdicts, verify.Verdict{Ruleset: t.Definition.ID, Verdict: v,
				Scope: map[string]string{"games": fmt.Sprint(examined), "states": fmt.Sprint(states), "seed": fmt.Sprint(o.Seed)}})
			return out
		})
	},
})

// examine plays one game and checks every state of it.
func examine(ctx context.Context, g *rulesets.Game, o verify.Options, number int) (string, int) {
	p := g.Program
	in, back := engine.NewInterpreter(p), engine.NewInterpreter(p)
	in.History = history.New()
	s := p.NewState()
	in.Start(s)
	r := random.New(o.Seed, uint64(number))
	var buf []engine.Move
	seen := 0
	wrong := ""
	play.Run(s, o.Cap, play.Hands{
		Look: func(plies int) bool {
			if plies >= o.Cap || ctx.Err() != nil {
				return false
			}
			if wrong = playout.Conserved(g, s); wrong != "" {
				return false
			}
			seen++
			wrong = writtenAlike(g, back, s)
			return wrong == ""
		},
		Throw: func() bool {
			in.Throw(s, p.Draw(r, s.Device(p)))
			return true
		},
		Move: func() bool {
			var k int
			k, buf = in.Choose(s, r, buf[:0])
			m := buf[k]
			name := g.MoveText(in, s, m)
			if part := g.PartText(m); part != "" {
				name += ":" + part
			}
			if found, ok := g.FindMove(in, s, name); !ok || found != m {
				wrong = fmt.Sprintf("the move %s cannot be found again by its name", name)
				return false
			}
			in.Play(s, m)
			return true
		},
	})
	return wrong, seen
}

// writtenAlike says how a state differs that is printed and read back, "" where it does not.
func writtenAlike(g *rulesets.Game, back *engine.Interpreter, s *engine.State) string {
	text, err := json.Marshal(g.State(s))
	if err != nil {
		return err.Error()
	}
	again, errs := g.ParseState(back, "the printed state", string(text))
	if len(errs) > 0 {
		return fmt.Sprintf("a printed state is not accepted: %s: %v", text, errs[0])
	}
	if twice, err := json.Marshal(g.State(again)); err != nil || !bytes.Equal(text, twice) {
		return fmt.Sprintf("a printed state prints differently when read back: %s and %s", text, twice)
	}
	return ""
}
