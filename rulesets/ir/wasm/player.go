package wasm

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// A player plays single moves on states, or makes all of them at once: states.go and expand.go say
// what the functions of the module do that are called here.

// ErrBeyond is the error of a state that asks for more than the module holds: the
// interpreter has to play it.
var ErrBeyond = errors.New("the position asks for more than the generated module holds")

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
	if fault, _ := p.memory.ReadUint32Le(state.AtFault); fault != state.FaultNone {
		return 0, ErrBeyond
	}
	return int(int32(uint32(stack[0]))), nil
}

// Begin sets up the opening position. Positions are remembered from then on, for
// rules on repetition.
func (p *Player) Begin(ctx context.Context) error {
	p.frame = p.code.mem.FrameAt
	_, err := p.call(ctx, state.FnBegin, p.frame)
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
	_, err := p.call(ctx, state.FnLoad, p.frame)
	return err
}

// State copies the present state into s, a state of the program.
func (p *Player) State(s *engine.State) { p.copyOut(s, p.frame) }

func (p *Player) copyOut(s *engine.State, at int) {
	raw, _ := p.memory.Read(uint32(at), uint32(p.code.mem.StateEnd))
	p.bytes = p.code.mem.AppendState(p.bytes[:0], raw)
	s.SetBytes(p.bytes)
}

// Moves appends the legal moves of the present state to buf, in the defined
// order, as engine.Interpreter.Moves does. They are for reading and comparing:
// [Player.Make] takes one by its number.
func (p *Player) Moves(ctx context.Context, buf []engine.Move) ([]engine.Move, error) {
	n, err := p.call(ctx, state.FnMoves, p.frame)
	if err != nil {
		return buf, err
	}
	return p.Listed(n, buf), nil
}

// Listed appends the n moves that Moves or Expand has listed last to buf.
func (p *Player) Listed(n int, buf []engine.Move) []engine.Move {
	b, _ := p.memory.Read(uint32(p.frame+p.code.mem.OffList), uint32(8*n))
	for ; len(b) > 0; b = b[8:] {
		buf = append(buf, state.MoveOf(binary.LittleEndian.Uint64(b)))
	}
	return buf
}

// Pick draws one of the n legal moves that Moves has listed last, as
// [engine.Interpreter.Pick] does, and returns its number.
func (p *Player) Pick(r *random.Source, n int) int {
	f := p.code.mem
	before, _ := p.memory.ReadUint32Le(uint32(p.frame + f.OffAllN))
	list, _ := p.memory.Read(uint32(p.frame+f.OffList), uint32(8*n))
	all, _ := p.memory.Read(uint32(p.frame+f.OffAll), 8*before)
	return r.Pick(n, int(before), func(k int) int {
		for i := range n {
			if bytes.Equal(list[8*i:][:8], all[8*k:][:8]) {
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
	if most == 0 || most > state.LookRoom {
		most = state.LookRoom
	}
	p.memory.WriteUint32Le(state.AtLook, uint32(most))
}

// Unclear is at how many moments two unordered ends held since Begin or SetState.
func (p *Player) Unclear() int {
	n, _ := p.memory.ReadUint32Le(uint32(p.frame + p.code.mem.OffUnclear))
	return int(n)
}

// Make makes the k-th of the moves that Moves has listed for the present state,
// and carries the game on to the next decision, throw or end.
func (p *Player) Make(ctx context.Context, k int) error {
	_, err := p.call(ctx, state.FnPlay, p.frame, k)
	return err
}

// Throw makes throw t (an index into Program.Throws) in a state that awaits one.
func (p *Player) Throw(ctx context.Context, t int) error {
	_, err := p.call(ctx, state.FnThrow, p.frame, t)
	return err
}

// Expand makes every throw, or every legal move, of a state of the program and
// returns how many states follow; [Player.Follower] gives each, in the order of
// throws, or in the defined order of moves. The state has no
// past. The error is [ErrBeyond] where the interpreter has to do it.
func (p *Player) Expand(ctx context.Context, s *engine.State) (n int, err error) {
	f := p.code.mem
	if err := p.place(s); err != nil {
		return 0, err
	}
	if n, err = p.call(ctx, state.FnExpand, p.frame); err != nil {
		return 0, err
	}
	p.followers, _ = p.memory.Read(uint32(f.FollowAt), uint32(n*f.FollowSize))
	return n, nil
}

// Doubtful reports whether an invariant may be broken in a state; where not, none is. The
// error is [ErrBeyond] where the interpreter has to say.
func (p *Player) Doubtful(ctx context.Context, s *engine.State) (bool, error) {
	if err := p.place(s); err != nil {
		return true, err
	}
	d, err := p.call(ctx, state.FnDoubt, p.frame)
	return d != 0, err
}

// place writes a state into the frame of states without a past.
func (p *Player) place(s *engine.State) error {
	f := p.code.mem
	if p.image == nil {
		p.image = make([]byte, f.StateEnd)
	}
	if !p.code.mem.PutState(p.image, s.Bytes()) {
		return ErrBeyond
	}
	p.frame = f.FrameAt + f.FrameSize
	p.memory.Write(uint32(p.frame), p.image)
	return nil
}

// Follower copies the k-th of the states that Expand has made last into s, a
// state of the program. Doubtful is set where an invariant may be broken there;
// where it is not, none is.
func (p *Player) Follower(k int, s *engine.State) (doubtful bool) {
	f := p.code.mem
	b := p.followers[k*f.FollowSize:][:f.FollowSize]
	f.ToState(s.Bytes(), b)
	return b[f.StateEnd] != 0
}

// AppendFollowers appends all of those states to b, in the program's layout.
func (p *Player) AppendFollowers(b []byte) []byte {
	for raw := range slices.Chunk(p.followers, p.code.mem.FollowSize) {
		b = p.code.mem.AppendState(b, raw)
	}
	return b
}

// Effects are the notes since the player was made, or since they were forgotten:
// by statement of the interpretation a byte that is not 0 where an agenda, an
// answer to blocked parts, a change, a score or an end took effect. InVain is set
// where moves were looked for in a state that does not follow, because it had
// none: what refused them there only the interpreter tells.
func (p *Player) Effects() (byStatement []byte, inVain bool) {
	f := p.code.mem
	b, _ := p.memory.Read(uint32(f.NotesAt), uint32(f.Program.Statements+1))
	return b[:f.Program.Statements], b[f.Program.Statements] != 0
}

// Asking has Expand note from now on, or no longer, what may take effect when moves
// are listed.
func (p *Player) Asking(is bool) { p.memory.WriteUint32Le(state.AtAsking, flag(is)) }

// May are the notes of the decision that was expanded last, while Asking holds: by
// statement of the interpretation a byte that is 0 where a permission, a
// prohibition, an exception or a requirement takes no effect when its moves are
// listed; where it is not, the interpreter has to find out.
func (p *Player) May() (byStatement []byte) {
	f := p.code.mem
	b, _ := p.memory.Read(uint32(f.MayAt), uint32(f.Program.Statements))
	return b
}

// ForgetVain forgets that moves were looked for in vain.
func (p *Player) ForgetVain() {
	p.memory.Write(uint32(p.code.mem.NotesAt+p.code.mem.Program.Statements), []byte{0})
}

// flag is 1 for what holds, else 0.
func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
