package dimension

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/dimension/roster"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine/natural"
	"github.com/lectio/lectio/rulesets/engine/position"
)

// wayFacts are facts about the first moves of men that run along a way, and how they go: what is
// said of parts, and of places, is sorted by these.
var wayFacts = []fact{
	{name: "first_move", doc: "whether a man needs a certain part for its first move: every_man, first_man (of a player) or no", find: answerFirstMove, sampled: true},
	{name: "first_parts", doc: "the parts with which a man can make its first move, where it needs certain ones", find: answerFirstParts, sampled: true},
	{name: "first_part_use", doc: "whether such a part must be played with a man that has not moved: free, if_one_can or or_to_nobody",
		find: answerFirstPartUse, sampled: true},
	{name: "first_part_later", doc: "yes or no: whether such a part can be played when every man has moved",
		find: answerFirstPartLater, sampled: true},
}

// ok is a word for whether a move is permitted.
func ok(c *chance) string { return trial.YesNo(c.permitted) }

// --- first moves ---------------------------------------------------------------

func (l *look) part(c *chance) string { return l.s.Game.Program.Parts[c.move.Part].Name }

// atFirstMove says with which parts men that have not moved may move, of the first
// man of a player and of later ones. Where a man can be taken that may be what others
// are refused for, and nothing is said.
func atFirstMove(l *look, say sayer) {
	if l.men == nil || l.taking {
		return
	}
	group := "later"
	if l.men.Unmoved(l.q) == l.s.Game.Program.Men(l.q) {
		group = "first"
	}
	for i := range l.list {
		if c := &l.list[i]; c.man != nil && !c.man.Moved && c.clear() {
			say(c, group, l.part(c), ok(c))
		}
	}
}

// openParts sorts the parts that were seen with men that had not moved: those that
// never moved one, and those that did. sure is not set where of some it cannot be told.
func (s *Sample) openParts(group string) (closed, open []string, sure bool) {
	sure = true
	for i := range s.Game.Program.Parts {
		name := s.Game.Program.Parts[i].Name
		switch yes, no := s.times("first_move", group, name, "yes"), s.times("first_move", group, name, "no"); {
		case yes > 0:
			open = append(open, name)
		case no >= enough:
			closed = append(closed, name)
		case no > 0:
			sure = false
		}
	}
	slices.SortFunc(open, func(a, b string) int {
		if natural.Compare(a, b) < 0 {
			return -1
		}
		return 1
	})
	return closed, open, sure
}

func answerFirstMove(s *Sample) (string, []int) {
	firstClosed, firstOpen, sure1 := s.openParts("first")
	laterClosed, laterOpen, sure2 := s.openParts("later")
	switch {
	case len(firstOpen) == 0 || len(laterOpen) == 0:
		return "", nil
	case len(firstClosed) > 0 && len(laterClosed) > 0:
		return "every_man", s.behind("first_move", anyWord, anyWord, "no")
	case len(firstClosed) > 0 && sure2:
		return "first_man", s.behind("first_move", "first", anyWord, "no")
	case len(laterClosed) == 0 && sure1 && sure2:
		return "no", nil
	}
	return "", nil
}

func answerFirstParts(s *Sample) (string, []int) {
	switch how, by := answerFirstMove(s); how {
	case "every_man", "first_man":
		_, open, _ := s.openParts("first")
		return strings.Join(open, ", "), by
	}
	return "", nil
}

