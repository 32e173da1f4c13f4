package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// workingFolder holds copies of records that somebody edits. It is as deep in a corpus
// as the folder of records is, so that what a first line says of schemas holds.
const workingFolder = ".lectio/edit"

// WorkingCopy is a copy of a file of a corpus that somebody edits.
type WorkingCopy struct {
	folder *Folder
	name   string
	// Path is the file for an editor, as the user calls the corpus.
	Path string
	// Resumed says that it was there already, with something else in it than the file
	// has: an edit that was not brought to its end.
	Resumed bool
}

// WorkingCopy makes a copy of contents under a name, or finds the one that is there; with
// anew one that is there is written over.
func (f *Folder) WorkingCopy(name string, content []byte, anew bool) (*WorkingCopy, error) {
	w := &WorkingCopy{folder: f, name: workingFolder + "/" + name, Path: filepath.Join(f.dir, filepath.FromSlash(workingFolder), name)}
	had, err := fs.ReadFile(f.FS(), w.name)
	switch {
	case err == nil && !anew:
		w.Resumed = string(had) != string(content)
		return w, nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: %w", w.name, yamlpos.WithoutPath(err))
	}
	return w, w.within(func(root *os.Root) error {
		if err := root.MkdirAll(workingFolder, 0o777); err != nil {
			return err
		}
		if _, err := fs.Stat(f.FS(), workingFolder); err != nil { // it is a link
			return err
		}
		ignoreKept(root)
		// What bears the name is whole: a part of a record would be taken for somebody's edit.
		if err := root.WriteFile(w.name+".part", content, 0o666); err != nil {
			return err
		}
		return root.Rename(w.name+".part", w.name)
	})
}

func (w *WorkingCopy) within(do func(*os.Root) error) error {
	root, err := os.OpenRoot(w.folder.dir)
	if err != nil {
		return yamlpos.WithoutPath(err)
	}
	defer root.Close()
	return yamlpos.WithoutPath(do(root))
}

// Read is what the copy holds.
func (w *WorkingCopy) Read() ([]byte, error) {
	data, err := fs.ReadFile(w.folder.FS(), w.name)
	return data, yamlpos.WithoutPath(err)
}

// Discard takes the copy away.
func (w *WorkingCopy) Discard() error {
	return w.within(func(root *os.Root) error {
		err := root.Remove(w.name)
		_ = root.Remove(workingFolder) // unless others are in it
		return err
	})
}
