package engine

// Move is a single move: one part of the agenda, one man (or the men that a
// rule moves together). Places are those of the player who moves; a value of
// Program.Places or more is a store.
type Move struct {
	Act      Act
	Part     uint8 // index into Program.Parts; meaningless for stop and pass
	From, To int16 // -1 for none
	Over     int16 // -1 for none
	Class    uint8 // marks of the man, as a bit set
	Men      uint8
	Sparing  bool
	rule     int16 // index into Program.Allows; -1 for stop and pass
	way      int16 // 1 + which of the ways ahead a man goes; 0: he passes over nothing
}

var pass = Move{Act: Pass, From: -1, To: -1, Over: -1, rule: -1}

// Rule returns the rule that allows the move, or nil for stop and pass.
func (m *Move) Rule(p *Program) *Allow {
	if m.rule < 0 {
		return nil
	}
	return &p.Allows[m.rule]
}

// Interpreter plays a program by evaluating its rules as they stand. It owns
// the scratch memory that playing needs, so it is not safe for concurrent use:
// make one per goroutine. Once warm it does not allocate.
type Interpreter struct {
	p *Program
	s *State

	// The view: whose rules are being read, and the move under consideration.
	me, opp, mover       int
	from, to, over, part int
	class, men           int
	room, hurdles        Set // where steps or leaps by the rule considered may lead, and over what
	sparing              bool
	way                  int16 // of the move considered

	memo             []memoEntry
	levels           [][5]levels // where the men stand, by the player in view and by Whose
	placed           *State      // in which state, when it had been replaced so often
	replaced         uint64
	placing          uint64 // the number of that state among those looked at
	epoch, lastEpoch uint64
	scored           []int // at this moment, by player
	someScored       bool  // … and it is not all 0
	values           []int
	order            []ordered // of the moves being sorted
	unsorted         []Move
	watched          []watched // prohibitions that can refuse a move with the present part
	closed           Set       // places that others of them close to all men
	explain          *Explanation
	quiet            bool // within a look-ahead: requirements of throw scope do not apply
	unscored         bool // … and scores are not added up, because nobody asks for them
	child            *Interpreter
	work             *State
	idle             int // turns begun since somebody last decided or threw
	buf              []Move
	lines            map[memoKey]int // what look-ahead has found, by position
	playing          bool            // Random is playing
	next             []Move          // the moves found at nextAt, when it asked whether there are any
	nextAt           *State
	fanning          bool   // moves may be kept as fans
	fans             []fan  // those that are
	fanned           int    // … how many moves
	candidate        Move   // the candidate that completable and follows look ahead from, see propose
	unfiltered       bool   // the last requirement, of throw scope, is left to who draws a move
	wider            bool   // a requirement of throw scope applied when moves were listed last
	wide             []Move // what there was to choose from before it did

	// Look, when set, bounds how far requirements of throw scope look ahead.
	Look *Look
	// Brief makes Random leave Tally.Branch and Tally.Chosen at 0. It then looks ahead
	// from the move that it draws and mostly not from the others.
	Brief bool
	// History, when set, remembers positions for rules on repetition.
	History *History
	// Undeclared counts moments at which two unordered ends held at once.
	Undeclared int
	// Applied, when it has an entry for every statement of the interpretation,
	// counts how often each agenda, answer to blocked parts, change, score and
	// end took effect in play, and how often, when moves were listed, each
	// permission gave a legal move, each prohibition was the first to refuse one,
	// each exception lifted a prohibition and each requirement struck a move out.
	// A statement without a count could be left out and nothing would have been
	// different. Looking ahead is not counted.
	Applied []int
}

// NewInterpreter returns an interpreter of a sealed program.
func NewInterpreter(p *Program) *Interpreter {
	return &Interpreter{
		p: p, opp: -1, from: -1, to: -1, over: -1,
		memo:   make([]memoEntry, p.memos),
		scored: make([]int, len(p.Players)),
		levels: make([][5]levels, len(p.Players)),
	}
}

// applied counts that a statement took effect.
func (in *Interpreter) applied(statement int) {
	if in.Applied != nil {
		in.Applied[statement]++
	}
}

// Program returns the program that the interpreter plays.
func (in *Interpreter) Program() *Program { return in.p }

