package main

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/rulesets/revise"
	"github.com/spf13/cobra"
)

func evidenceRenameCommand(a *app) *cobra.Command {
	var dry, source bool
	cmd := &cobra.Command{
		Use:   "rename OLD NEW",
		Short: "give a record another id, or a source another key; its file and every reference follow",
		Long: `Gives a record another id, or a source another key. The file is named after it if it
was before, and every place of the records, sources and rulesets that names it follows,
and so do the files of mappings (NAME.mapping.yaml) below the folder of the corpus and in
the current one. Prose that mentions it is not changed, but named.

The whole corpus has to be without errors, for references in a file that cannot be
read could not follow.`,
		Example: "  lectio evidence rename Coast.Evidence.1 Tern.1 --corpus my-games --dry-run\n  lectio evidence rename smith-1900 smith-1901 --corpus my-games",
		Args:    takes(2, 2, "OLD NEW"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.evidenceRename(args[0], args[1], source, dry) },
	}
	cmd.Flags().BoolVar(&source, "source", false, "OLD is the key of a source, also where a record is called so")
	dryRun(cmd, &dry)
	return cmd
}

func (a *app) evidenceRename(from, to string, source, dry bool) error {
	if err := a.changeable(); err != nil {
		return err
	}
	c, err := a.wholeRulesets()
	if err != nil {
		return err
	}
	_, missing := findRecord(c.Evidence, from)
	source = source || missing != nil && c.Evidence.Source(from) != nil
	names, problem, what := c.Evidence.RecordIDs(), ids.Problem, "record"
	switch {
	case source && c.Evidence.Source(from) == nil:
		return naming.NoneOf("source", naming.Argument("OLD", from), c.Evidence.SourceKeys(), nil)
	case source:
		names, problem, what = c.Evidence.SourceKeys(), ids.KeyProblem, "source"
	case missing != nil && c.Evidence.Unsound(from) == "":
		return naming.NoneOf("record or source", naming.Argument("OLD", from), slices.Concat(names, c.Evidence.SourceKeys()), nil)
	case missing != nil:
		return missing
	}
	if e := problem("the new name of the "+what, to); e != nil {
		e.Pos = diag.Pos{File: "NEW"}
		return *e
	}
	for _, name := range names {
		same := ids.Caseless(name) == ids.Caseless(to)
		if source {
			same = name == to
		}
		if name != from && same {
			return diag.Error{Pos: diag.Pos{File: "NEW"}, Found: diag.Quote(to), Expected: "a name of its own",
				Message: "there is a " + what + " " + name + " already"}
		}
	}
	if from == to {
		return diag.Error{Pos: diag.Pos{File: "NEW"}, Found: diag.Quote(to), Expected: "another name", Message: "this is its name"}
	}
	fsys, root := a.evidenceFiles()
	v := evidence.NewRevision(fsys, root)
	if source {
		v.RenameSource(c.Evidence, from, to)
	} else {
		v.Rename(c.Evidence, from, to, revise.References(c))
	}
	x, err := a.following(v, "rename", from, to)
	if err != nil {
		return err
	}
	return a.make(x, dry, fmt.Sprintf("%s is now %s\n", from, to))
}

// renameIn are the names in what the kept change says of a rename.
func renameIn(what string) (from, to string, ok bool) {
	words := strings.Fields(what) // names have no spaces
	if len(words) != 3 || words[0] != "rename" {
		return "", "", false
	}
	return words[1], words[2], true
}

// mappingsHere are those of the current folder, where it is not that of the corpus.
func (a *app) mappingsHere(from, to string) []store.FileWrite {
	here, err1 := os.Stat(".")
	corpus, err2 := os.Stat(a.corpus)
	if err1 != nil || err2 != nil || os.SameFile(here, corpus) {
		return nil
	}
	return a.mappingsIn(os.DirFS("."), from, to, false)
}

