package wasm

import (
	"context"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// SetBudget says how many single moves the next batch may have.
func (p *Player) SetBudget(moves int) { p.budget = float64(moves) }

// SetPushed makes the module believe that so many positions have been numbered.
func (p *Player) SetPushed(n uint32) {
	p.memory.WriteUint32Le(uint32(p.code.mem.FrameAt+p.code.mem.OffPushed), n)
}

// Moment is a state as the module keeps it, and the throw or the move that is made there.
type Moment struct {
	image []byte
	throw int
	move  uint64
}

// Moment prepares a state for being asked about again and again; of a decision
// the move is the k-th, else k is the throw.
func (p *Player) Moment(ctx context.Context, s *engine.State, k int) (m Moment, err error) {
	if err = p.SetState(ctx, s); err != nil {
		return m, err
	}
	m = Moment{image: append([]byte(nil), p.image...), throw: k}
	if s.Status() == engine.Decision {
		if _, err = p.Moves(ctx, nil); err != nil {
			return m, err
		}
		m.move, _ = p.memory.ReadUint64Le(uint32(p.frame + p.code.mem.OffList + 8*k))
	}
	return m, nil
}

// lay writes the moment into memory.
func (p *Player) lay(m *Moment) {
	p.frame = p.code.mem.FrameAt + p.code.mem.FrameSize
	p.memory.Write(uint32(p.frame), m.image)
	p.memory.WriteUint64Le(uint32(p.frame+p.code.mem.OffList), m.move)
}

// Nothing lays a moment at which the game is over and asks for its moves: what
// laying and calling take.
func (p *Player) Nothing(ctx context.Context, m *Moment) error {
	p.lay(m)
	_, err := p.call(ctx, state.FnMoves, p.frame)
	return err
}

// ThrowAt makes the throw, CountAt counts the moves, ListAt counts and lists them
// in two calls, PlayAt makes the move.
func (p *Player) ThrowAt(ctx context.Context, m *Moment) error {
	p.lay(m)
	_, err := p.call(ctx, state.FnThrow, p.frame, m.throw)
	return err
}

func (p *Player) CountAt(ctx context.Context, m *Moment) error {
	p.lay(m)
	_, err := p.call(ctx, state.FnLoad, p.frame)
	return err
}

func (p *Player) ListAt(ctx context.Context, m *Moment) error {
	p.lay(m)
	if _, err := p.call(ctx, state.FnLoad, p.frame); err != nil {
		return err
	}
	_, err := p.call(ctx, state.FnMoves, p.frame)
	return err
}

func (p *Player) PlayAt(ctx context.Context, m *Moment) error {
	p.lay(m)
	_, err := p.call(ctx, state.FnPlay, p.frame, 0)
	return err
}
