package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/testdata/long"
	"golang.org/x/net/html"
)

// The heading of a column of lines of play says what plays them again.
const forReplay = "for lectio play --replay"

// TestReportedLinesReplay verifies, and plays every line of play again exactly as it
// is printed: on the terminal, in JSON, in the workbook, in the report in JSON and in
// CSV, and on the pages. LECTIO_LINES=1 does it with a normal run of the corpus.
func TestReportedLinesReplay(t *testing.T) {
	long.Slow(t)
	runs := map[string][]string{
		"every check of a small game": {"--corpus", "testdata/corpus", "--effort", "quick"},
	}
	if long.Form() {
		runs["long lines"] = []string{"contraere-puff", "--effort", "quick", "--check", "RD001", "--positions", "200"}
	}
	if os.Getenv("LECTIO_LINES") != "" {
		runs = map[string][]string{"a normal run": nil}
	}
	for name, args := range runs {
		t.Run(name, func(t *testing.T) { replayReported(t, args) })
	}
}

// replayReported plays again what a run of verify reports.
func replayReported(t *testing.T, args []string) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	var corpus []string
	if slices.Contains(args, "--corpus") {
		corpus = args[:2]
	}
	verify := func(more ...string) []byte {
		t.Helper()
		var stdout, stderr bytes.Buffer
		status := run(strings.NewReader(""), &stdout, &stderr, slices.Concat([]string{"verify"}, args, more))
		if status != exitOK && status != exitFindings {
			t.Fatalf("exit status %d: %.2000s", status, stderr.String())
		}
		return stdout.Bytes()
	}
	text := verify("--notes", "--out", at("a.xlsx"), "--out", at("b.json"), "--out", at("c.html"), "--out", at("d.csv"))
	replays(t, corpus, "the terminal", printedLines(string(text)))
	replays(t, corpus, "--json", jsonLines(t, verify("--json")))
	replays(t, corpus, "the workbook", workbookLines(t, at("a.xlsx")))
	replays(t, corpus, "the report in JSON", reportLines(t, at("b.json")))
	replays(t, corpus, "the report in CSV", csvLines(t, dir))
	replays(t, corpus, "the pages", pageLines(t, dir))
}

// toldOnly is what people are told of a line that is too long for them; programs
// have it whole.
var toldOnly = regexp.MustCompile(`: [0-9]+ moves, too many to be shown here; `)

// replays plays lines again: at least one, all of them permitted.
func replays(t *testing.T, corpus []string, where string, lines []string) {
	t.Helper()
	lines = slices.DeleteFunc(lines, toldOnly.MatchString)
	if len(lines) == 0 {
		t.Errorf("%s: no line of play was found", where)
		return
	}
	file := filepath.Join(t.TempDir(), "lines")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := append([]string{"play", "--json", "--replay", file}, corpus...)
	if status := run(strings.NewReader(""), &stdout, &stderr, args); status != exitOK {
		t.Errorf("%s: exit status %d: %.3000s%s", where, status, stdout.String(), stderr.String())
		return
	}
	var done struct{ Games, Moves int }
	if err := json.Unmarshal(stdout.Bytes(), &done); err != nil || done.Games != len(lines) {
		t.Errorf("%s: of %d lines %d were played again (%v)", where, len(lines), done.Games, err)
	}
	t.Logf("%s: %d lines of play, %d moves, played again as printed", where, done.Games, done.Moves)
}

// echoed is the command that stands behind a finding.
var echoed = regexp.MustCompile(`^\s*echo ('.*') \| lectio play --replay -`)

// fromShell is the line of play in such a command, as a shell reads it.
func fromShell(command string) (string, bool) {
	m := echoed.FindStringSubmatch(command)
	if m == nil {
		return "", false
	}
	return strings.ReplaceAll(m[1][1:len(m[1])-1], `'\''`, "'"), true
}

// printedLines are those that stand on the terminal.
func printedLines(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		if l, ok := fromShell(line); ok {
			lines = append(lines, l)
		}
	}
	return lines
}

