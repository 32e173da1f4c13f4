package rulesets

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
)

// Facts about throws, turns, and men on their way along a track. What they are told by
// is in story_course.go and story_meetings.go.

// Below so many occasions nothing is said of what never happened at them.
const fewOccasions = 5

// rotation says which way men go round the middle of the board as it is drawn.
func rotation(s *Sample) (string, []int) {
	p := s.Game.Program
	if p.Next == nil || !s.drawn() {
		return "", nil
	}
	by := s.kinds("track")
	found := ""
	for q := range p.Players {
		sense := "across"
		if turned := s.turned(q); turned > 1.5*math.Pi {
			sense = "anticlockwise"
		} else if turned < -1.5*math.Pi {
			sense = "clockwise"
		}
		if found != "" && found != sense {
			return "differ", by
		}
		found = sense
	}
	return found, by
}

// drawn reports whether where the points of the board lie is known, not only how they
// are joined.
func (s *Sample) drawn() bool {
	for _, st := range s.Game.Statements {
		if st.Kind == "graph" {
			at := st.arg().Get("at")
			return at != nil && len(at.Keys) == len(s.Game.Board.Cells)
		}
	}
	return true
}

// turned is the angle by which a player's men go round the middle of the board. Where
// the track parts they take the longer way.
func (s *Sample) turned(q int) float64 {
	p, cells := s.Game.Program, s.Game.Board.Cells
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for i := range cells {
		for k, x := range []float64{cells[i].X, cells[i].Y} {
			lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
		}
	}
	angle := func(f int) (float64, bool) {
		c := &cells[p.CellOf[q][f]]
		x, y := c.X-(lo[0]+hi[0])/2, c.Y-(lo[1]+hi[1])/2
		return math.Atan2(y, x), math.Hypot(x, y) > 0.01
	}
	total, seen := 0.0, make([]bool, p.Places)
	for f := firstPlace(p); !seen[f] && len(p.Next[f]) > 0; {
		seen[f] = true
		next := p.Next[f][0]
		for _, t := range p.Next[f] {
			if seen[next] || p.Distance[t] > p.Distance[next] {
				next = t
			}
		}
		a, ok1 := angle(f)
		b, ok2 := angle(next)
		if ok1 && ok2 {
			total += math.Remainder(b-a, 2*math.Pi)
		}
		f = next
	}
	return total
}

// firstPlace is where the track begins: a place to which no step leads.
func firstPlace(p *engine.Program) int {
	led := make([]bool, p.Places)
	for _, next := range p.Next {
		for _, t := range next {
			led[t] = true
		}
	}
	for f := range led {
		if !led[f] && len(p.Next[f]) > 0 {
			return f
		}
	}
	return 0
}

func orderOfTurns(s *Sample) (string, []int) {
	by := append(s.kinds("players"), s.changing(engine.NextIs, engine.OnTurnEnd|engine.OnPlayed)...)
	o := s.story.course.order
	switch {
	case len(o) == 0:
		return "", by
	case len(o) > 1:
		return "other", by
	}
	return words(o), by
}

// changing are the changes with an effect that answer some of the triggers.
func (s *Sample) changing(kind engine.EffectKind, on engine.Trigger) []int {
	var by []int
	for i := range s.Game.Program.Changes {
		c := &s.Game.Program.Changes[i]
		if c.On&on != 0 && slices.ContainsFunc(c.Effects, func(e engine.Effect) bool { return e.Kind == kind }) {
			by = append(by, c.Statement)
		}
	}
	return by
}

// allowing are the permissions for which f holds.
func (s *Sample) allowing(f func(a *engine.Allow) bool) []int {
	var by []int
	for i := range s.Game.Program.Allows {
		if a := &s.Game.Program.Allows[i]; f(a) {
			by = append(by, a.Statement)
		}
	}
	return by
}

func entersOrPlaces(a *engine.Allow) bool { return a.Act == engine.Enter || a.Act == engine.Place }

// oddsOfThrows tells the chances by one number where there is one: that of the side
// which counts, of sticks, shells and the like that fall each by itself.
func oddsOfThrows(s *Sample) (string, []int) {
	d := s.mainDevice()
	if d < 0 {
		return "", nil
	}
	list, by, ways := s.throwsOf(d), s.throwing(d), s.Game.Program.Devices[d].Ways
	ratio := func(a, b int) string { return fmt.Sprintf("%d/%d", a/gcd(a, b), b/gcd(a, b)) }
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
		if list[i].Ways > 0 {
			each = append(each, list[i].Name+": "+ratio(list[i].Ways, ways))
		}
	}
	if single {
		return ratio(up, n*ways), by
	}
	return strings.Join(each, ", "), by
}

