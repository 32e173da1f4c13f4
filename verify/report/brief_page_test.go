package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/parallels"
)

// words are so many.
func words(n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("word%d", i))
	}
	return strings.Join(out, " ")
}

// briefsAtLength are briefs of every ruleset that comes with the program, in which each question in
// turn is a doubt, told at length, and one in which nothing is short.
func briefsAtLength(t *testing.T) (list []*brief.Brief) {
	t.Helper()
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := rulesets.Load(rulesets.Bundled, "", ev)
	if errs.Merge(more); len(errs) > 0 {
		t.Fatal(errs)
	}
	of := func(title, id string, records []string) *brief.Brief {
		b := &brief.Brief{Title: title, Ruleset: id, Records: records, Settled: words(60), Without: []string{words(30), words(30)}, Run: words(30), Cut: true}
		for i := range 20 {
			b.Play = append(b.Play, brief.Told{Words: fmt.Sprintf("P%d %s.", i, words(10+3*i)), Startling: i < 2, Terms: []string{words(9)}})
		}
		return b
	}
	for _, d := range slices.Concat(c.Definitions, rulesets.OpenGallery().Definitions) {
		for at := 0; at == 0 || at < len(d.Questions); at += brief.DoubtsTold {
			b := of(d.Title, d.ID, d.Records)
			for i, q := range d.Questions[at:] {
				x := brief.Doubt{Place: i + 1, Firm: i%2 == 0, Mark: words(i % 3 * 4), Question: q.Name(), Title: q.Title, Asks: q.Asks, Clauses: verify.ClauseNames(q.About), Terms: []string{words(20)},
					Effect: brief.Told{Words: words(50)}}
				if i%3 > 0 {
					x.InALine = words(25)
				}
				if i%4 < 2 {
					x.Nearest = &parallels.Text{Asks: words(12), Means: "No.", Game: words(4), Care: []string{words(6)}, Clauses: []parallels.Clause{{Ref: "Text#1"}}}
				}
				b.Doubts = append(b.Doubts, x)
			}
			for i := range len(list) % 9 {
				b.Contradictions = append(b.Contradictions, brief.Contradiction{Question: fmt.Sprintf("N-%d", i), Words: fmt.Sprintf("Contradiction %d %s.", i, words(30))})
			}
			list = append(list, b)
		}
	}
	long := of("Long "+words(90), "long", []string{words(50)})
	for i := range 9 {
		long.Doubts = append(long.Doubts, brief.Doubt{Place: i + 1, Question: "Q", Asks: words(300), Clauses: strings.Fields(words(30)), InALine: strings.Repeat("y", 700), Effect: brief.Told{Words: words(200)}})
	}
	return append(list, long)
}

// A brief is a page, whatever the questions of a ruleset are: no line is too long, and of all
// that is left out it is said how much it is.
func TestBriefIsAPage(t *testing.T) {
	for _, b := range briefsAtLength(t) {
		var w strings.Builder
		WritePage(&w, b, 100)
		page := w.String()
		lines := strings.Split(strings.TrimSuffix(page, "\n"), "\n")
		if len(lines) > PageLines {
			t.Errorf("%s: %d lines:\n%s", b.Ruleset, len(lines), page)
		}
		for _, l := range lines {
			if n := cells.Width(l); n > PageColumns {
				t.Errorf("%s: %d columns: %s", b.Ruleset, n, l)
			}
		}
		text := strings.Join(strings.Fields(page), " ")
		tells := func(what, whole string) {
			if !toldOrCounted(text, whole) {
				t.Errorf("%s: %s is neither told whole nor is it said how much is left out: %s\n%s", b.Ruleset, what, whole, page)
			}
		}
		tells("how far it is settled", "W"+b.Settled[1:]+".")
		told := 0
		for _, x := range b.Play {
			if toldOrCounted(text, x.Words) {
				told++
			}
		}
		if n := len(b.Play) - told; n > 0 && !strings.Contains(text, fmt.Sprintf("%d things more hold.", n)) {
			t.Errorf("%s: %d of %d that hold are told, and the others not counted:\n%s", b.Ruleset, told, len(b.Play), page)
		}
		for i := range b.Doubts[:min(len(b.Doubts), brief.DoubtsTold)] {
			d := &b.Doubts[i]
			tells("doubt "+d.Question, asked(d, clausesInShort(d.Clauses, b.Records)))
			if effect := "W" + d.Effect.Words[1:] + "."; b.Ruleset == "long" {
				tells("the effect of "+d.Question, effect)
			} else if !strings.Contains(text, effect) {
				t.Errorf("%s: the effect of %s is cut:\n%s", b.Ruleset, d.Question, page)
			}
			if near := d.InShort(); near != "" {
				tells("the nearest text to "+d.Question, near)
				if !strings.Contains(text, "Nearest text: “No.” to “word0 ") {
					t.Errorf("%s: the answer of the nearest text is left out:\n%s", b.Ruleset, page)
				}
			}
		}
		for _, x := range b.Contradictions {
			if !toldOrCounted(text, x.Words) && !strings.Contains(text, x.Question) {
				t.Errorf("%s: the contradiction of %s is not named:\n%s", b.Ruleset, x.Question, page)
			}
		}
		if n := len(b.Doubts) - brief.DoubtsTold; n > 0 && !strings.Contains(text, strconv.Itoa(n)+" more question") {
			t.Errorf("%s: %d doubts are not counted:\n%s", b.Ruleset, n, page)
		}
	}
}

