package rulesets_test

// A reference for Natt Klab ash-Shawk in its default interpretation: slow, obvious,
// and written from the clauses of DLP.Evidence.1554 (C1..C18) and the questions
// asked about them (NK-A01..NK-A25) without a look at any engine. Tests ask it and
// the engine the same things.
//
//	refNStart()                      twelve men against twelve
//	refNLegal(pos)                   the legal single moves, nil when the game is over
//	refNTexts(moves)                 their texts, sorted: "part act move"
//	refNApply(pos, move)             the position after a move
//	refNResults(pos)                 the distinct positions a turn can lead to
//	refNKey(pos)                     equal for equal positions
//	refNFromJSON, refNToJSON         the state of INTERFACE.md
//	refNRandomGame, refNRandomSetup  random play, random positions
//	refNPerft(pos, depth)            lines of play

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/long"
)

var refNNames = [2]string{"south", "north"}

// A refNCell is a cell by file and rank, both from 0; (0, 0) is a1. C1, C12.
type refNCell struct{ file, rank int }

func (c refNCell) String() string { return fmt.Sprintf("%c%d", 'a'+c.file, 1+c.rank) }

func (c refNCell) onBoard() bool { return c.file >= 0 && c.file < 5 && c.rank >= 0 && c.rank < 5 }

func refNCellNamed(name string) (refNCell, bool) {
	if len(name) != 2 {
		return refNCell{}, false
	}
	c := refNCell{int(name[0]) - 'a', int(name[1]) - '1'}
	return c, c.onBoard()
}

// The ways a man can go: along files and ranks, forth and back (C7, C13, C17; NK-A04, NK-A08).
var refNWays = []refNCell{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}

func (c refNCell) towards(way refNCell, steps int) refNCell {
	return refNCell{c.file + steps*way.file, c.rank + steps*way.rank}
}

// A refNPos is a position between two turns or in the middle of a series of leaps.
type refNPos struct {
	men    map[refNCell]int // a cell without a man is not in it
	mover  int
	active *refNCell // the man that has leapt and can leap on (NK-A11, NK-A14)
	over   string    // why the game is over; empty while it goes on
	winner int       // when it is over: a player, or -1
}

// A refNMove is a step, a leap or a stop.
type refNMove struct {
	act, part      string
	from, over, to refNCell
}

func (m refNMove) String() string {
	switch m.act {
	case "stop":
		return "stop"
	case "leap":
		return m.from.String() + "/" + m.to.String() + "*"
	}
	return m.from.String() + "/" + m.to.String()
}

// refNTexts gives "part act move" for every move ("stop" alone for a stop), sorted as text.
func refNTexts(moves []refNMove) []string {
	texts := []string{}
	for _, m := range moves {
		if m.act == "stop" {
			texts = append(texts, "stop")
			continue
		}
		texts = append(texts, m.part+" "+m.act+" "+m.String())
	}
	sort.Strings(texts)
	return texts
}

// refNStart: C4, C5. The two nearest rows, and the two cells of the middle row to each
// player's right; North sits across the board, so his right is South's left.
func refNStart() refNPos {
	p := refNPos{men: map[refNCell]int{}}
	for file := range 5 {
		for row := range 2 {
			p.men[refNCell{file, row}] = 0
			p.men[refNCell{file, 4 - row}] = 1
		}
	}
	for _, file := range []int{3, 4} {
		p.men[refNCell{file, 2}] = 0
		p.men[refNCell{4 - file, 2}] = 1
	}
	return p
}

func refNHolds(p refNPos, player int, c refNCell) bool {
	owner, taken := p.men[c]
	return taken && owner == player
}

func refNEmpty(p refNPos, c refNCell) bool {
	_, taken := p.men[c]
	return c.onBoard() && !taken
}

func refNCount(p refNPos, player int) int {
	n := 0
	for _, owner := range p.men {
		if owner == player {
			n++
		}
	}
	return n
}

// refNLeaps: what the mover's man on a cell can leap: over a man of the other on the next
// cell to the cell just beyond, which is empty (C8, C18; NK-A02, NK-A09, NK-A10).
func refNLeaps(p refNPos, from refNCell, part string) []refNMove {
	var moves []refNMove
	for _, way := range refNWays {
		over, to := from.towards(way, 1), from.towards(way, 2)
		if refNHolds(p, 1-p.mover, over) && refNEmpty(p, to) {
			moves = append(moves, refNMove{"leap", part, from, over, to})
		}
	}
	return moves
}

