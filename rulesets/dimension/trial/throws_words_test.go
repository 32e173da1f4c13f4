package trial

import "testing"

// What a doublet gives is said in words wherever letters or a sign stand for it, and no word
// is a letter in small or in capitals.
func TestDoubletsInWords(t *testing.T) {
	for value, want := range map[string]string{
		"n n":                                "its number twice",
		"n n u? u? or n n n n u? u? u? u?":   "its number twice and the number underneath at most twice, or its number four times and the number underneath at most four times",
		"1-1, 2-2: u n; 3-3: 3? 3 2":         "1-1, 2-2: the number underneath once and its number once; 3-3: 3 at most once and 3 once and 2 once",
		"1-1: 1 1 2 2 3; 2-2, 3-3: 2 2 or 3": "1-1: 1 1 2 2 3; 2-2, 3-3: 2 2 or 3",
	} {
		if have := DoubletsInWords(value); have != want {
			t.Errorf("%s: %s", value, have)
		}
	}
}
