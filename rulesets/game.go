package rulesets

import (
	"fmt"
	"sync"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets/ast"
	"github.com/lectio/lectio/rulesets/compile"
	"github.com/lectio/lectio/rulesets/engine"
)

// Game is an interpretation resolved for play.
type Game struct {
	*Interpretation
	*compile.Compiled
	kept         sync.Map
	interpreters spare // for reading and printing states
}

// spare keeps interpreters of one game for use again. A sync.Pool would keep the
// game as well, through two collections: of games that are compiled by the hundred
// and soon forgotten, those would be most of the memory.
type spare struct {
	mu   sync.Mutex
	list []*engine.Interpreter
}

// Kept returns what make made when it was first called with the key, and is kept as
// long as the game: for what other packages work out of the whole game.
func (g *Game) Kept(key string, make func() any) any {
	if v, ok := g.kept.Load(key); ok {
		return v
	}
	v, _ := g.kept.LoadOrStore(key, make())
	return v
}

func (g *Game) interpreter() *engine.Interpreter {
	s := &g.interpreters
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.list); n > 0 {
		in := s.list[n-1]
		s.list = s.list[:n-1]
		return in
	}
	return engine.NewInterpreter(g.Program)
}

func (g *Game) giveBack(in *engine.Interpreter) {
	s := &g.interpreters
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, in)
}

// Compile resolves an interpretation for play. Every error of every statement
// is returned.
func (in *Interpretation) Compile() (*Game, diag.Errors) { return in.CompileAsking(nil) }

// CompileAsking compiles the interpretation together with what is asked about its
// moves: see [compile.Compiled.Probes].
func (in *Interpretation) CompileAsking(list []compile.AskedMoves) (*Game, diag.Errors) {
	made, errs := compile.Compile(compile.Source{
		Pos: in.Definition.Pos, Statements: playing(in.Statements), Every: playing(in.Definition.EveryStatement()), Dropped: in.dropped,
		Boards: in.Definition.boards,
	}, list)
	if made == nil {
		return nil, errs
	}
	return &Game{Interpretation: in, Compiled: made}, nil
}

// playing is what decides how the game is played of statements.
func playing(list []*Statement) []*ast.Statement {
	out := make([]*ast.Statement, len(list))
	for i, s := range list {
		out[i] = &s.Statement
	}
	return out
}

// Game interprets and compiles in one step.
func (d *Definition) Game(choice Choice) (*Game, diag.Errors) {
	in, errs := d.Interpret(choice)
	if len(errs) > 0 {
		return nil, errs
	}
	return in.Compile()
}

// Check compiles the default interpretation and every alternative, and returns
// every error found, each once.
func (d *Definition) Check() diag.Errors { return d.CheckEach(func(*Game) {}) }

// CheckEach is Check, and shows each interpretation that could be compiled, the
// default first.
func (d *Definition) CheckEach(show func(*Game)) diag.Errors {
	g, errs := d.Game(nil)
	if len(errs) > 0 {
		return errs.Sort() // what fails by default would fail everywhere
	}
	show(g)
	errs, _ = d.CheckAlternatives(0, func() bool { return true }, show)
	return errs
}

// CheckAlternatives compiles the alternatives from one on, as long as it may go on; next is the first that it has not compiled.
func (d *Definition) CheckAlternatives(from int, goOn func() bool, show func(*Game)) (errs diag.Errors, next int) {
	all := d.Alternatives()
	for next = min(from, len(all)); next < len(all) && goOn(); next++ {
		a := all[next]
		g, e := d.Game(a.Choice)
		if len(e) == 0 {
			show(g)
		} else {
			for _, x := range e {
				x.Message = fmt.Sprintf("%s (under %s=%s)", x.Message, a.Question.Name(), a.Reading.ID)
				errs = append(errs, x)
			}
		}
	}
	return errs.Sort(), next
}
