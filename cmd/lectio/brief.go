package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/checks"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
)

// briefFlags are the flags of brief.
type briefFlags struct {
	verifyFlags
	from string
}

func briefCommand(a *app) *cobra.Command {
	f := &briefFlags{verifyFlags: verifyFlags{outFlags: outFlags{prose: true}}}
	cmd := &cobra.Command{
		Use:   "brief [RULESET...]",
		Short: "what matters about a game, in a page",
		Long: `Tells of every ruleset of the corpus, or of those named, how far it is settled, what
holds of play, and the five doubts that matter most, in at most 60 lines of 80 columns:
what lectio verify finds out, for a reader who has a minute. With --full all readings,
the boards where they part, lines to play again, and how every throw is played.
A FILE has all of that, with the boards as figures, but for LaTeX, where lectio board
draws them; in a document for Word clauses and their sources stand in footnotes.`,
		Example: `  lectio brief RULESET
  lectio brief RULESET --out brief.docx
  lectio brief RULESET --full
  lectio brief RULESET --from report.json`,
		Args: takes(0, -1, "RULESET"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.brief(cmd, f, args) },
	}
	cmd.Flags().StringVar(&f.from, "from", "", "take it from `FILE`, which lectio verify --json has printed, instead of playing")
	cmd.Flags().BoolVar(&f.full, "full", false, "print all of it: readings, boards, lines to play again, throws")
	f.outFlag(cmd, "the briefs")
	f.effortFlags(cmd)
	return cmd
}

func (a *app) brief(cmd *cobra.Command, f *briefFlags, args []string) error {
	if f.from != "" {
		for _, name := range []string{"effort", "games", "positions", "jobs", "seed"} {
			if cmd.Flags().Changed(name) {
				return wrong("--"+name, "--from alone", "what is in a report was found out when it was made")
			}
		}
		if len(f.files) > 0 {
			return wrong("--out", "--from alone", "the boards of a brief that is written to a file are drawn from the games it rests on, which a report has not")
		}
		return a.briefFrom(f, args)
	}
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	if errs := f.check(a); len(errs) > 0 {
		return errs
	}
	o.Only = brief.Checks(checks.All())
	corpus, err := a.rulesets()
	if err != nil {
		return err
	}
	if corpus, err = f.reportable(a, corpus, args, false); err != nil {
		return err
	}
	defs, err := a.playable(corpus, args)
	if err != nil {
		return err
	}
	a.sayWhoPlays()
	res := a.verifying(func(progress func(done, all int, what string)) *verify.Result {
		o.Progress = progress
		return verify.Run(cmd.Context(), checks.All(), corpus, defs, o)
	})
	if len(f.files) > 0 {
		if err := f.write(a, report.BriefReport(res, a.made())).Err(); err != nil {
			return err
		}
	}
	if err := a.printBriefs(f.text(a), report.Briefs(res), a.made(), f.full); err != nil {
		return err
	}
	if res.Interrupted {
		return errInterrupted
	}
	return nil
}

// briefFrom prints briefs that are in a report.
func (a *app) briefFrom(f *briefFlags, args []string) error {
	file := f.from
	data, err := a.readFile(file, "what lectio verify --json prints", yamlpos.MaxOwn)
	if err != nil {
		return err
	}
	var kept struct {
		Briefs []*brief.Brief `json:"briefs"`
		Made   string         `json:"made"`
	}
	if err := json.Unmarshal(data, &kept); err != nil || kept.Briefs == nil || slices.ContainsFunc(kept.Briefs, func(b *brief.Brief) bool { return b == nil || b.Ruleset == "" }) {
		return wrong(file, "what lectio verify --json prints", "there is no brief in the file")
	}
	list := kept.Briefs
	if len(args) > 0 {
		list = nil
	}
	var names []string
	for _, b := range kept.Briefs {
		names = append(names, b.Ruleset)
	}
	for _, id := range args {
		at := slices.Index(names, id)
		if at < 0 {
			return wrong(id, "one of: "+strings.Join(names, ", "), "the report has no ruleset %q", id)
		}
		list = append(list, kept.Briefs[at])
	}
	return a.printBriefs(a.stdout, list, kept.Made, f.full)
}

// printBriefs prints briefs, each as a page or in full, and by which program they were made,
// of which corpus.
func (a *app) printBriefs(w io.Writer, list []*brief.Brief, made string, full bool) error {
	if a.json {
		return a.printJSON(struct {
			Briefs []*brief.Brief `json:"briefs"`
			Made   string         `json:"made,omitempty"`
		}{list, made})
	}
	for i, b := range list {
		if i > 0 {
			if _, err := w.Write([]byte("\n\n")); err != nil {
				return err
			}
		}
		if full {
			report.WriteBrief(w, b, a.page().width)
		} else {
			report.WritePage(w, b, a.page().width)
		}
	}
	if made == "" { // a report of an earlier program does not say
		return nil
	}
	_, err := fmt.Fprintf(w, "\nmade by %s\n", made)
	return err
}
