package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets/board/draw"
)

var update = flag.Bool("update", false, "rewrite the expected outputs in testdata")

// dot is a board of one place and one man.
func dot() draw.Picture {
	return draw.Picture{Board: draw.Board{Cells: []draw.Cell{{Name: "a1", Shape: draw.Square}}},
		Men: []draw.Men{{Player: 0, Count: 1}}, Players: []string{"white", "black"}}
}

// sample has one of everything, and the things that go wrong: text like
// formulas, signs that mean something in a format, several links in a cell.
func sample(t *testing.T) *Report {
	findings := &Table{Name: "Findings", Title: "What the checks found",
		About: "One row for each finding. A finding leads to the clauses it is about.",
		Columns: []Column{
			{Key: "id", Title: "finding"},
			{Key: "severity", Kind: KindSeverity, About: "error, warning or note"},
			{Key: "message", MaxWidth: 50},
			{Key: "clauses", About: "the clauses it is about"},
			{Key: "line", Title: "line of play"},
			{Key: "board", Kind: KindPicture, MaxWidth: 20},
		},
		Rows: []Row{
			{Key: "TX003-1", Cells: []Cell{Text("TX003-1"), Text("error"), Text("the clauses demand different things"),
				Text("p#1, p#12").To("Clauses", "p#1").To("Clauses", "p#12"), Text("6-2: 1/3 1/7*"), Picture(dot(), "white has left his start")}},
			{Key: "TX003-2", Cells: []Cell{Text("TX003-2"), Text("warning"), Text("=1+1 | *been_far* <b> & &amp; [x](y) $1 ~ `q`\n_second_ line"),
				Text("p#12").To("Clauses", "p#12"), Text("+5"), {}}},
			{Key: "PB001", Cells: []Cell{Text("PB001"), Text("note"), Text("-3 is left, see @home"),
				{Links: []Link{{Table: "Metrics"}, {Table: "Clauses", Row: "p#1", Text: "first clause"}}}, Text("-"), {}}},
		}}
	clauses := &Table{Name: "Clauses", Columns: []Column{{Key: "id"}, {Key: "text"}, {Key: "source"}},
		Rows: []Row{
			{Key: "p#1", Cells: []Cell{Text("p#1"), Text("There are twenty-four points."), Text("a page").ToURL("https://example.org/a_(b)?x=1&y=2")}},
			{Key: "p#12", Cells: []Cell{Text("p#12"), Text("Men may, in the ṭāb manner, return."), {}}},
		}}
	metrics := &Table{Name: "Metrics", About: "Seeded games.",
		Columns: []Column{{Key: "metric"}, {Key: "value", Kind: KindNumber, Decimals: 2}, {Key: "games", Kind: KindInteger}, {Key: "score", Kind: KindFraction}},
		Rows: []Row{
			{Cells: []Cell{Text("turns"), Number(31.4159), Integer(10000), Text("3/2")}},
			{Cells: []Cell{Text("balance"), {Text: "-0.50 ± 0.01", Number: -0.5, HasNumber: true}, Integer(10000), Text("0")}},
			{Cells: []Cell{Text("timeouts"), Text("none seen"), Integer(0), Text("-1/2")}},
		}}
	empty := &Table{Name: "Dimensions", Columns: []Column{{Key: "id"}, {Key: "answer"}}}
	return &Report{Title: "A game & its readings", Subtitle: "verified",
		About:  []string{"# not a heading: what this report is.", "A second paragraph\nwith two lines."},
		Facts:  [][2]string{{"version", "0.1"}, {"seed", "1"}},
		Tables: []*Table{findings, clauses, metrics, empty}}
}

func TestGolden(t *testing.T) {
	r := sample(t)
	var md, page, js bytes.Buffer
	for _, err := range []error{r.WriteMarkdown(&md), r.WriteHTML(&page), r.WriteJSON(&js)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(t.TempDir(), "csv")
	if err := r.WriteCSV(dir); err != nil {
		t.Fatal(err)
	}
	got := map[string][]byte{"sample.md": md.Bytes(), "sample.html": page.Bytes(), "sample.json": js.Bytes()}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 5 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got["csv/"+f.Name()] = b
	}
	for name, content := range got {
		path := filepath.Join("testdata", filepath.FromSlash(name))
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, content, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if diff := cmp.Diff(string(want), string(content)); diff != "" {
			t.Errorf("%s (rewrite with -update, and read the difference):\n%s", path, diff)
		}
	}
	if !json.Valid(js.Bytes()) {
		t.Error("the JSON report is not JSON")
	}
}

