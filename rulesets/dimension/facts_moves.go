package dimension

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/dimension/lie"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Facts about men that step, leap and are taken, found from what was seen. Where
// too little was seen, nothing tells.
const (
	seenOften   = 20 // as often as this, what has not been seen is not there
	seenAtTimes = 3  // of what is rare
)

// stepsSeen says how far men step.
func stepsSeen(s *Sample) (string, []int) {
	plain := [2]int{s.sighted("step", 0, 1), s.sighted("step", 1, 1)} // far, near
	other := [2]int{s.sighted("step", 0, 0), s.sighted("step", 1, 0)}
	by := trial.Union(s.sightedBy("step", 0, 1), s.sightedBy("step", 1, 1))
	onto := s.sighted("step onto", 1, 0) + s.sighted("step onto", 0, 0)
	switch n := plain[0] + plain[1] + other[0] + other[1]; {
	case n == 0 && s.Decisions >= seenOften:
		return "none", nil
	case n == 0:
		return "", nil
	case onto > 0:
		return "onto", trial.Union(by, s.sightedBy("step onto", 1, 0), s.sightedBy("step onto", 0, 0))
	case plain[0] > 0:
		return "far", trial.Union(by, s.sightedBy("step", 0, 0), s.sightedBy("step", 1, 0))
	case other[0] > 0:
		return "crowned_far", trial.Union(by, s.sightedBy("step", 0, 0))
	}
	return "near", by
}

// flying says with how many men on the board a player may go to any empty place.
func flying(s *Sample) (string, []int) {
	p := s.Game.Program
	least, most, flies, stays := 0, 0, []int{}, []int{}
	for n := 1; n <= p.Men(0); n++ {
		beside, anywhere, farther := s.sighted("flies", n, 0), s.sighted("flies", n, 1), s.sighted("flies", n, 2)
		switch {
		case beside+anywhere+farther == 0:
			continue
		case farther > 0 || beside > 0 && anywhere > 0:
			return "", nil // now this, now that
		case anywhere > 0:
			flies = append(flies, n)
			most = n
		default:
			stays = append(stays, n)
		}
		if least == 0 {
			least = n
		}
	}
	by := s.sightedBy("step", 0, 1)
	switch {
	case len(flies)+len(stays) == 0:
		return "", nil
	case len(stays) == 0:
		return "always", by
	case len(flies) == 0 && least > max(3, fewest(s)+1) && !nobodyTaken(s):
		return "", nil // nobody had so few men that it could be seen
	case len(flies) == 0:
		return "no", nil
	case stays[0] < most:
		return "", nil
	}
	return fmt.Sprintf("with %d men", most), by
}

// nobodyTaken reports whether no man was taken in any game.
func nobodyTaken(s *Sample) bool {
	value, _ := lostHow(s)
	return value == "none"
}

// fewest is with how many men a player has lost; 0 where that is not known.
func fewest(s *Sample) int {
	value, _ := fewLeft(s)
	n := 0
	fmt.Sscan(value, &n)
	return n
}

// linesOf says along which lines moves go: straight or slanting ones, or both, and then
// whether from every place, from every other one, or from some.
func linesOf(what string) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		l := lie.Of(s.Game)
		if l == nil {
			return "", nil
		}
		straight, slanting := map[[2]int]bool{}, map[[2]int]bool{}
		for k := range s.sights {
			if k.what != what+" line" {
				continue
			}
			to := straight
			if l.Slants(k.a, k.b) {
				to = slanting
			}
			to[[2]int{k.a, k.b}] = true
		}
		by := s.Kinds(ast.BoardKinds...)
		if len(straight) == 0 || len(slanting) == 0 { // by what there are no others
			by = trial.Union(by, s.sightedBy(what+" line refused", bit(len(slanting) == 0), 0))
		}
		switch {
		case s.sighted(what, 1, 1)+s.sighted(what, 1, 0)+s.sighted(what, 0, 1) == 0 && s.Decisions >= seenOften:
			return "none", nil
		case len(straight)+len(slanting) < seenAtTimes:
			return "", nil
		case len(slanting) == 0:
			return "straight", by
		case len(straight) == 0:
			return "slanting", by
		}
		return l.Spread(slanting), by
	}
}

