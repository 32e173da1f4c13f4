package yamlpos

import (
	"encoding/json"
	"testing"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"þular\tand\nmore":          "þular\tand\nmore",
		"a\x1b[31mb\x07\x00\rc\x7f": "a␛[31mb␇␀␍c␡",
		"a\u009b31m\u202eb\u2066":   "a\ufffd31m\ufffdb\ufffd",
		"\x9b31m\xff":               "\ufffd31m\ufffd",
		"عربي\u200f \u200eabc":      "عربي\u200f \u200eabc", // marks turn nothing
		"":                          "",
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q became %q, expected %q", in, got, want)
		}
	}
}

// JSON says the same, in characters that do nothing.
func TestVisibleJSON(t *testing.T) {
	const text = "a\x1b\x07\x7f\u0085\u009b31m\u202eb\u2066þ\n\t\u2028"
	plain, err := json.Marshal(map[string]string{text: text})
	if err != nil {
		t.Fatal(err)
	}
	safe := VisibleJSON(plain)
	var back map[string]string
	if err := json.Unmarshal(safe, &back); err != nil || back[text] != text {
		t.Errorf("%s: %v", safe, err)
	}
	for _, r := range string(safe) {
		if Acts(r) {
			t.Errorf("%U is in %s", r, safe)
		}
	}
	if string(VisibleJSON([]byte(`{"þ":"x\n"}`))) != `{"þ":"x\n"}` {
		t.Error("a text without such characters was changed")
	}
}
