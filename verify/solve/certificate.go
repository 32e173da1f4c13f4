package solve

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
)

// A certificate is a compressed file. It begins with a line that names its format and a line of JSON ([About]); then
// come the positions, the opening one first: of each those bits of its state in the layout of the program in which positions differ
// from the first (whole bytes, the lowest bit first), the lower and the upper bound in six bytes each and the rank in two, the
// least first. The last 32 bytes are the SHA-256 sum of all before
// them. It is written position by position, and whole or not at all by whoever gives the file.

// CertificateFormat is the first line of a certificate.
const CertificateFormat = "lectio certificate of values, format 3\n"

// About says of what a certificate is.
type About struct {
	Ruleset        string `json:"ruleset"`
	Interpretation string `json:"interpretation"`
	Scale          string `json:"scale,omitempty"`
	Positions      int    `json:"positions"`
	First          []byte `json:"first"`  // the bytes of the opening position
	Differ         []byte `json:"differ"` // the bits in which positions differ from it
	One            uint64 `json:"one"`
	Tied           bool   `json:"player_to_move_is_made_the_first"`
	Mirrored       bool   `json:"mirrored,omitempty"` // of positions that the board's symmetries turn into each other there is one
}

// ErrUnranked is why there is no certificate: of some position no rank shows that play ends, or that its bounds are kept all the same.
var ErrUnranked = errors.New("no certificate: of some positions no rank was found that shows that play comes to what their bounds promise")

// WriteCertificate writes the certificate of what has been solved.
func (x *Solved) WriteCertificate(w io.Writer, a About) error {
	if x.Rank == nil {
		return ErrUnranked
	}
	k := x.laidOut()
	a.Positions, a.First, a.Differ, a.One, a.Tied, a.Mirrored = x.Positions(), k.first[:x.head.Size], k.differ()[:x.head.Size], One, x.Tied, x.mirrors != nil
	z, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return err
	}
	sum := sha256.New()
	b := &summed{bufio.NewWriterSize(z, 1<<16), sum}
	about, err := json.Marshal(a)
	if err != nil {
		return err
	}
	b.write([]byte(CertificateFormat))
	b.write(append(about, '\n'))
	var row []byte
	var key []uint64
	size := (k.bits() + 7) / 8
	at, image := x.Program.NewState(), make([]byte, k.image.Size)
	for i := range x.Positions() {
		x.State(i, at)
		k.image.Put(image, at)
		key, _ = k.pack(key[:0], image, nil)
		row = row[:0]
		for _, w := range key {
			row = binary.LittleEndian.AppendUint64(row, w)
		}
		row = binary.LittleEndian.AppendUint64(row[:size], x.Low[i])
		row = binary.LittleEndian.AppendUint64(row[:size+6], x.High[i])
		row = binary.LittleEndian.AppendUint16(row[:size+12], x.Rank[i])
		b.write(row)
	}
	if _, err := b.w.Write(sum.Sum(nil)); err != nil {
		return fmt.Errorf("the certificate: %w", err)
	}
	return errors.Join(b.w.Flush(), z.Close())
}

// laidOut is the packing of positions in the layout of the program.
func (g *Graph) laidOut() *packing {
	s, im := g.Program.NewState(), g.Program.Image()
	first, image := make([]byte, im.Size), make([]byte, im.Size)
	g.State(0, s)
	im.Put(first, s)
	k := newPacking(im, first)
	differ := make([]uint64, im.Size/8)
	for i := range g.Positions() {
		g.State(i, s)
		im.Put(image, s)
		k.differing(image, differ)
	}
	return k.wider(differ)
}

// summed writes and adds to a sum; what fails is told when it is flushed.
type summed struct {
	w   *bufio.Writer
	sum hash.Hash
}

func (s *summed) write(b []byte) {
	s.sum.Write(b)
	_, _ = s.w.Write(b) // bufio keeps the first error, and gives it to Flush
}
