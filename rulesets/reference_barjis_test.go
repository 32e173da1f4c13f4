package rulesets_test

// A reference for Barjis in its default interpretation: slow, obvious, and written
// from the clauses of DLP.Evidence.1601 (numbered as in the record: C01..C37) and
// the default answers to the questions (A01..A36) without a look at any engine. It
// knows the board as squares of a plane, and nothing of arms, tracks or laps but
// the walk along them. Tests ask it and the engine the same things.
//
// What a comparison calls:
//
//	refBStart()                      before the first throw
//	refBThrow(pos, mouths)           the position with what a throw gives to play
//	refBLegal(pos)                   the legal single moves; nil when a throw is due or the game is over
//	refBTexts(moves)                 their texts: "part act move"
//	refBApply(pos, move)             the position after a move
//	refBResults(pos)                 the distinct positions a throw can lead to
//	refBKey(pos)                     equal for equal positions
//	refBFromJSON, refBToJSON         the state of INTERFACE.md
//	refBRandomPlay(pos, seed, ...)   random play
//	refBRandomSetup(seed)            a random position, for what the opening seldom reaches
//	refBPerft(pos, depth)            lines of play

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

var refBNames = [4]string{"south", "east", "north", "west"} // C03, C26, A28

// A refBCell is a square of the plane. The space in the middle is three by three
// squares around 0,0; south looks up from below.
type refBCell struct{ x, y int }

// turn turns the plane a quarter to the left: south's squares become east's.
func (c refBCell) turn(times int) refBCell {
	for range times {
		c = refBCell{-c.y, c.x}
	}
	return c
}

// refBWays are the squares of each player's way, from the first: C05 to C08.
var refBWays = func() (ways [4][]refBCell) {
	for player := range ways {
		walk := func(arm, column, from, to int) {
			step := 1
			if to < from {
				step = -1
			}
			for rank := from; rank != to+step; rank += step {
				ways[player] = append(ways[player], refBCell{column, -1 - rank}.turn(arm))
			}
		}
		const left, middle, right = -1, 0, 1
		walk(player, middle, 1, 8) // down the central row, C06
		walk(player, right, 8, 1)  // and round, C07, A27
		for _, arm := range []int{player + 1, player + 2, player + 3} {
			walk(arm, left, 1, 8)
			walk(arm, middle, 8, 8)
			walk(arm, right, 8, 1)
		}
		walk(player, left, 1, 8)
		walk(player, middle, 8, 1) // and home, C08
	}
	return ways
}()

// refBSafe are the marked squares, two on each arm: C02, C18, C24, C25, A01. The corner
// is the eighth of its row, so the third from it is the sixth.
var refBSafe = func() map[refBCell]bool {
	safe := map[refBCell]bool{}
	for arm := range 4 {
		safe[refBCell{-1, -1 - 6}.turn(arm)] = true
		safe[refBCell{1, -1 - 6}.turn(arm)] = true
	}
	return safe
}()

// A refBPos is a position, in the middle of a throw or between two throws. Men are
// counted by the number of the square on their own way, 1 to 83.
type refBPos struct {
	men            [4][84]int // index 0 is not used
	hand, bar, off [4]int
	score          [4]int
	mover          int
	thrown         bool // something has been thrown and is not played yet
	mouths         int
	number         int  // still to be played; 0 for none
	grace          bool // still to be played
	won            bool
	winner         int
}

// A refBMove is one man moved by one part of the throw, or a pass.
type refBMove struct {
	part, act, from, to string
	hits                bool
}

func (m refBMove) String() string {
	if m.act == "pass" {
		return "pass"
	}
	text := m.from + "/" + m.to
	if m.hits {
		text += "*"
	}
	return text
}

func refBTexts(moves []refBMove) []string {
	texts := []string{}
	for _, m := range moves {
		if m.act == "pass" {
			texts = append(texts, "pass")
		} else {
			texts = append(texts, fmt.Sprintf("%s %s %s", m.part, m.act, m))
		}
	}
	sort.Strings(texts)
	return texts
}

