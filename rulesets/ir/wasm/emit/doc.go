// Package emit writes the code of a module from the rules of an interpretation, as package ir has
// prepared them: the values that they ask for, decisions, moves, turns, and the loop that plays
// whole games. How states are kept is for package state to say, how code is written for package asm.
//
// # How a decision is made
//
// Package ir has numbered the candidates of a rule: an advance by the place the man stands
// on, since the part says where he lands; steps and leaps by their place in the list of all
// pairs of places that are next to each other or a leap apart. A set of moves is then a bit
// set, and a condition on a move is a set of moves: [ir.Lift] says which, and what cannot be
// lifted is asked of the candidates that are left, one by one. Conditions that are
// the same for all candidates come first, and where they fail nothing more is
// worked out. Moves are counted by population count and the k-th is found by the
// k-th bit; they are listed (list.go) only where requirements choose among them
// or where one man has several moves that the defined order mixes with others'.
//
// Values are emitted by tables, an entry for each operation (values.go, sets.go); a few
// shapes have something quicker (shapes.go). What has been worked out is known, by its value,
// until something changes it.
//
// Where men can go almost anywhere such sets would have too many words, most of them for
// places where nobody stands: the places where each man may go are kept instead, a row for
// each (wide.go). A condition on a move is then a set of places ([ir.Lowering.Ends]). Where only
// some rules go so far, and under a condition, they are left out where it does not hold
// ([ir.Class].Narrow): one comparison decides between rows and sets.
//
// Where no two men of a player share a place the candidates that lead from, to
// and over men are kept beside the men (mirror.go), and a move changes them by one row
// of a table rather than having them worked out at the next decision.
//
// A requirement that looks ahead (as many parts as possible) need not look ahead
// from every move: of the moves there were before it one is drawn, and if the rest
// of the throw can then be played it is legal whatever the others come to. Else it
// is taken back, the legal moves are worked out, and one of them is drawn, as
// [engine.Interpreter.Pick] says. So it is where prohibitions that ask what a move leads to
// narrow the choice last (trying.go). A requirement that asks a condition narrows the sets of
// candidates, where one part is up at a time.
//
// A module that plays whole games and nothing else has no candidates of men who stand where
// none can come to from the set-up.
//
// # One loop
//
// machine.go writes the function that plays: begin a turn, throw, see what may be
// done, draw, move, answer, test, and again. Ends and scores are tested only after
// acts that they answer, and who ends the game leaves the loop there and then. An
// arrangement of all men is looked for only when they all stand where one has them
// (arrangement.go). For two players, and one part up at a time, the round of the loop
// is written twice, once for each: where his men lie, and how the other's places lie
// to his, are constants then. The memory functions beside it (generate, list, apply,
// settle) are the same rules written by the same code, for looking ahead and for
// states given by the host.
//
// State lies in memory and not in locals: a compiler that works in milliseconds
// copies every local wherever two ways meet, which cost more than the game. Where the loop is
// written for each player, and needs no other function for its moves, it lies in globals while a
// game is played, which are copied nowhere and need no address. In memory it is
// kept in words of the size in which they are read again, because a processor that
// is asked for eight bytes of which one has just been written waits for it.
//
// # Files
//
// To be read in this order; none asks for what stands in a later one.
//
// What rules ask:
//
//   - short.go: short names
//   - ctx.go: a function being written, and the move it is about
//   - values.go: a value is emitted by its operation's entry in a table
//   - space.go: a condition on a move as a set of candidates
//   - shapes.go: what is quicker than one operation after the other
//   - sow.go: men of nobody, laid along the track one by one
//   - numbers.go: the entries of numbers and truth values
//   - sets.go: those of sets
//   - rays.go: those of straight ways
//   - arrangement.go: whether all men may stand as a score or an end asks
//
// What moves and throws do:
//
//   - acts.go: what acts do with men
//   - parts.go: parts and their classes
//   - notes.go: what took effect, and what refused a move
//   - move.go: moves as words and taken apart
//   - random.go: what is drawn
//   - play.go: effects, what answers an act, scores and ends
//   - turn.go: a move as a whole; throws and agendas; how a game begins
//   - ahead.go: what a move leads to
//
// What may be done:
//
//   - moves.go: the candidates that rules permit
//   - wide.go: where there are too many candidates for sets
//   - pick.go: how many moves there are with a part, and the one of a number
//   - decide.go: all parts that are up
//   - list.go: moves listed, and narrowed by requirements
//
// Whole games, and what the host may ask besides:
//
//   - turns.go: from one decision to the next
//   - gather.go: measures of the moves that are made
//   - machine.go: what the loop keeps in locals
//   - choose.go: one move drawn of those that may be made
//   - loop.go: the loop that plays games
//   - states.go: single moves
//   - quiet.go: what moves are worth without being made
//   - weigh.go: games of players who weigh what their moves lead to
//   - run.go: batches of games
//   - may.go: what may take effect in a state
//   - expand.go: all moves of a state
//   - generate.go: all of it
package emit
