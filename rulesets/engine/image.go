package engine

// Image says where things lie in the image of a state: the bytes in which some executor keeps it. The head is that of the
// program's layout, up to Layout.Left; what lies behind it each executor lays out by itself, so that who looks through millions
// of states need not convert each.
type Image struct {
	Size int      // in bytes, a multiple of eight
	Own  [][2]int // from, to: the bytes that say which state it is
	// Whole is set where nothing but these is needed to go on from the state: else the rest has to be worked out, by Get and Put.
	Whole bool
	Part  int      // where the first part that is left lies
	Bits  byte     // of that byte, which are 0 for a throw that is owed
	Swaps [][3]int // from, to, size: the bytes that change places where two players are exchanged

	Put func(image []byte, s *State) bool // writes an image of a state; false where there is no room for it
	Get func(s *State, image []byte)      // makes s the state of an image
}

// Image is how the program itself lays out a state.
func (p *Program) Image() Image {
	lay := &p.layout
	im := Image{Size: (lay.Size + 7) / 8 * 8, Own: [][2]int{{0, lay.Size}}, Whole: true, Part: lay.Left, Bits: 0xff,
		Put: func(image []byte, s *State) bool { clear(image[copy(image, s.b):]); return true },
		Get: func(s *State, image []byte) { copy(s.b, image) }}
	if len(p.Players) == 2 {
		swap := func(at, n int) { im.Swaps = append(im.Swaps, [3]int{at, at + n, n}) }
		swap(lay.Scores, 4)
		swap(lay.Stores, len(p.Stores))
		swap(lay.Men, p.classes*p.Places)
		for v := range p.Vars {
			if !p.Vars[v].Common {
				swap(p.VarAt(v, 0), p.width(v))
			}
		}
	}
	return im
}

// StatusOf is what the state of an image waits for.
func (im *Image) StatusOf(image []byte) Status {
	switch {
	case image[hOver] != 0:
		return Over
	case image[hLeftN] > 0 && image[im.Part]&im.Bits == 0:
		return AwaitsThrow
	}
	return Decision
}

// Exchange exchanges the two players in an image, with who is to move.
func (im *Image) Exchange(image []byte) {
	image[hTo] ^= 1
	image[hOwner] ^= 1
	if image[hNext] != 0 { // one more than a player
		image[hNext] = 3 - image[hNext]
	}
	for _, x := range im.Swaps {
		a, b := image[x[0]:][:x[2]], image[x[1]:][:x[2]]
		for i := range a {
			a[i], b[i] = b[i], a[i]
		}
	}
}

// Forget clears the throws of an image, which nothing reads any more when the next is due.
func (im *Image) Forget(image []byte) {
	image[hThrowN] = 0
	clear(image[hThrows : hThrows+maxThrows])
}