// joined reports whether some act may be followed by another in one turn.
func joinedActs(first, then engine.Act) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		switch {
		case s.sighted("joined", int(first), int(then)) > 0:
			return "yes", s.PuttingUp(then, first)
		case s.sighted("turn ends with", int(first), 0) >= seenOften:
			return "no", nil
		}
		return "", nil // there is no such act, or hardly ever
	}
}

// backwards says whether plain men may go back by an act: yes, no, or one side's.
func backwards(act engine.Act) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		what := act.String()
		l := lie.Of(s.Game)
		var by []int
		may, not := 0, 0
		for q := range s.Game.Program.Players {
			if !l.Facing(q) {
				return "", nil
			}
			if s.sighted(what, 1, 1)+s.sighted(what, 1, 0)+s.sighted(what, 0, 1) == 0 {
				return "", nil // nobody does so
			}
			back := s.sighted(what+" along", 2*q+1, -1)
			refused := s.sighted(what+" back refused", q, 0)
			switch {
			case back > 0:
				may++
			case s.sighted("could "+what+" back", q, 0) >= seenOften/2:
				not++
				by = trial.Union(by, s.sightedBy(what+" back refused", q, 0))
				if refused == 0 { // it is not permitted to begin with
					by = trial.Union(by, s.sightedBy(what+" along", 2*q+1, 1), s.sightedBy(what+" along", 2*q+1, 0))
				}
			}
		}
		switch n := len(s.Game.Program.Players); {
		case may == n:
			return "yes", nil
		case not == n:
			return "no", by
		case may+not == n:
			return "one_side", by
		}
		return "", nil
	}
}

// returning says whether men may step back at once to where they came from.
func returning(s *Sample) (string, []int) {
	refused := s.sighted("return refused", 0, 0) + s.sighted("return refused", 1, 0)
	switch {
	case s.sighted("return", 1, 0) > 0:
		return "yes", nil
	case s.sighted("return", 0, 0) > 0:
		return "crowned", s.sightedBy("return refused", 1, 0)
	case refused >= seenAtTimes:
		return "no", trial.Union(s.sightedBy("return refused", 0, 0), s.sightedBy("return refused", 1, 0))
	}
	return "", nil
}

// crossing says whether men that have been at the far side may do what others may not.
func crossing(s *Sample) (string, []int) {
	crossed, gains := 0, false
	var by []int
	gain := func(n int, list []int) {
		if n > 0 {
			gains = true
			by = trial.Union(by, list)
		}
	}
	if l := lie.Of(s.Game); l == nil {
		return "", nil
	}
	stepsBack, _ := backwards(engine.Step)(s)
	leapsBack, _ := backwards(engine.Leap)(s)
	for q := range s.Game.Program.Players {
		for along := -1; along <= 1; along++ {
			crossed += s.sighted("step along", 2*q, along) + s.sighted("leap along", 2*q, along)
		}
		if stepsBack == "no" {
			gain(s.sighted("step along", 2*q, -1), s.Changing(trial.AnyTrigger, trial.OfKind(engine.AddMark)))
		}
		if leapsBack == "no" {
			gain(s.sighted("leap along", 2*q, -1), s.Changing(trial.AnyTrigger, trial.OfKind(engine.AddMark)))
		}
	}
	if s.sighted("step", 0, 1) == 0 {
		gain(s.sighted("step", 0, 0), s.Changing(trial.AnyTrigger, trial.OfKind(engine.AddMark)))
	}
	crossed += s.sighted("step", 0, 0)
	switch {
	case gains:
		return "yes", by
	case crossed >= seenOften:
		return "no", nil
	}
	return "", nil
}

// leapTakes says what a leap over an opposing man takes.
func leapTakes(s *Sample) (string, []int) {
	nothing, over := s.sighted("leap takes", 0, 0), s.sighted("leap takes", 1, 0)
	others := s.sighted("leap takes", 0, 1) + s.sighted("leap takes", 1, 1)
	delayed := s.sighted("stood till the turn ended", 1, 0) > 0
	switch {
	case nothing+over+others == 0:
		return "", nil
	case others > 0:
		return "otherwise", s.Sends(engine.Leap)
	case over > 0 && nothing == 0:
		return "over", s.Sends(engine.Leap)
	case over > 0:
		return "otherwise", s.Sends(engine.Leap)
	case delayed:
		return "over", s.Changing(engine.OnTurnEnd|engine.OnPlayed, trial.OfKind(engine.Send))
	}
	return "nothing", nil
}

