package rulesets_test

// A reference for Piprjall in its default interpretation: slow, obvious, and
// written from the clauses of DLP.Evidence.1706 (numbered as in the analysis:
// C01..C34 clauses, A01..A59 questions) without a look at any engine. Tests ask
// it and the engine the same things.
//
// What a comparison calls:
//
//	refPStart()                      the opening
//	refPThrows                       the 21 throws, "1-1" .. "6-6"
//	refPThrow(pos, "6-2")            a throw is made
//	refPLegal(pos)                   the legal single moves, nil when a throw is due or the game is over
//	refPTexts(moves)                 their texts, sorted: "part act move"
//	refPApply(pos, move)             the position after a move
//	refPResults(pos)                 the distinct positions a throw can lead to
//	refPKey(pos)                     equal for equal positions
//	refPFromJSON, refPToJSON         the state of INTERFACE.md
//	refPRandomGame(seed, ...)        random play from the opening
//	refPRandomSetup(seed)            a random position late in a game, for what the opening seldom reaches
//	refPPerft(pos, depth)            lines of play

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/lectio/lectio/testdata/long"
)

// Points are numbered 1 to 24 along each player's own track; in a move, 0 is the
// bar and 25 is off.
const (
	refPBar = 0
	refPOff = 25
)

var refPNames = [2]string{"white", "black"}

// A refPPos is a position, in the middle of a throw or between two throws.
type refPPos struct {
	men        [2][25]int // by player and point of his own track; index 0 is not used
	bar, off   [2]int
	departures [2]int // C13: men moved from point 1, a man as often as he leaves it
	score      [2]int // in half points
	mover      int    // the player to move: 0 white, 1 black
	stage      string // "play", or "extra" after one side has borne off its last man
	extra      int    // stage extra: throws the mover has still to make
	throw      [2]int // high die, low die; zero when a throw is due
	left       []int  // parts of the throw still to be played, in order
	over       string // why the game is over; empty while it goes on
}

// A refPMove is one part played by one man, or a pass.
type refPMove struct {
	act      string // advance, enter, bear-off, pass
	part     int
	from, to int
	hits     int // opposing men sent to the bar
}

func (m refPMove) String() string {
	if m.act == "pass" {
		return "pass"
	}
	text := refPPlace(m.from) + "/" + refPPlace(m.to)
	if m.hits > 0 {
		text += "*"
	}
	return text
}

func refPPlace(p int) string {
	switch p {
	case refPBar:
		return "bar"
	case refPOff:
		return "off"
	}
	return strconv.Itoa(p)
}

// refPTexts gives "part act move" for every move ("pass" alone for a pass), sorted as text.
func refPTexts(moves []refPMove) []string {
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

// C02, C03: fifteen men each on point 1. White begins.
func refPStart() refPPos {
	var p refPPos
	p.men[0][1], p.men[1][1] = 15, 15
	p.stage = "play"
	return p
}

// refPAcross: the opponent's name for one's own point, and the other way round (C03, A01, A02).
func refPAcross(q int) int {
	if q <= 12 {
		return q + 12
	}
	return q - 12
}

// refPTheirs: opposing men on the mover's point q.
func refPTheirs(p refPPos, q int) int { return p.men[1-p.mover][refPAcross(q)] }

// refPSequence: what a throw obliges to play (C05 to C11, A07 stop-at-6, A08 pairs-descending, A09 four).
func refPSequence(high, low int) []int {
	if high != low {
		return []int{high, low}
	}
	switch high {
	case 6:
		return []int{6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1}
	case 5:
		return []int{5, 5, 6, 6}
	case 4:
		return []int{4, 4, 3, 3, 2, 2, 1, 1}
	case 3:
		return []int{3, 3, 2, 2, 1, 1}
	case 2:
		return []int{2, 2, 1, 1}
	}
	return []int{1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6}
}

var refPThrows = func() []string {
	var all []string
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			all = append(all, fmt.Sprintf("%d-%d", high, low))
		}
	}
	return all
}()

func refPDue(p refPPos) bool { return p.over == "" && p.throw == [2]int{} }

func refPDoublet(p refPPos) bool { return p.throw[0] == p.throw[1] }

// refPThrow: the throw is made; in stage extra it is one fewer still to be made.
func refPThrow(p refPPos, throw string) refPPos {
	if !refPDue(p) {
		panic("no throw is due")
	}
	high, low, err := refPDice(throw)
	if err != nil {
		panic(err)
	}
	p.throw = [2]int{high, low}
	p.left = refPSequence(high, low)
	if p.stage == "extra" {
		p.extra--
	}
	return p
}

func refPDice(throw string) (high, low int, err error) {
	one, two, ok := strings.Cut(throw, "-")
	a, errA := strconv.Atoi(one)
	b, errB := strconv.Atoi(two)
	if !ok || errA != nil || errB != nil || min(a, b) < 1 || max(a, b) > 6 {
		return 0, 0, fmt.Errorf("not a throw: %q", throw)
	}
	return max(a, b), min(a, b), nil
}

// refPLegal: the legal moves. Nil when a throw is due or the game is over.
func refPLegal(p refPPos) []refPMove {
	if p.over != "" || refPDue(p) {
		return nil
	}
	moves := refPOpen(p)
	if len(moves) == 0 {
		return []refPMove{{act: "pass"}} // A59, A12: the rest of the throw is lost
	}
	if refPDoublet(p) || len(p.left) < 2 {
		return moves // A13: a doublet need not be played to its longest
	}
	// A05: both dice if possible. A first move after which the other die must be
	// passed falls when some first move lets both be played. A move that ends the
	// throw by ending the game (or by bearing off the last man) leaves nothing to
	// be passed: it stays legal (C28 values it), and it obliges to nothing.
	var wasteful, rest []refPMove
	both := false
	for _, m := range moves {
		after := refPApply(p, m)
		switch {
		case after.over != "" || after.mover != p.mover || refPDue(after):
			rest = append(rest, m)
		case len(refPOpen(after)) > 0:
			rest = append(rest, m)
			both = true
		default:
			wasteful = append(wasteful, m)
		}
	}
	if both {
		return rest
	}
	return append(rest, wasteful...) // A06 free: either die
}

// refPOpen: every move of one man that no clause about single moves refuses.
func refPOpen(p refPPos) []refPMove {
	parts := p.left[:1] // A11: the sequence of a doublet is played in its order
	if !refPDoublet(p) {
		parts = p.left
	}
	var moves []refPMove
	for _, part := range parts {
		if p.bar[p.mover] > 0 { // A31: enter first
			if refPMayEnter(p, part) {
				moves = append(moves, refPMove{"enter", part, refPBar, part, refPTheirs(p, part)})
			}
			continue
		}
		for from := 1; from <= 24; from++ {
			if p.men[p.mover][from] == 0 {
				continue
			}
			to := from + part
			if to <= 24 && refPMayAdvance(p, to) {
				moves = append(moves, refPMove{"advance", part, from, to, refPTheirs(p, to)})
			}
			if to > 24 && refPMayBearOff(p, from, part) {
				moves = append(moves, refPMove{"bear-off", part, from, refPOff, 0})
			}
		}
	}
	return moves
}

