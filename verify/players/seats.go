package players

import (
	"slices"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/engine"
)

// Seated are programs at a game: by side, and nil where somebody types.
type Seated struct {
	Sides    []string
	Programs []Program
	names    []*Name
}

// Seat has the programs of names play a game; they are still to be made.
func Seat(p *engine.Program, names []*Name) *Seated {
	return &Seated{Sides: p.Players, Programs: make([]Program, len(names)), names: names}
}

// Close ends the programs.
func (s *Seated) Close() {
	for _, p := range s.Programs {
		if p != nil {
			p.Close()
		}
	}
}

// Vacant is a side that no program plays, or -1.
func (s *Seated) Vacant() int { return slices.Index(s.Programs, nil) }

// String names the programs: one where all are alike, else each with its side.
func (s *Seated) String() string {
	var each []string
	alike := true
	for q, n := range s.names {
		if n != nil {
			each = append(each, s.Sides[q]+"="+n.String())
			alike = alike && s.names[0] != nil && *n == *s.names[0]
		}
	}
	if alike && len(each) == len(s.names) {
		return s.names[0].String()
	}
	return strings.Join(each, ",")
}

// Drawn is how many of 256 moves of those are drawn all the same that neither draw all nor are perfect.
func (s *Seated) Drawn(p *engine.Program) int {
	for _, n := range s.names {
		if n == nil || n.Rung != Random && n.Rung != Perfect {
			return DrawnShare(p)
		}
	}
	return 0
}

// AllRandom reports whether all draw their moves.
func (s *Seated) AllRandom() bool {
	return !slices.ContainsFunc(s.names, func(n *Name) bool { return n == nil || n.Rung != Random })
}

// Seats reads who plays each side, as texts say it, PROGRAM or SIDE=PROGRAM: nil where nobody is named.
func Seats(p *engine.Program, texts []string) ([]*Name, error) {
	out := make([]*Name, len(p.Players))
	var errs diag.Errors
	for _, text := range texts {
		side, name, one := strings.Cut(text, "=")
		if !one {
			name = text
		}
		n, err := ParseName(name)
		if err != nil {
			errs.Merge(diag.AsErrors(err))
			continue
		}
		for q := range out {
			if !one || p.Players[q] == side {
				if out[q] != nil {
					errs.Add(diag.Pos{}, diag.Quote(text), "one program for each side", "%s has two", p.Players[q])
				}
				out[q] = &n
			}
		}
		if one && !slices.Contains(p.Players, side) {
			errs.Add(diag.Pos{}, diag.Quote(text), "SIDE=PROGRAM, of the sides "+strings.Join(p.Players, ", "), "there is no such side")
		}
	}
	return out, errs.Err()
}
