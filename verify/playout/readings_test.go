package playout_test

import (
	"context"
	"math"
	"reflect"
	"sync"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/playout"
)

// rows is a game of nine places: whoever first has three in a row wins.
const rows = `
ruleset: rows
title: Rows
family: merels
statements:
  - {id: players, players: [white, black], assumed: test}
  - {id: board, grid: {rows: 3, columns: 3, diagonals: all, line: 3}, assumed: test}
  - {id: men, men: 5, assumed: test}
  - {id: set_up, set_up: {hand: 5}, assumed: test}
  - {id: turn, stage: {}, when: hand > 0, assumed: test}
  - {id: one_man, agenda: {play: [place]}, assumed: test}
  - {id: place, allow: place, assumed: test}
  - {id: row, end: three in a row, when: count(mills(own)) > 0, winner: me, assumed: test}
  - {id: full, end: the board is full, when: count(empty) = 0, winner: none, assumed: test}
  - {id: nothing, end: no men are left, at: no_move, winner: none, assumed: test}
questions:
  - id: middle
    asks: May the first man stand in the middle?
    kind: silence
    weight: 1
    default: may
    readings:
      - {id: may, basis: conjectured, because: x}
      - id: may_not
        basis: conjectured
        because: x
        statements:
          - {id: not_the_middle, forbid: place, when: to = b2 and count(empty) = 9, assumed: test}
      - id: only_there
        basis: conjectured
        because: x
        statements:
          - {id: only_the_middle, forbid: place, when: to != b2 and count(empty) = 9, assumed: test}
  - id: what_wins
    asks: Does a row of three win?
    kind: silence
    weight: 1
    default: three
    readings:
      - {id: three, basis: conjectured, because: x}
      - id: no_row
        basis: conjectured
        because: x
        without: [row]
  - id: how_said
    asks: The same in other words?
    kind: wording
    weight: 1
    default: one_way
    readings:
      - {id: one_way, basis: conjectured, because: x}
      - id: other_way
        basis: conjectured
        because: x
        statements:
          - {replaces: full, end: the board is full, when: count(empty) < 1, winner: none, assumed: test}
  - id: how_long
    asks: When does it end?
    kind: silence
    weight: 1
    default: never
    readings:
      - {id: never, basis: conjectured, because: x}
      - id: after_four
        basis: conjectured
        because: x
        statements:
          - {id: four, end: four men stand, when: count(empty) = 5, winner: none, assumed: test}
`

// rowsOnce reads the game once, so that its statements are the same in every test.
var rowsOnce = sync.OnceValues(func() (*rulesets.Definition, diag.Errors) {
	return rulesets.LoadOne("rows.yaml", []byte(rows), nil)
})

func game(t *testing.T, c rulesets.Choice) *rulesets.Game {
	t.Helper()
	d, errs := rowsOnce()
	return gameOf(t, d, errs, c)
}

// gameOf compiles an interpretation of a ruleset that was read.
func gameOf(t *testing.T, d *rulesets.Definition, errs diag.Errors, c rulesets.Choice) *rulesets.Game {
	t.Helper()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := d.Game(c)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return g
}

func TestBreadthFindsTheLeastParting(t *testing.T) {
	for _, c := range []struct {
		name  string
		a, b  rulesets.Choice
		kind  string
		plies int
	}{
		{"before the first man", nil, rulesets.Choice{"middle": "may_not"}, "moves", 0},
		{"two that agree on nothing", rulesets.Choice{"middle": "may_not"}, rulesets.Choice{"middle": "only_there"}, "moves", 0},
		{"white's third man is the fifth in all", nil, rulesets.Choice{"what_wins": "no_row"}, "outcome", 5},
		{"the fourth man", nil, rulesets.Choice{"how_long": "after_four"}, "outcome", 4},
	} {
		a, b := game(t, c.a), game(t, c.b)
		for range 2 { // and the other way round
			p, s := playout.Breadth(context.Background(), a, b, 100000)
			if p == nil {
				t.Fatalf("%s: no parting found in %+v", c.name, s)
			}
			if p.Kind != c.kind || p.Plies != c.plies || s.Depth != c.plies-1 || !s.Proved(p) || s.Exhausted {
				t.Errorf("%s: %s after %d, search %+v; want %s after %d", c.name, p.Kind, p.Plies, s, c.kind, c.plies)
			}
			if len(p.A.Plies) != c.plies || len(p.B.Plies) != c.plies {
				t.Errorf("%s: lines of %d and %d moves", c.name, len(p.A.Plies), len(p.B.Plies))
			}
			a, b = b, a
		}
	}
}

