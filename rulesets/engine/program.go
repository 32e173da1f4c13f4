package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/engine/class"
	"github.com/lectio/lectio/rulesets/engine/natural"
)

// Program is rules that have been sealed: the state is laid out, and what they refer to
// all the time is tabulated. It is immutable and may be shared between goroutines.
type Program struct {
	Rules
	*place.Routes
	// RepetitionMatters is set when some rule asks how often a position occurred.
	RepetitionMatters bool
	// LooksAhead is set when some condition asks what could be played after a move.
	LooksAhead bool

	layout   Layout
	all      place.Set // every place
	classes  int       // of men: one for each kind and set of marks
	men      []int     // how many each player has in all
	rank     [][]int   // [player][1 + place or store]: where it stands in the defined order of moves, from 1; 0 for none
	partRank []int     // where a part stands in the defined order
	keeps    int       // how much there is that is kept once it has been worked out
	varAt    []int     // where a variable of the first player lies in a state
	late     []bool    // by prohibition: whether it narrows the choice last; nil where none does, see Tries
	ofStop   []bool    // by change: whether it matters only for stopping, which nobody does in a look-ahead
	oneWay   []bool    // by store: men pass through it in one direction only
	ways     [2][]int  // by place, the place to which a man is sown next along the track, and against it; -1 for none

	// Sets that moves ask for where their rule does not say: where men stand, or nobody.
	ownMen, enemyMen, nobodysMen, emptyPlaces *Node
}

