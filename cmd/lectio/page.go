package main

import (
	"bytes"
	"io"
	"math"

	"github.com/lectio/lectio/evidence/cells"
)

// pipedWidth is how wide text is set where there is no screen; prose is never wider, for
// long lines are hard to read.
const pipedWidth = 100

// page is text that is being set for a screen, or for a pipe.
type page struct {
	bytes.Buffer
	width int
}

// page begins a text of paragraphs.
func (a *app) page() *page { return &page{width: min(a.width(), pipedWidth)} }

// paragraph writes a text behind a label, broken into lines that begin where the text does.
func (p *page) paragraph(label, text string) {
	cells.Paragraph(p, p.width, label, text, cells.Width(label))
}

// columns writes rows below each other in columns, headings first: in a pipe a row is a line.
func (a *app) columns(w io.Writer, rows [][]string) error {
	for _, row := range rows {
		for i := range row {
			row[i] = oneLine(row[i])
		}
	}
	_, err := io.WriteString(w, cells.Columns(rows, a.room()))
	return err
}

// room is how many cells a line of a table may take.
func (a *app) room() int {
	if a.onScreen() {
		return a.width()
	}
	return math.MaxInt
}
