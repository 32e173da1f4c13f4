//go:build unix

package yamlpos

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What is no file, or too much of one, is refused before anything is read of it.
func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := syscall.Mkfifo(in("pipe"), 0o600); err != nil {
		t.Skip(err)
	}
	l, err := net.Listen("unix", in("socket"))
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	for link, to := range map[string]string{"zero": "/dev/zero", "pipe2": in("pipe"), "file2": in("file"), "gone": in("nothing")} {
		if err := os.Symlink(to, in(link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(in("file"), []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(in("huge"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(in("huge"), 1<<40); err != nil { // takes no room
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"file": "", "file2": "",
		"pipe":   "the file cannot be read: it is a pipe; write what comes through it to a file first; expected a ruleset",
		"pipe2":  "it is a pipe",
		"zero":   "the file cannot be read: it is a device; write what comes from it to a file first",
		"socket": "it is a socket",
		".":      "it is a folder",
		"gone":   "the file cannot be read: no such file or directory; expected a ruleset",
		"huge":   "the file is too large to be read; put what it holds into several files; found 1099511627776 bytes (1048576.0 MiB), expected at most 10 bytes",
	} {
		begun := time.Now()
		data, err := ReadFile(in(name), "a ruleset", 10)
		switch {
		case want == "" && (err != nil || string(data) != "0123456789"):
			t.Errorf("%s: %q, %v", name, data, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), in(name)+": ") && name != "." || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, expected %s", name, err, want)
		}
		if took := time.Since(begun); took > 5*time.Second {
			t.Errorf("%s: it took %s", name, took)
		}
	}
	if _, err := ReadFile(in("file"), "a ruleset", 9); err == nil {
		t.Error("one byte too many was read")
	}
}
