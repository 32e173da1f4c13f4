package report

import (
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/word"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
)

var document = &Format{Endings: []string{".docx"}, Prose: true, Binary: true, Stream: (*Report).WriteDOCX}

const (
	printedTimes = 3   // as many pixels as a screen has, so that a picture can be printed
	boardWidth   = 100 // millimetres of a board in a document
	perInch      = 96  // units of a diagram
	millimetres  = 25.4
	upright      = 100 // characters that a line of a table holds on a page that stands upright
)

// WriteDOCX writes the report as a document for Word: the briefs and the tables that are meant
// for print, with figures and charts; what its clauses say, and where, stands in footnotes.
func (r *Report) WriteDOCX(w io.Writer) error {
	if err := r.Validate(); err != nil {
		return err
	}
	d := &docxWriter{report: r, notes: newNotes(r), printed: map[string]bool{},
		out: word.Document{Title: r.Title, Subtitle: r.Subtitle, Creator: "lectio", Description: strings.Join(r.About, "\n"), Language: "en-GB"}}
	for _, t := range r.Tables {
		d.printed[t.Name] = t.Printed != NotPrinted && len(t.Rows) > 0
	}
	for _, p := range r.About {
		d.add(word.Paragraph{Text: d.noted(p)})
	}
	notice := len(d.out.Blocks)
	for _, b := range r.Briefs {
		d.brief(b)
	}
	if err := d.figures(); err != nil {
		return err
	}
	for _, t := range r.Tables {
		if d.printed[t.Name] {
			d.table(t)
		}
	}
	d.made()
	if len(d.notes.said) > 0 {
		d.out.Blocks = slices.Insert(d.out.Blocks, notice, word.Block(word.Paragraph{Text: word.Plain("The notes say what clauses say in words of the corpus, which are not those of the source; the source's own stand in quotation marks.")}))
	}
	return d.out.Write(w)
}

// docxWriter is a document for Word while it is made.
type docxWriter struct {
	report  *Report
	out     word.Document
	notes   *notes
	printed map[string]bool // tables, by their names
	err     error
}

func (d *docxWriter) add(b ...word.Block) { d.out.Blocks = append(d.out.Blocks, b...) }

// noted is a text with notes on the clauses that it names.
func (d *docxWriter) noted(s string) word.Text { return d.notes.noted(word.Span{Text: s}) }

// rowName is what a row of a table is called in the document.
func rowName(table, row string) string { return table + "\x00" + row }

// leads is where a link leads in the document; "" where that is not printed.
func (d *docxWriter) leads(l *Link) string {
	switch {
	case l == nil:
	case l.URL != "":
		return l.URL
	case d.printed[l.Table]:
		return rowName(l.Table, l.Row)
	}
	return ""
}

// brief prints a brief: its headings are the highest where it is the only one.
func (d *docxWriter) brief(b *Brief) {
	level := 1
	if len(d.report.Briefs) > 1 {
		d.add(word.Heading{Level: 1, Text: word.Plain(b.Title)})
		level = 2
	}
	for _, part := range b.Parts {
		d.add(word.Heading{Level: level, Text: word.Plain(part.Heading)})
		for i := range part.Lines {
			d.line(&part.Lines[i])
		}
	}
}

