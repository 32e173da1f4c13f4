package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

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
	paragraph(p, p.width, label, text, cells.Width(label))
}

// paragraph writes a text behind a label; the lines after the first are indented.
func paragraph(w io.Writer, width int, label, text string, indent int) {
	for i, line := range cells.Wrap(strings.Join(strings.Fields(text), " "), max(20, width-indent)) {
		if i > 0 {
			label = strings.Repeat(" ", indent)
		}
		fmt.Fprintln(w, strings.TrimRight(label+line, " "))
	}
}

// columns writes rows below each other in columns, headings first. In a pipe a row is a
// line; on a screen that is too narrow the widest columns are broken between words, and
// where even that does not do each row is written as a list of what it has.
func (a *app) columns(w io.Writer, rows [][]string) error {
	for _, row := range rows {
		for i := range row {
			row[i] = oneLine(row[i])
		}
	}
	widths, words := widest(rows, cells.Width), widest(rows, func(s string) int { return widestOf(strings.Fields(s)) })
	room := a.width()
	var b strings.Builder
	switch {
	case !a.onScreen() || total(widths) <= room:
		writeColumns(&b, rows, widths)
	case total(words) <= room:
		writeColumns(&b, rows, narrowed(widths, words, room))
	default:
		writeLists(&b, rows, room)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// between is how many spaces stand between columns.
const between = 2

func total(widths []int) (n int) {
	for _, w := range widths {
		n += w + between
	}
	return n - between
}

// widest is what the widest cell of each column takes.
func widest(rows [][]string, of func(string) int) (widths []int) {
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], of(cell))
		}
	}
	return widths
}

func widestOf(words []string) (n int) {
	for _, word := range words {
		n = max(n, cells.Width(word))
	}
	return n
}

// narrowed takes from the widest columns, none of which becomes narrower than its
// longest word, until all have room.
func narrowed(widths, words []int, room int) []int {
	widths = slices.Clone(widths)
	for total(widths) > room {
		most := -1
		for i := range widths {
			if widths[i] > words[i] && (most < 0 || widths[i] > widths[most]) {
				most = i
			}
		}
		widths[most]--
	}
	return widths
}

func writeColumns(b *strings.Builder, rows [][]string, widths []int) {
	for _, row := range rows {
		lines := make([][]string, len(row))
		high := 0
		for i, cell := range row {
			lines[i] = cells.Wrap(cell, max(widths[i], 1))
			high = max(high, len(lines[i]))
		}
		for k := range high {
			line := ""
			for i := range row {
				text := ""
				if k < len(lines[i]) {
					text = lines[i][k]
				}
				line += cells.Pad(text, widths[i]+between)
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
}

// writeLists writes each row below its first cell.
func writeLists(b *strings.Builder, rows [][]string, room int) {
	labels := 0
	for _, heading := range rows[0][1:] {
		labels = max(labels, cells.Width(heading))
	}
	for n, row := range rows[1:] {
		if n > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(row[0] + "\n")
		for i, cell := range row[1:] {
			label := "  " + cells.Pad(rows[0][i+1], labels+between)
			paragraph(b, room, label, cell, cells.Width(label))
		}
	}
}
