package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board/draw"
)

// The pages carry their own style and need nothing from the network. The script only
// adds filters: without it everything can be read.
var (
	//go:embed page.css
	htmlStyle string
	//go:embed page.js
	htmlScript string
)

// site is a report as pages: an index, and a page a ruleset.
type site struct {
	r       *Report
	anchors map[target]string
	page    map[target]string // the page a row stands on, as a path from the folder of the index
	index   string            // the path of the index, "" for a report that is one page
	drawn   map[draw.Figure]draw.Drawing
	charted map[*Chart]*draw.Diagram
}

// WriteHTML writes the report as one page that needs no other file.
func (r *Report) WriteHTML(w io.Writer) error {
	s, err := r.site("")
	if err != nil {
		return err
	}
	_, err = w.Write(s.write("", s.r))
	return err
}

// writePages writes the report as an index at a path and a page for each ruleset in
// the folder of that name; a report that is not about rulesets is one page.
func (r *Report) writePages(file string) error {
	folder := strings.TrimSuffix(file, filepath.Ext(file))
	s, err := r.site(filepath.Base(file))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	var games []string
	if r.Paged {
		games = s.r.games()
	}
	files := []sheet.File{{Path: file, Content: s.write(s.index, s.r.part("", len(games) > 0))}}
	for _, id := range games {
		name := s.pageOf(id)
		files = append(files, sheet.File{Path: filepath.Join(filepath.Dir(file), filepath.FromSlash(name)),
			Content: s.write(name, s.r.part(id, true))})
	}
	if len(games) > 0 {
		_, missing := os.Stat(folder)
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return sheet.Unwritable(folder, err)
		}
		if missing != nil {
			defer os.Remove(folder) // only if it is empty
		}
	}
	return sheet.WriteFiles(files...)
}

// part is what the report has of one ruleset; of none, what it has of all.
func (r *Report) part(ruleset string, pages bool) *Report {
	if !pages {
		return r
	}
	out := &Report{Title: r.Title, Subtitle: r.Subtitle, About: r.About, Facts: r.Facts}
	if ruleset != "" {
		out.Title, out.Subtitle, out.About, out.Facts = ruleset, r.Title, nil, nil
	}
	for _, b := range r.Briefs {
		if b.Ruleset == ruleset {
			out.Briefs, out.Title = append(out.Briefs, b), b.Title
		}
	}
	for _, c := range r.Charts {
		if c.Ruleset == ruleset {
			out.Charts = append(out.Charts, c)
		}
	}
	for _, t := range r.Tables {
		some := *t
		some.Rows = nil
		for i := range t.Rows {
			if t.of(&t.Rows[i]) == ruleset {
				some.Rows = append(some.Rows, t.Rows[i])
			}
		}
		if len(some.Rows) > 0 {
			out.Tables = append(out.Tables, &some)
		}
	}
	return out
}

func (r *Report) site(index string) (*site, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	r = r.shown()
	r.Tables = slices.DeleteFunc(slices.Clone(r.Tables), func(t *Table) bool { return t.Hidden })
	s := &site{r: r, anchors: r.anchors(), page: map[target]string{}, index: index, drawn: map[draw.Figure]draw.Drawing{}, charted: map[*Chart]*draw.Diagram{}}
	pages := index != "" && r.Paged
	draws := func(p draw.Figure) error {
		if p == nil {
			return nil
		}
		d, err := draw.SVG(p, pixels(p))
		s.drawn[p] = d
		return err
	}
	for _, c := range r.Charts {
		s.charted[c] = c.diagram()
		if err := draws(s.charted[c]); err != nil {
			return nil, err
		}
	}
	for _, b := range r.Briefs {
		for _, part := range b.Parts {
			for _, l := range part.Lines {
				if err := draws(l.Picture); err != nil {
					return nil, err
				}
			}
		}
	}
	for _, t := range r.Tables {
		s.page[target{t.Name, ""}] = index
		for i := range t.Rows {
			at := index
			if id := t.of(&t.Rows[i]); pages && id != "" {
				at = s.pageOf(id)
				s.page[target{t.Name, ""}] = "" // it is on several
			}
			s.page[target{t.Name, t.Rows[i].Key}] = at
			for _, c := range t.Rows[i].Cells {
				if err := draws(c.Picture); err != nil {
					return nil, err
				}
			}
		}
	}
	return s, nil
}

func (s *site) pageOf(ruleset string) string {
	return strings.TrimSuffix(s.index, path.Ext(s.index)) + "/" + slug(ruleset) + ".html"
}

// address is how a page leads to a place.
func (s *site) address(from string, l Link) string {
	if l.URL != "" {
		return l.URL
	}
	to := target{l.Table, l.Row}
	page, anchor := s.page[to], "#"+s.anchors[to]
	if page == "" || page == from {
		return anchor
	}
	return relative(from, page) + anchor
}

