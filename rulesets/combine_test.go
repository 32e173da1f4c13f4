package rulesets_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/history"
	"github.com/lectio/lectio/rulesets/engine/random"
	"github.com/lectio/lectio/testdata/bundled"
	"github.com/lectio/lectio/testdata/long"
	"pgregory.net/rapid"
)

// questions makes a ruleset with nothing but questions, some of which depend on
// others or whose readings exclude each other.
func questions(t *rapid.T) *rulesets.Definition {
	var b strings.Builder
	b.WriteString("ruleset: test\ntitle: T\nfamily: none\nstatements:\n  - {id: men, men: 1, assumed: x}\nquestions:\n")
	n := rapid.IntRange(2, 5).Draw(t, "questions")
	var readings []int
	for i := 0; i < n; i++ {
		k := rapid.IntRange(2, 4).Draw(t, "readings")
		fmt.Fprintf(&b, "  - id: q%d\n    asks: What?\n    kind: silence\n    weight: 1\n    default: r0\n", i)
		if i > 0 && rapid.IntRange(0, 2).Draw(t, "depends") == 0 {
			p := rapid.IntRange(0, i-1).Draw(t, "parent")
			fmt.Fprintf(&b, "    asked-when: {q%d: [r%d]}\n", p, rapid.IntRange(0, readings[p]-1).Draw(t, "reading"))
		}
		b.WriteString("    readings:\n")
		for j := 0; j < k; j++ {
			fmt.Fprintf(&b, "      - id: r%d\n        basis: conjectured\n        because: x\n", j)
			if i > 0 && rapid.IntRange(0, 3).Draw(t, "excludes") == 0 {
				o := rapid.IntRange(0, i-1).Draw(t, "other")
				fmt.Fprintf(&b, "        excludes: {q%d: [r%d]}\n", o, rapid.IntRange(0, readings[o]-1).Draw(t, "reading"))
			}
			if j > 0 && rapid.IntRange(0, 7).Draw(t, "playable") == 0 {
				b.WriteString("        not-playable: x\n")
			}
		}
		readings = append(readings, k)
	}
	d, errs := rulesets.LoadOne("test.yaml", []byte(b.String()), nil)
	if len(errs) > 0 {
		t.Fatal(errs, b.String())
	}
	return d
}

// everything lists every interpretation of a ruleset, by trying all choices.
func everything(d *rulesets.Definition) (out []rulesets.Choice) {
	var try func(i int, c rulesets.Choice)
	try = func(i int, c rulesets.Choice) {
		if i == len(d.Questions) {
			in, errs := d.Interpret(c)
			if len(errs) > 0 {
				return
			}
			full := rulesets.Choice{}
			for q, r := range in.Readings {
				full[q] = r.ID
			}
			out = append(out, full)
			return
		}
		for _, r := range d.Questions[i].Readings {
			c[d.Questions[i].ID] = r.ID
			try(i+1, c)
		}
		delete(c, d.Questions[i].ID)
		try(i+1, c)
	}
	try(0, rulesets.Choice{})
	return out
}

func pairsOf(c rulesets.Choice, into map[string]bool) {
	for q, r := range c {
		for p, s := range c {
			if q < p {
				into[q+"="+r+" "+p+"="+s] = true
			}
		}
	}
}

func threesOf(c rulesets.Choice, into map[string]bool) {
	for q, r := range c {
		for p, s := range c {
			for o, u := range c {
				if q < p && p < o {
					into[q+"="+r+" "+p+"="+s+" "+o+"="+u] = true
				}
			}
		}
	}
}

// Every pair, or three, that some interpretation has is in a row, no row is anything
// but an interpretation, and what is called impossible is.
func TestCoverIsComplete(t *testing.T) {
	t.Run("pairs", func(t *testing.T) { coverIsComplete(t, 2, pairsOf) })
	t.Run("threes", func(t *testing.T) { coverIsComplete(t, 3, threesOf) })
}