// line prints what a brief says: what it is about in bold, and what it rests on in grey.
// Of a text of several lines each is an item.
func (d *docxWriter) line(l *BriefLine) {
	if l.Picture != nil {
		d.figure(l.Picture, boardWidth, l.Caption, l.seen())
		return
	}
	var text word.Text
	if l.Label != "" {
		text = append(text, word.Span{Text: edition.Capitalised(l.Label), Bold: true, To: d.leads(l.Link)}, word.Span{Text: l.between()})
	}
	style := [...]word.Style{word.Body, word.Item, word.Item2, word.Item3}[min(l.Depth, 3)]
	name := ""
	if l.Says != "" {
		style, name = word.Quote, l.Says
	}
	said := strings.Split(l.said(), "\n")
	if len(said) > 1 && strings.HasPrefix(said[0], "•") {
		d.add(word.Paragraph{Style: style, Text: text})
		style, text = word.Item, nil
	}
	for i, s := range said {
		if after, is := strings.CutPrefix(s, "• "); is {
			s = "•\t" + after
		}
		more := d.notes.noted(word.Span{Text: s, Bold: l.Strong, Code: l.Copied})
		if text = append(text, more...); i == len(said)-1 {
			if l.Says != "" {
				text = append(text, word.Span{Note: d.notes.where(l.Says)})
			}
			if len(l.Rests) > 0 {
				text = append(text, word.Span{Note: d.notes.on(l.Rests)})
			}
			if l.Detail != "" {
				text = append(append(text, word.Span{Text: " "}), d.notes.noted(word.Span{Text: l.Detail, Muted: true})...)
			}
		}
		d.add(word.Paragraph{Style: style, Text: text, Name: name})
		text, name = nil, ""
	}
}

// figure prints a picture, so many millimetres wide.
func (d *docxWriter) figure(f draw.Figure, width float64, caption, alt string) {
	drawn, err := draw.Print(f, pixels(f), printedTimes)
	if err != nil && d.err == nil {
		d.err = err
	}
	d.add(word.Figure{PNG: drawn, Width: width, Alt: alt, Caption: d.noted(sentence(caption))})
}

// figures prints the figures of the report, and its charts.
func (d *docxWriter) figures() error {
	list := slices.Clone(d.report.Figures)
	for _, c := range d.report.Charts {
		list = append(list, Figure{c.Title, c.About, c.diagram()})
	}
	for i, f := range list {
		if i == 0 {
			d.add(word.Heading{Level: 1, Text: word.Plain("Figures")})
		}
		width := float64(boardWidth)
		if x, ok := f.Drawn.(*draw.Diagram); ok {
			width = x.Width / perInch * millimetres
		}
		d.figure(f.Drawn, width, sentence(f.Name)+" "+f.About, f.Drawn.Words())
	}
	return d.err
}

// table prints a table of the report.
func (d *docxWriter) table(x *Table) {
	columns, kept := x.inPrint()
	t := word.Table{Caption: d.noted(sentence(x.title()) + " " + x.About), Name: rowName(x.Name, "")}
	var texts [][]string
	for n := range x.Rows {
		row := &x.Rows[n]
		out := word.Row{}
		if row.Key != "" {
			out.Name = rowName(x.Name, row.Key)
		}
		var line []string
		for _, i := range kept {
			text := d.cell(x.Columns[i], &row.Cells[i])
			out.Cells, line = append(out.Cells, text), append(line, text.String())
		}
		t.Rows, texts = append(t.Rows, out), append(texts, line)
	}
	t.Wide = widths(columns, texts) > upright
	for _, c := range columns {
		t.Columns = append(t.Columns, word.Column{Title: c.title, Share: float64(c.width + 4), Right: c.right})
	}
	d.add(t)
}

// cell is what a cell says, with its links and with a note on what it rests on.
func (d *docxWriter) cell(col Column, c *Cell) (text word.Text) {
	for _, p := range c.linked(col) {
		s := word.Span{Text: p.text, To: d.leads(p.link), Code: c.Copied}
		if len(c.Rests) > 0 {
			text = append(text, s)
		} else {
			text = append(text, d.notes.noted(s)...)
		}
	}
	if len(c.Rests) > 0 {
		text = append(text, word.Span{Note: d.notes.on(c.Rests)})
	}
	return text
}

// made says of what, and how, the document was made.
func (d *docxWriter) made() {
	d.add(word.Heading{Level: 1, Text: word.Plain("How this was made")})
	if d.report.Citation != "" {
		d.add(word.Paragraph{Text: word.Plain(sentence(d.report.Citation))})
	}
	for _, f := range d.report.Facts {
		d.add(word.Paragraph{Style: word.Item, Text: word.Text{{Text: f[0] + ": ", Bold: true}, {Text: f[1]}}})
	}
}
