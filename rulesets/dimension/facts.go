package dimension

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/lectio/lectio/rulesets/dimension/stated"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// inWords are how values of facts are said that are neither words nor numbers.
var inWords = map[string]func(value string) string{"doublet_numbers": trial.DoubletsInWords}

func named(list []*fact, name string) *fact {
	if i := slices.IndexFunc(list, func(f *fact) bool { return f.name == name }); i >= 0 {
		return list[i]
	}
	return nil
}

// programFacts are the facts that are no data.
var programFacts = sync.OnceValue(func() (out []*fact) {
	for i := range facts {
		facts[i].own = ownEvent(facts[i].name)
		out = append(out, &facts[i])
	}
	for _, name := range []string{"first_parts", "first_part_use", "first_part_later"} {
		f := named(out, name)
		f.with = append(f.with, named(out, "first_move"))
	}
	return out
})

// ownEvent is the event of a fact's name that is said of moves; nil where there is none.
func ownEvent(name string) *event {
	if e := eventNamed(name); e != nil && e.at != nil {
		return e
	}
	return nil
}

// facts are the facts that are no data: those that are read from the tables of the program, and
// those that are worked out of more than how often something was seen.
var facts = slices.Concat(wayFacts, []fact{
	{name: "partners", doc: "yes or no: whether some play together", find: func(s *Sample) (string, []int) {
		for q, team := range s.Game.Program.Team {
			if team != q {
				return "yes", s.Kinds("players")
			}
		}
		return "no", s.Kinds("players")
	}},
	{name: "men", doc: "how many men each player has; by players where they have not the same number", find: onBench(stated.Men)},
	{name: "start", doc: "where men stand at the beginning: board, hand, or both", find: onBench(stated.Start)},
	{name: "opener", doc: "who has the first turn: now one, now another (lot), or always the same player; then what the rules call the one whose name he bears, or named", find: opener, sampled: true},
	{name: "acts", doc: "what kinds of moves some rule permits: advance, enter, bear_off …; with commas", find: func(s *Sample) (string, []int) {
		acts := map[string]int{}
		for i := range s.Game.Program.Allows {
			acts[strings.ReplaceAll(s.Game.Program.Allows[i].Act.String(), "-", "_")]++
		}
		return trial.Words(acts), nil
	}},
	{name: "thrown", doc: "what is thrown: how many dice, sticks or the like, and of how many faces; nothing where nothing is", find: onBench(stated.Thrown)},
	{name: "ways", doc: "how the tracks of two players lie: contrary, same_start, same_way (from another start), partly, apart; none without a track", find: onBench(stated.Ways)},
	{name: "homes", doc: "apart or shared: whether men of opponents begin on places, or in rows, of their own; none where no men begin on the board", find: onBench(stated.Homes)},
	{name: "dice", doc: "how many dice are thrown at once; 0 where none are", find: onBench(stated.Dice)},
	{name: "ordinary", doc: "what a throw of unlike dice gives: each_die, sum, lower or higher (that die alone), or otherwise", find: onBench(trial.OrdinaryThrows), sampled: true, tries: []*trial.Trial{trial.PutUp[false]}},
	{name: "doublets", doc: "what doublets give: undersides, sequences, four (each number twice), two (each once), otherwise", find: onBench(trial.Doublets), sampled: true, tries: []*trial.Trial{trial.PutUp[true]}},
	{name: "doublet_numbers", doc: "what each doublet gives in full, each way it can be: n for its number, u for the underside where there are no others, a ? where it may be left", find: onBench(trial.DoubletNumbers), sampled: true, tries: []*trial.Trial{trial.PutUp[true]}},
	{name: "throws_again", doc: "which throws give another: doublets or those that do, with: not always, if they like; none", find: throwsAgain, sampled: true, tries: []*trial.Trial{trial.Owes}},
	{name: "ordinary_order", doc: "free, lower_first, higher_first, or fixed: the order of what an ordinary throw gives", find: onBench(trial.OrderOf(false)), sampled: true, tries: []*trial.Trial{trial.InTurn[false]}},
	{name: "doublet_order", doc: "free, lower_first, higher_first, or fixed: the order of what a doublet gives, where its numbers differ", find: onBench(trial.OrderOf(true)), sampled: true, tries: []*trial.Trial{trial.InTurn[true]}},
	{name: "beside_own", doc: "how many of his own men a player may have on one place: a number, unlimited, or numbers with places", find: func(s *Sample) (string, []int) {
		return trial.MostBeside(&s.Bench, s.Try(trial.BesideOwn))
	}, sampled: true, tries: []*trial.Trial{trial.BesideOwn}},
	{name: "beside_own_entering", doc: "beside how many of his own men, the one that enters included, a man may enter: in the same words", find: func(s *Sample) (string, []int) {
		return trial.MostBeside(&s.Bench, s.Try(trial.BesideOwnEntering))
	}, sampled: true, tries: []*trial.Trial{trial.BesideOwnEntering}},
	{name: "closed_by", doc: "how many opposing men close a place: a least number, just a number, none, or varies", find: func(s *Sample) (string, []int) {
		return trial.ClosedBy(s.Try(trial.OntoEnemies))
	}, sampled: true, tries: []*trial.Trial{trial.OntoEnemies}},
	{name: "held_rows", doc: "whether points in a row may be held so that nobody can pass: free, or the number of points that may be, with: under a condition, where one decides", find: onBench(trial.RowsHeld), sampled: true, tries: []*trial.Trial{trial.ClosingRow}},
	{name: "where_entered", doc: "where a number brings a man in: number (the place of that number), beyond (the next), one (always the same), several (he chooses), or otherwise", find: onBench(trial.WhereEntered), sampled: true, tries: []*trial.Trial{trial.WhereTo}},
	{name: "departures", doc: "how many men must have left the start before one may go everywhere", find: onBench(trial.Departures), sampled: true, tries: []*trial.Trial{trial.HeldBack}},
	{name: "held_places", doc: "where the first men may not go until then", find: onBench(trial.HeldPlaces), sampled: true, tries: []*trial.Trial{trial.HeldBack}},
	{name: "recurs", doc: "never where every move sets a man down for good, or takes it forward on a way on which none is sent back; otherwise may", find: recurs},
	{name: "repetition", doc: "at which time that a position stands some rule asks for it: a number, several with a comma, otherwise, no", find: repetition},
	{name: "rotation", doc: "which way men go round the middle of the board as it is drawn: anticlockwise, clockwise, across (not round it), differ", find: onBench(stated.Rotation)},
	{name: "odds", doc: "the chances of throws, where it can be by the chance of the side that counts", find: onBench(stated.Odds)},
	{name: "counted", doc: "the numbers that each throw puts up to be played", find: countedThrows, sampled: true},
	{name: "most_throws", doc: "how many throws a turn can have when those fall that give another: a number, any, or so many alike", find: mostThrows, sampled: true},
	{name: "extra_step", doc: "yes or no: whether a throw gives a step more beside its number", find: extraStep, sampled: true},
	{name: "entering_throws", doc: "the throws that bring a man in, any, or any that counts", find: enteringThrows, sampled: true},
	{name: "entering_place", doc: "where men come in: first (place of the track), as_thrown, elsewhere; several with a comma", find: enteringPlace, sampled: true},
	{name: "entry_shared", doc: "yes or no: whether opponents come to the places where men come in", find: entryShared, sampled: true},
	{name: "enters_only", doc: "yes or no: whether what brings men in serves for nothing else", find: entersOnly, sampled: true},
	{name: "met_together", doc: "what becomes of two men or more on a place where one would be taken: closed, beside, taken, some, by_pair, several", find: metTogether, sampled: true},
	{name: "safety", doc: "whether single men are safe on some places: closed (nobody may come there), shared, several, none", find: safePlaces, sampled: true},
	{name: "safe_places", doc: "on how many places of a player's way a single man is safe, though opponents come there", find: countSafe, sampled: true},
	{name: "worth", doc: "what winners scored, where nobody else scored anything", find: worth, sampled: true},
	{name: "far_behind", doc: "yes or no: whether a victory counts more when opponents have brought nobody home", find: farBehind, sampled: true},
	{name: "sides", doc: "yes or no: whether the men of players face those of others at the beginning", find: onBench(stated.Sides)},
	{name: "flying", doc: "with how many men on the board a player may go to any empty place: with 3 men …, always, no", find: flying, closely: true},
	{name: "step_lines", doc: "along which lines men step: straight, slanting, or both and then from which places: everywhere, alternate, some; none without steps", find: linesOf("step"), closely: true},
	{name: "leap_lines", doc: "along which lines men leap over opponents, in the same words", find: linesOf("leap"), closely: true},
	{name: "step_back", doc: "yes, no or one_side: whether men without a mark may step back, before they have been at the far side", find: backwards(engine.Step), closely: true},
	{name: "leap_back", doc: "… may leap back", find: backwards(engine.Leap), closely: true},
	{name: "few_left", doc: "with how many men, those in hand counted, a player has lost to whom they were taken; 2 on the board where only those count; goats with 15, or with none, where players have not as many men, and it is so of one; never", find: fewLeft, closely: true},
	{name: "promoted", doc: "which men become men of another kind: most (those of the kind of which there are most), few (those of another), several kinds, none", find: whoBecomes, closely: true},
	{name: "promoted_into", doc: "into how many kinds men of one kind turn: one, several", find: intoWhat, closely: true},
	{name: "promoted_in_row", doc: "in which rows they do so whenever they come there, counted from the side that they face: 1, 1 to 3 …; otherwise", find: becomingRows, closely: true},
	{name: "counting_rows", doc: "how many of them do when they are closed: 16 rows of 3 …; none", find: rowsThatCount, closely: true},
	{name: "shut_in_worth", doc: "what it is worth to leave the opponent no move: win, half, draw, loss, nothing (he passes), otherwise", find: worthOfShuttingIn, sampled: true},
	{name: "seeds", doc: "how many men of nobody lie in each hole at the beginning; else how many in how many holes", find: onBench(stated.Seeds)},
	{name: "taking_numbers", doc: "how many lie in the hole of the last one, itself counted, when a sowing takes something: 1, 2 …, or even numbers; in some cases others", find: takingNumbers, closely: true},
	{name: "points", doc: "yes or no: whether points tell more than who has won", find: pointsBeyondWinning, sampled: true},
	{name: "board_rows", doc: "of how many rows of how many cells the board is; nothing for a board without rows", find: onBench(stated.Rows)},
	{name: "value_of_none", doc: "what a throw puts up in which none fell with the counted side up", find: valueOf(false), sampled: true},
	{name: "value_of_all", doc: "what a throw puts up in which all fell so", find: valueOf(true), sampled: true},
	{name: "value_of_others", doc: "what the other throws put up; of dice, each_die, sum, or what each throw puts up", find: valueOfOthers, sampled: true},
	{name: "again_by", doc: "the throws that give another, those that sometimes do, and taking, where that does; none", find: namedGivers, sampled: true},
})

