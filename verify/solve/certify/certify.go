package certify

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lectio/lectio/rulesets/engine"
)

const format = "lectio certificate of values, format 2\n"

// About says of what a certificate is.
type About struct {
	Ruleset        string `json:"ruleset"`
	Interpretation string `json:"interpretation"`
	Scale          string `json:"scale"`
	Positions      int    `json:"positions"`
	Bytes          int    `json:"bytes_of_a_position"`
	One            uint64 `json:"one"`
	Tied           bool   `json:"player_to_move_is_made_the_first"`
}

// Certificate is one that has been read.
type Certificate struct {
	About
	positions []byte
	low, high []uint64
	rank      []uint16
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
	c := &Certificate{}
	if err != nil || json.Unmarshal([]byte(about), &c.About) != nil {
		return nil, errors.New("the certificate does not say of what it is")
	}
	if c.Positions < 1 || c.Positions > mostPositions || c.Bytes < 1 || c.Bytes > 1<<16 || c.One < 2 || c.One > 1<<62 || c.One%2 != 0 {
		return nil, errors.New("the certificate says of itself what cannot be")
	}
	row := make([]byte, c.Bytes+18)
	for i := range c.Positions {
		if _, err := io.ReadFull(in, row); err != nil {
			return nil, fmt.Errorf("the certificate ends at position %d of %d: %w", i, c.Positions, err)
		}
		sum.Write(row)
		c.positions = append(c.positions, row[:c.Bytes]...)
		c.low = append(c.low, binary.LittleEndian.Uint64(row[c.Bytes:]))
		c.high = append(c.high, binary.LittleEndian.Uint64(row[c.Bytes+8:]))
		c.rank = append(c.rank, binary.LittleEndian.Uint16(row[c.Bytes+16:]))
	}
	rest, err := io.ReadAll(io.LimitReader(in, sha256.Size+1))
	if err != nil || !bytes.Equal(rest, sum.Sum(nil)) {
		return nil, errors.New("the certificate is damaged: its sum is another")
	}
	return c, nil
}

// Bounds are what the opening position is worth to who begins, from 0 to 1.
func (c *Certificate) Bounds() (low, high *big.Rat) {
	of := func(v uint64) *big.Rat {
		return new(big.Rat).SetFrac(new(big.Int).SetUint64(v), new(big.Int).SetUint64(c.One))
	}
	return of(c.low[0]), of(c.high[0])
}

