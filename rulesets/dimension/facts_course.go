package dimension

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/dimension/stated"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Facts about men on their way along a track, which are worked out of what is kept of throws and places.

func entersOrPlaces(a *engine.Allow) bool { return a.Act == engine.Enter || a.Act == engine.Place }

// enteringThrows lists the throws that can bring a man in.
func enteringThrows(s *Sample) (string, []int) {
	p := s.Game.Program
	by := s.Allowing(entersOrPlaces)
	words := map[int]bool{} // parts
	for i := range p.Allows {
		if a := &p.Allows[i]; entersOrPlaces(a) {
			for j, ok := range a.Parts {
				words[j] = words[j] || ok && !p.Parts[j].IsNumber
			}
		}
	}
	for i := range p.Changes {
		c := &p.Changes[i]
		if slices.ContainsFunc(c.Effects, func(e engine.Effect) bool {
			return e.Kind == engine.AddParts && slices.ContainsFunc(e.Parts, func(x uint8) bool { return words[int(x&^0x80)] })
		}) {
			by = append(by, s.Definitions([]int{c.Statement})...)
		}
	}
	first, ok1 := s.throwsThatEnter(0)
	later, ok2 := s.throwsThatEnter(1)
	switch {
	case !ok1 || !ok2:
		return "", by
	case first == later:
		return first, by
	}
	return first + " for a player without a man on the board, otherwise " + later, by
}

// throwsThatEnter names the throws by which men came in, with no man on the board (0)
// or some (1); any where all do, and where some throws count nothing any that counts. It
// does not know where some throw was not seen often enough.
func (s *Sample) throwsThatEnter(some int) (string, bool) {
	d := s.MainDevice()
	if d < 0 {
		return "", false
	}
	first := s.Game.Program.Devices[d].First
	var names []string
	all, idle := true, false
	for i := range s.ThrowsOf(d) {
		n := s.story.enter[some][first+i]
		switch {
		case n[1] > 0:
			names = append(names, s.throwName(first+i))
		case s.given(first+i) == "nothing":
			idle = true
		case n[0] < few && s.times("further_throw", "waiting") == 0:
			return "", false
		case n[0] < few: // throws are collected: what does it put up?
			if s.putsUpEntering(some, first+i) {
				names = append(names, s.throwName(first+i))
			} else {
				all = false
			}
		default:
			all = false
		}
	}
	switch {
	case len(names) == 0:
		return "none", true
	case all && idle:
		return "any that counts", true
	case all:
		return "any", true
	}
	return strings.Join(names, ", "), true
}

// putsUpEntering reports whether a throw puts up a part by which men came in.
func (s *Sample) putsUpEntering(some, throw int) bool {
	for _, parts := range s.story.puts[throw] {
		if slices.ContainsFunc(parts, func(part uint8) bool { return s.story.enterBy[some][part] }) {
			return true
		}
	}
	return false
}

// enteringPlace says where men come in, counted along the track.
func enteringPlace(s *Sample) (string, []int) {
	by := s.Allowing(entersOrPlaces)
	p := s.Game.Program
	if len(s.story.entries) == 0 || p.Next == nil {
		return "", by
	}
	start := stated.FirstPlace(p)
	steps := stepsAlong(p)[start]
	found, numbers := map[string]int{}, map[int]bool{}
	for _, to := range sortedKeys(s.story.entries) {
		for _, n := range sortedKeys(s.story.entries[to]) {
			numbers[n] = true
			at := steps[to] + 1 // where the first is 1
			if to == start {
				at = 1
			}
			switch {
			case at == 1 && n != 1:
				tick(&found, "first")
			case at == n:
				tick(&found, "as_thrown")
			default:
				tick(&found, "elsewhere")
			}
		}
	}
	if len(numbers) == 1 && numbers[1] {
		return "first", by // of a 1 it cannot be told which of the two is meant
	}
	if found["first"] > 0 && found["as_thrown"] == 1 && numbers[1] && len(s.story.entries) == 1 {
		return "first", by
	}
	return trial.Words(found), by
}

// entryShared says whether opponents come to the places where men come in.
func entryShared(s *Sample) (string, []int) {
	p := s.Game.Program
	if len(s.story.entries) == 0 {
		return "", nil
	}
	shared := sharedPlaces(p)
	for to := range s.story.entries {
		if slices.Contains(shared, to) {
			return "yes", nil
		}
	}
	return "no", nil
}

// entersOnly says whether parts by which men come in serve for nothing else.
func entersOnly(s *Sample) (string, []int) {
	in, other := s.story.uses[0], s.story.uses[1]
	if len(in) == 0 {
		return "", nil
	}
	for part := range in {
		if other[part] {
			return "no", nil
		}
	}
	return "yes", s.Allowing(entersOrPlaces)
}

