package sheet

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// ended is the number of a program that has ended.
func ended(t *testing.T) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

// names lists a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

// What a killed program left is taken away by the next one that writes the same
// file; what belongs to one that runs, to another machine or to another file stays.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.txt")
	put := func(name string) string {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	put(fmt.Sprintf(".a.txt.lectio-%s%d-0.tmp", machine(), ended(t)))
	stays := []string{
		put(fmt.Sprintf(".a.txt.lectio-%s%d-0.tmp", machine(), os.Getppid())),
		put(fmt.Sprintf(".a.txt.lectio-0-%d-0.tmp", ended(t))),
		put(fmt.Sprintf(".b.txt.lectio-%s%d-0.tmp", machine(), ended(t))),
		put(".a.txt.lectio-notes"), put("z.tmp"),
	}
	if err := WriteFiles(File{path, []byte("text")}); err != nil {
		t.Fatal(err)
	}
	got := names(t, dir)
	for _, name := range append(stays, "a.txt") {
		if !strings.Contains(got, name) {
			t.Errorf("%s is gone: %s", name, got)
		}
	}
	if n := len(strings.Fields(got)); n != len(stays)+1 {
		t.Errorf("%d files are left: %s", n, got)
	}
	// A folder whose place was being taken gets it back.
	lost := filepath.Join(dir, fmt.Sprintf(".f.lectio-%s%d-0.tmp", machine(), ended(t)), Replaced)
	if err := errors.Join(os.MkdirAll(lost, 0o755), os.WriteFile(filepath.Join(lost, "x"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	Sweep(filepath.Join(dir, "f"))
	if got := names(t, filepath.Join(dir, "f")); got != "x" || strings.Contains(names(t, dir), ".f.lectio") {
		t.Errorf("the folder holds %q, beside it is %s", got, names(t, dir))
	}
}

// A file keeps its permissions, and a link goes on leading to it.
func TestWriteFilesKeeps(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such permissions")
	}
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "l")
	if err := errors.Join(os.WriteFile(path, []byte("old"), 0o600), os.Symlink("a", link)); err != nil {
		t.Fatal(err)
	}
	if err := WriteFiles(File{link, []byte("new")}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
	info, err = os.Stat(path)
	data, rerr := os.ReadFile(path)
	if err != nil || rerr != nil || info.Mode().Perm() != 0o600 || string(data) != "new" {
		t.Errorf("%v %q %v %v", info.Mode(), data, err, rerr)
	}
}

// When one file of several cannot be written none is, and nothing is left behind.
func TestWriteFilesAllOrNone(t *testing.T) {
	dir := t.TempDir()
	err := WriteFiles(File{filepath.Join(dir, "a"), []byte("x")}, File{filepath.Join(dir, "no", "b"), []byte("x")})
	if err == nil || !strings.Contains(err.Error(), filepath.Join("no", "b")+": cannot be written") || names(t, dir) != "" {
		t.Errorf("%v, left: %s", err, names(t, dir))
	}
	if err := WriteFiles(File{dir, nil}); err == nil || !strings.Contains(err.Error(), "it is a folder") {
		t.Error(err)
	}
}
