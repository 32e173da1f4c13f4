package evidence

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/biblio"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/ids"
	"github.com/lectio/lectio/evidence/yamlpos"
)

// Bundled is the corpus inside the program: the folders records and sources of
// this directory. Load(Bundled, "") reads it.
//
//go:embed records/*.yaml sources
var Bundled embed.FS

// Corpus is all records with all sources.
type Corpus struct {
	Records []*Record        // in the order of their ids
	Sources []*biblio.Source // in the order of their keys

	records map[string]*Record
	sources map[string]*biblio.Source
	// unsound are the files of the records that Sound left out, by their ids.
	unsound map[string]string
	// unread are files and folders in which there may be records that nobody knows of,
	// and unreadSources the same of sources.
	unread, unreadSources []string
}

// Load reads the records and sources below a directory laid out as this
// project: evidence/records and evidence/sources. A file system without a
// folder evidence is taken for the inside of one, as [Bundled] is, so that
// Load(Bundled, "") and Load(os.DirFS(dir), dir) both work. Beside a folder rulesets
// there may be no records: rulesets that assume all that they state need none.
//
// root is how the user calls the directory; it is put before the places in
// errors, which read root/evidence/records/FILE:LINE:COLUMN.
//
// The corpus is never nil, and holds what could be read; it is to be relied on
// only when there are no errors. All errors of all files are returned, sorted.
func Load(fsys fs.FS, root string) (*Corpus, diag.Errors) {
	return LoadWith(context.Background(), fsys, root, ScanOptions{})
}

// LoadWith is [Load] that can be stopped, and told how to go about it. When ctx is
// done, what it returns is not complete.
func LoadWith(ctx context.Context, fsys fs.FS, root string, o ScanOptions) (*Corpus, diag.Errors) {
	var records []*Record
	c, errs := Scan(ctx, fsys, root, o, func(_ *Corpus, r *Record) { records = append(records, r) })
	c.Records = records
	for _, r := range records {
		if r.ID != "" {
			c.records[r.ID] = r
		}
	}
	slices.SortFunc(c.Records, func(a, b *Record) int { return strings.Compare(a.ID, b.ID) })
	return c, errs
}

// ScanOptions say how [Scan] goes about it; the zero value reads everything.
type ScanOptions struct {
	// Progress is told how many files of records have been read, of how many.
	Progress func(done, total int)
	// Skip passes over a file of records that need not be read again.
	Skip func(fs.DirEntry) bool
	// Known answers for records in files that were passed over: their clause
	// numbers, and whether there is such a record.
	Known func(id string) (clauses []int, ok bool)
	// Memory has what files were read as before, and keeps what they are read as now.
	Memory *Memory
}

// Scan reads what [Load] reads and hands over each record, in the order of the
// files, without keeping it: a corpus of any size goes through. The corpus it
// hands over, and returns, has all sources and no records. Files are read and
// parsed side by side. Errors are those of Load, sorted; when ctx is done the
// scan stops and what it returns is not complete.
func Scan(ctx context.Context, fsys fs.FS, root string, o ScanOptions, visit func(*Corpus, *Record)) (*Corpus, diag.Errors) {
	l := loader{fsys: fsys, root: root, base: "."}
	if yamlpos.MayHold(fsys, "evidence") {
		l.base = "evidence"
	}
	l.c = &Corpus{records: map[string]*Record{}, sources: map[string]*biblio.Source{}}
	l.seen, l.small, l.known = map[string]seen{}, map[string]string{}, o.Known
	// Each file is read by a loader of its own, side by side with others.
	read := func(folder string, parse func(w *loader, r *reread, file string, data []byte) parsed) func(string) parsed {
		return func(name string) (p parsed) {
			w := loader{fsys: l.fsys, root: l.root, base: l.base}
			if data, ok := w.read(folder, name); ok {
				file := w.shown(folder, name)
				p = o.Memory.of(file).read(data, func(r *reread) parsed {
					p := parse(&w, r, file, data)
					p.errs, w.errs = w.errs, nil
					return p
				})
			}
			p.errs = slices.Concat(p.errs, w.errs)
			return p
		}
	}
	sideBySide(ctx, l.files("sources", nil), read("sources", func(w *loader, _ *reread, file string, data []byte) parsed {
		return parsed{sources: w.source(file, data)}
	}), func(p parsed) {
		l.errs.Merge(p.errs)
		l.addSources(p.sources)
	})
	l.c.unreadSources = slices.Sorted(maps.Keys(l.errs.Files()))
	slices.SortFunc(l.c.Sources, func(a, b *biblio.Source) int { return strings.Compare(a.Key, b.Key) })
	names := l.files("records", o.Skip)
	done := 0
	sideBySide(ctx, names, read("records", func(w *loader, r *reread, file string, data []byte) parsed {
		return parsed{record: w.record(file, data, r.parse)}
	}), func(p parsed) {
		l.errs.Merge(p.errs)
		if p.record == nil || p.record.ID == "" {
			l.c.unread = append(l.c.unread, l.shown("records", names[done]))
		} else if l.add(p.record) {
			l.check(p.record)
			visit(l.c, p.record)
		}
		if done++; o.Progress != nil {
			o.Progress(done, len(names))
		}
	})
	for _, look := range l.pending {
		look()
	}
	return l.c, l.errs.Sort()
}

