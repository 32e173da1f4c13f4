package wording

import (
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/lectio/lectio/evidence"
)

// Each kind finds its wordings, and not what only resembles them.
func TestWordingKinds(t *testing.T) {
	type is map[string][]string // text → the words found in it
	cases := map[string]is{
		"unit": {
			"The board is five by five.":                     {"five by five"},
			"4x22 board":                                     {"4x22"},
			"The board is five by five squares.":             nil,
			"Such a win counts as seven.":                    {"seven"},
			"Such a win counts as seven games.":              nil,
			"He plays downwards to one.":                     {"one"},
			"He may move one.":                               nil,
			"The other has 5, 7 or 13 throws more.":          nil,
			"He pays two, and the other three.":              {"two"},
			"Four white sides count 6.":                      nil,
			"A throw of 10 or 25 lets him begin.":            nil,
			"A throw of 6-6 makes him play 6 6 5 5 4 4.":     nil,
			"Where two or more men stand, none may land.":    nil,
			"The point is divided in two.":                   nil,
			"They make three in a row.":                      nil,
			"He must throw three.":                           {"three"},
			"He who throws three begins.":                    nil,
			"See clause 6, and the book of 1853.":            nil,
			"Each of the two.":                               nil,
			"Double 6 if double 1 is thrown, 5 if 2.":        {"5", "2"},
			"Twenty-two men stand there.":                    nil,
			"He throws with six cowries, and again six.":     {"six"},
			"The points are numbered from one to 24 on each": nil,
		},
		"may": {
			"A man may be taken off the board.":                      {"may"},
			"They can remove a man.":                                 {"can"},
			"He is allowed to take it.":                              {"is allowed to"},
			"A six allows a player to enter a man.":                  {"allows a player to enter"},
			"A player who has a mill may kill a man.":                {"may"},
			"Where an enemy man stands, it may be taken.":            {"may"},
			"He may not take it.":                                    nil,
			"He cannot move.":                                        nil,
			"It can only be played last.":                            nil,
			"It can be played only then.":                            nil,
			"A player who can move no man loses his throw.":          nil,
			"If he can move, he must.":                               nil,
			"He has more men than he can enter.":                     nil,
			"No point may hold three men.":                           nil,
			"So that none can be moved.":                             nil,
			"May is the month of the feast.":                         {"May"}, // no grammar is known
			"The player must take it.":                               nil,
			"There is no way by which the men that stand can get on": nil,
		},
		"advice": {
			"He should keep his men together.": {"should"},
			"It is good to have the corners.":  {"It is good to"},
			"The good player wins.":            nil,
			"A shoulder of land.":              nil,
		},
		"opposite": {
			"They start on opposite sides.":           {"opposite"},
			"The point across from it.":               {"across from"},
			"Men go from left to right.":              {"left to right"},
			"They begin on the rightmost point.":      {"rightmost"},
			"The rightmost point as the player sees.": nil,
			"From left to right as seen by North.":    nil,
			"Two squares to the player's right.":      nil,
			"No move is left.":                        nil,
			"He has two men left.":                    nil,
			"He has the right to throw again.":        nil,
			"The opposite faces make seven.":          nil,
			"An opposing man is taken.":               nil,
		},
		"row": {
			"Six men in a row cannot be passed.":     {"in a row"},
			"They make three-in-a-row.":              {"three-in-a-row"},
			"On three consecutive points.":           {"consecutive"},
			"They lie in a straight line.":           {"in a straight line"},
			"The men stand in a row of eight holes.": nil,
			"Each row has eight holes.":              nil,
			"He moves in the row nearest to him.":    nil,
		},
		"first": {
			"The first double is played once.":              {"The first"},
			"All men are on the last point.":                {"the last"},
			"Every subsequent throw is played twice.":       {"Every subsequent"},
			"The last man but one begins.":                  {"The last"},
			"He sets the last man but one.":                 {"last man but one"},
			"The final quadrant.":                           {"The final"},
			"Five on the first three points of the quarter": nil,
			"The player who first has borne off wins.":      nil,
			"The men are at first off the board.":           nil,
			"The first player to remove them wins.":         nil,
			"First double throw":                            {"First"},
			"First they go round.":                          nil,
			"They first go round.":                          nil,
			"The third square, counted from the corner.":    nil,
			"As in the first phase.":                        nil,
			"Men go to the point next to them.":             nil,
		},
		"plural": {
			"Two six-sided die.":                                        {"Two six-sided die"},
			"Held by two opponent's piece.":                             {"two opponent's piece"},
			"The third square in the outer rows is marked.":             {"The third square in the outer rows"},
			"He may enter on points with the opponent's pieces.":        {"points with the opponent's pieces"},
			"Where six enemy men are, the enemy man is taken.":          {"the enemy man"},
			"1 pieces are there.":                                       {"1 pieces"},
			"Two six-sided dice.":                                       nil,
			"A two player game.":                                        nil,
			"Where an enemy man stands, the enemy man is taken.":        nil,
			"Two men stand on one point, and the man moved joins them.": nil,
			"The third square of each row is marked.":                   nil,
			"Both throw, and with 4 throw again.":                       nil,
			"They stand on two point.":                                  {"two point"},
			"Two rows of twelve points.":                                nil,
		},
		"each": {
			"Three pieces on the final five points.":         {"Three pieces on the final five points"},
			"Three men on each of the final five points.":    nil,
			"Three men on five points each.":                 nil,
			"Five men stand on one of the first points":      nil,
			"He has three men on the board and five in hand": nil,
		},
		"near": {
			"A man moves to an adjacent point.":             {"adjacent"},
			"To the point next to it.":                      {"next to"},
			"To the point next to last.":                    nil,
			"A man moves orthogonally to an adjacent cell.": nil,
			"One step along a line to a neighbouring point": nil,
			"The next player throws.":                       nil,
		},
		"route": {
			"The men go round the board.":               {"go round"},
			"They proceed around the board.":            {"proceed around"},
			"They go round the board anticlockwise.":    nil,
			"The board is round.":                       nil,
			"They sit around the board and move a man.": nil,
		},
		"part": {
			"The board is divided in two.":             {"divided in two"},
			"They enter on one section.":               {"section"},
			"It is divided into four quarters.":        nil,
			"It is divided in two, quarters of six.":   nil,
			"The players are of two kinds, as is said": nil,
		},
		"again": {
			"It must re-enter the board.":              {"re-enter the board"},
			"It has to come in again.":                 {"come in again"},
			"It must re-enter on the first point.":     nil,
			"He throws again.":                         nil,
			"A man cannot come in again.":              nil,
			"It must come in again where it came from": nil,
		},
		"series": {
			"Five, then four, and so on.":            {"and so on"},
			"Two of that number, down to one.":       {"down to one"},
			"The undersides (i.e. six under one).":   {"i.e"},
			"They place by turns and so on by turns": nil,
			"He goes down to the point.":             nil,
			"The sides of a die are numbered.":       nil,
		},
		"vague": {
			"The men usually go home.":                             {"usually"},
			"Some of the men are kings.":                           {"Some of"},
			"A certain pattern wins.":                              {"certain"},
			"He loses so many men that he ends":                    nil,
			"As many as fall upwards.":                             nil,
			"It is certainly so, someone said.":                    nil,
			"The player with the most men of all is at most first": {"most"},
		},
		"hearsay": {
			"It is said to be old.":        {"It is said"},
			"Some count it as half a win.": {"Some count"},
			"Presumably they alternate.":   {"Presumably"},
			"He says the number.":          nil,
			"Others are left.":             nil,
			"Some men are kings.":          nil,
		},
		"same": {
			"He plays in the same way.":        {"in the same way"},
			"The throws have standard values.": {"standard"},
			"As in the first phase.":           {"As in the first phase"},
			"Men of the same player.":          nil,
			"They stand on the same point.":    nil,
			"As a rule.":                       nil,
		},
		"judge": {
			"It ends when it is clear that he cannot win.": {"it is clear"},
			"He must take it if possible.":                 {"if possible"},
			"Four are kings and eighteen are plain.":       nil,
			"The point is cleared.":                        nil,
			"Each possible throw has a name.":              nil,
		},
		"otherwise": {
			"Otherwise he may go on.":                  {"Otherwise"},
			"In which case it is taken.":               {"In which case"},
			"A king moves no otherwise than a man.":    nil,
			"It is otherwise different.":               nil,
			"In case of need the other one is thrown.": nil,
		},
		"doubled": {
			"He moves the the man.":         {"the the"},
			"The the man.":                  {"The the"},
			"A man man moves to a a point.": {"man man"},
			"He saw that that was so.":      nil,
			"One man. Man by man they go.":  nil,
			"6 6 5 5.":                      nil,
			"Dou-dou is a game.":            nil,
		},
		"cut": {
			"Another (never closed.":                 {"(never"},
			"He throws, and":                         {"and"},
			"White for one hin- um other.":           {"hin- um"},
			"Four persons […] play.":                 {"[…]"},
			"Up to six..":                            {".."},
			"The first wins, If he can.":             {", If"},
			"They bind1 them.":                       {"bind1"},
			"Off the board,":                         {"board,"},
			"A bracket (closed).":                    nil,
			"Two- and three-sided sticks.":           nil,
			"a) one b) two":                          nil,
			"North's men, South's men.":              nil,
			"Two (or, in a \"long\" game, 3) go on.": nil,
		},
		"misprint": {
			"A throw of double our, three, or two.": {"our"},
			"It cannot reenter then board on it.":   {"then board"},
			"Frou 3x8 rectangles.":                  {"Frou"},
			"Fiften men stand there.":               {"Fiften"},
			"Two, thre or four.":                    {"thre"},
			"Our men, and two more.":                nil,
			"Then the board is turned.":             nil,
			"First he enters, then player 2 moves.": nil,
			"For three men he pays.":                nil,
			"Other men stand there.":                nil,
			"Fine points are made.":                 nil,
			"From one to two or three.":             nil,
		},
		"or":     {"Either goes.": {"Either"}, "For ever.": nil, "Order.": nil},
		"unless": {"Unless he wins.": {"Unless"}, "Buttons.": nil, "Lonely.": nil},
	}
	for _, k := range Kinds() {
		if k.Name == "" || k.Why == "" || !strings.HasSuffix(k.Ask, "?") {
			t.Errorf("%s is not explained", k.ID)
		}
		if k.find == nil && k.spans == nil {
			continue // compares clauses: TestHints
		}
		if k.Topic == nil && !k.Draft {
			t.Errorf("%s: nothing takes it up", k.ID)
		}
		found, missed := 0, 0
		for text, want := range cases[k.ID] {
			var got []string
			for _, s := range k.Extents(text) {
				got = append(got, text[s.Start:s.End])
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %q (-want +got):\n%s", k.ID, text, diff)
			}
			if want == nil {
				missed++
			} else {
				found++
			}
		}
		if found < 1 || missed < 2 {
			t.Errorf("%s: %d cases that are found and %d that are not", k.ID, found, missed)
		}
		delete(cases, k.ID)
	}
	for id := range cases {
		t.Errorf("no kind is called %s", id)
	}
}