// Every link of the page leads to something on the page.
func TestHTMLLinks(t *testing.T) {
	var b bytes.Buffer
	if err := sample(t).WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(b.String(), -1) {
		if ids[m[1]] {
			t.Errorf("the id %q is there twice", m[1])
		}
		ids[m[1]] = true
	}
	links := regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(b.String(), -1)
	if len(links) < 8 {
		t.Errorf("only %d links", len(links))
	}
	for _, m := range links {
		if !ids[m[1]] {
			t.Errorf("a link leads to #%s, which is not there", m[1])
		}
	}
	if regexp.MustCompile(`(src|href)="https?:[^"]*\.(css|js|png)`).Match(b.Bytes()) {
		t.Error("the page needs another file")
	}
}

// everyCell asks of every cell of a workbook that it is no formula, and leads somewhere
// where it leads.
func everyCell(t *testing.T, w *sheet.Workbook, byName map[string]*sheet.Sheet) {
	t.Helper()
	links, pictures := 0, 0
	for _, s := range w.Sheets {
		if s.Name != "Cover" && (s.FrozenRows != 2 || s.RepeatRows != 2 || s.FrozenColumns != 1 || !strings.HasPrefix(s.Filter, "A2:")) {
			t.Errorf("%s: frozen %d, repeated %d, filter %q", s.Name, s.FrozenRows, s.RepeatRows, s.Filter)
		}
		for i, row := range s.Rows {
			for c, cell := range row {
				at := s.Name + "!" + sheet.Address(i+1, c+1)
				if cell.Formula != "" {
					t.Errorf("%s is the formula %q", at, cell.Formula)
				}
				if cell.Picture != nil {
					pictures++
				}
				if cell.Link == nil || cell.Link.URL != "" {
					continue
				}
				links++
				to := byName[cell.Link.Sheet]
				if to == nil {
					t.Errorf("%s leads to sheet %q, which is not there", at, cell.Link.Sheet)
					continue
				}
				if y, x, err := sheet.ParseAddress(cell.Link.Cell); err != nil || y > len(to.Rows) || x > len(to.Rows[y-1]) || to.Rows[y-1][x-1].Kind == sheet.KindEmpty {
					t.Errorf("%s leads to %s!%s, where nothing is", at, cell.Link.Sheet, cell.Link.Cell)
				}
			}
		}
	}
	if pictures != 1 || links < 11 {
		t.Errorf("%d pictures, %d links", pictures, links)
	}
}

func TestWorkbook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.xlsx")
	r := sample(t)
	if err := r.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	w, err := sheet.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*sheet.Sheet{}
	var names []string
	for _, s := range w.Sheets {
		byName[s.Name] = s
		names = append(names, s.Name)
	}
	if diff := cmp.Diff([]string{"Cover", "Findings", "Clauses", "Metrics", "Dimensions"}, names); diff != "" {
		t.Fatal(diff)
	}
	everyCell(t, w, byName)
	at := func(name, address string) sheet.Cell {
		y, x, _ := sheet.ParseAddress(address)
		return byName[name].Rows[y-1][x-1]
	}
	// A cell with one link leads there, one with two to the first of them.
	if l := at("Findings", "D4").Link; l == nil || l.Sheet != "Clauses" || l.Cell != "A4" {
		t.Errorf("Findings!D4 leads to %+v", l)
	}
	if l := at("Findings", "D3").Link; l == nil || l.Sheet != "Clauses" || l.Cell != "A3" {
		t.Errorf("Findings!D3 leads to %+v", l)
	}
	// Every sheet leads back to the cover.
	for _, name := range names[1:] {
		if l := at(name, "A1").Link; l == nil || l.Sheet != "Cover" {
			t.Errorf("%s!A1 leads to %+v", name, l)
		}
	}
	for address, want := range map[string]string{"C4": sample(t).Tables[0].Rows[1].Cells[2].Text, "E4": "+5", "E5": "-"} {
		if c := at("Findings", address); c.Kind != sheet.KindText || c.Text != want {
			t.Errorf("Findings!%s is %s %q", address, c.Kind, c.Text)
		}
	}
	if c := at("Metrics", "B3"); c.Kind != sheet.KindNumber || c.Number != 31.4159 || c.Text != "31.42" {
		t.Errorf("Metrics!B3 is %+v", c)
	}
	if c := at("Metrics", "D3"); c.Kind != sheet.KindText || c.Text != "3/2" {
		t.Errorf("a fraction became %+v", c)
	}
	// The cover leads to every other sheet.
	for _, name := range names[1:] {
		found := false
		for _, row := range byName["Cover"].Rows {
			for _, c := range row {
				found = found || c.Link != nil && c.Link.Sheet == name
			}
		}
		if !found {
			t.Errorf("the cover does not lead to %s", name)
		}
	}
}