// relative is the way from one page to another; pages lie in the folder of the index
// or one below it.
func relative(from, to string) string {
	if path.Dir(from) == path.Dir(to) {
		return path.Base(to)
	}
	if strings.Contains(from, "/") {
		return "../" + to
	}
	return to
}

// writer writes one page.
type writer struct {
	*site
	bytes.Buffer
	at     string            // the page
	boards map[string]string // empty boards that stand on the page already, by what they look like
	styles map[string]string // what shapes look like, and the name of that
	order  []string          // of styles
}

func (w *writer) put(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
}

var esc = html.EscapeString

// write makes one page of what is to stand on it.
func (s *site) write(at string, r *Report) []byte {
	w := &writer{site: s, at: at, boards: map[string]string{}, styles: map[string]string{}}
	w.top(r)
	for _, b := range r.Briefs {
		w.brief(b, len(r.Briefs) > 1)
	}
	w.charts(r.Charts)
	for _, t := range r.Tables {
		w.table(t)
	}
	body := w.String()
	var look strings.Builder
	for _, style := range w.order {
		look.WriteString("." + w.styles[style] + "{" + style + "}\n")
	}
	page := "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n" +
		"<title>" + esc(r.Title) + "</title>\n<style>\n" + htmlStyle + look.String() + "</style>\n</head>\n<body>\n" +
		"<a class=\"skip\" href=\"#main\">Skip to what was found</a>\n" + body +
		"</main>\n<script>\n" + htmlScript + "</script>\n</body>\n</html>\n"
	return []byte(yamlpos.Visible(page))
}

// top is the head of a page, and what stands on it.
func (w *writer) top(r *Report) {
	w.put("<header>\n")
	if w.index != "" && w.at != w.index {
		w.put(`<p class="up"><a href="`, esc(relative(w.at, w.index)), `">`, esc(w.r.Title), "</a></p>\n")
	}
	w.put("<h1>", esc(r.Title), "</h1>\n")
	if r.Subtitle != "" && (w.index == "" || w.at == w.index) {
		w.put("<p class=\"subtitle\">", esc(r.Subtitle), "</p>\n")
	}
	for _, p := range r.About {
		w.put("<p>", esc(p), "</p>\n")
	}
	if w.r.Paged && w.index != "" && w.at == w.index {
		w.games()
	}
	if len(r.Facts) > 0 {
		w.put("<details>\n<summary>How it was made</summary>\n<dl class=\"facts\">\n")
		for _, f := range r.Facts {
			w.put("<dt>", esc(f[0]), "</dt><dd>", esc(f[1]), "</dd>\n")
		}
		w.put("</dl>\n</details>\n")
	}
	if len(r.Tables) > 1 {
		w.put("<nav aria-label=\"On this page\">\n<ul>\n")
		for _, t := range r.Tables {
			w.put("<li><a href=\"#", esc(w.anchors[target{t.Name, ""}]), "\">", esc(t.title()), "</a> <span class=\"much\">",
				esc(t.summary()), "</span></li>\n")
		}
		w.put("</ul>\n</nav>\n")
	}
	w.put("</header>\n<main id=\"main\" tabindex=\"-1\">\n")
}

// games lists the pages of the rulesets.
func (w *writer) games() {
	ids := w.r.games()
	w.put("<nav aria-label=\"Games\">\n<ul class=\"games\">\n")
	for _, id := range ids {
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
		w.put(`<li><a href="`, esc(relative(w.at, w.pageOf(id))), `">`, esc(title), "</a> ", esc(gravest), "</li>\n")
	}
	w.put("</ul>\n</nav>\n")
}

func (t *Table) has(k Kind) bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Kind == k })
}

func (w *writer) brief(b *Brief, named bool) {
	w.put(`<section class="brief" id="brief-`, slug(b.Ruleset), "\">\n")
	if named {
		w.put("<h2>", esc(b.Title), "</h2>\n")
	}
	for _, part := range b.Parts {
		w.put("<h3>", esc(part.Heading), "</h3>\n<dl>\n")
		for _, l := range part.Lines {
			label := esc(l.Label)
			if l.Link != nil {
				label = `<a href="` + esc(w.address(w.at, *l.Link)) + `">` + label + "</a>"
			}
			text := esc(l.Text)
			if l.Strong {
				text = "<strong>" + text + "</strong>"
			}
			if l.Copied {
				text = `<code class="line">` + text + "</code>"
			}
			w.put("<dt>", label, "</dt><dd>", text)
			if l.Detail != "" {
				w.put(" <span class=\"detail\">", esc(l.Detail), "</span>")
			}
			if l.Picture != nil {
				w.put(w.figure(l.Picture, l.Label+": "+l.Picture.Words()))
			}
			w.put("</dd>\n")
		}
		w.put("</dl>\n")
	}
	w.put("</section>\n")
}

