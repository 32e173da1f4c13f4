package asm

import "encoding/binary"

// Instructions are appended to a function as they are called for; branches name labels, and the
// depth is counted here.

// Type is the type of a local, a parameter or a result.
type Type byte

const (
	I32 Type = 0x7f
	I64 Type = 0x7e
)

// Instructions without immediates, by their names in the specification.
const (
	OpUnreachable = 0x00
	OpElse        = 0x05
	OpReturn      = 0x0f
	OpDrop        = 0x1a
	OpSelect      = 0x1b

	I32Eqz  = 0x45
	I32Eq   = 0x46
	I32Ne   = 0x47
	I32LtS  = 0x48
	I32LtU  = 0x49
	I32GtS  = 0x4a
	I32GtU  = 0x4b
	I32LeS  = 0x4c
	I32LeU  = 0x4d
	I32GeS  = 0x4e
	I32GeU  = 0x4f
	I64Eqz  = 0x50
	I64Eq   = 0x51
	I64Ne   = 0x52
	I64LtU  = 0x54
	I32Ctz  = 0x68
	I32Pop  = 0x69
	I32Add  = 0x6a
	I32Sub  = 0x6b
	I32Mul  = 0x6c
	I32DivS = 0x6d
	I32DivU = 0x6e
	I32RemS = 0x6f
	I32RemU = 0x70
	I32And  = 0x71
	I32Or   = 0x72
	I32Xor  = 0x73
	I32Shl  = 0x74
	I32ShrS = 0x75
	I32ShrU = 0x76
	I32Rotl = 0x77
	I64Clz  = 0x79
	I64Ctz  = 0x7a
	I64Pop  = 0x7b
	I64Add  = 0x7c
	I64Sub  = 0x7d
	I64Mul  = 0x7e
	I64And  = 0x83
	I64Or   = 0x84
	I64Xor  = 0x85
	I64Shl  = 0x86
	I64ShrS = 0x87
	I64ShrU = 0x88
	I64Rotl = 0x89
	I64Rotr = 0x8a
	I32Wrap = 0xa7
	I64ExtS = 0xac
	I64ExtU = 0xad
)

// Vector instructions, after the prefix 0xfd.
const (
	VOr = 80
)

// Func is a function being written.
type Func struct {
	Module   *Module
	name     string // exported under it, unless empty
	index    int
	params   []Type
	results  []Type
	locals   []Type // after the parameters
	code     []byte
	open     []int // labels of the open blocks, innermost last
	labels   int
	compared map[int]comparison // by local: see compares
	values   []map[pure]int     // worked out before the first block, and in each of the open blocks: the local that holds it
	varies   map[int]bool       // locals that are given values again

	Frame Num // the frame: the address from which offsets are counted
	held  *held
	Zero  Num // 0, see Absolute
	known known
	outer []known // of the scopes around
	// MayBeOver reports whether code before this can have ended what is being played: where
	// ways meet, on any of them
	MayBeOver bool
}

// Module is a module being written.
type Module struct {
	funcs   []*Func
	globals []Type // see Hold
	data    []byte // of the memory from address 0

	tables map[string]int // addresses, by what stands there
	maps   map[string]*mapping
	shared map[any]*Func // functions that are asked for while others are written, by what they do
	later  []func()      // … to be written
	reach  int           // how far behind an offset into a table there is memory: see Tabled
}

// Table puts data into memory, aligned to 16 bytes, and returns its address.
func (m *Module) Table(b []byte) int {
	for len(m.data)%16 != 0 {
		m.data = append(m.data, 0)
	}
	at := len(m.data)
	m.data = append(m.data, b...)
	return at
}

// Op writes an instruction without operands of its own, or several.
func (c *Func) Op(bytes ...byte) { c.code = append(c.code, bytes...) }

// Vec writes an instruction on vectors.
func (c *Func) Vec(op uint64) { c.code = uleb(append(c.code, 0xfd), op) }

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
func (c *Func) local(t Type) int {
	c.locals = append(c.locals, t)
	return len(c.params) + len(c.locals) - 1
}

// Scrap throws away what has been written of a function.
func (c *Func) Scrap() { c.code, c.locals, c.open = nil, nil, nil }

// Get puts a local on the stack, SetLocal takes it from there.
func (c *Func) Get(l int)      { c.code = uleb(append(c.code, 0x20), uint64(l)) }
func (c *Func) SetLocal(l int) { c.code = uleb(append(c.code, 0x21), uint64(l)) }

