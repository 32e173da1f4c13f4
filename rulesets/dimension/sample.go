package dimension

import (
	"slices"
	"sync"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/board/place"
	"github.com/lectio/lectio/rulesets/dimension/lie"
	"github.com/lectio/lectio/rulesets/dimension/roster"
	"github.com/lectio/lectio/rulesets/dimension/trial"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/engine/position"
	"github.com/lectio/lectio/rulesets/lang"
)

// Moves are moves that a dimension asks about: of some acts, and such that a
// condition holds. What names they use are those of the language alone, so that
// any ruleset can be asked; one in which a name means nothing has no such moves.
type Moves struct {
	Pos  diag.Pos
	name string     // that of the event by which they are counted
	acts []ast.Word // nil: every act that moves a man
	when *lang.Text // nil: whatever the move
	// beside, where it is given, asks for another move that is permitted at the same
	// decision; samePart, for one that plays the same part.
	beside   *Moves
	samePart bool
}

// Step is a throw or a move of a game.
type Step struct {
	Throw int // index into Program.Throws; -1 for a move
	Move  engine.Move
}

// Sample is what has been seen of an interpretation in random games. It looks at
// every decision: what is permitted, what is refused, and by which statements.
type Sample struct {
	trial.Bench
	asking    *sync.Mutex // held while what is known of it grows, once it has been handed out
	Games     int         // played
	Decisions int         // looked at

	dims     []*Dimension // for which it was made
	closely  bool         // somebody asks for what observe notes
	told     bool         // … for what happens along games
	looking  []*event     // those that are said of moves
	index    map[*Moves]int
	asks     []*Moves    // what the probes of the program ask about, in their order
	moves    map[int]int // how many moves each permission gave, by statement
	refusals map[int]int // how many moves were refused, by statement
	story    story
	seenOf   happened // events, by what they are called
	record   [][]Step // the games

	past []keptPast // what went before each decision that is kept
	// explained are the explanations of those, once somebody has asked.
	explained map[int]*engine.Explanation
	rests     map[int]resting // … and the words said at them on which answers rest
	// Of every so many decisions one is kept, and so many are; besides, those that show
	// something new.
	every, others int
	news          bool // the present decision does

	found map[string]finding // by fact
	asked map[string]int     // how often it was asked what would be otherwise
}

// finding is how a fact was found: where it was first seen, and on how many occasions what is not so was
// not seen.
type finding struct {
	at     *trial.Spot
	unseen int
}

// keptPast is what went before a decision that is kept.
type keptPast struct {
	men      *roster.Roster
	at       trial.Spot
	decision int  // its number
	news     bool // it showed something new
}

// How far a sample goes: enough that what is permitted now and then is seen, and
// little enough that every ruleset of a corpus can be asked while one waits.
const (
	sampleGames     = 100
	lookingGames    = 300             // … where facts are found out at decisions
	samplePlies     = 2000            // of each game …
	shortPlies      = trial.MostPlies // … then of two in three, so that long games do not make it one of endings alone
	otherPlies      = 300             // … of an interpretation that is only compared with another
	sampleDecisions = 8000
	sampleOther     = 1000 // of an interpretation that is only compared with another
	sampleKept      = 160
	drawnEach       = 5   // of so many decisions, one from which a position is drawn
	sampleEndings   = 200 // games that are played to see how they end, and no more
)

// bounds say how far a sample goes: games, decisions, and positions that are kept.
type bounds struct{ plies, decisions, kept, dull int }

// usualBounds are those of the sample from which a ruleset is answered.
var usualBounds = bounds{samplePlies, sampleDecisions, sampleKept, dullGames}

// SampleSeed is that of every sample, so that the same question gets the same answer.
const SampleSeed = 1

// watcher plays the games of a sample.
type watcher struct {
	s  *Sample
	p  *engine.Program
	in *engine.Interpreter
	st *engine.State

	other *engine.Interpreter // for trying things out: it remembers no positions

	answers []bool             // of the probes, for one move after another
	first   bool               // nobody has had a turn yet in this game
	men     *roster.Roster     // the men of this game
	runner  []int16            // by player: where the man stands with which he goes on
	pos     *position.Position // that of the state, where the story is told
	gather  *trial.Gatherer    // keeps what trials can begin with

	// For what is more than permitted or refused; see observe.
	before, after, next *engine.State // the first is that of the move under way
	mem                 *memory
	lie                 *lie.Lie            // nil where nobody has said how places lie
	eager, builds       []engine.Move       // moves that take men or close most rows; that make most rows ready
	double              bool                // the first close more than one row
	usual               map[[4]int]bool     // steps that were permitted: player, whether by a plain man, from, to
	sending             map[engine.Act]bool // acts that take men of opponents as soon as they are made
	lifting             bool                // men are taken when a turn has been played out
	retake              retaking            // whom the next player may retake at once
	removing            []bool              // parts with which men are taken by an act of its own
}

