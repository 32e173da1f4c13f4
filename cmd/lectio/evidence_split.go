package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/evidence/wording"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/spf13/cobra"
)

func evidenceSplitCommand(a *app) *cobra.Command {
	var layer string
	first := 1
	cmd := &cobra.Command{
		Use:   "split FILE",
		Short: "propose clauses for a text of rules, with hints on wordings that hide a doubt",
		Long: `Cuts a text into sentences and prints them as the clauses of a record, to be
edited by a person: said again in other words, cut where a sentence says two
things, and thrown out where it says nothing. Comments ask about words that tend
to hide a doubt.

FILE is a text, or a record with the text of a layer (see --layer).`,
		Example: "  lectio evidence split rules.txt",
		Args:    takes(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.evidenceSplit(args[0], layer, first, cmd.Flags().Changed("first"))
		},
	}
	cmd.Flags().StringVar(&layer, "layer", "", "the `ID` of the layer of texts that the clauses are in")
	cmd.Flags().IntVar(&first, "first", 1, "the `NUMBER` of the first clause; without it, one behind the last of a record")
	return cmd
}

// evidenceSplit proposes clauses, numbered from first: behind those of a record
// unless said says that the number was asked for.
func (a *app) evidenceSplit(file, layer string, first int, said bool) error {
	if first < 1 {
		return wrong(fmt.Sprint(first), "a number from 1", "clauses are numbered from 1")
	}
	shown := filepath.ToSlash(file)
	data, err := a.readFile(file, "a file that can be read", yamlpos.MaxInput)
	if err != nil {
		return err
	}
	text, _, errs := exchange.Decode(shown, data, false)
	if len(errs) > 0 {
		return errs
	}
	if slices.Contains(yamlpos.Endings, strings.ToLower(filepath.Ext(file))) {
		r, errs := evidence.ParseRecord(shown, data)
		if len(errs) > 0 {
			return errs
		}
		var ids []string
		var found *evidence.Layer
		for _, l := range r.Texts {
			if l.Text != "" {
				ids = append(ids, l.ID)
				if l.ID == layer || layer == "" && found == nil {
					found = l
				}
			}
		}
		if found == nil {
			return diag.Error{Pos: diag.Pos{File: shown}, Found: diag.Quote(layer), Expected: "one of: " + strings.Join(ids, ", "),
				Message: "the record has no text of this layer"}
		}
		text, layer = found.Text, found.ID
		if n := len(r.Clauses); n > 0 && !said {
			first = r.Clauses[n-1].N + 1
		}
	}
	var proposals []wording.Proposal
	if err := a.reads(func() { proposals = wording.SplitFrom(text, first) }); err != nil {
		return err
	}
	if len(proposals) == 0 {
		return diag.Error{Pos: diag.Pos{File: shown}, Found: "nothing", Expected: "a text of rules", Message: "the file has no text"}
	}
	if a.json {
		return jsonlines.Write(a.stdout, proposals)
	}
	_, err = fmt.Fprintf(a.stdout, "clauses:\n%s\n", yamlpos.BlockItems(wording.ClauseDrafts(proposals, first, layer), 2))
	return err
}
