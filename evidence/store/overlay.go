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
	if !yamlpos.MayHold(base, "evidence") {
		o.strip = "evidence/"
	}
	for _, f := range files {
		name := strings.TrimPrefix(f.Name, o.strip)
		o.files[name] = f.New
		if f.Old == nil && f.New != nil {
			o.folders[path.Dir(name)] = append(o.folders[path.Dir(name)], overlayEntry{path.Base(name), int64(len(f.New))})
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
	slices.SortStableFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return slices.CompactFunc(all, func(a, b fs.DirEntry) bool { return a.Name() == b.Name() }), nil
}

// overlayEntry is a file that is not there yet.
type overlayEntry struct {
	name string
	size int64
}

func (e overlayEntry) Name() string               { return e.name }
func (e overlayEntry) IsDir() bool                { return false }
func (e overlayEntry) Type() fs.FileMode          { return 0 }
func (e overlayEntry) Info() (fs.FileInfo, error) { return e, nil }
func (e overlayEntry) Size() int64                { return e.size }
func (e overlayEntry) Mode() fs.FileMode          { return 0o644 }
func (e overlayEntry) ModTime() time.Time         { return time.Time{} }
func (e overlayEntry) Sys() any                   { return nil }
