// Package stated has the facts that a game states before anybody plays: they are read from its
// equipment, its set-up, its tracks and its throws.
package stated

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/dimension/lie"
	"github.com/lectio/lectio/rulesets/dimension/roster"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Men says how many men each player has.
func Men(s *trial.Bench) (string, []int) {
	p := s.Game.Program
	var each []string
	same := true
	for q, name := range p.Players {
		each = append(each, fmt.Sprintf("%s %d", name, p.Men(q)))
		same = same && p.Men(q) == p.Men(0)
	}
	value := strings.Join(each, ", ")
	if same {
		value = fmt.Sprint(p.Men(0))
	}
	if p.Nobodys {
		if value == "0" {
			value = "none"
		}
		value += fmt.Sprintf("; %d are nobody's", p.Men(p.Nobody()))
	}
	return value, s.Kinds("men")
}

// Seeds says how many men of nobody lie in each hole at the beginning.
func Seeds(s *trial.Bench) (string, []int) {
	p := s.Game.Program
	in := map[int]int{}
	for _, it := range p.Setup {
		if it.Player == p.Nobody() && it.Place < p.Places {
			in[it.Place] += it.Count
		}
	}
	h := lie.HolesOf(s.Game)
	holes, all, least := 0, 0, math.MaxInt
	for f := range p.Places {
		if h.Side(f) != "" {
			holes, all, least = holes+1, all+in[f], min(least, in[f])
		}
	}
	switch {
	case !p.Nobodys || holes == 0:
		return "", nil
	case least*holes == all:
		return fmt.Sprintf("%d in each hole", least), s.Kinds("set_up")
	}
	return fmt.Sprintf("%d in %d of %d holes", all, len(in), holes), s.Kinds("set_up")
}

// Start says where men stand at the beginning.
func Start(s *trial.Bench) (string, []int) {
	p := s.Game.Program
	hand, board := false, false
	for _, it := range p.Setup {
		if it.Count > 0 {
			hand = hand || it.Place >= p.Places
			board = board || it.Place < p.Places
		}
	}
	switch {
	case hand && board:
		return "both", s.Kinds("set_up")
	case hand:
		return "hand", s.Kinds("set_up")
	case board:
		return "board", s.Kinds("set_up")
	}
	return "", nil
}

// Homes says whether players begin on cells of their own.
func Homes(s *trial.Bench) (string, []int) {
	home, p := roster.Homes(s.Game), s.Game.Program
	some := false
	for q := range home {
		some = some || len(home[q]) > 0
		for r := range home {
			for cell := range home[q] {
				if p.Team[q] != p.Team[r] && home[r][cell] {
					return "shared", s.Kinds("set_up")
				}
			}
		}
	}
	if !some {
		return "none", s.Kinds("set_up")
	}
	return "apart", s.Kinds("set_up")
}

// Sides says whether men face each other at the beginning.
func Sides(s *trial.Bench) (string, []int) {
	l := lie.Of(s.Game)
	if l == nil {
		return "", nil
	}
	for q := range s.Game.Program.Players {
		if !l.Facing(q) {
			return "no", nil
		}
	}
	return "yes", s.Kinds("set_up")
}

// Rows says of how many rows of how many cells the board is.
func Rows(s *trial.Bench) (string, []int) {
	rows, least, most := 0, math.MaxInt, 0
	for name, set := range s.Game.Board.Sets {
		if strings.HasPrefix(name, "row_") {
			rows++
			least, most = min(least, len(set)), max(most, len(set))
		}
	}
	if rows == 0 {
		return "", nil
	}
	if least < most {
		return fmt.Sprintf("%d rows of %d to %d", rows, least, most), s.Kinds(ast.BoardKinds...)
	}
	return fmt.Sprintf("%d rows of %d", rows, most), s.Kinds(ast.BoardKinds...)
}

// Ways compares which way men of the first two players go between cells.
func Ways(s *trial.Bench) (string, []int) {
	p := s.Game.Program
	if p.Next == nil {
		return "none", nil
	}
	by := s.Kinds("track", "players")
	steps := func(q int) map[[2]int]bool {
		out := map[[2]int]bool{}
		for f, next := range p.Next {
			for _, t := range next {
				out[[2]int{p.CellOf[q][f], p.CellOf[q][t]}] = true
			}
		}
		return out
	}
	a, b := steps(0), steps(1)
	along, against := 0, 0
	for st := range a {
		if b[st] {
			along++
		}
		if b[[2]int{st[1], st[0]}] {
			against++
		}
	}
	switch {
	case along == 0 && against == 0:
		return "apart", by
	case along > 0 && against > 0:
		return "partly", by
	case against > 0:
		return "contrary", by
	case p.CellOf[0][0] == p.CellOf[1][0]:
		return "same_start", by
	}
	return "same_way", by
}

// Rotation says which way men go round the middle of the board as it is drawn.
func Rotation(s *trial.Bench) (string, []int) {
	p := s.Game.Program
	if p.Next == nil || !drawn(s) {
		return "", nil
	}
	by := s.Kinds("track")
	found := ""
	for q := range p.Players {
		sense := "across"
		if turned := turned(s, q); turned > 1.5*math.Pi {
			sense = "anticlockwise"
		} else if turned < -1.5*math.Pi {
			sense = "clockwise"
		}
		if found != "" && found != sense {
			return "differ", by
		}
		found = sense
	}
	return found, by
}

// drawn reports whether where the points of the board lie is known, not only how they
// are joined.
func drawn(s *trial.Bench) bool {
	for _, st := range s.Game.Statements {
		if b, ok := st.Body.(*ast.Graph); ok {
			return len(b.At) == len(s.Game.Board.Cells)
		}
	}
	return true
}

