package dimension

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/dimension/stated"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Facts about what is thrown, what throws put up to be played, and what gives another.

// --- what throws put up ----------------------------------------------------------

// numbersOf are the numbers among parts.
func (s *Sample) numbersOf(parts []uint8) (out []int) {
	for _, part := range parts {
		if pt := &s.Game.Program.Parts[part&^engine.OptionalPart]; pt.IsNumber {
			out = append(out, pt.Number)
		}
	}
	return out
}

// agendasOf are the statements that put parts up when a throw has been made.
func (s *Sample) agendasOf(throw int) []int {
	return append(s.Agendas(func(a *engine.Agenda) bool { return a.Throw == throw }), s.Changing(engine.OnThrow, func(e engine.Effect) bool {
		return e.Kind == engine.AddParts && !trial.HasThrow(e.Parts)
	})...)
}

// countedThrows says which numbers each throw puts up to be played.
func countedThrows(s *Sample) (string, []int) {
	d := s.MainDevice()
	if d < 0 {
		return "", nil
	}
	p := s.Game.Program
	by := s.Agendas(func(a *engine.Agenda) bool {
		return a.Throw >= 0 && p.Throws[a.Throw].Device == d && len(s.numbersOf(a.Parts)) > 0
	})
	list := s.ThrowsOf(d)
	var texts []string
	as := 0
	for i := range list {
		t := &list[i]
		found := s.story.puts[p.Devices[d].First+i]
		if len(found) == 0 {
			return "", by
		}
		ways := map[string]int{} // nothing at all, when it was void or there was nothing to play it with, is none
		for _, parts := range found {
			var numbers []string
			for _, n := range s.numbersOf(parts) {
				if n > 0 {
					numbers = append(numbers, fmt.Sprint(n))
				}
			}
			ways[strings.Join(numbers, " and ")]++
		}
		text := strings.ReplaceAll(trial.Words(ways), ", ", " or ")
		if text == shownDice(t) {
			as++
			continue
		}
		if text == "" {
			text = "nothing"
		}
		texts = append(texts, fallen(t)+": "+text)
	}
	switch {
	case len(texts) == 0:
		return "what they show", by
	case as > 0:
		texts = append(texts, "the others what they show")
	}
	return strings.Join(texts, "; "), by
}

// fallen is what a throw is called beside what it counts: of sticks and the like their name is
// the number of those that fell with the counted side up, which need not be what they count.
func fallen(t *engine.Throw) string {
	if len(t.Faces) == 0 && t.Name == fmt.Sprint(t.Value) { // and no lot with a name of its own
		return t.Name + " up"
	}
	return t.Name
}

// shownDice are the numbers that a throw shows by itself.
func shownDice(t *engine.Throw) string {
	if len(t.Faces) == 0 {
		if t.Value == 0 {
			return ""
		}
		return fmt.Sprint(t.Value)
	}
	dice := slices.Clone(t.Dice)
	slices.Sort(dice)
	slices.Reverse(dice)
	var out []string
	for _, n := range dice {
		out = append(out, fmt.Sprint(n))
	}
	return strings.Join(out, " and ")
}

// given is what a throw puts up, "nothing" where that is nothing. Options fall away
// that cannot be used, so that nothing counts only where nothing else was seen.
func (s *Sample) given(throw int) string {
	seen := s.story.puts[throw]
	var list []string
	for text := range seen {
		if text != "" {
			list = append(list, text)
		}
	}
	if len(list) == 0 && len(seen) > 0 {
		return "nothing"
	}
	optional := s.Agendas(func(a *engine.Agenda) bool {
		return a.Throw == throw && slices.ContainsFunc(a.Parts, func(x uint8) bool { return x&engine.OptionalPart != 0 })
	})
	if _, none := seen[""]; none && len(optional) == 0 {
		list = append(list, "nothing")
	}
	slices.Sort(list)
	return strings.Join(list, " or ")
}

// valueOf says what the throw puts up in which no side that counts fell up, or every one.
func valueOf(all bool) func(*Sample) (string, []int) {
	return func(s *Sample) (value string, by []int) {
		d := s.MainDevice()
		list := s.ThrowsOf(d)
		for i := range list {
			if t := &list[i]; len(t.Faces) == 0 && t.Value == bit(all)*stated.Highest(list) {
				throw := s.Game.Program.Devices[d].First + i
				value, by = s.given(throw), s.agendasOf(throw)
			}
		}
		return value, by
	}
}

// valueOfOthers says what the other throws put up; of dice, each_die, their sum, or what
// each throw does.
func valueOfOthers(s *Sample) (string, []int) {
	d := s.MainDevice()
	list := s.ThrowsOf(d)
	var parts []string
	var by []int
	each, total := true, true
	for i, t := range list {
		throw := s.Game.Program.Devices[max(d, 0)].First + i
		got := s.given(throw)
		if len(t.Faces) > 0 && got == "" || len(t.Faces) == 0 && (t.Value == 0 || t.Value == stated.Highest(list)) {
			continue
		}
		dice, put := strings.Split(t.Name, "-"), strings.Split(got, " and ")
		slices.Sort(dice)
		slices.Sort(put)
		each, total = each && len(t.Faces) > 0 && slices.Equal(dice, put), total && len(t.Dice) > 0 && got == fmt.Sprint(t.Value)
		parts = append(parts, fallen(&t)+": "+got)
		by = trial.Union(by, s.agendasOf(throw))
	}
	switch {
	case len(parts) == 0:
		return "", by
	case each:
		return "each_die", by
	case total:
		return "sum", by
	}
	return strings.Join(parts, "; "), by
}

func extraStep(s *Sample) (string, []int) {
	p := s.Game.Program
	if s.Games == 0 {
		return "", s.Allowing(func(a *engine.Allow) bool {
			for i, goes := range a.Parts {
				if goes && !p.Parts[i].IsNumber {
					return a.Act == engine.Advance && a.Men == nil && a.From == nil
				}
			}
			return false
		})
	}
	if len(s.story.puts) == 0 {
		return "", nil
	}
	var by []int
	for throw, ways := range s.story.puts {
		for _, list := range ways {
			for _, part := range beyond(p, &p.Throws[throw], list) {
				for st := range s.story.oneStep[part] {
					by = append(by, st)
				}
			}
		}
	}
	return trial.YesNo(len(by) > 0), by
}

// beyond are the parts that a throw puts up beside its number: words, and a 1 that
// stands beside another number and is no die.
func beyond(p *engine.Program, t *engine.Throw, list []uint8) []uint8 {
	var words, ones []uint8
	numbers := 0
	for _, part := range list {
		switch pt := &p.Parts[part]; {
		case !pt.IsNumber:
			words = append(words, part)
		case pt.Number == 1:
			ones = append(ones, part)
			numbers++
		default:
			numbers++
		}
	}
	if numbers == 0 {
		return nil
	}
	if numbers > len(ones) && len(t.Faces) < 2 {
		words = append(words, ones...)
	}
	return words
}
