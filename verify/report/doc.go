// Package report holds the one value every result of this program becomes
// before it leaves, and the writers that print it: an Excel workbook (the main
// one, because that is where this field works), documents for Word and LaTeX, HTML,
// Markdown, CSV and JSON.
//
// A [Report] has a title, paragraphs about it, facts (version, seed, cap), and
// tables. A [Table] has columns and rows; a [Row] has a key that is stable from
// run to run, so that a cell of another table can lead to it. The value is
// plain: whoever makes a report fills it in and knows nothing of formats;
// whoever adds a format sees every report at once.
//
// # What a report must keep
//
// [Report.Validate] says, all at once and by name, what is wrong: a link to a
// row that is not there, two rows with one key, two tables with one name, a
// column in which no row has anything (it tells the reader nothing and hides
// that something was lost; [Table.DropEmpty] takes such columns out when they
// are expected). Every writer validates first and writes nothing if it fails.
//
// The same report gives the same bytes, in every format. Nothing is cut in
// silence: what is too long for a cell of Excel ends with a notice there, and
// the cover says so.
//
// # The formats
//
//   - .xlsx: the briefs as a cover that explains every sheet, then a sheet a table;
//     what columns mean stands in a note on their heading. A cell of Excel can lead to
//     one place only: one with several links leads to the first. Tables that are Noted
//     have columns for a reader, and what stands there goes into the next workbook that
//     is written to the same file.
//   - .html: an index and a page a ruleset, which need nothing but each other; Write
//     makes one page of them.
//   - .docx: the briefs and what else a paper may print, to go on with in Word: clauses and
//     their sources are footnotes, tables are tables, figures have captions.
//   - .md: for a repository or a letter; boards are drawn in letters.
//   - .csv: for other programs. One file a table, and one about them all. Text
//     that a spreadsheet would take for a formula gets an apostrophe before it.
//     Spreadsheets also make dates of 6-2 and 3/2 when they open CSV, and no
//     CSV file can forbid it: the workbook is for people, CSV for programs.
//   - .json: everything, with full precision.
//
// People get the tables that are not Raw, or all when the report is Full; CSV and JSON
// always have all.
//
// # Example
//
//	clauses := &report.Table{Name: "Clauses", Columns: []report.Column{{Key: "id"}, {Key: "text"}},
//		Rows: []report.Row{{Key: "p#6", Cells: []report.Cell{report.Text("p#6"), report.Text("A throw of …")}}}}
//	findings := &report.Table{Name: "Findings", Columns: []report.Column{
//		{Key: "severity", Kind: report.KindSeverity}, {Key: "clause"}},
//		Rows: []report.Row{{Key: "TX003-1", Cells: []report.Cell{
//			report.Text("error"), report.Text("p#6").To("Clauses", "p#6")}}}}
//	r := &report.Report{Title: "A game", Tables: []*report.Table{findings, clauses}}
//	err := r.WriteFile("report.xlsx")
package report
