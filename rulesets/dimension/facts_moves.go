package dimension

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/dimension/lie"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Facts about men that step, leap and are taken, found from what was seen. Where
// too little was seen, nothing tells.

// flying says with how many men on the board a player may go to any empty place.
func flying(s *Sample) (string, []int) {
	p := s.Game.Program
	least, most, flies, stays := 0, 0, []int{}, []int{}
	for n := 1; n <= p.Men(0); n++ {
		men := strconv.Itoa(n)
		beside, anywhere, farther := s.times("flies", men, "beside"), s.times("flies", men, "anywhere"), s.times("flies", men, "farther")
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
	by := s.behind("step", "far", "plain")
	switch {
	case len(flies)+len(stays) == 0:
		return "", nil
	case len(stays) == 0:
		return "always", by
	case len(flies) == 0 && least > max(3, fewest(s)+1) && s.times("lost") > 0:
		return "", nil // nobody had so few men that it could be seen
	case len(flies) == 0:
		return "no", nil
	case stays[0] < most:
		return "", nil
	}
	return fmt.Sprintf("with %d men", most), by
}

// fewest is with how many men a player has lost; 0 where that is not known.
func fewest(s *Sample) int {
	value, _ := fewLeft(s)
	n := 0
	fmt.Sscan(value, &n)
	return n
}

// madeWord is the event of moves of an act that are made, those over opposing men of leaps.
var madeWord = map[string]string{"step": "step", "leap": "leap_takes"}

// linesOf says along which lines moves go: straight or slanting ones, or both, and then
// whether from every place, from every other one, or from some.
func linesOf(what string) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		l := lie.Of(s.Game)
		if l == nil {
			return "", nil
		}
		straight, slanting := map[[2]int]bool{}, map[[2]int]bool{}
		s.cases(what+"_line", words{}, func(w words, _ *tally) {
			to := straight
			if w[0] == lineWord(true) {
				to = slanting
			}
			to[[2]int{atoi(w[1]), atoi(w[2])}] = true
		})
		by := s.Kinds(ast.BoardKinds...)
		if len(straight) == 0 || len(slanting) == 0 { // by what there are no others
			by = trial.Union(by, s.behind(what+"_line_refused", lineWord(len(slanting) == 0)))
		}
		switch {
		case s.times(madeWord[what]) == 0 && s.Decisions >= often:
			return "none", nil
		case len(straight)+len(slanting) < atTimes:
			return "", nil
		case len(slanting) == 0:
			return "straight", by
		case len(straight) == 0:
			return "slanting", by
		}
		return l.Spread(slanting), by
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
			if s.times(madeWord[what]) == 0 {
				return "", nil // nobody does so
			}
			who := strconv.Itoa(q)
			back, refused := s.times(what+"_along", who, "plain", "back"), s.times(what+"_back_refused", who)
			switch {
			case back > 0:
				may++
			case s.times("could_"+what+"_back", who) >= some:
				not++
				by = trial.Union(by, s.behind(what+"_back_refused", who))
				if refused == 0 { // it is not permitted to begin with
					by = trial.Union(by, s.behind(what+"_along", who, "plain", "ahead"), s.behind(what+"_along", who, "plain", "level"))
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

// fewLeft says with how many men a player has lost to whom they were taken.
func fewLeft(s *Sample) (string, []int) {
	p := s.Game.Program
	by := []playerLeft{{}} // of all alike, or where they have not as many men, of each
	alike := sameMen(p)
	if !alike {
		by = make([]playerLeft, len(p.Players))
	}
	s.cases("left", words{}, func(w words, _ *tally) {
		x, l := &by[min(atoi(w[0]), len(by)-1)], left{atoi(w[1]), atoi(w[2])}
		if w[3] == "lost" {
			x.lost, x.by = append(x.lost, l), trial.Union(x.by, s.behind("left", w[:4]...))
		} else {
			x.goesOn = append(x.goesOn, l)
		}
	})
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

// sameMen reports whether all players have as many men.
func sameMen(p *engine.Program) bool {
	for q := range p.Players {
		if p.Men(q) != p.Men(0) {
			return false
		}
	}
	return true
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

// removingFor are the changes by which moves give men of the opponents.
func (s *Sample) removingFor() []int {
	var by []int
	for _, act := range []engine.Act{engine.Place, engine.Enter, engine.Step, engine.Leap, engine.Advance} {
		by = trial.Union(by, s.PuttingUp(engine.Remove, act))
	}
	return by
}
