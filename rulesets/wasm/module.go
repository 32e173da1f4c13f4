package wasm

import (
	"context"
	"encoding/binary"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/lectio/lectio/rulesets/engine"
)

// Code is a generated module.
type Code struct {
	Binary []byte

	recAt, recSize, pages int

	// how a state is kept: its own bytes, then the men of each player and class bit by bit
	lay                                            engine.Layout
	players, classes, places, planes, words, menAt int
}

// Record is what one game came to.
type Record struct {
	engine.Tally
	Hash    uint64 // of the moves, when the module keeps one
	Unclear int    // moments at which two unordered ends held
	// Beyond is set where the game asked for more than the module holds: it says
	// nothing then, and the interpreter has to play it.
	Beyond bool

	code *Code
	raw  []byte // the last state as the module keeps it; it lasts until the next call
}

// AppendState appends the last state of the game in the program's layout, which
// [engine.Program.StateOf] takes. It can be asked while the record is given.
func (r *Record) AppendState(b []byte) []byte {
	c := r.code
	at := len(b)
	b = append(b, r.raw[:c.lay.Men]...)
	b = append(b, make([]byte, c.lay.Size-c.lay.Men)...)
	men := b[at+c.lay.Men:]
	for k := 0; k < c.players*c.classes; k++ {
		for i := 0; i < c.planes; i++ {
			plane := r.raw[c.menAt+(k*c.planes+i)*c.words*8:]
			for f := 0; f < c.places; f++ {
				men[k*c.places+f] |= plane[f/8] >> (f % 8) & 1 << i
			}
		}
	}
	return b
}

// Player plays games inside one instance of a module. It is not safe for
// concurrent use: make one per goroutine.
type Player struct {
	code    *Code
	runtime wazero.Runtime
	run     api.Function
	memory  api.Memory
	args    [1]uint64

	// Branching makes the games count the legal moves of every decision, also
	// where a move can be drawn without working all of them out.
	Branching bool
}

// batchMoves is how many single moves are played before the host is asked
// whether to go on: some 20 ms of them.
const batchMoves = 500_000

// Load compiles the module to machine code (where wazero has no compiler for
// the platform, it interprets) and makes one instance.
func (c *Code) Load(ctx context.Context) (*Player, error) {
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(c.pages)))
	m, err := r.Instantiate(ctx, c.Binary)
	if err != nil {
		r.Close(ctx)
		return nil, fmt.Errorf("the generated module: %w", err)
	}
	return &Player{code: c, runtime: r, run: m.ExportedFunction("run"), memory: m.Memory()}, nil
}

// Close frees the module.
func (p *Player) Close(ctx context.Context) error { return p.runtime.Close(ctx) }

// Play plays count games from game number first under seed, each broken off
// after maxPlies single moves, and gives each to f. Between batches of some
// milliseconds it looks whether ctx is done.
func (p *Player) Play(ctx context.Context, seed, first uint64, count, maxPlies int, f func(game uint64, r *Record)) error {
	var rec Record
	for count > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		k := min(count, batchRoom)
		p.memory.WriteUint64Le(atSeed, seed)
		p.memory.WriteUint64Le(atGame, first)
		p.memory.WriteUint32Le(atCap, uint32(maxPlies))
		p.memory.WriteUint32Le(atBranch, uint32(b2i(p.Branching)))
		p.memory.WriteUint32Le(atMoves, batchMoves)
		p.args[0] = uint64(k)
		if err := p.run.CallWithStack(ctx, p.args[:]); err != nil {
			return fmt.Errorf("the generated module: %w", err)
		}
		done, _ := p.memory.ReadUint32Le(atDone)
		k = int(done)
		b, ok := p.memory.Read(uint32(p.code.recAt), uint32(k*p.code.recSize))
		if !ok || k == 0 {
			return fmt.Errorf("the generated module has played nothing")
		}
		for i := 0; i < k; i++ {
			r := b[i*p.code.recSize : (i+1)*p.code.recSize]
			word := func(at int) int { return int(binary.LittleEndian.Uint32(r[at:])) }
			rec = Record{
				Tally: engine.Tally{
					Moves: word(recMoves), Passes: word(recPasses), Turns: word(recTurns), Plies: word(recPlies),
					Branch: int(binary.LittleEndian.Uint64(r[recBranch:])), Chosen: word(recChosen), OverCap: word(recFlags)&1 != 0,
				},
				Hash:    binary.LittleEndian.Uint64(r[recHash:]),
				Unclear: word(recUnclear),
				Beyond:  word(recFlags)>>8 != 0,
				code:    p.code,
				raw:     r[recState:],
			}
			f(first+uint64(i), &rec)
		}
		first += uint64(k)
		count -= k
	}
	return nil
}
