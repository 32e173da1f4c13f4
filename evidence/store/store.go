package store

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/gofrs/flock"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// FileWrite is a file of a corpus that is to be written. Name is its path below
// the directory of the corpus, with slashes. Old is what it held when it was
// read, nil for a file that must not be there yet. New is what it is to hold, nil
// for a file that is to go.
type FileWrite struct {
	Name     string
	Old, New []byte
}

// Files are to be written together.
type Files []FileWrite

// Add adds a file: its name, what it held when it was read, and what it is to hold.
func (f *Files) Add(name string, old, now []byte) { *f = append(*f, FileWrite{name, old, now}) }

// MappingEnding ends the name of a file that says what the columns of a table mean: it may
// stand anywhere in a corpus.
const MappingEnding = ".mapping.yaml"

// underWay is where a write keeps what it needs until it is done: a journal, and
// for the file with number i its contents after the write, new.i, and before it,
// old.i. The folder is made under another name and then renamed, so it is always
// whole.
const underWay = ".lectio/writing"

// journal says how to undo a write.
type journal struct {
	// Secret is what the writer also left in its own state directory. A journal
	// without a secret that is there was not written by this user, and is not
	// believed: it may have come with a corpus that a stranger made.
	Secret string        `json:"secret"`
	Files  []journalFile `json:"files"`
}

type journalFile struct {
	Name string `json:"name"`
	New  bool   `json:"new"`
}

// ErrBusy says that another program is writing to the corpus.
var ErrBusy = errors.New("another program is writing to the corpus")

// ErrForeign says that the corpus holds an unfinished write that this user did
// not begin.
var ErrForeign = errors.New("the corpus holds an unfinished write that this user did not begin")

// StateDir is where lectio keeps what belongs to a user and to no corpus: what
// LECTIO_STATE names, or else a folder lectio where the system keeps such things.
func StateDir() (string, error) {
	if dir := os.Getenv("LECTIO_STATE"); dir != "" {
		return filepath.Abs(dir)
	}
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "lectio"), nil
	}
	switch runtime.GOOS {
	case "windows", "darwin":
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "lectio"), err
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state", "lectio"), err
}

// StateFile names a file in a folder of the state directory that belongs to this
// corpus, wherever it is called from. It need not be there.
func (f *Folder) StateFile(folder, ending string) (string, error) {
	state, err := StateDir()
	if err != nil {
		return "", err
	}
	dir, err := filepath.Abs(f.dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", yamlpos.WithoutPath(err)
	}
	sum := sha256.Sum256([]byte(dir))
	return filepath.Join(state, folder, hex.EncodeToString(sum[:16])+ending), nil
}

// vouchers name what belongs to a corpus while this user writes to it: the file
// that is locked, and the one with the secret of the write, which is there until
// it is done.
func (f *Folder) vouchers() (lock, secret string, err error) {
	secret, err = f.StateFile("writing", "")
	return secret + ".lock", secret, err
}

// unfinished is a write that has not ended.
type unfinished struct {
	journal journal
	own     bool // this user began it
	// unread says why it is not known whether a write has not ended, or who began it.
	unread error
	// place is where the contents before the write are found, by the names of the
	// files; "" for a file that was not there.
	place map[string]string
}

// unfinished reads the journal of a write that has not ended; nil when there is
// none. It looks and changes nothing.
func (f *Folder) unfinished() *unfinished {
	data, err := fs.ReadFile(f.FS(), underWay+"/journal")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	w := &unfinished{place: map[string]string{}}
	if err != nil {
		w.unread = fmt.Errorf("%s/journal cannot be read: %w", underWay, yamlpos.WithoutPath(err))
		return w
	}
	if json.Unmarshal(data, &w.journal) != nil {
		return w
	}
	for i, file := range w.journal.Files {
		if !Writable(file.Name) {
			return &unfinished{}
		}
		w.place[file.Name] = underWay + "/old." + strconv.Itoa(i)
		if file.New {
			w.place[file.Name] = ""
		}
	}
	_, secret, err := f.vouchers()
	if err == nil {
		var kept []byte
		kept, err = os.ReadFile(secret)
		w.own = err == nil && len(kept) > 0 && string(kept) == w.journal.Secret
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.unread = fmt.Errorf("what this user keeps of writes cannot be read: %w", err)
	}
	return w
}

// refused says why a write that has not ended cannot be undone unasked.
func (w *unfinished) refused() error {
	if w.unread != nil {
		return fmt.Errorf("whether a write to the corpus has not ended is not known: %w", w.unread)
	}
	return ErrForeign
}

