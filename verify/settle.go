package verify

import (
	"context"

	"github.com/lectio/lectio/rulesets/dimension"
)

// Settle says how the default interpretation settles each dimension, found out once; nil when
// the run was stopped before that was done.
func (t *Target) Settle(ctx context.Context) []dimension.Settlement {
	type key struct{}
	return Once(&t.Memo, key{}, func() []dimension.Settlement {
		in, errs := t.Definition.Default()
		if len(errs) > 0 {
			return nil
		}
		list := t.Corpus.Settle(ctx, in)
		if ctx.Err() != nil {
			return nil // what was not looked at is not known
		}
		t.Settlements = list
		return list
	})
}
