package site

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/scene"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/brief"
	"github.com/lectio/lectio/verify/report"
)

// figureWidth is how wide a figure for a paper is, in pixels of 1/96 inch.
const figureWidth = 600

// figureFile writes a picture as a file of its own, and returns what stands on a page of it.
// Its title and how it is cited are told in the file and not drawn: on a page and in a paper
// they stand below it.
func (s *Site) figureFile(at, title, cite string, f draw.Figure) (figureLine, error) {
	l := figureLine{File: at, Title: title, Cite: cite, Words: f.Words()}
	d, err := draw.SVG(f, figureWidth)
	if err != nil {
		return l, pageError(at, err)
	}
	d.Board, d.Men = grouped(joined(d.Board)), grouped(folded(d.Men, map[string]string{}))
	s.put(at, []byte(d.File(draw.About{Title: title, Words: l.Words, Citation: cite})))
	return l, nil
}

// figuresOf draws the figures of a game: its board, the ways of the men, and the positions
// where the readings of the gravest doubts part.
func (s *Site) figuresOf(g *game) (out []figureLine, err error) {
	add := func(name, title string, pic draw.Picture) error {
		l, err := s.figureFile("figures/"+g.dir+"-"+name+".svg", title, s.citeFigure(g, "default readings"), &pic)
		out = append(out, l)
		return err
	}
	start := opening(g.Game)
	if err := add("start", g.Definition.Title+": the men at the start", scene.Board(g.Game, start, start.Player())); err != nil {
		return nil, err
	}
	if pic, _ := report.BoardWithWays(g.Game); len(pic.Ways) > 0 {
		if err := add("ways", g.Definition.Title+": the ways of the men", pic); err != nil {
			return nil, err
		}
	}
	for i := range g.brief.Doubts[:min(len(g.brief.Doubts), brief.DoubtsTold)] {
		d := &g.brief.Doubts[i]
		if d.Parted == nil {
			continue
		}
		l, err := s.partingFile(g, d.Parted, "figures/"+g.dir+"-"+slug(d.Question)+".svg")
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

// partingFile draws the board on which two readings of a question part, and says which these
// are and what is legal under the one and not under the other.
func (s *Site) partingFile(g *game, x *verify.Parting, at string) (figureLine, error) {
	in, end := x.Found.GameA, x.Found.EndA
	title := fmt.Sprintf("%s, %s: where the readings “%s” and “%s” part. %s %s%s; %s", g.Definition.Title, x.Question.Called(), x.A.Called(), x.B.Called(),
		x.Question.Asks, edition.Capitalised(strings.TrimSuffix(next(in, end), ".")), thrown(in.Program, end), x.Difference())
	pic := scene.Board(in, end, end.Player())
	return s.figureFile(at, title, s.citeFigure(g, "“"+x.A.Called()+"”"), &pic)
}

// thrown is the throw that is to be played.
func thrown(p *engine.Program, s *engine.State) string {
	if t := s.LastThrow(); t >= 0 && s.Status() == engine.Decision {
		return ", having thrown " + p.Throws[t].Name
	}
	return ""
}

// citeFigure is how a figure is cited, which holds under readings.
func (s *Site) citeFigure(g *game, under string) string {
	text := fmt.Sprintf("%s, %s, %s, version %s, %s%s (%s)", s.settings.Authors, s.settings.Title, g.Definition.Title, g.Definition.Version, under,
		s.settings.dated(), s.options.Version)
	if s.settings.Licence != "" {
		text += ", " + s.settings.Licence
	}
	return text
}