// sideBySide does work for each name in several goroutines, and hands on what
// came of it in the order of the names. When ctx is done it returns at once:
// a file that is being parsed just then, by a library that cannot be stopped, is
// left to itself.
func sideBySide[T any](ctx context.Context, names []string, work func(name string) T, take func(T)) {
	type job struct {
		name string
		out  chan T
	}
	jobs := make(chan job)
	queue := make(chan job, 4*runtime.GOMAXPROCS(0))
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for j := range jobs {
				j.out <- work(j.name)
			}
		}()
	}
	go func() {
		defer close(queue)
		defer close(jobs)
		for _, name := range names {
			j := job{name, make(chan T, 1)}
			for _, to := range []chan job{queue, jobs} {
				select {
				case to <- j:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	for j := range queue {
		select {
		case p := <-j.out:
			take(p)
		case <-ctx.Done():
			return
		}
	}
}

// Record returns the record with an id, nil when there is none.
func (c *Corpus) Record(id string) *Record { return c.records[id] }

// Source returns the source with a key, nil when there is none.
func (c *Corpus) Source(key string) *biblio.Source { return c.sources[key] }

// Clause returns the clause that a reference names, nil when there is none.
func (c *Corpus) Clause(ref ClauseRef) *Clause {
	if r := c.records[ref.Record]; r != nil {
		return r.Clause(ref.N)
	}
	return nil
}

// Sound is the corpus without the records of files that errs, which Load
// returned, are about. All sources stay.
func (c *Corpus) Sound(errs diag.Errors) *Corpus {
	files := errs.Files()
	s := &Corpus{Sources: c.Sources, sources: c.sources, records: map[string]*Record{}, unsound: map[string]string{}, unread: c.unread, unreadSources: c.unreadSources}
	for _, r := range c.Records {
		if file := r.Pos().File; files[file] {
			s.unsound[r.ID] = file
			continue
		}
		s.Records = append(s.Records, r)
		s.records[r.ID] = r
	}
	return s
}

// Unsound is the file of a record that [Corpus.Sound] left out, "" for any other.
func (c *Corpus) Unsound(id string) string { return c.unsound[id] }

// Unread are the files of records of which not even the id is known, or their folder:
// any record that is missed may be there.
func (c *Corpus) Unread() []string { return c.unread }

// UnreadSources are the files of sources with errors, in which there may be others.
func (c *Corpus) UnreadSources() []string { return c.unreadSources }

// Part is the corpus of the records that are wanted, with the sources that they
// name: the source itself, those of via, and those of layers.
func (c *Corpus) Part(wanted func(*Record) bool) *Corpus {
	p := &Corpus{records: map[string]*Record{}, sources: map[string]*biblio.Source{}}
	for _, r := range c.Records {
		if !wanted(r) {
			continue
		}
		p.Records = append(p.Records, r)
		p.records[r.ID] = r
		for _, key := range r.SourceKeys() {
			if s := c.sources[key]; s != nil {
				p.sources[key] = s
			}
		}
	}
	for _, s := range c.Sources {
		if p.sources[s.Key] != nil {
			p.Sources = append(p.Sources, s)
		}
	}
	return p
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

// loader is one run of Scan.
type loader struct {
	fsys       fs.FS
	root, base string
	c          *Corpus
	errs       diag.Errors
	// seen is what must be remembered of every record.
	seen  map[string]seen
	small map[string]string // the ids, by what [ids.Caseless] makes of them
	known func(id string) ([]int, bool)
	// pending are references to clauses of other records, which may come later.
	pending []func()
}

// seen is a record that went by.
type seen struct {
	at      diag.Pos
	clauses []int
}

// shown is a file's name as the user sees it.
func (l *loader) shown(folder, name string) string {
	return path.Join(l.root, "evidence", folder, name)
}

// files lists the files of a folder in the order of their names. Files that are
// no data (a README, say) are passed over; a name that looks like data with
// another ending is not, since nothing may be dropped in silence.
func (l *loader) files(folder string, skip func(fs.DirEntry) bool) []string {
	entries, err := fs.ReadDir(l.fsys, path.Join(l.base, folder))
	switch at := (diag.Pos{File: l.shown(folder, "")}); {
	case err == nil:
	case !errors.Is(err, fs.ErrNotExist):
		l.errs.Add(at, "", "a folder of "+folder, "the folder cannot be read: %v", yamlpos.WithoutPath(err))
		if folder == "records" {
			l.c.unread = append(l.c.unread, at.File)
		}
		return nil
	case folder == "records" && !yamlpos.MayHold(l.fsys, "rulesets"): // without sources every key that is used is an error
		l.errs.Add(at, "", "a folder of "+folder, "there is no such folder")
		return nil
	default:
		return nil
	}
	var names []string
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."), strings.HasSuffix(name, "~"), strings.EqualFold(path.Ext(name), ".md"):
		case e.IsDir():
			l.errs.Add(diag.Pos{File: l.shown(folder, name)}, "a folder", "files only", "folders in %s are not read", folder)
		case skip != nil && skip(e):
		default:
			names = append(names, name)
		}
	}
	return names
}

// read reads a file of a folder.
func (l *loader) read(folder, name string) ([]byte, bool) {
	data, err := fs.ReadFile(l.fsys, path.Join(l.base, folder, name))
	if err != nil {
		l.errs.Add(diag.Pos{File: l.shown(folder, name)}, "", "", "the file cannot be read: %v", yamlpos.WithoutPath(err))
		return nil, false
	}
	return data, true
}

func (l *loader) record(file string, data []byte, parse parser) *Record {
	if !slices.Contains(yamlpos.Endings, path.Ext(file)) {
		l.errs.Add(diag.Pos{File: file}, path.Ext(file), ".yaml", "a record is a file that ends in .yaml (.yml and .json are read too)")
		return nil
	}
	r, errs := parseRecord(parse, file, data)
	l.errs.Merge(errs)
	return r
}

// add notes that a record went by; false when its id was used before.
func (l *loader) add(r *Record) bool {
	if r.ID == "" {
		return true
	}
	if earlier, ok := l.seen[r.ID]; ok {
		l.errs.AddRelated(r.At("id"), []diag.Pos{earlier.at}, "", "an id of its own",
			"the id %s is used twice; it was first used at %s", diag.Quote(r.ID), earlier.at)
		return false
	}
	small := ids.Caseless(r.ID)
	if other, ok := l.small[small]; ok {
		at := l.seen[other].at
		l.errs.AddRelated(r.At("id"), []diag.Pos{at}, diag.Quote(r.ID), "another id",
			"the id differs from %s (at %s) in capitals only, and on some systems their files would be one",
			diag.Quote(other), at)
	} else {
		l.small[small] = r.ID
	}
	s := seen{at: r.At("id"), clauses: r.Numbers()}
	l.seen[r.ID] = s
	return true
}

// clausesOf are the numbers of the clauses of a record.
func (l *loader) clausesOf(id string) ([]int, bool) {
	if s, ok := l.seen[id]; ok {
		return s.clauses, true
	}
	if l.known != nil {
		return l.known(id)
	}
	return nil, false
}

// recordIDs are the ids of all records that went by, sorted.
func (l *loader) recordIDs() []string {
	ids := make([]string, 0, len(l.seen))
	for id := range l.seen {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// source reads a file of sources.
func (l *loader) source(file string, data []byte) (sources []*biblio.Source) {
	var errs diag.Errors
	switch path.Ext(file) {
	case ".json", ".yaml", ".yml", ".bib", ".ris":
		sources, errs = biblio.Read(file, data)
	default:
		l.errs.Add(diag.Pos{File: file}, path.Ext(file), ".json, .bib or .ris", "sources are files that end in .json (CSL-JSON), .bib (BibTeX) or .ris (RIS)")
	}
	l.errs.Merge(errs)
	return sources
}

// addSources notes the sources of a file.
func (l *loader) addSources(sources []*biblio.Source) {
	for _, s := range sources {
		if s.Key == "" {
			continue
		}
		if earlier := l.c.sources[s.Key]; earlier != nil {
			l.errs.AddRelated(s.Pos(), []diag.Pos{earlier.Pos()}, "", "a key of its own",
				"the source %s is described twice; it was first described at %s", diag.Quote(s.Key), earlier.Pos())
			continue
		}
		l.c.sources[s.Key] = s
		l.c.Sources = append(l.c.Sources, s)
	}
}

// check looks up what a record says about other files.
func (l *loader) check(r *Record) {
	for _, n := range r.sourceNames() {
		l.key(n.key, n.at)
	}
	for _, by := range r.sayers() {
		// A person's name has a space or a capital; anything else is a key.
		if strings.ToLower(by.key) == by.key && ids.KeyPattern.MatchString(by.key) {
			l.key(by.key, by.at)
		}
	}
	l.relations(r)
	for _, c := range r.Clauses {
		for _, rel := range []struct {
			key  string
			refs []ClauseRef
		}{{"supports", c.Supports}, {"adds", c.Adds}, {"contradicts", c.Contradicts}, {"lacks", c.Lacks}} {
			if len(rel.refs) == 0 {
				continue
			}
			items := l.items(c.Node(rel.key))
			for _, ref := range rel.refs {
				if ref.Record != r.ID {
					l.clause(cmp.Or(items[ref.String()], c.At(rel.key)), rel.key, ref)
				}
			}
		}
	}
}

// relations looks up the records that a record stands in a relation to, which may
// come later.
func (l *loader) relations(r *Record) {
	for _, rel := range r.Relations {
		at, id := rel.At("to"), rel.To
		if ref, ok := ParseClauseRef(rel.To); ok {
			l.clause(at, "to", ref)
			continue
		}
		l.pending = append(l.pending, func() {
			if _, ok := l.clausesOf(id); !ok && ids.Pattern.MatchString(id) {
				l.errs.Add(at, diag.Quote(id), "the id of a record", `"to" names the record %s, which is %s%s`, diag.Quote(id), Nowhere(l.c.unread), l.errs.Hint(id, l.recordIDs))
			}
		})
	}
	for _, i := range r.Images {
		if !fs.ValidPath(i.File) { // as reading the record has said
			continue
		}
		info, err := fs.Stat(l.fsys, path.Join(l.base, "images", i.File))
		switch why := "there is no such file"; {
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			why = "the file cannot be read: " + yamlpos.WithoutPath(err).Error()
			fallthrough
		case err != nil || info.IsDir():
			l.errs.Add(i.At("file"), diag.Quote(i.File), "a file below evidence/images", "%s", why)
		}
	}
}

// items are the places of the items of a list, by their texts.
func (l *loader) items(n *yamlpos.Node) map[string]diag.Pos {
	at := map[string]diag.Pos{}
	for _, item := range (&yamlpos.Reader{}).Items(n) {
		at[item.Text] = item.Pos
	}
	return at
}

// key reports a source key that is nowhere.
func (l *loader) key(key string, at diag.Pos) {
	if l.c.sources[key] != nil {
		return
	}
	expected := "a key from evidence/sources"
	hint := ", which describes none"
	if len(l.c.Sources) > 0 {
		hint = l.errs.Hint(key, l.c.SourceKeys)
	}
	l.errs.Add(at, diag.Quote(key), expected, "the source %s is %s; expected a key from evidence/sources%s", diag.Quote(key), Nowhere(l.c.unreadSources), hint)
}

// Nowhere says of something that was looked for that it is nowhere, as far as that is
// known: it may be in what could not be read.
func Nowhere(unread []string) string {
	if len(unread) == 0 {
		return "nowhere"
	}
	in := strings.Join(unread, " and ")
	if len(unread) > 2 {
		in = fmt.Sprintf("%s, %s and %d more", unread[0], unread[1], len(unread)-2)
	}
	return "not in what could be read; there are errors in " + in
}

// clause reports a clause of another record that is not there.
func (l *loader) clause(at diag.Pos, rel string, ref ClauseRef) {
	l.pending = append(l.pending, func() {
		numbers, ok := l.clausesOf(ref.Record)
		if !ok {
			hint := l.errs.Hint(ref.Record, l.recordIDs)
			l.errs.Add(at, diag.Quote(ref.String()), "the id of a record before #", "%q names the record %s, which is %s%s", rel, diag.Quote(ref.Record), Nowhere(l.c.unread), hint)
			return
		}
		if !slices.Contains(numbers, ref.N) {
			last := 0
			if len(numbers) > 0 {
				last = numbers[len(numbers)-1]
			}
			l.errs.Add(at, diag.Quote(ref.String()), fmt.Sprintf("a clause of that record (the last is %d)", last), "%q names clause %d of %s, which is not there", rel, ref.N, ref.Record)
		}
	})
}
