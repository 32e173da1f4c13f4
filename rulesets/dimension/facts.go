package dimension

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/dimension/stated"
	"github.com/lectio/lectio/rulesets/dimension/trial"
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
	// tries are the trials on which it rests.
	tries []*trial.Trial
	// at, where it is set, says words of the moves of a decision, from which find finds
	// the value.
	at func(l *look, say func(c *chance, word string))
	// with names other facts from which find draws.
	with []string
	// rests are words that the answer rests on having been said at all; of others it
	// matters of which moves they are said.
	rests []string
}

// ofGames reports whether the fact rests on games that were played.
func (f *fact) ofGames() bool { return f.sampled || f.closely }

// told reports whether it rests on the story of the games.
func (f *fact) told() bool { return f.sampled && f.tries == nil }

// inWords are how values of facts are said that are neither words nor numbers.
var inWords = map[string]func(value string) string{"doublet_numbers": trial.DoubletsInWords}

// factNamed returns the fact of a name, or nil.
func factNamed(name string) *fact {
	for i := range facts {
		if facts[i].name == name {
			return &facts[i]
		}
	}
	return nil
}

// facts are all facts.
var facts = []fact{
	{name: "players", doc: "how many play", find: func(s *Sample) (string, []int) {
		return fmt.Sprint(len(s.Game.Program.Players)), s.Kinds("players")
	}},
	{name: "partners", doc: "yes or no: whether some play together", find: func(s *Sample) (string, []int) {
		for q, team := range s.Game.Program.Team {
			if team != q {
				return "yes", s.Kinds("players")
			}
		}
		return "no", s.Kinds("players")
	}},
	{name: "places", doc: "how many points, squares, cells or holes the board has", find: func(s *Sample) (string, []int) {
		return fmt.Sprint(s.Game.Program.Cells), s.Kinds(ast.BoardKinds...)
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
	{name: "parts", doc: "yes or no: whether the way parts anywhere", find: func(s *Sample) (string, []int) {
		return trial.YesNo(slices.ContainsFunc(s.Game.Program.Next, func(next []int) bool { return len(next) > 1 })), s.Kinds("track")
	}},
	{name: "homes", doc: "apart or shared: whether men of opponents begin on places, or in rows, of their own; none where no men begin on the board", find: onBench(stated.Homes)},
	{name: "dice", doc: "how many dice are thrown at once; 0 where none are", find: onBench(stated.Dice)},
	{name: "ordinary", doc: "what a throw of unlike dice gives: each_die, sum, lower or higher (that die alone), or otherwise", find: onBench(trial.OrdinaryThrows), sampled: true, tries: []*trial.Trial{trial.PutUp[false]}},
	{name: "doublets", doc: "what doublets give: undersides, sequences, four (each number twice), two (each once), otherwise", find: onBench(trial.Doublets), sampled: true, tries: []*trial.Trial{trial.PutUp[true]}},
	{name: "doublet_numbers", doc: "what each doublet gives in full, each way it can be: n for its number, u for the underside where there are no others, a ? where it may be left", find: onBench(trial.DoubletNumbers), sampled: true, tries: []*trial.Trial{trial.PutUp[true]}},
	{name: "throws_again", doc: "which throws give another: doublets or those that do, with: not always, if they like; none", find: throwsAgain, sampled: true, tries: []*trial.Trial{trial.Owes}},
	{name: "ordinary_order", doc: "free, lower_first, higher_first, or fixed: the order of what an ordinary throw gives", find: onBench(trial.OrderOf(false)), sampled: true, tries: []*trial.Trial{trial.InTurn[false]}},
	{name: "doublet_order", doc: "free, lower_first, higher_first, or fixed: the order of what a doublet gives, where its numbers differ", find: onBench(trial.OrderOf(true)), sampled: true, tries: []*trial.Trial{trial.InTurn[true]}},
	{name: "whole_throw", doc: "how much of an ordinary throw must be played: none, sometimes, one, parts, pips, certain, order, each", find: onBench(trial.WholeThrow), sampled: true, tries: []*trial.Trial{trial.Compelled}},
	{name: "blocked_ordinary", doc: "what becomes of a number of an ordinary throw that cannot be played: stop, skip, leave, lose, other; several with a comma", find: onBench(trial.BlockedOf(false)), sampled: true, tries: []*trial.Trial{trial.Unplayable[false]}},
	{name: "blocked_doublet", doc: "… of a doublet", find: onBench(trial.BlockedOf(true)), sampled: true, tries: []*trial.Trial{trial.Unplayable[true]}},
	{name: "collected", doc: "yes or no: whether further throws are made before anything of the turn is played", find: collected, sampled: true},
	{name: "met", doc: "what becomes of a man on which an opposing man lands: bar, hand, off, out, stays; several with a comma; refused where none may land", find: metSingly, sampled: true},
	{name: "removed", doc: "where a man goes that is taken away by an act of its own: out, hand …", find: func(s *Sample) (string, []int) {
		return trial.Words(s.story.removed), trial.Union(s.Permitting(engine.Remove), s.Sends(engine.Remove))
	}, sampled: true},
	{name: "leapt", doc: "where a man goes that is leapt over: out, hand …", find: func(s *Sample) (string, []int) {
		return trial.Words(s.story.leapt), s.Sends(engine.Leap)
	}, sampled: true},
	{name: "most_own", doc: "the most men that a player had on one place", find: func(s *Sample) (string, []int) {
		return fmt.Sprint(s.story.mostOwn), nil
	}, sampled: true},
	{name: "beside_own", doc: "how many of his own men a player may have on one place: a number, unlimited, or numbers with places", find: func(s *Sample) (string, []int) {
		return trial.MostBeside(&s.Bench, s.Try(trial.BesideOwn))
	}, sampled: true, tries: []*trial.Trial{trial.BesideOwn}},
	{name: "beside_own_entering", doc: "beside how many of his own men, the one that enters included, a man may enter: in the same words", find: func(s *Sample) (string, []int) {
		return trial.MostBeside(&s.Bench, s.Try(trial.BesideOwnEntering))
	}, sampled: true, tries: []*trial.Trial{trial.BesideOwnEntering}},
	{name: "closed_by", doc: "how many opposing men close a place: a least number, just a number, none, or varies", find: func(s *Sample) (string, []int) {
		return trial.ClosedBy(s.Try(trial.OntoEnemies))
	}, sampled: true, tries: []*trial.Trial{trial.OntoEnemies}},
	{name: "broken", doc: "yes or no: whether a place that is closed can be come to all the same", find: onBench(trial.BrokenPlaces), sampled: true, tries: []*trial.Trial{trial.ThroughRow}},
	{name: "held_rows", doc: "whether points in a row may be held so that nobody can pass: free, or the number of points that may be, with: under a condition, where one decides", find: onBench(trial.RowsHeld), sampled: true, tries: []*trial.Trial{trial.ClosingRow}},
	{name: "passing", doc: "whether a man may pass points that the opponent holds: may, not, or limited", find: onBench(trial.PassingOver), sampled: true, tries: []*trial.Trial{trial.Past}},
	{name: "single", doc: "what becomes of a single man that an opposing man comes upon: bar, hand, off, out, stays, pinned, or closed where none may; several with a comma", find: onBench(trial.SingleMan), sampled: true, tries: []*trial.Trial{trial.OntoOne}},
	{name: "single_entering", doc: "… that an opposing man enters upon; closed also where only some may not be entered upon", find: func(s *Sample) (string, []int) {
		n, by := trial.Outcomes(s.Try(trial.OntoOneEntering))
		return trial.Words(n), by
	}, sampled: true, tries: []*trial.Trial{trial.OntoOneEntering}},
	{name: "taking_sought", doc: "must or may: whether one who can take a man has to", find: onBench(trial.AllOf(trial.SoughtOut)), sampled: true, tries: []*trial.Trial{trial.SoughtOut}},
	{name: "again", doc: "may or not: whether a man moved by one number of a throw may go on by another", find: onBench(trial.MayEver(trial.Again)), sampled: true, tries: []*trial.Trial{trial.Again}},
	{name: "again_taking", doc: "… that has taken another", find: onBench(trial.MayEver(trial.AgainTaking)), sampled: true, tries: []*trial.Trial{trial.AgainTaking}},
	{name: "where_entered", doc: "where a number brings a man in: number (the place of that number), beyond (the next), one (always the same), several (he chooses), or otherwise", find: onBench(trial.WhereEntered), sampled: true, tries: []*trial.Trial{trial.WhereTo}},
	{name: "waiting_first", doc: "whether a man that was sent back comes in before another moves: must, if (where one can come in), need_not", find: onBench(trial.WhoWaits), sampled: true, tries: []*trial.Trial{trial.WaitingFirst}},
	{name: "held_entry", doc: "whether a man may enter at a place that the opponent holds: may, not, condition, or apart where no opposing man comes", find: onBench(trial.HeldEntries), sampled: true, tries: []*trial.Trial{trial.HeldEntry}},
	{name: "home", doc: "within how many steps of the end all men must be for one to be borne off: a number, any, or otherwise", find: onBench(trial.HomeOf(trial.HowFar)), sampled: true, tries: []*trial.Trial{trial.HowFar}},
	{name: "home_then", doc: "… when others have been borne off", find: onBench(trial.HomeOf(trial.HowFarThen)), sampled: true, tries: []*trial.Trial{trial.HowFarThen}},
	{name: "overshoot", doc: "whether a man may be borne off with a greater number than he needs: exact, rearmost, free", find: onBench(trial.AllOf(trial.Overshoot)), sampled: true, tries: []*trial.Trial{trial.Overshoot}},
	{name: "instead", doc: "may or not: whether one who can bear off a man may move another", find: onBench(trial.InsteadOfLeaving), sampled: true, tries: []*trial.Trial{trial.InsteadOf}},
	{name: "held_back", doc: "how men are held back at the beginning: hand, hand_partly, departures, first_man, otherwise, none", find: onBench(trial.HeldBackAs), sampled: true, tries: []*trial.Trial{trial.HeldBack}},
	{name: "departures", doc: "how many men must have left the start before one may go everywhere", find: onBench(trial.Departures), sampled: true, tries: []*trial.Trial{trial.HeldBack}},
	{name: "held_places", doc: "where the first men may not go until then", find: onBench(trial.HeldPlaces), sampled: true, tries: []*trial.Trial{trial.HeldBack}},
	{name: "figures", doc: "what is won by placing men in a figure: points, game, or none", find: onBench(trial.FiguresWon), sampled: true, tries: []*trial.Trial{trial.Figures}},
	{name: "loser_far", doc: "yes or no: whether the points for the last man off depend on how far the opponent is", find: onBench(trial.LastFar), sampled: true, tries: []*trial.Trial{trial.LastOffFar}},
	{name: "loser_waiting", doc: "yes or no: whether points depend on opposing men that wait to enter", find: onBench(trial.LastWaiting), sampled: true, tries: []*trial.Trial{trial.LastOffWaiting, trial.Figures}},
	{name: "off_ends", doc: "yes or no: whether the game is over when a player has borne off his last man", find: onBench(trial.LastOver), sampled: true, tries: []*trial.Trial{trial.LastOffOver}},
	{name: "shut_in_ends", doc: "whether the game ends when a player's men cannot come back in (waiting) or get away (held), or goes on (on)", find: onBench(trial.ShutMenIn), sampled: true, tries: []*trial.Trial{trial.ShutIn, trial.PinnedEnds}},
	{name: "may_stop", doc: "what a player ever could leave though he could play it: whole (all of it, not having begun), taking or numbers (only the taking of men, or only numbers, that the rules let him leave), rest (what was left, or another option), no", find: mayStop, sampled: true},
	{name: "no_move", doc: "what follows when a player cannot move: loses, wins, draws, score, passes, other_plays, or never", find: noMove, sampled: true},
	{name: "won_by", doc: "what the winner had at the end: all_off, all_taken, no_move, score, otherwise; several with a comma; nobody where no game had one", find: wonBy, sampled: true},
	{name: "winnerless", doc: "yes or no: whether a rule can end a game without a winner", find: winnerless, sampled: true},
	{name: "recurs", doc: "never where every move sets a man down for good, or takes it forward on a way on which none is sent back; otherwise may", find: recurs},
	{name: "repetition", doc: "at which time that a position stands some rule asks for it: a number, several with a comma, otherwise, no", find: repetition},
	{name: "rotation", doc: "which way men go round the middle of the board as it is drawn: anticlockwise, clockwise, across (not round it), differ", find: onBench(stated.Rotation)},
	{name: "turn_order", doc: "who has the next turn: next (as they are named), previous, other", find: orderOfTurns, sampled: true},
	{name: "odds", doc: "the chances of throws, where it can be by the chance of the side that counts", find: onBench(stated.Odds)},
	{name: "counted", doc: "the numbers that each throw puts up to be played", find: countedThrows, sampled: true},
	{name: "another_throw", doc: "what gives another throw: throw, taking, place, home, otherwise; several with a comma; none", find: anotherThrow, sampled: true},
	{name: "throws_throw", doc: "yes or no: whether some throws give another", find: gives("throw", trial.ByThrows, byThrow), sampled: true},
	{name: "taking_throws", doc: "yes or no: whether taking gives another throw", find: gives("taking", trial.ByMoves, byTaking), sampled: true},
	{name: "places_throw", doc: "yes or no: whether coming to some places gives another throw", find: gives("place", 0, byPlace), sampled: true},
	{name: "most_throws", doc: "how many throws a turn can have when those fall that give another: a number, any, or so many alike", find: mostThrows, sampled: true},
	{name: "extra_step", doc: "yes or no: whether a throw gives a step more beside its number", find: extraStep, sampled: true},
	{name: "parts_order", doc: "the order of different parts of a turn: as_thrown, fixed (as they were put up), free, both; none where there are none", find: orderOfParts, sampled: true},
	{name: "declined", doc: "yes or no: whether a further throw may be left", find: answerDeclined, sampled: true},
	{name: "entering_throws", doc: "the throws that bring a man in, any, or any that counts", find: enteringThrows, sampled: true},
	{name: "entering_place", doc: "where men come in: first (place of the track), as_thrown, elsewhere; several with a comma", find: enteringPlace, sampled: true},
	{name: "entry_shared", doc: "yes or no: whether opponents come to the places where men come in", find: entryShared, sampled: true},
	{name: "enters_only", doc: "yes or no: whether what brings men in serves for nothing else", find: entersOnly, sampled: true},
	{name: "just_entered", doc: "whether a man that has come in can move in the same turn: may, not, never (nothing is played after)", find: justEntered, sampled: true},
	{name: "met_together", doc: "what becomes of two men or more on a place where one would be taken: closed, beside, taken, some, by_pair, several", find: metTogether, sampled: true},
	{name: "met_entering", doc: "what becomes of a man on whose place another comes in: taken, stays, closed", find: metEntering, sampled: true, tries: []*trial.Trial{trial.OntoOneEntering}},
	{name: "safety", doc: "whether single men are safe on some places: closed (nobody may come there), shared, several, none", find: safePlaces, sampled: true},
	{name: "safe_places", doc: "on how many places of a player's way a single man is safe, though opponents come there", find: countSafe, sampled: true},
	{name: "moved_together", doc: "whether men that stand together move together: may, must, no, several (by some parts)", find: movedTogether, sampled: true},
	{name: "goes_round", doc: "yes or no: whether a man can go round again instead of home", find: goesRound, sampled: true},
	{name: "two_ways", doc: "yes or no: whether a man can go one way or another by the same part", find: twoWays, sampled: true},
	{name: "comes_home", doc: "what becomes of a man that has gone the whole way: off, stays, both", find: comesHome, sampled: true},
	{name: "exactness", doc: "what brings a man home: exact, more (than is needed), word (nothing that is a number)", find: exactness, sampled: true},
	{name: "after_home", doc: "what follows when a player has brought all his men home: over, on", find: afterHome, sampled: true},
	{name: "partner_home", doc: "what one does who is home before his partner: plays, waits", find: partnerHome, sampled: true},
	{name: "worth", doc: "what winners scored, where nobody else scored anything", find: worth, sampled: true},
	{name: "far_behind", doc: "yes or no: whether a victory counts more when opponents have brought nobody home", find: farBehind, sampled: true},
	{name: "sides", doc: "yes or no: whether the men of players face those of others at the beginning", find: onBench(stated.Sides)},
	{name: "marked", doc: "how many places of the board are marked", find: func(s *Sample) (string, []int) {
		return fmt.Sprint(len(s.Game.Board.Sets["marked"])), s.Kinds(ast.BoardKinds...)
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
	{name: "leap_then_step", doc: "yes or no: whether a step may follow a leap in one turn", find: joinedActs(engine.Leap, engine.Step), closely: true},
	{name: "step_then_leap", doc: "… a leap a step", find: joinedActs(engine.Step, engine.Leap), closely: true},
	{name: "leap_then_remove", doc: "… the taking of another man by an act of its own a leap", find: joinedActs(engine.Leap, engine.Remove), closely: true},
	{name: "must_take", doc: "whether who can take must: must, free, huff (free, but then the next player may take a man for it)", find: mustTake, closely: true},
	{name: "most_men", doc: "yes or no: whether who must take must choose what takes most men", find: mostMen, closely: true},
	{name: "few_left", doc: "with how many men, those in hand counted, a player has lost to whom they were taken; 2 on the board where only those count; goats with 15, or with none, where players have not as many men, and it is so of one; never", find: fewLeft, closely: true},
	{name: "lost_how", doc: "how men are lost to others: leapt_over, met (moved onto), removed (by an act of its own), otherwise; several with a comma; none", find: lostHow, closely: true},
	{name: "middle_stop", doc: "yes, no or sometimes: whether a man beside the vacant middle of the board may step onto it; none for a board without a middle", find: ofMiddle("stops in the middle"), closely: true},
	{name: "middle_pass", doc: "… may pass over it to the vacant place beyond", find: ofMiddle("passes the middle"), closely: true},
	{name: "enclosed", doc: "yes, no or sometimes: whether a man is taken that a step encloses between two opponents", find: always("encloses", seenOften), closely: true},
	{name: "goes_between", doc: "… that has stepped between two opponents itself", find: always("goes between", seenAtTimes), closely: true},
	{name: "approached", doc: "yes, no or sometimes: whether a man is taken to which an opponent comes up by a step along their line", find: always("approach takes", seenOften), closely: true},
	{name: "withdrawn_from", doc: "… from which an opponent steps straight away", find: always("withdrawal takes", seenOften), closely: true},
	{name: "row_taken", doc: "yes, no or sometimes: whether the men behind him in an unbroken row are taken with him", find: always("takes the row", seenAtTimes), closely: true},
	{name: "both_ways", doc: "what a step takes that comes up to one row and goes away from another: ahead, behind, both, chosen, nothing, otherwise", find: bothWays, closely: true},
	{name: "step_then_step", doc: "yes or no: whether a step may follow a step in one turn", find: joinedActs(engine.Step, engine.Step), closely: true},
	{name: "straight_on", doc: "yes, no or sometimes: whether a man that takes by a step after another may go straight on", find: always("goes straight on", seenAtTimes), closely: true},
	{name: "comes_back", doc: "… may come to where it has been in this turn", find: always("comes back", seenAtTimes), closely: true},
	{name: "promoted", doc: "which men become men of another kind: most (those of the kind of which there are most), few (those of another), several kinds, none", find: whoBecomes, closely: true},
	{name: "promoted_into", doc: "into how many kinds men of one kind turn: one, several", find: intoWhat, closely: true},
	{name: "promoted_in_row", doc: "in which rows they do so whenever they come there, counted from the side that they face: 1, 1 to 3 …; otherwise", find: becomingRows, closely: true},
	{name: "lines", doc: "how many rows the board has that could count as such", find: func(s *Sample) (string, []int) {
		return fmt.Sprint(len(s.Game.Board.Lines)), s.Kinds(ast.BoardKinds...)
	}},
	{name: "counting_rows", doc: "how many of them do when they are closed: 16 rows of 3 …; none", find: rowsThatCount, closely: true},
	{name: "row_gives", doc: "what a row gives that is closed: man, game, points, nothing; several with a comma", find: rowGives(0, 1), closely: true},
	{name: "row_placed_gives", doc: "… that is closed by placing a man", find: rowGives(1), closely: true},
	{name: "men_for_rows", doc: "how many men are taken when one move closes two rows: one, each, otherwise", find: menForRows, closely: true},
	{name: "row_again", doc: "yes, no or sometimes: whether a row that has given a man gives another when it is closed again", find: always("row again", seenAtTimes), closely: true},
	{name: "leaves_man", doc: "yes, no or sometimes: whether who may take a man by an act of its own may leave it", find: leavesMan, closely: true},
	{name: "victims_in_rows", doc: "which men in rows may be taken while others stand outside: any, none, within_reach (of a man of the player), otherwise", find: whichVictims(inRowAmongOthers, seenOften/2), closely: true},
	{name: "victims_all_in_rows", doc: "… when all stand in rows", find: whichVictims(allInRows, seenAtTimes), closely: true},
	{name: "victims_outside", doc: "… outside rows; also not_last_set, not_last_moved, not_last_set_or_moved", find: victimsOutside, closely: true},
	{name: "won_with", doc: "by what games were won: row (that was closed), taking (men), no_move, otherwise; several with a comma", find: wonWith, closely: true},
	{name: "shut_in_worth", doc: "what it is worth to leave the opponent no move: win, half, draw, loss, nothing (he passes), otherwise", find: worthOfShuttingIn, sampled: true},
	{name: "dull_end", doc: "how a game ends in which men go to and fro: nobody (wins), more_men (who has them wins), goes_on", find: dullEnd, closely: true},
	{name: "scored", doc: "yes or no: whether points are scored", find: func(s *Sample) (string, []int) {
		return trial.YesNo(len(s.Scoring()) > 0), s.Scoring()
	}},
	{name: "points", doc: "yes or no: whether points tell more than who has won", find: pointsBeyondWinning, sampled: true},
	{name: "board_rows", doc: "of how many rows of how many cells the board is; nothing for a board without rows", find: onBench(stated.Rows)},
	{name: "value_of_none", doc: "what a throw puts up in which none fell with the counted side up", find: valueOf(false), sampled: true},
	{name: "value_of_all", doc: "what a throw puts up in which all fell so", find: valueOf(true), sampled: true},
	{name: "value_of_others", doc: "what the other throws put up; of dice, each_die, sum, or what each throw puts up", find: valueOfOthers, sampled: true},
	{name: "again_by", doc: "the throws that give another, those that sometimes do, and taking, where that does; none", find: namedGivers, sampled: true},
	{name: "unplayable", doc: "what becomes of a number that cannot be played: number_lost, throw_lost, turn_lost, waits, other; several with a comma",
		find: becomesOfUnplayable, sampled: true},
	{name: "far", doc: "yes or no: whether a man ever came to where men of an opponent began", find: func(s *Sample) (string, []int) {
		if s.story.stood.Empty() {
			return "", nil
		}
		return trial.YesNo(s.story.far), nil
	}, sampled: true},
	{name: "ends_unseen", doc: "yes or no: whether a rule by which somebody wins was never seen to end a game", find: endsUnseen, sampled: true},
	{name: "won_by_more", doc: "yes or no: whether games that are not won by taking all go to who has taken more", find: wonByMore, sampled: true},
	{name: "match", doc: "the points to which a match is played; none without one", find: func(s *Sample) (string, []int) {
		p := s.Game.Program
		if p.Match <= 0 {
			return "none", nil
		}
		return fmt.Sprint(p.Match / p.Denominator), s.Kinds("match")
	}},
}

func metSingly(s *Sample) (string, []int) {
	by := s.Sends(engine.Advance, engine.Enter, engine.Step, engine.Place)
	if len(s.story.met) > 0 {
		return trial.Words(s.story.met), by
	}
	if f := sumFates(s.story.single, func(int) bool { return true }); f.refused >= leastRefused && f.refused == f.all() {
		return "refused", s.refusers(&f)
	}
	return "", by
}

func opener(s *Sample) (string, []int) {
	switch len(s.story.openers) {
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

func mayStop(s *Sample) (string, []int) {
	by := trial.Union(s.Permitting(engine.Stop), s.Agendas(func(a *engine.Agenda) bool {
		return slices.ContainsFunc(a.Parts, func(x uint8) bool { return x&engine.OptionalPart != 0 && x&^engine.OptionalPart != engine.PartThrow })
	}))
	switch {
	case s.story.choices == 0:
		return "", by
	case len(s.story.stops) == 0:
		return "no", by
	case s.story.stops["whole"] > 0:
		return "whole", by
	}
	for _, only := range []string{"taking", "numbers"} {
		if len(s.story.stops) == 1 && s.story.stops[only] > 0 {
			return only, by
		}
	}
	return "rest", by
}

func wonBy(s *Sample) (string, []int) {
	won := maps.Clone(s.story.won)
	shut, sure := s.ShutOut()
	if len(won) > 0 && slices.ContainsFunc(shut, func(e *engine.End) bool { return e.Winner == engine.Them || e.Winner == engine.Me }) {
		won["no_move"]++ // it may be rare
	}
	switch {
	case !sure:
		return "", nil
	case len(won) == 0 && s.story.noWinner > 0:
		if unseen, _ := endsUnseen(s); unseen == "yes" { // by it somebody may win after all
			return "", nil
		}
		return "nobody", s.EndedBy()
	}
	var by []int // the ends that nobody wins are another matter, but where there may be no move either way
	for i := range s.Game.Program.Ends {
		if e := &s.Game.Program.Ends[i]; e.Winner != engine.NoWinner || e.At == engine.AtNoMove && won["no_move"] > 0 {
			by = append(by, e.Statement)
		}
	}
	return trial.Words(won), by
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
	case s.story.hasWinner > 0 && !s.story.pointed && len(s.story.prizesOfWinners()) == 1 && len(s.story.worths()) < 2:
		return "no", append(by, s.Definitions(by)...)
	}
	return "yes", by
}

func noMove(s *Sample) (string, []int) {
	found := map[string]int{}
	shut, sure := s.ShutOut()
	if !sure {
		return "", nil
	}
	var by []int
	for _, e := range shut {
		word, known := map[engine.Winner]string{engine.Them: "loses", engine.Me: "wins", engine.NoWinner: "draws"}[e.Winner]
		if !known {
			word = "score"
		}
		found[word]++
		by = append(by, e.Statement)
	}
	for _, b := range s.Game.Program.Blocked {
		if b.Policy == engine.BlockedOther {
			found["other_plays"]++
		} else if len(s.story.passes) == 0 {
			continue
		}
		by = append(by, b.Statement)
	}
	for what := range s.story.passes {
		if what != "end" && len(found) == 0 {
			found["passes"]++
		}
	}
	if len(found) == 0 {
		return "", nil
	}
	return trial.Words(found), by
}

func winnerless(s *Sample) (string, []int) {
	by := s.EndsWhere(func(_ int, e *engine.End) bool { return e.Winner == engine.NoWinner || e.Winner == engine.HigherScore })
	if len(by) > 0 && s.story.noWinner == 0 {
		return "", by // such an end may be rare, or never come about
	}
	return trial.YesNo(len(by) > 0), by
}

func endsUnseen(s *Sample) (string, []int) {
	unseen := false
	by := s.EndsWhere(func(i int, e *engine.End) bool {
		unseen = unseen || e.Winner != engine.NoWinner && s.story.finished[i] == 0
		return e.Winner != engine.NoWinner
	})
	return trial.YesNo(unseen), by
}

// gamesToTell is how many games one must see that who has taken more has won, before
// it is said that this is why.
const gamesToTell = 25

func wonByMore(s *Sample) (string, []int) {
	more, others := 0, 0
	for _, n := range s.story.more {
		more, others = more+n[0], others+n[1]
	}
	by := s.EndsWhere(func(i int, _ *engine.End) bool { return s.story.more[i] != [2]int{} })
	switch {
	case others > 0:
		return "no", by
	case more >= gamesToTell:
		return "yes", by
	}
	return "", nil
}

// onBench is a fact that trials find out.
func onBench(find func(*trial.Bench) (string, []int)) func(*Sample) (string, []int) {
	return func(s *Sample) (string, []int) { return find(&s.Bench) }
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
