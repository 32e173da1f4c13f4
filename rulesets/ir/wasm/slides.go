package wasm

import (
	"encoding/binary"
	"fmt"

	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
)

// Candidates that lead along ways are found man by man: how far each way is free is a
// number, and a table has the candidates of a place by it. Those from one place stand
// side by side in the order of moves, so they are put into the set all at once.

// mostSlides is how many candidates may lead from one place: what can be put in at any bit of a word.
const mostSlides = 57

// slidable reports whether candidates of a space can be found by the ways in some directions.
func (g *gen) slidable(sp *ir.Space, d engine.Direction) bool {
	if sp.Indexed || sp.Row || len(sp.By) > 1 && !sp.Players || !g.p.RaysAlike() || !g.compassable(d) {
		return false
	}
	for v := range sp.By {
		for f := range g.p.Places {
			if _, n := sp.Range(v, f); n > mostSlides || n < 0 {
				return false
			}
		}
	}
	return true
}

// slideTable has, by variant, place, direction and how many places of that way are free, the
// candidates that lead there, counted from the first that leads from the place.
func (g *gen) slideTable(op ir.Op, sp *ir.Space, d engine.Direction, longest, width int) int {
	key := fmt.Sprint("slides ", op, d, sp.Key)
	if at, ok := g.tables[key]; ok {
		return at
	}
	var b []byte
	for v := range sp.By {
		for f := range g.p.Places {
			first, n := sp.Range(v, f)
			for _, one := range compassed(d) {
				way := g.only(0, f, d, one)
				for free := range longest + 1 {
					to := way[:min(free, len(way))]
					if op == ir.Check {
						to = way[min(free, len(way)):min(free+1, len(way))]
					}
					var bits uint64
					for i := range n {
						if t := sp.By[v][first+i]; t.Valid && engine.SetOf(to...).Has(t.To) {
							bits |= 1 << i
						}
					}
					b = append(b, binary.LittleEndian.AppendUint64(nil, bits)[:width]...)
				}
			}
		}
	}
	at := g.m.table(b)
	g.tables[key] = at
	return at
}

// slides is the set of candidates of men of the player that lead along ways through a set.
func (c *ctx) slides(v *ir.Value, sp *ir.Space, e env) set {
	g, d := c.g, engine.Direction(v.N)
	ways := compassed(d)
	longest, most := 0, 0
	var begins []int // by variant and place: the first candidate that leads from there
	for variant := range sp.By {
		for f := range g.p.Places {
			for _, one := range ways {
				longest = max(longest, len(g.only(0, f, d, one)))
			}
			first, n := sp.Range(variant, f)
			begins, most = append(begins, first), max(most, n)
		}
	}
	width := 8
	if most <= 16 {
		width = 2
	} else if most <= 32 {
		width = 4
	}
	table := g.slideTable(v.Op, sp, d, longest, width)
	free := c.set(v.Args[0], e)
	out := g.slidesAt(sp)
	for k := range sp.Words() + 1 {
		c.i32(0)
		c.i64(0)
		c.store64(out + 8*k)
	}
	variant := lit(0)
	if len(sp.By) > 1 {
		variant = c.which(sp, e)
	}
	from := c.bin(i32Mul, variant, lit(g.p.Places))
	first := g.numbers(begins)
	c.eachMember(c.standing(0), func(_ int, f num) {
		row := c.bin(i32Add, from, f)
		at := c.bin(i32Mul, row, lit(len(ways)*(longest+1)))
		bits := wlit(0)
		for k, one := range ways {
			up, down := g.sorted(d, one)
			if up && down {
				continue
			}
			way := c.row(fmt.Sprint("ways ", d == 0, one), 0, g.p.Places, f, func(q, i int) []uint64 {
				return bitsOf(engine.SetOf(g.only(q, i, d, one)...), 64*g.w)
			})
			n := c.count(c.cutOff(ir.Ray, way, free, up))
			c.push(c.bin(i32Mul, c.bin(i32Add, at, n), lit(width)))
			c.loadWidth(table+k*(longest+1)*width, width)
			bits = c.binw(i64Or, bits, c.keepw())
		}
		c.push(c.bin(i32Shl, row, lit(1)))
		c.load16s(first)
		bit := c.keep()
		word := c.bin(i32ShrU, bit, lit(3))
		c.push(word)
		c.push(word)
		c.load64(out)
		c.pushw(c.binw(i64Shl, bits, c.widen(c.bin(i32And, bit, lit(7)))))
		c.op(i64Or)
		c.store64(out)
	})
	s := make(set, sp.Words())
	for k := range s {
		c.i32(0)
		c.load64(out + 8*k)
		s[k] = c.keepw()
	}
	return s
}

// slidesAt is where the candidates of a space are put together.
func (g *gen) slidesAt(sp *ir.Space) int {
	key := "slides of " + sp.Key
	if at, ok := g.tables[key]; ok {
		return at
	}
	at := g.m.table(make([]byte, 8*(sp.Words()+1)))
	g.tables[key] = at
	return at
}

// loadWidth reads so many bytes as a word.
func (c *ctx) loadWidth(at, width int) {
	switch width {
	case 2:
		c.load16s(at)
		c.op(i64ExtU)
		c.i64(1<<16 - 1)
		c.op(i64And)
	case 4:
		c.load32(at)
		c.op(i64ExtU)
	default:
		c.load64(at)
	}
}
