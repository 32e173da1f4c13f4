package starter

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets"
)

// examples are what a corpus of one's own begins with: an example of each file, with comments. A test verifies it.
//
//go:embed all:corpus
var examples embed.FS

const root = "corpus"

// Example is a file of the examples, by its path within a corpus.
func Example(name string) ([]byte, error) { return examples.ReadFile(root + "/" + name) }

// Examples are all of them, as a corpus.
func Examples() fs.FS {
	corpus, err := fs.Sub(examples, root)
	if err != nil {
		panic(err) // the folder has been embedded
	}
	return corpus
}

// Files lists the files of a new corpus in dir.
func Files(dir string) ([]sheet.File, error) {
	var out []sheet.File
	err := fs.WalkDir(examples, root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := examples.ReadFile(p)
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(p, root+"/")
		out = append(out, sheet.File{Path: filepath.Join(dir, filepath.FromSlash(rel)), Content: content})
		return nil
	})
	// The files name these for editors, so a corpus has its own.
	for _, s := range Schemas {
		content, serr := s.Write()
		err = errors.Join(err, serr)
		out = append(out, sheet.File{Path: filepath.Join(dir, filepath.FromSlash(SchemaFile(s.Kind))), Content: content})
	}
	return out, err
}

// From replaces the examples among the files of a new corpus in dir by the files of a ruleset: its own, and those of
// its parts, records and their sources. A file is read by what messages call it, and is called name within a corpus.
func From(files []sheet.File, dir string, in *rulesets.Corpus, d *rulesets.Definition, read func(shown string) (name string, content []byte, err error)) ([]sheet.File, error) {
	ev := in.Evidence.Part(func(r *evidence.Record) bool { return slices.Contains(d.Records, r.ID) })
	names := in.Files(d)
	for _, r := range ev.Records {
		names = append(names, r.Pos().File)
	}
	for _, s := range ev.Sources {
		names = append(names, s.Pos().File)
	}
	slices.Sort(names)
	examples := []string{".yaml", ".bib"}
	files = slices.DeleteFunc(files, func(f sheet.File) bool { return slices.Contains(examples, filepath.Ext(f.Path)) })
	for i, f := range files {
		if filepath.Ext(f.Path) == ".md" {
			_, id := rulesets.SplitID(d.ID)
			files[i].Content = bytes.ReplaceAll(f.Content, []byte("three-in-a-row"), []byte(id))
		}
	}
	for _, name := range slices.Compact(names) {
		name, content, err := read(name)
		if err != nil {
			return nil, err
		}
		// The schemas of the project are further away from the gallery.
		content = bytes.Replace(content, []byte("$schema=../../../../"), []byte("$schema=../../"), 1)
		files = append(files, sheet.File{Path: filepath.Join(dir, filepath.FromSlash(name)), Content: content})
	}
	return files, nil
}

// Write writes the files of a new corpus in dir: all, or none where one is in the way of them.
func Write(dir string, files []sheet.File) error {
	cannot := func(err error) error {
		return diag.Error{Found: dir, Expected: "a folder that can be written to", Message: fmt.Sprintf("the corpus cannot be made: %v", err)}
	}
	// Nothing is written unless everything can be: half a corpus would not load.
	for _, f := range files {
		_, err := os.Lstat(f.Path)
		if err == nil {
			return diag.Error{Found: f.Path, Expected: "a folder without this file", Message: "there is a corpus already, or a file in its way: nothing was written"}
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return cannot(err)
		}
	}
	if err := writeNew(dir, files); err != nil {
		return cannot(err)
	}
	return nil
}

// writeNew writes files below dir, and takes away the folders that it made for them
// when they cannot be written. A folder that was not there before is there whole or
// not at all, even if the program is killed.
func writeNew(dir string, files []sheet.File) (err error) {
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		within := slices.Clone(files)
		for i := range within {
			rel, err := filepath.Rel(dir, within[i].Path)
			if err != nil {
				return err
			}
			within[i].Path = filepath.ToSlash(rel)
		}
		return exchange.NewFolder(dir, within)
	}
	var made []string
	defer func() {
		if err != nil {
			for _, folder := range slices.Backward(made) {
				os.Remove(folder) // if it is empty
			}
		}
	}()
	for _, f := range files {
		var missing []string
		for folder := filepath.Dir(f.Path); ; folder = filepath.Dir(folder) {
			if _, err := os.Lstat(folder); err == nil || folder == filepath.Dir(folder) {
				break
			}
			missing = append(missing, folder)
		}
		for _, folder := range slices.Backward(missing) {
			if err := os.Mkdir(folder, 0o777); err != nil {
				return err
			}
			made = append(made, folder)
		}
	}
	return sheet.WriteFiles(files...)
}