func TestBreadthNamesWhatIsBehind(t *testing.T) {
	ids := func(list []*rulesets.Statement) (out []string) {
		for _, s := range list {
			out = append(out, s.ID)
		}
		return out
	}
	p, _ := playout.Breadth(context.Background(), game(t, nil), game(t, rulesets.Choice{"middle": "may_not"}), 1000)
	if a, b := ids(p.BehindA), ids(p.BehindB); !reflect.DeepEqual(a, []string{"place"}) || !reflect.DeepEqual(b, []string{"not_the_middle"}) {
		t.Errorf("behind the difference in moves: %v and %v", a, b)
	}
	p, _ = playout.Breadth(context.Background(), game(t, nil), game(t, rulesets.Choice{"what_wins": "no_row"}), 100000)
	if a := ids(p.BehindA); !reflect.DeepEqual(a, []string{"row"}) {
		t.Errorf("behind the difference in outcome: %v", a)
	}
}

// Two ways to say one thing never part, and that is known only when everything
// has been compared.
func TestBreadthExhausts(t *testing.T) {
	a, b := game(t, nil), game(t, rulesets.Choice{"how_said": "other_way"})
	p, s := playout.Breadth(context.Background(), a, b, 100000)
	// 5478 positions of this game can be reached (the number for noughts and
	// crosses); every one is compared at least once.
	if p != nil || !s.Exhausted || s.Positions < 5478 {
		t.Errorf("found %v, search %+v", p, s)
	}
	// The opening, 9 positions of one man and 72 ways to two are 82.
	p, s = playout.Breadth(context.Background(), a, b, 100)
	if p != nil || s.Exhausted || s.Depth != 2 {
		t.Errorf("cut short: found %v, search %+v", p, s)
	}
	if p, s = playout.Breadth(context.Background(), a, b, 1); p != nil || s.Depth != -1 {
		t.Errorf("hardly begun: found %v, search %+v", p, s)
	}
}

// What is sampled is never called the least when the search in breadth did not
// come so far, and no shorter line than it allows is looked for.
func TestSampledParting(t *testing.T) {
	a, b := game(t, nil), game(t, rulesets.Choice{"what_wins": "no_row"})
	p, s := playout.Breadth(context.Background(), a, b, 100)
	if p != nil {
		t.Fatal("found in a hundred positions")
	}
	p = playout.Part(context.Background(), a, b, playout.Options{Games: 50, Seed: 1, Cap: 100}, 10000, &s)
	if p == nil || p.Plies < 5 || s.Proved(p) || s.Games == 0 || s.Depth != 2 {
		t.Errorf("%+v, search %+v", p, s)
	}
}

// Games played against another interpretation are the games of the sample.
func TestAgainstIsTheSample(t *testing.T) {
	long.Slow(t)
	ctx := context.Background()
	o := playout.Options{Games: 12, Seed: 3, Cap: 300}
	check := func(a, b *rulesets.Game) {
		t.Helper()
		byInterpreter := o
		byInterpreter.Effects = true
		want := playout.Sample(ctx, b, byInterpreter)
		got, touched, first := playout.Against(ctx, a, b, o)
		if !reflect.DeepEqual(got.Outcomes, want.Outcomes) || got.Moves != want.Moves || got.Passes != want.Passes || got.OverCap != want.OverCap {
			t.Errorf("%s against %s: other games than by itself", b.Name(), a.Name())
		}
		if (touched > 0) != (first != nil) || a == b && touched > 0 {
			t.Errorf("%s against %s: %d games touched, first %v", b.Name(), a.Name(), touched, first)
		}
	}
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := rulesets.Load(rulesets.Bundled, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, d := range c.Definitions {
		home, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		check(home, home)
		for i, a := range d.Alternatives() {
			if !long.Form() && i%9 != 0 {
				continue
			}
			if g, errs := d.Game(a.Choice); len(errs) == 0 && playout.Comparable(home, g) {
				check(home, g)
			}
		}
	}
	a := game(t, nil)
	check(a, game(t, rulesets.Choice{"what_wins": "no_row"}))
	if _, touched, first := playout.Against(ctx, a, game(t, rulesets.Choice{"middle": "may_not"}), o); touched != 12 || first.Plies != 0 || len(first.Parting().LegalA) != 9 || len(first.Parting().LegalB) != 8 {
		t.Errorf("%d of 12 games touched, first %+v", touched, first)
	}
}

// One decision of each game is picked, each as likely: of games of four moves a
// reading about the first move touches a quarter, one about the last another.
func TestDecisionsTouched(t *testing.T) {
	ctx := context.Background()
	a := game(t, rulesets.Choice{"how_long": "after_four"})
	list := playout.Situations(ctx, a, playout.Options{Games: 800, Seed: 5, Cap: 100}, false)
	if len(list) != 800 {
		t.Fatalf("%d decisions", len(list))
	}
	share := func(c rulesets.Choice) float64 {
		x, err := playout.NewToucher(a, game(t, c))
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		n := 0
		for i := range list {
			yes, err := x.Touches(&list[i])
			if err != nil {
				t.Fatal(err)
			}
			if yes {
				n++
			}
		}
		return float64(n) / 800
	}
	if s := share(rulesets.Choice{"how_long": "after_four"}); s != 0 {
		t.Errorf("the same interpretation touches %.3f", s)
	}
	// 800 draws with chance 1/4: four standard errors are 0.061.
	if s := share(rulesets.Choice{"how_long": "after_four", "middle": "may_not"}); s < 0.189 || s > 0.311 {
		t.Errorf("the first of four decisions: %.3f", s)
	}
	if s := share(nil); s < 0.189 || s > 0.311 {
		t.Errorf("the last of four decisions: %.3f", s)
	}
	plies := [5]int{}
	for _, x := range list {
		plies[x.Ply]++
	}
	for k := 1; k <= 4; k++ {
		if plies[k] < 150 || plies[k] > 250 {
			t.Errorf("decisions by move: %v", plies)
		}
	}
}

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > within {
		t.Errorf("%s: %.7g, want %.7g", what, got, want)
	}
}

