package edition_test

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
)

// Of a board or a way a reading tells what is otherwise, and not all that stays; cells stay
// cells where men go slantwise; nobody is borne off where men have no way; and what is thrown
// has the name that its source gives it.
func TestReadingsTellWhatIsOtherwise(t *testing.T) {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := rulesets.Load(rulesets.Bundled, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, x := range []struct{ game, question, reading, says, never string }{
		{"barjis", "marked_cells", "twelve", "Of the board, the squares sr6, sm8, sl6, er6, em8, el6, nr6, nm8, nl6, wr6, wm8 and wl6 are marked; all else stays as it is.", "named by its arm"},
		{"kioz", "where_they_go_round", "home-again", "Of the way, from the end of “second” a man goes on to the beginning of “third” or to the beginning of “home”; all else stays as it is.", "of the two players' legs"},
		{"natt-klab-ash-shawk", "no_move_left", "other-takes-off-one", "For “opening man”, the player may take off a man from any square with at least one of his men.", "bear"},
		{"natt-klab-ash-shawk", "cross_in_the_middle", "slant-ways", "slantwise too; all else stays as it is.", "point"},
		{"gallery:konane", "first_stones", "players-choose", "may take off a stone", "bear"},
		{"gallery:royal-game-of-ur", "how_many_pyramids", "three", "Three pyramids are thrown", "stick"},
		{"gallery:fox-and-geese", "slantwise", "never", "Of the board, lines no longer join: a3 b4 c5 d6 e7", "in drawings"},
	} {
		d := c.Find(x.game)
		if strings.HasPrefix(x.game, rulesets.GalleryName) {
			d = rulesets.OpenGallery().Find(x.game)
		}
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		q := d.Question(x.question)
		var told []string
		for _, change := range edition.ReadingsOf(g).Changes(q, q.Reading(x.reading)) {
			told = append(told, change.Text)
		}
		text := strings.Join(told, "\n")
		if !strings.Contains(text, x.says) || strings.Contains(text, x.never) {
			t.Errorf("%s %s=%s reads\n%s\nexpected %q in it, and not %q", x.game, x.question, x.reading, text, x.says, x.never)
		}
	}
}