// Check checks a certificate against the rules. Its error says what does not hold, at which position. progress, unless
// nil, is told how many positions have been checked; it may be called from any worker.
func (c *Certificate) Check(ctx context.Context, p *engine.Program, progress func(done, all int)) error {
	if p.Layout().Size != c.Bytes || len(p.Players) != 2 || p.Team[0] == p.Team[1] {
		return errors.New("the certificate is of other rules")
	}
	if c.Tied && !exchangeable(p) {
		return errors.New("the certificate exchanges players whom the rules tell apart")
	}
	numbers := make(map[string]uint32, c.Positions)
	for i := range c.Positions {
		at := string(c.positions[i*c.Bytes:][:c.Bytes])
		if _, twice := numbers[at]; twice {
			return fmt.Errorf("position %d stands twice", i)
		}
		numbers[at] = uint32(i)
	}
	start := p.NewState()
	engine.NewInterpreter(p).Start(start)
	first := &checking{c: c, p: p, in: engine.NewInterpreter(p), numbers: numbers}
	if start.Status() == engine.Over || string(first.canonical(start)) != string(c.positions[:c.Bytes]) {
		return errors.New("the first position is not that in which the game begins")
	}
	var next, done atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, runtime.NumCPU())
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for w := range errs {
		wg.Go(func() {
			x := &checking{c: c, p: p, in: engine.NewInterpreter(p), numbers: numbers}
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
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return ctx.Err()
}

// checking checks positions with an interpreter of its own.
type checking struct {
	c       *Certificate
	p       *engine.Program
	in      *engine.Interpreter
	numbers map[string]uint32
	scratch []byte
}

// bound is what may follow from a position, by what it is worth to who was to move there.
type bound struct {
	low, high uint64
	rank      uint16
}

// throw is what one throw, or the decision of a turn, can lead to.
type throw struct {
	ways  int64
	among []bound
}

// position checks what follows from the i-th position.
func (x *checking) position(i int) error {
	c := x.c
	if low, high := c.low[i], c.high[i]; low > high || high > c.One {
		return fmt.Errorf("bounds %d and %d of %d", low, high, c.One)
	}
	s := x.p.NewState()
	s.SetBytes(c.positions[i*c.Bytes : (i+1)*c.Bytes])
	if string(x.canonical(s)) != string(s.Bytes()) {
		return errors.New("it is not kept as positions are")
	}
	list, err := x.throws(s)
	if err != nil {
		return err
	}
	ways := int64(0)
	lows, highs := new(big.Int), new(big.Int)
	for _, t := range list {
		if len(t.among) == 0 {
			return errors.New("nothing follows from it, and it is no end")
		}
		ways += t.ways
		lows.Add(lows, product(t.ways, t.bestLow()))
		highs.Add(highs, product(t.ways, t.bestHigh()))
	}
	half := c.One / 2
	switch low, high := c.low[i], c.high[i]; {
	case ways == 0:
		return errors.New("nothing follows from it, and it is no end")
	case product(ways, low).Cmp(lows) > 0:
		return errors.New("its lower bound is more than what follows warrants")
	case product(ways, high).Cmp(highs) < 0:
		return errors.New("its upper bound is less than what follows can come to")
	case low > half && !x.reached(list, c.rank[i]):
		return errors.New("after no throw the best choice leads to a lower rank: play need not end")
	case high < half && !x.forced(list, c.rank[i]):
		return errors.New("no throw leads to lower ranks whatever is chosen: play need not end")
	}
	return nil
}

func product(ways int64, v uint64) *big.Int {
	return new(big.Int).Mul(big.NewInt(ways), new(big.Int).SetUint64(v))
}

// bestLow and bestHigh are the bounds of what is best among what a throw can lead to.
func (t *throw) bestLow() (best uint64) {
	for _, b := range t.among {
		best = max(best, b.low)
	}
	return best
}

func (t *throw) bestHigh() (best uint64) {
	for _, b := range t.among {
		best = max(best, b.high)
	}
	return best
}

// reached reports whether after some throw what is best by lower bound has a lower rank, or promises no more than one half.
func (x *checking) reached(list []throw, rank uint16) bool {
	return slices.ContainsFunc(list, func(t throw) bool {
		best := t.bestLow()
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
		t := s.Clone()
		x.in.Throw(t, k)
		var among []bound
		if t.Status() == engine.Decision && t.Player() == mover {
			among, err = x.results(t, mover)
		} else {
			var b bound
			b, err = x.bound(t, mover)
			among = []bound{b}
		}
		if err != nil {
			return nil, err
		}
		list = append(list, throw{int64(x.p.Throws[k].Ways), among})
	}
	return list, nil
}

// results finds what the decision of a player can come to, move after move, until a throw is due, another is to move, a turn
// without throws begins anew, or the game is over.
func (x *checking) results(s *engine.State, mover int) (among []bound, err error) {
	seen := map[string]bool{}
	var walk func(s *engine.State) error
	walk = func(s *engine.State) error {
		for _, m := range x.in.Moves(s, nil) {
			t := s.Clone()
			x.in.Play(t, m)
			if seen[t.Key()] {
				continue
			}
			seen[t.Key()] = true
			if t.Status() == engine.Decision && t.Player() == mover && !(t.Fresh() && s.LastThrow() < 0) {
				if err := walk(t); err != nil {
					return err
				}
				continue
			}
			b, err := x.bound(t, mover)
			if err != nil {
				return err
			}
			among = append(among, b)
		}
		return nil
	}
	return among, walk(s)
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
	i, ok := x.numbers[string(x.canonical(t))]
	if !ok {
		return bound{}, errors.New("what follows from it is not in the certificate")
	}
	if t.Player() != mover {
		return bound{one - x.c.high[i], one - x.c.low[i], x.c.rank[i]}, nil
	}
	return bound{x.c.low[i], x.c.high[i], x.c.rank[i]}, nil
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
	exchange(lay.Stores, lay.Stores+len(p.Stores), len(p.Stores))
	exchange(lay.Scores, lay.Scores+4, 4)
	men := p.Classes() * p.Places
	exchange(lay.Men, lay.Men+men, men)
	for v := range p.Vars {
		exchange(p.VarAt(v, 0), p.VarAt(v, 1), p.VarAt(v, 1)-p.VarAt(v, 0))
	}
	return b
}
