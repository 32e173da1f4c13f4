package main

import (
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/spf13/cobra"
)

// schemas are the kinds of files that have a JSON Schema. Each is in
// evidence/schema/KIND.json, too, of this repository and of a new corpus, where the
// first line of a YAML file names it for editors.
var schemas = []struct {
	kind  string
	write func() ([]byte, error)
}{
	{"record", evidence.RecordSchema},
	{"ruleset", rulesets.Schema},
	{"part", rulesets.PartSchema},
	{"dimension", dimension.Schema},
}

// schemaFile is where the schema of a kind of files is within a corpus.
func schemaFile(kind string) string { return "evidence/schema/" + kind + ".json" }

func schemaCommand(a *app) *cobra.Command {
	var kinds []string
	for _, s := range schemas {
		kinds = append(kinds, s.kind)
	}
	return &cobra.Command{
		Use:   "schema " + strings.Join(kinds, "|"),
		Short: "the JSON Schema of a kind of files, so that an editor completes and underlines",
		Long: `Prints the JSON Schema (draft 2020-12) of the files of records, of rulesets, of
parts that rulesets share, or of dimensions (what games of a kind must settle).
An editor with a YAML language server finds it by a comment in the first line of
a file:

  # yaml-language-server: $schema=../../evidence/schema/record.json

A schema sees the keys and vocabularies of one file. Whether a clause, a source
or a statement that it names is there, and what a condition means, is told by
'lectio evidence check' and 'lectio ruleset check'.`,
		Example: "  lectio schema record > evidence/schema/record.json",
		Args:    takes(1, 1, "KIND"),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, s := range schemas {
				if s.kind == args[0] {
					data, err := s.write()
					if err == nil {
						_, err = a.stdout.Write(data)
					}
					return err
				}
			}
			p := wrong(diag.Quote(args[0]), "one of: "+strings.Join(kinds, ", "), "there is no schema of this kind")
			p.what.Pos = diag.Pos{File: "KIND"}
			return p
		},
	}
}
