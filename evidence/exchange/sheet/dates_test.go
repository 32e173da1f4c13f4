package sheet

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

const workbooks = "../../../testdata/workbooks/"

// TestDatesOfLibreOffice: what LibreOffice wrote for the dates of a table of CSV
// is read as that table, days before 1900 and before 1582 too.
func TestDatesOfLibreOffice(t *testing.T) {
	f, err := os.Open(workbooks + "dates.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	tables, err := ReadTables(workbooks + "dates.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	dates := 0
	for _, row := range tables[0].Rows {
		got = append(got, row.Cells)
		for _, problem := range row.Dates {
			if dates++; problem != "" {
				t.Errorf("row %d: %s", row.Number, problem)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if dates != 10 {
		t.Errorf("%d cells are dates", dates)
	}
}

// TestDatesFrom1904: a workbook that counts from 1904, with a time of day and a
// format without a day.
func TestDatesFrom1904(t *testing.T) {
	tables, err := ReadTables(workbooks + "dates-1904.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range tables[0].Rows[1:] {
		cell := ""
		if len(row.Cells) > 1 {
			cell = row.Cells[1]
		}
		got = append(got, strings.TrimSpace(cell+" "+row.Dates[1]))
	}
	want := []string{"1888-05-17", "1904-01-01", "2001-01-01", "it has a time of day, 1888-05-17 12:30", "1888-05-17",
		"the format of the cell does not show year, month and day"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// dateBook makes a workbook of one column of numbers with a format each, as Excel
// would, and returns what is read: the cell, or why it is no day.
func dateBook(t *testing.T, in1904 bool, cells ...[2]any) []string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	if err := f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &in1904}); err != nil {
		t.Fatal(err)
	}
	for i, cell := range cells {
		style := &excelize.Style{}
		switch format := cell[1].(type) {
		case int:
			style.NumFmt = format
		case string:
			style.CustomNumFmt = &format
		}
		id, err := f.NewStyle(style)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellStyle("Sheet1", Address(i+1, 1), Address(i+1, 1), id); err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellValue("Sheet1", Address(i+1, 1), cell[0]); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "excel.xlsx")
	if err := f.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	tables, err := ReadTables(path)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range tables[0].Rows {
		got = append(got, row.Cells[0]+row.Dates[0])
	}
	return got
}

func TestDatesOfExcel(t *testing.T) {
	const iso = "yyyy-mm-dd"
	for _, tt := range []struct {
		in1904 bool
		number any
		format any
		want   string
	}{
		{false, 1, iso, "1900-01-01"},
		{false, 59, iso, "1900-02-28"},
		{false, 60, iso, "the number 60 stands for 29 February 1900, a day that never was"},
		{false, 61, iso, "1900-03-01"},
		{false, 36892, 14, "2001-01-01"},
		{false, 36892, `[$-407]d\. mmmm yyyy;@`, "2001-01-01"},
		{false, 36892, 22, "2001-01-01"},
		{false, 2958465, iso, "9999-12-31"},
		{false, 2958466, iso, "the number 2958466 stands for no day of the years 1 to 9999"},
		{false, 1e300, iso, "stands for no day of the years 1 to 9999"},
		{false, 0, iso, "the number 0 stands for no day: this workbook counts from 1 January 1900, which is 1"},
		{false, -4244, iso, "1888-05-17"},
		{false, -4244, "dd/mm/yyyy", "1888-05-17"},
		{false, -115858, iso, "1582-10-15"},
		{false, -115859, iso, "before 15 October 1582, and the calendar is not known"},
		{false, 36892.75, "yyyy-mm-dd hh:mm", "it has a time of day, 2001-01-01 18:00"},
		{false, 36892.75, iso, "it has a time of day, 2001-01-01 18:00"},
		{true, 0, iso, "1904-01-01"},
		{true, 35430, 14, "2001-01-01"},
		{true, -1, iso, "the number -1 stands for no day: this workbook counts from 1 January 1904"},
		// A format that shows less than a day says less than the number.
		{false, 36892, "yyyy", "the format of the cell does not show year, month and day"},
		{false, 36892, 17, "the format of the cell does not show year, month and day"},
		{false, 36892, "dddd mmmm yyyy", "the format of the cell does not show year, month and day"},
		{false, 0.5, 20, "the format of the cell does not show year, month and day"},
		// No dates: numbers as they are stored, or as they are shown with words.
		{false, 1888, nil, "1888"},
		{false, -43, nil, "-43"},
		{false, 1888, "0000", "1888"},
		{false, 1888.5, "0.00E+00", "1888.5"},
		{false, 0.75, 9, "75%"},
		{false, 9, `0" days"`, "9 days"},
		{false, 7, "[Red]0", "7"},
		// Text stays text in a cell that has the format of a date.
		{false, "1888~", iso, "1888~"},
	} {
		got := dateBook(t, tt.in1904, [2]any{tt.number, tt.format})
		if len(got) != 1 || got[0] != tt.want && !(strings.Contains(tt.want, " ") && strings.Contains(got[0], tt.want)) {
			t.Errorf("%v as %v, from 1904: %v: %q, want %q", tt.number, tt.format, tt.in1904, got, tt.want)
		}
	}
}

// TestDatesOfISO: cells of the type d hold a date as text. Rows and cells without
// an address come one after the other.
func TestDatesOfISO(t *testing.T) {
	const cells = `<row><c t="d"><v>1888-05-17</v></c><c t="d"><v>0800-01-01T00:00:00</v></c></row>` +
		`<row r="4"><c r="C4" t='d'><v>1900-02-29</v></c><c t="d"><v>1888-05-17T12:00:00Z</v></c><c t="n"><v>1888</v></c></row>`
	tables, err := ReadTables(workbookWith(t, "xl/worksheets/sheet1.xml", strings.NewReader(sheetHead+cells+"</sheetData></worksheet>")))
	if err != nil {
		t.Fatal(err)
	}
	want := []TableRow{
		{Number: 1, Cells: []string{"1888-05-17", "0800-01-01"}, Dates: map[int]string{0: "", 1: ""}},
		{Number: 4, Cells: []string{"", "", "", "", "1888"}, Dates: map[int]string{2: "there is no day 1900-02-29", 3: `"1888-05-17T12:00:00Z" is no day, or has a time of day`}},
	}
	if diff := cmp.Diff(want, tables[0].Rows); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestParseFormat(t *testing.T) {
	whole := dateFormat{true, true, true, true}
	for code, want := range map[string]dateFormat{
		"yyyy\\-mm\\-dd": whole, "d/m/yy": whole, `[$-F800]dddd\,\ mmmm\ dd\,\ yyyy`: whole, `[$-411]ggge"年"m"月"d"日"`: whole, "YYYY-MM-DD;@": whole,
		"General": {}, "0.00": {}, "@": {}, "# ?/?": {}, `0" day"`: {}, "0.00E+00": {}, "##0.0e-0": {}, "[Red]0;[Blue]-0": {}, `\d0`: {}, "_d0": {}, "*d0": {}, "": {},
		"mmm yyyy": {true, true, true, false}, "yyyy": {true, true, false, false}, "d mmm": {true, false, true, true},
		"[h]:mm": {true, false, true, false}, "[s]": {date: true}, "ss": {date: true}, `"open`: {}, "[open": {},
	} {
		if got := parseFormat(code); got != want {
			t.Errorf("%q: %+v, want %+v", code, got, want)
		}
	}
}

// TestCivil compares every day of the years 1 to 9999 with the standard library,
// and a few days of the Julian calendar with the tables of historians.
func TestCivil(t *testing.T) {
	day := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	for jdn := 1721426; day.Year() <= 9999; jdn++ {
		if y, m, d := civil(jdn, false); y != day.Year() || m != int(day.Month()) || d != day.Day() {
			t.Fatalf("%d: %d-%d-%d, want %s", jdn, y, m, d, day.Format(time.DateOnly))
		}
		day = day.AddDate(0, 0, 1)
	}
	for jdn, want := range map[int][3]int{1721424: {1, 1, 1}, 1721423: {0, 12, 31}, 2299160: {1582, 10, 4}, 2299161: {1582, 10, 5},
		2086308: {1000, 1, 1}, 2415019: {1899, 12, 18}, 0: {-4712, 1, 1}} {
		y, m, d := civil(jdn, true)
		if got := [3]int{y, m, d}; got != want {
			t.Errorf("%d: %v, want %v", jdn, got, want)
		}
	}
}
