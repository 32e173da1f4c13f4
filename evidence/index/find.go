package index

import (
	"context"
	"encoding/json"
	"fmt"
	"path"

	"github.com/lectio/lectio/evidence"
)

// Records is how many records the index has.
func (x *Index) Records() int { return len(x.Entries) }

// Find returns the records that a filter wants, in the order of their ids: all
// of them, or the first ones when limit is positive; total counts all. Hits are
// there when the filter has words.
func (x *Index) Find(ctx context.Context, f *evidence.Filter, limit int) (found []evidence.Found, total int, err error) {
	for i := range x.Entries {
		if i%1000 == 0 && ctx.Err() != nil {
			return nil, 0, ctx.Err()
		}
		e := &x.Entries[i]
		e.card.Folded = x.words[e.Words.From:e.Words.To]
		out, ok := f.Match(&e.card)
		if !ok {
			continue
		}
		if total++; limit > 0 && total > limit {
			continue
		}
		if !f.Words.IsZero() {
			if err := json.Unmarshal([]byte(x.texts[e.Texts.From:e.Texts.To]), &e.card.Texts); err != nil {
				return nil, 0, fmt.Errorf("the index cannot be read: %w", err)
			}
		}
		f.Show(&out)
		e.card.File = path.Join(x.root, "evidence", "records", e.File)
		found = append(found, out)
	}
	return found, total, nil
}
