package asm_test

import (
	"context"
	"testing"

	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
)

// What a function holds of its frame is read and written by it as in memory, is there for functions that
// are given the frame, and is put back in the end; what it does not hold lies in memory all the time.
func TestHold(t *testing.T) {
	m := asm.NewModule(nil)
	frame := asm.Num{Local: 0}
	begin := func(name string, results ...asm.Type) *asm.Func {
		c := m.Declare(name, []asm.Type{asm.I32}, results)
		c.Frame = frame
		return c
	}
	other := begin("")
	other.SetCell(8, other.Add(other.Cell(8), asm.Lit(100))) // held by who calls it
	other.PutOctet(frame, 3, asm.Lit(9))                     // not held
	c := begin("f", asm.I32)
	c.Hold([]asm.Part{{At: 0, Size: 1}, {At: 8, Size: 4}, {At: 16, Size: 8}})
	c.IfThen(c.Byte(0), func() { c.CountUp(8) }, nil)
	c.Invoke(other, frame)
	c.CountUp(8)
	c.PutOctet(frame, 0, c.Add(c.Byte(0), c.Byte(3)))
	c.SetCellW(16, c.AddW(c.CellW(16), asm.LitW(1<<40)))
	low := c.Cell(16) // of eight bytes that are held the first four
	c.Release()
	c.Push(low)
	i := loaded(t, m.Binary(1))
	const at = 64
	mem := i.Memory()
	mem.WriteByte(at, 5)
	mem.WriteUint32Le(at+8, 7)
	mem.WriteUint64Le(at+16, 1<<32+3)
	out, err := i.ExportedFunction("f").Call(context.Background(), at)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := mem.ReadByte(at)
	n, _ := mem.ReadUint32Le(at + 8)
	w, _ := mem.ReadUint64Le(at + 16)
	if out[0] != 3 || b != 14 || n != 109 || w != 1<<40+1<<32+3 {
		t.Errorf("%d; %d, %d, %#x", out[0], b, n, w)
	}
}

// Of what is held nothing is read or written in another size, which would not be what is held.
func TestHoldOtherwise(t *testing.T) {
	for name, f := range map[string]func(c *asm.Func){
		"read":    func(c *asm.Func) { c.Cell(0) },
		"behind":  func(c *asm.Func) { c.Byte(2) },
		"written": func(c *asm.Func) { c.SetCell(8, asm.Lit(0)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it is written")
				}
			}()
			c := asm.NewModule(nil).Declare("f", []asm.Type{asm.I32}, nil)
			c.Frame = asm.Num{Local: 0}
			c.Hold([]asm.Part{{At: 0, Size: 1}, {At: 1, Size: 8}, {At: 9, Size: 1}})
			f(c)
		})
	}
}
