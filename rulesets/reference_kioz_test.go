package rulesets_test

// A reference for Kiôz in its default interpretation: slow, obvious, and written
// from the clauses of DLP.Evidence.1238 (C01..C36) and the defaults of the
// questions (KZ-A01..A28) without a look at any engine. Tests ask it and the
// engine the same things.
//
// Men are kept in a list, each where its owner sees it: row 1 is his home row,
// column 1 at his left. The board is turned half round for North.
//
// What a comparison calls:
//
//	refKStart()                   the opening, South to throw
//	refKThrow(pos, whites)        the position after a throw: how many white sides
//	refKLegal(pos)                the legal moves, a pass if there is none; nil when a throw is due or the game over
//	refKTexts(moves)              their texts, sorted: "part act move", or "pass"
//	refKApply(pos, move)          the position after a move
//	refKResults(pos)              the distinct positions that a throw can lead to
//	refKKey(pos)                  equal for equal positions
//	refKFromJSON, refKToJSON      the state of INTERFACE.md
//	refKRandomGame, refKRandomPlay, refKRandomSetup
//	refKPerft(pos, depth)         lines of play

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/long"
)

var refKNames = [2]string{"south", "north"}

// A refKHole is a hole as one player sees it: rows 1 to 4 from his own, columns 1
// to 22 from his left.
type refKHole struct{ row, column int }

// A refKMan is a man and what is to be remembered of it.
type refKMan struct {
	at    refKHole
	moved bool // C13: it has moved; always so away from the home row
	far   bool // C16: it has been in the furthest row; always so in it
}

// A refKPos is a position: between two throws, or with a number to play.
type refKPos struct {
	men    [2][]refKMan
	mover  int
	whites int    // the throw to be played, or -1 when one is due
	over   string // why the game is over; empty while it goes on
	winner int
}

// A refKMove is one man moved, or a pass.
type refKMove struct {
	act      string // advance, pass
	part     int
	from, to refKHole
	who      int
	takes    bool
}

// refKName: the name of a hole that a player sees so; r1 is South's home row and
// c1 at South's left.
func refKName(player int, h refKHole) string {
	if player == 1 {
		h = refKOpposite(h)
	}
	return fmt.Sprintf("r%dc%d", h.row, h.column)
}

// refKOpposite: the same hole, seen from the other side of the board.
func refKOpposite(h refKHole) refKHole { return refKHole{5 - h.row, 23 - h.column} }

func (m refKMove) String() string {
	if m.act == "pass" {
		return "pass"
	}
	s := refKName(m.who, m.from) + "/" + refKName(m.who, m.to)
	if m.takes {
		s += "*"
	}
	return s
}

// refKTexts gives "part act move" for every move ("pass" alone for a pass), sorted as text.
func refKTexts(moves []refKMove) []string {
	texts := []string{}
	for _, m := range moves {
		if m.act == "pass" {
			texts = append(texts, "pass")
		} else {
			texts = append(texts, fmt.Sprintf("%d %s %s", m.part, m.act, m))
		}
	}
	sort.Strings(texts)
	return texts
}

// refKStart: C02, C15: twenty-two men, one in each hole of the home row. South throws.
func refKStart() refKPos {
	p := refKPos{whites: -1, winner: -1}
	for player := range 2 {
		for column := 1; column <= 22; column++ {
			p.men[player] = append(p.men[player], refKMan{at: refKHole{1, column}})
		}
	}
	return p
}

// refKCounts: C07 to C11, A04 two, A05 six-and-four. What a throw counts, and
// whether it gives another turn.
func refKCounts(whites int) (count int, again bool) {
	switch whites {
	case 1:
		return 1, true
	case 2, 3:
		return 2, false
	case 4:
		return 6, true
	case 0:
		return 4, true
	}
	panic(whites)
}

// refKThrow: the position after a throw.
func refKThrow(p refKPos, whites int) refKPos {
	p.whites = whites
	return p
}