// Seal lays out the state and computes the tables; an error says what rules cannot be.
func (r *Rules) Seal() (*Program, error) {
	p := &Program{Rules: *r}
	p.Denominator = max(p.Denominator, 1)
	p.men = make([]int, p.Owners())
	for _, it := range p.Setup {
		p.men[it.Player] += it.Count
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	p.all = place.FirstN(p.Places)
	p.classes = p.Scheme.Count()
	p.Routes = place.RoutesOn(&p.Board, p.longest())
	p.sowWays()
	p.order()
	p.layOut()
	p.findOneWay()
	p.EachExpression(func(n *Node) {
		p.RepetitionMatters = p.RepetitionMatters || n.asks(NOccurrences)
		p.LooksAhead = p.LooksAhead || n.asks(BCompletable, BFollows, BCan)
	})
	p.findKept()
	p.findOfStop()
	if p.triesMoves() {
		for i := range p.Forbids {
			p.late = append(p.late, p.Forbids[i].asksAfter())
		}
	}
	return p, nil
}

// check says what is too much to be held.
func (p *Program) check() error {
	var errs []error
	within := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	n := len(p.Players)
	within(p.Places <= place.MaxPlaces, "a board of %d places: at most %d can be held", p.Places, place.MaxPlaces)
	within(n >= 2 && n <= mostPlayers, "%d players: from 2 to %d can play", n, mostPlayers)
	within(len(p.Marks) <= class.MostMarks, "%d marks: at most %d can be kept on a man", len(p.Marks), class.MostMarks)
	within(len(p.Kinds) <= class.MostKinds, "%d kinds of men: at most %d can be told apart", len(p.Kinds), class.MostKinds)
	within(len(p.Parts) > 0 && len(p.Parts) <= 127, "%d different parts on agendas: at most 127", len(p.Parts))
	within(len(p.Stages) <= 60, "%d stages: at most 60", len(p.Stages))
	within(len(p.Throws) <= MaxThrows, "%d distinct throws: at most %d", len(p.Throws), MaxThrows)
	if len(p.Lines) > 0 {
		within(len(p.Lines[0]) <= place.MaxLines, "%d lines on the board: at most %d", len(p.Lines[0]), place.MaxLines)
	}
	for q, m := range p.men {
		within(m <= MostMen, "%s has %d men: at most %d", p.OwnerName(q), m, MostMen)
	}
	for _, a := range p.Agendas {
		within(len(a.Parts) <= 92, "an agenda of %d parts: at most 92", len(a.Parts))
	}
	return errors.Join(errs...)
}

// order ranks parts, places and stores for the one defined order of moves:
// numbers as numbers and before words, words by their letters, digits within a
// name as numbers.
func (p *Program) order() {
	for q := range p.Players {
		rank := []int{0}
		for _, r := range natural.Ranks(slices.Concat(p.Names[q], p.Stores)) {
			rank = append(rank, 1+r)
		}
		p.rank = append(p.rank, rank)
	}
	names := make([]string, len(p.Parts))
	for i := range p.Parts {
		names[i] = p.Parts[i].Name
	}
	p.partRank = natural.Ranks(names)
}

// longest is how many steps may be asked for along the track: by a part, by a rule that names their number, and where they are
// counted by what lies on a place, by as many men as can lie there.
func (p *Program) longest() int {
	steps := 12
	for _, part := range p.Parts {
		if part.IsNumber {
			steps = max(steps, part.Number)
		}
	}
	p.EachExpression(func(n *Node) {
		n.Any(func(n *Node) bool {
			if n.Op == SAhead || n.Op == SBehind {
				k := slices.Max(p.men)
				if by := n.Kids[1]; by.Op == NLit {
					k = by.N
				}
				steps = max(steps, min(k, MostOnPlace))
			}
			return false
		})
	})
	return steps
}

// layOut settles where everything lies in a state.
func (p *Program) layOut() {
	n := len(p.Players)
	maxLeft := 16
	for _, a := range p.Agendas {
		maxLeft = max(maxLeft, 2*len(a.Parts)+16)
	}
	members := p.Places
	if len(p.Lines) > 0 {
		members = max(members, len(p.Lines[0]))
	}
	p.layout = Layout{
		Set: max(16, (members+63)/64*8),
		To:  hTo, Stage: hStage, Over: hOver, Winner: hWinner, Owner: hOwner, Next: hNext, NextStage: hNextStage,
		Played: hPlayed, Active: hActive, Fixed: hFixed, InThrow: hInThrow, Handed: hHanded, LeftN: hLeftN,
		ThrowN: hThrowN, Throws: hThrows, MaxThrows: maxThrows, Left: hLeft, MaxLeft: maxLeft,
	}
	at := hLeft + maxLeft
	take := func(size int) (begin int) {
		begin, at = at, at+size
		return begin
	}
	for v := range p.Vars {
		p.varAt = append(p.varAt, take(p.Holders(v)*p.width(v)))
	}
	p.layout.Scores = take(4 * n)
	p.layout.Stores = take(2 * n * len(p.Stores))
	p.layout.Men = take(p.Owners() * p.classes * p.Places)
	p.layout.Size = at
}

// storeAt is where it lies in a state how many men of a player are in a store.
func (p *Program) storeAt(q, st int) int { return p.layout.Stores + 2*(q*len(p.Stores)+st) }

// Holders is how many players have a value of their own of a variable: one where it is common.
func (p *Program) Holders(v int) int {
	if p.Vars[v].Common {
		return 1
	}
	return len(p.Players)
}

// width is how many bytes a variable takes for a player.
func (p *Program) width(v int) int {
	if p.Vars[v].Kind.IsSet() {
		return p.layout.Set
	}
	return 2
}

// findOneWay finds the stores through which men pass in one direction only: a
// change in one of them makes every earlier position unreachable.
func (p *Program) findOneWay() {
	in, out := make([]bool, len(p.Stores)), make([]bool, len(p.Stores))
	for _, a := range p.Allows {
		for _, st := range a.Stores {
			out[st] = true
		}
		switch a.Act {
		case BearOff:
			in[p.StoreIndex(OffStore)] = true
		case Remove:
			in[p.StoreIndex(OutStore)] = true
		}
	}
	for _, c := range p.Changes {
		for _, e := range c.Effects {
			if e.Kind == Send && e.To == nil || e.Kind == Transfer {
				in[e.Store] = true
			}
			if e.Kind == Transfer || e.Kind == SetDown {
				out[e.Var] = true
			}
		}
	}
	for st := range p.Stores {
		p.oneWay = append(p.oneWay, in[st] != out[st])
	}
}

// findOfStop finds the changes that do nothing but set variables which only rules that allow to
// stop ask for. Who looks ahead to see how well parts can be played does not stop, and need not
// work them out; he does where a number counts as it stands when a player stops, and where a
// part is skipped because nothing can be done, not even to stop.
func (p *Program) findOfStop() {
	p.ofStop = make([]bool, len(p.Changes))
	if slices.ContainsFunc(p.Requires, func(r Require) bool { return r.AtLast }) ||
		slices.ContainsFunc(p.Blocked, func(b Blocked) bool { return b.Policy == BlockedSkip }) {
		return
	}
	asked, others := make([]bool, len(p.Vars)), p.Rules
	others.Allows = slices.DeleteFunc(slices.Clone(p.Allows), func(a Allow) bool { return a.Act == Stop })
	others.EachExpression(func(n *Node) {
		n.Any(func(n *Node) bool {
			if n.Op == NVar || n.Op == SVar {
				asked[n.N] = true
			}
			return false
		})
	})
	for i, c := range p.Changes {
		p.ofStop[i] = !slices.ContainsFunc(c.Effects, func(e Effect) bool { return e.Kind != Assign && e.Kind != Raise || asked[e.Var] })
	}
}

// findKept numbers what is kept once it has been worked out: sets that do not depend on the
// move, and what several expressions share, if it is long: to look up what is short takes as
// long as to work it out. What says the same has one number.
func (p *Program) findKept() {
	const short = 12
	type said struct {
		as     int // the number of all that says the same
		length int // in operations, as far as short ones are told from long
		ofMove bool
		asks   bool // of a place that is considered: it is worked out anew for each
	}
	considers := false
	p.EachExpression(func(n *Node) { considers = considers || n.Any(func(n *Node) bool { return n.Op == NThat }) })
	for _, x := range p.Invariants {
		considers = considers || x.When.Any(func(n *Node) bool { return n.Op == NThat })
	}
	words, numbers, visited := map[string]int{}, map[int]int{}, map[*Node]said{}
	keep := func(n *Node, s said) {
		if _, known := numbers[s.as]; !known {
			numbers[s.as] = len(numbers)
		}
		bare := *n
		bare.bare = nil
		n.bare, n.kept, n.ofMove = &bare, numbers[s.as], s.ofMove
	}
	var visit func(n *Node) said
	visit = func(n *Node) said {
		s, again := visited[n]
		if !again {
			s.ofMove = slices.Contains(ofMove, n.Op)
			var says []byte
			say := func(list ...int) {
				for _, x := range list {
					says = binary.AppendVarint(says, int64(x))
				}
			}
			say(int(n.Op), n.N, n.Steps, int(n.Cmp), len(n.By))
			for _, set := range slices.Concat(n.By, []place.Set{n.Lit}) {
				say(set.Places()...)
				say(-1)
			}
			s.length = 1
			for _, k := range n.Kids {
				below := visit(k)
				say(below.as)
				s.length = min(s.length+below.length, short+1)
				s.ofMove = s.ofMove || below.ofMove
			}
			s.asks = considers && n.AsksThat()
			key := string(says)
			if words[key] == 0 {
				words[key] = 1 + len(words)
			}
			s.as = words[key]
			visited[n] = s
		}
		if set := n.Op >= SAnd && n.Op < BLit; !s.asks && (again && s.length > short || set && !s.ofMove) {
			keep(n, s)
		}
		return s
	}
	p.EachExpression(func(n *Node) { visit(n) })
	for _, x := range p.Invariants {
		visit(x.When)
	}
	p.ownMen, p.enemyMen, p.nobodysMen, p.emptyPlaces = men(Own, GreaterEqual, 1), men(Enemy, GreaterEqual, 1), men(Nobodys, GreaterEqual, 1), men(Anyone, Equal, 0)
	for _, n := range []*Node{p.ownMen, p.enemyMen, p.nobodysMen, p.emptyPlaces} {
		visit(n)
	}
	p.keeps = len(numbers)
}

// ofMove are the operations that depend on the move under consideration.
var ofMove = []Op{NFrom, NTo, NOver, NPart, NPartID, NAct, SPassed, BMark, BCompletable, BFollows, BAfter, BSparing, NScored}

// Classes is how many classes of men a state tells apart.
func (p *Program) Classes() int { return p.classes }

// Layout returns the layout of the program's states.
func (p *Program) Layout() Layout { return p.layout }

// VarAt is where variable v of player q lies in a state: two bytes, or
// Layout.Set bytes for a set.
func (p *Program) VarAt(v, q int) int {
	if p.Vars[v].Common {
		return p.varAt[v]
	}
	return p.varAt[v] + q*p.width(v)
}

// PlaceRank is where a place or store of player q stands in the defined order of moves.
func (p *Program) PlaceRank(q, f int) int { return p.rank[q][f+1] - 1 }

// PartRank is where a part stands in the defined order of moves.
func (p *Program) PartRank(part int) int { return p.partRank[part] }

// Men returns how many men player q has in all.
func (p *Program) Men(q int) int { return p.men[q] }

// MostLeft returns how many parts a state has room for.
func (p *Program) MostLeft() int { return p.layout.MaxLeft }

// OwnerName is what a player is called, or whoever has no player's men.
func (r *Rules) OwnerName(q int) string {
	if q == r.Nobody() {
		return NobodysName
	}
	return r.Players[q]
}

// sowWays tabulates where men are sown on from each place.
func (p *Program) sowWays() {
	for way := range p.ways {
		p.ways[way] = slices.Repeat([]int{-1}, p.Places)
	}
	for f, next := range p.Next {
		if len(next) > 0 {
			p.ways[0][f] = next[0]
			if p.ways[1][next[0]] < 0 {
				p.ways[1][next[0]] = f
			}
		}
	}
}

// SownOn is the place to which a man is sown next from place f, or -1: along the track, or against it.
func (p *Program) SownOn(f int, back bool) int { return p.ways[b2i(back)][f] }

// seat is whose numbers the places of an owner's men have: nobody's have those of the first player.
func (p *Program) seat(q int) int { return q % len(p.Players) }

// Across lists the places of another owner of men that lie on the cell of place f of owner q.
func (p *Program) Across(q, other, f int) []int16 {
	return p.Routes.Across(p.seat(q), p.seat(other), f)
}

// FirstAcross is the first of them, or -1.
func (p *Program) FirstAcross(q, other, f int) int {
	return p.Routes.FirstAcross(p.seat(q), p.seat(other), f)
}

// Leaves reports whether a man at a place could ever be borne off with a part. Along a track he
// leaves where it leads off the board, and a number must reach; where there is no track, only
// the rule's own condition says which men a word takes off.
func (p *Program) Leaves(f int, part *Part) bool {
	if p.Next == nil {
		return !part.IsNumber
	}
	d := p.Distance[f]
	return d > 0 && (!part.IsNumber || d <= part.Number)
}

// Universe is all that an SNot takes its set from.
func (p *Program) Universe(n *Node) place.Set {
	if n.N == OfLines {
		return p.AllLines()
	}
	return p.all
}

// asksAfter reports whether a prohibition, or an exception from it, asks what a move leads to.
func (f *Forbid) asksAfter() bool {
	return f.When != nil && f.When.asks(BAfter) || slices.ContainsFunc(f.Excepts, func(e Except) bool { return e.When != nil && e.When.asks(BAfter) })
}

func (p *Program) triesMoves() bool {
	mustPlay := p.mustPlay()
	mayLeave := func(parts []uint8) bool {
		return slices.ContainsFunc(parts, func(part uint8) bool {
			return part&OptionalPart != 0 && (!mustPlay || part == PartThrow|OptionalPart)
		})
	}
	return slices.ContainsFunc(p.Forbids, func(f Forbid) bool { return f.asksAfter() }) &&
		len(p.Requires) == 0 && p.Match == 0 &&
		!slices.ContainsFunc(p.Allows, func(a Allow) bool { return a.Act == Stop || a.When != nil && a.When.asks(BAfter) }) &&
		!slices.ContainsFunc(p.Agendas, func(a Agenda) bool { return mayLeave(a.Parts) }) &&
		!slices.ContainsFunc(p.Changes, func(c Change) bool {
			return slices.ContainsFunc(c.Effects, func(e Effect) bool { return mayLeave(e.Parts) })
		}) &&
		!slices.ContainsFunc(p.Blocked, func(b Blocked) bool { return b.Policy == BlockedLeave })
}

// mustPlay reports whether a prohibition keeps everybody from ever stopping, so that parts that
// may be left are no more than a choice between them.
func (p *Program) mustPlay() bool {
	stages := uint64(1)<<len(p.Stages) - 1
	return slices.ContainsFunc(p.Forbids, func(f Forbid) bool {
		return f.Acts&OnAct(Stop) != 0 && f.When == nil && len(f.Excepts) == 0 && stages&^f.Stages == 0
	})
}

// Tries reports whether prohibitions that ask what a move leads to narrow the choice last:
// then a move is drawn before it is known which of them stand. See Interpreter.Pick.
func (p *Program) Tries() bool { return p.late != nil }

// NarrowsLast reports whether prohibition i is one of them.
func (p *Program) NarrowsLast(i int) bool { return p.late != nil && p.late[i] }
