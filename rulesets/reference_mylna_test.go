package rulesets_test

// A reference for Mylna in its default interpretation: slow, obvious, and written
// from the clauses of DLP.Evidence.1560 (numbered as in the analysis: C01..C30
// clauses, A01..A24 questions) without a look at any engine. Tests ask it and the
// engine the same things.
//
// What a comparison calls:
//
//	refMStart()                      the empty board
//	refMLegal(pos)                   the legal single moves, nil when the game is over
//	refMTexts(moves)                 their texts, sorted: "part act move"
//	refMApply(pos, move)             the position after a move
//	refMResults(pos)                 the distinct positions a turn can lead to
//	refMKey(pos)                     equal for equal positions
//	refMFromJSON, refMToJSON         the state of INTERFACE.md
//	refMRandomGame(seed, ...)        random play from the empty board, with draws by repetition
//	refMPerft(pos, depth)            lines of play

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

var refMNames = [2]string{"white", "black"}

// Three rings, each from a corner round to the last side; C01.
var refMRings = [3]string{"a b c d e f g h", "i í j k l m n ó", "p q r s t u ú v"}

// The lines through the middles of the sides.
var refMRadials = []string{"b í q", "d k s", "f m u", "h ó v"}

var (
	refMPoints     []string            // the 24 points, ring by ring
	refMLines      [][3]string         // the 16 lines of three (A11)
	refMNeighbours map[string][]string // points one step apart
)

func init() {
	refMNeighbours = map[string][]string{}
	join := func(a, b string) {
		refMNeighbours[a] = append(refMNeighbours[a], b)
		refMNeighbours[b] = append(refMNeighbours[b], a)
	}
	for _, ring := range refMRings {
		points := strings.Fields(ring)
		refMPoints = append(refMPoints, points...)
		for i, point := range points {
			join(point, points[(i+1)%8])
		}
		for i := 0; i < 8; i += 2 {
			refMLines = append(refMLines, [3]string{points[i], points[i+1], points[(i+2)%8]})
		}
	}
	for _, radial := range refMRadials {
		p := strings.Fields(radial)
		join(p[0], p[1])
		join(p[1], p[2])
		refMLines = append(refMLines, [3]string{p[0], p[1], p[2]})
	}
}

// A refMPos is a position, in the middle of a turn or between two turns.
type refMPos struct {
	men       map[string]int // point -> player; a point without a man is not in it
	hand, out [2]int
	mover     int    // the player to move: 0 white, 1 black
	stage     string // of this turn: "placing" or "moving"
	remove    bool   // a mill has just been made and a man may be removed
	over      string // why the game is over; empty while it goes on
	winner    int    // when it is over: a player, or -1
}

// A refMMove is one man placed, stepped or removed, or a stop.
type refMMove struct {
	act      string // place, step, remove, stop
	from, to string
}

func (m refMMove) String() string {
	if m.act == "stop" {
		return "stop"
	}
	return m.from + "/" + m.to
}

// refMTexts gives "part act move" for every move ("stop" alone for a stop), sorted as text.
// The part has the name of the act.
func refMTexts(moves []refMMove) []string {
	texts := []string{}
	for _, m := range moves {
		if m.act == "stop" {
			texts = append(texts, "stop")
		} else {
			texts = append(texts, fmt.Sprintf("%s %s %s", m.act, m.act, m))
		}
	}
	sort.Strings(texts)
	return texts
}

// C02, C03, A16: nine men each in hand. White places first.
func refMStart() refMPos {
	return refMPos{men: map[string]int{}, hand: [2]int{9, 9}, stage: "placing"}
}

// refMHolds: has the player a man on the point?
func refMHolds(p refMPos, player int, point string) bool {
	owner, taken := p.men[point]
	return taken && owner == player
}

func refMEmpty(p refMPos, point string) bool {
	_, taken := p.men[point]
	return !taken
}

// refMInMill: does the player's man on the point stand in three in a row (C04, C13, A23)?
func refMInMill(p refMPos, player int, point string) bool {
	for _, line := range refMLines {
		if slices.Contains(line[:], point) &&
			refMHolds(p, player, line[0]) && refMHolds(p, player, line[1]) && refMHolds(p, player, line[2]) {
			return true
		}
	}
	return false
}

