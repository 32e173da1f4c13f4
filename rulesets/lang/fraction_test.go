package lang

import "testing"

// Fractions are written in one way only, as numbers are.
func TestParseFraction(t *testing.T) {
	for _, x := range []struct {
		text string
		n, d int
		ok   bool
	}{
		{"1", 1, 1, true}, {"-1", -1, 1, true}, {"1/3", 1, 3, true}, {" 13 / 2 ", 13, 2, true},
		{text: "01/3"}, {text: "1/03"}, {text: "+1"}, {text: "1/0"}, {text: "1/-2"}, {text: "1/"}, {text: ""},
	} {
		n, d, ok := ParseFraction(x.text)
		if ok != x.ok || ok && (n != x.n || d != x.d) {
			t.Errorf("%q: %d/%d, %v", x.text, n, d, ok)
		}
	}
}

func TestFraction(t *testing.T) {
	for _, x := range []struct {
		n, d int
		want string
	}{{0, 6, "0"}, {6, 36, "1/6"}, {-6, 4, "-3/2"}, {12, 4, "3"}, {13, 2, "13/2"}} {
		if got := Fraction(x.n, x.d); got != x.want {
			t.Errorf("%d/%d is written %s, want %s", x.n, x.d, got, x.want)
		}
	}
}

func TestLCM(t *testing.T) {
	for _, x := range [][3]int{{1, 7, 7}, {4, 6, 12}, {6, 3, 6}} {
		if got := LCM(x[0], x[1]); got != x[2] {
			t.Errorf("%d and %d: %d, want %d", x[0], x[1], got, x[2])
		}
	}
}
