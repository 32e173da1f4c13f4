package edition_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/testdata/bundled"
)

// A ground is what rules name as part of the board, whoever comes there: sets that are
// defined and words of the board, of which rules that are in force make use. What is another
// place for another player is none, nor is what depends on where men stand.
func TestGrounds(t *testing.T) {
	for _, test := range []struct {
		game   string
		choice rulesets.Choice
		want   []string
	}{
		{"royal-game-of-ur", nil, []string{"the rosettes: w4 w14 m8 b4 b14"}},
		{"tablut", nil, []string{"the centre: e5", "the border: 32 cells", "the castle and the squares beside it: e4 d5 e5 f5 e6"}},
		{"brandubh", nil, []string{"the corners: a1 g1 a7 g7", "the centre: d4", "the middle and the squares beside it: d3 c4 d4 e4 d5"}},
		{"brandubh", rulesets.Choice{"where_he_escapes": "edge"}, []string{"the corners: a1 g1 a7 g7", "the centre: d4", "the edge: 24 cells", "the middle and the squares beside it: d3 c4 d4 e4 d5"}},
		{"barjis", nil, []string{"the squares of safety: sl6 sr6 el6 er6 nl6 nr6 wl6 wr6"}},
		{"barjis", rulesets.Choice{"safe_for_whom": "owner-of-the-arm"}, nil}, // of each player another pair
		{"natt-klab-ash-shawk", nil, nil}, // a cross without a rule
		{"shatranj", nil, nil},            // the last row of each is another
		{"kioz", nil, nil},
	} {
		d := bundled.Corpus(t).Find(test.game)
		if d == nil {
			d = bundled.Gallery(t).Find(test.game)
		}
		g, errs := d.Game(test.choice)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		var got []string
		for _, x := range edition.Grounds(g) {
			text := x.Called + ":"
			if len(x.Cells) > 8 {
				text += fmt.Sprintf(" %d cells", len(x.Cells))
			} else {
				for _, c := range x.Cells {
					text += " " + g.Board.Cells[c].Name
				}
			}
			got = append(got, text)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s %v: grounds\n  %q, want\n  %q", test.game, test.choice, got, test.want)
		}
	}
}
