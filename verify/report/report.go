package report

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/verify/phylo"
)

// Report is one result, ready to be printed in any format.
type Report struct {
	Title, Subtitle string
	About           []string    // paragraphs for the cover
	AboutWorkbook   []string    // paragraphs that are true of a workbook alone
	Facts           [][2]string // name and value: version, seed, games; no dates
	Briefs          []*Brief    // what matters, first; of each ruleset one
	Citation        string      // of what, and how, it was made; stands under what is printed of it
	Tables          []*Table
	Charts          []*Chart // AddCharts adds them
	Figures         []Figure // for papers, before the charts
	Paged           bool     // as HTML, an index and a page for each ruleset
	ByteOrderMark   bool     // CSV begins with one, as Excel needs to read its letters
	// Full has the tables shown to people that are marked Raw. Programs always get
	// them.
	Full bool
	// Cited are the clauses that the report names, by their names, for formats with notes.
	Cited map[string]*Cited
	// Phylogeny is what is written for programs that make phylogenetic trees; nil in a
	// report of other things.
	Phylogeny *phylo.Nexus

	chartColumns map[string]int // of the table ChartData: key → column, from 1
}

// Brief is what a reader with a minute reads of one ruleset.
type Brief struct {
	Ruleset, Title string
	Gravest        string // doubt in a sentence, for a list of briefs
	Startling      string // what startles most in play by default, in a sentence; ""
	Parts          []Part
}

// Part is a heading of a brief and what stands under it.
type Part struct {
	Heading string
	Lines   []BriefLine
}

// BriefLine is one thing said: what it is about, in words, and in figures.
type BriefLine struct {
	Label, Text, Detail string
	Strong              bool     // it is startling
	Copied              bool     // it is a command, to be copied from a page
	Depth               int      // below what stands before it
	Rests               []string // the names of the clauses that it rests on, or of who holds it, for formats with notes
	Says                string   // the clause whose words it has
	InGrey              bool     // where details are printed in grey, it says so
	Link                *Link    // to more
	Picture             draw.Figure
	Caption             string // of the picture
}

// seen is what the picture of a line shows, for readers who do not see it.
func (l *BriefLine) seen() string { return l.Caption + ": " + l.Picture.Words() }

// between divides the label of a line from its text: not by a colon behind a whole sentence.
func (l *BriefLine) between() string {
	if l.Label == sentence(l.Label) {
		return " "
	}
	return ": "
}

// said is what a line says in a format that prints details in grey.
func (l *BriefLine) said() string {
	if l.InGrey {
		return "What a sentence rests on stands in grey. " + l.Text
	}
	return l.Text
}

// Table is a list of like things.
type Table struct {
	Name    string // of its sheet, short; links name it
	Title   string // longer, for headings; the name when empty
	About   string // what the table holds and how it is to be read
	Columns []Column
	Rows    []Row
	Keys    int  // how many of the first columns say which row it is; 0 is one
	Raw     bool // for programs, and for people who ask for everything
	Hidden  bool // what charts are drawn from
	// Noted tables have places in a workbook for what a reader has to say of each
	// row: see Remark.
	Noted   bool
	Printed Printed // in a paper
}

// Column describes what stands under one heading.
type Column struct {
	Key      string // for programs, unique in its table
	Title    string // for people; the key when empty
	About    string // what it means
	Kind     Kind
	Decimals int  // of a KindNumber when it is shown; 3 when 0
	MaxWidth int  // characters before text wraps; 0 leaves it to the writer
	Lines    int  // of a text that a row of a workbook is made high enough for; 0 is all of it
	Cited    bool // what it holds is in the citation of the report, which stands under what is printed
	Copied   bool // what it holds is copied from a page, and so stands there whole
}

// Kind says what the cells of a column are.
type Kind int

