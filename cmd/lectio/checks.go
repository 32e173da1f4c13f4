package main

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/verify/checks"

	"github.com/lectio/lectio/verify"
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
				return writeJSON(a.stdout, checkOf(c))
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

type checkJSON struct {
	ID          string          `json:"id"`
	Title       string          `json:"title"`
	Severity    verify.Severity `json:"severity"`
	Needs       verify.Needs    `json:"needs"`
	Explanation string          `json:"explanation"`
	Bad         string          `json:"bad"`
	Good        string          `json:"good"`
	Limits      string          `json:"limits"`
	Least       *verify.Least   `json:"least"` // null where nothing is sampled
}

func checkOf(c *verify.Check) checkJSON {
	j := checkJSON{c.ID, c.Title, c.Severity, c.Needs, c.Explanation, c.Bad, c.Good, c.Limits, nil}
	if c.Least.N > 0 {
		j.Least = &c.Least
	}
	return j
}

func (a *app) listChecks() error {
	if a.json {
		list := []checkJSON{}
		for _, c := range checks.All() {
			list = append(list, checkOf(c))
		}
		return writeJSON(a.stdout, list)
	}
	var rows [][]string
	for _, c := range checks.All() {
		rows = append(rows, []string{c.ID, fmt.Sprint(c.Severity), fmt.Sprint(c.Needs), c.Title})
	}
	return a.columns(a.stdout, rows)
}