// turned is the angle by which a player's men go round the middle of the board. Where
// the track parts they take the longer way.
func turned(s *trial.Bench, q int) float64 {
	p, cells := s.Game.Program, s.Game.Board.Cells
	lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for i := range cells {
		for k, x := range []float64{cells[i].X, cells[i].Y} {
			lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
		}
	}
	angle := func(f int) (float64, bool) {
		c := &cells[p.CellOf[q][f]]
		x, y := c.X-(lo[0]+hi[0])/2, c.Y-(lo[1]+hi[1])/2
		return math.Atan2(y, x), math.Hypot(x, y) > 0.01
	}
	total, seen := 0.0, make([]bool, p.Places)
	for f := FirstPlace(p); !seen[f] && len(p.Next[f]) > 0; {
		seen[f] = true
		next := p.Next[f][0]
		for _, t := range p.Next[f] {
			if seen[next] || p.Distance[t] > p.Distance[next] {
				next = t
			}
		}
		a, ok1 := angle(f)
		b, ok2 := angle(next)
		if ok1 && ok2 {
			total += math.Remainder(b-a, 2*math.Pi)
		}
		f = next
	}
	return total
}

// FirstPlace is where the track begins: a place to which no step leads.
func FirstPlace(p *engine.Program) int {
	led := make([]bool, p.Places)
	for _, next := range p.Next {
		for _, t := range next {
			led[t] = true
		}
	}
	for f := range led {
		if !led[f] && len(p.Next[f]) > 0 {
			return f
		}
	}
	return 0
}

// Thrown says what is thrown.
func Thrown(s *trial.Bench) (string, []int) {
	d := s.MainDevice()
	if d < 0 {
		return "nothing", slices.DeleteFunc(s.Kinds("stage"), func(st int) bool { return s.Game.Statements[st].Body.(*ast.Stage).Throws.Said() })
	}
	list, by := s.ThrowsOf(d), s.Throwing(d)
	if len(list[0].Faces) > 0 {
		return dice(list), by
	}
	if len(by) == 0 {
		return "", nil
	}
	falls := "lot"
	if x := s.Game.Statements[by[0]]; x.FallingThing() != "" {
		falls = x.FallingThing()
	}
	return fmt.Sprintf("%d %ss", Highest(list), falls), by
}

// dice says how many dice are thrown and how many faces they have, or which where these are not
// numbers from 1 on.
func dice(list []engine.Throw) string {
	var faces []string
	for i := range list {
		for _, f := range list[i].Faces {
			if !slices.Contains(faces, f) {
				faces = append(faces, f)
			}
		}
	}
	counted, what := "dice", fmt.Sprintf("of %d faces", len(faces))
	if len(list[0].Faces) == 1 {
		counted = "die"
	}
	for n := range faces {
		if !slices.Contains(faces, fmt.Sprint(n+1)) {
			what = "that show " + strings.Join(faces, ", ")
			if counted == "die" {
				what = "that shows " + strings.Join(faces, ", ")
			}
			break
		}
	}
	return fmt.Sprintf("%d %s %s", len(list[0].Faces), counted, what)
}

// Dice says how many dice are thrown at once.
func Dice(s *trial.Bench) (string, []int) {
	d := s.MainDevice()
	if d < 0 {
		return "0", nil
	}
	return fmt.Sprint(len(s.ThrowsOf(d)[0].Faces)), s.Throwing(d)
}

// Highest is the greatest value of some throws: of sides, how many there are.
func Highest(list []engine.Throw) (most int) {
	for i := range list {
		most = max(most, list[i].Value)
	}
	return most
}

// Odds tells the chances by one number where there is one: that of the side
// which counts, of sticks, shells and the like that fall each by itself.
func Odds(s *trial.Bench) (string, []int) {
	d := s.MainDevice()
	if d < 0 {
		return "", nil
	}
	list, by, ways := s.ThrowsOf(d), s.Throwing(d), s.Game.Program.Devices[d].Ways
	ratio := func(a, b int) string { return big.NewRat(int64(a), int64(b)).String() }
	if len(list[0].Faces) > 0 && even(list, ways) {
		return "every face as often as another", by
	}
	n := len(list) - 1
	up := sum(list, func(t *engine.Throw) int { return t.Ways * t.Value }) // sides up, over all ways
	single := len(list[0].Faces) == 0
	var each []string
	for i := range list {
		k, p := list[i].Value, float64(up)/float64(n*ways)
		alone := float64(choose(n, k)) * math.Pow(p, float64(k)) * math.Pow(1-p, float64(n-k))
		single = single && math.Abs(float64(list[i].Ways)/float64(ways)-alone) < 1e-9
		each = append(each, list[i].Name+": "+ratio(list[i].Ways, ways))
	}
	if single {
		return ratio(up, n*ways), by
	}
	return strings.Join(each, ", "), by
}

// even reports whether throws are as likely as fair dice make them.
func even(list []engine.Throw, ways int) bool {
	all := sum(list, func(t *engine.Throw) int { return arrangements(t.Faces) })
	return !slices.ContainsFunc(list, func(t engine.Throw) bool { return t.Ways*all != arrangements(t.Faces)*ways })
}

func sum(list []engine.Throw, f func(*engine.Throw) int) int {
	n := 0
	for i := range list {
		n += f(&list[i])
	}
	return n
}

// arrangements is in how many ways dice that can be told apart show these faces.
func arrangements(faces []string) int {
	n, same := 1, map[string]int{}
	for i, face := range faces {
		same[face]++
		n = n * (i + 1) / same[face]
	}
	return n
}

func choose(n, k int) int {
	out := 1
	for i := range k {
		out = out * (n - i) / (i + 1)
	}
	return out
}
