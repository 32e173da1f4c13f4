package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What an .xlsx file can hold. They are facts of the format, not choices.
const (
	Limit      = 32767   // characters in a cell, counted as Excel counts them (UTF-16 units)
	MaxRows    = 1048576 // rows of a sheet
	MaxColumns = 16384   // columns of a sheet
	MaxName    = 31      // characters of a sheet name
	MaxLinks   = 65529   // links of a sheet
	MaxURL     = 2079    // characters of an external link
)

// Workbook is what one .xlsx file says.
type Workbook struct {
	Properties Properties
	Sheets     []*Sheet
}

// Properties are the document properties that a file browser shows. There is
// no date among them: the same input gives the same file.
type Properties struct {
	Title, Subject, Creator, Description, Keywords string
}

// Sheet is one sheet. Rows need not be equally long.
type Sheet struct {
	Name    string
	Columns []Column // missing columns fit themselves to their cells
	Rows    [][]Cell
	Body    Body // stands below Rows

	FrozenRows    int    // rows that stay on the screen
	FrozenColumns int    // columns that stay on the screen
	RepeatRows    int    // rows repeated at the top of every printed page
	Filter        string // range of the autofilter, such as A1:F20; "" for none
	Breaks        []int  // rows with which a page begins, from 1
	PrintColumns  int    // only so many of the first columns are printed; 0: all
	PageTitle     string // printed at the top of every page; the name of the sheet when empty
	Charts        []Chart
	Rules         []Rule // what may be typed into cells
	// Protected sheets let only cells be changed that are Unlocked. There is no
	// password: it guards against slips, not against people.
	Protected bool
	Hidden    bool
}

// Body is rows that are made when they are asked for: as cells, a long table would take
// many times the room of its texts.
type Body struct {
	N int
	// Row makes a row, counted from 0, the same whenever it is asked; it may be
	// overwritten by the next one.
	Row func(i int) []Cell
}

// Len is how many rows the sheet has.
func (s *Sheet) Len() int { return len(s.Rows) + s.Body.N }

// row is a row, counted from 0.
func (s *Sheet) row(i int) []Cell {
	if i < len(s.Rows) {
		return s.Rows[i]
	}
	return s.Body.Row(i - len(s.Rows))
}

// each goes through the rows, counted from 0.
func (s *Sheet) each(yield func(int, []Cell) bool) {
	for i := range s.Len() {
		if !yield(i, s.row(i)) {
			return
		}
	}
}

// width is how many columns the longest row has.
func (s *Sheet) width() (columns int) {
	for _, row := range s.each {
		columns = max(columns, len(row))
	}
	return columns
}

// Rule says what may be typed into a range of cells, such as B2:B100. One of
// From, Formula and Whole is set.
type Rule struct {
	Range string
	// From is a range of cells with the words of a drop-down, such as
	// 'words'!$A$2:$A$9.
	From string
	// Words are those of a drop-down, where they are few.
	Words []string
	// Formula must be true of what is typed. It is no formula of a cell.
	Formula string
	// Whole are the least and the most of a whole number.
	Whole *[2]int
	// Advice is shown when the cell is picked, and Error when something else was
	// typed. With Warn it may stay all the same.
	Title, Advice, Error string
	Warn                 bool
}

// AsTable makes a row, counted from 1, a heading: bold, frozen with those above it,
// repeated on print, with a filter over everything below it.
func (s *Sheet) AsTable(heading int) {
	if len(s.Rows) < heading {
		return
	}
	row := s.Rows[heading-1]
	for i := range row {
		row[i].Look = Heading
	}
	s.FrozenRows, s.RepeatRows = heading, heading
	s.Filter = Address(heading, 1) + ":" + Address(s.Len(), max(1, len(row)))
}

// Column says how wide a column is, in characters of the body font. Width wins
// when it is set; otherwise the column fits its cells between Min and Max
// (defaults 6 and 60), and longer text wraps.
type Column struct {
	Width    float64
	Min, Max float64
}

// Kind says what a cell holds.
type Kind int

// The kinds of cell. Fractions are text, because 3/2 is exact and 1.5 is what
// is left of it.
const (
	KindEmpty Kind = iota
	KindText
	KindNumber
	KindInteger
)

// String returns the name of the kind.
func (k Kind) String() string {
	switch k {
	case KindEmpty:
		return "empty"
	case KindText:
		return "text"
	case KindNumber:
		return "number"
	case KindInteger:
		return "integer"
	}
	return "kind " + strconv.Itoa(int(k))
}

// Look says what a cell is, not how it looks; colours and sizes are decided
// here, once.
type Look int

// The looks. The severities have a colour each, and bold letters besides, so
// that they can still be told apart on a black and white print.
const (
	Plain    Look = iota
	Title         // large, for the top of a cover
	Subtitle      // under a title
	Heading       // of a column
	Label         // bold
	Faint         // grey, for what may be skipped
	Open          // plain text without lines around it, for prose
	Error
	Warning
	Note
	Good
)