// C04, C05, C27: four men each, all off the board. South begins, A29.
func refBStart() refBPos {
	return refBPos{hand: [4]int{4, 4, 4, 4}}
}

// refBThrow: C10 to C15, C29, C30, A20. Nobody throws again, A16.
func refBThrow(p refBPos, mouths int) refBPos {
	p.thrown, p.mouths = true, mouths
	switch mouths {
	case 0:
		p.number = 6
	case 1:
		p.number, p.grace = 10, true
	case 2, 3, 4:
		p.number = mouths
	case 5:
		p.number, p.grace = 25, true
	case 6:
		p.number = 12
	}
	return p
}

func refBDue(p refBPos) bool { return !p.won && !p.thrown }

// refBOn: the men of a player on a square, whether going out or coming home (A08).
func refBOn(p refBPos, player int, cell refBCell) int {
	n := 0
	for i, c := range refBWays[player] {
		if c == cell {
			n += p.men[player][i+1]
		}
	}
	return n
}

// refBMayLand: may the mover's man come to this square of his way, and does it take?
func refBMayLand(p refBPos, to int) (may, takes bool) {
	cell := refBWays[p.mover][to-1]
	for player := range refBNames {
		if player == p.mover {
			continue // one's own men never hinder: C33, A07
		}
		switch n := refBOn(p, player, cell); {
		case n == 0:
		case refBSafe[cell]: // C18, C25, A02, A03
			return false, false
		case n >= 2: // C17, C34, A04
			return false, false
		default: // C16
			takes = true
		}
	}
	return true, takes
}

// refBLegal: the legal moves.
func refBLegal(p refBPos) []refBMove {
	if p.won || refBDue(p) {
		return nil
	}
	var moves []refBMove
	move := func(part string, from, steps int) {
		to := from + steps
		if to > 83 {
			// Beyond the last square is off the board, however far: C08, C19, A10, A11.
			moves = append(moves, refBMove{part, "bear-off", strconv.Itoa(from), "off", false})
			return
		}
		if may, takes := refBMayLand(p, to); may {
			moves = append(moves, refBMove{part, "advance", strconv.Itoa(from), strconv.Itoa(to), takes})
		}
	}
	for from := 1; from <= 83; from++ {
		if p.men[p.mover][from] == 0 {
			continue
		}
		if p.number > 0 { // C09; one man, A24, one at a time, A06
			move(strconv.Itoa(p.number), from, p.number)
		}
		if p.grace { // A12: one more, for whoever it may be, A13
			move("grace", from, 1)
		}
	}
	if p.grace { // C15, C31, C32; on the first square, where no other comes: A26
		if p.hand[p.mover] > 0 {
			moves = append(moves, refBMove{"grace", "enter", "hand", "1", false})
		}
		if p.bar[p.mover] > 0 {
			moves = append(moves, refBMove{"grace", "enter", "bar", "1", false})
		}
	}
	if len(moves) == 0 { // A22, A23: what can be played must be, what cannot is let go
		return []refBMove{{act: "pass"}}
	}
	return moves
}

// refBApply: the position after a move, with everything that follows from it.
func refBApply(p refBPos, m refBMove) refBPos {
	me := p.mover
	switch m.act {
	case "pass":
		return refBNext(p)
	case "enter":
		if m.from == "hand" {
			p.hand[me]--
		} else {
			p.bar[me]--
		}
		p.men[me][1]++
	default:
		from, _ := strconv.Atoi(m.from)
		p.men[me][from]--
		if m.to == "off" {
			p.off[me]++
			break
		}
		to, _ := strconv.Atoi(m.to)
		p.men[me][to]++
		cell := refBWays[me][to-1]
		for player := range refBNames {
			for i, c := range refBWays[player] {
				if player != me && c == cell { // C16, C32: sent back, to come in again
					p.bar[player] += p.men[player][i+1]
					p.men[player][i+1] = 0
				}
			}
		}
	}
	if m.part == "grace" {
		p.grace = false
	} else {
		p.number = 0
	}
	if p.off[me] == 4 { // C19, C20, C21, C35, C37, A33 to A35
		p.won, p.winner = true, me
		p.score[me] = 7
		for player := range refBNames {
			if player != me && p.off[player] > 0 {
				p.score[me] = 1
			}
		}
		p.thrown, p.mouths, p.number, p.grace = false, 0, 0, false // what was thrown means nothing any more
		return p
	}
	if p.number == 0 && !p.grace {
		return refBNext(p)
	}
	return p
}

