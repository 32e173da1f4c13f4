package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Folder is a corpus in a directory that somebody else may have made. Nothing
// outside the directory is read or written through it: links below it are
// refused, and so is whatever is no ordinary file or is larger than
// [yamlpos.MaxFile]. The directory itself may be a link.
//
// A Folder only reads, except for [Folder.Write] and [Folder.Recover].
type Folder struct {
	dir string // as the user calls it
}

// Open is the corpus in dir. Whether there is one shows when it is read.
func Open(dir string) *Folder { return &Folder{dir} }

// String is the directory as the user calls it.
func (f *Folder) String() string { return f.dir }

// Why something in a corpus is not read.
var (
	errLink  = errors.New("it is a link, and links within a corpus are not followed, as they can lead out of it; put what it stands for in its place")
	errFile  = errors.New("a file stands where there should be a folder")
	errKind  = errors.New("it is no ordinary file")
	errLarge = fmt.Errorf("it has more than %d bytes, the most that is read; divide it", yamlpos.MaxFile)
	errMany  = fmt.Errorf("it has more than %d files, the most that is read; divide the corpus", yamlpos.MaxFiles)
)

// FS are the files of the corpus as they stand, even in the middle of a write.
// [Folder.Steadily] reads them as they stood before one.
func (f *Folder) FS() fs.FS { return &folderFS{folder: f} }

// folderFS reads a folder. Each call opens the directory anew, so that there is
// nothing to close, and nothing is kept of a directory that takes another's place.
type folderFS struct {
	folder *Folder
	before *unfinished // what a write that has not ended replaced, or nil

	// plain are directories known to be no links.
	plain sync.Map
}

// within opens the corpus and looks whether a name in it may be followed. The
// info is that of what the name stands for.
func (g *folderFS) within(op, name string) (*os.Root, fs.FileInfo, error) {
	fail := func(err error) (*os.Root, fs.FileInfo, error) {
		return nil, nil, &fs.PathError{Op: op, Path: name, Err: yamlpos.WithoutPath(err)}
	}
	if !fs.ValidPath(name) || strings.ContainsAny(name, `\:`) {
		return fail(fs.ErrInvalid)
	}
	root, err := os.OpenRoot(g.folder.dir)
	if err != nil {
		return fail(err)
	}
	info, err := g.unlinked(root, name)
	if err != nil {
		root.Close()
		return fail(err)
	}
	return root, info, nil
}

// unlinked describes what a name stands for, if no part of it is a link.
func (g *folderFS) unlinked(root *os.Root, name string) (fs.FileInfo, error) {
	for end := 0; end >= 0; {
		next := strings.IndexByte(name[end:], '/')
		part := name
		if next >= 0 {
			part = name[:end+next]
			end += next + 1
		} else {
			end = -1
		}
		if _, known := g.plain.Load(part); known && end >= 0 {
			continue
		}
		info, err := root.Lstat(part)
		switch {
		case err != nil:
			return nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			return nil, errLink
		case end < 0:
			return info, nil
		case !info.IsDir():
			return nil, errFile
		}
		g.plain.Store(part, true)
	}
	return nil, fs.ErrNotExist // not reached: the last part has no slash behind it
}

// standIn is where the contents of a name are read, which during a write is where
// the old ones are kept; false for a file that was not there before it.
func (g *folderFS) standIn(name string) (string, bool) {
	if g.before == nil {
		return name, true
	}
	at, replaced := g.before.place[name]
	if !replaced {
		return name, true
	}
	return at, at != ""
}

// Open opens a file or a folder of the corpus.
func (g *folderFS) Open(name string) (fs.File, error) {
	at, there := g.standIn(name)
	if !there {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	root, info, err := g.within("open", at)
	if errors.Is(err, fs.ErrNotExist) && at != name { // put back by now
		at = name
		root, info, err = g.within("open", at)
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	refused := func(err error) error { return &fs.PathError{Op: "open", Path: name, Err: yamlpos.WithoutPath(err)} }
	switch {
	case info.IsDir():
	case !info.Mode().IsRegular():
		return nil, refused(errKind)
	case info.Size() > yamlpos.MaxFile:
		return nil, refused(errLarge)
	}
	file, err := root.Open(at)
	if err != nil {
		return nil, refused(err)
	}
	return file, nil
}

// Stat describes a file or a folder of the corpus.
func (g *folderFS) Stat(name string) (fs.FileInfo, error) {
	at, there := g.standIn(name)
	if !there {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	root, info, err := g.within("stat", at)
	if err != nil {
		return nil, err
	}
	return info, root.Close()
}

// ReadFile reads a file of the corpus.
func (g *folderFS) ReadFile(name string) ([]byte, error) {
	file, err := g.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, yamlpos.MaxFile+1))
	if err == nil && len(data) > yamlpos.MaxFile {
		err = errLarge
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: yamlpos.WithoutPath(err)}
	}
	return data, nil
}

