package wasm_test

import (
	"math/bits"
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/long"
)

// Loops written by hand, each for one interpretation and nothing else, as fast as
// their author could make them, are what generated code is measured against. They
// play the very games that the interpreter plays: the same numbers drawn, the same
// order of moves, the same ends.

// handLoops are the loops, by the ruleset whose default interpretation each plays.
var handLoops = []handLoop{
	{"lange-puff", new(handPuff).play},
	{"mylna", new(handMylna).play},
	{"natt-klab-ash-shawk", new(handNatt).play},
	{"piprjall", new(handPiprjall).play},
	{"gallery:english-draughts", new(handDraughts).play},
	{"gallery:tablut", new(handTablut).play},
}

type handLoop struct {
	id string
	// play plays a game of at most maxPlies single moves, of which there may be up
	// to handCap.
	play func(seed, game uint64, maxPlies int, g *handGame)
}

// handCap is the number of single moves after which a game is broken off.
const handCap = 20000

// handGame is what one game came to.
type handGame struct {
	plies, passes  int // single moves, passes and stops among them; these alone
	end, winner    int // index of the end and player, or -1: broken off, nobody
	mover          int // the player to move when it was over
	score          [2]int
	men            [2][81]uint8 // of each player, by the rank of the place in the order of moves
	hand, bar, off [2]uint8     // in hand, on the bar, off the board for good
	next           uint32       // what would be drawn next
}

// handChoose chooses one of n, each equally likely: a number in 0..n-1. Of one
// nothing is drawn.
func handChoose(r *random.Source, n uint64) uint64 {
	if n == 1 {
		return 0
	}
	return uint64(r.Below(int(n)))
}

const (
	handLow  = 0x0101010101010101
	handHigh = 0x8080808080808080
)

// handSums puts into each byte how many bits are set in x up to the end of it.
func handSums(x uint64) uint64 {
	s := x - x>>1&0x5555555555555555
	s = s&0x3333333333333333 + s>>2&0x3333333333333333
	return (s + s>>4) & 0x0f0f0f0f0f0f0f0f * handLow
}

// handPick returns the position of the bit of x before which k bits are set; s
// is handSums(x).
func handPick(x, s, k uint64) uint64 {
	// The bytes up to which no more than k bits are set come before it.
	at := uint64(bits.OnesCount64((((k*handLow)|handHigh)-s)&handHigh)) << 3 & 63
	return at + uint64(handInByte[x>>at&0xff<<3|(k-s<<8>>at)&7])
}

// handInByte has at byte*8+k the position of the bit before which k bits are set.
var handInByte = func() (t [2048]uint8) {
	for b := range 256 {
		k := 0
		for i := range 8 {
			if b>>i&1 != 0 {
				t[b<<3|k] = uint8(i)
				k++
			}
		}
	}
	return t
}()

// handThrows are the equally likely ways in which two dice fall, in the order in
// which the program has the throws: the lower number, and 16 times the higher.
var handThrows = func() (t []int) {
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			t = append(t, low+16*high)
			if low != high {
				t = append(t, low+16*high)
			}
		}
	}
	return t
}()

// handHistory holds the positions since the last move that cannot be undone:
// whole, in the order in which they stood, with a chain through those of one
// hash and one player to move. Positions are numbered on through all lists and
// games, so that heads of chains of earlier lists are known as such and nothing
// need be cleared.
type handHistory[P comparable] struct {
	list        [handCap + 2]handPosition[P]
	heads       [2][handHeads]uint32 // number of the last position of a chain
	base, count uint32               // number of the last position of earlier lists, and of all
}

const handHeads = 1024

type handPosition[P comparable] struct {
	men    P
	before uint32 // number of the position before it in the chain
	times  uint32
}

// handMen are the men of both players, the player to move first.
type handMen struct{ me, them uint64 }

func (m handMen) hash() uint64 { return m.me ^ bits.RotateLeft64(m.them, 29) }

// forget begins a new list.
func (h *handHistory[P]) forget() { h.base = h.count }

// begin begins a new list at the beginning of a game.
func (h *handHistory[P]) begin() {
	if h.count >= 1<<31 {
		h.heads, h.count = [2][handHeads]uint32{}, 0
	}
	h.base = h.count
}

// chain returns the head of the chain in which a position of a hash is, if it is in any;
// side says who is to move. Where the head is no more than h.base it is empty.
func (h *handHistory[P]) chain(hash, side uint64) *uint32 {
	return &h.heads[side&1][hash*0x9e3779b97f4a7c15>>54]
}

// add adds a position that stands for the first time.
func (h *handHistory[P]) add(head *uint32, men P) {
	p := &h.list[h.count-h.base]
	p.men, p.before, p.times = men, *head, 1
	h.count++
	*head = h.count
}

