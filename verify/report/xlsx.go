package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// WriteXLSX writes the report as an Excel workbook, whole or not at all.
func (r *Report) WriteXLSX(path string) error {
	w, err := r.Workbook()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return w.Save(path)
}

// How wide text may run before it wraps, and how wide pictures are shown, when
// the column does not say.
const (
	defaultWidth   = 60
	defaultPicture = 300 // pixels
)

const cutNotice = "\n[cut here: a cell of Excel holds 32,767 characters; the whole text is in the HTML and JSON reports]"

// book builds the workbook of one report.
type book struct {
	r     *Report
	names map[string]string // table → sheet
	rows  map[target]int    // where a row stands in its sheet
	links *sheet.Sheet      // the lists of cells that lead to several places
	cut   []string          // cells whose text was too long
}

// Workbook returns the report as a workbook: the cover, a sheet for each table,
// and the sheets "Links" and "Columns" when there is something to say there.
func (r *Report) Workbook() (*sheet.Workbook, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	wanted := []string{"Cover"}
	for _, t := range r.Tables {
		wanted = append(wanted, t.Name)
	}
	names := sheet.Names(append(wanted, "Links", "Columns", "Charts")...)
	b := &book{r: r, names: map[string]string{}, rows: map[target]int{}}
	for i, t := range r.Tables {
		b.names[t.Name] = names[i+1]
		b.rows[target{t.Name, ""}] = 1
		for n, row := range t.Rows {
			if row.Key != "" {
				b.rows[target{t.Name, row.Key}] = n + 2
			}
		}
	}
	b.links = &sheet.Sheet{Name: names[len(names)-3], PageTitle: r.Title + ": links",
		Columns: []sheet.Column{{Max: 28}, {Max: 28}, {Max: 28}, {Max: 60}, {Max: 28}},
		Rows:    [][]sheet.Cell{textRow("sheet", "row", "column", "leads to", "on sheet")}}
	var tables []*sheet.Sheet
	for _, t := range r.Tables {
		tables = append(tables, b.table(t))
	}
	columns := b.columns(names[len(names)-2])
	charts := b.charts(names[len(names)-1])
	w := &sheet.Workbook{Properties: sheet.Properties{Title: r.Title, Subject: r.Subtitle, Creator: "lectio",
		Description: strings.Join(r.About, "\n")}}
	w.Sheets = append(w.Sheets, b.cover(names[0], columns, charts))
	if charts != nil {
		w.Sheets = append(w.Sheets, charts)
	}
	w.Sheets = append(w.Sheets, tables...)
	if len(b.links.Rows) > 1 {
		b.links.AsTable()
		w.Sheets = append(w.Sheets, b.links)
	}
	if columns != nil {
		w.Sheets = append(w.Sheets, columns)
	}
	return w, nil
}

func textRow(texts ...string) []sheet.Cell {
	row := make([]sheet.Cell, len(texts))
	for i, s := range texts {
		row[i] = sheet.Text(s)
	}
	return row
}

// text returns a text cell, shortened with a notice if it must be.
func (b *book) text(s, where string) sheet.Cell {
	s, cut := sheet.Cut(s, cutNotice)
	if cut {
		b.cut = append(b.cut, where)
	}
	return sheet.Text(s)
}

func (b *book) table(t *Table) *sheet.Sheet {
	s := &sheet.Sheet{Name: b.names[t.Name], PageTitle: t.title()}
	heading := make([]sheet.Cell, len(t.Columns))
	for c, col := range t.Columns {
		heading[c] = b.text(col.title(), s.Name)
		width := defaultWidth
		if col.MaxWidth > 0 {
			width = col.MaxWidth
		}
		s.Columns = append(s.Columns, sheet.Column{Max: float64(width)})
	}
	s.Rows = append(s.Rows, heading)
	for n, row := range t.Rows {
		cells := make([]sheet.Cell, len(t.Columns))
		for c, cell := range row.Cells {
			cells[c] = b.cell(t, n, c, cell)
		}
		s.Rows = append(s.Rows, cells)
	}
	s.AsTable()
	return s
}

func (b *book) cell(t *Table, n, c int, cell Cell) sheet.Cell {
	col := t.Columns[c]
	where := b.names[t.Name] + "!" + sheet.Address(n+2, c+1)
	var out sheet.Cell
	switch {
	case cell.Empty():
		return sheet.Cell{}
	case len(cell.Picture) > 0:
		width := defaultPicture
		if col.MaxWidth > 0 {
			width = col.MaxWidth * 7
		}
		out.Picture = &sheet.Picture{PNG: cell.Picture, Alt: cell.PictureAlt, Width: width}
	case cell.HasNumber && col.Kind == KindNumber:
		out = sheet.Number(cell.Number, col.decimals())
	case cell.HasNumber && col.Kind == KindInteger:
		out = sheet.Cell{Kind: sheet.KindInteger, Number: cell.Number}
	case cell.HasNumber && cell.Text == "":
		out = sheet.Number(cell.Number, 0)
	default:
		out = b.text(cell.plain(col, false), where)
	}
	out.Right = col.right()
	if col.Kind == KindSeverity {
		out.Look = severityLook(cell.Text)
	}
	switch len(cell.Links) {
	case 0:
	case 1:
		out.Link = b.link(cell.Links[0])
	default:
		// A cell of Excel leads to one place. This one leads to its list.
		out.Link = &sheet.Link{Sheet: b.links.Name, Cell: sheet.Address(len(b.links.Rows)+1, 4),
			Tip: strconv.Itoa(len(cell.Links)) + " links"}
		for _, l := range cell.Links {
			from := b.text(rowName(t, n), where)
			from.Link = &sheet.Link{Sheet: b.names[t.Name], Cell: sheet.Address(n+2, c+1)}
			to := b.text(l.label(), where)
			to.Link = b.link(l)
			on := "outside"
			if l.URL == "" {
				on = b.names[l.Table]
			}
			b.links.Rows = append(b.links.Rows,
				[]sheet.Cell{sheet.Text(b.names[t.Name]), from, b.text(col.title(), where), to, sheet.Text(on)})
		}
	}
	return out
}

