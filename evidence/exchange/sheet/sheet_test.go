package sheet

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"github.com/lectio/lectio/testdata/long"
)

// picture returns a grey PNG of a size.
func picture(t *testing.T, w, h int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, w, h))
	img.Set(0, 0, color.White)
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sample has one of everything.
func sample(t *testing.T) *Workbook {
	findings := &Sheet{Name: "Findings & more", Columns: []Column{{}, {}, {Width: 120}}, PageTitle: "What the checks found & said", Rows: [][]Cell{
		{Text("id"), Text("severity"), Text("message"), Text("share"), Text("games"), Text("score"), Text("board")},
		{
			{Kind: KindText, Text: "TX003-1", Link: &Link{Sheet: "Clauses", Cell: "A2", Tip: "the clause"}},
			{Kind: KindText, Text: "error", Look: Error}, Text("=1+1"), Number(0.25, 3), Integer(10000), Fraction("3/2"),
			{Kind: KindEmpty, Picture: &Picture{PNG: picture(t, 300, 200), Alt: "a board", Width: 150}},
		},
		{Text("TX003-2"), {Kind: KindText, Text: "warning", Look: Warning}, Text("-3 and\n+5 & <b> _x0041_ ṭāb 𝄞"), Number(-1.5, 0), Integer(0), Fraction("0")},
		{Text("TX003-3"), {Kind: KindText, Text: "note", Look: Note}, Text("@home"), {}, {}, Fraction("6-2")},
		{Text("TX003-4"), {Kind: KindText, Text: "good", Look: Good}, Text("+5"), {}, {}, Text(" space ")},
	}}
	findings.AsTable(1)
	clauses := &Sheet{Name: "Clauses", Rows: [][]Cell{
		{Text("clause"), Text("source")},
		{Text("p#6"), {Kind: KindText, Text: "site", Link: &Link{URL: "https://example.org/?a=1&b=2"}}},
	}}
	clauses.AsTable(1)
	clauses.PrintColumns = 1
	cover := &Sheet{Name: "Cover", Columns: []Column{{Width: 20}, {Min: 10, Max: 90}}, Rows: [][]Cell{
		{{Kind: KindText, Text: "A title that is longer than its column", Look: Title}},
		{{Kind: KindText, Text: "Findings", Look: Label, Link: &Link{Sheet: "Findings & more", Cell: "A1"}}, Text("what was found")},
	}}
	return &Workbook{Properties: Properties{Title: "A report", Subject: "s", Creator: "lectio", Description: "d", Keywords: "k"},
		Sheets: []*Sheet{cover, findings, clauses}}
}

func TestRoundTrip(t *testing.T) {
	w := sample(t)
	path := filepath.Join(t.TempDir(), "a.xlsx")
	if err := w.Save(path); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(w.Properties, got.Properties); diff != "" {
		t.Errorf("properties: %s", diff)
	}
	if len(got.Sheets) != len(w.Sheets) {
		t.Fatalf("%d sheets, want %d", len(got.Sheets), len(w.Sheets))
	}
	for i, want := range w.Sheets {
		s := got.Sheets[i]
		if s.Name != want.Name || s.FrozenRows != want.FrozenRows || s.Filter != want.Filter || s.RepeatRows != want.RepeatRows || s.PrintColumns != want.PrintColumns {
			t.Errorf("sheet %q: frozen %d, filter %q, repeated %d, printed %d", s.Name, s.FrozenRows, s.Filter, s.RepeatRows, s.PrintColumns)
		}
		for r, row := range want.Rows {
			for c, cell := range row {
				var back Cell
				if r < len(s.Rows) && c < len(s.Rows[r]) {
					back = s.Rows[r][c]
				}
				at := s.Name + "!" + Address(r+1, c+1)
				if back.Formula != "" {
					t.Errorf("%s became the formula %q", at, back.Formula)
				}
				switch cell.Kind {
				case KindText:
					if back.Kind != KindText || back.Text != cell.Text {
						t.Errorf("%s: %s %q, want %q", at, back.Kind, back.Text, cell.Text)
					}
				case KindNumber, KindInteger:
					if back.Kind != KindNumber || back.Number != cell.Number {
						t.Errorf("%s: %s %v, want %v", at, back.Kind, back.Number, cell.Number)
					}
				case KindEmpty:
					if back.Kind != KindEmpty {
						t.Errorf("%s: %s %q, want nothing", at, back.Kind, back.Text)
					}
				}
				if (cell.Link == nil) != (back.Link == nil) {
					t.Errorf("%s: link %+v, want %+v", at, back.Link, cell.Link)
				} else if cell.Link != nil {
					want := *cell.Link
					want.Tip = ""
					if *back.Link != want {
						t.Errorf("%s: link %+v, want %+v", at, *back.Link, want)
					}
				}
				if cell.Picture != nil && (back.Picture == nil || !bytes.Equal(back.Picture.PNG, cell.Picture.PNG) || back.Picture.Alt != "a board") {
					t.Errorf("%s: the picture is lost", at)
				}
			}
		}
	}
	// A number shows as many decimals as it was given.
	if text := got.Sheets[1].Rows[1][3].Text; text != "0.250" {
		t.Errorf("0.25 with three decimals shows as %q", text)
	}
}

