package wasm

import "encoding/binary"

// A small assembler for the WebAssembly binary format. Instructions are
// appended as they are called for; branches name labels, and the assembler
// counts the depth. Values that a generator works out are operands ([num],
// [word]): a constant, or a local that has been given its value once.

// valtype is the type of a local, a parameter or a result.
type valtype byte

const (
	i32 valtype = 0x7f
	i64 valtype = 0x7e
)

// Instructions without immediates, by their names in the specification.
const (
	opUnreachable = 0x00
	opElse        = 0x05
	opReturn      = 0x0f
	opDrop        = 0x1a
	opSelect      = 0x1b

	i32Eqz  = 0x45
	i32Eq   = 0x46
	i32Ne   = 0x47
	i32LtS  = 0x48
	i32LtU  = 0x49
	i32GtS  = 0x4a
	i32GtU  = 0x4b
	i32LeS  = 0x4c
	i32LeU  = 0x4d
	i32GeS  = 0x4e
	i32GeU  = 0x4f
	i64Eqz  = 0x50
	i64Eq   = 0x51
	i64Ne   = 0x52
	i64LtU  = 0x54
	i32Ctz  = 0x68
	i32Pop  = 0x69
	i32Add  = 0x6a
	i32Sub  = 0x6b
	i32Mul  = 0x6c
	i32DivS = 0x6d
	i32DivU = 0x6e
	i32RemS = 0x6f
	i32RemU = 0x70
	i32And  = 0x71
	i32Or   = 0x72
	i32Xor  = 0x73
	i32Shl  = 0x74
	i32ShrS = 0x75
	i32ShrU = 0x76
	i32Rotl = 0x77
	i64Clz  = 0x79
	i64Ctz  = 0x7a
	i64Pop  = 0x7b
	i64Add  = 0x7c
	i64Sub  = 0x7d
	i64Mul  = 0x7e
	i64And  = 0x83
	i64Or   = 0x84
	i64Xor  = 0x85
	i64Shl  = 0x86
	i64ShrU = 0x88
	i64Rotl = 0x89
	i32Wrap = 0xa7
	i64ExtU = 0xad
)

// Vector instructions, after the prefix 0xfd.
const (
	vOr = 80
)

// fn is a function being written.
type fn struct {
	m        *module
	name     string // exported under it, unless empty
	index    int
	params   []valtype
	results  []valtype
	locals   []valtype // after the parameters
	code     []byte
	open     []int // labels of the open blocks, innermost last
	labels   int
	compared map[int]comparison // by local: see compares
	values   []map[pure]int     // worked out before the first block, and in each of the open blocks: the local that holds it
	varies   map[int]bool       // locals that are given values again

	s     num // the frame: the address from which offsets are counted
	zero  num // 0, see absolute
	known known
	outer []known // of the scopes around
	// mayBeOver reports whether code before this can have ended what is being played: where
	// ways meet, on any of them
	mayBeOver bool
}

// module is a module being written.
type module struct {
	funcs []*fn
	data  []byte // of the memory from address 0

	tables map[string]int // addresses, by what stands there
	maps   map[string]*mapping
	shared map[any]*fn // functions that are asked for while others are written, by what they do
	later  []func()    // … to be written
	reach  int         // how far behind an offset into a table there is memory: see tabled
}

// newModule begins a module whose memory begins with data.
func newModule(data []byte) *module {
	return &module{data: data, tables: map[string]int{}, maps: map[string]*mapping{}, shared: map[any]*fn{}}
}

// size is how many bytes of the memory are taken.
func (m *module) size() int { return len(m.data) }

// reachTo says how far behind an offset into a table there surely is memory: see tabled.
func (m *module) reachTo(bytes int) { m.reach = bytes }

// declare adds a function, exported under its name unless that is empty, whose code is still to be written.
func (m *module) declare(name string, params, results []valtype) *fn {
	f := &fn{m: m, name: name, index: len(m.funcs), params: params, results: results, zero: lit(0), known: newKnown(num{})}
	m.funcs = append(m.funcs, f)
	return f
}

// table puts data into memory, aligned to 16 bytes, and returns its address.
func (m *module) table(b []byte) int {
	for len(m.data)%16 != 0 {
		m.data = append(m.data, 0)
	}
	at := len(m.data)
	m.data = append(m.data, b...)
	return at
}

// op writes an instruction without operands of its own, or several.
func (a *fn) op(bytes ...byte) { a.code = append(a.code, bytes...) }

// vec writes an instruction on vectors.
func (a *fn) vec(op uint64) { a.code = uleb(append(a.code, 0xfd), op) }

func uleb(b []byte, v uint64) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

