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

// TestSeveralReadings chooses readings on the page of a game. With two the sentences it then
// shows are those of that interpretation, or it says that they cannot be held together; with
// three or four it says what it does not know.
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
		shown, never, unknown := 0, 0, 0
		for range n {
			picks, choice := several(d, random)
			r.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
				document.querySelector("#chosen button:last-of-type")?.click();
				for (const [q, x] of %s) {
					const s = document.querySelector('.question[data-question="' + q + '"] select');
					s.value = x;
					s.dispatchEvent(new Event("change"));
				}
			})()`, picks), nil))
			r.await(`!document.getElementById("chosen").textContent.includes("is being loaded")`)
			page := says[struct {
				Note, Unknown []string
				Says          []string
			}](r, `(() => {
				const texts = (list) => [...list].map((e) => e.querySelector(".says").textContent);
				const all = [...document.querySelectorAll(".rule:not(.gone)")];
				const dark = (e) => [...e.querySelectorAll(".tag")].some((x) => x.textContent.includes("is not in this edition"));
				return { Note: [document.getElementById("chosen").textContent], Unknown: texts(all.filter(dark)), Says: texts(all.filter((e) => !dark(e))) };
			})()`)
			name := fmt.Sprintf("%s with %s", d.ID, picks)
			g, errs := d.Game(choice)
			if says := strings.Contains(page.Note[0], "cannot be held together"); says != (len(errs) > 0) && strings.Count(picks, "[") == 3 {
				t.Fatalf("%s: the page says %q; the interpretation has the errors %v", name, page.Note[0], errs)
			}
			if len(errs) > 0 {
				never++
				continue
			}
			if more := strings.Count(picks, "[") > 3; more != strings.Contains(page.Note[0], "three can change more") {
				t.Fatalf("%s: the page says %q", name, page.Note[0])
			} else if more {
				continue
			}
			want := map[string]int{}
			for _, s := range g.Statements {
				want[edition.Sentence(g, s)]++
			}
			for _, x := range page.Says {
				if want[x]--; want[x] < 0 {
					t.Fatalf("%s: the page says %q, which is not so; of itself %q", name, x, page.Note[0])
				}
			}
			missing := 0
			for x, k := range want {
				if missing += k; k > 0 && len(page.Unknown) == 0 {
					t.Fatalf("%s: the page does not say %q; of itself %q", name, x, page.Note[0])
				}
			}
			shown, unknown = shown+1, unknown+len(page.Unknown)
			if missing > len(page.Unknown) {
				t.Fatalf("%s: %d sentences are missing, %d are said to be unknown", name, missing, len(page.Unknown))
			}
		}
		t.Logf("several readings of %s: %d choices, %d of them not to be held together, %d sentences not known", d.ID, shown+never, never, unknown)
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
