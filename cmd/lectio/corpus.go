package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
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

// context is done when the user has asked to stop.
func (a *app) context() context.Context {
	if a.ctx == nil {
		return context.Background()
	}
	return a.ctx
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

// busy says that another program writes to the corpus.
func busy(corpus string, err error) error {
	p := wrong(corpus, "a corpus that nothing else is writing to", "%v", err)
	p.hint = "wait until it is done, and run the command again"
	return p
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

// reads does work that only reads, much of it by libraries that cannot be stopped.
// When the user asks to stop, the work is left to itself, and what it was to find
// must not be looked at.
func (a *app) reads(work func()) error {
	done := make(chan bool)
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
	case <-a.context().Done():
	}
	return a.context().Err()
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

// typed is a text with its place: a file, or the argument that it was typed in.
type typed struct {
	text string
	pos  diag.Pos
}

// argument places a text that was typed on the command line. The place of all of it is
// its name; what is within has a line and a column too.
func argument(name, text string) typed {
	return typed{text, diag.Pos{File: name}}
}

// oneOf is argument for one of several arguments: which of them, and its text, as a
// place among many says little.
func oneOf(args []string, i int) typed {
	if len(args) == 1 {
		return argument("RULESET", args[0])
	}
	return argument(fmt.Sprintf("argument %d %s", i+1, diag.Quote(args[i])), args[i])
}

// from is the part of a text that begins at a byte and has a length.
func (t typed) from(start, length int) typed {
	pos := t.pos
	if start > 0 {
		pos.Line, pos.Col = max(pos.Line, 1), max(pos.Col, 1)+len([]rune(t.text[:start]))
	}
	return typed{t.text[start : start+length], pos}
}

// trimmed is the text without the spaces around it.
func (t typed) trimmed() typed {
	text := strings.TrimSpace(t.text)
	return t.from(strings.Index(t.text, text), len(text))
}

// picked is a question with the reading picked for it.
type picked struct{ question, reading typed }

// wanted names an interpretation: a ruleset with readings, the default ones
// where none is named.
type wanted struct {
	ruleset typed
	picks   []picked
	scale   typed // a scaled-down version; its text is empty for the full game
}

// pick reads QUESTION=READING.
func pick(t typed) (picked, *problem) {
	i := strings.IndexByte(t.text, '=')
	if i < 0 || strings.TrimSpace(t.text[:i]) == "" || strings.TrimSpace(t.text[i+1:]) == "" {
		p := wrong(diag.Quote(t.text), "QUESTION=READING", "this picks no reading")
		p.what.Pos = t.pos
		return picked{}, p
	}
	return picked{t.from(0, i).trimmed(), t.from(i+1, len(t.text)-i-1).trimmed()}, nil
}

// want reads what a command takes for RULESET: an id, or the name of an
// interpretation, RULESET{QUESTION=READING,...,scale NAME}.
func want(t typed) (wanted, error) {
	var w wanted
	var errs diag.Errors
	open := strings.IndexByte(t.text, '{')
	if open < 0 {
		w.ruleset = t
		return w, nil
	}
	w.ruleset = t.from(0, open).trimmed()
	inside, behind, closed := strings.Cut(t.text[open+1:], "}")
	if !closed {
		end := t.from(len(t.text), 0)
		errs.Add(end.pos, "nothing", `"}"`, "the list of readings is not closed")
		return w, errs.Err()
	}
	if strings.TrimSpace(behind) != "" {
		at := t.from(len(t.text)-len(behind), len(behind)).trimmed()
		errs.Add(at.pos, diag.Quote(at.text), "nothing", "there is text behind the closing brace")
	}
	at := open + 1
	for _, item := range strings.Split(inside, ",") {
		part := t.from(at, len(item)).trimmed()
		if name, is := strings.CutPrefix(part.text, "scale "); is && !strings.Contains(name, "=") {
			w.scale = part.from(len("scale "), len(name)).trimmed()
		} else if part.text != "" {
			p, err := pick(part)
			if err != nil {
				errs = append(errs, err.what)
			} else {
				w.picks = append(w.picks, p)
			}
		}
		at += len(item) + 1
	}
	return w, errs.Err()
}

// add adds the readings of --reading.
func (w *wanted) add(readings []string) error {
	var errs diag.Errors
	for _, r := range readings {
		p, err := pick(argument("--reading", r))
		if err != nil {
			errs = append(errs, err.what)
			continue
		}
		w.picks = append(w.picks, p)
	}
	return errs.Err()
}

// find returns the ruleset of an id, which may be one of another corpus.
func find(c *dimension.Corpus, id typed) (*rulesets.Definition, error) {
	if d := c.Find(id.text); d != nil {
		return d, nil
	}
	in, err := c.Holding(id.text)
	if in == nil {
		return nil, noCorpus(id, err)
	}
	if files := in.Unsound(id.text); len(files) > 0 {
		return nil, cannotBeUsed("ruleset", id, files...)
	}
	return nil, noneOf("ruleset", id, in.IDs(), in.Unread())
}

// noneOf says that nothing of a kind has a name that was typed. What was left out unread
// may have it.
func noneOf(kind string, name typed, known, unread []string) error {
	missed := diag.Error{Pos: name.pos, Found: diag.Quote(name.text), Expected: "one of: " + strings.Join(known, ", ")}
	_, own := rulesets.SplitID(name.text)
	if i := slices.IndexFunc(unread, func(file string) bool { return strings.TrimSuffix(path.Base(file), path.Ext(file)) == own }); i >= 0 {
		return cannotBeUsed(kind, name, unread[i])
	}
	switch {
	case len(unread) > 0 && len(known) == 0:
		return cannotBeUsed(kind, name, unread...)
	case len(unread) > 0:
		missed.Message = "the " + kind + " is " + evidence.Nowhere(unread)
	case len(known) == 0:
		missed.Message, missed.Expected = "there is no such "+kind+": the corpus has none", "another corpus"
	default:
		missed.Message = "there is no such " + kind
	}
	if near := diag.DidYouMean(name.text, known); near != "" {
		missed.Message += "; " + near
	}
	return missed
}

// cannotBeUsed says that what was asked for is in files with errors.
func cannotBeUsed(kind string, name typed, files ...string) error {
	return diag.Error{Pos: name.pos, Found: diag.Quote(name.text), Expected: "a " + kind + " without errors",
		Message: "the " + kind + " cannot be used: there are errors in " + strings.Join(files, " and ")}
}

// interpret picks the readings that are wanted.
func (w *wanted) interpret(c *dimension.Corpus) (*rulesets.Interpretation, error) {
	d, err := find(c, w.ruleset)
	if err != nil {
		return nil, err
	}
	choice := rulesets.Choice{}
	var errs diag.Errors
	for _, p := range w.picks {
		if old, twice := choice[p.question.text]; twice && old != p.reading.text {
			errs.Add(p.reading.pos, diag.Quote(old)+" and "+diag.Quote(p.reading.text), "one reading",
				"two readings are picked for %s", p.question.text)
		}
		choice[p.question.text] = p.reading.text
	}
	var sc *rulesets.Scale
	if w.scale.text != "" {
		if sc = d.Scale(w.scale.text); sc == nil {
			errs.Add(w.scale.pos, diag.Quote(w.scale.text), scalesOf(d), "there is no such scaled-down version")
		}
	}
	in, more := d.Scaled(sc, choice)
	// What is wrong with a choice has no place in a file; it has one among the
	// arguments.
	for i := range more {
		if !more[i].Pos.IsZero() {
			continue
		}
		more[i].Pos = w.ruleset.pos
		for _, p := range w.picks {
			switch more[i].Found {
			case diag.Quote(p.question.text):
				more[i].Pos = p.question.pos
			case diag.Quote(p.reading.text):
				more[i].Pos = p.reading.pos
			}
		}
	}
	errs.Merge(more)
	if err := errs.Sort().Err(); err != nil {
		return nil, err
	}
	return in, nil
}

// scalesOf says which scaled-down versions a ruleset has.
func scalesOf(d *rulesets.Definition) string {
	var ids []string
	for _, sc := range d.Scales {
		ids = append(ids, sc.ID)
	}
	if len(ids) == 0 {
		return "no scale: the ruleset has no scaled-down versions"
	}
	return "one of: " + strings.Join(ids, ", ")
}

// game compiles the interpretation that is wanted.
func (w *wanted) game(c *dimension.Corpus) (*rulesets.Game, error) {
	in, err := w.interpret(c)
	if err != nil {
		return nil, err
	}
	g, errs := in.Compile()
	if len(errs) > 0 {
		return nil, errs
	}
	return g, nil
}

// gameFlags are the flags of every command that plays an interpretation.
type gameFlags struct{ readings []string }

func (f *gameFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&f.readings, "reading", nil, "pick a reading, `QUESTION=READING`; may be repeated")
}

// wanted reads the argument RULESET together with --reading.
func (f *gameFlags) wanted(ruleset string) (*wanted, error) {
	w, err := want(argument("RULESET", ruleset))
	errs := diag.AsErrors(err)
	errs.Merge(diag.AsErrors(w.add(f.readings)))
	return &w, errs.Err()
}

// game loads the corpus and compiles the interpretation asked for.
func (a *app) game(ruleset string, f *gameFlags) (*rulesets.Game, error) {
	_, g, err := wantedOf(a, ruleset, f, (*wanted).game, ruleset)
	return g, err
}

// wantedOf loads the corpus, or rulesets of it alone, and looks up in it what a command asks for.
func wantedOf[T any](a *app, ruleset string, f *gameFlags, find func(*wanted, *dimension.Corpus) (T, error), only ...string) (c *dimension.Corpus, found T, err error) {
	var none T
	w, err := f.wanted(ruleset)
	errs := diag.AsErrors(err)
	if c, err = a.rulesets(only...); err != nil {
		return nil, none, errors.Join(errs.Err(), err)
	}
	// What could be read is looked up all the same: every mistake counts.
	if stopped := a.reads(func() { found, err = find(w, c) }); stopped != nil {
		return nil, none, stopped
	}
	if errs.Merge(diag.AsErrors(err)); len(errs) > 0 {
		return nil, none, errs.Sort()
	}
	return c, found, nil
}

// placed gives errors that have no place the one of t. Throws are named one
// behind the other, so the one that was found is looked for in the text.
func placed(errs diag.Errors, t typed) diag.Errors {
	for i := range errs {
		if !errs[i].Pos.IsZero() {
			continue
		}
		errs[i].Pos = t.pos
		if at := strings.Index(t.text, strings.Trim(errs[i].Found, `"`)); at > 0 {
			errs[i].Pos = t.from(at, 0).pos
		}
	}
	return errs
}

// sorted returns the keys of a map in order.
func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
