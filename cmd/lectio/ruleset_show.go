package main

import (
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
)

func rulesetShowCommand(a *app) *cobra.Command {
	var f gameFlags
	out := outFlags{prose: true}
	whole := false
	cmd := &cobra.Command{
		Use:   "show RULESET",
		Short: "show a game as an edition: clause, what it is made of, questions, readings",
		Long: `Show prints a ruleset in the order of its text: each clause, the sentences made from
the statements that rest on it, and the questions about it with their readings.
What no clause says and is assumed comes last. With --reading the sentences are
those of other readings.

With --interpretation it prints the rules of one interpretation as running text
that a person can play from, without the evidence.

A FILE has the same with the board at the beginning as a figure, but for LaTeX, where
lectio board draws it; in a document for Word sources, and the clauses that a rule
rests on, stand in footnotes.`,
		Example: `  lectio ruleset show RULESET
  lectio ruleset show RULESET --out edition.docx
  lectio ruleset show RULESET --interpretation --out rules.docx`,
		Args: takes(1, 1, "RULESET"),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesetShow(args[0], &f, &out, whole) },
	}
	f.register(cmd)
	out.outFlag(cmd, "the edition")
	cmd.Flags().BoolVar(&whole, "interpretation", false, "print the rules of the interpretation as running text")
	return cmd
}

func (a *app) rulesetShow(ruleset string, f *gameFlags, out *outFlags, whole bool) error {
	if errs := out.check(a); len(errs) > 0 {
		return errs
	}
	c, g, err := lookUp(a, ruleset, f, (*naming.Name).Game, ruleset)
	if err != nil {
		return err
	}
	if len(out.files) > 0 {
		if c, err = out.reportable(a, c, []string{g.Definition.ID}, false); err != nil {
			return err
		}
	}
	e := report.EditionOf(c, g)
	if whole {
		e = report.RulesOf(a.context(), c, g)
	}
	if err := out.write(a, e.Report(a.made())).Err(); err != nil {
		return err
	}
	if a.json {
		return a.printJSON(edition.Show(g))
	}
	return e.Write(out.text(a), a.page().width)
}
