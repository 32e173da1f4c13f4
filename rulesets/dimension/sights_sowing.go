package dimension

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lectio/lectio/rulesets/dimension/lie"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
)

// Sights of men of nobody that are sown: from where, by which way, where the last one falls and
// what follows from that, and who has what is left when the game is over.

// observeSowing notes, at a decision, from which holes a player may sow, which way, and whether he
// has to give something to an opponent who has nothing.
func (w *watcher) observeSowing(e *engine.Explanation) {
	if !has(e, engine.Sow) {
		return
	}
	h, q := w.holes(), w.st.Player()
	ways, by := map[int16][2]bool{}, map[int16][]int{}
	for i := range e.Moves {
		m := &e.Moves[i]
		if m.Act != engine.Sow {
			continue
		}
		back := w.p.Sowings[m.Class].Back
		way := ways[m.From]
		way[bit(back)] = true
		ways[m.From], by[m.From] = way, trial.Union(by[m.From], w.ruleOf(m))
		w.saw("sows_from", w.ruleOf(m), h.Side(int(m.From)))
	}
	for from, way := range ways {
		w.saw("sows_way", by[from], either(way[0] && way[1], "chosen", either(way[1], "back", "on")))
	}
	single, may := false, false
	for f := range w.p.Places {
		if h.Side(f) == "own" && w.nobodys(w.st, q, f) == 1 {
			_, sown := ways[int16(f)]
			single, may = true, may || sown
		}
	}
	if h.sum(w, w.st, q, "other") == 0 {
		w.feeding(e)
	} else if single { // where nothing has to be given to the other
		w.saw("sows_single", w.s.Permitting(engine.Sow), trial.YesNo(may))
	}
}

// feeding notes of an opponent who has nothing on his side whether a player who could give him something
// may do something else.
func (w *watcher) feeding(e *engine.Explanation) {
	h := w.holes()
	gives := func(m *engine.Move) bool {
		return slices.ContainsFunc(w.other.Lays(w.st, m), func(f int) bool { return h.Side(f) == "other" })
	}
	could, otherwise := false, false
	for i := range e.Moves {
		if m := &e.Moves[i]; m.Act == engine.Sow {
			could, otherwise = could || gives(m), otherwise || !gives(m)
		}
	}
	var by []int
	for i := range e.Refused {
		if m := &e.Refused[i].Move; m.Act == engine.Sow && !gives(m) {
			by = trial.Union(by, e.Refused[i].Statements)
		}
	}
	switch {
	case could && otherwise:
		w.saw("feeds", w.s.Permitting(engine.Sow), "may")
	case could && len(by) > 0:
		w.saw("feeds", by, "must")
	}
}

// sowed notes, when a sowing has been made, what became of it. applied says how often each statement
// took effect.
func (w *watcher) sowed(m *engine.Move, before *engine.State, applied []int) {
	h, q := w.holes(), before.Player()
	laid := w.other.Lays(before, m)
	from := int(m.From)
	if len(laid) == 0 {
		return
	}
	took := w.nobodys(before, q, from)
	w.origin(m, from, took, laid)
	into := [2]bool{}
	for _, f := range laid {
		if i := h.Store(f); i >= 0 {
			into[i] = true
			h.sown[i] = true
		}
	}
	w.saw("sown_into", w.ruleOf(m), either(into[0] && into[1], "both", either(into[0], "left", either(into[1], "right", "none"))))

	lies := func(f int) int { // how many lie there when all are laid, and nothing has followed
		n := w.nobodys(before, q, f)
		if f == from {
			n = took - len(laid)
		}
		for _, l := range laid {
			n += bit(l == f)
		}
		return n
	}
	last := laid[len(laid)-1]
	over := w.st.Status() == engine.Over
	then, by := "ends", []int(nil)
	happened := func(list []int) (by []int) {
		for _, st := range trial.Union(list) {
			if applied[st] > 0 {
				by = append(by, st)
			}
		}
		return by
	}
	relays := happened(w.s.Changing(engine.OnAct(engine.Sow), trial.OfKind(engine.Sowed)))
	taken, gained := []int(nil), false
	if len(relays) == 0 && !over {
		taken, gained = w.takenBy(q, before, laid, lies)
	}
	switch {
	case len(relays) > 0:
		then, by = "relay", relays
	case gained && w.takes(h, q, m, taken, last):
		then, by = "takes", happened(w.s.Sends(engine.Sow))
		w.gather.Sowing(before, m)
	case !over && w.st.Player() == q && w.st.Fresh(): // else the turn goes on
		then, by = "again", happened(w.s.Changing(trial.AnyTrigger, trial.OfKind(engine.NextIs)))
	}
	if h.apart(w) && h.sum(w, w.after, q, "other") < h.sum(w, before, q, "other") && w.keeps(w.after, q) == w.keeps(before, q) {
		w.saw("taken_on", trial.Union(happened(w.s.Sends(engine.Sow)), relays))
	}
	if !over {
		w.saw("last_falls", by, either(h.Store(last) >= 0, "store", h.Side(last)), strconv.Itoa(lies(last)), then)
	}
	if h.sum(w, w.after, 0, "own") == 0 || h.sum(w, w.after, 0, "other") == 0 {
		w.saw("side_empty", nil, either(over, "over", "on"))
	}
	if over {
		w.leftOver(q, before, laid, lies, len(relays) == 0)
	}
}

