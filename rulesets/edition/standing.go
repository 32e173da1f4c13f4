package edition

import (
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/lang"
)

// ThrowText names the throw, or throws, being played; "" when there is none.
func ThrowText(p *engine.Program, s *engine.State) string {
	var names []string
	for _, t := range position.Read(p, s).Turn.Throws {
		names = append(names, p.Throws[t].Name)
	}
	return strings.Join(names, ",")
}

// Headline says where a game stands, in a line.
func Headline(g *rulesets.Game, s *engine.State) string {
	p := g.Program
	if text, over := Ending(g, s); over {
		return text
	}
	line := p.Players[s.Player()] + " to move"
	if t := ThrowText(p, s); t != "" {
		line += ", throw " + t
	}
	if s.Status() == engine.AwaitsThrow {
		return line + ", to throw"
	}
	var left []string
	for _, l := range position.Read(p, s).Turn.Left {
		name := p.Parts[l.Part].Name
		if l.Optional {
			name += "?"
		}
		left = append(left, name)
	}
	return line + ", left: " + strings.Join(left, " ")
}

// Ending says how a game ended; over is false while it goes on.
func Ending(g *rulesets.Game, s *engine.State) (text string, over bool) {
	p := g.Program
	end, over := s.End()
	if !over {
		return "", false
	}
	text = "over: no rule provides for this position"
	if end >= 0 {
		text = "over: " + p.Ends[end].Reason + " (" + p.Ends[end].ID + ")"
	}
	if w := s.Winner(); w >= 0 {
		text += ", " + p.Players[w] + " wins"
	} else {
		text += ", no winner"
	}
	var scores []string
	any := false
	for q, name := range p.Players {
		scores = append(scores, name+" "+lang.Fraction(s.Score(p, q), p.Denominator))
		any = any || s.Score(p, q) != 0
	}
	if any {
		text += ", score " + strings.Join(scores, ", ")
	}
	return text, true
}

// ScoreLine is the score of a game that has one, as a line.
func ScoreLine(g *rulesets.Game, s *engine.State) string {
	p := g.Program
	var scores []string
	any := len(p.Scores) > 0
	for q, name := range p.Players {
		scores = append(scores, name+" "+lang.Fraction(s.Score(p, q), p.Denominator))
		any = any || s.Score(p, q) != 0
	}
	if !any {
		return ""
	}
	return "score: " + strings.Join(scores, ", ") + "\n"
}
