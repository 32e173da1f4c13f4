package intake

import (
	"encoding/json"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// ForeignTable is a table that was not made for a corpus, with what its columns are.
type ForeignTable struct {
	Grid    *exchange.Grid
	Mapping *Mapping
	Joined  []*exchange.Grid // those of Mapping.With
}

// MarshalJSON writes what the columns of the table are, and the file that keeps it.
func (t ForeignTable) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Table   string         `json:"table"`
		Kept    string         `json:"file"`
		Columns []MappedColumn `json:"columns"`
		IDs     string         `json:"ids,omitempty"`
		With    []string       `json:"with,omitempty"`
	}{t.Grid.File, t.Kept(), t.Mapping.Columns, t.Mapping.ID, t.Mapping.With})
}

// Kept is the file that keeps the mapping.
func (t *ForeignTable) Kept() string { return MappingFile(t.Grid.Table()) }

// IsForeign reports whether a table needs a mapping: it has not the heading of a table
// of a corpus, or more than that, or says in columns of ours what they cannot hold. A
// heading that looks like a slip is for its reader to set right.
func IsForeign(g *exchange.Grid) bool {
	switch kind := gridKind(g); {
	case g.Hidden || len(g.Rows) < 2:
		return false
	case kind == "":
		return g.Sheet != WordsSheet
	case kind != "records" || IsExport(g):
		return false
	}
	var names []string
	for _, c := range everyColumn {
		names = append(names, c.Name)
	}
	others, slips := 0, 0
	for c, h := range g.Rows[0].Cells {
		switch name := columnName(h); {
		case name == "" || strings.HasPrefix(name, extraMark) || slices.Contains(ownHeadings, name) || slices.Contains(workedOut, name):
		case slices.Contains(names, name):
			if col := everyColumn[slices.Index(names, name)]; col.Maps && !holdsMaps(g, c) {
				return true
			}
		case headingField(h) == "" && diag.DidYouMean(name, names) != "":
			slips++
		default:
			others++
		}
	}
	_, _, lacks := lacksHeading(g)
	return lacks || others > 0 && others >= slips
}

// IsExport reports whether a table is one that an export has written whole: it holds what no
// other table does.
func IsExport(g *exchange.Grid) bool {
	return len(g.Rows) > 0 && slices.ContainsFunc(g.Rows[0].Cells, func(h string) bool { return slices.Contains(ListColumns, strings.ReplaceAll(columnName(h), " ", "-")) })
}

// holdsMaps reports whether the first text of a column is in braces, as lists of maps are
// written; an empty column may hold them.
func holdsMaps(g *exchange.Grid, c int) bool {
	for i := 1; i < len(g.Rows); i++ {
		if cell := cellAt(g, i, c); cell != "" {
			return strings.HasPrefix(cell, "{")
		}
	}
	return true
}

// LeftRow is a row that was not taken, and why.
type LeftRow struct {
	Table   *exchange.Grid
	Row     int
	Reasons []string
}

