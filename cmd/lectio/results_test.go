package main

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A result carries its names in JSON itself, and commands hand it to printJSON. A struct declared here with more
// than three such names says a result again, but for these: what is made here and nowhere else said.
var sayAgain = map[string]string{
	"drawBoard":    "it says what was written",
	"sayWritten":   "it says what was written",
	"evidenceCite": "a citation in three formats, each made of it as a whole",
	"sourceRow":    "it is made here of a source and of who names it",
}

// mostPutTogether is how many results a struct of a command may put together without saying one of them again.
const mostPutTogether = 3

func TestCommandsSayNoResultAgain(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range namesInJSON(file) {
			found[in] = true
			if sayAgain[in] == "" {
				t.Errorf("%s: the struct in %s gives more than %d fields names in JSON: let the result carry them, and hand that to printJSON", name, in, mostPutTogether)
			}
		}
	}
	for in := range sayAgain {
		if !found[in] {
			t.Errorf("%s is allowed to say a result again, and does not", in)
		}
	}
}

func TestNamesInJSON(t *testing.T) {
	for want, text := range map[string]string{
		"a":   "type a struct { X int `json:\"x\"`; Y, Z int `json:\"y\"`; W int `json:\"w\"` }",
		"f":   "func f() { print(struct { X int `json:\"x\"`; Y int `json:\"y\"`; Z int `json:\"z\"`; V int `json:\"v\"` }{}) }",
		"":    "type b struct { X int `json:\"x\"`; Y int `json:\"y\"`; Z int `json:\"z\"`; V int `yaml:\"v\"`; W int }",
		"c d": "type c struct { In struct { X int `json:\"x\"`; Y int `json:\"y\"`; Z int `json:\"z\"`; V int `json:\"v\"` } }\nvar d = []struct { X, Y, Z, V int `json:\"x\"` }{}",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(namesInJSON(file), " "); got != want {
			t.Errorf("%s: found in %q, not in %q", text, got, want)
		}
	}
}

// keepsAll are the structs some of whose fields have no name in JSON of their own: there the name is that in Go.
var keepsAll = map[string]string{
	"verify/players/training/learn.go Learned": "the cache keeps all of it, and reads it again",
	"rulesets/lang/text.go Text":               "tests write trees of statements down whole",
}

// A field that nobody named would be printed by its name in Go, which nobody meant to promise.
func TestFieldsBesideNamedOnesHaveNames(t *testing.T) {
	found := map[string]bool{}
	walkGo(t, func(name string, source []byte) {
		file, err := parser.ParseFile(token.NewFileSet(), name, source, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range declarations(file) {
			for _, unnamed := range unnamedInJSON(d) {
				in := name + " " + declared(d)
				if found[in] = true; keepsAll[in] == "" {
					t.Errorf("%s: %s stands beside fields that have names in JSON: give it one, or json:\"-\"", in, unnamed)
				}
			}
		}
	})
	for in := range keepsAll {
		if !found[in] {
			t.Errorf("all fields of %s have names", in)
		}
	}
}

func TestUnnamedInJSON(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\ntype a struct { X int `json:\"x\"`; Y, z int; Z int `json:\"-\"`; b; In struct { U int `json:\"u\"`; V int `yaml:\"v\"` } `json:\"in\"` }\ntype b struct { X, Y int }", 0)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, d := range declarations(file) {
		got += declared(d) + strings.Join(unnamedInJSON(d), " ") + ";"
	}
	if want := "aY V;b;"; got != want {
		t.Errorf("found %q, not %q", got, want)
	}
}

// unnamedInJSON lists the exported fields without a name in JSON that stand in one struct with fields which have one.
func unnamedInJSON(in ast.Node) (out []string) {
	ast.Inspect(in, func(n ast.Node) bool {
		s, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		var unnamed []string
		for _, f := range s.Fields.List {
			for _, name := range f.Names {
				if name.IsExported() && !hasName(f) {
					unnamed = append(unnamed, name.Name)
				}
			}
		}
		if slices.ContainsFunc(s.Fields.List, hasName) {
			out = append(out, unnamed...)
		}
		return true
	})
	return out
}

// hasName reports whether a field has a name in JSON, or says that it has none.
func hasName(f *ast.Field) bool { return f.Tag != nil && strings.Contains(f.Tag.Value, `json:"`) }

// declarations lists functions, types and variables.
func declarations(file *ast.File) (out []ast.Node) {
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok {
			for _, s := range g.Specs {
				out = append(out, s)
			}
		} else {
			out = append(out, d)
		}
	}
	return out
}

// declared is the name of what is declared.
func declared(n ast.Node) string {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Name.Name
	case *ast.TypeSpec:
		return n.Name.Name
	case *ast.ValueSpec:
		return n.Names[0].Name
	}
	return ""
}

// namesInJSON lists the declarations that hold a struct which gives more than [mostPutTogether] fields names in JSON.
func namesInJSON(file *ast.File) (out []string) {
	for _, d := range declarations(file) {
		if namesMany(d) {
			out = append(out, declared(d))
		}
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out
}

func namesMany(in ast.Node) (many bool) {
	ast.Inspect(in, func(n ast.Node) bool {
		s, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		names := 0
		for _, f := range s.Fields.List {
			if hasName(f) && !strings.Contains(f.Tag.Value, `json:"-"`) {
				names += max(len(f.Names), 1)
			}
		}
		many = many || names > mostPutTogether
		return true
	})
	return many
}
