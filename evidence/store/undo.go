package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// The last change is kept where it can be taken back: the folder of the write, with
// the old contents, under another name, and in it changeFile.
const (
	lastChange = ".lectio/last"
	changeFile = "change"
	keptIgnore = ".lectio/.gitignore"
)

// LastChange is the change to a corpus that was made last, with what takes it back.
type LastChange struct {
	// What says what was done: "set Coast.Evidence.1".
	What string    `json:"what"`
	At   time.Time `json:"at"`
	// Back are the files to write so that all is as it was before.
	Back []FileWrite `json:"-"`
}

// keptChange is what is kept of a change.
type keptChange struct {
	What  string     `json:"what"`
	At    time.Time  `json:"at"`
	Files []keptFile `json:"files"`
}

// keptFile is a file that was changed: what it came to hold, by its checksum. The
// contents before stand in old.N, N being its number.
type keptFile struct {
	Name string `json:"name"`
	New  bool   `json:"new,omitempty"`  // it was not there before
	Gone bool   `json:"gone,omitempty"` // it was taken away
	Sum  string `json:"sha256,omitempty"`
}

// ErrNoChange says that there is no change to take back.
var ErrNoChange = errors.New("no change is kept that could be taken back")

// Change is [Folder.Write] for a change that [Folder.LastChange] can take back. what
// says what is done, to people.
func (f *Folder) Change(what string, files []FileWrite) error { return f.write(what, files) }

// changeOf is what is kept of a change.
func changeOf(what string, files []FileWrite) []byte {
	kept := keptChange{What: what, At: time.Now().UTC().Truncate(time.Second)}
	for _, file := range files {
		k := keptFile{Name: file.Name, New: file.Old == nil, Gone: file.New == nil}
		if !k.Gone {
			k.Sum = checksum(file.New)
		}
		kept.Files = append(kept.Files, k)
	}
	data, err := json.Marshal(kept)
	if err != nil {
		panic(err) // texts and truths always can be written
	}
	return data
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// keep makes a write that is done the last change. Killed at any moment, it is done by the
// next program that writes or tidies up: all is ready before the folder gets its other name.
func (f *Folder) keep(root *os.Root) {
	if _, err := fs.Stat(f.FS(), underWay+"/"+changeFile); err != nil {
		return
	}
	ignoreKept(root)
	if root.RemoveAll(lastChange) == nil {
		_ = root.Rename(underWay, lastChange) // else it cannot be taken back, which is no reason to fail
	}
}

// ignoreKept asks git to leave out what is kept. A file that is there is left as it is. A new
// one is whole before it is there.
func ignoreKept(root *os.Root) {
	const fresh = underWay + "/ignore"
	if _, err := root.Lstat(keptIgnore); err == nil {
		return
	}
	_ = root.Remove(fresh) // of a program that was killed here
	if create(root, fresh, []byte("*\n"), 0o666, false) == nil {
		_ = root.Rename(fresh, keptIgnore)
	}
}

// forget ends a write that was cut off: it was no change, and has no journal any more.
func forget(root *os.Root) error {
	if err := root.Remove(underWay + "/" + changeFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return yamlpos.WithoutPath(err)
	}
	if err := root.Remove(underWay + "/journal"); err != nil {
		return yamlpos.WithoutPath(err)
	}
	return nil
}

// LastChange is the last change that was made with [Folder.Change]. The error is
// [ErrNoChange] when there is none, and names the files that have changed since: then
// nothing can be taken back, for it would go with it.
func (f *Folder) LastChange() (*LastChange, error) {
	fsys := f.FS()
	data, err := fs.ReadFile(fsys, lastChange+"/"+changeFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoChange
	}
	var kept keptChange
	if err == nil {
		err = json.Unmarshal(data, &kept)
	}
	if err != nil {
		return nil, fmt.Errorf("%s/%s cannot be read: %w", lastChange, changeFile, yamlpos.WithoutPath(err))
	}
	last := &LastChange{What: kept.What, At: kept.At}
	var changed []error
	for i, file := range kept.Files {
		if !Writable(file.Name) {
			return nil, fmt.Errorf("%q is no file of a corpus", file.Name)
		}
		now, err := fs.ReadFile(fsys, file.Name)
		switch {
		case file.Gone && errors.Is(err, fs.ErrNotExist):
			now = nil
		case file.Gone && err == nil:
			changed = append(changed, fmt.Errorf("%s: is there again", file.Name))
			continue
		case err != nil:
			changed = append(changed, fmt.Errorf("%s: cannot be read (%w)", file.Name, yamlpos.WithoutPath(err)))
			continue
		case checksum(now) != file.Sum:
			changed = append(changed, fmt.Errorf("%s: has changed since", file.Name))
			continue
		}
		back := FileWrite{Name: file.Name, Old: now}
		if !file.New {
			if back.New, err = fs.ReadFile(fsys, lastChange+"/old."+strconv.Itoa(i)); err != nil {
				return nil, fmt.Errorf("%s: what it held before is not kept: %w", file.Name, yamlpos.WithoutPath(err))
			}
		}
		last.Back = append(last.Back, back)
	}
	if len(changed) > 0 {
		return last, errors.Join(changed...)
	}
	return last, nil
}
