package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/naming"
	"github.com/lectio/lectio/verify/playout"
	"github.com/lectio/lectio/verify/sweep"
	"github.com/spf13/cobra"
)

// evidence reads the records of the corpus that was asked for. Files with errors
// are left out, and the errors noted.
func (a *app) evidence() (*evidence.Corpus, error) {
	c, errs, err := a.readEvidence()
	if err != nil {
		return nil, err
	}
	a.note(errs)
	return c.Sound(errs), nil
}

// wholeEvidence is evidence for what is made of all of it, as an export is: then an
// error anywhere ends the command, with all errors.
func (a *app) wholeEvidence() (*evidence.Corpus, error) {
	c, errs, err := a.readEvidence()
	if err != nil {
		return nil, err
	}
	return c, errs.Err()
}

// readEvidence reads the records once, however many formats are made of them.
// What is wrong in files are the errors; with err there is no corpus.
func (a *app) readEvidence() (*evidence.Corpus, diag.Errors, error) {
	if a.read == nil {
		var c *evidence.Corpus
		var errs diag.Errors
		err := a.steadily(func() error {
			fsys, root := a.evidenceFiles()
			progress, end := a.reading()
			defer end()
			c, errs = evidence.LoadWith(a.context(), fsys, root, evidence.ScanOptions{Progress: progress})
			return a.context().Err()
		})
		if err != nil {
			return nil, nil, err
		}
		fsys, root := a.evidenceFiles()
		errs.Merge(store.PassedBy(fsys, root, "evidence"))
		a.read, a.readErrs = c, errs.Sort()
	}
	return a.read, slices.Clone(a.readErrs), nil
}

// steadily reads the corpus by read, which may be called again: never between
// two states. A write that has not ended is passed over, and said.
func (a *app) steadily(read func() error) error {
	if a.inside() {
		return read()
	}
	met, err := store.Open(a.corpus).Steadily(a.context(), func(fsys fs.FS) error {
		a.files = fsys
		return read()
	})
	switch {
	case met == nil:
	case met.Own:
		a.sayUnfinished("a write to the corpus has not ended: the files are read as they were before it",
			"where it was cut off, the next write undoes it, or 'lectio evidence recover"+a.corpusFlag()+"'")
	case met.Unread != nil:
		a.sayUnfinished("whether a write to the corpus has not ended is not known, and the files are read as they stand; "+met.Unread.Error(),
			"run the command again once it can be read")
	default:
		a.sayUnfinished("the corpus holds an unfinished write that this user did not begin: it is left alone, and the files are read as they stand",
			"'lectio evidence recover"+a.corpusFlag()+"' undoes it")
	}
	return err
}

// sayUnfinished warns, once a run, of a write that has not ended.
func (a *app) sayUnfinished(what, hint string) {
	if a.unfinished {
		return
	}
	a.unfinished = true
	fmt.Fprintf(a.stderr, "warning: %s\nhint: %s\n", oneLine(what), oneLine(hint))
}

// manyFiles is from how many files on reading is worth a meter.
const manyFiles = 500

// reading shows how far the reading of a large corpus has come. end is called
// before anything else is printed.
func (a *app) reading() (progress func(done, total int), end func()) {
	m := &meter{}
	begun := false
	return func(_, total int) {
		if !begun && total >= manyFiles {
			m = a.meter(total, "reading the corpus")
		}
		begun = true
		m.advance(1)
	}, func() { m.end() }
}

// ownCorpora are the corpora that are part of the program, by what --corpus calls them,
// with the folder of each in the project.
var ownCorpora = map[string]struct {
	evidence, rulesets fs.FS
	root               string
}{
	"":                   {evidence.Bundled, rulesets.Bundled, ""},
	rulesets.GalleryName: {rulesets.Gallery, rulesets.Gallery, rulesets.GalleryRoot},
}

// inside reports whether the corpus that was asked for is part of the program.
func (a *app) inside() bool {
	_, is := ownCorpora[a.corpus]
	return is
}

// evidenceFiles are the files of the corpus that was asked for, and how the user
// calls the place where they are.
func (a *app) evidenceFiles() (fs.FS, string) {
	if a.packed != nil {
		return a.packed, a.packedIn
	}
	if a.inside() {
		return ownCorpora[a.corpus].evidence, ownCorpora[a.corpus].root
	}
	return a.corpusFiles(), a.corpus
}

// rulesetFiles are the same for the rulesets.
func (a *app) rulesetFiles() (fs.FS, string) {
	if a.packed != nil {
		return a.packed, a.packedIn
	}
	if a.inside() {
		return ownCorpora[a.corpus].rulesets, ownCorpora[a.corpus].root
	}
	return a.corpusFiles(), a.corpus
}

// corpusFiles are the files of the corpus in a directory: as steadily reads them,
// or else as they stand.
func (a *app) corpusFiles() fs.FS {
	if a.files == nil {
		a.files = store.Open(a.corpus).FS()
	}
	return a.files
}

// rulesets reads the rulesets of the corpus that was asked for, with the evidence
// they rest on: all, or those named alone where the others need not be read. What has errors
// is left out, and the errors noted.
func (a *app) rulesets(only ...string) (*dimension.Corpus, error) {
	c, errs, err := a.readRulesets(only...)
	if err != nil {
		return nil, err
	}
	a.note(errs)
	return c.Sound(errs), nil
}