// Writable reports whether a name is one that a write may give to a file: below evidence, site or a folder that rulesets
// are read from, or that of a mapping, and not hidden.
func Writable(name string) bool {
	return fs.ValidPath(name) && !strings.ContainsAny(name, `\:`) && !strings.HasPrefix(name, ".") && !strings.Contains(name, "/.") &&
		(strings.HasPrefix(name, "evidence/") || strings.HasPrefix(name, "site/") || ofRulesets(name) || strings.HasSuffix(name, MappingEnding))
}

// ofRulesets reports whether a file is in a folder that rulesets are read from.
func ofRulesets(name string) bool {
	return slices.ContainsFunc(Layout["rulesets"], func(dir string) bool { return strings.HasPrefix(name, "rulesets/"+dir+"/") })
}

// Write writes files of the corpus, all or none. Everything goes to a folder
// within the corpus first, the old contents too; then the files change place one
// by one. When the program is killed on the way, readers go on to see the old
// contents ([Folder.Steadily]), and the next Write, or [Folder.Recover], puts them
// back. A file that has changed since it was read stops the whole. A file keeps
// its permissions.
func (f *Folder) Write(files []FileWrite) error { return f.write("", files) }

// write is Write. When what says what is done, the old contents are kept for
// [Folder.LastChange].
func (f *Folder) write(what string, files []FileWrite) (err error) {
	for _, file := range files {
		if !Writable(file.Name) {
			return fmt.Errorf("%q is no file of a corpus", file.Name)
		}
	}
	lock, secret, err := f.vouchers()
	if err != nil {
		return err
	}
	root, release, err := f.begin(lock)
	if err != nil {
		return err
	}
	defer release()
	if w := f.unfinished(); w != nil {
		if !w.own {
			return w.refused()
		}
		if _, err := f.undo(root, w); err != nil {
			return err
		}
	}
	if err := f.sweep(root, secret); err != nil {
		return err
	}
	modes := make([]fs.FileMode, len(files))
	for i, file := range files {
		if modes[i], err = f.unchanged(root, file); err != nil {
			return err
		}
	}
	j := journal{Secret: rand.Text()}
	if err := writeSynced(secret, []byte(j.Secret)); err != nil {
		return fmt.Errorf("the folder for what belongs to a user, which LECTIO_STATE can name, cannot be written to: %w", yamlpos.WithoutPath(err))
	}
	defer func() {
		if f.unfinished() == nil { // else it is what makes the journal believed
			err = errors.Join(err, os.Remove(secret))
		}
	}()
	if err := f.prepare(root, what, j, files, modes); err != nil {
		return errors.Join(err, root.RemoveAll(preparing(j.Secret)))
	}
	if err := root.Rename(preparing(j.Secret), underWay); err != nil {
		if _, there := root.Lstat(underWay); there == nil {
			err = ErrForeign
		}
		return errors.Join(yamlpos.WithoutPath(err), root.RemoveAll(preparing(j.Secret)))
	}
	defer func() {
		if err != nil {
			_, undone := f.undo(root, f.unfinished())
			err = errors.Join(err, undone)
		}
	}()
	if err := f.replace(root, files); err != nil {
		return err
	}
	// From here on the write is done: without a journal nothing is undone.
	if err := root.Remove(underWay + "/journal"); err != nil {
		return err
	}
	f.clear(root)
	return nil
}

// begin opens the corpus for writing, which one program of this user's does at a
// time. The lock is the system's, and ends with the program that holds it.
func (f *Folder) begin(lock string) (root *os.Root, release func(), err error) {
	if err := os.MkdirAll(filepath.Dir(lock), 0o700); err != nil {
		return nil, nil, fmt.Errorf("the folder for what belongs to a user, which LECTIO_STATE can name, cannot be made: %w", yamlpos.WithoutPath(err))
	}
	l := flock.New(lock)
	switch held, err := l.TryLock(); {
	case err != nil:
		return nil, nil, err
	case !held:
		return nil, nil, ErrBusy
	}
	if root, err = os.OpenRoot(f.dir); err != nil {
		return nil, nil, errors.Join(yamlpos.WithoutPath(err), l.Unlock())
	}
	return root, func() { root.Close(); _ = l.Unlock() }, nil
}

// preparing is the folder in which a write is made ready.
func preparing(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return underWay + "-" + hex.EncodeToString(sum[:8])
}

