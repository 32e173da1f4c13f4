package emit

import (
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/rulesets/ir"
	"github.com/lectio/lectio/rulesets/ir/wasm/asm"
	"github.com/lectio/lectio/rulesets/ir/wasm/state"
)

// gen is a module being generated from a program.
type gen struct {
	*state.Memory
	m *asm.Module

	rule string // the statement being lowered, for messages

	few    bool // a player has so few men that they are gone through one by one
	mayMix bool

	lower      *ir.Lowering
	candidates *ir.Candidates
	class      *ir.Class // of the parts whose code is being written
	measures   []measured
	boardLines map[[2]int]int // the number of each line of the board, by its cells
	rowsAt     int            // further words of a set that a function returns

	fGen, fPick, fList, fApply, fSettle, fBegin, fBegun, fThrow, fStart, fReach, fRun, fGames, fNext, fMoves, fUneven, fRedraw, fMen, fValue, fWeighed *asm.Func
}

// measured is a measure as the loop gathers it.
type measured struct {
	*engine.Measure
	number             int
	among, when, value *ir.Value // a value of nil is 1
}

// ctx is one function being generated.
type ctx struct {
	*state.Func
	g          *gen
	nextAt     int         // label that is branched to as soon as the next game of a match has begun; 0: none
	considered map[int]num // the places that sets consider, by their number
	scored     []num       // points scored at the moment tested, by seat
	envs       int
	// laps counts how often men have been sown by a rule in the move that is answered, and sown says that it has just been done.
	sown num
	// enough leaves as soon as there is a move, where no more is asked; nil: all are. It is asked man by man in wide
	// spaces, where it makes a decision of seventy moves a third faster; elsewhere it gains nothing.
	enough func(some num)
}

// env is the move about which a value is worked out.
type env struct {
	id                 int // of the move considered; 0: none
	from, to, over     num
	fromStore, toStore bool
	part, class, spar  num
	act                engine.Act
	men                num // that move together
	move               bool
	left               num           // where the part stands in what is left; known in the loop only
	placed             bool          // left is known
	pair               *state.Pair   // the candidate; known in the loop only
	passes             bool          // of a man that goes along the track
	candidate          bool          // a move that may be made: it can be tried, to look ahead
	menOf              func(env) num // where the number of men depends on the candidate
}

func (c *ctx) noMove() env {
	return env{from: lit(-1), to: lit(-1), over: lit(-1), part: lit(0), class: lit(0), spar: lit(0), men: lit(1)}
}

func (c *ctx) newEnv() env {
	e := c.noMove()
	c.envs++
	e.id, e.move = c.envs, true
	return e
}

func (c *ctx) lack(word string) {
	panic(ir.Unsupported{Statement: c.g.rule, Word: word})
}

// of is the value of a condition or expression of the rules.
func (g *gen) of(n *engine.Node) *ir.Value { return g.lower.Value(n, ir.Mover) }

// begin starts the code of a function whose first parameter is a frame.
func (g *gen) begin(f *asm.Func) *ctx {
	return &ctx{Func: g.Memory.Begin(f), g: g, considered: map[int]num{}}
}

// orElse writes a function, or where something is missing for that, what stands for it.
func (g *gen) orElse(f *asm.Func, write func(c *ctx), instead func()) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(ir.Unsupported); !ok {
				panic(r)
			}
			f.Scrap()
			instead()
		}
	}()
	write(g.begin(f))
}