// origin notes what becomes of the hole from which a sowing comes: whether something stays in it, or the
// first is laid there, and whether one who comes round lays one in it.
func (w *watcher) origin(m *engine.Move, from, took int, laid []int) {
	back := w.p.Sowings[m.Class].Back
	if took > 1 && (len(laid) < took || laid[0] == from) {
		w.saw("origin", w.ruleOf(m), "keeps")
		return
	}
	w.saw("origin", w.ruleOf(m), "emptied")
	if slices.Contains(laid, from) {
		w.saw("comes_round", w.ruleOf(m), "lays")
		return
	}
	for i, f := range laid[:len(laid)-1] {
		// The next on the way is the hole of origin, or beyond places that nobody sows into.
		for at := w.p.SownOn(f, back); at >= 0 && at != laid[i+1]; at = w.p.SownOn(at, back) {
			if at == from {
				w.saw("comes_round", w.ruleOf(m), "passes")
				return
			}
		}
	}
}

// takenBy lists the holes in which less lies after a sowing than was laid, and says whether the player has
// got all that is gone.
func (w *watcher) takenBy(q int, before *engine.State, laid []int, lies func(int) int) (taken []int, gained bool) {
	h, gone := w.holes(), 0
	for f := range w.p.Places {
		if n := lies(f) - w.nobodys(w.after, q, f); h.Store(f) < 0 && n > 0 {
			taken, gone = append(taken, f), gone+n
		}
	}
	if len(taken) == 0 {
		return nil, false
	}
	for i, f := range h.Stores {
		if f >= 0 {
			h.won[i] += max(0, w.nobodys(w.after, q, f)-lies(f))
		}
	}
	into := 0
	if own := h.ownStore(); own >= 0 {
		for _, f := range laid {
			into += bit(f == own)
		}
	}
	return taken, w.keeps(w.after, q) == w.keeps(before, q)+into+gone
}

// takes notes which holes are taken, and reports whether they are taken on account of the last one.
func (w *watcher) takes(h *holes, q int, m *engine.Move, taken []int, last int) bool {
	is := map[string]bool{}
	chain := map[int]bool{}
	for at := last; slices.Contains(taken, at) && !chain[at]; at = w.p.SownOn(at, !w.p.Sowings[m.Class].Back) {
		chain[at] = true
	}
	for _, f := range taken {
		switch {
		case f == last:
			is["last"] = true
		case h.Opposite(f, last):
			is["opposite"] = true
		case chain[f]:
			is["before"] = true
		default:
			is["elsewhere"] = true
		}
	}
	for _, what := range strings.Split(takenWords, "|") {
		if is[what] {
			w.saw("sowing_takes", w.s.Sends(engine.Sow), what)
		}
	}
	return is["last"] || is["opposite"]
}

const takenWords = "last|before|opposite|elsewhere"

// leftOver notes, when a game of two is over, by what it ended, and of each way in which what is left could
// be given whether the player has won who then has more.
func (w *watcher) leftOver(q int, before *engine.State, laid []int, lies func(int) int, plain bool) {
	h := w.holes()
	end, _ := w.st.End()
	if end < 0 || len(w.p.Players) != 2 {
		return
	}
	e := &w.p.Ends[end]
	side := func(s *engine.State, r int) int { return h.sum(w, s, r, "own") }
	kept, left := [2]int{w.keeps(w.st, 0), w.keeps(w.st, 1)}, [2]int{side(w.st, 0), side(w.st, 1)}
	all := kept[0] + kept[1] + left[0] + left[1]
	how := "otherwise"
	switch {
	case e.At == engine.AtNoMove:
		how = "no_move"
	case 2*max(kept[0], kept[1]) > all && left[0] > 0 && left[1] > 0:
		how = "majority"
	case left[0] == 0 || left[1] == 0:
		how = "side_empty"
	}
	w.saw("sowing_over", []int{e.Statement}, how)
	by := append(w.s.Scoring(), e.Statement)
	cleared := false
	if left == [2]int{} && plain { // what was left has been put away by the move that ended the game
		was, into := [2]int{}, [2]int{}
		for f := range w.p.Places {
			switch {
			case h.Store(f) >= 0:
			case h.Side(f) == "own":
				was[q] += lies(f)
			default:
				was[1-q] += lies(f)
			}
		}
		for _, f := range laid {
			into[q] += bit(f == h.ownStore())
			into[1-q] += bit(h.Store(f) >= 0 && f != h.ownStore())
		}
		for r := range kept {
			got := kept[r] - w.keeps(before, r) - into[r]
			cleared = cleared || got > 0
			kept[r] -= got
		}
		if cleared {
			by = w.s.Sends(engine.Sow)
			got := [2]int{w.keeps(w.st, 0) - kept[0], w.keeps(w.st, 1) - kept[1]}
			own := got == was
			if !own && got != [2]int{was[1], was[0]} || was[0] == was[1] {
				return // something was taken besides, or nobody can say whose it was
			}
			w.saw("left_over", by, "own", trial.YesNo(own))
			w.saw("left_over", by, "other", trial.YesNo(!own))
			w.saw("left_over", by, "nobody", "no")
			return
		}
	}
	fits := func(a, b int) string {
		if e.When == nil && kept == [2]int{} {
			return "no" // the end names who wins whatever lies where, and nothing has been put away
		}
		winner := w.st.Winner()
		return trial.YesNo(a > b && winner == 0 || a < b && winner == 1 || a == b && winner < 0)
	}
	w.saw("left_over", by, "own", fits(kept[0]+left[0], kept[1]+left[1]))
	w.saw("left_over", by, "other", fits(kept[0]+left[1], kept[1]+left[0]))
	w.saw("left_over", by, "nobody", fits(kept[0], kept[1]))
}