// refKWays: where a man that stands on a hole comes to by one step. C14, C15: to
// and fro, the home row from left to right. C18, A18 free-choice: at the end of
// the third row into the furthest or back into the second. A24: out of the
// furthest row into the third.
func refKWays(h refKHole) []refKHole {
	rightwards := h.row%2 == 1
	switch {
	case rightwards && h.column < 22:
		return []refKHole{{h.row, h.column + 1}}
	case !rightwards && h.column > 1:
		return []refKHole{{h.row, h.column - 1}}
	case h.row == 1:
		return []refKHole{{2, 22}}
	case h.row == 2:
		return []refKHole{{3, 1}}
	case h.row == 3:
		return []refKHole{{2, 22}, {4, 22}}
	default:
		return []refKHole{{3, 1}}
	}
}

// refKReach: the holes that so many steps lead to. A25 everybody: it does not
// matter who stands between.
func refKReach(h refKHole, steps int) []refKHole {
	holes := []refKHole{h}
	for range steps {
		var next []refKHole
		for _, x := range holes {
			for _, y := range refKWays(x) {
				if !slices.Contains(next, y) {
					next = append(next, y)
				}
			}
		}
		holes = next
	}
	return holes
}

// refKOn: the man of a player on a hole as that player sees it, or -1.
func refKOn(p refKPos, player int, h refKHole) int {
	return slices.IndexFunc(p.men[player], func(m refKMan) bool { return m.at == h })
}

// refKUnmoved: C12, C13: a man that has not moved.
func refKUnmoved(m refKMan) bool { return m.at.row == 1 && !m.moved }

// refKOpen: the moves that nothing forbids, before it is asked whom a tab is for.
func refKOpen(p refKPos) []refKMove {
	count, _ := refKCounts(p.whites)
	atHome := slices.ContainsFunc(p.men[p.mover], func(m refKMan) bool { return m.at.row == 1 }) // A23 own
	var moves []refKMove
	for _, m := range p.men[p.mover] {
		if refKUnmoved(m) && p.whites != 1 { // C12, A13 every-man
			continue
		}
		if m.at.row == 4 && atHome { // C17, A22 may-not
			continue
		}
		for _, to := range refKReach(m.at, count) {
			if to.row == 4 && m.at.row != 4 && m.far { // C16, A19 each-man
				continue
			}
			if refKOn(p, p.mover, to) >= 0 { // C19, C34
				continue
			}
			takes := refKOn(p, 1-p.mover, refKOpposite(to)) >= 0
			moves = append(moves, refKMove{"advance", count, m.at, to, p.mover, takes})
		}
	}
	return moves
}

// refKLegal: the legal moves.
func refKLegal(p refKPos) []refKMove {
	if p.over != "" || p.whites < 0 {
		return nil
	}
	moves := refKOpen(p)
	if p.whites == 1 { // C13, A14 unmoved-if-one-can, A15 any-man
		first := slices.DeleteFunc(slices.Clone(moves), func(m refKMove) bool {
			return !refKUnmoved(p.men[p.mover][refKOn(p, p.mover, m.from)])
		})
		if len(first) > 0 {
			moves = first
		}
	}
	if len(moves) == 0 { // A11 only-the-number, A12 must
		return []refKMove{{act: "pass", who: p.mover}}
	}
	return moves
}

// refKApply: the position after a move.
func refKApply(p refKPos, m refKMove) refKPos {
	they := 1 - p.mover
	if m.act == "advance" {
		men := slices.Clone(p.men[p.mover])
		man := &men[refKOn(p, p.mover, m.from)]
		man.far = man.far || man.at.row == 4 || m.to.row == 4
		man.at, man.moved = m.to, true
		p.men[p.mover] = men
		if i := refKOn(p, they, refKOpposite(m.to)); i >= 0 { // C20, A27 yes-like-any
			p.men[they] = slices.Delete(slices.Clone(p.men[they]), i, i+1)
		}
		if len(p.men[they]) == 0 { // C21
			p.over, p.winner, p.whites = "all taken", p.mover, -1
			return p
		}
	}
	_, again := refKCounts(p.whites)
	p.whites = -1
	if !again { // A06 one-by-one, A10 always
		p.mover = they
	}
	return p
}