// sub returns the interpreter used for looking one move further ahead.
func (in *Interpreter) sub() *Interpreter {
	if in.child == nil {
		in.child = NewInterpreter(in.p)
		in.child.quiet, in.child.unscored = true, !in.p.scored
		in.child.work = in.p.NewState()
	}
	in.child.Look = in.Look
	return in.child
}

// view turns to the state, seen by player q.
func (in *Interpreter) view(s *State, q int) {
	in.s, in.me, in.mover, in.opp = s, q, q, -1
	in.from, in.to, in.over, in.class, in.part = -1, -1, -1, 0, 0
	in.sparing = false
	in.way = 0
	in.freshEpoch()
}

// Status says what a state waits for.
type Status int

// The statuses.
const (
	Decision Status = iota // the player to move chooses a move
	AwaitsThrow
	Over
)

// Status returns what the state waits for.
func (s *State) Status() Status {
	switch {
	case s.b[hOver] != 0:
		return Over
	case s.b[hLeftN] > 0 && s.b[hLeft] == PartThrow:
		return AwaitsThrow
	}
	return Decision
}

// Moves appends the legal single moves of the player to move to buf, in the
// defined order, and returns it. It appends nothing when a throw is due or the
// game is over; otherwise there is always at least one move, which is a pass
// when nothing can be played.
func (in *Interpreter) Moves(s *State, buf []Move) []Move {
	if s.Status() != Decision {
		return buf
	}
	start := len(buf)
	buf = in.list(s, buf)
	if len(buf) == start {
		buf = append(buf, pass)
	}
	if in.Applied != nil {
		for i := range buf[start:] {
			if r := buf[start+i].Rule(in.p); r != nil {
				in.applied(r.Statement)
			}
		}
	}
	return buf
}

// list appends the legal moves without pass, and notes what Pick needs.
func (in *Interpreter) list(s *State, buf []Move) []Move {
	in.wider = false
	if in.Look != nil {
		in.Look.seen = 0
	}
	return in.generate(s, buf, false)
}

// generate appends the legal moves without pass; with firstOnly, to no others, it may
// stop at the first (then neither sorted nor filtered by requirements, which never
// empty a choice).
func (in *Interpreter) generate(s *State, buf []Move, firstOnly bool) []Move {
	in.view(s, int(s.b[hTo]))
	in.fanned = 0
	start := len(buf)
	n := s.partsLeft()
	if n == 0 {
		if s.b[hLeftN] > 0 && s.b[hLeft] == PartThrow|optional {
			buf = append(buf,
				Move{Act: ThrowAgain, Part: PartThrow, From: -1, To: -1, Over: -1, rule: -1},
				Move{Act: Stop, From: -1, To: -1, Over: -1, rule: -1})
		}
		return buf
	}
	in.fanning, in.fans = !firstOnly && in.mayFan(s, n), in.fans[:0]
	leave := false
	var left *Blocked
	if in.p.waits && s.b[hFixed] != 0 && n > 1 {
		left = in.blockedRule()
		leave = left != nil && left.Policy == BlockedLeave
	}
	rules := in.p.rulesOf(s)
	anyOptional, owed := false, false // an option among the parts; a move that plays what must be played
	fixed, sorted, last := s.b[hFixed] != 0, true, -1
	for k := 0; k < n; k++ {
		i := k
		if !fixed {
			if i = s.partAfter(in.p, last); i < 0 {
				break
			}
		} else if k > 0 {
			if !leave || len(buf) > start {
				break
			}
			in.applied(left.Statement)
			if s.isAgain(k) {
				continue
			}
		}
		part := s.b[hLeft+i] &^ optional
		rank := in.p.Parts[part].rank
		anyOptional = anyOptional || s.b[hLeft+i]&optional != 0
		before := len(buf)
		in.part = int(part)
		for _, a := range rules.allows[part] {
			if len(a.Stores) > 0 && !s.inStores(in.p, in.me, a.Stores) || !in.allHold(a.once) {
				continue
			}
			if in.watch(rules.forbids[a.Act], a.Act, firstOnly) {
				continue // whatever the move, a rule refuses it
			}
			had := len(buf)
			buf = in.tryAllow(a, buf, firstOnly)
			if len(buf) == had {
				continue
			}
			if firstOnly {
				return buf
			}
			sorted = sorted && a.sorted && rank > last
			last = rank
		}
		last = rank
		owed = owed || s.b[hLeft+i]&optional == 0 && len(buf) > before
	}
	if in.fanned > 0 {
		buf, sorted = in.unfold(buf, len(buf) > start), false
	}
	if len(buf) > start {
		if !sorted {
			buf = buf[:start+len(in.sortMoves(int(s.b[hTo]), buf[start:]))]
		}
		buf = in.filter(buf, start)
	}
	m := Move{Act: Stop, From: -1, To: -1, Over: -1, rule: -1}
	if anyOptional && !owed && len(buf) > start {
		buf = in.stop(m, buf)
	} else if r := in.stopRule(); r >= 0 {
		m.rule = int16(r)
		buf = in.stop(m, buf)
	}
	return buf
}

