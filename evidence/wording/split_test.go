package wording

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence/yamlpos"
)

func TestSplit(t *testing.T) {
	text := "2x12 board, i.e. a tables board (two halves. each of six). Mr. J.R. Smith says: \"Stop.\" Then go on.. More follows\nhere.\n\n- one item\n- another (never closed. And a sentence"
	var got []string
	for _, p := range Split(text) {
		got = append(got, p.Text)
	}
	want := []string{"2x12 board, i.e. a tables board (two halves. each of six).", `Mr. J.R. Smith says: "Stop."`, "Then go on..", "More follows here.",
		"- one item", "- another (never closed.", "And a sentence"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var hints []string
	for _, h := range In("The the men men may stand opposite in a row (or so, and throw 6.") {
		hints = append(hints, h.Words)
	}
	if diff := cmp.Diff([]string{"The the", "may", "opposite", "in a row", "(or", "or"}, hints); diff != "" {
		t.Error(diff)
	}
	if h := In("Each player has nine men."); len(h) != 0 {
		t.Errorf("%v", h)
	}
}

// Sentences are held against one another too, under the numbers they get.
func TestSplitCompares(t *testing.T) {
	var got []string
	for _, p := range SplitFrom("There are twenty men in all. Each player has\nnine men. They call it Tab. Some call it\nTáb.", 5) {
		for _, h := range p.Hints {
			got = append(got, fmt.Sprintf("%s %s: %s", h.Kind, p.Text[h.Start:h.Start+len(h.Words)], h.Says))
		}
	}
	want := []string{"sum twenty men in all: 20 men in all, and 2 players with 9 each have 18", "vague Some: ", `name Táb: clause 7 has "Tab"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	text := yamlpos.BlockItems(ClauseDrafts(SplitFrom("Two call it Tab. All call it Táb.", 5), 5, ""), 2)
	if !strings.Contains(text, `# "Táb" one name or two? (clause 5 has "Tab")`) {
		t.Error(text)
	}
}
