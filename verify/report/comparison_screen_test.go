package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/lectio/lectio/verify/compare"
)

// A comparison that is stopped while it is being found out how dimensions are settled
// does not say that they are alike.
func TestComparisonStoppedBeforeItIsSettled(t *testing.T) {
	var out bytes.Buffer
	s := &comparisonScreen{comparison{&compare.Comparison{Unsettled: true, Interrupted: true}}, &out, 100}
	s.dimensions()
	if text := out.String(); !strings.Contains(text, "interrupted") || strings.Contains(text, "alike") {
		t.Errorf("%q", text)
	}
}
