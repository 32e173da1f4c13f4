package scene_test

import (
	"fmt"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/scene"
	"github.com/lectio/lectio/testdata/bundled"
)

// What has been thrown and is to be played lies below the board, each thing as it fell; what
// counts lies first. Before a throw nothing lies there.
func TestThrowsLieAsTheyFell(t *testing.T) {
	for _, x := range []struct {
		game   *rulesets.Definition
		choice rulesets.Choice
		throw  string
		want   []draw.Fallen
		words  string
	}{
		{bundled.Corpus(t).Find("piprjall"), nil, "6-2", []draw.Fallen{{Thing: draw.Die, Up: 6}, {Thing: draw.Die, Up: 2}}, "6-2"},
		{bundled.Corpus(t).Find("kioz"), nil, "1", fell(draw.Stick, 1, 0, 0, 0), "1 of 4 sticks with the white side up"},
		{bundled.Corpus(t).Find("barjis"), nil, "2", fell(draw.Cowrie, 1, 1, 0, 0, 0, 0), ""},
		{bundled.Gallery(t).Find("royal-game-of-ur"), nil, "3", fell(draw.Pyramid, 1, 1, 1, 0), "3 of 4 pyramids with the marked point up"},
		{bundled.Gallery(t).Find("royal-game-of-ur"), rulesets.Choice{"how_many_pyramids": "three"}, "2", fell(draw.Pyramid, 1, 1, 0), ""},
	} {
		g, errs := x.game.Game(x.choice)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
		in.Start(s)
		if before := scene.Board(g, s, 0).Throws; len(before) > 0 {
			t.Errorf("%s: %v lies there before a throw", x.game.ID, before)
		}
		if errs := g.MakeThrows(in, s, x.throw); len(errs) > 0 {
			t.Fatal(errs)
		}
		got := scene.Board(g, s, 0).Throws
		if len(got) != 1 || fmt.Sprint(got[0].Things) != fmt.Sprint(x.want) || x.words != "" && got[0].Words != x.words {
			t.Errorf("%s: a throw of %s is %+v, want %v, %q", x.game.ID, x.throw, got, x.want, x.words)
		}
	}
}

func fell(thing draw.Thing, up ...int) (out []draw.Fallen) {
	for _, n := range up {
		out = append(out, draw.Fallen{Thing: thing, Up: n})
	}
	return out
}

// Squares have the numbers by which books on draughts call them, of which the first are those
// of who begins in the English game, and of his opponent in the international one; what they are called in moves stays.
func TestSquaresAreNumbered(t *testing.T) {
	for id, want := range map[string]map[string]string{
		"english-draughts":       {"g1": "1", "a1": "4", "h2": "5", "b8": "32", "a2": ""},
		"international-draughts": {"b10": "1", "j10": "5", "a9": "6", "a1": "46", "i1": "50", "b1": ""},
	} {
		g, errs := bundled.Gallery(t).Find(id).Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		s := g.Program.NewState()
		engine.NewInterpreter(g.Program).Start(s)
		numbered := 0
		for _, c := range scene.Board(g, s, 0).Board.Cells {
			if number, asked := want[c.Name]; asked && c.Number != number {
				t.Errorf("%s: %s is number %q, want %q", id, c.Name, c.Number, number)
			}
			if (c.Number != "") != c.Dark {
				t.Errorf("%s: %s is number %q", id, c.Name, c.Number)
			}
			if c.Number != "" {
				numbered++
			}
		}
		if numbered*2 != len(g.Board.Cells) {
			t.Errorf("%s: %d squares are numbered", id, numbered)
		}
	}
}
