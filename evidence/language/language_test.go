package language

import "testing"

func TestIs(t *testing.T) {
	for word, want := range map[string]bool{
		"Icelandic": true, "Latin": true, "Swedish": true, "german": true, "Arabic": true,
		"Lane": false, "Parker": false, "Ludii": false, "Finkelman": false, "": false, "Cairo": false,
	} {
		if got := Is(word); got != want {
			t.Errorf("%q: %v", word, got)
		}
	}
}

func TestName(t *testing.T) {
	for tag, want := range map[string]string{"la": "Latin", "de": "German", "non": "Old Norse", "ar-Latn": "Arabic (Latin)", "osp": "Old Spanish", "xno": "Anglo-Norman", "q": "q"} {
		if got := Name(tag); got != want {
			t.Errorf("Name(%q) = %q, want %q", tag, got, want)
		}
	}
}
