package report

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/verify"
)

var markdown = &Format{Endings: []string{".md", ".markdown"}, Prose: true, Stream: (*Report).WriteMarkdown}

// WriteMarkdown writes the report in the Markdown of GitHub, with boards in letters.
func (r *Report) WriteMarkdown(w io.Writer) error {
	if err := r.Validate(); err != nil {
		return err
	}
	r = r.shown()
	r.Tables = slices.DeleteFunc(slices.Clone(r.Tables), func(t *Table) bool { return t.Hidden })
	anchors := r.anchors()
	r.keepLinked(anchors)
	var b bytes.Buffer
	b.WriteString("# " + mdLine(r.Title) + "\n\n")
	if r.Subtitle != "" {
		b.WriteString("*" + mdLine(r.Subtitle) + "*\n\n")
	}
	for _, p := range r.About {
		b.WriteString(mdParagraph(p) + "\n\n")
	}
	for _, f := range r.Facts {
		b.WriteString("- **" + mdLine(f[0]) + "**: " + mdLine(f[1]) + "\n")
	}
	if len(r.Facts) > 0 {
		b.WriteString("\n")
	}
	if len(r.Tables) > 1 {
		for _, t := range r.Tables {
			b.WriteString("- [" + mdLine(t.title()) + "](#" + anchors[target{t.Name, ""}] + "): " + mdLine(t.summary()) + "\n")
		}
		b.WriteString("\n")
	}
	for _, x := range r.Briefs {
		x.markdown(&b, anchors)
	}
	for _, t := range r.Tables {
		t.markdown(&b, anchors)
	}
	_, err := io.WriteString(w, yamlpos.Visible(strings.TrimRight(b.String(), "\n")+"\n"))
	return err
}

// keepLinked takes out the names of rows to which nothing leads, and shortens the
// others.
func (r *Report) keepLinked(anchors map[target]string) {
	linked := map[target]bool{}
	for _, x := range r.Briefs {
		for _, part := range x.Parts {
			for _, l := range part.Lines {
				if l.Link != nil {
					linked[target{l.Link.Table, l.Link.Row}] = true
				}
			}
		}
	}
	for _, t := range r.Tables {
		for _, row := range t.Rows {
			for _, c := range row.Cells {
				for _, l := range c.Links {
					linked[target{l.Table, l.Row}] = true
				}
			}
		}
	}
	n := 0
	for _, t := range r.Tables {
		for _, row := range t.Rows {
			to := target{t.Name, row.Key}
			if row.Key == "" {
				continue
			}
			delete(anchors, to)
			if linked[to] {
				n++
				anchors[to] = "r" + strconv.Itoa(n)
			}
		}
	}
}

// withoutColumn is the table without a column that says the same in every row.
func (t *Table) withoutColumn(key string) *Table {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Key == key })
	if i < 0 || slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Cells[i].Text != t.Rows[0].Cells[i].Text }) {
		return t
	}
	out := *t
	out.Columns, out.Rows = slices.Delete(slices.Clone(t.Columns), i, i+1), slices.Clone(t.Rows)
	for r := range out.Rows {
		out.Rows[r].Cells = slices.Delete(slices.Clone(out.Rows[r].Cells), i, i+1)
	}
	if i < t.Keys {
		out.Keys--
	}
	return &out
}

// mdBoards is how many boards a table has in Markdown: letters take room, and the
// gravest come first.
const mdBoards = 20

// mdNotes is how many notes of each check and ruleset a table of findings has in Markdown.
const mdNotes = 8

// ditto stands for what the row above has as well.
const ditto = "″"

// mdShort is what people are shown of a text that a workbook shows in part.
func (c Column) mdShort(cell Cell) Cell {
	r := []rune(cell.plain(c, false))
	most := c.Lines * c.MaxWidth
	if most == 0 || len(r) <= most+40 {
		return cell
	}
	return Text(fmt.Sprintf("%s … (%d characters more in the workbook)", string(r[:most]), len(r)-most))
}

