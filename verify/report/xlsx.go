package report

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board/draw"
)

var workbook = &Format{Endings: []string{".xlsx"}, Binary: true,
	Stream: func(r *Report, w io.Writer) error {
		book, err := r.Workbook()
		if err != nil {
			return err
		}
		return book.Write(w)
	},
	Files: (*Report).WriteXLSX,
	Replaces: func(path string) error { // what a reader wrote in it is kept
		_, err := readRemarks(path)
		return err
	},
}

// WriteXLSX writes the report as an Excel workbook, whole or not at all. What a
// reader wrote into a workbook that is there already goes into the new one.
func (r *Report) WriteXLSX(path string) error {
	remarks, err := readRemarks(path)
	if err != nil {
		return err
	}
	w, err := r.workbook(remarks)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return w.Save(path)
}

// How wide text may run before it wraps, and how wide pictures are shown, when
// the column does not say.
const (
	defaultWidth   = 60
	defaultPicture = 260 // pixels
)

// finePicture is how many pixels wide pictures are drawn.
const finePicture = 400

// pixels is how many pixels wide a figure is drawn: writing in a diagram is small.
func pixels(f draw.Figure) int {
	if d, ok := f.(*draw.Diagram); ok {
		return 2 * int(d.Width)
	}
	return finePicture
}

// firstRow is where the rows of a table begin in its sheet: above them stand the way
// back to the cover, and the heading.
const firstRow = 3

const cutNotice = "\n[cut here: a cell of Excel holds 32,767 characters; the whole text is in CSV and JSON reports]"

// book builds the workbook of one report.
type book struct {
	r       *Report
	cover   string
	names   map[string]string // table → sheet
	rows    map[target]int    // where a row stands in its sheet
	drawn   map[draw.Figure][]byte
	remarks *remarks
	cut     []string // cells whose text was too long
}

// Workbook returns the report as a workbook: the cover, and a sheet for each table.
func (r *Report) Workbook() (*sheet.Workbook, error) { return r.workbook(nil) }

func (r *Report) workbook(found []*remark) (*sheet.Workbook, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	r = r.shown()
	wanted := []string{"Cover"}
	if len(r.Briefs) > 0 {
		wanted[0] = "Briefs"
	}
	for _, t := range r.Tables {
		wanted = append(wanted, t.Name)
	}
	names := sheet.Names(append(wanted, "Charts", remarksSheet)...)
	b := &book{r: r, cover: names[0], names: map[string]string{}, rows: map[target]int{}, remarks: place(r, found)}
	for i, t := range r.Tables {
		b.names[t.Name] = names[i+1]
		b.rows[target{t.Name, ""}] = 1
		for n, row := range t.Rows {
			if row.Key != "" {
				b.rows[target{t.Name, row.Key}] = n + firstRow
			}
		}
	}
	if err := b.draw(); err != nil {
		return nil, err
	}
	var tables, hidden []*sheet.Sheet
	for _, t := range r.Tables {
		if s := b.table(t); t.Hidden && !r.Full {
			s.Hidden = true
			hidden = append(hidden, s)
		} else {
			tables = append(tables, s)
		}
	}
	if charts := b.charts(names[len(names)-2]); charts != nil {
		tables = append(tables, charts)
	}
	if left := b.left(names[len(names)-1]); left != nil {
		tables = append(tables, left)
	}
	w := &sheet.Workbook{Properties: sheet.Properties{Title: r.Title, Subject: r.Subtitle, Creator: "lectio",
		Description: strings.Join(r.About, "\n")}}
	w.Sheets = append([]*sheet.Sheet{b.front(tables)}, append(tables, hidden...)...)
	return w, nil
}

// draw draws all pictures, on all processors: drawings are most of the work.
func (b *book) draw() error {
	var todo []draw.Figure
	for _, t := range b.r.Tables {
		for _, row := range t.Rows {
			for _, c := range row.Cells {
				if c.Picture != nil && !row.Minor {
					todo = append(todo, c.Picture)
				}
			}
		}
	}
	for _, brief := range b.r.Briefs {
		for _, part := range brief.Parts {
			for _, l := range part.Lines {
				if l.Picture != nil {
					todo = append(todo, l.Picture)
				}
			}
		}
	}
	done, errs := make([][]byte, len(todo)), make([]error, len(todo))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(todo); i = int(next.Add(1)) - 1 {
				done[i], errs[i] = draw.PNG(todo[i], pixels(todo[i]))
			}
		})
	}
	wg.Wait()
	b.drawn = map[draw.Figure][]byte{}
	for i, p := range todo {
		b.drawn[p] = done[i]
	}
	return errors.Join(errs...)
}

