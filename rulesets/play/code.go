package play

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// Means says what plays random games.
type Means uint8

// The means of playing. Which of them plays is never to be seen in a result.
const (
	// Whichever takes less time altogether: few games are not worth a module.
	Whichever Means = iota
	Generated       // code where it can be had; games it cannot hold are interpreted
	Interpreted
)

func (m Means) String() string {
	return [...]string{"whichever", "generated", "interpreter"}[m]
}

// ErrNoCompiler is why generated code is not used on platforms for which there is
// no compiler of WebAssembly: interpreting it would take longer than interpreting
// the program.
var ErrNoCompiler = errors.New("there is no compiler of WebAssembly for this platform")

// MostMemory is the limit of the memory that one player of generated code has, in
// bytes: a board of 1,024 places takes 17 MiB, most games two. It is settled when the
// code is generated, and cannot grow.
const MostMemory = 32 << 20

// compileTime is about what it takes to generate and compile a module of the options:
// what takes the interpreter no longer is interpreted.
func compileTime(o wasm.Options) time.Duration {
	if o.Expand {
		return 15 * time.Millisecond
	}
	return 30 * time.Millisecond
}

// code is generated code of a program for one purpose: the one policy by which games,
// results of turns and what follows from a state are had from it. It is generated and
// compiled when it pays; where there is none to be had, why says so. It is safe for
// concurrent use.
type code struct {
	program *engine.Program
	options wasm.Options
	means   Means

	once      sync.Once
	generated *wasm.Code

	mu     sync.Mutex
	why    error
	module *wasm.Module
	spent  time.Duration // in the interpreter, where generated code might have done it
}

// Interpreted says why the interpreter plays rather than generated code, or nil:
// ErrNoCompiler, or a [wasm.Unsupported] that names the word which is missing.
func (c *code) Interpreted() error {
	c.once.Do(c.generate)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.why
}

// refused reports whether it has been found that there is no code to be had.
func (c *code) refused() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.why != nil
}

func (c *code) generate() {
	if !wasm.Compiles() {
		c.why = ErrNoCompiler
		return
	}
	c.generated, c.why = wasm.Generate(c.program, c.options)
	if c.why == nil && c.generated.Memory() > MostMemory {
		c.generated, c.why = nil, wasm.Unsupported{Word: fmt.Sprintf("a memory of more than %d MiB", MostMemory>>20)}
	}
}

// Memory is how many bytes a player of the generated code takes; 0 without one.
func (c *code) Memory() int {
	if c.Interpreted() != nil {
		return 0
	}
	return c.generated.Memory()
}

// pays reports whether code is to be used where the interpreter would take as long as
// expected from now on.
func (c *code) pays(expected time.Duration) bool {
	switch c.means {
	case Generated:
		return true
	case Interpreted:
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.why == nil && (c.module != nil || c.spent+expected > compileTime(c.options))
}

// took notes what the interpreter has taken.
func (c *code) took(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.spent += d
}

// instance makes a player; nil where the interpreter has to do it.
func (c *code) instance(ctx context.Context) *wasm.Player {
	if c.Interpreted() != nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.module == nil {
		if c.module, c.why = c.generated.Compile(ctx); c.why != nil {
			c.module = nil
			return nil
		}
	}
	p, err := c.module.Player(ctx)
	if err != nil {
		c.why = err
		return nil
	}
	return p
}

// unload frees the machine code, with the memory of its players. It is compiled again when
// it is next asked for.
func (c *code) unload(ctx context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.module != nil {
		c.module.Close(context.WithoutCancel(ctx))
	}
	c.module = nil
}

// Followers compiles generated code whose players find what follows from the
// states of a program, for searches: all throws or moves of a state in one call, as
// [wasm.Player.Expand] says. It takes some ten
// milliseconds; the caller closes it. The error says why the interpreter has to do
// it: [ErrNoCompiler], or a [wasm.Unsupported] that names what is missing.
func Followers(ctx context.Context, p *engine.Program) (*wasm.Module, error) {
	c := &code{program: p, options: wasm.Options{Expand: true}}
	if err := c.Interpreted(); err != nil {
		return nil, err
	}
	return c.generated.Compile(context.WithoutCancel(ctx))
}
