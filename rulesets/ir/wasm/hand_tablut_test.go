package wasm_test

import (
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine/random"
)

// Tablut by its default readings. Places are numbered in the order of their names, file*9 + row.
// Who stands on a file or a row is nine bits, and a table says of a place on a line, and of whom
// stand there, how far the way is free: nothing is walked. The castle counts as a place where
// somebody stands.

// tablutSet is a set of places: 0 to 63, and the others.
type tablutSet [2]uint64

func (s *tablutSet) flip(f int)     { s[f>>6&1] ^= 1 << (f & 63) }
func (s *tablutSet) has(f int) bool { return s[f>>6&1]>>(f&63)&1 != 0 }

const tablutCentre = 40

var (
	tablutFile, tablutRow [81]uint8
	tablutReach           [9][512]uint16 // by place on a line, and who stands there: the places he can go to
	tablutCount           [9][512]uint8  // and how many they are
	tablutNear            [81]tablutSet
	tablutNext            [81][4][2]int8 // in each direction the next place and that beyond; -1 where there is none
	tablutBorder          tablutSet
	tablutCastle          tablutSet // the centre and what is next to it
	tablutMen             [2]tablutSet
)

func init() {
	for at := range 9 {
		for line := range 512 {
			for _, on := range []int{-1, 1} {
				for x := at + on; x >= 0 && x < 9 && line>>x&1 == 0; x += on {
					tablutReach[at][line] |= 1 << x
				}
			}
			tablutCount[at][line] = uint8(bits.OnesCount16(tablutReach[at][line]))
		}
	}
	place := func(file, row int) int {
		if file < 0 || file > 8 || row < 0 || row > 8 {
			return -1
		}
		return 9*file + row
	}
	for f := range 81 {
		file, row := f/9, f%9
		tablutFile[f], tablutRow[f] = uint8(file), uint8(row)
		if file%8 == 0 || row%8 == 0 {
			tablutBorder.flip(f)
		}
		for d, on := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			next := place(file+on[0], row+on[1])
			tablutNext[f][d] = [2]int8{int8(next), int8(place(file+2*on[0], row+2*on[1]))}
			if next >= 0 {
				tablutNear[f].flip(next)
			}
		}
		away := max(file-4, 4-file) + max(row-4, 4-row)
		cross := file == 4 || row == 4
		switch {
		case cross && away <= 2: // the king and his men
			tablutMen[1].flip(f)
		case cross && away >= 3, away == 5 && (file%8 == 0 || row%8 == 0):
			tablutMen[0].flip(f)
		}
	}
	tablutCastle = tablutNear[tablutCentre]
	tablutCastle.flip(tablutCentre)
}

// The ends of Tablut, in the order of the ruleset.
const (
	tablutEscaped = iota
	tablutSurrounded
	tablutShutIn
	tablutRepeated
)

// tablutPosition are the men of both sides and the king.
type tablutPosition [3]uint64

func (m tablutPosition) hash() uint64 {
	return m[0] ^ bits.RotateLeft64(m[1], 29) ^ bits.RotateLeft64(m[2], 47)
}

type handTablut struct {
	history handHistory[tablutPosition]
	men     [2]tablutSet // attackers, defenders with their king
	king    int
	files   [9]uint16 // who stands on each, the castle too
	rows    [9]uint16
}

// flip puts a man of a side on a place or takes him off.
func (p *handTablut) flip(side uint64, f int) {
	p.men[side&1].flip(f)
	if f != tablutCentre {
		file, row := tablutFile[f], tablutRow[f]
		p.files[file] ^= 1 << row
		p.rows[row] ^= 1 << file
	}
}

// tablutBit is the k-th bit of a line.
func tablutBit(line uint16, k uint64) int {
	for ; k > 0; k-- {
		line &= line - 1
	}
	return bits.TrailingZeros16(line)
}