func (w *writer) charts(charts []*Chart) {
	if len(charts) == 0 {
		return
	}
	w.put("<section id=\"charts\">\n<h2>Charts</h2>\n<div class=\"charts\">\n")
	for _, c := range charts {
		d := w.charted[c]
		w.put("<figure><figcaption><strong>", esc(c.Title), "</strong><br>", esc(c.About), "</figcaption>", w.figure(d, d.Words()), "</figure>\n")
	}
	w.put("</div>\n</section>\n")
}

func (w *writer) table(t *Table) {
	id := w.anchors[target{t.Name, ""}]
	w.put("<section id=\"", esc(id), "\">\n<h2>", esc(t.title()), "</h2>\n")
	if t.About != "" {
		w.put("<p>", esc(t.About), "</p>\n")
	}
	var meanings strings.Builder
	for _, col := range t.Columns {
		if col.About != "" {
			meanings.WriteString("<dt>" + esc(col.title()) + "</dt><dd>" + esc(col.About) + "</dd>\n")
		}
	}
	if meanings.Len() > 0 {
		w.put("<details><summary>What the columns mean</summary>\n<dl>\n", meanings.String(), "</dl>\n</details>\n")
	}
	if len(t.Rows) == 0 {
		w.put("<p>Nothing.</p>\n</section>\n")
		return
	}
	w.put("<section class=\"scroll\" tabindex=\"0\" aria-labelledby=\"", esc(id), "-caption\">\n",
		"<table>\n<caption id=\"", esc(id), "-caption\">", esc(t.title()), ": ", esc(t.summary()), "</caption>\n<thead><tr>")
	for _, col := range t.Columns {
		class := ""
		if col.right() {
			class = ` class="n"`
		}
		w.put("<th scope=\"col\"", class, ">", esc(col.title()), "</th>")
	}
	w.put("</tr></thead>\n<tbody>\n")
	for _, row := range t.Rows {
		id := ""
		if a := w.anchors[target{t.Name, row.Key}]; a != "" && row.Key != "" {
			id = ` id="` + esc(a) + `"`
		}
		w.put("<tr", id, ">")
		for c, cell := range row.Cells {
			w.put("<td", htmlClass(t.Columns[c], cell), ">", w.content(t.Columns[c], cell), "</td>")
		}
		w.put("</tr>\n")
	}
	w.put("</tbody>\n</table>\n</section>\n</section>\n")
}

func htmlClass(col Column, cell Cell) string {
	switch {
	case col.right():
		return ` class="n"`
	case col.Kind != KindSeverity:
		return ""
	}
	switch s := strings.ToLower(strings.TrimSpace(cell.Text)); s {
	case "error", "warning", "note", "good":
		return ` class="` + s + `"`
	case "info", "≈":
		return ` class="note"`
	case "≠":
		return ` class="warning"`
	case "ok":
		return ` class="good"`
	}
	return ""
}

// folded is how many characters of a long text are seen before it is unfolded.
const folded = 260

func (w *writer) content(col Column, cell Cell) string {
	link := func(l Link, label string) string {
		return `<a href="` + esc(w.address(w.at, l)) + `">` + label + `</a>`
	}
	if cell.Picture != nil {
		return w.figure(cell.Picture, cell.PictureAlt)
	}
	text := cell.linked(col, esc, link)
	if r := []rune(cell.plain(col, false)); len(cell.Links) == 0 && len(r) > folded+100 {
		cut := folded
		for cut > folded-40 && r[cut] != ' ' && r[cut] != '\n' {
			cut--
		}
		rest := esc(strings.TrimSpace(string(r[cut:])))
		if col.Copied {
			rest = `<code class="line">` + esc(string(r)) + "</code>"
		}
		return "<details class=\"long\"><summary>" + esc(strings.TrimSpace(string(r[:cut]))) + " …</summary>" + rest + "</details>"
	}
	return text
}

var styled = regexp.MustCompile(` style="([^"]*)"`)

// figure draws a position or a diagram. Empty boards, and what shapes look like, are
// written once a page.
func (w *writer) figure(p draw.Figure, alt string) string {
	d := w.drawn[p]
	short := func(s string) string {
		return styled.ReplaceAllStringFunc(s, func(m string) string {
			style := styled.FindStringSubmatch(m)[1]
			if w.styles[style] == "" {
				w.styles[style] = "s" + strconv.Itoa(len(w.order))
				w.order = append(w.order, style)
			}
			return ` class="` + w.styles[style] + `"`
		})
	}
	var b strings.Builder
	class := "board"
	if _, is := p.(*draw.Diagram); is {
		class = "chart"
	}
	fmt.Fprintf(&b, `<svg class="%s" role="img" aria-label="%s" viewBox="0 0 %d %d">`, class, esc(alt), d.Width, d.Height)
	if id := w.boards[d.Board]; id != "" {
		b.WriteString(`<use href="#` + id + `"/>`)
	} else {
		id = "board-" + strconv.Itoa(len(w.boards)+1)
		w.boards[d.Board] = id
		b.WriteString(`<g id="` + id + `">` + short(d.Board) + `</g>`)
	}
	b.WriteString(short(d.Men) + "</svg>")
	return b.String()
}
