package exchange

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"
)

// Table is a heading and rows of as many cells.
type Table struct {
	Heading []string
	Rows    [][]string
}

// CSV writes a table with commas (RFC 4180), in UTF-8 and with line feeds. A
// cell that a spreadsheet program would take for a formula gets an apostrophe
// in front, as the Open Worldwide Application Security Project advises.
func CSV(w io.Writer, t Table) error {
	out := csv.NewWriter(w)
	for _, row := range append([][]string{t.Heading}, t.Rows...) {
		safe := make([]string, len(row))
		for i, cell := range row {
			safe[i] = Defused(cell)
		}
		if err := out.Write(safe); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// yearBefore is a date of EDTF that begins with a year before Christ.
var yearBefore = regexp.MustCompile(`^-[0-9]{2,4}X{0,2}(?:-[0-9X]{2}){0,2}[~?%]?(?:/(?:\.\.|-?[0-9]{2,4}X{0,2}(?:-[0-9X]{2}){0,2}[~?%]?)?)?$`)

// Defused is a text with an apostrophe in front when a spreadsheet program
// would take it for a formula. Numbers stay as they are.
func Defused(s string) string {
	if s == "" || strings.IndexByte("=+-@\t\r", s[0]) < 0 {
		return s
	}
	if strings.Trim(s, "-.0123456789") == "" && len(s) > 1 || yearBefore.MatchString(s) {
		return s // -12.5, and dates such as -0043 and -0176/-0175
	}
	return "'" + s
}
