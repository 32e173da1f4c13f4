package rulesets

import (
	"math/rand/v2"
	"slices"
	"sort"
)

// Cover makes a covering array over the readings of a ruleset: a list of
// interpretations in which every two readings (or every three, at strength three) of
// different questions that may be combined stand together at least once. Readings
// that cannot be played are left out; asked-when and excludes are respected.
//
// Rows are made one at a time, greedily, as AETG does (Cohen, Dalal, Fredman and
// Patton, "The AETG system: an approach to testing based on combinatorial
// design", IEEE Transactions on Software Engineering 23, 1997): each begins with
// a set that no row has yet, takes the questions in random order and for each
// the reading that brings most new sets; the best of several tries is the row.
//
//	c := d.Cover(seed)
//	for row, ok := c.Next(); ok; row, ok = c.Next() {
//		… play row …
//		c.Done(row) // or c.Forbid(part of it), when these readings do not go together
//	}
type Cover struct {
	// Sets is the number of sets (pairs, at strength two) of readings of different
	// questions. Every one ends covered, or impossible: declared when asked-when and
	// excludes rule it out, undeclared when only what Forbid was told does.
	Sets, Covered, Declared, Undeclared int
	// GaveUp counts sets for which no row was found within a bounded search.
	GaveUp int

	d         *Definition
	strength  int
	random    *rand.Rand
	readings  [][]*Reading // playable, by question
	first     []int        // of the question's readings in the numbering of all
	question  []int        // by reading number
	index     map[string]int
	parents   [][]int // questions that must come before
	order     []int   // of questions, such that parents come first
	excludes  []map[int]bool
	forbidden [][]int    // lists of readings that turned out not to go together
	state     []setState // by the readings of a set, in their order
	all       int
	next      int // sets before it are settled
}

type setState uint8

const (
	setOpen setState = iota
	setCovered
	setImpossible
)

const moot = -1

// Cover begins a covering array of strength two. The same seed gives the same rows.
func (d *Definition) Cover(seed uint64) *Cover { return d.CoverOf(2, seed) }

// CoverOf begins a covering array of a strength, two or three.
func (d *Definition) CoverOf(strength int, seed uint64) *Cover {
	c := d.cover(seed)
	c.strength = strength
	size := 1
	for range strength {
		size *= c.all
	}
	c.state = make([]setState, size)
	for k := range c.state {
		if c.setAt(k) == nil {
			c.state[k] = setImpossible // it is none
			continue
		}
		c.Sets++
	}
	return c
}

// cover numbers the readings, and says which depend on which.
func (d *Definition) cover(seed uint64) *Cover {
	c := &Cover{d: d, random: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), index: map[string]int{}}
	for i, q := range d.Questions {
		c.index[q.ID] = i
		c.first = append(c.first, c.all)
		var list []*Reading
		for _, r := range q.Readings {
			if r.Playable() {
				list = append(list, r)
				c.question = append(c.question, i)
				c.all++
			}
		}
		c.readings = append(c.readings, list)
	}
	c.excludes = make([]map[int]bool, c.all)
	for i := range c.excludes {
		c.excludes[i] = map[int]bool{}
	}
	for i, q := range d.Questions {
		var parents []int
		for name := range q.AskedWhen {
			if o := d.Question(name); o != nil {
				parents = append(parents, c.index[o.ID])
			}
		}
		sort.Ints(parents)
		c.parents = append(c.parents, parents)
		for k, r := range c.readings[i] {
			for name, banned := range r.Excludes {
				o := d.Question(name)
				if o == nil {
					continue
				}
				for _, id := range banned {
					if x := c.number(c.index[o.ID], id); x >= 0 {
						c.excludes[c.first[i]+k][x], c.excludes[x][c.first[i]+k] = true, true
					}
				}
			}
		}
	}
	c.orderQuestions()
	return c
}

