package playout

import (
	"encoding/json"
	"math"
	"testing"
)

// Squares beyond 64 bits are kept whole.
func TestWide(t *testing.T) {
	var w Wide
	for range 2 {
		w.addProduct(math.MaxInt64, math.MaxInt64)
	}
	text, err := json.Marshal(w)
	if want := `"170141183460469231694793815568465002498"`; err != nil || string(text) != want {
		t.Errorf("%s, want %s (%v)", text, want, err)
	}
	w.addProduct(-math.MaxInt64, math.MaxInt64)
	w.addProduct(math.MaxInt64, -math.MaxInt64)
	w.addProduct(-3, 4)
	if text, err := json.Marshal(w); err != nil || string(text) != `"-12"` || json.Unmarshal(text, &w) != nil || w.whole().Int64() != -12 {
		t.Errorf("%s, which reads back as %v; want -12 (%v)", text, w.whole(), err)
	}
	for _, bad := range []string{`"x"`, `12`, `"999999999999999999999999999999999999999999"`} {
		if json.Unmarshal([]byte(bad), &w) == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
