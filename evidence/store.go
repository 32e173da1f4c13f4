package evidence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func itoa(n int) string { return strconv.Itoa(n) }

// FileWrite is a file of a corpus that is to be written. Name is its path below
// the directory of the corpus, with slashes. Old is what it held when it was
// read, nil for a file that must not be there yet.
type FileWrite struct {
	Name     string
	Old, New []byte
}

// underWay is where the work of [WriteCorpus] is kept until it is done.
const underWay = ".lectio/writing"

// journal says how to undo a write.
type journal struct {
	Files []journalFile `json:"files"`
}

type journalFile struct {
	Name string `json:"name"`
	New  bool   `json:"new"`
}

// ErrBusy says that another program is writing to the corpus.
var ErrBusy = errors.New("another program is writing to the corpus")

// WriteCorpus writes files of a corpus, all or none. First everything goes to a
// folder beside them, the old contents too; then the files change place with
// them one by one. When the program is killed on the way, [Recover] (which
// [Steadily] calls before it reads) puts the old contents back.
// A file that has changed since it was read stops the whole.
func WriteCorpus(dir string, files []FileWrite) (err error) {
	if _, err := Recover(dir); err != nil {
		return err
	}
	for _, f := range files {
		if !fs.ValidPath(f.Name) || strings.ContainsAny(f.Name, `\:`) || !strings.HasPrefix(f.Name, "evidence/") {
			return fmt.Errorf("%q is no file of a corpus", f.Name)
		}
		if err := unchanged(dir, f); err != nil {
			return err
		}
	}
	work := filepath.Join(dir, filepath.FromSlash(underWay))
	if err := os.MkdirAll(filepath.Dir(work), 0o755); err != nil {
		return err
	}
	// Made under a name of its own and then renamed: whoever sees the folder
	// sees whose it is.
	mine, err := os.MkdirTemp(filepath.Dir(work), "writing-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(mine)
	if err := os.WriteFile(filepath.Join(mine, "pid"), []byte(whose()), 0o644); err != nil {
		return err
	}
	if err := os.Rename(mine, work); err != nil {
		return ErrBusy
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, undo(work, dir))
		}
	}()
	var j journal
	for i, f := range files {
		if err := os.WriteFile(filepath.Join(work, "new."+itoa(i)), f.New, 0o644); err != nil {
			return err
		}
		if f.Old != nil {
			if err := os.WriteFile(filepath.Join(work, "old."+itoa(i)), f.Old, 0o644); err != nil {
				return err
			}
		}
		j.Files = append(j.Files, journalFile{f.Name, f.Old == nil})
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(path.Dir(f.Name))), 0o755); err != nil {
			return err
		}
	}
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(work, "journal.tmp"), data, 0o644); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(work, "journal.tmp"), filepath.Join(work, "journal")); err != nil {
		return err
	}
	for i, f := range files {
		if err := unchanged(dir, f); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(work, "new."+itoa(i)), filepath.Join(dir, filepath.FromSlash(f.Name))); err != nil {
			return err
		}
	}
	// From here on the write is done: without a journal nothing is undone.
	if err := os.Remove(filepath.Join(work, "journal")); err != nil {
		return err
	}
	_ = os.RemoveAll(work)            // what is left behind is swept by Recover
	_ = os.Remove(filepath.Dir(work)) // unless an index is in it
	return nil
}

// unchanged reports a file that is not as it was read.
func unchanged(dir string, f FileWrite) error {
	now, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Name)))
	switch {
	case f.Old == nil && errors.Is(err, fs.ErrNotExist):
		return nil
	case f.Old == nil:
		return fmt.Errorf("%s: is there already; nothing was written", f.Name)
	case err != nil:
		return fmt.Errorf("%s: cannot be read; nothing was written", f.Name)
	case string(now) != string(f.Old):
		return fmt.Errorf("%s: has changed since it was read; nothing was written", f.Name)
	}
	return nil
}

// Recover undoes a write that was cut off: the corpus is then as it was before,
// and undone is true. It does nothing when there was none, and fails with
// [ErrBusy] while the program that writes still runs.
func Recover(dir string) (undone bool, err error) {
	work := filepath.Join(dir, filepath.FromSlash(underWay))
	sweep(filepath.Dir(work))
	info, err := os.Stat(work)
	if err != nil {
		return false, nil
	}
	if owner, _ := os.ReadFile(filepath.Join(work, "pid")); time.Since(info.ModTime()) < longestWrite && writes(string(owner)) {
		return false, ErrBusy
	}
	_, err = os.Stat(filepath.Join(work, "journal"))
	undone = err == nil
	return undone, undo(work, dir)
}

