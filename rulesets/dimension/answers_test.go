package dimension_test

import (
	"context"
	"testing"

	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/bundled"
)

// TestAnswers asks whether Answers sees what Settlements sees.
func TestAnswers(t *testing.T) {
	c := bundled.Corpus(t)
	d := c.Find("mylna")
	in, errs := d.Interpret(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	dims := c.DimensionsOf(d.Family)
	answers := map[*dimension.Dimension]dimension.Settlement{}
	for _, a := range dimension.Answers(context.Background(), in, dims) {
		answers[a.Dimension] = a
	}
	told := 0
	for _, s := range c.Settle(context.Background(), in) {
		a := answers[s.Dimension]
		if (s.Standing == dimension.Moot) != (a.Standing == dimension.Moot) {
			t.Errorf("%s: %s, without its questions %s", s.Dimension.ID, s.Standing, a.Standing)
		}
		if (s.Answer == nil) != (a.Answer == nil) || s.Answer != nil && s.Answer.ID != a.Answer.ID {
			t.Errorf("%s: answered %v, without its questions %v", s.Dimension.ID, s.Answer, a.Answer)
		}
		if a.Answer != nil {
			told++
		}
	}
	if told < 10 {
		t.Errorf("only %d dimensions are answered", told)
	}
}
