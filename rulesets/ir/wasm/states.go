package wasm

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
)

// Beside whole games, or for searches, the module plays single moves on states in its
// memory: for games in which something is looked at between moves, and for comparing
// it with the interpreter step by step. A state lies in a frame as state.go says. The host
// writes it there and calls load; everything wider than 32 bits crosses through
// memory.
//
//	begin(frame)               the opening position
//	load(frame)                the state written into the frame
//	moves(frame) → n           lists the legal moves, one 64-bit word each
//	play(frame, k)             makes the k-th of those listed, and carries the game on
//	throw(frame, t)            makes a throw
//
// The game in the first frame has a past, on which rules about repetition can
// look back; states elsewhere have none.

const (
	fnBegin = iota
	fnLoad
	fnMoves
	fnPlay
	fnThrow
	fnExpand
	fnExplain
	fnDoubt
	functionCount
)

var stateFunctions = [functionCount]string{"begin", "load", "moves", "play", "throw", "expand", "explain", "doubt"}

// ErrBeyond is the error of a state that asks for more than the module holds: the
// interpreter has to play it.
var ErrBeyond = errors.New("the position asks for more than the generated module holds")

// states writes the functions that play single moves.
func (g *gen) states() {
	lay := g.lay
	frame := []valtype{i32}
	two := []valtype{i32, i32}

	c := g.begin(g.m.declare(stateFunctions[fnBegin], frame, nil))
	c.fault(faultNone)
	c.positionsAnew()
	c.invoke(g.fStart, c.s)

	c = g.begin(g.m.declare(stateFunctions[fnLoad], frame, nil))
	c.fault(faultNone)
	c.turnTo(c.byte(lay.To))
	c.mirrorAnew()
	c.fresh()
	c.setCell(g.offUnclear, lit(0))
	c.ifThen(c.decides(), func() {
		c.generateHere()
	}, nil)

	c = g.begin(g.m.declare(stateFunctions[fnMoves], frame, frame))
	c.fault(faultNone)
	c.invoke(g.fMoves, c.s)

	c = g.begin(g.m.declare(stateFunctions[fnPlay], two, nil))
	c.fault(faultNone)
	c.setCell(g.offIdle, lit(0))
	mv := c.moveAt(num{l: 1})
	c.invoke(g.fApply, c.s, mv)
	c.invoke(g.fSettle, c.s)

	c = g.begin(g.m.declare(stateFunctions[fnThrow], two, nil))
	c.fault(faultNone)
	c.push(c.s)
	c.get(1)
	c.call(g.fThrow)
}

// listMoves writes the function that lists the legal moves of a decision, a pass
// where there are none, once what may be done has been generated.
func (g *gen) listMoves() {
	c := g.begin(g.fMoves)
	c.turnTo(c.byte(g.lay.To))
	c.ifThen(c.not(c.decides()), func() {
		c.yield(lit(0))
	}, nil)
	c.setGlobal(atSeen, lit(0))
	all := c.variable(lit(1))
	if g.p.Tries() && g.opt.States { // what a move is drawn of
		c.generated(1, all)
		c.ifThen(all, func() {
			if !g.mayMix {
				c.invoke(g.fList, c.s)
				c.op(opDrop)
			}
			c.push(c.bin(i32Add, c.s, lit(g.offAll)))
			c.push(c.bin(i32Add, c.s, lit(g.offList)))
			c.push(c.bin(i32Shl, all, lit(3)))
			c.copyMem()
		}, func() { c.assign(all, lit(1)) })
		c.generateHere()
	}
	n := c.variable(lit(1))
	c.ifThen(c.cell(g.offCount), func() {
		c.assign(n, c.told(g.fList, c.s))
		if !g.p.Tries() {
			c.assign(all, c.cell(g.offAllN))
		}
	}, func() { c.setCellw(g.offList, c.move(engine.Pass, c.noMove())) })
	c.setCell(g.offAllN, all)
	c.push(n)
}

// fresh makes the state one that is played on from, without a past.
func (c *ctx) fresh() {
	for _, x := range []struct{ at, v int }{{c.g.offQuiet, 0}, {c.g.offOccur, 1}, {c.g.offIdle, 0}} {
		c.setCell(x.at, lit(x.v))
	}
}

