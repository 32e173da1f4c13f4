package rulesets

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lectio/lectio/rulesets/engine"
)

// turnFacts are facts about what a turn is made of: throws, what they put up to be
// played, further throws, and what cannot be played.
var turnFacts = []fact{
	{name: "board_rows", doc: "of how many rows of how many cells the board is; nothing for a board without rows", find: rowsOfBoard},
	{name: "chance_of_side", doc: "the chance that a stick, cowrie or the like falls with the counted side up, or the chances of all throws where these are not alike; none where nothing of the kind is thrown",
		find: chanceOfSide},
	{name: "value_of_none", doc: "what a throw puts up in which none fell with the counted side up", find: valueOf(func(t, most int) bool { return t == 0 }), sampled: true},
	{name: "value_of_all", doc: "what a throw puts up in which all fell so", find: valueOf(func(t, most int) bool { return t == most }), sampled: true},
	{name: "value_of_others", doc: "what the other throws put up; of dice, each_die, sum, or what each throw puts up", find: valueOfOthers, sampled: true},
	{name: "again_by", doc: "the throws that give another, those that sometimes do, and taking, where that does; none", find: throwsThatGive, sampled: true},
	{name: "throws_wait", doc: "yes or no: whether numbers wait to be played when a further throw of the turn is made", find: throwsWait, sampled: true},
	{name: "throws_at_most", doc: "how many throws a turn can have at most where each gives another; none where there is no limit", find: throwsAtMost, sampled: true},
	{name: "unplayable", doc: "what becomes of a number that cannot be played: number_lost, throw_lost, turn_lost, waits, other; several with a comma",
		find: becomesOfUnplayable, sampled: true},
	{name: "far", doc: "yes or no: whether a man ever came to where men of an opponent began", find: cameFar, sampled: true},
	{name: "ends_unseen", doc: "yes or no: whether a rule by which somebody wins was never seen to end a game", find: endsUnseen, sampled: true},
	{name: "won_by_more", doc: "yes or no: whether games that are not won by taking all go to who has taken more", find: wonByMore, sampled: true},
}

func init() { facts = append(facts, turnFacts...) }

// turnStory is what happened in the turns of the games of a sample.
type turnStory struct {
	gives    map[int]map[string]int // by throw: what it put up, and how often
	segments map[int]*segment       // by throw
	firsts   map[int]*segment       // … of the first throw of a turn alone
	waiting  [2]int                 // further throws made while numbers waited, and while none did
	appended int                    // throws that put up their numbers behind others that waited
	inserted int                    // … before them
	blocked  map[string]int         // parts that could not be played, by what became of them
	cameBack int                    // moves in games in which a man had come back to where it had been
	stood    engine.Set             // places to which a man has moved
	far      bool                   // a man has come to where men of an opponent began
	more     map[int]*[2]int        // by end: games won by who had taken more, and others
	most     *string                // the answer of throwsAtMost, once it has been looked for

	now struct { // the segment under way: a throw and what is played upon it
		throw      int // -1 for none
		first      bool
		idle, took bool // something could not be played, or was left; a man was taken
		further    bool // a further throw was put up
		owner      int
	}
}

// segment counts throws, with what was played upon each, by whether something of it was
// not played, whether a man was taken, and whether a further throw was put up.
type segment [2][2][2]int

// of adds up the counts of several kinds.
func (g *segment) of(idle, took, further []int) int {
	n := 0
	for _, i := range idle {
		for _, t := range took {
			for _, f := range further {
				n += g[i][t][f]
			}
		}
	}
	return n
}

func newTurns() turnStory {
	t := turnStory{gives: map[int]map[string]int{}, segments: map[int]*segment{}, firsts: map[int]*segment{}, blocked: map[string]int{}, more: map[int]*[2]int{}}
	t.now.throw = -1
	return t
}

func (t *turnStory) begins() { t.now.throw = -1 }

