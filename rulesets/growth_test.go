package rulesets_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/example"
	"github.com/lectio/lectio/rulesets/ir/wasm"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/long"
)

// Games on generated boards: the same rules and men on boards of any size.

// points are the names of n points, p1 to pn.
func points(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("p", i+1)
	}
	return list
}

// runningGame is a game in which fifteen men each run along a track of n points,
// the players in opposite directions, by the numbers of two dice. They hit single
// men who have nearly arrived, and are borne off from the last six points.
func runningGame(n int) string {
	return fmt.Sprintf(`ruleset: running
title: A running game
family: tables
statements:
  - {id: players, players: [white, black], seen: same, assumed: a test}
  - {id: board, graph: {points: [%s]}, assumed: a test}
  - {id: way, track: {run: [p1..p%[2]d], but: {black: [p%[2]d..p1]}}, assumed: a test}
  - {id: men, men: 15, assumed: a test}
  - {id: set_up, set_up: {1: 15}, assumed: a test}
  - {id: dice, throw: {dice: 2, faces: 6}, assumed: a test}
  - {id: play, stage: {throws: dice}, assumed: a test}
  - {id: two, agenda: {on: other, play: [high, low]}, assumed: a test}
  - {id: four, agenda: {on: doublet, play: [high, high, high, high]}, assumed: a test}
  - {id: stopped, blocked: stop, assumed: a test}
  - {id: advance, allow: advance, assumed: a test}
  - {id: enter, allow: enter, to: part, assumed: a test}
  - {id: held, forbid: [advance, enter], when: enemy(to) >= 2 or enemy(to) = 1 and to > 12, assumed: a test}
  - {id: bar_first, forbid: [advance, bear_off], when: bar > 0, assumed: a test}
  - {id: hit, on: [advance, enter], when: enemy(to) >= 1, do: {send: enemy(to), to: bar}, assumed: a test}
  - {id: home, define: %[3]d..%[2]d, assumed: a test}
  - {id: off_from_home, allow: bear-off, when: own in home, assumed: a test}
  - {id: won, end: all men are off, when: off = men_in_all, winner: me, assumed: a test}
examples:
  - id: home_stretch
    worked: hand
    at:
      to-move: white
      white: {%[4]d: 1, 9: 1, bar: 1, off: 12}
      black: {%[5]d: 1, %[6]d: 2, 1: 12}
    throw: 2-1
    moves: [bar/2*, bar/1]
    note: White's 2 is the last point but one of the other side; one man alone is hit there.
`, strings.Join(points(n), " "), n, n-5, n-6, n-1, n-7)
}

// leapingGame is a game in which eight men each step and leap on n points of which
// every one has four neighbours: two rings through all points, of which one follows
// the names and the other follows nothing. A man that has taken goes on as long as
// he likes. Play that leads nowhere is given up.
func leapingGame(n int) string {
	names := points(n)
	ring := func(order []int) string {
		var b strings.Builder
		for i := range n + 2 { // on beyond the beginning, so that leaps go over it
			fmt.Fprint(&b, names[order[i%n]], " ")
		}
		return strings.TrimSpace(b.String())
	}
	straight := make([]int, n)
	for i := range straight {
		straight[i] = i
	}
	// The second ring joins no points that the first joins.
	r := rand.New(rand.NewPCG(1, uint64(n)))
	crossed := r.Perm(n)
	joined := func(a, b int) bool { return (a-b+n)%n == 1 || (b-a+n)%n == 1 }
	for again := true; again; {
		again = false
		for i := range crossed {
			if joined(crossed[i], crossed[(i+1)%n]) {
				j := r.IntN(n)
				crossed[i], crossed[j] = crossed[j], crossed[i]
				again = true
			}
		}
	}
	return fmt.Sprintf(`ruleset: leaping
title: A leaping game
family: leaping capture
statements:
  - {id: players, players: [south, north], assumed: a test}
  - {id: board, graph: {points: [%s], rows: [%s, %s]}, assumed: a test}
  - {id: men, men: 8, assumed: a test}
  - {id: set_up, set_up: {south: {p1..p8: 1}, north: {p%d..p%d: 1}}, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one_move, agenda: {play: [move]}, in: moving, assumed: a test}
  - {id: idle, variable: {kind: number, starts: 0, per: game, shared: yes}, assumed: a test}
  - {id: step, allow: step, with: move, assumed: a test}
  - {id: leap, allow: leap, with: [move, again], assumed: a test}
  - {id: taken, on: leap, do: [{send: enemy(over), to: out}, {put: "again?"}, {go_on: yes}, {set: {idle: 0}}], assumed: a test}
  - {id: counted, on: step, do: {add: idle}, assumed: a test}
  - {id: all_taken, end: the opponent has no man, when: their.board = 0, winner: me, assumed: a test}
  - {id: shut_in, end: the player to move has no move, at: no_move, winner: them, assumed: a test}
  - {id: leads_nowhere, end: nothing taken for long, when: idle >= 1000, winner: none, assumed: a test}
`, strings.Join(names, " "), ring(straight), ring(crossed), n-7, n)
}

