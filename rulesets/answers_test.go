package rulesets_test

import (
	"context"
	"testing"

	"github.com/lectio/lectio/rulesets"
)

// TestAnswers asks whether Answers sees what Settlements sees.
func TestAnswers(t *testing.T) {
	c := bundled(t)
	d := c.Find("mylna")
	in, errs := d.Interpret(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	dims := c.DimensionsOf(d.Family)
	answers := map[*rulesets.Dimension]rulesets.Settlement{}
	for _, a := range in.Answers(context.Background(), dims) {
		answers[a.Dimension] = a
	}
	told := 0
	for _, s := range in.Settlements(context.Background(), dims) {
		a := answers[s.Dimension]
		if (s.Standing == rulesets.Moot) != (a.Standing == rulesets.Moot) {
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

// TestDraw draws choices and asks the ruleset whether they can be had.
func TestDraw(t *testing.T) {
	for _, d := range bundled(t).Definitions {
		w := d.Drawer(1)
		q := d.Questions[0]
		fixed := rulesets.Choice{q.ID: q.Default}
		seen := map[string]bool{}
		for range 20 {
			choice, ok := w.Draw(fixed)
			if !ok {
				t.Fatalf("%s: no choice has the default of %s", d.ID, q.Name())
			}
			if choice[q.ID] != q.Default {
				t.Errorf("%s: %s was to be %s and is %s", d.ID, q.Name(), q.Default, choice[q.ID])
			}
			if !d.Admissible(choice) {
				t.Errorf("%s: %s is not admissible", d.ID, choice)
			}
			seen[choice.String()] = true
		}
		if len(seen) < 15 {
			t.Errorf("%s: of 20 draws only %d are different", d.ID, len(seen))
		}
		if _, ok := w.Draw(rulesets.Choice{q.ID: "no-such-reading"}); ok {
			t.Errorf("%s: a reading was drawn that there is not", d.ID)
		}
	}
}
