package evidence

import (
	"context"
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

func manyWrites(n int) []FileWrite {
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
		if err := WriteCorpus(dir, manyWrites(killed)); err != nil {
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
		cut := false
		if _, err := os.Stat(filepath.Join(dir, underWay, "journal")); err == nil {
			cut = true
		}
		if undone, err := Recover(dir); err != nil || undone != cut {
			t.Fatal(undone, err)
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
			for i, f := range manyWrites(n) {
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
			if undone, err := Recover(dir); err != nil || !undone {
				t.Fatal(undone, err)
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
		err := WriteCorpus(dir, append(manyWrites(2), tt.file))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.file.Name, err)
		}
		if got := state(t, dir, 2); got != "old" {
			t.Errorf("%s: %s", tt.file.Name, got)
		}
	}
	// While another program writes (process 1 always runs), nothing is touched;
	// one on another machine cannot be asked.
	host, _ := os.Hostname()
	for owner, busy := range map[string]bool{"1": runtime.GOOS != "windows", "1 " + host: runtime.GOOS != "windows", "1 elsewhere": true,
		"2147483646 elsewhere": true, "2147483646 " + host: false, "": false, whose(): false} {
		dir := lay(t, 2)
		work := filepath.Join(dir, underWay)
		begin := func() {
			if err := errors.Join(os.MkdirAll(work, 0o755), os.WriteFile(filepath.Join(work, "pid"), []byte(owner), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		begin()
		if err := WriteCorpus(dir, manyWrites(2)); errors.Is(err, ErrBusy) != busy || err != nil && !busy {
			t.Errorf("%q: %v", owner, err)
		}
		// The number of a program that ended long ago says nothing any more.
		begin()
		old := time.Now().Add(-longestWrite - time.Minute)
		if err := os.Chtimes(work, old, old); err != nil {
			t.Fatal(err)
		}
		if _, err := Recover(dir); err != nil {
			t.Errorf("%q, long ago: %v", owner, err)
		}
	}
}

// TestSteadily reads a corpus again and again while another program changes all
// of its files to and fro, and is killed in the end: it is never seen between.
func TestSteadily(t *testing.T) {
	const n = 60
	texts := map[bool]string{false: strings.Repeat("old ", 100), true: strings.Repeat("new ", 100)}
	if dir := os.Getenv("LECTIO_TEST_CHANGE"); dir != "" {
		for to := true; ; to = !to {
			var list []FileWrite
			for i := range n {
				list = append(list, FileWrite{fmt.Sprintf("evidence/records/A.%d.yaml", i), []byte(texts[!to]), []byte(texts[to])})
			}
			if err := WriteCorpus(dir, list); err != nil {
				fmt.Println(err)
				return
			}
			fmt.Println("written")
			time.Sleep(60 * time.Millisecond)
		}
	}
	dir := lay(t, n)
	cmd := exec.Command(os.Args[0], "-test.run=^TestSteadily$")
	cmd.Env = append(os.Environ(), "LECTIO_TEST_CHANGE="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	if _, err := out.Read(make([]byte, 7)); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	look := func() error {
		clear(seen)
		for i := range n {
			data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("evidence/records/A.%d.yaml", i)))
			if err != nil {
				return err
			}
			seen[string(data[:3])]++
			if i%20 == 10 {
				time.Sleep(time.Millisecond)
			}
		}
		return nil
	}
	states := map[string]int{}
	for range 40 {
		switch _, err := Steadily(context.Background(), dir, look); {
		case errors.Is(err, ErrBusy): // on a machine with much else to do
			continue
		case err != nil:
			t.Fatal(err)
		}
		if len(seen) != 1 || seen["old"]+seen["new"] != n {
			t.Errorf("between two states: %v", seen)
		}
		for s := range seen {
			states[s]++
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if states["old"] == 0 || states["new"] == 0 {
		t.Errorf("the other program changed nothing: %v", states)
	}
	if _, err := Steadily(context.Background(), dir, look); err != nil || len(seen) != 1 {
		t.Errorf("%v %v", seen, err)
	}
	if _, err := os.Stat(filepath.Join(dir, underWay)); err == nil {
		t.Error("the write that was cut off is still there")
	}
	// What is asked to stop stops.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, underWay), 0o755), os.WriteFile(filepath.Join(dir, underWay, "pid"), []byte("1 elsewhere"), 0o644)); err != nil {
		t.Fatal(err)
	}
	if _, err := Steadily(ctx, dir, look); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
