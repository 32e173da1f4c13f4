package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/cells"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange"
	"github.com/lectio/lectio/evidence/form"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/rulesets/revise"
	"github.com/spf13/cobra"
)

func evidenceSourceCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "source", Short: "the sources: list, show, new, merge"}
	cmd.AddCommand(sourceListCommand(a), sourceShowCommand(a), sourceNewCommand(a), sourceMergeCommand(a))
	return cmd
}

// sourceRow is a source as a list has it.
type sourceRow struct {
	Key     string `json:"key"`
	Type    string `json:"type"`
	People  string `json:"people,omitempty"`
	Issued  string `json:"issued,omitempty"`
	Title   string `json:"title"`
	Records int    `json:"records"` // how many name it
	File    string `json:"file"`
}

func sourceListCommand(a *app) *cobra.Command {
	var asCSV bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "list the sources, with how many records name each",
		Example: "  lectio evidence source list\n  lectio evidence source list --csv --corpus my-games",
		RunE:    func(*cobra.Command, []string) error { return a.sourceList(asCSV) },
	}
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print a table with commas, for a spreadsheet")
	return cmd
}

func (a *app) sourceList(asCSV bool) error {
	if a.json && asCSV {
		return wrong("--json and --csv", "one of them", "the list is printed once")
	}
	c, err := a.evidence()
	if err != nil {
		return err
	}
	named := map[string]int{}
	for _, r := range c.Records {
		for _, key := range r.SourceKeys() {
			named[key]++
		}
	}
	rows, cells := []sourceRow{}, exchange.Table{Heading: []string{"key", "type", "people", "issued", "title", "records", "file"}}
	for _, s := range c.Sources {
		people := s.Authors
		if len(people) == 0 {
			people = s.Editors
		}
		row := sourceRow{s.Key, s.Type, biblio.FullNames(people), s.Issued, s.Title, named[s.Key], s.Pos().File}
		rows = append(rows, row)
		cells.Rows = append(cells.Rows, []string{row.Key, row.Type, row.People, row.Issued, row.Title, strconv.Itoa(row.Records), row.File})
	}
	switch {
	case a.json:
		return a.printList("sources", rows)
	case asCSV:
		return exchange.CSV(a.stdout, cells)
	}
	lines := [][]string{{"source", "type", "people", "issued", "records", "title"}}
	for _, r := range rows {
		lines = append(lines, []string{r.Key, r.Type, dash(r.People), dash(r.Issued), strconv.Itoa(r.Records), r.Title})
	}
	return a.columns(a.stdout, lines)
}

func sourceShowCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "show KEY",
		Short: "show a source: all its fields, and where records and readings name it",
		Long: `Shows all fields of a source, by their names in CSL-JSON, and every place of the
records that names it: as source, as witness, on the way that a text came (via), as who
made a layer, or as who says something. A reading names who holds it in plain words: those
are listed in whose words the key stands, or a family name of the source.`,
		Example: "  lectio evidence source show murray-1951",
		Args:    takes(1, 1, "KEY"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.sourceShow(args[0]) },
	}
}

// sourceUse is a place that names a source.
type sourceUse struct {
	By string `json:"by"` // a record, or a reading of a ruleset
	As string `json:"as"`
	At string `json:"at"`
}

func (a *app) sourceShow(key string) error {
	c, err := a.evidence()
	if err != nil {
		return err
	}
	s := c.Source(key)
	if s == nil {
		return naming.NoneOf("source", naming.Argument("KEY", key), c.SourceKeys(), c.UnreadSources())
	}
	uses := []sourceUse{}
	for _, u := range c.UsesOf(key) {
		uses = append(uses, sourceUse{u.Record, u.As, u.Pos.String()})
	}
	defs, _ := a.loadRulesets(nil) // what is wrong with them is for ruleset check
	uses = append(uses, holding(defs, s)...)
	if a.json {
		return a.printJSON(map[string]any{"key": s.Key, "citation": s.Cite(), "source": json.RawMessage(s.CSL()), "at": s.Pos().String(), "uses": uses})
	}
	b := a.page()
	lines := [][]string{{"key", s.Key}}
	for _, f := range s.Fields() {
		lines = append(lines, []string{f.Name, f.Text})
	}
	if err := a.columns(b, append(lines, []string{"at", s.Pos().String()})); err != nil {
		return err
	}
	if len(uses) == 0 {
		fmt.Fprintf(b, "\nno record or reading names it\n")
	} else {
		fmt.Fprintf(b, "\nnamed in %s:\n", plural(len(uses), "place"))
		for _, u := range uses {
			cells.Paragraph(b, b.width, "  ", fmt.Sprintf("%s: %s (%s)", u.At, u.By, u.As), 4)
		}
	}
	_, err = a.stdout.Write(b.Bytes())
	return err
}

