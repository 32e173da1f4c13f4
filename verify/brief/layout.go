package brief

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets/edition"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/verify"
	"github.com/lectio/lectio/verify/measure"
)

// Layout is how a throw is played: what its clause has played, what readings make of
// that, and where it stops. Of a game without throws it is a kind of move: what follows
// upon it, and what it is refused for.
type Layout struct {
	Throw   string   `json:"throw"`            // or what may be done, in words
	Chance  string   `json:"chance,omitempty"` // as a fraction
	Doublet bool     `json:"doublet,omitempty"`
	Plays   string   `json:"plays"` // the parts, or what follows
	Clauses []string `json:"clauses"`
	// Readings are those that give the throw otherwise, each with what it gives.
	Readings []LayoutReading `json:"readings"`
	// Turns is how often it was thrown, or could be done, in games of the default; Whole
	// how often all of it was played; Left how often a player left what he could play.
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
	Plays    string `json:"plays"`
}

// LayoutWhy is a reason for which something cannot be played.
type LayoutWhy struct {
	Words   string   `json:"words"` // the sentence of the rule
	Clauses []string `json:"clauses"`
	Times   int      `json:"times"`
}

// Often says how many times.
func (w *LayoutWhy) Often() string {
	if w.Times == 1 {
		return "once"
	}
	return measure.Thousands(w.Times) + " times"
}

// Course says in a sentence how far a throw is played, or how often a kind of move is
// refused; "" where no game showed it.
func (l *Layout) Course() string {
	switch {
	case l.Chance == "" && l.Stops != "":
		return measure.Sentence(l.Stops)
	case l.Chance == "" || l.Turns == 0:
		return ""
	}
	said := fmt.Sprintf("Played whole in %s of %s", measure.Thousands(l.Whole), measure.Plural(l.Turns, "turn"))
	if l.Left > 0 {
		said += fmt.Sprintf(", left of the player's own will in %s", measure.Thousands(l.Left))
	}
	if l.Stops != "" {
		said += "; most often it stops " + l.Stops
	}
	return said + "."
}

// LayoutAbout says what layouts of throws rest on.
const LayoutAbout = "What a throw gives is asked at the beginning of a game; how far it is played, of games by default. What has a question mark may be left."

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
	if len(t.Game.Program.Devices) == 0 {
		return moves(c)
	}
	var out []Layout
	for i := range r.Sequences {
		if s := &r.Sequences[i]; s.Ruleset == t.Definition.ID {
			out = append(out, throw(c, t, s))
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Doublet && !out[j].Doublet })
	return out
}

// throw lays out one throw.
func throw(c *verify.Courses, t *verify.Target, s *verify.Sequence) Layout {
	p := c.Game.Program
	out := Layout{Throw: s.Throw, Chance: s.Ways, Plays: playing(s.Parts, s.Order == "fixed"), Clauses: verify.ClauseNames(s.Statement.Warrant)}
	k := slices.IndexFunc(p.Throws, func(x engine.Throw) bool { return x.Name == s.Throw })
	if k < 0 {
		return out
	}
	if plays, thrown := given(p, k); thrown {
		out.Plays = plays
	}
	out.Doublet = p.Throws[k].Double
	out.Readings = throwReadings(t, s.Throw, out.Plays)
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
		if st == verify.NoneRefuses {
			list = append(list, LayoutWhy{Words: "No rule permits a move.", Times: counts[st]})
			continue
		}
		s := c.Game.Statements[st]
		list = append(list, LayoutWhy{edition.Sentence(c.Game, s), verify.ClauseNames(s.Warrant), counts[st]})
	}
	return list
}

// throwReadings are the readings that put up something else for a throw.
func throwReadings(t *verify.Target, throw, usual string) (list []LayoutReading) {
	for _, a := range t.Definition.Alternatives() {
		g, errs := t.GameOf(a.Choice)
		if len(errs) > 0 {
			continue
		}
		p := g.Program
		k := slices.IndexFunc(p.Throws, func(x engine.Throw) bool { return x.Name == throw })
		plays, thrown := "is not thrown", true
		if k >= 0 {
			plays, thrown = given(p, k)
		}
		if !thrown {
			continue // it is, later in the game
		}
		if plays != usual {
			list = append(list, LayoutReading{a.Question.Name(), a.Reading.ID, plays})
		}
	}
	return list
}

// given says what a throw gives when a game begins with it: the parts of its agenda, with
// those that rules put up besides. It is not thrown where the opening waits for another device.
func given(p *engine.Program, throw int) (plays string, thrown bool) {
	in, st := engine.NewInterpreter(p), p.NewState()
	in.Start(st)
	if st.Status() != engine.AwaitsThrow || st.Device(p) != p.Throws[throw].Device {
		return "", false
	}
	a := in.AgendaFor(st, st.Player(), throw)
	if a == nil {
		return "nothing", true
	}
	parts := a.Parts
	in.Throw(st, throw)
	if left := position.Read(p, st).Turn.Left; st.Status() == engine.Decision && len(left) > len(parts) {
		parts = nil
		for _, l := range left {
			part := uint8(l.Part)
			if l.Optional {
				part |= engine.OptionalPart
			}
			parts = append(parts, part)
		}
	}
	again, n := "", len(parts)
	if parts = slices.DeleteFunc(slices.Clone(parts), func(x uint8) bool { return x&^engine.OptionalPart == engine.PartThrow }); len(parts) < n {
		again = ", and a further throw"
	}
	return playing(verify.PartNames(p, parts), a.Fixed) + again, true
}

// playing says what is played.
func playing(parts []string, fixed bool) string {
	switch {
	case len(parts) == 0:
		return "nothing"
	case len(parts) == 1:
		return parts[0]
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
			follows = append(follows, fmt.Sprintf("%s (%d of %d times)", why.Words, why.Times, x.Whole))
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
