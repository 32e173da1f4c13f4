package ast_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/long"
)

// untyped says in how many places packages outside the reader still take the node of a
// statement, or of what stands behind its word. A kind that gets its struct takes some away;
// there are to be none.
var untyped = map[string]int{
	"rulesets/compile": 0, "rulesets/edition": 0, "rulesets": 13,
	"rulesets/dimension": 1, "rulesets/dimension/trial": 0, "rulesets/dimension/stated": 0,
	"rulesets/example": 0, "verify/site": 0, "verify/parallels": 0, "verify/brief": 0, "verify/text": 0,
}

// Nobody asks a statement for a key by name but the reader, and for the list of what is left.
// Whatever they are called, calls are told by the type that they are made on.
func TestStatementsAreNotAskedByKey(t *testing.T) {
	long.Slow(t) // what it asks about has to be built
	const module = "github.com/lectio/lectio/"
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles"}
	for name := range untyped {
		args = append(args, module+name)
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	type listed struct {
		ImportPath, Export, Dir string
		GoFiles                 []string
	}
	exports, packages := map[string]string{}, []listed(nil)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if _, asked := untyped[strings.TrimPrefix(p.ImportPath, module)]; asked {
			packages = append(packages, p)
		}
	}
	files := token.NewFileSet()
	imported := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, p := range packages {
		var parsed []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, f)
		}
		info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}
		if _, err := (&types.Config{Importer: imported}).Check(p.ImportPath, files, parsed, info); err != nil {
			t.Fatal(err)
		}
		var found []string
		for at, s := range info.Selections {
			if o := s.Obj(); o.Pkg() != nil && o.Pkg().Path() == module+"rulesets/ast" && (o.Name() == "Node" || o.Name() == "Arg") {
				found = append(found, filepath.Base(files.Position(at.Pos()).Filename))
			}
		}
		slices.Sort(found)
		if name := strings.TrimPrefix(p.ImportPath, module); len(found) != untyped[name] {
			t.Errorf("%s takes %d nodes of statements, and %d are listed: %v", name, len(found), untyped[name], found)
		}
	}
}
