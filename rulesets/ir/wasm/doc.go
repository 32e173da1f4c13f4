// Package wasm turns the resolved rules of an interpretation into a WebAssembly
// module that plays whole batches of games of uniformly random moves inside, with
// its own random stream, and runs it: in process, or, built for a browser, by that.
//
// The module and the interpreter of package engine play the same games: the same
// random numbers, the same order of moves, the same final states, tallies and
// ends. The tests compare a hash of all moves of every game. What the generator
// lacks it names ([Unsupported]); it never leaves a rule out. A game that asks for
// more than the module has room for (an agenda of more than sixteen parts, a look
// ahead of a hundred thousand positions, more turns than are remembered), or would draw a number again, which happens
// in one game of a hundred thousand, says so in its record, and the interpreter plays it.
//
// # Packages
//
// The arrows point down, and each can be read without those above it:
//
//   - wasm, this one, runs modules in process. It knows of a module its bytes and what lies where
//     in its memory, and nothing of what is in the code.
//   - wasm/emit writes the code: the values that rules ask for, decisions, moves, turns, the loop.
//   - wasm/state knows how a state is kept: it decides that, converts states, and writes the code
//     that reads and changes them. It knows men, stores, parts and positions, and no rules.
//   - wasm/asm writes functions of a module: operands, sets of bits, branches, loops, and what has
//     been worked out before. It knows no games.
//
// # States from outside
//
// With [Options].States a module also plays single moves on states that the host
// gives (states.go), with [Options].Expand it makes all throws or moves of a state in
// one call (expand.go), for searches: package play finds with that what a turn can lead to.
//
// 64-bit values cross between host and module through memory, so that a browser can
// call run(count) too. Memory is fixed when the module is made: tables below one
// mebibyte, or as many more as a large board takes, frames for looking ahead, a table of positions, records of a batch.
//
// # Files
//
// To be read in this order; none asks for what stands in a later one:
//
//   - host_wazero.go: who runs modules, in this process
//   - host_js.go: who runs them where this program runs in a browser
//   - player.go: an instance that plays
//   - weigh.go: players who weigh positions
//   - module.go: a module compiled
//   - image.go: what follows from a state, as it lies in memory
package wasm
