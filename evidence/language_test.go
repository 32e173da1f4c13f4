package evidence

import "testing"

func TestIsLanguage(t *testing.T) {
	for word, want := range map[string]bool{
		"Icelandic": true, "Latin": true, "Swedish": true, "german": true, "Arabic": true,
		"Lane": false, "Parker": false, "Ludii": false, "Finkelman": false, "": false, "Cairo": false,
	} {
		if got := IsLanguage(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}
