package brief

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets/edition"

	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// Layout is how a throw is played: what its clause has played, what readings make of
// that, and where it stops. Of a game without throws it is a kind of move: what follows
// upon it, and what it is refused for.
type Layout struct {
	Throw   string   `json:"throw"`            // or what may be done, in words
	Fell    string   `json:"fell,omitempty"`   // how, in words, where its name does not say so: "1 of 4 sticks with the white side up"
	Stage   string   `json:"stage,omitempty"`  // in which it is thrown, where something else is in others
	Chance  string   `json:"chance,omitempty"` // as a fraction
	Doublet bool     `json:"doublet,omitempty"`
	Plays   string   `json:"plays"` // the parts with the throws owed, in each case, or what follows
	Clauses []string `json:"clauses"`
	// Readings are those that give the throw otherwise, each with what it gives.
	Readings []LayoutReading `json:"readings"`
	// Turns is how often it was thrown, or could be done, in games of the default; Whole
	// how often all of it was played; Left how often a rest was left that could be played.
	Turns int `json:"turns"`
	Whole int `json:"whole"`
	Left  int `json:"left,omitempty"`
	// Stops says where it most often stops, or what it is most often refused for, and
	// how often; Why the reasons.
	Stops string      `json:"stops,omitempty"`
	Why   []LayoutWhy `json:"why"`
	// Terms are what words mean that are first used here.
	Terms []string `json:"terms,omitempty"`
}

// LayoutReading is what a throw is under a reading.
type LayoutReading struct {
	Question string `json:"question"`
	Reading  string `json:"reading"`
	Called   string `json:"called"`         // the reading and its question, for people
	With     string `json:"with,omitempty"` // the readings under which its question arises
	Plays    string `json:"plays"`
}

// Name is what readers call the reading and its question, with what commands take in brackets:
// the reading, and what it goes with.
func (r *LayoutReading) Name() string {
	name := r.Question + "=" + r.Reading
	if r.With != "" {
		name += " with " + r.With
	}
	return r.Called + " (" + name + ")"
}

// LayoutWhy is a reason for which something cannot be played.
type LayoutWhy struct {
	Words   string   `json:"words"` // the sentence of the rule
	Clauses []string `json:"clauses"`
	Times   int      `json:"times"`
}

// Often says how many times.
func (w *LayoutWhy) Often() string {
	times := "once"
	if w.Times != 1 {
		times = measure.Thousands(w.Times) + " times"
	}
	return times + " in " + measure.AtRandom.All()
}

// Course says in a sentence how far a throw is played, or how often a kind of move is
// refused; "" where no game showed it.
func (l *Layout) Course() string {
	said := l.Stops
	switch {
	case l.Chance == "" && said == "", l.Chance != "" && l.Turns == 0:
		return ""
	case l.Chance != "":
		said = fmt.Sprintf("played whole in %s of %s", measure.Thousands(l.Whole), measure.Plural(l.Turns, "turn"))
		if l.Left > 0 {
			said += fmt.Sprintf(", left in %s although more could be played", measure.Thousands(l.Left))
		}
		if l.Stops != "" {
			said += "; most often it stops " + l.Stops
		}
	}
	return measure.Sentence("in " + measure.AtRandom.All() + " it was " + said)
}

// LayoutAbout says what layouts of throws rest on.
const LayoutAbout = "What a throw gives was asked wherever games at random came to be between throws; how far it is played, of games at random by default. What has a question mark may be left."

// Name is the throw as it fell, with the stage where something else is thrown in others.
func (l *Layout) Name() string {
	name := cmp.Or(l.Fell, l.Throw)
	if l.Stage == "" {
		return name
	}
	return name + " in " + l.Stage
}

// layouts puts together how every throw is played, doublets first, or what may be done
// in a game without throws.
func layouts(r *verify.Result, t *verify.Target) []Layout {
	var c *verify.Courses
	for _, x := range r.Courses {
		if x.Ruleset == t.Definition.ID {
			c = x
		}
	}
	if c == nil || t.Game == nil {
		return nil
	}
	p := t.Game.Program
	if len(p.Devices) == 0 {
		return moves(c)
	}
	x := giftsOf(t.Game, r.Options.Seed)
	out, at := []Layout(nil), map[int]int{} // where a throw is laid out
	for _, d := range x.thrown() {
		dev := &p.Devices[d]
		for _, double := range []bool{true, false} {
			for k := dev.First; k < dev.First+dev.Count; k++ {
				if p.Throws[k].Ways > 0 && p.Throws[k].Double == double {
					at[k] = len(out)
					out = append(out, throw(c, x, k))
				}
			}
		}
	}
	for _, a := range t.Definition.Alternatives() {
		with, base, under := giftsUnder(t, a, r.Options.Seed)
		if under == nil || base == nil {
			continue
		}
		for k := range p.Throws {
			i, laid := at[k]
			if !laid {
				continue
			}
			if plays, differs := base.otherwise(under, p.Devices[p.Throws[k].Device].ID, p.Throws[k].Name); differs {
				out[i].Readings = append(out[i].Readings, LayoutReading{a.Question.Name(), a.Reading.ID,
					fmt.Sprintf("“%s” in “%s”", a.Reading.Called(), a.Question.Called()), with, plays})
			}
		}
	}
	return out
}

