package report

import "github.com/lectio/lectio/evidence/cells"

// Screen is a table as a screen so many cells wide shows it, without the columns in which no row has anything.
func (t *Table) Screen(width int) string {
	t.DropEmpty()
	rows := [][]string{nil}
	for _, c := range t.Columns {
		rows[0] = append(rows[0], c.title())
	}
	for _, r := range t.Rows {
		var row []string
		for i, c := range r.Cells {
			row = append(row, c.plain(t.Columns[i], false))
		}
		rows = append(rows, row)
	}
	return cells.Columns(rows, width)
}
