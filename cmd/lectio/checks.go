package main

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/checks"
	"github.com/spf13/cobra"
)

func checksCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "checks [ID]",
		Short: "what is checked, and why",
		Args:  takes(0, 1, "ID"),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listChecks()
			}
			c, err := checkNamed(args[0])
			if err != nil {
				return err
			}
			if a.json {
				return jsonlines.Write(a.stdout, c)
			}
			fmt.Fprintf(a.stdout, "%s: %s (%s)\n\n%s\n\nfound:\n%s\n\nnot found:\n%s\n\nlimits:\n%s\n", c.ID, c.Title, c.Severity, c.Explanation, indent(c.Bad), indent(c.Good), indent(c.Limits))
			if c.Least.N > 0 {
				fmt.Fprintf(a.stdout, "\nleast sample:\n%s\n", indent(c.Least.String()))
			}
			return nil
		},
	}
}

// checkNamed finds a check by its id.
func checkNamed(id string) (*verify.Check, error) {
	if c := checks.All().Find(id); c != nil {
		return c, nil
	}
	var ids []string
	for _, c := range checks.All() {
		ids = append(ids, c.ID)
	}
	hint := ""
	if near := diag.DidYouMean(id, ids); near != "" {
		hint = "; " + near
	}
	return nil, wrong(id, strings.Join(ids, ", "), "there is no check %q%s", id, hint)
}

func indent(s string) string { return "    " + strings.ReplaceAll(s, "\n", "\n    ") }

func (a *app) listChecks() error {
	if a.json {
		return jsonlines.Write(a.stdout, checks.All())
	}
	var rows [][]string
	for _, c := range checks.All() {
		rows = append(rows, []string{c.ID, fmt.Sprint(c.Severity), fmt.Sprint(c.Needs), c.Title})
	}
	return a.columns(a.stdout, rows)
}