// holding are the readings that somebody holds whom a source names: by its key, or by the
// family name of an author or editor.
func holding(c *dimension.Corpus, s *biblio.Source) (list []sourceUse) {
	names := []*regexp.Regexp{biblio.WholeKey(s.Key)}
	for _, n := range slices.Concat(s.Authors, s.Editors) {
		if n.Family != "" {
			names = append(names, biblio.WholeKey(n.Family))
		}
	}
	for _, d := range c.Definitions {
		for _, q := range d.Questions {
			for _, r := range q.Readings {
				for _, h := range r.HeldBy {
					if slices.ContainsFunc(names, func(p *regexp.Regexp) bool { return p.MatchString(h) }) {
						list = append(list, sourceUse{d.ID + ", " + q.Name() + "=" + r.ID, "held by " + h, r.Pos.String()})
					}
				}
			}
		}
	}
	return list
}

func sourceNewCommand(a *app) *cobra.Command {
	var n form.NewSource
	var dry bool
	cmd := &cobra.Command{
		Use:   "new KEY",
		Short: "write a new source",
		Long: `Writes a source into the bibliography of the corpus, in the format that is there: where
all sources stand in one file, at the end of it, otherwise in a file of its own in
evidence/sources. A key that is taken is refused, and so is a source of the same authors,
title and year as one that is there, unless --another says that it is another.`,
		Example: `  lectio evidence source new smith-1900 --title "Games of the Coast" --author "Smith, Ann" --year 1900 --corpus my-games`,
		Args:    takes(1, 1, "KEY"),
		RunE: func(_ *cobra.Command, args []string) error {
			n.Key = args[0]
			return a.sourceNew(n, dry)
		},
	}
	f := cmd.Flags()
	f.StringVar(&n.Title, "title", "", "its `TITLE`; it is needed")
	f.StringArrayVar(&n.Authors, "author", nil, "an author, `\"FAMILY, GIVEN\"`, or a body without a comma; may be repeated")
	f.StringArrayVar(&n.Editors, "editor", nil, "an editor, `\"FAMILY, GIVEN\"`; may be repeated")
	f.StringVar(&n.Year, "year", "", "its `YEAR` or years: 1900, 1887/1892, c. 1900, 347 BC")
	f.StringVar(&n.Type, "type", "book", "its `TYPE` in CSL: book, article-journal, chapter, manuscript, webpage...")
	f.StringVar(&n.Container, "in", "", "the `BOOK` or journal that it is part of")
	f.StringVar(&n.Publisher, "publisher", "", "its `PUBLISHER`")
	f.StringVar(&n.Place, "published-at", "", "the `PLACE` of its publisher")
	f.StringVar(&n.URL, "url", "", "its `ADDRESS`")
	f.StringVar(&n.Note, "note", "", "a `NOTE`")
	f.BoolVar(&n.Another, "another", false, "it is another work than one of the same authors, title and year")
	dryRun(cmd, &dry)
	return cmd
}