func refPMayAdvance(p refPPos, to int) bool {
	if to >= 2 && to <= 12 && p.men[p.mover][to] >= 2 {
		return false // C12
	}
	if to > 11 && p.departures[p.mover] < 5 {
		return false // C13, A18 far-11, A19 cross
	}
	if refPTheirs(p, to) >= 2 && !refPInSix(p, to) {
		return false // C16, A24
	}
	return true
}

// refPInSix: does the mover's point lie in six points in a row, by the opponent's
// track, each with two or more of his men (C17, A25, A28)?
func refPInSix(p refPPos, to int) bool {
	q := refPAcross(to)
	for first := 1; first+5 <= 24; first++ {
		if q < first || q > first+5 {
			continue
		}
		row := true
		for i := first; i <= first+5; i++ {
			if p.men[1-p.mover][i] < 2 {
				row = false
			}
		}
		if row {
			return true
		}
	}
	return false
}

// refPMayEnter: C18 to C20, A30 (the die is the point), A32, A33, A34 empty-entry-points, A35 each-die, A36.
func refPMayEnter(p refPPos, point int) bool {
	if p.men[p.mover][point] > 0 {
		return false
	}
	if refPTheirs(p, point) == 0 {
		return true
	}
	empty := 0
	for e := 1; e <= 6; e++ {
		if p.men[p.mover][e] == 0 && refPTheirs(p, e) == 0 {
			empty++
		}
	}
	return p.bar[p.mover] > empty
}

// refPMayBearOff: C21, A39 overshoot-from-rearmost, A40 none-in-hand. Every man of
// his is on 19 to 24 or off.
func refPMayBearOff(p refPPos, from, part int) bool {
	if p.bar[p.mover] > 0 {
		return false
	}
	for i := 1; i <= 18; i++ {
		if p.men[p.mover][i] > 0 {
			return false
		}
	}
	if from+part == 25 {
		return true
	}
	for i := 19; i < from; i++ {
		if p.men[p.mover][i] > 0 {
			return false
		}
	}
	return from+part > 25
}

// refPApply: the position after a move, with everything that follows from it.
func refPApply(p refPPos, m refPMove) refPPos {
	if m.act == "pass" {
		return refPThrowDone(p)
	}
	me, they := p.mover, 1-p.mover
	played := refPPlayed(p) + 1
	p.left = refPWithout(p.left, m.part)

	if m.from == refPBar {
		p.bar[me]--
	} else {
		p.men[me][m.from]--
	}
	if m.from == 1 {
		p.departures[me]++ // A20 gross, A21 at once
	}
	if m.to == refPOff {
		p.off[me]++
	} else {
		p.men[me][m.to]++
		p.bar[they] += refPTheirs(p, m.to) // C14, C15, C17, C20, A23, A26
		p.men[they][refPAcross(m.to)] = 0
	}

	// A hit makes a jan and never completes a configuration (the point would hold the
	// mover's men already), so the order of these two does not matter.
	if refPJan(p, they) { // C33, A37, A56
		p.score[me] += 30
		return refPGameOver(p, "jan")
	}
	if value, name := refPConfiguration(p, me); value > 0 {
		half := value // a point is two half points
		if played >= 2 {
			half = 2 * value // C28, A44, A45, A46
		}
		if p.bar[they] > 0 {
			half += 4 // C29, A47
		}
		p.score[me] += half
		return refPGameOver(p, name) // A42, A43
	}
	if p.stage == "extra" && p.off[me] > 0 {
		return refPGameOver(p, "no configuration possible") // C32, A55
	}
	if p.off[me] == 15 {
		p.score[me] += 4 // C30
		return refPExtraThrows(p)
	}
	if len(p.left) == 0 {
		return refPThrowDone(p)
	}
	return p
}

// refPPlayed: parts of the present throw played already.
func refPPlayed(p refPPos) int {
	return len(refPSequence(p.throw[0], p.throw[1])) - len(p.left)
}

func refPWithout(parts []int, part int) []int {
	i := slices.Index(parts, part)
	return slices.Delete(slices.Clone(parts), i, i+1)
}

// refPJan: has the player more men on the bar than entry points that his own men leave him?
func refPJan(p refPPos, player int) bool {
	points := 0
	for e := 1; e <= 6; e++ {
		if p.men[player][e] == 0 {
			points++
		}
	}
	return p.bar[player] > points
}

// refPConfiguration: the value in points and the name of the configuration that stands (C24 to C27, A48, A49, A50).
func refPConfiguration(p refPPos, player int) (int, string) {
	men := p.men[player]
	each := func(first, last, number int) bool {
		for i := first; i <= last; i++ {
			if men[i] != number {
				return false
			}
		}
		return true
	}
	switch {
	case each(24, 24, 15):
		return 13, "meistari"
	case each(22, 24, 5):
		return 7, "stutti múkur"
	case each(20, 24, 3):
		return 5, "langi múkur"
	case each(19, 23, 3):
		return 3, "langi hryggur"
	}
	return 0, ""
}

// refPExtraThrows: the mover has borne off his last man (C31, A52, A53).
func refPExtraThrows(p refPPos) refPPos {
	they := 1 - p.mover
	if p.off[they] > 0 {
		return refPGameOver(p, "no configuration possible") // C32, A55
	}
	// Points needed to overtake: the difference and one more, rounded up to whole points.
	needed := new(big.Rat).SetFrac64(int64(p.score[p.mover]-p.score[they]), 2)
	needed.Add(needed, big.NewRat(1, 1))
	p.extra = 13
	for _, n := range []int{7, 5} {
		if needed.Cmp(big.NewRat(int64(n), 1)) <= 0 {
			p.extra = n
		}
	}
	p.stage = "extra"
	p.mover = they
	p.throw, p.left = [2]int{}, nil
	return p
}

// refPThrowDone: the throw is played or lost (A14: no second throw).
func refPThrowDone(p refPPos) refPPos {
	p.throw, p.left = [2]int{}, nil
	if p.stage == "extra" {
		if p.extra == 0 {
			return refPGameOver(p, "extra throws exhausted")
		}
		return p
	}
	p.mover = 1 - p.mover
	return p
}

// refPGameOver: A51, no winner is named; what was left of the throw is gone.
func refPGameOver(p refPPos, reason string) refPPos {
	p.over = reason
	p.throw, p.left = [2]int{}, nil
	return p
}

// refPKey is equal for two positions when they are the same to the game. Of a game
// that is over it holds men, counters of the players and score.
func refPKey(p refPPos) string {
	var key []byte
	put := func(numbers ...int) {
		for _, n := range numbers {
			key = append(strconv.AppendInt(key, int64(n), 10), ' ')
		}
	}
	for player := range 2 {
		put(p.men[player][1:]...)
		put(p.bar[player], p.off[player], p.departures[player], p.score[player])
	}
	if p.over != "" {
		return string(key) + "over"
	}
	put(p.mover, p.extra, p.throw[0], p.throw[1])
	put(p.left...)
	return string(key) + p.stage
}

// refPResults: the distinct positions in which the next throw is due, the other
// player is to move or the game is over, sorted by key. Meant for ordinary throws
// and small doublets; a large doublet has hundreds of thousands.
func refPResults(p refPPos) []refPPos {
	seen := map[string]bool{}
	results := map[string]refPPos{}
	var visit func(refPPos)
	visit = func(q refPPos) {
		key := refPKey(q)
		if seen[key] {
			return
		}
		seen[key] = true
		if q.over != "" || refPDue(q) {
			results[key] = q
			return
		}
		for _, m := range refPLegal(q) {
			visit(refPApply(q, m))
		}
	}
	if p.over == "" && !refPDue(p) {
		visit(p)
	}
	var list []refPPos
	for _, key := range slices.Sorted(maps.Keys(results)) {
		list = append(list, results[key])
	}
	return list
}