// Tables is [Import] with tables that need a mapping. With partial, rows with
// mistakes are left out, and everything else is planned.
func Tables(c *evidence.Corpus, fsys fs.FS, root string, pieces []*exchange.Piece, grids []*exchange.Grid, tables []ForeignTable,
	o Options, partial bool) (*Plan, []LeftRow, diag.Errors) {
	var errs diag.Errors
	var understood []Understood
	o.Dates, o.Sources = map[*exchange.Grid]date.Reader{}, map[string]yamlpos.Value{}
	all, original := slices.Clone(grids), slices.Clone(grids)
	for _, t := range tables {
		made, more := t.Mapping.Apply(c, t.Grid, t.Joined, o.Twins)
		nameCells(more, append([]*exchange.Grid{t.Grid}, t.Joined...))
		errs.Merge(more)
		o.Dates[made.Grid] = made.Dates
		maps.Copy(o.Sources, made.Sources)
		understood = append(understood, made.Understood...)
		o.Notes = append(o.Notes, made.Notes...)
		all, original = append(all, made.Grid), append(original, t.Grid)
	}
	plan, more := Import(c, fsys, root, pieces, all, o)
	errs.Merge(more)
	if len(errs) == 0 || !partial {
		if plan != nil {
			plan.Understood = append(plan.Understood, understood...)
		}
		return plan, nil, errs.Sort()
	}
	var left []LeftRow
	for len(errs) > 0 {
		rows, lost := rowsWith(errs, all)
		if len(lost) > 0 {
			return nil, nil, lost.Sort()
		}
		for k, g := range all {
			if len(rows[k]) == 0 {
				continue
			}
			without := map[int]bool{}
			for _, row := range slices.Sorted(maps.Keys(rows[k])) {
				without[row] = true
				number := g.RowNumber(row)
				at := 0
				for i := range original[k].Rows {
					if original[k].RowNumber(i) == number {
						at = i
					}
				}
				left = append(left, LeftRow{Table: original[k], Row: at, Reasons: rows[k][row]})
			}
			all[k] = g.Without(without)
			if reader, ok := o.Dates[g]; ok {
				o.Dates[all[k]] = reader
			}
		}
		plan, errs = Import(c, fsys, root, pieces, all, o)
	}
	plan.Understood = append(plan.Understood, understood...)
	slices.SortStableFunc(left, func(a, b LeftRow) int {
		if a.Table != b.Table {
			return strings.Compare(a.Table.File, b.Table.File)
		}
		return a.Row - b.Row
	})
	return plan, left, nil
}

// rowsWith finds the rows of tables in which mistakes are, with what is wrong; lost are
// the mistakes that are in no row.
func rowsWith(errs diag.Errors, grids []*exchange.Grid) (rows map[int]map[int][]string, lost diag.Errors) {
	type place struct {
		file, sheet string
		row         int
	}
	at := map[place][2]int{}
	for k, g := range grids {
		for i := 1; i < len(g.Rows); i++ {
			at[place{g.File, g.Sheet, g.RowNumber(i)}] = [2]int{k, i}
		}
	}
	rows = map[int]map[int][]string{}
	for _, e := range errs {
		found := e.Cell != nil
		var where [2]int
		if found {
			where, found = at[place{e.Table(), e.Cell.Sheet, e.Cell.Row}]
		}
		if !found {
			lost = append(lost, e)
			continue
		}
		if rows[where[0]] == nil {
			rows[where[0]] = map[int][]string{}
		}
		e.Pos = diag.Pos{}
		if reason := e.Error(); !slices.Contains(rows[where[0]][where[1]], reason) {
			rows[where[0]][where[1]] = append(rows[where[0]][where[1]], reason)
		}
	}
	return rows, lost
}

// Reason is a kind of mistake, with how often it was made and the first of them.
type Reason struct {
	Text  string
	Count int
	First diag.Error
}

var (
	inQuotes  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	inNumbers = regexp.MustCompile(`-?[0-9]+(?:[.-][0-9]+)*`)
	atCell    = regexp.MustCompile(` \((?:in [^()]*|row [0-9]+, column [A-Z]+[^()]*(?:\([^()]*\)[^()]*)*)\)`)
)

// Reasons counts mistakes by what is wrong, the most frequent first.
func Reasons(errs diag.Errors) []Reason {
	var list []Reason
	at := map[string]int{}
	for _, e := range errs {
		text := atCell.ReplaceAllString(e.Message, "")
		text = inNumbers.ReplaceAllString(inQuotes.ReplaceAllString(text, "…"), "…")
		text, _, _ = strings.Cut(text, "; did you mean")
		i, had := at[text]
		if !had {
			i = len(list)
			at[text] = i
			list = append(list, Reason{Text: text, First: e})
		}
		list[i].Count++
	}
	slices.SortStableFunc(list, func(a, b Reason) int { return b.Count - a.Count })
	return list
}
