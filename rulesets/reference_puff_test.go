package rulesets_test

// A reference for Lange Puff and Conträre Puff in their default interpretations:
// slow, obvious, and written from the clauses of DLP.GameRulesets.1077 and 1078
// (C01..C22, numbered alike in both) and the questions (A01..) without a look at
// any engine. Tests ask it and the engine the same things.
//
// What a comparison calls:
//
//	refUStart(contrary)              the opening of either game
//	refUThrows                       the 21 throws, "1-1" .. "6-6"
//	refUThrow(pos, "6-2")            a throw is made
//	refULegal(pos)                   the legal single moves, nil when a throw is due or the game is over
//	refUTexts(moves)                 their texts, sorted: "part act move"
//	refUApply(pos, move)             the position after a move
//	refUResults(pos)                 the distinct positions a throw can lead to
//	refUKey(pos)                     equal for equal positions
//	refUFromJSON, refUToJSON         the state of INTERFACE.md
//	refURandomGame(contrary, seed)   random play from the opening
//	refURandomSetup(contrary, seed)  a random position, for what the opening seldom reaches
//	refUPerft(pos, depth)            lines of play

import (
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/long"

	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// A refUPart is a number to be played; one underneath may be left (C14).
type refUPart struct {
	number int
	may    bool
}

// A refUPos is a position, in the middle of a throw or between two throws.
type refUPos struct {
	contrary       bool
	men            [2][25]int // by player and point of his own way, 1 to 24
	hand, bar, off [2]int
	doublets       [2]int // A05: a player's doublets in this game
	mover          int    // 0 white, 1 black
	high, low      int    // the throw; zero when one is due
	left           []refUPart
	further        bool // C15: another throw when this one has been played
	over           bool // C21: the player who moved last has won
}

// A refUMove is one number played by one man, a stop or a pass.
type refUMove struct {
	act      string // enter, advance, bear-off, stop, pass
	part     int
	from, to string
	hit      bool
}

func (m refUMove) String() string {
	switch {
	case m.from == "":
		return m.act
	case m.hit:
		return m.from + "/" + m.to + "*"
	}
	return m.from + "/" + m.to
}

func refUTexts(moves []refUMove) []string {
	texts := []string{}
	for _, m := range moves {
		if m.from == "" {
			texts = append(texts, m.act)
		} else {
			texts = append(texts, fmt.Sprintf("%d %s %s", m.part, m.act, m))
		}
	}
	sort.Strings(texts)
	return texts
}

// C02, C16: fifteen men each, none of them on the board.
func refUStart(contrary bool) refUPos {
	return refUPos{contrary: contrary, hand: [2]int{15, 15}}
}

// refUTheirs: how many enemy men stand on the mover's point q. In Lange Puff both
// count the points alike; in Conträre Puff one's first point is the other's last.
func refUTheirs(p refUPos, q int) int { return p.men[1-p.mover][refUAcross(p, q)] }

func refUAcross(p refUPos, q int) int {
	if p.contrary {
		return 25 - q
	}
	return q
}

var refUThrows = func() []string {
	var all []string
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			all = append(all, fmt.Sprintf("%d-%d", high, low))
		}
	}
	return all
}()

func refUDue(p refUPos) bool { return !p.over && p.high == 0 }

// refUThrow: C06 and A01, the lower number first; C08 to C15 for doublets.
func refUThrow(p refUPos, throw string) refUPos {
	if !refUDue(p) {
		panic("no throw is due")
	}
	if _, err := fmt.Sscanf(throw, "%d-%d", &p.high, &p.low); err != nil {
		panic(err)
	}
	if p.high < p.low {
		p.high, p.low = p.low, p.high
	}
	p.further = false
	if p.high != p.low {
		p.left = []refUPart{{p.low, false}, {p.high, false}}
		return refUSettle(p)
	}
	each := 2 // C11: two dice, played once
	if p.doublets[p.mover] > 0 {
		each = 4 // C12
		p.further = true
	}
	p.doublets[p.mover]++
	p.left = nil
	for range each { // C10, C13: all tops first
		p.left = append(p.left, refUPart{p.high, false})
	}
	for range each { // C09
		p.left = append(p.left, refUPart{7 - p.high, true})
	}
	return refUSettle(p)
}

