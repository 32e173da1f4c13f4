package cells

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Paragraph writes a text behind a label; the lines after the first are indented.
func Paragraph(w io.Writer, width int, label, text string, indent int) {
	for i, line := range Wrap(strings.Join(strings.Fields(text), " "), max(20, width-indent)) {
		if i > 0 {
			label = strings.Repeat(" ", indent)
		}
		fmt.Fprintln(w, strings.TrimRight(label+line, " "))
	}
}

// Columns sets rows below each other in columns, headings first, where room is how many cells a line has. In a
// screen that is too narrow the widest columns are broken between words, and where even that does not do each
// row is a list of what it has. In columns the line breaks of a cell stay.
func Columns(rows [][]string, room int) string {
	widths, words := widest(rows, widestLine), widest(rows, func(s string) int { return widestOf(strings.Fields(s)) })
	var b strings.Builder
	switch {
	case total(widths) <= room:
		writeColumns(&b, rows, widths)
	case total(words) <= room:
		writeColumns(&b, rows, narrowed(widths, words, room))
	default:
		writeLists(&b, rows, room)
	}
	return b.String()
}

// widestLine is what the widest line of a cell takes.
func widestLine(s string) int { return widestOf(strings.Split(s, "\n")) }

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
		n = max(n, Width(word))
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
			lines[i] = Wrap(cell, max(widths[i], 1))
			high = max(high, len(lines[i]))
		}
		for k := range high {
			line := ""
			for i := range row {
				text := ""
				if k < len(lines[i]) {
					text = lines[i][k]
				}
				line += Pad(text, widths[i]+between)
			}
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
}

// writeLists writes each row below its first cell.
func writeLists(b *strings.Builder, rows [][]string, room int) {
	labels := 0
	for _, heading := range rows[0][1:] {
		labels = max(labels, Width(heading))
	}
	for n, row := range rows[1:] {
		if n > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(row[0] + "\n")
		for i, cell := range row[1:] {
			label := "  " + Pad(rows[0][i+1], labels+between)
			Paragraph(b, room, label, cell, Width(label))
		}
	}
}