// What a reader of this package cannot see is looked up in the file itself:
// paper, headers, heights.
func TestPageSetUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xlsx")
	if err := sample(t).Save(path); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const name = "Findings & more"
	layout, err := f.GetPageLayout(name)
	if err != nil || *layout.Orientation != "landscape" || *layout.FitToWidth != 1 || *layout.FitToHeight != 0 || *layout.Size != 9 {
		t.Errorf("page layout %+v, %v", layout, err)
	}
	props, err := f.GetSheetProps(name)
	if err != nil || props.FitToPage == nil || !*props.FitToPage {
		t.Errorf("the sheet does not fit its page: %+v %v", props, err)
	}
	hf, err := f.GetHeaderFooter(name)
	if err != nil || hf.OddHeader != "&L What the checks found && said" {
		t.Errorf("header %+v, %v", hf, err)
	}
	if h, _ := f.GetRowHeight(name, 2); h < 75 || h > 90 {
		t.Errorf("a picture of 100 pixels stands in a row of %v points", h)
	}
	// Two lines of text need a row of two lines: not every program sees to it.
	if h, _ := f.GetRowHeight(name, 3); h < 27 || h > 40 {
		t.Errorf("two lines of text stand in a row of %v points", h)
	}
	if w, _ := f.GetColWidth(name, "G"); w < 20 || w > 26 {
		t.Errorf("a picture of 150 pixels stands in a column of %v characters", w)
	}
	// What is narrow has more rows on a page held upright.
	if l, _ := f.GetPageLayout("Cover"); *l.Orientation != "portrait" {
		t.Errorf("the cover prints %s", *l.Orientation)
	}
}

func TestSameBytes(t *testing.T) {
	var first []byte
	for i := range 6 {
		var b bytes.Buffer
		if err := sample(t).Write(&b); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = b.Bytes()
		} else if !bytes.Equal(first, b.Bytes()) {
			t.Fatal("the same workbook was written as other bytes")
		}
	}
}

