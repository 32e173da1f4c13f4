package store

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// Overlay is a file system with files put over it, as they would be written.
func Overlay(base fs.FS, files []FileWrite) fs.FS {
	o := &overlayFS{base: base, files: map[string][]byte{}, folders: map[string][]fs.DirEntry{}}
	if !yamlpos.MayHold(base, "evidence") && yamlpos.MayHold(base, "records") {
		o.strip = "evidence/"
	}
	for _, f := range files {
		name := strings.TrimPrefix(f.Name, o.strip)
		o.files[name] = f.New
		if f.Old != nil || f.New == nil {
			continue
		}
		e := overlayEntry{name: path.Base(name), size: int64(len(f.New))}
		for dir := path.Dir(name); ; dir = path.Dir(dir) {
			o.folders[dir] = append(o.folders[dir], e)
			if dir == "." {
				break
			}
			e = overlayEntry{name: path.Base(dir), dir: true}
		}
	}
	return o
}

// overlayFS is a file system with other files; one without contents is not there.
type overlayFS struct {
	base    fs.FS
	strip   string
	files   map[string][]byte
	folders map[string][]fs.DirEntry
}

// Open opens a file as it stands below.
func (o *overlayFS) Open(name string) (fs.File, error) { return o.base.Open(name) }

// ReadFile reads a file, or what is put over it.
func (o *overlayFS) ReadFile(name string) ([]byte, error) {
	if data, ok := o.files[name]; ok {
		if data == nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
		}
		return data, nil
	}
	return fs.ReadFile(o.base, name)
}

// ReadDir lists a folder with the files that are put over it.
func (o *overlayFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.base, name)
	if err != nil && len(o.folders[name]) == 0 {
		return nil, err
	}
	all := append(slices.Clone(entries), o.folders[name]...)
	all = slices.DeleteFunc(all, func(e fs.DirEntry) bool {
		data, known := o.files[path.Join(name, e.Name())]
		return known && data == nil
	})
	slices.SortStableFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }) // a folder that is there already stays
	return slices.CompactFunc(all, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() }), nil
}

// Stat describes a file or a folder, or what is put over it.
func (o *overlayFS) Stat(name string) (fs.FileInfo, error) {
	data, known := o.files[name]
	switch {
	case known && data == nil:
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	case known:
		return overlayEntry{name: path.Base(name), size: int64(len(data))}, nil
	}
	info, err := fs.Stat(o.base, name)
	if err != nil && len(o.folders[name]) > 0 {
		return overlayEntry{name: path.Base(name), dir: true}, nil
	}
	return info, err
}

// overlayEntry is a file or a folder that is not there yet.
type overlayEntry struct {
	name string
	size int64
	dir  bool
}

func (e overlayEntry) Name() string               { return e.name }
func (e overlayEntry) IsDir() bool                { return e.dir }
func (e overlayEntry) Type() fs.FileMode          { return e.Mode().Type() }
func (e overlayEntry) Info() (fs.FileInfo, error) { return e, nil }
func (e overlayEntry) Size() int64                { return e.size }
func (e overlayEntry) ModTime() time.Time         { return time.Time{} }
func (e overlayEntry) Sys() any                   { return nil }

// Mode is that of a folder or of an ordinary file.
func (e overlayEntry) Mode() fs.FileMode {
	if e.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644
}