// setAt is the set of readings, the least first, that has a place in state; nil where
// the place is of none, because readings repeat or are of one question.
func (c *Cover) setAt(k int) []int {
	set := make([]int, c.strength)
	for i := c.strength - 1; i >= 0; i-- {
		set[i] = k % c.all
		k /= c.all
		if i+1 < c.strength && (set[i] >= set[i+1] || c.question[set[i]] == c.question[set[i+1]]) {
			return nil
		}
	}
	return set
}

// of is the state of a set of readings, given the least first.
func (c *Cover) of(set []int) *setState {
	k := 0
	for _, x := range set {
		k = k*c.all + x
	}
	return &c.state[k]
}

// eachSet calls f with begun and so many more of the list, in all ways, in order.
func eachSet(list []int, more int, begun []int, f func(set []int)) {
	if more == 0 {
		f(begun)
		return
	}
	for i, x := range list {
		eachSet(list[i+1:], more-1, append(begun, x), f)
	}
}

// orderQuestions puts questions behind those on which it depends whether they arise.
func (c *Cover) orderQuestions() {
	placed := make([]bool, len(c.d.Questions))
	var put func(i, depth int)
	put = func(i, depth int) {
		if placed[i] || depth > len(c.d.Questions) {
			return
		}
		for _, p := range c.parents[i] {
			put(p, depth+1)
		}
		if !placed[i] {
			placed[i] = true
			c.order = append(c.order, i)
		}
	}
	for i := range c.d.Questions {
		put(i, 0)
	}
}

// number is the number of a reading among all playable ones, -1 when it is not.
func (c *Cover) number(q int, id string) int {
	for k, r := range c.readings[q] {
		if r.ID == id {
			return c.first[q] + k
		}
	}
	return -1
}

// Next returns the next row, a choice of a reading for every question that
// arises under it; ok is false when every set is settled.
func (c *Cover) Next() (row Choice, ok bool) {
	for ; c.next < len(c.state); c.next++ {
		if c.state[c.next] != setOpen {
			continue
		}
		set := c.setAt(c.next)
		var best []int
		most, cut := -1, false
		for try := 0; try < 8; try++ {
			s := c.solver(c.forbidden, set...)
			if !s.solve(0) {
				cut = s.steps >= maxSteps
				break // the same for every order of trying, unless cut short
			}
			if n := c.fresh(s.chosen); n > most {
				best, most = append(best[:0], s.chosen...), n
			}
		}
		if best != nil {
			return c.choice(best), true
		}
		c.state[c.next] = setImpossible
		switch {
		case cut:
			c.GaveUp++
		case len(c.forbidden) > 0 && c.solver(nil, set...).solve(0):
			c.Undeclared++
		default:
			c.Declared++
		}
	}
	return nil, false
}

// fresh counts the sets of a row that no row has yet.
func (c *Cover) fresh(chosen []int) (n int) {
	list := slices.DeleteFunc(slices.Clone(chosen), func(x int) bool { return x == moot })
	eachSet(list, c.strength, make([]int, 0, c.strength), func(set []int) {
		if *c.of(set) == setOpen {
			n++
		}
	})
	return n
}

func (c *Cover) choice(chosen []int) Choice {
	out := Choice{}
	for q, x := range chosen {
		if x >= 0 {
			out[c.d.Questions[q].ID] = c.readings[q][x-c.first[q]].ID
		}
	}
	return out
}

// numbers are the numbers of the readings of a choice.
func (c *Cover) numbers(row Choice) []int {
	var out []int
	for q, question := range c.d.Questions {
		if id := row[question.ID]; id != "" {
			if x := c.number(q, id); x >= 0 {
				out = append(out, x)
			}
		}
	}
	return out
}

// Done says that a row has been used: its sets are covered.
func (c *Cover) Done(row Choice) {
	eachSet(c.numbers(row), c.strength, make([]int, 0, c.strength), func(set []int) {
		if p := c.of(set); *p == setOpen {
			*p = setCovered
			c.Covered++
		}
	})
}

