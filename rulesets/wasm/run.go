package wasm

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// Code is a generated module.
type Code struct {
	Binary  []byte
	Configs int // places of the control graph at which a turn can stand

	recAt, recSize, stateSize, pages int
}

// Record is what one game came to.
type Record struct {
	Hash   uint64 // of the moves, when the module keeps one
	Plies  int    // single moves, passes and stops
	Passes int
	State  []byte // in the program's layout; it belongs to the player and lasts until the next call
}

// Player plays games inside one instance of a module. It is not safe for
// concurrent use: make one per goroutine.
type Player struct {
	code    *Code
	runtime wazero.Runtime
	run     api.Function
	memory  api.Memory
}

// Load compiles the module to machine code (where wazero has no compiler for
// the platform, it interprets) and makes one instance.
func (c *Code) Load(ctx context.Context) (*Player, error) {
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(c.pages)))
	m, err := r.Instantiate(ctx, c.Binary)
	if err != nil {
		r.Close(ctx)
		return nil, fmt.Errorf("the generated module: %w", err)
	}
	return &Player{c, r, m.ExportedFunction("run"), m.Memory()}, nil
}

// Close frees the module.
func (p *Player) Close(ctx context.Context) error { return p.runtime.Close(ctx) }

// Play plays count games from game number first under seed, and gives each to f.
func (p *Player) Play(ctx context.Context, seed, first uint64, count int, f func(game uint64, r Record)) error {
	var args [1]uint64
	for count > 0 {
		k := min(count, batch)
		p.memory.WriteUint64Le(0, seed)
		p.memory.WriteUint64Le(8, first)
		args[0] = uint64(k)
		if err := p.run.CallWithStack(ctx, args[:]); err != nil {
			return err
		}
		b, ok := p.memory.Read(uint32(p.code.recAt), uint32(k*p.code.recSize))
		if !ok {
			return fmt.Errorf("the generated module has no room for its records")
		}
		for i := 0; i < k; i++ {
			r := b[i*p.code.recSize : (i+1)*p.code.recSize]
			f(first+uint64(i), Record{
				Hash:   binary.LittleEndian.Uint64(r[recHash:]),
				Plies:  int(binary.LittleEndian.Uint32(r[recPlies:])),
				Passes: int(binary.LittleEndian.Uint32(r[recPasses:])),
				State:  r[recState : recState+p.code.stateSize],
			})
		}
		first += uint64(k)
		count -= k
	}
	return nil
}
