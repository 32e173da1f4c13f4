package sheet

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

// TestMergedCells: a cell that reaches over several rows is said of each of them, dates too; one
// that reaches over columns stands in the first, and a row of nothing else stays empty.
func TestMergedCells(t *testing.T) {
	f := excelize.NewFile()
	set := func(at string, value any) {
		if err := f.SetCellValue("Sheet1", at, value); err != nil {
			t.Fatal(err)
		}
	}
	day, err := f.NewStyle(&excelize.Style{NumFmt: 14})
	if err != nil {
		t.Fatal(err)
	}
	for at, value := range map[string]any{"A1": "Site", "B1": "No.", "C1": "Date", "A2": "Reed Point", "B2": "1", "C2": 44197, "B3": "2", "B4": "3", "B5": "4", "C5": "lost",
		"A7": "Old Quay", "B7": "6", "A8": "North Shore", "C4": "kept apart"} {
		set(at, value)
	}
	if err := f.SetCellStyle("Sheet1", "C2", "C2", day); err != nil {
		t.Fatal(err)
	}
	for _, area := range [][2]string{{"A2", "A6"}, {"C2", "C3"}, {"A7", "A7"}, {"C5", "D5"}, {"A8", "A9"}} {
		if err := f.MergeCell("Sheet1", area[0], area[1]); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "merged.xlsx")
	if err := f.SaveAs(file); err != nil {
		t.Fatal(err)
	}
	tables, err := ReadTables(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, r := range tables[0].Rows {
		rows = append(rows, strings.Join(r.Cells, "|"))
	}
	want := []string{"Site|No.|Date", "Reed Point|1|2021-01-01", "Reed Point|2|2021-01-01", "Reed Point|3|kept apart", "Reed Point|4|lost", "Old Quay|6", "North Shore"}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"A2:A6", "C2:C3"}, tables[0].Merged); diff != "" {
		t.Error(diff)
	}
	if problem, dated := tables[0].Rows[2].Dates[2]; !dated || problem != "" {
		t.Errorf("the date that reaches into the row is no date there: %v", tables[0].Rows[2].Dates)
	}
}
