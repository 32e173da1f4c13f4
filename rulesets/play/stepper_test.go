package play_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// stepped plays a game by steps and writes down every state, and the moves listed there.
// After so many of them generated code gives up.
func stepped(x *play.Stepper, p *engine.Program, r *random.Source, most, beyond int) (out []string) {
	x.Start()
	for n := 0; n < most && x.State.Status() != engine.Over; n++ {
		if n == beyond {
			x.Beyond()
		}
		if x.State.Status() == engine.AwaitsThrow {
			out = append(out, fmt.Sprintf("%x", x.State.Bytes()))
			x.Throw(p.Draw(r, x.State.Device(p)))
			continue
		}
		list := x.List()
		k := x.Pick(r)
		line := fmt.Sprintf("%x %d of", x.State.Bytes(), k)
		for _, m := range list {
			line += fmt.Sprint(" ", m.Act, m.Part, m.From, m.To, m.Over, m.Class, m.Men, m.Sparing)
		}
		out = append(out, line)
		x.Make(k)
	}
	return append(out, fmt.Sprintf("%x %d unclear", x.State.Bytes(), x.Unclear()))
}

// TestSteppersPlayTheSameGames compares generated code with the interpreter at every step,
// also where generated code has to leave a game to the interpreter midway.
func TestSteppersPlayTheSameGames(t *testing.T) {
	for _, c := range append(corpora(t), bundled.Gallery(t).Corpus) {
		for _, d := range c.Definitions {
			choices := []rulesets.Choice{nil}
			for i, a := range d.Alternatives() {
				if long.Form() && i%9 == 0 || i%27 == 0 {
					choices = append(choices, a.Choice)
				}
			}
			for _, choice := range choices {
				g, errs := d.Game(choice)
				if len(errs) > 0 {
					continue
				}
				p := g.Program
				x, in := play.NewExecutor(p, play.Generated).Stepper(), play.NewExecutor(p, play.Interpreted).Stepper()
				for game, beyond := range []int{-1, 40} {
					want := stepped(in, p, random.New(7, uint64(game)), 150, -1)
					got := stepped(x, p, random.New(7, uint64(game)), 150, beyond)
					for i := range want {
						if i >= len(got) || got[i] != want[i] {
							t.Fatalf("%s: step %d of game %d is\n%s, not\n%s", g.Name(), i, game, got[min(i, len(got)-1)], want[i])
						}
					}
				}
				x.Close()
			}
		}
	}
}

// TestStepperTakesUpStates makes every move of a state, taken up again for each, and sees to
// it that the moves listed for it can still be made.
func TestStepperTakesUpStates(t *testing.T) {
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		p, r := g.Program, random.New(3, 1)
		in, s, want := engine.NewInterpreter(p), p.NewState(), p.NewState()
		x := play.NewExecutor(p, play.Generated).Stepper()
		in.Start(s)
		for range 60 {
			if s.Status() == engine.AwaitsThrow {
				in.Throw(s, p.Draw(r, s.Device(p)))
				continue
			}
			k, moves := in.Choose(s, r, nil)
			x.Set(s, nil)
			if len(x.List()) != len(moves) {
				t.Fatalf("%s: %d moves, not %d", d.ID, len(x.Moves), len(moves))
			}
			for j := range moves {
				want.CopyFrom(s)
				in.Play(want, moves[j])
				x.Set(s, nil)
				x.Make(j)
				if !bytes.Equal(x.State.Bytes(), want.Bytes()) {
					t.Fatalf("%s: move %d of %d leads to another state", d.ID, j, len(moves))
				}
			}
			in.Play(s, moves[k])
		}
		x.Close()
	}
}

// TestStepperLooksNoFarther plays games under bounds on looking ahead: whoever plays, a game
// is played to the same end, or goes too far.
func TestStepperLooksNoFarther(t *testing.T) {
	far, played := 0, 0
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		game := func(m play.Means, most int) (out string) {
			x := play.NewExecutor(g.Program, m).Stepper()
			defer x.Close()
			defer func() {
				if r := recover(); r != nil {
					if _, ok := r.(engine.TooFar); !ok {
						panic(r)
					}
					out = "too far"
				}
			}()
			x.Look(most)
			x.Start()
			tally := x.Random(random.New(1, 2), 300, -1)
			return fmt.Sprintf("%+v %x", tally, x.State.Bytes())
		}
		for _, most := range []int{1, 20, 1000} {
			got, want := game(play.Generated, most), game(play.Interpreted, most)
			if got != want {
				t.Errorf("%s, %d positions: %s, not %s", d.ID, most, got, want)
			}
			if want == "too far" {
				far++
			} else {
				played++
			}
		}
	}
	if far == 0 || played == 0 {
		t.Errorf("%d games went too far, %d were played", far, played)
	}
}

// TestSteppersShareWhatIsSpent plays every game by a stepper of its own: what the interpreter
// takes for all of them together decides when generated code pays.
func TestSteppersShareWhatIsSpent(t *testing.T) {
	g, errs := bundled.Corpus(t).Definitions[0].Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	by := play.NewExecutor(g.Program, play.Whichever)
	if errors.Is(by.Interpreted(), play.ErrNoCompiler) {
		t.Skip("nothing is generated here")
	}
	for number := range uint64(500) {
		x := by.Stepper()
		x.Start()
		generated := x.Generated()
		x.Random(random.New(1, number), 20000, -1)
		x.Close()
		if generated {
			return
		}
	}
	t.Error("500 games were interpreted")
}

// TestExpectedGamesAreGenerated has generated code play from the second game on where many are
// to come, and not where the interpreter is done with them sooner.
func TestExpectedGamesAreGenerated(t *testing.T) {
	g, errs := bundled.Corpus(t).Definitions[0].Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	for games, want := range map[int]bool{0: false, 2: false, 1 << 20: true} {
		by := play.NewExecutor(g.Program, play.Whichever)
		if errors.Is(by.Interpreted(), play.ErrNoCompiler) {
			t.Skip("nothing is generated here")
		}
		x := by.Stepper()
		x.Expect(games)
		x.Start()
		if x.Generated() {
			t.Errorf("of %d games to come the first is played by generated code", games)
		}
		x.Random(random.New(1, 0), 50, -1)
		x.Start()
		if x.Generated() != want {
			t.Errorf("of %d games to come the second is played by generated code: %v, want %v", games, !want, want)
		}
		x.Close()
		by.Close(t.Context())
	}
}
