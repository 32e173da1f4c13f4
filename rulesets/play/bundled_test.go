package play_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
)

// corpora are the bundled corpus, and the games made up for the tests: what
// the language must be able to say.
func corpora(t testing.TB) []*rulesets.Corpus {
	t.Helper()
	return []*rulesets.Corpus{bundled.Corpus(t).Corpus, bundled.In(t, "../../testdata/own").Corpus}
}
