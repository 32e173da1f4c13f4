package rulesets_test

import (
	"slices"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
)

// Counters of lines of play for games of the gallery. They were written by hand from the
// rules, share nothing with the engine and know nothing of the rule language: a position
// lists the positions that one single move leads to, after every throw where one is due.

// handPosition is a position of a counter.
type handPosition interface{ after() []handPosition }

// countByHand adds the lines of 1, 2, … moves from a position.
func countByHand(p handPosition, lines []uint64) {
	if len(lines) == 0 {
		return
	}
	for _, q := range p.after() {
		lines[0]++
		countByHand(q, lines[1:])
	}
}

// handCounters are the counters by the game, each with how far it counts.
var handCounters = map[string]struct {
	start handPosition
	depth int // counted in the short form of the test
	more  int // deeper in the long one
}{
	"tic-tac-toe":       {handMarks{}, 7, 1},
	"three-mens-morris": {handThree{hand: [2]int{3, 3}}, 7, 1},
	"nine-mens-morris":  {handNine{hand: [2]int{9, 9}}, 4, 1},
	"bagh-chal":         {handTigers(), 4, 1},
	"alquerque":         {handAlquerque(), 7, 1},
	"fox-and-geese":     {handGeese(), 5, 1},
	"royal-game-of-ur":  {handUr{hand: [2]int{7, 7}}, 5, 1},
	"backgammon":        {handTables(), 2, 2},
	"tabula":            {handTabula{hand: [2]int{15, 15}}, 3, 2},
	"konane":            {handStones(), 7, 1},
	"fanorona":          {handFanorona(), 8, 1},
	"latrunculi":        {handLatrunculi(), 3, 1},
	"coriovallum":       {handDogs(), 5, 1},
	"daldos":            {handDalled(), 4, 1},
	"haretavl":          {handHare{hare: -1, hunting: true}, 6, 1},
	"surakarta":         {handSurakarta(), 3, 1},
	"yote":              {handYote(), 3, 1},
	"pachisi":           {handForts(), 4, 1},
	"toguz-korgool":     {handTuz(), 7, 1},
	"congkak":           {handStores(), 6, 1},
	"kalah":             {handPits{houses: 6}.filled(4), 6, 1},
	"omweso":            {handRelay(), 2, 1},

	"international-draughts": {handKings(), 4, 1},
}

// handStarts are where lines are counted from, if not from the beginning.
var handStarts = map[string]string{"international-draughts": handKingsAt, "latrunculi": handSoldiersAt, "coriovallum": handHuntAt, "daldos": handLongDiceAt, "pachisi": handCrossAt, "yote": handHolesAt, "surakarta": handLoopsAt, "toguz-korgool": handTuzAt}

// TestGalleryCounts counts lines of play by both executors and by hand.
func TestGalleryCounts(t *testing.T) {
	ours := bundled.Corpus(t)
	for name, c := range handCounters {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := ours.Find(rulesets.GalleryName + name)
			if d == nil {
				t.Fatal("there is no such game")
			}
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			depth := long.Of(c.depth, c.depth+c.more)
			lines := make([]uint64, depth)
			countByHand(c.start, lines)
			if lines[c.depth-1] > mostCounted {
				t.Fatalf("at depth %d there are %d lines, which is more than are counted in every run", c.depth, lines[c.depth-1])
			}
			countLines(t, g, outsideCount{ruleset: name, lines: lines, at: handStarts[name]})
		})
	}
}

// Tic-tac-toe: a bit set of marks for each sign.
type handMarks struct {
	marks [2]int
	turn  int
}

