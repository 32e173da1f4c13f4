package patch

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lectio/lectio/testdata/fuzz"
	"github.com/lectio/lectio/testdata/long"
)

// folder are files by their names.
type folder map[string]string

func (f folder) read(name string) ([]byte, error) {
	text, ok := f[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(text), nil
}

// with is the folder once files are written.
func (f folder) with(files []File) folder {
	now := maps.Clone(f)
	for _, x := range files {
		if delete(now, x.Name); x.New != nil {
			now[x.Name] = string(x.New)
		}
	}
	return now
}

// between are the files that differ in two folders.
func between(old, now folder) (files []File) {
	names := slices.Sorted(maps.Keys(now))
	for name := range old {
		if _, there := now[name]; !there {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		f := File{Name: name}
		if text, there := old[name]; there {
			f.Old = []byte(text)
		}
		if text, there := now[name]; there {
			f.New = []byte(text)
		}
		files = append(files, f)
	}
	return files
}

// git runs git in a folder that belongs to no repository.
func git(t testing.TB, dir, in string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(in)
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func needsGit(t testing.TB) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
}

// lay puts files into a new folder.
func lay(t testing.TB, files folder) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// laid are the files of a folder.
func laid(t testing.TB, dir string) folder {
	t.Helper()
	files := folder{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// gitApplies are the files that git makes of others by a patch.
func gitApplies(t testing.TB, files folder, text string) (folder, error) {
	t.Helper()
	dir := lay(t, files)
	if out, err := git(t, dir, text, "-c", "core.autocrlf=false", "apply"); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return laid(t, dir), nil
}

// gitWrites are patches of two folders as git diff writes them: by itself, and without looking for renames.
func gitWrites(t testing.TB, old, now folder) (patches []string) {
	t.Helper()
	at := t.TempDir()
	run := func(args ...string) string {
		out, err := git(t, at, "", append([]string{"-c", "core.autocrlf=false", "-c", "core.safecrlf=false", "--git-dir=" + at + "/.git"}, args...)...)
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return out
	}
	run("init", "-q")
	var trees []string
	for _, files := range []folder{old, now} {
		run("--work-tree="+lay(t, files), "add", "-A", ".")
		trees = append(trees, strings.TrimSpace(run("write-tree")))
	}
	for _, renames := range []string{"--find-renames", "--no-renames"} {
		patches = append(patches, run(append([]string{"diff", "--text", renames}, trees...)...))
	}
	return patches
}

// made makes folders by chance: a few lines, so that many are alike, with all that ends lines and files.
type made struct{ *rand.Rand }

func (m made) text() string {
	var b strings.Builder
	words := []string{"a", "b", "- c", "+d", "", " ", "\\ e", "@@ -1 +1 @@", "ö", "\xff", "-- ", "diff --git a/x b/x"}
	for range m.IntN(14) {
		b.WriteString(words[m.IntN(len(words))] + []string{"\n", "\n", "\n", "\r\n"}[m.IntN(4)])
	}
	if text := b.String(); m.IntN(4) == 0 {
		return strings.TrimRight(text, "\n")
	}
	return b.String()
}

// changed is a text with some lines taken away, added or moved.
func (m made) changed(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for range 1 + m.IntN(3) {
		switch at := m.IntN(len(lines)); m.IntN(3) {
		case 0:
			lines = slices.Insert(lines, at, fmt.Sprintf("new %d\n", m.IntN(5)))
		case 1:
			lines = append(slices.Delete(lines, at, at+1), "")
		default:
			lines[at] = "other\n"
		}
	}
	return strings.Join(lines, "")
}

func (m made) folders() (old, now folder) {
	old, now = folder{}, folder{}
	for _, name := range []string{"x", "records/a b.yaml", "records/Mühle \"1\".yaml", "rules/deep/er/y", "z\\", "b/c b/c"} {
		if m.IntN(3) > 0 {
			old[name] = m.text()
		}
		switch m.IntN(4) {
		case 0:
			now[name] = m.text()
		case 1: // it goes, or is not there
		case 2:
			now[name] = m.changed(old[name])
		default:
			if text, there := old[name]; there {
				now[name] = text
			}
		}
	}
	return old, now
}

// A patch turns the files that it was made of into those that they became, here and with git; what git diff writes of
// the same folders does so here; and a patch that has been applied is known.
func TestPatch(t *testing.T) {
	needsGit(t)
	for seed := range uint64(long.Of(20, 400)) {
		m := made{rand.New(rand.NewPCG(seed, 1))}
		old, now := m.folders()
		text := Write(between(old, now))
		if text == "" {
			continue
		}
		if got, err := gitApplies(t, old, text); err != nil || !maps.Equal(got, now) {
			t.Fatalf("%d: git makes %q of it, %v\n%s%s", seed, got, err, text, cmp.Diff(now, got))
		}
		for _, text := range append(gitWrites(t, old, now), text) {
			p, errs := Read("p", []byte(text))
			if len(errs) > 0 {
				t.Fatalf("%d: %v\n%s", seed, errs, text)
			}
			files, errs := p.Apply("", old.read)
			if got := old.with(files); len(errs) > 0 || !maps.Equal(got, now) {
				t.Fatalf("%d: %v\n%s%s", seed, errs, text, cmp.Diff(now, got))
			}
			if _, errs := p.Apply("", now.read); len(errs) != 1 || !strings.Contains(errs[0].Message, "applied already") && !maps.Equal(old, now) {
				t.Fatalf("%d: applied again: %v\n%s", seed, errs, text)
			}
		}
	}
}

// Two texts of many lines are compared at once, also where all lines are alike or none is.
func TestLargeTexts(t *testing.T) {
	var same, other, turned strings.Builder
	for i := range 200_000 {
		same.WriteString("a\n")
		fmt.Fprintf(&other, "%d\n", i)
		fmt.Fprintf(&turned, "%d\n", 200_000-i)
	}
	begun := time.Now()
	for _, x := range [][2]string{{same.String(), other.String()}, {other.String(), turned.String()}, {same.String(), same.String() + "b\n" + same.String()}} {
		files := []File{{"x", []byte(x[0]), []byte(x[1])}}
		p, errs := Read("p", []byte(Write(files)))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		got, errs := p.Apply("", folder{"x": x[0]}.read)
		if len(errs) > 0 || string(got[0].New) != x[1] {
			t.Errorf("%v", errs)
		}
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

// A few lines that change make a patch of a few lines.
func TestHunks(t *testing.T) {
	old := "id: a\ngame: b\n\nclauses:\n  - n: 1\n    text: x\n  - n: 2\n    text: x\n  - n: 3\n    text: y\n"
	now := strings.Replace(old, "text: x\n  - n: 3", "text: z\n  - n: 3", 1)
	want := `diff --git a/x b/x
--- a/x
+++ b/x
@@ -5,6 +5,6 @@
   - n: 1
     text: x
   - n: 2
-    text: x
+    text: z
   - n: 3
     text: y
`
	if got := Write([]File{{"x", []byte(old), []byte(now)}}); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

// base are files that patches of the fuzz target change.
var base = folder{"records/a.yaml": "id: a\ngame: b\n\nclauses:\n  - n: 1\n    text: x\n  - n: 2\n    text: x\n", "empty": "", "end": "one\ntwo", "crlf": "one\r\ntwo\r\n"}

// FuzzPatch: a patch is read, or an error with a place in it; and what is applied gives the files that git makes.
func FuzzPatch(f *testing.F) {
	_, noGit := exec.LookPath("git")
	fuzz.Target(f, "patch", func(t *testing.T, data []byte) {
		p, errs := Read("p", data)
		fuzz.Errors(t, "p", strings.Split(string(data), "\n"), errs)
		if len(errs) > 0 {
			return
		}
		if len(p.files) == 0 {
			t.Fatal("neither a change nor an error")
		}
		files, errs := p.Apply("", base.read)
		for _, e := range errs {
			fuzz.Inside(t, "p", strings.Split(string(data), "\n"), e.Pos)
		}
		if len(errs) > 0 || noGit != nil || !tree(base.with(files)) {
			return
		}
		if got, err := gitApplies(t, base, string(data)); err != nil || !maps.Equal(got, base.with(files)) {
			t.Errorf("git: %v\n%s", err, cmp.Diff(base.with(files), got))
		}
	})
}

// tree reports whether there can be a folder of files, which git writes: none stands where another has a folder.
func tree(files folder) bool {
	for name := range files {
		if len(name) > 200 || strings.HasPrefix(name, ".") || strings.Contains(name, "/.") || strings.Contains(strings.ToLower(name), "git~") {
			return false
		}
		for dir := filepath.Dir(name); dir != "."; dir = filepath.Dir(dir) {
			if _, file := files[dir]; file {
				return false
			}
		}
	}
	return true
}
