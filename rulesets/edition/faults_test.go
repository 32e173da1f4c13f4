package edition_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/edition"
)

// gameWith compiles a test ruleset together with more statements; a statement that
// has the id of another takes its place.
func gameWith(t *testing.T, file, more string) *rulesets.Game {
	t.Helper()
	name := filepath.Join("testdata", "sentences", file+".yaml")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for _, line := range strings.Split(strings.TrimSpace(more), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		line = "  - " + strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "- "), "}") + ", assumed: a test}"
		id, _, _ := strings.Cut(strings.TrimPrefix(line, "  - {id: "), ",")
		if at := strings.Index(text, "  - {id: "+id+","); at >= 0 {
			end := at + strings.Index(text[at:], "\n")
			text = text[:at] + line + text[end:]
			continue
		}
		text += line + "\n"
	}
	d, errs := rulesets.LoadOne(name, []byte(text), nil)
	if len(errs) > 0 {
		t.Fatalf("%s: %v", more, errs)
	}
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		t.Fatalf("%s: %v", more, errs)
	}
	return g
}

// Sentences that readers found to say something else than what is done, or nothing
// that they could make out: what they say of each construction.
func TestSentencesThatWereWrong(t *testing.T) {
	for _, c := range []struct{ about, file, more, want string }{
		// Whose men and places.
		{"own men under their are the opponent's, not those opposed to him", "all-kinds",
			`{id: x, define: "their.bar > their.count(entry_points and own = 0)", called: he is overrun}`,
			"“He is overrun” means that the player's opponent has more men on the bar than there are entry points of the opponent's that hold none of the opponent's men."},
		{"places of each of several opponents hold that opponent's own men", "cross",
			`{id: x, forbid: advance, when: "to in their.([11, 14] and own)"}`,
			"The player may not advance a man if the square moved to is one of an opponent's squares 11 and 14 and holds at least one of that opponent's men."},
		{"… also where it is one place", "cross",
			`{id: x, forbid: advance, when: "to in their.(14 and own)"}`,
			"The player may not advance a man if the square moved to is an opponent's square 14 and holds at least one of that opponent's men."},
		{"two men of one opponent are not two of any", "cross",
			`{id: x, define: "their.(own_any_lap >= 2)", called: the closed squares}`,
			"“The closed squares” means the squares with two or more men of one and the same opponent."},
		{"on a way that passes a square twice own men are counted by its number", "cross",
			`{id: track, track: {run: [sm1..sm8, sr8..sr1, el1, sm8..sm1], off: yes}}
			{id: set_up, set_up: {hand: 4}}
			{id: x, forbid: advance, when: "own(to) >= 1"}`,
			"The player may not advance a man if at least one of his men (by number) stands on the square moved to."},
		{"… and all of his on the square without it", "cross",
			`{id: track, track: {run: [sm1..sm8, sr8..sr1, el1, sm8..sm1], off: yes}}
			{id: set_up, set_up: {hand: 4}}
			{id: x, forbid: advance, when: "own_any_lap(to) >= 1"}`,
			"The player may not advance a man if at least one of his men stands on the square moved to."},
		{"an exception does not take “his” from the rule that it lifts", "merels",
			`{id: x, except: not_from_a_mill, when: "count(near(from) and own) > 0"}`,
			"As an exception, the rule “not from a mill” (the player may not remove an opposing man if the man to be removed stands in one of his opponent's mills) " +
				"does not apply if there is at least one point next to the point of the man to be removed that holds at least one of the player's men."},
		{"an opponent who is asked for by name is named", "cross",
			`{id: x, on: turn, when: "some(their.player = east and their.off = 4)", do: {next: west}}`,
			"When a turn is over and the player's opponent East has exactly four men borne off, West has the next turn."},
		{"numbers of places are each player's own", "all-kinds",
			`{id: x, define: 19..24, called: the last quarter}`,
			"“The last quarter” means the player's points 19 to 24 (on the board 7 to 2 for White and 18 to 13 for Black)."},

		// What is permitted.
		{"what only a rule puts up is not permitted in general", "merels", `{id: x, allow: remove}`,
			"Where the removal of an opposing man is due, the player may remove any opposing man, which is taken for good."},
		{"a step says along which lines", "grid", `{id: x, allow: step}`,
			"The player may move a man one step along a line to any empty point."},
		{"a leap says along which lines", "merels", `{id: x, allow: leap}`,
			"The player may leap with a man, along a line, over an opposing man next to it to the point straight beyond, which must be empty."},
		{"what must hold of the point stands with the point", "merels", `{id: x, allow: step, to: near(from) and enemy}`,
			"The player may move a man one step along a line to any point with at least one opposing man."},
		{"a number that is asked for is the number that it goes with", "all-kinds",
			`{id: x, allow: advance, to: "ahead(from, thrown)", when: "not doublet and part = low and parts_played = 0"}`,
			"With the lower number thrown, the player may advance a man along its way by as many points as the number thrown if the throw is no doublet and nothing of the throw has been played yet."},
		{"… and of two numbers the two", "cross", `{id: x, allow: enter, to: 1, when: "part = 10 or part = 25"}`,
			"With a 10 or a 25, the player may enter a man from the bar on his square 1."},
		{"who may stop before he has moved may pass", "merels", `{id: x, allow: stop, in: moving, when: "parts_played = 0"}`,
			"In the stage “moving”, the player may pass, as long as nothing of the turn has been played."},
		{"stopping leaves a further throw", "all-kinds", `{id: x, allow: stop}`,
			"The player may stop and leave the rest of the throw, but not a further throw if one is due."},
		{"all men of a pile", "all-kinds", `{id: x, allow: advance, men: own(from)}`,
			"The player may advance all his men on one point together along its way by as many points as the number played."},

		// What is forbidden and required.
		{"a part that a prohibition asks for is what may not be played", "all-kinds", `{id: x, forbid: any, when: "doublet and part = 7 - high"}`,
			"The player may not play a number that is 7 minus the number that both dice show if the throw is a doublet."},
		{"… or not in this way", "all-kinds", `{id: x, forbid: [enter, bear-off], when: "part = 6 and bar > 0"}`,
			"With a 6, the player may not enter or bear off a man if he has at least one man on the bar."},
		{"what a prohibition denies is what it excepts", "all-kinds", `{id: x, forbid: bear-off, when: from != 24}`,
			"The player may not bear off a man unless the point moved from is his point 24."},
		{"… and with other conditions too", "all-kinds", `{id: x, forbid: bear-off, when: "part > distance(from) and from != first(own)"}`,
			"The player may not bear off a man if the number played is greater than what the man needs to leave the board, unless the point moved from is the first point on his way with at least one of his men."},
		{"there is none of them", "merels", `{id: x, forbid: remove, when: "count(near(from) and own) = 0"}`,
			"The player may not remove an opposing man unless there is at least one point next to the point of the man to be removed that holds at least one of his men."},
		{"a requirement that denies says what may be done only if there is no other", "holes", `{id: x, require: {that: from not in far_row}}`,
			"A move for which the hole moved from is a hole of the leg “far row” may be made only if all moves that can be made are such."},
		{"a denial of two things is not turned inside out", "grid", `{id: x, require: {that: not (from = a1 and to = a2)}}`,
			"A move for which the point moved from is the player's point a1 and the point moved to is his point a2 may be made only if all moves that can be made are such."},
		{"one step from the end is the last place", "all-kinds", `{id: x, forbid: advance, when: distance(to) = 1}`,
			"The player may not advance a man if the point moved to is his point 24 (the last of his way)."},
		{"parts without a number count as none", "all-kinds", `{id: x, forbid: advance, when: part < 3}`,
			"The player may not advance a man if the number played is less than 3 (what is no number counts as 0)."},
		{"completable says which parts it asks about", "all-kinds", `{id: x, forbid: advance, when: "completable = (hand > 0)"}`,
			"The player may not advance a man if either both after this move all that must be played of the throw can still be played and he has at least one man in hand, or neither of the two."},
		{"if and else", "all-kinds", `{id: x, define: "if doublet then bar > 0 else hand > 0"}`,
			"“X” means that if the throw is a doublet, then the player has at least one man on the bar, and otherwise he has at least one man in hand."},

		// What follows.
		{"one man goes where there is one", "all-kinds", `{id: x, on: advance, when: enemy(to) = 1, do: {send: enemy(to), to: bar}}`,
			"When a man has been advanced and exactly one opposing man stands on the point moved to, that man is sent to the bar."},
		{"at most one of several", "all-kinds", `{id: x, on: advance, do: {send: enemy(to), to: bar, at_most: 1}}`,
			"When a man has been advanced, one of the opposing men on the point moved to is sent to the bar and any others stay."},
		{"several acts in English", "merels", `{id: x, on: [place, step, remove], do: {drop: turn}}`,
			"When a man has been placed or has made a step, or an opposing man has been removed, the rest of the turn is lost."},
		{"a part that may be left may be played", "cross", `{id: x, on: advance, in: shells, do: {put: "grace?"}}`,
			"In the stage “shells”, when a man has been advanced, the player may then play “grace” (an advance), before or after what else is left to be played."},
		{"times of a constant", "merels", `{id: kills, define: "1", called: the number of men that may be killed}
			{id: x, on: place, do: {put: "remove?", times: kills}}`,
			"When a man has been placed, the player may then remove an opposing man, once."},
		{"a place is remembered, and does not become another", "all-kinds", `{id: x, on: advance, do: {set: {last_point: to}}}`,
			"When a man has been advanced, the point moved to is remembered as the player's point “last point”."},
		{"what is added to a set", "all-kinds", `{id: x, on: advance, do: {set: {closed: "closed or own >= 2"}}}`,
			"When a man has been advanced, the points with two or more of the player's men are added to his points “closed”."},
		{"what is read before it is counted", "all-kinds", `{id: many, agenda: {on: doublet, play: [1]}, when: tries > 3}
			{id: x, on: thrown, when: doublet, do: {add: tries}}`,
			"When a throw has been made and the throw is a doublet, the number “tries” grows by one; this comes after it has been settled what the throw gives to play."},
		{"a number of 0 and 1 is a fact", "all-kinds", `{id: summed, variable: {kind: number, starts: 0, per: turn}, called: whether the sum has been played}
			{id: sum, on: advance, do: {set: {summed: 1}}}
			{id: x, forbid: advance, when: summed = 1}`,
			"The player may not advance a man if the sum has been played."},
		{"… also where it is not", "all-kinds", `{id: summed, variable: {kind: number, starts: 0, per: turn}, called: whether the sum has been played}
			{id: sum, on: advance, do: {set: {summed: 1}}}
			{id: x, forbid: advance, when: "bar > 0 and summed = 0"}`,
			"The player may not advance a man if he has at least one man on the bar, unless the sum has been played."},
		{"a typed position is no matter of the rules", "all-kinds", `{id: x, variable: {kind: number, starts: 0, least: 15 - own(1)}, called: the count}`,
			"“The count” is a number that is remembered for each player throughout a game; at first it is zero."},

		// What readers found at the second reading.
		{"men that have been taken are not those that he has taken", "all-kinds", `{id: x, forbid: advance, when: "their.out > out"}`,
			"The player may not advance a man if more of his opponent's men than of his men have been taken for good."},
		{"… also where they are counted", "all-kinds", `{id: x, forbid: advance, when: "their.out >= 7"}`,
			"The player may not advance a man if seven or more of his opponent's men have been taken for good."},
		{"the opponent's mark names the opponent throughout", "merels", `{id: shut, variable: {kind: number, starts: 0}, called: the mark that the player could not move when it was last his turn}
			{id: x, forbid: step, when: "their.shut = 1"}`,
			"The player may not move a man one step if the mark that his opponent could not move when it was last his opponent's turn is one."},
		{"a fact is denied by its verb", "merels", `{id: waited, variable: {kind: number, starts: 0}, called: whether he has passed}
			{id: waits, on: pass, do: {set: {waited: 1}}}
			{id: x, define: "waited = 0 or board > 5"}`,
			"“X” means that the player has not passed or he has more than five men on the board."},
		{"… and outright where it could be taken in two ways", "merels", `{id: waited, variable: {kind: number, starts: 0}, called: whether he has passed or stopped}
			{id: waits, on: pass, do: {set: {waited: 1}}}
			{id: x, define: "waited = 0"}`,
			"“X” means that it is not the case that the player has passed or stopped."},
		{"counts of the same are one list", "holes", `{id: x, define: "thrown = 1 or thrown = 2 or board > 5 or thrown = 0"}`,
			"“X” means that exactly one or exactly two of the sticks fell with the white side up, the player has more than five men on the board, or none of the sticks fell with the white side up."},
		{"what lies straight beyond need not be where a leap is allowed", "grid", `{id: a_leap, allow: leap}
			{id: x, define: "count(landings(from, own >= 1, enemy >= 1)) > 0"}`,
			"“X” means that straight beyond a point with at least one of the player's men, next to the point moved from, lies a point with at least one opposing man."},
		{"… but may be", "grid", `{id: a_leap, allow: leap}
			{id: x, define: "count(landings(from, enemy >= 1, empty)) > 0"}`,
			"“X” means that a leap from the point moved from, over a point with at least one opposing man to an empty point, can be made."},
		{"what is free and what is fixed are blocked each in its way", "all-kinds", `{id: x, blocked: stop, on: [6-6, 6-5], in: playing}`,
			"In the stage “playing”, when nothing that is left to be played of a throw of 6-6 or 6-5 can be played, or where the order is fixed the part whose turn it is must be played and cannot be and this does not end the game, it is lost, with all that would come after it, but not a further throw if one is due."},
		{"what is put up at the end is at the end only where there is an order", "holes", `{id: x, on: advance, do: {put: "6?", where: end}}`,
			"When a man has been advanced, the player may also play 6, before or after what else is left to be played."},
		{"the opponents of several opponents are counted once for each", "cross", `{id: x, define: "their.(their.off) = 2 * off"}`,
			"“X” means that the sum, over the player's opponents, of the numbers of men borne off of those opposed to each of them is two times the number of the player's men borne off."},
		{"of a turn without throws no throw is spoken", "holes", `{id: x, end: it is over, at: no_move, in: drawing, winner: none}`,
			"In the stage “drawing”, when the player to move has no move at the beginning of his turn, the game is over (it is over) and nobody wins."},
		{"what is asked of each of several opponents is added up", "cross", `{id: x, define: "their.(if off = men_in_all then 0 else 1) = 2"}`,
			"“X” means that the sum, over the player's opponents, of zero if all this opponent's men are borne off, and otherwise one is two."},
		{"what is so in all other cases comes last", "all-kinds", `{id: x, define: if not doublet then 64 else 8, called: the number of counts}`,
			"“The number of counts” means 64 unless the throw is a doublet, and then eight."},
		{"brackets stand in no brackets", "all-kinds", `{id: x, end: shut, when: "bar = 0 and (if doublet then hand = 0 else off = 0) and score > 1", winner: me}`,
			"When a move has been made, and all of this holds (the player has no man on the bar; if the throw is a doublet, then he has no man in hand, and otherwise he has no man borne off; his score is greater than one point), the game is over (shut) and the player wins."},
		{"throws of one chance are told together, and which of several dice", "all-kinds", `{id: x, throw: {dice: 1, faces: 3}, chances: {1: 1/4, 2: 1/4, 3: 1/2}}`,
			"For “x”, one die with faces from 1 to 3 is thrown; the chances are 1/4 for each of 1 and 2; 1/2 for 3."},
		{"bearing off says how far", "all-kinds", `{id: x, allow: bear-off}`,
			"The player may bear off a man that the number played takes off the board (from the last point of its way it needs a 1 or more, from the one before it a 2 or more, and so on)."},
		{"a number that is one or nought by a condition is a fact", "all-kinds", `{id: x, variable: {kind: number, starts: "if bar > 0 then 1 else 0", per: throw}, called: whether he had a man on the bar when he threw}`,
			"It is remembered for each player for the length of a throw whether he had a man on the bar when he threw; at first it is so if he has at least one man on the bar."},
		{"what is done only if nothing else can be", "all-kinds", `{id: x, require: {that: not act_is(bear_off)}}`,
			"A man may be borne off only if no move of another kind can be made."},
		{"a part is no part of a number", "all-kinds", `{id: x, forbid: advance, when: "not follows(low)"}`,
			"The player may not advance a man unless after this move the lower number thrown can be played directly."},

		// The turn.
		{"in a fixed order it is one number that cannot be played", "all-kinds", `{id: x, blocked: stop, on: 6-6}`,
			"When the part whose turn it is in a throw of 6-6 must be played and cannot be and this does not end the game, it is lost, with all that would come after it, but not a further throw if one is due."},
		{"where there is one thing to play it is named", "holes", `{id: x, blocked: stop, in: turn}`,
			"In the stage “turn”, when the number to be played cannot be played, it is lost, but not a further throw if one is due."},
		{"nothing that may be left is asked twice", "all-kinds", `{id: x, agenda: {on: 3-3, play: [high, high, "7 - high?", "7 - high?"], order: fixed}}`,
			"A throw of 3-3 is played as 3 twice and 4 at most twice."},
		{"how many fell is not thrown", "cross", `{id: x, agenda: {on: [2, 3], play: [thrown]}, in: shells}`,
			"In the stage “shells”, when two or three of the cowries fall with the counted side up, that number is played."},
		{"stages name those that go before", "all-kinds", `{id: x, stage: {throws: dice}, when: off < men_in_all}`,
			"If the player's turn does not belong to the stage “entering”, the last lap or the stage “playing” and not all his men are borne off, it belongs to the stage “x” and begins with a throw of the dice; a player whose turn belongs to no stage is passed over."},
		{"of one part an order is that of what comes besides", "grid", `{id: x, agenda: {play: [step], order: fixed}, when: board > 5}`,
			"If the player has more than five men on the board, a turn consists of a step; what other rules add is played in the order that they say."},
		{"a lot is no throw", "holes", `{id: x, agenda: {on: south, play: []}, in: drawing, when: board > 1}`,
			"In the stage “drawing”, if the player has more than one man on the board, the lot “south” gives nothing to play."},
		{"of a move that must be made either may hold", "all-kinds", `{id: x, require: {that: doublet or bar > 0}}`,
			"If there is a move for which either the throw is a doublet or the player has at least one man on the bar, such a move must be made."},
		{"in a game without throws nobody speaks of them", "merels", `{id: x, stage: {}, when: hand = 0}
			{id: x_turn, agenda: {play: [leap]}, in: x}`,
			"If the player's turn does not belong to the placing of the men or the stage “moving” and he has no man in hand, it belongs to the stage “x”; a player whose turn belongs to no stage is passed over."},
		{"a part is told by the moves that play it", "merels", `{id: x, agenda: {play: [shift]}, in: placing, when: hand > 3}
			{id: shifting, allow: step, with: shift}`,
			"In the placing of the men, if the player has more than three men in hand, a turn consists of “shift” (a step)."},
		{"lots have chances and are no throw", "holes", `{id: x, throw: {lots: [one, two]}}`,
			"The lots are “one” and “two”, with equal chances."},

		// Points, ends, what always holds.
		{"what is scored is one of two scores that are added", "all-kinds",
			`{id: first_part, score: 1, at: turn, when: "hand = 0"}
			{id: x, score: 1, at: turn, when: "hand = 0 and bar = 0"}`,
			"When a turn is over, the player has no man in hand and he has no man on the bar, the player scores one point besides what “first part” gives; “half” leaves these points as they are."},
		{"what is halved and what is not", "all-kinds", `{id: x, score: 3, at: turn}`,
			"When a turn is over, the player scores three points; “half” leaves these points as they are."},
		{"who begins the next game", "all-kinds", `{id: to_21, match: 7}
			{id: x, begins: white}
			{id: first_player, men: 15}
			{id: men, define: "1"}`,
			"White begins the first game."},
		{"no place ever", "all-kinds", `{id: x, never: count(own and enemy) > 0}`,
			"As a consequence of the rules, no point ever holds at least one of the player's men and holds at least one opposing man."},
		{"neither of two never", "grid", `{id: x, never: count(own >= 2) > 0 or count(row_1 and marked(moved)) > 0}`,
			"As a consequence of the rules, no point ever holds two or more of the player's men and no point of his row 1 ever holds at least one of his men with the mark “moved”."},
		{"no place but one ever", "all-kinds", `{id: corner, define: 1, called: the corner}
			{id: x, never: count((entry_points - corner) and own >= 3) > 0}`,
			"As a consequence of the rules, none of the entry points other than the corner ever holds three or more of the player's men."},
		{"one of three always", "all-kinds", `{id: come, define: hand = 0, called: "they have come, all of them"}
			{id: x, always: come or bar = 0 or their.hand = 0}`,
			"As a consequence of the rules, at least one of these always holds: they have come, all of them; the player has no man on the bar; or his opponent has no man in hand."},
		{"where the men are, and not where they are not", "grid", `{id: x, always: hand + bar + off = 0}`,
			"As a consequence of the rules, it is always so that every man of the player's is on the board or taken for good."},
		{"two on one place", "grid", `{id: x, never: count(own) < board}`,
			"As a consequence of the rules, it never happens that two or more of the player's men stand on one point."},

		// Definitions.
		{"a number that is a place", "all-kinds", `{id: x, define: part, called: the point of the number played}`,
			"“The point of the number played” means the point whose number is played."},
		{"one set or another", "all-kinds", `{id: x, define: "if player = white then 1..12 else [1, 14..24]"}`,
			"“X” means the player's points 1 to 12 if the player is White, and otherwise his point 1 and his points 14 to 24."},
		{"places that there are only if", "all-kinds", `{id: x, define: "1..3 or (if doublet then 20..24 else nowhere)"}`,
			"“X” means the player's points 1 to 3 and his points 20 to 24 (if the throw is a doublet)."},
		{"whose places that are so", "all-kinds", `{id: free, define: entry_points and empty, called: the entry points that are free}
			{id: x, define: their.bar > their.count(free)}`,
			"“X” means that the player's opponent has more men on the bar than there are entry points of the opponent's that are free."},
		{"a name that says all", "all-kinds", `{id: x, define: off = men_in_all, called: all his men are borne off}`,
			"“All his men are borne off” means just that: all the player's men are borne off."},
		{"a name of places that says all", "merels", `{id: x, define: points(mills(enemy)), called: the points of the opponent's mills}`,
			"“The points of the opponent's mills” means just that: the points that lie in one of the player's opponent's mills."},
		{"where a definition is asked about a man that is set", "merels", `{id: x, define: "mills(own, to)", called: the new mills}
			{id: used_new, on: [place, step], when: count(x) > 0, do: {put: "remove?"}}`,
			"“The new mills” means the player's mills through the point to which the man comes."},
		{"… or about one that is to be removed", "merels", `{id: x, define: "from in corners", called: it stands in a corner}
			{id: uses_it, forbid: remove, when: x}`,
			"“It stands in a corner” means that the point of the man to be removed is one of the corners."},
	} {
		g := gameWith(t, c.file, c.more)
		if got := edition.Sentence(g, g.Statement("x")); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.about, got, c.want)
		}
	}
}