// memory is what a game has shown so far, as far as what happens now is judged by it.
type memory struct {
	turn    []engine.Move // that moved men in this turn, or took them
	owner   int           // whose turn it is; -1 before the first
	could   bool          // he could have taken in this turn
	took    bool          // he has taken in this turn
	leapt   []int         // cells of men that he has leapt over and that still stood there
	last    []deed        // by player: what he did last on the board
	missed  []bool        // by player: in his last turn he could have taken, and took nothing
	crossed []place.Set   // by player: places of his men that have been at the far side
	closed  []place.Set   // by player: rows that he has closed and got a man for
	placer  int           // who placed a man last; -1 for none
	moving  bool          // since all men are on the board a man has been moved
}

// deed is a move of a man onto a place of the board, in the places of his player.
type deed struct {
	act      engine.Act
	from, to int
}

func newMemory(players int) *memory {
	m := &memory{
		owner: -1, placer: -1, last: make([]deed, players), missed: make([]bool, players),
		crossed: make([]place.Set, players), closed: make([]place.Set, players),
	}
	for q := range m.last {
		m.last[q] = deed{engine.Pass, -1, -1}
	}
	return m
}

// before is the last act of this turn; Pass where there was none.
func (m *memory) before() engine.Act {
	if n := len(m.turn); n > 0 {
		return m.turn[n-1].Act
	}
	return engine.Pass
}

// leap is the leap by which a man was moved last in this turn, whatever was taken off the
// board since; nil where it was moved otherwise.
func (m *memory) leap() *engine.Move {
	for i := len(m.turn) - 1; i >= 0; i-- {
		switch x := &m.turn[i]; x.Act {
		case engine.Remove:
		case engine.Leap:
			return x
		default:
			return nil
		}
	}
	return nil
}

// chance is a move that the board and the parts left would let a man make, whatever
// the rules say of it.
type chance struct {
	move      engine.Move
	permitted bool
	by        []int       // the statements that refuse it; none where no rule allows it
	man       *roster.Man // nil where it is not known which one moves
	passed    place.Set
	// Men on the cell where it leads, and on the cells that it passes over.
	own, enemy, passedOwn, passedEnemy int
	beside                             int  // men of the player that stand where it begins, besides itself
	inside, enters                     bool // it begins, or comes to, where men of an opponent began
	forks                              bool // on the way is a place where the way parts
}

// look is one decision, as facts see it.
type look struct {
	s      *Sample
	in     *engine.Interpreter // for asking what would be permitted otherwise
	st     *engine.State
	men    *roster.Roster
	q      int // the player to move
	moves  []engine.Move
	list   []chance
	taking bool // some man can take another
	// only, when set, says of which chances it is worth asking what would be otherwise.
	only func(*chance) bool
}

// sayer says words of a move of a decision.
type sayer = func(c *chance, words ...string)

// event is something that is counted at the decisions and along the games of a sample.
type event struct {
	name, doc string
	words     []string // at each place those that tell cases apart, with | between; * for any number or name
	closely   bool     // it takes looking closer at decisions: see observe
	moves     *Moves   // the moves that it counts, where it is said which
	// at, where it is set, says the words of the moves of a decision.
	at func(l *look, say sayer)
	// rests are words on which answers rest that were said at all; of others it matters of which
	// moves they are said.
	rests []string
}

// cause is what can give another throw: a throw itself, or a move after it.
type cause struct {
	throw, act, to int // act -1: the throw itself; to: a place or a store, -1 for none
	took           bool
	first          bool // the first throw of a turn
}

// story is what happened along the games of a sample: who had the turn, what throws put
// up, how men came in, met, went round and came home, and how games ended.
type story struct {
	of *Sample

	// Games
	finished map[int]int // by their end, -1 where no rule provided for the position
	pointed  bool        // somebody who had not won had points
	// prizes are the points that winners had at the end, each once: true where the other
	// had been left no move.
	prizes map[bool][]int

	// Throws
	puts  map[int]map[string][]uint8 // by throw: the parts that it put up, each way by its name
	given map[cause][2]int           // events that gave no further throw, and one

	// Men that come in, by whether their player had men on the board
	enterBy [2]map[uint8]bool   // the parts by which they could
	enter   [2]map[int][2]int   // by throw: decisions at which nobody, somebody could
	entries map[int]map[int]int // … to which places, by the number of the part
	uses    [2]map[uint8]bool   // parts by which men could come in, and by which others could move

	// Men on their way
	mostOwn  int                   // of one player on one place
	oneStep  map[uint8]map[int]int // parts by which a man went one step on, by the statements that allowed it
	wins     map[int]map[int]int   // points for bringing the last man home, by how many opponents had brought nobody home
	cameBack int                   // moves in games in which a man had come back to where it had been
	stood    place.Set             // places to which a man has moved
	far      bool                  // a man has come to where men of an opponent began

	turn struct { // the one under way
		owner, throws int
		took          bool        // the last move took a man
		in            map[int]int // the men come in during it, by place
	}
	last  int     // who had the turn
	done  []bool  // who is home
	steps [][]int // along the track from place to place
}