// refBNext: the next player's turn.
func refBNext(p refBPos) refBPos {
	p.mover = (p.mover + 1) % 4
	p.thrown, p.mouths, p.number, p.grace = false, 0, 0, false
	return p
}

func refBResults(p refBPos) []refBPos {
	seen := map[string]bool{}
	results := map[string]refBPos{}
	var visit func(refBPos)
	visit = func(q refBPos) {
		key := refBKey(q)
		if seen[key] {
			return
		}
		seen[key] = true
		if q.won || refBDue(q) {
			results[key] = q
			return
		}
		for _, m := range refBLegal(q) {
			visit(refBApply(q, m))
		}
	}
	visit(p)
	var list []refBPos
	for _, key := range slices.Sorted(maps.Keys(results)) {
		list = append(list, results[key])
	}
	return list
}

// refBPerft: lines of exactly 1, 2, ... depth moves. A throw is no move.
func refBPerft(p refBPos, depth int) []int64 {
	nodes := make([]int64, depth)
	var visit func(refBPos, int)
	visit = func(q refBPos, d int) {
		if refBDue(q) {
			for mouths := 0; mouths <= 6; mouths++ {
				visit(refBThrow(q, mouths), d)
			}
			return
		}
		for _, m := range refBLegal(q) {
			nodes[d]++
			if d+1 < depth {
				visit(refBApply(q, m), d+1)
			}
		}
	}
	visit(p, 0)
	return nodes
}

func refBKey(p refBPos) string { return fmt.Sprint(p) }

// refBRandomPlay plays at random from a position: mouths as often as not (A21).
func refBRandomPlay(p refBPos, seed uint64, limit int, visit func(refBPos, []refBMove)) refBPos {
	rng := rand.New(rand.NewPCG(seed, 1601))
	for moves := 0; moves < limit && !p.won; {
		if refBDue(p) {
			mouths := 0
			for range 6 {
				mouths += rng.IntN(2)
			}
			p = refBThrow(p, mouths)
			continue
		}
		list := refBLegal(p)
		if visit != nil {
			visit(p, list)
		}
		p = refBApply(p, list[rng.IntN(len(list))])
		moves++
	}
	if p.won && visit != nil {
		visit(p, nil)
	}
	return p
}

// refBRandomSetup: a random position in which a throw is due, crowded where men meet.
// Men of several players may share a square, which play does not bring about.
func refBRandomSetup(seed uint64) refBPos {
	rng := rand.New(rand.NewPCG(seed, 136))
	p := refBPos{mover: rng.IntN(4)}
	around := 8 + rng.IntN(68) // a square of south's way where the men are gathered
	for player := range refBNames {
		for range 4 {
			switch rng.IntN(10) {
			case 0:
				p.hand[player]++
			case 1:
				p.bar[player]++
			case 2:
				if p.off[player] < 3 {
					p.off[player]++
					continue
				}
				p.bar[player]++
			case 3, 4:
				p.men[player][1+rng.IntN(83)]++
			case 5:
				p.men[player][70+rng.IntN(14)]++
			default:
				at := (around-8-17*player+2*68+rng.IntN(14))%68 + 8
				p.men[player][at]++
			}
		}
	}
	return p
}

type refBTurn struct {
	Stage string   `json:"stage"`
	Throw string   `json:"throw,omitempty"`
	Left  []string `json:"left,omitempty"`
	Order string   `json:"order,omitempty"`
}

