package site_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/testdata/bundled"
)

// TestSeveralReadings chooses readings on the page of a game: the sentences that it then shows are those of that interpretation,
// or it says that they cannot be taken together.
func TestSeveralReadings(t *testing.T) {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("LECTIO_DRAWN"), "40"))
	if err != nil {
		t.Fatal(err)
	}
	r := browse(t, defaults, 1280)
	random := rand.New(rand.NewPCG(24, 1))
	for _, d := range bundled.Corpus(t).Definitions {
		r.open(d.ID + "/index.html")
		r.await(`document.querySelectorAll(".question select").length > 0`)
		shown, never := 0, 0
		for range n {
			picks, choice := several(d, random)
			r.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
				[...document.querySelectorAll("#chosen button")].pop()?.click();
				for (const [q, x] of %s) {
					const s = document.querySelector('.question[data-question="' + q + '"] select');
					s.value = x;
					s.dispatchEvent(new Event("change"));
				}
			})()`, picks), nil))
			r.await(`!("busy" in document.getElementById("chosen").dataset)`)
			page := says[struct {
				Note string
				Says []string
			}](r, `({ Note: document.getElementById("chosen").textContent, Says: [...document.querySelectorAll(".rule:not(.gone)")].map((e) => e.querySelector(".says").textContent) })`)
			name := fmt.Sprintf("%s with %s", d.ID, picks)
			g, errs := d.Game(choice)
			if says := strings.Contains(page.Note, "cannot be taken together"); says != (len(errs) > 0) {
				t.Fatalf("%s: the page says %q; the interpretation has the errors %v", name, page.Note, errs)
			}
			if len(errs) > 0 {
				never++
				continue
			}
			shown++
			left := map[string]int{}
			for _, text := range edition.Sentences(g) {
				left[text]++
			}
			for _, text := range page.Says {
				left[text]--
			}
			for text, n := range left {
				if n != 0 {
					t.Errorf("%s: the page says %d times too few (-1: once too often) %q; of itself %q", name, n, text, page.Note)
				}
			}
		}
		t.Logf("several readings of %s: %d choices, %d of them not to be taken together", d.ID, shown+never, never)
	}
}

// several are two to four readings that are no defaults, as a script writes them, and the
// choice that plays them: with those under which their questions arise.
func several(d *rulesets.Definition, random *rand.Rand) (picks string, choice rulesets.Choice) {
	all, choice := d.Alternatives(), rulesets.Choice{}
	var own []rulesets.Alternative
	for want := 2 + random.IntN(3); len(own) < want; {
		a := all[random.IntN(len(all))]
		if !slices.ContainsFunc(own, func(b rulesets.Alternative) bool { return a.Question == b.Question }) {
			own = append(own, a)
			maps.Copy(choice, a.Choice)
		}
	}
	var list []string
	for _, a := range own {
		choice[a.Question.ID] = a.Reading.ID
		list = append(list, fmt.Sprintf("[%q, %q]", a.Question.ID, a.Reading.ID))
	}
	return "[" + strings.Join(list, ", ") + "]", choice
}
