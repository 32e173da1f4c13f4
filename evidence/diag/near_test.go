package diag

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"when", "warrant", "statements", "not-playable", "n"}
	for word, want := range map[string]string{
		"wen": "when", "whne": "when", "warant": "warrant", "statement": "statements",
		"not_playable": "not-playable", "zebra": "", "": "", "x": "",
	} {
		if got := strings.Join(Nearest(word, known), " "); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}
