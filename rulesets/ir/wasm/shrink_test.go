package wasm_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/testdata/long"
)

// A shrinker makes a ruleset smaller as long as it shows a difference: it drops statements,
// keys and items, keeps of a text a part or drops one, and makes numbers smaller. It works
// on the text of the rules, and not on what they were drawn from as rapid would: a drawer
// chooses among whole conditions, of which it could draw no part, and most of its
// statements are drawn always.
type shrinker struct {
	root    yamlpos.Value
	differs func(text string) bool
	tried   map[string]bool
	left    int // so many rulesets may still be tried
}

// shrunkRules returns the smallest ruleset found that differs; of the text given differs
// holds. differs is asked about texts that cannot be compiled, too.
func shrunkRules(text string, differs func(text string) bool) string {
	root, errs := yamlpos.Parse("test.yaml", []byte(text))
	if len(errs) > 0 {
		return text
	}
	s := &shrinker{root: yamlpos.ValueOf(root), differs: differs, tried: map[string]bool{}, left: 20_000}
	s.tried[s.text()] = true
	for changed := true; changed; {
		changed = s.lower()
		statements := &s.root.Values[slices.Index(s.root.Keys, "statements")] // of the root that lower leaves
		changed = s.dropItems(statements) || changed
		for i := range statements.Values {
			changed = s.within(&statements.Values[i]) || changed
		}
	}
	return s.text()
}

// text writes the ruleset as tests do, a statement a line.
func (s *shrinker) text() string {
	var b strings.Builder
	for i, key := range s.root.Keys {
		if key != "statements" {
			fmt.Fprintf(&b, "%s: %s\n", key, s.root.Values[i].FlowText(false))
			continue
		}
		b.WriteString("statements:\n")
		for _, v := range s.root.Values[i].Values {
			fmt.Fprintf(&b, "  - %s\n", v.FlowText(false))
		}
	}
	return b.String()
}

// replace puts another value in the place of one, if the rules then still differ.
func (s *shrinker) replace(v *yamlpos.Value, by yamlpos.Value) bool {
	was := *v
	*v = by
	text := s.text()
	if s.left > 0 && !s.tried[text] {
		s.left--
		s.tried[text] = true
		if s.differs(text) {
			return true
		}
	}
	*v = was
	return false
}

// dropItems drops items of a list or keys of a map, many at once before single ones.
func (s *shrinker) dropItems(v *yamlpos.Value) (changed bool) {
	for n := max(1, len(v.Values)/2); n > 0; n /= 2 {
		for at := len(v.Values) - n; at >= 0; at -= n {
			less := *v
			less.Values = slices.Delete(slices.Clone(v.Values), at, at+n)
			if v.Kind == yamlpos.Map {
				less.Keys = slices.Delete(slices.Clone(v.Keys), at, at+n)
			}
			changed = s.replace(v, less) || changed
		}
	}
	return changed
}

// within makes what is in a value smaller.
func (s *shrinker) within(v *yamlpos.Value) (changed bool) {
	if v.Kind == yamlpos.Scalar {
		return s.shorten(v)
	}
	changed = s.dropItems(v)
	for i := range v.Values {
		if v.Kind == yamlpos.Map && (v.Keys[i] == "id" || v.Keys[i] == "assumed") {
			continue
		}
		changed = s.within(&v.Values[i]) || changed
		if v.Values[i].Kind == yamlpos.List && len(v.Values[i].Values) == 1 {
			changed = s.replace(&v.Values[i], v.Values[i].Values[0]) || changed
		}
	}
	return changed
}

var (
	shrinkToken  = regexp.MustCompile(`([A-Za-z_][A-Za-z_0-9-]*|\d+|\.\.|[<>=!]+|\S)\s*`)
	shrinkNumber = regexp.MustCompile(`\d+`)
)

// mostTokens are as many as a text may have of which all parts are tried.
const mostTokens = 40

// shorten keeps the shortest part of a text that will do, or drops the longest it can
// spare, and makes its numbers smaller.
func (s *shrinker) shorten(v *yamlpos.Value) (changed bool) {
	again := true
	for again {
		again = false
		at := shrinkToken.FindAllStringIndex(v.Text, -1)
		if len(at) > mostTokens {
			break
		}
		for n := 1; n < len(at) && !again; n++ {
			for i := 0; i+n <= len(at) && !again; i++ {
				again = s.retell(v, v.Text[at[i][0]:at[i+n-1][1]])
			}
		}
		for n := len(at) - 2; n > 0 && !again; n-- {
			for i := 1; i+n < len(at) && !again; i++ {
				again = s.retell(v, v.Text[:at[i][0]]+v.Text[at[i+n][0]:])
			}
		}
		for _, number := range shrinkNumber.FindAllStringIndex(v.Text, -1) {
			for _, less := range smaller(v.Text[number[0]:number[1]]) {
				if !again {
					again = s.retell(v, v.Text[:number[0]]+less+v.Text[number[1]:])
				}
			}
		}
		changed = changed || again
	}
	return changed
}

// retell puts another text in the place of one, where its brackets can be those of a text.
func (s *shrinker) retell(v *yamlpos.Value, text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || strings.Count(text, "(") != strings.Count(text, ")") {
		return false
	}
	by := *v
	by.Text = text
	return s.replace(v, by)
}

// smaller lists numbers to be tried in the place of one.
func smaller(number string) (out []string) {
	n, _ := strconv.Atoi(number)
	for _, m := range []int{0, 1, 2, n / 2, n * 3 / 4, n - 1} {
		if m >= 0 && m < n && !slices.Contains(out, strconv.Itoa(m)) {
			out = append(out, strconv.Itoa(m))
		}
	}
	return out
}

