package exchange

import (
	"os"
	"strings"
	"testing"

	"github.com/lectio/lectio/evidence/yamlpos"
)

func TestDecode(t *testing.T) {
	utf16 := func(s string, big bool) string {
		b := []byte{0xFF, 0xFE}
		if big {
			b = []byte{0xFE, 0xFF}
		}
		for _, r := range s {
			if big {
				b = append(b, byte(r>>8), byte(r))
			} else {
				b = append(b, byte(r), byte(r>>8))
			}
		}
		return string(b)
	}
	for _, tt := range []struct {
		name, in, want, encoding, err string
		page                          bool
	}{
		{"UTF-8", "Kiôz\r\nþ\r", "Kiôz\nþ\n", "", "", false},
		{"byte order mark", "\uFEFFKiôz", "Kiôz", "", "", false},
		{"Latin-1", "Ki\xF4z \xFE\xF0", "Kiôz þð", "windows-1252", "", false},
		{"UTF-16 little", utf16("Kiôz", false), "Kiôz", "UTF-16", "", false},
		{"UTF-16 big", utf16("Kiôz", true), "Kiôz", "UTF-16", "", false},
		{"declared", "<html><meta charset=\"iso-8859-9\"><p>\xFD", "<html><meta charset=\"iso-8859-9\"><p>ı", "windows-1254", "", true},
		{"odd", "\xFF\xFEa", "", "", "f: the file is cut off", false},
		{"zeros", "ab\nc\x00d", "", "", "f:2:2: control characters", false},
	} {
		got, encoding, errs := Decode("f", []byte(tt.in), tt.page)
		if tt.err != "" {
			if len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), tt.err) {
				t.Errorf("%s: %v", tt.name, errs)
			}
			continue
		}
		if errs != nil || got != tt.want || encoding != tt.encoding {
			t.Errorf("%s: %q %q %v", tt.name, got, encoding, errs)
		}
	}
	if _, _, errs := Decode("f", make([]byte, yamlpos.MaxInput+1), false); len(errs) != 1 || !strings.Contains(errs[0].Error(), "too large") {
		t.Errorf("%v", errs)
	}
}

func TestLudErrors(t *testing.T) {
	for text, want := range map[string]string{
		`(game "G" (x)`:                    "f:1:1: a bracket is opened here and never closed",
		`(game "G"))`:                      "f:1:11: a bracket is closed that was not opened",
		"(game\n \"G)":                     "f:2:2: a text in quotes is not closed",
		`(game "G")`:                       "f: this is no .lud file with metadata",
		strings.Repeat("(", 5000):          "nested too deep",
		`(metadata (info {(rules "R.")}))`: "f: this is no .lud file with metadata",
		"text that is\nno program (at all": "f:2:12: a bracket is opened here and never closed",
		"(game \"G\"\n {x)}":               "f:2:4: a bracket { is opened at f:2:2 and closed by another one; found ), expected }",
		"(game [1 2)":                      "f:1:11: a bracket [",
		"(game \"G\") // (metadata":        "f: this is no .lud file with metadata",
		"(game é//) \"\n)(x":               "f:2:2: a bracket is opened here and never closed",
	} {
		if _, errs := Lud("f", text); len(errs) == 0 || !strings.Contains(errs.Error(), want) {
			t.Errorf("%.40q: %v", text, errs)
		}
	}
}

// TestLud reads a file that has what real ones have: comments that follow on a
// word's heels and hold brackets and quotes, addresses, escaped quotes, options,
// marks behind brackets, brackets within texts, metadata of one ruleset.
func TestLud(t *testing.T) {
	data, err := os.ReadFile("../../testdata/pages/sandpiper.lud")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`game: Sandpiper "the runner"`,
		`description: A game of the "coast" (so it is said) // not a comment.`,
		`rules: Two rows. Each has three {men}; a man moves [one] step. "Home" is safe.`,
		`source: Smith 1900: 20-21 <http://example.org/a//b>`,
		"id: 90111", "version: 1.3.12", "classification: board/race/escape", "credit: A. Tester",
		"origin: This game was played in Porthaven.", "aliases: Runner\nPeep (small)",
		"--", `game: Sandpiper "the runner"`, "ruleset: Ruleset/Short Sandpiper (Reported)", "rules: One row only.", "id: 90112",
	}
	for name, text := range map[string]string{
		"as it is": string(data), "with line ends of Windows": strings.ReplaceAll(string(data), "\n", "\r\n"),
		"in one breath": "(metadata (info {(id \"1\")}))" + strings.Split(string(data), "(metadata")[0],
	} {
		text, _, errs := Decode("f", []byte(text), false)
		if errs != nil {
			t.Fatal(errs)
		}
		pieces, errs := Lud("f", text)
		if errs != nil {
			t.Errorf("%s: %v", name, errs)
			continue
		}
		if name == "in one breath" { // metadata before the game
			if len(pieces) != 1 || pieces[0].Get("id") != "1" || pieces[0].Get("game") != `Sandpiper "the runner"` {
				t.Errorf("%s: %+v", name, pieces)
			}
			continue
		}
		var got []string
		for i, p := range pieces {
			if i > 0 {
				got = append(got, "--")
			}
			for _, f := range p.Fields {
				got = append(got, f.Name+": "+f.Text)
			}
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s:\n got %q\nwant %q", name, got, want)
		}
		if at := pieces[0].At("rules").String(); at != "f:33:20" {
			t.Errorf("%s: the rules stand at %s", name, at)
		}
	}
}

func TestReadCSV(t *testing.T) {
	g, errs := ReadCSV("f", "id;name\nA;\"b\nc\"\nD;'=1+1\nE;'tis;'\n")
	if errs != nil {
		t.Fatal(errs)
	}
	if g.Rows[1].Cells[1] != "b\nc" || g.Rows[2].Cells[1] != "=1+1" || g.Rows[3].Cells[1] != "'tis" || g.Pos(2, 1).String() != "f:4:3" || g.Pos(3, 2).String() != "f:5:8" {
		t.Errorf("%+v %s %s", g.Rows, g.Pos(2, 1), g.Pos(3, 2))
	}
	// What stands in quotes does not say what separates the cells.
	if g, errs := ReadCSV("f", "\"id; number\",\"game; name\"\nA,B\n"); errs != nil || len(g.Rows[0].Cells) != 2 || g.Rows[1].Cells[1] != "B" {
		t.Errorf("%+v %v", g, errs)
	}
	if _, errs := ReadCSV("f", "id,é\nA,é\"b\"\n"); len(errs) != 1 || !strings.HasPrefix(errs[0].Error(), "f:2:4: the table cannot be read") {
		t.Errorf("%v", errs)
	}
}
