package main

import (
	"fmt"
	"path/filepath"

	"github.com/lectio/lectio/evidence/index"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/evidence/store"
	"github.com/spf13/cobra"
)

func evidenceIndexCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "index",
		Short: "make an index, so that a large corpus is searched at once",
		Long: `Reads the corpus in --corpus DIR and makes an index, which list and search use from
then on. The index follows the files by itself: what was changed is read again at
the next search. It lies among what belongs to you, not in the corpus (the command
says where), and can be deleted at any time.`,
		Example: `  lectio evidence index --corpus DIR`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if a.inside() {
				p := wrong("", "--corpus DIR", "the bundled corpus needs no index")
				p.hint = "'lectio evidence index --corpus DIR' makes one for a corpus of your own"
				return p
			}
			folder, records := store.Open(a.corpus), 0
			err := a.steadily(func() (err error) {
				progress, end := a.reading()
				defer end()
				records, err = index.Build(cmd.Context(), folder, a.corpusFiles(), a.indexOptions(progress))
				return err
			})
			if err != nil {
				return err
			}
			file, err := index.Path(folder)
			if err != nil {
				return err
			}
			file = filepath.ToSlash(file)
			if a.json {
				return jsonlines.Write(a.stdout, map[string]any{"records": records, "file": file})
			}
			_, err = fmt.Fprintf(a.stdout, "%s in %s\n", plural(records, "record"), file)
			return err
		},
	}
}
