package intake

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// A table of records in which nothing is missing has, behind the fields, three columns in
// JSON: the layers of text and the clauses of a record, as its file has them, and the
// sources that it names, in CSL-JSON. [Import] reads them again.
const (
	textsJSON   = "texts json"
	clausesJSON = "clauses json"
	sourcesJSON = "sources json"
)

// ListColumns are the headings of the columns in JSON, as a table has them.
var ListColumns = []string{"texts-json", "clauses-json", "sources-json"}

// ListCells are the cells of a record in these columns. with are sources that are to
// stand beside those that the record names.
func ListCells(c *evidence.Corpus, r *evidence.Record, with []*biblio.Source) []string {
	list := func(key string) string {
		n := r.Node().Get(key)
		if n == nil || len(n.Values) == 0 {
			return ""
		}
		return yamlpos.ValueOf(n).FlowText(true)
	}
	var sources []*biblio.Source
	for _, key := range r.SourceKeys() {
		if s := c.Source(key); s != nil && !slices.Contains(sources, s) {
			sources = append(sources, s)
		}
	}
	for _, s := range with {
		if !slices.Contains(sources, s) {
			sources = append(sources, s)
		}
	}
	text := ""
	if len(sources) > 0 {
		var b bytes.Buffer
		if json.Compact(&b, biblio.WriteCSL(sources)) == nil {
			text = b.String()
		}
	}
	return []string{list("texts"), list("clauses"), text}
}

// Unnamed are the sources that no record names.
func Unnamed(c *evidence.Corpus) (list []*biblio.Source) {
	named := map[string]bool{}
	for _, r := range c.Records {
		for _, key := range r.SourceKeys() {
			named[key] = true
		}
	}
	for _, s := range c.Sources {
		if !named[s.Key] {
			list = append(list, s)
		}
	}
	return list
}

// unfold makes tables of the columns in JSON: of the sources, and of the clauses and
// layers of records that the corpus has. Those of others go with the record.
func (p *planner) unfold(g *exchange.Grid) (tables []*exchange.Grid) {
	column := func(name string) int {
		return slices.IndexFunc(g.Rows[0].Cells, func(h string) bool { return columnName(h) == name })
	}
	id := column("id")
	if at := column(sourcesJSON); at >= 0 {
		tables = append(tables, p.unfoldSources(g, at))
	}
	unfold := func(name string, columns []Column, own ...string) {
		at := column(name)
		if at < 0 || id < 0 {
			return
		}
		u := newUnfolded(g, at, own)
		for _, c := range columns {
			if !c.Fixed {
				u.grid.Rows[0].Cells = append(u.grid.Rows[0].Cells, c.Name)
			}
		}
		for i := 1; i < len(g.Rows); i++ {
			r := p.c.Record(oneCell(cellAt(g, i, id)))
			if r == nil {
				continue
			}
			for _, item := range p.listIn(g, i, at) {
				cells := []string{r.ID, item.Get(columns[1].Path[0]).text()}
				for _, c := range columns {
					if !c.Fixed {
						cells = append(cells, c.cell(item.Node))
					}
				}
				u.add(i, cells)
			}
		}
		tables = append(tables, u.grid)
	}
	unfold(textsJSON, LayerColumns, "record", "layer")
	unfold(clausesJSON, ClauseColumns, "record", "n")
	return tables
}

// jsonItem is a map of a list in JSON.
type jsonItem struct{ *yamlpos.Node }

// Get is the value of a key, which may be missing.
func (l jsonItem) Get(key string) jsonItem { return jsonItem{l.Node.Get(key)} }

func (l jsonItem) text() string {
	if l.Node == nil {
		return ""
	}
	return l.Text
}

// unfolded is a table made of the cells of one column of another.
type unfolded struct {
	grid *exchange.Grid
	rows []int // of the other table
}

func newUnfolded(g *exchange.Grid, at int, heading []string) *unfolded {
	u := &unfolded{rows: []int{0}, grid: &exchange.Grid{File: g.File, Rows: []exchange.GridRow{{Cells: slices.Clone(heading)}}}}
	u.grid.From = func(row, _ int) (*exchange.Grid, int, int) { return g, u.rows[row], at }
	return u
}

func (u *unfolded) add(row int, cells []string) {
	u.rows = append(u.rows, row)
	u.grid.Rows = append(u.grid.Rows, exchange.GridRow{Cells: cells})
}

// listIn reads the list of maps that a cell has in JSON.
func (p *planner) listIn(g *exchange.Grid, row, column int) (items []jsonItem) {
	cell := oneCell(cellAt(g, row, column))
	if cell == "" {
		return nil
	}
	n, errs := yamlpos.Parse("", []byte(cell))
	wrong := len(errs) > 0 || n == nil || n.Kind != yamlpos.List
	for i := 0; !wrong && i < len(n.Values); i++ {
		wrong = n.Values[i].Kind != yamlpos.Map
		items = append(items, jsonItem{n.Values[i]})
	}
	if wrong {
		p.errs.Add(g.Pos(row, column), diag.Quote(cell), "a list in JSON, as an export has it", "the cell cannot be read")
		return nil
	}
	return items
}

// unfoldSources is the table of the sources that stand in a column, each once.
func (p *planner) unfoldSources(g *exchange.Grid, at int) *exchange.Grid {
	u := newUnfolded(g, at, []string{"key", "csl json"})
	seen := map[string]bool{}
	for i := 1; i < len(g.Rows); i++ {
		cell := oneCell(cellAt(g, i, at))
		if cell == "" {
			continue
		}
		var items []json.RawMessage
		if json.Unmarshal([]byte(cell), &items) != nil {
			p.errs.Add(g.Pos(i, at), diag.Quote(cell), "a list of sources in CSL-JSON, as an export has it", "the cell cannot be read")
			continue
		}
		for _, item := range items {
			var named struct{ ID string }
			if seen[string(item)] || json.Unmarshal(item, &named) != nil {
				continue // what is no item has no id, which the reader of sources says
			}
			seen[string(item)] = true
			u.add(i, []string{named.ID, string(item)})
		}
	}
	return u.grid
}

// takeLists gives a new record the layers and clauses that stand in its row.
func (p *planner) takeLists(t *tableRecord, g *exchange.Grid, row int, more map[string]int) {
	if c, ok := more[textsJSON]; ok {
		for _, item := range p.listIn(g, row, c) {
			t.origins = append(t.origins, origin{[]any{"texts", len(t.layers)}, g.Where(row, c)})
			t.layers = append(t.layers, yamlpos.ValueOf(item.Node))
		}
	}
	if c, ok := more[clausesJSON]; ok {
		for _, item := range p.listIn(g, row, c) {
			n, _ := diag.WholeNumber(item.Get("n").text()) // the reader of the record says what is wrong with it
			t.origins = append(t.origins, origin{[]any{"clauses", n}, g.Where(row, c)})
			t.clauses, t.numbers = append(t.clauses, yamlpos.ValueOf(item.Node)), append(t.numbers, n)
		}
	}
}
