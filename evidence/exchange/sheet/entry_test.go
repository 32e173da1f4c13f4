package sheet

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// TestEntry reads back what a sheet for typing has: rules, notes, locks. All of
// it is lost in silence when it is set too late.
func TestEntry(t *testing.T) {
	s := &Sheet{Name: "in", Protected: true, Rules: []Rule{
		{Range: "A2:A9", From: "words!$A$1:$A$2", Title: "word", Advice: "a word", Error: "no word"},
		{Range: "B2:B9", Formula: "LEN(B2)=4", Error: "four"},
		{Range: "C2:C9", Whole: &[2]int{0, 100}, Error: "a number", Warn: true},
	}, Rows: [][]Cell{
		{Text("a"), Text("b"), {Kind: KindText, Text: "c", Comment: "what is c"}},
		{Text("x"), {Unlocked: true}, {Kind: KindText, Text: "7", Unlocked: true}},
	}}
	s.AsTable(1)
	path := filepath.Join(t.TempDir(), "x.xlsx")
	if err := (&Workbook{Sheets: []*Sheet{s, {Name: "words", Rows: [][]Cell{{Text("one")}, {Text("two")}}}}}).Save(path); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rules, err := f.GetDataValidations("in")
	if err != nil || len(rules) != 3 {
		t.Fatalf("%v %v", rules, err)
	}
	if rules[0].Type != "list" || rules[0].Formula1 != "words!$A$1:$A$2" || *rules[0].Prompt != "a word" || rules[1].Type != "custom" ||
		rules[1].Formula1 != "LEN(B2)=4" || rules[2].Type != "whole" || *rules[2].ErrorStyle != "warning" {
		t.Errorf("%+v", rules)
	}
	comments, err := f.GetComments("in")
	if err != nil || len(comments) != 1 || comments[0].Cell != "C1" || !strings.Contains(comments[0].Text, "what is c") {
		t.Errorf("%+v %v", comments, err)
	}
	locked := func(cell string) bool {
		id, err := f.GetCellStyle("in", cell)
		if err != nil {
			t.Fatal(err)
		}
		style, err := f.GetStyle(id)
		if err != nil {
			t.Fatal(err)
		}
		return style.Protection == nil || style.Protection.Locked
	}
	if !locked("A2") || locked("B2") || locked("C2") {
		t.Errorf("A2 %v, B2 %v, C2 %v", locked("A2"), locked("B2"), locked("C2"))
	}
	protection, err := f.GetSheetProtection("in")
	if err != nil || protection.EditObjects && protection.EditScenarios && protection.FormatCells == false {
		t.Errorf("%+v %v", protection, err)
	}
	tables, err := ReadTables(path)
	if err != nil || len(tables) != 2 || len(tables[0].Rows) != 2 || tables[0].Rows[1].Cells[2] != "7" {
		t.Errorf("%+v %v", tables, err)
	}
}