func TestPairedMean(t *testing.T) {
	// The sleep of ten patients under two drugs, which Student (1908) used: mean
	// difference 1.58, t = 4.0621, chance 0.002833, interval 0.7001 to 2.4599.
	d := playout.PairedMean([]float64{1.2, 2.4, 1.3, 1.3, 0, 1.0, 1.8, 0.8, 4.6, 1.4}, 0.05)
	near(t, "mean", d.Value, 1.58, 1e-12)
	near(t, "low", d.Low, 0.7001142, 1e-6)
	near(t, "high", d.High, 2.4598858, 1e-6)
	near(t, "chance", d.P, 0.002832890, 1e-8)
	if d := playout.PairedMean([]float64{0, 0, 0}, 0.05); !d.Same || d.P != 1 {
		t.Errorf("three pairs alike: %+v", d)
	}
	if d := playout.PairedMean([]float64{1}, 0.05); !math.IsNaN(d.P) || !math.IsNaN(d.Low) {
		t.Errorf("one pair: %+v", d)
	}
}

func TestQuantiles(t *testing.T) {
	// From tables of Student's t.
	for _, c := range []struct{ p, df, want float64 }{{0.975, 1, 12.7062}, {0.975, 10, 2.22814}, {0.995, 5, 4.03214}, {0.9995, 29, 3.65941}, {0.975, 120, 1.97993}} {
		near(t, "t", playout.StudentQuantile(c.p, c.df), c.want, 1e-4)
	}
	near(t, "normal", playout.NormalQuantile(0.975), 1.959963984540054, 1e-12)
}

func TestPairedShares(t *testing.T) {
	// Approval of a prime minister, asked twice of 1,600 people: 86 came to
	// approve, 150 ceased to (Agresti, Categorical Data Analysis, 10.1). The
	// ordinary interval for the change is −0.059 to −0.021; the adjusted one agrees
	// with it to three places for so large a sample.
	d := playout.PairedShares(86, 150, 1600, 0.05)
	near(t, "change", d.Value, -0.04, 1e-12)
	near(t, "low", d.Low, -0.0587, 1e-4)
	near(t, "high", d.High, -0.0212, 1e-4)
	// Ten against two: 2 (1 + 12 + 66) / 4096.
	near(t, "McNemar", playout.PairedShares(10, 2, 40, 0.05).P, 158.0/4096, 1e-12)
	// No pair that differs: nothing is claimed to be exactly nothing.
	if d := playout.PairedShares(0, 0, 50, 0.05); !d.Same || d.P != 1 || d.Low >= 0 || d.High <= 0 {
		t.Errorf("fifty pairs alike: %+v", d)
	}
}

