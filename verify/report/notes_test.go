package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// Markdown has every warning, a few notes of each check and ruleset, and the number of
// the others.
func TestFewNotesInMarkdown(t *testing.T) {
	table := &Table{Name: tFindings, Columns: []Column{{Key: "severity", Title: "Severity"}, {Key: "check", Title: "Check"}, rulesetColumn, {Key: "message", Title: "Finding"}}}
	add := func(severity, check, ruleset string, n int) {
		for i := range n {
			table.Rows = append(table.Rows, Row{Key: fmt.Sprint(severity, check, ruleset, i), Cells: []Cell{Text(severity), Text(check), Text(ruleset), Text("said")}})
		}
	}
	add("warning", "AA001", "one", mdNotes+5)
	add("note", "AA001", "one", mdNotes+2)
	add("note", "AA001", "two", mdNotes+1)
	add("note", "BB001", "one", mdNotes)
	var b bytes.Buffer
	if err := (&Report{Title: "A report", Tables: []*Table{table}}).WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(b.String(), "said |"); got != 4*mdNotes+5 {
		t.Errorf("%d rows, want %d", got, 4*mdNotes+5)
	}
	if !strings.Contains(b.String(), "CSV and in JSON: 3 of AA001.") {
		t.Errorf("the others are not counted:\n%s", b.String())
	}
}