// refMLegal: the legal moves. Nil when the game is over; in a position that play does not
// lead to, also when the mover is blocked.
func refMLegal(p refMPos) []refMMove {
	var moves []refMMove
	switch {
	case p.over != "":
		return nil
	case p.remove:
		for _, point := range refMRemovable(p) {
			moves = append(moves, refMMove{"remove", point, "out"})
		}
		return append(moves, refMMove{act: "stop"}) // A01 optional
	case p.stage == "placing":
		for _, point := range refMPoints { // C03
			if refMEmpty(p, point) {
				moves = append(moves, refMMove{"place", "hand", point})
			}
		}
	default:
		for _, from := range refMPoints { // C06, C20, A06 no-flying, A21 compulsory
			if !refMHolds(p, p.mover, from) {
				continue
			}
			for _, to := range refMNeighbours[from] {
				if refMEmpty(p, to) {
					moves = append(moves, refMMove{"step", from, to})
				}
			}
		}
	}
	return moves
}

// refMRemovable: the opponent's men outside his mills (C05, C15, A02, A03, A12, A20).
func refMRemovable(p refMPos) []string {
	they := 1 - p.mover
	var points []string
	for _, point := range refMPoints {
		if refMHolds(p, they, point) && !refMInMill(p, they, point) {
			points = append(points, point)
		}
	}
	return points
}

// refMApply: the position after a move, with everything that follows from it.
func refMApply(p refMPos, m refMMove) refMPos {
	p.men = maps.Clone(p.men)
	switch m.act {
	case "stop":
		p.remove = false
	case "remove":
		they := 1 - p.mover
		delete(p.men, m.from)
		p.out[they]++ // C14: out of the story
		p.remove = false
		if 9-p.out[they] < 3 { // C08, C28, A08 lost-seven
			return refMGameOver(p, "fewer than three men", p.mover)
		}
	case "place", "step":
		if m.act == "place" {
			p.hand[p.mover]--
		} else {
			delete(p.men, m.from)
		}
		p.men[m.to] = p.mover
		// C04, C07, A07 one, A09, A10: one man, however many mills; not if all are safe (A02).
		if refMInMill(p, p.mover, m.to) && len(refMRemovable(p)) > 0 {
			p.remove = true
			return p
		}
	}
	return refMTurnDone(p)
}

// refMTurnDone: the other player's turn (C03, C06, C19).
func refMTurnDone(p refMPos) refMPos {
	p.mover = 1 - p.mover
	p.stage = "moving"
	if p.hand[p.mover] > 0 {
		p.stage = "placing"
	}
	if len(refMLegal(p)) == 0 { // C09, A05 full-win, A14 counts
		return refMGameOver(p, "blocked", 1-p.mover)
	}
	return p
}

func refMGameOver(p refMPos, reason string, winner int) refMPos {
	p.over, p.winner = reason, winner
	return p
}

// refMKey is equal for two positions when they are the same to the game.
func refMKey(p refMPos) string {
	var key strings.Builder
	for _, point := range refMPoints {
		owner, taken := p.men[point]
		switch {
		case !taken:
			key.WriteByte('.')
		case owner == 0:
			key.WriteByte('w')
		default:
			key.WriteByte('b')
		}
	}
	fmt.Fprint(&key, p.hand, p.out)
	switch {
	case p.over == "":
		fmt.Fprint(&key, refMNames[p.mover], p.remove)
	case p.winner < 0:
		key.WriteString("drawn")
	default:
		fmt.Fprint(&key, "won by ", refMNames[p.winner])
	}
	return key.String()
}

// refMResults: the distinct positions in which the other player is to move or the
// game is over, sorted by key. Repetition is not looked at.
func refMResults(p refMPos) []refMPos {
	results := map[string]refMPos{}
	var visit func(refMPos)
	visit = func(q refMPos) {
		for _, m := range refMLegal(q) {
			after := refMApply(q, m)
			if after.over == "" && after.mover == p.mover {
				visit(after)
			} else {
				results[refMKey(after)] = after
			}
		}
	}
	visit(p)
	var list []refMPos
	for _, key := range slices.Sorted(maps.Keys(results)) {
		list = append(list, results[key])
	}
	return list
}

