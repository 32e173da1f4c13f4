package edition_test

import (
	"regexp"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/board/place"
)

// The reader of sentences, continued: what is said of places, and clauses.

// verb reads what is said of a place: "is empty", "holds two or more opposing men".
func (r *reader) verb(s string) test {
	if in := r.verbOne(s); in != nil {
		return in
	}
	s = strings.TrimPrefix(strings.TrimPrefix(s, "both "), "either ")
	for _, join := range []string{" and ", " or ", ", and ", ", or "} {
		for _, c := range cuts(s, join) {
			a, b := r.verb(c[0]), r.verb(c[1])
			switch {
			case a == nil || b == nil:
			case strings.HasSuffix(join, "and "):
				return func(w *world, f int) bool { return a(w, f) && b(w, f) }
			default:
				return func(w *world, f int) bool { return a(w, f) || b(w, f) }
			}
		}
	}
	return nil
}

func (r *reader) verbOne(s string) test {
	for many, one := range map[string]string{"are ": "is ", "hold ": "holds ", "lie ": "lies ", "do not ": "does not "} {
		if rest, ok := strings.CutPrefix(s, many); ok {
			s = one + rest
		}
	}
	if rest, ok := strings.CutPrefix(s, "is not "); ok {
		return not(r.verbOne("is " + rest))
	}
	if rest, ok := strings.CutPrefix(s, "does not lie "); ok {
		return not(r.verbOne("lies " + rest))
	}
	if rest, ok := strings.CutPrefix(s, "holds "); ok {
		if holds, things := counting(rest); holds != nil {
			if men := r.men(things); men != nil {
				return func(w *world, f int) bool { return holds(men(w, f)) }
			}
		}
		return nil
	}
	if rest, ok := strings.CutPrefix(s, "is next to "); ok {
		if in := r.set(rest); in != nil {
			return func(w *world, f int) bool {
				return slices.ContainsFunc(w.p.Near[w.me][f].Places(), func(g int) bool { return in(w, g) })
			}
		}
		return nil
	}
	switch s {
	case "is empty":
		return func(w *world, f int) bool { return f >= 0 && f < w.p.Places && w.empty(f) }
	case "is passed over by the move":
		return func(w *world, f int) bool { return f > int(w.m.From) && f < int(w.m.To) }
	}
	if in := r.row(s); in != nil {
		return in
	}
	if m := regexp.MustCompile(`^lies exactly (\S+) ` + r.noun + `s? (ahead of|behind) (.*?)(?: in (P|O)'s order of ` + r.noun + `s)?$`).FindStringSubmatch(s); m != nil {
		return r.steps(m[1], m[2], m[3], m[4])
	}
	if m := regexp.MustCompile(`^lies in one of (P|O)'s mills$`).FindStringSubmatch(s); m != nil {
		return func(w *world, f int) bool {
			return slices.ContainsFunc(w.mills(m[1]), func(l place.Set) bool { return l.Has(f) })
		}
	}
	if rest, ok := strings.CutPrefix(s, "is "); ok {
		return r.among(rest)
	}
	return nil
}

// among reads of what a place is one: "a point of P's far side", "among the points 1 and 2".
func (r *reader) among(s string) test {
	if rest, ok := strings.CutPrefix(s, "among "); ok {
		return r.set(rest)
	}
	if strings.HasPrefix(s, "one of ") || regexp.MustCompile(`^(a )?`+r.noun+`s? of `).MatchString(s) {
		return r.set(s)
	}
	if p := r.place(s); p != nil {
		return func(w *world, f int) bool { return p(w) == f && f >= 0 }
	}
	return nil
}

func not(in test) test {
	if in == nil {
		return nil
	}
	return func(w *world, f int) bool { return !in(w, f) }
}

// steps reads how far ahead of a place, or behind it, something lies on somebody's way.
func (r *reader) steps(count, which, from, whose string) test {
	k, ok := numeralRead(count)
	if count == "one" {
		k, ok = 1, true
	}
	p := r.place(from)
	if !ok || p == nil {
		return nil
	}
	return func(w *world, f int) bool {
		a, b := p(w), f
		if whose == "O" {
			a, b = w.across(a), w.across(b)
		}
		if which == "behind" {
			a, b = b, a
		}
		return a >= 0 && b >= 0 && b-a == k
	}
}

// across is the place of the other player on the same cell.
func (w *world) across(f int) int {
	if f < 0 || f >= w.p.Places {
		return -1
	}
	return slices.Index(w.p.CellOf[1-w.me], w.p.CellOf[w.me][f])
}

