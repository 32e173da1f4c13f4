package readings

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve"
)

// Direction is what can be told of what a reading does to the value when all versions are taken together. Only what shows
// the same direction on two versions or more is told as an effect.
type Direction int

// Directions, those that weigh most first.
const (
	OfGame  Direction = iota // something in the full game, which is solved: scales do not matter then
	Turns                    // to the same side more on one version, less on another
	Steady                   // to the same side more on all that are known, two at least, or less
	Partly                   // something on one version, nothing on another
	Unlike                   // something on versions that do not compare: on one of who begins, on another of a player
	OneOnly                  // something, and known on one version alone
	Nothing                  // play differs, the value nowhere
	Alike                    // the same game wherever it is known
	Proved                   // the rules compile alike for the full game
	Open                     // not known anywhere
)

func (d Direction) String() string {
	return [...]string{"of the full game", "turns round", "steady", "on some scales only", "of different sides", "one scale only", "nothing", "same game", "same rules", "not known"}[d]
}

// MarshalText writes the direction as it is said.
func (d Direction) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// Direction is what can be told of the pair when all versions are taken together.
func (p *Pair) Direction() Direction {
	var none, alike, some int
	signs := map[string]int{} // of the last difference, by whom it is of
	turns := false
	for i := range p.On {
		o := &p.On[i]
		sign, known := o.Sign()
		if o.Scale == "" && o.Relation == SameRules {
			return Proved
		}
		if o.Scale == "" && known && sign != 0 {
			return OfGame
		}
		switch {
		case !known:
		case sign != 0:
			some++
			turns = turns || signs[o.Of] == -sign
			signs[o.Of] = sign
		case o.Relation == SameValue:
			none++
		default:
			alike++
		}
	}
	switch {
	case turns:
		return Turns
	case some > 0 && none+alike > 0:
		return Partly
	case len(signs) > 1:
		return Unlike
	case some > 1:
		return Steady
	case some == 1:
		return OneOnly
	case none > 0:
		return Nothing
	case alike > 0:
		return Alike
	}
	return Open
}

// Words say how two readings stand on a version, as briefly as a column wants it.
func (o *On) Words() string {
	switch o.Relation {
	case NotKnown:
		return "–"
	case SameRules:
		return "same rules"
	case SameGame:
		return "same game"
	}
	if !o.Valued {
		return "not comparable"
	}
	if o.Relation == SameValue && o.First.Turns == o.Second.Turns {
		return "same value"
	}
	if !o.First.Chance && !o.Second.Chance {
		return o.First.Result() + " → " + o.Second.Result()
	}
	return points(*o.Effect())
}

// Effect bounds what the second is worth more than the first; nil where that is not compared.
func (o *On) Effect() *solve.Bounds {
	if !o.Valued {
		return nil
	}
	b := solve.Parts(o.Low, o.High)
	return &b
}

// alike reports whether the sides differ in who begins and in nothing else, so that a value is of who begins.
func (s *Solution) alike() bool {
	f := s.frame()
	return f.Alike()
}

// sides are who a value is of, and the other: the first and the second to move, or, where sides are unlike, the players.
func (s *Solution) sides() (one, other string) {
	if s.alike() {
		return "first", "second"
	}
	return s.Game.Program.Players[0], s.Game.Program.Players[1]
}

// Result says who can force a win, and in how many turns, of a game without chance, as briefly as a column wants it.
func (s *Solution) Result() string {
	one, other := s.sides()
	switch {
	case s.Low == solve.One:
		return fmt.Sprintf("%s in %d", one, s.Turns)
	case s.High == 0:
		return fmt.Sprintf("%s in %d", other, s.Turns)
	}
	return "neither"
}

// points writes a difference of values in hundredths, as far as its bounds agree.
func points(b solve.Bounds) string {
	text, alike := figure(b, 1)
	switch {
	case !alike:
		text = "open: " + text
	case !strings.HasPrefix(text, "-"):
		text = "+" + text
	}
	return strings.ReplaceAll(text, "-", "−")
}