// toldOrCounted reports whether a page has a text, or so much of it that it says of all other
// words how many they are.
func toldOrCounted(page, text string) bool {
	if strings.Contains(page, text) {
		return true
	}
	list := strings.Fields(text)
	if !strings.Contains(page, "more word") {
		return false
	}
	for n := len(list) - 1; n > 0; n-- {
		kept := strings.TrimRight(strings.Join(list[:n], " "), ",;:.")
		more := fmt.Sprintf("… (%d more word", len(list)-n)
		if strings.Contains(page, strings.TrimSpace(kept+" "+more)) {
			return true
		}
	}
	return false
}

// A doubt is headed by the title of its question, with the name that commands take, in full and
// in a page; so are the questions of contradictions for which there is no room.
func TestDoubtsAreHeadedByTitles(t *testing.T) {
	b := &brief.Brief{Title: "A game", Ruleset: "game", Settled: "nothing", Run: "no game", Doubts: []brief.Doubt{
		{Place: 1, Firm: true, Question: "N-1", Title: "What a win is worth", Asks: "Does it count double?", Effect: brief.Told{Words: "it does"}},
		{Place: 2, Firm: true, Question: "N-2", Asks: "And the second?", Effect: brief.Told{Words: "it does not"}}}}
	for i := range 40 {
		b.Contradictions = append(b.Contradictions, brief.Contradiction{Question: fmt.Sprintf("C-%d", i), Title: fmt.Sprintf("Title %d", i), Words: words(80)})
	}
	var full, page strings.Builder
	WriteBrief(&full, b, 80)
	WritePage(&page, b, 80)
	for name, text := range map[string]string{"in full": full.String(), "page": page.String()} {
		for _, want := range []string{"1. What a win is worth (N-1): Does it count double?", "2. N-2: And the second?"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q:\n%s", name, want, text)
			}
		}
	}
	if !strings.Contains(page.String(), "“Title") {
		t.Errorf("the page names no contradiction by its title:\n%s", page.String())
	}
}

// In Markdown what is a list in a line of a brief is one: each reading stands in a line of its
// own below what it is of.
func TestMarkdownListsReadings(t *testing.T) {
	r := &Report{Title: "A report", Briefs: []*Brief{{Title: "A game", Parts: []Part{{Heading: "Doubts", Lines: []BriefLine{
		{Label: "readings", Text: "• one, the default: so\n• two: otherwise"}, {Label: "nearest text", Text: "No.\nT#1: None may.", Detail: "Gull"}, {Label: "to play it again", Text: "a\nb", Copied: true}}}}}}}
	var w strings.Builder
	if err := r.WriteMarkdown(&w); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"- readings:\n  - one, the default: so\n  - two: otherwise\n", "- nearest text: Gull\n  - No.\n  - T#1: None may.\n"} {
		if !strings.Contains(w.String(), want) {
			t.Errorf("there is no %q in\n%s", want, w.String())
		}
	}
}