// Cell is one cell.
type Cell struct {
	Kind     Kind
	Text     string  // of a text cell; when read back, also what Excel shows for a number
	Number   float64 // of a number or an integer
	Decimals int     // shown for a KindNumber; 0 leaves the choice to Excel
	Look     Look
	Right    bool // aligned to the right, for fractions
	Link     *Link
	Picture  *Picture
	Formula  string // only when read from a file; a cell that has one cannot be written
	Unlocked bool   // may be changed although the sheet is protected
	Lines    int    // of its text that its row is made high enough for; 0 is all of it
	Comment  string // a note that is shown when the pointer rests on the cell
}

// Link leads to a cell of the same workbook (Sheet and Cell) or out of it (URL).
type Link struct {
	Sheet, Cell string
	URL         string
	Tip         string // shown when the pointer rests on the cell
}

// Picture is a PNG, anchored at the cell that has it. Width is its width on
// the sheet in pixels; 0 means its own. A picture too high for a row of Excel
// (409 points) is drawn smaller, in proportion.
type Picture struct {
	PNG   []byte
	Alt   string
	Width int
}

// Text returns a text cell.
func Text(s string) Cell { return Cell{Kind: KindText, Text: s} }

// Number returns a cell with a number shown with so many decimals.
func Number(f float64, decimals int) Cell {
	return Cell{Kind: KindNumber, Number: f, Decimals: decimals}
}

// Integer returns a cell with a whole number.
func Integer(n int) Cell { return Cell{Kind: KindInteger, Number: float64(n)} }

// Fraction returns a text cell aligned as numbers are: "3/2" is exact, and would
// become a date if Excel were allowed to think about it.
func Fraction(s string) Cell { return Cell{Kind: KindText, Text: s, Right: true} }

// Address returns the address of a cell, row and column counted from 1, such
// as B7.
func Address(row, column int) string {
	return ColumnName(column) + strconv.Itoa(row)
}

