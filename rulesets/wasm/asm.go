package wasm

import "encoding/binary"

// A small assembler for the WebAssembly binary format: one function, one
// memory, one data segment. Instructions are appended as they are called for;
// branches name labels, and the assembler counts the depth.

type valtype byte

const (
	i32 valtype = 0x7f
	i64 valtype = 0x7e
)

// Instructions without immediates, by their names in the specification.
const (
	opUnreachable = 0x00
	opElse        = 0x05
	opSelect      = 0x1b

	i32Eqz  = 0x45
	i32Eq   = 0x46
	i32Ne   = 0x47
	i32LtS  = 0x48
	i32GtS  = 0x4a
	i32LeS  = 0x4c
	i32GeS  = 0x4e
	i64Eqz  = 0x50
	i64Eq   = 0x51
	i64Ne   = 0x52
	i64LtU  = 0x54
	i32Add  = 0x6a
	i32Sub  = 0x6b
	i32Mul  = 0x6c
	i32And  = 0x71
	i32Or   = 0x72
	i32ShrU = 0x76
	i64Ctz  = 0x7a
	i64Pop  = 0x7b
	i64Add  = 0x7c
	i64Sub  = 0x7d
	i64Mul  = 0x7e
	i64RemU = 0x82
	i64And  = 0x83
	i64Or   = 0x84
	i64Xor  = 0x85
	i64Shl  = 0x86
	i64ShrU = 0x88
	i64Rotl = 0x89
	i32Wrap = 0xa7
	i64ExtU = 0xad
)

type asm struct {
	code   []byte
	locals []valtype // after the parameters
	params int
	open   []int // labels of the open blocks, innermost last; 0 for an if nobody branches to
	labels int
}

func (a *asm) op(bytes ...byte) { a.code = append(a.code, bytes...) }

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
func (a *asm) local(t valtype) int {
	a.locals = append(a.locals, t)
	return a.params + len(a.locals) - 1
}

func (a *asm) get(l int) { a.code = uleb(append(a.code, 0x20), uint64(l)) }
func (a *asm) set(l int) { a.code = uleb(append(a.code, 0x21), uint64(l)) }
func (a *asm) tee(l int) { a.code = uleb(append(a.code, 0x22), uint64(l)) }

func (a *asm) i32(v int)    { a.code = sleb(append(a.code, 0x41), int64(int32(v))) }
func (a *asm) i64(v uint64) { a.code = sleb(append(a.code, 0x42), int64(v)) }

// mem appends a load or store at the address on the stack plus offset.
func (a *asm) mem(op byte, offset int) { a.code = uleb(append(a.code, op, 0), uint64(offset)) }

func (a *asm) load64(off int)  { a.mem(0x29, off) }
func (a *asm) load32(off int)  { a.mem(0x28, off) }
func (a *asm) load8(off int)   { a.mem(0x2d, off) }
func (a *asm) store64(off int) { a.mem(0x37, off) }
func (a *asm) store32(off int) { a.mem(0x36, off) }
func (a *asm) store8(off int)  { a.mem(0x3a, off) }
func (a *asm) copyMem()        { a.op(0xfc, 10, 0, 0) }
func (a *asm) fillMem()        { a.op(0xfc, 11, 0) }

func (a *asm) enter(op byte) int {
	a.labels++
	a.open = append(a.open, a.labels)
	a.op(op, 0x40)
	return a.labels
}

func (a *asm) block() int { return a.enter(0x02) }
func (a *asm) loop() int  { return a.enter(0x03) }
func (a *asm) when() int  { return a.enter(0x04) } // if
func (a *asm) end() {
	a.open = a.open[:len(a.open)-1]
	a.op(0x0b)
}

func (a *asm) branch(op byte, label int) {
	for d := 0; d < len(a.open); d++ {
		if a.open[len(a.open)-1-d] == label {
			a.code = uleb(append(a.code, op), uint64(d))
			return
		}
	}
	panic("wasm: a branch to a block that is not open") // a defect of the generator
}

func (a *asm) br(label int)   { a.branch(0x0c, label) }
func (a *asm) brIf(label int) { a.branch(0x0d, label) }

// module wraps the function, exported as name with one i32 parameter, into a
// module with an exported memory of a fixed number of pages.
func (a *asm) module(name string, pages, dataAt int, data []byte) []byte {
	out := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	section := func(id byte, body []byte) {
		out = append(uleb(append(out, id), uint64(len(body))), body...)
	}
	text := func(b []byte, s string) []byte { return append(uleb(b, uint64(len(s))), s...) }
	section(1, []byte{1, 0x60, 1, byte(i32), 0})
	section(3, []byte{1, 0})
	section(5, uleb(uleb([]byte{1, 1}, uint64(pages)), uint64(pages)))
	exports := append(text([]byte{2}, name), 0, 0)
	section(7, append(text(exports, "memory"), 2, 0))
	body := uleb(nil, uint64(len(a.locals)))
	for _, t := range a.locals {
		body = append(body, 1, byte(t))
	}
	body = append(append(body, a.code...), 0x0b)
	section(10, append(uleb([]byte{1}, uint64(len(body))), body...))
	seg := append(sleb([]byte{1, 0, 0x41}, int64(dataAt)), 0x0b)
	section(11, append(uleb(seg, uint64(len(data))), data...))
	return out
}

// words appends 64-bit words as they lie in memory.
func words(b []byte, list ...uint64) []byte {
	for _, w := range list {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}
