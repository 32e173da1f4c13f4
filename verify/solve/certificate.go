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
// come the positions, the opening one first: each its bytes in the layout of the program, the lower and the upper bound in
// eight bytes each, and the rank in two, the least first. The last 32 bytes are the SHA-256 sum of all before them. It is
// written whole or not at all by whoever gives the file.

// CertificateFormat is the first line of a certificate.
const CertificateFormat = "lectio certificate of values, format 2\n"

// About says of what a certificate is.
type About struct {
	Ruleset        string `json:"ruleset"`
	Interpretation string `json:"interpretation"`
	Scale          string `json:"scale,omitempty"`
	Positions      int    `json:"positions"`
	Bytes          int    `json:"bytes_of_a_position"`
	One            uint64 `json:"one"`
	Tied           bool   `json:"player_to_move_is_made_the_first"`
}

// ErrUnranked is why there is no certificate: of some position no rank shows that play ends, or that its bounds are kept all the same.
var ErrUnranked = errors.New("no certificate: of some positions no rank was found that shows that play comes to what their bounds promise")

// WriteCertificate writes the certificate of what has been solved.
func (x *Solved) WriteCertificate(w io.Writer, a About) error {
	if x.Rank == nil {
		return ErrUnranked
	}
	a.Positions, a.Bytes, a.One, a.Tied = x.Positions(), x.head.Size, One, x.Tied
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
	row := make([]byte, 0, x.head.Size+18)
	at := x.Program.NewState()
	for i := range x.Positions() {
		x.State(i, at)
		row = append(row[:0], at.Bytes()...)
		row = binary.LittleEndian.AppendUint64(row, x.Low[i])
		row = binary.LittleEndian.AppendUint64(row, x.High[i])
		row = binary.LittleEndian.AppendUint16(row, x.Rank[i])
		b.write(row)
	}
	if _, err := b.w.Write(sum.Sum(nil)); err != nil {
		return fmt.Errorf("the certificate: %w", err)
	}
	return errors.Join(b.w.Flush(), z.Close())
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