// refPPerft: lines of exactly 1, 2, ... depth moves. A throw is no move.
func refPPerft(p refPPos, depth int) []int64 {
	nodes := make([]int64, depth)
	var walk func(refPPos, int)
	walk = func(q refPPos, done int) {
		if done == depth || q.over != "" {
			return
		}
		if refPDue(q) {
			for _, throw := range refPThrows {
				walk(refPThrow(q, throw), done)
			}
			return
		}
		for _, m := range refPLegal(q) {
			nodes[done]++
			walk(refPApply(q, m), done+1)
		}
	}
	walk(p, 0)
	return nodes
}

// A refPGame is what became of a random game.
type refPGame struct {
	end           refPPos
	moves, throws int // moves: parts played and passes
}

// refPRandomGame plays uniformly random moves from the opening. visit, if not nil,
// sees every position with its legal moves: none when a throw is due or the game
// is over. After limit moves the game is broken off.
func refPRandomGame(seed uint64, limit int, visit func(refPPos, []refPMove)) refPGame {
	return refPRandomPlay(refPStart(), seed, limit, visit)
}

// refPRandomPlay is refPRandomGame from any position.
func refPRandomPlay(start refPPos, seed uint64, limit int, visit func(refPPos, []refPMove)) refPGame {
	rng := rand.New(rand.NewPCG(seed, 1706))
	game := refPGame{end: start}
	for {
		moves := refPLegal(game.end)
		if visit != nil {
			visit(game.end, moves)
		}
		switch {
		case game.end.over != "" || game.moves == limit:
			return game
		case refPDue(game.end):
			game.throws++
			game.end = refPThrow(game.end, fmt.Sprintf("%d-%d", 1+rng.IntN(6), 1+rng.IntN(6)))
		default:
			game.moves++
			game.end = refPApply(game.end, moves[rng.IntN(len(moves))])
		}
	}
}

// refPRandomSetup: a random position in which a throw is due, of a kind that random
// games from the opening seldom or never reach: men gathered at home, many on the
// bar, points made in a row. It keeps C12, C13 and the numbers of men, and neither a
// jan nor a configuration stands in it, but play need not lead to it.
func refPRandomSetup(seed uint64) refPPos {
	rng := rand.New(rand.NewPCG(seed, 997))
	for {
		p := refPPos{stage: "play", mover: rng.IntN(2)}
		if !refPScatter(&p, 0, rng) || !refPScatter(&p, 1, rng) {
			continue
		}
		_, white := refPConfiguration(p, 0)
		_, black := refPConfiguration(p, 1)
		if white+black != "" || refPJan(p, 0) || refPJan(p, 1) || p.off[0] == 15 || p.off[1] == 15 {
			continue
		}
		if p.off[1-p.mover] == 0 && p.off[p.mover] == 0 && p.bar[p.mover] == 0 && rng.IntN(12) == 0 {
			// The other has borne off everything: extra throws.
			they := 1 - p.mover
			p.men[they], p.bar[they], p.off[they] = [25]int{}, 0, 15
			p.departures[they] = 15
			p.score[they] = 4
			p.stage, p.extra = "extra", 1+rng.IntN(5)
		}
		return p
	}
}

// refPScatter places the men of one player, if the other's men leave room.
func refPScatter(p *refPPos, player int, rng *rand.Rand) bool {
	left := 15
	add := func(q int) {
		free := p.men[1-player][refPAcross(q)] == 0 && (q == 1 || q > 12 || p.men[player][q] < 2)
		if left > 0 && free {
			p.men[player][q]++
			left--
		}
	}
	switch rng.IntN(8) {
	case 0: // near a configuration
		pattern := [][]int{{19, 20, 21, 22, 23}, {20, 21, 22, 23, 24}, {22, 23, 24}, {24}}[rng.IntN(4)]
		missing := 1 + rng.IntN(2)
		for i := range 15 {
			q := pattern[i%len(pattern)]
			if i < missing {
				q -= 1 + rng.IntN(6)
			}
			add(q)
		}
	case 1: // bearing off
		p.off[player] = rng.IntN(15)
		left -= p.off[player]
		for range 100 {
			add(19 + rng.IntN(6))
		}
	case 2, 3: // points in a row
		first := []int{1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 19}[rng.IntN(11)]
		for i := range 12 {
			add(first + i%6)
		}
	case 4, 5: // many on the bar
		p.bar[player] = 1 + rng.IntN(6)
		left -= p.bar[player]
	case 6: // early
		for range 11 + rng.IntN(4) {
			add(1)
		}
	}
	for range 200 {
		add(1 + rng.IntN(24))
	}
	p.departures[player] = 15 - p.men[player][1]
	for q := 12; q <= 24; q++ {
		if p.men[player][q] > 0 {
			p.departures[player] = max(5, p.departures[player])
		}
	}
	return left == 0
}

// The state of INTERFACE.md. Unknown counters are read over.
type refPState struct {
	ToMove   string            `json:"to-move"`
	White    map[string]int    `json:"white"`
	Black    map[string]int    `json:"black"`
	Counters map[string]any    `json:"counters,omitempty"`
	Score    map[string]string `json:"score,omitempty"`
	Turn     *refPTurn         `json:"turn,omitempty"`
	Over     *refPOver         `json:"over,omitempty"`
}

type refPTurn struct {
	Stage  string   `json:"stage"`
	Throw  string   `json:"throw,omitempty"`
	Left   []string `json:"left,omitempty"`
	Order  string   `json:"order,omitempty"`
	Active *string  `json:"active"`
}

type refPOver struct {
	By     string            `json:"by"`
	Reason string            `json:"reason"`
	Winner *string           `json:"winner"`
	Score  map[string]string `json:"score"`
}

// refPToJSON writes a position. Between throws `turn` is left out in stage play and
// holds the stage alone in stage extra.
func refPToJSON(p refPPos) []byte {
	s := refPState{ToMove: refPNames[p.mover], White: refPMen(p, 0), Black: refPMen(p, 1)}
	s.Score = map[string]string{}
	s.Counters = map[string]any{}
	for player, name := range refPNames {
		s.Score[name] = big.NewRat(int64(p.score[player]), 2).RatString()
		counters := map[string]any{"departures": p.departures[player]}
		if p.stage == "extra" && player == p.mover && p.over == "" {
			counters["extra_throws"] = p.extra
		}
		s.Counters[name] = counters
	}
	switch {
	case p.over != "":
		s.Over = &refPOver{By: p.over, Reason: p.over, Score: s.Score}
	case !refPDue(p):
		s.Turn = &refPTurn{Stage: p.stage, Throw: fmt.Sprintf("%d-%d", p.throw[0], p.throw[1]), Order: "any"}
		if refPDoublet(p) {
			s.Turn.Order = "fixed"
		}
		for _, part := range p.left {
			s.Turn.Left = append(s.Turn.Left, strconv.Itoa(part))
		}
	case p.stage == "extra":
		s.Turn = &refPTurn{Stage: p.stage}
	}
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return data
}

