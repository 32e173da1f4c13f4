package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/revise"
	"github.com/lectio/lectio/verify/report"
	"github.com/spf13/cobra"
)

func rulesetVerdictsCommand(a *app) *cobra.Command {
	var write bool
	var by string
	cmd := &cobra.Command{
		Use:   "verdicts REPORT.xlsx...",
		Short: "propose what readers wrote into the workbook of verify for the rulesets",
		Long: `Reads what readers wrote under Verdict, Comment, Name and Date in the sheet Questions
of a workbook that 'lectio verify --out' has made, and shows it as changes of the
rulesets: an entry under checked: of the reading, with who checked and what is doubted.
With --write it is done, all of it or nothing. Several readers may differ: each verdict
is kept beside the others, and one by the same reader of the same day gives way.

A row that has been worded anew since, or is no longer there, is named and passed over.`,
		Example: `  lectio verify --corpus my-games --out report.xlsx
  lectio ruleset verdicts report.xlsx --corpus my-games
  lectio ruleset verdicts report.xlsx --corpus my-games --by "Ann Lee" --write`,
		Args: takes(1, -1, "REPORT.xlsx"),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesetVerdicts(args, by, write) },
	}
	cmd.Flags().BoolVar(&write, "write", false, "write what is shown")
	cmd.Flags().StringVar(&by, "by", "", "the `NAME` of the reader, for rows that have none")
	return cmd
}

func (a *app) rulesetVerdicts(files []string, by string, write bool) error {
	if err := a.changeable(); err != nil {
		return err
	}
	c, err := a.wholeRulesets()
	if err != nil {
		return err
	}
	var verdicts []*report.ReadingVerdict
	var errs diag.Errors
	for _, file := range files {
		var list []*report.ReadingVerdict
		var err error
		if stopped := a.reads(func() { list, err = report.ReadVerdicts(file) }); stopped != nil {
			return stopped
		}
		var unread diag.Error
		if errors.As(err, &unread) {
			errs = append(errs, unread)
		} else if err != nil {
			errs.Add(diag.Pos{File: file}, "", "a workbook that 'lectio verify --out' has made", "%v", err)
		} else if len(list) == 0 {
			a.sayHint(file + ": no verdict stands in its sheet Questions")
		}
		verdicts = append(verdicts, list...)
	}
	rev := evidence.NewRevision(a.rulesetFiles())
	var said strings.Builder
	for _, v := range verdicts {
		if v.Name == "" {
			v.Name = by
		}
		d, thing, why := reviewed(c, v)
		if why != "" {
			a.sayHint(fmt.Sprintf("%s: %s %s: passed over", v.At("Verdict"), strings.Join([]string{v.Ruleset, v.Question, v.Reading}, " / "), why))
			continue
		}
		check, wrong := v.Check()
		if len(wrong) > 0 {
			errs.Merge(wrong)
			continue
		}
		if rev.AddCheck(d.File, thing, check) {
			fmt.Fprintf(&said, "%s / %s / %s: %s\n", v.Ruleset, v.Question, v.Reading, oneLine(checkText(check)))
		}
	}
	if len(errs) > 0 {
		return errs.Sort()
	}
	var changed store.Files
	if errs := rev.Files(changed.Add); len(errs) > 0 {
		return errs
	}
	if _, err := a.checked(changed); err != nil {
		return err
	}
	if err := a.make(revise.Change{What: "verdicts " + strings.Join(files, " "), Files: changed}, !write, said.String()); err != nil {
		return err
	}
	if !write && len(changed) > 0 {
		a.sayHint("--write writes it")
	}
	return nil
}

// reviewed finds the reading that a verdict is on, and the path to it in its file; why says
// why there is none to be changed.
func reviewed(c *dimension.Corpus, v *report.ReadingVerdict) (d *rulesets.Definition, thing []any, why string) {
	if d = c.Find(v.Ruleset); d == nil || c.Of(d) != c.Corpus {
		return nil, nil, "is of a ruleset that the corpus has not"
	}
	for i, q := range d.Questions {
		if q.Name() != v.Question {
			continue
		}
		for j, r := range q.Readings {
			switch {
			case r.ID != v.Reading:
			case !v.IsAbout(q, r):
				return nil, nil, "has been worded anew since, so that it is not known whether the verdict still holds"
			default:
				return d, []any{"questions", i, "readings", j}, ""
			}
		}
	}
	return nil, nil, "is no longer there"
}

// phrase joins what there is.
func phrase(parts ...string) string {
	var there []string
	for _, p := range parts {
		if p != "" {
			there = append(there, p)
		}
	}
	return strings.Join(there, ", ")
}

// behind is a text behind a word that says what it is, "" when there is none.
func behind(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// checkText is who checked, and what came of it.
func checkText(k *evidence.Check) string {
	on := ""
	if k.On != nil {
		on = k.On.Text
	}
	return phrase(string(k.Verdict)+", says "+string(k.By), on, behind("against ", k.Against), k.Doubt, k.Note)
}
