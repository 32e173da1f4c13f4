package wasm_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// upward lists the references of a package that point up, where its files stand in the given order, the
// lowest first, and the files that have no place in it: those to functions, and with all also to types,
// variables and constants of the package.
func upward(t *testing.T, dir string, order []string, all bool) (wrong []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".go")
		if base == "doc" || strings.HasSuffix(base, "_test") {
			continue
		}
		if !slices.Contains(order, base) {
			wrong = append(wrong, base+" has no place")
		}
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	// What other packages are about does not matter here, so they are not read.
	info := types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	check := types.Config{Error: func(error) {}, Importer: nothing{}}
	p, _ := check.Check(dir, set, files, &info)
	place := func(pos token.Pos) (file string, rank int) {
		file = strings.TrimSuffix(filepath.Base(set.Position(pos).Filename), ".go")
		return file, slices.Index(order, file)
	}
	for id, o := range info.Uses {
		if _, is := o.(*types.Func); o.Pkg() != p || !is && (!all || o.Parent() != p.Scope()) {
			continue
		}
		from, at := place(id.Pos())
		if to, up := place(o.Pos()); up > at {
			wrong = append(wrong, fmt.Sprintf("%s asks %s for %s", from, to, o.Name()))
		}
	}
	slices.Sort(wrong)
	return slices.Compact(wrong)
}

// nothing imports no package.
type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) {
	return nil, fmt.Errorf("%s is not read", path)
}

var fileInDoc = regexp.MustCompile(`(?m)^//   - ([a-z_]+)\.go`)

// whole are the packages of which also the types, variables and constants are told before they are used. In
// the others types are recursive: a function that is written knows the operands that name it.
var whole = []string{"emit", "../../compile", "../.."}

// Each package can be read file by file, in the order in which its doc.go has them: none asks for what
// stands in one that comes after it.
func TestFilesPointDown(t *testing.T) {
	for _, dir := range []string{"asm", "state", "emit", ".", "..", "../../play", "../../compile", "../../board", "../.."} {
		doc, err := os.ReadFile(filepath.Join(dir, "doc.go"))
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		for _, m := range fileInDoc.FindAllStringSubmatch(string(doc), -1) {
			order = append(order, m[1])
		}
		all := slices.Contains(whole, dir)
		for _, line := range upward(t, dir, order, all) {
			t.Errorf("%s: %s", dir, line)
		}
		slices.Reverse(order)
		if wrong := upward(t, dir, order[1:], all); len(wrong) < len(order) || !slices.Contains(wrong, order[0]+" has no place") {
			t.Errorf("%s: the other way round only %d references point up", dir, len(wrong))
		}
	}
}
