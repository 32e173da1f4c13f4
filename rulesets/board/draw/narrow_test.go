package draw

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// wide is a cross of four arms, as wide as Barjis, with a stack of four on each
// place.
func wide(stack int) Picture {
	b := Board{}
	var men []Men
	for i := range 19 {
		for k := range 3 {
			b.Cells = append(b.Cells, Cell{Shape: Square, Name: fmt.Sprintf("w%d", i*3+k), At: Point{X: float64(i), Y: float64(k)}})
			men = append(men, Men{Cell: len(b.Cells) - 1, Player: (i + k) % 4, Count: stack})
		}
	}
	return Picture{Board: b, Men: men, Players: []string{"south", "east", "north", "west and his partner, who is north"}}
}

func widest(text string) int {
	n := 0
	for _, line := range strings.Split(text, "\n") {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

func TestTextFitsItsWidth(t *testing.T) {
	for _, stack := range []int{0, 1, 4, 15} {
		p := wide(stack)
		if stack == 0 {
			p.Men = nil
		}
		if text := (Style{Width: 50}).Text(p); widest(text) > 50 {
			t.Errorf("stacks of %d: %d columns\n%s", stack, widest(text), text)
		}
		if stack == 15 && !strings.Contains((Style{Width: 50}).Text(p), "w0: 15O\n") {
			t.Errorf("the stacks are not listed:\n%s", (Style{Width: 50}).Text(p))
		}
	}
	// Where there is room nothing changes.
	if p := wide(2); (Style{Width: 200}).Text(p) != Text(p) {
		t.Errorf("with room for everything it is drawn\n%s", (Style{Width: 200}).Text(p))
	}
}

// The letters of men can be coloured: nothing else is, and nothing moves.
func TestTextInColours(t *testing.T) {
	p := wide(4)
	p.Players[0] = "O is not X"
	bare := Text(p)
	got := Style{Man: func(player int, letter string) string { return fmt.Sprintf("<%d%s>", player, letter) }}.Text(p)
	if !strings.Contains(got, "<0O> O is not X") || !strings.Contains(got, "4<1X>") {
		t.Error(got)
	}
	for i, letter := range symbols {
		got = strings.ReplaceAll(got, fmt.Sprintf("<%d%s>", i, letter), letter)
	}
	if got != bare {
		t.Errorf("without colours it is\n%s\nnot\n%s", got, bare)
	}
}