func (a *app) sourceNew(n form.NewSource, dry bool) error {
	if err := a.changeable(); err != nil {
		return err
	}
	c, err := a.wholeEvidence()
	if err != nil {
		return err
	}
	s, errs := n.Source(c)
	if len(errs) > 0 {
		return errs
	}
	fsys, root := a.evidenceFiles()
	name, old, content, err := form.SourceFile(c, s, fsys, root)
	if err != nil {
		return err
	}
	files := []store.FileWrite{{Name: name, Old: old, New: content}}
	if _, err := a.checked(files); err != nil {
		return err
	}
	return a.make(revise.Change{What: "source new " + s.Key, Files: files}, dry, fmt.Sprintf("%s: %s\n", s.Key, s.Cite()))
}

func sourceMergeCommand(a *app) *cobra.Command {
	var take string
	var write bool
	cmd := &cobra.Command{
		Use:   "merge FROM INTO",
		Short: "make one source of two; every reference follows",
		Long: `Makes one source of two that describe the same work: every place of the records, of
other sources and of files of mappings that names FROM names INTO, and one description stays,
under the key INTO. Where the two differ in a field, or only one has it, both are shown,
and --take FROM or --take INTO says which description stays; the other goes as a whole.

It shows line by line what would change, and writes nothing without --write; then all of
it or nothing, and 'lectio evidence undo' takes it back, but for files of mappings outside
the corpus: they go on naming INTO. Prose that mentions FROM is not
changed, but named. The whole corpus has to be without errors.`,
		Example: "  lectio evidence source merge smith-1900-2 smith-1900 --corpus my-games\n  lectio evidence source merge smith-1900-2 smith-1900 --take INTO --write --corpus my-games",
		Args:    takes(2, 2, "FROM INTO"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.sourceMerge(args[0], args[1], take, write) },
	}
	cmd.Flags().StringVar(&take, "take", "", "where they differ, the description that stays: `FROM` or INTO")
	cmd.Flags().BoolVar(&write, "write", false, "write what is shown")
	return cmd
}

func (a *app) sourceMerge(from, into, take string, write bool) error {
	if err := a.changeable(); err != nil {
		return err
	}
	c, err := a.wholeRulesets()
	if err != nil {
		return err
	}
	for _, key := range []naming.Input{naming.Argument("FROM", from), naming.Argument("INTO", into)} {
		if c.Evidence.Source(key.Text) == nil {
			return naming.NoneOf("source", key, c.Evidence.SourceKeys(), nil)
		}
	}
	switch {
	case from == into:
		return wrong(into, "another source", "a source cannot be merged into itself")
	case !slices.Contains([]string{"", "FROM", "INTO", from, into}, take):
		return diag.Error{Pos: diag.Pos{File: "--take"}, Found: diag.Quote(take), Expected: "FROM or INTO", Message: "this is neither of the two descriptions"}
	}
	var said strings.Builder
	differences := c.Evidence.Source(from).Disagreements(c.Evidence.Source(into))
	for _, d := range differences {
		fmt.Fprintf(&said, "%s: FROM has %s, INTO has %s\n", d.Field, quotedField(d.Mine), quotedField(d.Theirs))
	}
	if len(differences) > 0 && take == "" {
		if _, err := fmt.Fprint(a.stdout, said.String()); err != nil {
			return err
		}
		return wrong(from+" "+into, "--take FROM or --take INTO", "the two descriptions differ in %s: say which stays", plural(len(differences), "field"))
	}
	if way := c.Evidence.TakesFromItself(from, into, take == "FROM" || take == from); way != nil {
		return wrong(from+" "+into, "two descriptions of one work", "%s would take fields over from itself (crossref or xdata, by way of %s): a part is no description of the whole", into, strings.Join(way, ", "))
	}
	fsys, root := a.evidenceFiles()
	v := evidence.NewRevision(fsys, root)
	v.MergeSource(c.Evidence, from, into, take == "FROM" || take == from)
	x, err := a.following(v, "source merge", from, into)
	if err != nil {
		return err
	}
	fmt.Fprintf(&said, "%s is now %s; %s of the records named it\n", from, into, plural(len(c.Evidence.UsesOf(from)), "place"))
	return a.make(x, !write, said.String())
}

// quotedField is a field of one of two descriptions.
func quotedField(text string) string {
	if text == "" {
		return "nothing"
	}
	return diag.Quote(text)
}
