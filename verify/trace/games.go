package trace

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
)

// Begin puts a game at the position that it begins from.
type Begin func(in *engine.Interpreter, s *engine.State)

// Games are whole games between programs, of the same seed and one number after the other.
type Games struct {
	Game  *rulesets.Game
	Begin Begin
	Who   *players.Seated
	Seed  uint64
	First int // the number of the first game
	Count int
	Cap   int // plies after which a game is given up
}

// Over is a game that has come to its end, or was given up.
type Over struct {
	Number int
	State  *engine.State
	Tally  engine.Tally
	How    string // it ended
}

// Play plays the games, and records them where there is something to write to; each is told of when it is over. Interrupted, it says what was played: a game that was not played to its end is not counted.
func (x *Games) Play(ctx context.Context, record io.Writer, over func(Over)) (*Sum, error) {
	g, share := x.Game, x.Who.Drawn(x.Game.Program)
	sum := &Sum{Ruleset: g.Name(), Player: x.Who.String(), Drawn: float64(share) / 256, Seed: x.Seed, Won: map[string]int{}, Ends: map[string]int{}}
	for _, name := range g.Program.Players {
		sum.Won[name] = 0
	}
	var buffered *bufio.Writer
	var out *recorder
	if record != nil {
		buffered = bufio.NewWriterSize(record, 1<<16)
		out = &recorder{out: buffered}
	}
	p := player{g: g, in: engine.NewInterpreter(g.Program), s: g.Program.NewState(), cap: x.Cap, who: x.Who.Programs, share: share}
	p.in.History = history.New()
	for n := x.First; n < x.First+x.Count && ctx.Err() == nil; n++ {
		t, err := p.play(ctx, x.Begin, x.Seed, n, out)
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			break
		}
		if err != nil {
			return nil, err
		}
		over(Over{n, p.s, t, sum.count(g, p.s, t)})
	}
	if sum.Games == 0 {
		return nil, ctx.Err()
	}
	sum.stop(x.Count)
	if out != nil {
		if err := cmp.Or(out.end(), buffered.Flush()); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// A Sum is what whole games came to.
type Sum struct {
	Ruleset  string         `json:"ruleset"`
	Player   string         `json:"player"`                // who played: one program, or by side
	Drawn    float64        `json:"drawn_moves,omitempty"` // the share of moves drawn all the same
	Seed     uint64         `json:"seed"`
	Games    int            `json:"games"`
	Plies    int            `json:"plies"`
	Won      map[string]int `json:"won"`
	NoWinner int            `json:"no_winner"`
	OverCap  int            `json:"over_cap"`
	Stuck    int            `json:"stuck"`
	Ends     map[string]int `json:"ends"`

	Interrupted bool           `json:"interrupted,omitempty"`
	NotDone     map[string]int `json:"not_done,omitempty"` // games that were asked for and not played
}

// stop notes that games were asked for and not played, if any were.
func (r *Sum) stop(asked int) {
	if r.Games < asked {
		r.Interrupted, r.NotDone = true, map[string]int{"games": asked - r.Games}
	}
}

// count enters a game that has been played, and says how it ended.
func (r *Sum) count(g *rulesets.Game, s *engine.State, t engine.Tally) (how string) {
	r.Games++
	r.Plies += t.Plies
	how, over := edition.Ending(g, s)
	end, _ := s.End()
	switch {
	case !over:
		r.OverCap++
		return "given up: no end in sight"
	case end < 0:
		r.Stuck++
		return how
	}
	r.Ends[g.Program.Ends[end].ID]++
	if w := s.Winner(); w >= 0 {
		r.Won[g.Program.Players[w]]++
	} else {
		r.NoWinner++
	}
	return how
}

// player plays games between programs, with random throws. It draws as
// engine.Interpreter.Random does, so the same seed and number give the same
// game there.
type player struct {
	g     *rulesets.Game
	in    *engine.Interpreter
	s     *engine.State
	cap   int
	who   []players.Program
	share int
}

// play plays game n and returns what it was made of. Every move is written to out, unless that
// is nil, when the game is over; interrupted it is not.
func (r *player) play(ctx context.Context, begin Begin, seed uint64, n int, out *recorder) (engine.Tally, error) {
	p := r.g.Program
	begin(r.in, r.s)
	rnd := random.New(seed, uint64(n))
	d := players.Decision{State: r.s, Random: rnd}
	d.Pick = func() int { return r.in.Pick(rnd, d.Moves) }
	line := playout.Ply{Game: n}
	var lines []json.RawMessage
	known := false // line.After is the present state
	var thrown []string
	c := engine.Counter{Owner: -1}
	var failed error
	play.Run(r.s, r.cap, play.Hands{
		Throw: func() bool {
			if !c.Thrown(r.s) {
				return false
			}
			t := p.Draw(rnd, r.s.Device(p))
			if out != nil {
				thrown = append(thrown, p.Throws[t].Name)
			}
			r.in.Throw(r.s, t)
			known = false
			return true
		},
		Move: func() bool {
			d.Moves = r.in.Moves(r.s, d.Moves[:0])
			i := players.Choose(ctx, r.who[r.s.Player()], &d, r.share)
			if failed = ctx.Err(); failed != nil {
				return false
			}
			c.Made(r.s, d.Moves, d.Moves[i])
			if out == nil {
				r.in.Play(r.s, d.Moves[i])
				return true
			}
			line.Ply, line.Player, line.Throw = c.Plies, p.Players[r.s.Player()], nil
			if len(thrown) > 0 {
				t := strings.Join(thrown, ",")
				line.Throw = &t
			}
			if line.At = line.After; !known {
				line.At = r.g.State(r.s)
			}
			line.Legal = line.Legal[:0]
			for _, m := range d.Moves {
				line.Legal = append(line.Legal, r.g.MoveText(r.in, r.s, m))
			}
			line.Move = line.Legal[i]
			r.in.Play(r.s, d.Moves[i])
			line.After, known, thrown = r.g.State(r.s), true, thrown[:0]
			var b bytes.Buffer
			if failed = jsonlines.Write(&b, &line); failed != nil {
				return false
			}
			lines = append(lines, bytes.TrimSpace(b.Bytes()))
			return true
		},
	})
	for _, x := range lines {
		if failed == nil {
			failed = out.line(n, x)
		}
	}
	return c.Tally, failed
}
