package wasm_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets"
)

// undrawn are the words that have nothing to do with how a game is played out by an
// executor, and those that cannot stand in rules drawn alone.
var undrawn = []string{
	"settles", "as", // claims about the text
}

// The rules drawn at random have every word of the language, on boards of 8 places and
// fewer than 129, and on larger ones: what no rules say nobody would see go wrong.
func TestDrawnRulesHaveEveryWord(t *testing.T) {
	word := regexp.MustCompile(`[a-z][a-z_-]*`)
	drawnBy := map[string]bool{}
	for i := range 600 {
		for _, text := range []string{drawn(i), drawnSmall(i)} {
			for _, w := range word.FindAllString(text, -1) {
				drawnBy[w] = true
			}
		}
	}
	drawnBy["bear_off"] = drawnBy["bear-off"]
	var missing []string
	for _, w := range rulesets.Words() {
		if !drawnBy[w] && !slices.Contains(undrawn, w) {
			missing = append(missing, w)
		}
	}
	if len(missing) > 0 {
		t.Errorf("no rules are drawn with %q", missing)
	}
}
