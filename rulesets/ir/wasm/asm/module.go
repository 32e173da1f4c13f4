package asm

// A module is declared function by function, and encoded when all of them have been written.

// NewModule begins a module whose memory begins with data.
func NewModule(data []byte) *Module {
	return &Module{data: data, tables: map[string]int{}, maps: map[string]*mapping{}, shared: map[any]*Func{}}
}

// Size is how many bytes of the memory are taken.
func (m *Module) Size() int { return len(m.data) }

// ReachTo says how far behind an offset into a table there surely is memory: see Tabled.
func (m *Module) ReachTo(bytes int) { m.reach = bytes }

// Declare adds a function, exported under its name unless that is empty, whose code is still to be written.
func (m *Module) Declare(name string, params, results []Type) *Func {
	f := &Func{Module: m, name: name, index: len(m.funcs), params: params, results: results, Zero: Lit(0), known: newKnown(Num{})}
	m.funcs = append(m.funcs, f)
	return f
}

// Binary encodes the module, with an exported memory of so many pages of 64 kibibytes.
func (m *Module) Binary(pages int) []byte {
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
	if len(m.globals) > 0 {
		globals := uleb(nil, uint64(len(m.globals)))
		for _, t := range m.globals {
			globals = append(globals, byte(t), 1, map[Type]byte{I32: 0x41, I64: 0x42}[t], 0, 0x0b) // that can be written, at first 0
		}
		section(6, globals)
	}
	section(7, append(uleb(nil, count), append(exports, append(text(nil, "memory"), 2, 0)...)...))
	section(10, codes)
	seg := []byte{1, 0, 0x41, 0, 0x0b}
	section(11, append(uleb(seg, uint64(len(m.data))), m.data...))
	return out
}
