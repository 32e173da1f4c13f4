package measure

import "testing"

// A share that is not all is not printed as all, nor one that is not nothing as nothing.
func TestPercent(t *testing.T) {
	for x, want := range map[float64]string{0: "0 %", 1: "100 %", 0.4712: "47.1 %", 0.995: "99.5 %", 0.9996: "99.96 %", 0.004: "0.4 %",
		0.00001: "0.001 %", 0.000001: "less than 0.001 %", 0.9999999: "more than 99.999 %"} {
		if got := Percent(x); got != want {
			t.Errorf("%v is written %s, expected %s", x, got, want)
		}
	}
}