// sweep takes away what writes left that were cut off before they began.
func sweep(folder string) {
	left, _ := filepath.Glob(filepath.Join(globbed(folder), "writing-*"))
	for _, dir := range left {
		owner, err := os.ReadFile(filepath.Join(dir, "pid"))
		info, serr := os.Stat(dir)
		if serr == nil && (time.Since(info.ModTime()) > longestWrite || err == nil && len(owner) > 0 && string(owner) != whose() && !writes(string(owner))) {
			_ = os.RemoveAll(dir) // it is in nobody's way
		}
	}
}

// globbed is a path in which a pattern has no signs.
func globbed(path string) string {
	if filepath.Separator == '\\' {
		return path // there is no way to write them
	}
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(path)
}

// longestWrite is how long a program may be at it. The number of one that ended
// is soon that of another, which has nothing to do with the corpus.
const longestWrite = 10 * time.Minute

// whose names this program on this machine.
func whose() string {
	host, _ := os.Hostname()
	return itoa(os.Getpid()) + " " + host
}

// writes reports whether a program that whose named, another than this one,
// still runs. One on another machine cannot be asked, and may.
func writes(owner string) bool {
	number, host, _ := strings.Cut(owner, " ")
	pid, err := strconv.Atoi(number)
	if err != nil || owner == whose() {
		return false
	}
	if here, _ := os.Hostname(); host != "" && host != here {
		return true
	}
	return running(pid)
}

// Steadily reads the corpus in dir by read, in a state that was never between
// two: it undoes a write that was cut off (then undone is true), waits a while
// for one under way, and calls read again when a write came between. It cannot
// tell the writes of other programs, which go file by file: where these never
// stop, their state is taken as it is after that while. The error is that of
// read, of ctx, or [ErrBusy].
func Steadily(ctx context.Context, dir string, read func() error) (undone bool, err error) {
	const patience, step = 10 * time.Second, 5 * time.Millisecond
	begun := time.Now()
	for {
		did, err := Recover(dir)
		undone = undone || did
		switch {
		case err == nil:
			before := moment(dir)
			err = read()
			after := moment(dir)
			if after == before || ctx.Err() != nil || !after.writing && time.Since(begun) > patience {
				return undone, err
			}
			err = ErrBusy
		case !errors.Is(err, ErrBusy):
			return undone, err
		}
		if time.Since(begun) > patience {
			return undone, err
		}
		select {
		case <-ctx.Done():
			return undone, ctx.Err()
		case <-time.After(step):
		}
	}
}

// corpusMoment is what a write cannot but change.
type corpusMoment struct {
	records, sources time.Time
	writing          bool
}

func moment(dir string) (m corpusMoment) {
	for folder, to := range map[string]*time.Time{"records": &m.records, "sources": &m.sources} {
		if info, err := os.Stat(filepath.Join(dir, "evidence", folder)); err == nil {
			*to = info.ModTime()
		}
	}
	_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(underWay)))
	m.writing = err == nil
	return m
}

// undo puts back what the journal names, and takes the folder away.
func undo(work, dir string) error {
	data, err := os.ReadFile(filepath.Join(work, "journal"))
	if err == nil {
		var j journal
		if err := json.Unmarshal(data, &j); err != nil {
			return fmt.Errorf("the journal of a write that was cut off cannot be read; the old files are in %s: %w", work, err)
		}
		for i, f := range j.Files {
			if !fs.ValidPath(f.Name) || !strings.HasPrefix(f.Name, "evidence/") {
				return fmt.Errorf("the journal in %s names %q", work, f.Name)
			}
			target := filepath.Join(dir, filepath.FromSlash(f.Name))
			_, err := os.Stat(filepath.Join(work, "new."+itoa(i)))
			switch {
			case err == nil: // this one had not been changed
			case f.New:
				if err := os.Remove(target); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			default:
				old := filepath.Join(work, "old."+itoa(i))
				if _, err := os.Stat(old); err == nil { // else put back already
					if err := os.Rename(old, target); err != nil {
						return err
					}
				}
			}
		}
		if err := os.Remove(filepath.Join(work, "journal")); err != nil {
			return err
		}
	}
	return os.RemoveAll(work)
}

// running reports whether a process runs.
func running(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	return alive(p)
}
