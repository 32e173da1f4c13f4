package word

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Lengths of a page of A4 in twentieths of a point, as WordprocessingML counts, and of
// pictures in English metric units.
const (
	pageWidth  = 11906
	pageHeight = 16838
	margin     = 1418 // 25 mm

	perMM         = 36000
	pictureWidth  = 160 // mm, all that a page has between its margins
	pictureHeight = 200 // mm, with room for a caption below
)

// part is a file of the package, with what it leads to outside of itself.
type part struct {
	xml  strings.Builder
	rels []relation
}

// relation is what something in a part leads to: another part, or an address.
type relation struct{ kind, target string }

// rel gives the id by which a part names what it leads to.
func (p *part) rel(kind, target string) string {
	i := slices.Index(p.rels, relation{kind, target})
	if i < 0 {
		i = len(p.rels)
		p.rels = append(p.rels, relation{kind, target})
	}
	return fmt.Sprintf("rId%d", i+1)
}

// writer is a document while it is written.
type writer struct {
	document, footnotes part
	in                  *part          // that is being written
	bookmarks           map[string]int // by name, of what can be led to or is led to
	there               map[string]bool
	notes               map[*Note]int // their numbers
	pictures            [][]byte      // each once
	tables, figures     int           // so far
	ids                 int           // of bookmarks and drawings
	wide                bool          // the page lies on its side
	errs                []error
}

func (w *writer) fail(format string, args ...any) {
	w.errs = append(w.errs, fmt.Errorf(format, args...))
}

// put writes XML, in which every argument that is a string stands as text.
func (w *writer) put(format string, args ...any) {
	for i, a := range args {
		if s, ok := a.(string); ok {
			args[i] = escaped(s)
		}
	}
	fmt.Fprintf(&w.in.xml, format, args...)
}

func escaped(s string) string {
	var b bytes.Buffer
	xml.EscapeText(&b, []byte(yamlpos.Visible(s))) // a buffer takes everything
	return b.String()
}

func (w *writer) id() int {
	w.ids++
	return w.ids
}

// Write writes the document as a .docx file, or says everything that is wrong with it and
// writes nothing.
func (d *Document) Write(out io.Writer) error {
	w := &writer{bookmarks: map[string]int{}, there: map[string]bool{}, notes: map[*Note]int{}}
	w.in = &w.document
	header, footer := w.document.rel("header", "header1.xml"), w.document.rel("footer", "footer1.xml")
	for _, part := range []string{"styles", "settings", "footnotes"} {
		w.document.rel(part, part+".xml")
	}
	if strings.TrimSpace(d.Title) == "" {
		w.fail("the document has no title")
	}
	w.paragraph("Title", "", Plain(d.Title))
	if d.Subtitle != "" {
		w.paragraph("Subtitle", "", Plain(d.Subtitle))
	}
	for _, b := range d.Blocks {
		t, _ := b.(Table)
		if t.Wide != w.wide { // here a section ends
			w.put(`<w:p><w:pPr><w:pStyle w:val="Gap"/>`)
			w.section(header, footer)
			w.put(`</w:pPr></w:p>`)
			w.wide = t.Wide
		}
		b.write(w)
	}
	w.section(header, footer)
	for _, name := range slices.Sorted(maps.Keys(w.bookmarks)) {
		if !w.there[name] {
			w.fail("a link leads to %q, which is not there", name)
		}
	}
	if len(w.errs) > 0 {
		return errors.Join(w.errs...)
	}
	return w.pack(d, out)
}

// section says what the pages of a section are like that ends here.
func (w *writer) section(header, footer string) {
	width, height, turned := pageWidth, pageHeight, "portrait"
	if w.wide {
		width, height, turned = height, width, "landscape"
	}
	w.put(`<w:sectPr><w:headerReference w:type="default" r:id="%s"/><w:footerReference w:type="default" r:id="%s"/>`+
		`<w:pgSz w:w="%d" w:h="%d" w:orient="%s"/><w:pgMar w:top="%d" w:right="%d" w:bottom="%d" w:left="%d" w:header="709" w:footer="709" w:gutter="0"/></w:sectPr>`,
		header, footer, width, height, turned, margin, margin, margin, margin)
}

func (h Heading) write(w *writer) {
	w.paragraph(fmt.Sprintf("Heading%d", min(max(h.Level, 1), 3)), "", h.Text)
}

func (p Paragraph) write(w *writer) {
	w.paragraph([...]string{Body: "BodyText", Quote: "Quote", Item: "List", Item2: "List2", Item3: "List3"}[p.Style], p.Name, p.Text)
}

