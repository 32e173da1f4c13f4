// Package compile makes a program of the statements of an interpretation.
//
// It takes a [Source]: statements in declared order, as rulesets/ast has read them. It knows
// nothing of evidence, questions or readings, except that some statements were left out: a
// rule may name those, and none that are nowhere.
//
// # Files
//
// To be read in this order; none asks for what stands in a later one:
//
//   - layouts.go: boards that compilations share
//   - source.go: what is compiled
//   - compiler.go: what all kinds of statement need
//   - boards.go: boards
//   - track.go: the way over one
//   - throws.go: what is thrown
//   - men.go: men, their kinds, and where they begin
//   - equipment.go: all that a game is played with
//   - effects.go: what a change does
//   - agendas.go: what is to be played in a turn
//   - rules.go: permissions, prohibitions, ends, scores
//   - compile.go: all of it, in order
//   - measure.go: measures, once that is done
//
// # In what order
//
// [Compile] first reads what a game is played with, since names of players, cells, kinds
// of men and throws can stand in every condition: equipment.go goes through players,
// marks and the board (boards.go), the ways over it (track.go), men.go the kinds of men,
// throws.go what is thrown. Then it registers what statements name (variables, stages,
// parts, moments), then it sets the men up, and then it reads the rules: rules.go
// permissions, prohibitions, requirements, ends and scores, agendas.go what is to be
// played in a turn, effects.go what a change does. Conditions are read by package
// rulesets/lang. Last engine.Rules seals the rules.
//
// All errors of all statements are returned, each with its place; where something is wrong
// with what a game is played with, nothing else is read, for want of names.
//
// To add a kind of statement: its struct in rulesets/ast and a case in rules.go.
package compile