// row reads what is said of rows of places on the way: how long they are, how many men stand
// on them, and whether a place is at the end of one.
func (r *reader) row(s string) test {
	unbroken := `an unbroken row of (\S+) or more ` + r.noun + `s(?: of (P|O)'s way)?, (each held by .*?|each of which .*?)`
	kinds := []struct {
		re   *regexp.Regexp
		hold func(w *world, f int, row []int, n int) bool
	}{
		{regexp.MustCompile(`^lies in ` + unbroken + `, on which there are in all (\S+) or more men of whatever side$`), func(w *world, f int, row []int, n int) bool {
			men := 0
			for _, g := range row {
				men += w.menAt(0, g, false) + w.menAt(1, g, false)
			}
			return men >= n
		}},
		{regexp.MustCompile(`^is the first or the last ` + r.noun + ` of ` + unbroken + `()$`), func(_ *world, f int, row []int, _ int) bool { return f == row[0] || f == row[len(row)-1] }},
		{regexp.MustCompile(`^lies in ` + unbroken + `()$`), func(*world, int, []int, int) bool { return true }},
	}
	for _, k := range kinds {
		m := k.re.FindStringSubmatch(s)
		if m == nil {
			continue
		}
		in := r.verb(strings.TrimPrefix(m[3], "each of which "))
		if held, ok := strings.CutPrefix(m[3], "each held by "); ok {
			in = r.verbOne("holds " + held)
		}
		long, ok := numeralRead(m[1])
		n, _ := numeralRead(m[4])
		if in == nil || !ok {
			continue
		}
		return func(w *world, f int) bool {
			if f < 0 || f >= w.p.Places || !in(w, f) {
				return false
			}
			row := w.rowAround(f, m[2] == "O", in)
			return len(row) >= long && k.hold(w, f, row, n)
		}
	}
	return nil
}

// rowAround is the row of places around one of which something is so, on the way of the player
// or of his opponent, as places of the player.
func (w *world) rowAround(f int, others bool, in test) []int {
	step := func(f, by int) int {
		if others {
			if f = w.across(f); f >= 0 && f+by >= 0 && f+by < w.p.Places {
				return slices.Index(w.p.CellOf[w.me], w.p.CellOf[1-w.me][f+by])
			}
			return -1
		}
		return f + by
	}
	row := []int{f}
	for _, by := range []int{-1, 1} {
		for g := step(f, by); g >= 0 && g < w.p.Places && in(w, g); g = step(g, by) {
			row = append(row, g)
		}
		slices.Reverse(row)
	}
	return row
}

// --- clauses ---------------------------------------------------------------

// clause reads a condition; nil where it cannot be read.
func (r *reader) clause(s string) truth {
	if c := r.clauseOne(s); c != nil {
		return c
	}
	if rest, ok := strings.CutPrefix(s, "both "); ok {
		if c := r.clause(rest); c != nil {
			return c
		}
	}
	if rest, ok := strings.CutPrefix(s, "either "); ok {
		if c := r.clause(rest); c != nil {
			return c
		}
	}
	for _, join := range []string{", or ", ", and ", " or ", " and "} {
		for _, c := range cuts(s, join) {
			a, b := r.clause(c[0]), r.clause(c[1])
			if b == nil && regexp.MustCompile(`^(P|O) has `).MatchString(c[0]) {
				b = r.clause(c[0][:len("P has ")] + c[1]) // one subject for both
			}
			switch {
			case a == nil || b == nil:
			case strings.HasSuffix(join, "and "):
				return func(w *world) bool { return a(w) && b(w) }
			default:
				return func(w *world) bool { return a(w) || b(w) }
			}
		}
	}
	return nil
}

func (r *reader) clauseOne(s string) truth {
	for _, say := range []func(string) truth{r.menInStores, r.menTaken, r.menOnPlace, r.placesThere, r.placeIs, r.numbersCompared, r.millsHad} {
		if c := say(s); c != nil {
			return c
		}
	}
	return nil
}

// menInStores reads "P has two or more men in hand", "P has more men on the bar than …".
func (r *reader) menInStores(s string) truth {
	m := regexp.MustCompile(`^(P|O) has (.*)$`).FindStringSubmatch(s)
	if m == nil {
		return nil
	}
	for where := range map[string]bool{"in hand": true, "on the bar": true, "borne off": true, "taken for good": true, "on the board": true} {
		if said, ok := strings.CutSuffix(m[2], " "+where); ok {
			if holds, things := counting(said); holds != nil && (things == "man" || things == "men") {
				n := r.store(m[1], where)
				return func(w *world) bool { return holds(n(w)) }
			}
		}
		for _, rel := range relations {
			if rel.than == "" {
				continue
			}
			if rest, ok := strings.CutPrefix(m[2], rel.words+" men "+where+" "+rel.than+" "); ok {
				if a, b := r.store(m[1], where), r.number(rest); b != nil {
					return func(w *world) bool { return rel.holds(a(w), b(w)) }
				}
			}
		}
	}
	return nil
}

