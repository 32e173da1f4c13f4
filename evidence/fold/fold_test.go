package fold

import (
	"slices"
	"testing"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"Kiôz":                      "kioz",
		"J. Árnason & Ó. Davíðsson": "j arnason o davidsson",
		"Íslenzkar gátur, skemtanir, vikivakar og Þulur": "islenzkar gatur skemtanir vikivakar og thulur",
		"Natt Klab ash-Shawk":                            "natt klab ash shawk",
		"ṭâb wa-d-dukk":                                  "tab wa d dukk",
		"Ki\u0302oz":                                     "kioz", // a combining accent
		"Pierer’s ʿûd 'x'":                               "pierers ud x",
		"Encyclopädie, Łódź, Æsir":                       "encyclopadie lodz aesir",
		"ﬁve ²":                                          "five 2",
		"Τάβλι":                                          "ταβλι",
		"كعب":                                            "كعب",
		" -- ":                                           "",
	} {
		if got := Text(text); got != want {
			t.Errorf("%q is folded to %q, want %q", text, got, want)
		}
	}
}

func TestStarts(t *testing.T) {
	for expr, want := range map[string][]string{
		`(?i)\b(?:First|final)\b`:      {"final", "first"},
		`(?:re-?)?enter(?:s|ed)?`:      {"enter", "re-enter", "reenter"},
		`three? men`:                   {"thre men", "three men"},
		`a+b`:                          {"a"},
		`[0-2]x`:                       {"0x", "1x", "2x"},
		`x*y`:                          nil, // anything may stand first
		`.y`:                           nil,
		`in|into`:                      {"in"},
		`^(?:up|down) to (?:one|\pL+)`: {"down to ", "up to "},
	} {
		if got := Find(expr).starts(); !slices.Equal(got, want) {
			t.Errorf("%s: %q", expr, got)
		}
	}
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "", 3}, {"smithson", "smihtson", 1}, {"tab", "tabs", 1}, {"kitten", "sitting", 3}} {
		if got := Edits(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %d", c.a, c.b, got)
		}
	}
	if Near("tab", "tap") || !Near("jones", "jonas") || Near("jones", "james") {
		t.Error("names of four letters and more, an edit for six")
	}
}
