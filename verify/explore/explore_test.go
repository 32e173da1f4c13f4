package explore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/verify/explore"
	"github.com/lectio/lectio/verify/playout"
)

// game compiles statements written one to a line.
func game(t testing.TB, statements string) *rulesets.Game {
	t.Helper()
	var b strings.Builder
	b.WriteString("ruleset: test\ntitle: Test\nfamily: test\nstatements:\n")
	for _, s := range strings.Split(strings.TrimSpace(statements), "\n") {
		fmt.Fprintf(&b, "  - {id: %s, assumed: a test}\n", s)
	}
	d, errs := rulesets.LoadOne("test.yaml", []byte(b.String()), nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

func analyse(t testing.TB, g *rulesets.Game, limit int) (*explore.Graph, *explore.Analysis) {
	t.Helper()
	r := explore.Search(context.Background(), g, limit)
	a := r.Analyse(context.Background())
	if a == nil {
		t.Fatal("no analysis")
	}
	return r, a
}

// text writes the shortest line to a position.
func text(g *rulesets.Game, r *explore.Graph, w explore.Where) string {
	if !w.Any() {
		return "none"
	}
	return playout.Record(g, 0, r.Line(w.Nearest)).Turns()
}

// rowOfFour is a board of four cells in a row, with the two players' men at its ends.
const rowOfFour = `
players, players: [white, black], seen: same
board, graph: {points: [a b c d], rows: [a b, b c, c d]}
men, men: 1
set_up, set_up: {white: {a: 1}, black: {d: 1}}
turn, stage: {}
one_step, agenda: {play: [step]}
step, allow: step
`

func TestStuck(t *testing.T) {
	// White goes to c by two steps unless Black comes to meet him; then nobody
	// can move between b and c, and nothing says what happens.
	g := game(t, strings.Replace(rowOfFour, "step, allow: step", "step, allow: step, to: near(from) and empty\nonward, forbid: step, when: \"if player = white then to = a or to = b and from = c else to = d or to = c and from = b\"", 1))
	r, a := analyse(t, g, 1000)
	if !r.Complete || !a.Stuck.Any() {
		t.Fatalf("complete %v, %d stuck", r.Complete, a.Stuck.Positions)
	}
	if got := text(g, r, a.Stuck); got != "white: a/b; black: d/c; white: pass" {
		t.Errorf("the line to the stuck position is %s", got)
	}
	if r.Plies(a.Stuck.Nearest) != 3 {
		t.Errorf("stuck after %d single moves", r.Plies(a.Stuck.Nearest))
	}
}

// Two men go to and fro for ever: there is no end at all.
func TestTrap(t *testing.T) {
	g := game(t, rowOfFour+"nothing, blocked: stop")
	r, a := analyse(t, g, 1000)
	if !r.Complete || a.Traps.Positions != r.Positions() || a.Traps.Nearest != 0 || !a.Cyclic.Any() {
		t.Errorf("%d of %d positions are traps, the first %d", a.Traps.Positions, r.Positions(), a.Traps.Nearest)
	}
	for q := range a.Wins {
		if a.Wins[q].Any() || a.Alone[q].Positions != a.Avoidable.Positions {
			t.Errorf("player %d wins %d and holds %d of %d", q, a.Wins[q].Positions, a.Alone[q].Positions, a.Avoidable.Positions)
		}
	}
}

// A shuttle: who comes to the last cell wins, but nobody needs to.
func TestShuttle(t *testing.T) {
	g := game(t, `
players, players: [white, black], seen: same
board, graph: {points: [a b c, d e f], rows: [a b c, d e f]}
men, men: 1
set_up, set_up: {white: {a: 1}, black: {d: 1}}
turn, stage: {}
one_step, agenda: {play: [step]}
step, allow: step
there, end: a man is there, when: "count(own and [c, f]) > 0", winner: me`)
	r, a := analyse(t, g, 1000)
	if !r.Complete || a.Traps.Any() || a.Avoidable.Nearest != 0 {
		t.Fatalf("complete %v, %d traps, the end can be put off from %d positions, the first %d", r.Complete, a.Traps.Positions, a.Avoidable.Positions, a.Avoidable.Nearest)
	}
	if a.Alone[0].Any() || a.Alone[1].Any() {
		t.Errorf("alone: %v", a.Alone) // the other one wins
	}
	come := a.Returning(0)
	round := a.Round(come, true)
	if len(round) == 0 {
		t.Fatal("no way back")
	}
	line := append(r.Line(come), round...)
	if got := len(explore.Playable(g, line)); got != len(line) {
		t.Errorf("%d of %d steps can be played", got, len(line))
	}
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	in.Start(s)
	for _, x := range line {
		in.Play(s, x.Move)
	}
	if s.Key() != r.State(come).Key() {
		t.Error("the round does not come back")
	}
	if got := text(g, r, a.Wins[0]); got != "white: a/b; black: d/e; white: b/c" {
		t.Errorf("white wins after %s", got)
	}
	for q, want := range []int{3, 4} {
		if got := r.Plies(a.Wins[q].Nearest); got != want {
			t.Errorf("player %d wins after %d single moves, want %d", q, got, want)
		}
	}
}

// One player can go round for ever, whatever the other does, who would like to
// come to his last cell and cannot: he is kept waiting by no rule but has no man.
func TestForcedForever(t *testing.T) {
	g := game(t, `
players, players: [white, black], seen: same
board, graph: {points: [a b c, d e], rows: [a b c, d e]}
men, men: 1
set_up, set_up: {white: {a: 1}, black: {d: 1}}
turn, stage: {}
one_step, agenda: {play: [step]}
step, allow: step
there, end: a man is there, when: "count(own and [c]) > 0", winner: me`)
	_, a := analyse(t, g, 1000)
	if !a.Alone[0].Any() || a.Alone[0].Nearest != 0 {
		t.Errorf("white alone can put off the end from %+v", a.Alone[0])
	}
	if a.Alone[1].Any() {
		t.Errorf("black alone can put off the end from %+v", a.Alone[1])
	}
	if !a.Wins[0].Any() || a.Wins[1].Any() {
		t.Errorf("wins %+v", a.Wins)
	}
}

// A race with a die that may fall on nought: play ends with probability one, and
// the players have no say in it.
const race = `
players, players: [white, black]
board, tables: {points: 4}
route, track: {run: [1..4]}
men, men: 1
set_up, set_up: {1: 1}
lots, throw: {lots: [go, stay, never]}, chances: {go: 1/2, stay: 1/2, never: 0}
turn, stage: {throws: lots}
going, agenda: {on: go, play: [1]}
staying, agenda: {on: stay, play: []}
never, agenda: {on: never, play: [3]}
advance, allow: advance
off, allow: bear-off
nothing, blocked: stop
home, end: a man is off, on: bear-off, winner: me
beaten, end: hit, when: their.off = 1, winner: them
`

func TestProbabilityOne(t *testing.T) {
	g := game(t, race)
	r, a := analyse(t, g, 10000)
	if !r.Complete || !a.Cyclic.Any() || a.Avoidable.Any() || a.Traps.Any() {
		t.Errorf("complete %v, %d cyclic, %d avoidable, %d traps", r.Complete, a.Cyclic.Positions, a.Avoidable.Positions, a.Traps.Positions)
	}
	if r.Plies(a.Wins[0].Nearest) != 4 || r.Plies(a.Wins[1].Nearest) != 4 {
		t.Errorf("throws count as moves: %d and %d", r.Plies(a.Wins[0].Nearest), r.Plies(a.Wins[1].Nearest))
	}
	for i, s := range g.Statements {
		if never := s.ID == "never" || s.ID == "nothing" || s.ID == "beaten"; never == r.Applied[i] && (s.Kind == "agenda" || s.Kind == "blocked" || s.Kind == "end") {
			t.Errorf("%s took effect: %v", s.ID, r.Applied[i])
		}
	}
}

// Every game ends when men only go forward.
func TestEveryGameEnds(t *testing.T) {
	g := game(t, strings.Replace(strings.Replace(race, "going, agenda: {on: go, play: [1]}\nstaying, agenda: {on: stay, play: []}", "going, agenda: {on: [go, stay], play: [1]}", 1), "nothing, blocked: stop\n", "", 1))
	r, a := analyse(t, g, 10000)
	if !r.Complete || a.Cyclic.Any() || a.Avoidable.Any() || a.Stuck.Any() {
		t.Errorf("complete %v, cyclic %d", r.Complete, a.Cyclic.Positions)
	}
}

// Who begins has won, and the other never can.
func TestSideThatCannotWin(t *testing.T) {
	g := game(t, strings.Replace(race, "home, end: a man is off, on: bear-off, winner: me", "home, end: a man is off, on: bear-off, when: player = white, winner: me\nmissed, end: off in vain, on: bear-off, when: player = black, winner: none", 1))
	r, a := analyse(t, g, 10000)
	if !r.Complete || a.Wins[1].Any() || !a.Wins[0].Any() || !a.Undecided.Any() {
		t.Errorf("wins %+v, undecided %+v", a.Wins, a.Undecided)
	}
	if a.Hopeless[1].Nearest != 0 || a.Hopeless[0].Any() {
		t.Errorf("hopeless %+v", a.Hopeless)
	}
}

// White's man can leave c only as long as black waits on p. When black has gone
// on he does not come back, and the man on c is lost, although white has another
// to move with.
func TestLostMan(t *testing.T) {
	g := game(t, `
players, players: [white, black], seen: same
board, graph: {points: [b c, x y, p q r], rows: [b c, x y, p q r]}
men, men: {white: 2, black: 1}
set_up, set_up: {white: {b: 1, x: 1}, black: {p: 1}}
turn, stage: {}
one_step, agenda: {play: ["step?"]}
step, allow: step
gate, forbid: step, when: from = c and enemy(p) = 0
no_way_back, forbid: step, when: to = p
given_up, end: black waits on q for the third man, at: start, when: hand > 5, winner: none`)
	r, a := analyse(t, g, 10000)
	if !r.Complete || len(a.Lost) != 1 {
		t.Fatalf("complete %v, lost %+v", r.Complete, a.Lost)
	}
	l := a.Lost[0]
	if who := g.Program.Players[l.Player] + " " + g.Program.PlaceName(l.Player, l.From); who != "white c" {
		t.Errorf("lost is %s", who)
	}
	if got := text(g, r, l.Where); got != "white: b/c; black: p/q" || l.Positions == 0 {
		t.Errorf("the man is lost after %s", got)
	}
}

// A score that no play reaches has no count, one that is reached has.
func TestUnreachableScore(t *testing.T) {
	g := game(t, race+"points, score: 1, on: bear-off\nmore, score: 2, on: bear-off, when: hand > 0\n")
	r, _ := analyse(t, g, 10000)
	for i, s := range g.Statements {
		if s.ID == "points" && !r.Applied[i] || s.ID == "more" && r.Applied[i] {
			t.Errorf("%s counted: %v", s.ID, r.Applied[i])
		}
	}
}

// A search cut short finds nothing that is not there, and says that it was cut
// short; what it says of lines is the same as that of the whole search.
func TestCutShort(t *testing.T) {
	for _, rules := range []string{race, rowOfFour + "nothing, blocked: stop"} {
		g := game(t, rules)
		whole, all := analyse(t, g, 100000)
		for limit := 1; limit <= whole.Positions(); limit++ {
			r, a := analyse(t, g, limit)
			if r.Complete != (limit == whole.Positions()) {
				t.Fatalf("limit %d of %d: complete %v", limit, whole.Positions(), r.Complete)
			}
			if r.Positions() > limit {
				t.Fatalf("limit %d: %d positions", limit, r.Positions())
			}
			if !r.Complete && (a.Traps.Any() || a.Hopeless[0].Any() || a.Hopeless[1].Any()) && !all.Traps.Any() {
				t.Fatalf("limit %d: %d traps, hopeless %v", limit, a.Traps.Positions, a.Hopeless)
			}
			for q := range a.Wins {
				if a.Wins[q].Positions > all.Wins[q].Positions {
					t.Fatalf("limit %d: more wins than there are", limit)
				}
			}
			if a.Avoidable.Positions > all.Avoidable.Positions || a.Cyclic.Positions > all.Cyclic.Positions {
				t.Fatalf("limit %d: %d avoidable, %d cyclic", limit, a.Avoidable.Positions, a.Cyclic.Positions)
			}
			for i := 0; i < r.Positions(); i++ {
				if r.State(i).Key() != whole.State(i).Key() || r.Plies(i) != whole.Plies(i) {
					t.Fatalf("limit %d: position %d differs", limit, i)
				}
			}
		}
	}
}

// The line to a position leads there, and no shorter one does: depths are those
// of a plain search in which a throw costs nothing.
func TestLines(t *testing.T) {
	g := game(t, race)
	r, _ := analyse(t, g, 10000)
	p := g.Program
	in := engine.NewInterpreter(p)
	start := p.NewState()
	in.Start(start)
	depth := map[string]int{start.Key(): 0}
	for changed := true; changed; { // Bellman and Ford: slow, and plainly right
		changed = false
		for i := 0; i < r.Positions(); i++ {
			s := r.State(i)
			d, ok := depth[s.Key()]
			if !ok {
				continue
			}
			relax := func(t *engine.State, cost int) {
				if old, ok := depth[t.Key()]; !ok || cost < old {
					depth[t.Key()] = cost
					changed = true
				}
			}
			switch s.Status() {
			case engine.AwaitsThrow:
				for k := range p.Throws {
					if p.Throws[k].Ways > 0 {
						t := s.Clone()
						in.Throw(t, k)
						relax(t, d)
					}
				}
			case engine.Decision:
				for _, m := range in.Moves(s, nil) {
					t := s.Clone()
					in.Play(t, m)
					relax(t, d+1)
				}
			}
		}
	}
	if len(depth) != r.Positions() {
		t.Errorf("%d positions, want %d", r.Positions(), len(depth))
	}
	for i := 0; i < r.Positions(); i++ {
		if want := depth[r.State(i).Key()]; r.Plies(i) != want {
			t.Errorf("position %d after %d single moves, want %d", i, r.Plies(i), want)
		}
		s := p.NewState()
		in.Start(s)
		moves := 0
		for _, x := range r.Line(i) {
			if x.Throw >= 0 {
				in.Throw(s, x.Throw)
			} else {
				in.Play(s, x.Move)
				moves++
			}
		}
		if s.Key() != r.State(i).Key() || moves != r.Plies(i) {
			t.Fatalf("the line to position %d does not lead there", i)
		}
	}
}

// An invariant is broken first where the fewest moves lead; a line of a game
// that breaks it is shortened until nothing can be left out.
func TestInvariantsAndShrinking(t *testing.T) {
	g := game(t, race+"not_so_far, always: own(3) = 0\n")
	r, _ := analyse(t, g, 10000)
	if len(r.Broken) != 1 || r.Plies(r.Broken[0].Position) != 2 {
		t.Fatalf("broken: %+v", r.Broken)
	}
	bad := func(in *engine.Interpreter, s *engine.State) bool { i, _ := in.Broken(s); return i >= 0 }
	in := engine.NewInterpreter(g.Program)
	s := g.Program.NewState()
	source := random.New(7, 3)
	in.Start(s)
	var steps []playout.Step
	for !bad(in, s) {
		if s.Status() == engine.AwaitsThrow {
			k := g.Program.Draw(source, s.Device(g.Program))
			steps = append(steps, playout.Step{Throw: k})
			in.Throw(s, k)
			continue
		}
		m := in.Moves(s, nil)[0]
		steps = append(steps, playout.Step{Throw: -1, Move: m})
		in.Play(s, m)
	}
	short := explore.Shrink(context.Background(), g, steps, 1000, bad)
	if len(short) > len(steps) {
		t.Errorf("%d steps from %d", len(short), len(steps))
	}
	got := playout.Record(g, 0, short).Turns()
	if got != "white go: 1/2; black go: 1/2; white go: 2/3" && got != "white go: 1/2; black stay: ; white go: 2/3" {
		t.Logf("the shortened line: %s", got)
	}
	for i := range short {
		try := append(append([]playout.Step(nil), short[:i]...), short[i+1:]...)
		if left := explore.Shrink(context.Background(), g, try, 0, bad); len(left) < len(try) {
			t.Errorf("step %d could be left out", i)
		}
	}
}

// A rule on repetition does not act in a search, and is named.
func TestRepetitionDoesNotAct(t *testing.T) {
	g := game(t, rowOfFour+"nothing, blocked: stop\nagain, end: repeated, at: start, when: occurrences >= 3, winner: none")
	r, a := analyse(t, g, 1000)
	if !r.Complete || a.Ends[0].Any() || !a.Traps.Any() {
		t.Errorf("complete %v, ends %+v", r.Complete, a.Ends)
	}
	if got := explore.RepetitionEnds(g); len(got) != 1 || got[0] != "again" {
		t.Errorf("ends by repetition: %v", got)
	}
	line := append(r.Line(a.Returning(0)), a.Round(a.Returning(0), true)...)
	if got := explore.Playable(g, append(append(line, line...), line...)); len(got) == 0 || len(got) > 3*len(line) {
		t.Errorf("%d of %d steps can be played", len(got), 3*len(line))
	}
}

func TestStopsWhenTold(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := explore.Search(ctx, game(t, race), 1000)
	if r.Complete || r.Positions() != 1 || r.Analyse(ctx) != nil {
		t.Errorf("complete %v, %d positions", r.Complete, r.Positions())
	}
}

// Players who are alike play alike; where they are not, it is said why.
func TestSides(t *testing.T) {
	g := game(t, race)
	sides, why := explore.NewSides(g)
	if sides == nil {
		t.Fatal(why)
	}
	r, _ := analyse(t, g, 10000)
	for i := 0; i < r.Positions(); i++ {
		if msg := sides.Differ(r.State(i)); msg != "" {
			t.Errorf("position %d: %s", i, msg)
		}
	}
	for old, c := range map[string][2]string{
		"set_up, set_up: {1: 1}":      {"set_up, set_up: {white: {1: 1}, black: {2: 1}}", "begin with different men"},
		"advance, allow: advance":     {"advance, allow: advance, when: player = white or part = 1", "tells the players apart"},
		"route, track: {run: [1..4]}": {"route, track: {run: [1..4], but: {black: [1, 2, 4, 3]}}", "do not lie alike"},
	} {
		if s, why := explore.NewSides(game(t, strings.Replace(race, old, c[0], 1))); s != nil || !strings.Contains(why, c[1]) {
			t.Errorf("%s: %q", c[0], why)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	g := game(b, `
players, players: [white, black]
board, grid: {rows: 3, columns: 3, line: 3}
men, men: 4
set_up, set_up: {hand: 4}
placing, stage: {}, when: hand > 0
moving, stage: {}
one_man, agenda: {play: [place]}, in: placing
one_step, agenda: {play: [step]}, in: moving
place, allow: place
step, allow: step
row, end: three in a row, when: "count(mills(own)) > 0", winner: me
shut_in, end: no move, at: no_move, winner: them`)
	b.ReportAllocs()
	edges, positions := 0, 0
	for b.Loop() {
		r := explore.Search(context.Background(), g, 1<<20)
		edges += r.Edges()
		positions = r.Positions()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(edges), "ns/edge")
	b.ReportMetric(float64(positions), "positions")
}

// A rule that treats the players differently, and hides it, is found by playing.
func TestSidesThatDiffer(t *testing.T) {
	g := game(t, race+"wait, forbid: advance, when: hand > 0\n")
	sides, why := explore.NewSides(g)
	if sides == nil {
		t.Fatal(why)
	}
	r, _ := analyse(t, g, 10000)
	// Only now does the prohibition ask who is to move.
	when := g.Program.Forbids[0].When
	*when = engine.Node{Op: engine.BCompare, Cmp: engine.Equal, Kids: []*engine.Node{{Op: engine.NPlayer}, {Op: engine.NLit, N: 1}}}
	found := 0
	for i := 0; i < r.Positions(); i++ {
		if sides.Differ(r.State(i)) != "" {
			found++
		}
	}
	if found == 0 {
		t.Error("a rule against one player is not noticed")
	}
}

// What permissions, prohibitions, exceptions and requirements do is counted when
// it makes a difference.
func TestWhatTakesEffect(t *testing.T) {
	g := game(t, `
players, players: [white, black], seen: same
board, graph: {points: [a b c, d e f], rows: [a b c, d e f]}
men, men: 1
set_up, set_up: {white: {a: 1}, black: {d: 1}}
turn, stage: {}
one_step, agenda: {play: [step]}
step, allow: step
again, allow: step, to: near(from) and empty
jump, allow: step, to: c, when: from = a
not_far, forbid: step, when: "to in [c, f]"
not_c, forbid: step, when: to = c
not_b, forbid: step, when: to = b and from = b
far_after_all, except: not_far, when: "from in [a, d]"
near_after_all, except: not_far, when: from = f
onward, require: {that: "to in [c, f]"}
back, require: {that: "to in [a, d]"}, when: hand > 0
there, end: a man is there, when: "count(own and [c]) > 0", winner: me
nothing, blocked: stop`)
	r, _ := analyse(t, g, 1000)
	if !r.Complete {
		t.Fatal("not complete")
	}
	want := map[string]bool{"step": true, "again": false, "jump": false, "not_far": true, "not_c": true, "not_b": false,
		"far_after_all": true, "near_after_all": false, "onward": false, "back": false, "nothing": false, "one_step": true}
	for i, s := range g.Statements {
		if w, ok := want[s.ID]; ok && w != r.Applied[i] {
			t.Errorf("%s took effect: %v", s.ID, r.Applied[i])
		}
	}
}
