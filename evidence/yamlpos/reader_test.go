package yamlpos

import (
	"strings"
	"testing"
)

func TestBlank(t *testing.T) {
	for _, s := range []string{"", " ", "\t\n", "\u00a0\u3000", "\u200b\u200d\ufeff", "\u00ad", "\u3164\u115f", "\u2800", "\u0301", "\U000e0041"} {
		if !Blank(s) {
			t.Errorf("%q has something to see", s)
		}
	}
	for _, s := range []string{"a", " . ", "7", "–", "ب", "棋", "\U0001f3b2", "\ue000", "e\u0301"} {
		if Blank(s) {
			t.Errorf("%q has nothing to see", s)
		}
	}
}

// TestHalvesOfCharacters: in JSON half of a character would become another one in
// silence; an escaped backslash before a u is no escape.
func TestHalvesOfCharacters(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": "\ud83c\udfb2 \\ud800 \u00e9"}`: "",
		`{"a": "xé\ud800"}`:                    `f.json:1:10: \ud800 is half of a character`,
		"{\n \"\\uDFB2\": 1}":                  `f.json:2:3: \uDFB2 is half of a character`,
		`{"a": "\ud83c\u0041"}`:                `f.json:1:8: \ud83c is half of a character`,
		`{"a": "\ud83c"}`:                      `f.json:1:8: \ud83c is half of a character`,
	} {
		n, errs := Parse("f.json", []byte(text))
		if n == nil || want == "" && len(errs) > 0 || want != "" && (len(errs) != 1 || !strings.HasPrefix(errs.Error(), want)) {
			t.Errorf("%s: %v, want %s", text, errs, want)
		}
	}
}
