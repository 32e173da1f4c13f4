package report

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// A line of play that no cell holds is whole for programs, and people are told how
// long it is; a shorter one is whole in the workbook as well.
func TestLongLinesAreWholeForPrograms(t *testing.T) {
	long := "game: " + strings.Repeat("white: a/b; black: c/d; ", 2000)
	fits := "game: " + strings.Repeat("white: a/b; black: c/d; ", 1000)
	r := &Report{Title: "Lines", Tables: []*Table{{Name: "Lines", Columns: []Column{lineColumn}, Rows: []Row{
		{Cells: []Cell{{Text: long, Short: "game: 4000 moves, too many to be shown here"}}},
		{Cells: []Cell{{Text: fits, Short: "game: 2000 moves, too many to be shown here"}}},
	}}}}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"CSV": string(r.csv(r.Tables[0])), "JSON": b.String()} {
		if !strings.Contains(text, long) || !strings.Contains(text, fits) || strings.Contains(text, "too many") {
			t.Errorf("%s does not have the lines whole", name)
		}
	}
	file := filepath.Join(t.TempDir(), "lines.xlsx")
	if err := r.WriteFile(file); err != nil {
		t.Fatal(err)
	}
	book, err := sheet.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	held := map[string]bool{}
	for _, s := range book.Sheets {
		for _, row := range s.Rows {
			for _, cell := range row {
				held[cell.Text] = true
			}
		}
	}
	if !held["game: 4000 moves, too many to be shown here"] || held["game: 2000 moves, too many to be shown here"] || !held[fits] {
		t.Error("the cells do not hold what they can")
	}
	b.Reset()
	folds := "game: " + strings.Repeat("white: a/b; black: c/d; ", 20)
	r.Tables[0].Rows = append(r.Tables[0].Rows, Row{Cells: []Cell{Text(folds)}})
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `<code class="line">`+folds+"</code>") {
		t.Error("on a page a line that is folded cannot be copied whole")
	}
	b.Reset()
	if err := r.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), fits) || !strings.Contains(b.String(), "2000 moves, too many") {
		t.Error("Markdown, which is for people, has the whole line")
	}
}
