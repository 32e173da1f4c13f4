package strategies_test

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/solve"
	"github.com/lectio/lectio/verify/solve/strategies"
)

// of compiles the default of a ruleset of a corpus, scaled down unless scale is "".
func of(t testing.TB, c *dimension.Corpus, ruleset, scale string) *rulesets.Game {
	t.Helper()
	return under(t, c, ruleset, scale, nil)
}

// under compiles an interpretation.
func under(t testing.TB, c *dimension.Corpus, ruleset, scale string, choice rulesets.Choice) *rulesets.Game {
	t.Helper()
	d := c.Find(ruleset)
	in, errs := d.Scaled(d.Scale(scale), choice)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := in.Compile()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

func solved(t testing.TB, g *rulesets.Game) *solve.Solved {
	t.Helper()
	graph, err := solve.Explore(t.Context(), g.Program, solve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := solve.Solve(t.Context(), graph, nil)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// gamesOf finds what comes of games between two strategies of a game that has been solved.
func gamesOf(t testing.TB, x *solve.Solved, begins, other strategies.Strategy) *strategies.Games {
	t.Helper()
	g, err := strategies.Between(t.Context(), x.Graph, begins, other, 1<<22)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Of 1260 games of drawn moves at tic-tac-toe who begins wins 737 and the other 363.
func TestDrawnTicTacToe(t *testing.T) {
	x := solved(t, of(t, bundled.Gallery(t), "tic-tac-toe", ""))
	g := gamesOf(t, x, strategies.Drawn{}, strategies.Drawn{})
	for name, tt := range map[string]struct {
		got  solve.Bounds
		want *big.Rat
	}{"wins": {g.Win, big.NewRat(737, 1260)}, "loses": {g.Lose, big.NewRat(363, 1260)}, "draws": {g.Draw, big.NewRat(160, 1260)}, "never ends": {g.Endless, new(big.Rat)}} {
		width := new(big.Rat).Sub(tt.got.High, tt.got.Low)
		if tt.got.Low.Cmp(tt.want) > 0 || tt.got.High.Cmp(tt.want) < 0 || width.Cmp(big.NewRat(1, 1e13)) > 0 {
			t.Errorf("%s: from %s to %s, and it is %s", name, tt.got.Low.FloatString(18), tt.got.High.FloatString(18), tt.want.FloatString(18))
		}
	}
	if p := gamesOf(t, x, strategies.NewPerfect(x), strategies.Drawn{}); p.Lose.High.Sign() != 0 || p.Win.Low.Cmp(g.Win.Low) <= 0 {
		t.Errorf("best play loses %s and wins %s against drawn moves", p.Lose.High.FloatString(6), p.Win.Low.FloatString(6))
	}
}

// byHand is what comes of games between strategies, about: every state as it stands is a node, nothing is folded, forgotten or exchanged.
type byHand struct {
	win, lose, draw, endless, turns float64
	points                          [2]float64
}

func playedByHand(g *rulesets.Game, by [2]strategies.Strategy) byHand {
	type way struct {
		to     int
		chance float64
		turn   float64
	}
	type node struct {
		ways                       []way
		win, lose, draw, end, turn float64
		points                     [2]float64
		over                       bool
	}
	p := g.Program
	in := engine.NewInterpreter(p)
	s := p.NewState()
	in.Start(s)
	first := s.Player()
	var nodes []node
	var states []*engine.State
	index := map[string]int{}
	enter := func(s *engine.State) int {
		k, known := index[s.Key()]
		if known {
			return k
		}
		k = len(nodes)
		index[s.Key()] = k
		n := node{}
		if s.Status() == engine.Over {
			n.over, n.end = true, 1
			switch w := weigh.Prevails(p, s); {
			case w < 0:
				n.draw = 1
			case w == first:
				n.win = 1
			default:
				n.lose = 1
			}
			if len(p.Scores) > 0 {
				n.points = [2]float64{float64(s.Score(p, first)) / float64(p.Denominator), float64(s.Score(p, 1-first)) / float64(p.Denominator)}
			}
		}
		nodes, states = append(nodes, n), append(states, s)
		return k
	}
	enter(s)
	for k := 0; k < len(nodes); k++ {
		s := states[k]
		var ways []way
		switch s.Status() {
		case engine.AwaitsThrow:
			dev := p.Devices[s.Device(p)]
			for d := dev.First; d < dev.First+dev.Count; d++ {
				t := s.Clone()
				in.Throw(t, d)
				turn := 1.0
				if t.Status() == engine.Decision && t.Player() == s.Player() {
					turn = 0
				}
				ways = append(ways, way{enter(t), float64(p.Throws[d].Ways) / float64(dev.Ways), turn})
			}
		case engine.Decision:
			moves := in.Moves(s, nil)
			who := 0
			if s.Player() != first {
				who = 1
			}
			weights := by[who].Weigh(s, moves, nil)
			sum := uint64(0)
			for _, w := range weights {
				sum += w
			}
			for m, w := range weights {
				if w > 0 {
					t := s.Clone()
					in.Play(t, moves[m])
					turn := 0.0
					if play.TurnPlayed(s, t) {
						turn = 1
					}
					ways = append(ways, way{enter(t), float64(w) / float64(sum), turn})
				}
			}
		}
		nodes[k].ways = ways
	}
	for moved := 1.0; moved > 1e-13; {
		moved = 0
		for k := len(nodes) - 1; k >= 0; k-- {
			n := &nodes[k]
			if n.over {
				continue
			}
			var y node
			for _, w := range n.ways {
				x := &nodes[w.to]
				y.win, y.lose, y.draw, y.end = y.win+w.chance*x.win, y.lose+w.chance*x.lose, y.draw+w.chance*x.draw, y.end+w.chance*x.end
				y.turn += w.chance * (x.turn + w.turn*x.end)
				for q := range y.points {
					y.points[q] += w.chance * x.points[q]
				}
			}
			moved = max(moved, y.end-n.end, y.turn-n.turn, math.Abs(y.points[0]-n.points[0]))
			y.ways = n.ways
			*n = y
		}
	}
	n := nodes[0]
	return byHand{n.win, n.lose, n.draw, 1 - n.end, n.turn / n.end, [2]float64{n.points[0] / n.end, n.points[1] / n.end}}
}

// What comes of games between strategies is what comes of playing them move by move.
func TestStrategiesMoveByMove(t *testing.T) {
	own, gallery := bundled.Corpus(t), bundled.Gallery(t)
	for _, tt := range []struct {
		g    *rulesets.Game
		long bool
	}{
		{of(t, gallery, "tic-tac-toe", ""), false}, {of(t, own, "lange-puff", "two-men"), false}, {of(t, own, "barjis", "two-players"), false},
		{of(t, own, "kioz", "two-against-one"), false},
		{under(t, own, "kioz", "two-holes", rulesets.Choice{"kings_moved": "not-moved"}), false}, // both can put off the end,
		{of(t, own, "mylna", "nine-points"), true}, {of(t, own, "piprjall", "two-men"), true}, {of(t, own, "natt-klab-ash-shawk", "nine-cells"), true},
	} {
		if tt.long && !long.Form() {
			continue
		}
		x := solved(t, tt.g)
		perfect := strategies.NewPerfect(x)
		for name, by := range map[string][2]strategies.Strategy{
			"drawn": {strategies.Drawn{}, strategies.Drawn{}}, "perfect": {perfect, perfect}, "perfect against drawn": {perfect, strategies.Drawn{}},
			"drawn against erring": {strategies.Drawn{}, strategies.Erring{Strategy: perfect, Share: 100_000}},
		} {
			got, want := gamesOf(t, x, by[0], by[1]), playedByHand(tt.g, by)
			check := func(what string, b solve.Bounds, want float64) {
				low, _ := b.Low.Float64()
				high, _ := b.High.Float64()
				if low > want+1e-8*max(1, want) || high < want-1e-8*max(1, want) || high-low > 1e-8*max(1, want) {
					t.Errorf("%s, %s: %s from %.12f to %.12f, and move by move %.12f", tt.g.Name(), name, what, low, high, want)
				}
			}
			check("won", got.Win, want.win)
			check("lost", got.Lose, want.lose)
			check("drawn", got.Draw, want.draw)
			check("never ended", got.Endless, want.endless)
			if want.endless < 1 {
				if got.Turns == nil {
					t.Errorf("%s, %s: no bound of turns", tt.g.Name(), name)
				} else {
					check("turns", *got.Turns, want.turns)
				}
				for q, points := range []*solve.Bounds{got.Score, got.Other} {
					if points != nil {
						check("points", *points, want.points[q])
					}
				}
			}
		}
	}
}

// Who plays perfectly never does worse than is proved: a won game is won, in as many turns as are promised at most, whatever the other
// does, and by chance on average.
func TestPerfectKeepsItsPromise(t *testing.T) {
	own, gallery := bundled.Corpus(t), bundled.Gallery(t)
	for _, g := range []*rulesets.Game{
		of(t, gallery, "hex", "three-by-three"), of(t, own, "mylna", "nine-points"), of(t, own, "natt-klab-ash-shawk", "two-against-one"),
	} {
		x := solved(t, g)
		if x.Chance || x.Low[0] != x.High[0] || x.Low[0] == solve.One/2 {
			t.Fatalf("%s is not won by force", g.Name())
		}
		perfect, p := strategies.NewPerfect(x), g.Program
		winner := x.First
		if x.Low[0] == 0 {
			winner = 1 - winner
		}
		in, s, r := engine.NewInterpreter(p), p.NewState(), random.New(11, 0)
		for range long.Of(30, 300) {
			turns := 0
			for in.Start(s); s.Status() != engine.Over; {
				moves := in.Moves(s, nil)
				k := r.Below(len(moves))
				if s.Player() == winner {
					best := perfect.Best(s, moves)
					k = best[r.Below(len(best))]
				}
				before := s.Clone()
				if in.Play(s, moves[k]); play.TurnPlayed(before, s) {
					turns++
				}
				if turns > int(x.Rank[0]) {
					t.Fatalf("%s is not won in %d turns", g.Name(), x.Rank[0])
				}
			}
			if weigh.Prevails(p, s) != winner {
				t.Errorf("%s: a won game was lost", g.Name())
			}
		}
		if both := gamesOf(t, x, perfect, perfect); both.Turns.Low.Cmp(big.NewRat(int64(x.Rank[0]), 1)) > 0 || both.Turns.High.Cmp(big.NewRat(int64(x.Rank[0]), 1)) < 0 {
			t.Errorf("%s: %s turns between perfect programs, and %d can be forced", g.Name(), both.Turns.Low.FloatString(3), x.Rank[0])
		}
	}
	x := solved(t, of(t, own, "piprjall", "two-men"))
	for name, other := range map[string]strategies.Strategy{"perfect": strategies.NewPerfect(x), "drawn": strategies.Drawn{}} {
		g := gamesOf(t, x, strategies.NewPerfect(x), other)
		got := new(big.Rat).Add(g.Win.High, new(big.Rat).Quo(new(big.Rat).Add(g.Draw.High, g.Endless.High), big.NewRat(2, 1)))
		if low := new(big.Rat).SetFrac(new(big.Int).SetUint64(x.Low[0]), new(big.Int).SetUint64(solve.One)); got.Cmp(low) < 0 {
			t.Errorf("against %s best play comes to %s, and %s are promised", name, got.FloatString(12), low.FloatString(12))
		}
	}
}

// A walk of more positions than were to be looked at is refused, and an interrupted one is.
func TestBetweenStops(t *testing.T) {
	x := solved(t, of(t, bundled.Corpus(t), "kioz", "two-against-one"))
	if _, err := strategies.Between(t.Context(), x.Graph, strategies.Drawn{}, strategies.Drawn{}, 10); err == nil {
		t.Error("ten positions are enough")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := strategies.Between(ctx, x.Graph, strategies.Drawn{}, strategies.Drawn{}, 1<<20); err == nil {
		t.Error("it goes on")
	}
}