// refNLegal: the legal moves. Nil when the game is over, and when the mover has none.
func refNLegal(p refNPos) []refNMove {
	if p.over != "" {
		return nil
	}
	if p.active != nil {
		// NK-A12: the man may leap on or leave it; NK-A13: in any direction; NK-A14: no other man.
		return append(refNLeaps(p, *p.active, "again"), refNMove{act: "stop"})
	}
	var moves []refNMove
	for from, owner := range p.men {
		if owner != p.mover {
			continue
		}
		for _, way := range refNWays { // C7, C17: one step to an empty cell
			if to := from.towards(way, 1); refNEmpty(p, to) {
				moves = append(moves, refNMove{act: "step", part: "move", from: from, to: to})
			}
		}
		moves = append(moves, refNLeaps(p, from, "move")...) // NK-A16: free
	}
	sort.Slice(moves, func(i, j int) bool { return moves[i].String() < moves[j].String() })
	return moves
}

// refNApply: the position after a move, with everything that follows from it.
func refNApply(p refNPos, m refNMove) refNPos {
	p.men = maps.Clone(p.men)
	p.active = nil
	switch m.act {
	case "step":
		delete(p.men, m.from)
		p.men[m.to] = p.mover
	case "leap":
		delete(p.men, m.from)
		delete(p.men, m.over) // this one, NK-A20 at once
		p.men[m.to] = p.mover
		if refNCount(p, 1-p.mover) == 0 { // C9, NK-A21
			p.over, p.winner = "all men taken", p.mover
			return p
		}
		if len(refNLeaps(p, m.to, "again")) > 0 { // NK-A11
			p.active = &m.to
			return p
		}
	}
	p.mover = 1 - p.mover // C6, NK-A15: one step or one series of leaps
	if len(refNLegal(p)) == 0 {
		p.over, p.winner = "blocked", 1-p.mover // NK-A22
	}
	return p
}

// refNKey is equal for two positions when they are the same to the game.
func refNKey(p refNPos) string {
	var key strings.Builder
	for rank := range 5 {
		for file := range 5 {
			owner, taken := p.men[refNCell{file, rank}]
			switch {
			case !taken:
				key.WriteByte('.')
			case owner == 0:
				key.WriteByte('s')
			default:
				key.WriteByte('n')
			}
		}
	}
	switch {
	case p.over == "":
		key.WriteString(refNNames[p.mover])
		if p.active != nil {
			key.WriteString(" with " + p.active.String())
		}
	case p.winner < 0:
		key.WriteString("drawn")
	default:
		key.WriteString("won by " + refNNames[p.winner])
	}
	return key.String()
}

// refNResults: the distinct positions in which the other player is to move or the game is
// over, sorted by key. Repetition is not looked at.
func refNResults(p refNPos) []string {
	results := map[string]bool{}
	var visit func(refNPos)
	visit = func(q refNPos) {
		for _, m := range refNLegal(q) {
			after := refNApply(q, m)
			if after.over == "" && after.mover == p.mover {
				visit(after)
			} else {
				results[refNKey(after)] = true
			}
		}
	}
	visit(p)
	return slices.Sorted(maps.Keys(results))
}

// refNPerft: lines of exactly 1, 2, ... depth moves. Repetition is not looked at.
func refNPerft(p refNPos, depth int) []int64 {
	nodes := make([]int64, depth)
	var walk func(refNPos, int)
	walk = func(q refNPos, done int) {
		if done == depth {
			return
		}
		for _, m := range refNLegal(q) {
			nodes[done]++
			walk(refNApply(q, m), done+1)
		}
	}
	walk(p, 0)
	return nodes
}

// A refNHistory counts the positions in which a turn began since the last capture (NK-A23).
type refNHistory map[string]int

// refNApplyInGame is refNApply with the draw by threefold repetition (NK-A23, NK-A24).
func refNApplyInGame(p refNPos, m refNMove, seen refNHistory) refNPos {
	after := refNApply(p, m)
	if m.act == "leap" {
		clear(seen)
	}
	if after.over == "" && after.active == nil {
		key := refNKey(after)
		seen[key]++
		if seen[key] == 3 {
			after.over, after.winner = "threefold repetition", -1
		}
	}
	return after
}

