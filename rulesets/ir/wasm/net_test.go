package wasm_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/compile"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/testdata/long"
)

var update = flag.Bool("update", false, "draw rules for the net that it lacks")

const netDrawn = "../../../testdata/net/drawn"

// claims are the words of statements that games do not depend on.
var claims = []string{"always", "never"}

// netLacks is what the stored rules of the net lack.
type netLacks struct {
	kinds  map[string]int  // so many rulesets of a drawer
	places map[int]bool    // a board of so many places
	words  map[string]bool // a word of the language
}

// TestNetHasDrawnRules asks that the rules stored for the net of the engine, which were
// drawn once and are never drawn again, are enough: so many of each drawer, boards of 8
// places and of 128, and together every word of the language, each where it tells. With -update those that are
// missing are drawn and stored. What is played by them is held in rulesets, in
// testdata/net/drawn.txt: a drawer that has changed changes nothing there.
func TestNetHasDrawnRules(t *testing.T) {
	lacks := lacksOfNet(t)
	for i := 0; *update && i < 600 && lacks.any(); i++ {
		for kind, text := range map[string]string{"small": drawnSmall(i), "large": drawn(i), "men": drawnMen(i), "sown": drawnSown(i)} {
			file := filepath.Join(netDrawn, fmt.Sprintf("%s-%03d.yaml", kind, i))
			if _, err := os.Stat(file); err == nil || !lacks.some(kind, text) || !forNet(text) {
				continue
			}
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			lacks.without(kind, text)
		}
	}
	if lacks.any() {
		t.Errorf("the rules stored lack rulesets %v, boards %v, words %v; draw them with -update", lacks.kinds, lacks.places, lacks.words)
	}
}

// any reports whether anything is lacking.
func (l *netLacks) any() bool { return len(l.kinds)+len(l.places)+len(l.words) > 0 }

// lacksOfNet reads what is stored.
func lacksOfNet(t *testing.T) *netLacks {
	t.Helper()
	files, err := filepath.Glob(netDrawn + "/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	lacks := &netLacks{kinds: map[string]int{"small": 32, "large": 12, "men": 6, "sown": 8}, places: map[int]bool{8: true, 128: true}, words: map[string]bool{}}
	for _, w := range compile.Words() {
		lacks.words[w] = !slices.Contains(undrawn, w) && !slices.Contains(claims, w)
	}
	maps.DeleteFunc(lacks.words, func(_ string, lacking bool) bool { return !lacking })
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := strings.Cut(filepath.Base(file), "-")
		lacks.without(kind, string(data))
	}
	return lacks
}

// some reports whether a ruleset has something that is lacking.
func (l *netLacks) some(kind, text string) bool {
	g, err := compiled(text)
	return err == nil && (l.kinds[kind] > 0 || l.places[g.Program.Places] || len(l.telling(g, text)) > 0)
}

// without takes what a ruleset has from what is lacking.
func (l *netLacks) without(kind, text string) {
	if l.kinds[kind]--; l.kinds[kind] <= 0 {
		delete(l.kinds, kind)
	}
	g, err := compiled(text)
	if err != nil {
		return
	}
	delete(l.places, g.Program.Places)
	for _, w := range l.telling(g, text) {
		delete(l.words, w)
	}
}

// telling lists the words that are lacking and stand in a statement of a ruleset without
// which it cannot be compiled, or games go otherwise: a word that is only there would not
// show that it is played otherwise.
func (l *netLacks) telling(g *rulesets.Game, text string) (out []string) {
	for line := range strings.Lines(text) {
		var words []string
		for w := range drawnWords(line) {
			if l.words[w] {
				words = append(words, w)
			}
		}
		if len(words) == 0 || !strings.HasPrefix(line, "  - ") {
			continue
		}
		if !long.Form() && !*update { // that they stand there is all that the short form asks
			out = append(out, words...)
			continue
		}
		if less, err := compiled(strings.Replace(text, line, "", 1)); err != nil || goOtherwise(g, less) {
			out = append(out, words...)
		}
	}
	return out
}

// goOtherwise reports whether games of two rulesets differ in the interpreter, as the net
// plays them.
func goOtherwise(one, other *rulesets.Game) bool {
	for game := range uint64(20) {
		if gameOfNet(one, game) != gameOfNet(other, game) {
			return true
		}
	}
	return false
}

// gameOfNet tells how a game goes and ends.
func gameOfNet(g *rulesets.Game, game uint64) string {
	in, s := engine.NewInterpreter(g.Program), g.Program.NewState()
	in.History = history.New()
	r, _ := reference(in, s, 7, game, 400, nil)
	return fmt.Sprintln(r.Hash, r.Tally, r.Beyond, text(g, s))
}

// forNet reports whether games can be played by rules within the bounds of the net: on up
// to 128 places, by the module, without looking too far ahead, by turns that have an end.
func forNet(text string) bool {
	g, err := compiled(text)
	if err != nil || g.Program.Places > 128 || strings.Contains(text, "again?") {
		return false
	}
	pl, err := load(g.Program, options())
	if err != nil {
		return false
	}
	a := compare(g, pl, 20, 400)
	return a.beyond == 0 && len(a.apart) == 0 && a.plies > 100
}