// countedThrows says which numbers each throw puts up to be played.
func countedThrows(s *Sample) (string, []int) {
	d := s.mainDevice()
	if d < 0 {
		return "", nil
	}
	p := s.Game.Program
	var by []int
	for i := range p.Agendas {
		if a := &p.Agendas[i]; a.Throw >= 0 && p.Throws[a.Throw].Device == d && len(s.numbersOf(a)) > 0 && !slices.Contains(by, a.Statement) {
			by = append(by, a.Statement)
		}
	}
	list := s.throwsOf(d)
	var texts []string
	as := 0
	for i := range list {
		t := &list[i]
		found := s.story.course.numbers[p.Devices[d].First+i]
		if t.Ways == 0 {
			continue
		}
		if len(found) == 0 {
			return "", by
		}
		if len(found) > 1 { // nothing at all, when it was void or there was nothing to play it with
			rest := map[string]int{}
			for k, n := range found {
				if k != "" {
					rest[k] = n
				}
			}
			found = rest
		}
		text := strings.Join(strings.Split(words(found), ", "), " or ")
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

// alike is what an event has in common with others, and in what it may differ from
// them.
type alike struct{ rest, differs any }

// tallies adds up events that a function sorts under keys.
func tallies[K comparable](given map[event][2]int, key func(e event) (K, bool)) map[K][2]int {
	out := map[K][2]int{}
	for e, n := range given {
		if k, ok := key(e); ok {
			x := out[k]
			out[k] = [2]int{x[0] + n[0], x[1] + n[1]}
		}
	}
	return out
}

func gave(n [2]int) bool    { return n[1] >= 2 && n[1] >= n[0] }
func gaveNot(n [2]int) bool { return n[1] == 0 && n[0] >= fewOccasions }

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
	compare := func(what string, may func(any) bool, key func(e event) (alike, bool)) {
		if matters(tallies(s.story.course.given, key), may) {
			count(&out, what)
		}
	}
	every := func(any) bool { return true }
	yes := func(v any) bool { return v.(bool) }
	board := func(e event) bool { return e.to >= 0 && e.to < places }
	compare("throw", every, func(e event) (alike, bool) { return alike{e.act < 0, e.throw}, !e.took })
	compare("place", every, func(e event) (alike, bool) { return alike{[2]int{e.throw, e.act}, e.to}, !e.took && board(e) })
	compare("home", yes, func(e event) (alike, bool) {
		return alike{e.throw, e.act == int(engine.BearOff)}, !e.took && e.act >= 0
	})
	compare("taking", yes, func(e event) (alike, bool) { return alike{e.throw, e.took}, board(e) })
	compare("taking", yes, func(e event) (alike, bool) { return alike{[2]int{e.throw, e.to}, e.took}, board(e) })
	for _, n := range s.story.course.given {
		if n[1] > 0 && len(out) == 0 {
			count(&out, "otherwise")
		}
	}
	return out
}

// throwGiving are the statements that put up further throws in answer to some triggers;
// with OnThrow also those that say what a throw puts up.
func (s *Sample) throwGiving(on engine.Trigger) []int {
	p := s.Game.Program
	var by []int
	for i := range p.Agendas {
		a := &p.Agendas[i]
		owes := slices.ContainsFunc(a.Parts, func(x uint8) bool { return x&^0x80 == engine.PartThrow })
		if on&engine.OnThrow != 0 && a.Throw >= 0 && owes && !slices.Contains(by, a.Statement) {
			by = append(by, a.Statement)
		}
	}
	for i := range p.Changes {
		c := &p.Changes[i]
		gives := func(e engine.Effect) bool {
			return e.Kind == engine.AddParts && slices.ContainsFunc(e.Parts, func(x uint8) bool { return x&^0x80 == engine.PartThrow }) ||
				e.Kind == engine.NextIs && e.A != nil && e.A.Op == engine.NPlayer
		}
		if c.On&on != 0 && slices.ContainsFunc(c.Effects, gives) {
			by = append(by, c.Statement)
		}
	}
	return by
}

// byMoves are the triggers of moves, byThrows those of throws; either may be answered
// when the throw has been played out, or the turn is over.
const (
	byMoves  = engine.Trigger(1<<16-1) | engine.OnPlayed | engine.OnTurnEnd
	byThrows = engine.OnThrow | engine.OnPlayed | engine.OnTurnEnd
)

// anotherThrow says what gives another throw.
func anotherThrow(s *Sample) (string, []int) {
	occasions := 0
	for _, n := range s.story.course.given {
		occasions += n[0] + n[1]
	}
	list := s.givers()
	switch {
	case len(list) > 0:
		return words(list), s.throwGiving(byThrows | byMoves)
	case occasions < 10*fewOccasions:
		return "", nil
	}
	return "none", nil
}

// gives says whether something gives another throw; nothing where it was hardly seen.
// by are the triggers of rules that would say so.
func gives(what string, by engine.Trigger, occasion func(p *engine.Program, e event) bool) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		if s.Games == 0 {
			return "", s.throwGiving(by)
		}
		if s.givers()[what] > 0 {
			if list := s.throwGiving(by); len(list) > 0 {
				return "yes", list
			}
			return "yes", s.throwGiving(byThrows | byMoves)
		}
		n := 0
		for e, k := range s.story.course.given {
			if occasion(s.Game.Program, e) {
				n += k[0] + k[1]
			}
		}
		if n < fewOccasions {
			return "", nil
		}
		return "no", nil
	}
}

