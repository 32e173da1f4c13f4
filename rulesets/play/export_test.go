package play

import "github.com/lectio/lectio/rulesets/ir/wasm"

// KeepIdle sets how many bytes of idle players are kept, and returns how many were.
func KeepIdle(bytes int) (before int) {
	before, idleMemory = idleMemory, bytes
	return before
}

// Loaded is how many compiled modules are kept.
func Loaded() int {
	loaded.Lock()
	defer loaded.Unlock()
	return len(loaded.list)
}

// Beyond has generated code give the game up, as where it asks for more than that holds.
func (x *Stepper) Beyond() {
	if x.player != nil {
		x.did(wasm.ErrBeyond)
	}
}
