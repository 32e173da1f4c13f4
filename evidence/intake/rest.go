package intake

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// restTable are the rows that were left, with what is wrong with them and the numbers
// that they had.
func restTable(g *exchange.Grid, left []LeftRow) exchange.Table {
	heading := slices.Clone(g.Rows[0].Cells)
	reasons, number := slices.Index(heading, ReasonsHeading), slices.Index(heading, RowHeading)
	if reasons < 0 { // else it is what was left before
		reasons, number = len(heading), len(heading)+1
		heading = append(heading, ReasonsHeading, RowHeading)
	}
	t := exchange.Table{Heading: heading}
	for _, l := range left {
		cells := slices.Clone(g.Rows[l.Row].Cells)
		for len(cells) < len(heading) {
			cells = append(cells, "")
		}
		cells[reasons] = strings.Join(l.Reasons, "; ")
		if number >= 0 && cells[number] == "" {
			cells[number] = strconv.Itoa(g.RowNumber(l.Row))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// WriteRest writes the rows that were left, with a column of reasons, beside their
// tables; notes say where.
func WriteRest(left []LeftRow, write bool) (notes []string, err error) {
	byTable := map[*exchange.Grid][]LeftRow{}
	var order []*exchange.Grid
	for _, l := range left {
		if byTable[l.Table] == nil {
			order = append(order, l.Table)
		}
		byTable[l.Table] = append(byTable[l.Table], l)
	}
	for _, g := range order {
		base := strings.TrimSuffix(g.Table(), filepath.Ext(g.Table()))
		file := strings.TrimSuffix(base, "-rest") + "-rest.csv"
		if !write {
			notes = append(notes, fmt.Sprintf("%s of %s would be left, and written to %s with the reasons", rowsInWords(len(byTable[g])), g.File, file))
			continue
		}
		t := restTable(g, byTable[g])
		var b bytes.Buffer
		if err := exchange.CSV(&b, t); err != nil {
			return nil, err
		}
		if err := sheet.WriteFiles(sheet.File{Path: file, Content: b.Bytes()}); err != nil {
			return nil, diag.Error{Found: file, Expected: "a folder that can be written", Message: fmt.Sprintf("the rest cannot be written: %v; nothing was imported", err)}
		}
		notes = append(notes, fmt.Sprintf("%s of %s left, and written to %s with the reasons: mend them there, and import that file",
			rowsInWords(len(byTable[g])), g.File, file))
	}
	return notes, nil
}

func rowsInWords(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
