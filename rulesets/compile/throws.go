package compile

import (
	"cmp"
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
		throws := outcomes(t, index)
		if t.Chances != nil {
			c.chances(t.Chances, throws)
			throws = slices.DeleteFunc(throws, func(t engine.Throw) bool {
				c.neverFall[t.Name] = c.neverFall[t.Name] || t.Ways == 0
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

// outcomes lists the distinct throws: of dice their faces in descending order, of lots each, as
// likely as another, and of other things how many lie with the counted side up.
func outcomes(t *ast.Throw, device int) (throws []engine.Throw) {
	switch {
	case t.Kind.Text == "dice":
		return dice(t.Number.N, cmp.Or(t.Faces.N, 6), device)
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

// dice lists the throws of dice that are alike: their faces in descending order.
func dice(count, faces, device int) (throws []engine.Throw) {
	dice := make([]int, count)
	var roll func(i, top int)
	roll = func(i, top int) {
		if i == count {
			throws = append(throws, diceThrow(device, dice))
			return
		}
		for f := 1; f <= top; f++ {
			dice[i] = f
			roll(i+1, f)
		}
	}
	roll(0, faces)
	return throws
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

func diceThrow(device int, dice []int) engine.Throw {
	t := engine.Throw{Device: device, Dice: append([]int(nil), dice...), High: dice[0], Low: dice[len(dice)-1], Double: len(dice) > 1}
	ways, run := 1, 0
	var names []string
	for i, d := range dice { // dice come in descending order
		names = append(names, strconv.Itoa(d))
		t.Value += d
		run++
		if i > 0 && d != dice[i-1] {
			t.Double, run = false, 1
		}
		ways = ways * (i + 1) / run
	}
	t.Name, t.Ways = strings.Join(names, "-"), ways
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