// again adds a position to a chain that is not empty, and returns how often it
// has stood, this time included.
//
//go:noinline
func (h *handHistory[P]) again(head *uint32, men P) uint32 {
	for i := *head; i > h.base; {
		p := &h.list[i-h.base-1]
		if p.men == men {
			p.times++
			return p.times
		}
		i = p.before
	}
	h.add(head, men)
	return 1
}

// sameGames plays games in the interpreter and in a loop written by hand, and
// compares them in everything that is left of a game. It returns how many games
// ended how.
func sameGames(t *testing.T, p *engine.Program, first, games uint64, maxPlies int, loop handLoop) map[string]int {
	t.Helper()
	const seed = 21
	in := engine.NewInterpreter(p)
	in.History = history.New()
	s := p.NewState()
	r := new(random.Source)
	var buf []engine.Move
	ends := map[string]int{}
	wrong := 0
	var rank [2][]int
	for q := range rank {
		for f := range p.Places {
			rank[q] = append(rank[q], 0)
			for g := range p.Places {
				if p.PlaceRank(q, g) < p.PlaceRank(q, f) {
					rank[q][f]++
				}
			}
		}
	}
	store := func(q int, name string) (n uint8) {
		if st := p.StoreIndex(name); st >= 0 {
			n = uint8(s.InStore(p, q, st))
		}
		return n
	}
	for game := first; game < first+games; game++ {
		r.Reset(seed, game)
		in.Start(s)
		var ta engine.Tally
		ta, buf = play.Random(in, s, r, maxPlies, buf)
		want := handGame{plies: ta.Plies, passes: ta.Passes, end: -1, winner: s.Winner(), mover: s.Player(), next: uint32(r.Next() >> 32)}
		if end, over := s.End(); over {
			want.end = end
			ends[p.Ends[end].ID]++
		} else {
			ends["broken off"]++
		}
		for q := range 2 {
			want.score[q] = s.Score(p, q)
			for f := range p.Places {
				want.men[q][rank[q][f]] = uint8(s.MenAt(p, q, f))
			}
			want.hand[q], want.bar[q] = store(q, engine.HandStore), store(q, engine.BarStore)
			want.off[q] = store(q, engine.OffStore) + store(q, engine.OutStore)
		}
		var got handGame
		loop.play(seed, game, maxPlies, &got)
		if got != want {
			if wrong++; wrong <= 3 {
				t.Errorf("game %d, at most %d single moves:\nby hand\n%+v\nthe interpreter\n%+v", game, maxPlies, got, want)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("%d of %d games differ", wrong, games)
	}
	return ends
}

// TestHandAgrees plays games by hand and in the interpreter, whole ones and some
// that are broken off, early and late.
func TestHandAgrees(t *testing.T) {
	games := uint64(long.Of(16, 200))
	for _, l := range handLoops {
		t.Run(l.id, func(t *testing.T) {
			p := defaultGame(t, l.id).Program
			ends := sameGames(t, p, 0, games, handCap, l)
			sameGames(t, p, games, games/4, 137, l)
			for maxPlies := range 60 {
				sameGames(t, p, uint64(maxPlies), 1+games/200, maxPlies, l)
			}
			t.Log(ends)
			for _, e := range p.Ends {
				if games >= 20000 && ends[e.ID] == 0 {
					t.Errorf("no game ended by %s", e.ID)
				}
			}
		})
	}
}

// TestHandHistory compares with a map what random games hardly show: positions
// that differ in the player to move only, long chains, and numbers that begin anew.
func TestHandHistory(t *testing.T) {
	type key struct{ me, them, side uint64 }
	h := new(handHistory[handMen])
	h.begin()
	seen := map[key]uint32{}
	r := random.New(1, 0)
	for i := range 100000 {
		switch {
		case i%15000 == 14999:
			if i > 50000 {
				h.count = 1 << 31
			}
			h.begin()
			clear(seen)
		case r.Below(4000) == 0:
			h.forget()
			clear(seen)
		}
		k := key{uint64(r.Below(40)), uint64(r.Below(40)), uint64(r.Below(2))}
		if i/3000%2 == 0 { // all positions differ, so that chains grow long
			k.me = uint64(i) << 8
		}
		seen[k]++
		got := uint32(1)
		men := handMen{k.me, k.them}
		if head := h.chain(men.hash(), k.side); *head <= h.base {
			h.add(head, men)
		} else {
			got = h.again(head, men)
		}
		if got != seen[k] {
			t.Fatalf("position %d, %v: stood %d times, not %d", i, k, got, seen[k])
		}
	}
}
