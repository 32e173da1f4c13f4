package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/intake"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/rulesets/dimension"
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

// references are the places of the rulesets that name records and clauses.
func references(c *dimension.Corpus) (list []evidence.Reference) {
	for _, d := range c.Definitions {
		for _, x := range d.Citations {
			list = append(list, evidence.Reference{Pos: x.Pos, Ref: evidence.ClauseRef{Record: x.Record, N: x.N}, Alias: x.Alias})
		}
	}
	return list
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
		return noneOf("source", argument("OLD", from), c.Evidence.SourceKeys(), nil)
	case source:
		names, problem, what = c.Evidence.SourceKeys(), ids.KeyProblem, "source"
	case missing != nil && c.Evidence.Unsound(from) == "":
		return noneOf("record or source", argument("OLD", from), slices.Concat(names, c.Evidence.SourceKeys()), nil)
	case missing != nil:
		return missing
	}
	if e := problem("the new name of the "+what, to); e != nil {
		e.Pos = argument("NEW", to).pos
		return *e
	}
	for _, name := range names {
		same := ids.Caseless(name) == ids.Caseless(to)
		if source {
			same = name == to
		}
		if name != from && same {
			return diag.Error{Pos: argument("NEW", to).pos, Found: diag.Quote(to), Expected: "a name of its own",
				Message: "there is a " + what + " " + name + " already"}
		}
	}
	if from == to {
		return diag.Error{Pos: argument("NEW", to).pos, Found: diag.Quote(to), Expected: "another name", Message: "this is its name"}
	}
	fsys, root := a.evidenceFiles()
	v := evidence.NewRevision(fsys, root)
	if source {
		v.RenameSource(c.Evidence, from, to)
	} else {
		v.Rename(c.Evidence, from, to, references(c))
	}
	x, err := a.following(v, "rename", from, to)
	if err != nil {
		return err
	}
	return a.make(x, dry, fmt.Sprintf("%s is now %s\n", from, to))
}

// wholeName finds a name in prose that is no part of another.
func wholeName(name string) *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\pL\pN._-])(` + regexp.QuoteMeta(name) + `)(?:$|[^\pL\pN_-])`)
}

// renameIn are the names in what the kept change says of a rename.
func renameIn(what string) (from, to string, ok bool) {
	words := strings.Fields(what) // names have no spaces
	if len(words) != 3 || words[0] != "rename" {
		return "", "", false
	}
	return words[1], words[2], true
}

// mappingsIn are the files of mappings below a folder, but for those of hidden folders and
// of the corpus proper, as they are when a record or source has another name.
func (a *app) mappingsIn(fsys fs.FS, from, to string, deep bool) (files []store.FileWrite) {
	_ = fs.WalkDir(fsys, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil: // what cannot be read has no mapping that could be changed
			return nil
		case e.IsDir() && name != "." && (!deep || strings.HasPrefix(name, ".") || name == "evidence" || name == "rulesets"):
			return fs.SkipDir
		case !e.Type().IsRegular() || !strings.HasSuffix(name, store.MappingEnding):
			return nil
		}
		data, err := fs.ReadFile(fsys, name)
		if err == nil {
			content, errs := intake.RenameInMapping(name, data, from, to)
			if err = errs.Err(); err == nil && string(content) != string(data) {
				files = append(files, store.FileWrite{Name: name, Old: data, New: content})
			}
		}
		if err != nil {
			a.sayHint(fmt.Sprintf("%s was left as it is: %v", name, err))
		}
		return nil
	})
	return files
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
		return diag.Error{Pos: argument("NUMBER", number).pos, Found: diag.Quote(number), Expected: fmt.Sprintf("a whole number from 1 to %d", evidence.MaxClause),
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
		return diag.Error{Pos: argument("RECORD#NUMBER", ref.String()).pos, Found: diag.Quote(ref.String()), Expected: "a clause of " + r.ID, Message: "there is no such clause"}
	}
	fsys, root := a.evidenceFiles()
	v := evidence.NewRevision(fsys, root)
	x := change{what: "clause move " + ref.String() + " " + number}
	x.numbers = v.Move(c.Evidence, r.ID, ref.N, to, references(c))
	var files store.Files
	if errs := v.Files(files.Add); len(errs) > 0 {
		return errs
	}
	now, err := a.checked(files)
	if err != nil {
		return err
	}
	x.files = files
	var said strings.Builder
	var moved []string
	for _, n := range slices.Sorted(maps.Keys(x.numbers)) {
		if x.numbers[n] != n {
			fmt.Fprintf(&said, "clause %d is now clause %d\n", n, x.numbers[n])
			moved = append(moved, fmt.Sprint(n))
		}
	}
	if len(moved) > 0 {
		names := []string{regexp.QuoteMeta(r.ID)}
		for _, x := range references(c) {
			if x.Ref.Record == r.ID && x.Alias != "" && !slices.Contains(names, regexp.QuoteMeta(x.Alias)) {
				names = append(names, regexp.QuoteMeta(x.Alias))
			}
		}
		one := "(?:" + strings.Join(moved, "|") + ")"
		pattern := regexp.MustCompile(`(?:^|[^\pL\pN._-])((?:(?:` + strings.Join(names, "|") + `)#|[Cc]lauses? )` + one + `)(?:$|[^\pN])`)
		if x.mentions, err = a.mentions(now, files, pattern, files...); err != nil {
			return err
		}
	}
	return a.make(x, dry, said.String())
}

// mentions are the places of prose in the corpus, as it would be, that a pattern fits:
// not those that name a record or a clause for the program. When among is given, only
// files that change are looked into.
func (a *app) mentions(now *dimension.Corpus, files []store.FileWrite, pattern *regexp.Regexp, among ...store.FileWrite) (list []diag.Pos, err error) {
	texts := map[string][]byte{}
	fsys, root := a.evidenceFiles()
	over := store.Overlay(fsys, files)
	for _, f := range among {
		if f.New != nil {
			texts[path.Join(root, f.Name)] = f.New
		}
	}
	for _, dir := range []string{"evidence/records", "evidence/sources", "rulesets/definitions"} {
		entries, err := fs.ReadDir(over, dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // one that is not there has no prose
			return nil, err
		}
		for _, e := range entries {
			if name := dir + "/" + e.Name(); len(among) == 0 && !e.IsDir() {
				if texts[path.Join(root, name)], err = fs.ReadFile(over, name); err != nil {
					return nil, err
				}
			}
		}
	}
	named := map[diag.Pos]bool{}
	for _, at := range append(now.Evidence.ReferencePlaces(), placesOf(references(now))...) {
		named[at] = true
		at.Col++ // behind a quote
		named[at] = true
	}
	for _, at := range evidence.Mentions(texts, pattern) {
		if !named[at] {
			list = append(list, at)
		}
	}
	return list, nil
}

func placesOf(list []evidence.Reference) (places []diag.Pos) {
	for _, x := range list {
		places = append(places, x.Pos)
	}
	return places
}

// following is the change that a revision makes where from is to in future: its files, the
// mappings that name from, and the places where from is still mentioned.
func (a *app) following(v *evidence.Revision, what, from, to string) (change, error) {
	var files store.Files
	if errs := v.Files(files.Add); len(errs) > 0 {
		return change{}, errs
	}
	now, err := a.checked(files)
	if err != nil {
		return change{}, err
	}
	files = append(files, a.mappingsIn(a.corpusFiles(), from, to, true)...)
	x := change{what: what + " " + from + " " + to, files: files, beside: a.mappingsHere(from, to)}
	x.mentions, err = a.mentions(now, files, wholeName(from))
	return x, err
}