// jsonLines are those of verify --json: text and command have to be the same line.
func jsonLines(t *testing.T, text []byte) []string {
	var result struct {
		Findings []struct {
			ID   string
			Line *struct{ Text, Replay string } `json:"line_of_play"`
		}
		Briefs []struct {
			Doubts []struct {
				Line   string `json:"line_of_play"`
				Replay string
			}
		}
	}
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, b := range result.Briefs {
		for _, d := range b.Doubts {
			if d.Line != "" {
				lines = append(lines, d.Line)
			}
			if l, ok := fromShell(d.Replay); ok {
				lines = append(lines, l)
			} else if d.Replay != "" {
				t.Errorf("%.300s is no command that plays a line again", d.Replay)
			}
		}
	}
	for _, f := range result.Findings {
		if f.Line == nil {
			continue
		}
		lines = append(lines, f.Line.Text)
		if l, ok := fromShell(f.Line.Replay); !ok || l != f.Line.Text {
			t.Errorf("%s: the command %.300s is not of the line %.300s", f.ID, f.Line.Replay, f.Line.Text)
		}
	}
	return lines
}

// columnLines are the cells below headings that say what plays a line again.
func columnLines(rows [][]string) []string {
	var lines []string
	for i, heading := range rows {
		for c, title := range heading {
			if !strings.Contains(title, forReplay) {
				continue
			}
			for _, row := range rows[i+1:] {
				if c < len(row) && strings.TrimSpace(row[c]) != "" {
					lines = append(lines, row[c])
				}
			}
		}
	}
	return lines
}

func workbookLines(t *testing.T, file string) []string {
	book, err := sheet.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range book.Sheets {
		var rows [][]string
		for _, row := range s.Rows {
			var cells []string
			for _, cell := range row {
				cells = append(cells, cell.Text)
				if l, ok := fromShell(cell.Text); ok { // of a brief
					lines = append(lines, l)
				}
			}
			rows = append(rows, cells)
		}
		if s.Name == "Columns" {
			continue // it explains the headings
		}
		lines = append(lines, columnLines(rows)...)
	}
	return lines
}

// reportLines are those of a report in JSON.
func reportLines(t *testing.T, file string) []string {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Tables []struct {
			Columns []struct{ Key, Title string }
			Rows    []struct{ Cells map[string]any }
		}
	}
	if err := json.Unmarshal(data, &r); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, table := range r.Tables {
		for _, col := range table.Columns {
			for _, row := range table.Rows {
				if text, ok := row.Cells[col.Key].(string); ok && text != "" && strings.Contains(col.Title, forReplay) {
					lines = append(lines, text)
				}
			}
		}
	}
	return lines
}

// csvLines are those of the files of a report in CSV: their list says which columns
// hold them.
func csvLines(t *testing.T, dir string) []string {
	read := func(name string) [][]string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	var lines []string
	for _, row := range read("d.csv") {
		name, is := strings.CutPrefix(row[0], "column of ")
		if !is || !strings.Contains(row[2], forReplay) {
			continue
		}
		rows := read(name)
		c := slices.Index(rows[0], row[1])
		for _, row := range rows[1:] {
			if row[c] != "" {
				lines = append(lines, row[c])
			}
		}
	}
	return lines
}

// isLine reports whether an element is a line of play that was folded.
func isLine(n *html.Node) bool {
	return n.Data == "code" && slices.Contains(n.Attr, html.Attribute{Key: "class", Val: "line"})
}

// pageLines are those of the pages, in the tables whose headings say what plays them
// again.
func pageLines(t *testing.T, dir string) []string {
	var lines []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".html" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		page, err := html.Parse(bytes.NewReader(text))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for n := range page.Descendants() {
			if n.Data == "table" {
				lines = append(lines, columnLines(htmlRows(n))...)
			}
			if isLine(n) {
				if l, ok := fromShell(htmlText(n)); ok { // of a brief
					lines = append(lines, l)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// htmlRows are the texts of the cells of a table.
func htmlRows(table *html.Node) [][]string {
	var rows [][]string
	for n := range table.Descendants() {
		switch n.Data {
		case "tr":
			rows = append(rows, nil)
		case "td", "th":
			if n.Type == html.ElementNode && len(rows) > 0 {
				rows[len(rows)-1] = append(rows[len(rows)-1], htmlText(n))
			}
		}
	}
	return rows
}

// htmlText is the text of an element, or of the line of play in it, which stands
// there whole behind its beginning when it is folded.
func htmlText(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if isLine(d) {
			return htmlText(d)
		}
	}
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return strings.TrimSpace(b.String())
}
