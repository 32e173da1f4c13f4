package report

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// commaSeparated is a file for each table: the one named lists the others, which stand
// beside it (NAME-TABLE.csv); a report of one table is that table.
var commaSeparated = &Format{Endings: []string{".csv"}, Files: (*Report).writeCSVBeside}

// WriteCSV writes one file a table into a folder, and about.csv, which says what
// the report is and lists the others. The folder is made if it is not there.
func (r *Report) WriteCSV(dir string) error {
	if err := r.Validate(); err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	names := r.csvNames("about.csv", "")
	files := []sheet.File{{Path: filepath.Join(dir, "about.csv"), Content: r.aboutCSV(names)}}
	for i, t := range r.Tables {
		files = append(files, sheet.File{Path: filepath.Join(dir, names[i]), Content: r.csv(t)})
	}
	_, existed := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("%s: the folder cannot be made: %w", dir, err)
	}
	if err := sheet.WriteFiles(files...); err != nil {
		if existed != nil {
			os.Remove(dir) // only if it is empty
		}
		return err
	}
	return nil
}

// writeCSVBeside writes the report under one name: see WriteFile.
func (r *Report) writeCSVBeside(path string) error {
	if err := r.Validate(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if len(r.Tables) == 1 {
		return sheet.WriteFiles(sheet.File{Path: path, Content: r.csv(r.Tables[0])})
	}
	base := filepath.Base(path)
	names := r.csvNames(base, strings.TrimSuffix(base, filepath.Ext(base))+"-")
	files := []sheet.File{{Path: path, Content: r.aboutCSV(names)}}
	for i, t := range r.Tables {
		files = append(files, sheet.File{Path: filepath.Join(filepath.Dir(path), names[i]), Content: r.csv(t)})
	}
	return sheet.WriteFiles(files...)
}

// csvNames names the files of the tables, none of them like another or like the
// file that is taken.
func (r *Report) csvNames(taken, prefix string) []string {
	used := map[string]bool{strings.ToLower(taken): true}
	var names []string
	for _, t := range r.Tables {
		base := prefix + slug(t.Name)
		name := base + ".csv"
		for n := 2; used[strings.ToLower(name)]; n++ {
			name = base + "-" + strconv.Itoa(n) + ".csv"
		}
		used[strings.ToLower(name)] = true
		names = append(names, name)
	}
	return names
}

// aboutCSV is the cover: what, name, value.
func (r *Report) aboutCSV(names []string) []byte {
	rows := [][]string{{"what", "name", "value"}, {"title", "", r.Title}}
	if r.Subtitle != "" {
		rows = append(rows, []string{"subtitle", "", r.Subtitle})
	}
	for _, p := range r.About {
		rows = append(rows, []string{"about", "", p})
	}
	for _, f := range r.Facts {
		rows = append(rows, []string{"fact", f[0], f[1]})
	}
	for i, t := range r.Tables {
		about := t.title()
		if t.About != "" {
			about += ": " + t.About
		}
		rows = append(rows, []string{"file", names[i], about})
		for _, col := range t.Columns {
			about := col.title()
			if col.About != "" {
				about += ": " + col.About
			}
			rows = append(rows, []string{"column of " + names[i], col.Key, about})
		}
	}
	return r.encodeCSV(rows, func(int, int) bool { return true })
}

// csv writes one table, under the keys of its columns.
func (r *Report) csv(t *Table) []byte {
	rows := make([][]string, 0, len(t.Rows)+1)
	var keys []string
	for _, col := range t.Columns {
		keys = append(keys, col.Key)
	}
	rows = append(rows, keys)
	for _, row := range t.Rows {
		var line []string
		for c, cell := range row.Cells {
			line = append(line, cell.plain(t.Columns[c], true))
		}
		rows = append(rows, line)
	}
	return r.encodeCSV(rows, func(r, c int) bool { return r == 0 || !t.Rows[r-1].Cells[c].numeric(t.Columns[c]) })
}

func (r *Report) encodeCSV(rows [][]string, isText func(row, column int) bool) []byte {
	var b bytes.Buffer
	if r.ByteOrderMark {
		b.WriteString("\ufeff")
	}
	w := csv.NewWriter(&b)
	for n, row := range rows {
		for c := range row {
			if isText(n, c) {
				row[c] = guard(yamlpos.Visible(row[c]))
			}
		}
		w.Write(row) // a bytes.Buffer does not fail
	}
	w.Flush()
	return b.Bytes()
}

// guard puts an apostrophe before text that a spreadsheet would take for a
// formula when it opens a CSV file. A single sign, such as a dash for "nothing",
// is no formula; a number or a fraction below zero can do no harm, and programs
// want it as it is.
func guard(s string) string {
	if len(s) > 1 && strings.ContainsRune("=+-@\t\r", rune(s[0])) && !belowZero.MatchString(s) {
		return "'" + s
	}
	return s
}

var belowZero = regexp.MustCompile(`^-[0-9]+([./][0-9]+)?$`)
