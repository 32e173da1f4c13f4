package brief

import (
	"fmt"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// inALine says in a line after how many moves the two readings part, and in what.
func inALine(p *verify.Parting) string {
	f := p.Found
	after := "after " + measure.Plural(len(f.A.Plies), "move")
	if len(f.A.Plies) == 0 {
		after = "at the start"
		if f.A.Closing != "" {
			after = "at the first throw"
		}
	}
	if len(f.A.Plies) > 0 && !p.Search.Proved(f) {
		return fmt.Sprintf("in a line that was found they part %s: %s", after, parted(p))
	}
	if len(f.A.Plies) > 0 {
		after = "at the earliest " + after
	}
	return fmt.Sprintf("they part %s: %s", after, parted(p))
}

// playedApart reports whether more than what is counted differs where the readings part: what
// may be played, or whether the game goes on.
func playedApart(p *verify.Parting) bool {
	switch f := p.Found; f.Kind {
	case "moves", "turn", "throw":
		return true
	case "outcome":
		return f.EndA != nil && f.EndB != nil && ended(f.EndA) != ended(f.EndB)
	}
	return false
}

func ended(s *engine.State) bool {
	_, is := s.End()
	return is
}

// parted says in a few words what differs where the two readings part.
func parted(p *verify.Parting) string {
	f := p.Found
	only := func(list []string, r *rulesets.Reading) string {
		what := list[0] + " is"
		if len(list) > 1 {
			what = fmt.Sprintf("%s and %s are", list[0], measure.Plural(len(list)-1, "more move"))
		}
		return fmt.Sprintf("%s legal only under “%s”", what, r.Called())
	}
	switch f.Kind {
	case "moves":
		onlyA, onlyB := verify.Difference(f.LegalA, f.LegalB), verify.Difference(f.LegalB, f.LegalA)
		switch {
		case len(onlyA)+len(onlyB) == 0:
			return p.Difference()
		case len(onlyB) == 0:
			return only(onlyA, p.A)
		case len(onlyA) == 0:
			return only(onlyB, p.B)
		}
		return only(onlyA, p.A) + ", " + only(onlyB, p.B)
	case "outcome":
		switch a, b := f.EndA, f.EndB; {
		case a == nil || b == nil || ended(a) == ended(b):
			return "the outcome differs"
		case ended(a):
			return fmt.Sprintf("the game is over only under “%s”", p.A.Called())
		default:
			return fmt.Sprintf("the game is over only under “%s”", p.B.Called())
		}
	}
	return p.Difference()
}
