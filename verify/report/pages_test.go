package report_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/verify/report"
	"golang.org/x/net/html"
)

// ids are the names that may be led to on a page, and links where it leads.
func readPage(t *testing.T, path string) (ids map[string]bool, links []string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	root, err := html.Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	ids = map[string]bool{}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			switch a.Key {
			case "id":
				if ids[a.Val] {
					t.Errorf("%s: two places are called %s", path, a.Val)
				}
				ids[a.Val] = true
			case "href":
				links = append(links, a.Val)
			}
		}
	}
	return ids, links
}

// A run is an index and a page for each ruleset in the folder of its name. Every link
// within them leads somewhere, every question and finding has a name to be led to, and
// no file is large.
func TestPages(t *testing.T) {
	res := verified(t, true)
	r, err := report.Verification(res, "test")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := r.WriteFile(filepath.Join(dir, "c.html")); err != nil {
		t.Fatal(err)
	}
	pages := []string{filepath.Join(dir, "c.html")}
	for _, tg := range res.Targets {
		pages = append(pages, filepath.Join(dir, "c", tg.Definition.ID+".html"))
	}
	ids, links := map[string]map[string]bool{}, map[string][]string{}
	for _, p := range pages {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > 2_000_000 {
			t.Errorf("%s has %d bytes", p, info.Size())
		}
		ids[p], links[p] = readPage(t, p)
	}
	across := 0
	for _, p := range pages {
		for _, l := range links[p] {
			if strings.Contains(l, "://") || strings.HasPrefix(l, "mailto:") {
				continue
			}
			file, id, named := strings.Cut(l, "#")
			to := p
			if file != "" {
				to = filepath.Join(filepath.Dir(p), filepath.FromSlash(file))
				across++
			}
			if ids[to] == nil || named && !ids[to][id] {
				t.Errorf("%s leads to %s, which is not there", filepath.Base(p), l)
			}
		}
	}
	if across < 2*len(res.Targets) {
		t.Errorf("%d links from page to page", across)
	}
	for _, tg := range res.Targets {
		page, err := os.ReadFile(filepath.Join(dir, "c", tg.Definition.ID+".html"))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`class="skip"`, "<caption", `<svg class="board"`, "prefers-color-scheme: dark", "<h1>", `href="../c.html"`} {
			if !strings.Contains(string(page), want) {
				t.Errorf("%s has no %s", tg.Definition.ID, want)
			}
		}
		rows := len(regexp.MustCompile(`<tr id="(questions|findings)--`).FindAllString(string(page), -1))
		n := 0
		for _, q := range tg.Definition.Questions {
			n += len(q.Readings)
		}
		if rows <= n {
			t.Errorf("%s: %d rows of questions and findings can be led to, of more than %d", tg.Definition.ID, rows, n)
		}
	}
}

// The workbook for people is small, says of every picture who stands where, says of
// every row which ruleset it is about, and has the raw tables only where they are asked for.
func TestWorkbookForPeople(t *testing.T) {
	r, err := report.Verification(verified(t, true), "test")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	sheets := func(name string) []*sheet.Sheet {
		path := filepath.Join(dir, name)
		if err := r.WriteFile(path); err != nil {
			t.Fatal(err)
		}
		w, err := sheet.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		return w.Sheets
	}
	people := sheets("people.xlsx")
	if info, _ := os.Stat(filepath.Join(dir, "people.xlsx")); info.Size() > 1_200_000 {
		t.Errorf("two rulesets take %d bytes", info.Size())
	}
	r.Full = true
	full := sheets("full.xlsx")
	if len(full) < len(people)+10 {
		t.Errorf("%d sheets for people, %d in full", len(people), len(full))
	}
	alts, pictures := map[string]string{}, 0
	for _, s := range people {
		for i, row := range s.Rows {
			for c, cell := range row {
				p := cell.Picture
				if p == nil {
					continue
				}
				pictures++
				at := s.Name + "!" + sheet.Address(i+1, c+1)
				if other, ok := alts[p.Alt]; ok && other != string(p.PNG) {
					t.Errorf("%s: another picture has the same words: %s", at, p.Alt)
				}
				alts[p.Alt] = string(p.PNG)
				if !strings.Contains(p.Alt, " to move") || !strings.Contains(p.Alt, ": ") {
					t.Errorf("%s: the words %q do not say who stands where", at, p.Alt)
				}
			}
		}
		if i := slices.Index([]string{"Briefs", "Method", "Charts", "Not done", report.ChartData}, s.Name); i < 0 {
			if !slices.ContainsFunc(s.Rows[1], func(c sheet.Cell) bool { return c.Text == "Ruleset" }) {
				t.Errorf("%s has no column Ruleset", s.Name)
			}
		}
	}
	if pictures < 10 {
		t.Errorf("%d pictures", pictures)
	}
}

// Markdown of rulesets stays small enough to be read in a repository, and draws boards
// in letters.
func TestMarkdownOfRulesets(t *testing.T) {
	res := verified(t, true)
	r, err := report.Verification(res, "test")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "r.md")
	if err := r.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) > 200_000*len(res.Targets) {
		t.Errorf("%d rulesets take %d bytes", len(res.Targets), len(b))
	}
	if n := strings.Count(string(b), "<pre>"); n < 5 || n > 40 {
		t.Errorf("%d boards", n)
	}
}
