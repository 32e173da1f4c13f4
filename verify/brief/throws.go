package brief

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/lang"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify"
)

// What a throw gives may depend on when it is made: in which stage, after which other
// throws, in which position. So every throw is made in every state of some games that
// awaits one, and what it gives is told for each case, with what tells the cases apart.

// statesAsked is how many states that await a throw are looked at in each game's rules.
const statesAsked = 240

// gift is what a throw gives in some of the states that await it.
type gift struct {
	plays  string // in words
	agenda int    // the statement that answers the throw, -1 where none does
	others string // the numbers of the statements that change what is to be played
	stage  int
}

// gifts are what each throw of some rules was seen to give.
type gifts struct {
	g       *rulesets.Game
	of      []map[gift]int // by throw, how often
	stages  []map[int]bool // by device, those in which it was thrown
	changes map[string][]int
	after   []map[int]bool // by throw, the statements that have changed what is left once it was played
}

// giftsOf makes every throw in every state of some games that awaits it.
func giftsOf(g *rulesets.Game, seed uint64) *gifts {
	p := g.Program
	x := &gifts{g: g, of: make([]map[gift]int, len(p.Throws)), stages: make([]map[int]bool, len(p.Devices)), changes: map[string][]int{}, after: make([]map[int]bool, len(p.Throws))}
	for k := range x.of {
		x.of[k], x.after[k] = map[gift]int{}, map[int]bool{}
	}
	for d := range x.stages {
		x.stages[d] = map[int]bool{}
	}
	in, s := engine.NewInterpreter(p), p.NewState()
	in.History, in.Applied = history.New(), make([]int, len(g.Statements))
	var buf []engine.Move
	for n, seen, moves := uint64(0), 0, 0; seen < statesAsked && moves < 8*statesAsked; n++ {
		r := random.New(seed, n)
		// Every other game has each throw as often as any, so that rare ones follow one another.
		in.Start(s)
		play.Run(s, 8*statesAsked, play.Hands{
			Look: func(int) bool { return seen < statesAsked && moves < 8*statesAsked },
			Throw: func() bool {
				moves++
				seen++
				d := s.Device(p)
				x.ask(in, s, d)
				throw := p.Draw(r, d)
				if n%2 == 1 {
					if k := p.Devices[d].First + r.Below(p.Devices[d].Count); p.Throws[k].Ways > 0 {
						throw = k
					}
				}
				in.Throw(s, throw)
				return true
			},
			Move: func() bool {
				moves++
				var k int
				k, buf = in.Choose(s, r, buf[:0])
				clear(in.Applied)
				throw := s.LastThrow()
				in.Play(s, buf[k])
				x.played(in.Applied, throw)
				return true
			},
		})
	}
	return x
}

// ask makes every throw of a device in a state that awaits one.
func (x *gifts) ask(in *engine.Interpreter, s *engine.State, d int) {
	p := x.g.Program
	x.stages[d][s.Stage()] = true
	for k := p.Devices[d].First; k < p.Devices[d].First+p.Devices[d].Count; k++ {
		if p.Throws[k].Ways == 0 {
			continue
		}
		gift := gift{agenda: -1, stage: s.Stage()}
		if a := in.AgendaFor(s, s.Player(), k); a != nil {
			gift.agenda = a.Statement
		}
		after := s.Clone()
		clear(in.Applied)
		in.ThrowOnly(after, k)
		by := x.changing(engine.OnThrow, in.Applied)
		gift.others = fmt.Sprint(by)
		x.changes[gift.others] = by
		gift.plays = given(p, s, after)
		x.of[k][gift]++
	}
}

// played notes the statements that have changed what is left once a throw was played.
func (x *gifts) played(applied []int, throw int) {
	if throw < 0 {
		return
	}
	for _, st := range x.changing(engine.OnPlayed, applied) {
		x.after[throw][st] = true
	}
}

