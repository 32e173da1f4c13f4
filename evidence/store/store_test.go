package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/testdata/long"
)

// TestMain keeps what belongs to the user who tests out of the tests.
func TestMain(m *testing.M) {
	if os.Getenv("LECTIO_STATE") != "" { // a program that a test started
		os.Exit(m.Run())
	}
	dir, err := os.MkdirTemp("", "lectio-state-*")
	if err != nil {
		panic(err)
	}
	os.Setenv("LECTIO_STATE", dir)
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

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

// shownState says which of the two a reader is shown, who changes nothing.
func shownState(t *testing.T, dir string, n int) string {
	t.Helper()
	before := filesOf(t, dir)
	got := ""
	_, err := Open(dir).Steadily(context.Background(), func(fsys fs.FS) error {
		names, err := fs.ReadDir(fsys, "evidence/records")
		got = "old"
		if len(names) == 2*n {
			got = "new"
		}
		for _, name := range names {
			data, rerr := fs.ReadFile(fsys, "evidence/records/"+name.Name())
			if want := manyFiles(n, got)["evidence/records/"+name.Name()]; rerr != nil || want != string(data) {
				t.Errorf("%s is shown as %.10q, %v", name.Name(), data, rerr)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if after := filesOf(t, dir); after != before {
		t.Errorf("reading changed the corpus from %s to %s", before, after)
	}
	return got
}

// filesOf are all files of a directory with their sizes and times.
func filesOf(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			fmt.Fprintf(&b, "%s %d %s\n", path, info.Size(), info.ModTime())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const killed = 150

// TestWriteKilled kills a program that writes, at many moments: the corpus is
// then as it was, or as it was to be, and nothing between.
func TestWriteKilled(t *testing.T) {
	long.Slow(t)
	if dir := os.Getenv("LECTIO_TEST_WRITE"); dir != "" {
		fmt.Println("ready")
		if err := Open(dir).Write(manyWrites(killed)); err != nil {
			fmt.Println(err)
		}
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("a program cannot be killed there in the middle of a rename")
	}
	seen := map[string]int{}
	mixed := 0
	for i := 0; i < 30; i += long.Of(3, 1) {
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
		// Readers see one state and change nothing; then it is undone.
		shown := shownState(t, dir, killed)
		if _, err := Open(dir).Recover(false); err != nil {
			t.Fatal(err)
		}
		undone := state(t, dir, killed)
		if shown != undone {
			t.Errorf("readers were shown the %s corpus, and it is the %s one", shown, undone)
		}
		seen[undone]++
	}
	t.Logf("%v, cut off among the renames %d times", seen, mixed)
	if seen["old"] == 0 {
		t.Errorf("no write was cut off: %v", seen)
	}
}

// cut lays a corpus as a write of this user's leaves it that was cut off behind so
// many renames, and its undoing behind so many.
func cut(t *testing.T, n, renamed, undone int) string {
	t.Helper()
	dir := lay(t, n)
	work := filepath.Join(dir, underWay)
	if err := os.MkdirAll(work, 0o755); err != nil {
		t.Fatal(err)
	}
	j := journal{Secret: "a secret"}
	for i, f := range manyWrites(n) {
		target := filepath.Join(dir, filepath.FromSlash(f.Name))
		j.Files = append(j.Files, journalFile{f.Name, f.Old == nil})
		place := filepath.Join(work, "new."+strconv.Itoa(i))
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
		place = filepath.Join(work, "old."+strconv.Itoa(i))
		if i < renamed && i < undone {
			place = target
		}
		if err := os.WriteFile(place, f.Old, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := json.Marshal(j)
	_, secret, verr := Open(dir).vouchers()
	err = errors.Join(err, verr, os.WriteFile(filepath.Join(work, "journal"), data, 0o644),
		os.MkdirAll(filepath.Dir(secret), 0o755), os.WriteFile(secret, []byte(j.Secret), 0o644))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestRecoverEverywhere cuts a write off behind every rename, and the undoing of
// it too: readers see what was before, and so does whoever undoes it.
func TestRecoverEverywhere(t *testing.T) {
	const n = 3
	for renamed := range 2*n + 1 {
		for undone := range 2*n + 1 {
			dir := cut(t, n, renamed, undone)
			if got := shownState(t, dir, n); got != "old" {
				t.Fatalf("%d renamed, %d undone: readers see the %s corpus", renamed, undone, got)
			}
			if _, err := Open(dir).Recover(false); err != nil {
				t.Fatal(err)
			}
			if got := state(t, dir, n); got != "old" {
				t.Fatalf("%d renamed, %d undone: %s", renamed, undone, got)
			}
			// The next write begins with undoing.
			dir = cut(t, n, renamed, undone)
			if err := Open(dir).Write(manyWrites(n)); err != nil {
				t.Fatal(err)
			}
			if got := state(t, dir, n); got != "new" {
				t.Fatalf("%d renamed, %d undone, written again: %s", renamed, undone, got)
			}
		}
	}
	// With keep what stands stays.
	dir := cut(t, n, 2*n, 0)
	if _, err := Open(dir).Recover(true); err != nil || state(t, dir, n) != "new" {
		t.Fatalf("kept: %v", err)
	}
}

// TestForeignJournal is a corpus that came with a journal: it is never acted on
// by itself, whatever it says of who wrote it.
func TestForeignJournal(t *testing.T) {
	for name, change := range map[string]func(journal, string){
		"no secret":      func(_ journal, secret string) { os.Remove(secret) },
		"another secret": func(_ journal, secret string) { _ = os.WriteFile(secret, []byte("another"), 0o600) },
		"empty secret":   func(_ journal, secret string) { _ = os.WriteFile(secret, nil, 0o600) },
	} {
		dir := cut(t, 3, 4, 0)
		_, secret, err := Open(dir).vouchers()
		if err != nil {
			t.Fatal(err)
		}
		change(journal{}, secret)
		before := filesOf(t, dir)
		met, err := Open(dir).Steadily(context.Background(), func(fsys fs.FS) error {
			data, err := fs.ReadFile(fsys, "evidence/records/A.0.yaml")
			if string(data[:3]) != "new" {
				t.Errorf("%s: the old contents are read", name)
			}
			return err
		})
		if met == nil || met.Own || met.Unread != nil || err != nil {
			t.Errorf("%s: met %v, %v", name, met, err)
		}
		if err := Open(dir).Write(manyWrites(3)); !errors.Is(err, ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
		if filesOf(t, dir) != before {
			t.Errorf("%s: the corpus was changed", name)
		}
		if done, err := Open(dir).Recover(false); err != nil || len(done) != 4 || state(t, dir, 3) != "old" {
			t.Errorf("%s: %v %v", name, done, err)
		}
	}
}

// TestUnreadWrite is a write that cannot be looked into: nobody says whose it is, or that
// there is one.
func TestUnreadWrite(t *testing.T) {
	for name, what := range map[string]func(dir, secret string) string{
		"journal": func(dir, _ string) string { return filepath.Join(dir, underWay, "journal") },
		"secret":  func(_, secret string) string { return secret },
	} {
		dir := cut(t, 3, 4, 0)
		_, secret, err := Open(dir).vouchers()
		if err != nil {
			t.Fatal(err)
		}
		// A folder in its place cannot be read, not even by root.
		file := what(dir, secret)
		if err := errors.Join(os.Remove(file), os.Mkdir(file, 0o700)); err != nil {
			t.Fatal(err)
		}
		met, err := Open(dir).Steadily(context.Background(), func(fs.FS) error { return nil })
		if met == nil || met.Own || met.Unread == nil || err != nil {
			t.Errorf("%s: met %+v, %v", name, met, err)
		}
		if err := Open(dir).Write(manyWrites(3)); errors.Is(err, ErrForeign) || err == nil || !strings.Contains(err.Error(), "is not known") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWriteKeeps permissions, and what new files get is what the user leaves them.
func TestWriteKeeps(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such permissions")
	}
	dir := lay(t, 2)
	name := filepath.Join(dir, "evidence/records/A.0.yaml")
	if err := os.Chmod(name, 0o664); err != nil {
		t.Fatal(err)
	}
	if err := Open(dir).Write(manyWrites(2)); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other")
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for file, like := range map[string]string{"A.0": "", "A.1": "", "B.0": other} {
		info, err := os.Stat(filepath.Join(dir, "evidence/records", file+".yaml"))
		want := map[string]fs.FileMode{"A.0": 0o664, "A.1": 0o644}[file]
		if like != "" {
			as, serr := os.Stat(like)
			if serr != nil {
				t.Fatal(serr)
			}
			want = as.Mode().Perm()
		}
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, want %v, %v", file, info.Mode(), want, err)
		}
	}
}

// TestFolderRefuses reads and writes nothing through links, devices and pipes, and
// nothing that is too large.
func TestFolderRefuses(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	dir, outside := lay(t, 2), t.TempDir()
	victim := filepath.Join(outside, "a")
	records := filepath.Join(dir, "evidence", "records")
	err := errors.Join(os.WriteFile(victim, []byte("precious"), 0o644),
		os.Symlink(victim, filepath.Join(records, "L.yaml")),
		os.Symlink("A.0.yaml", filepath.Join(records, "inside.yaml")),
		os.Symlink("/dev/zero", filepath.Join(records, "Z.yaml")),
		os.Symlink(outside, filepath.Join(dir, "evidence", "x")),
		os.WriteFile(filepath.Join(records, "big.yaml"), nil, 0o644),
		os.Truncate(filepath.Join(records, "big.yaml"), yamlpos.MaxFile+1))
	if err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("mkfifo", filepath.Join(records, "pipe.yaml")).Run(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{"records/L.yaml": errLink, "records/inside.yaml": errLink, "records/Z.yaml": errLink, "x/a": errLink,
		"records/pipe.yaml": errKind, "records/big.yaml": errLarge, "records/A.0.yaml/b": errFile, "records/../records/A.0.yaml": fs.ErrInvalid} {
		if _, err := fs.ReadFile(Open(dir).FS(), "evidence/"+name); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	for _, name := range []string{"evidence/x/a", "evidence/x/new", "evidence/records/L.yaml"} {
		old := []byte("precious")
		if name == "evidence/x/new" {
			old = nil
		}
		if err := Open(dir).Write([]FileWrite{{name, old, []byte("gone")}}); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	linked := filepath.Join(t.TempDir(), "corpus")
	if err := os.Symlink(dir, linked); err != nil {
		t.Fatal(err)
	}
	if _, err := fs.ReadFile(Open(linked).FS(), "evidence/records/A.0.yaml"); err != nil {
		t.Errorf("the corpus itself may be a link: %v", err)
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) != 1 {
		t.Errorf("%v %v", left, err)
	}
	if data, err := os.ReadFile(victim); err != nil || string(data) != "precious" {
		t.Errorf("%s %v", data, err)
	}
}

// A write that was killed when all was done but to keep what was there before is finished by
// Tidy; one that was killed before that is left for Write or Recover.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "evidence/records/A.yaml")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := Open(dir)
	if err := f.write("a change", []FileWrite{{"evidence/records/A.yaml", []byte("old"), []byte("new")}}); err != nil {
		t.Fatal(err)
	}
	last, writing := filepath.Join(dir, ".lectio/last"), filepath.Join(dir, underWay)
	if err := os.Rename(last, writing); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(writing+"/journal", []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := f.Tidy(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(writing); err != nil {
		t.Error("a write with a journal is taken for one that is done")
	}
	if err := os.Remove(writing + "/journal"); err != nil {
		t.Fatal(err)
	}
	if err := f.Tidy(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(last + "/change"); err != nil {
		t.Error("what was there before the last change is not kept:", err)
	}
}

func TestWriteRefuses(t *testing.T) {
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
		err := Open(dir).Write(append(manyWrites(2), tt.file))
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.file.Name, err)
		}
		if got := state(t, dir, 2); got != "old" {
			t.Errorf("%s: %s", tt.file.Name, got)
		}
	}
	// While another program of this user's writes, nothing is touched.
	dir := lay(t, 2)
	lock, _, err := Open(dir).vouchers()
	if err != nil {
		t.Fatal(err)
	}
	other := flock.New(lock)
	if held, err := other.TryLock(); !held || err != nil {
		t.Fatal(held, err)
	}
	if err := Open(dir).Write(manyWrites(2)); !errors.Is(err, ErrBusy) || state(t, dir, 2) != "old" {
		t.Errorf("while another writes: %v", err)
	}
	if _, err := Open(dir).Recover(false); !errors.Is(err, ErrBusy) {
		t.Errorf("while another writes: %v", err)
	}
	if err := errors.Join(other.Unlock(), Open(dir).Write(manyWrites(2))); err != nil {
		t.Error(err)
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
			if err := Open(dir).Write(list); err != nil {
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
	look := func(fsys fs.FS) error {
		clear(seen)
		for i := range n {
			data, err := fs.ReadFile(fsys, fmt.Sprintf("evidence/records/A.%d.yaml", i))
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
	for begun, reads := time.Now(), 0; reads < 40 || (states["old"] == 0 || states["new"] == 0) && time.Since(begun) < 20*time.Second; reads++ {
		if _, err := Open(dir).Steadily(context.Background(), look); err != nil {
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
	if _, err := Open(dir).Steadily(context.Background(), look); err != nil || len(seen) != 1 {
		t.Errorf("%v %v", seen, err)
	}
	// What is asked to stop stops.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(dir).Steadily(ctx, func(fsys fs.FS) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
