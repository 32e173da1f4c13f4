package asm

import (
	"encoding/binary"
	"slices"
)

// Tables of a module: what is always the same lies in its memory once, found by a key.

// Once is the address of the table of a key, which is made when it is first asked for.
func (m *Module) Once(key string, bytes func() []byte) int {
	at, ok := m.tables[key]
	if !ok {
		at = m.Table(bytes())
		m.tables[key] = at
	}
	return at
}

// Blob tabulates bytes once.
func (m *Module) Blob(key string, b []byte) int {
	return m.Once(key, func() []byte { return b })
}

// Octets tabulates single bytes once.
func (m *Module) Octets(key string, list []int) int {
	return m.Once(key, func() []byte {
		b := make([]byte, len(list))
		for i, v := range list {
			b[i] = byte(v)
		}
		return b
	})
}

// Numbers tabulates 16-bit numbers once.
func (m *Module) Numbers(key string, list []int) int {
	return m.Once(key, func() []byte { return Shorts(list) })
}

// Shorts are 16-bit numbers as they lie in memory.
func Shorts(list []int) (b []byte) {
	for _, v := range list {
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(v)))
	}
	return b
}

// Function gives the function of a key, which is declared and written when it is first asked for.
func (m *Module) Function(key any, params, results []Type, write func(f *Func)) *Func {
	f := m.shared[key]
	if f == nil {
		f = m.Declare("", params, results)
		m.shared[key] = f
		m.later = append(m.later, func() { write(f) })
	}
	return f
}

// WriteShared writes all functions that have been asked for, and those that they ask for.
func (m *Module) WriteShared() {
	for i := 0; i < len(m.later); i++ {
		m.later[i]()
	}
}

// Listed is a table of numbers that are not negative, such as places: a byte each where all fit into one, else two.
type Listed struct{ at, size int }

// List tabulates such numbers once.
func (m *Module) List(key string, list []int) Listed {
	if slices.Max(list) < 256 {
		return Listed{m.Octets(key, list), 1}
	}
	return Listed{m.Numbers(key, list), 2}
}

// From is what of a table begins with entry i.
func (t Listed) From(i int) Listed { return Listed{t.at + i*t.size, t.size} }

// Entry is the entry i of a table.
func (c *Func) Entry(t Listed, i Num) Num {
	if t.size == 2 {
		i = c.Shl(i, Lit(1))
		c.Tabled(i)
		return c.HalfAt(i, t.at)
	}
	c.Tabled(i)
	return c.OctetAt(i, t.at)
}
