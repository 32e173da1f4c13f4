package main

import (
	"bytes"
	"errors"
	"fmt"
	"path"

	"github.com/lectio/lectio/evidence/exchange/sheet"
	"github.com/lectio/lectio/evidence/jsonlines"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/revise"
	"github.com/spf13/cobra"
)

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

// checked refuses a change with which the corpus would have errors that it has not now.
// It returns the corpus as it would be.
func (a *app) checked(files []store.FileWrite) (now *dimension.Corpus, err error) {
	ev, before, err := a.readEvidence()
	if err != nil {
		return nil, err
	}
	_, errs := a.loadRulesets(ev)
	before.Merge(errs)
	_, root := a.evidenceFiles()
	if err := a.reads(func() { now, errs = revise.Checked(a.context(), before, a.corpusFiles(), root, files) }); err != nil {
		return nil, err
	}
	return now, errs.Err()
}

// make carries a change out, or shows it line by line. said is what is printed of it
// besides.
func (a *app) make(x revise.Change, dry bool, said string) error {
	undone := x.What // as undo calls it
	if x.ForGood {
		undone = ""
	}
	if !dry && len(x.Files) > 0 {
		if err := a.writeCorpus(undone, x.Files); err != nil {
			return err
		}
		var beside []sheet.File
		for _, f := range x.Beside {
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
	case len(x.Files) == 0:
		b.WriteString("no changes\n")
	case dry:
		b.WriteString(x.Diff(a.corpus))
		for _, f := range x.Files {
			if x.Words[f.Name] > 0 {
				fmt.Fprintf(&b, "%s%s\n", path.Join(a.corpus, f.Name), x.Count(f.Name))
			}
		}
		b.WriteString("nothing written\n")
	default:
		for _, f := range x.Files {
			how := ""
			switch {
			case f.Old == nil:
				how = ", new"
			case f.New == nil:
				how = ", taken away"
			}
			fmt.Fprintf(&b, "%s%s%s\n", path.Join(a.corpus, f.Name), how, x.Count(f.Name))
		}
		for _, f := range x.Beside {
			fmt.Fprintln(&b, f.Name)
		}
		if undone == "" {
			b.WriteString("written\n")
		} else {
			fmt.Fprintf(&b, "written; 'lectio evidence undo%s' takes it back\n", a.corpusFlag())
		}
	}
	if _, err := a.stdout.Write(b.Bytes()); err != nil {
		return err
	}
	for i, at := range x.Mentions {
		if i == shownMentions {
			a.sayHint(fmt.Sprintf("and %d more places", len(x.Mentions)-i))
			break
		}
		a.sayHint(fmt.Sprintf("%s: prose speaks of it, and was left as it is", at))
	}
	return nil
}

// shownMentions is how many places of prose are named.
const shownMentions = 10

func (a *app) changeJSON(x revise.Change, dry bool) error {
	files := []string{}
	for _, f := range x.Files {
		files = append(files, path.Join(a.corpus, f.Name))
	}
	for _, f := range x.Beside {
		files = append(files, f.Name)
	}
	mentions := []string{}
	for _, m := range x.Mentions {
		mentions = append(mentions, m.String())
	}
	out := map[string]any{"what": x.What, "written": !dry && len(files) > 0, "files": files, "prose": mentions}
	if len(x.Numbers) > 0 {
		out["numbers"] = x.Numbers
	}
	if len(x.Words) > 0 {
		words := map[string]int{}
		for name, n := range x.Words {
			words[path.Join(a.corpus, name)] = n
		}
		out["words"] = words
	}
	if dry {
		out["diff"] = x.Diff(a.corpus)
	}
	return jsonlines.Write(a.stdout, out)
}

// writeCorpus writes files of the corpus that was asked for, all or none. what is said
// of it when it is taken back; "" of what cannot be.
func (a *app) writeCorpus(what string, files []store.FileWrite) error {
	err := store.Open(a.corpus).Change(what, files)
	switch {
	case errors.Is(err, store.ErrBusy):
		return busy(a.corpus, err)
	case errors.Is(err, store.ErrForeign):
		p := wrong(a.corpus, "a corpus that nothing else is writing to", "%v: nothing was written", err)
		p.hint = "if nobody else is importing now, 'lectio evidence recover" + a.corpusFlag() + "' undoes it"
		return p
	case err != nil:
		return wrong("", "", "the corpus is as it was: %v", err)
	}
	return nil
}

// busy says that another program writes to the corpus.
func busy(corpus string, err error) error {
	p := wrong(corpus, "a corpus that nothing else is writing to", "%v", err)
	p.hint = "wait until it is done, and run the command again"
	return p
}