// stop appends the move unless a rule forbids stopping now.
func (in *Interpreter) stop(m Move, buf []Move) []Move {
	in.load(&m)
	if in.watch(in.p.rulesOf(in.s).forbids[Stop], Stop, true) {
		return buf
	}
	if !in.stands(&m) {
		return buf
	}
	return append(buf, m)
}

// stopRule returns the index of an allow rule for stop that holds now, or -1.
func (in *Interpreter) stopRule() int {
	for _, a := range in.p.rulesOf(in.s).stops {
		if in.is(a.When) {
			return a.slot
		}
	}
	return -1
}

// tryAllow appends the candidates of one allow rule that nothing forbids.
func (in *Interpreter) tryAllow(a *Allow, buf []Move, firstOnly bool) []Move {
	p, s := in.p, in.s
	places := p.listed[in.me]
	in.from, in.to, in.over, in.class, in.men, in.way = -1, -1, -1, 0, 1, 0
	switch a.Act {
	case Claim:
		return in.consider(a, buf)
	case Place, Enter:
		for _, st := range a.Stores {
			if s.store(p, in.me, st) == 0 {
				continue
			}
			in.from, in.to = p.Places+st, -1
			var to Set
			if a.To != nil {
				to = in.set(a.To)
			} else {
				to = in.compareCounts(Anyone, Equal, 0)
			}
			if buf = in.spread(a, to, buf); firstOnly && len(buf) > 0 {
				return buf
			}
		}
		return buf
	case Remove:
		var from Set
		if a.From != nil {
			from = in.set(a.From).And(in.compareCounts(Enemy, GreaterEqual, 1))
		} else {
			from = in.compareCounts(Enemy, GreaterEqual, 1)
		}
		in.to = p.Places + p.StoreIndex(OutStore)
		from = p.inOrder(in.me, from)
		for i := from.First(); i >= 0; i = from.from(i + 1) {
			in.from = places[i]
			buf = in.consider(a, buf)
		}
		return buf
	}
	// The man moves from a place of the board.
	origin := in.compareCounts(Own, GreaterEqual, 1)
	if a.From != nil {
		origin = origin.And(in.set(a.From))
	}
	if active := s.active(); active >= 0 {
		origin = origin.And(SetOf(active))
	}
	origin = p.inOrder(in.me, origin)
	switch a.Act {
	case Leap:
		if a.Over == nil {
			in.hurdles = in.compareCounts(Enemy, GreaterEqual, 1)
		} else if a.hurdles {
			in.hurdles = in.set(a.Over)
		}
		in.room = in.roomFor(a)
	case Advance:
		if a.To == nil && a.Men == nil && p.classes == 1 {
			return in.advance(a, origin, buf, firstOnly)
		}
	case Step:
		in.room = in.roomFor(a)
		if in.fanning && a.toNear && a.Men == nil && in.unasked(a) {
			in.fanSteps(a, origin)
			return buf
		}
	}
	for i := origin.First(); i >= 0; i = origin.from(i + 1) {
		f := places[i]
		if a.Act == Leap && a.hurdles && !p.leapt[in.me][f].meets(in.hurdles) {
			continue
		}
		for c := 0; c < p.classes; c++ {
			have := 1
			if p.classes > 1 || a.Men != nil {
				have = s.menOfClass(p, in.me, c, f)
			}
			if have == 0 {
				continue
			}
			in.from, in.class, in.men, in.to, in.over, in.way = f, c, 1, -1, -1, 0
			if a.Men != nil {
				k := in.num(a.Men)
				if k < 1 || k > have {
					continue
				}
				in.men = k
			}
			buf = in.tryFrom(a, buf)
			if firstOnly && len(buf) > 0 {
				return buf
			}
		}
	}
	return buf
}

