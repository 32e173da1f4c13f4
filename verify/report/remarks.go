package report

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// A remark is what a reader of a workbook wrote beside a row. The next report that is
// written to the same file has it beside the same row; where that row is no longer
// there, or has been worded anew, the remark stands on a sheet of its own.
type remark struct {
	sheet   string                      // on which it was written
	cells   map[string]string           // of its row, by heading
	first   string                      // cells of its row
	row     string                      // which row of the sheet; known only of one that was listed
	about   string                      // what the row says
	words   []string                    // under remarkHeadings
	wording string                      // what was remarked upon, as a number
	why     string                      // it is listed and not beside its row
	at      func(heading string) string // the address of its cell
}

// remarkHeadings are the columns for the reader, and the one that says which wording
// the remark is about.
var remarkHeadings = evidence.VerdictHeadings

const (
	wordingHeading = "Wording"
	remarksSheet   = "Remarks kept"
	remarksAbout   = "What readers wrote on rows that are no longer there, or have been worded anew. " +
		"It stays here until it is deleted, and goes back to its row when that is there again."
)

// keptHeadings are those of the sheet of remarks, before those of the remarks.
var keptHeadings = []string{"Sheet", "Row", "What it was about", "Why it stands here"}

// wordingOf is a number that changes when a text does, whatever its line ends.
func wordingOf(text string) string {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(text), " ")))
	return fmt.Sprintf("%x", sum[:4])
}

// readRemarks reads what readers wrote into the workbook at a path; none when there is
// no such file.
func readRemarks(path string) ([]*remark, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() == 0) {
		return nil, nil
	}
	texts, err := sheet.ReadTexts(path)
	if err != nil {
		return nil, fmt.Errorf("%w; it is not replaced, because a reader may have written into it: "+
			"move it, or give another name", err)
	}
	var out, listed []*remark
	for _, s := range texts {
		for _, r := range remarksOf(s) {
			if r.row != "" {
				listed = append(listed, r)
			} else {
				out = append(out, r)
			}
		}
	}
	return append(out, listed...), nil // what stands beside a row stays there
}

// remarksOf are the remarks on one sheet. Rows may have been sorted, and columns moved.
func remarksOf(s sheet.Texts) (out []*remark) {
	var headings []string
	for line, row := range s.Rows {
		if headings == nil {
			if slices.Contains(row, wordingHeading) && slices.Contains(row, remarkHeadings[0]) {
				headings = row
			}
			continue
		}
		r := &remark{sheet: s.Name, cells: map[string]string{}, first: strings.Join(row[:min(len(row), 3)], " / "),
			at: func(heading string) string {
				return s.Name + "!" + sheet.Address(line+1, slices.Index(headings, heading)+1)
			}}
		for c, h := range headings {
			if c < len(row) && h != "" {
				r.cells[h] = row[c]
				if n := slices.Index(headings, remarkHeadings[0]); r.about == "" && c >= 3 && c < n {
					r.about = row[c]
				}
			}
		}
		said := false
		for _, h := range remarkHeadings {
			if h == remarkHeadings[3] {
				r.cells[h] = dateOf(r.cells[h])
			}
			r.words = append(r.words, r.cells[h])
			said = said || strings.TrimSpace(r.cells[h]) != ""
		}
		r.wording = strings.TrimSpace(r.cells[wordingHeading])
		if slices.Contains(headings, keptHeadings[3]) {
			r.sheet, r.row, r.about = r.cells[keptHeadings[0]], r.cells[keptHeadings[1]], r.cells[keptHeadings[2]]
		}
		if said {
			out = append(out, r)
		}
	}
	return out
}

