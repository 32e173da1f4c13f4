// Package asm writes functions of a WebAssembly module. It knows no games.
//
// A [Func] is written from its beginning to its end. What has been worked out is an operand: a
// constant, or a local that has been given its value once; a number ([Num]), a word of 64 bits
// ([Word]), or a set of bits in some words ([Set]). So code is written by calling methods on
// operands, as if they were values:
//
//	m := asm.NewModule(nil)
//	c := m.Declare("larger", []asm.Type{asm.I32, asm.I32}, []asm.Type{asm.I32})
//	a, b := asm.Num{Local: 0}, asm.Num{Local: 1} // the parameters
//	c.Push(c.Pick(c.GtS(a, b), a, b))
//	binary := m.Binary(1)
//
// What can be worked out beforehand is: of two constants Add makes a constant and writes nothing.
// What depends on nothing but its operands is worked out once, as far as every way has passed
// there. Whatever else has been worked out can be kept under a key ([Func.Once]) until something
// changes it ([Func.Changed]); code that not every way passes, such as the branches of
// [Func.IfThen], stands in a scope, behind which all is as it was before.
//
// A number that is given values again is a variable ([Func.Variable], [Func.Assign]).
//
// Most functions work on a frame: an address from which offsets are counted. And they may be about
// somebody, their subject ([Func.TurnTo]): when that changes all is forgotten, and a scope gives it
// back.
//
// # What the compiler has to be told
//
// It checks every address against the size of the memory, unless it has seen a
// greater one from the same base. Where ways meet it forgets that, unless all of
// them know it of the same value. So bases are looked at once at their farthest
// byte (LookAt), they are given their own value where ways meet (steady), an if has
// an else though it be empty (IfThen), a loop that hardly ever runs is a function
// of its own, and absolute addresses count from a local (Absolute). Best is
// where no ways meet: what hardly ever happens leads away and does not come back
// (Aside). A random number that would have to be drawn again even leaves the game to
// the interpreter.
//
// Of a global it knows the place beforehand, and on a way that meets no other its value. So a
// function that works on one frame for long holds parts of it there (Hold), which made such
// games a tenth faster; each other function that is given the frame costs putting all of them
// back and reading them again.
//
// A comparison and a branch become one instruction if nothing else asks for the
// comparison, and if the branch does not lead straight from several ways to where
// several meet; then it puts a block between, and no longer sees what is compared
// (BrIf). So a truth value that is known already is compared anew (Anew), and several
// of which one is enough are branched on one after the other (IfAny). A local that is
// read where ways meet of which one has not given it a value is carried along on all
// of them, around every loop: that was a twentieth of a game.
//
// It does not see that a value has been worked out before: what depends on nothing
// but its operands is looked up (worked), as far as every way has passed there, but
// for comparisons, which cost nothing where they are branched on. Nor does it know
// that a set has no members beyond the board ([Word.Within]), so masks that do nothing
// are not written. To select by a comparison it makes the comparison twice: by the
// sign of a difference it does not (Nth).
//
// What the processor makes of it is bound by the number of instructions, about five a
// cycle, so they are what is saved: an address that is checked takes six of them and
// a place where ways meet three or four. An offset into one table is looked at as far
// as all tables reach (Tabled); a comparison is turned round rather than negated, so
// that it can be branched on; what nothing has changed is not cleared. A loop twice as
// long, on the other hand, costs more than its instructions once the processor no
// longer has all of it at hand.
//
// # Files
//
// To be read in this order; none asks for what stands in a later one:
//
//   - asm.go: functions, and instructions as bytes
//   - operand.go: numbers, words and sets; variables
//   - instruction.go: instructions on operands, worked out beforehand or once
//   - truth.go: truth values, and what is picked by them
//   - scope.go: what is known, and branches, behind which less of it is
//   - module.go: functions put together
//   - hold.go: what of a frame is held in globals
//   - load.go: reading and writing memory
//   - set.go: sets, word by word
//   - table.go: what is always the same, in memory once
//   - bits.go: single members of sets
//   - mapping.go: sets taken to other sets
//   - loop.go: calls and loops
package asm
