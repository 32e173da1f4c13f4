package main

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/spf13/cobra"
)

func evidenceTermsCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "terms",
		Short: "the words that records use: types, kinds of dates, roles, states, reasons for doubt, gazetteers",
		RunE:  func(*cobra.Command, []string) error { return a.evidenceTerms() },
	}
}

// vocabularies are the lists of words that fields of records have, in the order of the guide.
var vocabularies = []struct {
	name, about string
	words       []string
}{
	{"type", "what kind of evidence a record is", evidence.Types},
	{"date-of", "what its date is the date of", evidence.DateOf},
	{"place-of", "what a place is the place of", evidence.PlaceOf},
	{"source-of", "what a source is to the record", evidence.SourceOf},
	{"role", "what a person was to the evidence", evidence.Roles},
	{"object-kind", "what an object is", evidence.ObjectKinds},
	{"object-state", "in what state it is", evidence.ObjectStates},
	{"witness-kind", "what carries a text", evidence.WitnessKinds},
	{"relation", "how a record stands to another", evidence.RelationKinds},
	{"verdict", "what somebody found who compared a clause with the source", evidence.Verdicts},
}

func (a *app) evidenceTerms() error {
	if a.json {
		out := map[string]any{"uncertainty": evidence.Factors, "gazetteers": evidence.Gazetteers}
		for _, v := range vocabularies {
			name := v.name
			if name == "type" {
				name = "types"
			}
			out[name] = v.words
		}
		return jsonlines.Write(a.stdout, out)
	}
	b := a.page()
	for _, v := range vocabularies {
		fmt.Fprintf(b, "%s: %s\n", strings.ReplaceAll(v.name, "-", " "), v.about)
		b.paragraph("  ", strings.Join(v.words, ", "))
		fmt.Fprintln(b)
	}
	fmt.Fprintln(b, "uncertainty: reasons to be careful, and what each takes from the derived confidence")
	for _, f := range evidence.Factors {
		b.paragraph(fmt.Sprintf("  %-24s %2d %%  ", f.Name, f.Weight), "("+f.About+") "+f.Meaning)
	}
	fmt.Fprintln(b, "\ngazetteer: what a place can be linked to")
	for _, g := range sorted(evidence.Gazetteers) {
		fmt.Fprintf(b, "  %-14s %s\n", g, evidence.Gazetteers[g])
	}
	_, err := a.stdout.Write(b.Bytes())
	return err
}
