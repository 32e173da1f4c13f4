package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/evidence/store"
	"github.com/spf13/cobra"
)

func evidenceImportCommand(a *app) *cobra.Command {
	var write, full bool
	var o intake.Options
	var m intake.Said
	cmd := &cobra.Command{
		Use:   "import FILE...",
		Short: "records from pages of the Ludii portal, .lud files, CSV and workbooks; sources from RIS",
		Long: `Shows what files would add to the corpus and change in it; with --write it is
done, all of it or nothing.

A saved page of the Ludii portal (HTML or its text) and the metadata of a .lud
file become draft records: their texts become layers, and clauses are proposed
for a person to edit. A record that is there already keeps what somebody has
entered; only what it lacks is filled in.

A table (.csv, .tsv, .xlsx) has a heading: with id and game it holds records,
with record and n clauses, with record and layer texts, with key and csl-json
sources. What differs from the corpus is shown cell by cell
and goes into the YAML files in place: comments, order and blank lines stay. A
row or column that is missing changes nothing; an empty cell takes a value away.

A bibliography in RIS (.ris) or BibTeX (.bib) gives sources; one without a key (ID)
gets one, of its first name and year, that records cite it by. A source that is
there already, with the same authors, title and year, is used and named. Where the
two descriptions differ in something else, both are shown, and --sources says
whether it is the same (use) or another (new).

A folder that 'lectio evidence export' has made, a data package or a CLDF dataset, comes
back by the file corpus.csv in it.

Any other table is read by a mapping: what its columns are is guessed by their
names, in several languages, and by what is in them, and shown; --map corrects it.
What is said is kept beside the table, in NAME.mapping.yaml, and used again. A
column that no field is for is kept as a field of its own, extra:NAME. Dates are
read as people write them, and words of vocabularies with capitals and synonyms.

A workbook of 'lectio evidence export --xlsx' knows what it held when it was made.
Where only the corpus was changed since, the corpus stays; where both were, that
is a conflict: it is shown, the corpus stays, and the exit status is 1.`,
		Example: `  lectio evidence import page.html --corpus my-games
  lectio evidence import records.xlsx --corpus my-games --write
  lectio evidence import finds.csv --corpus my-games --map "Find-spot=location.name" --set type=artifact
  lectio evidence import finds.csv --corpus my-games --with books.csv:BookNo --partial --write`,
		Args: takes(1, -1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.evidenceImport(args, write, full, o, m)
		},
	}
	cmd.Flags().BoolVar(&write, "write", false, "write what is shown")
	cmd.Flags().BoolVar(&full, "full", false, "show new records and sources in full")
	cmd.Flags().BoolVar(&o.PreferCells, "prefer-cells", false, "in a conflict, take the cell of the workbook")
	cmd.Flags().StringVar((*string)(&o.Twins), "sources", "", "`WHICH` a source is that differs from one of the same authors, title and year: use (the same) or new (another)")
	cmd.Flags().BoolVar(&o.AddMissing, "add-missing", false,
		"add what the workbook has and the corpus has not, or has no more")
	mappingFlags(cmd, &m)
	return cmd
}