func clauseMoveCommand(a *app) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "move RECORD#NUMBER NUMBER",
		Short: "give a clause another number; every reference follows",
		Long: `Gives a clause another number and puts it where that belongs. Where the number is
taken, the clauses between make room. Every place of the records and rulesets that
names one of them follows, such as contradicts, warrant and about. Prose that speaks of
them is not changed, but named.`,
		Example: "  lectio evidence clause move Coast.Evidence.1#4 2 --corpus my-games",
		Args:    takes(2, 3, "RECORD#NUMBER NUMBER"),
		RunE: func(_ *cobra.Command, args []string) error {
			ref, rest, err := clauseNamed(args)
			if err != nil {
				return err
			}
			if len(rest) != 1 {
				return wrong("", "RECORD#NUMBER NUMBER", "the new number is missing, or there is more than that")
			}
			return a.clauseMove(ref, rest[0], dry)
		},
	}
	dryRun(cmd, &dry)
	return cmd
}

func (a *app) clauseMove(ref evidence.ClauseRef, number string, dry bool) error {
	if err := a.changeable(); err != nil {
		return err
	}
	to, ok := diag.WholeNumber(number)
	if !ok || to < 1 || to > evidence.MaxClause {
		return diag.Error{Pos: diag.Pos{File: "NUMBER"}, Found: diag.Quote(number), Expected: fmt.Sprintf("a whole number from 1 to %d", evidence.MaxClause),
			Message: "this is no number of a clause" + diag.NumberHint(number)}
	}
	c, err := a.wholeRulesets()
	if err != nil {
		return err
	}
	r, err := findRecord(c.Evidence, ref.Record)
	if err != nil {
		return err
	}
	if r.Clause(ref.N) == nil {
		return diag.Error{Pos: diag.Pos{File: "RECORD#NUMBER"}, Found: diag.Quote(ref.String()), Expected: "a clause of " + r.ID, Message: "there is no such clause"}
	}
	fsys, root := a.evidenceFiles()
	v := evidence.NewRevision(fsys, root)
	x := revise.Change{What: "clause move " + ref.String() + " " + number}
	x.Numbers = v.Move(c.Evidence, r.ID, ref.N, to, revise.References(c))
	var files store.Files
	if errs := v.Files(files.Add); len(errs) > 0 {
		return errs
	}
	now, err := a.checked(files)
	if err != nil {
		return err
	}
	x.Files = files
	var said strings.Builder
	for _, n := range slices.Sorted(maps.Keys(x.Numbers)) {
		if x.Numbers[n] != n {
			fmt.Fprintf(&said, "clause %d is now clause %d\n", n, x.Numbers[n])
		}
	}
	if pattern := revise.ClausesNamed(r.ID, x.Numbers, revise.References(c)); pattern != nil {
		if x.Mentions, err = revise.Mentions(now, fsys, root, files, pattern, files...); err != nil {
			return err
		}
	}
	return a.make(x, dry, said.String())
}

// following is the change that a revision makes where from is to in future, with the mappings that follow.
func (a *app) following(v *evidence.Revision, what, from, to string) (x revise.Change, err error) {
	var files store.Files
	if errs := v.Files(files.Add); len(errs) > 0 {
		return x, errs
	}
	now, err := a.checked(files)
	if err != nil {
		return x, err
	}
	x = revise.Change{What: what + " " + from + " " + to, Files: append(files, a.mappingsIn(a.corpusFiles(), from, to, true)...), Beside: a.mappingsHere(from, to)}
	fsys, root := a.evidenceFiles()
	x.Mentions, err = revise.Mentions(now, fsys, root, x.Files, revise.WholeName(from))
	return x, err
}

// mappingsIn are [revise.Mappings], and says which could not be changed.
func (a *app) mappingsIn(fsys fs.FS, from, to string, deep bool) []store.FileWrite {
	files, left := revise.Mappings(fsys, from, to, deep)
	for _, hint := range left {
		a.sayHint(hint)
	}
	return files
}
