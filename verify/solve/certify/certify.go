package certify

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"math/big"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lectio/lectio/rulesets/engine"
)

const format = "lectio certificate of values, format 3\n"

// About says of what a certificate is.
type About struct {
	Ruleset        string `json:"ruleset"`
	Interpretation string `json:"interpretation"`
	Scale          string `json:"scale"`
	Positions      int    `json:"positions"`
	First          []byte `json:"first"`
	Differ         []byte `json:"differ"`
	One            uint64 `json:"one"`
	Tied           bool   `json:"player_to_move_is_made_the_first"`
	Mirrored       bool   `json:"mirrored"` // of positions that symmetries of the board turn into each other there is one
}

// Certificate is one that has been read. A position takes few bytes more than in the file.
type Certificate struct {
	About
	kept []kept // the bits that tell positions apart
	size int    // bytes of a position

	positions []byte
	low, high []uint64
	rank      []uint16
	slots     []uint32 // one more than the number of a position, by its hash
	seed      maphash.Seed
	mirrors   []engine.Symmetry
}

// kept is a bit of a state that tells positions apart, and where it stands in what is kept of one.
type kept struct {
	at, in     int
	bit, inBit byte
}

// mostPositions is how many positions a certificate may claim to have.
const mostPositions = 1 << 30

// Read reads a certificate. Its error says what is no certificate, or damaged.
func Read(r io.Reader) (*Certificate, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("this is no certificate: %w", err)
	}
	in := bufio.NewReaderSize(z, 1<<16)
	sum := sha256.New()
	line := func() (string, error) {
		text, err := in.ReadString('\n')
		sum.Write([]byte(text))
		return text, err
	}
	first, err := line()
	if err != nil || first != format {
		return nil, errors.New("this is no certificate of a format that is known")
	}
	about, err := line()
	c := &Certificate{seed: maphash.MakeSeed()}
	if err != nil || json.Unmarshal([]byte(about), &c.About) != nil {
		return nil, errors.New("the certificate does not say of what it is")
	}
	if c.Positions < 1 || c.Positions > mostPositions || len(c.First) != len(c.Differ) || c.One < 2 || c.One >= 1<<48 || c.One%2 != 0 {
		return nil, errors.New("the certificate says of itself what cannot be")
	}
	for at, bits := range c.Differ {
		for b := byte(1); b != 0; b <<= 1 {
			if n := len(c.kept); bits&b != 0 {
				c.kept = append(c.kept, kept{at, n / 8, b, 1 << (n % 8)})
			}
		}
	}
	c.size = (len(c.kept) + 7) / 8
	row := make([]byte, c.size+14)
	for i := range c.Positions {
		if _, err := io.ReadFull(in, row); err != nil {
			return nil, fmt.Errorf("the certificate ends at position %d of %d: %w", i, c.Positions, err)
		}
		sum.Write(row)
		c.positions = append(c.positions, row[:c.size]...)
		c.low = append(c.low, binary.LittleEndian.Uint64(row[c.size:])&(1<<48-1))
		c.high = append(c.high, binary.LittleEndian.Uint64(row[c.size+6:])&(1<<48-1))
		c.rank = append(c.rank, binary.LittleEndian.Uint16(row[c.size+12:]))
	}
	rest, err := io.ReadAll(io.LimitReader(in, sha256.Size+1))
	if err != nil || !bytes.Equal(rest, sum.Sum(nil)) {
		return nil, errors.New("the certificate is damaged: its sum is another")
	}
	return c, nil
}

// at is what is kept of the i-th position.
func (c *Certificate) at(i int) []byte { return c.positions[i*c.size : (i+1)*c.size] }

// key appends what is kept of a state; ok is false where it differs from the first in more than that.
func (c *Certificate) key(key, s []byte) (_ []byte, ok bool) {
	for i := range c.size {
		key = append(key[:i], 0)
	}
	for _, k := range c.kept {
		if (s[k.at]^c.First[k.at])&k.bit != 0 {
			key[k.in] |= k.inBit
		}
	}
	for i, b := range s {
		if (b^c.First[i])&^c.Differ[i] != 0 {
			return key, false
		}
	}
	return key, true
}

