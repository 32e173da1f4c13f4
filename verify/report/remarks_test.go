package report

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// noted is a report with a table that readers remark upon: two readings of a question.
func noted(because ...string) *Report {
	t := &Table{Name: "Questions", Keys: 3, Noted: true, Columns: []Column{{Key: "ruleset", Title: "Ruleset"},
		{Key: "question", Title: "Question"}, {Key: "reading", Title: "Reading"}, {Key: "asks", Title: "What it asks"}}}
	for i, why := range because {
		id := "reading-" + string(rune('a'+i))
		t.Rows = append(t.Rows, Row{Key: "g/Q1=" + id, Wording: "Which? " + why,
			Cells: []Cell{Text("g"), Text("Q1"), Text(id), Text("Which? " + why)}})
	}
	return &Report{Title: "A game", Tables: []*Table{t}}
}

// typeInto writes into a workbook as a reader does: below a heading, in the row of a reading.
func typeInto(t *testing.T, path, reading string, words map[string]string) {
	t.Helper()
	w, err := sheet.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	done := false
	for _, s := range w.Sheets {
		if s.Name != "Questions" {
			continue
		}
		for _, row := range s.Rows[2:] {
			if row[2].Text != reading {
				continue
			}
			done = true
			for c, h := range s.Rows[1] {
				if v, ok := words[h.Text]; ok {
					row[c] = sheet.Text(v)
				}
			}
		}
		// Sorted by the reader, the last first.
		slices.Reverse(s.Rows[2:])
	}
	if !done {
		t.Fatalf("no row of %s", reading)
	}
	if err := w.Save(path); err != nil {
		t.Fatal(err)
	}
}

// said returns what stands under the headings for remarks, in the row whose third cell,
// or whose second in the sheet of remarks kept, names the reading.
func said(t *testing.T, path, name, reading string) string {
	t.Helper()
	texts, err := sheet.ReadTexts(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range texts {
		if s.Name != name {
			continue
		}
		for _, row := range s.Rows[2:] {
			if !slices.ContainsFunc(row, func(v string) bool { return v == reading || strings.HasSuffix(v, " / "+reading) }) {
				continue
			}
			var out []string
			for c, h := range s.Rows[1] {
				if c < len(row) && row[c] != "" && (slices.Contains(remarkHeadings, h) || h == keptHeadings[3]) {
					out = append(out, row[c])
				}
			}
			return strings.Join(out, "|")
		}
	}
	return ""
}

// What a reader wrote stands beside the same row of the next report, and of the one
// after it; a row worded anew, or gone, has it on a sheet of its own, from which it goes
// back when the row is there again. Nothing of it is lost to a report on something else.
func TestRemarksSurvive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.xlsx")
	write := func(r *Report) {
		t.Helper()
		if err := r.WriteFile(path); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(name, reading, want string) {
		t.Helper()
		if got := said(t, path, name, reading); got != want {
			t.Errorf("%s, %s: %q, want %q", name, reading, got, want)
		}
	}
	// prints expects so many columns on paper: those for remarks only once there are any.
	prints := func(want int) {
		t.Helper()
		w, err := sheet.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range w.Sheets {
			if s.Name == "Questions" && s.PrintColumns != want {
				t.Errorf("%d columns are printed, want %d (0: all)", s.PrintColumns, want)
			}
		}
	}
	write(noted("one", "two"))
	prints(4)
	expect("Questions", "reading-a", "")
	typeInto(t, path, "reading-a", map[string]string{"Verdict": "=doubtful", "Comment": "the page\nhas 17", "Name": "N. N.", "Date": "3/2"})
	typeInto(t, path, "reading-b", map[string]string{"Comment": "likely"})
	for range 2 {
		write(noted("one", "two"))
		expect("Questions", "reading-a", "=doubtful|the page\nhas 17|N. N.|3/2")
		expect("Questions", "reading-b", "likely")
		expect(remarksSheet, "reading-a", "")
		prints(0)
	}
	write(noted("one, said otherwise")) // b is gone as well
	expect("Questions", "reading-a", "")
	expect(remarksSheet, "reading-a", "the row has been worded anew|=doubtful|the page\nhas 17|N. N.|3/2")
	expect(remarksSheet, "reading-b", "no longer there|likely")
	write(sample(t))
	expect(remarksSheet, "reading-a", "not in this report|=doubtful|the page\nhas 17|N. N.|3/2")
	write(noted("one", "two"))
	expect("Questions", "reading-a", "=doubtful|the page\nhas 17|N. N.|3/2")
	expect("Questions", "reading-b", "likely")
	expect(remarksSheet, "reading-a", "")
}

// A spreadsheet program may keep a date as a number of days.
func TestDatesOfRemarks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.xlsx")
	for typed, want := range map[string]string{"46348": "2026-11-22", "2026": "2026", "1888-05-01": "1888-05-01", "11/22/26": "11/22/26"} {
		if err := noted("one").WriteFile(path); err != nil {
			t.Fatal(err)
		}
		typeInto(t, path, "reading-a", map[string]string{"Verdict": "yes", "Date": typed})
		if err := noted("one").WriteFile(path); err != nil {
			t.Fatal(err)
		}
		if got := said(t, path, "Questions", "reading-a"); got != "yes|"+want {
			t.Errorf("%s: %q", typed, got)
		}
		os.Remove(path)
	}
}

// What was written goes through LibreOffice, as a workbook and as a document of its own,
// and stands beside its row in the next report. LECTIO_LIBREOFFICE=1 does it.
func TestRemarksThroughLibreOffice(t *testing.T) {
	if os.Getenv("LECTIO_LIBREOFFICE") == "" {
		t.Skip("LECTIO_LIBREOFFICE is not set")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "r.xlsx")
	report := func() *Report { return noted("one", "two") }
	if err := report().WriteFile(path); err != nil {
		t.Fatal(err)
	}
	typeInto(t, path, "reading-a", map[string]string{"Verdict": "=doubtful", "Comment": "Þetta\n“17” <b>", "Name": "Guðrún", "Date": "2026-11-22"})
	typeInto(t, path, "reading-b", map[string]string{"Verdict": "3/4", "Comment": "007"})
	for _, through := range [][2]string{{"r.xlsx", "ods"}, {"r.ods", "xlsx"}} {
		cmd := exec.Command("soffice", "--headless", "-env:UserInstallation=file://"+filepath.Join(dir, "profile"), "--convert-to", through[1], "--outdir", dir, filepath.Join(dir, through[0]))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for range 2 {
		if err := report().WriteFile(path); err != nil {
			t.Fatal(err)
		}
		for reading, want := range map[string]string{"reading-a": "=doubtful|Þetta\n“17” <b>|Guðrún|2026-11-22", "reading-b": "3/4|007"} {
			if got := said(t, path, "Questions", reading); got != want {
				t.Errorf("%s: %q, want %q", reading, got, want)
			}
		}
	}
}

// A file that cannot be read is not replaced: a reader may have written into it.
func TestRemarksOfAFileThatCannotBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.xlsx")
	if err := os.WriteFile(path, []byte("no workbook"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := noted("one").WriteFile(path)
	if err == nil || !strings.Contains(err.Error(), "a reader may have written into it") {
		t.Errorf("%v", err)
	}
	if b, _ := os.ReadFile(path); string(b) != "no workbook" {
		t.Error("the file was replaced")
	}
	if err := Writable(path, Formats); err == nil {
		t.Error("it is found out only when all work is done")
	}
}
