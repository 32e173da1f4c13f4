package main

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"
)

// change is a change to the corpus that a command makes: what it does, in words that
// undo says again, and the files.
type change struct {
	what  string
	files []store.FileWrite
	// beside are mapping files that follow and lie outside the corpus.
	beside []store.FileWrite
	// numbers are the clauses that got others.
	numbers map[int]int
	// mentions are places of prose that name what was changed, and were left.
	mentions []diag.Pos
}

// dryRun registers the flag that every command has which changes records.
func dryRun(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "dry-run", false, "show what would be changed, line by line, and write nothing")
}

// changeable refuses the corpus that is part of the program.
func (a *app) changeable() error {
	if a.inside() {
		return wrong("the bundled corpus", "--corpus DIR", "the corpus inside the program cannot be changed")
	}
	return nil
}

// asWritten stands behind an error with a place in a file that was not written.
const asWritten = " (as it would be written; nothing was)"

// checked refuses a change with which the corpus would have errors that it has not now.
// It returns the corpus as it would be.
func (a *app) checked(files []store.FileWrite) (*dimension.Corpus, error) {
	ev, before, err := a.readEvidence()
	if err != nil {
		return nil, err
	}
	_, errs := a.loadRulesets(ev)
	before.Merge(errs)
	_, root := a.evidenceFiles()
	var now *dimension.Corpus
	var after diag.Errors
	if err := a.reads(func() {
		over := store.Overlay(a.corpusFiles(), files)
		c, errs := evidence.LoadWith(a.context(), over, root, evidence.ScanOptions{})
		after.Merge(errs)
		now, errs = dimension.Load(over, root, c)
		after.Merge(errs)
	}); err != nil {
		return nil, err
	}
	fresh := evidence.Fresh(before, after)
	for i := range fresh {
		for _, f := range files {
			if path.Join(root, f.Name) == fresh[i].File {
				fresh[i].Message += asWritten
			}
		}
	}
	return now, fresh.Sort().Err()
}

// diffOf shows a change line by line.
func (a *app) diffOf(x change) string {
	var b strings.Builder
	for i, f := range slices.Concat(x.files, x.beside) {
		name := f.Name
		if i < len(x.files) {
			name = path.Join(a.corpus, name)
		}
		from, to := name, name
		if f.Old == nil {
			from = "/dev/null"
		}
		if f.New == nil {
			to = "/dev/null"
		}
		text := string(diff.Diff(from, f.Old, to, f.New))
		if i := strings.IndexByte(text, '\n'); strings.HasPrefix(text, "diff ") && i >= 0 {
			text = text[i+1:] // the command that it stands for
		}
		b.WriteString(text)
	}
	return b.String()
}

// make carries a change out, or shows it line by line. said is what is printed of it
// besides.
func (a *app) make(x change, dry bool, said string) error {
	if !dry && len(x.files) > 0 {
		if err := a.writeCorpus(x.what, x.files); err != nil {
			return err
		}
		var beside []sheet.File
		for _, f := range x.beside {
			beside = append(beside, sheet.File{Path: f.Name, Content: f.New})
		}
		if err := sheet.WriteFiles(beside...); err != nil {
			return wrong(a.corpus, "mapping files that can be written", "the corpus was changed, but %v", err)
		}
	}
	if a.json {
		return a.changeJSON(x, dry)
	}
	var b bytes.Buffer
	b.WriteString(said)
	switch {
	case len(x.files) == 0:
		b.WriteString("no changes\n")
	case dry:
		b.WriteString(a.diffOf(x))
		b.WriteString("nothing written\n")
	default:
		for _, f := range x.files {
			how := ""
			switch {
			case f.Old == nil:
				how = ", new"
			case f.New == nil:
				how = ", taken away"
			}
			fmt.Fprintf(&b, "%s%s\n", path.Join(a.corpus, f.Name), how)
		}
		for _, f := range x.beside {
			fmt.Fprintln(&b, f.Name)
		}
		fmt.Fprintf(&b, "written; 'lectio evidence undo%s' takes it back\n", a.corpusFlag())
	}
	if _, err := a.stdout.Write(b.Bytes()); err != nil {
		return err
	}
	for i, at := range x.mentions {
		if i == shownMentions {
			a.sayHint(fmt.Sprintf("and %d more places", len(x.mentions)-i))
			break
		}
		a.sayHint(fmt.Sprintf("%s: prose speaks of it, and was left as it is", at))
	}
	return nil
}

// shownMentions is how many places of prose are named.
const shownMentions = 10

func (a *app) changeJSON(x change, dry bool) error {
	files := []string{}
	for _, f := range x.files {
		files = append(files, path.Join(a.corpus, f.Name))
	}
	for _, f := range x.beside {
		files = append(files, f.Name)
	}
	mentions := []string{}
	for _, m := range x.mentions {
		mentions = append(mentions, m.String())
	}
	out := map[string]any{"what": x.what, "written": !dry && len(files) > 0, "files": files, "prose": mentions}
	if len(x.numbers) > 0 {
		out["numbers"] = x.numbers
	}
	if dry {
		out["diff"] = a.diffOf(x)
	}
	return writeJSON(a.stdout, out)
}

func evidenceUndoCommand(a *app) *cobra.Command {
	var dry bool
	cmd := &cobra.Command{
		Use:   "undo",
		Short: "take back the last change to the records",
		Long: `Takes back what set, clause, rename, edit, import, new or source did last: the files are as
they were before, those that were added are gone. It is refused when one of them has
changed since, for that would go with it.

Undo is a change as well: a second one does again what the first took back. What is
needed is kept in the corpus, in .lectio/last.`,
		Example: "  lectio evidence undo --corpus my-games --dry-run\n  lectio evidence undo --corpus my-games",
		RunE:    func(*cobra.Command, []string) error { return a.evidenceUndo(dry) },
	}
	dryRun(cmd, &dry)
	return cmd
}

func (a *app) evidenceUndo(dry bool) error {
	if err := a.changeable(); err != nil {
		return err
	}
	last, err := store.Open(a.corpus).LastChange()
	switch {
	case errors.Is(err, store.ErrNoChange):
		return wrong(a.corpus, "a corpus that was changed by set, clause, rename, edit, import, new or source", "%v", err)
	case err != nil && last != nil:
		var errs diag.Errors
		for line := range strings.SplitSeq(err.Error(), "\n") {
			errs.Add(diag.Pos{}, "", "", "%s, and '%s' cannot be taken back: nothing was written", path.Join(a.corpus, line), last.What)
		}
		return errs
	case err != nil:
		return wrong(a.corpus, "a change that was kept whole", "%v", err)
	}
	if _, err := a.checked(last.Back); err != nil {
		return err
	}
	x, said := change{what: "undo of " + last.What, files: last.Back}, "takes back: "+last.What
	from, to, renamed := renameIn(last.What)
	if again, undone := strings.CutPrefix(last.What, "undo of "); undone {
		x.what, said = again, "does again: "+again
		to, from, renamed = renameIn(again)
	}
	if renamed {
		x.beside = a.mappingsHere(to, from)
	}
	when := last.At.Local().Format("2006-01-02 15:04")
	return a.make(x, dry, fmt.Sprintf("%s (of %s)\n", said, when))
}
