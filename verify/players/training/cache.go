package training

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/play"
)

// learnerVersion is raised with every change that makes another program of the same games, or writes it down otherwise.
const learnerVersion = 5

// MostCached is how many bytes of programs are kept; beyond it those go that were used least lately.
const MostCached = 200 << 20

// Cache keeps programs that have been made, so that they need not be made again: what is played is
// the same with and without. The zero value keeps none. It is safe for concurrent use.
type Cache struct {
	Dir string // "": nothing is kept
	// Note is told once why programs cannot be kept, or that one was damaged.
	Note func(string)

	once sync.Once
}

// InUserCache is a cache in the user's folder for such things; where there is none nothing is kept.
func InUserCache(note func(string)) *Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return &Cache{}
	}
	return &Cache{Dir: filepath.Join(dir, "lectio", "players"), Note: note}
}

// Learn is [Learn], unless the program is kept.
func (c *Cache) Learn(ctx context.Context, p *engine.Program, by *play.Executor, t Training) (*Learned, error) {
	name := ""
	if c != nil && c.Dir != "" {
		print, err := by.Fingerprint()
		if err != nil {
			return nil, err
		}
		key := sha256.Sum256(fmt.Appendf(nil, "%d %+v %x", learnerVersion, t, print))
		name = filepath.Join(c.Dir, hex.EncodeToString(key[:16])+".json")
		if l := c.kept(name, weigh.FormOf(p, t.Untied)); l != nil {
			return l, nil
		}
	}
	l, err := Learn(ctx, p, by, t)
	if err == nil && name != "" {
		c.keep(name, l)
	}
	return l, err
}

// cached is a program as it is kept.
type cached struct {
	Sum     string // of Program
	Program json.RawMessage
}

// kept reads a program; nil where there is none, or it is damaged.
func (c *Cache) kept(name string, f *weigh.Form) *Learned {
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var x cached
	var l Learned
	damaged := err != nil || json.Unmarshal(b, &x) != nil || sumOf(x.Program) != x.Sum || json.Unmarshal(x.Program, &l) != nil
	if damaged || l.Weights != nil && len(l.Weights) != f.Weights() {
		c.note("the program kept in " + name + " is damaged: it is made anew")
		return nil
	}
	now := time.Now()
	_ = os.Chtimes(name, now, now) // used; if that cannot be noted it goes the sooner
	l.Form = f
	return &l
}

// keep writes a program down whole, or not at all.
func (c *Cache) keep(name string, l *Learned) {
	program, err := json.Marshal(l)
	if err != nil {
		panic(err) // numbers and texts can be written
	}
	b, err := json.Marshal(cached{sumOf(program), program})
	if err != nil {
		panic(err)
	}
	if err := c.write(name, b); err != nil {
		c.note("programs that have been made cannot be kept: " + err.Error())
		return
	}
	c.trim()
}

func (c *Cache) write(name string, b []byte) error {
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return err
	}
	f, err := os.CreateTemp(c.Dir, "making-*")
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// trim removes the programs used least lately, as long as there are too many, and what was left half made a day ago.
func (c *Cache) trim() {
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		return
	}
	var files []fs.FileInfo
	total := int64(0)
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			if filepath.Ext(e.Name()) != ".json" && time.Since(info.ModTime()) > 24*time.Hour {
				os.Remove(filepath.Join(c.Dir, e.Name()))
				continue
			}
			files = append(files, info)
			total += info.Size()
		}
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, f := range files {
		if total <= MostCached {
			return
		}
		if os.Remove(filepath.Join(c.Dir, f.Name())) == nil {
			total -= f.Size()
		}
	}
}

func (c *Cache) note(text string) {
	if c.Note != nil {
		c.once.Do(func() { c.Note(text) })
	}
}

func sumOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