func TestLongText(t *testing.T) {
	r := sample(t)
	r.Tables[0].Rows[0].Cells[2].Text = strings.Repeat("long ", 10000)
	w, err := r.Workbook()
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Check(); err != nil {
		t.Fatal(err)
	}
	c := w.Sheets[1].Rows[2][2]
	if !strings.HasSuffix(c.Text, cutNotice) || sheet.Units(c.Text) > sheet.Limit {
		t.Error("the text was cut in silence, or not at all")
	}
	said := false
	for _, row := range w.Sheets[0].Rows {
		for _, c := range row {
			said = said || strings.Contains(c.Text, "Findings!C3")
		}
	}
	if !said {
		t.Error("the cover does not say what was shortened")
	}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil || !strings.Contains(b.String(), r.Tables[0].Rows[0].Cells[2].Text) {
		t.Error("the JSON report has not the whole text")
	}
}

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spoil func(*Report)
		want  []string
	}{
		{"no title", func(r *Report) { r.Title = " " }, []string{"no title"}},
		{"link to a row", func(r *Report) { r.Tables[0].Rows[0].Cells[4] = Text("x").To("Clauses", "p#9") },
			[]string{`row "TX003-1"`, `column "line"`, `row "p#9" of table "Clauses"`}},
		{"link to a table", func(r *Report) { r.Tables[0].Rows[0].Cells[4] = Text("x").To("Rules", "p#9") },
			[]string{`row "p#9" of table "Rules"`, "no such table"}},
		{"script", func(r *Report) { r.Tables[0].Rows[0].Cells[4] = Text("x").ToURL("javascript:alert(1)") }, []string{"only http, https and mailto"}},
		{"both ways", func(r *Report) { r.Tables[0].Rows[0].Cells[4].Links = []Link{{URL: "https://e.org", Table: "Clauses"}} }, []string{"at once"}},
		{"same key", func(r *Report) { r.Tables[1].Rows[1].Key = "p#1" }, []string{`table "Clauses", row 2`, `key "p#1"`}},
		{"same table", func(r *Report) { r.Tables[1].Name = "findings" }, []string{`two tables are called "findings"`}},
		{"no name", func(r *Report) { r.Tables[3].Name = "" }, []string{"table 4 of the report has no name"}},
		{"nil", func(r *Report) { r.Tables[3] = nil }, []string{"table 4"}},
		{"empty column", func(r *Report) { r.Tables[1].Rows[0].Cells[2] = Cell{} }, []string{`table "Clauses": column "source" is empty`}},
		{"no columns", func(r *Report) { r.Tables[3].Columns = nil }, []string{`"Dimensions" has no columns`}},
		{"same column", func(r *Report) { r.Tables[3].Columns[1].Key = "id" }, []string{`two columns have the key "id"`}},
		{"no key", func(r *Report) { r.Tables[3].Columns[1].Key = "" }, []string{"column 2 has no key"}},
		{"kind", func(r *Report) { r.Tables[3].Columns[1].Kind = 77 }, []string{"no known kind"}},
		{"cells", func(r *Report) { r.Tables[1].Rows[1].Cells = r.Tables[1].Rows[1].Cells[:2] }, []string{"2 cells for 3 columns"}},
		{"NaN", func(r *Report) { r.Tables[2].Rows[0].Cells[1] = Number(math.NaN()) }, []string{`table "Metrics", row 1, column "value"`, "NaN"}},
		{"picture", func(r *Report) { r.Tables[0].Rows[0].Cells[5].Picture = &draw.Picture{} }, []string{"cannot be drawn"}},
		{"picture among words", func(r *Report) { r.Tables[0].Rows[0].Cells[4] = r.Tables[0].Rows[0].Cells[5] }, []string{"a picture in a column of kind text"}},
		{"no words", func(r *Report) { r.Tables[0].Rows[0].Cells[5].PictureAlt = "" }, []string{"no words"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := sample(t)
			tc.spoil(r)
			err := r.Validate()
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range tc.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q does not say %q", err, want)
				}
			}
			dir := t.TempDir()
			for _, ext := range []string{"xlsx", "html", "md", "csv", "json"} {
				path := filepath.Join(dir, "r."+ext)
				if err := r.WriteFile(path); err == nil || !strings.Contains(err.Error(), path) {
					t.Errorf("%s: %v", ext, err)
				}
			}
			if err := r.WriteCSV(filepath.Join(dir, "csv")); err == nil {
				t.Error("a bad report was written as CSV")
			}
			if files, _ := os.ReadDir(dir); len(files) > 0 {
				t.Errorf("%s was left behind", files[0].Name())
			}
		})
	}
	if err := sample(t).Validate(); err != nil {
		t.Error(err)
	}
	if err := (*Report)(nil).Validate(); err == nil {
		t.Error("no report is no error")
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	r := sample(t)
	for _, ext := range []string{"xlsx", "html", "md", "json", "CSV"} {
		if err := r.WriteFile(filepath.Join(dir, "r."+ext)); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"r.xlsx", "r.html", "r.md", "r.json", "r.CSV", "r-findings.csv", "r-clauses.csv", "r-metrics.csv", "r-dimensions.csv"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	err := r.WriteFile(filepath.Join(dir, "r.doc"))
	if err == nil || !strings.Contains(err.Error(), ".xlsx, .html, .md, .csv, .json") {
		t.Errorf("an unknown extension: %v", err)
	}
	if err := r.WriteFile(filepath.Join(dir, "nowhere", "r.md")); err == nil || !strings.Contains(err.Error(), filepath.Join("nowhere", "r.md")) {
		t.Errorf("a folder that is not there: %v", err)
	}
	one := &Report{Title: "t", Tables: r.Tables[3:]}
	if err := one.WriteFile(filepath.Join(dir, "one.csv")); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(filepath.Join(dir, "one.csv")); string(b) != "id,answer\n" {
		t.Errorf("a report of one table is %q", b)
	}
}

func TestSameBytes(t *testing.T) {
	var first []byte
	for i := range 3 {
		path := filepath.Join(t.TempDir(), "r.xlsx")
		if err := sample(t).WriteFile(path); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 && !bytes.Equal(first, b) {
			t.Fatal("the same report was written as other bytes")
		}
		first = b
	}
}

func TestDropEmpty(t *testing.T) {
	tb := sample(t).Tables[1]
	tb.Rows[0].Cells[2] = Cell{}
	tb.DropEmpty()
	if len(tb.Columns) != 2 || len(tb.Rows[1].Cells) != 2 || tb.Columns[1].Key != "text" {
		t.Errorf("%+v", tb)
	}
}

// A row that lacks a cell is found where the whole column of it is empty, too: no column is taken out, or those behind it would
// stand under other headings.
func TestDropEmptyLeavesWhatIsShort(t *testing.T) {
	r := sample(t)
	tb := r.Tables[1]
	for i := range tb.Rows {
		tb.Rows[i].Cells = tb.Rows[i].Cells[:2]
	}
	tb.DropEmpty()
	if err := r.Validate(); len(tb.Columns) != 3 || err == nil || !strings.Contains(err.Error(), "2 cells for 3 columns") {
		t.Errorf("%d columns, %v", len(tb.Columns), err)
	}
}

// What has a meaning in Markdown must come out as itself.
func TestMarkdownText(t *testing.T) {
	for in, want := range map[string]string{
		"been_far": "been_far", "_x_": `\_x\_`, "a|b": `a\|b`, "<b>": "&lt;b&gt;", "&amp;": "&amp;amp;", "R&D": "R&amp;D", "a & b": "a & b",
		"1190~/1283": `1190\~/1283`, "1/3*": `1/3\*`,
	} {
		if got := mdText(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"# a": `\# a`, "1. a": `1\. a`, "- a": `\- a`, "a - b": "a - b"} {
		if got := mdParagraph(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

// A byte-order mark stands at the beginning of every CSV file, on request only.
func TestByteOrderMark(t *testing.T) {
	for _, want := range []bool{false, true} {
		r, dir := sample(t), t.TempDir()
		r.ByteOrderMark = want
		if err := r.WriteFile(filepath.Join(dir, "r.csv")); err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*.csv"))
		if len(files) < 4 {
			t.Fatalf("%d files", len(files))
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil || bytes.HasPrefix(b, []byte("\ufeff")) != want {
				t.Errorf("%s, wanted %v: %v %q", f, want, err, b[:min(len(b), 10)])
			}
		}
	}
}
