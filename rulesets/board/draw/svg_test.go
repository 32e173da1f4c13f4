package draw

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// An SVG file is well formed, shows all men that the PNG shows, and its first half
// is the same whoever stands on the board.
func TestSVG(t *testing.T) {
	for name, p := range pictures() {
		d, err := SVG(p, widths[name])
		if err != nil {
			t.Fatal(name, err)
		}
		dec := xml.NewDecoder(strings.NewReader(d.String()))
		for {
			_, err := dec.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		bare := p
		bare.Men, bare.Arrows = nil, nil
		empty, err := SVG(bare, widths[name])
		if err != nil {
			t.Fatal(name, err)
		}
		if empty.Board != d.Board || empty.Height != d.Height {
			t.Errorf("%s: the empty board is drawn differently", name)
		}
		more := strings.Count(d.Men, "<circle") - strings.Count(empty.Men, "<circle")
		if more < len(p.Men) {
			t.Errorf("%s: %d circles for %d groups of men", name, more, len(p.Men))
		}
		for _, word := range append(p.Players, strings.Fields(p.Caption)...) {
			if !strings.Contains(d.Men, word) {
				t.Errorf("%s: %q is not written", name, word)
			}
		}
	}
}

// A workbook holds hundreds of boards: at the size of a cell one takes few bytes.
func TestPicturesAreSmall(t *testing.T) {
	for name, p := range pictures() {
		p.Arrows, p.Caption = nil, ""
		b, err := PNG(p, 400)
		if err != nil {
			t.Fatal(name, err)
		}
		if len(b) > 9200 {
			t.Errorf("%s: %d bytes", name, len(b))
		}
	}
}

func TestWords(t *testing.T) {
	p := pictures()["merels"]
	p.Caption = "white to move"
	want := "white: a1, d2, d5, 6 hand; black: d1, f6, 7 hand; white to move"
	if got := p.Words(); got != want {
		p.Players = nil
		t.Errorf("%q, not %q", got, want)
	}
	two := pictures()["tables"]
	if got := two.Words(); !strings.HasPrefix(got, "white: 12 on 1, 2 on 6") || !strings.Contains(got, "7 (m)") || !strings.Contains(got, "11 off") {
		t.Errorf("%q", got)
	}
	bare := Picture{Board: merels(false), Men: []Men{{2, 1, 1, "", ""}}}
	if got := bare.Words(); got != "player 1: no men; player 2: "+bare.Board.Cells[2].Name {
		t.Errorf("%q", got)
	}
}