// gridGame is a game in which eight men each step and leap on a grid of at most n
// cells, where the names of the cells do not follow their numbers and one player
// sees the board turned round. Play that repeats itself is given up.
func gridGame(n int) string {
	rows := int(math.Sqrt(float64(n)))
	columns := min(n/rows, 26) // as many as letters name
	rows = n / columns
	var first []string
	for i := range 8 {
		name := fmt.Sprintf("%c%d", 'a'+i%columns, i/columns+1)
		first = append(first, name+": 1")
	}
	return fmt.Sprintf(`ruleset: grid
title: A game on a grid
family: leaping capture
statements:
  - {id: players, players: [south, north], assumed: a test}
  - {id: board, grid: {rows: %d, columns: %d}, assumed: a test}
  - {id: men, men: 8, assumed: a test}
  - {id: set_up, set_up: {%s}, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one_move, agenda: {play: [move]}, in: moving, assumed: a test}
  - {id: step, allow: step, with: move, to: near(from) and empty, assumed: a test}
  - {id: leap, allow: leap, with: [move, again], assumed: a test}
  - {id: taken, on: leap, do: [{send: enemy(over), to: out}, {put: "again?"}, {go_on: yes}], assumed: a test}
  - {id: all_taken, end: the opponent has no man, when: their.board = 0, winner: me, assumed: a test}
  - {id: shut_in, end: the player to move has no move, at: no_move, winner: them, assumed: a test}
  - {id: again_and_again, end: play leads nowhere, at: start, when: occurrences >= 3, winner: none, assumed: a test}
`, rows, columns, strings.Join(first, ", "))
}

// millsGame is a game in which nine men each are placed and then step on n points
// with lines of three, of which each player who fills one removes a man.
func millsGame(n int) string {
	names := points(n)
	var near, lines []string
	for i := 0; i+3 <= n; i += 3 {
		lines = append(lines, strings.Join(names[i:i+3], " "))
	}
	for i := range n / 3 { // across
		if j := i + 2*(n/3); j < n {
			lines = append(lines, names[i]+" "+names[i+n/3]+" "+names[j])
		}
	}
	for i := range names {
		near = append(near, names[i]+" "+names[(i+1)%n], names[i]+" "+names[(i+n/3)%n])
	}
	return fmt.Sprintf(`ruleset: mills
title: A game of mills
family: merels
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, graph: {points: [%s], rows: [%s], lines: [%s]}, assumed: a test}
  - {id: men, men: 9, assumed: a test}
  - {id: set_up, set_up: {hand: 9}, assumed: a test}
  - {id: placing, stage: {}, when: hand > 0, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one_man, agenda: {play: [place]}, in: placing, assumed: a test}
  - {id: one_move, agenda: {play: [move]}, in: moving, assumed: a test}
  - {id: idle, variable: {kind: number, starts: 0, per: game, shared: yes}, assumed: a test}
  - {id: last_mill, variable: {kind: set, per: game}, assumed: a test}
  - {id: place, allow: place, assumed: a test}
  - {id: step, allow: step, with: move, assumed: a test}
  - {id: remove, allow: remove, from: enemy, assumed: a test}
  - {id: not_there_again, forbid: step, when: to in last_mill and from in last_mill, assumed: a test}
  - id: mill
    on: [place, step]
    when: count(mills(own, to)) > 0
    do: [{put: remove}, {set: {last_mill: "points(mills(own, to))"}}, {set: {idle: 0}}]
    assumed: a test
  - {id: counted, on: [place, step], do: {add: idle}, assumed: a test}
  - {id: reduced, end: two men are left, on: remove, when: their.board + their.hand <= 2, winner: me, assumed: a test}
  - {id: shut_in, end: the player to move has no move, at: no_move, winner: them, assumed: a test}
  - {id: leads_nowhere, end: nothing taken for long, when: idle >= 1000, winner: none, assumed: a test}
`, strings.Join(names, " "), strings.Join(near, ", "), strings.Join(lines, ", "))
}