func opener(s *Sample) (string, []int) {
	switch len(s.seenOf["opens"]) {
	case 0:
		var by []int
		for d := range s.Game.Program.Devices {
			if s.Lots(d) {
				by = append(by, s.Throwing(d)...)
			}
		}
		return "", by
	case 1:
		if by := s.Kinds("begins"); len(by) > 0 {
			if c := s.Game.Statements[by[0]].Called; c != "" {
				return c, by
			}
			return "named", by
		}
		return "named", s.Kinds("players")
	}
	return "lot", s.Kinds("throw")
}

// recurs says whether a position may come again. What rules it out is looked for in what
// moves can do; where nothing does, a position is not said to come again, but may.
func recurs(s *Sample) (string, []int) {
	p := s.Game.Program
	onward := p.Next != nil
	for from, next := range p.Next {
		onward = onward && !slices.ContainsFunc(next, func(to int) bool { return to <= from })
	}
	back := func(a engine.Allow) bool {
		switch a.Act {
		case engine.Place, engine.Enter:
			return slices.ContainsFunc(a.Stores, func(st int) bool { return !p.OneWay(st) })
		case engine.Advance:
			return !onward
		}
		return a.Act != engine.BearOff
	}
	brings := func(c engine.Change) bool {
		return slices.ContainsFunc(c.Effects, func(e engine.Effect) bool {
			return e.Kind == engine.Transfer || e.Kind == engine.SetDown || e.Kind == engine.Send && !p.OneWay(e.Store)
		})
	}
	if slices.ContainsFunc(p.Allows, back) || slices.ContainsFunc(p.Changes, brings) {
		return "may", nil
	}
	return "never", nil
}

