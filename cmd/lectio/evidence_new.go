package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/date"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// asked are the fields that are asked for, in order; the others have flags only.
var asked = []string{"id", "game", "type", "summary", "place", "date", "date of", "source", "locator"}

func evidenceNewCommand(a *app) *cobra.Command {
	values := make([]string, len(intake.RecordColumns))
	var clauses []string
	var rules string
	var ask bool
	cmd := &cobra.Command{
		Use:   "new",
		Short: "write a new record: asked for at a terminal, from flags in a script",
		Long: `Writes evidence/records/ID.yaml with the fields that are given. At a terminal, what
no flag gives is asked for, with what belongs there; Enter leaves a field out. The
record is checked with the whole corpus before it is written, and no file is ever
overwritten.

Clauses are given one by one, or proposed from a text of rules (--rules) for a
person to edit.`,
		Example: `  lectio evidence new --corpus my-games
  lectio evidence new --corpus my-games --id Coast.1 --game Tern --source smith-1900 --rules tern.txt`,
		RunE: func(_ *cobra.Command, _ []string) error {
			if a.inside() {
				return wrong("the bundled corpus", "--corpus DIR", "the corpus inside the program cannot be changed")
			}
			f, ok := a.stdin.(*os.File)
			return a.evidenceNew(values, clauses, rules, ask || ok && term.IsTerminal(int(f.Fd())))
		},
	}
	for i, col := range intake.RecordColumns {
		cmd.Flags().StringVar(&values[i], strings.ReplaceAll(col.Name, " ", "-"), "", col.Note)
	}
	cmd.Flags().StringArrayVar(&clauses, "clause", nil, "the `TEXT` of a clause; may be repeated")
	cmd.Flags().StringVar(&rules, "rules", "", "propose clauses from the text in `FILE`")
	cmd.Flags().BoolVar(&ask, "ask", false, "ask for what no flag gives, also when nobody is at a terminal")
	return cmd
}

func (a *app) evidenceNew(values, clauses []string, rules string, ask bool) error {
	c, err := a.wholeEvidence()
	if err != nil {
		return err
	}
	text := ""
	if rules != "" {
		shown := filepath.ToSlash(rules)
		data, err := a.readFile(rules, "a file that can be read", yamlpos.MaxInput)
		if err != nil {
			return err
		}
		var errs diag.Errors
		if text, _, errs = exchange.Decode(shown, data, false); len(errs) > 0 {
			return errs
		}
	}
	if ask {
		if clauses, err = a.askRecord(c, values, clauses, text != ""); err != nil {
			return err
		}
	}
	var errs diag.Errors
	for i, col := range intake.RecordColumns {
		if slices.Contains(intake.Needed, col.Name) && strings.TrimSpace(values[i]) == "" {
			errs.Add(diag.Pos{File: "--" + col.Name}, "nothing", col.Note, "a record needs the field %s", diag.Quote(col.Name))
		}
	}
	if id := strings.TrimSpace(values[0]); c.Record(id) != nil {
		errs.Add(diag.Pos{File: "--id"}, diag.Quote(id), "an id of its own", "there is a record of this id already, at %s", c.Record(id).At("id"))
	}
	if len(errs) > 0 {
		return errs
	}
	grids := intake.NewRecord(values, clauses, text)
	fsys, root := a.evidenceFiles()
	var plan *intake.Plan
	if err := a.reads(func() { plan, errs = intake.Import(c, fsys, root, nil, grids, intake.Options{}) }); err != nil {
		return err
	}
	if len(errs) > 0 {
		return errs
	}
	if err := a.writeCorpus("new "+plan.Records[0].ID, plan.Files); err != nil {
		return err
	}
	if a.json {
		return jsonlines.Write(a.stdout, plan.Records[0])
	}
	var b bytes.Buffer
	writeUnderstood(&b, plan, true)
	fmt.Fprintf(&b, "%s: %s, %s\n", plan.Records[0].File, plan.Records[0].ID, plural(plan.Records[0].Clauses, "clause"))
	_, err = a.stdout.Write(b.Bytes())
	return err
}

// askRecord asks for the fields that have no value yet, and for clauses. What is
// answered wrongly is asked again.
func (a *app) askRecord(c *evidence.Corpus, values, clauses []string, hasText bool) ([]string, error) {
	a.waitsForSomebody()
	in := bufio.NewReader(io.LimitReader(heeding{a.context(), a.stdin}, yamlpos.MaxInput))
	line := func(prompt string) (string, error) {
		fmt.Fprintf(a.stderr, "%s: ", prompt)
		s, err := in.ReadString('\n')
		if err == io.EOF && s != "" {
			err = nil
		}
		if err == io.EOF {
			return "", wrong("the end of the input", "an answer", "the questions were not answered to the end: nothing was written")
		}
		return strings.TrimSpace(s), err
	}
	for _, name := range asked {
		i := slices.IndexFunc(intake.RecordColumns, func(col intake.Column) bool { return col.Name == name })
		col := intake.RecordColumns[i]
		for values[i] == "" {
			note := col.Note
			if len(col.Words) > 0 {
				note += ": " + strings.Join(col.Words, ", ")
			}
			answer, err := line(fmt.Sprintf("%s (%s)", col.Name, note))
			if err != nil {
				return nil, err
			}
			if answer == "" && !slices.Contains(intake.Needed, name) {
				break
			}
			if problem := col.WrongAnswer(c, answer); problem != "" {
				fmt.Fprintf(a.stderr, "error: %s\n", oneLine(problem))
				continue
			}
			values[i] = answer
			if name == "date" {
				if read, err := date.Read(answer); err == nil && read.Text != answer {
					fmt.Fprintf(a.stderr, "%s is read as %s, %s\n", diag.Quote(answer), read.Text, read.Words())
				}
			}
		}
	}
	for !hasText {
		answer, err := line(fmt.Sprintf("clause %d (what the source says, in your own words; Enter ends the list)", len(clauses)+1))
		if err != nil {
			return nil, err
		}
		if answer == "" {
			break
		}
		clauses = append(clauses, answer)
	}
	return clauses, nil
}
