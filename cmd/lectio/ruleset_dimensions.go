package main

import (
	"github.com/spf13/cobra"

	"github.com/lectio/lectio/rulesets/dimension"
)

func rulesetDimensionsCommand(a *app) *cobra.Command {
	var f gameFlags
	cmd := &cobra.Command{
		Use:   "dimensions RULESET",
		Short: "show what a game of its kind must settle, and how it is settled",
		Long: `A dimension is something that every game of a family must settle. Each is stated
by clauses, decided by the reading of a question, assumed for a reason, or open:
then nothing settles it and nothing says so, which verify reports.`,
		Args: takes(1, 1, "RULESET"),
		RunE: func(_ *cobra.Command, args []string) error { return a.rulesetDimensions(args[0], &f) },
	}
	f.register(cmd)
	return cmd
}

// settlementJSON is a dimension as a game settles it.
type settlementJSON struct {
	Dimension  string   `json:"dimension"`
	Family     string   `json:"family"`
	Asks       string   `json:"asks"`
	Standing   string   `json:"standing"`
	Answer     *string  `json:"answer"` // null where none is recognised
	Means      string   `json:"means"`
	Clauses    []string `json:"clauses"`
	Questions  []string `json:"questions"`
	Statements []string `json:"statements"`
	Assumed    []string `json:"assumed"`
	Parallels  []string `json:"parallels"`
}

func settlementOf(s *dimension.Settlement) settlementJSON {
	j := settlementJSON{Dimension: s.Dimension.ID, Family: s.Dimension.Family, Asks: s.Asks(), Standing: string(s.Standing), Means: s.Words(),
		Clauses: clauses(s.Clauses()), Questions: []string{}, Statements: []string{}, Assumed: append([]string{}, s.Assumptions()...), Parallels: []string{}}
	if s.Answer != nil && s.Standing != dimension.Moot {
		j.Answer = &s.Answer.ID
		for _, ref := range s.Answer.Parallels {
			j.Parallels = append(j.Parallels, ref.String())
		}
		for _, game := range s.Answer.Told {
			j.Parallels = append(j.Parallels, "named in the literature: "+game)
		}
		for _, game := range s.Answer.Known {
			j.Parallels = append(j.Parallels, "general knowledge: "+game)
		}
	}
	for _, q := range s.Questions {
		j.Questions = append(j.Questions, q.Name())
	}
	for _, st := range s.Statements {
		j.Statements = append(j.Statements, st.ID)
	}
	if s.Declared != nil {
		j.Statements = append(j.Statements, s.Declared.ID)
	}
	return j
}

func (a *app) rulesetDimensions(ruleset string, f *gameFlags) error {
	c, in, err := wantedOf(a, ruleset, f, (*wanted).interpret, ruleset)
	if err != nil {
		return err
	}
	list := c.Settle(a.context(), in)
	if err := a.context().Err(); err != nil {
		return err
	}
	if a.json {
		rows := []settlementJSON{}
		for i := range list {
			rows = append(rows, settlementOf(&list[i]))
		}
		return a.printList("dimensions", rows)
	}
	rows := [][]string{{"dimension", "asks", "answer", "standing", "by"}}
	for i := range list {
		s := &list[i]
		rows = append(rows, []string{s.Dimension.ID, s.Asks(), s.Words(), string(s.Standing), s.By(nil)})
	}
	return a.columns(a.stdout, rows)
}
