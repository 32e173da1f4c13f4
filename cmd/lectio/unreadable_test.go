package main

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/evidence/store"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/rulesets/starter"
)

// denying is a file system in which one file or folder, with what is in it, may not be
// looked at.
type denying struct {
	fs.FS
	name string
}

func (d denying) Open(name string) (fs.File, error) {
	if name == d.name || strings.HasPrefix(name, d.name+"/") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return d.FS.Open(name)
}

// Whatever of a corpus cannot be read, it is not said to be missing: the error says
// where and why.
func TestUnreadableIsNotMissing(t *testing.T) {
	corpus := starter.Examples()
	var names []string
	err := fs.WalkDir(corpus, ".", func(name string, _ fs.DirEntry, err error) error {
		if part, _, _ := strings.Cut(name, "/"); store.Layout[part] != nil && path.Ext(name) != ".md" {
			names = append(names, name)
		}
		return err
	})
	if err != nil || !slices.Contains(names, "rulesets/definitions") {
		t.Fatalf("%v in %s", err, names)
	}
	for _, name := range names {
		denied := denying{corpus, name}
		ev, errs := evidence.Load(denied, "own")
		_, more := dimension.Load(denied, "own", ev)
		errs.Merge(more)
		told := false
		for _, e := range errs {
			if strings.Contains(e.Message, "no such") || strings.Contains(e.Message, "nowhere") {
				t.Errorf("without %s: %v", name, e)
			}
			told = told || strings.HasPrefix(e.File, "own/"+name) && strings.Contains(e.Message, "cannot be read: permission denied")
		}
		if !told {
			t.Errorf("without %s: %v", name, errs)
		}
	}
}
