package diag

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Pos is a place in a file. Line and Col count from 1; Col counts characters.
// A Pos without a line stands for the file as a whole.
type Pos struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Col  int    `json:"column"`
}

// String gives "file:line:col"; line and column are left out when unknown.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// IsZero reports whether the place is unknown altogether.
func (p Pos) IsZero() bool { return p == Pos{} }

// Compare orders places by file, line and column.
func (p Pos) Compare(q Pos) int {
	if c := strings.Compare(p.File, q.File); c != 0 {
		return c
	}
	if p.Line != q.Line {
		return p.Line - q.Line
	}
	return p.Col - q.Col
}

// Error is one mistake: where it stands, what was found there, what was
// expected instead, and other places that belong to it.
type Error struct {
	Pos
	Found, Expected, Message string
	Related                  []Pos
	// Cell is the cell of a table that the mistake is in, nil elsewhere.
	Cell *Cell
	// Former is a word that stands at the place and was written so once, and Instead how it is written now; both are
	// empty where the mistake is another.
	Former, Instead string
	// Because is a file whose own errors say all that this one says; it is left out where they are printed.
	Because string
}

// Cell is a cell as a spreadsheet program shows it.
type Cell struct {
	Sheet   string `json:"sheet,omitempty"`
	Row     int    `json:"row"`
	Column  int    `json:"column"`
	Letters string `json:"letters"`
	Heading string `json:"heading,omitempty"`
}

// Error gives "file:line:col: message", followed by what was found and what
// was expected unless the message says so already.
func (e Error) Error() string {
	var b strings.Builder
	if s := e.Pos.String(); s != "" {
		b.WriteString(s)
		b.WriteString(": ")
	}
	b.WriteString(e.Message)
	// A message that names the thing itself would only stammer.
	sep := "; "
	if e.Found != "" && !strings.Contains(e.Message, e.Found) {
		b.WriteString(sep + "found " + e.Found)
		sep = ", "
	}
	if e.Expected != "" && !strings.Contains(e.Message, e.Expected) {
		b.WriteString(sep + "expected " + e.Expected)
	}
	return b.String()
}

// String is Error; without it the embedded Pos would print itself.
func (e Error) String() string { return e.Error() }

// MarshalJSON gives the object that INTERFACE.md promises for --json.
func (e Error) MarshalJSON() ([]byte, error) {
	type place struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
	}
	related := make([]place, len(e.Related))
	for i, p := range e.Related {
		related[i] = place{p.File, p.Line, p.Col}
	}
	return json.Marshal(struct {
		place
		Found    string  `json:"found"`
		Expected string  `json:"expected"`
		Message  string  `json:"message"`
		Related  []place `json:"related,omitempty"`
		Cell     *Cell   `json:"cell,omitempty"`
	}{place{e.File, e.Line, e.Col}, e.Found, e.Expected, e.Message, related, e.Cell})
}

// MaxErrors is how many mistakes of a list are told; nobody reads as many.
const MaxErrors = 10_000

// Errors are the mistakes of a run. As an error they print one a line.
type Errors []Error

// Error gives one line for each mistake.
func (es Errors) Error() string {
	lines := make([]string, len(es))
	for i, e := range es {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Add appends a mistake.
func (es *Errors) Add(pos Pos, found, expected, format string, args ...any) {
	es.AddRelated(pos, nil, found, expected, format, args...)
}

// AddRelated appends a mistake that has other places to show.
func (es *Errors) AddRelated(pos Pos, related []Pos, found, expected, format string, args ...any) {
	es.append(Error{Pos: pos, Found: inBrief(found), Expected: inBrief(expected), Message: inBrief(sprintf(format, args)), Related: related})
}

func (es *Errors) append(e Error) {
	if len(*es) >= MaxErrors {
		// The same for each, so that Sort leaves one of them.
		e = Error{Pos: Pos{File: e.File}, Message: tooMany}
	}
	*es = append(*es, e)
}

// inBrief cuts what nobody reads to its end: a list of all names there are, say.
func inBrief(s string) string {
	const most = 2000
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// tooMany stands for the mistakes that are not told.
var tooMany = fmt.Sprintf("there are more than %d mistakes; the rest is not told, mend these first", MaxErrors)

// sprintf leaves a format without arguments alone, so that a text with a
// percent sign in it (an EDTF date, say) can be passed as it is.
func sprintf(format string, args []any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// Merge appends the mistakes of another list.
func (es *Errors) Merge(more Errors) { *es = append(*es, more...) }

// Sort orders the list by file, line, column and message, drops exact
// duplicates, and returns it.
func (es *Errors) Sort() Errors {
	slices.SortStableFunc(*es, compareErrors)
	*es = slices.CompactFunc(*es, func(a, b Error) bool {
		return compareErrors(a, b) == 0 && a.Found == b.Found && a.Expected == b.Expected &&
			slices.Equal(a.Related, b.Related)
	})
	return *es
}

// Table is the file of a cell: places in tables may be part of the name.
func (e Error) Table() string {
	name := e.File
	if i := strings.IndexByte(name, '!'); i >= 0 {
		return name[:i]
	}
	for e.Line == 0 { // FILE:LINE:COLUMN
		rest, number, ok := cutLast(name)
		if !ok || strings.Trim(number, "0123456789") != "" {
			break
		}
		name = rest
	}
	return name
}

func cutLast(s string) (before, after string, ok bool) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+1:], true
}

func compareErrors(a, b Error) int {
	if x, y := a.Cell, b.Cell; x != nil && y != nil && x.Sheet == y.Sheet && (x.Row != y.Row || x.Column != y.Column) && a.Table() == b.Table() {
		return cmp.Or(x.Row-y.Row, x.Column-y.Column)
	}
	if c := a.Pos.Compare(b.Pos); c != 0 {
		return c
	}
	if c := strings.Compare(a.Message, b.Message); c != 0 {
		return c
	}
	if c := strings.Compare(a.Found, b.Found); c != 0 {
		return c
	}
	if c := strings.Compare(a.Expected, b.Expected); c != 0 {
		return c
	}
	return slices.CompareFunc(a.Related, b.Related, Pos.Compare)
}

// Files are the files that the mistakes stand in, and those of other places that
// belong to them: what was read from these is not to be relied on.
func (es Errors) Files() map[string]bool {
	files := map[string]bool{}
	for _, e := range es {
		files[e.File] = true
		for _, p := range e.Related {
			files[p.File] = true
		}
	}
	return files
}

// Err returns the list as an error, and nil when it is empty: an empty Errors
// in an error variable would not be nil.
func (es Errors) Err() error {
	if len(es) == 0 {
		return nil
	}
	return es
}

// AsErrors finds the Errors inside err; any other error becomes a list of one
// without a place.
func AsErrors(err error) Errors {
	if err == nil {
		return nil
	}
	var es Errors
	if errors.As(err, &es) {
		return es
	}
	var e Error
	if errors.As(err, &e) {
		return Errors{e}
	}
	return Errors{{Message: err.Error()}}
}

// Quote puts a text in quotes for a message, shortened when it is long and on
// one line.
func Quote(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }), " ")
	if utf8.RuneCountInString(s) > 60 {
		s = string([]rune(s)[:57]) + "..."
	}
	return `"` + s + `"`
}
