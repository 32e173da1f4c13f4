package intake

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/testdata/long"
)

// oddValues are what cells of published tables hold, whatever their columns are.
var oddValues = []string{"?", "NA", "-", "none", "unknown", "c. 1500?", "perhaps", "sic!", "12; 14", "Wren 1950: 12; Finch 1960", "1,5", "0", "-300", "about 50", "80 %", "51.5", "51.5, -0.1", "north of the river",
	"yes", "artifact?", "{a: b}", "[x]", "a: b # c", "5 cm", "high", "Crown, the", "1/2", "17\nlines", "tern & wren", "1900", "1900 [1901]", "in press", "https://rows.example.org/a?b=c", "10.1000/182", "s-1"}

// shelfOfOne is a corpus with one source.
func shelfOfOne(t *testing.T) (*evidence.Corpus, fstest.MapFS) {
	t.Helper()
	files := fstest.MapFS{"evidence/records/Y.1.yaml": {Data: []byte("id: Y.1\ngame: Tern\nsource: {key: s-1}\n")},
		"evidence/sources/s.json": {Data: []byte(`[{"id": "s-1", "type": "book", "title": "Tern Book", "author": [{"family": "Tern"}]}]`)}}
	c, errs := evidence.Load(files, "")
	if errs != nil {
		t.Fatal(errs)
	}
	return c, files
}

// saidOf is all that an import writes and tells of a row of a table.
func saidOf(g *exchange.Grid, row int, plan *Plan, left []LeftRow) string {
	var b strings.Builder
	var places []string
	for c := range g.Rows[row].Cells {
		places = append(places, g.Where(row, c))
	}
	for _, r := range plan.Records {
		if slices.Contains(places, r.From) {
			fmt.Fprintln(&b, r.Content)
		}
	}
	for _, s := range plan.Sources {
		if strings.Contains(b.String(), s.ID) {
			fmt.Fprintln(&b, s.Content)
		}
	}
	for _, u := range plan.Understood {
		fmt.Fprintln(&b, u.From)
	}
	for _, l := range left {
		if l.Row == row && l.Table == g {
			fmt.Fprintln(&b, l.Table.Rows[l.Row].Cells, l.Reasons)
		}
	}
	return b.String()
}

// holds reports whether a text says each word of a cell, however it is quoted, and whatever
// stands between the words.
func holds(all, cell string) bool {
	all = strings.NewReplacer(`\n`, " ", `\"`, `"`, `''`, `'`).Replace(all)
	for _, word := range strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(" \n,;&", r) }) {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}

// besideOdd is what stands beside a column in a table, by the name of the case.
var besideOdd = []struct {
	name  string
	cells [][2]string
}{
	{"alone", nil},
	{"with a date and its ends", [][2]string{{"date", "spring 1732"}, {"date as written", "in the spring"}, {"date.earliest", "1700"}, {"date.latest", "1740"}}},
	{"with a source", [][2]string{{"source.title", "On Rows"}, {"source.author", "Auk, A."}, {"source.reference", "Auk n.d., 7"}, {"locator", "44"}}},
	{"with a key", [][2]string{{"source", "s-1"}, {"source as written", "the Tern book"}}},
	{"with coordinates and doubts", [][2]string{{"location.latitude", "64.96"}, {"location.longitude", "-19.02"}, {"uncertainty", "translated; a guess"}, {"doubts", "not seen"}}},
	{"with rules", [][2]string{{"rules", "Each has nine men."}, {"confidence", "70"}, {"object measures", "height 3 cm"}}},
}

// oddTable is a table with a column of odd values and, in every row, what stands beside it. The
// short form takes every third of the values, others for each field.
func oddTable(to string, beside [][2]string) (*exchange.Grid, *Mapping) {
	var values []string
	for i, odd := range oddValues {
		if (i+len(to))%3 == 0 || long.Form() {
			values = append(values, odd)
		}
	}
	if to == "id" {
		values = append(values, "s/1", "é 1", "S-1")
	}
	if to == "source.author" { // authors of one family name are one where nothing else tells them apart
		values = []string{"?", "NA", "unknown", "tern & wren", "Crown, the", "perhaps", "in press"}
	}
	m := &Mapping{Columns: []MappedColumn{{Heading: to, To: to}}}
	g := &exchange.Grid{File: "odd.csv", Rows: []exchange.GridRow{{Line: 1, Cells: []string{to}}}}
	for i, odd := range values {
		g.Rows = append(g.Rows, exchange.GridRow{Line: i + 2, Cells: []string{odd}})
	}
	for _, cell := range append(slices.Clone(beside), [2]string{"game", "Tern"}, [2]string{extraMark + "Colour", "red"}) {
		field, _ := FieldNamed(cell[0])
		heading := field
		if field == to && field == "game" {
			continue
		}
		if field == to {
			heading = "the other " + field
		}
		m.Columns = append(m.Columns, MappedColumn{Heading: heading, To: field})
		for i := range g.Rows {
			g.Rows[i].Cells = append(g.Rows[i].Cells, []string{heading, cell[1]}[min(i, 1)])
		}
	}
	return g, m
}

// TestNothingVanishes gives every field that a column can be every odd value, alone and beside
// what is like it: the words of each cell are in the record or a source of it, or they are told.
func TestNothingVanishes(t *testing.T) {
	c, files := shelfOfOne(t)
	try := func(name string, g *exchange.Grid, grids []*exchange.Grid, tables []ForeignTable) {
		t.Helper()
		plan, left, errs := Tables(c, files, "", nil, grids, tables, Options{}, true)
		if plan == nil {
			t.Errorf("%s: a mistake in no row: %v", name, errs)
			return
		}
		for i := 1; i < len(g.Rows); i++ {
			all := saidOf(g, i, plan, left)
			for k, cell := range g.Rows[i].Cells {
				if !holds(all, cell) {
					t.Errorf("%s: the cell %q under %s is nowhere in\n%s", name, cell, g.Rows[0].Cells[k], all)
				}
			}
		}
	}
	for k, name := range FieldNames() {
		to, ok := FieldNamed(strings.Replace(name, "NAME", "Own", 1))
		if !ok || to == notWanted {
			continue
		}
		for n, b := range besideOdd {
			if n == k%len(besideOdd) || long.Form() {
				g, m := oddTable(to, b.cells)
				try(b.name+", "+name, g, nil, []ForeignTable{{Grid: g, Mapping: m}})
			}
		}
		// A table that has our headings needs no mapping.
		if of := everyColumn; to != "id" && (columnNamed(of, to) >= 0 || slices.Contains(ownHeadings, to)) && (k%3 == 0 || long.Form()) {
			g, _ := oddTable(to, [][2]string{{"source", "s-1"}})
			for i := range g.Rows {
				g.Rows[i].Cells = append(g.Rows[i].Cells, []string{"id", fmt.Sprint("O.", i)}[min(i, 1)])
			}
			if to == "source" {
				g.Rows[0].Cells[1] = "locator"
			}
			try("a table of ours, "+name, g, []*exchange.Grid{g}, nil)
		}
	}
}