// refKPlace: a man as a state writes it.
func refKPlace(player int, m refKMan) string {
	s := refKName(player, m.at)
	if m.at.row == 1 && m.moved {
		s += "+moved"
	}
	if m.far {
		s += "+been_far"
	}
	return s
}

// refKKey is equal for two positions when they are the same to the game.
func refKKey(p refKPos) string {
	var key strings.Builder
	for player := range 2 {
		var places []string
		for _, m := range p.men[player] {
			m.far = m.far || m.at.row == 4
			places = append(places, refKPlace(player, m))
		}
		sort.Strings(places)
		fmt.Fprint(&key, refKNames[player], places)
	}
	if p.over != "" {
		fmt.Fprint(&key, "won by ", refKNames[p.winner])
	} else {
		fmt.Fprint(&key, refKNames[p.mover], p.whites)
	}
	return key.String()
}

// refKResults: the distinct positions that the throw can lead to, sorted by key.
func refKResults(p refKPos) []refKPos {
	results := map[string]refKPos{}
	for _, m := range refKLegal(p) {
		q := refKApply(p, m)
		results[refKKey(q)] = q
	}
	var list []refKPos
	for _, key := range slices.Sorted(maps.Keys(results)) {
		list = append(list, results[key])
	}
	return list
}

// refKPerft: lines of exactly 1, 2, ... depth moves. A throw is no move.
func refKPerft(p refKPos, depth int) []int64 {
	nodes := make([]int64, depth)
	var walk func(refKPos, int)
	walk = func(q refKPos, done int) {
		if done == depth || q.over != "" {
			return
		}
		if q.whites < 0 {
			for whites := range 5 {
				walk(refKThrow(q, whites), done)
			}
			return
		}
		for _, m := range refKLegal(q) {
			nodes[done]++
			walk(refKApply(q, m), done+1)
		}
	}
	walk(p, 0)
	return nodes
}

// A refKGame is what became of a random game.
type refKGame struct {
	end           refKPos
	moves, throws int
}

// refKRandomGame plays uniformly random moves from the opening. visit, if not nil,
// sees every position with its legal moves.
func refKRandomGame(seed uint64, limit int, visit func(refKPos, []refKMove)) refKGame {
	return refKRandomPlay(refKStart(), seed, limit, visit)
}

// refKRandomPlay is refKRandomGame from any position.
func refKRandomPlay(start refKPos, seed uint64, limit int, visit func(refKPos, []refKMove)) refKGame {
	rng := rand.New(rand.NewPCG(seed, 1238))
	game := refKGame{end: start}
	for {
		moves := refKLegal(game.end)
		if visit != nil {
			visit(game.end, moves)
		}
		switch {
		case game.end.over != "" || game.moves == limit:
			return game
		case game.end.whites < 0:
			game.throws++
			whites := 0
			for range 4 {
				whites += rng.IntN(2)
			}
			game.end = refKThrow(game.end, whites)
		default:
			game.moves++
			game.end = refKApply(game.end, moves[rng.IntN(len(moves))])
		}
	}
}