// draw chooses a move of a side; there is none where from is negative.
func (p *handTablut) draw(r *random.Source, side uint64, most bool) (from, to int) {
	var men [16]uint8
	var sums [16]uint64
	i, n := 0, uint64(0)
	for k, w := range p.men[side&1] {
		for ; w != 0; w &= w - 1 {
			f := 64*k + bits.TrailingZeros64(w)
			file, row := tablutFile[f], tablutRow[f]
			n += uint64(tablutCount[row][p.files[file]&511] + tablutCount[file][p.rows[row]&511])
			men[i&15], sums[i&15] = uint8(f), n
			i++
		}
	}
	if n == 0 {
		return -1, -1
	}
	if most {
		return 0, -1
	}
	k := handChoose(r, n)
	for i = 0; sums[i&15] <= k; i++ {
	}
	if i > 0 {
		k -= sums[(i-1)&15]
	}
	from = int(men[i&15])
	file, row := tablutFile[from], tablutRow[from]
	along, across := tablutReach[row][p.files[file]&511], tablutReach[file][p.rows[row]&511]
	left := across & (1<<file - 1) // the files before his come before his own
	if n := uint64(bits.OnesCount16(left)); k < n {
		return from, 9*tablutBit(left, k) + int(row)
	} else {
		k -= n
	}
	if n := uint64(bits.OnesCount16(along)); k < n {
		return from, 9*int(file) + tablutBit(along, k)
	} else {
		k -= n
	}
	return from, 9*tablutBit(across&^left, k) + int(row)
}

// taken takes the men of the other side who are enclosed by the man who has come to a place, and
// reports how many, and whether the king is enclosed.
func (p *handTablut) taken(side uint64, to int) (n uint8, king bool) {
	near, them := &tablutNear[to], &p.men[side&1^1]
	if near[0]&them[0]|near[1]&them[1] == 0 {
		return 0, false
	}
	for _, x := range tablutNext[to] {
		next, beyond := int(x[0]), int(x[1])
		if beyond < 0 || !them.has(next) || !p.men[side&1].has(beyond) {
			continue
		}
		if next == p.king {
			king = true
			continue
		}
		p.flip(side^1, next)
		n++
	}
	return n, king
}

// surrounded reports whether the attackers have taken the king, whom the last of them encloses or not.
func (p *handTablut) surrounded(enclosed bool) bool {
	if !tablutCastle.has(p.king) {
		return enclosed
	}
	near, men := tablutNear[p.king], p.men[0]
	if near.has(tablutCentre) {
		near.flip(tablutCentre)
	}
	return near[0]&^men[0]|near[1]&^men[1] == 0
}

func (p *handTablut) play(seed, game uint64, maxPlies int, g *handGame) {
	h := &p.history
	var r random.Source
	r.Reset(seed, game)
	g.end, g.winner, g.off = -1, -1, [2]uint8{}
	p.men, p.king, p.files, p.rows = [2]tablutSet{}, tablutCentre, [9]uint16{4: 1 << 4}, [9]uint16{4: 1 << 4}
	for side := range uint64(2) {
		for f := range 81 {
			if tablutMen[side].has(f) {
				p.flip(side, f)
			}
		}
	}
	side := uint64(0)
	plies := 0
	h.begin()
	for ; ; side ^= 1 {
		men := tablutPosition{p.men[0][0], p.men[1][0], p.men[0][1] | p.men[1][1]<<17 | uint64(p.king)<<34}
		if head := h.chain(men.hash(), side); *head <= h.base {
			h.add(head, men)
		} else if h.again(head, men) >= 3 {
			g.end = tablutRepeated
			break
		}
		from, to := p.draw(&r, side, plies >= maxPlies)
		if from < 0 {
			g.end, g.winner = tablutShutIn, int(side^1)
			break
		}
		if to < 0 {
			break
		}
		plies++
		p.flip(side, from)
		p.flip(side, to)
		if from == p.king {
			p.king = to
		}
		n, king := p.taken(side, to)
		if n > 0 {
			g.off[side^1] += n
			h.forget()
		}
		if side == 1 && tablutBorder.has(p.king) {
			g.end, g.winner = tablutEscaped, 1
			break
		}
		if side == 0 && p.surrounded(king) {
			g.end, g.winner = tablutSurrounded, 0
			break
		}
	}
	g.plies, g.passes, g.mover, g.next = plies, 0, int(side), uint32(r.Next()>>32)
	for q := range 2 {
		for f := range 81 {
			g.men[q][f] = uint8(b2i(p.men[q].has(f)))
		}
	}
}