// wholeRulesets is rulesets for what is made of all of them.
func (a *app) wholeRulesets() (*dimension.Corpus, error) {
	c, errs, err := a.readRulesets()
	if err != nil {
		return nil, err
	}
	return c, errs.Err()
}

// readRulesets reads everything. What is wrong in files are the errors; with err
// there is no corpus.
func (a *app) readRulesets(only ...string) (*dimension.Corpus, diag.Errors, error) {
	ev, errs, err := a.readEvidence()
	if err != nil {
		return nil, nil, err
	}
	c, more := a.loadRulesets(ev, only...)
	errs.Merge(more)
	return c, errs.Sort(), a.context().Err()
}

// loadRulesets reads the rulesets against a body of evidence; nil: what they say of
// records is not looked up.
func (a *app) loadRulesets(ev *evidence.Corpus, only ...string) (*dimension.Corpus, diag.Errors) {
	fsys, root := a.rulesetFiles()
	var c *dimension.Corpus
	var errs diag.Errors
	if a.reads(func() { c, errs = dimension.Load(fsys, root, ev, only...) }) != nil {
		return &dimension.Corpus{Corpus: &rulesets.Corpus{Evidence: ev}}, nil // who asked finds that the work is to stop
	}
	if a.packed == nil {
		c.Open = a.beside
		for _, d := range c.Definitions {
			d.From = a.corpus
		}
	}
	errs.Merge(store.PassedBy(fsys, root, "rulesets"))
	return c, errs
}

// readFile is [yamlpos.ReadFile] for a file that somebody named; it stops when the user
// asks to, however slowly the file comes.
func (a *app) readFile(name, what string, limit int64) (data []byte, err error) {
	if stopped := a.reads(func() { data, err = yamlpos.ReadFile(name, what, limit) }); stopped != nil {
		return nil, stopped
	}
	return data, err
}

// heeding is what comes from a reader until the user asks to stop: nobody need close
// the other end of a pipe first.
type heeding struct {
	ctx context.Context
	r   io.Reader
}

// Read reads into memory of its own, which whoever stopped does not look at.
func (h heeding) Read(b []byte) (n int, err error) {
	type chunk struct {
		data []byte
		err  error
	}
	came := make(chan chunk, 1)
	go func() {
		data := make([]byte, len(b))
		n, err := h.r.Read(data)
		came <- chunk{data[:n], err}
	}()
	select {
	case c := <-came:
		return copy(b, c.data), c.err
	case <-h.ctx.Done():
		return 0, h.ctx.Err()
	}
}

// oneOf places one of several arguments: which of them, and its text, as a place among many says little.
func oneOf(args []string, i int) naming.Input {
	if len(args) == 1 {
		return naming.Argument("RULESET", args[0])
	}
	return naming.Argument(fmt.Sprintf("argument %d %s", i+1, diag.Quote(args[i])), args[i])
}

// gameFlags are the flags of every command that plays an interpretation.
type gameFlags struct{ readings []string }

func (f *gameFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.readings, "reading", nil, "pick a reading, `QUESTION=READING`; may be repeated")
}

// named reads the argument RULESET together with --reading.
func (f *gameFlags) named(ruleset string) (*naming.Name, error) {
	n, err := naming.Read(naming.Argument("RULESET", ruleset))
	errs := diag.AsErrors(err)
	for _, r := range f.readings {
		errs.Merge(diag.AsErrors(n.Add(naming.Argument("--reading", r))))
	}
	return &n, errs.Err()
}

// game loads the corpus and compiles the interpretation asked for.
func (a *app) game(ruleset string, f *gameFlags) (*rulesets.Game, error) {
	_, g, err := lookUp(a, ruleset, f, (*naming.Name).Game, ruleset)
	return g, err
}

// lookUp loads the corpus, or rulesets of it alone, and looks up in it what a command asks for.
func lookUp[T any](a *app, ruleset string, f *gameFlags, find func(*naming.Name, *dimension.Corpus) (T, error), only ...string) (c *dimension.Corpus, found T, err error) {
	var none T
	n, err := f.named(ruleset)
	errs := diag.AsErrors(err)
	if c, err = a.rulesets(only...); err != nil {
		return nil, none, errors.Join(errs.Err(), err)
	}
	// What could be read is looked up all the same: every mistake counts.
	if stopped := a.reads(func() { found, err = find(n, c) }); stopped != nil {
		return nil, none, stopped
	}
	if errs.Merge(diag.AsErrors(err)); len(errs) > 0 {
		return nil, none, errs.Sort()
	}
	return c, found, nil
}

// corpusFlag is --corpus as a shell has to be given it where this command was run.
func (a *app) corpusFlag() string { return playout.InCorpus(a.corpus) }

// corpusAnywhere is corpusFlag for a script that is run from anywhere.
func (a *app) corpusAnywhere() string {
	if dir, err := filepath.Abs(a.corpus); err == nil && !a.inside() {
		return playout.InCorpus(dir)
	}
	return a.corpusFlag()
}

// corpusText returns the files of the corpus in order, with a checksum of them all: the
// same wherever the corpus lies. The corpus has been read before.
func (a *app) corpusText() ([]sweep.File, string, error) {
	records, _ := a.evidenceFiles()
	rules, _ := a.rulesetFiles()
	return sweep.Pack(records, rules)
}
