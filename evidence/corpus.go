package evidence

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Bundled is the corpus inside the program: the folders records and sources of
// this directory. Load(Bundled, "") reads it.
//
//go:embed records/*.yaml sources
var Bundled embed.FS

// Corpus is all records with all sources.
type Corpus struct {
	Records []*Record // in the order of their ids
	Sources []*Source // in the order of their keys

	records map[string]*Record
	sources map[string]*Source
}

// Load reads the records and sources below a directory laid out as this
// project: evidence/records and evidence/sources. A file system without a
// folder evidence is taken for the inside of one, as [Bundled] is, so that
// Load(Bundled, "") and Load(os.DirFS(dir), dir) both work.
//
// root is how the user calls the directory; it is put before the places in
// errors, which read root/evidence/records/FILE:LINE:COLUMN.
//
// The corpus is never nil, and holds what could be read; it is to be relied on
// only when there are no errors. All errors of all files are returned, sorted.
func Load(fsys fs.FS, root string) (*Corpus, yamlpos.Errors) {
	l := loader{fsys: fsys, root: root, base: "."}
	if info, err := fs.Stat(fsys, "evidence"); err == nil && info.IsDir() {
		l.base = "evidence"
	}
	l.c = &Corpus{records: map[string]*Record{}, sources: map[string]*Source{}}
	l.each("sources", l.source)
	l.each("records", l.record)
	slices.SortFunc(l.c.Records, func(a, b *Record) int { return strings.Compare(a.ID, b.ID) })
	slices.SortFunc(l.c.Sources, func(a, b *Source) int { return strings.Compare(a.Key, b.Key) })
	for _, r := range l.c.Records {
		l.check(r)
	}
	return l.c, l.errs.Sort()
}

// Record returns the record with an id, nil when there is none.
func (c *Corpus) Record(id string) *Record { return c.records[id] }

// Source returns the source with a key, nil when there is none.
func (c *Corpus) Source(key string) *Source { return c.sources[key] }

// Clause returns the clause that a reference names, nil when there is none.
func (c *Corpus) Clause(ref ClauseRef) *Clause {
	if r := c.records[ref.Record]; r != nil {
		return r.Clause(ref.N)
	}
	return nil
}

// RecordIDs are the ids of all records, for messages that offer near misses.
func (c *Corpus) RecordIDs() []string {
	ids := make([]string, len(c.Records))
	for i, r := range c.Records {
		ids[i] = r.ID
	}
	return ids
}

// SourceKeys are the keys of all sources.
func (c *Corpus) SourceKeys() []string {
	keys := make([]string, len(c.Sources))
	for i, s := range c.Sources {
		keys[i] = s.Key
	}
	return keys
}

// loader is one run of Load.
type loader struct {
	fsys       fs.FS
	root, base string
	c          *Corpus
	errs       yamlpos.Errors
}

// shown is a file's name as the user sees it.
func (l *loader) shown(folder, name string) string {
	return path.Join(l.root, "evidence", folder, name)
}

// each reads the files of a folder in the order of their names. Files that are
// no data (a README, say) are passed over; a name that looks like data with
// another ending is not, since nothing may be dropped in silence.
func (l *loader) each(folder string, read func(file string, data []byte)) {
	entries, err := fs.ReadDir(l.fsys, path.Join(l.base, folder))
	if err != nil {
		// Sources may be missing: then every key that is used is an error.
		if folder == "records" || !errors.Is(err, fs.ErrNotExist) {
			l.errs.Add(yamlpos.Pos{File: l.shown(folder, "")}, "no such folder", "a folder of "+folder, "the folder cannot be read")
		}
		return
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."), strings.HasSuffix(name, "~"), strings.EqualFold(path.Ext(name), ".md"):
			continue
		case e.IsDir():
			l.errs.Add(yamlpos.Pos{File: l.shown(folder, name)}, "a folder", "files only", "folders in %s are not read", folder)
			continue
		}
		data, err := fs.ReadFile(l.fsys, path.Join(l.base, folder, name))
		if err != nil {
			var pathError *fs.PathError
			if errors.As(err, &pathError) {
				err = pathError.Err // without the machine's path
			}
			l.errs.Add(yamlpos.Pos{File: l.shown(folder, name)}, "", "", "the file cannot be read: %v", err)
			continue
		}
		read(l.shown(folder, name), data)
	}
}