func TestHolm(t *testing.T) {
	// The usual worked example: 0.01, 0.04, 0.03 and 0.005 become 0.03, 0.06, 0.06
	// and 0.02; at 5 % the first and the last are differences.
	got := playout.Holm([]float64{0.01, 0.04, math.NaN(), 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, math.NaN(), 0.06, 0.02} {
		if math.IsNaN(want) {
			if !math.IsNaN(got[i]) {
				t.Errorf("no comparison became %g", got[i])
			}
			continue
		}
		near(t, "corrected", got[i], want, 1e-12)
	}
	near(t, "at most 1", playout.Holm([]float64{0.9, 0.8})[0], 1, 0)
}

func TestDistributions(t *testing.T) {
	s := playout.Sample(context.Background(), game(t, nil), playout.Options{Games: 300, Seed: 2, Cap: 100})
	n, least := 0, 100.0
	for _, b := range s.Lengths() {
		n += b.N
		least = math.Min(least, b.Low)
	}
	if n != s.Over || n != 300 || least > 5 || s.Lengths()[0].N == 0 {
		t.Errorf("lengths %v of %d games", s.Lengths(), s.Over)
	}
	// Three in a row: completion and drawishness are of all games and make up one.
	if c, d := s.Completion(), s.Drawishness(); math.Abs(c.Value+d.Value-1) > 1e-12 || d.Value == 0 {
		t.Errorf("completion %v, drawishness %v", c, d)
	}
	near(t, "balance", s.Balance().Value, 1-math.Abs(float64(s.Wins[0]-s.Wins[1]))/300, 1e-12)
	if b := s.Balance(); b.Low > b.Value || b.High < b.Value {
		t.Errorf("balance %+v", b)
	}
	// Of games cut off at three moves none has ended: timeouts, not draws.
	s = playout.Sample(context.Background(), game(t, nil), playout.Options{Games: 20, Seed: 2, Cap: 3})
	if s.Timeouts().Value != 1 || s.Drawishness().Value != 0 || s.Completion().Value != 0 {
		t.Errorf("timeouts %v, drawishness %v, completion %v", s.Timeouts(), s.Drawishness(), s.Completion())
	}
}

// The first player is the one who begins, not the one who is named first: also when
// a lot says for each game who that is.
func TestFirstPlayerIsWhoBegins(t *testing.T) {
	t.Parallel()
	// Who begins wins at once, whoever it is.
	const quick = `
ruleset: quick
title: Quick
family: merels
statements:
  - {id: players, players: [white, black], begins: black, assumed: test}
  - {id: board, grid: {rows: 3, columns: 3, line: 3}, assumed: test}
  - {id: men, men: 2, assumed: test}
  - {id: set_up, set_up: {hand: 2}, assumed: test}
  - {id: turn, stage: {}, assumed: test}
  - {id: one_man, agenda: {play: [place]}, in: turn, assumed: test}
  - {id: place, allow: place, assumed: test}
  - {id: placed, end: a man is on the board, when: board > 0, winner: me, assumed: test}
questions:
  - id: lot
    asks: Is a lot cast?
    kind: silence
    weight: 1
    default: no_lot
    readings:
      - {id: no_lot, basis: conjectured, because: x}
      - id: cast
        basis: conjectured
        because: x
        statements:
          - {id: lots, throw: {lots: [white, black]}, assumed: test}
          - {id: lots_cast, variable: {kind: number, starts: 0, shared: yes}, called: the lots cast, assumed: test}
          - {id: casting, stage: {throws: lots}, when: lots_cast = 0, before: turn, assumed: test}
          - {id: lot_cast, agenda: {on: any, play: []}, in: casting, assumed: test}
          - {id: known, on: thrown, in: casting, do: {set: {lots_cast: 1}}, assumed: test}
          - {id: white_begins, on: thrown, in: casting, when: thrown = 1, do: {next: white}, assumed: test}
          - {id: black_begins, on: thrown, in: casting, when: thrown = 2, do: {next: black}, assumed: test}
`
	d, errs := rulesets.LoadOne("quick.yaml", []byte(quick), nil)
	for _, reading := range []string{"no_lot", "cast"} {
		g := gameOf(t, d, errs, rulesets.Choice{"lot": reading})
		s := playout.Sample(context.Background(), g, playout.Options{Games: 200, Cap: 100, Seed: 1})
		if s.FirstPlayer().Value != 1 {
			t.Errorf("%s: the first player won %v of the games", reading, s.FirstPlayer())
		}
		if reading == "cast" && (s.Wins[0] < 60 || s.Wins[1] < 60) {
			t.Errorf("the lot fell %v", s.Wins)
		}
	}
}

// A mark that one reading puts on men makes no other moves of their moves, until a rule
// asks for it.
func TestMarksOfOneReadingAlone(t *testing.T) {
	const walk = `
ruleset: walk
title: Walk
family: test
statements:
  - {id: players, players: [white, black], assumed: test}
  - {id: board, grid: {rows: 2, columns: 5}, assumed: test}
  - {id: track, track: {run: [a1, b1, c1, d1, e1], but: {black: [a2, b2, c2, d2, e2]}, off: no}, assumed: test}
  - {id: men, men: 2, assumed: test}
  - {id: set_up, set_up: {1: 1, 2: 1}, assumed: test}
  - {id: dice, throw: {dice: 1, faces: 2}, assumed: test}
  - {id: turn, stage: {throws: dice}, assumed: test}
  - {id: numbers, agenda: {on: other, play: [high]}, assumed: test}
  - {id: go, allow: advance, assumed: test}
  - {id: stop, blocked: stop, assumed: test}
  - {id: there, end: a man stands on the last place, when: own(5) > 0, winner: me, assumed: test}
questions:
  - id: gone
    asks: Is a man that has gone another man?
    kind: silence
    weight: 1
    default: no_other
    readings:
      - {id: no_other, basis: conjectured, because: x}
      - id: noted
        basis: conjectured
        because: x
        statements:
          - {id: gone, marks: [gone], assumed: test}
          - {id: note_it, on: advance, do: {mark: gone}, assumed: test}
      - id: rests
        basis: conjectured
        because: x
        statements:
          - {id: gone, marks: [gone], assumed: test}
          - {id: note_it, on: advance, do: {mark: gone}, assumed: test}
          - {id: once, forbid: advance, when: from in marked(gone), assumed: test}
`
	d, errs := rulesets.LoadOne("walk.yaml", []byte(walk), nil)
	o := playout.Options{Games: 50, Seed: 1, Cap: 100}
	usual := gameOf(t, d, errs, nil)
	var sr playout.Search
	if p := playout.Part(context.Background(), usual, gameOf(t, d, errs, rulesets.Choice{"gone": "noted"}), o, 5000, &sr); p != nil {
		t.Errorf("they part in %s after %s", p.Kind, p.A.Turns())
	}
	p := playout.Part(context.Background(), usual, gameOf(t, d, errs, rulesets.Choice{"gone": "rests"}), o, 5000, &sr)
	if p == nil || p.Kind != "moves" || len(p.LegalA) <= len(p.LegalB) {
		t.Errorf("%+v", p)
	}
}

// Sowings against the track are other moves than those along it, also where they end on the same place, and one program may have
// more ways to sow than kinds of men.
func TestSowingsEitherWay(t *testing.T) {
	t.Parallel()
	const ring = `
ruleset: ring
title: Ring
family: test
statements:
  - {id: players, players: [white, black], seen: rotated, assumed: test}
  - {id: board, holes: {rows: 2, columns: 3}, assumed: test}
  - {id: track, track: {run: [r1c1..r1c3, r2c3..r2c1], ring: yes, places: cells}, assumed: test}
  - {id: seeds, men: {nobody: 6}, called: seed, assumed: test}
  - {id: set_up, set_up: {r1c1: 3, r2c3: 3}, assumed: test}
  - {id: turn, stage: {}, assumed: test}
  - {id: one, agenda: {play: [sow]}, assumed: test}
  - {id: sow, allow: sow, from: row_1, assumed: test}
questions:
  - id: way
    asks: Which way?
    kind: silence
    weight: 1
    default: along
    readings:
      - {id: along, basis: conjectured, because: x}
      - {id: against, basis: conjectured, because: x, statements: [{replaces: sow, allow: sow, from: row_1, back: yes, assumed: test}]}
      - {id: either, basis: conjectured, because: x, statements: [{id: sow_back, allow: sow, from: row_1, back: yes, assumed: test}]}
`
	d, errs := rulesets.LoadOne("ring.yaml", []byte(ring), nil)
	o := playout.Options{Games: 5, Seed: 1, Cap: 10}
	along := gameOf(t, d, errs, nil)
	for _, way := range []string{"against", "either"} {
		var sr playout.Search
		p := playout.Part(context.Background(), along, gameOf(t, d, errs, rulesets.Choice{"way": way}), o, 50, &sr)
		if p == nil || p.Kind != "moves" || p.Plies != 0 {
			t.Errorf("%s: %+v", way, p)
		}
	}
}