func TestCheck(t *testing.T) {
	one := func(c Cell) *Workbook {
		return &Workbook{Sheets: []*Sheet{{Name: "S", Rows: [][]Cell{{Text("x"), c}}}}}
	}
	for _, tc := range []struct {
		name string
		w    *Workbook
		want []string
	}{
		{"no sheet", &Workbook{}, []string{"at least one sheet"}},
		{"nil", nil, []string{"at least one sheet"}},
		{"too long", one(Text(strings.Repeat("a", Limit+1))), []string{`sheet "S", cell B1`, "32768 characters", "32767"}},
		{"too long in UTF-16", one(Text(strings.Repeat("𝄞", Limit/2+1))), []string{"cell B1", "32768 characters"}},
		{"dead link", one(Cell{Link: &Link{Sheet: "T", Cell: "A1"}}), []string{`sheet "S", cell B1`, `sheet "T", which is not there`}},
		{"link too far", one(Cell{Link: &Link{Sheet: "S", Cell: "A2"}}), []string{"beyond its last cell"}},
		{"no address", one(Cell{Link: &Link{Sheet: "S", Cell: "2A"}}), []string{`"2A" is no address`}},
		{"script", one(Cell{Link: &Link{URL: "javascript:alert(1)"}}), []string{"only http, https and mailto"}},
		{"file", one(Cell{Link: &Link{URL: "file:///etc/passwd"}}), []string{"only http, https and mailto"}},
		{"both ways", one(Cell{Link: &Link{URL: "https://e.org", Sheet: "S"}}), []string{"at once"}},
		{"no number", one(Number(math.NaN(), 2)), []string{"cell B1", "NaN"}},
		{"formula", one(Cell{Formula: "1+1"}), []string{"formulas are not written"}},
		{"no picture", one(Cell{Picture: &Picture{PNG: []byte("GIF89a")}}), []string{"cell B1", "no PNG"}},
		{"names", &Workbook{Sheets: []*Sheet{{Name: "a"}, {Name: "A"}, {Name: "b/c"}, {Name: ""}, {Name: "it's"}, nil}},
			[]string{`two sheets are called "A"`, `"b/c" cannot be`, `"" cannot be`, `"it's" cannot be`, "sheet 6"}},
		{"filter", &Workbook{Sheets: []*Sheet{{Name: "a", Filter: "A1"}}}, []string{`"A1" is no range`}},
		{"negative", &Workbook{Sheets: []*Sheet{{Name: "a", FrozenRows: -1}}}, []string{"negative"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := tc.w.Check()
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range tc.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not say %q", err, want)
				}
			}
			path := filepath.Join(t.TempDir(), "a.xlsx")
			if err := tc.w.Save(path); tc.w != nil && (err == nil || !strings.Contains(err.Error(), path)) {
				t.Errorf("saved, or the error does not name the file: %v", err)
			}
			if files, _ := os.ReadDir(filepath.Dir(path)); len(files) > 0 {
				t.Errorf("%s was left behind", files[0].Name())
			}
		})
	}
	if err := one(Text(strings.Repeat("a", Limit))).Check(); err != nil {
		t.Errorf("a text of exactly %d characters: %v", Limit, err)
	}
}

func TestSaveFails(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	if err := os.Mkdir(old, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "nowhere", "a.xlsx"), old} {
		err := sample(t).Save(path)
		if err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), ".tmp") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("files were left behind: %v", files)
	}
}

func TestSaveReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.xlsx")
	if err := os.WriteFile(path, []byte("older"), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := sample(t)
	bad.Sheets[0].Name = "a:b"
	if err := bad.Save(path); err == nil {
		t.Fatal("a bad name was saved")
	}
	if b, _ := os.ReadFile(path); string(b) != "older" {
		t.Error("a failed save touched the older file")
	}
	if err := sample(t).Save(path); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err != nil {
		t.Error(err)
	}
}