// refBToJSON writes a position as INTERFACE.md has it.
func refBToJSON(p refBPos) []byte {
	s := map[string]any{"to-move": refBNames[p.mover]}
	score := map[string]string{}
	for player, name := range refBNames {
		men := map[string]int{"hand": p.hand[player], "bar": p.bar[player], "off": p.off[player]}
		for at, n := range p.men[player] {
			men[strconv.Itoa(at)] = n
		}
		maps.DeleteFunc(men, func(_ string, n int) bool { return n == 0 })
		s[name] = men
		score[name] = strconv.Itoa(p.score[player])
	}
	s["score"] = score
	if p.won {
		s["over"] = map[string]any{"by": "all_off", "reason": "won", "winner": refBNames[p.winner], "score": score}
	} else if p.thrown {
		t := refBTurn{Stage: "play", Throw: strconv.Itoa(p.mouths), Order: "any"}
		if p.grace {
			t.Left = append(t.Left, "grace")
		}
		if p.number > 0 {
			t.Left = append(t.Left, strconv.Itoa(p.number))
		}
		s["turn"] = t
	}
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return data
}

// refBFromJSON reads a position: one of ours or one that the program printed.
func refBFromJSON(data []byte) (refBPos, error) {
	var s struct {
		ToMove                   string `json:"to-move"`
		South, East, North, West map[string]int
		Score                    map[string]string
		Turn                     *refBTurn
		Over                     *struct{ Winner string }
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return refBPos{}, err
	}
	var p refBPos
	if p.mover = slices.Index(refBNames[:], s.ToMove); p.mover < 0 {
		return p, fmt.Errorf("to-move is %q", s.ToMove)
	}
	for player, men := range []map[string]int{s.South, s.East, s.North, s.West} {
		total := 0
		for place, n := range men {
			total += n
			switch place {
			case "hand":
				p.hand[player] = n
			case "bar":
				p.bar[player] = n
			case "off":
				p.off[player] = n
			default:
				at, err := strconv.Atoi(place)
				if err != nil || at < 1 || at > 83 {
					return p, fmt.Errorf("no square %q", place)
				}
				p.men[player][at] = n
			}
		}
		if total != 4 {
			return p, fmt.Errorf("%s has %d men", refBNames[player], total)
		}
		if text := s.Score[refBNames[player]]; text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				return p, err
			}
			p.score[player] = n
		}
	}
	if s.Over != nil {
		p.won, p.winner = true, slices.Index(refBNames[:], s.Over.Winner)
		return p, nil
	}
	if s.Turn != nil && len(s.Turn.Left) > 0 && !slices.Contains(s.Turn.Left, "throw") {
		p.thrown = true
		p.mouths, _ = strconv.Atoi(s.Turn.Throw)
		for _, part := range s.Turn.Left {
			if part == "grace" {
				p.grace = true
			} else if n, err := strconv.Atoi(part); err == nil {
				p.number = n
			} else {
				return p, fmt.Errorf("no part %q", part)
			}
		}
	}
	return p, nil
}

