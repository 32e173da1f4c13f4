package lang_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/lang"
)

var update = flag.Bool("update", false, "write the table of words into the guide")

const guide = "../README.md"

// guideTable is the table of words as it stands in the guide.
func guideTable() string {
	var b strings.Builder
	b.WriteString("| word | gives | what it stands for | example |\n|---|---|---|---|\n")
	for w := range lang.All() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | `%s` |\n", strings.ReplaceAll(w.Usage(), " or ", "` `"), w.Type, w.Guide, w.Example)
	}
	return b.String()
}

// directionsTable is the table of directions as it stands in the guide.
func directionsTable() string {
	var b strings.Builder
	b.WriteString("| direction | leads |\n|---|---|\n")
	for _, d := range lang.Directions {
		fmt.Fprintf(&b, "| `%s` | %s |\n", d.Name, d.Guide)
	}
	return b.String()
}

// renamedTable is the table of words that were written otherwise once as it stands in the guide.
func renamedTable() string {
	var b strings.Builder
	b.WriteString("| was written | is now written |\n|---|---|\n")
	for _, r := range lang.Renamed {
		old, now := r.Written()
		fmt.Fprintf(&b, "| `%s` %s | `%s` |\n", old, r.As, now)
	}
	return b.String()
}

// The guide has the tables of words, of directions and of renamed words as they are. With -update they are
// written.
func TestGuideHasEveryWord(t *testing.T) {
	data, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, table := range []string{guideTable(), directionsTable(), renamedTable()} {
		head, _, _ := strings.Cut(table, "\n")
		begin := strings.Index(text, head)
		if begin < 0 {
			t.Fatalf("the guide has no table that begins with %q", head)
		}
		end := begin + strings.Index(text[begin:], "\n\n") + 1
		if text[begin:end] != table && !*update {
			t.Fatalf("%s has another table than %q: go test ./rulesets/lang -update writes it", guide, head)
		}
		text = text[:begin] + table + text[end:]
	}
	if text == string(data) {
		return
	}
	if err := os.WriteFile(guide, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// Every word says what it stands for and has an example, which can be read and has
// the word with as many arguments as it takes.
func TestEntriesAreWhole(t *testing.T) {
	var seen []string
	for w := range lang.All() {
		if slices.Contains(seen, w.Usage()) {
			t.Errorf("%s has two entries", w.Usage())
		}
		seen = append(seen, w.Usage())
		if w.Guide == "" {
			t.Errorf("%s: the entry does not say what it stands for", w.Usage())
		}
		if w.Says == "" || w.Denied == "" && w.Type == lang.Truth {
			t.Errorf("%s: the entry does not say how it is said: %q, denied %q", w.Usage(), w.Says, w.Denied)
		}
		if verb, _, _ := strings.Cut(w.Says, " "); w.Type == lang.Places && !slices.Contains([]string{"are", "lie", "hold", "bear"}, verb) {
			t.Errorf("%s: %q does not begin with what places do", w.Usage(), w.Says)
		}
		e, err := lang.Parse(w.Example)
		if err != nil {
			t.Errorf("%s: %q: %s", w.Usage(), w.Example, err.Message)
			continue
		}
		has := false
		e.Walk(func(x *lang.Expr) {
			if x.Text == w.Name && (x.Op == "call") == (len(w.Args) > 0) {
				has = has || x.Op == "name" || w.Takes(len(x.Kids))
			}
		})
		if !has {
			t.Errorf("%s is not in its example %q", w.Usage(), w.Example)
		}
		for i := range w.Args {
			if w.Name == "mills" && i == 0 {
				continue // in its ordinary phrase it says whose men stand there
			}
			if said := regexp.MustCompile(fmt.Sprintf(`\{[^{}]*\b%d\b[^{}]*\}`, i+1)); !said.MatchString(w.Says) {
				t.Errorf("%s: %q leaves out its argument %d", w.Usage(), w.Says, i+1)
			}
		}
	}
}

// Acts, events and moments are said by their entries.
func TestActsAndMomentsAreSaid(t *testing.T) {
	for _, a := range lang.Acts {
		if a.Does == "" || a.Happened == "" || a.Move == "" || (a.Can == "") != (a.Name == "stop" || a.Name == "pass") {
			t.Errorf("the act %s is not said: %+v", a.Name, a)
		}
	}
	for _, e := range lang.Events {
		if e.Happened == "" {
			t.Errorf("the event %s is not said", e.Name)
		}
	}
	for _, m := range lang.Moments {
		if m.Says == "" {
			t.Errorf("the moment %s is not said", m.Name)
		}
	}
}