// Forbid says that these readings do not go together, although nothing in the
// ruleset says so: no further row has all of them.
func (c *Cover) Forbid(part Choice) {
	if list := c.numbers(part); len(list) > 0 {
		c.forbidden = append(c.forbidden, list)
	}
}

// solver looks for an interpretation that has certain readings.
type solver struct {
	*Cover
	forbidden [][]int
	domain    [][]int // by question: readings that may be taken
	must      []bool  // questions that have to arise
	chosen    []int   // by question
	order     []int
	set       []bool
	steps     int
	even      bool // readings have the same chance, whatever sets they bring
}

// maxSteps bounds the search for a row; rulesets have few exclusions, and a row
// is mostly found without ever going back.
const maxSteps = 20000

func (c *Cover) solver(forbidden [][]int, readings ...int) *solver {
	s := &solver{Cover: c, forbidden: forbidden, domain: make([][]int, len(c.readings)), must: make([]bool, len(c.readings)), chosen: make([]int, len(c.readings)), set: make([]bool, len(c.readings))}
	for q := range s.domain {
		for k := range c.readings[q] {
			s.domain[q] = append(s.domain[q], c.first[q]+k)
		}
	}
	for _, x := range readings {
		s.domain[c.question[x]] = []int{x}
		s.require(c.question[x], 0)
	}
	// Random order, but what a question depends on goes before it.
	rank := c.random.Perm(len(c.order))
	depth := make([]int, len(c.order))
	for _, q := range c.order {
		for _, p := range c.parents[q] {
			depth[q] = max(depth[q], depth[p]+1)
		}
	}
	s.order = append([]int(nil), c.order...)
	sort.SliceStable(s.order, func(i, j int) bool {
		a, b := s.order[i], s.order[j]
		// What is given, and what that depends on, goes first: where it cannot be
		// the rest need not be tried.
		if s.must[a] != s.must[b] {
			return s.must[a]
		}
		if depth[a] != depth[b] {
			return depth[a] < depth[b]
		}
		return rank[a] < rank[b]
	})
	return s
}

// require makes a question arise, and those that it depends on take readings
// under which it does.
func (s *solver) require(q, depth int) {
	s.must[q] = true
	if depth > len(s.readings) {
		return
	}
	for name, readings := range s.d.Questions[q].AskedWhen {
		o := s.d.Question(name)
		if o == nil {
			s.domain[q] = nil // it can never arise
			continue
		}
		p := s.index[o.ID]
		var keep []int
		for _, x := range s.domain[p] {
			if slices.Contains(readings, s.readings[p][x-s.first[p]].ID) {
				keep = append(keep, x)
			}
		}
		s.domain[p] = keep
		s.require(p, depth+1)
	}
}

// arises reports whether a question arises under what has been chosen.
func (s *solver) arises(q int) bool {
	for name, readings := range s.d.Questions[q].AskedWhen {
		o := s.d.Question(name)
		if o == nil {
			return false
		}
		p := s.index[o.ID]
		if !s.set[p] || s.chosen[p] == moot || !slices.Contains(readings, s.readings[p][s.chosen[p]-s.first[p]].ID) {
			return false
		}
	}
	return true
}

func (s *solver) solve(i int) bool {
	if s.steps++; s.steps >= maxSteps {
		return false
	}
	if i == len(s.order) {
		return true
	}
	q := s.order[i]
	s.set[q] = true
	defer func() { s.set[q] = false }()
	if !s.arises(q) {
		s.chosen[q] = moot
		return !s.must[q] && s.solve(i+1)
	}
	type candidate struct{ x, gain, lot int }
	var list []candidate
	var before []int
	for _, p := range s.order[:i] {
		if y := s.chosen[p]; !s.even && y != moot {
			before = append(before, y)
		}
	}
	slices.Sort(before)
	for _, x := range s.domain[q] {
		if !s.fits(q, x) {
			continue
		}
		list = append(list, candidate{x, s.gain(x, before), s.random.IntN(1 << 30)})
	}
	sort.Slice(list, func(a, b int) bool {
		if list[a].gain != list[b].gain {
			return list[a].gain > list[b].gain
		}
		return list[a].lot < list[b].lot
	})
	for _, k := range list {
		s.chosen[q] = k.x
		if s.solve(i + 1) {
			s.set[q] = true
			return true
		}
	}
	return false
}

