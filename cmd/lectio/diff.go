package main

import (
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/diff"
	"github.com/spf13/cobra"
)

func diffCommand(a *app) *cobra.Command {
	f := &verifyFlags{}
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "what changed between two corpora, in rules and play",
		Long: `Says what changed from one corpus to another, or from one state of a corpus to a later
one (git worktree or git archive gives a directory of it): clauses, the sentences of
rules, questions and readings; where what may be played is not the same, with a line of
play that leads there; and what is found in the one and not in the other, in games at
random or, with --players random,learned, between programs that learned each game as
well. OLD and NEW are directories; bundled is the corpus inside the program.

The exit status is 1 when something changed.`,
		Example: `  lectio diff before after
  lectio diff bundled my-corpus --json`,
		Args: takes(2, 2, "OLD NEW"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.diff(cmd, f, args[0], args[1]) },
	}
	cmd.Flags().StringVar(&f.effort, "effort", "quick", "how far games and searches go: quick, normal or deep")
	cmd.Flags().IntVar(&f.jobs, "jobs", 0, "workers; the result does not depend on it (0: one for each processor)")
	cmd.Flags().Uint64Var(&f.seed, "seed", 1, "seed of all random throws and moves")
	f.playersFlagOf(cmd, playsRandom)
	return cmd
}

func (a *app) diff(cmd *cobra.Command, f *verifyFlags, old, now string) error {
	if a.corpus != "" {
		return wrong("--corpus "+a.corpus, "OLD and NEW alone", "diff compares the two corpora that it is given")
	}
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	before, madeOld, err := a.another(old)
	if err != nil {
		return err
	}
	after, madeNew, err := a.another(now)
	if err != nil {
		return err
	}
	a.sayWhoPlays()
	d := diff.Corpora(cmd.Context(), before, after, o)
	d.MadeOld, d.MadeNew = madeOld, madeNew
	for i := range d.Rulesets {
		if r := &d.Rulesets[i]; r.Whole == "" {
			was, is := a.findings(cmd, before, r.Ruleset, o), a.findings(cmd, after, r.Ruleset, o)
			is.Since(was.Findings)
			r.Gone = append(r.Gone, is.Gone...)
			for _, f := range is.Findings {
				if f.New {
					r.Found = append(r.Found, f)
				}
			}
		}
	}
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	if a.json {
		err = a.printJSON(d)
	} else {
		d.Write(a.stdout)
		_, err = fmt.Fprintf(a.stdout, "\nOLD: %s\nNEW: %s\n", d.MadeOld, d.MadeNew)
	}
	if err == nil && !d.Empty() {
		err = errFindings
	}
	return err
}

// findings verifies one ruleset.
func (a *app) findings(cmd *cobra.Command, c *dimension.Corpus, id string, o verify.Options) *verify.Result {
	return a.verifying(func(progress func(done, all int, what string)) *verify.Result {
		o.Progress = progress
		return verify.Run(cmd.Context(), checks.All(), c, []*rulesets.Definition{c.Find(id)}, o)
	})
}