// refMPerft: lines of exactly 1, 2, ... depth moves. Repetition is not looked at.
func refMPerft(p refMPos, depth int) []int64 {
	nodes := make([]int64, depth)
	var walk func(refMPos, int)
	walk = func(q refMPos, done int) {
		if done == depth {
			return
		}
		for _, m := range refMLegal(q) {
			nodes[done]++
			walk(refMApply(q, m), done+1)
		}
	}
	walk(p, 0)
	return nodes
}

// A refMHistory counts the positions in which a turn began since the last placing or
// removal (A13, A22).
type refMHistory map[string]int

// refMApplyInGame is refMApply with the draw by threefold repetition.
func refMApplyInGame(p refMPos, m refMMove, seen refMHistory) refMPos {
	after := refMApply(p, m)
	if m.act == "place" || m.act == "remove" {
		clear(seen)
	}
	if after.over == "" && !after.remove {
		key := refMKey(after)
		seen[key]++
		if seen[key] == 3 {
			return refMGameOver(after, "threefold repetition", -1)
		}
	}
	return after
}

// A refMGame is what became of a random game.
type refMGame struct {
	end          refMPos
	moves, turns int // moves: men placed, stepped and removed, and stops
}

// refMRandomGame plays uniformly random moves from the empty board. visit, if not nil,
// sees every position with its legal moves: none when the game is over. After limit
// moves the game is broken off.
func refMRandomGame(seed uint64, limit int, visit func(refMPos, []refMMove)) refMGame {
	rng := rand.New(rand.NewPCG(seed, 1560))
	game := refMGame{end: refMStart()}
	seen := refMHistory{refMKey(game.end): 1}
	for {
		moves := refMLegal(game.end)
		if visit != nil {
			visit(game.end, moves)
		}
		if game.end.over != "" || game.moves == limit {
			return game
		}
		if !game.end.remove {
			game.turns++
		}
		game.moves++
		game.end = refMApplyInGame(game.end, moves[rng.IntN(len(moves))], seen)
	}
}

// The state of INTERFACE.md.
type refMState struct {
	ToMove string    `json:"to-move"`
	White  refMMen   `json:"white"`
	Black  refMMen   `json:"black"`
	Turn   *refMTurn `json:"turn,omitempty"`
	Over   *refMOver `json:"over,omitempty"`
}

// refMMen are the men by place; a list of places is read too.
type refMMen map[string]int

func (m *refMMen) UnmarshalJSON(data []byte) error {
	var list []string
	if json.Unmarshal(data, &list) == nil {
		*m = refMMen{}
		for _, place := range list {
			(*m)[place]++
		}
		return nil
	}
	return json.Unmarshal(data, (*map[string]int)(m))
}

type refMTurn struct {
	Stage  string   `json:"stage"`
	Left   []string `json:"left"`
	Order  string   `json:"order,omitempty"`
	Active *string  `json:"active"`
}

type refMOver struct {
	By     string  `json:"by"`
	Reason string  `json:"reason"`
	Winner *string `json:"winner"`
}

// refMLeft: what is still to be played in this turn.
func refMLeft(p refMPos) []string {
	switch {
	case p.over != "":
		return nil
	case p.remove:
		return []string{"remove?"}
	case p.stage == "placing":
		return []string{"place"}
	}
	return []string{"step"}
}

func refMToJSON(p refMPos) []byte {
	s := refMState{ToMove: refMNames[p.mover]}
	for player, men := range []*refMMen{&s.White, &s.Black} {
		*men = refMMen{"hand": p.hand[player], "out": p.out[player]}
		for point, owner := range p.men {
			if owner == player {
				(*men)[point] = 1
			}
		}
		maps.DeleteFunc(*men, func(_ string, n int) bool { return n == 0 })
	}
	if p.over != "" {
		s.Over = &refMOver{By: p.over, Reason: p.over}
		if p.winner >= 0 {
			s.Over.Winner = &refMNames[p.winner]
		}
	} else {
		s.Turn = &refMTurn{Stage: p.stage, Left: refMLeft(p), Order: "fixed"}
	}
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return data
}

