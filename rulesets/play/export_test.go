package play

import "github.com/lectio/lectio/rulesets/ir/wasm"

// Keep sets how many bytes of idle instances and how many modules are kept, and returns
// what does away with that.
func Keep(bytes, modules int) (undo func()) {
	b, m := idleMemory, mostModules
	idleMemory, mostModules = bytes, modules
	return func() { idleMemory, mostModules = b, m }
}

// Loaded is how many compiled modules are kept, and how many bytes of idle instances.
func Loaded() (modules, bytes int) {
	loaded.Lock()
	defer loaded.Unlock()
	for _, x := range loaded.list {
		bytes += x.idleMemory()
	}
	return len(loaded.list), bytes
}

// Beyond has generated code give the game up, as where it asks for more than that holds.
func (x *Stepper) Beyond() {
	if x.player != nil {
		x.did(wasm.ErrBeyond)
	}
}

// Generated reports whether generated code plays the present game.
func (x *Stepper) Generated() bool { return x.player != nil }
