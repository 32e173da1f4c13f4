package measure

import (
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
)

// Every metric of the program says what it measures, as its name alone tells nobody, and asks only for what is kept of a game.
func TestMetricsAreExplained(t *testing.T) {
	for _, d := range bundled.Corpus(t).Definitions {
		g, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		f := FrameOf(g)
		for _, m := range f.Kept() {
			if text := m.Measure.Means; text == "" || m.Means() == "" || m.Aspect == Aspects || !play.Recalls(&m.Rule) ||
				m.Ranks && !strings.Contains(m.Says, "{value}") || (m.Who() != "") != strings.Contains(m.Called, whose) {
				t.Errorf("%s: %q means %q, says %q, is about %s", d.ID, m.Name, text, m.Says, m.Aspect)
			}
		}
	}
}
