package wasm_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/compile"
)

// undrawn are the words that have nothing to do with how a game is played out by an
// executor, and those that cannot stand in rules drawn alone.
var undrawn = []string{
	"settles", "as", // claims about the text
	"letters", "pictures", // how men are written and drawn
}

var drawnWord = regexp.MustCompile(`[a-z][a-z_-]*`)

// drawnWords are the words of a ruleset.
func drawnWords(text string) map[string]bool {
	words := map[string]bool{}
	for _, w := range drawnWord.FindAllString(text, -1) {
		words[strings.ReplaceAll(w, "bear-off", "bear_off")] = true
	}
	return words
}

// The rules drawn at random have every word of the language, on boards of 8 places and
// fewer than 129, and on larger ones: what no rules say nobody would see go wrong.
func TestDrawnRulesHaveEveryWord(t *testing.T) {
	seen := map[string]bool{}
	for i := range 600 {
		for _, text := range []string{drawn(i), drawnSmall(i), drawnMen(i), drawnMatch(i), drawnSown(i)} {
			maps.Copy(seen, drawnWords(text))
		}
	}
	var missing []string
	for _, w := range compile.Words() {
		if !seen[w] && !slices.Contains(undrawn, w) {
			missing = append(missing, w)
		}
	}
	if len(missing) > 0 {
		t.Errorf("no rules are drawn with %q", missing)
	}
}
