package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lectio/lectio/evidence/yamlpos"
)

var latex = &Format{Endings: []string{".tex"}, Prose: true, Stream: (*Report).WriteTeX}

// Printed reports whether a paper may print a table, which is then written as LaTeX.
type Printed int

// How much of a table is printed. FirstLines has of every cell its first line: a row of
// a table cannot be broken over pages.
const (
	NotPrinted Printed = iota
	Whole
	FirstLines
)

// texWide is how many characters of text a line of a table can hold upright; wider
// tables lie on their side.
const texWide = 150

// WriteTeX writes what a paper may print as LaTeX: the briefs and the tables that are
// meant for it, each with a caption that says of what, and how, it was made. It is
// to be taken in with \input, and says at its head which packages it needs.
func (r *Report) WriteTeX(w io.Writer) error {
	if err := r.Validate(); err != nil {
		return err
	}
	t := &texWriter{report: r}
	t.head()
	for _, b := range r.Briefs {
		t.brief(b)
	}
	for _, table := range r.Tables {
		if table.Printed != NotPrinted && len(table.Rows) > 0 {
			t.table(table)
		}
	}
	_, err := io.WriteString(w, yamlpos.Visible(t.out.String()))
	return err
}

// texWriter is a LaTeX file while it is written.
type texWriter struct {
	report *Report
	out    strings.Builder
	labels []string
}

func (t *texWriter) printf(format string, args ...any) { fmt.Fprintf(&t.out, format, args...) }

// comment writes lines that LaTeX passes over.
func (t *texWriter) comment(text string) {
	for line := range strings.SplitSeq(text, "\n") {
		t.printf("%% %s\n", line)
	}
}

func (t *texWriter) head() {
	t.comment(t.report.Title)
	for _, f := range t.report.Facts {
		t.comment(f[0] + ": " + f[1])
	}
	t.comment("\nTo be taken in with \\input. It needs, in the preamble:\n" +
		"  \\usepackage[T1]{fontenc} \\usepackage[utf8]{inputenc} \\usepackage{textcomp}\n" +
		"  \\usepackage{array,booktabs,longtable,pdflscape}")
	t.printf("%s\n", unknownMacro)
}

// label makes a name for \ref that no other table of the file has.
func (t *texWriter) label(name string) string {
	var b strings.Builder
	for _, r := range slug(name) {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
		}
	}
	base, n := "tab:"+b.String(), 2
	out := base
	for ; slices.Contains(t.labels, out); n++ {
		out = fmt.Sprintf("%s-%d", base, n)
	}
	t.labels = append(t.labels, out)
	return out
}

// caption is the title of a table, what it shows, and how it was made.
func (t *texWriter) caption(title, about string) string {
	full := sentence(title)
	for _, text := range []string{about, t.report.Citation} {
		if text != "" {
			full += " " + sentence(text)
		}
	}
	return fmt.Sprintf("\\caption[%s]{%s}", texSafe(title), texSafe(full))
}

// sentence ends a text as a sentence ends.
func sentence(s string) string {
	if s = strings.TrimSpace(s); s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}

// texColumn is a column as it is printed.
type texColumn struct {
	title string
	right bool // figures
	width int  // characters
	fixed bool // it is as wide as what is in it; the others share what is left
}

// texShort is how many characters a column may have that is as wide as what is in it.
const texShort = 12

// widths says how wide the columns are, and how many characters that makes.
func widths(columns []texColumn, rows [][]string) (all int) {
	for i := range columns {
		c := &columns[i]
		longest, broken := 0, false
		for _, row := range rows {
			broken = broken || strings.Contains(row[i], "\n")
			for line := range strings.SplitSeq(row[i], "\n") {
				longest = max(longest, utf8.RuneCountInString(line))
			}
		}
		title := utf8.RuneCountInString(c.title)
		if c.fixed = c.right || !broken && max(longest, title) <= texShort; c.fixed {
			c.width = max(longest, title)
		} else {
			c.width = max(min(longest, 40), c.width)
			for _, word := range strings.Fields(c.title) {
				c.width = max(c.width, utf8.RuneCountInString(word))
			}
		}
		all += c.width
	}
	return all
}