// repetition says at which time that a position stands rules ask for it.
func repetition(s *Sample) (string, []int) {
	p := s.Game.Program
	if !p.RepetitionMatters {
		return "no", nil
	}
	times := map[string]int{}
	visited := map[*engine.Node]bool{}
	var visit func(n *engine.Node, known bool)
	visit = func(n *engine.Node, known bool) {
		if n == nil || visited[n] {
			return
		}
		visited[n] = true
		if n.Op == engine.NOccurrences && !known {
			times["otherwise"]++
		}
		at, compared := timesAsked(n)
		if compared {
			times[at]++
		}
		for _, k := range n.Kids {
			visit(k, compared)
		}
	}
	p.EachExpression(func(n *engine.Node) { visit(n, false) })
	return trial.Words(times), s.Asking("occurrences")
}

// timesAsked is the least count of occurrences at which a comparison holds, where it
// compares that with a number and holds for no smaller count.
func timesAsked(n *engine.Node) (at string, compared bool) {
	if n.Op != engine.BCompare || n.Kids[0].Op != engine.NOccurrences || n.Kids[1].Op != engine.NLit {
		return "", false
	}
	for k := range 100 {
		if n.Cmp.Holds(k, n.Kids[1].N) {
			return fmt.Sprint(k), k > 0
		}
	}
	return "", false
}

// pointsBeyondWinning says whether points tell more than who has won: not where every winner
// has the same and nobody else has any.
func pointsBeyondWinning(s *Sample) (string, []int) {
	by := s.Scoring()
	switch {
	case len(by) == 0:
		return "no", nil
	case s.times("ended", "somebody") > 0 && !s.story.pointed && len(s.story.prizesOfWinners()) == 1 && len(s.story.worths()) < 2:
		return "no", append(by, s.Definitions(by)...)
	}
	return "yes", by
}

// onBench is a fact that trials find out.
func onBench(find func(*trial.Bench) (string, []int)) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) { return find(&s.Bench) }
}
