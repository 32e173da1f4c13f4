package index

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/evidence/store"
)

// ErrNone says that there is no index that could be used.
var ErrNone = errors.New("there is no index")

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

// Index is an index that was read.
type Index struct {
	root string
	facts
	texts, words string // of all entries
}

// Path is where the index of a corpus lies: among what belongs to the user, so that
// reading a corpus writes nothing into it, and an index that came with a corpus is
// not believed.
func Path(f *store.Folder) (string, error) { return f.StateFile("index", ".index") }

// Build makes the index of the corpus in f, over any older one, and returns how
// many records it has. fsys are the files of f, as [store.Folder.Steadily] hands
// them out. Errors in files are a diag.Errors; then nothing is written.
func Build(ctx context.Context, f *store.Folder, fsys fs.FS, o Options) (records int, err error) {
	state, err := look(fsys)
	if err != nil {
		return 0, err
	}
	x := &Index{root: f.String()}
	return x.update(ctx, f, fsys, o, state)
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

// Open reads the index of the corpus in f, whose files are fsys, and brings it up to
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
	state, err := look(fsys)
	if err != nil {
		return nil, 0, err
	}
	x, err = read(file)
	if ctx.Err() != nil {
		return nil, 0, ctx.Err()
	}
	if err != nil || x.Sources != state.sources {
		x = &Index{} // another version, a damaged file, other sources: all is made anew
	}
	x.root = f.String()
	if x.Sources != "" && maps.Equal(x.Files, state.files) && x.Stamp == o.Stamp {
		return x, 0, nil
	}
	changed, err = x.update(ctx, f, fsys, o, state)
	return x, changed, err
}

// state is what the files of a corpus look like from outside.
type state struct {
	files   map[string]string // stamps of those of the records
	sources string            // one text for all of them
}

func look(fsys fs.FS) (*state, error) {
	s := &state{}
	var err error
	if s.files, _, err = list(fsys, "evidence/records"); err != nil {
		return nil, ErrNone // reading the corpus will say what is wrong
	}
	_, s.sources, err = list(fsys, "evidence/sources")
	if errors.Is(err, fs.ErrNotExist) {
		s.sources, err = "none", nil
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

// list stamps the files of a folder with their sizes and times; text is one for all of them.
func list(fsys fs.FS, folder string) (stamps map[string]string, text string, err error) {
	entries, err := fs.ReadDir(fsys, folder)
	if err != nil {
		return nil, "", err
	}
	each := make([]string, len(entries))
	var wg sync.WaitGroup
	n := max(runtime.GOMAXPROCS(0), 2)
	for k := range n {
		wg.Go(func() {
			for i := k * len(entries) / n; i < (k+1)*len(entries)/n; i++ {
				if info, err := entries[i].Info(); err == nil {
					each[i] = strconv.FormatInt(info.Size(), 10) + " " + strconv.FormatInt(info.ModTime().UnixNano(), 10)
				}
			}
		})
	}
	wg.Wait()
	sum := sha256.New()
	stamps = make(map[string]string, len(entries))
	for i, e := range entries {
		stamps[e.Name()] = each[i]
		sum.Write([]byte(e.Name() + "\x00" + each[i] + "\x00"))
	}
	return stamps, fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// update reads what changed since the index was written, everything when it is empty, and writes it.
func (x *Index) update(ctx context.Context, f *store.Folder, fsys fs.FS, o Options, state *state) (changed int, err error) {
	var questions map[string][]string
	if o.Questions != nil {
		if questions, err = o.Questions(); err != nil {
			return 0, err
		}
	}
	now := &Index{root: x.root, facts: facts{Files: state.files, Sources: state.sources, Stamp: o.Stamp}}
	var texts, words strings.Builder
	there := map[string]*entry{} // by id
	for _, e := range x.Entries {
		if x.Files[e.File] == state.files[e.File] {
			e.add(x.texts[e.Texts.From:e.Texts.To], x.words[e.Words.From:e.Words.To], &texts, &words)
			now.Entries = append(now.Entries, e)
		}
	}
	for i := range now.Entries {
		there[now.Entries[i].ID] = &now.Entries[i]
	}
	read, err := now.scan(ctx, fsys, o, x.Files, there, func(e *entry, c *evidence.Card) error { return e.pack(c, &texts, &words) })
	if err != nil {
		return 0, err
	}
	now.Entries = append(now.Entries, read...)
	slices.SortFunc(now.Entries, func(a, b entry) int { return strings.Compare(a.ID, b.ID) })
	for i := range now.Entries {
		e := &now.Entries[i]
		e.Questions = questions[e.ID]
		e.card.Questions = e.Questions
	}
	now.texts, now.words = texts.String(), words.String()
	target, err := Path(f)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(target), 0o700)
	}
	if err == nil {
		sweep(target)
		err = now.write(target)
	}
	if err != nil {
		return 0, fmt.Errorf("the index cannot be written: %w", err)
	}
	*x = *now
	return len(read), nil
}

// scan reads the records whose files are not as they were, and packs them into entries. there are those of the other
// files.
func (x *Index) scan(ctx context.Context, fsys fs.FS, o Options, old map[string]string, there map[string]*entry, pack func(*entry, *evidence.Card) error) (read []entry, failed error) {
	how := evidence.ScanOptions{Progress: o.Progress}
	if len(there) > 0 {
		how.Skip = func(e fs.DirEntry) bool { return old[e.Name()] == x.Files[e.Name()] && old[e.Name()] != "" }
		how.Known = func(id string) ([]int, bool) {
			e := there[id]
			if e == nil {
				return nil, false
			}
			return e.Numbers, true
		}
	}
	var twice diag.Errors
	_, errs := evidence.Scan(ctx, fsys, x.root, how, func(c *evidence.Corpus, r *evidence.Record) {
		if failed != nil || r.ID == "" {
			return
		}
		if other := there[r.ID]; other != nil {
			twice.Add(r.At("id"), "", "an id of its own", "the id %s is used twice; it was first used in %s", diag.Quote(r.ID), path.Join(x.root, "evidence", "records", other.File))
			return
		}
		card := c.Card(r)
		card.Fold()
		e := entry{File: path.Base(card.File), Numbers: r.Numbers()}
		failed = pack(&e, card)
		read = append(read, e)
	})
	errs.Merge(twice)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case len(errs) > 0:
		return nil, errs.Sort()
	}
	return read, failed
}
