package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/lectio/lectio/rulesets/revise"
	"github.com/spf13/cobra"
)

func evidenceSetCommand(a *app) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "set RECORD FIELD=VALUE...",
		Short: "change fields of a record where they stand in its file",
		Long: `Changes values in the YAML file of a record, all that are given or none: comments,
order and the way everything is written stay. A field is named by its path, such as
location.name, date.of, source.locator, extra.NAME, clauses.3.note or
texts.print.rights. FIELD= takes a value away, where a record can be without it.

Dates and coordinates are read as people write them, words of vocabularies with
capitals and synonyms; what was understood is shown. Several items of a list have
"; " between them. What would make the corpus invalid is refused.`,
		Example: `  lectio evidence set Coast.Evidence.1 "date=c. 1890" location.name=Porthaven --corpus my-games
  lectio evidence set Coast.Evidence.1 confidence= --corpus my-games --dry-run`,
		Args: takes(2, -1, "RECORD FIELD=VALUE"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := a.recordToChange(args[0])
			if err != nil {
				return err
			}
			grids, errs := intake.Assign(r, args[1:])
			if len(errs) > 0 {
				return errs
			}
			return a.enter("set "+r.ID+" "+fieldsOf(args[1:]), grids, dry)
		},
	}
	dryRun(cmd, &dry)
	return cmd
}

// fieldsOf are the fields that are set, without their values.
func fieldsOf(assignments []string) string {
	var names []string
	for _, text := range assignments {
		name, _, _ := strings.Cut(text, "=")
		names = append(names, strings.TrimSpace(name))
	}
	return strings.Join(names, ", ")
}

// recordToChange is the record of an id, in a corpus that can be written to. It may
// have errors: this may be to mend them.
func (a *app) recordToChange(id string) (*evidence.Record, error) {
	if err := a.changeable(); err != nil {
		return nil, err
	}
	c, errs, err := a.readEvidence()
	if err != nil {
		return nil, err
	}
	if r := c.Record(id); r != nil {
		return r, nil
	}
	if _, err = findRecord(c, id); len(errs) > 0 {
		all := diag.AsErrors(err)
		all.Merge(errs) // the record may be in one of these files
		return nil, all
	}
	return nil, err
}

// enter changes records by what stands in tables.
func (a *app) enter(what string, grids []*exchange.Grid, dry bool) error {
	c, known, err := a.readEvidence()
	if err != nil {
		return err
	}
	fsys, root := a.evidenceFiles()
	var plan *intake.Plan
	var errs diag.Errors
	if err := a.reads(func() {
		plan, errs = intake.Import(c, fsys, root, nil, grids, intake.Options{Typed: true, Known: known})
	}); err != nil {
		return err
	}
	if len(errs) > 0 {
		return errs
	}
	var b bytes.Buffer
	if !a.json {
		writeUnderstood(&b, plan, true)
		writeAdded(&b, "clause", plan.Clauses, false)
		for _, x := range plan.Changes {
			x.From = ""
			writeChange(&b, x)
		}
	}
	return a.make(revise.Change{What: what, Files: plan.Files}, dry, b.String())
}

func evidenceClauseCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "clause", Short: "add, edit and move clauses of a record"}
	cmd.AddCommand(clauseAddCommand(a), clauseEditCommand(a), clauseMoveCommand(a))
	return cmd
}

// clauseField is a field of a clause with its value, as it is typed.
var clauseField = regexp.MustCompile(`^[a-z]+=`)

func clauseAddCommand(a *app) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "add RECORD TEXT [FIELD=VALUE...]",
		Short: "add a clause to a record",
		Long: `Adds a clause, behind the last one or with the number that n=NUMBER gives it. The
other fields of a clause are in, wording, rule, why, supports, adds, contradicts,
lacks and note.`,
		Example: `  lectio evidence clause add Coast.Evidence.1 "A die has six faces." in=print "wording=sixe faces" --corpus my-games`,
		Args:    takes(2, -1, "RECORD TEXT"),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := a.recordToChange(args[0])
			if err != nil {
				return err
			}
			g, n, errs := intake.NewClause(r, args[1], args[2:])
			if len(errs) > 0 {
				return errs
			}
			return a.enter("clause add "+r.Ref(n).String(), []*exchange.Grid{g}, dry)
		},
	}
	dryRun(cmd, &dry)
	return cmd
}

func clauseEditCommand(a *app) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:     "edit RECORD#NUMBER FIELD=VALUE...",
		Short:   "change fields of a clause",
		Long:    "Changes fields of a clause where they stand: as 'lectio evidence set RECORD clauses.NUMBER.FIELD=VALUE' does.",
		Example: `  lectio evidence clause edit Coast.Evidence.1#2 "text=Lots decide who begins." adds=3 --corpus my-games`,
		Args:    takes(2, -1, "RECORD#NUMBER FIELD=VALUE"),
		RunE: func(_ *cobra.Command, args []string) error {
			ref, rest, err := clauseNamed(args)
			if err != nil {
				return err
			}
			r, err := a.recordToChange(ref.Record)
			if err != nil {
				return err
			}
			if len(rest) == 0 {
				return wrong("", "FIELD=VALUE", "FIELD=VALUE is missing")
			}
			for i, text := range rest {
				if !clauseField.MatchString(text) {
					return wrong(diag.Quote(text), "FIELD=VALUE, such as note=doubtful", "there is no field before a =")
				}
				rest[i] = fmt.Sprintf("clauses.%d.%s", ref.N, text)
			}
			grids, errs := intake.Assign(r, rest)
			if len(errs) > 0 {
				return errs
			}
			return a.enter("clause edit "+ref.String(), grids, dry)
		},
	}
	dryRun(cmd, &dry)
	return cmd
}