// decides reports whether the state waits for a move, not for a throw or for nothing.
func (c *ctx) decides() num {
	throw := c.and(c.not(c.partLeft(lit(0))), c.bin(i32Ne, c.byte(c.g.lay.LeftN), lit(0)))
	return c.and(c.not(c.byte(c.g.lay.Over)), c.not(throw))
}

func (p *Player) call(ctx context.Context, f int, args ...int) (int, error) {
	if p.states[f] == nil {
		return 0, errors.New("the module was generated without functions on states")
	}
	stack := p.args[:max(1, len(args))]
	for i, a := range args {
		stack[i] = uint64(uint32(a))
	}
	if err := p.states[f].CallWithStack(ctx, stack); err != nil {
		return 0, fmt.Errorf("the generated module: %w", err)
	}
	if fault, _ := p.memory.ReadUint32Le(atFault); fault != faultNone {
		return 0, ErrBeyond
	}
	return int(int32(uint32(stack[0]))), nil
}

// Begin sets up the opening position. Positions are remembered from then on, for
// rules on repetition.
func (p *Player) Begin(ctx context.Context) error {
	p.frame = p.code.frameAt
	_, err := p.call(ctx, fnBegin, p.frame)
	return err
}

// SetState takes up a state of the program, one that the interpreter could have
// carried a game on to. It has no past: positions that stood before do not count
// as repeated. Its error is [ErrBeyond] for a state that no game comes to, or that
// the module has no room for.
func (p *Player) SetState(ctx context.Context, s *engine.State) error {
	if err := p.place(s); err != nil {
		return err
	}
	_, err := p.call(ctx, fnLoad, p.frame)
	return err
}

// putState writes a state in the program's layout as a frame begins with it. It
// is false where the module cannot hold the state.
func (f *plan) putState(raw, s []byte) bool {
	p, lay := f.p, f.lay
	clear(raw)
	copy(raw, s[:lay.Left])
	if s[lay.LeftN] > 16 {
		return false
	}
	var agenda uint64
	for i, part := range s[lay.Left : lay.Left+int(s[lay.LeftN])] {
		if !f.packed() {
			raw[lay.Left+i] = part
		}
		agenda |= nibble(part) << (4 * i)
	}
	if f.packed() {
		binary.LittleEndian.PutUint64(raw[f.offAgenda:], agenda)
	}
	for q := range p.Players {
		home := raw[f.offPlayers+q*f.playerSize:]
		for v := range p.Vars {
			d := &p.Vars[v]
			to := home[f.inVars[v]:]
			if d.Common {
				to = raw[f.offCommon[v]:]
			}
			from := s[p.VarAt(v, q):]
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				copy(to, from[:min(lay.Set, 8*f.w)])
			} else {
				binary.LittleEndian.PutUint32(to, uint32(int16(binary.LittleEndian.Uint16(from))))
			}
		}
		copy(home[f.inScore:], s[lay.Scores+4*q:][:4])
		stores := s[lay.Stores+q*len(p.Stores):][:len(p.Stores)]
		for st, n := range stores {
			if f.still[q][st] >= 0 && f.still[q][st] != int(n) {
				return false
			}
		}
		copy(home[f.inStores:], stores)
		if !f.putMen(home, s, q) {
			return false
		}
		if f.cells {
			counts, cells := raw[f.offCells+q:], p.CellOf[q]
			for class := range p.Classes() {
				men := s[lay.Men+(q*p.Classes()+class)*p.Places:][:p.Places]
				for x := 0; x < len(men); x++ {
					if men[x] != 0 {
						counts[cells[x]*f.cellStep()] += men[x]
					} else if x+8 <= len(men) && binary.LittleEndian.Uint64(men[x:]) == 0 {
						x += 7
					}
				}
			}
		}
	}
	return true
}

