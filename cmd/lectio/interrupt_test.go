package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lectio/lectio/testdata/long"

	"github.com/spf13/cobra"
)

// large lays a corpus of n records.
func large(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for _, folder := range []string{"records", "sources"} {
		if err := os.MkdirAll(filepath.Join(dir, "evidence", folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put("CITATION.cff", "cff-version: 1.2.0\nmessage: Cite it.\ntitle: T\nauthors:\n  - name: N\n")
	put("evidence/sources/s.json", `[{"id": "s", "type": "book", "title": "T"}]`)
	for i := range n {
		put(fmt.Sprintf("evidence/records/%05d.yaml", i), fmt.Sprintf("id: L.%d\ngame: Tern %d\nlocation: {name: Rocky Coast, coordinates: [1.%05d, 2]}\ndate: {edtf: 1888, of: play}\nsource: {key: s}\nclauses:\n"+
			"  - {n: 1, text: The board has %d fields.}\n  - {n: 2, text: Two play.}\n", i, i, i, i))
	}
	return dir
}

// Whoever stops an export, at whatever moment, finds a whole file or none, and no
// litter; and it stops at once.
func TestExportsStop(t *testing.T) {
	dir := large(t, long.Of(600, 1500))
	for _, command := range []string{"evidence export --csv --out", "evidence export --xlsx --out", "evidence export --sqlite --out", "evidence export --geojson --out",
		"evidence export --cldf --out", "evidence export --datapackage --out", "release"} {
		stopped := 0
		for _, after := range []time.Duration{0, 100 * time.Millisecond, 30 * time.Millisecond, 300 * time.Millisecond, 700 * time.Millisecond}[:long.Of(2, 5)] {
			temp, place := t.TempDir(), t.TempDir()
			t.Setenv("TMPDIR", temp)
			ctx, cancel := context.WithTimeoutCause(context.Background(), after, errors.New("Ctrl-C"))
			defer cancel()
			out := filepath.Join(place, "out")
			var stdout, stderr bytes.Buffer
			status := runContext(canceled{ctx}, strings.NewReader(""), &stdout, &stderr, append(strings.Fields(command), out, "--corpus", dir))
			late := time.Duration(0)
			if at, ok := ctx.Deadline(); ok {
				late = time.Since(at)
			}
			_, err := os.Stat(out)
			switch status {
			case exitOK:
				if err != nil {
					t.Errorf("%s: %v", command, err)
				}
			case exitInterrupted:
				stopped++
				if err == nil || !strings.Contains(stderr.String(), "interrupted before there was a result") || stdout.Len() > 0 {
					t.Errorf("%s after %v: %v %s%s", command, after, err, stdout.String(), stderr.String())
				}
				if late > 10*time.Second {
					t.Errorf("%s stopped %v after it was asked to", command, late)
				}
			default:
				t.Errorf("%s: exit status %d: %s", command, status, stderr.String())
			}
			for _, folder := range []string{place, temp} {
				left, _ := os.ReadDir(folder)
				for _, e := range left {
					if e.Name() != "out" {
						t.Errorf("%s after %v left %s", command, after, e.Name())
					}
				}
			}
		}
		if stopped == 0 {
			t.Errorf("%s was never stopped: is the corpus too small?", command)
		}
	}
}

// canceled is a context that says, as after a signal, that it was canceled.
type canceled struct{ context.Context }

func (c canceled) Err() error {
	if c.Context.Err() != nil {
		return context.Canceled
	}
	return nil
}

// Whoever stops a command that was at work finds the exit status 130, in the text
// and in JSON what was not done, and marks on what rests on it.
func TestInterruptedCommandsSayWhatWasNotDone(t *testing.T) {
	long.Slow(t)
	trace := filepath.Join(t.TempDir(), "trace")
	plan := sweepPlanned(t, 9000000)
	for i, test := range []struct {
		args       string
		text, json string // patterns; "" where there is no such output
	}{
		{"verify piprjall --effort deep", `(?s)interrupted: \d+ of \d+ tasks done\npiprjall: not known: not (begun|done or cut short): `, `"interrupted":true,"not_done":\[{"ruleset":"piprjall","check":"`},
		{"verify piprjall --check ST001 --games 3000000", `(?s)a game takes [^!]* \(cut short\)\n.* so far.*interrupted: `, `"metrics":\[{.*"interrupted":true}.*"interrupted":true,"not_done"`},
		{"compare three-rows race-to-the-middle --corpus ../../testdata/own --games 9000000", `interrupted: \d+ of 18000000 games played\nthree-rows: \d+ of 9000000 games played`,
			`"interrupted":true,"not_done":\[{"interpretation":"three-rows","played":\d+,"games":9000000}`},
		{"bench kioz mylna --seconds 60", `(?s)kioz: interrupted after \d.*interrupted: not measured: mylna\n`, `(?s)"interrupted":true}\n{"interrupted":true,"not_done":\["mylna"\]}`},
		{"play mylna --random --games 100000", `interrupted: \d+ of 100000 games played`, `"interrupted":true,"not_done":{"games":\d+}`},
		{"play mylna --random --games 100000 --trace " + trace, `interrupted: \d+ of 100000 games played`, `"interrupted":true,"not_done":{"games":\d+}`},
		{"play mylna --random --games 100000 --trace -", `interrupted: \d+ of 100000 games recorded`, ""},
		{"players mylna --games 1000000 --no-cache", `interrupted: not done: \d of 3 trainings, \d+ of \d+ matches`, `"interrupted":true,"not_done":{"matches":\d+,"trainings":\d}`},
		{"play mylna --player playouts:500 --games 100000 --trace -", `interrupted: \d+ of 100000 games recorded`, ""},
		{"sweep run " + plan, `interrupted: not played: 1 unit \(1\); the same command goes on`, `"interrupted":true,.*"not_done":\[1\]`},
		{"perft mylna --depth 12", `error: interrupted before there was a result`, `^{"errors":\[.*"interrupted before there was a result"}\],"interrupted":true}`},
		{"moves --batch", `interrupted: 1 request answered, the rest was not`, `(?s){"id":1,.*}\n{"answered":1,"interrupted":true}`},
		{"play mylna --player white=random", `black> \n`, ""},
	} {
		for _, form := range []string{"", " --json"} {
			if !long.Form() && (form == "") == (i%2 == 0) && test.json != "" && test.text != "" {
				continue // one of the two
			}
			pattern := test.text
			if form != "" {
				pattern = test.json
			}
			if pattern == "" {
				continue
			}
			status, out := 0, ""
			// On a busy machine a command has nothing to tell yet: it is given more time then.
			for after := 250 * time.Millisecond; after < time.Minute && !regexp.MustCompile(pattern).MatchString(out); after *= 3 {
				status, out = stoppedAfter(t, after, test.args+form, form == "")
			}
			if status != exitInterrupted || !regexp.MustCompile(pattern).MatchString(out) {
				t.Errorf("%s: exit status %d, no %s in\n%.1500s", test.args+form, status, pattern, out)
			}
		}
	}
}

// stoppedAfter runs a command that is interrupted after that time, and returns its exit
// status with what it printed: on standard output, and on standard error where that is
// wanted as well.
func stoppedAfter(t *testing.T, after time.Duration, args string, both bool) (status int, out string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer time.AfterFunc(after, cancel).Stop()
	in, asked := io.Pipe()
	defer asked.Close()
	go fmt.Fprintln(asked, `{"id":1,"ruleset":"mylna","at":"start"}`)
	var stdout, stderr bytes.Buffer
	status = runContext(ctx, in, &stdout, &stderr, strings.Fields(args))
	if both {
		return status, stdout.String() + stderr.String()
	}
	return status, stdout.String()
}

// sweepPlanned is a plan of one unit, with a folder for results.
func sweepPlanned(t *testing.T, games int) string {
	t.Helper()
	plan := filepath.Join(t.TempDir(), "p.sweep")
	var stderr bytes.Buffer
	if status := runContext(context.Background(), strings.NewReader(""), io.Discard, &stderr, strings.Fields(fmt.Sprintf("sweep plan mylna --interpretations sample:1 --units 1 --games %d --out %s", games, plan))); status != exitOK {
		t.Fatal(stderr.String())
	}
	if err := os.Mkdir(resultsOf(plan), 0o777); err != nil {
		t.Fatal(err)
	}
	return plan
}

// Every command that reads a corpus and is stopped before it has a result ends with
// 130 and prints none; what is done at once is done.
func TestEveryCommandCanBeInterrupted(t *testing.T) {
	dir, corpus := t.TempDir(), t.TempDir()
	if err := os.CopyFS(corpus, os.DirFS("testdata/corpus")); err != nil {
		t.Fatal(err)
	}
	args := map[string]string{
		"verify": "", "brief": "mylna", "site": "mylna --out " + filepath.Join(dir, "site"), "diff": "bundled bundled", "compare": "mylna kioz", "evidence list": "", "evidence search": "men", "evidence show": "DLP.Evidence.1560",
		"evidence check": "", "evidence cite": "DLP.Evidence.1560", "evidence export": "--csv", "evidence import": "../../testdata/pages/no-such-page",
		"evidence set": "Test.Race game=Tern --corpus " + corpus, "evidence clause add": "Test.Race One. --corpus " + corpus,
		"evidence clause edit": "Test.Race#1 note=a --corpus " + corpus, "evidence clause move": "Test.Race#1 2 --corpus " + corpus,
		"evidence apply": filepath.Join(corpus, "mend.patch") + " --corpus " + corpus, "evidence rename": "Test.Race Tern.1 --corpus " + corpus, "evidence edit": "Test.Race --corpus " + corpus,
		"evidence source list": "", "evidence source show": "murray-1951", "evidence source new": "tern-1900 --title Tern --corpus " + corpus,
		"evidence source merge": "test-book tern --corpus " + corpus,
		"evidence new":          "--corpus " + corpus, "evidence index": "--corpus " + corpus,
		"ruleset list": "", "ruleset show": "mylna", "ruleset check": "", "ruleset questions": "mylna", "ruleset dimensions": "mylna",
		"ruleset verdicts": "REPORT.xlsx --corpus " + corpus, "ruleset migrate": corpus,
		"sweep plan": "mylna --out " + filepath.Join(dir, "p.sweep"), "sweep run": sweepPlanned(t, 10), "sweep merge": sweepPlanned(t, 10),
		"moves": "mylna", "parallels": "MY-A03", "board": "mylna", "play": "mylna", "players": "mylna", "measure": "mylna moves", "perft": "mylna", "solve": "mylna --scale nine-points", "bench": "", "release": filepath.Join(dir, "release"),
	}
	atOnce := []string{"evidence terms", "evidence undo", "evidence recover", "evidence split", "sweep slurm", "checks", "schema", "init", "completion", "man", "version", "help"}
	var leaves func(cmd *cobra.Command, path string)
	leaves = func(cmd *cobra.Command, path string) {
		for _, sub := range cmd.Commands() {
			name := strings.TrimSpace(path + " " + sub.Name())
			if sub.HasSubCommands() {
				leaves(sub, name)
				continue
			}
			with, listed := args[name]
			if !listed {
				if !slices.Contains(atOnce, name) {
					t.Errorf("nothing says how to stop lectio %s", name)
				}
				continue
			}
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			var stdout, stderr bytes.Buffer
			status := runContext(ctx, strings.NewReader(""), &stdout, &stderr, strings.Fields(name+" "+with))
			if status != exitInterrupted || stdout.Len() > 0 || stderr.String() != "error: interrupted before there was a result\n" {
				t.Errorf("lectio %s %s: exit status %d: %.300s%.300s", name, with, status, stdout.String(), stderr.String())
			}
		}
	}
	leaves(newRoot(&app{}), "")
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%s was left", left[0].Name())
	}
}

// Whatever reads stops at once when it is asked to, also in the midst of one file
// that a library reads, and leaves no result.
func TestLoadersStop(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../testdata/own")); err != nil {
		t.Fatal(err)
	}
	many := func(n int, pattern string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, pattern, i)
		}
		return b.String()
	}
	rows := filepath.Join(t.TempDir(), "rows.csv")
	rules := filepath.Join(dir, "rulesets", "definitions", "three-rows.yaml")
	text, err := os.ReadFile(rules)
	if err != nil {
		t.Fatal(err)
	}
	put := func(file, text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	put(rows, "id,game,source,summary\n"+many(40_000, "B.%d,Game,lessons,a\n"))
	put(rules, strings.Replace(string(text), "questions:\n",
		"questions:\n"+many(15_000, "  - {id: q%[1]d, asks: x, kind: wording, weight: 1, default: a,\n     readings: [{id: a, basis: attested, because: x}, {id: b, basis: attested, because: x}]}\n"), 1))
	for _, command := range []string{"ruleset list", "ruleset check three-rows", "moves three-rows --throw 1", "evidence check", "evidence import " + rows} {
		t.Run(command, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			var at time.Time
			time.AfterFunc(150*time.Millisecond, func() {
				at = time.Now()
				cancel()
			})
			var stdout, stderr bytes.Buffer
			status := runContext(ctx, strings.NewReader(""), &stdout, &stderr, append(strings.Fields(command), "--corpus", dir))
			if status != exitInterrupted || stdout.Len() > 0 {
				t.Fatalf("exit status %d: %s%s", status, stdout.String(), stderr.String())
			}
			if late := time.Since(at); late > time.Second {
				t.Errorf("it stopped %v after it was asked to", late)
			}
		})
	}
}

// A time shorter than the least run needs cannot be used: what was not done for lack of
// it is said, and nobody is said to have interrupted anything.
func TestTimeThatIsTooShort(t *testing.T) {
	args := []string{"verify", "--corpus", "testdata/corpus", "--time", "1ns"}
	var stdout, stderr bytes.Buffer
	if status := run(strings.NewReader(""), &stdout, &stderr, args); status != exitUnusable {
		t.Errorf("exit status %d, want %d: %s", status, exitUnusable, stderr.String())
	}
	text := stdout.String()
	if !strings.Contains(text, "out of time: 0 of ") || !strings.Contains(text, ": nothing was begun") || strings.Contains(text, "interrupted") {
		t.Errorf("it prints\n%s", text)
	}
	stdout.Reset()
	if status := run(strings.NewReader(""), &stdout, &stderr, append(args, "--json")); status != exitUnusable || !strings.Contains(stdout.String(), `"out_of_time":true`) {
		t.Errorf("exit status %d, want %d, and in JSON %.300s", status, exitUnusable, stdout.String())
	}
}
