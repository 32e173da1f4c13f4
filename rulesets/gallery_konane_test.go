package rulesets_test

import (
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/testdata/bundled"
)

// Kōnane on eight by eight cells: B and W are stones, 0 is an empty cell. In a series on is the
// cell of the stone that leaps, and dx, dy is the way that it went; without one dx and dy are 0.
type handKonane struct {
	board  [8][8]byte
	turn   int
	x, y   int
	dx, dy int
}

func handStones() handPosition {
	var p handKonane
	for x := range 8 {
		for y := range 8 {
			p.board[x][y] = "BW"[(x+y)%2]
		}
	}
	p.board[3][3], p.board[3][4] = 0, 0
	return p
}

func (p handKonane) after() (out []handPosition) {
	own, enemy := "BW"[p.turn], "WB"[p.turn]
	leaps := func(x, y, dx, dy int) {
		tx, ty := x+2*dx, y+2*dy
		if tx < 0 || ty < 0 || tx > 7 || ty > 7 || p.board[x][y] != own || p.board[x+dx][y+dy] != enemy || p.board[tx][ty] != 0 {
			return
		}
		q := p
		q.board[x][y], q.board[x+dx][y+dy], q.board[tx][ty] = 0, 0, own
		q.x, q.y, q.dx, q.dy = tx, ty, dx, dy
		if tx+2*dx < 0 || ty+2*dy < 0 || tx+2*dx > 7 || ty+2*dy > 7 || q.board[tx+dx][ty+dy] != enemy || q.board[tx+2*dx][ty+2*dy] != 0 {
			q.turn, q.dx, q.dy = 1-p.turn, 0, 0 // it cannot leap on
		}
		out = append(out, q)
	}
	if p.dx != 0 || p.dy != 0 {
		leaps(p.x, p.y, p.dx, p.dy)
		p.turn, p.dx, p.dy = 1-p.turn, 0, 0
		return append(out, p)
	}
	for x := range 8 {
		for y := range 8 {
			for _, way := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				leaps(x, y, way[0], way[1])
			}
		}
	}
	return out
}

// handFull is Kōnane whose players take away the first two stones themselves.
type handFull struct{ handKonane }

func (p handFull) after() (out []handPosition) {
	for x := range 8 {
		for y := range 8 {
			corner, centre := x%7 == 0 && y%7 == 0, (x == 3 || x == 4) && (y == 3 || y == 4)
			if p.board[x][y] != 'B' || !corner && !centre {
				continue
			}
			for _, way := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				if bx, by := x+way[0], y+way[1]; bx >= 0 && by >= 0 && bx < 8 && by < 8 {
					q := p.handKonane
					q.board[x][y], q.board[bx][by] = 0, 0
					out = append(out, q)
				}
			}
		}
	}
	return out
}

// A word bears off the men that its rule names where there is no track, by both executors.
func TestFirstStonesAreTakenAway(t *testing.T) {
	g, errs := bundled.Corpus(t).Find(rulesets.GalleryName + "konane").Game(map[string]string{"first_stones": "players-choose"})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	full := handFull{handStones().(handKonane)}
	full.board[3][3], full.board[3][4] = 'B', 'W'
	lines := make([]uint64, 6)
	lines[0] = 4 // two corners and two cells of the centre hold black stones
	countByHand(full, lines[1:])
	countLines(t, g, outsideCount{ruleset: "konane", lines: lines})
}
