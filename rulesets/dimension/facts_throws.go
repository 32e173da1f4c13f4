package dimension

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Facts about what is thrown, what throws put up to be played, and what gives another.

// Below so many occasions nothing is said of what never happened at them.
const fewOccasions = 5

// highest is the greatest value of some throws: of sides, how many there are.
func highest(list []engine.Throw) (most int) {
	for i := range list {
		most = max(most, list[i].Value)
	}
	return most
}

func whatIsThrown(s *Sample) (string, []int) {
	d := s.MainDevice()
	if d < 0 {
		return "nothing", slices.DeleteFunc(s.Kinds("stage"), func(st int) bool { return s.Game.Statements[st].Arg().Get("throws") != nil })
	}
	list, by := s.ThrowsOf(d), s.Throwing(d)
	faces := 0
	for i := range list {
		faces = max(faces, slices.Max(append(list[i].Dice, 0)))
	}
	switch dice := len(list[0].Dice); {
	case dice == 1:
		return fmt.Sprintf("1 die of %d faces", faces), by
	case dice > 1:
		return fmt.Sprintf("%d dice of %d faces", dice, faces), by
	}
	for _, st := range by {
		for _, kind := range []string{"sticks", "cowries", "lots"} {
			if s.Game.Statements[st].Arg().Get(kind) != nil {
				return fmt.Sprintf("%d %s", highest(list), kind), by
			}
		}
	}
	return "", nil
}

func diceThrown(s *Sample) (string, []int) {
	d := s.MainDevice()
	if d < 0 {
		return "0", nil
	}
	return fmt.Sprint(len(s.ThrowsOf(d)[0].Dice)), s.Throwing(d)
}

// oddsOfThrows tells the chances by one number where there is one: that of the side
// which counts, of sticks, shells and the like that fall each by itself.
func oddsOfThrows(s *Sample) (string, []int) {
	d := s.MainDevice()
	if d < 0 {
		return "", nil
	}
	list, by, ways := s.ThrowsOf(d), s.Throwing(d), s.Game.Program.Devices[d].Ways
	ratio := func(a, b int) string { return big.NewRat(int64(a), int64(b)).String() }
	if len(list[0].Dice) > 0 && even(list, ways) {
		return "every face as often as another", by
	}
	n := len(list) - 1
	up := sum(list, func(t *engine.Throw) int { return t.Ways * t.Value }) // sides up, over all ways
	single := len(list[0].Dice) == 0
	var each []string
	for i := range list {
		k, p := list[i].Value, float64(up)/float64(n*ways)
		alone := float64(choose(n, k)) * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
		single = single && math.Abs(float64(list[i].Ways)/float64(ways)-alone) < 1e-9
		each = append(each, list[i].Name+": "+ratio(list[i].Ways, ways))
	}
	if single {
		return ratio(up, n*ways), by
	}
	return strings.Join(each, ", "), by
}

// even reports whether throws are as likely as fair dice make them.
func even(list []engine.Throw, ways int) bool {
	all := sum(list, func(t *engine.Throw) int { return arrangements(t.Dice) })
	return !slices.ContainsFunc(list, func(t engine.Throw) bool { return t.Ways*all != arrangements(t.Dice)*ways })
}

func sum(list []engine.Throw, f func(*engine.Throw) int) int {
	n := 0
	for i := range list {
		n += f(&list[i])
	}
	return n
}

// arrangements is in how many ways dice that can be told apart show these faces.
func arrangements(dice []int) int {
	n, same := 1, map[int]int{}
	for i, face := range dice {
		same[face]++
		n = n * (i + 1) / same[face]
	}
	return n
}

func choose(n, k int) int {
	out := 1
	for i := range k {
		out = out * (n - i) / (i + 1)
	}
	return out
}

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
		texts = append(texts, t.Name+": "+text)
	}
	switch {
	case len(texts) == 0:
		return "what they show", by
	case as > 0:
		texts = append(texts, "the others what they show")
	}
	return strings.Join(texts, "; "), by
}

// shownDice are the numbers that a throw shows by itself.
func shownDice(t *engine.Throw) string {
	if len(t.Dice) == 0 {
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
			if t := &list[i]; len(t.Dice) == 0 && t.Value == bit(all)*highest(list) {
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
		if len(t.Dice) > 0 && got == "" || len(t.Dice) == 0 && (t.Value == 0 || t.Value == highest(list)) {
			continue
		}
		dice, put := strings.Split(t.Name, "-"), strings.Split(got, " and ")
		slices.Sort(dice)
		slices.Sort(put)
		each, total = each && len(t.Dice) > 0 && slices.Equal(dice, put), total && len(t.Dice) > 0 && got == fmt.Sprint(t.Value)
		parts = append(parts, t.Name+": "+got)
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
	if numbers > len(ones) && len(t.Dice) < 2 {
		words = append(words, ones...)
	}
	return words
}

func orderOfParts(s *Sample) (string, []int) {
	n, by := s.story.two, s.InOrder()
	switch {
	case n["free"] > 0 && n["fixed"] >= fewOccasions:
		return "both", by
	case n["free"] > 0:
		return "free", by
	case n["fixed"] > 0 && s.story.appended > 0 && s.story.inserted == 0:
		return "as_thrown", by
	case n["fixed"] >= fewOccasions || n["refused"] >= 10*fewOccasions:
		return "fixed", by
	case len(n) == 0 && s.story.choices > 10*fewOccasions:
		return "none", by
	}
	return "", by
}

func becomesOfUnplayable(s *Sample) (string, []int) {
	b := s.story.blocked
	told := map[string]int{}
	for w, n := range b {
		if w != "kept" && w != "lost" {
			told[w] = n
		}
	}
	if b["kept"]+b["lost"] > 0 && (len(told) == 0 || b["kept"] > 0 && told["turn_lost"] > 0) {
		told["number_lost"]++
	}
	return trial.Words(told), s.Blocking()
}
