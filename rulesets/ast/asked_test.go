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

	rules "github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/testdata/long"
)

// asking are the packages outside the reader that work on statements.
var asking = []string{"rulesets/compile", "rulesets/edition", "rulesets", "rulesets/dimension", "rulesets/dimension/trial", "rulesets/dimension/stated",
	"rulesets/example", "verify/site", "verify/parallels", "verify/brief", "verify/text", "verify/report"}

// Nobody asks a statement for a key by name but the reader, nor parses an expression again.
// Whatever they are called, calls are told by what they are made on.
func TestStatementsAreNotAskedByKey(t *testing.T) {
	long.Slow(t) // what it asks about has to be built
	const module = "github.com/lectio/lectio/"
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles"}
	for _, name := range asking {
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
		if slices.Contains(asking, strings.TrimPrefix(p.ImportPath, module)) {
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
		info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
		if _, err := (&types.Config{Importer: imported}).Check(p.ImportPath, files, parsed, info); err != nil {
			t.Fatal(err)
		}
		for at, o := range info.Uses {
			if o.Pkg() == nil {
				continue
			}
			_, field := o.(*types.Var)
			switch path := strings.TrimPrefix(o.Pkg().Path(), module); {
			case path == "rulesets/ast" && o.Name() == "Node" && field:
				t.Errorf("%s takes the node of a statement", files.Position(at.Pos()))
			case path == "rulesets/lang" && o.Name() == "Parse":
				t.Errorf("%s parses an expression", files.Position(at.Pos()))
			}
		}
	}
}

// Every effect is said by its entry.
func TestEffectsAreSaid(t *testing.T) {
	for _, e := range rules.Effects {
		if e.Says == "" {
			t.Errorf("the effect %s is not said", e.Word)
		}
	}
}
