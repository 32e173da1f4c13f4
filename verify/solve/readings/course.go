package readings

import (
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"

	"github.com/lectio/lectio/verify/solve"
)

// Course is how a game goes and nothing of how it looks: positions are numbers, the opening one first, and all that is kept of
// one is what follows from it. It does not know on what board the game is played, nor what the men are called.
type Course struct {
	begins []uint32 // where what follows from each position begins among steps, and behind the last
	steps  solve.Choices
}

// CourseOf is the course of a game whose positions have been found.
func CourseOf(g *solve.Graph) *Course {
	c := &Course{begins: make([]uint32, 0, g.Positions()+1)}
	for i := range g.Positions() {
		c.begins = append(c.begins, uint32(len(c.steps)))
		c.steps = append(c.steps, g.Following(i)...)
	}
	c.begins = append(c.begins, uint32(len(c.steps)))
	return c
}

// Positions is how many there are that do not end the game.
func (c *Course) Positions() int { return len(c.begins) - 1 }

// following is what follows from a position.
func (c *Course) following(i int) solve.Choices { return c.steps[c.begins[i]:c.begins[i+1]] }

// digest is the same for courses that are the same to the last number.
func (c *Course) digest(seed maphash.Seed) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	var b [4]byte
	for _, s := range c.steps {
		binary.LittleEndian.PutUint32(b[:], uint32(s))
		_, _ = h.Write(b[:]) // it never fails
	}
	for _, s := range c.begins {
		binary.LittleEndian.PutUint32(b[:], s)
		_, _ = h.Write(b[:])
	}
	return h.Sum64()
}

// Classes are numbers for the positions of two courses: where they are a correspondence, positions with one number
// are the same but for their looks.
type Classes [2][]uint32

// Compare reports whether two courses are one game: whether positions of one can be made to correspond to those of the
// other so that from two that correspond every throw has the same chance of the same choices, of positions that correspond
// again, of the same ends, with the same player to move. It is the coarsest bisimulation (Paige and Tarjan, "Three
// partition refinement algorithms", 1987; for chance Larsen and Skou, "Bisimulation through probabilistic testing", 1991), found
// by telling apart after one turn, two, three and so on.
//
// Where they are one game the classes are the correspondence, which [Corresponds] checks. Where they are
// not, turns says within how many the opening positions are told apart; nobody can tell them apart in fewer.
func Compare(a, b *Course) (classes Classes, same bool, turns int) {
	r := refining{courses: [2]*Course{a, b}}
	for k, c := range r.courses {
		r.now[k], r.next[k] = make([]uint32, c.Positions()), make([]uint32, c.Positions())
	}
	for count := 1; ; {
		turns++
		n := r.refine()
		if r.next[0][0] != r.next[1][0] {
			return Classes{}, false, turns
		}
		r.now, r.next = r.next, r.now
		if n == count {
			return r.now, true, 0
		}
		count = n
	}
}

// refining tells classes of positions apart.
type refining struct {
	courses   [2]*Course
	now, next Classes
	choices   []choice
	among     []uint64
}

// choice is what a throw lets a player choose, as a number made of the classes of positions, and how many ways lead to it.
type choice struct{ of, ways uint64 }

// refine tells positions apart by the classes that they lead to, and returns how many classes there are then.
func (r *refining) refine() int {
	known := map[uint64]uint32{}
	for k, c := range r.courses {
		for i := range c.Positions() {
			seen := mixed(uint64(r.now[k][i]), r.seen(c, i, r.now[k])) // what was told apart stays so
			n, there := known[seen]
			if !there {
				n = uint32(len(known))
				known[seen] = n
			}
			r.next[k][i] = n
		}
	}
	return len(known)
}

// seen is a number for what can be seen of a position from it within a turn: every choice that a throw can bring, with its
// chance. What looks alike has one number. That two numbers agree by accident is not to be expected, and would be found
// by [Corresponds].
func (r *refining) seen(c *Course, i int, classes []uint32) uint64 {
	r.choices = r.choices[:0]
	for ways, next := range c.following(i).Throws() {
		r.among = r.among[:0]
		for _, n := range next {
			r.among = append(r.among, label(n, classes))
		}
		slices.Sort(r.among)
		of := uint64(1)
		for _, x := range slices.Compact(r.among) {
			of = mixed(of, x)
		}
		r.choices = append(r.choices, choice{of, ways})
	}
	slices.SortFunc(r.choices, func(a, b choice) int { return cmp.Compare(a.of, b.of) })
	n, all := 0, uint64(0)
	for _, x := range r.choices {
		if n > 0 && r.choices[n-1].of == x.of {
			r.choices[n-1].ways += x.ways
		} else {
			r.choices[n] = x
			n++
		}
	}
	for _, x := range r.choices[:n] {
		all = common(all, x.ways)
	}
	seen := uint64(n)
	for _, x := range r.choices[:n] {
		seen = mixed(mixed(seen, x.of), x.ways/all)
	}
	return seen
}

// label is what can be told of what follows: the end, or the class of the position and whose turn it is.
func label(n solve.Next, classes []uint32) uint64 {
	if n.Over() {
		return uint64(n.Worth() + 1)
	}
	return 4 | uint64(n&1) | uint64(classes[n.Position()])<<3
}

// common is the greatest common divisor; 0 has every divisor.
func common(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// mixed mixes two numbers into one (the finish of splitmix64).
func mixed(a, b uint64) uint64 {
	z := a*0x9e3779b97f4a7c15 + b + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
