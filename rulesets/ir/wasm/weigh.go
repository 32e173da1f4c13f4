package wasm

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// sampledGames are played in one call where positions are kept: there is room for as many as are kept of each.
const sampledGames = state.SampleRoom / state.MostKept

// Weigh has the players of all games from now on weigh what their moves lead to, as far as they
// have weights, or with nil draw them. At most two sets of weights can be held at once. The module
// must have been generated for it.
func (p *Player) Weigh(by *weigh.Players) error {
	mem := p.code.mem
	p.weighing = by
	p.memory.WriteUint32Le(state.AtWeigh, flag(by != nil))
	if by == nil {
		return nil
	}
	var held []*int16
	for q, w := range by.Weights {
		at := 0
		if w != nil {
			k := 0
			for ; k < len(held) && held[k] != &w[0]; k++ {
			}
			if k == 2 {
				return fmt.Errorf("three sets of weights: a module holds two")
			}
			at = mem.WeightsAt + k*mem.WeightsSize()
			if k == len(held) {
				held = append(held, &w[0])
				b := make([]byte, 0, 2*len(w))
				for _, v := range w {
					b = binary.LittleEndian.AppendUint16(b, uint16(v))
				}
				p.memory.Write(uint32(at), b)
			}
		}
		p.memory.WriteUint32Le(uint32(state.AtWeights+4*q), uint32(at))
	}
	p.memory.WriteUint32Le(state.AtShare, uint32(by.Share))
	return nil
}

// From has all games from now on begin with a state of the program, without a past, or with nil
// as the rules have it. The error is [ErrBeyond] where the module has no room for the state.
func (p *Player) From(s *engine.State) error {
	p.memory.WriteUint32Le(state.AtFrom, flag(s != nil))
	if s == nil {
		return nil
	}
	image := make([]byte, p.code.mem.StateEnd)
	if !p.code.mem.PutState(image, s.Bytes()) {
		return ErrBeyond
	}
	p.memory.Write(uint32(p.code.mem.FromAt), image)
	return nil
}

// Keep has the player give every so manieth position that comes to stand in a game in which
// players weigh to Sampled; 0: none. Of one game at most [weigh.MostKept] are.
func (p *Player) Keep(every int) {
	p.every = every
	p.memory.WriteUint32Le(state.AtEvery, uint32(every))
	if p.sample == nil {
		p.sample = p.code.mem.Program.NewState()
	}
}

// giveSamples gives the positions that the last call has kept.
func (p *Player) giveSamples() {
	mem := p.code.mem
	n, _ := p.memory.ReadUint32Le(state.AtSamples)
	b, _ := p.memory.Read(uint32(mem.SampleAt), n*uint32(mem.SampleSize))
	for ; len(b) > 0; b = b[mem.SampleSize:] {
		mem.ToState(p.sample.Bytes(), b)
		p.Sampled(binary.LittleEndian.Uint64(b[mem.StateEnd:])-1, p.sample)
	}
	p.memory.WriteUint32Le(state.AtSamples, 0)
}

// Value is what a state is worth to a player, by the weights he has.
func (p *Player) Value(ctx context.Context, s *engine.State, player int) (int32, error) {
	if err := p.place(s); err != nil {
		return 0, err
	}
	v, err := p.call(ctx, state.FnValue, p.frame, player)
	return int32(v), err
}

// AppendValues appends what each of the states that Expand has made last is worth to each player, by the weights he has.
func (p *Player) AppendValues(values []int32) []int32 {
	f := p.code.mem
	for raw := range slices.Chunk(p.followers, f.FollowSize) {
		for q := range f.Program.Players {
			values = append(values, int32(binary.LittleEndian.Uint32(raw[f.StateEnd+state.ExpandTail+4*q:])))
		}
	}
	return values
}
