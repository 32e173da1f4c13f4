package compare

import (
	"context"
	"testing"

	"github.com/lectio/lectio/evidence"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/dimension"
	"github.com/lectio/lectio/verify/measure"
)

// Rules that make the engine fail are said of their column and do not end the
// comparison.
func TestCompareWhatFails(t *testing.T) {
	ev, errs := evidence.Load(evidence.Bundled, "")
	corpus, more := dimension.Load(rulesets.Bundled, "", ev)
	if len(errs)+len(more) > 0 {
		t.Fatal(errs, more)
	}
	in, more := corpus.Find("mylna").Default()
	if len(more) > 0 {
		t.Fatal(more)
	}
	g, more := in.Compile()
	if len(more) > 0 {
		t.Fatal(more)
	}
	c := &Comparison{Corpus: corpus, Options: Options{Games: 60, Seed: 1, Cap: 500, Jobs: 2},
		Columns: []*Column{{Label: "A", Interpretation: in, Game: g}, {Label: "B", Interpretation: in, Game: &rulesets.Game{}}}}
	c.play(context.Background())
	if a, b := c.Columns[0], c.Columns[1]; a.Failure != "" || a.Stats == nil || a.Stats.Played != 60 || b.Failure == "" || b.Stats != nil {
		t.Errorf("A: %q, %v; B: %q, %v", a.Failure, a.Stats != nil, b.Failure, b.Stats != nil)
	}
	if c.Interrupted || c.Done != 60 {
		t.Errorf("interrupted %v after %d games", c.Interrupted, c.Done)
	}
	c.tell()
	play := c.Of(measure.AtRandom)
	if play == nil {
		t.Fatal("nothing is told of play")
	}
	if len(play.Tests) != 0 || play.Measure(0, measure.MetricMoves) == nil || play.Measure(1, measure.MetricMoves) != nil {
		t.Errorf("%d tests, with one sample", len(play.Tests))
	}
}
