package core

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// Numbers of sections, as the specification of WebAssembly has them.
const (
	sectionCustom = 0
	sectionData   = 11
)

// section is a section of a module.
type section struct {
	id   byte
	body []byte
}

var preamble = []byte("\x00asm\x01\x00\x00\x00")

// sections takes a module apart.
func sections(module []byte) (out []section, err error) {
	rest, is := bytes.CutPrefix(module, preamble)
	if !is {
		return nil, errors.New("this is no WebAssembly")
	}
	r := reader{rest, nil}
	for len(r.rest) > 0 && r.err == nil {
		out = append(out, section{r.byte(), r.take(r.uint())})
	}
	return out, r.err
}

// written puts sections together.
func written(of []section) []byte {
	out := bytes.Clone(preamble)
	for _, s := range of {
		out = binary.AppendUvarint(append(out, s.id), uint64(len(s.body)))
		out = append(out, s.body...)
	}
	return out
}

// mostMemory is beyond what the data of a module may lie.
const mostMemory = 256 << 20

// memory is what a section of data makes of a memory that is empty.
func memory(body []byte) ([]byte, error) {
	var mem []byte
	r := reader{body, nil}
	for range r.uint() {
		if kind, op := r.byte(), r.byte(); r.err == nil && (kind != 0 || op != opI32Const) {
			return nil, fmt.Errorf("data of the kind %d at %#x", kind, op)
		}
		at := int(r.int())
		if end := r.byte(); r.err == nil && end != opEnd {
			return nil, errors.New("data at an address that is worked out")
		}
		data := r.take(r.uint())
		if r.err != nil {
			return nil, r.err
		}
		if at < 0 || at+len(data) > mostMemory {
			return nil, fmt.Errorf("data at %#x", at)
		}
		if more := at + len(data) - len(mem); more > 0 {
			mem = append(mem, make([]byte, more)...)
		}
		copy(mem[at:], data)
	}
	if r.err == nil && len(r.rest) > 0 {
		r.err = errors.New("there is more than data")
	}
	return mem, r.err
}

const (
	opI32Const = 0x41
	opEnd      = 0x0b
)

// mostZeros are written out between data. The linker leaves every few out, and what says where data
// goes on can be packed less well than zeros.
const mostZeros = 4096

// dataOf is a section that makes a memory.
func dataOf(mem []byte) []byte {
	var out []byte
	n := 0
	for at := 0; at < len(mem); {
		if mem[at] == 0 {
			at++
			continue
		}
		end := at // of what is not zero
		for i := at; i < len(mem) && i-end <= mostZeros; i++ {
			if mem[i] != 0 {
				end = i + 1
			}
		}
		out = appendInt(append(out, 0, opI32Const), int64(at))
		out = binary.AppendUvarint(append(out, opEnd), uint64(end-at))
		out = append(out, mem[at:end]...)
		at = end
		n++
	}
	return append(binary.AppendUvarint(nil, uint64(n)), out...)
}

// appendInt writes a number with a sign in as few bytes as hold it.
func appendInt(out []byte, n int64) []byte {
	for n < -64 || n > 63 {
		out = append(out, byte(n)|0x80)
		n >>= 7
	}
	return append(out, byte(n)&0x7f)
}

// reader reads the numbers of a module. After an error it reads zeros.
type reader struct {
	rest []byte
	err  error
}

var errShort = errors.New("the module ends early")

func (r *reader) take(n uint64) []byte {
	if r.err == nil && n > uint64(len(r.rest)) {
		r.err = errShort
	}
	if r.err != nil {
		return nil
	}
	out := r.rest[:n]
	r.rest = r.rest[n:]
	return out
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint() uint64 {
	n, size := binary.Uvarint(r.rest)
	if r.err == nil && size <= 0 {
		r.err = errShort
	}
	if r.err != nil {
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *reader) int() int64 {
	var n int64
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		n |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 {
				n |= -1 << (shift + 7)
			}
			return n
		}
	}
	return n
}
