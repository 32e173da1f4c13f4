package solve

import (
	"encoding/binary"
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
)

// A position is kept in few words: of the image of its state those bits that are not the same in all positions, side
// by side. Which these are is not known beforehand: a bit that changes for the first time widens the packing, and what has been
// packed is packed anew.

// packing says which bits of an image are kept, and where.
type packing struct {
	image engine.Image
	first []byte   // the image of the opening position, from which others differ in the bits that are kept
	own   []uint64 // by word of an image: the bits that say which state it is
	mask  []uint64 // … those of them that change
	runs  []run
	words int // of a key
}

// run are bits side by side in an image and in a key.
type run struct {
	word, key int
	mask      uint64 // in the image
	up, down  uint8  // how far they are shifted to the left, or to the right, on the way into the key
}

func newPacking(im engine.Image, first []byte) *packing {
	k := &packing{image: im, first: first, own: make([]uint64, im.Size/8), mask: make([]uint64, im.Size/8)}
	for _, x := range im.Own {
		for i := x[0]; i < x[1]; i++ {
			k.own[i/8] |= 0xff << (i % 8 * 8)
		}
	}
	k.lay()
	return k
}

// wider is the packing that keeps the bits of another mask too.
func (k *packing) wider(more []uint64) *packing {
	out := &packing{image: k.image, first: k.first, own: k.own, mask: make([]uint64, len(k.mask))}
	for w := range out.mask {
		out.mask[w] = k.mask[w] | more[w]
	}
	out.lay()
	return out
}

// lay lays the bits out in keys.
func (k *packing) lay() {
	at := 0
	for w, mask := range k.mask {
		for mask != 0 {
			from := bits.TrailingZeros64(mask)
			n := min(bits.TrailingZeros64(^(mask >> from)), 64-at%64)
			ones := uint64(1)<<n - 1
			r := run{word: w, key: at / 64, mask: ones << from}
			if d := at%64 - from; d >= 0 {
				r.up = uint8(d)
			} else {
				r.down = uint8(-d)
			}
			k.runs = append(k.runs, r)
			mask &^= r.mask
			at += n
		}
	}
	k.words = max(1, (at+63)/64)
}

// pack appends the key of an image to keys. Where bits differ that are not kept it adds them to missing, and the key is not
// that of the position.
func (k *packing) pack(keys []uint64, image []byte, missing []uint64) (_ []uint64, ok bool) {
	ok = !k.differing(image, missing)
	var one uint64
	at := 0
	for i := range k.runs {
		r := &k.runs[i]
		if r.key != at {
			keys = append(keys, one)
			one, at = 0, r.key
		}
		x := (binary.LittleEndian.Uint64(image[8*r.word:]) ^ binary.LittleEndian.Uint64(k.first[8*r.word:])) & r.mask
		one |= x << r.up >> r.down
	}
	return append(keys, one), ok
}

// differing reports whether an image differs from the first in bits that are not kept, and adds these to missing, unless it is nil.
func (k *packing) differing(image []byte, missing []uint64) (any bool) {
	for w, own := range k.own {
		x := binary.LittleEndian.Uint64(image[8*w:]) ^ binary.LittleEndian.Uint64(k.first[8*w:])
		if x = x & own &^ k.mask[w]; x != 0 {
			any = true
			if missing != nil {
				missing[w] |= x
			}
		}
	}
	return any
}

// bits is how many are kept of an image.
func (k *packing) bits() (n int) {
	for _, m := range k.mask {
		n += bits.OnesCount64(m)
	}
	return n
}

// differ are the bits that are kept, as bytes of a state.
func (k *packing) differ() (b []byte) {
	for _, m := range k.mask {
		b = binary.LittleEndian.AppendUint64(b, m)
	}
	return b
}

// unpack writes the image of a key. What has to be worked out from it is not there.
func (k *packing) unpack(image []byte, key []uint64) {
	copy(image, k.first)
	for i := range k.runs {
		r := &k.runs[i]
		x := binary.LittleEndian.Uint64(image[8*r.word:])
		binary.LittleEndian.PutUint64(image[8*r.word:], x^key[r.key]<<r.down>>r.up&r.mask)
	}
}

// table are the keys of positions, one after the other, and where each is found.
type table struct {
	keys  []uint64
	words int      // of a key
	slots []uint32 // one more than the number of a position, by its hash; 0 for none. They are a power of two
	shift uint8    // from a hash to a slot
}

// none is the number of no position.
const none = 1<<32 - 1

func newTable(words, room int) *table {
	t := &table{words: words}
	t.spread(room)
	return t
}

func (t *table) len() int { return len(t.keys) / t.words }

func (t *table) at(i int) []uint64 { return t.keys[i*t.words : (i+1)*t.words] }

func mixed(key []uint64) uint64 {
	h := uint64(0)
	for _, w := range key {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h * 0xd6e8feb86659fd93
}

// find is the number of a key, or none.
func (t *table) find(key []uint64) uint32 {
	mask := uint64(len(t.slots) - 1)
	if t.words == 1 {
		for at := mixed(key) >> t.shift; ; at = (at + 1) & mask {
			if i := t.slots[at]; i == 0 || t.keys[i-1] == key[0] {
				return i - 1
			}
		}
	}
	for at := mixed(key) >> t.shift; ; at = (at + 1) & mask {
		i := t.slots[at]
		if i == 0 || same(t.at(int(i-1)), key) {
			return i - 1
		}
	}
}

func same(a, b []uint64) bool {
	for i, x := range a {
		if x != b[i] {
			return false
		}
	}
	return true
}

// add is the number of a key, which is entered if it is new.
func (t *table) add(key []uint64) uint32 {
	if i := t.find(key); i != none {
		return i
	}
	if 10*(t.len()+1) > 7*len(t.slots) {
		t.spread(t.len() + 1)
	}
	i := uint32(t.len())
	t.keys = append(t.keys, key...)
	t.enter(i)
	return i
}

// empty takes all keys out.
func (t *table) empty() {
	if len(t.keys) > 0 {
		t.keys = t.keys[:0]
		clear(t.slots)
	}
}

// enter enters a position where it will be found.
func (t *table) enter(i uint32) {
	mask := uint64(len(t.slots) - 1)
	at := mixed(t.at(int(i))) >> t.shift
	for t.slots[at] != 0 {
		at = (at + 1) & mask
	}
	t.slots[at] = i + 1
}

// spread makes slots for as many positions and more, and enters those that there are.
func (t *table) spread(room int) {
	size := max(10, bits.Len(uint(room*10/7)))
	t.slots, t.shift = nil, uint8(64-size) // the old ones may go before there are new ones
	t.slots = make([]uint32, 1<<size)
	for i := range t.len() {
		t.enter(uint32(i))
	}
}
