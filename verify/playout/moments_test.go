package playout

import (
	"encoding/json"
	"math"
	"testing"
)

// Squares beyond 64 bits are kept whole.
func TestWide(t *testing.T) {
	var w Wide
	for range 3 {
		w.addProduct(math.MaxInt64, math.MaxInt64)
	}
	text, err := json.Marshal(w)
	if want := `"255211775190703847542190723352697503747"`; err != nil || string(text) != want {
		t.Errorf("%s, want %s (%v)", text, want, err)
	}
	for _, bad := range []string{`"-1"`, `"x"`, `12`, `"999999999999999999999999999999999999999999"`} {
		if json.Unmarshal([]byte(bad), &w) == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
