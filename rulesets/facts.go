package rulesets

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
)

// fact is something that is found out about an interpretation from its compiled
// tables, or from what happened in the games of a sample. Facts know no family and
// no game; dimensions put them into words.
type fact struct {
	name, doc string
	// find returns a word, a number or a text; "" where nothing tells. by are the
	// indexes of the statements that make it so.
	find func(s *Sample) (value string, by []int)
	// sampled is set where it rests on what happened in games, closely where that takes
	// looking closer at decisions: see observe.
	sampled, closely bool
}

// ofGames reports whether the fact rests on games that were played.
func (f *fact) ofGames() bool { return f.sampled || f.closely }

// factNamed returns the fact of a name, or nil.
func factNamed(name string) *fact {
	for i := range facts {
		if facts[i].name == name {
			return &facts[i]
		}
	}
	return nil
}

// facts are all facts, in the order of the guide.
var facts = []fact{
	{name: "todo", doc: "nothing yet", find: func(s *Sample) (string, []int) { return "", nil }},
	{name: "players", doc: "how many play", find: func(s *Sample) (string, []int) {
		return fmt.Sprint(len(s.Game.Program.Players)), s.kinds("players")
	}},
	{name: "partners", doc: "yes or no: whether some play together", find: func(s *Sample) (string, []int) {
		for q, team := range s.Game.Program.Team {
			if team != q {
				return "yes", s.kinds("players")
			}
		}
		return "no", s.kinds("players")
	}},
	{name: "places", doc: "how many points, squares, cells or holes the board has", find: func(s *Sample) (string, []int) {
		return fmt.Sprint(s.Game.Program.Cells), s.kinds(boardKinds...)
	}},
	{name: "men", doc: "how many men each player has; by players where they have not the same number", find: menOfEach},
	{name: "start", doc: "where men stand at the beginning: board, hand, or both", find: menAtStart},
	{name: "opener", doc: "who has the first turn: always the same player (named), or now one, now another (lot)", find: opener, sampled: true},
	{name: "thrown", doc: "what is thrown: how many dice, sticks or the like, and of how many faces; nothing where nothing is", find: whatIsThrown},
	{name: "chances", doc: "the chance of each throw; even where every side of each falls as often as another", find: chancesOfThrows},
	{name: "ways", doc: "how the tracks of two players lie: contrary, same_start, same_way (from another start), partly, apart; none without a track", find: waysOfTracks},
	{name: "track", doc: "round (it runs into itself), parting (a man can go two ways), through, none", find: shapeOfTrack},
	{name: "leaves", doc: "yes or no: whether the track leads off the board", find: leavesBoard},
	{name: "ordinary", doc: "what a throw of two unlike dice gives: each_die, sum, or otherwise", find: ordinaryThrows},
	{name: "doublets", doc: "what doublets give: undersides, sequences, four, two, otherwise", find: doublets},
	{name: "ordinary_order", doc: "fixed or free: the order of what an ordinary throw gives", find: orderOf(false)},
	{name: "doublet_order", doc: "fixed or free: the order of what a doublet gives", find: orderOf(true)},
	{name: "values", doc: "what each throw gives, where something else is thrown than two dice", find: valuesOfThrows},
	{name: "blocked", doc: "what becomes of a part that cannot be played: stop, skip, leave, lose, other; several with a comma", find: blockedParts},
	{name: "foresight", doc: "whether as much of a throw must be played as possible: parts, pips or none", find: foresight},
	{name: "further_throws", doc: "what gives another throw in one turn: throw, taking, both, none", find: furtherThrows, sampled: true},
	{name: "collected", doc: "yes or no: whether further throws are made before anything of the turn is played", find: collected, sampled: true},
	{name: "met", doc: "what becomes of a man on which an opposing man lands: bar, hand, off, out, stays, moved; several with a comma", find: func(s *Sample) (string, []int) {
		return words(s.story.met), s.sends("advance", "enter", "step", "place")
	}, sampled: true},
	{name: "removed", doc: "where a man goes that is taken away by an act of its own: out, hand …", find: func(s *Sample) (string, []int) {
		return words(s.story.removed), together(s.allowing(engine.Remove), s.sends("remove"))
	}, sampled: true},
	{name: "leapt", doc: "where a man goes that is leapt over: out, hand …", find: func(s *Sample) (string, []int) {
		return words(s.story.leapt), s.sends("leap")
	}, sampled: true},
	{name: "most_own", doc: "the most men that a player had on one place", find: func(s *Sample) (string, []int) {
		return fmt.Sprint(s.story.mostOwn), nil
	}, sampled: true},
	{name: "may_stop", doc: "what a player ever could leave though he could play it: whole (all of it, not having begun), rest (only what was left, or an option), no", find: mayStop, sampled: true},
	{name: "no_move", doc: "what follows when a player cannot move: loses, wins, draws, score, passes, other_plays, or never", find: noMove, sampled: true},
	{name: "won_by", doc: "what the winner had at the end: all_off, all_taken, no_move, score, otherwise; several with a comma; nobody where no game had one", find: func(s *Sample) (string, []int) {
		won := maps.Clone(s.story.won)
		if len(won) > 0 && slices.ContainsFunc(s.Game.Program.Ends, func(e engine.End) bool {
			return e.At == engine.AtNoMove && (e.Winner == engine.Them || e.Winner == engine.Me)
		}) {
			won["no_move"]++ // it may be rare
		}
		if len(won) == 0 && s.story.noWinner > 0 {
			return "nobody", s.endedBy()
		}
		return words(won), s.endedBy()
	}, sampled: true},
	{name: "winnerless", doc: "yes or no: whether a rule can end a game without a winner", find: winnerless},
	{name: "repetition", doc: "yes or no: whether a rule asks how often a position has stood", find: func(s *Sample) (string, []int) {
		return yesNo(s.Game.Program.RepetitionMatters), s.asking("occurrences")
	}},
	{name: "sides", doc: "yes or no: whether the men of players face those of others at the beginning", find: sides},
	{name: "marked", doc: "how many places of the board are marked", find: func(s *Sample) (string, []int) {
		return fmt.Sprint(len(s.Game.Board.Sets["marked"])), s.kinds(boardKinds...)
	}},
	{name: "place_anywhere", doc: "yes, no or sometimes: whether a man can be placed on every empty place", find: always("place anywhere", seenOften), closely: true},
	{name: "first_mover", doc: "who moves first when all men are placed: next (the one after the last to place), last (that one), lot (now this one, now that)", find: firstToMove, closely: true},
	{name: "steps", doc: "how far men step: near (to a neighbour), far, crowned_far (only men with a mark, or that have been at the far side), onto (onto opposing men), none", find: stepsSeen, closely: true},
	{name: "flying", doc: "with how many men on the board a player may go to any empty place: with 3 men …, always, no", find: flying, closely: true},
	{name: "step_lines", doc: "along which lines men step: straight, slanting, or both and then from which places: everywhere, alternate, some; none without steps", find: linesOf("step"), closely: true},
	{name: "leap_lines", doc: "along which lines men leap over opponents, in the same words", find: linesOf("leap"), closely: true},
	{name: "step_back", doc: "yes, no or one_side: whether men without a mark may step back, before they have been at the far side", find: backwards(engine.Step), closely: true},
	{name: "leap_back", doc: "… may leap back", find: backwards(engine.Leap), closely: true},
	{name: "returning", doc: "whether a man that has stepped may step back there in its player's next turn, when he has another move: yes, crowned (only one with a mark, or that has been at the far side), no", find: returning, closely: true},
	{name: "crossing", doc: "yes or no: whether men that have been at the far side may do what others may not", find: crossing, closely: true},
	{name: "leap_takes", doc: "what a leap over an opposing man takes: over (that man), nothing, otherwise", find: leapTakes, closely: true},
	{name: "taken_when", doc: "when men that are leapt over leave the board: at_once, after_turn", find: takenWhen, closely: true},
	{name: "leap_over_own", doc: "yes or no: whether a man may leap over one of its own side", find: leapsOverOwn, closely: true},
	{name: "leap_over_marked", doc: "yes or no: whether a man may leap over an opposing one on a marked place", find: yesOrNo("over a mark", 1, 0, "could leap over a mark", seenOften/2), closely: true},
	{name: "leaps_on", doc: "whether a man that has leapt may leap again in the same turn: same (it alone), any (or another man), no", find: leapsOn, closely: true},
	{name: "leaves_series", doc: "yes, no or sometimes: whether a player who could leap on may leave it", find: always("leaves a series", 1), closely: true},
	{name: "turning", doc: "yes or no: whether a man that leaps on may leave the line of the leap before", find: turning, closely: true},
	{name: "leap_then_step", doc: "yes or no: whether a step may follow a leap in one turn", find: joined(engine.Leap, engine.Step), closely: true},
	{name: "step_then_leap", doc: "… a leap a step", find: joined(engine.Step, engine.Leap), closely: true},
	{name: "leap_then_remove", doc: "… the taking of another man by an act of its own a leap", find: joined(engine.Leap, engine.Remove), closely: true},
	{name: "must_take", doc: "whether who can take must: must, free, huff (free, but then the next player may take a man for it)", find: mustTake, closely: true},
	{name: "most_men", doc: "yes or no: whether who must take must choose what takes most men", find: mostMen, closely: true},
	{name: "few_left", doc: "with how many men, those in hand counted, a player has lost to whom they were taken; 2 on the board where only those count; never", find: fewLeft, closely: true},
	{name: "lost_how", doc: "how men are lost to others: leapt_over, met (moved onto), removed (by an act of its own), otherwise; several with a comma; none", find: lostHow, closely: true},
	{name: "lines", doc: "how many rows the board has that could count as such", find: func(s *Sample) (string, []int) {
		return fmt.Sprint(len(s.Game.Board.Lines)), s.kinds(boardKinds...)
	}},
	{name: "rows", doc: "how many of them do when they are closed: 16 rows of 3 …; none", find: rowsThatCount, closely: true},
	{name: "row_gives", doc: "what a row gives that is closed: man, game, points, nothing; several with a comma", find: rowGives(0, 1), closely: true},
	{name: "row_placed_gives", doc: "… that is closed by placing a man", find: rowGives(1), closely: true},
	{name: "men_for_rows", doc: "how many men are taken when one move closes two rows: one, each, otherwise", find: menForRows, closely: true},
	{name: "row_again", doc: "yes, no or sometimes: whether a row that has given a man gives another when it is closed again", find: always("row again", seenAtTimes), closely: true},
	{name: "leaves_man", doc: "yes, no or sometimes: whether who may take a man by an act of its own may leave it", find: leavesMan, closely: true},
	{name: "victims_in_rows", doc: "which men in rows may be taken while others stand outside: any, none, within_reach (of a man of the player), otherwise", find: whichVictims(inRowAmongOthers, seenOften/2), closely: true},
	{name: "victims_all_in_rows", doc: "… when all stand in rows", find: whichVictims(allInRows, seenAtTimes), closely: true},
	{name: "victims_outside", doc: "… outside rows; also not_last_set, not_last_moved, not_last_set_or_moved", find: victimsOutside, closely: true},
	{name: "won_with", doc: "by what games were won: row (that was closed), taking (men), no_move, otherwise; several with a comma", find: wonWith, closely: true},
	{name: "shut_in", doc: "what it is worth to leave the opponent no move: win, half, draw, loss, nothing (he passes), otherwise", find: shutIn, sampled: true},
	{name: "dull_end", doc: "how a game ends in which men go to and fro: nobody (wins), more_men (who has them wins), goes_on", find: dullEnd, closely: true},
	{name: "points", doc: "yes or no: whether points are scored", find: func(s *Sample) (string, []int) {
		var by []int
		for i := range s.Game.Program.Scores {
			by = append(by, s.Game.Program.Scores[i].Statement)
		}
		return yesNo(len(by) > 0), by
	}},
	{name: "match", doc: "the points to which a match is played; none without one", find: func(s *Sample) (string, []int) {
		p := s.Game.Program
		if p.Match <= 0 {
			return "none", nil
		}
		return fmt.Sprint(p.Match / p.Denominator), s.kinds("match")
	}},
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// words are the keys of a count, sorted, with commas.
func words(counts map[string]int) string {
	var list []string
	for w := range counts {
		if w != "" {
			list = append(list, w)
		}
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}

// kinds are the statements of some kinds.
func (s *Sample) kinds(kinds ...string) []int {
	var by []int
	for i, st := range s.Game.Statements {
		if slices.Contains(kinds, st.Kind) {
			by = append(by, i)
		}
	}
	return by
}

// asking are the statements that ask for a word of the language, themselves or in a
// definition that they use.
func (s *Sample) asking(word string) []int {
	asks := func(st *Statement) bool {
		yes := false
		eachExpression(st.Node, func(e *expr) {
			e.walk(func(k *expr) { yes = yes || (k.op == "name" || k.op == "call") && k.text == word })
		})
		return yes
	}
	var by []int
	for i, st := range s.Game.Statements {
		if st.Kind != "define" && (asks(st) || slices.ContainsFunc(s.Game.Uses([]*Statement{st}), asks)) {
			by = append(by, i)
		}
	}
	return by
}

// sends are the changes that answer some acts by sending men.
func (s *Sample) sends(acts ...string) []int {
	var on engine.Trigger
	for _, name := range acts {
		if a, ok := engine.ActNamed(name); ok {
			on |= engine.OnAct(a)
		}
	}
	var by []int
	for i := range s.Game.Program.Changes {
		c := &s.Game.Program.Changes[i]
		if c.On&on != 0 && slices.ContainsFunc(c.Effects, func(e engine.Effect) bool { return e.Kind == engine.Send }) {
			by = append(by, c.Statement)
		}
	}
	return by
}

// endedBy are the ends by which games of the sample ended.
func (s *Sample) endedBy() []int {
	var by []int
	for i := range s.Game.Program.Ends {
		if s.story.finished[i] > 0 {
			by = append(by, s.Game.Program.Ends[i].Statement)
		}
	}
	return by
}

func menOfEach(s *Sample) (string, []int) {
	p := s.Game.Program
	var each []string
	same := true
	for q, name := range p.Players {
		each = append(each, fmt.Sprintf("%s %d", name, p.Men(q)))
		same = same && p.Men(q) == p.Men(0)
	}
	if same {
		return fmt.Sprint(p.Men(0)), s.kinds("men")
	}
	return strings.Join(each, ", "), s.kinds("men")
}

func menAtStart(s *Sample) (string, []int) {
	p := s.Game.Program
	hand, board := false, false
	for _, it := range p.Setup {
		if it.Count > 0 {
			hand = hand || it.Place >= p.Places
			board = board || it.Place < p.Places
		}
	}
	switch {
	case hand && board:
		return "both", s.kinds("set_up")
	case hand:
		return "hand", s.kinds("set_up")
	case board:
		return "board", s.kinds("set_up")
	}
	return "", nil
}

func opener(s *Sample) (string, []int) {
	switch len(s.story.openers) {
	case 0:
		return "", nil
	case 1:
		return "named", s.kinds("begins", "players")
	}
	return "lot", s.kinds("throw")
}

// mainDevice is what is thrown in most stages to move men by; -1 where nothing is.
func (s *Sample) mainDevice() int {
	p := s.Game.Program
	uses := make([]int, len(p.Devices))
	best := -1
	for i := range p.Stages {
		d := p.Stages[i].Device
		if d < 0 || s.lots(d) {
			continue
		}
		if uses[d]++; best < 0 || uses[d] > uses[best] {
			best = d
		}
	}
	return best
}

// lots reports whether a device casts lots: it decides between players and gives no
// numbers.
func (s *Sample) lots(device int) bool {
	for _, st := range s.Game.Statements {
		if st.Kind == "throw" && st.ID == s.Game.Program.Devices[device].ID {
			return st.arg().Get("lots") != nil
		}
	}
	return false
}

// throwsOf are the throws of a device.
func (s *Sample) throwsOf(device int) []engine.Throw {
	if device < 0 {
		return nil
	}
	d := &s.Game.Program.Devices[device]
	return s.Game.Program.Throws[d.First : d.First+d.Count]
}

// turnsWithout are the stages without a throw.
func (s *Sample) turnsWithout() []int {
	return slices.DeleteFunc(s.kinds("stage"), func(st int) bool { return s.Game.Statements[st].arg().Get("throws") != nil })
}

func whatIsThrown(s *Sample) (string, []int) {
	d := s.mainDevice()
	if d < 0 {
		return "nothing", s.turnsWithout()
	}
	list := s.throwsOf(d)
	faces, most := 0, 0 // of dice, and how many fall with the counted side up
	for i := range list {
		most = max(most, list[i].Value)
	}
	for _, st := range s.Game.Statements {
		if st.Kind != "throw" || st.ID != s.Game.Program.Devices[d].ID {
			continue
		}
		by := s.kinds("throw")
		if len(list[0].Dice) > 0 {
			for i := range list {
				faces = max(faces, slices.Max(list[i].Dice))
			}
			return fmt.Sprintf("%d dice of %d faces", len(list[0].Dice), faces), by
		}
		for _, kind := range []string{"sticks", "cowries", "lots"} {
			if st.arg().Get(kind) != nil {
				return fmt.Sprintf("%d %s", most, kind), by
			}
		}
	}
	return "", nil
}

func chancesOfThrows(s *Sample) (string, []int) {
	d := s.mainDevice()
	if d < 0 {
		return "", nil
	}
	list, ways := s.throwsOf(d), s.Game.Program.Devices[d].Ways
	var parts []string
	for i := range list {
		parts = append(parts, fmt.Sprintf("%s: %d/%d", list[i].Name, list[i].Ways, ways))
	}
	if even(list, ways) {
		return "even", s.kinds("throw")
	}
	return strings.Join(parts, ", "), s.kinds("throw")
}

// even reports whether throws are as likely as fair dice, or sides that fall alike,
// make them.
func even(list []engine.Throw, ways int) bool {
	for i := range list {
		t := &list[i]
		want := 1
		if n := len(t.Dice); n > 0 {
			want = arrangements(t.Dice)
		} else {
			want = choose(len(list)-1, t.Value)
		}
		if t.Ways*sum(list, func(o *engine.Throw) int {
			if len(o.Dice) > 0 {
				return arrangements(o.Dice)
			}
			return choose(len(list)-1, o.Value)
		}) != want*ways {
			return false
		}
	}
	return true
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

// waysOfTracks compares which way men of the first two players go between cells.
func waysOfTracks(s *Sample) (string, []int) {
	p := s.Game.Program
	if p.Next == nil {
		return "none", nil
	}
	by := s.kinds("track", "players")
	steps := func(q int) map[[2]int]bool {
		out := map[[2]int]bool{}
		for f, next := range p.Next {
			for _, t := range next {
				out[[2]int{p.CellOf[q][f], p.CellOf[q][t]}] = true
			}
		}
		return out
	}
	a, b := steps(0), steps(1)
	along, against := 0, 0
	for st := range a {
		if b[st] {
			along++
		}
		if b[[2]int{st[1], st[0]}] {
			against++
		}
	}
	switch {
	case along == 0 && against == 0:
		return "apart", by
	case along > 0 && against > 0:
		return "partly", by
	case against > 0:
		return "contrary", by
	case p.CellOf[0][0] == p.CellOf[1][0]:
		return "same_start", by
	}
	return "same_way", by
}

func shapeOfTrack(s *Sample) (string, []int) {
	p := s.Game.Program
	if p.Next == nil {
		return "none", nil
	}
	by := s.kinds("track")
	for f := range p.Next {
		seen := map[int]bool{}
		for queue := slices.Clone(p.Next[f]); len(queue) > 0; queue = queue[1:] {
			if queue[0] == f {
				return "round", by
			}
			if !seen[queue[0]] {
				seen[queue[0]] = true
				queue = append(queue, p.Next[queue[0]]...)
			}
		}
	}
	for f := range p.Next {
		if len(p.Next[f]) > 1 {
			return "parting", by
		}
	}
	return "through", by
}

func leavesBoard(s *Sample) (string, []int) {
	for _, d := range s.Game.Program.Distance {
		if d > 0 {
			return "yes", s.kinds("track")
		}
	}
	return "no", s.kinds("track")
}

// agendasOf are the agendas that answer a throw, in any stage.
func (s *Sample) agendasOf(throw int) []*engine.Agenda {
	var list []*engine.Agenda
	for i := range s.Game.Program.Agendas {
		if a := &s.Game.Program.Agendas[i]; a.Throw == throw {
			list = append(list, a)
		}
	}
	return list
}

// numbersOf are the numbers that an agenda puts up, whether they must be played or
// not, without the throws and other parts.
func (s *Sample) numbersOf(a *engine.Agenda) []int {
	var out []int
	for _, part := range a.Parts {
		if pt := &s.Game.Program.Parts[part&^0x80]; pt.IsNumber {
			out = append(out, pt.Number)
		}
	}
	return out
}

// diceThrows calls f with each throw of two dice and the agendas that answer it.
func (s *Sample) diceThrows(double bool, f func(t *engine.Throw, list []*engine.Agenda)) {
	d := s.mainDevice()
	if d < 0 {
		return
	}
	first := s.Game.Program.Devices[d].First
	for i, t := range s.throwsOf(d) {
		if len(t.Dice) == 2 && t.Double == double {
			f(&t, s.agendasOf(first+i))
		}
	}
}

// agreed is what all of several things are found to be, each time by statements;
// "otherwise" where they differ.
type agreed struct {
	value string
	by    []int
}

func (c *agreed) add(value string, statement int) {
	if c.value != "" && c.value != value {
		value = "otherwise"
	}
	c.value = value
	if !slices.Contains(c.by, statement) {
		c.by = append(c.by, statement)
	}
}

func ordinaryThrows(s *Sample) (string, []int) {
	var c agreed
	s.diceThrows(false, func(t *engine.Throw, list []*engine.Agenda) {
		for _, a := range list {
			n := s.numbersOf(a)
			slices.Sort(n)
			switch {
			case slices.Equal(n, []int{t.Low, t.High}):
				c.add("each_die", a.Statement)
			case slices.Equal(n, []int{t.Low + t.High}):
				c.add("sum", a.Statement)
			default:
				c.add("otherwise", a.Statement)
			}
		}
	})
	return c.value, c.by
}

func doublets(s *Sample) (string, []int) {
	var c agreed
	s.diceThrows(true, func(t *engine.Throw, list []*engine.Agenda) {
		for _, a := range list {
			n := s.numbersOf(a)
			under := slices.Contains(n, 7-t.High)
			others := slices.ContainsFunc(n, func(k int) bool { return k != t.High && k != 7-t.High })
			switch {
			case under && !others:
				c.add("undersides", a.Statement)
			case others:
				c.add("sequences", a.Statement)
			case len(n) == 4:
				c.add("four", a.Statement)
			case len(n) == 2 && c.value != "undersides" && c.value != "sequences":
				c.add("two", a.Statement)
			case c.value == "undersides" || c.value == "sequences": // a throw that gives less
			default:
				c.add("otherwise", a.Statement)
			}
			if under && !others {
				c.value = "undersides" // whatever doublets before gave
			}
			if others {
				c.value = "sequences"
			}
		}
	})
	return c.value, c.by
}

func orderOf(double bool) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) {
		var c agreed
		s.diceThrows(double, func(t *engine.Throw, list []*engine.Agenda) {
			for _, a := range list {
				n := s.numbersOf(a)
				if slices.Max(append(n, 0)) == slices.Min(append(n, 1<<30)) {
					continue // all alike: there is no order
				}
				if a.Fixed {
					c.add("fixed", a.Statement)
				} else {
					c.add("free", a.Statement)
				}
			}
		})
		return c.value, c.by
	}
}

func valuesOfThrows(s *Sample) (string, []int) {
	d := s.mainDevice()
	if d < 0 {
		return "", nil
	}
	p := s.Game.Program
	first := p.Devices[d].First
	var parts []string
	var by []int
	for i, t := range s.throwsOf(d) {
		var each []string
		for _, a := range s.agendasOf(first + i) {
			var names []string
			for _, part := range a.Parts {
				names = append(names, p.Parts[part&^0x80].Name)
			}
			if text := strings.Join(names, " and "); !slices.Contains(each, text) {
				each = append(each, text)
			}
			if !slices.Contains(by, a.Statement) {
				by = append(by, a.Statement)
			}
		}
		parts = append(parts, t.Name+": "+strings.Join(each, " or "))
	}
	return strings.Join(parts, "; "), by
}

func blockedParts(s *Sample) (string, []int) {
	var list []string
	var by []int
	for i := range s.Game.Program.Blocked {
		b := &s.Game.Program.Blocked[i]
		list = append(list, [...]string{"stop", "skip", "leave", "lose", "other"}[b.Policy])
		by = append(by, b.Statement)
	}
	sort.Strings(list)
	return strings.Join(slices.Compact(list), ", "), by
}

func foresight(s *Sample) (string, []int) {
	for i := range s.Game.Program.Requires {
		r := &s.Game.Program.Requires[i]
		if r.LineOnly {
			return [...]string{"parts", "pips"}[r.Line], []int{r.Statement}
		}
	}
	return "none", nil
}

func furtherThrows(s *Sample) (string, []int) {
	if s.mainDevice() < 0 {
		return "", nil
	}
	var by []int
	for i := range s.Game.Program.Agendas {
		if a := &s.Game.Program.Agendas[i]; a.Throw >= 0 && slices.ContainsFunc(a.Parts, func(x uint8) bool { return x&^0x80 == engine.PartThrow }) && !slices.Contains(by, a.Statement) {
			by = append(by, a.Statement)
		}
	}
	for i := range s.Game.Program.Changes {
		c := &s.Game.Program.Changes[i]
		if slices.ContainsFunc(c.Effects, func(e engine.Effect) bool {
			return e.Kind == engine.AddParts && slices.Contains(e.Parts, engine.PartThrow)
		}) {
			by = append(by, c.Statement)
		}
	}
	a := s.story.again
	switch {
	case a["throw"] > 0 && a["taking"] > 0:
		return "both", by
	case a["throw"] > 0:
		return "throw", by
	case a["taking"] > 0:
		return "taking", by
	}
	return "none", nil
}

func collected(s *Sample) (string, []int) {
	_, by := furtherThrows(s)
	switch b := s.story.between; {
	case b[0] == 0 && b[1] == 0:
		return "", nil
	case b[0] > 0:
		return "yes", by
	}
	return "no", by
}

func mayStop(s *Sample) (string, []int) {
	if s.story.choices == 0 {
		return "", nil
	}
	var by []int
	for i := range s.Game.Program.Allows {
		if a := &s.Game.Program.Allows[i]; a.Act == engine.Stop {
			by = append(by, a.Statement)
		}
	}
	switch {
	case s.story.stops[0] > 0:
		return "whole", by
	case s.story.stops[1] > 0:
		return "rest", by
	}
	return "no", by
}

func noMove(s *Sample) (string, []int) {
	var list []string
	var by []int
	for i := range s.Game.Program.Ends {
		e := &s.Game.Program.Ends[i]
		if e.At != engine.AtNoMove {
			continue
		}
		by = append(by, e.Statement)
		switch e.Winner {
		case engine.Them:
			list = append(list, "loses")
		case engine.Me:
			list = append(list, "wins")
		case engine.NoWinner:
			list = append(list, "draws")
		default:
			list = append(list, "score")
		}
	}
	for i := range s.Game.Program.Blocked {
		b := &s.Game.Program.Blocked[i]
		if b.Policy == engine.BlockedOther {
			list = append(list, "other_plays")
			by = append(by, b.Statement)
		} else if len(s.story.passes) > 0 {
			by = append(by, b.Statement)
		}
	}
	if len(s.story.passes) > s.story.passes["end"] && len(list) == 0 {
		list = append(list, "passes")
	}
	if len(list) == 0 {
		return "", nil
	}
	sort.Strings(list)
	return strings.Join(slices.Compact(list), ", "), by
}

func winnerless(s *Sample) (string, []int) {
	var by []int
	for i := range s.Game.Program.Ends {
		e := &s.Game.Program.Ends[i]
		if e.Winner == engine.NoWinner || e.Winner == engine.HigherScore {
			by = append(by, e.Statement)
		}
	}
	return yesNo(len(by) > 0), by
}
