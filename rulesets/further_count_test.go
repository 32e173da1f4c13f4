package rulesets_test

import (
	"slices"
	"strconv"
	"strings"
)

// furtherCounters are counters of lines of play of games of testdata/further, by the game, one for
// each of its counts without a source, in the order of these. They were written from the rules, share
// nothing with the engine and know nothing of the rule language.
var furtherCounters = map[string][]handPosition{
	"mu-torere": {handStar{men: [9]int{1, 1, 1, 1, 2, 2, 2, 2, 0}, turn: 1}},
	"go-5":      {handTerritory{wide: 5, men: strings.Repeat(".", 25), turn: 'x', ko: -1}},
	"go-9":      {handTerritory{wide: 9, men: strings.Repeat(".", 81), turn: 'x', ko: -1}},
	"jungle":    {handAnimals()},
	"asalto":    {handFortress()},
	"halma":     {handCamps()},
	"hus":       {handTwos()},
	"dablot-prejjesne": {
		handArmies(),
		handRanked("d4 e5 f4 g5", "c7 e9 f6 f8 h8 i9", "j6", "d6", "g7", "h6"),
		handRanked("e1", "b4 d4", "", "", "c3", "g3"),
	},
	"sahkku":  {handSleepers(), handWoken()},
	"patolli": {handBeans()},
	"fifty-eight-holes": {
		handPegs{holes: [2][31]int{{0: 5}, {0: 5}}},
		handPegs{holes: [2][31]int{{4: 1, 8: 1, 10: 1, 18: 1, 30: 1}, {0: 1, 5: 1, 15: 1, 29: 1, 30: 1}}},
	},
	"nim": {handMatches{3, 4, 5}},
	"agon": {
		handHexMen("a1", "a5 e1 e10 i11 j5 k9", "k11", "a3 b7 c1 g2 g11 k7"),
		handHexMen("f7", "d2 e5 e6 f5 g6 h8", "e4", "c5 d5 d6 f8 g9 h7"),
		handHexMen("f7", "e5 e6 f5 g6 g8 h8", "e4", "c5 d5 d6 f9 i8 j7"),
	},
}

// Eight points in a ring, 0 to 7, and the midst, 8: 1 and 2 for the men of the players, 0 for
// nobody. Into the midst a man goes from beside a man of the other.
type handStar struct {
	men  [9]int
	turn int
}

func (p handStar) after() (out []handPosition) {
	free := 0
	for p.men[free] != 0 {
		free++
	}
	for from, man := range p.men {
		left, right := (from+7)%8, (from+1)%8
		switch {
		case man != p.turn:
			continue
		case from == 8: // from the midst to any point
		case free == 8:
			if p.men[left] == man && p.men[right] == man {
				continue
			}
		case free != left && free != right:
			continue
		}
		q := p
		q.men[from], q.men[free], q.turn = 0, man, 3-man
		out = append(out, q)
	}
	return out
}

// Men x and o on crossings that are numbered row by row; ko is where one may not be laid at
// once, or -1, and passes are those in a row.
type handTerritory struct {
	wide   int
	men    string
	turn   byte
	ko     int
	passes int
}

// group is the men joined to one, and whether any has a free neighbour.
func (p *handTerritory) group(men []byte, at int) (group []int, breathes bool) {
	seen := map[int]bool{at: true}
	for group = []int{at}; len(seen) > 0; {
		before := len(group)
		for _, m := range group {
			for _, n := range p.beside(m) {
				breathes = breathes || men[n] == '.'
				if men[n] == men[at] && !seen[n] {
					seen[n] = true
					group = append(group, n)
				}
			}
		}
		if len(group) == before {
			break
		}
	}
	return group, breathes
}

func (p *handTerritory) beside(at int) (out []int) {
	for _, way := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		x, y := at%p.wide+way[0], at/p.wide+way[1]
		if x >= 0 && y >= 0 && x < p.wide && y < p.wide {
			out = append(out, y*p.wide+x)
		}
	}
	return out
}