// refNRandomGame plays uniformly random moves. visit sees every position with its legal
// moves: none when the game is over. After limit moves the game is broken off.
func refNRandomGame(p refNPos, seed uint64, limit int, visit func(refNPos, []refNMove)) (end refNPos, plies int) {
	rng := rand.New(rand.NewPCG(seed, 1554))
	seen := refNHistory{refNKey(p): 1}
	for ; ; plies++ {
		moves := refNLegal(p)
		if visit != nil {
			visit(p, moves)
		}
		if p.over != "" || plies == limit || len(moves) == 0 {
			return p, plies
		}
		p = refNApplyInGame(p, moves[rng.IntN(len(moves))], seen)
	}
}

// refNRandomSetup scatters men over the board, so that series of leaps and men without a
// move are common. The mover has a move.
func refNRandomSetup(seed uint64) refNPos {
	rng := rand.New(rand.NewPCG(seed, 66))
	for {
		p := refNPos{men: map[refNCell]int{}, mover: rng.IntN(2)}
		cells := rng.Perm(25)
		for player, n := range []int{1 + rng.IntN(12), 1 + rng.IntN(12)} {
			for range n {
				p.men[refNCell{cells[0] % 5, cells[0] / 5}] = player
				cells = cells[1:]
			}
		}
		if len(refNLegal(p)) > 0 {
			return p
		}
	}
}

type refNState struct {
	ToMove string         `json:"to-move"`
	South  map[string]int `json:"south"`
	North  map[string]int `json:"north"`
	Turn   *refMTurn      `json:"turn,omitempty"`
	Over   *refMOver      `json:"over,omitempty"`
}

func refNToJSON(p refNPos) []byte {
	s := refNState{ToMove: refNNames[p.mover], South: map[string]int{}, North: map[string]int{}}
	for player, men := range []map[string]int{s.South, s.North} {
		for c, owner := range p.men {
			if owner == player {
				men[c.String()] = 1
			}
		}
		if out := 12 - len(men); out > 0 {
			men["out"] = out
		}
	}
	if p.over == "" {
		s.Turn = &refMTurn{Stage: "moving", Left: []string{"move"}, Order: "any"}
		if p.active != nil {
			name := p.active.String()
			s.Turn.Left, s.Turn.Active = []string{"again?"}, &name
		}
	} else {
		s.Over = &refMOver{By: p.over, Reason: p.over}
		if p.winner >= 0 {
			s.Over.Winner = &refNNames[p.winner]
		}
	}
	data, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return data
}

// refNFromJSON reads a position that the program printed.
func refNFromJSON(data []byte) (refNPos, error) {
	var s refNState
	if err := json.Unmarshal(data, &s); err != nil {
		return refNPos{}, err
	}
	p := refNPos{men: map[refNCell]int{}, mover: max(0, slices.Index(refNNames[:], s.ToMove))}
	for player, men := range []map[string]int{s.South, s.North} {
		total := men["out"]
		for name, n := range men {
			if name == "out" {
				continue
			}
			c, ok := refNCellNamed(name)
			if !ok || n != 1 || !refNEmpty(p, c) {
				return p, fmt.Errorf("%d men of %s on %q", n, refNNames[player], name)
			}
			p.men[c] = player
			total++
		}
		if total != 12 {
			return p, fmt.Errorf("%s has %d men", refNNames[player], total)
		}
	}
	if s.Turn != nil && s.Turn.Active != nil {
		c, ok := refNCellNamed(*s.Turn.Active)
		if !ok {
			return p, fmt.Errorf("active is %q", *s.Turn.Active)
		}
		p.active = &c
	}
	if s.Over != nil {
		p.over, p.winner = s.Over.Reason, -1
		if s.Over.Winner != nil {
			p.winner = slices.Index(refNNames[:], *s.Over.Winner)
		}
	}
	return p, nil
}

// ---- tests of the reference itself ----

func refNAt(t *testing.T, mover, south, north string) refNPos {
	t.Helper()
	p := refNPos{men: map[refNCell]int{}, mover: slices.Index(refNNames[:], mover)}
	for player, text := range []string{south, north} {
		for _, name := range strings.Fields(text) {
			c, ok := refNCellNamed(name)
			if !ok || !refNEmpty(p, c) {
				t.Fatalf("no such cell, or taken: %s", name)
			}
			p.men[c] = player
		}
	}
	return p
}

