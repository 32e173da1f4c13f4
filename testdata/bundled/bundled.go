// Package bundled reads the corpora that tests ask about once for all tests of a package,
// so that what takes seconds, reading them and finding out how their interpretations settle
// what they must, is done once. Only tests import this package; they change nothing of what
// it hands out.
package bundled

import (
	"io/fs"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	_ "github.com/lectio/lectio/testdata/long" // rubbish lies longer
)

var read struct {
	sync.Mutex
	corpora map[string]*dimension.Corpus // by the folder that is shown
}

// Corpus returns the bundled corpus.
func Corpus(t testing.TB) *dimension.Corpus {
	t.Helper()
	return corpus(t, "", evidence.Bundled, rulesets.Bundled)
}

// Gallery returns the second corpus inside the program, as a corpus of its own.
func Gallery(t testing.TB) *dimension.Corpus {
	t.Helper()
	return corpus(t, rulesets.GalleryRoot, rulesets.Gallery, rulesets.Gallery)
}

// In returns the corpus in a folder, which is free of errors and has rulesets.
func In(t testing.TB, dir string) *dimension.Corpus {
	t.Helper()
	return corpus(t, dir, os.DirFS(dir), os.DirFS(dir))
}

func corpus(t testing.TB, shown string, records, defs fs.FS) *dimension.Corpus {
	t.Helper()
	read.Lock()
	defer read.Unlock()
	if c := read.corpora[shown]; c != nil {
		return c
	}
	ev, errs := evidence.Load(records, shown)
	c, more := dimension.Load(defs, shown, ev)
	errs.Merge(more)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if len(c.Definitions) == 0 {
		t.Fatalf("no rulesets in %q", shown)
	}
	c.Definitions = slices.Clip(c.Definitions) // what one test appends is not another's
	if read.corpora == nil {
		read.corpora = map[string]*dimension.Corpus{}
	}
	read.corpora[shown] = c
	return c
}
