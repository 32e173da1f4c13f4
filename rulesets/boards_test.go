package rulesets_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// Interpretations of one ruleset share boards: those that each has alone, also where
// readings change the board or the track. Each is laid out once, and walks on it are
// tabulated once.
func TestBoardsAreShared(t *testing.T) {
	boards := 0
	for _, d := range slices.Concat(bundled.Gallery(t).Definitions, bundled.Corpus(t).Definitions) {
		choices := []rulesets.Choice{nil}
		for _, a := range d.Alternatives() {
			// What a reading does to the board shows in few of them; the rest are alike.
			if long.Form() || slices.ContainsFunc(a.Reading.Statements, laysOut) {
				choices = append(choices, a.Choice)
			}
		}
		laid := map[*board.Board]bool{}
		for _, c := range append(choices, nil) {
			alone, errs := d.WithBoardsOfItsOwn().Game(c)
			shared, more := d.Game(c)
			if len(errs) > 0 || len(more) > 0 {
				t.Fatal(d.ID, c, errs, more)
			}
			laid[shared.Board] = true
			for what, differ := range map[string]bool{
				"board":  !reflect.DeepEqual(drawn(alone.Board), drawn(shared.Board)),
				"places": !reflect.DeepEqual(placesOf(alone), placesOf(shared)),
				"routes": !reflect.DeepEqual(alone.Program.Routes, shared.Program.Routes),
				"names":  alone.Numbered != shared.Numbered || !reflect.DeepEqual(alone.Names.Legs, shared.Names.Legs) || !reflect.DeepEqual(alone.Names.PlaceAt, shared.Names.PlaceAt),
			} {
				if differ {
					t.Errorf("%s{%s}: another %s where boards are shared", d.ID, c, what)
				}
			}
		}
		boards += len(laid)
		once, _ := d.Game(nil)
		again, _ := d.Game(nil)
		if once.Board != again.Board || once.Program.Routes != again.Program.Routes {
			t.Errorf("%s: the same interpretation has its board laid out again", d.ID)
		}
	}
	if boards < 30 {
		t.Errorf("%d boards; no reading changes one, so the test finds nothing", boards)
	}
}

func laysOut(s *rulesets.Statement) bool {
	return s.Kind == "players" || s.Kind == "track" || slices.Contains(ast.BoardKinds, s.Kind)
}

// drawn is what a board is, without the functions by which it finds ways.
func drawn(b *board.Board) board.Board {
	return board.Board{Cells: b.Cells, Near: b.Near, Leaps: b.Leaps, Lines: b.Lines, Sets: b.Sets, Edges: b.Edges, Loose: b.Loose}
}

// placesOf are the places of a game, without what is kept of them.
func placesOf(g *rulesets.Game) place.Board {
	b := g.Program.Board
	b.Share()
	return b
}

// A move is found by its text, in part or whole, as if all the legal moves were written
// out: those that cannot be meant are not played to see what they take.
func TestMovesAreFoundAmongAll(t *testing.T) {
	asked := 0
	everyDefault(t, func(g *rulesets.Game) {
		in := engine.NewInterpreter(g.Program)
		s := g.Program.NewState()
		in.Start(s)
		r := random.New(1, 0)
		for range long.Of(12, 200) {
			if s.Status() == engine.Over {
				break
			}
			if s.Status() == engine.AwaitsThrow {
				in.Throw(s, g.Program.Draw(r, s.Device(g.Program)))
				continue
			}
			legal := g.Legal(in, s)
			if len(legal) == 0 {
				break
			}
			for _, m := range legal[:min(len(legal), 8)] {
				for _, text := range []string{m.Text, m.Text + "*", m.Text + ":" + g.PartText(m.Move), "x" + m.Text} {
					asked++
					var want []engine.Move
					for _, fit := range g.Named(legal, text) {
						want = append(want, fit.Move)
					}
					got := g.FindMoves(in, s, text)
					// Where the star decides between moves, none is found.
					if len(got) > 0 && !slices.Equal(got, want) || len(got) == 0 && len(want) == 1 {
						t.Errorf("%s: %q names %v; want %v", g.Definition.ID, text, got, want)
					}
				}
			}
			in.Play(s, legal[len(legal)/2].Move)
		}
	})
	if asked < 1000 {
		t.Errorf("only %d texts were looked for", asked)
	}
}
