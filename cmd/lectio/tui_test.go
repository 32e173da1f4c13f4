package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
)

func TestWrapWords(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 10, ""},
		{"May one man be moved?", 30, "May one man be moved?"},
		{"May one man be moved by both?", 12, "May one man\nbe moved by\nboth?"},
		{"two\nlines of it", 6, "two\nlines\nof it"},
		{"A PIP-A07=descend-like-others", 12, "A\nPIP-A07=\ndescend-\nlike-others"},
		{"Konträrer Äther", 9, "Konträrer\nÄther"},
		{"unbreakable", 4, "unbr\neaka\nble"},
		{"≠≠≠ ≠≠", 3, "≠≠≠\n≠≠"},
	} {
		got := wrapWords(c.text, c.width)
		if got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.width, got, c.want)
		}
		for _, line := range strings.Split(got, "\n") {
			if utf8.RuneCountInString(line) > c.width {
				t.Errorf("%q at %d: the line %q is too wide", c.text, c.width, line)
			}
		}
	}
}

// A table breaks no word that fits.
func TestWordTable(t *testing.T) {
	var b bytes.Buffer
	w := wordTable(&b)
	w.SetColumnConfigs([]table.ColumnConfig{words(1, 16)})
	w.AppendRow(table.Row{"Which way do the men of the two players go round?", "x"})
	w.Render()
	if want := " Which way do the  x "; !strings.HasPrefix(b.String(), want) {
		t.Errorf("the table begins\n%swant\n%s", b.String(), want)
	}
	if !strings.Contains(b.String(), " players go ") {
		t.Errorf("players is broken:\n%s", b.String())
	}
}
