package random

import "testing"

// The first outputs of xoshiro256** from the state 1, 2, 3, 4, as the authors'
// reference code gives them.
func TestRandomVectors(t *testing.T) {
	r := &Source{s: [4]uint64{1, 2, 3, 4}}
	for i, want := range []uint64{11520, 0, 1509978240, 1215971899390074240, 1216172134540287360, 607988272756665600,
		16172922978634559625, 8476171486693032832, 10595114339597558777, 2904607092377533576} {
		if got := r.Next(); got != want {
			t.Fatalf("output %d is %d, expected %d", i, got, want)
		}
	}
}

func TestBelowIsEven(t *testing.T) {
	r := New(7, 0)
	for _, n := range []int{1, 2, 3, 6, 36, 1000} {
		counts := make([]int, n)
		const each = 2000
		for i := 0; i < n*each; i++ {
			counts[r.Below(n)]++
		}
		chi := 0.0
		for _, c := range counts {
			d := float64(c - each)
			chi += d * d / each
		}
		// The mean of chi-squared is n-1, its variance 2(n-1); six deviations off
		// does not happen by chance, and the seed is fixed.
		if lim := float64(n-1) + 6*1.4143*sqrt(float64(n)); chi > lim {
			t.Errorf("below %d: chi-squared %.1f, at most %.1f expected", n, chi, lim)
		}
	}
}

func sqrt(x float64) float64 {
	z := x
	for i := 0; i < 40; i++ {
		z -= (z*z - x) / (2 * z)
	}
	return z
}

func TestGamesHaveStreamsOfTheirOwn(t *testing.T) {
	a, b, c := New(1, 0), New(1, 1), New(2, 0)
	if x := a.Next(); x == b.Next() || x == c.Next() {
		t.Error("two games, or two seeds, begin alike")
	}
	d := New(1, 1)
	b.Reset(1, 1)
	for i := 0; i < 5; i++ {
		if b.Next() != d.Next() {
			t.Fatal("one seed and game number gave two streams")
		}
	}
}

// Every move is drawn alike, whatever there was before and wherever the moves stand in it.
func TestPickIsEven(t *testing.T) {
	r := New(3, 0)
	for _, before := range [][]int{{0}, {-1}, {0, 1, 2}, {-1, 0, -1, -1}, {0, -1, 1, -1, 2, -1, -1}} {
		n := 0
		for _, i := range before {
			n = max(n, i+1)
		}
		const each = 3000
		counts := make([]int, max(n, 1))
		for range each * len(counts) {
			counts[r.Pick(n, len(before), func(k int) int { return before[k] })]++
		}
		for i, c := range counts {
			if c < each*9/10 || c > each*11/10 {
				t.Errorf("%v: move %d was drawn %d times, about %d expected", before, i, c, each)
			}
		}
	}
}
