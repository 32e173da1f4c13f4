package play_test

import (
	"os"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
)

// bundled loads the corpus inside the binary; it must be free of errors.
func bundled(t testing.TB) *rulesets.Corpus {
	t.Helper()
	ev, errs := evidence.Load(evidence.Bundled, "")
	c, more := rulesets.Load(rulesets.Bundled, "", ev)
	errs.Merge(more)
	for _, e := range errs {
		t.Error(e)
	}
	return c
}

// corpora are the bundled corpus, and the games made up for the tests: what
// the language must be able to say.
func corpora(t testing.TB) []*rulesets.Corpus {
	t.Helper()
	const dir = "../../testdata/own"
	ev, errs := evidence.Load(os.DirFS(dir), dir)
	c, more := rulesets.Load(os.DirFS(dir), dir, ev)
	errs.Merge(more)
	for _, e := range errs {
		t.Error(e)
	}
	if len(c.Definitions) == 0 {
		t.Errorf("no rulesets in %s", dir)
	}
	return []*rulesets.Corpus{bundled(t), c}
}
