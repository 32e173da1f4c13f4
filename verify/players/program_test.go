package players

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

const shareOfErrors = "the share of moves that are drawn is a number above 0, at most 1, of at most six decimals, written as perfect:0.1"

func TestNamesAreReadAsTheyAreWritten(t *testing.T) {
	for _, text := range []string{"random", "learned", "learned:2", "learned:0", "learned:default", "learned:2:default", "searching:1", "searching:5:default", "searching:10000000", "playouts:300", "perfect", "perfect:0.1", "perfect:0.000001", "perfect:1"} {
		if n, err := ParseName(text); err != nil || n.String() != text {
			t.Errorf("%s: %v, %v", text, n, err)
		}
	}
	for text, want := range map[string]string{
		"":                  "there is no such program",
		"lerned":            "there is no such program; did you mean \"learned\"?",
		"random:1":          "random has nothing behind it",
		"learned:x":         "the seed of a training is a whole number, written as learned:2",
		"learned:-1":        "the seed of a training is a whole number, written as learned:2",
		"learned:":          "the seed of a training is a whole number, written as learned:2",
		"learned:default:2": "the seed of a training is a whole number, written as learned:2",
		"random:default":    "only a program that learns can have learned the default",
		"perfect:default":   "only a program that learns can have learned the default",
		"searching":         "a search says how many lines it follows for a decision, from 1 to 10000000: searching:1000",
		"searching:0":       "a search says how many lines it follows for a decision, from 1 to 10000000: searching:1000",
		"playouts:1e3":      "a search says how many lines it follows for a decision, from 1 to 10000000: playouts:1000",
		"playouts:10^20":    "a search says how many lines it follows for a decision, from 1 to 10000000: playouts:1000",
		"perfect:0":         shareOfErrors,
		"perfect:1.5":       shareOfErrors,
		"perfect:1/3":       shareOfErrors,
		"perfect:1e-3":      shareOfErrors,
		"perfect:-0.1":      shareOfErrors,
		"perfect:":          shareOfErrors,
		"perfect:0.1234567": shareOfErrors,
	} {
		_, err := ParseName(text)
		if fmt.Sprint(err) != fmt.Sprintf("%s; found %q, expected %s", want, text, CanBeWritten) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// game is a game of a corpus by its id, at its table.
func game(t testing.TB, id string, m play.Means) (*rulesets.Game, *Table) {
	t.Helper()
	for _, d := range append(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions...) {
		if d.ID != id {
			continue
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		x := play.NewExecutor(g.Program, m)
		t.Cleanup(func() { x.Close(context.Background()) })
		return g, &Table{Form: weigh.FormOf(g.Program, false), By: x, Cap: 60}
	}
	t.Fatal("there is no " + id)
	return nil, nil
}

// someWeights are weights drawn at random, few enough in number that moves are often worth the same.
func someWeights(f *weigh.Form, seed uint64) []int16 {
	r := random.New(seed, 0)
	out := make([]int16, f.Weights())
	for i := range out {
		out[i] = int16(100 * (r.Below(7) - 3))
	}
	return out
}

// Games with throws and without, with repeated positions, with a whole turn of several moves, and of four players.
var ofEachKind = []string{"mylna", "royal-game-of-ur", "tablut", "lange-puff", "barjis", "latrunculi"}

// told writes down what games came to.
func told(to *[]string) func(*play.Played) {
	return func(p *play.Played) {
		p.Branch, p.Chosen = 0, 0
		*to = append(*to, fmt.Sprintf("game %d %+v %x", p.Number, p.Tally, p.State.Bytes()))
	}
}

func sameGames(t *testing.T, what string, got, want []string) {
	t.Helper()
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("%s:\n%v\nnot\n%v", what, got, want)
			return
		}
	}
}

// What a program plays decision by decision is what is played in one go, throw for throw.
func TestGamesAreTheSameDecisionByDecision(t *testing.T) {
	for _, id := range ofEachKind {
		g, x := game(t, id, play.Whichever)
		var seats []Program
		for q := range g.Program.Players {
			seats = append(seats, []Program{OneAhead(x.Form, someWeights(x.Form, 1)), drawing{}}[q%2])
		}
		s := play.Series{Seed: 3, Count: long.Of(3, 40), Cap: x.Cap}
		var want, got []string
		if err := errors.Join(x.Games(t.Context(), seats, 32, s, told(&want)), x.played(t.Context(), seats, 32, s, told(&got))); err != nil {
			t.Fatal(err)
		}
		sameGames(t, id, got, want)
	}
}

// A search chooses the same in generated code and in the interpreter, and whatever was searched before; also where a
// move is not permitted because the position has stood before.
func TestSearchesAreTheSame(t *testing.T) {
	for _, id := range ofEachKind {
		for _, playing := range []bool{false, true} {
			var all [2][]string
			for i, means := range []play.Means{play.Generated, play.Interpreted} {
				_, x := game(t, id, means)
				x.Cap = long.Of(6, 40)
				weights := someWeights(x.Form, 1)
				if playing {
					weights = nil
				}
				series := []play.Series{{Seed: 4, Count: 2, Cap: x.Cap}}
				if means == play.Interpreted {
					series = []play.Series{{Seed: 4, First: 1, Count: 1, Cap: x.Cap}}
				}
				for _, s := range series {
					search := newSearch(x, 12, weights, playing)
					defer search.Close()
					var seats []Program
					for range x.Form.Program.Players {
						seats = append(seats, search)
					}
					if err := x.Games(t.Context(), seats, 32, s, told(&all[i])); err != nil {
						t.Fatal(err)
					}
				}
			}
			sameGames(t, fmt.Sprint(id, " ", playing), all[0][1:], all[1])
		}
	}
}

// What a program weighs has a name of its own in every game, whatever number of kinds its men are of, and is said in words; what
// no position has has none.
func TestWhatIsWeighedHasNames(t *testing.T) {
	for _, d := range append(bundled.Corpus(t).Definitions, bundled.Gallery(t).Definitions...) {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		f := weigh.FormOf(g.Program, false)
		for v := range f.Views {
			names, said := f.Names(v), f.Said(v)
			seen := map[string]bool{}
			for i, name := range names {
				if name != "" && seen[name] || (name == "") != (said[i] == "") {
					t.Fatalf("%s: number %d is called %q and said %q", d.ID, i, name, said[i])
				}
				seen[name] = true
			}
			if f.Man(0, 0, 1, 0) != 0 || names[0] == "" {
				t.Errorf("%s: the first is called %q", d.ID, names[0])
			}
		}
	}
}