// state writes the state of which a key is kept.
func (c *Certificate) state(s, key []byte) {
	copy(s, c.First)
	for _, k := range c.kept {
		if key[k.in]&k.inBit != 0 {
			s[k.at] ^= k.bit
		}
	}
}

// find is the slot of a key: where it stands, or might.
func (c *Certificate) find(key []byte) (slot uint64, i int) {
	mask := uint64(len(c.slots) - 1)
	for slot = maphash.Bytes(c.seed, key) & mask; ; slot = (slot + 1) & mask {
		i := int(c.slots[slot]) - 1
		if i < 0 || bytes.Equal(c.at(i), key) {
			return slot, i
		}
	}
}

// number finds where each position stands.
func (c *Certificate) number() error {
	c.slots = make([]uint32, 1<<bits.Len(uint(c.Positions*3/2)))
	for i := range c.Positions {
		slot, twice := c.find(c.at(i))
		if twice >= 0 {
			return fmt.Errorf("position %d stands twice", i)
		}
		c.slots[slot] = uint32(i + 1)
	}
	return nil
}

// Bounds are what the opening position is worth to who begins, from 0 to 1.
func (c *Certificate) Bounds() (low, high *big.Rat) {
	return big.NewRat(int64(c.low[0]), int64(c.One)), big.NewRat(int64(c.high[0]), int64(c.One)) // of 48 bits each
}

// Check checks a certificate against the rules. Its error says what does not hold, at which position. progress, unless
// nil, is told how many positions have been checked; it may be called from any worker.
func (c *Certificate) Check(ctx context.Context, p *engine.Program, progress func(done, all int)) error {
	if p.Layout().Size != len(c.First) || len(p.Players) != 2 || p.Team[0] == p.Team[1] {
		return errors.New("the certificate is of other rules")
	}
	if c.Tied && !exchangeable(p) {
		return errors.New("the certificate exchanges players whom the rules tell apart")
	}
	if err := c.number(); err != nil {
		return err
	}
	start := p.NewState()
	engine.NewInterpreter(p).Start(start)
	if c.Mirrored {
		c.mirrors = p.Symmetries()
	}
	first := &checking{c: c, p: p}
	if start.Status() == engine.Over || first.number(first.canonical(start)) != 0 {
		return errors.New("the first position is not that in which the game begins")
	}
	var next, done atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, runtime.NumCPU())
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for w := range errs {
		wg.Go(func() {
			x := &checking{c: c, p: p, in: engine.NewInterpreter(p), image: p.Image(), turned: make([]byte, len(c.First))}
			const block = 256
			for ctx.Err() == nil {
				from := int(next.Add(block)) - block
				if from >= c.Positions {
					return
				}
				for i := from; i < min(from+block, c.Positions); i++ {
					if err := x.position(i); err != nil {
						errs[w] = fmt.Errorf("position %d: %w", i, err)
						stop()
						return
					}
				}
				if progress != nil {
					progress(int(done.Add(block)), c.Positions)
				}
			}
		})
	}
	wg.Wait()
	return cmp.Or(errors.Join(errs...), ctx.Err())
}

// checking checks positions with an interpreter of its own.
type checking struct {
	c       *Certificate
	p       *engine.Program
	in      *engine.Interpreter
	image   engine.Image
	scratch []byte // a state as it is kept
	turned  []byte // … turned by a symmetry
	key     []byte
	free    []*engine.State // to be used again
}

// bound is what may follow from a position, by what it is worth to who was to move there.
type bound struct {
	low, high uint64
	rank      uint16
}

// throw is what one throw, or the decision of a turn, can lead to.
type throw struct {
	ways  uint64
	among []bound
}