// thrown are the devices that were thrown, in the order of the stages.
func (x *gifts) thrown() (list []int) {
	for _, st := range x.g.Program.Stages {
		if d := st.Device; d >= 0 && len(x.stages[d]) > 0 && !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list
}

// otherwise says what a throw gives under other rules, and reports whether that, or its
// chance, is another than here.
func (x *gifts) otherwise(under *gifts, device, throw string) (plays string, differs bool) {
	here, there := x.find(device, throw), under.find(device, throw)
	switch {
	case here < 0 && there < 0:
		return "", false
	case there < 0:
		return "is not thrown", true
	}
	plays, _ = under.told(there)
	if here < 0 {
		return plays, true
	}
	usual, _ := x.told(here)
	if differs = plays != usual; under.chance(there) != x.chance(here) {
		plays, differs = plays+", chance "+under.chance(there), true
	}
	return plays, differs
}

// throw lays out one throw.
func throw(c *verify.Courses, g *gifts, k int) Layout {
	p := c.Game.Program
	plays, by := g.told(k)
	out := Layout{Throw: p.Throws[k].Name, Stage: g.thrownIn(p.Throws[k].Device), Chance: g.chance(k), Doublet: p.Throws[k].Double, Plays: plays, Clauses: []string{}}
	for _, st := range by {
		for _, name := range verify.ClauseNames(c.Game.Statements[st].Warrant) {
			if !slices.Contains(out.Clauses, name) {
				out.Clauses = append(out.Clauses, name)
			}
		}
	}
	if fell := edition.Fell(c.Game, k); fell != out.Throw {
		out.Fell = fell
	}
	x := c.Of[k]
	out.Turns, out.Whole, out.Left = x.Turns, x.Whole, x.Left
	best, n := verify.Stop{}, 0
	for at, times := range x.Stops {
		if times > n || times == n && (at.At < best.At || at.At == best.At && at.Part < best.Part) {
			best, n = at, times
		}
	}
	if n == 0 {
		return out
	}
	what := "with nothing that can be played"
	if best.Part >= 0 {
		what = "at the " + p.Parts[best.Part].Name
	}
	out.Stops = fmt.Sprintf("%s, the %s part, in %s of %s", what, ordinal(best.At), measure.Thousands(n), measure.Plural(x.Turns, "turn"))
	out.Why = reasons(c, x.Reasons[best])
	return out
}

// unruled says why nothing can be played where no statement refuses it.
var unruled = map[int]string{
	verify.NoneRefuses:  "No rule permits a move.",
	verify.MovesNothing: "No man is moved by it: he would stay where he stands.",
}

// reasons are the statements of a count, the most frequent first, at most three.
func reasons(c *verify.Courses, counts map[int]int) (list []LayoutWhy) {
	var order []int
	for st := range counts {
		order = append(order, st)
	}
	sort.Slice(order, func(i, j int) bool {
		if counts[order[i]] != counts[order[j]] {
			return counts[order[i]] > counts[order[j]]
		}
		return order[i] < order[j]
	})
	for _, st := range order[:min(3, len(order))] {
		if words := unruled[st]; words != "" {
			list = append(list, LayoutWhy{Words: words, Times: counts[st]})
			continue
		}
		s := c.Game.Statements[st]
		list = append(list, LayoutWhy{edition.Sentence(c.Game, s), verify.ClauseNames(s.Warrant), counts[st]})
	}
	return list
}

// playing says what is played.
func playing(parts []string, fixed bool) string {
	like := !slices.ContainsFunc(parts, func(x string) bool { return x != parts[0] })
	switch {
	case len(parts) == 0:
		return "nothing"
	case like:
		return strings.Join(parts, " ")
	case fixed:
		return strings.Join(parts, " ") + ", in this order"
	}
	return strings.Join(parts, " ") + ", in any order"
}

// moves lays out what may be done in a game without throws.
func moves(c *verify.Courses) (out []Layout) {
	for i := range c.Game.Program.Allows {
		a := &c.Game.Program.Allows[i]
		if i > 0 && a.Statement == c.Game.Program.Allows[i-1].Statement {
			continue // one statement may give several permissions
		}
		s := c.Game.Statements[a.Statement]
		x := c.Of[i]
		l := Layout{Throw: edition.Sentence(c.Game, s), Clauses: verify.ClauseNames(s.Warrant), Turns: x.Turns, Whole: x.Whole, Plays: "nothing more"}
		var follows []string
		for _, why := range reasons(c, x.Follows) {
			follows = append(follows, fmt.Sprintf("%s (%s of %s times in %s)", why.Words, measure.Thousands(why.Times), measure.Thousands(x.Whole), measure.AtRandom.All()))
		}
		if len(follows) > 0 {
			l.Plays = strings.Join(follows, " ")
		}
		if n := x.Stops[verify.Stop{}]; n > 0 {
			l.Stops = fmt.Sprintf("refused %s times, and permitted %s", measure.Thousands(n), measure.Thousands(x.Turns))
			l.Why = reasons(c, x.Reasons[verify.Stop{}])
		}
		out = append(out, l)
	}
	return out
}

func ordinal(n int) string {
	words := []string{"", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprintf("%dth", n)
}