// The reference against what the record says in numbers, and against itself.
func TestBarjisReference(t *testing.T) {
	for player, way := range refBWays {
		if len(way) != 83 {
			t.Fatalf("%s's way has %d squares", refBNames[player], len(way))
		}
		var safe []int
		own := map[refBCell]bool{}
		for i, c := range way {
			if refBSafe[c] {
				safe = append(safe, i+1)
			}
			own[c] = true
		}
		// C24: 11 and 73 on the player's own arm, and those that correspond.
		if fmt.Sprint(safe) != "[11 22 28 39 45 56 62 73]" {
			t.Errorf("%s's squares of safety are %v", refBNames[player], safe)
		}
		if len(own) != 75 { // the middle row is walked twice
			t.Errorf("%s's way has %d different squares", refBNames[player], len(own))
		}
	}
	all := map[refBCell]bool{}
	for _, way := range refBWays {
		for _, c := range way {
			all[c] = true
		}
	}
	if len(all) != 4*3*8 { // C01: nothing of the board is left out
		t.Errorf("the ways cover %d squares", len(all))
	}
	// C15, C30: a 10 brings a man to 11, a square of safety; from 73 it takes one off.
	p := refBThrow(refBStart(), 1)
	if got := refBTexts(refBLegal(p)); strings.Join(got, "|") != "grace enter hand/1" {
		t.Errorf("with a 10 at the start: %v", got)
	}
	if r := refBResults(p); len(r) != 1 || r[0].men[0][11] != 1 {
		t.Errorf("a 10 at the start leads to %v", r)
	}
	for seed := range uint64(long.Of(4, 50)) {
		end := refBRandomPlay(refBStart(), seed, 20000, func(p refBPos, _ []refBMove) {
			back, err := refBFromJSON(refBToJSON(p))
			if err != nil || refBKey(back) != refBKey(p) {
				t.Fatalf("%v: %s reads back as %s", err, refBToJSON(p), refBToJSON(back))
			}
		})
		if !end.won || end.score[end.winner] != 1 && end.score[end.winner] != 7 {
			t.Errorf("game %d ends as %s", seed, refBToJSON(end))
		}
	}
}

func TestEngineAgreesWithBarjisReference(t *testing.T) {
	a := newAgreement(t, "barjis")
	visit := func(p refBPos, moves []refBMove) {
		if a.done() || p.won {
			return
		}
		s, got := a.ask(refBToJSON(p))
		if a.failed {
			return
		}
		if want := refBTexts(moves); !same(got, want) {
			a.fail("moves differ at %s\nengine    %v\nreference %v", refBToJSON(p), got, want)
			return
		}
		for _, m := range moves {
			text := m.String()
			if m.act != "pass" {
				text += ":" + m.part // number and grace can play one move
			}
			em, ok := a.game.FindMove(a.in, s, text)
			if !ok {
				a.fail("the engine has no move %s at %s", text, refBToJSON(p))
				return
			}
			after := s.Clone()
			a.in.Play(after, em)
			back, err := refBFromJSON(a.json(after))
			if err != nil {
				a.fail("the reference cannot read %s: %v", a.json(after), err)
				return
			}
			if want := refBApply(p, m); refBKey(back) != refBKey(want) {
				a.fail("after %s at %s\nengine    %s\nreference %s", text, refBToJSON(p), a.json(after), refBToJSON(want))
				return
			}
		}
		if a.asked%4 != 0 {
			return
		}
		a.results++
		var keysE, keysR []string
		list, _ := play.Results(a.in, s, 100000)
		for _, r := range list {
			back, err := refBFromJSON(a.json(r.State))
			if err != nil {
				a.fail("%v", err)
				return
			}
			keysE = append(keysE, refBKey(back))
		}
		for _, r := range refBResults(p) {
			keysR = append(keysR, refBKey(r))
		}
		if k := distinct(keysE); !same(k, distinct(keysR)) || len(k) != len(keysE) {
			a.fail("results differ at %s: engine %d, reference %d", refBToJSON(p), len(keysE), len(keysR))
		}
	}
	for seed := uint64(1); !a.done(); seed++ {
		refBRandomPlay(refBStart(), seed, 2000, visit)
		for k := range uint64(40) {
			refBRandomPlay(refBRandomSetup(40*seed+k), seed, 6, visit)
		}
	}
	t.Logf("%d positions, results of %d throws", a.asked, a.results)
}

func TestBarjisPerftAgrees(t *testing.T) {
	a := newAgreement(t, "barjis")
	p := refBRandomSetup(3)
	s, _ := a.ask(refBToJSON(p))
	if a.failed {
		return
	}
	got := play.Perft(a.in, s, 3, func() bool { return false })
	if want := refBPerft(p, 3); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("engine %v, reference %v at %s", got, want, refBToJSON(p))
	}
}