// What a game is played with says what a reader needs to play: who sits where, how
// men go, what a place is called.
func TestEquipmentIsExplained(t *testing.T) {
	for _, c := range []struct{ file, more, id, want string }{
		{"all-kinds", "{id: players, players: [white, black]}", "players",
			"There are two players, White and Black, who take turns; they sit opposite each other, and each sees the board from his own side."},
		{"all-kinds", "{id: players, players: [white, black], seen: same}", "players",
			"There are two players, White and Black, who take turns; both look at the board from the same side."},
		{"grid", "{id: players, players: [south, north], seen: mirrored}", "players",
			"There are two players, South and North, who take turns in this order; the second sees the board with near and far exchanged, and left and right as the first."},
		{"cross", "", "players",
			"There are four players, South, East, North and West, who take turns in this order; South and North are partners, and East and West are partners; " +
				"they sit round the board, each at the right hand of the one before, and each sees it from his own side."},
		{"grid", "{id: board, grid: {rows: 5, columns: 5, diagonals: none}}\n{id: centre_rule, allow: leap}", "board",
			"The board has five rows of five squares each; squares are next to each other along rows and columns, and not slantwise; " +
				"a square is named by a letter for its column, from the left, and a number for its row, from the near side, as South sees them: a1 to e5."},
		{"grid", "", "set_up",
			"At the beginning each player has one man on each point of his row 1, one man on each point of his row 2, and one man on each of his points d3 and e3 " +
				"(on the board a1 to e1, a2 to e2, d3 and e3 for South, and e5 to a5, e4 to a4, b3 and a3 for North)."},
		{"all-kinds", "{id: players, players: [white, black], seen: same}\n{id: track, track: {run: [1..24], but: {black: [24..1]}}}", "track",
			"White's men go along the points 1 to 24, and Black's along 24 to 1, so that they meet; an advance is always forward on this way; " +
				"each player numbers the points from 1 along his own way, and by these numbers they are called in all rules: Black's point 1 is 24 on the board; at the end of the way men leave the board."},
		{"all-kinds", "{id: players, players: [white, black], seen: same}\n{id: track, track: {run: [1..24]}}", "track",
			"The men of both players go the same way, along the points 1 to 24; an advance is always forward on this way; its points are numbered from 1 in this order, as on the board; at the end of the way men leave the board."},
		{"cross", "{id: track, track: {run: [sm1..sm8, sr8..sr1, el1, sm8..sm1], off: yes}}\n{id: set_up, set_up: {hand: 4}}", "track",
			"Each player's men go along the squares sm1 to sm8, sr8 to sr1, el1, sm8 to sm1, as he sees the board; an advance is always forward on this way; " +
				"each player numbers the squares from 1 along his own way, and by these numbers they are called in all rules: West's square 1 is wm1 on the board; " +
				"the way passes sm1 to sm8 more than once, so that they have several numbers (South's sm1 is 1 and 25); where men are counted “by number”, a man counts only under the number by which it has come to its square; " +
				"at the end of the way men leave the board."},
	} {
		g := gameWith(t, c.file, c.more)
		if got := edition.Sentence(g, g.Statement(c.id)); got != c.want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.file, c.id, got, c.want)
		}
	}
}