// refMFromJSON reads a position: one of ours or one that the program printed.
func refMFromJSON(data []byte) (refMPos, error) {
	var s refMState
	if err := json.Unmarshal(data, &s); err != nil {
		return refMPos{}, err
	}
	p := refMPos{men: map[string]int{}, stage: "moving"}
	if p.mover = slices.Index(refMNames[:], s.ToMove); p.mover < 0 {
		if s.Over == nil {
			return p, fmt.Errorf("to-move is %q", s.ToMove)
		}
		p.mover = 0
	}
	for player, men := range []refMMen{s.White, s.Black} {
		total := 0
		for place, n := range men {
			total += n
			switch {
			case place == "hand":
				p.hand[player] = n
			case place == "out":
				p.out[player] = n
			case slices.Contains(refMPoints, place) && n == 1 && refMEmpty(p, place):
				p.men[place] = player
			default:
				return p, fmt.Errorf("%d men of %s on %q", n, refMNames[player], place)
			}
		}
		if total != 9 {
			return p, fmt.Errorf("%s has %d men", refMNames[player], total)
		}
	}
	if p.hand[p.mover] > 0 {
		p.stage = "placing"
	}
	if s.Turn != nil {
		if s.Turn.Stage != "" {
			p.stage = s.Turn.Stage
		}
		p.remove = slices.Contains(s.Turn.Left, "remove?") || slices.Contains(s.Turn.Left, "remove")
	}
	if s.Over != nil {
		p.over, p.winner = s.Over.Reason, -1
		if p.over == "" {
			p.over = "over"
		}
		if s.Over.Winner != nil {
			p.winner = slices.Index(refMNames[:], *s.Over.Winner)
		}
	}
	return p, nil
}

// ---- tests of the reference itself ----

// refMAt: a position by points. The men not named are in hand when placing, else out.
func refMAt(t *testing.T, stage, mover, white, black string) refMPos {
	t.Helper()
	p := refMPos{men: map[string]int{}, stage: stage, mover: slices.Index(refMNames[:], mover)}
	for player, text := range []string{white, black} {
		points := strings.Fields(text)
		for _, point := range points {
			if !slices.Contains(refMPoints, point) || !refMEmpty(p, point) {
				t.Fatalf("no such point, or taken: %s", point)
			}
			p.men[point] = player
		}
		p.out[player] = 9 - len(points)
		if stage == "placing" {
			p.hand[player], p.out[player] = p.out[player], 0
		}
	}
	refMCheck(t, p)
	return p
}

func refMCheck(t *testing.T, p refMPos) {
	t.Helper()
	total := p.hand
	for _, owner := range p.men {
		total[owner]++
	}
	for player := range 2 {
		if total[player]+p.out[player] != 9 || p.hand[player] < 0 || p.out[player] < 0 || p.out[player] > 7 {
			t.Fatalf("%s's men: %s", refMNames[player], refMToJSON(p))
		}
	}
}

func refMDo(t *testing.T, p refMPos, line string) refMPos {
	t.Helper()
	for _, text := range strings.Fields(line) {
		legal := refMLegal(p)
		i := slices.IndexFunc(legal, func(m refMMove) bool { return m.String() == text })
		if i < 0 {
			t.Fatalf("%s is not legal, but %v: %s", text, refMTexts(legal), refMToJSON(p))
		}
		p = refMApply(p, legal[i])
	}
	return p
}

func refMMoveTexts(p refMPos) string {
	var texts []string
	for _, m := range refMLegal(p) {
		texts = append(texts, m.String())
	}
	sort.Strings(texts)
	return strings.Join(texts, " ")
}

