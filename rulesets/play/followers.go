package play

import (
	"context"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/wasm"
)

// Followers compiles generated code whose players find what follows from the
// states of a program, for searches: all throws or moves of a state in one call, as
// [wasm.Player.Expand] says. They also count lines of play. It takes some ten
// milliseconds; the caller closes it. The error says why the interpreter has to do
// it: [ErrNoCompiler], or a [wasm.Unsupported] that names what is missing.
func Followers(ctx context.Context, p *engine.Program) (*wasm.Module, error) {
	if !wasm.Compiles() {
		return nil, ErrNoCompiler
	}
	code, err := wasm.Generate(p, wasm.Options{Expand: true})
	if err != nil {
		return nil, err
	}
	if code.Memory() > MostMemory {
		return nil, wasm.Unsupported{Word: "a memory of more than 16 MiB"}
	}
	return code.Compile(context.WithoutCancel(ctx))
}