// closes ends a segment.
func (t *turnStory) closes() {
	n := &t.now
	if n.throw >= 0 {
		for _, m := range []map[int]*segment{t.segments, t.firsts} {
			if m[n.throw] == nil {
				m[n.throw] = &segment{}
			}
		}
		t.segments[n.throw][bit(n.idle)][bit(n.took)][bit(n.further)]++
		if n.first {
			t.firsts[n.throw][bit(n.idle)][bit(n.took)][bit(n.further)]++
		}
	}
	n.throw = -1
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// numbers are the numbers and words among parts, without the throws.
func numbers(p *engine.Program, left []engine.Left) []string {
	var out []string
	for _, x := range left {
		if x.Part != engine.PartThrow {
			out = append(out, p.Parts[x.Part].Name)
		}
	}
	return out
}

// owed counts the further throws among parts.
func throwsLeft(left []engine.Left) int {
	n := 0
	for _, x := range left {
		n += bit(x.Part == engine.PartThrow)
	}
	return n
}

// throw makes a throw and is told of it.
func (t *turnStory) throw(w *watcher, throw int) {
	p, s := w.p, w.st
	further := t.now.throw >= 0
	t.closes()
	before := p.PartsLeft(s)[1:] // without the throw itself
	if waits := len(numbers(p, before)) > 0; further {
		t.waiting[bit(!waits)]++
	}
	t.now.throw, t.now.first, t.now.owner = throw, !further, s.Owner()
	t.now.took, t.now.idle, t.now.further = false, false, false
	w.in.Throw(s, throw)
	after := p.PartsLeft(s)
	switch {
	case s.Status() == engine.Over:
	case t.over(s):
		t.notes(p, throw, nil, nil)
	default:
		t.now.further = throwsLeft(after) > throwsLeft(before)
		t.notes(p, throw, numbers(p, before), numbers(p, after))
	}
	t.after(w)
}

// over reports whether the turn of the segment is.
func (t *turnStory) over(s *engine.State) bool {
	return s.Status() == engine.Over || s.Owner() != t.now.owner || s.Fresh()
}

// notes says what a throw put up.
func (t *turnStory) notes(p *engine.Program, throw int, before, after []string) {
	k := 0 // how many of those that waited stand in front
	for k < len(before) && k < len(after) && before[k] == after[k] {
		k++
	}
	added := after
	switch {
	case k == len(before):
		added = after[k:]
		if k > 0 && len(added) > 0 {
			t.appended++
		}
	case len(after) >= len(before) && slices.Equal(after[len(after)-len(before):], before):
		added = after[:len(after)-len(before)]
		t.inserted++
	default:
		return
	}
	if t.gives[throw] == nil {
		t.gives[throw] = map[string]int{}
	}
	t.gives[throw][strings.Join(added, " and ")]++
}

// moved is told of a move that has been played, and of whether there was no other.
func (t *turnStory) moved(w *watcher, m *engine.Move, alone bool, before, after *engine.Position) {
	p, s := w.p, w.st
	q := before.ToMove
	t.now.idle = t.now.idle || m.Act == engine.Pass || m.Act == engine.Stop
	if alone && (m.Act == engine.Pass || m.Act == engine.Stop) {
		if what := becameOf(p, before, after, s); what != "" {
			t.blocked[what]++
		}
	}
	for r := range p.Players {
		t.now.took = t.now.took || p.Team[r] != p.Team[q] && onBoard(after, r) < onBoard(before, r)
	}
	if before.Turn.Fixed && m.Act != engine.Pass && len(before.Turn.Left) > 1 && m.Rule(p) != nil && int(m.Part) != before.Turn.Left[0].Part {
		t.blocked["waits"]++
	}
	if m.To >= 0 && int(m.To) < p.Places && m.Act != engine.Remove {
		t.stood = t.stood.With(int(m.To))
	}
	t.now.further = t.now.further || !t.over(s) && throwsLeft(after.Turn.Left) > throwsLeft(before.Turn.Left)
	t.after(w)
}

// after looks whether the turn goes on. A turn more for the same player is a throw more.
func (t *turnStory) after(w *watcher) {
	s := w.st
	if t.now.throw < 0 || !t.over(s) {
		return
	}
	if s.Status() == engine.Over {
		t.now.throw = -1 // nothing follows, whatever was thrown
		return
	}
	next := (t.now.owner + 1) % len(w.p.Players)
	t.now.further = t.now.further || s.Owner() == t.now.owner && s.Status() == engine.AwaitsThrow && w.in.StageOf(s, next) >= 0
	t.closes()
}

// becameOf says what became of parts that could not be played; "" where it cannot be
// told because there was nothing else to lose or to keep.
func becameOf(p *engine.Program, before, after *engine.Position, s *engine.State) string {
	left := slices.IndexFunc(before.Turn.Left, func(x engine.Left) bool { return x.Part == engine.PartThrow })
	if left < 0 {
		left = len(before.Turn.Left)
	}
	over := s.Status() == engine.Over || s.Fresh() || after.Turn.Owner != before.Turn.Owner
	switch {
	case after.Over != nil:
		return ""
	case !over && after.ToMove != before.ToMove:
		return "other"
	case over && left < len(before.Turn.Left):
		return "turn_lost"
	case before.Turn.Fixed && left > 1 && !over && len(numbers(p, after.Turn.Left)) > 0:
		return "number_lost"
	case before.Turn.Fixed && left > 1:
		return "throw_lost"
	case !over:
		return "kept"
	}
	return "lost"
}

func becomesOfUnplayable(s *Sample) (string, []int) {
	b := s.story.turns.blocked
	var by []int
	for i := range s.Game.Program.Blocked {
		by = append(by, s.Game.Program.Blocked[i].Statement)
	}
	told := map[string]int{}
	for w, n := range b {
		if w != "kept" && w != "lost" {
			told[w] = n
		}
	}
	if len(told) == 0 || b["kept"] > 0 && told["turn_lost"] > 0 {
		if b["kept"]+b["lost"] > 0 {
			told["number_lost"]++
		}
	}
	return words(told), by
}

func rowsOfBoard(s *Sample) (string, []int) {
	rows, cells := 0, 0
	for name, set := range s.Game.Board.Sets {
		if strings.HasPrefix(name, "row_") {
			rows++
			cells = len(set)
		}
	}
	if rows == 0 {
		return "", nil
	}
	return fmt.Sprintf("%d rows of %d", rows, cells), s.kinds(boardKinds...)
}

func chanceOfSide(s *Sample) (string, []int) {
	d := s.mainDevice()
	if d < 0 {
		return "none", nil
	}
	list, all := s.throwsOf(d), s.Game.Program.Devices[d].Ways
	if slices.ContainsFunc(list, func(t engine.Throw) bool { return len(t.Dice) > 0 || t.Value > 64 }) {
		return "none", nil
	}
	// How many fall so on the average, of how many, is the chance of each, if they fall
	// alike; whether they do shows in how often none and all do.
	most, up := 0, 0
	for i := range list {
		most = max(most, list[i].Value)
		up += list[i].Ways * list[i].Value
	}
	num, den := up, all*most
	for a, b := num, den; ; a, b = b, a%b {
		if b == 0 {
			num, den = num/a, den/a
			break
		}
	}
	for i := range list {
		t := &list[i]
		want := float64(choose(most, t.Value))
		for k := range most {
			if k < t.Value {
				want *= float64(num) / float64(den)
			} else {
				want *= float64(den-num) / float64(den)
			}
		}
		if got := float64(t.Ways) / float64(all); got < want*0.9999 || got > want*1.0001 {
			return chancesOfThrows(s)
		}
	}
	return fmt.Sprintf("%d/%d", num, den), s.kinds("throw")
}

// given is what a throw puts up, "nothing" where that is nothing. Options fall away
// that cannot be used, so that nothing counts only where nothing else was seen.
func (s *Sample) given(throw int) string {
	seen := s.story.turns.gives[throw]
	var list []string
	for text := range seen {
		if text != "" {
			list = append(list, text)
		}
	}
	if len(list) == 0 && len(seen) > 0 {
		return "nothing"
	}
	optional := slices.ContainsFunc(s.agendasOf(throw), func(a *engine.Agenda) bool {
		return slices.ContainsFunc(a.Parts, func(x uint8) bool { return x&0x80 != 0 })
	})
	if _, none := seen[""]; none && !optional {
		list = append(list, "nothing")
	}
	slices.Sort(list)
	return strings.Join(list, " or ")
}

// agendasPuttingUp are the statements that put parts up when a throw has been made.
func (s *Sample) agendasPuttingUp(throw int, further bool) []int {
	p := s.Game.Program
	var by []int
	for _, a := range s.agendasOf(throw) {
		if !further || slices.ContainsFunc(a.Parts, func(x uint8) bool { return x&^0x80 == engine.PartThrow }) {
			by = append(by, a.Statement)
		}
	}
	for i := range p.Changes {
		c := &p.Changes[i]
		if slices.ContainsFunc(c.Effects, func(e engine.Effect) bool {
			owed := slices.Contains(e.Parts, engine.PartThrow) || slices.Contains(e.Parts, engine.PartThrow|0x80)
			return e.Kind == engine.AddParts && (further && owed || !further && c.On&engine.OnThrow != 0 && !owed) || further && e.Kind == engine.NextIs
		}) {
			by = append(by, c.Statement)
		}
	}
	return by
}

// ofSides calls f with every throw of the main device, where that has no dice.
func (s *Sample) ofSides(f func(throw int, t *engine.Throw, most int)) {
	d := s.mainDevice()
	list := s.throwsOf(d)
	most := 0
	for i := range list {
		most = max(most, list[i].Value)
	}
	for i := range list {
		if len(list[i].Dice) == 0 {
			f(s.Game.Program.Devices[d].First+i, &list[i], most)
		}
	}
}

func valueOf(which func(sides, most int) bool) func(*Sample) (string, []int) {
	return func(s *Sample) (value string, by []int) {
		s.ofSides(func(throw int, t *engine.Throw, most int) {
			if which(t.Value, most) {
				value, by = s.given(throw), s.agendasPuttingUp(throw, false)
			}
		})
		return value, by
	}
}

func valueOfOthers(s *Sample) (string, []int) {
	var parts []string
	var by []int
	s.ofSides(func(throw int, t *engine.Throw, most int) {
		if t.Value > 0 && t.Value < most {
			parts = append(parts, t.Name+": "+s.given(throw))
			by = append(by, s.agendasPuttingUp(throw, false)...)
		}
	})
	if len(parts) > 0 || s.mainDevice() < 0 {
		return strings.Join(parts, "; "), by
	}
	return s.valueOfDice()
}

// valueOfDice says what throws of dice put up: each die by itself, their sum, or what
// each throw does.
func (s *Sample) valueOfDice() (string, []int) {
	d := s.mainDevice()
	var parts []string
	var by []int
	each, sum := true, true
	for i, t := range s.throwsOf(d) {
		throw := s.Game.Program.Devices[d].First + i
		got := s.given(throw)
		if got == "" {
			continue
		}
		dice := strings.Split(t.Name, "-")
		put := strings.Split(got, " and ")
		slices.Sort(dice)
		slices.Sort(put)
		each = each && slices.Equal(dice, put)
		sum = sum && got == fmt.Sprint(t.Value)
		parts = append(parts, t.Name+": "+got)
		by = append(by, s.agendasPuttingUp(throw, false)...)
	}
	slices.Sort(by)
	by = slices.Compact(by)
	switch {
	case len(parts) == 0:
		return "", by
	case each:
		return "each_die", by
	case sum:
		return "sum", by
	}
	return strings.Join(parts, "; "), by
}

// --- further throws --------------------------------------------------------------

// giversOfThrows sorts throws by whether they give another of themselves: always, or
// sometimes. taking is set where a throw does that gives none when no man is taken.
func (s *Sample) giversOfThrows() (always, sometimes []int, taking bool) {
	t := &s.story.turns
	for throw := range s.Game.Program.Throws {
		first, all := t.firsts[throw], t.segments[throw]
		if all == nil {
			continue
		}
		if first == nil || *first == (segment{}) {
			first = all
		}
		both, yes, no := []int{0, 1}, []int{1}, []int{0}
		// Where a rule answers the move, a number that is not played gives none.
		steady := first.of(yes, both, yes) == 0 || first.of(yes, both, no) == 0
		switch {
		case first.of(both, both, yes) > 0 && first.of(no, both, no) == 0 && steady:
			always = append(always, throw)
		case all.of(both, no, yes) > 0:
			sometimes = append(sometimes, throw)
		case all.of(both, yes, yes) > 0:
			taking = true
		}
	}
	return always, sometimes, taking
}

func throwsThatGive(s *Sample) (string, []int) {
	if s.mainDevice() < 0 {
		return "", nil
	}
	var by []int
	for throw := range s.Game.Program.Throws {
		by = append(by, s.agendasPuttingUp(throw, true)...)
	}
	slices.Sort(by)
	by = slices.Compact(by)
	if len(s.story.turns.segments) == 0 {
		return "", by
	}
	always, sometimes, taking := s.giversOfThrows()
	names := func(list []int) string {
		var out []string
		for _, t := range list {
			out = append(out, s.Game.Program.Throws[t].Name)
		}
		return strings.Join(out, ", ")
	}
	var out []string
	if len(always) > 0 {
		out = append(out, names(always))
	}
	if len(sometimes) > 0 {
		out = append(out, names(sometimes)+" at times")
	}
	if taking {
		out = append(out, "taking")
	}
	if len(out) == 0 {
		return "none", by
	}
	return strings.Join(out, "; "), by
}

func throwsWait(s *Sample) (string, []int) {
	_, by := throwsThatGive(s)
	switch w := s.story.turns.waiting; {
	case w[0] > 0:
		return "yes", by
	case w[1] > 0:
		return "no", by
	}
	return "", by
}

// steeredThrows is how many throws of one turn are looked at for a limit, and
// steeredTurns in how many turns.
const steeredThrows, steeredTurns = 14, 5

// throwsAtMost plays turns in which every throw is one that gives another, which hardly
// ever comes about by itself, and looks how long they last.
func throwsAtMost(s *Sample) (string, []int) {
	_, by := throwsThatGive(s)
	t := &s.story.turns
	if t.most == nil {
		answer := s.steer()
		t.most = &answer
	}
	return *t.most, by
}

func (s *Sample) steer() string {
	always, _, _ := s.giversOfThrows()
	if len(always) == 0 {
		return ""
	}
	found := -1
	for n := range steeredTurns {
		k := s.steerTurn(n, always)
		if k == 0 {
			continue
		}
		if found >= 0 && found != k {
			return ""
		}
		found = k
	}
	switch found {
	case -1:
		return ""
	case steeredThrows:
		return "none"
	}
	return fmt.Sprint(found)
}

// steerTurn plays some moves of game n and then one turn in which throws give
// others, and returns how many throws that has; 0 where it does not tell.
func (s *Sample) steerTurn(n int, always []int) int {
	w := s.watcher()
	r := engine.NewRandom(s.Seed, uint64(n))
	w.in.Start(w.st)
	throws, owner, taken := 0, -1, 0
	passed := false
	for ply := 0; ply < samplePlies; {
		switch w.st.Status() {
		case engine.Over:
			return 0
		case engine.AwaitsThrow:
			if taken++; taken > 4*samplePlies {
				return 0
			}
			throw := w.p.Draw(r, w.st.Device(w.p))
			if owner < 0 && ply >= 8*n && w.st.Fresh() && w.st.Device(w.p) == s.Game.Program.Throws[always[0]].Device {
				owner = w.st.Owner()
			}
			if owner >= 0 {
				if throws == steeredThrows {
					return throws
				}
				throw = always[throws%len(always)]
				throws++
			}
			w.in.Throw(w.st, throw)
		default:
			ply++
			moves := w.in.Moves(w.st, nil)
			m := moves[w.in.Pick(r, moves)]
			if i := slices.IndexFunc(moves, func(m engine.Move) bool { return m.Act == engine.ThrowAgain }); i >= 0 && owner >= 0 {
				m = moves[i]
			}
			passed = m.Act == engine.Pass || m.Act == engine.Stop
			w.in.Play(w.st, m)
		}
		if owner >= 0 && w.st.Status() != engine.Over && w.st.Owner() != owner {
			if passed {
				return 0 // it may have ended for that
			}
			return throws
		}
	}
	return 0
}

func cameFar(s *Sample) (string, []int) {
	if s.story.turns.stood.Empty() {
		return "", nil
	}
	return yesNo(s.story.turns.far), nil
}

// --- winning ---------------------------------------------------------------------

// wins notes whether who won had taken more, where he had not taken all.
func (t *turnStory) wins(p *engine.Program, end, winner int, pos *engine.Position) {
	if end < 0 || winner < 0 {
		return
	}
	out := p.StoreIndex(engine.OutStore)
	own, others, left := pos.Stores[winner][out], 0, 0
	for q := range p.Players {
		if p.Team[q] != p.Team[winner] {
			others += pos.Stores[q][out]
			left += p.Men(q) - pos.Stores[q][out]
		}
	}
	if left == 0 {
		return // he has taken all
	}
	if t.more[end] == nil {
		t.more[end] = &[2]int{}
	}
	t.more[end][bit(others <= own)]++
}

func endsUnseen(s *Sample) (string, []int) {
	unseen := false
	var by []int
	for i := range s.Game.Program.Ends {
		if e := &s.Game.Program.Ends[i]; e.Winner != engine.NoWinner {
			by = append(by, e.Statement)
			unseen = unseen || s.story.finished[i] == 0
		}
	}
	return yesNo(unseen), by
}

// gamesToTell is how many games one must see that who has taken more has won, before
// it is said that this is why.
const gamesToTell = 25

func wonByMore(s *Sample) (string, []int) {
	p := s.Game.Program
	var by []int
	more, others := 0, 0
	for end, n := range s.story.turns.more {
		more, others = more+n[0], others+n[1]
		by = append(by, p.Ends[end].Statement)
	}
	slices.Sort(by)
	switch {
	case more+others == 0:
		return "", nil
	case others == 0 && more >= gamesToTell:
		return "yes", by
	case others > 0:
		return "no", by
	}
	return "", nil
}