func byThrow(_ *engine.Program, e event) bool  { return e.act < 0 }
func byTaking(_ *engine.Program, e event) bool { return e.took }
func byPlace(p *engine.Program, e event) bool  { return !e.took && e.to >= 0 && e.to < p.Places }

func extraStep(s *Sample) (string, []int) {
	c := &s.story.course
	if s.Games == 0 {
		return "", s.allowing(func(a *engine.Allow) bool {
			for i, goes := range a.Parts {
				if goes && !s.Game.Program.Parts[i].IsNumber {
					return a.Act == engine.Advance && a.Men == nil && a.From == nil
				}
			}
			return false
		})
	}
	if len(c.numbers) == 0 {
		return "", nil
	}
	var by []int
	for part := range c.extras {
		for st := range c.single[part] {
			by = append(by, st)
		}
	}
	slices.Sort(by)
	return yesNo(len(by) > 0), slices.Compact(by)
}

func orderOfParts(s *Sample) (string, []int) {
	by := s.kinds("order")
	for i := range s.Game.Program.Agendas {
		if a := &s.Game.Program.Agendas[i]; a.Fixed && !slices.Contains(by, a.Statement) {
			by = append(by, a.Statement)
		}
	}
	n := s.story.course.two
	fixed := n["fixed"] >= fewOccasions || n["refused"] >= 10*fewOccasions
	switch {
	case n["free"] > 0 && n["fixed"] >= fewOccasions:
		return "both", by
	case n["free"] > 0:
		return "free", by
	case fixed:
		return "fixed", by
	case len(n) == 0 && s.story.choices > 10*fewOccasions:
		return "none", by
	}
	return "", by
}