func refPMen(p refPPos, player int) map[string]int {
	men := map[string]int{}
	for q := 1; q <= 24; q++ {
		men[strconv.Itoa(q)] = p.men[player][q]
	}
	men["bar"], men["off"] = p.bar[player], p.off[player]
	maps.DeleteFunc(men, func(_ string, n int) bool { return n == 0 })
	return men
}

// refPFromJSON reads a position: one of ours or one that the program printed.
func refPFromJSON(data []byte) (refPPos, error) {
	var s refPState
	if err := json.Unmarshal(data, &s); err != nil {
		return refPPos{}, err
	}
	p := refPPos{stage: "play"}
	if p.mover = slices.Index(refPNames[:], s.ToMove); p.mover < 0 {
		if s.Over == nil {
			return p, fmt.Errorf("to-move is %q", s.ToMove)
		}
		p.mover = 0
	}
	for player, men := range []map[string]int{s.White, s.Black} {
		total := 0
		for place, n := range men {
			total += n
			q, err := strconv.Atoi(place)
			switch {
			case place == "bar":
				p.bar[player] = n
			case place == "off":
				p.off[player] = n
			case err == nil && 1 <= q && q <= 24:
				p.men[player][q] = n
			default:
				return p, fmt.Errorf("no place of %s: %q", refPNames[player], place)
			}
		}
		if total != 15 {
			return p, fmt.Errorf("%s has %d men", refPNames[player], total)
		}
		name := refPNames[player]
		p.departures[player] = 15 - p.men[player][1] // the least value, where it is left out
		if counters, ok := s.Counters[name].(map[string]any); ok {
			if n, ok := counters["departures"].(float64); ok {
				p.departures[player] = int(n)
			}
		}
		text, ok := s.Score[name]
		if !ok && s.Over != nil {
			text, ok = s.Over.Score[name]
		}
		if ok {
			score, ok := new(big.Rat).SetString(text)
			if !ok {
				return p, fmt.Errorf("score of %s is %q", name, text)
			}
			score.Mul(score, big.NewRat(2, 1))
			if !score.IsInt() {
				return p, fmt.Errorf("score of %s is no number of halves: %q", name, text)
			}
			p.score[player] = int(score.Num().Int64())
		}
	}
	if s.Turn != nil {
		if s.Turn.Stage != "" {
			p.stage = s.Turn.Stage
		}
		if s.Turn.Throw != "" {
			high, low, err := refPDice(s.Turn.Throw)
			if err != nil {
				return p, err
			}
			p.throw = [2]int{high, low}
			if s.Turn.Left == nil {
				p.left = refPSequence(high, low)
			}
			for _, part := range s.Turn.Left {
				n, err := strconv.Atoi(part)
				if err != nil {
					return p, fmt.Errorf("part left is %q", part)
				}
				p.left = append(p.left, n)
			}
		}
	}
	if p.stage == "extra" && s.Over == nil {
		p.extra = refPExtraCounter(s.Counters, refPNames[p.mover])
	}
	if s.Over != nil {
		p.over = s.Over.Reason
		if p.over == "" {
			p.over = "over"
		}
		p.throw, p.left = [2]int{}, nil
	}
	return p, nil
}

// refPExtraCounter finds extra_throws with the player's counters, or a common one.
func refPExtraCounter(counters map[string]any, player string) int {
	if own, ok := counters[player].(map[string]any); ok {
		if n, ok := own["extra_throws"].(float64); ok {
			return int(n)
		}
	}
	for _, value := range counters {
		if common, ok := value.(map[string]any); ok {
			value = common["extra_throws"]
		}
		if n, ok := value.(float64); ok && n > 0 {
			return int(n)
		}
	}
	n, _ := counters["extra_throws"].(float64)
	return int(n)
}

// ---- tests of the reference itself ----

// refPAt: a position by men, "1:14 10:1 bar:1"; what is missing of fifteen is on
// the last place named with "*". Black on 1 if nothing is said.
func refPAt(t *testing.T, white, black, throw string) refPPos {
	t.Helper()
	p := refPPos{stage: "play"}
	for player, text := range []string{white, black} {
		if text == "" {
			text = "1:15"
		}
		total := 0
		for _, field := range strings.Fields(text) {
			place, count, _ := strings.Cut(field, ":")
			n, err := strconv.Atoi(count)
			if err != nil {
				t.Fatalf("%s: %v", field, err)
			}
			total += n
			switch place {
			case "bar":
				p.bar[player] = n
			case "off":
				p.off[player] = n
			default:
				q, err := strconv.Atoi(place)
				if err != nil {
					t.Fatalf("%s: %v", field, err)
				}
				p.men[player][q] = n
			}
		}
		if total != 15 {
			t.Fatalf("%q: %d men", text, total)
		}
		p.departures[player] = 15 - p.men[player][1]
	}
	refPCheck(t, p)
	if throw != "" {
		p = refPThrow(p, throw)
	}
	return p
}

// refPCheck: what must hold in every position.
func refPCheck(t *testing.T, p refPPos) {
	t.Helper()
	for player := range 2 {
		total := p.bar[player] + p.off[player]
		for q := 1; q <= 24; q++ {
			n := p.men[player][q]
			total += n
			if n < 0 || n > 0 && p.men[1-player][refPAcross(q)] > 0 {
				t.Fatalf("%s shares point %d: %s", refPNames[player], q, refPToJSON(p))
			}
			if q >= 2 && q <= 12 && n > 2 {
				t.Fatalf("%s has %d men on %d: %s", refPNames[player], n, q, refPToJSON(p))
			}
			if q > 11 && n > 0 && p.departures[player] < 5 {
				t.Fatalf("%s is beyond 11 after %d departures: %s", refPNames[player], p.departures[player], refPToJSON(p))
			}
		}
		if total != 15 {
			t.Fatalf("%s has %d men: %s", refPNames[player], total, refPToJSON(p))
		}
		if p.bar[player] > 6 && p.over != "jan" {
			t.Fatalf("%s has %d on the bar: %s", refPNames[player], p.bar[player], refPToJSON(p))
		}
	}
	if p.over == "" && (refPJan(p, 0) || refPJan(p, 1)) {
		t.Fatalf("play goes on after a jan: %s", refPToJSON(p))
	}
}