// atFirstPart says of plain moves what parts may be used for with which a man that has
// not moved can move: beside such a man, and when there are such and none can move.
func atFirstPart(l *look, say sayer) {
	if l.men == nil || l.taking || l.men.Unmoved(l.q) == 0 {
		return
	}
	unsure, can := map[uint8]bool{}, map[uint8]bool{}
	for i := range l.list {
		if c := &l.list[i]; c.permitted {
			unsure[c.move.Part] = unsure[c.move.Part] || c.man == nil
			can[c.move.Part] = can[c.move.Part] || c.man != nil && !c.man.Moved
		}
	}
	for i := range l.list {
		c := &l.list[i]
		switch {
		case unsure[c.move.Part] || !c.plain():
		case !can[c.move.Part]:
			say(c, l.part(c), "stuck", ok(c))
		default:
			say(c, l.part(c), "beside", ok(c))
			if yes, told := l.would("first_part_use", c, func() (bool, bool) { return l.ifStuck(c) }); told {
				say(c, l.part(c), "stuck", trial.YesNo(yes))
			}
		}
	}
}

// atFirstPartLater says of plain moves with what parts they can be made when every man
// has moved.
func atFirstPartLater(l *look, say sayer) {
	if l.men == nil || l.taking || l.men.Unmoved(l.q) > 0 {
		return
	}
	for i := range l.list {
		if c := &l.list[i]; c.plain() {
			say(c, l.part(c), ok(c))
		}
	}
}

// ifStuck says whether a man that has moved might play its part if another stood
// wherever men that have not moved could go with it. In play that may never come about.
func (l *look) ifStuck(c *chance) (permitted, told bool) {
	p := l.s.Game.Program
	pos := position.Read(p, l.st)
	var spare []*roster.Man
	for _, m := range l.men.Men[l.q] {
		if m.Moved && m != c.man {
			spare = append(spare, m)
		}
	}
	for i := range l.list {
		u := &l.list[i]
		if !u.permitted || u.move.Part != c.move.Part || u.man == nil || u.man.Moved {
			continue
		}
		if len(spare) == 0 || u.own+u.enemy > 0 || u.move.To == c.move.To || c.passed.Has(int(u.move.To)) {
			return false, false
		}
		after := l.st.Clone()
		l.in.PlayOnly(after, u.move) // a man that comes there may get a mark
		pos.Men[l.q][spare[0].Class][spare[0].Place]--
		for class, at := range position.Read(p, after).Men[l.q] {
			if at[u.move.To] > 0 {
				pos.Men[l.q][class][u.move.To]++
				break
			}
		}
		spare = spare[1:]
	}
	st := p.NewState()
	position.Lay(l.in, st, pos)
	for _, m := range l.in.Moves(st, nil) {
		if m.Part == c.move.Part && m.From >= 0 && int(m.From) < p.Places {
			if x := l.men.At(l.q, int(m.From), int(m.Class)); x != nil && !x.Moved {
				return false, false // one can move still
			}
		}
		permitted = permitted || trial.AlikeMoves(&m, &c.move)
	}
	return permitted, true
}

// firstParts counts what was said of the parts with which a man can make its first move, and is
// the statements behind it.
func (s *Sample) firstParts(event string, words ...string) (n int, by []int) {
	parts, _ := answerFirstParts(s)
	for _, part := range strings.FieldsFunc(parts, func(r rune) bool { return r == ',' || r == ' ' }) {
		of := append([]string{part}, words...)
		n, by = n+s.times(event, of...), append(by, s.behind(event, of...)...)
	}
	return n, trial.Union(by)
}

func answerFirstPartUse(s *Sample) (string, []int) {
	delete(s.found, "first_part_use")
	if n, by := s.firstParts("first_part_use", "beside", "yes"); n > 0 {
		return "free", by
	}
	n, by := s.firstParts("first_part_use", "beside", "no")
	can, _ := s.firstParts("first_part_use", "stuck", "yes")
	cannot, _ := s.firstParts("first_part_use", "stuck", "no")
	switch {
	case n < enough:
		return "", nil
	case can > 0:
		return "if_one_can", by
	case cannot > 0:
		return "or_to_nobody", by
	}
	return "", nil
}

func answerFirstPartLater(s *Sample) (string, []int) {
	delete(s.found, "first_part_later")
	if n, by := s.firstParts("first_part_later", "yes"); n > 0 {
		return "yes", by
	}
	if n, by := s.firstParts("first_part_later", "no"); n >= enough {
		return "no", by
	}
	return "", nil
}