// text returns a text cell, shortened with a notice if it must be.
func (b *book) text(s, where string) sheet.Cell {
	s, cut := sheet.Cut(s, cutNotice)
	if cut {
		b.cut = append(b.cut, where)
	}
	return sheet.Text(s)
}

// way is the first row of a sheet: back to the cover, and what the sheet is.
func (b *book) way(title string) []sheet.Cell {
	back := sheet.Text("← " + b.cover)
	back.Look, back.Link = sheet.Open, &sheet.Link{Sheet: b.cover, Cell: "A1"}
	name := sheet.Text(title)
	name.Look = sheet.Subtitle
	return []sheet.Cell{back, name}
}

func (b *book) table(t *Table) *sheet.Sheet {
	s := &sheet.Sheet{Name: b.names[t.Name], PageTitle: t.title(), Rows: [][]sheet.Cell{b.way(t.title())}}
	var heading []sheet.Cell
	for _, col := range t.Columns {
		c := b.text(col.title(), s.Name)
		c.Comment = col.About
		heading = append(heading, c)
		width := defaultWidth
		if col.MaxWidth > 0 {
			width = col.MaxWidth
		}
		s.Columns = append(s.Columns, sheet.Column{Max: float64(width)})
	}
	if t.Noted {
		cells, columns := remarkColumns()
		heading, s.Columns = append(heading, cells...), append(s.Columns, columns...)
		if !b.remarks.on(t) { // empty columns would make everything else smaller on paper
			s.PrintColumns = len(t.Columns)
		}
	}
	s.Rows = append(s.Rows, heading)
	for n, row := range t.Rows {
		var cells []sheet.Cell
		for c, cell := range row.Cells {
			cells = append(cells, b.cell(t, n, c, cell))
		}
		if t.Noted {
			cells = append(cells, b.remarks.cells(t, &row)...)
		}
		s.Rows = append(s.Rows, cells)
	}
	s.AsTable(firstRow - 1)
	s.FrozenColumns = max(t.Keys, 1)
	if t.Noted {
		column := sheet.ColumnName(len(t.Columns) + 1)
		s.Rules = append(s.Rules, sheet.Rule{Range: fmt.Sprintf("%s%d:%s%d", column, firstRow, column, len(s.Rows)), Words: evidence.Verdicts,
			Title: remarkHeadings[0], Error: "Other words are kept, but only these can become part of the ruleset.", Warn: true})
	}
	return s
}

func (b *book) cell(t *Table, n, c int, cell Cell) sheet.Cell {
	col := t.Columns[c]
	where := b.names[t.Name] + "!" + sheet.Address(n+firstRow, c+1)
	var out sheet.Cell
	switch {
	case cell.Empty():
		return sheet.Cell{}
	case cell.Picture != nil && t.Rows[n].Minor:
		return sheet.Cell{}
	case cell.Picture != nil:
		out.Picture = b.picture(cell.Picture, cell.PictureAlt, col.MaxWidth*7)
	case cell.HasNumber && col.Kind == KindNumber:
		out = sheet.Number(cell.Number, col.decimals())
	case cell.HasNumber && col.Kind == KindInteger:
		out = sheet.Cell{Kind: sheet.KindInteger, Number: cell.Number}
	case cell.HasNumber && cell.Text == "":
		out = sheet.Number(cell.Number, 0)
	case cell.Text != "" && sheet.Units(cell.Text) <= sheet.Limit: // a cell holds it, even if few read it
		out = sheet.Text(cell.Text)
	default:
		out = b.text(cell.plain(col, false), where)
	}
	out.Text = yamlpos.Visible(out.Text)
	out.Right, out.Lines = col.right(), col.Lines
	if col.Kind == KindSeverity {
		out.Look = severityLook(cell.Text)
	}
	// A cell that leads somewhere does not wrap in every program: long ones lead nowhere.
	if len(cell.Links) > 0 && fits(out.Text, col) {
		// Excel follows one link from a cell: the first, and the pointer shows all.
		out.Link = b.link(cell.Links[0])
		if len(cell.Links) > 1 {
			var all []string
			for _, l := range cell.Links {
				all = append(all, l.label())
			}
			out.Link.Tip = "leads to " + all[0] + "; also named: " + strings.Join(all[1:], ", ")
		}
	}
	return out
}

// fits reports whether a text stands on one line of its column.
func fits(text string, col Column) bool {
	width := defaultWidth
	if col.MaxWidth > 0 {
		width = col.MaxWidth
	}
	return !strings.Contains(text, "\n") && sheet.Units(text) <= width
}