func refPMoveTexts(p refPPos) string {
	var texts []string
	for _, m := range refPLegal(p) {
		if text := m.String(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	sort.Strings(texts)
	return strings.Join(texts, " ")
}

// refPDo plays moves by their texts; "4:19/23" names the part as well.
func refPDo(t *testing.T, p refPPos, line string) refPPos {
	t.Helper()
	for _, text := range strings.Fields(line) {
		part, text, named := strings.Cut(text, ":")
		if !named {
			part, text = "", part
		}
		legal := refPLegal(p)
		i := slices.IndexFunc(legal, func(m refPMove) bool {
			return m.String() == text && (!named || strconv.Itoa(m.part) == part)
		})
		if i < 0 {
			t.Fatalf("%s is not legal, but %v: %s", text, refPTexts(legal), refPToJSON(p))
		}
		p = refPApply(p, legal[i])
	}
	return p
}

func refPMoverMen(p refPPos, player int) string {
	var fields []string
	for q := 1; q <= 24; q++ {
		if n := p.men[player][q]; n > 0 {
			fields = append(fields, fmt.Sprintf("%d:%d", q, n))
		}
	}
	if p.bar[player] > 0 {
		fields = append(fields, fmt.Sprintf("bar:%d", p.bar[player]))
	}
	if p.off[player] > 0 {
		fields = append(fields, fmt.Sprintf("off:%d", p.off[player]))
	}
	return strings.Join(fields, " ")
}

func TestRefPResults(t *testing.T) {
	for _, c := range []struct {
		white, black, throw string
		count               int
		results             []string // white's men, where few
	}{
		{"1:14 10:1", "", "2-1", 3, []string{"1:12 2:1 3:1 10:1", "1:13 3:1 11:1", "1:13 4:1 10:1"}},  // INTERFACE.md
		{"1:15", "", "5-3", 2, []string{"1:13 4:1 6:1", "1:14 9:1"}},                                  // A04
		{"1:15", "", "6-5", 1, []string{"1:13 6:1 7:1"}},                                              // A18 ✔
		{"1:15", "", "6-4", 2, []string{"1:13 5:1 7:1", "1:14 11:1"}},                                 // A19
		{"1:15", "", "2-2", 7, nil},                                                                   // A08 ✔
		{"1:15", "", "3-3", 33, nil},                                                                  // A16 ✔
		{"1:15", "", "5-5", 2, []string{"1:11 6:2 7:2", "1:12 7:2 11:1"}},                             // A07
		{"7:2 24:13", "", "6-6", 1, []string{"7:2 24:13"}},                                            // A12: 13 is black's home
		{"19:1 22:2 24:3 off:9", "", "6-4", 2, []string{"22:1 23:1 24:3 off:10", "22:1 24:3 off:11"}}, // A39 ✔
	} {
		p := refPAt(t, c.white, c.black, c.throw)
		results := refPResults(p)
		var got []string
		for _, r := range results {
			refPCheck(t, r)
			got = append(got, refPMoverMen(r, 0))
		}
		sort.Strings(got)
		if len(results) != c.count || c.results != nil && !slices.Equal(got, c.results) {
			t.Errorf("%s, %s: %d results %v, want %d %v", c.white, c.throw, len(results), got, c.count, c.results)
		}
	}
}

func TestRefPSequences(t *testing.T) {
	// A10: the pips of each doublet.
	for number, pips := range map[int]int{6: 42, 1: 42, 5: 22, 4: 20, 3: 12, 2: 6} {
		sum := 0
		for _, part := range refPSequence(number, number) {
			sum += part
		}
		if sum != pips {
			t.Errorf("%d-%d: %d pips, want %d", number, number, sum, pips)
		}
	}
}

func TestRefPOpeningDoubletsRunThrough(t *testing.T) {
	// A16: 6-6 from the opening can always be played to its twelfth step; A21: in
	// 1-1 the fifth departure opens the way within the throw.
	seen := map[string]bool{}
	finals := 0
	var visit func(refPPos)
	visit = func(p refPPos) {
		if key := refPKey(p); seen[key] {
			return
		} else {
			seen[key] = true
		}
		if refPDue(p) {
			finals++
			return
		}
		for _, m := range refPLegal(p) {
			if m.act == "pass" {
				t.Fatalf("a step of 6-6 cannot be played: %s", refPToJSON(p))
			}
			visit(refPApply(p, m))
		}
	}
	visit(refPThrow(refPStart(), "6-6"))
	t.Logf("opening 6-6: %d final positions", finals)

	six := refPThrow(refPStart(), "6-6")
	six = refPDo(t, six, "1/7 1/7 1/6 1/6")
	if got := refPMoveTexts(six); got != "1/5 6/10 7/11" {
		t.Errorf("four departures: %s", got)
	}
	six = refPDo(t, six, "1/5")
	if got := refPMoveTexts(six); got != "1/5 5/9 6/10 7/11" {
		t.Errorf("five departures, step 4: %s", got) // beyond 11 no man could come with a 4
	}
	one := refPDo(t, refPThrow(refPStart(), "1-1"), "1/2 1/2 2/4 1/3 4/7 1/4 7/11")
	if got := refPMoveTexts(refPDo(t, one, "1/5")); got != "1/6 11/16 2/7 3/8 4/9 5/10" {
		t.Errorf("A21, the fifth man has just left: %s", got)
	}
	if got := refPMoveTexts(refPDo(t, one, "2/6")); got != "1/6 3/8 4/9 6/11" {
		t.Errorf("A21, four have left: %s", got)
	}
}

func TestRefPMoves(t *testing.T) {
	for _, c := range []struct {
		name, white, black, throw, line, moves string
	}{
		{"INTERFACE.md", "1:14 10:1", "", "2-1", "", "1/2 1/3 10/11"},
		{"A11 fixed order", "7:2 24:13", "", "6-6", "", "pass"},
		{"C12 two on a point of the starting side", "1:10 2:2 3:2 4:1", "", "2-1", "2:2/4", "1/2 4/5"},
		{"C13 no further than 11", "1:13 6:1 10:1", "", "5-1", "", "1/2 1/6 10/11 6/11 6/7"},
		{"A22 the limit holds for a man that re-entered", "6:1 8:2 20:12", "1:15", "2-1", "", "20/21 20/22 6/7 8/10 8/9"},
		{"A24 three are as closed as two", "2:1 20:14", "16:3 1:10 2:2", "1-2", "", "2/3 20/21 20/22"},
		{"A25 six men are no row ✔", "8:1 20:14", "2:2 3:2 4:2 23:9", "6-1", "", "20/21 8/9"},
		{"C17 six points in a row, from the start", "8:1 20:1 24:13", "2:2 3:2 4:2 5:2 6:2 7:2 23:3", "6-1", "", "20/21 8/14* 8/9"},
		{"C17 and A05: after 8/14* the row is broken and 14/15 closed, so first the 1", "8:1 24:14", "2:2 3:2 4:2 5:2 6:2 7:2 23:3", "6-1", "", "8/9"},
		{"C17 the last of the six", "9:1 24:14", "2:2 3:2 4:2 5:2 6:2 7:2 23:3", "6-1", "1:9/10", "10/16*"},
		{"C17 five points are closed", "8:1 20:1 24:13", "2:2 3:2 4:2 5:2 6:2 23:5", "6-1", "", "20/21 8/9"},
		{"C17 a blot breaks the row", "8:1 20:1 24:13", "2:2 3:2 4:2 5:1 6:2 7:2 23:4", "6-1", "", "20/21 8/9"},
		{"A27 any of the six, with three men on it too", "8:1 24:14", "1:3 2:2 3:2 4:2 5:2 6:2 23:2", "6-5", "", "8/13* 8/14*"},
		{"A28 the row does not run over the end", "8:1 24:14", "21:2 22:2 23:2 24:2 1:5 2:2", "6-4", "", "pass"},
		{"A30 a die enters on its own number", "bar:1 24:14", "2:2 1:13", "6-1", "", "bar/1 bar/6"},
		{"A31 enter first", "1:13 4:1 bar:1", "1:15", "4-1", "", "pass"},
		{"A32 no hit on entering", "bar:1 7:1 20:13", "16:1 1:10 2:2 3:2", "4-3", "", "bar/3"},
		{"A33 own men bar the entry", "bar:1 2:1 20:13", "1:15", "5-2", "", "bar/5"},
		{"A34 two men, two empty points: nothing more", "bar:2 20:13", "15:2 16:2 17:2 18:2 1:7", "4-3", "", "pass"},
		{"A34 two men, one empty point: overflow", "bar:2 20:13", "14:1 15:2 16:2 17:2 18:2 1:6", "4-3", "", "bar/3* bar/4*"},
		{"A35 each die", "bar:2 20:13", "14:2 15:2 16:2 17:2 18:2 1:5", "4-3", "4:bar/4*", "pass"},
		{"A36 any number", "bar:2 20:13", "14:1 15:5 16:2 17:2 18:2 1:3", "3-2", "", "bar/2* bar/3*"},
		{"C19 never on his own", "bar:2 3:1 20:12", "13:2 14:2 16:2 17:2 18:2 1:5", "3-2", "", "bar/2*"},
		{"A15 the man just entered bars the second", "bar:2 20:13", "15:2 16:2 17:2 18:2 1:7", "2-2", "bar/2", "pass"},
		{"A39 overshoot from the rearmost only", "21:1 22:1 off:13", "", "6-5", "", "21/off"},
		{"A39 exact from any", "19:2 22:2 23:11", "", "3-2", "", "19/21 19/22 22/24 22/off 23/off"},
		{"A39 no overshoot past men behind", "19:1 23:1 24:13", "", "4-3", "", "19/22 19/23"},
		{"C21 a man on 18", "18:1 24:14", "", "6-1", "", "18/19 18/24"},
		{"A40 a man on the bar", "bar:1 24:14", "13:1 14:1 15:1 16:1 17:1 1:10", "5-4", "", "pass"},
		{"A41 to bear off is a choice", "19:3 20:3 21:3 22:3 23:2 24:1", "", "6-1", "", "19/20 19/off 20/21 21/22 22/23 23/24 24/off"},
		{"C14 hit a single man", "1:14 8:1", "22:1 1:9 2:2 3:2 4:1", "2-1", "", "1/2 1/3 8/10* 8/9"},
		{"A23 always", "6:1 20:14", "20:1 1:8 2:2 3:2 4:2", "2-1", "", "20/21 20/22 6/7 6/8*"},
	} {
		p := refPDo(t, refPAt(t, c.white, c.black, c.throw), c.line)
		if got := refPMoveTexts(p); got != c.moves {
			t.Errorf("%s: %s, want %s", c.name, got, c.moves)
		}
	}
}

func TestRefPBothDice(t *testing.T) {
	for _, c := range []struct{ name, white, black, throw, moves string }{
		// 6: 7/13, 8/14; 4: 8/12 (11 is closed). After 8/14 the 4 is lost: 18 and 11 are closed.
		{"8/14 would lose the 4", "7:1 8:1 24:13", "6:2 13:11 23:2", "6-4", "7/13 8/12"},
		{"every first move lets both be played", "11:1 7:1 24:13", "3:2 8:2 1:11", "5-4", "11/16 7/11 7/12"},
		{"the 2 only after the 4", "7:1 24:14", "21:2 14:13", "4-2", "7/11"},
		{"only the 2 can be played", "7:1 24:14", "1:11 3:2 5:2", "6-2", "7/9"},
		{"A06 free: one die only, either", "7:1 24:14", "1:11 3:2 4:2", "5-4", "7/11 7/12"},
		{"two men to enter, one die enters none: the other", "bar:2 24:13", "18:2 1:9 2:2 3:2", "6-5", "bar/5"},
	} {
		if got := refPMoveTexts(refPAt(t, c.white, c.black, c.throw)); got != c.moves {
			t.Errorf("%s: %s, want %s", c.name, got, c.moves)
		}
	}
}

func TestRefPDepartures(t *testing.T) {
	// A20: five have left, two of them were captured and have re-entered: 12 and
	// beyond are open to all. With four they are open to none.
	p := refPAt(t, "1:10 5:1 6:1 8:1 9:1 10:1", "", "4-3")
	if got := refPMoveTexts(p); got != "1/4 1/5 10/14 5/8 5/9 6/10 6/9 8/11 8/12 9/12" {
		t.Errorf("five: %s", got)
	}
	p.departures[0] = 4
	if got := refPMoveTexts(p); got != "1/4 1/5 5/8 5/9 6/10 6/9 8/11" {
		t.Errorf("four: %s", got)
	}
	// The fifth departure opens the way to the other die of the throw.
	if got := refPMoveTexts(refPDo(t, p, "1/4")); got != "1/5 10/14 4/8 5/9 6/10 8/12" {
		t.Errorf("fifth just made: %s", got)
	}
}

func TestRefPHitting(t *testing.T) {
	p := refPDo(t, refPAt(t, "8:1 20:1 24:13", "2:2 3:2 4:2 5:2 6:2 7:2 23:3", "6-1"), "8/14*")
	if p.bar[1] != 2 || p.men[1][2] != 0 || p.men[0][14] != 1 {
		t.Errorf("A26: all on that point: %s", refPToJSON(p))
	}
	p = refPDo(t, refPAt(t, "bar:2 1:1 20:12", "14:1 15:5 16:2 17:2 18:2 1:3", "3-2"), "3:bar/3*")
	if p.bar[1] != 5 || p.bar[0] != 1 || p.over != "" {
		t.Errorf("A36: all five: %s", refPToJSON(p))
	}
	if p.departures[1] != 12 {
		t.Errorf("a man that is hit has not departed: %d", p.departures[1])
	}
	// One man is left and no entry point is empty: overflow still.
	if got := refPMoveTexts(p); got != "bar/2*" {
		t.Errorf("overflow at the second die: %s", got)
	}
	// A man that re-enters on 1 and leaves it counts as a departure again.
	p = refPAt(t, "bar:1 7:1 24:13", "", "6-1")
	before := p.departures[0]
	p = refPDo(t, p, "1:bar/1 1/7")
	if p.departures[0] != before+1 {
		t.Errorf("A20: %d departures, then %d", before, p.departures[0])
	}
}

func TestRefPScoring(t *testing.T) {
	for _, c := range []struct {
		name, white, black, throw, line string
		over                            string
		score                           [2]int // in halves
	}{
		{"A44 3-1 by one man", "19:4 20:3 21:3 22:3 23:2", "", "3-1", "19/22 22/23", "langi hryggur", [2]int{6, 0}},
		{"A43 4-1, one die", "19:4 20:3 21:3 22:3 23:2", "", "4-1", "19/23", "langi hryggur", [2]int{3, 0}},
		{"A45 one step of 2-2", "19:3 20:3 21:4 22:3 23:2", "", "2-2", "21/23", "langi hryggur", [2]int{3, 0}},
		{"A45 two steps of 2-2", "19:4 20:3 21:3 22:3 23:2", "", "2-2", "19/21 21/23", "langi hryggur", [2]int{6, 0}},
		{"C26", "20:4 21:3 22:3 23:3 24:2", "", "3-1", "20/23 23/24", "langi múkur", [2]int{10, 0}},
		{"A47 half langi múkur with a prisoner", "20:4 21:3 22:3 23:3 24:2", "bar:1 1:14", "4-1", "20/24", "langi múkur", [2]int{9, 0}},
		{"C25 half", "21:1 22:5 23:4 24:5", "", "2-1", "2:21/23", "stutti múkur", [2]int{7, 0}},
		{"C25 half", "21:1 22:4 23:5 24:5", "", "2-1", "1:21/22", "stutti múkur", [2]int{7, 0}},
		{"C25 full", "20:1 22:5 23:4 24:5", "", "2-1", "20/21 21/23", "stutti múkur", [2]int{14, 0}},
		{"C24 half", "23:1 24:14", "", "6-1", "1:23/24", "meistari", [2]int{13, 0}},
		{"C24 full, with prisoners", "21:1 24:14", "bar:2 1:13", "2-1", "21/23 23/24", "meistari", [2]int{30, 0}},
		{"A48 no stutti hryggur", "18:1 19:5 20:4 21:5", "", "2-1", "18/20", "", [2]int{}},
		{"C27 all five points", "18:1 19:2 20:3 21:3 22:3 23:2 24:1", "", "2-1", "1:18/19", "", [2]int{}},
		{"A49 three on each", "18:1 19:11 20:1 22:1 24:1", "", "2-1", "1:18/19", "", [2]int{}},
		{"A50 all fifteen", "off:5 22:1 23:4 24:5", "", "1-2", "1:22/23", "", [2]int{}},
		{"C30, then A55: black has a man off", "24:1 off:14", "off:1 24:14", "2-1", "2:24/off", "no configuration possible", [2]int{4, 0}},
		{"C30", "24:1 off:14", "", "2-1", "1:24/off", "", [2]int{4, 0}},
		{"C33 a seventh man", "2:1 24:14", "bar:6 15:1 16:8", "2-1", "1:2/3*", "jan", [2]int{30, 0}},
		{"C33 six on the bar, all points open to them", "2:1 24:14", "bar:5 15:1 16:9", "2-1", "1:2/3*", "", [2]int{}},
		{"C33 a sixth man, home still held", "6:1 24:14", "1:4 bar:5 20:1 23:5", "2-1", "2:6/8*", "jan", [2]int{30, 0}},
		{"C33 not yet: five and point 1", "6:1 24:14", "1:5 bar:4 20:1 23:5", "2-1", "2:6/8*", "", [2]int{}},
		{"C33 a point held by the captor can be forced", "13:1 15:2 16:2 24:10", "bar:4 8:1 22:10", "6-1", "1:13/14", "", [2]int{}},
		{"C33 own blots bar too", "6:1 24:14", "1:1 2:1 3:1 bar:3 20:1 23:8", "2-1", "2:6/8*", "jan", [2]int{30, 0}},
	} {
		p := refPDo(t, refPAt(t, c.white, c.black, c.throw), c.line)
		refPCheck(t, p)
		if p.over != c.over || p.score != c.score {
			t.Errorf("%s: over %q score %v, want %q %v: %s", c.name, p.over, p.score, c.over, c.score, refPToJSON(p))
		}
	}
}

func TestRefPGameEndingMoveStaysLegal(t *testing.T) {
	// C28 against A05: the 4 completes langi hryggur for one and a half although 4 and 1 could both be played.
	p := refPAt(t, "19:4 20:3 21:3 22:3 23:2", "", "4-1")
	if !slices.Contains(refPTexts(refPLegal(p)), "4 advance 19/23") {
		t.Errorf("%v", refPTexts(refPLegal(p)))
	}
	// The last man may leave with the 6 although the 1 could be played first.
	p = refPAt(t, "22:1 off:14", "", "6-1")
	if got := fmt.Sprint(refPTexts(refPLegal(p))); got != "[1 advance 22/23 6 bear-off 22/off]" {
		t.Error(got)
	}
}

func TestRefPExtraThrows(t *testing.T) {
	p := refPDo(t, refPAt(t, "24:1 off:14", "21:3 22:6 23:6", "2-1"), "2:24/off")
	if p.stage != "extra" || p.extra != 5 || p.mover != 1 || !refPDue(p) {
		t.Fatalf("C31, A52: %s", refPToJSON(p))
	}
	for n := 5; n > 0; n-- { // a throw that leaves black where he is, as far as may be
		if p.extra != n {
			t.Fatalf("%d throws left, want %d", p.extra, n)
		}
		p = refPThrow(p, "2-1")
		if p.extra != n-1 {
			t.Fatalf("throw made, %d left", p.extra)
		}
		p = refPDo(t, p, map[int]string{5: "2:21/23 1:21/22", 4: "2:21/23 1:22/23", 3: "2:22/24 1:22/23", 2: "2:22/24 1:22/23", 1: "2:22/24 1:23/24"}[n])
	}
	if p.over != "extra throws exhausted" || p.score != [2]int{4, 0} {
		t.Fatalf("A55: %q %v: %s", p.over, p.score, refPToJSON(p))
	}

	p = refPDo(t, refPAt(t, "24:1 off:14", "20:1 22:5 23:4 24:5", "2-1"), "2:24/off")
	p = refPDo(t, refPThrow(p, "2-1"), "20/22 22/23") // on the way 22 has six
	if p.over != "stutti múkur" || p.score != [2]int{4, 14} {
		t.Errorf("A51: %q %v", p.over, p.score)
	}
	p = refPDo(t, refPAt(t, "24:1 off:14", "20:1 22:5 23:4 24:5", "2-1"), "2:24/off")
	p = refPDo(t, refPThrow(p, "6-5"), "5:20/off")
	if p.over != "no configuration possible" || p.score != [2]int{4, 0} {
		t.Errorf("A55: %q %v", p.over, p.score)
	}
	p = refPDo(t, refPAt(t, "24:1 off:14", "bar:1 1:14", "2-1"), "2:24/off")
	if got := refPMoveTexts(refPThrow(p, "4-1")); got != "bar/4" {
		t.Errorf("A54: %s", got)
	}
	for _, c := range []struct{ white, black, throws int }{ // scores in halves before the two points
		{0, 0, 5}, {4, 0, 5}, {5, 0, 7}, {6, 0, 7}, {8, 0, 7}, {9, 0, 13}, {30, 0, 13}, {0, 30, 5},
	} {
		p := refPAt(t, "24:1 off:14", "", "2-1")
		p.score = [2]int{c.white, c.black}
		if got := refPDo(t, p, "2:24/off").extra; got != c.throws {
			t.Errorf("score %d:%d halves, then 2: %d throws, want %d", c.white, c.black, got, c.throws)
		}
	}
}

// refPWatch checks everything that must hold where play passes, and counts what occurs.
func refPWatch(t *testing.T, count map[string]int) func(refPPos, []refPMove) {
	return func(p refPPos, moves []refPMove) {
		refPCheck(t, p)
		count["positions"]++
		back, err := refPFromJSON(refPToJSON(p))
		if err != nil || refPKey(back) != refPKey(p) || string(refPToJSON(back)) != string(refPToJSON(p)) {
			t.Fatalf("%s comes back as %s: %v", refPToJSON(p), refPToJSON(back), err)
		}
		if p.over != "" {
			count["over "+p.over]++
			gain := max(p.score[0], p.score[1])
			switch {
			case p.over == "jan" && gain != 30, p.over[0] == 'n' && gain != 4, p.over[0] == 'e' && gain != 4:
				t.Fatalf("score: %s", refPToJSON(p))
			case gain == 3 || gain == 5 || gain == 7 || gain == 13:
				count["half value"]++
			case gain == 7+4 || gain == 13+4 || gain == 10+4 || gain == 14+4:
				count["with a prisoner"]++
			}
			return
		}
		if refPDue(p) {
			if p.stage == "extra" {
				count["extra throws"]++
			}
			return
		}
		if len(moves) == 0 {
			t.Fatalf("no move, not even a pass: %s", refPToJSON(p))
		}
		texts := refPTexts(moves)
		if len(slices.Compact(slices.Clone(texts))) != len(texts) {
			t.Fatalf("a move twice: %v", texts)
		}
		for _, m := range moves {
			count[m.act]++
			if m.hits == 1 {
				count["hit"]++
			}
			if m.hits > 0 && m.act == "enter" {
				count["overflow"]++
			}
			if m.hits > 1 && m.act == "advance" {
				count["row broken"]++
			}
			if p.bar[p.mover] > 0 && m.act != "enter" && m.act != "pass" {
				t.Fatalf("%s with a man on the bar: %s", m, refPToJSON(p))
			}
			if (m.act == "pass") != (len(refPOpen(p)) == 0) {
				t.Fatalf("%s: %s", m, refPToJSON(p))
			}
		}
		if len(refPOpen(p)) > len(moves) {
			count["kept to both dice"]++
		}
		// The other way round the board is the same board.
		swapped := p
		swapped.men[0], swapped.men[1] = p.men[1], p.men[0]
		swapped.bar[0], swapped.bar[1] = p.bar[1], p.bar[0]
		swapped.off[0], swapped.off[1] = p.off[1], p.off[0]
		swapped.departures[0], swapped.departures[1] = p.departures[1], p.departures[0]
		swapped.score[0], swapped.score[1] = p.score[1], p.score[0]
		swapped.mover = 1 - p.mover
		if !slices.Equal(refPTexts(refPLegal(swapped)), texts) {
			t.Fatalf("colours changed, moves changed: %s", refPToJSON(p))
		}
	}
}

func TestRefPRandomGames(t *testing.T) {
	t.Parallel()
	games := long.Of(15, 200)
	count := map[string]int{}
	longest, moves, throws := 0, 0, 0
	for seed := range uint64(games) {
		game := refPRandomGame(seed, 100_000, refPWatch(t, count))
		if game.end.over == "" {
			t.Errorf("game %d is not over after %d moves", seed, game.moves)
		}
		moves += game.moves
		throws += game.throws
		longest = max(longest, game.moves)
	}
	t.Logf("%d games: %.1f moves, %.1f throws on average, longest %d moves; %v",
		games, float64(moves)/float64(games), float64(throws)/float64(games), longest, count)

	one := refPRandomGame(7, 100_000, nil)
	two := refPRandomGame(7, 100_000, nil)
	if refPKey(one.end) != refPKey(two.end) || one.moves != two.moves {
		t.Error("the same seed plays two games")
	}
}

func TestRefPRandomSetups(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	for seed := range uint64(long.Of(120, 1500)) {
		refPRandomPlay(refPRandomSetup(seed), seed, 40, refPWatch(t, count))
	}
	t.Logf("%v", count)
	events := []string{"overflow", "row broken", "kept to both dice", "bear-off", "hit", "pass", "extra throws",
		"over jan", "over meistari", "over langi hryggur",
		"over no configuration possible", "over extra throws exhausted", "half value", "with a prisoner"}
	if long.Form() { // the rarest
		events = append(events, "over stutti múkur", "over langi múkur")
	}
	for _, event := range events {
		if count[event] == 0 {
			t.Errorf("never seen: %s", event)
		}
	}
}

// A second way to the same: an ordinary throw is either a line of two parts, a line
// that ends the throw early because nothing more is to be played for, or, when there
// is no line of two, whatever single part can be played.
func TestRefPResultsByLines(t *testing.T) {
	t.Parallel()
	checked := 0
	for seed := range uint64(long.Of(20, 200)) {
		visit := func(p refPPos, _ []refPMove) {
			if p.over != "" || refPDue(p) || refPDoublet(p) || len(p.left) != 2 {
				return
			}
			two, ended, one := map[string]bool{}, map[string]bool{}, map[string]bool{}
			for _, m := range refPOpen(p) {
				q := refPApply(p, m)
				if q.over != "" || q.stage != p.stage {
					ended[refPKey(q)] = true
					continue
				}
				one[refPKey(refPThrowDone(q))] = true
				for _, n := range refPOpen(q) {
					two[refPKey(refPApply(q, n))] = true
				}
			}
			want := ended
			if len(two) > 0 {
				maps.Copy(want, two)
			} else {
				maps.Copy(want, one)
			}
			if len(want) == 0 {
				want[refPKey(refPThrowDone(p))] = true
			}
			got := map[string]bool{}
			for _, r := range refPResults(p) {
				got[refPKey(r)] = true
			}
			if !maps.Equal(got, want) {
				t.Fatalf("%d results, by lines %d: %s", len(got), len(want), refPToJSON(p))
			}
			checked++
		}
		refPRandomGame(seed, 200, visit)
		refPRandomPlay(refPRandomSetup(seed), seed, 40, visit)
	}
	t.Logf("%d throws", checked)
}

func TestRefPStateOfOthers(t *testing.T) {
	p, err := refPFromJSON([]byte(`{"to-move":"white","white":{"1":12,"7":1,"9":1,"bar":1},"black":{"1":15},
		"counters":{"white":{"departures":3,"doublets":0},"black":{"departures":0,"doublets":0}},
		"score":{"white":"0","black":"3/2"},"turn":{"stage":"play","throw":"6-2","left":["2"],"order":"any","active":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	if p.score[1] != 3 || p.departures[0] != 3 || refPPlayed(p) != 1 || refPMoveTexts(p) != "bar/2" {
		t.Errorf("%+v: %s", p, refPMoveTexts(p))
	}
	p, err = refPFromJSON([]byte(`{"white":{"1":14,"10":1},"black":{"1":15},"to-move":"white"}`))
	if err != nil || !refPDue(p) || p.departures != [2]int{1, 0} {
		t.Errorf("%+v, %v", p, err)
	}
	for _, bad := range []string{`{`, `{"to-move":"white","white":{"1":14},"black":{"1":15}}`,
		`{"to-move":"red","white":{"1":15},"black":{"1":15}}`, `{"to-move":"white","white":{"25":15},"black":{"1":15}}`} {
		if _, err := refPFromJSON([]byte(bad)); err == nil {
			t.Errorf("accepted: %s", bad)
		}
	}
}

func TestRefPPerft(t *testing.T) {
	if len(refPThrows) != 21 {
		t.Fatalf("%d throws", len(refPThrows))
	}
	nodes := refPPerft(refPStart(), 3)
	t.Log(nodes)
	// By hand. Depth 1: every die can be played from point 1 only, so an ordinary throw
	// has two first moves, a doublet one. Depth 2: the second part goes from point 1 or on
	// with the same man, who may not pass 11: four lines but for 6-5 (two), two for a
	// doublet but for 6-6 (one). Depth 3: after an ordinary throw all of depth 1 for
	// black; of 1-1 to 6-6 the third part has 4, 4, 4, 3, 2, 1 lines.
	if want := []int64{15*2 + 6, 14*4 + 2 + 5*2 + 1, (14*4+2)*36 + 18}; !slices.Equal(nodes, want) {
		t.Errorf("%v, want %v", nodes, want)
	}
}
