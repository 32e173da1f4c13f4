package dimension

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/edition"
)

// What statements settle is looked up in games that another corpus finds in the gallery.
func TestGuestsAreLookedUp(t *testing.T) {
	t.Parallel()
	c := bundledAsking()
	var seen int
	for _, own := range rulesets.OpenGallery().Definitions {
		d := c.Find(own.ID)
		if d == nil {
			t.Fatalf("%s is not found", own.ID)
		}
		for _, s := range d.EveryStatement() {
			if s.Kind != "settles" {
				continue
			}
			seen++
			if s.Settled[0] == "" || s.Settled[1] == "" {
				t.Errorf("%s: %s settles %q, and its sentence knows neither question nor answer", d.ID, s.ID, s.Body.(*ast.Settles).Dimension.Text)
			}
		}
		if len(d.Unasked) > 0 {
			t.Errorf("%s: %d statements settle what nobody asks of it", d.ID, len(d.Unasked))
		}
	}
	if seen == 0 {
		t.Fatal("no statement of the gallery settles anything")
	}
}

// The rules of an interpretation say what is so in it, and not what a statement claims that
// holds under another reading.
func TestRulesSayWhatIsSo(t *testing.T) {
	t.Parallel()
	c := bundledAsking()
	d := c.Find("gallery:alquerque")
	in, errs := d.Interpret(rulesets.Choice{"must_take": "must"})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	g, errs := in.Compile()
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var asked []*Dimension
	for _, dim := range c.DimensionsOf(d.Family) {
		if dim.ID == "compulsion" {
			asked = append(asked, dim)
		}
	}
	besides := SettledBesides(settlements(context.Background(), in, asked))
	const is = "Must a player who can move do so? Yes."
	if !slices.Contains(besides, is) {
		t.Errorf("besides is settled %q, without %q", besides, is)
	}
	var text strings.Builder
	for _, ch := range edition.RunningText(g, besides) {
		for _, p := range ch.Paragraphs {
			text.WriteString(p.Text + "\n")
		}
	}
	if got := text.String(); !strings.Contains(got, is) || strings.Contains(got, "break off") {
		t.Errorf("where a series goes on to its end the rules say:\n%s", got)
	}
}