// metTogether says what becomes of two or more men of an opponent, where single ones
// are taken.
func metTogether(s *Sample) (string, []int) {
	count := func(outcome string) (n int) {
		s.cases("meets", wordsOf("several", outcome), func(w words, t *tally) { n += bit(s.open(atoi(w[2]))) * t.n })
		return n
	}
	refused, taken, stays, some := count("refused"), count("taken"), count("stays"), count("some")
	landed := taken + stays + some + count("moved")
	by := s.refusers("several")
	if landed > 0 {
		by = s.Sends(engine.Advance, engine.Enter, engine.Step, engine.Place)
	}
	switch {
	case landed == 0 && refused >= atTimes && s.times("meets", "as_many", "taken") > 0:
		return "by_pair", by
	case landed == 0 && refused >= atTimes:
		return "closed", by
	case landed == 0:
		return "", by
	case taken == landed:
		return "taken", by
	case stays == landed:
		return "beside", by
	case some == landed:
		return "some", by
	}
	return "several", by
}

// refusers are the statements that refused most meetings with men, at some places or all, with what
// they use.
func (s *Sample) refusers(men string, places ...int) []int {
	by, n := map[int]int{}, 0
	s.cases("meets", wordsOf(men, "refused"), func(w words, t *tally) {
		if len(places) > 0 && !slices.Contains(places, atoi(w[2])) {
			return
		}
		n += t.n
		for st, k := range t.by {
			by[st] += k
		}
	})
	list := slices.DeleteFunc(sortedKeys(by), func(st int) bool { return 2*by[st] < n })
	return append(list, s.Definitions(list)...)
}

// safety tells the places apart on which single men are taken and those on which they
// are not. Nothing is said unless every place has been tried to which opponents come.
func (s *Sample) safety() (safe []int, open int, all bool) {
	all = true
	for _, f := range sharedPlaces(s.Game.Program) {
		switch {
		case s.safe(f):
			safe = append(safe, f)
		case s.open(f):
			open++
		default:
			all = false
		}
	}
	return safe, open, all
}

func safePlaces(s *Sample) (string, []int) {
	list, open, all := s.safety()
	refused, stays := 0, 0
	for _, f := range list {
		refused, stays = refused+s.became(meeting{"one", f}, "refused"), stays+s.became(meeting{"one", f}, "stays")
	}
	by := []int(nil)
	if len(list) > 0 {
		by = s.refusers("one", list...)
	}
	switch {
	case open == 0 || len(list) == 0 && !all:
		return "", by
	case len(list) == 0:
		return "none", by
	case refused > 0 && stays > 0:
		return "several", by
	case stays > 0:
		by = s.Sends(engine.Advance, engine.Enter, engine.Step, engine.Place)
		return "shared", append(by, s.Definitions(by)...)
	}
	return "closed", by
}

func countSafe(s *Sample) (string, []int) {
	_, by := safePlaces(s)
	list, open, all := s.safety()
	if open == 0 || !all {
		return "", by
	}
	cells := map[int]bool{}
	for _, f := range list {
		cells[s.Game.Program.CellOf[0][f]] = true
	}
	return fmt.Sprint(len(cells)), by
}

// bearing are the permissions for men to leave the board by numbers, one by one where
// there is one for that; the track itself, where men do not leave it.
func (s *Sample) bearing() []int {
	off := func(together bool) []int {
		return s.Allowing(func(a *engine.Allow) bool {
			return a.Act == engine.BearOff && (a.Men != nil) == together && s.byNumbers(a)
		})
	}
	if by := off(false); len(by) > 0 {
		return by
	}
	if by := off(true); len(by) > 0 {
		return by
	}
	return s.Kinds("track")
}

// byNumbers reports whether a permission goes with some number.
func (s *Sample) byNumbers(a *engine.Allow) bool {
	for i, goes := range a.Parts {
		if goes && s.Game.Program.Parts[i].IsNumber {
			return true
		}
	}
	return false
}

// worths are the points for bringing the last man home, each once.
func (t *story) worths() []int {
	values := map[int]bool{}
	for _, points := range t.wins {
		for n := range points {
			values[n] = true
		}
	}
	return sortedKeys(values)
}

// worth lists what it is worth to bring the last man home.
func worth(s *Sample) (string, []int) {
	by := append(s.Scoring(), s.Definitions(s.Scoring())...)
	var list []string
	for _, n := range s.story.worths() {
		list = append(list, pointsText(s.Game.Program, n))
	}
	return strings.Join(list, ", "), by
}

// farBehind says whether that is worth more, the more opponents have brought nobody
// home.
func farBehind(s *Sample) (string, []int) {
	_, by := worth(s)
	wins := s.story.wins
	if len(s.Game.Program.Scores) == 0 {
		return "no", nil
	}
	low, high, rising := 1<<30, -1<<30, true
	for _, k := range sortedKeys(wins) {
		points := sortedKeys(wins[k])
		rising = rising && points[0] >= high
		low, high = min(low, points[0]), max(high, points[len(points)-1])
	}
	switch {
	case len(wins) > 1 && low == high:
		return "no", by
	case len(wins) > 1 && rising:
		return "yes", by
	}
	return "", by
}