func TestReadFails(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"empty.xlsx": "", "text.xlsx": "hello", "zip.xlsx": "PK\x05\x06" + strings.Repeat("\x00", 18)} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if w, err := Read(path); err == nil && len(w.Sheets) > 0 {
			t.Errorf("%s was read", name)
		} else if err != nil && !strings.Contains(err.Error(), path) {
			t.Errorf("%v does not name %s", err, path)
		}
	}
	if _, err := Read(filepath.Join(dir, "none.xlsx")); err == nil || !strings.Contains(err.Error(), "none.xlsx") {
		t.Errorf("a file that is not there: %v", err)
	}
	// Cut at any place, a workbook gives an error and not a panic.
	var b bytes.Buffer
	if err := sample(t).Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{100, b.Len() / 2, b.Len() - 10} {
		path := filepath.Join(dir, "cut.xlsx")
		if err := os.WriteFile(path, b.Bytes()[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(path); err == nil {
			t.Errorf("a file cut after %d bytes was read", n)
		}
	}
}

func TestNames(t *testing.T) {
	long := strings.Repeat("long ", 10)
	got := Names("Findings", "findings", "a/b:c", "", " ", "History", long, long, "it's", "FINDINGS (2)")
	want := []string{"Findings", "findings (2)", "a-b-c", "Sheet", "Sheet (2)", "History (2)",
		"long long long long long long l", "long long long long long lo (2)", "it’s", "FINDINGS (2) (2)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var sheets []*Sheet
	for _, n := range got {
		sheets = append(sheets, &Sheet{Name: n})
	}
	if err := (&Workbook{Sheets: sheets}).Save(filepath.Join(t.TempDir(), "a.xlsx")); err != nil {
		t.Error(err)
	}
}

func TestCut(t *testing.T) {
	if s, cut := Cut("short", "…"); s != "short" || cut {
		t.Error(s, cut)
	}
	for _, s := range []string{strings.Repeat("a", Limit), strings.Repeat("ä", Limit)} {
		if got, cut := Cut(s, "…"); got != s || cut {
			t.Error("a text that fits was cut")
		}
	}
	for _, s := range []string{strings.Repeat("a", Limit+1), strings.Repeat("𝄞", Limit)} {
		got, cut := Cut(s, " [cut]")
		if !cut || Units(got) > Limit || Units(got) < Limit-1 || !strings.HasSuffix(got, " [cut]") {
			t.Errorf("cut to %d characters, %v", Units(got), cut)
		}
	}
}

func TestAddress(t *testing.T) {
	for _, tc := range []struct {
		row, col int
		want     string
	}{{1, 1, "A1"}, {7, 2, "B7"}, {10, 26, "Z10"}, {10, 27, "AA10"}, {1, 702, "ZZ1"}, {1, 703, "AAA1"}, {MaxRows, MaxColumns, "XFD1048576"}} {
		if got := Address(tc.row, tc.col); got != tc.want {
			t.Errorf("Address(%d, %d) = %s, want %s", tc.row, tc.col, got, tc.want)
		}
		row, col, err := ParseAddress(tc.want)
		if err != nil || row != tc.row || col != tc.col {
			t.Errorf("ParseAddress(%s) = %d, %d, %v", tc.want, row, col, err)
		}
	}
	for _, s := range []string{"", "A", "1", "A0", "XFE1", "A1048577", "AAAAA1", "A-1", "A+1", "A1B"} {
		if _, _, err := ParseAddress(s); err == nil {
			t.Errorf("%q was taken for an address", s)
		}
	}
	if row, col, err := ParseAddress("$b$7"); row != 7 || col != 2 || err != nil {
		t.Error("$b$7 is B7")
	}
}

// Many rows go through the stream writer's file on disk; nothing may be lost
// on the way, and the links were set before.
func TestManyRows(t *testing.T) {
	n := long.Of(4000, 20000)
	s := &Sheet{Name: "S", Rows: [][]Cell{{Text("a"), Text("b")}}}
	for i := range n {
		c := Text(strings.Repeat("word ", 200))
		if i%10 == 0 {
			c.Link = &Link{Sheet: "S", Cell: "A1"}
		}
		s.Rows = append(s.Rows, []Cell{Integer(i), c})
	}
	s.AsTable(1)
	path := filepath.Join(t.TempDir(), "a.xlsx")
	if err := (&Workbook{Sheets: []*Sheet{s}}).Save(path); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows("S")
	if err != nil || len(rows) != n+1 || rows[n][0] != strconv.Itoa(n-1) {
		t.Errorf("%d rows came back, %v", len(rows), err)
	}
	if cells, _ := f.GetHyperLinkCells("S", ""); len(cells) != n/10 {
		t.Errorf("%d links came back", len(cells))
	}
}

// Rows that are made when they are asked for are written as those that are there are.
func TestBodyIsWrittenAsRows(t *testing.T) {
	var rows [][]Cell
	for i := range 50 {
		rows = append(rows, []Cell{Integer(i), Text(strings.Repeat("word ", i)), {Kind: KindText, Text: "x", Comment: "a note", Look: Good}}[:1+i%3])
	}
	written := func(s *Sheet) string {
		s.Name = "list"
		s.AsTable(1)
		var b bytes.Buffer
		if err := (&Workbook{Sheets: []*Sheet{s}}).Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	var buffer []Cell
	body := Body{N: 47, Row: func(i int) []Cell {
		buffer = append(buffer[:0], rows[i+3]...)
		return buffer
	}}
	if written(&Sheet{Rows: slices.Clone(rows[:3]), Body: body}) != written(&Sheet{Rows: rows}) {
		t.Error("a sheet of which 47 rows are a body is another than one of the same rows")
	}
	long := &Workbook{Sheets: []*Sheet{{Name: "long", Body: Body{N: MaxRows + 1, Row: func(int) []Cell { return nil }}}}}
	if err := long.Check(); err == nil {
		t.Error("a body of more rows than a sheet holds is no error")
	}
}
