package wasm

import (
	"context"
	"encoding/binary"
	"errors"
	"syscall/js"
)

// The host of modules is the one that runs this program: a browser, or whatever else runs JavaScript. It gives what host_wazero.go
// gives. Each call of it takes about a microsecond, so what is read together is read at once.

// Compiles reports whether generated code becomes machine code, which it does wherever this program runs at all.
func Compiles() bool { return true }

// compiled is a module of which instances can be made.
type compiled struct{ module js.Value }

// compile has the host compile a module. It may refuse one, for its size or for that of its functions.
func compile(_ context.Context, binary []byte, _ int) (c compiled, err error) {
	defer caught(&err)
	bytes := js.Global().Get("Uint8Array").New(len(binary))
	js.CopyBytesToJS(bytes, binary)
	return compiled{js.Global().Get("WebAssembly").Get("Module").New(bytes)}, nil
}

// instance makes an instance. The memory has to be there whole: else it is refused.
func (c *compiled) instance(context.Context) (i instance, err error) {
	defer caught(&err)
	exports := js.Global().Get("WebAssembly").Get("Instance").New(c.module).Get("exports")
	m := &linear{from: exports.Get("memory").Get("buffer"), views: map[uint32]js.Value{}}
	i = instance{memory: m, close: func(context.Context) error {
		*m = linear{}
		return nil
	}}
	i.exported = func(name string) function {
		f := exports.Get(name)
		if f.IsUndefined() {
			return nil
		}
		return &exported{f}
	}
	return i, nil
}

// close lets go of the module: the host frees it when nobody has an instance.
func (c *compiled) close(context.Context) error {
	c.module = js.Undefined()
	return nil
}

// caught makes an error of what the host throws.
func caught(err *error) {
	switch thrown := recover().(type) {
	case nil:
	case js.Error:
		*err = errors.New(thrown.Get("message").String())
	default:
		panic(thrown)
	}
}

// exported is a function that an instance exports.
type exported struct{ f js.Value }

type function = *exported

// CallWithStack calls the function with the 32-bit numbers that stand on the stack, of which it takes as many as it has parameters,
// and puts what it returns, if it does, in the place of the first.
func (f *exported) CallWithStack(_ context.Context, stack []uint64) (err error) {
	defer caught(&err)
	args := make([]any, len(stack))
	for i, a := range stack {
		args[i] = float64(uint32(a)) // the host makes 32 bits of it
	}
	if r := f.f.Invoke(args...); r.Type() == js.TypeNumber {
		stack[0] = uint64(uint32(int32(r.Int())))
	}
	return nil
}

// linear is the memory of an instance, which does not grow. What is read is a copy, where wazero gives the memory itself.
type linear struct {
	from  js.Value            // its bytes
	views map[uint32]js.Value // of them, from an address on: they are few, and looking at one anew takes as long as copying
}

type memory = *linear

// at is the memory from an address on.
func (m *linear) at(at uint32) js.Value {
	v, ok := m.views[at]
	if !ok {
		v = js.Global().Get("Uint8Array").New(m.from, at)
		m.views[at] = v
	}
	return v
}

func (m *linear) Read(at, size uint32) ([]byte, bool) {
	b := make([]byte, size)
	return b, js.CopyBytesToGo(b, m.at(at)) == len(b)
}

func (m *linear) Write(at uint32, b []byte) bool { return js.CopyBytesToJS(m.at(at), b) == len(b) }

func (m *linear) ReadUint32Le(at uint32) (uint32, bool) {
	b, ok := m.Read(at, 4)
	return binary.LittleEndian.Uint32(b), ok
}

func (m *linear) ReadUint64Le(at uint32) (uint64, bool) {
	b, ok := m.Read(at, 8)
	return binary.LittleEndian.Uint64(b), ok
}

func (m *linear) WriteUint32Le(at, v uint32) bool {
	return m.Write(at, binary.LittleEndian.AppendUint32(nil, v))
}

func (m *linear) WriteUint64Le(at uint32, v uint64) bool {
	return m.Write(at, binary.LittleEndian.AppendUint64(nil, v))
}