var grown = []struct {
	name string
	text func(n int) string
}{{"running", runningGame}, {"leaping", leapingGame}, {"grid", gridGame}, {"mills", millsGame}}

func grownGame(t testing.TB, text string) (*rulesets.Definition, *rulesets.Game) {
	t.Helper()
	d, errs := rulesets.LoadOne("grown.yaml", []byte(text), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return d, g
}

// BenchmarkGrowth plays random games of the same rules with the same men on boards
// of different sizes, some games of each by turns, so that what else the machine does
// falls on all alike. For each size it reports the least time of a single move, and as a
// ratio the median of what each took against what 24 points took just before.
func BenchmarkGrowth(b *testing.B) {
	ctx := context.Background()
	for _, x := range grown {
		for _, means := range []play.Means{play.Interpreted, play.Generated} {
			sizes := []int{24, 64, 128, 500}
			if means == play.Generated {
				sizes = sizes[:3]
			}
			b.Run(fmt.Sprintf("%s/%s", x.name, means), func(b *testing.B) {
				var boards []*growingBoard
				for _, n := range sizes {
					_, g := grownGame(b, x.text(n))
					ex := play.NewExecutor(g.Program, means)
					defer ex.Close(ctx)
					if err := ex.Interpreted(); err != nil && means == play.Generated {
						b.Skip(err)
					}
					ex.Prepare(ctx)
					y := &growingBoard{ex: ex, games: 1}
					for y.play(b) < 2*time.Millisecond {
						y.games *= 2
					}
					boards = append(boards, y)
				}
				took := make([][]float64, len(boards))
				for b.Loop() {
					for i, y := range boards {
						y.moves = 0
						took[i] = append(took[i], float64(y.play(b).Nanoseconds())/float64(y.moves))
					}
				}
				for i, n := range sizes {
					b.ReportMetric(slices.Min(took[i]), fmt.Sprint("ns/move-", n))
					if n == 24 {
						continue
					}
					var ratios []float64
					for k, t := range took[i] {
						ratios = append(ratios, t/took[0][k])
					}
					slices.Sort(ratios)
					b.ReportMetric(ratios[len(ratios)/2], fmt.Sprint(n, "/24"))
				}
				b.ReportMetric(0, "ns/op") // of a round: says nothing
			})
		}
	}
}

// A growingBoard plays games of random moves on a board of one size.
type growingBoard struct {
	ex                  *play.Executor
	first, games, moves int
}

// play plays the next games.
func (x *growingBoard) play(b *testing.B) time.Duration {
	b.Helper()
	begun := time.Now()
	err := x.ex.Play(context.Background(), play.Series{Seed: 1, First: x.first, Count: x.games, Cap: 2000}, func(p *play.Played) { x.moves += p.Plies })
	if err != nil {
		b.Fatal(err)
	}
	x.first += x.games
	return time.Since(begun)
}

// grownSizes are the sizes that a test grows boards to: few, and in its long form more.
func grownSizes(few []int, more ...int) []int {
	if long.Form() {
		return append(few, more...)
	}
	return few
}

// What can be said of a small board can be said of one of a thousand places: games end,
// states print and read back, examples hold.
func TestGrownBoards(t *testing.T) {
	for _, x := range grown {
		for _, n := range grownSizes([]int{24, place.MaxPlaces}, 128, 129, 254, 255, 256, 500) {
			t.Run(fmt.Sprint(x.name, n), func(t *testing.T) {
				d, g := grownGame(t, x.text(n))
				w := &example.Workshop{Definition: d}
				for _, e := range d.Examples {
					for _, f := range w.Run(e) {
						t.Errorf("%s: %s: %s", f.Pos, e.ID, f.Message)
					}
				}
				in := engine.NewInterpreter(g.Program)
				s := g.Program.NewState()
				var buf []engine.Move
				for number := range uint64(long.Of(1, 3)) {
					r := random.New(7, number)
					in.Start(s)
					for ply := 0; s.Status() != engine.Over; ply++ {
						if ply%40 == 0 {
							text, err := json.Marshal(g.State(s))
							if err != nil {
								t.Fatal(err)
							}
							back, errs := g.ParseState(in, "state", string(text))
							if len(errs) > 0 {
								t.Fatalf("%v\n%s", errs, text)
							}
							if !back.Equal(s) {
								t.Fatalf("read back as another state: %s", text)
							}
						}
						if s.Status() == engine.AwaitsThrow {
							in.Throw(s, g.Program.Draw(r, s.Device(g.Program)))
							continue
						}
						var k int
						k, buf = in.Choose(s, r, buf[:0])
						if m := buf[k]; m.Act != engine.Pass && m.Act != engine.Stop {
							text := g.MoveText(in, s, m)
							if part := g.PartText(m); part != "" {
								text += ":" + part
							}
							if found, ok := g.FindMove(in, s, text); !ok || found != m {
								t.Fatalf("the move %s is found as another: %v, %v", text, found, m)
							}
						}
						in.Play(s, buf[k])
						if ply > 50000 {
							t.Fatal("the game does not end")
						}
					}
					if end, _ := s.End(); end < 0 {
						t.Error("a position no rule provides for")
					}
				}
			})
		}
	}
}

// What is too much is refused with its place, what was found and what is expected.
func TestTooLarge(t *testing.T) {
	track := strings.Repeat("p1..p100, ", 10) + "p1..p25"
	lines := strings.Repeat("p1 p2 p3, ", 1024) + "p4 p5 p6"
	for _, x := range []struct{ name, board, more, want string }{
		{"cells", fmt.Sprintf("graph: {points: [%s]}", strings.Join(points(1025), " ")), "",
			"large.yaml:6:5: the board cannot be made: a board of 1025 points: expected 1 to 1024"},
		{"grid", "grid: {rows: 41, columns: 25}", "",
			"large.yaml:6:5: the board cannot be made: a grid of 41 rows and 25 columns: expected 1 to 1024 cells"},
		{"places", fmt.Sprintf("graph: {points: [%s]}", strings.Join(points(100), " ")), fmt.Sprintf("  - {id: way, track: {run: [%s]}, assumed: a test}\n", track),
			"large.yaml:11:5: the board is too large to be held; found 1025 places, expected at most 1024 places"},
		{"lines", fmt.Sprintf("graph: {points: [%s], lines: [%s]}", strings.Join(points(9), " "), lines), "",
			"large.yaml:6:5: the board has more lines than can be held; found 1025 lines, expected at most 1024 lines"},
		{"throws", fmt.Sprintf("graph: {points: [%s]}", strings.Join(points(9), " ")), "  - {id: dice, throw: {dice: 3, faces: 11}, assumed: a test}\n",
			"large.yaml:11:5: so many throws cannot be told apart; found 286 throws, expected at most 256 distinct throws of all that is thrown"},
	} {
		d, errs := rulesets.LoadOne("large.yaml", []byte(`ruleset: large
title: Too large
family: test
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, `+x.board+`, assumed: a test}
  - {id: men, men: 1, assumed: a test}
  - {id: set_up, set_up: {hand: 1}, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: come_in, allow: place, with: place, assumed: a test}
`+x.more), nil)
		if len(errs) == 0 {
			_, errs = d.Game(nil)
		}
		if len(errs) == 0 || errs[0].Error() != x.want {
			t.Errorf("%s: %v, expected %s", x.name, errs, x.want)
		}
	}
}

// The generated module and the interpreter play the same games on boards of all sizes.
func TestGrownBoardsAgree(t *testing.T) {
	for _, x := range grown {
		for _, n := range grownSizes([]int{24, 65, 128, 129}, 64, 127, place.MaxPlaces) {
			t.Run(fmt.Sprint(x.name, n), func(t *testing.T) {
				_, g := grownGame(t, x.text(n))
				series := play.Series{Seed: 3, Count: long.Of(2, 12), Cap: 4000, Branching: n%2 == 0}
				if n > 129 {
					series.Count = long.Of(1, 3)
				}
				playAlike(t, g, series)
			})
		}
	}
}

// playAlike plays the same games by both executors.
func playAlike(t *testing.T, g *rulesets.Game, series play.Series) {
	t.Helper()
	ctx := context.Background()
	list := func(means play.Means) (out []string) {
		ex := play.NewExecutor(g.Program, means)
		defer ex.Close(ctx)
		if err := ex.Interpreted(); means == play.Generated && err != nil && err != play.ErrNoCompiler {
			t.Fatal(err)
		}
		if err := ex.Play(ctx, series, func(p *play.Played) { out = append(out, fmt.Sprintf("%+v %d %x", p.Tally, p.Unclear, p.State.Bytes())) }); err != nil {
			t.Fatal(err)
		}
		return out
	}
	want, got := list(play.Interpreted), list(play.Generated)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("game %d\nmodule      %s\ninterpreter %s", i, got[i], want[i])
		}
	}
}