func (p handTerritory) after() (out []handPosition) {
	if p.passes == 2 {
		return nil
	}
	other := byte('x' + 'o' - p.turn)
	out = append(out, handTerritory{p.wide, p.men, other, -1, p.passes + 1})
	for at := range len(p.men) {
		if p.men[at] != '.' || at == p.ko {
			continue
		}
		men, taken := []byte(p.men), []int{}
		men[at] = p.turn
		for _, n := range p.beside(at) {
			if men[n] != other {
				continue
			}
			if group, breathes := p.group(men, n); !breathes {
				for _, m := range group {
					men[m] = '.'
				}
				taken = append(taken, group...)
			}
		}
		group, breathes := p.group(men, at)
		if !breathes {
			continue
		}
		q := handTerritory{wide: p.wide, men: string(men), turn: other, ko: -1}
		free := 0
		for _, n := range p.beside(at) {
			if men[n] == '.' {
				free++
			}
		}
		if len(taken) == 1 && len(group) == 1 && free == 1 {
			q.ko = taken[0]
		}
		out = append(out, q)
	}
	return out
}

// Animals from the rat, R, to the elephant, E, by their strength; those of the second player are
// small letters. Cells are numbered row by row, seven to each.
type handBeasts struct {
	men    [63]byte
	second bool
	over   bool
}

func handAnimals() handPosition {
	var p handBeasts
	for y, row := range []string{"T.....L", ".C...D.", "E.W.P.R", ".......", ".......", ".......", "r.p.w.e", ".d...c.", "l.....t"} {
		copy(p.men[7*y:], row)
	}
	return p
}

func handWet(x, y int) bool { return y >= 3 && y <= 5 && x != 0 && x != 3 && x != 6 }

func (p handBeasts) after() (out []handPosition) {
	const strength = "RCDWPTLE"
	if p.over {
		return nil
	}
	side := func(man byte) bool { return man >= 'a' }
	ends := [2]int{3, 59} // the dens
	home, goal := ends[0], ends[1]
	if p.second {
		home, goal = goal, home
	}
	for at, man := range p.men {
		if man == '.' || side(man) != p.second {
			continue
		}
		rank := strings.IndexByte(strength, man&^32)
		for _, way := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			x, y := at%7+way[0], at/7+way[1]
			leaps := man&^32 == 'T' || man&^32 == 'L'
			for leaps && x >= 0 && x < 7 && y >= 0 && y < 9 && handWet(x, y) && p.men[7*y+x] == '.' {
				x, y = x+way[0], y+way[1]
			}
			if x < 0 || y < 0 || x > 6 || y > 8 || 7*y+x == home || handWet(x, y) && man&^32 != 'R' {
				continue
			}
			if met := p.men[7*y+x]; met != '.' {
				other := strings.IndexByte(strength, met&^32)
				d := 7*y + x - home
				trap := d == 1 || d == -1 || d == 7 || d == -7
				beats := trap || rank >= other && !(rank == 7 && other == 0) || rank == 0 && other == 7
				if side(met) == p.second || !beats || handWet(x, y) != handWet(at%7, at/7) {
					if !leaps || side(met) == p.second || !beats {
						continue
					}
				}
			}
			q := p
			q.men[at], q.men[7*y+x], q.second, q.over = '.', man, !p.second, 7*y+x == goal
			out = append(out, q)
		}
	}
	return out
}

// S for a soldier, O for an officer, # where the board has no point. Soldiers never go to a
// greater y; an officer who can leap must, and on and on.
type handStorm struct {
	board    [7][7]byte
	officers bool // to move
	leapt    bool // by the officer on x, y
	x, y     int
}

func handFortress() handPosition {
	var p handStorm
	for y, row := range []string{"##...##", "##O.O##", "SS...SS", "SSSSSSS", "SSSSSSS", "##SSS##", "##SSS##"} {
		for x := range row {
			p.board[x][y] = row[x]
		}
	}
	return p
}

