// Package wasm turns the resolved rules of an interpretation into a WebAssembly
// module that plays whole batches of games of uniformly random moves inside, with
// its own random stream, and runs it in process.
//
// The module and the interpreter of package engine play the same games: the same
// random numbers, the same order of moves, the same final states, tallies and
// ends. The tests compare a hash of all moves of every game. What the generator
// lacks it names ([Unsupported]); it never leaves a rule out. A game that asks for
// more than the module has room for (an agenda of more than sixteen parts, a look
// ahead of a hundred thousand positions), or would draw a number again, which happens
// in one game of a hundred thousand, says so in its record, and the interpreter plays it.
//
// # How a state is kept
//
// Men are kept as sets, bit by bit of their count: a player with fifteen men has
// four sets of places, and a place with five men is in the first and the third.
// "Four men or more" is then an or of two words and "exactly five" an and of four,
// for all places at once; a man put down is an addition with carry in one place. Where
// there are more than two such sets, where any man stands and where several do is kept
// beside them (kept.go), for most rules ask no more.
// Where the rules let no player have two men on a place ([ir.BoardFacts] says so)
// one set is enough: where his men stand, and where those with each mark do. Else
// men with other marks have sets of their own.
//
// Rules speak of the player to move and of others, so code addresses the players'
// blocks by seat, counted from that player on; no rule asks who is white. A place
// is numbered as its player numbers it, and sets of other players' men are brought
// to that numbering by shifts under masks, where few do it, else by tables.
//
// Where players name a cell differently, men are counted by cell as well, a byte for
// each player in one word (cells.go): whether any opponent stands there, or stands
// doubled, is one comparison.
//
// What is left of the agenda is one word, four bits a part, or two of eight bits a
// part, so that taking the first part off is a shift.
//
// Positions are remembered, for repetition, in as few words as they have bits: men of
// both players on a board of 24 places, the stage and the player fit into one. They lie
// in one table, found by their hash and numbered, and what stood in another game is told
// by its number (history.go).
//
// A set has a word, or two on boards of more than 64 places or lines; boards of more than
// 128 are left to the interpreter. A byte numbers the places.
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
// copies every local wherever two ways meet, which cost more than the game. It is
// kept in words of the size in which they are read again, because a processor that
// is asked for eight bytes of which one has just been written waits for it.
//
// # What such a compiler has to be told
//
// It checks every address against the size of the memory, unless it has seen a
// greater one from the same base. Where ways meet it forgets that, unless all of
// them know it of the same value. So bases are looked at once at their farthest
// byte (touch), they are given their own value where ways meet (steady), an if has
// an else though it be empty (ifThen), a loop that hardly ever runs is a function
// of its own (redrawn), and absolute addresses count from a local (absolute). Best is
// where no ways meet: what hardly ever happens leads away and does not come back
// (aside). A random number that would have to be drawn again even leaves the game to
// the interpreter (below).
//
// A comparison and a branch become one instruction if nothing else asks for the
// comparison, and if the branch does not lead straight from several ways to where
// several meet; then it puts a block between, and no longer sees what is compared
// (brIf). So a truth value that is known already is compared anew (anew), and several
// of which one is enough are branched on one after the other (ifAny). A local that is
// read where ways meet of which one has not given it a value is carried along on all
// of them, around every loop: that was a twentieth of a game.
//
// It does not see that a value has been worked out before: what depends on nothing
// but its operands is looked up (worked), as far as every way has passed there, but
// for comparisons, which cost nothing where they are branched on. Nor does it know
// that a set has no members beyond the board (word.lacks), so masks that do nothing
// are not written. To select by a comparison it makes the comparison twice: by the
// sign of a difference it does not (nth).
//
// What the processor makes of it is bound by the number of instructions, about five a
// cycle, so they are what is saved: an address that is checked takes six of them and
// a place where ways meet three or four. An offset into one table is looked at as far
// as all tables reach (tabled); a comparison is turned round rather than negated, so
// that it can be branched on; what nothing has changed is not cleared. A loop twice as
// long, on the other hand, costs more than its instructions once the processor no
// longer has all of it at hand.
//
// # States from outside
//
// With [Options].States a module also plays single moves on states that the host
// gives (states.go), with [Options].Expand it makes all throws or moves of a state in
// one call (expand.go), for searches: package play finds with that what a turn can lead to.
//
// # Why not
//
// With [Options].Explain a module also lists the moves that some rule permits and others
// refuse, with all statements that refuse each (explain.go): for a page that says so.
//
// 64-bit values cross between host and module through memory, so that a browser can
// call run(count) too. Memory is fixed when the module is made: tables below one
// mebibyte, frames for looking ahead, a table of positions, records of a batch.
package wasm
