package readings

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"sync"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/play"
	"github.com/lectio/lectio/verify/measure"
	"github.com/lectio/lectio/verify/solve"
)

// Solver solves interpretations of one ruleset, in full or scaled down: those that compile alike once, and those that go
// alike once. It is safe for concurrent use.
type Solver struct {
	Definition *rulesets.Definition
	Scale      *rulesets.Scale // nil: the full game
	Most       int             // positions of one interpretation

	mu      sync.Mutex
	known   map[[32]byte]*once // by what the rules compile to
	values  map[uint64]Worth   // by the digest of the course
	seed    maphash.Seed
	counted Counts
	kept    []*once // those whose courses are kept, the oldest first
	steps   int     // of all of these
}

// mostKept is how many steps of courses are kept for comparing (four bytes each); those of a game that were let go are found again.
const mostKept = 100_000_000

// Counts say how much work a solver was spared.
type Counts struct {
	Asked    int `json:"interpretations"` // interpretations that were asked for
	Compiled int `json:"compiled"`        // that do not compile alike
	Valued   int `json:"valued"`          // that do not go alike to the last number
}

// Worth is what a game is worth to who begins; where sides are unlike, to the side that is named first, whoever begins.
type Worth struct {
	Low, High uint64 // in parts of solve.One
	Chance    bool   // something is thrown
	Positions int    // that do not end the game
	Turns     int    // in which a win can be forced at most, without chance; 0 where none can
}

// Solution is what became of one interpretation.
type Solution struct {
	Game *rulesets.Game // nil where it does not compile
	Worth
	// Why says why there is no value, "" where there is one.
	Why string
	// Course is how the game goes; nil where that is not known.
	Course *Course

	print [32]byte
}

// once is what was made of rules that compile alike.
type once struct {
	sync.Mutex
	Worth
	solved bool
	why    string
	course *Course // nil where there is none, and where it was let go
}

// NewSolver returns a solver of at most so many positions of one interpretation.
func NewSolver(d *rulesets.Definition, sc *rulesets.Scale, most int) *Solver {
	return &Solver{Definition: d, Scale: sc, Most: most, known: map[[32]byte]*once{}, values: map[uint64]Worth{}, seed: maphash.MakeSeed()}
}

// Counts are what it has been asked and has done.
func (s *Solver) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counted
}

// Solve solves an interpretation. What cannot be solved is a solution that says why; an error is that it was stopped.
func (s *Solver) Solve(ctx context.Context, choice rulesets.Choice) (*Solution, error) {
	x := s.Compile(choice)
	g := x.Game
	if g == nil {
		return x, nil
	}
	if err := solve.Refuses(g.Program); err != nil {
		x.Why = err.Error()
		return x, nil
	}
	o := s.entry(x.print)
	o.Lock()
	defer o.Unlock()
	if !o.solved || o.why == "" && o.course == nil {
		if err := s.fill(ctx, o, g); err != nil {
			return nil, err
		}
		o.solved = true
	}
	x.Worth, x.Why, x.Course = o.Worth, o.why, o.course
	return x, nil
}

// Compile compiles an interpretation and solves nothing.
func (s *Solver) Compile(choice rulesets.Choice) *Solution {
	in, errs := s.Definition.Scaled(s.Scale, choice)
	if len(errs) > 0 {
		return &Solution{Why: notOnThis(errs)}
	}
	g, errs := in.Compile()
	if len(errs) > 0 {
		return &Solution{Why: notOnThis(errs)}
	}
	return &Solution{Game: g, print: printOf(g)}
}

// notOnThis says why an interpretation cannot be played on a version of the game.
func notOnThis(errs diag.Errors) string {
	e := errs[0]
	return fmt.Sprintf("it cannot be played so: %s (found %s, expected %s)", e.Message, e.Found, e.Expected)
}