// paragraph writes a text in a style, by the name of that.
func (w *writer) paragraph(style, name string, text Text) {
	w.put(`<w:p><w:pPr><w:pStyle w:val="%s"/></w:pPr>`, style)
	w.mark(name)
	w.text(text)
	w.put(`</w:p>`)
}

// bookmark is what a name is called in the file, where names are short and plain.
func (w *writer) bookmark(name string) string {
	if w.bookmarks[name] == 0 {
		w.bookmarks[name] = len(w.bookmarks) + 1
	}
	return fmt.Sprintf("_Place%d", w.bookmarks[name])
}

// mark sets a bookmark here, so that what has the name can be led to.
func (w *writer) mark(name string) {
	if name == "" {
		return
	}
	if w.there[name] {
		w.fail("two blocks are called %q", name)
	}
	w.there[name] = true
	id := w.id()
	w.put(`<w:bookmarkStart w:id="%d" w:name="%s"/><w:bookmarkEnd w:id="%d"/>`, id, w.bookmark(name), id)
}

func (w *writer) text(text Text) {
	for _, s := range text {
		w.span(s)
	}
}

func (w *writer) span(s Span) {
	switch {
	case s.Text == "":
	case s.To == "":
		w.run(s)
	case strings.Contains(s.To, "://"):
		w.put(`<w:hyperlink r:id="%s">`, w.in.rel("hyperlink", s.To))
		w.run(s)
		w.put(`</w:hyperlink>`)
	default:
		w.put(`<w:hyperlink w:anchor="%s" w:history="1">`, w.bookmark(s.To))
		w.run(s)
		w.put(`</w:hyperlink>`)
	}
	if s.Note != nil {
		w.note(s.Note)
	}
}

// run writes a text in one look. The order of what it looks like is that of the schema.
func (w *writer) run(s Span) {
	w.put(`<w:r><w:rPr>`)
	switch {
	case s.Code:
		w.put(`<w:rStyle w:val="Code"/>`)
	case s.To != "":
		w.put(`<w:rStyle w:val="Hyperlink"/>`)
	case s.Muted:
		w.put(`<w:rStyle w:val="Muted"/>`)
	}
	if s.Bold {
		w.put(`<w:b/><w:bCs/>`)
	}
	w.put(`</w:rPr>`)
	for i, line := range strings.Split(s.Text, "\n") {
		if i > 0 {
			w.put(`<w:br/>`)
		}
		for k, piece := range strings.Split(line, "\t") {
			if k > 0 {
				w.put(`<w:tab/>`)
			}
			w.put(`<w:t xml:space="preserve">%s</w:t>`, piece)
		}
	}
	w.put(`</w:r>`)
}

// note sets a footnote where it is first named, and elsewhere a field with its number.
func (w *writer) note(n *Note) {
	number, before := w.notes[n]
	switch {
	case before && w.in == &w.footnotes:
		w.field(fmt.Sprintf(`NOTEREF _Note%d \h`, number), fmt.Sprint(number), "")
	case before:
		w.field(fmt.Sprintf(`NOTEREF _Note%d \f \h`, number), fmt.Sprint(number), "FootnoteReference")
	case w.in == &w.footnotes:
		w.fail("a note leads to another that does not stand before it")
	default:
		number = len(w.notes) + 1
		w.notes[n] = number
		id := w.id()
		w.put(`<w:bookmarkStart w:id="%d" w:name="_Note%d"/><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="%d"/></w:r><w:bookmarkEnd w:id="%d"/>`,
			id, number, number, id)
		w.in = &w.footnotes
		w.put(`<w:footnote w:id="%d"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>`, number)
		w.run(Span{Text: " "})
		w.text(n.Text)
		w.put(`</w:p></w:footnote>`)
		w.in = &w.document
	}
}

// field writes what Word works out, with what it is now.
func (w *writer) field(code, now, style string) {
	look := ""
	if style != "" {
		look = `<w:rPr><w:rStyle w:val="` + style + `"/></w:rPr>`
	}
	mark := func(kind string) {
		w.in.xml.WriteString(`<w:r>` + look + `<w:fldChar w:fldCharType="` + kind + `"/></w:r>`)
	}
	mark("begin")
	w.put(`<w:r><w:instrText xml:space="preserve"> %s </w:instrText></w:r>`, code)
	mark("separate")
	w.in.xml.WriteString(`<w:r>` + look)
	w.put(`<w:t>%s</w:t></w:r>`, now)
	mark("end")
}

