package evidence

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// manyFiles are the files of a corpus before and after a write that changes half
// of them and adds as many.
func manyFiles(n int, version string) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("evidence/records/A.%d.yaml", i)] = strings.Repeat("old ", 100)
		if version == "new" {
			files[fmt.Sprintf("evidence/records/A.%d.yaml", i)] = strings.Repeat("new ", 100)
			files[fmt.Sprintf("evidence/records/B.%d.yaml", i)] = strings.Repeat("added ", 100)
		}
	}
	return files
}

func writes(n int) []FileWrite {
	var list []FileWrite
	for i := range n {
		list = append(list,
			FileWrite{fmt.Sprintf("evidence/records/A.%d.yaml", i), []byte(strings.Repeat("old ", 100)), []byte(strings.Repeat("new ", 100))},
			FileWrite{fmt.Sprintf("evidence/records/B.%d.yaml", i), nil, []byte(strings.Repeat("added ", 100))})
	}
	return list
}

// lay writes a corpus of old files.
func lay(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range manyFiles(n, "old") {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// state says whether a corpus is the old or the new one, and fails when it is
// neither.
func state(t *testing.T, dir string, n int) string {
	t.Helper()
	got := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		if rel = filepath.ToSlash(rel); !strings.HasPrefix(rel, ".lectio/writing-") { // a folder that was never begun
			got[rel] = string(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"old", "new"} {
		want := manyFiles(n, version)
		equal := len(want) == len(got)
		for name, text := range want {
			equal = equal && got[name] == text
		}
		if equal {
			return version
		}
	}
	t.Fatalf("the corpus is neither as it was nor as it was to be: %d files", len(got))
	return ""
}

const killed = 150

// TestWriteKilled kills a program that writes, at many moments: the corpus is
// then as it was, or as it was to be, and nothing between.
func TestWriteKilled(t *testing.T) {
	if dir := os.Getenv("LECTIO_TEST_WRITE"); dir != "" {
		fmt.Println("ready")
		if err := WriteCorpus(dir, writes(killed)); err != nil {
			fmt.Println(err)
		}
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("a program cannot be killed there in the middle of a rename")
	}
	seen := map[string]int{}
	mixed := 0
	for i := range 30 {
		dir := lay(t, killed)
		cmd := exec.Command(os.Args[0], "-test.run=^TestWriteKilled$")
		cmd.Env = append(os.Environ(), "LECTIO_TEST_WRITE="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ready := make([]byte, 5)
		if _, err := out.Read(ready); err != nil {
			t.Fatal(err)
		}
		// The moments are spread over the write; some wait for its second half.
		if i%2 == 0 {
			for range 20000 {
				if _, err := os.Stat(filepath.Join(dir, underWay, "journal")); err == nil {
					break
				}
				time.Sleep(50 * time.Microsecond)
			}
		}
		time.Sleep(time.Duration(i*i) * 40 * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if _, err := os.Stat(filepath.Join(dir, underWay, "journal")); err == nil {
			mixed++
		}
		if err := Recover(dir); err != nil {
			t.Fatal(err)
		}
		seen[state(t, dir, killed)]++
	}
	t.Logf("%v, cut off among the renames %d times", seen, mixed)
	if seen["old"] == 0 {
		t.Errorf("no write was cut off: %v", seen)
	}
}

// TestRecoverEverywhere cuts a write off behind every rename, and the undoing of
// it too.
func TestRecoverEverywhere(t *testing.T) {
	const n = 3
	for renamed := range 2*n + 1 {
		for undone := range 2*n + 1 {
			dir := lay(t, n)
			work := filepath.Join(dir, underWay)
			if err := os.MkdirAll(work, 0o755); err != nil {
				t.Fatal(err)
			}
			var j strings.Builder
			j.WriteString(`{"files":[`)
			for i, f := range writes(n) {
				target := filepath.Join(dir, filepath.FromSlash(f.Name))
				if i > 0 {
					j.WriteByte(',')
				}
				fmt.Fprintf(&j, `{"name":%q,"new":%v}`, f.Name, f.Old == nil)
				place := filepath.Join(work, "new."+itoa(i))
				if i < renamed {
					place = target
				}
				if err := os.WriteFile(place, f.New, 0o644); err != nil {
					t.Fatal(err)
				}
				if f.Old == nil {
					if i < renamed && i < undone {
						os.Remove(target)
					}
					continue
				}
				place = filepath.Join(work, "old."+itoa(i))
				if i < renamed && i < undone {
					place = target
				}
				if err := os.WriteFile(place, f.Old, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(filepath.Join(work, "journal"), []byte(j.String()+"]}"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := Recover(dir); err != nil {
				t.Fatal(err)
			}
			if got := state(t, dir, n); got != "old" {
				t.Fatalf("%d renamed, %d undone: %s", renamed, undone, got)
			}
		}
	}
}

func TestWriteCorpusRefuses(t *testing.T) {
	for _, tt := range []struct {
		file FileWrite
		want string
	}{
		{FileWrite{"evidence/records/../../x", nil, []byte("x")}, "no file of a corpus"},
		{FileWrite{"/etc/x", nil, []byte("x")}, "no file of a corpus"},
		{FileWrite{`evidence/records/a\b.yaml`, nil, []byte("x")}, "no file of a corpus"},
		{FileWrite{"rulesets/x.yaml", nil, []byte("x")}, "no file of a corpus"},
		{FileWrite{"evidence/records/A.0.yaml", nil, []byte("x")}, "is there already"},
		{FileWrite{"evidence/records/A.0.yaml", []byte("else"), []byte("x")}, "has changed since it was read"},
		{FileWrite{"evidence/records/C.yaml", []byte("else"), []byte("x")}, "cannot be read"},
	} {
		dir := lay(t, 2)
		err := WriteCorpus(dir, append(writes(2), tt.file))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.file.Name, err)
		}
		if got := state(t, dir, 2); got != "old" {
			t.Errorf("%s: %s", tt.file.Name, got)
		}
	}
	// While another program writes (process 1 always runs), nothing is touched.
	dir := lay(t, 2)
	work := filepath.Join(dir, underWay)
	if err := errors.Join(os.MkdirAll(work, 0o755), os.WriteFile(filepath.Join(work, "pid"), []byte("1"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if err := WriteCorpus(dir, writes(2)); !errors.Is(err, ErrBusy) && runtime.GOOS != "windows" {
		t.Errorf("%v", err)
	}
}