// refUSettle: a throw that is played out, or of which only undersides are left that
// cannot be played, is over.
func refUSettle(p refUPos) refUPos {
	if len(p.left) == 0 || p.left[0].may && len(refUOpen(p)) == 0 {
		return refUThrowDone(p)
	}
	return p
}

func refUThrowDone(p refUPos) refUPos {
	p.high, p.low, p.left = 0, 0, nil
	if !p.further {
		p.mover = 1 - p.mover
	}
	p.further = false
	return p
}

// refULegal: the legal moves. Nil when a throw is due or the game is over.
func refULegal(p refUPos) []refUMove {
	if p.over || refUDue(p) {
		return nil
	}
	moves := refUOpen(p)
	if p.left[0].may {
		return append(moves, refUMove{act: "stop"}) // C14
	}
	if len(moves) == 0 {
		return []refUMove{{act: "pass"}} // C07, C10: the rest of the throw is lost
	}
	return moves
}

// refUOpen: what can be played with the number that is next.
func refUOpen(p refUPos) []refUMove {
	n := p.left[0].number
	me := p.mover
	free := func(q int) bool { return refUTheirs(p, q) < 2 } // C18
	if p.bar[me] > 0 {                                       // C20, A14: before anything else
		if free(n) {
			return []refUMove{{"enter", n, "bar", strconv.Itoa(n), refUTheirs(p, n) == 1}}
		}
		return nil
	}
	if p.hand[me] > 0 { // C16, A12, A13: the number names the point, and all come in first
		if free(n) {
			return []refUMove{{"enter", n, "hand", strconv.Itoa(n), refUTheirs(p, n) == 1}}
		}
		return nil
	}
	home := true // A16
	for q := 1; q <= 18; q++ {
		home = home && p.men[me][q] == 0
	}
	var moves []refUMove
	rearmost := true
	for q := 1; q <= 24; q++ {
		if p.men[me][q] == 0 {
			continue
		}
		to := q + n
		switch {
		case to <= 24:
			if free(to) {
				moves = append(moves, refUMove{"advance", n, strconv.Itoa(q), strconv.Itoa(to), refUTheirs(p, to) == 1})
			}
		case home && (to == 25 || rearmost): // C17, A17
			moves = append(moves, refUMove{"bear-off", n, strconv.Itoa(q), "off", false})
		}
		rearmost = false
	}
	return moves
}

// refUApply: the position after a move, with everything that follows from it.
func refUApply(p refUPos, m refUMove) refUPos {
	if m.from == "" {
		return refUThrowDone(p)
	}
	me := p.mover
	p.left = p.left[1:]
	switch m.from {
	case "bar":
		p.bar[me]--
	case "hand":
		p.hand[me]--
	default:
		q, _ := strconv.Atoi(m.from)
		p.men[me][q]--
	}
	if m.to == "off" {
		p.off[me]++
		if p.off[me] == 15 { // C21
			p.over = true
			p.high, p.low, p.left, p.further = 0, 0, nil, false
			return p
		}
		return refUSettle(p)
	}
	q, _ := strconv.Atoi(m.to)
	if m.hit { // C19, C20
		p.men[1-me][refUAcross(p, q)] = 0
		p.bar[1-me]++
	}
	p.men[me][q]++
	return refUSettle(p)
}

// refUKey is equal for two positions when they are the same to the game.
func refUKey(p refUPos) string {
	key := fmt.Sprint(p.men[0][1:], p.men[1][1:], p.hand, p.bar, p.off, p.doublets)
	if p.over {
		return key + "over"
	}
	return key + fmt.Sprint(p.mover, p.high, p.low, p.left, p.further)
}

// refUResults: the distinct positions in which the next throw is due or the game is
// over, sorted by key.
func refUResults(p refUPos) []refUPos {
	seen := map[string]bool{}
	results := map[string]refUPos{}
	var visit func(refUPos, bool)
	visit = func(q refUPos, first bool) {
		key := refUKey(q)
		if seen[key] {
			return
		}
		seen[key] = true
		if !first && (q.over || refUDue(q)) {
			results[key] = q
			return
		}
		for _, m := range refULegal(q) {
			visit(refUApply(q, m), false)
		}
	}
	visit(p, true)
	var list []refUPos
	for _, key := range slices.Sorted(maps.Keys(results)) {
		list = append(list, results[key])
	}
	return list
}

