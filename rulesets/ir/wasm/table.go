package wasm

import "encoding/binary"

// Tables of a module: what is always the same lies in its memory once, found by a key.

// once is the address of the table of a key, which is made when it is first asked for.
func (m *module) once(key string, bytes func() []byte) int {
	at, ok := m.tables[key]
	if !ok {
		at = m.table(bytes())
		m.tables[key] = at
	}
	return at
}

// blob tabulates bytes once.
func (m *module) blob(key string, b []byte) int {
	return m.once(key, func() []byte { return b })
}

// octets tabulates single bytes once; -1 becomes 255.
func (m *module) octets(key string, list []int) int {
	return m.once(key, func() []byte {
		b := make([]byte, len(list))
		for i, v := range list {
			b[i] = byte(v)
		}
		return b
	})
}

// numbers tabulates 16-bit numbers once.
func (m *module) numbers(key string, list []int) int {
	return m.once(key, func() []byte { return shorts(list) })
}

// shorts are 16-bit numbers as they lie in memory.
func shorts(list []int) (b []byte) {
	for _, v := range list {
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(v)))
	}
	return b
}

// function gives the function of a key, which is declared and written when it is first asked for.
func (m *module) function(key any, params, results []valtype, write func(f *fn)) *fn {
	f := m.shared[key]
	if f == nil {
		f = m.declare("", params, results)
		m.shared[key] = f
		m.later = append(m.later, func() { write(f) })
	}
	return f
}

// writeShared writes all functions that have been asked for, and those that they ask for.
func (m *module) writeShared() {
	for i := 0; i < len(m.later); i++ {
		m.later[i]()
	}
}

// placeIn is the entry i of a table of places (or what is numbered like them).
func (c *fn) placeIn(key string, list []int, i num) num {
	c.tabled(i)
	return c.octetAt(i, c.m.octets(key, list))
}