// refKRandomSetup: a random position in which a throw is due. Play need not lead to it.
func refKRandomSetup(seed uint64) refKPos {
	rng := rand.New(rand.NewPCG(seed, 223))
	p := refKPos{whites: -1, winner: -1, mover: rng.IntN(2)}
	for player := range 2 {
		most := []int{2, 5, 22}[rng.IntN(3)]
		home := rng.IntN(3) > 0 // whether anybody is to be at home
		for range 1 + rng.IntN(most) {
			m := refKMan{at: refKHole{1 + rng.IntN(4), 1 + rng.IntN(22)}, moved: true}
			if m.at.row == 1 && !home {
				m.at.row = 4
			}
			if rng.IntN(4) == 0 { // near the turnings
				m.at.column = []int{1, 2, 21, 22}[rng.IntN(4)]
			}
			switch m.at.row {
			case 1:
				m.moved = rng.IntN(2) == 0
			case 4:
				m.far = true
			default:
				m.far = rng.IntN(3) == 0
			}
			if refKOn(p, player, m.at) < 0 && refKOn(p, 1-player, refKOpposite(m.at)) < 0 {
				p.men[player] = append(p.men[player], m)
			}
		}
		if len(p.men[player]) == 0 {
			return refKRandomSetup(seed + 1<<32)
		}
	}
	return p
}

// The state of INTERFACE.md.
type refKState struct {
	ToMove string         `json:"to-move"`
	South  map[string]int `json:"south"`
	North  map[string]int `json:"north"`
	Turn   *refKTurn      `json:"turn,omitempty"`
	Over   *refKOver      `json:"over,omitempty"`
}

type refKTurn struct {
	Stage string   `json:"stage,omitempty"`
	Throw string   `json:"throw,omitempty"`
	Left  []string `json:"left,omitempty"`
	Order string   `json:"order,omitempty"`
}

type refKOver struct {
	Reason string  `json:"reason"`
	Winner *string `json:"winner"`
}

func refKToJSON(p refKPos) []byte {
	s := refKState{ToMove: refKNames[p.mover]}
	for player, men := range []*map[string]int{&s.South, &s.North} {
		*men = map[string]int{"out": 22 - len(p.men[player])}
		for _, m := range p.men[player] {
			(*men)[refKPlace(player, m)] = 1
		}
		maps.DeleteFunc(*men, func(_ string, n int) bool { return n == 0 })
	}
	switch {
	case p.over != "":
		s.Over = &refKOver{Reason: p.over, Winner: &refKNames[p.winner]}
	case p.whites >= 0:
		count, again := refKCounts(p.whites)
		s.Turn = &refKTurn{Stage: "play", Throw: fmt.Sprint(p.whites), Left: []string{fmt.Sprint(count)}, Order: "any"}
		if again {
			s.Turn.Left = append(s.Turn.Left, "throw")
		}
	}
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return data
}

// refKFromJSON reads a position: one of ours or one that the program printed.
func refKFromJSON(data []byte) (refKPos, error) {
	var s refKState
	if err := json.Unmarshal(data, &s); err != nil {
		return refKPos{}, err
	}
	p := refKPos{whites: -1, winner: -1}
	if p.mover = slices.Index(refKNames[:], s.ToMove); p.mover < 0 {
		if s.Over == nil {
			return p, fmt.Errorf("to-move is %q", s.ToMove)
		}
		p.mover = 0
	}
	for player, men := range []map[string]int{s.South, s.North} {
		total := 0
		for place, n := range men {
			total += n
			if place == "out" {
				continue
			}
			name, marks, _ := strings.Cut(place, "+")
			m := refKMan{moved: true}
			if k, err := fmt.Sscanf(name, "r%dc%d", &m.at.row, &m.at.column); k != 2 || err != nil || n != 1 ||
				m.at.row < 1 || m.at.row > 4 || m.at.column < 1 || m.at.column > 22 {
				return p, fmt.Errorf("%d men of %s on %q", n, refKNames[player], place)
			}
			if player == 1 {
				m.at = refKOpposite(m.at)
			}
			for mark := range strings.SplitSeq(marks, "+") {
				switch mark {
				case "":
				case "been_far":
					m.far = true
				case "moved":
				default:
					return p, fmt.Errorf("no mark: %q", mark)
				}
			}
			if m.at.row == 1 {
				m.moved = slices.Contains(strings.Split(marks, "+"), "moved")
			}
			p.men[player] = append(p.men[player], m)
		}
		if total != 22 {
			return p, fmt.Errorf("%s has %d men", refKNames[player], total)
		}
	}
	if s.Turn != nil && len(s.Turn.Left) > 0 && s.Turn.Left[0] != "throw" {
		if _, err := fmt.Sscan(s.Turn.Throw, &p.whites); err != nil {
			return p, fmt.Errorf("the throw is %q", s.Turn.Throw)
		}
	}
	if s.Over != nil {
		p.over = s.Over.Reason
		if s.Over.Winner != nil {
			p.winner = slices.Index(refKNames[:], *s.Over.Winner)
		}
		if p.over == "" || p.winner < 0 {
			return p, fmt.Errorf("over, and not by whom")
		}
	}
	return p, nil
}

