package dimension

import (
	"context"
	"slices"

	"github.com/lectio/lectio/rulesets"
)

// Settle says of each dimension of its family how an interpretation settles it, and which
// questions have to do with it. That takes seconds, so it is found out once for all who
// ask. When ctx is done before, it has looked less far, and is not kept. What a family
// that is not its own asks is left out where nothing settles it.
func (c *Corpus) Settle(ctx context.Context, in *rulesets.Interpretation) []Settlement {
	s := c.settledOf(asked{in.Definition, in.Name()})
	s.Lock()
	defer s.Unlock()
	list := s.list
	if list == nil {
		list = settlements(ctx, in, c.DimensionsOf(in.Definition.Family))
		if ctx.Err() == nil {
			s.list = list
		}
	}
	return slices.Clone(list)
}

// settledOf is what is kept of an interpretation, or will be.
func (c *Corpus) settledOf(key asked) *settled {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.settled[key]
	if s == nil {
		s = &settled{}
		if c.settled == nil {
			c.settled = map[asked]*settled{}
		}
		c.settled[key] = s
	}
	c.latest = append(slices.DeleteFunc(c.latest, func(k asked) bool { return k == key }), key)
	if len(c.latest) > remembered {
		delete(c.settled, c.latest[0])
		c.latest = slices.Delete(c.latest, 0, 1)
	}
	return s
}

// settlements plays games of an interpretation to find out how it settles some dimensions.
func settlements(ctx context.Context, in *rulesets.Interpretation, dims []*Dimension) []Settlement {
	s, errs := sampleOf(ctx, in, dims, usualBounds)
	out := make([]Settlement, len(dims))
	if len(errs) > 0 {
		for i, d := range dims {
			out[i] = Settlement{Dimension: d, Standing: Open}
			out[i].tell()
		}
		return out
	}
	s.endings(ctx, 10*samplePlies)
	for i, dim := range dims {
		out[i] = s.settle(dim)
		out[i].declared(in)
	}
	questionsOf(ctx, in, s, out)
	for i := range out {
		out[i].stand()
		out[i].tell()
	}
	return slices.DeleteFunc(out, func(x Settlement) bool {
		// What other families are asked need not be settled.
		return x.Standing == Open && x.Dimension.Family != rulesets.AllGames && x.Dimension.Family != in.Definition.Family
	})
}
