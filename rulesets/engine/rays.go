package engine

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
func (r *Rules) RaysFrom(q, f int, d Direction) (out [][]int) {
	if f < 0 || f >= r.Places || len(r.Rays) == 0 {
		return nil
	}
	for i := range r.Rays[q][f] {
		if ray := &r.Rays[q][f][i]; ray.goes(d) {
			out = append(out, ray.Places)
		}
	}
	return out
}

// Shifted is the place so many steps from a place in a direction, of every direction.
func (r *Rules) Shifted(q, f, steps int, d Direction) (out Set) {
	for _, ray := range r.RaysFrom(q, f, d) {
		if steps >= 1 && steps <= len(ray) {
			out.add(ray[steps-1])
		}
	}
	return out
}

// rays evaluates what lies on the straight ways from a place, or from the places of a set.
func (in *Interpreter) rays(n *Node) (out Set) {
	p := in.p
	if n.Op == SShift {
		from := in.Set(n.Kids[0])
		for f := from.First(); f >= 0; f = from.from(f + 1) {
			out = out.Or(p.Shifted(in.me, f, n.Steps, Direction(n.N)))
		}
		return out
	}
	set := in.Set(n.Kids[1])
	for _, ray := range p.RaysFrom(in.me, in.Number(n.Kids[0]), Direction(n.N)) {
		first, last := len(ray), -1 // of the set; first not of it, for a ray as far as it is unbroken
		for i, f := range ray {
			if set.Has(f) == (n.Op == SBeyond || n.Op == SBetween) {
				first, last = min(first, i), i
			}
		}
		switch n.Op {
		case SRay:
			ray = ray[:first]
		case SMet:
			ray = ray[first:min(first+1, len(ray))]
		case SBetween:
			ray = ray[:max(last, 0)]
		case SBeyond:
			ray = ray[min(first+1, len(ray)):]
		}
		for _, f := range ray {
			out.add(f)
		}
	}
	return out
}

// joined evaluates the places of set a that are joined, from neighbour to neighbour within
// it, with its places in set b.
func (in *Interpreter) joined(a, b Set) Set {
	out := a.And(b)
	for last := (Set{}); out != last; {
		last = out
		for f := last.First(); f >= 0; f = last.from(f + 1) {
			out = out.Or(in.p.Near[in.me][f].And(a))
		}
	}
	return out
}
