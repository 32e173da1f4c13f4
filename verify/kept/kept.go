// Package kept keeps in a folder what takes long to make, so that it need not be made again: what comes
// out is the same with and without. What is kept carries its own sum, is written whole or not at
// all, and goes when there is too much, the least lately used first.
package kept

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Most is how many bytes are kept in a folder; beyond it that goes which was used least lately.
const Most = 200 << 20

// Folder is such a folder. The zero value keeps nothing. It is safe for concurrent use, by several
// programs as well.
type Folder struct {
	Dir string // "": nothing is kept
	// Note is told once why things cannot be kept, or that one was damaged.
	Note func(string)

	once sync.Once
}

// InUserCache is a folder of that name among those of the user for such things; where there is none nothing is kept.
func InUserCache(name string, note func(string)) *Folder {
	dir, err := os.UserCacheDir()
	if err != nil {
		return &Folder{}
	}
	return &Folder{Dir: filepath.Join(dir, "lectio", name), Note: note}
}

// Read is what is kept under a name; nil where there is nothing, or it is damaged.
func (f *Folder) Read(name string) []byte {
	if f.Dir == "" {
		return nil
	}
	name = filepath.Join(f.Dir, name)
	all, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	sum, data, _ := bytes.Cut(all, []byte("\n"))
	if err != nil || string(sum) != sumOf(data) {
		f.note("what was kept in " + name + " is damaged: it is made anew")
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // used; if that cannot be noted it goes the sooner
	return data
}

// Keep keeps data under a name.
func (f *Folder) Keep(name string, data []byte) {
	if f.Dir == "" {
		return
	}
	if err := f.write(filepath.Join(f.Dir, name), slices.Concat([]byte(sumOf(data)+"\n"), data)); err != nil {
		f.note("what was made cannot be kept: " + err.Error())
		return
	}
	f.trim()
}

const making = "making-" // begins the names of files that are being written

func (f *Folder) write(name string, data []byte) error {
	if err := os.MkdirAll(f.Dir, 0o777); err != nil {
		return err
	}
	to, err := os.CreateTemp(f.Dir, making+"*")
	if err != nil {
		return err
	}
	_, err = to.Write(data)
	err = errors.Join(err, to.Close())
	if err == nil {
		err = os.Rename(to.Name(), name)
	}
	if err != nil {
		os.Remove(to.Name())
	}
	return err
}

// trim removes what was used least lately, as long as there is too much, and what was left half made a day ago.
func (f *Folder) trim() {
	entries, err := os.ReadDir(f.Dir)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	total := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil:
		case strings.HasPrefix(e.Name(), making):
			if time.Since(info.ModTime()) > 24*time.Hour {
				os.Remove(filepath.Join(f.Dir, e.Name()))
			}
		default:
			files = append(files, info)
			total += info.Size()
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, old := range files {
		if total <= Most {
			return
		}
		if os.Remove(filepath.Join(f.Dir, old.Name())) == nil {
			total -= old.Size()
		}
	}
}

func (f *Folder) note(text string) {
	if f.Note != nil {
		f.once.Do(func() { f.Note(text) })
	}
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