// spec writes how the columns are set. A character takes about half an em.
func spec(columns []texColumn) string {
	fixed, shared := 0.0, 0
	for _, c := range columns {
		if c.fixed {
			fixed += 0.6 * float64(c.width)
		} else {
			shared += c.width
		}
	}
	out := ""
	for _, c := range columns {
		switch {
		case c.right:
			out += "r"
		case c.fixed:
			out += "l"
		default:
			out += fmt.Sprintf(">{\\raggedright\\arraybackslash}p{\\dimexpr(\\linewidth-%.1fem-%d\\tabcolsep)*%d/%d\\relax}", fixed, 2*len(columns)-2, c.width, shared)
		}
	}
	return "@{}" + out + "@{}"
}

// grid writes a table that may run over several pages.
func (t *texWriter) grid(name, title, about string, columns []texColumn, rows [][]string) {
	onSide := widths(columns, rows) > texWide
	if onSide {
		t.printf("\n\\begin{landscape}")
	}
	t.printf("\n\\begingroup\\footnotesize\\setlength{\\tabcolsep}{4pt}\\setlength{\\LTcapwidth}{\\linewidth}\n\\begin{longtable}{%s}\n%s\\label{%s}\\\\\n", spec(columns), t.caption(title, about), t.label(name))
	var heads []string
	for _, c := range columns {
		heads = append(heads, "\\textbf{"+texSafe(c.title)+"}")
	}
	head := strings.Join(heads, " & ") + " \\\\\n\\midrule\n"
	t.printf("\\toprule\n%s\\endfirsthead\n\\toprule\n%s\\endhead\n\\midrule\n\\endfoot\n\\bottomrule\n\\endlastfoot\n", head, head)
	for _, row := range rows {
		var cells []string
		for i, cell := range row {
			cells = append(cells, texCell(cell, columns[i].fixed))
		}
		t.printf("%s \\\\\n", strings.Join(cells, " & "))
	}
	t.printf("\\end{longtable}\\endgroup\n")
	if onSide {
		t.printf("\\end{landscape}\n")
	}
}

// texCell writes what stands in a cell, of several lines below each other where its
// column can have them.
func texCell(text string, oneLine bool) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = texSafe(line); line != "" {
			lines = append(lines, line)
		}
	}
	if oneLine {
		return strings.Join(lines, " ")
	}
	return strings.Join(lines, " \\newline ")
}

// inPrint are the columns that are printed of a table, without those of pictures and of what
// the citation of the report says, and which of the table's they are.
func (t *Table) inPrint() (columns []texColumn, kept []int) {
	for i, c := range t.Columns {
		if c.Kind != KindPicture && !c.Cited {
			columns = append(columns, texColumn{title: c.title(), right: c.right()})
			kept = append(kept, i)
		}
	}
	return columns, kept
}

// table prints a table of the report.
func (t *texWriter) table(x *Table) {
	columns, kept := x.inPrint()
	var rows [][]string
	for _, row := range x.Rows {
		var cells []string
		for _, i := range kept {
			text := row.Cells[i].plain(x.Columns[i], false)
			if x.Printed == FirstLines {
				text, _, _ = strings.Cut(text, "\n")
			}
			cells = append(cells, text)
		}
		rows = append(rows, cells)
	}
	about, _, _ := strings.Cut(x.About, ". ") // the rest speaks of the other tables
	t.grid(x.Name, x.title(), about, columns, rows)
}

// brief prints a brief, a table for each of its headings; boards are drawn by lectio
// board.
func (t *texWriter) brief(b *Brief) {
	for _, part := range b.Parts {
		columns := []texColumn{{title: "About", width: 12}, {title: "What is said", width: 80}}
		var rows [][]string
		for _, l := range part.Lines {
			text := l.Text
			if l.Detail != "" {
				text = strings.TrimSpace(text + "\n" + l.Detail)
			}
			if l.Label != "" || text != "" {
				rows = append(rows, []string{strings.Repeat("\u00a0", 2*l.Depth) + l.Label, text})
			}
		}
		if !slices.ContainsFunc(rows, func(row []string) bool { return row[0] != "" }) {
			columns = columns[1:]
			for i := range rows {
				rows[i] = rows[i][1:]
			}
		}
		if len(rows) > 0 {
			t.grid(b.Ruleset+"-"+part.Heading, b.Title+": "+part.Heading, "", columns, rows)
		}
	}
}
