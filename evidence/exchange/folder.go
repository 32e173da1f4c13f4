package exchange

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// Sums is the file of checksums in a folder that [WriteFolder] wrote; sha256sum
// --check reads it.
const Sums = "SHA256SUMS"

// ForeignError says that a folder holds files that WriteFolder did not write, or
// that somebody changed since.
type ForeignError struct {
	Dir   string
	Files []string // within the folder, with slashes, sorted
}

// Error names the folder and its files.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("%s holds files that are not of an earlier export, or were changed since: %s", e.Dir, strings.Join(e.Files, ", "))
}

// WriteFolder makes a folder of files, whole or not at all: they are written into
// a folder beside it, which then takes its name. Paths are within the folder,
// with slashes. A file SHA256SUMS is added. The folder may exist when it is
// empty or holds what an earlier WriteFolder left there, and nothing else; then
// it is replaced, else the error is a [*ForeignError] and nothing was touched.
func WriteFolder(dir string, files []sheet.File) (err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	sheet.Sweep(dir)
	exists, err := ours(dir)
	if err != nil {
		return err
	}
	return take(dir, exists, slices.Concat(files, []sheet.File{{Path: Sums, Content: sums(files)}}))
}

// NewFolder makes a folder of files where there is nothing yet, whole or not at all.
// Paths are within the folder, with slashes.
func NewFolder(dir string, files []sheet.File) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	made := ""
	for parent := filepath.Dir(dir); ; parent = filepath.Dir(parent) {
		if _, err := os.Lstat(parent); err == nil {
			break
		}
		made = parent
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	err = take(dir, false, files)
	if err != nil && made != "" {
		err = errors.Join(err, os.RemoveAll(made))
	}
	return err
}

// take writes files into a folder that then takes the place of dir.
func take(dir string, exists bool, files []sheet.File) error {
	tmp, err := sheet.TempDir(dir)
	if err != nil {
		return err
	}
	made, old := filepath.Join(tmp, "new"), filepath.Join(tmp, sheet.Replaced)
	if err := fill(made, files); err != nil {
		return errors.Join(err, os.RemoveAll(tmp))
	}
	if exists {
		if err := os.Rename(dir, old); err != nil {
			return errors.Join(err, os.RemoveAll(tmp))
		}
	}
	if err := os.Rename(made, dir); err != nil {
		if exists {
			if back := os.Rename(old, dir); back != nil {
				return errors.Join(err, back) // what was there is nowhere else, so tmp stays
			}
		}
		return errors.Join(err, os.RemoveAll(tmp))
	}
	return os.RemoveAll(tmp)
}

// fill makes a folder of files and waits until they are on the disk.
func fill(dir string, files []sheet.File) error {
	for _, f := range files {
		path := filepath.FromSlash(f.Path)
		if !filepath.IsLocal(path) {
			return fmt.Errorf("%q is no path within a folder", f.Path)
		}
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		_, err = w.Write(f.Content)
		if err = errors.Join(err, w.Sync(), w.Close()); err != nil {
			return err
		}
	}
	return nil
}

// sums are the checksums of files, sorted by path.
func sums(files []sheet.File) []byte {
	var lines []string
	for _, f := range files {
		lines = append(lines, fmt.Sprintf("%x  %s\n", sha256.Sum256(f.Content), f.Path))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[66:], b[66:]) })
	return []byte(strings.Join(lines, ""))
}

// ours reports whether there is a folder; the error is a *ForeignError when it
// holds something that its checksums do not vouch for.
func ours(dir string) (exists bool, err error) {
	info, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case !info.IsDir():
		return false, fmt.Errorf("%s is not a folder", dir)
	}
	listed, _ := os.ReadFile(filepath.Join(dir, Sums)) // without it every file is foreign
	foreign := &ForeignError{Dir: dir}
	err = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case e.IsDir() && bytes.Contains(listed, []byte("  "+rel+"/")), e.Type().IsRegular() && rel == Sums:
		case e.IsDir():
			foreign.Files = append(foreign.Files, rel+"/")
			return filepath.SkipDir
		case !e.Type().IsRegular():
			foreign.Files = append(foreign.Files, rel)
		default:
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if !slices.Contains(strings.SplitAfter(string(listed), "\n"), fmt.Sprintf("%x  %s\n", sha256.Sum256(content), rel)) {
				foreign.Files = append(foreign.Files, rel)
			}
		}
		return nil
	})
	if err == nil && foreign.Files != nil {
		err = foreign
	}
	return true, err
}

// ChangedFiles are the files in a folder that WriteFolder wrote which were changed since,
// or which it did not write.
func ChangedFiles(dir string) []string {
	var foreign *ForeignError
	if _, err := ours(dir); errors.As(err, &foreign) {
		return foreign.Files
	}
	return nil
}
