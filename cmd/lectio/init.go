package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
)

// newCorpus is what a corpus of one's own begins with: an example of each file,
// with comments. A test verifies it.
//
//go:embed all:newcorpus
var newCorpus embed.FS

func initCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "init DIR",
		Short: "make a corpus of one's own, with an example of each file",
		Long: `Init makes a folder laid out as a corpus: a source, a record with its clauses, and a
small ruleset with a question and worked examples, all with comments. It passes
'lectio verify --corpus DIR' and is there to be changed.

The folder may exist; a file that is there already is never touched.`,
		Example: "  lectio init my-games && lectio verify --corpus my-games",
		Args:    takes(1, 1, "DIR"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.initCorpus(args[0]) },
	}
}

func (a *app) initCorpus(dir string) error {
	if err := noFolder(dir, "a corpus"); err != nil {
		return err
	}
	files, err := corpusFiles(dir)
	if err != nil {
		return err
	}
	// Nothing is written unless everything can be: half a corpus would not load.
	for _, f := range files {
		_, err := os.Lstat(f.Path)
		if err == nil {
			return wrong(f.Path, "a folder without this file", "there is a corpus already, or a file in its way: nothing was written")
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return wrong(dir, "a folder that can be written to", "the corpus cannot be made: %v", err)
		}
	}
	if err := writeNew(dir, files); err != nil {
		return wrong(dir, "a folder that can be written to", "the corpus cannot be made: %v", err)
	}
	paths := []string{}
	for _, f := range files {
		paths = append(paths, filepath.ToSlash(f.Path))
	}
	if a.json {
		return writeJSON(a.stdout, map[string]any{"corpus": filepath.ToSlash(dir), "files": paths})
	}
	for _, p := range paths {
		fmt.Fprintln(a.stdout, p)
	}
	fmt.Fprintf(a.stdout, "\nnext: lectio verify --corpus %s\n", dir)
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

// corpusFiles lists the files of a new corpus in dir.
func corpusFiles(dir string) ([]sheet.File, error) {
	const root = "newcorpus"
	var out []sheet.File
	err := fs.WalkDir(newCorpus, root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := newCorpus.ReadFile(p)
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(p, root+"/")
		out = append(out, sheet.File{Path: filepath.Join(dir, filepath.FromSlash(rel)), Content: content})
		return nil
	})
	// The files name these for editors, so a corpus has its own.
	for _, s := range schemas {
		content, serr := s.write()
		err = errors.Join(err, serr)
		out = append(out, sheet.File{Path: filepath.Join(dir, filepath.FromSlash(schemaFile(s.kind))), Content: content})
	}
	return out, err
}
