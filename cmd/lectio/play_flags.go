package main

import (
	"fmt"

	"github.com/lectio/lectio/evidence/diag"
	"github.com/lectio/lectio/rulesets"
	"github.com/lectio/lectio/rulesets/engine"
	"github.com/lectio/lectio/verify/trace"
)

// playFlags are the flags of lectio play.
type playFlags struct {
	gameFlags
	positionFlags
	programFlags
	random bool
	seed   uint64
	games  int
	game   int
	trace  string
	cap    int
	replay string
}

// refused says which flags that are set do not go together.
func (f *playFlags) refused(set func(flag string) bool, json bool) (errs diag.Errors) {
	refuse := func(flag, why string) {
		if set(flag) {
			errs.Add(diag.Pos{}, "", "", "--%s %s", flag, why)
		}
	}
	switch {
	case f.random && set("replay"):
		refuse("replay", "and --random exclude each other")
	case !f.random && !set("player"):
		for _, flag := range []string{"games", "game", "trace", "cap"} {
			refuse(flag, "goes with --random, or a --player for every side")
		}
	}
	if f.random {
		refuse("player", "and --random exclude each other")
	} else if set("replay") {
		refuse("player", "is not needed to replay a game")
	}
	if set("replay") {
		refuse("seed", "is not needed to replay a game")
	}
	if f.games < 1 {
		errs.Add(diag.Pos{}, fmt.Sprint(f.games), "1 or more", "--games is out of range")
	}
	if f.game < 0 || f.game > 1<<30 {
		errs.Add(diag.Pos{}, fmt.Sprint(f.game), fmt.Sprintf("0 to %d", 1<<30), "--game is out of range")
	}
	if f.cap < 1 {
		errs.Add(diag.Pos{}, fmt.Sprint(f.cap), "1 or more", "--cap is out of range")
	}
	if json && !f.random && !set("player") && !set("replay") {
		errs.Add(diag.Pos{}, "--json", "--random, --player or --replay", "a game in the terminal has no result in JSON")
	}
	return errs
}

// whole reports whether whole games are asked for, and no table to sit at.
func (f *playFlags) whole(set func(flag string) bool, json bool) bool {
	return f.random || set("games") || set("game") || set("trace") || set("cap") || json
}

// beginning reads --at: it also gives the position, nil for the opening one.
func (f *playFlags) beginning(a *app, g *rulesets.Game) (trace.Begin, *engine.State, error) {
	s, err := a.position(g, engine.NewInterpreter(g.Program), &f.positionFlags)
	if err != nil {
		return nil, nil, err
	}
	start := g.Program.NewState()
	engine.NewInterpreter(g.Program).Start(start)
	if s.Equal(start) {
		return func(in *engine.Interpreter, t *engine.State) { in.Start(t) }, nil, nil
	}
	return func(in *engine.Interpreter, t *engine.State) { in.Resume(t, s) }, s, nil
}
