// Package bundled reads the bundled corpus once for all tests of a package, and asks
// each of its interpretations once how it settles what a game of its kind must settle,
// which takes seconds. Only tests import this package; they change nothing of what it
// hands out.
package bundled

import (
	"context"
	"sync"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
)

var once struct {
	sync.Mutex
	corpus  *dimension.Corpus
	settled map[asked][]dimension.Settlement
}

// asked is an interpretation by the name it has in a corpus.
type asked struct {
	corpus *dimension.Corpus
	name   string
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

// Settled says how an interpretation of a corpus, which need not be the bundled one,
// settles the dimensions of its kind.
func Settled(c *dimension.Corpus, in *rulesets.Interpretation) []dimension.Settlement {
	once.Lock()
	defer once.Unlock()
	key := asked{c, in.Name()}
	if once.settled[key] == nil {
		if once.settled == nil {
			once.settled = map[asked][]dimension.Settlement{}
		}
		once.settled[key] = dimension.Settlements(context.Background(), in, c.DimensionsOf(in.Definition.Family))
	}
	return once.settled[key]
}