func (a *app) evidenceImport(files []string, write, full bool, o intake.Options, m intake.Said) error {
	if write && a.inside() {
		return wrong("the bundled corpus", "--corpus DIR", "the corpus inside the program cannot be changed")
	}
	if !slices.Contains([]intake.Twins{"", intake.UseTwins, intake.NewSource}, o.Twins) {
		return wrong("--sources "+string(o.Twins), "use or new", "nothing else can become of a source that may be there already")
	}
	c, err := a.wholeEvidence()
	if err != nil {
		return err
	}
	var pieces []*exchange.Piece
	var grids []*exchange.Grid
	var notes []string
	var errs diag.Errors
	fsys, root := a.evidenceFiles()
	var plan *intake.Plan
	var left []intake.LeftRow
	tables := intake.NewForeignTables(m)
	if err := a.reads(func() {
		for _, file := range files {
			p, g, note, more := intake.ReadFile(file)
			pieces, grids, notes = append(pieces, p...), append(grids, g...), append(notes, note...)
			errs.Merge(more)
		}
		if len(errs.Sort()) > 0 {
			return
		}
		var passed []string
		grids, passed, errs = tables.Take(grids)
		notes = append(notes, passed...)
		if len(errs) == 0 {
			plan, left, errs = intake.Tables(c, fsys, root, pieces, grids, tables.List, o, m.Partial)
		}
	}); err != nil {
		return err
	}
	if err := tables.Keep(write); err != nil {
		return err
	}
	if len(errs) > 0 {
		if !a.json {
			showMappings(a.stdout, tables.List)
			a.sayReasons(errs)
		}
		return errs
	}
	if !a.json {
		showMappings(a.stdout, tables.List)
	}
	plan.Notes = append(notes, plan.Notes...)
	if plan.Notes == nil {
		plan.Notes = []string{}
	}
	rest, err := intake.WriteRest(left, write)
	if err != nil {
		return err
	}
	notes = append(notes, rest...)
	plan.Notes = append(plan.Notes, rest...)
	switch {
	case write && !plan.Empty():
		if err := a.writeCorpus("import "+strings.Join(files, " "), plan.Files); err != nil {
			return err
		}
	case write: // the run before this may have been killed at its very end
		if err := store.Open(a.corpus).Tidy(); err != nil {
			return err
		}
	}
	if err := a.showPlan(plan, tables.List, write, full); err != nil {
		return err
	}
	if plan.Conflicts() > 0 {
		return errFindings
	}
	return nil
}

// showPlan prints what an import does or would do.
func (a *app) showPlan(plan *intake.Plan, mappings []intake.ForeignTable, written, full bool) error {
	if a.json {
		return jsonlines.Write(a.stdout, struct {
			Written  bool                  `json:"written"`
			Mappings []intake.ForeignTable `json:"mappings,omitempty"`
			*intake.Plan
		}{written && !plan.Empty(), mappings, plan})
	}
	var b bytes.Buffer
	writeUnderstood(&b, plan, full)
	writeAdded(&b, "source", plan.Sources, full)
	writeAdded(&b, "record", plan.Records, full)
	writeAdded(&b, "text", plan.Layers, full)
	writeAdded(&b, "clause", plan.Clauses, full)
	changed := 0
	for _, c := range plan.Changes {
		if !c.Kept {
			changed++
		}
		writeChange(&b, c)
	}
	var parts []string
	for _, n := range []struct {
		n    int
		what string
	}{{len(plan.Records), "new record"}, {len(plan.Sources), "new source"}, {len(plan.Layers), "new text"}, {len(plan.Clauses), "new clause"}, {changed, "change"},
		{len(plan.Changes) - changed - plan.Conflicts(), "difference"}, {plan.Conflicts(), "conflict"}} {
		if n.n > 0 {
			parts = append(parts, plural(n.n, n.what))
		}
	}
	switch {
	case len(parts) == 0 && plan.Missing > 0:
		fmt.Fprintf(&b, "no changes; %d passed over that the corpus has not\n", plan.Missing)
	case len(parts) == 0:
		fmt.Fprintln(&b, "no changes")
	case written && !plan.Empty():
		fmt.Fprintf(&b, "%s: written\n", strings.Join(parts, ", "))
	default:
		fmt.Fprintf(&b, "%s: nothing written\n", strings.Join(parts, ", "))
	}
	if _, err := a.stdout.Write(b.Bytes()); err != nil {
		return err
	}
	for _, n := range plan.Notes {
		fmt.Fprintf(a.stderr, "hint: %s\n", oneLine(n))
	}
	if plan.Missing > 0 {
		fmt.Fprintln(a.stderr, "hint: --add-missing adds what was passed over")
	}
	switch {
	case plan.Conflicts() > 0:
		fmt.Fprintln(a.stderr, "hint: where both sides were changed the corpus stays; --prefer-cells takes the cells")
	case !written && !plan.Empty() && len(plan.Notes) == 0:
		fmt.Fprintln(a.stderr, "hint: --write writes it")
	}
	return nil
}

