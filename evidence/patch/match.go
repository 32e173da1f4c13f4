package patch

import "slices"

// edit is a run of lines of one text in the place of one of another; either may be empty.
type edit struct{ fromX, toX, fromY, toY int }

// edits are what differs between two texts, in order, with at least a line that stays between any two.
func edits(x, y []string) (list []edit) {
	m := matcher{}
	numbers := map[string]int{}
	for _, line := range x {
		m.x = append(m.x, number(numbers, line))
	}
	for _, line := range y {
		m.y = append(m.y, number(numbers, line))
	}
	m.match(0, len(x), 0, len(y), 0)
	m.pairs = append(m.pairs, pair{len(x), len(y)})
	at := pair{}
	for _, p := range m.pairs {
		if p.x > at.x || p.y > at.y {
			list = append(list, edit{at.x, p.x, at.y, p.y})
		}
		at = pair{p.x + 1, p.y + 1}
	}
	return list
}

// number tells lines apart: those that are alike have the same.
func number(numbers map[string]int, line string) int {
	n, known := numbers[line]
	if !known {
		n = len(numbers)
		numbers[line] = n
	}
	return n
}

// pair is a line of either text, both alike.
type pair struct{ x, y int }

// matcher finds the lines that two texts share, in order.
type matcher struct {
	x, y  []int
	pairs []pair
}

// deepest is how often a text is divided: what takes more has little in common.
const deepest = 40

// match finds the lines that parts of the texts share: those at both ends, and between them what stands around lines
// that occur once in either. A reader takes such lines for landmarks too, and not the many that are alike.
func (m *matcher) match(fromX, toX, fromY, toY, depth int) {
	for fromX < toX && fromY < toY && m.x[fromX] == m.y[fromY] {
		m.pairs = append(m.pairs, pair{fromX, fromY})
		fromX, fromY = fromX+1, fromY+1
	}
	end := 0
	for fromX < toX-end && fromY < toY-end && m.x[toX-end-1] == m.y[toY-end-1] {
		end++
	}
	if depth < deepest {
		at := pair{fromX, fromY}
		marks := m.landmarks(fromX, toX-end, fromY, toY-end)
		for i, p := range marks {
			m.match(at.x, p.x, at.y, p.y, depth+1)
			m.pairs = append(m.pairs, p)
			if at = (pair{p.x + 1, p.y + 1}); i == len(marks)-1 {
				m.match(at.x, toX-end, at.y, toY-end, depth+1)
			}
		}
	}
	for ; end > 0; end-- {
		m.pairs = append(m.pairs, pair{toX - end, toY - end})
	}
}

// landmarks are the most lines that occur once in either part and come in the same order in both.
func (m *matcher) landmarks(fromX, toX, fromY, toY int) []pair {
	type seen struct{ inX, inY, x, y int }
	lines := map[int]seen{}
	for i := fromX; i < toX; i++ {
		s := lines[m.x[i]]
		lines[m.x[i]] = seen{s.inX + 1, s.inY, i, s.y}
	}
	for i := fromY; i < toY; i++ {
		s := lines[m.y[i]]
		lines[m.y[i]] = seen{s.inX, s.inY + 1, s.x, i}
	}
	// The longest run that rises: ends[n] is the pair with the least y that one of n+1 can end with.
	var ends []pair
	before := map[pair]pair{}
	for i := fromX; i < toX; i++ {
		s := lines[m.x[i]]
		if s.inX != 1 || s.inY != 1 {
			continue
		}
		p := pair{s.x, s.y}
		n, _ := slices.BinarySearchFunc(ends, p, func(a, b pair) int { return a.y - b.y })
		if n > 0 {
			before[p] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, p)
		}
		ends[n] = p
	}
	if len(ends) == 0 {
		return nil
	}
	run := make([]pair, len(ends))
	for i, p := len(run)-1, ends[len(ends)-1]; i >= 0; i, p = i-1, before[p] {
		run[i] = p
	}
	return run
}