func coverIsComplete(t *testing.T, strength int, pairsOf func(c rulesets.Choice, into map[string]bool)) {
	rapid.Check(t, func(t *rapid.T) {
		d := questions(t)
		possible, covered := map[string]bool{}, map[string]bool{}
		for _, c := range everything(d) {
			pairsOf(c, possible)
		}
		c := d.CoverOf(strength, rapid.Uint64().Draw(t, "seed"))
		for row, ok := c.Next(); ok; row, ok = c.Next() {
			if _, errs := d.Interpret(row); len(errs) > 0 {
				t.Fatalf("the row %v is no interpretation: %v", row, errs)
			}
			before := len(covered)
			pairsOf(row, covered)
			if len(covered) == before {
				t.Fatalf("the row %v brings nothing new", row)
			}
			c.Done(row)
		}
		for p := range possible {
			if !covered[p] {
				t.Errorf("%s is in no row", p)
			}
		}
		if c.Covered != len(possible) || c.Covered+c.Declared != c.Sets || c.Undeclared+c.GaveUp != 0 {
			t.Errorf("%d sets: %d covered (there are %d), %d impossible, %d given up", c.Sets, c.Covered, len(possible), c.Declared, c.GaveUp)
		}
	})
}

// A combination that is forbidden on the way is in no later row, and the pairs
// that it makes impossible are counted apart.
func TestCoverForbid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := questions(t)
		bad := rulesets.Choice{"q0": "r0", "q1": "r0"}
		c := d.Cover(1)
		c.Forbid(bad)
		with, without := map[string]bool{}, map[string]bool{}
		for _, x := range everything(d) {
			pairsOf(x, with)
			if x["q0"] != "r0" || x["q1"] != "r0" {
				pairsOf(x, without)
			}
		}
		for row, ok := c.Next(); ok; row, ok = c.Next() {
			if row["q0"] == "r0" && row["q1"] == "r0" {
				t.Fatalf("the row %v has what was forbidden", row)
			}
			c.Done(row)
		}
		if c.Covered != len(without) || c.Undeclared != len(with)-len(without) {
			t.Errorf("%d covered and %d undeclared, not %d and %d", c.Covered, c.Undeclared, len(without), len(with)-len(without))
		}
	})
}

// Admissible says what Interpret says of readings that change nothing.
func TestAdmissible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := questions(t)
		c := rulesets.Choice{}
		for _, q := range d.Questions {
			if rapid.Bool().Draw(t, "chosen") {
				c[q.ID] = q.Readings[rapid.IntRange(0, len(q.Readings)-1).Draw(t, "reading")].ID
			}
		}
		_, errs := d.Interpret(c)
		// Interpret lets a default be chosen where its question does not arise.
		moot := false
		if in, e := d.Interpret(c); len(e) == 0 {
			for q := range c {
				moot = moot || in.Readings[q] == nil
			}
		}
		if got := d.Admissible(c); got != (len(errs) == 0 && !moot) {
			t.Errorf("%v: admissible %v, errors %v", c, got, errs)
		}
	})
}

// A state carried over into the interpretation it is of is the same state, and
// one carried over into another and back too, where the two keep the same things.
func TestCarryThereAndBack(t *testing.T) {
	states := 0
	men := func(g *rulesets.Game) (n [4]int) {
		for q := range g.Program.Players {
			n[q] = g.Program.Men(q)
		}
		return n
	}
	for _, d := range bundled.Corpus(t).Definitions {
		home, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		games := []*rulesets.Game{home}
		for i, a := range d.Alternatives() {
			if !long.Form() && i%8 != 0 {
				continue
			}
			if g, errs := d.Game(a.Choice); len(errs) == 0 {
				games = append(games, g)
			}
		}
		for _, g := range games {
			same, err := rulesets.NewCarrier(g, g)
			if err != nil {
				t.Fatal(err)
			}
			// A reading may know fewer places, or more, or other numbers of men; then nothing is carried.
			alike := g.Program.Places == home.Program.Places && men(g) == men(home)
			there, err := rulesets.NewCarrier(home, g)
			if err != nil {
				if alike {
					t.Errorf("%s: %v", g.Name(), err)
				}
				continue
			}
			back, err := rulesets.NewCarrier(g, home)
			if err != nil {
				if alike {
					t.Errorf("%s: %v", g.Name(), err)
				}
				continue // as where the centre of a cross is a step of the way
			}
			p := g.Program
			in := engine.NewInterpreter(p)
			s := p.NewState()
			r := random.New(7, 0)
			in.Start(s)
			var buf []engine.Move
			for ply := 0; ply < 150 && s.Status() != engine.Over; ply++ {
				states++
				again, err := same.Carry(s, nil, nil)
				if err != nil {
					t.Fatalf("%s: %v", g.Name(), err)
				}
				if !again.Equal(s) {
					a, _ := g.State(s).MarshalJSON()
					b, _ := g.State(again).MarshalJSON()
					t.Fatalf("%s: carried over to itself\n%s\nbecomes\n%s\nkeys % x\n% x", g.Name(), a, b, s.Key(), again.Key())
				}
				if s.Status() == engine.AwaitsThrow {
					in.Throw(s, p.Draw(r, s.Device(p)))
					continue
				}
				buf = in.Moves(s, buf[:0])
				in.Play(s, buf[r.Below(len(buf))])
			}
			// From home and back, at the beginnings of turns: nothing is lost.
			if len(there.Lost)+len(there.Afresh) > 0 {
				continue
			}
			p = home.Program
			in = engine.NewInterpreter(p)
			s = p.NewState()
			in.Start(s)
			for ply := 0; ply < 150 && s.Status() != engine.Over; ply++ {
				if s.Status() == engine.AwaitsThrow {
					if s.Fresh() {
						if t1, err := there.Carry(s, nil, nil); err == nil && t1.Status() == engine.AwaitsThrow {
							t2, err := back.Carry(t1, nil, nil)
							if err != nil || !t2.Equal(s) {
								a, _ := home.State(s).MarshalJSON()
								t.Fatalf("there and back from %s: %v\n%s", g.Name(), err, a)
							}
						}
					}
					in.Throw(s, p.Draw(r, s.Device(p)))
					continue
				}
				buf = in.Moves(s, buf[:0])
				in.Play(s, buf[r.Below(len(buf))])
			}
		}
	}
	if states < 1000 {
		t.Errorf("only %d states were carried over", states)
	}
}

