package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A new format is a file and a line: the ending of each stands in the file that defines it
// and in no other of this package, and of the commands in none that write reports.
func TestAFormatIsOneFile(t *testing.T) {
	where := map[string][]string{}
	var endings []string
	for _, f := range Formats {
		if f.Stream == nil && f.Files == nil {
			t.Errorf("%s writes nothing", f.Name())
		}
		for _, e := range f.Endings {
			if slices.Contains(endings, e) || FormatOf("x"+strings.ToUpper(e)) != f {
				t.Errorf("%s does not lead to its format", e)
			}
			endings = append(endings, e)
		}
	}
	for _, dir := range []string{".", "../../cmd/lectio"} {
		for _, name := range goFiles(t, dir) {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			imports := slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return strings.HasSuffix(i.Path.Value, `/verify/report"`) })
			if dir != "." && !imports {
				continue // other files, such as evidence, have formats of their own
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil && slices.Contains(endings, "."+strings.TrimPrefix(text, ".")) {
						where["."+strings.TrimPrefix(text, ".")] = append(where["."+strings.TrimPrefix(text, ".")], filepath.Base(name))
					}
				}
				return true
			})
		}
	}
	for _, e := range endings {
		if at := slices.Compact(where[e]); len(at) != 1 {
			t.Errorf("%s is named in %q", e, at)
		}
	}
}

// goFiles lists the files of a package, without tests.
func goFiles(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir:
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			list = append(list, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