// entry is what is made of rules that compile to something.
func (s *Solver) entry(print [32]byte) *once {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counted.Asked++
	if s.known[print] == nil {
		s.known[print] = new(once)
		s.counted.Compiled++
	}
	return s.known[print]
}

// printOf tells rules apart by what they compile to, the opening position and the chances of throws: those with one print
// are the same rules but for the names of things and for what they make of positions that stand again.
func printOf(g *rulesets.Game) (print [32]byte) {
	code, err := play.Fingerprint(g.Program)
	if err != nil { // there is no code: then only what has one name is the same
		return sha256.Sum256([]byte(g.Name()))
	}
	p := g.Program
	s := p.NewState()
	engine.NewInterpreter(p).Start(s)
	text := append(code[:], s.Bytes()...)
	for _, t := range p.Throws {
		text = binary.LittleEndian.AppendUint32(text, uint32(t.Device))
		text = binary.LittleEndian.AppendUint32(text, uint32(t.Ways))
	}
	text = fmt.Append(text, p.Players, p.Team, p.NamesWinner(), p.Counting())
	return sha256.Sum256(text)
}

// fill finds how a game goes, and what it is worth unless that is known.
func (s *Solver) fill(ctx context.Context, o *once, g *rulesets.Game) error {
	graph, err := solve.Explore(ctx, g.Program, solve.Options{Positions: s.Most})
	if err == nil {
		o.course = CourseOf(graph)
		s.keep(o)
		if o.solved {
			return nil
		}
		return s.value(ctx, o, g.Program, graph)
	}
	var large *solve.TooLarge
	var refused *solve.Refused
	switch {
	case errors.As(err, &large):
		o.why = tooLarge(ctx, g, large)
	case errors.As(err, &refused):
		o.why = err.Error()
	default:
		return err
	}
	return nil
}

// keep notes that a course is kept, and lets the oldest go where there are too many.
func (s *Solver) keep(o *once) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, o)
	for s.steps += len(o.course.steps); s.steps > mostKept && len(s.kept) > 1; s.kept = s.kept[1:] {
		if old := s.kept[0]; old.TryLock() { // nobody is asking for it
			s.steps -= len(old.course.steps)
			old.course = nil
			old.Unlock()
		} else {
			s.kept = append(s.kept, old)
			return
		}
	}
}

// value finds what a game is worth whose positions are known, unless one that goes alike was solved before.
func (s *Solver) value(ctx context.Context, o *once, p *engine.Program, g *solve.Graph) error {
	digest := mixed(o.course.digest(s.seed), uint64(g.First))
	s.mu.Lock()
	known, there := s.values[digest]
	s.mu.Unlock()
	if there {
		o.Worth = known
		return nil
	}
	x, err := solve.Solve(ctx, g, nil)
	if err != nil {
		return err
	}
	o.Worth = Worth{Low: x.Low[0], High: x.High[0], Chance: x.Chance, Positions: x.Positions()}
	if !x.Chance && x.Rank != nil {
		o.Turns = int(x.Rank[0])
	}
	if sides := p.Sides(); sides[0] != sides[1] && x.First == 1 {
		o.Low, o.High = solve.One-o.High, solve.One-o.Low
	}
	s.mu.Lock()
	s.values[digest] = o.Worth
	s.counted.Valued++
	s.mu.Unlock()
	return nil
}

// frame is of what the value of a game is.
func (x *Solution) frame() measure.Frame { return measure.FrameOf(x.Game) }

// sameRules reports whether two interpretations compile alike, what they make of positions that stand again included.
func sameRules(a, b *Solution) bool {
	if a.Game == nil || b.Game == nil || a.print != b.print {
		return false
	}
	if !a.Game.Program.RepetitionMatters && !b.Game.Program.RepetitionMatters {
		return true
	}
	x, errA := play.Of(a.Game).Fingerprint()
	y, errB := play.Of(b.Game).Fingerprint()
	return errA == nil && errB == nil && x == y
}
