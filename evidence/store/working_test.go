package store

import (
	"os"
	"path/filepath"
	"testing"
)

// A copy is put in its place when it is whole, so that a program killed at any moment leaves none
// that somebody could take for his edit: one that is written anew does not change the file before it.
func TestWorkingCopyIsWhole(t *testing.T) {
	dir := t.TempDir()
	f := Open(dir)
	w, err := f.WorkingCopy("a.yaml", []byte("first"), false)
	if err != nil || w.Resumed {
		t.Fatal(w, err)
	}
	before := filepath.Join(dir, "before")
	if err := os.Link(w.Path, before); err != nil {
		t.Skip("no second names here: ", err)
	}
	if w, err = f.WorkingCopy("a.yaml", []byte("second"), false); err != nil || !w.Resumed {
		t.Errorf("an edit that was not ended: %+v %v", w, err)
	}
	if _, err = f.WorkingCopy("a.yaml", []byte("second"), true); err != nil {
		t.Fatal(err)
	}
	for file, expected := range map[string]string{w.Path: "second", before: "first"} {
		if text, err := os.ReadFile(file); err != nil || string(text) != expected {
			t.Errorf("%s holds %q %v, expected %q", filepath.Base(file), text, err, expected)
		}
	}
	if err := w.Discard(); err != nil {
		t.Error(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".lectio", "edit*")); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}
