package report

import (
	"bytes"
	"html/template"
	"regexp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board/draw"
)

// What page.html shows. Texts are escaped by the template; what is ready to be put on the
// page is of a type that says so.
type (
	pageView struct {
		Title, Subtitle string
		Up              *piece // to the index
		About           []string
		Games           []entry
		Facts           [][2]string
		Contents        []entry
		Briefs          []briefView
		Charts          []chartView
		Tables          []tableView
		Style           template.CSS
		Script          template.JS
	}
	// entry is a line of a list of links, with what stands beside it.
	entry struct {
		piece
		Beside string
	}
	briefView struct {
		ID, Title string
		Parts     []partView
	}
	partView struct {
		Heading string
		Lines   []lineView
	}
	lineView struct {
		Label          piece
		Text, Detail   string
		Depth          int
		Strong, Copied bool
		Figure         *figureView
	}
	chartView struct {
		Title, About string
		Figure       *figureView
	}
	tableView struct {
		ID, Title, Summary, About string
		Meanings                  [][2]string // of columns
		Columns                   []columnView
		Rows                      []rowView
	}
	columnView struct{ Title, Class string }
	rowView    struct {
		ID    string
		Cells []cellView
	}
	// cellView is a figure, a long text of which the beginning is seen, or pieces.
	cellView struct {
		Class      string
		Figure     *figureView
		Seen, Rest string
		Whole      string // in place of the rest, of what is to be copied
		Pieces     []piece
	}
	// figureView is a figure; Board is empty when it stands on the page already.
	figureView struct {
		Class, Alt, ID string
		Width, Height  int
		Board, Men     template.HTML
	}
)

// piece is a piece of text, that may lead somewhere.
type piece struct{ Href, Text string }

// writer makes one page.
type writer struct {
	*site
	at     string            // the page
	boards map[string]string // empty boards that stand on the page already, by what they look like
	styles map[string]string // what shapes look like, and the name of that
	order  []string          // of styles
}

// write makes one page of what is to stand on it.
func (s *site) write(at string, r *Report) ([]byte, error) {
	w := &writer{site: s, at: at, boards: map[string]string{}, styles: map[string]string{}}
	v := w.top(r)
	for _, b := range r.Briefs {
		v.Briefs = append(v.Briefs, w.brief(b, len(r.Briefs) > 1))
	}
	for _, c := range r.Charts {
		d := w.charted[c]
		v.Charts = append(v.Charts, chartView{c.Title, c.About, w.figure(d, d.Words())})
	}
	for _, t := range r.Tables {
		v.Tables = append(v.Tables, w.table(t))
	}
	var look strings.Builder
	for _, style := range w.order {
		look.WriteString("." + w.styles[style] + "{" + style + "}\n")
	}
	v.Style, v.Script = template.CSS(htmlStyle+look.String()), template.JS(htmlScript)
	var page bytes.Buffer
	if err := pageTemplate.Execute(&page, v); err != nil {
		return nil, err
	}
	return []byte(yamlpos.Visible(page.String())), nil
}

// top is what stands above the findings of a page.
func (w *writer) top(r *Report) *pageView {
	isIndex := w.index == "" || w.at == w.index
	v := &pageView{Title: r.Title, About: r.About, Facts: r.Facts}
	if isIndex {
		v.Subtitle = r.Subtitle
	} else {
		v.Up = &piece{relative(w.at, w.index), w.r.Title}
	}
	if w.r.Paged && w.index != "" && isIndex {
		v.Games = w.games()
	}
	if len(r.Tables) > 1 {
		for _, t := range r.Tables {
			v.Contents = append(v.Contents, entry{piece{"#" + w.anchors[target{t.Name, ""}], t.title()}, t.summary()})
		}
	}
	return v
}

// games lists the pages of the rulesets.
func (w *writer) games() (list []entry) {
	for _, id := range w.r.games() {
		title, gravest := id, ""
		for _, b := range w.r.Briefs {
			if b.Ruleset == id {
				title, gravest = b.Title, strings.TrimSpace(b.Startling+" "+b.Gravest)
			}
		}
		if gravest == "" {
			for _, t := range w.r.part(id, true).Tables {
				if t.has(KindSeverity) {
					gravest = t.summary()
				}
			}
		}
		list = append(list, entry{piece{relative(w.at, w.pageOf(id)), title}, gravest})
	}
	return list
}

