package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
)

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
