package wasm

import (
	"encoding/binary"
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
)

// States and moves come in and go out in the layout of the program.

const (
	lowest = 0x0101010101010101 // the lowest bit of every byte of a word
	gather = 0x0102040810204080 // times a word of such bits has them side by side in its highest byte
)

// putState writes a state in the program's layout as a frame begins with it. It
// is false where the module cannot hold the state.
func (mem *plan) putState(raw, s []byte) bool {
	p, lay := mem.p, mem.lay
	clear(raw)
	copy(raw, s[:lay.Left])
	if s[lay.LeftN] > 16 {
		return false
	}
	var agenda uint64
	for i, part := range s[lay.Left : lay.Left+int(s[lay.LeftN])] {
		if !mem.packed() {
			raw[lay.Left+i] = part
		}
		agenda |= nibble(part) << (4 * i)
	}
	if mem.packed() {
		binary.LittleEndian.PutUint64(raw[mem.offAgenda:], agenda)
	}
	for q := range p.Players {
		home := raw[mem.offPlayers+q*mem.playerSize:]
		for v := range p.Vars {
			d := &p.Vars[v]
			to := home[mem.inVars[v]:]
			if d.Common {
				to = raw[mem.offCommon[v]:]
			}
			from := s[p.VarAt(v, q):]
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				copy(to, from[:min(lay.Set, 8*mem.w)])
			} else {
				binary.LittleEndian.PutUint32(to, uint32(int16(binary.LittleEndian.Uint16(from))))
			}
		}
		copy(home[mem.inScore:], s[lay.Scores+4*q:][:4])
		stores := s[lay.Stores+q*len(p.Stores):][:len(p.Stores)]
		for st, n := range stores {
			if mem.still[q][st] >= 0 && mem.still[q][st] != int(n) {
				return false
			}
		}
		copy(home[mem.inStores:], stores)
		if !mem.putMen(home, s, q) {
			return false
		}
		if mem.cells {
			counts, cells := raw[mem.offCells+q:], p.CellOf[q]
			for class := range p.Classes() {
				men := s[lay.Men+(q*p.Classes()+class)*p.Places:][:p.Places]
				for x := 0; x < len(men); x++ {
					if men[x] != 0 {
						counts[cells[x]*mem.cellStep()] += men[x]
					} else if x+8 <= len(men) && binary.LittleEndian.Uint64(men[x:]) == 0 {
						x += 7
					}
				}
			}
		}
	}
	return true
}

// putMen writes the men of a player into his block, bit by bit of their count,
// eight places at a time. It is false where a place has more than there are bits for.
func (mem *plan) putMen(home, s []byte, q int) bool {
	p := mem.p
	classes := p.Classes()
	for x := 0; x < p.Places; x += 8 {
		var all uint64
		for class := range classes {
			men := s[mem.lay.Men+(q*classes+class)*p.Places:][:p.Places]
			var counts uint64
			if len(men) >= x+8 {
				counts = binary.LittleEndian.Uint64(men[x:])
			} else {
				for k, n := range men[x:] {
					counts |= uint64(n) << (8 * k)
				}
			}
			if counts == 0 {
				continue
			}
			all += counts
			if counts&^((1<<mem.planes-1)*lowest) != 0 {
				return false
			}
			if mem.sliced() {
				there := byte(counts * gather >> 56)
				occupied := &home[mem.inMen+x/8]
				if *occupied&there != 0 {
					return false
				}
				*occupied |= there
				for m := range mem.markCount() {
					home[mem.inMen+(1+m)*mem.w*8+x/8] |= there * byte(class>>m&1)
				}
				continue
			}
			for i := range mem.planes {
				home[mem.inMen+(class*mem.planes+i)*mem.w*8+x/8] = byte(counts >> i & lowest * gather >> 56)
			}
		}
		if mem.p.Classes() > 1 && mem.planes > 1 && all != 0 {
			for i := range mem.planes {
				home[mem.inTotal+i*mem.w*8+x/8] = byte(all >> i & lowest * gather >> 56)
			}
		}
	}
	return true
}

// appendState appends the state that a frame or a record begins with, in the
// program's layout.
func (mem *plan) appendState(b, raw []byte) []byte {
	at := len(b)
	b = append(b, make([]byte, mem.lay.Size)...)
	mem.toState(b[at:], raw)
	return b
}

