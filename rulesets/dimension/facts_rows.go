package dimension

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/dimension/lie"
	"github.com/lectio/lectio/rulesets/engine"
)

// Facts about rows of men and what they give, found from what was seen.

// rowsThatCount says how many rows count as such, and of how many places they are.
func rowsThatCount(s *Sample) (string, []int) {
	p := s.Game.Program
	if len(p.Lines) == 0 || len(p.Lines[0]) == 0 {
		return "none", s.Kinds(ast.BoardKinds...)
	}
	nothing := func(how ...string) bool {
		return s.times("row_gives", append(how, "no_man", "no_game", "no_points")...) == s.times("row_gives", how[0])
	}
	if closed := s.times("row_gives"); closed >= atTimes && nothing(anyWord) {
		return "none", nil
	}
	counts, slanting := 0, 0
	l := lie.Of(s.Game)
	for i, line := range p.Lines[0] {
		yes, no, idle := 0, 0, 0
		for _, how := range []string{"placed", "moved"} {
			row := strconv.Itoa(i)
			n := s.times("row_counts", row, how, "no")
			yes += s.times("row_counts", row, how, "yes")
			if nothing(how) {
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
		case no < atTimes:
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