// What holds of every turn is said only as far as it is true of the game.
func TestCourseIsTrueOfTheGame(t *testing.T) {
	for _, c := range []struct{ file, more, want string }{
		{"holes", "", "In his turn a player throws the sticks and plays what the throw gives, each number by one move, with the same man or another. " +
			"A further throw that a rule gives belongs to the same turn. Whoever can make a move must make one. " +
			"When nothing is left to be played, the next player has his turn, unless a rule gives it to another. " +
			"A player can do only what these rules allow, and of that only what they do not forbid."},
		{"merels", "", "A player's turn is a step, a step (which may be left) and a leap, the placing of a man or a leap and a leap (which may be left), and what follows from it by these rules. " +
			"Whoever can make a move must make one; but what may be left need not be played and a player may stop or pass where a rule lets him. " +
			"When nothing is left to be played, the next player has his turn. A player can do only what these rules allow, and of that only what they do not forbid."},
	} {
		g := gameWith(t, c.file, c.more)
		if got := strings.Join(edition.Course(g), " "); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.file, got, c.want)
		}
	}
}

// An exception that is told directly after its rule need not repeat it.
func TestExceptionAfterItsRule(t *testing.T) {
	g := gameWith(t, "all-kinds", `{id: x, except: point_held, when: "bar > 0"}`)
	held, row, x := g.Statement("point_held"), g.Statement("row_may_be_broken"), g.Statement("x")
	if got, want := edition.SentenceAfter(g, row, held), "This does not apply if the point moved to lies in an unbroken row of six or more points of the player's way, each held by two or more opposing men."; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got, want := edition.SentenceAfter(g, x, row), "Nor does that rule apply if the player has at least one man on the bar."; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// What a sentence speaks of by name has its name before it in the running text.
func TestRulesThatAreNamed(t *testing.T) {
	g := gameWith(t, "all-kinds", "")
	for id, want := range map[string]bool{"bonus": true, "half": false, "rear": true, "advance": false, "thrice": true, "stuck": false} {
		if got := edition.SpokenOf(g)[id]; got != want {
			t.Errorf("%s: another sentence speaks of it: %v, want %v", id, got, want)
		}
	}
}

// A further throw is spoken of so that it is true where no rule gives one, and who has no
// move at what moment.
func TestFurtherThrowIfDue(t *testing.T) {
	g, _ := gameOf(t, `
id: players, players: [white, black]
id: board, tables: {points: 12}
id: track, track: {run: [1..12], but: {black: [12..1]}, places: numbers, off: yes}
id: men, men: 3
id: set_up, set_up: {1: 3}
id: dice, throw: {dice: 2, faces: 6}
id: turn, stage: {throws: dice}
id: any, agenda: {play: [high, low]}
id: go, allow: advance
id: lost, blocked: stop
id: none, end: it is over, at: no_move, winner: none`, nil)
	for id, want := range map[string]string{
		"lost": "When nothing that is left to be played can be played and this does not end the game, it is lost, but not a further throw if one is due.",
		"none": "When the player to move has no move for a throw of which nothing has been played, the game is over (it is over) and nobody wins.",
	} {
		if got := edition.Sentence(g, g.Statement(id)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", id, got, want)
		}
	}
}

// Who has a turn, in which stage, and what is written of a move is said as it is in the
// game at hand.
func TestTurnsOfTheGameAtHand(t *testing.T) {
	const base = `
id: players, players: [white, black], seen: same
id: board, tables: {points: 12}
id: men, men: 3
id: set_up, set_up: {1: 3}
id: dice, throw: {dice: 2, faces: 6}
id: any, agenda: {play: [high, low]}
id: go, allow: advance
`
	const around = "id: track, track: {run: [1..12], but: {black: [7..1, 12..8]}, places: numbers, off: yes}"
	for _, c := range []struct{ about, more, id, want string }{
		{"passed over is who is so, not who is not", around + "\nid: turn, stage: {throws: dice}, when: not (hand > 0 and bar > 0)", "turn",
			"A player is passed over if he has at least one man in hand and at least one man on the bar; every other turn begins with a throw of the dice."},
		{"ways that begin elsewhere meet as well", around + "\nid: turn, stage: {throws: dice}", "track",
			"White's men go along the points 1 to 12, and Black's along 7 to 1, then 12 to 8, so that they meet; an advance is always forward on this way; " +
				"each player numbers the points from 1 along his own way, and by these numbers they are called in all rules: Black's point 1 is 7 on the board; at the end of the way men leave the board."},
		{"who sees the board alike may number it otherwise", around + "\nid: turn, stage: {throws: dice}", "players",
			"There are two players, White and Black, who take turns in this order; both look at the board from the same side."},
		{"a stage to which a rule sends goes before the next", around + "\nid: opening, stage: {throws: dice}, when: no\nid: turn, stage: {throws: dice}", "turn",
			"If the player's turn does not belong to the stage “opening”, it belongs to the stage “turn” and begins with a throw of the dice."},
	} {
		g, _ := gameOf(t, base+c.more, nil)
		if got := edition.Sentence(g, g.Statement(c.id)); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.about, got, c.want)
		}
	}
	for file, want := range map[string]string{"all-kinds": "as in 24/off:", "merels": ""} {
		said := strings.Join(edition.Notation(gameWith(t, file, "")), "; ")
		if strings.Contains(said, "behind a colon") != (want != "") || !strings.Contains(said, want) {
			t.Errorf("%s: moves are written so: %s", file, said)
		}
	}
}