// figure writes bounds in hundredths, to four places at most and so many at least; alike is false where they do not agree so far.
func figure(b solve.Bounds, least int) (text string, alike bool) {
	b = b.Hundredths()
	for places := 4; places >= least; places-- {
		if low := b.Low.FloatString(places); low == b.High.FloatString(places) {
			return low, true
		}
	}
	return b.String(), false
}

// Percent writes what a game is worth, as far as its bounds agree.
func (w *Worth) Percent() string {
	text, _ := figure(w.Bounds(), 2)
	return text + " %"
}

// Bounds are what a game is worth, from 0 to 1.
func (w *Worth) Bounds() solve.Bounds { return solve.Parts(int64(w.Low), int64(w.High)) }

// Value says what a game is worth: who can force a win or, where something is thrown, what may be expected.
func (s *Solution) Value() string {
	if s.Chance {
		return fmt.Sprintf("%s may expect %s", s.Of(), s.Percent())
	}
	one, other := s.sides()
	if s.alike() {
		one, other = "who begins", "who moves second"
	}
	switch {
	case s.Low == solve.One:
		return fmt.Sprintf("%s can force a win in %s", one, measure.Plural(s.Turns, "turn"))
	case s.High == 0:
		return fmt.Sprintf("%s can force a win in %s", other, measure.Plural(s.Turns, "turn"))
	}
	return "neither can force a win"
}

// Of says whose the value is.
func (s *Solution) Of() string {
	if s.alike() {
		return "who begins"
	}
	return s.Game.Program.Players[0]
}

// Sentence says how two readings stand on a version, whole.
func (o *On) Sentence(first, second string) string {
	on := "On the full game"
	if o.Scale != "" {
		on = "On " + o.Scale
	}
	both := fmt.Sprintf("%s “%s” and “%s”", on, first, second)
	switch o.Relation {
	case NotKnown:
		return fmt.Sprintf("%s it is not known how “%s” and “%s” stand to each other: %s.", on, first, second, o.Why)
	case SameRules:
		return both + " are the same game, as they compile to the same rules."
	case SameGame:
		s := fmt.Sprintf("%s are the same game: the positions of one (%s) and of the other (%s) correspond, %s when those that go alike are counted once, with the same choices, chances and winners.", both,
			measure.Plural(o.First.Positions, "position"), measure.Plural(o.Second.Positions, "position"), measure.Plural(o.Classes, "position"))
		if o.First.Game.Program.RepetitionMatters || o.Second.Game.Program.RepetitionMatters {
			s += " What rules make of a position that stands again is left out of it."
		}
		return s
	}
	apart := fmt.Sprintf("told apart within %s whatever their moves are called", measure.Plural(o.Turns, "turn"))
	switch {
	case !o.Valued:
		return fmt.Sprintf("%s are different games, %s; what they are worth is not laid side by side: %s.", both, apart, o.Why)
	case o.Relation == SameValue:
		return fmt.Sprintf("%s are worth the same (%s; %s) in different play, %s.", both, o.First.Value(), o.Second.Value(), apart)
	}
	return fmt.Sprintf("%s are different games, %s: %s; %s.", both, apart, o.First.Value(), o.Second.Value())
}

// Reasons lists why pairs are not known, each reason once with those that it keeps from being known.
func (c *Consequences) Reasons() (list []Reason) {
	for _, p := range c.Pairs {
		for i := range p.On {
			o := &p.On[i]
			if o.Why == "" || o.Scale == "" || !p.OfDefault() {
				continue
			}
			name := p.Name()
			if at := slices.IndexFunc(list, func(r Reason) bool { return r.Scale == o.Scale && r.Why == o.Why }); at >= 0 {
				list[at].Readings = append(list[at].Readings, name)
			} else {
				list = append(list, Reason{Scale: o.Scale, Why: o.Why, Readings: []string{name}})
			}
		}
	}
	return list
}

// Reason is why readings have no value on a scale.
type Reason struct {
	Scale    string   `json:"scale"`
	Why      string   `json:"why"`
	Readings []string `json:"readings"`
}