func refNDo(t *testing.T, p refNPos, line string) refNPos {
	t.Helper()
	for _, text := range strings.Fields(line) {
		legal := refNLegal(p)
		i := slices.IndexFunc(legal, func(m refNMove) bool { return m.String() == text })
		if i < 0 {
			t.Fatalf("%s is not legal, but %v: %s", text, refNTexts(legal), refNToJSON(p))
		}
		p = refNApply(p, legal[i])
	}
	return p
}

func TestRefN(t *testing.T) {
	start := refNStart()
	if len(start.men) != 24 || refNCount(start, 0) != 12 || !refNEmpty(start, refNCell{2, 2}) {
		t.Errorf("the beginning: %s", refNToJSON(start))
	}
	for _, c := range []struct{ what, mover, south, north, line, moves string }{
		{"C7: four ways", "south", "c3", "a5", "", "move step c3/b3 move step c3/c2 move step c3/c4 move step c3/d3"},
		{"C7: only to an empty cell", "south", "a1 a2", "b2 c2", "", "move step a1/b1 move step a2/a3"},
		{"C8: four leaps", "north", "b3 c2 c4 d3", "c3", "", "move leap c3/a3* move leap c3/c1* move leap c3/c5* move leap c3/e3*"},
		{"C8: neither over two nor off the board", "south", "b1", "a1 b2 b3", "", "move step b1/c1"},
		{"A08, A10: neither slantwise nor over own men", "south", "a1 b1", "b2 b3", "", "move step a1/a2 move step b1/c1"},
		{"A11, A12, A14: the same man, or nobody", "south", "a1 e1", "a2 b3 e2 d5", "a1/a3*", "again leap a3/c3* stop"},
		{"A13: also round a corner and straight on", "south", "a1", "a2 a4 b3 e5", "a1/a3*", "again leap a3/a5* again leap a3/c3* stop"},
		{"A16: may, not must", "south", "a1 e5", "a2 e1", "", "move leap a1/a3* move step a1/b1 move step e5/d5 move step e5/e4"},
		{"A20: the cell is free at once", "south", "a1", "a2 b3 c2 b1 e5", "a1/a3* a3/c3* c3/c1*", "again leap c1/a1* stop"},
	} {
		p := refNDo(t, refNAt(t, c.mover, c.south, c.north), c.line)
		if got := strings.Join(refNTexts(refNLegal(p)), " "); got != c.moves {
			t.Errorf("%s: %s, expected %s", c.what, got, c.moves)
		}
	}
	for _, c := range []struct{ what, south, north, line, over string }{
		{"C9", "a1 e5", "a2 b3", "a1/a3* a3/c3*", "all men taken"},
		{"C9: one left", "a1", "a2 e5", "a1/a3*", ""},
		{"A22", "a2 a3 b1 d1", "a1", "d1/c1", "blocked"},
		{"A22: a leap is a move", "a2 a3 b1 d1", "a1", "d1/d2", ""},
	} {
		p := refNDo(t, refNAt(t, "south", c.south, c.north), c.line)
		if p.over != c.over || c.over != "" && p.winner != 0 {
			t.Errorf("%s: %s", c.what, refNToJSON(p))
		}
	}
	p := refNAt(t, "south", "a1", "e5")
	seen := refNHistory{refNKey(p): 1}
	for i, text := range strings.Fields("a1/b1 e5/d5 b1/a1 d5/e5 a1/b1 e5/d5 b1/a1 d5/e5") {
		if p.over != "" {
			t.Errorf("A23: over before move %d", i)
		}
		legal := refNLegal(p)
		p = refNApplyInGame(p, legal[slices.IndexFunc(legal, func(m refNMove) bool { return m.String() == text })], seen)
	}
	if p.over != "threefold repetition" || p.winner != -1 {
		t.Errorf("A23: %s", refNToJSON(p))
	}
}

