package report_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/testdata/parts"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/report"
)

// verified is what the verifier brings back of a corpus with as little play as fills every
// table; it is run once for all tests.
func verified(t *testing.T, bundled bool) *verify.Result {
	t.Helper()
	verifiedOnce.Lock()
	defer verifiedOnce.Unlock()
	if verifiedOnce.results[bundled] == nil {
		verifiedOnce.results[bundled] = runVerifier(t, bundled)
	}
	return verifiedOnce.results[bundled]
}

var verifiedOnce = struct {
	sync.Mutex
	results map[bool]*verify.Result
}{results: map[bool]*verify.Result{}}

func runVerifier(t *testing.T, bundled bool) *verify.Result {
	t.Helper()
	var c *dimension.Corpus
	var more diag.Errors
	if bundled {
		ev, errs := evidence.Load(evidence.Bundled, "")
		c, more = dimension.Load(rulesets.Bundled, "", ev)
		if len(errs)+len(more) > 0 {
			t.Fatal(errs, more)
		}
	} else {
		dir := "../../testdata/own"
		ev, errs := evidence.Load(os.DirFS(dir), dir)
		c, more = dimension.Load(os.DirFS(dir), dir, ev)
		if len(errs)+len(more) > 0 {
			t.Fatal(errs, more)
		}
	}
	o := verify.Budget(5, 200)
	o.Cap = 2000
	games := c.Definitions[max(0, len(c.Definitions)-2):]
	if bundled && !long.Form() {
		games = []*rulesets.Definition{c.Find("barjis"), c.Find("mylna")} // those that are verified soonest
	}
	return verify.Run(context.Background(), checks.All(), c, games, o)
}

// The workbook, read back: every clause of every record once, every link leads
// somewhere, no column is empty, headings are frozen and can be filtered.
func TestVerificationWorkbook(t *testing.T) {
	long.Slow(t)
	for _, bundled := range []bool{false, true} {
		res := verified(t, bundled)
		r, err := report.Verification(res, "test")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Validate(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "report.xlsx")
		if err := r.WriteFile(path); err != nil {
			t.Fatal(err)
		}
		w, err := sheet.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		sheets := map[string]*sheet.Sheet{}
		for _, s := range w.Sheets {
			sheets[s.Name] = s
		}
		wanted := map[string]int{}
		for _, tg := range res.Targets {
			for _, rec := range tg.Evidence() {
				for _, c := range rec.Clauses {
					wanted[rec.Ref(c.N).String()] = 0
				}
			}
		}
		cl := sheets["Clauses and statements"]
		if cl == nil {
			t.Fatal("no sheet of clauses")
		}
		for _, row := range cl.Rows {
			if len(row) > 1 {
				if _, ok := wanted[row[1].Text]; ok {
					wanted[row[1].Text]++
				}
			}
		}
		for id, n := range wanted {
			if n != 1 {
				t.Errorf("clause %s stands %d times on the sheet", id, n)
			}
		}
		for _, name := range []string{"Questions", "Where readings part", "Clauses and statements", "Edge cases", "Play", "Findings", "Method"} {
			if s := sheets[name]; s == nil {
				t.Errorf("no sheet %q", name)
			} else {
				wellMade(t, s)
			}
		}
		linksLead(t, w, sheets)
	}
}

// wellMade reports headings that are not frozen, and columns that are empty.
func wellMade(t *testing.T, s *sheet.Sheet) {
	t.Helper()
	if s.FrozenRows == 0 || s.Filter == "" {
		t.Errorf("%s: frozen rows %d, filter %q", s.Name, s.FrozenRows, s.Filter)
	}
	for col, heading := range s.Rows[s.FrozenRows-1] {
		if slices.Contains([]string{"Verdict", "Comment", "Name", "Date"}, heading.Text) {
			continue // the reader's
		}
		full := false
		for _, row := range s.Rows[s.FrozenRows:] {
			full = full || col < len(row) && (row[col].Text != "" || row[col].Picture != nil || row[col].Kind != sheet.KindText)
		}
		if !full {
			t.Errorf("%s: column %d (%s) is empty", s.Name, col+1, s.Rows[s.FrozenRows-1][col].Text)
		}
	}
}

