package service

import (
	"context"
	"path"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/schema"
	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
)

// Workspace holds the files of a corpus while they are written, and what they were read as. Its methods are for one caller at a time.
type Workspace struct {
	Corpus   *rulesets.Corpus // as far as it could be read; its evidence with it
	files    fstest.MapFS
	texts    map[string][]string // the lines of files that were asked about
	records  evidence.Memory
	rulesets rulesets.Memory
	errs     [2]diag.Errors    // of evidence and of rulesets
	kept     map[string]*draft // by paths
	shapes   map[string]*schema.Schema
	guided   map[string]string
}

// draft is a ruleset that is written, as it last could be read.
type draft struct {
	definition   *rulesets.Definition
	text         []string // in which its places are
	game         *rulesets.Game
	compiled     *rulesets.Definition // from which an attempt was made to compile
	errs         diag.Errors          // what came of it
	sentences    map[string]string    // of the statements of the game, by their ids
	readings     readings
	alternatives map[*rulesets.Reading]*rulesets.Game // that were asked for
}

// New returns a workspace without files.
func New() *Workspace {
	w := &Workspace{files: fstest.MapFS{}, kept: map[string]*draft{}, shapes: map[string]*schema.Schema{}}
	w.read(true)
	return w
}

// Change puts texts in the place of those of files; nil takes a file away. Only what depends on them is read again.
func (w *Workspace) Change(texts map[string]*string) {
	ofEvidence := len(w.files) == 0 // of a corpus without files more is said to be missing
	for name, text := range texts {
		name = path.Clean(name)
		delete(w.texts, name)
		ofEvidence = ofEvidence || !strings.HasPrefix(name, "rulesets/")
		if text == nil {
			delete(w.files, name)
			delete(w.kept, name)
		} else {
			w.files[name] = &fstest.MapFile{Data: []byte(*text)}
		}
	}
	w.read(ofEvidence)
}

// Bring puts files in the place of all that were there.
func (w *Workspace) Bring(files map[string]string) {
	*w = *New()
	texts := map[string]*string{}
	for name, text := range files {
		texts[name] = &text
	}
	w.Change(texts)
}

// read reads what has changed.
func (w *Workspace) read(ofEvidence bool) {
	var ev *evidence.Corpus
	if w.Corpus != nil {
		ev = w.Corpus.Evidence
	}
	if ofEvidence || ev == nil {
		ev, w.errs[0] = evidence.LoadWith(context.Background(), w.files, "", evidence.ScanOptions{Memory: &w.records})
	}
	w.Corpus, w.errs[1] = w.rulesets.Load(w.files, "", ev)
	for _, d := range w.Corpus.Definitions {
		if len(d.Statements) > 0 {
			w.keep(d)
		}
	}
}

// keep takes a definition that could be read for the last that could be.
func (w *Workspace) keep(d *rulesets.Definition) {
	k := w.kept[d.File]
	if k == nil {
		k = &draft{}
		w.kept[d.File] = k
	}
	if k.definition != d {
		k.definition, k.text = d, w.text(d.File)
	}
}

// Errors are those of reading all files.
func (w *Workspace) Errors() diag.Errors { return slices.Concat(w.errs[0], w.errs[1]) }

// Text is the text of a file.
func (w *Workspace) Text(path string) (text string, ok bool) {
	f := w.files[path]
	if f == nil {
		return "", false
	}
	return string(f.Data), true
}

// text are the lines of a file; one that is empty where there is none.
func (w *Workspace) text(path string) []string {
	if t := w.texts[path]; t != nil {
		return t
	}
	s, _ := w.Text(path)
	t := lines(s)
	if w.texts == nil {
		w.texts = map[string][]string{}
	}
	w.texts[path] = t
	return t
}

// play is the ruleset of a draft under its default readings, as it last could be compiled.
func (k *draft) play() *rulesets.Game {
	if k.compiled != k.definition {
		k.compiled, k.alternatives = k.definition, nil
		var g *rulesets.Game
		if g, k.errs = k.definition.Game(nil); g != nil {
			k.game, k.sentences = g, nil
		}
	}
	return k.game
}

// sentence is that of a statement, under the reading that brings it and otherwise by default; "" where it cannot be said.
func (k *draft) sentence(s *rulesets.Statement) string {
	g := k.play()
	if g == nil {
		return ""
	}
	if k.sentences == nil {
		k.sentences = map[string]string{}
		for i, text := range edition.Sentences(g) {
			k.sentences[g.Statements[i].ID] = text
		}
	}
	if now := g.Statement(s.ID); now != nil && now.Likeness() == s.Likeness() {
		return k.sentences[s.ID]
	}
	if s.Question == nil || !s.Reading.Playable() || k.compiled != k.definition {
		return ""
	}
	if under := k.under(s); under != nil && under.Statement(s.ID) != nil {
		return edition.Sentence(under, under.Statement(s.ID))
	}
	return ""
}

// under is the ruleset under the reading that brings a statement; nil where it cannot be compiled.
func (k *draft) under(s *rulesets.Statement) *rulesets.Game {
	if k.alternatives == nil {
		k.alternatives = map[*rulesets.Reading]*rulesets.Game{}
	}
	g, known := k.alternatives[s.Reading]
	if !known {
		g, _ = k.definition.Game(k.definition.Under(s.Question, s.Reading))
		k.alternatives[s.Reading] = g
	}
	return g
}

// kind is what is written in a file: a record, a ruleset, a part or measures; "" for another file.
func kind(file string) string {
	for folder, kind := range map[string]string{"evidence/records": "record", "rulesets/definitions": "ruleset", "rulesets/parts": "part", "rulesets/measures": "measures"} {
		if path.Dir(file) == folder && slices.Contains(yamlpos.Endings, path.Ext(file)) {
			return kind
		}
	}
	return ""
}

// shape is the schema of the files of a kind; nil of others.
func (w *Workspace) shape(kind string) *schema.Schema {
	make := map[string]func() *schema.Schema{"record": evidence.Shape, "ruleset": rulesets.Shape, "part": rulesets.PartShape, "measures": rulesets.MeasuresShape}[kind]
	if make == nil {
		return nil
	}
	if w.shapes[kind] == nil {
		w.shapes[kind] = make()
	}
	return w.shapes[kind]
}

// guide is what the guide says of a word, in one line; "" where it says nothing.
func (w *Workspace) guide(word string) string {
	if w.guided == nil {
		w.guided = rulesets.Guided()
	}
	return oneLine(w.guided[word])
}

// oneLine is the beginning of a text that fits a line.
func oneLine(s string) string {
	const most = 200
	s = strings.Join(strings.Fields(strings.ReplaceAll(s, "`", "")), " ")
	if r := []rune(s); len(r) > most {
		s = strings.TrimRight(string(r[:most]), " ,;") + "…"
	}
	return s
}