// lower makes numbers smaller wherever they stand: those of places, of which the board
// then has fewer, and those of men, who are counted and set up.
func (s *shrinker) lower() (changed bool) {
	for again := true; again; {
		again = false
		for _, n := range numbersIn(s.root) {
			for _, less := range smaller(strconv.Itoa(n)) {
				m, _ := strconv.Atoi(less)
				again = again || s.replace(&s.root, capped(s.root, m)) || s.replace(&s.root, mapTexts(s.root, func(text string) string {
					return regexp.MustCompile(`\b`+strconv.Itoa(n)+`\b`).ReplaceAllString(text, less)
				}))
			}
		}
		changed = changed || again
	}
	return changed
}

// numbersIn lists the numbers in the texts of a value, the highest first.
func numbersIn(v yamlpos.Value) (out []int) {
	mapTexts(v, func(text string) string {
		for _, number := range shrinkNumber.FindAllString(text, -1) {
			n, _ := strconv.Atoi(number)
			out = append(out, n)
		}
		return text
	})
	slices.Sort(out)
	out = slices.Compact(out)
	slices.Reverse(out)
	return out
}

// A shrinkRow names places, one after the other.
var shrinkRow = regexp.MustCompile(`^[a-z]*\d+( [a-z]*\d+)+$`)

// capped is a value whose numbers are no higher than most, and rows of whose places end
// there.
func capped(v yamlpos.Value, most int) yamlpos.Value {
	return mapTexts(v, func(text string) string {
		if shrinkRow.MatchString(text) {
			var kept []string
			for _, name := range strings.Fields(text) {
				if n, _ := strconv.Atoi(shrinkNumber.FindString(name)); n <= most {
					kept = append(kept, name)
				}
			}
			return strings.Join(kept, " ")
		}
		return shrinkNumber.ReplaceAllStringFunc(text, func(number string) string {
			if n, _ := strconv.Atoi(number); n > most {
				return strconv.Itoa(most)
			}
			return number
		})
	})
}

// mapTexts is a value with its texts and the keys that are numbers changed; the ids of
// statements stay.
func mapTexts(v yamlpos.Value, change func(string) string) yamlpos.Value {
	if v.Kind == yamlpos.Scalar {
		v.Text = change(v.Text)
		return v
	}
	v.Values, v.Keys = slices.Clone(v.Values), slices.Clone(v.Keys)
	for i := range v.Values {
		if v.Kind == yamlpos.Map {
			if v.Keys[i] == "id" || v.Keys[i] == "except" || v.Keys[i] == "outranks" {
				continue
			}
			if shrinkNumber.MatchString(v.Keys[i]) {
				v.Keys[i] = change(v.Keys[i])
			}
		}
		v.Values[i] = mapTexts(v.Values[i], change)
	}
	return v
}

// statementsIn counts the statements of a ruleset as the shrinker writes it.
func statementsIn(text string) int { return strings.Count(text, "\n  - ") }

// TestRulesAreShrunk plants differences: a comparison that lies wherever a word occurs.
// What is left of drawn rules has the word, and what is needed for it to be understood.
func TestRulesAreShrunk(t *testing.T) {
	words := []string{"marked", "may_spare", "outranks", "follows", "can", "landings", "crowd", "at_most", "hand_over"}
	for _, word := range words[:long.Of(2, len(words))] {
		has := regexp.MustCompile(`\b` + word + `\b`)
		differs := func(text string) bool {
			_, err := compiled(text)
			return err == nil && has.MatchString(text)
		}
		text := ""
		for i := 0; !differs(text) || len(text) > 2500; i++ { // a large graph takes too long
			if text = drawnSmall(i); i%2 == 0 {
				text = drawn(i / 2)
			}
		}
		shrunk := shrunkRules(text, differs)
		t.Logf("%s: of %d statements %d are left\n%s", word, statementsIn(text), statementsIn(shrunk), shrunk)
		if !differs(shrunk) || statementsIn(shrunk) > 12 || len(shrunk) > 1000 {
			t.Errorf("%s is not much of what is left", word)
		}
		lines := strings.SplitAfter(shrunk, "\n")
		for i, line := range lines {
			if strings.HasPrefix(line, "  - ") && differs(strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")) {
				t.Errorf("%s: not needed: %s", word, line)
			}
		}
	}
}

// TestDifferencesOfRulesAreShrunk plants a difference between the executors: the module is
// made of rules in which men are sent elsewhere. What is left has the rule that sends them,
// and the men still meet.
func TestDifferencesOfRulesAreShrunk(t *testing.T) {
	const sent = "send: enemy(to), to: bar"
	differs := func(text string) bool {
		g, err := compiled(text)
		other, otherErr := compiled(strings.ReplaceAll(text, sent, "send: enemy(to), to: out"))
		if err != nil || otherErr != nil {
			return false
		}
		_, difference := apart(g, other.Program, 300, false)
		return difference != ""
	}
	text := ""
	for i := 0; !differs(text); i++ {
		text = drawnSmall(i)
	}
	shrunk := shrunkRules(text, differs)
	t.Logf("of %d statements %d are left\n%s", statementsIn(text), statementsIn(shrunk), shrunk)
	if !differs(shrunk) || !strings.Contains(shrunk, sent) || statementsIn(shrunk) > 13 || len(shrunk) > 1100 {
		t.Error("the difference is not much of what is left")
	}
}