func TestRefMBoard(t *testing.T) {
	edges := 0
	for _, neighbours := range refMNeighbours {
		edges += len(neighbours)
	}
	if len(refMPoints) != 24 || len(refMLines) != 16 || edges != 2*32 {
		t.Errorf("%d points, %d lines, %d edges", len(refMPoints), len(refMLines), edges/2)
	}
	// C18: the four middle points are those with four ways; every point lies on two lines.
	var middle []string
	for _, point := range refMPoints {
		if len(refMNeighbours[point]) == 4 {
			middle = append(middle, point)
		}
		on := 0
		for _, line := range refMLines {
			if slices.Contains(line[:], point) {
				on++
			}
		}
		if on != 2 {
			t.Errorf("%s lies on %d lines", point, on)
		}
	}
	if got := strings.Join(middle, " "); got != "í k m ó" {
		t.Errorf("middle points %s", got)
	}
	// C22: the ways out of the mill p-q-r.
	var exits []string
	for _, point := range []string{"p", "q", "r"} {
		for _, to := range refMNeighbours[point] {
			if !slices.Contains([]string{"p", "q", "r"}, to) {
				exits = append(exits, to)
			}
		}
	}
	sort.Strings(exits)
	if got := strings.Join(exits, " "); got != "s v í" {
		t.Errorf("exits of p-q-r: %s", got)
	}
	// C16, C25, A11: the mills the text names.
	for _, mill := range []string{"n m l", "l k j", "p q r", "n ó i", "b í q", "i í j", "a b c"} {
		p := refMAt(t, "placing", "white", mill, "")
		if first, _, _ := strings.Cut(mill, " "); !refMInMill(p, 0, first) {
			t.Errorf("no mill: %s", mill)
		}
	}
	for _, none := range []string{"a c e", "b í j", "c d k", "ú v a", "í k m"} {
		p := refMAt(t, "placing", "white", none, "")
		for _, point := range strings.Fields(none) {
			if refMInMill(p, 0, point) {
				t.Errorf("a mill: %s", none)
			}
		}
	}
	// A15: a step can never make two mills at once.
	for from, neighbours := range refMNeighbours {
		for _, to := range neighbours {
			without := 0
			for _, line := range refMLines {
				if slices.Contains(line[:], to) && !slices.Contains(line[:], from) {
					without++
				}
			}
			if without != 1 {
				t.Errorf("%s/%s can make %d mills", from, to, without)
			}
		}
	}
}

func TestRefMMills(t *testing.T) {
	for _, c := range []struct{ name, stage, white, black, line, moves string }{
		{"C03", "placing", "a b", "i", "hand/d", "hand/c hand/e hand/f hand/g hand/h hand/j hand/k hand/l hand/m hand/n hand/p hand/q hand/r hand/s hand/t hand/u hand/v hand/í hand/ó hand/ú"},
		{"A09, A20: while placing, any not in a mill", "placing", "a b", "í q", "hand/c", "q/out stop í/out"},
		{"C05", "placing", "a b", "i í j s", "hand/c", "s/out stop"},
		{"A07 two mills, one man", "placing", "a b j k", "p r l", "hand/c", "l/out p/out r/out stop"},
		{"A02 all in mills: nothing, and no stop", "placing", "a b", "i í j", "hand/c", "hand/d hand/e hand/f hand/g hand/h hand/k hand/l hand/m hand/n hand/p hand/q hand/r hand/s hand/t hand/u hand/v hand/ó hand/ú"},
		{"C06 one step along a line", "moving", "b q v", "e l n", "", "b/a b/c b/í q/p q/r q/í v/p v/ó v/ú"},
		{"A06 no flying", "moving", "a c t", "e l n", "", "a/b a/h c/b c/d t/s t/u"},
		{"C07, A10 the same mill again", "moving", "v q r a", "e l n", "v/p", "e/out l/out n/out stop"},
		{"A25 svikamylna: i to í", "moving", "n ó i b q", "e l s t", "i/í", "e/out l/out s/out stop t/out"},
		{"A25 and back", "moving", "n ó í b q", "e l s t", "í/i", "e/out l/out s/out stop t/out"},
		{"A17 krossmylna b, i, j, k: from b a mill", "moving", "b i j k", "e s t", "b/í", "e/out s/out stop t/out"},
		{"A17 b, i, j, q: from b", "moving", "b i j q", "e s t", "b/í", "e/out s/out stop t/out"},
		{"A17 from i", "moving", "b i j q", "e s t", "i/í", "e/out s/out stop t/out"},
		{"A17 from j", "moving", "b i j q", "e s t", "j/í", "e/out s/out stop t/out"},
		{"A17 from q", "moving", "b i j q", "e s t", "q/í", "e/out s/out stop t/out"},
		{"C27 rennihestur: b to í", "moving", "a b c i j q", "e s t", "b/í", "e/out s/out stop t/out"},
		{"C27 and back", "moving", "a í c i j q", "e s t", "í/b", "e/out s/out stop t/out"},
	} {
		p := refMAt(t, c.stage, "white", c.white, c.black)
		after := refMDo(t, p, c.line)
		if got := refMMoveTexts(after); got != c.moves {
			t.Errorf("%s: %s, want %s", c.name, got, c.moves)
		}
	}
	// A17: with b, i, j, k a step into í from i or j makes no mill.
	for _, step := range []string{"i/í", "j/í"} {
		if p := refMDo(t, refMAt(t, "moving", "white", "b i j k", "e s t"), step); p.remove {
			t.Errorf("%s makes a mill", step)
		}
	}
	// A12: black has opened b-í-q by í/j; b and q can be removed.
	p := refMDo(t, refMAt(t, "moving", "white", "k r t c", "b j q e"), "k/s")
	if got := refMMoveTexts(p); got != "b/out e/out j/out q/out stop" {
		t.Errorf("A12: %s", got)
	}
	// A01: to stop is to leave it; the turn passes and nothing is out.
	p = refMDo(t, p, "stop")
	if p.mover != 1 || p.out != [2]int{5, 5} {
		t.Errorf("A01: %s", refMToJSON(p))
	}
	// A mill that stands gives nothing when another man moves, or one of the other side.
	p = refMDo(t, refMAt(t, "moving", "white", "a b c t", "e l n"), "t/s")
	if p.remove {
		t.Errorf("an old mill pays again: %s", refMToJSON(p))
	}
}

