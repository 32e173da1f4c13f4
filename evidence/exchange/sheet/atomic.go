package sheet

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
)

// File is a file that is still to be written.
type File struct {
	Path    string
	Content []byte
}

// WriteFiles writes files, each whole or not at all: all of them are written
// under other names first, and only when every one is safely on the disk do they
// take their own. An error names the path that was asked for.
func WriteFiles(files ...File) error {
	var begun []*Pending
	defer func() {
		for _, p := range begun {
			p.Abandon() // those already kept are left alone
		}
	}()
	for _, f := range files {
		p, err := Create(f.Path)
		if err != nil {
			return err
		}
		begun = append(begun, p)
		if _, err := p.Write(f.Content); err != nil {
			return Unwritable(f.Path, err)
		}
		if err := p.Finish(); err != nil {
			return err
		}
	}
	for _, p := range begun {
		if err := p.Keep(); err != nil {
			return err
		}
	}
	return nil
}

// Pending is a file that is there whole or not at all: it is written under another
// name in the same folder, and [Pending.Keep] gives it its own. A device or a pipe
// is written to directly.
type Pending struct {
	*os.File
	path     string
	direct   bool
	finished bool
}

// Create begins a file, and takes away what an earlier program left that was killed
// while it wrote the same one. A file that is there already keeps its permissions.
func Create(path string) (*Pending, error) {
	asked := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // what a link leads to is written, and the link stays
	}
	mode := fs.FileMode(0o666) // less what the user takes from new files
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
		switch {
		case info.IsDir():
			return nil, Unwritable(asked, errors.New("it is a folder"))
		case !info.Mode().IsRegular():
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return nil, Unwritable(asked, err)
			}
			return &Pending{File: f, path: asked, direct: true}, nil
		}
	}
	Sweep(path)
	for n := 0; ; n++ {
		f, err := os.OpenFile(tempName(path, n), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		switch {
		case err == nil:
			return &Pending{File: f, path: path}, nil
		case !errors.Is(err, fs.ErrExist):
			return nil, Unwritable(asked, err)
		}
	}
}

// Finish waits until all that was written is on the disk. Nothing can be written
// after it.
func (p *Pending) Finish() error {
	if p.finished {
		return nil
	}
	p.finished = true
	err := p.Sync()
	if p.direct {
		err = nil // a pipe cannot be waited for
	}
	if err = errors.Join(err, p.Close()); err != nil {
		p.Abandon()
		return Unwritable(p.path, err)
	}
	return nil
}

// Keep finishes the file and gives it its name.
func (p *Pending) Keep() error {
	if err := p.Finish(); err != nil || p.direct {
		return err
	}
	if err := os.Rename(p.File.Name(), p.path); err != nil {
		p.Abandon()
		return Unwritable(p.path, err)
	}
	return nil
}

// Abandon removes a file that was not kept. After Keep it does nothing.
func (p *Pending) Abandon() {
	if !p.finished {
		p.finished = true
		p.Close()
	}
	if !p.direct {
		os.Remove(p.File.Name()) // if it has its own name, this one is gone
	}
}

// TempDir makes a folder beside a path for what is to take that path's place, and
// takes away what an earlier program left there that was killed.
func TempDir(path string) (string, error) {
	Sweep(path)
	for n := 0; ; n++ {
		name := tempName(path, n)
		if err := os.Mkdir(name, 0o777); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}

// tempName names what is to take the place of a path. The name says which program
// on which machine it belongs to.
func tempName(path string, n int) string {
	return fmt.Sprintf("%s%s%d-%d%s", tempPrefix(path), machine(), os.Getpid(), n, tempEnding)
}

const tempEnding = ".tmp"

func tempPrefix(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".lectio-")
}

// machine tells this machine from others that write to the same folder.
func machine() string {
	host, _ := os.Hostname()
	sum := fnv.New32a()
	sum.Write([]byte(host))
	return strconv.FormatUint(uint64(sum.Sum32()), 16) + "-"
}

// Sweep takes away what programs on this machine left beside a path that ended
// before it was done. A folder that had lost its place to nothing gets it back.
func Sweep(path string) {
	prefix := tempPrefix(path) + machine()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(path), e.Name())
		rest, ours := strings.CutPrefix(name, prefix)
		number, _, _ := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(number)
		if !ours || !strings.HasSuffix(name, tempEnding) || err != nil || pid == os.Getpid() || running(pid) {
			continue
		}
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			_ = os.Rename(filepath.Join(name, Replaced), path)
		}
		_ = os.RemoveAll(name)
	}
}

// Replaced is where, within a folder of [TempDir], the folder is kept whose place is
// being taken.
const Replaced = "old"

// Unwritable says that a path cannot be written, without the name of the temporary
// file: the reader knows only the path that was asked for.
func Unwritable(path string, err error) error {
	return fmt.Errorf("%s: cannot be written: %w", path, yamlpos.WithoutPath(err))
}