// Positions before a turn that are carried over as they are, are what they would
// be if they were taken apart and put together by name.
func TestCarryAsItIs(t *testing.T) {
	fast, compared := 0, 0
	for _, d := range bundled.Corpus(t).Definitions {
		home, errs := d.Game(nil)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for i, a := range d.Alternatives() {
			if !long.Form() && i%3 != 0 {
				continue
			}
			g, errs := d.Game(a.Choice)
			if len(errs) > 0 || !g.Program.RepetitionMatters {
				continue
			}
			quick, err := rulesets.NewCarrier(home, g)
			if err != nil || !quick.Same() {
				continue
			}
			fast++
			slow, _ := rulesets.NewCarrier(home, g)
			slow.Slow()
			in := engine.NewInterpreter(home.Program)
			in.History = history.New()
			in.History.Keep = true
			s := home.Program.NewState()
			in.Start(s)
			r := random.New(4, 4)
			h1, h2 := history.New(), history.New()
			var buf []engine.Move
			for plies := 0; plies < 150 && s.Status() != engine.Over; {
				if s.Status() == engine.AwaitsThrow {
					in.Throw(s, home.Program.Draw(r, s.Device(home.Program)))
					continue
				}
				if plies%10 == 9 {
					past := rulesets.Past(home.Program, in.History)
					t1, err1 := quick.Carry(s, past, h1)
					t2, err2 := slow.Carry(s, past, h2)
					if (err1 == nil) != (err2 == nil) {
						t.Fatalf("%s: %v and %v", g.Name(), err1, err2)
					}
					if err1 == nil {
						compared += len(past)
						if !t1.Equal(t2) || string(h1.AppendKey(nil)) != string(h2.AppendKey(nil)) {
							t.Fatalf("%s: another past after %d moves", g.Name(), plies)
						}
					}
				}
				var k int
				k, buf = in.Choose(s, r, buf[:0])
				in.Play(s, buf[k])
				plies++
			}
		}
	}
	if fast == 0 || compared < 1000 {
		t.Errorf("%d readings and %d positions compared", fast, compared)
	}
}

// TestDraw draws choices and asks the ruleset whether they can be had.
func TestDraw(t *testing.T) {
	for _, d := range bundled.Corpus(t).Definitions {
		w := d.Drawer(1)
		q := d.Questions[0]
		fixed := rulesets.Choice{q.ID: q.Default}
		seen := map[string]bool{}
		for range 20 {
			choice, ok := w.Draw(fixed)
			if !ok {
				t.Fatalf("%s: no choice has the default of %s", d.ID, q.Name())
			}
			if choice[q.ID] != q.Default {
				t.Errorf("%s: %s was to be %s and is %s", d.ID, q.Name(), q.Default, choice[q.ID])
			}
			if !d.Admissible(choice) {
				t.Errorf("%s: %s is not admissible", d.ID, choice)
			}
			seen[choice.String()] = true
		}
		if len(seen) < 15 {
			t.Errorf("%s: of 20 draws only %d are different", d.ID, len(seen))
		}
		if _, ok := w.Draw(rulesets.Choice{q.ID: "no-such-reading"}); ok {
			t.Errorf("%s: a reading was drawn that there is not", d.ID)
		}
	}
}
