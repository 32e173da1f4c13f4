package playability

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/explore"
)

// This check checks what holds of every game.
var _ = group.Add(&verify.Check{
	ID:    "PB010",
	Title: "equal positions that are not played alike",
	Explanation: `Two things hold of every game. Equal positions have equal moves: a position reached in a game, the same written out and read back, and the
same judged afresh must offer the same moves, and each must lead to the same position. And where the players are alike (the same men, set up
alike, places that lie alike, no rule that names a player), play must be the same with the sides exchanged. A difference is a defect of the
engine or a rule that depends on something outside the position. PB001 adds that men are conserved and that games replay.`,
	Bad:      "a rule that asks whether a man is on the white side of the board, meant for both players",
	Good:     "played alike in 1,200 positions; black and white exchanged, too",
	Limits:   "a sample of positions along seeded games; rules on repetition look at more than the position and are left aside",
	Least:    verify.Least{N: 10, Of: "positions"},
	Severity: verify.Error,
	Needs:    verify.Playouts,
	Each:     true,
	Tasks: func(t *verify.Target, o verify.Options) []verify.Task {
		var tasks []verify.Task
		for _, i := range t.Interpretations(o) {
			positions := o.Examined * alikePositions
			if !i.IsDefault() {
				positions /= 40
			}
			tasks = append(tasks, verify.Task{What: "positions played twice of " + t.Definition.ID, Run: func(ctx context.Context) verify.Outcome { return playedAlike(ctx, t, o, i, max(positions, 10)) }})
		}
		return tasks
	},
})

// alikePositions is how many positions are looked at for each game whose every
// state is examined.
const alikePositions = 20

func playedAlike(ctx context.Context, t *verify.Target, o verify.Options, i verify.Interpretation, positions int) (out verify.Outcome) {
	g, errs := t.GameOf(i.Choice)
	if len(errs) > 0 {
		return out // RS001 reports it
	}
	p := g.Program
	pos, question := t.Where(i, nil)
	in := engine.NewInterpreter(p)
	in.History = history.New()
	twice := newTwice(g)
	sides, unlike := explore.NewSides(g)
	report := func(subject, msg string, seen int) {
		v := verify.Verdict{Ruleset: t.Definition.ID, Question: question, Subject: subject, Verdict: verify.NoneSeen,
			Scope: map[string]string{"interpretation": g.Name(), "positions": fmt.Sprint(seen), "seed": fmt.Sprint(o.Seed)}}
		if msg != "" {
			v.Verdict = verify.Found
			f := t.Finding(verify.Error, pos, "%s: %s", g.Name(), msg)
			f.Question = question
			out.Findings = append(out.Findings, f)
		}
		out.Verdicts = append(out.Verdicts, v)
	}
	s := p.NewState()
	r := random.New(0, 0)
	var buf []engine.Move
	seen, differ, turned := 0, "", ""
	// Positions are taken all along games, not only at their beginning: every
	// eleventh state, a number that has nothing to do with the length of turns.
	for game := 0; seen < positions && game < 11*positions && ctx.Err() == nil && differ == "" && turned == ""; game++ {
		r.Reset(o.Seed, uint64(game))
		in.Start(s)
		n := game - 1
		play.Run(s, o.Cap, play.Hands{
			Look: func(plies int) bool {
				if plies >= o.Cap || s.Status() == engine.Over || seen >= positions {
					return false
				}
				if n++; n%11 != 0 {
					return true
				}
				seen++
				if differ = twice.differ(in, s); differ != "" || sides == nil {
					return differ == ""
				}
				if turned = sides.Differ(s); turned != "" {
					text, _ := json.Marshal(g.State(s))
					turned = fmt.Sprintf("with the sides exchanged play is not the same at %s: %s", text, turned)
				}
				return turned == ""
			},
			Throw: func() bool {
				d := s.Device(p)
				if d >= 0 {
					in.Throw(s, p.Draw(r, d))
				}
				return d >= 0
			},
			Move: func() bool {
				var k int
				k, buf = in.Choose(s, r, buf[:0])
				in.Play(s, buf[k])
				return true
			},
		})
	}
	if seen == 0 {
		return out
	}
	report("equal positions have equal moves", differ, seen)
	if sides != nil {
		report("play is the same with the sides exchanged", turned, seen)
	} else if i.Question == nil {
		out.Withheld = append(out.Withheld, verify.Withheld{Ruleset: t.Definition.ID,
			Subject: "play is the same with the sides exchanged", Why: "the players are not alike: " + unlike})
	}
	return out
}

// twice plays a position a second time, written out and read back.
type twice struct {
	g          *rulesets.Game
	back       *engine.Interpreter
	here, read *engine.State
	a, b       []engine.Move
}

func newTwice(g *rulesets.Game) *twice {
	return &twice{g: g, back: engine.NewInterpreter(g.Program), here: g.Program.NewState(), read: g.Program.NewState()}
}

// differ says how play differs between a state reached in a game and the same
// state read back; "" when it does not. The game's own interpreter, with all it
// remembers, plays the one, and one that has not seen the game the other.
func (w *twice) differ(in *engine.Interpreter, s *engine.State) string {
	text, err := json.Marshal(w.g.State(s))
	if err != nil {
		return err.Error()
	}
	again, errs := w.g.ParseState(w.back, "the printed state", string(text))
	if len(errs) > 0 {
		return fmt.Sprintf("a printed state is not accepted: %s: %v", text, errs[0])
	}
	if again.Status() != s.Status() || again.Player() != s.Player() {
		return fmt.Sprintf("what comes next differs when this is read back: %s", text)
	}
	keep := in.History
	in.History = nil
	defer func() { in.History = keep }()
	step := func(what string) string {
		x, _ := json.Marshal(w.g.State(w.here))
		y, _ := json.Marshal(w.g.State(w.read))
		if string(x) != string(y) {
			return fmt.Sprintf("%s leads to %s from %s, but to %s when that is read back", what, x, text, y)
		}
		return ""
	}
	p := w.g.Program
	if s.Status() == engine.AwaitsThrow {
		if s.Device(p) < 0 {
			return ""
		}
		k := p.Devices[s.Device(p)].First
		w.here.CopyFrom(s)
		in.Throw(w.here, k)
		w.read.CopyFrom(again)
		w.back.Throw(w.read, k)
		return step("the throw " + p.Throws[k].Name)
	}
	w.a, w.b = in.Moves(s, w.a[:0]), w.back.Moves(again, w.b[:0])
	if len(w.a) != len(w.b) {
		return fmt.Sprintf("%d moves at %s, and %d when that is read back", len(w.a), text, len(w.b))
	}
	for i := range w.a {
		if w.a[i] != w.b[i] {
			return fmt.Sprintf("other moves at %s when that is read back", text)
		}
	}
	// One of the moves is enough at each position: there are many positions.
	m := len(text) % len(w.a)
	w.here.CopyFrom(s)
	in.Play(w.here, w.a[m])
	w.read.CopyFrom(again)
	w.back.Play(w.read, w.b[m])
	return step("the move " + w.g.MoveText(in, s, w.a[m]))
}
