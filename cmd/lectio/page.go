package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/lectio/lectio/evidence/cells"
)

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

// prose writes paragraphs, which blank lines divide. What is indented stays as it is.
func (p *page) prose(text string) {
	var lines []string
	flush := func() {
		if len(lines) > 0 {
			p.paragraph("", strings.Join(lines, " "))
		}
		lines = nil
	}
	for line := range strings.Lines(strings.TrimSpace(text) + "\n") {
		line = strings.TrimRight(line, " \n")
		if line != "" && line[0] != ' ' {
			lines = append(lines, line)
			continue
		}
		flush()
		fmt.Fprintln(p, line)
	}
	flush()
}