// nobodys is how many men of nobody lie on a place of player q.
func (w *watcher) nobodys(s *engine.State, q, f int) int {
	if g := w.p.FirstAcross(q, w.p.Nobody(), f); g >= 0 {
		return s.MenAt(w.p, w.p.Nobody(), g)
	}
	return 0
}

// keeps is how many men of nobody a player has put away: into his stores off the board, and the one on it.
func (w *watcher) keeps(s *engine.State, q int) (n int) {
	for st := range w.p.Stores {
		n += s.InStore(w.p, q, st)
	}
	if f := w.holes().ownStore(); f >= 0 {
		n += w.nobodys(s, q, f)
	}
	return n
}

// holes is how the holes of a board lie, with what has been seen of its stores.
type holes struct {
	*lie.Holes
	sown [2]bool // into which of them somebody has sown
	won  [2]int  // how much has come into them that was taken
}

func (w *watcher) holes() *holes {
	return trial.Once(&w.s.Bench, "holes", func() *holes { return &holes{Holes: lie.HolesOf(w.s.Game)} })
}

// ownStore is the store into which players sow or, where they sow into both or none, the one into which most
// has come that they have taken; -1 for none.
func (h *holes) ownStore() int {
	if h.sown[0] != h.sown[1] {
		return h.Stores[bit(h.sown[1])]
	}
	return h.Stores[bit(h.won[1] > h.won[0])]
}

// apart reports whether what a player sows from his side never comes to the other one.
func (h *holes) apart(w *watcher) bool {
	for f := range w.p.Places {
		for _, back := range []bool{false, true} {
			if to := w.p.SownOn(f, back); h.Side(f) == "own" && to >= 0 && h.Side(to) == "other" {
				return false
			}
		}
	}
	return true
}

// sum is how many men of nobody lie on a side, as a player sees it.
func (h *holes) sum(w *watcher, s *engine.State, q int, side string) (n int) {
	for f := range w.p.Places {
		if h.Side(f) == side {
			n += w.nobodys(s, q, f)
		}
	}
	return n
}

// takingNumbers says with how many in the last hole something is taken. Where several even numbers do it
// and no odd one, it says even numbers, and not any of them, for the highest are not met; what does it
// now and then is told besides.
func takingNumbers(s *Sample) (string, []int) {
	takes, all := map[int]int{}, map[int]int{}
	sides := []string{"own", "other"}
	own, other := s.times("last_falls", "own", anyWord, "takes"), s.times("last_falls", "other", anyWord, "takes")
	if 10*own < other {
		sides = sides[1:] // where something is taken on one side alone, what lies on the other tells nothing
	} else if 10*other < own {
		sides = sides[:1]
	}
	s.cases("last_falls", words{}, func(w words, t *tally) {
		if slices.Contains(sides, w[0]) {
			all[atoi(w[1])] += t.n
			if w[2] == "takes" {
				takes[atoi(w[1])] += t.n
			}
		}
	})
	var mostly, seldom []string
	even, odd := 0, 0
	for _, n := range sortedKeys(takes) {
		if 2*takes[n] < all[n] {
			seldom = append(seldom, strconv.Itoa(n))
			continue
		}
		mostly = append(mostly, strconv.Itoa(n))
		even, odd = even+bit(n%2 == 0), odd+bit(n%2 == 1)
	}
	by := s.behind("last_falls", anyWord, anyWord, "takes")
	if len(mostly) == 0 {
		mostly, seldom = seldom, nil // what lies elsewhere decides
	}
	value := strings.Join(mostly, ", ")
	if even > few && odd == 0 {
		value = "even numbers"
	}
	if len(seldom) > 0 {
		value += "; in some cases " + strings.Join(seldom, ", ")
	}
	return value, by
}
