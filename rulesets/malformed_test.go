package rulesets_test

import (
	"cmp"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/testdata/long"
)

// What is said of files with one mistake is kept in testdata/malformed, a line a mistake: each
// key that occurs in the gallery, in testdata/own and in the sentences of rulesets/edition, or
// in a record, is left out, and put to a text and a map that it cannot hold; each map
// gets a key that nobody knows. A line has the first two errors and how many there are. -update
// writes the files anew; what changes is to be read.
func TestMalformed(t *testing.T) {
	for name, files := range map[string][]malformedFile{"rulesets": malformedRulesets(t), "records": malformedRecords(t)} {
		file := filepath.Join("../testdata/malformed", name+".txt")
		want := map[string]string{}
		if data, err := os.ReadFile(file); err == nil {
			for line := range strings.Lines(string(data)) {
				mistake, said, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " => ")
				want[mistake] = said
			}
		} else if !*update {
			t.Fatal(err)
		}
		var lines []string
		for i, m := range mistakes(t, files) {
			if !*update && !long.Form() && i%6 != 0 {
				continue
			}
			said := m.said(t)
			if lines = append(lines, m.name+" => "+said+"\n"); !*update && want[m.name] != said {
				t.Errorf("%s\nis    %s\nwas   %s", m.name, said, want[m.name])
			}
		}
		if *update {
			if err := os.WriteFile(file, []byte(strings.Join(lines, "")), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if len(want) < 200 {
			t.Errorf("%s has %d mistakes", file, len(want))
		}
	}
}

// malformedFile is a file into which mistakes are put, and how it is read.
type malformedFile struct {
	name string
	data []byte
	read func(data []byte) diag.Errors
}

// malformed is a file with one mistake.
type malformed struct {
	malformedFile
	name string
	edit func(*yamlpos.Editor)
}

// said is what is said of it, on a line.
func (m *malformed) said(t *testing.T) string {
	e, errs := yamlpos.NewEditor(m.malformedFile.name, m.data)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	m.edit(e)
	data, errs := e.Bytes()
	if len(errs) > 0 {
		return "cannot be written"
	}
	errs = m.read(data)
	var list []string
	for _, err := range errs[:min(2, len(errs))] {
		list = append(list, strings.ReplaceAll(err.Error(), "\n", " "))
	}
	return strings.Join(append([]string{strconv.Itoa(len(errs))}, list...), " | ")
}

// mistakes lists the files with one mistake: every key once, where it first stands.
func mistakes(t *testing.T, files []malformedFile) (list []*malformed) {
	done := map[string]bool{}
	for _, f := range files {
		root, errs := yamlpos.Parse(f.name, f.data)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		add := func(what string, edit func(*yamlpos.Editor)) {
			list = append(list, &malformed{f, f.name + " " + what, edit})
		}
		var visit func(n *yamlpos.Node, at []any, called string)
		visit = func(n *yamlpos.Node, at []any, called string) {
			if n.Kind == yamlpos.List {
				for i, v := range n.Values {
					visit(v, slices.Concat(at, []any{i}), called)
				}
				return
			}
			if n.Kind != yamlpos.Map {
				return
			}
			if kind := ast.KindOf(n); kind != nil && path.Base(called) == "statements" {
				called = "statements/" + kind.Word
			}
			if name := called + " with a key that nobody knows"; !done[name] {
				done[name] = true
				add(name, func(e *yamlpos.Editor) { e.Set(slices.Concat(at, []any{"whenever"}), yamlpos.TextValue("1")) })
			}
			for i, k := range n.Keys {
				name, there := called+"/"+k.Text, slices.Concat(at, []any{k.Text})
				switch {
				case slices.Contains(namesBelow, path.Base(called)), strings.HasSuffix(called, "parts/readings"), called == "/examples/readings":
					name = called + "/*"
				case path.Dir(called) == "statements" && slices.Contains(ofAll, k.Text):
					name = "statements/" + k.Text
				}
				if !done[name] {
					done[name] = true
					add(name+" left out", func(e *yamlpos.Editor) { e.Remove(there) })
					for _, v := range []yamlpos.Value{yamlpos.TextValue("1 nonsense"), {Kind: yamlpos.Map, Keys: []string{"odd"}, Values: []yamlpos.Value{yamlpos.TextValue("1")}}} {
						add(name+" = "+v.FlowText(false), func(e *yamlpos.Editor) { e.Set(there, v) })
					}
				}
				if !strings.HasSuffix(name, "/*") {
					visit(n.Values[i], there, name)
				}
			}
		}
		visit(root, nil, "")
	}
	return list
}

// namesBelow are the keys of maps whose keys are names: one stands for all.
var namesBelow = []string{"evidence", "set", "add", "set_up", "chances", "men", "asked-when", "excludes", "refused", "after", "legs", "at", "but", "letters", "pictures", "warrants"}

// ofAll are the keys that every statement may have.
var ofAll = []string{"id", "warrant", "assumed", "note", "called", "replaces", "before", "after", "checked"}

// malformedRulesets are the small rulesets, the smallest first, read without evidence.
func malformedRulesets(t *testing.T) (files []malformedFile) {
	var names []string
	for _, pattern := range []string{"gallery/rulesets/definitions/*.yaml", "../testdata/own/rulesets/definitions/*.yaml", "edition/testdata/sentences/*.yaml"} {
		some, err := filepath.Glob(pattern)
		if err != nil || len(some) == 0 {
			t.Fatal(pattern, err)
		}
		names = append(names, some...)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		short := filepath.Base(name)
		files = append(files, malformedFile{short, data, func(data []byte) diag.Errors {
			d, errs := rulesets.LoadOne(short, data, nil)
			if len(errs) == 0 {
				_, errs = d.Game(nil)
			}
			return errs
		}})
	}
	slices.SortStableFunc(files, func(a, b malformedFile) int { return cmp.Compare(len(a.data), len(b.data)) })
	return files
}

// malformedRecords are the bundled records, each read with all sources.
func malformedRecords(t *testing.T) (files []malformedFile) {
	sources := fstest.MapFS{}
	each := func(dir string, f func(name string, data []byte)) {
		entries, err := fs.ReadDir(evidence.Bundled, dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if data, err := fs.ReadFile(evidence.Bundled, path.Join(dir, e.Name())); err == nil {
				f(path.Join(dir, e.Name()), data)
			}
		}
	}
	each("sources", func(name string, data []byte) { sources[name] = &fstest.MapFile{Data: data} })
	each("records", func(name string, data []byte) {
		if path.Ext(name) != ".yaml" {
			return
		}
		files = append(files, malformedFile{path.Base(name), data, func(data []byte) diag.Errors {
			one := fstest.MapFS{name: &fstest.MapFile{Data: data}}
			for k, v := range sources {
				one[k] = v
			}
			_, errs := evidence.Load(one, "")
			return errs
		}})
	})
	return files
}
