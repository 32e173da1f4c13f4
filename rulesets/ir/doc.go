// Package ir is the form in the middle: what the rules of an interpretation say, as small
// typed operations, between the resolved rules of package engine and the code that package
// wasm emits.
//
// # Values
//
// A [Value] is one operation on others: a number (a place is its number), a truth value, a
// set of places or of lines, or a set of candidates of a decision. There is a closed set of
// operations ([Op]). A [Builder] makes values: of two that say the same there is one, and
// what is known beforehand is worked out when it is made, so that "at least 0" or "the
// places not among none" never reach a later pass.
//
// A value is written as one operation a line, which the tests read again, so that every
// pass is tested by text in and text out.
//
// # Passes
//
// Each is a function from one form to the next, and none knows how sets and men are kept:
//
//   - [FactsOf] finds the properties of a whole program, each once.
//   - [Lowering] turns conditions of the resolved rules into values. Rules speak of "me",
//     "them", "some opponent"; values speak of seats, counted from the player to move on.
//   - [CandidatesOf] numbers all moves that the rules could ever permit, bounded by
//     [Lowering.Could], so that a set of moves is a bit set.
//   - [Lowering.Asked] sorts what a rule and its prohibitions ask of its candidates: what is
//     the same for all of them, and what is asked of each.
//   - [Lift] turns a condition on one move into the set of all candidates for which it holds,
//     [Lowering.Ends] into a set of the places where one given man may go.
//   - [Env] works values out plainly, one by one, from a candidate, and in the tests from a state.
//     It is the third opinion, beside the interpreter, which reads the rules themselves, and
//     the emitted code; and it works out what is known beforehand.
//
// # Files
//
// To be read in this order; none asks for what stands in a later one:
//
//   - op.go: types and operations
//   - value.go: values, and tables of what a board says
//   - eval.go: values worked out one by one
//   - build.go: values made, and what is known beforehand worked out
//   - tables.go: tables of a board, each made once
//   - lower.go: whom and what rules speak of, as seats
//   - decision.go: what rules and prohibitions ask of candidates
//   - finder.go: how facts are found
//   - facts_agenda.go: what can be up to be played
//   - facts_turns.go: what happens between decisions
//   - facts.go: the facts of a whole program
//   - facts_quiet.go: which moves lead to what others lead to, but for the man moved
//   - could.go: all that a value could ever be
//   - lift.go: conditions as sets of candidates
//   - candidates.go: all moves that could ever be permitted, numbered
//   - lowerings.go: a value for each operation of the rules
//
// # One rule, all the way
//
// What follows is written by TestDocFollowsARule. The ruleset says
//
//	id: closed
//	forbid: advance
//	when: enemy(to) >= 2 or to > 6 and not doublet
//
// The compiler resolves names, types and whose places are meant:
//
//	or
//	├ comparison >=
//	│ ├ men at a place, enemy
//	│ │ └ to
//	│ └ number 2
//	└ and
//	  ├ comparison >
//	  │ ├ number of a place
//	  │ │ └ to
//	  │ └ number 6
//	  └ not
//	    └ double
//
// Lowered, it speaks of seats; what the throws can be is a table:
//
//	v1 = to : number
//	v2 = at @0 of=1 v1 : number
//	v3 = const 2 : number
//	v4 = compare >= v2 v3 : truth
//	v5 = const 8 : number
//	v6 = compare < v1 v5 : truth
//	v7 = const 1 : number
//	v8 = add v1 v7 : number
//	v9 = const 0 : number
//	v10 = select v6 v8 v9 : number
//	v11 = const 7 : number
//	v12 = compare >= v10 v11 : truth
//	v13 = thrown : number
//	v14 = lookup "double" @0 v13 : number
//	v15 = compare = v14 v9 : truth
//	v16 = and v12 v15 : truth
//	v17 = or v4 v16 : truth
//
// Lifted, it asks of places what it asked of moves, and then which candidates lead there.
// Along a plain row they are put together first, for then they become candidates by one shift:
//
//	v1 = const 2 : number
//	v2 = men >= @0 of=1 v1 : places
//	v3 = lead to v2 : moves
//	v4 = set {6,7} : places
//	v5 = lead to v4 : moves
//	v6 = thrown : number
//	v7 = lookup "double" @0 v6 : number
//	v8 = const 0 : number
//	v9 = compare = v7 v8 : truth
//	v10 = const 1 : truth
//	v11 = where v10 : moves
//	v12 = set {} : moves
//	v13 = select v9 v11 v12 : moves
//	v14 = meet v5 v13 : moves
//	v15 = join v3 v14 : moves
//
// Package wasm emits each operation, what is the same for all candidates before what is not.
package ir
