package report

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets/board/draw"
)

// Figure is a picture for a paper.
type Figure struct {
	Name  string
	About string // how it is to be read
	Drawn draw.Figure
}

// The formats of figures.
var (
	svgFigures = figures(".svg", func(f draw.Figure, width int, about draw.About) ([]byte, error) {
		d, err := draw.SVG(f, width)
		return []byte(d.File(about)), err
	})
	pdfFigures = figures(".pdf", draw.PDF)
	pngFigures = figures(".png", func(f draw.Figure, width int, _ draw.About) ([]byte, error) { return draw.PNG(f, width) })
)

// drawer draws a figure, so many units wide.
type drawer func(f draw.Figure, width int, about draw.About) ([]byte, error)

func figures(ending string, draws drawer) *Format {
	return &Format{Endings: []string{ending}, Scope: FiguresOnly, Draw: draws,
		Files: func(r *Report, path string) error { return r.writeFigures(path, draws) }}
}

// DrawFigure draws a figure in the format of a file's name, so many units wide.
func DrawFigure(f draw.Figure, name string, width int, about draw.About) ([]byte, error) {
	format := FormatOf(name)
	if format == nil || format.Draw == nil {
		return nil, noFormat(name, Within(FiguresOnly))
	}
	return format.Draw(f, width, about)
}

// writeFigures draws every figure of the report, and every chart: the first to the path,
// the others to files beside it (NAME-FIGURE.svg). Each has below it what it shows, and
// of what, and how, it was made.
func (r *Report) writeFigures(path string, draws drawer) error {
	list := append([]Figure{}, r.Figures...)
	for _, c := range r.Charts {
		list = append(list, Figure{c.Title, c.About, c.diagram()})
	}
	if len(list) == 0 {
		return errors.New(path + ": there is nothing in this report that could be drawn: a tree needs three columns, a chart games that differ")
	}
	ending := filepath.Ext(path)
	var files []sheet.File
	for i, f := range list {
		name := path
		if i > 0 {
			name = strings.TrimSuffix(path, ending) + "-" + slug(f.Name) + ending
		}
		width := pixels(f.Drawn)
		if d, ok := f.Drawn.(*draw.Diagram); ok {
			captioned := *d
			captioned.Caption = f.Name + ". " + f.About + "\n" + r.Citation + "."
			f.Drawn, width = &captioned, int(d.Width)
		}
		data, err := draws(f.Drawn, width, draw.About{Title: f.Name, Words: f.Drawn.Words(), Citation: r.Citation})
		if err != nil {
			return err
		}
		files = append(files, sheet.File{Path: name, Content: data})
	}
	return sheet.WriteFiles(files...)
}
