// Package state knows how the state of a game lies in the memory of a generated module: it decides
// that ([Memory]), converts states from the program's own layout and back, and writes the code that
// reads and changes them ([Func]). It knows no rules: who writes what rules ask for says "where do
// at least two men of a seat stand" or "put a man there", and not in which sets that is kept.
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
// in the order in which they came; a small table says by their hash where each lies, and
// what stood in another game is told by its number (history.go).
//
// A set has as many words as its places, or its lines, take: one or two on most boards, sixteen of 1,024 places. A table of
// places has a byte for each where all have room in one, else two.
//
// # Files
//
// To be read in this order; none asks for what stands in a later one:
//
//   - short.go: short names
//   - plan.go: where everything lies
//   - seats.go: players by seat, and where their blocks are
//   - state.go: the head of a state, stores, scores, variables, sets of men
//   - random.go: random numbers
//   - kept.go: where any men stand, and where several
//   - counts.go: where men stand, by how many they are
//   - cells.go: men counted by cell
//   - mirror.go: candidates kept beside the men
//   - marks.go: which marks men bear
//   - men.go: men come and go
//   - history.go: the positions of a game
//   - gathered.go: what measures have come to in a game
//   - layout.go: how it is decided where everything lies
//   - agenda.go: what is left of the agenda
//   - hold.go: what the loop of games holds in globals
//   - copy.go: states copied
//   - convert.go: states from outside and to there
//   - image.go: states as the solver keeps them, byte by byte
package state