// Random games end, and on the way every position prints and reads back as itself.
func TestRefNRandomGames(t *testing.T) {
	count := map[string]int{}
	longest := 0
	for seed := range uint64(long.Of(15, 100)) {
		end, plies := refNRandomGame(refNStart(), seed, 20000, func(p refNPos, moves []refNMove) {
			back, err := refNFromJSON(refNToJSON(p))
			if err != nil || refNKey(back) != refNKey(p) {
				t.Fatalf("%s reads back as %s: %v", refNToJSON(p), refNToJSON(back), err)
			}
			if p.over == "" && len(moves) == 0 {
				t.Fatalf("no move: %s", refNToJSON(p))
			}
			for _, m := range moves {
				count[m.part+" "+m.act]++
			}
		})
		count["over: "+end.over]++
		longest = max(longest, plies)
	}
	t.Logf("longest %d; %v", longest, count)
	for _, event := range []string{"move step", "move leap", "again leap", " stop", "over: all men taken", "over: threefold repetition"} {
		if count[event] == 0 {
			t.Errorf("never seen: %s", event)
		}
	}
}

func TestEngineAgreesWithNattReference(t *testing.T) {
	a := newAgreement(t, "natt-klab-ash-shawk")
	chains := 0
	visit := func(p refNPos, moves []refNMove) {
		if a.done() || len(moves) == 0 {
			return
		}
		if p.active != nil {
			chains++
		}
		s, got := a.ask(refNToJSON(p))
		if a.failed {
			return
		}
		if want := refNTexts(moves); !same(got, want) {
			a.fail("moves differ at %s\nengine    %v\nreference %v", refNToJSON(p), got, want)
			return
		}
		for _, m := range moves {
			em, ok := a.game.FindMove(a.in, s, m.String())
			if !ok {
				a.fail("the engine has no move %s at %s", m, refNToJSON(p))
				return
			}
			after := s.Clone()
			a.in.Play(after, em)
			back, err := refNFromJSON(a.json(after))
			if err != nil {
				a.fail("%v", err)
				return
			}
			if refNKey(back) != refNKey(refNApply(p, m)) {
				a.fail("after %s at %s\nengine    %s\nreference %s", m, refNToJSON(p), a.json(after), refNToJSON(refNApply(p, m)))
				return
			}
		}
		if a.asked%4 != 0 {
			return
		}
		a.results++
		var keys []string
		list, complete := play.Results(a.in, s, 100000)
		if !complete {
			a.fail("too many results at %s", refNToJSON(p))
		}
		for _, r := range list {
			back, err := refNFromJSON(a.json(r.State))
			if err != nil {
				a.fail("%v", err)
				return
			}
			keys = append(keys, refNKey(back))
		}
		if want := refNResults(p); !same(distinct(keys), want) {
			a.fail("results differ at %s: engine %d, reference %d", refNToJSON(p), len(keys), len(want))
		}
	}
	for seed := uint64(1); !a.done(); seed++ {
		refNRandomGame(refNStart(), seed, 2000, visit)
		for i := range uint64(8) {
			refNRandomGame(refNRandomSetup(8*seed+i), seed, 20, visit)
		}
	}
	t.Logf("%d positions, %d in a series of leaps, results of %d", a.asked, chains, a.results)
}

// Whole games of the reference, played move by move: they end when and as the
// reference says, by repetition too.
func TestNattGamesEndAsTheReferenceSays(t *testing.T) {
	a := newAgreement(t, "natt-klab-ash-shawk")
	games := uint64(long.Of(10, 50))
	drawn := 0
	for seed := range games {
		var line []string
		p := refNStart()
		rng := rand.New(rand.NewPCG(seed, 27))
		seen := refNHistory{refNKey(p): 1}
		a.in.History = history.New()
		s := a.game.Program.NewState()
		a.in.Start(s)
		for p.over == "" {
			moves := refNLegal(p)
			m := moves[rng.IntN(len(moves))]
			line = append(line, m.String())
			em, ok := a.game.FindMove(a.in, s, m.String())
			if !ok {
				t.Fatalf("the engine has no move %s after %v", m, line)
			}
			a.in.Play(s, em)
			p = refNApplyInGame(p, m, seen)
			back, err := refNFromJSON(a.json(s))
			if err != nil || refNKey(back) != refNKey(p) {
				t.Fatalf("after %v\nengine    %s\nreference %s", line, a.json(s), refNToJSON(p))
			}
		}
		if p.winner < 0 {
			drawn++
		}
	}
	if drawn == 0 {
		t.Error("no game was drawn by repetition")
	}
}
