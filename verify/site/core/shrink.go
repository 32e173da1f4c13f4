package core

import (
	"bytes"
	"encoding/binary"
)

// shrink takes out of a module that Go made what a page does without: the names and lines by which
// a panic would say where it happened, sections that no browser reads, and the places of data,
// which are so many because the linker leaves out every few zeros. What it answers stays the same.
func shrink(module []byte) ([]byte, error) {
	all, err := sections(module)
	if err != nil {
		return nil, err
	}
	var out []section
	for _, s := range all {
		switch s.id {
		case sectionCustom:
			continue
		case sectionData:
			mem, err := memory(s.body)
			if err != nil {
				return nil, err
			}
			emptyLines(mem)
			s.body = dataOf(mem)
		}
		out = append(out, s)
	}
	return written(out), nil
}

// lineTable is a table of functions as the linker of Go lays it out: pcHeader and _func of the package
// runtime say how.
type lineTable struct {
	b                                       []byte // from the header to the end of the memory
	functions                               int
	names, units, files, tables, atFunction int // where each part begins
}

// lineMagic begins the table in memory: the number of its form, two zeros, the size of the smallest
// instruction and that of a pointer.
var lineMagic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Where the fields of a function lie.
const (
	fieldEntry     = 0
	fieldName      = 4
	fieldStack     = 16 // where the table begins that says how high the stack is
	fieldFile      = 20
	fieldLine      = 24
	fieldTables    = 28 // how many further tables there are
	fieldUnit      = 32
	fieldStart     = 36
	fieldMore      = 43 // how many numbers follow those tables
	sizeOfFunction = 44
	mostTables     = 64
)

// emptyLines empties the names of functions and files and the tables of lines, and reports whether
// it has: where the layout is not the one it knows, everywhere, nothing is changed.
func emptyLines(mem []byte) bool {
	var found *lineTable
	for at := 0; ; at++ {
		next := bytes.Index(mem[at:], lineMagic)
		if next < 0 {
			break
		}
		at += next
		if t := tableAt(mem[at:]); t != nil {
			if found != nil {
				return false
			}
			found = t
		}
	}
	if found == nil {
		return false
	}
	found.empty()
	return true
}

// tableAt reads a table of functions; nil where one of them is not as it must be.
func tableAt(b []byte) *lineTable {
	if len(b) < 72 {
		return nil
	}
	var head [8]int
	for i := range head {
		n := binary.LittleEndian.Uint64(b[8+8*i:])
		if n > uint64(len(b)) {
			return nil
		}
		head[i] = int(n)
	}
	t := &lineTable{b, head[0], head[3], head[4], head[5], head[6], head[7]}
	if t.functions == 0 || t.names < 72 || t.names >= t.units || t.units >= t.files || t.files >= t.tables || t.tables >= t.atFunction ||
		t.atFunction+8*t.functions+4 > len(b) {
		return nil
	}
	last := -1
	for i := range t.functions {
		entry := t.number(t.atFunction + 8*i)
		if entry <= last || !t.sound(i) {
			return nil
		}
		last = entry
	}
	return t
}

func (t *lineTable) number(at int) int { return int(binary.LittleEndian.Uint32(t.b[at:])) }

// function is where a function is described.
func (t *lineTable) function(i int) int { return t.atFunction + t.number(t.atFunction+8*i+4) }

// sound reports whether a function is described as the layout has it.
func (t *lineTable) sound(i int) bool {
	f := t.function(i)
	if f+sizeOfFunction > len(t.b) || t.number(f+fieldEntry) != t.number(t.atFunction+8*i) || t.number(f+fieldTables) > mostTables ||
		f+sizeOfFunction+4*(t.number(f+fieldTables)+int(t.b[f+fieldMore])) > len(t.b) {
		return false
	}
	// A name stands behind the end of another, and there is no table without an end.
	if name := t.names + t.number(f+fieldName); name >= t.units || name > t.names && t.b[name-1] != 0 {
		return false
	}
	for _, at := range append(t.kept(f), t.number(f+fieldFile), t.number(f+fieldLine)) {
		if at != 0 && t.endOf(at) < 0 {
			return false
		}
	}
	return true
}

// kept are the tables of a function that are needed to run it.
func (t *lineTable) kept(f int) []int {
	out := []int{t.number(f + fieldStack)}
	for i := range t.number(f + fieldTables) {
		out = append(out, t.number(f+sizeOfFunction+4*i))
	}
	return out
}

// endOf is where a table ends that begins there, both counted from the first; -1 where it has no
// end. It has pairs of numbers, and ends where a pair would begin with zero; the first may.
func (t *lineTable) endOf(at int) int {
	b := t.b[t.tables:t.atFunction]
	for i := at; i < len(b); {
		if b[i] == 0 && i > at {
			return i + 1
		}
		for range 2 {
			_, size := binary.Uvarint(b[i:])
			if size <= 0 {
				return -1
			}
			i += size
		}
	}
	return -1
}

func (t *lineTable) empty() {
	used := make([]bool, t.atFunction-t.tables)
	for i := range t.functions {
		f := t.function(i)
		for _, at := range t.kept(f) {
			for k, end := at, t.endOf(at); at != 0 && k < end; k++ {
				used[k] = true
			}
		}
		for _, field := range []int{fieldName, fieldFile, fieldLine, fieldUnit, fieldStart} {
			clear(t.b[f+field : f+field+4])
		}
	}
	clear(t.b[t.names:t.tables]) // and what compiled units and files are called
	for k, is := range used {
		if !is {
			t.b[t.tables+k] = 0
		}
	}
}