var handRows = []int{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func handRow(marks int) bool {
	return slices.ContainsFunc(handRows, func(row int) bool { return marks&row == row })
}

func (p handMarks) after() (out []handPosition) {
	if handRow(p.marks[1-p.turn]) {
		return nil
	}
	for c := range 9 {
		if (p.marks[0]|p.marks[1])>>c&1 == 0 {
			q := p
			q.marks[p.turn] |= 1 << c
			q.turn = 1 - p.turn
			out = append(out, q)
		}
	}
	return out
}

// Three men's morris: cells are numbered row by row.
type handThree struct {
	marks [2]int
	hand  [2]int
	turn  int
}

func (p handThree) after() (out []handPosition) {
	if handRow(p.marks[1-p.turn]) {
		return nil
	}
	full := p.marks[0] | p.marks[1]
	for to := range 9 {
		if full>>to&1 == 1 {
			continue
		}
		if p.hand[p.turn] > 0 {
			if full != 0 || to != 4 {
				q := p
				q.marks[p.turn] |= 1 << to
				q.hand[p.turn]--
				q.turn = 1 - p.turn
				out = append(out, q)
			}
			continue
		}
		for from := range 9 {
			if beside := from/3 == to/3 && max(from, to)-min(from, to) == 1 || max(from, to)-min(from, to) == 3; beside && p.marks[p.turn]>>from&1 == 1 {
				q := p
				q.marks[p.turn] ^= 1<<from | 1<<to
				q.turn = 1 - p.turn
				out = append(out, q)
			}
		}
	}
	return out
}

// Nine men's morris: point 8r+i is the i-th of ring r, corners even. Flying and its end
// lie deeper than is counted.
type handNine struct {
	men    [2]int
	hand   [2]int
	turn   int
	remove bool
}

func handMill(men, at int) bool {
	r, i := at/8*8, at%8
	has := func(k int) bool { return men>>k&1 == 1 }
	if i%2 == 0 {
		return has(r+(i+1)%8) && has(r+(i+2)%8) || has(r+(i+7)%8) && has(r+(i+6)%8)
	}
	return has(r+(i+1)%8) && has(r+(i+7)%8) || has(i) && has(8+i) && has(16+i)
}

func (p handNine) after() (out []handPosition) {
	if p.remove {
		enemy := p.men[1-p.turn]
		loose := 0
		for at := range 24 {
			if enemy>>at&1 == 1 && !handMill(enemy, at) {
				loose |= 1 << at
			}
		}
		if loose == 0 {
			loose = enemy
		}
		for at := range 24 {
			if loose>>at&1 == 1 {
				q := p
				q.men[1-p.turn] ^= 1 << at
				q.remove, q.turn = false, 1-p.turn
				out = append(out, q)
			}
		}
		return out
	}
	for at := range 24 {
		if (p.men[0]|p.men[1])>>at&1 == 0 {
			q := p
			q.men[p.turn] |= 1 << at
			q.hand[p.turn]--
			if q.remove = handMill(q.men[p.turn], at); !q.remove {
				q.turn = 1 - p.turn
			}
			out = append(out, q)
		}
	}
	return out
}

// A board of five by five points, of which those whose coordinates make an even sum have
// slanting ways.
type handFive [5][5]byte

func handWays(x, y int, visit func(dx, dy int)) {
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			if (dx != 0 || dy != 0) && (dx == 0 || dy == 0 || (x+y)%2 == 0) {
				visit(dx, dy)
			}
		}
	}
}

// at is what stands on a point, a wall beyond the edge.
func (b *handFive) at(x, y int) byte {
	if x < 0 || y < 0 || x > 4 || y > 4 {
		return '#'
	}
	return b[x][y]
}

// Bagh-Chal: T for a tiger, G for a goat, 0 for nobody.
type handBagh struct {
	board       handFive
	hand, taken int
	hunting     bool
}

func handTigers() handPosition {
	p := handBagh{hand: 20}
	p.board[0][0], p.board[0][4], p.board[4][0], p.board[4][4] = 'T', 'T', 'T', 'T'
	return p
}

func (p handBagh) after() (out []handPosition) {
	if p.taken == 5 {
		return nil
	}
	who := byte('G')
	if p.hunting {
		who = 'T'
	}
	for x := range 5 {
		for y := range 5 {
			if !p.hunting && p.hand > 0 {
				if p.board[x][y] == 0 {
					q := p
					q.board[x][y], q.hand, q.hunting = 'G', p.hand-1, true
					out = append(out, q)
				}
				continue
			}
			if p.board[x][y] != who {
				continue
			}
			handWays(x, y, func(dx, dy int) {
				q := p
				q.board[x][y], q.hunting = 0, !p.hunting
				switch {
				case p.board.at(x+dx, y+dy) == 0:
					q.board[x+dx][y+dy] = who
				case p.hunting && p.board.at(x+dx, y+dy) == 'G' && p.board.at(x+2*dx, y+2*dy) == 0:
					q.board[x+dx][y+dy], q.board[x+2*dx][y+2*dy] = 0, 'T'
					q.taken++
				default:
					return
				}
				out = append(out, q)
			})
		}
	}
	return out
}

