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
		"f":   "func f() { print(struct { X int `json:\"x\"`; Y int `json:\"y\"`; Z int `json:\"z\"`; V struct{} `member:\"v\" as:\"V\"` }{}) }",
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

// namesInJSON lists the declarations that hold a struct which gives more than [mostPutTogether] fields names in JSON.
func namesInJSON(file *ast.File) (out []string) {
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			if namesMany(f) {
				out = append(out, f.Name.Name)
			}
			continue
		}
		for _, s := range d.(*ast.GenDecl).Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if namesMany(s) {
					out = append(out, s.Name.Name)
				}
			case *ast.ValueSpec:
				if namesMany(s) {
					out = append(out, s.Names[0].Name)
				}
			}
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
			if f.Tag != nil && (strings.Contains(f.Tag.Value, `json:"`) || strings.Contains(f.Tag.Value, `member:"`)) && !strings.Contains(f.Tag.Value, `json:"-"`) {
				names += max(len(f.Names), 1)
			}
		}
		many = many || names > mostPutTogether
		return true
	})
	return many
}