// The kinds of column. A column of numbers may hold a word where there is no
// number, such as "none seen".
const (
	KindText Kind = iota
	KindNumber
	KindInteger
	KindFraction
	KindSeverity
	KindPicture
)

var kindNames = [...]string{"text", "number", "integer", "fraction", "severity", "picture"}

// String returns the name of the kind.
func (k Kind) String() string {
	if k < 0 || int(k) >= len(kindNames) {
		return "kind " + strconv.Itoa(int(k))
	}
	return kindNames[k]
}

// Row is one line of a table. Key names it for links; a row without a key
// cannot be linked to. It must not depend on the order of rows.
type Row struct {
	Key   string
	Cells []Cell // one for each column
	Cut   bool   // the work was stopped before all that the row rests on was done
	// Wording is the text that a reader's remark on the row is about: once it is
	// another, the remark is no longer about this row.
	Wording string
	// Minor rows have no pictures in a workbook and in Markdown, which are also for
	// paper: of like ones the first is enough there.
	Minor bool
}

// markCut gives a table that has rows which were cut short a column that says so.
func (t *Table) markCut() {
	if !slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Cut }) {
		return
	}
	t.Columns = append(t.Columns, Column{Key: "cut", Title: "Cut short",
		About: "yes: the work was stopped, and the row rests on what had been done by then"})
	for i := range t.Rows {
		c := Cell{}
		if t.Rows[i].Cut {
			c = Text("yes")
		}
		t.Rows[i].Cells = append(t.Rows[i].Cells, c)
	}
}

// Cell is what one row says in one column.
type Cell struct {
	Text       string
	Number     float64
	HasNumber  bool
	Links      []Link
	Picture    draw.Figure
	PictureAlt string // what the picture shows, for readers who do not see it
	Copied     bool   // it is a command, and stands as it is typed
	Short      string // for people, where Text is longer than is read; programs get Text
	// Rests are the names of the clauses that it rests on, for formats with notes.
	Rests []string
}

// Link leads to a row of a table (to its heading when Row is empty), or to a
// page outside (URL).
type Link struct {
	Table, Row string
	URL        string
	Text       string // what it is called when a cell has several; the row when empty
}

// Text returns a cell with text.
func Text(s string) Cell { return Cell{Text: s} }

// Number returns a cell with a number.
func Number(f float64) Cell { return Cell{Number: f, HasNumber: true} }

// Integer returns a cell with a whole number.
func Integer(n int) Cell { return Number(float64(n)) }

// Picture returns a cell with a board; who stands where on it is said in words too.
func Picture(p draw.Picture, about string) Cell {
	return Cell{Picture: &p, PictureAlt: about + ": " + p.Words()}
}

// To returns the cell with one more link, to a row of a table.
func (c Cell) To(table, row string) Cell {
	c.Links = append(c.Links[:len(c.Links):len(c.Links)], Link{Table: table, Row: row})
	return c
}

// ToURL returns the cell with one more link, to a page outside.
func (c Cell) ToURL(address string) Cell {
	c.Links = append(c.Links[:len(c.Links):len(c.Links)], Link{URL: address})
	return c
}

// Empty reports whether the cell holds nothing at all.
func (c Cell) Empty() bool {
	return c.Text == "" && !c.HasNumber && len(c.Links) == 0 && c.Picture == nil
}

func (t *Table) title() string {
	if t.Title != "" {
		return t.Title
	}
	return t.Name
}

func (c Column) title() string {
	if c.Title != "" {
		return c.Title
	}
	return c.Key
}

func (l Link) label() string {
	switch {
	case l.Text != "":
		return l.Text
	case l.URL != "":
		return l.URL
	case l.Row != "":
		return l.Row
	}
	return l.Table
}

// numeric reports whether programs get the number of the cell: always when there
// is no text, and in columns of numbers even when there is one, which is then
// only how people are shown the number.
func (c Cell) numeric(col Column) bool {
	return c.HasNumber && (c.Text == "" || col.Kind == KindNumber || col.Kind == KindInteger)
}