func (x *Brief) markdown(b *bytes.Buffer, anchors map[target]string) {
	b.WriteString("## " + mdLine(x.Title) + "\n\n")
	for _, part := range x.Parts {
		b.WriteString("### " + mdLine(part.Heading) + "\n\n")
		for _, l := range part.Lines {
			label, text := mdLine(l.Label), mdLine(l.Text+l.Caption)
			if l.Copied {
				text = mdCode(l.Text)
			}
			if l.Link != nil {
				label = "[" + label + "](#" + anchors[target{l.Link.Table, l.Link.Row}] + ")"
			}
			if l.Strong {
				text = "**" + text + "**"
			}
			if label != "" {
				text = label + l.between() + text
			}
			items := strings.Split(l.Text, "\n")
			if len(items) > 1 && !l.Copied { // a list of its own below what it is of
				text = strings.TrimRight(label+l.between(), " ")
			}
			b.WriteString(strings.Repeat("  ", l.Depth) + "- " + strings.TrimSpace(text+" "+mdLine(l.Detail)) + "\n")
			for _, item := range items {
				if len(items) > 1 && !l.Copied {
					b.WriteString(strings.Repeat("  ", l.Depth+1) + "- " + mdLine(strings.TrimPrefix(item, "• ")) + "\n")
				}
			}
			if l.Picture != nil {
				board := strings.TrimRight(draw.Text(l.Picture), "\n")
				b.WriteString("\n      " + strings.ReplaceAll(board, "\n", "\n      ") + "\n\n")
			}
		}
		b.WriteString("\n")
	}
}

