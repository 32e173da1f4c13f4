package dimension

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
)

// Facts about what gives another throw.

// alike is what an event has in common with others, and in what it may differ from
// them.
type alike struct{ rest, differs any }

// tallies adds up events that a function sorts under keys.
func tallies[K comparable](given map[cause][2]int, key func(e cause) (K, bool)) map[K][2]int {
	out := map[K][2]int{}
	for e, n := range given {
		if k, ok := key(e); ok {
			x := out[k]
			out[k] = [2]int{x[0] + n[0], x[1] + n[1]}
		}
	}
	return out
}

func gave(n [2]int) bool { return n[1] >= 2 && n[1] >= n[0] }

func gaveNot(n [2]int) bool { return n[1] == 0 && n[0] >= few }

// matters reports whether of events that are alike but for one thing, some (where it is
// one for which may holds) gave a throw and others never did.
func matters(n map[alike][2]int, may func(differs any) bool) bool {
	for k, x := range n {
		if !gave(x) || !may(k.differs) {
			continue
		}
		for l, y := range n {
			if k.rest == l.rest && k.differs != l.differs && gaveNot(y) {
				return true
			}
		}
	}
	return false
}

// givers are what gives another throw: some throws, taking, coming to some places,
// coming off the board. Events are compared that are alike in everything else.
func (s *Sample) givers() map[string]int {
	out := map[string]int{}
	places := s.Game.Program.Places
	compare := func(what string, may func(any) bool, key func(e cause) (alike, bool)) {
		if matters(tallies(s.story.given, key), may) {
			tick(&out, what)
		}
	}
	every := func(any) bool { return true }
	yes := func(v any) bool { return v.(bool) }
	board := func(e cause) bool { return e.to >= 0 && e.to < places }
	compare("throw", every, func(e cause) (alike, bool) { return alike{e.act < 0, e.throw}, !e.took })
	compare("place", every, func(e cause) (alike, bool) { return alike{[2]int{e.throw, e.act}, e.to}, !e.took && board(e) })
	compare("home", yes, func(e cause) (alike, bool) {
		return alike{e.throw, e.act == int(engine.BearOff)}, !e.took && e.act >= 0
	})
	compare("taking", yes, func(e cause) (alike, bool) { return alike{e.throw, e.took}, board(e) })
	compare("taking", yes, func(e cause) (alike, bool) { return alike{[2]int{e.throw, e.to}, e.took}, board(e) })
	for _, n := range s.story.given {
		if n[1] > 0 && len(out) == 0 {
			tick(&out, "otherwise")
		}
	}
	return out
}

// givesAnother counts what gives another throw of a kind, or of any.
func givesAnother(s *Sample, args []string) int {
	list := s.givers()
	if len(args) == 0 {
		return len(list)
	}
	return list[args[0]]
}

// couldGive counts the events of a kind, or all, that could give another throw.
func couldGive(s *Sample, args []string) (n int) {
	for e, k := range s.story.given {
		onBoard := !e.took && e.to >= 0 && e.to < s.Game.Program.Places
		if len(args) == 0 || args[0] == "throw" && e.act < 0 || args[0] == "taking" && e.took || args[0] == "place" && onBoard {
			n += k[0] + k[1]
		}
	}
	return n
}

// throwsFor are the statements by which something of a kind gives another throw: those that answer
// such events, or any where games show that it does and none of those says so.
func throwsFor(s *Sample, args []string) []int {
	by := s.ThrowGiving(map[string]engine.Trigger{"throw": trial.ByThrows, "taking": trial.ByMoves}[args[0]])
	if len(by) == 0 && s.Games > 0 {
		return s.ThrowGiving(trial.AnyTrigger)
	}
	return by
}

// throwsAgain names the throws that give another; none where none do.
func throwsAgain(s *Sample) (string, []int) {
	gives := map[int]map[string]int{}
	var doublets []int
	for _, x := range s.Try(trial.Owes) {
		if gives[x.Throw] == nil {
			gives[x.Throw] = map[string]int{}
			if s.Game.Program.Throws[x.Throw].Double {
				doublets = append(doublets, x.Throw)
			}
		}
		gives[x.Throw][x.Is]++
	}
	slices.Sort(doublets)
	by := map[string][]int{} // throws, by how they give another
	for _, throw := range sortedKeys(gives) {
		n := gives[throw]
		how := ""
		switch {
		case n["throw"]+n["throw?"] == 0:
			continue
		case n["none"] > 0:
			how = ", not always"
		}
		if n["throw?"] > 0 {
			how += ", if he likes"
		}
		by[how] = append(by[how], throw)
	}
	var parts []string
	for how, throws := range by {
		if slices.Equal(throws, doublets) {
			parts = append(parts, "doublets"+how)
		} else {
			parts = append(parts, s.throwNames(throws)+how)
		}
	}
	switch {
	case len(parts) > 0:
		slices.Sort(parts)
		return strings.Join(parts, "; "), s.ThrowGiving(trial.AnyTrigger)
	case s.MainDevice() < 0 || len(s.ThrowGiving(trial.ByThrows)) > 0:
		return "", s.ThrowGiving(trial.ByThrows) // there is a rule for it, and it was not seen at work
	}
	return "none", nil
}

func (s *Sample) throwNames(list []int) string {
	var out []string
	for _, t := range list {
		out = append(out, s.throwName(t))
	}
	return strings.Join(out, ", ")
}