// Alquerque: 1 and 2 for the men of the players. A man that has leapt may leap on or stop.
type handAlq struct {
	board handFive
	turn  byte
	leapt bool
	x, y  int // of the man that has leapt
}

func handAlquerque() handPosition {
	p := handAlq{turn: 1}
	for x := range 5 {
		for y := range 2 {
			p.board[x][y], p.board[x][4-y] = 1, 2
		}
	}
	p.board[3][2], p.board[4][2], p.board[0][2], p.board[1][2] = 1, 1, 2, 2
	return p
}

// leaps are the leaps of one man; after each it goes on if it can.
func (p handAlq) leaps(x, y int) (out []handPosition) {
	handWays(x, y, func(dx, dy int) {
		if p.board.at(x+dx, y+dy) != 3-p.turn || p.board.at(x+2*dx, y+2*dy) != 0 {
			return
		}
		q := p
		q.board[x][y], q.board[x+dx][y+dy], q.board[x+2*dx][y+2*dy] = 0, 0, p.turn
		q.leapt, q.x, q.y = true, x+2*dx, y+2*dy
		if len(q.leaps(q.x, q.y)) == 0 {
			q.leapt, q.turn = false, 3-p.turn
		}
		out = append(out, q)
	})
	return out
}

func (p handAlq) after() (out []handPosition) {
	if p.leapt {
		stop := p
		stop.leapt, stop.turn = false, 3-p.turn
		return append(p.leaps(p.x, p.y), stop)
	}
	for x := range 5 {
		for y := range 5 {
			if p.board[x][y] != p.turn {
				continue
			}
			out = append(out, p.leaps(x, y)...)
			handWays(x, y, func(dx, dy int) {
				if p.board.at(x+dx, y+dy) == 0 {
					q := p
					q.board[x][y], q.board[x+dx][y+dy], q.turn = 0, p.turn, 3-p.turn
					out = append(out, q)
				}
			})
		}
	}
	return out
}

// Fox and geese: F for the fox, g for a goose, # where the board has no point. A fox that
// has leapt may leap on or stop.
type handFox struct {
	board [7][7]byte
	state byte // s: the fox is to be set, F or g: who moves, l: the fox has leapt
}

func handGeese() handPosition {
	p := handFox{state: 's'}
	for y, row := range []string{"##...##", "##...##", ".......", ".......", "ggggggg", "##ggg##", "##ggg##"} {
		for x := range row {
			if row[x] != '.' {
				p.board[x][y] = row[x]
			}
		}
	}
	return p
}

func (p *handFox) at(x, y int) byte {
	if x < 0 || y < 0 || x > 6 || y > 6 {
		return '#'
	}
	return p.board[x][y]
}

// moves are what the man on a point can do.
func (p handFox) moves(x, y int) (out []handPosition) {
	handWays(x, y, func(dx, dy int) {
		q := p
		q.board[x][y] = 0
		switch {
		case p.at(x+dx, y+dy) == 0 && p.state == 'g':
			q.board[x+dx][y+dy], q.state = 'g', 'F'
		case p.at(x+dx, y+dy) == 0 && p.state == 'F':
			q.board[x+dx][y+dy], q.state = 'F', 'g'
		case p.state != 'g' && p.at(x+dx, y+dy) == 'g' && p.at(x+2*dx, y+2*dy) == 0:
			q.board[x+dx][y+dy], q.board[x+2*dx][y+2*dy], q.state = 0, 'F', 'l'
			if len(q.moves(x+2*dx, y+2*dy)) == 0 {
				q.state = 'g'
			}
		default:
			return
		}
		out = append(out, q)
	})
	return out
}

func (p handFox) after() (out []handPosition) {
	for x := range 7 {
		for y := range 7 {
			switch man := p.board[x][y]; {
			case p.state == 's' && man == 0:
				q := p
				q.board[x][y], q.state = 'F', 'g'
				out = append(out, q)
			case man == 'F' && (p.state == 'F' || p.state == 'l'), man == 'g' && p.state == 'g':
				out = append(out, p.moves(x, y)...)
			}
		}
	}
	if p.state == 'l' {
		p.state = 'g'
		out = append(out, p)
	}
	return out
}