// toState writes the state that a frame or a record begins with into s, in the
// program's layout.
func (mem *plan) toState(s, raw []byte) {
	p, lay := mem.p, mem.lay
	clear(s[copy(s, raw[:lay.Left+16]):])
	if end := lay.Left + lay.MaxLeft; end < lay.Left+16 {
		clear(s[end:min(len(s), lay.Left+16)])
	}
	if mem.packed() {
		w := binary.LittleEndian.Uint64(raw[mem.offAgenda:])
		for i := range min(16, lay.MaxLeft) {
			part := byte(w >> (4 * i) & 15)
			s[lay.Left+i] = part&7 | part&8<<4
		}
	}
	for q := range p.Players {
		home := raw[mem.offPlayers+q*mem.playerSize:]
		for v := range p.Vars {
			d := &p.Vars[v]
			from := home[mem.inVars[v]:]
			if d.Common {
				if q > 0 {
					continue
				}
				from = raw[mem.offCommon[v]:]
			}
			to := p.VarAt(v, q)
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				copy(s[to:to+min(lay.Set, 8*mem.w)], from)
			} else {
				copy(s[to:to+2], from)
			}
		}
		copy(s[lay.Scores+4*q:lay.Scores+4*q+4], home[mem.inScore:])
		copy(s[lay.Stores+q*len(p.Stores):lay.Stores+(q+1)*len(p.Stores)], home[mem.inStores:])
		if mem.sliced() {
			men := s[lay.Men+q*p.Classes()*p.Places:]
			word := func(set, k int) uint64 {
				return binary.LittleEndian.Uint64(home[mem.inMen+(set*mem.w+k)*8:])
			}
			for k := range mem.w {
				for w := word(0, k); w != 0; w &= w - 1 {
					x, class := bits.TrailingZeros64(w), 0
					for m := range mem.markCount() {
						class |= int(word(1+m, k)>>x&1) << m
					}
					men[class*p.Places+64*k+x] = 1
				}
			}
			continue
		}
		for class := range p.Classes() {
			men := s[lay.Men+(q*p.Classes()+class)*p.Places:][:p.Places]
			for i := range mem.planes {
				for k := range mem.w {
					w := binary.LittleEndian.Uint64(home[mem.inMen+((class*mem.planes+i)*mem.w+k)*8:])
					for ; w != 0; w &= w - 1 {
						men[64*k+bits.TrailingZeros64(w)] |= 1 << i
					}
				}
			}
		}
	}
}

// moveOf reads a move from its word.
func moveOf(w uint64) engine.Move {
	field := func(shift int) uint8 { return uint8(w >> shift) }
	place := func(shift int) int16 { return int16(field(shift)) - 1 }
	m := engine.Move{Act: engine.Act(field(0)), Part: field(mvPart), From: place(mvFrom), To: place(mvTo), Over: place(mvOver)}
	switch m.Act {
	case engine.Stop, engine.Pass, engine.ThrowAgain:
		return m
	}
	m.Class, m.Men, m.Sparing = field(mvClass), field(mvMen)+1, field(mvSpar)&1 != 0
	return m
}

// opening is the state in which a game begins, as the set-up has it: nobody's turn has begun.
func (mem *plan) opening() []byte {
	p := mem.p
	img := make([]byte, mem.stateEnd)
	add := func(at, f int) { // one more in the planes at at
		for i := 0; i < mem.planes; i++ {
			b := &img[at+i*mem.w*8+f/8]
			*b ^= 1 << (f % 8)
			if *b>>(f%8)&1 != 0 {
				break // no carry
			}
		}
	}
	if mem.sums {
		mem.countSetUp(img)
	}
	for _, it := range p.Setup {
		home := mem.offPlayers + it.Player*mem.playerSize
		if it.Place >= p.Places {
			img[home+mem.inStores+it.Place-p.Places] += byte(it.Count)
			continue
		}
		if mem.sliced() {
			add(home+mem.inMen, it.Place)
			for m := range mem.markCount() {
				if it.Class>>m&1 != 0 {
					add(home+mem.inMen+(1+m)*mem.w*8, it.Place)
				}
			}
		}
		for _, m := range mem.mirrors {
			viewer := it.Player
			if m.enemy {
				viewer = 1 - viewer
			}
			at := mem.offPlayers + viewer*mem.playerSize + m.at
			for i := range 8 * m.sp.Words() {
				img[at+i] |= byte(mem.mirrorRowOf(it.Player, it.Place)[m.row/8+i/8] >> (i % 8 * 8))
			}
		}
		for range it.Count * b2i(!mem.sliced()) {
			add(home+mem.inMen+it.Class*mem.planes*mem.w*8, it.Place)
			if p.Classes() > 1 && mem.planes > 1 {
				add(home+mem.inTotal, it.Place)
			}
		}
		if mem.cells {
			img[mem.offCells+p.CellOf[it.Player][it.Place]*mem.cellStep()+it.Player] += byte(it.Count)
		}
	}
	return img
}