// position checks what follows from the i-th position.
func (x *checking) position(i int) error {
	c := x.c
	if low, high := c.low[i], c.high[i]; low > high || high > c.One {
		return fmt.Errorf("bounds %d and %d of %d", low, high, c.One)
	}
	s := x.p.NewState()
	c.state(s.Bytes(), c.at(i))
	if string(x.canonical(s)) != string(s.Bytes()) {
		return errors.New("it is not kept as positions are")
	}
	list, err := x.throws(s)
	if err != nil {
		return err
	}
	ways := uint64(0)
	var lows, highs wide
	for _, t := range list {
		if len(t.among) == 0 {
			return errors.New("nothing follows from it, and it is no end")
		}
		ways += t.ways
		low, high := t.best()
		lows, highs = lows.plus(t.ways, low), highs.plus(t.ways, high)
	}
	half := c.One / 2
	switch low, high := c.low[i], c.high[i]; {
	case ways == 0:
		return errors.New("nothing follows from it, and it is no end")
	case lows.less(wide{}.plus(ways, low)):
		return errors.New("its lower bound is more than what follows warrants")
	case wide{}.plus(ways, high).less(highs):
		return errors.New("its upper bound is less than what follows can come to")
	case low > half && !x.reached(list, c.rank[i]):
		return errors.New("after no throw the best choice leads to a lower rank: play need not end")
	case high < half && !x.forced(list, c.rank[i]):
		return errors.New("no throw leads to lower ranks whatever is chosen: play need not end")
	}
	return nil
}

// wide is a whole number of 128 bits, which no sum of ways times bounds comes near.
type wide struct{ high, low uint64 }

func (a wide) plus(ways, v uint64) wide {
	high, low := bits.Mul64(ways, v)
	sum, carry := bits.Add64(a.low, low, 0)
	return wide{a.high + high + carry, sum}
}

func (a wide) less(b wide) bool { return a.high < b.high || a.high == b.high && a.low < b.low }

// best are the bounds of what is best among what a throw can lead to.
func (t *throw) best() (low, high uint64) {
	for _, b := range t.among {
		low, high = max(low, b.low), max(high, b.high)
	}
	return low, high
}

// reached reports whether after some throw what is best by lower bound has a lower rank, or promises no more than one half.
func (x *checking) reached(list []throw, rank uint16) bool {
	return slices.ContainsFunc(list, func(t throw) bool {
		best, _ := t.best()
		return slices.ContainsFunc(t.among, func(b bound) bool {
			return b.low == best && (b.rank < rank || rank > 0 && b.low <= x.c.One/2)
		})
	})
}

// forced reports whether some throw leads, whatever is chosen, to lower ranks or to where the other is promised no more than one half.
func (x *checking) forced(list []throw, rank uint16) bool {
	return slices.ContainsFunc(list, func(t throw) bool {
		return !slices.ContainsFunc(t.among, func(b bound) bool {
			return b.rank >= rank && (rank == 0 || b.high < x.c.One/2)
		})
	})
}

// throws finds what follows from a position.
func (x *checking) throws(s *engine.State) (list []throw, err error) {
	mover := s.Player()
	if s.Status() == engine.Decision {
		among, err := x.results(s, mover)
		return []throw{{1, among}}, err
	}
	dev := &x.p.Devices[s.Device(x.p)]
	for k := dev.First; k < dev.First+dev.Count; k++ {
		if x.p.Throws[k].Ways == 0 {
			continue
		}
		t := x.take()
		t.CopyFrom(s)
		x.in.Throw(t, k)
		var among []bound
		if t.Status() == engine.Decision && t.Player() == mover {
			among, err = x.results(t, mover)
		} else {
			var b bound
			b, err = x.bound(t, mover)
			among = []bound{b}
		}
		x.free = append(x.free, t)
		if err != nil {
			return nil, err
		}
		list = append(list, throw{uint64(x.p.Throws[k].Ways), among})
	}
	return list, nil
}

// results finds what the decision of a player can come to, move after move, until a throw is due, another is to move, a turn
// without throws begins anew, or the game is over.
func (x *checking) results(s *engine.State, mover int) (among []bound, err error) {
	seen := map[string]bool{}
	var walk func(s *engine.State) error
	walk = func(s *engine.State) error {
		t := x.take()
		defer func() { x.free = append(x.free, t) }()
		for _, m := range x.in.Moves(s, nil) {
			t.CopyFrom(s)
			x.in.Play(t, m)
			if t.Status() != engine.Decision || t.Player() != mover || t.Fresh() && s.LastThrow() < 0 {
				b, err := x.bound(t, mover)
				if err != nil {
					return err
				}
				among = append(among, b)
				continue
			}
			if seen[t.Key()] {
				continue
			}
			seen[t.Key()] = true
			if err := walk(t); err != nil {
				return err
			}
		}
		return nil
	}
	return among, walk(s)
}

