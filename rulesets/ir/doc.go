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
// A value is written as one operation a line, which [Lowering.Parse] reads, so that every
// pass is tested by text in and text out.
//
// # Passes
//
//   - [FactsOf] finds the properties of a whole program, each once.
//   - [Lowering] turns conditions of the resolved rules into values. Rules speak of "me",
//     "them", "some opponent"; values speak of seats, counted from the player to move on.
//   - [Lift] turns a condition on one move into the set of all candidates for which it holds.
//   - [Lowering.Could] bounds what the moves of a rule could ever be, which is what their
//     candidates are numbered by.
//   - [Env] works values out plainly, one by one, from a candidate and a state ([Env.Look]). It is the third opinion, beside the
//     interpreter, which reads the rules themselves, and the emitted code; and it works out
//     what is known beforehand.
//
// # One condition, all the way
//
// The ruleset says "enemy(to) >= 2" of an advance. Lowered, for two players:
//
//	v1 = to : number
//	v2 = at @0 of=1 v1 : number
//	v3 = const 2 : number
//	v4 = compare >= v2 v3 : truth
//
// Lifted, it asks of places what it asked of moves, and then which candidates lead there:
//
//	v1 = const 2 : number
//	v2 = men >= @0 of=1 v1 : places
//	v3 = lead to v2 : moves
//
// which package wasm emits as a look at the set of places where the opponent has several men
// and a shift of it by the number that was thrown.
package ir
