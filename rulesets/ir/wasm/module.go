package wasm

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/weigh"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/emit"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// Unsupported is the error of a program that the generator cannot lower: it
// names the word that is missing and the statement that uses it.
type Unsupported = ir.Unsupported

// Options say what a module is for.
type Options = state.Options

// Generate lowers a sealed program to a module. Its error is an [Unsupported]
// where the program uses a word that the generator lacks.
func Generate(p *engine.Program, opt Options) (*Code, error) {
	binary, mem, err := emit.Generate(p, opt)
	if err != nil {
		return nil, err
	}
	return &Code{Binary: binary, mem: mem}, nil
}

// Code is a generated module.
type Code struct {
	Binary []byte

	mem *state.Memory
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
func (r *Record) AppendState(b []byte) []byte { return r.code.mem.AppendState(b, r.raw) }

// Gathered reads what the measure of a number has come to in the game, into a cell for each group. It can be asked while the
// record is given.
func (r *Record) Gathered(measure int, cells []engine.Cell) {
	r.code.mem.Gathered(r.raw, measure, cells)
}

// Module is generated code compiled to machine code. Its players are instances
// of it, each with a memory of its own.
type Module struct {
	code     *Code
	compiled compiled
}

// instance is what a host gives of an instance: host_wazero.go and host_js.go make it.
type instance struct {
	memory   memory
	exported func(name string) function // nil where there is none of that name
	close    func(context.Context) error
}

// Player plays games inside one instance of a module. It is not safe for
// concurrent use: make one per goroutine.
type Player struct {
	code   *Code
	close  func(context.Context) error
	run    function
	memory memory
	args   [4]uint64
	rec    Record
	budget float64 // single moves of a batch

	// Of single states: see states.go.
	states [state.FunctionCount]function
	frame  int // where the present state lies
	image  []byte
	bytes  []byte

	followers []byte // the states that Expand has made last: see expand.go

	weighing *weigh.Players // who weighs, in the module's memory; nil: nobody
	every    int            // one position of so many is kept
	sample   *engine.State
	// Sampled is given the positions kept of games, before the games that they stood in; it lasts
	// until the next.
	Sampled func(game uint64, s *engine.State)

	// Branching makes the games count the legal moves of every decision, also
	// where a move can be drawn without working all of them out.
	Branching bool
}

// A batch is played between two looks at whether to go on. How many single moves
// it may have follows how long the last one took; a game begun is finished.
const (
	batchTime  = 20 * time.Millisecond
	firstMoves = 20_000
	leastMoves = 100
	mostMoves  = 5_000_000
)

// Memory is how many bytes each player takes at most; a module can have no more.
func (c *Code) Memory() int { return c.mem.Pages << 16 }

// Compile makes machine code of the module.
func (c *Code) Compile(ctx context.Context) (*Module, error) {
	m, err := compile(ctx, c.Binary, c.mem.Pages)
	if err != nil {
		return nil, fmt.Errorf("the generated module: %w", err)
	}
	return &Module{code: c, compiled: m}, nil
}

// Player makes an instance of the module. It is safe for concurrent use.
func (m *Module) Player(ctx context.Context) (*Player, error) {
	i, err := m.compiled.instance(ctx)
	if err != nil {
		return nil, fmt.Errorf("the generated module: %w", err)
	}
	p := &Player{code: m.code, close: i.close, run: i.exported("run"), memory: i.memory, budget: firstMoves}
	for k, name := range state.Functions {
		p.states[k] = i.exported(name)
	}
	return p, nil
}

// Close frees the module and all its players.
func (m *Module) Close(ctx context.Context) error { return m.compiled.close(ctx) }

// Load compiles the module and makes one instance, with which the module is freed.
func (c *Code) Load(ctx context.Context) (*Player, error) {
	m, err := c.Compile(ctx)
	if err != nil {
		return nil, err
	}
	p, err := m.Player(ctx)
	if err != nil {
		m.Close(ctx)
		return nil, err
	}
	p.close = m.Close
	return p, nil
}

// Close frees the player.
func (p *Player) Close(ctx context.Context) error { return p.close(ctx) }

// Play plays count games from game number first under seed, each broken off
// after maxPlies single moves, and gives each to f. Between batches of some
// milliseconds it looks whether ctx is done. The record is the player's own and
// lasts until f returns. Playing does not allocate.
func (p *Player) Play(ctx context.Context, seed, first uint64, count, maxPlies int, f func(game uint64, r *Record)) error {
	rec, c := &p.rec, p.code.mem
	if p.run == nil {
		return errors.New("the module was generated without whole games")
	}
	for count > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		k := min(count, state.BatchRoom)
		if p.every > 0 {
			k = min(count, sampledGames)
			p.budget = mostMoves // what is kept does not depend on the time that games take
		}
		p.memory.WriteUint64Le(state.AtSeed, seed)
		p.memory.WriteUint64Le(state.AtGame, first)
		p.memory.WriteUint32Le(state.AtCap, uint32(maxPlies))
		p.memory.WriteUint32Le(state.AtBranch, flag(p.Branching))
		p.memory.WriteUint32Le(state.AtMoves, uint32(p.budget))
		begun := time.Now()
		p.args[0] = uint64(k)
		if err := p.run.CallWithStack(ctx, p.args[:]); err != nil {
			return fmt.Errorf("the generated module: %w", err)
		}
		took := time.Since(begun)
		done, _ := p.memory.ReadUint32Le(state.AtDone)
		k = int(done)
		if p.every > 0 {
			p.giveSamples()
		}
		b, ok := p.memory.Read(uint32(c.RecAt), uint32(k*c.RecSize))
		if !ok || k == 0 {
			return fmt.Errorf("the generated module has played nothing")
		}
		moves := 0
		for i := 0; i < k; i++ {
			r := b[i*c.RecSize : (i+1)*c.RecSize]
			word := func(at int) int { return int(binary.LittleEndian.Uint32(r[at:])) }
			*rec = Record{
				Tally: engine.Tally{
					Moves: word(c.OffPlies) - word(c.OffPasses), Passes: word(c.OffPasses), Turns: word(c.OffTurns), Plies: word(c.OffPlies),
					Branch: int(binary.LittleEndian.Uint64(r[c.OffBranch:])), Chosen: word(c.OffChosen), OverCap: word(c.OffOverCap) != 0,
				},
				Hash:    binary.LittleEndian.Uint64(r[c.OffHash:]),
				Unclear: word(c.OffUnclear),
				Beyond:  word(c.OffFault) != state.FaultNone,
				code:    p.code,
				raw:     r,
			}
			moves += rec.Plies
			f(first+uint64(i), rec)
		}
		if took > batchTime/20 { // less says little
			p.budget = min(max(float64(moves)*float64(batchTime)/float64(took), leastMoves), mostMoves)
		}
		first += uint64(k)
		count -= k
	}
	return nil
}
