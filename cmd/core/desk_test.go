package main

import (
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/patch"
	"github.com/lectio/lectio/rulesets"
)

// corpusFiles are the files of the bundled corpus by their paths in a corpus of one's own.
func corpusFiles(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	for folder, fsys := range map[string]fs.FS{"evidence": evidence.Bundled, "rulesets": rulesets.Bundled} {
		err := fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := fs.ReadFile(fsys, name)
			files[path.Join(folder, name)] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// asked asks a desk, or whatever answers lines, and reads the answer.
func asked(t *testing.T, line func([]byte) []byte, r request) (a answer) {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(line(text), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// What has become of the files that were brought first is a patch, which makes the files of now of them.
func TestDeskPatch(t *testing.T) {
	d := &desk{}
	first := map[string]string{"evidence/records/a.yaml": "id: a # mine\ngame: G", "evidence/records/b.yaml": "id: b\n", "evidence/records/same.yaml": "id: same\n"}
	if a := asked(t, d.line, request{Files: first, Patch: true}); a.Patch != "" {
		t.Errorf("nothing has changed, and the patch is %q", a.Patch)
	}
	now := map[string]string{"evidence/records/a.yaml": "id: a # mine\ngame: H\n", "evidence/records/c.yaml": "", "evidence/records/same.yaml": "id: same\n"}
	asked(t, d.line, request{Files: map[string]string{}})
	text := asked(t, d.line, request{Files: now, Patch: true}).Patch
	p, errs := patch.Read("patch", []byte(text))
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	files, errs := p.Apply("", func(name string) ([]byte, error) { return fs.ReadFile(mapped(first), name) })
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	got := maps.Clone(first)
	for _, f := range files {
		if delete(got, f.Name); f.New != nil {
			got[f.Name] = string(f.New)
		}
	}
	if !maps.Equal(got, now) || strings.Contains(text, "same") {
		t.Errorf("%v\n%s", got, text)
	}
}

// mapped are files as a file system.
func mapped(files map[string]string) fs.FS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// What is wrong is said, all of it, and the next request is answered.
func TestDeskRefuses(t *testing.T) {
	d := &desk{}
	for _, c := range []struct{ line, want string }{
		{`{`, "cannot be read"},
		{`{"rulesets": "x"}`, "unknown field"},
		{`{"ruleset": "x"}`, "no corpus has been brought"},
		{`{"files": {}, "ruleset": "x"}`, "there is no ruleset of that id"},
		{`{"files": {"rulesets/definitions/x.yaml": "ruleset: x\nstatements:\n- {id: a, alow: step}\n"}}`, "x.yaml"},
	} {
		var a answer
		out := d.line([]byte(c.line))
		if err := json.Unmarshal(out, &a); err != nil || len(a.Errors) == 0 || !strings.Contains(string(out), c.want) {
			t.Errorf("%s: %s (%v)", c.line, out, err)
		}
	}
	if a := asked(t, d.line, request{Files: corpusFiles(t)}); len(a.Errors) > 0 || len(a.Rulesets) != 7 {
		t.Error(a.Rulesets, a.Errors)
	}
}
