package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets/board/draw"
)

var pages = &Format{Endings: []string{".html", ".htm"}, Prose: true, Stream: (*Report).WriteHTML, Files: (*Report).writePages}

// The pages carry their own style and need nothing from the network. The script only
// adds filters: without it everything can be read.
var (
	//go:embed page.css
	htmlStyle string
	//go:embed page.js
	htmlScript string
	//go:embed page.html
	htmlPage string

	pageTemplate = template.Must(template.New("page").Parse(htmlPage))
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
	page, err := s.write("", s.r)
	if err != nil {
		return err
	}
	_, err = w.Write(page)
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
	var files []sheet.File
	add := func(path, at string, part *Report) error {
		page, err := s.write(at, part)
		files = append(files, sheet.File{Path: path, Content: page})
		return err
	}
	if err := add(file, s.index, s.r.part("", len(games) > 0)); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for _, id := range games {
		name := s.pageOf(id)
		if err := add(filepath.Join(filepath.Dir(file), filepath.FromSlash(name)), name, s.r.part(id, true)); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
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

func (t *Table) has(k Kind) bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Kind == k })
}