// dateOf is the date that a spreadsheet keeps as a number of days, as it does where a
// date was typed or pasted and the cell has no format of dates; other texts stay.
func dateOf(text string) string {
	days, err := strconv.Atoi(text)
	if err != nil || days < 36526 || days > 73050 { // of the years 2000 to 2099
		return text
	}
	return time.Date(1899, 12, 30+days, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// remarks are remarks put beside the rows of a report.
type remarks struct {
	beside map[target]*remark // by sheet and row
	left   []*remark
}

// rowID says which row of its sheet a row is, by the columns that say so.
func (t *Table) rowID(cell func(c int) string) string {
	var ids []string
	for c := range min(max(t.Keys, 1), len(t.Columns)) {
		ids = append(ids, cell(c))
	}
	return strings.Join(ids, " / ")
}

// place puts remarks beside the rows they are about.
func place(r *Report, found []*remark) *remarks {
	out := &remarks{beside: map[target]*remark{}}
	wordings := map[target]string{}
	tables := map[string]*Table{}
	for _, t := range r.Tables {
		if !t.Noted {
			continue
		}
		tables[t.Name] = t
		for i := range t.Rows {
			wordings[t.noted(&t.Rows[i])] = wordingOf(t.Rows[i].Wording)
		}
	}
	games := r.games()
	for _, x := range found {
		t := tables[x.sheet]
		if x.row == "" && t != nil {
			x.row = t.rowID(func(c int) string { return x.cells[t.Columns[c].title()] })
		} else if x.row == "" {
			x.row = x.first
		}
		at := target{x.sheet, x.row}
		now, there := wordings[at]
		ruleset, _, _ := strings.Cut(x.row, " / ")
		switch {
		case there && now == x.wording && out.beside[at] == nil:
			out.beside[at] = x
			continue
		case there && now == x.wording:
			x.why = "another remark stands beside the row"
		case there:
			x.why = "the row has been worded anew"
		case t == nil || !slices.Contains(games, ruleset):
			x.why = "not in this report"
		default:
			x.why = "no longer there"
		}
		out.left = append(out.left, x)
	}
	return out
}

// on reports whether anything is remarked upon in a table.
func (m *remarks) on(t *Table) bool {
	for at := range m.beside {
		if at.table == t.Name {
			return true
		}
	}
	return false
}

// noted is where a row of a table stands that readers remark upon.
func (t *Table) noted(row *Row) target {
	return target{t.Name, t.rowID(func(c int) string { return row.Cells[c].plain(t.Columns[c], false) })}
}

// remarkColumns are the headings and the columns for remarks.
func remarkColumns() (headings []sheet.Cell, columns []sheet.Column) {
	for i, h := range append(remarkHeadings[:len(remarkHeadings):len(remarkHeadings)], wordingHeading) {
		c := sheet.Text(h)
		switch i {
		case 0:
			c.Comment = "For you: what you hold of the reading, in one of the words " + strings.Join(evidence.Verdicts, ", ") +
				". The next report that is written to this file keeps it, and 'lectio ruleset verdicts' proposes it for the ruleset."
		case len(remarkHeadings):
			c.Comment = "Says which wording of the row a remark is about. Leave it as it is."
		}
		headings = append(headings, c)
		columns = append(columns, sheet.Column{Width: []float64{11, 20, 9, 10, 9}[i]})
	}
	return headings, columns
}

// cells are those of a row for its remark.
func (m *remarks) cells(t *Table, row *Row) []sheet.Cell {
	out := make([]sheet.Cell, len(remarkHeadings), len(remarkHeadings)+1)
	for i := range out {
		if x := m.beside[t.noted(row)]; x != nil && x.words[i] != "" {
			out[i] = sheet.Text(x.words[i])
		}
		out[i].Unlocked = true // what is typed stays as it is typed
	}
	wording := sheet.Text(wordingOf(row.Wording))
	wording.Look = sheet.Faint
	return append(out, wording)
}

// left is the sheet of remarks that stand beside no row.
func (b *book) left(name string) *sheet.Sheet {
	if len(b.remarks.left) == 0 {
		return nil
	}
	s := &sheet.Sheet{Name: name, PageTitle: name, Rows: [][]sheet.Cell{b.way(name)}}
	var heading []sheet.Cell
	for i, h := range keptHeadings {
		heading = append(heading, sheet.Text(h))
		s.Columns = append(s.Columns, sheet.Column{Max: []float64{12, 36, 50, 20}[i]})
	}
	cells, columns := remarkColumns()
	s.Columns = append(s.Columns, columns...)
	s.Rows = append(s.Rows, append(heading, cells...))
	for _, x := range b.remarks.left {
		var row []sheet.Cell
		for _, text := range slices.Concat([]string{x.sheet, x.row, x.about, x.why}, x.words, []string{x.wording}) {
			row = append(row, b.text(text, name))
		}
		s.Rows = append(s.Rows, row)
	}
	s.AsTable(firstRow - 1)
	return s
}
