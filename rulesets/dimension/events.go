package dimension

import (
	"strings"
	"sync"
)

// events are all that is counted at the decisions of games looked at closely, and along games.
var events = []event{
	// Men that are placed
	{name: "place_anywhere", doc: "decisions at which men may be placed, by whether on every empty place", words: []string{"yes|no"}, closely: true},
	{name: "first_to_move", doc: "who moves first when all men are placed: the one next to the last to place, that one, or another", words: []string{"next|last|other"}, closely: true},
	// Steps
	{name: "step", doc: "steps that are permitted: to a neighbour or far, of a man as it was at the beginning (plain) or one that has a mark or has been at the far side (crowned)", words: []string{"near|far", "plain|crowned"}, closely: true},
	{name: "step_line", doc: "steps to neighbours, by their line and the cells that it joins", words: []string{"straight|slanting", "*", "*"}, closely: true},
	{name: "step_along", doc: "… by player, man, and whether they lead ahead", words: []string{"*", "plain|crowned", "ahead|level|back"}, closely: true},
	{name: "step_line_refused", doc: "steps that are refused at the beginning of a turn where others are permitted", words: []string{"straight|slanting"}, closely: true},
	{name: "step_back_refused", doc: "… of plain men back, by player", words: []string{"*"}, closely: true},
	{name: "could_step_back", doc: "plain men with an empty place behind them, by player", words: []string{"*"}, closely: true},
	{name: "returns", doc: "steps back to where the man came from in the turn before, permitted beside other moves", words: []string{"plain|crowned"}, closely: true},
	{name: "return_refused", doc: "… refused", words: []string{"plain|crowned"}, closely: true},
	{name: "flies", doc: "how far men step when none is in hand, by how many their player has on the board: beside them, to any empty place, or farther", words: []string{"*", "beside|anywhere|farther"}, closely: true},
	{name: "stops_in_middle", doc: "men that can step, beside the vacant middle, by whether they may step onto it", words: []string{"yes|no"}, closely: true},
	{name: "passes_middle", doc: "… may pass over it", words: []string{"yes|no"}, closely: true},
	// Leaps
	{name: "leap_line", doc: "leaps over opposing men, by their line and the cells that it joins", words: []string{"straight|slanting", "*", "*"}, closely: true},
	{name: "leap_along", doc: "… by player, man, and whether they lead ahead", words: []string{"*", "plain|crowned", "ahead|level|back"}, closely: true},
	{name: "leap_line_refused", doc: "leaps over opposing men that are refused at the beginning of a turn where others are permitted", words: []string{"straight|slanting"}, closely: true},
	{name: "leap_back_refused", doc: "… of plain men back, by player", words: []string{"*"}, closely: true},
	{name: "could_leap_back", doc: "plain men with room for a leap back, by player", words: []string{"*"}, closely: true},
	{name: "leap_over_mark", doc: "leaps over opposing men on a marked cell", closely: true},
	{name: "over_mark_refused", doc: "… refused", closely: true},
	{name: "could_leap_over_mark", doc: "… for which there is room", closely: true},
	{name: "could_leap_over_own", doc: "room for a leap over an own man, where some leap takes or none does", words: []string{"taking|free"}, closely: true},
	{name: "leap_takes", doc: "leaps over opposing men, by whether the man leapt over, and whether others leave the board at once", words: []string{"over|not_over", "others|no_others"}, closely: true},
	{name: "stood_till_end", doc: "men leapt over that stood there still, by whether they were gone when the turn ended", words: []string{"gone|stayed"}, closely: true},
	{name: "could_leap_on", doc: "men that have leapt with room for another leap", closely: true},
	{name: "could_turn", doc: "… in another direction", closely: true},
	{name: "leaps_on", doc: "leaps permitted after a leap in one turn, of the same man or another", words: []string{"same|other"}, closely: true},
	{name: "turns", doc: "… of the same man, by whether they leave its line", words: []string{"yes|no"}, closely: true},
	{name: "leaves_series", doc: "decisions with such leaps, by whether something else may be done", words: []string{"yes|no"}, closely: true},
	{name: "joined", doc: "acts permitted after another in one turn", words: []string{"*", "*"}, closely: true},
	{name: "turn_ends", doc: "turns by the act with which they end", words: []string{"*"}, closely: true},
	// Taking
	{name: "may_take", doc: "decisions at which men can be taken, by whether something else may be done; bound where it is refused and usually may", words: []string{"free|bound"}, closely: true},
	{name: "takes_fewer", doc: "captures that take fewer men in the end than another, where one must take: permitted or refused", words: []string{"yes|no"}, closely: true},
	{name: "takes_at_once", doc: "turns that begin with the taking of a man by an act of its own, by whether the opponents had left a capture", words: []string{"yes|no"}, closely: true},
	{name: "lost", doc: "men lost to opponents, by how", words: []string{"removed|leapt_over|met|otherwise"}, closely: true},
	{name: "left", doc: "by player and how many men he has on the board and in hand: whether he has lost, or goes on, when a man of his is taken", words: []string{"*", "*", "*", "lost|on"}, closely: true},
	{name: "encloses", doc: "men that a step encloses between two opponents, by whether they are taken", words: []string{"yes|no"}, closely: true},
	{name: "goes_between", doc: "… that step between two opponents", words: []string{"yes|no"}, closely: true},
	{name: "approach_takes", doc: "men to whom a step comes up along their line, by whether they are taken", words: []string{"yes|no"}, closely: true},
	{name: "withdrawal_takes", doc: "… from whom a step leads straight away", words: []string{"yes|no"}, closely: true},
	{name: "takes_row", doc: "rows of several of which one is taken so, by whether all are", words: []string{"yes|no"}, closely: true},
	{name: "both_ways", doc: "steps that come up to one row and lead away from another, by what they take", words: []string{"nothing|ahead|behind|both|chosen"}, closely: true},
	{name: "goes_straight_on", doc: "steps straight on that would take, after another that did, by whether they are permitted", words: []string{"yes|no"}, closely: true},
	{name: "comes_back", doc: "… to where the man has been in this turn", words: []string{"yes|no"}, closely: true},
	{name: "became", doc: "men that became men of another kind, by both kinds", words: []string{"*", "*"}, closely: true},
	{name: "came_to_row", doc: "men that came to a row, counted from the far side, by their kind and whether they became others", words: []string{"*", "*", "yes|no"}, closely: true},
	// Rows
	{name: "row_gives", doc: "moves that close rows, by how and by what they give", words: []string{"placed|moved", "man|no_man", "game|no_game", "points|no_points"}, closely: true},
	{name: "row_counts", doc: "… that close one, by its number, how, and whether they give anything", words: []string{"*", "placed|moved", "yes|no"}, closely: true},
	{name: "row_again", doc: "… that close one again that has given a man, by whether it gives another", words: []string{"yes|no"}, closely: true},
	{name: "men_for_rows", doc: "moves that close rows for the first time, by how many rows (2 for more) and for how many men", words: []string{"1|2", "*"}, closely: true},
	{name: "leaves_man", doc: "decisions at which a man can be taken by an act of its own, by whether he may be left", words: []string{"yes|no"}, closely: true},
	{name: "victim", doc: "men that might be taken so: where they stand, whether they may be, whether a man of the player stands beside them, whether they were placed or moved last, after what the player did",
		words: []string{"outside|in_row|all_in_rows", "taken|spared", "in_reach|away", "not_last|last_set|last_moved", "placed|moved"}, closely: true},
	// Men laid down
	{name: "encloses_row", doc: "rows of opposing men enclosed between a man that is laid down and another, by what becomes of them", words: []string{"turned|taken|stays"}, closely: true},
	{name: "surrounded", doc: "opposing men that have no empty place beside them when a man is laid down, with all whom they stand beside, by what becomes of them", words: []string{"turned|taken|stays"}, closely: true},
	{name: "shuts_himself_in", doc: "empty places at which a man would have none, with all whom he joins, and take nobody: whether he may be laid there", words: []string{"yes|no"}, closely: true},
	{name: "retakes", doc: "men that have taken one and could be taken by one laid where it stood: whether that may be done at once", words: []string{"yes|no"}, closely: true},
	{name: "counted_at_end", doc: "games that ended with points, by whether these are the men on the board, or with them the empty places that only their player reaches", words: []string{"men|area", "yes|no"}, closely: true},
	// Sowing
	{name: "sows_from", doc: "sowings that are permitted, by the side on which they begin", words: []string{"own|other"}, closely: true},
	{name: "sows_single", doc: "holes of a player in which one man of nobody lies alone, by whether he may sow it", words: []string{"yes|no"}, closely: true},
	{name: "sows_way", doc: "holes that may be sown, by which way: on along the track, back, or as the player chooses", words: []string{"on|back|chosen"}, closely: true},
	{name: "origin", doc: "sowings, by whether something stays in, or goes at once into, the hole from which several come", words: []string{"keeps|emptied"}, closely: true},
	{name: "comes_round", doc: "… of others that come round to it, by whether they lay one in it", words: []string{"lays|passes"}, closely: true},
	{name: "sown_into", doc: "sowings, by the stores into which they lay something, as the player sees them", words: []string{"left|right|both|none"}, closely: true},
	{name: "last_falls", doc: "sowings, by where the last one falls, how many lie there then, and what follows: they are sown on, something is taken, the player has another turn, or the turn ends",
		words: []string{"own|other|store", "*", "relay|takes|again|ends"}, closely: true},
	{name: "sowing_takes", doc: "holes that such a sowing takes from: that of the last one, those before it without a gap, the one opposite, or elsewhere", words: []string{takenWords}, closely: true},
	{name: "feeds", doc: "decisions at which an opponent has nothing on his side and can be given something: whether another sowing may be made instead", words: []string{"may|must"}, closely: true},
	{name: "taken_on", doc: "sowings that, where each player sows on his own side alone, have taken what lay on the other, and sown it on", closely: true},
	{name: "side_empty", doc: "sowings after which a side is empty, by whether the game was over", words: []string{"over|on"}, closely: true},
	{name: "sowing_over", doc: "games that ended, by what: nobody could move, a side was empty, a player had more than half, or otherwise", words: []string{"no_move|side_empty|majority|otherwise"}, closely: true},
	{name: "left_over", doc: "… and whether he has won who has more if each gets what is left on his side, on the other, or nobody anything", words: []string{"own|other|nobody", "yes|no"}, closely: true},
	// Turns and throws
	{name: "opens", doc: "games by the player who has the first turn, lots left aside", words: []string{"*"}},
	{name: "next_turn", doc: "turns by whose is the next, where all play: the next player as they are named, the one before, or another", words: []string{"next|previous|other"}},
	{name: "partner_home", doc: "turns of players who are home before their partners, by what becomes of them", words: []string{"plays|waits"}},
	{name: "passed", doc: "passes by what followed: the end, the turn of another, a move of another, or the next part", words: []string{"end|turn|other|part"}},
	{name: "choice", doc: "decisions at which something can be played"},
	{name: "could_stop", doc: "… and left, by what that is: all of it, only the taking of men or only numbers that may be left, or the rest", words: []string{"whole|taking|numbers|rest"}},
	{name: "may_decline", doc: "decisions at which a throw that is offered may be left"},
	{name: "two_parts", doc: "decisions with two different parts: either can be played first (free), their order is fixed, one is refused, or blocked", words: []string{"free|fixed|refused|blocked"}},
	{name: "put_up", doc: "throws that put parts up behind others that wait, or before them", words: []string{"behind|before"}},
	{name: "further_throw", doc: "further throws of a turn, made while something is waiting to be played or not", words: []string{"waiting|nothing_left"}},
	{name: "unplayed", doc: "parts that could not be played, by what became of them", words: []string{"kept|lost|other|turn_lost|number_lost|throw_lost|waits"}},
	// Men along games
	{name: "came_in", doc: "men that came in"},
	{name: "just_entered", doc: "moves of men that came in in the same turn: permitted or refused", words: []string{"yes|no"}},
	{name: "together", doc: "men of one place, by whether they could move alone, only together, or either, by one part", words: []string{"alone|together|either"}},
	{name: "goes_round", doc: "moves by which a man could begin another round"},
	{name: "two_ways", doc: "moves of a man that could go two ways by one part"},
	{name: "arrived", doc: "men that came to the end of their way: off the board, to a last place, or on from there", words: []string{"off|stays|on"}},
	{name: "home_by", doc: "what more and just as much as is needed did for men before the end; word where what is no number brings one home", words: []string{"more|just|word", "enough|too_little"}},
	{name: "all_home", doc: "players who came home, by whether the game was over", words: []string{"over|on"}},
	{name: "lands_on", doc: "men landed upon, by what became of them", words: []string{"bar|hand|off|out|stays"}},
	{name: "removed_to", doc: "men taken away by an act of its own, by where they went", words: []string{"bar|hand|off|out"}},
	{name: "leapt_to", doc: "men leapt over and taken, by where they went", words: []string{"bar|hand|off|out"}},
	{name: "meets", doc: "moves onto one opposing man, several, or by as many onto several: refused, or what became of these; and the place", words: []string{"one|several|as_many", "refused|taken|stays|moved|some", "*"}},
	{name: "win", doc: "games won, by what the winner had at the end", words: []string{"all_off|all_taken|no_move|score|otherwise"}},
	{name: "ended", doc: "games that ended, by whether somebody won", words: []string{"somebody|nobody"}},
	{name: "winner_took", doc: "… not won by taking all, by whether the winner had taken more men", words: []string{"more|no_more"}},
	// Men that run along a way, by what is said of the moves that the board and the parts left would let them make
	{name: "first_move", doc: "the first man of a player, or a later one, that has not moved: a part, and whether it may move by it", words: []string{"first|later", "*", "yes|no"}, at: atFirstMove},
	{name: "first_part_use", doc: "by a part with which a man could make its first move, a man that has moved: where an unmoved one can move by it (beside) or none can (stuck)", words: []string{"*", "beside|stuck", "yes|no"}, at: atFirstPart},
	{name: "first_part_later", doc: "… when every man has moved", words: []string{"*", "yes|no"}, at: atFirstPartLater},
	{name: "passing_over", doc: "moves over men of one's own, or of opponents: whether they may, if only for those men", words: []string{"own|enemy", "yes|no"}, at: atPassing},
	{name: "safe", doc: "moves onto men of opponents that have not moved, stand together, or others: whether they may, if only for those men; homes where they stand where they began",
		words: []string{"unmoved|together|other|homes", "yes|no"}, at: atSafe, rests: []string{"homes"}},
	{name: "forks", doc: "two ways by one part, of a man that could come where men of an opponent began for the first time, again, or not: whether this one is open", words: []string{"plain|first|again", "open|shut"}, at: atFork},
	{name: "entering", doc: "men that could come to where men of an opponent began, for the first time or again, while another of their player is there or nobody, after another was: whether they may",
		words: []string{"first|again", "somebody|nobody", "alone|after", "yes|no"}, at: atEntering},
	{name: "held", doc: "men that stand there: within the row or out of it, while their player has men at home or not, and other men can move or none: whether they may go on",
		words: []string{"within|beyond", "home|away", "others|none|whoever", "yes|no"}, at: atHeld},
	{name: "way_end", doc: "men that leave the board (off), or the row where men of an opponent began (out): whether they may", words: []string{"off|out", "yes|no"}, at: atWayEnd},
	{name: "course", doc: "ways that were open where the way parts", words: []string{"*", "*"}, at: atCourse, rests: []string{anyWord, anyWord}},
	// Ends
	{name: "won", doc: "games won, by what", words: []string{"row|taking|no_move|otherwise"}, closely: true},
	{name: "dull", doc: "how games ended in which men went to and fro: nobody won (with as many men on both sides, or not), who had more men won, otherwise, or it went on", words: []string{"nobody|nobody_even|more_men|otherwise|goes_on"}, closely: true},
}

// eventsByName are the events by their names.
var eventsByName = sync.OnceValue(func() map[string]*event {
	out := map[string]*event{}
	for i := range events {
		out[events[i].name] = &events[i]
	}
	return out
})

// eventNamed returns the event of a name, or nil.
func eventNamed(name string) *event { return eventsByName()[name] }

func eventNames() (out []string) {
	for i := range events {
		out = append(out, events[i].name)
	}
	return out
}

// told says what an event is, and with which words it is asked for.
func (ev *event) told() string {
	if len(ev.words) == 0 {
		return ev.doc
	}
	return ev.doc + ": " + ev.name + "(" + strings.ReplaceAll(strings.ReplaceAll(strings.Join(ev.words, ", "), "|", " or "), "*", "…") + ")"
}
