package position

import (
	"encoding/binary"
	"math/bits"

	"github.com/lectio/lectio/rulesets/engine"
)

// Hash returns a 64-bit hash of a state. Of two words at a time the product is folded,
// as wyhash does (Wang Yi), so that there are half as many products to wait for.
func Hash(s *engine.State) uint64 {
	h := uint64(14695981039346656037)
	b := s.Bytes()
	for len(b) >= 16 {
		high, low := bits.Mul64(binary.LittleEndian.Uint64(b)^0xa0761d6478bd642f, binary.LittleEndian.Uint64(b[8:])^h)
		h = high ^ low
		b = b[16:]
	}
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h ^ h>>32
}