func TestRefMEnds(t *testing.T) {
	// C08, C28: the seventh man.
	p := refMDo(t, refMAt(t, "moving", "white", "v q r a", "e l n"), "v/p e/out")
	if p.over == "" || p.winner != 0 || p.out[1] != 7 {
		t.Errorf("C08: %s", refMToJSON(p))
	}
	p = refMDo(t, refMAt(t, "moving", "white", "v q r a", "e l n d"), "v/p e/out")
	if p.over != "" {
		t.Errorf("three left is not two: %s", refMToJSON(p))
	}
	// A08: two on the board and seven in hand is not two.
	p = refMDo(t, refMAt(t, "placing", "white", "a b", "e l"), "hand/c e/out")
	if p.over != "" || p.out[1] != 1 || p.hand[1] != 7 || p.mover != 1 || p.stage != "placing" {
		t.Errorf("A08: %s", refMToJSON(p))
	}
	// C09: white shuts in the black men a, b, c by the last step.
	p = refMDo(t, refMAt(t, "moving", "white", "h k í p", "a b c"), "k/d")
	if p.over != "blocked" || p.winner != 0 {
		t.Errorf("C09: %s", refMToJSON(p))
	}
	// A01: s/k makes j-k-l and shuts black in. To remove d would free him, to stop wins.
	p = refMDo(t, refMAt(t, "moving", "white", "h í e j l s", "a b c d"), "s/k")
	if got := refMMoveTexts(p); got != "d/out stop" {
		t.Errorf("A01: %s", got)
	}
	if q := refMDo(t, p, "stop"); q.over != "blocked" || q.winner != 0 {
		t.Errorf("A01: %s", refMToJSON(q))
	}
	if q := refMDo(t, p, "d/out"); q.over != "" || refMMoveTexts(q) != "c/d" {
		t.Errorf("A01: %s", refMToJSON(q))
	}
	// A14, C19, A04: all are placed, no man is out, and white, who is to move, is blocked.
	// White has the outer ring, which only í, k, m, ó lead out of, and p, between q and v.
	p = refMDo(t, refMAt(t, "placing", "black", "a b c d e f g h p", "í k m ó q v s t"), "hand/j")
	if p.over != "blocked" || p.winner != 1 || p.mover != 0 || len(refMLegal(p)) != 0 {
		t.Errorf("A14: %s", refMToJSON(p))
	}
}

func TestRefMFirstToMove(t *testing.T) {
	// C19: after eighteen placings the first placer moves.
	p := refMStart()
	for i, point := range strings.Fields("a b c d e f g h j i l k n m í ó q p") {
		if p.mover != i%2 || p.stage != "placing" {
			t.Fatalf("placing %d: %s", i, refMToJSON(p))
		}
		p = refMDo(t, p, "hand/"+point)
		if p.remove {
			t.Fatalf("a mill at %s: %s", point, refMToJSON(p))
		}
	}
	if p.mover != 0 || p.stage != "moving" || p.hand != [2]int{} {
		t.Errorf("%s", refMToJSON(p))
	}
}

