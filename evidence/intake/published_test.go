package intake

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/store"
)

// published reads a table of testdata/tables with its mapping, as an import does.
func published(t *testing.T, name string) ForeignTable {
	t.Helper()
	folder := filepath.Join("..", "..", "testdata", "tables")
	read := func(name string) *exchange.Grid {
		t.Helper()
		if strings.HasSuffix(name, ".xlsx") {
			grids, errs := exchange.ReadXLSX(filepath.Join(folder, name))
			if errs != nil {
				t.Fatal(errs)
			}
			return grids[0]
		}
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		g, errs := exchange.ReadCSV(name, string(data))
		if errs != nil {
			t.Fatal(errs)
		}
		return g
	}
	headed := func(g *exchange.Grid) *exchange.Grid {
		t.Helper()
		g, _, errs := Headed(g, 0)
		if errs != nil {
			t.Fatal(errs)
		}
		g, _ = Named(g)
		return g
	}
	file := MappingFile(name)
	data, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	said, errs := ReadMapping(file, data)
	if errs != nil {
		t.Fatal(errs)
	}
	table := ForeignTable{Grid: headed(read(name))}
	table.Mapping = said.Over(GuessMapping(table.Grid))
	for _, with := range said.With {
		other, _, _, err := ParseJoin(with)
		if err != nil {
			t.Fatal(err)
		}
		table.Joined = append(table.Joined, headed(read(other)))
	}
	return table
}

// TestPublishedTables: of tables as they are published, with the faults that such tables have, at
// least 95 of a hundred rows come in by one mapping, the corpus that comes of it has no errors,
// and each cell of the table is in a record or told.
func TestPublishedTables(t *testing.T) {
	for name, has := range map[string][]string{
		"graves.csv": {"game: unidentified\n", "doubts: [perhaps a spindle whorl]", "doubts: [said to be from a barrow]", "uncertainty: [identification doubtful]", "id: graves.44\n",
			"sources:\n  - key: ", "inventory: OA–3021", "key: graves}"},
		"boards.xlsx":  {"source: {key: boards}", "name: Temple of the Harbour", "doubts: [may be a mason's mark]", "uncertainty: [figure missing]", "edtf: -0299/0550"},
		"accounts.csv": {"source: {key: ", "sources:\n  - key: ", "doubts: [told by one old man only]", "game: unidentified\n", "id: A-12-3\n", "Certainty: high", "accounts-books.csv\": "},
	} {
		t.Run(name, func(t *testing.T) {
			table := published(t, name)
			c, files := shelfOfOne(t)
			plan, left, errs := Tables(c, files, "", nil, nil, []ForeignTable{table}, Options{}, true)
			if errs != nil {
				t.Fatal(errs)
			}
			records := 0
			var all strings.Builder
			for i := 1; i < len(table.Grid.Rows); i++ {
				if filled(table.Grid.Rows[i].Cells) > 1 {
					records++
				}
				said := saidOf(table.Grid, i, plan, left) + strings.Join(plan.Notes, "\n")
				for k, cell := range table.Grid.Rows[i].Cells {
					if !holds(said, cell) {
						t.Errorf("row %d: the cell %q under %s is nowhere", table.Grid.RowNumber(i), cell, table.Grid.Rows[0].Cells[k])
					}
				}
			}
			for _, g := range table.Joined {
				for i := 1; i < len(g.Rows); i++ {
					for k, cell := range g.Rows[i].Cells {
						told := strings.Join(plan.Notes, "\n")
						for _, x := range append(plan.Sources, plan.Records...) {
							told += x.Content
						}
						for _, u := range plan.Understood {
							told += u.From + "\n"
						}
						if !holds(told, cell) {
							t.Errorf("%s, row %d: the cell %q under %s is nowhere", g.File, g.RowNumber(i), cell, g.Rows[0].Cells[k])
						}
					}
				}
			}
			for _, r := range plan.Records {
				all.WriteString(r.Content)
			}
			if len(plan.Records)*100 < 95*records || records < 100 {
				t.Errorf("%d of %d rows come in", len(plan.Records), records)
			}
			for _, l := range left {
				t.Logf("row %d is left: %s", l.Table.RowNumber(l.Row), l.Reasons)
			}
			for _, want := range has {
				if !strings.Contains(all.String(), want) {
					t.Errorf("no record has %q", want)
				}
			}
			if _, errs := evidence.Load(store.Overlay(files, plan.Files), ""); errs != nil {
				t.Error(errs)
			}
		})
	}
}
