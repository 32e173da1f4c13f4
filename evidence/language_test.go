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

func TestLanguageName(t *testing.T) {
	for tag, want := range map[string]string{"la": "Latin", "de": "German", "non": "Old Norse", "ar-Latn": "Arabic (Latin)", "osp": "Old Spanish", "xno": "Anglo-Norman", "q": "q"} {
		if got := LanguageName(tag); got != want {
			t.Errorf("LanguageName(%q) = %q, want %q", tag, got, want)
		}
	}
}
