package site

import (
	"fmt"

	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/report"
)

// figureWidth is how wide a figure for a paper is, in pixels of 1/96 inch.
const figureWidth = 600

// figuresOf draws the figures of a game: its board, the ways of the men, and the positions
// where the readings of the gravest doubts part.
func (s *Site) figuresOf(g *game) (out []figureLine, err error) {
	add := func(name, title string, pic draw.Picture) error {
		at := "figures/" + g.dir + "-" + name + ".svg"
		l := figureLine{File: at, Title: title, Words: pic.Words(), Cite: s.citeFigure(g, title)}
		pic.Caption = title + ".\n" + l.Cite
		d, err := draw.SVG(pic, figureWidth)
		if err != nil {
			return err
		}
		s.Files[at] = []byte(d.File(draw.About{Title: title, Words: l.Words, Citation: l.Cite}))
		out = append(out, l)
		return nil
	}
	start := opening(g.Game)
	if err := add("start", g.Definition.Title+": the men at the start", report.Board(g.Game, start, start.Player())); err != nil {
		return nil, err
	}
	if pic, ways := report.BoardWithWays(g.Game); len(pic.Ways) > 0 {
		_ = ways
		if err := add("ways", g.Definition.Title+": the ways of the men", pic); err != nil {
			return nil, err
		}
	}
	for i := range g.brief.Doubts[:min(len(g.brief.Doubts), brief.DoubtsTold)] {
		d := &g.brief.Doubts[i]
		if d.State == nil {
			continue
		}
		pic := report.Board(d.Game, d.State, d.State.Player())
		title := fmt.Sprintf("%s, %s: where readings part. %s", g.Definition.Title, spaced(d.Question), d.Asks)
		title += fmt.Sprintf(" %s to move%s", edition.Capitalised(edition.PlayerName(d.Game, d.State.Player())), thrown(d.Game.Program, d.State))
		if err := add(slug(d.Question), title, pic); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// thrown is the throw that is to be played.
func thrown(p *engine.Program, s *engine.State) string {
	if t := s.LastThrow(); t >= 0 && s.Status() == engine.Decision {
		return ", having thrown " + p.Throws[t].Name
	}
	return ""
}

// citeFigure is how a figure is cited.
func (s *Site) citeFigure(g *game, _ string) string {
	text := fmt.Sprintf("%s, %s, %s, version %s, default readings (%s)", s.settings.Authors, s.settings.Title, g.Definition.Title, g.Definition.Version, s.options.Version)
	if s.settings.Licence != "" {
		text += ", " + s.settings.Licence
	}
	return text
}
