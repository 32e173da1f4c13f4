package cells

import (
	"strings"
	"testing"
)

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"":                          0,
		"Äther":                     5,
		"A\u0308ther":               5, // with the sign written behind the letter
		"s\u0323at\u0323ran\u0304j": 7,
		"將棋":                        4,
		"ﷴ":                         1,
		"\uFDE7將\uFDE8":             2, // in bold
		"\uFDD0\uFDD1":              2,
		"\uFDE0\u0301a":             1,
		"→ ≠":                       3,
	} {
		if got := Width(text); got != want {
			t.Errorf("%q takes %d cells, want %d", text, got, want)
		}
	}
	if got := Pad("將", 4) + "|"; got != "將  |" {
		t.Errorf("%q", got)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, ""},
		{"May one man be moved?", 30, "May one man be moved?"},
		{"May one man be moved by both?", 12, "May one man\nbe moved by\nboth?"},
		{"two\nlines of it", 6, "two\nlines\nof it"},
		{"A PIP-A07=descend-like-others", 12, "A\nPIP-A07=\ndescend-\nlike-others"},
		{"Konträrer Äther", 9, "Konträrer\nÄther"},
		{"Kontra\u0308rer A\u0308ther", 9, "Kontra\u0308rer\nA\u0308ther"},
		{"unbreakable", 4, "unbr\neaka\nble"},
		{"≠≠≠ ≠≠", 3, "≠≠≠\n≠≠"},
		{"將棋 象棋", 5, "將棋\n象棋"},
		{"將棋象棋", 5, "將棋\n象棋"},
		{"將棋", 1, "將\n棋"}, // never nothing in a line
		{"e\u0301e\u0301e\u0301", 2, "e\u0301e\u0301\ne\u0301"},
	} {
		lines := Wrap(c.text, c.width)
		if got := strings.Join(lines, "\n"); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.width, got, c.want)
		}
		for _, line := range lines {
			if Width(line) > max(c.width, 2) {
				t.Errorf("%q at %d: the line %q is too wide", c.text, c.width, line)
			}
		}
	}
}