// refUPerft: lines of exactly 1, 2, ... depth moves. A throw is no move.
func refUPerft(p refUPos, depth int) []int64 {
	nodes := make([]int64, depth)
	var walk func(refUPos, int)
	walk = func(q refUPos, done int) {
		if done == depth || q.over {
			return
		}
		if refUDue(q) {
			for _, throw := range refUThrows {
				walk(refUThrow(q, throw), done)
			}
			return
		}
		for _, m := range refULegal(q) {
			nodes[done]++
			walk(refUApply(q, m), done+1)
		}
	}
	walk(p, 0)
	return nodes
}

// A refUGame is what became of a random game.
type refUGame struct {
	end           refUPos
	moves, throws int
}

func refURandomGame(contrary bool, seed uint64, limit int, visit func(refUPos, []refUMove)) refUGame {
	return refURandomPlay(refUStart(contrary), seed, limit, visit)
}

// refURandomPlay plays uniformly random moves. visit, if not nil, sees every position
// with its legal moves. After limit moves the game is broken off.
func refURandomPlay(start refUPos, seed uint64, limit int, visit func(refUPos, []refUMove)) refUGame {
	rng := rand.New(rand.NewPCG(seed, 1077))
	game := refUGame{end: start}
	for {
		moves := refULegal(game.end)
		if visit != nil {
			visit(game.end, moves)
		}
		switch {
		case game.end.over || game.moves == limit:
			return game
		case refUDue(game.end):
			game.throws++
			game.end = refUThrow(game.end, fmt.Sprintf("%d-%d", 1+rng.IntN(6), 1+rng.IntN(6)))
		default:
			game.moves++
			game.end = refUApply(game.end, moves[rng.IntN(len(moves))])
		}
	}
}

// refURandomSetup: a random position in which a throw is due, of a kind that random
// games seldom reach: men in hand behind men far gone, many on the bar, bearing off
// against men that still come in. Play need not lead to it.
func refURandomSetup(contrary bool, seed uint64) refUPos {
	rng := rand.New(rand.NewPCG(seed, 1078))
	p := refUPos{contrary: contrary, mover: rng.IntN(2)}
	for player := range 2 {
		p.doublets[player] = rng.IntN(3)
		left := 15
		take := func(store *int, n int) { *store = min(n, left); left -= *store }
		first, last := 1, 24
		switch rng.IntN(6) {
		case 0:
			take(&p.hand[player], 1+rng.IntN(14))
			last = 6
		case 1:
			take(&p.bar[player], 1+rng.IntN(4))
		case 2:
			take(&p.off[player], rng.IntN(14))
			first = 19
		case 3:
			take(&p.off[player], rng.IntN(14))
			take(&p.bar[player], rng.IntN(2))
			first = 17
		case 4:
			take(&p.hand[player], rng.IntN(4))
			take(&p.bar[player], rng.IntN(4))
		}
		pairs := 1 + rng.IntN(2)
		for tries := 0; left > 0; tries++ {
			q := first + rng.IntN(last-first+1)
			if tries > 60 {
				q = 1 + rng.IntN(24)
			}
			if p.men[1-player][refUAcross(p, q)] > 0 {
				continue
			}
			n := min(pairs, left)
			p.men[player][q] += n
			left -= n
		}
	}
	return p
}

// The state of INTERFACE.md. Keys that say nothing here are read over.
type refUState struct {
	ToMove   string                    `json:"to-move"`
	White    map[string]int            `json:"white"`
	Black    map[string]int            `json:"black"`
	Counters map[string]map[string]int `json:"counters,omitempty"`
	Turn     *refUTurn                 `json:"turn,omitempty"`
	Over     *struct {
		Winner *string `json:"winner"`
	} `json:"over,omitempty"`
}

type refUTurn struct {
	Stage string   `json:"stage"`
	Throw string   `json:"throw,omitempty"`
	Left  []string `json:"left,omitempty"`
	Order string   `json:"order,omitempty"`
}