// changing are the statements that took effect and change what is to be played.
func (x *gifts) changing(on engine.Trigger, applied []int) (by []int) {
	for i := range x.g.Program.Changes {
		c := &x.g.Program.Changes[i]
		if c.On&on != 0 && applied[c.Statement] > 0 && !slices.Contains(by, c.Statement) && slices.ContainsFunc(c.Effects, changesParts) {
			by = append(by, c.Statement)
		}
	}
	return by
}

func changesParts(e engine.Effect) bool {
	switch e.Kind {
	case engine.AddParts, engine.DropRest, engine.DropTurn, engine.HandOver:
		return true
	}
	return false
}

// given says what a throw has put up: the parts, and the throws owed besides.
func given(p *engine.Program, before, after *engine.State) string {
	added, lost := position.PutUp(p, before, after)
	first, owed, offered := false, 0, 0
	var parts []uint8
	for i, part := range added {
		switch part {
		case engine.PartThrow:
			first, owed = first || i == 0, owed+1
		case engine.PartThrow | engine.OptionalPart:
			offered++
		default:
			parts = append(parts, part)
		}
	}
	said := playing(verify.PartNames(p, parts), after.InOrder())
	switch throws := furtherThrows(owed); {
	case owed > 0 && len(parts) == 0:
		said = throws
	case owed > 0 && first:
		said += ", after " + throws
	case owed > 0:
		said += ", and " + throws
	}
	if offered > 0 {
		said += ", and if the player likes " + furtherThrows(offered)
	}
	if lost {
		said += "; what was left to play is lost"
	}
	return said
}

func furtherThrows(n int) string {
	if n == 1 {
		return "a further throw"
	}
	return fmt.Sprintf("%d further throws", n)
}

// told is what a throw gives in words, each case with what it depends on, and the
// statements behind that.
func (x *gifts) told(throw int) (plays string, by []int) {
	var cases []gift
	for c := range x.of[throw] {
		cases = append(cases, c)
	}
	slices.SortFunc(cases, func(a, b gift) int {
		return cmp.Or(cmp.Compare(a.stage, b.stage), cmp.Compare(a.agenda, b.agenda), cmp.Compare(len(a.others), len(b.others)), cmp.Compare(a.others, b.others), cmp.Compare(a.plays, b.plays))
	})
	var order []string
	when := map[string][]string{}
	for _, c := range cases {
		if c.agenda >= 0 && !slices.Contains(by, c.agenda) {
			by = append(by, c.agenda)
		}
		for _, st := range x.changes[c.others] {
			if !slices.Contains(by, st) {
				by = append(by, st)
			}
		}
		if !slices.Contains(order, c.plays) {
			order = append(order, c.plays)
		}
		if words := x.when(c, cases); !slices.Contains(when[c.plays], words) {
			when[c.plays] = append(when[c.plays], words)
		}
	}
	// What holds otherwise comes last.
	slices.SortStableFunc(order, func(a, b string) int {
		return cmp.Compare(slices.IndexFunc(when[a], isOtherwise), slices.IndexFunc(when[b], isOtherwise))
	})
	for i, text := range order {
		if len(order) > 1 {
			order[i] = text + ", " + strings.Join(when[text], ", or ")
		}
	}
	plays = strings.Join(order, "; ")
	for _, st := range x.afterwards(throw) {
		plays += "; " + strings.TrimSuffix(edition.Sentence(x.g, x.g.Statements[st]), ".")
		by = append(by, st)
	}
	return plays, by
}

// afterwards are the statements that have changed what is left once a throw was played that is
// a doublet as this one is, or is none as this one.
func (x *gifts) afterwards(throw int) []int {
	p, all := x.g.Program, map[int]bool{}
	for k := range x.after {
		if p.Throws[k].Device == p.Throws[throw].Device && p.Throws[k].Double == p.Throws[throw].Double {
			maps.Copy(all, x.after[k])
		}
	}
	return slices.Sorted(maps.Keys(all))
}

const otherwise = "otherwise"