// hintsOf reads a record of clauses, one a line of YAML, and lists its hints.
func hintsOf(t *testing.T, men int, body string) (list []string) {
	t.Helper()
	c, errs := evidence.Load(fstest.MapFS{
		"records/r.yaml": {Data: []byte("id: R\ngame: Tern\nsource: {key: s}\n" + body)},
		"sources/s.json": {Data: []byte(`[{"id": "s", "type": "book", "title": "T"}]`)},
	}, "")
	if errs != nil {
		t.Fatal(errs)
	}
	for _, h := range Hints(c.Records[0], men) {
		clause := "layer"
		if h.Clause != nil {
			clause = strconv.Itoa(h.Clause.N)
		}
		s := clause + " " + h.Kind.ID + " " + strings.Join(h.Words, "|") + " @" + strings.TrimPrefix(h.Pos.String(), "evidence/records/r.yaml:")
		if h.Says != "" {
			s += " " + h.Says
		}
		if h.Emended != nil {
			s += " -> " + h.Emended.Read
		}
		list = append(list, s)
	}
	return list
}

// What shows only when clauses are compared, or with the layers they are in.
func TestHints(t *testing.T) {
	for _, c := range []struct {
		name string
		men  int
		body string
		want []string
	}{
		{"one for each clause and kind, quoted words first", 0, `clauses:
  - n: 1
    text: A man may go on, and may enter a neighbouring point.
    wording: can move
`, []string{`1 may can|may @7:14`, `1 near neighbouring @6:44`}},
		{"our words do not settle what a quotation leaves open", 0, `clauses:
  - n: 1
    text: A man goes to the point next to it along a line.
    wording: [an adjacent point]
  - n: 2
    text: A man goes on.
    wording: [an adjacent point, along the lines]
`, []string{`1 near adjacent @7:18`}},
		{"no rule, slips only", 0, `clauses:
  - {n: 1, text: The the writer may err., rule: no, why: on the writer}
`, []string{`1 doubled The the @5:18`}},
		{"another language, slips only", 0, `texts: [{id: latin, language: la}]
clauses:
  - {n: 1, in: latin, text: A man goes on., wording: [can opposite row (ut]}
`, []string{`1 cut (ut @6:72`}},
		{"an emendation takes it up", 0, `texts: [{id: s, emendations: [{printed: Two die, read: Two dice, why: slip}, {printed: may go, read: may go on, why: slip}]}]
clauses:
  - {n: 1, in: s, text: Dice are thrown., wording: Two die}
  - {n: 2, in: s, text: A man goes., wording: may go}
`, []string{`1 plural Two die @6:52 -> Two dice`, `2 may may @7:47`}},
		{"a layer that is held", 0, `texts:
  - id: s
    language: en
    text: >-
      Two play. He may
      kill one. They stand in a row.
clauses:
  - {n: 1, in: s, text: One man is taken., wording: [kill one]}
  - {n: 2, text: Two play.}
`, []string{`1 may may @8:20`, `layer row in a row @9:28`}},
		{"may and must", 0, `clauses:
  - {n: 1, text: A player who makes a mill may take an enemy man.}
  - {n: 2, text: After that an enemy man is removed from the board.}
  - {n: 3, text: All men may bear off.}
`, []string{`1 may-must may take @5:44 clause 2 has "is removed" of taking`, `3 may may @7:26`}},
		{"may and must of different men", 0, `clauses:
  - {n: 1, text: A player may take an enemy man.}
  - {n: 2, text: He must remove his own men from the board to win.}
`, []string{`1 may may @5:27`}},
		{"men placed", 0, `clauses:
  - {n: 1, text: Each player has fifteen men.}
  - {n: 2, text: "At first two men stand on the corner, five on the middle, three on the wing and four on the bar."}
`, []string{`2 sum two men stand on the corner, five on the middle, three on the wing and four on the bar @6:28 2 and 5 and 3 and 4 make 14, and clause 1 has 15 men for each player`}},
		{"men placed that add up", 0, `clauses:
  - {n: 1, text: Each player has fifteen men.}
  - {n: 2, text: "At first two stand on the corner, five on the middle, three on the wing and five on the bar."}
  - {n: 3, text: A pattern is five men on each of the four points of a wing.}
  - {n: 4, text: A pattern is three men on each of the five points of a wing.}
`, []string{`3 sum five men on each of the four @7:31 5 times 4 make 20, and clause 1 has 15 men for each player`}},
		{"kings and men", 0, `clauses:
  - {n: 1, text: "Twenty-two men for each player, three kings and eighteen plain men."}
  - {n: 2, text: He who has lost twenty-three men has lost.}
  - {n: 3, text: Forty-four men of both players stand there.}
`, []string{`1 sum three kings and eighteen plain @5:51 they make 21 together, and clause 1 has 22 men for each player`,
			`2 sum lost twenty-three men @6:29 23 are spoken of, and clause 1 has 22 men for each player`}},
		{"two clauses on one number", 0, `clauses:
  - {n: 1, text: Fifteen pieces per player.}
  - {n: 2, text: Each player has sixteen men., wording: 16 pieces per player}
`, []string{`2 sum Each player has sixteen men @6:18 the men of a player: 16 here and 15 in clause 1 ("Fifteen pieces per player")`}},
		{"a ruleset of another number", 12, `clauses:
  - {n: 1, text: Fifteen pieces per player.}
`, []string{`1 sum Fifteen pieces per player @5:18 15 men of a player here, and the ruleset gives 12`}},
		{"a ruleset alone knows the number", 12, `clauses:
  - {n: 1, text: A pattern is five men on each of the four points.}
`, []string{`1 sum five men on each of the four @5:31 5 times 4 make 20, and the ruleset has 12 men for each player`}},
		{"men in all", 0, `clauses:
  - {n: 1, text: There are twenty men in all.}
  - {n: 2, text: Each player has nine men.}
`, []string{`1 sum twenty men in all @5:28 20 men in all, and 2 players with 9 each have 18`}},
		{"men in all of as many players", 0, `clauses:
  - {n: 1, text: There are three players and twenty-seven men in all.}
  - {n: 2, text: Each player has nine men.}
`, nil},
		{"the men of two sides", 0, `clauses:
  - {n: 1, text: Each player has 12 pieces.}
  - {n: 2, text: White has ten men and black has twelve men.}
  - {n: 3, text: "When White has three men, or Black has two men left, they fly."}
`, []string{`2 sum White has ten men @6:18 10 for one side, and clause 1 has 12 men for each player`}},
		{"rows and all places", 0, `clauses:
  - {n: 1, text: "The board has 4 rows of 6 holes, twenty holes in all."}
  - {n: 2, text: "There are twenty-four holes in all, and twenty squares in all."}
`, []string{`1 sum twenty holes in all @5:52 4 rows of 6 make 24 holes`}},
		{"rows that make the places together", 0, `clauses:
  - {n: 1, text: "The board has two rows of four holes and 2 rows of 6 holes."}
  - {n: 2, text: "There are 20 holes in all, a total of 21 holes."}
`, []string{`2 sum a total of 21 holes @6:46 2 rows of 4 and 2 rows of 6 make 20 holes (clause 1)`}},
		{"short names", 0, `texts: [{id: l, language: is}]
clauses:
  - {n: 1, in: l, text: The game of Tab is old., wording: [ás a]}
  - {n: 2, in: l, text: They call it Táb., wording: [as á]}
  - {n: 3, text: Two play Tib vis à vis a table.}
`, []string{`2 name Táb @7:38 clause 1 has "Tab"`}},
		{"names", 0, `texts: [{id: s, language: en}, {id: l, language: is}]
clauses:
  - {n: 1, in: s, text: The pattern meistári is of Davidson., wording: after Davidson}
  - {n: 2, in: s, text: The pattern meistari is good., wording: the old Davisdon of that place}
  - {n: 3, in: s, text: Meistari wins against Davidson., wording: "Davidson's men"}
  - {n: 4, in: l, text: A name., wording: [drap Önundur, drap Önundar]}
  - {n: 5, text: The Danish rule of Denmark is that of the Danes.}
`, []string{`2 name meistari|Davisdon @7:37 clause 1 has "meistári"`, `3 name Meistari @8:25 clause 1 has "meistári"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, hintsOf(t, c.men, c.body)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNumbers(t *testing.T) {
	for s, want := range map[string]int{"twenty-two": 22, "Fifteen": 15, "ninety nine": 99, "40": 40, "one": 1, "Thirty": 30} {
		if n, ok := number(s); !ok || n != want {
			t.Errorf("%s is %d, %v", s, n, ok)
		}
	}
	for _, s := range []string{"", "twenty-twelve", "men", "twenty-zero"} {
		if n, ok := number(s); ok {
			t.Errorf("%q is %d", s, n)
		}
	}
}

func TestCounts(t *testing.T) {
	c, errs := evidence.Load(fstest.MapFS{
		"records/r.yaml": {Data: []byte(`id: R
game: Tern
source: {key: s}
texts: [{id: l, language: la}]
clauses:
  - {n: 1, text: Two players have a board of two rows of twelve points., wording: 2x12 board}
  - {n: 2, text: "Each has fifteen men, and there are two six-sided dice.", in: l, wording: 4x22 tabula}
  - {n: 3, text: The number on one die moves a man.}
`)},
		"sources/s.json": {Data: []byte(`[{"id": "s", "type": "book", "title": "T"}]`)},
	}, "")
	if errs != nil {
		t.Fatal(errs)
	}
	var got []string
	for _, n := range Counts(c.Records[0]) {
		got = append(got, strconv.Itoa(n.Clause.N)+" "+n.Of+" "+n.Number+" "+n.Words)
	}
	want := []string{"1 players 2 Two players", "1 size of the board 2 by 12 two rows of twelve", "2 men of a player 15 Each has fifteen men", "2 dice 2 two six-sided dice"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestSumsThatAddUp: the men of all players together are no slip, and what belongs to each
// of them is no bare number.
func TestSumsThatAddUp(t *testing.T) {
	for text, men := range map[string]int{"There are twelve stones, six to each player.": 6, "Twelve stones are used, six for each.": 6, "24 men, 12 a side.": 12,
		"The game has thirty pieces: fifteen for each player.": 15, "Each player has half of the twelve stones.": 6, "Two players share twelve men, six each.": 6,
		"There are 12 pieces per side, 24 pieces in play.": 12, "Of twelve stones each player takes six.": 6, "The twelve men stand on the twelve points.": 6,
		"Four players have four men each. The sixteen men stand outside.": 4, "There are eighteen counters, nine black and nine white.": 9} {
		for _, of := range []int{0, men} {
			if got := hintsOf(t, of, "clauses:\n  - {n: 1, text: \""+text+"\"}\n"); len(got) > 0 {
				t.Errorf("%q of %d men: %q", text, of, got)
			}
		}
	}
	for text, men := range map[string]int{"There are thirteen stones, six to each player.": 6, "He who has taken thirteen men wins.": 6, "Twelve men stand on the corner, six on the middle.": 6} {
		if got := hintsOf(t, men, "clauses:\n  - {n: 1, text: \""+text+"\"}\n"); len(got) != 1 || !strings.Contains(got[0], "sum") {
			t.Errorf("%q of %d men: %q", text, men, got)
		}
	}
}
