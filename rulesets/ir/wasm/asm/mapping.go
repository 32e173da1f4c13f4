package asm

import (
	"fmt"
	"math/bits"
	"slices"
)

// mapping is a table that takes a set of one kind of place to a set of another:
// the union of what each member stands for.
type mapping struct {
	in, out  int // bits
	at       int
	chunk    int // bits of input looked up at once
	perRow   int // bytes of the table of one variant; 0: all variants are alike
	same     bool
	shifts   []shifted // where few shifts do it
	variants int
	rows     []row // of the table, one for each chunk
	runs     []run // long stretches that are shifted, by an amount that goes by the variant
}

// row is the part of a table that is about a chunk: the words of the outcome of which it says anything, and where
// it begins.
type row struct {
	words []int
	at    int
}

// run is a stretch of places that a variant of a mapping moves alike: to greater
// numbers or to lesser ones, by what its table says, under the mask beside it.
type run struct {
	up   bool
	by   []int // by variant: the amount,
	mask [][]uint64
	at   int // of rows with both
}

type shifted struct {
	by   int // to greater places when positive
	mask []uint64
}

// WordsFor is how many words a set of n bits has.
func WordsFor(n int) int { return max(1, (n+63)/64) }

// NewMapping tabulates images of the bits 0..in-1 for a number of variants (players, or parts).
func (own *Module) NewMapping(key string, in, out, variants int, image func(variant, i int) []int) *mapping {
	if m := own.maps[key]; m != nil {
		return m
	}
	m := &mapping{in: in, out: out, variants: variants}
	own.maps[key] = m
	ow := WordsFor(out)
	img := make([][][]uint64, variants)
	alike := true
	for v := range img {
		img[v] = make([][]uint64, in)
		for i := range img[v] {
			w := make([]uint64, ow)
			for _, t := range image(v, i) {
				w[t/64] |= 1 << (t % 64)
			}
			img[v][i] = w
			alike = alike && slices.Equal(w, img[0][i])
		}
	}
	if alike {
		m.variants = 1
		most := 3
		if ow > 2 { // tables are long then: random games of taking whole groups on 19 by 19 took two to five times as long by them, measured on 2026-11-29
			most = 8
		}
		if m.shifts = shiftsOf(in, out, func(i int) []int { return image(0, i) }); len(m.shifts) <= most && WordsFor(in) == ow {
			m.same = len(m.shifts) == 1 && m.shifts[0].by == 0 && members(m.shifts[0].mask) == in
			return m
		}
		m.shifts = nil
	}
	img = own.takeRuns(m, img, in, ow)
	m.chunk = 8
	if (in+7)/8*256*ow*8*m.variants > 16<<10 {
		m.chunk = 4
	}
	var b []byte
	for v := range m.variants {
		for from := 0; from < in; from += m.chunk {
			members := min(m.chunk, in-from)
			if v == 0 {
				m.rows = append(m.rows, row{wordsOf(img, from, members), len(b)})
			}
			words := m.rows[from/m.chunk].words
			n := len(words)
			images := make([]uint64, n<<m.chunk) // of each set of the bits of the row
			for k := 1; k < 1<<m.chunk; k++ {
				w := images[k*n:][:n]
				copy(w, images[(k&(k-1))*n:])
				if i := bits.TrailingZeros(uint(k)); i < members {
					for j, word := range words {
						w[j] |= img[v][from+i][word]
					}
				}
			}
			b = Words(b, images...)
		}
	}
	m.at = own.Table(b)
	if m.variants > 1 {
		m.perRow = len(b) / m.variants
	}
	return m
}

// wordsOf are the words of the outcome of which any variant of some members from one on says anything.
func wordsOf(img [][][]uint64, from, members int) (words []int) {
	for j := range img[0][from] {
		for v := range img {
			if slices.ContainsFunc(img[v][from:][:members], func(of []uint64) bool { return of[j] != 0 }) {
				words = append(words, j)
				break
			}
		}
	}
	return words
}

// takeRuns takes out of a map that goes by variant what is a long shift in each:
// of a track that runs on, all but its turns.
func (own *Module) takeRuns(m *mapping, img [][][]uint64, in, ow int) [][][]uint64 {
	if m.variants < 2 || WordsFor(in) != ow || in < 32 {
		return img
	}
	for _, up := range []bool{true, false} {
		var b []byte
		x := run{up: up}
		taken := 0
		for v := range img {
			count := map[int]int{}
			best, most := 0, 0
			each := func(f func(i, d int)) {
				for i := range img[v] {
					t, n := 0, 0
					for j, y := range img[v][i] {
						for k := 0; k < 64; k++ {
							if y>>k&1 != 0 {
								t, n = 64*j+k, n+1
							}
						}
					}
					if n == 1 && (t > i) == up && t != i && t-i < 64 && i-t < 64 {
						f(i, t-i)
					}
				}
			}
			each(func(_, d int) {
				if count[d]++; count[d] > most || count[d] == most && d < best {
					best, most = d, count[d]
				}
			})
			mask := make([]uint64, ow)
			each(func(i, d int) {
				if d == best {
					mask[i/64] |= 1 << (i % 64)
					img[v][i] = make([]uint64, ow)
					taken++
				}
			})
			b = Words(b, uint64(max(best, -best)))
			b = Words(b, mask...)
			x.by, x.mask = append(x.by, max(best, -best)), append(x.mask, mask)
		}
		if taken > 0 {
			x.at = own.Table(b)
			m.runs = append(m.runs, x)
		}
	}
	return img
}