// gain counts the sets that no row has yet and a reading makes with those before it,
// the least first.
func (s *solver) gain(x int, before []int) (n int) {
	set := make([]int, s.strength)
	eachSet(before, s.strength-1, make([]int, 0, s.strength), func(others []int) {
		copy(set, others)
		at := len(others)
		for ; at > 0 && others[at-1] > x; at-- {
			set[at] = others[at-1]
		}
		set[at] = x
		if *s.of(set) == setOpen {
			n++
		}
	})
	return n
}

// fits reports whether a reading goes with those chosen so far.
func (s *solver) fits(q, x int) bool {
	has := func(y int) bool {
		p := s.question[y]
		return p != q && s.set[p] && s.chosen[p] == y
	}
	for y := range s.excludes[x] {
		if has(y) {
			return false
		}
	}
	for _, f := range s.forbidden {
		all, mine := true, false
		for _, y := range f {
			mine = mine || y == x
			all = all && (y == x || has(y))
		}
		if all && mine {
			return false
		}
	}
	return true
}

// Admissible reports whether a choice respects what the ruleset declares: its
// readings can be played, their questions arise, and none excludes another, with
// the defaults of all questions that the choice leaves out.
func (d *Definition) Admissible(choice Choice) bool {
	picked := map[string]string{}
	for name, id := range choice {
		q := d.Question(name)
		if q == nil {
			return false
		}
		if r := q.Reading(id); r == nil || !r.Playable() {
			return false
		}
		picked[q.ID] = id
	}
	taken := map[string]*Reading{}
	var arises func(q *Question, depth int) *Reading
	arises = func(q *Question, depth int) *Reading {
		if depth > len(d.Questions) {
			return nil
		}
		for name, readings := range q.AskedWhen {
			o := d.Question(name)
			if o == nil {
				return nil
			}
			if r := arises(o, depth+1); r == nil || !slices.Contains(readings, r.ID) {
				return nil
			}
		}
		if id := picked[q.ID]; id != "" {
			return q.Reading(id)
		}
		return q.Reading(q.Default)
	}
	for _, q := range d.Questions {
		r := arises(q, 0)
		if r == nil && picked[q.ID] != "" {
			return false
		}
		taken[q.ID] = r
	}
	for _, r := range taken {
		if r == nil {
			continue
		}
		for name, banned := range r.Excludes {
			if o := d.Question(name); o != nil && taken[o.ID] != nil && slices.Contains(banned, taken[o.ID].ID) {
				return false
			}
		}
	}
	return true
}

// Drawer draws interpretations of a ruleset at random.
type Drawer struct{ cover *Cover }

// Drawer begins to draw. The same seed gives the same draws.
func (d *Definition) Drawer(seed uint64) *Drawer {
	return &Drawer{d.cover(seed)}
}

// Draw returns a choice of a reading for every question that arises under it; the
// readings of fixed are among them, in so far as their questions arise. Questions
// are taken in random order, those on which others depend first, and each takes one
// of its playable readings that the readings before it do not exclude, all with the
// same chance. ok is false where no choice has the fixed readings.
func (w *Drawer) Draw(fixed Choice) (choice Choice, ok bool) {
	s := w.cover.solver(w.cover.forbidden)
	for name, id := range fixed {
		if q := w.cover.d.Question(name); q != nil {
			i := w.cover.index[q.ID]
			s.domain[i] = nil
			if x := w.cover.number(i, id); x >= 0 {
				s.domain[i] = []int{x}
			}
		}
	}
	s.even = true
	if !s.solve(0) {
		return nil, false
	}
	return w.cover.choice(s.chosen), true
}

// Forbid says that these readings do not go together: no further draw has all of
// them.
func (w *Drawer) Forbid(part Choice) { w.cover.Forbid(part) }