var refUNames = [2]string{"white", "black"}

// refUToJSON writes a position in which a throw is due or is being played.
func refUToJSON(p refUPos) []byte {
	s := refUState{ToMove: refUNames[p.mover], White: refUMen(p, 0), Black: refUMen(p, 1), Counters: map[string]map[string]int{}}
	for player, name := range refUNames {
		s.Counters[name] = map[string]int{"doublets": p.doublets[player]}
	}
	if p.high > 0 {
		s.Turn = &refUTurn{Stage: "play", Throw: fmt.Sprintf("%d-%d", p.high, p.low), Order: "fixed"}
		for _, part := range p.left {
			text := strconv.Itoa(part.number)
			if part.may {
				text += "?"
			}
			s.Turn.Left = append(s.Turn.Left, text)
		}
		if p.further {
			s.Turn.Left = append(s.Turn.Left, "throw")
		}
	}
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return data
}

func refUMen(p refUPos, player int) map[string]int {
	men := map[string]int{}
	for q := 1; q <= 24; q++ {
		men[strconv.Itoa(q)] = p.men[player][q]
	}
	men["hand"], men["bar"], men["off"] = p.hand[player], p.bar[player], p.off[player]
	maps.DeleteFunc(men, func(_ string, n int) bool { return n == 0 })
	return men
}

// refUFromJSON reads a position that the program printed.
func refUFromJSON(contrary bool, data []byte) (refUPos, error) {
	p := refUPos{contrary: contrary}
	var s refUState
	if err := json.Unmarshal(data, &s); err != nil {
		return p, err
	}
	for player, men := range []map[string]int{s.White, s.Black} {
		total := 0
		for place, n := range men {
			total += n
			q, err := strconv.Atoi(place)
			switch {
			case place == "hand":
				p.hand[player] = n
			case place == "bar":
				p.bar[player] = n
			case place == "off":
				p.off[player] = n
			case err == nil && 1 <= q && q <= 24:
				p.men[player][q] = n
			default:
				return p, fmt.Errorf("no place of %s: %q", refUNames[player], place)
			}
		}
		if total != 15 {
			return p, fmt.Errorf("%s has %d men", refUNames[player], total)
		}
		p.doublets[player] = s.Counters[refUNames[player]]["doublets"]
	}
	if s.Over != nil {
		p.over = true
		if s.Over.Winner == nil {
			return p, fmt.Errorf("nobody has won")
		}
		p.mover = slices.Index(refUNames[:], *s.Over.Winner)
		return p, nil
	}
	if p.mover = slices.Index(refUNames[:], s.ToMove); p.mover < 0 {
		return p, fmt.Errorf("to-move is %q", s.ToMove)
	}
	if s.Turn == nil || len(s.Turn.Left) == 0 || s.Turn.Left[0] == "throw" {
		return p, nil
	}
	if _, err := fmt.Sscanf(s.Turn.Throw, "%d-%d", &p.high, &p.low); err != nil {
		return p, err
	}
	for _, text := range s.Turn.Left {
		if text == "throw" {
			p.further = true
			continue
		}
		number, may := strings.CutSuffix(text, "?")
		n, err := strconv.Atoi(number)
		if err != nil {
			return p, err
		}
		p.left = append(p.left, refUPart{n, may})
	}
	return p, nil
}

// ---- tests of the reference itself ----

// refUAt: a position by men, "1:14 10:1 bar:1"; all in hand if nothing is said.
func refUAt(t *testing.T, contrary bool, white, black string, doublets int, throw string) refUPos {
	t.Helper()
	p := refUPos{contrary: contrary, doublets: [2]int{doublets, 0}}
	for player, text := range []string{white, black} {
		if text == "" {
			text = "hand:15"
		}
		for _, field := range strings.Fields(text) {
			place, count, _ := strings.Cut(field, ":")
			n, err := strconv.Atoi(count)
			if err != nil {
				t.Fatal(err)
			}
			switch place {
			case "hand":
				p.hand[player] = n
			case "bar":
				p.bar[player] = n
			case "off":
				p.off[player] = n
			default:
				q, err := strconv.Atoi(place)
				if err != nil {
					t.Fatal(err)
				}
				p.men[player][q] = n
			}
		}
	}
	refUCheck(t, p)
	return refUThrow(p, throw)
}

