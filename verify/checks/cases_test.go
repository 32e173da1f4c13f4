package checks_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the findings in testdata/checks")

// checkCase is a bad or good case of a check; testdata/checks/README.md says how
// it is written.
type checkCase struct {
	archive          *txtar.Archive
	about            string
	base, ruleset    string
	absent           string // why there is no bad case
	games, positions int
}

func readCase(file string) (*checkCase, error) {
	a, err := txtar.ParseFile(file)
	if err != nil {
		return nil, err
	}
	c := &checkCase{archive: a, games: 40, positions: 1000}
	for _, line := range strings.Split(string(a.Comment), "\n") {
		key, value, found := strings.Cut(line, ": ")
		switch {
		case found && key == "base":
			c.base = value
		case found && key == "ruleset":
			c.ruleset = value
		case found && key == "absent":
			c.absent = value
		case found && key == "games":
			c.games, err = strconv.Atoi(value)
		case found && key == "positions":
			c.positions, err = strconv.Atoi(value)
		default:
			c.about += line + "\n"
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
	}
	c.about = strings.TrimSpace(c.about)
	return c, nil
}

// files puts the corpus of a case together.
func (c *checkCase) files() (fstest.MapFS, error) {
	out := fstest.MapFS{"evidence/records": {Mode: fs.ModeDir}, "rulesets/definitions": {Mode: fs.ModeDir}}
	if c.base != "" {
		root := filepath.Join("../../testdata", c.base)
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			rel, _ := filepath.Rel(root, path)
			out[filepath.ToSlash(rel)] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for _, f := range c.archive.Files {
		name, isEdit := strings.CutSuffix(f.Name, ".edit")
		switch {
		case f.Name == "findings":
		case !isEdit:
			out[name] = &fstest.MapFile{Data: f.Data}
		case out[name] == nil:
			return nil, fmt.Errorf("%s: there is no %s", f.Name, name)
		default:
			data, err := edited(string(out[name].Data), string(f.Data))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
			out[name] = &fstest.MapFile{Data: []byte(data)}
		}
	}
	return out, nil
}

// edited applies hunks to a text.
func edited(text, hunks string) (string, error) {
	for _, hunk := range strings.Split(strings.Trim(hunks, "\n"), "\n\n") {
		var old, new strings.Builder
		for _, line := range strings.Split(hunk, "\n") {
			if line == "" {
				continue
			}
			switch rest := line[1:] + "\n"; line[0] {
			case '-':
				old.WriteString(rest)
			case '+':
				new.WriteString(rest)
			case ' ':
				old.WriteString(rest)
				new.WriteString(rest)
			default:
				return "", fmt.Errorf("%q begins with neither -, + nor a space", line)
			}
		}
		if n := strings.Count("\n"+text, "\n"+old.String()); old.Len() == 0 || n != 1 {
			return "", fmt.Errorf("these lines are there %d times, not once:\n%s", n, old.String())
		}
		text = strings.Replace("\n"+text, "\n"+old.String(), "\n"+new.String(), 1)[1:]
	}
	return text, nil
}

// run verifies the corpus of a case with one check.
func (c *checkCase) run(id string) (*verify.Result, error) {
	return c.runWithin(context.Background(), id)
}

// runWithin does so until ctx is done. With a context that counts, one worker asks.
func (c *checkCase) runWithin(ctx context.Context, id string) (*verify.Result, error) {
	files, err := c.files()
	if err != nil {
		return nil, err
	}
	ev, errs := evidence.Load(files, "")
	corpus, more := dimension.Load(files, "", ev)
	errs.Merge(more)
	if len(errs) > 0 {
		return nil, errs
	}
	defs := corpus.Definitions
	if c.ruleset != "" {
		d := corpus.Find(c.ruleset)
		if d == nil {
			return nil, fmt.Errorf("there is no ruleset %s", c.ruleset)
		}
		defs = []*rulesets.Definition{d}
	}
	o := verify.Budget(c.games, c.positions)
	o.Cap = 2000
	o.Only = []string{id}
	if _, counts := ctx.(*asked); counts {
		o.Jobs = 1
	}
	return verify.Run(ctx, checks.All(), corpus, defs, o), nil
}

// findingTexts lists findings as a case writes them.
func findingTexts(res *verify.Result) string {
	var b strings.Builder
	for _, f := range res.Findings {
		place := f.Pos
		place.File = filepath.Base(place.File)
		fmt.Fprintf(&b, "%s %s: %s\n", f.Severity, place, f.Message)
	}
	return b.String()
}

// Every case gives the findings it says: a bad one some, a good one none.
func TestCases(t *testing.T) {
	for _, c := range checks.All() {
		for _, kind := range []string{"bad", "good"} {
			t.Run(c.ID+"/"+kind, func(t *testing.T) {
				t.Parallel()
				file := filepath.Join("../../testdata/checks", c.ID, kind+".txtar")
				x, err := readCase(file)
				if err != nil {
					t.Fatal(err)
				}
				if x.about == "" {
					t.Error("it does not say what it shows")
				}
				res, err := x.run(c.ID)
				if err != nil {
					t.Fatal(err)
				}
				got := findingTexts(res)
				if (got == "") != (kind == "good" || x.absent != "") {
					t.Errorf("a %s case with the findings %q", kind, got)
				}
				at := slices.IndexFunc(x.archive.Files, func(f txtar.File) bool { return f.Name == "findings" })
				if at < 0 {
					at = len(x.archive.Files)
					x.archive.Files = append(x.archive.Files, txtar.File{Name: "findings", Data: []byte("not written yet\n")})
				}
				if want := string(x.archive.Files[at].Data); got != want {
					if *update {
						x.archive.Files[at].Data = []byte(got)
						if err := os.WriteFile(file, txtar.Format(x.archive), 0o644); err != nil {
							t.Fatal(err)
						}
						return
					}
					t.Errorf("the findings are\n%sexpected\n%s", got, want)
				}
			})
		}
	}
	// And no case is left over of a check that is gone.
	dirs, err := os.ReadDir("../../testdata/checks")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if c := checks.All().Find(d.Name()); d.IsDir() && (c == nil || c.ID != d.Name()) {
			t.Errorf("testdata/checks/%s is of no check", d.Name())
		}
	}
}

func TestHunks(t *testing.T) {
	const text = "one\ntwo\nthree\ntwo\n"
	for _, c := range []struct{ hunks, want string }{
		{"-three\n", "one\ntwo\ntwo\n"},
		{" one\n-two\n+2\n", "one\n2\nthree\ntwo\n"},
		{"-one\n\n three\n+four\n", "two\nthree\nfour\ntwo\n"},
		{"-two\n", ""},  // twice there
		{"-four\n", ""}, // not there
		{"-wo\n", ""},   // whole lines only
		{"?one\n", ""},
		{"+one\n", ""}, // in the place of nothing
	} {
		got, err := edited(text, c.hunks)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q: %q, %v", c.hunks, got, err)
		}
	}
}