// That more men could come to stand on a place than can be counted there is named as what the
// generator lacks, whatever the module is for.
func TestLargerPilesAreInterpreted(t *testing.T) {
	for _, x := range []struct{ name, board, want string }{
		{"men", fmt.Sprintf("{points: [%s]}", strings.Join(points(23), " ")), "not generated: more than 255 men of a player, several of whom may share a place"},
	} {
		_, g := grownGame(t, `ruleset: large
title: Large
family: test
statements:
  - {id: players, players: [white, black], assumed: a test}
  - {id: board, graph: `+x.board+`, assumed: a test}
  - {id: men, men: 256, assumed: a test}
  - {id: set_up, set_up: {hand: 256}, assumed: a test}
  - {id: moving, stage: {}, assumed: a test}
  - {id: one, agenda: {play: [place]}, in: moving, assumed: a test}
  - {id: come_in, allow: place, with: place, to: anywhere, assumed: a test}
  - {id: over, end: all are placed, when: hand = 0, winner: me, assumed: a test}
`)
		for _, opt := range []wasm.Options{{}, {States: true}, {Expand: true}} {
			if _, err := wasm.Generate(g.Program, opt); err == nil || err.Error() != x.want {
				t.Errorf("%s, %+v: %v, expected %s", x.name, opt, err, x.want)
			}
		}
		if n, _ := play.NewSearcher(g.Program, play.Generated).Find(context.Background(), startOf(g), 10); n != 10 {
			t.Errorf("%s: %d results are found, expected 10", x.name, n)
		}
	}
}