// meeting is of which kind a meeting is, and where on his own way the man stands, or the men, that are
// met: all players number it alike, so that what is found for one is found for all.
type meeting struct {
	men   string // one, several, or as_many where as many meet several together
	place int
}

// fact is something that is found out about an interpretation from its compiled
// tables, or from what happened in the games of a sample. Facts know no family and
// no game; dimensions put them into words.
type fact struct {
	name, doc string
	// find returns a word, a number or a text; "" where nothing tells. by are the
	// indexes of the statements that make it so.
	find func(s *Sample) (value string, by []int)
	// sampled is set where it rests on what happened in games, closely where that takes
	// looking closer at decisions: see observe.
	sampled, closely bool
	// tries are the trials on which it rests.
	tries []*trial.Trial
	// with are other facts from which find draws, own the event of its name that is said of moves.
	with  []*fact
	own   *event
	moves []*Moves // those that are counted for it
	pos   diag.Pos // where a fact stands that is data
}

// ofGames reports whether the fact rests on games that were played.
func (f *fact) ofGames() bool { return f.sampled || f.closely }

// told reports whether it rests on the story of the games.
func (f *fact) told() bool { return f.sampled && f.tries == nil }

// saw notes an event, with the statements that make it so.
func (s *Sample) saw(event string, by []int, list ...string) {
	s.seenOf.tally(event, wordsOf(list...)).add(by)
}

func (w *watcher) saw(event string, by []int, list ...string) { w.s.saw(event, by, list...) }

// cases calls f with every case of an event that was seen and has the words of a pattern.
func (s *Sample) cases(event string, pattern words, f func(w words, t *tally)) {
	for w, t := range s.seenOf[event] {
		if w.like(pattern) {
			f(w, t)
		}
	}
}

// times is how often an event was seen, in the cases of a pattern.
func (s *Sample) times(event string, pattern ...string) (n int) {
	s.cases(event, wordsOf(pattern...), func(_ words, t *tally) { n += t.n })
	return n
}

// behind are the statements on account of which an event was seen; where it was seen first is
// noted for the fact of that name.
func (s *Sample) behind(event string, pattern ...string) (by []int) {
	var first *trial.Spot
	s.cases(event, wordsOf(pattern...), func(_ words, t *tally) {
		for st := range t.by {
			by = append(by, st)
		}
		if t.at != nil && (first == nil || before(t.at, first)) {
			first = t.at
		}
	})
	if f := s.found[event]; first != nil && (f.at == nil || before(first, f.at)) {
		f.at = first
		s.found[event] = f
	}
	slices.Sort(by)
	return slices.Compact(by)
}

// before reports whether a spot comes before another.
func before(a *trial.Spot, b *trial.Spot) bool {
	return a.Game < b.Game || a.Game == b.Game && a.Ply < b.Ply
}

// mostlyBehind are those that were behind at least half of the cases of an event, and all those
// that were behind every one.
func (s *Sample) mostlyBehind(event string, half bool, pattern ...string) (by []int) {
	counts, n := map[int]int{}, 0
	s.cases(event, wordsOf(pattern...), func(_ words, t *tally) {
		n += t.n
		for st, k := range t.by {
			counts[st] += k
		}
	})
	for _, st := range sortedKeys(counts) {
		if counts[st] >= n || half && 2*counts[st] >= n {
			by = append(by, st)
		}
	}
	return by
}

// of is how often some moves were permitted, refused, or permitted because a prohibition was lifted.
func (s *Sample) of(m *Moves, what string) *tally {
	if t := s.seenOf[m.name][wordsOf(what)]; t != nil {
		return t
	}
	return &tally{}
}

// statements are those of a count, in the order of the interpretation.
func (s *Sample) statements(counts ...map[int]int) []*rulesets.Statement {
	var list []*rulesets.Statement
	for i, st := range s.Game.Statements {
		if slices.ContainsFunc(counts, func(c map[int]int) bool { return c[i] > 0 }) {
			list = append(list, st)
		}
	}
	return list
}

// How far a game is played in which nobody wants anything to happen.
const (
	dullGames = 40
	dullPlies = 300
	dullSome  = 8 // moves to and fro after which an end is one of a game that leads nowhere
)

// resting collects the words on which answers rest that are said at decisions.
type resting map[*event]map[words]bool