// when says in which of several cases one is.
func (x *gifts) when(c gift, among []gift) string {
	differs := func(same func(a gift) bool) bool {
		return slices.ContainsFunc(among, func(a gift) bool { return !same(a) && a.plays != c.plays })
	}
	var said []string
	if differs(func(a gift) bool { return a.stage == c.stage }) {
		said = append(said, "in "+x.stageName(c.stage))
	}
	add := func(statement int) {
		if statement < 0 {
			return
		}
		if when := x.g.Statements[statement].When(); when != nil {
			said = append(said, edition.If(x.g, when))
		}
	}
	if differs(func(a gift) bool { return a.agenda == c.agenda }) {
		add(c.agenda)
	}
	// Where that leaves several, other statements tell them apart.
	alike := slices.DeleteFunc(slices.Clone(among), func(a gift) bool { return a.stage != c.stage || a.agenda != c.agenda || a.plays == c.plays })
	for _, st := range x.changes[c.others] {
		if slices.ContainsFunc(alike, func(a gift) bool { return !slices.Contains(x.changes[a.others], st) }) {
			add(st)
			alike = nil
		}
	}
	switch cases := strings.Join(said, " and "); {
	case len(said) == 0:
		return otherwise
	case len(alike) > 0:
		return otherwise + ", " + cases
	default:
		return cases
	}
}

// isOtherwise reports whether words say that a case is that of all others.
func isOtherwise(words string) bool { return strings.HasPrefix(words, otherwise) }

func (x *gifts) stageName(stage int) string {
	if stage < 0 {
		return "no stage"
	}
	return edition.StageName(x.g, x.g.Program.Stages[stage].ID)
}

// thrownIn names the stages in which a device is thrown, where something else is thrown
// in others.
func (x *gifts) thrownIn(device int) string {
	several := 0
	for _, stages := range x.stages {
		several += min(len(stages), 1)
	}
	if several < 2 {
		return ""
	}
	var names []string
	for _, st := range slices.Sorted(maps.Keys(x.stages[device])) {
		names = append(names, x.stageName(st))
	}
	return strings.Join(names, " and ")
}

// find is the throw of a device by its name, -1 where it is never made.
func (x *gifts) find(device, throw string) int {
	p := x.g.Program
	return slices.IndexFunc(p.Throws, func(t engine.Throw) bool {
		return t.Name == throw && t.Ways > 0 && p.Devices[t.Device].ID == device && len(x.stages[t.Device]) > 0
	})
}

// chance is that of a throw, among those of its device.
func (x *gifts) chance(throw int) string {
	t := &x.g.Program.Throws[throw]
	return lang.Fraction(t.Ways, x.g.Program.Devices[t.Device].Ways)
}

// concernsThrows reports whether one of two interpretations has a statement that the other
// has not and on which it may depend what is thrown, or what a throw gives.
func concernsThrows(a, b *rulesets.Game) bool {
	concerned := func(g, other *rulesets.Game) bool {
		return slices.ContainsFunc(g.Statements, func(s *rulesets.Statement) bool {
			switch s.Kind {
			case "allow", "forbid", "except", "require", "end", "score", "settles", "never", "always", "blocked", "begins", "set_up":
				return false
			}
			return !slices.Contains(other.Statements, s)
		})
	}
	return concerned(a, b) || concerned(b, a)
}

// giftsUnder are the gifts of a reading alone, and of what it is compared with: the default,
// or the readings under which its question arises.
func giftsUnder(t *verify.Target, a rulesets.Alternative, seed uint64) (with string, base, x *gifts) {
	kept := func(choice rulesets.Choice) *gifts {
		g, errs := t.GameOf(choice)
		if len(errs) > 0 {
			return nil
		}
		type key struct {
			choice string
			seed   uint64
		}
		return verify.Once(&t.Memo, key{choice.String(), seed}, func() *gifts { return giftsOf(g, seed) })
	}
	before := maps.Clone(a.Choice)
	for q := range before {
		if q == a.Question.ID || q == a.Question.Name() {
			delete(before, q)
		}
	}
	g, errs := t.GameOf(a.Choice)
	from, more := t.GameOf(before)
	if len(errs) > 0 || len(more) > 0 || !concernsThrows(from, g) {
		return "", nil, nil
	}
	return before.String(), kept(before), kept(a.Choice)
}
