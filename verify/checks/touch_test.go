package checks_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	rules "github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
)

// names lists where program text, tests left out, has a literal that is one of the ids.
func names(t *testing.T, root string, ids []string) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil && slices.Contains(ids, strings.ToUpper(text)) {
					id := strings.ToUpper(text)
					out[id] = append(out[id], filepath.ToSlash(rel))
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A new check is one file and its two cases: its id stands in its own file and in no other,
// the file is in the folder of its group and has no second check.
func TestACheckIsOneFile(t *testing.T) {
	var ids []string
	for _, c := range checks.All() {
		ids = append(ids, c.ID)
	}
	if len(ids) < 50 {
		t.Fatalf("%d checks", len(ids))
	}
	where := names(t, "../..", ids)
	files, folders := map[string]string{}, map[string]string{}
	for _, c := range checks.All() {
		at := where[c.ID]
		if len(at) != 1 {
			t.Errorf("%s is named in %q", c.ID, at)
			continue
		}
		if other := files[at[0]]; other != "" {
			t.Errorf("%s holds %s and %s", at[0], other, c.ID)
		}
		files[at[0]] = c.ID
		folder := filepath.Dir(at[0])
		if group := folders[folder]; group != "" && group != c.Group.ID || !strings.HasPrefix(c.ID, c.Group.ID) || filepath.Dir(folder) != "verify" {
			t.Errorf("%s, of the group %s, is in %s", c.ID, c.Group.ID, folder)
		}
		folders[folder] = c.Group.ID
		for _, kind := range []string{"bad", "good"} {
			if _, err := os.Stat(filepath.Join("../../testdata/checks", c.ID, kind+".txtar")); err != nil {
				t.Error(err)
			}
		}
	}
}

// The test above finds a second place.
func TestASecondPlaceIsFound(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.go": `package a; var x = "EV001"`, "b.go": `package a; func f(s string) bool { return s == "ev001" }`, "c_test.go": `package a; var y = "EV001"`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, dir, []string{"EV001"})["EV001"]; !slices.Equal(got, []string{"a.go", "b.go"}) {
		t.Errorf("found in %q", got)
	}
}

// Every check does something itself: it has tasks, or draws a conclusion.
func TestNoCheckIsEmpty(t *testing.T) {
	c := bundled.Corpus(t)
	d := c.Find("mylna")
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	deep, _ := verify.Effort("deep")
	asked, errs := rules.AskedMeasure(map[string]string{"by": "player"}, func(string) string { return "" })
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	with := *d // ST003 asks the measures that somebody has written
	with.Measures, d = append(with.Measures, asked), &with
	for _, x := range checks.All() {
		if x.After != nil {
			continue
		}
		if x.Tasks == nil || len(x.Tasks(&verify.Target{Corpus: c, Definition: d, Game: g}, deep)) == 0 {
			t.Errorf("%s does nothing", x.ID)
		}
	}
}
