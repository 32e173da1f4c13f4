package report_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/testdata/long"
	"github.com/lectio/lectio/verify/report"
	"golang.org/x/net/html"
)

// page is what a page leads to, and what on it may be led to.
type page struct {
	ids   map[string]bool
	links []string
}

// readPage reads a page with a parser and asks whether it is as it was written: every
// element is closed where it was opened, stands where it may stand, and what refers to
// another place of the page finds it.
func readPage(t *testing.T, path string) *page {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var parsed []string // every element with the one around it, as a browser has them
	out := &page{ids: map[string]bool{}}
	var refers []html.Attribute
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		parsed = append(parsed, n.Parent.Data+" > "+n.Data)
		for _, a := range n.Attr {
			switch a.Key {
			case "id":
				if out.ids[a.Val] || a.Val == "" {
					t.Errorf("%s: two places are called %q", path, a.Val)
				}
				out.ids[a.Val] = true
			case "href":
				out.links = append(out.links, a.Val)
			case "for", "aria-labelledby", "aria-describedby", "aria-controls":
				refers = append(refers, a)
			case "hidden", "style", "onclick", "onload":
				t.Errorf("%s: <%s> has %s", path, n.Data, a.Key)
			}
		}
		if n.Data == "svg" && !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "aria-label" && a.Val != "" }) {
			t.Errorf("%s: a picture without words", path)
		}
		if n.Data == "link" || n.Data == "img" {
			t.Errorf("%s: <%s> needs another file", path, n.Data)
		}
	}
	for _, a := range refers {
		for _, id := range strings.Fields(a.Val) {
			if !out.ids[id] {
				t.Errorf("%s: %s=%q leads nowhere", path, a.Key, id)
			}
		}
	}
	for _, l := range out.links {
		if id, here := strings.CutPrefix(l, "#"); here && !out.ids[id] {
			t.Errorf("%s: a link leads to %s, which is not there", path, l)
		}
	}
	written := asWritten(t, path, text)
	for i := range max(len(parsed), len(written)) {
		if i >= len(parsed) || i >= len(written) || parsed[i] != written[i] {
			t.Errorf("%s: element %d is written as %s; a browser makes %s of it", path, i, at(written, i), at(parsed, i))
			break
		}
	}
	return out
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing"
}

// asWritten lists every element with the one around it, as the tags say.
func asWritten(t *testing.T, path string, text []byte) (out []string) {
	t.Helper()
	z := html.NewTokenizer(bytes.NewReader(text))
	open := []string{""}
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() != io.EOF || len(open) > 1 {
				t.Errorf("%s: %v, with %v left open", path, z.Err(), open[1:])
			}
			return out
		case html.StartTagToken:
			name := z.Token().Data
			out = append(out, open[len(open)-1]+" > "+name)
			if !slices.Contains([]string{"meta", "br", "input", "hr", "wbr", "col"}, name) {
				open = append(open, name)
			}
		case html.SelfClosingTagToken:
			out = append(out, open[len(open)-1]+" > "+z.Token().Data)
		case html.EndTagToken:
			name := z.Token().Data
			if last := open[len(open)-1]; last != name {
				t.Fatalf("%s: </%s> closes <%s>", path, name, last)
			}
			open = open[:len(open)-1]
		}
	}
}

// A run is an index and a page for each ruleset in the folder of its name. Every link
// within them leads somewhere, every question and finding has a name to be led to, and
// no file is large.
func TestPages(t *testing.T) {
	long.Slow(t)
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
	read := map[string]*page{}
	for _, p := range pages {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > 2_000_000 {
			t.Errorf("%s has %d bytes", p, info.Size())
		}
		read[p] = readPage(t, p)
	}
	across := 0
	for _, p := range pages {
		for _, l := range read[p].links {
			if strings.Contains(l, "://") || strings.HasPrefix(l, "mailto:") {
				continue
			}
			file, id, named := strings.Cut(l, "#")
			to := p
			if file != "" {
				to = filepath.Join(filepath.Dir(p), filepath.FromSlash(file))
				across++
			}
			if read[to] == nil || named && !read[to].ids[id] {
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
	long.Slow(t)
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