// rowName is what a row is called in a list: its key or its number.
func rowName(t *Table, n int) string {
	if k := t.Rows[n].Key; k != "" {
		return k
	}
	return "row " + strconv.Itoa(n+2)
}

func (b *book) link(l Link) *sheet.Link {
	if l.URL != "" {
		return &sheet.Link{URL: l.URL}
	}
	return &sheet.Link{Sheet: b.names[l.Table], Cell: sheet.Address(b.rows[target{l.Table, l.Row}], 1)}
}

func severityLook(s string) sheet.Look {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "error":
		return sheet.Error
	case "warning", "≠":
		return sheet.Warning
	case "note", "info", "≈":
		return sheet.Note
	case "good", "ok":
		return sheet.Good
	}
	return sheet.Plain
}

// cover is written last, when it is known what had to be shortened.
func (b *book) cover(name string, columns, charts *sheet.Sheet) *sheet.Sheet {
	s := &sheet.Sheet{Name: name, PageTitle: b.r.Title,
		Columns: []sheet.Column{{Min: 16, Max: 34}, {Width: 92}, {Min: 12, Max: 34}}}
	add := func(cells ...sheet.Cell) { s.Rows = append(s.Rows, cells) }
	look := func(c sheet.Cell, l sheet.Look) sheet.Cell { c.Look = l; return c }
	add(look(b.text(b.r.Title, name), sheet.Title))
	if b.r.Subtitle != "" {
		add(look(b.text(b.r.Subtitle, name), sheet.Subtitle))
	}
	add()
	for i, p := range b.r.About {
		label := ""
		if i == 0 {
			label = "About"
		}
		add(look(sheet.Text(label), sheet.Label), look(b.text(p, name), sheet.Open))
	}
	for _, f := range b.r.Facts {
		add(look(b.text(f[0], name), sheet.Label), look(b.text(f[1], name), sheet.Open))
	}
	if len(b.cut) > 0 {
		shown := b.cut
		more := ""
		if len(shown) > 20 {
			more = fmt.Sprintf(" and %d more", len(shown)-20)
			shown = shown[:20]
		}
		c := sheet.Text(fmt.Sprintf("%d texts are longer than a cell of Excel holds (32,767 characters) and end with a notice: %s%s. The HTML and JSON reports have them whole.",
			len(b.cut), strings.Join(shown, ", "), more))
		add(look(sheet.Text("Shortened"), sheet.Label), look(c, sheet.Warning))
	}
	add()
	add(look(sheet.Text("sheet"), sheet.Heading), look(sheet.Text("what it holds"), sheet.Heading), look(sheet.Text("how much"), sheet.Heading))
	entry := func(to, about, much string) {
		c := sheet.Text(to)
		c.Link = &sheet.Link{Sheet: to, Cell: "A1"}
		add(c, b.text(about, name), sheet.Text(much))
	}
	if charts != nil {
		entry(charts.Name, "What is better seen than read. Every chart is drawn from rows of "+b.names[ChartData]+".", strconv.Itoa(len(b.r.Charts))+" charts")
	}
	for _, t := range b.r.Tables {
		about := t.title()
		switch {
		case t.About != "" && t.Title != "" && t.Title != t.Name:
			about += ". " + t.About
		case t.About != "":
			about = t.About
		}
		entry(b.names[t.Name], about, t.summary())
	}
	if n := len(b.links.Rows) - 1; n > 0 {
		entry(b.links.Name, "Where cells lead that lead to several places: Excel follows one link from a cell, so such a cell leads to its list here.", strconv.Itoa(n)+" links")
	}
	if columns != nil {
		entry(columns.Name, "What the columns of the other sheets mean.", "")
	}
	return s
}

// columns explains the columns, if any of them has an explanation.
func (b *book) columns(name string) *sheet.Sheet {
	s := &sheet.Sheet{Name: name, PageTitle: b.r.Title + ": columns",
		Columns: []sheet.Column{{Max: 31}, {Max: 40}, {Max: 90}},
		Rows:    [][]sheet.Cell{textRow("sheet", "column", "what it means")}}
	for _, t := range b.r.Tables {
		for c, col := range t.Columns {
			if col.About == "" {
				continue
			}
			of, title := sheet.Text(b.names[t.Name]), b.text(col.title(), name)
			title.Link = &sheet.Link{Sheet: b.names[t.Name], Cell: sheet.Address(1, c+1)}
			s.Rows = append(s.Rows, []sheet.Cell{of, title, b.text(col.About, name)})
		}
	}
	if len(s.Rows) == 1 {
		return nil
	}
	s.AsTable()
	return s
}