// ---- tests of the reference itself ----

// refKAt: a position by places, with a throw made.
func refKAt(t *testing.T, mover, south, north string, whites int) refKPos {
	t.Helper()
	s := refKState{ToMove: mover}
	for player, men := range []*map[string]int{&s.South, &s.North} {
		places := strings.Fields([2]string{south, north}[player])
		*men = map[string]int{"out": 22 - len(places)}
		for _, place := range places {
			(*men)[place]++
		}
	}
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	p, err := refKFromJSON(data)
	if err != nil {
		t.Fatal(err)
	}
	return refKThrow(p, whites)
}

func refKMoveTexts(p refKPos) string {
	var texts []string
	for _, m := range refKLegal(p) {
		texts = append(texts, m.String())
	}
	sort.Strings(texts)
	return strings.Join(texts, " ")
}

func TestRefKMoves(t *testing.T) {
	for _, c := range []struct {
		name, mover, south, north string
		whites                    int
		moves                     string
	}{
		{"C07 tab", "south", "r2c20", "r3c5", 1, "r2c20/r2c19"},
		{"C08", "south", "r2c20", "r3c5", 2, "r2c20/r2c18"},
		{"C09", "south", "r2c20", "r3c5", 3, "r2c20/r2c18"},
		{"C10", "south", "r2c20", "r3c5", 4, "r2c20/r2c14"},
		{"C11", "south", "r2c20", "r3c5", 0, "r2c20/r2c16"},
		{"C12 unmoved men stay", "south", "r1c9 r2c20", "r3c5", 2, "r2c20/r2c18"},
		{"C13 tab for an unmoved man", "south", "r1c9 r1c4+moved r2c20", "r3c5", 1, "r1c9/r1c10"},
		{"A14 none of them can move", "south", "r1c9 r1c10+moved", "r3c5", 1, "r1c10/r1c11"},
		{"C14 South", "south", "r1c22+moved r2c1 r3c22", "r4c9", 2, "r1c22/r2c21 r2c1/r3c2 r3c22/r2c21 r3c22/r4c21"},
		{"C14 North", "north", "r1c9", "r4c1+moved r3c22 r2c1", 2, "r2c1/r1c2 r2c1/r3c2 r3c22/r2c21 r4c1/r3c2"},
		{"C16 once", "south", "r3c22+been_far", "r4c9", 2, "r3c22/r2c21"},
		{"C17 stands still", "south", "r1c9 r4c9", "r4c20", 2, "pass"},
		{"C17 goes on, and out", "south", "r4c9 r4c2", "r1c9", 2, "r4c2/r3c1 r4c9/r4c7"},
		{"C19", "south", "r2c9 r2c7", "r3c5", 2, "r2c7/r2c5"},
		{"C20", "south", "r2c9 r2c8", "r2c7", 2, "r2c8/r2c6 r2c9/r2c7*"},
	} {
		if got := refKMoveTexts(refKAt(t, c.mover, c.south, c.north, c.whites)); got != c.moves {
			t.Errorf("%s: %s, want %s", c.name, got, c.moves)
		}
	}
	p := refKStart()
	for whites, want := range []string{"pass", "r1c22/r2c22", "pass", "pass", "pass"} {
		if got := refKMoveTexts(refKThrow(p, whites)); got != want {
			t.Errorf("opening, %d: %s, want %s", whites, got, want)
		}
	}
	p = refKAt(t, "south", "r2c9", "r2c7", 2)
	if p = refKApply(p, refKLegal(p)[0]); p.over == "" || p.winner != 0 {
		t.Errorf("C21: %s", refKToJSON(p))
	}
}

