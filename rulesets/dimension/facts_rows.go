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

// Facts about rows of men and what they give, found from what was seen.

// rowGives says what a row gives that is closed by placing a man, or by moving one; by
// either where neither is asked for.
func rowGives(placing ...int) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		words := map[string]bool{}
		closed := 0
		var ends []int
		for _, by := range placing {
			for gives := range 2 * rowGivesPoints {
				n := s.sighted("row gives", by, gives)
				if closed += n; n == 0 {
					continue
				}
				ends = trial.Union(ends, s.sightedBy("row gives", by, gives))
				for bit, word := range map[int]string{rowGivesMan: "man", rowGivesGame: "game", rowGivesPoints: "points"} {
					if gives&bit != 0 {
						words[word] = true
					}
				}
			}
		}
		var list []string
		for w := range words {
			if w != "points" || !words["game"] { // a game that is won counts something
				list = append(list, w)
			}
		}
		sort.Strings(list)
		switch {
		case len(list) > 0:
			if words["man"] {
				ends = trial.Union(ends, s.removingFor())
			}
			return strings.Join(list, ", "), ends
		case closed >= seenAtTimes:
			return "nothing", nil
		}
		return "", nil
	}
}

// removingFor are the changes by which moves give men of the opponents.
func (s *Sample) removingFor() []int {
	var by []int
	for _, act := range []engine.Act{engine.Place, engine.Enter, engine.Step, engine.Leap, engine.Advance} {
		by = trial.Union(by, s.PuttingUp(engine.Remove, act))
	}
	return by
}

// rowsThatCount says how many rows count as such, and of how many places they are.
func rowsThatCount(s *Sample) (string, []int) {
	p := s.Game.Program
	if len(p.Lines) == 0 || len(p.Lines[0]) == 0 {
		return "none", s.Kinds(ast.BoardKinds...)
	}
	if gives, _ := rowGives(0, 1)(s); gives == "nothing" {
		return "none", nil
	}
	counts, slanting := 0, 0
	l := lie.Of(s.Game)
	for i, line := range p.Lines[0] {
		yes, no, idle := 0, 0, 0
		for placing := range 2 {
			y, n := s.sighted("row counts", i, 2*placing+1), s.sighted("row counts", i, 2*placing)
			yes += y
			if effective, _ := rowGives(placing)(s); effective == "nothing" || effective == "" {
				idle += n // no row counts that is closed like this
			} else {
				no += n
			}
		}
		switch {
		case yes > 0:
			counts++
			places := line.Places()
			slanting += bit(l != nil && l.Slants(p.CellOf[0][places[0]], p.CellOf[0][places[len(places)-1]]))
		case no < seenAtTimes:
			return "", nil // not seen closed
		}
	}
	by := s.Kinds(ast.BoardKinds...)
	switch long := p.Lines[0][0].Count(); {
	case counts == 0:
		return "", nil // only several at once
	case slanting > 0:
		return fmt.Sprintf("%d rows of %d, %d of them slanting", counts, long, slanting), by
	default:
		return fmt.Sprintf("%d rows of %d", counts, long), by
	}
}

// menForRows says how many men are taken when one move closes several rows.
func menForRows(s *Sample) (string, []int) {
	var one, several int // how often it was one man, of one row and of two
	var more, each int   // more men for one row; two for two
	other := 0
	for men := 1; men < 8; men++ {
		n := s.sighted("men for rows", 2, men)
		switch men {
		case 1:
			one, several = s.sighted("men for rows", 1, 1), n
		case 2:
			more, each = more+s.sighted("men for rows", 1, 2), n
		default:
			more, other = more+s.sighted("men for rows", 1, men), other+n
		}
	}
	by := s.removingFor()
	switch {
	case one+more == 0 || several+each+other == 0:
		return "", nil
	case more == 0 && each+other == 0:
		return "one", by
	case more == 0 && several+other == 0:
		return "each", by
	}
	return "otherwise", by
}

// victims counts men that could be taken by an act of its own and men that could not,
// of those for which a condition on the cases holds. by are the statements that let men be
// taken against a prohibition, and those that do not.
func (s *Sample) victims(wanted func(kind int) bool) (taken, spared int, by []int) {
	for kind := range victimCases {
		if wanted(kind) {
			taken += s.sighted("victim", kind, 1)
			spared += s.sighted("victim", kind, 0)
			by = trial.Union(by, s.sightedBy("victim", kind, 0), s.sightedBy("victim", kind, 1))
		}
	}
	return taken, spared, by
}

// whichVictims says which men of a kind may be taken: any, none, those within reach, or
// otherwise.
func whichVictims(of func(kind int) bool, often int) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		near, nearNot, _ := s.victims(func(k int) bool { return of(k) && k&victimInReach != 0 })
		away, awayNot, _ := s.victims(func(k int) bool { return of(k) && k&victimInReach == 0 })
		_, _, by := s.victims(of)
		switch {
		case near+away+nearNot+awayNot < often:
			return "", nil
		case nearNot+awayNot == 0:
			return "any", by
		case near+away == 0:
			return "none", by
		case away == 0 && nearNot == 0 && awayNot >= often:
			return "within_reach", by
		}
		return "otherwise", by
	}
}