func (l *loader) record(file string, data []byte) {
	switch path.Ext(file) {
	case ".yaml", ".yml", ".json":
	default:
		l.errs.Add(yamlpos.Pos{File: file}, path.Ext(file), ".yaml", "a record is a file that ends in .yaml (.yml and .json are read too)")
		return
	}
	r, errs := ParseRecord(file, data)
	l.errs.Merge(errs)
	if r == nil {
		return
	}
	if r.ID != "" {
		if earlier := l.c.records[r.ID]; earlier != nil {
			l.errs.AddRelated(r.At("id"), []yamlpos.Pos{earlier.At("id")}, "", "an id of its own",
				"the id %s is used twice; it was first used at %s", yamlpos.Quote(r.ID), earlier.At("id"))
			return
		}
		l.c.records[r.ID] = r
	}
	l.c.Records = append(l.c.Records, r)
}

func (l *loader) source(file string, data []byte) {
	var sources []*Source
	var errs yamlpos.Errors
	switch path.Ext(file) {
	case ".json", ".yaml", ".yml":
		sources, errs = parseCSL(file, data)
	case ".bib":
		sources, errs = parseBibTeX(file, data)
	default:
		l.errs.Add(yamlpos.Pos{File: file}, path.Ext(file), ".json or .bib", "sources are files that end in .json (CSL-JSON) or .bib (BibTeX)")
		return
	}
	l.errs.Merge(errs)
	for _, s := range sources {
		if s.Key == "" {
			continue
		}
		if earlier := l.c.sources[s.Key]; earlier != nil {
			l.errs.AddRelated(s.Pos(), []yamlpos.Pos{earlier.Pos()}, "", "a key of its own",
				"the source %s is described twice; it was first described at %s", yamlpos.Quote(s.Key), earlier.Pos())
			continue
		}
		l.c.sources[s.Key] = s
		l.c.Sources = append(l.c.Sources, s)
	}
}

// check looks up what a record says about other files.
func (l *loader) check(r *Record) {
	if r.Source.Key != "" {
		l.key(r.Source.Key, r.Source.At("key"))
	}
	for i, n := 0, r.Node("via"); n != nil; i++ {
		step := r.Node("via", i)
		if step == nil {
			break
		}
		if step.Kind == yamlpos.Scalar && !step.Null {
			l.key(step.Text, step.Pos)
		}
	}
	for _, t := range r.Texts {
		// A person's name has a space or a capital; anything else is a key.
		if t.By != "" && strings.ToLower(t.By) == t.By && keyPattern.MatchString(t.By) {
			l.key(t.By, t.At("by"))
		}
	}
	for _, c := range r.Clauses {
		for _, rel := range []struct {
			key  string
			refs []ClauseRef
		}{{"supports", c.Supports}, {"adds", c.Adds}, {"contradicts", c.Contradicts}, {"lacks", c.Lacks}} {
			for _, ref := range rel.refs {
				if ref.Record != r.ID {
					l.clause(c, rel.key, ref)
				}
			}
		}
	}
}

// key reports a source key that is nowhere.
func (l *loader) key(key string, at yamlpos.Pos) {
	if l.c.sources[key] != nil {
		return
	}
	keys := l.c.SourceKeys()
	expected := "a key from evidence/sources"
	hint := ""
	if len(keys) == 0 {
		hint = ", which describes none"
	} else if d := yamlpos.DidYouMean(key, keys); d != "" {
		hint = "; " + d
	}
	l.errs.Add(at, yamlpos.Quote(key), expected, "the source %s is nowhere; expected a key from evidence/sources%s", yamlpos.Quote(key), hint)
}

// clause reports a clause of another record that is not there.
func (l *loader) clause(c *Clause, rel string, ref ClauseRef) {
	at := c.At(rel)
	for i := 0; ; i++ {
		n := c.Node(rel, i)
		if n == nil {
			break
		}
		if n.Text == ref.String() {
			at = n.Pos
		}
	}
	other := l.c.records[ref.Record]
	if other == nil {
		hint := ""
		if d := yamlpos.DidYouMean(ref.Record, l.c.RecordIDs()); d != "" {
			hint = "; " + d
		}
		l.errs.Add(at, yamlpos.Quote(ref.String()), "the id of a record before #", "%q names the record %s, which is not there%s", rel, yamlpos.Quote(ref.Record), hint)
		return
	}
	if other.Clause(ref.N) == nil {
		last := 0
		if len(other.Clauses) > 0 {
			last = other.Clauses[len(other.Clauses)-1].N
		}
		l.errs.Add(at, yamlpos.Quote(ref.String()), fmt.Sprintf("a clause of that record (the last is %d)", last), "%q names clause %d of %s, which is not there", rel, ref.N, ref.Record)
	}
}