func (t *Table) markdown(b *bytes.Buffer, anchors map[target]string) {
	b.WriteString("<a id=\"" + anchors[target{t.Name, ""}] + "\"></a>\n\n## " + mdLine(t.title()) + "\n\n")
	if t.About != "" {
		b.WriteString(mdParagraph(t.About) + "\n\n")
	}
	for _, col := range t.Columns {
		if col.About != "" {
			b.WriteString("- *" + mdLine(col.title()) + "*: " + mdLine(col.About) + "\n")
		}
	}
	if b.Bytes()[b.Len()-2] != '\n' {
		b.WriteString("\n")
	}
	if len(t.Rows) == 0 {
		b.WriteString("Nothing.\n\n")
		return
	}
	t, rest := t.withFewNotes()
	t = t.withoutColumn(rulesetKey)
	t.mdHeading(b)
	boards := 0
	for n, row := range t.Rows {
		board := -1 // the column of the one board that a row shows: letters take room
		if boards < mdBoards && !row.Minor {
			board = slices.IndexFunc(row.Cells, func(c Cell) bool { return c.Picture != nil })
		}
		if board >= 0 {
			boards++
		}
		for c, cell := range row.Cells {
			b.WriteString("| ")
			switch {
			case t.repeats(n, c):
				b.WriteString(ditto + " ")
				continue
			case c == 0 && row.Key != "" && anchors[target{t.Name, row.Key}] != "":
				b.WriteString("<a id=\"" + anchors[target{t.Name, row.Key}] + "\"></a>")
			}
			if cell.Picture == nil || c == board {
				b.WriteString(mdContent(t.Columns[c], t.Columns[c].mdShort(cell), anchors))
			}
			b.WriteString(" ")
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
	if rest != "" {
		b.WriteString(mdParagraph(rest) + "\n\n")
	}
}

// mdHeading writes the first two lines of a table.
func (t *Table) mdHeading(b *bytes.Buffer) {
	for _, col := range t.Columns {
		b.WriteString("| " + mdCell(col.title()) + " ")
	}
	b.WriteString("|\n")
	for _, col := range t.Columns {
		if col.right() {
			b.WriteString("| ---: ")
		} else {
			b.WriteString("| --- ")
		}
	}
	b.WriteString("|\n")
}

// repeats reports whether a cell says again at length what the one above it says.
func (t *Table) repeats(row, column int) bool {
	if row == 0 || t.Keys <= 1 || column < t.Keys {
		return false
	}
	text := t.Rows[row].Cells[column].Text
	return len(text) > 3 && text == t.Rows[row-1].Cells[column].Text
}

// withFewNotes returns a table of findings with no more than some notes of each check and
// ruleset, and says how many others there are and where they stand.
func (t *Table) withFewNotes() (*Table, string) {
	if t.Name != tFindings {
		return t, ""
	}
	out, seen, more := *t, map[[2]string]int{}, map[string]int{}
	out.Rows = nil
	for _, row := range t.Rows {
		if row.Cells[0].Text == verify.Note.String() {
			of := [2]string{row.Cells[1].Text, row.Cells[2].Text}
			if seen[of]++; seen[of] > mdNotes {
				more[of[0]]++
				continue
			}
		}
		out.Rows = append(out.Rows, row)
	}
	if len(more) == 0 {
		return &out, ""
	}
	var checks []string
	for _, check := range slices.Sorted(maps.Keys(more)) {
		checks = append(checks, fmt.Sprintf("%d of %s", more[check], check))
	}
	return &out, "More notes stand in the workbook, in CSV and in JSON: " + strings.Join(checks, ", ") + "."
}

// tightened leaves out of a board what no reader misses: blanks at the ends of lines,
// empty lines, and all but one of several lines on which nobody stands.
func tightened(board string) string {
	var kept []string
	nobody := false
	for line := range strings.SplitSeq(board, "\n") {
		line = strings.TrimRight(line, " ")
		if line == "" {
			continue
		}
		before := nobody
		if nobody = strings.Trim(line, " |") == ""; nobody && before {
			continue
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

func mdContent(col Column, cell Cell, anchors map[target]string) string {
	if cell.Picture != nil {
		// A line drawn as a letter ends no cell, as the bar of ASCII would.
		return "<pre>" + strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "│", "*", "&#42;", "\n", "<br>").Replace(tightened(draw.Text(cell.Picture))) + "</pre>"
	}
	if cell.Copied {
		return strings.ReplaceAll(mdCode(cell.Text), "|", `\|`)
	}
	var b strings.Builder
	for _, p := range cell.linked(col) {
		if p.link == nil {
			b.WriteString(mdCell(p.text))
			continue
		}
		to := p.link.URL
		if to == "" {
			to = "#" + anchors[target{p.link.Table, p.link.Row}]
		}
		// Brackets and blanks would end the address too early.
		to = strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "|", "%7C", "<", "%3C", ">", "%3E").Replace(to)
		b.WriteString("[" + mdCell(p.text) + "](" + to + ")")
	}
	s := b.String()
	if col.Kind == KindSeverity && (cell.Text == "error" || cell.Text == "warning") {
		s = "**" + s + "**"
	}
	return s
}

// linked is what a cell says with its links in place. With one link all of
// it leads there; with several, each leads from where its own label stands in the
// text; a label that is not in the text is added at the end.
func (c Cell) linked(col Column) (list []linkedText) {
	text := c.plain(col, false)
	switch len(c.Links) {
	case 0:
		return []linkedText{{text, nil}}
	case 1:
		return []linkedText{{text, &c.Links[0]}}
	}
	var rest []linkedText
	for i := range c.Links {
		l := &c.Links[i]
		before, after, ok := cutWord(text, l.label())
		if !ok {
			between := ", "
			if len(rest) == 0 {
				between = " → "
			}
			rest = append(rest, linkedText{between, nil}, linkedText{l.label(), l})
			continue
		}
		list = append(list, linkedText{before, nil}, linkedText{l.label(), l})
		text = after
	}
	return append(append(list, linkedText{text, nil}), rest...)
}

// linkedText is a piece of a text, with the link that it carries, if it carries one.
type linkedText struct {
	text string
	link *Link
}

// cutWord cuts around the first place where the label stands by itself: p#1 is
// not found in p#12.
func cutWord(text, label string) (before, after string, ok bool) {
	if label == "" {
		return "", text, false
	}
	for from := 0; ; {
		i := strings.Index(text[from:], label)
		if i < 0 {
			return "", text, false
		}
		i += from
		end := i + len(label)
		left := []rune(text[:i])
		right := []rune(text[end:])
		if (len(left) == 0 || !inWord(left[len(left)-1])) && (len(right) == 0 || !inWord(right[0])) {
			return text[:i], text[end:], true
		}
		from = i + 1
	}
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '#' }

var mdSpecial = regexp.MustCompile("[\\\\`*\\[\\]<>|~$]")

// mdLine writes text so that Markdown shows it as it is, on one line.
func mdLine(s string) string { return strings.ReplaceAll(mdText(s), "\n", " ") }

// mdCell writes text for a cell of a table.
func mdCell(s string) string { return strings.ReplaceAll(mdText(s), "\n", "<br>") }

var (
	mdEntity  = regexp.MustCompile(`&([a-zA-Z#])`)
	mdOpening = regexp.MustCompile(`(?m)^(\s*)([#+=-]|\d+[.)])`)
)

// mdCode writes what is copied from the file, or from what it is shown as: as it stands.
func mdCode(s string) string {
	s = strings.ReplaceAll(s, "\n", " ")
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return fence + s + fence
}

// mdParagraph writes a paragraph, and keeps its first sign from making a heading
// or a list of it.
func mdParagraph(s string) string {
	return mdOpening.ReplaceAllStringFunc(mdText(s), func(m string) string {
		return m[:len(m)-1] + `\` + m[len(m)-1:]
	})
}

func mdText(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = mdEntity.ReplaceAllString(s, "&amp;$1")
	s = mdSpecial.ReplaceAllStringFunc(s, func(m string) string {
		switch m {
		case "<":
			return "&lt;"
		case ">":
			return "&gt;"
		}
		return `\` + m
	})
	// Inside a word an underscore is only an underscore.
	runes := []rune(s)
	var b strings.Builder
	for i, r := range runes {
		if r == '_' && !(i > 0 && i+1 < len(runes) && inWord(runes[i-1]) && inWord(runes[i+1])) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