// The Royal Game of Ur: each player's men on his squares 1 to 14, of which both share 5
// to 12.
type handUr struct {
	on   [2][15]bool
	hand [2]int
	turn int
}

func (p handUr) after() (out []handPosition) {
	for n := range 5 {
		before := len(out)
		for from := range 15 {
			to := from + n
			switch own := &p.on[p.turn]; {
			case n == 0, from == 0 && p.hand[p.turn] == 0, from > 0 && !own[from], to > 15, to < 15 && own[to], to == 8 && p.on[1-p.turn][8]:
				continue
			}
			q := p
			q.on[p.turn][from] = false
			if from == 0 {
				q.hand[p.turn]--
			}
			if to < 15 {
				q.on[p.turn][to] = true
			}
			if to >= 5 && to <= 12 && q.on[1-p.turn][to] {
				q.on[1-p.turn][to] = false
				q.hand[1-p.turn]++
			}
			if to != 4 && to != 8 && to != 14 {
				q.turn = 1 - p.turn
			}
			out = append(out, q)
		}
		if len(out) == before { // nothing can be played
			q := p
			q.turn = 1 - p.turn
			out = append(out, q)
		}
	}
	return out
}

// Backgammon: men on his own points 1 to 24 for each player, 0 is the bar; left are the
// numbers still to be played, none where a throw is due. The first throw, of which each
// player has made one half, is no doublet.
type handBack struct {
	men    [2][25]int
	turn   int
	left   []int
	opened bool
}

func handTables() handPosition {
	var side [25]int
	side[1], side[12], side[17], side[19] = 2, 5, 3, 5
	return handBack{men: [2][25]int{side, side}}
}

// moves are what one number can do, without a look at what comes after it. Bearing off
// lies deeper than is counted.
func (p handBack) moves(n int) (out []handBack) {
	for from := range 25 {
		if p.men[p.turn][from] == 0 || from > 0 && p.men[p.turn][0] > 0 || from+n > 24 || p.men[1-p.turn][25-from-n] > 1 {
			continue
		}
		q := p
		q.men[p.turn][from]--
		q.men[p.turn][from+n]++
		if q.men[1-p.turn][25-from-n] == 1 {
			q.men[1-p.turn][25-from-n] = 0
			q.men[1-p.turn][0]++
		}
		q.left = slices.Clone(p.left)
		i := slices.Index(q.left, n)
		q.left = slices.Delete(q.left, i, i+1)
		out = append(out, q)
	}
	return out
}

// most is the greatest sum that can be played of what is left; with two numbers or four
// alike it plays as many as possible, too.
func (p handBack) most() (sum int) {
	for _, n := range slices.Compact(slices.Sorted(slices.Values(p.left))) {
		for _, q := range p.moves(n) {
			sum = max(sum, n+q.most())
		}
	}
	return sum
}

func (p handBack) after() (out []handPosition) {
	if len(p.left) == 0 {
		for high := 1; high <= 6; high++ {
			for low := 1; low <= high; low++ {
				if high == low && !p.opened {
					continue
				}
				q := p
				q.opened = true
				if q.left = []int{high, low}; high == low {
					q.left = []int{high, high, high, high}
				}
				out = append(out, q.after()...)
			}
		}
		return out
	}
	most := p.most()
	if most == 0 {
		p.left, p.turn = nil, 1-p.turn
		return []handPosition{p}
	}
	for _, n := range slices.Compact(slices.Sorted(slices.Values(p.left))) {
		for _, q := range p.moves(n) {
			if n+q.most() < most {
				continue
			}
			if len(q.left) > 0 && q.most() == 0 { // what is left cannot be played
				q.left = nil
			}
			if len(q.left) == 0 {
				q.turn = 1 - p.turn
			}
			out = append(out, q)
		}
	}
	return out
}

// Tabula: both players go from 1 to 24; left are the numbers still to be played. Leaving
// the board lies deeper than is counted.
type handTabula struct {
	men       [2][25]int
	hand, bar [2]int
	turn      int
	left      []int
}

