package evidence

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a finder leaves out has no match: it finds all that its expression finds,
// in whatever case.
func TestFinder(t *testing.T) {
	c, errs := Load(Bundled, "")
	if errs != nil {
		t.Fatal(errs)
	}
	texts := []string{"They ſhould begin.", "I.e. ONE", "The Kelvin \u212Aing, next but one"}
	for _, r := range c.Records {
		for _, cl := range r.Clauses {
			texts = append(append(texts, cl.Text, strings.ToUpper(cl.Text), cl.Note), cl.Wording...)
		}
	}
	finders := []*finder{numbers, sized, severalOfOne, oneOfSeveral, ordinalInAll, menOnPoints, leftOut, afterComma, strayMark, wordBroken, thenNoun, placedOn, parts, spokenOf}
	for _, k := range wordingKinds {
		for _, p := range k.spans {
			finders = append(finders, p.words)
		}
	}
	for _, k := range counted {
		finders = append(finders, k.pattern)
	}
	filtered, matches, skipped := 0, 0, 0
	for _, f := range finders {
		if f.starts != nil {
			filtered++
		}
		for _, text := range texts {
			want := f.Regexp.FindAllStringIndex(text, -1)
			matches += len(want)
			if !f.may(text) {
				skipped++
			}
			if diff := cmp.Diff(want, f.FindAllStringIndex(text)); diff != "" {
				t.Errorf("%s in %q: %s", f, text, diff)
			}
		}
	}
	if filtered*10 < len(finders)*8 || matches < 500 || skipped*2 < len(finders)*len(texts) {
		t.Errorf("%d of %d expressions are filtered, %d matches, %d of %d texts skipped", filtered, len(finders), matches, skipped, len(finders)*len(texts))
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
		if got := find(expr).starts; !slices.Equal(got, want) {
			t.Errorf("%s: %q", expr, got)
		}
	}
}

// Days are numbered, and found again by their numbers.
func TestDayNumbered(t *testing.T) {
	for n := -2_000_000; n < 1_000_000; n += 97 {
		if d := DayNumbered(n); d.Number() != n || d.Month < 1 || d.Month > 12 || d.Day < 1 || d.Day > 31 {
			t.Fatalf("day %d is %v, which has the number %d", n, d, d.Number())
		}
	}
}
