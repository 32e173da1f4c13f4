package diag

import "testing"

func TestWholeNumber(t *testing.T) {
	for s, want := range map[string]string{"0": "", "10": "", "-7": "", "010": "; write 10", "+1": "; write 1", "-0": "; write 0", "00": "; write 0",
		"": "", "1.0": "", "1e1": "", "0x10": "", " 1": "", "٣": "", "99999999999999999999": ""} {
		_, ok := WholeNumber(s)
		if plain := s == "0" || s == "10" || s == "-7"; ok != plain {
			t.Errorf("%q: %v", s, ok)
		}
		if got := NumberHint(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
