// Package engine plays resolved interpretations. It knows rules, not games: Rules
// say which places, men, throws, agendas and rules there are, all as numbers; sealed
// they are a Program, which has tables and a layout of its states; and an Interpreter
// evaluates the rules as they stand. It is the reference for generated code, and meant
// to be read beside the guide: eval.go has the conditions, moves.go what may be done,
// play.go the course of turns, effects.go what follows. The one thing that it keeps is
// what is asked again: the sets that are the same for all moves of a decision, and what
// several expressions share. It uses the standard library only, and small packages below it:
// place for what is asked of the board (sets of places, neighbours, lines, straight ways,
// and where steps lead), class for marks and kinds of men, random for what is drawn, history
// for positions that come again, natural for the order of names.
//
// # Words
//
// Rules are what package rulesets makes of an interpretation; Seal lays out
// the State, a flat run of bytes. A place is a number from 0 on a player's own
// view of the board; numbers from Program.Places on are stores (hand, bar, off,
// out). A part is one thing on the agenda: a number to be played, or a word.
//
// # The order of things
//
// A turn begins (changes on start, ends and scores at start), a throw is made
// if the stage has one (thrown), parts are played one by one (changes on the
// act, then scores, then ends at move), the throw has been played out (throw),
// the turn ends (turn). Play and Throw carry a state on to the next decision,
// throw or end, so that a State is always one of three things: see Status.
//
// A decision is generated from the rules in this order: what some Allow permits,
// less what a Forbid strikes out unless an Except lifts it, less what a Require
// filters away. When nothing is left the only move is a pass, and the Blocked
// rules say what becomes of it; options that cannot be used fall away unasked.
//
// # What asks what
//
// Files ask for what stands in files below them, but for what is recursive: a condition may ask
// what can be done or what a move leads to (eval.go asks lookahead.go), so may what is permitted
// (moves.go), and looking ahead plays, which evaluates conditions; and a change that ends a game
// begins the next one of a match (effects.go asks play.go).
//
// # Playing
//
//	in := engine.NewInterpreter(program)
//	s := program.NewState()
//	in.Start(s)
//	r := random.New(seed, 0)
//	var k int
//	var moves []engine.Move
//	for s.Status() != engine.Over {
//		if s.Status() == engine.AwaitsThrow {
//			in.Throw(s, program.Draw(r, s.Device(program)))
//			continue
//		}
//		k, moves = in.Choose(s, r, moves[:0])
//		in.Play(s, moves[k])
//	}
//
// Nothing here allocates once it is warm, looks a name up, or calls back. What
// allocates says so: Explain.
package engine
