package wasm

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/lectio/lectio/rulesets/engine"
)

// Code is a generated module.
type Code struct {
	Binary []byte

	*plan
	pages int
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
func (r *Record) AppendState(b []byte) []byte { return r.code.appendState(b, r.raw) }

const (
	lowest = 0x0101010101010101 // the lowest bit of every byte of a word
	gather = 0x0102040810204080 // times a word of such bits has them side by side in its highest byte
)

// appendState appends the state that a frame or a record begins with, in the
// program's layout.
func (f *plan) appendState(b, raw []byte) []byte {
	at := len(b)
	b = append(b, make([]byte, f.lay.Size)...)
	f.toState(b[at:], raw)
	return b
}

// toState writes the state that a frame or a record begins with into s, in the
// program's layout.
func (f *plan) toState(s, raw []byte) {
	p, lay := f.p, f.lay
	clear(s[copy(s, raw[:lay.Left+16]):])
	if end := lay.Left + lay.MaxLeft; end < lay.Left+16 {
		clear(s[end:min(len(s), lay.Left+16)])
	}
	if f.packed() {
		w := binary.LittleEndian.Uint64(raw[f.offAgenda:])
		for i := range min(16, lay.MaxLeft) {
			part := byte(w >> (4 * i) & 15)
			s[lay.Left+i] = part&7 | part&8<<4
		}
	}
	for q := range p.Players {
		home := raw[f.offPlayers+q*f.playerSize:]
		for v := range p.Vars {
			d := &p.Vars[v]
			from := home[f.inVars[v]:]
			if d.Common {
				if q > 0 {
					continue
				}
				from = raw[f.offCommon[v]:]
			}
			to := p.VarAt(v, q)
			if d.Kind == engine.SetVar || d.Kind == engine.LinesVar {
				copy(s[to:to+min(lay.Set, 8*f.w)], from)
			} else {
				copy(s[to:to+2], from)
			}
		}
		copy(s[lay.Scores+4*q:lay.Scores+4*q+4], home[f.inScore:])
		copy(s[lay.Stores+q*len(p.Stores):lay.Stores+(q+1)*len(p.Stores)], home[f.inStores:])
		if f.sliced() {
			men := s[lay.Men+q*p.Classes()*p.Places:]
			word := func(set, k int) uint64 {
				return binary.LittleEndian.Uint64(home[f.inMen+(set*f.w+k)*8:])
			}
			for k := range f.w {
				for w := word(0, k); w != 0; w &= w - 1 {
					x, class := bits.TrailingZeros64(w), 0
					for m := range f.markCount() {
						class |= int(word(1+m, k)>>x&1) << m
					}
					men[class*p.Places+64*k+x] = 1
				}
			}
			continue
		}
		for class := range p.Classes() {
			men := s[lay.Men+(q*p.Classes()+class)*p.Places:][:p.Places]
			for i := range f.planes {
				for k := range f.w {
					w := binary.LittleEndian.Uint64(home[f.inMen+((class*f.planes+i)*f.w+k)*8:])
					for ; w != 0; w &= w - 1 {
						men[64*k+bits.TrailingZeros64(w)] |= 1 << i
					}
				}
			}
		}
	}
}

// Module is generated code compiled to machine code. Its players are instances
// of it, each with a memory of its own.
type Module struct {
	code     *Code
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

// Player plays games inside one instance of a module. It is not safe for
// concurrent use: make one per goroutine.
type Player struct {
	code   *Code
	close  func(context.Context) error
	run    api.Function
	memory api.Memory
	args   [4]uint64
	rec    Record
	budget float64 // single moves of a batch

	// Of single states: see states.go.
	states [functionCount]api.Function
	frame  int // where the present state lies
	image  []byte
	bytes  []byte

	followers []byte // the states that Expand has made last: see expand.go

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

// Compiles reports whether generated code becomes machine code on this platform.
// Where it does not, wazero would interpret it, which takes longer than to
// interpret the program itself.
var Compiles = sync.OnceValue(func() (ok bool) {
	defer func() {
		if recover() != nil { // as wazero documents for platforms without a compiler
			ok = false
		}
	}()
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler())
	defer r.Close(ctx)
	_, err := r.CompileModule(ctx, []byte("\x00asm\x01\x00\x00\x00"))
	return err == nil
})

// Memory is how many bytes each player takes at most; a module can have no more.
func (c *Code) Memory() int { return c.pages << 16 }

// Compile makes machine code of the module (where wazero has no compiler for the
// platform, it interprets: see Compiles).
func (c *Code) Compile(ctx context.Context) (*Module, error) {
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(c.pages)))
	m, err := r.CompileModule(ctx, c.Binary)
	if err != nil {
		r.Close(ctx)
		return nil, fmt.Errorf("the generated module: %w", err)
	}
	return &Module{code: c, runtime: r, compiled: m}, nil
}

// Player makes an instance of the module. It is safe for concurrent use.
func (m *Module) Player(ctx context.Context) (*Player, error) {
	i, err := m.runtime.InstantiateModule(ctx, m.compiled, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, fmt.Errorf("the generated module: %w", err)
	}
	p := &Player{code: m.code, close: i.Close, run: i.ExportedFunction("run"), memory: i.Memory(), budget: firstMoves}
	for k, name := range stateFunctions {
		p.states[k] = i.ExportedFunction(name)
	}
	return p, nil
}

// Close frees the module and all its players.
func (m *Module) Close(ctx context.Context) error { return m.runtime.Close(ctx) }

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
	rec, c := &p.rec, p.code
	if p.run == nil {
		return errors.New("the module was generated without whole games")
	}
	for count > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		k := min(count, batchRoom)
		p.memory.WriteUint64Le(atSeed, seed)
		p.memory.WriteUint64Le(atGame, first)
		p.memory.WriteUint32Le(atCap, uint32(maxPlies))
		p.memory.WriteUint32Le(atBranch, uint32(b2i(p.Branching)))
		p.memory.WriteUint32Le(atMoves, uint32(p.budget))
		begun := time.Now()
		p.args[0] = uint64(k)
		if err := p.run.CallWithStack(ctx, p.args[:]); err != nil {
			return fmt.Errorf("the generated module: %w", err)
		}
		took := time.Since(begun)
		done, _ := p.memory.ReadUint32Le(atDone)
		k = int(done)
		b, ok := p.memory.Read(uint32(c.recAt), uint32(k*c.recSize))
		if !ok || k == 0 {
			return fmt.Errorf("the generated module has played nothing")
		}
		moves := 0
		for i := 0; i < k; i++ {
			r := b[i*c.recSize : (i+1)*c.recSize]
			word := func(at int) int { return int(binary.LittleEndian.Uint32(r[at:])) }
			*rec = Record{
				Tally: engine.Tally{
					Moves: word(c.offPlies) - word(c.offPasses), Passes: word(c.offPasses), Turns: word(c.offTurns), Plies: word(c.offPlies),
					Branch: int(binary.LittleEndian.Uint64(r[c.offBranch:])), Chosen: word(c.offChosen), OverCap: word(c.offOverCap) != 0,
				},
				Hash:    binary.LittleEndian.Uint64(r[c.offHash:]),
				Unclear: word(c.offUnclear),
				Beyond:  word(c.offFault) != faultNone,
				code:    c,
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
