package dimension

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
)

// What statements settle is looked up in games that another corpus finds in the gallery.
func TestGuestsAreLookedUp(t *testing.T) {
	t.Parallel()
	c := bundledAsking(t)
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
				t.Errorf("%s: %s settles %q, and its sentence knows neither question nor answer", d.ID, s.ID, s.Arg().Text)
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
