package weigh

import (
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
)

// MostMen is how many men at one place are told apart: one or more, two or more, three or more.
const MostMen = 3

// MostCounted bounds points and variables, up and down, before they are weighed.
const MostCounted = 1 << 10

// Form is what the weights of a program are of. A set of weights has Outputs times Size numbers:
// one part for each player, counted from the one whose view it is, or for two sides one part alone,
// since what the one wins the other does not.
type Form struct {
	Program *engine.Program
	Tied    bool // all players share their weights: the view is that of who is to move
	Outputs int
	Size    int // numbers of one output

	// Where the numbers of each kind begin: men by seat, class, how many there are (from one on) and
	// place; then by seat, or one alone of what is common, stores, variables and points; then
	// by the seat of who is to move parts left, and stages, a throw awaited or not.
	Stores, Points, Left, Flags int
	Vars                        []int // by variable; -1 for sets
}

// FormOf is the form of the weights of a program. untied has players who can be exchanged weighed
// apart all the same, which is for showing what comes of that.
func FormOf(p *engine.Program, untied bool) *Form {
	f := &Form{Program: p, Tied: !untied && p.Exchangeable(), Outputs: len(p.Players)}
	if slices.Max(p.Team)-slices.Min(p.Team) == 1 {
		f.Outputs = 1
	}
	n := len(p.Players)
	at := n * p.Classes() * MostMen * p.Places
	room := func(k int) int { at += k; return at - k }
	f.Stores = room(n * len(p.Stores))
	for i := range p.Vars {
		switch v := &p.Vars[i]; {
		case v.Kind == engine.SetVar || v.Kind == engine.LinesVar:
			f.Vars = append(f.Vars, -1)
		case v.Common:
			f.Vars = append(f.Vars, room(1))
		default:
			f.Vars = append(f.Vars, room(n))
		}
	}
	f.Points = room(n)
	f.Left = room(f.views() * len(p.Parts))
	f.Flags = room(f.views() * len(p.Stages) * 2)
	f.Size = at
	return f
}

// views is how many seats who is to move can have from the view.
func (f *Form) views() int {
	if f.Tied {
		return 1
	}
	return len(f.Program.Players)
}

// Man is the number for at least k men of a class (k from 1 to MostMen) of the player of a seat at a place.
func (f *Form) Man(seat, class, k, place int) int {
	p := f.Program
	return ((seat*p.Classes()+class)*MostMen+k-1)*p.Places + place
}

// View is the player by whose numbers a position is seen.
func (f *Form) View(s *engine.State) int {
	if f.Tied {
		return s.Player()
	}
	return 0
}

// Each gives every number of a position that is not 0, with what it counts.
func (f *Form) Each(s *engine.State, give func(i, n int)) {
	p := f.Program
	n, lay, b := len(p.Players), p.Layout(), s.Bytes()
	view := f.View(s)
	one := func(i, n int) {
		if n != 0 {
			give(i, max(-MostCounted, min(n, MostCounted)))
		}
	}
	for seat := range n {
		q := (view + seat) % n
		for class := range p.Classes() {
			men := b[lay.Men+(q*p.Classes()+class)*p.Places:][:p.Places]
			for x, m := range men {
				for k := 1; k <= min(int(m), MostMen); k++ {
					give(f.Man(seat, class, k, x), 1)
				}
			}
		}
		for st := range p.Stores {
			one(f.Stores+seat*len(p.Stores)+st, s.InStore(p, q, st))
		}
		for v, at := range f.Vars {
			switch {
			case at < 0 || p.Vars[v].Common && seat > 0:
			case p.Vars[v].Common:
				one(at, s.Variable(p, v, q))
			default:
				one(at+seat, s.Variable(p, v, q))
			}
		}
		one(f.Points+seat, s.Score(p, q))
	}
	to := (s.Player() - view + n) % n
	for _, part := range b[lay.Left:][:b[lay.LeftN]] {
		give(f.Left+to*len(p.Parts)+int(part&^engine.OptionalPart), 1)
	}
	if st := s.Stage(); st >= 0 {
		awaits := 0
		if s.Status() == engine.AwaitsThrow {
			awaits = 1
		}
		give(f.Flags+(to*len(p.Stages)+st)*2+awaits, 1)
	}
}

// Names are the names of the numbers of one output, by which weights are carried over from one
// interpretation to another. They are names of one form, tied or untied.
func (f *Form) Names() []string {
	p := f.Program
	out := make([]string, f.Size)
	who := func(seat int) string {
		switch {
		case !f.Tied:
			return p.Players[seat]
		case seat == 0:
			return "own"
		case len(p.Players) == 2:
			return "other"
		}
		return fmt.Sprintf("other %d", seat)
	}
	for seat := range p.Players {
		for class := range p.Classes() {
			for k := 1; k <= MostMen; k++ {
				for x := range p.Places {
					out[f.Man(seat, class, k, x)] = fmt.Sprintf("%s %s at %s, %d or more", who(seat), p.ClassName(class), p.PlaceName(f.seen(seat), x), k)
				}
			}
		}
		for st, name := range p.Stores {
			out[f.Stores+seat*len(p.Stores)+st] = who(seat) + " in store " + name
		}
		for v, at := range f.Vars {
			switch {
			case at < 0:
			case p.Vars[v].Common:
				out[at] = "variable " + p.Vars[v].ID
			default:
				out[at+seat] = who(seat) + " variable " + p.Vars[v].ID
			}
		}
		out[f.Points+seat] = who(seat) + " points"
	}
	for to := range f.views() {
		for i := range p.Parts {
			out[f.Left+to*len(p.Parts)+i] = who(to) + " left to play " + p.Parts[i].Name
		}
		for st := range p.Stages {
			for awaits, what := range []string{"", ", a throw awaited"} {
				out[f.Flags+(to*len(p.Stages)+st)*2+awaits] = who(to) + " to move in stage " + p.Stages[st].ID + what
			}
		}
	}
	return out
}

// seen is the player by whose names the places of a seat are called.
func (f *Form) seen(seat int) int {
	if f.Tied {
		return 0
	}
	return seat
}
