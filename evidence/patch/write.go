package patch

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// File is a file of a folder before and after a change. Name is its path below the folder, with slashes. Old is nil
// where there was no such file, New where there is none any more.
type File struct {
	Name     string
	Old, New []byte
}

// devNull stands for the file that is not there.
const devNull = "/dev/null"

// noNewline stands below a line that ends with the file.
const noNewline = "\\ No newline at end of file\n"

// Write makes a patch of files, in their order. What has not changed is left out.
func Write(files []File) string {
	var b strings.Builder
	for _, f := range files {
		if f.Old != nil && f.New != nil && bytes.Equal(f.Old, f.New) || f.Old == nil && f.New == nil {
			continue
		}
		from, to := quoted("a/"+f.Name), quoted("b/"+f.Name)
		fmt.Fprintf(&b, "diff --git %s %s\n", from, to)
		if strings.Contains(f.Name, " ") { // where a name ends
			from, to = from+"\t", to+"\t"
		}
		switch {
		case f.Old == nil:
			b.WriteString("new file mode 100644\n")
			from = devNull
		case f.New == nil:
			b.WriteString("deleted file mode 100644\n")
			to = devNull
		}
		b.WriteString(Unified(from, to, f.Old, f.New))
	}
	return b.String()
}

// context is how many lines that stay are shown on each side of a change.
const context = 3

// Unified shows how two texts differ, in hunks below a line for each that says what it is; "" of texts that are alike.
func Unified(from, to string, before, after []byte) string {
	x, y := linesOf(before), linesOf(after)
	var b strings.Builder
	var h written
	for _, c := range edits(x, y) {
		if h.any && c.fromX-h.endX > 2*context {
			h.flush(&b, x, context)
		}
		if !h.any {
			if b.Len() == 0 {
				fmt.Fprintf(&b, "--- %s\n+++ %s\n", from, to)
			}
			h.begin(c, min(context, c.fromX))
		}
		h.same(x[h.endX:c.fromX])
		for _, line := range x[c.fromX:c.toX] {
			h.line('-', line)
		}
		for _, line := range y[c.fromY:c.toY] {
			h.line('+', line)
		}
		h.endX, h.old, h.now = c.toX, h.old+c.toX-c.fromX, h.now+c.toY-c.fromY
	}
	if h.any {
		h.flush(&b, x, context)
	}
	return b.String()
}

// written is a hunk that is being written.
type written struct {
	any      bool
	atX, atY int // the lines it begins with, from 0
	endX     int // the line behind it
	old, now int // how many lines it has of either text
	body     strings.Builder
}

// begin begins a hunk at some lines before a change.
func (h *written) begin(c edit, before int) {
	*h = written{any: true, atX: c.fromX - before, atY: c.fromY - before, endX: c.fromX - before}
}

// same adds lines that stay.
func (h *written) same(lines []string) {
	for _, line := range lines {
		h.line(' ', line)
	}
	h.endX, h.old, h.now = h.endX+len(lines), h.old+len(lines), h.now+len(lines)
}

func (h *written) line(op byte, text string) {
	h.body.WriteByte(op)
	h.body.WriteString(text)
	if !strings.HasSuffix(text, "\n") {
		h.body.WriteString("\n" + noNewline)
	}
}

// flush ends the hunk with lines that stay, and writes it.
func (h *written) flush(b *strings.Builder, x []string, after int) {
	h.same(x[h.endX:min(h.endX+after, len(x))])
	fmt.Fprintf(b, "@@ -%s +%s @@\n%s", span(h.atX, h.old), span(h.atY, h.now), h.body.String())
	h.any = false
}

// span is the place of lines in the head of a hunk: of none it is the line before.
func span(at, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", at)
	case 1:
		return fmt.Sprint(at + 1)
	}
	return fmt.Sprintf("%d,%d", at+1, n)
}

// linesOf are the lines of a text with their ends; the last may have none.
func linesOf(text []byte) []string {
	return slices.Collect(strings.Lines(string(text)))
}