// putMen writes the men of a player into his block, bit by bit of their count,
// eight places at a time. It is false where a place has more than there are bits for.
func (f *plan) putMen(home, s []byte, q int) bool {
	p := f.p
	classes := p.Classes()
	for x := 0; x < p.Places; x += 8 {
		var all uint64
		for class := range classes {
			men := s[f.lay.Men+(q*classes+class)*p.Places:][:p.Places]
			var counts uint64
			if len(men) >= x+8 {
				counts = binary.LittleEndian.Uint64(men[x:])
			} else {
				for k, n := range men[x:] {
					counts |= uint64(n) << (8 * k)
				}
			}
			if counts == 0 {
				continue
			}
			all += counts
			if counts&^((1<<f.planes-1)*lowest) != 0 {
				return false
			}
			if f.sliced() {
				there := byte(counts * gather >> 56)
				occupied := &home[f.inMen+x/8]
				if *occupied&there != 0 {
					return false
				}
				*occupied |= there
				for m := range f.markCount() {
					home[f.inMen+(1+m)*f.w*8+x/8] |= there * byte(class>>m&1)
				}
				continue
			}
			for i := range f.planes {
				home[f.inMen+(class*f.planes+i)*f.w*8+x/8] = byte(counts >> i & lowest * gather >> 56)
			}
		}
		if f.p.Classes() > 1 && f.planes > 1 && all != 0 {
			for i := range f.planes {
				home[f.inTotal+i*f.w*8+x/8] = byte(all >> i & lowest * gather >> 56)
			}
		}
	}
	return true
}

// State copies the present state into s, a state of the program.
func (p *Player) State(s *engine.State) { p.copyOut(s, p.frame) }

func (p *Player) copyOut(s *engine.State, at int) {
	raw, _ := p.memory.Read(uint32(at), uint32(p.code.stateEnd))
	p.bytes = p.code.appendState(p.bytes[:0], raw)
	s.SetBytes(p.bytes)
}

// Moves appends the legal moves of the present state to buf, in the defined
// order, as engine.Interpreter.Moves does. They are for reading and comparing:
// [Player.Make] takes one by its number.
func (p *Player) Moves(ctx context.Context, buf []engine.Move) ([]engine.Move, error) {
	n, err := p.call(ctx, fnMoves, p.frame)
	if err != nil {
		return buf, err
	}
	return p.Listed(n, buf), nil
}

// Listed appends the n moves that Moves or Expand has listed last to buf.
func (p *Player) Listed(n int, buf []engine.Move) []engine.Move {
	for k := range n {
		w, _ := p.memory.ReadUint64Le(uint32(p.frame + p.code.offList + 8*k))
		buf = append(buf, moveOf(w))
	}
	return buf
}

// moveOf reads a move from its word.
func moveOf(w uint64) engine.Move {
	field := func(shift int) uint8 { return uint8(w >> shift) }
	place := func(shift int) int16 { return int16(field(shift)) - 1 }
	m := engine.Move{Act: engine.Act(field(0)), Part: field(mvPart), From: place(mvFrom), To: place(mvTo), Over: place(mvOver)}
	switch m.Act {
	case engine.Stop, engine.Pass, engine.ThrowAgain:
		return m
	}
	m.Class, m.Men, m.Sparing = field(mvClass), field(mvMen)+1, field(mvSpar)&1 != 0
	return m
}

// Pick draws one of the n legal moves that Moves has listed last, as
// [engine.Interpreter.Pick] does, and returns its number.
func (p *Player) Pick(r *engine.Random, n int) int {
	f := p.code
	word := func(at int) uint64 {
		w, _ := p.memory.ReadUint64Le(uint32(p.frame + at))
		return w
	}
	before := int(uint32(word(f.offAllN)))
	return engine.PickOf(r, n, before, func(k int) int {
		for i := range n {
			if word(f.offList+8*i) == word(f.offAll+8*k) {
				return i
			}
		}
		return -1
	})
}

// Look bounds the positions looked at for one decision, beyond which the error of Moves is
// [ErrBeyond]; 0 is as many as the module holds. Where conditions do not look ahead, no
// fewer are counted than the interpreter counts.
func (p *Player) Look(most int) {
	if most == 0 || most > lookRoom {
		most = lookRoom
	}
	p.memory.WriteUint32Le(atLook, uint32(most))
}

// Unclear is at how many moments two unordered ends held since Begin or SetState.
func (p *Player) Unclear() int {
	n, _ := p.memory.ReadUint32Le(uint32(p.frame + p.code.offUnclear))
	return int(n)
}

// Make makes the k-th of the moves that Moves has listed for the present state,
// and carries the game on to the next decision, throw or end.
func (p *Player) Make(ctx context.Context, k int) error {
	_, err := p.call(ctx, fnPlay, p.frame, k)
	return err
}

// Throw makes throw t (an index into Program.Throws) in a state that awaits one.
func (p *Player) Throw(ctx context.Context, t int) error {
	_, err := p.call(ctx, fnThrow, p.frame, t)
	return err
}
