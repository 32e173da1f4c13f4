package long

import "testing"

func TestForm(t *testing.T) {
	for value, want := range map[string]bool{"": false, "0": false, "1": true, "yes": true} {
		t.Setenv("LECTIO_LONG", value)
		if got := Form(); got != want {
			t.Errorf("LECTIO_LONG=%q: Form() = %v, want %v", value, got, want)
		}
		if got, want := Of(3, 40), map[bool]int{false: 3, true: 40}[want]; got != want {
			t.Errorf("LECTIO_LONG=%q: Of(3, 40) = %d, want %d", value, got, want)
		}
	}
}

func TestGrowth(t *testing.T) {
	sum := 0
	again := func(turns int) {
		for i := range turns {
			sum += i ^ sum
		}
	}
	const unit = 3_000_000
	if g := Growth(8, func(times int) { again(times * unit) }); g > 8 {
		t.Errorf("work that is done once grows by %.1f", g)
	}
	if g := Growth(8, func(times int) { again(times * times * unit) }); g < 10 {
		t.Errorf("work that is done again for each part grows by %.1f", g)
	}
}