func inRowAmongOthers(k int) bool { return k&victimInRow != 0 && k&victimAllInRows == 0 }
func allInRows(k int) bool        { return k&victimAllInRows != 0 }
func outsideRows(k int) bool      { return k&victimInRow == 0 }

// outsideRowsNotLast leaves out the man that was placed, or moved, last.
func outsideRowsNotLast(k int) bool {
	return outsideRows(k) && k&(victimJustSet|victimJustMoved) == 0
}

// victimsOutside says which men outside rows may be taken.
func victimsOutside(s *Sample) (string, []int) {
	value, by := whichVictims(outsideRows, seenOften)(s)
	if value != "otherwise" {
		return value, by
	}
	// The man placed or moved last may be the exception.
	if rest, _ := whichVictims(outsideRowsNotLast, seenOften)(s); rest != "any" {
		return value, by
	}
	var words []string
	var list []int
	for _, c := range []struct {
		word   string
		wanted func(int) bool
	}{
		{"set", func(k int) bool { return outsideRows(k) && k&victimJustSet != 0 && k&victimByPlacing != 0 }},
		{"moved", func(k int) bool { return outsideRows(k) && k&victimJustMoved != 0 }},
	} {
		taken, spared, st := s.victims(c.wanted)
		if taken > 0 && spared > 0 {
			return value, by
		}
		if spared > 0 {
			words = append(words, c.word)
			list = trial.Union(list, st)
		}
	}
	if len(words) == 0 {
		return value, by
	}
	return "not_last_" + strings.Join(words, "_or_"), list
}

// firstToMove says who moves first when all men are placed.
func firstToMove(s *Sample) (string, []int) {
	other, last, next := s.sighted("first to move", 0, 0), s.sighted("first to move", 1, 0), s.sighted("first to move", 2, 0)
	turns := func(e engine.Effect) bool { return e.Kind == engine.NextIs || e.Kind == engine.StageIs }
	var by []int
	for i := range s.Game.Program.Changes {
		c := &s.Game.Program.Changes[i]
		if c.On&engine.OnAct(engine.Place) != 0 && slices.ContainsFunc(c.Effects, turns) {
			by = append(by, c.Statement)
		}
	}
	switch {
	case last+next+other < seenAtTimes:
		return "", nil
	case last > 0 && next+other > 0:
		return "lot", by
	case last > 0:
		return "last", by
	case other > 0:
		return "", nil
	}
	return "next", by
}

// wonWith says by what games were won.
func wonWith(s *Sample) (string, []int) {
	var list []string
	var by []int
	shut, sure := s.ShutOut()
	if !sure {
		return "", nil
	}
	words := []string{wonByRow: "row", wonByTaking: "taking", wonByNoMove: "no_move", wonOtherwise: "otherwise"}
	for how, word := range words {
		seen := s.sighted("won", how, 0) > 0
		if how == wonByNoMove && !seen { // it may be rare
			for _, e := range shut {
				if e.Winner == engine.Them || e.Winner == engine.Me {
					seen, by = true, append(by, e.Statement)
				}
			}
		}
		if seen {
			list = append(list, word)
			by = trial.Union(by, s.sightedBy("won", how, 0))
		}
	}
	return strings.Join(list, ", "), by
}

// worthOfShuttingIn says what it is worth to leave the opponent no move.
func worthOfShuttingIn(s *Sample) (string, []int) {
	p := s.Game.Program
	var by []int
	var worth []string
	shutOut, sure := s.ShutOut()
	if !sure {
		return "", nil
	}
	for _, e := range shutOut {
		by = append(by, e.Statement)
		worth = append(worth, map[engine.Winner]string{engine.Them: "win", engine.Me: "loss", engine.NoWinner: "draw"}[e.Winner])
	}
	for i := range p.Scores {
		if p.Scores[i].At == engine.AtNoMove {
			by = append(by, p.Scores[i].Statement)
		}
	}
	slices.Sort(worth)
	shut, other := s.story.prizes[true], s.story.prizes[false]
	switch worth = slices.Compact(worth); {
	case len(worth) == 0 && len(p.Blocked) > 0:
		for i := range p.Blocked {
			by = append(by, p.Blocked[i].Statement)
		}
		return "nothing", by
	case len(worth) != 1 || worth[0] == "":
		return "", by
	case worth[0] != "win" || len(p.Scores) == 0:
		return worth[0], by
	case len(shut) != 1 || len(other) != 1:
		return "", by
	case shut[0] == other[0]:
		return "win", by
	case 2*shut[0] == other[0]:
		return "half", by
	}
	return "otherwise", by
}