// enteringThrows lists the throws that can bring a man in.
func enteringThrows(s *Sample) (string, []int) {
	p := s.Game.Program
	by := s.allowing(entersOrPlaces)
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
			by = append(by, s.definitions([]int{c.Statement})...)
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

// definitions are those that statements use, and the board where they name a set of
// its points.
func (s *Sample) definitions(by []int) []int {
	var list []*Statement
	for _, i := range by {
		list = append(list, s.Game.Statements[i])
	}
	uses := s.Game.Interpretation.Uses(list)
	named := false
	for _, st := range slices.Concat(list, uses) {
		eachExpression(st.Node, func(e *expr) {
			e.walk(func(k *expr) {
				_, set := s.Game.Board.Sets[k.text]
				named = named || k.op == "name" && set
			})
		})
	}
	return s.statementsWhere(func(st *Statement) bool {
		return slices.Contains(uses, st) || named && slices.Contains(boardKinds, st.Kind)
	})
}

// throwsThatEnter names the throws by which men came in, with no man on the board (0)
// or some (1); any where all do, and where some throws count nothing any that counts. It
// does not know where some throw was not seen often enough.
func (s *Sample) throwsThatEnter(some int) (string, bool) {
	d := s.mainDevice()
	if d < 0 {
		return "", false
	}
	first := s.Game.Program.Devices[d].First
	var names []string
	all, idle := true, false
	for i, t := range s.throwsOf(d) {
		n := s.story.course.enter[some][first+i]
		switch {
		case n[1] > 0:
			names = append(names, t.Name)
		case t.Ways == 0:
		case len(s.story.course.numbers[first+i]) == 1 && s.story.course.numbers[first+i][""] > 0:
			idle = true
		case n[0] < fewOccasions && s.story.between[0] == 0:
			return "", false
		case n[0] < fewOccasions: // throws are collected: what does it put up?
			if s.putsUpEntering(some, first+i) {
				names = append(names, t.Name)
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
	for part := range s.story.course.puts[throw] {
		if s.story.course.enterBy[some][part] {
			return true
		}
	}
	return false
}

// enteringPlace says where men come in, counted along the track.
func enteringPlace(s *Sample) (string, []int) {
	by := s.allowing(entersOrPlaces)
	p := s.Game.Program
	if len(s.story.course.places) == 0 || p.Next == nil {
		return "", by
	}
	start := firstPlace(p)
	steps := stepsAlong(p)[start]
	found, numbers := map[string]int{}, map[int]bool{}
	for _, to := range sortedKeys(s.story.course.places) {
		for _, n := range sortedKeys(s.story.course.places[to]) {
			numbers[n] = true
			at := steps[to] + 1 // where the first is 1
			if to == start {
				at = 1
			}
			switch {
			case at == 1 && n != 1:
				count(&found, "first")
			case at == n:
				count(&found, "as_thrown")
			default:
				count(&found, "elsewhere")
			}
		}
	}
	if len(numbers) == 1 && numbers[1] {
		return "first", by // of a 1 it cannot be told which of the two is meant
	}
	if found["first"] > 0 && found["as_thrown"] == 1 && numbers[1] && len(s.story.course.places) == 1 {
		return "first", by
	}
	return words(found), by
}

// entryShared says whether opponents come to the places where men come in.
func entryShared(s *Sample) (string, []int) {
	p := s.Game.Program
	if len(s.story.course.places) == 0 {
		return "", nil
	}
	shared := sharedPlaces(p)
	for to := range s.story.course.places {
		if slices.Contains(shared, to) {
			return "yes", nil
		}
	}
	return "no", nil
}

// entersOnly says whether parts by which men come in serve for nothing else.
func entersOnly(s *Sample) (string, []int) {
	in, other := s.story.course.parts[0], s.story.course.parts[1]
	if len(in) == 0 {
		return "", nil
	}
	for part := range in {
		if other[part] {
			return "no", nil
		}
	}
	return "yes", s.allowing(entersOrPlaces)
}

func justEntered(s *Sample) (string, []int) {
	n := s.story.course.entered
	switch {
	case n[2] > 0:
		return "may", nil
	case n[1] >= leastRefused:
		return "not", nil
	case n[0] >= 4*fewOccasions && n[1] == 0:
		return "never", nil
	}
	return "", nil
}

func takingForced(s *Sample) (string, []int) {
	t := &s.story.meetings
	if s.Games == 0 {
		var by []int
		for i := range s.Game.Program.Requires {
			if r := &s.Game.Program.Requires[i]; !r.LineOnly {
				by = append(by, r.Statement)
			}
		}
		return "", by
	}
	switch {
	case t.choice[0] > 0:
		return "no", nil
	case t.choice[1] > 0 || t.choice[2] >= 4*fewOccasions:
		return "yes", sortedKeys(t.require)
	}
	return "", nil
}

// metTogether says what becomes of two or more men of an opponent, where single ones
// are taken.
func metTogether(s *Sample) (string, []int) {
	t := &s.story.meetings
	f := sumFates(t.pair, t.open)
	by, landed := s.refusers(&f), f.landed()
	if landed > 0 {
		by = s.sends("advance", "enter", "step", "place")
	}
	switch {
	case landed == 0 && f.refused >= leastRefused && t.byPair.taken > 0:
		return "by_pair", by
	case landed == 0 && f.refused >= leastRefused:
		return "closed", by
	case landed == 0:
		return "", by
	case f.taken == landed:
		return "taken", by
	case f.stays == landed:
		return "beside", by
	case f.some == landed:
		return "some", by
	}
	return "several", by
}

// refusers are the statements that refused most of those, with what they use.
func (s *Sample) refusers(f *fate) []int {
	var by []int
	for _, st := range sortedKeys(f.by) {
		if 2*f.by[st] >= f.refused {
			by = append(by, st)
		}
	}
	return append(by, s.definitions(by)...)
}

func metEntering(s *Sample) (string, []int) {
	f := &s.story.meetings.entering
	landed := f.landed()
	by := s.refusers(f)
	if landed > 0 {
		by = s.sends("enter", "place")
	}
	switch {
	case f.taken > 0:
		return "taken", by
	case landed > 0 && f.stays == landed:
		return "stays", by
	case landed == 0 && f.refused >= leastRefused:
		return "closed", by
	}
	return "", by
}

// safety tells the places apart on which single men are taken and those on which they
// are not. Nothing is said unless every place has been tried to which opponents come.
func (s *Sample) safety() (safe []int, open int, all bool) {
	all = true
	t := &s.story.meetings
	for _, f := range sharedPlaces(s.Game.Program) {
		switch {
		case t.safe(f):
			safe = append(safe, f)
		case t.open(f):
			open++
		default:
			all = false
		}
	}
	return safe, open, all
}

func safePlaces(s *Sample) (string, []int) {
	t := &s.story.meetings
	list, open, all := s.safety()
	f := sumFates(t.single, func(place int) bool { return slices.Contains(list, place) })
	by := s.refusers(&f)
	switch {
	case open == 0 || len(list) == 0 && !all:
		return "", by
	case len(list) == 0:
		return "none", by
	case f.refused > 0 && f.stays > 0:
		return "several", by
	case f.stays > 0:
		by = s.sends("advance", "enter", "step", "place")
		return "shared", append(by, s.definitions(by)...)
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

func movedTogether(s *Sample) (string, []int) {
	by := s.allowing(func(a *engine.Allow) bool { return a.Men != nil })
	n := s.story.course.cluster
	switch {
	case n[2] > 0:
		return "may", by
	case n[0] > 0 && n[1] > 0:
		return "several", by
	case n[1] > 0:
		return "must", by
	case n[0] >= fewOccasions:
		return "no", by
	}
	return "", by
}

func goesRound(s *Sample) (string, []int) {
	p := s.Game.Program
	if p.Next == nil {
		return "", nil
	}
	by := s.kinds("track")
	if s.Games == 0 {
		return "", append(by, s.allowing(func(a *engine.Allow) bool { return a.Act == engine.Advance && a.To != nil })...)
	}
	if len(s.story.course.again) > 0 {
		return "yes", append(by, sortedKeys(s.story.course.again)...)
	}
	if n := s.story.course.ends["off"] + s.story.course.ends["stays"]; n < fewOccasions {
		return "", by
	}
	return "no", by
}

// bearing are the permissions for men to leave the board by numbers, one by one where
// there is one for that; the track itself, where men do not leave it.
func (s *Sample) bearing() []int {
	off := func(together bool) []int {
		return s.allowing(func(a *engine.Allow) bool {
			return a.Act == engine.BearOff && (a.Men != nil) == together && s.byNumbers(a)
		})
	}
	if by := off(false); len(by) > 0 {
		return by
	}
	if by := off(true); len(by) > 0 {
		return by
	}
	return s.kinds("track")
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

// twoWays says whether a man can go one way or another by the same part.
func twoWays(s *Sample) (string, []int) {
	by := s.kinds("track")
	if s.Games == 0 {
		return "", append(by, s.allowing(func(a *engine.Allow) bool { return a.Act == engine.Advance && a.To != nil })...)
	}
	switch {
	case s.story.course.branch > 0:
		return "yes", by
	case s.story.choices >= 10*fewOccasions:
		return "no", by
	}
	return "", by
}

func comesHome(s *Sample) (string, []int) {
	n := s.story.course.ends
	switch {
	case n["off"] > 0 && n["stays"] > 0:
		return "both", append(s.kinds("track"), s.bearing()...)
	case n["off"] > 0:
		return "off", s.bearing()
	case n["stays"] > 0 && n["on"] == 0:
		return "stays", s.kinds("track")
	}
	return "", s.bearing()
}

func exactness(s *Sample) (string, []int) {
	by := s.bearing()
	for i := range s.Game.Program.Forbids {
		if f := &s.Game.Program.Forbids[i]; f.Acts == engine.OnAct(engine.BearOff) {
			by = append(by, f.Statement)
		}
	}
	n := s.story.course.exact
	switch {
	case n["more enough"] > 0:
		return "more", by
	case n["just enough"] > 0 && n["more not"] >= fewOccasions:
		return "exact", by
	case n["just enough"] == 0 && n["just not"]+n["more not"] >= fewOccasions && n["word"] > 0:
		return "word", s.allowing(func(a *engine.Allow) bool { return a.Act == engine.BearOff })
	}
	return "", by
}

func afterHome(s *Sample) (string, []int) {
	n := s.story.course.home
	switch {
	case n["on"] > 0:
		return "on", s.endedBy()
	case n["over"] > 0:
		return "over", s.endedBy()
	}
	return "", s.endedBy()
}

func partnerHome(s *Sample) (string, []int) {
	return words(s.story.course.turns), s.changing(engine.NextIs, engine.OnTurnEnd|engine.OnPlayed)
}

// worth lists what it is worth to bring the last man home.
func worth(s *Sample) (string, []int) {
	var by []int
	for i := range s.Game.Program.Scores {
		by = append(by, s.Game.Program.Scores[i].Statement)
	}
	by = append(by, s.definitions(by)...)
	values := map[int]bool{}
	for _, points := range s.story.course.wins {
		for n := range points {
			values[n] = true
		}
	}
	var list []string
	for _, n := range sortedKeys(values) {
		list = append(list, pointsText(s.Game.Program, n))
	}
	return strings.Join(list, ", "), by
}

// farBehind says whether that is worth more, the more opponents have brought nobody
// home.
func farBehind(s *Sample) (string, []int) {
	_, by := worth(s)
	wins := s.story.course.wins
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

// mostThrows steers the throws: how many can a turn have when nothing falls but what
// gives another, always the same or, where there are several, never twice running? At
// random that is too rare to be seen.
func mostThrows(s *Sample) (string, []int) {
	by := append(s.throwGiving(byThrows), s.changing(engine.DropTurn, engine.OnThrow)...)
	by = append(by, s.changing(engine.DropRest, engine.OnThrow)...)
	if s.givers()["throw"] == 0 {
		return "", by
	}
	var givers []int
	for _, n := range []int{-1, 0} { // by the throw itself, or by a move after it
		found := tallies(s.story.course.given, func(e event) (int, bool) { return e.throw, !e.took && (e.act < 0) == (n < 0) })
		for _, t := range sortedKeys(found) {
			if gave(found[t]) && !slices.Contains(givers, t) {
				givers = append(givers, t)
			}
		}
	}
	if len(givers) == 0 {
		return "", by
	}
	alike, mixed := 0, 0
	for _, t := range givers {
		alike = max(alike, s.steeredThrows(func(int, *engine.Random) int { return t }))
	}
	if len(givers) > 1 {
		mixed = s.steeredThrows(func(last int, r *engine.Random) int {
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
func (s *Sample) steeredThrows(pick func(last int, r *engine.Random) int) int {
	p := s.Game.Program
	in, st := engine.NewInterpreter(p), p.NewState()
	var buf []engine.Move
	most := 0
	for n := range uint64(20) {
		r := engine.NewRandom(s.Seed, 1<<40+n)
		in.Start(st)
		owner, throws, last := -1, 0, -1
		for ply := 0; ply < 60+20*int(n) && throws < manyThrows && st.Status() != engine.Over; ply++ {
			if st.Status() == engine.AwaitsThrow {
				d := st.Device(p)
				t := p.Draw(r, d)
				switch {
				case owner < 0 && st.Fresh() && uint64(ply) >= 10*n && !s.lots(d):
					owner = st.Owner()
					fallthrough
				case owner == st.Owner():
					t = pick(last, r)
					throws, last = throws+1, t
				}
				if owner >= 0 && st.Owner() != owner {
					break
				}
				in.Throw(st, t)
				continue
			}
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
		}
		if end, over := st.End(); over && end < 0 && throws > fewOccasions {
			throws = manyThrows // there is no room for what they put up
		}
		most = max(most, throws)
	}
	return most
}