// throwName is a throw as sources name it: of sticks and shells by what it counts, with how
// many fell so, where that is not the same.
func (s *Sample) throwName(throw int) string {
	p := s.Game.Program
	t := &p.Throws[throw]
	dev := &p.Devices[t.Device]
	counts := func(k int) string {
		for _, name := range slices.Sorted(maps.Keys(s.story.puts[k])) {
			if numbers := s.numbersOf(s.story.puts[k][name]); len(numbers) == 1 {
				return fmt.Sprint(numbers[0])
			}
		}
		return p.Throws[k].Name
	}
	if len(t.Faces) > 0 {
		return t.Name
	}
	for k := dev.First; k < dev.First+dev.Count; k++ {
		if counts(k) != p.Throws[k].Name {
			return counts(throw) + " (" + t.Name + " up)"
		}
	}
	return t.Name
}

// throwsThatGive sorts throws by whether they give another of themselves, or the moves
// after them that take nobody: always, where the turn has no other yet, or at times; and
// lists those that mostly do.
func (s *Sample) throwsThatGive() (always, sometimes, mostly []int) {
	by := func(when func(e cause) bool) map[int][2]int {
		return tallies(s.story.given, func(e cause) (int, bool) { return e.throw, !e.took && when(e) })
	}
	first := by(func(e cause) bool { return e.first })
	at, after := by(func(e cause) bool { return e.act < 0 }), by(func(e cause) bool { return e.act >= 0 })
	for throw := range s.Game.Program.Throws {
		switch n := first[throw]; {
		case n[1] > 0 && n[0] == 0, gave(after[throw]):
			always = append(always, throw)
		case at[throw][1]+after[throw][1] > 0:
			sometimes = append(sometimes, throw)
		}
		if gave(at[throw]) || gave(after[throw]) {
			mostly = append(mostly, throw)
		}
	}
	return always, sometimes, mostly
}

// namedGivers names the throws that give another, and taking where that does.
func namedGivers(s *Sample) (string, []int) {
	if s.MainDevice() < 0 {
		return "", nil
	}
	by := s.ThrowGiving(trial.AnyTrigger)
	if len(s.story.given) == 0 {
		return "", by
	}
	always, sometimes, _ := s.throwsThatGive()
	var out []string
	if len(always) > 0 {
		out = append(out, s.throwNames(always))
	}
	if len(sometimes) > 0 {
		out = append(out, s.throwNames(sometimes)+" at times")
	}
	if s.givers()["taking"] > 0 {
		out = append(out, "taking")
	}
	if len(out) == 0 {
		return "none", by
	}
	return strings.Join(out, "; "), by
}

// mostThrows steers the throws: how many can a turn have when nothing falls but what
// gives another, always the same or, where there are several, never twice running? At
// random that is too rare to be seen.
func mostThrows(s *Sample) (string, []int) {
	by := trial.Union(s.ThrowGiving(trial.ByThrows), s.Changing(engine.OnThrow, trial.OfKind(engine.DropTurn, engine.DropRest)))
	_, _, givers := s.throwsThatGive()
	if s.givers()["throw"] == 0 || len(givers) == 0 {
		return "", by
	}
	alike, mixed := 0, 0
	for _, t := range givers {
		alike = max(alike, s.steeredThrows(func(int, *random.Source) int { return t }))
	}
	if len(givers) > 1 {
		mixed = s.steeredThrows(func(last int, r *random.Source) int {
			for {
				if t := givers[r.Below(len(givers))]; t != last {
					return t
				}
			}
		})
	}
	switch {
	case max(alike, mixed) >= manyThrows && (alike >= manyThrows || len(givers) == 1):
		return "any number", by
	case mixed >= manyThrows:
		return fmt.Sprintf("any number, but only %d alike", alike), by
	case mixed > alike:
		return fmt.Sprintf("%d, but only %d alike", mixed, alike), by
	}
	return fmt.Sprint(alike), by
}

// manyThrows is how many throws of a turn are taken for any number.
const manyThrows = 25

// steeredThrows is the greatest number of throws that a turn had when they were steered.
func (s *Sample) steeredThrows(pick func(last int, r *random.Source) int) int {
	p := s.Game.Program
	in, st := engine.NewInterpreter(p), p.NewState()
	var buf []engine.Move
	most := 0
	for n := range uint64(20) {
		r := random.New(s.Seed, 1<<40+n)
		in.Start(st)
		owner, throws, last := -1, 0, -1
		ply := -1 // of throws and moves
		play.Run(st, 60+20*int(n), play.Hands{
			Look: func(int) bool {
				ply++
				return ply < 60+20*int(n) && throws < manyThrows
			},
			Throw: func() bool {
				d := st.Device(p)
				t := p.Draw(r, d)
				switch {
				case owner < 0 && st.Fresh() && uint64(ply) >= 10*n && !s.Lots(d):
					owner = st.Owner()
					fallthrough
				case owner == st.Owner():
					t = pick(last, r)
					throws, last = throws+1, t
				}
				if owner >= 0 && st.Owner() != owner {
					return false
				}
				in.Throw(st, t)
				return true
			},
			Move: func() bool {
				buf = in.Moves(st, buf[:0])
				m := buf[r.Below(len(buf))]
				if owner >= 0 { // he takes what he may throw
					for i := range buf {
						if buf[i].Act == engine.ThrowAgain {
							m = buf[i]
						}
					}
				}
				in.Play(st, m)
				return true
			},
		})
		if end, over := st.End(); over && end < 0 && throws > few {
			throws = manyThrows // there is no room for what they put up
		}
		most = max(most, throws)
	}
	return most
}