// advance appends the candidates of an allow rule by which one man or another goes as far
// along the track as the part says.
func (in *Interpreter) advance(a *Allow, origin Set, buf []Move, firstOnly bool) []Move {
	places := in.p.listed[in.me]
	for i := origin.First(); i >= 0; i = origin.from(i + 1) {
		in.from = places[i]
		if buf = in.walk(a, buf); firstOnly && len(buf) > 0 {
			return buf
		}
	}
	return buf
}

// walk appends those of the man on the place that the view has come to.
func (in *Interpreter) walk(a *Allow, buf []Move) []Move {
	ways := in.p.aheadOf(in.from, in.p.Parts[in.part].Number)
	for i := range ways {
		in.to, in.way = ways[i].To, int16(i+1)
		buf = in.consider(a, buf)
	}
	return buf
}

// tryFrom appends the candidates of one man.
func (in *Interpreter) tryFrom(a *Allow, buf []Move) []Move {
	p := in.p
	f := in.from
	switch a.Act {
	case BearOff:
		d := p.Distance[f]
		if pt := &p.Parts[in.part]; d == 0 || pt.IsNumber && d > pt.Number {
			return buf // a word has no number to reach with: the rule's condition says how far it goes
		}
		in.to = p.Places + p.StoreIndex(OffStore)
		return in.consider(a, buf)
	case Advance:
		if a.To == nil {
			return in.walk(a, buf)
		}
		to := in.set(a.To)
		for t := to.First(); t >= 0; t = to.from(t + 1) {
			in.to, in.way = t, 0
			for i, w := range p.aheadOf(f, p.Parts[in.part].Number) {
				if w.To == t {
					in.way = int16(i + 1)
					break
				}
			}
			buf = in.consider(a, buf)
		}
	case Step:
		to := in.room
		if a.toNear {
			to = to.And(p.Near[in.me][f])
		} else {
			for _, n := range a.goal {
				to = to.And(in.set(n))
			}
		}
		return in.spread(a, to, buf)
	case Leap:
		over := in.hurdles
		if !a.hurdles {
			over = in.set(a.Over)
		}
		to := in.room
		for _, n := range a.goal {
			to = to.And(in.set(n))
		}
		for _, l := range p.Leaps[in.me][f] {
			if over.Has(l.Over) && to.Has(l.To) {
				in.over, in.to = l.Over, l.To
				buf = in.consider(a, buf)
			}
		}
	}
	return buf
}

// roomFor are the places to which steps or leaps by a rule may lead, whoever makes them.
func (in *Interpreter) roomFor(a *Allow) Set {
	if a.To == nil {
		return in.compareCounts(Anyone, Equal, 0)
	}
	if len(a.room) == 0 {
		return in.p.all
	}
	room := in.set(a.room[0])
	for _, n := range a.room[1:] {
		room = room.And(in.set(n))
	}
	return room
}

// consider appends the candidate that the view has come to, when the rule's own
// condition and the prohibitions let it stand.
func (in *Interpreter) consider(a *Allow, buf []Move) []Move {
	if in.closed.Has(in.to) {
		return buf
	}
	buf = in.put(a, buf)
	if len(a.each) == 0 && len(in.watched) == 0 && !a.Sparing {
		return buf
	}
	m := &buf[len(buf)-1]
	in.propose(m)
	if !in.allHold(a.each) {
		return buf[:len(buf)-1]
	}
	if !in.stands(m) {
		buf = buf[:len(buf)-1]
	}
	if a.Sparing && in.to >= 0 && in.countAt(Enemy, in.to) > 0 {
		in.sparing = true
		buf = in.put(a, buf)
		m = &buf[len(buf)-1]
		m.Sparing = true
		in.propose(m)
		if !in.stands(m) {
			buf = buf[:len(buf)-1]
		}
		in.sparing = false
	}
	return buf
}

// put appends the candidate, written where it is to stay.
func (in *Interpreter) put(a *Allow, buf []Move) []Move {
	buf = append(buf, a.move)
	m := &buf[len(buf)-1]
	m.Part, m.From, m.To, m.Over = uint8(in.part), int16(in.from), int16(in.to), int16(in.over)
	m.Class, m.Men, m.way = uint8(in.class), uint8(in.men), in.way
	return buf
}

// propose makes m the candidate that is looked ahead from, if any rule does.
func (in *Interpreter) propose(m *Move) {
	if in.p.asksOfMove {
		in.candidate = *m
	}
}

