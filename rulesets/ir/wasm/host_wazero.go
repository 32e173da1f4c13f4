//go:build !js

package wasm

import (
	"context"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// The host of modules is wazero: it makes machine code of them and runs it in this process. What it gives is all that the rest of the
// package knows of it; host_js.go gives the same.

// memory is that of an instance, function one that it exports; nil where it does not.
type (
	memory   = api.Memory
	function = api.Function
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

// compiled is a module of which instances can be made.
type compiled struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
}

// compile makes machine code of a module whose memory has so many pages (where wazero has no compiler for the
// platform, it interprets: see Compiles).
func compile(ctx context.Context, binary []byte, pages int) (compiled, error) {
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(pages)))
	m, err := r.CompileModule(ctx, binary)
	if err != nil {
		r.Close(ctx)
	}
	return compiled{r, m}, err
}

// instance makes an instance, which is gone with the module if not before.
func (c *compiled) instance(ctx context.Context) (instance, error) {
	i, err := c.runtime.InstantiateModule(ctx, c.module, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return instance{}, err
	}
	return instance{memory: i.Memory(), exported: i.ExportedFunction, close: i.Close}, nil
}

func (c *compiled) close(ctx context.Context) error { return c.runtime.Close(ctx) }