// takenWhen says when men that are leapt over leave the board.
func takenWhen(s *Sample) (string, []int) {
	stood, gone := s.sighted("leap takes", 0, 0), s.sighted("leap takes", 1, 0)+s.sighted("leap takes", 1, 1)
	later, never := s.sighted("stood till the turn ended", 1, 0), s.sighted("stood till the turn ended", 0, 0)
	switch {
	case gone > 0 && stood == 0:
		return "at_once", s.Sends(engine.Leap)
	case stood > 0 && later > 0 && never == 0:
		return "after_turn", s.Changing(engine.OnTurnEnd|engine.OnPlayed, trial.OfKind(engine.Send))
	}
	return "", nil
}

// leapsOverOwn says whether a man may leap over one of its own side. Where men only leap,
// a leap that takes is no reason not to.
func leapsOverOwn(s *Sample) (string, []int) {
	could := s.sighted("could leap over own", 0, 0)
	if steps, _ := stepsSeen(s); steps == "none" {
		could += s.sighted("could leap over own", 1, 0)
	}
	switch {
	case s.sighted("leap", 0, 1)+s.sighted("leap", 1, 1) > 0:
		return "yes", nil
	case could >= seenOften:
		return "no", nil
	}
	return "", nil
}

// yesOrNo is a fact that was seen, or could have been seen often and was not.
func yesOrNo(what string, a, b int, could string, often int) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		switch n := s.sighted(could, 0, 0); {
		case s.sighted(what, a, b) > 0:
			return "yes", nil
		case n >= often:
			return "no", s.sightedBy(what+" refused", 0, 0)
		}
		return "", nil
	}
}

func leapsOn(s *Sample) (string, []int) {
	by := s.PuttingUp(engine.Leap, engine.Leap)
	switch {
	case s.sighted("leaps on", 0, 0) > 0:
		return "any", by
	case s.sighted("leaps on", 1, 0) > 0:
		return "same", by
	case s.sighted("could leap on", 0, 0) >= seenAtTimes:
		return "no", nil
	}
	return "", nil
}

// always says whether something that can be so or not always is, never is, or at times.
func always(what string, often int) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		switch yes, no := s.sighted(what, 1, 0), s.sighted(what, 0, 0); {
		case yes > 0 && no > 0:
			return "sometimes", trial.Union(s.sightedBy(what, 1, 0), s.sightedBy(what, 0, 0))
		case yes >= often:
			return "yes", s.sightedBy(what, 1, 0)
		case no >= often:
			return "no", s.sightedBy(what, 0, 0)
		}
		return "", nil
	}
}

// turning says whether a series of leaps may leave its line.
func turning(s *Sample) (string, []int) {
	switch {
	case s.sighted("turns", 1, 0) > 0:
		return "yes", nil
	case s.sighted("turns", 0, 0) > 0 && s.sighted("could turn", 0, 0) >= seenAtTimes:
		return "no", nil
	}
	return "", nil
}

// leavesMan says whether who may take a man by an act of its own may leave it.
func leavesMan(s *Sample) (string, []int) {
	value, by := always("leaves a man", seenAtTimes)(s)
	if value == "" {
		return "", nil
	}
	return value, trial.Union(by, s.removingFor())
}

// mustTake says whether a player who can take must.
func mustTake(s *Sample) (string, []int) {
	free, bound := s.sighted("take or not", 1, 0), s.sighted("take or not", 0, 0)
	huff, other := s.sighted("takes at once", 1, 0), s.sighted("takes at once", 0, 0)
	switch {
	case free == 0 && bound >= seenAtTimes:
		return "must", s.alwaysBy("take or not", 0, 0)
	case free >= seenAtTimes && 10*bound < free && huff >= seenAtTimes && other == 0:
		return "huff", s.Permitting(engine.Remove)
	case free >= seenAtTimes && 10*bound < free:
		return "free", nil
	}
	return "", nil
}

