package play

import (
	"context"
	"slices"
	"sync"

	"github.com/lectio/lectio/rulesets/ir/wasm"
)

// stock is generated code with instances of it, which are used again. Each is used by one
// goroutine at a time.
type stock struct {
	code
	also func(context.Context) // frees what goes with it; nil: nothing

	pool  sync.Mutex // of what follows
	idle  []*wasm.Player
	inUse int
}

// idleMemory is how many bytes of instances that nobody uses are kept, of all stocks
// together, and mostModules how many compiled modules: enough for the readings of a few
// rulesets. A module has a few hundred kilobytes of code; an instance has megabytes of memory, but
// is made in half a millisecond.
var (
	idleMemory  = 32 << 20
	mostModules = 256
)

// loaded are the stocks with a compiled module, the one used last at the end.
var loaded struct {
	sync.Mutex
	list []*stock
}

// take gives an instance that nobody uses, or makes one; nil where the interpreter has
// to play.
func (x *stock) take(ctx context.Context) *wasm.Player {
	if x.means == Interpreted {
		return nil
	}
	x.pool.Lock()
	defer x.pool.Unlock()
	var p *wasm.Player
	if n := len(x.idle); n > 0 {
		p, x.idle = x.idle[n-1], x.idle[:n-1]
	} else if p = x.instance(ctx); p == nil {
		return nil
	}
	x.inUse++
	return p
}

// release takes an instance back. Where there are too many, those that have been idle
// longest are freed, and likewise modules.
func (x *stock) release(ctx context.Context, p *wasm.Player) {
	x.pool.Lock()
	x.inUse--
	x.idle = append(x.idle, p)
	x.pool.Unlock()
	loaded.Lock()
	defer loaded.Unlock()
	loaded.list = append(slices.DeleteFunc(loaded.list, func(y *stock) bool { return x == y }), x)
	idle := 0
	for _, y := range loaded.list {
		idle += y.idleMemory()
	}
	for _, y := range loaded.list {
		if idle <= idleMemory {
			break
		}
		idle -= y.shed(ctx)
	}
	for i := 0; i < len(loaded.list) && len(loaded.list) > mostModules; {
		if loaded.list[i].unload(ctx) {
			loaded.list = slices.Delete(loaded.list, i, i+1)
		} else {
			i++
		}
	}
}

// shed frees the instances that nobody uses, and returns how many bytes they had.
func (x *stock) shed(ctx context.Context) (bytes int) {
	x.pool.Lock()
	defer x.pool.Unlock()
	for _, p := range x.idle {
		p.Close(context.WithoutCancel(ctx))
	}
	bytes = len(x.idle) * x.Memory()
	x.idle = nil
	return bytes
}

func (x *stock) idleMemory() int {
	x.pool.Lock()
	defer x.pool.Unlock()
	return len(x.idle) * x.Memory()
}

// free frees what has been compiled, unless somebody uses it.
func (x *stock) free(ctx context.Context) {
	loaded.Lock()
	defer loaded.Unlock()
	if x.unload(ctx) {
		loaded.list = slices.DeleteFunc(loaded.list, func(y *stock) bool { return x == y })
	}
}

// unload frees the machine code and the memory of its instances, unless somebody
// uses one. It is compiled again when it is next asked for.
func (x *stock) unload(ctx context.Context) bool {
	x.pool.Lock()
	defer x.pool.Unlock()
	if x.inUse > 0 {
		return false
	}
	x.code.unload(ctx)
	x.idle = nil
	if x.also != nil {
		x.also(ctx)
	}
	return true
}