// unasked reports whether nothing is asked of the moves of a rule one by one.
func (in *Interpreter) unasked(a *Allow) bool {
	return len(a.each) == 0 && len(in.watched) == 0 && in.closed.Empty() && !a.Sparing
}

// orderOf is where a move stands in the defined order: by part, from, to, over,
// marks, act, and the move that takes before the one that spares. Ranks and places
// fit into eleven bits; those of no place are 0.
func (p *Program) orderOf(q int, m *Move) uint64 {
	rank := p.rank[q]
	k := uint64(p.Parts[m.Part].rank)
	k = k<<11 | uint64(rank[m.From+1])
	k = k<<11 | uint64(rank[m.To+1])
	k = k<<11 | uint64(m.Over+1)
	k = k<<4 | uint64(m.Class)
	k = k<<4 | uint64(m.Act)
	return k<<1 | uint64(b2i(m.Sparing))
}

// ordered is where a move of a list stands in the defined order.
type ordered struct {
	order uint64
	at    int32
}

// sortMoves puts moves in the defined order and leaves out those that are listed
// twice. Lists are short and mostly in order, so insertion sort is enough, and it is
// stable: of two equal moves the one of the rule declared first is kept.
func (in *Interpreter) sortMoves(q int, list []Move) []Move {
	order, sorted := in.order[:0], true
	for i := range list {
		x := ordered{in.p.orderOf(q, &list[i]), int32(i)}
		order = append(order, x)
		if i == 0 || order[i-1].order < x.order {
			continue
		}
		sorted = false
		j := i
		for j > 0 && x.order < order[j-1].order {
			order[j] = order[j-1]
			j--
		}
		order[j] = x
	}
	in.order = order
	if sorted {
		return list
	}
	in.unsorted = append(in.unsorted[:0], list...)
	out := list[:0]
	for _, x := range order {
		if m := &in.unsorted[x.at]; len(out) == 0 || !same(m, &out[len(out)-1]) {
			out = append(out, *m)
		}
	}
	return out
}

// Same reports whether two moves are the same to whoever makes them, by whichever rule.
func (m *Move) Same(o *Move) bool { return same(m, o) }

func same(a, b *Move) bool {
	return a.Act == b.Act && a.Part == b.Part && a.From == b.From && a.To == b.To && a.Over == b.Over &&
		a.Class == b.Class && a.Sparing == b.Sparing && a.Men == b.Men
}

// filter applies the requirements in declared order.
func (in *Interpreter) filter(buf []Move, start int) []Move {
	p := in.p
	for i := range p.Requires {
		r := &p.Requires[i]
		if len(buf)-start < 2 && in.explain == nil {
			break
		}
		if r.Stages>>uint(in.s.b[hStage])&1 == 0 {
			continue
		}
		if r.LineOnly && (in.quiet || in.s.partsLeft() < 2) {
			continue
		}
		in.from, in.to, in.over, in.class, in.way = -1, -1, -1, 0, 0
		if r.When != nil && in.num(r.When) == 0 {
			continue
		}
		if r.LineOnly && !in.wider {
			in.wider = true
			in.wide = append(in.wide[:0], buf[start:]...)
		}
		if in.unfiltered && i == len(p.Requires)-1 {
			break
		}
		in.values = in.values[:0]
		best := -1 << 30
		for j := start; j < len(buf); j++ {
			m := &buf[j]
			in.load(m)
			var v int
			switch {
			case r.LineOnly:
				v = in.lineValue(m, r.Line)
			case r.That != nil:
				v = in.num(r.That)
			default:
				v = in.num(r.Best)
				if r.Least {
					v = -v
				}
			}
			in.values = append(in.values, v)
			best = max(best, v)
		}
		out := start
		for j := start; j < len(buf); j++ {
			if v := in.values[j-start]; v == best || r.LineOnly && v == exempt {
				buf[out] = buf[j]
				out++
			} else if in.explain != nil {
				in.explain.refuse(buf[j], r.Statement)
			}
		}
		if out < len(buf) {
			in.applied(r.Statement)
		}
		buf = buf[:out]
	}
	return buf
}

// load makes m the move under consideration.
func (in *Interpreter) load(m *Move) {
	in.from, in.to, in.over = int(m.From), int(m.To), int(m.Over)
	in.class, in.part, in.way, in.sparing = int(m.Class), int(m.Part), m.way, m.Sparing
	in.propose(m)
}
