package wording

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/testdata/long"
)

// What a finder leaves out has no match: it finds all that its expression finds,
// in whatever case.
func TestFinder(t *testing.T) {
	c, errs := evidence.Load(evidence.Bundled, "")
	if errs != nil {
		t.Fatal(errs)
	}
	texts := []string{"They ſhould begin.", "I.e. ONE", "The Kelvin \u212Aing, next but one"}
	for _, r := range c.Records {
		for _, cl := range r.Clauses {
			texts = append(append(texts, cl.Text, strings.ToUpper(cl.Text), cl.Note), cl.Wording...)
		}
	}
	finders := []*fold.Finder{numbers, sized, severalOfOne, oneOfSeveral, ordinalInAll, menOnPoints, leftOut, afterComma, strayMark, wordBroken, thenNoun, placedOn, parts, spokenOf}
	var conditions []*fold.Finder // of which it is only asked whether they match
	for _, k := range wordingKinds {
		conditions = append(conditions, k.Topic)
		for _, p := range k.spans {
			finders = append(finders, p.words)
			conditions = append(conditions, p.before, p.after, p.within)
		}
	}
	for _, f := range conditions {
		if f == nil {
			continue
		}
		plain := regexp.MustCompile(f.String())
		for i := 0; i < len(texts); i += long.Of(10, 1) {
			text := texts[i]
			if want := plain.MatchString(text); f.MatchString(text) != want {
				t.Errorf("%s in %q: %v, want %v", f, text, !want, want)
			}
		}
	}
	for _, k := range counted {
		finders = append(finders, k.pattern)
	}
	filtered, matches, skipped := 0, 0, 0
	for _, f := range finders {
		if !f.May("") {
			filtered++
		}
		plain := regexp.MustCompile(f.String())
		for _, text := range texts {
			want := plain.FindAllStringIndex(text, -1)
			matches += len(want)
			if !f.May(text) {
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