func (b *book) picture(p draw.Figure, alt string, width int) *sheet.Picture {
	if width == 0 {
		width = defaultPicture
	}
	return &sheet.Picture{PNG: b.drawn[p], Alt: alt, Width: width}
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

// front is the cover. It is written last, when it is known what had to be shortened.
func (b *book) front(sheets []*sheet.Sheet) *sheet.Sheet {
	s := &sheet.Sheet{Name: b.cover, PageTitle: b.r.Title,
		Columns: []sheet.Column{{Width: 22}, {Width: 70}, {Width: 38}}}
	add := func(cells ...sheet.Cell) { s.Rows = append(s.Rows, cells) }
	look := func(text string, l sheet.Look) sheet.Cell {
		c := b.text(text, b.cover)
		c.Look = l
		return c
	}
	add(look(b.r.Title, sheet.Title))
	if b.r.Subtitle != "" {
		add(look(b.r.Subtitle, sheet.Subtitle))
	}
	add()
	b.briefs(s)
	about := map[string]*Table{}
	for _, t := range b.r.Tables {
		about[b.names[t.Name]] = t
	}
	add(look("sheet", sheet.Heading), look("what it holds", sheet.Heading), look("how much", sheet.Heading))
	for _, to := range sheets {
		c := sheet.Text(to.Name)
		c.Link = &sheet.Link{Sheet: to.Name, Cell: "A1"}
		text, much := "What is better seen than read.", strconv.Itoa(len(b.r.Charts))+" charts"
		if t := about[to.Name]; t != nil {
			text, much = t.about(), t.summary()
		} else if len(to.Charts) == 0 {
			text, much = remarksAbout, count(len(b.remarks.left), "remark")
		}
		add(c, b.text(text, b.cover), sheet.Text(much))
	}
	add()
	for i, p := range slices.Concat(b.r.About, b.r.AboutWorkbook) {
		label := ""
		if i == 0 {
			label = "About"
		}
		add(look(label, sheet.Label), look(p, sheet.Open))
	}
	for _, f := range b.r.Facts {
		add(look(f[0], sheet.Label), look(f[1], sheet.Open))
	}
	if len(b.cut) > 0 {
		shown, more := b.cut, ""
		if len(shown) > 20 {
			shown, more = shown[:20], fmt.Sprintf(" and %d more", len(b.cut)-20)
		}
		add(look("Shortened", sheet.Label), look(fmt.Sprintf("%d texts are longer than a cell of Excel holds "+
			"(32,767 characters) and end with a notice: %s%s. CSV and JSON reports have them whole.",
			len(b.cut), strings.Join(shown, ", "), more), sheet.Warning))
	}
	return s
}

// about says what a table is, for a list of tables.
func (t *Table) about() string {
	switch {
	case t.About != "" && t.Title != "" && t.Title != t.Name:
		return t.Title + ". " + t.About
	case t.About != "":
		return t.About
	}
	return t.title()
}

// briefs writes the briefs: where there are several, a list of them comes first.
func (b *book) briefs(s *sheet.Sheet) {
	styled := func(text string, l sheet.Look) sheet.Cell {
		c := b.text(text, s.Name)
		c.Look = l
		return c
	}
	add := func(cells ...sheet.Cell) { s.Rows = append(s.Rows, cells) }
	list := len(s.Rows)
	if len(b.r.Briefs) > 1 {
		add(styled("game", sheet.Heading), styled("its gravest doubt, and what that does", sheet.Heading), styled("what startles in play by default", sheet.Heading))
		for _, x := range b.r.Briefs {
			startling := sheet.Cell{}
			if x.Startling != "" {
				startling = styled(x.Startling, sheet.Warning)
			}
			add(sheet.Text(x.Title), b.text(x.Gravest, s.Name), startling)
		}
		add()
	}
	for i, x := range b.r.Briefs {
		if len(b.r.Briefs) > 1 {
			s.Rows[list+1+i][0].Link = &sheet.Link{Sheet: s.Name, Cell: sheet.Address(len(s.Rows)+1, 1)}
		}
		add(styled(x.Title, sheet.Title))
		for _, part := range x.Parts {
			add(styled(part.Heading, sheet.Heading), styled("", sheet.Heading), styled("", sheet.Heading))
			for _, l := range part.Lines {
				label := styled(l.Label, sheet.Label)
				if l.Link != nil {
					label.Link = b.link(*l.Link)
				}
				text := styled(l.said(), sheet.Open)
				if l.Strong {
					text.Look = sheet.Warning
				}
				if l.Picture != nil {
					text.Picture = b.picture(l.Picture, l.seen(), 0)
				}
				add(label, text, styled(l.Detail, sheet.Faint))
			}
		}
		add()
	}
}