// refUCheck: what must hold in every position.
func refUCheck(t *testing.T, p refUPos) {
	t.Helper()
	for player := range 2 {
		total := p.hand[player] + p.bar[player] + p.off[player]
		for q := 1; q <= 24; q++ {
			n := p.men[player][q]
			total += n
			if n < 0 || n > 0 && p.men[1-player][refUAcross(p, q)] > 0 {
				t.Fatalf("two colours on %d: %s", q, refUToJSON(p))
			}
		}
		if total != 15 {
			t.Fatalf("%d men: %s", total, refUToJSON(p))
		}
	}
	if p.further && refUDue(p) {
		t.Fatalf("a further throw is due twice: %s", refUToJSON(p))
	}
}

func TestRefUMoves(t *testing.T) {
	for _, c := range []struct {
		name         string
		contrary     bool
		white, black string
		doublets     int
		throw, moves string
		results      int
	}{
		{"C06, C16: the lower enters", false, "", "", 0, "5-2", "hand/2", 1},
		{"C07: lower blocked", false, "", "2:2 hand:13", 0, "5-2", "pass", 1},
		{"C07: in the other game Black's 23", true, "", "23:2 hand:13", 0, "5-2", "pass", 1},
		{"Black's 2 is White's 23 there", true, "", "2:2 hand:13", 0, "5-2", "hand/2", 1},
		{"C04, C05", false, "1:1 4:1 24:13", "", 0, "5-2", "1/3 4/6", 4},
		{"C08, C14: first doublet", false, "", "", 0, "1-1", "hand/1", 3},
		{"C12, C14: later doublet", false, "", "", 1, "1-1", "hand/1", 5},
		{"C10: second top blocked", false, "1:1 24:14", "5:2 hand:13", 0, "2-2", "1/3", 1},
		{"C09: a one under a six is blocked", false, "", "1:2 hand:13", 0, "6-6", "hand/6", 1},
		{"A14: captured first", false, "bar:1 4:1 24:13", "", 0, "3-1", "bar/1", 2},
		{"A13: all in first", false, "hand:1 1:13 6:1", "", 0, "2-1", "hand/1", 2},
		{"C19", false, "1:1 2:1 24:13", "5:2 6:1 hand:12", 0, "5-4", "2/6*", 2},
		{"A16: not home", false, "18:1 19:2 24:12", "", 0, "6-1", "18/19 19/20", 2},
		{"A17: rearmost", false, "22:1 24:2 off:12", "", 0, "6-5", "22/off", 1},
		{"A17: exact from in front", false, "20:1 24:1 off:13", "", 0, "6-1", "20/21 24/off", 2},
	} {
		p := refUAt(t, c.contrary, c.white, c.black, c.doublets, c.throw)
		var texts []string
		for _, m := range refULegal(p) {
			texts = append(texts, m.String())
		}
		if got := strings.Join(texts, " "); got != c.moves {
			t.Errorf("%s: %s, want %s", c.name, got, c.moves)
		}
		if got := len(refUResults(p)); got != c.results {
			t.Errorf("%s: %d results, want %d", c.name, got, c.results)
		}
	}
}

func TestRefUPerft(t *testing.T) {
	// By hand. Depth 1: one move for each throw. Depth 2: one each, the second number or
	// the second top. Depth 3, Lange Puff: after 15 throws without a doublet Black
	// throws; white men stand singly on his points, so that he has one move for each of
	// 21. After each of 6 doublets the underside or a stop, but Black is not on the board:
	// two. In Conträre Puff nobody is in anybody's way either.
	for _, contrary := range []bool{false, true} {
		if got, want := refUPerft(refUStart(contrary), 3), []int64{21, 21, 15*21 + 6*2}; !slices.Equal(got, want) {
			t.Errorf("contrary %v: %v, want %v", contrary, got, want)
		}
	}
}

