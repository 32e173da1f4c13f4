package yamlpos

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lectio/lectio/evidence/diag"
)

// Open opens a file that somebody named; what says what it should be, such as "a
// ruleset". A folder, and what only looks like a file and may have no end, is
// refused before it is opened. The error is an [Error] with the name as its place.
func Open(name, what string) (*os.File, error) {
	info, err := os.Stat(name)
	if err == nil {
		err = ordinary(info)
	}
	if err != nil {
		return nil, unreadable(name, what, err)
	}
	// Between the two it may have become something else: a pipe must not keep us
	// waiting for somebody to write to it.
	f, err := os.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, unreadable(name, what, err)
	}
	if info, err = f.Stat(); err == nil {
		err = ordinary(info)
	}
	if err != nil {
		f.Close()
		return nil, unreadable(name, what, err)
	}
	return f, nil
}

// ReadFile reads a file that [Open] opens, if it has no more bytes than limit.
func ReadFile(name, what string, limit int64) ([]byte, error) {
	f, err := Open(name, what)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > limit {
		return nil, TooLarge(shown(name), info.Size(), limit)
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		return nil, unreadable(name, what, err)
	case int64(len(data)) > limit:
		return nil, TooLarge(shown(name), int64(len(data)), limit)
	}
	return data, nil
}

// ordinary says why something is no file that can be read from end to end.
func ordinary(info fs.FileInfo) error {
	kind := ""
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		kind = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		kind = "a pipe; write what comes through it to a file first"
	case mode&fs.ModeSocket != 0:
		kind = "a socket"
	default:
		kind = "a device; write what comes from it to a file first"
	}
	return fmt.Errorf("it is %s", kind)
}

func unreadable(name, what string, err error) diag.Error {
	return diag.Error{Pos: diag.Pos{File: shown(name)}, Expected: what, Message: fmt.Sprintf("the file cannot be read: %v", WithoutPath(err))}
}

// WithoutPath is an error without the machine's words for the call that failed: the reader knows only
// the path that was asked for, and a message says that itself.
func WithoutPath(err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return p.Err
	case errors.As(err, &l):
		return l.Err
	}
	return err
}

// MayHold reports whether there is something of that name, as far as is known: what
// cannot be looked at, because it is somebody else's, say, may be there.
func MayHold(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return !errors.Is(err, fs.ErrNotExist)
}

// shown is a name as messages write it on every system.
func shown(name string) string { return filepath.ToSlash(name) }