// take takes a state that nobody uses.
func (x *checking) take() *engine.State {
	n := len(x.free)
	if n == 0 {
		return x.p.NewState()
	}
	s := x.free[n-1]
	x.free = x.free[:n-1]
	return s
}

// bound is what a state is worth to who was to move before it.
func (x *checking) bound(t *engine.State, mover int) (bound, error) {
	one := x.c.One
	if t.Status() == engine.Over {
		switch w := prevails(x.p, t); {
		case w < 0:
			return bound{one / 2, one / 2, 0}, nil
		case w == mover:
			return bound{one, one, 0}, nil
		}
		return bound{}, nil
	}
	i := x.number(x.canonical(t))
	for k := 0; i < 0 && k < len(x.c.mirrors); k++ {
		x.image.Turn(x.turned, x.scratch, &x.c.mirrors[k])
		i = x.number(x.turned)
	}
	if i < 0 {
		return bound{}, errors.New("what follows from it is not in the certificate")
	}
	if t.Player() != mover {
		return bound{one - x.c.high[i], one - x.c.low[i], x.c.rank[i]}, nil
	}
	return bound{x.c.low[i], x.c.high[i], x.c.rank[i]}, nil
}

// number is that of a state as positions are kept; -1 where there is none.
func (x *checking) number(s []byte) (i int) {
	var ok bool
	if x.key, ok = x.c.key(x.key, s); !ok {
		return -1
	}
	_, i = x.c.find(x.key)
	return i
}

// prevails is the player who prevails in a game that is over: whom the rules name, or, where they name nobody in
// any game, who has most points; -1 for nobody.
func prevails(p *engine.Program, s *engine.State) int {
	if p.NamesWinner() {
		return s.Winner()
	}
	end, _ := s.End()
	a, b := s.Score(p, 0), s.Score(p, 1)
	switch {
	case end < 0 || len(p.Scores) == 0 || a == b:
		return -1
	case a > b:
		return 0
	}
	return 1
}

// exchangeable reports whether positions may be kept with the player to move as the first.
func exchangeable(p *engine.Program) bool {
	for i := range p.Vars {
		if v := &p.Vars[i]; v.Common || v.Kind != engine.NumberVar && v.Kind != engine.SetVar {
			return false
		}
	}
	return p.Exchangeable()
}

// canonical is a state as positions are kept: throws made are forgotten when the next is due, and, where that is said, the player to
// move is the first. It lasts until the next.
func (x *checking) canonical(s *engine.State) []byte {
	p, lay := x.p, x.p.Layout()
	x.scratch = append(x.scratch[:0], s.Bytes()...)
	b := x.scratch
	if s.Status() == engine.AwaitsThrow {
		b[lay.ThrowN] = 0
		clear(b[lay.Throws : lay.Throws+lay.MaxThrows])
	}
	if !x.c.Tied || s.Player() == 0 {
		return b
	}
	b[lay.To], b[lay.Owner] = 0, 1-b[lay.Owner]
	if b[lay.Next] > 0 {
		b[lay.Next] = 3 - b[lay.Next]
	}
	exchange := func(first, second, n int) {
		for i := range n {
			b[first+i], b[second+i] = b[second+i], b[first+i]
		}
	}
	exchange(lay.Stores, lay.Stores+2*len(p.Stores), 2*len(p.Stores))
	exchange(lay.Scores, lay.Scores+4, 4)
	men := p.Classes() * p.Places
	exchange(lay.Men, lay.Men+men, men)
	for v := range p.Vars {
		exchange(p.VarAt(v, 0), p.VarAt(v, 1), p.VarAt(v, 1)-p.VarAt(v, 0))
	}
	return b
}
