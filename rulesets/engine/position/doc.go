// Package position takes states apart and puts them together: what is read, printed and
// set up is a Position, with a field for everything; what is played is an engine.State, a
// flat run of bytes. Where they lie says engine.Layout, and nothing else is known here of
// how a state is kept.
//
//	pos := position.Read(program, state)
//	pos.Men[0][0][5]++
//	position.Write(interpreter, state, pos)
//
// A Position may be one that no game can reach. Write lets the rules act on it that would
// have acted there; Lay does not, for who wants to ask what the rules say of it.
package position