// ReadDir lists a folder of the corpus, links and all: what is read of it is
// refused one by one.
func (g *folderFS) ReadDir(name string) ([]fs.DirEntry, error) {
	root, _, err := g.within("open", name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	fail := func(err error) ([]fs.DirEntry, error) {
		return nil, &fs.PathError{Op: "read", Path: name, Err: yamlpos.WithoutPath(err)}
	}
	dir, err := root.Open(name)
	if err != nil {
		return fail(err)
	}
	defer dir.Close()
	entries, err := dir.ReadDir(yamlpos.MaxFiles + 1)
	if err != nil && err != io.EOF {
		return fail(err)
	}
	if len(entries) > yamlpos.MaxFiles {
		return fail(errMany)
	}
	if g.before != nil {
		entries = g.earlier(name, entries)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// earlier is what a folder listed before a write that has not ended.
func (g *folderFS) earlier(folder string, entries []fs.DirEntry) []fs.DirEntry {
	var list []fs.DirEntry
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		at, there := g.standIn(name)
		if !there {
			continue
		}
		if at != name {
			if info, err := g.Stat(name); err == nil {
				e = renamed{fs.FileInfoToDirEntry(info), e.Name()}
			}
		}
		list = append(list, e)
	}
	for name, at := range g.before.place { // those that the write has taken away
		if there := slices.ContainsFunc(list, func(e fs.DirEntry) bool { return e.Name() == path.Base(name) }); at == "" || path.Dir(name) != folder || there {
			continue
		}
		if info, err := g.Stat(name); err == nil {
			list = append(list, renamed{fs.FileInfoToDirEntry(info), path.Base(name)})
		}
	}
	return list
}

// renamed is a file under another name.
type renamed struct {
	fs.DirEntry
	name string
}

// Name is the other name.
func (r renamed) Name() string { return r.name }

// Unfinished is a write that has not ended, as a reader met it.
type Unfinished struct {
	// Own is one of this user's: what was read is the corpus before it. What another
	// one left was not believed, and what was read are the files as they stand.
	Own bool
	// Unread says why it is not known whether there is one, or whose; nil where it is.
	Unread error
}

// Steadily reads the corpus by read, in a state that was never between two, and
// changes nothing. A write of this user's that has not ended, because it is under
// way or was cut off, is passed over: read is given the files as they were before
// it. When a write came between, read is called again. It cannot tell the
// writes of other programs, which go file by file: where these never stop, their
// state is taken as it is after a while. The error is that of read or of ctx; what was
// met of a write is nil where there was none.
func (f *Folder) Steadily(ctx context.Context, read func(fs.FS) error) (*Unfinished, error) {
	const patience, step = 10 * time.Second, 5 * time.Millisecond
	begun := time.Now()
	for {
		view := &folderFS{folder: f}
		before := f.moment()
		var met *Unfinished
		if w := f.unfinished(); w != nil {
			met = &Unfinished{w.own, w.unread}
			if w.own {
				view.before = w
			}
		}
		err := read(view)
		if ctx.Err() != nil {
			return met, cmp.Or(err, ctx.Err())
		}
		if f.moment() == before || f.still(view.before) || time.Since(begun) > patience {
			return met, err
		}
		select {
		case <-ctx.Done():
			return met, ctx.Err()
		case <-time.After(step):
		}
	}
}

// still reports whether a write that was passed over has not ended yet: then what
// was read is the corpus before it, whatever it did meanwhile.
func (f *Folder) still(w *unfinished) bool {
	if w == nil {
		return false
	}
	now := f.unfinished()
	return now != nil && now.journal.Secret == w.journal.Secret
}

// corpusMoment is what a write cannot but change.
type corpusMoment struct {
	records, sources, rulesets, writing time.Time
}

func (f *Folder) moment() (m corpusMoment) {
	for folder, to := range map[string]*time.Time{"evidence/records": &m.records, "evidence/sources": &m.sources, "rulesets/definitions": &m.rulesets, underWay: &m.writing} {
		if info, err := os.Lstat(filepath.Join(f.dir, filepath.FromSlash(folder))); err == nil {
			*to = info.ModTime()
		}
	}
	return m
}
