package rulesets_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/testdata/bundled"
)

// tafl counts lines of play on a board of letters, square by square, from the rules of the
// records alone: M is an attacker, s a defender, K the king. On a board with corners the
// king goes to one of them, and men pass over the empty middle; elsewhere he goes to the
// edge, and nobody passes.
type tafl struct {
	board   [9][9]byte
	size    int
	corners bool
}

func newTafl(corners bool, rows ...string) *tafl {
	t := &tafl{size: len(rows), corners: corners}
	for r, row := range rows {
		for c := range row {
			if row[c] != '.' {
				t.board[r][c] = row[c]
			}
		}
	}
	return t
}

var fourWays = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

func (t *tafl) at(r, c int) byte {
	if r < 0 || c < 0 || r >= t.size || c >= t.size {
		return '#'
	}
	return t.board[r][c]
}

func attacks(man byte) bool { return man == 'M' }

// ours reports whether a man is of the side that moves.
func ours(man byte, attackers bool) bool {
	return man != 0 && man != '#' && attacks(man) == attackers
}

func (t *tafl) middle(r, c int) bool { return r == t.size/2 && c == t.size/2 }

func (t *tafl) corner(r, c int) bool {
	return t.corners && (r == 0 || r == t.size-1) && (c == 0 || c == t.size-1)
}

// lines counts the lines of so many moves.
func (t *tafl) lines(depth int, attackers bool) (n uint64) {
	if depth == 0 {
		return 1
	}
	for r := range t.size {
		for c := range t.size {
			if !ours(t.board[r][c], attackers) {
				continue
			}
			for _, d := range fourWays {
				for y, x := r+d[0], c+d[1]; t.at(y, x) == 0; y, x = y+d[0], x+d[1] {
					if t.middle(y, x) && !t.corners {
						break
					}
					if t.middle(y, x) || t.corner(y, x) && t.board[r][c] != 'K' {
						continue
					}
					next := *t
					next.board[r][c], next.board[y][x] = 0, t.board[r][c]
					if next.after(y, x, attackers) {
						if depth == 1 {
							n++
						}
						continue
					}
					n += next.lines(depth-1, !attackers)
				}
			}
		}
	}
	return n
}

// away reports whether the king has come where he goes to.
func (t *tafl) away(r, c int) bool {
	if t.corners {
		return t.corner(r, c)
	}
	return r == 0 || c == 0 || r == t.size-1 || c == t.size-1
}

// after takes whom the man who has come to a square encloses, and reports whether the game is over.
func (t *tafl) after(r, c int, attackers bool) (over bool) {
	if t.board[r][c] == 'K' && t.away(r, c) {
		return true
	}
	king := false // he is enclosed by two
	for _, d := range fourWays {
		y, x := r+d[0], c+d[1]
		man := t.at(y, x)
		if man == 0 || man == '#' || ours(man, attackers) {
			continue
		}
		by, bx := y+d[0], x+d[1] // beyond him
		held := ours(t.at(by, bx), attackers) || t.corner(by, bx)
		switch {
		case man == 'K':
			king = king || held
		case held || t.corners && t.middle(by, bx) && t.at(by, bx) == 0:
			t.board[y][x] = 0
		}
	}
	for y := range t.size {
		for x := range t.size {
			if t.board[y][x] != 'K' || !attackers {
				continue
			}
			if far := max(y-t.size/2, t.size/2-y) + max(x-t.size/2, t.size/2-x); far > 1 {
				return king
			}
			shut := true
			for _, d := range fourWays {
				shut = shut && (attacks(t.at(y+d[0], x+d[1])) || t.middle(y+d[0], x+d[1]))
			}
			return shut
		}
	}
	return false
}

// The lines of tafl games are as many as a small counter of their own finds.
func TestTaflIsCounted(t *testing.T) {
	for name, start := range map[string]*tafl{
		"tablut":   newTafl(false, "...MMM...", "....M....", "....s....", "M...s...M", "MMssKssMM", "M...s...M", "....s....", "....M....", "...MMM..."),
		"brandubh": newTafl(true, "...M...", "...M...", "...s...", "MMsKsMM", "...s...", "...M...", "...M..."),
	} {
		t.Run(name, func(t *testing.T) {
			d := bundled.Gallery(t).Find(name)
			if d == nil {
				t.Fatal("there is no such game in the gallery")
			}
			g, errs := d.Game(nil)
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			in := engine.NewInterpreter(g.Program)
			s := g.Program.NewState()
			in.Start(s)
			nodes := play.Perft(in, s, 3, func() bool { return false })
			for i, n := range nodes {
				if want := start.lines(i+1, true); n != want {
					t.Errorf("%d lines of %d moves, where %d are counted", n, i+1, want)
				}
			}
		})
	}
}