// --- men that meet ---------------------------------------------------------------

func (l *look) mine(r int) bool { return r == l.q }

func (l *look) theirs(r int) bool { return l.s.Game.Program.Team[r] != l.s.Game.Program.Team[l.q] }

func atPassing(l *look, say sayer) {
	for i := range l.list {
		c := &l.list[i]
		if c.own+c.enemy > 0 || (c.passedOwn > 0) == (c.passedEnemy > 0) {
			continue
		}
		whom, whose := "own", l.mine
		if c.passedEnemy > 0 {
			whom, whose = "enemy", l.theirs
		}
		if c.permitted {
			say(c, whom, "yes")
			if still, told := l.would(fmt.Sprint("crowded ", whom, c.passed.Count()), c, func() (bool, bool) { return l.crowded(c, c.passed.Places(), true, whose) }); told && !still && c.ordinary() && !l.taking {
				say(c, whom, "no")
			}
		} else if !l.taking {
			if yes, _ := l.would("passing_over", c, func() (bool, bool) { return l.butFor(c, l.manned(c.passed, whose), whose) }); yes {
				say(c, whom, "no")
			}
		}
	}
}

// manned are the places of a set on whose cells men of some players stand.
func (l *look) manned(set place.Set, whose func(r int) bool) []int {
	var out []int
	for _, f := range set.Places() {
		for r := range l.s.Game.Program.Players {
			if whose(r) && slices.ContainsFunc(l.s.Game.Program.Across(l.q, r, f), func(g int16) bool { return l.st.MenAt(l.s.Game.Program, r, int(g)) > 0 }) {
				out = append(out, f)
				break
			}
		}
	}
	return out
}

func atSafe(l *look, say sayer) {
	for i := range l.list {
		c := &l.list[i]
		if c.enemy == 0 || c.own+c.passedOwn+c.passedEnemy > 0 {
			continue
		}
		kind := l.kindOf(int(c.move.To))
		if c.permitted {
			say(c, kind, "yes")
			if c.enters {
				say(c, "homes")
			}
			if still, told := l.would("guarded", c, func() (bool, bool) { return l.guarded(c) }); told && !still && c.ordinary() {
				say(c, "other", "no")
			}
			if l.s.story.mostOwn > 1 {
				to := []int{int(c.move.To)}
				if still, told := l.would("piled", c, func() (bool, bool) { return l.crowded(c, to, false, l.theirs) }); told && !still && c.ordinary() {
					say(c, "together", "no")
				}
			}
		} else if yes, _ := l.would("safe "+kind, c, func() (bool, bool) { return l.butFor(c, []int{int(c.move.To)}, l.theirs) }); yes {
			say(c, kind, "no")
		}
	}
}

// guarded says whether a man could still be taken if others of its player stood next to it.
func (l *look) guarded(c *chance) (permitted, told bool) {
	p := l.s.Game.Program
	var places []int
	for f, next := range p.Next {
		for _, g := range next {
			if f == int(c.move.To) && g != int(c.move.From) {
				places = append(places, g)
			}
			if g == int(c.move.To) && f != int(c.move.From) && !c.passed.Has(f) {
				places = append(places, f)
			}
		}
	}
	return l.crowded(c, places, false, l.theirs)
}

// kindOf says which sort of men of opponents stand on the cell of a place: several
// together, one that has not moved, or another.
func (l *look) kindOf(f int) string {
	if _, n := l.menOn(f); n > 1 {
		return "together"
	}
	if l.men == nil {
		return "other"
	}
	for r, list := range l.men.Men {
		for _, m := range list {
			if l.theirs(r) && !m.Moved && !m.Unsure && l.s.Game.Program.CellOf[r][m.Place] == l.s.Game.Program.CellOf[l.q][f] {
				return "unmoved"
			}
		}
	}
	return "other"
}
