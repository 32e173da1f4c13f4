package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// folderOf is a folder with files, by name.
func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// visibleFiles are the files of a folder that are not the program's own.
func visibleFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		data, err := os.ReadFile(name)
		if rel = filepath.ToSlash(rel); !strings.HasPrefix(rel, ".lectio/") {
			files[rel] = string(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var undone = map[string]string{"evidence/records/a.yaml": "a", "evidence/records/b.yaml": "b", "rulesets/definitions/r.yaml": "r"}

// change changes a file, takes one away, and adds one.
func change() []FileWrite {
	return []FileWrite{
		{Name: "evidence/records/a.yaml", Old: []byte("a"), New: []byte("A")},
		{Name: "evidence/records/b.yaml", Old: []byte("b")},
		{Name: "evidence/records/c.yaml", New: []byte("C")},
		{Name: "rulesets/definitions/r.yaml", Old: []byte("r"), New: []byte("R")},
	}
}

func sameFiles(a, b map[string]string) bool {
	equal := len(a) == len(b)
	for name, text := range a {
		equal = equal && b[name] == text
	}
	return equal
}

// TestLastChange takes a change back, and the taking back as well.
func TestLastChange(t *testing.T) {
	dir := folderOf(t, undone)
	f := Open(dir)
	if _, err := f.LastChange(); !errors.Is(err, ErrNoChange) {
		t.Errorf("of nothing: %v", err)
	}
	if err := f.Change("try", change()); err != nil {
		t.Fatal(err)
	}
	after := visibleFiles(t, dir)
	if !sameFiles(after, map[string]string{"evidence/records/a.yaml": "A", "evidence/records/c.yaml": "C", "rulesets/definitions/r.yaml": "R"}) {
		t.Fatalf("%q", after)
	}
	for i, want := range []map[string]string{undone, after, undone} {
		last, err := f.LastChange()
		if err != nil || i == 0 && last.What != "try" || last.At.IsZero() {
			t.Fatalf("%+v %v", last, err)
		}
		if err := f.Change("back", last.Back); err != nil {
			t.Fatal(err)
		}
		if got := visibleFiles(t, dir); !sameFiles(got, want) {
			t.Fatalf("step %d: %q", i, got)
		}
	}
	// What is kept is not for a repository, and a change of files since is seen.
	if text, err := os.ReadFile(filepath.Join(dir, ".lectio/.gitignore")); err != nil || string(text) != "*\n" {
		t.Errorf("%q %v", text, err)
	}
	for name, text := range map[string]string{"a": "a2", "c": "c2"} {
		if err := os.WriteFile(filepath.Join(dir, "evidence/records/"+name+".yaml"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if last, err := f.LastChange(); err == nil || last == nil || last.What != "back" ||
		err.Error() != "evidence/records/a.yaml: has changed since\nevidence/records/c.yaml: is there again" {
		t.Errorf("%v", err)
	}
}

// TestKeptIgnore leaves a change off when its files are in place, before and after what git is to
// leave out is said: that is said whole or not at all, and by the next program if not by this one.
// One in which somebody wrote stays as it is.
func TestKeptIgnore(t *testing.T) {
	for name, test := range map[string]struct {
		laid     map[string]string
		expected string
	}{
		"not yet":   {nil, "*\n"},
		"half":      {map[string]string{".lectio/writing/ignore": ""}, "*\n"},
		"whole":     {map[string]string{".lectio/writing/ignore": "*\n"}, "*\n"},
		"named":     {map[string]string{keptIgnore: "*\n"}, "*\n"},
		"another's": {map[string]string{keptIgnore: "last/\n"}, "last/\n"},
		"an empty":  {map[string]string{keptIgnore: ""}, ""},
	} {
		dir := folderOf(t, undone)
		f := Open(dir)
		if err := os.MkdirAll(filepath.Join(dir, underWay), 0o755); err != nil {
			t.Fatal(err)
		}
		if test.laid == nil {
			test.laid = map[string]string{}
		}
		test.laid[underWay+"/"+changeFile] = string(changeOf("try", nil))
		for name, text := range test.laid {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Tidy(); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, keptIgnore)); err != nil || string(text) != test.expected {
			t.Errorf("%s: it becomes %q %v", name, text, err)
		}
		if last, err := f.LastChange(); err != nil || last.What != "try" {
			t.Errorf("%s: the last change is %+v %v", name, last, err)
		}
		if left, err := filepath.Glob(filepath.Join(dir, ".lectio/*")); err != nil || len(left) != 2 {
			t.Errorf("%s: left are %q %v", name, left, err)
		}
		if left, err := os.ReadDir(filepath.Join(dir, lastChange)); err != nil || len(left) != 1 {
			t.Errorf("%s: kept are %q %v", name, left, err)
		}
	}
}

// TestChangeCutOff leaves a change off at every step: the next reader sees the files as
// they were, and so does who asks to undo it.
func TestChangeCutOff(t *testing.T) {
	for done := range len(change()) + 1 {
		for half := range 2 { // the file that is taken away has lost its mark only
			dir := folderOf(t, undone)
			f := Open(dir)
			lock, secret, err := f.vouchers()
			if err != nil {
				t.Fatal(err)
			}
			root, release, err := f.begin(lock)
			if err != nil {
				t.Fatal(err)
			}
			j := journal{Secret: "secret"}
			files := change()
			modes := []fs.FileMode{0o644, 0o644, 0o644, 0o644}
			if err := errors.Join(writeSynced(secret, []byte(j.Secret)), f.prepare(root, "try", j, files, modes), root.Rename(preparing(j.Secret), underWay)); err != nil {
				t.Fatal(err)
			}
			for i, file := range files[:done] {
				switch mark := underWay + "/new." + strconv.Itoa(i); {
				case file.New != nil:
					err = root.Rename(mark, file.Name)
				case half == 1 && i == done-1:
					err = root.Remove(mark)
				default:
					err = errors.Join(root.Remove(mark), root.Remove(file.Name))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			release()
			met, err := f.Steadily(context.Background(), func(fsys fs.FS) error {
				entries, err := fs.ReadDir(fsys, "evidence/records")
				var names []string
				for _, e := range entries {
					text, rerr := fs.ReadFile(fsys, "evidence/records/"+e.Name())
					names = append(names, e.Name()+"="+string(text))
					err = errors.Join(err, rerr)
				}
				if got := strings.Join(names, " "); got != "a.yaml=a b.yaml=b" {
					t.Errorf("%d done: a reader sees %s", done, got)
				}
				return err
			})
			if err != nil || met == nil || !met.Own {
				t.Errorf("%v %v", met, err)
			}
			if _, err := f.Recover(false); err != nil {
				t.Error(err)
			}
			if got := visibleFiles(t, dir); !sameFiles(got, undone) {
				t.Errorf("%d done, then put back: %q", done, got)
			}
			if _, err := f.LastChange(); !errors.Is(err, ErrNoChange) {
				t.Errorf("what was cut off is taken for a change: %v", err)
			}
		}
	}
}
