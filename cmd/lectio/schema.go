package main

import (
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/starter"
	"github.com/spf13/cobra"
)

func schemaCommand(a *app) *cobra.Command {
	var kinds []string
	for _, s := range starter.Schemas {
		kinds = append(kinds, s.Kind)
	}
	return &cobra.Command{
		Use:   "schema " + strings.Join(kinds, "|"),
		Short: "the JSON Schema of a kind of files, so that an editor completes and underlines",
		Long: `Prints the JSON Schema (draft 2020-12) of the files of records, of rulesets, of
parts that rulesets share, of dimensions (what games of a kind must settle), or
of measures (what is asked of their play).
An editor with a YAML language server finds it by a comment in the first line of
a file:

  # yaml-language-server: $schema=../../evidence/schema/record.json

A schema sees the keys and vocabularies of one file. Whether a clause, a source
or a statement that it names is there, and what a condition means, is told by
'lectio evidence check' and 'lectio ruleset check'.`,
		Example: "  lectio schema record > evidence/schema/record.json",
		Args:    takes(1, 1, "KIND"),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, s := range starter.Schemas {
				if s.Kind == args[0] {
					data, err := s.Write()
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
