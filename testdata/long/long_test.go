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