// mostMen says whether a player must choose the capture that takes most.
func mostMen(s *Sample) (string, []int) {
	switch {
	case s.sighted("takes fewer", 1, 0) > 0:
		return "no", nil
	case s.sighted("takes fewer", 0, 0) >= seenAtTimes:
		return "yes", s.sightedBy("takes fewer", 0, 0)
	}
	return "", nil
}

// fewLeft says with how many men a player has lost to whom they were taken.
func fewLeft(s *Sample) (string, []int) {
	p := s.Game.Program
	by := []playerLeft{{}} // of all alike, or where they have not as many men, of each
	alike := true
	for q := range p.Players {
		alike = alike && p.Men(q) == p.Men(0)
	}
	if !alike {
		by = make([]playerLeft, len(p.Players))
	}
	for k := range s.sights {
		if k.what != "left" {
			continue
		}
		x := &by[min(k.a>>16, len(by)-1)]
		l := left{k.a >> 8 & 255, k.a & 255}
		if k.b == 1 {
			x.lost = append(x.lost, l)
			x.by = trial.Union(x.by, s.sightedBy(k.what, k.a, k.b))
		} else {
			x.goesOn = append(x.goesOn, l)
		}
	}
	if alike {
		return by[0].fewest(), by[0].by
	}
	var list []string
	var statements []int
	for q := range by {
		if few := by[q].fewest(); few != "" && few != "never" {
			if few == "0" {
				few = "none"
			}
			list = append(list, p.Players[q]+" with "+few)
			statements = trial.Union(statements, by[q].by)
		}
	}
	return strings.Join(list, ", "), statements
}

// left is how many men a player had left, and playerLeft with how many he lost and went on.
type left struct{ board, hand int }

type playerLeft struct {
	lost, goesOn []left
	by           []int // the statements by which he lost
}

// fewest is with how many men a player loses; never where he went on without any.
func (x *playerLeft) fewest() string {
	fits := func(men func(left) int) (n int, ok bool) {
		most, least := -1, 1<<30 // with which a player lost, and could go on
		for _, l := range x.lost {
			most = max(most, men(l))
		}
		for _, l := range x.goesOn {
			least = min(least, men(l))
		}
		return most, most >= 0 && least == most+1
	}
	all, ok := fits(func(l left) int { return l.board + l.hand })
	board, okBoard := fits(func(l left) int { return l.board })
	switch {
	case ok:
		return fmt.Sprint(all)
	case okBoard:
		return fmt.Sprintf("%d on the board", board)
	case len(x.lost) == 0 && slices.Contains(x.goesOn, left{}):
		return "never"
	}
	return ""
}

// lostHow says how men are lost to opponents.
func lostHow(s *Sample) (string, []int) {
	var list []string
	words := []string{lostRemoved: "removed", lostLeapt: "leapt_over", lostMet: "met", lostOtherwise: "otherwise"}
	for how, word := range words {
		if s.sighted("lost", how, 0) > 0 {
			list = append(list, word)
		}
	}
	by := trial.Union(s.Sends(trial.Landing...))
	switch {
	case len(list) == 0 && s.Decisions < seenOften:
		return "", nil
	case len(list) == 0:
		return "none", nil
	}
	sort.Strings(list)
	return strings.Join(list, ", "), by
}

// dullEnd says how games end in which men go to and fro.
func dullEnd(s *Sample) (string, []int) {
	var n [dullGoesOn + 1]int
	var by []int
	for kind := range n {
		n[kind] = s.sighted("dull", kind, 0)
		by = trial.Union(by, s.sightedBy("dull", kind, 0))
	}
	switch {
	case n[dullOther] > 0:
		return "", nil
	case n[dullMore] > 0 && n[dullNobody]+n[dullGoesOn] == 0:
		return "more_men", by
	case n[dullNobody] > 0 && n[dullMore]+n[dullGoesOn] == 0:
		return "nobody", by
	case n[dullGoesOn] > 0 && n[dullMore]+n[dullNobody]+n[dullEvenNobody] == 0:
		return "goes_on", nil
	}
	return "", nil
}