func (p *handStorm) at(x, y int) byte {
	if x < 0 || y < 0 || x > 6 || y > 6 {
		return '#'
	}
	return p.board[x][y]
}

// leaps are those of the officer on x, y.
func (p handStorm) leaps(x, y int) (out []handPosition) {
	handWays(x, y, func(dx, dy int) {
		if p.at(x+dx, y+dy) != 'S' || p.at(x+2*dx, y+2*dy) != '.' {
			return
		}
		q := p
		q.board[x][y], q.board[x+dx][y+dy], q.board[x+2*dx][y+2*dy] = '.', '.', 'O'
		q.x, q.y, q.leapt = x+2*dx, y+2*dy, true
		if q.leapt = len(q.leaps(q.x, q.y)) > 0; !q.leapt {
			q.officers = false
		}
		out = append(out, q)
	})
	return out
}

func (p handStorm) after() (out []handPosition) {
	if p.leapt {
		return p.leaps(p.x, p.y)
	}
	who, within := byte('S'), 0
	if p.officers {
		who = 'O'
	}
	for x := 2; x < 5; x++ {
		for y := range 3 {
			within += strings.Count(string(p.board[x][y]), "S")
		}
	}
	if within == 9 {
		return nil
	}
	for _, leap := range []bool{true, false} {
		for x := range 7 {
			for y := range 7 {
				switch {
				case p.board[x][y] != who:
				case leap && p.officers:
					out = append(out, p.leaps(x, y)...)
				case !leap:
					handWays(x, y, func(dx, dy int) {
						if p.at(x+dx, y+dy) == '.' && (p.officers || dy <= 0) {
							q := p
							q.board[x][y], q.board[x+dx][y+dy], q.officers = '.', who, !p.officers
							out = append(out, q)
						}
					})
				}
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// Men 1 and 2 on sixteen times sixteen squares. A man steps to any neighbour, or leaps over a man
// of whoever, on and on if he likes, and in one turn never to where he has been.
type handLeapers struct {
	men   [16][16]byte
	turn  byte
	leapt bool // by the man on x, y
	x, y  int
	been  [16]uint16
}

func handCamps() handPosition {
	p := handLeapers{turn: 1}
	for y, n := range []int{5, 5, 4, 3, 2} {
		for x := range n {
			p.men[x][y], p.men[15-x][15-y] = 1, 2
		}
	}
	return p
}

func (p *handLeapers) free(x, y int) bool {
	return x >= 0 && y >= 0 && x < 16 && y < 16 && p.men[x][y] == 0 && p.been[x]>>y&1 == 0
}

func (p handLeapers) next() handLeapers {
	p.turn, p.leapt, p.x, p.y, p.been = 3-p.turn, false, 0, 0, [16]uint16{}
	return p
}

// leaps are those of the man on x, y, and steps his steps.
func (p handLeapers) leaps(x, y int) (out []handPosition) {
	for way := range 9 {
		dx, dy := way%3-1, way/3-1
		if !p.free(x+2*dx, y+2*dy) || p.men[x+dx][y+dy] == 0 {
			continue
		}
		q := p
		q.men[x][y], q.men[x+2*dx][y+2*dy] = 0, p.turn
		q.been[x] |= 1 << y
		q.leapt, q.x, q.y = true, x+2*dx, y+2*dy
		if len(q.leaps(q.x, q.y)) == 0 {
			q = q.next()
		}
		out = append(out, q)
	}
	return out
}

func (p handLeapers) steps(x, y int) (out []handPosition) {
	for way := range 9 {
		if dx, dy := way%3-1, way/3-1; p.free(x+dx, y+dy) {
			q := p.next()
			q.men[x][y], q.men[x+dx][y+dy] = 0, p.turn
			out = append(out, q)
		}
	}
	return out
}

func (p handLeapers) after() (out []handPosition) {
	if p.leapt {
		return append(p.leaps(p.x, p.y), p.next())
	}
	for x := range 16 {
		for y := range 16 {
			if p.men[x][y] == p.turn {
				out = append(append(out, p.leaps(x, y)...), p.steps(x, y)...)
			}
		}
	}
	return out
}

// Each player's holes along his way: 0 to 7 are his outer row from the left, 8 to 15 his inner
// one from the right.
type handTwoRows struct {
	seeds [2][16]int
	turn  int
}

func handTwos() handPosition {
	row := [16]int{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}
	return handTwoRows{seeds: [2][16]int{row, row}}
}

func (p handTwoRows) after() (out []handPosition) {
	for from := range 16 {
		if p.seeds[p.turn][from] < 2 {
			continue
		}
		q := p
		q.turn = 1 - p.turn
		own, other := &q.seeds[p.turn], &q.seeds[1-p.turn]
		at, held := from, own[from]
		own[from] = 0
		for {
			for ; held > 0; held-- {
				at = (at + 1) % 16
				own[at]++
			}
			if own[at] < 2 {
				break
			}
			if at >= 8 && other[23-at] > 0 && other[at-8] > 0 {
				held = other[23-at] + other[at-8]
				other[23-at], other[at-8] = 0, 0
				continue
			}
			held, own[at] = own[at], 0
		}
		out = append(out, q)
	}
	return out
}

// Hexagonal cells by row and by the row to the upper left, both from -5 to 5 and 0 in the midst: G and
// Q for a guard and a queen of the first player, g and q for those of the second. A man who stands
// between two of the other is moved home first.
type handHexes struct {
	men  [11][11]byte
	turn int
	over bool
}

// handHexMen lays men on cells as they are called in print, f6 in the midst.
func handHexMen(queen, guards, other, others string) handPosition {
	var p handHexes
	lay := func(man byte, cells string) {
		for cell := range strings.FieldsSeq(cells) {
			n, _ := strconv.Atoi(cell[1:])
			p.men[cell[0]-'a'][n-1] = man
		}
	}
	lay('Q', queen)
	lay('G', guards)
	lay('q', other)
	lay('g', others)
	return p
}

// handRing is how far a cell lies from the midst, and more than 5 where there is none.
func handRing(x, y int) int { return max(x-5, 5-x, y-5, 5-y, x-y, y-x) }

var handSix = [6][2]int{{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}

func (p *handHexes) side(x, y int) int {
	switch {
	case handRing(x, y) > 5 || p.men[x][y] == 0:
		return -1
	case p.men[x][y] >= 'a':
		return 1
	}
	return 0
}

func (p *handHexes) between(x, y int) bool {
	for _, d := range handSix[:3] {
		if p.side(x+d[0], y+d[1]) == 1-p.turn && p.side(x-d[0], y-d[1]) == 1-p.turn {
			return true
		}
	}
	return false
}

func (p handHexes) after() (out []handPosition) {
	if p.over {
		return nil
	}
	var men, caught, queens [][2]int
	for x := range 11 {
		for y := range 11 {
			if p.side(x, y) != p.turn {
				continue
			}
			men = append(men, [2]int{x, y})
			if p.between(x, y) {
				caught = append(caught, [2]int{x, y})
				if p.men[x][y]&^32 == 'Q' {
					queens = append(queens, [2]int{x, y})
				}
			}
		}
	}
	if len(caught) > 0 {
		men = caught
	}
	if len(queens) > 0 {
		men = queens
	}
	for _, from := range men {
		man := p.men[from[0]][from[1]]
		for x := range 11 {
			for y := range 11 {
				if handRing(x, y) > 5 || p.men[x][y] != 0 || p.between(x, y) || man&^32 == 'G' && handRing(x, y) == 0 {
					continue
				}
				if len(caught) == 0 {
					beside := handRing(x-from[0]+5, y-from[1]+5) == 1
					if !beside || handRing(x, y) > handRing(from[0], from[1]) {
						continue
					}
				} else if man&^32 == 'G' && handRing(x, y) < 5 {
					continue
				}
				q := p
				q.men[from[0]][from[1]], q.men[x][y] = 0, man
				guards := 0
				for _, d := range handSix {
					if q.men[5+d[0]][5+d[1]] == 'G'|man&32 {
						guards++
					}
				}
				q.over, q.turn = guards == 6, 1-p.turn
				out = append(out, q)
			}
		}
	}
	return out
}

// Points of a grid six wide and seven high, at even x and y, and those where the slanting lines of
// its squares cross, at odd ones. Men are 1 to 3 by rank, those of the second player negative.
type handRanks struct {
	men   [11][13]int
	turn  int  // 1 or -1
	leapt bool // by the man on x, y, who may go on
	x, y  int
	over  bool
}

// handRanked lays men, of each rank those of the one and of the other, on points as they are called in print.
func handRanked(men ...string) handPosition {
	p := handRanks{turn: 1}
	for i, points := range men {
		for at := range strings.FieldsSeq(points) {
			y, _ := strconv.Atoi(at[1:])
			p.men[at[0]-'a'][y-1] = (i/2 + 1) * (1 - i%2*2)
		}
	}
	return p
}

func handArmies() handPosition {
	p := handRanks{turn: 1}
	lay := func(x, y, rank int) { p.men[x][y], p.men[10-x][12-y] = rank, -rank }
	for x := range 11 {
		for y := range 5 {
			if x%2 == y%2 {
				lay(x, y, 1)
			}
		}
	}
	lay(9, 5, 2)
	lay(10, 6, 3)
	return p
}

// onward is where the line from x, y in a direction has its next point.
func (p *handRanks) onward(x, y, dx, dy int) (int, int, bool) {
	if dx == 0 || dy == 0 {
		if x%2 == 1 {
			return 0, 0, false
		}
		dx, dy = 2*dx, 2*dy
	}
	x, y = x+dx, y+dy
	return x, y, x >= 0 && y >= 0 && x < 11 && y < 13
}

func (p handRanks) from(x, y int, steps bool) (out []handPosition) {
	man := p.men[x][y]
	rank := man * p.turn
	for way := range 9 {
		dx, dy := way%3-1, way/3-1
		x1, y1, there := p.onward(x, y, dx, dy)
		if way == 4 || !there {
			continue
		}
		q := p
		q.men[x][y] = 0
		if met := -p.men[x1][y1] * p.turn; met == 0 && steps {
			q.men[x1][y1], q.turn = man, -p.turn
			out = append(out, q)
		} else if x2, y2, there := p.onward(x1, y1, dx, dy); met > 0 && met <= rank && there && p.men[x2][y2] == 0 {
			q.men[x1][y1], q.men[x2][y2] = 0, man
			q.x, q.y, q.leapt = x2, y2, true
			if q.end(); !q.over && len(q.from(x2, y2, false)) == 0 {
				q.turn, q.leapt = -p.turn, false
			}
			out = append(out, q)
		}
	}
	return out
}

// end notes whether all men of the other are taken, or the kings alone are left.
func (p *handRanks) end() {
	var own, other []int // their ranks
	for x := range p.men {
		for _, man := range p.men[x] {
			switch rank := man * p.turn; {
			case rank > 0:
				own = append(own, rank)
			case rank < 0:
				other = append(other, -rank)
			}
		}
	}
	king := []int{3}
	p.over = len(other) == 0 || slices.Equal(own, king) && slices.Equal(other, king)
}

func (p handRanks) after() (out []handPosition) {
	if p.over {
		return nil
	}
	if p.leapt {
		stop := p
		stop.turn, stop.leapt = -p.turn, false
		return append(p.from(p.x, p.y, false), stop)
	}
	for x := range 11 {
		for y := range 13 {
			if p.men[x][y]*p.turn > 0 {
				out = append(out, p.from(x, y, true)...)
			}
		}
	}
	return out
}

// Each player's soldiers on his own way: 0 to 14 his row, 15 to 29 the middle one, 30 to 44 the
// opponent's, from whose end it goes on at 15; 1 for one that sleeps, 2 for one that is awake. The
// king stands on a place as the first player numbers it. left are the sides of the dice that are
// still to be played, fresh where none of them has been.
type handRecruits struct {
	men   [2][45]byte
	king  int
	owner int // -1 as long as nobody has won him over
	turn  int
	left  []int
	fresh bool
}

func handSleepers() handPosition {
	p := handRecruits{king: 22, owner: -1}
	for i := range 15 {
		p.men[0][i], p.men[1][i] = 1, 1
	}
	return p
}

func handWoken() handPosition {
	return handRecruits{king: 22, owner: -1, men: [2][45]byte{
		{0: 1, 1: 1, 2: 1, 3: 1, 5: 1, 8: 2, 18: 2, 33: 2},
		{0: 1, 1: 1, 4: 1, 21: 2, 24: 2, 37: 2},
	}}
}

// ownPlace is a place of the king as a player numbers it, or one of his as the king's.
func ownPlace(player, at int) int {
	if player == 1 {
		return 44 - at
	}
	return at
}

func (p handRecruits) moves(n int) (out []handRecruits) {
	on := func(at int) int {
		if at == 44 {
			return 15
		}
		return at + 1
	}
	own, front := p.men[p.turn], 44
	for front >= 0 && own[front] != 1 {
		front--
	}
	king := ownPlace(p.turn, p.king)
	for from := range 45 {
		isKing := from == king && p.owner == p.turn
		if own[from] == 0 && !isKing || own[from] == 1 && (n != 1 || from != front) {
			continue
		}
		to, free := from, true
		for i := range n {
			if to = on(to); own[to] != 0 && (!isKing || i == n-1) {
				free = false
			}
		}
		if !free {
			continue
		}
		q := p
		other := &q.men[1-p.turn]
		if isKing {
			q.king = ownPlace(p.turn, to)
		} else {
			if to == king {
				next := on(to)
				if own[next] != 0 {
					continue
				}
				q.king, q.owner = ownPlace(p.turn, next), p.turn
				other[44-next] = 0
			}
			q.men[p.turn][from], q.men[p.turn][to] = 0, 2
		}
		other[44-to] = 0
		i := slices.Index(p.left, n)
		q.left, q.fresh = slices.Delete(slices.Clone(p.left), i, i+1), false
		out = append(out, q)
	}
	return out
}

func (p handRecruits) after() (out []handPosition) {
	if p.men[0] == [45]byte{} || p.men[1] == [45]byte{} {
		return nil
	}
	if len(p.left) == 0 {
		for a := 1; a <= 4; a++ {
			for b := a; b <= 4; b++ {
				for c := b; c <= 4; c++ {
					q := p
					q.left, q.fresh = []int{a, b, c}, true
					out = append(out, q.after()...)
				}
			}
		}
		return out
	}
	for _, side := range slices.Compact(slices.Clone(p.left)) {
		for _, q := range p.moves(side) {
			if len(q.left) == 0 {
				q.turn = 1 - p.turn
			}
			out = append(out, q)
		}
	}
	again := p.fresh && p.left[2] == 1
	if len(out) == 0 && !again { // a pass
		p.left, p.turn = nil, 1-p.turn
		return []handPosition{p}
	}
	if again {
		p.left = nil
		out = append(out, p)
	}
	return out
}

// Five beans and a way of 52 squares, each of which lies 26 further on for the other. Every thirteenth
// is in the midst, where men are sent back. thrown is 0 where a throw is due, else one more than the
// marked sides.
type handStakes struct {
	men         [2][52]bool
	hand, stake [2]int
	turn        int
	thrown      int
}

func handBeans() handPosition {
	p := handStakes{hand: [2]int{2, 3}, stake: [2]int{1, 2}}
	p.men[0][5], p.men[0][12], p.men[0][50] = true, true, true
	p.men[1][2], p.men[1][39], p.men[1][50] = true, true, true
	return p
}

// comes reports whether a man may come to a square, takes whom he meets there, and reports whether his player throws again.
func (p *handStakes) comes(to int) (may, again bool) {
	there := &p.men[1-p.turn][(to+26)%52]
	if p.men[p.turn][to] || *there && to%13 != 0 {
		return false, false
	}
	if *there {
		*there = false
		p.hand[1-p.turn]++
		p.pay(1 - p.turn)
	}
	p.men[p.turn][to] = true
	if at := to % 13; at == 3 || at == 4 || at == 9 || at == 10 {
		p.pay(p.turn)
	}
	return true, to%13 == 6 || to%13 == 7
}

func (p *handStakes) pay(who int) {
	p.stake[who]--
	p.stake[1-who]++
}

// home reports whether all men of a player are.
func (p *handStakes) home(who int) bool { return p.hand[who] == 0 && p.men[who] == [52]bool{} }

func (p handStakes) after() (out []handPosition) {
	if p.home(0) || p.home(1) || p.stake[0] == 0 || p.stake[1] == 0 {
		return nil
	}
	if p.thrown == 0 {
		for n := range 6 {
			q := p
			q.thrown = n + 1
			out = append(out, q.after()...)
		}
		return out
	}
	n := p.thrown - 1
	p.thrown = 0
	add := func(q handStakes, again bool) {
		if !again {
			q.turn = 1 - p.turn
		}
		out = append(out, q)
	}
	if q := p; n == 1 && p.hand[p.turn] > 0 {
		q.hand[p.turn]--
		if may, again := q.comes(0); may {
			add(q, again)
		}
	}
	if n == 5 {
		n = 10
	}
	for from, there := range p.men[p.turn] {
		q := p
		q.men[p.turn][from] = false
		switch {
		case !there || n == 0 || from+n > 52:
		case from+n == 52:
			q.pay(1 - p.turn)
			add(q, false)
		default:
			if may, again := q.comes(from + n); may {
				add(q, again)
			}
		}
	}
	if len(out) == 0 {
		add(p, false)
	}
	return out
}

// Pegs of each on his own thirty holes, of which the last takes any number; 0 is his hand. thrown is
// 0 where a throw is due.
type handPegs struct {
	holes  [2][31]int
	turn   int
	thrown int
}

func (p handPegs) after() (out []handPosition) {
	if p.holes[0] == [31]int{} || p.holes[1] == [31]int{} {
		return nil
	}
	if p.thrown == 0 {
		for n := range 5 {
			q := p
			q.thrown = n + 1
			out = append(out, q.after()...)
		}
		return out
	}
	n := p.thrown
	own := p.holes[p.turn]
	p.thrown = 0
	add := func(from, to int, again bool) {
		q := p
		q.holes[p.turn][from]--
		if to <= 30 {
			q.holes[p.turn][to]++
		}
		if !again {
			q.turn = 1 - p.turn
		}
		out = append(out, q)
	}
	lines := map[int]int{6: 20, 20: 6, 8: 10, 10: 8}
	for from := range 31 {
		switch to := from + n; {
		case own[from] == 0:
		case from == 0:
			if n == 1 && own[1] == 0 {
				add(0, 1, true)
			}
		case from == 30:
			if own[0] == 0 && (n == 1 || n == 5) {
				add(30, 31, false)
			}
		case to > 30 || to < 30 && own[to] > 0:
		default:
			free := true
			for passed := from + 1; passed < to; passed++ {
				free = free && (own[passed] == 0 || passed%5 != 0 || passed == 5)
			}
			end, linked := lines[to]
			if !free || linked && own[end] > 0 {
				continue
			}
			if linked {
				to = end
			}
			add(from, to, false)
		}
	}
	if len(out) == 0 {
		p.turn = 1 - p.turn
		out = append(out, p)
	}
	return out
}

// How many are in each heap.
type handMatches [3]int

func (p handMatches) after() (out []handPosition) {
	for heap, n := range p {
		for left := range n {
			q := p
			q[heap] = left
			out = append(out, q)
		}
	}
	return out
}
