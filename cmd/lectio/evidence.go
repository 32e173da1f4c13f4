package main

import (
	"fmt"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/text"
	"github.com/spf13/cobra"
)

// evidenceCommand is lectio evidence.
func evidenceCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "evidence", Short: "the records: list, search, show, check, cite, export, import, new, set, edit, apply, undo, split, source"}
	cmd.AddCommand(
		evidenceListCommand(a),
		evidenceSearchCommand(a),
		&cobra.Command{
			Use:   "show RECORD",
			Short: "show a record: its source, date, place and clauses",
			Args:  takes(1, 1, "RECORD"),
			RunE:  func(_ *cobra.Command, args []string) error { return a.evidenceShow(args[0]) },
		},
		evidenceCheckCommand(a),
		evidenceCiteCommand(a),
		evidenceExportCommand(a),
		evidenceImportCommand(a),
		evidenceNewCommand(a),
		evidenceSetCommand(a),
		evidenceClauseCommand(a),
		evidenceRenameCommand(a),
		evidenceEditCommand(a),
		evidenceApplyCommand(a),
		evidenceUndoCommand(a),
		evidenceSplitCommand(a),
		evidenceSourceCommand(a),
		evidenceIndexCommand(a),
		evidenceRecoverCommand(a),
		evidenceTermsCommand(a),
	)
	return cmd
}

func evidenceCheckCommand(a *app) *cobra.Command {
	hints := false
	cmd := &cobra.Command{
		Use:   "check [RECORD...]",
		Short: "check that records are well-formed, dated and sourced",
		Args:  takes(0, -1, "RECORD"),
		RunE:  func(_ *cobra.Command, args []string) error { return a.evidenceCheck(args, hints) },
	}
	cmd.Flags().BoolVar(&hints, "hints", false, "print wordings that often hide a doubt too (lectio checks TX005), first those about which no question asks")
	return cmd
}

func (a *app) evidenceCheck(ids []string, hints bool) error {
	c, err := a.evidence()
	if err != nil {
		return err
	}
	records := c.Records
	if len(ids) > 0 {
		records = nil
		var errs diag.Errors
		for _, id := range ids {
			if c.Unsound(id) != "" {
				continue // what is wrong with it has been noted
			}
			r, err := findRecord(c, id)
			errs.Merge(diag.AsErrors(err))
			records = append(records, r)
		}
		if len(errs) > 0 {
			return errs
		}
	}
	if len(records) == 0 && len(ids) == 0 {
		return a.nothingRead("record", "evidence", "records")
	}
	var findings []verify.Finding
	if err := a.reads(func() { findings = a.metadata(c, records, len(ids) == 0, hints) }); err != nil {
		return err
	}
	if a.json {
		cards := []evidence.Found{}
		for _, r := range records {
			cards = append(cards, evidence.Found{Card: c.Card(r)})
		}
		if err := a.printJSON(map[string]any{"records": cards, "findings": append([]verify.Finding{}, findings...)}); err != nil {
			return err
		}
		return failing(findings)
	}
	clauses := 0
	for _, r := range records {
		clauses += len(r.Clauses)
	}
	for _, f := range findings {
		fmt.Fprintf(a.stdout, "%s: %s %s: %s\n", f.Pos, f.Severity, f.ID, oneLine(f.Message))
	}
	if len(records) == 0 {
		return errLeftOut
	}
	_, err = fmt.Fprintf(a.stdout, "%s with %s and %s: %s\n",
		plural(len(records), "record"), plural(clauses, "clause"), plural(len(c.Sources), "source"), found(len(a.errs), findings))
	if err != nil {
		return err
	}
	return failing(findings)
}

// metadata is what looks wrong in the metadata of records; of sources that
// nothing names only when all is asked for, and hints on wordings only when they
// are.
func (a *app) metadata(c *evidence.Corpus, records []*evidence.Record, all, hints bool) []verify.Finding {
	// Rulesets say which sources readings name; what is wrong with them is for
	// ruleset check.
	defs, _ := a.loadRulesets(nil)
	wanted := map[string]bool{}
	for _, r := range records {
		wanted[r.Pos().File] = true
	}
	var out []verify.Finding
	for _, f := range checks.Metadata(c, defs.Definitions) {
		if all || wanted[f.Pos.File] {
			out = append(out, f)
		}
	}
	if hints {
		out = append(out, text.Hints(records, defs.Definitions)...)
	}
	return out
}
