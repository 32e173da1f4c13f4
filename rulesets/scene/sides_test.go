package scene_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/scene"
	"github.com/lectio/lectio/testdata/bundled"
)

// Whose a side of a board is, the rules say that ask for sides to be joined; a game that asks
// for none has no sides.
func TestSidesAreOfTheRules(t *testing.T) {
	for id, want := range map[string]string{"hex": "red a1-k1, red a11-k11, blue a1-a11, blue k1-k11", "nine-mens-morris": "", "gomoku": ""} {
		g, errs := bundled.Gallery(t).Find(id).Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		s := g.Program.NewState()
		engine.NewInterpreter(g.Program).Start(s)
		pic := scene.Board(g, s, 0)
		var got []string
		for _, x := range pic.Sides {
			name := func(i int) string { return pic.Board.Cells[x.Cells[i]].Name }
			got = append(got, pic.Players[x.Player]+" "+name(0)+"-"+name(len(x.Cells)-1))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: %q, want %q", id, s, want)
		}
	}
}

// What is marked on a board on which a rule turns is a rosette, what is marked without a rule a
// cross; what a rule sets apart and nothing marks has another sign, and one that another
// picture of the board tells already has none.
func TestSignsAreOfTheRules(t *testing.T) {
	for name, want := range map[string]string{
		"tablut{camps=closed}": "shaded 32: the border, by the rules; hatched 16: the camps, by the rules; rings 5: the castle and the squares beside it, by the rules; dots 1: the centre, by the rules",
		"royal-game-of-ur":     "rosettes 5: the rosettes, by the rules",
		"barjis":               "rosettes 8: the squares of safety, by the rules",
		"natt-klab-ash-shawk":  "crosses 1: marked on the board",
		"brandubh":             "shaded 5: the middle and the squares beside it, by the rules; rosettes 5: the corners and the centre, by the rules",
		"tablut":               "shaded 32: the border, by the rules; hatched 5: the castle and the squares beside it, by the rules; rings 1: the centre, by the rules",
		"hex":                  "", // its sides are drawn
		"english-draughts":     "", // the dark squares are dark
		"backgammon":           "", // numbers say where the home is
	} {
		id, choice := name, rulesets.Choice(nil)
		if at := strings.Index(name, "{"); at >= 0 {
			question, reading, _ := strings.Cut(strings.Trim(name[at:], "{}"), "=")
			id, choice = name[:at], rulesets.Choice{question: reading}
		}
		d := bundled.Gallery(t).Find(id)
		if d == nil {
			d = bundled.Corpus(t).Find(id)
		}
		g, errs := d.Game(choice)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		var got []string
		for _, x := range scene.Board(g, g.Program.NewState(), 0).Board.Signs {
			got = append(got, fmt.Sprintf("%s %d: %s", x.Look, len(x.Cells), x.Text))
		}
		if s := strings.Join(got, "; "); s != want {
			t.Errorf("%s: %q, want %q", name, s, want)
		}
	}
}
