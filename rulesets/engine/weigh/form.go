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

// Form is what the weights of a program are of. A position is seen by the player who is to move: a
// set of weights has, for each output and each view, the weights of Numbers numbers. There is an
// output for each player, counted from who is to move, or for two sides one alone, since what
// the one wins the other does not; and a view for each player, or one alone where they are tied.
type Form struct {
	Program *engine.Program
	Tied    bool // all players share their weights
	Outputs int
	Views   int
	Numbers int

	// Where the numbers of each kind begin: men by seat (and nobody's behind the players', on places as who is to move
	// calls them), class, how many there are (from one on) and
	// place; then by seat, or one alone of what is common, stores, variables and points; then
	// parts left, and stages, a throw awaited or not.
	Stores, Points, Left, Flags int
	Vars                        []int // by variable; -1 for sets
}

// FormOf is the form of the weights of a program. untied has players who can be exchanged weighed
// apart all the same, which is for showing what comes of that.
func FormOf(p *engine.Program, untied bool) *Form {
	f := &Form{Program: p, Tied: !untied && p.Exchangeable(), Outputs: len(p.Players), Views: len(p.Players)}
	if f.Tied {
		f.Views = 1
	}
	if slices.Max(p.Team)-slices.Min(p.Team) == 1 {
		f.Outputs = 1
	}
	n := len(p.Players)
	at := p.Owners() * p.Classes() * MostMen * p.Places
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
	f.Left = room(len(p.Parts))
	f.Flags = room(len(p.Stages) * 2)
	f.Numbers = at
	return f
}

// Weights is how many weights there are in a set: those of output o in view v begin at (o*Views+v)*Numbers.
func (f *Form) Weights() int { return f.Outputs * f.Views * f.Numbers }

// Man is the number for at least k men of a class (k from 1 to MostMen) of the player of a seat at a place.
func (f *Form) Man(seat, class, k, place int) int {
	p := f.Program
	return ((seat*p.Classes()+class)*MostMen+k-1)*p.Places + place
}

// View is the view in which a position is seen.
func (f *Form) View(s *engine.State) int {
	if f.Tied {
		return 0
	}
	return s.Player()
}

// Each gives every number of a position that is not 0, with what it counts.
func (f *Form) Each(s *engine.State, give func(i, n int)) {
	p := f.Program
	n, lay, b := len(p.Players), p.Layout(), s.Bytes()
	to := s.Player()
	one := func(i, n int) {
		if n != 0 {
			give(i, max(-MostCounted, min(n, MostCounted)))
		}
	}
	for seat := range n {
		q := (to + seat) % n
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
	for class := range p.Classes() * (p.Owners() - n) {
		men := b[lay.Men+(n*p.Classes()+class)*p.Places:][:p.Places]
		for x, m := range men {
			for _, at := range p.Across(n, to, x) {
				for k := 1; k <= min(int(m), MostMen); k++ {
					give(f.Man(n, class, k, int(at)), 1)
				}
			}
		}
	}
	for _, part := range b[lay.Left:][:b[lay.LeftN]] {
		give(f.Left+int(part&^engine.OptionalPart), 1)
	}
	if st := s.Stage(); st >= 0 {
		awaits := 0
		if s.Status() == engine.AwaitsThrow {
			awaits = 1
		}
		give(f.Flags+st*2+awaits, 1)
	}
}

// Names are the names of the numbers in a view, by which weights are carried over from one
// interpretation to another; "" for what no position has.
func (f *Form) Names(view int) []string {
	p := f.Program
	n := len(p.Players)
	out := make([]string, f.Numbers)
	who := func(seat int) string {
		switch {
		case !f.Tied:
			return p.Players[(view+seat)%n]
		case seat == 0:
			return "own"
		case n == 2:
			return "other"
		}
		return fmt.Sprintf("other %d", seat)
	}
	for seat := range p.Owners() {
		whose, q := engine.NobodysName, view
		if seat < n {
			whose, q = who(seat), (view+seat)%n
		}
		for class := range p.Classes() {
			for k := 1; k <= MostMen && p.HasClass(class); k++ {
				for x := range p.Places {
					out[f.Man(seat, class, k, x)] = fmt.Sprintf("%s man%s at %s, %d or more", whose, p.ClassName(class), p.PlaceName(q, x), k)
				}
			}
		}
	}
	for seat := range n {
		for st, name := range p.Stores {
			out[f.Stores+seat*len(p.Stores)+st] = who(seat) + " men in store " + name
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
	for i := range p.Parts {
		out[f.Left+i] = "left to play " + p.Parts[i].Name
	}
	for st := range p.Stages {
		for awaits, what := range []string{"", ", a throw awaited"} {
			out[f.Flags+st*2+awaits] = "stage " + p.Stages[st].ID + what
		}
	}
	return out
}

// Said are the numbers in readers' words, of a position in which a player is to move. Places are called as
// the player whose men stand there calls them.
func (f *Form) Said(to int) []string {
	p := f.Program
	n := len(p.Players)
	out := make([]string, f.Numbers)
	for seat := range p.Owners() {
		who, q := engine.NobodysName, to
		if seat < n {
			q = (to + seat) % n
			who = p.Players[q]
		}
		for class := range p.Classes() {
			for x := 0; x < p.Places && p.HasClass(class); x++ {
				at := p.ClassName(class) + " at " + p.PlaceName(q, x)
				out[f.Man(seat, class, 1, x)] = who + " man" + at
				for k := 2; k <= MostMen; k++ {
					out[f.Man(seat, class, k, x)] = fmt.Sprintf("%d or more men of %s%s", k, who, at)
				}
			}
		}
	}
	for seat := range n {
		who := p.Players[(to+seat)%n]
		for st, name := range p.Stores {
			out[f.Stores+seat*len(p.Stores)+st] = "men of " + who + ", " + name
		}
		for v, at := range f.Vars {
			if at >= 0 && !p.Vars[v].Common {
				out[at+seat] = p.Vars[v].ID + " of " + who
			} else if at >= 0 {
				out[at] = p.Vars[v].ID
			}
		}
		out[f.Points+seat] = "points of " + who
	}
	for i := range p.Parts {
		out[f.Left+i] = p.Parts[i].Name + " left to play"
	}
	for st := range p.Stages {
		for awaits, what := range []string{"", ", a throw awaited"} {
			out[f.Flags+st*2+awaits] = p.Players[to] + " to move, stage " + p.Stages[st].ID + what
		}
	}
	return out
}