// shiftsOf writes a map as shifts under masks, of less than a word each.
func shiftsOf(in, out int, image func(i int) []int) []shifted {
	var list []shifted
	for i := 0; i < in; i++ {
		for _, t := range image(i) {
			found := false
			for k := range list {
				if list[k].by == t-i {
					list[k].mask[i/64] |= 1 << (i % 64)
					found = true
				}
			}
			if !found {
				s := shifted{t - i, make([]uint64, WordsFor(in))}
				s.mask[i/64] |= 1 << (i % 64)
				list = append(list, s)
			}
		}
	}
	for _, s := range list {
		if s.by >= 64 || s.by <= -64 {
			return make([]shifted, 99)
		}
	}
	return list
}

// members is how many bits words have.
func members(words []uint64) (n int) {
	for _, w := range words {
		n += bits.OnesCount64(w)
	}
	return n
}

// Apply emits the mapping of s; variant picks the table where there are several.
func (c *Func) Apply(m *mapping, s Set, variant Num) Set {
	s = s[:min(len(s), WordsFor(m.in))] // a set of places is as wide as one of lines
	if m.same {
		return c.Mask(s, m.in)
	}
	if m.shifts != nil || m.chunk == 0 {
		out := None(WordsFor(m.out))
		for _, x := range m.shifts {
			out = c.Ors(out, c.shifted(s, x.mask, max(x.by, -x.by), x.by >= 0))
		}
		return out
	}
	base, by := Lit(0), 0
	switch {
	case m.perRow > 0 && variant.Known:
		by = variant.Value * m.perRow
	case m.perRow > 0:
		base = c.Mul(variant, Lit(m.perRow))
	}
	return c.Ors(c.shiftRuns(m, s, variant), c.lookUp(m, s, base, by))
}

// shifted is what of a set lies under a mask, moved to greater places or to lesser ones.
func (c *Func) shifted(s Set, masks []uint64, by int, up bool) Set {
	t := make(Set, len(masks))
	for i, mask := range masks {
		if len(masks) == 1 && !up && s[i].most()&^mask>>by == 0 {
			mask = ^uint64(0) // what is masked off is shifted out
		}
		t[i] = c.AndW(s[i], LitW(mask))
	}
	return c.Shift(t, Lit(by), !up)
}

// shiftRuns is what the long stretches of a set come to that are shifted.
func (c *Func) shiftRuns(m *mapping, s Set, variant Num) Set {
	ow := WordsFor(m.out)
	out := None(ow)
	if len(m.runs) > 0 && !variant.Known {
		c.Tabled(c.Mul(variant, Lit(8*(ow+1))))
	}
	for _, x := range m.runs {
		if variant.Known {
			out = c.Ors(out, c.shifted(s, x.mask[variant.Value], x.by[variant.Value], x.up))
			continue
		}
		row := c.Mul(variant, Lit(8*(ow+1)))
		c.Push(row)
		c.Load64(x.at)
		c.Op(I32Wrap)
		by := c.Keep()
		t := make(Set, ow)
		for j := range t {
			t[j] = c.AndW(s[j], c.WordAt(row, x.at+8+8*j))
		}
		out = c.Ors(out, c.Shift(t, by, !x.up))
	}
	return out
}

// lookUp is what the tables of a mapping say of a set, chunk by chunk.
func (c *Func) lookUp(m *mapping, s Set, base Num, by int) Set {
	ow := WordsFor(m.out)
	out := None(ow)
	for r, about := range m.rows {
		n := len(about.words)
		if n == 0 {
			continue
		}
		// the members of the chunk as the offset of what it says: shifted that far at once
		x := s[r*m.chunk/64]
		size := bits.TrailingZeros(uint(n * 8)) // of that, as far as it is a power of two
		if by := r*m.chunk%64 - size; by >= 0 {
			x = c.ShrW(x, LitW(uint64(by)))
		} else {
			x = c.ShlW(x, LitW(uint64(-by)))
		}
		x = c.AndW(x, LitW((1<<m.chunk-1)<<size))
		if x.Known && x.Value == 0 {
			continue
		}
		a := c.Add(base, c.Mul(c.Narrow(x), Lit(n*8>>size)))
		c.Tabled(a)
		for k, w := range about.words {
			out[w] = c.OrW(out[w], c.WordAt(a, m.at+by+about.at+8*k))
		}
	}
	return out
}

// Mask cuts a set to the bits 0..n-1.
func (c *Func) Mask(s Set, n int) Set {
	if n >= 64*len(s) {
		return s
	}
	out := make(Set, len(s))
	for i := range s {
		out[i] = c.AndW(s[i], LitW(Ones(n-64*i)))
	}
	return out
}

// Ones has the n lowest bits.
func Ones(n int) uint64 {
	switch {
	case n <= 0:
		return 0
	case n >= 64:
		return ^uint64(0)
	}
	return 1<<n - 1
}

// Constant is a set that is always the same.
func Constant(w []uint64) Set {
	s := make(Set, len(w))
	for i := range w {
		s[i] = LitW(w[i])
	}
	return s
}

// RowOf loads a set from a table.
func (c *Func) RowOf(rows [][]uint64, i Num, w int) Set {
	at := c.Module.Once(fmt.Sprint("rows ", rows), func() (b []byte) {
		for _, r := range rows {
			b = Words(b, r...)
		}
		return b
	})
	if i.Known {
		return Constant(rows[i.Value])
	}
	a := c.Mul(i, Lit(8*w))
	c.Tabled(a)
	out := make(Set, w)
	for k := range out {
		var most uint64
		for _, r := range rows {
			most |= r[k]
		}
		out[k] = c.WordAt(a, at+8*k).Within(most)
	}
	return out
}
