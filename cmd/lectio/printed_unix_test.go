//go:build unix

package main

import (
	"encoding/csv"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/long"
)

// printedCommands are what is to be typed, in what commands print and reports hold: a
// line of play that is played again, and what repeats a run.
var printedCommands = regexp.MustCompile(`echo '[^\n]*?' \| lectio play --replay -(?: --corpus (?:'(?:[^'\n]|'\\'')*'|[^\s'<|"]+))?|lectio (?:verify|compare|site) [^\n|<(\x60]*--[^\n|<(\x60]*`)

// Every command that is printed of a corpus of one's own can be typed as it stands,
// wherever it is printed and whatever the folder is called.
func TestPrintedCommandsRun(t *testing.T) {
	long.Slow(t)
	for _, corpus := range []string{"my games'  corpus", "plain"}[:long.Of(1, 2)] {
		t.Run(corpus, func(t *testing.T) {
			dir := t.TempDir()
			shell := func(script string) string {
				t.Helper()
				cmd := exec.Command("sh", "-c", script)
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Errorf("%s: %v\n%.2000s", script, err, out)
				}
				return string(out)
			}
			name := "'" + strings.ReplaceAll(corpus, "'", `'\''`) + "'"
			var said strings.Builder
			little := " --games 20 --positions 200 --corpus " + name
			for _, command := range []string{
				"lectio init " + name,
				"lectio verify" + little + " --fail-on never --notes --out r.md --out r.html --out r.csv",
				"lectio verify three-in-a-row --check RD,ST001" + little + " --fail-on never",
				"lectio brief three-in-a-row" + little,
				"lectio compare three-in-a-row 'three-in-a-row{diagonals=do-not-count}' --games 5 --out c.md --out c.html --out c.csv --corpus " + name,
				"lectio compare three-in-a-row gallery:backgammon --no-play --corpus " + name,
				"lectio moves three-in-a-row --at start --results --limit 5 --corpus " + name,
				"lectio site three-in-a-row --no-play --out pages" + little,
			} {
				said.WriteString(shell(command) + "\n")
			}
			for _, file := range reportFiles(t, dir, corpus) {
				said.WriteString(textOfReport(t, file) + "\n")
			}
			found := printedCommands.FindAllString(said.String(), -1)
			slices.Sort(found)
			found = slices.Compact(found)
			kinds := map[string]int{}
			for _, command := range found {
				kinds[strings.Join(strings.Fields(strings.TrimPrefix(command[strings.Index(command, "lectio"):], "lectio "))[:1], "")]++
				if !strings.Contains(command, "--corpus ") {
					t.Errorf("this does not find the corpus: %s", command)
				}
			}
			for _, kind := range []string{"play", "verify", "compare", "site"} {
				if kinds[kind] == 0 {
					t.Errorf("no command of the kind %s is printed: %v", kind, kinds)
				}
			}
			t.Log(kinds)
			if !long.Form() {
				found = eachKindOnce(found)
			}
			for _, command := range found {
				if strings.HasPrefix(command, "lectio verify") {
					command += " --fail-on never"
				}
				shell(command)
			}
		})
	}
}

// eachKindOnce is the first of the commands of each kind.
func eachKindOnce(commands []string) (out []string) {
	seen := map[string]bool{}
	for _, c := range commands {
		if kind := regexp.MustCompile(`lectio \w+`).FindString(c); !seen[kind] {
			seen[kind] = true
			out = append(out, c)
		}
	}
	return out
}

// reportFiles are the files below a folder but for those of the corpus.
func reportFiles(t *testing.T, dir, corpus string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && path == filepath.Join(dir, corpus) {
			return filepath.SkipDir
		}
		if err == nil && slices.Contains([]string{".md", ".html", ".csv"}, filepath.Ext(path)) && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// textOfReport is what a reader sees of a report, and copies.
func textOfReport(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	switch filepath.Ext(file) {
	case ".csv":
		r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
		r.FieldsPerRecord = -1
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(file, err)
		}
		var b strings.Builder
		for _, row := range rows {
			b.WriteString(strings.Join(row, "\n") + "\n")
		}
		text = b.String()
	case ".html":
		text = html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, "\n"))
	}
	return text
}
