package intake

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/fold"
)

// headRows is how far down the heading of a table is looked for.
const headRows = 30

// Headed finds the heading of a table, which is then its first row. Row is the number of it as
// a spreadsheet program counts, 0 where nobody has said it. A table of a corpus begins with its
// heading. Notes say what was found and what stands above it, which the table keeps.
func Headed(g *exchange.Grid, row int) (headed *exchange.Grid, notes []string, errs diag.Errors) {
	at := 0
	switch {
	case row > 0:
		if at = slices.IndexFunc(g.Rows, func(r exchange.GridRow) bool { return r.Number() == row }); at < 0 {
			errs.Add(diag.Pos{File: g.File}, "row "+strconv.Itoa(row), "the number of a row in which something stands", "the table has no such row for a heading")
			return g, nil, errs
		}
	case g.Hidden || len(g.Rows) < 2 || gridKind(g) != "":
		return g, nil, nil
	default:
		at = findHeading(g.Rows)
	}
	out := g.Below(at)
	if len(out.Above) > 0 {
		notes = append(notes, fmt.Sprintf("%s: row %d is taken for the heading (--heading N names another); above it stands: %s", g.File, out.RowNumber(0), strings.Join(out.Above, " / ")))
	}
	if sub := subheading(out.Rows); sub != nil {
		notes = append(notes, fmt.Sprintf("%s: rows %d and %d are the heading", g.File, out.RowNumber(0), out.RowNumber(1)))
		out.Rows = slices.Delete(out.Rows, 1, 2)
		out.Rows[0] = out.Rows[0].WithCells(sub)
	}
	return out, notes, nil
}

// cellOf is the text of a cell on one line, "" where the row has no such cell.
func cellOf(row []string, c int) string {
	if c >= len(row) {
		return ""
	}
	return fold.OneLine(row[c])
}

// filled counts the cells of a row in which something stands.
func filled(row []string) (n int) {
	for c := range row {
		if cellOf(row, c) != "" {
			n++
		}
	}
	return n
}

// knownHeadings counts the cells of a row that are called as fields are.
func knownHeadings(row []string) (n int) {
	for c := range row {
		if text := cellOf(row, c); text != "" && headingField(text) != "" {
			n++
		}
	}
	return n
}

var onlyFigures = regexp.MustCompile(`^[-+.,/0-9 ]*[0-9][-+.,/0-9 ]*$`)

// findHeading finds the row that is the heading: the first that has cells as most rows have,
// unless nothing in it is called as a field is and a row further down has several that are.
func findHeading(rows []exchange.GridRow) int {
	var counts []int
	for _, row := range rows[:min(len(rows), 200)] {
		if n := filled(row.Cells); n > 0 {
			counts = append(counts, n)
		}
	}
	if len(counts) == 0 {
		return 0
	}
	slices.Sort(counts)
	usual := counts[len(counts)/2]
	first, best, most := -1, 0, 0
	for i, row := range rows[:min(len(rows), headRows)] {
		if first < 0 && filled(row.Cells)*2 > usual {
			first = i
		}
		if n := knownHeadings(row.Cells); n > most {
			best, most = i, n
		}
	}
	known := func(i int) int { return knownHeadings(rows[i].Cells) }
	switch {
	case first < 0:
		return 0
	case known(first) == 0 && most > 1:
		return best
	case first > 0 && known(first) == 0 && (known(0) > 0 || slices.ContainsFunc(rows[first].Cells, onlyFigures.MatchString)):
		return 0 // what has figures is no heading
	}
	return first
}

var unitAlone = regexp.MustCompile(`^[(\[]?(mm|cm|m|in|ft|mg|g|kg)\.?[)\]]?$`)

