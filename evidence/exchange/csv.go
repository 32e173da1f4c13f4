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

// numbers are one or several with signs of degrees, such as -12.5, 130.8: a program may take
// one for a number, and none for a formula.
var numbers = regexp.MustCompile(`^-[0-9]*\.?[0-9]+(?:[°'"′″%][0-9.]*)*(?:(?:\s*[,;]\s*-?|\s+)[0-9]*\.?[0-9]+(?:[°'"′″%][0-9.]*)*)*$`)

// Defused is a text with an apostrophe in front when a spreadsheet program would take it
// for a formula, or [undefused] for one that has got it. Numbers stay as they are.
func Defused(s string) string {
	if !guarded(s) || numbers.MatchString(s) || yearBefore.MatchString(s) || strings.Trim(s, "-") == "" {
		return s // -12.5, dates such as -0043 and -0176/-0175, and a dash for nothing
	}
	return "'" + s
}

// undefused takes away what Defused added.
func undefused(s string) string {
	if rest, ok := strings.CutPrefix(s, "'"); ok && guarded(rest) {
		return rest
	}
	return s
}

// guarded reports whether a text begins as formulas do, or as such a text behind an
// apostrophe.
func guarded(s string) bool {
	s = strings.TrimLeft(s, "'")
	return s != "" && strings.IndexByte("=+-@\t\r", s[0]) >= 0
}