func TestRefKPerft(t *testing.T) {
	// By hand. At first every throw has one move, a pass but for tab. After a tab the
	// second one moves the man that has become the last of its row, any other number
	// the man that has left it; after any other throw it is as at first.
	if got := refKPerft(refKStart(), 2); !slices.Equal(got, []int64{5, 25}) {
		t.Error(got)
	}
}

// refKWatch checks everything that must hold where play passes, and counts what occurs.
func refKWatch(t *testing.T, count map[string]int) func(refKPos, []refKMove) {
	return func(p refKPos, moves []refKMove) {
		count["positions"]++
		back, err := refKFromJSON(refKToJSON(p))
		if err != nil || refKKey(back) != refKKey(p) {
			t.Fatalf("%s comes back as %s: %v", refKToJSON(p), refKToJSON(back), err)
		}
		holes := map[string]bool{}
		for player := range 2 {
			for _, m := range p.men[player] {
				name := refKName(player, m.at)
				if holes[name] {
					t.Fatalf("two men on %s: %s", name, refKToJSON(p))
				}
				holes[name] = true
			}
		}
		if p.over != "" {
			count["over"]++
			return
		}
		for _, m := range moves {
			count[m.act]++
			switch {
			case m.act == "pass":
			case m.from.row == 4 && m.to.row == 4:
				count["on in the furthest row"]++
			case m.from.row == 4:
				count["out of the furthest row"]++
			case m.to.row == 4:
				count["into the furthest row"]++
			case m.from.row == 3 && m.to.row == 2:
				count["back"]++
			}
			if m.takes {
				count["taken"]++
			}
		}
		if p.whites >= 0 {
			if open := refKOpen(p); len(open) > len(moves) {
				count["tab kept for the unmoved"]++
			} else if len(open) == 0 && len(p.men[p.mover]) > 0 {
				count["nothing to play"]++
			}
		}
		// The board turned round is the same board.
		turned := p
		turned.men[0], turned.men[1] = p.men[1], p.men[0]
		turned.mover = 1 - p.mover
		if len(refKLegal(turned)) != len(moves) {
			t.Fatalf("turned round, moves changed: %s", refKToJSON(p))
		}
	}
}

func TestRefKRandomGames(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	longest, moves := 0, 0
	games := long.Of(2, 20)
	for seed := range uint64(games) {
		game := refKRandomGame(seed, 20_000, refKWatch(t, count))
		if game.end.over == "" {
			t.Errorf("game %d is not over after %d moves", seed, game.moves)
		}
		moves += game.moves
		longest = max(longest, game.moves)
	}
	t.Logf("%d games: %.1f moves on average, longest %d; %v", games, float64(moves)/float64(games), longest, count)
	one, two := refKRandomGame(7, 20_000, nil), refKRandomGame(7, 20_000, nil)
	if refKKey(one.end) != refKKey(two.end) || one.moves != two.moves {
		t.Error("the same seed plays two games")
	}
}

func TestRefKRandomSetups(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	for seed := range uint64(long.Of(60, 1500)) {
		refKRandomPlay(refKRandomSetup(seed), seed, 30, refKWatch(t, count))
	}
	t.Logf("%v", count)
	for _, event := range []string{"over", "advance", "pass", "taken", "back", "into the furthest row", "on in the furthest row",
		"out of the furthest row", "tab kept for the unmoved", "nothing to play"} {
		if count[event] == 0 {
			t.Errorf("never seen: %s", event)
		}
	}
}