func TestRefURandomGames(t *testing.T) {
	t.Parallel()
	for _, contrary := range []bool{false, true} {
		count := map[string]int{}
		watch := func(p refUPos, moves []refUMove) {
			refUCheck(t, p)
			count["positions"]++
			if p.over {
				count["over"]++
				return
			}
			if back, err := refUFromJSON(contrary, refUToJSON(p)); err != nil || refUKey(back) != refUKey(p) {
				t.Fatalf("%s does not come back: %v", refUToJSON(p), err)
			}
			for _, m := range moves {
				count[m.act]++
				if m.hit {
					count["hit"]++
				}
			}
			if p.further {
				count["further"]++
			}
			// The other colour has the same moves.
			swapped := p
			for _, pair := range []*[2]int{&swapped.hand, &swapped.bar, &swapped.off, &swapped.doublets} {
				pair[0], pair[1] = pair[1], pair[0]
			}
			swapped.men[0], swapped.men[1] = p.men[1], p.men[0]
			swapped.mover = 1 - p.mover
			if !slices.Equal(refUTexts(refULegal(swapped)), refUTexts(moves)) {
				t.Fatalf("colours changed, moves changed: %s", refUToJSON(p))
			}
		}
		longest := 0
		for seed := range uint64(long.Of(6, 100)) {
			game := refURandomGame(contrary, seed, 20_000, watch)
			if !game.end.over {
				t.Errorf("contrary %v: game %d is not over", contrary, seed)
			}
			longest = max(longest, game.moves)
			refURandomPlay(refURandomSetup(contrary, seed), seed, 60, watch)
		}
		for _, event := range []string{"over", "enter", "advance", "bear-off", "stop", "pass", "hit", "further"} {
			if count[event] == 0 {
				t.Errorf("never seen: %s", event)
			}
		}
		t.Logf("contrary %v: longest %d moves; %v", contrary, longest, count)
	}
}

// ---- the engine and the reference ----

func TestEngineAgreesWithPuffReference(t *testing.T) {
	for id, contrary := range map[string]bool{"lange-puff": false, "contraere-puff": true} {
		t.Run(id, func(t *testing.T) { refUAgrees(t, newAgreement(t, id), contrary) })
	}
}

func refUAgrees(t *testing.T, a *agreement, contrary bool) {
	visit := func(p refUPos, moves []refUMove) {
		if a.done() || p.over || refUDue(p) {
			return
		}
		s, got := a.ask(refUToJSON(p))
		if a.failed {
			return
		}
		if want := refUTexts(moves); !same(got, want) {
			a.fail("moves differ at %s\nengine    %v\nreference %v", refUToJSON(p), got, want)
			return
		}
		for _, m := range moves { // every single move leads to the same position
			em, ok := a.game.FindMove(a.in, s, m.String())
			if !ok {
				a.fail("the engine has no move %s at %s", m, refUToJSON(p))
				return
			}
			after := s.Clone()
			a.in.Play(after, em)
			back, err := refUFromJSON(contrary, a.json(after))
			if err != nil {
				a.fail("the reference cannot read %s: %v", a.json(after), err)
				return
			}
			if refUKey(back) != refUKey(refUApply(p, m)) {
				a.fail("after %s at %s\nengine    %s\nreference %s", m, refUToJSON(p), a.json(after), refUToJSON(refUApply(p, m)))
				return
			}
		}
		if len(p.left) > 4 || a.asked%4 != 0 {
			return
		}
		a.results++
		list, complete := play.Results(a.in, s, 100000)
		if !complete {
			a.fail("too many results at %s", refUToJSON(p))
		}
		var keysE, keysR []string
		for _, r := range list {
			back, err := refUFromJSON(contrary, a.json(r.State))
			if err != nil {
				a.fail("%v", err)
			}
			keysE = append(keysE, refUKey(back))
		}
		for _, r := range refUResults(p) {
			keysR = append(keysR, refUKey(r))
		}
		if !same(distinct(keysE), distinct(keysR)) {
			a.fail("results differ at %s: engine %d, reference %d", refUToJSON(p), len(keysE), len(keysR))
		}
	}
	for seed := uint64(1); !a.done(); seed++ {
		refURandomGame(contrary, seed, 2000, visit)
		refURandomPlay(refURandomSetup(contrary, seed), seed, 60, visit)
	}
	t.Logf("%d positions, results of %d throws", a.asked, a.results)
}
