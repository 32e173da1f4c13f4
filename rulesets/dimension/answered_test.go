package dimension_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// Answers keep the numbers that tell games apart, name throws as sources do, and take no
// absence for a rule.
func TestAnswersAreSo(t *testing.T) {
	long.Slow(t)
	c := bundled.Corpus(t)
	of, order := map[[3]string]map[string]string{}, [][3]string(nil) // by interpretation
	for _, tt := range []struct{ game, question, reading, dimension, want string }{
		{"mylna", "", "", "points", "No."},
		{"mylna", "", "", "repetition", "Yes, for the third time."},
		{"gallery:nine-mens-morris", "", "", "repetition", "Yes, for the second time."},
		{"gallery:nine-mens-morris", "", "", "points", "No."},
		{"gallery:backgammon", "", "", "points", "Yes."},
		{"gallery:backgammon", "", "", "hitting_by_choice", "By one who lands there, which nobody need do while he can play otherwise."},
		{"mylna", "", "", "who_begins", "The player on whom the lot falls."},
		{"piprjall", "", "", "who_begins", "The player whose die is lower."},
		{"piprjall", "PIP-A03", "higher-die", "who_begins", "The player whose die is higher."},
		{"lange-puff", "LP-A20", "lot", "who_begins", "The player on whom a lot falls."},
		{"mylna", "", "", "compulsion", "Yes; but men that he may take he need not."},
		{"lange-puff", "", "", "compulsion", "Yes; but numbers that he is given to play or to leave."},
		{"gallery:latrunculi", "", "", "compulsion", "Yes; but what he has begun he may break off, where a rule says so."},
		{"piprjall", "", "", "blocked_throw", "It is lost when nothing else that is left can be played before it."},
		{"lange-puff", "", "", "blocked_throw", "It is lost, and so is what has to be played after it."},
		{"gallery:tic-tac-toe", "", "", "repetition", ""},
		{"gallery:backgammon", "", "", "repetition", "No; play goes on."},
		{"gallery:bagh-chal", "", "", "placing_before_moving", "Yes, his own; who has none to place moves while the other places."},
		{"gallery:fox-and-geese", "", "", "slanting_moves", "Along the slanting lines that start from every other point."},
		{"gallery:gomoku", "", "", "ends", "By something else, which the rules of the end say: When a stone has been placed and the stone just put down stands in five of the player's stones in a row, the game is over (five in a row) and the player wins."},
		{"gallery:brandubh", "", "", "moves", "Farther, as it is stated: The player may move a soldier to any square that lies on an unbroken straight row of squares over which men go that begins next to the square moved from, is not one of the corners, and is not the centre. The player may move a king to any square that lies on an unbroken straight row of squares over which men go that begins next to the square moved from and is not the centre."},
		{"natt-klab-ash-shawk", "", "", "winning", "With none."},
		{"gallery:fox-and-geese", "", "", "winning", "Geese with none."},
		{"barjis", "", "", "points", "Yes."},
		{"barjis", "BJ-A35", "one", "points", "No."},
		{"kioz", "", "", "values", "1 up: 1; 2 up: 2; 3 up: 2."}, // that of none, and of all, has a question of its own
		{"kioz", "", "", "further_throws", "4 (0 up), 1 (1 up), 6 (4 up)."},
		{"barjis", "", "", "which_throws_enter", "10 (1 up), 25 (5 up)."},
		{"piprjall", "jan_by_one_man", "sixth-if-closed", "winning_by_imprisoning", "Yes, as stated: When a move has been made, and the opponent has more men on the bar than there are entry points, or as many while none of them is available, the game is over (the opponent has more captured men than he can enter); this end goes before “nothing left to play for” where both would apply."},
		{"piprjall", "jan_by_one_man", "seventh-man", "winning_by_imprisoning", "Yes, as stated: When a move has been made and the opponent has more men on the bar than there are entry points, the game is over (the opponent has more captured men than he can enter); this end goes before “nothing left to play for” where both would apply."},
	} {
		key := [3]string{tt.game, tt.question, tt.reading}
		if of[key] == nil {
			order = append(order, key)
			of[key] = map[string]string{}
		}
		of[key][tt.dimension] = tt.want
	}
	for _, key := range order {
		game, question, reading := key[0], key[1], key[2]
		if game == "gallery:latrunculi" && !long.Form() {
			continue // its games take longest
		}
		d := c.Find(game)
		if id, found := strings.CutPrefix(game, rulesets.GalleryName); found {
			d = rulesets.OpenGallery().Find(rulesets.GalleryName + id)
		}
		var choice rulesets.Choice
		for _, a := range d.Alternatives() {
			if a.Question.Name() == question && a.Reading.ID == reading {
				choice = a.Choice
			}
		}
		in, errs := d.Interpret(choice)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		dims := slices.DeleteFunc(slices.Clone(c.DimensionsOf(d.Family)), func(x *dimension.Dimension) bool {
			_, asked := of[key][x.ID]
			return !asked
		})
		if len(dims) != len(of[key]) {
			t.Errorf("%s: %d dimensions of %v are asked", game, len(dims), of[key])
		}
		for _, s := range dimension.Answers(context.Background(), in, dims) {
			if got, want := answerOf(&s), of[key][s.Dimension.ID]; got != want {
				t.Errorf("%s %s=%s: %s is %q; expected %q", game, question, reading, s.Dimension.ID, got, want)
			}
		}
	}
}

func answerOf(s *dimension.Settlement) string {
	if s.Answer == nil {
		return ""
	}
	if s.Answer.Detail {
		return s.Words
	}
	return s.Sentence()
}
