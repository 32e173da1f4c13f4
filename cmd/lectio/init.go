package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/rulesets/starter"
	"github.com/lectio/lectio/verify/playout"
	"github.com/spf13/cobra"
)

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
	files, err := starter.Files(dir)
	if err == nil && from != "" {
		files, err = a.startFrom(files, dir, from)
	}
	if err != nil {
		return err
	}
	if err := starter.Write(dir, files); err != nil {
		return err
	}
	paths := []string{}
	for _, f := range files {
		paths = append(paths, filepath.ToSlash(f.Path))
	}
	if a.json {
		return jsonlines.Write(a.stdout, map[string]any{"corpus": filepath.ToSlash(dir), "files": paths})
	}
	for _, p := range paths {
		fmt.Fprintln(a.stdout, p)
	}
	fmt.Fprintf(a.stdout, "\nnext: lectio verify%s\n", playout.InCorpus(dir))
	return nil
}

// startFrom puts a ruleset in the place of the examples.
func (a *app) startFrom(files []sheet.File, dir, from string) ([]sheet.File, error) {
	c, err := a.rulesets()
	if err != nil {
		return nil, err
	}
	d, err := naming.Ruleset(c, naming.Argument("--from", from))
	if err != nil {
		return nil, err
	}
	return starter.From(files, dir, c.Of(d), d, a.homeOf(d).fileOf)
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