// I32 puts a number on the stack, i64 a word.
func (c *Func) I32(v int)    { c.code = sleb(append(c.code, 0x41), int64(int32(v))) }
func (c *Func) I64(v uint64) { c.code = sleb(append(c.code, 0x42), int64(v)) }

// Call calls a function, whose arguments are on the stack.
func (c *Func) Call(f *Func) { c.code = uleb(append(c.code, 0x10), uint64(f.index)) }

// mem appends a load or store at the address on the stack plus offset.
func (c *Func) mem(op byte, offset int) { c.code = uleb(append(c.code, op, 0), uint64(offset)) }

// Load64, load32, load8 (without a sign) and load16s (with one) read what lies at the address on
// the stack and an offset from it.
func (c *Func) Load64(off int) { c.mem(0x29, off) }
func (c *Func) Load32(off int) { c.mem(0x28, off) }

// Load8 reads a byte, as a number that is not negative.
func (c *Func) Load8(off int) { c.mem(0x2d, off) }

// load8s reads a byte, as a number with its sign.
func (c *Func) load8s(off int) { c.mem(0x2c, off) }

// Load16 reads two bytes, as a number that is not negative.
func (c *Func) Load16(off int) { c.mem(0x2f, off) }

// Load16s reads two bytes, as a number with its sign.
func (c *Func) Load16s(off int) { c.mem(0x2e, off) }

// Store64 writes what is on the stack to the address below it and an offset from that, store32 the
// lower half of it or a number, store16 its two lowest bytes, store8 its lowest.
func (c *Func) Store64(off int) { c.mem(0x37, off) }
func (c *Func) Store32(off int) { c.mem(0x36, off) }
func (c *Func) Store16(off int) { c.mem(0x3b, off) }
func (c *Func) Store8(off int)  { c.mem(0x3a, off) }

// VLoad reads sixteen bytes, vstore writes them.
func (c *Func) VLoad(off int)  { c.code = uleb(append(c.code, 0xfd, 0, 0), uint64(off)) }
func (c *Func) VStore(off int) { c.code = uleb(append(c.code, 0xfd, 11, 0), uint64(off)) }

// CopyMem copies, and FillMem fills, as many bytes as the stack says, from where and to where it says.
func (c *Func) CopyMem() { c.Op(0xfc, 10, 0, 0) }
func (c *Func) FillMem() { c.Op(0xfc, 11, 0) }

func (c *Func) vconst(b byte) {
	c.Vec(12)
	for range 16 {
		c.Op(b)
	}
}

func (c *Func) enter(op byte) int {
	c.labels++
	c.open = append(c.open, c.labels)
	if len(c.values) == 0 {
		c.values = []map[pure]int{{}}
	}
	c.values = append(c.values, map[pure]int{})
	c.Op(op, 0x40)
	return c.labels
}

// Block begins a block and returns its label: who branches there leaves it.
func (c *Func) Block() int { return c.enter(0x02) }

// Loop begins a loop and returns its label: who branches there begins it again.
func (c *Func) Loop() int { return c.enter(0x03) }
func (c *Func) when() int { return c.enter(0x04) } // if

// otherwise begins the other branch of an if.
func (c *Func) otherwise() {
	c.values[len(c.values)-1] = map[pure]int{}
	c.Op(OpElse)
}

// close ends a block.
func (c *Func) close() {
	c.open = c.open[:len(c.open)-1]
	c.values = c.values[:len(c.values)-1]
	c.Op(0x0b)
}

func (c *Func) depth(label int) uint64 {
	for d := 0; d < len(c.open); d++ {
		if c.open[len(c.open)-1-d] == label {
			return uint64(d)
		}
	}
	panic("wasm: a branch to a block that is not open") // a defect of the generator
}

// Br branches to the label of an open block.
func (c *Func) Br(label int) { c.code = uleb(append(c.code, 0x0c), c.depth(label)) }

// BrIf branches if what is on the stack is not 0. It is written as an if with a branch
// in it: of a way straight from one of several branches to where several ways meet the
// compiler makes a block of its own, and then no longer sees what the branch compares.
func (c *Func) BrIf(label int) {
	c.when()
	c.Br(label)
	c.otherwise()
	c.close()
}

// Words appends 64-bit words as they lie in memory.
func Words(b []byte, list ...uint64) []byte {
	for _, w := range list {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}
