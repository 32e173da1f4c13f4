package core

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
	"unicode/utf16"
)

// segment is a piece of data at an address, as a module has it.
func segment(at int64, data ...byte) []byte {
	out := appendInt([]byte{0, opI32Const}, at)
	out = binary.AppendUvarint(append(out, opEnd), uint64(len(data)))
	return append(out, data...)
}

func TestMemoryAndBack(t *testing.T) {
	for _, at := range []int64{0, 63, 64, 127, 128, 8191, 8192, 1 << 20} {
		body := slices.Concat([]byte{3}, segment(at, 1, 0, 2), segment(at+5, 3), segment(at+mostZeros+7, 4))
		mem, err := memory(body)
		if err != nil {
			t.Fatal(err)
		}
		if want := []byte{1, 0, 2, 0, 0, 3}; !bytes.Equal(mem[at:at+6], want) || len(mem) != int(at)+mostZeros+8 || mem[at+mostZeros+7] != 4 {
			t.Errorf("at %d it is %v, of %d bytes", at, mem[at:at+6], len(mem))
		}
		less := dataOf(mem)
		if less[0] != 2 { // what lies near is one piece
			t.Errorf("at %d there are %d pieces", at, less[0])
		}
		if back, err := memory(less); err != nil || !bytes.Equal(back, mem) {
			t.Errorf("at %d another memory comes back (%v)", at, err)
		}
	}
}

// What is no module, or has what Go writes nowhere, is an error.
func TestStrangeModules(t *testing.T) {
	data := func(body ...byte) []byte { return written([]section{{sectionData, body}}) }
	for name, module := range map[string][]byte{
		"nothing": nil, "text": []byte("hello, all of you"), "half a section": append(bytes.Clone(preamble), 1, 5, 0), "a section without size": append(bytes.Clone(preamble), 1),
		"data of another kind": data(1, 1, 0), "an address from elsewhere": data(1, 0, 0x23, 0, opEnd, 0), "half a piece": data(1, 0, opI32Const, 0, opEnd, 2, 1),
		"an address before all": data(1, 0, opI32Const, 0x7f, opEnd, 1, 1), "one far off": data(append([]byte{1}, segment(1<<40, 1)...)...),
		"more than pieces": data(0, 0), "fewer pieces": data(2, 0, opI32Const, 0, opEnd, 0),
	} {
		if out, err := shrink(module); err == nil {
			t.Errorf("%s comes to %v", name, out)
		}
	}
}

// table is a small table of functions as Go lays it out, with one byte before it.
func table() []byte {
	le := binary.LittleEndian
	const names, units, files, tables, at = 72, 82, 86, 92, 112
	b := make([]byte, 1+at)
	copy(b[1:], lineMagic)
	for i, n := range []uint64{2, 1, 0, names, units, files, tables, at} {
		le.PutUint64(b[1+8+8*i:], n)
	}
	copy(b[1+names:], "\x00main\x00next")
	copy(b[1+units:], "\x01\x00\x00\x00")
	copy(b[1+files:], "a.go\x00\x00")
	copy(b[1+tables:], "\x00\x02\x01\x00\x04\x01\x00\x06\x01\x00\x08\x01\x00\x00\x05\x02\x00")
	b = append(b, make([]byte, 20)...) // entries, and where the functions are
	for i, f := range []uint32{7, 20, 9, 72, 12} {
		le.PutUint32(b[1+at+4*i:], f)
	}
	for i, entry := range []uint32{7, 9} {
		f := make([]byte, sizeOfFunction+8)
		le.PutUint32(f[fieldEntry:], entry)
		le.PutUint32(f[fieldName:], []uint32{1, 6}[i])
		le.PutUint32(f[fieldStack:], []uint32{1, 13}[i])
		le.PutUint32(f[fieldFile:], 4)
		le.PutUint32(f[fieldLine:], 7)
		le.PutUint32(f[fieldTables:], 1)
		le.PutUint32(f[fieldUnit:], 1)
		le.PutUint32(f[fieldStart:], 33)
		f[fieldMore] = 1
		le.PutUint32(f[sizeOfFunction:], []uint32{10, 0}[i])
		b = append(b, f...)
	}
	return b
}

// Names, files and lines are emptied, and what a function needs to run stays.
func TestEmptyLines(t *testing.T) {
	b := table()
	before := bytes.Clone(b)
	if !emptyLines(b) {
		t.Fatal("the layout is not known")
	}
	if bytes.Contains(b, []byte("main")) || bytes.Contains(b, []byte("a.go")) {
		t.Error("there are names left")
	}
	if got, want := b[1+92:1+112], []byte("\x00\x02\x01\x00\x00\x00\x00\x00\x00\x00\x08\x01\x00\x00\x05\x02\x00\x00\x00\x00"); !bytes.Equal(got, want) {
		t.Errorf("the tables are\n%q, not\n%q", got, want)
	}
	for i := range 2 {
		f := 1 + 112 + 20 + 52*i
		for _, field := range []int{fieldEntry, fieldStack, fieldTables, sizeOfFunction, fieldMore &^ 3} {
			if !bytes.Equal(b[f+field:f+field+4], before[f+field:f+field+4]) {
				t.Errorf("of function %d the field %d was changed", i, field)
			}
		}
	}
	if emptyLines(b); !bytes.Equal(b[:93], append(before[:1+72:1+72], b[1+72:93]...)) {
		t.Error("the head was changed")
	}

	// Whatever is not as it must be, all is left as it is.
	for name, change := range map[string]func(b []byte) []byte{
		"another form":       func(b []byte) []byte { b[1] = 0xf2; return b },
		"an entry":           func(b []byte) []byte { b[1+112+20]++; return b },
		"entries in order":   func(b []byte) []byte { b[1+112+8], b[1+112+20+52] = 3, 3; return b },
		"a name":             func(b []byte) []byte { b[1+112+20+fieldName] = 3; return b },
		"a table of lines":   func(b []byte) []byte { b[1+112+20+fieldLine] = 19; return b },
		"a table for a run":  func(b []byte) []byte { b[1+112+20+sizeOfFunction] = 200; return b },
		"the parts in order": func(b []byte) []byte { b[1+32] = 90; return b },
		"a function":         func(b []byte) []byte { return b[:len(b)-9] },
		"a second table":     func(b []byte) []byte { return append(b, table()...) },
	} {
		b := change(table())
		if before := bytes.Clone(b); emptyLines(b) || !bytes.Equal(b, before) {
			t.Errorf("%s: it was taken for the layout, or changed", name)
		}
	}
}

// Letters hold all bytes, and none of them is more than one unit or ends a line or a text.
func TestLetters(t *testing.T) {
	for n := range 40 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(251*i + n)
		}
		if n > 20 {
			copy(data, bytes.Repeat([]byte{0xff, 0}, 10))
		}
		text := appendBytes(nil, data)
		var back []byte
		bits, have := 0, 0
		for i := 0; i < len(text); i += 2 {
			unit := binary.LittleEndian.Uint16(text[i:])
			if unit < firstLetter || unit >= firstLetter+1<<15 || utf16.IsSurrogate(rune(unit)) {
				t.Fatalf("%d bytes are written with %#x", n, unit)
			}
			bits |= int(unit-firstLetter) << have
			for have += 15; have >= 8; have -= 8 {
				back = append(back, byte(bits))
				bits >>= 8
			}
		}
		if len(back) < n || !bytes.Equal(back[:n], data) || len(text) > 2*((8*n+14)/15) {
			t.Errorf("%d bytes come back as %v, by %d letters", n, back, len(text)/2)
		}
	}
}