// unchanged reports a file that is not as it was read, and gives the permissions
// that it has or is to have.
func (f *Folder) unchanged(root *os.Root, file FileWrite) (fs.FileMode, error) {
	now, err := fs.ReadFile(f.FS(), file.Name)
	switch {
	case file.Old == nil && errors.Is(err, fs.ErrNotExist):
		return 0o666, nil // less what the user takes away from new files
	case err != nil:
		return 0, fmt.Errorf("%s: cannot be read (%w); nothing was written", file.Name, yamlpos.WithoutPath(err))
	case file.Old == nil:
		return 0, fmt.Errorf("%s: is there already; nothing was written", file.Name)
	case string(now) != string(file.Old):
		return 0, fmt.Errorf("%s: has changed since it was read; nothing was written", file.Name)
	}
	info, err := root.Lstat(file.Name)
	if err != nil {
		return 0, err
	}
	return info.Mode().Perm(), nil
}

// prepare puts all that a write needs into a folder of its own.
func (f *Folder) prepare(root *os.Root, what string, j journal, files []FileWrite, modes []fs.FileMode) error {
	work := preparing(j.Secret)
	if err := f.folders(root, work, files); err != nil {
		return err
	}
	made := []string{work + "/journal"}
	for i, file := range files {
		fresh, old := work+"/new."+strconv.Itoa(i), work+"/old."+strconv.Itoa(i)
		if err := create(root, fresh, file.New, modes[i], file.Old != nil); err != nil { // of one that is to go, a mark
			return err
		}
		made = append(made, fresh)
		// The old contents are on the disk already: a second name is enough, where
		// the file system has such.
		if file.Old != nil && root.Link(file.Name, old) != nil {
			if err := create(root, old, file.Old, modes[i], true); err != nil {
				return err
			}
			made = append(made, old)
		}
		j.Files = append(j.Files, journalFile{file.Name, file.Old == nil})
	}
	data, err := json.Marshal(j)
	if err != nil {
		return err
	}
	if err := create(root, work+"/journal", data, 0o666, false); err != nil {
		return err
	}
	if what != "" {
		if err := create(root, work+"/"+changeFile, changeOf(what, files), 0o666, false); err != nil {
			return err
		}
		made = append(made, work+"/"+changeFile)
	}
	for _, name := range append(made, work) { // once all are written, which is quicker
		if err := syncNamed(root, name); err != nil {
			return err
		}
	}
	return nil
}

// folders makes the folders that a write needs, none of which may be a link.
func (f *Folder) folders(root *os.Root, work string, files []FileWrite) error {
	need := []string{work}
	for _, file := range files {
		need = append(need, path.Dir(file.Name))
	}
	made := map[string]bool{}
	for _, dir := range need {
		if made[dir] {
			continue
		}
		made[dir] = true
		if _, err := fs.Stat(f.FS(), dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", dir, yamlpos.WithoutPath(err))
		}
		if err := root.MkdirAll(dir, 0o777); err != nil {
			return fmt.Errorf("%s: cannot be made: %w", dir, yamlpos.WithoutPath(err))
		}
	}
	return nil
}

// replace puts the new files into their places.
func (f *Folder) replace(root *os.Root, files []FileWrite) error {
	folders := map[string]bool{}
	for i, file := range files {
		if _, err := f.unchanged(root, file); err != nil {
			return err
		}
		fresh := underWay + "/new." + strconv.Itoa(i)
		if file.New == nil { // the mark goes first: without it the file is put back
			if err := root.Remove(fresh); err != nil {
				return yamlpos.WithoutPath(err)
			}
			if err := root.Remove(file.Name); err != nil {
				return yamlpos.WithoutPath(err)
			}
		} else if err := root.Rename(fresh, file.Name); err != nil {
			return yamlpos.WithoutPath(err)
		}
		folders[path.Dir(file.Name)] = true
	}
	for dir := range folders {
		if err := syncNamed(root, dir); err != nil {
			return err
		}
	}
	return nil
}

// clear takes away what a write kept; of one that is done, what it was is kept on.
func (f *Folder) clear(root *os.Root) {
	f.keep(root)
	_ = root.RemoveAll(underWay)        // without a journal it is in nobody's way
	_ = root.Remove(path.Dir(underWay)) // unless something else is in it
}

// Recovered is what [Folder.Recover] did with one file.
type Recovered struct {
	Name string `json:"file"`
	Done string `json:"done"` // "put back", "taken away" or "left"
}

