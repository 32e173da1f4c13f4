package compile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/evidence/yamlpos"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/lang"
)

// device reads what is thrown and lists its distinct outcomes.
func (c *compiler) device(s *ast.Statement) {
	p := c.Rules
	d := engine.Device{ID: s.ID, First: len(p.Throws)}
	index := len(p.Devices)
	c.read(func(r *yamlpos.Reader) {
		n := s.Arg()
		if r.Map(n, "a throw", append([]string{"faces", "chance", "counts"}, ast.Thrown...)...) == nil {
			return
		}
		p.Throws = append(p.Throws, outcomes(r, s, index)...)
		if ch := s.Node.Get("chances"); ch != nil {
			c.chances(r, ch, p.Throws[d.First:])
			p.Throws = slices.DeleteFunc(p.Throws, func(t engine.Throw) bool {
				c.neverFall[t.Name] = c.neverFall[t.Name] || t.Ways == 0
				return t.Ways == 0
			})
		}
	})
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

// outcomes lists the distinct throws of what a statement throws.
func outcomes(r *yamlpos.Reader, s *ast.Statement, device int) []engine.Throw {
	n := s.Arg()
	kind, of := s.Throws()
	if v := n.Get("counts"); v != nil {
		r.String(v, "the side that counts")
		if kind == "dice" || kind == "lots" {
			r.Errorf(v.Pos, "counts", "counts: beside sticks:, cowries: or pyramids:", "only sticks, cowries and pyramids have a side that counts")
		}
	}
	switch kind {
	case "":
		r.Errorf(n.Pos, "keys "+strings.Join(n.KeyTexts(), ", "), "dice, sticks, cowries, pyramids or lots", "it is not said what is thrown")
		return nil
	case "dice":
		return dice(r, n, device)
	case "lots":
		return lots(r, n, device)
	}
	return sticks(r, n, of, kind, device)
}

// dice lists the throws of dice that are alike: their faces in descending order.
func dice(r *yamlpos.Reader, n *yamlpos.Node, device int) (throws []engine.Throw) {
	count := r.Int(n.Get("dice"), "the number of dice", 1, 5)
	faces := 6
	if v := n.Get("faces"); v != nil {
		faces = r.Int(v, "the number of faces", 2, 20)
	}
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

// sticks lists how many of what falls with one side up or the other can fall with the counted
// side up, each with the chance stated.
func sticks(r *yamlpos.Reader, n, of *yamlpos.Node, kind string, device int) (throws []engine.Throw) {
	count := r.Int(of, "the number of "+kind, 1, 12)
	up, all := 1, 2
	if v := n.Get("chance"); v != nil {
		a, b, ok := lang.ParseFraction(v.Text)
		if !ok || a <= 0 || b <= a || b > 20 {
			r.Errorf(v.Pos, yamlpos.Quote(v.Text), "a chance such as 1/2", "this is no chance of falling with the counted side up")
		} else {
			up, all = a, b
		}
	}
	for k := 0; k <= count; k++ {
		ways := binomial(count, k) * pow(up, k) * pow(all-up, count-k)
		throws = append(throws, engine.Throw{Name: strconv.Itoa(k), Device: device, Ways: ways, High: k, Low: k, Value: k})
	}
	return throws
}

// lots lists lots that are drawn, each as likely as another.
func lots(r *yamlpos.Reader, n *yamlpos.Node, device int) (throws []engine.Throw) {
	for i, name := range r.Strings(n.Get("lots"), "the lots") {
		throws = append(throws, engine.Throw{Name: name, Device: device, Ways: 1, High: i + 1, Low: i + 1, Value: i + 1})
	}
	return throws
}

// chances replaces the chance of every outcome by the one stated; 0 says that it cannot fall.
func (c *compiler) chances(r *yamlpos.Reader, n *yamlpos.Node, throws []engine.Throw) {
	if n.Kind != yamlpos.Map {
		r.Errorf(n.Pos, n.Kind.String(), "a map of throws to chances", "the chances cannot be read")
		return
	}
	den := 1
	type frac struct{ a, b int }
	got := map[string]frac{}
	for i, k := range n.Keys {
		a, b, ok := lang.ParseFraction(n.Values[i].Text)
		if !ok || b <= 0 || a < 0 || b > 1<<16 {
			r.Errorf(n.Values[i].Pos, yamlpos.Quote(n.Values[i].Text), "a fraction such as 1/16", "this is no chance")
			return
		}
		got[k.Text] = frac{a, b}
		den = lang.LCM(den, b)
	}
	sum := 0
	for i := range throws {
		f, ok := got[throws[i].Name]
		if !ok {
			r.Errorf(n.Pos, "no chance for "+throws[i].Name, "a chance for every throw", "the chances leave out a throw")
			return
		}
		delete(got, throws[i].Name)
		throws[i].Ways = f.a * (den / f.b)
		sum += throws[i].Ways
	}
	for k := range got {
		r.Errorf(n.Key(k).Pos, yamlpos.Quote(k), "a throw that can be made", "the dice or sticks cannot give this throw")
	}
	if sum != den {
		r.Errorf(n.Pos, fmt.Sprintf("%d/%d in all", sum, den), "chances that add up to 1", "the chances do not add up")
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
