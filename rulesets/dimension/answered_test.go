package dimension_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
)

// Answers keep the numbers that tell games apart, name throws as sources do, and take no
// absence for a rule.
func TestAnswersAreSo(t *testing.T) {
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := dimension.Load(rulesets.Bundled, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, tt := range []struct{ game, question, reading, dimension, want string }{
		{"mylna", "", "", "points", "No."},
		{"mylna", "", "", "repetition", "Yes, for the third time."},
		{"gallery:nine-mens-morris", "", "", "repetition", "Yes, for the second time."},
		{"gallery:nine-mens-morris", "", "", "points", "No."},
		{"gallery:backgammon", "", "", "points", "Yes."},
		{"gallery:backgammon", "", "", "hitting_by_choice", "By one who lands there, which nobody need do while he can play otherwise."},
		{"kioz", "", "", "further_throws", "4 (0 up), 1 (1 up), 6 (4 up)."},
		{"barjis", "", "", "which_throws_enter", "10 (1 up), 25 (5 up)."},
		{"piprjall", "jan_by_one_man", "sixth-if-closed", "winning_by_imprisoning", "Yes, as stated."},
		{"piprjall", "jan_by_one_man", "seventh-man", "winning_by_imprisoning", "Yes, as stated."},
	} {
		d := c.Find(tt.game)
		if id, found := strings.CutPrefix(tt.game, rulesets.GalleryName); found {
			d = rulesets.OpenGallery().Find(rulesets.GalleryName + id)
		}
		var choice rulesets.Choice
		for _, a := range d.Alternatives() {
			if a.Question.Name() == tt.question && a.Reading.ID == tt.reading {
				choice = a.Choice
			}
		}
		in, errs := d.Interpret(choice)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, s := range dimension.Answers(context.Background(), in, c.DimensionsOf(d.Family)) {
			if s.Dimension.ID == tt.dimension {
				if got := answerOf(&s); got != tt.want {
					t.Errorf("%s %s=%s: %s is %q; expected %q", tt.game, tt.question, tt.reading, tt.dimension, got, tt.want)
				}
			}
		}
	}
}

func answerOf(s *dimension.Settlement) string {
	if s.Answer == nil {
		return ""
	}
	return s.Answer.Sentence()
}
