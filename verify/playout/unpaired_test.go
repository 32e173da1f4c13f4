package playout

import (
	"math"
	"testing"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// Worked values of the literature: Welch's test on samples with known answers, a
// row of Newcombe's table II, and Fisher's tea tasting.
func TestUnpaired(t *testing.T) {
	a, b := []float64{1, 2, 2, 3}, []float64{2, 4, 4, 6, 9}
	d := Welch(a, b, 0.05)
	// means 2 and 5, variances 2/3 and 7
	if !near(d.Value, 3, 1e-12) || d.N != 4 {
		t.Errorf("Welch: %+v", d)
	}
	se := math.Sqrt(2.0/3/4 + 7.0/5)
	df := se * se * se * se / (math.Pow(2.0/3/4, 2)/3 + math.Pow(7.0/5, 2)/4)
	if half := StudentQuantile(0.975, df) * se; !near(d.High-d.Value, half, 1e-9) || !near(d.Value-d.Low, half, 1e-9) {
		t.Errorf("Welch's interval is [%v, %v]", d.Low, d.High)
	}
	if !(d.P > 0.05 && d.P < 0.07) {
		t.Errorf("Welch's chance is %v", d.P)
	}
	if r := Welch(b, a, 0.05); !near(r.Value, -3, 1e-12) || !near(r.P, d.P, 1e-12) {
		t.Errorf("turned round: %+v", r)
	}
	// Newcombe (1998), table II: 56/70 and 48/80, method 10: 0.0524 to 0.3339.
	s := TwoShares(48, 80, 56, 70, 0.05)
	if !near(s.Value, 0.2, 1e-12) || !near(s.Low, 0.0524, 5e-5) || !near(s.High, 0.3339, 5e-5) {
		t.Errorf("Newcombe: %+v", s)
	}
	// The lady tasting tea: 3 of 4 right is 34/70 two-sided; all right 2/70.
	if p := TwoShares(3, 4, 1, 4, 0.05).P; !near(p, 34.0/70, 1e-9) {
		t.Errorf("tea: %v", p)
	}
	if p := TwoShares(0, 4, 4, 4, 0.05).P; !near(p, 2.0/70, 1e-9) {
		t.Errorf("tea, all right: %v", p)
	}
}

// What does not vary gives no spread: equal is the same, unequal is told apart
// only as far as the number of games goes, and too few games say nothing.
func TestUnpairedWithoutSpread(t *testing.T) {
	if d := Welch([]float64{5, 5, 5}, []float64{5, 5}, 0.05); !d.Same || d.P != 1 {
		t.Errorf("equal: %+v", d)
	}
	if d := Welch([]float64{5, 5}, []float64{7, 7}, 0.05); d.Same || d.Value != 2 || !near(d.P, 1.0/3, 1e-9) {
		t.Errorf("two against two: %+v", d)
	}
	if d := Welch([]float64{5}, []float64{7, 8}, 0.05); !math.IsNaN(d.P) {
		t.Errorf("one game: %+v", d)
	}
	if d := TwoShares(0, 50, 0, 80, 0.05); !d.Same || d.P != 1 || d.Low >= 0 || d.High <= 0 {
		t.Errorf("never in either: %+v", d)
	}
	if d := TwoShares(0, 0, 3, 8, 0.05); !math.IsNaN(d.P) {
		t.Errorf("no games: %+v", d)
	}
}
