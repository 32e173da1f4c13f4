package place

import "slices"

// Direction is a set of directions on a board of rows and columns, as a player sees it.
type Direction uint16

// The directions.
const (
	Forward Direction = 1 << iota
	ForwardRight
	RightHand
	BackwardRight
	Backward
	BackwardLeft
	LeftHand
	ForwardLeft

	Orthogonal = Forward | RightHand | Backward | LeftHand
	Diagonal   = ForwardRight | BackwardRight | BackwardLeft | ForwardLeft
)

// Ray is a straight way from a place to the edge of the board.
type Ray struct {
	Direction Direction // one, or none on boards whose lines have no direction
	Drawn     bool      // it goes along lines of the board
	Places    []int     // that it passes, in order
}

// goes reports whether a ray goes in one of some directions; without any, along lines of
// the board.
func (r *Ray) goes(d Direction) bool {
	if d == 0 {
		return r.Drawn
	}
	return r.Direction&d != 0
}

// RaysFrom lists the rays of player q from a place in some directions, or, without any,
// along the lines of the board. From what is no place there are none.
func (b *Board) RaysFrom(q, f int, d Direction) (out [][]int) {
	if f < 0 || f >= b.Places || len(b.Rays) == 0 {
		return nil
	}
	for i := range b.Rays[q][f] {
		if ray := &b.Rays[q][f][i]; ray.goes(d) {
			out = append(out, ray.Places)
		}
	}
	return out
}

// Shifted is the set of places so many steps from any of a set, in every one of some
// directions.
func (b *Board) Shifted(q int, from Set, steps int, d Direction) (out Set) {
	for f := from.First(); f >= 0; f = from.From(f + 1) {
		for _, ray := range b.RaysFrom(q, f, d) {
			if steps >= 1 && steps <= len(ray) {
				out.Add(ray[steps-1])
			}
		}
	}
	return out
}

// Reached is what of a ray lies in a set, as far as the ray is unbroken in it.
func Reached(ray []int, set Set) []int { return ray[:firstIn(ray, set, false)] }

// Met is the first place of a ray that does not lie in a set, alone.
func Met(ray []int, set Set) []int {
	i := firstIn(ray, set, false)
	return ray[i:min(i+1, len(ray))]
}

// Before is what lies on a ray before the last place of a set.
func Before(ray []int, set Set) []int {
	for i := len(ray) - 1; i >= 0; i-- {
		if set.Has(ray[i]) {
			return ray[:i]
		}
	}
	return nil
}

// Beyond is what lies on a ray after the first place of a set.
func Beyond(ray []int, set Set) []int {
	return ray[min(firstIn(ray, set, true)+1, len(ray)):]
}

// firstIn is where on a ray the first place is that lies in a set, or, where in is false,
// the first that does not; how long the ray is where there is none.
func firstIn(ray []int, set Set, in bool) int {
	if i := slices.IndexFunc(ray, func(f int) bool { return set.Has(f) == in }); i >= 0 {
		return i
	}
	return len(ray)
}
