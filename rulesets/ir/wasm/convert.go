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
func (f *plan) putState(raw, s []byte) bool {
	p, lay := f.p, f.lay
	clear(raw)
	copy(raw, s[:lay.Left])
	if s[lay.LeftN] > 16 {
		return false
	}
	var agenda uint64
	for i, part := range s[lay.Left : lay.Left+int(s[lay.LeftN])] {
		if !f.packed() {
			raw[lay.Left+i] = part
		}
		agenda |= nibble(part) << (4 * i)
	}
	if f.packed() {
		binary.LittleEndian.PutUint64(raw[f.offAgenda:], agenda)
	}
	for q := range p.Players {
		home := raw[f.offPlayers+q*f.playerSize:]
		for v := range p.Vars {
			d := &p.Vars[v]
			to := home[f.inVars[v]:]
			if d.Common {
				to = raw[f.offCommon[v]:]
			}
			from := s[p.VarAt(v, q):]
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				copy(to, from[:min(lay.Set, 8*f.w)])
			} else {
				binary.LittleEndian.PutUint32(to, uint32(int16(binary.LittleEndian.Uint16(from))))
			}
		}
		copy(home[f.inScore:], s[lay.Scores+4*q:][:4])
		stores := s[lay.Stores+q*len(p.Stores):][:len(p.Stores)]
		for st, n := range stores {
			if f.still[q][st] >= 0 && f.still[q][st] != int(n) {
				return false
			}
		}
		copy(home[f.inStores:], stores)
		if !f.putMen(home, s, q) {
			return false
		}
		if f.cells {
			counts, cells := raw[f.offCells+q:], p.CellOf[q]
			for class := range p.Classes() {
				men := s[lay.Men+(q*p.Classes()+class)*p.Places:][:p.Places]
				for x := 0; x < len(men); x++ {
					if men[x] != 0 {
						counts[cells[x]*f.cellStep()] += men[x]
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
func (f *plan) putMen(home, s []byte, q int) bool {
	p := f.p
	classes := p.Classes()
	for x := 0; x < p.Places; x += 8 {
		var all uint64
		for class := range classes {
			men := s[f.lay.Men+(q*classes+class)*p.Places:][:p.Places]
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
			if counts&^((1<<f.planes-1)*lowest) != 0 {
				return false
			}
			if f.sliced() {
				there := byte(counts * gather >> 56)
				occupied := &home[f.inMen+x/8]
				if *occupied&there != 0 {
					return false
				}
				*occupied |= there
				for m := range f.markCount() {
					home[f.inMen+(1+m)*f.w*8+x/8] |= there * byte(class>>m&1)
				}
				continue
			}
			for i := range f.planes {
				home[f.inMen+(class*f.planes+i)*f.w*8+x/8] = byte(counts >> i & lowest * gather >> 56)
			}
		}
		if f.p.Classes() > 1 && f.planes > 1 && all != 0 {
			for i := range f.planes {
				home[f.inTotal+i*f.w*8+x/8] = byte(all >> i & lowest * gather >> 56)
			}
		}
	}
	return true
}

// appendState appends the state that a frame or a record begins with, in the
// program's layout.
func (f *plan) appendState(b, raw []byte) []byte {
	at := len(b)
	b = append(b, make([]byte, f.lay.Size)...)
	f.toState(b[at:], raw)
	return b
}

// toState writes the state that a frame or a record begins with into s, in the
// program's layout.
func (f *plan) toState(s, raw []byte) {
	p, lay := f.p, f.lay
	clear(s[copy(s, raw[:lay.Left+16]):])
	if end := lay.Left + lay.MaxLeft; end < lay.Left+16 {
		clear(s[end:min(len(s), lay.Left+16)])
	}
	if f.packed() {
		w := binary.LittleEndian.Uint64(raw[f.offAgenda:])
		for i := range min(16, lay.MaxLeft) {
			part := byte(w >> (4 * i) & 15)
			s[lay.Left+i] = part&7 | part&8<<4
		}
	}
	for q := range p.Players {
		home := raw[f.offPlayers+q*f.playerSize:]
		for v := range p.Vars {
			d := &p.Vars[v]
			from := home[f.inVars[v]:]
			if d.Common {
				if q > 0 {
					continue
				}
				from = raw[f.offCommon[v]:]
			}
			to := p.VarAt(v, q)
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				copy(s[to:to+min(lay.Set, 8*f.w)], from)
			} else {
				copy(s[to:to+2], from)
			}
		}
		copy(s[lay.Scores+4*q:lay.Scores+4*q+4], home[f.inScore:])
		copy(s[lay.Stores+q*len(p.Stores):lay.Stores+(q+1)*len(p.Stores)], home[f.inStores:])
		if f.sliced() {
			men := s[lay.Men+q*p.Classes()*p.Places:]
			word := func(set, k int) uint64 {
				return binary.LittleEndian.Uint64(home[f.inMen+(set*f.w+k)*8:])
			}
			for k := range f.w {
				for w := word(0, k); w != 0; w &= w - 1 {
					x, class := bits.TrailingZeros64(w), 0
					for m := range f.markCount() {
						class |= int(word(1+m, k)>>x&1) << m
					}
					men[class*p.Places+64*k+x] = 1
				}
			}
			continue
		}
		for class := range p.Classes() {
			men := s[lay.Men+(q*p.Classes()+class)*p.Places:][:p.Places]
			for i := range f.planes {
				for k := range f.w {
					w := binary.LittleEndian.Uint64(home[f.inMen+((class*f.planes+i)*f.w+k)*8:])
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
