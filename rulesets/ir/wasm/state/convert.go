package state

import (
	"encoding/binary"
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// States and moves come in and go out in the layout of the program.

const (
	lowest = 0x0101010101010101 // the lowest bit of every byte of a word
	gather = 0x0102040810204080 // times a word of such bits has them side by side in its highest byte
)

// PutState writes a state in the program's layout as a frame begins with it. It
// is false where the module cannot hold the state.
func (mem *Memory) PutState(raw, s []byte) bool {
	p, lay := mem.Program, mem.Layout
	clear(raw)
	copy(raw, s[:lay.Left])
	if s[lay.LeftN] > 16 {
		return false
	}
	var agenda uint64
	for i, part := range s[lay.Left : lay.Left+int(s[lay.LeftN])] {
		if !mem.Packed() {
			raw[lay.Left+i] = part
		}
		agenda |= nibble(part) << (4 * i)
	}
	if mem.Packed() {
		binary.LittleEndian.PutUint64(raw[mem.offAgenda:], agenda)
	}
	for q := range p.Players {
		home := raw[mem.offPlayers+q*mem.PlayerSize:]
		for v := range p.Vars {
			d := &p.Vars[v]
			to := home[mem.inVars[v]:]
			if d.Common {
				to = raw[mem.offCommon[v]:]
			}
			from := s[p.VarAt(v, q):]
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				copy(to, from[:min(lay.Set, 8*mem.VarWords(v))])
			} else {
				binary.LittleEndian.PutUint32(to, uint32(int16(binary.LittleEndian.Uint16(from))))
			}
		}
		copy(home[mem.inScore:], s[lay.Scores+4*q:][:4])
		stores := s[lay.Stores+2*q*len(p.Stores):][:2*len(p.Stores)]
		for st, n := range mem.still[q] {
			if n >= 0 && n != int(binary.LittleEndian.Uint16(stores[2*st:])) {
				return false
			}
		}
		copy(home[mem.inStores:], stores)
	}
	for q := range p.Owners() {
		if !mem.putMen(raw[mem.offPlayers+q*mem.PlayerSize:], s, q) {
			return false
		}
		if mem.Cells {
			counts, cells := raw[mem.offCells+q:], p.CellOf[q%len(p.Players)]
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
func (mem *Memory) putMen(home, s []byte, q int) bool {
	p := mem.Program
	classes := p.Classes()
	for x := 0; x < p.Places; x += 8 {
		var all uint64
		for class := range classes {
			men := s[mem.Layout.Men+(q*classes+class)*p.Places:][:p.Places]
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
			if counts&^((1<<mem.Planes-1)*lowest) != 0 {
				return false
			}
			if mem.Sliced() {
				there := byte(counts * gather >> 56)
				occupied := &home[mem.inMen+x/8]
				if *occupied&there != 0 {
					return false
				}
				*occupied |= there
				for m := range mem.markCount() {
					home[mem.inMen+(1+m)*mem.W*8+x/8] |= there * byte(class>>m&1)
				}
				continue
			}
			for i := range mem.Planes {
				home[mem.inMen+(class*mem.Planes+i)*mem.W*8+x/8] = byte(counts >> i & lowest * gather >> 56)
			}
		}
		if mem.Program.Classes() > 1 && mem.Planes > 1 && all != 0 {
			for i := range mem.Planes {
				home[mem.inTotal+i*mem.W*8+x/8] = byte(all >> i & lowest * gather >> 56)
			}
		}
	}
	return true
}

// AppendState appends the state that a frame or a record begins with, in the
// program's layout.
func (mem *Memory) AppendState(b, raw []byte) []byte {
	at := len(b)
	b = append(b, make([]byte, mem.Layout.Size)...)
	mem.ToState(b[at:], raw)
	return b
}

// ToState writes the state that a frame or a record begins with into s, in the
// program's layout.
func (mem *Memory) ToState(s, raw []byte) {
	p, lay := mem.Program, mem.Layout
	clear(s[copy(s, raw[:lay.Left+16]):])
	if end := lay.Left + lay.MaxLeft; end < lay.Left+16 {
		clear(s[end:min(len(s), lay.Left+16)])
	}
	if mem.Packed() {
		w := binary.LittleEndian.Uint64(raw[mem.offAgenda:])
		for i := range min(16, lay.MaxLeft) {
			part := byte(w >> (4 * i) & 15)
			s[lay.Left+i] = part&7 | part&8<<4
		}
	}
	for q := range p.Players {
		home := raw[mem.offPlayers+q*mem.PlayerSize:]
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
				copy(s[to:to+min(lay.Set, 8*mem.VarWords(v))], from)
			} else {
				copy(s[to:to+2], from)
			}
		}
		copy(s[lay.Scores+4*q:lay.Scores+4*q+4], home[mem.inScore:])
		copy(s[lay.Stores+2*q*len(p.Stores):][:2*len(p.Stores)], home[mem.inStores:])
	}
	for q := range p.Owners() {
		home := raw[mem.offPlayers+q*mem.PlayerSize:]
		if mem.Sliced() {
			men := s[lay.Men+q*p.Classes()*p.Places:]
			word := func(set, k int) uint64 {
				return binary.LittleEndian.Uint64(home[mem.inMen+(set*mem.W+k)*8:])
			}
			for k := range mem.W {
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
			for i := range mem.Planes {
				for k := range mem.W {
					w := binary.LittleEndian.Uint64(home[mem.inMen+((class*mem.Planes+i)*mem.W+k)*8:])
					for ; w != 0; w &= w - 1 {
						men[64*k+bits.TrailingZeros64(w)] |= 1 << i
					}
				}
			}
		}
	}
}

// MoveOf reads a move from its word.
func MoveOf(w uint64) engine.Move {
	field := func(b asm.Bits) int { return int(w & b.Mask() >> b.At) }
	place := func(b asm.Bits) int16 { return int16(field(b)) - 1 }
	m := engine.Move{Act: engine.Act(field(MoveAct)), Part: uint8(field(MovePart)), From: place(MoveFrom), To: place(MoveTo), Over: place(MoveOver)}
	switch m.Act {
	case engine.Stop, engine.Pass, engine.ThrowAgain:
		return m
	}
	m.Class, m.Men, m.Sparing, m.Nobodys = uint8(field(MoveClass)), uint8(field(MoveMen)+1), field(MoveSpar) != 0, field(MoveNobodys) != 0
	return m
}

// Opening is the state in which a game begins, as the set-up has it: nobody's turn has begun.
func (mem *Memory) Opening() []byte {
	p := mem.Program
	img := make([]byte, mem.StateEnd)
	add := func(at, f int) { // one more in the planes at at
		for i := 0; i < mem.Planes; i++ {
			b := &img[at+i*mem.W*8+f/8]
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
		home := mem.offPlayers + it.Player*mem.PlayerSize
		if it.Place >= p.Places {
			store := img[home+mem.inStores+2*(it.Place-p.Places):]
			binary.LittleEndian.PutUint16(store, binary.LittleEndian.Uint16(store)+uint16(it.Count))
			continue
		}
		if mem.Sliced() {
			add(home+mem.inMen, it.Place)
			for m := range mem.markCount() {
				if it.Class>>m&1 != 0 {
					add(home+mem.inMen+(1+m)*mem.W*8, it.Place)
				}
			}
		}
		for _, m := range mem.mirrors {
			viewer := it.Player
			if m.enemy {
				viewer = 1 - viewer
			}
			at := mem.offPlayers + viewer*mem.PlayerSize + m.at
			for i := range 8 * m.sp.Words() {
				img[at+i] |= byte(mem.mirrorRowOf(it.Player, it.Place)[m.row/8+i/8] >> (i % 8 * 8))
			}
		}
		for range it.Count * asm.B2i(!mem.Sliced()) {
			add(home+mem.inMen+it.Class*mem.Planes*mem.W*8, it.Place)
			if p.Classes() > 1 && mem.Planes > 1 {
				add(home+mem.inTotal, it.Place)
			}
		}
		if mem.Cells {
			img[mem.offCells+p.CellOf[it.Player%len(p.Players)][it.Place]*mem.cellStep()+it.Player] += byte(it.Count)
		}
	}
	return img
}