// linksLead reports links of a workbook that lead nowhere.
func linksLead(t *testing.T, w *sheet.Workbook, sheets map[string]*sheet.Sheet) {
	t.Helper()
	for _, s := range w.Sheets {
		for i, row := range s.Rows {
			for j, c := range row {
				if c.Link == nil || c.Link.Sheet == "" {
					continue
				}
				to := sheets[c.Link.Sheet]
				if to == nil {
					t.Errorf("%s row %d column %d leads to the sheet %q, which is not there", s.Name, i+1, j+1, c.Link.Sheet)
					continue
				}
				if row, _, err := sheet.ParseAddress(c.Link.Cell); c.Link.Cell != "" && (err != nil || row > len(to.Rows)) {
					t.Errorf("%s row %d column %d leads to %s!%s, which is not there", s.Name, i+1, j+1, c.Link.Sheet, c.Link.Cell)
				}
			}
		}
	}
}

// A run that was stopped says in every format what was not done, and marks what
// rests on it; one that was not stopped says nothing of the kind.
func TestReportOfAStoppedRun(t *testing.T) {
	long.Slow(t)
	dir := "../../testdata/own"
	ev, errs := evidence.Load(os.DirFS(dir), dir)
	c, more := dimension.Load(os.DirFS(dir), dir, ev)
	if len(errs)+len(more) > 0 {
		t.Fatal(errs, more)
	}
	o := verify.Budget(20, 2000) // enough to see the readings part
	o.Cap, o.Jobs = 2000, 1
	ctx, stop := context.WithCancel(context.Background())
	o.Progress = func(done, all int, what string) { // the pair of readings is compared, and what rests on more games is not
		if what == "readings of three-rows" && done > all*9/10 {
			stop()
		}
	}
	stopped := verify.Run(ctx, checks.All(), c, c.Definitions, o)
	if !slices.ContainsFunc(stopped.Partings, func(p verify.Parting) bool { return p.Cut }) {
		t.Fatal("no row rests on what was not done")
	}
	whole := verified(t, false)
	for _, res := range []*verify.Result{stopped, whole} {
		r, err := report.Verification(res, "test")
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"html", "md", "csv", "json", "xlsx"} {
			place := t.TempDir()
			if err := r.WriteFile(filepath.Join(place, "report."+format)); err != nil {
				t.Fatal(err)
			}
			text := allText(t, place)
			for _, want := range []string{"Cut short", "Not done", "not known", "figures that rest on it are marked as cut short"} {
				if has := strings.Contains(text, want); has != (res == stopped) {
					t.Errorf("%s, stopped %v: has %q: %v", format, res == stopped, want, has)
				}
			}
		}
	}
}

// allText is what the files of a folder say; of a workbook, what its cells do.
func allText(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		if f.IsDir() {
			b.WriteString(allText(t, path))
			continue
		}
		if filepath.Ext(path) != ".xlsx" {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(data)
			continue
		}
		w, err := sheet.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range w.Sheets {
			b.WriteString(s.Name + "\n")
			for _, row := range s.Rows {
				for _, c := range row {
					b.WriteString(c.Text + "\n")
				}
			}
		}
	}
	return b.String()
}

// A brief that is written for Word has its boards as figures, leads to nothing that it has
// not, and says what the clauses say that it names.
func TestBriefForWord(t *testing.T) {
	res := verified(t, true)
	r := report.BriefReport(res, "lectio test")
	var b bytes.Buffer
	if err := r.Write(&b, "docx"); err != nil {
		t.Fatal(err)
	}
	d := parts.Read(t, b.Bytes())
	boards, named := 0, 0
	for _, x := range report.Briefs(res) {
		for i := range min(len(x.Doubts), brief.DoubtsTold) {
			if x.Doubts[i].Parted != nil {
				boards++
			}
			named += len(x.Doubts[i].Clauses)
		}
	}
	if boards == 0 || len(d.Alts) != boards {
		t.Errorf("%d pictures for %d boards", len(d.Alts), boards)
	}
	if named == 0 || len(d.Notes) == 0 {
		t.Errorf("%d clauses are named, and there are %d notes", named, len(d.Notes))
	}
	for _, tg := range res.Targets {
		if !slices.Contains(d.Texts, tg.Definition.Title) && len(res.Targets) > 1 {
			t.Errorf("there is no heading %s", tg.Definition.Title)
		}
	}
}