func sleb(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// local makes a new local variable.
func (a *fn) local(t valtype) int {
	a.locals = append(a.locals, t)
	return len(a.params) + len(a.locals) - 1
}

// scrap throws away what has been written of a function.
func (a *fn) scrap() { a.code, a.locals, a.open = nil, nil, nil }

// get puts a local on the stack, setLocal takes it from there.
func (a *fn) get(l int)      { a.code = uleb(append(a.code, 0x20), uint64(l)) }
func (a *fn) setLocal(l int) { a.code = uleb(append(a.code, 0x21), uint64(l)) }

// i32 puts a number on the stack, i64 a word.
func (a *fn) i32(v int)    { a.code = sleb(append(a.code, 0x41), int64(int32(v))) }
func (a *fn) i64(v uint64) { a.code = sleb(append(a.code, 0x42), int64(v)) }

// call calls a function, whose arguments are on the stack.
func (a *fn) call(f *fn) { a.code = uleb(append(a.code, 0x10), uint64(f.index)) }

// mem appends a load or store at the address on the stack plus offset.
func (a *fn) mem(op byte, offset int) { a.code = uleb(append(a.code, op, 0), uint64(offset)) }

// load64, load32, load8 (without a sign) and load16s (with one) read what lies at the address on
// the stack and an offset from it.
func (a *fn) load64(off int) { a.mem(0x29, off) }
func (a *fn) load32(off int) { a.mem(0x28, off) }

// load8 reads a byte, as a number that is not negative.
func (a *fn) load8(off int) { a.mem(0x2d, off) }

// load16 reads two bytes, as a number that is not negative.
func (a *fn) load16(off int) { a.mem(0x2f, off) }

// load16s reads two bytes, as a number with its sign.
func (a *fn) load16s(off int) { a.mem(0x2e, off) }

// store64 writes what is on the stack to the address below it and an offset from that, store32 the
// lower half of it or a number, store16 its two lowest bytes, store8 its lowest.
func (a *fn) store64(off int) { a.mem(0x37, off) }
func (a *fn) store32(off int) { a.mem(0x36, off) }
func (a *fn) store16(off int) { a.mem(0x3b, off) }
func (a *fn) store8(off int)  { a.mem(0x3a, off) }

// vload reads sixteen bytes, vstore writes them.
func (a *fn) vload(off int)  { a.code = uleb(append(a.code, 0xfd, 0, 0), uint64(off)) }
func (a *fn) vstore(off int) { a.code = uleb(append(a.code, 0xfd, 11, 0), uint64(off)) }

// copyMem copies, and fillMem fills, as many bytes as the stack says, from where and to where it says.
func (a *fn) copyMem() { a.op(0xfc, 10, 0, 0) }
func (a *fn) fillMem() { a.op(0xfc, 11, 0) }

func (a *fn) vconst(b byte) {
	a.vec(12)
	for range 16 {
		a.op(b)
	}
}

func (a *fn) enter(op byte) int {
	a.labels++
	a.open = append(a.open, a.labels)
	if len(a.values) == 0 {
		a.values = []map[pure]int{{}}
	}
	a.values = append(a.values, map[pure]int{})
	a.op(op, 0x40)
	return a.labels
}

// block begins a block and returns its label: who branches there leaves it.
func (a *fn) block() int { return a.enter(0x02) }

// loop begins a loop and returns its label: who branches there begins it again.
func (a *fn) loop() int { return a.enter(0x03) }
func (a *fn) when() int { return a.enter(0x04) } // if

// otherwise begins the other branch of an if.
func (a *fn) otherwise() {
	a.values[len(a.values)-1] = map[pure]int{}
	a.op(opElse)
}

// close ends a block.
func (a *fn) close() {
	a.open = a.open[:len(a.open)-1]
	a.values = a.values[:len(a.values)-1]
	a.op(0x0b)
}

func (a *fn) depth(label int) uint64 {
	for d := 0; d < len(a.open); d++ {
		if a.open[len(a.open)-1-d] == label {
			return uint64(d)
		}
	}
	panic("wasm: a branch to a block that is not open") // a defect of the generator
}

// br branches to the label of an open block.
func (a *fn) br(label int) { a.code = uleb(append(a.code, 0x0c), a.depth(label)) }

// brIf branches if what is on the stack is not 0. It is written as an if with a branch
// in it: of a way straight from one of several branches to where several ways meet the
// compiler makes a block of its own, and then no longer sees what the branch compares.
func (a *fn) brIf(label int) {
	a.when()
	a.br(label)
	a.otherwise()
	a.close()
}

// binary encodes the module, with an exported memory of so many pages of 64 kibibytes.
func (m *module) binary(pages int) []byte {
	out := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	section := func(id byte, body []byte) {
		out = append(uleb(append(out, id), uint64(len(body))), body...)
	}
	text := func(b []byte, s string) []byte { return append(uleb(b, uint64(len(s))), s...) }
	n := uint64(len(m.funcs))
	types, funcs, codes := uleb(nil, n), uleb(nil, n), uleb(nil, n)
	exports, count := []byte(nil), uint64(1)
	for i, f := range m.funcs {
		types = uleb(append(types, 0x60), uint64(len(f.params)))
		for _, t := range f.params {
			types = append(types, byte(t))
		}
		types = uleb(types, uint64(len(f.results)))
		for _, t := range f.results {
			types = append(types, byte(t))
		}
		funcs = uleb(funcs, uint64(i))
		if f.name != "" {
			exports = uleb(append(text(exports, f.name), 0), uint64(i))
			count++
		}
		var runs []byte // locals of one type after each other are written as a run
		k := uint64(0)
		for j := 0; j < len(f.locals); {
			e := j
			for e < len(f.locals) && f.locals[e] == f.locals[j] {
				e++
			}
			runs = append(uleb(runs, uint64(e-j)), byte(f.locals[j]))
			k++
			j = e
		}
		body := append(append(uleb(nil, k), runs...), f.code...)
		body = append(body, 0x0b)
		codes = append(uleb(codes, uint64(len(body))), body...)
	}
	section(1, types)
	section(3, funcs)
	section(5, uleb(uleb([]byte{1, 1}, uint64(pages)), uint64(pages)))
	section(7, append(uleb(nil, count), append(exports, append(text(nil, "memory"), 2, 0)...)...))
	section(10, codes)
	seg := []byte{1, 0, 0x41, 0, 0x0b}
	section(11, append(uleb(seg, uint64(len(m.data))), m.data...))
	return out
}

// words appends 64-bit words as they lie in memory.
func words(b []byte, list ...uint64) []byte {
	for _, w := range list {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}
