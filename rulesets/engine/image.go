package engine

import (
	"encoding/binary"
	"math/bits"

	"github.com/lectio/lectio/rulesets/board/place"
)

// Image says where things lie in the image of a state: the bytes in which some executor keeps it. The head is that of the
// program's layout, up to Layout.Left; what lies behind it each executor lays out by itself, so that who looks through millions
// of states need not convert each.
type Image struct {
	Size int      // in bytes, a multiple of eight
	Own  [][2]int // from, to: the bytes that say which state it is
	// Whole is set where nothing but these is needed to go on from the state: else the rest has to be worked out, by Get and Put.
	Whole  bool
	Part   int       // where the first part that is left lies
	Bits   byte      // of that byte, which are 0 for a throw that is owed
	Swaps  [][3]int  // from, to, size: the bytes that change places where two players are exchanged
	Boards []OnBoard // what changes where places of the board do

	Put func(image []byte, s *State) bool // writes an image of a state; false where there is no room for it
	Get func(s *State, image []byte)      // makes s the state of an image
}

// OnBoard is what an image says of places or lines of the board: where it lies, as whose places, and how.
type OnBoard struct {
	At, Size, Player int
	As               PlaceForm
}

// PlaceForm is how an image says where something is.
type PlaceForm uint8

// The forms.
const (
	BytePlaces PlaceForm = iota // a byte a place
	BitPlaces                   // a bit a place
	BitLines                    // a bit a line
	OnePlace                    // the number of a place, or a negative one for none
)

// Image is how the program itself lays out a state.
func (p *Program) Image() Image {
	lay := &p.layout
	im := Image{Size: (lay.Size + 7) / 8 * 8, Own: [][2]int{{0, lay.Size}}, Whole: true, Part: lay.Left, Bits: 0xff,
		Put: func(image []byte, s *State) bool { clear(image[copy(image, s.b):]); return true },
		Get: func(s *State, image []byte) { copy(s.b, image) }}
	for q := range p.Owners() {
		for class := range p.classes {
			im.Boards = append(im.Boards, OnBoard{lay.Men + (q*p.classes+class)*p.Places, p.Places, p.seat(q), BytePlaces})
		}
	}
	for q := range p.Players {
		for v := range p.Vars {
			if as, is := p.Vars[v].Kind.OnBoard(); is && (q == 0 || !p.Vars[v].Common) {
				im.Boards = append(im.Boards, OnBoard{p.VarAt(v, q), p.width(v), q, as})
			}
		}
	}
	if len(p.Players) == 2 {
		swap := func(at, n int) { im.Swaps = append(im.Swaps, [3]int{at, at + n, n}) }
		swap(lay.Scores, 4)
		swap(lay.Stores, 2*len(p.Stores))
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

// Turn writes to out the image of a state in which everything has gone where a symmetry of the board leads.
func (im *Image) Turn(out, image []byte, s *place.Symmetry) {
	copy(out, image)
	if active := binary.LittleEndian.Uint16(image[hActive:]); active > 0 {
		binary.LittleEndian.PutUint16(out[hActive:], uint16(1+s.Places[image[hTo]][active-1]))
	}
	for i := range im.Boards {
		b := &im.Boards[i]
		to := s.Places[b.Player]
		from, out := image[b.At:][:b.Size], out[b.At:][:b.Size]
		switch b.As {
		case BytePlaces:
			for f, n := range from {
				out[to[f]] = n
			}
		case OnePlace:
			if f := int(int16(binary.LittleEndian.Uint16(from))); f >= 0 && f < len(to) {
				binary.LittleEndian.PutUint16(out, uint16(to[f]))
			}
		case BitLines:
			permute(out, from, s.Lines)
		case BitPlaces:
			permute(out, from, to)
		}
	}
}

// permute writes a set of bits, each of which goes elsewhere. It is of whole words.
func permute(out, from []byte, to []int) {
	clear(out)
	for at := 0; at < len(from); at += 8 {
		for w := binary.LittleEndian.Uint64(from[at:]); w != 0; w &= w - 1 {
			k := to[8*at+bits.TrailingZeros64(w)]
			out[k/8] |= 1 << (k % 8)
		}
	}
}

// OnBoard is how variables of a kind say where something is, if they do.
func (k VarKind) OnBoard() (as PlaceForm, is bool) {
	switch k {
	case PlaceVar:
		return OnePlace, true
	case SetVar:
		return BitPlaces, true
	case LinesVar:
		return BitLines, true
	}
	return 0, false
}
