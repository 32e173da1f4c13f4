package verify

import (
	"fmt"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/playout"
)

// Other returns the reading that is compared with the default one, nil where neither
// of the two is.
func (p *Parting) Other() *rulesets.Reading {
	switch p.Question.Default {
	case p.A.ID:
		return p.B
	case p.B.ID:
		return p.A
	}
	return nil
}

// Describe says in words where the two readings part.
func (p *Parting) Describe() string {
	f := p.Found
	switch {
	case f == nil && p.Search.Exhausted:
		return fmt.Sprintf("never part: all %d pairs of positions that can be reached were compared", p.Search.Positions)
	case p.InExample():
		return fmt.Sprintf("part in the example %s; no parting was seen in %s", p.Example, p.Looked())
	case f == nil:
		return "were not seen to part in " + p.Looked()
	}
	at := strings.TrimSuffix(f.A.Turns(), ":")
	if len(f.A.Plies) == 0 && f.A.Closing == "" {
		at = "the start"
	}
	return fmt.Sprintf("part after %s: %s", at, p.Apart())
}

// InExample reports whether the two are known to part by a worked example and by nothing else.
func (p *Parting) InExample() bool {
	return p.Found == nil && !p.Search.Exhausted && p.Example != ""
}

// Looked says how far was looked where they were not seen to part.
func (p *Parting) Looked() string {
	far := measure.AtRandom.Games(p.Search.Games) + " in step"
	if p.Search.Depth >= 0 {
		far += fmt.Sprintf(" nor on any line of at most %s", measure.Plural(p.Search.Depth, "move"))
	}
	return far
}

// Apart says what differs where the two readings part, and whether they part earlier.
func (p *Parting) Apart() string {
	f, sr, out := p.Found, &p.Search, p.Difference()
	switch {
	case f.Plies == 0:
	case sr.Proved(f):
		out += "; no shorter line shows a difference"
	case sr.Depth >= 0:
		out += fmt.Sprintf("; no line of at most %s shows a difference", measure.Plural(sr.Depth, "move"))
	}
	return out
}

// Difference says in words what differs where the two readings part.
func (p *Parting) Difference() string {
	f := p.Found
	if f == nil {
		return p.Describe()
	}
	switch f.Kind {
	case "moves":
		onlyA, onlyB := Difference(f.LegalA, f.LegalB), Difference(f.LegalB, f.LegalA)
		switch {
		case len(onlyA)+len(onlyB) == 0:
			return "the same moves are legal, of men that bear other marks"
		case len(onlyB) == 0:
			return fmt.Sprintf("%s legal under the first only", Are(onlyA))
		case len(onlyA) == 0:
			return fmt.Sprintf("%s legal under the second only", Are(onlyB))
		}
		return fmt.Sprintf("%s legal under the first only, %s under the second only", Are(onlyA), strings.Join(onlyB, ", "))
	case "outcome":
		a, b := Standing(f.GameA, f.EndA), Standing(f.GameB, f.EndB)
		if a == b {
			return "the outcome differs"
		}
		return fmt.Sprintf("the outcome differs: %s under the first, %s under the second", a, b)
	case "turn":
		return "what comes next differs"
	case "throw":
		return "what may be thrown differs"
	}
	if f.Kind == playout.Apart {
		return "they are played on other boards, or by other sides"
	}
	if f.Plies == 0 && f.A.Closing == "" {
		return "the positions differ that they begin from"
	}
	return "the position that comes of it differs"
}

// Standing says whether a game goes on in a state, or who has won it and why, and what has
// been scored; "" of no state.
func Standing(g *rulesets.Game, s *engine.State) string {
	if g == nil || s == nil {
		return ""
	}
	p := g.Program
	end, over := s.End()
	words := "the game goes on"
	switch {
	case over && end < 0:
		words = "the game is over, as no rule says how it goes on"
	case over && s.Winner() >= 0:
		words = fmt.Sprintf("the game is won by %s (%s)", p.Players[s.Winner()], strings.TrimSuffix(p.Ends[end].Reason, "."))
	case over:
		words = fmt.Sprintf("the game is over (%s)", strings.TrimSuffix(p.Ends[end].Reason, "."))
	}
	for q := range p.Players {
		if n := s.Score(p, q); n != 0 {
			words += fmt.Sprintf(", %s having scored %s", p.Players[q], lang.Fraction(n, p.Denominator))
		}
	}
	return words
}

// Are lists names with their verb, the first six of them.
func Are(list []string) string {
	if len(list) > 6 {
		return fmt.Sprintf("%s and %d more are", strings.Join(list[:6], ", "), len(list)-6)
	}
	if len(list) == 1 {
		return list[0] + " is"
	}
	return strings.Join(list, ", ") + " are"
}

// Difference lists what is in a and not in b.
func Difference(a, b []string) []string {
	var out []string
	for _, x := range a {
		found := false
		for _, y := range b {
			found = found || x == y
		}
		if !found {
			out = append(out, x)
		}
	}
	return out
}

// Parting is a pair of readings and where they were seen to part.
type Parting struct {
	Ruleset  string
	Question *rulesets.Question
	A, B     *rulesets.Reading
	Found    *playout.Parting // nil when no parting was seen
	Search   playout.Search   // Search.Proved(Found): there is no earlier parting
	Example  string           // an example that tells the two apart, if any
	// Clauses are those behind the difference: what the statements rest on that
	// decide where the two part.
	Clauses []string
	Cut     bool // the run was stopped before all that this rests on was done

	Names [2]string // of the interpretations
}
