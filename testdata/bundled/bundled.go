// Package bundled reads the bundled corpus once for all tests of a package, so that what
// takes seconds, how its interpretations settle what they must, is found out once. Only
// tests import this package; they change nothing of what it hands out.
package bundled

import (
	"sync"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
)

var once struct {
	sync.Mutex
	corpus *dimension.Corpus
}

// Corpus returns the bundled corpus.
func Corpus(t testing.TB) *dimension.Corpus {
	t.Helper()
	once.Lock()
	defer once.Unlock()
	if once.corpus == nil {
		ev, errs := evidence.Load(evidence.Bundled, "")
		c, more := dimension.Load(rulesets.Bundled, "", ev)
		if len(errs)+len(more) > 0 {
			t.Fatal(errs, more)
		}
		once.corpus = c
	}
	return once.corpus
}