// caption numbers a table or a figure and says what it is.
func (w *writer) caption(style, label string, number int, name string, text Text) {
	w.put(`<w:p><w:pPr><w:pStyle w:val="%s"/></w:pPr>`, style)
	w.mark(name)
	w.run(Span{Text: label + " ", Bold: true})
	w.field("SEQ "+label+` \* ARABIC`, fmt.Sprint(number), "Number")
	w.run(Span{Text: ". ", Bold: true})
	w.text(text)
	w.put(`</w:p>`)
}

func (t Table) write(w *writer) {
	w.tables++
	w.caption("TableCaption", "Table", w.tables, t.Name, t.Caption)
	all, room := 0.0, pageWidth-2*margin
	if t.Wide {
		room = pageHeight - 2*margin
	}
	for _, c := range t.Columns {
		all += c.Share
	}
	if !(all > 0) {
		w.fail("table %d has no columns, or none of any width", w.tables)
		return
	}
	w.put(`<w:tbl><w:tblPr><w:tblStyle w:val="Rows"/><w:tblW w:w="%d" w:type="dxa"/><w:tblLayout w:type="fixed"/><w:tblLook w:val="0020" w:firstRow="1"/>`+
		`<w:tblCaption w:val="%s"/></w:tblPr><w:tblGrid>`, room, t.Caption.String())
	widths := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = int(float64(room) * c.Share / all)
		w.put(`<w:gridCol w:w="%d"/>`, widths[i])
	}
	w.put(`</w:tblGrid><w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>`)
	for i, c := range t.Columns {
		w.cell(widths[i], c.Right, "", Plain(c.Title))
	}
	w.put(`</w:tr>`)
	for n, row := range t.Rows {
		if len(row.Cells) != len(t.Columns) {
			w.fail("table %d, row %d has %d cells for %d columns", w.tables, n+1, len(row.Cells), len(t.Columns))
			continue
		}
		w.put(`<w:tr>`)
		for i, cell := range row.Cells {
			w.cell(widths[i], t.Columns[i].Right, row.Name, cell)
			row.Name = ""
		}
		w.put(`</w:tr>`)
	}
	w.put(`</w:tbl>`)
	w.paragraph("Gap", "", nil) // without it the next table would go on with this one
}

func (w *writer) cell(width int, right bool, name string, text Text) {
	side := "left"
	if right {
		side = "right"
	}
	w.put(`<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/></w:tcPr><w:p><w:pPr><w:pStyle w:val="TableText"/><w:jc w:val="%s"/></w:pPr>`, width, side)
	w.mark(name)
	w.text(text)
	w.put(`</w:p></w:tc>`)
}

// String is what a text says, without what it looks like.
func (t Text) String() string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(s.Text)
	}
	return b.String()
}

func (f Figure) write(w *writer) {
	size, err := png.DecodeConfig(bytes.NewReader(f.PNG))
	switch {
	case err != nil:
		w.fail("a figure is no picture in PNG: %v", err)
		return
	case strings.TrimSpace(f.Alt) == "":
		w.fail("a figure does not say what is to be seen on it")
	}
	wide := min(f.Width, pictureWidth, pictureHeight*float64(size.Width)/float64(size.Height))
	cx := int(wide * perMM)
	cy := cx * size.Height / size.Width
	n := slices.IndexFunc(w.pictures, func(p []byte) bool { return bytes.Equal(p, f.PNG) }) + 1
	if n == 0 {
		w.pictures = append(w.pictures, f.PNG)
		n = len(w.pictures)
	}
	id, name := w.id(), fmt.Sprintf("image%d.png", n)
	style := "Figure" // which stays on the page of its caption
	if len(f.Caption) == 0 {
		style = "Picture"
	}
	w.put(`<w:p><w:pPr><w:pStyle w:val="%s"/></w:pPr><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="%d" cy="%d"/>`+
		`<wp:docPr id="%d" name="Picture %d" descr="%s"/><wp:cNvGraphicFramePr><a:graphicFrameLocks noChangeAspect="1"/></wp:cNvGraphicFramePr>`+
		`<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="%d" name="%s"/><pic:cNvPicPr/></pic:nvPicPr>`+
		`<pic:blipFill><a:blip r:embed="%s"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>`+
		`<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="%d" cy="%d"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
		style, cx, cy, id, id, f.Alt, id, name, w.in.rel("image", "media/"+name), cx, cy)
	if len(f.Caption) > 0 {
		w.figures++
		w.caption("Caption", "Figure", w.figures, "", f.Caption)
	}
}
