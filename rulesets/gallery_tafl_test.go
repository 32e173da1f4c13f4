package rulesets_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
)

// tafl counts lines of play on a board of letters, square by square, from the rules of the
// record alone: M is an attacker, s a defender, K the king.
type tafl struct {
	board [9][9]byte
}

func newTafl() *tafl {
	t := &tafl{}
	for r, row := range []string{"...MMM...", "....M....", "....s....", "M...s...M", "MMssKssMM", "M...s...M", "....s....", "....M....", "...MMM..."} {
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
	if r < 0 || c < 0 || r > 8 || c > 8 {
		return '#'
	}
	return t.board[r][c]
}

func attacks(man byte) bool { return man == 'M' }

// ours reports whether a man is of the side that moves.
func ours(man byte, attackers bool) bool {
	return man != 0 && man != '#' && attacks(man) == attackers
}

// lines counts the lines of so many moves.
func (t *tafl) lines(depth int, attackers bool) (n uint64) {
	if depth == 0 {
		return 1
	}
	for r := range 9 {
		for c := range 9 {
			if !ours(t.board[r][c], attackers) {
				continue
			}
			for _, d := range fourWays {
				for y, x := r+d[0], c+d[1]; t.at(y, x) == 0 && (y != 4 || x != 4); y, x = y+d[0], x+d[1] {
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

// after takes whom the man who has come to a square encloses, and reports whether the game is over.
func (t *tafl) after(r, c int, attackers bool) (over bool) {
	if t.board[r][c] == 'K' && (r == 0 || c == 0 || r == 8 || c == 8) {
		return true
	}
	king := false // he is enclosed by two
	for _, d := range fourWays {
		y, x := r+d[0], c+d[1]
		if man := t.at(y, x); man == 0 || man == '#' || ours(man, attackers) || !ours(t.at(y+d[0], x+d[1]), attackers) {
			continue
		}
		if t.board[y][x] == 'K' {
			king = true
		} else {
			t.board[y][x] = 0
		}
	}
	for y := range 9 {
		for x := range 9 {
			if t.board[y][x] != 'K' || !attackers {
				continue
			}
			if far := max(y-4, 4-y) + max(x-4, 4-x); far > 1 {
				return king
			}
			shut := true
			for _, d := range fourWays {
				shut = shut && (attacks(t.at(y+d[0], x+d[1])) || y+d[0] == 4 && x+d[1] == 4)
			}
			return shut
		}
	}
	return false
}

// The lines of tafl games are as many as a small counter of their own finds.
func TestTaflIsCounted(t *testing.T) {
	d := theGallery(t).Find("tablut")
	if d == nil {
		t.Fatal("no tablut in the gallery")
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
		if want := newTafl().lines(i+1, true); n != want {
			t.Errorf("%d lines of %d moves, where %d are counted", n, i+1, want)
		}
	}
}