func TestRefMRepetition(t *testing.T) {
	// A22: white shuttles a-b, black t-u.
	p := refMAt(t, "moving", "white", "a d n", "t ú j")
	seen := refMHistory{refMKey(p): 1}
	line := strings.Fields("a/b t/u b/a u/t a/b t/u b/a u/t")
	for i, text := range line {
		if p.over != "" {
			t.Fatalf("over before %d: %s", i, refMToJSON(p))
		}
		legal := refMLegal(p)
		j := slices.IndexFunc(legal, func(m refMMove) bool { return m.String() == text })
		if j < 0 {
			t.Fatalf("%s: %s", text, refMToJSON(p))
		}
		p = refMApplyInGame(p, legal[j], seen)
	}
	if p.over != "threefold repetition" || p.winner != -1 {
		t.Errorf("A13: %s", refMToJSON(p))
	}
}

func TestRefMRandomGames(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	games := long.Of(12, 200)
	moves, longest := 0, 0
	for seed := range uint64(games) {
		game := refMRandomGame(seed, 100_000, func(p refMPos, legal []refMMove) {
			refMCheck(t, p)
			count["positions"]++
			back, err := refMFromJSON(refMToJSON(p))
			if err != nil || refMKey(back) != refMKey(p) || string(refMToJSON(back)) != string(refMToJSON(p)) {
				t.Fatalf("%s comes back as %s: %v", refMToJSON(p), refMToJSON(back), err)
			}
			if p.over != "" {
				count["over "+p.over]++
				return
			}
			if len(legal) == 0 {
				t.Fatalf("no move: %s", refMToJSON(p))
			}
			texts := refMTexts(legal)
			if len(slices.Compact(slices.Clone(texts))) != len(texts) {
				t.Fatalf("a move twice: %v", texts)
			}
			count[legal[0].act]++
			for _, m := range legal {
				if m.act == "remove" && !refMHolds(p, 1-p.mover, m.from) || m.act == "step" && !refMHolds(p, p.mover, m.from) {
					t.Fatalf("%s: %s", m, refMToJSON(p))
				}
				after := refMApply(p, m)
				if made := m.act != "remove" && m.act != "stop" && refMInMill(after, p.mover, m.to); made {
					count["mills"]++
					if !after.remove {
						count["mills without a removal"]++
					}
				} else if after.remove {
					t.Fatalf("a removal without a mill: %s after %s", m, refMToJSON(p))
				}
			}
			for _, r := range refMResults(p) {
				if r.over == "" && (r.mover == p.mover || r.remove) {
					t.Fatalf("no result: %s", refMToJSON(r))
				}
			}
		})
		if game.end.over == "" {
			t.Errorf("game %d is not over after %d moves", seed, game.moves)
		}
		moves += game.moves
		longest = max(longest, game.moves)
	}
	t.Logf("%d games: %.1f moves on average, longest %d; %v", games, float64(moves)/float64(games), longest, count)
	events := []string{"place", "step", "remove", "over fewer than three men"}
	if long.Form() { // the rare ones
		events = append(events, "mills without a removal", "over blocked")
	}
	for _, event := range events {
		if count[event] == 0 {
			t.Errorf("never seen: %s", event)
		}
	}
}

func TestRefMStateOfOthers(t *testing.T) {
	p, err := refMFromJSON([]byte(`{"to-move":"black","white":["a","b","c","hand","hand","hand","hand","hand","hand"],
		"black":{"e":1,"l":1,"hand":7},"turn":{"stage":"placing","left":["place"],"order":"fixed","active":null}}`))
	if err != nil || p.hand != [2]int{6, 7} || len(refMLegal(p)) != 19 {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = refMFromJSON([]byte(`{"to-move":"white","white":{"a":1,"b":1,"c":1,"out":6},"black":{"e":1,"l":1,"n":1,"out":6}}`))
	if err != nil || p.stage != "moving" || p.remove {
		t.Errorf("%+v, %v", p, err)
	}
	for _, bad := range []string{`{`, `{"to-move":"white","white":{"hand":9},"black":{"hand":8}}`,
		`{"to-move":"white","white":{"a":1,"hand":8},"black":{"a":1,"hand":8}}`, `{"to-move":"white","white":{"w":1,"hand":8},"black":{"hand":9}}`} {
		if _, err := refMFromJSON([]byte(bad)); err == nil {
			t.Errorf("accepted: %s", bad)
		}
	}
}

func TestRefMPerft(t *testing.T) {
	nodes := refMPerft(refMStart(), 3)
	if want := []int64{24, 24 * 23, 24 * 23 * 22}; !slices.Equal(nodes, want) {
		t.Errorf("%v, want %v", nodes, want)
	}
}
