package kept

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What is kept comes back as it was, or not at all, and the least lately used goes first.
func TestFolder(t *testing.T) {
	var notes []string
	f := &Folder{Dir: filepath.Join(t.TempDir(), "new"), Note: func(s string) { notes = append(notes, s) }}
	if f.Read("a") != nil || len(notes) > 0 {
		t.Errorf("something was kept in no folder: %q", notes)
	}
	f.Keep("a", []byte("first\nline"))
	if got := f.Read("a"); string(got) != "first\nline" {
		t.Errorf("%q", got)
	}
	f.Keep("a", []byte("another"))
	if got := f.Read("a"); string(got) != "another" {
		t.Errorf("%q", got)
	}
	whole, err := os.ReadFile(filepath.Join(f.Dir, "a"))
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range [][]byte{nil, whole[:len(whole)-1], bytes.Replace(whole, []byte("another"), []byte("another "), 1), []byte("\n")} {
		g := &Folder{Dir: f.Dir, Note: f.Note}
		notes = nil
		if err := os.WriteFile(filepath.Join(f.Dir, "a"), damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := g.Read("a"); got != nil || len(notes) != 1 {
			t.Errorf("of %q it reads %q, and says %q", damaged, got, notes)
		}
	}

	old := func(name string, days int) {
		when := time.Now().AddDate(0, 0, -days)
		if err := os.Chtimes(filepath.Join(f.Dir, name), when, when); err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range []string{"a", "b"} {
		f.Keep(name, []byte("x"))
		_ = os.Truncate(filepath.Join(f.Dir, name), Most/2+1) // of no bytes on the disk
		old(name, 3-i)
	}
	for i, name := range []string{making + "1", making + "2"} {
		if err := os.WriteFile(filepath.Join(f.Dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		old(name, 2*i)
	}
	f.Keep("c", []byte("x"))
	var left []string
	entries, _ := os.ReadDir(f.Dir)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if got := strings.Join(left, " "); got != "b c "+making+"1" {
		t.Errorf("left are %s", got)
	}
}

// Where nothing can be kept that is said once, and nothing fails.
func TestNowhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var notes []string
	f := &Folder{Dir: filepath.Join(file, "below"), Note: func(s string) { notes = append(notes, s) }}
	f.Keep("a", []byte("x"))
	f.Keep("b", []byte("x"))
	if f.Read("a") != nil || len(notes) != 1 {
		t.Errorf("%q", notes)
	}
	none := &Folder{}
	none.Keep("a", []byte("x"))
	if none.Read("a") != nil {
		t.Error("a folder that keeps nothing has kept something")
	}
}