// Recover undoes a write that was cut off, whoever began it: the files that it
// replaced are put back, those that it added are taken away. With keep the files
// stay as they stand, and only what the write kept is taken away. It says what it
// did with each file; nothing when there was nothing to undo. It fails with
// [ErrBusy] while the program that writes still runs.
func (f *Folder) Recover(keep bool) ([]Recovered, error) {
	lock, secret, err := f.vouchers()
	if err != nil {
		return nil, err
	}
	root, release, err := f.begin(lock)
	if err != nil {
		return nil, err
	}
	defer release()
	var done []Recovered
	w := f.unfinished()
	switch {
	case w == nil: // but there may be something to sweep
	case keep:
		for _, file := range w.journal.Files {
			done = append(done, Recovered{file.Name, "left"})
		}
		if err := forget(root); err != nil {
			return nil, err
		}
	default:
		if done, err = f.undo(root, w); err != nil {
			return done, err
		}
	}
	return done, errors.Join(f.sweep(root, secret), os.RemoveAll(secret))
}

// sweep takes away what is left of a write that was cut off before it had a
// journal, or after.
func (f *Folder) sweep(root *os.Root, secret string) error {
	if old, err := os.ReadFile(secret); err == nil {
		if err := root.RemoveAll(preparing(string(old))); err != nil {
			return err
		}
	}
	f.clear(root)
	return nil
}

// Tidy finishes a write that was done but for what it kept when the program was killed. Of one
// that was not done it leaves everything.
func (f *Folder) Tidy() error {
	if _, err := fs.Stat(f.FS(), underWay); err != nil || f.unfinished() != nil {
		return nil
	}
	lock, secret, err := f.vouchers()
	if err != nil {
		return err
	}
	root, release, err := f.begin(lock)
	if err != nil {
		return err
	}
	defer release()
	if f.unfinished() != nil {
		return nil
	}
	return f.sweep(root, secret)
}

// undo puts back what a write replaced, and takes the journal away.
func (f *Folder) undo(root *os.Root, w *unfinished) ([]Recovered, error) {
	if w == nil {
		return nil, nil
	}
	if len(w.journal.Files) == 0 && w.unread != nil {
		return nil, w.unread
	}
	if w.place == nil || len(w.journal.Files) == 0 {
		return nil, fmt.Errorf("the journal %s/journal is damaged; the old files are in %s", underWay, underWay)
	}
	var done []Recovered
	for i, file := range w.journal.Files {
		if _, err := fs.Stat(f.FS(), underWay+"/new."+strconv.Itoa(i)); err == nil {
			continue // this one had not been changed
		}
		if _, err := fs.Stat(f.FS(), path.Dir(file.Name)); err != nil {
			return done, fmt.Errorf("%s: %w", path.Dir(file.Name), yamlpos.WithoutPath(err))
		}
		old := underWay + "/old." + strconv.Itoa(i)
		switch _, err := fs.Stat(f.FS(), old); {
		case file.New:
			switch err := root.Remove(file.Name); {
			case err == nil:
				done = append(done, Recovered{file.Name, "taken away"})
			case !errors.Is(err, fs.ErrNotExist):
				return done, yamlpos.WithoutPath(err)
			}
		case err == nil:
			if err := root.Rename(old, file.Name); err != nil {
				return done, yamlpos.WithoutPath(err)
			}
			done = append(done, Recovered{file.Name, "put back"})
		case !errors.Is(err, fs.ErrNotExist): // else it is back already
			return done, fmt.Errorf("%s: %w", old, yamlpos.WithoutPath(err))
		}
	}
	if err := forget(root); err != nil {
		return done, err
	}
	f.clear(root)
	return done, nil
}

// create makes a file in a corpus. Its permissions are set exactly where another
// file had them before, else they are less what the user takes from new files.
func create(root *os.Root, name string, data []byte, mode fs.FileMode, exactly bool) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("%s: %w", name, yamlpos.WithoutPath(err))
	}
	_, err = file.Write(data)
	if exactly {
		err = errors.Join(err, file.Chmod(mode))
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("%s: %w", name, yamlpos.WithoutPath(err))
	}
	return nil
}

// writeSynced writes a file that only this user may read.
func writeSynced(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}

// syncNamed waits until a file, or the names in a folder, are on the disk.
func syncNamed(root *os.Root, name string) error {
	file, err := root.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return fmt.Errorf("%s: %w", name, yamlpos.WithoutPath(err))
	}
	err = file.Sync()
	if runtime.GOOS == "windows" {
		err = nil // there it needs a file that is open for writing, and no folder can be
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("%s: %w", name, yamlpos.WithoutPath(err))
	}
	return nil
}
