package sweep

import (
	"context"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/players"
	"github.com/lectio/lectio/verify/playout"
)

// A plan names the program that plays all sides in all of its games. One that learns learns the default of each
// ruleset, and plays the other interpretations by that; an interpretation for which it is no use is not played, and the
// result says why.

// playing makes who plays the interpretations of a ruleset.
type playing struct {
	name     players.Name
	standard *players.Maker
}

// playingOf is who plays a ruleset, whose default is g.
func playingOf(n players.Name, g *rulesets.Game, kept *players.Cache) *playing {
	return &playing{n.ByDefault(), &players.Maker{Rules: g.Program, By: play.Of(g), Cache: kept}}
}

// by is who plays games of the default; nil where moves are drawn.
func (x *playing) by() playout.By { return x.with(x.standard) }

// of is who plays games of an interpretation, nil where moves are drawn; the error says why nobody does.
func (x *playing) of(ctx context.Context, g *rulesets.Game) (playout.By, error) {
	m := &players.Maker{Rules: g.Program, By: play.Of(g), Cache: x.standard.Cache, Default: x.standard}
	if err := m.Serves(ctx, x.name); err != nil {
		return nil, err
	}
	return x.with(m), nil
}

func (x *playing) with(m *players.Maker) playout.By {
	if x.name.Rung == players.Random {
		return nil
	}
	return m.As(x.name)
}