// plain returns what a cell says: for programs with numbers in full, for people
// with the decimals of the column.
func (c Cell) plain(col Column, full bool) string {
	switch {
	case full && c.numeric(col), c.HasNumber && c.Text == "":
		return number(c.Number, col, full)
	case !full && c.Short != "":
		return c.Short
	case c.Text != "":
		return c.Text
	case len(c.Links) > 0:
		var labels []string
		for _, l := range c.Links {
			labels = append(labels, l.label())
		}
		return strings.Join(labels, ", ")
	}
	return c.PictureAlt
}

func number(f float64, col Column, full bool) string {
	if full || col.Kind != KindNumber {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	s := strconv.FormatFloat(f, 'f', col.decimals(), 64)
	// A typographer's minus would be nicer and could not be searched for.
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-") // no -0.000
	}
	return s
}

func (c Column) decimals() int {
	if c.Decimals <= 0 {
		return 3
	}
	return min(c.Decimals, 15)
}

// right reports whether the column is set flush right.
func (c Column) right() bool {
	return c.Kind == KindNumber || c.Kind == KindInteger || c.Kind == KindFraction
}

// DropEmpty takes out the columns in which no row has anything. A table without
// rows keeps its columns, and so does one in which a row has not a cell for each: which column lacks it
// nobody can tell, and Validate says so.
func (t *Table) DropEmpty() {
	short := func(r Row) bool { return len(r.Cells) != len(t.Columns) }
	if len(t.Rows) == 0 || slices.ContainsFunc(t.Rows, short) {
		return
	}
	var keep []int
	for c := range t.Columns {
		if !t.emptyColumn(c) {
			keep = append(keep, c)
		}
	}
	columns := make([]Column, len(keep))
	for i, c := range keep {
		columns[i] = t.Columns[c]
	}
	for r := range t.Rows {
		var cells []Cell
		for _, c := range keep {
			cells = append(cells, t.Rows[r].Cells[c])
		}
		t.Rows[r].Cells = cells
	}
	t.Columns = columns
}

func (t *Table) emptyColumn(c int) bool {
	for _, row := range t.Rows {
		if c < len(row.Cells) && !row.Cells[c].Empty() {
			return false
		}
	}
	return true
}

// Validate reports everything that is wrong with the report, in its own order.
func (r *Report) Validate() error {
	if r == nil {
		return errors.New("there is no report")
	}
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if strings.TrimSpace(r.Title) == "" {
		bad("the report has no title")
	}
	rows := map[string]map[string]bool{} // table, row
	for i, t := range r.Tables {
		if t == nil || strings.TrimSpace(t.Name) == "" {
			bad("table %d of the report has no name", i+1)
			continue
		}
		for other := range rows {
			// Excel does not tell capitals apart, nor do some file systems.
			if strings.EqualFold(other, t.Name) {
				bad("two tables are called %q", t.Name)
			}
		}
		if rows[t.Name] != nil {
			continue
		}
		keys := map[string]bool{}
		rows[t.Name] = keys
		for n, row := range t.Rows {
			if row.Key == "" {
				continue
			}
			if keys[row.Key] {
				bad("table %q, row %d: a row before it has the key %q already", t.Name, n+1, row.Key)
			}
			keys[row.Key] = true
		}
	}
	for _, t := range r.Tables {
		if t != nil && strings.TrimSpace(t.Name) != "" {
			t.validate(rows, bad)
		}
	}
	return errors.Join(errs...)
}