// moves are what one number can do, without a look at what comes after it.
func (p handTabula) moves(n int) (out []handTabula) {
	me, they := p.turn, 1-p.turn
	for from := range 25 {
		q, to := p, from+n
		waits := p.bar[me] > 0
		switch {
		case from == 0 && waits:
			q.bar[me]--
		case from == 0 && p.hand[me] > 0:
			q.hand[me]--
		case from == 0 || p.men[me][from] == 0 || waits || to > 24 || to > 12 && p.hand[me] > 0:
			continue
		default:
			q.men[me][from]--
		}
		if p.men[they][to] > 1 {
			continue
		}
		q.men[me][to]++
		q.bar[they] += q.men[they][to]
		q.men[they][to] = 0
		q.left = slices.Clone(p.left)
		i := slices.Index(q.left, n)
		q.left = slices.Delete(q.left, i, i+1)
		out = append(out, q)
	}
	return out
}

// most is how many of the numbers left can be played.
func (p handTabula) most() (n int) {
	for _, number := range slices.Compact(slices.Sorted(slices.Values(p.left))) {
		for _, q := range p.moves(number) {
			n = max(n, 1+q.most())
		}
	}
	return n
}

func (p handTabula) after() (out []handPosition) {
	if len(p.left) == 0 {
		for a := 1; a <= 6; a++ {
			for b := 1; b <= a; b++ {
				for c := 1; c <= b; c++ {
					q := p
					q.left = []int{a, b, c}
					out = append(out, q.after()...)
				}
			}
		}
		return out
	}
	most := p.most()
	if most == 0 {
		p.left, p.turn = nil, 1-p.turn
		return []handPosition{p}
	}
	for _, n := range slices.Compact(slices.Sorted(slices.Values(p.left))) {
		for _, q := range p.moves(n) {
			if 1+q.most() < most {
				continue
			}
			if len(q.left) == 0 {
				q.turn = 1 - p.turn
			}
			out = append(out, q)
		}
	}
	return out
}

// Kalah: pits and stores one after another anticlockwise, south's row and store first.
type handPits struct {
	houses int
	seeds  [14]int
	turn   int
	over   bool
}

func (p handPits) filled(n int) handPits {
	for i := range p.houses {
		p.seeds[i], p.seeds[p.houses+1+i] = n, n
	}
	return p
}

func (p handPits) after() (out []handPosition) {
	around, own := 2*p.houses+2, p.turn*(p.houses+1)
	store, others := own+p.houses, (own+2*p.houses+1)%around
	for i := own; i < store && !p.over; i++ {
		if p.seeds[i] == 0 {
			continue
		}
		q, at := p, i
		q.seeds[i] = 0
		for n := p.seeds[i]; n > 0; n-- {
			if at = (at + 1) % around; at == others {
				at = (at + 1) % around
			}
			q.seeds[at]++
		}
		if own <= at && at < store && q.seeds[at] == 1 {
			q.seeds[store] += 1 + q.seeds[2*p.houses-at]
			q.seeds[at], q.seeds[2*p.houses-at] = 0, 0
		}
		if at != store {
			q.turn = 1 - p.turn
		}
		var left [2]int
		for j := range p.houses {
			left[0], left[1] = left[0]+q.seeds[j], left[1]+q.seeds[p.houses+1+j]
		}
		if q.over = left[0] == 0 || left[1] == 0; q.over {
			south, north := q.seeds[p.houses]+left[0], q.seeds[around-1]+left[1]
			q.seeds = [14]int{}
			q.seeds[p.houses], q.seeds[around-1] = south, north
		}
		out = append(out, q)
	}
	return out
}

// Distinct positions, final ones among them, told apart by who is to move as well, are as many as others count.
func TestPitsByHand(t *testing.T) {
	at, got := map[handPosition]bool{handPits{houses: 4}.filled(3): true}, []int{}
	for range 10 {
		next := map[handPosition]bool{}
		for p := range at {
			for _, q := range p.after() {
				next[q] = true
			}
		}
		at = next
		got = append(got, len(at))
	}
	if want := []int{158, 1485, 13275, 101422}; !slices.Equal([]int{got[3], got[5], got[7], got[9]}, want) {
		t.Errorf("%v, and not %v after 4, 6, 8 and 10 moves", got, want)
	}
}