func (w *writer) brief(b *Brief, named bool) briefView {
	v := briefView{ID: slug(b.Ruleset)}
	if named {
		v.Title = b.Title
	}
	for _, part := range b.Parts {
		p := partView{Heading: part.Heading}
		for _, l := range part.Lines {
			line := lineView{Label: piece{Text: l.Label}, Text: l.said(), Detail: l.Detail, Depth: l.Depth, Strong: l.Strong, Copied: l.Copied}
			if l.Link != nil {
				line.Label.Href = w.address(w.at, *l.Link)
			}
			if l.Picture != nil {
				line.Text, line.Figure = l.Caption, w.figure(l.Picture, l.seen())
			}
			p.Lines = append(p.Lines, line)
		}
		v.Parts = append(v.Parts, p)
	}
	return v
}

func (w *writer) table(t *Table) tableView {
	v := tableView{ID: w.anchors[target{t.Name, ""}], Title: t.title(), Summary: t.summary(), About: t.About}
	for _, col := range t.Columns {
		if col.About != "" {
			v.Meanings = append(v.Meanings, [2]string{col.title(), col.About})
		}
		c := columnView{Title: col.title()}
		if col.right() {
			c.Class = "n"
		}
		v.Columns = append(v.Columns, c)
	}
	for _, row := range t.Rows {
		r := rowView{}
		if row.Key != "" {
			r.ID = w.anchors[target{t.Name, row.Key}]
		}
		for c, cell := range row.Cells {
			r.Cells = append(r.Cells, w.cell(t.Columns[c], cell))
		}
		v.Rows = append(v.Rows, r)
	}
	return v
}

// htmlClass is how a cell looks.
func htmlClass(col Column, cell Cell) string {
	switch {
	case col.right():
		return "n"
	case col.Kind != KindSeverity:
		return ""
	}
	switch s := strings.ToLower(strings.TrimSpace(cell.Text)); s {
	case "error", "warning", "note", "good":
		return s
	case "info", "≈":
		return "note"
	case "≠":
		return "warning"
	case "ok":
		return "good"
	}
	return ""
}

// folded is how many characters of a long text are seen before it is unfolded.
const folded = 260

func (w *writer) cell(col Column, cell Cell) cellView {
	v := cellView{Class: htmlClass(col, cell)}
	if cell.Picture != nil {
		v.Figure = w.figure(cell.Picture, cell.PictureAlt)
		return v
	}
	if r := []rune(cell.plain(col, false)); len(cell.Links) == 0 && len(r) > folded+100 {
		cut := folded
		for cut > folded-40 && r[cut] != ' ' && r[cut] != '\n' {
			cut--
		}
		v.Seen, v.Rest = strings.TrimSpace(string(r[:cut])), strings.TrimSpace(string(r[cut:]))
		if col.Copied {
			v.Whole = string(r)
		}
		return v
	}
	for _, p := range cell.linked(col) {
		text := piece{Text: p.text}
		if p.link != nil {
			text.Href = w.address(w.at, *p.link)
		}
		v.Pieces = append(v.Pieces, text)
	}
	return v
}

var styled = regexp.MustCompile(` style="([^"]*)"`)

// figure draws a position or a diagram. Empty boards, and what shapes look like, are
// written once a page.
func (w *writer) figure(p draw.Figure, alt string) *figureView {
	d := w.drawn[p]
	short := func(s string) template.HTML {
		return template.HTML(styled.ReplaceAllStringFunc(s, func(m string) string {
			style := styled.FindStringSubmatch(m)[1]
			if w.styles[style] == "" {
				w.styles[style] = "s" + strconv.Itoa(len(w.order))
				w.order = append(w.order, style)
			}
			return ` class="` + w.styles[style] + `"`
		}))
	}
	v := &figureView{Class: "board", Alt: alt, Width: d.Width, Height: d.Height}
	if _, is := p.(*draw.Diagram); is {
		v.Class = "chart"
	}
	if v.ID = w.boards[d.Board]; v.ID == "" {
		v.ID = "board-" + strconv.Itoa(len(w.boards)+1)
		w.boards[d.Board] = v.ID
		v.Board = short(d.Board)
	}
	v.Men = short(d.Men)
	return v
}
