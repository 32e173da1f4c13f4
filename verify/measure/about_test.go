package measure_test

import (
	"testing"

	"github.com/lectio/lectio/verify/measure"
)

// Every metric says what it measures: its name alone tells nobody.
func TestMetricsAreExplained(t *testing.T) {
	for _, m := range (&measure.Frame{Players: []string{"white", "black"}, Teams: []int{0, 1}, Winners: true, Points: 1, Sides: []uint64{1, 2}}).Kept() {
		if measure.About(m.Name) == "" {
			t.Errorf("nothing says what %q is", m.Name)
		}
	}
}
