// Package wasm lowers the resolved rules of an interpretation to a WebAssembly
// module that plays whole games of uniformly random moves, and runs it in
// process. It is a first spike: stages without throws, the acts place, step and
// remove, sets of places, lines, counts, parts put on the agenda, points and
// ends. What it lacks it names ([Unsupported]); it never leaves a rule out.
//
// The module and the interpreter of package engine play the same games: same
// random numbers, same order of moves, same final bytes of the state. The tests
// compare a hash of the moves and the final state of every game, the end by
// repetition included: both compare positions whole.
//
// # Words
//
// A slot is a place renumbered by its rank in the defined order of moves. A set
// of places is an i64 with bit k for slot k, so the k-th set bit of the
// candidates is the k-th move, and a move is chosen without listing any.
//
// A seat is a player counted from the one to move: seat 0 is "own", the others
// "enemy". Men, stores and scores are locals by seat, and change seats when the
// turn passes; no rule needs to ask who is white. One bit a place is enough
// because every rule that puts a man down is proved to choose empty places
// only; where that fails the program is refused.
//
// A configuration is where a turn can stand: stage, agenda, parts played. They
// are found by following every rule that adds to an agenda, before any code is
// written, so the agenda is a place in the program and not a list in memory.
// Within a turn control only goes forward (a part played is never unplayed), so
// the whole graph is a row of nested blocks inside one loop:
//
//	loop                         one game
//	  loop                       one turn
//	    block … block            one for each configuration
//	      begin the turn: who plays, which stage, ends at its start
//	    end                      first configuration:
//	      count the moves; none: ends at no move
//	      choose one; make it; changes; ends after a move
//	      br to the next configuration
//	    end                      … and so on; the last: pass the turn on
//	  end
//	  write down what the game came to
//	end
//
// # One rule, all the way
//
// The ruleset says
//
//	statements:
//	  - id: not_from_a_mill
//	    forbid: remove
//	    when: from in points(mills(enemy))
//
// and the compiler resolves it to a Forbid with Acts = remove, both stages, and
//
//	BIn
//	├ NFrom
//	└ SPoints
//	  └ LMills
//	    └ SCompare enemy >= 1
//
// It is met in the configurations whose agenda holds "remove?" (two of the
// eight: one in each stage). The interpreter would ask it of each enemy man. The
// generator asks for the set of all from for which it holds (lift): the
// condition is "from in S" and S does not mention from, so that set is S. Now S,
// from the inside out. Counts are 0 or 1, so "enemy >= 1" is the local $them;
// mills are the lines wholly within it, written out one by one (constant sets,
// renumbered), and points puts those lines together without a branch:
//
//	local.get $them            ;; the candidates: rule "remove", from: enemy
//	local.get $them            ;; (a man has to stand there)
//	i64.and
//	local.get $them            ;; SCompare enemy >= 1
//	i64.const -1
//	i64.xor
//	local.set $without         ;; where no enemy man stands
//	i64.const LINE0            ;; LMills: line 0 …
//	local.get $without
//	i64.and
//	i64.eqz                    ;; … lies within: 1 or 0
//	local.set $f
//	i64.const 0
//	local.get $f
//	i64.extend_i32_u
//	i64.sub                    ;; all ones, or nothing
//	i64.const LINE0
//	i64.and                    ;; SPoints: its places, if it is a mill
//	…                          ;; the other lines the same, each joined by
//	i64.or
//	i64.const ALL              ;; not forbidden:
//	i64.xor                    ;; every place but those
//	i64.and                    ;; struck from the candidates
//	local.tee $set
//	i64.popcnt
//	i32.wrap_i64
//	local.set $count           ;; how many men may be removed
//
// If $count is 0 the option is none, and control goes to the end of the turn;
// else a number up to and including $count is drawn (the last is "stop", since
// the part may be left), and the chosen bit of $set is found by byte sums and a
// table. The rule has become some 190 instructions that run once a mill, and no
// branch.
//
// # Memory
//
// Seed and first game's number at 0 and 8; lists of positions by hash; lists of
// moves; positions since the last irreversible move; a record for each game;
// tables (neighbours, lines through a place, bits of bytes, names of slots,
// heads of states). 64-bit values cross through memory, so that a browser can
// call run(count) too.
//
// # Not done
//
// Two unordered ends that hold at once are not counted (Interpreter.Undeclared);
// the first declared is taken, as there. Legal moves, one move and outcomes of a
// given state are not offered yet. A batch is at most 256 games.
package wasm