// startOf is the state in which a game begins.
func startOf(g *rulesets.Game) *engine.State {
	s := g.Program.NewState()
	engine.NewInterpreter(g.Program).Start(s)
	return s
}

// Searches find on boards of two words what the interpreter finds: what a turn can lead to,
// and what follows from each state.
func TestGrownBoardsAreSearched(t *testing.T) {
	ctx := context.Background()
	if !wasm.Compiles() {
		t.Skip(play.ErrNoCompiler)
	}
	for _, x := range grown {
		for _, n := range grownSizes([]int{24, 128}, 65, 100) {
			t.Run(fmt.Sprint(x.name, n), func(t *testing.T) {
				_, g := grownGame(t, x.text(n))
				p := g.Program
				module, err := play.Followers(ctx, p)
				if err != nil {
					t.Fatal(err)
				}
				defer module.Close(ctx)
				pl, err := module.Player(ctx)
				if err != nil {
					t.Fatal(err)
				}
				defer pl.Close(ctx)
				in, by, single := engine.NewInterpreter(p), play.NewSearcher(p, play.Interpreted), play.NewSearcher(p, play.Generated)
				defer single.Close(ctx)
				tell := func(n int, complete bool, result func(i int) play.Result) string {
					var b strings.Builder
					fmt.Fprint(&b, n, complete)
					for i := range n {
						r := result(i)
						fmt.Fprintf(&b, "\n%x", r.State.Bytes())
						for _, m := range r.Line {
							fmt.Fprint(&b, " ", m.Act, m.Part, m.From, m.To, m.Over)
						}
					}
					return b.String()
				}
				r := random.New(5, 1)
				s, got := p.NewState(), p.NewState()
				in.Start(s)
				var buf []engine.Move
				for ply := 0; ply < 400 && s.Status() != engine.Over; ply++ {
					k, err := pl.Expand(ctx, s)
					if err != nil {
						t.Fatal(err)
					}
					if s.Status() == engine.AwaitsThrow {
						throw := p.Draw(r, s.Device(p))
						in.Throw(s, throw)
						pl.Follower(throw-p.Devices[0].First, got)
						if k != len(p.Throws) || !got.Equal(s) {
							t.Fatalf("%d states follow %d throws, or another after throw %d", k, len(p.Throws), throw)
						}
						continue
					}
					buf = in.Moves(s, buf[:0])
					if k != len(buf) {
						t.Fatalf("%d states follow, not %d", k, len(buf))
					}
					for i, m := range buf {
						pl.Follower(i, got)
						next := s.Clone()
						in.Play(next, m)
						if !got.Equal(next) {
							t.Fatalf("another state follows %+v", m)
						}
					}
					if ply%20 == 0 {
						n, complete := by.Find(ctx, s, 150)
						want := tell(n, complete, by.Result)
						n, complete = single.Find(ctx, s, 150)
						if got := tell(n, complete, single.Result); got != want {
							t.Fatalf("the interpreter finds\n%s\ngenerated code\n%s", want, got)
						}
					}
					in.Play(s, buf[r.Below(len(buf))])
				}
			})
		}
	}
}
