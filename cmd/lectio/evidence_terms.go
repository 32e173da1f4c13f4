package main

import (
	"bytes"
	"fmt"

	"github.com/lectio/lectio/evidence"
	"github.com/spf13/cobra"
)

func evidenceTermsCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "terms",
		Short: "the words that records use: types, kinds of dates, reasons for doubt, gazetteers",
		RunE:  func(*cobra.Command, []string) error { return a.evidenceTerms() },
	}
}

func (a *app) evidenceTerms() error {
	if a.json {
		type factor struct {
			Name    string `json:"name"`
			Meaning string `json:"meaning"`
			About   string `json:"about"`
			Weight  int    `json:"weight"`
		}
		var factors []factor
		for _, f := range evidence.Factors {
			factors = append(factors, factor(f))
		}
		return writeJSON(a.stdout, map[string]any{"types": evidence.Types, "date-of": evidence.DateOf, "uncertainty": factors, "gazetteers": evidence.Gazetteers})
	}
	var b bytes.Buffer
	fmt.Fprintln(&b, "type: what kind of evidence a record is")
	for _, t := range evidence.Types {
		fmt.Fprintf(&b, "  %s\n", t)
	}
	fmt.Fprintln(&b, "\ndate of: what its date is the date of")
	for _, t := range evidence.DateOf {
		fmt.Fprintf(&b, "  %s\n", t)
	}
	fmt.Fprintln(&b, "\nuncertainty: reasons to be careful, and what each takes from the derived confidence")
	for _, f := range evidence.Factors {
		paragraph(&b, fmt.Sprintf("  %-24s %2d %%  ", f.Name, f.Weight), "("+f.About+") "+f.Meaning)
	}
	fmt.Fprintln(&b, "\ngazetteer: what a place can be linked to")
	for _, g := range sorted(evidence.Gazetteers) {
		fmt.Fprintf(&b, "  %-14s %s\n", g, evidence.Gazetteers[g])
	}
	_, err := a.stdout.Write(b.Bytes())
	return err
}
