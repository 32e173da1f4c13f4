// Package sheet is a thin layer over Excel workbooks: sheets of typed cells in,
// an .xlsx file out, and back again. It is the only package of this project
// that imports excelize, so that everything learnt about that library (what it
// cuts, what it forgets, in which order it must be called) is written down in
// one place.
//
// # Words
//
// A [Workbook] has [Sheet] values; a sheet has rows of [Cell] values. A cell has
// a [Kind]: text, a number, or nothing. Text stays text, whatever it begins
// with: "=1+1", "+5", "-3" and "@home" are written as words, never as formulas,
// and "3/2" and "6-2" never become dates. A [Look] says what a cell is (a
// heading, an error, a warning) and the package knows the colours. A cell may
// carry one [Link], to a cell of another sheet or to the web, and one [Picture].
//
// A sheet that people type into has [Rule] values (drop-downs, dates, numbers),
// notes on cells, and may be protected but for its unlocked cells. [ReadTables]
// reads a workbook that somebody else made, and looks it through first.
//
// # What it promises
//
//   - The same workbook value gives the same bytes: parts are written in sorted
//     order and the document dates are fixed.
//   - Nothing is cut in silence. Excel holds [Limit] characters in a cell; a
//     longer text is an error of [Workbook.Check] that names the cell. Who wants
//     to shorten says so, with [Cut].
//   - Nothing is half-written. [Workbook.Save] writes beside the target and
//     renames; when it fails there is no new file, and an older one is untouched.
//   - No macros and no formulas.
//
// # Example
//
//	s := &sheet.Sheet{Name: "Findings", Rows: [][]sheet.Cell{
//		{sheet.Text("id"), sheet.Text("severity")},
//		{sheet.Text("TX003"), {Kind: sheet.KindText, Text: "error", Look: sheet.Error}},
//	}}
//	s.AsTable(1) // bold heading, frozen, filtered, repeated on every printed page
//	err := (&sheet.Workbook{Sheets: []*sheet.Sheet{s}}).Save("report.xlsx")
package sheet