// writeAdded prints what is added; clauses and layers, and everything with full, with
// what is in them.
func writeAdded(b *bytes.Buffer, what string, list []intake.Added, full bool) {
	for _, r := range list {
		fmt.Fprintf(b, "+ %s %s", what, r.ID)
		if r.Clauses > 0 {
			fmt.Fprintf(b, ", %s", plural(r.Clauses, "clause"))
		}
		fmt.Fprintf(b, "  %s\n", oneLine(r.File))
		if full || what == "clause" || what == "text" {
			for line := range strings.SplitSeq(strings.TrimSuffix(r.Content, "\n"), "\n") {
				fmt.Fprintf(b, "    + %s\n", indentedLine(line))
			}
		}
	}
}

// writeChange prints a value that changes, or would.
func writeChange(b *bytes.Buffer, c intake.Change) {
	name := c.Record
	if c.Clause > 0 {
		name = evidence.ClauseRef{Record: c.Record, N: c.Clause}.String()
	}
	if c.Layer != "" {
		name += "/" + c.Layer
	}
	sign, kept := "~", ""
	switch {
	case c.Conflict:
		sign, kept = "!", ", changed on both sides, kept as it is"
	case c.Kept:
		kept = ", kept as it is"
	}
	where := ""
	if c.File != "" {
		where = fmt.Sprintf("  %s:%d:%d", c.File, c.Line, c.Column)
	}
	fmt.Fprintf(b, "%s %s  %s%s%s\n", sign, name, c.Field, kept, where)
	for _, text := range []struct{ sign, text string }{{"was", c.Was}, {"-", c.Old}, {"+", c.New}} {
		if text.text != "" {
			fmt.Fprintf(b, "    %s %s\n", text.sign, oneLine(strings.ReplaceAll(text.text, "\n", " | ")))
		}
	}
	if c.From != "" {
		fmt.Fprintf(b, "    (%s)\n", oneLine(c.From))
	}
}

// shownUnderstood is how many of the texts that were understood are shown of a field.
const shownUnderstood = 12

// writeUnderstood prints what dates and words of vocabularies were taken for, and
// which dates were not understood.
func writeUnderstood(b *bytes.Buffer, plan *intake.Plan, full bool) {
	shown, left := map[string]int{}, map[string]int{}
	for _, u := range plan.Understood {
		if u.To == "" {
			continue
		}
		// What has a doubt is always shown.
		if shown[u.Field]++; shown[u.Field] > shownUnderstood && !full && u.Doubt == "" {
			left[u.Field]++
			continue
		}
		fmt.Fprintf(b, "= %s %s is %s", u.Field, diag.Quote(u.From), u.To)
		if u.Words != "" && u.Words != u.From && u.Words != u.To {
			fmt.Fprintf(b, ", %s", u.Words)
		}
		if u.Count > 1 {
			fmt.Fprintf(b, " (%d times)", u.Count)
		}
		if u.Doubt != "" {
			fmt.Fprintf(b, "; %s", u.Doubt)
		}
		b.WriteByte('\n')
	}
	for _, field := range sorted(left) {
		fmt.Fprintf(b, "= %s: %d other texts are understood; --full shows all\n", field, left[field])
	}
	for _, u := range plan.Understood {
		if u.To == "" {
			rows := u.Rows
			if len(rows) > shownUnderstood && !full {
				rows = append(slices.Clone(rows[:shownUnderstood]), fmt.Sprintf("and %d more", len(u.Rows)-shownUnderstood))
			}
			fmt.Fprintf(b, "? %s %s is kept as it is written: %s (%s)\n", u.Field, diag.Quote(u.From), u.Doubt, strings.Join(rows, "; "))
		}
	}
}

// indentedLine is oneLine with the spaces at the beginning.
func indentedLine(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, " "))] + oneLine(s)
}
