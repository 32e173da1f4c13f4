package index

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/fold"
	"github.com/lectio/lectio/evidence/store"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// ErrNone says that there is no index that could be used.
var ErrNone = errors.New("there is no index")

// version is that of the schema; another one is built anew.
const version = "6"

// Options are what an index is built from besides records and sources.
type Options struct {
	// Questions gives the open questions about each record, by its id; nil when
	// there are none.
	Questions func() (map[string][]string, error)
	// Stamp changes whenever Questions would answer differently.
	Stamp string
	// Progress is told how many files have been read, of how many.
	Progress func(done, total int)
}

// Index is an index that is open.
type Index struct {
	db   *sql.DB
	root string
}

// Path is where the index of a corpus lies: among what belongs to the user, so that
// reading a corpus writes nothing into it, and an index that came with a corpus is
// not believed.
func Path(f *store.Folder) (string, error) { return f.StateFile("index", ".sqlite") }

// Close closes the file.
func (x *Index) Close() error { return x.db.Close() }

const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE files (name TEXT PRIMARY KEY, stamp TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE records (
	id INTEGER PRIMARY KEY, record TEXT NOT NULL UNIQUE, file TEXT NOT NULL,
	game TEXT NOT NULL, type TEXT NOT NULL, date TEXT NOT NULL, date_of TEXT NOT NULL, place TEXT NOT NULL, source TEXT NOT NULL,
	clauses INTEGER NOT NULL, not_rules INTEGER NOT NULL, uncertainty TEXT NOT NULL, questions TEXT NOT NULL,
	south REAL, west REAL, north REAL, east REAL,
	numbers TEXT NOT NULL, dates TEXT NOT NULL, places TEXT NOT NULL
);
CREATE TABLE dates (record INTEGER NOT NULL, date_of TEXT NOT NULL, first INTEGER, last INTEGER, firm INTEGER NOT NULL); -- every one of each record
CREATE TABLE texts (id INTEGER PRIMARY KEY, texts TEXT NOT NULL, origins TEXT NOT NULL); -- apart, so that records are few pages
CREATE INDEX records_file ON records (file);
CREATE VIRTUAL TABLE words USING fts5 (game, place, source, texts, content = '', contentless_delete = 1, tokenize = 'ascii');
`

// open opens a database file.
func open(file string) (*sql.DB, error) {
	uri := "file:" + (&pathURL{file}).String() + "?_pragma=busy_timeout(10000)&_pragma=cache_size(-65536)"
	db, err := sql.Open("sqlite", uri)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// pathURL writes a path into an address.
type pathURL struct{ path string }

func (p *pathURL) String() string {
	return strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(p.path))
}

// Build makes the index of the corpus in f, over any older one, and returns how
// many records it has. fsys are the files of f, as [store.Folder.Steadily] hands
// them out. Errors in files are a diag.Errors; then nothing is written.
func Build(ctx context.Context, f *store.Folder, fsys fs.FS, o Options) (records int, err error) {
	target, err := Path(f)
	if err != nil {
		return 0, fmt.Errorf("the index cannot be written: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return 0, fmt.Errorf("the index cannot be written: %w", err)
	}
	sweep(target)
	tmp, err := os.CreateTemp(filepath.Dir(target), filepath.Base(target)+".*.tmp")
	if err != nil {
		return 0, fmt.Errorf("the index cannot be written: %w", err)
	}
	tmp.Close()
	defer os.Remove(tmp.Name()) // it is no longer there when all went well
	db, err := open(tmp.Name())
	if err != nil {
		return 0, err
	}
	defer db.Close()
	// The file is thrown away when anything goes wrong, so it needs no journal.
	for _, q := range []string{"PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", schema} {
		if _, err := db.ExecContext(ctx, q); err != nil {
			return 0, fmt.Errorf("the index cannot be written: %w", err)
		}
	}
	state, err := look(fsys)
	if err != nil {
		return 0, err
	}
	w := &writer{ctx: ctx, fsys: fsys, root: f.String(), o: o, state: state}
	if records, err = w.write(db, nil); err != nil {
		return 0, err
	}
	if err := db.Close(); err != nil {
		return 0, fmt.Errorf("the index cannot be written: %w", err)
	}
	if err := os.Rename(tmp.Name(), target); err != nil {
		return 0, fmt.Errorf("the index cannot be written: %w", err)
	}
	return records, nil
}

// sweep takes away what earlier runs left that were killed.
func sweep(target string) {
	const long = time.Hour // no run takes as long
	left, _ := filepath.Glob(target + ".*.tmp")
	for _, name := range left {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > long {
			_ = os.Remove(name)
		}
	}
}

// Open opens the index of the corpus in f, whose files are fsys, and brings it up to
// date; the error is ErrNone when there is none. changed is how many records were
// read again.
func Open(ctx context.Context, f *store.Folder, fsys fs.FS, o Options) (x *Index, changed int, err error) {
	file, err := Path(f)
	if err != nil {
		return nil, 0, ErrNone
	}
	if _, err := os.Stat(file); err != nil {
		return nil, 0, ErrNone
	}
	root := f.String()
	state, err := look(fsys)
	if err != nil {
		return nil, 0, err
	}
	db, err := open(file)
	if err != nil {
		return nil, 0, err
	}
	meta := map[string]string{}
	rows, err := db.QueryContext(ctx, "SELECT key, value FROM meta")
	if err == nil {
		for rows.Next() {
			var k, v string
			if err = rows.Scan(&k, &v); err != nil {
				break
			}
			meta[k] = v
		}
		err = errors.Join(err, rows.Err(), rows.Close())
	}
	if ctx.Err() != nil {
		db.Close()
		return nil, 0, ctx.Err()
	}
	if err != nil || meta["version"] != version || meta["sources"] != state.sources {
		// Another version, a damaged file, other sources: all is made anew.
		db.Close()
		if changed, err = Build(ctx, f, fsys, o); err != nil {
			return nil, 0, err
		}
		if db, err = open(file); err != nil {
			return nil, 0, err
		}
		return &Index{db, root}, changed, nil
	}
	if meta["records"] != state.records || meta["stamp"] != o.Stamp {
		w := &writer{ctx: ctx, fsys: fsys, root: root, o: o, state: state}
		if changed, err = w.write(db, meta); err != nil {
			db.Close()
			return nil, 0, err
		}
	}
	return &Index{db, root}, changed, nil
}

// state is what the files of a corpus look like from outside.
type state struct {
	files            *listing // of the records
	records, sources string   // one text for all of them
}

func look(fsys fs.FS) (*state, error) {
	s := &state{}
	var err error
	if s.files, s.records, err = list(fsys, "evidence/records"); err != nil {
		return nil, ErrNone // reading the corpus will say what is wrong
	}
	_, s.sources, err = list(fsys, "evidence/sources")
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return s, err
}

// Stamp is one text for the names, sizes and times of the files in folders; it
// changes when they do. A folder that is not there has no files.
func Stamp(fsys fs.FS, folders ...string) string {
	sum := sha256.New()
	for _, f := range folders {
		_, text, _ := list(fsys, f)
		sum.Write([]byte(text + "\x00"))
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// list stamps the files of a folder with their sizes and times.
func list(fsys fs.FS, folder string) (*listing, string, error) {
	entries, err := fs.ReadDir(fsys, folder)
	if err != nil {
		return nil, "", err
	}
	l := &listing{make([]string, len(entries)), make([]string, len(entries))}
	var wg sync.WaitGroup
	n := max(runtime.GOMAXPROCS(0), 2)
	for k := range n {
		wg.Go(func() {
			for i := k * len(entries) / n; i < (k+1)*len(entries)/n; i++ {
				l.names[i] = entries[i].Name()
				if info, err := entries[i].Info(); err == nil {
					l.stamps[i] = strconv.FormatInt(info.Size(), 10) + " " + strconv.FormatInt(info.ModTime().UnixNano(), 10)
				}
			}
		})
	}
	wg.Wait()
	sum := sha256.New()
	for i, name := range l.names {
		sum.Write([]byte(name + "\x00" + l.stamps[i] + "\x00"))
	}
	return l, fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// listing are files with their stamps, sorted by name.
type listing struct{ names, stamps []string }

// byName makes a map, which is only worth while when something changed.
func (l *listing) byName() map[string]string {
	m := map[string]string{}
	if l != nil {
		for i, name := range l.names {
			m[name] = l.stamps[i]
		}
	}
	return m
}

// writer reads records into an index.
type writer struct {
	ctx   context.Context
	fsys  fs.FS
	root  string
	o     Options
	state *state
}

// write reads what changed since meta was written, everything when it is nil,
// in one transaction.
func (w *writer) write(db *sql.DB, meta map[string]string) (changed int, err error) {
	tx, err := db.BeginTx(w.ctx, nil)
	if err != nil {
		return 0, fmt.Errorf("the index cannot be written: %w", err)
	}
	defer tx.Rollback()
	var questions map[string][]string
	if w.o.Questions != nil && (meta == nil || meta["stamp"] != w.o.Stamp || meta["records"] != w.state.records) {
		if questions, err = w.o.Questions(); err != nil {
			return 0, err
		}
	}
	ins, err := prepare(tx)
	if err != nil {
		return 0, err
	}
	defer ins.close()
	o := evidence.ScanOptions{Progress: w.o.Progress}
	if err := w.takeFiles(tx, ins, meta != nil, &o); err != nil {
		return 0, err
	}
	if changed, err = w.scan(tx, ins, meta != nil, o, questions); err != nil {
		return 0, err
	}
	if meta != nil && meta["stamp"] != w.o.Stamp {
		if _, err := tx.Exec("UPDATE records SET questions = '' WHERE questions <> ''"); err != nil {
			return 0, err
		}
		for id, list := range questions {
			if _, err := tx.Exec("UPDATE records SET questions = ? WHERE record = ?", joined(list), id); err != nil {
				return 0, err
			}
		}
	}
	for key, value := range map[string]string{"version": version, "records": w.state.records, "sources": w.state.sources, "stamp": w.o.Stamp} {
		if _, err := tx.Exec("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, value); err != nil {
			return 0, err
		}
	}
	if err := tx.Commit(); err != nil {
		return 0, fmt.Errorf("the index cannot be written: %w", err)
	}
	return changed, nil
}

// takeFiles brings the list of files up to date: what is gone or changed goes with its
// records, what is new or changed comes. o passes over the files that are as they were.
func (w *writer) takeFiles(tx *sql.Tx, ins *inserts, there bool, o *evidence.ScanOptions) error {
	files, old := w.state.files.byName(), map[string]string{}
	if there {
		rows, err := tx.Query("SELECT name, stamp FROM files")
		if err != nil {
			return err
		}
		for rows.Next() && err == nil {
			var name, stamp string
			err = rows.Scan(&name, &stamp)
			old[name] = stamp
		}
		if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
			return err
		}
		o.Skip = func(e fs.DirEntry) bool { return old[e.Name()] == files[e.Name()] && old[e.Name()] != "" }
		o.Known = func(id string) (list []int, ok bool) {
			var numbers string
			if tx.QueryRow("SELECT numbers FROM records WHERE record = ?", id).Scan(&numbers) != nil {
				return nil, false
			}
			ok = json.Unmarshal([]byte(numbers), &list) == nil
			return list, ok
		}
	}
	for name, stamp := range old {
		if files[name] != stamp {
			if err := remove(tx, name); err != nil {
				return err
			}
		}
	}
	for name, stamp := range files {
		if old[name] != stamp {
			if _, err := ins.file.Exec(name, stamp); err != nil {
				return err
			}
		}
	}
	return nil
}

// scan puts the records in that are read, and counts them.
func (w *writer) scan(tx *sql.Tx, ins *inserts, there bool, o evidence.ScanOptions, questions map[string][]string) (changed int, failed error) {
	var twice diag.Errors
	_, errs := evidence.Scan(w.ctx, w.fsys, w.root, o, func(c *evidence.Corpus, r *evidence.Record) {
		if failed != nil || r.ID == "" {
			return
		}
		changed++
		var other string
		if there && tx.QueryRow("SELECT file FROM records WHERE record = ?", r.ID).Scan(&other) == nil {
			twice.Add(r.At("id"), "", "an id of its own", "the id %s is used twice; it was first used in %s", diag.Quote(r.ID), path.Join(w.root, "evidence", "records", other))
			return
		}
		card := c.Card(r)
		card.Questions = questions[r.ID]
		failed = ins.record(r, card)
	})
	errs.Merge(twice)
	switch {
	case w.ctx.Err() != nil:
		return 0, w.ctx.Err()
	case len(errs) > 0:
		return 0, errs.Sort()
	case failed != nil:
		return 0, fmt.Errorf("the index cannot be written: %w", failed)
	}
	return changed, nil
}

func remove(tx *sql.Tx, file string) error {
	for _, q := range []string{
		"DELETE FROM words WHERE rowid IN (SELECT id FROM records WHERE file = ?)",
		"DELETE FROM texts WHERE id IN (SELECT id FROM records WHERE file = ?)",
		"DELETE FROM dates WHERE record IN (SELECT id FROM records WHERE file = ?)",
		"DELETE FROM records WHERE file = ?",
		"DELETE FROM files WHERE name = ?",
	} {
		if _, err := tx.Exec(q, file); err != nil {
			return err
		}
	}
	return nil
}

// inserts are the statements that put a record in.
type inserts struct{ file, rec, texts, words, dates *sql.Stmt }

func prepare(tx *sql.Tx) (*inserts, error) {
	var in inserts
	for q, to := range map[string]**sql.Stmt{
		"INSERT INTO files VALUES (?, ?)":                                              &in.file,
		"INSERT INTO records VALUES (NULL" + strings.Repeat(", ?", 19) + ")":           &in.rec,
		"INSERT INTO dates VALUES (?, ?, ?, ?, ?)":                                     &in.dates,
		"INSERT INTO texts VALUES (?, ?, ?)":                                           &in.texts,
		"INSERT INTO words (rowid, game, place, source, texts) VALUES (?, ?, ?, ?, ?)": &in.words,
	} {
		stmt, err := tx.Prepare(q)
		if err != nil {
			in.close()
			return nil, err
		}
		*to = stmt
	}
	return &in, nil
}

func (in *inserts) close() {
	for _, s := range []*sql.Stmt{in.file, in.rec, in.texts, in.words, in.dates} {
		if s != nil {
			s.Close()
		}
	}
}

// between stands between the texts of a record: a character of private use,
// which no query holds.
const between = " \uE000 "

func (in *inserts) record(r *evidence.Record, c *evidence.Card) error {
	var south, west, north, east any
	if c.Area != nil {
		south, west, north, east = c.Area.South, c.Area.West, c.Area.North, c.Area.East
	}
	list, err := json.Marshal(r.Numbers())
	if err != nil {
		return err
	}
	texts, err := json.Marshal(c.Texts)
	if err != nil {
		return err
	}
	dates, err := json.Marshal(c.Dates)
	if err != nil {
		return err
	}
	places, err := json.Marshal(c.Places)
	if err != nil {
		return err
	}
	origins, err := json.Marshal(c.Origins)
	if err != nil {
		return err
	}
	res, err := in.rec.Exec(c.ID, path.Base(c.File), c.Game, c.Type, c.Date, c.DateOf, c.Place, c.Source, c.Clauses, c.NotRules,
		joined(c.Uncertainty), joined(c.Questions), south, west, north, east, string(list), string(dates), string(places))
	if err != nil {
		return err
	}
	id, err := res.LastInsertId()
	if err != nil {
		return err
	}
	if _, err := in.texts.Exec(id, string(texts), string(origins)); err != nil {
		return err
	}
	for _, d := range r.AllDates() {
		var first, last any
		s := d.EDTF.Span()
		if s.First != nil {
			first = *s.First
		}
		if s.Last != nil {
			last = *s.Last
		}
		if d.EDTF.IsZero() { // it answers to what it is the date of, and lies in no range
			first, last = 1, 0
		}
		if _, err := in.dates.Exec(id, d.Of, first, last, s.Firm && !d.EDTF.IsZero()); err != nil {
			return err
		}
	}
	var all strings.Builder
	for _, t := range c.Texts {
		all.WriteString(fold.Text(t.Text))
		all.WriteString(between)
	}
	_, err = in.words.Exec(id, fold.Text(c.Game), fold.Text(c.PlaceText()), fold.Text(c.SourceText()), all.String())
	return err
}

// joined writes a list so that LIKE finds its items: "|a|b|".
func joined(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return "|" + strings.Join(list, "|") + "|"
}

func parted(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.Trim(s, "|"), "|")
}