// Where a rule forbids to stop whatever the case, nothing that can be played may be left, and
// nothing is said of stopping; and a star is explained only where a move itself takes men.
func TestNobodyStopsWhereItIsForbidden(t *testing.T) {
	const base = `
id: players, players: [white, black], seen: same
id: first, begins: white
id: board, grid: {rows: 4, columns: 4}
id: men, men: 4
id: set_up, set_up: {white: {row_1: 1}, black: {row_4: 1}}
id: turn, stage: {}
id: part, agenda: {play: [move]}
id: leap, allow: leap, with: [move, again]
id: leaps, on: leap, do: [{put: "again?"}, {go_on: yes}]
id: takes, require: {that: enemy(over) >= 1}
`
	for _, x := range []struct {
		more, leaps, takes    string
		course, stop, starred bool
	}{
		{"id: lifted, on: leap, do: {send: enemy(over), to: out}", "may then", "; where a player may stop, he may stop all the same.", true, true, true},
		{"id: lifted, on: throw, do: {send: enemy(anywhere), to: out}\nid: on, forbid: stop", "must then", "such a move must be made.", false, false, false},
		{"id: lifted, on: leap, do: {send: enemy(over), to: out}\nid: on, forbid: stop, when: count(own) >= 2", "may then", "; where a player may stop, he may stop all the same.", true, true, true},
		{"id: lifted, on: leap, do: {send: enemy(over), to: out}\nid: on, forbid: stop\nid: not_on, except: on, when: count(own) >= 2", "may then", "; where a player may stop, he may stop all the same.", true, true, true},
	} {
		g, _ := gameOf(t, base+x.more, nil)
		if got := edition.Sentence(g, g.Statement("leaps")); !strings.Contains(got, "the player "+x.leaps+" play “again”") || strings.Contains(got, ", if he can") != (x.leaps == "must then") {
			t.Errorf("%s: %s", x.more, got)
		}
		if got := edition.Sentence(g, g.Statement("takes")); !strings.HasSuffix(got, x.takes) {
			t.Errorf("%s: %s", x.more, got)
		}
		course, notation := strings.Join(edition.Course(g), " "), strings.Join(edition.Notation(g), "; ")
		if strings.Contains(course, "what may be left") != x.course || strings.Contains(notation, "stop leaves") != x.stop || strings.Contains(notation, "* behind") != x.starred {
			t.Errorf("%s: %s %s", x.more, course, notation)
		}
	}
}
