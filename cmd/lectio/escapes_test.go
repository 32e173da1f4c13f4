package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/testdata/long"
)

// acting is put behind every text of a corpus: what colours a terminal, rings its
// bell, ends a line of C, goes back to the beginning of the line, begins a command
// in one character, and turns the direction of what follows.
const acting = "\x1b[31m\x07\x00\r\u009b31m\u202e\u2066"

// polluted copies a corpus to a folder, with acting behind every text that may
// have it: those without which the corpus is refused are ids and words of the
// language, and are returned.
func polluted(t *testing.T, from string) (dir string, refused []string) {
	t.Helper()
	dir = t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	sound := func() bool {
		ev, errs := evidence.Load(os.DirFS(dir), "")
		c, more := dimension.Load(os.DirFS(dir), "", ev)
		for _, d := range c.Definitions {
			more.Merge(d.Check())
		}
		return len(errs)+len(more) == 0
	}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		var try func(n *yamlpos.Node, path []any)
		try = func(n *yamlpos.Node, path []any) {
			for i, v := range n.Values {
				if n.Kind == yamlpos.Map {
					try(v, append(slices.Clone(path), n.Keys[i].Text))
				} else {
					try(v, append(slices.Clone(path), i))
				}
			}
			if n.Kind != yamlpos.Scalar || n.Null {
				return
			}
			before, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			editor, errs := yamlpos.NewEditor(name, before)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			editor.Set(path, yamlpos.TextValue(n.Text+acting))
			after, errs := editor.Bytes()
			if len(errs) > 0 {
				t.Fatalf("%s: %v", n.Pos, errs)
			}
			if err := os.WriteFile(file, after, 0o644); err != nil {
				t.Fatal(err)
			}
			if !sound() {
				for _, step := range path {
					if key, ok := step.(string); ok {
						refused = append(refused, key)
					}
				}
				if err := os.WriteFile(file, before, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		data, err := os.ReadFile(file)
		root, errs := yamlpos.Parse(name, data)
		if err != nil || len(errs) > 0 {
			t.Fatal(err, errs)
		}
		try(root, nil)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir, refused
}

// Nothing that stands in a corpus acts on the terminal or in a page, whatever the
// command.
func TestNothingActs(t *testing.T) {
	long.Slow(t)
	if testing.Short() {
		t.Skip("it loads a corpus some hundred times")
	}
	corpus, refused := polluted(t, "../../testdata/own")
	for _, id := range []string{"id", "ruleset", "key", "n", "players", "marks", "stage", "as", "default", "edtf"} {
		if !slices.Contains(refused, id) {
			t.Errorf("%q may have control characters", id)
		}
	}
	out := t.TempDir()
	in := func(name string) string { return filepath.Join(out, name) }
	for i, args := range [][]string{
		{"evidence", "list"}, {"evidence", "list", "--csv"}, {"evidence", "show", "OWN.1"}, {"evidence", "check", "--hints"},
		{"evidence", "search", "board"}, {"evidence", "search", "board", "--csv"}, {"evidence", "cite", "OWN.1"},
		{"evidence", "cite", "OWN.1", "--format", "bibtex"}, {"evidence", "cite", "OWN.1", "--format", "csl"},
		{"evidence", "export", "--csv"}, {"evidence", "export", "--bibtex"}, {"evidence", "export", "--csl"},
		{"evidence", "export", "--geojson"}, {"evidence", "export", "--linked-places"},
		{"evidence", "export", "--datapackage", "--out", in("package")}, {"evidence", "export", "--cldf", "--out", in("cldf")},
		{"ruleset", "list"}, {"ruleset", "show", "three-rows"}, {"ruleset", "check"}, {"ruleset", "questions", "three-rows"},
		{"ruleset", "dimensions", "three-rows"}, {"moves", "three-rows", "--throw", "1"}, {"moves", "three-rows", "--at", "start", "--throw", acting},
		{"play", "three-rows", "--random", "--games", "2", "--cap", "50"}, {"play", "three-rows", "--random", "--games", "1", "--cap", "20", "--trace", "-"},
		{"play", "three-rows"}, {"perft", "three-rows", "--depth", "1"}, {"bench", "three-rows", "--seconds", "0.01", "--jobs", "1"},
		{"verify", "three-rows", "--games", "4", "--positions", "20", "--out", in("r.html")},
		{"verify", "three-rows", "--games", "4", "--positions", "20", "--out", in("r.md")},
		{"verify", "three-rows", "--games", "4", "--positions", "20", "--out", in("r.csv")},
		{"verify", "three-rows", "--games", "4", "--positions", "20", "--out", in("r.json")},
		{"verify", "three-rows", "--games", "4", "--positions", "20", "--out", "-", "--format", "html"},
		{"compare", "three-rows", "race-to-the-middle", "--games", "4", "--out", in("c.html"), "--out", in("c.md"), "--out", in("c.csv"), "--out", in("c.tex"), "--out", in("c.nex"), "--out", in("c.svg")},
		{"verify", "three-rows", "--games", "4", "--positions", "20", "--out", in("r.tex")},
		{"board", "three-rows", "--out", in("b.svg"), "--out", in("b.pdf")},
		{"evidence", "export", "--ris"}, {"evidence", "export", "--tei"}, {"evidence", "export", "--crm"},
		{"site", "three-rows", "--games", "4", "--positions", "20", "--no-play", "--out", in("site")},
		{"evidence", "show", acting}, {"ruleset", "show", acting}, {acting}, {"evidence", "list", "--" + acting},
		{"release", "--out", in("release")},
	} {
		for _, json := range []bool{false, true} {
			if json && !long.Form() && i%6 != 0 {
				continue
			}
			if json {
				args = append(slices.Clone(args), "--json")
			}
			if !strings.Contains(args[0], acting) {
				args = append(slices.Clone(args), "--corpus", corpus)
			}
			t.Run(strings.Join(args[:min(len(args), 4)], "_"), func(t *testing.T) {
				var stdout, stderr bytes.Buffer
				runContext(context.Background(), strings.NewReader("help\nmoves\nquit\n"), &stdout, &stderr, args)
				noneActs(t, "standard output", stdout.String())
				noneActs(t, "standard error", stderr.String())
			})
		}
	}
	err := filepath.WalkDir(out, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || slices.Contains([]string{"cldf", "package"}, filepath.Base(filepath.Dir(file))) {
			return err // the data themselves, for programs
		}
		text, err := os.ReadFile(file)
		if !slices.Contains([]string{".pdf", ".png"}, filepath.Ext(file)) {
			noneActs(t, file, string(text))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for _, file := range []string{"r.html", "r.md", "r.csv", "r.json", "c.html", "c.md", "c.csv", "c.tex", "r.tex", "c.svg", "b.svg", "site/index.html"} {
		if info, err := os.Stat(in(file)); err != nil || info.Size() < 900 {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func noneActs(t *testing.T, where, text string) {
	t.Helper()
	if i := strings.IndexFunc(text, yamlpos.Acts); i >= 0 {
		t.Errorf("%s has %q in %q", where, text[i:i+1], text[max(i-60, 0):min(i+20, len(text))])
	}
}

// Text reaches the terminal whole, however it is cut into pieces.
func TestTextWriter(t *testing.T) {
	const text = "a þ\x1bb\u202ec €𐍈"
	for size := 1; size < 8; size++ {
		var b bytes.Buffer
		w := &textWriter{w: &b}
		for rest := []byte(text); len(rest) > 0; {
			n := min(size, len(rest))
			if m, err := w.Write(rest[:n]); m != n || err != nil {
				t.Fatal(m, err)
			}
			rest = rest[n:]
		}
		if got, want := b.String(), "a þ␛b\ufffdc €𐍈"; got != want {
			t.Errorf("in pieces of %d: %q, expected %q", size, got, want)
		}
	}
}
