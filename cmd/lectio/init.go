package main

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
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify/playout"
	"github.com/spf13/cobra"
)

// newCorpus is what a corpus of one's own begins with: an example of each file,
// with comments. A test verifies it.
//
//go:embed all:newcorpus
var newCorpus embed.FS

func initCommand(a *app) *cobra.Command {
	from := ""
	cmd := &cobra.Command{
		Use:   "init DIR",
		Short: "make a corpus of one's own, with an example of each file",
		Long: `Init makes a folder laid out as a corpus: a source, a record with its clauses, and a
small ruleset with a question and worked examples, all with comments. It passes
'lectio verify --corpus DIR' and is there to be changed.

With --from the ruleset is one that is there already, such as gallery:GAME, with
the records and sources that it rests on.

The folder may exist; a file that is there already is never touched.`,
		Example: `  lectio init my-games && lectio verify --corpus my-games
  lectio init my-games --from gallery:GAME`,
		Args: takes(1, 1, "DIR"),
		RunE: func(_ *cobra.Command, args []string) error { return a.initCorpus(args[0], from) },
	}
	cmd.Flags().StringVar(&from, "from", "", "begin with a copy of `RULESET`, with its records and sources")
	return cmd
}

func (a *app) initCorpus(dir, from string) error {
	if err := noFolder(dir, "a corpus"); err != nil {
		return err
	}
	files, err := newFiles(dir)
	if err == nil && from != "" {
		files, err = a.insteadOfExamples(files, dir, from)
	}
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
	fmt.Fprintf(a.stdout, "\nnext: lectio verify%s\n", playout.InCorpus(dir))
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

// insteadOfExamples replaces the examples among the files of a new corpus in dir by the
// files of a ruleset: its own, and those of its parts, records and their sources.
func (a *app) insteadOfExamples(files []sheet.File, dir, from string) ([]sheet.File, error) {
	c, err := a.rulesets()
	if err != nil {
		return nil, err
	}
	d, err := naming.Ruleset(c, naming.Argument("--from", from))
	if err != nil {
		return nil, err
	}
	in, of := c.Of(d), a.homeOf(d)
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
		name, content, err := of.fileOf(name)
		if err != nil {
			return nil, err
		}
		// The schemas of the project are further away from the gallery.
		content = bytes.Replace(content, []byte("$schema=../../../../"), []byte("$schema=../../"), 1)
		files = append(files, sheet.File{Path: filepath.Join(dir, filepath.FromSlash(name)), Content: content})
	}
	return files, nil
}

// fileOf reads the file of the corpus that messages call shown. name is what the file is
// called below the folder of a corpus.
func (a *app) fileOf(shown string) (name string, content []byte, err error) {
	fsys, root := a.evidenceFiles()
	name = strings.TrimPrefix(shown, root+"/")
	part, inside, _ := strings.Cut(name, "/")
	if part == "rulesets" {
		fsys, _ = a.rulesetFiles()
	}
	content, err = fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) { // the bundled corpora are seen from inside their folders
		content, err = fs.ReadFile(fsys, inside)
	}
	return name, content, err
}

// newFiles lists the files of a new corpus in dir.
func newFiles(dir string) ([]sheet.File, error) {
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
