package place

import (
	"testing"

	"pgregory.net/rapid"
)

// Sets behave like maps of numbers, on boards of all sizes, and what is made of a
// set leaves it as it was.
func TestSetsAgainstMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int{24, 64, 65, 128, 129, 200, MaxPlaces}).Draw(t, "places")
		place := rapid.IntRange(0, most-1)
		draw := func(name string) (Set, map[int]bool) {
			var s Set
			m := map[int]bool{}
			for _, p := range rapid.SliceOf(place).Draw(t, name) {
				s = s.With(p)
				m[p] = true
			}
			return s, m
		}
		is := func(what string, s Set, want func(p int) bool) {
			n, first, last := 0, -1, -1
			for p := -1; p <= MaxPlaces; p++ {
				in := p >= 0 && p < MaxPlaces && want(p)
				if s.Has(p) != in {
					t.Fatalf("%s: Has(%d) is %v", what, p, s.Has(p))
				}
				if !in {
					continue
				}
				n++
				last = p
				if first < 0 {
					first = p
				}
			}
			if s.First() != first || s.Last() != last || s.Count() != n || s.Empty() != (n == 0) {
				t.Fatalf("%s: first %d, last %d, %d members; expected %d, %d, %d", what, s.First(), s.Last(), s.Count(), first, last, n)
			}
			list := s.Places()
			if len(list) != n || SetOf(list...) != s {
				t.Fatalf("%s: walked as %v", what, list)
			}
			for i, p := range list {
				if !want(p) || i > 0 && list[i-1] >= p {
					t.Fatalf("%s: walked as %v", what, list)
				}
			}
		}
		a, ma := draw("a")
		b, mb := draw("b")
		p := place.Draw(t, "p")
		is("and", a.And(b), func(p int) bool { return ma[p] && mb[p] })
		is("or", a.Or(b), func(p int) bool { return ma[p] || mb[p] })
		is("minus", a.Minus(b), func(p int) bool { return ma[p] && !mb[p] })
		is("with", a.With(p), func(x int) bool { return ma[x] || x == p })
		is("minus one", a.Minus(SetOf(p)), func(x int) bool { return ma[x] && x != p })
		is("a", a, func(p int) bool { return ma[p] })
		is("b", b, func(p int) bool { return mb[p] })
		if !a.And(b).In(a) || a.In(b) != a.Minus(b).Empty() || (a == b) != (a.In(b) && b.In(a)) {
			t.Fatal("In or ==")
		}
	})
}

func TestFirstN(t *testing.T) {
	for n := 0; n <= MaxPlaces; n++ {
		if c := FirstN(n); c.Count() != n || n > 0 && c.Last() != n-1 {
			t.Errorf("FirstN(%d) has %d, last %d", n, c.Count(), c.Last())
		}
	}
	if FirstN(MaxLines+1) != FirstN(MaxLines) {
		t.Error("FirstN holds more members than there is room for")
	}
}
