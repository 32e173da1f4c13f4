package compile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// device lists the distinct outcomes of what is thrown.
func (c *compiler) device(s *ast.Statement, t *ast.Throw) {
	c.Errs.Merge(s.Errs)
	p := c.Rules
	d := engine.Device{ID: s.ID, First: len(p.Throws)}
	index := len(p.Devices)
	if len(s.Errs) == 0 {
		throws := c.outcomes(t, index)
		if t.Chances != nil {
			c.chances(t.Chances, throws)
			throws = slices.DeleteFunc(throws, func(t engine.Throw) bool {
				if t.Ways == 0 {
					c.neverFall = append(c.neverFall, t)
				}
				return t.Ways == 0
			})
		}
		p.Throws = append(p.Throws, throws...)
	}
	d.Count = len(p.Throws) - d.First
	if n := len(p.Throws); n > engine.MaxThrows && d.First <= engine.MaxThrows {
		c.Errorf(s.Pos, fmt.Sprintf("%d throws", n), fmt.Sprintf("at most %d distinct throws of all that is thrown", engine.MaxThrows), "so many throws cannot be told apart")
	}
	for _, t := range p.Throws[d.First:] {
		d.Ways += t.Ways
	}
	c.devices[s.ID] = index
	p.Devices = append(p.Devices, d)
}

// outcomes lists the distinct throws: of dice the faces that they show, of lots each, as
// likely as another, and of other things how many lie with the counted side up.
func (c *compiler) outcomes(t *ast.Throw, device int) (throws []engine.Throw) {
	switch {
	case t.Dice() != nil:
		throws = c.dice(t)
		for i := range throws {
			throws[i].Device = device
		}
		return throws
	case t.Drawn():
		for i, lot := range t.Lots {
			throws = append(throws, engine.Throw{Name: lot.Text, Device: device, Ways: 1, High: i + 1, Low: i + 1, Value: i + 1})
		}
		return throws
	}
	up, all, count := 1, 2, t.Number.N
	if t.Chance.Said() {
		up, all = t.Chance.A, t.Chance.B
	}
	for k := 0; k <= count; k++ {
		ways := binomial(count, k) * pow(up, k) * pow(all-up, count-k)
		throws = append(throws, engine.Throw{Name: strconv.Itoa(k), Device: device, Ways: ways, High: k, Low: k, Value: k})
	}
	return throws
}

// side is what a die can show, on so many of its sides.
type side struct {
	face string
	ways int
}

// sides are the different faces of a die. Where their chances are stated there are as many
// sides as make whole numbers of them.
func sides(f *ast.Faces) (list []side) {
	for n := range f.Numbers() {
		list = append(list, side{strconv.Itoa(n + 1), 1})
	}
	den := 1
	for _, x := range f.Own {
		if x.Chance.Said() {
			den = lang.LCM(den, x.Chance.B)
		}
	}
	for _, x := range f.Own {
		ways := 1
		if x.Chance.Said() {
			ways = x.Chance.A * (den / x.Chance.B)
		}
		if i := slices.IndexFunc(list, func(s side) bool { return s.face == x.Text }); i >= 0 {
			list[i].ways += ways
		} else {
			list = append(list, side{x.Text, ways})
		}
	}
	return list
}

// mostWays is the greatest number of ways in which dice can fall: one of them is drawn with
// 32 bits.
const mostWays = 1 << 30

// dice lists the throws of dice: numbers in descending order, or, where there are words among
// the faces, in the order in which the statement first names them.
func (c *compiler) dice(t *ast.Throw) (throws []engine.Throw) {
	var order []string // of faces, as throws are written
	for _, f := range t.Dice() {
		for _, s := range sides(&f) {
			if !slices.Contains(order, s.face) {
				order = append(order, s.face)
			}
		}
	}
	rising := 1 // throws, by their faces: numbers from the lowest on
	if !slices.ContainsFunc(order, func(f string) bool { _, number := diag.WholeNumber(f); return !number }) {
		slices.SortFunc(order, func(a, b string) int { return number(b) - number(a) })
		rising = -1
	}
	at := map[string]int{} // throws, by their names
	before := func(a, b string) int { return slices.Index(order, a) - slices.Index(order, b) }
	all := 1
	var roll func(dice []ast.Faces, shown []string, ways int)
	roll = func(dice []ast.Faces, shown []string, ways int) {
		if len(dice) > 0 {
			for _, s := range sides(&dice[0]) {
				roll(dice[1:], append(slices.Clip(shown), s.face), ways*s.ways)
			}
			return
		}
		shown = slices.SortedFunc(slices.Values(shown), before)
		name := strings.Join(shown, "-")
		if i, ok := at[name]; ok {
			throws[i].Ways += ways
			return
		}
		at[name] = len(throws)
		throws = append(throws, diceThrow(name, shown, ways))
	}
	for _, f := range t.Dice() {
		one := 0
		for _, s := range sides(&f) {
			one += s.ways
		}
		if all *= one; all > mostWays {
			c.Errorf(t.Kind.Pos, "more than a thousand million ways to fall", "fewer dice, or simpler chances of their faces", "so many ways cannot be told apart")
			return nil
		}
	}
	roll(t.Dice(), nil, 1)
	slices.SortFunc(throws, func(a, b engine.Throw) int { return rising * slices.CompareFunc(a.Faces, b.Faces, before) })
	return throws
}

// number is the number on a face.
func number(face string) int {
	n, _ := diag.WholeNumber(face)
	return n
}

// chances replaces the chance of every outcome by the one stated; 0 says that it cannot fall.
func (c *compiler) chances(chances []ast.Chance, throws []engine.Throw) {
	den, sum := 1, 0
	for _, x := range chances {
		den = lang.LCM(den, x.Of.B)
	}
	of := func(throw string) int {
		return slices.IndexFunc(chances, func(x ast.Chance) bool { return x.Throw.Text == throw })
	}
	for i := range throws {
		j := of(throws[i].Name)
		if j < 0 {
			c.Errorf(chances[0].Throw.Pos, "no chance for "+throws[i].Name, "a chance for every throw", "the chances leave out a throw")
			return
		}
		throws[i].Ways = chances[j].Of.A * (den / chances[j].Of.B)
		sum += throws[i].Ways
	}
	for _, x := range chances {
		if !slices.ContainsFunc(throws, func(t engine.Throw) bool { return t.Name == x.Throw.Text }) {
			c.Errorf(x.Throw.Pos, diag.Quote(x.Throw.Text), "a throw that can be made", "the dice or sticks cannot give this throw")
		}
	}
	if sum != den {
		c.Errorf(chances[0].Throw.Pos, fmt.Sprintf("%d/%d in all", sum, den), "chances that add up to 1", "the chances do not add up")
	}
}

// diceThrow is a throw of dice that show these faces.
func diceThrow(name string, faces []string, ways int) engine.Throw {
	t := engine.Throw{Name: name, Ways: ways, Faces: faces, Double: len(faces) > 1}
	for _, f := range faces {
		t.Double = t.Double && f == faces[0]
		if n, number := diag.WholeNumber(f); number {
			t.Dice = append(t.Dice, n)
			t.Value += n
		}
	}
	if len(t.Dice) > 0 {
		t.High, t.Low = slices.Max(t.Dice), slices.Min(t.Dice)
	}
	return t
}

func binomial(n, k int) int {
	r := 1
	for i := 1; i <= k; i++ {
		r = r * (n - k + i) / i
	}
	return r
}

func pow(a, n int) int {
	r := 1
	for ; n > 0; n-- {
		r *= a
	}
	return r
}
