package measure_test

import (
	"testing"

	"github.com/lectio/lectio/verify/measure"
)

// Every metric says what it measures: its name alone tells nobody.
func TestMetricsAreExplained(t *testing.T) {
	for _, m := range measure.MetricsOf([]string{"white", "black"}, true) {
		if measure.About(m.Name) == "" {
			t.Errorf("nothing says what %q is", m.Name)
		}
	}
}