// menTaken reads "two or more of P's men have been taken for good", "more of O's men
// than of P's men have been taken for good".
func (r *reader) menTaken(s string) truth {
	m := regexp.MustCompile(`^(.*) (?:has|have) been taken for good$`).FindStringSubmatch(s)
	if m == nil {
		return nil
	}
	taken := func(who string) number { return r.store(who, "taken for good") }
	if holds, things := counting(m[1]); holds != nil && (things == "P's men" || things == "O's men") {
		n := taken(things[:1])
		return func(w *world) bool { return holds(n(w)) }
	}
	for _, rel := range relations {
		both := regexp.MustCompile(`^` + rel.words + ` of (P|O)'s men ` + rel.than + ` of (P|O)'s men$`).FindStringSubmatch(m[1])
		if both != nil && rel.than != "" {
			a, b := taken(both[1]), taken(both[2])
			return func(w *world) bool { return rel.holds(a(w), b(w)) }
		}
	}
	return nil
}

// menOnPlace reads "two or more of P's men stand on the point moved to".
func (r *reader) menOnPlace(s string) truth {
	for _, c := range append(cuts(s, " stand on "), cuts(s, " stands on ")...) {
		holds, things := counting(c[0])
		if holds == nil {
			continue
		}
		if men, at := r.men(things), r.place(c[1]); men != nil && at != nil {
			return func(w *world) bool { return holds(men(w, at(w))) }
		}
	}
	return nil
}

// placesThere reads "more than two points hold …", "there is no point that …".
func (r *reader) placesThere(s string) truth {
	said := strings.TrimPrefix(strings.TrimPrefix(s, "there are "), "there is ")
	if strings.HasPrefix(said, "no unbroken row ") {
		said = "no " + r.noun + " lies in an" + strings.TrimPrefix(said, "no")
	} else if strings.HasPrefix(said, "an unbroken row ") {
		said = "at least one " + r.noun + " lies in " + said
	}
	holds, things := counting(said)
	if holds == nil {
		return nil
	}
	if in := r.setCounted(things); in != nil {
		return func(w *world) bool { return holds(w.count(in)) }
	}
	return nil
}

// setCounted reads what is counted: a noun, or a noun and a verb.
func (r *reader) setCounted(things string) test {
	for _, verb := range []string{" is ", " are ", " hold ", " holds ", " lie ", " lies ", " does ", " do "} {
		for _, c := range cuts(things, verb) {
			if strings.HasSuffix(c[0], " that") || strings.Contains(c[0], " that ") {
				continue
			}
			if in, also := r.set(c[0]), r.verb(strings.TrimPrefix(verb, " ")+c[1]); in != nil && also != nil {
				return func(w *world, f int) bool { return in(w, f) && also(w, f) }
			}
		}
	}
	return r.set(things)
}

// placeIs reads what is said of one place, also where it comes before or after another.
func (r *reader) placeIs(s string) truth {
	for _, at := range cuts(s, " ") {
		p := r.place(at[0])
		if p == nil {
			continue
		}
		if in := r.verb(at[1]); in != nil {
			return func(w *world) bool { return in(w, p(w)) }
		}
	}
	return nil
}

// numbersCompared reads "the number played is greater than 2".
func (r *reader) numbersCompared(s string) truth {
	for _, rel := range relations {
		for _, c := range cuts(s, " "+rel.words+" ") {
			if rel.than != "" {
				continue
			}
			if a, b := r.number(c[0]), r.number(strings.TrimPrefix(c[1], "just ")); a != nil && b != nil {
				return func(w *world) bool { return rel.holds(a(w), b(w)) }
			}
		}
	}
	for _, rel := range relations {
		for _, c := range cuts(s, " "+rel.than+" ") {
			rest, ok := strings.CutPrefix(c[0], rel.words+" ")
			if rel.than == "" || !ok {
				continue
			}
			for _, on := range cuts(rest, " stand on ") {
				men, at, b := r.men(strings.TrimPrefix(on[0], "of ")), r.place(on[1]), r.number(c[1])
				if men != nil && at != nil && b != nil {
					return func(w *world) bool { return rel.holds(men(w, at(w)), b(w)) }
				}
			}
		}
	}
	return nil
}

// millsHad reads how many mills somebody has.
func (r *reader) millsHad(s string) truth {
	m := regexp.MustCompile(`^(P|O) has (.*)$`).FindStringSubmatch(s)
	if m == nil {
		return nil
	}
	if holds, things := counting(m[2]); holds != nil && (things == "mill" || things == "mills") {
		return func(w *world) bool { return holds(len(w.mills(m[1]))) }
	}
	return nil
}
