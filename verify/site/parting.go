package site

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/board/draw"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// partingView is where two readings part.
type partingView struct {
	Title, Words string
	Example      *link  // that tells them apart, where nothing else was seen to
	Throw        string // that is to be played where they part
	A, B         sideView
	Told         string // the line that leads there, in words
	Line         string // as it is played again
	As           string // the readings under which it is, where these are no defaults
	Open         bool   // shown at once, and not on demand
}

// sideView is what one reading makes of the place where it parts.
type sideView struct {
	Name  string
	Board *figureView
	Moves []moveView
	More  int
	Other string // the other reading, where some of the moves are not permitted by it
}

// moveView is a legal move.
type moveView struct {
	Text string
	Only bool // under this reading
}

// mostMoves is how many legal moves of a side are listed.
const mostMoves = 24

// partings tells where each reading of a question parts from the default, and then where
// the others part from each other.
func (p *page) partings(g *game, q *rulesets.Question) (out []partingView, err error) {
	var list, others []*verify.Parting
	for i := range p.site.res.Partings {
		if x := &p.site.res.Partings[i]; x.Ruleset == g.Definition.ID && x.Question == q {
			if x.Other() != nil {
				list = append(list, x)
			} else {
				others = append(others, x)
			}
		}
	}
	for i, x := range append(list, others...) {
		v, err := p.parting(g, x, i == 0)
		if err != nil {
			return nil, err
		}
		v.Open = i == 0
		out = append(out, v)
	}
	return out, nil
}

// parting tells where two readings part and which line leads there; its end may be drawn.
func (p *page) parting(g *game, x *verify.Parting, drawn bool) (v partingView, err error) {
	a, b := x.A.Called(), x.B.Called()
	v = partingView{Title: fmt.Sprintf("“%s” and “%s”", a, b)}
	f := x.Found
	switch {
	case x.InExample():
		l := g.exampleLink(x.Example)
		v.Words, v.Example = "They part in a worked example; no parting was seen in "+x.Looked()+".", &l
		return v, nil
	case f == nil || f.GameA == nil:
		v.Words = "They " + x.Describe() + "."
		return v, nil
	}
	v.Line, v.As = f.A.Brief(), playHash(f.GameA)
	after := "before any move"
	if f.Plies > 0 {
		after = "after " + measure.Plural(f.Plies, "move")
	}
	v.Words = fmt.Sprintf("They part %s: %s.", after, x.Apart())
	v.Told = told(f.A)
	return v, p.sides(&v, x, drawn)
}

// sides sets the two readings side by side.
func (p *page) sides(v *partingView, x *verify.Parting, drawn bool) (err error) {
	f := x.Found
	a, b := x.A.Called(), x.B.Called()
	v.A, v.B = sideView{Name: a}, sideView{Name: b}
	if f.EndA == nil || f.EndB == nil {
		return nil
	}
	if t := f.EndA.LastThrow(); t >= 0 && f.EndA.Status() == engine.Decision {
		v.Throw = f.GameA.Program.Throws[t].Name
	}
	for _, side := range []struct {
		v           *sideView
		g           *rulesets.Game
		s           *engine.State
		legal, than []string
		other       string
	}{{&v.A, f.GameA, f.EndA, f.LegalA, f.LegalB, b}, {&v.B, f.GameB, f.EndB, f.LegalB, f.LegalA, a}} {
		only := map[string]bool{}
		if f.Kind == "moves" {
			for _, m := range verify.Difference(side.legal, side.than) {
				only[m], side.v.Other = true, side.other
			}
		}
		var arrows []draw.Arrow
		for _, m := range side.legal {
			if len(side.v.Moves) < mostMoves {
				side.v.Moves = append(side.v.Moves, moveView{m, only[m]})
			} else {
				side.v.More++
			}
			if arrow, ok := arrowOf(side.g, side.s, m); ok && (only[m] || len(only) == 0 && len(side.legal) <= 6) {
				arrows = append(arrows, arrow)
			}
		}
		if len(arrows) > 8 {
			arrows = nil
		}
		if !drawn {
			continue
		}
		if side.v.Board, err = p.position(side.g, side.s, next(side.g, side.s), arrows...); err != nil {
			return err
		}
	}
	return nil
}

// next says who has to do something now, or how the game has ended.
func next(g *rulesets.Game, s *engine.State) string {
	switch s.Status() {
	case engine.Over:
		return measure.Sentence(verify.Standing(g, s))
	case engine.AwaitsThrow:
		return edition.PlayerName(g, s.Player()) + " to throw."
	}
	return edition.PlayerName(g, s.Player()) + " to move."
}

// clauseNames are clauses by their full names.
func (g *game) clauseNames(list []string) (out []clauseView) {
	for i := range g.Clauses {
		c := &g.Clauses[i]
		for _, name := range list {
			if c.Name() == name {
				out = append(out, g.clauseRef(rulesets.ClauseRef{Record: c.Record.ID, N: c.Clause.N}))
			}
		}
	}
	return out
}

// told tells what was done on a line; of a long one only whose play it is and how long.
func told(l *playout.Line) string {
	n := len(l.Plies)
	if b := l.Drawn(); b != nil {
		return fmt.Sprintf("By the first %s of a game played at random, game %d of seed %d.", measure.Plural(n, "move"), b.Game, b.Seed)
	}
	if n > mostMoves {
		return fmt.Sprintf("By %d moves, as the line below has them.", n)
	}
	var out []string
	for _, ply := range l.Plies {
		words := edition.Capitalised(ply.Player)
		if ply.Throw != nil {
			words += " throws " + *ply.Throw + " and"
		}
		switch ply.Move {
		case engine.Pass.String():
			words += " cannot play."
		case engine.Stop.String():
			words += " stops."
		default:
			words += " plays " + ply.Move + "."
		}
		out = append(out, words)
	}
	return strings.Join(out, " ")
}

// arrowOf is a move as an arrow on the board; false where it moves no man.
func arrowOf(g *rulesets.Game, s *engine.State, text string) (draw.Arrow, bool) {
	p, q := g.Program, s.Player()
	list := g.FindMoves(engine.NewInterpreter(p), s, text)
	if len(list) == 0 {
		return draw.Arrow{}, false
	}
	m := list[0]
	switch m.Act {
	case engine.Stop, engine.Pass, engine.ThrowAgain, engine.Declare:
		return draw.Arrow{}, false
	}
	cell := func(f int16) int {
		if int(f) < 0 || int(f) >= p.Places {
			return -1
		}
		return p.CellOf[q][f]
	}
	a := draw.Arrow{From: cell(m.From), To: cell(m.To)}
	if m.Act == engine.Remove {
		a = draw.Arrow{From: cell(m.From), To: -1}
	}
	return a, a.From >= 0 || a.To >= 0
}