func (t *Table) validate(rows map[string]map[string]bool, bad func(string, ...any)) {
	if len(t.Columns) == 0 {
		bad("table %q has no columns", t.Name)
	}
	seen := map[string]bool{}
	for c, col := range t.Columns {
		switch {
		case col.Key == "":
			bad("table %q: column %d has no key", t.Name, c+1)
		case seen[col.Key]:
			bad("table %q: two columns have the key %q", t.Name, col.Key)
		}
		seen[col.Key] = true
		if col.Kind < 0 || int(col.Kind) >= len(kindNames) {
			bad("table %q, column %q is of no known kind", t.Name, col.Key)
		}
		if len(t.Rows) > 0 && t.emptyColumn(c) {
			bad("table %q: column %q is empty in every row", t.Name, col.Key)
		}
	}
	for n, row := range t.Rows {
		at := fmt.Sprintf("table %q, row %d", t.Name, n+1)
		if row.Key != "" {
			at = fmt.Sprintf("table %q, row %q", t.Name, row.Key)
		}
		if len(row.Cells) != len(t.Columns) {
			bad("%s has %d cells for %d columns", at, len(row.Cells), len(t.Columns))
		}
		for c, cell := range row.Cells[:min(len(row.Cells), len(t.Columns))] {
			at := fmt.Sprintf("%s, column %q", at, t.Columns[c].Key)
			cell.validate(t.Columns[c], rows, func(format string, args ...any) { bad("%s: "+format, append([]any{at}, args...)...) })
		}
	}
}

func (cell *Cell) validate(col Column, rows map[string]map[string]bool, bad func(string, ...any)) {
	if cell.HasNumber && (math.IsNaN(cell.Number) || math.IsInf(cell.Number, 0)) {
		bad("%v is no number; say in words what is meant", cell.Number)
	}
	if cell.Picture != nil {
		if col.Kind != KindPicture {
			bad("a picture in a column of kind %s", col.Kind)
		}
		if err := cell.Picture.Check(); err != nil {
			bad("the picture cannot be drawn: %w", err)
		}
		if cell.PictureAlt == "" {
			bad("the picture has no words for those who do not see it")
		}
	}
	for _, l := range cell.Links {
		if why := l.broken(rows); why != "" {
			bad("%s", why)
		}
	}
}

// broken says what is wrong with a link, or nothing.
func (l Link) broken(rows map[string]map[string]bool) string {
	if l.URL != "" {
		if l.Table != "" || l.Row != "" {
			return fmt.Sprintf("a link leads to %s and to table %q at once", l.URL, l.Table)
		}
		u, err := url.Parse(l.URL)
		if err == nil && (u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") || u.Scheme == "mailto") {
			return ""
		}
		return fmt.Sprintf("link to %q: only http, https and mailto can be linked", l.URL)
	}
	switch keys, ok := rows[l.Table]; {
	case !ok:
		return fmt.Sprintf("link to row %q of table %q, but there is no such table", l.Row, l.Table)
	case l.Row != "" && !keys[l.Row]:
		return fmt.Sprintf("link to row %q of table %q, which has no such row", l.Row, l.Table)
	}
	return ""
}

// slug makes a name for files and addresses out of a title.
func slug(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	if s := strings.TrimSuffix(b.String(), "-"); s != "" {
		return s
	}
	return "x"
}

// summary says how many rows a table has, and how many of each severity.
func (t *Table) summary() string {
	n := len(t.Rows)
	s := strconv.Itoa(n) + " rows"
	if n == 1 {
		s = "1 row"
	}
	for c, col := range t.Columns {
		if col.Kind != KindSeverity || n == 0 {
			continue
		}
		count := map[string]int{}
		var order []string
		for _, known := range []string{"error", "warning", "note", "info"} {
			order, count[known] = append(order, known), 0
		}
		for _, row := range t.Rows {
			v := row.Cells[c].Text
			if v == "" {
				continue
			}
			if _, ok := count[v]; !ok {
				order = append(order, v)
			}
			count[v]++
		}
		var parts []string
		for _, v := range order {
			if count[v] > 0 {
				parts = append(parts, strconv.Itoa(count[v])+" "+v)
			}
		}
		return s + ": " + strings.Join(parts, ", ")
	}
	return s
}