// subheading joins a heading of two rows, as in Date over from and to; nil where there is one.
// Cells of the second stand below those of the first that span several columns, or are units.
func subheading(rows []exchange.GridRow) []string {
	if len(rows) < 3 {
		return nil
	}
	top, below := rows[0].Cells, rows[1].Cells
	out := make([]string, max(len(top), len(below)))
	group, known, any := "", false, false
	for c := range out {
		a, b := cellOf(top, c), cellOf(below, c)
		if a != "" {
			group = a
		}
		spans := a == "" || c+1 < len(out) && cellOf(top, c+1) == "" && cellOf(below, c+1) != ""
		switch {
		case b == "" || b == a:
			out[c] = a
			continue
		case unitAlone.MatchString(b) && a != "":
			out[c], known = a+" ("+strings.Trim(b, "()[].")+")", true
		case !spans || onlyFigures.MatchString(b) || len(b) > 40:
			return nil
		default:
			out[c] = strings.TrimSpace(group + " " + b)
			known = known || headingField(out[c]) != "" || headingField(b) != ""
		}
		any = true
	}
	if !any || !known {
		return nil
	}
	return out
}

// Named is a table of which every column has a heading of its own: one that has none, or that
// of another, is called by its letters. Rows that say the heading again are left out.
func Named(g *exchange.Grid) (named *exchange.Grid, notes []string) {
	if len(g.Rows) == 0 {
		return g, nil
	}
	out := g.Below(0)
	heading := slices.Clone(out.Rows[0].Cells)
	seen := map[string]bool{}
	for c := range width(g) {
		if c >= len(heading) {
			heading = append(heading, "")
		}
		name := fold.OneLine(heading[c])
		if name == "" && !fills(g, c) {
			continue
		}
		letters := "column " + exchange.Letters(c)
		switch {
		case name == "":
			name = letters
		case seen[strings.ToLower(name)]:
			name += ", " + letters
		}
		for seen[strings.ToLower(name)] {
			name += "'"
		}
		heading[c], seen[strings.ToLower(name)] = name, true
	}
	out.Rows[0] = out.Rows[0].WithCells(heading)
	kept := out.Rows[:1:1]
	for i := 1; i < len(out.Rows); i++ {
		if !repeats(out.Rows[i].Cells, heading) {
			kept = append(kept, out.Rows[i])
		}
	}
	if again := len(out.Rows) - len(kept); again > 0 {
		notes = append(notes, fmt.Sprintf("%s: the heading stands in the table again, in %d of the rows, which are passed over", g.File, again))
	}
	out.Rows = kept
	return out, notes
}

// repeats reports whether a row says the heading again, or one of the two rows that it has.
func repeats(row, heading []string) bool {
	for c := range row {
		text, h := cellOf(row, c), cellOf(heading, c)
		if text != "" && !strings.HasPrefix(h, text) && !strings.HasSuffix(h, text) {
			return false
		}
	}
	return filled(row) > 1
}

// madeUp matches the names of columns that [Named] makes.
var madeUp = regexp.MustCompile(`^column [A-Z]+'*$|, column [A-Z]+'*$`)

// width is how many columns of a table have something in them.
func width(g *exchange.Grid) (n int) {
	for _, row := range g.Rows {
		for c := len(row.Cells) - 1; c >= n; c-- {
			if cellOf(row.Cells, c) != "" {
				n = c + 1
			}
		}
	}
	return n
}

// fills reports whether something stands in a column below the heading.
func fills(g *exchange.Grid, c int) bool {
	return slices.ContainsFunc(g.Rows[1:], func(row exchange.GridRow) bool { return cellOf(row.Cells, c) != "" })
}

// lacksHeading finds the first cell that stands in a column without a heading.
func lacksHeading(g *exchange.Grid) (row, column int, lacks bool) {
	if len(g.Rows) == 0 {
		return 0, 0, false
	}
	for c := range width(g) {
		if cellOf(g.Rows[0].Cells, c) != "" {
			continue
		}
		for i := range g.Rows {
			if cellOf(g.Rows[i].Cells, c) != "" {
				return i, c, true
			}
		}
	}
	return 0, 0, false
}