// ColumnName returns the letters of a column, counted from 1.
func ColumnName(column int) string {
	var b []byte
	for column > 0 {
		column--
		b = append(b, byte('A'+column%26))
		column /= 26
	}
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// ParseAddress is the reverse of Address. Dollar signs are ignored.
func ParseAddress(s string) (row, column int, err error) {
	t := strings.ReplaceAll(s, "$", "")
	i := 0
	for i < len(t) && i < 4 && isLetter(t[i]) {
		column = column*26 + int(t[i]&^0x20-'A') + 1
		i++
	}
	row, aerr := strconv.Atoi(t[i:])
	if i == 0 || aerr != nil || row < 1 || row > MaxRows || column > MaxColumns || t[i] < '0' || t[i] > '9' {
		return 0, 0, fmt.Errorf("%q is no address of a cell, such as B7", s)
	}
	return row, column, nil
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// Units counts characters as Excel does: one beyond the basic plane counts as two.
func Units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// Cut shortens text to what a cell holds and ends it with the notice, so that
// a reader sees that something is missing and where it can be found. It reports
// whether it had to.
func Cut(s, notice string) (string, bool) {
	if len(s) <= Limit || Units(s) <= Limit {
		return s, false
	}
	if Units(notice) > Limit {
		notice = ""
	}
	room := Limit - Units(notice)
	for i, r := range s {
		room--
		if r > 0xFFFF {
			room--
		}
		if room < 0 {
			return s[:i] + notice, true
		}
	}
	return s, false
}

// Names makes sheet names out of what somebody would like to call them: the
// signs Excel forbids are replaced, long names are cut, and a name used before
// (Excel does not tell capitals apart) gets a number. The order is kept.
func Names(wanted ...string) []string {
	seen := map[string]bool{"history": true} // Excel keeps this name for itself
	out := make([]string, len(wanted))
	for i, w := range wanted {
		base := cleanName(w)
		name := base
		for n := 2; seen[strings.ToLower(name)]; n++ {
			suffix := " (" + strconv.Itoa(n) + ")"
			name = cutUnits(base, MaxName-Units(suffix)) + suffix
		}
		seen[strings.ToLower(name)] = true
		out[i] = name
	}
	return out
}

func cleanName(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`[]:*?/\`, r):
			return '-'
		case r == '\'':
			return '’' // allowed inside a name, but it must be doubled in every reference
		case r < ' ' || r == utf8.RuneError || r == 0xFFFE || r == 0xFFFF:
			return ' '
		}
		return r
	}, s)
	s = strings.TrimSpace(cutUnits(strings.TrimSpace(s), MaxName))
	if s == "" {
		return "Sheet"
	}
	return s
}

func cutUnits(s string, n int) string {
	for i, r := range s {
		n--
		if r > 0xFFFF {
			n--
		}
		if n < 0 {
			return strings.TrimRight(s[:i], " ")
		}
	}
	return s
}

// Check reports everything that would keep the workbook from being written as
// it stands, each with its sheet and cell. Save calls it.
func (w *Workbook) Check() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if w == nil || len(w.Sheets) == 0 {
		return errors.New("a workbook needs at least one sheet")
	}
	byName := map[string]*Sheet{}
	for i, s := range w.Sheets {
		if s == nil {
			bad("sheet %d of the workbook is missing", i+1)
			continue
		}
		key := lower(s.Name)
		switch {
		case cleanName(s.Name) != s.Name || key == "history":
			bad("%q cannot be the name of a sheet: at most %d characters, none of [ ] : * ? / \\ ', not empty, not History", s.Name, MaxName)
		case byName[key] != nil:
			bad("two sheets are called %q (capitals do not count)", s.Name)
		}
		if byName[key] == nil {
			byName[key] = s
		}
	}
	for _, s := range w.Sheets {
		if s != nil {
			s.check(byName, bad)
		}
	}
	return errors.Join(errs...)
}

// lower is how names of sheets are compared.
func lower(name string) string { return strings.ToLower(name) }

func (s *Sheet) check(byName map[string]*Sheet, bad func(string, ...any)) {
	if s.Len() > MaxRows {
		bad("sheet %q has %d rows; a sheet holds %d", s.Name, s.Len(), MaxRows)
		return
	}
	if s.Filter != "" {
		if from, to, ok := strings.Cut(s.Filter, ":"); !ok || addressError(from) != nil || addressError(to) != nil {
			bad("sheet %q: %q is no range, such as A1:F20", s.Name, s.Filter)
		}
	}
	for i := range s.Charts {
		if err := s.Charts[i].check(byName); err != nil {
			bad("sheet %q, chart %d: %v", s.Name, i+1, err)
		}
	}
	if s.FrozenRows < 0 || s.FrozenColumns < 0 || s.RepeatRows < 0 || s.PrintColumns < 0 {
		bad("sheet %q freezes or repeats a negative number of rows or columns", s.Name)
	}
	links := 0
	for r, row := range s.each {
		if len(row) > MaxColumns {
			bad("sheet %q, row %d has %d columns; a sheet holds %d", s.Name, r+1, len(row), MaxColumns)
			continue
		}
		for c := range row {
			if row[c].Link != nil {
				links++
			}
			row[c].check(byName, func(format string, args ...any) {
				bad("sheet %q, cell %s: "+format, append([]any{s.Name, Address(r+1, c+1)}, args...)...)
			})
		}
	}
	if links > MaxLinks {
		bad("sheet %q has %d links; a sheet holds %d", s.Name, links, MaxLinks)
	}
}

// check says what a sheet could not hold of a cell.
func (c *Cell) check(byName map[string]*Sheet, bad func(string, ...any)) {
	if c.Formula != "" {
		bad("formulas are not written: %s", c.Formula)
	}
	if c.Kind == KindText && len(c.Text) > Limit {
		if n := Units(c.Text); n > Limit {
			bad("%d characters; a cell holds %d", n, Limit)
		}
	}
	if (c.Kind == KindNumber || c.Kind == KindInteger) && (math.IsNaN(c.Number) || math.IsInf(c.Number, 0)) {
		bad("%v is no number a cell can hold; say in words what is meant", c.Number)
	}
	if c.Link != nil {
		if err := c.Link.check(byName); err != nil {
			bad("%w", err)
		}
	}
	if c.Picture != nil {
		if _, err := png.DecodeConfig(bytes.NewReader(c.Picture.PNG)); err != nil {
			bad("the picture is no PNG: %w", err)
		}
	}
}

func addressError(s string) error {
	_, _, err := ParseAddress(s)
	return err
}

func (l *Link) check(byName map[string]*Sheet) error {
	if l.URL != "" {
		if l.Sheet != "" || l.Cell != "" {
			return fmt.Errorf("a link leads to %s and to %s!%s at once", l.URL, l.Sheet, l.Cell)
		}
		return checkURL(l.URL)
	}
	target := byName[strings.ToLower(l.Sheet)]
	if target == nil {
		return fmt.Errorf("link to sheet %q, which is not there", l.Sheet)
	}
	row, col, err := ParseAddress(l.Cell)
	if err != nil {
		return fmt.Errorf("link to sheet %q: %w", l.Sheet, err)
	}
	if row > max(1, target.Len()) || col > 1 && col > len(target.row(row-1)) {
		return fmt.Errorf("link to sheet %q, cell %s, which is beyond its last cell", l.Sheet, l.Cell)
	}
	return nil
}

// checkURL lets through what can be opened in a browser or a letter. A
// spreadsheet goes from hand to hand: it should not start programs.
func checkURL(s string) error {
	if len(s) > MaxURL {
		return fmt.Errorf("a link of %d characters; Excel follows at most %d", len(s), MaxURL)
	}
	u, err := url.Parse(s)
	if err != nil {
		return fmt.Errorf("link to %q: %w", s, err)
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		if u.Host != "" {
			return nil
		}
	case "mailto":
		return nil
	}
	return fmt.Errorf("link to %q: only http, https and mailto can be linked", s)
}
